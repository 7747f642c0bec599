//! Whether the last verdict still stands, without verifying anything.

use ledger::report::ReportStatus;

use super::earlier_verdicts::Earlier;
use super::{Ground, Request, ground};
use crate::repository::{NoSite, Site};

/// How the last verdict stands to what is there now.
#[derive(Debug)]
pub struct Standing {
    /// How it was, where one is recorded. A page beside the plan is nobody's word, and does not count.
    pub status: Option<ReportStatus>,
    /// Why it does not stand any more; empty: it stands, if there is one.
    pub why: Vec<String>,
    /// The command that verifies again.
    pub command: String,
}

impl Standing {
    /// `stands`, `stale` or `none`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match (self.status, self.why.is_empty()) {
            (None, _) => "none",
            (Some(_), true) => "stands",
            (Some(_), false) => "stale",
        }
    }
}

/// Looks at the last verdict.
///
/// # Errors
/// [`NoSite`]: the plan or the base can't be had.
pub fn standing(site: &Site, request: &Request) -> Result<Standing, NoSite> {
    let Ground { inputs, .. } = ground(site, request, false)?;
    let earlier = Earlier::look(site, request);
    let command = command(request, earlier.has_page());
    let (status, why) = match earlier.recorded(&inputs) {
        Some((status, why)) => (Some(status), why),
        None => (None, Vec::new()),
    };
    Ok(Standing {
        status,
        why,
        command,
    })
}

/// The command that verifies again, and writes the page where one stands.
fn command(request: &Request, page: bool) -> String {
    let mut words = vec!["interlock".to_owned(), "verify".to_owned()];
    if let Some(plan) = &request.plan {
        words.push(quoted(&plan.shown));
    }
    if let Some(base) = &request.base {
        words.extend(["--base".to_owned(), quoted(base)]);
    }
    if !request.commands {
        words.push("--no-commands".to_owned());
    }
    if page {
        words.push("--write".to_owned());
    }
    words.join(" ")
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:@+,=".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}
