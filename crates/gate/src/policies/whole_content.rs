//! `whole-content`: what is written is the thing itself: no elisions, no merge markers, nothing that no longer parses.

use ledger::gate::{Checkpoint, Finding};
use ledger::phase::Role;
use ledger::proposal::Proposal;

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{about, hard, run, soft, stop, warning};
use crate::subject::{Subject, Written};

const NAME: &str = "whole-content";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreWrite, Checkpoint::PostWrite],
        summary: "Content is written whole: “rest unchanged” is refused, merge markers ask, what no longer parses is noted.",
        why: "An elision that is written to a file deletes what it stands for.",
        instead: "Write the whole file, or edit the one place.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: false,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    if asked.context.role == Role::Harness {
        return Vec::new();
    }
    match asked.subject {
        Subject::Write(
            Proposal::Write { path, content }
            | Proposal::Edit {
                path, new: content, ..
            },
        ) => before(asked.subject, path, content),
        Subject::Written(written) => after(written),
        Subject::Write(_)
        | Subject::Input(_)
        | Subject::Plan { .. }
        | Subject::Transition(_)
        | Subject::Tool(_)
        | Subject::ToolResult { .. }
        | Subject::VerifyCommand { .. }
        | Subject::VerifyResult { .. }
        | Subject::Delegation(_)
        | Subject::Delegated(_)
        | Subject::Context(_)
        | Subject::PullRequest { .. } => Vec::new(),
    }
}

fn before(subject: &Subject<'_>, path: &str, content: &str) -> Vec<Finding> {
    let mut out = Vec::new();
    // What an edit replaces may hold the same words: then it leaves them as they were.
    let old = match subject.proposal() {
        Some(Proposal::Edit { old, .. }) => old.as_str(),
        Some(_) | None => "",
    };
    let prose = [".md", ".txt", ".rst", ".adoc", ".patch", ".diff"];
    let prose = prose
        .iter()
        .any(|end| path.to_ascii_lowercase().ends_with(end));
    let elided = content
        .lines()
        .find(|line| elides(line) && !old.contains(line.trim()));
    if let Some(line) = elided.filter(|_| !prose) {
        let message = format!("`{}` stands for code that would be lost", line.trim());
        let next = stop("write the whole content, or edit the one place that changes");
        out.push(about(hard(NAME, "elided", message, next), path));
    }
    if conflict(content) && !conflict(old) && !prose {
        let message = "it holds the marks of an unresolved merge";
        out.push(about(soft(NAME, "merge-markers", message), path));
    }
    out
}

fn after(written: &Written<'_>) -> Vec<Finding> {
    let Some(facts) = written.facts.filter(|_| written.after.is_some()) else {
        return Vec::new();
    };
    if facts.parses == Some(false) && facts.parsed != Some(false) {
        let message = format!("`{}` can no longer be parsed", written.path);
        let next = run(format!("read {}", written.path));
        return vec![about(
            warning(NAME, "does-not-parse", message, next),
            written.path,
        )];
    }
    Vec::new()
}

/// Whether a line is a comment, or dots alone with words, that stands for what is left out.
fn elides(line: &str) -> bool {
    /// A longer line says more than that.
    const CHARS_MAX: usize = 100;
    const OPENS: [&str; 9] = ["//", "#", "/*", "<!--", "--", "{/*", ";", "%", "\"\"\""];
    let line = line.trim();
    if line.len() > CHARS_MAX {
        return false;
    }
    let Some(body) = OPENS.iter().find_map(|open| line.strip_prefix(open)) else {
        return line.starts_with("...") && left_out(line);
    };
    left_out(body)
}

fn left_out(body: &str) -> bool {
    const WHAT: [&str; 19] = [
        "code",
        "file",
        "content",
        "contents",
        "implementation",
        "methods",
        "functions",
        "logic",
        "imports",
        "class",
        "component",
        "tests",
        "fields",
        "properties",
        "body",
        "lines",
        "stays",
        "remains",
        "function",
    ];
    const HOW: [&str; 8] = [
        "unchanged",
        "same",
        "existing",
        "omitted",
        "before",
        "previous",
        "original",
        "remaining",
    ];
    let lower = body.to_lowercase();
    let dots = lower.contains("...") || lower.contains('…');
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|it| !it.is_empty())
        .collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    let rest = words.windows(2).any(|pair| matches!(pair, ["rest", "of"]));
    let few = words.len() <= 10;
    few && (dots && has(&HOW) && (has(&WHAT) || words.len() <= 2)
        || dots && rest
        || rest && has(&HOW)
        || (has(&["remaining", "existing", "other"])
            && has(&WHAT)
            && has(&["unchanged", "same", "omitted"])))
}

/// Whether all three marks of a conflict stand at the start of lines, in order.
fn conflict(text: &str) -> bool {
    let mut marks = ["<<<<<<< ", "=======", ">>>>>>> "].iter().peekable();
    for line in text.lines() {
        if marks.peek().is_some_and(|mark| line.starts_with(**mark)) {
            marks.next();
        }
    }
    marks.peek().is_none()
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (
        r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "fn a() {}\n// ... existing code ...\n"}}"#,
        "elided",
    ),
    (
        r##"{"tool": "write_file", "args": {"path": "a.py", "content": "x = 1\n# rest of the file remains unchanged\n"}}"##,
        "elided",
    ),
    (
        r#"{"tool": "edit_file", "args": {"path": "a.ts", "old": "a", "new": "b\n  /* remaining methods unchanged */"}}"#,
        "elided",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "a.js", "content": "... rest of the code ..."}}"#,
        "elided",
    ),
    (
        r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n"}}"#,
        "merge-markers",
    ),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "write_file", "args": {"path": "src/a.rs", "content": "// The rest of the arguments is kept.\nfn a(b: ..., c) {}\n"}}"#,
    r#"{"tool": "write_file", "args": {"path": "docs/a.md", "content": "// ... existing code ...\n"}}"#,
    r#"{"tool": "write_file", "args": {"path": "a.js", "content": "const a = [...rest, ...existing];\n// loading...\n"}}"#,
    r#"{"tool": "edit_file", "args": {"path": "a.ts", "old": "// ... existing code ...", "new": "x\n// ... existing code ..."}}"#,
    r#"{"tool": "write_file", "args": {"path": "a.rst", "content": "Title\n=======\n"}}"#,
];
