//! The front matter of a `PLAN.md`: where it stands, and its fields but for `must_haves`.

use std::ops::Range;

use ledger::ids::{RelPath, TaskId};
use ledger::plan::MustHaves;

use super::{Role, must_haves};
use crate::fields::{self, Fields, hint};
use crate::notes::Notes;
use crate::yaml::{self, Node, Value};

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
const REQUIRED: [&str; 7] = [
    "phase",
    "plan",
    "type",
    "wave",
    "depends_on",
    "files_modified",
    "autonomous",
];
const WAVE_MAX: u32 = 1_000;

/// What the front matter says.
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
    /// Files that may be created or changed; see [`super::scope`] for what follows from none.
    pub(super) files: Vec<RelPath>,
    /// Where they are listed.
    pub(super) files_at: usize,
    pub(super) deletes: Vec<RelPath>,
    /// False when a person takes part.
    pub(super) autonomous: bool,
    /// Where that is said.
    pub(super) autonomous_at: usize,
    pub(super) requirements: Vec<String>,
    pub(super) must_haves: MustHaves,
    /// It names none.
    pub(super) bare: bool,
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
pub(crate) fn glance(text: &str) -> Glance {
    let mut notes = Notes::new("", text);
    let Some(root) = root(text, &mut notes) else {
        return Glance::default();
    };
    let Some(fields) = fields::fields(&root, "", &KEYS, &mut notes) else {
        return Glance::default();
    };
    let mut line = |name: &str| {
        let text = fields.text(name, &mut notes);
        text.unwrap_or_default().trim().to_owned()
    };
    let (phase, number, status) = (line("phase"), line("plan"), line("status"));
    let named = TaskId::new(line("task")).ok();
    Glance {
        id: named.or_else(|| super::task_id(&phase, &number)),
        phase,
        number,
        number_at: fields.place("plan"),
        superseded: status.eq_ignore_ascii_case("superseded"),
        wave_at: fields.place("wave"),
        files_at: fields.key_place("files_modified"),
        depends_on: fields.texts("depends_on", &mut notes),
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

/// Where the front matter stands between its two lines of dashes. It begins at byte 0, or it is none.
pub(super) fn range(text: &str, notes: &mut Notes<'_>) -> Option<Range<usize>> {
    let opened = text
        .strip_prefix("---\n")
        .or_else(|| text.strip_prefix("---\r\n"));
    let Some(rest) = opened else {
        let help = "the first line is `---`, with nothing before it and nothing after it";
        notes.error(0, "no front matter at the start of the file", help);
        return None;
    };
    let start = text.len().saturating_sub(rest.len());
    let mut at = start;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Some(start..at);
        }
        at = at.saturating_add(line.len());
    }
    notes.error(
        0,
        "the front matter does not end",
        "close it with a line `---`",
    );
    None
}

/// Reads it. What can't be read is left out, and said.
pub(super) fn read(text: &str, at: usize, role: Role, notes: &mut Notes<'_>) -> Option<Front> {
    let root = yaml::read(text, at, yaml::FRONT, notes)?;
    let fields = fields::fields(&root, "the front matter", &KEYS, notes)?;
    for key in REQUIRED {
        fields.need(key, "the front matter", notes);
    }
    status(&fields, notes);
    gap_closure(&fields, notes);
    let mut front = Front {
        phase: one_line(&fields, "phase", notes),
        plan: one_line(&fields, "plan", notes),
        task: task(&fields, notes),
        tdd: is_tdd(&fields, notes),
        wave: wave(&fields, notes),
        depends_on: fields.texts("depends_on", notes),
        depends_at: fields.key_place("depends_on"),
        files: fields.paths("files_modified", notes),
        files_at: fields.key_place("files_modified"),
        deletes: fields.paths("files_deleted", notes),
        autonomous: autonomous(&fields, notes),
        autonomous_at: fields.place("autonomous"),
        requirements: fields.texts("requirements", notes),
        must_haves: MustHaves::default(),
        bare: false,
    };
    if role == Role::Alone {
        depends_on(&front, notes);
    }
    scope(&fields, &front, notes);
    if front.requirements.is_empty() {
        let help = "list the ids of the requirements that this plan covers";
        notes.warn(
            fields.key_place("requirements"),
            "the plan covers no requirement",
            help,
        );
    }
    let at = fields.key_place("must_haves");
    match fields.get("must_haves") {
        Some(node) if node.value != Value::Null => {
            front.must_haves = must_haves::read(node, at, &front, notes);
        }
        Some(_) | None => {
            front.bare = true;
            let help = "name in `must_haves` what has to be true, and the command or the test that shows it";
            notes.warn(
                at,
                "the plan has no `must_haves`: they are derived from its tasks and files",
                help,
            );
        }
    }
    Some(front)
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
        notes.error(at, "this plan is superseded", help);
    } else {
        notes.error(
            at,
            format!("unknown status `{status}`"),
            hint(&status, &["superseded"]),
        );
    }
}

fn gap_closure(fields: &Fields<'_>, notes: &mut Notes<'_>) {
    let said = fields.text("gap_closure", notes);
    if said.is_some_and(|said| said != "true") {
        let help = "write `true`, in small letters, or leave the line out";
        notes.error(
            fields.place("gap_closure"),
            "`gap_closure` can only be `true`",
            help,
        );
    }
}

fn is_tdd(fields: &Fields<'_>, notes: &mut Notes<'_>) -> bool {
    let said = fields.text("type", notes);
    match said.as_deref() {
        None | Some("execute") => false,
        Some("tdd") => true,
        Some(other) => {
            let help = hint(other, &["execute", "tdd"]);
            notes.error(
                fields.place("type"),
                format!("unknown plan type `{other}`"),
                help,
            );
            false
        }
    }
}

fn wave(fields: &Fields<'_>, notes: &mut Notes<'_>) -> u32 {
    let Some(said) = fields.text("wave", notes) else {
        return 1;
    };
    match said.parse() {
        Ok(wave) if (1..=WAVE_MAX).contains(&wave) => wave,
        Ok(_) | Err(_) => {
            let message = format!("`wave` is `{said}`");
            let help = format!("a whole number from 1 to {WAVE_MAX}");
            notes.error(fields.place("wave"), message, help);
            1
        }
    }
}

fn autonomous(fields: &Fields<'_>, notes: &mut Notes<'_>) -> bool {
    let said = fields.text("autonomous", notes);
    match said.as_deref() {
        Some("true") => true,
        None | Some("false") => false,
        Some(other) => {
            let message = format!("`autonomous` is `{other}`");
            notes.error(
                fields.place("autonomous"),
                message,
                "write `true` or `false`",
            );
            false
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
            notes.error(at, format!("the plan depends on itself, `{id}`"), "");
        } else {
            let message = format!("plan `{id}` comes first and is not part of this run");
            notes.warn(at, message, "see that its work is on the target branch");
        }
    }
}

/// A file is modified or deleted, not both.
fn scope(fields: &Fields<'_>, front: &Front, notes: &mut Notes<'_>) {
    for path in front
        .deletes
        .iter()
        .filter(|path| front.files.contains(path))
    {
        let at = fields.key_place("files_modified");
        let message = format!("`{path}` is to be modified and deleted");
        notes.error(at, message, "choose one");
    }
}
