//! Evidence for commands and truths. Only a record of this very tree counts, green only when the command exited with 0
//! by itself and left the tree as it was; of one command the last record counts.

use ledger::evidence::{End, Evidence, EvidenceKind, Unfit};
use ledger::ids::GitId;
use ledger::plan::{Step, Truth};

use super::bound_truths;
use super::files::Files;
use super::input::Input;
use super::judgement::Judged;
use crate::normalize_output::steady;
use crate::rules::{
    BACKSTOP, COMMAND_FAILED, COMMAND_NOT_RUN, COMMAND_UNFIT, PREPARATION_FAILED, TRUTH_REFUTED,
    TRUTH_WITHOUT_EVIDENCE,
};
use crate::runner;
use crate::shortened::shortened;

/// Characters of a command's last line that are said.
const TAIL_CHARS_MAX: usize = 300;

/// What the records say.
pub(super) struct Proof<'a> {
    evidence: &'a [Evidence],
    tree: Option<&'a GitId>,
    unfit: &'a [Unfit],
    unprepared: Option<&'a Evidence>,
}

/// How one command stands.
enum Stand<'a> {
    Green(&'a Evidence),
    Red(&'a Evidence),
    NotRun,
    /// It says nothing of the work, whatever its record says.
    Unfit(&'a Unfit, Option<&'a Evidence>),
}

impl<'a> Proof<'a> {
    pub(super) fn new(input: &Input<'a>) -> Self {
        Self {
            evidence: input.evidence,
            tree: input.tree,
            unfit: input.unfit,
            unprepared: input.unprepared,
        }
    }

    /// A command that was to make the checkout ready, and failed.
    pub(super) fn preparation(&self, record: &Evidence) -> Judged {
        let command = record.command.as_deref().unwrap_or_default().trim();
        if let Some(it) = self.unfit.iter().find(|it| it.command == command) {
            return unfit(it, Some(record));
        }
        Judged::failed("FAILED", 0, PREPARATION_FAILED, red(record))
            .no_level()
            .with(vec![record.id.clone()])
            .mend(format!("`{command}` has to pass"))
    }

    /// A command that was not run.
    fn not_run(&self, what: &str) -> Judged {
        let first = self.unprepared.and_then(|it| it.command.as_deref());
        let reason = match first {
            Some(first) => format!(
                "{what} was not run, since `{}` failed before it",
                first.trim()
            ),
            None => format!("{what} was not run on this tree"),
        };
        Judged::unknown(0, COMMAND_NOT_RUN, reason).no_level()
    }

    /// A command whose exit code 0 is needed.
    pub(super) fn command(&self, command: &str) -> Judged {
        match self.stand(command) {
            Stand::Green(evidence) => {
                let judged = Judged::verified("PASSED", 0, "exit code 0");
                judged.no_level().with(vec![evidence.id.clone()])
            }
            Stand::Red(evidence) => {
                let judged = Judged::failed("FAILED", 0, COMMAND_FAILED, red(evidence));
                judged
                    .no_level()
                    .with(vec![evidence.id.clone()])
                    .mend(format!("`{command}` has to pass"))
            }
            Stand::NotRun => self.not_run("it"),
            Stand::Unfit(it, record) => unfit(it, record),
        }
    }

    /// A truth: by what is bound to it, all of it; else by all commands of its task's steps together.
    pub(super) fn truth(
        &self,
        truth: &Truth,
        steps: &[Step],
        (files, input): (&Files<'_>, &Input<'_>),
    ) -> Judged {
        if truth.backstop {
            let reason = "a backstop: no evidence turns it green, a person looks";
            return Judged::human("UNCERTAIN", BACKSTOP, reason);
        }
        let of_steps = || steps.iter().flat_map(|step| &step.commands);
        let commands: Vec<&str> = match truth.commands.as_slice() {
            [] => of_steps().map(|command| command.trim()).collect(),
            bound => bound.iter().map(|command| command.trim()).collect(),
        };
        if let Some(guard) = &truth.guard {
            let stands = (!commands.is_empty()).then(|| self.commands(&commands));
            return bound_truths::guard((truth, guard), stands, (files, input.guards));
        }
        let mut all = Vec::new();
        if truth.tests.is_empty() && truth.level.is_none() {
            if commands.is_empty() {
                return unbound();
            }
            all.push(self.commands(&commands));
        } else if !truth.commands.is_empty() {
            all.push(self.commands(&commands));
        }
        if !truth.tests.is_empty() {
            let declared = input.options.commands.iter().map(|it| it.trim());
            let sources: Vec<&str> = match truth.commands.is_empty() {
                true => commands.into_iter().chain(declared).collect(),
                false => commands,
            };
            let records = self.ended(&sources);
            all.extend(
                truth
                    .tests
                    .iter()
                    .map(|it| bound_truths::test(it, &records)),
            );
        }
        all.extend(
            truth
                .level
                .iter()
                .map(|it| bound_truths::level(it, files, input)),
        );
        Judged::worst(all).unwrap_or_else(unbound)
    }

    /// Several commands that have to pass together.
    fn commands(&self, commands: &[&str]) -> Judged {
        let mut ids = Vec::new();
        let mut open = None;
        for command in commands {
            match self.stand(command) {
                Stand::Green(evidence) if ids.contains(&evidence.id) => {}
                Stand::Green(evidence) => ids.push(evidence.id.clone()),
                Stand::Red(evidence) => {
                    let reason = format!("`{command}`: {}", red(evidence));
                    let judged = Judged::failed("FAILED", 0, TRUTH_REFUTED, reason);
                    return judged
                        .no_level()
                        .with(vec![evidence.id.clone()])
                        .mend(format!("`{command}` has to pass"));
                }
                Stand::NotRun => {
                    open.get_or_insert_with(|| self.not_run(&format!("`{command}`")));
                }
                Stand::Unfit(it, record) => {
                    open.get_or_insert(unfit(it, record));
                }
            }
        }
        match open {
            Some(judged) => judged,
            None => Judged::verified("VERIFIED", 0, "its commands passed")
                .no_level()
                .with(ids),
        }
    }

    /// The last records of these commands that ended by themselves and left the tree as it was, each once.
    fn ended(&self, commands: &[&str]) -> Vec<&'a Evidence> {
        let mut records: Vec<&Evidence> = Vec::new();
        for command in commands {
            let record = match self.stand(command) {
                Stand::Green(record) => record,
                Stand::Red(record) if record.tree_unchanged && record.exit_code != Some(0) => {
                    record
                }
                Stand::Red(_) | Stand::NotRun | Stand::Unfit(..) => continue,
            };
            if record.exit_code.is_some() && !records.iter().any(|it| it.id == record.id) {
                records.push(record);
            }
        }
        records
    }

    fn stand(&self, command: &str) -> Stand<'a> {
        let last = self.evidence.iter().rev().find(|it| {
            let kind = matches!(it.kind, EvidenceKind::Verify | EvidenceKind::TddGreen);
            let same = it.command.as_deref().map(str::trim) == Some(command.trim());
            kind && same && it.tree.is_some() && it.tree.as_ref() == self.tree
        });
        let unfit = self.unfit.iter().find(|it| it.command == command.trim());
        if let Some(unfit) = unfit {
            return Stand::Unfit(unfit, last);
        }
        match last {
            Some(evidence) if evidence.is_green() => Stand::Green(evidence),
            Some(evidence) => Stand::Red(evidence),
            None => Stand::NotRun,
        }
    }
}

/// A truth that nothing speaks of is a gap in the proof that only a person, or a better plan, can close.
fn unbound() -> Judged {
    let reason = "no evidence speaks of it: the plan binds no command, test or level";
    Judged::human(
        "PRESENT_BEHAVIOR_UNVERIFIED",
        TRUTH_WITHOUT_EVIDENCE,
        reason,
    )
    .mend("bind it in the plan: `commands: [...]`, `tests: [names]`, or `artifact:` with `level:`")
}

/// What fails without the work too is neither for it nor against it.
fn unfit(it: &Unfit, record: Option<&Evidence>) -> Judged {
    let failed = record.filter(|it| it.exit_code.is_some_and(|code| code != 0));
    let how = failed.map(|it| format!(" ({})", red(it)));
    let how = how.unwrap_or_default();
    let reason = format!(
        "`{}` says nothing of this work: {}{how}",
        it.command, it.why
    );
    let judged = Judged::unknown(0, COMMAND_UNFIT, reason).no_level();
    let ids = record.map(|it| it.id.clone()).into_iter().collect();
    judged.with(ids).mend(format!(
        "let `{}` pass without this work, or name what shows it in `verification.commands`",
        it.command
    ))
}

/// Why a record is not green.
fn red(evidence: &Evidence) -> String {
    match evidence.exit_code {
        Some(0) if !evidence.tree_unchanged => {
            "exit code 0, but it changed files that git does not ignore".to_owned()
        }
        Some(0) => "exit code 0, but nobody who counts has seen it".to_owned(),
        Some(code) => with_tail(format!("exit code {code}"), &evidence.tail),
        None => {
            let how = match &evidence.end {
                End::Exited => "it has no exit code".to_owned(),
                End::Signalled(signal) => format!("signal {signal} ended it"),
                End::TimedOut(seconds) => format!(
                    "it did not end within {seconds} s (a test runner that watches for changes? `CI=1` is set for it)"
                ),
                End::Exceeded(what) => format!("it was ended: {what}"),
                End::NotStarted(why) => format!("it can't be started: {why}"),
            };
            with_tail(how, &evidence.tail)
        }
    }
}

fn with_tail(what: String, tail: &str) -> String {
    match telling(tail) {
        Some(line) => {
            let line: String = line
                .chars()
                .map(|c| if c.is_control() { ' ' } else { c })
                .collect();
            let line = shortened(&steady(line.trim()), TAIL_CHARS_MAX);
            format!("{what}: {line}")
        }
        None => what,
    }
}

/// The line of an output that says most about a failure: the last one that names what failed, else the last.
fn telling(tail: &str) -> Option<&str> {
    let lines = || {
        tail.lines()
            .rev()
            .map(str::trim)
            .filter(|it| !it.is_empty())
    };
    lines()
        .find(|line| runner::names_failure(line))
        .or_else(|| lines().next())
}
