//! Data that does not get through: parameters that are not looked at, state that nothing feeds, results that are
//! thrown away.

use std::collections::{BTreeMap, BTreeSet};

use super::answers;
use super::deeds;
use super::locals;
use super::setting;
use super::shape;
use super::stubs::Finding;
use super::values::{self, Value};
use crate::parts::{Body, Certainty, Definition, Reason, Stub};
use crate::phrases;
use crate::scan::{self, Scan};
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

/// Findings that need more than one place of the file.
pub(super) fn find(scan: &Scan<'_>, definitions: &[Definition]) -> Vec<Stub> {
    let mut found = state(scan);
    let words = Words::of(scan);
    let kinds = [
        "method_declaration",
        "constructor_declaration",
        "local_variable_declaration",
    ];
    for node in scan.live_of(&kinds) {
        if found.len() >= scan.limits.items_max {
            break;
        }
        let finding = match node.kind() {
            "method_declaration" => parameters(node, definitions, &words)
                .or_else(|| answers::find(node, definitions).filter(|_| !scan.in_test(node))),
            "constructor_declaration" if !scan.in_test(node) => built(node, &words),
            "local_variable_declaration" if !scan.in_test(node) => locals::unused(node, &words),
            _ => None,
        };
        found.extend(finding.map(|it| stub(it, node, definitions, scan)));
    }
    found
}

fn stub(it: Finding, node: Node<'_>, definitions: &[Definition], scan: &Scan<'_>) -> Stub {
    let inside = node.field("body").map_or(node.start(), Node::start);
    let around = scan::around(definitions, inside);
    Stub {
        line: node.line(),
        what: match it.what.is_empty() {
            true => around.map_or("", |d| &d.name).to_owned(),
            false => it.what,
        },
        reason: it.reason,
        certainty: it.certainty,
        test: scan.in_test(node),
    }
}

/// Where each name stands in the file, and which methods are handed on by name.
pub(super) struct Words<'t> {
    places: BTreeMap<&'t str, Vec<usize>>,
    handed_on: BTreeSet<&'t str>,
}

impl<'t> Words<'t> {
    fn of(scan: &Scan<'t>) -> Words<'t> {
        let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        let mut handed_on = BTreeSet::new();
        for node in scan.live_of(&["identifier", "method_reference"]) {
            if node.is("identifier") {
                places.entry(node.text()).or_default().push(node.start());
            } else {
                handed_on.extend(node.named().last().map(Node::text));
            }
        }
        Words { places, handed_on }
    }

    /// Where a name stands between two bytes.
    pub(super) fn between(&self, name: &str, start: usize, end: usize) -> &[usize] {
        let places = self.places.get(name).map(Vec::as_slice).unwrap_or_default();
        let from = places.partition_point(|at| *at < start);
        let to = places.partition_point(|at| *at < end);
        places.get(from..to).unwrap_or_default()
    }

    /// Whether a name stands between two bytes.
    pub(super) fn within(&self, name: &str, start: usize, end: usize) -> bool {
        let places = self.places.get(name).map(Vec::as_slice).unwrap_or_default();
        let from = places.partition_point(|at| *at < start);
        places.get(from).is_some_and(|at| *at < end)
    }
}

/// A method that looks at none of its parameters, or not at the one that its name speaks of.
fn parameters(method: Node<'_>, definitions: &[Definition], words: &Words<'_>) -> Option<Finding> {
    let body = method.field("body")?;
    let judged = scan::around(definitions, body.start()).map(|it| it.body);
    if judged != Some(Body::Substantive) || body.named().next().is_none() {
        return None;
    }
    let it = setting::of(method, false);
    let free = (it.own || it.plain()) && !it.retired && !it.idle && it.name != "main";
    let asked_for = words.handed_on.contains(it.name)
        || shape::statements(body)
            .iter()
            .all(|s| s.is("throw_statement"));
    if !free || asked_for {
        return None;
    }
    let named: Vec<Node<'_>> = shape::parameters(method).collect();
    let ignored: Vec<&str> = named
        .iter()
        .filter(|parameter| !is_excused(**parameter))
        .filter_map(|parameter| shape::bound_name(*parameter).map(Node::text))
        .filter(|name| !words.within(name, body.start(), body.end()))
        .collect();
    let spoken = phrases::name_words(it.name);
    let meant = ignored.iter().any(|name| {
        let parts = phrases::name_words(name);
        !parts.is_empty() && spoken.len() > 1 && parts.iter().all(|part| spoken.contains(part))
    });
    let all = !named.is_empty() && ignored.len() == named.len();
    // Nobody else says what a private or static method takes.
    let fixed = it.own && !setting::documented(method) && !phrases::promises_nothing(it.name);
    let owed = it.plain()
        && !phrases::promises_nothing(it.name)
        && !setting::documented(method)
        && ignored.iter().all(|name| setting::promises(method, name));
    let alone = ignored
        .first()
        .filter(|_| fixed || owed && !ignored.is_empty());
    (all || meant || alone.is_some()).then(|| Finding {
        what: alone.map_or_else(String::new, |name| format!("{}({name})", it.name)),
        reason: Reason::ParameterIgnored,
        certainty: Certainty::Likely,
    })
}

/// A constructor that lets go of something it is given. A private one may tell two of them apart by it.
fn built(constructor: Node<'_>, words: &Words<'_>) -> Option<Finding> {
    let body = constructor
        .field("body")
        .filter(|it| it.named().next().is_some())?;
    let it = setting::of(constructor, false);
    let excused = it.retired
        || it.idle
        || it.marked
        || shape::has(constructor, "private")
        || setting::documented(constructor)
        || deeds::is_excused(constructor)
        || shape::statements(body)
            .iter()
            .all(|s| s.is("throw_statement"));
    if excused {
        return None;
    }
    let mut ignored = shape::parameters(constructor)
        .filter(|parameter| !is_excused(*parameter))
        .filter_map(|parameter| shape::bound_name(parameter).map(Node::text))
        .filter(|name| !words.within(name, body.start(), body.end()));
    ignored.next().map(|name| Finding {
        what: format!("{}({name})", it.name),
        reason: Reason::ParameterIgnored,
        certainty: Certainty::Likely,
    })
}

/// Whether a parameter may be there only because whoever calls hands it over.
fn is_excused(parameter: Node<'_>) -> bool {
    let name = shape::bound_name(parameter).map_or("", Node::text);
    let words = phrases::name_words(name);
    let said = ["ignored", "ignore", "unused", "dummy", "marker"];
    let of = shape::parameter_type(parameter).map_or("", shape::type_name);
    let handed = [
        "Event",
        "Context",
        "Exception",
        "Throwable",
        "Void",
        "Error",
        "Class",
        "Type",
    ];
    words.iter().any(|word| said.contains(&word.as_str()))
        || name.starts_with('_')
        || shape::annotations(parameter).next().is_some()
        || handed.iter().any(|end| of.ends_with(end))
}

/// A statement that asks for something and lets the answer go.
pub(super) fn discarded(statement: Node<'_>) -> Option<Finding> {
    const FINDERS: [&str; 10] = [
        "findAll",
        "findById",
        "findOne",
        "findFirst",
        "getResultList",
        "getSingleResult",
        "executeQuery",
        "queryForObject",
        "queryForList",
        "queryForMap",
    ];
    let call = shape::bare(statement.named().next()?);
    let method = shape::method(call);
    let object = call.field("object")?;
    let given = shape::arguments(call).count();
    let pure = given == 0 && matches!(method, "trim" | "strip" | "toLowerCase" | "toUpperCase");
    let streams = method == "stream"
        || (matches!(method, "map" | "filter" | "sorted" | "distinct")
            && shape::chain(object).any(|it| shape::method(it) == "stream"));
    let sent = shape::chain(object).any(|it| shape::method(it) == "verify");
    let asks = FINDERS.contains(&method) || pure || streams;
    (asks && !sent).then(|| Finding {
        what: method.to_owned(),
        reason: Reason::ResultDiscarded,
        certainty: Certainty::Likely,
    })
}

/// How a field is used.
#[derive(Default)]
struct Field<'t> {
    declarator: Option<Node<'t>>,
    read: bool,
    returned: bool,
    fed: bool,
}

/// Private collections that start empty, are looked at, and are never put anything in.
fn state(scan: &Scan<'_>) -> Vec<Stub> {
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
    let empty = || {
        let value = declarator.field("value").map(shape::bare);
        let made =
            value.filter(|it| it.is_any(&["object_creation_expression", "method_invocation"]));
        made.and_then(values::value) == Some(Value::Default)
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
        && quiet()
}

/// What one use of a field does with it. What can't be told may feed it.
fn used(name: Node<'_>, field: &mut Field<'_>) {
    let Some(parent) = name.parent() else { return };
    let (whole, parent) = match (parent.kind(), name.field_name()) {
        ("field_access", "field") => match parent.parent() {
            Some(around) => (parent, around),
            None => return,
        },
        ("variable_declarator", "name") => {
            let own = field.declarator.is_some_and(|it| it.id() == parent.id());
            field.fed |= !own;
            return;
        }
        _ => (name, parent),
    };
    match (parent.kind(), whole.field_name()) {
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
