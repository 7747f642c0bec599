//! Modules that a program takes in.

use super::Report;
use crate::code::Deed;
use crate::code::calls::Use;
use crate::code::language::Language;
use crate::code::lexer::{self, Token};
use crate::code::names::is_harmless_module;

impl Report<'_> {
    /// Modules that are taken in by a statement.
    pub(super) fn imports(&mut self, tokens: &[Token]) {
        for statement in tokens.split(|token| *token == Token::End) {
            let at = statement.iter().position(
                |token| matches!(token, Token::Name(name) if name == "import" || name == "from"),
            );
            let Some(at) = at else { continue };
            if self.language == Language::Node {
                for token in statement {
                    if let Token::Text(quoted) = token {
                        let name = self.values.quoted(quoted).visible();
                        self.plain &= is_harmless_module(Language::Node, &name);
                    }
                }
                continue;
            }
            if self.language != Language::Python {
                continue;
            }
            let from = matches!(statement.get(at), Some(Token::Name(name)) if name == "from");
            for name in taken_in(statement.get(at.saturating_add(1)..).unwrap_or_default()) {
                self.plain &= is_harmless_module(Language::Python, name);
            }
            let star = statement.last() == Some(&Token::Sign('*'));
            if from && star {
                self.plain = false;
            }
        }
    }

    /// `require('x')`, `import('x')`.
    pub(super) fn required(&mut self, one: &Use<'_>) {
        let name = one
            .arguments
            .first()
            .and_then(|it| self.values.value(it).whole());
        match name.as_deref() {
            Some(name) if name.starts_with(['.', '/']) => {
                self.say(Deed::Read(name.to_owned()));
                self.plain &= name.ends_with(".json");
            }
            Some("child_process" | "node:child_process") => self.started(),
            Some(name) if name.starts_with("data:") || name.contains("://") => {
                self.plain = false;
                self.say(Deed::deny(
                    "runs-foreign-text",
                    "the code takes in other code by an address",
                ));
            }
            Some(name) => self.plain &= is_harmless_module(Language::Node, name),
            None => {
                self.plain = false;
                self.hidden("the code takes in a module whose name is computed");
            }
        }
    }
}

/// The modules that a statement of python takes in, behind its first word.
fn taken_in(words: &[Token]) -> Vec<&str> {
    let mut out = Vec::new();
    let mut fresh = true;
    for token in words {
        match token {
            Token::Name(name) if name == "import" => break,
            Token::Name(name) if fresh => {
                out.push(name.as_str());
                fresh = false;
            }
            Token::Sign(',') => fresh = true,
            Token::Name(_) | Token::Text(_) | Token::Number | Token::Sign(_) | Token::End => {}
        }
    }
    out
}

/// The modules that a program in python takes in, by the first part of their names.
pub(in crate::code) fn of_python(code: &str) -> Vec<String> {
    let tokens = lexer::tokens(Language::Python, code);
    let mut out: Vec<String> = Vec::new();
    for statement in tokens.split(|token| *token == Token::End) {
        let takes = |token: &Token| matches!(token, Token::Name(name) if name == "import" || name == "from");
        let Some(at) = statement.iter().position(takes) else {
            continue;
        };
        for name in taken_in(statement.get(at.saturating_add(1)..).unwrap_or_default()) {
            let top = name.split('.').next().unwrap_or_default().to_owned();
            if !top.is_empty() && !out.contains(&top) {
                out.push(top);
            }
        }
    }
    out
}
