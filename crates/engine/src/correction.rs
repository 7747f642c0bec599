//! Bounded retries, for the gaps alone; and the hand-over to people when retries do not help.

use ledger::action::{Action, Restore};
use ledger::event::Decided;
use ledger::phase::Phase;
use ledger::report::{FeedbackStatus, Report};

use crate::step_context::StepContext;
use crate::{join, stops, waves};

/// Rounds in a row without fewer gaps that are borne.
const FLAT_ROUNDS_MAX: u32 = 1;

/// What follows a report with gaps.
pub(crate) fn correct(context: &mut StepContext<'_>, report: &Report) {
    if let Some(reason) = escalation(context, report) {
        return stops::escalate(context, reason);
    }
    let regressed = report
        .re_verification
        .as_ref()
        .is_some_and(|it| !it.regressions.is_empty());
    if let Some(restore) = restore(context, regressed) {
        let task = restore.task.clone();
        if !context.given_up(&task) {
            context.allow(&task, Action::Restore(restore));
        }
        return;
    }
    let good = context
        .state
        .correction
        .good_report
        .clone()
        .filter(|_| regressed);
    let about = good.as_deref().unwrap_or(report);
    let gaps = about.gaps().map(|it| it.id.clone()).collect();
    again(context, gaps, regressed);
}

/// Whether to hand over at once, and why.
fn escalation(context: &StepContext<'_>, report: &Report) -> Option<&'static str> {
    let policy = &context.options.correction;
    let state = &context.state.correction;
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
fn restore(context: &StepContext<'_>, regressed: bool) -> Option<Restore> {
    if context.state.correction.restored {
        return None;
    }
    let task = context.state.last_task()?.task.id.clone();
    let run_branch = Some(context.state.run_branch());
    if regressed {
        let (tree, commit) = context.state.correction.last_good.clone()?;
        return Some(Restore {
            task,
            tree,
            commit: Some(commit),
            run_branch,
            run_commit: None,
        });
    }
    let candidate = context.state.validation.candidate.as_ref()?;
    let tip = context.state.last_task().and_then(|it| it.tip.as_ref());
    let behind = waves::several(&context.state) && tip != Some(&candidate.commit);
    (candidate.commit != candidate.run_tip || behind).then(|| Restore {
        task,
        tree: candidate.tree.clone(),
        commit: Some(candidate.commit.clone()),
        run_branch,
        run_commit: None,
    })
}

/// Another attempt.
pub(crate) fn again(context: &mut StepContext<'_>, gaps: Vec<String>, rolled_back: bool) {
    if !stops::enter(context, Phase::Executing, "gaps were found") {
        return;
    }
    let round = context.state.correction.round.saturating_add(1);
    context.decide(Decided::Correcting {
        round,
        gaps,
        rolled_back,
    });
}

/// A person looked, and said no.
pub(crate) fn rejected(context: &mut StepContext<'_>, items: &[String], reason: &str) {
    if let Some(id) = context.state.joining.clone() {
        return join::rejected(context, &id, items, reason);
    }
    if context.state.phase != Phase::Validating {
        return;
    }
    if context.state.correction.round >= context.options.correction.retries_max {
        return stops::escalate(context, "max_retries");
    }
    let mut gaps = vec![format!("a person rejected the result: {reason}")];
    gaps.extend(items.iter().cloned());
    again(context, gaps, false);
}
