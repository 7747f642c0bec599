//! Text of a general language to tokens: names, strings (with the code that stands in them), signs. Light, and the same
//! for all: it tells what is a string, a comment and code, and nothing more.

use super::language::{Holes, Language};
use crate::eval::unescape;

mod quoted;

/// Deepest code in a string in code …
const DEPTH_MAX: usize = 6;
/// Tokens of a program; a longer one is cut and not plain.
const TOKENS_MAX: usize = 20_000;

/// A piece of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A name, with its sigil: `os`, `$ENV`, `@list`, `rm_rf!`.
    Name(String),
    Text(Quoted),
    Number,
    Sign(char),
    /// The end of a line or a `;`.
    End,
}

/// A string, or another piece of text that is no code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quoted {
    pub(super) pieces: Vec<Part>,
    pub(super) kind: Kind,
}

/// A piece of a string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Known(String),
    /// Code whose value stands here.
    Hole(Vec<Token>),
}

/// What a piece of quoted text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    /// A shell runs it: backticks, `qx`, `%x`.
    Command,
    /// A regular expression, or a list of words.
    Pattern,
    /// The replacement of `s///e`: code.
    Code,
}

/// The tokens of a program.
pub(super) fn tokens(language: Language, code: &str) -> Vec<Token> {
    inner(language, code, 0)
}

fn inner(language: Language, code: &str, depth: usize) -> Vec<Token> {
    if depth > DEPTH_MAX {
        // Deeper than is looked at: a sign that no language has, which makes nothing plain.
        return vec![Token::Sign('\u{fffd}')];
    }
    let mut lexer = Lexer {
        language,
        depth,
        chars: code.chars().collect(),
        at: 0,
        out: Vec::new(),
        skip: None,
    };
    lexer.run();
    lexer.out
}

struct Lexer {
    language: Language,
    depth: usize,
    chars: Vec<char>,
    at: usize,
    out: Vec<Token>,
    /// The body of a here-document, already taken, to be passed over at the end of this line.
    skip: Option<usize>,
}

impl Lexer {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at.saturating_add(ahead)).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek(0)?;
        self.at = self.at.saturating_add(1);
        Some(c)
    }

    fn looking_at(&self, text: &str) -> bool {
        text.chars()
            .enumerate()
            .all(|(at, c)| self.peek(at) == Some(c))
    }

    fn run(&mut self) {
        while let Some(c) = self.peek(0) {
            if self.out.len() >= TOKENS_MAX {
                self.out.push(Token::Sign('\u{fffd}'));
                return;
            }
            self.one(c);
        }
    }

    fn one(&mut self, c: char) {
        if c == '\n' || c == ';' {
            self.at = self.at.saturating_add(1);
            self.out.push(Token::End);
            if c == '\n'
                && let Some(to) = self.skip.take()
            {
                self.at = to.max(self.at);
            }
            return;
        }
        if c.is_whitespace() {
            self.at = self.at.saturating_add(1);
            return;
        }
        if self.comment() || self.text(c) {
            return;
        }
        if c.is_ascii_digit() {
            while self
                .peek(0)
                .is_some_and(|c| c.is_alphanumeric() || c == '_')
            {
                self.at = self.at.saturating_add(1);
            }
            self.out.push(Token::Number);
            return;
        }
        if self.name(c) {
            return;
        }
        self.at = self.at.saturating_add(1);
        self.out.push(Token::Sign(c));
    }

    /// Passes over a comment.
    fn comment(&mut self) -> bool {
        let syntax = self.language.syntax();
        for (open, close) in syntax.blocks {
            if self.looking_at(open) {
                self.at = self.at.saturating_add(open.chars().count());
                while self.peek(0).is_some() && !self.looking_at(close) {
                    self.at = self.at.saturating_add(1);
                }
                self.at = self.at.saturating_add(close.chars().count());
                return true;
            }
        }
        if !syntax.lines.iter().any(|open| self.looking_at(open)) {
            return false;
        }
        while self.peek(0).is_some_and(|c| c != '\n') {
            self.at = self.at.saturating_add(1);
        }
        true
    }

    fn name(&mut self, c: char) -> bool {
        let sigil = self.language.syntax().sigils.contains(c);
        let start = |c: char| c.is_alphabetic() || c == '_';
        let mut text = String::new();
        if sigil {
            let next = self.peek(1);
            let braced = next == Some('{') && c != '%' && c != '&';
            let special = c == '$' && next.is_some_and(|c| "0123456789&_!@$/\\,;.#".contains(c));
            match next {
                Some(n) if start(n) => {
                    text.push(c);
                    self.at = self.at.saturating_add(1);
                }
                Some(n) if special => {
                    self.at = self.at.saturating_add(2);
                    if !start(n) {
                        self.out.push(Token::Name(format!("{c}{n}")));
                        return true;
                    }
                    text.push(c);
                    text.push(n);
                }
                Some(_) if braced => {
                    self.at = self.at.saturating_add(1);
                    self.out.push(Token::Name(c.to_string()));
                    return true;
                }
                Some(_) | None => return false,
            }
        } else if !start(c) {
            return false;
        }
        while let Some(c) = self.peek(0).filter(|c| c.is_alphanumeric() || *c == '_') {
            text.push(c);
            self.at = self.at.saturating_add(1);
        }
        // Ruby's `rm_rf!`, `exist?`.
        if self.language == Language::Ruby
            && let Some(mark @ ('!' | '?')) = self.peek(0)
            && !matches!(self.peek(1), Some('=' | '~'))
            && self.peek(1) != Some(mark)
            && (mark == '!' || matches!(self.peek(1), Some('(' | ' ' | ')' | '.') | None))
        {
            text.push(mark);
            self.at = self.at.saturating_add(1);
        }
        self.out.push(Token::Name(text));
        true
    }

    fn push(&mut self, kind: Kind, pieces: Vec<Part>) {
        self.out.push(Token::Text(Quoted { pieces, kind }));
    }

    /// Whether a `/` here begins a regular expression: not behind a value.
    fn value_before(&self) -> bool {
        match self.out.last() {
            None | Some(Token::End) => false,
            Some(Token::Number | Token::Text(_)) => true,
            Some(Token::Sign(c)) => matches!(c, ')' | ']' | '}'),
            Some(Token::Name(name)) => !matches!(
                name.as_str(),
                "return"
                    | "if"
                    | "unless"
                    | "and"
                    | "or"
                    | "not"
                    | "split"
                    | "grep"
                    | "map"
                    | "when"
                    | "while"
                    | "until"
                    | "typeof"
                    | "in"
                    | "case"
                    | "x"
                    | "print"
            ),
        }
    }

    /// The pieces of a body: escapes taken off, holes read as code.
    fn pieces(&mut self, body: &str, holes: Holes, escapes: bool) -> Vec<Part> {
        let mut out: Vec<Part> = Vec::new();
        let mut known = String::new();
        let chars: Vec<char> = body.chars().collect();
        let mut at = 0usize;
        while let Some(c) = chars.get(at).copied() {
            if c == '\\' && escapes {
                let next = chars.get(at.saturating_add(1)).copied();
                if holes == Holes::Backslash && next == Some('(') {
                    let (code, end) = balanced(&chars, at.saturating_add(1), '(', ')');
                    self.hole(&mut out, &mut known, &code);
                    at = end;
                    continue;
                }
                known.push(c);
                known.extend(next);
                at = at.saturating_add(2);
                continue;
            }
            match hole_at(&chars, at, holes) {
                Some((code, end)) => {
                    self.hole(&mut out, &mut known, &code);
                    at = end;
                }
                None => {
                    known.push(c);
                    at = at.saturating_add(if holes == Holes::Braces && matches!(c, '{' | '}') {
                        2
                    } else {
                        1
                    });
                }
            }
        }
        out.push(Part::Known(known));
        for part in &mut out {
            if let Part::Known(text) = part
                && escapes
            {
                *text = unescape(text);
            }
        }
        out
    }

    fn hole(&self, out: &mut Vec<Part>, known: &mut String, code: &str) {
        out.push(Part::Known(std::mem::take(known)));
        let inside = inner(self.language, code, self.depth.saturating_add(1));
        out.push(Part::Hole(inside));
    }
}

/// The code of a hole that begins here, and where it ends.
fn hole_at(chars: &[char], at: usize, holes: Holes) -> Option<(String, usize)> {
    let here = chars.get(at).copied()?;
    let next = chars.get(at.saturating_add(1)).copied();
    match (holes, here, next) {
        (Holes::Hash, '#', Some('{'))
        | (Holes::Dollar | Holes::Php, '$', Some('{'))
        | (Holes::Perl, '$' | '@', Some('{')) => {
            let (code, end) = balanced(chars, at.saturating_add(1), '{', '}');
            // `${name}` is a variable, `@{[ … ]}` is code.
            let plain = !code.is_empty() && code.chars().all(|c| c.is_alphanumeric() || c == '_');
            let code = if plain && holes != Holes::Dollar && here != '#' {
                format!("{here}{code}")
            } else {
                code
            };
            Some((code, end))
        }
        (Holes::Dollar, '$', Some('(')) => Some(balanced(chars, at.saturating_add(1), '(', ')')),
        (Holes::Php, '{', Some('$')) => Some(balanced(chars, at, '{', '}')),
        (Holes::Braces, '{', next) if next != Some('{') => Some(balanced(chars, at, '{', '}')),
        (Holes::Brackets, '[', _) => Some(balanced(chars, at, '[', ']')),
        (Holes::Perl | Holes::Php, '$' | '@', Some(c)) if c.is_alphabetic() || c == '_' => {
            if here == '@' && holes == Holes::Php {
                return None;
            }
            Some(variable(chars, at))
        }
        (Holes::Brackets, '$', Some(c)) if c.is_alphabetic() => Some(variable(chars, at)),
        _ => None,
    }
}

/// `$name`, with `{key}`, `[index]` and `->` behind it.
fn variable(chars: &[char], at: usize) -> (String, usize) {
    let mut out = String::new();
    let mut at = at;
    out.extend(chars.get(at));
    at = at.saturating_add(1);
    loop {
        match chars.get(at).copied() {
            Some(c) if c.is_alphanumeric() || c == '_' => {
                out.push(c);
                at = at.saturating_add(1);
            }
            Some(open @ ('{' | '[')) => {
                let close = if open == '{' { '}' } else { ']' };
                let (inside, end) = balanced(chars, at, open, close);
                out.push(open);
                out.push_str(&inside);
                out.push(close);
                return (out, end);
            }
            Some(_) | None => return (out, at),
        }
    }
}

/// What stands between brackets that nest, and the place behind them.
fn balanced(chars: &[char], at: usize, open: char, close: char) -> (String, usize) {
    let mut depth = 0usize;
    let mut out = String::new();
    let mut at = at;
    let mut quote: Option<char> = None;
    while let Some(c) = chars.get(at).copied() {
        at = at.saturating_add(1);
        match quote {
            Some(end) if c == end => quote = None,
            Some(_) => {}
            None if c == open => {
                depth = depth.saturating_add(1);
                if depth == 1 {
                    continue;
                }
            }
            None if c == close => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return (out, at);
                }
            }
            None if matches!(c, '\'' | '"') => quote = Some(c),
            None => {}
        }
        out.push(c);
    }
    (out, at)
}
