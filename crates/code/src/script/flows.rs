//! Whether data gets through: answers that nobody reads, parameters that nobody looks at, errors that vanish.

use std::collections::BTreeMap;

use super::shape;
use super::state::{Stage, certain_if};
use super::values::{self, Value};
use crate::parts::{Body, Certainty, Definition, DefinitionKind, Exported, Reason, Stub};
use crate::phrases;
use crate::syntax::Node;

/// Methods whose result is the point of calling them.
const QUERIES: [&str; 12] = [
    "findMany",
    "findOne",
    "findFirst",
    "findUnique",
    "findUniqueOrThrow",
    "findFirstOrThrow",
    "findAll",
    "findById",
    "count",
    "aggregate",
    "groupBy",
    "$queryRaw",
];

/// Most findings of one file.
const FOUND_MAX: usize = 2_000;

/// How much of one function is searched for its parameters, in nodes.
const BODY_NODES_MAX: u32 = 20_000;

/// How a piece of data is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    /// By reading alone.
    Reads,
    /// By a call that also does something.
    Acts,
}

/// Finds what does not get through. `definitions` must be in source order.
pub(super) fn find(stage: &Stage<'_, '_>, definitions: &[Definition]) -> Vec<Stub> {
    let mut found = Vec::new();
    let functions = functions(definitions);
    for node in stage.scan.live() {
        if found.len() >= FOUND_MAX {
            break;
        }
        let judged = match node.kind() {
            "expression_statement" => thrown_away(node),
            "variable_declarator" => never_read(stage, node),
            "catch_clause" => falls_back(node),
            kind if shape::FUNCTIONS.contains(&kind) => {
                error_ignored(node).or_else(|| ignores(&functions, node))
            }
            _ => None,
        };
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
    found
}

type Found = (String, Reason, Certainty);

/// `fetch("/api");`, `useQuery(..);` as statements.
fn thrown_away(statement: Node<'_>) -> Option<Found> {
    let call = shape::expression(statement);
    let awaited = statement
        .named()
        .next()
        .is_some_and(|n| n.is("await_expression"));
    let callee = call
        .field("function")
        .filter(|_| call.is("call_expression"))?;
    let name = shape::last_name(callee);
    let plain = matches!(
        callee.text(),
        "fetch" | "window.fetch" | "useQuery" | "useSWR" | "ofetch" | "$fetch"
    );
    // Another part of the room reports queries of databases.
    let asks = asks(call).filter(|_| plain)?;
    let lost = asks == Asks::Reads || awaited;
    lost.then(|| (name.to_owned(), Reason::ResultDiscarded, Certainty::Likely))
}

/// How a call asks for data; `None` if it does not.
fn asks(call: Node<'_>) -> Option<Asks> {
    let callee = call
        .field("function")
        .filter(|_| call.is("call_expression"))?;
    let (first, last) = (shape::first_name(callee), shape::last_name(callee));
    let clients = [
        "axios",
        "ky",
        "got",
        "http",
        "api",
        "client",
        "request",
        "superagent",
    ];
    if QUERIES.contains(&last) && callee.is("member_expression") {
        return Some(Asks::Reads);
    }
    match last {
        "useQuery" | "useSWR" => Some(Asks::Reads),
        "fetch" | "ofetch" | "$fetch" if callee.is("identifier") || first == "window" => {
            Some(match acts(call) {
                true => Asks::Acts,
                false => Asks::Reads,
            })
        }
        "get" if matches!(first, "axios" | "ky" | "got") => Some(Asks::Reads),
        "post" | "put" | "patch" | "delete" if clients.contains(&first) => Some(Asks::Acts),
        _ => None,
    }
}

/// Whether a request says that it does more than read.
fn acts(call: Node<'_>) -> bool {
    let options = call.field("arguments").and_then(|a| a.named().nth(1));
    let Some(options) = options else { return false };
    if !options.is("object") {
        return true;
    }
    options.named().any(|part| {
        let key = part.field("key").and_then(shape::key);
        let value = part.field("value").and_then(shape::string);
        match key {
            Some("method") => value.is_none_or(|m| !m.eq_ignore_ascii_case("get")),
            Some(_) => false,
            None => part.is_any(&["spread_element", "shorthand_property_identifier"]),
        }
    })
}

/// `const users = await db.user.findMany();` with `users` never looked at.
fn never_read(stage: &Stage<'_, '_>, declarator: Node<'_>) -> Option<Found> {
    let value = declarator.field("value")?;
    let name = declarator.field("name").filter(|n| n.is("identifier"))?;
    if name.text().starts_with('_') {
        return None;
    }
    let asked = asks(shape::bare(value))?;
    let block = declarator.ancestors().find(|n| n.is("statement_block"))?;
    let places = stage.places.name(name.text());
    let first = places.partition_point(|n| n.start() < block.start());
    let inside = places.get(first..).unwrap_or_default().iter();
    let mut inside = inside.take_while(|n| n.start() < block.end());
    if inside.any(|n| n.start() != name.start()) {
        return None;
    }
    let sure = asked == Asks::Reads && value.is("await_expression");
    Some((
        name.text().to_owned(),
        Reason::ResultDiscarded,
        certain_if(sure),
    ))
}

/// `catch { return null; }`: the error becomes an answer like any other.
fn falls_back(clause: Node<'_>) -> Option<Found> {
    let body = clause.field("body")?;
    let mut statements = body.named();
    let only = statements.next().filter(|n| n.is("return_statement"))?;
    let explained = body.children().any(|n| n.is_extra());
    if statements.next().is_some() || explained {
        return None;
    }
    let given = only.named().next();
    let nothing = given
        .is_none_or(|value| matches!(values::value(value), Some(Value::Nothing | Value::Default)));
    nothing.then(|| {
        (
            "catch".to_owned(),
            Reason::SwallowedError,
            Certainty::Likely,
        )
    })
}

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

/// Functions that others can call, by their bytes.
fn functions(definitions: &[Definition]) -> BTreeMap<(usize, usize), &Definition> {
    let open = definitions.iter().filter(|d| match d.kind {
        DefinitionKind::Function | DefinitionKind::Method => {
            let real = d.body == Body::Substantive && d.marks.is_empty();
            real && d.exported == Exported::Yes && !d.nested && !d.test
        }
        DefinitionKind::Struct
        | DefinitionKind::Enum
        | DefinitionKind::Trait
        | DefinitionKind::TypeAlias
        | DefinitionKind::Constant
        | DefinitionKind::Variable
        | DefinitionKind::Module
        | DefinitionKind::Macro => false,
    });
    open.map(|d| ((d.span.bytes.start, d.span.bytes.end), d))
        .collect()
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
        .is_some_and(|class| class.child("class_heritage").is_some());
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
