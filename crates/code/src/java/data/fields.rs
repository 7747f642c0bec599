//! What a Java file does with fields: which it declares, which it sets and with what, which it reads. A private one can be
//! judged here and now: nothing but its file can name it.

mod places;
mod uses;

use std::collections::BTreeMap;

use crate::facts::Facts;
use crate::java::bodies::surroundings;
use crate::java::scopes::Names;
use crate::java::shape;
use crate::parts::{Certainty, Field, How, Reason, Stub};
use crate::phrases;
use crate::scan::Scan;
use crate::syntax::Node;
use uses::Uses;

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
}

/// Fills in fields and settings; returns private fields that are never read, or hold a place that nothing moves.
pub(in crate::java) fn fill(scan: &Scan<'_>, names: &Names<'_>, facts: &mut Facts) -> Vec<Stub> {
    let mut uses = Uses::default();
    let places = declared(scan, &mut uses);
    for node in scan.live_of(&["string_fragment", "identifier"]) {
        if node.is("string_fragment") {
            // Something may be asked for by its name.
            let name = node.text().trim();
            if places.contains_key(name) && !names_what_is_given(node, name) {
                uses.mentioned(name);
            }
        } else {
            uses.add(node, names);
        }
    }
    uses.settle();
    let items_max = scan.limits.items_max;
    facts.truncated |= uses.set.len() > items_max;
    let all = uses.set.iter().take(items_max);
    facts.set = all.map(|(name, it)| ((*name).to_owned(), *it)).collect();
    let places_of_errors = places::find(scan, &mut facts.set);
    let single = || places.iter().filter(|(_, it)| !it.several);
    let open = single().filter(|(_, it)| !it.hidden);
    let open = open.filter_map(|(name, it)| offered(name, it.declarator));
    facts.fields = open.take(items_max).collect();
    facts.fields.extend(places_of_errors);
    facts.fields.sort_by_key(|it| it.line);
    let hidden = single().filter(|(_, it)| it.hidden);
    let idle = hidden.filter_map(|(name, it)| idle(name, it.declarator, &uses));
    idle.take(items_max).collect()
}

/// Whether a text only tells a call the name of what else it is given: `requireNonNull(maxAge, "maxAge")`.
fn names_what_is_given(text: Node<'_>, name: &str) -> bool {
    let mut around = text.ancestors().take(2);
    let list = around.find(|it| it.is("argument_list"));
    let mut given = list.into_iter().flat_map(Node::named);
    given.any(|it| it.is("identifier") && it.text() == name)
}

/// Fields that somebody has to set and somebody has to read, by name.
fn declared<'t>(scan: &Scan<'t>, uses: &mut Uses<'t>) -> BTreeMap<&'t str, Place<'t>> {
    let mut places: BTreeMap<&str, Place<'_>> = BTreeMap::new();
    for declarator in scan.live_of(&["variable_declarator"]) {
        let field = declarator
            .parent()
            .filter(|it| it.is_any(&["field_declaration", "constant_declaration"]));
        let (Some(field), Some(name)) = (field, declarator.field("name")) else {
            continue;
        };
        match declarator.field("value") {
            Some(value) => uses.value(name.text(), value),
            None => uses.how(name.text(), How::Never),
        }
        let judged = !scan.in_test(field) && is_of_state(field);
        let place = places.entry(name.text()).or_insert(Place {
            declarator,
            hidden: is_hidden(field),
            several: !judged,
        });
        place.several |= place.declarator.id() != declarator.id();
    }
    places
}

/// Whether a field keeps what changes, of a type that no tool looks into.
fn is_of_state(field: Node<'_>) -> bool {
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
    let comments = [field.previous(), field.next()];
    let mut comments = comments
        .into_iter()
        .flatten()
        .filter(|it| it.is_extra() && (it.line() == field.line() || it.end() <= field.start()));
    let excused = comments.any(surroundings::says_it_is_kept);
    let of = field.field("type").map_or("", shape::type_name);
    let used_by_being = ["Logger", "Log", "Lock", "Object"].contains(&of);
    plain && !constant && !excused && !used_by_being && shape::annotations(field).next().is_none()
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

/// A private field that is never read, or tells a place that nothing moves.
fn idle(name: &str, declarator: Node<'_>, uses: &Uses<'_>) -> Option<Stub> {
    let field = declarator.parent()?;
    let setting = uses.set.get(name)?;
    let class = shape::class_of(field)?.field("name")?;
    let fixed = shape::has(field, "final") || shape::has(field, "static");
    // A constant that stands where it is declared is a choice.
    let chosen = fixed && declarator.field("value").is_some();
    let loose = shape::has(field, "volatile") || shape::has(field, "transient");
    let reason = match (setting.read, setting.how) {
        (false, _) if !loose => Reason::NeverRead,
        (true, How::Constant) if !chosen && phrases::tells_a_place(name) => Reason::FixedValue,
        (true | false, _) => return None,
    };
    Some(Stub {
        line: declarator.line(),
        what: format!("{}.{name}", class.text()),
        reason,
        certainty: Certainty::Likely,
        test: false,
    })
}
