//! What an expression of a program is worth, as far as it is put together from written text and the home directory.

use std::collections::BTreeMap;

use super::calls::{closing, inside, split};
use super::language::Language;
use super::lexer::{Part, Quoted, Token};
use crate::effect::Origin;
use crate::value::{Origins, Text};

mod called;
mod chain;
mod names;
mod places;

/// Expressions in expressions.
const DEPTH_MAX: usize = 16;

/// Variables of a program with their values, and names that stand for others.
#[derive(Debug, Clone)]
pub(super) struct Values {
    language: Language,
    variables: BTreeMap<String, Text>,
    /// `o` for `os`, from `import os as o` or `o = require('os')`.
    aliases: BTreeMap<String, Vec<String>>,
}

fn unknown() -> Text {
    Text::unknown(Origins::of(Origin::Unknown))
}

impl Values {
    /// The values that assignments of a program give, in the order written.
    pub(super) fn of(language: Language, tokens: &[Token]) -> Self {
        let mut values = Self {
            language,
            variables: BTreeMap::new(),
            aliases: BTreeMap::new(),
        };
        let statements = tokens.split(|token| *token == Token::End);
        for statement in statements {
            values.statement(statement);
        }
        if language == Language::Ruby {
            values.parameters(tokens);
        }
        values
    }

    /// A path with the names that stand for others replaced.
    pub(super) fn resolved(&self, path: &[String]) -> Vec<String> {
        let Some((first, rest)) = path.split_first() else {
            return Vec::new();
        };
        match self.aliases.get(first) {
            Some(real) if real.first() != Some(first) || real.len() > 1 => {
                real.iter().chain(rest).cloned().collect()
            }
            Some(_) | None => path.to_vec(),
        }
    }

    /// The path of what a member is called on, where that is a module.
    pub(super) fn module_of(&self, receiver: &[Token]) -> Vec<String> {
        self.alias_of(receiver).unwrap_or_default()
    }

    pub(super) fn is_variable(&self, name: &str) -> bool {
        self.variables.contains_key(name) || self.aliases.contains_key(name)
    }

    /// What an expression is worth.
    pub(super) fn value(&self, tokens: &[Token]) -> Text {
        self.at_depth(tokens, 0)
    }

    fn at_depth(&self, tokens: &[Token], depth: usize) -> Text {
        if depth > DEPTH_MAX {
            return unknown();
        }
        let tokens = trimmed(tokens);
        if tokens.first() == Some(&Token::Sign('('))
            && closing(tokens).saturating_add(1) == tokens.len()
        {
            let all = split(inside(tokens), &[","]);
            return match all.as_slice() {
                [only] => self.at_depth(only, depth.saturating_add(1)),
                _ => unknown(),
            };
        }
        let joined = split(tokens, self.language.syntax().concatenates);
        if joined.len() > 1 {
            let mut out = Text::default();
            for one in joined {
                out.push(&self.at_depth(one, depth.saturating_add(1)));
            }
            return out;
        }
        if matches!(self.language, Language::Python | Language::Ruby) {
            let parts = split(tokens, &["/"]);
            if parts.len() > 1 {
                return self.path_of(&parts, depth);
            }
        }
        if let Some(text) = self.literal(tokens, depth) {
            return text;
        }
        self.chain(tokens, depth)
    }

    /// Strings side by side.
    fn literal(&self, tokens: &[Token], depth: usize) -> Option<Text> {
        let mut out = Text::default();
        for token in tokens {
            match token {
                Token::Text(quoted) => out.push(&self.quoted_at(quoted, depth)),
                Token::Name(_) | Token::Number | Token::Sign(_) | Token::End => return None,
            }
        }
        (!tokens.is_empty()).then_some(out)
    }

    pub(super) fn quoted(&self, quoted: &Quoted) -> Text {
        self.quoted_at(quoted, 0)
    }

    fn quoted_at(&self, quoted: &Quoted, depth: usize) -> Text {
        let mut out = Text::default();
        for piece in &quoted.pieces {
            match piece {
                Part::Known(text) => out.push(&Text::known(text.clone())),
                Part::Hole(inside) => out.push(&self.at_depth(inside, depth.saturating_add(1))),
            }
        }
        out
    }

    /// Parts of a path, joined; an absolute one begins anew.
    fn path_of(&self, parts: &[&[Token]], depth: usize) -> Text {
        let mut out = Text::default();
        for (at, part) in parts.iter().enumerate() {
            let value = self.at_depth(part, depth.saturating_add(1));
            if at > 0 && value.start().starts_with(['/', '~']) {
                out = value;
                continue;
            }
            if at > 0 {
                out.push(&Text::known("/"));
            }
            out.push(&value);
        }
        out
    }
}

fn trimmed(tokens: &[Token]) -> &[Token] {
    let mut tokens = tokens;
    while let Some((Token::End, rest)) = tokens.split_first() {
        tokens = rest;
    }
    while let Some((Token::End, rest)) = tokens.split_last() {
        tokens = rest;
    }
    // `await x`, `new X(…)`, `key=value` of Python, `*list`.
    match tokens {
        [Token::Name(word), rest @ ..]
            if matches!(
                word.as_str(),
                "await" | "new" | "typeof" | "return" | "print" | "my" | "our"
            ) && !matches!(rest.first(), None | Some(Token::Sign(_))) =>
        {
            trimmed(rest)
        }
        [Token::Name(_), Token::Sign('='), rest @ ..]
            if rest.first() != Some(&Token::Sign('=')) =>
        {
            trimmed(rest)
        }
        tokens => tokens,
    }
}
