//! The `<task>` blocks of a `PLAN.md`: each one is a step.

use ledger::plan::{Step, StepKind};
use ledger::scope::ScopeEntry;

use super::front::Front;
use super::{FEATURE, paths};
use crate::fields::{hint, one_line};
use crate::markup::{Block, blocks};
use crate::notes::Notes;
use crate::sentence::headline;

pub(super) const LEAVES: [&str; 19] = [
    "name",
    "files",
    "read_first",
    "action",
    "verify",
    "acceptance_criteria",
    "done",
    "precondition",
    "behavior",
    "reversibility",
    "resume-signal",
    "what-built",
    "how-to-verify",
    "decision",
    "context",
    "options",
    "instructions",
    "verification",
    "implementation",
];
/// Leaves that say what is to be done where the one for it is missing.
const OTHERS: [&str; 7] = [
    "behavior",
    "implementation",
    "action",
    "instructions",
    "what-built",
    "how-to-verify",
    "decision",
];
/// What `<verify>` holds.
pub(super) const CHECKS: [&str; 2] = ["automated", "human-check"];
const ATTRIBUTES: [&str; 6] = ["type", "tdd", "gate", "id", "title", "name"];
const TYPES: [&str; 4] = [
    "auto",
    "checkpoint:human-verify",
    "checkpoint:decision",
    "checkpoint:human-action",
];
const COMMAND_CHARS_MAX: usize = 4_000;

/// The steps, and what else their blocks say.
#[derive(Debug, Default)]
pub(super) struct Steps {
    pub(super) steps: Vec<Step>,
    /// What `<human-check>` leaves to a person.
    pub(super) human_checks: Vec<String>,
    /// One of them is test first.
    pub(super) tdd: bool,
    /// What they name beyond the list of the front matter.
    pub(super) files: Vec<ScopeEntry>,
}

/// Reads the steps from their blocks.
pub(super) fn read(file: &str, tasks: &[Block<'_>], front: &Front, notes: &mut Notes<'_>) -> Steps {
    let mut found = Steps::default();
    let mut decided = false;
    for (at, task) in tasks.iter().enumerate() {
        let leaves = blocks(file, task.inner.clone(), &LEAVES, notes);
        let reader = Reader {
            file,
            number: at.saturating_add(1),
            task,
            leaves: &leaves,
        };
        let kind = reader.kind(notes);
        if kind != StepKind::Auto && front.autonomous == Some(true) {
            let message = "a plan with a checkpoint is not autonomous";
            notes.unrunnable(front.autonomous_at, message, "write `autonomous: false`");
        }
        if reader.one_way() && !decided {
            let help = "put a `checkpoint:decision` before it";
            notes.warn(
                task.at,
                "a task that can't be undone follows no decision",
                help,
            );
        }
        decided |= kind == StepKind::Decision;
        found.tdd |= reader.is_tdd();
        let step = reader.step(kind, front, &mut found, notes);
        found.steps.extend(step);
    }
    found
}

/// One `<task>`, or a `<feature>` of a plan that is test first.
struct Reader<'a> {
    file: &'a str,
    number: usize,
    task: &'a Block<'a>,
    leaves: &'a [Block<'a>],
}

impl Reader<'_> {
    /// Who does it. Types that others have (`tracer`, `test`) are for the agent, checkpoints of any sort for a person.
    fn kind(&self, notes: &mut Notes<'_>) -> StepKind {
        for (name, _) in &self.task.attributes {
            if !ATTRIBUTES.contains(name) {
                let message = format!("a task has no attribute `{name}`");
                notes.warn(self.task.at, message, hint(name, &ATTRIBUTES));
            }
        }
        match self.task.attribute("type") {
            Some("auto") => StepKind::Auto,
            Some("checkpoint:human-verify") => StepKind::HumanVerify,
            Some("checkpoint:decision") => StepKind::Decision,
            Some("checkpoint:human-action") => StepKind::HumanAction,
            Some(other) if other.to_lowercase().starts_with("checkpoint") => {
                let message = format!("unknown task type `{other}`: a person looks");
                notes.odd(self.task.at, message, hint(other, &TYPES));
                StepKind::HumanVerify
            }
            Some(other) => {
                let message = format!("unknown task type `{other}`: it is done as `auto`");
                notes.odd(self.task.at, message, hint(other, &TYPES));
                StepKind::Auto
            }
            None if self.task.name == FEATURE => StepKind::Auto,
            None => {
                let message = "a task has no `type`: it is done as `auto`";
                notes.odd(self.task.at, message, hint("", &TYPES));
                StepKind::Auto
            }
        }
    }

    fn is_tdd(&self) -> bool {
        self.task.name == FEATURE
            || self.task.attribute("tdd") == Some("true")
            || self.task.attribute("type") == Some("tdd")
    }

    fn step(
        &self,
        kind: StepKind,
        front: &Front,
        all: &mut Steps,
        notes: &mut Notes<'_>,
    ) -> Option<Step> {
        let action = self.asked(kind, notes);
        let name = self.name(&action, notes);
        let files = self.files(front, &mut all.files, notes);
        let commands = self.commands(&mut all.human_checks, notes);
        match kind {
            StepKind::Auto if self.task.name == FEATURE => {}
            StepKind::Auto => {
                for leaf in ["files", "verify", "done"] {
                    self.wish(leaf, notes);
                }
            }
            StepKind::HumanVerify | StepKind::Decision | StepKind::HumanAction => {
                self.wish("resume-signal", notes);
            }
        }
        Some(Step {
            name,
            kind,
            files,
            action,
            commands,
            done: self.text("done").unwrap_or_default(),
        })
    }

    /// What is to be done, or what a person is asked.
    fn asked(&self, kind: StepKind, notes: &mut Notes<'_>) -> String {
        let own: &[&str] = match kind {
            StepKind::Auto => &["action"],
            StepKind::HumanVerify => &["what-built", "how-to-verify"],
            StepKind::Decision => &["decision", "context", "options"],
            StepKind::HumanAction => &["action", "instructions"],
        };
        if let Some(second) = own.first().and_then(|name| self.all(name).nth(1)) {
            notes.odd(
                second.at,
                format!("a task has a second `<{}>`", second.name),
                "",
            );
        }
        let found = self.joined(own);
        if !found.is_empty() {
            return found;
        }
        let other = self.joined(&OTHERS);
        let feature = self.task.name == FEATURE && !other.is_empty();
        let name = own.first().copied().unwrap_or("action");
        let message = format!("a task has no `<{name}>`");
        if feature {
        } else if other.is_empty() {
            notes.unrunnable(self.task.at, message, "say in it what is to be done");
        } else {
            notes.odd(self.task.at, message, "the rest of it is taken");
        }
        other
    }

    /// What it is called: by itself, or by what it asks.
    fn name(&self, asked: &str, notes: &mut Notes<'_>) -> String {
        let said = self.text("name").map(|it| one_line(&it));
        let titled = || {
            let title = ["title", "name"]
                .iter()
                .find_map(|it| self.task.attribute(it));
            title.map(one_line).filter(|it| !it.is_empty())
        };
        if let Some(name) = said.or_else(titled) {
            return name;
        }
        let natural = match asked.trim().is_empty() {
            true => format!("Task {}", self.number),
            false => headline(asked),
        };
        let message = format!("a task has no `<name>`: it is called `{natural}`");
        notes.odd(self.task.at, message, "");
        natural
    }

    fn all<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s Block<'s>> {
        self.leaves.iter().filter(move |leaf| leaf.name == name)
    }

    fn text(&self, name: &str) -> Option<String> {
        let leaf = self.all(name).next()?;
        Some(leaf.text(self.file)).filter(|text| !text.is_empty())
    }

    /// A leaf that should be there.
    fn wish(&self, name: &str, notes: &mut Notes<'_>) {
        if self.text(name).is_none() {
            notes.warn(self.task.at, format!("a task has no `<{name}>`"), "");
        }
    }

    /// All that stands in leaves of these names.
    fn joined(&self, names: &[&str]) -> String {
        let leaves = names.iter().flat_map(|name| self.all(name));
        let texts = leaves.map(|leaf| leaf.text(self.file));
        let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
        texts.join("\n\n")
    }

    fn one_way(&self) -> bool {
        self.all("reversibility")
            .any(|leaf| leaf.attribute("rating") == Some("one-way"))
    }

    /// What it names. What the front matter does not list is added: whoever wrote the task means it to be changed.
    fn files(
        &self,
        front: &Front,
        more: &mut Vec<ScopeEntry>,
        notes: &mut Notes<'_>,
    ) -> Vec<ScopeEntry> {
        let mut found: Vec<ScopeEntry> = Vec::new();
        let places = self.all("files").flat_map(|leaf| {
            let inner = self.file.get(leaf.inner.clone()).unwrap_or("");
            paths::pieces(inner, leaf.inner.start)
        });
        for (range, text) in places {
            let at = range.start;
            for entry in paths::entries(text, at, "a path in `<files>`", notes) {
                if found.contains(&entry) {
                    continue;
                }
                let within = |it: &ScopeEntry| *it == entry || it.covers(&entry.example());
                let deleted = entry.as_file().is_some_and(|it| front.deletes.contains(it));
                if !deleted && !front.files.iter().chain(&*more).any(within) {
                    let message = format!("`{entry}` is not in `files_modified`: it is added");
                    notes.odd(at, message, "list it there as well");
                    more.push(entry.clone());
                }
                found.push(entry);
            }
        }
        found
    }

    /// The commands; what a person has to check is put into the other list.
    fn commands(&self, human_checks: &mut Vec<String>, notes: &mut Notes<'_>) -> Vec<String> {
        let mut found = Vec::new();
        for verify in self.all("verify") {
            let inner = blocks(self.file, verify.inner.clone(), &CHECKS, notes);
            let automated = inner.iter().filter(|leaf| leaf.name == "automated");
            for leaf in automated {
                found.extend(command(&leaf.text(self.file), leaf.inner.start, notes));
            }
            let human = inner.iter().filter(|leaf| leaf.name == "human-check");
            let human = human.map(|leaf| one_line(&leaf.text(self.file)));
            human_checks.extend(human.filter(|text| !text.is_empty()));
            if inner.is_empty() {
                let help = "put the command into `<automated>…</automated>`";
                notes.warn(
                    verify.at,
                    "`<verify>` holds no command that can be run",
                    help,
                );
            }
        }
        found
    }
}

/// A command as it is run, from the text that stands for it.
pub(super) fn command(text: &str, at: usize, notes: &mut Notes<'_>) -> Option<String> {
    let bare = text
        .strip_prefix('`')
        .and_then(|text| text.strip_suffix('`'))
        .filter(|text| !text.contains('`'));
    let text = bare.unwrap_or(text).trim();
    if text.is_empty() {
        notes.odd(at, "`<automated>` is empty", "");
        None
    } else if text.starts_with("MISSING") {
        let help = "name the command once its test is there";
        notes.warn(at, "`<automated>` says that its command is missing", help);
        None
    } else if text.chars().count() > COMMAND_CHARS_MAX {
        let message = format!("a command is longer than {COMMAND_CHARS_MAX} characters");
        notes.error(at, message, "put it into a script");
        None
    } else if text.chars().any(|c| c.is_control() && !"\n\t".contains(c)) {
        notes.error(at, "a command holds a control character", "");
        None
    } else {
        Some(text.to_owned())
    }
}
