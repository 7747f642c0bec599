//! Every policy's own examples, through the real `decide`.

use gate::registry;
use ledger::gate::{Finding, GateDecision};

use crate::world::{judge_everywhere, read};

fn of<'a>(decisions: &'a [GateDecision], policy: &'a str) -> impl Iterator<Item = &'a Finding> {
    decisions
        .iter()
        .flat_map(|decision| &decision.findings)
        .filter(move |finding| finding.policy == policy)
}

#[test]
fn every_policy_speaks_on_its_matches() {
    let mut wrong = Vec::new();
    for policy in registry() {
        for (line, id) in policy.matches {
            let decisions = judge_everywhere(&read(line));
            if !of(&decisions, policy.name).any(|finding| finding.id == *id) {
                let ids: Vec<&str> = of(&decisions, policy.name)
                    .map(|it| it.id.as_str())
                    .collect();
                wrong.push(format!(
                    "{}: {line}\n    wanted {id}, found {ids:?}",
                    policy.name
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_policy_is_silent_on_its_passes() {
    let mut wrong = Vec::new();
    for policy in registry() {
        for line in policy.passes {
            let decisions = judge_everywhere(&read(line));
            for finding in of(&decisions, policy.name) {
                wrong.push(format!(
                    "{}: {line}\n    {}: {}",
                    policy.name, finding.id, finding.message
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_registry_says_what_people_need() {
    let mut names: Vec<&str> = registry().iter().map(|policy| policy.name).collect();
    names.sort_unstable();
    let before = names.len();
    names.dedup();
    assert_eq!(before, names.len(), "a name is there twice");
    for policy in registry() {
        assert!(!policy.checkpoints.is_empty(), "{}", policy.name);
        assert!(
            policy.summary.ends_with('.')
                && policy.why.ends_with('.')
                && policy.instead.ends_with('.'),
            "{}",
            policy.name
        );
    }
}

#[test]
fn every_checkpoint_is_guarded() {
    for checkpoint in ledger::gate::Checkpoint::ALL {
        let guards = registry()
            .iter()
            .filter(|policy| policy.checkpoints.contains(&checkpoint))
            .count();
        assert!(guards >= 1, "{}", checkpoint.word());
    }
}
