//! What people write where files are listed: paths, folders, patterns, names to choose from in braces, and notes beside or
//! in place of them. What is no path is told and left out.

use std::ops::Range;

use ledger::ids::RelPath;
use ledger::pattern::{self, PathPattern};
use ledger::scope::ScopeEntry;

use crate::notes::Notes;

/// Paths that one text with braces becomes.
const CHOICES_MAX: usize = 64;
/// Characters of an extension.
const EXTENSION_CHARS_MAX: usize = 12;
/// What people write where there is no file.
const NOTHING: [&str; 9] = ["none", "n/a", "na", "nil", "nothing", "null", "-", "–", "—"];
/// What a note beside a path begins with.
const NOTE: [&str; 11] = ["(", "[", "{", "—", "–", "-", "#", "//", "→", "->", ":"];

/// What one item of a list of files says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Item {
    /// Paths, as they are written, without the notes beside them.
    Paths(Vec<String>),
    /// There is no file, in words.
    Nothing,
    /// Words in which no path is found.
    Words,
}

/// Reads one item: `a.py`, `a.py (new)`, `lib/{a,b}.py`, `None`, `(no file: evidence only)`.
pub(super) fn item(text: &str) -> Item {
    let text = bare(text);
    let lower = text.to_lowercase();
    let first = lower.split([' ', ',', ';', '(']).next().unwrap_or("");
    if text.is_empty() || NOTHING.contains(&first) {
        return Item::Nothing;
    }
    if text.starts_with('(') && closes_at_end(text) {
        return Item::Nothing;
    }
    let Some(paths) = without_notes(text) else {
        return Item::Words;
    };
    Item::Paths(paths.into_iter().flat_map(choices).collect())
}

/// Without marks of lists, of code and of quotes around it.
fn bare(text: &str) -> &str {
    let text = text.trim();
    let text = ["- ", "* ", "+ "]
        .iter()
        .find_map(|mark| text.strip_prefix(mark))
        .unwrap_or(text);
    text.trim().trim_matches(['`', '"', '\'']).trim()
}

/// Whether the bracket that a text begins with is closed by its last character.
fn closes_at_end(text: &str) -> bool {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth = depth.saturating_add(1),
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at.saturating_add(c.len_utf8()) == text.len();
        }
    }
    false
}

/// The paths in a text, without what is said about them. `None` where there is none.
fn without_notes(text: &str) -> Option<Vec<&str>> {
    let words: Vec<(usize, &str)> = words(text);
    let [(_, first), rest @ ..] = words.as_slice() else {
        return None;
    };
    let clean = |word: &'_ str| word.trim_matches(['`', '"', '\'', ',', ';']).len() > 1;
    let path = |word: &&str| looks_like_path(word) && clean(word);
    let Some((at, next)) = rest.first() else {
        return Some(vec![trimmed(first)]);
    };
    let whole = |word: &&str| path(word) && (has_extension(trimmed(word)) || word.ends_with('/'));
    if words.iter().all(|(_, word)| whole(word)) {
        return Some(words.iter().map(|(_, word)| trimmed(word)).collect());
    }
    // `report (1).pdf`: what begins like a note belongs to a name that ends in an extension.
    let last = rest.last().map_or("", |(_, word)| trimmed(word));
    let numbered = next.starts_with('(') && next.contains(").") && has_extension(last);
    if numbered && !has_extension(trimmed(first)) {
        return Some(vec![text]);
    }
    let noted =
        NOTE.iter().any(|mark| next.starts_with(mark)) || first.ends_with([':', ';', ',', '`']);
    if noted || path(first) && has_extension(trimmed(first)) || first.ends_with('/') {
        return Some(vec![trimmed(first)]);
    }
    // A name with blanks in it: it ends where its extension does.
    let whole = rest.iter().find(|(_, word)| has_extension(trimmed(word)));
    let end = whole.map(|(at, word)| at.saturating_add(trimmed(word).len()))?;
    let before = text.get(..*at).is_some_and(|it| it.contains('/')) || rest.len() < 4;
    text.get(..end).filter(|_| before).map(|it| vec![it])
}

fn trimmed(word: &str) -> &str {
    word.trim_matches(['`', '"', '\'', ',', ';', ':'])
}

/// The words of a text with their places; blanks within brackets of a path (`messages/(all of them)/a.json`) part nothing.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let (mut from, mut depth) = (None, 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' if from.is_some() => depth = depth.saturating_add(1),
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if c.is_whitespace() && depth == 0 {
            let word = from
                .take()
                .and_then(|from: usize| Some((from, text.get(from..at)?)));
            found.extend(word);
        } else if from.is_none() {
            from = Some(at);
        }
    }
    let last = from.and_then(|from| Some((from, text.get(from..)?)));
    found.extend(last);
    found
}

/// Whether a word can only be meant as a path: it has folders, or an extension.
pub(super) fn looks_like_path(word: &str) -> bool {
    let word = trimmed(word);
    let plain = !word.contains("://") && !word.contains(['=', '<', '>', '|', ';', '"', '$']);
    let named = word.chars().any(char::is_alphanumeric);
    plain && named && !word.starts_with('-') && (word.contains('/') || has_extension(word))
}

/// Whether the last name of a path ends in an extension: `a.py`, `.gitignore`, `*.sql`, `{a,b}.ts`.
pub(super) fn has_extension(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').is_some_and(|(_, end)| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "*-_".contains(c);
        !end.is_empty() && end.chars().count() <= EXTENSION_CHARS_MAX && end.chars().all(plain)
    })
}

/// What a text with choices in braces stands for: `lib/{a,b}.py` is two paths. Other braces are a name's own.
fn choices(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut rest = text;
    while let Some((before, inner, after)) = choice(rest) {
        let inner: Vec<&str> = inner.split(',').map(str::trim).collect();
        if all.len().saturating_mul(inner.len()) > CHOICES_MAX {
            return vec![text.to_owned()];
        }
        all = all
            .iter()
            .flat_map(|head| inner.iter().map(move |it| format!("{head}{before}{it}")))
            .collect();
        rest = after;
    }
    all.iter().map(|head| format!("{head}{rest}")).collect()
}

/// The first braces that hold a comma, and what stands before and after them.
fn choice(text: &str) -> Option<(&str, &str, &str)> {
    let places = text.match_indices('{').map(|(at, _)| at);
    let mut found = places.filter_map(|at| {
        let (before, rest) = text.split_at_checked(at)?;
        let (inner, after) = rest.strip_prefix('{')?.split_once('}')?;
        inner.contains(',').then_some((before, inner, after))
    });
    found.next()
}

/// The pieces of a list with commas or one item a line, with their places. Commas within brackets part nothing.
pub(super) fn pieces(text: &str, at: usize) -> Vec<(Range<usize>, &str)> {
    let mut found = Vec::new();
    let (mut from, mut depth) = (0_usize, 0_usize);
    let ends = text.char_indices().filter_map(|(at, c)| {
        match c {
            '(' | '{' | '[' => depth = depth.saturating_add(1),
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            '\n' => depth = 0,
            _ => {}
        }
        (c == '\n' || (c == ',' && depth == 0)).then_some(at)
    });
    let ends: Vec<usize> = ends.chain([text.len()]).collect();
    for end in ends {
        let piece = text.get(from..end).unwrap_or("");
        let item = bare(piece);
        if !item.is_empty() {
            let start = at.saturating_add(from);
            let start = start.saturating_add(piece.find(item).unwrap_or(0));
            found.push((start..start.saturating_add(item.len()), item));
        }
        from = end.saturating_add(1);
    }
    found
}

/// What one item of a list of files lets be written. What is none is told, and left out.
pub(super) fn entries(text: &str, at: usize, what: &str, notes: &mut Notes<'_>) -> Vec<ScopeEntry> {
    match item(text) {
        Item::Nothing => Vec::new(),
        Item::Words => {
            let message = format!("{what}, `{text}`, names no file");
            notes.warn(
                at,
                message,
                "it is left out; write a path, a folder or a pattern",
            );
            Vec::new()
        }
        Item::Paths(paths) => {
            if paths.iter().all(|path| path != text) {
                let named: Vec<String> = paths.iter().take(8).map(|it| format!("`{it}`")).collect();
                let message = format!("{what}, `{text}`, is read as {}", named.join(", "));
                notes.warn(at, message, "write the path alone");
            }
            let all = paths.iter();
            all.filter_map(|path| entry(path, at, what, notes))
                .collect()
        }
    }
}

/// A path, a folder that ends in `/`, or a pattern.
pub(super) fn entry(
    text: &str,
    at: usize,
    what: &str,
    notes: &mut Notes<'_>,
) -> Option<ScopeEntry> {
    let bad = match (pattern::is_pattern(text), RelPath::new(text)) {
        _ if text.contains('\\') => "it holds a backslash",
        (true, _) => match PathPattern::new(text) {
            Ok(pattern) => return Some(ScopeEntry::Pattern(pattern)),
            Err(bad) => bad.why,
        },
        (false, Ok(path)) if text.ends_with('/') => return Some(ScopeEntry::Folder(path)),
        (false, Ok(path)) => return Some(ScopeEntry::File(path)),
        (false, Err(bad)) => bad.why,
    };
    let message = format!("{what}, `{text}`, is no path inside the repository: {bad}");
    let help =
        "it is left out; paths are relative to the top of the repository, with `/` between folders";
    notes.warn(at, message, help);
    None
}

#[cfg(test)]
mod tests {
    use super::{Item, item, pieces};

    fn paths(list: &[&str]) -> Item {
        Item::Paths(list.iter().map(|it| (*it).to_owned()).collect())
    }

    #[test]
    fn notes_are_told_from_paths() {
        for (text, expected) in [
            ("src/a.py", paths(&["src/a.py"])),
            ("- `src/a.py`", paths(&["src/a.py"])),
            ("a.py (new)", paths(&["a.py"])),
            ("a.py (new, with `b`)", paths(&["a.py"])),
            ("a.py — created", paths(&["a.py"])),
            ("a.py - the reader", paths(&["a.py"])),
            ("a.py: the reader", paths(&["a.py"])),
            ("a.py # later", paths(&["a.py"])),
            ("a.py [NEW]", paths(&["a.py"])),
            ("a.py modified", paths(&["a.py"])),
            ("Dockerfile (new)", paths(&["Dockerfile"])),
            ("Makefile", paths(&["Makefile"])),
            ("src/ (all of it)", paths(&["src/"])),
            ("a.py b.py", paths(&["a.py", "b.py"])),
            ("docs/My Notes.md", paths(&["docs/My Notes.md"])),
            ("docs/report (1).pdf", paths(&["docs/report (1).pdf"])),
            (
                "app/(auth)/[id]/page.tsx",
                paths(&["app/(auth)/[id]/page.tsx"]),
            ),
            ("lib/{a,b}.py", paths(&["lib/a.py", "lib/b.py"])),
            (
                "{a,b}/{c, d}.ts (new)",
                paths(&["a/c.ts", "a/d.ts", "b/c.ts", "b/d.ts"]),
            ),
            ("app/{id}/page.tsx", paths(&["app/{id}/page.tsx"])),
            ("None", Item::Nothing),
            ("none — looks only", Item::Nothing),
            ("N/A", Item::Nothing),
            ("n/a (a person looks)", Item::Nothing),
            ("(no files modified: evidence only)", Item::Nothing),
            ("", Item::Nothing),
            ("-", Item::Nothing),
            ("whatever the reader needs", Item::Words),
        ] {
            assert_eq!(item(text), expected, "{text}");
        }
        let many = format!("{{{}}}/{{{}}}", "a,".repeat(20), "b,".repeat(20));
        assert_eq!(item(&many), paths(&[&many]));
    }

    #[test]
    fn commas_in_brackets_part_nothing() {
        let text = "lib/{a,b}.py, c.py (new, small),\n- d.py\ne(\nf,";
        let found: Vec<&str> = pieces(text, 0).into_iter().map(|(_, it)| it).collect();
        assert_eq!(
            found,
            ["lib/{a,b}.py", "c.py (new, small)", "d.py", "e(", "f"]
        );
        for (range, piece) in pieces(text, 0) {
            assert_eq!(&text[range], piece);
        }
    }
}
