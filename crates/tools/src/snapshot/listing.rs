//! What a snapshot holds, in the words of git.

use super::tree::{Mode, Tree};

impl Tree {
    /// Every leaf as `git ls-tree -r -z` says it, in git's order: that of whole paths.
    pub(super) fn listing(&self) -> Vec<u8> {
        let mut leaves = Vec::with_capacity(self.files);
        self.each(|path, leaf| leaves.push((path.to_vec(), *leaf)));
        leaves.sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut listing = Vec::new();
        for (path, leaf) in leaves {
            let kind = match leaf.mode {
                Mode::File | Mode::Program | Mode::Link => "blob",
                Mode::Module => "commit",
            };
            let head = format!("{} {kind} {}\t", leaf.mode.digits(), leaf.id.hex());
            listing.extend_from_slice(head.as_bytes());
            listing.extend_from_slice(&path);
            listing.push(0);
        }
        listing
    }
}
