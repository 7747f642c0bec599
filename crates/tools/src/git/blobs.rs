//! Contents of files, by their path in a tree or by their name.

use ledger::ids::{GitId, RelPath};

use super::{GitError, Repo, words};

impl Repo {
    /// The content of these paths in a tree or commit, `None` for those that are not files there.
    /// One process for all of them, or none where every object on the way lies in a file of its own.
    pub fn read_blobs(
        &self,
        tree: &GitId,
        paths: &[RelPath],
    ) -> Result<Vec<Option<Vec<u8>>>, GitError> {
        let loose = paths.iter().map(|path| self.loose_blob(tree, path));
        if let Some(blobs) = loose.collect() {
            return Ok(blobs);
        }
        let wanted: Vec<String> = paths.iter().map(|it| format!("{tree}:{it}")).collect();
        self.batch(&wanted)
    }

    /// The same as texts: `None` also for what is no UTF-8.
    pub fn texts_at(
        &self,
        tree: &GitId,
        paths: &[RelPath],
    ) -> Result<Vec<Option<String>>, GitError> {
        let blobs = self.read_blobs(tree, paths)?;
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).ok();
        Ok(blobs.into_iter().map(|blob| blob.and_then(text)).collect())
    }

    fn batch(&self, wanted: &[String]) -> Result<Vec<Option<Vec<u8>>>, GitError> {
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        // A name may hold the end of a line.
        let arguments = words(["cat-file", "-z", "--batch=%(objecttype) %(objectsize)"]);
        let list: String = wanted.iter().flat_map(|it| [it.as_str(), "\0"]).collect();
        let bytes = self.call(arguments)?.stdin(list.into_bytes()).bytes()?;
        let blobs = parse_batch(&bytes, wanted);
        blobs.ok_or_else(|| GitError::Unexpected("cat-file".to_owned()))
    }

    /// The contents of blobs, in order; one process for all of them.
    pub(crate) fn blobs(&self, ids: &[String]) -> Result<Vec<Option<Vec<u8>>>, GitError> {
        self.batch(ids)
    }

    /// The contents of those blobs that are no longer than so many bytes, `None` for the others; two processes for all.
    pub(crate) fn small_blobs(
        &self,
        ids: &[String],
        bytes_max: u64,
    ) -> Result<Vec<Option<Vec<u8>>>, GitError> {
        let wanted: String = ids.iter().flat_map(|id| [id.as_str(), "\n"]).collect();
        let arguments = words(["cat-file", "--batch-check=%(objectsize)"]);
        let said = self.call(arguments)?.stdin(wanted.into_bytes()).bytes()?;
        let said = String::from_utf8_lossy(&said);
        let sizes = said.lines().map(|it| it.parse::<u64>().ok());
        let small: Vec<bool> = sizes
            .map(|it| it.is_some_and(|it| it <= bytes_max))
            .collect();
        let few = ids.iter().zip(&small).filter(|(_, small)| **small);
        let few: Vec<String> = few.map(|(id, _)| id.clone()).collect();
        let mut blobs = self.blobs(&few)?.into_iter();
        let all = small.into_iter().map(|small| match small {
            true => blobs.next().flatten(),
            false => None,
        });
        Ok(all.collect())
    }
}

/// Takes the answers apart: a line with type and size and the content, or what was asked and `missing`.
fn parse_batch(mut bytes: &[u8], wanted: &[String]) -> Option<Vec<Option<Vec<u8>>>> {
    let mut blobs = Vec::new();
    for name in wanted {
        let said = bytes.strip_prefix(name.as_bytes());
        let none = said.and_then(|it| {
            let missing = it.strip_prefix(b" missing\n");
            missing.or_else(|| it.strip_prefix(b" ambiguous\n"))
        });
        if let Some(rest) = none {
            bytes = rest;
            blobs.push(None);
            continue;
        }
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let (line, rest) = bytes.split_at(end);
        bytes = rest.get(1..)?;
        let line = std::str::from_utf8(line).ok()?;
        let (kind, size) = line.split_once(' ')?;
        let (content, rest) = bytes.split_at_checked(size.parse().ok()?)?;
        bytes = rest.strip_prefix(b"\n")?;
        blobs.push((kind == "blob").then(|| content.to_vec()));
    }
    bytes.is_empty().then_some(blobs)
}
