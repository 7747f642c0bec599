//! The door: what comes in from outside loses its secrets before it becomes something seen, so that state, model and
//! ledger see the same bytes.

use ledger::evidence::Evidence;
use ledger::message::Body;
use ledger::observation::{CandidateTree, Instruction, Lost, Observation, Outcome, Prepared};
use ledger::promise::{Source, SourceFile};
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

/// Takes the secrets out of a task.
#[must_use]
pub fn source(source: Source) -> Source {
    match source {
        Source::Sentence { text: words } => Source::Sentence { text: text(&words) },
        Source::Plan { path, text: plan } => Source::Plan {
            path,
            text: text(&plan),
        },
        Source::Api { path, text: api } => Source::Api {
            path,
            text: text(&api),
        },
        Source::Change {
            path,
            files,
            archive,
        } => Source::Change {
            path,
            files: source_files(files),
            archive,
        },
        Source::Phase { path, files } => Source::Phase {
            path,
            files: source_files(files),
        },
    }
}

fn source_files(files: Vec<SourceFile>) -> Vec<SourceFile> {
    let clean = |it: SourceFile| SourceFile {
        text: text(&it.text),
        path: it.path,
    };
    files.into_iter().map(clean).collect()
}

/// Takes the secrets out of what a person says to a run.
#[must_use]
pub fn body(body: Body) -> Body {
    match body {
        Body::Deny { question, reason } => Body::Deny {
            question,
            reason: text(&reason),
        },
        Body::Answer {
            question,
            text: answer,
        } => Body::Answer {
            question,
            text: text(&answer),
        },
        Body::Resume { hint } => Body::Resume {
            hint: hint.map(|it| text(&it)),
        },
        Body::Stop { reason } => Body::Stop {
            reason: text(&reason),
        },
        Body::Approve { .. } | Body::Budget { .. } => body,
    }
}

/// Takes the secrets out of what came back from an act: its words, instructions of the repository, the end of a check's
/// output.
#[must_use]
pub fn observation(observation: Observation) -> Observation {
    Observation {
        text: text(&observation.text),
        outcome: outcome(observation.outcome),
        ..observation
    }
}

fn outcome(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Prepared(prepared) => Outcome::Prepared(Prepared {
            instructions: prepared
                .instructions
                .into_iter()
                .map(|it| Instruction {
                    text: text(&it.text),
                    ..it
                })
                .collect(),
            ..prepared
        }),
        Outcome::Checked(evidence) => Outcome::Checked(Box::new(Evidence {
            tail: text(&evidence.tail),
            ..*evidence
        })),
        Outcome::Candidate(candidate) => Outcome::Candidate(CandidateTree {
            lost: candidate
                .lost
                .into_iter()
                .map(|it| Lost {
                    lines: it.lines.iter().map(|line| text(line)).collect(),
                    ..it
                })
                .collect(),
            ..candidate
        }),
        Outcome::Plain
        | Outcome::Gone
        | Outcome::Changed { .. }
        | Outcome::Committed(_)
        | Outcome::Integrated { .. }
        | Outcome::Recorded { .. }
        | Outcome::Conflicted { .. }
        | Outcome::Restored { .. }
        | Outcome::Merged { .. }
        | Outcome::TargetMoved { .. }
        | Outcome::HandedOver { .. }
        | Outcome::Discarded { .. } => outcome,
    }
}
