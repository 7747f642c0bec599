//! What a snapshot holds, in the words of git.

use super::leaf::Mode;
use super::tree::Tree;

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

#[cfg(test)]
mod tests {
    use super::super::leaf::Leaf;
    use super::super::object::Id;
    use super::*;

    #[test]
    fn leaves_stand_in_the_order_of_git() {
        let mut tree = Tree::default();
        let leaves = [
            ("a/b", Mode::Program),
            ("a.txt", Mode::File),
            ("z", Mode::Module),
        ];
        for (path, mode) in leaves {
            let leaf = Leaf {
                mode,
                id: Id([0xab; 20]),
                stat: None,
                seen: 0,
                own: false,
            };
            tree.set(path.as_bytes(), leaf);
        }
        let id = "ab".repeat(20);
        let listing = String::from_utf8(tree.listing()).unwrap();
        let expected =
            format!("100644 blob {id}\ta.txt\0100755 blob {id}\ta/b\0160000 commit {id}\tz\0");
        assert_eq!(listing, expected);
    }
}
