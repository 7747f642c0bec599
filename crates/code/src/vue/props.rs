//! Props that a component declares and never looks at.

use crate::parts::{Certainty, Reason, Stub};
use crate::syntax::{Node, Tree};

/// Most props of one component that are looked at.
const PROPS_MAX: usize = 200;

/// Most places of a word that are counted.
const PLACES_MAX: usize = 200;

/// Ways to hand all props on at once.
const WHOLE: [&str; 6] = ["$props", "...props", "toRefs", "(props", "props)", "props,"];

/// Finds them. `source` is the whole component: a prop that any word of it names counts as looked at.
pub(super) fn find(tree: &Tree<'_>, source: &str) -> Vec<Stub> {
    if WHOLE.iter().any(|sign| source.contains(sign)) {
        return Vec::new();
    }
    let lists = tree.all().filter(|n| {
        let props = n.is("pair") && n.field("key").is_some_and(|k| k.text() == "props");
        props && n.field("value").is_some_and(|v| v.is("object"))
    });
    let props = lists
        .filter_map(|n| n.field("value"))
        .flat_map(Node::named)
        .filter_map(|pair| pair.field("key"));
    let props = props.filter(|key| key.is("property_identifier"));
    let unread = props.take(PROPS_MAX).filter(|key| {
        times(source, key.text()) < fixed(source, key.text()).saturating_add(2)
            && times(source, &dashed(key.text())) == 0
    });
    unread
        .map(|key| Stub {
            line: key.line(),
            what: format!("props({})", key.text()),
            reason: Reason::NeverRead,
            certainty: Certainty::Likely,
            test: false,
        })
        .collect()
}

/// How often a word stands in a text.
fn times(source: &str, word: &str) -> usize {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-');
    source
        .split(|c: char| !part(c))
        .filter(|it| *it == word)
        .take(PLACES_MAX)
        .count()
}

/// How often a word is the name of an attribute that an element bears as it stands: `title="Close"`.
fn fixed(source: &str, word: &str) -> usize {
    let places = source.match_indices(word).take(PLACES_MAX);
    let bare = places.filter(|(at, _)| {
        let before = source.get(..*at).unwrap_or_default();
        let after = source.get(at.saturating_add(word.len())..);
        before.ends_with(char::is_whitespace) && after.is_some_and(|it| it.starts_with("=\""))
    });
    bare.count()
}

/// `noOptions` as a template may write it: `no-options`. One word is the same either way, and counts once.
fn dashed(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            text.push('-');
        }
        text.extend(c.to_lowercase());
    }
    match text == name {
        true => String::from("\0"),
        false => text,
    }
}
