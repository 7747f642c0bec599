//! What can be said about one file from its text alone: the whole, its lines and its regions. The parts it
//! is made of are in `parts`, how they are found in `rust/` and `script/`, other files in `links`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::language::Language;
use crate::parts::{Debt, Definition, Export, Field, Import, ParameterUse, Setting, Stub, Use};

/// Everything syntax alone says about one file. Lists are in source order and bounded by
/// [`crate::Limits`]; `truncated` says when a bound cut one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The grammar that was used.
    pub language: Language,
    /// How far the rest can be trusted.
    pub reading: Reading,
    /// How many lines, and of what.
    pub lines: LineCounts,
    /// Named things the file defines, nested functions and methods included.
    pub definitions: Vec<Definition>,
    /// Names other files can import.
    pub exports: Vec<Export>,
    /// What the file brings in, by any form.
    pub imports: Vec<Import>,
    /// Free names used outside their own definition, outside imports and outside dead code, and not
    /// hidden by a parameter or local variable of the same name.
    pub references: BTreeMap<String, Vec<Use>>,
    /// Names used behind a `.` or `::` (fields, methods, path tails).
    pub members: BTreeMap<String, Vec<Use>>,
    /// Lines (from 1) of unresolved merge conflict markers.
    pub conflict_markers: Vec<u32>,
    /// Places that look like work left undone; hollow definitions are here too.
    pub stubs: Vec<Stub>,
    /// `TODO`, `FIXME`, `XXX`, `TBD`, `HACK` in comments.
    pub debts: Vec<Debt>,
    /// Stretches of the text that are not plain live code, sorted, by byte.
    pub regions: Vec<Region>,
    /// Statements by byte range, outer before inner: the unit a pattern may span (see `search`).
    pub statements: Vec<ByteRange>,
    /// Names inside macro calls at item level, where a definition may hide from syntax.
    pub macro_words: BTreeMap<String, u32>,
    /// What its functions do with parameters and errors, by name; without names that several functions bear. Read for
    /// TypeScript and Python so far.
    pub parameter_use: BTreeMap<String, ParameterUse>,
    /// Fields of its types that nothing reads or sets but by name; those of tests are left out.
    pub fields: Vec<Field>,
    /// What the file does with members, by name: of each that it sets, and of each field that it declares. One that it
    /// names and that is not here it only looks at.
    pub set: BTreeMap<String, Setting>,
    /// Types of which a literal sets the fields by their places alone, `T{1, 2}` (Go).
    pub placed: BTreeSet<String>,
    /// Types of errors that the file makes or raises, tests aside: those that a name like `ParseError` tells. `None`: it is
    /// not known.
    pub made: Option<BTreeSet<String>>,
    /// Lines (from 1) on which an error is raised, thrown, returned or told to a person; tests aside.
    pub tells: BTreeSet<u32>,
    /// Optional parts of the build that conditions of the file ask for, each with its first line: features (Rust), tags that
    /// are neither a platform nor the compiler's own (Go).
    pub features: BTreeMap<String, u32>,
    /// Types of the file that take members over from types of other files (Java).
    pub heirs: BTreeSet<String>,
    /// The package that the file says it belongs to (Go, Java); empty for none.
    pub package: String,
    /// Where the file starts by itself: a `main` function, `if __name__ == "__main__"`, a `#!` line.
    pub starts: Option<u32>,
    /// The head of the file says that a program wrote it.
    pub generated: bool,
    /// A list was cut at its bound: absence of a name is then not proof of absence.
    pub truncated: bool,
}

/// How a file was read, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Reading {
    /// A grammar read it whole.
    Parsed,
    /// A grammar read it, but parts make no sense to it; near those, facts may be missing.
    Damaged {
        /// How many nodes are errors or were made up by the parser.
        error_nodes: u32,
    },
    /// No grammar for the language: lines and words only.
    Words,
    /// Nothing was read.
    Unreadable(Unreadable),
}

/// Why nothing was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Unreadable {
    /// More bytes than the limit.
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The limit it broke.
        bytes_max: usize,
    },
    /// It holds a NUL byte, so it is no text.
    Binary,
    /// It nests too deep, or the parser used up its steps.
    TooComplex,
    /// The grammar could not be loaded: a fault of this build.
    NoGrammar,
}

/// Lines of a file. `total = code + comment + blank`; a final newline begins no line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineCounts {
    /// All lines.
    pub total: u32,
    /// Lines with at least one token that is no comment.
    pub code: u32,
    /// Lines with nothing but white space.
    pub blank: u32,
    /// Lines with nothing but (part of) a comment.
    pub comment: u32,
    /// False when the language's comments are not known; then `comment` is 0 and `code` is too high.
    pub comments_known: bool,
}

/// Where something stands. Lines and columns count from 1; a column counts characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// First line.
    pub line: u32,
    /// Column of its first character.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// The same by byte.
    pub bytes: ByteRange,
}

/// A half-open range of bytes in the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ByteRange {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A stretch of text that is not plain live code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Region {
    /// Where.
    pub bytes: ByteRange,
    /// What.
    pub kind: RegionKind,
}

/// What a region is. Regions of different kinds may lie within each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum RegionKind {
    /// A comment, markers included.
    Comment,
    /// The contents of a string literal, without its quotes.
    String,
    /// Code that can never run: `if (false)`, `#[cfg(any())]`, after `return`.
    Dead,
    /// Code behind a constant of this file that is `false`: whether it ever runs is unknown.
    Flagged,
    /// Code for tests: `#[cfg(test)]`, `#[test]`.
    Test,
}

/// The answer to "does this file export that name?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exporting {
    /// Yes, at this line.
    Yes(u32),
    /// Yes, but it is a type only, at this line.
    TypeOnly(u32),
    /// As the default export, whose name inside the file is the one asked for.
    AsDefault(u32),
    /// It passes on another module's name; whether that one has it is for the caller to follow.
    Reexport {
        /// The specifier or path, as written.
        from: String,
        /// The name to look for over there.
        name: String,
        /// Only the type is passed on.
        type_only: bool,
        /// The line here.
        line: u32,
    },
    /// Everything of these modules is passed on; the name may be among it.
    MaybeFrom(Vec<String>),
    /// A public member of that type bears the name, but the name alone is no export.
    Member(String),
    /// It is visible within a boundary only, at this line.
    Restricted(u32),
    /// Without a grammar: the name stands in the text as a word, at this line.
    Weak(u32),
    /// Syntax cannot tell, and why.
    Unknown(&'static str),
    /// No; if it is defined here at all, this is the line.
    No(Option<u32>),
}
