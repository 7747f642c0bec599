//! What gates need to know about the disk, as questions and answers. The answers are recorded, so that a decision can
//! be replayed; they are preconditions of the permit, so that they can be checked again on the opened object.

use serde::{Deserialize, Serialize};

use crate::ids::{Hash, RelPath};

/// One question of the closed list of read-only look-ups. None of them starts a process.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// What stands at this path (as written by the proposer), links resolved?
    Path(String),
    /// Which branch is checked out in the worktree?
    Branch,
    /// What does the project declare as commands (package scripts, cargo, go, pytest)?
    Declared,
    /// What does this manifest of the worktree hold?
    Text(String),
    /// Does a name in this directory of the worktree begin with a dash? Empty: the top.
    DashedName(String),
    /// Which names are in this directory of the worktree? Empty: the top.
    Names(String),
    /// Was this file in the commit that the work began with?
    InBase(String),
    /// Does a name stand that differs from one in this path by case alone, or by dots and blanks at its end?
    Alike(String),
}

impl Question {
    /// For people: what would have to be known.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Question::Path(path) => format!("what stands at `{path}`"),
            Question::Branch => "which branch is checked out".to_owned(),
            Question::Declared => "which commands the project declares".to_owned(),
            Question::Text(path) => format!("what `{path}` holds"),
            Question::DashedName(path) if path.is_empty() => {
                "whether a name begins with a dash".to_owned()
            }
            Question::DashedName(path) => {
                format!("whether a name in `{path}` begins with a dash")
            }
            Question::Names(path) => format!("which names are in `{path}`"),
            Question::InBase(path) => format!("whether the work began with `{path}`"),
            Question::Alike(path) => format!("whether a name like `{path}` stands already"),
        }
    }
}

/// One answer. Questions that could not be answered give [`Fact::Unknown`]; a gate that needed it asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// What stands at a path.
    Path {
        /// The path as asked.
        asked: String,
        /// What stands there.
        found: PathFact,
    },
    /// The branch checked out; `None` when detached.
    Branch(Option<String>),
    /// Command lines that the project declares.
    Declared(Vec<String>),
    /// What a manifest holds, secrets taken out; `None`: it is not there.
    Text {
        /// The path as asked.
        asked: String,
        /// The text, of at most 64 KiB.
        text: Option<String>,
    },
    /// Whether a name in a directory begins with a dash.
    DashedName {
        /// The directory as asked.
        asked: String,
        /// One that does, shortened; `None`: none does.
        name: Option<String>,
    },
    /// Which names are in a directory: none, where there is no directory.
    Names {
        /// The directory as asked.
        asked: String,
        /// At most 256, sorted; names that are no UTF-8 are left out.
        names: Vec<String>,
    },
    /// Whether a file was in the commit that the work began with, under this name or one that differs by case alone.
    InBase {
        /// The path as asked.
        asked: String,
        /// It was.
        held: bool,
    },
    /// Whether a name stands that a file system without case, or one that drops dots and blanks at the end of names,
    /// takes for one in a path.
    Alike {
        /// The path as asked.
        asked: String,
        /// The path of the one that stands; `None`: none does, or it is that very path.
        name: Option<String>,
    },
    /// It could not be found out.
    Unknown {
        /// The question.
        question: Question,
        /// Why.
        why: String,
    },
}

impl Fact {
    /// The question that it answers, be it that nobody could tell.
    #[must_use]
    pub fn question(&self) -> Question {
        match self {
            Fact::Path { asked, .. } => Question::Path(asked.clone()),
            Fact::Branch(_) => Question::Branch,
            Fact::Declared(_) => Question::Declared,
            Fact::Text { asked, .. } => Question::Text(asked.clone()),
            Fact::DashedName { asked, .. } => Question::DashedName(asked.clone()),
            Fact::Names { asked, .. } => Question::Names(asked.clone()),
            Fact::InBase { asked, .. } => Question::InBase(asked.clone()),
            Fact::Alike { asked, .. } => Question::Alike(asked.clone()),
            Fact::Unknown { question, .. } => question.clone(),
        }
    }
}

/// What stands at a path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathFact {
    /// Where it is, below the worktree, links resolved; `None` when it is outside.
    pub resolved: Option<RelPath>,
    /// What it is.
    pub kind: PathKind,
    /// Whether a symbolic link was crossed on the way.
    pub through_link: bool,
    /// More than one name for the same file.
    pub hard_linked: bool,
    /// Digest of a regular file's content, when it is small enough to read.
    pub digest: Option<Hash>,
    /// Size in bytes of a regular file.
    pub bytes: u64,
    /// Where it leads when that is outside the worktree: absolute, links resolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leads: Option<String>,
}

/// What kind of thing stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PathKind {
    /// Nothing; its parent may be missing too.
    Absent,
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A device, socket or pipe, or something unreadable.
    Special,
    /// Outside the worktree, so it was not looked at.
    Outside,
}
