//! What a shell carries from one command to the next, and how the states of several ways through a script become one:
//! each name has all the values that it may have.

use std::collections::BTreeMap;

use super::numbered::Words;
use super::variable::{Kind, Traits, Value, Variable};
use super::{Eval, VALUES_MAX};
use crate::effect::Origin;
use crate::tree::Command;
use crate::value::{Origins, Sort, Text};

/// Ways that a function or a loop may be left early, which are kept apart.
const LEAVES_MAX: usize = 16;

/// A text that runs when a signal comes, or when the shell ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Trap {
    /// Only when the shell ends.
    pub(super) at_exit: bool,
    pub(super) code: Text,
}

/// What a shell carries from one command to the next.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Shell {
    pub(super) variables: BTreeMap<String, Variable>,
    /// Bodies that a name may have; `None`: it may be no function.
    pub(super) functions: BTreeMap<String, Vec<Option<Command>>>,
    pub(super) aliases: BTreeMap<String, Vec<String>>,
    /// `$1` is number 0. Never none.
    pub(super) positional: Vec<Words>,
    /// `$0`
    pub(super) zeroth: Option<Text>,
    /// Where relative paths begin: relative to the worktree, absolute or `~`-relative; `None`: not known.
    pub(super) cwd: Option<String>,
    /// `pushd`.
    pub(super) stack: Vec<Option<String>>,
    pub(super) traps: Vec<Trap>,
    /// `set -a`, `export -f`: shells that are started see variables and functions.
    pub(super) exports_all: bool,
    /// `set -e`: any command may be the last.
    pub(super) stops: bool,
}

/// A variable that a function's own one hides.
#[derive(Debug)]
pub(super) struct Hidden {
    pub(super) name: String,
    pub(super) held: Option<Variable>,
    /// It may not be hidden at all.
    pub(super) doubtful: bool,
}

/// What is left early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// So many loops.
    Loop(usize),
    Function,
    Shell,
}

impl Shell {
    /// Takes in what another way through the script leaves behind; `moved`: its directory counts as well.
    fn merge(&mut self, other: Shell, moved: bool) {
        if *self == other {
            return;
        }
        let absent = |name: &str| vec![Value::Text(super::lookup::inherited(name))];
        let missing: Vec<String> = self
            .variables
            .keys()
            .filter(|name| !other.variables.contains_key(*name))
            .cloned()
            .collect();
        for name in missing {
            let values = absent(&name);
            if let Some(ours) = self.variables.get_mut(&name) {
                ours.merge(values, Traits::default());
            }
        }
        for (name, theirs) in other.variables {
            if let Some(ours) = self.variables.get_mut(&name) {
                ours.merge(theirs.values, theirs.traits);
            } else {
                let mut both = theirs;
                both.merge(absent(&name), Traits::default());
                self.variables.insert(name, both);
            }
        }
        merge_lists(&mut self.functions, other.functions, Some(None));
        merge_lists(&mut self.aliases, other.aliases, None);
        union(&mut self.positional, other.positional);
        if self.positional.len() > VALUES_MAX {
            let all = self.positional.iter().map(Words::origins);
            let origins = all.fold(Origins::default(), Origins::with);
            self.positional = vec![Words::unknown(origins)];
        }
        union(&mut self.traps, other.traps);
        self.exports_all |= other.exports_all;
        self.stops |= other.stops;
        if moved && self.cwd != other.cwd {
            self.cwd = None;
        }
        if other.stack.len() > self.stack.len() {
            self.stack = other.stack;
        }
    }

    /// What changes from round to round of a loop is not known after any number of rounds.
    pub(super) fn widen(&mut self, before: &Shell) {
        for (name, variable) in &mut self.variables {
            let same = before.variables.get(name);
            if same.is_none_or(|it| it.values != variable.values) {
                let origins = variable.origins().with(Origins::of(Origin::Computed));
                let sort = if variable.values.iter().all(Value::is_number) {
                    Sort::Numbers
                } else {
                    Sort::Any
                };
                variable.values = vec![Value::Text(Text::some(sort, origins))];
            }
        }
        if self.positional != before.positional {
            let all = self.positional.iter().map(Words::origins);
            let origins = all.fold(Origins::default(), Origins::with);
            self.positional = vec![Words::unknown(origins)];
        }
    }
}

fn union<T: PartialEq>(ours: &mut Vec<T>, theirs: Vec<T>) {
    for one in theirs {
        if !ours.contains(&one) {
            ours.push(one);
        }
    }
}

/// Each name has what it has on either side; `absent`: what a name stands for that one side does not have.
fn merge_lists<T: PartialEq + Clone>(
    ours: &mut BTreeMap<String, Vec<T>>,
    theirs: BTreeMap<String, Vec<T>>,
    absent: Option<T>,
) {
    for (name, list) in ours.iter_mut() {
        if !theirs.contains_key(name) {
            union(list, absent.iter().cloned().collect());
        }
    }
    for (name, list) in theirs {
        match ours.get_mut(&name) {
            Some(held) => union(held, list),
            None => {
                let mut list = list;
                union(&mut list, absent.iter().cloned().collect());
                ours.insert(name, list);
            }
        }
    }
}

impl Eval<'_> {
    /// Runs something that may or may not happen: afterwards both are possible.
    pub(super) fn perhaps<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.shell.clone();
        let out = self.doubtful(run);
        let after = std::mem::replace(&mut self.shell, before);
        self.merge(after);
        out
    }

    /// Runs something of which it is not known whether it happens; what it leaves behind is for the caller to judge.
    pub(super) fn doubtful<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        self.doubt = self.doubt.saturating_add(1);
        let out = run(self);
        self.doubt = self.doubt.saturating_sub(1);
        out
    }

    /// Runs something in a shell of its own.
    pub(super) fn apart<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.shell.clone();
        let leaves = std::mem::take(&mut self.leaves);
        let doubt = self.doubt;
        self.shell.traps.retain(|trap| !trap.at_exit);
        self.subshells = self.subshells.saturating_add(1);
        let out = run(self);
        self.ends();
        self.subshells = self.subshells.saturating_sub(1);
        self.doubt = doubt;
        self.leaves = leaves;
        self.shell = before;
        out
    }

    /// The shell ends, here or where it was left before: what it was told to do then.
    pub(super) fn ends(&mut self) {
        let leaves = std::mem::take(&mut self.leaves);
        let any = |shell: &Shell| shell.traps.iter().any(|trap| trap.at_exit);
        let here = any(&self.shell);
        if !here && !leaves.iter().any(|(_, shell)| any(shell)) {
            return;
        }
        for (_, shell) in leaves {
            self.shell.merge(shell, true);
        }
        for trap in std::mem::take(&mut self.shell.traps) {
            if trap.at_exit {
                let _ = self.perhaps(|eval| eval.code(&trap.code, eval.dialect, &Text::default()));
            }
        }
    }

    /// Takes in what another way through the script leaves behind.
    pub(super) fn merge(&mut self, other: Shell) {
        self.shell.merge(other, true);
    }

    /// The same, where the directory is the one that this way leads to.
    pub(super) fn merge_here(&mut self, other: Shell) {
        self.shell.merge(other, false);
    }

    /// A loop, a function or the shell may be left here.
    pub(super) fn leave(&mut self, level: Level) {
        if level != Level::Shell || self.subshells > 0 {
            self.doubt = self.doubt.saturating_add(1);
        }
        if self.leaves.len() >= LEAVES_MAX
            && let Some((last, held)) = self.leaves.last_mut()
        {
            *last = level.max(*last);
            held.merge(self.shell.clone(), true);
            return;
        }
        self.leaves.push((level, self.shell.clone()));
    }

    /// What was left early on the way here, up to a level, comes together again.
    pub(super) fn arrive(&mut self, level: Level) {
        let (here, further): (Vec<_>, Vec<_>) = std::mem::take(&mut self.leaves)
            .into_iter()
            .partition(|(it, _)| *it <= level);
        self.leaves = further;
        for (_, shell) in here {
            self.merge(shell);
        }
    }

    pub(super) fn set(&mut self, name: &str, value: Value) {
        let traits = self.shell.variables.get(name).map(|it| it.traits);
        let traits = traits.unwrap_or_default();
        let value = match (traits.kind, value) {
            (Kind::Integer, Value::Text(text)) => Value::Text(self.arithmetic_text(&text)),
            (Kind::Lower, Value::Text(text)) => {
                Value::Text(text.map(|text| Some(text.to_lowercase())))
            }
            (Kind::Upper, Value::Text(text)) => {
                Value::Text(text.map(|text| Some(text.to_uppercase())))
            }
            (
                Kind::Plain
                | Kind::Integer
                | Kind::Lower
                | Kind::Upper
                | Kind::Keyed
                | Kind::Reference,
                value,
            ) => value,
        };
        let values = vec![value];
        match self.shell.variables.get_mut(name) {
            // It fails, or a way led here on which it was not declared so yet.
            Some(variable) if traits.readonly => variable.merge(values, traits),
            Some(variable) => variable.values = values,
            None => {
                self.shell
                    .variables
                    .insert(name.to_owned(), Variable { values, traits });
            }
        }
    }

    /// Programs that are started see this variable.
    pub(super) fn export(&mut self, name: &str) {
        let absent = super::lookup::inherited(name);
        let variable = self.shell.variables.entry(name.to_owned());
        let variable = variable.or_insert_with(|| Variable {
            values: vec![Value::Text(absent)],
            traits: Traits::default(),
        });
        variable.traits.exported = true;
    }

    /// What a shell that is started still knows: what was exported, and what may be in the environment by that name.
    pub(super) fn inherit(&mut self) {
        if self.shell.exports_all {
            return;
        }
        self.shell.functions.clear();
        self.shell.aliases.clear();
        self.shell.traps.clear();
        self.shell.stops = false;
        self.shell.variables.retain(|name, variable| {
            variable.traits.exported || name.chars().all(|c| c.is_ascii_uppercase() || c == '_')
        });
        let mut shell = std::mem::take(&mut self.shell);
        for (name, variable) in &mut shell.variables {
            let usual = matches!(
                name.as_str(),
                "HOME" | "PATH" | "USER" | "SHELL" | "TERM" | "LANG" | "PWD" | "IFS"
            );
            if !variable.traits.exported && !usual {
                // Whether the environment had it is not known.
                let unknown = Text::unknown(Origins::of(Origin::Environment));
                variable.merge(vec![Value::Text(unknown)], Traits::default());
            }
            variable.traits = Traits {
                exported: true,
                ..Traits::default()
            };
        }
        shell.variables.remove("IFS");
        self.shell = shell;
    }
}
