//! What came back from an act: one contract for every tool.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::evidence::Evidence;
use crate::forge::ForgeDone;
use crate::ids::{GitId, Hash, RelPath};
use crate::offered::Offer;
use crate::skill::Skills;

mod delegated;
mod trees;

pub use delegated::{Delegated, TurnEnd};
pub use trees::{
    Brought, CandidateTree, ChangedFile, CheckedOut, Committed, Lacking, LackingKind, LeftBehind,
    LeftOut, LeftOutWhy, LinkChange, Lost, Rewritten,
};

/// How an act ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It did what it was to do.
    Ok,
    /// It was done and failed (exit code, no such file).
    Failed,
    /// The gates refused it.
    Refused,
    /// A person said no to it.
    Declined,
    /// The facts had changed since the gates looked; nothing was done.
    FactsChanged,
    /// It ran longer than allowed and was ended.
    TimedOut,
    /// We ended it.
    Cancelled,
    /// The process died while it ran; what the worktree shows is said.
    Interrupted,
    /// There is no such tool, or its arguments cannot be read.
    Invalid,
}

impl Status {
    /// Whether it says what came of the act; one that was cut off may be done again.
    #[must_use]
    pub fn is_final(self) -> bool {
        !matches!(self, Status::Cancelled | Status::Interrupted)
    }
}

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// How it ended.
    pub status: Status,
    /// What the agent is shown; bounded, redacted.
    pub text: String,
    /// The whole of it, when `text` is shorter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blob: Option<Hash>,
    /// Whether `text` leaves something out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// Exit code, where a program ran and exited by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// What it refers to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub source_refs: Vec<String>,
    /// Where its text comes from, if from outside the worktree: it is data, and is shown fenced and labelled so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outside: Option<String>,
    /// What was taken out of its text or defused in it when it came in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cleaned: Vec<String>,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// What only some acts bring back.
    #[serde(default, skip_serializing_if = "Outcome::is_plain")]
    pub outcome: Outcome,
}

impl Observation {
    /// An observation with words alone.
    #[must_use]
    pub fn plain(status: Status, text: impl Into<String>) -> Self {
        Self {
            status,
            text: text.into(),
            blob: None,
            truncated: false,
            exit_code: None,
            source_refs: Vec::new(),
            outside: None,
            cleaned: Vec::new(),
            duration_ms: 0,
            outcome: Outcome::Plain,
        }
    }

    /// The same with an outcome.
    #[must_use]
    pub fn with(mut self, outcome: Outcome) -> Self {
        self.outcome = outcome;
        self
    }
}

/// What an act brings back beyond words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Nothing more.
    #[default]
    Plain,
    /// The worktree that it was for is not there.
    Gone,
    /// A worktree stands.
    Prepared(Prepared),
    /// A file was changed.
    Changed {
        /// The file.
        path: RelPath,
        /// Digest of its new content; `None`: deleted.
        after: Option<Hash>,
        /// Snapshot of the worktree afterwards.
        tree: Option<GitId>,
        /// What its text says by itself, before and after.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        facts: Option<Box<ChangeFacts>>,
    },
    /// A turn of an agent of somebody else is over.
    Delegated(Box<Delegated>),
    /// A server of tools is reached, and says what it has.
    Offered(Offer),
    /// Committed.
    Committed(Committed),
    /// The run branch has the task's commits.
    Integrated {
        /// Its tip.
        commit: GitId,
    },
    /// The run branch has our pages.
    Recorded {
        /// Its tip.
        commit: GitId,
    },
    /// Two sides changed the same lines.
    Conflicted {
        /// The files.
        paths: Vec<String>,
        /// The tip that the work was to come into and has taken in now; older lines do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target_tip: Option<GitId>,
        /// Those of the files that the other side took away. They stay away.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        removed: Vec<String>,
    },
    /// The candidate stands in the worktree.
    Candidate(CandidateTree),
    /// The tree stands in the clean checkout.
    CheckedOut(CheckedOut),
    /// A command ran there.
    Checked(Box<Evidence>),
    /// Things were broken in scratch copies; what came of it, in the verifier's own words (JSON).
    Tried {
        /// The words.
        facts: String,
    },
    /// The worktree stands at a tree.
    Restored {
        /// The tree.
        tree: GitId,
    },
    /// The target ref moved to the verified commit.
    Merged {
        /// The commit.
        commit: GitId,
        /// Whether a checkout of the target branch was brought up to date, or why not.
        checkout: String,
        /// A checkout that was not: it shows the merge undone until somebody brings it along.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Box<LeftBehind>>,
    },
    /// The target was not moved: its checkout could not follow.
    InTheWay {
        /// Its top folder.
        checkout: String,
        /// What is in the way, in half a sentence.
        why: String,
        /// What a person does about it.
        then: String,
    },
    /// The target ref was no longer where it was verified.
    TargetMoved {
        /// Where it is now.
        tip: Option<GitId>,
    },
    /// What stands in no tree and decides what git does was no longer as it was when the candidate was looked at.
    ProtectedMoved {
        /// What, in words.
        what: Vec<String>,
    },
    /// The hand-over page stands.
    HandedOver {
        /// Digest of the page.
        page: Hash,
    },
    /// The worktree is gone; what it held is kept.
    Discarded {
        /// The ref that keeps it.
        kept: String,
        /// The worktree's folder where it stays, since it holds what no snapshot takes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stays: Option<String>,
    },
    /// The branch of the forge stands at the commit.
    Pushed {
        /// The commit.
        commit: GitId,
    },
    /// Something was changed on a forge, or stood as wanted.
    OnForge(ForgeDone),
}

impl Outcome {
    /// Whether there is nothing more than words.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        matches!(self, Outcome::Plain)
    }
}

/// What the text of a changed file says by itself, before and after.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeFacts {
    /// Whether a grammar reads it whole now; `None`: there is no grammar for it, or no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parses: Option<bool>,
    /// Whether one did before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parsed: Option<bool>,
    /// Its tests before; `None`: there was no file, or its tests can't be counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tests_before: Option<TestFacts>,
    /// Its tests now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tests: Option<TestFacts>,
}

/// Tests of one file, counted. Two countings of one file are compared; by itself one says nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TestFacts {
    /// Tests, skipped ones included.
    pub tests: u32,
    /// Tests that are switched off.
    pub skipped: u32,
    /// Tests that are singled out, so that the others do not run.
    pub focused: u32,
    /// Assertions that compare with something.
    pub firm: u32,
    /// Assertions that hold for many values.
    pub loose: u32,
    /// Assertions that hold whatever the code does.
    pub vacuous: u32,
    /// Thresholds that are set, by name, in thousandths.
    pub thresholds: BTreeMap<String, u64>,
}

/// A worktree stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prepared {
    /// Its directory, absolute.
    pub directory: String,
    /// Its branch.
    pub branch: String,
    /// The commit it starts from.
    pub base: GitId,
    /// The tree of that commit.
    pub tree: GitId,
    /// Instruction files found (`AGENTS.md`, `CLAUDE.md`, `GEMINI.md`), outermost first.
    pub instructions: Vec<Instruction>,
    /// Skills found (`SKILL.md`).
    #[serde(default, skip_serializing_if = "Skills::is_empty")]
    pub skills: Box<Skills>,
    /// Commands that the project declares and that this run may use as evidence.
    pub declared: Vec<String>,
    /// What stands in no tree and decides what git does, as it was when the worktree was made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub protected: Vec<Protected>,
}

/// Something of the repository that stands in no tree, yet decides what git runs and where it goes: a hook, a setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Protected {
    /// In words: `.git/hooks/pre-push`, `the setting core.fsmonitor`.
    pub what: String,
    /// Digest of its content.
    pub digest: Hash,
}

impl Protected {
    /// What is no longer as it was, in words.
    #[must_use]
    pub fn moved(before: &[Protected], now: &[Protected]) -> Vec<String> {
        let of = |list: &[Protected], what: &str| {
            let found = list.iter().find(|it| it.what == what);
            found.map(|it| it.digest)
        };
        let gone = before.iter().filter(|it| of(now, &it.what).is_none());
        let gone = gone.map(|it| format!("{} is gone", it.what));
        let other = now.iter().filter_map(|it| match of(before, &it.what) {
            None => Some(format!("{} is new", it.what)),
            Some(digest) if digest != it.digest => Some(format!("{} changed", it.what)),
            Some(_) => None,
        });
        gone.chain(other).collect()
    }
}

/// An instruction file of the repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instruction {
    /// Where.
    pub path: RelPath,
    /// Digest of its whole content.
    pub digest: Hash,
    /// Its text, bounded.
    pub text: String,
    /// Whether the repository is trusted; else it is shown as untrusted.
    pub trusted: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_no_tree_is_compared() {
        let it = |what: &str, content: &str| Protected {
            what: what.to_owned(),
            digest: Hash::of(content.as_bytes()),
        };
        let before = [it("a", "1"), it("b", "1"), it("c", "1")];
        let now = [it("a", "1"), it("b", "2"), it("d", "1")];
        let told = Protected::moved(&before, &now);
        assert_eq!(told, ["c is gone", "b changed", "d is new"]);
        assert!(Protected::moved(&before, &before).is_empty());
    }
}
