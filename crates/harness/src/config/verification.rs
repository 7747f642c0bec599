//! What counts as proof, as it is configured.

use std::collections::BTreeMap;

use ledger::options::{Falsify, Verification};

use super::kind::below;
use super::read::Read;
use super::value::Value;

pub(super) fn verification(read: &Read<'_>) -> Verification {
    let is_archon = read.switch("verification.archon.enabled");
    let thresholds = ["coverage", "complexity"].map(|gate| {
        (
            gate.to_owned(),
            read.count(&format!("verification.archon.thresholds.{gate}")),
        )
    });
    let mut levels: Vec<u8> = read
        .list("verification.levels")
        .filter_map(|value| match value {
            Value::Count(level) => u8::try_from(*level).ok(),
            Value::Text(_)
            | Value::Switch(_)
            | Value::Decimal(_)
            | Value::Rule(_)
            | Value::Requirement(_)
            | Value::List(_) => None,
        })
        .collect();
    levels.sort_unstable();
    Verification {
        commands: Vec::new(),
        commands_found: false,
        prepare: read.texts("verification.prepare"),
        bring: read
            .texts("verification.bring")
            .iter()
            .filter_map(|it| below(it))
            .collect(),
        levels,
        superpowers: read.switch("verification.superpowers.enabled"),
        superpowers_continue_on_fail: read.switch("verification.superpowers.continue_on_fail"),
        archon: if is_archon {
            read.texts("verification.archon.gates")
        } else {
            Vec::new()
        },
        thresholds: BTreeMap::from(thresholds),
        type_check: Vec::new(),
        falsify: Falsify {
            breaks_max: read.count("verification.falsify.breaks"),
            time_s: read.count("verification.falsify.seconds"),
            copies: read.count("verification.falsify.copies"),
        },
    }
}
