//! Whether data gets through: parameters that nobody reads, answers that nobody uses.

use std::collections::{BTreeMap, BTreeSet};

use crate::parts::{Body, Definition, Reason};
use crate::phrases;
use crate::python::bodies::stubs::{Finding, QUERIES};
use crate::python::values::{self, Value};
use crate::python::{marks, shape};
use crate::scan::{self, Scan};
use crate::syntax::Node;

/// Longest function that is looked at, in nodes.
const FUNCTION_NODES_MAX: u32 = 20_000;

/// How much of an answer is searched for empty parts, in nodes.
const PARTS_MAX: usize = 200;

/// How many functions around a function still let it be looked at.
const DEPTH_MAX: usize = 4;

/// Parameters that a caller hands over whether they are wanted or not.
pub(in crate::python) const HANDED: [&str; 30] = [
    "event",
    "evt",
    "e",
    "ctx",
    "context",
    "request",
    "req",
    "signum",
    "frame",
    "sender",
    "instance",
    "created",
    "args",
    "kwargs",
    "kwds",
    "kw",
    "exc",
    "tb",
    "unused",
    "dummy",
    "widget",
    "parser",
    "namespace",
    "app",
    "loop",
    "future",
    "task",
    "response",
    "environ",
    "options",
];

pub(in crate::python) fn find<'t>(scan: &Scan<'t>, definitions: &[Definition]) -> Vec<Finding<'t>> {
    let mut found = Vec::new();
    // Functions of a table are all called alike: `{NAME: _name_of, FILE: _file_of}`.
    let tabled = scan.live_of(&["identifier"]).filter(|n| {
        let pair = n.parent().filter(|p| p.is("pair"));
        pair.is_some() && n.field_name() == "value"
    });
    let tabled: BTreeSet<&str> = tabled.map(Node::text).collect();
    for node in scan.live_of(&["function_definition"]) {
        let depth = node
            .ancestors()
            .filter(|n| n.is("function_definition"))
            .count();
        if depth > DEPTH_MAX
            || node.size() > FUNCTION_NODES_MAX
            || found.len() >= scan.limits.items_max
        {
            continue;
        }
        let locals = Locals::of(node, scan);
        locals.never_looked_at(&mut found);
        let name = node.field("name").map_or("", Node::text);
        if !tabled.contains(name) {
            found.extend(ignored(node, &locals, scan, definitions));
        }
    }
    found
}

/// The names that a function mentions.
struct Locals<'t> {
    /// Names that are read, or written in a way that reads them.
    read: BTreeMap<&'t str, u32>,
    /// Names that are bound to what a query answers.
    answers: Vec<(&'t str, &'t str, Node<'t>)>,
    /// It looks its own names up.
    by_text: bool,
}

impl<'t> Locals<'t> {
    fn of(function: Node<'t>, scan: &Scan<'t>) -> Locals<'t> {
        let mut locals = Locals {
            read: BTreeMap::new(),
            answers: Vec::new(),
            by_text: false,
        };
        let body = function
            .field("body")
            .into_iter()
            .flat_map(Node::descendants);
        for node in body.filter(|n| !scan.dead.contains(n.start())) {
            if node.is("identifier") {
                locals.name(node);
            }
        }
        locals
    }

    fn name(&mut self, node: Node<'t>) {
        let Some(parent) = node.parent() else { return };
        let field = node.field_name();
        let other = (parent.is("attribute") && field == "attribute")
            || (parent.is("keyword_argument") && field == "name")
            || (parent.is("function_definition") && field == "name");
        if other {
            return;
        }
        self.by_text |= matches!(node.text(), "locals" | "vars" | "eval" | "exec");
        if parent.is("assignment") && field == "left" {
            self.assigned(node, parent);
            return;
        }
        let times = self.read.entry(node.text()).or_insert(0);
        *times = times.saturating_add(1);
    }

    fn assigned(&mut self, name: Node<'t>, assignment: Node<'t>) {
        let Some(value) = assignment.field("right") else {
            return;
        };
        let call = shape::bare(value);
        if shape::callee(call).is_some_and(|c| c.is("attribute")) {
            self.answers
                .push((name.text(), shape::called(call), assignment));
        }
    }

    /// `rows = cursor.fetchall()`, and no `rows` anywhere after.
    fn never_looked_at(&self, found: &mut Vec<Finding<'t>>) {
        for (name, method, place) in &self.answers {
            let read = self.read.contains_key(name) || self.by_text || name.starts_with('_');
            let asked = QUERIES.contains(method) || gives_fixed(*place);
            if !read && asked {
                let finding = Finding::likely(*place, method, Reason::ResultDiscarded);
                let nothing = hands_out_nothing(*place) || gives_fixed(*place);
                found.push(finding.certain_if(nothing));
            }
        }
    }
}

/// Whether what a function fetches is rows, and what it hands out is empty: `return render("list.html", rows=[])`.
pub(in crate::python) fn hands_out_nothing(place: Node<'_>) -> bool {
    let Some(function) = shape::holder(place).filter(|h| h.is("function_definition")) else {
        return false;
    };
    let inside = function.descendants();
    let mut given = inside.filter(|n| n.is("return_statement") && n.start() > place.start());
    given.any(|statement| {
        let parts = statement.descendants().take(PARTS_MAX);
        let empty = |n: Node<'_>| n.is_any(&["list", "dictionary"]) && n.named().next().is_none();
        let mut parts = parts.filter(|n| empty(*n));
        parts.next().is_some()
    })
}

/// Whether all that a function gives back are values that nothing goes into.
fn gives_fixed(place: Node<'_>) -> bool {
    let Some(function) = shape::holder(place).filter(|h| h.is("function_definition")) else {
        return false;
    };
    let inside = function.descendants().filter(|n| n.is("return_statement"));
    let mut given = inside
        .filter_map(|n| n.named().next())
        .take(PARTS_MAX)
        .peekable();
    let empty = |value: Node<'_>| values::value(value) == Some(Value::Default);
    given.peek().is_some() && given.all(|value| empty(value) && !value.is("false"))
}

/// A function that reads none of its parameters, or not the one that its name speaks of.
fn ignored<'t>(
    function: Node<'t>,
    locals: &Locals<'t>,
    scan: &Scan<'t>,
    definitions: &[Definition],
) -> Option<Finding<'t>> {
    let name = function.field("name")?;
    let definition = scan::around(definitions, name.start())?;
    let substantive = match definition.body {
        Body::Substantive => true,
        Body::None | Body::Hollow(_) => false,
    };
    let class = shape::class_of(function);
    let derived = class.is_some_and(|c| c.field("superclasses").is_some());
    let bound = marks::handles(&definition.marks)
        || marks::excuses(&definition.marks)
        || marks::is_declarative(&definition.marks);
    let free = locals.by_text || scan.in_test(function) || definition.nested;
    if !substantive || derived || bound || free || name.text().starts_with("__") {
        return None;
    }
    let parameters = shape::parameters(function);
    // A function that has `self` is one of a class, wherever it stands.
    let given = parameters.into_iter().map(Node::text);
    let given = given.filter(|p| !p.starts_with('_') && !matches!(*p, "self" | "cls"));
    let (handed, wanted): (Vec<&str>, Vec<&str>) = given.partition(|p| HANDED.contains(p));
    let unread = |p: &&str| !locals.read.contains_key(*p);
    let all = !wanted.is_empty() && wanted.iter().chain(&handed).all(unread);
    let words = phrases::name_words(name.text());
    let spoken = |p: &&str| {
        let mut of_it = phrases::name_words(p);
        of_it.retain(|word| !matches!(word.as_str(), "id" | "name" | "key" | "value"));
        !of_it.is_empty() && of_it.iter().all(|word| words.contains(word))
    };
    let one = wanted.iter().filter(|p| unread(p)).any(spoken);
    (all || one).then(|| {
        Finding::likely(
            shape::decorated(function),
            name.text(),
            Reason::ParameterIgnored,
        )
    })
}
