//! What a verification looked at, counted: what a pass rests on where no plan asks for anything. Not what was found.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The files, functions, tests and commands of one verification.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookedAt {
    /// Commands that count as evidence.
    pub commands: CommandCounts,
    /// All files of the change, or of the plan.
    pub files: u32,
    /// Functions outside tests that the change brought, or whose code it changed.
    pub functions: u32,
    /// Those of the files whose code no grammar read, and why.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub not_read: BTreeMap<NotRead, u32>,
    /// Whether the files are those of a change; else they are those that the plan names.
    pub of_change: bool,
    /// Tests that the change brought, or changed.
    pub tests: u32,
}

/// Why no grammar read the code of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotRead {
    /// It is prose, data or configuration.
    Text,
    /// It is code in a language without a grammar here.
    UnknownLanguage,
    /// Its head says that a program wrote it.
    Generated,
    /// Somebody else keeps it: a dependency that the tree carries.
    Vendored,
    /// It is larger, or its code deeper, than what is read.
    TooLarge,
    /// It is no text.
    Binary,
    /// It is gone.
    Deleted,
    /// No regular file of the tree stands there, or nobody could look.
    NoFile,
}

/// How many commands there are, and what became of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandCounts {
    /// Those that plan and configuration ask for, or that were found in the project.
    pub known: u32,
    /// Those of them that were run on this very tree.
    pub run: u32,
    /// Whoever asked wanted none to be run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub switched_off: bool,
}

impl NotRead {
    /// Behind a number.
    fn words(self) -> &'static str {
        match self {
            NotRead::Text => "without code",
            NotRead::UnknownLanguage => "in a language that is not read",
            NotRead::Generated => "generated",
            NotRead::Vendored => "vendored",
            NotRead::TooLarge => "too large",
            NotRead::Binary => "binary",
            NotRead::Deleted => "deleted",
            NotRead::NoFile => "no file",
        }
    }
}

/// As one line: `12 functions, 5 tests, 3 files of the change; no command was run (--no-commands)`.
impl fmt::Display for LookedAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not_read = self.not_read.values();
        let not_read = not_read.fold(0_u32, |sum, it| sum.saturating_add(*it));
        let of = match self.of_change {
            true => "the change",
            false => "the plan",
        };
        let files = Counted(self.files, "file");
        if self.files == 0 {
            write!(f, "{files}")?;
        } else if not_read < self.files {
            if self.of_change {
                let (functions, tests) = (self.functions, self.tests);
                let (functions, tests) = (Counted(functions, "function"), Counted(tests, "test"));
                write!(f, "{functions}, {tests}, ")?;
            }
            write!(f, "{files} of {of}")?;
        } else {
            write!(f, "{files} of {of}, none in a language that is read")?;
        }
        let why = self.not_read.iter();
        let why: Vec<String> = why
            .map(|(why, count)| format!("{count} {}", why.words()))
            .collect();
        if !why.is_empty() {
            write!(f, " ({})", why.join(", "))?;
        }
        write!(f, "; {}", self.commands)
    }
}

/// As the end of a sentence: `2 commands were run`.
impl fmt::Display for CommandCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let were = match self.run {
            1 => "was",
            _ => "were",
        };
        match (self.run, self.known) {
            (0, _) if self.switched_off => f.write_str("no command was run (`--no-commands`)"),
            (0, 0) => f.write_str("no command was run, since none is known"),
            (0, known) => write!(f, "none of {} was run", Counted(known, "command")),
            (run, known) if run < known => {
                write!(f, "{run} of {} {were} run", Counted(known, "command"))
            }
            (run, _) => write!(f, "{} {were} run", Counted(run, "command")),
        }
    }
}

/// A number of things.
struct Counted(u32, &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counted(count, thing) = self;
        match count {
            0 => write!(f, "no {thing}"),
            1 => write!(f, "1 {thing}"),
            _ => write!(f, "{count} {thing}s"),
        }
    }
}
