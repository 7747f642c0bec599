//! What is written out and comes to nothing: an error that is thrown to be dropped on the spot, an object that is made and
//! left.

use std::collections::BTreeSet;

use crate::facts::Facts;
use crate::parts::{ImportKind, Reason, Stub};
use crate::script::data::state::Stage;
use crate::script::values;
use crate::syntax::Node;

/// Most findings of one file.
const FOUND_MAX: usize = 200;

/// How much of one statement is searched, in nodes.
const NODES_MAX: usize = 400;

/// What does something by itself.
const WORKS: [&str; 7] = [
    "call_expression",
    "new_expression",
    "await_expression",
    "yield_expression",
    "assignment_expression",
    "augmented_assignment_expression",
    "update_expression",
];

/// Finds them.
pub(in crate::script) fn find(stage: &Stage<'_, '_>, facts: &Facts) -> Vec<Stub> {
    let own = own_classes(stage, facts);
    let mut found = Vec::new();
    let kinds = ["try_statement", "variable_declarator"];
    let nodes = stage.scan.live_of(&kinds);
    for node in nodes.filter(|n| !stage.scan.in_test(*n)) {
        if found.len() >= FOUND_MAX {
            break;
        }
        let judged = match node.kind() {
            "try_statement" => {
                thrown_in_vain(node).then(|| ("catch".to_owned(), Reason::SwallowedError))
            }
            "variable_declarator" => left(stage, node, &own).map(|what| (what, Reason::NeverRead)),
            _ => None,
        };
        found.extend(judged.map(|(what, reason)| Stub::likely(node.line(), what, reason)));
    }
    found
}

fn works(node: Node<'_>) -> bool {
    let mut parts = std::iter::once(node).chain(node.descendants());
    parts.by_ref().take(NODES_MAX).any(|it| it.is_any(&WORKS))
}

fn code(block: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    block.named().filter(|it| !it.is_extra())
}

/// `try { if (a) { throw new Error(); } } catch (e) {}`: whoever wrote the error dropped it, too.
fn thrown_in_vain(node: Node<'_>) -> bool {
    let Some(body) = node.field("body") else {
        return false;
    };
    let Some(handler) = node.field("handler") else {
        return false;
    };
    // One without a condition is there for whoever stops at errors.
    let throws = |it: Node<'_>| match it.kind() {
        "if_statement" => {
            let asks = it.field("condition").is_some_and(|it| !works(it));
            let then = it.field("consequence");
            let only = then.map(|then| match then.is("statement_block") {
                true => code(then).next().filter(|_| code(then).count() == 1),
                false => Some(then),
            });
            asks && it.field("alternative").is_none()
                && only.flatten().is_some_and(|it| it.is("throw_statement"))
        }
        _ => false,
    };
    let mut statements = code(body).take(NODES_MAX).peekable();
    let vain = statements.peek().is_some() && statements.all(throws);
    let name = handler.field("parameter").map_or("", Node::text);
    let mut inside = handler
        .field("body")
        .into_iter()
        .flat_map(Node::descendants)
        .take(NODES_MAX);
    vain && !inside.any(|it| it.is("throw_statement") || (it.is("identifier") && it.text() == name))
}

/// Classes of the tree that the file knows by name: its own, and those of modules beside it.
fn own_classes<'f>(stage: &Stage<'_, 'f>, facts: &'f Facts) -> BTreeSet<&'f str> {
    let near = facts.imports.iter().filter(|it| {
        let brings = matches!(it.kind, ImportKind::Static | ImportKind::Require);
        brings && it.path.starts_with('.') && !it.test
    });
    let names = near.flat_map(|it| it.names.iter().filter_map(|it| it.local.as_deref()));
    let classes = stage.scan.live_of(&["class_declaration"]);
    let classes = classes.filter_map(|it| it.field("name"));
    names.chain(classes.map(Node::text)).collect()
}

/// `const recent = new LruMap(1000);` in a module that offers something, where nothing ever names it again.
fn left(stage: &Stage<'_, '_>, node: Node<'_>, own: &BTreeSet<&str>) -> Option<String> {
    let name = node.field("name").filter(|it| it.is("identifier"))?;
    let made = node.field("value").filter(|it| it.is("new_expression"))?;
    let class = made.field("constructor").filter(|it| it.is("identifier"))?;
    let given = made.field("arguments").into_iter().flat_map(code);
    let literal = given.take(NODES_MAX).all(|it| values::value(it).is_some());
    let holder = node.parent()?;
    let offered = holder.parent().is_some_and(|it| it.is("export_statement"));
    let alone = stage.places.name(name.text()).len() == 1 && stage.shown.is_none();
    let meant = name.text().starts_with('_') || holder.kind().starts_with("for_");
    (own.contains(class.text()) && literal && alone && !offered && !meant)
        .then(|| name.text().to_owned())
}
