//! Pushes, in every spelling: to where, which names, by force or not.

use shell::git::call::Call;

use super::verbs::{asks, denied};
use super::{Comes, Walk};

/// What a push comes to.
pub(super) fn comes(walk: &Walk<'_>, call: &Call) -> Comes {
    let remote = call.value("repo").or(call.first()).unwrap_or("origin");
    let refspecs: Vec<&str> = call.operands.iter().skip(1).map(String::as_str).collect();
    let forced = call.has(&[
        "f",
        "force",
        "force-with-lease",
        "force-if-includes",
        "mirror",
    ]) || refspecs.iter().any(|word| word.starts_with('+'));
    let deletes = call.has(&["d", "delete", "prune", "mirror"])
        || refspecs
            .iter()
            .any(|word| word.trim_start_matches('+').starts_with(':') && word.len() > 1);
    let everything = call.has(&["all", "branches", "mirror"])
        || refspecs
            .iter()
            .any(|word| word.contains('*') || matches!(*word, ":" | "+:"));
    let targets: Vec<String> = targets(walk, &refspecs);
    let protected = everything || targets.iter().any(|branch| walk.protects(branch));
    if call.has(&["n", "dry-run"]) && is_name(remote) {
        let would = plain(walk, call, remote, &targets);
        let fine = matches!(would, Comes::Delivers) && !protected && !forced && !deletes;
        return if fine {
            would
        } else {
            asks("push", "it asks the remote what a push would change")
        };
    }
    let who = "a person pushes what was verified and merged";
    if let Some(comes) = foreign(walk, remote) {
        return comes;
    }
    match (protected, forced, deletes) {
        (true, true, _) => denied(
            "force-push-protected",
            format!("it force-pushes a protected branch; {who}"),
        ),
        (true, false, _) => denied(
            "push-protected",
            format!("it pushes to a protected branch; {who}"),
        ),
        (false, _, true) => denied(
            "delete-remote",
            format!("it deletes a name elsewhere; {who}"),
        ),
        (false, true, false) if targets.iter().all(|it| walk.is_own(it)) => {
            asks("force-push", "it rewrites what was pushed of the branch")
        }
        (false, true, false) => denied(
            "force-push",
            format!("it rewrites what others may have; {who}"),
        ),
        (false, false, false) => plain(walk, call, remote, &targets),
    }
}

fn plain(walk: &Walk<'_>, call: &Call, remote: &str, targets: &[String]) -> Comes {
    if call.has(&["tags", "follow-tags"]) || targets.iter().any(|it| it.starts_with("refs/tags/")) {
        return asks("push", "it publishes tags");
    }
    if walk.branch.is_none() || targets.iter().any(|it| !walk.is_own(it)) {
        return asks("push", "it pushes another branch than the task's");
    }
    if remote != "origin" {
        return asks(
            "push",
            format!("where the remote `{remote}` leads is not known"),
        );
    }
    Comes::Delivers
}

/// A remote that is no name of one, or a name that the same command line made.
fn foreign(walk: &Walk<'_>, remote: &str) -> Option<Comes> {
    if remote.contains('\u{fffd}') {
        return Some(asks("push", "where it pushes is not known"));
    }
    if matches!(remote, "." | "./") {
        return Some(asks("push", "it moves names of the repository itself"));
    }
    let made = walk.remotes.iter().any(|it| it == remote);
    if made || !is_name(remote) {
        return Some(denied(
            "push-foreign",
            format!("it pushes to `{remote}`, which is not the origin"),
        ));
    }
    None
}

/// The name of a remote, not an address or a path.
fn is_name(remote: &str) -> bool {
    !remote.contains([':', '/', '@', '\\']) && !matches!(remote, "." | "..")
}

/// The names that a push would move, without `refs/heads/`: the right side of each refspec; the branch itself when none
/// is named.
fn targets(walk: &Walk<'_>, refspecs: &[&str]) -> Vec<String> {
    let own = walk.branch.as_deref().unwrap_or("HEAD");
    if refspecs.is_empty() {
        return vec![own.to_owned()];
    }
    let target = |refspec: &&str| {
        let refspec = refspec.trim_start_matches('+');
        let right = refspec.rsplit(':').next().unwrap_or(refspec);
        let right = right
            .strip_prefix("refs/heads/")
            .or_else(|| right.strip_prefix("heads/"))
            .unwrap_or(right);
        if matches!(right, "HEAD" | "@") {
            own.to_owned()
        } else {
            right.to_owned()
        }
    };
    refspecs.iter().map(target).collect()
}
