//! Strings whose prefix says how they end and what is read in them: of Python, R, Ruby, Lua and Elixir.

use crate::code::language::Holes;
use crate::code::lexer::{Kind, Lexer, Part};

impl Lexer {
    /// `r'…'`, `f"…"`, `b"""…"""`.
    pub(super) fn python(&mut self, c: char) -> bool {
        let mut prefix = String::new();
        let mut ahead = 0usize;
        if c.is_alphabetic() {
            while let Some(p) = self.peek(ahead).filter(|p| "rRbBuUfFtT".contains(*p)) {
                prefix.push(p.to_ascii_lowercase());
                ahead = ahead.saturating_add(1);
            }
            if ahead > 2 {
                return false;
            }
        }
        let Some(quote @ ('\'' | '"')) = self.peek(ahead) else {
            return false;
        };
        self.at = self.at.saturating_add(ahead).saturating_add(1);
        let triple: String = std::iter::repeat_n(quote, 3).collect();
        let raw = prefix.contains('r');
        let body = if self.peek(0) == Some(quote) && self.peek(1) == Some(quote) {
            self.at = self.at.saturating_add(2);
            let mut body = String::new();
            while self.peek(0).is_some() && !self.looking_at(&triple) {
                if self.peek(0) == Some('\\') {
                    body.extend(self.next());
                }
                body.extend(self.next());
            }
            self.at = self.at.saturating_add(3);
            body
        } else {
            self.until(quote, true)
        };
        let holes = if prefix.contains(['f', 't']) {
            Holes::Braces
        } else {
            Holes::None
        };
        let pieces = self.pieces(&body, holes, !raw);
        self.push(Kind::Plain, pieces);
        true
    }

    /// `r"(…)"`
    pub(super) fn raw_r(&mut self) -> bool {
        let Some(quote @ ('"' | '\'')) = self.peek(1) else {
            return false;
        };
        self.at = self.at.saturating_add(2);
        let body = self.until(quote, false);
        let inner = body
            .trim_start_matches(['(', '[', '{'])
            .trim_end_matches([')', ']', '}']);
        self.push(Kind::Plain, vec![Part::Known(inner.to_owned())]);
        true
    }

    /// `%w[…]`, `%q(…)`, `%(…)`, `%x(…)` of Ruby.
    pub(super) fn percent(&mut self) -> bool {
        if self.value_before() {
            return false;
        }
        let letter = self.peek(1).filter(|c| "wWiIqQxrs".contains(*c));
        let ahead = if letter.is_some() { 2 } else { 1 };
        let Some(open) = self.peek(ahead).filter(|c| "([{<|!/".contains(*c)) else {
            return false;
        };
        self.at = self.at.saturating_add(ahead).saturating_add(1);
        let body = self.delimited(open);
        let (kind, holes) = match letter {
            Some('x') => (Kind::Command, Holes::Hash),
            Some('w' | 'i') | Some('r') => (Kind::Pattern, Holes::None),
            Some('W' | 'I') => (Kind::Pattern, Holes::Hash),
            Some('q' | 's') => (Kind::Plain, Holes::None),
            Some(_) | None => (Kind::Plain, Holes::Hash),
        };
        let pieces = self.pieces(&body, holes, holes == Holes::Hash);
        self.push(kind, pieces);
        true
    }

    /// `[[…]]` and `[==[…]==]` of Lua.
    pub(super) fn long_brackets(&mut self) -> bool {
        let mut level = 0usize;
        while self.peek(level.saturating_add(1)) == Some('=') {
            level = level.saturating_add(1);
        }
        if self.peek(level.saturating_add(1)) != Some('[') {
            return false;
        }
        self.at = self.at.saturating_add(level).saturating_add(2);
        let close = format!("]{}]", "=".repeat(level));
        let mut body = String::new();
        while self.peek(0).is_some() && !self.looking_at(&close) {
            body.extend(self.next());
        }
        self.at = self.at.saturating_add(close.len());
        self.push(Kind::Plain, vec![Part::Known(body)]);
        true
    }

    /// `~s(…)`, `~c"…"` of Elixir.
    pub(super) fn sigil(&mut self) -> bool {
        let (Some(letter), Some(open)) = (self.peek(1), self.peek(2)) else {
            return false;
        };
        if !letter.is_ascii_alphabetic() || !"([{<|/\"'".contains(open) {
            return false;
        }
        self.at = self.at.saturating_add(3);
        let body = self.delimited(open);
        let pieces = self.pieces(&body, Holes::Hash, true);
        self.push(Kind::Plain, pieces);
        true
    }
}
