//! What each verb comes to.

use shell::git::LOOKS;
use shell::git::call::Call;

use super::{Comes, Walk, history, push, settings};

/// Verbs whose whole judgement stands in the model: it says that they ask or are denied.
const MODELLED: &[&str] = &[
    "mergetool",
    "gui",
    "citool",
    "gitk",
    "instaweb",
    "web--browse",
    "init",
    "init-db",
    "clone",
    "svn",
    "p4",
    "cvsimport",
    "cvsexportcommit",
    "archimport",
    "quiltimport",
    "subtree",
    "flow",
    "credential-store",
    "credential-cache",
    "credential-osxkeychain",
    "credential-manager",
    "hook",
    "hook run",
    "daemon",
    "http-backend",
    "upload-pack",
    "receive-pack",
    "upload-archive",
    "shell",
    "cvsserver",
    "remote-ext",
    "remote-fd",
    "http-push",
    "http-fetch",
    "remote-http",
    "remote-https",
    "credential-cache--daemon",
    "fsmonitor--daemon",
    "maintenance start",
    "maintenance stop",
    "maintenance register",
    "maintenance unregister",
    "lfs install",
    "lfs uninstall",
    "lfs update",
    "lfs migrate",
    "lfs checkout",
    "lfs dedup",
    "lfs prune",
    "lfs push",
    "submodule init",
    "submodule update",
    "submodule sync",
    "submodule deinit",
    "submodule set-branch",
    "submodule set-url",
    "submodule absorbgitdirs",
    "submodule add",
    "submodule foreach",
    "lfs post-checkout",
    "lfs post-commit",
    "lfs post-merge",
    "lfs pre-push",
];

/// Verbs that change the worktree, the index or new objects, and nothing that is lost by it.
const WORKS: &[&str] = &[
    "add",
    "stage",
    "mv",
    "stash push",
    "stash save",
    "stash pop",
    "stash apply",
    "stash branch",
    "apply",
    "notes add",
    "notes append",
    "notes edit",
    "notes copy",
    "hash-object",
    "mktree",
    "mktag",
    "write-tree",
    "commit-tree",
    "bisect start",
    "bisect bad",
    "bisect good",
    "bisect new",
    "bisect old",
    "bisect skip",
    "bisect next",
    "bisect reset",
    "bisect run",
    "bisect replay",
    "bisect",
    "rerere",
    "pack-refs",
    "commit-graph verify",
    "commit-graph write",
    "multi-pack-index verify",
    "maintenance run",
    "lfs track",
    "lfs untrack",
    "fsck",
    "stash create",
    "merge-index",
    "merge-one-file",
    "unpack-file",
    "sparse-checkout add",
    "sparse-checkout reapply",
];

/// What a command comes to.
pub(super) fn comes(walk: &Walk<'_>, call: &Call) -> Comes {
    let verb = call.verb.as_str();
    if call.operands.is_empty()
        && call.has(&["help"])
        && call
            .given
            .iter()
            .all(|it| it == "help" || it == "no-operands")
    {
        return Comes::Looks;
    }
    if verb == "config" || verb.starts_with("remote ") {
        return settings::comes(call);
    }
    if matches!(verb, "push" | "send-pack") {
        return push::comes(walk, call);
    }
    if let Some(comes) = history::comes(walk, call).or_else(|| files(call)) {
        return comes;
    }
    if LOOKS.contains(&verb) || MODELLED.contains(&verb) {
        return Comes::Looks;
    }
    if WORKS.contains(&verb) {
        return Comes::Works;
    }
    match verb {
        "fetch" | "fetch-pack" => fetch(walk, call),
        "ls-remote" | "lfs pull" | "lfs fetch" => Comes::Fetches,
        "pull" => Comes::Commits,
        // The model does not know it either, and has said so.
        _ if !call.known => Comes::Looks,
        verb => asks("asks", format!("`git {verb}` could change something")),
    }
}

/// Whether a verb only looks, whatever its options; what they touch are effects of their own.
pub(super) fn looks(call: &Call) -> bool {
    let verb = call.verb.as_str();
    call.known && (LOOKS.contains(&verb) || MODELLED.contains(&verb)) && files(call).is_none()
}

/// Verbs that may throw away what is in the worktree or kept aside.
fn files(call: &Call) -> Option<Comes> {
    let verb = call.verb.as_str();
    let whole = call
        .operands
        .iter()
        .any(|path| matches!(path.as_str(), "." | "*" | ":/" | "./" | "/" | ":"));
    Some(match verb {
        "stash" if call.operands.is_empty() || call.separated => Comes::Works,
        "stash" => asks("asks", "`git stash` with words that are not known"),
        "stash drop" => discards("a stash is thrown away"),
        "stash clear" => discards("all stashes are thrown away"),
        "clean" if call.has(&["n", "dry-run"]) => Comes::Looks,
        "clean" => discards("files that git does not know are deleted"),
        "restore" if call.has(&["S", "staged"]) && !call.has(&["W", "worktree"]) => Comes::Works,
        "restore" => discards("changes of files that are not committed are thrown away"),
        "rm" if call.has(&["n", "dry-run"]) => Comes::Looks,
        "rm" if whole && call.has(&["f", "force"]) && !call.has(&["cached"]) => denied(
            "discards-work",
            "everything in the worktree is deleted, changed or not",
        ),
        "rm" if whole || call.has(&["f", "force"]) => discards("files are deleted, changed or not"),
        "rm" => Comes::Works,
        "mv" if call.has(&["f", "force"]) => discards("a file may be overwritten"),
        "add" | "stage" => add(call),
        "worktree add" | "worktree move" | "worktree lock" | "worktree unlock"
        | "worktree repair" => asks("worktrees", "worktrees are made and moved by the harness"),
        "worktree remove" => discards("a worktree is removed with what is in it"),
        "worktree prune" if call.has(&["n", "dry-run"]) => Comes::Looks,
        "worktree prune" => asks("worktrees", "records of worktrees are removed"),
        "hash-object" if !call.has(&["w"]) => Comes::Looks,
        "apply" if call.has(&["check", "stat", "numstat", "summary"]) && !call.has(&["apply"]) => {
            Comes::Looks
        }
        "gc" if call.has(&["auto"]) && !call.has(&["prune"]) => Comes::Works,
        "update-index"
            if call.has(&["refresh", "q", "really-refresh"]) && call.operands.is_empty() =>
        {
            Comes::Works
        }
        "read-tree" | "checkout-index" | "update-index" => asks(
            "asks",
            format!("`git {verb}` changes the index behind git's back"),
        ),
        "gc" if call.has(&["prune"]) => denied(
            "rewrites-history",
            "objects are dropped that could bring lost work back",
        ),
        "repack" | "prune" | "prune-packed" | "pack-redundant" if !call.has(&["n", "dry-run"]) => {
            denied(
                "rewrites-history",
                "objects are dropped that could bring lost work back",
            )
        }
        "fsck" if !call.has(&["lost-found"]) => Comes::Looks,
        _ => return None,
    })
}

fn add(call: &Call) -> Comes {
    let secret = call
        .operands
        .iter()
        .find(|path| shell::secret_files::is_secret(path));
    match secret {
        Some(path) => denied(
            "commits-secret",
            format!("`{path}` has the name of a secret file"),
        ),
        None if call.has(&["f", "force"]) => {
            asks("adds-ignored", "files that are ignored are added")
        }
        None => Comes::Works,
    }
}

/// `fetch origin +main:main` moves local branches.
fn fetch(walk: &Walk<'_>, call: &Call) -> Comes {
    let moved = |refspec: &String| {
        let (_, right) = refspec.split_once(':')?;
        (!right.is_empty() && !right.starts_with("refs/remotes/")).then(|| right.to_owned())
    };
    let moved: Vec<String> = call.operands.iter().skip(1).filter_map(moved).collect();
    let hit =
        |name: &String| walk.protects(name) || name.contains('*') || name.contains('\u{fffd}');
    match moved.iter().find(|name| hit(name)) {
        Some(name) => denied(
            "protected-branch",
            format!("it moves the local branch `{name}`"),
        ),
        None => Comes::Fetches,
    }
}

pub(super) fn asks(id: &'static str, message: impl Into<String>) -> Comes {
    Comes::Asks(id, message.into())
}

pub(super) fn denied(id: &'static str, message: impl Into<String>) -> Comes {
    Comes::Denied(id, message.into())
}

pub(super) fn discards(message: impl Into<String>) -> Comes {
    Comes::Asks("discards-work", message.into())
}
