//! Builtins that run files, commands and texts: `source`, `exec`, `command`, `trap`.

use crate::shell::effect::Origin;
use crate::shell::eval::Eval;
use crate::shell::value::{Field, Origins, Text};

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
        match known.or_else(|| self.written.get(&place).cloned()) {
            Some(text) => self.code(&text, self.dialect, stdin),
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
        self.run_fields(words, stdin)
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
        let functions = std::mem::take(&mut self.shell.functions);
        let out = self.run_fields(words, stdin);
        self.shell.functions.extend(functions);
        out
    }

    pub(super) fn trap(&mut self, rest: &[Field]) {
        let words: Vec<&Field> = rest
            .iter()
            .filter(|field| !matches!(field.shown().as_str(), "-l" | "-p" | "--" | "-"))
            .collect();
        if let [code, _, ..] = words.as_slice() {
            let text = code.text.clone();
            let _ = self.perhaps(|eval| eval.code(&text, eval.dialect, &Text::default()));
        }
    }
}
