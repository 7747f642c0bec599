//! Work of TypeScript that is lost by the form of a statement: a value that is worked out and left lying, one that is
//! overwritten before anybody looks at it, a loop that names what it goes over and does nothing with it, a condition for
//! going on to where the code goes anyway, an error that is made and not thrown.

use crate::parts::{Certainty, Reason, Stub};
use crate::script::data::state::Stage;
use crate::script::shape;
use crate::syntax::Node;

/// Most findings of one file.
const FOUND_MAX: usize = 200;

/// How much of one expression is searched, in nodes.
const NODES_MAX: usize = 400;

/// How many statements around a jump are looked at.
const AROUND_MAX: usize = 12;

/// Finds all of it.
pub(in crate::script) fn find(stage: &Stage<'_, '_>) -> Vec<Stub> {
    let kinds = ["expression_statement", "for_in_statement", "if_statement"];
    let nodes = stage.scan.live_of(&kinds);
    let nodes = nodes.filter(|n| !stage.scan.in_test(*n));
    let mut found = Vec::new();
    for node in nodes {
        if found.len() >= FOUND_MAX {
            break;
        }
        found.extend(judge(node));
    }
    found
}

fn judge(node: Node<'_>) -> Option<Stub> {
    let say = |what: &str, reason| Stub::likely(node.line(), what.to_owned(), reason);
    match node.kind() {
        "expression_statement" => {
            if let Some(name) = overwritten(node) {
                return Some(say(name, Reason::NeverRead));
            }
            let left = left_lying(node)?;
            let mut stub = say(left, Reason::ResultDiscarded);
            stub.certainty = Certainty::Certain;
            Some(stub)
        }
        "for_in_statement" => goes_round(node).then(|| say("for", Reason::Idle)),
        "if_statement" => goes_on_anyway(node).then(|| say("if", Reason::Idle)),
        _ => None,
    }
}

fn code(block: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    block.named().filter(|it| !it.is_extra())
}

fn works(node: Node<'_>) -> bool {
    let mut inside = std::iter::once(node).chain(node.descendants());
    let mut inside = inside.by_ref().take(NODES_MAX);
    inside.any(|it| it.is_any(&shape::WORKS) || it.is("yield_expression"))
}

/// `header + text;`, `new TypeError("no");`: what is worked out, and goes nowhere.
fn left_lying(statement: Node<'_>) -> Option<&'static str> {
    const ADDS: [&str; 4] = ["+", "-", "*", "%"];
    const ASKS: [&str; 8] = ["==", "===", "!=", "!==", "<", ">", "<=", ">="];
    let value = statement.named().next().map(shape::bare)?;
    // A statement that is tried may be there to fail.
    let mut around = statement.ancestors().take(AROUND_MAX);
    let tried = around.any(|it| it.is("try_statement"));
    match value.kind() {
        "binary_expression" if !tried && !works(value) => {
            let operator = value.field("operator").map_or("", Node::text);
            let literal = |side| {
                let side = value.field(side).map(shape::bare);
                side.is_some_and(|it: Node<'_>| {
                    it.is_any(&["string", "template_string", "number", "binary_expression"])
                })
            };
            let adds = ADDS.contains(&operator) && (literal("left") || literal("right"));
            (adds || ASKS.contains(&operator)).then_some("statement")
        }
        "new_expression" => {
            let class = value.field("constructor").map_or("", shape::last_name);
            class.ends_with("Error").then_some("error")
        }
        _ => None,
    }
}

/// `let text = write(rows); text = '';`: what was worked out is gone before anybody looked.
fn overwritten(statement: Node<'_>) -> Option<&str> {
    let set = statement.named().next()?;
    let name = set.field("left").filter(|it| it.is("identifier"))?;
    let value = set
        .field("right")
        .filter(|_| set.is("assignment_expression"))?;
    let block = statement.parent()?;
    let above = block.named().take_while(|it| it.id() != statement.id());
    let previous = above.last()?;
    let before = match previous.kind() {
        "lexical_declaration" | "variable_declaration" => {
            let mut declared = code(previous);
            let only = declared.next().filter(|it| it.is("variable_declarator"))?;
            (declared.next().is_none() && only.field("name")?.text() == name.text())
                .then(|| only.field("value"))??
        }
        "expression_statement" => {
            let set = previous.named().next()?;
            (set.is("assignment_expression") && set.field("left")?.text() == name.text())
                .then(|| set.field("right"))??
        }
        _ => return None,
    };
    let mut inside = std::iter::once(value).chain(value.descendants());
    let uses = inside.any(|it| it.text() == name.text() && it.named().next().is_none());
    (works(before) && !uses && !works(value) && !value.is_any(&shape::FUNCTIONS))
        .then(|| name.text())
}

/// `for (const [name, value] of pairs) {}`, without a word why. One that names a single thing may be there to use it up.
fn goes_round(loop_: Node<'_>) -> bool {
    let empty = loop_.field("body").is_some_and(|it| {
        let bare = it.is("statement_block") && it.children().all(|it| !it.is_named());
        bare || it.is("empty_statement")
    });
    let names = loop_.field("left").map(shape::bound).unwrap_or_default();
    let named = names.iter().any(|it| !it.name.text().starts_with('_'));
    let waits = loop_.children().any(|it| it.is("await"));
    empty && named && names.len() > 1 && !waits
}

/// `if (strict) { continue; }` as the last statement of a loop, `if (done) { return; }` as that of a function.
fn goes_on_anyway(fork: Node<'_>) -> bool {
    let alone = fork.field("alternative").is_none();
    let condition = fork.field("condition").filter(|it| !works(*it));
    let Some(then) = fork.field("consequence").filter(|_| condition.is_some()) else {
        return false;
    };
    let noted = then.children().any(Node::is_extra);
    let mut inside = match then.is("statement_block") {
        true => code(then).collect::<Vec<_>>(),
        false => vec![then],
    };
    let (Some(jump), true) = (inside.pop(), inside.is_empty()) else {
        return false;
    };
    let bare = jump.named().next().is_none();
    let jumps = bare && jump.is_any(&["continue_statement", "return_statement"]);
    alone && !noted && jumps && ends_there(fork, jump.is("return_statement"))
}

/// Whether nothing comes after a statement in its loop, or in its function.
fn ends_there(statement: Node<'_>, leaves: bool) -> bool {
    const LOOPS: [&str; 4] = [
        "for_in_statement",
        "for_statement",
        "while_statement",
        "do_statement",
    ];
    let mut at = statement;
    for around in statement.ancestors().take(AROUND_MAX) {
        if around.is("statement_block") {
            let last = around.named().filter(|it| !it.is_extra()).last();
            if last.map(Node::id) != Some(at.id()) || around.children().any(Node::is_extra) {
                return false;
            }
        } else if around.is_any(&LOOPS) {
            return !leaves;
        } else if around.is_any(&shape::FUNCTIONS) {
            // A function that only looks whether it may begin is told as a whole.
            let more = code(at).nth(1).is_some();
            return leaves && more;
        } else if around.is("finally_clause")
            || (around.is("try_statement") && around.field("finalizer").is_some())
            || !around.is_any(&[
                "if_statement",
                "else_clause",
                "try_statement",
                "catch_clause",
            ])
        {
            return false;
        }
        at = around;
    }
    false
}
