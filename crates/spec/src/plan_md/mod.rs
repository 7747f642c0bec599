//! `PLAN.md`: YAML front matter, then Markdown with blocks in angle brackets, read strictly. One file is one task of
//! the ledger; its `<task>` blocks are the steps.
//!
//! Stricter than the tools whose format it is: what could not be checked is an error with its place, so that no check
//! drops out in silence.

mod derived;
mod front;
pub(crate) mod must_haves;
mod pattern;
mod steps;
mod write;

use ledger::ids::{Hash, RelPath, TaskId};
use ledger::plan::{Plan, Task, Truth};
use ledger::promise::Promise;

use crate::markup::{Block, blocks};
use crate::notes::Notes;
use crate::problem::Problem;
use crate::sentence::headline;
use front::Front;
pub(crate) use front::{Glance, glance};
use steps::Steps;
pub(crate) use write::{carried, carried_command, listable, quoted};
pub use write::{file_name, phase_name, write};

/// Bytes of a file.
pub const BYTES_MAX: usize = 1 << 20;

const TASK_ID_CHARS_MAX: usize = 64;
const BLOCKS: [&str; 9] = [
    "objective",
    "execution_context",
    "context",
    "tasks",
    "task",
    "threat_model",
    "verification",
    "success_criteria",
    "output",
];

/// Reads a `PLAN.md`. `path` is for messages only. The promise is not trusted until a caller who knows the source
/// says so. The third of the good result are warnings.
///
/// # Errors
/// Everything that is wrong with it, in the order of the file, warnings included; at least one is an error.
pub fn read(path: &str, text: &str) -> Result<(Promise, Plan, Vec<Problem>), Vec<Problem>> {
    let mut notes = Notes::new(path, text);
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
    let range = front::range(text, notes)?;
    let yaml = text.get(range.clone())?;
    let front = front::read(yaml, range.start, role, notes);
    let rest = text.get(range.end..)?;
    let fence = rest
        .find('\n')
        .map_or(rest.len(), |at| at.saturating_add(1));
    let body = range.end.saturating_add(fence)..text.len();
    let sections = blocks(text, body, &BLOCKS, notes);
    let mut front = front?;
    let tasks = tasks(text, &sections, notes);
    scope(&mut front, tasks.is_empty(), notes);
    let steps = steps::read(text, &tasks, &front, notes);
    let backstop = |text: &String| Truth {
        text: text.clone(),
        backstop: true,
        commands: Vec::new(),
        ..Truth::default()
    };
    let human = steps.human_checks.iter().map(backstop);
    let body = Body {
        text,
        sections: &sections,
    };
    if front.bare {
        let objective = body.section("objective");
        front.must_haves = derived::must_haves(&front, &steps, &objective);
    }
    front.must_haves.truths.extend(human);
    if tasks.is_empty() {
        let help = "put each step into `<task type=\"auto\">`, all of them into `<tasks>`";
        notes.warn(
            text.len(),
            "the plan has no task: it says what to check, not what to do",
            help,
        );
    }
    if body.section("objective").is_empty() {
        let help = "say in `<objective>` what shall be so afterwards";
        notes.error(range.end, "the plan has no `<objective>`", help);
    }
    finish(front, steps, &body, range.start, notes)
}

fn finish(
    front: Front,
    steps: Steps,
    body: &Body<'_>,
    at: usize,
    notes: &mut Notes<'_>,
) -> Option<Part> {
    let promise = promise(&front, &steps, body);
    let made = || task_id(&front.phase, &front.plan);
    let Some(id) = front.task.clone().or_else(made) else {
        notes.error(at, "`phase` and `plan` have no letter or digit", "");
        return None;
    };
    let task = Task {
        id,
        title: headline(&promise.objective),
        brief: brief(promise.objective.clone(), body),
        steps: steps.steps,
        wave: front.wave,
        depends_on: Vec::new(),
        files: front.files,
        deletes: front.deletes,
        requirements: front.requirements,
        must_haves: front.must_haves,
        tdd: front.tdd || steps.tdd,
    };
    Some(Part {
        promise,
        task,
        phase: front.phase,
    })
}

/// No file at all would mean any file, which a plan can't ask for: one that only checks is bounded by what it checks.
fn scope(front: &mut Front, only_checks: bool, notes: &mut Notes<'_>) {
    if !front.files.is_empty() || notes.failed() {
        return;
    }
    front.files.clone_from(&front.deletes);
    if front.files.is_empty() && only_checks {
        let artifacts = front.must_haves.artifacts.iter().map(|it| it.path.clone());
        let links = front.must_haves.key_links.iter().map(|it| it.from.clone());
        let mut seen = std::collections::BTreeSet::new();
        front.files = artifacts
            .chain(links)
            .filter(|path| seen.insert(path.clone()))
            .collect();
    }
    if front.files.is_empty() {
        let help = "list every file that the plan creates or changes";
        notes.error(
            front.files_at,
            "the plan names no file that it changes",
            help,
        );
    }
}

/// The `<task>` blocks, within `<tasks>` or by themselves.
fn tasks<'t>(text: &'t str, sections: &[Block<'t>], notes: &mut Notes<'_>) -> Vec<Block<'t>> {
    let mut found = Vec::new();
    for section in sections {
        if section.name == "tasks" {
            found.extend(blocks(text, section.inner.clone(), &["task"], notes));
        } else if section.name == "task" {
            found.push(section.clone());
        }
    }
    found
}

/// The sections of the Markdown part.
struct Body<'a> {
    text: &'a str,
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

fn promise(front: &Front, steps: &Steps, body: &Body<'_>) -> Promise {
    let truths = front.must_haves.truths.iter();
    let mut acceptance: Vec<String> = truths.clone().map(|truth| truth.text.clone()).collect();
    for item in body.items("success_criteria") {
        if !acceptance.contains(&item) {
            acceptance.push(item);
        }
    }
    let commands = steps.steps.iter().any(|step| !step.commands.is_empty())
        || truths.clone().any(|truth| !truth.commands.is_empty());
    let done = steps.steps.iter().map(|step| step.done.clone());
    Promise {
        objective: body.section("objective"),
        acceptance,
        allowed_scope: front
            .files
            .iter()
            .chain(&front.deletes)
            .map(literal_glob)
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

/// A glob that matches this one path.
fn literal_glob(path: &RelPath) -> String {
    path.as_str().chars().fold(String::new(), |mut glob, c| {
        if "[]{}*?".contains(c) {
            glob.extend(['[', c, ']']);
        } else {
            glob.push(c);
        }
        glob
    })
}
