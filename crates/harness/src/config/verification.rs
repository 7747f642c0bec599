//! What counts as proof, as it is configured.

use std::collections::BTreeMap;

use ledger::options::{Falsify, Severity, Verification};

use super::fault::Fault;
use super::kind::below;
use super::merge::{Entry, Values};
use super::nearest::nearest;
use super::problem::Problem;
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
        .filter_map(Value::count)
        .filter_map(|level| u8::try_from(level).ok())
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
        hooks: Vec::new(),
        falsify: Falsify {
            breaks_max: read.count("verification.falsify.breaks"),
            time_s: read.count("verification.falsify.seconds"),
            copies: read.count("verification.falsify.copies"),
        },
        rules: severities(read.0),
    }
}

/// What stands below `verification.rules`, by the rule's id.
fn entries(values: &Values) -> impl Iterator<Item = (&str, &Entry)> {
    let all = values.entries.iter();
    all.filter_map(|(path, entry)| match path.as_slice() {
        [section, key, id] if section == "verification" && key == "rules" => {
            Some((id.as_str(), entry))
        }
        _ => None,
    })
}

fn severities(values: &Values) -> BTreeMap<String, Severity> {
    let severities = entries(values).filter_map(|(id, entry)| {
        let Value::Text(word) = &entry.value else {
            return None;
        };
        Some((id.to_owned(), Severity::of(word)?))
    });
    severities.collect()
}

/// Rules that do not exist, and such as always hold.
pub(super) fn check_rules(values: &Values, problems: &mut Vec<Problem>) {
    if entries(values).next().is_none() {
        return;
    }
    let rules = verify::explained();
    for (id, entry) in entries(values) {
        let fault = match rules.iter().find(|it| it.rule == id) {
            Some(rule) if rule.switchable => continue,
            Some(_) => Fault::FixedRule { id: id.to_owned() },
            None => Fault::NoSuchRule {
                id: id.to_owned(),
                near: nearest(id, rules.iter().map(|it| it.rule.as_str())),
            },
        };
        problems.push(Problem::new(fault, entry.origin.place.clone()));
    }
}
