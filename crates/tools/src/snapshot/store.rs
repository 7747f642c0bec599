//! Storing single contents: texts of ours, and trying whether git can store one.

use std::collections::BTreeSet;

use ledger::action::Written;
use ledger::ids::GitId;

use super::SnapshotError;
use super::leaf::Mode;
use super::object::{Id, Kind, Objects};
use super::stage::{self, Stage};
use crate::git::{Attributes, Format, Repo, Source};

/// Writes a blob into the repository, without a process. `None` where git has to.
fn blob(repo: &Repo, content: &[u8]) -> Option<GitId> {
    match repo.format {
        Format::Sha1 => {
            let objects = Objects::new(repo.common_dir.join("objects"));
            let id = objects.write(Kind::Blob, content).ok()?;
            Some(id.to_git_id())
        }
        Format::Sha256 => None,
    }
}

/// Stores texts of ours as `git add` would in a worktree of this commit; `None` for files that go.
pub(crate) fn stored_texts(
    repo: &Repo,
    commit: &GitId,
    files: &[Written],
) -> Result<Vec<Option<GitId>>, SnapshotError> {
    let plain = |text: &str| match blob(repo, text.as_bytes()) {
        Some(blob) => Ok(blob),
        None => repo.store_text(text),
    };
    let path = |file: &Written| file.path.as_str().as_bytes().to_vec();
    let paths: Vec<Vec<u8>> = files.iter().map(path).collect();
    let folders = paths.iter().flat_map(|it| stage::folders_above(it));
    let folders: BTreeSet<Vec<u8>> = folders.map(<[u8]>::to_vec).collect();
    let sources = Source::of_tree(repo, commit, folders)?;
    let attributes = Attributes::new(repo, sources.clone())?;
    let store = |(file, path): (&Written, &Vec<u8>)| -> Result<Option<GitId>, SnapshotError> {
        let Some(text) = &file.content else {
            return Ok(None);
        };
        if !attributes.may_convert_in(path, text.as_bytes()) {
            return Ok(Some(plain(text)?));
        }
        let stage = Stage::new(repo)?;
        stage.put(path, text.as_bytes())?;
        for source in &sources {
            stage.put(&source.file(), &source.text)?;
        }
        let known = repo.held(commit, &file.path)?;
        let known = known.and_then(|it| Some((Mode::parse(&it.mode)?, Id::parse(it.id.as_str())?)));
        match stage.store(&[(path.clone(), known)])?.pop() {
            Some(Ok(id)) => Ok(Some(id.to_git_id())),
            Some(Err(why)) => Err(SnapshotError::Unfit(file.path.to_string(), why)),
            None => Ok(Some(plain(text)?)),
        }
    };
    files.iter().zip(&paths).map(store).collect()
}

/// Whether git can store this content at this path under these attributes: tried where it leaves nothing behind. The outer
/// error is that it can't be tried.
pub(crate) fn try_store(
    repo: &Repo,
    (path, content): (&[u8], &[u8]),
    sources: &[Source],
) -> Result<Result<(), String>, SnapshotError> {
    let stage = Stage::new(repo)?;
    stage.put(path, content)?;
    for source in sources {
        stage.put(&source.file(), &source.text)?;
    }
    let stored = stage.store(&[(path.to_vec(), None)])?;
    Ok(stored.into_iter().collect::<Result<Vec<_>, _>>().map(drop))
}

/// Whether a content has that name among blobs; where names are made in another way than ours, nothing has.
pub(crate) fn is_blob(repo: &Repo, content: &[u8], name: &str) -> bool {
    match repo.format {
        Format::Sha1 => Id::parse(name).is_some_and(|it| it == Id::of(Kind::Blob, content)),
        Format::Sha256 => false,
    }
}
