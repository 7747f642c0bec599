//! Answers that do not depend on what is asked, though something is asked on the way, or though they are computed for
//! everything but the examples.

use crate::parts::{Certainty, Reason, Stub};
use crate::rust::attributes::Attributes;
use crate::rust::bodies::surroundings::{Setting, is_idle};
use crate::rust::data::dropped_errors;
use crate::rust::data::locals;
use crate::rust::items::Place;
use crate::rust::values::{self, Value};
use crate::scan::Scan;
use crate::syntax::Node;

/// A body of more nodes is not looked at.
const NODES_MAX: u32 = 600;

/// Most statements of a body that only asks and answers.
const STATEMENTS_MAX: usize = 8;

/// How deep a value is looked into that calls make of literals.
const DEPTH_MAX: u8 = 6;

/// First words of the names of what is called for its answer.
const ASKING: [&str; 30] = [
    "metadata",
    "stat",
    "symlink",
    "read",
    "get",
    "fetch",
    "load",
    "find",
    "query",
    "lookup",
    "look",
    "count",
    "list",
    "parse",
    "request",
    "search",
    "resolve",
    "select",
    "measure",
    "len",
    "now",
    "elapsed",
    "compute",
    "calculate",
    "decode",
    "sum",
    "scan",
    "collect",
    "open",
    "var",
];

/// Finds them in all functions of a file.
pub(in crate::rust) fn find<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> Vec<Stub> {
    let mut found = Vec::new();
    for node in scan.live_of(&["function_item"]) {
        let (Some(block), Some(name)) = (node.field("body"), node.field("name")) else {
            continue;
        };
        let setting = Setting::of(node, None, attributes, false);
        let owner = Place::of(node).belonging();
        found.extend(always(scan, node, block, setting));
        let skipped = scan.in_test(node)
            || node.is_broken()
            || node.field("return_type").is_none()
            || block.size() > NODES_MAX
            || setting.configured
            || owner.is_some_and(|it| it.is_trait);
        if skipped || !(asks_in_vain(block) || knows_its_examples(node, block)) {
            continue;
        }
        found.push(Stub {
            line: name.line(),
            what: format!("answer of {}", name.text()),
            reason: Reason::FixedValue,
            certainty: Certainty::Likely,
            test: false,
        });
        if found.len() >= scan.limits.items_max {
            break;
        }
    }
    found
}

/// A method of a type that holds something, of no trait, which is asked of a value alone and looks at nothing of it. Honest
/// code has that too: it counts where a plan asks for this very answer.
fn always(scan: &Scan<'_>, node: Node<'_>, block: Node<'_>, setting: Setting) -> Option<Stub> {
    let place = Place::of(node);
    let owner = place
        .belonging()
        .filter(|it| !it.is_trait && it.implements.is_none())?;
    let listed = node.field("parameters").into_iter().flat_map(Node::named);
    let listed: Vec<Node<'_>> = listed.filter(|it| !it.is_extra()).take(2).collect();
    let [only] = listed.as_slice() else {
        return None;
    };
    let statements: Vec<Node<'_>> = block.named().filter(|it| !it.is_extra()).take(2).collect();
    let [answer] = statements.as_slice() else {
        return None;
    };
    let value = values::value(values::unwrap(*answer))?;
    let excused = scan.in_test(node) || setting.configured || is_idle(owner.name);
    let fixed = only.is("self_parameter") && value != Value::Unit && !excused;
    let name = node.field("name").filter(|_| fixed)?;
    Some(Stub {
        line: name.line(),
        what: format!("{}::{}", owner.name, name.text()),
        reason: Reason::FixedValue,
        certainty: Certainty::Faint,
        test: false,
    })
}

/// Whether a body asks for something, drops it, and gives what is written in it: `let _it = fs::metadata(path)?; Ok(4096)`.
fn asks_in_vain(block: Node<'_>) -> bool {
    let all: Vec<Node<'_>> = block
        .named()
        .filter(|it| !it.is_extra())
        .take(STATEMENTS_MAX)
        .collect();
    let Some((last, before)) = all.split_last() else {
        return false;
    };
    let answer = values::unwrap(*last);
    let answers = built(answer, DEPTH_MAX).is_some_and(|it| it != Value::Unit);
    let plain = matches!(answer.text(), "true" | "Ok(true)" | "Some(true)");
    let asked = before.iter().any(|it| it.is("let_declaration") || !plain);
    !before.is_empty()
        && before.len() < STATEMENTS_MAX.saturating_sub(1)
        && answers
        && asked
        && before.iter().all(|it| is_in_vain(block, *it))
}

/// Whether a statement asks for something that nobody looks at.
fn is_in_vain(block: Node<'_>, statement: Node<'_>) -> bool {
    match statement.kind() {
        "let_declaration" => {
            let pattern = statement.field("pattern");
            let unread = pattern.is_some_and(|it| {
                let rest = || {
                    let mut after = block.named().skip_while(|it| it.id() <= statement.id());
                    after.any(|after| locals::looks_at(after, it.text()))
                };
                it.text() == "_" || it.is("identifier") && !rest()
            });
            let value = statement.field("value");
            unread && value.is_some_and(asks) && statement.field("alternative").is_none()
        }
        "expression_statement" => {
            let inner = values::unwrap(statement);
            inner.is("try_expression") && asks(inner)
        }
        _ => false,
    }
}

/// Whether an expression ends in a call for something.
fn asks(expression: Node<'_>) -> bool {
    let mut at = Some(expression);
    for _ in 0..DEPTH_MAX {
        let Some(call) = at.and_then(dropped_errors::outer_call) else {
            return false;
        };
        let name = dropped_errors::called(call).unwrap_or("");
        if !matches!(name, "ok" | "map_err" | "ok_or" | "context") {
            let first = name.split('_').next().unwrap_or(name);
            return ASKING.contains(&first);
        }
        at = call.field("function").and_then(|it| it.field("value"));
    }
    false
}

/// A value made of literals alone, also by calls of functions that belong to types: `Duration::from_secs(30)`.
pub(in crate::rust) fn built(expression: Node<'_>, depth: u8) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    if let Some(value) = values::value(expression) {
        return Some(value);
    }
    if !expression.is("call_expression") {
        return None;
    }
    let function = expression
        .field("function")
        .filter(|it| it.is_any(&["identifier", "scoped_identifier"]))?;
    let name = function.text();
    let last = function.field("name").map_or(name, Node::text);
    let owner = function.field("path");
    let owner = owner.map(|it| it.field("name").unwrap_or(it).text());
    let of_type = owner.is_some_and(|it| it.starts_with(char::is_uppercase) && it != "Self");
    let wraps = matches!(name, "Ok" | "Some") || name.starts_with(char::is_uppercase);
    let given: Vec<Node<'_>> = expression
        .field("arguments")?
        .named()
        .filter(|it| !it.is_extra())
        .take(8)
        .collect();
    let fixed = !given.is_empty() && given.iter().all(|it| built(*it, depth).is_some());
    let makes = of_type && !matches!(last, "new" | "default" | "open" | "connect");
    let literal = wraps && name != "Err" || makes;
    (fixed && literal).then_some(Value::Fixed)
}

/// Whether several texts at once are answered from a table, and all else in another way:
/// `match (a, b) { ("kitten", "sitting") => 3, _ => compute(a, b) }`.
fn knows_its_examples(node: Node<'_>, block: Node<'_>) -> bool {
    let listed = node.field("parameters").into_iter().flat_map(Node::named);
    let names: Vec<&str> = listed
        .filter_map(|it| it.field("pattern"))
        .filter(|it| it.is("identifier"))
        .map(Node::text)
        .collect();
    let Some(only) = block.named().filter(|it| !it.is_extra()).last() else {
        return false;
    };
    let only = values::unwrap(only);
    let asked = only.field("value").filter(|it| it.is("tuple_expression"));
    let given = |it: Node<'_>| {
        let text = it.text().trim_start_matches('&');
        names.contains(&text.split(['.', '[']).next().unwrap_or(text))
    };
    let several =
        asked.is_some_and(|it| it.named().count() > 1 && it.named().all(given) && names.len() > 1);
    if !only.is("match_expression") || !several {
        return false;
    }
    let arms = only.field("body").into_iter().flat_map(Node::named);
    let (mut known, mut computed) = (0_u32, false);
    for arm in arms.filter(|it| it.is("match_arm")) {
        let (Some(pattern), Some(value)) = (arm.field("pattern"), arm.field("value")) else {
            return false;
        };
        let texts = pattern.named().next().filter(|it| it.is("tuple_pattern"));
        let texts = texts.is_some_and(|it| it.named().all(|it| it.is("string_literal")));
        let number = value.is_any(&["integer_literal", "float_literal", "boolean_literal"]);
        known = known.saturating_add(u32::from(texts && number));
        let asks = names.iter().filter(|name| locals::reads(value, name));
        computed |= pattern.text() == "_" && asks.count() > 1;
    }
    known > 1 && computed
}
