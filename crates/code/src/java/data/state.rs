//! Private collections of a Java class that start empty, are looked at, and that nothing ever feeds.

use std::collections::BTreeMap;

use crate::java::shape;
use crate::java::values::{self, Value};
use crate::parts::{Certainty, Reason, Stub};
use crate::scan::Scan;
use crate::syntax::Node;

/// Calls on a collection that put nothing in.
const READS: [&str; 40] = [
    "get",
    "getOrDefault",
    "getFirst",
    "getLast",
    "contains",
    "containsKey",
    "containsValue",
    "containsAll",
    "size",
    "isEmpty",
    "stream",
    "parallelStream",
    "iterator",
    "listIterator",
    "forEach",
    "values",
    "keySet",
    "entrySet",
    "toArray",
    "indexOf",
    "lastIndexOf",
    "subList",
    "hashCode",
    "equals",
    "toString",
    "peek",
    "peekFirst",
    "peekLast",
    "element",
    "clear",
    "remove",
    "removeIf",
    "removeAll",
    "poll",
    "pollFirst",
    "pollLast",
    "firstKey",
    "lastKey",
    "first",
    "last",
];

/// Annotations of classes that put nothing into fields behind the file's back.
const QUIET: [&str; 12] = [
    "Service",
    "Component",
    "Repository",
    "Controller",
    "RestController",
    "Singleton",
    "ApplicationScoped",
    "RequestMapping",
    "Path",
    "SuppressWarnings",
    "Slf4j",
    "RequiredArgsConstructor",
];

/// How a field is used.
#[derive(Default)]
struct Field<'t> {
    declarator: Option<Node<'t>>,
    read: bool,
    returned: bool,
    fed: bool,
}

/// Private collections that start empty, are looked at, and are never put anything in.
pub(in crate::java) fn find(scan: &Scan<'_>) -> Vec<Stub> {
    let mut fields: BTreeMap<&str, Field<'_>> = BTreeMap::new();
    for node in scan.live_of(&["variable_declarator"]) {
        if let Some(name) = node.field("name").filter(|_| starts_empty(node)) {
            let field = fields.entry(name.text()).or_default();
            // Two of one name are not told apart.
            field.fed |= field.declarator.is_some();
            field.declarator = Some(node);
        }
    }
    for node in scan.live_of(&["identifier"]) {
        if let Some(field) = fields.get_mut(node.text()) {
            used(node, field);
        }
    }
    let unfed = fields
        .into_iter()
        .filter(|(_, f)| !f.fed && (f.read || f.returned));
    let found = unfed.filter_map(|(name, field)| {
        let declarator = field.declarator?;
        let class = shape::class_of(declarator.parent()?)?.field("name")?;
        Some(Stub {
            line: declarator.line(),
            what: format!("{}.{name}", class.text()),
            reason: Reason::StateNeverFed,
            // Whoever is handed the collection itself may put something in.
            certainty: match field.returned {
                true => Certainty::Likely,
                false => Certainty::Certain,
            },
            test: scan.in_test(declarator),
        })
    });
    found.collect()
}

/// Whether a declarator is a private field with an empty collection that only this file can fill.
fn starts_empty(declarator: Node<'_>) -> bool {
    let Some(field) = declarator.parent().filter(|it| it.is("field_declaration")) else {
        return false;
    };
    let collection = field.field("type").map_or("", shape::type_name);
    let kinds = ["List", "Map", "Set", "Collection", "Deque", "Queue"];
    // What has no value yet, and is set once, a constructor begins.
    let empty = || match declarator.field("value") {
        Some(value) => is_empty(value),
        None => shape::has(field, "final"),
    };
    let quiet = || {
        let class = shape::class_of(field);
        class.is_some_and(|class| {
            shape::annotations(class).all(|it| QUIET.contains(&shape::annotation_name(it)))
        })
    };
    let saved = || {
        let class = shape::class_of(field).map(shape::supertypes);
        class.is_none_or(|parents| parents.contains(&"Serializable"))
    };
    shape::has(field, "private")
        && !shape::has(field, "transient")
        && !saved()
        && shape::annotations(field).next().is_none()
        && kinds.iter().any(|end| collection.ends_with(end))
        && empty()
        && (quiet() || declarator.field("value").is_none())
}

fn is_empty(value: Node<'_>) -> bool {
    let value = shape::bare(value);
    let made = value.is_any(&["object_creation_expression", "method_invocation"]);
    made && values::value(value) == Some(Value::Default)
}

fn begins_empty(assignment: Node<'_>) -> bool {
    let constructor = shape::function_around(assignment);
    constructor.is_some_and(|it| it.is("constructor_declaration"))
        && assignment.field("right").is_some_and(is_empty)
}

/// `synchronized (it)`.
fn is_locked(parentheses: Node<'_>) -> bool {
    let around = parentheses.parent();
    around.is_some_and(|it| it.is("synchronized_statement"))
}

/// What one use of a field does with it. What can't be told may feed it.
fn used(name: Node<'_>, field: &mut Field<'_>) {
    let Some(parent) = name.parent() else { return };
    let (whole, parent) = match (parent.kind(), name.field_name()) {
        ("field_access", "field") => match parent.parent() {
            Some(around) => (parent, around),
            None => return,
        },
        ("parenthesized_expression", _) if is_locked(parent) => return,
        ("variable_declarator", "name") => {
            let own = field.declarator.is_some_and(|it| it.id() == parent.id());
            field.fed |= !own;
            return;
        }
        _ => (name, parent),
    };
    match (parent.kind(), whole.field_name()) {
        ("parenthesized_expression", _) if is_locked(parent) => {}
        // A method of that name is something else.
        ("method_declaration" | "method_invocation", "name") => {}
        // A constructor begins it.
        ("assignment_expression", "left") if begins_empty(parent) => {}
        ("method_invocation", "object") => {
            let reads = READS.contains(&shape::method(parent));
            field.read |= reads;
            field.fed |= !reads;
        }
        ("enhanced_for_statement", "value") | ("binary_expression", _) => field.read = true,
        ("return_statement", _) => field.returned = true,
        ("argument_list", _) => {
            let copies = parent.parent().is_some_and(values::copies);
            field.read |= copies;
            field.fed |= !copies;
        }
        _ => field.fed = true,
    }
}
