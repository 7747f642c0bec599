//! Pushes, in every spelling. None is the agent's to make; which branch it would hit decides what it is called.

use super::{Objection, hard};
use crate::git::Line;
use crate::policies::Asked;

/// What stands against a push.
pub(super) fn push(asked: &Asked<'_>, line: &Line) -> Objection {
    let forced = line.has(&["--force", "-f", "--force-with-lease", "--force-if-includes", "--mirror"])
        || line.operands().any(|word| word.starts_with('+'));
    let deletes = line.has(&["--delete", "-d", "--prune", "--mirror"])
        || line.operands().any(|word| word.starts_with(':') && word.len() > 1);
    let everything = line.has(&["--all", "--mirror", "--branches"]);
    let protected = everything || targets(asked, line).any(|branch| asked.policies.protects_branch(&branch));
    let who = "agents push nowhere: the harness pushes what was verified";
    match (protected, forced, deletes) {
        (true, true, _) => hard("force-push-protected", format!("it force-pushes a protected branch; {who}")),
        (true, false, _) => hard("push-protected", format!("it pushes to a protected branch; {who}")),
        (false, true, _) => hard("force-push", format!("it force-pushes; {who}")),
        (false, false, true) => hard("delete-remote", format!("it deletes a branch elsewhere; {who}")),
        (false, false, false) => hard("push", who),
    }
}

/// The branches that a push would move: the right side of each refspec; the branch itself when none is named.
fn targets<'a>(asked: &'a Asked<'_>, line: &'a Line) -> impl Iterator<Item = String> + 'a {
    let refspecs: Vec<&str> = line.operands().skip(1).collect();
    let own = asked.context.branch.unwrap_or("HEAD");
    let none = refspecs.is_empty().then(|| own.to_owned());
    let target = move |refspec: &str| {
        let refspec = refspec.trim_start_matches('+');
        let right = refspec.rsplit(':').next().unwrap_or(refspec);
        if right == "HEAD" || right == "@" { own.to_owned() } else { right.to_owned() }
    };
    refspecs.into_iter().map(target).chain(none)
}
