//! What reaches a run from outside: the inbox. Nobody but the driver writes into a run; others leave a message.

use serde::{Deserialize, Serialize};

use crate::authorisation::{Grant, Terms};
use crate::ids::{ActId, GrantId};
use crate::money::Usd;
use crate::settings::Settings;

/// One message to a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Number in the inbox, so that one is never taken in twice.
    pub id: u64,
    /// Who: the user name, or `terminal`; with an `@` before it an account of a forge.
    pub by: String,
    /// What.
    pub body: Body,
}

/// What a message says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// Yes to what was asked.
    Approve {
        /// The act that asked.
        question: ActId,
        /// How often and how long, where it is about a permission; `None`: once, within the hour.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        terms: Option<Terms>,
    },
    /// A grant of something that need not be asked yet.
    Grant(Box<Grant>),
    /// A grant is taken back.
    Revoke {
        /// The grant.
        grant: GrantId,
    },
    /// No to what was asked.
    Deny {
        /// The act that asked.
        question: ActId,
        /// Why, shown to the agent.
        reason: String,
    },
    /// An answer in words.
    Answer {
        /// The act that asked.
        question: ActId,
        /// The words.
        text: String,
    },
    /// A new budget segment; what is `None` is given as much again as configured.
    Budget {
        /// More money.
        usd: Option<Usd>,
    },
    /// Other values than the run was opened with.
    Settings(Box<Settings>),
    /// Go on with a parked run, with a hint for the agent if there is one.
    Resume {
        /// The hint.
        hint: Option<String>,
    },
    /// End cleanly: park, keep everything.
    Stop {
        /// Why.
        reason: String,
    },
    /// End for good: branches stay, worktrees go, nothing follows.
    End {
        /// Why.
        reason: String,
    },
}
