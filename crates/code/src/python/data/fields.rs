//! What the classes of a file keep that nobody else is known to look at.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::facts::Facts;
use crate::parameter_use;
use crate::parts::Field;
use crate::phrases;
use crate::python::bodies::classes::{Classes, Role, bases};
use crate::python::data::members::{self, Members, given};
use crate::python::shape;
use crate::scan::Scan;
use crate::syntax::Node;

/// Fills in the fields of the file's classes, and what it does with members.
pub(in crate::python) fn find<'t>(scan: &Scan<'t>, classes: &Classes<'t>, facts: &mut Facts) {
    let mut members = Members::default();
    let mut all: Vec<Node<'t>> = Vec::new();
    let kinds = [
        "identifier",
        "call",
        "string_content",
        "assignment",
        "class_definition",
    ];
    for node in scan.live_of(&kinds) {
        members.look(node);
        if node.is("class_definition") && !scan.in_test(node) {
            all.push(node);
        }
    }
    let mut fields: Vec<(Cow<'t, str>, Field)> = Vec::new();
    if !members.by_reflection {
        for call in scan.live_of(&["call"]).filter(|n| !scan.in_test(*n)) {
            fields.extend(option(call));
        }
        let near = near(scan);
        for class in all {
            of_class(class, classes, (scan, &near), &mut fields);
        }
    }
    let kinds = [
        "attribute",
        "keyword_argument",
        "function_definition",
        "keyword_pattern",
    ];
    for node in scan.live_of(&kinds) {
        members.note(node, scan);
    }
    for field in &fields {
        members.declares(field.0.clone(), &field.1);
    }
    for name in &members.said {
        if let Some(setting) = members.set.get_mut(*name) {
            setting.read = true;
        }
    }
    fields.truncate(scan.limits.items_max);
    facts.fields = fields.into_iter().map(|(_, field)| field).collect();
    let set = members.set.into_iter().take(scan.limits.items_max);
    facts.set = set
        .map(|(name, setting)| (name.into_owned(), setting))
        .collect();
}

/// An option of a command line, which is kept under its name: `parser.add_argument("--dry-run", action="store_true")`.
pub(in crate::python) fn option<'t>(call: Node<'t>) -> Option<(Cow<'t, str>, Field)> {
    if shape::called(call) != "add_argument" {
        return None;
    }
    let list = call.field("arguments");
    let mut named = list.into_iter().flat_map(Node::named);
    // What does something by itself, and what is kept under another name.
    let other = named.any(|n| {
        let name = n.field("name").filter(|_| n.is("keyword_argument"));
        let value = n.field("value").map_or("", shape::first_text);
        name.is_some_and(|name| match name.text() {
            "dest" => true,
            "action" => !matches!(
                value,
                "store" | "store_true" | "store_false" | "count" | "append"
            ),
            _ => false,
        })
    });
    let names: Vec<&str> = shape::arguments(call).filter_map(shape::string).collect();
    let long = names.iter().find(|name| name.starts_with("--"));
    let first = names.first()?;
    let name = long
        .unwrap_or(first)
        .trim_start_matches('-')
        .replace('-', "_");
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.is_empty();
    let text = call.text();
    let said = text.contains("SUPPRESS") || parameter_use::excuses(&text.to_lowercase());
    (plain && !other && !said).then(|| {
        let field = Field {
            owner: String::new(),
            name: name.clone(),
            line: call.line(),
            private: false,
        };
        (Cow::Owned(name), field)
    })
}

/// The fields of one class that nobody else is known to look at.
fn of_class<'t>(
    class: Node<'t>,
    classes: &Classes<'t>,
    (scan, near): (&Scan<'t>, &BTreeSet<&'t str>),
    found: &mut Vec<(Cow<'t, str>, Field)>,
) {
    let name = class.field("name").map_or("", Node::text);
    let record = is_record(class);
    let own = bases(class).all(|base| matches!(base, "NamedTuple" | "Generic" | "ABC" | "object"));
    // What such a class is given, and keeps, the tree is known to look at or not.
    let given = !own && !record && bases(class).all(|base| near.contains(base) && !declares(base));
    found.extend(begun(class, name));
    let role = classes.role(class);
    let told = ["Error", "Exception", "Warning", "Event", "Message"];
    // What it takes out of the rest for itself, whatever it is built on never gets.
    let apart = !own && !given && !record && !bases(class).any(declares);
    let open = !own && !given && !apart || role == Role::Protocol;
    if open || told.iter().any(|end| name.ends_with(end)) {
        return;
    }
    if !record && shape::decorators(class).next().is_some() {
        return;
    }
    let places = match record {
        true => declared(class),
        false => kept(class, scan),
    };
    if !record && own {
        found.extend(helpers(class, name));
    }
    let looked = looked_at(class);
    // What keeps things for others to look at looks at none of them itself.
    let works =
        places.iter().any(|(name, _)| looked.contains(name)) || goes_by_settings(class, &looked);
    let mut seen = BTreeSet::new();
    for (field, place) in places {
        let private = field.starts_with('_');
        let dunder = field.starts_with("__") && field.ends_with("__");
        let alone = works || (private && !record);
        if dunder || !alone || !seen.insert(field) || is_noted(place) || is_held(field, place) {
            continue;
        }
        if given && !is_given(place) || apart && !is_of_the_rest(field, place) {
            continue;
        }
        let whole = Field {
            owner: name.to_owned(),
            name: field.to_owned(),
            line: place.line(),
            private,
        };
        found.push((Cow::Borrowed(field), whole));
    }
}

/// Names of classes of this file, and of those that come from beside it.
fn near<'t>(scan: &Scan<'t>) -> BTreeSet<&'t str> {
    let mut found = BTreeSet::new();
    for node in scan.live_of(&["class_definition", "import_from_statement"]) {
        match node.kind() {
            "class_definition" => found.extend(node.field("name").map(Node::text)),
            "import_from_statement" if node.child("relative_import").is_some() => {
                let names = node.children().filter(|n| n.field_name() == "name");
                found.extend(names.map(Node::text));
            }
            _ => {}
        }
    }
    found
}

/// Whether a class of that name may have what is kept looked at by a library: a model, a form, an error.
fn declares(base: &str) -> bool {
    const ENDS: [&str; 15] = [
        "Error",
        "Exception",
        "Warning",
        "Model",
        "Schema",
        "Form",
        "Serializer",
        "Thread",
        "Process",
        "Field",
        "Config",
        "Settings",
        "Node",
        "Event",
        "Test",
    ];
    ENDS.iter().any(|end| base.ends_with(end))
}

/// Whether what is kept is what the method was given, as it is.
fn is_given(place: Node<'_>) -> bool {
    let value = place.parent().and_then(|it| it.field("right"));
    let value = value.filter(|it| it.is("identifier"));
    let method = shape::holder(place);
    let mut parameters = method.into_iter().flat_map(shape::parameters);
    value.is_some_and(|it| parameters.any(|name| name.text() == it.text()))
}

/// Whether what is kept is an option that was taken out of the rest of what the class is made with, under its own name.
fn is_of_the_rest(field: &str, place: Node<'_>) -> bool {
    let value = place.parent().and_then(|it| it.field("right"));
    value.and_then(members::of_the_rest) == Some(field) && field.contains('_')
}

/// Whether a class says what it keeps in its head: a named tuple, a data class.
fn is_record(class: Node<'_>) -> bool {
    bases(class).any(|base| base == "NamedTuple")
        || shape::decorators(class).any(|d| matches!(shape::last_name(d), "dataclass"))
}

/// What a record says that it keeps.
fn declared<'t>(class: Node<'t>) -> Vec<(&'t str, Node<'t>)> {
    let body = class.field("body").into_iter().flat_map(Node::named);
    let assignments = body.filter_map(|s| s.child("assignment"));
    let typed = assignments.filter(|a| {
        let class_wide = ["ClassVar", "InitVar", "KW_ONLY"];
        a.field("type")
            .is_some_and(|t| !class_wide.iter().any(|word| t.text().contains(word)))
    });
    let names = typed.filter_map(|a| Some((a.field("left")?, a)));
    names
        .filter(|(name, _)| name.is("identifier"))
        .map(|(name, place)| (name.text(), place))
        .collect()
}

/// Private numbers that a class begins with and that are there to be counted up: `_misses = 0`. A number that stays what it
/// is says nothing, whatever the class is built on.
fn begun<'t>(class: Node<'t>, owner: &str) -> Vec<(Cow<'t, str>, Field)> {
    let counted = [
        "Enum",
        "IntEnum",
        "IntFlag",
        "Flag",
        "Structure",
        "Protocol",
    ];
    if bases(class).any(|base| counted.contains(&base)) || is_record(class) {
        return Vec::new();
    }
    let body = class.field("body").into_iter().flat_map(Node::named);
    let assignments = body.filter_map(|s| s.child("assignment"));
    let zero = assignments.filter(|a| {
        let number = a
            .field("right")
            .is_some_and(|v| matches!(v.text(), "0" | "0.0"));
        number && !is_noted(*a)
    });
    let names = zero.filter_map(|a| a.field("left"));
    let private = names.filter(|n| {
        let plain = n.is("identifier") && n.text() == n.text().to_lowercase();
        plain && n.text().starts_with('_') && !n.text().starts_with("__")
    });
    private
        .map(|n| {
            let field = Field {
                owner: owner.to_owned(),
                name: n.text().to_owned(),
                line: n.line(),
                private: true,
            };
            (Cow::Borrowed(n.text()), field)
        })
        .collect()
}

/// What the methods of a class put into its instances.
fn kept<'t>(class: Node<'t>, scan: &Scan<'t>) -> Vec<(&'t str, Node<'t>)> {
    let inside = class.descendants().filter(|n| n.is("attribute"));
    let own = inside.filter(|n| n.field("object").is_some_and(|o| o.text() == "self"));
    let put = own.filter(|n| {
        let left = n.field_name() == "left" && n.parent().is_some_and(|p| p.is("assignment"));
        let method = shape::holder(*n).and_then(shape::holder);
        left && method.map(Node::id) == Some(class.id()) && !scan.dead.contains(n.start())
    });
    put.map(|n| (n.field("attribute").map_or("", Node::text), n))
        .collect()
}

/// Members of its own that a class looks at.
fn looked_at<'t>(class: Node<'t>) -> BTreeSet<&'t str> {
    let inside = class.descendants().filter(|n| n.is("attribute"));
    let own = inside.filter(|n| n.field("object").is_some_and(|o| o.text() == "self"));
    own.filter(|n| given(*n).is_none())
        .map(|n| n.field("attribute").map_or("", Node::text))
        .collect()
}

/// Whether a class works by what it says of itself outside its methods: `kinds = (A, B)`, and `self.kinds` in one of them.
fn goes_by_settings(class: Node<'_>, looked: &BTreeSet<&str>) -> bool {
    let members = class.field("body").into_iter().flat_map(Node::named);
    let mut said = members.filter_map(|m| m.child("assignment")?.field("left"));
    said.any(|left| left.is("identifier") && looked.contains(left.text()))
}

/// Private methods, which nobody calls but the class: they are looked at as what it keeps.
fn helpers<'t>(class: Node<'t>, owner: &str) -> Vec<(Cow<'t, str>, Field)> {
    let members = class.field("body").into_iter().flat_map(Node::named);
    let names = members
        .filter(|m| m.is("function_definition"))
        .filter_map(|m| m.field("name"));
    let private = names.filter(|n| n.text().starts_with('_') && !n.text().starts_with("__"));
    let private = private.filter(|n| n.text().trim_matches('_').chars().count() > 1);
    private
        .map(|n| {
            let field = Field {
                owner: owner.to_owned(),
                name: n.text().to_owned(),
                line: n.line(),
                private: true,
            };
            (Cow::Borrowed(n.text()), field)
        })
        .collect()
}

/// Whether what a field keeps does its work by being kept: a task that runs, a lock that is held.
fn is_held(field: &str, place: Node<'_>) -> bool {
    const WORDS: [&str; 16] = [
        "keep",
        "keepalive",
        "ref",
        "refs",
        "task",
        "guard",
        "handle",
        "alive",
        "finalizer",
        "lock",
        "token",
        "subscription",
        "thread",
        "original",
        "weakref",
        "anchor",
    ];
    const CALLS: [&str; 12] = [
        "create_task",
        "ensure_future",
        "finalize",
        "ref",
        "register",
        "subscribe",
        "connect",
        "bind",
        "Thread",
        "acquire",
        "open",
        "start",
    ];
    let words = phrases::name_words(field);
    let value = place.parent().and_then(|p| p.field("right"));
    // How many there are to keep is a number that somebody asked for.
    let asked = field == "keep" && value.is_some_and(|it| it.text() == field);
    let named = words.iter().any(|word| WORDS.contains(&word.as_str()));
    (named && !asked)
        || value.is_some_and(|value| CALLS.contains(&shape::called(shape::bare(value))))
}

/// Whether a comment beside a field says why it is kept.
fn is_noted(place: Node<'_>) -> bool {
    const SIGNS: [&str; 8] = [
        "compat",
        "unused",
        "not used",
        "deprecat",
        "legacy",
        "keep",
        "reference",
        "alive",
    ];
    let last = place.span().end_line;
    let mut at = place.next();
    let mut note = None;
    for _ in 0..3 {
        note = at.filter(|n| n.is("comment") && n.line() == last);
        if note.is_some() {
            break;
        }
        at = at.and_then(Node::next);
    }
    note.is_some_and(|n| {
        let text = n.text().to_lowercase();
        SIGNS.iter().any(|sign| text.contains(sign))
    })
}
