//! Instruction files of the repository (`AGENTS.md`, else `CLAUDE.md`, else `GEMINI.md`): which there are, with their digests.

use ledger::ids::{GitId, Hash, RelPath};
use ledger::observation::Instruction;
use ledger::scope::ScopeEntry;

use crate::git::{GitError, Repo};

/// The names of such a file; of those that stand in one folder the first counts.
const NAMES: [&str; 3] = ["AGENTS.md", "CLAUDE.md", "GEMINI.md"];
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
        .flat_map(|folder| NAMES.map(|name| RelPath::new(&below(folder, name)).ok()))
        .flatten()
        .collect();
    let blobs = repo.read_blobs(tree, &files)?;
    let mut read: Vec<Instruction> = Vec::new();
    for (path, bytes) in files.into_iter().zip(blobs) {
        let Some(file) = bytes.and_then(|it| instruction(path, it, trusted)) else {
            continue;
        };
        let beside = read
            .last()
            .is_some_and(|it| folder(&it.path) == folder(&file.path));
        if !beside && !points_beside(&file) {
            read.push(file);
        }
    }
    Ok(read)
}

fn folder(path: &RelPath) -> &str {
    path.as_str().rsplit_once('/').map_or("", |it| it.0)
}

/// Whether a file says no more than the name of another one beside it, as a link does.
fn points_beside(file: &Instruction) -> bool {
    let text = file.text.trim();
    let named = text.trim_start_matches('@').trim_start_matches("./");
    NAMES.contains(&named)
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
