//! Variables and functions of make, put into a text. A variable that may hold several texts makes several readings.

use std::collections::BTreeMap;

use crate::recipes::words::UNKNOWN;

/// Calls in calls that are followed.
const DEPTH_MAX: usize = 16;
/// Texts that one variable may hold.
const VALUES_MAX: usize = 8;
/// Longest text that comes out, in bytes.
const BYTES_MAX: usize = 65_536;

/// What the variables of a makefile may hold.
#[derive(Debug, Default)]
pub(super) struct Variables {
    held: BTreeMap<String, Vec<String>>,
    /// Set on the command line: nothing in the file changes them.
    forced: BTreeMap<String, String>,
}

/// What a recipe is run for.
#[derive(Debug, Default)]
pub(super) struct Automatic {
    pub(super) target: String,
    pub(super) needs: Vec<String>,
    pub(super) stem: String,
}

impl Variables {
    pub(super) fn force(&mut self, name: &str, value: &str) {
        self.forced.insert(name.to_owned(), value.to_owned());
    }

    /// What is set on the command line, as far as shells can hold it.
    pub(super) fn forced(&self) -> impl Iterator<Item = (&str, &str)> {
        let plain = |name: &str| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        self.forced
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .filter(move |(name, _)| plain(name))
    }

    /// A variable of the environment: the file may give it another text.
    pub(super) fn inherit(&mut self, name: &str, value: &str) {
        self.held.insert(name.to_owned(), vec![value.to_owned()]);
    }

    pub(super) fn is_set(&self, name: &str) -> bool {
        self.held.contains_key(name) || self.forced.contains_key(name)
    }

    /// An assignment. Which branch of a condition it stands in is not looked at: it may hold what it held before as well.
    pub(super) fn assign(&mut self, name: &str, sign: &str, value: &str) {
        if sign == "+=" {
            let held = self
                .held
                .entry(name.to_owned())
                .or_insert_with(|| vec![String::new()]);
            for text in held {
                text.push(' ');
                text.push_str(value);
            }
            return;
        }
        let value = if sign == "!=" {
            format!("$(shell {value})")
        } else {
            value.to_owned()
        };
        self.maybe(name, &value);
    }

    /// It may hold this.
    pub(super) fn maybe(&mut self, name: &str, value: &str) {
        let held = self.held.entry(name.to_owned()).or_default();
        if held.iter().any(|text| text == value) {
            return;
        }
        if held.len() >= VALUES_MAX {
            *held = vec![UNKNOWN.replace('$', "$$")];
            return;
        }
        held.push(value.to_owned());
    }

    /// All readings of a text, and whether these are all.
    pub(super) fn readings(
        &self,
        text: &str,
        automatic: &Automatic,
        max: usize,
    ) -> (Vec<String>, bool) {
        let mut call = Expansion {
            variables: self,
            automatic,
            max,
            all: true,
        };
        let out = call.text(text, &BTreeMap::new(), 0);
        (out, call.all)
    }
}

pub(super) struct Expansion<'a> {
    variables: &'a Variables,
    automatic: &'a Automatic,
    max: usize,
    all: bool,
}

/// Variables of a call: `$(1)`, and what `foreach` names.
pub(super) type Local = BTreeMap<String, String>;

impl Expansion<'_> {
    pub(super) fn text(&mut self, text: &str, local: &Local, depth: usize) -> Vec<String> {
        let mut out = vec![String::new()];
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('$') {
            push(&mut out, before);
            let (pieces, after) = self.dollar(behind, local, depth);
            out = self.product(&out, &pieces);
            rest = after;
        }
        push(&mut out, rest);
        out
    }

    pub(super) fn product(&mut self, left: &[String], right: &[String]) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for one in left {
            for other in right {
                if out.len() >= self.max || one.len().saturating_add(other.len()) > BYTES_MAX {
                    self.all = false;
                    return out;
                }
                let whole = format!("{one}{other}");
                if !out.contains(&whole) {
                    out.push(whole);
                }
            }
        }
        out
    }

    /// What stands behind a dollar, and the rest behind that.
    fn dollar<'t>(
        &mut self,
        behind: &'t str,
        local: &Local,
        depth: usize,
    ) -> (Vec<String>, &'t str) {
        let mut chars = behind.chars();
        let close = match chars.next() {
            None => return (vec![String::new()], ""),
            Some('$') => return (vec!["$".to_owned()], chars.as_str()),
            Some('(') => ')',
            Some('{') => '}',
            Some(name) => {
                return (
                    self.variable(&name.to_string(), local, depth),
                    chars.as_str(),
                );
            }
        };
        let (inner, after) = enclosed(chars.as_str(), close);
        if depth >= DEPTH_MAX {
            self.all = false;
            return (vec![UNKNOWN.to_owned()], after);
        }
        let called = inner
            .split_once([' ', '\t'])
            .and_then(|(name, rest)| self.function(name, rest, local, depth));
        let out = called.unwrap_or_else(|| self.reference(inner, local, depth));
        (out, after)
    }

    /// `$(NAME)`, `$(NAME:a=b)`.
    fn reference(&mut self, inner: &str, local: &Local, depth: usize) -> Vec<String> {
        let mut out = Vec::new();
        for name in self.text(inner, local, depth.saturating_add(1)) {
            match name.split_once(':') {
                Some((name, change)) => {
                    let (from, to) = change.split_once('=').unwrap_or((change, ""));
                    for held in self.variable(name, local, depth) {
                        out.push(substituted(&held, from, to));
                    }
                }
                None => out.extend(self.variable(&name, local, depth)),
            }
        }
        out
    }

    pub(super) fn variable(&mut self, name: &str, local: &Local, depth: usize) -> Vec<String> {
        if let Some(value) = local.get(name) {
            return vec![value.clone()];
        }
        if let Some(value) = self.automatic_of(name) {
            return vec![value];
        }
        let forced = self
            .variables
            .forced
            .get(name)
            .map(|value| vec![value.clone()]);
        let held = forced.or_else(|| self.variables.held.get(name).cloned());
        let Some(held) = held else {
            return vec![built_in(name)];
        };
        let mut out = Vec::new();
        for text in held {
            if depth >= DEPTH_MAX {
                self.all = false;
                return vec![UNKNOWN.to_owned()];
            }
            out.extend(self.text(&text, local, depth.saturating_add(1)));
        }
        out
    }

    fn automatic_of(&self, name: &str) -> Option<String> {
        let Automatic {
            target,
            needs,
            stem,
        } = self.automatic;
        let first = || needs.first().cloned().unwrap_or_default();
        Some(match name {
            "@" => target.clone(),
            "<" => first(),
            "^" | "+" | "?" => needs.join(" "),
            "*" => stem.clone(),
            "|" | "%" => String::new(),
            "@D" => directory(target),
            "@F" => file(target),
            "<D" => directory(&first()),
            "<F" => file(&first()),
            "^D" | "^F" | "+D" | "+F" | "*D" | "*F" => UNKNOWN.to_owned(),
            _ => return None,
        })
    }
}

pub(super) fn push(all: &mut [String], text: &str) {
    for one in all {
        one.push_str(text);
    }
}

/// What stands before the bracket that closes, and behind it.
fn enclosed(text: &str, close: char) -> (&str, &str) {
    let open = if close == ')' { '(' } else { '{' };
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        if c == open {
            depth = depth.saturating_add(1);
        } else if c == close {
            if depth == 0 {
                let (inner, rest) = text.split_at_checked(at).unwrap_or((text, ""));
                return (inner, rest.strip_prefix(close).unwrap_or_default());
            }
            depth = depth.saturating_sub(1);
        }
    }
    (text, "")
}

/// `$(NAME:.c=.o)`, `$(NAME:%.c=%.o)`.
fn substituted(held: &str, from: &str, to: &str) -> String {
    let one = |word: &str| match from.split_once('%') {
        Some((before, behind)) => match word
            .strip_prefix(before)
            .and_then(|it| it.strip_suffix(behind))
        {
            Some(stem) => to.replacen('%', stem, 1),
            None => word.to_owned(),
        },
        None => word
            .strip_suffix(from)
            .map_or_else(|| word.to_owned(), |stem| format!("{stem}{to}")),
    };
    held.split_whitespace()
        .map(one)
        .collect::<Vec<_>>()
        .join(" ")
}

fn directory(path: &str) -> String {
    path.rsplit_once('/')
        .map_or(".", |(directory, _)| directory)
        .to_owned()
}

fn file(path: &str) -> String {
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

/// What a variable holds that nobody set: make's own value, or the environment's.
fn built_in(name: &str) -> String {
    match name {
        "MAKE" => "make",
        "CC" => "cc",
        "CXX" => "g++",
        "CPP" => "cc -E",
        "AR" => "ar",
        "AS" => "as",
        "RM" => "rm -f",
        "SHELL" => "/bin/sh",
        "CURDIR" | "PWD" => ".",
        "CFLAGS" | "CXXFLAGS" | "CPPFLAGS" | "LDFLAGS" | "LDLIBS" | "MAKEFLAGS" | "MFLAGS"
        | "MAKEOVERRIDES" => "",
        "ARFLAGS" => "rv",
        name if name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && name.starts_with(|c: char| c.is_ascii_alphabetic()) =>
        {
            return format!("${{{name}}}");
        }
        _ => UNKNOWN,
    }
    .to_owned()
}
