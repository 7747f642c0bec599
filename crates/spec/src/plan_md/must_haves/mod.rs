//! `must_haves`: truths, artifacts, key links and prohibitions. What a check can't be made of is never passed over: it
//! becomes a truth that a person looks at, since a plan whose checks drop out in silence is worse than none.

mod artifact;
mod link;
mod truth;

use ledger::plan::{MustHaves, Truth};
use ledger::scope::ScopeEntry;

pub(crate) use artifact::artifact;
pub(crate) use link::key_link;
pub(super) use truth::MUST_NOT;

use crate::fields::meant_fields;
use crate::notes::Notes;
use crate::yaml::{Node, Value};

const KEYS: [&str; 4] = ["truths", "artifacts", "key_links", "prohibitions"];

/// What a task may touch, as far as it bears on what must be had.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Touches<'a> {
    /// What it may write; empty for no limits.
    pub(crate) files: &'a [ScopeEntry],
    /// What it may delete.
    pub(crate) deletes: &'a [ledger::ids::RelPath],
}

/// Reads them. `at` is where the key stands. `None`: nothing is asked for.
pub(super) fn read(
    node: &Node,
    at: usize,
    touches: Touches<'_>,
    notes: &mut Notes<'_>,
) -> Option<MustHaves> {
    let mut found = MustHaves::default();
    // What could not be read is none the less asked for.
    let asks = |name: &str| node.get(name).is_some_and(|it| !it.is_nothing());
    let (artifacts, truths) = (asks("artifacts"), asks("truths") || asks("prohibitions"));
    match &node.value {
        Value::Null => return None,
        Value::Scalar(text) => {
            let message = format!("`must_haves` has to be a map, and is the text `{text}`");
            notes.odd(
                node.at,
                message,
                "name in it `truths`, `artifacts` and `key_links`",
            );
            return None;
        }
        // A bare list can only be meant as what has to be true.
        Value::List(items) => {
            let help = "put the list into `truths`";
            notes.odd(node.at, "`must_haves` has to be a map, not a list", help);
            for node in items {
                found.truths.extend(truth::truth(node, notes));
            }
        }
        Value::Map(_) => {
            let fields = meant_fields(node, "`must_haves`", &KEYS, notes)?;
            for node in fields.list("truths", notes) {
                found.truths.extend(truth::truth(node, notes));
            }
            for node in fields.list("prohibitions", notes) {
                found.truths.extend(truth::prohibition(node, notes));
            }
            for node in fields.list("artifacts", notes) {
                artifact(node, touches, &mut found, notes);
            }
            for node in fields.list("key_links", notes) {
                key_link(node, &mut found, notes);
            }
        }
    }
    truth::bound(&found, at, notes);
    if let Value::Map(_) = &node.value {
        missing(artifacts, truths, at, notes);
    }
    (found.count() > 0).then_some(found)
}

fn missing(artifacts: bool, truths: bool, at: usize, notes: &mut Notes<'_>) {
    if !artifacts && !truths {
        let help = "name the files that have to be there, or what has to be true";
        notes.odd(at, "`must_haves` has neither artifacts nor truths", help);
    } else if !artifacts {
        let help = "name the files that have to be there, so that they can be looked at";
        let message = "`must_haves` has truths alone: only commands can prove them";
        notes.warn(at, message, help);
    }
}

/// What is said of what no check can be made of.
const PERSON: &str = "a person looks at what it says";

/// What no check can be made of.
fn for_a_person(text: String) -> Truth {
    Truth {
        text,
        backstop: true,
        ..Truth::default()
    }
}
