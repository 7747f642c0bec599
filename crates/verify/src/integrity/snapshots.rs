//! Recorded outputs: renewed in numbers, or without anything having changed that they could show.

use super::test_index::Book;
use super::{Change, Findings};
use crate::rules::{SNAPSHOT_PENDING, SNAPSHOT_RENEWED, SNAPSHOTS_IN_BULK};

/// Most recorded outputs that change together without a word.
const MANY: usize = 5;

/// Looks at all recorded outputs of a change.
pub(super) fn judge(changes: &[Change<'_>], book: &Book<'_>, findings: &mut Findings) {
    let mut renewed: Vec<(&str, usize)> = Vec::new();
    for change in changes.iter().filter(|it| is_snapshot(it.path)) {
        if change.path.ends_with(".snap.new") || change.path.ends_with(".received.txt") {
            let text = "an output that nobody has accepted was added".to_owned();
            findings.say(SNAPSHOT_PENDING, change.path, None, false, text);
            continue;
        }
        let (Some(before), Some(after)) = (change.before, change.after) else {
            continue;
        };
        let entries = differing(before, after);
        if entries > 0 {
            renewed.push((change.path, entries));
        }
    }
    let Some((first, _)) = renewed.first() else {
        return;
    };
    let entries = renewed
        .iter()
        .fold(0_usize, |sum, (_, it)| sum.saturating_add(*it));
    let many = renewed.len() > MANY || entries > MANY.saturating_mul(2);
    let tests_changed = !book.pages.is_empty();
    match (book.others, many) {
        (false, true) => {
            let text = format!(
                "{entries} recorded outputs were renewed, and nothing has changed that they show"
            );
            findings.say(SNAPSHOTS_IN_BULK, first, None, !tests_changed, text);
        }
        (false, false) if !tests_changed => {
            for (path, _) in &renewed {
                let text = "a recorded output was renewed, and nothing has changed that it shows"
                    .to_owned();
                findings.say(SNAPSHOT_RENEWED, path, None, false, text);
            }
        }
        (true, true) => {
            let text = format!("{entries} recorded outputs were renewed at once");
            findings.say(SNAPSHOTS_IN_BULK, first, None, false, text);
        }
        // Whether the code or the record is wrong can't be told from either.
        (true, false) => {
            for (path, _) in &renewed {
                let text =
                    "a recorded output was renewed together with the code that it shows".to_owned();
                findings.say(SNAPSHOT_RENEWED, path, None, false, text);
            }
        }
        (false, false) => {}
    }
}

/// How many entries of a file of recorded outputs differ; one for a file that is one output.
fn differing(before: &str, after: &str) -> usize {
    let entries = |text: &str| -> std::collections::BTreeMap<String, String> {
        let mut found = std::collections::BTreeMap::new();
        for piece in text.split("\nexports[").skip(1) {
            let (name, rest) = piece.split_once("] =").unwrap_or((piece, ""));
            found.insert(name.to_owned(), rest.trim().to_owned());
        }
        found
    };
    let (was, now) = (entries(before), entries(after));
    if was.is_empty() || now.is_empty() {
        // Line endings and the version of the tool that wrote it are no content.
        let body = |text: &str| -> String {
            text.lines()
                .map(str::trim_end)
                .filter(|it| !it.starts_with("source:") && !it.starts_with("assertion_line:"))
                .collect::<Vec<_>>()
                .join("\n")
        };
        return usize::from(body(before) != body(after));
    }
    was.iter()
        .filter(|(name, text)| now.get(*name).is_some_and(|it| it != *text))
        .count()
}

/// Whether a file holds recorded outputs, by its name.
pub(crate) fn is_snapshot(path: &str) -> bool {
    let folder = |it: &str| {
        matches!(
            it,
            "__snapshots__"
                | "snapshots"
                | "__image_snapshots__"
                | "goldens"
                | "golden"
                | "__file_snapshots__"
                | "cassettes"
        )
    };
    let mut words = path.rsplit('/');
    let name = words.next().unwrap_or(path);
    words.any(folder)
        || [
            ".snap",
            ".golden",
            ".approved.txt",
            ".snap.new",
            ".ambr",
            ".received.txt",
        ]
        .iter()
        .any(|it| name.ends_with(it))
}
