//! What a person can do about a repository in which no run can begin.

use std::path::Path;

use tools::git::{GitError, NotReady};

/// What to do next. Commands stand between back ticks and can be pasted.
pub(super) fn help(why: &NotReady) -> Option<String> {
    Some(match why {
        NotReady::Sha256(root) => {
            let at = quoted(root);
            format!(
                "this makes another one of it beside: `git init --object-format=sha1 {at}-sha1 && git -C {at} fast-export --all | git -C {at}-sha1 fast-import --quiet`"
            )
        }
        NotReady::NotOurs { root, .. } => {
            let at = quoted(root);
            format!("if you trust it: `git config --global --add safe.directory {at}`")
        }
        NotReady::Filter(it) if it.is_unasked => format!(
            "if it is to run, say so in your own configuration (`~/.config/interlock/config.yml`): tools: {{git: {{programs: [filter.{}]}}}}",
            it.filter
        ),
        NotReady::Filter(_) => {
            "mend it (is its program installed, is its key there?), or take the attribute out"
                .to_owned()
        }
        NotReady::Missing { revision, root, .. } => {
            let at = quoted(root);
            let revision = quoted(Path::new(revision));
            format!(
                "this fetches them: `git -C {at} diff --shortstat $(git -C {at} hash-object -t tree /dev/null) {revision}`"
            )
        }
        NotReady::Git(error) => return git(error),
        NotReady::Snapshot(_) => return None,
    })
}

/// The same for what git says.
pub(super) fn git(error: &GitError) -> Option<String> {
    if let GitError::Bare { folder, worktrees } = error {
        return Some(match worktrees.as_slice() {
            [] => format!(
                "make a checkout and go there: `git -C {at} worktree add {at}/main`",
                at = quoted(folder)
            ),
            all => {
                let all: Vec<String> = all
                    .iter()
                    .map(|it| format!("`-C {}`", quoted(it)))
                    .collect();
                format!("go to one of its worktrees, or name it: {}", all.join(", "))
            }
        });
    }
    let help = match error {
        GitError::NoIdentity => {
            "`git config user.name NAME` and `git config user.email ADDRESS` say who it is"
        }
        GitError::Unsigned(_) => {
            "mend that (`git commit -S` has to work), or switch it off for this repository: `git config commit.gpgSign false`"
        }
        GitError::Rerouted(_) => {
            "take it out (`git config --local --edit`); your own configuration may have it: `git config --global`"
        }
        GitError::NotARepository(_) => "`git init` makes one; `-C DIR` names another directory",
        GitError::DetachedHead(_) => {
            "`git switch BRANCH` first, or name the branch to merge into with `--set project.target_branch=BRANCH`"
        }
        GitError::MissingBranch(_) => {
            "make a first commit on it, or name another one with `--set project.target_branch=BRANCH`"
        }
        GitError::Bare { .. }
        | GitError::BadBranch(_)
        | GitError::Exists(_)
        | GitError::Conflict(_)
        | GitError::RefMoved(_)
        | GitError::BadPath(_)
        | GitError::TooOld(_)
        | GitError::Failed { .. }
        | GitError::Unexpected(_)
        | GitError::Disk { .. }
        | GitError::Run(_) => return None,
    };
    Some(help.to_owned())
}

/// A path as a word for a shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+@".contains(letter);
    if !text.is_empty() && text.chars().all(plain) {
        return text;
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}
