//! Numbers that several threads count, as fields keep them: one that is only ever loaded counts nothing.

use crate::syntax::Node;

/// How much of a function is searched for a name, in nodes.
const BODY_NODES_MAX: usize = 10_000;

/// Whether a type is a number that several threads count, shared or not.
pub(in crate::rust) fn is_atomic(kind: &str) -> bool {
    let bare = kind
        .trim_start_matches("std::sync::")
        .trim_start_matches("Arc<");
    let last = bare.rsplit("::").next().unwrap_or(bare);
    last.starts_with("Atomic") && last != "AtomicPtr"
}

/// Whether a value is such a number as it is made, also under a name that nothing else is done with.
pub(in crate::rust) fn is_fresh_atomic(value: Node<'_>) -> bool {
    if value.is("identifier") {
        let Some(block) = value.ancestors().find(|it| it.is("block")) else {
            return false;
        };
        let function = value.ancestors().find(|it| it.is("function_item"));
        let body = function.and_then(|it| it.field("body")).unwrap_or(block);
        let places = body.descendants().take(BODY_NODES_MAX);
        let places = places.filter(|it| it.is("identifier") && it.text() == value.text());
        let mut declared = body.descendants().take(BODY_NODES_MAX).filter(|it| {
            let named = it
                .field("pattern")
                .is_some_and(|it| it.text() == value.text());
            it.is("let_declaration") && named
        });
        let made = declared.next().and_then(|it| it.field("value"));
        return places.count() == 2
            && made.is_some_and(|it| !it.is("identifier") && is_fresh_atomic(it));
    }
    let text: String = value
        .text()
        .chars()
        .filter(|c| !c.is_whitespace())
        .take(80)
        .collect();
    let inner = text
        .strip_prefix("Arc::new(")
        .and_then(|it| it.strip_suffix(')'));
    let inner = inner.unwrap_or(&text);
    let last = inner.rsplit_once("::new(");
    last.is_some_and(|(kind, first)| is_atomic(kind) && matches!(first, "0)" | "false)"))
}
