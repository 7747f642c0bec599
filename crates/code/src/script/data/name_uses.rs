//! What happens to a name at each place where it stands: read, shown, filled, emptied, handed on.

use std::collections::BTreeMap;

use crate::script::shape;
use crate::script::values::{self, Value};
use crate::syntax::{Node, Tree};

/// How far around a name its use is looked at, in nodes.
const AROUND_MAX: usize = 40;

/// Most places of one name that are looked at.
pub(in crate::script) const PLACES_MAX: usize = 500;

/// Methods that put something in.
pub(in crate::script) const FILLING: [&str; 12] = [
    "push",
    "unshift",
    "splice",
    "set",
    "add",
    "fill",
    "append",
    "insert",
    "assign",
    "copyWithin",
    "update",
    "load",
];

/// Methods that only take something out.
pub(in crate::script) const EMPTYING: [&str; 4] = ["pop", "shift", "clear", "delete"];

/// Functions that look at what they are given and leave it alone.
const LOOKING: [&str; 26] = [
    "log",
    "debug",
    "info",
    "warn",
    "error",
    "stringify",
    "keys",
    "values",
    "entries",
    "from",
    "isArray",
    "String",
    "Boolean",
    "Number",
    "computed",
    "watch",
    "watchEffect",
    "useEffect",
    "useMemo",
    "useCallback",
    "useLayoutEffect",
    "useDebugValue",
    "useDeferredValue",
    "toString",
    "clsx",
    "memo",
];

/// What happens to a name at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::script) enum Touch {
    /// Something is put in.
    Fed,
    /// It goes where it can't be followed.
    Passed,
    /// It is handed back by the function around it.
    Returned,
    /// It goes to the screen.
    Shown,
    /// It is looked at.
    Read,
    /// It is set to nothing.
    Cleared,
}

/// Every place where a name stands, by name.
#[derive(Default)]
pub(in crate::script) struct Places<'t> {
    names: BTreeMap<&'t str, Vec<Node<'t>>>,
    members: BTreeMap<&'t str, Vec<Node<'t>>>,
}

impl<'t> Places<'t> {
    pub(in crate::script) fn of(tree: &'t Tree<'t>) -> Places<'t> {
        let mut places = Places::default();
        let kinds = [
            "identifier",
            "shorthand_property_identifier",
            "property_identifier",
        ];
        for node in tree.of(&kinds) {
            match node.kind() {
                "identifier" | "shorthand_property_identifier" => {
                    places.names.entry(node.text()).or_default().push(node);
                }
                "property_identifier" if node.field_name() == "property" => {
                    places.members.entry(node.text()).or_default().push(node);
                }
                _ => {}
            }
        }
        places
    }

    /// The places of a plain name.
    pub(in crate::script) fn name(&self, name: &str) -> &[Node<'t>] {
        self.names.get(name).map_or(&[], Vec::as_slice)
    }

    /// The places of a name behind a dot.
    pub(in crate::script) fn member(&self, name: &str) -> &[Node<'t>] {
        self.members.get(name).map_or(&[], Vec::as_slice)
    }
}

/// Whether an expression is an empty or missing value.
pub(in crate::script) fn is_empty(expression: Node<'_>) -> bool {
    matches!(
        values::value(expression),
        Some(Value::Nothing | Value::Default)
    )
}

/// What happens to a name, or to a member, at its place.
pub(in crate::script) fn touch(name: Node<'_>) -> Touch {
    let mut way = Way {
        last: "",
        whole: true,
        held: false,
    };
    let mut at = match name.field_name() {
        "property" => name.parent().unwrap_or(name),
        _ => name,
    };
    if name.is("shorthand_property_identifier") {
        way.held = true;
    }
    for _ in 0..AROUND_MAX {
        let Some(parent) = at.parent() else {
            return Touch::Read;
        };
        if let Some(found) = way.step(at, parent) {
            return found;
        }
        at = parent;
    }
    Touch::Passed
}

/// How a value goes outwards from its name.
struct Way<'t> {
    /// The last property taken of it.
    last: &'t str,
    /// It is still the thing itself, not something made from it.
    whole: bool,
    /// It lies in a list or an object.
    held: bool,
}

impl<'t> Way<'t> {
    /// What the next node around makes of it; `None` to go on.
    fn step(&mut self, at: Node<'t>, parent: Node<'t>) -> Option<Touch> {
        let field = at.field_name();
        match parent.kind() {
            "member_expression" if field == "object" => {
                self.last = parent.field("property").map_or("", Node::text);
                None
            }
            "subscript_expression" if field == "object" => None,
            "non_null_expression"
            | "parenthesized_expression"
            | "as_expression"
            | "satisfies_expression" => None,
            "call_expression" if field == "function" => self.called(),
            "assignment_expression" if field == "left" => {
                let empty = parent.field("right").is_some_and(is_empty);
                Some(if empty { Touch::Cleared } else { Touch::Fed })
            }
            "augmented_assignment_expression" if field == "left" => Some(Touch::Fed),
            "update_expression" => Some(Touch::Fed),
            "for_in_statement" if field == "left" => Some(Touch::Fed),
            "arguments" => Some(self.given(parent)),
            "object" | "array" | "pair" => {
                self.held = true;
                None
            }
            "jsx_expression" => Some(Touch::Shown),
            "return_statement" => Some(Touch::Returned),
            "arrow_function" if field == "body" => Some(Touch::Returned),
            "variable_declarator" | "assignment_expression" => Some(self.kept()),
            "export_statement" | "export_specifier" => Some(Touch::Passed),
            "ternary_expression" if field != "condition" => None,
            "binary_expression" => {
                let operator = parent.field("operator").map_or("", Node::text);
                self.whole &= matches!(operator, "&&" | "||" | "??");
                None
            }
            "unary_expression" | "template_substitution" | "template_string" | "spread_element" => {
                self.whole = false;
                None
            }
            "await_expression" | "jsx_attribute" => None,
            _ => Some(Touch::Read),
        }
    }

    fn called(&mut self) -> Option<Touch> {
        if !self.whole {
            return None;
        }
        if FILLING.contains(&self.last) {
            return Some(Touch::Fed);
        }
        if EMPTYING.contains(&self.last) {
            return Some(Touch::Cleared);
        }
        // What a method gives back is something else.
        self.whole = false;
        None
    }

    /// It is given to a function.
    fn given(&self, arguments: Node<'t>) -> Touch {
        let callee = arguments.parent().and_then(|call| call.field("function"));
        let looks = callee.is_some_and(|callee| LOOKING.contains(&shape::last_name(callee)));
        let assigned = callee.is_some_and(|callee| callee.text() == "Object.assign");
        match (assigned, looks || !self.whole) {
            (true, _) if !self.held => Touch::Fed,
            (_, true) => Touch::Read,
            (_, false) => Touch::Passed,
        }
    }

    /// It is kept under another name.
    fn kept(&self) -> Touch {
        let inner = matches!(self.last, "" | "value" | "current");
        match self.whole && (inner || self.held) {
            true => Touch::Passed,
            false => Touch::Read,
        }
    }
}
