//! Which errors a file makes, and on which lines it tells of one.

use std::collections::BTreeSet;

use crate::facts::Facts;
use crate::phrases;
use crate::python::shape;
use crate::scan::Scan;
use crate::syntax::Node;

/// Most lines that are kept.
const LINES_MAX: usize = 10_000;

/// Fills in what errors the file makes, and where it tells of errors.
pub(in crate::python) fn find(scan: &Scan<'_>, facts: &mut Facts) {
    let mut made = BTreeSet::new();
    let live = scan.live_of(&["identifier", "raise_statement", "call"]);
    let live = live.filter(|n| !scan.in_test(*n));
    for node in live {
        match node.kind() {
            "identifier" if phrases::names_an_error(node.text()) && may_make(node) => {
                made.insert(node.text().to_owned());
            }
            "raise_statement" => {
                facts.tells.insert(node.line());
            }
            "call" if tells(node) => {
                facts.tells.insert(node.line());
            }
            _ => {}
        }
        if facts.tells.len() >= LINES_MAX || made.len() >= scan.limits.items_max {
            facts.truncated = true;
            break;
        }
    }
    facts.made = Some(made);
}

/// Whether a name of an error stands where one may be made: neither where it is defined or brought in, nor where a type
/// is said, nor where it is only asked for. An error that is caught may come from whoever uses this.
fn may_make(name: Node<'_>) -> bool {
    let Some(parent) = name.parent() else {
        return false;
    };
    let defined = parent.is("class_definition") && name.field_name() == "name";
    let mut around = name.ancestors().take(8);
    let elsewhere = around.any(|n| {
        n.is_any(&["import_statement", "import_from_statement", "type"])
            || (n.is("call") && matches!(shape::called(n), "isinstance" | "issubclass"))
    });
    !defined && !elsewhere
}

/// Whether a call tells a person, a log or a caller of an error, or ends the program.
fn tells(call: Node<'_>) -> bool {
    const TOLD: [&str; 20] = [
        "warn",
        "warning",
        "error",
        "exception",
        "critical",
        "fatal",
        "print_exc",
        "print_exception",
        "exit",
        "_exit",
        "abort",
        "fail",
        "set_exception",
        "throw",
        "excepthook",
        "secho",
        "showerror",
        "showwarning",
        "format_exc",
        "handleError",
    ];
    let name = shape::called(call);
    let stream = || call.text().contains("stderr") || call.text().contains("err=True");
    let words = crate::phrases::name_words(name);
    let spoken = words.len() > 1
        && words
            .iter()
            .any(|word| matches!(word.as_str(), "error" | "exception" | "failure" | "warning"));
    TOLD.contains(&name)
        || spoken
        || (matches!(name, "print" | "echo" | "write" | "print_") && stream())
}
