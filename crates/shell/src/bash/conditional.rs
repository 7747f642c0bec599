//! `[[ … ]]`.

use super::Refusal;
use super::reader::{Read, Reader, is_meta};
use super::word::Ctx;
use crate::tree::{Kind, Part, Word};

/// Operators between two words.
const BINARY: [&str; 13] = [
    "=~", "==", "!=", "=", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef",
];
/// Letters of the operators before one word.
const UNARY: &str = "abcdefghknoprstuvwxzGLNORS";

impl Reader<'_> {
    /// Behind `[[`, up to and with `]]`.
    pub(super) fn conditional(&mut self) -> Read<Kind> {
        let mut words = Vec::new();
        self.either(&mut words)?;
        self.need("]]")?;
        Ok(Kind::Test(words))
    }

    fn either(&mut self, out: &mut Vec<Word>) -> Read<()> {
        loop {
            self.term(out)?;
            self.inner_gaps()?;
            if self.take_all("||") {
                out.push(Word::literal("||", false));
            } else if self.take_all("&&") {
                out.push(Word::literal("&&", false));
            } else {
                return Ok(());
            }
        }
    }

    fn term(&mut self, out: &mut Vec<Word>) -> Read<()> {
        self.inner_gaps()?;
        while self.reserved("!") {
            out.push(Word::literal("!", false));
            self.inner_gaps()?;
        }
        if self.take(b'(') {
            out.push(Word::literal("(", false));
            self.deeper(|reader| reader.either(out))?;
            self.expect(b')')?;
            out.push(Word::literal(")", false));
            return Ok(());
        }
        if self.sees("]]") {
            return Err(self.syntax());
        }
        let first = self.word(Ctx::Pattern)?;
        let unary = is_unary(&first);
        out.push(first);
        self.blanks();
        if let Some(operator) = self.binary() {
            return self.right_side(operator, out);
        }
        let operand = !self.sees("]]")
            && self
                .peek()
                .is_none_or(|byte| !is_meta(byte) || self.at_process());
        if unary != operand {
            return Err(self.missing());
        }
        if operand {
            out.push(self.word(Ctx::Pattern)?);
        }
        Ok(())
    }

    fn right_side(&mut self, operator: &'static str, out: &mut Vec<Word>) -> Read<()> {
        out.push(Word::literal(operator, false));
        self.blanks();
        if self.sees("]]") {
            return Err(Refusal::NotUnderstood("`]]` behind an operator"));
        }
        let regex = operator == "=~";
        out.push(self.word(if regex { Ctx::Regex } else { Ctx::Pattern })?);
        Ok(())
    }

    fn binary(&mut self) -> Option<&'static str> {
        if let Some(found) = BINARY.iter().find(|word| self.sees(word)) {
            self.pass(found.len());
            return Some(found);
        }
        let found = match (self.peek(), self.look(1)) {
            (Some(b'<'), Some(b' ' | b'\t')) => "<",
            (Some(b'>'), Some(b' ' | b'\t')) => ">",
            _ => return None,
        };
        self.pass(1);
        Some(found)
    }
}

fn is_unary(word: &Word) -> bool {
    match word.parts.as_slice() {
        [
            Part::Literal {
                text,
                quoted: false,
            },
        ] => text
            .strip_prefix('-')
            .is_some_and(|rest| rest.len() == 1 && UNARY.contains(rest)),
        _ => false,
    }
}
