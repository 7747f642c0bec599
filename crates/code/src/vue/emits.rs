//! Events that a component declares and never emits.

use crate::parts::{Certainty, Reason, Stub};
use crate::syntax::{Node, Tree};

/// Most events of one component that are looked at.
const EVENTS_MAX: usize = 100;

/// Events of elements: a component declares them so that they do not come twice.
const NATIVE: [&str; 20] = [
    "click",
    "dblclick",
    "focus",
    "blur",
    "input",
    "change",
    "keydown",
    "keyup",
    "keypress",
    "submit",
    "scroll",
    "wheel",
    "mouseenter",
    "mouseleave",
    "mousedown",
    "mouseup",
    "touchstart",
    "touchend",
    "load",
    "error",
];

/// Finds them. `source` is the whole component; where something else may emit them, nothing is said.
pub(super) fn find(tree: &Tree<'_>, source: &str) -> Vec<Stub> {
    let mut emitted: Vec<&str> = Vec::new();
    for (at, sign) in source.match_indices("emit(") {
        let rest = source.get(at.saturating_add(sign.len())..);
        let rest = rest.unwrap_or_default().trim_start();
        let Some(quote) = rest
            .chars()
            .next()
            .filter(|c| matches!(c, '\'' | '"' | '`'))
        else {
            return Vec::new();
        };
        let name = rest.trim_start_matches(quote).split(quote).next();
        let name = name.filter(|it| !it.contains("${"));
        let Some(name) = name else {
            return Vec::new();
        };
        emitted.push(name);
    }
    let elsewhere = [
        "mixins", "extends:", ", emit)", "(emit)", ", emit,", "...emit",
    ];
    // Names alone show that events are emitted here at all.
    if emitted.is_empty() || elsewhere.iter().any(|it| source.contains(it)) {
        return Vec::new();
    }
    let same = |a: &str, b: &str| plain(a) == plain(b);
    let unsaid = declared(tree).into_iter().filter(|node| {
        let name = crate::scan::unquoted(node.text());
        !name.contains(':') && !NATIVE.contains(&name) && !emitted.iter().any(|it| same(it, name))
    });
    unsaid
        .map(|node| Stub {
            line: node.line(),
            what: format!("emits({})", crate::scan::unquoted(node.text())),
            reason: Reason::NeverRead,
            certainty: Certainty::Likely,
            test: false,
        })
        .collect()
}

/// The texts of `emits: [..]` and of `defineEmits([..])`.
fn declared<'t>(tree: &'t Tree<'t>) -> Vec<Node<'t>> {
    let lists = tree.all().filter_map(|n| match n.kind() {
        "pair" if n.field("key").is_some_and(|k| k.text() == "emits") => n.field("value"),
        "call_expression"
            if n.field("function")
                .is_some_and(|f| f.text() == "defineEmits") =>
        {
            n.field("arguments")?.named().next()
        }
        _ => None,
    });
    let lists = lists.filter(|it| it.is("array"));
    let texts = lists.flat_map(Node::named).filter(|it| it.is("string"));
    texts.take(EVENTS_MAX).collect()
}

/// `update-done` and `updateDone` are the same event.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
