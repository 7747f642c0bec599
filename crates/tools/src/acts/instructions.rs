//! Instruction files of the repository (`AGENTS.md`): which there are, with their digests.

use ledger::ids::{GitId, Hash, RelPath};
use ledger::observation::Instruction;
use ledger::scope::ScopeEntry;

use crate::git::{GitError, Repo};

/// The file's name.
const NAME: &str = "AGENTS.md";
/// Longest file, in bytes.
const BYTES_MAX: usize = 256 * 1024;
/// Longest text that is kept of it, in bytes.
const TEXT_BYTES_MAX: usize = 16 * 1024;

/// The instruction files that count for these paths, as the base commit has them: from the root down to each,
/// outermost first, so that the nearest has the last word.
pub(super) fn instructions(
    repo: &Repo,
    tree: &GitId,
    named: &[ScopeEntry],
    trusted: bool,
) -> Result<Vec<Instruction>, GitError> {
    let mut folders = vec![String::new()];
    for place in named.iter().filter_map(ScopeEntry::folder) {
        let mut folder = String::new();
        for name in place.split('/') {
            folder = below(&folder, name);
            if !folders.contains(&folder) {
                folders.push(folder.clone());
            }
        }
    }
    let depth = |folder: &str| folder.split('/').filter(|it| !it.is_empty()).count();
    folders.sort_by_key(|it| (depth(it), it.clone()));
    let files: Vec<RelPath> = folders
        .iter()
        .filter_map(|folder| RelPath::new(&below(folder, NAME)).ok())
        .collect();
    let blobs = repo.read_blobs(tree, &files)?;
    let read = files.into_iter().zip(blobs);
    Ok(read
        .filter_map(|(path, bytes)| instruction(path, bytes?, trusted))
        .collect())
}

fn below(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    }
}

fn instruction(path: RelPath, bytes: Vec<u8>, trusted: bool) -> Option<Instruction> {
    let digest = Hash::of(&bytes);
    let text = String::from_utf8(bytes)
        .ok()
        .filter(|it| it.len() <= BYTES_MAX)?;
    let end = (0..=TEXT_BYTES_MAX.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))?;
    Some(Instruction {
        path,
        digest,
        text: text[..end].to_owned(),
        trusted,
    })
}
