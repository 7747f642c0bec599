//! What a shell evaluates besides arithmetic: subscripts, and the conditions of `test` and `[[ … ]]`.

use super::Eval;
use crate::effect::What;
use crate::tree::Word;
use crate::value::Text;

impl Eval<'_> {
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
        self.test_operands(&fields, true);
    }

    /// `expressions`: sides of a comparison are computed.
    pub(super) fn test_operands(&mut self, operands: &[Text], expressions: bool) {
        let mut before: Option<String> = None;
        for (at, operand) in operands.iter().enumerate() {
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
                Some(_) | None => {}
            }
            if matches!(
                whole.as_deref(),
                Some("-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge")
            ) {
                for side in [at.checked_sub(1), at.checked_add(1)].into_iter().flatten() {
                    match operands.get(side) {
                        Some(text) if expressions => {
                            let _ = self.arithmetic_text(text);
                        }
                        // Plain numbers only.
                        Some(text) => self.subscripts(&text.visible()),
                        None => {}
                    }
                }
            }
            before = whole;
        }
    }
}
