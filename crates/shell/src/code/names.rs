//! What calls do, by language: a table for each. A name fits when the path of a call ends with it.

use super::language::Language;

mod embedded;
mod harmless;
mod node;
mod numeric;
mod perl;
mod php;
mod platforms;
mod python;
mod ruby;

pub(super) use harmless::{is_harmless, is_harmless_module};

/// What a call does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Act {
    /// Starts a program: the first argument is a command.
    Start,
    /// Deletes its arguments, or what it is called on.
    Delete,
    /// Moves its first argument to its second.
    Move,
    Copy,
    /// Changes what its first argument names, or what it is called on.
    Write,
    Read,
    /// Opens a file: a mode says how.
    Open,
    /// Looks at names.
    List,
    Connect,
    /// Connects and sends.
    Send,
    Listen,
    /// The whole environment, unless one variable is picked.
    Environment,
    /// One variable, named by the first argument; all of them without one.
    Variable,
    /// Makes text that can't be seen here.
    Decode,
    /// Runs text as code.
    Run,
    /// Finds a function by a name that is data.
    Dynamic,
    /// Loads machine code.
    Load,
    Kill,
    Privilege,
}

/// Names that do the same; several separated by blanks. `a.b` fits `x.a.b(…)`, `*` at the end of a part fits any rest of
/// it.
type Line = (Act, &'static str);

/// Names that only act when they are called; a value of the name is none of theirs.
pub(super) fn needs_call(act: Act) -> bool {
    match act {
        Act::Environment | Act::Dynamic | Act::Load | Act::Privilege => false,
        Act::Start
        | Act::Delete
        | Act::Move
        | Act::Copy
        | Act::Write
        | Act::Read
        | Act::Open
        | Act::List
        | Act::Connect
        | Act::Send
        | Act::Listen
        | Act::Variable
        | Act::Decode
        | Act::Run
        | Act::Kill => true,
    }
}

/// What a call of this path does. The longest name that fits decides; of equal ones the first.
pub(super) fn act(language: Language, path: &[String]) -> Option<Act> {
    let mut best: Option<(usize, Act)> = None;
    for (act, names) in lines(language) {
        for name in names.split(' ') {
            if let Some(length) = fits(name, path)
                && best.is_none_or(|(held, _)| length > held)
            {
                best = Some((length, *act));
            }
        }
    }
    best.map(|(_, act)| act)
}

/// The table of a language.
fn lines(language: Language) -> &'static [Line] {
    match language {
        Language::Python => python::PYTHON,
        Language::Node => node::NODE,
        Language::Ruby => ruby::RUBY,
        Language::Perl => perl::PERL,
        Language::Php => php::PHP,
        Language::Lua => embedded::LUA,
        Language::Tcl => embedded::TCL,
        Language::R => numeric::R,
        Language::Julia => numeric::JULIA,
        Language::Elixir | Language::Erlang => platforms::ERLANG,
        Language::Swift | Language::Groovy => platforms::SWIFT,
    }
}

/// How much of a path a name covers at its end.
fn fits(name: &str, path: &[String]) -> Option<usize> {
    let parts: Vec<&str> = name.split('.').filter(|part| !part.is_empty()).collect();
    let part = |wanted: &str, got: &str| match wanted.strip_suffix('*') {
        Some(start) => got.starts_with(start),
        None => got == wanted,
    };
    // `a.*` fits wherever `a` stands, with anything behind it.
    if let Some((&"*", head)) = parts.split_last() {
        let found = path
            .windows(head.len().max(1))
            .any(|window| window.iter().zip(head).all(|(got, wanted)| got == wanted));
        return found.then_some(head.len().saturating_mul(2));
    }
    let from = path.len().checked_sub(parts.len())?;
    let end = path.get(from..)?;
    parts
        .iter()
        .zip(end)
        .all(|(wanted, got)| part(wanted, got))
        .then_some(parts.len().saturating_mul(2).saturating_add(1))
}
