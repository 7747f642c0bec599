//! What an inspection carries: the facts of one file that the plan asks about, as compact JSON inside a line of the
//! ledger. Written by `inspect`, read by `conclude`, known to nobody else. Not what follows from them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Version of the shape; facts of another version are not read, and then nothing counts as looked at.
pub(crate) const VERSION: u8 = 1;

/// The facts of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub(crate) struct FileFacts {
    pub(crate) v: u8,
    pub(crate) read: Read,
    /// Lines with code on them.
    pub(crate) code: u32,
    /// All lines.
    pub(crate) total: u32,
    /// Nothing but white space.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) blank: bool,
    /// A program wrote it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) generated: bool,
    /// Lines of conflict markers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) conflicts: Vec<u32>,
    /// Work left undone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) stubs: Vec<StubFact>,
    /// Notes of debt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) debts: Vec<DebtFact>,
    /// One for each artifact of the plan with this path, in the plan's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) artifacts: Vec<ArtifactFacts>,
    /// One for each link of the plan that starts here, in the plan's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) links: Vec<LinkFacts>,
    /// One for each link of the plan that ends here: the line where its pattern stands in this file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) targets: Vec<Option<u32>>,
    /// What it brings in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) imports: Vec<ImportFact>,
    /// Names that it offers to others.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) offers: BTreeMap<String, Offer>,
    /// Methods of its traits, by trait.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) traits: BTreeMap<String, Vec<String>>,
    /// Names that it uses, with their first line, where an import can't be judged without them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) uses: BTreeMap<String, u32>,
    /// A list was cut.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) cut: bool,
    /// What a manifest says (`Cargo.toml`, `tsconfig.json`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) manifest: Option<Manifest>,
}

/// How the file was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Read {
    /// A grammar read it.
    Parsed,
    /// A grammar read it, parts of it make no sense.
    Damaged,
    /// No grammar; the signs of its comments are known.
    Words,
    /// No grammar; it is prose or data, in which nothing is a comment.
    Prose,
    /// No grammar, and nothing is known about it.
    #[default]
    Unknown,
    /// It could not be read, and why.
    Unreadable(String),
}

/// A place that looks like work left undone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StubFact {
    pub(crate) line: u32,
    pub(crate) what: String,
    /// What makes it look so, in words.
    pub(crate) why: String,
    /// The name of that rule.
    pub(crate) rule: String,
    /// No honest code looks like this.
    pub(crate) certain: bool,
    /// It counts although it stands in a test, because it makes the test prove nothing.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) hollow_test: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) test: bool,
}

/// A note of debt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DebtFact {
    pub(crate) line: u32,
    pub(crate) text: String,
}

/// Answers to what an artifact asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub(crate) struct ArtifactFacts {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) contains: Option<Found>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) regex: Option<Found>,
    /// In the order of the plan.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) exports: Vec<Answer>,
}

/// Where something stands, best place first; each with its first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub(crate) struct Found {
    /// In live code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) code: Option<u32>,
    /// In code of tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) test: Option<u32>,
    /// Behind a constant that is `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) flagged: Option<u32>,
    /// In a string.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) string: Option<u32>,
    /// That string holds it as an address.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) address: bool,
    /// Outside comments of a text without a grammar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<u32>,
    /// Anywhere at all: in a comment, or in code that never runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) dead: Option<u32>,
    /// The pattern is none, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bad: Option<String>,
}

/// Whether a name is exported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    /// Yes, at this line.
    Yes(u32),
    /// As a type, at this line.
    Type(u32),
    /// As the default export.
    Default(u32),
    /// Passed on from one of these files, under that name there.
    From {
        files: Vec<String>,
        name: String,
        written: String,
        line: u32,
    },
    /// All of these files is passed on.
    Maybe(Vec<String>),
    /// Only as a member of that type.
    Member(String),
    /// Only within its crate or package.
    Restricted(u32),
    /// Nobody can tell, and why.
    Unknown(String),
    /// No; the line where it is defined.
    No(Option<u32>),
}

/// What a file says about one link that starts in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub(crate) struct LinkFacts {
    /// Where the pattern stands outside imports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pattern: Option<Found>,
    /// Imports that the pattern matches, as places in the list of imports.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) imports: Vec<usize>,
    /// The line of a string that holds the target's address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) address: Option<u32>,
}

/// One import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ImportFact {
    /// As written.
    pub(crate) path: String,
    pub(crate) line: u32,
    /// The names it brings, as they are called over there; `*` for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) names: Vec<String>,
    /// Files among those looked at that it may mean, likeliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) files: Vec<String>,
    /// Its path alone tells which files it may mean.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) local: bool,
    /// It passes on what it brings.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) passes: bool,
    /// Rust: inline modules around it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) module: String,
    pub(crate) used: UsedFact,
}

/// Whether an import is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum UsedFact {
    Yes(u32),
    Tests(u32),
    No,
    Unknown(String),
}

/// How a name is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Offer {
    /// It is defined here.
    Own,
    /// It comes from elsewhere.
    Passed,
}

/// What a manifest says about names of modules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Manifest {
    /// Names by which the crate's library is known.
    Crate(Vec<String>),
    /// Beginnings of specifiers, and what stands for each, from the repository's top; a `*` is the rest.
    Aliases(Vec<(String, Vec<String>)>),
}

impl FileFacts {
    /// Reads them back; `None` for anything else.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let facts: Self = serde_json::from_str(text).ok()?;
        (facts.v == VERSION).then_some(facts)
    }

    /// Whether a grammar stands behind them.
    pub(crate) fn by_syntax(&self) -> bool {
        matches!(self.read, Read::Parsed | Read::Damaged)
    }
}

fn is_false(value: &bool) -> bool {
    !value
}
