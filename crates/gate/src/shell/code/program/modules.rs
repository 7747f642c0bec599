//! Modules that a program takes in.

use super::Report;
use crate::shell::code::Deed;
use crate::shell::code::calls::Use;
use crate::shell::code::language::Language;
use crate::shell::code::lexer::Token;
use crate::shell::code::names::is_harmless_module;

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
            let mut fresh = true;
            for token in statement.get(at.saturating_add(1)..).unwrap_or_default() {
                match token {
                    Token::Name(name) if name == "import" => break,
                    Token::Name(name) if fresh => {
                        self.plain &= is_harmless_module(Language::Python, name);
                        fresh = false;
                    }
                    Token::Sign(',') => fresh = true,
                    Token::Name(_)
                    | Token::Text(_)
                    | Token::Number
                    | Token::Sign(_)
                    | Token::End => {}
                }
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
