//! Names that a function keeps something under and never looks at.

use crate::facts::ByteRange;
use crate::parts::{Reason, Stub};
use crate::phrases;
use crate::script::data::name_uses::{self, PLACES_MAX};
use crate::script::data::state::Stage;
use crate::script::data::unread_members;
use crate::script::shape;
use crate::script::values::{self, Value};
use crate::syntax::Node;

/// Most findings of one file.
const FOUND_MAX: usize = 500;

/// Calls that do nothing but give something back.
const GIVING: [&str; 36] = [
    "now",
    "parseInt",
    "parseFloat",
    "Number",
    "String",
    "Boolean",
    "parse",
    "stringify",
    "keys",
    "values",
    "entries",
    "fromEntries",
    "filter",
    "map",
    "slice",
    "concat",
    "join",
    "split",
    "trim",
    "find",
    "findIndex",
    "indexOf",
    "includes",
    "reduce",
    "flat",
    "flatMap",
    "min",
    "max",
    "floor",
    "ceil",
    "round",
    "abs",
    "toLowerCase",
    "toUpperCase",
    "replace",
    "isArray",
];

/// What a function does first by its name that is called for what it gives.
const READING: [&str; 8] = [
    "read",
    "parse",
    "normalize",
    "normalise",
    "compute",
    "calculate",
    "format",
    "find",
];

/// Finds them.
pub(in crate::script) fn find(stage: &Stage<'_, '_>) -> Vec<Stub> {
    let mut found = Vec::new();
    let kinds = ["variable_declarator", "function_declaration"];
    let nodes = stage.scan.live_of(&kinds);
    let nodes = nodes.filter(|n| !stage.scan.in_test(*n));
    for node in nodes {
        if found.len() >= FOUND_MAX {
            break;
        }
        let Some(scope) = scope(node).or_else(|| whole_file(node)) else {
            continue;
        };
        let say = |what: &str, reason| Stub::likely(node.line(), what.to_owned(), reason);
        if let Some(name) = idle_constant(stage, node) {
            found.push(say(name, Reason::NeverRead));
            continue;
        }
        let local = node.ancestors().any(|n| n.is_any(&shape::FUNCTIONS));
        if let Some(name) = hoarded(stage, node, scope) {
            found.push(say(name.text(), Reason::NeverRead));
            continue;
        }
        if !local {
            found.extend(only_set(stage, node).map(|name| say(name, Reason::NeverRead)));
            continue;
        }
        let unread = names(stage, node)
            .into_iter()
            .find(|name| !is_read(stage, *name, scope) && !is_aside(stage, *name, scope));
        found.extend(unread.map(|name| say(name.text(), Reason::NeverRead)));
    }
    found
}

/// Where a name is good that is bound in a function: its block, or for `var` the whole function.
fn scope(node: Node<'_>) -> Option<ByteRange> {
    let file = || {
        node.parent()
            .and_then(Node::parent)
            .filter(|it| it.is("program"))
    };
    if node.ancestors().all(|n| !n.is_any(&shape::FUNCTIONS)) {
        return file()
            .filter(|it| unread_members::is_module(*it))
            .map(Node::bytes);
    }
    let hoisted = node.parent().is_some_and(|p| p.is("variable_declaration"));
    let mut around = node.ancestors();
    let function = node.ancestors().find(|n| n.is_any(&shape::FUNCTIONS))?;
    match hoisted {
        true => Some(function.bytes()),
        false => Some(around.find(|n| n.is("statement_block"))?.bytes()),
    }
}

/// A name of the file itself, which others do not see, is good in all of it.
fn whole_file(node: Node<'_>) -> Option<ByteRange> {
    let holder = node.parent().filter(|it| it.is("lexical_declaration"))?;
    let file = holder.parent().filter(|it| it.is("program"))?;
    let module = file
        .named()
        .any(|it| it.is_any(&["import_statement", "export_statement"]));
    module.then(|| file.bytes())
}

/// A name of the file that is only ever set, to what is worked out for it: `var it; try { it = load(); } ..`.
fn only_set<'t>(stage: &Stage<'_, 't>, node: Node<'t>) -> Option<&'t str> {
    let name = node.field("name").filter(|n| n.is("identifier"))?;
    let bare = node.field("value").is_none() && !name.text().starts_with('_');
    let mut places = stage.places.name(name.text()).iter();
    let mut worked = false;
    let set = places.all(|n| {
        let right = n.parent().and_then(|it| it.field("right"));
        worked |= right.is_some_and(|it| shape::bare(it).is("call_expression"));
        n.start() == name.start() || is_set(*n)
    });
    (bare && set && worked).then_some(name.text())
}

/// An empty list, map or set that things are put into and that nobody ever looks at.
fn hoarded<'t>(stage: &Stage<'_, 't>, node: Node<'t>, scope: ByteRange) -> Option<Node<'t>> {
    const KEPT: [&str; 10] = [
        "keep", "kept", "alive", "hold", "held", "retain", "retained", "pin", "pinned", "refs",
    ];
    let name = node.field("name").filter(|n| n.is("identifier"))?;
    let value = node.field("value").map(shape::bare)?;
    let constant = node.parent().and_then(|it| it.field("kind"));
    let constant = constant.is_some_and(|it| it.text() == "const");
    let makes = value.is_any(&["array", "new_expression"]);
    if !constant || !makes || values::value(value) != Some(Value::Default) {
        return None;
    }
    let words = phrases::name_words(name.text());
    if name.text().starts_with('_') || words.iter().any(|it| KEPT.contains(&it.as_str())) {
        return None;
    }
    let places = stage.places.name(name.text()).iter();
    let mut inside = places
        .filter(|n| n.start() >= scope.start && n.start() < scope.end && n.start() != name.start())
        .take(PLACES_MAX)
        .peekable();
    (inside.peek().is_some() && inside.all(|n| is_put_in(*n))).then_some(name)
}

/// Whether all that is done with a name at its place is to put something in: `list.push(a);`, `map.set(a, b);`.
fn is_put_in(name: Node<'_>) -> bool {
    let member = name.parent().filter(|it| it.is("member_expression"));
    let call = member.and_then(Node::parent);
    let alone = call.and_then(Node::parent);
    let fills = member.is_some_and(|it| name_uses::FILLING.contains(&shape::last_name(it)));
    fills
        && name.field_name() == "object"
        && call.is_some_and(|it| it.is("call_expression"))
        && alone.is_some_and(|it| it.is("expression_statement"))
}

/// The names that a declaration binds, where it does nothing but bind them.
fn names<'t>(stage: &Stage<'_, 't>, node: Node<'t>) -> Vec<Node<'t>> {
    let Some(name) = node.field("name") else {
        return Vec::new();
    };
    let value = node.field("value").map(shape::bare);
    let looped = node
        .parent()
        .is_none_or(|p| p.parent().is_none_or(|p| p.kind().starts_with("for_")));
    let gives = node.is("function_declaration")
        || value.is_none_or(|it| only_gives(it) || asks_own(stage, it));
    if looped || !gives {
        return Vec::new();
    }
    // Beside a rest, names may stand to be left out of it; the rest itself is there for its own sake.
    let rest = name.named().find(|n| n.is("rest_pattern"));
    let bound = match name.kind() {
        "identifier" => shape::bound(name),
        "object_pattern" => shape::bound(rest.unwrap_or(name)),
        _ => Vec::new(),
    };
    bound.into_iter().map(|bound| bound.name).collect()
}

/// Whether a name says that it is only there to be bound, and nothing ever sets it again.
fn is_aside(stage: &Stage<'_, '_>, name: Node<'_>, scope: ByteRange) -> bool {
    let places = stage.places.name(name.text()).iter();
    let mut inside = places.filter(|n| n.start() >= scope.start && n.start() < scope.end);
    name.text().starts_with('_') && !inside.any(|n| is_set(*n))
}

/// A call of a function of the file that is one expression, and works it out without doing anything.
fn asks_own<'t>(stage: &Stage<'_, 't>, value: Node<'t>) -> bool {
    let own = |name: Node<'t>| {
        let places = stage.places.name(name.text()).iter();
        let mut homes = places.filter_map(|n| {
            let holder = n.parent().filter(|it| it.is("variable_declarator"))?;
            let function = holder.field("value").map(shape::bare)?;
            let named = n.field_name() == "name" && function.is("arrow_function");
            function.field("body").filter(|_| named)
        });
        let body = homes.next();
        body.is_some_and(|it| !it.is("statement_block") && only_gives(it)) && homes.next().is_none()
    };
    let calls = std::iter::once(value).chain(value.descendants());
    let calls = calls.take(400).filter(|n| n.is("call_expression"));
    let mut callees = calls.filter_map(|n| n.field("function")).peekable();
    callees.peek().is_some() && callees.all(|it| it.is("identifier") && own(it))
}

/// A list, set or map of a module that it keeps to itself and never looks at: `const KNOWN = new Set(["a"]);`.
fn idle_constant<'t>(stage: &Stage<'_, 't>, node: Node<'t>) -> Option<&'t str> {
    let name = node.field("name").filter(|n| n.is("identifier"))?;
    let holder = node.parent().filter(|it| it.is("lexical_declaration"))?;
    let file = holder.parent().filter(|it| it.is("program"))?;
    let value = node.field("value").map(shape::bare)?;
    let made = ["Set", "Map", "RegExp"];
    let kept = match value.kind() {
        "array" | "object" | "regex" | "string" | "number" => true,
        "new_expression" => value
            .field("constructor")
            .is_some_and(|it| made.contains(&it.text())),
        _ => false,
    };
    let alone = stage.places.name(name.text()).len() == 1;
    let hidden = !name.text().starts_with('_') && stage.shown.is_none();
    (kept && alone && hidden && unread_members::is_module(file)).then_some(name.text())
}

/// Whether a value is worked out without anything that might be done for its own sake.
fn only_gives(value: Node<'_>) -> bool {
    let outer = [value];
    let parts = outer.into_iter().chain(value.descendants());
    let mut parts = parts.take(400);
    if shape::function_of(value).is_some() {
        return true;
    }
    parts.all(|n| match n.kind() {
        "call_expression" => n.field("function").is_some_and(|callee| {
            let last = shape::last_name(callee);
            let words = phrases::name_words(last);
            let reads = words
                .first()
                .is_some_and(|word| READING.contains(&word.as_str()));
            GIVING.contains(&last)
                || reads && callee.is("identifier")
                || words
                    .first()
                    .is_some_and(|word| word == "get" || word == "find")
                    && words.len() > 1
        }),
        "new_expression"
        | "assignment_expression"
        | "augmented_assignment_expression"
        | "update_expression"
        | "yield_expression"
        | "class" => false,
        _ => true,
    })
}

/// Whether anything within a scope looks at a name.
fn is_read(stage: &Stage<'_, '_>, name: Node<'_>, scope: ByteRange) -> bool {
    let places = stage.places.name(name.text());
    let first = places.partition_point(|n| n.start() < scope.start);
    let inside = places.get(first..).unwrap_or_default().iter();
    let mut inside = inside.take_while(|n| n.start() < scope.end);
    // A key that is computed may be there for the list alone; what was chosen by others is not.
    let chosen = name.is("shorthand_property_identifier_pattern");
    let listed = |n: Node<'_>| chosen && shape::is_dependency(n);
    inside.any(|n| n.start() != name.start() && !is_set(*n) && !listed(*n))
}

/// Whether a name is only set at its place, by a statement.
fn is_set(name: Node<'_>) -> bool {
    let Some(parent) = name.parent() else {
        return false;
    };
    let sets = match parent.kind() {
        "assignment_expression" | "augmented_assignment_expression" => name.field_name() == "left",
        "update_expression" => true,
        _ => false,
    };
    sets && parent
        .parent()
        .is_some_and(|p| p.is("expression_statement"))
}
