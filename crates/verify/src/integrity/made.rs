//! Tests that went into a macro, which the file calls for each of them.

use std::collections::BTreeSet;

use code::{Case, Made};

/// Whether a macro of the file makes a test of such a name now, which says most of what the old one said and asserts as
/// often.
pub(super) fn stands_for(case: &Case, made: &[Made]) -> bool {
    let old: BTreeSet<&String> = case.words.union(&case.calls).collect();
    let stands = |new: &Made| {
        let kept = old.iter().filter(|it| new.words.contains(**it)).count();
        let asserts = |it: &&&String| it.starts_with("assert");
        let all = old.iter().filter(asserts).all(|it| new.words.contains(*it));
        // What is asked about has to stand there as it did.
        let firm = case.assertions.iter().all(|it| {
            let subject: String = it.subject.split_whitespace().collect();
            new.text.contains(&subject)
        });
        firm && (new.name.contains(&case.name) || case.name.contains(&new.name))
            && new.asserts >= case.assertions.len()
            && all
            && kept.saturating_mul(10) >= old.len().saturating_mul(6)
    };
    made.iter().any(stands)
}
