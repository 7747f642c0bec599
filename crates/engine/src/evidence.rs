//! Gathering evidence for a candidate: its tree is laid out in the clean checkout and made ready, commands are run there,
//! and what fails is run once more and without the work, so that the work is not blamed for what was there before.

use ledger::action::{Action, Check, Checkout, HookCall, Moment, Purpose};
use ledger::event::{Decided, Need};
use ledger::gate::Verdict;
use ledger::ids::{GitId, RelPath, TaskId};
use ledger::observation::CandidateTree;
use ledger::options::Verification;
use ledger::phase::Stop;

use crate::hooks::asking::Said;
use crate::state::{Checked, State};
use crate::step_context::StepContext;
use crate::{validate, waves};

mod unreliable;

pub(crate) use unreliable::{is_unfit, unfit};

/// Files that are watched, at most.
const WATCHED_MAX: usize = 50;

/// A command that is to be run on a commit, and what for.
struct Wanted {
    commit: GitId,
    /// Its tree, where it is known before.
    tree: Option<GitId>,
    command: String,
    purpose: Purpose,
}

/// Decides the next act that evidence for a candidate needs. Says whether there was one.
pub(crate) fn next(context: &mut StepContext<'_>, id: &TaskId, candidate: &CandidateTree) -> bool {
    if leave_unchecked(context, candidate) {
        return true;
    }
    let Some(wanted) = next_wanted(&context.state, &context.options.verification, candidate) else {
        return false;
    };
    let before = context.count();
    if made_ready(context, id, &wanted) {
        check(context, id, wanted);
    }
    // What could not be decided parks the run by itself.
    context.count() > before || context.given_up(id)
}

/// Lays a candidate out and makes it ready, for what needs it beside its commands. Says whether it stands so.
pub(crate) fn stands(
    context: &mut StepContext<'_>,
    id: &TaskId,
    candidate: &CandidateTree,
) -> bool {
    let wanted = Wanted {
        commit: candidate.commit.clone(),
        tree: Some(candidate.tree.clone()),
        command: String::new(),
        purpose: Purpose::Evidence,
    };
    made_ready(context, id, &wanted)
}

/// The next command of a verification that has no answer yet.
pub(crate) fn open_check(state: &State) -> Option<&str> {
    let mut checks = state.validation.checks.iter();
    let open = checks.find(|(_, it)| *it == Checked::Open);
    open.map(|(command, _)| command.as_str())
}

/// A command that can't be run since its checkout can't be made ready has its answer.
fn leave_unchecked(context: &mut StepContext<'_>, candidate: &CandidateTree) -> bool {
    let Some(command) = open_check(&context.state).map(str::to_owned) else {
        return false;
    };
    let unprepared = context.state.gathered.unprepared(&candidate.commit);
    let Some(first) = unprepared.and_then(|it| it.command.clone()) else {
        return false;
    };
    let why = format!("`{first}`, which is to make the checkout ready for it, failed");
    context.decide(Decided::Unchecked { command, why });
    true
}

/// The command that the gates are asked about next, once its checkout stands: one of a verification, or one that makes
/// ready for it.
pub(crate) fn next_command(state: &State) -> Option<String> {
    let candidate = state.validation.candidate.as_deref()?;
    let options = &state.opened.as_ref()?.options.verification;
    let wanted = next_wanted(state, options, candidate)?;
    Some(next_preparation(state, options, &wanted).unwrap_or(wanted.command))
}

fn next_wanted(state: &State, options: &Verification, candidate: &CandidateTree) -> Option<Wanted> {
    next_check(state, candidate).or_else(|| next_comparison(state, options, candidate))
}

fn next_check(state: &State, candidate: &CandidateTree) -> Option<Wanted> {
    Some(Wanted {
        commit: candidate.commit.clone(),
        tree: Some(candidate.tree.clone()),
        command: open_check(state)?.to_owned(),
        purpose: Purpose::Evidence,
    })
}

/// The next run of a command that failed and of which it is not known yet whether the work is to blame.
fn next_comparison(
    state: &State,
    options: &Verification,
    candidate: &CandidateTree,
) -> Option<Wanted> {
    if state.validation.reported {
        return None;
    }
    let plan = state.plan.as_deref()?;
    let failing = unreliable::failing(state, plan, options, candidate);
    failing.into_iter().find_map(|it| {
        let purpose = it.next(state, candidate)?;
        let (commit, tree) = match purpose {
            Purpose::Repeat | Purpose::Evidence | Purpose::Prepare => {
                (candidate.commit.clone(), Some(candidate.tree.clone()))
            }
            Purpose::Baseline => (candidate.target_tip.clone(), None),
        };
        Some(Wanted {
            commit,
            tree,
            command: it.command.to_owned(),
            purpose,
        })
    })
}

/// Whether the clean checkout shows what a command is to be run on, made ready for it; else the next act towards that
/// is decided.
fn made_ready(context: &mut StepContext<'_>, id: &TaskId, wanted: &Wanted) -> bool {
    let checkout = context.state.gathered.checkout.as_ref();
    if checkout.is_none_or(|it| it.commit != wanted.commit) {
        if !context.given_up(id) {
            let action = Action::Checkout(Checkout {
                task: id.clone(),
                commit: wanted.commit.clone(),
                tree: wanted.tree.clone(),
                bring: context.options.verification.bring.clone(),
                compare: wanted.purpose == Purpose::Baseline,
            });
            context.allow(id, action);
        }
        return false;
    }
    let next = next_preparation(&context.state, &context.options.verification, wanted);
    let Some(command) = next else {
        return true;
    };
    if context.state.gathered.unprepared(&wanted.commit).is_none() {
        let wanted = Wanted {
            commit: wanted.commit.clone(),
            tree: wanted.tree.clone(),
            command,
            purpose: Purpose::Prepare,
        };
        check(context, id, wanted);
    }
    false
}

/// The next command that makes the checkout ready for a wanted one. One that makes ready itself needs only those before.
fn next_preparation(state: &State, options: &Verification, wanted: &Wanted) -> Option<String> {
    let prepared = state.gathered.checkout.as_ref().map(|it| &it.prepared);
    let all = options.prepare.iter();
    let mut needed = all.take_while(|it| it.trim() != wanted.command.trim());
    let next = needed.find(|it| prepared.is_none_or(|done| !done.contains(it)));
    next.cloned()
}

fn check(context: &mut StepContext<'_>, id: &TaskId, wanted: Wanted) {
    let Wanted {
        command,
        purpose,
        commit,
        ..
    } = wanted;
    if context.unfit(&command).is_none() {
        let moment = Moment::BeforeCheck {
            command: command.clone(),
            commit,
        };
        match context.ask_hooks(id, moment) {
            Said::GoOn => {}
            Said::Ask(_) | Said::Wait => return,
            Said::No(why) => return refused(context, command, why, purpose),
        }
    }
    let argv = shell::argv_of(&command).unwrap_or_default();
    let decision = validate::decision(context, &command, &argv);
    if decision.verdict != Verdict::Allow || argv.is_empty() {
        let why = decision.findings.first().map(|it| it.message.clone());
        let why = why.unwrap_or_else(|| "it is no plain command".to_owned());
        return refused(context, command, why, purpose);
    }
    let hook = hook_call(context, &command);
    let Some(tree) = context
        .state
        .gathered
        .checkout
        .as_ref()
        .map(|it| it.out.tree.clone())
    else {
        return;
    };
    if context.given_up(id) {
        return;
    }
    let tests = context
        .state
        .plan
        .as_deref()
        .map_or_else(Vec::new, verify::tests);
    let action = Action::Check(Check {
        task: id.clone(),
        command,
        argv,
        tree,
        timeout_s: context.options.limits.check_timeout_s,
        tests,
        purpose,
        watched: watched(&context.state, purpose),
        hook,
    });
    context.allow(id, action);
}

/// What a hook needs beside its file, if the command is one.
fn hook_call(context: &StepContext<'_>, command: &str) -> Option<Box<HookCall>> {
    let mut hooks = context.options.verification.hooks.iter();
    let hook = hooks.find(|it| it.command() == command)?;
    let candidate = context.state.validation.candidate.as_deref()?;
    Some(Box::new(HookCall {
        hook: hook.clone(),
        onto: candidate.target_tip.clone(),
        commit: candidate.commit.clone(),
    }))
}

/// Code of the change of which it is told whether somebody opens it elsewhere while evidence is gathered.
fn watched(state: &State, purpose: Purpose) -> Vec<RelPath> {
    let candidate = state.validation.candidate.as_ref();
    let Some(candidate) = candidate.filter(|_| purpose == Purpose::Evidence) else {
        return Vec::new();
    };
    let found = state.validation.found.as_deref();
    let mut code = verify::shipped_code(&candidate.changed, found.map_or(&[], Vec::as_slice));
    code.truncate(WATCHED_MAX);
    code
}

/// The gates refuse a command. Nothing can be shown without one that makes ready, and only people can change that.
fn refused(context: &mut StepContext<'_>, command: String, why: String, purpose: Purpose) {
    match purpose {
        Purpose::Evidence => context.decide(Decided::Unchecked { command, why }),
        Purpose::Prepare | Purpose::Repeat | Purpose::Baseline => {
            let what = format!("the gates refuse `{command}`: {why}");
            waves::hold(
                context,
                Stop::Blocked,
                what.clone(),
                vec![Need::Mend { what }],
            );
        }
    }
}
