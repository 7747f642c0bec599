//! The tests of one file as they stand in its syntax. Whether a test is weaker than it was is for whoever has both texts.

use std::collections::{BTreeMap, BTreeSet};

use super::helpers::Helper;
use super::macro_tests::MacroTest;
use super::unrun_functions::UnrunFunction;
use crate::facts::Span;
use crate::parts::{Certainty, Reason};

/// The tests of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suite {
    /// Every test, in source order.
    pub cases: Vec<Case>,
    /// What the file mocks for all of them: modules, and names behind a dot.
    pub mocks: BTreeSet<String>,
    /// Stands for everything outside the tests: what they set up, their helpers and imports.
    pub rest: u64,
    /// Functions outside the tests, by name, with what they assert.
    pub helpers: BTreeMap<String, Helper>,
    /// Functions that assert and that neither a runner nor the file calls.
    pub unrun_functions: Vec<UnrunFunction>,
    /// Tests that macros of the file make, which no grammar reads (Rust).
    pub made: Vec<MacroTest>,
    /// The text could not be read whole; what is missing proves nothing then.
    pub damaged: bool,
}

/// One test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its own name, or the text that describes it.
    pub name: String,
    /// The classes, modules and descriptions around it, joined by ` > `; often empty.
    pub group: String,
    /// Where it stands, with its marks.
    pub span: Span,
    /// How it is switched off, if it is.
    pub skipped: Option<Skip>,
    /// It is singled out, so that others do not run.
    pub focused: bool,
    /// What its switch and the notes beside it say of why it is switched off; empty where nothing does.
    pub reason: String,
    /// How many branches leave it, or a loop of it, before its last assertion and without one of their own.
    pub leaves: u32,
    /// The inputs that it is run for, where it is run for several.
    pub rows: Option<Rows>,
    /// What it asserts, in source order.
    pub assertions: Vec<Assertion>,
    /// Functions and methods that it calls, by their own name.
    pub calls: BTreeSet<String>,
    /// The last call of each statement that is nothing but a call, by its own name, in source order: what is done for its
    /// effect, or to assert.
    pub statement_calls: Vec<String>,
    /// What it sets its variables to: by name, a number that stands for all values that it gives them.
    pub variables: BTreeMap<String, u64>,
    /// Every name and every short text in it.
    pub words: BTreeSet<String>,
    /// What it replaces: modules and names.
    pub mocks: BTreeSet<String>,
    /// Stands for its body: two tests with the same do the same.
    pub body: u64,
    /// Why it can't fail, as far as that shows.
    pub vacuity: Option<Vacuity>,
}

/// The inputs of a test that runs more than once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// One text for each, where they can be counted.
    pub texts: Vec<String>,
    /// There are others, which can't be.
    pub more: bool,
    /// How often what is innermost runs, where loops over lists stand in each other; 0 where they do not.
    pub times: usize,
}

/// How a test is switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skip {
    /// Under a condition: a platform, a version, a setting.
    Sometimes,
    /// It may fail and still counts as passed.
    MayFail,
    /// It never runs.
    Always,
}

/// One assertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assertion {
    /// The line (from 1).
    pub line: u32,
    /// How much it demands.
    pub strength: Strength,
    /// What it is about, as text with one space between tokens.
    pub subject: String,
    /// The functions whose work it looks at, also through local variables.
    pub callees: BTreeSet<String>,
    /// What it is about, as it stands in the source, for people: on one line, and no longer than a sentence can hold.
    pub subject_text: String,
    /// What is expected, as text; `true` and `false` for conditions.
    pub expected: Option<String>,
    /// What is expected, as it stands in the source, for people; nothing where it names nothing.
    pub expected_text: Option<String>,
    /// How far off a number may be.
    pub tolerance: Option<Tolerance>,
    /// The expected error is one that nearly anything is.
    pub broad: bool,
    /// It compares with a recorded output.
    pub snapshot: bool,
    /// Why a failure of it may not show.
    pub hidden: Option<Hidden>,
    /// It stands in a branch of a choice that has another one: it is made in some runs, or on some systems, alone.
    pub in_branch: bool,
    /// Literals in it.
    pub values: BTreeSet<String>,
    /// How many it stands for: a helper of the file may make several.
    pub stands_for: u32,
    /// What is expected comes from the very functions that are asked.
    pub itself: bool,
}

/// How much an assertion demands, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// It holds whatever the code does.
    Vacuous,
    /// There is something, of some type, or nothing failed.
    Loose,
    /// A property of it: contains, greater than, matches, holds.
    Partial,
    /// A particular error.
    Throws,
    /// This very value.
    Exact,
}

/// How far off a number may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tolerance {
    /// Digits that must agree: fewer are looser.
    Digits(String),
    /// A distance: more is looser.
    Width(String),
}

/// Why the failure of an assertion may not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hidden {
    /// What is asserted about decides whether it is asserted.
    Guarded,
    /// It is made of an error that need not come.
    Handled,
    /// Nobody waits for it.
    Unawaited,
    /// It is caught and dropped.
    Swallowed,
    /// It is never reached.
    Unreachable,
}

/// Why a test can't fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vacuity {
    /// Why.
    pub reason: Reason,
    /// How sure that is.
    pub certainty: Certainty,
    /// The line (from 1).
    pub line: u32,
}
