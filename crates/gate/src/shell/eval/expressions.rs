//! What a shell evaluates: arithmetic, subscripts, and the conditions of `test` and `[[ … ]]`.

use super::Eval;
use crate::shell::effect::{Origin, What};
use crate::shell::eval::filter;
use crate::shell::tree::{Arith, Word};
use crate::shell::value::{Origins, Text};

impl Eval<'_> {
    /// Evaluates an arithmetic expression for what its expansions do. Values of names in it are evaluated again by the
    /// shell, so text that can hold a subscript must not come from outside.
    pub(super) fn arithmetic(&mut self, expression: &Arith) -> Text {
        let text = self.one_text(&expression.word);
        self.arithmetic_text(&text)
    }

    pub(super) fn arithmetic_text(&mut self, text: &Text) -> Text {
        if let Some(whole) = text.whole() {
            self.subscripts(&whole);
            self.arithmetic_names(&whole);
            return filter::arithmetic(&whole).map_or_else(
                || Text::unknown(Origins::of(Origin::Computed)),
                |number| Text::known(number.to_string()),
            );
        }
        Text::unknown(text.origins)
    }

    /// A variable in arithmetic is evaluated itself, as arithmetic.
    fn arithmetic_names(&mut self, text: &str) {
        for name in text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')) {
            let Some(variable) = self.shell.variables.get(name) else {
                continue;
            };
            let texts: Vec<String> = variable
                .values
                .iter()
                .filter_map(|value| match value {
                    super::Value::Text(text) => Some(text.visible()),
                    super::Value::Array(_) => None,
                })
                .collect();
            for text in texts {
                self.subscripts(&text);
            }
        }
    }

    /// `a[$(command)]` in text that is evaluated as arithmetic runs the command.
    pub(super) fn subscripts(&mut self, text: &str) {
        if text.contains("$(") || text.contains('`') {
            self.deny(
                "hidden-code",
                "a subscript that the shell evaluates holds a command",
            );
            self.salvage(&format!(": \"{}\"", text.replace('"', "")), self.dialect);
        }
    }

    /// `[[ … ]]` and `test`: what is expanded, and which files are looked at.
    pub(super) fn test_words(&mut self, words: &[Word]) {
        let fields: Vec<_> = words.iter().map(|word| self.one_text(word)).collect();
        self.test_operands(&fields);
    }

    pub(super) fn test_operands(&mut self, operands: &[Text]) {
        let mut before: Option<String> = None;
        for operand in operands {
            let whole = operand.whole();
            match before.as_deref() {
                Some("-v" | "-R") => self.subscripts(&operand.visible()),
                Some(flag)
                    if flag.len() == 2
                        && flag.starts_with('-')
                        && "abcdefghkprstuwxLNOSG".contains(flag.trim_start_matches('-')) =>
                {
                    let place = self.place_of_text(operand, false);
                    self.say(What::List(place));
                }
                Some("-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge") => {
                    self.subscripts(&operand.visible());
                }
                Some(_) | None => {}
            }
            before = whole;
        }
    }
}
