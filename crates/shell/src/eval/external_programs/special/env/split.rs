//! `env -S`: one text becomes words, and what stands behind it stays behind these.

use crate::effect::Origin;
use crate::value::{Field, Origins, Text};

/// Texts that are split one after the other: each may hold another `-S`.
const ROUNDS_MAX: usize = 8;
/// Letters of options that take a word.
const TAKES: [char; 4] = ['u', 'C', 'a', 'P'];

/// Words in which no `-S` is left, or why these are not known.
pub(super) fn without_splits(
    rest: &[Field],
    variable: &mut dyn FnMut(&str) -> Text,
) -> Result<Vec<Field>, Unsplit> {
    let mut words = rest.to_vec();
    for _ in 0..ROUNDS_MAX {
        let Some(found) = find(&words) else {
            return Ok(words);
        };
        let text = found.text.text.clone();
        let behind = words.get(found.behind..).unwrap_or_default().to_vec();
        let Some(whole) = text.whole().filter(|_| !found.text.is_several()) else {
            return Err(Unsplit { text, behind });
        };
        let Some(split) = split(&whole, text.origins, variable) else {
            return Err(Unsplit { text, behind });
        };
        let before = words.get(..found.at).unwrap_or_default();
        words = before
            .iter()
            .cloned()
            .chain(found.letters.map(Field::known))
            .chain(split)
            .chain(behind)
            .collect();
    }
    let text = Text::unknown(Origins::of(Origin::Unknown));
    Err(Unsplit {
        text,
        behind: words,
    })
}

/// A text that could not be split into words, and the words behind it.
pub(super) struct Unsplit {
    pub(super) text: Text,
    pub(super) behind: Vec<Field>,
}

/// An option that holds a text to be split.
struct Found {
    /// Where its word stands.
    at: usize,
    /// Other options in the same word.
    letters: Option<String>,
    text: Field,
    /// Where what follows begins.
    behind: usize,
}

/// The first `-S` among the options.
fn find(words: &[Field]) -> Option<Found> {
    let mut at = 0usize;
    loop {
        let word = words.get(at)?;
        let start = word.text.start();
        let next = at.saturating_add(1);
        if start == "-" && word.whole().is_some() {
            at = next;
            continue;
        }
        if !start.starts_with('-') || start == "--" {
            return None;
        }
        if let Some(long) = start.strip_prefix("--") {
            let (name, attached) = match long.split_once('=') {
                Some((name, _)) => (name, Some(name.len().saturating_add(3))),
                None => (long, None),
            };
            if !name.is_empty() && "split-string".starts_with(name) {
                return found(words, at, None, attached);
            }
            let takes = ["unset", "chdir", "argv0"]
                .iter()
                .any(|it| it.starts_with(name));
            at = if takes && attached.is_none() {
                next.saturating_add(1)
            } else {
                next
            };
            continue;
        }
        let letters: Vec<(usize, char)> = start.char_indices().skip(1).collect();
        match letters.iter().find(|(_, c)| *c == 'S' || TAKES.contains(c)) {
            Some((place, 'S')) => {
                let before = start
                    .get(..*place)
                    .filter(|it| it.len() > 1)
                    .map(str::to_owned);
                let value = place.saturating_add(1);
                let attached = start.len() > value || word.text.whole().is_none();
                return found(words, at, before, attached.then_some(value));
            }
            Some((place, _)) => {
                let attached = start.len() > place.saturating_add(1);
                at = if attached {
                    next
                } else {
                    next.saturating_add(1)
                };
            }
            None => at = next,
        }
    }
}

fn found(
    words: &[Field],
    at: usize,
    letters: Option<String>,
    attached: Option<usize>,
) -> Option<Found> {
    let word = words.get(at)?;
    let next = at.saturating_add(1);
    Some(match attached {
        Some(bytes) => Found {
            at,
            letters,
            text: Field {
                text: word.text.after(bytes),
                ..word.clone()
            },
            behind: next,
        },
        None => Found {
            at,
            letters,
            text: words.get(next)?.clone(),
            behind: next.saturating_add(1),
        },
    })
}

/// Splits a text as `env` does: at blanks, with quotes, backslashes and `${NAME}`. `None`: `env` itself refuses it.
fn split(
    text: &str,
    origins: Origins,
    variable: &mut dyn FnMut(&str) -> Text,
) -> Option<Vec<Field>> {
    let mut out: Vec<Field> = Vec::new();
    let mut word: Option<Text> = None;
    let mut quote: Option<char> = None;
    let mut chars = text.chars().peekable();
    let put = |word: &mut Option<Text>, c: char| {
        word.get_or_insert_default()
            .push(&Text::known(c).from(origins));
    };
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default().push(&Text::known(""));
            }
            (Some(open), c) if open == c => quote = None,
            (Some('\''), '\\') => match chars.next()? {
                escaped @ ('\\' | '\'') => put(&mut word, escaped),
                other => {
                    put(&mut word, '\\');
                    put(&mut word, other);
                }
            },
            (Some('\''), c) => put(&mut word, c),
            (None, '#') if word.is_none() => break,
            (quoted, '\\') => match (chars.next()?, quoted) {
                ('_', None) => out.extend(word.take().map(field)),
                ('_', Some(_)) => put(&mut word, ' '),
                ('c', None) => break,
                ('f', _) => put(&mut word, '\u{c}'),
                ('n', _) => put(&mut word, '\n'),
                ('r', _) => put(&mut word, '\r'),
                ('t', _) => put(&mut word, '\t'),
                ('v', _) => put(&mut word, '\u{b}'),
                (escaped @ ('\\' | '"' | '\'' | '#' | '$'), _) => put(&mut word, escaped),
                _ => return None,
            },
            (_, '$') => {
                chars.next_if_eq(&'{')?;
                let name: String = std::iter::from_fn(|| chars.next_if(|c| *c != '}')).collect();
                chars.next()?;
                let value = variable(&name);
                word.get_or_insert_default().push(&value);
            }
            (None, c) if c.is_ascii_whitespace() => out.extend(word.take().map(field)),
            (_, c) => put(&mut word, c),
        }
    }
    if quote.is_some() {
        return None;
    }
    out.extend(word.map(field));
    Some(out)
}

fn field(text: Text) -> Field {
    Field {
        text,
        ..Field::default()
    }
}
