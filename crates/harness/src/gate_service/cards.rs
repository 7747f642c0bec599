//! Policies and ways to side effects, for people.

use serde::Serialize;

/// One policy, for people.
#[derive(Debug, Serialize)]
pub struct PolicyCard {
    /// Its name.
    pub name: String,
    /// Checkpoints at which it is asked.
    pub checkpoints: Vec<String>,
    /// What it holds.
    pub summary: String,
    /// Why.
    pub why: String,
    /// What to do instead.
    pub instead: String,
    /// Lines of `gate check` on which it speaks.
    pub matches: Vec<String>,
    /// Lines on which it says nothing.
    pub passes: Vec<String>,
}

/// One way to a side effect, for people.
#[derive(Debug, Serialize)]
pub struct Guarded {
    /// What leads there.
    pub way: String,
    /// Its word.
    pub name: String,
    /// Where the gates are asked.
    pub checkpoints: Vec<String>,
    /// Policies that judge it there.
    pub policies: Vec<String>,
    /// What else holds it.
    pub note: String,
    /// What is wrong, if something is.
    pub gap: Option<String>,
}

/// Every policy.
#[must_use]
pub fn policies() -> Vec<PolicyCard> {
    gate::registry()
        .iter()
        .map(|it| PolicyCard {
            name: it.name.to_owned(),
            checkpoints: it
                .checkpoints
                .iter()
                .map(|it| it.word().to_owned())
                .collect(),
            summary: it.summary.to_owned(),
            why: it.why.to_owned(),
            instead: it.instead.to_owned(),
            matches: it
                .matches
                .iter()
                .map(|(line, _)| (*line).to_owned())
                .collect(),
            passes: it.passes.iter().map(|line| (*line).to_owned()).collect(),
        })
        .collect()
}

/// Every way to a side effect, with what guards it.
#[must_use]
pub fn coverage() -> Vec<Guarded> {
    let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect();
    gate::coverage::coverage()
        .map(|it| Guarded {
            way: it.way.word().to_owned(),
            name: it.name.to_owned(),
            checkpoints: it
                .checkpoints
                .iter()
                .map(|at| at.word().to_owned())
                .collect(),
            policies: words(it.policies),
            note: it.note.to_owned(),
            gap: gate::coverage::gap(it, gate::registry()),
        })
        .collect()
}
