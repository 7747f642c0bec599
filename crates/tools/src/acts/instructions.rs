//! Instruction files of the repository (`AGENTS.md`): which there are, with their digests.

use std::path::Path;

use ledger::ids::{Hash, RelPath};
use ledger::observation::Instruction;

use super::facts::{Standing, standing};

/// The file's name.
const NAME: &str = "AGENTS.md";
/// Longest file, in bytes.
const BYTES_MAX: u64 = 256 * 1024;
/// Longest text that is kept of it, in bytes.
const TEXT_BYTES_MAX: usize = 16 * 1024;

/// The instruction files that count for these paths: from the root down to each, outermost first, so that the nearest
/// has the last word.
pub(super) fn instructions(root: &Path, paths: &[RelPath], trusted: bool) -> Vec<Instruction> {
    let mut folders = vec![String::new()];
    for path in paths {
        let mut folder = String::new();
        let names: Vec<&str> = path.as_str().split('/').collect();
        for name in names.iter().take(names.len().saturating_sub(1)) {
            folder = if folder.is_empty() {
                (*name).to_owned()
            } else {
                format!("{folder}/{name}")
            };
            if !folders.contains(&folder) {
                folders.push(folder.clone());
            }
        }
    }
    folders.sort_by_key(|it| {
        (
            it.split('/').filter(|it| !it.is_empty()).count(),
            it.clone(),
        )
    });
    folders
        .iter()
        .filter_map(|folder| read(root, folder, trusted))
        .collect()
}

fn read(root: &Path, folder: &str, trusted: bool) -> Option<Instruction> {
    let path = if folder.is_empty() {
        NAME.to_owned()
    } else {
        format!("{folder}/{NAME}")
    };
    let path = RelPath::new(&path).ok()?;
    let Standing::Text(text) = standing(root, &path, BYTES_MAX) else {
        return None;
    };
    let digest = Hash::of(text.as_bytes());
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
