//! What is told of commands that are run as evidence, and of what they are worth.

use ledger::action::{Check, Purpose, Trials};
use ledger::evidence::{End, Evidence, Unfit};
use ledger::ids::ActId;
use ledger::observation::{CheckedOut, LeftOut};

use super::Teller;
use crate::render::style::{Mark, Tone};
use crate::render::text::{duration, one_line, plural};

impl Teller {
    pub(super) fn verifies(&mut self, paths: &[String], commands: &[String]) {
        let (files, commands) = (
            plural(paths.len(), "file"),
            plural(commands.len(), "command"),
        );
        self.aside(&format!("verifies {files} and {commands}"));
    }

    pub(super) fn compares(&mut self, commands: &[String]) {
        let commands = commands.join("`, `");
        self.aside(&format!(
            "runs without the work too, in scratch copies: `{commands}`"
        ));
    }

    pub(super) fn compared(&mut self, unfit: &[Unfit]) {
        if unfit.is_empty() {
            self.aside("what failed is held against the work");
        }
        for it in unfit {
            let what = format!("`{}` says nothing of the work: {}", it.command, it.why);
            self.line(Mark::Warn, &what);
        }
    }

    /// A command is about to be run; the words for it.
    pub(super) fn begins_check(&mut self, act: ActId, check: &Check) -> String {
        self.purposes.insert(act, check.purpose);
        let command = one_line(&check.command);
        match purpose_words(check.purpose) {
            Some(words) => format!("{words}: {command}"),
            None => command,
        }
    }

    /// Things are about to be broken; the words for it.
    pub(super) fn begins_trials(&self, trials: &Trials) -> String {
        let commands: Vec<&str> = trials
            .commands
            .iter()
            .map(|it| it.command.as_str())
            .collect();
        format!(
            "break things in scratch copies, to see whether `{}` notice",
            commands.join("`, `")
        )
    }

    pub(super) fn checked_out(&mut self, it: &CheckedOut) {
        self.aside(&format!(
            "tree {} is checked out in {}",
            it.tree.short(),
            it.directory
        ));
        for missing in &it.missing {
            self.line(Mark::Warn, &format!("not brought: {missing}"));
        }
    }

    /// What no snapshot takes.
    pub(super) fn left_out(&mut self, all: &[LeftOut]) {
        for it in all {
            self.more(
                Mark::Warn,
                Tone::Warn,
                &format!("left out: {} ({})", it.path, it.reason()),
            );
        }
    }

    pub(super) fn checked(&mut self, it: &Evidence) {
        let dot = self.style.dot();
        let command = one_line(it.command.as_deref().unwrap_or("a command"));
        let purpose = self.purposes.remove(&it.act).unwrap_or_default();
        let command = match purpose_words(purpose) {
            Some(words) => format!("{words}: {command}"),
            None => command,
        };
        let exit = match (&it.end, it.exit_code) {
            (End::TimedOut(seconds), _) => format!("did not end within {seconds} s"),
            (End::Exceeded(what), _) => format!("ended: {what}"),
            (End::NotStarted(why), _) => format!("can't be started: {why}"),
            (End::Signalled(signal), _) => format!("ended by signal {signal}"),
            (End::Exited, Some(code)) => format!("exit {code}"),
            (End::Exited, None) => "no exit code".to_owned(),
        };
        let took = duration(it.duration_ms);
        let changed = if it.tree_unchanged {
            ""
        } else {
            ", and it changed tracked files"
        };
        self.red = !it.is_green() && purpose == Purpose::Evidence;
        let mark = match (purpose, it.is_green()) {
            (_, true) => Mark::Good,
            (Purpose::Repeat | Purpose::Baseline, false) => Mark::Note,
            (Purpose::Evidence | Purpose::Prepare, false) => Mark::Bad,
        };
        self.line(
            mark,
            &format!("{command}{dot}{exit}{changed}{dot}{took}{dot}{}", it.id),
        );
        let last = it.tail.lines().rev().find(|it| !it.trim().is_empty());
        if let (false, Some(last)) = (it.is_green(), last) {
            self.more(Mark::None, Tone::Dim, last);
        }
    }
}

/// What a command is run for, where it is no evidence.
fn purpose_words(purpose: Purpose) -> Option<&'static str> {
    match purpose {
        Purpose::Evidence => None,
        Purpose::Prepare => Some("makes the checkout ready"),
        Purpose::Repeat => Some("once more"),
        Purpose::Baseline => Some("without the work"),
    }
}
