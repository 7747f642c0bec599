//! What is known of a run: a fold over its lines, and nothing else. Cheap to clone: long parts are shared.

use std::collections::BTreeMap;
use std::sync::Arc;

use context::history::Turn;
use context::tokens::Known;
use ledger::action::Action;
use ledger::event::{Ask, Inspection, Opened, Park, Process};
use ledger::evidence::Evidence;
use ledger::gate::Authorisation;
use ledger::ids::{ActId, CallId, GitId, Hash, RunId, Seq, TaskId};
use ledger::money::{Cost, Usd};
use ledger::observation::{CandidateTree, Committed, Prepared};
use ledger::phase::{Mode, Phase, Stop};
use ledger::plan::{Plan, Task};
use ledger::promise::Promise;
use ledger::proposal::Proposal;
use ledger::reply::Call;
use ledger::report::Report;

use crate::stuck::Stuck;

/// The state of one run.
#[derive(Debug, Clone)]
pub struct State {
    /// The run.
    pub run: RunId,
    /// Its first line, once it is there.
    pub opened: Option<Arc<Opened>>,
    /// Where it is.
    pub phase: Phase,
    /// How strongly it is gated.
    pub mode: Mode,
    /// What it undertakes.
    pub promise: Option<Arc<Promise>>,
    /// How.
    pub plan: Option<Arc<Plan>>,
    /// Its tasks, by id.
    pub tasks: BTreeMap<TaskId, TaskState>,
    /// Acts that were decided and have no outcome yet.
    pub acts: BTreeMap<ActId, OpenAct>,
    /// The number that the next act gets.
    pub next_act: u64,
    /// What people were asked and have not answered.
    pub questions: BTreeMap<ActId, Asking>,
    /// What people granted.
    pub grants: Vec<Authorisation>,
    /// Money.
    pub purse: Purse,
    /// What was counted.
    pub counts: Counts,
    /// Time.
    pub clock: Clock,
    /// Evidence, in order.
    pub evidence: Arc<Vec<Evidence>>,
    /// The validation under way, or the last one.
    pub validation: Validation,
    /// The last report.
    pub report: Option<Arc<Report>>,
    /// The correction under way.
    pub correction: Correction,
    /// The tool whose result is the newest thing seen, if it is one.
    pub just_done: Option<&'static str>,
    /// Trace of the gate decision that let the last verify command run.
    pub last_gate: Option<String>,
    /// Why it is parked, if it is.
    pub park: Option<Park>,
    /// An escalation whose hand-over page is being written.
    pub escalating: Option<String>,
    /// Why it fails, once it does.
    pub failing: Option<String>,
    /// How it ended, if it did.
    pub ended: Option<(Phase, String)>,
    /// The newest driver.
    pub epoch: u64,
    /// The newest driver's processes, to end what they left.
    pub driver: Option<(Process, Option<Process>)>,
    /// Whether somebody sits at the driver's terminal.
    pub attended: bool,
    /// The newest message taken in.
    pub told: u64,
    /// The newest line.
    pub seq: Seq,
    /// The commit that the target ref was moved to.
    pub merged: Option<GitId>,
}

/// A task and where it stands.
#[derive(Debug, Clone)]
pub struct TaskState {
    /// What is to be done.
    pub task: Arc<Task>,
    /// How far it is.
    pub stage: Stage,
    /// The attempt, from 1.
    pub attempt: u32,
    /// Its worktree.
    pub prepared: Option<Arc<Prepared>>,
    /// What was said in this attempt.
    pub turns: Vec<Turn>,
    /// The calls of the last reply, until all are answered.
    pub calls: Vec<Pending>,
    /// The size of the last prompt and reply.
    pub known: Option<Known>,
    /// Bytes of the prompt that is out, by our own count.
    pub asked_bytes: u64,
    /// The agent says that it is done; a claim.
    pub claim: Option<String>,
    /// What this attempt is for, when it is a correction.
    pub gaps: Vec<String>,
    /// The last snapshot of the worktree, by what wrote it.
    pub tree: Option<GitId>,
    /// Whether anything was changed in this attempt.
    pub touched: bool,
    /// Its last commit.
    pub committed: Option<Arc<Committed>>,
    /// What was changed and not declared.
    pub undeclared: Vec<String>,
    /// Calls of tools in this attempt.
    pub tool_calls: u32,
    /// Whether it was told that nothing had changed.
    pub told_empty: bool,
    /// Loops.
    pub stuck: Stuck,
}

/// How far a task is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Nothing stands yet.
    Fresh,
    /// Its worktree is being made.
    Preparing,
    /// The agent works.
    Working,
    /// Its work is being committed.
    Committing,
    /// Committed; to be brought into the run branch.
    Committed,
    /// It is being brought into the run branch.
    Integrating,
    /// The run branch has it.
    Integrated,
}

/// One call of the last reply.
#[derive(Debug, Clone)]
pub struct Pending {
    /// The call.
    pub call: Arc<Call>,
    /// What it proposes, or why it can't be read.
    pub proposal: Result<Arc<Proposal>, String>,
    /// Where it stands.
    pub status: CallStatus,
}

/// Where a call stands.
#[derive(Debug, Clone)]
pub enum CallStatus {
    /// Nothing was done about it.
    New,
    /// Its facts are being gathered.
    Weighing,
    /// A person is asked.
    Waiting(ActId),
    /// It runs.
    Running(ActId),
    /// It has its answer.
    Answered {
        /// What the agent is shown.
        text: Arc<str>,
        /// Whether it failed or was refused.
        failed: bool,
        /// The status, as a word.
        word: &'static str,
    },
}

/// An act without an outcome.
#[derive(Debug, Clone)]
pub struct OpenAct {
    /// What kind.
    pub kind: ActKind,
    /// For which task.
    pub task: Option<TaskId>,
    /// Which call it answers.
    pub call: Option<CallId>,
    /// Whether a cancel was decided.
    pub cancelled: bool,
}

/// What kind of act.
#[derive(Debug, Clone)]
pub enum ActKind {
    /// A model request, with the money set aside for it.
    Model {
        /// Set aside.
        reserve: Usd,
    },
    /// A world act.
    World {
        /// The action; for a tool call it is made again from call and facts.
        action: Arc<Action>,
        /// Digest of the action, as decided.
        digest: Hash,
    },
    /// A look at the candidate's files.
    Inspect {
        /// The paths.
        paths: Vec<String>,
    },
    /// A timer.
    Timer {
        /// When, in milliseconds since 1970.
        at_ms: u64,
    },
}

/// A question to people.
#[derive(Debug, Clone)]
pub struct Asking {
    /// What is asked.
    pub ask: Ask,
    /// The task.
    pub task: Option<TaskId>,
    /// The call that waits.
    pub call: Option<CallId>,
    /// When it was asked, in milliseconds since 1970.
    pub asked_ms: u64,
}

/// Money. What is spent never shrinks, not even by a rewind.
#[derive(Debug, Clone, Copy, Default)]
pub struct Purse {
    /// What all segments together allow.
    pub total: Usd,
    /// What was spent.
    pub spent: Cost,
    /// What is set aside for requests that are out.
    pub reserved: Usd,
    /// How many segments there were.
    pub segments: u32,
    /// Whether the warning was given in this segment.
    pub warned: bool,
}

/// What was counted. Limits hold these.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    /// Model requests answered.
    pub turns: u32,
    /// Tool calls made.
    pub tool_calls: u32,
    /// Verifications begun.
    pub verifications: u32,
    /// Failed requests in a row.
    pub failures_in_row: u32,
    /// Own acts of the harness in a row that failed.
    pub own_failures_in_row: u32,
    /// Replies in a row that could not be understood.
    pub nonsense_in_row: u32,
    /// How often each phase was entered.
    pub entered: BTreeMap<Phase, u32>,
    /// The counts above at which the present segment began.
    pub segment: Segment,
    /// Bytes of prompts before shortening, and after: for the compression figure.
    pub prompt_bytes: (u64, u64),
}

/// Where the present segment of limits began.
#[derive(Debug, Clone, Copy, Default)]
pub struct Segment {
    /// Turns.
    pub turns: u32,
    /// Tool calls.
    pub tool_calls: u32,
    /// Verifications.
    pub verifications: u32,
    /// Milliseconds of activity.
    pub active_ms: u64,
}

/// Time, as the lines tell it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock {
    /// Wall time of the newest line, in milliseconds since 1970.
    pub now_ms: u64,
    /// Monotonic reading of the newest line.
    pub mono_ms: u64,
    /// Wall time of the first line.
    pub opened_ms: u64,
    /// Milliseconds of activity: waiting for a person is not counted.
    pub active_ms: u64,
    /// Milliseconds of waiting for a person.
    pub waited_ms: u64,
}

/// A validation.
#[derive(Debug, Clone, Default)]
pub struct Validation {
    /// The tree that would be merged.
    pub candidate: Option<Arc<CandidateTree>>,
    /// Files in conflict with the target.
    pub conflict: Option<Vec<String>>,
    /// What was found in its files.
    pub found: Option<Arc<Vec<Inspection>>>,
    /// Commands, with the place of their evidence in [`State::evidence`] or why there is none.
    pub checks: Vec<(String, Checked)>,
    /// Whether a report was made of it.
    pub reported: bool,
    /// Whether a person looked at what no machine can see, and said yes.
    pub reviewed: bool,
}

/// Where a command of a validation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// Not run yet.
    Open,
    /// It runs.
    Running(ActId),
    /// Its evidence, by place.
    Evidence(usize),
    /// The gates refused it.
    Refused,
}

/// Corrections.
#[derive(Debug, Clone, Default)]
pub struct Correction {
    /// Corrections in a row.
    pub round: u32,
    /// Corrections of the run.
    pub total: u32,
    /// Open gaps when the last round began.
    pub gaps_before: Option<usize>,
    /// The last tree and commit of the run branch that were verified without a regression.
    pub last_good: Option<(GitId, GitId)>,
    /// The report that belongs to it.
    pub good_report: Option<Arc<Report>>,
    /// Rounds in a row in which the open gaps did not become fewer.
    pub flat_rounds: u32,
    /// The branches were put back, or brought to the candidate, for the correction that is about to begin.
    pub restored: bool,
}

impl State {
    /// A run of which no line is known.
    #[must_use]
    pub fn new(run: RunId) -> Self {
        Self {
            run,
            opened: None,
            phase: Phase::Idle,
            mode: Mode::Quick,
            promise: None,
            plan: None,
            tasks: BTreeMap::new(),
            acts: BTreeMap::new(),
            next_act: 1,
            questions: BTreeMap::new(),
            grants: Vec::new(),
            purse: Purse::default(),
            counts: Counts::default(),
            clock: Clock::default(),
            evidence: Arc::new(Vec::new()),
            validation: Validation::default(),
            report: None,
            correction: Correction::default(),
            just_done: None,
            last_gate: None,
            park: None,
            escalating: None,
            failing: None,
            ended: None,
            epoch: 0,
            driver: None,
            attended: false,
            told: 0,
            seq: Seq(0),
            merged: None,
        }
    }

    /// The task that is worked on: the first in the plan's order that is not in the run branch.
    #[must_use]
    pub fn current(&self) -> Option<&TaskState> {
        let plan = self.plan.as_ref()?;
        plan.tasks
            .iter()
            .filter_map(|it| self.tasks.get(&it.id))
            .find(|it| it.stage != Stage::Integrated)
    }

    /// The task whose worktree shows the candidate: the last one of the plan.
    #[must_use]
    pub fn last_task(&self) -> Option<&TaskState> {
        let plan = self.plan.as_ref()?;
        plan.tasks
            .iter()
            .rev()
            .find_map(|it| self.tasks.get(&it.id))
    }

    /// The stop, if the run waits or has ended.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        match (&self.ended, &self.park) {
            (Some((Phase::Done, _)), _) => Some(Stop::Done),
            (Some(_), _) | (None, None) => None,
            (None, Some(park)) => Some(park.stop),
        }
    }

    /// The pending call of this name.
    #[must_use]
    pub fn pending(&self, call: &CallId) -> Option<(&TaskState, &Pending)> {
        self.tasks.values().find_map(|task| {
            task.calls
                .iter()
                .find(|it| it.call.id == *call)
                .map(|it| (task, it))
        })
    }

    /// The name of the branch that collects the run's tasks.
    #[must_use]
    pub fn run_branch(&self) -> String {
        format!("interlock/{}", self.run)
    }

    /// Whether a person is being waited for.
    #[must_use]
    pub fn waits_for_person(&self) -> bool {
        self.park.is_some() || (!self.questions.is_empty() && self.acts.is_empty())
    }
}
