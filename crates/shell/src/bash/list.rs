//! Scripts, lists and pipelines, and which words are reserved.

use super::reader::{Read, Reader, is_meta};
use super::{Dialect, Refusal};
use crate::tree::{Command, Item, Join, Pipeline, Script};

/// Reserved words that end a list of commands.
const ENDS: [&str; 8] = ["then", "fi", "elif", "else", "do", "done", "esac", "}"];

impl Reader<'_> {
    /// Commands up to what can't begin one: the end, `)`, `;;`, or a reserved word that ends a list. May be empty.
    pub(super) fn script(&mut self) -> Read<Script> {
        let mut items: Vec<Item> = Vec::new();
        // Lists within this one are read as one with what is around them.
        let top = std::mem::take(&mut self.lines);
        let mut semicolon = false;
        loop {
            let start = self.at;
            self.gaps()?;
            let line = self.since(start).replace("\\\n", "").contains('\n');
            if self.at_end_of_list() {
                return Ok(Script { items });
            }
            if std::mem::take(&mut semicolon) {
                self.not_lost()?;
            }
            if let Some(before) = items.last_mut() {
                before.line = top && line;
            }
            let mut item = self.item()?;
            self.blanks();
            let ended = match self.peek() {
                Some(b'\n') => true,
                Some(b';') if !matches!(self.look(1), Some(b';' | b'&')) => {
                    self.pass(1);
                    semicolon = true;
                    true
                }
                Some(b'&') => {
                    self.background(&mut item)?;
                    true
                }
                Some(_) | None => false,
            };
            items.push(item);
            if !ended {
                return Ok(Script { items });
            }
        }
    }

    /// Inside of a substitution bash 5.2 loses the `;` behind a here-document, and runs `a; b` as `a b`.
    fn not_lost(&self) -> Read<()> {
        let document = !self.pending.is_empty() || !self.bodies.is_empty();
        if document && self.budget.substitutions > 0 {
            return Err(Refusal::NotUnderstood(
                "`;` behind a here-document in a substitution",
            ));
        }
        Ok(())
    }

    /// Commands where at least one is needed.
    pub(super) fn body(&mut self) -> Read<Script> {
        let script = self.deeper(Self::script)?;
        if script.items.is_empty() {
            return Err(self.missing());
        }
        Ok(script)
    }

    /// A script with here-documents of its own: the whole text, or a substitution.
    pub(super) fn scope(&mut self, inner: impl FnOnce(&mut Self) -> Read<Script>) -> Read<Script> {
        let outer = std::mem::take(&mut self.pending);
        let outer_bodies = std::mem::take(&mut self.bodies);
        let body = std::mem::replace(&mut self.heredoc, false);
        let start = self.at;
        self.lines = true;
        let mut script = inner(self)?;
        if !self.pending.is_empty() {
            return Err(Refusal::NotClosed);
        }
        if !outer.is_empty() && self.since(start).contains('\n') {
            return Err(Refusal::NotUnderstood(
                "a newline in a substitution before the body of a here-document",
            ));
        }
        let bodies = std::mem::replace(&mut self.bodies, outer_bodies);
        super::heredoc::fill(&mut script, bodies)?;
        self.pending = outer;
        self.heredoc = body;
        Ok(script)
    }

    fn at_end_of_list(&mut self) -> bool {
        match self.peek() {
            None | Some(b')') => true,
            Some(b';') => matches!(self.look(1), Some(b';' | b'&')),
            Some(_) => ENDS.iter().any(|word| self.sees(word)),
        }
    }

    fn background(&mut self, item: &mut Item) -> Read<()> {
        self.pass(1);
        if self.dialect == Dialect::Zsh && matches!(self.peek(), Some(b'|' | b'!')) {
            return Err(Refusal::Dialect("`&|` and `&!`"));
        }
        item.background = true;
        Ok(())
    }

    fn item(&mut self) -> Read<Item> {
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            self.blanks();
            let join = if self.take_all("&&") {
                Join::And
            } else if self.take_all("||") {
                Join::Or
            } else {
                return Ok(Item {
                    first,
                    rest,
                    background: false,
                    line: false,
                });
            };
            self.gaps()?;
            rest.push((join, self.pipeline()?));
        }
    }

    fn pipeline(&mut self) -> Read<Pipeline> {
        let (negated, timed) = self.prefixes()?;
        let mut commands = vec![self.command()?];
        let mut with_errors = Vec::new();
        loop {
            self.blanks();
            if self.peek() != Some(b'|') || self.look(1) == Some(b'|') {
                break;
            }
            self.pass(1);
            let both = self.take(b'&');
            if both {
                self.not_sh("`|&`")?;
            }
            with_errors.push(both);
            self.gaps()?;
            if self.sees("!") || self.sees("time") {
                return Err(Refusal::NotUnderstood("`!` or `time` inside of a pipeline"));
            }
            commands.push(self.command()?);
        }
        Ok(Pipeline {
            negated,
            timed,
            commands,
            with_errors,
        })
    }

    /// `!` and `time [-p]`, each at most once.
    fn prefixes(&mut self) -> Read<(bool, bool)> {
        let (mut negated, mut timed) = (false, false);
        loop {
            if !negated && self.reserved("!") {
                if self.peek() == Some(b'(') {
                    return Err(Refusal::NotUnderstood("`!(` without a space"));
                }
                negated = true;
            } else if !timed && self.sees("time") {
                self.not_sh("`time`")?;
                self.reserved("time");
                self.blanks();
                if self.reserved("-p") {
                    self.blanks();
                }
                if self.peek() == Some(b'-') {
                    return Err(Refusal::NotUnderstood("an option of `time`"));
                }
                timed = true;
            } else {
                return Ok((negated, timed));
            }
            self.blanks();
        }
    }

    /// One command, or a refusal where none begins.
    pub(super) fn command(&mut self) -> Read<Command> {
        if self.at_end_of_list() || matches!(self.peek(), Some(b'\n' | b';' | b'|')) {
            return Err(self.missing());
        }
        self.count()?;
        self.any_command()
    }

    /// Whether the unquoted word stands here, whole.
    pub(super) fn sees(&self, word: &str) -> bool {
        word.bytes()
            .enumerate()
            .all(|(n, byte)| self.look(n) == Some(byte))
            && self.look(word.len()).is_none_or(is_meta)
    }

    /// Passes the reserved word if it stands here.
    pub(super) fn reserved(&mut self, word: &str) -> bool {
        let is = self.sees(word);
        if is {
            self.pass(word.len());
        }
        is
    }

    /// Passes the reserved word or refuses.
    pub(super) fn need(&mut self, word: &str) -> Read<()> {
        if self.reserved(word) {
            Ok(())
        } else {
            Err(self.missing())
        }
    }

    /// What is missing here, is missing because of the end, or because of something else.
    pub(super) fn missing(&mut self) -> Refusal {
        match self.peek() {
            None => Refusal::NotClosed,
            Some(_) => self.syntax(),
        }
    }
}
