//! Whether a daemon would work as it is configured: accounts, rights, hooks.

use forge::client::{Client, Failure, HookSeen, HookStands, HookWanted};
use ledger::forge::{ForgeKind, RepoName, Standing};

use super::error::NotServed;
use super::runtime::for_one_thread;
use super::setup::{Setup, Watched};
use crate::config::{Config, RosterEntry};
use crate::forges::Forges;
use crate::timestamp::now_ms;

/// So far may the clocks of a forge and of this machine be apart.
const CLOCKS_APART_MAX_MS: u64 = 5_000;

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// What.
    pub what: String,
    /// Whether it is as it has to be.
    pub is_sound: bool,
    /// What was found, in words.
    pub found: String,
    /// What mends it.
    pub help: Option<String>,
}

impl Checked {
    fn sound(what: impl Into<String>, found: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            is_sound: true,
            found: found.into(),
            help: None,
        }
    }

    fn wrong(what: impl Into<String>, found: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            is_sound: false,
            found: found.into(),
            help: Some(help.into()),
        }
    }
}

/// Looks at everything that a daemon needs; hooks that are missing or differ are made where that is wanted.
///
/// # Errors
/// [`NotServed`]: it can't be looked at as it is configured.
pub fn check(config: &Config, makes_hooks: bool) -> Result<Vec<Checked>, NotServed> {
    let env = crate::config::process_env();
    let setup = Setup::of(config, &env)?;
    let forges = Forges::of(&config.forges, &env);
    let runtime = for_one_thread()?;
    let mut found = Vec::new();
    for watched in &setup.forges {
        let looked = Looked {
            setup: &setup,
            watched,
            forges: &forges,
            makes_hooks,
        };
        runtime.block_on(looked.all(&mut found));
    }
    Ok(found)
}

struct Looked<'a> {
    setup: &'a Setup,
    watched: &'a Watched,
    forges: &'a Forges,
    makes_hooks: bool,
}

impl Looked<'_> {
    async fn all(&self, found: &mut Vec<Checked>) {
        for agent in &self.watched.agents {
            self.agent(agent, found).await;
        }
        self.clock(found).await;
        let roles = [
            (
                self.watched.coordinator(),
                "coordinator",
                "what is assigned to nobody waits",
            ),
            (
                self.watched.infrastructure(),
                "infrastructure",
                "the coordinator gets what is broken outside the code",
            ),
        ];
        for (who, word, without) in roles {
            let what = format!("{}: {word}", self.watched.name);
            found.push(match who {
                Some(agent) => Checked::sound(what, agent.name.clone()),
                None => Checked::sound(what, format!("nobody: {without}")),
            });
        }
        for repo in self.watched.named_repositories() {
            self.hook(&repo, found).await;
        }
    }

    /// The clocks of the forge and of this machine agree: what people say is an answer only after the question.
    async fn clock(&self, found: &mut Vec<Checked>) {
        let what = format!("{}: clock", self.watched.name);
        for agent in &self.watched.agents {
            let Ok(client) = self.forges.client(&self.watched.name, &agent.login) else {
                continue;
            };
            if let Ok(account) = client.whoami().await
                && let Some(answered_ms) = account.answered_ms
            {
                return found.push(agreement(what, answered_ms, now_ms()));
            }
        }
    }

    async fn agent(&self, agent: &RosterEntry, found: &mut Vec<Checked>) {
        let what = format!("{}: {}", self.watched.name, agent.name);
        let client = match self.forges.client(&self.watched.name, &agent.login) {
            Ok(client) => client,
            Err(why) => return found.push(Checked::wrong(what, why.to_string(), why.help())),
        };
        match client.whoami().await {
            Ok(account) if account.login == agent.login => {
                found.push(Checked::sound(
                    what.clone(),
                    format!("is `{}`", account.login),
                ));
            }
            Ok(account) => {
                let help = format!("look at `roster.{}.token_env`", agent.name);
                let text = format!("the token is that of `{}`", account.login);
                return found.push(Checked::wrong(what, text, help));
            }
            Err(failure) => {
                let help = "make another token with the rights to write to repositories and issues, and to read users";
                return found.push(Checked::wrong(what, failure.to_string(), help));
            }
        }
        for repo in self.watched.named_repositories() {
            let rights = rights(&client, &repo, agent).await;
            let is_sound = rights.is_sound;
            found.push(rights);
            let asks = self.watched.reader();
            if is_sound && asks.is_some_and(|it| it.login == agent.login) {
                found.extend(trust(&client, &repo, agent).await);
            }
        }
    }

    /// Who looks at the hooks of a repository, and whether that account administers it.
    async fn keeper(&self, repo: &RepoName) -> Option<(&RosterEntry, Client, bool)> {
        let coordinator = self.watched.coordinator();
        let mut keeper = None;
        for agent in coordinator.into_iter().chain(&self.watched.agents) {
            let Ok(client) = self.forges.client(&self.watched.name, &agent.login) else {
                continue;
            };
            let seen = client.repository(repo).await;
            if seen.is_ok_and(|it| it.permission >= Standing::Admin) {
                return Some((agent, client, true));
            }
            keeper = keeper.or(Some((agent, client, false)));
        }
        keeper
    }

    /// The hook of a repository: there once, for our address, with the events that are needed.
    async fn hook(&self, repo: &RepoName, found: &mut Vec<Checked>) {
        let what = format!("{}: hook of {repo}", self.watched.name);
        let Some((agent, client, administers)) = self.keeper(repo).await else {
            return;
        };
        let url = format!(
            "{}/hooks/{}",
            self.setup.public_url.trim_end_matches('/'),
            self.watched.name
        );
        let help = format!(
            "make one for {url} with all events, or have `interlock serve --make-hooks` make it under an account that administers the repository"
        );
        let stands = match client.find_hook(repo, &url).await {
            Ok(stands) => stands,
            Err(failure) => {
                let text = format!("hooks can't be read by `{}`: {failure}", agent.login);
                let is_refused = matches!(
                    failure,
                    Failure::Forbidden { .. } | Failure::NotFound { .. }
                );
                let is_meant = is_refused && !administers;
                return found.push(match is_meant && !self.makes_hooks {
                    true => Checked::sound(what, format!("{text}; not checked")),
                    false => Checked::wrong(what, text, help),
                });
            }
        };
        let kind = self.watched.entry.kind;
        let lacks = match &stands {
            HookStands::Missing => Some("there is none for our address".to_owned()),
            HookStands::Often(_) => {
                Some("there are several: every event comes as often".to_owned())
            }
            HookStands::Once(hook) => lacks_of(hook, kind),
        };
        let Some(lacks) = lacks else {
            return found.push(Checked::sound(what, format!("stands for {url}")));
        };
        if !self.makes_hooks {
            return found.push(Checked::wrong(what, lacks, help));
        }
        found.push(match self.make(&client, repo, &url).await {
            Ok(made) => match lacks_of(&made, kind) {
                None => Checked::sound(what, format!("made for {url}")),
                Some(lacks) => Checked::wrong(what, format!("made for {url}, but {lacks}"), help),
            },
            Err(why) => Checked::wrong(what, format!("{lacks}; it can't be made: {why}"), help),
        });
    }

    async fn make(&self, client: &Client, repo: &RepoName, url: &str) -> Result<HookSeen, String> {
        // Of several the first is the one that is to come: the others still count.
        let secret = self.watched.secrets.first();
        let wanted = HookWanted {
            url: url.to_owned(),
            secret: secret.ok_or("there is no secret to sign with")?.clone(),
        };
        let made = client.make_hook(repo, &wanted).await;
        made.map_err(|failure| failure.to_string())
    }
}

/// What a hook does not do that it has to.
fn lacks_of(hook: &HookSeen, kind: ForgeKind) -> Option<String> {
    if !hook.active {
        return Some("it is switched off".to_owned());
    }
    if !hook.is_json {
        return Some("it delivers a form, not JSON".to_owned());
    }
    let lacking = hook.lacking(kind);
    (!lacking.is_empty()).then(|| format!("it lacks {}", lacking.join(", ")))
}

/// What is said of two clocks, in milliseconds since 1970. That of a forge is told in whole seconds.
fn agreement(what: String, theirs_ms: u64, ours_ms: u64) -> Checked {
    let apart_ms = theirs_ms.abs_diff(ours_ms);
    if apart_ms <= CLOCKS_APART_MAX_MS {
        return Checked::sound(what, "agrees with ours");
    }
    let how = if theirs_ms > ours_ms {
        "ahead of"
    } else {
        "behind"
    };
    let text = format!("is {} s {how} ours", apart_ms / 1_000);
    let help = "have both machines keep time by NTP: an answer counts only if it was written after the question";
    Checked::wrong(what, text, help)
}

async fn rights(client: &Client, repo: &RepoName, agent: &RosterEntry) -> Checked {
    let what = format!("{} on {repo}", agent.name);
    match client.repository(repo).await {
        Ok(seen) if seen.archived => Checked::wrong(
            what,
            "the repository is archived",
            "take it out of `repositories`, or bring it back on the forge",
        ),
        Ok(seen) if seen.permission >= Standing::Write => Checked::sound(what, "may write"),
        Ok(_) => Checked::wrong(
            what,
            "may not write",
            format!("make `{}` a collaborator who may write", agent.login),
        ),
        Err(failure) => Checked::wrong(
            what,
            failure.to_string(),
            format!(
                "make `{}` a collaborator, or look at its token",
                agent.login
            ),
        ),
    }
}

/// What is wrong where who asks for all cannot be told who may write: then the words of everybody are those of a stranger,
/// and nobody's verdict counts.
async fn trust(client: &Client, repo: &RepoName, agent: &RosterEntry) -> Option<Checked> {
    let found = match client.may_ask_permissions(repo).await {
        Ok(true) => return None,
        Ok(false) => "is not told who may write, because a team of the organisation may only read: nobody is trusted"
            .to_owned(),
        Err(failure) => format!("cannot be told who may write: {failure}"),
    };
    let what = format!("{} on {repo}: who may write", agent.name);
    let help = format!("make `{}` an administrator of the repository", agent.login);
    Some(Checked::wrong(what, found, help))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hook_that_delivers_nothing_that_is_read_is_told() {
        let events = forge::client::events(ForgeKind::Github).iter();
        let hook = HookSeen {
            id: 1,
            url: "https://interlock.example/hooks/work".to_owned(),
            active: true,
            is_json: true,
            events: events.map(|word| (*word).to_owned()).collect(),
        };
        let lacks = |hook: &HookSeen| lacks_of(hook, ForgeKind::Github);
        assert_eq!(lacks(&hook), None);
        let mut other = hook.clone();
        other.active = false;
        assert_eq!(lacks(&other).as_deref(), Some("it is switched off"));
        other = hook.clone();
        other.is_json = false;
        assert!(lacks(&other).is_some_and(|it| it.contains("JSON")));
        other = hook;
        other.events.retain(|word| word != "push");
        assert_eq!(lacks(&other).as_deref(), Some("it lacks push"));
    }

    #[test]
    fn clocks_that_disagree_are_told() {
        let of = |theirs, ours| agreement("work: clock".to_owned(), theirs, ours);
        assert!(of(1_000_000, 1_003_900).is_sound);
        let behind = of(1_000_000, 1_090_000);
        assert_eq!(
            (behind.is_sound, behind.found.as_str()),
            (false, "is 90 s behind ours")
        );
        assert_eq!(of(1_090_000, 1_000_000).found, "is 90 s ahead of ours");
    }
}
