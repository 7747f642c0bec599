//! Which repositories' own configuration the user has accepted: by content, in a file that no repository can reach.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::dirs::real;
use super::fault::Fault;
use super::files::{self, Links};
use super::problem::Problem;

/// Contents that are remembered for one repository; the oldest is forgotten.
const CONTENTS_MAX: usize = 64;
/// Repositories that are remembered.
const REPOSITORIES_MAX: usize = 10_000;

/// The user's list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrustList {
    /// Hashes by the repository's real path, the latest last.
    repositories: BTreeMap<String, Vec<String>>,
}

impl TrustList {
    /// Where it is kept.
    #[must_use]
    pub fn path(state_dir: &Path) -> PathBuf {
        state_dir.join("trust.json")
    }

    /// Reads it; a list that is not there is empty.
    ///
    /// # Errors
    /// When it can't be read or understood: then nothing may be taken as trusted.
    pub fn read(state_dir: &Path) -> Result<Self, Problem> {
        let path = Self::path(state_dir);
        let name = path.display().to_string();
        let Some(bytes) = files::read(&path, &name, Links::Followed)? else {
            return Ok(Self::default());
        };
        serde_json::from_slice(&bytes).map_err(|error| {
            Problem::bare(Fault::TrustList {
                name,
                reason: error.to_string(),
            })
        })
    }

    /// Whether this content of this repository was accepted.
    #[must_use]
    pub fn holds(&self, repository: &Path, content: &[u8]) -> bool {
        let hashes = self.repositories.get(&place(repository));
        hashes.is_some_and(|hashes| hashes.contains(&hash(content)))
    }

    /// Whether any content of this repository was accepted.
    #[must_use]
    pub fn knows(&self, repository: &Path) -> bool {
        self.repositories.contains_key(&place(repository))
    }

    fn add(&mut self, repository: &Path, content: &[u8]) {
        let hash = hash(content);
        let hashes = self.repositories.entry(place(repository)).or_default();
        hashes.retain(|known| *known != hash);
        hashes.push(hash);
        let surplus = hashes.len().saturating_sub(CONTENTS_MAX);
        hashes.drain(..surplus);
    }

    fn write(&self, state_dir: &Path) -> Result<(), Problem> {
        let path = Self::path(state_dir);
        if self.repositories.len() > REPOSITORIES_MAX {
            return Err(Problem::bare(Fault::TooMany {
                key: path.display().to_string(),
                count_max: REPOSITORIES_MAX,
            }));
        }
        let mut text = serde_json::to_string_pretty(self).map_err(|error| {
            Problem::bare(Fault::TrustList {
                name: path.display().to_string(),
                reason: error.to_string(),
            })
        })?;
        text.push('\n');
        files::write(&path, &text)
    }
}

/// Accepts these contents of a repository from now on.
///
/// # Errors
/// When the list can't be read or written.
pub(crate) fn accept(
    state_dir: &Path,
    repository: &Path,
    contents: &[&[u8]],
) -> Result<(), Problem> {
    let mut list = TrustList::read(state_dir)?;
    for content in contents {
        list.add(repository, content);
    }
    list.write(state_dir)
}

fn place(repository: &Path) -> String {
    real(repository).to_string_lossy().into_owned()
}

fn hash(content: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    for byte in Sha256::digest(content) {
        // Writing to a text can't fail.
        write!(text, "{byte:02x}").ok();
    }
    text
}
