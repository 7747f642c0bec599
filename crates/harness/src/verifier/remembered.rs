//! Trials that were made before: kept in the state directory, each under what its outcome follows from. It is a memory and
//! no verdict: what it can't be read from is forgotten, and tried again.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ledger::ids::Hash;
use ledger::verdict::Inputs;
use serde::{Deserialize, Serialize};
use verify::{How, Outcome, Suspect};

use super::{earlier_verdicts, key};
use crate::repository::Site;

/// Version of the file's shape; another one is not read.
const VERSION: u8 = 1;
/// Trials that are kept; those that were of no use for longest go first.
const KEPT_MAX: usize = 4096;
/// Largest file that is read, in bytes: more than so many trials need.
const FILE_BYTES_MAX: u64 = 1024 * 1024;

/// The file.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Kept {
    v: u8,
    trials: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    key: Hash,
    came: Came,
}

/// An outcome; commands by their place among those of the trial, so that a file can't put words into a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Came {
    Noticed(usize),
    Unbuilt(usize),
    Survived,
}

/// What is remembered of trials on this very tree.
pub(super) struct Remembered<'a> {
    inputs: &'a Inputs,
    path: PathBuf,
    /// Of the trials that are asked for.
    known: Vec<Entry>,
}

impl<'a> Remembered<'a> {
    /// `fresh`: what is remembered of these suspects is forgotten.
    pub(super) fn open(
        site: &Site,
        inputs: &'a Inputs,
        (suspects, fresh): (&[Suspect], bool),
    ) -> Self {
        let path = place(site);
        let others = suspects.iter().filter_map(Suspect::other);
        let asked = suspects.iter().cloned().chain(others);
        let keys: BTreeSet<Hash> = asked.map(|it| key_of(inputs, &it)).collect();
        let (known, others): (Vec<Entry>, Vec<Entry>) = read(&path)
            .into_iter()
            .partition(|it| keys.contains(&it.key));
        let mut found = Self {
            inputs,
            path,
            known,
        };
        if fresh && !found.known.is_empty() {
            found.known.clear();
            // Where that can't be written, nothing new will be either.
            let _ = write(&found.path, &others);
        }
        found
    }

    /// What came of a trial.
    pub(super) fn outcome(&self, suspect: &Suspect) -> Option<Outcome> {
        let key = key_of(self.inputs, suspect);
        let entry = self.known.iter().rev().find(|it| it.key == key)?;
        let command = |at: usize| suspect.commands.get(at).cloned();
        match entry.came {
            Came::Noticed(at) => command(at).map(Outcome::Noticed),
            Came::Unbuilt(at) => command(at).map(Outcome::Unbuilt),
            Came::Survived => Some(Outcome::Survived),
        }
    }

    /// Keeps what came of a trial, beside what others have kept meanwhile. That it can't be written costs a trial.
    pub(super) fn keep(&mut self, suspect: &Suspect, outcome: &Outcome) -> io::Result<()> {
        let at = |command: &String| suspect.commands.iter().position(|it| it == command);
        let came = match outcome {
            Outcome::Noticed(command) => at(command).map(Came::Noticed),
            Outcome::Unbuilt(command) => at(command).map(Came::Unbuilt),
            Outcome::Survived => Some(Came::Survived),
            Outcome::Untried(_) => None,
        };
        let Some(came) = came else {
            return Ok(());
        };
        let key = key_of(self.inputs, suspect);
        self.known.retain(|it| it.key != key);
        self.known.push(Entry { key, came });
        // What is of use now stands at the end, where it stays longest.
        let own: BTreeSet<Hash> = self.known.iter().map(|it| it.key).collect();
        let mut all = read(&self.path);
        all.retain(|it| !own.contains(&it.key));
        all.extend(self.known.iter().cloned());
        write(&self.path, &all)
    }
}

/// What a trial's outcome follows from.
fn key_of(inputs: &Inputs, suspect: &Suspect) -> Hash {
    #[derive(Serialize)]
    struct Subject<'a> {
        tree: &'a str,
        checker: &'a str,
        path: &'a str,
        name: &'a str,
        edits: Vec<(usize, &'a str)>,
        how: How,
        commands: Vec<(&'a str, Option<&'a str>)>,
    }
    let tool = |command: &str| {
        let name = key::program(command)?;
        inputs.tools.get(&name).map(String::as_str)
    };
    let commands = suspect.commands.iter();
    let subject = Subject {
        tree: inputs.tree.as_str(),
        checker: &inputs.checker,
        path: suspect.path.as_str(),
        name: &suspect.broken.name,
        edits: suspect.broken.edits().collect(),
        how: suspect.broken.kind.into(),
        commands: commands.map(|it| (it.as_str(), tool(it))).collect(),
    };
    // INVARIANT: texts and numbers alone always have a form in JSON.
    Hash::of(&serde_json::to_vec(&subject).unwrap_or_default())
}

/// Trials of one worktree: what git ignores in it is part of what commands see.
fn place(site: &Site) -> PathBuf {
    let short = |path: &Path| {
        let hash = Hash::of(path.as_os_str().as_encoded_bytes());
        hash.hex().chars().take(16).collect::<String>()
    };
    let folder = site.config().state_dir.join("trials");
    folder
        .join(short(&site.repo.common_dir))
        .join(format!("{}.json", short(&site.repo.root)))
}

fn read(path: &Path) -> Vec<Entry> {
    let kept = || -> Option<Kept> {
        // Nothing but a file is opened: a pipe would be waited for.
        let is_file = fs::symlink_metadata(path).ok()?.is_file();
        let file = is_file.then(|| fs::File::open(path).ok())??;
        let mut bytes = Vec::new();
        file.take(FILE_BYTES_MAX).read_to_end(&mut bytes).ok()?;
        serde_json::from_slice(&bytes).ok()
    };
    let kept = kept().filter(|it| it.v == VERSION).unwrap_or_default();
    kept.trials
}

/// Writes it whole, and moves it into place.
fn write(path: &Path, all: &[Entry]) -> io::Result<()> {
    let kept = Kept {
        v: VERSION,
        trials: all
            .get(all.len().saturating_sub(KEPT_MAX)..)
            .unwrap_or(all)
            .to_vec(),
    };
    earlier_verdicts::put(path, &serde_json::to_vec(&kept)?)
}
