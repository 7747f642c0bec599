//! Local names that are given something, and that nothing looks at: an option that is parsed and lost, a count that only
//! counts.

use std::collections::{BTreeMap, BTreeSet};

use crate::parts::Reason;
use crate::python::bodies::stubs::Finding;
use crate::python::shape;
use crate::scan::Scan;
use crate::syntax::Node;

/// Longest function that is looked at, in nodes.
const FUNCTION_NODES_MAX: u32 = 20_000;

/// How many functions around a function still let it be looked at.
const DEPTH_MAX: usize = 4;

/// Calls that look local names up by their text.
const BY_TEXT: [&str; 6] = ["locals", "vars", "eval", "exec", "dir", "_getframe"];

/// What one function does with its own names.
#[derive(Default)]
struct Names<'t> {
    /// Where a name is given something, in source order.
    set: BTreeMap<&'t str, Vec<Node<'t>>>,
    /// Names that are looked at, or that are not the function's own.
    read: BTreeSet<&'t str>,
    /// Names of what is put in order.
    ordered: BTreeSet<&'t str>,
}

/// Finds them, but on lines of which something else was found.
pub(in crate::python) fn find<'t>(scan: &Scan<'t>, found: &mut Vec<Finding<'t>>) {
    let told: BTreeSet<u32> = found.iter().map(|it| it.node.line()).collect();
    for node in scan.live_of(&["function_definition"]) {
        let outer = node.ancestors().filter(|n| n.is("function_definition"));
        let deep = outer.take(DEPTH_MAX).count() >= DEPTH_MAX;
        if deep || node.size() > FUNCTION_NODES_MAX || node.is_broken() || scan.in_test(node) {
            continue;
        }
        if found.len() >= scan.limits.items_max {
            return;
        }
        let names = Names::of(node, scan);
        let unread = names.unread().into_iter();
        found.extend(unread.filter(|it| !told.contains(&it.node.line())));
    }
}

impl<'t> Names<'t> {
    fn of(function: Node<'t>, scan: &Scan<'t>) -> Names<'t> {
        let mut names = Names::default();
        for node in function.descendants().filter(|n| n.is("identifier")) {
            names.look(node, function, scan);
        }
        names
    }

    fn look(&mut self, node: Node<'t>, function: Node<'t>, scan: &Scan<'t>) {
        let Some(parent) = node.parent() else { return };
        let field = node.field_name();
        let other = (parent.is("attribute") && field == "attribute")
            || (parent.is("keyword_argument") && field == "name")
            || (parent.is("class_definition") && field == "name");
        if other {
            return;
        }
        if parent.is("function_definition") && field == "name" {
            if parent.id() != function.id() {
                self.set.entry(node.text()).or_default().push(parent);
            }
            return;
        }
        if orders(node, parent) {
            self.ordered.insert(node.text());
            return;
        }
        let place = match parent.is("pattern_list") {
            // `hue, lightness = split(colour)`
            true => parent.parent().filter(|_| parent.field_name() == "left"),
            false => Some(parent).filter(|_| field == "left"),
        };
        let place = place.filter(|it| it.is_any(&["assignment", "augmented_assignment"]));
        let own = shape::holder(node).map(Node::id) == Some(function.id());
        if let Some(place) = place.filter(|_| own && !scan.dead.contains(node.start())) {
            self.set.entry(node.text()).or_default().push(place);
        } else {
            // What a function inside sets is its own, or is said to be this one's.
            self.read.insert(node.text());
        }
    }

    /// Names that are given something, and that nothing looks at.
    fn unread(&self) -> Vec<Finding<'t>> {
        if BY_TEXT.iter().any(|name| self.read.contains(name)) {
            return Vec::new();
        }
        let unread = self.set.iter().filter(|(name, places)| {
            let own = !self.ordered.contains(*name) || places.iter().all(|it| is_copied(*it));
            !name.starts_with('_') && !self.read.contains(*name) && own && is_kept(places)
        });
        let places = unread.filter_map(|(name, places)| {
            Some(Finding::likely(*places.first()?, name, Reason::NeverRead))
        });
        places.collect()
    }
}

/// `copy.sort()` as a statement: it is put in order, and nobody looks at it by that. Whether it is a copy is asked where it
/// is made.
fn orders(name: Node<'_>, member: Node<'_>) -> bool {
    let method = member.field("attribute").map_or("", Node::text);
    let call = member.parent().filter(|it| it.is("call"));
    let alone = call.and_then(Node::parent);
    member.is("attribute")
        && name.field_name() == "object"
        && matches!(method, "sort" | "reverse")
        && alone.is_some_and(|it| it.is("expression_statement"))
}

/// `copy = list(rows)`: what is put in order is nobody else's.
fn is_copied(assignment: Node<'_>) -> bool {
    let value = assignment.field("right").map(shape::bare);
    value.is_some_and(|it| {
        let made = matches!(shape::called(it), "list" | "sorted" | "copy" | "deepcopy");
        let slice = || it.is("subscript") && it.named().any(|part| part.is("slice"));
        it.is("call") && made || it.is("list_comprehension") || slice()
    })
}

/// Whether a name is given something each time by a statement of its own, and no comment says why nobody looks at it; a
/// function that is made inside another one is given to nobody but by its name.
fn is_kept(places: &[Node<'_>]) -> bool {
    places.iter().all(|place| match place.kind() {
        "function_definition" => {
            shape::class_of(*place).is_none() && shape::decorators(*place).next().is_none()
        }
        "assignment" => {
            let alone = place.parent().is_some_and(|p| p.is("expression_statement"));
            let value = place.field("right");
            let sum = value.is_some_and(is_worked_out);
            // An object may be kept alive.
            let made = value.is_some_and(|it| shape::called(it).starts_with(char::is_uppercase));
            alone && value.is_some() && !made && !is_noted(*place, sum)
        }
        _ => false,
    })
}

/// Whether a value is put together of others, and nothing else happens on the way: `total / count`, `f"{name}: {value}"`.
fn is_worked_out(value: Node<'_>) -> bool {
    let value = shape::bare(value);
    let made = value.is_any(&[
        "binary_operator",
        "list_comprehension",
        "comparison_operator",
    ]) || (value.is("string") && shape::has_holes(value));
    let mut inside = value.descendants();
    made && !inside.any(|it| it.is_any(&["call", "await", "yield", "named_expression"]))
}

/// Whether a comment says something about a place. One that only quiets a linter says nothing of why a sum is not looked at
/// (`sum`); what a call gives may be kept for its own sake.
fn is_noted(place: Node<'_>, sum: bool) -> bool {
    let quiets = |note: &str| {
        let text = note.trim_start_matches(['#', ' ']).to_lowercase();
        let codes = text.strip_prefix("noqa");
        let codes = codes.map(|it| it.trim_start_matches([':', ' ']));
        codes.is_some_and(|it| !it.trim().contains(' '))
    };
    let last = place.span().end_line;
    let mut after = place.next().into_iter().filter(|n| n.line() <= last);
    after.any(|n| n.is("comment") && !(sum && quiets(n.text())))
}
