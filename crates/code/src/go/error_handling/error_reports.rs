//! Where a Go file tells of errors, and which types of errors it makes.

use std::collections::BTreeSet;

use crate::facts::Facts;
use crate::go::error_handling::errors;
use crate::go::shape::{self, Call, Head};
use crate::go::words;
use crate::phrases;
use crate::scan::Scan;
use crate::syntax::Node;

/// Names that are kept of a file.
const NAMES_MAX: usize = 2_000;

/// Words in the name of a number that says that something went wrong.
const WRONG: [&str; 9] = [
    "err", "error", "fail", "failed", "failure", "bad", "invalid", "usage", "fatal",
];

/// How far above an error the statement is looked for that writes it out.
const PRINTED_DEPTH_MAX: usize = 8;

/// Fills in the types of errors that are made, and the lines on which one is told.
pub(in crate::go) fn fill(scan: &Scan<'_>, facts: &mut Facts) {
    let mut made = BTreeSet::new();
    for node in scan.live().filter(|it| !scan.in_test(*it)) {
        if let Some(name) = makes(node).filter(|_| made.len() < NAMES_MAX) {
            made.insert(name.to_owned());
        }
        if tells(node) {
            facts.tells.insert(node.line());
        }
    }
    facts.made = Some(made);
}

/// The type of an error that is made here: `ParseError{..}`, `new(ParseError)`, `ParseError("..")`.
fn makes(node: Node<'_>) -> Option<&str> {
    let name = match node.kind() {
        "composite_literal" => shape::type_name(node.field("type")?),
        "call_expression" => {
            let call = Call::of(node)?;
            match call.path() {
                "new" => shape::type_name(call.arguments().next()?),
                _ => call.last(),
            }
        }
        "type_conversion_expression" => shape::type_name(node.field("type")?),
        // A value of it that is declared may be given out as it is.
        "var_spec" => shape::type_name(node.field("type")?),
        _ => return None,
    };
    phrases::names_an_error(name).then_some(name)
}

/// Whether an error is returned, raised or told here.
pub(in crate::go) fn tells(node: Node<'_>) -> bool {
    match node.kind() {
        "return_statement" => {
            let function = node.ancestors().find(|it| it.is_any(&errors::FUNCTIONS));
            let fails = function.is_some_and(|it| Head::of(it).fails());
            let returned = shape::returned(node);
            let named = function.is_some_and(|it| !Head::of(it).result_names.is_empty());
            fails && (returned.last().map_or(named, |it| !it.is("nil")))
                || function.is_some_and(|it| is_status(&Head::of(it), &returned))
        }
        "call_expression" => {
            let Some(call) = Call::of(node) else {
                return false;
            };
            let last = phrases::name_words(call.last());
            let ends = last.iter().any(|word| {
                matches!(
                    word.as_str(),
                    "panic"
                        | "fatal"
                        | "fatalf"
                        | "fatalln"
                        | "exit"
                        | "abort"
                        | "die"
                        | "fail"
                        | "throw"
                )
            });
            let makes = call.path() == "fmt.Errorf" || call.path().starts_with("errors.");
            ends || call.path() == "http.Error" || (makes && !is_printed(node))
        }
        "identifier" if errors::is_error(node.text()) => is_handed_on(node),
        _ => false,
    }
}

/// Whether a number is given back that says that something went wrong: `return 2`, `return exitError`.
fn is_status(head: &Head<'_>, returned: &[Node<'_>]) -> bool {
    let ([result], [given]) = (head.results.as_slice(), returned) else {
        return false;
    };
    let text = given.text();
    let wrong = match given.kind() {
        "int_literal" => text != "0",
        "unary_expression" => text == "-1",
        "identifier" | "selector_expression" => {
            let words = phrases::name_words(text);
            words.iter().any(|word| WRONG.contains(&word.as_str()))
        }
        _ => false,
    };
    result.text() == "int" && wrong
}

/// Whether something is made to be written out, and nothing more.
fn is_printed(node: Node<'_>) -> bool {
    let mut around = node.ancestors().take(PRINTED_DEPTH_MAX);
    let statement = around.find(|it| it.is("expression_statement"));
    let streams = |it: Node<'_>| {
        let call = Call::of(it).filter(|call| call.path().starts_with("fmt.Fprint"));
        let to = call.and_then(|call| call.arguments().next());
        to.is_some_and(|it| matches!(it.text(), "os.Stderr" | "os.Stdout"))
    };
    statement.is_some_and(|it| words::is_log(it) || streams(it))
}

/// Whether an error goes somewhere other than into a log: it is kept, sent or handed to a call.
fn is_handed_on(name: Node<'_>) -> bool {
    let Some(parent) = name.parent() else {
        return false;
    };
    match parent.kind() {
        "argument_list" => {
            let statement = parent.parent().and_then(Node::parent);
            let asks = parent.parent().and_then(Call::of).is_some_and(|it| {
                it.path().starts_with("errors.") || it.path().starts_with("os.Is")
            });
            !asks && !statement.is_some_and(words::is_log) && !is_printed(name)
        }
        "send_statement" | "literal_element" => true,
        "expression_list" => {
            let right = parent.field_name() == "right";
            right && !parent.parent().is_some_and(words::is_discard)
        }
        _ => false,
    }
}

/// Whether a function asks by trying: it says yes or no by its name and its only result, and what panics is a no.
pub(in crate::go) fn asks_by_trying(recover: Node<'_>) -> bool {
    let around = recover.ancestors();
    let mut named = around.filter(|it| it.is_any(&["function_declaration", "method_declaration"]));
    let Some(function) = named.next() else {
        return false;
    };
    let words = phrases::name_words(function.field("name").map_or("", Node::text));
    let first = words.first().map_or("", String::as_str);
    let head = Head::of(function);
    let yes_or_no = matches!(head.results.as_slice(), [only] if only.text() == "bool");
    yes_or_no
        && matches!(
            first,
            "is" | "has" | "can" | "equal" | "contains" | "implements"
        )
}
