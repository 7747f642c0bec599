//! Rule files: YAML of many documents, each a rule in the format of ast-grep, read one by one so that a bad one hurts
//! only itself. Here a rule becomes data; whether it works is for `build`.

use std::collections::BTreeSet;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Category, Dialect, Programs, Rule, Severity, TestCode, bounds};

const DEPTH_MAX: usize = 40;
const NODES_MAX: usize = 2_000;
const RULE_BYTES_MAX: usize = 16 << 10;
const GLOBS_MAX: usize = 40;
const GLOB_BYTES_MAX: usize = 200;
const EXAMPLES_MAX: usize = 16;
const EXAMPLE_BYTES_MAX: usize = 2_000;
const TEXT_CHARS_MAX: usize = 1_000;

/// What stands at the top of a rule. The last four change text or paint it, which nothing here does: they are left alone.
const KEYS: [&str; 16] = [
    "id",
    "language",
    "severity",
    "message",
    "note",
    "url",
    "rule",
    "constraints",
    "utils",
    "files",
    "ignores",
    "metadata",
    "fix",
    "transform",
    "rewriters",
    "labels",
];

/// One document of a file.
pub(super) struct Document<'t> {
    /// The line of the file that it begins at.
    pub(super) line: u32,
    pub(super) text: &'t str,
}

/// A rule as it was written.
pub(super) struct Draft {
    pub(super) rule: Rule,
    /// `rule`, `constraints` and `utils`, as they stand.
    pub(super) core: Map<String, Value>,
    pub(super) matches: Vec<String>,
    pub(super) passes: Vec<String>,
}

/// Why a document gives no rule.
pub(super) struct Fault {
    pub(super) line: u32,
    pub(super) id: String,
    pub(super) reason: String,
}

/// The documents of a file, between lines that begin with `---`.
pub(super) fn documents(text: &str) -> Vec<Document<'_>> {
    let mut found = Vec::new();
    let (mut from, mut from_line, mut at) = (0usize, 1u32, 0usize);
    for (number, line) in (1u32..).zip(text.split_inclusive('\n')) {
        let end = at.saturating_add(line.len());
        if line.trim_end() == "---" || line.starts_with("--- ") {
            found.extend(document(text, from, at, from_line));
            (from, from_line) = (end, number.saturating_add(1));
        }
        at = end;
    }
    found.extend(document(text, from, at, from_line));
    found
}

fn document(text: &str, from: usize, to: usize, line: u32) -> Option<Document<'_>> {
    let text = text.get(from..to)?;
    let says = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    text.lines().any(says).then_some(Document { line, text })
}

/// Reads a rule that anyone may have written.
pub(super) fn rule(document: &Document<'_>) -> Result<Draft, Fault> {
    let draft = ours(document)?;
    bounds::check(&draft.core).map_err(|reason| Fault {
        line: document.line_of("rule"),
        id: draft.rule.id.clone(),
        reason,
    })?;
    Ok(draft)
}

/// Reads a rule without asking what it may cost.
pub(super) fn ours(document: &Document<'_>) -> Result<Draft, Fault> {
    let at = |id: &str, key: &str, reason: String| Fault {
        line: document.line_of(key),
        id: id.to_owned(),
        reason,
    };
    if document.text.len() > RULE_BYTES_MAX {
        let reason = format!("the rule is longer than {RULE_BYTES_MAX} bytes");
        return Err(at("", "id", reason));
    }
    let value = yaml(document)?;
    let Value::Object(mut map) = value else {
        return Err(at(
            "",
            "",
            "it is no rule: keys and values are expected".to_owned(),
        ));
    };
    let id = map
        .get("id")
        .and_then(Value::as_str)
        .unwrap_or("")
        .to_owned();
    if let Some(key) = map.keys().find(|key| !KEYS.contains(&key.as_str())) {
        let reason = format!(
            "there is no key `{key}` in a rule; there are {}",
            KEYS.join(", ")
        );
        return Err(at(&id, key, reason));
    }
    if map.get("severity").and_then(Value::as_str) == Some("off") {
        return off(&id).ok_or_else(|| at(&id, "id", ID.to_owned()));
    }
    let core: Map<String, Value> = ["rule", "constraints", "utils"]
        .into_iter()
        .filter_map(|key| Some((key.to_owned(), map.remove(key)?)))
        .collect();
    if !core.contains_key("rule") {
        return Err(at(&id, "id", "it has no `rule`".to_owned()));
    }
    let metadata = map.remove("metadata").unwrap_or(Value::Null);
    let metadata: Option<Metadata> = serde_json::from_value(metadata)
        .map_err(|error| at(&id, "metadata", format!("`metadata`: {error}")))?;
    let head: Head = serde_json::from_value(Value::Object(map))
        .map_err(|error| at(&id, "id", error.to_string()))?;
    assemble(head, metadata.unwrap_or_default(), core).map_err(|(key, reason)| at(&id, key, reason))
}

impl Document<'_> {
    /// The line of a key at the top, or the first line that says something.
    pub(super) fn line_of(&self, key: &str) -> u32 {
        let numbered = || (self.line..).zip(self.text.lines());
        let is_key = |line: &str| {
            let rest = line.strip_prefix(key);
            !key.is_empty() && rest.is_some_and(|rest| rest.starts_with(':'))
        };
        let says = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
        let key = numbered().find(|(_, line)| is_key(line));
        let first = || numbered().find(|(_, line)| says(line));
        key.or_else(first).map_or(self.line, |(number, _)| number)
    }
}

fn yaml(document: &Document<'_>) -> Result<Value, Fault> {
    let options = serde_saphyr::options! {
        strict_booleans: true,
        with_snippet: false,
        budget: serde_saphyr::budget! {
            max_depth: DEPTH_MAX,
            max_nodes: NODES_MAX,
            max_documents: 1,
            max_aliases: 0,
            max_recorded_anchor_events: NODES_MAX,
        },
    };
    serde_saphyr::from_str_with_options(document.text, options).map_err(|error| {
        let line = error.location().map_or(1, |location| location.line());
        let line = u32::try_from(line).unwrap_or(1).max(1);
        let text = error.to_string();
        let reason = text.split(" at line ").next().unwrap_or(&text);
        Fault {
            line: document.line.saturating_add(line.saturating_sub(1)),
            id: String::new(),
            reason: format!("not YAML: {}", reason.chars().take(200).collect::<String>()),
        }
    })
}

#[derive(Deserialize)]
struct Head {
    id: String,
    language: Dialect,
    #[serde(default)]
    severity: Severity,
    message: String,
    #[serde(default)]
    note: Option<String>,
    #[serde(default)]
    files: Vec<Place>,
    #[serde(default)]
    ignores: Vec<Place>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Place {
    Glob(String),
    Said {
        glob: String,
        #[serde(default, rename = "caseInsensitive")]
        any_case: bool,
    },
}

/// Our own keys; others may stand beside them.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Metadata {
    category: Category,
    level: Option<u8>,
    certain: bool,
    tests: TestCode,
    programs: Programs,
    languages: Vec<Dialect>,
    examples: Examples,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Examples {
    matches: Vec<String>,
    passes: Vec<String>,
}

type Wrong = (&'static str, String);

fn assemble(head: Head, meta: Metadata, core: Map<String, Value>) -> Result<Draft, Wrong> {
    if !is_id(&head.id) {
        return Err(("id", ID.to_owned()));
    }
    if head.message.trim().is_empty() {
        return Err(("message", "it has no `message`".to_owned()));
    }
    let level = meta.level.unwrap_or(2);
    if level != 2 && level != 4 {
        return Err(("metadata", format!("`level: {level}` is neither 2 nor 4")));
    }
    examples(&meta.examples)?;
    let mut dialects: BTreeSet<Dialect> = meta.languages.into_iter().collect();
    dialects.insert(head.language);
    let note = head.note.unwrap_or_default();
    let rule = Rule {
        id: head.id,
        dialects,
        severity: head.severity,
        message: head.message.trim().chars().take(TEXT_CHARS_MAX).collect(),
        note: note.trim().chars().take(TEXT_CHARS_MAX).collect(),
        category: meta.category,
        level,
        certain: meta.certain,
        tests: meta.tests,
        programs: meta.programs,
        files: globs("files", &head.files)?,
        ignores: globs("ignores", &head.ignores)?,
    };
    Ok(Draft {
        rule,
        core,
        matches: meta.examples.matches,
        passes: meta.examples.passes,
    })
}

const ID: &str = "an `id` is small letters, digits and `-`, at most 64";

fn is_id(id: &str) -> bool {
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !id.is_empty() && id.len() <= 64 && id.chars().all(letters)
}

/// A rule that is only there to turn off another of its name.
fn off(id: &str) -> Option<Draft> {
    is_id(id).then(|| Draft {
        rule: Rule {
            id: id.to_owned(),
            dialects: BTreeSet::new(),
            severity: Severity::Off,
            message: String::new(),
            note: String::new(),
            category: Category::default(),
            level: 2,
            certain: false,
            tests: TestCode::default(),
            programs: Programs::default(),
            files: None,
            ignores: None,
        },
        core: Map::new(),
        matches: Vec::new(),
        passes: Vec::new(),
    })
}

fn examples(examples: &Examples) -> Result<(), Wrong> {
    let Examples { matches, passes } = examples;
    if matches.is_empty() || passes.is_empty() {
        let reason = "a rule shows under `metadata.examples` at least one text that it \
                      `matches` and one that `passes`";
        return Err(("metadata", reason.to_owned()));
    }
    if matches.len() > EXAMPLES_MAX || passes.len() > EXAMPLES_MAX {
        return Err((
            "metadata",
            format!("it has more than {EXAMPLES_MAX} examples of a kind"),
        ));
    }
    let long = |text: &&String| text.len() > EXAMPLE_BYTES_MAX;
    match matches.iter().chain(passes).find(long) {
        Some(_) => Err((
            "metadata",
            format!("an example is longer than {EXAMPLE_BYTES_MAX} bytes"),
        )),
        None => Ok(()),
    }
}

fn globs(key: &'static str, places: &[Place]) -> Result<Option<GlobSet>, Wrong> {
    if places.is_empty() {
        return Ok(None);
    }
    if places.len() > GLOBS_MAX {
        return Err((key, format!("`{key}` holds more than {GLOBS_MAX} globs")));
    }
    let mut set = GlobSetBuilder::new();
    for place in places {
        let (glob, any_case) = match place {
            Place::Glob(glob) => (glob, false),
            Place::Said { glob, any_case } => (glob, *any_case),
        };
        if glob.len() > GLOB_BYTES_MAX {
            return Err((key, format!("a glob is longer than {GLOB_BYTES_MAX} bytes")));
        }
        // As in ast-grep, a `*` also goes over `/`.
        let mut built = GlobBuilder::new(glob.strip_prefix("./").unwrap_or(glob));
        let built = built.case_insensitive(any_case).build();
        set.add(built.map_err(|error| (key, error.to_string()))?);
    }
    set.build()
        .map(Some)
        .map_err(|error| (key, error.to_string()))
}
