//! The cursor over the text, and the limits.

use super::super::tree::Script;
use super::heredoc::Pending;
use super::{COMMANDS_MAX, Dialect, NESTING_MAX, OPINION_MAX, Refusal};
use crate::tree::Word;

/// What reading gives.
pub(super) type Read<T> = Result<T, Refusal>;

/// What is used up, by a text and by all that is read out of it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Budget {
    pub(super) depth: usize,
    pub(super) commands: usize,
    pub(super) heredocs: usize,
    pub(super) alternatives: usize,
    /// How many substitutions and operators in `${ }` are open.
    pub(super) substitutions: usize,
    /// What the second opinion costs: for each substitution its bytes times the square of its depth.
    pub(super) opinion: usize,
}

/// A text being read.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) dialect: Dialect,
    pub(super) budget: Budget,
    /// Here-documents whose bodies begin behind the next newline.
    pub(super) pending: Vec<Pending>,
    /// Bodies read, in order of their operators.
    pub(super) bodies: Vec<Word>,
    /// The body of a here-document is read, outside of its substitutions.
    pub(super) heredoc: bool,
    /// The next list is a text of its own, which the shell runs line by line.
    pub(super) lines: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, dialect: Dialect, budget: Budget) -> Self {
        Self {
            text,
            at: 0,
            dialect,
            budget,
            pending: Vec::new(),
            bodies: Vec::new(),
            heredoc: false,
            lines: false,
        }
    }

    /// The whole text as a script.
    pub(super) fn whole(&mut self) -> Read<Script> {
        let script = self.scope(|reader| reader.script())?;
        match self.peek() {
            None => Ok(script),
            Some(_) => Err(self.syntax()),
        }
    }

    /// The next byte; line continuations before it are passed.
    pub(super) fn peek(&mut self) -> Option<u8> {
        self.at = self.past_continuations(self.at);
        self.raw(self.at)
    }

    /// The byte `n` places behind the next one, line continuations not counted.
    pub(super) fn look(&self, n: usize) -> Option<u8> {
        let mut at = self.past_continuations(self.at);
        for _ in 0..n {
            at = self.past_continuations(at.saturating_add(1));
        }
        self.raw(at)
    }

    /// The byte at a place, continuation or not.
    pub(super) fn raw(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn past_continuations(&self, mut at: usize) -> usize {
        while self.raw(at) == Some(b'\\') && self.raw(at.saturating_add(1)) == Some(b'\n') {
            at = at.saturating_add(2);
        }
        at
    }

    /// Passes `n` bytes, and the line continuations between them.
    pub(super) fn pass(&mut self, n: usize) {
        for _ in 0..n {
            self.peek();
            self.at = self.at.saturating_add(1);
        }
    }

    /// Passes the byte if it is the next one.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let is = self.peek() == Some(byte);
        if is {
            self.pass(1);
        }
        is
    }

    /// Passes the bytes if they are the next ones.
    pub(super) fn take_all(&mut self, bytes: &str) -> bool {
        let is = bytes
            .bytes()
            .enumerate()
            .all(|(n, byte)| self.look(n) == Some(byte));
        if is {
            self.pass(bytes.len());
        }
        is
    }

    /// Passes the byte or refuses.
    pub(super) fn expect(&mut self, byte: u8) -> Read<()> {
        match self.peek() {
            Some(found) if found == byte => {
                self.pass(1);
                Ok(())
            }
            Some(_) => Err(self.syntax()),
            None => Err(Refusal::NotClosed),
        }
    }

    /// The next whole character, whatever it is.
    pub(super) fn character(&mut self) -> Read<char> {
        let next = self
            .text
            .get(self.at..)
            .and_then(|rest| rest.chars().next());
        let found = next.ok_or(Refusal::NotClosed)?;
        self.at = self.at.saturating_add(found.len_utf8());
        Ok(found)
    }

    /// The text from a place to the cursor.
    pub(super) fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// Passes bytes as long as they fit, and gives them. Line continuations end it.
    pub(super) fn run(&mut self, fits: impl Fn(u8) -> bool) -> &'a str {
        let start = self.at;
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let len = rest
            .iter()
            .position(|byte| !fits(*byte))
            .unwrap_or(rest.len());
        self.at = start.saturating_add(len);
        self.since(start)
    }

    /// Blanks, line continuations, and a comment.
    pub(super) fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at = self.at.saturating_add(1);
        }
        if self.peek() == Some(b'#') {
            self.run(|byte| byte != b'\n');
        }
    }

    /// Blanks, comments and newlines; here-documents are read at the newlines.
    pub(super) fn gaps(&mut self) -> Read<()> {
        self.blanks();
        while self.peek() == Some(b'\n') {
            self.newline()?;
            self.blanks();
        }
        Ok(())
    }

    /// Blanks, comments and newlines inside of one command, where a here-document can't begin.
    pub(super) fn inner_gaps(&mut self) -> Read<()> {
        self.blanks();
        while self.peek() == Some(b'\n') {
            if !self.pending.is_empty() {
                return Err(Refusal::NotUnderstood(
                    "a here-document that begins inside of a command",
                ));
            }
            self.pass(1);
            self.blanks();
        }
        Ok(())
    }

    /// One level deeper.
    pub(super) fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.budget.depth >= NESTING_MAX {
            return Err(Refusal::TooDeep);
        }
        self.budget.depth = self.budget.depth.saturating_add(1);
        let got = inner(self);
        self.budget.depth = self.budget.depth.saturating_sub(1);
        got
    }

    /// Another text, one level deeper: a body, a backquoted script.
    pub(super) fn other<T>(
        &mut self,
        text: &str,
        inner: impl FnOnce(&mut Reader<'_>) -> Read<T>,
    ) -> Read<T> {
        self.deeper(|outer| {
            let mut reader = Reader::new(text, outer.dialect, outer.budget);
            let got = inner(&mut reader);
            outer.budget = reader.budget;
            got
        })
    }

    /// Inside of a substitution or of `${ }`.
    pub(super) fn within<T>(&mut self, inner: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.budget.substitutions = self.budget.substitutions.saturating_add(1);
        let got = inner(self);
        self.budget.substitutions = self.budget.substitutions.saturating_sub(1);
        got
    }

    /// Counts what a substitution of that length costs the second opinion.
    pub(super) fn count_opinion(&mut self, len: usize) -> Read<()> {
        let depth = self.budget.substitutions;
        let cost = len.saturating_mul(depth).saturating_mul(depth);
        self.budget.opinion = self.budget.opinion.saturating_add(cost);
        if self.budget.opinion > OPINION_MAX {
            return Err(Refusal::TooMany("bytes in nested substitutions"));
        }
        Ok(())
    }

    /// Counts a command.
    pub(super) fn count(&mut self) -> Read<()> {
        self.budget.commands = self.budget.commands.saturating_add(1);
        if self.budget.commands > COMMANDS_MAX {
            return Err(Refusal::TooMany("commands"));
        }
        Ok(())
    }

    /// Refuses what only bash means so.
    pub(super) fn bash_only(&self, what: &'static str) -> Read<()> {
        match self.dialect {
            Dialect::Bash => Ok(()),
            Dialect::Sh | Dialect::Zsh => Err(Refusal::Dialect(what)),
        }
    }

    /// Refuses what POSIX sh does not have.
    pub(super) fn not_sh(&self, what: &'static str) -> Read<()> {
        match self.dialect {
            Dialect::Bash | Dialect::Zsh => Ok(()),
            Dialect::Sh => Err(Refusal::Dialect(what)),
        }
    }

    /// Refuses what zsh means otherwise.
    pub(super) fn not_zsh(&self, what: &'static str) -> Read<()> {
        match self.dialect {
            Dialect::Bash | Dialect::Sh => Ok(()),
            Dialect::Zsh => Err(Refusal::Dialect(what)),
        }
    }

    /// The syntax is wrong here.
    pub(super) fn syntax(&self) -> Refusal {
        Refusal::Syntax(self.at)
    }
}

/// What ends a word at the level of commands.
pub(super) fn is_meta(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>'
    )
}

/// Part of a name, behind its first byte.
pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
