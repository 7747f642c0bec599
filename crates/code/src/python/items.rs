//! What a Python file defines.

use super::public::{self, Public};
use crate::parts::{Body, Certainty, Definition, DefinitionKind, Exported, Hollow, Reason};
use crate::python::bodies::classes::{self, Classes};
use crate::python::bodies::hollow::{self, Setting};
use crate::python::test_assertions::test_functions;
use crate::python::{marks, shape};
use crate::scan::{Items, Scan};
use crate::syntax::Node;

/// Most marks kept for one definition.
const MARKS_MAX: usize = 32;

/// How many classes within classes a name tells.
const OWNERS_MAX: usize = 16;

/// Calls that make a class.
const MAKERS: [&str; 7] = [
    "namedtuple",
    "NamedTuple",
    "TypedDict",
    "Enum",
    "IntEnum",
    "make_dataclass",
    "type",
];

/// Calls that make a type for checkers.
const TYPE_MAKERS: [&str; 4] = ["TypeVar", "NewType", "ParamSpec", "TypeVarTuple"];

/// Finds definitions.
pub(super) fn find<'t>(scan: &Scan<'t>, public: &Public<'t>, classes: &Classes<'t>) -> Items {
    let mut items = Items::default();
    let kinds = [
        "function_definition",
        "class_definition",
        "type_alias_statement",
        "assignment",
    ];
    for node in scan.live_of(&kinds) {
        for found in define(node) {
            if items.definitions.len() >= scan.limits.items_max {
                items.truncated = true;
                return items;
            }
            items
                .definitions
                .push(definition(found, scan, public, classes));
        }
    }
    items
}

/// A definition as it is found.
struct Found<'t> {
    /// What is said to be the definition, decorators left out.
    node: Node<'t>,
    name: &'t str,
    kind: DefinitionKind,
    function: Option<Node<'t>>,
}

/// Where a definition stands.
struct Place<'t> {
    /// The classes around it, outermost first.
    owners: Vec<&'t str>,
    class: Option<Node<'t>>,
    nested: bool,
    /// It stands under a condition or a `try`.
    configured: bool,
}

impl<'t> Place<'t> {
    fn of(node: Node<'t>) -> Place<'t> {
        let mut place = Place {
            owners: Vec::new(),
            class: None,
            nested: false,
            configured: false,
        };
        for around in node.ancestors() {
            match around.kind() {
                "class_definition" if !place.nested && place.owners.len() < OWNERS_MAX => {
                    place.class = place.class.or(Some(around));
                    place.owners.extend(around.field("name").map(Node::text));
                }
                "function_definition" | "lambda" => place.nested = true,
                "if_statement" | "try_statement" | "match_statement" => {
                    place.configured |= !place.nested;
                }
                _ => {}
            }
        }
        place.owners.reverse();
        place
    }

    fn qualified(&self, name: &str) -> String {
        match self.owners.is_empty() {
            true => name.to_owned(),
            false => format!("{}.{name}", self.owners.join(".")),
        }
    }
}

/// What a node defines; an assignment may define several names.
fn define(node: Node<'_>) -> Vec<Found<'_>> {
    match node.kind() {
        "function_definition" => named(node, DefinitionKind::Function, Some(node)),
        "class_definition" => named(node, class_kind(node), None),
        "type_alias_statement" => {
            let name = node
                .field("left")
                .and_then(|l| l.descendants().find(|n| n.is("identifier")));
            one(node, name, DefinitionKind::TypeAlias, None)
        }
        "assignment" => assigned(node),
        _ => Vec::new(),
    }
}

fn named<'t>(node: Node<'t>, kind: DefinitionKind, function: Option<Node<'t>>) -> Vec<Found<'t>> {
    one(node, node.field("name"), kind, function)
}

fn one<'t>(
    node: Node<'t>,
    name: Option<Node<'t>>,
    kind: DefinitionKind,
    function: Option<Node<'t>>,
) -> Vec<Found<'t>> {
    let found = name.map(|name| Found {
        node,
        name: name.text(),
        kind,
        function,
    });
    found.into_iter().collect()
}

fn class_kind(class: Node<'_>) -> DefinitionKind {
    let mut bases = classes::bases(class);
    let first = bases.find_map(|base| match base {
        "Protocol" => Some(DefinitionKind::Trait),
        base if base.ends_with("Enum") || base.ends_with("Flag") || base.ends_with("Choices") => {
            Some(DefinitionKind::Enum)
        }
        _ => None,
    });
    first.unwrap_or(DefinitionKind::Struct)
}

/// Names that an assignment defines: those of the module, and lambdas of a class.
fn assigned(assignment: Node<'_>) -> Vec<Found<'_>> {
    let Some(left) = assignment.field("left") else {
        return Vec::new();
    };
    let value = assignment.field("right");
    let lambda = value.map(shape::bare).filter(|v| v.is("lambda"));
    match shape::holder(assignment) {
        None => {}
        Some(holder)
            if holder.is("class_definition") && lambda.is_some() && left.is("identifier") =>
        {
            return one(assignment, Some(left), DefinitionKind::Method, lambda);
        }
        Some(_) => return Vec::new(),
    }
    if let (true, Some(_)) = (left.is("identifier"), lambda) {
        return one(assignment, Some(left), DefinitionKind::Function, lambda);
    }
    let names = shape::bound(left).into_iter();
    let names = names.filter(|name| name.text() != "__all__");
    names
        .flat_map(|name| {
            one(
                assignment,
                Some(name),
                variable_kind(assignment, name.text(), value),
                None,
            )
        })
        .collect()
}

fn variable_kind(assignment: Node<'_>, name: &str, value: Option<Node<'_>>) -> DefinitionKind {
    let called = value.map_or("", shape::called);
    let alias = assignment
        .field("type")
        .is_some_and(|t| t.text().ends_with("TypeAlias"));
    let upper = name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase);
    if alias || TYPE_MAKERS.contains(&called) {
        DefinitionKind::TypeAlias
    } else if MAKERS.contains(&called) && !upper {
        DefinitionKind::Struct
    } else if upper {
        DefinitionKind::Constant
    } else {
        DefinitionKind::Variable
    }
}

fn definition<'t>(
    found: Found<'t>,
    scan: &Scan<'t>,
    public: &Public<'t>,
    classes: &Classes<'t>,
) -> Definition {
    let place = Place::of(found.node);
    let marks: Vec<String> = shape::decorators(found.node)
        .take(MARKS_MAX)
        .map(|d| shape::last_name(d).to_owned())
        .collect();
    let whole = shape::decorated(found.node);
    let test = scan.in_test(whole);
    Definition {
        name: match place.nested && place.class.is_none() {
            true => found.name.to_owned(),
            false => place.qualified(found.name),
        },
        module: String::new(),
        kind: match found.function.is_some() && place.class.is_some() && is_member(found.node) {
            true => DefinitionKind::Method,
            false => found.kind,
        },
        span: whole.span(),
        exported: exported(found.name, &place, public),
        secret: is_secret(&found, &place),
        body: body(&found, &place, &marks, test, classes),
        complexity: 0,
        marks,
        test,
        nested: place.nested,
    }
}

/// Whether a definition stands directly in a class, and not in one of its methods.
fn is_member(node: Node<'_>) -> bool {
    shape::holder(node).is_some_and(|h| h.is("class_definition"))
}

fn exported(name: &str, place: &Place<'_>, public: &Public<'_>) -> Exported {
    if place.nested {
        return Exported::No;
    }
    let offered = match place.owners.as_slice() {
        [] => public.has(name),
        [first, rest @ ..] => {
            let inner = rest.iter().all(|owner| public::is_public(owner));
            public.has(first) && inner && public::is_public(name)
        }
    };
    match offered {
        true => Exported::Yes,
        false => Exported::No,
    }
}

fn body<'t>(
    found: &Found<'t>,
    place: &Place<'t>,
    marks: &[String],
    test: bool,
    classes: &Classes<'t>,
) -> Body {
    let Some(function) = found.function else {
        return match found.node.is("class_definition") && !place.nested {
            true => class_body(found, place, marks),
            false => Body::None,
        };
    };
    let class = shape::class_of(function);
    if classes.only_signatures {
        return Body::None;
    }
    hollow::judge(
        function,
        Setting {
            name: found.name,
            role: class.map(|class| classes.role(class)),
            made: class.is_some_and(|class| classes.is_made(class)),
            marks,
            configured: place.configured,
            nested: place.nested,
            handler: marks::handles(marks) || takes_request(function),
            test: test && test_functions::is_test(found.node),
        },
    )
}

/// Whether a method is a class's own by its name, and no base can ask for it.
fn is_secret(found: &Found<'_>, place: &Place<'_>) -> bool {
    let name = found.name;
    let method = found.function.is_some() && is_member(found.node) && !place.nested;
    let class = place.class.filter(|_| method);
    class.is_some_and(|class| class.field("superclasses").is_none())
        && name.starts_with('_')
        && !name.ends_with('_')
}

/// A class without anything in it. Errors, markers and what derives from another are whole so.
fn class_body(found: &Found<'_>, place: &Place<'_>, marks: &[String]) -> Body {
    let empty = found
        .node
        .field("body")
        .is_some_and(|body| shape::statements(body).all(shape::is_pass));
    let derives = found
        .node
        .field("superclasses")
        .is_some_and(|list| list.named().next().is_some());
    let plain = marks.is_empty() && place.owners.is_empty() && !place.configured;
    if !empty || derives || !plain || found.name.starts_with('_') {
        return Body::None;
    }
    Body::Hollow(Hollow {
        reason: Reason::Empty,
        certainty: Certainty::Likely,
    })
}

/// Whether a function looks like a view: its first parameter is the request.
fn takes_request(function: Node<'_>) -> bool {
    let first = shape::parameters(function).into_iter().next();
    first.is_some_and(|name| matches!(name.text(), "request" | "req"))
}
