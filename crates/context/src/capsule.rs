//! What stands in for the entries that a prompt leaves out.
//!
//! What must not be lost becomes pinned sections, whatever compression is configured: what was refused, what people said,
//! what was changed, what was read and at which lines, where the work was. They are made from what the entries are marked
//! with, so they hold for every call, and not only for those that a summary happens to mention. `claude-style` adds one
//! line for each other call.

mod list;

use std::fmt::Write as _;

use ledger::options::{Compression, ContextOptions};

use crate::history::{Answer, Mark, Turn};
use crate::section::{Origin, Place, Section};

use list::{Entry, listed, one_line, quoted, unique};

/// What was refused.
pub const REFUSALS: &str = "refusals";
/// What people said.
pub const ANSWERS: &str = "answers";
/// What was changed.
pub const CHANGES: &str = "changes";
/// What was read, and where.
pub const ANCHORS: &str = "anchors";
/// Where the work was.
pub const RESUME_POINT: &str = "resume-point";

/// Lines of a summary; the newest are kept.
const SUMMARY_LINES_MAX: usize = 120;
/// Commands of which the last result is told.
const COMMANDS_MAX: usize = 12;

/// What stands in for what was left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Capsule {
    /// Pinned sections.
    pub sections: Vec<Section>,
    /// That something was left out, and what was done in it; empty when nothing was.
    pub summary: String,
}

impl Capsule {
    /// Bytes that it adds to a prompt.
    pub(crate) fn bytes(&self) -> u64 {
        let sections = self.sections.iter().map(|it| it.text.len());
        let all = sections.fold(self.summary.len(), usize::saturating_add);
        u64::try_from(all).unwrap_or(u64::MAX)
    }
}

/// What stands in for these entries.
#[must_use]
pub fn of(left_out: &[Turn], options: &ContextOptions) -> Capsule {
    if left_out.is_empty() {
        return Capsule::default();
    }
    let bytes_max = section_bytes_max(options);
    let sections = [
        (REFUSALS, refusals(left_out, bytes_max)),
        (ANSWERS, answers(left_out, bytes_max)),
        (CHANGES, changes(left_out, bytes_max)),
        (ANCHORS, anchors(left_out, bytes_max)),
        (RESUME_POINT, resume_point(left_out)),
    ];
    Capsule {
        sections: sections
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(name, text)| pinned(name, text))
            .collect(),
        summary: summary(left_out, options),
    }
}

/// The names of the sections that must stand in for these entries.
#[must_use]
pub fn needed(left_out: &[Turn]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for mark in marks(left_out) {
        names.extend(match mark.mark {
            Mark::Nothing | Mark::Ran { .. } => None,
            Mark::Refused => Some(REFUSALS),
            Mark::Asked(_) => Some(ANSWERS),
            Mark::Read { .. } => Some(ANCHORS),
            Mark::Changed { .. } => Some(CHANGES),
        });
    }
    let spoke = |it: &Turn| matches!(it, Turn::Person(_));
    if left_out.iter().any(spoke) {
        names.push(ANSWERS);
    }
    if !left_out.is_empty() {
        names.push(RESUME_POINT);
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// Longest text of one section: all of them together leave most of the prompt to the conversation.
fn section_bytes_max(options: &ContextOptions) -> usize {
    /// Four long sections, of text that has a token for two bytes or more.
    const SHARE: usize = 8;
    usize::try_from(options.tokens_max)
        .unwrap_or(usize::MAX)
        .checked_div(SHARE)
        .unwrap_or(0)
        .clamp(1024, 8 * 1024)
}

fn pinned(name: &'static str, text: String) -> Section {
    Section {
        name,
        origin: Origin::Program,
        place: Place::Task,
        priority: u8::MAX,
        pinned: true,
        bytes_max: text.len(),
        text: text.into(),
    }
}

fn marks(turns: &[Turn]) -> impl Iterator<Item = &Answer> {
    turns.iter().flat_map(|turn| match turn {
        Turn::Results(answers) => answers.as_slice(),
        Turn::Agent(..) | Turn::Harness(_) | Turn::Person(_) => &[],
    })
}

/// What was refused, each thing once, the newest last. Where there is no room for all in full, the older ones are told
/// without their reasons.
fn refusals(turns: &[Turn], bytes_max: usize) -> String {
    let refused = marks(turns).filter(|it| it.mark == Mark::Refused);
    let lines = refused.map(|it| {
        let what = it.digest.rsplit_once(": ").map_or(&*it.digest, |it| it.0);
        let (what, why) = (one_line(what), it.text.trim_start_matches("refused"));
        Entry {
            whole: format!(
                "- {what}: {}",
                quoted(why.trim_start_matches(['\n', '-', ' ']))
            ),
            short: Some(format!("- {what}")),
        }
    });
    listed(
        "What was refused before, and stays refused:",
        unique(lines),
        bytes_max,
        "refusals",
    )
}

/// What people said, the newest last.
fn answers(turns: &[Turn], bytes_max: usize) -> String {
    let mut lines = Vec::new();
    for turn in turns {
        match turn {
            Turn::Person(text) => lines.push(Entry::from(format!("- {}", quoted(text)))),
            Turn::Results(answers) => lines.extend(answers.iter().filter_map(|it| {
                let Mark::Asked(question) = &it.mark else {
                    return None;
                };
                let line = format!("- asked: {}: {}", quoted(question), quoted(&it.text));
                Some(Entry::from(line))
            })),
            Turn::Agent(..) | Turn::Harness(_) => {}
        }
    }
    listed("What people said before:", lines, bytes_max, "answers")
}

/// Which files were changed, each once, the newest last.
fn changes(turns: &[Turn], bytes_max: usize) -> String {
    let mut files: Vec<(&str, usize, bool)> = Vec::new();
    for answer in marks(turns) {
        let Mark::Changed { path, gone } = &answer.mark else {
            continue;
        };
        let known = files.iter().position(|it| it.0 == path.as_ref());
        let times = known.map_or(0, |at| files.remove(at).1);
        files.push((path, times.saturating_add(1), *gone));
    }
    let lines = files.into_iter().map(|(path, times, gone)| {
        let times = match times {
            1 => String::new(),
            times => format!(", {times} times"),
        };
        let how = if gone { "deleted" } else { "changed" };
        Entry::from(format!("- {}: {how}{times}", one_line(path)))
    });
    listed(
        "What you changed before, and what stands in the worktree:",
        lines.collect(),
        bytes_max,
        "files",
    )
}

/// Which lines of which files were read, and whether they were changed since.
fn anchors(turns: &[Turn], bytes_max: usize) -> String {
    /// Ranges of one file that are named.
    const RANGES_MAX: usize = 6;
    let mut files: Vec<(&str, Vec<String>, bool)> = Vec::new();
    for answer in marks(turns) {
        match &answer.mark {
            Mark::Read { path, lines } => {
                let known = files.iter().position(|it| it.0 == path.as_ref());
                let mut file = match known {
                    Some(at) => files.remove(at),
                    None => (path.as_ref(), Vec::new(), false),
                };
                if file.2 {
                    // What was read before the change says nothing any more.
                    file.1.clear();
                    file.2 = false;
                }
                let range = range(*lines);
                if !file.1.contains(&range) {
                    file.1.push(range);
                }
                files.push(file);
            }
            Mark::Changed { path, .. } => {
                for file in files.iter_mut().filter(|it| it.0 == path.as_ref()) {
                    file.2 = true;
                }
            }
            Mark::Nothing | Mark::Refused | Mark::Asked(_) | Mark::Ran { .. } => {}
        }
    }
    let lines = files.into_iter().map(|(path, ranges, changed)| {
        let shown: Vec<&str> = ranges.iter().take(RANGES_MAX).map(String::as_str).collect();
        let more = ranges.len().saturating_sub(shown.len());
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        let since = if changed { ", changed since" } else { "" };
        let shown = shown.join(", ");
        Entry::from(format!("- {}: {shown}{more}{since}", one_line(path)))
    });
    listed(
        "What you read before; read it again where you need its words:",
        lines.collect(),
        bytes_max,
        "files",
    )
}

fn range((from, lines): (Option<u32>, Option<u32>)) -> String {
    match (from, lines) {
        (None, None) => "all of it".to_owned(),
        (Some(from), None) => format!("from line {from}"),
        (from, Some(lines)) => {
            let from = from.unwrap_or(1).max(1);
            let to = from.saturating_add(lines.max(1)).saturating_sub(1);
            format!("lines {from}-{to}")
        }
    }
}

/// How far the work was, and how commands ended last.
fn resume_point(turns: &[Turn]) -> String {
    let rounds = turns
        .iter()
        .filter(|it| matches!(it, Turn::Agent(..)))
        .count();
    let mut text = format!(
        "This attempt goes on: {rounds} earlier rounds were left out here, and the newest ones follow."
    );
    let mut commands: Vec<(&str, Option<i32>)> = Vec::new();
    for answer in marks(turns) {
        if let Mark::Ran { command, exit_code } = &answer.mark {
            commands.retain(|it| it.0 != command.as_ref());
            commands.push((command, *exit_code));
        }
    }
    let skip = commands.len().saturating_sub(COMMANDS_MAX);
    let last = commands.get(skip..).unwrap_or_default();
    if !last.is_empty() {
        text.push_str(" Commands ended last with:");
        for (command, exit_code) in last {
            let how = match exit_code {
                Some(code) => format!("exit code {code}"),
                None => "no exit code".to_owned(),
            };
            let _ = write!(text, "\n- {}: {how}", quoted(command));
        }
    }
    text
}

/// That entries were left out; with `claude-style`, one line for each call that no section tells of.
fn summary(turns: &[Turn], options: &ContextOptions) -> String {
    let mut text = format!("[{} earlier messages were left out.", turns.len());
    let mut lines: Vec<String> = Vec::new();
    if options.compression == Compression::ClaudeStyle {
        for turn in turns {
            match turn {
                Turn::Agent(..) | Turn::Person(_) => {}
                Turn::Results(answers) => {
                    let told = answers.iter().filter(|it| match it.mark {
                        Mark::Nothing | Mark::Ran { .. } => true,
                        Mark::Refused
                        | Mark::Asked(_)
                        | Mark::Read { .. }
                        | Mark::Changed { .. } => false,
                    });
                    lines.extend(told.map(|it| format!("- {}", it.digest)));
                }
                Turn::Harness(text) => lines.push(format!(
                    "- note: {}",
                    text.lines().next().unwrap_or_default()
                )),
            }
        }
    }
    let skip = lines.len().saturating_sub(SUMMARY_LINES_MAX);
    let last = lines.get(skip..).unwrap_or_default();
    if !last.is_empty() {
        text.push_str(" What else was done in them, oldest first:\n");
        text.push_str(&last.join("\n"));
    }
    text.push(']');
    text
}
