//! How many ways lead through each function: one, plus one for every place where it may take another.

use crate::parts::Definition;
use crate::scan::Scan;
use crate::syntax::Node;

/// Nodes that may be a fork, in any of the languages.
const FORKS: [&str; 26] = [
    "if_expression",
    "while_expression",
    "for_expression",
    "if_statement",
    "while_statement",
    "do_statement",
    "for_statement",
    "for_in_statement",
    "enhanced_for_statement",
    "ternary_expression",
    "switch_case",
    "catch_clause",
    "expression_case",
    "type_case",
    "communication_case",
    // Python's own.
    "elif_clause",
    "except_clause",
    "conditional_expression",
    "for_in_clause",
    "if_clause",
    // Those that are looked at more closely.
    "binary_expression",
    "match_arm",
    "case_clause",
    // `and`, `or`.
    "boolean_operator",
    "switch_label",
    "let_declaration",
];

/// Fills in the complexity of functions. Definitions come in source order, so they nest like brackets.
pub(crate) fn fill(scan: &Scan<'_>, definitions: &mut [Definition]) {
    let mut open: Vec<usize> = Vec::new();
    let mut next = 0;
    for function in definitions.iter_mut().filter(|d| d.kind.is_function()) {
        function.complexity = 1;
    }
    for node in scan.live_of(&FORKS) {
        while definitions
            .get(next)
            .is_some_and(|d| d.span.bytes.start <= node.start())
        {
            if definitions.get(next).is_some_and(|d| d.kind.is_function()) {
                open.push(next);
            }
            next = next.saturating_add(1);
        }
        let past = |at: &usize| {
            definitions
                .get(*at)
                .is_none_or(|d| d.span.bytes.end <= node.start())
        };
        while open.last().is_some_and(past) {
            open.pop();
        }
        let innermost = open.last().and_then(|at| definitions.get_mut(*at));
        if let Some(function) = innermost.filter(|_| forks(node)) {
            function.complexity = function.complexity.saturating_add(1);
        }
    }
}

fn forks(node: Node<'_>) -> bool {
    match node.kind() {
        "binary_expression" => node
            .field("operator")
            .is_some_and(|operator| matches!(operator.text(), "&&" | "||" | "??")),
        // The first arm is the way straight on.
        "match_arm" => node.parent().is_some_and(|block| {
            let first = block.named().find(|arm| arm.is("match_arm"));
            first.is_none_or(|first| first.id() != node.id())
        }),
        "case_clause" => node.parent().is_some_and(|block| {
            let first = block.named().find(|arm| arm.is("case_clause"));
            first.is_none_or(|first| first.id() != node.id())
        }),
        // Java: `default` is the way straight on.
        "switch_label" => !node.text().starts_with("default"),
        "let_declaration" => node.field("alternative").is_some(),
        _ => true,
    }
}
