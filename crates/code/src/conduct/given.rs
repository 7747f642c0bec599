//! What becomes of the parameters of a function: nothing reads one, or some of its values are refused and nothing else.

use super::Habit;
use super::head::{Head, statements};
use crate::language::Language;
use crate::syntax::Node;

/// Ways to read a name that its text does not show.
const BY_TEXT: [&str; 6] = [
    "locals(",
    "vars(",
    "eval(",
    "arguments",
    "kwargs",
    "_getframe(",
];

/// The parameters that nothing reads.
pub(super) fn unread<'h>(head: &'h Head<'_>) -> impl Iterator<Item = Habit> + use<'h> {
    let hidden = BY_TEXT.iter().any(|it| head.body.text().contains(it));
    let idle = !statements(head.body).is_empty();
    let all = head.parameters.iter().filter(move |_| idle && !hidden);
    let all = all.filter(|it| {
        let later = head.list.map_or(0, |list| places(head, list, it).len());
        **it != "_" && later <= 1 && places(head, head.body, it).is_empty()
    });
    all.map(|it| Habit::Unread(it.trim_start_matches('_').to_owned()))
}

/// Whether it does nothing but to refuse: `if n < 0 { panic!(..) }`, and nothing that follows.
pub(super) fn only_refuses(head: &Head<'_>) -> Option<Habit> {
    let all = statements(head.body);
    let refuses = !all.is_empty() && all.iter().all(|it| refuses(*it));
    refuses.then_some(Habit::OnlyRefuses)
}

/// The parameters that are only refused: `if spec not in KNOWN: raise ..`, and nothing that follows looks at it.
pub(super) fn only_checked<'h>(head: &'h Head<'_>) -> impl Iterator<Item = Habit> + use<'h> {
    let all = statements(head.body);
    let guards: Vec<Node<'_>> = all.iter().copied().filter(|it| refuses(*it)).collect();
    let works = all.len() > guards.len();
    let checked = head.parameters.iter().filter(move |name| {
        let read = places(head, head.body, name);
        works
            && !read.is_empty()
            && read.iter().all(|at| {
                guards
                    .iter()
                    .any(|guard| guard.start() <= at.start() && at.end() <= guard.end())
            })
    });
    checked.map(|it| Habit::OnlyChecked((*it).to_owned()))
}

/// An `if` without another side that holds something against something, and fails. One that returns may be the answer.
fn refuses(statement: Node<'_>) -> bool {
    let fork = match statement.kind() {
        "expression_statement" => statement.named().next(),
        _ => Some(statement),
    };
    let Some(fork) = fork.filter(|it| it.is_any(&["if_statement", "if_expression"])) else {
        return false;
    };
    let alone = fork.field("alternative").is_none();
    let leaves = fork.field("consequence").is_some_and(|it| {
        let all = statements(it);
        all.last().is_some_and(|last| {
            let inner = last.named().next();
            let ends = |it: Node<'_>| {
                it.is_any(&["throw_statement", "raise_statement"])
                    || it.text().starts_with("panic!")
                    || it.text().starts_with("panic(")
            };
            ends(*last) || inner.is_some_and(ends)
        })
    });
    let compares = fork.field("condition").is_some_and(|it| {
        it.within(&["binary_expression", "comparison_operator"])
            .next()
            .is_some()
            && it
                .within(&["none", "null", "nil", "undefined", "null_literal", "None"])
                .next()
                .is_none()
    });
    alone && leaves && compares
}

/// Where a name is read in a node.
fn places<'t>(head: &Head<'_>, node: Node<'t>, name: &str) -> Vec<Node<'t>> {
    const NAMES_OF_OTHERS: [&str; 3] =
        ["property_identifier", "field_identifier", "type_identifier"];
    let in_text = |it: Node<'_>| {
        head.language == Language::Rust
            && it.is("string_content")
            && (it.text().contains(&format!("{{{name}")))
    };
    let own = std::iter::once(node).filter(|it| it.is_leaf());
    let all = own.chain(node.descendants()).filter(|it| {
        let named = it.is_leaf() && it.text() == name && !NAMES_OF_OTHERS.contains(&it.kind());
        named && !is_of_another(*it) || in_text(*it)
    });
    all.collect()
}

/// The `name` of `other.name` and `f(name=1)` is none that is read.
fn is_of_another(leaf: Node<'_>) -> bool {
    let Some(around) = leaf.parent() else {
        return false;
    };
    match around.kind() {
        "attribute" => leaf.field_name() == "attribute",
        "keyword_argument" => leaf.field_name() == "name",
        "field_access" => leaf.field_name() == "field",
        _ => false,
    }
}
