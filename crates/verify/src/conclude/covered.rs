//! One fact is one row: of two findings that say the same of one place, the one that says more, as the list of rules knows.

use std::collections::BTreeMap;

use ledger::options::Severity;

use super::findings::{Finding, Weighed};
use crate::rules::{COVERS, Covers, RuleId, Same};

/// Findings of one file that are held against each other.
const OF_A_FILE_MAX: usize = 500;

/// Those that no other one speaks for, nor one of those that an item of its own tells (`elsewhere`). One that leads to more than
/// the one that would speak for it stands in its place.
pub(super) fn uncovered<'f>(own: Vec<Weighed<'f>>, elsewhere: &'f [Finding]) -> Vec<Weighed<'f>> {
    let count = own.len();
    let mut all = own;
    all.extend(elsewhere.iter().map(|it| (it, Severity::Gap)));
    let mut by_file: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, (finding, severity)) in all.iter().enumerate() {
        if !finding.path.is_empty() && *severity != Severity::Off {
            let of_file = by_file.entry(&finding.path).or_default();
            of_file.push(at);
        }
    }
    let mut gone = vec![false; all.len()];
    for of_file in by_file.values().filter(|it| it.len() > 1) {
        let near = of_file.get(..OF_A_FILE_MAX).unwrap_or(of_file);
        for (more, covers) in near.iter().flat_map(|at| speakers(&all, *at)) {
            for less in near.iter().copied().filter(|it| *it != more) {
                let (Some((speaker, leads)), Some((spoken_for, led))) =
                    (all.get(more), all.get(less))
                else {
                    continue;
                };
                if !covers.speaks_for(&spoken_for.rule) || !is_same(covers, speaker, spoken_for) {
                    continue;
                }
                let loser = if leads >= led { less } else { more };
                if let Some(gone) = gone.get_mut(loser) {
                    *gone = true;
                }
            }
        }
    }
    all.truncate(count);
    let kept = all.into_iter().zip(gone).filter(|(_, gone)| !gone);
    kept.map(|it| it.0).collect()
}

/// What a finding may speak for.
fn speakers(all: &[Weighed<'_>], at: usize) -> impl Iterator<Item = (usize, &'static Covers)> {
    let rule = all.get(at).map(|it| it.0.rule.clone());
    let own = COVERS.iter();
    let own = own.filter(move |it| {
        rule.as_ref()
            .is_some_and(|rule| *rule == RuleId::from(it.rule))
    });
    own.map(move |it| (at, it))
}

/// Whether two findings of one file are of one fact.
fn is_same(covers: &Covers, speaker: &Finding, other: &Finding) -> bool {
    match covers.same {
        Same::File => true,
        Same::Place => {
            let line = speaker.line.is_some() && speaker.line == other.line;
            line || is_same_name(&speaker.name, &other.name)
        }
    }
}

/// Whether two names are of one function: `A.run` and `A.run(x)`, or `run` where only one of them says of what.
fn is_same_name(one: &str, other: &str) -> bool {
    let function = |name: &str| name.split('(').next().unwrap_or_default().to_owned();
    let (one, other) = (function(one), function(other));
    let last = |name: &str| {
        name.rsplit(['.', ':'])
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let whole = |name: &str| name.contains(['.', ':']);
    !one.is_empty()
        && (one == other || !(whole(&one) && whole(&other)) && last(&one) == last(&other))
}
