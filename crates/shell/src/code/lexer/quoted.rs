//! Strings in all their spellings.

use super::{Kind, Lexer};
use crate::code::language::{Holes, Language};

mod here;
mod perl;
mod prefixed;

impl Lexer {
    /// Takes a string, a regular expression or another quoted text that begins here.
    pub(super) fn text(&mut self, c: char) -> bool {
        let language = self.language;
        if self.special(language, c) {
            return true;
        }
        if c == '<' && self.here_document() {
            return true;
        }
        let syntax = self.language.syntax();
        if c == '/' && syntax.patterns && !self.value_before() {
            self.at = self.at.saturating_add(1);
            let body = self.until('/', true);
            self.flags();
            let pieces = self.pieces(&body, syntax.double, false);
            self.push(Kind::Pattern, pieces);
            return true;
        }
        let (holes, kind, escapes) = match c {
            '\'' if syntax.single => (Holes::None, Kind::Plain, syntax.single_escapes),
            '"' => (syntax.double, Kind::Plain, true),
            '`' if syntax.backtick_runs => (syntax.double, Kind::Command, true),
            '`' if self.language == Language::Node => (Holes::Dollar, Kind::Plain, true),
            _ => return false,
        };
        self.at = self.at.saturating_add(1);
        let holes_inside = c == '`' && self.language == Language::Node;
        let body = if holes_inside {
            self.template()
        } else {
            self.until(c, true)
        };
        let pieces = self.pieces(&body, holes, escapes);
        self.push(kind, pieces);
        true
    }

    /// Spellings of one language.
    fn special(&mut self, language: Language, c: char) -> bool {
        match language {
            Language::Python => self.python(c),
            Language::Perl => self.perl(c),
            Language::Ruby => c == '%' && self.percent(),
            Language::Lua => c == '[' && self.long_brackets(),
            Language::Elixir => c == '~' && self.sigil(),
            Language::R => matches!(c, 'r' | 'R') && self.raw_r(),
            Language::Node
            | Language::Php
            | Language::Tcl
            | Language::Julia
            | Language::Erlang
            | Language::Swift
            | Language::Groovy => false,
        }
    }

    /// Everything to the closing mark, escapes kept as they are.
    fn until(&mut self, end: char, escapes: bool) -> String {
        let mut out = String::new();
        let mut class = false;
        while let Some(c) = self.next() {
            if c == '\\' && escapes {
                out.push(c);
                out.extend(self.next());
                continue;
            }
            match c {
                '[' if end == '/' => class = true,
                ']' if end == '/' => class = false,
                c if c == end && !class => return out,
                _ => {}
            }
            out.push(c);
        }
        out
    }

    /// A template of JavaScript, whose holes may hold templates.
    fn template(&mut self) -> String {
        let mut out = String::new();
        let mut depth = 0usize;
        while let Some(c) = self.next() {
            match c {
                '\\' => {
                    out.push(c);
                    out.extend(self.next());
                    continue;
                }
                '`' if depth == 0 => return out,
                '$' if self.peek(0) == Some('{') => {
                    depth = depth.saturating_add(1);
                    out.push(c);
                    out.extend(self.next());
                    continue;
                }
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            out.push(c);
        }
        out
    }

    fn flags(&mut self) -> String {
        let mut out = String::new();
        while let Some(c) = self.peek(0).filter(char::is_ascii_alphabetic) {
            out.push(c);
            self.at = self.at.saturating_add(1);
        }
        out
    }

    /// To the mark that closes `open`, which nests if it is a bracket.
    fn delimited(&mut self, open: char) -> String {
        let close = closing(open);
        let mut depth = 1usize;
        let mut out = String::new();
        while let Some(c) = self.next() {
            if c == '\\' {
                out.push(c);
                out.extend(self.next());
                continue;
            }
            if c == close {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return out;
                }
            } else if c == open {
                depth = depth.saturating_add(1);
            }
            out.push(c);
        }
        out
    }
}

fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '<' => '>',
        other => other,
    }
}
