//! Rust code that stands still: methods of a type's own that nothing but tests calls, a loop over what is given that leaves
//! what is handed out as empty as it was, a share of something that is all or nothing.

use std::collections::BTreeSet;

use crate::parts::{Exported, Reason, Stub};
use crate::phrases;
use crate::rust::attributes::{self, Attributes};
use crate::rust::items::{Place, visibility};
use crate::rust::values::{self, Value};
use crate::scan::Scan;
use crate::syntax::Node;

/// A body of more nodes is not looked at.
const BODY_NODES_MAX: u32 = 1_000;

/// Statements of a body that are looked at.
const STATEMENTS_MAX: usize = 64;

/// Fewest answers of a share that is all or nothing.
const ANSWERS_MIN: usize = 2;

/// Finds them.
pub(in crate::rust) fn find<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> Vec<Stub> {
    let mut found = uncalled(scan, attributes);
    for node in scan.live_of(&["function_item"]) {
        if found.len() >= scan.limits.items_max {
            break;
        }
        let Some(block) = node
            .field("body")
            .filter(|it| it.size() <= BODY_NODES_MAX && !scan.in_test(node))
        else {
            continue;
        };
        let Some(name) = node.field("name").filter(|_| !node.is_broken()) else {
            continue;
        };
        if let Some(local) = left_empty(block) {
            let what = format!("{} of {}", local.text(), name.text());
            found.push(stub(local, what, Reason::StateNeverFed));
        }
        if !attributes.has(node, "cfg") && is_all_or_nothing(node, block) {
            let what = format!("answer of {}", name.text());
            found.push(stub(name, what, Reason::FixedValue));
        }
    }
    found
}

fn stub(at: Node<'_>, what: String, reason: Reason) -> Stub {
    Stub::likely(at.line(), what, reason)
}

/// Private methods outside traits that no living code of the file names: nobody else can. The compiler warns of them, unless
/// tests alone call them and tests are what it builds.
fn uncalled<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> Vec<Stub> {
    let below = |it: Node<'t>| it.is("mod_item") && it.field("body").is_none();
    let expands = |it: Node<'t>| it.is("macro_definition");
    if scan
        .live_of(&["mod_item", "macro_definition"])
        .any(|it| below(it) && !is_of_tests(it) || expands(it))
    {
        return Vec::new();
    }
    let functions = scan.live_of(&["function_item"]);
    let private: Vec<Node<'t>> = functions
        .filter(|it| !scan.in_test(*it) && is_private_method(*it, attributes))
        .collect();
    if private.is_empty() {
        return Vec::new();
    }
    let words = [
        "identifier",
        "field_identifier",
        "shorthand_field_identifier",
    ];
    let declares = |it: Node<'t>| {
        let parent = it.parent();
        it.field_name() == "name" && parent.is_some_and(|it| it.is("function_item"))
    };
    let named: BTreeSet<&str> = scan
        .live_of(&words)
        .filter(|it| !scan.in_test(*it) && !declares(*it))
        .map(Node::text)
        .collect();
    let tested: BTreeSet<&str> = scan
        .live_of(&words)
        .filter(|it| scan.in_test(*it))
        .map(Node::text)
        .collect();
    let names = private.into_iter().filter_map(|it| it.field("name"));
    let idle = names.filter(|it| !named.contains(it.text()) && tested.contains(it.text()));
    idle.map(|it| stub(it, format!("{}()", it.text()), Reason::Idle))
        .collect()
}

/// `mod tests;` sees what is private too, and is none of those who use it.
fn is_of_tests(item: Node<'_>) -> bool {
    let name = item.field("name").map_or("", Node::text);
    matches!(name, "tests" | "test")
}

fn is_private_method<'t>(node: Node<'t>, attributes: &Attributes<'t>) -> bool {
    let own = Place::of(node)
        .belonging()
        .is_some_and(|it| !it.is_trait && it.implements.is_none());
    let plain = |it: Node<'t>| {
        let mut all = attributes.before(it).iter();
        all.all(|it| matches!(attributes::name(*it), "inline" | "must_use" | "doc"))
    };
    let around = node.ancestors().find(|it| it.is("impl_item"));
    let name = node.field("name").map_or("", Node::text);
    own && visibility(node) == Exported::No
        && !name.starts_with('_')
        && plain(node)
        && around.is_some_and(plain)
        && !attributes.is_quiet(node)
}

/// `let set = Set::new(); for it in given { .. } set`: what can't be changed was not.
fn left_empty(block: Node<'_>) -> Option<Node<'_>> {
    let inside = block.named().filter(|it| !it.is_extra());
    let statements: Vec<Node<'_>> = inside.take(STATEMENTS_MAX).collect();
    let (last, before) = statements.split_last()?;
    let last = values::unwrap(*last);
    let made = before.iter().find(|it| {
        let name = it.field("pattern").map_or("", Node::text);
        it.is("let_declaration") && name == last.text()
    })?;
    let pattern = made.field("pattern").filter(|it| it.is("identifier"))?;
    let fixed = made.child("mutable_specifier").is_none() && made.field("alternative").is_none();
    let value = made.field("value").filter(|it| it.is("call_expression"))?;
    let function = value.field("function")?.text();
    let bare = value.field("arguments")?.named().next().is_none();
    let (owner, maker) = function.rsplit_once("::")?;
    let fresh = bare
        && matches!(maker, "new" | "default" | "empty")
        && owner.starts_with(char::is_uppercase);
    let loops = before
        .iter()
        .any(|it| it.start() > made.start() && values::unwrap(*it).is("for_expression"));
    let places = block
        .descendants()
        .filter(|it| it.is("identifier") && it.text() == pattern.text());
    let spoken = block.descendants().any(|it| {
        it.is("string_content") && values::captures(it.text()).any(|name| name == pattern.text())
    });
    (fixed && fresh && loops && places.count() == 2 && !spoken).then_some(pattern)
}

/// A share of something that is 0 or 1 and nothing between.
fn is_all_or_nothing(node: Node<'_>, block: Node<'_>) -> bool {
    let name = node.field("name").map_or("", Node::text);
    let returns = node.field("return_type").map_or("", Node::text);
    let asks = node
        .field("parameters")
        .is_some_and(|it| it.named().next().is_some());
    if !matches!(returns, "f64" | "f32") || !asks || !phrases::tells_a_share(name) {
        return false;
    }
    let mut answers = Vec::new();
    answers.extend(block.named().filter(|it| !it.is_extra()).last());
    answers.extend(block.descendants().filter(|it| it.is("return_expression")));
    let mut count = 0_usize;
    for answer in answers {
        let answer = values::unwrap(answer);
        let branches: Vec<Node<'_>> = match answer.kind() {
            "if_expression" => {
                let otherwise = answer.field("alternative");
                let otherwise = otherwise.and_then(|it| it.named().next());
                [answer.field("consequence"), otherwise]
                    .into_iter()
                    .flatten()
                    .filter_map(|it| it.named().filter(|it| !it.is_extra()).last())
                    .collect()
            }
            _ => Vec::from([answer]),
        };
        for branch in branches {
            match values::value(values::unwrap(branch)) {
                Some(Value::Default | Value::Fixed) => count = count.saturating_add(1),
                Some(Value::Unit) | None => return false,
            }
        }
    }
    count >= ANSWERS_MIN
}
