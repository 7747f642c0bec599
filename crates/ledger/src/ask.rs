//! What people are asked, and what a run that waits needs.

use serde::{Deserialize, Serialize};

use crate::authorisation::Binding;
use crate::gate::GateDecision;
use crate::ids::{ActId, Hash};
use crate::offered::DoubtfulTool;
use crate::phase::Stop;
use crate::plan::Plan;

/// What a person is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// May this be done?
    Permission {
        /// The canonical proposal, control characters visible.
        what: String,
        /// Its digest; an approval is bound to it.
        digest: Hash,
        /// What stands against it.
        decision: GateDecision,
        /// What it would do, in words: one effect each, control characters visible.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        effects: Vec<String>,
        /// Where it would happen, and with what: an approval is bound to this too. Older questions did not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bound: Option<Binding>,
    },
    /// A question in words.
    Question {
        /// The question.
        text: String,
        /// Answers to choose from.
        options: Vec<String>,
    },
    /// Is this plan to be carried out?
    Plan {
        /// The plan.
        plan: Box<Plan>,
    },
    /// May the agent be told of these tools of a server, as the server describes them now?
    Tools {
        /// The server.
        server: String,
        /// The tools.
        tools: Vec<DoubtfulTool>,
    },
    /// Look at what no machine can see, and say yes or no.
    Review {
        /// What to look at.
        items: Vec<String>,
    },
}

/// Why people take over, for people: in words, and as it is called in the configuration. Older lines have no words.
#[must_use]
pub fn handed_over(reason: &str, words: &str) -> String {
    if words.is_empty() {
        format!("handed over to people: {reason}")
    } else {
        format!("handed over to people: {words} ({reason})")
    }
}

/// A run that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Park {
    /// Which stop.
    pub stop: Stop,
    /// One sentence.
    pub why: String,
    /// What it needs.
    pub needs: Vec<Need>,
}

/// What a parked run needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    /// An answer to a question.
    Answer {
        /// The question.
        question: ActId,
    },
    /// A new budget segment.
    Budget,
    /// More room for a prompt, or a model that needs less of it.
    Context {
        /// So many tokens would do.
        tokens: u64,
    },
    /// A hint, or simply to be resumed.
    Hint,
    /// A point in time.
    Time {
        /// Milliseconds since 1970.
        at_ms: u64,
    },
    /// Something outside to be mended.
    Mend {
        /// What.
        what: String,
    },
}

impl Need {
    /// The time that it waits for (milliseconds since 1970), if it waits for one.
    #[must_use]
    pub fn until_ms(&self) -> Option<u64> {
        match self {
            Need::Time { at_ms } => Some(*at_ms),
            Need::Answer { .. }
            | Need::Budget
            | Need::Context { .. }
            | Need::Hint
            | Need::Mend { .. } => None,
        }
    }
}
