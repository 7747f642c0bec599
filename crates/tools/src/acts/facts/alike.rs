//! Names that a file system without case takes for others: `Readme.md` where `README.md` stands.

use std::ffi::OsStr;
use std::path::Path;

use ledger::facts::Fact;

use super::{NAMES_MAX, Top};

/// Looks from part to part for a name that is not the one asked for and yet like it. What can't be listed holds none.
pub(super) fn alike(root: Top<'_>, path: &str) -> Fact {
    Fact::Alike {
        asked: path.to_owned(),
        name: standing(root, path),
    }
}

fn standing(root: Top<'_>, path: &str) -> Option<String> {
    let Top::Open(open) = root else {
        return None;
    };
    let mut at = String::new();
    for part in path.split('/').filter(|it| !matches!(*it, "" | ".")) {
        let below = |name: &str| match at.as_str() {
            "" => name.to_owned(),
            at => format!("{at}/{name}"),
        };
        let next = below(part);
        if part != ".." && root.stat(Path::new(&next)).is_err() {
            let names = open.names(OsStr::new(&at), NAMES_MAX).ok()?;
            return names
                .iter()
                .find(|name| folded(name) == folded(part))
                .map(|name| below(name));
        }
        at = next;
    }
    None
}

fn folded(name: &str) -> String {
    name.trim_end_matches(['.', ' ']).to_lowercase()
}
