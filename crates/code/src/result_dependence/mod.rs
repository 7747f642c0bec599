//! What the answers of a function hang on, by its syntax alone: nothing, only what it was given, only another function that
//! was there before. Read again where somebody asks for a function by its name, and no part of [`crate::Facts`].
//!
//! It does not say that any of this is wrong: a trait's default, a null object and an alias look just so.

mod alias;
mod calls;
mod given;
mod head;
mod ways;
mod written;

use crate::breaks;
use crate::facts::{Facts, RegionKind};
use crate::language::Language;
use crate::read::Limits;
use crate::syntax::Tree;
use crate::vue;

pub use alias::aliases;
use head::Head;

/// A function of more nodes than this is not looked at.
const NODES_MAX: u32 = 6_000;

/// One function, and what can be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultDependence {
    /// Its own name.
    pub name: String,
    /// Its first line.
    pub line: u32,
    /// Something else says that it has to be there, and what it takes: it is marked as an override or fills in a trait.
    pub imposed: bool,
    /// It belongs to a type that is there for others to fill in: an interface, a trait, an abstract class.
    pub open: bool,
    /// What stands out.
    pub habits: Vec<Habit>,
}

/// Something that stands out in a function.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Habit {
    /// It does nothing but to answer, and what it answers is written out there: this, whatever it is given.
    Fixed(String),
    /// It works, and each way out of it answers the same literal.
    Always(String),
    /// It does nothing but to hand out the very thing that it is called on.
    GivesItselfBack,
    /// It does nothing but to call another one with all that it was given, in that order.
    PassesOn(String),
    /// It does nothing but to call the same one of the type above it.
    PassesUp,
    /// Nothing in it reads this parameter.
    Unread(String),
    /// It refuses some of what it is given, and does nothing with the rest.
    OnlyRefuses,
    /// It refuses some values of this parameter, and what it does for the others is the same for all.
    OnlyChecked(String),
    /// It asks whether it was given this function, and never calls it.
    NeverCalled(String),
}

/// What stands out in the functions of a file, tests and those without a body aside. `text` must be what the facts were
/// read from.
#[must_use]
pub fn result_dependence(facts: &Facts, text: &str, limits: &Limits) -> Vec<ResultDependence> {
    let scripts = (facts.language == Language::Vue).then(|| vue::scripts(text));
    let (language, text) = match &scripts {
        Some(scripts) => (scripts.language, scripts.text.as_str()),
        None => (facts.language, text),
    };
    let Ok(tree) = Tree::parse(language, text, limits) else {
        return Vec::new();
    };
    let skipped = [RegionKind::Test, RegionKind::Dead];
    let mut found = Vec::new();
    for node in tree.all() {
        let Some(name) = breaks::name(language, node) else {
            continue;
        };
        let skip = skipped.iter().any(|kind| facts.is_in(*kind, node.start()));
        if skip || node.is_broken() || node.size() > NODES_MAX {
            continue;
        }
        let Some(head) = Head::of(language, node) else {
            continue;
        };
        let habits = habits(name, &head);
        if !habits.is_empty() && found.len() < limits.items_max {
            found.push(ResultDependence {
                name: name.to_owned(),
                line: node.line(),
                imposed: head.imposed,
                open: head.open,
                habits,
            });
        }
    }
    found
}

fn habits(name: &str, head: &Head<'_>) -> Vec<Habit> {
    let mut found = Vec::new();
    found.extend(ways::answers(head));
    found.extend(calls::passes(name, head));
    found.extend(given::only_refuses(head));
    found.extend(given::unread(head));
    found.extend(given::only_checked(head));
    found.extend(given::never_called(head));
    found
}
