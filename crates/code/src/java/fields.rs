//! What a Java file does with fields: which it declares, which it sets and with what, which it reads. A private one can be
//! judged here and now: nothing but its file can name it.

use std::collections::{BTreeMap, BTreeSet};

use super::scopes::{Meaning, Names};
use super::shape;
use super::values::{self, Value};
use crate::facts::Facts;
use crate::parts::{Certainty, Field, How, Reason, Setting, Stub};
use crate::scan::Scan;
use crate::syntax::Node;

/// Calls that put something into what they are called on, and whose answer is seldom the point.
const FEEDS: [&str; 24] = [
    "add",
    "addAll",
    "addFirst",
    "addLast",
    "put",
    "putAll",
    "putIfAbsent",
    "push",
    "offer",
    "append",
    "set",
    "setProperty",
    "clear",
    "remove",
    "increment",
    "incrementAndGet",
    "getAndIncrement",
    "addAndGet",
    "getAndAdd",
    "merge",
    "computeIfAbsent",
    "accept",
    "lazySet",
    "sort",
];

/// Annotations of classes whose fields nobody sets or reads behind the file's back.
const PLAIN: [&str; 8] = [
    "SuppressWarnings",
    "Deprecated",
    "ThreadSafe",
    "NotThreadSafe",
    "Immutable",
    "FunctionalInterface",
    "Contract",
    "Beta",
];

/// One field, or several of one name: they are not told apart.
struct Place<'t> {
    declarator: Node<'t>,
    /// Nothing but this file can name it.
    hidden: bool,
    /// More than one field bears the name.
    several: bool,
    setting: Setting,
}

/// Fills in fields and settings; returns private fields that are never read or never fed.
pub(super) fn fill(scan: &Scan<'_>, names: &Names<'_>, facts: &mut Facts) -> Vec<Stub> {
    let mut places = declared(scan);
    let mut set: BTreeMap<&str, Setting> = BTreeMap::new();
    let mut looked: BTreeSet<&str> = BTreeSet::new();
    for node in scan.live() {
        if node.is("string_fragment") {
            mentioned(node.text(), &mut places);
        }
        if !node.is("identifier") {
            continue;
        }
        match done(node, names) {
            Done::Set(how) => {
                let setting = set.entry(node.text()).or_insert(NOTHING);
                setting.how = setting.how.max(how);
            }
            Done::Read => {
                looked.insert(node.text());
            }
            Done::Other => {}
        }
    }
    for (name, place) in &mut places {
        let setting = set.entry(name).or_insert(NOTHING);
        setting.read |= place.setting.read;
        setting.how = setting.how.max(place.setting.how);
    }
    for (name, setting) in &mut set {
        setting.read |= looked.contains(name);
    }
    for (name, place) in &mut places {
        place.setting = set.get(name).copied().unwrap_or(NOTHING);
    }
    let items_max = scan.limits.items_max;
    facts.truncated |= set.len() > items_max;
    let all = set.iter().take(items_max);
    facts.set = all.map(|(name, it)| ((*name).to_owned(), *it)).collect();
    let open = places.iter().filter(|(_, it)| !it.hidden && !it.several);
    let open = open.filter_map(|(name, it)| offered(name, it.declarator));
    facts.fields = open.take(items_max).collect();
    facts.fields.sort_by_key(|it| it.line);
    let hidden = places.iter().filter(|(_, it)| it.hidden && !it.several);
    let idle = hidden.filter_map(|(name, it)| idle(name, it));
    idle.take(items_max).collect()
}

const NOTHING: Setting = Setting {
    read: false,
    how: How::Never,
};

/// Fields that somebody has to set and somebody has to read, by name.
fn declared<'t>(scan: &Scan<'t>) -> BTreeMap<&'t str, Place<'t>> {
    let mut places: BTreeMap<&str, Place<'_>> = BTreeMap::new();
    for declarator in scan.live().filter(|it| it.is("variable_declarator")) {
        let field = declarator
            .parent()
            .filter(|it| it.is_any(&["field_declaration", "constant_declaration"]));
        let (Some(field), Some(name)) = (field, declarator.field("name")) else {
            continue;
        };
        let how = declarator.field("value").map_or(How::Never, with);
        let hidden = is_hidden(field);
        let judged = !scan.in_test(field) && is_of_state(field);
        let place = places.entry(name.text()).or_insert(Place {
            declarator,
            hidden,
            several: !judged,
            setting: Setting { read: false, how },
        });
        if place.declarator.id() != declarator.id() {
            place.several = true;
            place.setting.how = place.setting.how.max(how);
        }
    }
    places
}

/// A name in a text: something may be asked for by it.
fn mentioned(text: &str, places: &mut BTreeMap<&str, Place<'_>>) {
    if let Some(place) = places.get_mut(text.trim()) {
        place.setting = Setting {
            read: true,
            how: How::Computed,
        };
    }
}

/// Whether a field keeps what changes, of a type that no tool looks into.
fn is_of_state(field: Node<'_>) -> bool {
    const KEPT: [&str; 9] = [
        "keep",
        "reference",
        "collect",
        "unused",
        "reflect",
        "native",
        "jni",
        "gc",
        "padding",
    ];
    let Some(class) = shape::class_of(field) else {
        return false;
    };
    let plain = class.is_any(&["class_declaration", "enum_declaration"])
        && !shape::supertypes(class).iter().any(|it| {
            matches!(
                *it,
                "Serializable" | "Externalizable" | "Structure" | "Union"
            )
        })
        && shape::annotations(class).all(|it| PLAIN.contains(&shape::annotation_name(it)));
    let constant = shape::has(field, "static") && shape::has(field, "final");
    let loose = shape::has(field, "volatile") || shape::has(field, "transient");
    let comment = field.previous().filter(|it| it.is_extra());
    let excused = comment.is_some_and(|it| {
        let text = it.text().to_lowercase();
        KEPT.iter().any(|word| text.contains(word))
    });
    let of = field.field("type").map_or("", shape::type_name);
    let used_by_being = ["Logger", "Log", "Lock", "Object"].contains(&of);
    plain
        && !constant
        && !loose
        && !excused
        && !used_by_being
        && shape::annotations(field).next().is_none()
}

/// Whether nothing but its file can name a field: it is private, or a type around it is.
fn is_hidden(field: Node<'_>) -> bool {
    let mut around = field.ancestors().filter(|it| it.is_any(&shape::TYPES));
    shape::has(field, "private") || around.any(|it| shape::has(it, "private"))
}

/// A field that code of other files may name.
fn offered(name: &str, declarator: Node<'_>) -> Option<Field> {
    let field = declarator.parent()?;
    let class = shape::class_of(field)?;
    let members = class.field("body").into_iter().flat_map(Node::named);
    let mut members = members.take(shape::MEMBERS_MAX);
    let works = members.any(|it| it.is("method_declaration") && it.field("body").is_some());
    let open = ["public", "protected"];
    let local = !open.iter().any(|it| shape::has(field, it));
    let fits = works && !shape::has(field, "protected");
    fits.then(|| Field {
        owner: class.field("name").map_or("", Node::text).to_owned(),
        name: name.to_owned(),
        line: declarator.line(),
        private: local,
    })
}

/// What one use of a name does to the field that may be meant.
enum Done {
    Set(How),
    Read,
    /// It is no field, or its declaration.
    Other,
}

fn done(name: Node<'_>, names: &Names<'_>) -> Done {
    let Some(parent) = name.parent() else {
        return Done::Other;
    };
    let role = name.field_name();
    let whole = match parent.kind() {
        "field_access" if role == "field" => parent,
        "method_invocation" | "method_declaration" | "formal_parameter" | "variable_declarator"
            if role == "name" =>
        {
            return Done::Other;
        }
        "method_reference"
            if role != "object" && parent.named().last().map(Node::id) == Some(name.id()) =>
        {
            return Done::Other;
        }
        _ if names.of_value(name) == Meaning::Local => return Done::Other,
        _ => name,
    };
    let Some(holder) = whole.parent() else {
        return Done::Read;
    };
    let statement = |it: Node<'_>| it.parent().is_some_and(|it| it.is("expression_statement"));
    match (holder.kind(), whole.field_name()) {
        ("assignment_expression", "left") => {
            let plain = holder.field("operator").is_some_and(|it| it.text() == "=");
            let how = match holder.field("right").filter(|_| plain) {
                Some(value) => with(value),
                None => How::Computed,
            };
            // `a = b = c` reads nothing of b; what stands elsewhere may.
            let chained = holder
                .parent()
                .is_some_and(|it| it.is("assignment_expression"));
            match statement(holder) || chained {
                true => Done::Set(how),
                false => Done::Read,
            }
        }
        ("update_expression", _) if statement(holder) => Done::Set(How::Computed),
        ("method_invocation", "object")
            if statement(holder) && FEEDS.contains(&shape::method(holder)) =>
        {
            Done::Set(How::Computed)
        }
        _ => Done::Read,
    }
}

/// With what a field is set.
fn with(value: Node<'_>) -> How {
    let value = shape::bare(value);
    if value.is("null_literal") {
        return How::Empty;
    }
    if value.is("identifier") {
        let given = shape::function_around(value).is_some_and(|it| {
            let mut parameters = shape::parameters(it).filter_map(shape::bound_name);
            parameters.any(|it| it.text() == value.text())
        });
        return match given {
            true => How::Given,
            false => How::Computed,
        };
    }
    match values::value(value) {
        Some(Value::Default) if !value.is("false") => How::Empty,
        Some(Value::Default | Value::Fixed) => How::Constant,
        None => How::Computed,
    }
}

/// A private field that is never read, or read and never fed.
fn idle(name: &str, place: &Place<'_>) -> Option<Stub> {
    let field = place.declarator.parent()?;
    let class = shape::class_of(field)?.field("name")?;
    let collection = field.field("type").is_some_and(|it| {
        let of = shape::type_name(it);
        ["List", "Map", "Set", "Collection", "Deque", "Queue"]
            .iter()
            .any(|end| of.ends_with(end))
    });
    let fixed = shape::has(field, "final");
    let reason = match (place.setting.read, place.setting.how) {
        (false, _) => Reason::NeverRead,
        // An empty collection that is handed out may be filled by whoever gets it: that is judged elsewhere.
        (true, How::Never | How::Empty) if !fixed && !collection => Reason::StateNeverFed,
        (true, _) => return None,
    };
    Some(Stub {
        line: place.declarator.line(),
        what: format!("{}.{name}", class.text()),
        reason,
        certainty: Certainty::Likely,
        test: false,
    })
}
