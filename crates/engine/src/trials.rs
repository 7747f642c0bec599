//! Whether evidence can fail: what passed is run where what it claims to cover is broken, and where nothing of the change
//! can be read.

use ledger::action::{Action, Declared, Trials};
use ledger::evidence::Evidence;
use ledger::ids::{RelPath, TaskId};
use ledger::observation::CandidateTree;
use ledger::options::Falsify;
use ledger::phase::Mode;

use crate::evidence;
use crate::state::State;
use crate::step_context::StepContext;

/// The level that asks whether evidence can fail.
const LEVEL: u8 = 5;

/// Decides on trials, if some are wanted and were not made. Says whether there is something to wait for.
pub(crate) fn next(context: &mut StepContext<'_>, id: &TaskId, candidate: &CandidateTree) -> bool {
    let Some(wanted) = wanted(context, candidate) else {
        return false;
    };
    if context.given_up(id) || !evidence::stands(context, id, candidate) {
        return true;
    }
    // The gates let each of them run on this very tree.
    let declared = wanted.commands.into_iter().map(|command| {
        let argv = shell::argv_of(&command).unwrap_or_default();
        Declared {
            build: verify::build_command(&argv),
            argv,
            command,
        }
    });
    let action = Action::Trials(Trials {
        task: id.clone(),
        tree: candidate.tree.clone(),
        commands: declared.collect(),
        bounds: wanted.bounds,
        unreadable: wanted.unreadable,
    });
    context.allow(id, action);
    true
}

/// What is to be tried.
struct Wanted {
    commands: Vec<String>,
    bounds: Falsify,
    unreadable: Vec<RelPath>,
}

/// Nothing where that was done, or where something failed already, so that the report has gaps without it. In quick mode
/// and without level 5 only whether commands test this tree is asked, and only where something leads elsewhere.
fn wanted(context: &StepContext<'_>, candidate: &CandidateTree) -> Option<Wanted> {
    let state = &context.state;
    let options = &context.options.verification;
    let open = state.validation.falsified.is_none() && !state.validation.reported;
    let plan = state.plan.as_ref().filter(|_| open)?;
    let commands = all_green(state)?;
    let found = state.validation.found.as_deref();
    let unreadable = match leads_elsewhere(state) {
        true => verify::shipped_code(&candidate.changed, found.map_or(&[], Vec::as_slice)),
        false => Vec::new(),
    };
    let falsify = options.levels.contains(&LEVEL)
        && state.mode == Mode::Normal
        && verify::may_falsify(plan, options, &commands);
    if commands.is_empty() || !falsify && unreadable.is_empty() {
        return None;
    }
    let breaks_max = if falsify {
        options.falsify.breaks_max
    } else {
        0
    };
    Some(Wanted {
        commands,
        bounds: Falsify {
            breaks_max,
            ..options.falsify
        },
        unreadable,
    })
}

/// The commands that passed, if nothing failed that says something of the work, and everything was run.
fn all_green(state: &State) -> Option<Vec<String>> {
    let records = state.fresh_evidence();
    let all = state.validation.checks.len() == records.len();
    let (green, others): (Vec<_>, Vec<_>) = records.into_iter().partition(Evidence::is_green);
    let mut others = others.iter().filter_map(|it| it.command.as_deref());
    let failed = others.any(|it| !evidence::is_unfit(state, it));
    let mut green: Vec<String> = green.into_iter().filter_map(|it| it.command).collect();
    // A hook asks git about a change, and no copy has that.
    let options = state.opened.as_ref().map(|it| &it.options.verification);
    let hooks = options.map_or(&[][..], |it| &it.hooks);
    green.retain(|command| hooks.iter().all(|it| it.command() != *command));
    (all && !failed).then_some(green)
}

/// Whether something may lead commands to the person's own checkout: what was found around the clean one, or that code of
/// the change was opened there while they ran.
fn leads_elsewhere(state: &State) -> bool {
    let checkout = state.gathered.checkout.as_ref();
    let led = checkout.is_some_and(|it| !it.out.leads.is_empty());
    let opened = state
        .fresh_evidence()
        .iter()
        .any(|it| !it.opened.is_empty());
    led || opened
}
