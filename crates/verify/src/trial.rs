//! Level 5: what came of breaking what an artifact provides, or of dropping a link. Which breaks are worth trying, and
//! what a trial says.

mod suspects;

use code::{Break, BreakKind};
use ledger::ids::RelPath;
use ledger::plan::{Plan, Task};
use serde::{Deserialize, Serialize};

pub use suspects::{may_falsify, suspects};

/// A break that is worth a trial, and the evidence that should notice.
#[derive(Debug, Clone)]
pub struct Suspect {
    /// The artifact, or where the link starts.
    pub path: RelPath,
    /// The link that is dropped, in the plan's words; none where a function is broken.
    pub link: Option<String>,
    /// What is broken in it.
    pub broken: Break,
    /// Whether the plan asks for it by name, and the change wrote it: then somebody has to notice.
    pub asked: bool,
    /// Commands that claim to cover it.
    pub commands: Vec<String>,
    /// What is broken where nothing builds with the first.
    pub instead: Option<Break>,
}

impl Suspect {
    /// The same with the other break, if there is one.
    #[must_use]
    pub fn other(&self) -> Option<Self> {
        Some(Self {
            broken: self.instead.clone()?,
            instead: None,
            ..self.clone()
        })
    }
}

/// What came of one break.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// The artifact, or where the link starts.
    pub path: String,
    /// The link that was dropped, in the plan's words: `src/index.ts -> src/slug.ts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The function; of a link, what it uses.
    pub name: String,
    /// Its first line; of a link, that of the first use.
    pub line: u32,
    /// How it was broken.
    pub how: How,
    /// Whether the plan asks for it by name, and the change wrote it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
    /// Who noticed.
    pub outcome: Outcome,
}

/// A prohibition's check, and the fixtures that show whether it can fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixtures {
    /// The prohibition.
    pub truth: String,
    /// The file in whose place they are put.
    pub target: RelPath,
    /// What is forbidden.
    pub violation: RelPath,
    /// What is not.
    pub clean: Option<RelPath>,
    /// The check.
    pub commands: Vec<String>,
}

/// What came of a prohibition's fixtures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guarded {
    /// The prohibition.
    pub truth: String,
    /// Who noticed the violation.
    pub violated: Outcome,
    /// Who minds the clean one, which nobody should.
    pub clean: Option<Outcome>,
}

/// Whether a command tests this very tree: what came of making all code of the change unreadable at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceTrial {
    /// The command, green on the tree.
    pub command: String,
    /// Whether it noticed.
    pub outcome: Outcome,
    /// What leads it to another copy of the files, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leads: Vec<String>,
}

/// What came of everything that was tried, as a run records it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// Breaks.
    #[serde(default)]
    pub trials: Vec<Trial>,
    /// Fixtures of prohibitions.
    #[serde(default)]
    pub guards: Vec<Guarded>,
    /// Whether commands test this tree, where something leads elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceTrial>,
}

impl Tried {
    /// As it is recorded (JSON).
    #[must_use]
    pub fn facts(&self) -> String {
        // INVARIANT: texts and numbers alone always have a form in JSON.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// As it was recorded; nothing tried where that can't be read.
    #[must_use]
    pub fn read(facts: &str) -> Self {
        serde_json::from_str(facts).unwrap_or_default()
    }
}

/// The prohibitions whose checks can be tried.
#[must_use]
pub fn guards(plan: &Plan) -> Vec<Fixtures> {
    let one = |task: &Task, truth: &ledger::plan::Truth| {
        let guard = truth.guard.as_ref()?;
        let of_steps = task.steps.iter().flat_map(|step| &step.commands);
        let commands: Vec<&String> = match truth.commands.as_slice() {
            [] => of_steps.collect(),
            own => own.iter().collect(),
        };
        Some(Fixtures {
            truth: truth.text.clone(),
            target: guard.target.clone()?,
            violation: guard.violation.clone()?,
            clean: guard.clean.clone(),
            commands: commands.iter().map(|it| it.trim().to_owned()).collect(),
        })
    };
    let tasks = plan.tasks.iter();
    tasks
        .flat_map(|task| task.must_haves.truths.iter().map(move |it| (task, it)))
        .filter_map(|(task, truth)| one(task, truth))
        .collect()
}

/// How a function or a link was broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// It fails as soon as it is called.
    Fails,
    /// It returns at once, with nothing.
    ReturnsNothing,
    /// What is used of the other file is taken out, or fails where it is used.
    DropsLink,
}

impl How {
    /// What becomes of the function then, or of what a link uses.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            How::Fails => "fails at once",
            How::ReturnsNothing => "returns at once with nothing",
            How::DropsLink => "is cut off",
        }
    }
}

impl Outcome {
    /// In words that follow what was broken.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Outcome::Noticed(command) => format!("`{command}` notices"),
            Outcome::Survived => "nobody notices".to_owned(),
            Outcome::Unbuilt(command) => format!("`{command}` does not build"),
            Outcome::Untried(why) => format!("not tried: {why}"),
        }
    }

    /// Why nothing was learnt, if nothing was.
    pub(crate) fn why(&self) -> Option<String> {
        match self {
            Outcome::Noticed(_) | Outcome::Survived => None,
            Outcome::Unbuilt(command) => Some(format!(
                "`{command}` does not build with it, which says nothing about tests"
            )),
            Outcome::Untried(why) => Some(why.clone()),
        }
    }
}

/// Who noticed a break.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// This command.
    Noticed(String),
    /// Nobody: every command passed.
    Survived,
    /// Nobody could: this command does not build with it, and no other notices.
    Unbuilt(String),
    /// It was not tried to the end, and why.
    Untried(String),
}

impl From<BreakKind> for How {
    fn from(kind: BreakKind) -> Self {
        match kind {
            BreakKind::Fails => How::Fails,
            BreakKind::ReturnsNothing => How::ReturnsNothing,
            BreakKind::DropsLink => How::DropsLink,
        }
    }
}
