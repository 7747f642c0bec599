//! Where the work of a run in a person's own checkout goes, where it does not end on a branch there.

use ledger::forge::{ForgeKind, MergeVia, Publish, RepoName};

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

impl Site {
    /// Has commits be made by the account under which the work is published.
    pub(crate) fn commit_as(&mut self, publish: &Publish) {
        let login = publish.login.as_str();
        let email = format!("{login}@noreply.{}", publish.host);
        self.repo.commit_as(login, &email);
    }
}

/// Servers that many people have their repositories on.
const WELL_KNOWN: [(&str, ForgeKind); 3] = [
    ("github.com", ForgeKind::Github),
    ("codeberg.org", ForgeKind::Forgejo),
    ("gitea.com", ForgeKind::Gitea),
];

/// The kind of forge that this checkout belongs to: the configured one, else the one that the remote `origin` names.
#[must_use]
pub fn kind_of_checkout(site: &Site) -> Option<ForgeKind> {
    let origin = site.repo.remote_url("origin").ok().flatten();
    kind_of(&site.config().forges, origin.unwrap_or_default())
}

fn kind_of(settings: &ForgeSettings, origin: &str) -> Option<ForgeKind> {
    let named = settings.merge_forge.as_ref();
    let named = named.and_then(|it| settings.forges.get(it));
    let entry = named.or_else(|| settings.forges.values().find(|it| is_at(it, origin)));
    let well_known = || {
        let mut known = WELL_KNOWN.iter();
        let found = known.find(|(host, _)| path_at(host, origin).is_some());
        found.map(|(_, kind)| *kind)
    };
    let kind = entry.map(|it| it.kind).or_else(well_known);
    let mut all = settings.forges.values();
    match (kind, all.next(), all.next()) {
        (None, Some(only), None) => Some(only.kind),
        (kind, _, _) => kind,
    }
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

/// The path that a remote names at a host.
fn path_at(host: &str, origin: &str) -> Option<String> {
    match url::Url::parse(origin) {
        Ok(url) if url.host_str() == Some(host) => Some(url.path().to_owned()),
        Ok(_) => None,
        Err(_) => {
            let (user_and_host, path) = origin.split_once(':')?;
            let (_, at) = user_and_host.split_once('@')?;
            if at != host {
                return None;
            }
            Some(path.to_owned())
        }
    }
}

/// The repository that a remote names, if it is one of this forge: by `http`, by `ssh`, or as `user@host:owner/name`.
fn repository_of(entry: &ForgeEntry, origin: &str) -> Option<RepoName> {
    let base = url::Url::parse(&entry.url).ok()?;
    let host = base.host_str()?;
    let path = path_at(host, origin)?;
    let below = path
        .strip_prefix(base.path().trim_end_matches('/'))
        .unwrap_or(&path);
    let name = below.trim_matches('/');
    RepoName::new(name.strip_suffix(".git").unwrap_or(name)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, kind: ForgeKind, url: &str) -> (String, ForgeEntry) {
        let entry = ForgeEntry {
            name: name.to_owned(),
            kind,
            url: url.to_owned(),
            api_url: None,
            login: None,
            token_env: None,
            repositories: Vec::new(),
            hook_secret_env: None,
        };
        (name.to_owned(), entry)
    }

    #[test]
    fn the_configuration_says_the_kind_before_the_remote_does() {
        let none = ForgeSettings::default();
        for (origin, expected) in [
            ("git@github.com:acme/app.git", Some(ForgeKind::Github)),
            ("https://codeberg.org/acme/app", Some(ForgeKind::Forgejo)),
            ("https://gitea.com/acme/app", Some(ForgeKind::Gitea)),
            ("https://git.example/acme/app", None),
            ("https://github.com.example/acme/app", None),
            ("/srv/app.git", None),
            ("", None),
        ] {
            assert_eq!(kind_of(&none, origin), expected, "{origin}");
        }
        let gitea = entry("a", ForgeKind::Gitea, "https://git.example");
        let one = ForgeSettings {
            forges: [gitea.clone()].into(),
            ..ForgeSettings::default()
        };
        assert_eq!(kind_of(&one, ""), Some(ForgeKind::Gitea));
        let github = "https://github.com/acme/app";
        assert_eq!(kind_of(&one, github), Some(ForgeKind::Github));
        let forgejo = entry("b", ForgeKind::Forgejo, "https://other.example");
        let mut two = ForgeSettings {
            forges: [gitea, forgejo].into(),
            ..ForgeSettings::default()
        };
        assert_eq!(kind_of(&two, ""), None, "nothing says which");
        let ssh = "ssh://git@other.example/acme/app.git";
        assert_eq!(kind_of(&two, ssh), Some(ForgeKind::Forgejo));
        two.merge_forge = Some("a".to_owned());
        assert_eq!(kind_of(&two, ssh), Some(ForgeKind::Gitea));
    }
}
