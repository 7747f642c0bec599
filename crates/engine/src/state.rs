//! What is known of a run: a fold over its lines, and nothing else. Cheap to clone: long parts are shared.

mod acts;
mod at_work;
mod gathered;
mod hooked;
mod open;
mod parts;
mod published;
mod servers;
mod worker;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use context::history::{Sent, Turn};
use context::tokens::Rate;
use ledger::event::{Held, Opened, Park, Process};
use ledger::evidence::Evidence;
use ledger::facts::{Fact, Question};
use ledger::gate::{Authorisation, Finding};
use ledger::ids::{ActId, GitId, GrantId, RunId, Seq, TaskId};
use ledger::observation::{Committed, LeftOut, Prepared, Protected, TestFacts};
use ledger::phase::{Mode, Phase, Stop};
use ledger::plan::{Plan, Task};
use ledger::promise::Promise;
use ledger::proposal::Proposal;
use ledger::ranking::Relevant;
use ledger::report::Report;

use crate::stuck::Stuck;

pub use gathered::{CleanCheckout, Gathered, Other};
pub use hooked::{HookAnswer, Hooked, Telling};
pub(crate) use open::is_early;
pub use open::{ActKind, Asking, CallStatus, OpenAct, Pending};
pub(crate) use parts::OWN_FAILURES_MAX;
pub use parts::{
    Alarm, Checked, Clock, Correction, Counts, Escalation, Failures, Joined, Papers, Purse,
    Segment, Stage, Validation,
};
pub use published::Published;
pub use servers::Servers;
pub(crate) use worker::OpenCall;
pub use worker::Worker;

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
    /// What people granted: also what is used up, taken back or over.
    pub grants: Vec<Authorisation>,
    /// The grants that the newest decision about a call used; one of older lines has no name there.
    pub lifted: Vec<Option<GrantId>>,
    /// Money.
    pub purse: Purse,
    /// What was counted.
    pub counts: Counts,
    /// How many tokens the provider last made of our text.
    pub rate: Option<Rate>,
    /// Time.
    pub clock: Clock,
    /// Evidence, in order.
    pub evidence: Arc<Vec<Evidence>>,
    /// What stands in no tree and decides what git does, as it was when the first worktree was made; `None` before.
    pub protected: Option<Arc<[Protected]>>,
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
    pub escalating: Option<Escalation>,
    /// Whether the page of that escalation stands.
    pub handed_over: bool,
    /// Why it fails, once it does.
    pub failing: Option<String>,
    /// How it ended, if it did.
    pub ended: Option<(Phase, String)>,
    /// The timer that ends what runs beyond a limit, if one was set.
    pub alarm: Option<Alarm>,
    /// The newest driver.
    pub epoch: u64,
    /// The newest driver's processes, to end what they left.
    pub driver: Option<(Process, Option<Process>)>,
    /// Whether somebody sits at the driver's terminal.
    pub attended: bool,
    /// What holds the processes that the driver starts.
    pub held: Held,
    /// The newest message taken in.
    pub told: u64,
    /// The newest line.
    pub seq: Seq,
    /// The task of the newest thing seen.
    pub about: Option<TaskId>,
    /// The commit that the target ref was moved to.
    pub merged: Option<GitId>,
    /// Tasks whose worktrees and branches have not followed a rewind yet.
    pub to_restore: BTreeSet<TaskId>,
    /// The task whose work is being brought into the run branch: one at a time.
    pub joining: Option<TaskId>,
    /// What the run branch has so far.
    pub joined: Joined,
    /// Branches with the tips of them that candidates were built on, the oldest first: work may have taken them in.
    pub taken: Arc<Vec<(String, GitId)>>,
    /// Pages of our own: ticks, summaries, merged specs.
    pub papers: Papers,
    /// Where evidence is gathered, and what was run there beside it.
    pub gathered: Gathered,
    /// What hooks of the person's were asked.
    pub hooked: Hooked,
    /// Servers of tools.
    pub servers: Arc<Servers>,
    /// What of its work stands on a forge.
    pub published: Published,
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
    /// The size of the prompt that is out, or was last.
    pub asked: Sent,
    /// Its tokens, as they were told beforehand.
    pub asked_tokens: u64,
    /// Tokens that a prompt may have, where the model takes fewer than configured.
    pub tokens_max: Option<u64>,
    /// The agent says that it is done; a claim.
    pub claim: Option<String>,
    /// What this attempt is for, when it is a correction.
    pub gaps: Vec<String>,
    /// The last snapshot of the worktree, by what wrote it.
    pub tree: Option<GitId>,
    /// The commit that its branch names.
    pub tip: Option<GitId>,
    /// Files that its words speak of, and when that was found out, in milliseconds since 1970.
    pub ranked: Option<(u64, Arc<Vec<Relevant>>)>,
    /// Whether anything was changed in this attempt.
    pub touched: bool,
    /// Its last commit.
    pub committed: Option<Arc<Committed>>,
    /// What was changed and not declared.
    pub undeclared: Vec<String>,
    /// Calls of tools in this attempt.
    pub tool_calls: u32,
    /// Texts from outside, or with orders in them, that it has read so far.
    pub taint: u32,
    /// Tests of each file that it changed, as they were before it did; `None`: there were none to count.
    pub tests: BTreeMap<String, Option<TestFacts>>,
    /// A declared command was seen to fail after this task had written a test: red, where the plan says test first.
    pub red: bool,
    /// What is owed for a file since it was last written: evidence, or a person's look.
    pub owed: BTreeMap<String, Vec<Finding>>,
    /// Replies in a row that were words alone.
    pub words_in_row: u32,
    /// Whether it was told that nothing had changed.
    pub told_empty: bool,
    /// Loops.
    pub stuck: Stuck,
    /// What failed in a row.
    pub failures: Failures,
    /// Why it can't go on, while others do; and why people are to take over then, if they are.
    pub held: Option<(Park, Option<String>)>,
    /// When its worktree first stood, in milliseconds since 1970.
    pub begun_ms: u64,
    /// When the run branch had its work, in milliseconds since 1970.
    pub joined_ms: u64,
    /// Attempts in a row to bring its work into the run branch that found gaps.
    pub rounds: u32,
    /// What was found when its work was last to be brought in.
    pub report: Option<Arc<Report>>,
    /// The agent of somebody else that works on it, if one does.
    pub worker: Worker,
}

impl TaskState {
    /// What has to be known before the gates can judge a proposal of this task, as far as these facts let them tell.
    #[must_use]
    pub fn questions(&self, proposal: &Proposal, facts: &[Fact]) -> Vec<Question> {
        let context = gate::Context {
            worktree: self.prepared.as_deref().map(|it| it.directory.as_str()),
            facts,
            ..gate::Context::default()
        };
        gate::needs(proposal, &context)
    }

    /// The facts about a proposal of this task: `look` answers questions, each with one fact.
    pub fn gather(
        &self,
        proposal: &Proposal,
        look: impl FnMut(&[Question]) -> Vec<Fact>,
    ) -> Vec<Fact> {
        let context = gate::Context {
            worktree: self.prepared.as_deref().map(|it| it.directory.as_str()),
            ..gate::Context::default()
        };
        gate::gather(proposal, &context, look)
    }
}

impl State {
    /// The tips of a branch that earlier candidates were built on, the oldest first.
    pub(crate) fn taken_of(&self, branch: &str) -> Vec<GitId> {
        let of = self.taken.iter().filter(|(it, _)| it == branch);
        of.map(|(_, tip)| tip.clone()).collect()
    }

    /// Only what was run in this very verification counts, or was green on this very tree before.
    pub(crate) fn fresh_evidence(&self) -> Vec<Evidence> {
        let checks = self.validation.checks.iter();
        let of = |(_, it): &(String, Checked)| match it {
            Checked::Evidence(place) => self.evidence.get(*place).cloned(),
            Checked::Open | Checked::Running(_) | Checked::Refused => None,
        };
        checks.filter_map(of).collect()
    }

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
            lifted: Vec::new(),
            purse: Purse::default(),
            counts: Counts::default(),
            rate: None,
            clock: Clock::default(),
            evidence: Arc::new(Vec::new()),
            protected: None,
            validation: Validation::default(),
            report: None,
            correction: Correction::default(),
            just_done: None,
            last_gate: None,
            park: None,
            escalating: None,
            handed_over: false,
            failing: None,
            ended: None,
            alarm: None,
            epoch: 0,
            driver: None,
            attended: false,
            held: Held::default(),
            told: 0,
            seq: Seq(0),
            about: None,
            merged: None,
            to_restore: BTreeSet::new(),
            joining: None,
            joined: Joined::default(),
            taken: Arc::default(),
            papers: Papers::default(),
            gathered: Gathered::default(),
            hooked: Hooked::default(),
            servers: Arc::default(),
            published: Published::default(),
        }
    }

    /// The task that is worked on: the first in the plan's order that is not in the run branch; the planner's, as long as
    /// there is no plan.
    #[must_use]
    pub fn current(&self) -> Option<&TaskState> {
        let Some(plan) = self.plan.as_ref() else {
            return self.tasks.values().next();
        };
        plan.tasks
            .iter()
            .filter_map(|it| self.tasks.get(&it.id))
            .find(|it| it.stage != Stage::Integrated)
    }

    /// The task whose worktree shows the candidate: the one that came into the run branch last, else the last one of
    /// the plan.
    #[must_use]
    pub fn last_task(&self) -> Option<&TaskState> {
        let joined = self.joined.last.as_ref();
        if let Some(task) = joined.and_then(|it| self.tasks.get(it)) {
            return Some(task);
        }
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
            (Some((Phase::Stopped, _)), _) => Some(Stop::Stopped),
            (Some(_), _) | (None, None) => None,
            (None, Some(park)) => Some(park.stop),
        }
    }

    /// The task that the newest thing seen is about.
    #[must_use]
    pub fn at_hand(&self) -> Option<&TaskState> {
        self.tasks.get(self.about.as_ref()?)
    }

    /// How the project is called: as the first line says, in older runs as its folder is called.
    #[must_use]
    pub fn project(&self) -> &str {
        let Some(opened) = &self.opened else {
            return "";
        };
        match opened.options.project.as_str() {
            "" => opened
                .repository
                .rsplit(['/', '\\'])
                .next()
                .unwrap_or_default(),
            name => name,
        }
    }

    /// What is owed for the work of all tasks: evidence, or a person's look.
    #[must_use]
    pub fn owed(&self) -> Vec<Finding> {
        let by_task = self
            .tasks
            .values()
            .flat_map(|it| it.owed.values().flatten());
        by_task.chain(&self.validation.owed).cloned().collect()
    }

    /// What stands in the worktrees of tasks and is in no tree, each once.
    #[must_use]
    pub fn left_out(&self) -> Vec<LeftOut> {
        let committed = self.tasks.values().filter_map(|it| it.committed.as_ref());
        let all: BTreeSet<&LeftOut> = committed.flat_map(|it| &it.left_out).collect();
        all.into_iter().cloned().collect()
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
