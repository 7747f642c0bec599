//! The door: what comes in from outside loses its secrets before it becomes something seen, so that state, model and
//! ledger see the same bytes.

use ledger::observation::Observation;
use ledger::reply::{Call, ModelFailure, Reply};

/// Takes the secrets out of a text.
#[must_use]
pub fn text(text: &str) -> String {
    gate::redact(text).text
}

/// Takes the secrets out of a reply: its words, and the arguments of its calls.
#[must_use]
pub fn reply(reply: Reply) -> Reply {
    Reply {
        text: text(&reply.text),
        calls: reply
            .calls
            .into_iter()
            .map(|call| Call {
                args: text(&call.args),
                ..call
            })
            .collect(),
        // Its signatures would not bear a change: what holds a secret goes as a whole.
        opaque: reply.opaque.filter(|it| gate::redact(it).found.is_empty()),
        ..reply
    }
}

/// Takes the secrets out of a provider's words.
#[must_use]
pub fn failure(failure: ModelFailure) -> ModelFailure {
    ModelFailure {
        message: text(&failure.message).chars().take(2000).collect(),
        ..failure
    }
}

/// Takes the secrets out of what came back from an act.
#[must_use]
pub fn observation(observation: Observation) -> Observation {
    Observation {
        text: text(&observation.text),
        ..observation
    }
}
