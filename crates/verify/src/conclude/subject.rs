//! What a finding about work left undone is about, as a part of a sentence: the names of code in quotes, the words around
//! them not, and the function in which it stands.

use crate::facts::StubFact;

/// What `code` calls a part of something: `errors of parse`.
const PARTS: [&str; 2] = ["answer", "errors"];

/// The thing, and where it stands: `` the `_` of `strconv.Atoi`, line 12 in `parse_port` ``.
pub(super) fn subject_at(stub: &StubFact) -> String {
    let within = match stub.within.as_str() {
        "" => String::new(),
        name => format!(" in `{name}`"),
    };
    format!("{}, line {}{within}", subject(stub), stub.line)
}

/// The thing alone.
pub(super) fn subject(stub: &StubFact) -> String {
    let what = stub.what.trim();
    if what.is_empty() {
        return "this code".to_owned();
    }
    if let Some((part, whole)) = what.split_once(" of ")
        && let Some(part) = part_of(part)
    {
        return match is_name(whole) {
            true => format!("{part} of `{whole}`"),
            false => format!("{part} of {whole}"),
        };
    }
    let (name, more) = match what.split_once(", which ") {
        Some((name, more)) => (name, format!(", which {more}")),
        None => (what, String::new()),
    };
    match name.split_once(' ') {
        Some((kind @ ("option" | "column"), name)) => format!("the {kind} `{name}`{more}"),
        Some(_) | None => format!("`{name}`{more}"),
    }
}

/// A part of something: a word of ours, or a name of code; nothing where it is code that only has the word `of`.
fn part_of(part: &str) -> Option<String> {
    match part.split_once(' ') {
        Some(("column", name)) => Some(format!("the column `{name}`")),
        Some(_) => None,
        None if PARTS.contains(&part) => Some(format!("the {part}")),
        None if part == "_" => Some("the `_`".to_owned()),
        None => is_name(part).then(|| format!("`{part}`")),
    }
}

/// Whether a text is one name, or a path of them.
fn is_name(text: &str) -> bool {
    let of_name = |c: char| c.is_alphanumeric() || "_.:$#<>()[]*&".contains(c);
    !text.is_empty() && text.chars().all(of_name)
}
