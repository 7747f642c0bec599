//! `must_haves`: truths, artifacts, key links and prohibitions. An item that could not be checked is an error, never
//! passed over: a plan whose checks drop out in silence is worse than none.

use ledger::ids::RelPath;
use ledger::plan::{Artifact, Guard, KeyLink, LevelOf, MustHaves, Truth};

use super::front::Front;
use super::pattern;
use crate::fields::{self, Fields, fields, hint, one_line};
use crate::notes::Notes;
use crate::yaml::{Node, Value};

const KEYS: [&str; 4] = ["truths", "artifacts", "key_links", "prohibitions"];
const TRUTH: [&str; 7] = [
    "truth",
    "statement",
    "verification",
    "commands",
    "tests",
    "artifact",
    "level",
];
const ARTIFACT: [&str; 6] = [
    "path",
    "provides",
    "min_lines",
    "contains",
    "contains_regex",
    "exports",
];
const KEY_LINK: [&str; 4] = ["from", "to", "via", "pattern"];
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
const MIN_LINES_MAX: u32 = 1_000_000;

/// Reads them. `at` is where the key stands.
pub(super) fn read(node: &Node, at: usize, front: &Front, notes: &mut Notes<'_>) -> MustHaves {
    let mut found = MustHaves::default();
    let Some(fields) = fields(node, "`must_haves`", &KEYS, notes) else {
        return found;
    };
    for node in fields.list("truths", notes) {
        found.truths.extend(truth(node, notes));
    }
    for node in fields.list("prohibitions", notes) {
        found.truths.extend(prohibition(node, notes));
    }
    for node in fields.list("artifacts", notes) {
        found
            .artifacts
            .extend(artifact(node, &front.files, &front.deletes, notes));
    }
    for node in fields.list("key_links", notes) {
        found.key_links.extend(key_link(node, notes));
    }
    bound(&found, at, notes);
    let nothing = |name: &str| fields.get(name).is_none_or(Node::is_nothing);
    match (
        nothing("artifacts"),
        nothing("truths") && nothing("prohibitions"),
    ) {
        (true, true) => {
            let help = "name the files that have to be there, or what has to be true";
            notes.error(at, "`must_haves` has neither artifacts nor truths", help);
        }
        (true, false) => {
            let help = "name the files that have to be there, so that they can be looked at";
            notes.warn(
                at,
                "`must_haves` has truths alone: only commands can prove them",
                help,
            );
        }
        (false, _) => {}
    }
    found
}

fn truth(node: &Node, notes: &mut Notes<'_>) -> Option<Truth> {
    if let Value::Scalar(_) = &node.value {
        let text = fields::text(node, "a truth", notes)?;
        return Some(Truth {
            text: one_line(&text),
            ..Truth::default()
        });
    }
    if let Value::Map(items) = &node.value
        && let Some((key, _)) = items.first()
        && key.text.contains(' ')
    {
        let help = "quote the sentence: `: ` within it makes a map of it";
        notes.error(node.at, "a truth has to be text, not a map", help);
        return None;
    }
    let fields = fields(node, "a truth", &TRUTH, notes)?;
    let text = statement(&fields, &["truth", "statement"], "a truth", notes)?;
    let said = fields.text("verification", notes);
    let backstop = match said.as_deref() {
        None => false,
        Some("backstop") => true,
        Some(other) => {
            let message = format!("unknown verification `{other}` of a truth");
            notes.error(
                fields.place("verification"),
                message,
                hint(other, &["backstop"]),
            );
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
fn bound(found: &MustHaves, at: usize, notes: &mut Notes<'_>) {
    let levels = found.truths.iter().filter_map(|it| it.level.as_ref());
    for level in levels {
        if !found.artifacts.iter().any(|it| it.path == level.artifact) {
            let message = format!("a truth is bound to `{}`", level.artifact);
            let help = "the plan has no such artifact: name it in `artifacts`";
            notes.error(at, message, help);
        }
    }
}

/// The sentence under one of two names, of which exactly one stands there.
fn statement(
    fields: &Fields<'_>,
    names: &[&str],
    what: &str,
    notes: &mut Notes<'_>,
) -> Option<String> {
    let found: Vec<&str> = fields
        .keys()
        .map(|key| key.text.as_str())
        .filter(|key| names.contains(key))
        .collect();
    match found.as_slice() {
        [name] => fields.text(name, notes).map(|text| one_line(&text)),
        [] => {
            let name = names.first().copied().unwrap_or("statement");
            notes.error(fields.at, format!("{what} has no `{name}`"), "");
            None
        }
        _ => {
            notes.error(
                fields.at,
                format!("{what} is said twice"),
                "keep one of them",
            );
            None
        }
    }
}

/// What a prohibition's text begins with.
pub(super) const MUST_NOT: &str = "must not: ";

/// A prohibition fails closed: one that is for a person's judgement goes to a person, any other needs a check and something
/// that shows that the check can fail.
fn prohibition(node: &Node, notes: &mut Notes<'_>) -> Option<Truth> {
    let fields = fields(node, "a prohibition", &PROHIBITION, notes)?;
    let text = statement(&fields, &["statement"], "a prohibition", notes)?;
    let kind = fields.text("verification", notes);
    if let Some(kind) = &kind
        && !["test", "judgment"].contains(&kind.as_str())
    {
        let message = format!("unknown verification `{kind}` of a prohibition");
        let help = hint(kind, &["test", "judgment"]);
        notes.error(fields.place("verification"), message, help);
    }
    let reason = fields.text("reason", notes);
    let status = fields.text("status", notes);
    match (status.as_deref(), reason) {
        (Some("dismissed"), Some(_)) => {
            notes.warn(
                node.at,
                "a prohibition is dismissed, so nothing looks at it",
                "",
            );
            return None;
        }
        (Some("dismissed"), None) => {
            let help = "say why in `reason`";
            notes.error(
                fields.place("status"),
                "a prohibition is dismissed without a reason",
                help,
            );
        }
        (None | Some("resolved" | "unresolved"), _) => {}
        (Some(other), _) => {
            let message = format!("unknown status `{other}` of a prohibition");
            let help = hint(other, &["resolved", "unresolved", "dismissed"]);
            notes.error(fields.place("status"), message, help);
        }
    }
    let backstop = kind.as_deref() == Some("judgment");
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

/// One artifact of a task that may change and delete these files.
pub(crate) fn artifact(
    node: &Node,
    files: &[RelPath],
    deletes: &[RelPath],
    notes: &mut Notes<'_>,
) -> Option<Artifact> {
    if let Value::Scalar(text) = &node.value {
        let help = format!("write `- path: {text}`");
        notes.error(node.at, "an artifact has to be a map, not text", help);
        return None;
    }
    let fields = fields(node, "an artifact", &ARTIFACT, notes)?;
    let path_node = fields.need("path", "an artifact", notes)?;
    let path = fields::path(path_node, "an artifact's `path`", notes)?;
    if !files.is_empty() && !files.contains(&path) {
        let message = format!("artifact `{path}` is not in `files_modified`");
        notes.warn(
            path_node.at,
            message,
            "it has to be there already, as it has to be",
        );
    }
    if deletes.contains(&path) {
        notes.error(
            path_node.at,
            format!("artifact `{path}` is to be deleted"),
            "",
        );
    }
    let contains_regex = fields.text("contains_regex", notes);
    if let Some(text) = &contains_regex {
        pattern::check(
            text,
            fields.place("contains_regex"),
            "`contains_regex`",
            notes,
        );
    }
    Some(Artifact {
        path,
        provides: fields.text("provides", notes),
        min_lines: min_lines(&fields, notes),
        contains: fields.text("contains", notes),
        contains_regex,
        exports: exports(&fields, notes),
    })
}

fn min_lines(fields: &Fields<'_>, notes: &mut Notes<'_>) -> Option<u32> {
    let said = fields.text("min_lines", notes)?;
    match said.parse() {
        Ok(lines) if (1..=MIN_LINES_MAX).contains(&lines) => Some(lines),
        Ok(_) | Err(_) => {
            let message = format!("`min_lines` is `{said}`");
            let help = format!("a whole number from 1 to {MIN_LINES_MAX}");
            notes.error(fields.place("min_lines"), message, help);
            None
        }
    }
}

fn exports(fields: &Fields<'_>, notes: &mut Notes<'_>) -> Vec<String> {
    let names = match fields.get("exports").map(|node| &node.value) {
        Some(Value::Scalar(_)) => fields.text("exports", notes).into_iter().collect(),
        Some(Value::Null | Value::List(_) | Value::Map(_)) | None => fields.texts("exports", notes),
    };
    for name in &names {
        if name.contains(|c: char| c.is_whitespace() || "(){};`'\"".contains(c)) {
            let message = format!("`{name}` is no name that a file can export");
            notes.error(fields.place("exports"), message, "write the bare name");
        }
    }
    names
}

/// One key link.
pub(crate) fn key_link(node: &Node, notes: &mut Notes<'_>) -> Option<KeyLink> {
    if let Value::Scalar(_) = &node.value {
        let help = "write a map with `from`, `to`, `via` and `pattern`";
        notes.error(node.at, "a key link has to be a map, not text", help);
        return None;
    }
    let fields = fields(node, "a key link", &KEY_LINK, notes)?;
    let from = link_end(&fields, "from", notes);
    let to = link_end(&fields, "to", notes);
    let pattern = fields.text("pattern", notes);
    if let Some(text) = &pattern {
        pattern::check(text, fields.place("pattern"), "`pattern`", notes);
    }
    let (from, to) = (from?, to?);
    if from == to {
        let message = format!("`{from}` is linked to itself, so that nothing has to be imported");
        let help = "name the two files, or make the pattern a `contains_regex` of the artifact";
        notes.warn(node.at, message, help);
    }
    Some(KeyLink {
        from,
        to,
        via: fields.text("via", notes),
        pattern,
    })
}

fn link_end(fields: &Fields<'_>, name: &str, notes: &mut Notes<'_>) -> Option<RelPath> {
    let node = fields.need(name, "a key link", notes)?;
    let path = fields::path(node, &format!("a key link's `{name}`"), notes)?;
    let file = path.as_str().rsplit('/').next().unwrap_or("");
    if !file.contains('.') {
        let message = format!("`{path}` looks like an address, not a file");
        notes.warn(
            node.at,
            message,
            "name the file, or what its path among the plan's files ends with; an address goes into `via`",
        );
    }
    Some(path)
}
