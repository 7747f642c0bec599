//! What a script does, without running it: the tree is walked the way the shell would, with everything that is known
//! about variables, directories and streams, and each thing that would happen becomes an effect.
//!
//! It never follows only one way where there are several: every branch that could be taken is walked, and what differs
//! afterwards has several values. What it can't follow is `Unknown`; at a limit it denies.
//!
//! Reading order: here (what is carried along), `state` (a shell), `control` (lists, branches, loops), `words` and
//! `fields` (expansion), `parameter`, `lookup`, `rounds`, `expressions`, `arithmetic`, `simple` (one command), `calls`,
//! `builtin`, `external_programs` (programs, by their models), `streams` (redirections), `places` (paths), `code` (text that is
//! run).

use std::collections::BTreeMap;

use super::bash;
use super::effect::{Effect, Level, Origin, What};
use super::place::{Ground, Place};
use super::tree::Command;
use super::value::{Origins, Text};
use numbered::Words;
use rounds::Rounds;
use state::Shell;
use variable::Value;

mod arithmetic;
mod assign;
mod builtin;
mod calls;
mod code;
mod control;
mod counted;
mod expressions;
mod external_programs;
mod fields;
mod filter;
mod links;
mod lookup;
mod loops;
mod numbered;
mod parameter;
mod partial;
mod pieces;
mod places;
mod rounds;
mod simple;
mod state;
mod streams;
mod variable;
mod words;

pub use filter::may_fit;
pub(crate) use filter::unescape;
pub(crate) use lookup::secret_variable as is_secret_variable;
pub(crate) use pieces::effects_of_pieces;

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
    let mut eval = Eval::new(start);
    let script = match bash::read(text, start.dialect) {
        Ok(script) => script,
        Err(refusal) => {
            let script = bash::guess(text, refusal).ok_or(refusal)?;
            eval.unknown(refusal.to_string());
            script
        }
    };
    if script.items.is_empty() {
        // Nothing but a remark does nothing; nothing at all is a mistake.
        let remark = text.trim_start().starts_with('#');
        return if remark {
            Ok(eval.effects)
        } else {
            Err(bash::Refusal::Empty)
        };
    }
    eval.script(&script, &Text::unknown(Origins::of(Origin::Unknown)));
    eval.ends();
    Ok(eval.effects)
}

/// What an argument list does that no shell looks at.
pub(crate) fn effects_of_argv(argv: &[String], start: Start<'_>) -> Vec<Effect> {
    let mut eval = Eval::new(start);
    let fields: Vec<_> = argv.iter().map(super::value::Field::known).collect();
    let _ = eval.run_fields(&fields, &Text::unknown(Origins::of(Origin::Unknown)));
    eval.effects
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
    /// Symbolic links that the script itself has made, with where they lead.
    links: Vec<(Place, Place)>,
    /// What goes into the simple command being judged: a process that it writes to may get it.
    input: Text,
    /// Commands that may still be followed.
    left: usize,
    depth: usize,
    rounds: Rounds,
    /// Above nought: what is walked may not happen.
    doubt: usize,
    subshells: usize,
    /// States in which a loop, a function or the shell may have been left on the way.
    leaves: Vec<(state::Level, Shell)>,
    /// What `local` hides, of each function that is being called.
    locals: Vec<Vec<state::Hidden>>,
    /// Inputs of which something was read already.
    begun: Vec<Text>,
    /// Functions being called, to see those that call themselves.
    calling: Vec<(String, Command)>,
    /// The simple command being judged, for its effects.
    by: String,
    /// How many options, settings and variables stand around what is being judged: what these start, the command
    /// does not call.
    steered: usize,
    /// Arguments of something unknown are tried as commands: not within such a try again.
    guessing: bool,
}

impl<'a> Eval<'a> {
    fn new(start: Start<'a>) -> Self {
        Self {
            ground: start.ground,
            dialect: start.dialect,
            shell: Shell {
                positional: vec![Words::default()],
                cwd: Some(start.cwd.to_owned()),
                ..Shell::default()
            },
            effects: Vec::new(),
            written: BTreeMap::new(),
            filled: Vec::new(),
            links: Vec::new(),
            input: Text::unknown(Origins::of(Origin::Unknown)),
            left: COMMANDS_MAX,
            depth: 0,
            rounds: Rounds::default(),
            doubt: 0,
            subshells: 0,
            leaves: Vec::new(),
            locals: Vec::new(),
            begun: Vec::new(),
            calling: Vec::new(),
            by: String::new(),
            steered: 0,
            guessing: false,
        }
    }

    fn say(&mut self, what: What) {
        let what = links::followed(&self.links, what);
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
        if level == Level::Ask && matches!(id, "kills" | "process") && self.names_us() {
            self.deny("gate-tamper", "it may end Interlock, or slow it down");
            return;
        }
        self.say(What::Marked {
            level,
            id: id.to_owned(),
            why: why.into(),
        });
    }

    /// Judges what an option, a setting or a variable has another program start.
    fn steering<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        self.steered = self.steered.saturating_add(1);
        let out = run(self);
        self.steered = self.steered.saturating_sub(1);
        out
    }

    fn unknown(&mut self, why: impl Into<String>) {
        self.say(What::Unknown(why.into()));
    }
}
