//! Forges, and the agents that work there: which there are, where they are reached, with which token. Tokens themselves are
//! never held here.

use std::collections::{BTreeMap, BTreeSet};

use ledger::forge::{ForgeKind, Login, MergeVia, RepoName};

use super::address::goes_in_clear;
use super::fault::Fault;
use super::merge::Values;
use super::nearest::nearest;
use super::problem::Problem;
use super::read::Read;

/// Whatever is configured about forges.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ForgeSettings {
    /// The forges, by name.
    pub forges: BTreeMap<String, ForgeEntry>,
    /// The agents that work there, by name.
    pub roster: BTreeMap<String, RosterEntry>,
    /// How verified work comes into its target, if that is said.
    pub via: Option<MergeVia>,
    /// The forge of runs in a checkout, if it is said.
    pub merge_forge: Option<String>,
    /// The repository of runs in a checkout, if it is said.
    pub merge_repository: Option<RepoName>,
}

/// A forge as it is configured.
#[derive(Debug, Clone, PartialEq)]
pub struct ForgeEntry {
    /// Its name.
    pub name: String,
    /// Which kind of server it is.
    pub kind: ForgeKind,
    /// Its address, without a slash at the end.
    pub url: String,
    /// The address of its interface, if not the usual one.
    pub api_url: Option<String>,
    /// The account of runs that no agent of the roster works on.
    pub login: Option<Login>,
    /// The variable with that account's token.
    pub token_env: Option<String>,
    /// Repositories that are watched: `owner/name` or `owner/*`.
    pub repositories: Vec<String>,
    /// The variable with the secret of deliveries.
    pub hook_secret_env: Option<String>,
}

impl ForgeEntry {
    /// Whether a repository is watched.
    #[must_use]
    pub fn watches(&self, repo: &RepoName) -> bool {
        self.repositories.iter().any(|it| match it.split_once('/') {
            Some((owner, "*")) => owner.eq_ignore_ascii_case(repo.owner()),
            Some(_) | None => it.eq_ignore_ascii_case(repo.as_str()),
        })
    }
}

/// An agent of the roster as it is configured.
#[derive(Debug, Clone, PartialEq)]
pub struct RosterEntry {
    /// Its name.
    pub name: String,
    /// Its account.
    pub login: Login,
    /// The variable with that account's token.
    pub token_env: Option<String>,
    /// The forge that it works on.
    pub forge: String,
    /// How it signs what it says.
    pub display_name: String,
    /// What it is in the team.
    pub role: String,
    /// What it can do.
    pub capabilities: Vec<String>,
    /// Who does the typing, if it is said.
    pub backend: Option<String>,
    /// Tasks side by side.
    pub parallel_max: u32,
}

/// Reads all of it.
pub(super) fn forges(
    values: &Values,
    read: &Read<'_>,
    problems: &mut Vec<Problem>,
) -> ForgeSettings {
    let mut settings = ForgeSettings {
        via: read.text("merge.via").map(|it| match it.as_str() {
            "pull-request" => MergeVia::PullRequest,
            _ => MergeVia::Branch,
        }),
        ..ForgeSettings::default()
    };
    for name in names(values, "forge") {
        match forge(read, &name) {
            Ok(entry) => {
                settings.forges.insert(name, entry);
            }
            Err(fault) => problems.push(placed(values, ("forge", &name), fault)),
        }
    }
    for name in names(values, "roster") {
        match agent(read, &settings.forges, &name) {
            Ok(entry) => {
                settings.roster.insert(name, entry);
            }
            Err(fault) => problems.push(placed(values, ("roster", &name), fault)),
        }
    }
    match read.text("merge.repository").map(RepoName::new) {
        Some(Ok(repo)) => settings.merge_repository = Some(repo),
        Some(Err(error)) => problems.push(placed(
            values,
            ("merge", "repository"),
            wanted("merge.repository", "`owner/name`", &error.text),
        )),
        None => {}
    }
    if let Some(name) = read.text("merge.forge") {
        if !settings.forges.contains_key(&name) {
            let fault = no_such_forge("merge.forge", &name, &settings.forges);
            problems.push(placed(values, ("merge", "forge"), fault));
        }
        settings.merge_forge = Some(name);
    }
    settings
}

fn names(values: &Values, section: &str) -> BTreeSet<String> {
    let paths = values.entries.keys();
    let named = paths.filter_map(|path| match path.as_slice() {
        [first, name, _, ..] if first == section => Some(name.clone()),
        _ => None,
    });
    named.collect()
}

/// A problem with the place of the first key of a section.
fn placed(values: &Values, (section, name): (&str, &str), fault: Fault) -> Problem {
    let mut entries = values.entries.iter();
    let below = |path: &[String]| {
        path.first().is_some_and(|it| it == section) && path.get(1).is_some_and(|it| it == name)
    };
    match entries.find(|(path, _)| below(path)) {
        Some((_, entry)) => Problem::new(fault, entry.origin.place.clone()),
        None => Problem::bare(fault),
    }
}

fn forge(read: &Read<'_>, name: &str) -> Result<ForgeEntry, Fault> {
    let key = |field: &str| format!("forge.{name}.{field}");
    let lacks = |field: &str| Fault::Lacks {
        key: format!("forge.{name}"),
        field: key(field),
    };
    // Other words are refused where the key is read.
    let kind = read.text(&key("kind"));
    let kind = kind.as_deref().and_then(ForgeKind::named);
    let kind = kind.ok_or_else(|| lacks("kind"))?;
    let url = read.text(&key("url")).ok_or_else(|| lacks("url"))?;
    let url = url.trim_end_matches('/').to_owned();
    let api_url = read.text(&key("api_url"));
    let token_env = read.text(&key("token_env"));
    for (field, address) in [("url", Some(&url)), ("api_url", api_url.as_ref())] {
        if address.is_some_and(|it| goes_in_clear(it)) {
            return Err(Fault::KeyInClear { key: key(field) });
        }
    }
    let repositories = read.texts(&key("repositories"));
    if let Some(wrong) = repositories.iter().find(|it| !is_pattern(it)) {
        return Err(wanted(
            &key("repositories"),
            "`owner/name` or `owner/*`",
            wrong,
        ));
    }
    Ok(ForgeEntry {
        name: name.to_owned(),
        kind,
        url,
        api_url,
        login: login(read, &key("login"))?,
        token_env,
        repositories,
        hook_secret_env: read.text(&key("hook_secret_env")),
    })
}

fn is_pattern(text: &str) -> bool {
    let all_of = text.strip_suffix("/*").map(|owner| format!("{owner}/x"));
    RepoName::new(all_of.unwrap_or_else(|| text.to_owned())).is_ok()
}

fn login(read: &Read<'_>, key: &str) -> Result<Option<Login>, Fault> {
    let Some(text) = read.text(key) else {
        return Ok(None);
    };
    match Login::new(text) {
        Ok(login) => Ok(Some(login)),
        Err(error) => Err(wanted(key, "the login of an account", &error.text)),
    }
}

fn agent(
    read: &Read<'_>,
    forges: &BTreeMap<String, ForgeEntry>,
    name: &str,
) -> Result<RosterEntry, Fault> {
    let key = |field: &str| format!("roster.{name}.{field}");
    let lacks = |field: &str| Fault::Lacks {
        key: format!("roster.{name}"),
        field: key(field),
    };
    let login = login(read, &key("login"))?.ok_or_else(|| lacks("login"))?;
    let forge = match (read.text(&key("forge")), forges.len()) {
        (Some(forge), _) => forge,
        (None, 1) => forges.keys().next().cloned().unwrap_or_default(),
        (None, _) => return Err(lacks("forge")),
    };
    if !forges.contains_key(&forge) {
        return Err(no_such_forge(&key("forge"), &forge, forges));
    }
    Ok(RosterEntry {
        name: name.to_owned(),
        login,
        token_env: read.text(&key("token_env")),
        forge,
        display_name: read
            .text(&key("display_name"))
            .unwrap_or_else(|| name.to_owned()),
        role: read.text(&key("role")).unwrap_or_default(),
        capabilities: read.texts(&key("capabilities")),
        backend: read.text(&key("backend")),
        parallel_max: read.count(&key("parallel_max")).max(1),
    })
}

fn wanted(key: &str, wanted: &str, found: &str) -> Fault {
    Fault::Wanted {
        key: key.to_owned(),
        wanted: wanted.to_owned(),
        found: format!("`{found}`"),
    }
}

fn no_such_forge(key: &str, name: &str, forges: &BTreeMap<String, ForgeEntry>) -> Fault {
    let near = nearest(name, forges.keys().map(String::as_str));
    let known: Vec<&str> = forges.keys().map(String::as_str).collect();
    let wanted = match (near, known.as_slice()) {
        (Some(near), _) => format!("a name below `forge`, such as `{near}`"),
        (None, []) => "a name below `forge`, and none is there".to_owned(),
        (None, known) => format!("one of the names below `forge`: {}", known.join(", ")),
    };
    Fault::Wanted {
        key: key.to_owned(),
        wanted,
        found: format!("`{name}`"),
    }
}
