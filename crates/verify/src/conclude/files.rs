//! What was found at each path, read back from the inspections. A file that nobody looked at is not there and not
//! absent: it is unknown.

use std::collections::BTreeMap;

use ledger::event::Inspection;

use crate::facts::FileFacts;

/// All that was looked at.
pub struct Files<'a> {
    found: BTreeMap<&'a str, Standing<'a>>,
}

/// What stands at a path.
pub(super) struct Standing<'a> {
    pub(super) kind: Kind,
    /// Of a text alone.
    pub(super) facts: Option<FileFacts>,
    /// Of what is not there: a path of the tree that differs only in the case of its letters.
    pub(super) almost: Option<&'a str>,
}

/// What it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Absent,
    Ignored,
    Directory,
    LinkOutside,
    Special,
    TooLarge,
    NotText,
    /// A word that this program does not know.
    Strange,
}

impl<'a> Files<'a> {
    /// Reads inspections.
    #[must_use]
    pub fn new(inspections: &'a [Inspection]) -> Self {
        let found = inspections
            .iter()
            .filter_map(|inspection| match inspection {
                Inspection::File {
                    path, kind, facts, ..
                } => {
                    let kind = kind_of(kind);
                    let almost =
                        Some(facts.as_str()).filter(|it| kind == Kind::Absent && !it.is_empty());
                    let facts = FileFacts::parse(facts).filter(|_| kind == Kind::File);
                    Some((
                        path.as_str(),
                        Standing {
                            kind,
                            facts,
                            almost,
                        },
                    ))
                }
                Inspection::Change { .. } => None,
            });
        Self {
            found: found.collect(),
        }
    }

    /// The same of inspections that were read in parts, in their order.
    #[must_use]
    pub fn joined(parts: Vec<Self>) -> Self {
        let all = parts.into_iter().flat_map(|it| it.found);
        Self {
            found: all.collect(),
        }
    }

    pub(super) fn get(&self, path: &str) -> Option<&Standing<'a>> {
        self.found.get(path)
    }

    /// The facts of a text at a path.
    pub(crate) fn facts(&self, path: &str) -> Option<&FileFacts> {
        self.get(path)?.facts.as_ref()
    }
}

impl Kind {
    pub(super) fn is_file(self) -> bool {
        match self {
            Kind::File | Kind::TooLarge | Kind::NotText => true,
            Kind::Absent
            | Kind::Ignored
            | Kind::Directory
            | Kind::LinkOutside
            | Kind::Special
            | Kind::Strange => false,
        }
    }

    /// What stands there, in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Kind::File => "a file stands there",
            Kind::Absent => "there is no such file",
            Kind::Ignored => "git ignores the file, so it is no part of the change",
            Kind::Directory => "a folder stands there, not a file",
            Kind::LinkOutside => {
                "a symbolic link stands there that leads out of the repository or nowhere"
            }
            Kind::Special => "what stands there is no regular file",
            Kind::TooLarge => "the file is too large to be looked into",
            Kind::NotText => "the file is no text",
            Kind::Strange => "what stands there is not known",
        }
    }
}

fn kind_of(word: &str) -> Kind {
    match word {
        "file" => Kind::File,
        "absent" => Kind::Absent,
        "ignored" => Kind::Ignored,
        "directory" => Kind::Directory,
        "link-outside" => Kind::LinkOutside,
        "special" => Kind::Special,
        "too-large" => Kind::TooLarge,
        "not-text" => Kind::NotText,
        _ => Kind::Strange,
    }
}
