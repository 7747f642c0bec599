//! Verbs that move branches and tags, or rewrite what they lead to.

use shell::git::call::Call;

use super::verbs::{asks, denied, discards};
use super::{Comes, Walk};

/// What such a verb comes to; `None`: it is none of them.
pub(super) fn comes(walk: &Walk<'_>, call: &Call) -> Option<Comes> {
    Some(match call.verb.as_str() {
        "commit" => commit(call),
        "branch" => branch(walk, call),
        "tag" => tag(call),
        "checkout" => checkout(walk, call),
        "switch" => switch(walk, call),
        "reset" => reset(walk, call),
        "rebase" => rebase(walk, call),
        "merge" | "cherry-pick" | "revert" | "am" => merge(call),
        "filter-branch" | "filter-repo" | "fast-import" | "update-server-info"
        | "unpack-objects" | "index-pack" => denied(
            "rewrites-history",
            format!("`git {}` rewrites or drops whole histories", call.verb),
        ),
        "replace" if call.has(&["l", "list"]) || call.operands.is_empty() => Comes::Looks,
        "replace" | "update-ref" => denied(
            "rewrites-history",
            format!(
                "`git {}` changes what names and objects stand for",
                call.verb
            ),
        ),
        "symbolic-ref" if call.operands.len() < 2 && !call.has(&["d", "delete"]) => Comes::Looks,
        "symbolic-ref" => denied("rewrites-history", "it changes what a name stands for"),
        "reflog expire" | "reflog delete" | "reflog drop" | "reflog write" => denied(
            "rewrites-history",
            "the reflog is what brings lost work back",
        ),
        _ => return None,
    })
}

fn commit(call: &Call) -> Comes {
    if call.has(&["dry-run"]) {
        return Comes::Looks;
    }
    if call
        .operands
        .iter()
        .any(|path| shell::secret_files::is_secret(path))
    {
        return denied("commits-secret", "a secret file would be committed");
    }
    Comes::Commits
}

/// Ways out of and on with what has stopped half-way.
fn resumes(call: &Call) -> bool {
    call.has(&[
        "abort",
        "continue",
        "quit",
        "skip",
        "edit-todo",
        "resolved",
        "show-current-patch",
    ])
}

fn merge(call: &Call) -> Comes {
    if resumes(call) {
        Comes::Works
    } else {
        Comes::Commits
    }
}

fn rebase(walk: &Walk<'_>, call: &Call) -> Comes {
    if resumes(call) {
        return Comes::Works;
    }
    let target = call
        .operands
        .get(1)
        .map(String::as_str)
        .or(walk.branch.as_deref());
    match target {
        Some(branch) if walk.protects(branch) => denied(
            "protected-branch",
            format!("it rewrites the protected branch `{branch}`"),
        ),
        Some(_) | None => asks("rewrites-branch", "it rewrites the commits of the branch"),
    }
}

fn branch(walk: &Walk<'_>, call: &Call) -> Comes {
    let lists = [
        "l",
        "list",
        "a",
        "all",
        "r",
        "remotes",
        "show-current",
        "contains",
        "no-contains",
        "merged",
        "no-merged",
        "points-at",
    ];
    let deletes = call.has(&["d", "delete", "D"]);
    let moves = call.has(&["m", "move", "M", "c", "copy", "C"]);
    let forced = call.has(&["f", "force", "M", "C", "D"]);
    let protected = call.operands.iter().find(|name| walk.protects(name));
    // `branch -m new` renames the branch that is checked out.
    let own = (moves && call.operands.len() < 2)
        .then_some(walk.branch.as_ref())
        .flatten();
    let protected = protected.or(own.filter(|own| walk.protects(own)));
    if let Some(name) = protected
        && (deletes || moves || forced)
        // A copy of a protected branch under another name leaves it as it is.
        && !(call.has(&["c", "copy"]) && call.operands.last().is_some_and(|last| !walk.protects(last)))
    {
        return denied(
            "protected-branch",
            format!("it moves, renames or drops the protected branch `{name}`"),
        );
    }
    if deletes {
        return discards("a branch is dropped, and with it the way to its commits");
    }
    if moves || forced {
        return asks("moves-branch", "a branch is moved or renamed");
    }
    if call.has(&["edit-description", "unset-upstream"]) {
        return asks("moves-branch", "what is kept about a branch is changed");
    }
    let upstream = call.has(&["u", "set-upstream-to"]);
    if !upstream && (call.has(&lists) || call.operands.is_empty()) {
        return Comes::Looks;
    }
    Comes::Works
}

fn tag(call: &Call) -> Comes {
    let lists = [
        "l",
        "list",
        "n",
        "contains",
        "no-contains",
        "merged",
        "no-merged",
        "points-at",
        "v",
        "verify",
    ];
    if call.has(&["d", "delete"]) {
        return discards("a tag is dropped");
    }
    if call.has(&["f", "force"]) {
        return asks("moves-tag", "a tag that others may have is moved");
    }
    if call.has(&lists) || call.operands.is_empty() {
        return Comes::Looks;
    }
    Comes::Works
}

fn checkout(walk: &Walk<'_>, call: &Call) -> Comes {
    if let Some(name) = call.value("B") {
        return forced_branch(walk, name);
    }
    if call.has(&["f", "force"]) {
        return discards("changes that are not committed are thrown away");
    }
    if call.has(&["b", "orphan", "t", "track"]) && !call.separated {
        return Comes::Works;
    }
    if call.separated
        || call.has(&["p", "patch", "ours", "theirs", "pathspec-from-file"])
        || call.operands.len() > 1
    {
        return discards("changes of files that are not committed are thrown away");
    }
    match call.first() {
        None => Comes::Looks,
        Some(name) if walk.is_own(name) => Comes::Works,
        Some(_) => asks(
            "leaves-branch",
            "it goes to another branch, or takes a file's changes away",
        ),
    }
}

fn switch(walk: &Walk<'_>, call: &Call) -> Comes {
    if let Some(name) = call.value("C") {
        return forced_branch(walk, name);
    }
    if call.has(&["f", "force", "discard-changes"]) {
        return discards("changes that are not committed are thrown away");
    }
    if call.has(&["c", "create", "orphan", "t", "track"]) {
        return Comes::Works;
    }
    match call.first() {
        Some(name) if walk.is_own(name) => Comes::Works,
        Some(_) | None => asks("leaves-branch", "it goes to another branch than the task's"),
    }
}

/// `checkout -B` and `switch -C` move a branch that is there already.
fn forced_branch(walk: &Walk<'_>, name: &str) -> Comes {
    if walk.protects(name) {
        return denied(
            "protected-branch",
            format!("it moves the protected branch `{name}`"),
        );
    }
    discards("a branch that is there already is moved")
}

fn reset(walk: &Walk<'_>, call: &Call) -> Comes {
    if call.has(&["hard", "merge", "keep"]) {
        return discards("changes that are not committed are thrown away");
    }
    let stays = |word: &&str| matches!(*word, "HEAD" | "@");
    let first = call.first();
    let unstages = first.is_none()
        || first.as_ref().is_some_and(stays)
        || (call.separated && call.operands.iter().all(|word| looks_like_path(word)))
        || first.is_some_and(looks_like_path)
        || call.has(&["p", "patch"]);
    // The commits go, what they changed stays staged, on a branch that nobody else has.
    let back = |word: &str| {
        ["HEAD~", "HEAD^", "@~", "@^"]
            .iter()
            .any(|it| word.starts_with(it))
    };
    let own = walk
        .branch
        .as_deref()
        .is_some_and(|branch| !walk.protects(branch));
    let keeps = call.has(&["soft"]) && own && call.operands.len() == 1 && first.is_some_and(back);
    if unstages || keeps {
        return Comes::Works;
    }
    asks("moves-branch", "it moves the branch to another commit")
}

/// A word that no revision looks like.
fn looks_like_path(word: &str) -> bool {
    let revision = word.contains(['~', '^', '@', ':', '\u{fffd}']) || word.starts_with("origin/");
    let last = word.rsplit('/').next().unwrap_or_default();
    let ending = last.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty() && ending.len() <= 5 && ending.chars().any(|c| c.is_ascii_alphabetic())
    });
    !revision && (matches!(word, "." | "*") || word.ends_with('/') || ending)
}
