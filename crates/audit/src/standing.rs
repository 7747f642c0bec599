//! How a run stands, as plain values: what people are shown of it. Nothing in it decides anything.

use engine::state::{ActKind, Stage, State, TaskState};
use ledger::event::{Ask, Park};
use ledger::evidence::Evidence;
use ledger::ids::{ActId, CallId, GitId, RunId, TaskId};
use ledger::money::{Cost, Usd};
use ledger::phase::{Mode, Phase};
use ledger::report::Report;
use serde::Serialize;

use crate::summary;

/// How a run stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The run.
    pub run: RunId,
    /// What it is about, in one line.
    pub title: String,
    /// What it undertakes.
    pub objective: Option<String>,
    /// Where it is.
    pub phase: Phase,
    /// How strongly it is gated.
    pub mode: Mode,
    /// The repository's top directory, once it is opened.
    pub repository: Option<String>,
    /// The target branch.
    pub target: Option<String>,
    /// The branch that collects its work.
    pub branch: String,
    /// Its tasks, in the plan's order.
    pub tasks: Vec<TaskStanding>,
    /// What people are asked.
    pub questions: Vec<Question>,
    /// Why it is parked, if it is.
    pub park: Option<Park>,
    /// How it ended, if it did.
    pub ended: Option<(Phase, String)>,
    /// Acts that have no outcome yet.
    pub under_way: Vec<UnderWay>,
    /// The last report.
    pub report: Option<Report>,
    /// Evidence, in order.
    pub evidence: Vec<Evidence>,
    /// Corrections of the run.
    pub corrections: u32,
    /// What all budget segments together allow.
    pub budget: Usd,
    /// What was spent.
    pub spent: Cost,
    /// What is set aside for requests that are out.
    pub reserved: Usd,
    /// Milliseconds of activity.
    pub active_ms: u64,
    /// Milliseconds of waiting for people.
    pub waited_ms: u64,
    /// The commit that the target was moved to.
    pub merged: Option<GitId>,
    /// Hooks of the repository that have no say in this run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hooks_not_run: Vec<String>,
}

/// Hooks that stood when the run was opened, unless they were to be run.
fn hooks_not_run(state: &State) -> Vec<String> {
    let opened = state.opened.as_ref();
    let opened = opened.filter(|it| !it.options.hooks.repository);
    let hooks = opened.map_or(&[][..], |it| &it.ground.hooks);
    hooks.iter().map(|it| it.name.clone()).collect()
}

/// A task and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TaskStanding {
    /// Its id.
    pub id: TaskId,
    /// Its title.
    pub title: String,
    /// The wave, from 1.
    pub wave: u32,
    /// Tasks that come first.
    pub depends_on: Vec<TaskId>,
    /// How far it is, in words.
    pub stage: &'static str,
    /// What it waits for, if it can't go on while others do.
    pub held: Option<Park>,
    /// Whether the run branch has its work.
    pub integrated: bool,
    /// The attempt, from 1.
    pub attempt: u32,
    /// Calls of tools in this attempt.
    pub tool_calls: u32,
    /// Its worktree, while it stands.
    pub directory: Option<String>,
    /// What the agent says about its work; a claim.
    pub claim: Option<String>,
}

/// A question to people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Question {
    /// Its name.
    pub act: ActId,
    /// The call that waits for it.
    pub call: Option<CallId>,
    /// What is asked.
    pub ask: Ask,
    /// When it was asked, in milliseconds since 1970.
    pub asked_ms: u64,
}

/// An act that has no outcome yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnderWay {
    /// The act.
    pub act: ActId,
    /// What it is, in a word or two.
    pub what: &'static str,
    /// For a timer: when it rings, in milliseconds since 1970.
    pub at_ms: Option<u64>,
}

/// How a run stands, for people.
#[must_use]
pub fn standing(state: &State) -> Standing {
    let opened = state.opened.as_deref();
    Standing {
        run: state.run.clone(),
        title: summary::title(state),
        objective: state.promise.as_ref().map(|it| it.objective.clone()),
        phase: state.phase,
        mode: state.mode,
        repository: opened.map(|it| it.repository.clone()),
        target: opened.map(|it| it.target.clone()),
        branch: state.run_branch(),
        tasks: tasks(state),
        questions: questions(state),
        park: state.park.clone(),
        ended: state.ended.clone(),
        under_way: under_way(state),
        report: state.report.as_deref().cloned(),
        evidence: state.evidence.as_ref().clone(),
        corrections: state.correction.total,
        budget: state.purse.total,
        spent: state.purse.spent,
        reserved: state.purse.reserved,
        active_ms: state.clock.active_ms,
        waited_ms: state.clock.waited_ms,
        merged: state.merged.clone(),
        hooks_not_run: hooks_not_run(state),
    }
}

fn tasks(state: &State) -> Vec<TaskStanding> {
    let planned = state.plan.iter().flat_map(|it| it.tasks.iter());
    planned
        .filter_map(|it| state.tasks.get(&it.id))
        .map(|it| TaskStanding {
            id: it.task.id.clone(),
            title: it.task.title.clone(),
            wave: it.task.wave,
            depends_on: it.task.depends_on.clone(),
            held: it.held.as_ref().map(|(park, _)| park.clone()),
            stage: stage(it, state.ended.is_some()),
            integrated: it.stage == Stage::Integrated,
            attempt: it.attempt,
            tool_calls: it.tool_calls,
            directory: it.prepared.as_ref().map(|it| it.directory.clone()),
            claim: it.claim.clone(),
        })
        .collect()
}

/// How far a task is, in words. In a run that has ended nothing is done about it any more.
fn stage(task: &TaskState, over: bool) -> &'static str {
    if task.held.is_some() && !over {
        return "held";
    }
    match task.stage {
        Stage::Fresh | Stage::Preparing if over => "not begun",
        Stage::Working | Stage::Committing if over => "not finished",
        Stage::Fresh => "to do",
        Stage::Preparing => "being prepared",
        Stage::Working => "being worked on",
        Stage::Committing => "being committed",
        Stage::Committed => "committed",
        Stage::Joining => "being verified with the rest",
        Stage::Integrating => "being integrated",
        Stage::Integrated => "in the run branch",
    }
}

fn questions(state: &State) -> Vec<Question> {
    let one = |(act, it): (&ActId, &engine::state::Asking)| Question {
        act: *act,
        call: it.call.clone(),
        ask: it.ask.clone(),
        asked_ms: it.asked_ms,
    };
    state.questions.iter().map(one).collect()
}

fn under_way(state: &State) -> Vec<UnderWay> {
    let one = |(act, open): (&ActId, &engine::state::OpenAct)| {
        let (what, at_ms) = match &open.kind {
            ActKind::Model { .. } => ("model request", None),
            ActKind::World { .. } if open.call.is_some() => ("tool call", None),
            ActKind::World { action, .. } => (action.word(), None),
            ActKind::Inspect { .. } => ("inspection", None),
            ActKind::Timer { at_ms } => ("timer", Some(*at_ms)),
        };
        UnderWay {
            act: *act,
            what,
            at_ms,
        }
    };
    state.acts.iter().map(one).collect()
}
