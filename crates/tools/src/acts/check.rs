//! Declared commands, run in the clean checkout.

use std::ffi::OsString;
use std::time::Duration;

use ledger::action::{Check, Purpose};
use ledger::evidence::{End, Evidence, EvidenceKind, SourceTrust};
use ledger::ids::{ActId, GitId, Hash};
use ledger::observation::{LeftOutWhy, Observation, Outcome, Status};
use ledger::permit::Permit;

use super::checkout::remove;
use super::enclosures::{Also, Ground};
use super::opened_files::Opened;
use super::run::{Started, What, observation, start};
use super::{Whereabouts, Workshop, failed, hook};
use crate::process::{Command, Exit, Output};

/// Output of a check that is kept, in bytes; its tail goes into the evidence.
const OUTPUT_BYTES_MAX: usize = 512 * 1024;
/// The tail of a check's output that evidence holds, in bytes.
const TAIL_BYTES_MAX: usize = 4 * 1024;

impl Workshop {
    /// Runs a declared command in the clean checkout. The tree must stand there as it was decided.
    pub fn check(&mut self, permit: Permit<Check>) -> Started {
        let (act, check) = permit.spend();
        let Some(place) = &mut self.clean else {
            let text = "the clean checkout does not stand";
            return Started::Done(Observation::plain(Status::FactsChanged, text));
        };
        match place.snapshots.tree_now("before a command") {
            Ok(now) if now == check.tree => {}
            Ok(now) => {
                let text = format!(
                    "the clean checkout is at tree {}, not at {}",
                    now.short(),
                    check.tree.short()
                );
                return Started::Done(Observation::plain(Status::FactsChanged, text));
            }
            Err(_) => return Started::Done(failed("the tree of the clean checkout can't be told")),
        }
        let root = place.repo.root.clone();
        let git_dir = place.repo.git_dir.clone();
        let entered = match &check.hook {
            Some(_) => self.enter((act, Ground::Hook), &root, &Also::writable(vec![git_dir])),
            None => {
                let copies = self.enclosures.trial_folder();
                self.enter((act, Ground::Checks), &root, &Also::writable(copies))
            }
        };
        let (starter, env) = match entered {
            Ok(entered) => entered,
            Err(why) => return Started::Done(failed(why)),
        };
        let whereabouts = Whereabouts {
            here: &root,
            elsewhere: &[&self.repo.root],
        };
        let env = (self.check_env)(whereabouts, env);
        let (argv, env) = match (&check.hook, &self.clean) {
            (Some(call), Some(place)) => match hook::ready(place, call) {
                Ok(argv) => {
                    let more = hook::environment(place);
                    (argv, env.into_iter().chain(more).collect())
                }
                Err(why) => return Started::Done(failed(why)),
            },
            _ => (check.argv.iter().map(OsString::from).collect(), env),
        };
        let opened = Opened::watch(&self.repo.root, &check.watched);
        let mut command = Command::new(argv, root);
        command.timeout = Duration::from_secs(u64::from(check.timeout_s));
        command.output_bytes_max = OUTPUT_BYTES_MAX;
        command.merge_stderr = true;
        start(
            &starter,
            command,
            env,
            What::Check(Box::new((check, opened))),
        )
    }

    /// A command's record. Whether the tree is what it was is looked at now, not believed. What the command left beside
    /// it is no part of it, and is put away before anything else looks.
    pub(super) fn checked(
        &mut self,
        act: ActId,
        output: &Output,
        (check, opened): (Check, Option<Opened>),
        (now_ms, trace): (u64, &str),
    ) -> Observation {
        let opened = opened.map(Opened::opened).unwrap_or_default();
        let mut tree_unchanged = self.is_left(&check.tree);
        if let (Some(call), Some(place)) = (&check.hook, &self.clean) {
            tree_unchanged &= hook::done(place, call);
        }
        let mut observation = observation(output);
        let end = match &output.exit {
            Exit::Exited(_) => End::Exited,
            Exit::Signalled(signal) => End::Signalled(*signal),
            Exit::TimedOut => End::TimedOut(check.timeout_s),
            Exit::Exceeded(what) => End::Exceeded(what.clone()),
            Exit::NotStarted(why) => End::NotStarted(why.clone()),
            Exit::Lost | Exit::Cancelled => return observation,
        };
        let green = observation.exit_code == Some(0) && tree_unchanged;
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
            tests: (!check.tests.is_empty() && check.purpose == Purpose::Evidence)
                .then(|| (self.reads.tests)(&output.stdout.text, &check.tests)),
            end,
            opened: opened.iter().map(ToString::to_string).collect(),
            failure: (!green).then(|| (self.reads.failure)(&output.stdout.text)),
            created_ms: now_ms,
            duration_ms: observation.duration_ms,
        };
        // It did what it was to do: it ran. What it says is the evidence's business.
        observation.status = Status::Ok;
        observation.with(Outcome::Checked(Box::new(evidence)))
    }

    /// Whether every file of the tree is as it was. The checkout is put back to the tree, so that the next command does
    /// not come by reports and build output that git does not ignore.
    fn is_left(&mut self, tree: &GitId) -> bool {
        let Some(place) = &mut self.clean else {
            return false;
        };
        let Ok(after) = place.snapshots.tree_now("after a command") else {
            return false;
        };
        let brought = |path: &str| self.brought.iter().any(|it| it.as_str() == path);
        for it in place.snapshots.left_out() {
            if it.why != LeftOutWhy::Remade && !brought(&it.path) {
                // Should it stay, the next command finds it; the tree does not have it all the same.
                let _stays = remove(&place.repo.root.join(&it.path));
            }
        }
        if after == *tree {
            return true;
        }
        let changes = place.repo.changes(tree, &after);
        // If this fails, the next command finds another tree than it was decided for.
        if let Ok(_back) = place.snapshots.restore(tree) {
            place.tree = tree.clone();
        }
        changes.is_ok_and(|changes| changes.iter().all(|it| it.kind == 'A'))
    }
}

fn tail(text: &str) -> String {
    let from = text.len().saturating_sub(TAIL_BYTES_MAX);
    let from = (from..=text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    text[from..].trim_end().to_owned()
}
