//! Commands that failed and say nothing of the work: what they do on the same tree a second time, and without the work.

use ledger::action::Purpose;
use ledger::evidence::{End, Evidence, Unfit};
use ledger::ids::GitId;
use ledger::observation::{CandidateTree, CheckedOut, LackingKind};
use ledger::options::Verification;
use ledger::plan::Plan;

use crate::state::{Checked, State};

/// Why a command says nothing of the work.
const ALIKE: &str = "it fails in the same way without it";
/// The same.
const MOMENT: &str = "on this very tree it fails one time and passes the next";
/// The same.
const LEAVES: &str = "it leaves files behind that git does not ignore";

/// Things that are named as a likely cause, at most.
const LACKS_SAID_MAX: usize = 5;

/// A command that failed on the candidate, and that is not the plan's own.
pub(super) struct Failing<'a> {
    pub(super) command: &'a str,
    record: &'a Evidence,
    /// Whether nobody declared it.
    found: bool,
}

/// The commands of this verification that failed and may say nothing of the work. What a plan asks for is to pass with
/// the work, whatever it did before.
pub(super) fn failing<'a>(
    state: &'a State,
    plan: &'a Plan,
    options: &'a Verification,
    candidate: &CandidateTree,
) -> Vec<Failing<'a>> {
    let beside_plan = verify::beside_plan(plan, options);
    let is_beside_plan = |command: &str| {
        let mut all = beside_plan.iter();
        all.any(|it| it.trim() == command.trim())
    };
    let of = |command: &'a str, record: &'a Evidence| Failing {
        command,
        record,
        found: options.commands_found && is_beside_plan(command),
    };
    let checks = state.validation.checks.iter();
    let checks = checks.filter_map(|(command, it)| match it {
        Checked::Evidence(place) => Some((command.as_str(), state.evidence.get(*place)?)),
        Checked::Open | Checked::Running(_) | Checked::Refused => None,
    });
    let checks = checks.filter(|(command, record)| !record.is_green() && is_beside_plan(command));
    let unprepared = state.gathered.unprepared(&candidate.commit);
    let unprepared = unprepared.and_then(|it| Some((it.command.as_deref()?, it)));
    let all = unprepared.into_iter().chain(checks);
    all.map(|(command, record)| of(command, record)).collect()
}

/// The commands that say nothing of the work, as far as it is known.
#[must_use]
pub(crate) fn unfit(state: &State) -> Vec<Unfit> {
    let told = state.validation.unfit.as_deref();
    let mut all = told.cloned().unwrap_or_default();
    let (Some(plan), Some(opened), Some(candidate)) =
        (&state.plan, &state.opened, &state.validation.candidate)
    else {
        return all;
    };
    let failing = failing(state, plan, &opened.options.verification, candidate);
    all.extend(failing.iter().filter_map(|it| {
        Some(Unfit {
            command: it.command.trim().to_owned(),
            why: it.why(state, candidate)?,
        })
    }));
    all
}

/// Whether a command is one of them.
pub(crate) fn is_unfit(state: &State, command: &str) -> bool {
    let all = unfit(state);
    all.iter().any(|it| it.command.trim() == command.trim())
}

impl<'a> Failing<'a> {
    /// What it is to be run for next, so that it is known whether the work is to blame.
    pub(super) fn next(&self, state: &State, candidate: &CandidateTree) -> Option<Purpose> {
        // One that never ends is not tried again, and one that passes did what it was asked.
        if matches!(self.record.end, End::TimedOut(_)) || self.record.exit_code == Some(0) {
            return None;
        }
        let again = self.again(state, candidate);
        if self.found && self.record.end == End::Exited && again.is_none() {
            return Some(Purpose::Repeat);
        }
        let passes_again = again.is_some_and(Evidence::is_green);
        let known = passes_again
            || self.without(state, &candidate.target_tip).is_some()
            || self.is_new(state, candidate);
        (!known).then_some(Purpose::Baseline)
    }

    /// Why it says nothing of the work, if it does not.
    fn why(&self, state: &State, candidate: &CandidateTree) -> Option<String> {
        match (&self.record.end, self.record.exit_code) {
            (End::TimedOut(seconds), _) if self.found => {
                return Some(format!("it did not end within {seconds} s"));
            }
            (End::TimedOut(_), _) => return None,
            (_, Some(0)) => return self.found.then(|| LEAVES.to_owned()),
            (End::Exited | End::Signalled(_) | End::Exceeded(_) | End::NotStarted(_), _) => {}
        }
        if self.again(state, candidate).is_some_and(Evidence::is_green) {
            return Some(MOMENT.to_owned());
        }
        if self.is_new(state, candidate) {
            return None;
        }
        let base = &candidate.target_tip;
        let without = self.without(state, base)?;
        let other = without.command.as_deref().map(str::trim) != Some(self.command.trim());
        let alike = other || self.fails_alike(without);
        let why = match other {
            true => format!(
                "`{}` can't make a checkout ready for it without the work either",
                without.command.as_deref().unwrap_or_default().trim()
            ),
            false => ALIKE.to_owned(),
        };
        let cause = state.gathered.of(base).and_then(likely_cause);
        alike.then(|| match cause {
            Some(cause) => format!("{why}; {cause}"),
            None => why,
        })
    }

    /// What it did on the same tree a second time.
    fn again<'s>(&self, state: &'s State, candidate: &CandidateTree) -> Option<&'s Evidence> {
        let gathered = &state.gathered;
        gathered.record(Purpose::Repeat, &candidate.commit, self.command)
    }

    /// What it did without the work, or what keeps it from being run there.
    fn without<'s>(&self, state: &'s State, base: &GitId) -> Option<&'s Evidence> {
        let gathered = &state.gathered;
        let record = gathered.record(Purpose::Baseline, base, self.command);
        record.or_else(|| gathered.unprepared(base))
    }

    /// Whether it failed with the work as it did without it. What somebody declared may be what the work is to mend: it
    /// has to fail exactly as before.
    fn fails_alike(&self, without: &Evidence) -> bool {
        let same = without.exit_code == self.record.exit_code && without.end == self.record.end;
        let failures = without.failure.as_ref().zip(self.record.failure.as_ref());
        same && match self.found {
            true => failures.is_some_and(|(without, with)| verify::fails_alike(without, with)),
            false => verify::fails_the_same(without, self.record),
        }
    }

    /// Whether it was found, and nothing without the work says that this is how it is tested: then it is the work's.
    fn is_new(&self, state: &State, candidate: &CandidateTree) -> bool {
        let base = state.gathered.of(&candidate.target_tip);
        let declares = |it: &CheckedOut| {
            let mut all = it.declared.iter();
            all.any(|it| it.trim() == self.command.trim())
        };
        self.found && base.is_some_and(|it| !declares(it))
    }
}

/// What the person's checkout has that a clean one lacks.
fn likely_cause(out: &CheckedOut) -> Option<String> {
    let mut said: Vec<String> = out
        .lacks
        .iter()
        .take(LACKS_SAID_MAX)
        .map(|it| match it.kind {
            LackingKind::Submodule => format!("the submodule `{}` is empty", it.path),
            LackingKind::Ignored => format!("`{}` is not there, which git ignores", it.path),
        })
        .collect();
    if said.is_empty() {
        return None;
    }
    let more = out.lacks.len().saturating_sub(said.len());
    if more > 0 {
        said.push(format!("{more} more"));
    }
    Some(format!(
        "in a clean checkout {}: name what it needs in `verification.bring`, or commands that make it in \
         `verification.prepare`",
        said.join(", ")
    ))
}
