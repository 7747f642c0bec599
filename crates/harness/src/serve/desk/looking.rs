//! Looks at what no delivery told, a few at a time.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use forge::client::Client;
use ledger::board::{BoardSeen, LookAt, TaskNo};
use ledger::forge::{Fact, Login, RepoName};
use ledger::ids::Hash;

use super::Desk;
use crate::forges::NoForge;
use crate::http::health::Health;
use crate::serve::report::Event;
use crate::serve::told::Told;
use crate::serve::{answers, looks};
use crate::timestamp::now_ms;

/// Looks at once.
const LOOKS_MAX: usize = 4;
/// How long a look that failed is waited with.
const LOOK_AGAIN: Duration = Duration::from_secs(30);
/// The first look goes back so far beyond the last delivery: clocks may differ.
const OVERLAP_MS: u64 = 10 * 60_000;

impl Desk {
    /// Looks at all repositories for what deliveries may have missed.
    pub(super) fn sweep(&mut self) {
        let began = self.stream.board.known.newest_ms();
        let repos: Vec<RepoName> = self.named.iter().cloned().collect();
        for repo in repos {
            let since_ms = self.swept.get(&repo).copied().unwrap_or(began);
            let since_ms = since_ms.saturating_sub(OVERLAP_MS);
            let at = LookAt::Since { repo, since_ms };
            if !self.waiting_looks.contains(&at) {
                self.look(at);
            }
        }
    }

    /// Looks at something, a few at a time.
    pub(super) fn look(&mut self, at: LookAt) {
        if self.looking >= LOOKS_MAX {
            self.waiting_looks.push_back(at);
            return;
        }
        self.looking += 1;
        let client = match self.reader() {
            Ok(client) => client,
            Err(why) => {
                let _gone = self
                    .tell
                    .send(Told::Looked(at, Vec::new(), Some(why.to_string())));
                return;
            }
        };
        let parts = match &at {
            LookAt::Parts(parent) => {
                let known = &self.stream.board.known;
                known.names.find(parent).map(|it| known.parts_of(it))
            }
            LookAt::Subject(_) | LookAt::Since { .. } => None,
        };
        let tell = self.tell.clone();
        tokio::task::spawn_local(async move {
            let found = looks::look(&client, &at, &parts.unwrap_or_default()).await;
            let told = match found {
                Ok(facts) => Told::Looked(at, facts, None),
                Err(failure) => Told::Looked(at, Vec::new(), Some(failure.to_string())),
            };
            let _gone = tell.send(told);
        });
    }

    pub(super) fn looked(&mut self, at: LookAt, facts: Vec<Fact>, failed: Option<String>) {
        self.looking = self.looking.saturating_sub(1);
        if let Some(why) = &failed {
            (self.log)(Event::NotLooked {
                forge: self.watched.name.clone(),
                at: at.clone(),
                why: why.clone(),
            });
            // A sweep comes again by itself.
            if !matches!(at, LookAt::Since { .. }) {
                let (tell, again) = (self.tell.clone(), at.clone());
                tokio::task::spawn_local(async move {
                    tokio::time::sleep(LOOK_AGAIN).await;
                    let _gone = tell.send(Told::LookAgain(again));
                });
            }
        } else if let LookAt::Since { repo, .. } = &at {
            self.swept.insert(repo.clone(), now_ms());
        }
        let given = answers::given(&facts);
        if self.is_news(&at, &facts, failed.is_some()) {
            self.stream.see(BoardSeen::Looked { at, facts, failed });
        }
        self.heard(given);
        if let Some(next) = self.waiting_looks.pop_front() {
            self.look(next);
        }
    }

    /// Whether what a look brings is to be written down. Sweeps come again and again, mostly with what the one before told:
    /// the ledger of a forge where nothing happens would grow without end.
    fn is_news(&mut self, at: &LookAt, facts: &[Fact], has_failed: bool) -> bool {
        let LookAt::Since { repo, .. } = at else {
            self.told_otherwise(facts);
            return true;
        };
        // One that was decided on is waited for.
        let is_awaited = self.stream.board.looks.contains(at);
        if has_failed {
            return is_awaited;
        }
        let digests: BTreeSet<Hash> = facts.iter().map(digest).collect();
        let told = self.told_last.get(repo);
        let is_known = told.map_or(digests.is_empty(), |it| digests.is_subset(it));
        if is_known {
            return is_awaited;
        }
        self.told_last.insert(repo.clone(), digests);
        true
    }

    /// Something was told that is no sweep: what the next one tells is news again.
    pub(super) fn told_otherwise(&mut self, facts: &[Fact]) {
        for fact in facts {
            self.told_last.remove(&fact.repo);
        }
    }

    /// Says when a sweep last looked at a repository with success.
    pub(super) fn tell_health(&self, health: &Health) {
        if let Some(at_ms) = self.swept.values().max() {
            health.swept(*at_ms);
        }
    }

    pub(super) fn place_of(&self, task: TaskNo) -> Option<LookAt> {
        let board = &self.stream.board;
        let place = board.tasks.get(task)?.key.place;
        board.known.names.subject(place).map(LookAt::Subject)
    }

    /// The client of whoever reads for all: the coordinator, else the first agent.
    pub(super) fn reader(&self) -> Result<Arc<Client>, NoForge> {
        let agent = self.watched.reader();
        let agent = agent.ok_or_else(|| NoForge::NoLogin(self.watched.name.clone()))?;
        self.client(&agent.login)
    }

    pub(super) fn client(&self, login: &Login) -> Result<Arc<Client>, NoForge> {
        if let Some(client) = self.clients.borrow().get(login) {
            return Ok(Arc::clone(client));
        }
        let client = Arc::new(self.forges.client(&self.watched.name, login)?);
        let mut clients = self.clients.borrow_mut();
        clients.insert(login.clone(), Arc::clone(&client));
        Ok(client)
    }
}

/// What tells a fact from another one.
fn digest(fact: &Fact) -> Hash {
    // Text and numbers alone: it can be written.
    Hash::of(&serde_json::to_vec(fact).unwrap_or_default())
}
