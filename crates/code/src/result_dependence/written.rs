//! Expressions that hang on nothing: literals, what only holds such, a collection made empty, a constant by its name.

use std::collections::BTreeMap;

use super::head::Head;
use crate::language::Language;
use crate::syntax::Node;

/// How deep an expression is looked into.
const DEPTH_MAX: u8 = 12;

/// What is written out by itself.
const LITERALS: [&str; 31] = [
    "integer_literal",
    "float_literal",
    "boolean_literal",
    "string_literal",
    "raw_string_literal",
    "char_literal",
    "character_literal",
    "number",
    "integer",
    "float",
    "string",
    "template_string",
    "true",
    "false",
    "null",
    "undefined",
    "none",
    "nil",
    "null_literal",
    "decimal_integer_literal",
    "hex_integer_literal",
    "decimal_floating_point_literal",
    "int_literal",
    "imaginary_literal",
    "rune_literal",
    "interpreted_string_literal",
    "unit_expression",
    "type_identifier",
    "slice_type",
    "map_type",
    "pointer_type",
];
/// What only holds others.
const HOLDERS: [&str; 21] = [
    "binary_expression",
    "binary_operator",
    "array",
    "list",
    "tuple",
    "dictionary",
    "object",
    "array_expression",
    "tuple_expression",
    "expression_list",
    "parenthesized_expression",
    "unary_expression",
    "unary_operator",
    "reference_expression",
    "literal_value",
    "literal_element",
    "keyed_element",
    "arguments",
    "argument_list",
    "array_initializer",
    "pair",
];
/// What makes something out of nothing, or puts a written value into something.
const MAKES: [&str; 26] = [
    "new",
    "default",
    "Some",
    "Ok",
    "empty",
    "emptyList",
    "emptyMap",
    "emptySet",
    "of",
    "resolve",
    "list",
    "dict",
    "set",
    "tuple",
    "frozenset",
    "make",
    "Duration",
    "to_string",
    "to_owned",
    "String",
    "from",
    "int",
    "float",
    "str",
    "Vec",
    "into",
];
/// Kinds of what is put into a text.
const FILLED: [&str; 2] = ["interpolation", "template_substitution"];

/// Names of a function's own: those that keep what is written out, and all.
#[derive(Default)]
pub(super) struct Names<'t> {
    pub(super) kept: BTreeMap<&'t str, String>,
    pub(super) own: Vec<&'t str>,
}

/// An expression as it is written, where it hangs on nothing.
pub(super) fn closed<'t>(head: &Head<'t>, names: &Names<'t>, node: Node<'t>) -> Option<String> {
    Reader { head, names }.closed(node, DEPTH_MAX)
}

/// A literal as it is written.
pub(super) fn literal(node: Node<'_>) -> Option<String> {
    let plain = LITERALS.contains(&node.kind()) && node.within(&FILLED).next().is_none();
    plain.then(|| squeezed(node.text()))
}

struct Reader<'r, 't> {
    head: &'r Head<'t>,
    names: &'r Names<'t>,
}

impl<'t> Reader<'_, 't> {
    fn closed(&self, node: Node<'t>, depth: u8) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        if let Some(text) = literal(node) {
            return Some(text);
        }
        if HOLDERS.contains(&node.kind()) {
            return self.held(node, depth);
        }
        let whole = || squeezed(node.text());
        match node.kind() {
            "identifier" => match self.names.kept.get(node.text()) {
                Some(text) => Some(text.clone()),
                None => {
                    // In Go what others may name stands in capitals, and a function is called.
                    let named = self.head.language == Language::Go && is_type(node.text());
                    let constant = is_constant(node.text()) || named;
                    (!self.is_bound(node.text()) && constant).then(whole)
                }
            },
            "scoped_identifier" | "property_identifier" => Some(whole()),
            "member_expression" | "attribute" | "field_access" | "selector_expression" => {
                let owner = node.named().next()?;
                let own = node.named().last()?.text();
                let of_type = is_type(owner.text());
                let package = self.head.language == Language::Go && is_type(own);
                let plain = owner.is("identifier") && !self.is_bound(owner.text());
                (plain && (of_type || package)).then(whole)
            }
            // A thing of a type of its own is new each time; a list is one thing for all.
            "composite_literal" => {
                let of = node.field("type")?;
                let plain = of.is_any(&["slice_type", "map_type", "array_type"]);
                (plain && self.all_closed(node.field("body")?, depth)).then(whole)
            }
            "call_expression" | "call" | "method_invocation" => {
                self.is_made(node, depth)?.then(whole)
            }
            // As many zeros as are asked for.
            "array_creation_expression" if node.field("value").is_none() => Some(whole()),
            "object_creation_expression" | "new_expression" => {
                // What another class does with what it is given, or with nothing, is its own business.
                let of = node.field("type").or_else(|| node.field("constructor"))?;
                let empty = node.field("arguments")?.named().next().is_none();
                (is_plain(of.text()) && empty).then(whole)
            }
            "macro_invocation" => {
                let empty = node.within(&["identifier"]).count() == 1;
                (node.field("macro")?.text() == "vec" && empty).then(whole)
            }
            _ => None,
        }
    }

    /// What holds others, where all of them are written out.
    fn held(&self, node: Node<'t>, depth: u8) -> Option<String> {
        let all = node.named().map(|it| self.closed(it, depth));
        let all: Vec<String> = all.collect::<Option<_>>()?;
        let plain = node.is_any(&["parenthesized_expression", "expression_list"]);
        Some(match plain {
            true => all.join(", "),
            false => squeezed(node.text()),
        })
    }

    fn all_closed(&self, node: Node<'t>, depth: u8) -> bool {
        node.named().all(|it| self.closed(it, depth).is_some())
    }

    /// Whether a call makes something out of nothing but what is written out.
    fn is_made(&self, call: Node<'t>, depth: u8) -> Option<bool> {
        let given = call.field("arguments")?;
        let (of, own) = match call.field("function") {
            Some(callee) => {
                let several = callee.named().count() > 1;
                let of = callee.named().next().filter(|_| several);
                (of, callee.named().last().unwrap_or(callee).text())
            }
            None => (Some(call.field("object")?), call.field("name")?.text()),
        };
        let free = of.is_none_or(|it| is_type(it.text()) || self.closed(it, depth).is_some());
        let new = of.filter(|_| matches!(own, "new" | "default"));
        let plain = new.is_none_or(|it| is_plain(it.text()));
        let makes = MAKES.contains(&own) && free && plain && !self.is_bound(own);
        Some(makes && self.all_closed(given, depth))
    }

    /// Whether a name is that of something of the function itself.
    fn is_bound(&self, name: &str) -> bool {
        self.head.parameters.contains(&name)
            || self.head.receiver == Some(name)
            || self.names.own.contains(&name)
    }
}

fn is_type(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// `LIMIT`, `Unit`, `nil`.
fn is_constant(name: &str) -> bool {
    let loud = !name.chars().any(char::is_lowercase) && name.chars().any(char::is_alphabetic);
    loud && name.len() > 1 || matches!(name, "nil" | "undefined" | "None" | "true" | "false")
}

/// Types of which an empty one is nothing: texts and collections.
fn is_plain(name: &str) -> bool {
    const PLAIN: [&str; 8] = [
        "Vec", "String", "Map", "Set", "List", "Array", "Default", "Deque",
    ];
    let bare = name.split(['<', '[']).next().unwrap_or(name);
    PLAIN
        .iter()
        .any(|it| bare.trim_end_matches(':').ends_with(it))
}

/// Whether a written answer is a collection of nothing, however that is written.
pub(super) fn is_nothing(answer: &str) -> bool {
    const NOTHING: [&str; 12] = [
        "[]",
        "{}",
        "nil",
        "vec![]",
        "list()",
        "dict()",
        "set()",
        "tuple()",
        "frozenset()",
        "List.of()",
        "Map.of()",
        "Set.of()",
    ];
    let made = answer.strip_prefix("new ").unwrap_or(answer);
    let made = made.strip_suffix("()");
    let plain = made.is_some_and(|it| is_plain(it.trim_end_matches("::new")));
    let empty = ["Collections.empty", "Optional.empty"]
        .iter()
        .any(|it| answer.starts_with(it));
    // `[]int{}`, `map[string]int{}`, and what was only declared.
    let declared = answer.strip_prefix("the zero of ");
    let of = declared.or_else(|| answer.strip_suffix("{}"));
    let of_go = of.is_some_and(|it| it.starts_with("[]") || it.starts_with("map["));
    NOTHING.contains(&answer) || plain || empty || of_go
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
