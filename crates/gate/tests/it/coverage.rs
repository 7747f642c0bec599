//! Every way to a side effect is guarded, and taking a policy away shows.

use gate::coverage::{Entry, Way, coverage, gap};
use gate::{PolicyInfo, registry};

#[test]
fn every_way_to_a_side_effect_is_guarded() {
    let gaps: Vec<String> = coverage()
        .filter_map(|it| Some(format!("{}: {}", it.name, gap(it, registry())?)))
        .collect();
    assert!(gaps.is_empty(), "{}", gaps.join("\n"));
}

#[test]
fn a_side_effect_without_its_policy_is_a_gap() {
    for entry in coverage() {
        for policy in entry.policies {
            let rest: Vec<PolicyInfo> = registry()
                .iter()
                .filter(|it| it.name != *policy)
                .copied()
                .collect();
            assert!(
                gap(entry, &rest).is_some(),
                "{} without {policy}",
                entry.name
            );
        }
    }
    let bare = Entry {
        way: Way::Proposal,
        name: "launch",
        checkpoints: &[ledger::gate::Checkpoint::PreTool],
        policies: &[],
        note: "trust us",
    };
    assert_eq!(gap(&bare, registry()).as_deref(), Some("no policy"));
}
