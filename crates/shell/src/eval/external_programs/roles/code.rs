//! Arguments that are code, or name files of it.

use super::is_stdin;
use crate::bash::Dialect;
use crate::effect::{Goes, Origin, Way, What};
use crate::eval::Eval;
use crate::eval::external_programs::Flow;
use crate::value::{Field, Origins, Text};

impl Eval<'_> {
    /// Inline code.
    pub(in crate::eval::external_programs) fn code_in(
        &mut self,
        language: &str,
        field: &Field,
        flow: &mut Flow,
    ) {
        let text = stream_or_text(field);
        if crate::code::is_word(language) {
            self.word_in(language, &text, flow);
            return;
        }
        if crate::code::is_data(language) {
            let found = crate::code::look(language, &text.visible());
            self.say_code(language, found, flow);
            if text.pattern().is_none() {
                self.unknown(format!("a word of `{}`", self.by));
            }
            return;
        }
        // Names that a pattern stands for would be the program.
        let text = if crate::code::is_program(language) {
            field.as_text()
        } else {
            text
        };
        if let Some(danger) = self.tainted_code(&text) {
            self.deny("runs-foreign-text", danger);
        }
        match text.with_numbers().or_else(|| names_of(language, &text)) {
            Some(code) => {
                let found = crate::code::look(language, &code);
                self.say_code(language, found, flow);
            }
            None if language != "sed" && language != "awk" => {
                let found = crate::code::look(language, &text.visible());
                self.say_code(language, found, flow);
                self.say(What::Code {
                    language: language.to_owned(),
                    origin: text.origins.worst(),
                });
            }
            None => self.unknown(format!("the {language} program is not known")),
        }
    }

    /// One word of a small language: the unknown in it asks, and what was read leaves where it names a host.
    fn word_in(&mut self, language: &str, text: &Text, flow: &mut Flow) {
        use crate::code::Deed;
        let found = crate::code::look(language, &text.visible());
        let known = if crate::code::takes_patterns(language) {
            text.pattern().is_some()
        } else {
            text.whole().is_some()
        };
        if !known {
            let leaves = |deed: &Deed| match deed {
                Deed::Connect { .. } => language != "connection",
                Deed::Mark { id, .. } => id == "sends",
                Deed::Shell(_)
                | Deed::Read(_)
                | Deed::Write(_)
                | Deed::Delete(_)
                | Deed::Partly { .. }
                | Deed::Secret(_) => false,
            };
            if text.origins.foreign() && found.deeds.iter().any(leaves) {
                self.connect(None, Way::Upload);
            }
            self.unknown(format!("a word of `{}`", self.by));
        }
        self.say_code(language, found, flow);
    }

    fn say_code(&mut self, language: &str, found: crate::code::Found, flow: &mut Flow) {
        use crate::code::{Deed, Does};
        for deed in found.deeds {
            match deed {
                Deed::Shell(text) => {
                    let text = Text::known(text);
                    let _ = self
                        .steering(|eval| eval.shell_text(&text, Dialect::Bash, &Text::default()));
                }
                Deed::Read(path) => {
                    self.reads(&named(path), false, flow);
                }
                Deed::Write(path) => self.writes(&named(path), flow),
                Deed::Delete(path) => self.deletes(&named(path), Goes::WithAllBelow),
                Deed::Partly { does, path } => {
                    let field = Field {
                        text: path,
                        ..Field::default()
                    };
                    match does {
                        Does::Read => self.reads(&field, false, flow),
                        Does::Write => self.writes(&field, flow),
                        Does::Delete => self.deletes(&field, Goes::WithAllBelow),
                    }
                }
                Deed::Connect { host, sends } => {
                    let secret = flow.read.has(Origin::Secret) || flow.read.has(Origin::File);
                    let way = if sends && secret {
                        Way::Upload
                    } else if sends {
                        Way::Send
                    } else {
                        Way::Fetch
                    };
                    self.connect(host, way);
                }
                Deed::Secret(what) => {
                    flow.read = flow.read.with(Origins::of(Origin::Secret));
                    self.say(What::Secret(what));
                }
                Deed::Mark { level, id, why } => self.mark(level, &id, why),
            }
        }
        if !found.plain {
            self.say(What::Code {
                language: language.to_owned(),
                origin: Origin::Written,
            });
        }
    }

    /// A file of code that an interpreter runs.
    pub(in crate::eval::external_programs) fn script_in(
        &mut self,
        language: &str,
        field: &Field,
        flow: &mut Flow,
    ) {
        let dialect = match language {
            "sh" => Some(Dialect::Sh),
            "bash" => Some(Dialect::Bash),
            "zsh" => Some(Dialect::Zsh),
            _ => None,
        };
        if is_stdin(field) {
            let text = flow.stdin.clone();
            match dialect {
                Some(_) => {
                    flow.printed = Some(self.stream_code(&text, dialect, &Text::default()));
                }
                None => self.code_in(
                    language,
                    &Field {
                        stream: Some(Box::new(text)),
                        ..Field::default()
                    },
                    flow,
                ),
            }
            return;
        }
        if dialect.is_none() && field.stream.is_some() {
            self.code_in(language, field, flow);
            return;
        }
        let stdin = flow.stdin.clone();
        flow.printed = Some(self.run_file(field, dialect, &stdin));
    }
}

/// A pattern that a word fits, for languages of which a word is a path.
fn names_of(language: &str, text: &Text) -> Option<String> {
    let paths = crate::code::takes_patterns(language);
    text.pattern().filter(|_| paths)
}

/// A path in a program, which may be a pattern for names (`glob`).
pub(super) fn named(path: String) -> Field {
    Field {
        glob: path.contains(['*', '?']),
        ..Field::known(path)
    }
}

fn stream_or_text(field: &Field) -> Text {
    field
        .stream
        .as_deref()
        .cloned()
        .unwrap_or_else(|| field.text.clone())
}
