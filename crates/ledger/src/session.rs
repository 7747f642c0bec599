//! A session of an agent that acts by itself, as its hooks tell of it: one stream a session, beside those of runs.
//!
//! What such an agent does is not ours to perform; the act that a decision leads to is our answer to its hook.

use serde::{Deserialize, Serialize};

use crate::facts::Fact;
use crate::ids::{CallId, GitId};
use crate::options::PolicySet;

/// What was seen of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionSeen {
    /// The first line of its stream, or the agent began anew in the same session.
    Opened(Box<SessionOpened>),
    /// An agent that a run has work on a task tells which session it works in.
    Working {
        /// The session, as the agent calls it.
        session: String,
        /// Its version, if it could be learnt.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        version: Option<String>,
    },
    /// A person (or a program) said something to the agent.
    Prompted {
        /// What, its secrets masked.
        text: String,
    },
    /// The agent wants to use a tool.
    Proposed {
        /// Names the call within the session.
        call: CallId,
        /// The tool, as the agent calls it.
        tool: String,
        /// Its arguments as JSON, secrets masked.
        arguments: String,
        /// Where the agent is, if elsewhere than when the session began.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cwd: Option<String>,
        /// What the gates wanted to know.
        facts: Vec<Fact>,
        /// Whether the run carries it out, and not the agent itself.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_us: bool,
    },
    /// A tool was used: the agent was allowed to, or did it all the same.
    Returned {
        /// The call.
        call: CallId,
        /// The tool, as the agent calls it.
        tool: String,
        /// The beginning of what came back, its secrets masked.
        text: String,
        /// Bytes of what came back.
        bytes: u64,
        /// Whether it failed.
        failed: bool,
        /// What was masked in it, as words.
        masked: Vec<String>,
    },
    /// The agent says that it is done. A claim, never evidence.
    SaidDone {
        /// Its last words, secrets masked.
        words: String,
        /// Whether it had been sent back before.
        again: bool,
    },
    /// The canary: what the agent was told not to do at the beginning of the session, to see whether it is held.
    Canary(Canary),
    /// What was changed could not be verified.
    NotVerified {
        /// Why.
        why: String,
    },
    /// An event that is only noted.
    Noted {
        /// Its name, as the agent calls it.
        event: String,
    },
    /// An event that could not be read.
    Unread {
        /// Why.
        why: String,
    },
    /// The session ended.
    Ended {
        /// Why, in the agent's words.
        reason: String,
    },
}

/// How a session began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionOpened {
    /// Version of this program.
    pub program: String,
    /// The agent: `claude`, `codex` …
    pub agent: String,
    /// Its version, if it could be learnt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The session, as the agent calls it.
    pub session: String,
    /// The repository's top directory, or the directory that the agent works in; absolute.
    pub repository: String,
    /// The directory that the agent works in, absolute.
    pub directory: String,
    /// The commit that was checked out then: what the session changes is told from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<GitId>,
    /// How it began, in the agent's words (`startup`, `resume` …); `joined` where no event told of it.
    pub how: String,
    /// What decisions depend on.
    pub policies: PolicySet,
    /// What is said to the agent that it does not honour, for people; empty where it honours all that is needed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<String>,
}

/// What is known of whether a refusal binds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Canary {
    /// The agent is told to try something harmless that is refused: a command that only leaves a mark.
    Set {
        /// The word that the command carries.
        word: String,
    },
    /// It tried, was refused, and went on without having done it.
    Bound,
    /// It was shown earlier, with this version and these settings.
    Known {
        /// When, in milliseconds since 1970.
        at_ms: u64,
    },
    /// What was refused was done all the same.
    Unbound {
        /// The call.
        call: CallId,
    },
    /// Something was done about which nobody was asked: the hook did not run, or was not waited for.
    Unasked {
        /// The call.
        call: CallId,
    },
}

/// What was decided about a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionDecided {
    /// What the hook answers.
    Answered {
        /// The call, if it is about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        call: Option<CallId>,
        /// What.
        answer: HookAnswer,
        /// What the agent, or the person, is told.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        words: String,
    },
    /// From here on a refusal counts as advice: what would ask is refused, and the session is not vouched for.
    TrustLowered {
        /// Why, for people.
        why: String,
    },
}

/// What a hook answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HookAnswer {
    /// Nothing against it: the agent's own permissions decide.
    Pass,
    /// The person at the agent is asked.
    Ask,
    /// It is refused.
    Deny,
    /// The agent is shown another result: its secrets masked, or its text marked as foreign.
    Replaced,
    /// It may not end yet, and is told what is missing.
    SentBack,
    /// It is told something.
    Told,
}

impl HookAnswer {
    /// The word for people.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Ask => "ask",
            Self::Deny => "deny",
            Self::Replaced => "replaced",
            Self::SentBack => "sent back",
            Self::Told => "told",
        }
    }
}
