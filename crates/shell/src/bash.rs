//! Text of bash, POSIX sh or zsh to a tree, and back. What is read is read as the shell itself would read it; what the
//! reader does not know for certain is refused, with a reason, and never guessed.
//!
//! Reading order: `reader` (cursor and limits), `list` (scripts, lists, pipelines), `command` and `compound`,
//! `conditional` (`[[ ]]`), `redirect` and `heredoc`, `word`, `quote`, `dollar`, `param`, `arith`, `braces`; `emit` is
//! the way back.
//!
//! Time is linear: a region is read once, in place. Two kinds of region are copied and read as texts of their own, bodies
//! of here-documents and backquotes; each copy is one level deeper, so at most `NESTING_MAX` times the text is copied.
//! Aliases are not expanded.

mod arith;
mod braces;
mod command;
mod compound;
mod conditional;
mod dollar;
mod emit;
mod heredoc;
mod list;
mod param;
mod quote;
mod reader;
mod redirect;
mod second;
mod word;

use crate::tree::Script;
pub use emit::emit;
use reader::{Budget, Reader};
pub use second::agree;

/// Longest text that is read, in bytes.
pub const TEXT_BYTES_MAX: usize = 64 * 1024;
/// Deepest nesting, all kinds together.
pub const NESTING_MAX: usize = 32;
/// Most simple and compound commands of a text, nested ones included.
pub const COMMANDS_MAX: usize = 2_000;
/// Most here-documents of a text.
pub const HEREDOCS_MAX: usize = 64;
/// Most alternatives in all brace expansions of a text together; also the longest range.
pub const ALTERNATIVES_MAX: usize = 1_000;
/// Most work that the second opinion is asked for: bytes of each substitution times the square of its depth. The other
/// reader's time grows so; at this limit it is about 20 ms.
pub(crate) const OPINION_MAX: usize = 150_000;

/// Whose grammar is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// What bash reads.
    Bash,
    /// What every POSIX shell reads alike; what dash and bash read differently is refused.
    Sh,
    /// What zsh (with its default options) and bash read alike; the rest is refused.
    Zsh,
}

/// Why a text is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Nothing stands in it.
    #[error("no program is named")]
    Empty,
    /// It has more than [`TEXT_BYTES_MAX`].
    #[error("the text is longer than {TEXT_BYTES_MAX} bytes")]
    TooLong,
    /// It nests deeper than [`NESTING_MAX`].
    #[error("the text nests deeper than {NESTING_MAX} levels")]
    TooDeep,
    /// It holds more of these than is read.
    #[error("the text holds too many {0}")]
    TooMany(&'static str),
    /// A character in it is not shown as itself.
    #[error("the text holds a control character or one that turns the direction of writing")]
    Control,
    /// A quote, a bracket or a compound command has no end.
    #[error("something is opened and not closed")]
    NotClosed,
    /// No shell would take it; the byte at which that is seen.
    #[error("the syntax is wrong near byte {0}")]
    Syntax(usize),
    /// A shell may take it, this reader does not.
    #[error("not understood: {0}")]
    NotUnderstood(&'static str),
    /// Shells of the asked kind read it differently.
    #[error("shells of this kind differ here: {0}")]
    Dialect(&'static str),
    /// Another reader of bash sees other commands in it.
    #[error("two readers of bash do not see the same commands in it")]
    Disagreement,
}

impl Refusal {
    /// Whether it is refused for its size or its hidden characters, which no honest command needs.
    pub fn is_limit(self) -> bool {
        match self {
            Refusal::TooLong | Refusal::TooDeep | Refusal::TooMany(_) | Refusal::Control => true,
            Refusal::Empty
            | Refusal::NotClosed
            | Refusal::Syntax(_)
            | Refusal::NotUnderstood(_)
            | Refusal::Dialect(_)
            | Refusal::Disagreement => false,
        }
    }
}

/// The tree of `text`. Another reader of bash has seen the same commands in it.
///
/// # Errors
/// Why there is none.
pub fn read(text: &str, dialect: Dialect) -> Result<Script, Refusal> {
    let script = read_alone(text, dialect)?;
    agree(text, &script)?;
    Ok(script)
}

/// The tree of `text`, without a second opinion.
///
/// # Errors
/// Why there is none.
pub fn read_alone(text: &str, dialect: Dialect) -> Result<Script, Refusal> {
    if text.len() > TEXT_BYTES_MAX {
        return Err(Refusal::TooLong);
    }
    if text.chars().any(unfit) {
        return Err(Refusal::Control);
    }
    Reader::new(text, dialect, Budget::default()).whole()
}

/// Why a text is not written anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotWritten {
    /// No reader could read it: it asks, and runs as it was shown to whoever said yes.
    Unread,
    /// What was written is read otherwise: it must not run.
    Otherwise,
}

/// The text again as it was judged: written anew from its tree, so that nothing is run which no reader saw.
///
/// # Errors
/// It can't be written anew.
pub fn as_judged(text: &str) -> Result<String, NotWritten> {
    let script = read(text, Dialect::Bash).map_err(|_| NotWritten::Unread)?;
    let written = emit(&script);
    if read(&written, Dialect::Bash).as_ref() == Ok(&script) {
        Ok(written)
    } else {
        Err(NotWritten::Otherwise)
    }
}

/// What a refused text means to bash, where only its dialect or the second reader stood against it: good for finding
/// what must not happen, never for allowing anything.
pub(crate) fn guess(text: &str, refusal: Refusal) -> Option<Script> {
    match refusal {
        Refusal::Dialect(_) | Refusal::Disagreement => read_alone(text, Dialect::Bash).ok(),
        Refusal::Empty
        | Refusal::TooLong
        | Refusal::TooDeep
        | Refusal::TooMany(_)
        | Refusal::Control
        | Refusal::NotClosed
        | Refusal::Syntax(_)
        | Refusal::NotUnderstood(_) => None,
    }
}

/// Control characters other than newline and tab, and those that turn the direction of writing. A carriage return is
/// among them: bash takes it as part of a word, and nobody sees it.
fn unfit(c: char) -> bool {
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    (c.is_control() && c != '\n' && c != '\t') || turns
}
