//! Facts that are remembered from one reading to the next, by the content's name and the language it was read as.
//!
//! A cache: thrown away on any doubt, written whole and moved into place. What it says is only as old as the content's
//! name, which is a digest, and the program that read it. It is read as it lies: what a file's facts are is only decoded
//! once that file is asked for.

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use code::{Facts, Language};
use serde::{Deserialize, Serialize};

use super::program;

/// Largest memory that is read, in bytes.
const BYTES_MAX: u64 = 1 << 30;

/// A content, read as a language.
pub(super) type Key = (String, Language);

/// Everything that is remembered.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The file, and where the facts of each content lie in it.
    bytes: Vec<u8>,
    places: HashMap<Key, Range<usize>>,
    /// What was decoded or learnt, once for all trees.
    known: HashMap<Key, Arc<Facts>>,
    /// What was learnt, as it will be written.
    fresh: HashMap<Key, Vec<u8>>,
}

/// What stands at the head of the file; the facts follow, one after the other.
#[derive(Serialize, Deserialize)]
struct Head {
    version: String,
    /// With how many bytes the facts take.
    lengths: Vec<(String, Language, u64)>,
}

impl Memory {
    /// Reads a memory; an empty one where there is none, or none that is understood.
    pub(super) fn load(path: &Path) -> Self {
        let small = fs::metadata(path).is_ok_and(|it| it.is_file() && it.len() <= BYTES_MAX);
        let bytes = small.then(|| fs::read(path).ok()).flatten();
        bytes.and_then(Self::of).unwrap_or_default()
    }

    fn of(bytes: Vec<u8>) -> Option<Self> {
        let (head, facts) = postcard::take_from_bytes::<Head>(&bytes).ok()?;
        if head.version != program() {
            return None;
        }
        let mut at = bytes.len().checked_sub(facts.len())?;
        let mut places = HashMap::with_capacity(head.lengths.len());
        for (blob, language, length) in head.lengths {
            let end = at.checked_add(usize::try_from(length).ok()?)?;
            places.insert((blob, language), at..end);
            at = end;
        }
        (at == bytes.len()).then(|| Self {
            bytes,
            places,
            ..Self::default()
        })
    }

    /// What is known of a content by now.
    pub(super) fn facts(&self, key: &Key) -> Option<Arc<Facts>> {
        self.known.get(key).cloned()
    }

    /// Decodes what is written about a content; `None` where nothing is, or nothing that is understood.
    pub(super) fn decoded(&self, key: &Key) -> Option<Facts> {
        let bytes = self.bytes.get(self.places.get(key)?.clone())?;
        postcard::from_bytes(bytes).ok()
    }

    /// Keeps what was decoded.
    pub(super) fn keep(&mut self, key: Key, facts: Facts) {
        self.known.insert(key, Arc::new(facts));
    }

    /// Keeps what was read anew, and how it is to be written.
    pub(super) fn learn(&mut self, key: Key, facts: Facts, written: Vec<u8>) {
        self.fresh.insert(key.clone(), written);
        self.keep(key, facts);
    }

    /// Whether anything is known that is not written down.
    pub(super) fn has_news(&self) -> bool {
        !self.fresh.is_empty()
    }

    /// Writes what is still of use. That it can't be written costs time, and nothing else.
    pub(super) fn save(self, path: &Path, mut wanted: Vec<Key>) {
        wanted.sort_unstable();
        wanted.dedup();
        let written = |key: &Key| match self.fresh.get(key) {
            Some(fresh) => Some(fresh.as_slice()),
            None => self.bytes.get(self.places.get(key)?.clone()),
        };
        let all = wanted
            .iter()
            .filter_map(|key| Some((key, written(key)?)).filter(|(_, it)| !it.is_empty()));
        let lengths = all.clone().map(|((blob, language), it)| {
            let length = u64::try_from(it.len()).unwrap_or(u64::MAX);
            (blob.clone(), *language, length)
        });
        let head = Head {
            version: program(),
            lengths: lengths.collect(),
        };
        let Ok(mut bytes) = postcard::to_stdvec(&head) else {
            return;
        };
        for (_, facts) in all {
            bytes.extend_from_slice(facts);
        }
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

/// Facts as they are written; of what can't be written, nothing.
pub(super) fn written(facts: &Facts) -> Vec<u8> {
    postcard::to_stdvec(facts).unwrap_or_default()
}
