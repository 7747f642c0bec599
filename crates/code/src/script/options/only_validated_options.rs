//! Options of a function that are looked at to refuse wrong ones, copied, asked whether they are there, and never used.
//! Only where the file itself does all that is done with the object that holds them.

use std::collections::{BTreeMap, BTreeSet};

use crate::parts::{Certainty, Reason, Stub};
use crate::phrases;
use crate::script::data::name_uses::PLACES_MAX;
use crate::script::data::state::Stage;
use crate::script::shape;
use crate::syntax::Node;

/// Most options of one file that are looked at.
const OPTIONS_MAX: usize = 200;

/// How much of a condition or a block is searched, in nodes.
const NODES_MAX: usize = 500;

/// Finds them.
pub(in crate::script) fn find(stage: &Stage<'_, '_>) -> Vec<Stub> {
    let choices = stage.scan.live_of(&["if_statement"]);
    let choices = choices.filter(|n| !stage.scan.in_test(*n));
    // The objects that options are taken out of, by the place of the first check of each.
    let mut checked: BTreeMap<(&str, &str), Node<'_>> = BTreeMap::new();
    for choice in choices.filter(|n| refuses(*n) && !obsolete(*n)) {
        let condition = choice.field("condition");
        let parts = condition.into_iter().flat_map(Node::descendants);
        for member in parts.take(NODES_MAX).filter(|n| is_weighed(*n)) {
            let object = member.field("object").map_or("", Node::text);
            let name = member.field("property").map_or("", Node::text);
            if holds_options(object) && checked.len() < OPTIONS_MAX {
                checked.entry((object, name)).or_insert(member);
            }
        }
    }
    if checked.is_empty() {
        return Vec::new();
    }
    let own = own_functions(stage);
    let closed: BTreeSet<&str> = checked
        .keys()
        .map(|(object, _)| *object)
        .filter(|object| is_closed(stage, object, &own))
        .collect();
    let idle = checked
        .into_iter()
        .filter(|((object, name), _)| closed.contains(object) && is_idle(stage, name));
    let found = idle.map(|((_, name), at)| Stub {
        line: at.line(),
        what: format!("option {name}"),
        reason: Reason::NeverRead,
        certainty: Certainty::Likely,
        test: false,
    });
    found.collect()
}

/// Whether a choice does nothing but throw.
fn refuses(choice: Node<'_>) -> bool {
    let Some(then) = choice.field("consequence") else {
        return false;
    };
    let throws = match then.is("statement_block") {
        true => {
            let mut inside = then.named().filter(|n| !n.is_extra());
            let first = inside.next();
            first.is_some_and(|it| it.is("throw_statement")) && inside.next().is_none()
        }
        false => then.is("throw_statement"),
    };
    throws && choice.field("alternative").is_none()
}

/// Whether what is thrown says that there is no such option any more, or not here.
fn obsolete(choice: Node<'_>) -> bool {
    const SIGNS: [&str; 8] = [
        "remove",
        "deprecat",
        "no longer",
        "supported",
        "renamed",
        "instead",
        "obsolete",
        "replaced",
    ];
    let text = choice.field("consequence").map_or("", Node::text);
    let lower = text.to_lowercase();
    SIGNS.iter().any(|sign| lower.contains(sign))
}

/// Whether an object is one of options, by its name.
fn holds_options(object: &str) -> bool {
    let words = phrases::name_words(object);
    let known = ["opts", "options", "config", "settings", "preferences"];
    words.iter().any(|word| known.contains(&word.as_str()))
}

/// Whether a member is asked for its type or its size: what must not be there is only asked for.
fn is_weighed(member: Node<'_>) -> bool {
    let of_object = member.field("object").is_some_and(|it| it.is("identifier"));
    let around = member
        .parent()
        .filter(|_| member.is("member_expression") && of_object);
    around.is_some_and(|it| match it.kind() {
        "unary_expression" => it.text().starts_with("typeof"),
        "binary_expression" => {
            let operator = it.field("operator").map_or("", Node::text);
            matches!(operator, "<" | ">" | "<=" | ">=")
        }
        "arguments" => {
            let callee = it.parent().and_then(|call| call.field("function"));
            let first = callee.map_or("", shape::first_name);
            matches!(first, "Array" | "Number")
                && callee.is_some_and(|it| it.is("member_expression"))
        }
        _ => false,
    })
}

/// Functions of the file, by name.
fn own_functions<'t>(stage: &Stage<'_, 't>) -> BTreeSet<&'t str> {
    let functions = stage.scan.live_of(&shape::FUNCTIONS);
    let names = functions.filter_map(|it| {
        let holder = it.parent().filter(|p| p.is("variable_declarator"));
        it.field("name").or_else(|| holder?.field("name"))
    });
    names.map(Node::text).collect()
}

/// Whether nothing of an object leaves the file but member by member. What a function of the file gets stays in it.
fn is_closed(stage: &Stage<'_, '_>, object: &str, own: &BTreeSet<&str>) -> bool {
    let places = stage.places.name(object);
    let stays = |name: &Node<'_>| {
        let Some(parent) = name.parent() else {
            return false;
        };
        match parent.kind() {
            "member_expression" => name.field_name() == "object",
            "arguments" => {
                let callee = parent.parent().and_then(|call| call.field("function"));
                callee.is_some_and(|it| own.contains(it.text()) || asks_whether(it))
            }
            "formal_parameters" | "required_parameter" | "optional_parameter" => true,
            // `var opts = options || {}`
            "variable_declarator" => name.field_name() == "name",
            "binary_expression" => {
                let holder = parent.parent().filter(|p| p.is("variable_declarator"));
                let operator = parent.field("operator").map_or("", Node::text);
                let alone = parent
                    .parent()
                    .is_some_and(|p| p.is_any(&["parenthesized_expression", "binary_expression"]));
                holder.is_some() || alone || matches!(operator, "===" | "!==" | "==" | "!=")
            }
            "unary_expression" | "parenthesized_expression" => true,
            _ => false,
        }
    };
    places.len() < PLACES_MAX && places.iter().all(stays)
}

/// `has`, `hasOwn`, `hasOwnProperty`: whether something is there, and not what it is.
fn asks_whether(callee: Node<'_>) -> bool {
    let last = match shape::last_name(callee) {
        "call" => callee.field("object").map_or("", shape::last_name),
        last => last,
    };
    matches!(
        last,
        "has" | "hasOwn" | "hasOwnProperty" | "$hasOwn" | "hasOwnProp"
    )
}

/// Whether all that the file does with members of a name is to refuse wrong ones, to copy them under the same name and to
/// ask whether they are there.
fn is_idle(stage: &Stage<'_, '_>, name: &str) -> bool {
    let members = stage.places.member(name);
    let idle = |property: &Node<'_>| {
        let Some(member) = property.parent() else {
            return false;
        };
        is_check(member) || is_copy(member, name)
    };
    let patterns = |n: Node<'_>| match n.kind() {
        "shorthand_property_identifier_pattern" | "shorthand_property_identifier" => true,
        "property_identifier" => n
            .parent()
            .is_some_and(|p| p.is_any(&["pair_pattern", "pair"])),
        _ => false,
    };
    let mut taken = stage
        .scan
        .live()
        .filter(|n| n.is_leaf() && n.text() == name);
    let texts = |n: Node<'_>| shape::string(n) == Some(name) && !is_presence(n);
    let mut said = stage.scan.live_of(&["string"]);
    members.len() < PLACES_MAX
        && members.iter().all(idle)
        && !taken.any(patterns)
        && !said.any(texts)
}

/// A member in the condition of a choice that only throws.
fn is_check(member: Node<'_>) -> bool {
    let mut last = member;
    for around in member.ancestors() {
        if around.is("if_statement") {
            return last.field_name() == "condition" && refuses(around)
                || last.field_name() == "consequence" && refuses(around);
        }
        if around.is_any(&shape::FUNCTIONS) {
            return false;
        }
        last = around;
    }
    false
}

/// `more.name = options.name`, either side.
fn is_copy(member: Node<'_>, name: &str) -> bool {
    let Some(set) = member.parent().filter(|p| p.is("assignment_expression")) else {
        return false;
    };
    let named = |side| {
        let side = set.field(side).filter(|it| it.is("member_expression"));
        let plain = side
            .and_then(|it| it.field("object"))
            .is_some_and(|it| it.is("identifier"));
        plain
            && side
                .and_then(|it| it.field("property"))
                .is_some_and(|it| it.text() == name)
    };
    named("left") && named("right")
}

/// `has(options, "name")`, `"name" in options`, or what is thrown.
fn is_presence(text: Node<'_>) -> bool {
    let Some(parent) = text.parent() else {
        return false;
    };
    let thrown = text.ancestors().take(4).any(|it| it.is("throw_statement"));
    match parent.kind() {
        _ if thrown => true,
        "arguments" => {
            let callee = parent.parent().and_then(|call| call.field("function"));
            callee.is_some_and(asks_whether)
        }
        "binary_expression" => parent.field("operator").is_some_and(|it| it.text() == "in"),
        _ => false,
    }
}
