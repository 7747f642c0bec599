//! Functions that do something, but not with what they are given.

use std::collections::{BTreeMap, BTreeSet};

use crate::go::bodies::stubs::Finding;
use crate::go::items::File;
use crate::go::return_values::not_implemented_handlers;
use crate::go::shape::{self, Head};
use crate::go::words;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::scan::Scan;
use crate::syntax::Node;

/// A body of more nodes than this is not searched.
const BODY_NODES_MAX: u32 = 50_000;

/// How far above a name the statement is looked for that sets it right.
const CORRECTION_DEPTH_MAX: usize = 8;

/// Longest signature that is compared with others, in bytes.
const SIGNATURE_BYTES_MAX: usize = 400;

/// Ends of the names of types that are handed to whoever is called back.
const HANDED: [&str; 15] = [
    "Context", "Cmd", "Request", "Event", "Command", "Ctx", "Conn", "Msg", "Message", "Logger",
    "Writer", "Reader", "T", "B", "Tracer",
];

/// Methods that interfaces of the standard library and of common frameworks ask for.
const COMMON: [&str; 40] = [
    "Write",
    "Read",
    "Close",
    "Seek",
    "ReadAt",
    "WriteAt",
    "WriteString",
    "ServeHTTP",
    "RoundTrip",
    "Less",
    "Swap",
    "Push",
    "Pop",
    "Scan",
    "Format",
    "Set",
    "Get",
    "Is",
    "As",
    "Open",
    "Stat",
    "Handle",
    "Enabled",
    "WithAttrs",
    "WithGroup",
    "Accept",
    "Dial",
    "DialContext",
    "Value",
    "Deadline",
    "SetDeadline",
    "Visit",
    "Run",
    "Execute",
    "Convert",
    "Render",
    "Next",
    "Fire",
    "Log",
    "Error",
];

/// What the rest of a file says of who dictates a function's signature.
pub(in crate::go) struct Others<'t> {
    /// Names that stand somewhere without being called, of methods too.
    handed_on: BTreeSet<&'t str>,
    /// How often each list of parameters and results stands in the file, as a function or as a type of functions.
    signatures: BTreeMap<String, u32>,
}

impl<'t> Others<'t> {
    pub(in crate::go) fn of(scan: &Scan<'t>) -> Others<'t> {
        let mut others = Others {
            handed_on: BTreeSet::new(),
            signatures: BTreeMap::new(),
        };
        for node in scan.live() {
            let function = ["function_declaration", "method_declaration", "func_literal"];
            if node.is("selector_expression") {
                let called = node.field_name() == "function";
                let field = node.field("field").filter(|_| !called);
                others.handed_on.extend(field.map(Node::text));
            } else if node.is("identifier") {
                let holder = node.parent();
                let called = node.field_name() == "function";
                let declared = node.field_name() == "name"
                    && holder.is_some_and(|it| it.is("function_declaration"));
                if !called && !declared {
                    others.handed_on.insert(node.text());
                }
            } else if node.is_any(&function) || node.is_any(&["function_type", "method_elem"]) {
                let count = others.signatures.entry(signature(node)).or_default();
                *count = count.saturating_add(1);
            }
        }
        others
    }

    /// Whether a function looks as it does because somebody else asks for it.
    fn dictate(&self, node: Node<'t>, name: &str) -> bool {
        let alike = self.signatures.get(&signature(node)).copied();
        self.handed_on.contains(name) || alike.unwrap_or(0) > 1
    }
}

/// The types of the parameters and results of a function, as text.
fn signature(node: Node<'_>) -> String {
    let head = Head::of(node);
    let mut text = String::new();
    for it in head.parameters.iter().map(|it| it.of) {
        text.push_str(it.text());
        text.push(',');
        if text.len() > SIGNATURE_BYTES_MAX {
            break;
        }
    }
    text.push(')');
    for it in head.results.iter().take(8) {
        text.push_str(it.text());
        text.push(',');
    }
    let end = (0..=text.len().min(SIGNATURE_BYTES_MAX))
        .rev()
        .find(|at| text.is_char_boundary(*at));
    text.truncate(end.unwrap_or(0));
    text
}

/// Finds a function with real work that looks at none of its parameters, or not at the one its name speaks of.
pub(in crate::go) fn find<'t>(
    node: Node<'t>,
    file: &File<'t>,
    others: &Others<'t>,
) -> Vec<Finding<'t>> {
    let body = node.field("body").filter(|it| it.size() <= BODY_NODES_MAX);
    let (Some(name), Some(body)) = (node.field("name").map(Node::text), body) else {
        return Vec::new();
    };
    let head = Head::of(node);
    let read = read(body);
    let ignored: Vec<&str> = given(&head).filter(|it| !read.contains(it)).collect();
    let found =
        |what: String| Finding::new(node, what, Reason::ParameterIgnored, Certainty::Likely);
    let all = ignored.len() == given(&head).count() && !ignored.is_empty();
    let free = head.receiver.is_none() && !not_implemented_handlers::is_handler(&head);
    // One statement alone is often all that a platform can do.
    let works = shape::statements(body).nth(1).is_some();
    if all && free && works {
        return vec![found(name.to_owned())];
    }
    let spoken = ignored.iter().find(|it| works && speaks(name, it));
    if let Some(parameter) = spoken {
        return vec![found(format!("{name}: {parameter}"))];
    }
    let promised = |it: &str| is_promised(node, name, it, file);
    let public = shape::is_public(name);
    let owned = head
        .receiver
        .filter(|it| (works || !public) && it.name.is_some_and(|name| read.contains(name)));
    if let Some(receiver) = owned.filter(|_| is_own(node, &head, file, others)) {
        let mut told = ignored.iter().filter(|it| {
            let fits = head.parameters.iter().find(|of| of.name == Some(**it));
            let handed = fits.is_none_or(|it| is_handed(it.of));
            !handed && (!public || promised(it))
        });
        let found = told
            .next()
            .map(|it| found(format!("{}.{name}({it})", receiver.of)));
        return found.into_iter().collect();
    }
    if !is_free(node, &head, others) {
        // One that may end early is faint: everybody takes a context.
        let ends = head.parameters.iter().find(|it| {
            it.of.text() == "context.Context" && it.name.is_some_and(|it| !read.contains(it))
        });
        let what = ends.and_then(|it| Some(format!("{name}({})", it.name?)));
        let faint = |what| Finding::new(node, what, Reason::ParameterIgnored, Certainty::Faint);
        return what.map(faint).into_iter().collect();
    }
    let alone = head.parameters.iter();
    let alone = alone.filter(|it| it.name.is_some_and(|name| ignored.contains(&name)));
    alone
        .filter_map(|it| Some(found(format!("{name}({})", it.name?))))
        .collect()
}

/// Parameters of which a function only asks whether they are there, whoever may have said what it takes. A plan that writes
/// one between brackets wants it to make a difference.
pub(in crate::go) fn faint<'t>(node: Node<'t>, others: &Others<'t>) -> Vec<Finding<'t>> {
    let body = node.field("body").filter(|it| it.size() <= BODY_NODES_MAX);
    let (Some(name), Some(body)) = (node.field("name").map(Node::text), body) else {
        return Vec::new();
    };
    let head = Head::of(node);
    let owner = head.receiver.map_or("", |it| it.of);
    let owed = COMMON.contains(&name) || meant(name) || words::stands_in(owner);
    if owed || not_implemented_handlers::is_handler(&head) || others.dictate(node, name) {
        return Vec::new();
    }
    // What answers yes or no, and what only fails, may be there to ask just whether there is one.
    let mut results = head.results.iter();
    let answers = results.any(|it| !matches!(it.text(), "bool" | "error"));
    let own = head.parameters.iter().filter(|it| !is_handed(it.of));
    let own = own.filter_map(|it| it.name);
    let ignored = own.filter(|it| answers && only_there(body, it));
    ignored
        .map(|it| {
            let what = format!("{name}({it})");
            Finding::new(node, what, Reason::ParameterIgnored, Certainty::Faint)
        })
        .collect()
}

/// Whether all that is ever asked of a text or a pointer is whether there is one: `tag != ""`.
fn only_there(body: Node<'_>, name: &str) -> bool {
    let mut places = body
        .descendants()
        .filter(|it| it.is("identifier") && it.text() == name)
        .peekable();
    places.peek().is_some()
        && places.all(|it| {
            let parent = it.parent().filter(|it| it.is("binary_expression"));
            let other = parent.and_then(|it| it.field("right"));
            other.is_some_and(|it| it.is("nil") || it.text() == "\"\"")
        })
}

/// Whether nobody but the file itself is known to say what a function takes.
pub(in crate::go) fn is_free<'t>(node: Node<'t>, head: &Head<'t>, others: &Others<'t>) -> bool {
    let name = node.field("name").map_or("", Node::text);
    let free = head.receiver.is_none() && !not_implemented_handlers::is_handler(head);
    // Who is called back takes what everyone is given.
    let handed = head.parameters.iter();
    // A stream is as often something to work with as it is what a callback gets.
    let mut handed = handed.filter(|it| !matches!(it.of.text(), "io.Writer" | "io.Reader"));
    free && !handed.any(|it| is_handed(it.of)) && !meant(name) && !others.dictate(node, name)
}

/// Whether a method is one that no interface is known to ask for: neither one of the file nor a common one.
fn is_own<'t>(node: Node<'t>, head: &Head<'t>, file: &File<'t>, others: &Others<'t>) -> bool {
    let name = node.field("name").map_or("", Node::text);
    let owner = head.receiver.map_or("", |it| it.of);
    let idle = meant(name) || words::stands_in(owner) || not_implemented_handlers::is_handler(head);
    !file.asked.contains(name) && !COMMON.contains(&name) && !idle && !others.dictate(node, name)
}

/// Whether the comment above a function speaks of a parameter by its name.
fn is_promised<'t>(node: Node<'t>, name: &str, parameter: &str, file: &File<'t>) -> bool {
    let above: Vec<Node<'t>> = file.notes.above(node.line()).collect();
    let starts = above.last().is_some_and(|it| {
        let text = it.text().trim_start_matches(['/', '*', ' ']);
        text.starts_with(name)
    });
    let plain = matches!(
        parameter,
        "a" | "i" | "in" | "to" | "by" | "of" | "s" | "t" | "m"
    );
    let says = |it: &Node<'t>| {
        let words = it
            .text()
            .split(|c: char| !(c.is_alphanumeric() || c == '_'));
        words.into_iter().any(|word| word == parameter)
    };
    starts && !plain && above.iter().any(says)
}

/// The parameters that a function may be expected to look at.
fn given<'t>(head: &Head<'t>) -> impl Iterator<Item = &'t str> {
    // What a type of the context is for need not be looked at.
    let own = head
        .parameters
        .iter()
        .filter(|it| it.of.text() != "context.Context");
    let named: Vec<&str> = own.filter_map(|it| it.name).collect();
    let says =
        |it: &&str| it.starts_with('_') || it.starts_with("ignore") || it.starts_with("unused");
    named.into_iter().filter(move |it| !says(it))
}

/// The names that a body reads. `_ = x` reads nothing.
pub(in crate::go) fn read(body: Node<'_>) -> BTreeSet<&str> {
    let dropped = |it: &Node<'_>| {
        let holder = it.parent();
        let statement = holder.and_then(Node::parent);
        statement.is_some_and(words::is_discard)
    };
    let words = body.descendants().filter(|it| it.is("identifier"));
    words
        .filter(|it| !is_key(*it) && !dropped(it) && !corrects(*it))
        .map(Node::text)
        .collect()
}

/// Whether a name stands where it is only set right: `if n < 1 { n = 1 }`, `n = max(n, 1)`. That alone is no use of it.
fn corrects(name: Node<'_>) -> bool {
    let sets = |statement: Node<'_>| {
        let left = statement.field("left").map(Node::text);
        statement.is("assignment_statement") && left == Some(name.text())
    };
    let mut around = name.ancestors().take(CORRECTION_DEPTH_MAX);
    let statement = around.find(|it| it.is_any(&["assignment_statement", "if_statement", "block"]));
    let Some(statement) = statement else {
        return false;
    };
    match statement.kind() {
        "assignment_statement" => {
            let operator = statement.field("operator").map_or("=", Node::text);
            let right = statement.field("right").and_then(|it| it.named().next());
            let call = right.and_then(shape::Call::of).map_or("", |it| it.last());
            sets(statement)
                && (name.parent().is_some_and(|it| it.field_name() == "left")
                    || operator == "=" && matches!(call, "max" | "min" | "Max" | "Min"))
        }
        "if_statement" => {
            let plain = statement.field("alternative").is_none()
                && statement.field("initializer").is_none();
            let inside = statement.field("consequence");
            let mut inside = inside.into_iter().flat_map(shape::statements).peekable();
            plain && inside.peek().is_some() && inside.all(sets)
        }
        _ => false,
    }
}

/// Whether the name of a function speaks of a parameter: `sortBy(.., by)`.
fn speaks(name: &str, parameter: &str) -> bool {
    let of = phrases::name_words(name);
    let mut after = of
        .iter()
        .skip_while(|it| !matches!(it.as_str(), "by" | "with" | "for"))
        .skip(1);
    let parts = phrases::name_words(parameter);
    parts.last().is_some_and(|last| after.any(|it| it == last))
}

/// Whether a name says that little is done with what is given.
fn meant(name: &str) -> bool {
    words::stands_in(name) || phrases::promises_nothing(name) || matches!(name, "main" | "init")
}

/// Whether a parameter is there because whoever calls hands it to everyone.
fn is_handed(of: Node<'_>) -> bool {
    let last = shape::type_name(of);
    HANDED.iter().any(|end| last.ends_with(end))
}

/// `name` of `T{name: 1}`: a field.
fn is_key(node: Node<'_>) -> bool {
    node.parent()
        .is_some_and(|it| it.is("literal_element") && it.field_name() == "key")
}
