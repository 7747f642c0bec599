//! Starting programs: tools of the agent, checks as evidence, notices to people. All under the supervisor.

use std::ffi::OsString;
use std::time::Duration;

use ledger::action::{Check, Exec, ExecWhat, HandOver};
use ledger::evidence::{Evidence, EvidenceKind, SourceTrust};
use ledger::ids::{ActId, GitId, Hash, TaskId};
use ledger::observation::{Observation, Outcome, Status};
use ledger::permit::Permit;
use ledger::proposal::Shell;

use super::{Environment, Workshop, failed, no_place};
use crate::sandbox::{Cancel, Command, Exit, Input, Output, Running};

/// Output of a check that is kept, in bytes; its tail goes into the evidence.
const CHECK_OUTPUT_BYTES_MAX: usize = 512 * 1024;
/// The tail of a check's output that evidence holds, in bytes.
const TAIL_BYTES_MAX: usize = 4 * 1024;
/// Longest time for a notice command, in seconds.
const NOTICE_TIMEOUT_S: u64 = 60;

/// What was started, or what came of it at once.
#[derive(Debug)]
pub enum Started {
    /// It runs.
    Running(Under),
    /// It is over already.
    Done(Observation),
}

/// A command under way.
#[derive(Debug)]
pub struct Under {
    running: Running,
    what: What,
}

/// What came of it.
#[derive(Debug)]
pub struct Done {
    output: Output,
    what: What,
}

#[derive(Debug)]
enum What {
    Tool,
    Check(Box<Check>),
    HandOver(Hash),
}

impl Under {
    /// Something that can end it.
    #[must_use]
    pub fn cancel(&self) -> Cancel {
        self.running.cancel()
    }

    /// Waits for its end.
    pub async fn wait(self) -> Done {
        Done {
            output: self.running.wait().await,
            what: self.what,
        }
    }
}

impl Workshop {
    /// Starts a program in the worktree.
    pub fn exec(&mut self, permit: Permit<Exec>) -> Started {
        let (_, exec) = permit.spend();
        let place = match self.ready(&exec.task) {
            Ok(place) => place,
            Err(why) => return Started::Done(*why),
        };
        let mut cwd = place.repo.root.clone();
        if let Some(below) = &exec.cwd {
            if let Err(error) = place.root.folder(Some(below)) {
                return Started::Done(failed(format!("`{below}` can't be entered: {error}")));
            }
            cwd.push(below.as_str());
        }
        let argv: Vec<OsString> = match &exec.what {
            ExecWhat::Argv(argv) => argv.iter().map(OsString::from).collect(),
            ExecWhat::Shell { shell, command } => shell_argv(*shell, command),
        };
        let mut command = Command::new(argv, cwd);
        command.timeout = Duration::from_secs(u64::from(exec.timeout_s));
        command.output_bytes_max = usize::try_from(exec.output_bytes_max).unwrap_or(usize::MAX);
        command.merge_stderr = true;
        self.start(command, self.env.clone(), What::Tool)
    }

    /// Runs a declared command as evidence. The tree must stand as it was decided.
    pub fn check(&mut self, permit: Permit<Check>) -> Started {
        let (_, check) = permit.spend();
        let now = self.tree(&check.task);
        let Some(place) = self.places.get(&check.task) else {
            return Started::Done(no_place(&check.task));
        };
        match now {
            Some(now) if now == check.tree => {}
            Some(now) => {
                let text = format!(
                    "the worktree is at tree {}, not at {}",
                    now.short(),
                    check.tree.short()
                );
                return Started::Done(Observation::plain(Status::FactsChanged, text));
            }
            None => return Started::Done(failed("the worktree's tree can't be told")),
        }
        let root = place.repo.root.clone();
        let env = (self.check_env)((&self.repo.root, &root), self.env.clone());
        let mut command = Command::new(check.argv.clone(), root);
        command.timeout = Duration::from_secs(u64::from(check.timeout_s));
        command.output_bytes_max = CHECK_OUTPUT_BYTES_MAX;
        command.merge_stderr = true;
        self.start(command, env, What::Check(Box::new(check)))
    }

    /// Leaves the page where people find it, and calls the notice command if there is one.
    pub fn hand_over(&mut self, permit: Permit<HandOver>) -> Started {
        let (_, hand_over) = permit.spend();
        let digest = Hash::of(hand_over.page.as_bytes());
        let path = self.page();
        let written = std::fs::create_dir_all(&self.papers)
            .and_then(|()| std::fs::write(&path, &hand_over.page));
        if let Err(error) = written {
            return Started::Done(failed(format!(
                "the hand-over page can't be written: {error}"
            )));
        }
        let Some(argv) = hand_over.notify.filter(|it| !it.is_empty()) else {
            let observation =
                Observation::plain(Status::Ok, format!("the page is at {}", path.display()));
            return Started::Done(observation.with(Outcome::HandedOver { page: digest }));
        };
        let notice = serde_json::json!({
            "run": self.run.as_str(),
            "reason": hand_over.reason,
            "page": hand_over.page,
            "path": path.display().to_string(),
        });
        let mut command = Command::new(argv, self.repo.root.clone());
        command.stdin = Input::Bytes(notice.to_string().into_bytes());
        command.timeout = Duration::from_secs(NOTICE_TIMEOUT_S);
        command.merge_stderr = true;
        self.start(command, self.env.clone(), What::HandOver(digest))
    }

    /// Where the hand-over page stands.
    fn page(&self) -> std::path::PathBuf {
        self.papers.join("HAND-OVER.md")
    }

    fn start(&self, mut command: Command, env: Environment, what: What) -> Started {
        let Some(supervisor) = &self.supervisor else {
            return Started::Done(failed("there is no supervisor, so nothing is started"));
        };
        command.env = env;
        command.progress = true;
        Started::Running(Under {
            running: supervisor.spawn(command),
            what,
        })
    }

    /// What a command that ended brought back, and whether the worktree is to be looked at.
    pub fn finish(
        &mut self,
        act: ActId,
        task: &TaskId,
        done: Done,
        now_ms: u64,
        trace: &str,
    ) -> (Observation, bool) {
        let Done { output, what } = done;
        match what {
            What::Tool => (observation(&output), true),
            What::HandOver(page) => {
                let mut observation = observation(&output);
                let path = self.page();
                observation.text =
                    format!("the page is at {}\n{}", path.display(), observation.text);
                observation.outcome = Outcome::HandedOver { page };
                (observation, false)
            }
            What::Check(check) => (
                self.evidence(act, task, &output, &check, now_ms, trace),
                false,
            ),
        }
    }

    /// Whether every file of the tree is as it was. The worktree is put back to the tree, so that neither the next check
    /// nor a commit comes by reports and build output; what stood there is in a snapshot.
    fn is_left(&mut self, task: &TaskId, tree: &GitId) -> bool {
        let after = self.tree(task);
        let Some((after, place)) = after.zip(self.places.get_mut(task)) else {
            return false;
        };
        if after == *tree {
            return true;
        }
        let changes = place.repo.changes(tree, &after);
        // If this fails, the next act finds another tree than it was decided for.
        if let Ok(_back) = place.snapshots.restore(tree) {
            place.tree = tree.clone();
        }
        changes.is_ok_and(|changes| changes.iter().all(|it| it.kind == 'A'))
    }

    /// A check's record. Whether the tree is what it was is looked at now, not believed. What the check left beside it
    /// is no part of it, and is put away before anything else looks.
    fn evidence(
        &mut self,
        act: ActId,
        task: &TaskId,
        output: &Output,
        check: &Check,
        now_ms: u64,
        trace: &str,
    ) -> Observation {
        let tree_unchanged = self.is_left(task, &check.tree);
        let mut observation = observation(output);
        let started = !matches!(
            output.exit,
            Exit::NotStarted(_) | Exit::Lost | Exit::Cancelled
        );
        if !started {
            return observation;
        }
        let evidence = Evidence {
            id: format!("e{}", act.0),
            kind: EvidenceKind::Verify,
            source_trust: SourceTrust::LocalCommand,
            act,
            producer_trace_id: trace.to_owned(),
            command: Some(check.command.clone()),
            exit_code: observation.exit_code,
            tree_unchanged,
            tree: Some(check.tree.clone()),
            output: Hash::of(output.stdout.text.as_bytes()),
            tail: tail(&output.stdout.text),
            source_refs: Vec::new(),
            tests: (!check.tests.is_empty())
                .then(|| (self.reads)(&output.stdout.text, &check.tests)),
            created_ms: now_ms,
            duration_ms: observation.duration_ms,
        };
        // It did what it was to do: it ran. What it says is the evidence's business.
        observation.status = Status::Ok;
        observation.with(Outcome::Checked(Box::new(evidence)))
    }
}

fn shell_argv(shell: Shell, command: &str) -> Vec<OsString> {
    let words: &[&str] = match shell {
        Shell::Bash => &["bash", "--noprofile", "--norc", "-c"],
        Shell::Sh => &["sh", "-c"],
        Shell::Zsh => &["zsh", "-f", "-c"],
        Shell::Powershell => &["pwsh", "-NoProfile", "-NonInteractive", "-Command"],
        Shell::Cmd => &["cmd", "/d", "/c"],
    };
    words
        .iter()
        .copied()
        .chain([command])
        .map(OsString::from)
        .collect()
}

fn observation(output: &Output) -> Observation {
    let (status, exit_code, head) = match &output.exit {
        Exit::Exited(0) => (Status::Ok, Some(0), None),
        Exit::Exited(code) => (
            Status::Failed,
            Some(*code),
            Some(format!("exit code {code}")),
        ),
        Exit::Signalled(signal) => (
            Status::Failed,
            None,
            Some(format!("ended by signal {signal}")),
        ),
        Exit::TimedOut => (
            Status::TimedOut,
            None,
            Some(format!("ended after {} s", output.duration.as_secs())),
        ),
        Exit::Cancelled => (Status::Cancelled, None, Some("cancelled".to_owned())),
        Exit::NotStarted(why) => (Status::Failed, None, Some(format!("not started: {why}"))),
        Exit::Lost => (
            Status::Interrupted,
            None,
            Some("the supervisor ended while it ran".to_owned()),
        ),
    };
    let mut text = output.stdout.text.clone();
    if let Some(head) = head {
        text = if text.is_empty() {
            head
        } else {
            format!("{head}\n{text}")
        };
    }
    if output.strays > 0 {
        text.push_str(&format!(
            "\n[{} background processes were ended]",
            output.strays
        ));
    }
    let mut observation = Observation::plain(status, text);
    observation.exit_code = exit_code;
    observation.truncated = output.stdout.truncated;
    observation.duration_ms = u64::try_from(output.duration.as_millis()).unwrap_or(u64::MAX);
    observation
}

fn tail(text: &str) -> String {
    let from = text.len().saturating_sub(TAIL_BYTES_MAX);
    let from = (from..=text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    text[from..].trim_end().to_owned()
}
