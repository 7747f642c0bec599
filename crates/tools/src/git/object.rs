//! Reading an object without git, where it lies in a file of its own; trees of commits that were found once are kept.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, PoisonError};

use flate2::read::ZlibDecoder;
use ledger::ids::{GitId, RelPath};

use super::{Format, GitError, Repo, object_id, words};

/// Bytes of a commit that are looked at: its tree stands on the first line.
const HEAD_BYTES_MAX: u64 = 256;
/// Bytes of a tree or blob that is read here; git reads larger ones.
const OBJECT_BYTES_MAX: u64 = 1024 * 1024;

impl Repo {
    /// The tree of a commit.
    pub fn tree_of(&self, commit: &GitId) -> Result<GitId, GitError> {
        if let Some(tree) = self.known_tree(commit) {
            return Ok(tree);
        }
        let tree = match self.loose_tree(commit) {
            Some(tree) => tree,
            None => {
                let tree = format!("{commit}^{{tree}}");
                self.call(words(["rev-parse", "--verify", "--quiet", &tree]))?
                    .id()?
            }
        };
        self.learn_tree(commit, &tree);
        Ok(tree)
    }

    /// Keeps the tree of a commit that was found out on the way.
    pub(crate) fn learn_tree(&self, commit: &GitId, tree: &GitId) {
        let mut trees = self.trees.lock().unwrap_or_else(PoisonError::into_inner);
        trees.insert(commit.clone(), tree.clone());
    }

    /// Keeps what a tree holds, which was found out on the way: what `git ls-tree -r -z` would say. Only the last one is
    /// kept.
    pub(crate) fn learn_listing(&self, tree: GitId, listing: Vec<u8>) {
        let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        *listed = Some((tree, listing.into()));
    }

    /// What is known of everything in a tree.
    pub(super) fn known_listing(&self, tree: &GitId) -> Option<Arc<[u8]>> {
        let listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        let (of, listing) = listed.as_ref()?;
        (of == tree).then(|| Arc::clone(listing))
    }

    fn known_tree(&self, commit: &GitId) -> Option<GitId> {
        let trees = self.trees.lock().unwrap_or_else(PoisonError::into_inner);
        trees.get(commit).cloned()
    }

    /// What is at a path of a tree: the content of a file, or `Some(None)` where there is none. `None` if that cannot be
    /// told without git, since an object on the way is packed.
    pub(super) fn loose_blob(&self, tree: &GitId, path: &RelPath) -> Option<Option<Vec<u8>>> {
        let mut at = tree.clone();
        let mut parts = path.as_str().split('/').peekable();
        while let Some(part) = parts.next() {
            let tree = self.loose(b"tree ", &at)?;
            let Some((mode, id)) = entry(&tree, part.as_bytes(), self.format)? else {
                return Some(None);
            };
            let last = parts.peek().is_none();
            match (mode, last) {
                (b"100644" | b"100664" | b"100755" | b"120000", true) => {
                    return self.loose(b"blob ", &id).map(Some);
                }
                (b"40000", false) => at = id,
                _ => return Some(None),
            }
        }
        None
    }

    /// The content of a blob that is not packed.
    pub(crate) fn loose_content(&self, id: &str) -> Option<Vec<u8>> {
        self.loose(b"blob ", &object_id(id)?)
    }

    /// The content of an object of this kind that is not packed.
    fn loose(&self, kind: &[u8], id: &GitId) -> Option<Vec<u8>> {
        let mut object = self.inflated(id)?.take(OBJECT_BYTES_MAX);
        let mut head = Vec::new();
        object.read_until(0, &mut head).ok()?;
        let length = head.strip_prefix(kind)?.strip_suffix(b"\0")?;
        let length: usize = std::str::from_utf8(length).ok()?.parse().ok()?;
        let mut content = Vec::new();
        object.read_to_end(&mut content).ok()?;
        (content.len() == length).then_some(content)
    }

    /// Reads the first line of a commit that is not packed.
    fn loose_tree(&self, commit: &GitId) -> Option<GitId> {
        let mut head = self.inflated(commit)?.take(HEAD_BYTES_MAX);
        let mut kind = Vec::new();
        head.read_until(0, &mut kind).ok()?;
        kind.starts_with(b"commit ").then_some(())?;
        let mut line = String::new();
        head.read_line(&mut line).ok()?;
        object_id(line.strip_prefix("tree ")?.trim_end())
    }

    /// The parents of a commit that is not packed; none if that can't be told without git.
    pub(super) fn loose_parents(&self, commit: &GitId) -> Vec<GitId> {
        let read = || -> Option<Vec<GitId>> {
            let bytes = self.loose(b"commit ", commit)?;
            let text = String::from_utf8_lossy(&bytes);
            let lines = text.lines().skip(1);
            let parents = lines.map_while(|line| line.strip_prefix("parent "));
            Some(parents.filter_map(object_id).collect())
        };
        read().unwrap_or_default()
    }

    /// When a commit was made that is not packed, in seconds since 1970.
    pub(super) fn loose_time(&self, commit: &GitId) -> Option<u64> {
        let bytes = self.loose(b"commit ", commit)?;
        let text = String::from_utf8_lossy(&bytes);
        let mut head = text.lines().take_while(|line| !line.is_empty());
        let who = head.find_map(|line| line.strip_prefix("committer "))?;
        // Name and address, seconds, and how far the clock was from Greenwich's.
        who.rsplit(' ').nth(1)?.parse().ok()
    }

    fn inflated(&self, id: &GitId) -> Option<BufReader<ZlibDecoder<File>>> {
        let (fan, rest) = id.as_str().split_at_checked(2)?;
        let file = File::open(self.common_dir.join("objects").join(fan).join(rest)).ok()?;
        Some(BufReader::new(ZlibDecoder::new(file)))
    }
}

/// The entry of this name in a tree, as mode and id; `None` if the tree does not parse.
fn entry<'t>(tree: &'t [u8], name: &[u8], format: Format) -> Option<Option<(&'t [u8], GitId)>> {
    let id_bytes = match format {
        Format::Sha1 => 20,
        Format::Sha256 => 32,
    };
    let mut rest = tree;
    while !rest.is_empty() {
        let nul = rest.iter().position(|byte| *byte == 0)?;
        let (head, after) = rest.split_at(nul);
        let (id, next) = after.get(1..)?.split_at_checked(id_bytes)?;
        let space = head.iter().position(|byte| *byte == b' ')?;
        let (mode, found) = (head.get(..space)?, head.get(space + 1..)?);
        if found == name {
            let hex: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
            return Some(Some((mode, object_id(&hex)?)));
        }
        rest = next;
    }
    Some(None)
}
