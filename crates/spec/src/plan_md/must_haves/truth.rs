//! Truths and prohibitions.

use ledger::plan::{Guard, LevelOf, MustHaves, Truth};

use super::{PERSON, for_a_person};
use crate::fields::{self, Fields, hint, in_words, meant_fields, one_line};
use crate::notes::Notes;
use crate::yaml::{Node, Value};

const TRUTH: [&str; 7] = [
    "truth",
    "statement",
    "verification",
    "commands",
    "tests",
    "artifact",
    "level",
];
const PROHIBITION: [&str; 10] = [
    "commands",
    "statement",
    "status",
    "verification",
    "reason",
    "check_kind",
    "check_target",
    "check_rule",
    "check_violation_fixture",
    "check_clean_fixture",
];
const LEVEL_MAX: u8 = 5;

/// What a prohibition's text begins with.
pub(in crate::plan_md) const MUST_NOT: &str = "must not: ";

pub(super) fn truth(node: &Node, notes: &mut Notes<'_>) -> Option<Truth> {
    match &node.value {
        Value::Scalar(_) => {
            let text = fields::text(node, "a truth", notes)?;
            return Some(Truth {
                text: one_line(&text),
                ..Truth::default()
            });
        }
        Value::Map(items) => {
            if let Some(text) = cut_sentence(items) {
                let help = "quote the sentence: `: ` within it makes a map of it";
                notes.odd(node.at, "a truth has to be text, not a map", help);
                return Some(Truth {
                    text,
                    ..Truth::default()
                });
            }
        }
        Value::List(items) if !items.is_empty() => {
            let help = "write each truth as a text of its own";
            notes.odd(node.at, "a truth has to be text, not a list", help);
            return Some(for_a_person(in_words(node)));
        }
        Value::Null | Value::List(_) => {}
    }
    let fields = meant_fields(node, "a truth", &TRUTH, notes)?;
    let Some(text) = statement(&fields, &["truth", "statement"], "a truth", notes) else {
        return Some(for_a_person(in_words(node))).filter(|it| !it.text.is_empty());
    };
    let said = fields.text("verification", notes);
    let backstop = match said.as_deref() {
        None => false,
        Some("backstop") => true,
        Some(other) => {
            let message = format!("unknown verification `{other}` of a truth");
            let help = hint(other, &["backstop"]);
            notes.odd_as(fields.place("verification"), message, PERSON, help);
            true
        }
    };
    Some(Truth {
        text,
        backstop,
        commands: fields.texts("commands", notes),
        tests: fields.texts("tests", notes),
        level: level(&fields, notes),
        guard: None,
    })
}

/// A sentence that `: ` within it made a map of.
fn cut_sentence(items: &[(crate::yaml::Key, Node)]) -> Option<String> {
    let [(key, rest)] = items else {
        return None;
    };
    let rest = match &rest.value {
        Value::Scalar(rest) => rest.as_str(),
        Value::Null => "",
        Value::List(_) | Value::Map(_) => return None,
    };
    let sentence = key.text.contains(' ') || !TRUTH.contains(&key.text.as_str());
    sentence.then(|| one_line(&format!("{}: {rest}", key.text)))
}

/// The level of an artifact that a truth is bound to; all of them where no number stands.
fn level(fields: &Fields<'_>, notes: &mut Notes<'_>) -> Option<LevelOf> {
    let said = fields.text("level", notes);
    let Some(node) = fields.get("artifact") else {
        if said.is_some() {
            let help = "name the artifact of the plan whose level it is, in `artifact`";
            notes.error(fields.place("level"), "a `level` of nothing", help);
        }
        return None;
    };
    let artifact = fields::path(node, "a truth's `artifact`", notes)?;
    let level = match said.as_deref().map(str::parse) {
        None => LEVEL_MAX,
        Some(Ok(level)) if (1..=LEVEL_MAX).contains(&level) => level,
        Some(_) => {
            let message = format!("`level` is `{}`", said.unwrap_or_default());
            notes.error(fields.place("level"), message, "a number from 1 to 5");
            return None;
        }
    };
    Some(LevelOf { artifact, level })
}

/// A truth can be bound to an artifact only if the plan has it.
pub(super) fn bound(found: &MustHaves, at: usize, notes: &mut Notes<'_>) {
    let levels = found.truths.iter().filter_map(|it| it.level.as_ref());
    for level in levels {
        if !found.artifacts.iter().any(|it| it.path == level.artifact) {
            let message = format!("a truth is bound to `{}`", level.artifact);
            let help = "the plan has no such artifact: name it in `artifacts`";
            notes.error(at, message, help);
        }
    }
}

/// The sentence under one of two names.
fn statement(
    fields: &Fields<'_>,
    names: &[&str],
    what: &str,
    notes: &mut Notes<'_>,
) -> Option<String> {
    let found: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| fields.get(name).is_some())
        .collect();
    match found.as_slice() {
        [name] => fields.text(name, notes).map(|text| one_line(&text)),
        [] => {
            let name = names.first().copied().unwrap_or("statement");
            let message = format!("{what} has no `{name}`");
            notes.odd_as(fields.at, message, PERSON, "");
            None
        }
        [name, ..] => {
            let message = format!("{what} is said twice");
            notes.odd(fields.at, message, "keep one of them");
            fields.text(name, notes).map(|text| one_line(&text))
        }
    }
}

/// A prohibition fails closed: one that is for a person's judgement goes to a person, any other needs a check and something
/// that shows that the check can fail.
pub(super) fn prohibition(node: &Node, notes: &mut Notes<'_>) -> Option<Truth> {
    if let Value::Scalar(_) = &node.value {
        let text = one_line(&fields::text(node, "a prohibition", notes)?);
        let help = "as a map with `statement` and `check_target` it can be checked";
        notes.odd_as(node.at, "a prohibition is a text alone", PERSON, help);
        return Some(for_a_person(format!("{MUST_NOT}{text}")));
    }
    let fields = meant_fields(node, "a prohibition", &PROHIBITION, notes)?;
    let Some(text) = statement(&fields, &["statement"], "a prohibition", notes) else {
        let words = in_words(node);
        return (!words.is_empty()).then(|| for_a_person(format!("{MUST_NOT}{words}")));
    };
    if is_dismissed(&fields, notes) {
        return None;
    }
    let backstop = is_for_judgement(&fields, notes);
    let mut path = |name: &str| {
        let node = fields.get(name)?;
        fields::path(node, &format!("a prohibition's `{name}`"), notes)
    };
    let guard = Guard {
        target: path("check_target"),
        violation: path("check_violation_fixture"),
        clean: path("check_clean_fixture"),
    };
    Some(Truth {
        text: format!("{MUST_NOT}{text}"),
        backstop,
        commands: fields.texts("commands", notes),
        guard: (!backstop).then_some(guard),
        ..Truth::default()
    })
}

/// Whether a prohibition no longer counts. Without a reason it still does.
fn is_dismissed(fields: &Fields<'_>, notes: &mut Notes<'_>) -> bool {
    let reason = fields.text("reason", notes);
    let status = fields.text("status", notes);
    match (status.as_deref(), reason) {
        (Some("dismissed"), Some(_)) => {
            let message = "a prohibition is dismissed, so nothing looks at it";
            notes.warn(fields.at, message, "");
            return true;
        }
        (Some("dismissed"), None) => {
            let message = "a prohibition is dismissed without a reason: it counts";
            notes.odd(fields.place("status"), message, "say why in `reason`");
        }
        (None | Some("resolved" | "unresolved"), _) => {}
        (Some(other), _) => {
            let message = format!("unknown status `{other}` of a prohibition: it counts");
            let help = hint(other, &["resolved", "unresolved", "dismissed"]);
            notes.odd(fields.place("status"), message, help);
        }
    }
    false
}

/// Whether a person judges it. What is not known to be a test is for a person.
fn is_for_judgement(fields: &Fields<'_>, notes: &mut Notes<'_>) -> bool {
    match fields.text("verification", notes).as_deref() {
        None | Some("test") => false,
        Some("judgment") => true,
        Some(other) => {
            let message = format!("unknown verification `{other}` of a prohibition");
            let help = hint(other, &["test", "judgment"]);
            notes.odd_as(fields.place("verification"), message, PERSON, help);
            true
        }
    }
}
