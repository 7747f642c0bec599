//! What a function reads of what it has: parameters that the work never looks at, results that nobody reads.

use std::collections::{BTreeMap, BTreeSet};

use crate::parts::{Certainty, Definition, Exported, Reason, Stub};
use crate::rust::attributes::Attributes;
use crate::rust::bodies::surroundings::Setting;
use crate::rust::data::read_only_methods;
use crate::rust::data::unread_locals;
use crate::rust::items::visibility;
use crate::rust::values;
use crate::scan::Scan;
use crate::syntax::Node;

/// How many nodes of functions are read, for each node of the file. Functions nest, and each is read whole.
const READ_MAX: u32 = 8;

/// How often each name stands in a function, strings that are formatted included.
type Counts<'t> = BTreeMap<&'t str, u32>;

/// Leaves that stand for names.
pub(super) const NAMED: [&str; 3] = ["identifier", "shorthand_field_identifier", "string_content"];

/// Finds them in all functions of a file.
pub(in crate::rust) fn find<'t>(
    scan: &Scan<'t>,
    attributes: &Attributes<'t>,
    definitions: &[Definition],
) -> Vec<Stub> {
    let mut found = Vec::new();
    let values = values_of(scan);
    let whole = scan.tree.root().map_or(0, |it| it.size());
    let mut budget = whole.saturating_mul(READ_MAX);
    for node in scan.live_of(&["function_item"]) {
        let (Some(block), Some(name)) = (node.field("body"), node.field("name")) else {
            continue;
        };
        let Some(left) = budget.checked_sub(block.size().saturating_sub(1)) else {
            break;
        };
        budget = left;
        if scan.in_test(node) || attributes.is_quiet(node) || node.is_broken() {
            continue;
        }
        let counts = counts(block);
        let function = Reading {
            node,
            name: name.text(),
            block,
            last: block.named().last(),
            counts,
            dictated: values.contains(name.text()),
        };
        function.locals(&mut found);
        let own = |it: Node<'t>| function.innermost(it);
        unread_locals::find(block, name.text(), &function.counts, own, &mut found);
        let known = definitions
            .binary_search_by_key(&node.start(), |d| d.span.bytes.start)
            .ok()
            .and_then(|at| definitions.get(at));
        if known.is_some_and(works) {
            function.parameters(attributes, &mut found);
        }
        if found.len() >= scan.limits.items_max {
            break;
        }
    }
    found
}

/// Names that stand where they are not called: functions among them are handed on.
pub(in crate::rust) fn values_of<'t>(scan: &Scan<'t>) -> BTreeSet<&'t str> {
    let names = scan.live_of(&["identifier"]);
    let handed = names.filter(|node| {
        let parent = match node.parent() {
            Some(parent) if parent.is("scoped_identifier") => parent.parent(),
            parent => parent,
        };
        parent.is_some_and(|it| {
            it.is_any(&[
                "arguments",
                "token_tree",
                "field_initializer",
                "array_expression",
                "tuple_expression",
                "let_declaration",
                "const_item",
                "static_item",
                "match_arm",
                "reference_expression",
            ])
        })
    });
    handed.map(Node::text).collect()
}

/// A parameter that is there for its type.
pub(in crate::rust) fn is_marker(name: Node<'_>) -> bool {
    let kind = name.parent().and_then(|it| it.field("type"));
    let kind = kind.map_or("", Node::text);
    name.text() == "_" || kind == "()" || kind.contains("PhantomData") || kind.contains('\'')
}

/// Whether a name is read in a node, also inside macros and format strings.
pub(in crate::rust) fn reads(node: Node<'_>, name: &str) -> bool {
    node.within(&NAMED).any(|inner| is_named(inner, name))
}

/// The same, where `let _ = name;` is no reading.
pub(in crate::rust) fn looks_at(node: Node<'_>, name: &str) -> bool {
    let mut inside = node.within(&NAMED);
    inside.any(|it| is_named(it, name) && !is_dismissed(it))
}

/// A definition that holds work, so that what it leaves unread is worth a word of its own.
fn works(definition: &Definition) -> bool {
    definition.kind.is_function() && definition.body == crate::parts::Body::Substantive
}

/// One function and the names in it.
struct Reading<'t> {
    node: Node<'t>,
    name: &'t str,
    block: Node<'t>,
    /// The last statement.
    last: Option<Node<'t>>,
    counts: Counts<'t>,
    /// It is handed to others as a value, who say which parameters it has.
    dictated: bool,
}

impl<'t> Reading<'t> {
    /// A named parameter that the body never reads. The compiler warns of it, except where others prescribe it.
    fn parameters(&self, attributes: &Attributes<'t>, found: &mut Vec<Stub>) {
        let prescribed = self
            .node
            .ancestors()
            .take(2)
            .any(|n| n.is("trait_item") || (n.is("impl_item") && n.field("trait").is_some()));
        let setting = Setting::of(self.node, None, attributes, false);
        let refuses = |only: Node<'t>| {
            let call = values::unwrap(only).field("function");
            call.is_some_and(|it| it.text() == "Err")
        };
        let fails = self.last.is_some_and(refuses) && self.block.named().count() == 1
            || self
                .block
                .within(&["macro_invocation"])
                .any(|n| values::unimplemented(n).is_some());
        if prescribed || setting.quiet || setting.configured || fails {
            return;
        }
        // Within a crate an underscore is a note to its own authors; to callers from outside it's an empty promise.
        let offered = visibility(self.node) == Exported::Yes;
        let parameters = self.node.field("parameters").into_iter();
        let patterns = parameters
            .flat_map(Node::named)
            .filter(|it| it.is("parameter"))
            .filter_map(|it| it.field("pattern"));
        for name in patterns.filter(|it| it.is("identifier")) {
            let read = self.counts.contains_key(name.text());
            let meant =
                name.text().starts_with('_') && (!offered || self.dictated || is_marker(name));
            if !read && !meant {
                found.push(self.stub(name, Reason::ParameterIgnored, Certainty::Likely));
            }
        }
    }

    fn locals(&self, found: &mut Vec<Stub>) {
        for node in self.block.within(&["let_declaration"]) {
            let Some(pattern) = node
                .field("pattern")
                .filter(|_| node.field("value").is_some())
            else {
                continue;
            };
            let is_name = pattern.is("identifier") && !pattern.text().starts_with('_');
            if !is_name || !self.innermost(node) {
                continue;
            }
            let name = pattern.text();
            match self.counts.get(name).copied().unwrap_or(0) {
                0 | 1 => found.extend(self.unread(node, pattern)),
                _ => {}
            }
        }
    }

    /// Whether this function is the one that a node belongs to.
    fn innermost(&self, node: Node<'t>) -> bool {
        let around = node.ancestors().find(|n| n.is("function_item"));
        around.is_some_and(|n| n.id() == self.node.id())
    }

    /// `let rows = db.query(..)?;`, and nobody reads `rows`.
    fn unread(&self, node: Node<'t>, pattern: Node<'t>) -> Option<Stub> {
        let found = || self.stub(pattern, Reason::NeverRead, Certainty::Likely);
        node.field("alternative").is_none().then(found)
    }

    fn stub(&self, at: Node<'t>, reason: Reason, certainty: Certainty) -> Stub {
        Stub {
            line: at.line(),
            what: format!("{} of {}", at.text(), self.name),
            reason,
            certainty,
            test: false,
        }
    }
}

fn counts(block: Node<'_>) -> Counts<'_> {
    let mut counts = Counts::new();
    let read = block.within(&NAMED).filter(|node| !is_dismissed(*node));
    for name in read.flat_map(named) {
        let count = counts.entry(name).or_default();
        *count = count.saturating_add(1);
    }
    counts
}

/// The name in `let _ = name;` or `let _ = name.iter();`, which only keeps the compiler quiet.
fn is_dismissed(name: Node<'_>) -> bool {
    let mut at = name;
    for _ in 0..4 {
        let asked = at
            .parent()
            .filter(|it| it.is("field_expression") && at.field_name() == "value");
        let call = asked.and_then(Node::parent);
        let Some((asked, call)) = asked.zip(call.filter(|it| it.is("call_expression"))) else {
            break;
        };
        let given = call.field("arguments").and_then(|it| it.named().next());
        let method = asked.field("field").map_or("", Node::text);
        if given.is_some() || !read_only_methods::is_reading(method) {
            break;
        }
        at = call;
    }
    let around = at
        .parent()
        .filter(|it| name.is("identifier") && it.is("let_declaration"));
    let pattern = around.and_then(|it| it.field("pattern"));
    pattern.is_some_and(|it| it.text() == "_")
}

/// Whether a leaf stands for a name.
#[inline]
fn is_named(node: Node<'_>, name: &str) -> bool {
    match node.kind() {
        "identifier" | "shorthand_field_identifier" => node.text() == name,
        "string_content" => named(node).any(|found| found == name),
        _ => false,
    }
}

/// The names that a leaf stands for.
pub(super) fn named(node: Node<'_>) -> impl Iterator<Item = &str> {
    let text = node.text();
    let own = node.is_any(&["identifier", "shorthand_field_identifier"]);
    let captured = node.is("string_content") && text.contains('{');
    let captured = captured.then(|| values::captures(text));
    own.then_some(text)
        .into_iter()
        .chain(captured.into_iter().flatten())
}
