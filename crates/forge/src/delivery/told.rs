//! What a delivery tells, while it is being read, and why one tells nothing.

use ledger::forge::{Fact, ForgeKind, Login, Origin, RepoName, Subject, What};

/// Why a delivery tells nothing.
#[derive(Debug, thiserror::Error)]
pub enum Unread {
    /// It is larger than any forge's deliveries are.
    #[error("it has {bytes} bytes, and {bytes_max} are read")]
    TooLarge {
        /// How many it has.
        bytes: usize,
        /// How many are read.
        bytes_max: usize,
    },
    /// It is no JSON, or its end is missing.
    #[error("it is no JSON")]
    NotJson(#[source] serde_json::Error),
    /// It is JSON, but no object.
    #[error("it is no object")]
    NotObject,
    /// Something without which the event means nothing is missing or cannot be read.
    #[error("an event `{event}` without a readable {what}")]
    Lacks {
        /// The kind of event.
        event: String,
        /// What is missing.
        what: &'static str,
    },
}

/// What a delivery has told so far.
pub(super) struct Told {
    pub(super) kind: ForgeKind,
    pub(super) event: String,
    pub(super) repo: RepoName,
    /// Who caused it.
    pub(super) by: Option<Login>,
    pub(super) facts: Vec<Fact>,
    pub(super) look: Vec<Subject>,
}

impl Told {
    /// Something that the sender caused.
    pub(super) fn say(&mut self, what: What) {
        let by = self.by.clone();
        self.fact(by, what);
    }

    /// How something was at the time; the sender did not make it so.
    pub(super) fn say_also(&mut self, what: What) {
        self.fact(None, what);
    }

    /// Something that nothing follows from.
    pub(super) fn other(&mut self) {
        let event = self.event.clone();
        self.say(What::Other { event });
    }

    /// Something about which more has to be known.
    pub(super) fn look_at(&mut self, number: u64) {
        self.look.push(Subject {
            repo: self.repo.clone(),
            number,
        });
    }

    /// It lacks something without which it means nothing.
    pub(super) fn lacks(&self, what: &'static str) -> Unread {
        Unread::Lacks {
            event: self.event.clone(),
            what,
        }
    }

    fn fact(&mut self, by: Option<Login>, what: What) {
        self.facts.push(Fact {
            repo: self.repo.clone(),
            by,
            origin: Origin::Delivery,
            what,
        });
    }
}
