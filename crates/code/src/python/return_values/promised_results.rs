//! Whether a function gives what it says that it gives: a value that it promises, an answer that depends on anything, a use
//! for what it fetches and keeps.

use std::collections::BTreeSet;

use crate::parts::{Body, Definition, Reason};
use crate::phrases;
use crate::python::bodies::no_op_statements;
use crate::python::bodies::stubs::Finding;
use crate::python::values::{self, Value};
use crate::python::{marks, shape};
use crate::scan::{self, Scan};
use crate::syntax::Node;

/// Longest function that is looked at, in nodes.
const FUNCTION_NODES_MAX: u32 = 20_000;

/// How many functions around a function still let it be looked at.
const DEPTH_MAX: usize = 4;

/// Most methods of one class that are looked at.
const METHODS_MAX: usize = 200;

pub(in crate::python) fn find<'t>(scan: &Scan<'t>, definitions: &[Definition]) -> Vec<Finding<'t>> {
    let mut found = Vec::new();
    for node in scan.live_of(&["function_definition", "class_definition"]) {
        if found.len() >= scan.limits.items_max {
            break;
        }
        match node.kind() {
            "function_definition" => found.extend(function(node, scan, definitions)),
            "class_definition" if !scan.in_test(node) => kept(node, scan, &mut found),
            _ => {}
        }
    }
    found
}

fn function<'t>(
    node: Node<'t>,
    scan: &Scan<'t>,
    definitions: &[Definition],
) -> Option<Finding<'t>> {
    let (name, body) = (node.field("name")?, node.field("body")?);
    let definition = scan::around(definitions, name.start())?;
    let works = match definition.body {
        Body::Substantive => true,
        Body::None | Body::Hollow(_) => false,
    };
    let depth = node
        .ancestors()
        .filter(|n| n.is("function_definition"))
        .take(DEPTH_MAX);
    let told = marks::declares(&definition.marks) || marks::excuses(&definition.marks);
    if !works || told || scan.in_test(node) || node.size() > FUNCTION_NODES_MAX {
        return None;
    }
    if depth.count() >= DEPTH_MAX || shape::for_types(node) || node.is_broken() {
        return None;
    }
    let say = |reason| Finding::likely(shape::decorated(node), &definition.name, reason);
    if is_settled(name.text(), node, body) {
        return Some(say(Reason::FixedValue));
    }
    if let Some(entry) = fixed_entry(name.text(), body) {
        let what = format!("{}[{entry}]", definition.name);
        return Some(Finding::likely(
            shape::decorated(node),
            &what,
            Reason::FixedValue,
        ));
    }
    if promises(node, body) && gives_nothing(node, body) {
        return Some(say(Reason::DefaultValue));
    }
    let left = unlooked(body)?;
    let unfinished = body
        .descendants()
        .any(|n| n.is("comment") && phrases::not_implemented(n.text()));
    unfinished.then(|| Finding::likely(left, "", Reason::ResultDiscarded).certain_if(true))
}

/// Whether the signature or the first line of its text says that a function hands something back.
fn promises(function: Node<'_>, body: Node<'_>) -> bool {
    let typed = function.field("return_type").map(|r| {
        let text = r.text().trim_matches(['"', '\'']);
        let may_be_none = ["None", "NoReturn", "Never", "Optional", "Any", "object"];
        !may_be_none.iter().any(|word| text.contains(word))
    });
    typed.unwrap_or_else(|| says_it_returns(body))
}

/// Whether the text of a function begins with what it returns.
pub(in crate::python) fn says_it_returns(body: Node<'_>) -> bool {
    const ELSE: [&str; 10] = [
        "to", "from", "if", "control", "early", "none", "nothing", "back", "without", "on",
    ];
    let text = body.named().next().filter(|n| shape::is_docstring(*n));
    let line = text.map_or("", shape::first_text).trim_start();
    let line = line.lines().next().unwrap_or("");
    let mut words = line.split_whitespace().map(str::to_lowercase);
    let first = words.next().unwrap_or_default();
    let mut second = words.next();
    let both = first == "remove" && second.as_deref() == Some("and");
    let returns = match both {
        true => {
            let third = words.next();
            second = words.next();
            third.is_some_and(|word| word == "return")
        }
        false => matches!(first.as_str(), "return" | "returns"),
    };
    returns && second.is_some_and(|word| !ELSE.contains(&word.as_str()))
}

/// Whether a function hands nothing back on any way, and ends by itself.
fn gives_nothing(function: Node<'_>, body: Node<'_>) -> bool {
    let own = |n: &Node<'_>| shape::holder(*n).map(Node::id) == Some(function.id());
    let mut gives = body
        .descendants()
        .filter(|n| n.is_any(&["return_statement", "raise_statement", "while_statement"]))
        .filter(own);
    let gives = gives.any(|n| !n.is("return_statement") || n.named().next().is_some());
    let leaves = body.descendants().any(|n| {
        let name = shape::called(n);
        n.is("call") && matches!(name, "exit" | "_exit" | "fail" | "skip" | "abort")
    });
    !gives && !leaves && !no_op_statements::yields(body)
}

/// Whether all that a function does with what it is given is to refuse some of it, and the answer is one literal.
fn is_settled(name: &str, function: Node<'_>, body: Node<'_>) -> bool {
    let statements: Vec<Node<'_>> = body
        .named()
        .filter(|s| !no_op_statements::is_nothing(*s))
        .collect();
    let Some((last, before)) = statements.split_last() else {
        return false;
    };
    let Some(answer) = shape::returned(*last).filter(|_| last.is("return_statement")) else {
        return false;
    };
    let literal = matches!(values::value(answer), Some(Value::Default | Value::Fixed));
    let works = before.iter().filter(|s| !no_op_statements::logs(**s));
    let mut works = works.filter(|s| !s.is("comment")).peekable();
    let asks = works.peek().is_some();
    let number = answer.is_any(&["integer", "float", "string", "list", "dictionary", "call"]);
    let guards = works.all(|s| is_guard(*s, answer.text()) || (number && only_looks_up(*s)));
    let words = phrases::name_words(name);
    let first = words.first().map_or("", String::as_str);
    let refuses = phrases::asks(first) || !answer.is("true");
    let parameters = shape::parameters(function);
    let checks = phrases::only_checks(first) || phrases::promises_nothing(name);
    // A method without parameters is asked about its object: `if not self.rows: return 0`, and `return 0` in the end.
    let own = || {
        let forks = before.iter().filter_map(|it| it.field("condition"));
        let mut inside = forks.flat_map(Node::descendants);
        number && inside.any(|it| it.is("identifier") && it.text() == "self")
    };
    let given = !parameters.is_empty() || own();
    literal && asks && guards && refuses && !checks && given && !answer.is("none")
}

/// A statement that asks for something, and keeps nothing of it: `os.stat(path)`.
fn only_looks_up(statement: Node<'_>) -> bool {
    const FIRST: [&str; 12] = [
        "stat", "lstat", "get", "find", "read", "load", "fetch", "lookup", "query", "head",
        "resolve", "parse",
    ];
    let call = shape::bare(statement);
    let words = phrases::name_words(shape::called(call));
    let first = words.first().map_or("", String::as_str);
    statement.is("expression_statement") && call.is("call") && FIRST.contains(&first)
}

/// A number among those that a function counts together in the end, which it does not count: `"overdue": 0`.
fn fixed_entry<'t>(name: &str, body: Node<'t>) -> Option<&'t str> {
    const COUNTS: [&str; 16] = [
        "stats",
        "statistics",
        "summary",
        "summarize",
        "summarise",
        "metrics",
        "counts",
        "count",
        "report",
        "info",
        "usage",
        "totals",
        "overview",
        "describe",
        "tally",
        "status",
    ];
    let words = phrases::name_words(name);
    if !words.iter().any(|word| COUNTS.contains(&word.as_str())) {
        return None;
    }
    let last = body.named().last().filter(|s| s.is("return_statement"))?;
    let answer = shape::returned(last)?;
    let entries: Vec<(Node<'t>, Node<'t>)> = match answer.kind() {
        "dictionary" => answer
            .named()
            .filter_map(|pair| Some((pair.field("key")?, pair.field("value")?)))
            .collect(),
        "call" => {
            let list = answer.field("arguments").into_iter().flat_map(Node::named);
            list.filter_map(|pair| Some((pair.field("name")?, pair.field("value")?)))
                .collect()
        }
        _ => return None,
    };
    let literal = |value: Node<'_>| values::value(value).is_some();
    let counted = entries.iter().filter(|(_, value)| !literal(*value)).count();
    let zero = entries
        .iter()
        .find(|(_, value)| value.is("integer") && values::value(*value) == Some(Value::Default))?;
    (counted > 0).then(|| zero.0.text())
}

/// `if bad(x): raise ..`, or with the same answer as in the end.
fn is_guard(statement: Node<'_>, answer: &str) -> bool {
    if !statement.is("if_statement") {
        return false;
    }
    let plain = !statement
        .children()
        .any(|n| n.is_any(&["else_clause", "elif_clause"]));
    let then = statement.field("consequence");
    let mut then = then.into_iter().flat_map(shape::statements);
    let leaves = |s: Node<'_>| {
        s.is("raise_statement") || shape::returned(s).is_some_and(|r| r.text() == answer)
    };
    plain && then.all(|s| leaves(s) || no_op_statements::logs(s))
}

/// What a call answered, where no name after it looks at it.
fn unlooked(body: Node<'_>) -> Option<Node<'_>> {
    let mut read: BTreeSet<&str> = BTreeSet::new();
    let mut kept = Vec::new();
    for node in body.descendants() {
        let bound = node.is("assignment")
            && node
                .field("right")
                .is_some_and(|r| shape::bare(r).is("call"));
        // A class inside keeps its own names.
        let bound = bound && shape::holder(node).is_some_and(|h| !h.is("class_definition"));
        if bound && let Some(name) = node.field("left").filter(|l| l.is("identifier")) {
            kept.push((name.text(), node));
        }
        let left = node.field_name() == "left" && node.parent().is_some_and(|p| p.is("assignment"));
        if node.is("identifier") && !left {
            read.insert(node.text());
        }
    }
    let by_text = ["locals", "vars", "eval", "exec"];
    if by_text.iter().any(|name| read.contains(name)) {
        return None;
    }
    let mut left = kept.into_iter();
    left.find(|(name, _)| !name.starts_with('_') && !read.contains(name))
        .map(|(_, node)| node)
}

/// A class that keeps what it is given, and looks at none of it: its methods with a fixed answer, and what is private.
fn kept<'t>(class: Node<'t>, scan: &Scan<'t>, found: &mut Vec<Finding<'t>>) {
    let members = || class.field("body").into_iter().flat_map(Node::named);
    let methods = members().filter_map(|m| match m.is("decorated_definition") {
        true => m.field("definition"),
        false => Some(m),
    });
    let methods: Vec<Node<'t>> = methods
        .filter(|m| m.is("function_definition"))
        .take(METHODS_MAX)
        .collect();
    let named = |m: &Node<'t>| m.field("name").map_or("", Node::text);
    let Some(start) = methods.iter().find(|m| named(m) == "__init__") else {
        return;
    };
    let fields = fields(*start);
    if fields.is_empty() || fields.iter().any(|name| is_looked_at(name, scan)) {
        return;
    }
    let owner = class.field("name").map_or("", Node::text);
    for method in methods.iter().filter(|m| m.id() != start.id()) {
        let body = method
            .field("body")
            .into_iter()
            .flat_map(shape::statements)
            .collect::<Vec<_>>();
        let [only] = body.as_slice() else { continue };
        let answer = shape::returned(*only).filter(|_| only.is("return_statement"));
        let literal = answer.and_then(values::value).is_some();
        let given = shape::parameters(*method);
        let plain = shape::decorators(*method).next().is_none();
        if literal && !given.is_empty() && plain {
            let what = format!("{owner}.{}", named(method));
            found.push(Finding::likely(*method, &what, Reason::FixedValue));
        }
    }
}

/// The fields that a constructor fills from what it is given.
fn fields<'t>(start: Node<'t>) -> BTreeSet<&'t str> {
    let given: BTreeSet<&str> = shape::parameters(start)
        .into_iter()
        .map(Node::text)
        .collect();
    let body = start.field("body").into_iter().flat_map(Node::named);
    let assignments = body.filter_map(|s| s.child("assignment"));
    assignments
        .filter_map(|assignment| {
            let left = assignment.field("left").filter(|l| l.is("attribute"))?;
            let own = left.field("object").is_some_and(|o| o.text() == "self");
            let right = assignment.field("right")?;
            let mut inside = std::iter::once(right).chain(right.descendants());
            let fed = inside.any(|n| n.is("identifier") && given.contains(n.text()));
            (own && fed).then(|| left.field("attribute").map_or("", Node::text))
        })
        .collect()
}

/// Whether anything in the file looks at a field, or names it in a text.
fn is_looked_at(name: &str, scan: &Scan<'_>) -> bool {
    scan.live().any(|n| {
        let attribute = n.is("identifier") && n.field_name() == "attribute" && n.text() == name;
        let put = n.parent().is_some_and(|p| {
            p.field_name() == "left" && p.parent().is_some_and(|a| a.is("assignment"))
        });
        (attribute && !put) || (n.is("string_content") && n.text() == name)
    })
}
