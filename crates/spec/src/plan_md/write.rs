//! A task as a `PLAN.md` that [`super::read`] reads back to the same task. Written for every reader of the format: block
//! style, double quotes, escapes only where nothing else will do, bare numbers.

use std::fmt::Write as _;

use ledger::ids::{RelPath, TaskId};
use ledger::plan::{Artifact, KeyLink, MustHaves, Plan, Step, StepKind, Task, Truth};
use ledger::promise::Promise;
use ledger::scope::ScopeEntry;

use super::must_haves::MUST_NOT;
use super::paths::{self, Item};
use super::{BLOCKS, steps, task_id};
use crate::markup::{Block, blocks};
use crate::notes::Notes;
use crate::sentence::headline;

const SLUG_CHARS_MAX: usize = 40;

/// A task of a plan as a whole `PLAN.md`.
///
/// What is read back is the task without the mark that its must-haves are derived: in a file they are the word of
/// whoever keeps the file. Of a file by itself the dependencies are named and not followed.
#[must_use]
pub fn write(plan: &Plan, task: &Task, promise: &Promise) -> String {
    let mut page = "---\n".to_owned();
    front(&mut page, plan, task);
    page.push_str("---\n\n");
    let whole = headline(&promise.objective);
    if !whole.contains("--") {
        let _ = writeln!(page, "<!-- For: {whole} -->\n");
    }
    let _ = writeln!(
        page,
        "<objective>\n{}\n</objective>\n\n<tasks>",
        task.brief.trim()
    );
    let own;
    let steps = if task.steps.is_empty() {
        own = [only_step(task)];
        own.as_slice()
    } else {
        task.steps.as_slice()
    };
    for step in steps {
        write_step(&mut page, step);
    }
    page.push_str("</tasks>\n");
    page
}

/// The name of the file that holds a task of a plan: `01-02-PLAN.md`.
#[must_use]
pub fn file_name(plan: &Plan, task: &Task) -> String {
    format!("{}-PLAN.md", plan_id(plan, task))
}

/// The name of the folder for the files of a plan: `01-ledger`.
#[must_use]
pub fn phase_name(plan: &Plan) -> String {
    match &plan.phase {
        Some(phase) => phase.clone(),
        None => format!("01-{}", slug(&plan.title)),
    }
}

/// Whether a text can stand in the blocks of a plan file and is read back as it is.
pub(crate) fn carried(text: &str) -> bool {
    let name = if text.contains('\n') { "x" } else { text };
    let page = format!(
        "<objective>\n{text}\n</objective>\n<tasks>\n<task type=\"auto\">\n<name>{name}</name>\n<action>\n{text}\n\
         </action>\n<done>x</done>\n</task>\n</tasks>\n"
    );
    let mut notes = Notes::new("", &page);
    let sections = blocks(&page, 0..page.len(), &BLOCKS, &mut notes);
    let [objective, tasks] = sections.as_slice() else {
        return false;
    };
    let task = blocks(&page, tasks.inner.clone(), &["task"], &mut notes);
    let [task] = task.as_slice() else {
        return false;
    };
    let leaves = blocks(&page, task.inner.clone(), &steps::LEAVES, &mut notes);
    let [title, action, done] = leaves.as_slice() else {
        return false;
    };
    let same = |block: &Block<'_>| block.text(&page) == text;
    let all = same(objective) && same(action) && title.text(&page) == name;
    all && done.name == "done" && !notes.failed()
}

/// Whether a command can stand in `<automated>` and is read back as it is.
pub(crate) fn carried_command(command: &str) -> bool {
    let page = format!("<automated>{command}</automated>");
    let mut notes = Notes::new("", &page);
    let found = blocks(&page, 0..page.len(), &steps::CHECKS, &mut notes);
    let [block] = found.as_slice() else {
        return false;
    };
    let read = steps::command(&block.text(&page), 0, &mut notes);
    carried(command) && read.as_deref() == Some(command)
}

fn front(page: &mut String, plan: &Plan, task: &Task) {
    let number = number(plan, task);
    let phase = phase_name(plan);
    let kind = if task.tdd { "tdd" } else { "execute" };
    let _ = writeln!(page, "phase: {}", quoted(&phase));
    let _ = writeln!(page, "plan: {}", quoted(&number));
    if task_id(&phase, &number).as_ref() != Some(&task.id) {
        let _ = writeln!(page, "task: {}", quoted(task.id.as_str()));
    }
    let _ = writeln!(page, "type: {kind}\nwave: {}", task.wave);
    let needed = task.depends_on.iter().map(|id| named(plan, id));
    list(page, 0, "depends_on", needed);
    let deleted = |it: &&ScopeEntry| it.as_file().is_some_and(|it| task.deletes.contains(it));
    let entries = task.files.entries().iter().filter(|it| !deleted(it));
    list(page, 0, "files_modified", entries.map(ToString::to_string));
    if !task.deletes.is_empty() {
        let deletes = task.deletes.iter().map(ToString::to_string);
        list(page, 0, "files_deleted", deletes);
    }
    let autonomous = task.steps.iter().all(|step| step.kind == StepKind::Auto);
    let _ = writeln!(page, "autonomous: {autonomous}");
    list(page, 0, "requirements", task.requirements.iter().cloned());
    must_haves(page, &task.must_haves);
}

fn must_haves(page: &mut String, must: &MustHaves) {
    page.push_str("must_haves:\n");
    let (guarded, truths): (Vec<&Truth>, Vec<&Truth>) =
        must.truths.iter().partition(|it| it.guard.is_some());
    if !truths.is_empty() {
        page.push_str("  truths:\n");
        truths.into_iter().for_each(|it| truth(page, it));
    }
    if !guarded.is_empty() {
        page.push_str("  prohibitions:\n");
        guarded.into_iter().for_each(|it| prohibition(page, it));
    }
    if !must.artifacts.is_empty() {
        page.push_str("  artifacts:\n");
        must.artifacts.iter().for_each(|it| artifact(page, it));
    }
    if !must.key_links.is_empty() {
        page.push_str("  key_links:\n");
        must.key_links.iter().for_each(|it| key_link(page, it));
    }
}

fn truth(page: &mut String, truth: &Truth) {
    let text = quoted(&truth.text);
    let bound = !truth.commands.is_empty() || !truth.tests.is_empty() || truth.level.is_some();
    if !truth.backstop && !bound {
        let _ = writeln!(page, "    - {text}");
        return;
    }
    let _ = writeln!(page, "    - truth: {text}");
    if truth.backstop {
        page.push_str("      verification: backstop\n");
    }
    if !truth.commands.is_empty() {
        list(page, 6, "commands", truth.commands.iter().cloned());
    }
    if !truth.tests.is_empty() {
        list(page, 6, "tests", truth.tests.iter().cloned());
    }
    if let Some(of) = &truth.level {
        field(page, "artifact", Some(of.artifact.as_str()));
        let _ = writeln!(page, "      level: {}", of.level);
    }
}

fn prohibition(page: &mut String, truth: &Truth) {
    let text = truth.text.strip_prefix(MUST_NOT).unwrap_or(&truth.text);
    let _ = writeln!(page, "    - statement: {}", quoted(text));
    let guard = truth.guard.clone().unwrap_or_default();
    for (name, path) in [
        ("check_target", &guard.target),
        ("check_violation_fixture", &guard.violation),
        ("check_clean_fixture", &guard.clean),
    ] {
        field(page, name, path.as_ref().map(RelPath::as_str));
    }
    if !truth.commands.is_empty() {
        list(page, 6, "commands", truth.commands.iter().cloned());
    }
}

fn artifact(page: &mut String, artifact: &Artifact) {
    let _ = writeln!(page, "    - path: {}", quoted(artifact.path.as_str()));
    field(page, "provides", artifact.provides.as_deref());
    if let Some(lines) = artifact.min_lines {
        let _ = writeln!(page, "      min_lines: {lines}");
    }
    field(page, "contains", artifact.contains.as_deref());
    field(page, "contains_regex", artifact.contains_regex.as_deref());
    if !artifact.exports.is_empty() {
        list(page, 6, "exports", artifact.exports.iter().cloned());
    }
}

fn key_link(page: &mut String, link: &KeyLink) {
    let _ = writeln!(page, "    - from: {}", quoted(link.from.as_str()));
    field(page, "to", Some(link.to.as_str()));
    field(page, "via", link.via.as_deref());
    field(page, "pattern", link.pattern.as_deref());
}

fn field(page: &mut String, name: &str, text: Option<&str>) {
    if let Some(text) = text {
        let _ = writeln!(page, "      {name}: {}", quoted(text));
    }
}

fn list(page: &mut String, indent: usize, name: &str, items: impl Iterator<Item = String>) {
    let blank = " ".repeat(indent);
    let items: Vec<String> = items.collect();
    if items.is_empty() {
        let _ = writeln!(page, "{blank}{name}: []");
        return;
    }
    let _ = writeln!(page, "{blank}{name}:");
    for item in items {
        let _ = writeln!(page, "{blank}  - {}", quoted(&item));
    }
}

/// A text in double quotes. With a quote or a backslash in it, plain where that says the same, since older readers do
/// not undo escapes.
pub(crate) fn quoted(text: &str) -> String {
    let escapes = |c: char| matches!(c, '"' | '\\') || c.is_control() || unseen(c);
    if !text.contains(escapes) {
        return format!("\"{text}\"");
    }
    if plain(text) {
        return text.to_owned();
    }
    let mut out = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || unseen(c) => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// What YAML takes for a line's end, for a mark, or for no character at all.
fn unseen(c: char) -> bool {
    matches!(
        c,
        '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
    )
}

fn plain(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && !text.contains(|c: char| c.is_control() || unseen(c))
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with([':', ' '])
        && !text.contains("  ")
}

fn write_step(page: &mut String, step: &Step) {
    let (kind, block) = match step.kind {
        StepKind::Auto => ("auto", "action"),
        StepKind::HumanVerify => ("checkpoint:human-verify", "what-built"),
        StepKind::Decision => ("checkpoint:decision", "decision"),
        StepKind::HumanAction => ("checkpoint:human-action", "action"),
    };
    let _ = writeln!(
        page,
        "<task type=\"{kind}\">\n  <name>{}</name>",
        step.name.trim()
    );
    let files = step.files.iter().map(ToString::to_string);
    let files: Vec<String> = files.filter(|it| listed(it)).collect();
    if !files.is_empty() {
        let _ = writeln!(page, "  <files>{}</files>", files.join(", "));
    }
    let _ = writeln!(page, "  <{block}>\n{}\n  </{block}>", step.action.trim());
    let checks = step
        .commands
        .iter()
        .map(|it| format!("<automated>{it}</automated>"));
    let checks: Vec<String> = checks.collect();
    match (step.kind, checks.is_empty()) {
        (_, false) => {
            let _ = writeln!(page, "  <verify>{}</verify>", checks.join("\n    "));
        }
        (StepKind::Auto, true) => page.push_str("  <verify>See the must-haves.</verify>\n"),
        (StepKind::HumanVerify | StepKind::Decision | StepKind::HumanAction, true) => {
            page.push_str("  <resume-signal>Say how it went.</resume-signal>\n");
        }
    }
    if !step.done.trim().is_empty() {
        let _ = writeln!(page, "  <done>{}</done>", step.done.trim());
    }
    page.push_str("</task>\n");
}

/// The step of a task that lists none: to do what it says.
fn only_step(task: &Task) -> Step {
    Step {
        name: task.title.clone(),
        kind: StepKind::Auto,
        files: Vec::new(),
        action: task.brief.clone(),
        commands: Vec::new(),
        done: "Everything that has to be true of this task is true.".to_owned(),
    }
}

/// Whether a path can stand in a list with commas.
pub(crate) fn listable(path: &RelPath) -> bool {
    listed(path.as_str())
}

/// Whether a path is read as this path and nothing else where files are listed.
pub(crate) fn is_plain_name(path: &RelPath) -> bool {
    paths::item(path.as_str()) == Item::Paths(vec![path.as_str().to_owned()])
}

/// Whether a text can stand beside others in a list with commas, and is read back as it is.
fn listed(text: &str) -> bool {
    let list = format!("{text}, a");
    let pieces = paths::pieces(&list, 0);
    let whole = matches!(pieces.as_slice(), [(_, one), (_, "a")] if *one == text);
    let alone = paths::item(text) == Item::Paths(vec![text.to_owned()]);
    whole && alone && carried(text)
}

/// How other files of the phase name a task's file.
fn named(plan: &Plan, id: &TaskId) -> String {
    match plan.tasks.iter().find(|task| task.id == *id) {
        Some(task) => plan_id(plan, task),
        None => id.to_string(),
    }
}

/// `01-02`: the phase's number and the plan's.
fn plan_id(plan: &Plan, task: &Task) -> String {
    let phase = phase_name(plan);
    let digits: String = phase
        .chars()
        .take_while(|c| c.is_ascii_digit() || *c == '.')
        .collect();
    let number = number(plan, task);
    match digits.as_str() {
        "" => number,
        digits => format!("{digits}-{number}"),
    }
}

/// The plan's number: what the task's name says beyond the phase, else its place.
fn number(plan: &Plan, task: &Task) -> String {
    if let Some(phase) = &plan.phase
        && let Some(rest) = task.id.as_str().rsplit('-').next()
        && task_id(phase, rest).as_ref() == Some(&task.id)
    {
        return rest.to_owned();
    }
    let place = plan.tasks.iter().position(|it| it.id == task.id);
    format!("{:02}", place.unwrap_or(0).saturating_add(1))
}

/// Small letters and digits of a text, with dashes between its words.
fn slug(text: &str) -> String {
    let words: Vec<String> = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    let slug: String = words.join("-").chars().take(SLUG_CHARS_MAX).collect();
    match slug.trim_end_matches('-') {
        "" => "plan".to_owned(),
        slug => slug.to_owned(),
    }
}
