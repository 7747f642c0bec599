//! A PowerShell text read into its tree. It stops at everything that it doesn't know.
//!
//! Reading order: `statements`, `blocks`, `commands`, `expressions`, `operators`, `text` (quoted and bare words).

mod blocks;
mod commands;
mod expressions;
mod operators;
mod statements;
mod text;

use super::tree::Statement;

/// Longest text, in bytes.
const TEXT_BYTES_MAX: usize = 65_536;
/// Deepest nesting of anything in anything.
const NESTING_MAX: usize = 48;
/// Most commands and expressions.
const NODES_MAX: usize = 20_000;

/// Why a text is not read.
pub(super) type Stop = &'static str;

/// The statements of a text.
pub(super) fn read(text: &str) -> Result<Vec<Statement>, Stop> {
    if text.len() > TEXT_BYTES_MAX {
        return Err("the text is longer than 64 KiB");
    }
    let odd = |c: char| crate::display::hides(c) || c.is_control();
    let hides = |c: char| odd(c) && !"\t\r\n".contains(c);
    if text.chars().any(hides) {
        return Err("the text holds control or invisible characters");
    }
    let mut reader = Reader {
        chars: text.replace("\r\n", "\n").chars().collect(),
        at: 0,
        depth: 0,
        nodes: 0,
    };
    let statements = reader.statements(None)?;
    reader.skip_all()?;
    match reader.peek() {
        None => Ok(statements),
        Some(_) => Err("a closing sign has no opening one"),
    }
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    depth: usize,
    nodes: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn ahead(&self, by: usize) -> Option<char> {
        self.chars.get(self.at.saturating_add(by)).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at = self.at.saturating_add(1);
        Some(c)
    }

    fn skip(&mut self, by: usize) {
        self.at = self.at.saturating_add(by).min(self.chars.len());
    }

    fn take(&mut self, c: char) -> bool {
        let is = self.peek() == Some(c);
        if is {
            self.skip(1);
        }
        is
    }

    fn sees(&self, text: &str) -> bool {
        text.chars()
            .enumerate()
            .all(|(by, c)| self.ahead(by).is_some_and(|it| it.eq_ignore_ascii_case(&c)))
    }

    fn expect(&mut self, c: char, why: Stop) -> Result<(), Stop> {
        if self.take(c) { Ok(()) } else { Err(why) }
    }

    /// One level deeper for as long as `inner` reads.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        self.depth = self.depth.saturating_add(1);
        self.nodes = self.nodes.saturating_add(1);
        if self.depth > NESTING_MAX {
            return Err("it is nested too deeply");
        }
        if self.nodes > NODES_MAX {
            return Err("it holds too many commands");
        }
        let out = inner(self);
        self.depth = self.depth.saturating_sub(1);
        out
    }

    /// Blanks, joined lines and comments; not the end of a line.
    fn skip_blanks(&mut self) -> Result<(), Stop> {
        loop {
            match self.peek() {
                Some(c) if c != '\n' && c.is_whitespace() => self.skip(1),
                Some('`') if self.ahead(1) == Some('\n') => self.skip(2),
                Some('#') => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.skip(1);
                    }
                }
                Some('<') if self.ahead(1) == Some('#') => self.block_comment()?,
                Some(_) | None => return Ok(()),
            }
        }
    }

    fn block_comment(&mut self) -> Result<(), Stop> {
        self.skip(2);
        while !self.sees("#>") {
            self.next().ok_or("a comment is not closed")?;
        }
        self.skip(2);
        Ok(())
    }

    /// Blanks, comments and ends of lines.
    fn skip_all(&mut self) -> Result<(), Stop> {
        loop {
            self.skip_blanks()?;
            if !self.take('\n') {
                return Ok(());
            }
        }
    }

    /// The letters here, without taking them, in lower case.
    fn word(&self) -> String {
        let rest = self.chars.iter().skip(self.at);
        rest.take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
            .take(64)
            .flat_map(|c| c.to_lowercase())
            .collect()
    }

    fn between(&self, from: usize) -> String {
        let count = self.at.saturating_sub(from).min(400);
        let text: String = self.chars.iter().skip(from).take(count).collect();
        text.trim().to_owned()
    }
}
