//! Data that does not get through: parameters that are not looked at.

use std::collections::{BTreeMap, BTreeSet};

use crate::java::bodies::stubs::Finding;
use crate::java::bodies::surroundings;
use crate::java::data::locals;
use crate::java::data::only_validated_parameters;
use crate::java::parameter_use;
use crate::java::return_values::broken_contracts;
use crate::java::return_values::constant_results;
use crate::java::return_values::planned_results;
use crate::java::shape;
use crate::java::slips;
use crate::parts::{Body, Certainty, Definition, Reason, Stub};
use crate::phrases;
use crate::scan::{self, Scan};
use crate::syntax::Node;

/// Findings that need more than one place of the file.
pub(in crate::java) fn find(scan: &Scan<'_>, definitions: &[Definition]) -> Vec<Stub> {
    let mut found = Vec::new();
    let words = Words::of(scan);
    let kinds = [
        "method_declaration",
        "constructor_declaration",
        "local_variable_declaration",
    ];
    for node in scan.live_of(&kinds) {
        if found.len() >= scan.limits.items_max {
            break;
        }
        let finding = match node.kind() {
            "method_declaration" => parameters(node, definitions, &words, false)
                .or_else(|| {
                    constant_results::find(node, definitions).filter(|_| !scan.in_test(node))
                })
                .or_else(|| parameters(node, definitions, &words, true))
                .or_else(|| broken_contracts::find(node).filter(|_| !scan.in_test(node))),
            "constructor_declaration" if !scan.in_test(node) => built(node, &words),
            "local_variable_declaration" if !scan.in_test(node) => {
                locals::unused(node, &words).or_else(|| slips::twice(node))
            }
            _ => None,
        };
        if node.is("method_declaration") && !scan.in_test(node) {
            let asked = planned_results::find(node, &words).into_iter();
            found.extend(asked.map(|it| stub(it, node, definitions, scan)));
        }
        found.extend(finding.map(|it| stub(it, node, definitions, scan)));
    }
    found
}

fn stub(it: Finding, node: Node<'_>, definitions: &[Definition], scan: &Scan<'_>) -> Stub {
    let inside = node.field("body").map_or(node.start(), Node::start);
    let around = scan::around(definitions, inside);
    Stub {
        line: node.line(),
        what: match it.what.is_empty() {
            true => around.map_or("", |d| &d.name).to_owned(),
            false => it.what,
        },
        reason: it.reason,
        certainty: it.certainty,
        test: scan.in_test(node),
    }
}

/// Where each name stands in the file, and which methods are handed on by name.
pub(in crate::java) struct Words<'t> {
    places: BTreeMap<&'t str, Vec<usize>>,
    handed_on: BTreeSet<&'t str>,
}

impl<'t> Words<'t> {
    fn of(scan: &Scan<'t>) -> Words<'t> {
        let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        let mut handed_on = BTreeSet::new();
        for node in scan.live_of(&["identifier", "method_reference"]) {
            if node.is("identifier") {
                places.entry(node.text()).or_default().push(node.start());
            } else {
                handed_on.extend(node.named().last().map(Node::text));
            }
        }
        Words { places, handed_on }
    }

    /// Where a name stands between two bytes.
    pub(in crate::java) fn between(&self, name: &str, start: usize, end: usize) -> &[usize] {
        let places = self.places.get(name).map(Vec::as_slice).unwrap_or_default();
        let from = places.partition_point(|at| *at < start);
        let to = places.partition_point(|at| *at < end);
        places.get(from..to).unwrap_or_default()
    }

    /// Whether a name stands between two bytes.
    pub(in crate::java) fn within(&self, name: &str, start: usize, end: usize) -> bool {
        let places = self.places.get(name).map(Vec::as_slice).unwrap_or_default();
        let from = places.partition_point(|at| *at < start);
        places.get(from).is_some_and(|at| *at < end)
    }
}

/// A method that looks at none of its parameters, or not at the one that its name speaks of. `checks`: to check is no look.
fn parameters(
    method: Node<'_>,
    definitions: &[Definition],
    words: &Words<'_>,
    checks: bool,
) -> Option<Finding> {
    let body = method.field("body")?;
    let judged = scan::around(definitions, body.start()).map(|it| it.body);
    if judged != Some(Body::Substantive) || body.named().next().is_none() {
        return None;
    }
    let it = surroundings::of(method, false);
    // What the name of a class says of its methods it does not say of those that make one.
    let makes = shape::has(method, "static") && surroundings::is_called_back(method);
    let idle = it.idle && !makes;
    let free = (it.own || it.plain()) && !it.retired && !idle && it.name != "main";
    let asked_for = words.handed_on.contains(it.name)
        || shape::statements(body)
            .iter()
            .all(|s| s.is("throw_statement"));
    if !free || asked_for {
        return None;
    }
    let named: Vec<Node<'_>> = shape::parameters(method).collect();
    let ignored: Vec<&str> = named
        .iter()
        .filter(|parameter| !is_excused(**parameter))
        .filter_map(|parameter| shape::bound_name(*parameter).map(Node::text))
        .filter(|name| {
            !words.within(name, body.start(), body.end())
                || checks
                    && it.plain()
                    && only_validated_parameters::only_checked(body, name, words)
        })
        .collect();
    let spoken = phrases::name_words(it.name);
    let meant = ignored.iter().any(|name| {
        let parts = phrases::name_words(name);
        !parts.is_empty() && spoken.len() > 1 && parts.iter().all(|part| spoken.contains(part))
    });
    let all = !named.is_empty() && ignored.len() == named.len();
    // Nobody else says what a private or static method takes.
    let fixed = it.own && !surroundings::documented(method) && !phrases::promises_nothing(it.name);
    let owed = it.plain()
        && !phrases::promises_nothing(it.name)
        && !surroundings::documented(method)
        && ignored
            .iter()
            .all(|name| surroundings::promises(method, name));
    let alone = ignored
        .first()
        .filter(|name| fixed || owed || is_setter_of(it.name, name, named.len()) && it.plain());
    (all || meant || alone.is_some()).then(|| Finding {
        what: alone.map_or_else(String::new, |name| format!("{}({name})", it.name)),
        reason: Reason::ParameterIgnored,
        certainty: Certainty::Likely,
    })
}

/// Whether a method is called after the one thing that it is given: `Builder limit(int limit)`.
fn is_setter_of(method: &str, parameter: &str, given: usize) -> bool {
    given == 1 && method == parameter
}

/// A constructor that lets go of something it is given. A private one may tell two of them apart by it.
fn built(constructor: Node<'_>, words: &Words<'_>) -> Option<Finding> {
    let body = constructor
        .field("body")
        .filter(|it| it.named().next().is_some())?;
    let it = surroundings::of(constructor, false);
    let excused = it.retired
        || it.idle
        || it.marked
        || shape::has(constructor, "private")
        || surroundings::documented(constructor)
        || parameter_use::is_excused(constructor)
        || shape::statements(body)
            .iter()
            .all(|s| s.is("throw_statement"));
    if excused {
        return None;
    }
    let mut ignored = shape::parameters(constructor)
        .filter(|parameter| !is_excused(*parameter))
        .filter_map(|parameter| shape::bound_name(parameter).map(Node::text))
        .filter(|name| {
            !words.within(name, body.start(), body.end())
                || only_validated_parameters::only_checked(body, name, words)
        });
    ignored.next().map(|name| Finding {
        what: format!("{}({name})", it.name),
        reason: Reason::ParameterIgnored,
        certainty: Certainty::Likely,
    })
}

/// Whether a parameter may be there only because whoever calls hands it over.
fn is_excused(parameter: Node<'_>) -> bool {
    let name = shape::bound_name(parameter).map_or("", Node::text);
    let words = phrases::name_words(name);
    let said = ["ignored", "ignore", "unused", "dummy", "marker"];
    let of = shape::parameter_type(parameter).map_or("", shape::type_name);
    let handed = [
        "Event",
        "Context",
        "Exception",
        "Throwable",
        "Void",
        "Error",
        "Class",
        "Type",
    ];
    words.iter().any(|word| said.contains(&word.as_str()))
        || name.starts_with('_')
        || shape::annotations(parameter).next().is_some()
        || handed.iter().any(|end| of.ends_with(end))
}
