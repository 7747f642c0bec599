//! Whether a function gives what it says that it gives: an answer that depends on anything, a use for what it keeps.

use crate::parts::{Body, Certainty, Definition, Reason, Stub};
use crate::phrases;
use crate::scan;
use crate::script::bodies::no_op_statements;
use crate::script::data::state::Stage;
use crate::script::options::bases;
use crate::script::parameter_use;
use crate::script::return_values::constant_results;
use crate::script::return_values::stand_in_results;
use crate::script::shape;
use crate::script::values::{self, Value};
use crate::syntax::Node;

/// Longest function that is looked at, in nodes.
const FUNCTION_NODES_MAX: u32 = 5_000;

/// Most members of one object that are looked at.
const MEMBERS_MAX: usize = 500;

/// Most findings of one file.
const FOUND_MAX: usize = 2_000;

pub(in crate::script) fn find(stage: &Stage<'_, '_>, definitions: &[Definition]) -> Vec<Stub> {
    let known = scan::functions(definitions, |d| d.body == Body::Substantive);
    let mut found: Vec<Stub> = Vec::new();
    let kinds: [&[&str]; 2] = [&["object", "public_field_definition"], &shape::FUNCTIONS];
    for node in stage.scan.live_of_all(&kinds) {
        if found.len() >= FOUND_MAX {
            break;
        }
        let test = stage.scan.in_test(node);
        let say = |at: Node<'_>, what: &str, reason| Stub {
            line: at.line(),
            what: what.to_owned(),
            reason,
            certainty: Certainty::Likely,
            test,
        };
        match node.kind() {
            "object" if !test => {
                let fixed = fixed_getters(node);
                found.extend(fixed.map(|(name, getter)| say(getter, name, Reason::FixedValue)));
            }
            "public_field_definition" if !test => {
                let unread = unread_field(stage, node);
                found.extend(unread.map(|what| say(node, &what, Reason::NeverRead)));
            }
            kind if shape::FUNCTIONS.contains(&kind) && !test => {
                let Some((definition, _)) = parameter_use::named(&known, node) else {
                    continue;
                };
                if node.size() > FUNCTION_NODES_MAX || node.is_broken() {
                    continue;
                }
                if let Some((reason, what)) = stand_in_results::find(&definition.name, node) {
                    let mut stub = say(node, &what, reason);
                    stub.line = definition.span.line;
                    found.push(stub);
                } else if is_settled(definition, node) || is_idle_hook(definition, node) {
                    let mut stub = say(node, &definition.name, Reason::FixedValue);
                    stub.line = definition.span.line;
                    found.push(stub);
                } else if constant_results::gives_back(&definition.name, node) {
                    let mut stub = say(node, &definition.name, Reason::Identity);
                    stub.line = definition.span.line;
                    found.push(stub);
                } else if is_fixed_member(node)
                    || constant_results::only_asks_for_something(&definition.name, node)
                {
                    let mut stub = say(node, &definition.name, Reason::FixedValue);
                    stub.line = definition.span.line;
                    stub.certainty = Certainty::Faint;
                    found.push(stub);
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether all that a function does with what it is given is to refuse some of it, and the answer is one literal.
fn is_settled(definition: &Definition, function: Node<'_>) -> bool {
    let Some(body) = function.field("body").filter(|b| b.is("statement_block")) else {
        return false;
    };
    let statements = body.named().filter(|n| !n.is_extra());
    let statements: Vec<Node<'_>> = statements
        .filter(|n| !no_op_statements::logs(shape::expression(*n)))
        .collect();
    let Some((last, before)) = statements.split_last() else {
        return false;
    };
    let Some(answer) = last.named().next().filter(|_| last.is("return_statement")) else {
        return false;
    };
    let literal = matches!(values::value(answer), Some(Value::Default | Value::Fixed));
    let kept = |it: &&Node<'_>| {
        it.is("lexical_declaration") && it.field("kind").is_some_and(|it| it.text() == "const")
    };
    let before: Vec<Node<'_>> = before.iter().filter(|it| !kept(it)).copied().collect();
    let name = definition.name.rsplit('.').next().unwrap_or("");
    let words = phrases::name_words(name);
    let first = words.first().map_or("", String::as_str);
    let refuses = phrases::asks(first) || !answer.is("true");
    let checks = phrases::only_checks(first) || phrases::promises_nothing(name);
    let guards = before.iter().all(|s| is_guard(*s, answer.text()));
    // A method without parameters is asked about its object: `if (!this.size) { return 0; } return 0;`.
    let counts = answer.is_any(&["number", "string", "array", "object"]);
    let own = || {
        let conditions = before.iter().filter_map(|it| it.field("condition"));
        let mut inside = conditions.flat_map(Node::descendants);
        counts && inside.any(|it| it.is("this"))
    };
    let given = !shape::parameters(function).is_empty() || own();
    literal && guards && refuses && !checks && given && !before.is_empty() && !answer.is("null")
}

/// `if (bad(x)) throw ..`, or with the same answer as in the end.
fn is_guard(statement: Node<'_>, answer: &str) -> bool {
    let plain = statement.is("if_statement") && statement.field("alternative").is_none();
    let Some(then) = statement.field("consequence").filter(|_| plain) else {
        return false;
    };
    let leaves = |s: Node<'_>| match s.kind() {
        "throw_statement" => true,
        "return_statement" => s.named().next().is_some_and(|r| r.text() == answer),
        "expression_statement" => {
            let callee = shape::expression(s).field("function");
            let last = callee.map_or("", shape::last_name);
            let words = phrases::name_words(last);
            let stops = [
                "die",
                "fail",
                "throw",
                "invariant",
                "panic",
                "abort",
                "raise",
            ];
            words
                .first()
                .is_some_and(|word| stops.contains(&word.as_str()))
        }
        _ => false,
    };
    match then.is("statement_block") {
        true => then.named().filter(|n| !n.is_extra()).all(leaves),
        false => leaves(then),
    }
}

/// Whether a method of a class that stands on no other takes nothing and looks at nothing of its object. Honest code has that
/// too: it counts where a plan asks for this very answer.
fn is_fixed_member(function: Node<'_>) -> bool {
    let class = function.parent().and_then(Node::parent);
    let class = class.filter(|it| it.is_any(&["class_declaration", "class"]));
    let name = function
        .field("name")
        .and_then(shape::key)
        .unwrap_or_default();
    let alone =
        class.is_some_and(|it| it.child("class_heritage").is_none() || bases::is_its_own(it, name));
    // `proto.routes = function () { .. }`
    let assigned = function
        .parent()
        .filter(|it| it.is("assignment_expression"));
    let left = assigned
        .and_then(|it| it.field("left"))
        .map_or("", Node::text);
    let added = left.contains('.') && !left.contains("exports");
    let is_static = function.children().any(|it| it.is("static"));
    let body = function.field("body").into_iter().flat_map(Node::named);
    let body: Vec<Node<'_>> = body.filter(|it| !it.is_extra()).take(2).collect();
    let [only] = body.as_slice() else {
        return false;
    };
    let answer = only.named().next().filter(|_| only.is("return_statement"));
    let value = answer.and_then(values::value);
    (added || function.is("method_definition") && alone)
        && !is_static
        && shape::parameters(function).is_empty()
        && matches!(value, Some(Value::Default | Value::Fixed))
        && answer.is_some_and(|it| !it.is("null"))
}

/// A hook that calls nothing and always answers the same: it follows nothing.
fn is_idle_hook(definition: &Definition, function: Node<'_>) -> bool {
    let name = definition.name.as_str();
    let mut rest = name.chars().skip(3);
    let hook = name.starts_with("use") && rest.next().is_some_and(char::is_uppercase);
    let Some(body) = function
        .field("body")
        .filter(|_| hook && !definition.nested)
    else {
        return false;
    };
    let statements: Vec<Node<'_>> = match body.is("statement_block") {
        true => body.named().filter(|n| !n.is_extra()).collect(),
        false => vec![body],
    };
    let [only] = statements.as_slice() else {
        return false;
    };
    let given = shape::expression(*only);
    matches!(values::value(given), Some(Value::Default | Value::Fixed)) && !given.is("null")
}

/// Getters of an object with a fixed answer, where others of it look at the object.
fn fixed_getters<'t>(object: Node<'t>) -> impl Iterator<Item = (&'t str, Node<'t>)> {
    let getter = |n: &Node<'t>| {
        n.is("method_definition") && n.children().next().is_some_and(|c| c.is("get"))
    };
    let mut reading = 0u32;
    let mut fixed = Vec::new();
    for getter in object.named().filter(getter).take(MEMBERS_MAX) {
        let mut inside = getter.descendants().take(MEMBERS_MAX);
        if inside.any(|n| n.is("this")) {
            reading = reading.saturating_add(1);
            continue;
        }
        let body = getter.field("body").into_iter().flat_map(Node::named);
        let body: Vec<Node<'t>> = body.filter(|n| !n.is_extra()).collect();
        let key = getter.field("name").and_then(shape::key);
        let [only] = body.as_slice() else { continue };
        let answer = only.named().next().filter(|_| only.is("return_statement"));
        let literal = answer.and_then(values::value).is_some();
        fixed.extend(key.filter(|_| literal).map(|key| (key, getter)));
    }
    let counts = reading > 1;
    fixed.into_iter().filter(move |_| counts)
}

/// A private field of a class that nothing in the file looks at: nobody else can.
fn unread_field(stage: &Stage<'_, '_>, node: Node<'_>) -> Option<String> {
    let private = node
        .child("accessibility_modifier")
        .is_some_and(|m| m.text() == "private");
    let name = node.field("name")?;
    let hidden = name.is("private_property_identifier");
    let method = node.field("value").and_then(shape::function_of).is_some();
    if !(private || hidden) || method || name.text().starts_with('_') {
        return None;
    }
    let text = name.text();
    let used = stage.scan.live().any(|n| {
        let same = n.start() != name.start() && n.is_leaf() && n.text() == text;
        let put = n.parent().is_some_and(|p| {
            let left = p.field_name() == "left";
            left && p.parent().is_some_and(|a| a.is("assignment_expression"))
        });
        same && !put
    });
    let class = node
        .ancestors()
        .find(|n| n.is_any(&["class_declaration", "class"]));
    let owner = class.and_then(|c| c.field("name")).map_or("", Node::text);
    (!used).then(|| format!("{owner}({text})"))
}
