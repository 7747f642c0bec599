//! `.interlock/accepted.yml` as it is written: findings that a repository accepts, each with its rule, its place and why. Which
//! version of it counts is not known here.

use std::sync::Arc;

use verify::AcceptedEntry;

use super::fault::Fault;
use super::kind::{Form, Kind};
use super::nearest::nearest;
use super::node::{self, Node, Pair, Tree, short};
use super::place::{Place, Source};
use super::problem::Problem;
use super::value::Value;

/// Where it stands.
pub(crate) const PATH: &str = ".interlock/accepted.yml";
/// What an entry says; all of it is needed.
const FIELDS: [&str; 3] = ["rule", "place", "reason"];
/// Entries of one list.
const ENTRIES_MAX: usize = 2_000;
/// Bytes of one list.
const BYTES_MAX: usize = 512 * 1024;

/// The entries of a list. `rules`: the ids that there are.
///
/// # Errors
/// Everything that is wrong with it, each with its line.
pub(crate) fn parse(text: &str, rules: &[&str]) -> Result<Vec<AcceptedEntry>, Vec<Problem>> {
    if text.len() > BYTES_MAX {
        let fault = Fault::TooLarge {
            name: PATH.to_owned(),
            bytes_max: u64::try_from(BYTES_MAX).unwrap_or(u64::MAX),
        };
        return Err(vec![Problem::new(fault, Place::File(PATH.to_owned()))]);
    }
    let source = Arc::new(Source {
        name: PATH.to_owned(),
        text: text.to_owned(),
    });
    let Node { tree, place } = node::parse(&source).map_err(|problem| vec![problem])?;
    let nodes = match tree {
        Tree::Nothing => Vec::new(),
        Tree::List(nodes) => nodes,
        tree @ (Tree::Switch(_)
        | Tree::Whole(_)
        | Tree::Decimal(_)
        | Tree::Text(_)
        | Tree::Map(_)) => {
            let fault = wanted("the list", "a list of entries", tree.found());
            return Err(vec![Problem::new(fault, place)]);
        }
    };
    if nodes.len() > ENTRIES_MAX {
        let fault = Fault::TooMany {
            key: "the list".to_owned(),
            count_max: ENTRIES_MAX,
        };
        return Err(vec![Problem::new(fault, place)]);
    }
    let (mut entries, mut problems) = (Vec::new(), Vec::new());
    for (at, node) in nodes.into_iter().enumerate() {
        match entry(&format!("[{at}]"), node, rules) {
            Ok(entry) => entries.push(entry),
            Err(more) => problems.extend(more),
        }
    }
    match problems.is_empty() {
        true => Ok(entries),
        false => Err(problems),
    }
}

fn entry(key: &str, node: Node, rules: &[&str]) -> Result<AcceptedEntry, Vec<Problem>> {
    let Node { tree, place } = node;
    let Tree::Map(pairs) = tree else {
        let fault = wanted(
            key,
            "an entry with `rule`, `place` and `reason`",
            tree.found(),
        );
        return Err(vec![Problem::new(fault, place)]);
    };
    let mut problems = Vec::new();
    for pair in &pairs {
        if !FIELDS.contains(&pair.key.as_str()) {
            let fault = Fault::UnknownKey {
                key: format!("{key}.{}", short(&pair.key)),
                near: nearest(&pair.key, FIELDS),
            };
            problems.push(Problem::new(fault, pair.place.clone()));
        }
    }
    let mut field = |name: &str| match text(key, name, &pairs, &place) {
        Ok(text) => text,
        Err(more) => {
            problems.extend(more);
            String::new()
        }
    };
    let (rule, at, reason) = (field("rule"), field("place"), field("reason"));
    if !rule.is_empty() && !rules.contains(&rule.as_str()) {
        let fault = Fault::NoSuchRule {
            near: nearest(&rule, rules.iter().copied()),
            id: short(&rule),
        };
        let stands = pairs.iter().find(|it| it.key == "rule");
        let place = stands.map_or(place, |it| it.value.place.clone());
        problems.push(Problem::new(fault, place));
    }
    match problems.is_empty() {
        true => Ok(AcceptedEntry::new(rule, &at, reason)),
        false => Err(problems),
    }
}

/// A text that has to be there, and to say something.
fn text(key: &str, name: &str, pairs: &[Pair], place: &Place) -> Result<String, Vec<Problem>> {
    let lacks = |place: &Place| {
        let fault = Fault::Lacks {
            key: key.to_owned(),
            field: name.to_owned(),
        };
        Err(vec![Problem::new(fault, place.clone())])
    };
    let Some(pair) = pairs.iter().find(|it| it.key == name) else {
        return lacks(place);
    };
    let taken = Kind::Text(Form::Line).take(&format!("{key}.{name}"), &pair.value)?;
    match taken.value {
        Value::Text(text) if !text.trim().is_empty() => Ok(text.trim().to_owned()),
        Value::Text(_)
        | Value::Switch(_)
        | Value::Count(_)
        | Value::Decimal(_)
        | Value::Rule(_)
        | Value::Requirement(_)
        | Value::Hook(_)
        | Value::List(_) => lacks(&pair.value.place),
    }
}

fn wanted(key: &str, wanted: &str, found: String) -> Fault {
    Fault::Wanted {
        key: key.to_owned(),
        wanted: wanted.to_owned(),
        found,
    }
}
