//! Breaking a link: what a file uses of another one is taken out of it, or fails where it is used.
//!
//! A statement whose result is dropped (a registration, a call for what it does) is put where it never runs; anywhere
//! else the use fails just before it is passed through. Names stay used, so that most of it still compiles. All uses are
//! broken at once or none: as long as one is left, evidence may go by way of it.

mod go;
mod java;
mod python;
mod rust;
mod script;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::{Break, BreakKind, Plan, is_skipped, plan};
use crate::facts::{ByteRange, Facts};
use crate::language::Language;
use crate::read::Limits;
use crate::syntax::{Node, Tree};
use crate::vue;

/// Uses of one link that are broken at most; a link with more of them is left alone.
const USES_MAX: usize = 200;
/// Names that are told.
const TOLD_MAX: usize = 3;

/// How uses are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Taken out where the result is dropped; else they fail.
    Out,
    /// They fail.
    Fails,
}

/// What one use comes to.
enum Cut {
    /// It runs, and is broken so.
    Runs(Vec<Edit>),
    /// A function takes a value of its type: the function fails.
    Taken(Edit),
    /// Nothing runs there: a type, a closing tag.
    Nothing,
}

/// A change of the text, with its place among others: what closes comes before what opens, the inner before the outer
/// where they close, the outer before the inner where they open.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Edit {
    place: (usize, bool, Reverse<usize>),
    plan: Plan,
}

/// Ways to break a link, the better first: with the names under which a file uses what comes from the other
/// (`slugify`, `api.send`, `crate::slug::slugify`). None where a use can't be broken, and for a file without a grammar.
#[must_use]
pub fn link_breaks(facts: &Facts, source: &str, names: &[String], limits: &Limits) -> Vec<Break> {
    let scripts = (facts.language == Language::Vue).then(|| vue::scripts(source));
    let (language, text) = match &scripts {
        Some(scripts) => (scripts.language, scripts.text.as_str()),
        None => (facts.language, source),
    };
    let Ok(tree) = Tree::parse(language, text, limits) else {
        return Vec::new();
    };
    let uses = uses(&tree, facts, names);
    if uses.len() > USES_MAX {
        return Vec::new();
    }
    let ways = [Way::Out, Way::Fails];
    let mut found: Vec<Break> = Vec::new();
    for way in ways {
        let broken = broken((facts, source, language), &uses, names, way);
        found.extend(broken.filter(|it| !found.contains(it)));
    }
    found
}

/// Every place where one of the names stands, and which.
fn uses<'t, 'n>(
    tree: &'t Tree<'t>,
    facts: &Facts,
    names: &'n [String],
) -> Vec<(Node<'t>, &'n str)> {
    let leaves = tree.all().filter(|it| it.is_leaf() && !it.is_extra());
    let mut found = Vec::new();
    for node in leaves {
        let standing = names.iter().filter(|name| stands(node, facts, name));
        let name = standing.max_by_key(|it| it.len());
        if let Some(name) = name.filter(|_| !is_skipped(facts, node)) {
            found.push((node, name.as_str()));
        }
    }
    found
}

/// The first word of a name.
fn first(name: &str) -> &str {
    name.split(['.', ':']).next().unwrap_or(name)
}

/// Whether a name begins at a node, and means what comes from elsewhere there.
fn stands(node: Node<'_>, facts: &Facts, name: &str) -> bool {
    let first = first(name);
    if node.text() != first || !node.kind().ends_with("identifier") && !is_step(first) {
        return false;
    }
    let behind = node.previous().map_or("", Node::text);
    if matches!(behind, "." | "::" | "?.") {
        return false;
    }
    let line = node.line();
    let known = facts.references.get(first);
    let free = is_step(first) || known.is_some_and(|it| it.iter().any(|it| it.line == line));
    free && (first == name || is_written(node, name))
}

/// Steps of Rust's paths that are no names.
fn is_step(word: &str) -> bool {
    matches!(word, "crate" | "self" | "super")
}

/// Whether all of a name stands where it begins, white space aside.
fn is_written(node: Node<'_>, name: &str) -> bool {
    let mut written = node.after().chars().filter(|it| !it.is_whitespace());
    let same = name.chars().all(|it| written.next() == Some(it));
    same && !written
        .next()
        .is_some_and(|it| it.is_alphanumeric() || it == '_')
}

/// All uses broken in one way; `None` where nothing runs, or something can't be broken.
fn broken(
    (facts, source, language): (&Facts, &str, Language),
    uses: &[(Node<'_>, &str)],
    names: &[String],
    way: Way,
) -> Option<Break> {
    let (mut edits, mut taken) = (BTreeSet::new(), Vec::new());
    let (mut told, mut lines): (Vec<&str>, BTreeSet<(&str, u32)>) = (Vec::new(), BTreeSet::new());
    let mut line = None;
    for (node, name) in uses {
        lines.insert((first(name), node.line()));
        match cut(language, *node, way)? {
            Cut::Runs(cuts) => {
                edits.extend(cuts);
                line = line.or(Some(node.line()));
                told.push(name);
            }
            Cut::Taken(edit) => taken.push(edit),
            Cut::Nothing => {}
        }
    }
    if facts.language == Language::Vue {
        for name in names {
            for (at, on) in vue::shown(source, name)? {
                edits.insert(Edit::before(at, " v-if=\"false\""));
                lines.insert((name, on));
                line = line.or(Some(on));
                told.push(name);
            }
        }
    }
    // Where a name is used otherwise, evidence may go by way of that.
    let seen = |name: &&String| {
        let uses = facts.references.get(name.as_str()).into_iter().flatten();
        let mut live = uses.filter(|it| !it.test);
        live.all(|it| lines.contains(&(name.as_str(), it.line)))
    };
    let line = line.filter(|_| names.iter().all(|it| seen(&it)))?;
    edits.extend(taken);
    told.sort_unstable();
    told.dedup();
    Some(Break {
        name: told
            .into_iter()
            .take(TOLD_MAX)
            .collect::<Vec<_>>()
            .join(", "),
        line,
        kind: BreakKind::DropsLink,
        size: u32::try_from(edits.len()).unwrap_or(u32::MAX),
        edits: edits.into_iter().map(|it| it.plan).collect(),
    })
}

fn cut(language: Language, node: Node<'_>, way: Way) -> Option<Cut> {
    match language {
        Language::Rust => rust::cut(node, way),
        Language::TypeScript | Language::Tsx => script::cut(language, node, way),
        Language::Python => python::cut(node, way),
        Language::Go => go::cut(node, way),
        Language::Java => java::cut(node, way),
        Language::Vue | Language::Other => None,
    }
}

/// A type: where a function takes a value of it, the function fails; elsewhere nothing runs.
fn of_type(language: Language, node: Node<'_>) -> Cut {
    let mut inner = node;
    for around in node.ancestors() {
        let taken = matches!(inner.field_name(), "parameters" | "receiver");
        let fails = taken.then(|| plan(language, around, BreakKind::Fails));
        if let Some(fails) = fails.flatten().filter(|it| it.at.start == it.at.end) {
            return Cut::Taken(Edit::before(fails.at.start, &fails.text));
        }
        inner = around;
    }
    Cut::Nothing
}

/// A node, and the nearest around it that is of one of these kinds.
fn inside<'t>(node: Node<'t>, kinds: &[&str]) -> Option<Node<'t>> {
    node.ancestors().find(|it| it.is_any(kinds))
}

/// Everything around a node from the inside out: each with what of it holds the node.
fn around(node: Node<'_>) -> impl Iterator<Item = (Node<'_>, Node<'_>)> {
    let inner = std::iter::once(node).chain(node.ancestors());
    inner.zip(node.ancestors())
}

impl Edit {
    fn before(at: usize, text: &str) -> Edit {
        Edit {
            place: (at, true, Reverse(usize::MAX)),
            plan: Plan::put(at, text),
        }
    }

    /// Something in front of a node, and something behind it.
    fn both(node: Node<'_>, open: &str, close: &str) -> Vec<Edit> {
        let (start, end) = (node.start(), node.end());
        vec![
            Edit {
                place: (start, true, Reverse(end)),
                plan: Plan::put(start, open),
            },
            Edit {
                place: (end, false, Reverse(start)),
                plan: Plan::put(end, close),
            },
        ]
    }

    /// A node is taken out; its lines stay.
    fn without(node: Node<'_>) -> Edit {
        let lines: String = node.text().chars().filter(|c| *c == '\n').collect();
        Edit {
            place: (node.start(), true, Reverse(node.end())),
            plan: Plan {
                at: ByteRange {
                    start: node.start(),
                    end: node.end(),
                },
                text: lines,
            },
        }
    }
}

impl Cut {
    fn before(node: Node<'_>, text: &str) -> Cut {
        Cut::Runs(vec![Edit::before(node.start(), text)])
    }

    fn both(node: Node<'_>, open: &str, close: &str) -> Cut {
        Cut::Runs(Edit::both(node, open, close))
    }
}
