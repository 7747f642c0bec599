//! Breaking uses in Python.

use super::super::MESSAGE;
use super::{Cut, Edit, Way, around, inside, of_type};
use crate::language::Language;
use crate::syntax::Node;

const IMPORTS: [&str; 3] = [
    "import_statement",
    "import_from_statement",
    "future_import_statement",
];

pub(super) fn cut(node: Node<'_>, way: Way) -> Option<Cut> {
    let parent = node.parent()?;
    let argument = parent.is("keyword_argument") && node.field_name() == "name";
    if argument || inside(node, &IMPORTS).is_some() {
        return Some(Cut::Nothing);
    }
    if inside(node, &["type"]).is_some() {
        return Some(of_type(Language::Python, node));
    }
    // A pattern is no expression, and what is bound anew is another thing.
    let bound = parent.is("assignment") && node.field_name() == "left";
    if bound || inside(node, &["case_pattern"]).is_some() {
        return None;
    }
    for (_, outer) in around(node) {
        match outer.kind() {
            "decorator" if way == Way::Out => return Some(Cut::Runs(vec![Edit::without(outer)])),
            "expression_statement" if way == Way::Out && is_dropped(outer) => {
                return Some(Cut::both(outer, "False and (", ")"));
            }
            "expression_statement" | "block" | "lambda" | "parameters" => break,
            _ => {}
        }
    }
    // A text in a text may not have its quotes.
    let said = match inside(node, &["interpolation"]) {
        Some(_) => String::new(),
        None => format!("(\"{MESSAGE}\")"),
    };
    let open = format!("((_ for _ in ()).throw(AssertionError{said}) or ");
    Some(Cut::both(node, &open, ")"))
}

/// Whether a statement is for what it does alone.
fn is_dropped(statement: Node<'_>) -> bool {
    let mut work = statement.named();
    let first = work.next();
    first.is_some_and(|it| it.is_any(&["call", "await"])) && work.next().is_none()
}
