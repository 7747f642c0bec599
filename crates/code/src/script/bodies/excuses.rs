//! Empty functions that honest code has: hooks for others to fill, names that are bound again, fixtures of tests.

use crate::parts::{Body, Certainty, Definition, DefinitionKind, Hollow, Reason};
use crate::phrases;
use crate::script::data::name_uses::Places;
use crate::syntax::Node;

/// How many places of one name are looked at.
const PLACES_MAX: usize = 200;

/// Whether a method of a class is there to be overridden, or its class to do nothing.
pub(in crate::script) fn is_hook(method: Node<'_>, class: Option<Node<'_>>, name: &str) -> bool {
    const FIRST: [&str; 10] = [
        "on",
        "before",
        "after",
        "will",
        "did",
        "teardown",
        "dispose",
        "destroy",
        "connected",
        "disconnected",
    ];
    const CLASSES: [&str; 12] = [
        "abstract", "base", "mock", "fake", "stub", "dummy", "noop", "null", "void", "silent",
        "test", "disabled",
    ];
    let Some(class) = class else { return false };
    let says = |text: &str, known: &[&str]| {
        let words = phrases::name_words(text);
        words.iter().any(|word| known.contains(&word.as_str()))
    };
    let of_class = class
        .field("name")
        .is_some_and(|n| says(n.text(), &CLASSES));
    let open = method
        .child("accessibility_modifier")
        .is_some_and(|m| m.text() == "protected");
    let first = phrases::name_words(name);
    let hook = first
        .first()
        .is_some_and(|word| FIRST.contains(&word.as_str()));
    class.is("abstract_class_declaration") || of_class || open || hook
}

/// Takes certainty from empty functions that are bound again, serve as a prototype, or stand in tests.
pub(in crate::script) fn soften(definitions: &mut [Definition], places: &Places<'_>) {
    for definition in definitions {
        let Body::Hollow(hollow) = definition.body else {
            continue;
        };
        let empty = hollow.reason == Reason::Empty && hollow.certainty == Certainty::Certain;
        let function = definition.kind == DefinitionKind::Function;
        // Names of a letter or two come from compilers.
        let made = definition.nested && definition.name.len() <= 2;
        let excused = definition.test || made || (function && is_open(&definition.name, places));
        if empty && excused {
            definition.body = Body::Hollow(Hollow {
                certainty: Certainty::Likely,
                ..hollow
            });
        }
    }
}

/// Whether a function's name is bound to something else somewhere, or makes objects.
fn is_open(name: &str, places: &Places<'_>) -> bool {
    places.name(name).iter().take(PLACES_MAX).any(|place| {
        let Some(parent) = place.parent() else {
            return false;
        };
        let field = place.field_name();
        match parent.kind() {
            "assignment_expression" => field == "left",
            "member_expression" => {
                let property = parent.field("property").map_or("", Node::text);
                field == "object" && matches!(property, "prototype" | "displayName")
            }
            "new_expression" => field == "constructor",
            _ => false,
        }
    })
}
