//! The plan: how a promise is to be met. Tasks, the files each may touch, and what must be true afterwards.

use serde::{Deserialize, Serialize};

use crate::ids::{RelPath, TaskId};
use crate::scope::{Scope, ScopeEntry};

/// Tasks in order of dependence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Plan {
    /// A short title.
    pub title: String,
    /// The phase it belongs to, as written in the file (`01-ledger`), if any.
    pub phase: Option<String>,
    /// The tasks; at least one.
    pub tasks: Vec<Task>,
}

/// One unit of work, in a worktree of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Unique in the plan.
    pub id: TaskId,
    /// A short title.
    pub title: String,
    /// What is to be done, in full.
    pub brief: String,
    /// The steps in order, where the plan lists them.
    pub steps: Vec<Step>,
    /// From 1; tasks of one wave do not depend on each other.
    pub wave: u32,
    /// Tasks that come first.
    pub depends_on: Vec<TaskId>,
    /// What may be created or changed.
    pub files: Scope,
    /// Files that may be deleted.
    pub deletes: Vec<RelPath>,
    /// Requirement ids that it covers.
    pub requirements: Vec<String>,
    /// What must hold afterwards.
    pub must_haves: MustHaves,
    /// Test first: red before source, green afterwards.
    pub tdd: bool,
}

impl Task {
    /// A task in words alone: nothing is bound to it, and any file may be touched.
    #[must_use]
    pub fn in_words(id: TaskId, title: String, brief: String) -> Self {
        Self {
            id,
            title,
            brief,
            steps: Vec::new(),
            wave: 1,
            depends_on: Vec::new(),
            files: Scope::Any,
            deletes: Vec::new(),
            requirements: Vec::new(),
            must_haves: MustHaves::default(),
            tdd: false,
        }
    }
}

/// One step of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// Who does it.
    pub kind: StepKind,
    /// Files, folders and patterns that it names.
    pub files: Vec<ScopeEntry>,
    /// What to do.
    pub action: String,
    /// Commands that prove it (`<verify><automated>`).
    pub commands: Vec<String>,
    /// In words: when it is done.
    pub done: String,
}

/// Who does a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// The agent.
    Auto,
    /// A person looks.
    HumanVerify,
    /// A person decides.
    Decision,
    /// A person acts.
    HumanAction,
}

/// What must hold after a task. Nothing in it at all is an error of the plan, except in quick mode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct MustHaves {
    /// Sentences about behaviour, proved by evidence.
    pub truths: Vec<Truth>,
    /// Files and what is in them.
    pub artifacts: Vec<Artifact>,
    /// Who uses whom.
    pub key_links: Vec<KeyLink>,
    /// Nobody wrote them down: they were derived from requirements, or by a model.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub derived: bool,
}

impl MustHaves {
    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.truths
            .len()
            .saturating_add(self.artifacts.len())
            .saturating_add(self.key_links.len())
    }
}

/// A sentence that must be true.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Truth {
    /// The sentence.
    pub text: String,
    /// A backstop: no evidence turns it green, a person looks.
    pub backstop: bool,
    /// Commands that prove it, where the plan binds some.
    pub commands: Vec<String>,
    /// Names of tests that prove it: they have to be seen to run and to pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<String>,
    /// An artifact whose level proves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<LevelOf>,
    /// It forbids something, and this shows that what guards it can fail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<Guard>,
}

/// The result of a level that a truth is bound to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelOf {
    /// The artifact.
    pub artifact: RelPath,
    /// Up to this level it has to stand.
    pub level: u8,
}

/// How a prohibition's check is shown to fail when it should.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Guard {
    /// The file in whose place the fixtures are put, in a scratch copy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<RelPath>,
    /// A file that does what is forbidden: with it the check has to fail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub violation: Option<RelPath>,
    /// A file that does not: with it the check has to pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clean: Option<RelPath>,
}

/// A file that must be there, and be real.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Artifact {
    /// Where.
    pub path: RelPath,
    /// What it is for.
    pub provides: Option<String>,
    /// Least number of code lines.
    pub min_lines: Option<u32>,
    /// Literal text that its code (not its comments) holds.
    pub contains: Option<String>,
    /// Regular expression that its code matches.
    pub contains_regex: Option<String>,
    /// Names that it exports.
    pub exports: Vec<String>,
}

/// A use of one file by another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyLink {
    /// What uses.
    pub from: LinkEnd,
    /// What is used.
    pub to: LinkEnd,
    /// How, in words.
    pub via: Option<String>,
    /// Regular expression that the code of `from` matches.
    pub pattern: Option<String>,
}

/// One end of a link, as its author named it.
///
/// In a line a path is a text, as it was before there was anything else.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LinkEnd {
    /// A file or a folder; or a name that could be one and is none (`react`, `os.geteuid`), which only the tree can tell.
    Path(RelPath),
    /// What can't be a path: a symbol in a file (`src/a.py::root`), a route (`POST /api/chat`), a part of another system.
    Name {
        /// As it is written.
        name: String,
        /// The file or folder that it speaks of.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<RelPath>,
    },
}

impl LinkEnd {
    /// The path in it.
    #[must_use]
    pub fn path(&self) -> Option<&RelPath> {
        match self {
            LinkEnd::Path(path) => Some(path),
            LinkEnd::Name { path, .. } => path.as_ref(),
        }
    }

    /// The whole of it, as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            LinkEnd::Path(path) => path.as_str(),
            LinkEnd::Name { name, .. } => name,
        }
    }
}

impl std::fmt::Display for LinkEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<RelPath> for LinkEnd {
    fn from(path: RelPath) -> Self {
        LinkEnd::Path(path)
    }
}
