//! The hook of each repository: there once, for our address, with the events that are needed, and what it delivers comes here.

use forge::client::{Client, Failure, HookSeen, HookStands, HookWanted};
use ledger::forge::{ForgeKind, RepoName, Standing};

use super::mailbox::{self, Came};
use super::{Checked, Found, Looked};
use crate::config::RosterEntry;

impl Looked<'_> {
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

    /// Looks at the hook of a repository.
    pub(super) async fn hook(&self, repo: &RepoName, found: &mut Found<'_>) {
        let what = format!("{}: hook of {repo}", self.watched.name);
        let Some((agent, client, administers)) = self.keeper(repo).await else {
            return;
        };
        let url = mailbox::url(self.setup, self.watched);
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
        let hook = match standing(&stands, self.watched.entry.kind) {
            Ok(hook) => {
                found.push(Checked::sound(what, format!("stands for {url}")));
                hook
            }
            Err(lacks) if !self.makes_hooks => {
                return found.push(Checked::wrong(what, lacks, help));
            }
            Err(lacks) => match self.make(&client, repo, &url).await {
                Ok(hook) => {
                    found.push(Checked::sound(what, format!("made for {url}")));
                    hook
                }
                Err(why) => {
                    return found.push(Checked::wrong(what, format!("{lacks}; {why}"), help));
                }
            },
        };
        let mut came = self.tried(&client, repo, hook).await;
        if self.makes_hooks && matches!(came, Ok(Came::Refused)) {
            came = match self.make(&client, repo, &url).await {
                Ok(hook) => self.tried(&client, repo, hook).await,
                Err(why) => Err(why),
            };
        }
        found.push(self.reached(repo, &url, came));
    }

    async fn tried(&self, client: &Client, repo: &RepoName, hook: u64) -> Result<Came, String> {
        let tried = self.mailbox.try_hook(client, self.watched, (repo, hook));
        tried.await
    }

    /// What is said of a delivery that was asked for.
    fn reached(&self, repo: &RepoName, url: &str, came: Result<Came, String>) -> Checked {
        let what = format!("{}: deliveries of {repo}", self.watched.name);
        match came {
            Ok(Came::Yes) => Checked::sound(what, "come here"),
            Ok(Came::Refused) => Checked::wrong(
                what,
                "come here, and are refused: they are signed with another secret",
                "have `interlock serve --make-hooks` make the hook again, with the secret of `hook_secret_env`",
            ),
            Ok(Came::No) => Checked::wrong(
                what,
                format!(
                    "do not come: it was asked for one at {url}, and nothing was here within ten seconds"
                ),
                format!(
                    "let the forge reach http://{}, by a proxy at `serve.public_url`; a forge may have to be told that it may deliver to such a host. A repository without commits delivers nothing yet",
                    self.setup.listen
                ),
            ),
            Err(why) => Checked::wrong(what, why, "look at the hook on the forge"),
        }
    }

    /// Makes the hook; its id.
    async fn make(&self, client: &Client, repo: &RepoName, url: &str) -> Result<u64, String> {
        // Of several the first is the one that is to come: the others still count.
        let secret = self.watched.secrets.first();
        let wanted = HookWanted {
            url: url.to_owned(),
            secret: secret.ok_or("there is no secret to sign with")?.clone(),
        };
        let made = client.make_hook(repo, &wanted).await;
        let made = made.map_err(|failure| format!("it can't be made: {failure}"))?;
        match lacks_of(&made, self.watched.entry.kind) {
            None => Ok(made.id),
            Some(lacks) => Err(format!("it was made, but {lacks}")),
        }
    }
}

/// The id of the hook that stands as it has to; or what is wrong.
fn standing(stands: &HookStands, kind: ForgeKind) -> Result<u64, String> {
    match stands {
        HookStands::Missing => Err("there is none for our address".to_owned()),
        HookStands::Often(_) => Err("there are several: every event comes as often".to_owned()),
        HookStands::Once(hook) => lacks_of(hook, kind).map_or(Ok(hook.id), Err),
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
}
