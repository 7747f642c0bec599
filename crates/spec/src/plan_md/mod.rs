//! `PLAN.md`: YAML front matter, then Markdown with blocks in angle brackets. One file is one task of the ledger; its
//! `<task>` blocks are the steps.
//!
//! People write such files for several tools and by hand, so what is only odd is told and read as it is meant. What a check
//! can't be made of goes to a person, so that no check drops out in silence.

mod dashes;
mod derived;
mod ends;
mod front;
pub(crate) mod must_haves;
mod paths;
mod pattern;
mod steps;
mod write;

use ledger::ids::{Hash, TaskId};
use ledger::plan::{MustHaves, Plan, Task, Truth};
use ledger::promise::Promise;
use ledger::scope::{Scope, ScopeEntry};

use crate::markup::{Block, blocks};
use crate::notes::{For, Notes};
use crate::problem::Problem;
use crate::sentence::headline;
pub(crate) use dashes::opened;
use front::Front;
pub(crate) use front::{Glance, glance};
use must_haves::Touches;
use steps::Steps;
pub(crate) use write::{carried, carried_command, is_plain_name, listable, quoted};
pub use write::{file_name, phase_name, write};

/// Bytes of a file.
pub const BYTES_MAX: usize = 1 << 20;

const TASK_ID_CHARS_MAX: usize = 64;
/// A block of a plan that is test first: the one thing that it makes.
const FEATURE: &str = "feature";
const BLOCKS: [&str; 10] = [
    "objective",
    "execution_context",
    "context",
    "tasks",
    "task",
    FEATURE,
    "threat_model",
    "verification",
    "success_criteria",
    "output",
];

/// What a `PLAN.md` says: a promise, a plan of one task, and warnings.
type Said = (Promise, Plan, Vec<Problem>);

/// Reads a `PLAN.md` to be carried out. `path` is for messages, and says phase and number where the plan does not. The
/// promise is not trusted until a caller who knows the source says so. The third of the good result are warnings.
///
/// # Errors
/// Everything that is wrong with it, in the order of the file, warnings included; at least one is an error.
pub fn read(path: &str, text: &str) -> Result<Said, Vec<Problem>> {
    read_for(path, text, For::Running)
}

/// Reads a `PLAN.md` to be verified: what only a run needs may be missing.
///
/// # Errors
/// Everything that is wrong with it, in the order of the file, warnings included; at least one is an error.
pub fn read_to_verify(path: &str, text: &str) -> Result<Said, Vec<Problem>> {
    read_for(path, text, For::Verifying)
}

fn read_for(path: &str, text: &str, reading: For) -> Result<Said, Vec<Problem>> {
    let mut notes = Notes::of(path, text, reading);
    match part(text, Role::Alone, &mut notes) {
        Some(part) if !notes.failed() => {
            let plan = Plan {
                title: part.task.title.clone(),
                phase: Some(part.phase),
                tasks: vec![part.task],
            };
            Ok((part.promise, plan, notes.into_problems()))
        }
        Some(_) => Err(notes.into_problems()),
        None => {
            if !notes.failed() {
                notes.error(0, "the plan can't be read", "");
            }
            Err(notes.into_problems())
        }
    }
}

/// Whether a plan is run by itself, or with the others of its phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// What it depends on lies outside of its run.
    Alone,
    /// What it depends on is looked for among the others.
    InPhase,
}

/// A plan file, read: what it promises, its task, and what a phase has to know beyond these.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) promise: Promise,
    /// Depends on nothing yet.
    pub(crate) task: Task,
    pub(crate) phase: String,
}

/// Reads a plan file.
pub(crate) fn part(text: &str, role: Role, notes: &mut Notes<'_>) -> Option<Part> {
    if text.len() > BYTES_MAX {
        notes.error(0, format!("the file has more than {BYTES_MAX} bytes"), "");
        return None;
    }
    if let Some(at) = text.find('\0') {
        notes.error(at, "the file holds a NUL byte", "it is no text");
        return None;
    }
    let range = dashes::range(text, notes)?;
    let yaml = text.get(range.clone())?;
    let front = front::read(yaml, range.start, role, notes);
    let rest = text.get(range.end..)?;
    let fence = rest
        .find('\n')
        .map_or(rest.len(), |at| at.saturating_add(1));
    let start = range.end.saturating_add(fence);
    let sections = blocks(text, start..text.len(), &BLOCKS, notes);
    let (mut front, node, at) = front?;
    let tasks = tasks(text, &sections, notes);
    let steps = steps::read(text, &tasks, &front, notes);
    front.files.extend(steps.files.iter().cloned());
    let touches = Touches {
        files: &front.files,
        deletes: &front.deletes,
    };
    let read = node.and_then(|node| must_haves::read(&node, at, touches, notes));
    let body = Body {
        text,
        start,
        sections: &sections,
    };
    if read.is_none() && tasks.is_empty() && body.is_silent() {
        let help =
            "say in `<objective>` what shall be so, and put each step into `<task type=\"auto\">`";
        notes.error(
            range.end,
            "the plan says nothing of what is to be done",
            help,
        );
        return None;
    }
    let objective = objective(&body, &steps, range.end, notes);
    let must = must_haves_of(read, at, (&front, &steps, &objective), notes);
    let scope = scope(&front, &must, tasks.is_empty(), notes);
    if tasks.is_empty() {
        let help = "put each step into `<task type=\"auto\">`, all of them into `<tasks>`";
        notes.warn(
            text.len(),
            "the plan has no task: it says what to check, not what to do",
            help,
        );
    }
    finish((front, steps, scope, must), (&body, objective), notes)
}

/// What has to hold: what the plan says, or what follows from it; and what it leaves to a person.
fn must_haves_of(
    read: Option<MustHaves>,
    at: usize,
    (front, steps, objective): (&Front, &Steps, &str),
    notes: &mut Notes<'_>,
) -> MustHaves {
    let mut must = read.unwrap_or_else(|| {
        let help =
            "name in `must_haves` what has to be true, and the command or the test that shows it";
        let message = "the plan has no `must_haves`: they are derived from its tasks and files";
        notes.warn(at, message, help);
        derived::must_haves(front, steps, objective)
    });
    let backstop = |text: &String| Truth {
        text: text.clone(),
        backstop: true,
        ..Truth::default()
    };
    must.truths.extend(steps.human_checks.iter().map(backstop));
    must
}

/// What shall be so afterwards: what stands in `<objective>`, or the first words of the text, or what its steps are called.
fn objective(body: &Body<'_>, steps: &Steps, at: usize, notes: &mut Notes<'_>) -> String {
    let said = body.section("objective");
    if !said.is_empty() {
        return said;
    }
    let help = "say in `<objective>` what shall be so afterwards";
    notes.odd(at, "the plan has no `<objective>`", help);
    let first = body.first_words();
    let names: Vec<&str> = steps.steps.iter().map(|it| it.name.as_str()).collect();
    match (first.is_empty(), names.is_empty()) {
        (false, _) => first,
        (true, false) => names.join("; "),
        (true, true) => "What has to hold, as the plan says.".to_owned(),
    }
}

fn finish(
    (front, steps, files, must): (Front, Steps, Scope, MustHaves),
    (body, objective): (&Body<'_>, String),
    notes: &mut Notes<'_>,
) -> Option<Part> {
    let promise = promise((&front, &files, &must), &steps, (body, &objective));
    let made = || task_id(&front.phase, &front.plan);
    let Some(id) = front.task.clone().or_else(made) else {
        notes.error(0, "`phase` and `plan` have no letter or digit", "");
        return None;
    };
    let task = Task {
        id,
        title: headline(&objective),
        brief: brief(objective, body),
        steps: steps.steps,
        wave: front.wave,
        depends_on: Vec::new(),
        files,
        deletes: front.deletes,
        requirements: front.requirements,
        must_haves: must,
        tdd: front.tdd || steps.tdd,
    };
    Some(Part {
        promise,
        task,
        phase: front.phase,
    })
}

/// What the task may write. One that only checks is bounded by what it checks; one that names no file may write none.
fn scope(front: &Front, must: &MustHaves, only_checks: bool, notes: &mut Notes<'_>) -> Scope {
    let mut entries = front.files.clone();
    if !front.files_listed {
        let message = "the front matter has no `files_modified`: what its tasks name is taken";
        notes.odd(front.files_at, message, "");
    }
    if entries.is_empty() {
        entries.extend(front.deletes.iter().cloned().map(ScopeEntry::File));
    }
    if entries.is_empty() && only_checks {
        let artifacts = must.artifacts.iter().map(|it| &it.path);
        let links = must.key_links.iter().filter_map(|it| it.from.path());
        let mut seen = std::collections::BTreeSet::new();
        let paths = artifacts.chain(links).filter(|path| seen.insert(*path));
        entries.extend(paths.cloned().map(ScopeEntry::File));
    }
    if entries.is_empty() {
        let help = "list every file that the plan creates or changes";
        let message = "the plan names no file that it changes: it may change none";
        notes.odd(front.files_at, message, help);
    }
    Scope::Only(entries)
}

/// The `<task>` blocks, within `<tasks>` or by themselves.
fn tasks<'t>(text: &'t str, sections: &[Block<'t>], notes: &mut Notes<'_>) -> Vec<Block<'t>> {
    let mut found = Vec::new();
    for section in sections {
        if section.name == "tasks" {
            let names = ["task", FEATURE];
            found.extend(blocks(text, section.inner.clone(), &names, notes));
        } else if section.name == "task" || section.name == FEATURE {
            found.push(section.clone());
        }
    }
    found
}

/// The sections of the Markdown part.
struct Body<'a> {
    text: &'a str,
    /// Where it begins.
    start: usize,
    sections: &'a [Block<'a>],
}

impl Body<'_> {
    fn section(&self, name: &str) -> String {
        let texts: Vec<String> = self
            .sections
            .iter()
            .filter(|section| section.name == name)
            .map(|section| section.text(self.text))
            .collect();
        texts.join("\n\n").trim().to_owned()
    }

    /// Whether it says nothing at all.
    fn is_silent(&self) -> bool {
        self.sections.is_empty() && self.first_words().is_empty()
    }

    /// The first line outside of all sections that says something, without its marks.
    fn first_words(&self) -> String {
        let mut sections = self.sections.iter();
        let end = sections.next().map_or(self.text.len(), |first| first.at);
        let words = self.text.get(self.start..end).unwrap_or("");
        let mut lines = words
            .lines()
            .map(|line| line.trim_matches(['#', '*', '-', ' ', '\r']));
        let said = |line: &&str| !line.is_empty() && !line.starts_with("<!--");
        lines.find(said).unwrap_or("").to_owned()
    }

    /// The items of a list, one a line, without their marks.
    fn items(&self, name: &str) -> Vec<String> {
        self.section(name)
            .lines()
            .map(|line| {
                let line = line.trim().trim_start_matches(['-', '*', ' ']);
                let line = line.strip_prefix("[ ]").unwrap_or(line);
                let line = line.strip_prefix("[x]").unwrap_or(line);
                line.trim().to_owned()
            })
            .filter(|line| !line.is_empty())
            .collect()
    }
}

fn promise(
    (front, files, must): (&Front, &Scope, &MustHaves),
    steps: &Steps,
    (body, objective): (&Body<'_>, &str),
) -> Promise {
    let truths = must.truths.iter();
    let mut acceptance: Vec<String> = truths.clone().map(|truth| truth.text.clone()).collect();
    for item in body.items("success_criteria") {
        if !acceptance.contains(&item) {
            acceptance.push(item);
        }
    }
    let commands = steps.steps.iter().any(|step| !step.commands.is_empty())
        || truths.clone().any(|truth| !truth.commands.is_empty());
    let done = steps.steps.iter().map(|step| step.done.clone());
    let deletes = front.deletes.iter().cloned().map(ScopeEntry::File);
    let deletes: Vec<ScopeEntry> = deletes.collect();
    Promise {
        objective: objective.to_owned(),
        acceptance,
        allowed_scope: files
            .entries()
            .iter()
            .chain(&deletes)
            .map(ScopeEntry::glob)
            .collect(),
        disallowed_scope: Vec::new(),
        requirements: front.requirements.clone(),
        required_evidence: commands.then(|| "verify".to_owned()).into_iter().collect(),
        done_when: done.filter(|text| !text.is_empty()).collect(),
        abort_when: Vec::new(),
        source: Hash::of(body.text.as_bytes()),
        trusted: false,
    }
}

/// Everything the plan says but for its steps and its checks.
fn brief(objective: String, body: &Body<'_>) -> String {
    let mut brief = objective;
    for (name, heading) in [
        ("execution_context", "How to work"),
        ("context", "Context"),
        ("threat_model", "Threats"),
        ("verification", "Verification"),
        ("success_criteria", "Success criteria"),
        ("output", "Output"),
    ] {
        let text = body.section(name);
        if !text.is_empty() {
            brief.push_str(&format!("\n\n## {heading}\n\n{text}"));
        }
    }
    brief
}

/// `01-ledger` and `01` become `01-ledger-01`; what can't stand in a name becomes a dash.
fn task_id(phase: &str, plan: &str) -> Option<TaskId> {
    let wanted = format!("{phase}-{plan}");
    let parts: Vec<&str> = wanted
        .split(|c: char| !(c.is_ascii_alphanumeric() || "_.".contains(c)))
        .filter(|part| part.contains(|c: char| c.is_ascii_alphanumeric()))
        .collect();
    let id: String = parts.join("-").chars().take(TASK_ID_CHARS_MAX).collect();
    TaskId::new(id).ok()
}
