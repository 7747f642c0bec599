//! Patterns of paths: `*` (no `/`), `**` (anything), `?`, `{a,b}`. Matching takes time in proportion to the pattern
//! times the path, whatever they are.

/// Most alternatives that braces make.
const ALTERNATIVES_MAX: usize = 64;

/// Longest pattern, in characters.
const PATTERN_MAX: usize = 512;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Char(char),
    /// One character, no `/`.
    One,
    /// Any number of characters, no `/`.
    Some,
    /// Any number of characters.
    All,
    /// Nothing, or whole folders with their last `/`.
    Folders,
}

/// One pattern, ready to be compared with paths.
pub(super) struct Glob(Vec<Vec<Token>>);

impl Glob {
    pub(super) fn new(pattern: &str) -> Glob {
        let patterns = alternatives(pattern);
        Glob(patterns.iter().map(|p| tokens(p)).collect())
    }

    pub(super) fn matches(&self, path: &str) -> bool {
        self.0.iter().any(|tokens| fits(tokens, path))
    }
}

/// The folder that everything a pattern fits lies in.
pub(super) fn head(pattern: &str) -> &str {
    let fixed = pattern.split(['*', '?', '{']).next().unwrap_or("");
    fixed.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn alternatives(pattern: &str) -> Vec<String> {
    let mut done = Vec::new();
    let mut open = vec![pattern.to_owned()];
    while let Some(next) = open.pop() {
        let split = next.split_once('{').and_then(|(before, rest)| {
            let (inside, after) = rest.split_once('}')?;
            (!inside.contains('{')).then_some((before, inside, after))
        });
        match split {
            Some((before, inside, after))
                if done.len().saturating_add(open.len()) < ALTERNATIVES_MAX =>
            {
                let choices = inside.split(',').take(ALTERNATIVES_MAX);
                open.extend(choices.map(|choice| format!("{before}{choice}{after}")));
            }
            Some(_) | None => done.push(next),
        }
    }
    done.truncate(ALTERNATIVES_MAX);
    done
}

fn tokens(pattern: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut chars = pattern.chars().take(PATTERN_MAX).peekable();
    let mut fresh = true;
    while let Some(c) = chars.next() {
        let token = match c {
            '*' => {
                let mut stars = 1usize;
                while chars.next_if_eq(&'*').is_some() {
                    stars = stars.saturating_add(1);
                }
                match (stars > 1, fresh && chars.peek() == Some(&'/')) {
                    (true, true) => {
                        chars.next();
                        Token::Folders
                    }
                    (true, false) => Token::All,
                    (false, _) => Token::Some,
                }
            }
            '?' => Token::One,
            c => Token::Char(c),
        };
        fresh = matches!(token, Token::Char('/') | Token::Folders);
        found.push(token);
    }
    found
}

/// Follows all ways through the pattern at once.
fn fits(tokens: &[Token], path: &str) -> bool {
    let mut at = vec![false; tokens.len().saturating_add(1)];
    enter(tokens, &mut at, 0);
    for c in path.chars() {
        let mut next = vec![false; at.len()];
        for (place, token) in tokens.iter().enumerate() {
            if at.get(place) != Some(&true) {
                continue;
            }
            let (stays, goes) = match token {
                Token::Char(wanted) => (false, *wanted == c),
                Token::One => (false, c != '/'),
                Token::Some => (c != '/', false),
                Token::All => (true, false),
                Token::Folders => (true, c == '/'),
            };
            if stays && let Some(slot) = next.get_mut(place) {
                *slot = true;
                // What repeats may also end here; folders end at a `/` only.
                if *token != Token::Folders {
                    enter(tokens, &mut next, place.saturating_add(1));
                }
            }
            if goes {
                enter(tokens, &mut next, place.saturating_add(1));
            }
        }
        at = next;
    }
    at.last() == Some(&true)
}

/// Marks a place, and those reached from it without a character.
fn enter(tokens: &[Token], at: &mut [bool], place: usize) {
    let mut place = place;
    while let Some(slot) = at.get_mut(place) {
        if *slot {
            break;
        }
        *slot = true;
        match tokens.get(place) {
            Some(Token::Some | Token::All | Token::Folders) => place = place.saturating_add(1),
            Some(Token::Char(_) | Token::One) | None => break,
        }
    }
}
