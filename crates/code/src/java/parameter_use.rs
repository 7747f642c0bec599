//! What methods do with what they are given and with the errors they catch: to be compared with what they did before, and
//! parameters that are only put where nobody looks.

use std::collections::{BTreeMap, BTreeSet};

use super::shape;
use crate::facts::Facts;
use crate::java::bodies::surroundings;
use crate::parameter_use::{self, Gathered};
use crate::parts::{Certainty, Definition, ParameterUse, Reason, Stub};
use crate::scan::Scan;
use crate::syntax::Node;

/// A method of more nodes than this is not looked at.
const METHOD_NODES_MAX: u32 = 20_000;

/// How much of a `catch` is searched, in nodes.
const CATCH_NODES_MAX: usize = 400;

/// Fills in what each method does with its parameters, by its name.
pub(super) fn fill(scan: &Scan<'_>, definitions: &[Definition], facts: &mut Facts) {
    let known: BTreeMap<usize, &Definition> = definitions
        .iter()
        .map(|it| (it.span.bytes.start, it))
        .collect();
    let mut gathered = Gathered::default();
    for node in scan.live_of(&["method_declaration"]) {
        let definition = known.get(&node.start()).filter(|it| !it.test);
        let body = node
            .field("body")
            .filter(|_| node.size() <= METHOD_NODES_MAX);
        if let (Some(definition), Some(body)) = (definition, body) {
            gathered.add(&definition.name, of(node, body), scan.limits.items_max);
        }
    }
    facts.parameter_use = gathered.finish();
}

fn of(method: Node<'_>, body: Node<'_>) -> ParameterUse {
    let it = surroundings::of(method, false);
    let words = body.descendants().filter(|it| it.is("identifier"));
    let words: BTreeSet<&str> = words.map(Node::text).collect();
    let names = shape::parameters(method).filter_map(shape::bound_name);
    let (reads, rest): (Vec<&str>, Vec<&str>) =
        names.map(Node::text).partition(|it| words.contains(it));
    let excused = it.retired || is_excused(method);
    let mut found = ParameterUse {
        line: method.line(),
        reads: reads.into_iter().map(str::to_owned).collect(),
        ignores: match excused {
            true => BTreeSet::new(),
            false => rest.into_iter().map(str::to_owned).collect(),
        },
        free: (it.own || it.plain()) && !it.idle,
        ..ParameterUse::default()
    };
    for clause in body.descendants().filter(|it| it.is("catch_clause")) {
        match tells(clause) {
            true => found.told = found.told.saturating_add(1),
            false if clause.descendants().any(Node::is_extra) || tries_another(clause) => {}
            false => found.dropped = found.dropped.saturating_add(1),
        }
    }
    for node in body.descendants().filter(|it| it.is("throw_statement")) {
        let caught = node.ancestors().any(|it| it.is("catch_clause"));
        found.told = found.told.saturating_add(u32::from(!caught));
    }
    found
}

/// Whether the comment above a method says that something it is given is not looked at.
pub(super) fn is_excused(method: Node<'_>) -> bool {
    let comment = method.previous().filter(|it| it.is_extra());
    comment.is_some_and(|it| parameter_use::excuses(&it.text().to_lowercase()))
        || surroundings::documented(method)
}

/// Whether a `catch` gives what another call makes of the same: `return parseAsDouble(value, in);`
fn tries_another(clause: Node<'_>) -> bool {
    let body = clause.field("body");
    let mut statements = body.into_iter().flat_map(Node::named);
    let given = statements
        .next()
        .filter(|it| it.is("return_statement"))
        .and_then(|it| it.named().next());
    given.is_some_and(|it| {
        it.is("method_invocation") && shape::arguments(it).any(|it| it.is("identifier"))
    })
}

/// Whether a `catch` works with its error, or fails in turn.
fn tells(clause: Node<'_>) -> bool {
    let parameter = clause.child("catch_formal_parameter");
    let name = parameter
        .and_then(|it| it.field("name"))
        .map_or("", Node::text);
    let body = clause.field("body").into_iter();
    let mut inside = body.flat_map(Node::descendants).take(CATCH_NODES_MAX);
    inside.any(|it| it.is("throw_statement") || (it.is("identifier") && it.text() == name))
}

/// Parameters that are only put into private fields which nothing reads.
pub(super) fn stored(scan: &Scan<'_>) -> Vec<Stub> {
    let mut fields: BTreeMap<&str, bool> = BTreeMap::new();
    for node in scan.live_of(&["field_declaration"]) {
        let hidden = is_hidden(node);
        let names = node.named().filter(|it| it.is("variable_declarator"));
        for name in names.filter_map(|it| it.field("name")) {
            let once = !fields.contains_key(name.text());
            fields.insert(name.text(), once && hidden);
        }
    }
    fields.retain(|_, hidden| *hidden);
    if fields.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut read: BTreeSet<&str> = BTreeSet::new();
    for node in scan.live() {
        if node.is("string_fragment") || node.is("string_literal") {
            read.extend(fields.keys().filter(|name| node.text().contains(**name)));
        }
        if !node.is("identifier") || !fields.contains_key(node.text()) {
            continue;
        }
        match put(node) {
            Put::Given(method, parameter) => found.push((node, method, parameter)),
            Put::Other => {}
            Put::No => {
                read.insert(node.text());
            }
        }
    }
    found.retain(|(field, _, _)| !read.contains(field.text()));
    let stubs = found.into_iter().take(scan.limits.items_max);
    stubs
        .map(|(field, method, parameter)| Stub {
            line: method.line(),
            what: format!(
                "{}({parameter})",
                method.field("name").map_or("", Node::text)
            ),
            reason: Reason::ParameterIgnored,
            certainty: Certainty::Likely,
            test: scan.in_test(field),
        })
        .collect()
}

/// Whether nothing but this file can read a field.
fn is_hidden(field: Node<'_>) -> bool {
    let class = shape::class_of(field);
    let plain = class.is_some_and(|class| {
        let marks = [
            "SuppressWarnings",
            "Deprecated",
            "ThreadSafe",
            "NotThreadSafe",
            "Immutable",
        ];
        class.is_any(&["class_declaration", "enum_declaration"])
            && !shape::supertypes(class).contains(&"Serializable")
            && shape::annotations(class).all(|it| marks.contains(&shape::annotation_name(it)))
    });
    let loose = ["static", "volatile", "transient"];
    plain
        && shape::has(field, "private")
        && !loose.iter().any(|it| shape::has(field, it))
        && shape::annotations(field).next().is_none()
        && !field.previous().is_some_and(surroundings::says_it_is_kept)
}

/// What a name that a field bears does where it stands.
enum Put<'t> {
    /// It takes a parameter of a method as it is.
    Given(Node<'t>, &'t str),
    /// It is another thing of that name, or takes something else.
    Other,
    /// It may be read.
    No,
}

fn put(name: Node<'_>) -> Put<'_> {
    let Some(parent) = name.parent() else {
        return Put::No;
    };
    let role = name.field_name();
    let declared = [
        "variable_declarator",
        "formal_parameter",
        "method_declaration",
        "method_invocation",
    ];
    if role == "name" && parent.is_any(&declared) {
        return Put::Other;
    }
    let method = shape::function_around(name);
    let own = |it: Node<'_>| {
        let mut parameters = shape::parameters(it).filter_map(shape::bound_name);
        parameters.any(|it| it.text() == name.text())
    };
    let target = match parent.is("field_access") && role == "field" {
        true if parent.field("object").is_some_and(|it| it.is("this")) => parent,
        true => return Put::No,
        // A parameter hides the field.
        false if method.is_some_and(own) => return Put::Other,
        false => name,
    };
    let assignment = target.parent().filter(|it| {
        let plain = it.field("operator").is_some_and(|it| it.text() == "=");
        it.is("assignment_expression") && plain && target.field_name() == "left"
    });
    let statement = assignment
        .and_then(Node::parent)
        .is_some_and(|it| it.is("expression_statement"));
    let (Some(assignment), true) = (assignment, statement) else {
        return Put::No;
    };
    let given = assignment
        .field("right")
        .map(shape::bare)
        .filter(|it| it.is("identifier"));
    let (Some(given), Some(method)) = (given, method) else {
        return Put::Other;
    };
    let mut parameters = shape::parameters(method).filter_map(shape::bound_name);
    match parameters.any(|it| it.text() == given.text()) {
        true => Put::Given(method, given.text()),
        false => Put::Other,
    }
}

/// Whether all that is done with a local collection is to put things in.
pub(super) fn is_only_fed(name: &str, from: usize, block: Node<'_>) -> bool {
    const FEEDS: [&str; 7] = ["add", "addAll", "put", "putAll", "append", "sort", "push"];
    if block.size() > METHOD_NODES_MAX {
        return false;
    }
    let uses = block.descendants().filter(|it| it.is("identifier"));
    let mut uses = uses.filter(|it| it.text() == name && it.start() >= from);
    uses.all(|it| {
        let call = it.parent().filter(|call| call.is("method_invocation"));
        let statement = call.and_then(Node::parent);
        it.field_name() == "object"
            && call.is_some_and(|call| FEEDS.contains(&shape::method(call)))
            && statement.is_some_and(|it| it.is("expression_statement"))
    })
}
