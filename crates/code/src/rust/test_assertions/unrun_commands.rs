//! Commands that a test puts together and never runs: `let _ = sd().args(["x", "y"]);`. What is looked at afterwards is as it
//! was before.

use crate::parts::{Certainty, Reason, Stub};
use crate::rust::data::dropped_errors;
use crate::scan::Scan;
use crate::syntax::Node;

/// Methods of commands that only say how they are to run.
const PUTS: [&str; 9] = [
    "arg",
    "args",
    "env",
    "envs",
    "env_remove",
    "env_clear",
    "current_dir",
    "stdin",
    "write_stdin",
];
/// How long a chain of calls is followed.
const CHAIN_MAX: usize = 32;

/// Finds them in files that speak of commands of the system.
pub(in crate::rust) fn find(scan: &Scan<'_>) -> Vec<Stub> {
    let speaks =
        |it: Node<'_>| it.is("identifier") && matches!(it.text(), "assert_cmd" | "process");
    let mut found = Vec::new();
    let places = scan
        .live_of(&["let_declaration", "expression_statement"])
        .filter(|it| scan.in_test(*it));
    for node in places.filter(|it| is_unrun(*it)) {
        if found.len() >= scan.limits.items_max {
            break;
        }
        found.push(Stub {
            line: node.line(),
            what: "command".to_owned(),
            reason: Reason::NoAssertion,
            certainty: Certainty::Certain,
            test: true,
        });
    }
    if found.is_empty() || !scan.live().any(speaks) {
        return Vec::new();
    }
    found
}

fn is_unrun(statement: Node<'_>) -> bool {
    let value = match statement.kind() {
        "let_declaration" => {
            let blank = statement
                .field("pattern")
                .is_some_and(|it| it.text() == "_");
            statement.field("value").filter(|_| blank)
        }
        // What ends without `;` is handed on.
        _ => statement
            .named()
            .next()
            .filter(|_| statement.text().ends_with(';')),
    };
    let Some(mut at) = value.filter(|it| it.is("call_expression")) else {
        return false;
    };
    let mut puts = 0_usize;
    for _ in 0..CHAIN_MAX {
        match dropped_errors::method(at) {
            Some(name) if PUTS.contains(&name) => puts = puts.saturating_add(1),
            Some(_) => return false,
            // MacroTest here, by a function: one that has a name is run later.
            None => return puts > 0,
        }
        let receiver = at.field("function").and_then(|it| it.field("value"));
        let Some(receiver) = receiver.filter(|it| it.is("call_expression")) else {
            return false;
        };
        at = receiver;
    }
    false
}
