//! Names with calls, members and indexes behind them, link by link.

use super::places::{is_home, variable_value};
use super::{Values, unknown};
use crate::code::calls::{closing, inside, joiner_at, path_at, split};
use crate::code::lexer::Token;
use crate::value::Text;

/// How far a chain is read.
struct Chain<'t> {
    /// Where the next link begins.
    at: usize,
    /// Names since the last value.
    path: Vec<String>,
    value: Option<Text>,
    /// What a list holds with which the chain begins.
    list: Option<Vec<&'t [Token]>>,
}

impl Values {
    /// A name with calls, members and indexes behind it.
    pub(super) fn chain(&self, tokens: &[Token], depth: usize) -> Text {
        let mut chain = self.head(tokens, depth);
        if chain.path.is_empty() && tokens.first() == Some(&Token::Sign('<')) {
            return self.globbed(tokens);
        }
        if chain.at == 0 {
            return unknown();
        }
        if chain.at == tokens.len() && chain.value.is_none() && is_home(&chain.path) {
            return Text::known("~");
        }
        while let Some(rest) = tokens.get(chain.at..).filter(|rest| !rest.is_empty()) {
            match rest.first() {
                Some(Token::Sign('(')) => self.call(&mut chain, rest, depth),
                Some(Token::Sign('[' | '{')) => self.index(&mut chain, rest, depth),
                Some(_) | None => match joiner_at(self.language, tokens, chain.at) {
                    Some(joiner) => self.link(&mut chain, tokens, joiner),
                    None => return self.bare(&chain.path, rest, depth),
                },
            }
        }
        chain.value.unwrap_or_else(|| named(&chain.path))
    }

    /// What a chain begins with: a name, a string or a list; nothing of it is read if it is none of them.
    fn head<'t>(&self, tokens: &'t [Token], depth: usize) -> Chain<'t> {
        let (path, end) = path_at(self.language, tokens, 0);
        let path = self.resolved(&path);
        let (at, value) = match (path.as_slice(), tokens.first()) {
            ([name], _) => (end, self.variables.get(name).cloned()),
            ([], Some(Token::Text(quoted))) => (1, Some(self.quoted_at(quoted, depth))),
            ([], Some(Token::Sign('['))) => (closing(tokens).saturating_add(1), None),
            _ => (end, None),
        };
        let list = (path.is_empty() && value.is_none()).then(|| split(inside(tokens), &[","]));
        Chain {
            at,
            path,
            value,
            list,
        }
    }

    /// `(…)`: what stands before it is called.
    fn call(&self, chain: &mut Chain<'_>, rest: &[Token], depth: usize) {
        let arguments = split(inside(rest), &[","]);
        let list = chain.list.take();
        chain.value = Some(self.called(&chain.path, chain.value.as_ref(), list, &arguments, depth));
        chain.path.clear();
        chain.at = chain.at.saturating_add(closing(rest)).saturating_add(1);
    }

    /// `[…]` or `{…}`: one element is taken.
    fn index(&self, chain: &mut Chain<'_>, rest: &[Token], depth: usize) {
        let index = self.at_depth(inside(rest), depth.saturating_add(1));
        let name = bare_name(inside(rest)).or_else(|| index.whole());
        chain.value = Some(variable_value(&chain.path, name.as_deref()));
        chain.path.clear();
        chain.at = chain.at.saturating_add(closing(rest)).saturating_add(1);
    }

    /// `.name`: a member, unless it is called next.
    fn link(&self, chain: &mut Chain<'_>, tokens: &[Token], joiner: usize) {
        let from = chain.at.saturating_add(joiner);
        let (more, end) = path_at(self.language, tokens, from);
        if more.is_empty() {
            chain.at = from;
            return;
        }
        chain.path.extend(more);
        chain.at = end;
        if tokens.get(end) != Some(&Token::Sign('(')) {
            chain.value = Some(self.member(&chain.path, chain.value.as_ref()));
            chain.path.clear();
        }
    }

    /// A call without parentheses: `File.join a, b`, `expand_path "~"`.
    fn bare(&self, path: &[String], rest: &[Token], depth: usize) -> Text {
        if !self.language.syntax().bare_calls {
            return unknown();
        }
        let arguments = split(rest, &[","]);
        self.called(path, None, None, &arguments, depth)
    }

    /// `<*.c>` of Perl.
    fn globbed(&self, tokens: &[Token]) -> Text {
        let mut out = String::new();
        for token in tokens.get(1..).unwrap_or_default() {
            match token {
                Token::Sign('>') => break,
                Token::Sign(c) => out.push(*c),
                Token::Name(name) if name == "$ENV" => return Text::known("~/*"),
                Token::Name(name) => out.push_str(name),
                Token::Text(_) | Token::Number | Token::End => return unknown(),
            }
        }
        Text::known(out)
    }

    fn member(&self, path: &[String], value: Option<&Text>) -> Text {
        match (path.last().map(String::as_str), value) {
            (Some("parent" | "dirname"), Some(value)) => {
                let mut out = value.clone();
                out.push(&Text::known("/.."));
                out
            }
            (Some("to_s" | "strip" | "chomp" | "to_path"), Some(value)) => value.clone(),
            (Some("HOME"), _) => Text::known("~"),
            _ if is_home(path) => Text::known("~"),
            _ => unknown(),
        }
    }
}

/// What a path is worth of which no value is known.
fn named(path: &[String]) -> Text {
    match path {
        [_, .., last] if matches!(last.as_str(), "HOME" | "USERPROFILE") => Text::known("~"),
        _ => unknown(),
    }
}

fn bare_name(tokens: &[Token]) -> Option<String> {
    match tokens {
        [Token::Name(name)] => Some(name.clone()),
        _ => None,
    }
}
