//! The shape of the answer: JSON becomes drafts of tasks. What several tasks say together is judged in
//! [`super::rules`].

use ledger::ids::{RelPath, TaskId};
use ledger::plan::{Artifact, KeyLink, MustHaves, Truth};
use ledger::scope::ScopeEntry;

use super::rules::Wrong;
use super::{BYTES_MAX, TASKS_MAX};
use crate::fields::{self, Fields, fields, one_line};
use crate::json;
use crate::notes::Notes;
use crate::plan_md::must_haves::{self, Touches};
use crate::plan_md::{carried, carried_command, is_plain_name};
use crate::sentence::headline;
use crate::yaml::{FRONT, Node, Value};

const PLAN: [&str; 2] = ["title", "tasks"];
const TASK: [&str; 9] = [
    "id",
    "title",
    "brief",
    "files",
    "deletes",
    "depends_on",
    "requirements",
    "tdd",
    "must_haves",
];
const MUST_HAVES: [&str; 3] = ["truths", "artifacts", "key_links"];
const TRUTH: [&str; 2] = ["text", "commands"];

const TITLE_CHARS_MAX: usize = 200;
const BRIEF_CHARS_MAX: usize = 20_000;
const COMMAND_CHARS_MAX: usize = 1_000;
const ID_CHARS_MAX: usize = 48;

/// One task as it was answered.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// What it is called in messages: its id as it was written, or its number.
    pub(super) name: String,
    /// `None` if it was a bad one.
    pub(super) id: Option<TaskId>,
    pub(super) title: String,
    pub(super) brief: String,
    pub(super) files: Vec<RelPath>,
    pub(super) deletes: Vec<RelPath>,
    pub(super) depends_on: Vec<String>,
    pub(super) requirements: Vec<String>,
    pub(super) tdd: bool,
    pub(super) truths: Vec<Truth>,
    pub(super) artifacts: Vec<Artifact>,
    pub(super) key_links: Vec<KeyLink>,
}

/// Title and tasks. `None` if there is nothing to go on with.
pub(super) fn read(json: &str, wrong: &mut Wrong) -> Option<(String, Vec<Draft>)> {
    if json.len() > BYTES_MAX {
        wrong.say(format!(
            "the plan has more than {BYTES_MAX} bytes; say less in each `brief`"
        ));
        return None;
    }
    let mut notes = Notes::new("", json);
    let Some(root) = json::read(json, 0, FRONT, &mut notes) else {
        wrong.places(notes);
        return None;
    };
    let root = without_nothing(root);
    let found = fields(&root, "the plan", &PLAN, &mut notes).map(|fields| {
        let title = line(&fields, "title", "the plan", &mut notes);
        fields.need("tasks", "the plan", &mut notes);
        (title, fields.list("tasks", &mut notes))
    });
    wrong.all("the plan", notes);
    let (title, tasks) = found?;
    match tasks.len() {
        0 => wrong.say("the plan has no task; it needs at least one"),
        many if many > TASKS_MAX => {
            wrong.say(format!(
                "the plan has {many} tasks; {TASKS_MAX} are the most"
            ));
            return None;
        }
        _ => {}
    }
    let mut drafts = Vec::new();
    for (node, number) in tasks.iter().zip(1_usize..) {
        drafts.push(draft(json, node, number, wrong));
    }
    Some((headline(&title.unwrap_or_default()), drafts))
}

fn draft(json: &str, node: &Node, number: usize, wrong: &mut Wrong) -> Draft {
    let mut notes = Notes::new("", json);
    let mut draft = Draft {
        name: number.to_string(),
        ..Draft::default()
    };
    if let Some(fields) = fields(node, "the task", &TASK, &mut notes) {
        if let Some(id) = fields.get("id").and_then(|node| node.value.as_text()) {
            draft.name = shown(id);
        }
        fill(&mut draft, &fields, &mut notes);
    }
    wrong.all(&format!("task `{}`", draft.name), notes);
    draft
}

fn fill(draft: &mut Draft, fields: &Fields<'_>, notes: &mut Notes<'_>) {
    // Lists that are left out are empty; coverage of requirements is judged by what they say.
    for key in ["files", "must_haves"] {
        fields.need(key, "the task", notes);
    }
    draft.id = id(fields, notes);
    draft.title = line(fields, "title", "the task", notes).unwrap_or_default();
    draft.brief = brief(fields, notes);
    draft.files = fields.paths("files", notes);
    draft.deletes = fields.paths("deletes", notes);
    if draft.files.is_empty() && draft.deletes.is_empty() && !notes.failed() {
        let help = "list in `files` every file that it creates or changes";
        notes.error(fields.at, "it names no file", help);
    }
    let files = draft.files.iter().map(|path| ("files", path));
    let deletes = draft.deletes.iter().map(|path| ("deletes", path));
    for (list, path) in files
        .chain(deletes)
        .filter(|(_, path)| !is_plain_name(path))
    {
        let message = format!("an item of `{list}`, `{path}`, can't be told from a note");
        let help = "leave a file with such a name to a person";
        notes.error(fields.place(list), message, help);
    }
    let both = draft.deletes.iter().find(|it| draft.files.contains(it));
    if let Some(path) = both {
        let message = format!("`{path}` is in `files` and in `deletes`");
        notes.error(fields.place("deletes"), message, "choose one");
    }
    draft.depends_on = fields.texts("depends_on", notes);
    draft.requirements = fields.texts("requirements", notes);
    draft.tdd = truth_value(fields, "tdd", notes);
    if let Some(node) = fields.get("must_haves") {
        has(draft, node, notes);
    }
}

fn id(fields: &Fields<'_>, notes: &mut Notes<'_>) -> Option<TaskId> {
    let node = fields.need("id", "the task", notes)?;
    let text = fields::text(node, "`id`", notes)?;
    let first = text.starts_with(|c: char| c.is_ascii_alphanumeric());
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let good = first && text.len() <= ID_CHARS_MAX && text.chars().all(plain);
    let id = TaskId::new(text).ok().filter(|_| good);
    if id.is_none() {
        let message = "this `id` can't be the name of a branch or of a file";
        let help = format!(
            "use up to {ID_CHARS_MAX} letters, digits, `-` and `_`, a letter or digit first"
        );
        notes.error(node.at, message, help);
    }
    id
}

/// A text of one short line, which a plan file can hold.
fn line(fields: &Fields<'_>, name: &str, what: &str, notes: &mut Notes<'_>) -> Option<String> {
    let node = fields.need(name, what, notes)?;
    let text = one_line(&fields::text(node, &format!("`{name}`"), notes)?);
    if text.chars().count() > TITLE_CHARS_MAX {
        let message = format!("`{name}` has more than {TITLE_CHARS_MAX} characters");
        notes.error(node.at, message, "say it in one short line");
    }
    // The headline leaves marks of Markdown away, which may be what kept a fence from opening.
    if carries(&text, node.at, name, notes) {
        carries(&headline(&text), node.at, name, notes);
    }
    Some(text)
}

fn brief(fields: &Fields<'_>, notes: &mut Notes<'_>) -> String {
    let Some(node) = fields.need("brief", "the task", notes) else {
        return String::new();
    };
    let text = fields::text_within(node, "`brief`", BRIEF_CHARS_MAX, notes).unwrap_or_default();
    let text = text.replace("\r\n", "\n").trim().to_owned();
    carries(&text, node.at, "brief", notes);
    text
}

fn carries(text: &str, at: usize, name: &str, notes: &mut Notes<'_>) -> bool {
    let good = carried(text);
    if !good {
        let message = format!("`{name}` can't stand in a plan file as it is");
        let help = "close its code fences and comments, and put tags such as `</action>` into a code fence";
        notes.error(at, message, help);
    }
    good
}

fn truth_value(fields: &Fields<'_>, name: &str, notes: &mut Notes<'_>) -> bool {
    match fields.text(name, notes).as_deref() {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => {
            let message = format!("`{name}` is neither true nor false");
            notes.error(fields.place(name), message, "");
            false
        }
    }
}

fn has(draft: &mut Draft, node: &Node, notes: &mut Notes<'_>) {
    let Some(fields) = fields(node, "`must_haves`", &MUST_HAVES, notes) else {
        return;
    };
    let nothing = ["truths", "artifacts"]
        .iter()
        .all(|name| fields.list(name, &mut Notes::new("", "")).is_empty());
    if nothing {
        let help = "say what has to be true afterwards, and which command proves it";
        notes.error(
            node.at,
            "`must_haves` has neither truths nor artifacts",
            help,
        );
    }
    let files = draft.files.iter().cloned().map(ScopeEntry::File);
    let files: Vec<ScopeEntry> = files.collect();
    let touches = Touches {
        files: &files,
        deletes: &draft.deletes,
    };
    let mut found = MustHaves::default();
    for node in fields.list("artifacts", notes) {
        must_haves::artifact(node, touches, &mut found, notes);
    }
    for node in fields.list("key_links", notes) {
        must_haves::key_link(node, &mut found, notes);
    }
    draft.artifacts.extend(found.artifacts);
    draft.key_links.extend(found.key_links);
    let provable = fields.get("artifacts").is_some_and(|it| !it.is_nothing());
    for node in fields.list("truths", notes) {
        draft.truths.extend(truth(node, provable, notes));
    }
}

/// A truth. Without a command nobody but a person can say it is so, which is enough only where something else is proved.
fn truth(node: &Node, provable: bool, notes: &mut Notes<'_>) -> Option<Truth> {
    let fields = fields(node, "a truth", &TRUTH, notes)?;
    let said = fields.need("text", "a truth", notes)?;
    let text = one_line(&fields::text(said, "a truth's `text`", notes)?);
    let mut commands = Vec::new();
    for node in fields.list("commands", notes) {
        commands.extend(command(node, notes));
    }
    let bare = fields.get("commands").is_none_or(Node::is_nothing);
    if bare && !provable {
        let message = format!("no command proves the truth `{}`", shown(&text));
        let help = "name one in its `commands`, or name artifacts of the task";
        notes.error(node.at, message, help);
    }
    Some(Truth {
        text,
        backstop: false,
        commands,
        ..Truth::default()
    })
}

fn command(node: &Node, notes: &mut Notes<'_>) -> Option<String> {
    let text = fields::text(node, "a command", notes)?;
    let bare = text.trim().trim_matches('`');
    let text = if bare.contains('`') {
        text.trim()
    } else {
        bare
    }
    .trim();
    let message = if text.contains(['\n', '\r']) {
        format!("the command `{}` is more than one line", shown(text))
    } else if text.chars().count() > COMMAND_CHARS_MAX {
        format!("a command has more than {COMMAND_CHARS_MAX} characters")
    } else if !carried_command(text) {
        format!("the command `{}` can't stand in a plan file", shown(text))
    } else {
        return Some(text.to_owned());
    };
    let help = "write a program and its arguments, and each command by itself";
    notes.error(node.at, message, help);
    None
}

/// The beginning of a text, on one line.
fn shown(text: &str) -> String {
    const CHARS_MAX: usize = 80;
    let line = one_line(text);
    if line.chars().count() <= CHARS_MAX {
        return line;
    }
    let cut: String = line.chars().take(CHARS_MAX).collect();
    format!("{cut}…")
}

/// Models write `null`, and an empty text where a text may be left out, for what they have nothing to say about.
fn without_nothing(node: Node) -> Node {
    const OPTIONAL: [&str; 4] = ["provides", "contains", "via", "pattern"];
    let value = match node.value {
        Value::Map(items) => Value::Map(
            items
                .into_iter()
                .filter(|(key, node)| {
                    let empty = node.value.as_text().is_some_and(|text| text.is_empty());
                    let left_out = empty && OPTIONAL.contains(&key.text.as_str());
                    node.value != Value::Null && !left_out
                })
                .map(|(key, node)| (key, without_nothing(node)))
                .collect(),
        ),
        Value::List(items) => Value::List(items.into_iter().map(without_nothing).collect()),
        value @ (Value::Null | Value::Scalar(_)) => value,
    };
    Node { value, ..node }
}
