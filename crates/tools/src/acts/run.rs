//! Starting programs: tools of the agent, checks as evidence, notices to people. All under the supervisor.

use std::ffi::OsString;
use std::time::Duration;

use ledger::action::{Check, Exec, ExecWhat, HandOver};
use ledger::ids::{ActId, Hash, TaskId};
use ledger::observation::{Observation, Outcome, Status};
use ledger::permit::Permit;
use ledger::proposal::Shell;

use super::enclosures::{Also, Ground};
use super::opened_files::Opened;
use super::steering_names::Before;
use super::{Environment, Workshop, failed};
use crate::process::{Cancel, Command, Exit, Input, Lines, Output, Pipes, Running, Starter};

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
pub(super) enum What {
    /// Of this task, with what stood in the worktree before, where children are held.
    Tool(TaskId, Option<Before>),
    Check(Box<(Check, Option<Opened>)>),
    HandOver(Hash),
    /// The same as for a tool.
    UserHook(TaskId, Option<Before>),
    /// The same.
    Delegated(TaskId, Option<Before>),
    /// A server of tools, which runs on.
    Server,
}

impl Under {
    /// Something that can end it.
    #[must_use]
    pub fn cancel(&self) -> Cancel {
        self.running.cancel()
    }

    /// What an agent prints, a line at a time, once: it reads nothing from us. For other commands there is none.
    pub fn lines(&mut self) -> Option<Lines> {
        let (_input, output) = self.running.pipes()?;
        Some(Lines::of(output))
    }

    /// The two ends of an agent that speaks a protocol, once; for other commands there are none.
    pub fn pipes(&mut self) -> Option<Pipes> {
        let (input, output) = self.running.pipes()?;
        Some(Pipes { input, output })
    }

    /// Waits for its end.
    pub async fn wait(self) -> Done {
        Done {
            output: self.running.wait().await,
            what: self.what,
        }
    }
}

impl Done {
    /// How it ended and the end of what it complained about, on one line.
    #[must_use]
    pub fn in_words(&self) -> String {
        let ended = observation(&self.output).text;
        let complaint = self.output.stderr.text.lines().rev();
        let complaint = complaint.map(str::trim).find(|it| !it.is_empty());
        let ended = ended.lines().next().unwrap_or("it ended");
        complaint.map_or_else(|| ended.to_owned(), |it| format!("{ended}: {it}"))
    }
}

impl Workshop {
    /// Starts a program in the worktree.
    pub fn exec(&mut self, permit: Permit<Exec>) -> Started {
        let (act, exec) = permit.spend();
        let place = match self.ready(&exec.task) {
            Ok(place) => place,
            Err(why) => return Started::Done(*why),
        };
        let root = place.repo.root.clone();
        let mut cwd = root.clone();
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
        let before = self.enclosures.before(&root);
        match self.enter(
            (act, Ground::Task(exec.task.clone())),
            &root,
            &Also::default(),
        ) {
            Ok((starter, env)) => start(&starter, command, env, What::Tool(exec.task, before)),
            Err(why) => Started::Done(failed(why)),
        }
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
        // The person's own program, which tells them something: it is not held.
        match &self.supervisor {
            Some(supervisor) => start(
                &supervisor.starter(),
                command,
                self.env.clone(),
                What::HandOver(digest),
            ),
            None => Started::Done(failed("there is no supervisor, so nothing is started")),
        }
    }

    /// Where the hand-over page stands.
    fn page(&self) -> std::path::PathBuf {
        self.papers.join("HAND-OVER.md")
    }

    /// What a command that ended brought back, and whether the worktree is to be looked at.
    pub fn finish(
        &mut self,
        act: ActId,
        done: Done,
        now_ms: u64,
        trace: &str,
    ) -> (Observation, bool) {
        let Done { output, what } = done;
        match what {
            What::Tool(task, before) => {
                self.enclosures.settle(&task);
                let mut observation = observation(&output);
                let put_back = before.and_then(|it| it.put_back());
                for told in put_back.into_iter().chain(self.unreached(act)) {
                    observation.text = format!("{}\n{told}", observation.text);
                }
                (observation, true)
            }
            What::Delegated(task, before) => {
                self.enclosures.settle(&task);
                let mut observation = observation(&output);
                observation.text = output.stderr.text.trim().to_owned();
                let put_back = before.and_then(|it| it.put_back());
                for told in put_back.into_iter().chain(self.unreached(act)) {
                    observation.text = format!("{}\n{told}", observation.text);
                }
                (observation, false)
            }
            What::UserHook(task, before) => {
                self.enclosures.settle(&task);
                // What it made is as little wanted under such a name as what a command made.
                let _put_back = before.and_then(|it| it.put_back());
                (said(&output), self.places.contains_key(&task))
            }
            What::HandOver(page) => {
                let mut observation = observation(&output);
                let path = self.page();
                observation.text =
                    format!("the page is at {}\n{}", path.display(), observation.text);
                observation.outcome = Outcome::HandedOver { page };
                (observation, false)
            }
            What::Server => (observation(&output), false),
            What::Check(check) => (self.checked(act, &output, *check, (now_ms, trace)), false),
        }
    }
}

pub(super) fn start(
    starter: &Starter,
    mut command: Command,
    env: Environment,
    what: What,
) -> Started {
    command.env = env;
    command.progress = true;
    Started::Running(Under {
        running: starter.spawn(command),
        what,
    })
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

pub(super) fn observation(output: &Output) -> Observation {
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
        Exit::Exceeded(what) => (Status::Failed, None, Some(format!("ended: {what}"))),
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

/// What a hook said: what it printed, or, where it did not end well, what it complained about.
fn said(output: &Output) -> Observation {
    let mut observation = observation(output);
    let streams = [&output.stdout, &output.stderr];
    let [first, second] = match observation.exit_code {
        Some(0) => streams,
        Some(_) => [streams[1], streams[0]],
        None => return observation,
    };
    let text = if first.text.trim().is_empty() && observation.exit_code != Some(0) {
        &second.text
    } else {
        &first.text
    };
    observation.text.clone_from(text);
    observation
}
