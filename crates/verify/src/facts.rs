//! What an inspection carries: the facts of one file that the plan asks about, as compact JSON inside a line of the
//! ledger. Written by `inspect`, read by `conclude`, known to nobody else. Not what follows from them.

mod link;
mod whole_change;
mod wiring;

use serde::{Deserialize, Serialize};

use crate::rules::Rule;

pub(crate) use link::{ImportFact, Leads, LinkFacts, Wire};
pub(crate) use whole_change::{AcceptedFact, UnmetFact, WeakenedFact, WholeFacts};
pub(crate) use wiring::{ReachFact, WiringFact};

/// Version of the shape; facts of another version are not read, and then nothing counts as looked at.
pub(crate) const VERSION: u8 = 3;

/// Findings of a file that fail nothing, at most: no more of them are ever said, and each is a line of the ledger.
pub(crate) const LIKELY_MAX: usize = 10;

/// The facts of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub(crate) struct FileFacts {
    pub(crate) v: u8,
    pub(crate) read: Read,
    /// It is there to be read, shown or tried, and no part of what runs.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) sample: bool,
    /// Lines with code on them.
    pub(crate) code: u32,
    /// All lines.
    pub(crate) total: u32,
    /// Nothing but white space.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) blank: bool,
    /// It held nothing but comments before the change either: it is there for them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) told: bool,
    /// The folder or pattern by which somebody else keeps it, and the tree only carries it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) vendored_by: Option<String>,
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
    /// Not everything that it holds was read.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) cut: bool,
    /// Imports of files of this tree that are not there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) broken: Vec<BrokenFact>,
    /// What rules found in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) rules: Vec<RuleFact>,
    /// What the change did to it, where it was compared with what stood there before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) change: Option<ChangeFacts>,
    /// How it stands in the tree, where it is code and somebody asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) wiring: Option<WiringFact>,
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
    /// The function in which it stands, where that is not what it is about.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) within: String,
    /// What makes it look so, in words.
    pub(crate) why: String,
    /// That rule.
    pub(crate) rule: Rule,
    /// The level that asks about it.
    pub(crate) level: u8,
    /// It fails a check by itself.
    pub(crate) certain: bool,
    /// It was not there before the change.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) fresh: bool,
    /// It counts although it stands in a test, because it makes the test prove nothing.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) hollow_test: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) test: bool,
    /// A sentence of the plan may mean it to be so.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) meant: bool,
}

impl StubFact {
    /// The same, found by another rule.
    pub(crate) fn ruled(self, rule: Rule) -> Self {
        Self { rule, ..self }
    }
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
    /// In a string that holds nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<u32>,
    /// That string holds it as an address.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) address: bool,
    /// What of a string the pattern matches, where it stands in strings alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) matched: Option<String>,
    /// Outside comments of a text without a grammar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<u32>,
    /// Anywhere at all: in a comment, or in code that never runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) dead: Option<u32>,
    /// The pattern is none, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bad: Option<String>,
    /// It is one that would be found anywhere.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) proves_nothing: bool,
}

impl Found {
    /// The same, with what stands in strings as good as code, where `meant` says that it belongs there.
    pub(crate) fn quoted(&self, meant: bool) -> Self {
        let string = self.string.filter(|_| meant);
        Self {
            code: self.code.or(string),
            ..self.clone()
        }
    }

    /// Where it stands in a comment, if it stands nowhere else.
    pub(crate) fn only_dead(&self) -> Option<u32> {
        let better = [self.code, self.test, self.flagged, self.string, self.text];
        self.dead.filter(|_| better == [None; 5])
    }
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
    /// Passed on from elsewhere, as written.
    Passed(String),
    /// Passed on from there, as written, under that name, which it does not offer.
    Broken { from: String, name: String },
    /// Only as a member of that type.
    Member(String),
    /// Only within its crate.
    Restricted(u32),
    /// Only within its package (Java).
    Package(u32),
    /// Nobody can tell, and why.
    Unknown(String),
    /// No; the line where it is defined.
    No(Option<u32>),
}

/// A place that a rule found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RuleFact {
    /// Its id: a shape is data, and has no other name.
    pub(crate) rule: String,
    pub(crate) line: u32,
    /// The definition in which it stands, if it stands in one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) within: String,
    pub(crate) message: String,
    /// What to do instead; often empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) note: String,
    /// `quality`, `security`, `style` or `semantic`.
    pub(crate) category: String,
    pub(crate) level: u8,
    /// No honest code looks like this.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) certain: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) test: bool,
    /// It was not there before the change.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) fresh: bool,
}

/// What a change did to one file of code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub(crate) struct ChangeFacts {
    /// It held work before, and holds none any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) gutted: Vec<StubFact>,
    /// New definitions that nobody uses, or tests alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) unused: Vec<UnusedFact>,
    /// Definitions that this file was the last to use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) dropped: Vec<UnusedFact>,
    /// Files that were reached through this one, and by nothing any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) cut_off: Vec<String>,
    /// Functions that are new, or whose code is another than it was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) written: Vec<WrittenFact>,
    /// How many these are, with those that are not kept.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) functions: u32,
}

/// A function that the change wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WrittenFact {
    /// The last word of its name.
    pub(crate) name: String,
    /// From its first modifier to its last brace.
    pub(crate) line: u32,
    pub(crate) end_line: u32,
    /// It gives the same whatever it is given, or does nothing: to break it that way changes nothing.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) hollow: bool,
    /// The plan asks for it by its name.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) asked: bool,
}

/// A definition that nobody uses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UnusedFact {
    pub(crate) name: String,
    /// Where it is defined.
    pub(crate) file: String,
    pub(crate) line: u32,
    /// Tests use it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) tests: bool,
    /// Others than this tree may use it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) offered: bool,
}

/// An import of nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BrokenFact {
    /// As written.
    pub(crate) path: String,
    pub(crate) line: u32,
    /// It was not there before the change.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) fresh: bool,
    /// What it means is there, and the language forbids its use; why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shut: Option<String>,
}

impl BrokenFact {
    /// What is wrong with it, in words that follow the file's name.
    pub(crate) fn told(&self) -> String {
        let (path, line) = (&self.path, self.line);
        match &self.shut {
            None => format!("imports `{path}`, line {line}, and there is no such file"),
            Some(why) => format!("imports `{path}`, line {line}, and must not: {why}"),
        }
    }
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

fn is_zero(value: &u32) -> bool {
    *value == 0
}
