//! Figures for the quality gates: files are read and handed to the brain's own measures. Nothing is judged here.

use std::collections::BTreeMap;
use std::path::Path;

use ledger::ids::{GitId, RelPath};
use ledger::measure::Measured;
use ledger::options::Verification;
use tools::acts::{Standing, Standstill, standing, standstill};
use tools::git::{GitError, Repo};
use verify::{COVERAGE_REPORTS, Meter, Secret};

/// Largest file that is looked into, in bytes.
const FILE_BYTES_MAX: u64 = 4 * 1024 * 1024;
/// Largest coverage report, in bytes.
const REPORT_BYTES_MAX: u64 = 32 * 1024 * 1024;
/// Files of which the version before is read at once.
const BATCH: usize = 100;

/// The coverage reports of one verification: how they stood before its commands, and what these left.
#[derive(Debug, Default)]
pub(crate) struct Reports {
    /// `None`: nobody saw it, so nothing is known to be left by the commands.
    before: Option<Vec<(RelPath, Standstill)>>,
    left: BTreeMap<RelPath, String>,
}

impl Reports {
    /// Before the commands.
    pub(crate) fn before(root: &Path) -> Self {
        Self {
            before: Some(standing_reports(root)),
            left: BTreeMap::new(),
        }
    }

    /// Takes what a command left; the worktree may be put back afterwards.
    pub(crate) fn take(&mut self, root: &Path) {
        let Some(before) = &self.before else { return };
        for (path, now) in standing_reports(root) {
            if before.contains(&(path.clone(), now)) {
                continue;
            }
            if let Standing::Text(text) = standing(root, &path, REPORT_BYTES_MAX) {
                self.left.insert(path, text);
            }
        }
    }
}

fn standing_reports(root: &Path) -> Vec<(RelPath, Standstill)> {
    let paths = COVERAGE_REPORTS.iter();
    paths
        .filter_map(|path| RelPath::held(path).ok())
        .filter_map(|path| Some((path.clone(), standstill(root, &path)?)))
        .collect()
}

/// Measures files below `root`, each beside its version in `base` if there is one. A coverage report that the commands
/// did not leave is not theirs.
///
/// # Errors
/// [`GitError`] when the base can't be read.
pub(crate) fn measure(
    (repo, root): (&Repo, &Path),
    options: &Verification,
    paths: &[RelPath],
    base: Option<&GitId>,
    reports: &Reports,
) -> Result<Measured, GitError> {
    let mut meter = Meter::new(options);
    let asks_for = |gate: &str| options.archon.iter().any(|it| it == gate);
    let secrets = asks_for("security");
    for batch in paths.chunks(BATCH) {
        let old = match base {
            Some(base) => repo.texts_at(base, batch)?,
            None => vec![None; batch.len()],
        };
        for (path, old) in batch.iter().zip(&old) {
            match standing(root, path, FILE_BYTES_MAX) {
                Standing::Text(text) => {
                    let found = if secrets {
                        found(&text, old.as_deref())
                    } else {
                        Vec::new()
                    };
                    meter.file(path, &text, old.as_deref(), found);
                }
                Standing::TooLarge(_) => meter.unreadable(path),
                // No text, no function and no secret that stands in clear.
                Standing::Absent
                | Standing::Directory
                | Standing::LinkOutside
                | Standing::Special
                | Standing::NotText => {}
            }
        }
    }
    if asks_for("coverage") {
        for (path, text) in &reports.left {
            meter.coverage(path.as_str(), text, true);
        }
        for (path, _) in standing_reports(root) {
            if let Standing::Text(text) = standing(root, &path, REPORT_BYTES_MAX)
                && !reports.left.contains_key(&path)
            {
                meter.coverage(path.as_str(), &text, false);
            }
        }
    }
    Ok(meter.finish())
}

/// Secrets in a text, and whether the text before had each of them.
fn found(text: &str, before: Option<&str>) -> Vec<Secret> {
    let found = gate::redact(text).found;
    found
        .into_iter()
        .map(|it| {
            let secret = text.get(it.range.clone()).unwrap_or_default();
            let above = text.get(..it.range.start).unwrap_or_default();
            let lines = above.bytes().filter(|byte| *byte == b'\n').count();
            Secret {
                line: u32::try_from(lines).unwrap_or(u32::MAX).saturating_add(1),
                kind: it.kind.to_owned(),
                before: before.is_some_and(|text| text.contains(secret)),
            }
        })
        .collect()
}
