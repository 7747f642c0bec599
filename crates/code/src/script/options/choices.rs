//! Names under which something may be chosen (an option, a prop), as far as one file goes: those that it only declares,
//! sets, hands on to itself or checks, and never looks at for their own sake. Whether anybody else does is for the tree.

use std::collections::{BTreeMap, BTreeSet};

use crate::parts::{Definition, How, Setting};
use crate::phrases;
use crate::script::data::name_uses::PLACES_MAX;
use crate::script::data::state::Stage;
use crate::script::options::option_objects::{Own, holder};
use crate::script::shape;
use crate::syntax::Node;

/// How far outwards a place is looked at, in nodes.
const AROUND_MAX: usize = 40;
/// How deep the branches of a check are looked at.
const DEPTH_MAX: u8 = 4;
/// Most statements of such a branch.
const BRANCH_MAX: usize = 6;

/// What is done with a name at its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::script) enum Place {
    /// It is declared, set or checked.
    Idle,
    /// Something hangs on whether it is there.
    Asked,
    /// It goes to somebody else, or something is done by it.
    Worked,
}

/// Marks names that are only idle here: `name~`, or `name=` where something hangs on whether they are there; `?name` where
/// a type says that they may be left out, `name#` where it says that they are more than a yes or no.
pub(in crate::script) fn mark(
    stage: &Stage<'_, '_>,
    definitions: &[Definition],
    set: &mut BTreeMap<String, Setting>,
) {
    let own = Own::of(stage, definitions);
    let mut names: BTreeMap<&str, Place> = BTreeMap::new();
    let mut types: BTreeSet<String> = BTreeSet::new();
    let kinds = [
        "property_identifier",
        "identifier",
        "shorthand_property_identifier",
        "shorthand_property_identifier_pattern",
    ];
    let named = stage.scan.live_of(&kinds);
    for node in named.filter(|it| has_a_hump(it.text())) {
        let Some(parent) = node.parent() else {
            continue;
        };
        if parent.is("property_signature") && parent.child("?").is_some() {
            types.insert(format!("?{}", node.text()));
        }
        if parent.is("property_signature") && is_valued(parent) {
            types.insert(format!("{}#", node.text()));
        }
        let here = place(node, parent, &own);
        let known = names.entry(node.text()).or_insert(Place::Idle);
        *known = here.max(*known);
    }
    // What the template of a component says, or a text, may be anything.
    if let Some((_, markup)) = &stage.shown {
        let leaves = markup.tree.all().filter(|n| n.is_leaf() && n.is_named());
        names.extend(leaves.map(|n| (n.text(), Place::Worked)));
    }
    let texts = stage.scan.live_of(&["string"]);
    for text in texts.filter_map(shape::string).filter(|it| has_a_hump(it)) {
        if let Some(known) = names.get_mut(text) {
            *known = Place::Worked;
        }
    }
    let idle = names.into_iter().filter_map(|(name, place)| match place {
        Place::Idle => Some(format!("{name}~")),
        Place::Asked => Some(format!("{name}=")),
        Place::Worked => None,
    });
    let marks = idle.chain(types);
    let mark = Setting {
        read: true,
        how: How::Computed,
    };
    let room = stage.scan.limits.items_max.saturating_sub(set.len());
    set.extend(marks.take(room).map(|it| (it, mark)));
}

/// Whether a name is of several words, as names of options are that prose has none like.
fn has_a_hump(name: &str) -> bool {
    let inner = name.chars().zip(name.chars().skip(1));
    inner
        .take(PLACES_MAX)
        .any(|(one, next)| one.is_lowercase() && next.is_uppercase())
}

/// What is done with a name.
fn place(node: Node<'_>, parent: Node<'_>, own: &Own<'_>) -> Place {
    match (node.kind(), parent.kind()) {
        (_, "property_signature" | "public_field_definition") => Place::Idle,
        ("shorthand_property_identifier_pattern", _) => Place::Idle,
        ("shorthand_property_identifier", _) => holder(parent, own),
        ("property_identifier", "pair") => match node.field_name() {
            "key" => parent.parent().map_or(Place::Worked, |it| holder(it, own)),
            _ => Place::Worked,
        },
        ("property_identifier", "member_expression") => value(node, parent),
        ("identifier", _) if is_bound(node, parent) => Place::Idle,
        ("identifier", _) if shape::is_dependency(node) => Place::Idle,
        ("identifier", _) => value(node, node),
        _ => Place::Worked,
    }
}

/// Whether a name is bound at its place.
fn is_bound(name: Node<'_>, parent: Node<'_>) -> bool {
    match parent.kind() {
        "variable_declarator" => name.field_name() == "name",
        "required_parameter" | "optional_parameter" => name.field_name() == "pattern",
        "formal_parameters" => true,
        "arrow_function" => name.field_name() == "parameter",
        "assignment_pattern" => {
            name.field_name() == "left"
                && parent.parent().is_some_and(|it| it.is("formal_parameters"))
        }
        "pair_pattern" => name.field_name() == "value",
        _ => false,
    }
}

/// What is done with a value of that name: a member, or a plain name.
fn value(name: Node<'_>, whole: Node<'_>) -> Place {
    let mut at = whole;
    let mut presence = true;
    for _ in 0..AROUND_MAX {
        let Some(parent) = at.parent() else {
            return Place::Worked;
        };
        let field = at.field_name();
        match parent.kind() {
            "assignment_expression" if at.id() == whole.id() && field == "left" => {
                return Place::Idle;
            }
            "assignment_expression" if field == "right" => {
                return when(
                    parent
                        .field("left")
                        .is_some_and(|it| shape::last_name(it) == name.text()),
                );
            }
            "variable_declarator" if field == "value" => {
                let kept = parent
                    .field("name")
                    .is_some_and(|it| it.text() == name.text());
                return when(kept);
            }
            "pair" if field == "value" => {
                return when(parent.field("key").and_then(shape::key) == Some(name.text()));
            }
            "unary_expression"
                if parent
                    .field("operator")
                    .is_some_and(|it| it.text() == "delete") =>
            {
                return when(at.id() == whole.id());
            }
            "if_statement" if field == "condition" => {
                return match only_checks(parent, name.text(), asks_a_type(at), DEPTH_MAX) {
                    true => Place::Idle,
                    false if presence => Place::Asked,
                    false => Place::Worked,
                };
            }
            "binary_expression" => presence &= asks_presence(at, parent),
            "parenthesized_expression" | "unary_expression" => {}
            "arguments" if validates(parent) => return Place::Idle,
            // What is called, or looked into by a call, does its work there.
            "call_expression" if field == "function" && works(name, at, parent) => {
                return Place::Worked;
            }
            "return_statement"
            | "expression_statement"
            | "statement_block"
            | "jsx_expression"
            | "throw_statement"
            | "for_in_statement"
            | "await_expression"
            | "export_specifier" => {
                return Place::Worked;
            }
            kind if shape::FUNCTIONS.contains(&kind) => return Place::Worked,
            _ => presence = false,
        }
        at = parent;
    }
    Place::Worked
}

/// Whether a name is called by this, or what is called stands by itself.
fn works(name: Node<'_>, callee: Node<'_>, call: Node<'_>) -> bool {
    let alone = call.parent();
    name.text() == shape::last_name(callee) || alone.is_none_or(|it| it.is("expression_statement"))
}

/// Whether an operator only asks whether its operand is there: `it !== null`, `it && other`.
fn asks_presence(operand: Node<'_>, whole: Node<'_>) -> bool {
    const NOTHING: [&str; 4] = ["null", "undefined", "'undefined'", "\"undefined\""];
    let operator = whole.field("operator").map_or("", Node::text);
    let other = match operand.field_name() {
        "left" => whole.field("right"),
        _ => whole.field("left"),
    };
    match operator {
        "&&" | "||" => true,
        "===" | "!==" | "==" | "!=" => other.is_some_and(|it| NOTHING.contains(&it.text())),
        _ => false,
    }
}

/// Whether the type of a member is one of texts, numbers or lists alone.
fn is_valued(member: Node<'_>) -> bool {
    let Some(kind) = member.field("type") else {
        return false;
    };
    let mut leaves = kind
        .descendants()
        .filter(|it| it.is_leaf() && it.is_named());
    let valued = |it: Node<'_>| {
        matches!(
            it.text(),
            "string" | "number" | "Array" | "ReadonlyArray" | "null" | "undefined"
        )
    };
    let text = kind.text();
    (text.contains("string") || text.contains("number")) && leaves.all(valued)
}

pub(in crate::script) fn when(idle: bool) -> Place {
    match idle {
        true => Place::Idle,
        false => Place::Worked,
    }
}

/// Whether what is given there is only looked over: `validateHook(options.hook, next);`.
fn validates(arguments: Node<'_>) -> bool {
    let call = arguments.parent().filter(|it| it.is("call_expression"));
    let callee = call
        .and_then(|it| it.field("function"))
        .map_or("", shape::last_name);
    let words = phrases::name_words(callee);
    let first = words.first().map_or("", String::as_str);
    let alone = call.and_then(Node::parent);
    matches!(first, "validate" | "assert" | "invariant")
        && alone.is_some_and(|it| it.is("expression_statement"))
}

/// Whether all that a choice leads to is that the same name is set, or that an error is told.
fn only_checks(choice: Node<'_>, name: &str, typed: bool, depth: u8) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let branches = [choice.field("consequence"), choice.field("alternative")];
    branches.into_iter().flatten().all(|branch| {
        let inner = match branch.kind() {
            "else_clause" => branch.named().find(|it| !it.is_extra()).unwrap_or(branch),
            _ => branch,
        };
        let statements: Vec<Node<'_>> = match inner.kind() {
            "statement_block" => inner.named().filter(|it| !it.is_extra()).collect(),
            _ => vec![inner],
        };
        statements.len() <= BRANCH_MAX
            && statements.iter().all(|it| checks(*it, name, typed, depth))
    })
}

/// Whether a condition asks of which type something is. Of what is only there or not, a refusal may be all it is for.
fn asks_a_type(condition: Node<'_>) -> bool {
    const SIGNS: [&str; 6] = [
        "typeof",
        "instanceof",
        "isArray",
        "isInteger",
        "isFinite",
        "isNaN",
    ];
    SIGNS.iter().any(|it| condition.text().contains(it))
}

fn checks(statement: Node<'_>, name: &str, typed: bool, depth: u8) -> bool {
    match statement.kind() {
        "throw_statement" => typed,
        "if_statement" => only_checks(statement, name, typed, depth),
        "return_statement" => {
            let given = statement.named().next();
            typed && given.is_some_and(tells_an_error)
        }
        "expression_statement" => {
            let inner = shape::expression(statement);
            let sets = inner.is("assignment_expression")
                && inner
                    .field("left")
                    .is_some_and(|it| shape::last_name(it) == name);
            sets || typed && tells_an_error(inner)
        }
        _ => false,
    }
}

/// `next(new TypeError(..))`, `process.exit(1)`.
fn tells_an_error(call: Node<'_>) -> bool {
    let Some(given) = call
        .field("arguments")
        .filter(|_| call.is("call_expression"))
    else {
        return false;
    };
    let ends = call
        .field("function")
        .is_some_and(|it| it.text() == "process.exit");
    let mut given = given.named();
    ends || given.any(|it| {
        let made = it.field("constructor").map_or("", Node::text);
        it.is("new_expression") && made.ends_with("Error")
    })
}
