//! `workspace-path`: nothing outside the worktree is read or written, and nothing inside git's own directory.

use ledger::facts::{PathFact, PathKind};
use ledger::gate::{Checkpoint, Finding};

use super::{Asked, Policy, PolicyInfo};
use crate::finding::{about, hard, soft, use_path};
use crate::lookup::{self, Known};
use crate::paths::{self, Leads};
use crate::touch::{How, Touch, touches};

const NAME: &str = "workspace-path";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &[Checkpoint::PreTool, Checkpoint::PreWrite],
        summary: "No read or write outside the worktree, through links, or inside git's own directory.",
        why: "Most agent escapes were path escapes: `..`, links, case folding, hard links, `/proc`.",
        instead: "Use a path below the worktree.",
        matches: MATCHES,
        passes: PASSES,
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let Some(proposal) = asked.subject.proposal() else {
        return Vec::new();
    };
    touches(proposal)
        .iter()
        .filter_map(|touch| one(asked, touch).map(|finding| about(finding, &touch.asked)))
        .collect()
}

fn one(asked: &Asked<'_>, touch: &Touch) -> Option<Finding> {
    let path = touch.asked.as_str();
    let inside = || use_path("a path below the worktree");
    if path.is_empty() {
        return Some(soft(NAME, "empty-path", "the path is empty"));
    }
    if paths::is_git_internal(path) {
        return Some(internals(touch, path));
    }
    match paths::leads(path, asked.context.worktree) {
        Leads::Root if touch.how.changes() => {
            let message = "the worktree itself can't be written or deleted";
            return Some(hard(NAME, "worktree-root", message, inside()));
        }
        Leads::Root => return None,
        Leads::Wrong(why) => {
            let message = format!("`{path}` is no usable path: {why}");
            return Some(hard(NAME, "bad-path", message, inside()));
        }
        Leads::Outside(why) => {
            let resolved = resolved(asked, path);
            if resolved.is_none_or(|found| found.resolved.is_none()) {
                let message = format!("`{path}` is outside the worktree: {why}");
                return Some(hard(NAME, "outside-worktree", message, inside()));
            }
        }
        Leads::Inside(_) => {}
    }
    match lookup::path(asked.context.facts, path) {
        Known::Yes(found) => stands(touch, found),
        Known::No(why) => {
            let message = format!("what stands at `{path}` could not be found out: {why}");
            Some(soft(NAME, "path-unknown", message))
        }
        Known::Unasked => {
            let message = format!("nobody looked what stands at `{path}`");
            Some(soft(NAME, "path-unknown", message))
        }
    }
}

fn resolved<'a>(asked: &Asked<'a>, path: &str) -> Option<&'a PathFact> {
    match lookup::path(asked.context.facts, path) {
        Known::Yes(found) => Some(found),
        Known::No(_) | Known::Unasked => None,
    }
}

fn internals(touch: &Touch, path: &str) -> Finding {
    let verb = touch.how.verb();
    let message = format!("`{path}` is inside git's own directory; agents don't {verb} it");
    hard(NAME, "git-internals", message, use_path("a tracked file"))
}

/// Judges what stands there.
fn stands(touch: &Touch, found: &PathFact) -> Option<Finding> {
    let path = touch.asked.as_str();
    let inside = || use_path("a path below the worktree");
    let Some(resolved) = found.resolved.as_ref() else {
        let how = if found.through_link { "leads" } else { "is" };
        let message = format!("`{path}` {how} outside the worktree");
        return Some(hard(NAME, "outside-worktree", message, inside()));
    };
    if paths::is_git_internal(resolved.as_str()) {
        return Some(internals(touch, path));
    }
    match found.kind {
        PathKind::Outside => {
            let message = format!("`{path}` leads outside the worktree");
            Some(hard(NAME, "outside-worktree", message, inside()))
        }
        PathKind::Special if touch.how != How::Name => {
            let message = format!("`{path}` is a device, socket or pipe, or unreadable");
            Some(hard(NAME, "special-file", message, inside()))
        }
        PathKind::File if found.hard_linked && touch.how == How::Write => {
            let message =
                format!("`{path}` has another name elsewhere, which a write would change");
            let next = use_path("a file with one name; delete this one and write it anew");
            Some(hard(NAME, "hard-linked", message, next))
        }
        PathKind::Special | PathKind::File | PathKind::Directory | PathKind::Absent => None,
    }
}

/// Lines on which it speaks, with the rule.
const MATCHES: &[(&str, &str)] = &[
    (r#"{"tool": "read_file", "args": {"path": "../other/a.rs"}}"#, "outside-worktree"),
    (r#"{"tool": "read_file", "args": {"path": "/etc/passwd"}}"#, "outside-worktree"),
    (r#"{"tool": "read_file", "args": {"path": "~/.bashrc"}}"#, "outside-worktree"),
    (r#"{"tool": "read_file", "args": {"path": "src/../../x"}}"#, "outside-worktree"),
    (r#"{"tool": "read_file", "args": {"path": "file:///etc/shadow"}}"#, "outside-worktree"),
    (r#"{"tool": "read_file", "args": {"path": "C:\\Windows\\x.ini"}}"#, "outside-worktree"),
    (r#"{"tool": "read_file", "args": {"path": "\\\\host\\share\\x"}}"#, "outside-worktree"),
    (r#"{"tool": "read_file", "args": {"path": "link-out/x.txt"}}"#, "outside-worktree"),
    (r#"{"tool": "read_file", "args": {"path": "/proc/self/environ"}}"#, "outside-worktree"),
    (r#"{"tool": "read_file", "args": {"path": ".git/config"}}"#, "git-internals"),
    (r#"{"tool": "write_file", "args": {"path": ".GIT/hooks/pre-commit", "content": "x"}}"#, "git-internals"),
    (r#"{"tool": "write_file", "args": {"path": ".git./hooks/x", "content": "x"}}"#, "git-internals"),
    (r#"{"tool": "write_file", "args": {"path": "a/GIT~1/config", "content": "x"}}"#, "git-internals"),
    (r#"{"tool": "write_file", "args": {"path": ".git::$INDEX_ALLOCATION/x", "content": "x"}}"#, "git-internals"),
    (r#"{"tool": "write_file", "args": {"path": ".g\u200cit/config", "content": "x"}}"#, "git-internals"),
    (r#"{"tool": "write_file", "args": {"path": "\uff0egit/config", "content": "x"}}"#, "git-internals"),
    (r#"{"tool": "write_file", "args": {"path": "src/\u202esr.bil", "content": "x"}}"#, "bad-path"),
    (r#"{"tool": "read_file", "args": {"path": "src/a\u0000.rs"}}"#, "bad-path"),
    (r#"{"tool": "write_file", "args": {"path": "src/a\nb.rs", "content": "x"}}"#, "bad-path"),
    (r#"{"tool": "write_file", "args": {"path": "hard.txt", "content": "x"}}"#, "hard-linked"),
    (r#"{"tool": "read_file", "args": {"path": "pipe1"}}"#, "special-file"),
    (r#"{"tool": "read_file", "args": {"path": ""}}"#, "empty-path"),
    (r#"{"tool": "read_file", "args": {"path": "unknown.txt"}}"#, "path-unknown"),
    (r#"{"tool": "delete_file", "args": {"path": "."}}"#, "worktree-root"),
    (r#"{"tool": "run_command", "args": {"command": "cat ../x.txt"}}"#, "outside-worktree"),
    (r#"{"tool": "run_command", "args": {"command": "ls ~/work"}}"#, "outside-worktree"),
    (r#"{"tool": "run_command", "args": {"argv": ["cat", "/etc/hosts.txt"]}}"#, "outside-worktree"),
];

/// Lines on which it says nothing.
const PASSES: &[&str] = &[
    r#"{"tool": "read_file", "args": {"path": "src/a.rs"}}"#,
    r#"{"tool": "read_file", "args": {"path": "./src//a.rs"}}"#,
    r#"{"tool": "read_file", "args": {"path": "..data/x.txt"}}"#,
    r#"{"tool": "read_file", "args": {"path": "src/git/hooks/mod.rs"}}"#,
    r#"{"tool": "read_file", "args": {"path": ".gitignore"}}"#,
    r#"{"tool": "read_file", "args": {"path": ".github/x.md"}}"#,
    r#"{"tool": "write_file", "args": {"path": "src/a/../b.rs", "content": "x"}}"#,
    r#"{"tool": "read_file", "args": {"path": "hard.txt"}}"#,
    r#"{"tool": "list_files", "args": {"path": ""}}"#,
    r#"{"tool": "list_files", "args": {"path": "."}}"#,
    r#"{"tool": "read_file", "args": {"path": "/home/dev/wt/feature-42/src/a.rs"}}"#,
    r#"{"tool": "search", "args": {"pattern": "x"}}"#,
    r#"{"tool": "run_command", "args": {"command": "cat src/a.rs | head -n 5"}}"#,
];
