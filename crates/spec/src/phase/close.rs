//! What is written when plans of a phase are done: a summary beside each, and its marks in the roadmap.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ledger::action::Written;
use ledger::ids::{RelPath, TaskId};
use ledger::promise::SourceFile;

use super::folder::{Folder, Planned, State};
use super::names::summary_names;
use super::roadmap::{self, Progress};
use crate::fields::one_line;
use crate::plan_md::quoted;

/// Files named in one summary.
const FILES_MAX: usize = 200;

/// A task that is done and verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// The task.
    pub task: TaskId,
    /// Its title.
    pub title: String,
    /// Files that it changed, from the repository's top.
    pub changed: Vec<RelPath>,
    /// What was verified, a sentence each.
    pub verified: Vec<String>,
    /// How long it took, in minutes.
    pub minutes: u64,
}

/// The files to write when tasks of a phase are done, in the order of their paths: summaries, and the roadmap if a mark
/// of it changes. `opened` are the files as they were when the phase was read, `now` as they stand; `date` is the day,
/// as `2026-11-20`. A task that is none of the phase's plans leaves nothing.
#[must_use]
pub fn close(
    path: &str,
    opened: &[SourceFile],
    now: &[SourceFile],
    done: &[Done],
    date: &str,
) -> Vec<Written> {
    let folder = Folder::new(path, opened);
    let base = path.trim_start_matches("./").trim_end_matches('/');
    let mut summaries: BTreeMap<String, String> = BTreeMap::new();
    for task in done {
        let plans = &folder.plans;
        let is = |plan: &&Planned<'_>| {
            plan.state == State::Open && plan.glance.id.as_ref() == Some(&task.task)
        };
        let Some(plan) = plans.iter().find(is) else {
            continue;
        };
        if let Some(name) = summary_names(&plan.below).into_iter().next() {
            let text = summary(plan, task, folder.number.as_deref(), date);
            summaries.insert(format!("{base}/{name}"), text);
        }
    }
    if summaries.is_empty() {
        return Vec::new();
    }
    let mut written: BTreeMap<String, String> = summaries.clone();
    written.extend(marks(path, opened, now, &summaries, date));
    written
        .into_iter()
        .filter_map(|(path, text)| {
            let stands = now.iter().find(|it| it.path == path);
            let path = RelPath::new(&path).ok()?;
            let changed = stands.is_none_or(|it| it.text != text);
            let content = Some(text);
            changed.then_some(Written { path, content })
        })
        .collect()
}

/// The roadmap as it will stand, with its path.
fn marks(
    path: &str,
    opened: &[SourceFile],
    now: &[SourceFile],
    summaries: &BTreeMap<String, String>,
    date: &str,
) -> Option<(String, String)> {
    // Plans that were there when the run began count even where they are gone now; those added since count too.
    let mut all: BTreeMap<&str, SourceFile> = BTreeMap::new();
    for file in opened.iter().chain(now) {
        all.insert(&file.path, file.clone());
    }
    for (path, text) in summaries {
        let text = text.clone();
        let path = path.as_str();
        let file = SourceFile {
            path: path.to_owned(),
            text,
        };
        all.insert(path, file);
    }
    let all: Vec<SourceFile> = all.into_values().collect();
    let folder = Folder::new(path, &all);
    let number = folder.number.clone()?;
    let roadmap = now
        .iter()
        .find(|it| Some(it.path.as_str()) == folder.roadmap.map(|it| it.path.as_str()))?;
    let plans = folder.plans.iter();
    let live: Vec<&Planned<'_>> = plans.filter(|it| it.state != State::Superseded).collect();
    let ended = live.iter().filter(|it| it.state == State::Done);
    let progress = Progress {
        phase: &number,
        done: ended.clone().flat_map(|it| it.listed()).collect(),
        plans_done: ended.count(),
        plans: live.len(),
        date,
    };
    let text = roadmap::marked(&roadmap.text, &progress);
    Some((roadmap.path.clone(), text))
}

fn summary(plan: &Planned<'_>, done: &Done, phase: Option<&str>, date: &str) -> String {
    let glance = &plan.glance;
    let mut page = "---\n".to_owned();
    let _ = writeln!(page, "phase: {}", quoted(&glance.phase));
    let _ = writeln!(page, "plan: {}", quoted(&glance.number));
    let _ = writeln!(page, "subsystem: {}", quoted(&subsystem(plan, done)));
    list(&mut page, "tags", glance.tags.iter().map(String::as_str));
    let ids = glance.requirements.iter().map(String::as_str);
    list(&mut page, "requirements-completed", ids);
    let _ = writeln!(page, "duration: {}", duration(done.minutes));
    let _ = writeln!(page, "completed: {date}\nstatus: complete\n---\n");
    let number = phase.map(|it| format!("Phase {it}, ")).unwrap_or_default();
    let _ = writeln!(page, "# {number}plan {}: summary\n", plan.name);
    let _ = writeln!(page, "**{}**\n", one_line(&done.title));
    page.push_str("## Verified\n\n");
    if done.verified.is_empty() {
        page.push_str("- The commands of the project passed on the tree that was merged.\n");
    }
    for sentence in &done.verified {
        let _ = writeln!(page, "- {}", one_line(sentence));
    }
    page.push_str("\n## Files changed\n\n");
    if done.changed.is_empty() {
        page.push_str("None.\n");
    }
    for path in done.changed.iter().take(FILES_MAX) {
        let _ = writeln!(page, "- `{path}`");
    }
    let more = done.changed.len().saturating_sub(FILES_MAX);
    if more > 0 {
        let _ = writeln!(page, "- and {more} more");
    }
    page
}

fn list<'a>(page: &mut String, name: &str, items: impl Iterator<Item = &'a str>) {
    let items: Vec<&str> = items.collect();
    if items.is_empty() {
        let _ = writeln!(page, "{name}: []");
        return;
    }
    let _ = writeln!(page, "{name}:");
    for item in items {
        let _ = writeln!(page, "  - {}", quoted(item));
    }
}

/// The part of the system: where most of the changed files stand, else what the phase is called.
fn subsystem(plan: &Planned<'_>, done: &Done) -> String {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for path in &done.changed {
        if let Some((folder, _)) = path.as_str().rsplit_once('/') {
            let seen = count.entry(folder).or_default();
            *seen = seen.saturating_add(1);
        }
    }
    let most = count
        .iter()
        .max_by_key(|(folder, seen)| (**seen, std::cmp::Reverse(**folder)));
    match most {
        Some((folder, _)) => (*folder).to_owned(),
        None => plan.glance.phase.clone(),
    }
}

/// `23min`, or `1h 15min`.
fn duration(minutes: u64) -> String {
    match (minutes.checked_div(60), minutes.checked_rem(60)) {
        (Some(hours), Some(rest)) if hours > 0 => format!("{hours}h {rest}min"),
        _ => format!("{minutes}min"),
    }
}
