//! Words, and the bodies of here-documents.

use super::{Emitter, Place};
use crate::tree::{Arith, Part, Script, Word};

impl Emitter {
    pub(super) fn word(&mut self, word: &Word) {
        self.parts(&word.parts, Place::Bare);
    }

    pub(super) fn parts(&mut self, parts: &[Part], place: Place) {
        for part in parts {
            self.part(part, place);
        }
    }

    fn part(&mut self, part: &Part, place: Place) {
        match part {
            Part::Literal { text, quoted } => self.literal(text, *quoted, place),
            Part::Param { param, quoted } => {
                self.quoted(*quoted, place, |emitter, inner| emitter.param(param, inner))
            }
            Part::Command { script, quoted } => {
                self.quoted(*quoted, place, |emitter, _| {
                    emitter.substitution("$(", script)
                });
            }
            Part::Arith { expression, quoted } => self.quoted(*quoted, place, |emitter, inner| {
                emitter.push("$((");
                emitter.arith(expression, inner);
                emitter.push("))");
            }),
            Part::Process { output, script } => {
                self.substitution(if *output { ">(" } else { "<(" }, script)
            }
            Part::Braces(words) => {
                self.push("{");
                for (at, word) in words.iter().enumerate() {
                    if at > 0 {
                        self.push(",");
                    }
                    self.word(word);
                }
                self.push("}");
            }
            Part::Range { from, to, step } => {
                self.push("{");
                self.push(from);
                self.push("..");
                self.push(to);
                if let Some(step) = step {
                    self.push("..");
                    self.push(step);
                }
                self.push("}");
            }
        }
    }

    /// An expansion, in double quotes where it is quoted and nothing around it does so already.
    fn quoted(&mut self, quoted: bool, place: Place, inner: impl FnOnce(&mut Self, Place)) {
        let quotes = quoted && place == Place::Bare;
        if quotes {
            self.push("\"");
        }
        inner(self, if quotes { Place::Quoted } else { place });
        if quotes {
            self.push("\"");
        }
    }

    /// With spaces inside: `$((` is something else.
    fn substitution(&mut self, opening: &str, script: &Script) {
        self.push(opening);
        self.push(" ");
        self.scope(script);
        self.push(if self.out.ends_with('\n') { ")" } else { " )" });
    }

    /// The parts of an expression: its text as it is, its expansions without quotes.
    pub(super) fn arith(&mut self, expression: &Arith, place: Place) {
        let place = if place == Place::Body {
            Place::Body
        } else {
            Place::Quoted
        };
        for part in &expression.word.parts {
            match part {
                Part::Literal { text, .. } => self.push(text),
                Part::Param { .. }
                | Part::Command { .. }
                | Part::Arith { .. }
                | Part::Process { .. }
                | Part::Braces(_)
                | Part::Range { .. } => self.part(part, place),
            }
        }
    }

    pub(super) fn subscript(&mut self, subscript: Option<&Word>) {
        if let Some(word) = subscript {
            self.push("[");
            self.word(word);
            self.push("]");
        }
    }

    fn literal(&mut self, text: &str, quoted: bool, place: Place) {
        match place {
            Place::Bare if quoted => self.single_quoted(text),
            // INVARIANT: unquoted text holds only what stands for itself where it was read.
            Place::Bare => self.push(text),
            Place::Quoted => {
                self.push("\"");
                self.escaped(text, &['\\', '$', '`', '"']);
                self.push("\"");
            }
            Place::Body => self.escaped(text, &['\\', '$', '`', '}']),
        }
    }

    fn single_quoted(&mut self, text: &str) {
        if !text.chars().any(|c| c.is_control() || c == '\'') {
            self.push("'");
            self.push(text);
            self.push("'");
            return;
        }
        self.push("$'");
        for c in text.chars() {
            match c {
                '\'' | '\\' => self.out.extend(['\\', c]),
                '\n' => self.push("\\n"),
                '\t' => self.push("\\t"),
                _ if c.is_ascii_control() => self.push(&format!("\\{:03o}", u32::from(c))),
                _ if c.is_control() => self.push(&format!("\\u{:04x}", u32::from(c))),
                _ => self.out.push(c),
            }
        }
        self.push("'");
    }

    fn escaped(&mut self, text: &str, special: &[char]) {
        for c in text.chars() {
            if special.contains(&c) {
                self.out.push('\\');
            }
            self.out.push(c);
        }
    }

    /// The operator now, the body behind the next newline.
    pub(super) fn heredoc(&mut self, body: &Word, quoted: bool) {
        let mut inner = Self::default();
        for part in &body.parts {
            match part {
                Part::Literal { text, .. } if quoted => inner.push(text),
                Part::Literal { text, .. } => inner.escaped(text, &['\\', '$', '`']),
                Part::Param { .. }
                | Part::Command { .. }
                | Part::Arith { .. }
                | Part::Process { .. }
                | Part::Braces(_)
                | Part::Range { .. } => inner.part(part, Place::Body),
            }
        }
        let mut delimiter = String::from("END");
        while inner.out.lines().any(|line| line == delimiter) {
            delimiter.push('_');
        }
        self.push("<<");
        self.push(&if quoted {
            format!("'{delimiter}'")
        } else {
            delimiter.clone()
        });
        inner.push(&delimiter);
        inner.push("\n");
        self.pending.push(inner.out);
    }
}
