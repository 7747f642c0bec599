//! Which tasks go on, side by side: as many as configured, none before what it depends on, and never two that may touch
//! the same file.

use ledger::action::{Action, Discard};
use ledger::event::{Ask, Decided, Need, Park, handed_over};
use ledger::ids::{CallId, TaskId};
use ledger::phase::{Phase, Stop};
use ledger::plan::Task;
use ledger::scope::{Scope, ScopeEntry};

use crate::state::{ActKind, Asking, Stage, State, TaskState};
use crate::step_context::StepContext;
use crate::stops;
use crate::stuck::Loop;
use crate::{calls, server_tools};

/// Tasks in the plan's order; the planner's, as long as there is no plan.
pub(crate) fn in_order(state: &State) -> impl Iterator<Item = &TaskState> {
    let plan = state.plan.as_deref();
    let planner = state.tasks.values().filter(move |_| plan.is_none());
    let planned = plan.into_iter().flat_map(|it| &it.tasks);
    planner.chain(planned.filter_map(|it| state.tasks.get(&it.id)))
}

/// Whether there is more than one task, so that what each of them brings is verified with what is there.
pub(crate) fn several(state: &State) -> bool {
    state.plan.as_ref().is_some_and(|it| it.tasks.len() > 1)
}

/// Whether a task that was not begun may begin now.
pub(crate) fn may_start(state: &State, task: &TaskState, parallel_max: u32) -> bool {
    let active: Vec<&TaskState> = in_order(state).filter(|it| is_active(it)).collect();
    task.stage == Stage::Fresh
        && task.held.is_none()
        && depends_on_done(state, &task.task)
        && u32::try_from(active.len()).is_ok_and(|it| it < parallel_max.max(1))
        && active.iter().all(|it| !overlap(&it.task, &task.task))
}

/// Begun, not in the run branch yet, and not waiting for somebody.
fn is_active(task: &TaskState) -> bool {
    task.held.is_none() && !matches!(task.stage, Stage::Fresh | Stage::Integrated)
}

fn depends_on_done(state: &State, task: &Task) -> bool {
    let done = |it: &TaskId| {
        let before = state.tasks.get(it);
        before.is_none_or(|it| it.stage == Stage::Integrated)
    };
    task.depends_on.iter().all(done)
}

/// Whether two tasks may touch the same file. One that is not bounded may touch any.
fn overlap(one: &Task, other: &Task) -> bool {
    let deletes = |task: &Task, scope: &Scope| {
        let mut paths = task.deletes.iter().map(|it| it.as_str());
        paths.any(|path| scope.covers(path))
    };
    let meets = |it: &ScopeEntry| other.files.entries().iter().any(|their| it.meets(their));
    one.files.is_any()
        || other.files.is_any()
        || one.files.entries().iter().any(meets)
        || deletes(one, &other.files)
        || deletes(other, &one.files)
        || one.deletes.iter().any(|path| other.deletes.contains(path))
}

/// Whether anything happens to a task without a person, with nothing under way for it.
pub(crate) fn goes_on(state: &State, task: &TaskState, parallel_max: u32) -> bool {
    if task.held.is_some() {
        return false;
    }
    match task.stage {
        Stage::Fresh => may_start(state, task, parallel_max),
        Stage::Working => {
            // A plan that stands waits for a person, and so do words that were no call.
            let planned = state.phase == Phase::Planning && !state.questions.is_empty();
            let asked = planned || is_asked(state, &task.task.id);
            let waits = server_tools::is_asked(state) && server_tools::are_wanted(task);
            task.calls.is_empty() && !asked || calls::go_on(task) && !waits
        }
        Stage::Committed => state.joining.is_none(),
        // A person is asked about what it would take away.
        Stage::Joining => state
            .questions
            .values()
            .all(|it| it.task.as_ref() != Some(&task.task.id)),
        Stage::Preparing | Stage::Committing | Stage::Integrating => true,
        Stage::Integrated => false,
    }
}

/// Whether a person is asked about a task's own words, which no call waits for.
pub(crate) fn is_asked(state: &State, id: &TaskId) -> bool {
    let task = state.tasks.get(id);
    let of_loop =
        |call: &CallId| task.is_some_and(|it| it.calls.iter().any(|it| it.call.id == *call));
    // Whatever is asked about tools of servers, no request of any task goes out meanwhile.
    if server_tools::is_asked(state) {
        return true;
    }
    let of_task = |it: &&Asking| it.task.as_ref() == Some(id);
    state.questions.values().filter(of_task).any(|it| {
        match (&it.ask, &it.call) {
            (Ask::Question { .. }, None) => true,
            // An agent that acts by itself was not kept waiting for it, and its task waits.
            (Ask::Permission { .. }, Some(call)) => !of_loop(call),
            (
                Ask::Question { .. }
                | Ask::Permission { .. }
                | Ask::Review { .. }
                | Ask::Tools { .. }
                | Ask::Plan { .. },
                _,
            ) => false,
        }
    })
}

/// A task goes round in circles.
pub(crate) fn stuck(context: &mut StepContext<'_>, found: Loop) {
    let stop = if matches!(found, Loop::Refused(_)) {
        Stop::Unsafe
    } else {
        Stop::Stuck
    };
    let triggers = &context.options.correction.escalate_on;
    if stop == Stop::Stuck && triggers.iter().any(|it| it == "infinite_loop") {
        return hand_over(context, "infinite_loop");
    }
    hold(context, stop, found.words(), vec![Need::Hint]);
}

/// This task can't go on. Others do, if they can; else the run waits.
pub(crate) fn hold(
    context: &mut StepContext<'_>,
    stop: Stop,
    why: impl Into<String>,
    needs: Vec<Need>,
) {
    let why = why.into();
    match held_alone(context) {
        Some(id) => {
            let park = Park { stop, why, needs };
            let escalate = None;
            context.decide_for(&id, Decided::Held { park, escalate });
        }
        None => stops::park(context, stop, why, needs),
    }
}

/// As [`hold`], and people take over once nothing else goes on.
pub(crate) fn hand_over(context: &mut StepContext<'_>, reason: &str) {
    match held_alone(context) {
        Some(id) => {
            let words = stops::why_people(context, reason);
            let park = Park {
                stop: Stop::Blocked,
                why: handed_over(reason, &words),
                needs: vec![Need::Hint],
            };
            let escalate = Some(reason.to_owned());
            context.decide_for(&id, Decided::Held { park, escalate });
        }
        None => stops::escalate(context, reason),
    }
}

/// The task at hand, if others go on without it.
fn held_alone(context: &StepContext<'_>) -> Option<TaskId> {
    let state = &context.state;
    let task = context.focused()?;
    let id = task.task.id.clone();
    let over = task.stage == Stage::Integrated || !state.to_restore.is_empty();
    if over || state.phase != Phase::Executing || !several(state) {
        return None;
    }
    let unfinished = |it: &&TaskState| it.stage != Stage::Integrated && it.task.id != id;
    let blocked = blocked(state, &id);
    in_order(state)
        .filter(unfinished)
        .any(|it| it.held.is_none() && !blocked.contains(&&it.task.id))
        .then_some(id)
}

/// Tasks that wait for a held one, or for this one, directly or not.
fn blocked<'s>(state: &'s State, also: &TaskId) -> Vec<&'s TaskId> {
    let mut blocked: Vec<&TaskId> = Vec::new();
    let is_held = |id: &TaskId| {
        let held = state.tasks.get(id).is_some_and(|it| it.held.is_some());
        held || id == also
    };
    // A plan's tasks stand after what they depend on, or a few rounds find the rest.
    loop {
        let before = blocked.len();
        for task in in_order(state) {
            let waits = task.task.depends_on.iter();
            let stuck = waits
                .into_iter()
                .any(|it| is_held(it) || blocked.contains(&it));
            if stuck && !blocked.contains(&&task.task.id) {
                blocked.push(&task.task.id);
            }
        }
        if blocked.len() == before {
            return blocked;
        }
    }
}

/// What held tasks need.
pub(crate) fn needs(state: &State) -> Vec<Need> {
    let mut needs: Vec<Need> = Vec::new();
    for (park, _) in in_order(state).filter_map(|it| it.held.as_ref()) {
        for need in &park.needs {
            if !needs.contains(need) {
                needs.push(need.clone());
            }
        }
    }
    needs
}

/// While models think, worktrees of tasks that are in go: nobody looks there again but where the last one came from. Says
/// whether there was one.
pub(crate) fn tidy(context: &mut StepContext<'_>) -> bool {
    let state = &context.state;
    let mut kinds = state.acts.values().map(|it| &it.kind);
    let thinking = !state.acts.is_empty() && kinds.all(|it| matches!(it, ActKind::Model { .. }));
    if !thinking || state.joining.is_some() {
        return false;
    }
    let last = state.joined.last.as_ref();
    let mut over = state.tasks.values().filter(|it| {
        let goes = it.stage == Stage::Integrated && it.prepared.is_some();
        // What can't be taken away now is left for the end.
        goes && it.failures.own == 0 && Some(&it.task.id) != last
    });
    let Some(task) = over.next().map(|it| it.task.id.clone()) else {
        return false;
    };
    let action = Action::Discard(Discard {
        task: task.clone(),
        branch: true,
        run_goes_on: true,
    });
    context.allow(&task, action);
    true
}

/// Nothing goes on any more but what is held: people take over, or the run waits for all that it needs.
pub(crate) fn rest(context: &mut StepContext<'_>) {
    let held: Vec<&TaskState> = in_order(&context.state)
        .filter(|it| it.held.is_some())
        .collect();
    let busy = !context.state.acts.is_empty() || !context.state.questions.is_empty();
    let parallel_max = context.options.limits.tasks_parallel_max;
    let goes_on = in_order(&context.state).any(|it| goes_on(&context.state, it, parallel_max));
    if held.is_empty() || busy || goes_on {
        return;
    }
    let of = |it: &&TaskState| it.held.clone().map(|held| (it.task.id.clone(), held));
    let mut all = held.iter().filter_map(of);
    let Some((first, (park, escalate))) = all.next() else {
        return;
    };
    let handed = escalate.or_else(|| all.find_map(|(_, (_, escalate))| escalate));
    context.turn_to(Some(&first));
    if let Some(reason) = handed {
        return stops::escalate(context, &reason);
    }
    let names: Vec<String> = in_order(&context.state)
        .filter(|it| it.held.is_some())
        .map(|it| format!("`{}`", it.task.id))
        .collect();
    let why = format!("task {} waits: {}", names.join(", "), park.why);
    let needs = needs(&context.state);
    stops::park(context, park.stop, why, needs);
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::ids::RelPath;

    fn task(files: &[&str], deletes: &[&str]) -> Task {
        let paths = |list: &[&str]| -> Vec<RelPath> {
            list.iter().map(|it| RelPath::new(it).unwrap()).collect()
        };
        let id = TaskId::new("a").unwrap();
        Task {
            files: Scope::of_files(paths(files)),
            deletes: paths(deletes),
            ..Task::in_words(id, String::new(), String::new())
        }
    }

    #[test]
    fn tasks_that_may_touch_the_same_file_overlap() {
        for (one, other, expected) in [
            (task(&["a"], &[]), task(&["b"], &["c"]), false),
            (task(&["a"], &[]), task(&["b", "a"], &[]), true),
            (task(&["a"], &["b"]), task(&["b"], &[]), true),
            (task(&["a"], &["c"]), task(&["b"], &["c"]), true),
            (task(&[], &[]), task(&["b"], &[]), true),
        ] {
            assert_eq!(overlap(&one, &other), expected, "{one:?} {other:?}");
            assert_eq!(overlap(&other, &one), expected, "{other:?} {one:?}");
        }
    }
}
