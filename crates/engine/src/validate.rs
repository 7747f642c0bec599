//! Verification of the tree that would be merged, and the merge itself.

use gate::Subject;
use ledger::action::{Action, Candidate, Merge};
use ledger::event::{Ask, Decided, Need, Opened, RepositoryHook};
use ledger::facts::Fact;
use ledger::gate::{Checkpoint, Finding, GateDecision};
use ledger::ids::{GitId, TaskId};
use ledger::observation::{CandidateTree, ChangedFile, Protected};
use ledger::phase::{Mode, Phase, Stop};
use ledger::plan::Plan;
use ledger::report::{ItemStatus, Report, ReportStatus};

use crate::state::State;
use crate::step_context::StepContext;
use crate::{
    conflict, correction, evidence, limits, on_forge, publish, risk, spec_updates, stops, trials,
};

/// The next thing for the verification at hand.
pub(crate) fn once(context: &mut StepContext<'_>) {
    if !context.state.acts.is_empty() || !context.state.questions.is_empty() {
        return;
    }
    let Some(id) = context.state.last_task().map(|it| it.task.id.clone()) else {
        return;
    };
    if !limits::may_verify(&context.state, &context.options.limits) {
        let why = "the limit of verifications is reached";
        return stops::park(context, Stop::BudgetExhausted, why, vec![Need::Budget]);
    }
    let Some(candidate) = context.state.validation.candidate.clone() else {
        return build(context, &id);
    };
    if on_forge::speaks(&context.state) {
        // What it was to do is on the forge; there is nothing to look at here.
        if !context.state.validation.reported {
            let report = on_forge::report(&context.state);
            return context.decide(Decided::Reported(report));
        }
        return match on_forge::owes(&context.state) {
            Some(_) => route(context),
            // Evidence and risks of a change are for whoever made it, not for whoever speaks about it.
            None => {
                stops::enter(context, Phase::Merging, publish::SPOKEN);
            }
        };
    }
    if context.state.validation.found.is_none() {
        return look(context, &id, &candidate);
    }
    if evidence::next(context, &id, &candidate) {
        return;
    }
    let gates = verify::measured_gates(&context.options.verification);
    if context.state.validation.measured.is_none() && !gates.is_empty() {
        let act = context.act();
        return context.decide_for(&id, Decided::Measure { act, gates });
    }
    if trials::next(context, &id, &candidate) {
        return;
    }
    if !context.state.validation.reported {
        return conclude(context, &candidate);
    }
    route(context);
}

fn build(context: &mut StepContext<'_>, id: &TaskId) {
    if context.given_up(id) {
        return;
    }
    let Some(opened) = context.state.opened.clone() else {
        return;
    };
    let action = Action::Candidate(Candidate {
        task: id.clone(),
        run_branch: context.state.run_branch(),
        message: format!(
            "Merge {} into {}\n\nInterlock-Run: {}\n",
            context.state.run_branch(),
            opened.target,
            context.state.run
        ),
        target: opened.target.clone(),
        since: Some(began_from(&opened).clone()),
        taken: context.state.taken_of(&opened.target),
    });
    context.allow(id, action);
}

/// The commit of the target that the work began from: that of the branch, where the run goes on with one.
fn began_from(opened: &Opened) -> &GitId {
    let publish = opened.publish.as_deref();
    let since = publish.and_then(|it| it.since.as_ref());
    since.unwrap_or(&opened.base)
}

fn look(context: &mut StepContext<'_>, id: &TaskId, candidate: &CandidateTree) {
    let changed = spec_updates::work_of_others(&context.state, &candidate.changed);
    let signals = signals(&context.state, candidate, &changed);
    if !signals.is_empty() && context.state.mode == Mode::Quick {
        context.decide(Decided::Forced { signals });
    }
    let Some(plan) = context.state.plan.clone() else {
        return;
    };
    look_at(context, id, &plan, candidate);
}

/// Looks at what a plan says of a candidate's files; its commands are run afterwards.
pub(crate) fn look_at(
    context: &mut StepContext<'_>,
    id: &TaskId,
    plan: &Plan,
    candidate: &CandidateTree,
) {
    let paths = verify::paths(plan, &candidate.changed)
        .iter()
        .map(ToString::to_string)
        .collect();
    let mut commands = verify::commands(plan, &context.options.verification);
    commands.dedup();
    let act = context.act();
    context.decide_for(
        id,
        Decided::Inspect {
            act,
            paths,
            commands,
        },
    );
}

/// What the gates say of a command that is to be run as evidence.
pub(crate) fn decision(
    context: &mut StepContext<'_>,
    command: &str,
    argv: &[String],
) -> GateDecision {
    let subject = Subject::VerifyCommand { command, argv };
    let hooks = &context.options.verification.hooks;
    let hooks: Vec<String> = hooks.iter().map(RepositoryHook::command).collect();
    context.gate(
        Checkpoint::PreVerifyCommand,
        &subject,
        &[Fact::Declared(hooks)],
    )
}

fn conclude(context: &mut StepContext<'_>, candidate: &CandidateTree) {
    let state = context.state.clone();
    let (Some(plan), Some(promise)) = (&state.plan, &state.promise) else {
        return;
    };
    let undeclared: Vec<String> = state
        .tasks
        .values()
        .flat_map(|it| it.undeclared.iter().cloned())
        .collect();
    let found = state.validation.found.clone().unwrap_or_default();
    let told = state.last_task().map(|it| it.gaps.clone());
    let tried = state.validation.falsified.as_deref();
    let tried = tried.map(verify::Tried::read).unwrap_or_default();
    let report = verify::conclude(&verify::Input {
        plan,
        promise,
        partial: false,
        gated: true,
        planned: true,
        mode: state.mode,
        options: &context.options.verification,
        tree: Some(&candidate.tree),
        inspections: &found,
        evidence: &state.fresh_evidence(),
        unfit: &evidence::unfit(&state),
        unprepared: state.gathered.unprepared(&candidate.commit),
        switched_off: &[],
        trials: &tried.trials,
        places: &tried.places,
        guards: &tried.guards,
        measured: state.validation.measured.as_deref(),
        changed: &spec_updates::work_of_others(&state, &candidate.changed),
        undeclared: &undeclared,
        left_out: &state.left_out(),
        lost: &candidate.lost,
        told: &told.unwrap_or_default(),
        previous: state.correction.good_report.as_deref(),
    });
    context.decide(Decided::Reported(report));
}

/// Where a report leads.
fn route(context: &mut StepContext<'_>) {
    let Some(report) = context.state.report.clone() else {
        return;
    };
    match report.status {
        ReportStatus::GapsFound => correction::correct(context, &report),
        ReportStatus::HumanNeeded if !context.state.validation.reviewed => {
            review(context, human_items(&report))
        }
        ReportStatus::Passed | ReportStatus::HumanNeeded => passed(context),
    }
}

/// What makes a person look, or an evaluator: what changed in files, and outside of every tree.
fn signals(state: &State, candidate: &CandidateTree, changed: &[ChangedFile]) -> Vec<String> {
    let risk = state.opened.as_ref().map(|it| &it.options.risk);
    let mut signals = risk.map_or_else(Vec::new, |it| risk::signals(changed, it));
    let before = state.protected.as_deref().unwrap_or_default();
    let moved = Protected::moved(before, &candidate.protected);
    signals.extend(moved.iter().map(|it| format!("{it} since the work began")));
    signals.extend(risk::links(&candidate.links));
    signals
}

fn human_items(report: &Report) -> Vec<String> {
    report
        .items
        .iter()
        .filter(|it| matches!(it.status, ItemStatus::Human | ItemStatus::Unknown))
        .map(|it| format!("{}: {}", it.text, it.reason))
        .collect()
}

/// A merge under a signal of risk needs an evaluator's finding; without a model for that, a person looks.
fn passed(context: &mut StepContext<'_>) {
    let Some(candidate) = context.state.validation.candidate.clone() else {
        return;
    };
    let changed = spec_updates::work_of_others(&context.state, &candidate.changed);
    let signals = signals(&context.state, &candidate, &changed);
    let owed = context.state.owed();
    let needed = gate::missing_evidence(
        context.policies(),
        &changed,
        &context.state.evidence,
        Some(&candidate.tree),
    );
    let needed: Vec<String> = needed
        .into_iter()
        .map(|it| format!("required-evidence: {} ({})", it.message, it.when))
        .collect();
    let stands = !signals.is_empty() || !owed.is_empty() || !needed.is_empty();
    if stands && !context.state.validation.reviewed {
        let mut items: Vec<String> = signals.iter().map(|it| format!("risk: {it}")).collect();
        items.extend(needed);
        let at = |it: &Finding| it.source_refs.first().cloned().unwrap_or_default();
        items.extend(
            owed.iter()
                .map(|it| format!("{}: {} ({})", it.policy, it.message, at(it))),
        );
        return review(context, items);
    }
    stops::enter(context, Phase::Merging, "verified");
}

fn review(context: &mut StepContext<'_>, items: Vec<String>) {
    let decided = Decided::Asked {
        act: context.act(),
        call: None,
        ask: Ask::Review { items },
    };
    context.decide(decided);
}

/// The candidate could not be built: both sides changed the same lines.
pub(crate) fn conflicted(context: &mut StepContext<'_>) {
    let Some(paths) = context.state.validation.conflict.clone() else {
        return;
    };
    if context.state.correction.round >= context.options.correction.retries_max {
        return stops::escalate(context, "max_retries");
    }
    let gaps = conflict::with_target(&context.state, &paths);
    correction::again(context, gaps, false);
}

/// One compare-and-swap of the target ref, then the end.
pub(crate) fn merge_once(context: &mut StepContext<'_>) {
    if !context.state.acts.is_empty() {
        return;
    }
    let id = context.state.last_task().map(|it| it.task.id.clone());
    if let Some(commit) = context.state.merged.clone() {
        let is_under_way = id.is_some_and(|id| publish::target_once(context, &id, &commit));
        if !is_under_way {
            stops::enter(context, Phase::Done, "the target has the verified commit");
        }
        return;
    }
    if on_forge::speaks(&context.state) {
        stops::enter(context, Phase::Done, publish::SPOKEN);
        return;
    }
    let brings = context.state.validation.candidate.as_ref();
    if brings.is_some_and(|it| it.changed.is_empty()) {
        // A run that was taken back behind its merge comes here with what the target has already.
        stops::enter(context, Phase::Done, "the target has all of it already");
        return;
    }
    let target = context.state.opened.as_ref().map(|it| it.target.clone());
    let (Some(target), Some(id), Some(candidate)) =
        (target, id, context.state.validation.candidate.clone())
    else {
        return;
    };
    if context.given_up(&id) {
        return;
    }
    if !verified(&context.state, &candidate) {
        return stops::park(
            context,
            Stop::Unsafe,
            "the candidate is not what was verified",
            vec![Need::Hint],
        );
    }
    if publish::by_pull_request(&context.state).is_some() {
        return published(context, &id, &candidate.commit);
    }
    let action = Action::Merge(Merge {
        target,
        from: candidate.target_tip.clone(),
        to: candidate.commit.clone(),
        protected: candidate.protected.clone(),
    });
    context.allow(&id, action);
}

/// The next step towards a pull request. The run is done when that stands with a passed report.
fn published(context: &mut StepContext<'_>, task: &TaskId, verified: &GitId) {
    if context.given_up(task) {
        return;
    }
    match publish::next(&context.state, verified) {
        Some(action) => {
            context.allow(task, action);
        }
        None => {
            let words = publish::done_words(&context.state);
            stops::enter(context, Phase::Done, &words);
        }
    }
}

fn verified(state: &State, candidate: &CandidateTree) -> bool {
    let report = state.report.as_ref();
    report.is_some_and(|it| {
        it.tree.as_ref() == Some(&candidate.tree) && it.status != ReportStatus::GapsFound
    })
}
