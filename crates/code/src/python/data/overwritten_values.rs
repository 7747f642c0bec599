//! Work of Python that is lost by the form of a statement: a value that is worked out and left lying, one that is
//! overwritten before anybody looks at it, a file that is opened to be written and gets nothing.

use crate::parts::Reason;
use crate::python::bodies::stubs::Finding;
use crate::python::shape;
use crate::syntax::Node;

/// How much of one expression or function is searched, in nodes.
const NODES_MAX: usize = 4_000;

/// How many statements around one are looked at.
const AROUND_MAX: usize = 12;

/// What one place outside tests loses.
pub(in crate::python) fn look(node: Node<'_>) -> Option<Finding<'_>> {
    match node.kind() {
        "expression_statement" => {
            if let Some(name) = overwritten(node) {
                return Some(Finding::likely(node, name, Reason::NeverRead));
            }
            left_lying(node).then(|| {
                Finding::likely(node, "statement", Reason::ResultDiscarded).certain_if(true)
            })
        }
        "with_statement" => {
            let name = never_written(node)?;
            Some(Finding::likely(node, name.text(), Reason::NeverRead))
        }
        _ => None,
    }
}

fn works(node: Node<'_>) -> bool {
    const WORKS: [&str; 4] = ["call", "await", "yield", "named_expression"];
    let mut inside = std::iter::once(node).chain(node.descendants());
    let mut inside = inside.by_ref().take(NODES_MAX);
    inside.any(|it| it.is_any(&WORKS))
}

/// `header + text`, `count == 3`: what is worked out, and goes nowhere. A statement that is tried may be there to fail.
fn left_lying(statement: Node<'_>) -> bool {
    const ADDS: [&str; 4] = ["+", "-", "*", "%"];
    let Some(value) = statement.named().next().map(shape::bare) else {
        return false;
    };
    let alone = statement.named().nth(1).is_none() && shape::holder(statement).is_some();
    let mut around = statement.ancestors().take(AROUND_MAX);
    let tried = around.any(|it| it.is_any(&["try_statement", "with_statement"]));
    if tried || !alone || works(value) {
        return false;
    }
    match value.kind() {
        "comparison_operator" => true,
        "binary_operator" => {
            let literal = |side| {
                let side = value.field(side).map(shape::bare);
                side.is_some_and(|it: Node<'_>| {
                    it.is_any(&["string", "integer", "float", "binary_operator"])
                })
            };
            let operator = value.field("operator").map_or("", Node::text);
            ADDS.contains(&operator) && (literal("left") || literal("right"))
        }
        "string" => shape::has_holes(value),
        _ => false,
    }
}

/// `text = write(rows)`, and right after it `text = ""`: what was worked out is gone before anybody looked.
fn overwritten(statement: Node<'_>) -> Option<&str> {
    let now = statement.child("assignment")?;
    let block = statement.parent()?;
    let above = block.named().take_while(|it| it.id() != statement.id());
    let before = above.last()?.child("assignment")?;
    let name = now.field("left").filter(|it| it.is("identifier"))?;
    let was = before.field("left").filter(|it| it.is("identifier"))?;
    let (value, lost) = (now.field("right")?, before.field("right")?);
    let mut inside = std::iter::once(value).chain(value.descendants());
    let uses = inside.any(|it| it.is("identifier") && it.text() == name.text());
    let local = shape::holder(statement).is_some_and(|it| it.is("function_definition"));
    let found = was.text() == name.text() && works(lost) && !works(value) && !uses;
    (found && local && !value.is("lambda")).then(|| name.text())
}

/// `with open(path, "w") as file: pass`: a file that is begun anew, and that nothing is written to.
fn never_written(statement: Node<'_>) -> Option<Node<'_>> {
    let body = statement.field("body")?;
    let clause = statement.child("with_clause")?;
    let mut items = clause.named().filter(|it| it.is("with_item"));
    let item = items.next().filter(|_| items.next().is_none())?;
    let pattern = item.field("value").filter(|it| it.is("as_pattern"))?;
    let opened = pattern
        .named()
        .next()
        .filter(|it| shape::called(*it) == "open")?;
    let mut given = shape::arguments(opened).filter_map(shape::string);
    let writes = given.any(|mode| matches!(mode, "w" | "wb" | "wt" | "a" | "ab" | "x" | "xb"));
    let name = *shape::bound(pattern.child("as_pattern_target")?).first()?;
    let function = shape::holder(statement)?;
    let mut all = function.descendants().take(NODES_MAX);
    let used =
        all.any(|it| it.is("identifier") && it.text() == name.text() && it.start() != name.start());
    let noted = body.descendants().any(|it| it.is("comment"));
    (writes && !used && !noted && !name.text().starts_with('_')).then_some(name)
}
