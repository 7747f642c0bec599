//! A note of work to be done, and an answer under it that stands in.

use crate::parts::{Reason, Stub};
use crate::script::data::state::Stage;
use crate::script::shape;
use crate::syntax::Node;

/// Most findings of one file.
const FOUND_MAX: usize = 200;

/// How much of one function or condition is searched, in nodes.
const NODES_MAX: usize = 4_000;

/// Values that are written out.
const LITERALS: [&str; 6] = ["string", "number", "true", "false", "null", "undefined"];

/// Finds them.
pub(in crate::script) fn find(stage: &Stage<'_, '_>) -> Vec<Stub> {
    let mut found = Vec::new();
    let nodes = stage.scan.live_of(&shape::FUNCTIONS);
    for node in nodes.filter(|n| !stage.scan.in_test(*n)) {
        if found.len() >= FOUND_MAX {
            break;
        }
        let judged = stands_in(node);
        found.extend(judged.map(|what| Stub::likely(node.line(), what, Reason::Admitted)));
    }
    found
}

fn code(block: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    block.named().filter(|it| !it.is_extra())
}

/// What a function is called where it stands.
fn own_name(function: Node<'_>) -> &str {
    let around = function.parent();
    let held = around.and_then(|it| it.field("name").or_else(|| it.field("left")));
    let key = || around.and_then(|it| it.field("key"));
    let name = function.field("name").or(held).or_else(key);
    name.map_or("function", Node::text)
}

/// `// TODO: the way back` above `return min`, at the end of a function that leaves something it is given unread.
fn stands_in(function: Node<'_>) -> Option<String> {
    let body = function
        .field("body")
        .filter(|it| it.is("statement_block") && (it.size() as usize) < NODES_MAX)?;
    let last = code(body).last().filter(|it| it.is("return_statement"))?;
    let value = shape::bare(last.named().next()?);
    let before = body.children().take_while(|it| it.start() < last.start());
    let note = before.last().filter(|it| it.is("comment"))?;
    let names = shape::parameters(function).into_iter();
    let names: Vec<&str> = names
        .filter(|it| it.is("identifier"))
        .map(Node::text)
        .collect();
    let plain = value.is_any(&LITERALS) || names.contains(&value.text());
    let read = |name: &str| {
        let mut all = body.descendants();
        all.any(|it| it.is("identifier") && it.text() == name)
    };
    let idle = names.iter().any(|it| !read(it));
    let owed = ["TODO", "FIXME", "XXX"]
        .iter()
        .any(|it| note.text().contains(it));
    (plain && idle && owed).then(|| own_name(function).to_owned())
}
