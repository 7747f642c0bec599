//! A report as the services that run CI show it beside the code: each gap and note at its file and line.

use std::collections::BTreeMap;

use ledger::ids::Hash;
use ledger::report::{Feedback, FeedbackStatus, Report};
use serde::Serialize;

use crate::shortened::shortened;

/// Messages longer than this are cut, in characters: GitHub shows no more than 64 kB of a step's annotations.
const MESSAGE_CHARS_MAX: usize = 1_000;

/// Workflow commands of GitHub Actions, one a line (`::error file=…,line=…,title=…::…`); Gitea and Forgejo keep them in the
/// log. Source: "Workflow commands for GitHub Actions".
#[must_use]
pub fn workflow_commands(report: &Report) -> String {
    let mut out = String::new();
    for it in said(report) {
        let kind = match it.status {
            FeedbackStatus::Fail => "error",
            FeedbackStatus::Warning | FeedbackStatus::Pass => "warning",
        };
        let place = it.location.as_ref().map_or_else(String::new, |place| {
            let file = property(&place.file);
            let line = place
                .line
                .map_or_else(String::new, |it| format!(",line={it}"));
            format!("file={file}{line},")
        });
        let (rule, text) = (property(&it.rule), data(&message(it)));
        out.push_str(&format!("::{kind} {place}title=interlock {rule}::{text}\n"));
    }
    out
}

/// A report of GitLab's Code Quality, as JSON. What stands at no file has no place in it. Source: GitLab, "Code Quality
/// report format".
#[must_use]
pub fn code_quality(report: &Report) -> String {
    let mut seen: BTreeMap<Hash, usize> = BTreeMap::new();
    let rows = said(report).filter_map(|it| {
        let place = it.location.as_ref()?;
        let text = message(it);
        // Neither line nor text, which may name one, so that the same finding is known again when it moves.
        let same = Hash::of(format!("{}\n{}", it.rule, place.file).as_bytes());
        let times = seen.entry(same).or_default();
        *times = times.saturating_add(1);
        let fingerprint = Hash::chained(&same, times.to_string().as_bytes()).hex();
        Some(Row {
            check_name: &it.rule,
            description: text,
            fingerprint,
            location: Place {
                path: &place.file,
                lines: Lines {
                    begin: place.line.unwrap_or(1),
                },
            },
            severity: match it.status {
                FeedbackStatus::Fail => "major",
                FeedbackStatus::Warning | FeedbackStatus::Pass => "minor",
            },
        })
    });
    // INVARIANT: texts and numbers alone always have a form in JSON.
    serde_json::to_string(&rows.collect::<Vec<_>>()).unwrap_or_default()
}

#[derive(Serialize)]
struct Row<'a> {
    check_name: &'a str,
    description: String,
    fingerprint: String,
    location: Place<'a>,
    severity: &'static str,
}

#[derive(Serialize)]
struct Place<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
}

/// Gaps first; of what is no gap only what no gap says already.
fn said(report: &Report) -> impl Iterator<Item = &Feedback> {
    let gaps = report.feedback.iter();
    let gaps = gaps.filter(|it| it.status == FeedbackStatus::Fail);
    gaps.chain(report.notes())
}

/// One line without the file's name, which stands beside it, and with what would mend it.
fn message(it: &Feedback) -> String {
    let file = it
        .location
        .as_ref()
        .map(|place| format!("{}: ", place.file));
    let text = file.and_then(|file| it.message.strip_prefix(&file));
    let mut text = text.unwrap_or(&it.message).to_owned();
    if let Some(mend) = &it.fix_suggestion {
        text.push_str(&format!(" ({mend})"));
    }
    shortened(&text, MESSAGE_CHARS_MAX)
}

/// A text as the data of a workflow command.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25");
    text.replace('\r', "%0D").replace('\n', "%0A")
}

/// A text as one of its properties.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
