//! Bounded retries, for the gaps alone; and the hand-over to people when retries do not help.

use ledger::action::{Action, Restore};
use ledger::event::Decided;
use ledger::phase::Phase;
use ledger::report::{FeedbackStatus, Report};

use crate::desk::Desk;
use crate::{join, stops, waves};

/// Rounds in a row without fewer gaps that are borne.
const FLAT_ROUNDS_MAX: u32 = 1;

/// What follows a report with gaps.
pub(crate) fn correct(desk: &mut Desk<'_>, report: &Report) {
    if let Some(reason) = escalation(desk, report) {
        return stops::escalate(desk, reason);
    }
    let regressed = report
        .re_verification
        .as_ref()
        .is_some_and(|it| !it.regressions.is_empty());
    if let Some(restore) = restore(desk, regressed) {
        let task = restore.task.clone();
        if !desk.given_up(&task) {
            desk.allow(&task, Action::Restore(restore));
        }
        return;
    }
    let good = desk
        .state
        .correction
        .good_report
        .clone()
        .filter(|_| regressed);
    let about = good.as_deref().unwrap_or(report);
    let gaps = about.gaps().map(|it| it.id.clone()).collect();
    again(desk, gaps, regressed);
}

/// Whether to hand over at once, and why.
fn escalation(desk: &Desk<'_>, report: &Report) -> Option<&'static str> {
    let policy = &desk.options.correction;
    let state = &desk.state.correction;
    if state.restored || state.let_go_on {
        // Already decided to go on: by a person, or before the branches were put right for it.
        return None;
    }
    let listed = |word: &str| {
        policy
            .escalate_on
            .iter()
            .any(|it| it.eq_ignore_ascii_case(word))
    };
    let failed = || {
        report
            .feedback
            .iter()
            .filter(|it| it.status == FeedbackStatus::Fail)
    };
    let triggered = failed().any(|it| {
        let category = format!("{:?}", it.category).to_lowercase();
        let message = it.message.to_lowercase();
        policy
            .escalate_on
            .iter()
            .map(|trigger| trigger.to_lowercase())
            .any(|trigger| {
                trigger == category
                    || trigger == it.rule
                    || trigger.len() > 3 && message.contains(&trigger)
            })
    });
    if triggered {
        return Some("policy_trigger");
    }
    let nothing_fixable = !report.gaps().any(|it| it.fixable);
    if nothing_fixable && listed("no_auto_fix") {
        return Some("no_auto_fix");
    }
    if state.round >= policy.retries_max
        || state.since() >= policy.total_attempts_max
        || nothing_fixable
    {
        return Some("max_retries");
    }
    (state.flat_rounds > FLAT_ROUNDS_MAX).then_some("fix_failed")
}

/// A round that broke what had passed is rolled back. Where the target had moved, the branches take in the merged
/// candidate first, so that the correction works on what was verified.
fn restore(desk: &Desk<'_>, regressed: bool) -> Option<Restore> {
    if desk.state.correction.restored {
        return None;
    }
    let task = desk.state.last_task()?.task.id.clone();
    let run_branch = Some(desk.state.run_branch());
    if regressed {
        let (tree, commit) = desk.state.correction.last_good.clone()?;
        return Some(Restore {
            task,
            tree,
            commit: Some(commit),
            run_branch,
            run_commit: None,
        });
    }
    let candidate = desk.state.validation.candidate.as_ref()?;
    let tip = desk.state.last_task().and_then(|it| it.tip.as_ref());
    let behind = waves::several(&desk.state) && tip != Some(&candidate.commit);
    (candidate.commit != candidate.run_tip || behind).then(|| Restore {
        task,
        tree: candidate.tree.clone(),
        commit: Some(candidate.commit.clone()),
        run_branch,
        run_commit: None,
    })
}

/// Another attempt.
pub(crate) fn again(desk: &mut Desk<'_>, gaps: Vec<String>, rolled_back: bool) {
    if !stops::enter(desk, Phase::Executing, "gaps were found") {
        return;
    }
    let round = desk.state.correction.round.saturating_add(1);
    desk.decide(Decided::Correcting {
        round,
        gaps,
        rolled_back,
    });
}

/// A person looked, and said no.
pub(crate) fn rejected(desk: &mut Desk<'_>, items: &[String], reason: &str) {
    if let Some(id) = desk.state.joining.clone() {
        return join::rejected(desk, &id, items, reason);
    }
    if desk.state.phase != Phase::Validating {
        return;
    }
    if desk.state.correction.round >= desk.options.correction.retries_max {
        return stops::escalate(desk, "max_retries");
    }
    let mut gaps = vec![format!("a person rejected the result: {reason}")];
    gaps.extend(items.iter().cloned());
    again(desk, gaps, false);
}
