//! Facts that are remembered from one reading to the next, by the content's name and the language it was read as.
//!
//! A cache: thrown away on any doubt, written whole and moved into place. What it says is only as old as the content's
//! name, which is a digest, and the program that read it.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use code::{Facts, Language};
use serde::{Deserialize, Serialize};

/// Largest memory that is read, in bytes.
const BYTES_MAX: u64 = 1 << 30;

/// Everything that is remembered.
#[derive(Debug, Default)]
pub(super) struct Memory {
    facts: HashMap<(String, Language), Arc<Facts>>,
    learnt: bool,
}

#[derive(Serialize, Deserialize)]
struct Written {
    version: String,
    facts: Vec<(String, Language, Arc<Facts>)>,
}

impl Memory {
    /// Reads a memory; an empty one where there is none, or none that is understood.
    pub(super) fn load(path: &Path) -> Self {
        let small = fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() <= BYTES_MAX);
        let bytes = small.then(|| fs::read(path).ok()).flatten();
        let written = bytes.and_then(|bytes| postcard::from_bytes::<Written>(&bytes).ok());
        let facts = written.filter(|it| it.version == version());
        let facts = facts.into_iter().flat_map(|it| it.facts);
        Self {
            facts: facts
                .map(|(blob, language, facts)| ((blob, language), facts))
                .collect(),
            learnt: false,
        }
    }

    pub(super) fn has(&self, blob: &str, language: Language) -> bool {
        self.facts.contains_key(&(blob.to_owned(), language))
    }

    pub(super) fn facts(&self, blob: &str, language: Language) -> Option<Arc<Facts>> {
        self.facts.get(&(blob.to_owned(), language)).cloned()
    }

    pub(super) fn learn(&mut self, blob: &str, language: Language, facts: Arc<Facts>) {
        self.learnt = true;
        self.facts.insert((blob.to_owned(), language), facts);
    }

    /// Writes what is still of use. That it can't be written costs time, and nothing else.
    pub(super) fn save(self, path: &Path, mut wanted: Vec<(String, Language)>) {
        if !self.learnt {
            return;
        }
        wanted.sort_unstable();
        wanted.dedup();
        let facts = wanted.into_iter().filter_map(|(blob, language)| {
            let facts = self.facts(&blob, language)?;
            Some((blob, language, facts))
        });
        let written = Written {
            version: version(),
            facts: facts.collect(),
        };
        let Ok(bytes) = postcard::to_stdvec(&written) else {
            return;
        };
        let beside = path.with_extension(format!("{}.new", std::process::id()));
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let put = folder
            .and_then(|()| fs::write(&beside, bytes))
            .and_then(|()| fs::rename(&beside, path));
        if put.is_err() {
            let _ = fs::remove_file(&beside);
        }
    }
}

/// The program that wrote the facts: another one may read the same text otherwise. Where that can't be told, nothing is
/// like anything.
fn version() -> String {
    let program = std::env::current_exe().and_then(fs::metadata);
    let made = program.and_then(|it| Ok((it.len(), it.modified()?)));
    match made {
        Ok((bytes, time)) => format!("{bytes} {time:?}"),
        Err(_) => format!("{:?}", std::time::SystemTime::now()),
    }
}
