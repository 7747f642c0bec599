//! The `<task>` blocks of a `PLAN.md`: each one is a step.

use std::ops::Range;

use ledger::ids::RelPath;
use ledger::plan::{Step, StepKind};

use super::front::Front;
use crate::fields::{exact_path, hint, one_line};
use crate::markup::{Block, blocks};
use crate::notes::Notes;

pub(super) const LEAVES: [&str; 18] = [
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
];
/// What `<verify>` holds.
pub(super) const CHECKS: [&str; 2] = ["automated", "human-check"];
const ATTRIBUTES: [&str; 4] = ["type", "tdd", "gate", "id"];
const TYPES: [&str; 4] = [
    "auto",
    "checkpoint:human-verify",
    "checkpoint:decision",
    "checkpoint:human-action",
];
const COMMAND_CHARS_MAX: usize = 4_000;

/// The steps, and whether one of them is test first.
#[derive(Debug, Default)]
pub(super) struct Steps {
    pub(super) steps: Vec<Step>,
    /// What `<human-check>` leaves to a person.
    pub(super) human_checks: Vec<String>,
    pub(super) tdd: bool,
}

/// Reads the steps from their blocks.
pub(super) fn read(file: &str, tasks: &[Block<'_>], front: &Front, notes: &mut Notes<'_>) -> Steps {
    let mut found = Steps::default();
    let mut decided = false;
    for task in tasks {
        let leaves = blocks(file, task.inner.clone(), &LEAVES, notes);
        let reader = Reader {
            file,
            task,
            leaves: &leaves,
        };
        let Some(kind) = reader.kind(notes) else {
            continue;
        };
        if kind != StepKind::Auto && front.autonomous {
            let message = "a plan with a checkpoint is not autonomous";
            notes.error(front.autonomous_at, message, "write `autonomous: false`");
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
        found.tdd |= task.attribute("tdd") == Some("true");
        found
            .steps
            .extend(reader.step(kind, front, &mut found.human_checks, notes));
    }
    found
}

/// One `<task>`.
struct Reader<'a> {
    file: &'a str,
    task: &'a Block<'a>,
    leaves: &'a [Block<'a>],
}

impl Reader<'_> {
    fn kind(&self, notes: &mut Notes<'_>) -> Option<StepKind> {
        for (name, _) in &self.task.attributes {
            if !ATTRIBUTES.contains(name) {
                let message = format!("a task has no attribute `{name}`");
                notes.warn(self.task.at, message, hint(name, &ATTRIBUTES));
            }
        }
        match self.task.attribute("type") {
            Some("auto") => Some(StepKind::Auto),
            Some("checkpoint:human-verify") => Some(StepKind::HumanVerify),
            Some("checkpoint:decision") => Some(StepKind::Decision),
            Some("checkpoint:human-action") => Some(StepKind::HumanAction),
            Some(other) => {
                let message = format!("unknown task type `{other}`");
                notes.error(self.task.at, message, hint(other, &TYPES));
                None
            }
            None => {
                notes.error(self.task.at, "a task has no `type`", hint("", &TYPES));
                None
            }
        }
    }

    fn step(
        &self,
        kind: StepKind,
        front: &Front,
        human_checks: &mut Vec<String>,
        notes: &mut Notes<'_>,
    ) -> Option<Step> {
        let name = self.need("name", notes);
        let action = match kind {
            StepKind::Auto => self.need("action", notes),
            StepKind::HumanVerify => self.joined(&["what-built", "how-to-verify"], notes),
            StepKind::Decision => self.joined(&["decision", "context", "options"], notes),
            StepKind::HumanAction => self.joined(&["action", "instructions"], notes),
        };
        let files = self.files(front, notes);
        let commands = self.commands(human_checks, notes);
        match kind {
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
            name: one_line(&name?),
            kind,
            files,
            action: action?,
            commands,
            done: self.text("done").unwrap_or_default(),
        })
    }

    fn all<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s Block<'s>> {
        self.leaves.iter().filter(move |leaf| leaf.name == name)
    }

    fn text(&self, name: &str) -> Option<String> {
        let leaf = self.all(name).next()?;
        Some(leaf.text(self.file)).filter(|text| !text.is_empty())
    }

    /// A leaf that has to be there, once.
    fn need(&self, name: &str, notes: &mut Notes<'_>) -> Option<String> {
        if let Some(second) = self.all(name).nth(1) {
            notes.error(second.at, format!("a task has a second `<{name}>`"), "");
        }
        let found = self.text(name);
        if found.is_none() {
            let at = self.all(name).next().map_or(self.task.at, |leaf| leaf.at);
            notes.error(at, format!("a task has no `<{name}>`"), "");
        }
        found
    }

    /// A leaf that should be there.
    fn wish(&self, name: &str, notes: &mut Notes<'_>) {
        if self.text(name).is_none() {
            notes.warn(self.task.at, format!("a task has no `<{name}>`"), "");
        }
    }

    /// What a checkpoint says, from several leaves; the first has to be there.
    fn joined(&self, names: &[&str], notes: &mut Notes<'_>) -> Option<String> {
        let texts: Vec<String> = names.iter().filter_map(|name| self.text(name)).collect();
        if texts.is_empty() {
            let name = names.first().copied().unwrap_or("action");
            notes.error(self.task.at, format!("a checkpoint has no `<{name}>`"), "");
            return None;
        }
        Some(texts.join("\n\n"))
    }

    fn one_way(&self) -> bool {
        self.all("reversibility")
            .any(|leaf| leaf.attribute("rating") == Some("one-way"))
    }

    fn files(&self, front: &Front, notes: &mut Notes<'_>) -> Vec<RelPath> {
        let mut found: Vec<RelPath> = Vec::new();
        let places = self.all("files").flat_map(|leaf| {
            let inner = self.file.get(leaf.inner.clone()).unwrap_or("");
            pieces(inner, leaf.inner.start)
        });
        for (range, text) in places {
            let at = range.start;
            let Some(path) = exact_path(text, at, "a path in `<files>`", notes) else {
                continue;
            };
            if !front.files.contains(&path) && !front.deletes.contains(&path) {
                let message = format!("`{path}` is not in `files_modified`");
                notes.error(at, message, "list it there, or leave it alone");
            }
            if !found.contains(&path) {
                found.push(path);
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
        notes.error(at, "`<automated>` is empty", "");
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

/// The pieces of a list with commas or one item a line, with their places.
pub(super) fn pieces(text: &str, at: usize) -> Vec<(Range<usize>, &str)> {
    let mut found = Vec::new();
    let mut from = 0_usize;
    for piece in text.split_inclusive([',', '\n']) {
        let item = piece.trim_end_matches([',', '\n']).trim();
        let item = item.strip_prefix("- ").unwrap_or(item).trim();
        let item = item.trim_matches('`');
        if !item.is_empty() {
            let offset = piece.find(item).unwrap_or(0);
            let start = at.saturating_add(from).saturating_add(offset);
            found.push((start..start.saturating_add(item.len()), item));
        }
        from = from.saturating_add(piece.len());
    }
    found
}
