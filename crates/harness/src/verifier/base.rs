//! What a change is compared with.

use ledger::ids::GitId;
use tools::git::GitError;

use crate::repository::{NoSite, Site};

/// What brings the history that a clone was told to leave out.
const UNSHALLOW: &str = "fetch the history first: `git fetch --unshallow` (in CI: `fetch-depth: 0` for \
     actions/checkout, `GIT_DEPTH: 0` for GitLab)";

/// What the change up to a commit is compared with: where it parted from the base, so that what came into the base since is not taken
/// for something that the change took away. With what is odd about it.
pub(super) fn found(
    site: &Site,
    (name, here): (&str, &GitId),
) -> Result<(GitId, Option<String>), NoSite> {
    let found = match site.repo.resolve(name) {
        Err(GitError::MissingBranch(name)) => return Err(missing(site, &name)),
        found => found?,
    };
    match site.repo.merge_base(&found, here)? {
        Some(parted) => Ok((parted, None)),
        None if site.repo.is_shallow() => Err(NoSite::Plan(format!(
            "this clone is shallow, and where the change parted from `{name}` is not in it\nhelp: {UNSHALLOW}"
        ))),
        None => {
            let odd = format!(
                "`{name}` and what is checked out have no commit in common: everything that differs counts as the change"
            );
            Ok((found, Some(odd)))
        }
    }
}

fn missing(site: &Site, name: &str) -> NoSite {
    NoSite::Plan(match site.repo.is_shallow() {
        true => format!(
            "there is no revision `{name}` in this clone, which is shallow\nhelp: {UNSHALLOW}"
        ),
        false => format!(
            "there is no revision `{name}` to compare with\n\
             help: `--base` takes a branch, a tag or a commit of this clone; `git fetch` brings those of another"
        ),
    })
}
