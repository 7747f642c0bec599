//! Whether a daemon would work as it is configured: accounts, rights, clocks, hooks and what comes by them.

mod hooks;
mod mailbox;

use forge::client::Client;
use ledger::forge::{RepoName, Standing};

use mailbox::Mailbox;

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

/// Looks at everything that a daemon needs; hooks that are missing or differ are made where that is wanted. What is found is
/// told as it is found.
///
/// # Errors
/// [`NotServed`]: it can't be looked at as it is configured.
pub fn check(
    config: &Config,
    makes_hooks: bool,
    tell: impl FnMut(Checked),
) -> Result<(), NotServed> {
    let env = crate::config::process_env();
    let setup = Setup::of(config, &env)?;
    let forges = Forges::of(&config.forges, &env);
    let runtime = for_one_thread()?;
    let mailbox = Mailbox::open(&setup)?;
    let mut found = Found(Box::new(tell));
    let looks = async {
        for watched in &setup.forges {
            let looked = Looked {
                setup: &setup,
                watched,
                forges: &forges,
                mailbox: &mailbox,
                makes_hooks,
            };
            looked.all(&mut found).await;
        }
    };
    runtime.block_on(mailbox.while_open(&setup, looks))
}

/// Who is told what was found.
struct Found<'f>(Box<dyn FnMut(Checked) + 'f>);

impl Found<'_> {
    fn push(&mut self, one: Checked) {
        (self.0)(one);
    }
}

struct Looked<'a> {
    setup: &'a Setup,
    watched: &'a Watched,
    forges: &'a Forges,
    mailbox: &'a Mailbox,
    makes_hooks: bool,
}

impl Looked<'_> {
    async fn all(&self, found: &mut Found<'_>) {
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
    async fn clock(&self, found: &mut Found<'_>) {
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

    async fn agent(&self, agent: &RosterEntry, found: &mut Found<'_>) {
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
            if is_sound
                && asks.is_some_and(|it| it.login == agent.login)
                && let Some(wrong) = trust(&client, &repo, agent).await
            {
                found.push(wrong);
            }
        }
    }
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
