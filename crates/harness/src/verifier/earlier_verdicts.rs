//! Verdicts that were given before: the page beside the plan, which anybody may have written, and the record in the state
//! directory, which only this program writes. Neither is ever given out as a verdict on what stands there now.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ledger::ids::Hash;
use ledger::report::{ReVerification, Report, ReportStatus};
use ledger::verdict::Inputs;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use spec::verification::{self, Page};
use verify::Before;

use super::{PlanFile, Request, page_path};
use crate::repository::Site;

/// Version of a record's shape; another one is not read.
const VERSION: u8 = 1;

/// What the state directory keeps of a verdict: its report whole, or what was read of it.
#[derive(Debug, Serialize, Deserialize)]
struct Record<R> {
    v: u8,
    /// When it was given, in milliseconds since 1970.
    at_ms: u64,
    report: R,
}

/// What is read of a record in any case: a report has thousands of items, and all that is asked is whether it still stands.
#[derive(Debug, Deserialize)]
struct Short {
    status: ReportStatus,
    #[serde(default)]
    inputs: Option<Inputs>,
}

/// What was found of earlier verdicts.
#[derive(Debug, Default)]
pub(super) struct Earlier {
    /// The page beside the plan, and how it is called.
    page: Option<(String, Page)>,
    record: Option<Short>,
    /// The same whole, where the next one may be compared with it.
    whole: Option<Report>,
}

impl Earlier {
    pub(super) fn look(site: &Site, request: &Request) -> Self {
        let page = request.plan.as_ref().and_then(|plan| {
            let own = (page_path(&plan.path), page_path_like(plan));
            page(own).or_else(|| of_the_phase(plan))
        });
        let record = fs::read(record_place(site, request)).ok();
        let record = record.unwrap_or_default();
        Self {
            page,
            record: read(&record),
            whole: request.again.then(|| read(&record)).flatten(),
        }
    }

    /// The report that the next one is compared with: the page where there is one, else with `--again` the record.
    fn report(&self) -> Option<Before> {
        match (&self.page, &self.whole) {
            (Some((_, page)), _) => Some(Before {
                status: page.status,
                score: page.score.split(' ').next().unwrap_or_default().to_owned(),
                failed: page.failed.clone(),
                verified: page.verified.clone(),
            }),
            (None, whole) => whole.as_ref().map(Before::of),
        }
    }

    /// How a report stands to the one before. With the same inputs it *is* the one before, and stands as that stood to
    /// its own, so that writing it twice writes the same.
    pub(super) fn compared(&self, report: &Report) -> Option<ReVerification> {
        let before = self.report()?;
        let (inputs, kept) = match (&self.page, &self.whole) {
            (Some((_, page)), _) => (page.inputs.as_ref(), page.again.as_ref().map(of_page)),
            (None, Some(record)) => (record.inputs.as_ref(), record.re_verification.clone()),
            (None, None) => (None, None),
        };
        match inputs.is_some() && inputs == report.inputs.as_ref() {
            true => kept,
            false => Some(verify::compare(&before, &report.items)),
        }
    }

    /// What is to be said about earlier verdicts before this one is given.
    pub(super) fn said(&self, now: &Inputs) -> Vec<String> {
        let page = self.page.iter().filter_map(|(name, page)| {
            let why = match &page.inputs {
                Some(inputs) => now.changed_since(inputs),
                None => vec!["it does not say what it follows from".to_owned()],
            };
            stale(&format!("the verdict in `{name}`"), page.status, &why)
        });
        let record = match (&self.page, &self.record) {
            (None, Some(report)) => report.inputs.as_ref().and_then(|inputs| {
                let why = now.changed_since(inputs);
                stale("the last verdict given here", report.status, &why)
            }),
            (Some(_), _) | (None, None) => None,
        };
        page.chain(record).collect()
    }

    /// Where a page claims to follow from the very same, and says something else.
    pub(super) fn contradicted(&self, report: &Report) -> Option<String> {
        let (name, page) = self.page.as_ref()?;
        let same = page.inputs.is_some() && page.inputs == report.inputs;
        (same && page.status != report.status).then(|| {
            let (said, found) = (page.status.word(), report.status.word());
            format!("`{name}` says {said} of the very same, and {found} is found: it is not what was written, more has been tried at level 5, or a command does not always do the same")
        })
    }

    /// The verdict of the record, and why it does not stand any more; empty: it stands.
    pub(super) fn recorded(&self, now: &Inputs) -> Option<(ReportStatus, Vec<String>)> {
        let record = self.record.as_ref()?;
        let why = match &record.inputs {
            Some(inputs) => now.changed_since(inputs),
            None => vec!["it does not say what it follows from".to_owned()],
        };
        Some((record.status, why))
    }

    /// Whether a page stands beside the plan.
    pub(super) fn has_page(&self) -> bool {
        self.page.is_some()
    }

    /// What failed before, by name.
    pub(super) fn failed(&self) -> Vec<String> {
        self.report().map(|it| it.failed).unwrap_or_default()
    }
}

/// As much of a record as is asked for.
fn read<R: DeserializeOwned>(record: &[u8]) -> Option<R> {
    let record = serde_json::from_slice::<Record<R>>(record).ok()?;
    (record.v == VERSION).then_some(record.report)
}

/// A page, with how it is called.
fn page((path, shown): (PathBuf, PathBuf)) -> Option<(String, Page)> {
    let text = fs::read_to_string(path).ok()?;
    Some((shown.display().to_string(), verification::read(&text)?))
}

/// The page beside the plan as the person would write it.
fn page_path_like(plan: &PlanFile) -> PathBuf {
    match page_path(&plan.path).file_name() {
        Some(name) if plan.path.is_dir() => Path::new(&plan.shown).join(name),
        Some(name) => Path::new(&plan.shown).with_file_name(name),
        None => PathBuf::from(&plan.shown),
    }
}

/// The page that another tool wrote of the whole phase. One of ours speaks of all plans, and is no verdict on this one.
fn of_the_phase(plan: &PlanFile) -> Option<(String, Page)> {
    if plan.path.is_dir() {
        return None;
    }
    let folder = plan.path.canonicalize().ok()?.parent()?.to_owned();
    let path = super::asked::page(&folder);
    let name = path.file_name()?.to_owned();
    let found = page((path, Path::new(&plan.shown).with_file_name(name)));
    found.filter(|(_, page)| page.inputs.is_none())
}

/// Keeps a verdict.
pub(super) fn keep(site: &Site, request: &Request, report: &Report, at_ms: u64) -> Option<String> {
    let path = record_place(site, request);
    let record = Record {
        v: VERSION,
        at_ms,
        report,
    };
    let written = serde_json::to_vec(&record).map_err(io::Error::from);
    let why = written.and_then(|text| put(&path, &text)).err()?;
    Some(format!(
        "the verdict is not remembered: `{}` can't be written: {why}",
        path.display()
    ))
}

fn record_place(site: &Site, request: &Request) -> PathBuf {
    place(site, request, "verdicts").with_extension("json")
}

/// Writes a file whole, and moves it into place.
pub(super) fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    let next = path.with_extension(format!("{}.tmp", std::process::id()));
    fs::write(&next, bytes)?;
    fs::rename(&next, path)
}

/// Where in a folder of the state directory that is kept which is about a plan, or about a change without one.
pub(super) fn place(site: &Site, request: &Request, folder: &str) -> PathBuf {
    let repository = site.repo.common_dir.as_os_str().as_encoded_bytes();
    let root = site.repo.root.as_os_str().as_encoded_bytes();
    let subject = match (&request.plan, &request.base) {
        (Some(plan), _) => {
            let path = plan.path.canonicalize();
            let path = path.unwrap_or_else(|_| plan.path.clone());
            format!("plan {}", path.display())
        }
        (None, base) => format!("base {}", base.as_deref().unwrap_or_default()),
    };
    let short = |hash: Hash| hash.hex().chars().take(16).collect::<String>();
    let folder = site.config().state_dir.join(folder);
    let name = Hash::chained(&Hash::of(root), subject.as_bytes());
    folder.join(short(Hash::of(repository))).join(short(name))
}

fn stale(what: &str, status: ReportStatus, why: &[String]) -> Option<String> {
    if why.is_empty() {
        return None;
    }
    let (status, why) = (status.word(), why.join(", "));
    Some(format!(
        "{what} ({status}) is stale: {why}; it does not count, everything is verified again"
    ))
}

fn of_page(again: &verification::Again) -> ReVerification {
    ReVerification {
        previous_status: again.status,
        previous_score: again.score.clone(),
        gaps_closed: again.closed.clone(),
        gaps_remaining: again.remaining.clone(),
        regressions: again.regressions.clone(),
        gaps_unasked: again.unasked.clone(),
    }
}
