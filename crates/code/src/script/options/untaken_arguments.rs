//! What functions are given and do not take: arguments for which they have no parameter, parameters of what a module hands
//! out, members that the type of a parameter declares; and callbacks of which the work is commented out.

use std::collections::BTreeSet;

use crate::parts::{Certainty, Reason, Stub};
use crate::script::data::name_uses::PLACES_MAX;
use crate::script::data::state::Stage;
use crate::script::shape;
use crate::script::values::{self, Value};
use crate::syntax::Node;

/// Most findings of one file.
const FOUND_MAX: usize = 500;
/// How much of one function is searched, in nodes.
const NODES_MAX: usize = 20_000;

/// Finds them.
pub(in crate::script) fn find(stage: &Stage<'_, '_>) -> Vec<Stub> {
    let mut found = Vec::new();
    let live = |kinds: &[&str]| {
        let all = stage.scan.live_of(kinds);
        all.filter(|n| !stage.scan.in_test(*n)).collect::<Vec<_>>()
    };
    for node in live(&shape::FUNCTIONS) {
        if found.len() >= FOUND_MAX {
            break;
        }
        found.extend(not_taken(stage, node));
        found.extend(fixed(node));
        found.extend(of_module(node));
        found.extend(commented_out(node));
        found.extend(declared_members(node));
    }
    for class in live(&["class_declaration", "class"]) {
        found.extend(of_maker(class));
    }
    found
}

fn say(line: u32, what: String, reason: Reason, certainty: Certainty) -> Stub {
    Stub {
        line,
        what,
        reason,
        certainty,
        test: false,
    }
}

/// The name that a function of its own file goes by.
fn name_of(function: Node<'_>) -> Option<Node<'_>> {
    match function.kind() {
        "function_declaration" => function.field("name"),
        "arrow_function" | "function_expression" => {
            let holder = function
                .parent()
                .filter(|it| it.is("variable_declarator"))?;
            holder.field("name").filter(|it| it.is("identifier"))
        }
        _ => None,
    }
}

/// A function without a parameter that is called in several ways: what it is told apart by is lost.
fn not_taken(stage: &Stage<'_, '_>, function: Node<'_>) -> Option<Stub> {
    let name = name_of(function)?;
    let body = function.field("body")?;
    if !shape::parameters(function).is_empty() || size(body) > NODES_MAX {
        return None;
    }
    let looks = body
        .descendants()
        .any(|n| n.is("identifier") && n.text() == "arguments");
    let mut given: BTreeSet<&str> = BTreeSet::new();
    let mut calls = 0_usize;
    let places = stage.places.name(name.text());
    for place in places.iter().filter(|n| n.start() != name.start()) {
        let call = place.parent().filter(|it| it.is("call_expression"))?;
        if place.field_name() != "function" {
            return None;
        }
        let arguments = call.field("arguments")?;
        calls = calls.saturating_add(1);
        let first = arguments.named().find(|it| !it.is_extra())?;
        given.insert(first.text());
        if calls > PLACES_MAX {
            return None;
        }
    }
    // The same name bound twice may be another function's.
    let bound = places.iter().filter(|n| {
        n.parent()
            .is_some_and(|it| it.is_any(&["variable_declarator", "function_declaration"]))
    });
    let several = calls > 1 && given.len() > 1 && bound.count() <= 1;
    (several && !looks).then(|| {
        let what = format!("{}()", name.text());
        say(
            name.line(),
            what,
            Reason::ParameterIgnored,
            Certainty::Likely,
        )
    })
}

fn size(node: Node<'_>) -> usize {
    node.size() as usize
}

/// A function of no parameter that always gives the same: right where nothing is to be told apart.
fn fixed(function: Node<'_>) -> Option<Stub> {
    let name = name_of(function)?;
    let body = function.field("body")?;
    let answer = match body.is("statement_block") {
        true => {
            let mut statements = body.named().filter(|it| !it.is_extra());
            let only = statements.next().filter(|it| it.is("return_statement"))?;
            if statements.next().is_some() {
                return None;
            }
            only.named().next()?
        }
        false => body,
    };
    let same = matches!(
        values::value(shape::bare(answer)),
        Some(Value::Default | Value::Fixed)
    );
    (same && shape::parameters(function).is_empty()).then(|| {
        let what = name.text().to_owned();
        say(name.line(), what, Reason::DefaultValue, Certainty::Faint)
    })
}

/// What a module hands out as a whole, a maker of functions, where it does not look at what it is given.
fn of_module(function: Node<'_>) -> Option<Stub> {
    let holder = function
        .parent()
        .filter(|it| it.is("assignment_expression"))?;
    let whole = holder.field("left")?.text();
    if whole != "module.exports" || shape::parameters(function).len() != 1 {
        return None;
    }
    let body = function.field("body").filter(|it| size(*it) < NODES_MAX)?;
    let makes = body
        .named()
        .filter(|it| it.is("return_statement"))
        .any(|it| it.named().next().and_then(shape::function_of).is_some());
    let parameter = shape::parameters(function).into_iter().next()?;
    let name = parameter.text();
    let plain = parameter.is("identifier") && !name.starts_with('_');
    let spoken = body.descendants().any(|n| {
        n.is_any(&["identifier", "shorthand_property_identifier"])
            && (n.text() == name || n.text() == "arguments")
    });
    (makes && plain && !spoken).then(|| {
        let what = format!("module.exports({name})");
        say(
            function.line(),
            what,
            Reason::ParameterIgnored,
            Certainty::Likely,
        )
    })
}

/// A callback that holds nothing but code in a comment.
fn commented_out(function: Node<'_>) -> Option<Stub> {
    function.parent().filter(|it| it.is("arguments"))?;
    let body = function
        .field("body")
        .filter(|it| it.is("statement_block"))?;
    let idle = body.named().next().is_none();
    let code = body
        .children()
        .any(|it| it.is("comment") && is_code(it.text()));
    (idle && code).then(|| {
        say(
            function.line(),
            "callback".to_owned(),
            Reason::NotImplemented,
            Certainty::Likely,
        )
    })
}

/// Whether a comment holds a call as code has it: `// store.setItem(key, ..)`. A line of a log is only switched off.
fn is_code(comment: &str) -> bool {
    let text = comment.trim_start_matches(['/', '*', ' ', '\t']);
    let logs = ["console.", "debug", "log", "alert"];
    let Some((callee, rest)) = text.split_once('(') else {
        return false;
    };
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '?');
    let callee = callee.trim_start_matches("await ");
    !callee.is_empty()
        && callee.chars().all(part)
        && (callee.contains('.') || text.trim_end().ends_with(';'))
        && rest.contains(')')
        && !logs.iter().any(|it| callee.starts_with(it))
}

/// A class that works, and whose constructor leaves all that it is given.
fn of_maker(class: Node<'_>) -> Option<Stub> {
    let name = class.field("name")?;
    let body = class.field("body")?;
    let own = |it: &Node<'_>| it.field("name").is_some_and(|n| n.text() == "constructor");
    let maker = body
        .named()
        .filter(|it| it.is("method_definition"))
        .find(own)?;
    let empty = maker
        .field("body")
        .is_some_and(|it| it.named().next().is_none());
    let parameters = shape::parameters(maker);
    let list = maker.field("parameters").into_iter().flat_map(Node::named);
    let mut list = list.filter(|it| !it.is_extra());
    let fields = list.any(|it| {
        it.child("accessibility_modifier").is_some()
            || it.child("readonly").is_some()
            || it.child("override_modifier").is_some()
    });
    let heir = class.child("class_heritage").is_some();
    let works = body
        .descendants()
        .take(NODES_MAX)
        .any(|it| it.is("member_expression") && it.field("object").is_some_and(|o| o.is("this")));
    let given = parameters.first()?;
    let given = shape::bound(*given).first().map(|it| it.name.text())?;
    (empty && !fields && !heir && works && !shape::is_of_nothing(maker, name.text())).then(|| {
        let what = format!("{}({})", name.text(), given.trim_start_matches('_'));
        say(
            maker.line(),
            what,
            Reason::ParameterIgnored,
            Certainty::Likely,
        )
    })
}

/// Members that a function's own type of a parameter declares, where it asks for others of it one by one.
fn declared_members(function: Node<'_>) -> Option<Stub> {
    let body = function.field("body").filter(|it| size(*it) < NODES_MAX)?;
    let list = function.field("parameters")?;
    list.named().find_map(|parameter| {
        let pattern = parameter
            .field("pattern")
            .filter(|it| it.is("identifier"))?;
        let kind = parameter.field("type")?.named().next()?;
        let members = kind.is("object_type").then(|| kind.named())?;
        let members = members.filter(|it| it.is("property_signature"));
        let names: Vec<Node<'_>> = members.filter_map(|it| it.field("name")).collect();
        let asked = one_by_one(body, pattern.text())?;
        let left = names.iter().find(|it| {
            let text = it.text();
            it.is("property_identifier") && !asked.contains(text) && !text.starts_with('_')
        })?;
        let owner = name_of(function).map_or("", Node::text);
        (!asked.is_empty() && !owner.is_empty()).then(|| {
            let what = format!("{owner}({})", left.text());
            say(
                left.line(),
                what,
                Reason::ParameterIgnored,
                Certainty::Likely,
            )
        })
    })
}

/// The members that are asked of a name; `None` where it goes on whole.
fn one_by_one<'t>(body: Node<'t>, name: &str) -> Option<BTreeSet<&'t str>> {
    let mut asked = BTreeSet::new();
    for node in body.descendants() {
        if node.is_any(&[
            "shorthand_property_identifier",
            "shorthand_property_identifier_pattern",
        ]) && node.text() == name
        {
            return None;
        }
        if !node.is("identifier") || node.text() != name {
            continue;
        }
        let parent = node.parent()?;
        match parent.kind() {
            "member_expression" if node.field_name() == "object" => {
                asked.insert(parent.field("property")?.text());
            }
            "variable_declarator" if node.field_name() == "value" => {
                let pattern = parent.field("name").filter(|it| it.is("object_pattern"))?;
                for part in pattern.named() {
                    let key = match part.kind() {
                        "pair_pattern" => part.field("key")?.text(),
                        "object_assignment_pattern" => part.field("left")?.text(),
                        "shorthand_property_identifier_pattern" => part.text(),
                        _ => return None,
                    };
                    asked.insert(key);
                }
            }
            _ => return None,
        }
    }
    Some(asked)
}
