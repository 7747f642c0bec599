//! Objects in which names of choices stand: defaults and options of this file, or something that goes to somebody else.

use std::collections::BTreeMap;

use crate::facts::ByteRange;
use crate::parts::Definition;
use crate::phrases;
use crate::script::data::state::Stage;
use crate::script::options::choices::{Place, when};
use crate::script::shape;
use crate::syntax::Node;

/// How far outwards an object is looked at, in nodes.
const AROUND_MAX: usize = 40;

/// Words of a name that holds choices.
const HOLDERS: [&str; 14] = [
    "option", "options", "opt", "opts", "default", "defaults", "config", "settings", "props",
    "flags", "argv", "params", "initial", "base",
];

/// Functions of this file that look at what they are given by name.
pub(in crate::script) struct Own<'f> {
    functions: BTreeMap<&'f str, ByteRange>,
    /// Where something is handed on whole.
    spread: Vec<usize>,
}

impl<'f> Own<'f> {
    pub(in crate::script) fn of(stage: &Stage<'_, '_>, definitions: &'f [Definition]) -> Self {
        let functions = definitions.iter().filter(|it| it.kind.is_function());
        let spread = stage.scan.live_of(&["spread_element", "rest_pattern"]);
        Self {
            functions: functions
                .map(|it| (it.name.as_str(), it.span.bytes))
                .collect(),
            spread: spread.map(Node::start).collect(),
        }
    }

    /// Whether a function of the file takes what it is given by its names alone.
    fn takes_apart(&self, callee: &str) -> bool {
        self.functions.get(callee).is_some_and(|bytes| {
            let first = self.spread.partition_point(|at| *at < bytes.start);
            self.spread.get(first).is_none_or(|at| *at >= bytes.end)
        })
    }
}

/// What becomes of a name that stands in an object.
pub(in crate::script) fn holder(object: Node<'_>, own: &Own<'_>) -> Place {
    let named = |name: &str| {
        let words = phrases::name_words(name);
        words.iter().any(|it| HOLDERS.contains(&it.as_str()))
    };
    let mut at = object;
    for _ in 0..AROUND_MAX {
        let Some(parent) = at.parent() else {
            return Place::Worked;
        };
        match parent.kind() {
            "object_pattern" => return Place::Idle,
            "parenthesized_expression"
            | "as_expression"
            | "satisfies_expression"
            | "ternary_expression" => {}
            "variable_declarator" => {
                return when(parent.field("name").is_some_and(|it| named(it.text())));
            }
            "assignment_expression" => {
                return when(
                    parent
                        .field("left")
                        .is_some_and(|it| named(shape::last_name(it))),
                );
            }
            "public_field_definition" | "field_definition" => {
                let name = parent.field("name").or_else(|| parent.field("property"));
                return when(name.is_some_and(|it| it.text() == "defaultProps"));
            }
            // What stands in for a parameter that is not given.
            "assignment_pattern" | "required_parameter" | "optional_parameter" => {
                return Place::Idle;
            }
            "pair" => {
                let key = parent.field("key").map_or("", Node::text);
                return when(matches!(key, "props" | "defaults" | "defaultProps"));
            }
            "arguments" => {
                let callee = parent.parent().and_then(|it| it.field("function"));
                let callee = callee.map_or("", Node::text);
                if !matches!(callee, "Object.assign" | "Object.freeze") {
                    return when(own.takes_apart(callee));
                }
                let Some(call) = parent.parent() else {
                    return Place::Worked;
                };
                at = call;
                continue;
            }
            _ => return Place::Worked,
        }
        at = parent;
    }
    Place::Worked
}
