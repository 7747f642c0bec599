//! Parts of a state that are not about tasks: money, counts, time, a validation, corrections.

use std::collections::BTreeMap;
use std::sync::Arc;

use ledger::event::{Inspection, Limit};
use ledger::evidence::Unfit;
use ledger::gate::Finding;
use ledger::ids::{ActId, GitId, RelPath, TaskId};
use ledger::measure::Measured;
use ledger::money::{Cost, Usd};
use ledger::observation::CandidateTree;
use ledger::phase::Phase;
use ledger::promise::SourceFile;
use ledger::report::Report;

/// Money. What is spent never shrinks, not even by a rewind.
#[derive(Debug, Clone, Copy, Default)]
pub struct Purse {
    /// What all segments together allow.
    pub total: Usd,
    /// What was spent.
    pub spent: Cost,
    /// What is set aside for requests that are out.
    pub reserved: Usd,
    /// What of it was set aside for requests that were cut off: nobody knows what those cost.
    pub cut_off: Usd,
    /// Whether some of it was spent at a price that is a guess.
    pub guessed: bool,
    /// How many segments there were.
    pub segments: u32,
    /// Whether the warning was given in this segment.
    pub warned: bool,
}

impl Purse {
    /// Neither spent nor set aside.
    #[must_use]
    pub fn remaining(&self) -> Usd {
        self.total.minus(self.spent.total()).minus(self.reserved)
    }
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
    /// How often each phase was entered.
    pub entered: BTreeMap<Phase, u32>,
    /// The counts above at which the present segment began.
    pub segment: Segment,
    /// Bytes of prompts before shortening, and after: for the compression figure.
    pub prompt_bytes: (u64, u64),
}

/// How often one of the harness's own acts may fail in a row before the run parks.
pub(crate) const OWN_FAILURES_MAX: u32 = 2;

/// What failed in a row, for one task: what goes well for another one says nothing about it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Failures {
    /// Model requests.
    pub requests: u32,
    /// Milliseconds that were waited for the provider since they began to fail.
    pub waited_ms: u64,
    /// Acts of the harness itself.
    pub own: u32,
    /// Replies that could not be understood.
    pub nonsense: u32,
}

/// What the run branch has so far.
#[derive(Debug, Clone, Default)]
pub struct Joined {
    /// Its tip, once a task was brought in.
    pub tip: Option<GitId>,
    /// The task that came in last.
    pub last: Option<TaskId>,
}

/// Pages of our own that a specification wants once its work is done.
#[derive(Debug, Clone, Default)]
pub struct Papers {
    /// What stands there now, once it was looked at.
    pub gathered: Option<Arc<Vec<SourceFile>>>,
    /// The paths that were written; empty before.
    pub paths: Vec<RelPath>,
    /// Whether the run branch has them, or none are wanted.
    pub recorded: bool,
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

/// A timer that ends what runs beyond a limit. Nothing waits for it, so it is not among the acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alarm {
    /// Names it.
    pub act: ActId,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// The limit.
    pub limit: Limit,
    /// Whether it has rung.
    pub rang: bool,
}

impl Alarm {
    /// One that has not rung.
    pub(crate) fn new(act: ActId, at_ms: u64, limit: Limit) -> Self {
        Self {
            act,
            at_ms,
            limit,
            rang: false,
        }
    }
}

/// Why people take over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Escalation {
    /// As it is called in the configuration.
    pub reason: String,
    /// In words; empty in lines of older programs.
    pub words: String,
}

/// A validation.
#[derive(Debug, Clone, Default)]
pub struct Validation {
    /// The tree that would be merged.
    pub candidate: Option<Arc<CandidateTree>>,
    /// Files in conflict with the target.
    pub conflict: Option<Vec<String>>,
    /// Those of them that the target took away.
    pub removed: Vec<String>,
    /// What was found in its files.
    pub found: Option<Arc<Vec<Inspection>>>,
    /// Commands, with the place of their evidence in [`super::State::evidence`] or why there is none.
    pub checks: Vec<(String, Checked)>,
    /// The found commands that failed and say nothing of the work, as programs told that compared them by themselves.
    pub unfit: Option<Arc<Vec<Unfit>>>,
    /// Figures for the quality gates, once they were taken.
    pub measured: Option<Arc<Measured>>,
    /// What came of breaking what its artifacts provide (JSON), once that was tried.
    pub falsified: Option<Arc<str>>,
    /// Whether a report was made of it.
    pub reported: bool,
    /// Whether a person looked at what no machine can see, and said yes.
    pub reviewed: bool,
    /// What its results leave open until a person has looked.
    pub owed: Vec<Finding>,
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
    /// Corrections of the run when a person last let it go on.
    pub total_before: u32,
    /// A person let it go on over a report with gaps, so the next correction begins, whatever would hand it over.
    pub let_go_on: bool,
    /// What that person said, for the next correction.
    pub hint: Option<String>,
}

impl Correction {
    /// A person lets the run go on.
    pub(crate) fn forgiven(&mut self) {
        self.round = 0;
        self.flat_rounds = 0;
        self.gaps_before = None;
        self.total_before = self.total;
    }

    /// Corrections since a person last let it go on.
    #[must_use]
    pub fn since(&self) -> u32 {
        self.total.saturating_sub(self.total_before)
    }
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
    /// What the run branch would be with it is being verified.
    Joining,
    /// It is being brought into the run branch.
    Integrating,
    /// The run branch has it.
    Integrated,
}
