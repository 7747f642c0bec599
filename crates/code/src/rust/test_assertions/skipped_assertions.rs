//! Tests whose assertions are all passed over: in a loop over a table without rows, where what is asserted about is there
//! only if all went well, in a closure that nobody calls.

use std::collections::{BTreeMap, BTreeSet};

use crate::parts::{Certainty, Reason, Stub};
use crate::rust::error_handling::fallbacks;
use crate::rust::test_assertions::constant_assertions::{around, elements};
use crate::scan::Scan;
use crate::syntax::Node;

/// Names of macros that assert.
const ASSERTING: [&str; 6] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "assert_matches",
    "assert_approx_eq",
    "assert_relative_eq",
];

/// Names by which a test fails by itself where something went wrong.
const JUDGING: [&str; 9] = [
    "unwrap",
    "expect",
    "panic",
    "unreachable",
    "unwrap_err",
    "is_ok",
    "is_some",
    "is_none",
    "fail",
];

/// Parts of names of what a machine may have or not.
const WORLD: [&str; 12] = [
    "env", "var", "Command", "File", "open", "connect", "home", "dir", "feature", "cpu", "device",
    "bind",
];

/// Tests whose assertions are all passed over: in loops over tables without rows, or where what is asserted about is there
/// only if all went well.
pub(in crate::rust) fn find<'t>(scan: &Scan<'t>) -> Vec<Stub> {
    let empty = empty_tables(scan);
    let mut tests: BTreeMap<u32, (Node<'t>, bool)> = BTreeMap::new();
    let asserting = |it: &Node<'t>| {
        let name = it.field("macro").map_or("", Node::text);
        ASSERTING.contains(&name)
    };
    let macros = scan.live_of(&["macro_invocation"]);
    for node in macros.filter(|it| scan.in_test(*it) && asserting(it)) {
        let Some(test) = around(node) else { continue };
        let loops = node.ancestors().take_while(|it| it.id() != test.id());
        let blocks: Vec<Node<'t>> = loops.collect();
        let mut loops = blocks.iter().filter(|it| it.is("for_expression"));
        let rowless = loops.any(|it| {
            let over = it.field("value").map(table);
            over.is_some_and(|over| match over.is("identifier") {
                true => {
                    let own = empty.get(&(test.id(), over.text()));
                    *own.or_else(|| empty.get(&(0, over.text())))
                        .unwrap_or(&false)
                }
                false => is_empty_list(over),
            })
        });
        let never = rowless
            || is_only_if_good(&blocks, test)
            || is_never_called(&blocks, test)
            || is_behind_return(node, test);
        let known = tests.entry(test.id()).or_insert((test, true));
        known.1 &= never;
    }
    let vain = tests.into_values().filter(|(_, never)| *never);
    vain.filter_map(|(test, _)| test.field("name"))
        .map(|name| Stub {
            line: name.line(),
            what: name.text().to_owned(),
            reason: Reason::ConstantAssertion,
            certainty: Certainty::Certain,
            test: true,
        })
        .collect()
}

/// Whether an assertion is reached only if a call of the test went well, which nothing else asks:
/// `if let Ok(it) = parse("1") { assert_eq!(it, 1); }`.
fn is_only_if_good(around: &[Node<'_>], test: Node<'_>) -> bool {
    let loops = around.iter().any(|it| {
        it.is_any(&[
            "for_expression",
            "while_expression",
            "loop_expression",
            "closure_expression",
            "async_block",
        ])
    });
    if loops {
        return false;
    }
    let guarded = around.iter().any(|it| {
        let condition = it.field("condition").filter(|it| it.is("let_condition"));
        let otherwise = it.field("alternative").and_then(|it| it.named().next());
        let plain = it.is("if_expression") && otherwise.is_none_or(fallbacks::gives_way);
        plain && condition.is_some_and(is_good_case) || is_good_arm(*it)
    });
    // Whoever asks for what stands around a test may find none.
    let asks = |it: Node<'_>| match it.kind() {
        "identifier" | "field_identifier" => {
            JUDGING.contains(&it.text()) || WORLD.iter().any(|word| it.text().contains(word))
        }
        "?" | "try_expression" | "return_expression" => true,
        _ => false,
    };
    guarded && !test.descendants().any(asks)
}

/// Whether a test ends before an assertion where what it has made itself is so: `if list.len() < 4 { return; }`.
fn is_behind_return(assertion: Node<'_>, test: Node<'_>) -> bool {
    let Some(body) = test.field("body") else {
        return false;
    };
    let before = body.named().take_while(|it| it.end() <= assertion.start());
    let mut ends = before.filter_map(ends_if);
    ends.any(|condition| {
        let asked: BTreeSet<&str> = condition
            .descendants()
            .chain([condition])
            .filter(|it| it.is("identifier"))
            .map(Node::text)
            .collect();
        let made = |it: &Node<'_>| {
            let name = it.field("pattern").map_or("", Node::text);
            asked.contains(name.trim_start_matches("mut "))
        };
        let own: Vec<Node<'_>> = body
            .named()
            .filter(|it| it.is("let_declaration") && made(it))
            .collect();
        // What a machine may have or not is asked for a reason.
        let of_world = |it: &Node<'_>| {
            let text = it.text();
            WORLD.iter().any(|word| text.contains(word))
                || text.contains("cfg!")
                || text.contains("feature")
        };
        let names = own.iter().filter_map(|it| it.field("pattern"));
        let names: BTreeSet<&str> = names
            .map(|it| it.text().trim_start_matches("mut "))
            .collect();
        let mut inside = assertion.descendants();
        let same = inside.any(|it| it.is("identifier") && names.contains(it.text()));
        same && !of_world(&condition) && !own.iter().any(of_world)
    })
}

/// The condition of `if .. { return; }`, where nothing else is done or said.
fn ends_if(statement: Node<'_>) -> Option<Node<'_>> {
    let choice = statement
        .named()
        .next()
        .filter(|it| it.is("if_expression") && it.field("alternative").is_none())?;
    let block = choice.field("consequence")?;
    let mut inside = block.named();
    let only = inside.next().filter(|it| it.is("expression_statement"))?;
    let leaves = only.named().next()?;
    let bare = leaves.is("return_expression") && leaves.named().next().is_none();
    (bare && inside.next().is_none()).then(|| choice.field("condition"))?
}

/// `Ok(it) => ..` of a call, beside an arm for what went wrong that does nothing.
fn is_good_arm(arm: Node<'_>) -> bool {
    let asked = arm.parent().and_then(Node::parent);
    let called = asked
        .and_then(|it| it.field("value"))
        .is_some_and(|it| it.is("call_expression"));
    let good = ["Ok(", "Some("]
        .iter()
        .any(|it| pattern(arm).starts_with(it));
    if !arm.is("match_arm") || !called || !good {
        return false;
    }
    let others = arm.parent().into_iter().flat_map(Node::named);
    let mut others = others.filter(|it| it.is("match_arm") && it.id() != arm.id());
    others.any(|it| {
        let bad = matches!(pattern(it), "_" | "None") || pattern(it).starts_with("Err(");
        bad && it.field("value").is_some_and(fallbacks::gives_way)
    })
}

fn pattern(arm: Node<'_>) -> &str {
    arm.field("pattern").map_or("", Node::text)
}

/// Whether an assertion stands in a closure that nobody calls, a future that nobody awaits, or a thread that nobody joins.
fn is_never_called(around: &[Node<'_>], test: Node<'_>) -> bool {
    let Some(inner) = around
        .iter()
        .find(|it| it.is_any(&["closure_expression", "async_block"]))
    else {
        return false;
    };
    let Some(parent) = inner.parent() else {
        return false;
    };
    let unread = |holder: Node<'_>| {
        let name = holder.field("pattern").map_or("", Node::text);
        let mut places = test
            .descendants()
            .filter(|it| it.is("identifier") && it.text() == name);
        name == "_" || places.by_ref().nth(1).is_none()
    };
    if parent.is("let_declaration") {
        return unread(parent);
    }
    // `thread::spawn(move || ..);`
    let call = parent
        .parent()
        .filter(|it| parent.is("arguments") && it.is("call_expression"));
    let name = call
        .and_then(|it| it.field("function"))
        .map_or("", Node::text);
    let spawned = name == "spawn" || name.ends_with("::spawn");
    let holder = call.and_then(Node::parent);
    let dropped = holder
        .is_some_and(|it| it.is("expression_statement") || it.is("let_declaration") && unread(it));
    let waits = |it: Node<'_>| {
        let name = it.is_any(&["identifier", "field_identifier"]);
        name && matches!(
            it.text(),
            "join" | "recv" | "wait" | "scope" | "join_all" | "lock"
        )
    };
    spawned && dropped && !test.descendants().any(waits)
}

/// `Ok(it) = parse("1")`
fn is_good_case(condition: Node<'_>) -> bool {
    let pattern = condition.field("pattern").map_or("", Node::text);
    let value = condition.field("value");
    let called = value.is_some_and(|it| it.is("call_expression"));
    called && (pattern.starts_with("Ok(") || pattern.starts_with("Some("))
}

/// Names for lists, and whether every one of them is empty and stays so.
fn empty_tables<'t>(scan: &Scan<'t>) -> BTreeMap<(u32, &'t str), bool> {
    let mut found: BTreeMap<(u32, &'t str), bool> = BTreeMap::new();
    for node in scan.live_of(&["let_declaration", "const_item", "static_item"]) {
        let name = match node.kind() {
            "let_declaration" => node.field("pattern").filter(|it| it.is("identifier")),
            "const_item" | "static_item" => node.field("name"),
            _ => continue,
        };
        let Some(name) = name else { continue };
        let fixed = node.child("mutable_specifier").is_none();
        let empty = fixed && node.field("value").map(table).is_some_and(is_empty_list);
        let key = (around(node).map_or(0, Node::id), name.text());
        let known = found.entry(key).or_insert(empty);
        *known &= empty;
    }
    found
}

/// The list itself, without what looks at it: `&cases`, `cases.iter()`, `cases.iter().enumerate()`.
fn table(expression: Node<'_>) -> Node<'_> {
    let mut at = expression;
    for _ in 0..6 {
        let next = match at.kind() {
            "reference_expression" => at.field("value"),
            "call_expression" => at
                .field("function")
                .filter(|it| {
                    let name = it.field("field").map_or("", Node::text);
                    matches!(
                        name,
                        "iter" | "into_iter" | "enumerate" | "copied" | "cloned" | "as_slice"
                    )
                })
                .and_then(|it| it.field("value")),
            _ => None,
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    at
}

/// `[]`, `vec![]`, `Vec::new()`.
fn is_empty_list(value: Node<'_>) -> bool {
    match value.kind() {
        "array_expression" => value.named().all(Node::is_extra),
        "macro_invocation" => elements(value) == Some(0),
        "call_expression" => value.field("function").is_some_and(|it| {
            let path = it.text();
            path == "Vec::new" || path.starts_with("Vec::<") && path.ends_with("::new")
        }),
        _ => false,
    }
}
