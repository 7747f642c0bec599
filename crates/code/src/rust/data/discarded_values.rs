//! Values of Rust that are worked out or taken apart and then put aside: a sum under a name that quiets the compiler, the
//! inside of an option that is named and let go, a callback that is held and never called.

use crate::parts::{Reason, Stub};
use crate::phrases;
use crate::rust::attributes::Attributes;
use crate::scan::Scan;
use crate::syntax::Node;

/// Functions of more nodes are not looked at.
const NODES_MAX: u32 = 20_000;
/// Methods that only work something out.
const PURE: [&str; 16] = [
    "saturating_add",
    "saturating_sub",
    "saturating_mul",
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "checked_add",
    "checked_sub",
    "checked_mul",
    "to_string",
    "to_owned",
    "to_lowercase",
    "to_uppercase",
    "trim",
    "len",
    "clone",
];
/// Operators whose answer is yes or no, and that do nothing else.
const ASKING: [&str; 8] = ["==", "!=", "<", ">", "<=", ">=", "&&", "||"];
/// Words of names of things that do their work by being held, or by having been tried.
const HELD: [&str; 22] = [
    "guard", "lock", "span", "enter", "entered", "permit", "handle", "dir", "file", "tmp", "temp",
    "token", "drop", "scope", "timer", "checked", "check", "valid", "keep", "alive", "unused",
    "ignored",
];

/// Finds them.
pub(in crate::rust) fn find<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> Vec<Stub> {
    let mut found = Vec::new();
    for node in scan.live_of(&["let_declaration"]) {
        if found.len() >= scan.limits.items_max {
            break;
        }
        let around = node.ancestors().find(|it| it.is("function_item"));
        let Some(function) = around.filter(|it| it.size() <= NODES_MAX && !it.is_broken()) else {
            continue;
        };
        let chosen = !attributes.before(node).is_empty() || attributes.is_quiet(node);
        if chosen || scan.in_test(node) {
            continue;
        }
        let finding = put_aside(node, function)
            .or_else(|| quieted(node, function))
            .or_else(|| let_go(node, function))
            .or_else(|| dropped(node, function));
        found.extend(finding.map(|(what, reason)| Stub::likely(node.line(), what, reason)));
    }
    found
}

/// `let _ = (name, text);`: names of a function's own that are said once more, only so that they count as used.
fn quieted(node: Node<'_>, function: Node<'_>) -> Option<(String, Reason)> {
    node.field("pattern").filter(|it| it.text() == "_")?;
    let value = node.field("value").filter(|it| it.is("tuple_expression"))?;
    let given = function.field("parameters");
    let is_given = |name: &str| {
        let mut names = given.into_iter().flat_map(|it| it.within(&["identifier"]));
        names.any(|it| it.text() == name)
    };
    let own = |it: Node<'_>| {
        let words = phrases::name_words(it.text());
        let held = words.iter().any(|it| HELD.contains(&it.as_str()));
        it.is("identifier") && !held && !is_given(it.text())
    };
    let quiets = value.named().count() > 1 && value.named().all(own);
    quiets.then(|| (value.text().to_owned(), Reason::NeverRead))
}

/// `let _next = self.at.saturating_add(1);`, `let _text = self.render(name)?;` in a method that can change nothing.
fn put_aside(node: Node<'_>, function: Node<'_>) -> Option<(String, Reason)> {
    let name = node.field("pattern").filter(|it| it.is("identifier"))?;
    let value = node.field("value")?;
    let quiet = name.text().strip_prefix('_').filter(|it| !it.is_empty())?;
    let words = phrases::name_words(quiet);
    let held = words.iter().any(|it| HELD.contains(&it.as_str()));
    let works = is_sum(value) || is_answer(value, function);
    let read = places(function, name.text()).count() > 1;
    (!held && works && !read).then(|| (name.text().to_owned(), Reason::NeverRead))
}

/// `let words = file.map(load); drop(words);`: what was made of something else is let go, and nobody has looked at it. Of
/// what works by being held there is nothing to look at.
fn dropped(node: Node<'_>, function: Node<'_>) -> Option<(String, Reason)> {
    const MADE: [&str; 12] = [
        "map",
        "and_then",
        "collect",
        "clone",
        "cloned",
        "to_string",
        "to_owned",
        "to_vec",
        "to_lowercase",
        "to_uppercase",
        "filter",
        "trim",
    ];
    let name = node.field("pattern").filter(|it| it.is("identifier"))?;
    let words = phrases::name_words(name.text());
    let held = words.iter().any(|it| HELD.contains(&it.as_str()));
    let call = node.field("value").filter(|it| it.is("call_expression"))?;
    let method = call.field("function")?;
    let made = method.is("field_expression")
        && method
            .field("field")
            .is_some_and(|it| MADE.contains(&it.text()));
    let end = node.end();
    let mut after = places(function, name.text()).filter(|it| it.start() >= end);
    let only = after.next().filter(|_| after.next().is_none())?;
    let list = only.parent().filter(|it| it.is("arguments"))?;
    let lets_go = list.parent()?.field("function")?;
    let drops = matches!(lets_go.text(), "drop" | "mem::drop" | "std::mem::drop");
    (made && drops && !held).then(|| (name.text().to_owned(), Reason::NeverRead))
}

/// Whether a value is worked out of others and changes nothing.
fn is_sum(value: Node<'_>) -> bool {
    match value.kind() {
        "binary_expression" => {
            let operator = value.field("operator").map_or("", Node::text);
            // What is called to be compared is called for its answer.
            ASKING.contains(&operator)
                || !value
                    .descendants()
                    .any(|it| it.is_any(&["call_expression", "macro_invocation"]))
        }
        "call_expression" => {
            let method = value
                .field("function")
                .filter(|it| it.is("field_expression"));
            let name = method.and_then(|it| it.field("field"));
            let arithmetic =
                name.is_some_and(|it| PURE.contains(&it.text()) && it.text().contains('_'));
            let calls = value.descendants().filter(|it| it.is("call_expression"));
            arithmetic && calls.count() == 0
        }
        _ => false,
    }
}

/// Whether a value is what a method of the same object gives, where neither of them may change it, nor anything it is given.
fn is_answer(value: Node<'_>, function: Node<'_>) -> bool {
    let Some(call) = value.named().next().filter(|_| value.is("try_expression")) else {
        return false;
    };
    let method = call.field("function");
    let own = method.is_some_and(|it| {
        it.is("field_expression") && it.field("value").is_some_and(|it| it.is("self"))
    });
    let name = method
        .and_then(|it| it.field("field"))
        .map_or("", Node::text);
    let words = phrases::name_words(name);
    let checks = words.first().is_some_and(|it| phrases::only_checks(it));
    let receiver = function
        .field("parameters")
        .and_then(|it| it.child("self_parameter"));
    let shared = receiver.is_some_and(|it| it.text() == "&self");
    let changes = call.descendants().any(|it| it.is("mutable_specifier"));
    call.is("call_expression") && own && shared && !changes && !checks
}

/// `if let Some(title) = &self.title { let _ = title; .. }`, and `let _ = &mut notify;` of a callback.
fn let_go(node: Node<'_>, function: Node<'_>) -> Option<(String, Reason)> {
    let pattern = node.field("pattern").filter(|it| it.text() == "_")?;
    let value = node.field("value")?;
    let name = match value.kind() {
        "reference_expression" => value.field("value")?,
        _ => value,
    };
    if !name.is("identifier") || places(function, name.text()).count() != 2 || pattern.is_broken() {
        return None;
    }
    let bound = node.ancestors().take_while(|it| it.id() != function.id());
    let mut bound = bound.filter(|it| it.is("if_expression"));
    let taken = bound.any(|it| {
        let condition = it
            .field("condition")
            .filter(|it| it.is("let_condition"))
            .and_then(|it| it.field("pattern"));
        condition.is_some_and(|it| it.descendants().any(|it| is_named(it, name.text())))
    });
    let callback = || is_callback(function, name.text());
    match taken || callback() {
        true => Some((name.text().to_owned(), Reason::ParameterIgnored)),
        false => None,
    }
}

/// Whether a parameter of a function that no trait asks for is something to be called.
fn is_callback(function: Node<'_>, name: &str) -> bool {
    let of_trait = function
        .ancestors()
        .take(2)
        .any(|it| it.is("trait_item") || it.is("impl_item") && it.field("trait").is_some());
    let calls = |text: &str| {
        ["Fn(", "FnMut(", "FnOnce("]
            .iter()
            .any(|it| text.contains(it))
    };
    !of_trait && bounds(function, name).iter().any(|it| calls(it))
}

/// What is said of the type of a parameter: its own text, and where it is generic what it has to be.
pub(super) fn bounds<'t>(function: Node<'t>, name: &str) -> Vec<&'t str> {
    let parameters = function.field("parameters").into_iter();
    let mut parameters = parameters.flat_map(Node::named).filter(|it| {
        let pattern = it.field("pattern");
        pattern.is_some_and(|it| it.text().trim_start_matches("mut ") == name)
    });
    let Some(of) = parameters.next().and_then(|it| it.field("type")) else {
        return Vec::new();
    };
    let generic = function
        .children()
        .filter(|it| it.is_any(&["type_parameters", "where_clause"]));
    let bounds = generic.flat_map(Node::descendants).filter(|it| {
        it.is_any(&[
            "where_predicate",
            "type_parameter",
            "constrained_type_parameter",
        ])
    });
    let own = bounds.filter(|it| it.named().next().is_some_and(|it| it.text() == of.text()));
    std::iter::once(of.text())
        .chain(own.map(Node::text))
        .collect()
}

fn is_named(node: Node<'_>, name: &str) -> bool {
    node.is_any(&["identifier", "shorthand_field_identifier"]) && node.text() == name
}

/// Where a name stands in a node, also within the texts of macros.
pub(super) fn places<'t>(node: Node<'t>, name: &str) -> impl Iterator<Item = Node<'t>> {
    let name = name.to_owned();
    let held = format!("{{{name}");
    node.descendants().filter(move |it| {
        is_named(*it, &name) || it.is("string_content") && it.text().contains(&held)
    })
}
