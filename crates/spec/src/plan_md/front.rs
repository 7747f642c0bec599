//! The front matter of a `PLAN.md`: its fields but for `must_haves`.

use std::collections::BTreeSet;

use ledger::ids::{RelPath, TaskId};
use ledger::scope::ScopeEntry;

use super::Role;
use super::dashes::range;
use super::paths::{self, Item};
use crate::fields::{self, Fields, hint};
use crate::notes::{For, Notes};
use crate::phase::plan_name;
use crate::yaml::{self, Node};

const KEYS: [&str; 17] = [
    "phase",
    "plan",
    "task",
    "type",
    "wave",
    "depends_on",
    "files_modified",
    "files_deleted",
    "autonomous",
    "requirements",
    "must_haves",
    "user_setup",
    "estimate",
    "status",
    "gap_closure",
    "coupling_justified",
    "tags",
];
const WAVE_MAX: u32 = 1_000;

/// What the front matter says, but for what must be had.
#[derive(Debug, Default)]
pub(super) struct Front {
    pub(super) phase: String,
    pub(super) plan: String,
    /// Its name in a run, where that is not made of phase and plan.
    pub(super) task: Option<TaskId>,
    pub(super) tdd: bool,
    pub(super) wave: u32,
    pub(super) depends_on: Vec<String>,
    pub(super) depends_at: usize,
    /// What may be created or changed; see [`super::scope`] for what follows from nothing.
    pub(super) files: Vec<ScopeEntry>,
    /// Where they are listed.
    pub(super) files_at: usize,
    /// Whether there is such a list.
    pub(super) files_listed: bool,
    pub(super) deletes: Vec<RelPath>,
    /// False when a person takes part; `None`: it is not said.
    pub(super) autonomous: Option<bool>,
    /// Where that is said.
    pub(super) autonomous_at: usize,
    pub(super) requirements: Vec<String>,
}

/// What a phase has to know of each of its plans, run or not.
#[derive(Debug, Default)]
pub(crate) struct Glance {
    pub(crate) phase: String,
    /// The plan's number as it is written, and where.
    pub(crate) number: String,
    pub(crate) number_at: usize,
    /// Its name in a run, as far as it can have one.
    pub(crate) id: Option<TaskId>,
    pub(crate) superseded: bool,
    pub(crate) wave_at: usize,
    pub(crate) files_at: usize,
    /// Plans that it depends on, as they are written.
    pub(crate) depends_on: Vec<String>,
    pub(crate) depends_at: usize,
    pub(crate) requirements: Vec<String>,
    pub(crate) tags: Vec<String>,
}

/// Looks at a plan without judging it. What can't be read is left out.
pub(crate) fn glance(path: &str, text: &str) -> Glance {
    let mut notes = Notes::of(path, text, For::Running);
    let Some(root) = root(text, &mut notes) else {
        return Glance::default();
    };
    let Some(fields) = fields::fields(&root, "", &KEYS, &mut notes) else {
        return Glance::default();
    };
    let (phase, number) = named(&fields, &mut notes);
    let mut line = |name: &str| {
        let text = fields.text(name, &mut notes);
        text.unwrap_or_default().trim().to_owned()
    };
    let status = line("status");
    let task = TaskId::new(line("task")).ok();
    Glance {
        id: task.or_else(|| super::task_id(&phase, &number)),
        phase,
        number,
        number_at: fields.place("plan"),
        superseded: status.eq_ignore_ascii_case("superseded"),
        wave_at: fields.place("wave"),
        files_at: fields.key_place("files_modified"),
        depends_on: depends(&fields, &mut notes),
        depends_at: fields.key_place("depends_on"),
        requirements: fields.texts("requirements", &mut notes),
        tags: fields.texts("tags", &mut notes),
    }
}

/// The front matter as a tree.
fn root(text: &str, notes: &mut Notes<'_>) -> Option<Node> {
    if text.len() > super::BYTES_MAX {
        return None;
    }
    let range = range(text, notes)?;
    let start = range.start;
    yaml::read(text.get(range)?, start, yaml::FRONT, notes)
}

/// Reads it, and the node of `must_haves` with its place. What can't be read is left out, and said.
pub(super) fn read(
    text: &str,
    at: usize,
    role: Role,
    notes: &mut Notes<'_>,
) -> Option<(Front, Option<Node>, usize)> {
    let root = yaml::read(text, at, yaml::FRONT, notes)?;
    let Some(fields) = fields::fields(&root, "the front matter", &KEYS, notes) else {
        notes.error(at, "the front matter says nothing", "");
        return None;
    };
    status(&fields, notes);
    gap_closure(&fields, notes);
    let (phase, plan) = named(&fields, notes);
    let front = Front {
        phase,
        plan,
        task: task(&fields, notes),
        tdd: is_tdd(&fields, notes),
        wave: wave(&fields, notes),
        depends_on: depends(&fields, notes),
        depends_at: fields.key_place("depends_on"),
        files: files(&fields, notes),
        files_at: fields.key_place("files_modified"),
        files_listed: fields.get("files_modified").is_some(),
        deletes: deletes(&fields, notes),
        autonomous: autonomous(&fields, notes),
        autonomous_at: fields.key_place("autonomous"),
        requirements: fields.texts("requirements", notes),
    };
    if role == Role::Alone {
        depends_on(&front, notes);
    }
    if front.requirements.is_empty() {
        let help = "list the ids of the requirements that this plan covers";
        notes.warn(
            fields.key_place("requirements"),
            "the plan covers no requirement",
            help,
        );
    }
    let at = fields.key_place("must_haves");
    Some((front, fields.get("must_haves").cloned(), at))
}

/// A key that is not there, and what is taken in its place.
fn missing(fields: &Fields<'_>, name: &str, taken: &str, notes: &mut Notes<'_>) {
    let message = format!("the front matter has no `{name}`: {taken}");
    notes.odd(fields.at, message, "");
}

/// Phase and number. Where they are not said, the file's folder and its name say them.
fn named(fields: &Fields<'_>, notes: &mut Notes<'_>) -> (String, String) {
    let path: Vec<&str> = notes.file().split(['/', '\\']).collect();
    let (name, folders) = path.split_last().unwrap_or((&"", &[]));
    let mut said = |key: &str, natural: String| {
        let text = one_line(fields, key, notes);
        if text.is_empty() {
            missing(fields, key, &format!("`{natural}` is taken"), notes);
            return natural;
        }
        text
    };
    let folder = folders.iter().rev().find(|it| **it != "plans");
    let phase = said("phase", folder.map_or("plan", |it| it).to_owned());
    let number = plan_name(name).and_then(|it| it.plan);
    let plan = said("plan", format!("{:0>2}", number.unwrap_or_default()));
    (phase, plan)
}

/// Plans that come first.
fn depends(fields: &Fields<'_>, notes: &mut Notes<'_>) -> Vec<String> {
    if fields.get("depends_on").is_none() {
        missing(fields, "depends_on", "nothing comes first", notes);
    }
    let mut all = fields.texts("depends_on", notes);
    all.retain(|it| paths::item(it) != Item::Nothing);
    all
}

fn files(fields: &Fields<'_>, notes: &mut Notes<'_>) -> Vec<ScopeEntry> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for node in fields.list("files_modified", notes) {
        let what = "an item of `files_modified`";
        let Some(text) = fields::text(node, what, notes) else {
            continue;
        };
        for entry in paths::entries(&text, node.at, what, notes) {
            if seen.insert(entry.clone()) {
                found.push(entry);
            } else {
                let message = format!("`{entry}` stands in `files_modified` a second time");
                notes.warn(node.at, message, "");
            }
        }
    }
    found
}

/// Files that go: each has to be named.
fn deletes(fields: &Fields<'_>, notes: &mut Notes<'_>) -> Vec<RelPath> {
    let mut found: Vec<RelPath> = Vec::new();
    for node in fields.list("files_deleted", notes) {
        let what = "an item of `files_deleted`";
        let Some(text) = fields::text(node, what, notes) else {
            continue;
        };
        for entry in paths::entries(&text, node.at, what, notes) {
            match entry {
                ScopeEntry::File(path) if found.contains(&path) => {}
                ScopeEntry::File(path) => found.push(path),
                ScopeEntry::Folder(_) | ScopeEntry::Pattern(_) => {
                    let message = format!("{what}, `{entry}`, names no single file");
                    let help = "name each file that goes; what is not named asks a person";
                    notes.warn(node.at, message, help);
                }
            }
        }
    }
    found
}

fn one_line(fields: &Fields<'_>, name: &str, notes: &mut Notes<'_>) -> String {
    let text = fields.text(name, notes).unwrap_or_default();
    if text.contains('\n') || text.chars().count() > 200 {
        notes.error(
            fields.place(name),
            format!("`{name}` is not a short line"),
            "",
        );
    }
    text.trim().to_owned()
}

fn task(fields: &Fields<'_>, notes: &mut Notes<'_>) -> Option<TaskId> {
    let text = fields.text("task", notes)?;
    match TaskId::new(text) {
        Ok(id) => Some(id),
        Err(bad) => {
            notes.error(fields.place("task"), bad.to_string(), "");
            None
        }
    }
}

fn status(fields: &Fields<'_>, notes: &mut Notes<'_>) {
    let Some(status) = fields.text("status", notes) else {
        return;
    };
    let at = fields.place("status");
    if status.eq_ignore_ascii_case("superseded") {
        let help = "run the plan that took its place, or take the line away";
        notes.unrunnable(at, "this plan is superseded", help);
    } else {
        let message = format!("unknown status `{status}`");
        notes.odd(
            at,
            message,
            "a plan is done when its summary stands beside it",
        );
    }
}

fn gap_closure(fields: &Fields<'_>, notes: &mut Notes<'_>) {
    let said = fields.text("gap_closure", notes);
    if said.is_some_and(|said| said != "true") {
        let help = "write `true`, in small letters, or leave the line out";
        notes.odd(
            fields.place("gap_closure"),
            "`gap_closure` can only be `true`",
            help,
        );
    }
}

fn is_tdd(fields: &Fields<'_>, notes: &mut Notes<'_>) -> bool {
    let said = fields.text("type", notes);
    match said.as_deref() {
        Some("execute") => false,
        Some("tdd") => true,
        None => {
            missing(fields, "type", "`execute` is taken", notes);
            false
        }
        Some(other) => {
            let help = hint(other, &["execute", "tdd"]);
            let message = format!("unknown plan type `{other}`: `execute` is taken");
            notes.odd(fields.place("type"), message, help);
            false
        }
    }
}

/// The wave, from 0: some write tests before anything else in a wave of their own.
fn wave(fields: &Fields<'_>, notes: &mut Notes<'_>) -> u32 {
    let Some(said) = fields.text("wave", notes) else {
        missing(fields, "wave", "it is in wave 1", notes);
        return 1;
    };
    match said.parse() {
        Ok(wave) if wave <= WAVE_MAX => wave,
        Ok(_) | Err(_) => {
            let message = format!("`wave` is `{said}`: it is in wave 1");
            let help = format!("a whole number from 0 to {WAVE_MAX}");
            notes.odd(fields.place("wave"), message, help);
            1
        }
    }
}

fn autonomous(fields: &Fields<'_>, notes: &mut Notes<'_>) -> Option<bool> {
    let said = fields.text("autonomous", notes);
    match said.as_deref() {
        Some("true") => Some(true),
        Some("false") => Some(false),
        None => {
            missing(fields, "autonomous", "its tasks say it", notes);
            None
        }
        Some(other) => {
            let message = format!("`autonomous` is `{other}`: its tasks say it");
            let at = fields.place("autonomous");
            notes.odd(at, message, "write `true` or `false`");
            None
        }
    }
}

/// A lone plan's dependencies lie outside its run: they are named, not waited for.
fn depends_on(front: &Front, notes: &mut Notes<'_>) {
    let (ids, at) = (&front.depends_on, front.depends_at);
    if ids.is_empty() && front.wave > 1 {
        let message = format!("wave {} depends on nothing", front.wave);
        notes.warn(at, message, "name the plans that come first, or say wave 1");
    }
    let own = [
        front.plan.clone(),
        format!("{}-{}", front.phase, front.plan),
    ];
    for id in ids {
        if own.contains(id) {
            notes.unrunnable(at, format!("the plan depends on itself, `{id}`"), "");
        } else {
            let message = format!("plan `{id}` comes first and is not part of this run");
            notes.warn(at, message, "see that its work is on the target branch");
        }
    }
}
