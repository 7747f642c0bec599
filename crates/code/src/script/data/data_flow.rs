//! Whether data gets through: parameters that nobody looks at, errors that vanish.

use std::collections::BTreeMap;

use crate::parts::{Body, Certainty, Definition, Exported, Reason, Stub};
use crate::phrases;
use crate::scan;
use crate::script::data::state::Stage;
use crate::script::error_handling::errors;
use crate::script::error_handling::fallbacks;
use crate::script::options::bases;
use crate::script::shape;
use crate::script::values;
use crate::syntax::Node;

/// Most findings of one file.
const FOUND_MAX: usize = 2_000;

/// How much of one function is searched for its parameters, in nodes.
const BODY_NODES_MAX: u32 = 20_000;

/// How much of one member is searched for its object, in nodes.
const MEMBER_NODES_MAX: usize = 4_000;

/// Finds what does not get through. `definitions` must be in source order.
pub(in crate::script) fn find(stage: &Stage<'_, '_>, definitions: &[Definition]) -> Vec<Stub> {
    let mut found = Vec::new();
    let functions = scan::functions(definitions, is_open);
    for node in stage
        .scan
        .live_of_all(&[&["catch_clause"], &shape::FUNCTIONS])
    {
        if found.len() >= FOUND_MAX {
            break;
        }
        let judged = match node.kind() {
            "catch_clause" => errors::swallowed(node).or_else(|| fallbacks::find(node)),
            kind if shape::FUNCTIONS.contains(&kind) => error_ignored(node)
                .or_else(|| ignores(&functions, node))
                .or_else(|| fallbacks::find(node)),
            _ => None,
        };
        // In a test what is dropped is what is tested.
        let judged = judged.filter(|(_, _, certainty)| {
            *certainty != Certainty::Faint || !stage.scan.in_test(node)
        });
        found.extend(judged.map(|(what, reason, certainty)| Stub {
            line: node.line(),
            what,
            reason,
            certainty: match stage.scan.in_test(node) {
                true => Certainty::Likely,
                false => certainty,
            },
            test: stage.scan.in_test(node),
        }));
    }
    getters(stage, &mut found);
    found
}

/// What functions that are given to one callee with a name each do: `defineGetter(req, "ip", function () { .. })`.
#[derive(Default)]
struct Siblings<'t> {
    /// How many read the thing they belong to.
    reading: u32,
    /// Those that answer the same whatever that thing is: the name, and where.
    fixed: Vec<(&'t str, Node<'t>)>,
}

/// Finds members that are given by name and answer with a fixed value, where others of their kind look at their object.
fn getters(stage: &Stage<'_, '_>, found: &mut Vec<Stub>) {
    let mut callees: BTreeMap<&str, Siblings<'_>> = BTreeMap::new();
    for call in stage.scan.live_of(&["call_expression"]) {
        let Some((callee, name, function)) = given_by_name(call) else {
            continue;
        };
        let siblings = callees.entry(callee).or_default();
        let mut inside = function.descendants().take(MEMBER_NODES_MAX);
        if inside.any(|n| n.is("this")) {
            siblings.reading = siblings.reading.saturating_add(1);
        } else if fixed_answer(function) {
            siblings.fixed.push((name, function));
        }
    }
    for siblings in callees.into_values().filter(|it| it.reading > 1) {
        found.extend(siblings.fixed.into_iter().map(|(name, function)| Stub {
            line: function.line(),
            what: name.to_owned(),
            reason: Reason::FixedValue,
            certainty: Certainty::Likely,
            test: stage.scan.in_test(function),
        }));
    }
}

fn given_by_name<'t>(call: Node<'t>) -> Option<(&'t str, &'t str, Node<'t>)> {
    let callee = call.field("function").filter(|c| c.is("identifier"))?;
    let mut given = call.field("arguments")?.named().filter(|n| !n.is_extra());
    let name = given.find_map(shape::string)?;
    let function = given.find(|n| n.is("function_expression"))?;
    Some((callee.text(), name, function))
}

/// Whether a function only returns a value that nothing goes into, other than yes or no.
fn fixed_answer(function: Node<'_>) -> bool {
    let body = function.field("body").into_iter().flat_map(Node::named);
    let mut body = body.filter(|n| !n.is_extra());
    let only = body.next().filter(|n| n.is("return_statement"));
    let value = only.and_then(|n| n.named().next());
    body.next().is_none()
        && value.is_some_and(|value| {
            values::value(value).is_some() && !value.is_any(&["true", "false", "undefined"])
        })
}

type Found = (String, Reason, Certainty);

/// `(err, data) => { use(data); }`.
fn error_ignored(function: Node<'_>) -> Option<Found> {
    let callback = function.parent().is_some_and(|p| p.is("arguments"));
    let patterns = shape::parameters(function);
    let (first, second) = (patterns.first()?, patterns.get(1)?);
    let named = first.is("identifier") && matches!(first.text(), "err" | "error");
    let body = function.field("body")?;
    if !callback || !named || !second.is("identifier") || body.named().next().is_none() {
        return None;
    }
    let looked_at = mentions(body, &[first.text()])?;
    (!looked_at).then(|| {
        (
            first.text().to_owned(),
            Reason::SwallowedError,
            Certainty::Likely,
        )
    })
}

/// Whether others can call a function, and it holds work.
fn is_open(function: &Definition) -> bool {
    let real = function.body == Body::Substantive && function.marks.is_empty();
    real && function.exported == Exported::Yes && !function.nested
}

/// A function that gives something back and looks at none of its parameters, or not at one that its name speaks of.
fn ignores(functions: &BTreeMap<(usize, usize), &Definition>, function: Node<'_>) -> Option<Found> {
    // What lies inside another function is not the one that bears the name.
    let outside = function.ancestors().take(4);
    let outside = outside.take_while(|n| !n.is("statement_block") && !n.is_any(&shape::FUNCTIONS));
    let around = std::iter::once(function).chain(outside);
    let mut known = around.filter_map(|n| functions.get(&(n.start(), n.end())));
    let definition = known.next()?;
    let slot = function
        .parent()
        .is_some_and(|p| p.is_any(&["object", "pair"]));
    let heir = function
        .ancestors()
        .find(|n| n.is_any(&["class_declaration", "class", "abstract_class_declaration"]))
        .is_some_and(|class| {
            let own = definition.name.rsplit('.').next().unwrap_or("");
            class.child("class_heritage").is_some() && !bases::is_its_own(class, own)
        });
    let body = function.field("body")?;
    if slot || heir || body.size() > BODY_NODES_MAX {
        return None;
    }
    let patterns = shape::parameters(function);
    let bound = patterns.iter().flat_map(|pattern| shape::bound(*pattern));
    let names: Vec<&str> = bound.map(|b| b.name.text()).collect();
    if names.is_empty() || names.iter().any(|name| name.starts_with('_')) {
        return None;
    }
    let markup = body.descendants().any(|n| n.kind().starts_with("jsx_"));
    let all = !mentions(body, &names)? && gives_back(body) && !markup;
    let words = phrases::name_words(&definition.name);
    let spoken = || {
        let plain = patterns
            .iter()
            .filter(|p| p.is("identifier"))
            .map(|p| p.text());
        let mut spoken = plain.filter(|name| {
            let of = phrases::name_words(name);
            name.len() > 1 && of.iter().all(|word| words.contains(word))
        });
        spoken.find(|name| mentions(body, &[*name]) == Some(false))
    };
    let what = match all {
        true => definition.name.clone(),
        false => format!("{} of {}", spoken()?, definition.name),
    };
    Some((what, Reason::ParameterIgnored, Certainty::Likely))
}

/// Whether a function gives anything back.
fn gives_back(body: Node<'_>) -> bool {
    if !body.is("statement_block") {
        return true;
    }
    body.descendants()
        .any(|n| n.is("return_statement") && n.named().next().is_some())
}

/// Whether any of these names stands in a body, `arguments` too; `None` if it is too long to tell.
fn mentions(body: Node<'_>, names: &[&str]) -> Option<bool> {
    if body.size() > BODY_NODES_MAX {
        return None;
    }
    let found = std::iter::once(body).chain(body.descendants()).any(|n| {
        let name = n.is_any(&[
            "identifier",
            "shorthand_property_identifier",
            "type_identifier",
        ]);
        name && (names.contains(&n.text()) || n.text() == "arguments")
    });
    Some(found)
}
