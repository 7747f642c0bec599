//! What a script does, without running it: the tree is walked the way the shell would, with everything that is known
//! about variables, directories and streams, and each thing that would happen becomes an effect.
//!
//! It never follows only one way where there are several: every branch that could be taken is walked, and what differs
//! afterwards has several values. What it can't follow is `Unknown`; at a limit it denies.
//!
//! Reading order: here (what is carried along), `control` (lists, branches, loops), `words` (expansion), `parameter`,
//! `expressions`, `simple` (one command), `builtin`, `outside` (programs, by their models), `streams` (redirections),
//! `places` (paths), `code` (text that is run).

use std::collections::BTreeMap;

use super::bash;
use super::effect::{Effect, Level, Origin, What};
use super::place::{Ground, Place};
use super::tree::Command;
use super::value::{Origins, Text};

mod builtin;
mod code;
mod control;
mod expressions;
mod filter;
mod outside;
mod parameter;
mod places;
mod simple;
mod streams;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use filter::{may_fit, unescape};
pub(crate) use outside::{host_of, is_loopback};
pub(crate) use parameter::secret_variable as is_secret_variable;

/// Simple commands that are followed, loops and functions counted each time.
const COMMANDS_MAX: usize = 2_000;
/// Deepest text in text: `sh -c "sh -c …"`, functions in functions.
const DEPTH_MAX: usize = 12;
/// Values that a variable may have at once.
const VALUES_MAX: usize = 6;

/// What is known before the first command.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Start<'a> {
    pub(crate) ground: Ground<'a>,
    /// Directory below the worktree; empty: the top.
    pub(crate) cwd: &'a str,
    pub(crate) dialect: bash::Dialect,
}

/// What a text of a POSIX-like shell would do.
///
/// # Errors
/// Why the text can't be read.
pub(crate) fn effects(text: &str, start: Start<'_>) -> Result<Vec<Effect>, bash::Refusal> {
    let script = bash::read(text, start.dialect)?;
    let mut eval = Eval::new(start);
    eval.script(&script, &Text::unknown(Origins::of(Origin::Unknown)));
    Ok(eval.effects)
}

/// What an argument list does that no shell looks at.
pub(crate) fn effects_of_argv(argv: &[String], start: Start<'_>) -> Vec<Effect> {
    let mut eval = Eval::new(start);
    let fields: Vec<_> = argv.iter().map(super::value::Field::known).collect();
    let _ = eval.run_fields(&fields, &Text::unknown(Origins::of(Origin::Unknown)));
    eval.effects
}

/// The values that a variable may have. Never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Variable {
    values: Vec<Value>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Value {
    Text(Text),
    Array(Vec<Text>),
}

/// What a shell carries from one command to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shell {
    variables: BTreeMap<String, Variable>,
    functions: BTreeMap<String, Command>,
    aliases: BTreeMap<String, String>,
    positional: Vec<Text>,
    /// `$0`
    own_name: Text,
    /// Where relative paths begin: relative to the worktree, absolute or `~`-relative; `None`: not known.
    cwd: Option<String>,
    /// `pushd`.
    stack: Vec<Option<String>>,
}

/// The walk.
struct Eval<'a> {
    ground: Ground<'a>,
    dialect: bash::Dialect,
    shell: Shell,
    effects: Vec<Effect>,
    /// Contents of files that the script itself has written, by place.
    written: BTreeMap<Place, Text>,
    /// Directories into which files from elsewhere were put, with where those come from.
    filled: Vec<(Place, Origins)>,
    /// What goes into the simple command being judged: a process that it writes to may get it.
    input: Text,
    /// Commands that may still be followed.
    left: usize,
    depth: usize,
    /// Which of several values of a variable is looked at, and how many rounds that needs.
    round: usize,
    rounds: usize,
    /// Functions being called, to see those that call themselves.
    calling: Vec<String>,
    /// The simple command being judged, for its effects.
    by: String,
    /// Arguments of something unknown are tried as commands: not within such a try again.
    guessing: bool,
}

impl<'a> Eval<'a> {
    fn new(start: Start<'a>) -> Self {
        Self {
            ground: start.ground,
            dialect: start.dialect,
            shell: Shell {
                variables: BTreeMap::new(),
                functions: BTreeMap::new(),
                aliases: BTreeMap::new(),
                positional: Vec::new(),
                own_name: own_name(),
                cwd: Some(start.cwd.to_owned()),
                stack: Vec::new(),
            },
            effects: Vec::new(),
            written: BTreeMap::new(),
            filled: Vec::new(),
            input: Text::unknown(Origins::of(Origin::Unknown)),
            left: COMMANDS_MAX,
            depth: 0,
            round: 0,
            rounds: 1,
            calling: Vec::new(),
            by: String::new(),
            guessing: false,
        }
    }

    fn say(&mut self, what: What) {
        let effect = Effect {
            what,
            by: self.by.clone(),
        };
        if !self.effects.contains(&effect) {
            self.effects.push(effect);
        }
    }

    fn deny(&mut self, id: &str, why: impl Into<String>) {
        self.mark(Level::Deny, id, why);
    }

    fn ask(&mut self, id: &str, why: impl Into<String>) {
        self.mark(Level::Ask, id, why);
    }

    fn mark(&mut self, level: Level, id: &str, why: impl Into<String>) {
        self.say(What::Marked {
            level,
            id: id.to_owned(),
            why: why.into(),
        });
    }

    fn unknown(&mut self, why: impl Into<String>) {
        self.say(What::Unknown(why.into()));
    }

    fn set(&mut self, name: &str, value: Value) {
        self.shell.variables.insert(
            name.to_owned(),
            Variable {
                values: vec![value],
            },
        );
    }
}

/// `$0` of a shell that was not told otherwise.
fn own_name() -> Text {
    Text::known("bash").from(Origins::of(Origin::Computed))
}

impl Variable {
    fn merge(&mut self, other: Variable) {
        for value in other.values {
            if !self.values.contains(&value) && self.values.len() < VALUES_MAX {
                self.values.push(value);
            } else if self.values.len() >= VALUES_MAX && !self.values.contains(&value) {
                self.values = vec![Value::Text(Text::unknown(Origins::of(Origin::Unknown)))];
            }
        }
    }
}
