//! Where names are used in a program: as calls with arguments, with an index, or alone.

use super::language::Language;
use super::lexer::{Kind, Part, Quoted, Token};

/// One use of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Use<'t> {
    /// The parts of the name: `os.path.join` has three.
    pub(super) path: Vec<String>,
    pub(super) called: bool,
    pub(super) arguments: Vec<&'t [Token]>,
    /// What stands in brackets right behind it.
    pub(super) index: Option<&'t [Token]>,
    /// What the name is a member of, where that is not a name: `Path('x')` of `.unlink`.
    pub(super) receiver: Option<&'t [Token]>,
    /// A block stands behind it: `eval { … }`.
    pub(super) block: bool,
}

/// Every use of a name, those in holes of strings too.
pub(super) fn uses(language: Language, tokens: &[Token]) -> Vec<Use<'_>> {
    let mut out = Vec::new();
    gather(language, tokens, &mut out);
    out
}

fn gather<'t>(language: Language, tokens: &'t [Token], out: &mut Vec<Use<'t>>) {
    let mut at = 0usize;
    while let Some(token) = tokens.get(at) {
        match token {
            Token::Name(_) => {
                let (one, end) = one(language, tokens, at);
                out.push(one);
                at = end;
                continue;
            }
            Token::Text(Quoted { pieces, .. }) => {
                for piece in pieces {
                    if let Part::Hole(inside) = piece {
                        gather(language, inside, out);
                    }
                }
            }
            Token::Number | Token::Sign(_) | Token::End => {}
        }
        at = at.saturating_add(1);
    }
}

/// The name that begins at a place, and the place behind its last part.
fn one(language: Language, tokens: &[Token], at: usize) -> (Use<'_>, usize) {
    let (path, end) = path_at(language, tokens, at);
    let receiver = receiver(language, tokens, at);
    let next = tokens.get(end);
    let rest = tokens.get(end..).unwrap_or_default();
    let mut found = Use {
        path,
        called: false,
        arguments: Vec::new(),
        index: None,
        receiver,
        block: matches!(next, Some(Token::Sign('{'))),
    };
    match next {
        Some(Token::Sign('(')) => {
            found.called = true;
            found.arguments = split(inside(rest), &[","]);
        }
        Some(Token::Sign('['))
            if !language.syntax().bare_calls || !spaced_list(language, &found) =>
        {
            found.index = Some(inside(rest));
        }
        Some(Token::Sign('{')) if sigil(&found) => found.index = Some(inside(rest)),
        Some(Token::Sign('-'))
            if sigil(&found)
                && rest.get(1) == Some(&Token::Sign('>'))
                && matches!(rest.get(2), Some(Token::Sign('{' | '['))) =>
        {
            found.index = rest.get(2..).map(inside);
        }
        Some(Token::Text(_)) if language == Language::Node => found.called = true,
        Some(token) if language.syntax().bare_calls && begins_value(token, rest) => {
            found.called = !sigil(&found);
            if found.called {
                found.arguments = split(to_end(rest), &[","]);
            }
        }
        // `node.method` of Ruby and Perl needs nothing behind it.
        Some(_) | None => found.called = language.syntax().bare_calls && !sigil(&found),
    }
    (found, end)
}

fn sigil(one: &Use<'_>) -> bool {
    one.path
        .first()
        .is_some_and(|name| one.path.len() == 1 && name.starts_with(['$', '@', '%']))
}

/// `puts [1, 2]` gives a list; `ENV['X']` picks an element.
fn spaced_list(language: Language, found: &Use<'_>) -> bool {
    language == Language::Ruby
        && found.path.last().is_some_and(|name| {
            matches!(
                name.as_str(),
                "puts" | "p" | "print" | "system" | "exec" | "spawn"
            )
        })
}

/// The parts of a name that begins here, and the place behind them.
pub(super) fn path_at(language: Language, tokens: &[Token], at: usize) -> (Vec<String>, usize) {
    let mut path = Vec::new();
    let mut at = at;
    while let Some(Token::Name(name)) = tokens.get(at) {
        path.push(name.clone());
        at = at.saturating_add(1);
        let Some(joiner) = joiner_at(language, tokens, at) else {
            break;
        };
        if !matches!(tokens.get(at.saturating_add(joiner)), Some(Token::Name(_))) {
            break;
        }
        at = at.saturating_add(joiner);
    }
    (path, at)
}

/// How many signs join names here.
pub(super) fn joiner_at(language: Language, tokens: &[Token], at: usize) -> Option<usize> {
    language.syntax().joiners.iter().find_map(|joiner| {
        let here = joiner
            .chars()
            .enumerate()
            .all(|(ahead, c)| tokens.get(at.saturating_add(ahead)) == Some(&Token::Sign(c)));
        here.then(|| joiner.chars().count())
    })
}

/// What a name is a member of, where brackets or a text stand before its joiner.
fn receiver(language: Language, tokens: &[Token], at: usize) -> Option<&[Token]> {
    let joiner = language.syntax().joiners.iter().find(|joiner| {
        let length = joiner.chars().count();
        at.checked_sub(length)
            .is_some_and(|from| joiner_at(language, tokens, from) == Some(length))
    })?;
    let end = at.checked_sub(joiner.chars().count())?;
    let start = primary_start(language, tokens, end)?;
    tokens.get(start..end)
}

/// Where the value begins that ends before a place.
fn primary_start(language: Language, tokens: &[Token], end: usize) -> Option<usize> {
    let mut at = end.checked_sub(1)?;
    for _ in 0..64 {
        match tokens.get(at)? {
            Token::Sign(')' | ']' | '}') => at = opening(tokens, at)?,
            Token::Name(_) | Token::Text(_) | Token::Number => {}
            Token::Sign(_) | Token::End => return None,
        }
        let bracket = matches!(tokens.get(at), Some(Token::Sign('(' | '[' | '{')));
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        if bracket && matches!(before, Some(Token::Name(_) | Token::Sign(')' | ']'))) {
            at = at.saturating_sub(1);
            continue;
        }
        let joined = language.syntax().joiners.iter().find_map(|joiner| {
            let length = joiner.chars().count();
            let from = at.checked_sub(length)?;
            (joiner_at(language, tokens, from) == Some(length)).then_some(from)
        });
        match joined {
            Some(from) if from > 0 => at = from.saturating_sub(1),
            Some(_) | None => return Some(at),
        }
    }
    None
}

/// The bracket that the one at a place closes.
fn opening(tokens: &[Token], at: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = at;
    loop {
        match tokens.get(at)? {
            Token::Sign(')' | ']' | '}') => depth = depth.saturating_add(1),
            Token::Sign('(' | '[' | '{') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at);
                }
            }
            Token::Name(_) | Token::Text(_) | Token::Number | Token::Sign(_) | Token::End => {}
        }
        at = at.checked_sub(1)?;
    }
}

/// What stands between the bracket that begins here and the one that closes it.
pub(super) fn inside(tokens: &[Token]) -> &[Token] {
    let end = closing(tokens);
    tokens.get(1..end).unwrap_or_default()
}

/// The place of the bracket that closes the first token.
pub(super) fn closing(tokens: &[Token]) -> usize {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Sign('(' | '[' | '{') => depth = depth.saturating_add(1),
            Token::Sign(')' | ']' | '}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at;
                }
            }
            Token::Name(_) | Token::Text(_) | Token::Number | Token::Sign(_) | Token::End => {}
        }
    }
    tokens.len()
}

/// Tokens to the end of the statement, or to a bracket that closes what is around them.
pub(super) fn to_end(tokens: &[Token]) -> &[Token] {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Sign('(' | '[' | '{') => depth = depth.saturating_add(1),
            Token::Sign(')' | ']' | '}') => match depth.checked_sub(1) {
                Some(left) => depth = left,
                None => return tokens.get(..at).unwrap_or_default(),
            },
            Token::End if depth == 0 => return tokens.get(..at).unwrap_or_default(),
            Token::Name(name)
                if depth == 0
                    && matches!(
                        name.as_str(),
                        "do" | "if" | "unless" | "foreach" | "for" | "and" | "or" | "rescue"
                    )
                    && at > 0 =>
            {
                return tokens.get(..at).unwrap_or_default();
            }
            Token::Name(_) | Token::Text(_) | Token::Number | Token::Sign(_) | Token::End => {}
        }
    }
    tokens
}

/// Splits at signs that stand outside of brackets; empty pieces are left out.
pub(super) fn split<'t>(tokens: &'t [Token], at: &[&str]) -> Vec<&'t [Token]> {
    let mut out = Vec::new();
    let mut depth = 0usize;
    let mut start = 0usize;
    let mut place = 0usize;
    while let Some(token) = tokens.get(place) {
        match token {
            Token::Sign('(' | '[' | '{') => depth = depth.saturating_add(1),
            Token::Sign(')' | ']' | '}') => depth = depth.saturating_sub(1),
            Token::Name(_) | Token::Text(_) | Token::Number | Token::Sign(_) | Token::End => {}
        }
        let mark = at.iter().find(|mark| {
            depth == 0
                && mark.chars().enumerate().all(|(ahead, c)| {
                    tokens.get(place.saturating_add(ahead)) == Some(&Token::Sign(c))
                })
        });
        match mark {
            Some(mark) => {
                out.push(tokens.get(start..place).unwrap_or_default());
                place = place.saturating_add(mark.chars().count());
                start = place;
            }
            None => place = place.saturating_add(1),
        }
    }
    out.push(tokens.get(start..).unwrap_or_default());
    out.retain(|piece| piece.iter().any(|token| *token != Token::End));
    out
}

/// Whether a call without parentheses may have this as its first argument.
fn begins_value(token: &Token, rest: &[Token]) -> bool {
    match token {
        Token::Text(_) | Token::Number => true,
        Token::Name(name) => !matches!(
            name.as_str(),
            "do" | "if"
                | "unless"
                | "and"
                | "or"
                | "x"
                | "eq"
                | "ne"
                | "in"
                | "then"
                | "while"
                | "until"
                | "cmp"
                | "lt"
                | "gt"
                | "le"
                | "ge"
                | "for"
                | "foreach"
                | "rescue"
                | "end"
                | "else"
                | "as"
        ),
        Token::Sign('[' | '\\' | ':' | '^' | '$' | '@' | '%' | '&') => {
            rest.get(1).is_some_and(|next| {
                matches!(
                    next,
                    Token::Name(_) | Token::Text(_) | Token::Sign('{' | '[' | '$' | '@')
                )
            }) || *token == Token::Sign('[')
        }
        // `unlink <*.c>`, `print -1`.
        Token::Sign('<' | '-') => rest.get(1).is_some_and(|next| {
            matches!(next, Token::Name(_) | Token::Sign('*' | '$' | '~' | '/'))
        }),
        Token::Sign(_) | Token::End => false,
    }
}

/// Whether a program runs something by backticks or the like, with what.
pub(super) fn commands(tokens: &[Token]) -> Vec<&Quoted> {
    let mut out = Vec::new();
    for token in tokens {
        if let Token::Text(quoted) = token {
            if quoted.kind == Kind::Command || quoted.kind == Kind::Code {
                out.push(quoted);
            }
            for piece in &quoted.pieces {
                if let Part::Hole(inside) = piece {
                    out.extend(commands(inside));
                }
            }
        }
    }
    out
}
