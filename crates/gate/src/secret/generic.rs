//! Secrets that say by their name, not by their shape, what they are: `password = "…"`, `API_KEY=…`.

use std::ops::Range;

use super::value::looks_secret;

/// Longest name, in bytes to each side of the word that tells.
const NAME_BYTES_MAX: usize = 64;
/// Longest value, in bytes.
const VALUE_BYTES_MAX: usize = 4_096;
/// Most blanks around a sign of assignment.
const BLANKS_MAX: usize = 16;

/// Words that make a name telling, alone.
const TELLING: [&str; 18] = [
    "password",
    "passwords",
    "passwd",
    "passphrase",
    "passcode",
    "pass",
    "pwd",
    "pw",
    "kennwort",
    "secret",
    "secrets",
    "token",
    "tokens",
    "credential",
    "credentials",
    "apikey",
    "jwt",
    "accesskey",
];

/// Words that make a name telling when `key` follows.
const KEYS: [&str; 23] = [
    "api",
    "access",
    "private",
    "secret",
    "signing",
    "encryption",
    "encrypt",
    "auth",
    "account",
    "master",
    "shared",
    "service",
    "admin",
    "app",
    "client",
    "license",
    "hmac",
    "session",
    "cookie",
    "jwt",
    "deploy",
    "storage",
    "webhook",
];

/// Words that say that a name is about a secret, and does not hold one.
const ABOUT: [&str; 58] = [
    "public",
    "id",
    "ids",
    "name",
    "names",
    "path",
    "paths",
    "file",
    "files",
    "filename",
    "dir",
    "url",
    "urls",
    "uri",
    "endpoint",
    "host",
    "hash",
    "hashed",
    "digest",
    "checksum",
    "count",
    "counts",
    "len",
    "length",
    "size",
    "limit",
    "max",
    "min",
    "type",
    "kind",
    "index",
    "ttl",
    "expiry",
    "expires",
    "expiration",
    "timeout",
    "regex",
    "pattern",
    "prefix",
    "suffix",
    "field",
    "label",
    "column",
    "header",
    "param",
    "hint",
    "error",
    "message",
    "ref",
    "arn",
    "env",
    "policy",
    "format",
    "class",
    "sort",
    "primary",
    "foreign",
    "version",
];

/// One value that is assigned to a telling name.
#[derive(Debug)]
pub(super) struct Assigned {
    pub(super) name: Range<usize>,
    pub(super) value: Range<usize>,
}

/// The assignment that a word at this place is the name of, if its value may be a secret.
pub(super) fn at(text: &str, word: Range<usize>) -> Option<Assigned> {
    let name = name(text, &word)?;
    if !tells(text.get(name.clone())?) {
        return None;
    }
    let sign = sign(text, name.end)?;
    let value = value(text, &name, &sign)?;
    let bare = value.bare;
    let secret = text.get(value.range.clone())?;
    looks_secret(secret, bare).then_some(Assigned {
        name,
        value: value.range,
    })
}

/// The whole name around a word: letters, digits, `_`, `-`, and dots within.
fn name(text: &str, word: &Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let part = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let before = bytes
        .get(..word.start)?
        .iter()
        .rev()
        .take(NAME_BYTES_MAX)
        .take_while(part)
        .count();
    let after = bytes
        .get(word.end..)?
        .iter()
        .take(NAME_BYTES_MAX)
        .take_while(part)
        .count();
    if before == NAME_BYTES_MAX || after == NAME_BYTES_MAX {
        return None;
    }
    Some(word.start.saturating_sub(before)..word.end.saturating_add(after))
}

/// Whether a name says that it holds a secret.
pub(super) fn tells(name: &str) -> bool {
    let words = words(name);
    // What stands last says what it is: `secret_name`, `password.hint`; but `token_v2`, `PASSWORD_PROD`.
    if words.iter().any(|word| ABOUT.contains(&word.as_str())) {
        return false;
    }
    let pairs = words.iter().zip(words.iter().skip(1));
    let key = |(a, b): (&String, &String)| {
        matches!(b.as_str(), "key" | "keys" | "token") && KEYS.contains(&a.as_str())
    };
    let glued = |word: &str| {
        KEYS.iter().any(|key| {
            word.strip_suffix("key")
                .is_some_and(|rest| rest.ends_with(key))
        })
    };
    let ends = |word: &str| {
        ["password", "passwd", "secret", "token", "pwd"]
            .iter()
            .any(|it| word.ends_with(it))
    };
    words
        .iter()
        .any(|word| TELLING.contains(&word.as_str()) || glued(word) || ends(word))
        || pairs.into_iter().any(key)
}

/// The words of a name, in small letters: parted by marks, and where a capital follows a small letter.
fn words(name: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut small = false;
    for c in name.chars() {
        let breaks = !c.is_ascii_alphanumeric() || small && c.is_ascii_uppercase();
        if breaks && !word.is_empty() {
            out.push(std::mem::take(&mut word));
        }
        if c.is_ascii_alphanumeric() {
            word.push(c.to_ascii_lowercase());
        }
        small = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    if !word.is_empty() {
        out.push(word);
    }
    out
}

/// A sign of assignment.
struct Sign {
    /// Where the value may begin.
    end: usize,
    /// Whether blanks stand before it.
    spaced: bool,
    /// `=` alone.
    equals: bool,
}

/// What follows a name and assigns: `=`, `:`, `:=`, `=>`, `: &str =`, `(` of a setter, with quotes around the name.
fn sign(text: &str, name_end: usize) -> Option<Sign> {
    let rest = text.get(name_end..)?;
    let mut left = rest.trim_start_matches(['"', '\'', '`', ']', ')']);
    if rest.len().saturating_sub(left.len()) > 4 {
        return None;
    }
    let quoted = left.len() < rest.len();
    let trimmed = blanks(left)?;
    let spaced = trimmed.len() < left.len();
    left = trimmed;
    if let Some(typed) = left.strip_prefix(':') {
        let typed = blanks(typed)?;
        let types = [
            "&'static str",
            "&str",
            "String",
            "string",
            "str",
            "Option<String>",
            "SecretStr",
        ];
        let after = types
            .iter()
            .find_map(|it| typed.strip_prefix(it))
            .and_then(blanks)
            .and_then(|it| it.strip_prefix('='));
        if let Some(after) = after {
            left = after;
            return Some(Sign {
                end: text.len().saturating_sub(left.len()),
                spaced: true,
                equals: false,
            });
        }
    }
    let signs = [":=", "=>", "?=", "+=", "=", ":"];
    let sign = *signs.iter().find(|sign| left.starts_with(**sign))?;
    left = left.strip_prefix(sign)?;
    if left.starts_with(['=', ':', '~']) {
        return None;
    }
    Some(Sign {
        end: text.len().saturating_sub(left.len()),
        spaced: spaced || quoted,
        equals: sign == "=",
    })
}

/// Blanks left away; too many of them are none of ours.
fn blanks(text: &str) -> Option<&str> {
    let left = text.trim_start_matches([' ', '\t']);
    (text.len().saturating_sub(left.len()) <= BLANKS_MAX).then_some(left)
}

/// A value, and whether it stands without quotes.
struct Value {
    range: Range<usize>,
    bare: bool,
}

fn value(text: &str, name: &Range<usize>, sign: &Sign) -> Option<Value> {
    let rest = blanks(text.get(sign.end..)?)?;
    // A value on the next line counts if it is in quotes.
    let (rest, same_line) = match rest.strip_prefix(['\r', '\n']) {
        Some(next) => (next.trim_start_matches(['\n', ' ', '\t']), false),
        None => (rest, true),
    };
    let lead = [
        "b\"", "r\"", "u\"", "f\"", "@\"", "b'", "r'", "u'", "f'", "\\\"", "\\'",
    ];
    let prefix = usize::from(lead.iter().any(|it| rest.starts_with(it)));
    let start = text.len().saturating_sub(rest.len());
    let open = rest.get(prefix..)?;
    if let Some(quote) = open
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\'' | '`'))
    {
        let from = start.saturating_add(prefix).saturating_add(1);
        let body = text.get(from..)?;
        let body = body.get(..body.floor_char_boundary(VALUE_BYTES_MAX))?;
        let end = body.find([quote, '\n'])?;
        let inner = body.get(..end)?.trim_end_matches('\\');
        return (body.as_bytes().get(end) != Some(&b'\n') && inner.len() >= 8).then(|| Value {
            range: from..from.saturating_add(inner.len()),
            bare: false,
        });
    }
    if !same_line {
        return None;
    }
    bare(text, name, sign, start)
}

/// A value without quotes: to the end of the line as in files of settings, or to a blank as in a shell.
fn bare(text: &str, name: &Range<usize>, sign: &Sign, start: usize) -> Option<Value> {
    let body = text.get(start..)?;
    let body = body.get(..body.floor_char_boundary(VALUE_BYTES_MAX))?;
    let end = body
        .find(|c: char| c.is_whitespace() || "\"'`;,(){}<>\\|".contains(c))
        .unwrap_or(body.len());
    let value = body.get(..end)?;
    if value.len() < 10 {
        return None;
    }
    let after = body
        .get(end..)
        .unwrap_or_default()
        .trim_start_matches([' ', '\t']);
    let ends = after.is_empty() || after.starts_with(['\r', '\n', '#']);
    let shell = sign.equals
        && !sign.spaced
        && text
            .get(name.clone())?
            .chars()
            .all(|c| !c.is_ascii_lowercase());
    let first = at_line_start(text, name.start);
    let range = start..start.saturating_add(value.len());
    (ends && first || shell).then_some(Value { range, bare: true })
}

/// Whether only blanks, `export`, `-` or a diff's mark stand before a name on its line.
fn at_line_start(text: &str, name: usize) -> bool {
    let above = text.get(..name).unwrap_or_default();
    let floor = above.floor_char_boundary(above.len().saturating_sub(80));
    let near = above.get(floor..).unwrap_or_default();
    let line = near.rsplit('\n').next().unwrap_or_default();
    let words = [
        "",
        "export",
        "-",
        "+",
        "-e",
        "set",
        "env",
        "ENV",
        "ARG",
        "declare -x",
        ">",
        "<",
        "SET",
        "- -e",
    ];
    words.contains(&line.trim().trim_end_matches(['"', '\'']))
}
