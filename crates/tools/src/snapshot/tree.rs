//! The files of a worktree as nested folders, each with the id of its git tree while that holds.

use std::collections::{BTreeMap, BTreeSet};

use ledger::ids::GitId;

use super::SnapshotError;
use super::index::Index;
use super::leaf::{Leaf, Mode};
use super::object::{Id, Kind, Objects};
use super::unchanged_since::Quiet;
use crate::git::GitError;

/// Everything under the top folder.
#[derive(Debug, Default)]
pub(super) struct Tree {
    top: Folder,
    /// Number of leaves.
    pub(super) files: usize,
    /// Paths of the leaves that are commits of other repositories.
    pub(super) modules: BTreeSet<Vec<u8>>,
    /// Paths that the checkout leaves out on purpose (a sparse checkout): that nothing stands there says nothing.
    pub(super) sparse: BTreeSet<Vec<u8>>,
    /// Scans made so far.
    pub(super) scans: u32,
    /// What the last full scan came by, if its times tell whether anything has changed since.
    pub(super) quiet: Option<Quiet>,
}

#[derive(Debug, Default)]
struct Folder {
    children: BTreeMap<Vec<u8>, Node>,
    /// The tree's id; `None` after a change below.
    id: Option<Id>,
}

#[derive(Debug)]
enum Node {
    Leaf(Leaf),
    Folder(Folder),
}

impl Tree {
    /// Takes over what git's index knows: ids, folders' ids, and what the file system said.
    pub(super) fn from_index(index: Index) -> Self {
        let mut tree = Self::default();
        for (path, leaf) in index.leaves {
            tree.set(&path, leaf);
        }
        for (path, id) in index.folders {
            tree.vouch(&path, id);
        }
        tree
    }

    /// Reads the answer of `git ls-tree -r -t -z`.
    pub(super) fn from_list(list: &[u8], id: &GitId) -> Result<Self, SnapshotError> {
        let odd = || SnapshotError::Git(GitError::Unexpected("ls-tree".to_owned()));
        let mut tree = Self::default();
        let mut folders = Vec::new();
        for line in list
            .split(|byte| *byte == 0)
            .filter(|line| !line.is_empty())
        {
            let tab = line
                .iter()
                .position(|byte| *byte == b'\t')
                .ok_or_else(odd)?;
            let (head, path) = (line.get(..tab), line.get(tab + 1..));
            let head = head
                .and_then(|head| std::str::from_utf8(head).ok())
                .ok_or_else(odd)?;
            let path = path.ok_or_else(odd)?;
            let mut fields = head.split(' ');
            let (mode, _) = (fields.next().ok_or_else(odd)?, fields.next());
            let id = fields.next().and_then(Id::parse).ok_or_else(odd)?;
            match Mode::parse(mode) {
                Some(mode) => tree.set(
                    path,
                    Leaf {
                        mode,
                        id,
                        stat: None,
                        seen: 0,
                        own: false,
                    },
                ),
                None => folders.push((path, id)),
            }
        }
        for (path, id) in folders {
            tree.vouch(path, id);
        }
        tree.top.id = Id::parse(id.as_str());
        Ok(tree)
    }

    /// Takes over what the file system said about files that the index knows by the same id.
    pub(super) fn learn(&mut self, index: Index) {
        for (path, known) in index.leaves {
            if let Some(leaf) = self.get_mut(&path)
                && leaf.id == known.id
                && leaf.mode == known.mode
            {
                leaf.stat = known.stat;
            }
        }
    }

    /// The leaf at a path.
    pub(super) fn get_mut(&mut self, path: &[u8]) -> Option<&mut Leaf> {
        let mut folder = &mut self.top;
        let mut parts = path.split(|byte| *byte == b'/').peekable();
        while let Some(part) = parts.next() {
            match (folder.children.get_mut(part)?, parts.peek()) {
                (Node::Leaf(leaf), None) => return Some(leaf),
                (Node::Folder(next), Some(_)) => folder = next,
                (Node::Leaf(_), Some(_)) | (Node::Folder(_), None) => return None,
            }
        }
        None
    }

    /// Puts a leaf at a path; folders above it are made, leaves in their place go.
    pub(super) fn set(&mut self, path: &[u8], leaf: Leaf) {
        if self.get_mut(path).is_none() {
            self.files += 1;
        }
        let mut folder = &mut self.top;
        let (above, name) = split(path);
        for part in above {
            folder.id = None;
            let next = folder
                .children
                .entry(part.to_vec())
                .or_insert_with(new_folder);
            if let Node::Leaf(_) = next {
                self.files -= 1;
                *next = new_folder();
            }
            let Node::Folder(next) = next else { return };
            folder = next;
        }
        folder.id = None;
        folder.children.insert(name.to_vec(), Node::Leaf(leaf));
        // What stands below a link to another repository takes its place.
        self.modules.retain(|it| !is_at_or_below(path, it));
        if leaf.mode == Mode::Module {
            self.modules.insert(path.to_vec());
        }
    }

    /// Takes away what is at a path, and folders that are empty then.
    pub(super) fn remove(&mut self, path: &[u8]) {
        let parts: Vec<&[u8]> = path.split(|byte| *byte == b'/').collect();
        self.files -= self.top.remove(&parts);
        self.modules.retain(|it| !is_at_or_below(it, path));
    }

    /// Every leaf with its path, in order.
    pub(super) fn each(&self, mut visit: impl FnMut(&[u8], &Leaf)) {
        self.top.each(&mut Vec::new(), &mut visit);
    }

    /// The leaves right in a folder, by name; none if there is no folder at this path.
    pub(super) fn leaves_in(&self, path: &[u8]) -> impl Iterator<Item = (&[u8], &Leaf)> {
        let mut folder = Some(&self.top);
        for part in path
            .split(|byte| *byte == b'/')
            .filter(|part| !part.is_empty())
        {
            folder = folder.and_then(|it| match it.children.get(part) {
                Some(Node::Folder(next)) => Some(next),
                Some(Node::Leaf(_)) | None => None,
            });
        }
        let children = folder.into_iter().flat_map(|it| &it.children);
        children.filter_map(|(name, node)| match node {
            Node::Leaf(leaf) => Some((name.as_slice(), leaf)),
            Node::Folder(_) => None,
        })
    }

    /// The folders that hold a file of this name.
    pub(super) fn folders_with(&self, name: &[u8]) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        self.top.with(name, &mut Vec::new(), &mut found);
        found
    }

    /// The paths of the leaves below a folder; none if there is no folder at this path.
    pub(super) fn below(&self, path: &[u8]) -> Vec<Vec<u8>> {
        let mut folder = &self.top;
        for part in path.split(|byte| *byte == b'/') {
            match folder.children.get(part) {
                Some(Node::Folder(next)) => folder = next,
                Some(Node::Leaf(_)) | None => return Vec::new(),
            }
        }
        let mut found = Vec::new();
        let mut start = [path, b"/"].concat();
        folder.each(&mut start, &mut |path, _| found.push(path.to_vec()));
        found
    }

    /// The id of the whole; trees of folders that changed are written.
    pub(super) fn write(&mut self, objects: &Objects) -> Result<Id, SnapshotError> {
        self.top.write(objects)
    }

    /// Says that a folder's tree is this one and stands in the repository.
    fn vouch(&mut self, path: &[u8], id: Id) {
        let mut folder = &mut self.top;
        for part in path
            .split(|byte| *byte == b'/')
            .filter(|part| !part.is_empty())
        {
            let Some(Node::Folder(next)) = folder.children.get_mut(part) else {
                return;
            };
            folder = next;
        }
        folder.id = Some(id);
    }
}

impl Folder {
    /// Returns how many leaves went.
    fn remove(&mut self, parts: &[&[u8]]) -> usize {
        let Some((part, below)) = parts.split_first() else {
            return 0;
        };
        let gone = match self.children.get_mut(*part) {
            Some(Node::Folder(folder)) if !below.is_empty() => {
                let gone = folder.remove(below);
                if folder.children.is_empty() {
                    self.children.remove(*part);
                }
                gone
            }
            Some(node) if below.is_empty() => {
                let gone = node.count();
                self.children.remove(*part);
                gone
            }
            Some(Node::Leaf(_) | Node::Folder(_)) | None => 0,
        };
        if gone > 0 {
            self.id = None;
        }
        gone
    }

    fn with(&self, name: &[u8], path: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
        if let Some(Node::Leaf(_)) = self.children.get(name) {
            found.push(path.clone());
        }
        let length = path.len();
        for (name_of, node) in &self.children {
            if let Node::Folder(folder) = node {
                if length > 0 {
                    path.push(b'/');
                }
                path.extend_from_slice(name_of);
                folder.with(name, path, found);
                path.truncate(length);
            }
        }
    }

    fn each(&self, path: &mut Vec<u8>, visit: &mut impl FnMut(&[u8], &Leaf)) {
        let length = path.len();
        for (name, node) in &self.children {
            path.extend_from_slice(name);
            match node {
                Node::Leaf(leaf) => visit(path, leaf),
                Node::Folder(folder) => {
                    path.push(b'/');
                    folder.each(path, visit);
                }
            }
            path.truncate(length);
        }
    }

    fn write(&mut self, objects: &Objects) -> Result<Id, SnapshotError> {
        if let Some(id) = self.id {
            return Ok(id);
        }
        let mut entries = Vec::with_capacity(self.children.len());
        for (name, node) in &mut self.children {
            let (mode, id) = match node {
                Node::Leaf(leaf) => (leaf.mode.digits(), leaf.id),
                Node::Folder(folder) => ("40000", folder.write(objects)?),
            };
            entries.push((name.as_slice(), mode, id));
        }
        // Git sorts a folder as if its name ended in a slash.
        entries.sort_by_cached_key(|(name, mode, _)| {
            let slash: &[u8] = if *mode == "40000" { b"/" } else { b"" };
            [name, slash].concat()
        });
        let mut content = Vec::new();
        for (name, mode, id) in entries {
            content.extend_from_slice(mode.as_bytes());
            content.push(b' ');
            content.extend_from_slice(name);
            content.push(0);
            content.extend_from_slice(&id.0);
        }
        let id = objects.write(Kind::Tree, &content)?;
        self.id = Some(id);
        Ok(id)
    }
}

impl Node {
    fn count(&self) -> usize {
        match self {
            Node::Leaf(_) => 1,
            Node::Folder(folder) => folder.children.values().map(Node::count).sum(),
        }
    }
}

/// Whether a path is this one or lies below it.
pub(super) fn is_at_or_below(path: &[u8], above: &[u8]) -> bool {
    let rest = path.strip_prefix(above);
    rest.is_some_and(|it| it.is_empty() || it.starts_with(b"/"))
}

fn new_folder() -> Node {
    Node::Folder(Folder::default())
}

/// The folders of a path, and the name in the last of them.
fn split(path: &[u8]) -> (impl Iterator<Item = &[u8]>, &[u8]) {
    let at = path.iter().rposition(|byte| *byte == b'/');
    let (above, name) = match at {
        Some(at) => (&path[..at], &path[at + 1..]),
        None => (&path[..0], path),
    };
    (
        above
            .split(|byte| *byte == b'/')
            .filter(|part| !part.is_empty()),
        name,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(byte: u8) -> Leaf {
        Leaf {
            mode: Mode::File,
            id: Id([byte; 20]),
            stat: None,
            seen: 0,
            own: false,
        }
    }

    fn paths(tree: &Tree) -> Vec<String> {
        let mut paths = Vec::new();
        tree.each(|path, _| paths.push(String::from_utf8(path.to_vec()).unwrap()));
        paths
    }

    #[test]
    fn counts_and_prunes() {
        let mut tree = Tree::default();
        for path in ["a/b/c", "a/b/d", "a.txt", "x"] {
            tree.set(path.as_bytes(), leaf(1));
        }
        assert_eq!((tree.files, paths(&tree).len()), (4, 4));
        tree.remove(b"a/b/c");
        tree.remove(b"a/b/none");
        tree.remove(b"x/y");
        assert_eq!(paths(&tree), ["a/b/d", "a.txt", "x"]);
        // A file where a folder was, and a folder where a file was.
        tree.remove(b"a");
        tree.set(b"a", leaf(2));
        tree.set(b"x/y/z", leaf(3));
        assert_eq!(paths(&tree), ["a", "a.txt", "x/y/z"]);
        assert_eq!(tree.files, 3);
        assert_eq!(tree.get_mut(b"x/y/z"), Some(&mut leaf(3)));
        assert_eq!(tree.get_mut(b"x/y"), None);
        assert_eq!(tree.get_mut(b"a/b"), None);
    }
}
