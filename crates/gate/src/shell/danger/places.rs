//! Changes to places that are not the agent's: outside the worktree, git's own directory, our own settings.

use super::Danger;
use crate::paths::{self, Leads};
use crate::shell::piece::{Piece, base};

/// Places outside the worktree where scratch files belong.
fn scratch(path: &str) -> bool {
    const DEVICES: &[&str] = &[
        "/dev/null",
        "/dev/stdin",
        "/dev/stdout",
        "/dev/stderr",
        "/dev/fd/1",
        "/dev/fd/2",
    ];
    let below = |top: &str| path.starts_with(top) && !path.split('/').any(|part| part == "..");
    DEVICES.contains(&path) || below("/tmp/") || below("/var/tmp/")
}

/// Whether a word as a path leaves the worktree, or is its top, or git's or our own directory.
fn off_limits(word: &str, worktree: Option<&str>) -> Option<&'static str> {
    let home = ["$HOME", "${HOME", "$USERPROFILE", "%USERPROFILE%", "$env:"];
    if home.iter().any(|name| word.starts_with(name)) {
        return Some("a home directory");
    }
    if scratch(word) {
        return None;
    }
    if paths::is_git_internal(word) {
        return Some("git's own directory");
    }
    if paths::is_ours(word) {
        return Some("Interlock's own settings");
    }
    match paths::leads(word, worktree) {
        Leads::Outside(_) => Some("a place outside the worktree"),
        Leads::Root => Some("the whole worktree"),
        Leads::Inside(_) | Leads::Wrong(_) => None,
    }
}

pub(super) fn redirected(piece: &Piece, worktree: Option<&str>) -> Option<Danger> {
    piece.writes.iter().find_map(|target| {
        let place = off_limits(target, worktree)?;
        Some((
            "writes-outside",
            format!("it writes to `{target}`, {place}"),
        ))
    })
}

/// Programs that remove or overwrite what their operands name.
const REMOVERS: &[&str] = &[
    "rm", "rmdir", "shred", "srm", "unlink", "truncate", "wipe", "trash",
];
/// Programs that create or change what an operand names.
const WRITERS: &[&str] = &[
    "mv", "cp", "ln", "install", "tee", "chmod", "chown", "chgrp", "touch", "mkdir", "mkfifo",
    "mknod", "rsync", "tar", "unzip", "7z", "7za", "patch", "dd", "setfacl", "cpio", "rename",
];

/// Programs for which `rm` and the like are verbs of their own.
const OWN_VERBS: &[&str] = &[
    "git", "npm", "pnpm", "yarn", "bun", "docker", "podman", "kubectl", "cargo", "gh", "pip",
    "svn", "hg", "go",
];
/// Words after which another program follows.
const BEFORE: &[&str] = &[
    "--", "-x", "-X", "-exec", "-execdir", "-ok", "-okdir", "--exec",
];

/// What a command would remove or overwrite, itself or through a program that it starts.
pub(super) fn destroyed(piece: &Piece, worktree: Option<&str>) -> Option<Danger> {
    let words = piece.command();
    let first = super::wrapped(words);
    words.iter().enumerate().find_map(|(at, word)| {
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let starts = at == first || before.is_some_and(|before| BEFORE.contains(&before.as_str()));
        let removes = REMOVERS.contains(&base(word)) && !OWN_VERBS.contains(&piece.program());
        let rest = words.get(at..).unwrap_or_default();
        (starts || removes)
            .then(|| destroys(rest, worktree))
            .flatten()
    })
}

fn destroys(words: &[String], worktree: Option<&str>) -> Option<Danger> {
    let (first, rest) = words.split_first()?;
    let program = base(first);
    let removes = REMOVERS.contains(&program);
    if !removes && !WRITERS.contains(&program) {
        return None;
    }
    for word in rest {
        for path in as_paths(word) {
            let Some(place) = off_limits(&path, worktree) else {
                continue;
            };
            // The top of the worktree is where `cp` and `tar -C .` may well work.
            if place == "the whole worktree" && !removes {
                continue;
            }
            let id = if removes {
                "deletes-outside"
            } else {
                "writes-outside"
            };
            return Some((id, format!("`{program}` would change `{path}`, {place}")));
        }
    }
    None
}

/// What in an argument could be a path: itself, the value of an option, the rest after a short option.
fn as_paths(word: &str) -> Vec<String> {
    if !word.starts_with('-') {
        return match word.split_once('=') {
            Some((_, value)) => vec![value.to_owned(), word.to_owned()],
            None => vec![word.to_owned()],
        };
    }
    if let Some((_, value)) = word.split_once('=') {
        return vec![value.to_owned()];
    }
    let attached: String = word.chars().skip(2).collect();
    if word.starts_with("--") || attached.is_empty() {
        return Vec::new();
    }
    let path_like = attached.starts_with(['/', '~', '.', '$']);
    if path_like {
        vec![attached]
    } else {
        Vec::new()
    }
}
