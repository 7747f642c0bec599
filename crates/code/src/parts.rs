//! What a file is made of: definitions with their bodies, exports, imports, uses, and work left undone.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::facts::Span;

/// A named thing defined in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    /// The name as other code would write it after the module: `append`, `Ledger::append` (Rust),
    /// `Ledger.append` (TypeScript). Functions inside functions carry their own name only.
    pub name: String,
    /// The inline modules or namespaces around it, joined as the language joins them; often empty.
    pub module: String,
    /// What sort of thing.
    pub kind: DefinitionKind,
    /// From its first modifier to its last brace.
    pub span: Span,
    /// Whether other files can name it.
    pub exported: Exported,
    /// A method that only code beside it may call, by the language's own word, and that nothing outside the tree asks its
    /// type to have: `private` and `#name`, no `pub` in an `impl` of the type alone, a small letter (Go), `_name` in a
    /// class that has no base (Python, JavaScript).
    pub secret: bool,
    /// What it does, as far as syntax tells.
    pub body: Body,
    /// For functions, how many ways lead through: one, and one more for every fork (`if`, loop, arm after
    /// the first, `&&`, `||`, `??`, `catch`) outside the functions inside it; 0 for anything else.
    pub complexity: u32,
    /// Attributes or decorators on it, by the last word of their path (`derive`, `no_mangle`, `Controller`).
    /// What is marked may be reached by ways that no import shows.
    pub marks: Vec<String>,
    /// It exists for tests only.
    pub test: bool,
    /// It stands inside a function, so nothing outside can name it.
    pub nested: bool,
}

/// What sort of thing a definition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DefinitionKind {
    /// A function, also an arrow function bound to a name.
    Function,
    /// A function that belongs to a type or an object.
    Method,
    /// A struct, union or class.
    Struct,
    /// An enum.
    Enum,
    /// A trait or interface.
    Trait,
    /// A type alias, associated or not.
    TypeAlias,
    /// A `const`.
    Constant,
    /// A `static`, `let` or `var` at module level.
    Variable,
    /// A module or namespace.
    Module,
    /// A macro.
    Macro,
}

impl DefinitionKind {
    /// Whether it is one that runs when it is called.
    #[must_use]
    pub fn is_function(self) -> bool {
        match self {
            DefinitionKind::Function | DefinitionKind::Method => true,
            DefinitionKind::Struct
            | DefinitionKind::Enum
            | DefinitionKind::Trait
            | DefinitionKind::TypeAlias
            | DefinitionKind::Constant
            | DefinitionKind::Variable
            | DefinitionKind::Module
            | DefinitionKind::Macro => false,
        }
    }
}

/// Whether other files can name a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Exported {
    /// Yes.
    Yes,
    /// Only as a type: nothing exists at run time.
    TypeOnly,
    /// Only within a boundary, such as `pub(crate)`, or behind a private module.
    Restricted,
    /// No.
    No,
}

/// What a definition does, as far as syntax tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Body {
    /// There is none to judge: a type, a signature, a plain value.
    None,
    /// It holds work.
    Substantive,
    /// It holds none.
    Hollow(Hollow),
}

/// Why a body counts as hollow, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hollow {
    /// Why.
    pub reason: Reason,
    /// How sure.
    pub certainty: Certainty,
}

/// How sure a finding is. Only `Certain` may fail a check by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Certainty {
    /// No honest code looks like this.
    Certain,
    /// Some honest code looks like this too.
    Likely,
    /// Honest code often looks like this: it says something only where it was asked not to be so.
    Faint,
}

/// What makes a place look like work left undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Reason {
    /// Nothing between the braces.
    Empty,
    /// Runs into `todo!()`, `unimplemented!()`, or throws or returns "not implemented".
    NotImplemented,
    /// Only stops the event it handles.
    OnlyPreventsDefault,
    /// Ignores what it is given and returns a fixed value.
    FixedValue,
    /// Ignores what it is given and returns the empty, default or "fine" value.
    DefaultValue,
    /// Returns what it was given, unchanged.
    Identity,
    /// A test without a single statement.
    EmptyTest,
    /// Asserts something that holds whatever the code does.
    ConstantAssertion,
    /// An error is caught and dropped.
    SwallowedError,
    /// What was asked for is thrown away.
    ResultDiscarded,
    /// State starts empty, and nothing ever puts anything in.
    StateNeverFed,
    /// A parameter that the work depends on is not looked at.
    ParameterIgnored,
    /// Something is kept, and nothing ever looks at it.
    NeverRead,
    /// A comment says that the work is left to somebody else.
    Admitted,
    /// A test that runs code and asserts nothing.
    NoAssertion,
    /// A test that replaces the very thing it is about.
    MocksSubject,
}

impl Reason {
    /// The level of verification that asks about it: 2 (is it real) or 4 (does data get through).
    #[must_use]
    pub fn level(self) -> u8 {
        match self {
            Reason::Empty
            | Reason::NotImplemented
            | Reason::Admitted
            | Reason::EmptyTest
            | Reason::ConstantAssertion
            | Reason::NoAssertion
            | Reason::MocksSubject => 2,
            Reason::OnlyPreventsDefault
            | Reason::FixedValue
            | Reason::DefaultValue
            | Reason::Identity
            | Reason::SwallowedError
            | Reason::ResultDiscarded
            | Reason::StateNeverFed
            | Reason::ParameterIgnored
            | Reason::NeverRead => 4,
        }
    }
}

/// A name other files can import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Export {
    /// The name they use; `default`; `=` for `export =` and `module.exports =`; `*` for everything
    /// of another module.
    pub name: String,
    /// The name inside this file, where it differs or is worth knowing (`default`, `=`, renamed).
    pub local: Option<String>,
    /// Inline public modules or namespaces around it (`a::b`), often empty.
    pub module: String,
    /// How it is exported.
    pub kind: ExportKind,
    /// The line (from 1).
    pub line: u32,
}

/// How a name is exported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExportKind {
    /// It exists at run time.
    Value,
    /// It exists for the type checker alone.
    Type,
    /// The module's default, or the whole of it (`export =`).
    Default,
    /// A module or namespace.
    Namespace,
    /// It comes from somewhere else.
    Reexport {
        /// The specifier or path, as written.
        from: String,
        /// Its name over there; `*` for the whole module.
        name: String,
        /// Only the type is passed on.
        type_only: bool,
    },
    /// Named `pub`, but only within a boundary (`pub(crate)`, a private inline module).
    Restricted,
}

/// One thing brought in from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// The specifier as written (`./a`, `react`); for Rust the full path (`crate::a::B`), without `*`.
    pub path: String,
    /// The names it brings; empty when it brings none. `#[macro_use] mod x;` brings `x` and `*`.
    pub names: Vec<ImportedName>,
    /// The line (from 1).
    pub line: u32,
    /// By which form.
    pub kind: ImportKind,
    /// Only types come in.
    pub type_only: bool,
    /// Rust: the inline modules around it (`a::b`), which paths are relative to.
    pub module: String,
    /// It stands in test code.
    pub test: bool,
}

/// One name an import brings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ImportedName {
    /// Its name over there: `default`, `*`, or the name.
    pub name: String,
    /// Its name here; `None` when it has none (`use a::*`, `use T as _`).
    pub local: Option<String>,
}

/// By which form something is brought in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ImportKind {
    /// `import .. from`.
    Static,
    /// `import "x"`, for what loading it does.
    SideEffect,
    /// `import("x")`.
    Dynamic,
    /// `require("x")`.
    Require,
    /// `export .. from`, `pub use`.
    Reexport,
    /// `mod x;`; the path is `x`.
    Mod,
    /// `#[path = "f.rs"] mod x;`; the path is `f.rs`.
    ModAt,
    /// `use`.
    Use,
    /// A path written out where it is used: `crate::a::f()`, `super::T`.
    Path,
}

/// One use of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Use {
    /// The line (from 1).
    pub line: u32,
    /// It stands in test code.
    pub test: bool,
}

/// A place that looks like work left undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stub {
    /// The line (from 1).
    pub line: u32,
    /// What it is: the definition's name, `onClick`, `GET /users`, `catch`.
    pub what: String,
    /// Why.
    pub reason: Reason,
    /// How sure.
    pub certainty: Certainty,
    /// It stands in test code.
    pub test: bool,
}

impl Stub {
    /// One outside tests that honest code looks like now and then.
    pub(crate) fn likely(line: u32, what: String, reason: Reason) -> Stub {
        Stub {
            line,
            what,
            reason,
            certainty: Certainty::Likely,
            test: false,
        }
    }
}

/// A place of its own that a type keeps a value in: somebody has to put it there, and somebody has to look at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// The type it belongs to.
    pub owner: String,
    /// Its name.
    pub name: String,
    /// The line (from 1).
    pub line: u32,
    /// Code of others can't reach it: all that reads or sets it stands in this tree.
    pub private: bool,
}

/// What a file does with members of one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// It looks at one: anything but setting it.
    pub read: bool,
    /// With what it sets one.
    pub how: How,
}

/// With what a member is set, the least telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum How {
    /// Not at all.
    Never,
    /// With what stands for nothing: no object, zero, an empty text or collection. `false` is a choice, and no nothing.
    Empty,
    /// With another literal.
    Constant,
    /// With what the function around was given.
    Given,
    /// With anything else; a call on it, a step up or down and handing out its address count.
    Computed,
}

/// What a function does with what it is given: to be compared with what it did before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParameterUse {
    /// The line (from 1).
    pub line: u32,
    /// Parameters that something in it reads.
    pub reads: BTreeSet<String>,
    /// Parameters that nothing in it reads, and no word near it excuses.
    pub ignores: BTreeSet<String>,
    /// Nobody else is known to say what its parameters are.
    pub free: bool,
    /// The last parameter, where a function may leave out what callers hand it at the end (TypeScript): nobody has to take
    /// one more.
    pub last: Option<String>,
    /// Errors that are caught and told, raised again or worked with.
    pub told: u32,
    /// Errors that are caught and then gone.
    pub dropped: u32,
}

/// A note of debt in a comment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Debt {
    /// The line (from 1).
    pub line: u32,
    /// The word: `TODO`, `FIXME`, `XXX`, `TBD`, `HACK`.
    pub marker: String,
    /// The rest of that line of comment, cut at 200 characters.
    pub text: String,
}
