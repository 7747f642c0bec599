//! `awk` programs (POSIX, gawk, mawk, busybox): strings, regular expressions and comments are told from code, then pipes,
//! redirections and calls are looked at.

use super::{Deed, Does, Found};
use crate::effect::{Level, Origin};
use crate::value::{Origins, Text};

/// A piece of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Text(String),
    Pattern,
    Name(String),
    Number,
    Sign(char),
    End,
}

/// Looks at a program.
pub(super) fn look(code: &str) -> Found {
    let tokens = tokens(code);
    let mut report = Report {
        deeds: Vec::new(),
        plain: true,
    };
    for at in 0..tokens.len() {
        report.at(&tokens, at);
    }
    Found {
        deeds: report.deeds,
        plain: report.plain,
    }
}

struct Report {
    deeds: Vec<Deed>,
    plain: bool,
}

impl Report {
    fn at(&mut self, tokens: &[Token], at: usize) {
        let before = tokens.get(..at).unwrap_or_default();
        let after = tokens.get(at.saturating_add(1)..).unwrap_or_default();
        match tokens.get(at) {
            Some(Token::Name(name)) => self.name(name, before, after),
            Some(Token::Sign('|')) => self.pipe(before, after),
            Some(Token::Sign('>')) => self.redirect(before, after),
            Some(Token::Sign('@')) => match after.first() {
                Some(Token::Name(name)) if name == "load" || name == "include" => {
                    self.deeds
                        .push(Deed::deny("loads-code", "awk loads other code"));
                }
                // `@name(…)` calls a function whose name is a value.
                Some(_) | None => self.plain = false,
            },
            Some(Token::Text(text)) if text.starts_with("/inet") => {
                self.deeds.push(Deed::Connect {
                    host: text.split('/').nth(4).map(str::to_ascii_lowercase),
                    sends: true,
                })
            }
            Some(Token::Text(_) | Token::Pattern | Token::Number | Token::Sign(_) | Token::End)
            | None => {}
        }
    }

    fn name(&mut self, name: &str, before: &[Token], after: &[Token]) {
        match name {
            "system" => {
                self.runs("`system()` of awk runs a command");
                if let Some(text) = joined(after.get(1..).unwrap_or_default()) {
                    self.deeds.push(Deed::Shell(text));
                }
            }
            "getline" => {
                // `getline < file`, `getline line < file`.
                let rest = match after.first() {
                    Some(Token::Name(_)) => after.get(1..).unwrap_or_default(),
                    Some(_) | None => after,
                };
                if rest.first() == Some(&Token::Sign('<')) {
                    self.place(Does::Read, rest.get(1..).unwrap_or_default());
                }
                let _ = before;
            }
            "ENVIRON" => match after {
                [Token::Sign('['), Token::Text(key), Token::Sign(']'), ..] => {
                    if crate::eval::is_secret_variable(key) {
                        self.deeds.push(Deed::Secret(format!(
                            "awk reads `{key}` of the environment"
                        )));
                    }
                }
                _ => self
                    .deeds
                    .push(Deed::Secret("awk reads the environment".to_owned())),
            },
            "ARGV" | "ARGC" if after.first() == Some(&Token::Sign('=')) || assigned(after) => {
                // Which files are read next is then a value.
                self.place(Does::Read, value_assigned(after));
            }
            "eval" | "extension" => self.plain = false,
            _ => {}
        }
    }

    /// `"cmd" | getline`, `print | "cmd"`, `|&`; `||` is an operator.
    fn pipe(&mut self, before: &[Token], after: &[Token]) {
        if after.first() == Some(&Token::Sign('|')) || before.last() == Some(&Token::Sign('|')) {
            return;
        }
        let both = after.first() == Some(&Token::Sign('&'));
        let rest = if both {
            after.get(1..).unwrap_or_default()
        } else {
            after
        };
        let reads = matches!(rest.first(), Some(Token::Name(name)) if name == "getline");
        let command = if reads {
            joined_before(before)
        } else {
            joined(rest)
        };
        match command {
            // `print | "sort"`: what is written there is judged, and that is all.
            Some(text) => self.deeds.push(Deed::Shell(text)),
            None => self.runs("a pipe in awk runs a command that is computed"),
        }
        if reads || both {
            self.runs("a pipe in awk runs a command");
        }
    }

    fn runs(&mut self, why: &str) {
        self.deeds.push(Deed::deny("runs-programs", why));
    }

    /// `print > "file"`; a `>` in parentheses or outside of `print` compares.
    fn redirect(&mut self, before: &[Token], after: &[Token]) {
        let second = before.last() == Some(&Token::Sign('>'));
        if second || after.first() == Some(&Token::Sign('=')) {
            return;
        }
        let mut depth = 0usize;
        for token in before.iter().rev() {
            match token {
                Token::Sign(')' | ']') => depth = depth.saturating_add(1),
                Token::Sign('(' | '[') => match depth.checked_sub(1) {
                    Some(left) => depth = left,
                    None => return,
                },
                Token::End | Token::Sign('{' | '}') if depth == 0 => return,
                Token::Name(name) if depth == 0 && (name == "print" || name == "printf") => {
                    let rest = match after.first() {
                        Some(Token::Sign('>')) => after.get(1..).unwrap_or_default(),
                        Some(_) | None => after,
                    };
                    self.place(Does::Write, rest);
                    return;
                }
                Token::Text(_)
                | Token::Pattern
                | Token::Name(_)
                | Token::Number
                | Token::Sign(_)
                | Token::End => {}
            }
        }
    }

    fn place(&mut self, does: Does, tokens: &[Token]) {
        match joined(tokens) {
            Some(path)
                if does == Does::Write
                    && matches!(path.as_str(), "/dev/stdout" | "/dev/stderr" | "-") => {}
            Some(path) if does == Does::Read && (path == "-" || path == "/dev/stdin") => {}
            Some(path) if path.starts_with("/inet") => {}
            Some(path) if does == Does::Write => self.deeds.push(Deed::Write(path)),
            Some(path) => self.deeds.push(Deed::Read(path)),
            None => {
                let mut path = match tokens.first() {
                    Some(Token::Text(start)) => Text::known(start.clone()),
                    Some(Token::Name(name)) if name == "ENVIRON" => Text::known("~/"),
                    Some(_) | None => Text::default(),
                };
                path.push(&Text::unknown(Origins::of(Origin::Unknown)));
                if path.start().is_empty() {
                    self.deeds.push(Deed::Mark {
                        level: Level::Ask,
                        id: "path-unknown".to_owned(),
                        why: "which file awk uses is not known".to_owned(),
                    });
                } else {
                    self.deeds.push(Deed::Partly { does, path });
                }
            }
        }
    }
}

fn assigned(after: &[Token]) -> bool {
    after
        .iter()
        .position(|token| *token == Token::Sign(']'))
        .and_then(|at| after.get(at.saturating_add(1)))
        == Some(&Token::Sign('='))
}

fn value_assigned(after: &[Token]) -> &[Token] {
    let at = after
        .iter()
        .position(|token| *token == Token::Sign('='))
        .unwrap_or(0);
    after.get(at.saturating_add(1)..).unwrap_or_default()
}

/// Strings side by side, to a sign that ends the expression.
fn joined(tokens: &[Token]) -> Option<String> {
    let mut out = String::new();
    let mut any = false;
    for token in tokens {
        match token {
            Token::Text(text) => {
                out.push_str(text);
                any = true;
            }
            Token::Sign('(') if !any => {}
            Token::End | Token::Sign('}' | ')' | ',' | '{') => break,
            Token::Pattern | Token::Name(_) | Token::Number | Token::Sign(_) => return None,
        }
    }
    any.then_some(out)
}

fn joined_before(tokens: &[Token]) -> Option<String> {
    let texts: Vec<&str> = tokens
        .iter()
        .rev()
        .take_while(|token| matches!(token, Token::Text(_)))
        .filter_map(|token| match token {
            Token::Text(text) => Some(text.as_str()),
            Token::Pattern | Token::Name(_) | Token::Number | Token::Sign(_) | Token::End => None,
        })
        .collect();
    (!texts.is_empty()).then(|| texts.into_iter().rev().collect())
}

fn tokens(code: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let mut chars = code.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek() == Some(&'\n') => {
                let _ = chars.next();
            }
            '\n' | ';' => out.push(Token::End),
            c if c.is_whitespace() => {}
            '#' => {
                for c in chars.by_ref() {
                    if c == '\n' {
                        break;
                    }
                }
                out.push(Token::End);
            }
            '"' => out.push(Token::Text(string(&mut chars))),
            '/' if begins_pattern(&out) => {
                pattern(&mut chars);
                out.push(Token::Pattern);
            }
            c if c.is_alphabetic() || c == '_' => {
                let mut name = c.to_string();
                while let Some(c) = chars.next_if(|c| c.is_alphanumeric() || *c == '_') {
                    name.push(c);
                }
                out.push(Token::Name(name));
            }
            c if c.is_ascii_digit() => {
                while chars
                    .next_if(|c| c.is_alphanumeric() || *c == '.')
                    .is_some()
                {}
                out.push(Token::Number);
            }
            c => out.push(Token::Sign(c)),
        }
    }
    out
}

fn string(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> String {
    let mut raw = String::new();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                raw.push(c);
                raw.extend(chars.next());
            }
            '"' => break,
            c => raw.push(c),
        }
    }
    crate::eval::unescape(&raw)
}

fn pattern(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    let mut class = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                let _ = chars.next();
            }
            '[' => class = true,
            ']' => class = false,
            // Not closed on its line: it was a division.
            '\n' => return,
            '/' if !class => return,
            _ => {}
        }
    }
}

/// Behind a value it divides; else it begins a regular expression.
fn begins_pattern(out: &[Token]) -> bool {
    match out.last() {
        None | Some(Token::End) => true,
        Some(Token::Sign(c)) => !matches!(c, ')' | ']' | '$'),
        Some(Token::Name(name)) => matches!(name.as_str(), "in" | "return" | "print" | "case"),
        Some(Token::Text(_) | Token::Pattern | Token::Number) => false,
    }
}
