//! Quoting of Perl: any mark may follow `q`, `qq`, `qx`, `m`, `s` and their like.

use super::closing;
use crate::code::language::Holes;
use crate::code::lexer::{Kind, Lexer, Part, Token, inner};

impl Lexer {
    /// `q()`, `qq{}`, `qx//`, `qw()`, `m//`, `s///e`, `tr///`, `y///`.
    pub(super) fn perl(&mut self, c: char) -> bool {
        let operators = ["qq", "qx", "qw", "qr", "tr", "q", "m", "s", "y"];
        let behind_arrow = matches!(self.out.last(), Some(Token::Sign('>' | '{' | '-')))
            && self.peek(1).is_some_and(|c| matches!(c, '}' | '-' | ' '));
        let Some(operator) = operators.iter().find(|it| self.looking_at(it)) else {
            return false;
        };
        if !c.is_alphabetic() || behind_arrow {
            return false;
        }
        let mut ahead = operator.len();
        while self.peek(ahead) == Some(' ') {
            ahead = ahead.saturating_add(1);
        }
        let Some(open) = self.peek(ahead).filter(|c| {
            let arrow = *c == '-' && self.peek(ahead.saturating_add(1)) == Some('>');
            let word = c.is_alphanumeric() || matches!(c, '_' | ',' | ';' | ')' | '=' | '\n');
            !word && !arrow
        }) else {
            return false;
        };
        if ahead > operator.len()
            && matches!(
                open,
                '#' | '?' | ':' | '.' | '<' | '>' | '&' | '|' | '+' | '*' | '-' | '}'
            )
        {
            return false;
        }
        self.at = self.at.saturating_add(ahead).saturating_add(1);
        let body = self.delimited(open);
        match *operator {
            "q" => self.push(Kind::Plain, vec![Part::Known(body)]),
            "qq" => {
                let pieces = self.pieces(&body, Holes::Perl, true);
                self.push(Kind::Plain, pieces);
            }
            "qx" => {
                let pieces = self.pieces(&body, Holes::Perl, true);
                self.push(Kind::Command, pieces);
            }
            "s" | "tr" | "y" => self.replacement(operator, &body, open),
            _ => {
                self.flags();
                self.pattern(&body);
            }
        }
        true
    }

    fn pattern(&mut self, body: &str) {
        // `(?{ … })` is code in a pattern.
        if body.contains("(?{") || body.contains("(??{") {
            self.push(Kind::Code, vec![Part::Known(body.to_owned())]);
        } else {
            self.push(Kind::Pattern, vec![Part::Known(body.to_owned())]);
        }
    }

    fn replacement(&mut self, operator: &str, pattern: &str, open: char) {
        let second = if closing(open) == open {
            self.delimited(open)
        } else {
            while self.peek(0).is_some_and(char::is_whitespace) {
                self.at = self.at.saturating_add(1);
            }
            match self.next() {
                Some(open) => self.delimited(open),
                None => String::new(),
            }
        };
        let flags = self.flags();
        self.pattern(pattern);
        if operator == "s" && flags.contains('e') {
            let code = inner(self.language, &second, self.depth.saturating_add(1));
            self.push(Kind::Pattern, vec![Part::Hole(code)]);
            if flags.matches('e').count() > 1 {
                self.out.push(Token::Name("eval".to_owned()));
                self.out.push(Token::Sign('('));
                self.out.push(Token::Sign(')'));
            }
        } else if operator == "s" {
            let pieces = self.pieces(&second, Holes::Perl, true);
            self.push(Kind::Pattern, pieces);
        }
    }
}
