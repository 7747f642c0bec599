//! Evidence that some changes need, as it is written: which files, which kind, and what is missing in words.

use ledger::evidence::EvidenceKind;
use ledger::options::Requirement;

use super::fault::Fault;
use super::kind::{Form, Kind};
use super::nearest::nearest;
use super::node::{Pair, short};
use super::place::Place;
use super::problem::Problem;
use super::value::Value;

/// Its fields; all are needed.
pub(crate) const REQUIREMENT_FIELDS: [&str; 3] = ["when", "kind", "message"];
/// Kinds of evidence that may be asked for.
pub(crate) const EVIDENCE_KINDS: [&str; 7] = [
    "verify",
    "evaluation",
    "manual",
    "tdd-red",
    "tdd-green",
    "metadata",
    "sdk-signature",
];

/// Reads one.
pub(crate) fn requirement(
    key: &str,
    pairs: &[Pair],
    place: &Place,
) -> Result<Requirement, Vec<Problem>> {
    let mut problems = Vec::new();
    for pair in pairs {
        if !REQUIREMENT_FIELDS.contains(&pair.key.as_str()) {
            let fault = Fault::UnknownKey {
                key: format!("{key}.{}", short(&pair.key)),
                near: nearest(&pair.key, REQUIREMENT_FIELDS),
            };
            problems.push(Problem::new(fault, pair.place.clone()));
        }
    }
    let mut words = |field: &str, kind: Kind| -> String {
        let Some(pair) = pairs.iter().find(|pair| pair.key == field) else {
            let fault = Fault::Lacks {
                key: key.to_owned(),
                field: field.to_owned(),
            };
            problems.push(Problem::new(fault, place.clone()));
            return String::new();
        };
        match kind.take(&format!("{key}.{field}"), &pair.value) {
            Ok(taken) => match taken.value {
                Value::Text(text) => text,
                Value::Switch(_)
                | Value::Count(_)
                | Value::Decimal(_)
                | Value::Rule(_)
                | Value::Requirement(_)
                | Value::Hook(_)
                | Value::List(_) => String::new(),
            },
            Err(more) => {
                problems.extend(more);
                String::new()
            }
        }
    };
    let when = words("when", Kind::Text(Form::Glob));
    let kind = words("kind", Kind::Choice(&EVIDENCE_KINDS));
    let message = words("message", Kind::Text(Form::Line));
    if problems.is_empty() {
        Ok(Requirement {
            when,
            kind: kind_of(&kind),
            message,
        })
    } else {
        Err(problems)
    }
}

/// The kind of one of these words; any other is a person's note.
fn kind_of(word: &str) -> EvidenceKind {
    match word {
        "verify" => EvidenceKind::Verify,
        "evaluation" => EvidenceKind::Evaluation,
        "tdd-red" => EvidenceKind::TddRed,
        "tdd-green" => EvidenceKind::TddGreen,
        "metadata" => EvidenceKind::Metadata,
        "sdk-signature" => EvidenceKind::SdkSignature,
        _ => EvidenceKind::Manual,
    }
}
