//! A second opinion: another reader of bash, written by others, must see the same commands in the same order.
//!
//! Both trees are told as one list of marks: reserved words and joiners, then word by word the text without its quotes,
//! with a mark for each expansion; commands in substitutions follow the command they stand in.
//!
//! What the other reader keeps as raw text is compared only so far: of arithmetic, subscripts, brace expansions and
//! regular expressions only that they are there; of words behind an operator in `${ }` and of the bodies of
//! here-documents the substitutions, where the text can be read on its own.
//!
//! The other reader's time grows with the third power of the nesting of substitutions, so our own reader bounds that
//! first (`OPINION_MAX`).

mod ours;
mod theirs;

use super::Refusal;
use crate::tree::Script;

/// Whether the other reader sees in the text what a tree says.
///
/// # Errors
/// It sees something else, or can't read it.
pub fn agree(text: &str, script: &Script) -> Result<(), Refusal> {
    let theirs = rable::parse(text, true).map_err(|_| Refusal::Disagreement)?;
    if theirs::marks(&theirs) == ours::marks(script) {
        Ok(())
    } else {
        Err(Refusal::Disagreement)
    }
}

/// What stands for an expansion in a word.
const PARAM: char = '\u{1}';
const COMMAND: char = '\u{2}';
const ARITH: char = '\u{3}';
const PROCESS: char = '\u{4}';
const BRACES: char = '\u{5}';
/// A word that the other reader keeps raw and that is not all literal.
const RAW: &str = "\u{6}";

/// The list being made: marks so far, and those of substitutions in the command being told.
#[derive(Default)]
struct Marks {
    done: Vec<String>,
    nested: Vec<String>,
}

impl Marks {
    fn mark(&mut self, text: &str) {
        self.done.push(text.to_owned());
    }

    /// Substitutions of what was told since stand behind it.
    fn flush(&mut self) {
        self.done.append(&mut self.nested);
    }

    /// Tells a script in a substitution.
    fn inner(&mut self, tell: impl FnOnce(&mut Self)) {
        let mut marks = Self::default();
        marks.mark("$(");
        tell(&mut marks);
        marks.flush();
        marks.mark(")");
        self.nested.append(&mut marks.done);
    }
}
