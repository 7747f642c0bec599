//! One file's content, turned into the facts that the plan asks of it. Runs where the file is read; its answer is
//! recorded, so that a report can be concluded again without the file.

use ledger::event::Inspection;
use ledger::ids::{Hash, RelPath};
use ledger::plan::Plan;

/// What stands at a path of the candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content<'a> {
    /// Nothing.
    Absent,
    /// A directory.
    Directory,
    /// A symbolic link that leaves the worktree, or leads nowhere.
    LinkOutside,
    /// A device, socket, pipe or submodule, or something unreadable.
    Special,
    /// A file with more bytes than may be read; how many.
    TooLarge(u64),
    /// A file that is no UTF-8 text.
    NotText,
    /// Its text.
    Text(&'a str),
}

impl Content<'_> {
    /// The word in an inspection.
    fn word(self) -> &'static str {
        match self {
            Content::Absent => "absent",
            Content::Directory => "directory",
            Content::LinkOutside => "link-outside",
            Content::Special => "special",
            Content::TooLarge(_) => "too-large",
            Content::NotText => "not-text",
            Content::Text(_) => "file",
        }
    }
}

/// What the content at a path says about the plan.
#[must_use]
pub fn inspect(plan: &Plan, path: &RelPath, content: Content<'_>) -> Inspection {
    let _ = plan;
    Inspection::File {
        path: path.as_str().to_owned(),
        digest: match content {
            Content::Text(text) => Some(Hash::of(text.as_bytes())),
            Content::Absent
            | Content::Directory
            | Content::LinkOutside
            | Content::Special
            | Content::TooLarge(_)
            | Content::NotText => None,
        },
        kind: content.word().to_owned(),
        facts: String::new(),
    }
}
