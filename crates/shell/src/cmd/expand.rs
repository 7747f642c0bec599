//! `%NAME%` and `!NAME!` replaced by what is known, before anything else is read.

use std::collections::BTreeMap;

use crate::windows::names::is_secret_name;

/// Longest text, in bytes, before and after.
const TEXT_BYTES_MAX: usize = 65_536;

/// Stands for a value of the environment that is not known.
pub(super) const ENVIRONMENT: char = '\u{e000}';
/// Stands for a secret value of the environment.
pub(super) const SECRET: char = '\u{e001}';
/// Stands for what a program gave, a loop counted, or an argument.
pub(super) const PROGRAM: char = '\u{e002}';

#[derive(Debug)]
pub(super) struct Expanded {
    pub(super) text: String,
    /// A variable is used that the text itself sets: when it is replaced depends on more than the text.
    pub(super) doubt: bool,
    pub(super) secrets: Vec<String>,
}

pub(super) fn expanded(text: &str) -> Result<Expanded, &'static str> {
    if text.len() > TEXT_BYTES_MAX {
        return Err("the text is longer than 64 KiB");
    }
    let odd = |c: char| {
        let odd = crate::display::hides(c) || c.is_control();
        ('\u{e000}'..='\u{f8ff}').contains(&c) || (odd && !"\t\r\n".contains(c))
    };
    if text.chars().any(odd) {
        return Err("the text holds control or invisible characters");
    }
    let chars: Vec<char> = text.replace("\r\n", "\n").chars().collect();
    let mut out = Expanded {
        text: String::new(),
        doubt: false,
        secrets: Vec::new(),
    };
    let own = set_here(text);
    let loops = text.to_ascii_lowercase().contains("for ");
    let mut at = 0_usize;
    while let Some(c) = chars.get(at).copied() {
        let argument = |c: &char| c.is_ascii_digit() || *c == '*';
        if c == '%' && at > 0 && chars.get(at.saturating_add(1)).is_some_and(argument) {
            out.text.push(PROGRAM);
            at = at.saturating_add(2);
            continue;
        }
        let name = matches!(c, '%' | '!')
            .then(|| name_at(&chars, at, c, &own, loops))
            .flatten();
        let Some((name, length)) = name else {
            out.text.push(c);
            at = at.saturating_add(1);
            continue;
        };
        value(&name, &own, &mut out);
        at = at.saturating_add(length);
        if out.text.len() > TEXT_BYTES_MAX {
            return Err("the text grows too long");
        }
    }
    Ok(out)
}

/// `%NAME%` here: what stands between, and how long all is. A loop's variable (`%i`) is none.
fn name_at(
    chars: &[char],
    at: usize,
    sign: char,
    own: &BTreeMap<String, String>,
    loops: bool,
) -> Option<(String, usize)> {
    let rest = chars.get(at.saturating_add(1)..)?;
    let end = rest
        .iter()
        .take(256)
        .position(|c| *c == sign || *c == '\n')?;
    let name: String = rest.get(..end)?.iter().collect();
    let closes = rest.get(end) == Some(&sign);
    let head = name.split(':').next().unwrap_or_default();
    let fits = head
        .chars()
        .all(|c| c.is_alphanumeric() || "_()-.".contains(c) || (c == '#' && head.len() == 1));
    // One letter may be a loop's, where there is a loop.
    let named = head.len() > 1 || own.contains_key(&head.to_lowercase()) || (sign == '%' && !loops);
    (closes && fits && named).then(|| (name, end.saturating_add(2)))
}

/// `set NAME=value` anywhere in the text.
fn set_here(text: &str) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    for part in text.split(['&', '\n', '|', '(', ')']) {
        let part = part.trim_start_matches([' ', '@']);
        let lower = part.to_ascii_lowercase();
        let Some(rest) = lower.strip_prefix("set ").and_then(|_| part.get(4..)) else {
            continue;
        };
        let rest = rest.trim_start().trim_start_matches('"');
        if let Some((name, value)) = rest.split_once('=') {
            let value = value.split('"').next().unwrap_or_default();
            out.insert(name.trim().to_lowercase(), value.replace('^', ""));
        }
    }
    out
}

fn value(spelt: &str, own: &BTreeMap<String, String>, out: &mut Expanded) {
    let (name, change) = match spelt.split_once(':') {
        Some((name, change)) => (name.to_lowercase(), Some(change)),
        None => (spelt.to_lowercase(), None),
    };
    let known = crate::powershell::known_variable(&name).map(str::to_owned);
    let text = match own.get(&name) {
        Some(text) => {
            out.doubt = true;
            Some(text.clone())
        }
        None => known,
    };
    match text.and_then(|text| changed(&text, change)) {
        Some(text) => out.text.push_str(&text),
        None if is_secret_name(&name) => {
            out.secrets.push(name);
            out.text.push(SECRET);
        }
        None if matches!(name.as_str(), "errorlevel" | "random" | "date" | "time") => {
            out.text.push(PROGRAM)
        }
        None => out.text.push(ENVIRONMENT),
    }
}

/// `~from,length` and `find=put`.
fn changed(text: &str, change: Option<&str>) -> Option<String> {
    let Some(change) = change else {
        return Some(text.to_owned());
    };
    if let Some(range) = change.strip_prefix('~') {
        let mut numbers = range.split(',').map(|it| it.trim().parse::<i64>());
        let count = i64::try_from(text.chars().count()).ok()?;
        let bound = |it: i64| {
            if it < 0 {
                count.saturating_add(it).max(0)
            } else {
                it.min(count)
            }
        };
        let from = bound(numbers.next()?.ok()?);
        let to = match numbers.next() {
            Some(length) => {
                let length = length.ok()?;
                if length < 0 {
                    bound(length)
                } else {
                    from.saturating_add(length).min(count)
                }
            }
            None => count,
        };
        let (from, to) = (usize::try_from(from).ok()?, usize::try_from(to).ok()?);
        return Some(
            text.chars()
                .skip(from)
                .take(to.saturating_sub(from))
                .collect(),
        );
    }
    let (find, put) = change.split_once('=')?;
    if find.is_empty() || find.starts_with('*') {
        return None;
    }
    Some(text.replace(find, put))
}
