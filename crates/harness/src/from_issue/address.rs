//! What a person names: the address of an issue or a pull request, as it stands in a browser.

use ledger::forge::RepoName;
use url::Url;

use super::error::NoIssue;
use crate::config::{ForgeEntry, ForgeSettings};

/// An issue or a pull request of a configured forge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The forge, by its name in the configuration.
    pub forge: String,
    /// The repository.
    pub repo: RepoName,
    /// Its number.
    pub number: u64,
}

/// Whether a text is meant as an address, and of what.
///
/// # Errors
/// [`NoIssue`]: it is one, and of nothing that a run can begin from.
pub fn address(settings: &ForgeSettings, text: &str) -> Result<Option<Address>, NoIssue> {
    let text = text.trim();
    if text.contains(char::is_whitespace) || !text.contains("://") {
        return Ok(None);
    }
    let url = Url::parse(text).map_err(|_| NoIssue::NoAddress(text.to_owned()))?;
    let of = settings.forges.values();
    let mut below = of.filter_map(|it| Some((it, path_below(it, &url)?)));
    let Some((entry, path)) = below.next() else {
        return Err(NoIssue::NoSuchForge {
            host: url.host_str().unwrap_or_default().to_owned(),
            known: settings.forges.values().map(|it| it.url.clone()).collect(),
        });
    };
    let parts: Vec<&str> = path.split('/').filter(|it| !it.is_empty()).collect();
    let [owner, name, kind, number, ..] = parts.as_slice() else {
        return Err(NoIssue::NoSubject(text.to_owned()));
    };
    let repo = RepoName::new(format!("{owner}/{name}"));
    let number = number.parse::<u64>().ok().filter(|it| *it > 0);
    match (*kind, repo, number) {
        ("issues" | "pulls" | "pull", Ok(repo), Some(number)) => Ok(Some(Address {
            forge: entry.name.clone(),
            repo,
            number,
        })),
        _ => Err(NoIssue::NoSubject(text.to_owned())),
    }
}

/// The path below a forge's address, if the address is there.
fn path_below(entry: &ForgeEntry, url: &Url) -> Option<String> {
    let base = Url::parse(&entry.url).ok()?;
    if base.origin() != url.origin() {
        return None;
    }
    let above = base.path().trim_end_matches('/');
    let rest = url.path().strip_prefix(above)?;
    rest.starts_with('/').then(|| rest.to_owned())
}
