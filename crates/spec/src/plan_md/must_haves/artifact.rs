//! Artifacts: files that have to be there, and what has to be in them.

use ledger::ids::RelPath;
use ledger::pattern::is_pattern;
use ledger::plan::{Artifact, MustHaves};

use super::{PERSON, Touches, for_a_person};
use crate::fields::{self, Fields, in_words, meant_fields, one_line};
use crate::notes::Notes;
use crate::plan_md::paths::{self, Item};
use crate::plan_md::pattern;
use crate::yaml::{Node, Value};

const ARTIFACT: [&str; 6] = [
    "path",
    "provides",
    "min_lines",
    "contains",
    "contains_regex",
    "exports",
];
const MIN_LINES_MAX: u32 = 1_000_000;

/// One artifact of a task that may touch these files.
pub(crate) fn artifact(
    node: &Node,
    touches: Touches<'_>,
    found: &mut MustHaves,
    notes: &mut Notes<'_>,
) {
    if let Value::Scalar(_) = &node.value {
        return by_text(node, touches, found, notes);
    }
    let Some(fields) = meant_fields(node, "an artifact", &ARTIFACT, notes) else {
        return found.truths.extend(in_words_alone(node));
    };
    let Some(path_node) = fields.get("path") else {
        notes.odd_as(fields.at, "an artifact has no `path`", PERSON, "");
        return found.truths.extend(in_words_alone(node));
    };
    let Some(text) = fields::text(path_node, "an artifact's `path`", notes) else {
        notes.odd_as(path_node.at, "an artifact has no `path`", PERSON, "");
        return found.truths.extend(in_words_alone(node));
    };
    let at = path_node.at;
    let paths = match named(&text, at, notes) {
        Named::Files(paths) => paths,
        Named::Words => return found.truths.extend(in_words_alone(node)),
        Named::Refused => return,
    };
    let contains = contains(&fields, notes);
    let (exports, words) = exports(&fields, notes);
    let asked = Asked {
        provides: fields.text("provides", notes),
        min_lines: min_lines(&fields, notes),
        contains_regex: contains_regex(&fields, notes),
        exports,
        contains: contains.into_iter().chain(words).collect(),
    };
    for path in paths {
        held_against(&path, at, touches, notes);
        found.artifacts.extend(asked.of(&path));
    }
}

/// What is asked of an artifact.
struct Asked {
    provides: Option<String>,
    min_lines: Option<u32>,
    contains_regex: Option<String>,
    exports: Vec<String>,
    contains: Vec<String>,
}

impl Asked {
    /// The artifact, and one more for each further text that it has to hold.
    fn of(&self, path: &RelPath) -> Vec<Artifact> {
        let mut texts = self.contains.iter().cloned();
        let first = Artifact {
            path: path.clone(),
            provides: self.provides.clone(),
            min_lines: self.min_lines,
            contains: texts.next(),
            contains_regex: self.contains_regex.clone(),
            exports: self.exports.clone(),
        };
        let more = texts.map(|text| Artifact {
            contains: Some(text),
            ..bare(path.clone(), None)
        });
        [first].into_iter().chain(more).collect()
    }
}

fn bare(path: RelPath, provides: Option<String>) -> Artifact {
    Artifact {
        path,
        provides,
        min_lines: None,
        contains: None,
        contains_regex: None,
        exports: Vec::new(),
    }
}

/// `src/a.py`, `src/a.py (reads it)`, or a sentence about something that has to be there.
fn by_text(node: &Node, touches: Touches<'_>, found: &mut MustHaves, notes: &mut Notes<'_>) {
    let Some(text) = fields::text(node, "an artifact", notes) else {
        return;
    };
    let text = one_line(&text);
    let help = format!("write `- path: {text}`");
    notes.odd(node.at, "an artifact has to be a map, not text", help);
    let path = paths::looks_like_path(text.split(' ').next().unwrap_or(""));
    match named(&text, node.at, notes) {
        Named::Files(paths) if path => {
            for path in paths {
                held_against(&path, node.at, touches, notes);
                let said = text.trim_start_matches(path.as_str()).trim();
                let said = said.trim_matches(['(', ')', ':', '-', '–', '—', ' ']);
                let provides = Some(said.to_owned()).filter(|it| !it.is_empty() && *it != text);
                found.artifacts.push(bare(path, provides));
            }
        }
        Named::Files(_) | Named::Words => found.truths.push(for_a_person(text)),
        Named::Refused => {}
    }
}

/// What an artifact's path names.
enum Named {
    Files(Vec<RelPath>),
    /// A pattern, or no path at all: a person looks.
    Words,
    Refused,
}

fn named(text: &str, at: usize, notes: &mut Notes<'_>) -> Named {
    let Item::Paths(written) = paths::item(text) else {
        let message = format!("an artifact's `path`, `{text}`, names no file");
        notes.odd_as(at, message, PERSON, "write the path of the file");
        return Named::Words;
    };
    if written
        .iter()
        .any(|path| is_pattern(path) || path.ends_with('/'))
    {
        let message = format!("an artifact's `path`, `{text}`, names no single file");
        let help = "name each file, so that it can be looked into";
        notes.odd_as(at, message, PERSON, help);
        return Named::Words;
    }
    if written.iter().all(|path| path != text) {
        let message = format!("an artifact's `path`, `{text}`, is more than a path");
        notes.odd(at, message, "write the path alone");
    }
    let mut found = Vec::new();
    for path in written {
        let bad = match RelPath::new(&path) {
            _ if path.contains('\\') => "it holds a backslash",
            Ok(path) => {
                found.push(path);
                continue;
            }
            Err(bad) => bad.why,
        };
        let message =
            format!("an artifact's `path`, `{path}`, is no path inside the repository: {bad}");
        let help = "what stands elsewhere is no part of the change, and can't be verified with it";
        notes.error(at, message, help);
        return Named::Refused;
    }
    Named::Files(found)
}

/// Whether the task brings it, or takes it away.
fn held_against(path: &RelPath, at: usize, touches: Touches<'_>, notes: &mut Notes<'_>) {
    let brought = touches.files.iter().any(|it| it.covers(path.as_str()));
    if !touches.files.is_empty() && !brought {
        let message = format!("artifact `{path}` is not in `files_modified`");
        notes.warn(at, message, "it has to be there already, as it has to be");
    }
    if touches.deletes.contains(path) {
        notes.error(at, format!("artifact `{path}` is to be deleted"), "");
    }
}

fn in_words_alone(node: &Node) -> Option<ledger::plan::Truth> {
    let words = in_words(node);
    (!words.is_empty()).then(|| for_a_person(words))
}

/// The texts that it has to hold: one, or a list of them.
fn contains(fields: &Fields<'_>, notes: &mut Notes<'_>) -> Vec<String> {
    match fields.get("contains").map(|it| &it.value) {
        Some(Value::List(_)) => {
            let message = "`contains` is a list: each text has to be there";
            notes.odd(fields.place("contains"), message, "");
            fields.texts("contains", notes)
        }
        Some(Value::Scalar(_) | Value::Null | Value::Map(_)) | None => {
            fields.text("contains", notes).into_iter().collect()
        }
    }
}

fn contains_regex(fields: &Fields<'_>, notes: &mut Notes<'_>) -> Option<String> {
    let text = fields.text("contains_regex", notes)?;
    pattern::check_strictly(
        &text,
        fields.place("contains_regex"),
        "`contains_regex`",
        notes,
    );
    Some(text)
}

fn min_lines(fields: &Fields<'_>, notes: &mut Notes<'_>) -> Option<u32> {
    let said = fields.text("min_lines", notes)?;
    match said.trim().parse() {
        Ok(lines) if (1..=MIN_LINES_MAX).contains(&lines) => Some(lines),
        Ok(_) | Err(_) => {
            let message = format!("`min_lines` is `{said}`");
            let help = format!("a whole number from 1 to {MIN_LINES_MAX}");
            notes.odd_as(
                fields.place("min_lines"),
                message,
                "it is not looked at",
                help,
            );
            None
        }
    }
}

/// Names that it exports, and words that can be none: those are looked for as texts.
fn exports(fields: &Fields<'_>, notes: &mut Notes<'_>) -> (Vec<String>, Vec<String>) {
    let said = match fields.get("exports").map(|node| &node.value) {
        Some(Value::Scalar(_)) => fields.text("exports", notes).into_iter().collect(),
        Some(Value::Null | Value::List(_) | Value::Map(_)) | None => fields.texts("exports", notes),
    };
    let (mut names, mut words) = (Vec::new(), Vec::new());
    for text in said {
        if is_name(&text) {
            names.push(text);
            continue;
        }
        let at = fields.place("exports");
        match name_in(&text) {
            Some(name) => {
                let message = format!("`{text}` is no name that a file can export");
                let taken = format!("`{name}` is looked for");
                notes.odd_as(at, message, &taken, "write the bare name");
                names.push(name.to_owned());
            }
            None => {
                let message = format!("`{text}` is no name that a file can export");
                let taken = "it is looked for as a text";
                notes.odd_as(at, message, taken, "write the bare name");
                words.push(text);
            }
        }
    }
    (names, words)
}

fn is_name(text: &str) -> bool {
    !text.contains(|c: char| c.is_whitespace() || "(){};`'\"/<>,".contains(c))
}

/// The name in `parse()`, `default (a plugin)`, `parse(text: str) -> Plan`, `Store<T>`.
fn name_in(text: &str) -> Option<&str> {
    let (before, rest) = text.split_at_checked(text.find([' ', '(', '<'])?)?;
    let noted = rest
        .trim_start()
        .starts_with(['(', '<', '[', '—', '–', '-', ':']);
    let plain = |c: char| c.is_alphanumeric() || "_$.:".contains(c);
    let named = before.starts_with(|c: char| c.is_alphabetic() || "_$".contains(c));
    (noted && named && before.chars().all(plain)).then(|| before.trim_end_matches(':'))
}

#[cfg(test)]
mod tests {
    use super::{is_name, name_in};

    #[test]
    fn a_name_is_found_in_what_is_written_for_one() {
        for (text, name) in [
            ("parse()", Some("parse")),
            ("default (Fastify plugin)", Some("default")),
            ("parse(text: str) -> Plan", Some("parse")),
            ("Store<T>", Some("Store")),
            ("wallet list", None),
            ("POST /x", None),
            ("class Reader", None),
        ] {
            assert!(!is_name(text), "{text}");
            assert_eq!(name_in(text), name, "{text}");
        }
        for text in [
            "Ledger",
            "ledger::Ledger",
            "default",
            "$store",
            "módulo",
            "a.b",
            "on-save",
        ] {
            assert!(is_name(text), "{text}");
        }
    }
}
