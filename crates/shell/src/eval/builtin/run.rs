//! Builtins that run files, commands and texts: `source`, `exec`, `command`, `trap`.

use crate::effect::Origin;
use crate::eval::Eval;
use crate::eval::state::{Level, Trap};
use crate::value::{Field, Origins, Text};

impl Eval<'_> {
    pub(super) fn source(&mut self, rest: &[Field], stdin: &Text) -> Text {
        let Some(first) = rest.first() else {
            return Text::default();
        };
        let place = self.place_of(first);
        let known = first.stream.as_deref().cloned().or_else(|| {
            let text = place.text()?;
            let input = matches!(
                text.as_str(),
                "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0"
            );
            input.then(|| stdin.clone())
        });
        let words = rest.get(1..).unwrap_or_default();
        match known.or_else(|| self.written.get(&place).cloned()) {
            Some(text) if words.is_empty() => {
                let outer = std::mem::take(&mut self.leaves);
                let out = self.code(&text, self.dialect, stdin);
                self.arrive(Level::Function);
                self.leaves.extend(outer);
                out
            }
            Some(text) => self.with_arguments(words, |eval| eval.code(&text, eval.dialect, stdin)),
            None => {
                let _ = self.read_field(first);
                self.run_file(first, Some(self.dialect), stdin)
            }
        }
    }

    pub(super) fn exec(&mut self, rest: &[Field], stdin: &Text) -> Text {
        let mut words = rest;
        while let Some((first, more)) = words.split_first() {
            match first.shown().as_str() {
                "-a" => words = more.get(1..).unwrap_or_default(),
                "-c" | "-l" | "--" | "-cl" => words = more,
                _ => break,
            }
        }
        // It starts programs only: it knows neither functions nor builtins.
        match words.split_first() {
            Some((first, more)) => match first.whole() {
                Some(name) => self.outside(first, &name, more, stdin),
                None => self.run_fields(words, stdin),
            },
            None => Text::default(),
        }
    }

    pub(super) fn prefix(&mut self, rest: &[Field], stdin: &Text) -> Text {
        let mut words = rest;
        while let Some((first, more)) = words.split_first() {
            match first.shown().as_str() {
                "-v" => return super::found("command", more),
                "-V" => return Text::unknown(Origins::of(Origin::Program)),
                "-p" | "--" => words = more,
                _ => break,
            }
        }
        match words.split_first() {
            Some((first, more)) => match first.whole() {
                Some(name) => self.no_function(first, &name, more, stdin),
                None => self.run_fields(words, stdin),
            },
            None => Text::default(),
        }
    }

    pub(super) fn trap(&mut self, rest: &[Field]) {
        let words: Vec<&Field> = rest
            .iter()
            .filter(|field| !matches!(field.shown().as_str(), "-l" | "-p" | "--" | "-"))
            .collect();
        let [code, signals @ ..] = words.as_slice() else {
            return;
        };
        if signals.is_empty() {
            return;
        }
        let exit = |field: &&&Field| {
            let name = field.shown().to_ascii_uppercase();
            matches!(name.as_str(), "EXIT" | "SIGEXIT" | "0")
        };
        let exits = signals.iter().filter(exit).count();
        let text = code.text.clone();
        for at_exit in [true, false] {
            let some = if at_exit {
                exits > 0
            } else {
                exits < signals.len()
            };
            let trap = Trap {
                at_exit,
                code: text.clone(),
            };
            if some && !self.shell.traps.contains(&trap) {
                self.shell.traps.push(trap);
            }
        }
        if exits < signals.len() {
            let _ = self.perhaps(|eval| eval.code(&text, eval.dialect, &Text::default()));
        }
    }
}
