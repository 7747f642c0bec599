//! What should move with the work and stands still: a count that is never stepped, the line of an error that is always the
//! same literal, a bound that only a message tells.

use std::collections::BTreeMap;

use crate::parts::{Certainty, Reason, Stub};
use crate::phrases;
use crate::script::data::state::Stage;
use crate::script::shape;
use crate::syntax::Node;

/// Most findings of one file.
const FOUND_MAX: usize = 200;

/// Words of names for where something stands, and how often something was.
const MOVING: [&str; 16] = [
    "line", "row", "column", "col", "index", "idx", "position", "pos", "offset", "number", "count",
    "counter", "depth", "attempt", "attempts", "tries",
];

/// How much of a function is searched, in nodes.
const NODES_MAX: usize = 20_000;

/// Words of names for where something stands in what is read.
const PLACES: [&str; 9] = [
    "line", "row", "column", "col", "position", "pos", "offset", "index", "lineno",
];

/// Finds both.
pub(in crate::script) fn find(stage: &Stage<'_, '_>) -> Vec<Stub> {
    let constructors = constructors(stage);
    let mut makers: BTreeMap<(&str, usize), Vec<Node<'_>>> = BTreeMap::new();
    let mut found = Vec::new();
    let say =
        |node: Node<'_>, what: &str| Stub::likely(node.line(), what.to_owned(), Reason::FixedValue);
    let kinds = ["variable_declarator", "new_expression"];
    let nodes = stage.scan.live_of_all(&[&kinds, &shape::FUNCTIONS]);
    for node in nodes.filter(|n| !stage.scan.in_test(*n)) {
        match node.kind() {
            "variable_declarator" if stands_still(stage, node) => {
                let name = node.field("name").map_or("", Node::text);
                found.push(say(node, name));
            }
            kind if shape::FUNCTIONS.contains(&kind) => found.extend(only_said(node)),
            "new_expression" => {
                let name = node.field("constructor").map_or("", Node::text);
                let Some((place, _)) = constructors.get(name) else {
                    continue;
                };
                let given = node.field("arguments").into_iter().flat_map(Node::named);
                let mut given = given.filter(|n| !n.is_extra());
                if let Some(value) = given.nth(*place) {
                    makers.entry((name, *place)).or_default().push(value);
                }
            }
            _ => {}
        }
        if found.len() >= FOUND_MAX {
            break;
        }
    }
    for ((name, _), values) in makers {
        let first = values.first().map_or("", |it| it.text());
        let fixed = values
            .iter()
            .all(|it| it.is("number") && it.text() == first);
        if let (true, Some((_, parameter))) = (fixed, constructors.get(name)) {
            let at = values.first().copied();
            found.extend(at.map(|it| say(it, &format!("{parameter} of {name}"))));
        }
    }
    found
}

/// A bound that a function is given and that only the texts of errors and logs tell.
fn only_said(function: Node<'_>) -> Option<Stub> {
    let body = function
        .field("body")
        .filter(|it| (it.size() as usize) < NODES_MAX)?;
    let parameters = shape::parameters(function).into_iter();
    let mut names = parameters
        .map(|it| it.field("pattern").unwrap_or(it))
        .filter(|it| it.is("identifier") && phrases::is_bound(it.text()));
    let name = names.find(|name| {
        let places = body.descendants().filter(|it| {
            it.is_any(&["identifier", "shorthand_property_identifier"]) && it.text() == name.text()
        });
        let mut places = places.peekable();
        places.peek().is_some() && places.all(in_text)
    })?;
    let own = function
        .field("name")
        .or_else(|| function.parent()?.field("name"));
    Some(Stub {
        line: function.line(),
        what: format!("{}({})", own.map_or("function", Node::text), name.text()),
        reason: Reason::ParameterIgnored,
        certainty: Certainty::Likely,
        test: false,
    })
}

/// Whether a place is in a text that an error or a log gets.
fn in_text(node: Node<'_>) -> bool {
    let mut around = node.ancestors().take_while(|it| !it.is("statement_block"));
    let text = around.any(|it| it.is_any(&["template_string", "binary_expression"]));
    text && node
        .ancestors()
        .take_while(|it| !it.is("statement_block"))
        .any(|it| match it.kind() {
            "new_expression" => it
                .field("constructor")
                .is_some_and(|it| phrases::names_an_error(it.text())),
            "call_expression" => it
                .field("function")
                .is_some_and(|it| shape::first_name(it) == "console"),
            _ => false,
        })
}

/// Errors of the file that are told where something stands, and at which place of their arguments.
fn constructors<'t>(stage: &Stage<'_, 't>) -> BTreeMap<&'t str, (usize, &'t str)> {
    let classes = stage
        .scan
        .live_of(&["class_declaration"])
        .filter(|n| !stage.scan.in_test(*n));
    let found = classes.filter_map(|class| {
        let name = class.field("name")?.text();
        if !phrases::names_an_error(name) {
            return None;
        }
        let mut members = class.field("body")?.named();
        let made = members.find(|n| n.field("name").is_some_and(|n| n.text() == "constructor"))?;
        let parameters = shape::parameters(made);
        let names = parameters.iter().map(|it| {
            let pattern = it.field("pattern").unwrap_or(*it);
            pattern.text()
        });
        let mut places = names.enumerate().filter(|(_, name)| {
            let words = phrases::name_words(name);
            words.iter().any(|word| PLACES.contains(&word.as_str()))
        });
        places.next().map(|place| (name, place))
    });
    found.take(FOUND_MAX).collect()
}

/// `let line = 0;`, which is looked at and never set again.
fn stands_still(stage: &Stage<'_, '_>, node: Node<'_>) -> bool {
    let Some(name) = node.field("name").filter(|n| n.is("identifier")) else {
        return false;
    };
    let Some(holder) = node.parent().filter(|it| it.is("lexical_declaration")) else {
        return false;
    };
    let number = node.field("value").is_some_and(|it| it.is("number"));
    let varies = holder.field("kind").is_some_and(|it| it.text() == "let");
    let words = phrases::name_words(name.text());
    let moving = words
        .last()
        .is_some_and(|word| MOVING.contains(&word.as_str()));
    let scope = holder.parent().filter(|it| it.is("statement_block"));
    let Some(scope) = scope.filter(|_| number && varies && moving) else {
        return false;
    };
    let bytes = scope.bytes();
    let places = stage.places.name(name.text()).iter();
    let inside = places.filter(|n| n.start() >= bytes.start && n.start() < bytes.end);
    let mut uses = inside.filter(|n| n.start() != name.start()).peekable();
    let bare = |n: &Node<'_>| n.is("shorthand_property_identifier_pattern");
    let mut patterns = scope.descendants().filter(bare);
    uses.peek().is_some() && !uses.any(|n| is_set(*n)) && !patterns.any(|n| n.text() == name.text())
}

/// Whether a name is given a value at its place, in whatever way.
fn is_set(name: Node<'_>) -> bool {
    let around = name.ancestors().take_while(|n| !n.is("statement_block"));
    let mut last = name;
    for parent in around {
        let set = match parent.kind() {
            "assignment_expression" | "augmented_assignment_expression" | "for_in_statement" => {
                last.field_name() == "left"
            }
            "update_expression" => true,
            _ => false,
        };
        if set {
            return true;
        }
        last = parent;
    }
    false
}
