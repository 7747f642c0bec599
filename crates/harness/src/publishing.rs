//! Where the work of a run in a person's own checkout goes, where it does not end on a branch there.

use ledger::forge::{MergeVia, Publish, RepoName};

use crate::config::{ForgeEntry, ForgeSettings};
use crate::forges::{Forges, NoForge};
use crate::repository::Site;

/// Why work can't go to a forge as it is configured to.
#[derive(Debug, thiserror::Error)]
pub enum NotPublished {
    /// `merge.via` wants a forge, and none is configured.
    #[error("`merge.via: pull-request` needs a forge, and none is configured")]
    NoForge,
    /// There are several, and nothing says which.
    #[error("several forges are configured, and the remote `origin` is at none of them")]
    WhichForge,
    /// The repository there is not known.
    #[error("nothing says which repository of the forge `{0}` pull requests go to")]
    NoRepository(String),
    /// The forge can't be used.
    #[error(transparent)]
    Forge(#[from] NoForge),
}

impl NotPublished {
    /// What to do next.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            NotPublished::NoForge => {
                "name one in your own configuration (`forge.NAME.kind`, `forge.NAME.url`), or set `merge.via: branch`"
                    .to_owned()
            }
            NotPublished::WhichForge => "name it with `merge.forge`".to_owned(),
            NotPublished::NoRepository(_) => {
                "name it with `merge.repository`, as `owner/name`".to_owned()
            }
            NotPublished::Forge(error) => error.help(),
        }
    }
}

/// Where the work of a run in this checkout goes; nowhere but to its branch, where nothing else is said.
///
/// # Errors
/// [`NotPublished`].
pub fn of_checkout(site: &Site) -> Result<Option<Publish>, NotPublished> {
    let settings = &site.config().forges;
    if settings.via != Some(MergeVia::PullRequest) {
        return Ok(None);
    }
    let origin = site.repo.remote_url("origin").ok().flatten();
    let (entry, repo) = place(settings, origin.unwrap_or_default())?;
    let forges = Forges::of(settings, &site.sources.env);
    let login = forges.own_login(&entry.name)?;
    // Without its token nothing could be published once the work is done.
    forges.token(&entry.name, &login)?;
    Ok(Some(Publish {
        forge: entry.name.clone(),
        repo,
        login,
        via: MergeVia::PullRequest,
        // The run's own branch: see `Publish::branch`.
        branch: String::new(),
        tip: None,
        since: None,
        pull: None,
        issue: None,
        parent: None,
        host: host_of(&entry.url),
        places: Vec::new(),
        reviewers: Vec::new(),
        report: String::new(),
    }))
}

/// The host of an address.
pub(crate) fn host_of(address: &str) -> String {
    let url = url::Url::parse(address).ok();
    let host = url.as_ref().and_then(url::Url::host_str);
    host.unwrap_or_default().to_owned()
}

/// The forge and the repository there: the configured ones, else those that the remote `origin` names.
fn place<'a>(
    settings: &'a ForgeSettings,
    origin: &str,
) -> Result<(&'a ForgeEntry, RepoName), NotPublished> {
    let all: Vec<&ForgeEntry> = settings.forges.values().collect();
    let named = settings.merge_forge.as_ref();
    let named = named.and_then(|it| settings.forges.get(it));
    let at_origin = || all.iter().copied().find(|it| is_at(it, origin));
    let entry = match (named, all.as_slice()) {
        (Some(entry), _) => entry,
        (None, []) => return Err(NotPublished::NoForge),
        (None, [only]) => only,
        (None, _) => at_origin().ok_or(NotPublished::WhichForge)?,
    };
    let repo = settings.merge_repository.clone();
    let repo = repo.or_else(|| repository_of(entry, origin));
    let repo = repo.ok_or_else(|| NotPublished::NoRepository(entry.name.clone()))?;
    Ok((entry, repo))
}

fn is_at(entry: &ForgeEntry, origin: &str) -> bool {
    repository_of(entry, origin).is_some()
}

/// The repository that a remote names, if it is one of this forge: by `http`, by `ssh`, or as `user@host:owner/name`.
fn repository_of(entry: &ForgeEntry, origin: &str) -> Option<RepoName> {
    let base = url::Url::parse(&entry.url).ok()?;
    let host = base.host_str()?;
    let path = match url::Url::parse(origin) {
        Ok(url) if url.host_str() == Some(host) => url.path().to_owned(),
        Ok(_) => return None,
        Err(_) => {
            let (user_and_host, path) = origin.split_once(':')?;
            let (_, at) = user_and_host.split_once('@')?;
            if at != host {
                return None;
            }
            path.to_owned()
        }
    };
    let below = path
        .strip_prefix(base.path().trim_end_matches('/'))
        .unwrap_or(&path);
    let name = below.trim_matches('/');
    RepoName::new(name.strip_suffix(".git").unwrap_or(name)).ok()
}
