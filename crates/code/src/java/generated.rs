//! Names that annotation processors add to a class: syntax does not show them, so their absence proves nothing.

use std::collections::BTreeMap;

use super::shape;
use crate::scan::Scan;
use crate::syntax::Node;

/// Annotations that write getters, setters, builders and their like into the class they stand on.
const WRITERS: [&str; 16] = [
    "Data",
    "Value",
    "Getter",
    "Setter",
    "Builder",
    "SuperBuilder",
    "With",
    "Wither",
    "FieldNameConstants",
    "Accessors",
    "Delegate",
    "RecordBuilder",
    "AutoValue",
    "Slf4j",
    "Log4j2",
    "Log",
];

/// Names that have no field behind them.
const FIXED: [&str; 6] = ["builder", "toBuilder", "Builder", "log", "canEqual", "of"];

/// The names that may be there, with the line of what may add them.
pub(super) fn words(scan: &Scan<'_>) -> BTreeMap<String, u32> {
    let mut words = BTreeMap::new();
    for node in scan.live() {
        if words.len() >= scan.limits.items_max {
            break;
        }
        if node.is_any(&shape::TYPES) && shape::is_marked(node, &WRITERS) {
            let class = node.field("name").map_or("", Node::text);
            for name in FIXED {
                add(class, name.to_owned(), node.line(), &mut words);
            }
            let members = node.field("body").into_iter().flat_map(Node::named);
            for field in members.filter(|n| n.is("field_declaration")) {
                accessors(class, field, &mut words);
            }
        } else if node.is("field_declaration") && shape::is_marked(node, &WRITERS) {
            let class = shape::class_of(node).and_then(|it| it.field("name"));
            accessors(class.map_or("", Node::text), node, &mut words);
        }
    }
    words
}

fn accessors(class: &str, field: Node<'_>, words: &mut BTreeMap<String, u32>) {
    let names = field.named().filter_map(|n| n.field("name"));
    for name in names.map(Node::text) {
        let mut letters = name.chars();
        let first: String = letters
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .collect();
        let big = format!("{first}{}", letters.as_str());
        for prefix in ["get", "set", "is", "with"] {
            add(class, format!("{prefix}{big}"), field.line(), words);
        }
        add(class, name.to_owned(), field.line(), words);
    }
}

fn add(class: &str, name: String, line: u32, words: &mut BTreeMap<String, u32>) {
    words.insert(format!("{}.{name}", shape::short(class)), line);
    words.insert(name, line);
}
