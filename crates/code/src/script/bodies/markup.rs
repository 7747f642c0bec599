//! Whether the markup a component returns stands in for the real thing.

use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// Markup with more elements than this is no placeholder.
const ELEMENTS_MAX: usize = 4;

/// Elements that show nothing by themselves.
const EMPTY_ELEMENTS: [&str; 8] = [
    "", "div", "span", "section", "main", "p", "article", "Fragment",
];

/// Judges JSX returned by a component of that name.
pub(in crate::script) fn placeholder(
    expression: Node<'_>,
    name: &str,
) -> Option<(Reason, Certainty)> {
    if !expression.is_any(&["jsx_element", "jsx_self_closing_element"]) {
        return None;
    }
    let text = plain_text(expression)?;
    let meant = phrases::name_words(name).iter().any(|word| {
        matches!(
            word.as_str(),
            "placeholder" | "coming" | "stub" | "skeleton" | "construction"
        )
    });
    if phrases::placeholder(&text) {
        let certainty = if meant {
            Certainty::Likely
        } else {
            Certainty::Certain
        };
        return Some((Reason::Placeholder, certainty));
    }
    let bare = text.is_empty() || is_name(&text, name);
    (bare && !meant).then_some((Reason::Placeholder, Certainty::Likely))
}

/// All text of some markup; `None` when it holds anything that makes it more than text.
fn plain_text(markup: Node<'_>) -> Option<String> {
    let mut text = String::new();
    let mut elements = 0usize;
    for node in std::iter::once(markup).chain(markup.descendants()) {
        match node.kind() {
            "jsx_opening_element" | "jsx_self_closing_element" => {
                elements = elements.saturating_add(1);
                let name = node.field("name").map_or("", Node::text);
                let component = name.starts_with(char::is_uppercase) && name != "Fragment";
                let says_nothing = EMPTY_ELEMENTS.contains(&name) || node.is("jsx_opening_element");
                if component || !says_nothing || elements > ELEMENTS_MAX {
                    return None;
                }
            }
            "jsx_expression" if node.named().next().is_some() => return None,
            "jsx_text" => {
                text.push_str(node.text());
                text.push(' ');
            }
            _ => {}
        }
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(words.join(" "))
}

/// Whether a text says no more than the component's own name: `Chat`, `Chat page`.
fn is_name(text: &str, name: &str) -> bool {
    let mut text = phrases::name_words(text);
    let mut name = phrases::name_words(name);
    for words in [&mut text, &mut name] {
        words.retain(|word| {
            !matches!(
                word.as_str(),
                "page" | "component" | "view" | "screen" | "the"
            )
        });
    }
    !name.is_empty() && text == name
}
