//! Fields of TypeScript's classes, and members of types of options: what somebody has to set, and somebody to look at.

use std::collections::BTreeSet;

use crate::parts::Field;
use crate::scan::Scan;
use crate::script::data::members::is_field;
use crate::script::shape;
use crate::syntax::Node;

/// Most fields of one file.
const FIELDS_MAX: usize = 2_000;

/// How much of one type is looked at, in nodes.
const TYPE_NODES_MAX: usize = 50_000;

/// How types end that say what may be chosen.
const CHOICES: [&str; 6] = [
    "Options",
    "Opts",
    "Config",
    "Settings",
    "Props",
    "Preferences",
];

/// Names that others read without being told.
const KNOWN: [&str; 20] = [
    "name",
    "message",
    "code",
    "stack",
    "cause",
    "length",
    "constructor",
    "prototype",
    "displayName",
    "version",
    "status",
    "statusCode",
    "state",
    "props",
    "context",
    "refs",
    "key",
    "ref",
    "children",
    "className",
];

/// Finds them, those of tests left out.
pub(in crate::script) fn find(scan: &Scan<'_>) -> Vec<Field> {
    let mut found = Vec::new();
    let spread = scan.live_of(&["spread_element", "rest_pattern"]).any(|n| {
        n.is("spread_element") && n.parent().is_some_and(|p| !p.is("array"))
            || n.is("rest_pattern") && n.parent().is_some_and(|p| p.is("object_pattern"))
    });
    let kinds = [
        "class_declaration",
        "class",
        "abstract_class_declaration",
        "interface_declaration",
        "type_alias_declaration",
    ];
    let nodes = scan.live_of_all(&[&kinds, &shape::FUNCTIONS]);
    for node in nodes.filter(|n| !scan.in_test(*n)) {
        if found.len() >= FIELDS_MAX {
            break;
        }
        match node.kind() {
            "class_declaration" | "class" | "abstract_class_declaration" => {
                of_class(node, &mut found);
            }
            "function_declaration" => of_maker(scan, node, &mut found),
            "interface_declaration" | "type_alias_declaration" => {
                let first = found.len();
                of_choices(node, &mut found);
                if spread {
                    let own = found.split_off(first.min(found.len()));
                    found.extend(left_out(scan, own));
                }
            }
            kind if shape::FUNCTIONS.contains(&kind) => found.extend(of_setter(node)),
            _ => {}
        }
    }
    found
}

/// Choices that the file never takes out of anything, where it takes others of the same type. What is handed on whole has
/// none that are taken.
fn left_out(scan: &Scan<'_>, choices: Vec<Field>) -> Vec<Field> {
    const TAKEN_MIN: usize = 2;
    if choices.len() <= TAKEN_MIN {
        return Vec::new();
    }
    let taken: BTreeSet<&str> = scan
        .live_of(&[
            "shorthand_property_identifier_pattern",
            "property_identifier",
        ])
        .filter(|n| !n.is("property_identifier") || n.field_name() == "property")
        .map(Node::text)
        .collect();
    let (taken, left): (Vec<Field>, Vec<Field>) = choices
        .into_iter()
        .partition(|it| taken.contains(it.name.as_str()));
    match taken.len() >= TAKEN_MIN {
        true => left,
        false => Vec::new(),
    }
}

/// `strict(on) { this.strictly = on; return this; }`: a function that only keeps what it is given.
fn of_setter(function: Node<'_>) -> Option<Field> {
    let body = function
        .field("body")
        .filter(|it| it.is("statement_block"))?;
    let statements: Vec<Node<'_>> = body.named().filter(|it| !it.is_extra()).take(3).collect();
    let (first, rest) = statements.split_first()?;
    let given = shape::parameters(function).len() == 1;
    let ends = rest
        .iter()
        .all(|it| it.text().trim_end_matches(';') == "return this");
    let set = shape::expression(*first);
    let left = set
        .field("left")
        .filter(|_| set.is("assignment_expression"))?;
    let own = left.is("member_expression") && left.field("object").is_some_and(|it| it.is("this"));
    let name = left
        .field("property")
        .filter(|_| given && ends && own && rest.len() < 2)?;
    let class = function.parent().filter(|it| it.is("class_body"));
    let accessor = function.children().any(|it| it.is_any(&["set", "get"]));
    let known = KNOWN.contains(&name.text()) || name.text().starts_with('_');
    (class.is_none() && !accessor && !known).then(|| Field {
        owner: function.field("name").map_or("", Node::text).to_owned(),
        name: name.text().to_owned(),
        line: name.line(),
        private: true,
    })
}

/// A field as it is found.
struct Kept<'t> {
    name: Node<'t>,
    private: bool,
    open: bool,
}

fn of_class(class: Node<'_>, found: &mut Vec<Field>) {
    let Some(body) = class.field("body") else {
        return;
    };
    let marked = class.child("decorator").is_some()
        || class
            .parent()
            .is_some_and(|p| p.child("decorator").is_some());
    if marked || looks_itself_over(body) {
        return;
    }
    let heir = class.child("class_heritage").is_some();
    let mut kept: Vec<Kept<'_>> = body.named().flat_map(declared).collect();
    let members = body.named().filter_map(|member| member.field("name"));
    let named: BTreeSet<&str> = members.map(Node::text).collect();
    let set = assigned(body).filter(|name| !named.contains(name.text()));
    kept.extend(set.map(|name| Kept {
        name,
        private: name.text().starts_with('#'),
        open: false,
    }));
    let works = body.descendants().take(TYPE_NODES_MAX).any(|n| {
        let own = n.is("member_expression") && n.field("object").is_some_and(|o| o.is("this"));
        own && n.parent().is_some_and(|p| !p.is("assignment_expression"))
    });
    let owner = class.field("name").map_or("", Node::text);
    let kept = kept
        .into_iter()
        .filter(|it| it.private || (works && !heir && !it.open));
    add(owner, kept, found);
}

/// A function that is called with `new`: `function Queue(options) { this.limit = options.limit; }`.
fn of_maker(scan: &Scan<'_>, function: Node<'_>, found: &mut Vec<Field>) {
    let (Some(name), Some(body)) = (function.field("name"), function.field("body")) else {
        return;
    };
    if !name.text().starts_with(char::is_uppercase) || looks_itself_over(body) {
        return;
    }
    let prototype = scan.live_of(&["member_expression"]).any(|n| {
        n.field("object").is_some_and(|o| o.text() == name.text())
            && n.field("property").is_some_and(|p| p.text() == "prototype")
    });
    let heir = scan.live_of(&["call_expression"]).any(|n| {
        n.field("function").is_some_and(|f| {
            matches!(
                shape::last_name(f),
                "inherits" | "create" | "call" | "apply" | "setPrototypeOf" | "assign"
            )
        })
    });
    if !prototype || heir {
        return;
    }
    let kept = assigned(body).map(|name| Kept {
        name,
        private: false,
        open: false,
    });
    add(name.text(), kept, found);
}

/// A type of options: what stands in it is to be looked at by somebody.
fn of_choices(node: Node<'_>, found: &mut Vec<Field>) {
    let Some(name) = node.field("name") else {
        return;
    };
    let body = node.field("body").or_else(|| node.field("value"));
    let body = body.filter(|b| b.is_any(&["interface_body", "object_type"]));
    let heir = node.child("extends_type_clause").is_some();
    let ambient = node
        .ancestors()
        .any(|n| n.is_any(&["ambient_declaration", "internal_module", "module"]));
    let Some(body) = body.filter(|_| !heir && !ambient) else {
        return;
    };
    let open = body.named().any(|n| n.is("index_signature"));
    if open || !CHOICES.iter().any(|end| name.text().ends_with(end)) {
        return;
    }
    let kept = body
        .named()
        .filter(|n| n.is("property_signature") && n.child("?").is_some())
        .filter_map(|n| n.field("name"))
        .filter(|n| n.is("property_identifier"))
        .map(|name| Kept {
            name,
            private: false,
            open: false,
        });
    add(name.text(), kept, found);
}

fn add<'t>(owner: &str, kept: impl Iterator<Item = Kept<'t>>, found: &mut Vec<Field>) {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for it in kept {
        let name = it.name.text();
        let said = KNOWN.contains(&name) || name.starts_with("__") || name.starts_with('$');
        if said || found.len() >= FIELDS_MAX || !known.insert(name) {
            continue;
        }
        found.push(Field {
            owner: owner.to_owned(),
            name: name.to_owned(),
            line: it.name.line(),
            private: it.private,
        });
    }
}

/// The fields that a member of a class declares.
fn declared(member: Node<'_>) -> Vec<Kept<'_>> {
    let modifier =
        |n: Node<'_>| n.child("accessibility_modifier").map_or("", Node::text) == "private";
    match member.kind() {
        "public_field_definition" | "field_definition" => {
            let marked = ["decorator", "declare", "static", "override", "abstract"]
                .iter()
                .any(|kind| member.child(kind).is_some());
            let name = member.field("name").or_else(|| member.field("property"));
            let method = member.field("value").and_then(shape::function_of).is_some();
            let name =
                name.filter(|n| n.is_any(&["property_identifier", "private_property_identifier"]));
            // One that is open, and named as if it were not, is for others of the package.
            let inner = |n: &Node<'_>| n.text().starts_with('_') && modifier(member);
            let plain = |n: &Node<'_>| !n.text().starts_with('_') || inner(n);
            let name = name.filter(plain);
            let kept = name.filter(|_| !marked && !method).map(|name| Kept {
                name,
                private: modifier(member) || name.is("private_property_identifier"),
                open: member
                    .child("accessibility_modifier")
                    .map_or("", Node::text)
                    == "protected",
            });
            kept.into_iter().collect()
        }
        "method_definition"
            if member
                .field("name")
                .is_some_and(|n| n.text() == "constructor") =>
        {
            let list = member.field("parameters").into_iter().flat_map(Node::named);
            let own = list.filter(|p| is_field(*p) && p.child("decorator").is_none());
            own.filter_map(|p| {
                let name = p.field("pattern").filter(|n| n.is("identifier"))?;
                Some(Kept {
                    name,
                    private: modifier(p),
                    open: p.child("accessibility_modifier").map_or("", Node::text) == "protected",
                })
            })
            .collect()
        }
        _ => Vec::new(),
    }
}

/// Names that are assigned to on `this`.
fn assigned(body: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let targets = body.descendants().take(TYPE_NODES_MAX);
    let targets = targets.filter(|n| n.is("assignment_expression"));
    targets.filter_map(|n| {
        let left = n.field("left").filter(|l| l.is("member_expression"))?;
        left.field("object").filter(|o| o.is("this"))?;
        let function = n.field("right").and_then(shape::function_of);
        left.field("property").filter(|_| function.is_none())
    })
}

/// Whether a type reads or sets its fields without saying their names: `Object.assign(this, options)`, `this[name]`,
/// `{ ...this }`.
fn looks_itself_over(body: Node<'_>) -> bool {
    let mut own = body
        .descendants()
        .take(TYPE_NODES_MAX)
        .filter(|n| n.is("this"));
    own.any(|n| {
        let Some(parent) = n.parent() else {
            return false;
        };
        match parent.kind() {
            "spread_element" | "for_in_statement" => true,
            "subscript_expression" => parent
                .field("index")
                .is_none_or(|index| shape::string(index).is_none()),
            "arguments" => {
                let callee = parent.parent().and_then(|call| call.field("function"));
                callee.is_some_and(|callee| {
                    let first = shape::first_name(callee);
                    matches!(first, "Object" | "JSON" | "Reflect" | "util" | "inspect")
                        || matches!(
                            first,
                            "structuredClone" | "makeAutoObservable" | "makeObservable"
                        )
                })
            }
            _ => false,
        }
    })
}
