//! Whether a file was in the commit that a task's work began with.

use ledger::facts::{Fact, Question};
use ledger::ids::GitId;

use crate::git::{GitError, Repo};

/// Looks it up. A name that differs by case alone counts: where names do not differ by case, it is that very file.
pub(super) fn in_base(repo: &Repo, base: &GitId, path: &str) -> Fact {
    match listed(repo, base, path) {
        Ok(held) => Fact::InBase {
            asked: path.to_owned(),
            held,
        },
        Err(_) => super::unknown(
            &Question::InBase(path.to_owned()),
            "what the work began with can't be read",
        ),
    }
}

fn listed(repo: &Repo, base: &GitId, path: &str) -> Result<bool, GitError> {
    let wanted = lexical(path).to_lowercase();
    let listing = repo.list_tree(&repo.tree_of(base)?)?;
    Ok(listing.split(|byte| *byte == 0).any(|entry| {
        let name = entry.split(|byte| *byte == b'\t').nth(1).unwrap_or(entry);
        String::from_utf8_lossy(name).to_lowercase() == wanted
    }))
}

/// A path without parts that mean nothing.
fn lexical(path: &str) -> String {
    let parts = path.split('/').filter(|it| !matches!(*it, "" | "."));
    parts.collect::<Vec<_>>().join("/")
}
