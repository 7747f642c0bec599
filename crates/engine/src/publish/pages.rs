//! The texts that a forge gets of a run: title and text of its pull request, the line of its status, the report on its issue.
//!
//! What an agent said stands in them as a quote, said to be a claim: what is not quoted, the harness knows by itself. Forges
//! close issues that a quote names, and that a title names, so only our own line does so here ([`disarmed`]).

use std::fmt::Write as _;

use ledger::forge::{MeansKind, Publish};
use ledger::promise::Source;
use ledger::report::{Item, ItemStatus, Report};

use crate::on_forge;
use crate::state::State;

use disarmed::disarmed;

mod disarmed;

/// Files that are named one by one.
const FILES_MAX: usize = 40;
/// Findings that are named one by one.
const ITEMS_MAX: usize = 40;
/// Lines of an agent's words that are quoted.
const CLAIM_LINES_MAX: usize = 30;
/// What ends a line in Markdown, each by itself.
const ENDS: [char; 2] = ['\n', '\r'];
/// Longest line of a status, in characters: forges cut it.
const STATUS_CHARS_MAX: usize = 140;

/// The title of the pull request.
pub(super) fn title(state: &State) -> String {
    let described = described(state).and_then(|(title, _)| title.trim().split(ENDS).next());
    if let Some(title) = described {
        return disarmed(title);
    }
    let source = state.opened.as_ref().map(|it| &it.source);
    if let Some(Source::Issue(issue)) = source {
        return disarmed(spec::plain_title(&issue.title));
    }
    let plan = state.plan.as_ref().map(|it| it.title.as_str());
    disarmed(&spec::title(plan.unwrap_or_default()))
}

/// The text of the pull request.
pub(super) fn body(state: &State, publish: &Publish) -> String {
    let mut page = "## What changed\n\n".to_owned();
    if let Some(plan) = &state.plan {
        for task in &plan.tasks {
            let _ = writeln!(page, "- {}", one_line(&task.title));
        }
    }
    if let Some((_, words)) = described(state) {
        quoted(&mut page, "The agent describes it:", words);
    }
    claims(state, &mut page);
    verification(state, &mut page);
    let _ = writeln!(page, "\n## Files\n");
    for line in files(state) {
        let _ = writeln!(page, "- {line}");
    }
    format!("{}{}", references(publish), disarmed(&page))
}

/// How an agent described the pull request last, where it may.
fn described(state: &State) -> Option<(&str, &str)> {
    let (title, body) = state.published.described.as_ref()?;
    let may = on_forge::means(state).contains(&MeansKind::OpenPullRequest);
    may.then_some((title, body))
}

/// The text of a draft that people take over.
pub(super) fn draft_body(publish: &Publish, page: &str) -> String {
    format!("{}{}", references(publish), disarmed(page))
}

/// `Closes` and `Parent`, as forges and the board read them.
fn references(publish: &Publish) -> String {
    let mut page = String::new();
    if let Some(issue) = publish.issue {
        let _ = writeln!(page, "Closes #{issue}");
    }
    if let Some(parent) = publish.parent {
        let _ = writeln!(page, "Parent: #{parent}");
    }
    if !page.is_empty() {
        page.push('\n');
    }
    page
}

/// The line of the status.
pub(super) fn status_line(state: &State) -> String {
    let Some(report) = &state.report else {
        return "nothing was verified".to_owned();
    };
    let (verified, all) = report.score();
    let line = format!("{}: {verified}/{all} verified", report.status.word());
    let open = open_items(report).next();
    let line = match open {
        Some(item) => format!("{line}; {}: {}", item.word, one_line(&item.text)),
        None => line,
    };
    line.chars().take(STATUS_CHARS_MAX).collect()
}

/// The report on the issue.
pub(super) fn report(state: &State, publish: &Publish) -> String {
    let known = |name: &str| -> Option<String> {
        match name {
            "issue_number" => publish.issue.map(|it| it.to_string()),
            "pr_number" => state.published.pull.map(|it| it.to_string()),
            "branch" => Some(publish.branch.clone()),
            "brief" => brief(publish),
            "title" => Some(title(state)),
            "files" => Some(files(state).join(", ")),
            "ci_status" => Some(status_line(state)),
            "test_result" => Some(commands(state)),
            _ => None,
        }
    };
    let mut page = match publish.report.trim() {
        "" => default_report(),
        template => template.to_owned(),
    };
    page = spec::filled(&page, known);
    if !page.contains(&publish.branch) {
        let _ = write!(page, "\n**Branch**: `{}`", publish.branch);
    }
    page.push('\n');
    claims(state, &mut page);
    verification(state, &mut page);
    disarmed(&page)
}

fn default_report() -> String {
    "[Action Report]\n**Branch**: `{branch}`\n**Pull request**: #{pr_number}\n**Files**: {files}"
        .to_owned()
}

/// What a branch's name says behind its issue's number.
fn brief(publish: &Publish) -> Option<String> {
    let (_, rest) = publish.branch.split_once('/')?;
    let (_, brief) = rest.split_once('-')?;
    Some(brief.to_owned())
}

/// What the agents say of their tasks.
fn claims(state: &State, page: &mut String) {
    for task in state.tasks.values() {
        let Some(claim) = task.claim.as_deref().filter(|it| !it.trim().is_empty()) else {
            continue;
        };
        quoted(
            page,
            &format!("The agent says of `{}`:", task.task.id),
            claim,
        );
    }
}

/// What plans and reports say, as part of a line of ours: no heading and no mark of ours comes out of it.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Words of an agent, as a quote.
fn quoted(page: &mut String, whose: &str, words: &str) {
    if words.trim().is_empty() {
        return;
    }
    let _ = writeln!(page, "\n{whose}\n");
    let words = words.trim().replace("\r\n", "\n");
    for line in words.split(ENDS).take(CLAIM_LINES_MAX) {
        let _ = writeln!(page, "> {line}");
    }
}

/// How verification ended, with each finding at its place.
fn verification(state: &State, page: &mut String) {
    let _ = writeln!(page, "\n## Verification\n");
    let Some(report) = &state.report else {
        let _ = writeln!(page, "Nothing was verified.");
        return;
    };
    let (verified, all) = report.score();
    let word = report.status.word();
    let _ = writeln!(page, "{word}, {verified}/{all} verified by the harness\n");
    for item in report.items.iter().take(ITEMS_MAX) {
        let mark = match item.status {
            ItemStatus::Verified => "x",
            ItemStatus::Failed | ItemStatus::Unknown | ItemStatus::Human => " ",
        };
        let place = item.place().map(|it| format!(" (`{it}`)"));
        let place = place.unwrap_or_default();
        let text = one_line(&item.text);
        let _ = write!(page, "- [{mark}] {text}{place}");
        let _ = match item.status {
            ItemStatus::Verified => writeln!(page),
            ItemStatus::Failed | ItemStatus::Unknown | ItemStatus::Human => {
                writeln!(page, ": **{}** {}", item.word, one_line(&item.reason))
            }
        };
    }
    let left_out = report.items.len().saturating_sub(ITEMS_MAX);
    if left_out > 0 {
        let _ = writeln!(page, "- … and {left_out} more");
    }
    if let Some(why) = report.unrun() {
        let _ = writeln!(page, "\n{why}");
    }
}

fn open_items(report: &Report) -> impl Iterator<Item = &Item> {
    let items = report.items.iter();
    items.filter(|it| it.status != ItemStatus::Verified)
}

/// The changed files, each with what became of it.
fn files(state: &State) -> Vec<String> {
    let Some(candidate) = &state.validation.candidate else {
        return Vec::new();
    };
    let word = |kind: char| match kind {
        'A' => "added",
        'D' => "deleted",
        'R' => "renamed",
        _ => "changed",
    };
    let named = candidate.changed.iter().take(FILES_MAX);
    let mut lines: Vec<String> = named
        .map(|it| format!("`{}` {}", it.path, word(it.kind)))
        .collect();
    let left_out = candidate.changed.len().saturating_sub(FILES_MAX);
    if left_out > 0 {
        lines.push(format!("… and {left_out} more"));
    }
    lines
}

/// The commands that were run as evidence, with how they ended.
fn commands(state: &State) -> String {
    let fresh = state.fresh_evidence();
    let lines = fresh.iter().filter_map(|it| {
        let command = it.command.as_ref()?;
        let code = it
            .exit_code
            .map_or("no exit".to_owned(), |it| it.to_string());
        Some(format!("`{command}` → {code}"))
    });
    lines.collect::<Vec<_>>().join(", ")
}
