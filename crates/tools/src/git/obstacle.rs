//! What keeps a checkout from following its branch, in words: why, and what a person does about it before the branch moves
//! or after it did.

use std::path::{Path, PathBuf};

use ledger::ids::GitId;

/// Files that are named.
const FILES_MAX: usize = 3;

/// A checkout that can't follow its branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// Its top folder.
    pub path: PathBuf,
    pub(super) kind: Kind,
}

/// What is in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Something that ends with a commit or goes back to one.
    UnderWay(&'static str, &'static str),
    /// Another git holds the index, or did when it died.
    Locked(PathBuf),
    /// Files that differ were changed and not committed.
    Changed(Vec<String>),
    /// Where a new file is to be, something stands that git does not know.
    Unknown(String),
    /// Whatever git says.
    Other(String),
}

impl Obstacle {
    /// Why, in half a sentence.
    #[must_use]
    pub fn why(&self) -> String {
        match &self.kind {
            Kind::UnderWay(what, _) => format!("{what} is in progress"),
            Kind::Locked(lock) => format!("`{}` is there: another git is at work", lock.display()),
            Kind::Changed(files) => format!("{} changes that are not committed", has(files)),
            Kind::Unknown(file) => format!("`{file}` is there and git does not know it"),
            Kind::Other(said) => said.clone(),
        }
    }

    /// What a person does about it before the branch moves.
    #[must_use]
    pub fn before(&self) -> String {
        let at = quoted(&self.path);
        match &self.kind {
            Kind::UnderWay(_, end) => format!("finish it, or end it: `git -C {at} {end} --abort`"),
            Kind::Locked(_) => {
                "wait until it is done; if no git runs there, remove that file".to_owned()
            }
            Kind::Changed(_) => "commit or stash them".to_owned(),
            Kind::Unknown(_) => "move it away".to_owned(),
            Kind::Other(_) => "mend that".to_owned(),
        }
    }

    /// What brings the checkout along after the branch moved all the same.
    pub(super) fn after(&self, branch: &str, old: &GitId, new: &GitId) -> String {
        let at = quoted(&self.path);
        let again = format!("`git -C {at} read-tree -m -u {old} {new}`");
        match &self.kind {
            Kind::UnderWay(_, end) => {
                format!("end it (`git -C {at} {end} --abort`), then {again}")
            }
            Kind::Locked(_) => format!("when it is done: {again}"),
            // What was changed was changed from the old commit: there it can be put aside, under a name of its own, so that
            // no older stash is taken for it.
            Kind::Changed(_) => {
                let name = format!("interlock-{}", new.short());
                format!(
                    "`git -C {at} update-ref --no-deref HEAD {old} && git -C {at} stash push -q -m {name} && git -C {at} switch -q {} && \
                     git -C {at} stash apply -q 'stash^{{/{name}}}'`",
                    quoted(Path::new(branch))
                )
            }
            Kind::Unknown(_) => format!("move it away, then {again}"),
            Kind::Other(_) => format!("mend that, then {again}"),
        }
    }
}

fn has(files: &[String]) -> String {
    let named: Vec<String> = files
        .iter()
        .take(FILES_MAX)
        .map(|it| format!("`{it}`"))
        .collect();
    let more = match files.len().saturating_sub(FILES_MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let verb = if files.len() == 1 { "has" } else { "have" };
    format!("{}{more} {verb}", named.join(", "))
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
