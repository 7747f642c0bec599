//! Patterns of paths, as plans name files whose names nobody knows yet: `migrations/0035_*.sql`, `src/**/*.ts`.
//!
//! `*` is any run of characters within a name, `?` one of them, `**` as a whole name any number of folders, and brackets
//! that hold a range (`[0-9]`) one character of it. Other brackets and braces are the characters of a name that they are in
//! so many projects (`app/[id]/page.tsx`).

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use crate::ids::{BadName, RelPath};

/// Bytes of a pattern.
pub const PATTERN_BYTES_MAX: usize = 512;

/// A pattern of paths inside a worktree.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct PathPattern(String);

impl PathPattern {
    /// Checks and keeps a pattern: a path inside the worktree ([`RelPath`]) that has at least one sign of a pattern.
    ///
    /// # Errors
    /// [`BadName`] for what is no path, has no sign, or is longer than [`PATTERN_BYTES_MAX`].
    pub fn new(text: &str) -> Result<Self, BadName> {
        let bad = |why| BadName {
            text: text.chars().take(80).collect(),
            kind: "pattern of paths",
            why,
        };
        if text.len() > PATTERN_BYTES_MAX {
            return Err(bad("it is too long"));
        }
        let path = RelPath::new(text)?;
        if !is_pattern(path.as_str()) {
            return Err(bad("it has no `*`, no `?` and no range"));
        }
        Ok(Self(path.as_str().to_owned()))
    }

    /// The pattern as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it covers a path.
    #[must_use]
    pub fn covers(&self, path: &str) -> bool {
        let names: Vec<Vec<Token>> = path.split('/').map(literal).collect();
        meet(&folders(&self.0), &plain(&names))
    }

    /// Whether some path is covered by both. Case does not tell names apart here, since it does not on every disk.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        let (own, theirs) = (self.0.to_lowercase(), other.0.to_lowercase());
        meet(&folders(&own), &folders(&theirs))
    }

    /// Whether it covers a path, where case does not tell names apart.
    #[must_use]
    pub fn meets_path(&self, path: &str) -> bool {
        let (own, path) = (self.0.to_lowercase(), path.to_lowercase());
        let names: Vec<Vec<Token>> = path.split('/').map(literal).collect();
        meet(&folders(&own), &plain(&names))
    }

    /// Whether it covers something in a folder. Case does not tell names apart here.
    #[must_use]
    pub fn reaches_into(&self, folder: &str) -> bool {
        let (own, inside) = (self.0.to_lowercase(), folder.to_lowercase());
        let names: Vec<Vec<Token>> = inside.split('/').map(literal).collect();
        let mut inside = plain(&names);
        inside.push(Folder::Any);
        meet(&folders(&own), &inside)
    }

    /// The folder in which all lies that it covers; `None`: it begins with a sign.
    #[must_use]
    pub fn folder(&self) -> Option<&str> {
        let plain = self.0.split('/').take_while(|name| !is_pattern(name));
        let bytes: usize = plain.map(|name| name.len().saturating_add(1)).sum();
        let folder = self.0.get(..bytes.saturating_sub(1))?;
        Some(folder).filter(|it| !it.is_empty())
    }

    /// A path that it covers, for questions that can only be asked of paths.
    #[must_use]
    pub fn example(&self) -> String {
        let names = self.0.split('/').map(|name| {
            let tokens = tokens(name);
            tokens.iter().map(Token::example).collect::<String>()
        });
        names.collect::<Vec<_>>().join("/")
    }

    /// The same as a glob of those that know more signs: what is literal here is so there.
    #[must_use]
    pub fn glob(&self) -> String {
        let names = self.0.split('/').map(|name| match name {
            "**" => name.to_owned(),
            name => tokens(name).iter().map(Token::glob).collect(),
        });
        names.collect::<Vec<String>>().join("/")
    }
}

impl fmt::Display for PathPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for PathPattern {
    fn deserialize<D: Deserializer<'de>>(de: D) -> Result<Self, D::Error> {
        Self::new(&String::deserialize(de)?).map_err(serde::de::Error::custom)
    }
}

/// Whether a text has a sign of a pattern.
#[must_use]
pub fn is_pattern(text: &str) -> bool {
    let sign = |it: &Token| !matches!(it, Token::Is(_));
    text.split('/').flat_map(tokens).any(|it| sign(&it))
}

/// A path that is this text and nothing else, as a glob.
#[must_use]
pub fn literal_glob(path: &str) -> String {
    path.chars().map(|c| Token::Is(c).glob()).collect()
}

/// One name of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Folder<'t> {
    /// Any number of names.
    Any,
    One(std::borrow::Cow<'t, [Token]>),
}

/// A part of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Is(char),
    /// One character.
    One,
    /// One character from the first to the second.
    Range(char, char),
    /// Any number of characters.
    Run,
}

impl Token {
    fn takes(self, other: Token) -> bool {
        match (self, other) {
            (Token::Run | Token::One, _) | (_, Token::Run | Token::One) => true,
            (Token::Is(a), Token::Is(b)) => a == b,
            (Token::Is(c), Token::Range(from, to)) | (Token::Range(from, to), Token::Is(c)) => {
                (from..=to).contains(&c)
            }
            (Token::Range(from, to), Token::Range(other, end)) => from <= end && other <= to,
        }
    }

    fn example(&self) -> char {
        match self {
            Token::Is(c) | Token::Range(c, _) => *c,
            Token::One | Token::Run => '_',
        }
    }

    fn glob(&self) -> String {
        match self {
            Token::Is(c) if "[]{}*?\\".contains(*c) => format!("[{c}]"),
            Token::Is(c) => c.to_string(),
            Token::One => "?".to_owned(),
            Token::Run => "*".to_owned(),
            Token::Range(from, to) => format!("[{from}-{to}]"),
        }
    }
}

fn folders(pattern: &str) -> Vec<Folder<'_>> {
    let mut found: Vec<Folder<'_>> = Vec::new();
    for name in pattern.split('/') {
        match name {
            "**" if found.last() == Some(&Folder::Any) => {}
            "**" => found.push(Folder::Any),
            name => found.push(Folder::One(tokens(name).into())),
        }
    }
    found
}

fn plain(names: &[Vec<Token>]) -> Vec<Folder<'_>> {
    let one = |name| Folder::One(std::borrow::Cow::Borrowed(name));
    names.iter().map(Vec::as_slice).map(one).collect()
}

fn literal(name: &str) -> Vec<Token> {
    name.chars().map(Token::Is).collect()
}

fn tokens(name: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut rest = name.chars();
    while let Some(c) = rest.next() {
        let mut ahead = rest.clone();
        let range = match (c, ahead.next(), ahead.next(), ahead.next(), ahead.next()) {
            ('[', Some(from), Some('-'), Some(to), Some(']')) if from <= to => Some((from, to)),
            _ => None,
        };
        match (c, range) {
            (_, Some((from, to))) => {
                found.push(Token::Range(from, to));
                rest = ahead;
            }
            ('*', None) if found.last() == Some(&Token::Run) => {}
            ('*', None) => found.push(Token::Run),
            ('?', None) => found.push(Token::One),
            (c, None) => found.push(Token::Is(c)),
        }
    }
    found
}

/// Whether two lists of names can mean one path. As [`names_meet`], a level up.
fn meet(one: &[Folder<'_>], other: &[Folder<'_>]) -> bool {
    let any = |it: &Folder<'_>| matches!(it, Folder::Any);
    lists_meet(one, other, any, |a, b| match (a, b) {
        (Folder::Any, _) | (_, Folder::Any) => true,
        (Folder::One(a), Folder::One(b)) => names_meet(a, b),
    })
}

fn names_meet(one: &[Token], other: &[Token]) -> bool {
    let run = |it: &Token| matches!(it, Token::Run);
    lists_meet(one, other, run, |a, b| a.takes(*b))
}

/// Whether two lists, in which some items stand for any number of items, can mean the same. Row by row, each as long as the
/// second list: the time is the product of both lengths, whatever they hold.
fn lists_meet<T>(
    one: &[T],
    other: &[T],
    any: impl Fn(&T) -> bool,
    same: impl Fn(&T, &T) -> bool,
) -> bool {
    // row[j]: whether what was read of the first list can mean the first j items of the other.
    let mut row = vec![false; other.len().saturating_add(1)];
    let get = |row: &[bool], at: usize| row.get(at).copied().unwrap_or(false);
    for at in 0..=one.len() {
        let item = at.checked_sub(1).and_then(|before| one.get(before));
        let mut next: Vec<bool> = Vec::with_capacity(row.len());
        for to in 0..=other.len() {
            let theirs = to.checked_sub(1).and_then(|before| other.get(before));
            let here = match (item, theirs) {
                (None, None) => true,
                (None, Some(b)) => any(b) && get(&next, to.saturating_sub(1)),
                (Some(a), None) => any(a) && get(&row, to),
                (Some(a), Some(b)) => {
                    let left = to.saturating_sub(1);
                    same(a, b) && get(&row, left)
                        || any(a) && (get(&row, to) || get(&next, left))
                        || any(b) && (get(&next, left) || get(&row, to))
                }
            };
            next.push(here);
        }
        row = next;
    }
    row.last().copied().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::{PathPattern, is_pattern};
    use proptest::prelude::*;

    fn pattern(text: &str) -> PathPattern {
        PathPattern::new(text).unwrap()
    }

    #[test]
    fn a_pattern_covers_paths_name_by_name() {
        for (text, yes, no) in [
            (
                "src/*.ts",
                &["src/a.ts", "src/.ts"][..],
                &["src/a.tsx", "src/x/a.ts", "src"][..],
            ),
            (
                "src/**/*.ts",
                &["src/a.ts", "src/x/y/a.ts"],
                &["a.ts", "srcs/a.ts"],
            ),
            (
                "src/**",
                &["src/a", "src/x/y", "src"],
                &["srcs", "other/src/a"],
            ),
            ("**/*.md", &["a.md", "x/y/a.md"], &["a.mdx"]),
            (
                "migrations/0035_*.sql",
                &["migrations/0035_add.sql"],
                &["migrations/0036_add.sql"],
            ),
            ("v?.txt", &["v1.txt"], &["v12.txt", "v.txt"]),
            (
                "m/000[1-3].sql",
                &["m/0002.sql"],
                &["m/0004.sql", "m/000[1-3].sql"],
            ),
            (
                "app/[id]/*.tsx",
                &["app/[id]/page.tsx"],
                &["app/i/page.tsx"],
            ),
            ("a/*", &["a/b"], &["a", "a/b/c"]),
            ("*a*b*", &["xaxbx", "ab"], &["ba", "a"]),
        ] {
            for path in yes {
                assert!(pattern(text).covers(path), "{text} {path}");
            }
            for path in no {
                assert!(!pattern(text).covers(path), "{text} {path}");
            }
            assert!(pattern(text).covers(&pattern(text).example()), "{text}");
        }
    }

    #[test]
    fn what_has_no_sign_or_is_no_path_is_no_pattern() {
        for text in [
            "src/a.ts",
            "app/[id]/page.tsx",
            "lib/{a,b}.py",
            "/x/*",
            "../*",
            "",
            "a\n*",
        ] {
            assert!(PathPattern::new(text).is_err(), "{text}");
        }
        assert!(PathPattern::new(&"*a".repeat(300)).is_err());
        assert!(!is_pattern("a[b-]c") && !is_pattern("[...slug]") && is_pattern("[a-z]"));
    }

    #[test]
    fn two_patterns_meet_where_one_path_is_both() {
        for (one, other, expected) in [
            ("src/*.ts", "src/a*", true),
            ("src/*.ts", "src/*.js", false),
            ("src/**/a.ts", "**/x/*.ts", true),
            ("src/**", "lib/**", false),
            ("*a", "b*", true),
            ("m/[0-4].sql", "m/[5-9].sql", false),
            ("m/[0-5].sql", "m/[5-9].sql", true),
            ("SRC/*.ts", "src/A*", true),
        ] {
            assert_eq!(
                pattern(one).meets(&pattern(other)),
                expected,
                "{one} {other}"
            );
            assert_eq!(
                pattern(other).meets(&pattern(one)),
                expected,
                "{other} {one}"
            );
        }
        assert!(
            pattern("src/**/*.ts").reaches_into("src/deep") && pattern("**/a").reaches_into("x")
        );
        assert!(
            !pattern("src/*.ts").reaches_into("src/deep")
                && !pattern("src/*.ts").reaches_into("lib")
        );
    }

    #[test]
    fn it_says_where_it_begins_and_what_others_call_it() {
        assert_eq!(pattern("src/db/*.sql").folder(), Some("src/db"));
        assert_eq!(pattern("*.sql").folder(), None);
        assert_eq!(pattern("app/[id]/*.tsx").glob(), "app/[[]id[]]/*.tsx");
        assert_eq!(pattern("m/**/0[1-3]?.sql").glob(), "m/**/0[1-3]?.sql");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

        /// Both meet wherever one path is covered by both, and what covers its own example meets itself.
        #[test]
        fn covering_and_meeting_agree(one in "[ab*?]{1,6}(/([ab*?]{1,4}|\\*\\*)){0,3}", path in "[ab]{1,4}(/[ab]{1,3}){0,3}", other in "[ab*]{1,6}(/([ab*]{1,4}|\\*\\*)){0,3}") {
            let (Ok(one), Ok(other)) = (PathPattern::new(&one), PathPattern::new(&other)) else { return Ok(()) };
            if one.covers(&path) && other.covers(&path) {
                prop_assert!(one.meets(&other));
            }
            prop_assert_eq!(one.meets(&other), other.meets(&one));
            prop_assert!(one.covers(&one.example()));
            prop_assert!(one.meets(&one));
        }
    }
}
