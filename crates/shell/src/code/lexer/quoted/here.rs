//! Here-documents of Ruby, Perl and PHP.

use crate::code::language::Language;
use crate::code::lexer::{Kind, Lexer, Quoted, Token};

impl Lexer {
    /// `<<~EOS`, `<<"EOS"`, `<<<EOS`: the text is taken now, and passed over at the end of the line.
    pub(super) fn here_document(&mut self) -> bool {
        let two = matches!(self.language, Language::Ruby | Language::Perl);
        let mark = if self.language == Language::Php && self.looking_at("<<<") {
            3
        } else if two && self.looking_at("<<") {
            2
        } else {
            return false;
        };
        let mut ahead = mark;
        while self
            .peek(ahead)
            .is_some_and(|c| matches!(c, '~' | '-' | '"' | '\'' | '`' | ' '))
        {
            ahead = ahead.saturating_add(1);
        }
        let runs = self.peek(ahead.saturating_sub(1)) == Some('`');
        let mut name = String::new();
        while let Some(c) = self
            .peek(ahead)
            .filter(|c| c.is_alphanumeric() || *c == '_')
        {
            name.push(c);
            ahead = ahead.saturating_add(1);
        }
        if !name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_') || self.value_before() {
            return false;
        }
        if matches!(self.peek(ahead), Some('"' | '\'' | '`')) {
            ahead = ahead.saturating_add(1);
        }
        self.at = self.at.saturating_add(ahead);
        let rest: Vec<char> = self.chars.get(self.at..).unwrap_or_default().to_vec();
        let line_end = rest.iter().position(|c| *c == '\n').unwrap_or(rest.len());
        let mut at = self.skip.map_or(line_end.saturating_add(1), |skip| {
            skip.saturating_sub(self.at)
        });
        let mut body = String::new();
        while at < rest.len() {
            let line: String = rest
                .get(at..)
                .unwrap_or_default()
                .iter()
                .take_while(|c| **c != '\n')
                .collect();
            at = at.saturating_add(line.chars().count()).saturating_add(1);
            if line.trim().trim_end_matches(';') == name {
                break;
            }
            body.push_str(&line);
            body.push('\n');
        }
        self.skip = Some(self.at.saturating_add(at));
        let holes = self.language.syntax().double;
        let pieces = self.pieces(&body, holes, true);
        let kind = if runs { Kind::Command } else { Kind::Plain };
        self.out.push(Token::Text(Quoted { pieces, kind }));
        true
    }
}
