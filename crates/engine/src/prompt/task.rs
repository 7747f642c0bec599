//! What the agent is told of its task: the task itself, what will be verified, and the gaps that an attempt is for.

use std::fmt::Write as _;

use context::section::fenced;
use ledger::gate::Finding;
use ledger::plan::{StepKind, Task};
use ledger::promise::Source;
use ledger::report::Item;
use ledger::scope::Scope;

use super::issue;
use crate::on_forge;
use crate::state::{State, TaskState};

/// The task: the source word for word where a person wrote a sentence, the plan's parts otherwise.
pub(super) fn brief(state: &State, task: &Task) -> String {
    let opened = state.opened.as_deref();
    let by_itself = task.id.as_str() == spec::TASK;
    let told = on_forge::issue(state).filter(|_| by_itself);
    if let Some(page) = told.and_then(|it| issue::errand(state, it)) {
        return format!("# Task\n\n{page}");
    }
    if let Some(task) = on_forge::issue(state).filter(|_| by_itself) {
        return format!("# Task\n\n{}\n{}", issue::wanted(task), issue::around(task));
    }
    let sentence = opened
        .filter(|_| by_itself)
        .and_then(|it| match &it.source {
            Source::Sentence { text } => Some((text, it.trusted)),
            Source::Plan { .. }
            | Source::Change { .. }
            | Source::Api { .. }
            | Source::Phase { .. }
            | Source::Issue(_) => None,
        });
    if let Some((text, trusted)) = sentence {
        let text = if trusted {
            text.clone()
        } else {
            fenced("task", text)
        };
        return format!("# Task\n\n{text}");
    }
    // What the planner is asked is fenced already.
    let trusted = opened.is_none_or(|it| it.trusted) || state.plan.is_none();
    let said = steps(task);
    let must = must_haves(task);
    let mut page = if trusted {
        format!("# Task: {}\n\n{said}{must}", task.title)
    } else {
        let said = format!("{}\n\n{said}{must}", task.title);
        format!("# Task: {}\n\n{}\n", task.id, fenced("task", &said))
    };
    if let Some(task) = on_forge::issue(state) {
        page.push_str(&issue::errand(state, task).unwrap_or_else(|| issue::around(task)));
    }
    page.push_str(&may_write(&task.files));
    if task.tdd {
        page.push_str("\nTest first: write the test, run a declared command and see it fail. The source waits for that.\n");
    }
    page
}

/// What the task may write, where that is bounded.
fn may_write(scope: &Scope) -> String {
    let names: Vec<String> = scope.entries().iter().map(ToString::to_string).collect();
    let names = match scope {
        Scope::Any => return String::new(),
        Scope::Only(entries) if entries.is_empty() => {
            "none, this task looks and reports".to_owned()
        }
        Scope::Only(_) => names.join(", "),
    };
    format!("\nFiles that you may create or change: {names}\n")
}

/// The task's words and steps.
fn steps(task: &Task) -> String {
    let mut page = format!("{}\n", task.brief.trim());
    for (at, step) in task.steps.iter().enumerate() {
        if step.kind == StepKind::Auto {
            let _ = writeln!(
                page,
                "\n## Step {}: {}\n\n{}",
                at.saturating_add(1),
                step.name,
                step.action.trim()
            );
            if !step.done.trim().is_empty() {
                let _ = writeln!(page, "Done when: {}", step.done.trim());
            }
        }
    }
    page
}

/// What verification will look for.
fn must_haves(task: &Task) -> String {
    let must = &task.must_haves;
    if must.count() == 0 {
        return String::new();
    }
    let mut page = "\n## What is verified afterwards\n\n".to_owned();
    for truth in &must.truths {
        let _ = writeln!(page, "- {}", truth.text);
    }
    for artifact in &must.artifacts {
        let _ = write!(page, "- file {}", artifact.path);
        if let Some(provides) = &artifact.provides {
            let _ = write!(page, ": {provides}");
        }
        if !artifact.exports.is_empty() {
            let _ = write!(page, "; exports {}", artifact.exports.join(", "));
        }
        if let Some(text) = &artifact.contains {
            let _ = write!(page, "; contains `{text}`");
        }
        if let Some(lines) = artifact.min_lines {
            let _ = write!(page, "; at least {lines} lines of code");
        }
        page.push('\n');
    }
    for link in &must.key_links {
        let via = link
            .via
            .as_deref()
            .map(|it| format!(" ({it})"))
            .unwrap_or_default();
        let _ = writeln!(page, "- {} uses {}{via}", link.from, link.to);
    }
    page
}

/// The gaps of the last verification: this attempt is for them alone.
pub(super) fn gaps(state: &State, task: &TaskState) -> String {
    let mut page = format!(
        "# Attempt {}: verification found gaps\n\nYour earlier work stands in the worktree. Mend these, and nothing \
         else:\n",
        task.attempt
    );
    let reports = [
        task.report.as_deref(),
        state.report.as_deref(),
        state.correction.good_report.as_deref(),
    ];
    for gap in &task.gaps {
        let item = reports
            .iter()
            .flatten()
            .find_map(|report| report.items.iter().find(|it| it.id == *gap));
        match item {
            Some(item) => page.push_str(&gap_lines(item)),
            None => {
                let _ = writeln!(page, "\n- {gap}");
            }
        }
    }
    page
}

/// What the gates found in what the agent wrote, and what stays open until it is mended or a person has looked.
pub(super) fn open_findings(task: &TaskState) -> String {
    /// Findings that are told; the rest is counted.
    const FINDINGS_MAX: usize = 20;
    let mut page = "Open in what you wrote, until you mend it or a person has looked:".to_owned();
    let findings: Vec<&Finding> = task.owed.values().flatten().collect();
    for finding in findings.iter().take(FINDINGS_MAX) {
        let _ = write!(page, "\n{}", gate::told(finding));
    }
    let more = findings.len().saturating_sub(FINDINGS_MAX);
    if more > 0 {
        let _ = write!(page, "\n- and {more} more");
    }
    page
}

fn gap_lines(item: &Item) -> String {
    let mut text = format!("\n- {} [{}]: {}\n", item.text, item.word, item.reason);
    if let Some(place) = &item.location {
        let line = place.line.map(|it| format!(":{it}")).unwrap_or_default();
        let _ = writeln!(text, "  at {}{line}", place.file);
    }
    for missing in &item.missing {
        let _ = writeln!(text, "  missing: {missing}");
    }
    text
}
