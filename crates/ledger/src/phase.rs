//! Where a run is, how strongly it is gated, and the ways in which it can stop.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The phases of a run. Transitions are in [`Phase::may_enter`]; there are no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Opened, nothing done.
    Idle,
    /// The source becomes a promise.
    Parsing,
    /// The promise becomes a plan.
    Planning,
    /// Tasks are worked on.
    Executing,
    /// The candidate is verified.
    Validating,
    /// The target ref is moved.
    Merging,
    /// Merged; nothing follows.
    Done,
    /// Given up; nothing follows.
    Fail,
    /// Ended by a person; nothing follows.
    Stopped,
}

impl Phase {
    /// The transition table of the design, §3.
    #[must_use]
    pub fn may_enter(self, to: Phase) -> bool {
        use Phase::{Done, Executing, Fail, Idle, Merging, Parsing, Planning, Stopped, Validating};
        match self {
            Idle => matches!(to, Parsing | Stopped),
            Parsing => matches!(to, Planning | Fail | Stopped),
            Planning => matches!(to, Executing | Fail | Stopped),
            Executing => matches!(to, Validating | Executing | Fail | Stopped),
            Validating => matches!(to, Merging | Executing | Fail | Stopped),
            Merging => matches!(to, Done | Validating | Executing | Fail | Stopped),
            Done | Fail | Stopped => false,
        }
    }

    /// The word for people and files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Phase::Idle => "idle",
            Phase::Parsing => "parsing",
            Phase::Planning => "planning",
            Phase::Executing => "executing",
            Phase::Validating => "validating",
            Phase::Merging => "merging",
            Phase::Done => "done",
            Phase::Fail => "fail",
            Phase::Stopped => "stopped",
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// How strong the gates are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// One sentence, one task, no plan from a model; missing evidence warns.
    Quick,
    /// Everything.
    Normal,
}

impl Mode {
    /// The word for people and rules.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Mode::Quick => "quick",
            Mode::Normal => "normal",
        }
    }
}

/// Whose hand an action would be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Writes the change.
    Generator,
    /// Makes plans; never writes.
    Planner,
    /// Judges; never writes.
    Evaluator,
    /// Runs checks; never writes.
    Verifier,
    /// The machine itself.
    Harness,
}

impl Role {
    /// The word for people and rules.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Role::Generator => "generator",
            Role::Planner => "planner",
            Role::Evaluator => "evaluator",
            Role::Verifier => "verifier",
            Role::Harness => "harness",
        }
    }
}

/// Why a run stopped. `Done` ends it, `Stopped` may; the others park it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// The promise is met by evidence.
    Done,
    /// A fact, a permission or a person is missing.
    Blocked,
    /// Money, tokens, turns, calls or time are used up.
    BudgetExhausted,
    /// The same thing again and again, or nothing changes.
    Stuck,
    /// A hard denial that the agent would not leave.
    Unsafe,
    /// The change leaves promise or plan.
    ScopeDrift,
    /// A person told it to: it waits for nobody.
    Stopped,
}

impl Stop {
    /// The word for people and files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Stop::Done => "done",
            Stop::Blocked => "blocked",
            Stop::BudgetExhausted => "budget-exhausted",
            Stop::Stuck => "stuck",
            Stop::Unsafe => "unsafe",
            Stop::ScopeDrift => "scope-drift",
            Stop::Stopped => "stopped",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
