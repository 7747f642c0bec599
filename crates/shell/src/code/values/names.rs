//! Assignments and imports of a program: which names it gives, and what they stand for.

use super::{Values, trimmed, unknown};
use crate::code::calls::{closing, inside, joiner_at, path_at, split};
use crate::code::language::Language;
use crate::code::lexer::Token;
use crate::value::{Piece, Sort};

impl Values {
    /// `{ |a, b| … }`: names that a block gives.
    pub(super) fn parameters(&mut self, tokens: &[Token]) {
        let bar = Token::Sign('|');
        let mut pieces = tokens.split(|token| *token == bar);
        let mut before = pieces.next();
        for piece in pieces {
            let opens = match before.and_then(<[Token]>::last) {
                Some(Token::Sign('{')) => true,
                Some(Token::Name(word)) => word == "do",
                Some(_) | None => false,
            };
            let names = piece.iter().all(|token| {
                matches!(
                    token,
                    Token::Name(_) | Token::Sign(',' | '(' | ')' | '*' | '&')
                )
            });
            for token in piece.iter().filter(|_| opens && names) {
                if let Token::Name(name) = token {
                    self.variables.entry(name.clone()).or_insert_with(unknown);
                }
            }
            before = Some(piece);
        }
    }

    pub(super) fn statement(&mut self, tokens: &[Token]) {
        let words: Vec<&str> = tokens
            .iter()
            .map(|token| match token {
                Token::Name(name) => name.as_str(),
                Token::Sign(',') => ",",
                Token::Sign('.') => ".",
                Token::Text(_) | Token::Number | Token::Sign(_) | Token::End => "",
            })
            .collect();
        if self.language == Language::Python {
            self.imports(&words);
        }
        let Some(at) = assignment(tokens) else {
            return;
        };
        let (left, right) = tokens.split_at_checked(at).unwrap_or((tokens, &[]));
        let right = right.get(1..).unwrap_or_default();
        if left.contains(&Token::Sign('}')) {
            self.destructured(left, right);
            return;
        }
        let Some(Token::Name(name)) = left.iter().rev().find(|it| matches!(it, Token::Name(_)))
        else {
            return;
        };
        let value = self.value(right);
        if let Some(path) = self.alias_of(right) {
            self.aliases.insert(name.clone(), path);
        }
        // Changed more than once: it may be either.
        match self.variables.get(name) {
            Some(held) if *held != value => {
                let mut held = held.clone();
                held.pieces = vec![Piece::Unknown(Sort::Any)];
                self.variables.insert(name.clone(), held);
            }
            Some(_) => {}
            None => {
                self.variables.insert(name.clone(), value);
            }
        }
    }

    /// `import a.b as c, d`, `from a import b as c`.
    fn imports(&mut self, words: &[&str]) {
        let at = words.iter().position(|word| *word == "import");
        let Some((before, after)) = at.and_then(|at| words.split_at_checked(at)) else {
            return;
        };
        let module: Vec<String> = before
            .iter()
            .skip_while(|word| **word != "from")
            .skip(1)
            .filter(|word| **word != ".")
            .map(|word| (*word).to_owned())
            .collect();
        for one in after
            .get(1..)
            .unwrap_or_default()
            .split(|word| *word == ",")
        {
            let mut parts = one.split(|word| *word == "as");
            let real: Vec<String> = parts
                .next()
                .unwrap_or_default()
                .iter()
                .filter(|word| !word.is_empty() && **word != ".")
                .map(|word| (*word).to_owned())
                .collect();
            let renamed = parts
                .next()
                .and_then(|it| it.first())
                .map(|it| (*it).to_owned());
            let name =
                renamed.or_else(|| (!module.is_empty()).then(|| real.last().cloned()).flatten());
            if let Some(name) = name {
                let path = [module.clone(), real].concat();
                if path.last() != Some(&name) || path.len() > 1 {
                    self.aliases.insert(name, path);
                }
            }
        }
    }

    /// `const {a: b, c} = require('x')`.
    fn destructured(&mut self, left: &[Token], right: &[Token]) {
        if self.language != Language::Node {
            return;
        }
        let Some(module) = self.alias_of(right) else {
            return;
        };
        let open = left
            .iter()
            .position(|it| *it == Token::Sign('{'))
            .unwrap_or(0);
        for one in split(inside(left.get(open..).unwrap_or_default()), &[","]) {
            let names: Vec<&String> = one
                .iter()
                .filter_map(|token| match token {
                    Token::Name(name) => Some(name),
                    Token::Text(_) | Token::Number | Token::Sign(_) | Token::End => None,
                })
                .collect();
            if let (Some(real), Some(name)) = (names.first(), names.last()) {
                let path = module.iter().cloned().chain([(*real).clone()]).collect();
                self.aliases.insert((*name).clone(), path);
            }
        }
    }

    /// The path that an expression stands for: a name, or what `require` and its like give.
    pub(super) fn alias_of(&self, tokens: &[Token]) -> Option<Vec<String>> {
        let tokens = trimmed(tokens);
        let (path, end) = path_at(self.language, tokens, 0);
        if path.is_empty() {
            return None;
        }
        if end == tokens.len() {
            return Some(self.resolved(&path));
        }
        let loads = path.last().is_some_and(|name| {
            matches!(
                name.as_str(),
                "require" | "__import__" | "import_module" | "getBuiltinModule" | "import"
            )
        });
        if !loads || tokens.get(end) != Some(&Token::Sign('(')) {
            return None;
        }
        let call = tokens.get(end..).unwrap_or_default();
        let name = self.value(inside(call)).whole()?;
        let mut out = module_path(&name);
        let mut at = end.saturating_add(closing(call)).saturating_add(1);
        while let Some(joiner) = joiner_at(self.language, tokens, at) {
            let (more, next) = path_at(self.language, tokens, at.saturating_add(joiner));
            if more.is_empty() {
                break;
            }
            out.extend(more);
            at = next;
        }
        (at >= tokens.len()).then_some(out)
    }
}

/// The place of the `=` of an assignment.
fn assignment(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Sign('(' | '[') => depth = depth.saturating_add(1),
            Token::Sign(')' | ']') => depth = depth.saturating_sub(1),
            Token::Sign('=') if depth == 0 => {
                let next = tokens.get(at.saturating_add(1));
                let before = at.checked_sub(1).and_then(|before| tokens.get(before));
                let compares = matches!(next, Some(Token::Sign('=' | '~' | '>')))
                    || matches!(before, Some(Token::Sign('=' | '!' | '<' | '>')));
                return (!compares && at > 0).then_some(at);
            }
            Token::Name(_) | Token::Text(_) | Token::Number | Token::Sign(_) | Token::End => {}
        }
    }
    None
}

fn module_path(name: &str) -> Vec<String> {
    name.strip_prefix("node:")
        .unwrap_or(name)
        .split(['.', '/'])
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}
