//! Go expressions that mean the same whatever the function is given, and those that only fail.

use std::collections::BTreeMap;

use super::shape::{self, Call};
use crate::phrases;
use crate::syntax::Node;

/// How deep a value is looked into.
const DEPTH_MAX: u8 = 8;

/// Elements of a literal that are looked at.
const ELEMENTS_MAX: usize = 64;

/// How much of a statement is searched for a message, in nodes.
const MESSAGE_NODES_MAX: usize = 400;

/// An expression without any input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// Nil, zero, empty.
    Default,
    /// Any other literal.
    Fixed,
}

/// Local names that stand for such values.
pub(super) type Locals<'t> = BTreeMap<&'t str, Value>;

/// A statement that says "not implemented".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unfinished {
    /// It names it as work to come: `TODO`, "not yet implemented".
    Owed,
    /// It says so of itself.
    Plainly,
    /// It may be an answer: not implemented *here*, or a known error of that name.
    Perhaps,
    /// It says that what it refuses will come.
    Later,
}

/// The value of an expression that takes no input; `None` when it takes some or cannot be told.
pub(super) fn value(expression: Node<'_>, locals: &Locals<'_>) -> Option<Value> {
    fixed(expression, locals, DEPTH_MAX)
}

/// The values of several expressions together: default if all are.
pub(super) fn all(expressions: &[Node<'_>], locals: &Locals<'_>) -> Option<Value> {
    let mut sum = Value::Default;
    for expression in expressions {
        sum = sum.and(value(*expression, locals)?);
    }
    Some(sum)
}

impl Value {
    fn and(self, other: Value) -> Value {
        match (self, other) {
            (Value::Default, Value::Default) => Value::Default,
            (Value::Fixed, _) | (_, Value::Fixed) => Value::Fixed,
        }
    }
}

fn fixed(node: Node<'_>, locals: &Locals<'_>, depth: u8) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    match node.kind() {
        "nil" | "false" => Some(Value::Default),
        "true" | "rune_literal" | "imaginary_literal" => Some(Value::Fixed),
        "int_literal" | "float_literal" => {
            let zero = node.text().chars().all(|c| !matches!(c, '1'..='9'));
            Some(default_if(zero))
        }
        "interpreted_string_literal" | "raw_string_literal" => {
            Some(default_if(node.text().len() <= 2))
        }
        "identifier" => locals.get(node.text()).copied(),
        "parenthesized_expression" | "literal_element" => {
            fixed(node.named().next()?, locals, depth)
        }
        "unary_expression" => {
            let operator = node.field("operator")?.text();
            let takes = matches!(operator, "&" | "-" | "+" | "!" | "^");
            let inner = fixed(node.field("operand")?, locals, depth)?;
            takes.then_some(if operator == "!" { Value::Fixed } else { inner })
        }
        "binary_expression" => {
            fixed(node.field("left")?, locals, depth)?;
            fixed(node.field("right")?, locals, depth)?;
            Some(Value::Fixed)
        }
        "composite_literal" => fixed(node.field("body")?, locals, depth),
        "literal_value" => elements(node, locals, depth),
        "type_conversion_expression" => fixed(node.field("operand")?, locals, depth),
        "call_expression" => call(node, locals, depth),
        _ => None,
    }
}

fn elements(braces: Node<'_>, locals: &Locals<'_>, depth: u8) -> Option<Value> {
    let mut sum = Value::Default;
    for element in braces.named().take(ELEMENTS_MAX) {
        let value = match element.kind() {
            "keyed_element" => element.field("value")?,
            _ => element,
        };
        fixed(value, locals, depth)?;
        sum = Value::Fixed;
    }
    Some(sum)
}

fn call(node: Node<'_>, locals: &Locals<'_>, depth: u8) -> Option<Value> {
    let call = Call::of(node)?;
    let mut arguments = call.arguments();
    let (first, second) = (arguments.next(), arguments.next());
    match (call.path(), first, second) {
        ("new", Some(_), None) | ("make", Some(_), None) => Some(Value::Default),
        ("make", Some(_), Some(length)) => {
            let zero = fixed(length, locals, depth)? == Value::Default;
            zero.then_some(Value::Default)
        }
        (path, Some(only), None) if is_conversion(path) => fixed(only, locals, depth),
        _ => None,
    }
}

/// Whether a call of that name changes a type and nothing else.
fn is_conversion(path: &str) -> bool {
    matches!(
        path,
        "string"
            | "bool"
            | "byte"
            | "rune"
            | "float32"
            | "float64"
            | "error"
            | "any"
            | "time.Duration"
            | "json.RawMessage"
            | "template.HTML"
            | "big.NewInt"
    ) || path
        .trim_start_matches('u')
        .strip_prefix("int")
        .is_some_and(|bits| bits.chars().all(|c| c.is_ascii_digit()))
}

fn default_if(default: bool) -> Value {
    match default {
        true => Value::Default,
        false => Value::Fixed,
    }
}

/// Whether a statement panics, returns or answers that something is not implemented.
pub(super) fn unfinished(statement: Node<'_>) -> Option<Unfinished> {
    match statement.kind() {
        "return_statement" => shape::returned(statement).into_iter().find_map(error),
        "expression_statement" => {
            let call = Call::of(statement)?;
            match call.path() {
                "panic" => call.arguments().next().and_then(said),
                "log.Fatal" | "log.Fatalf" | "log.Fatalln" | "log.Panic" | "log.Panicf" => {
                    call.arguments().next().and_then(said)
                }
                "http.Error" => call.arguments().nth(1).and_then(said),
                _ => None,
            }
        }
        _ => None,
    }
}

/// What an expression says: its text, or its name.
fn said(expression: Node<'_>) -> Option<Unfinished> {
    let message = shape::first_string(expression, MESSAGE_NODES_MAX);
    match message {
        Some(message) if phrases::not_implemented(message) => Some(tone(message)),
        Some(message) if is_owed(message) => Some(Unfinished::Later),
        Some(_) => None,
        None => named(expression),
    }
}

/// Whether a message says that something is to be there later.
fn is_owed(message: &str) -> bool {
    let lower = message.to_lowercase();
    let signs = [
        "not supported yet",
        "not yet supported",
        "not available yet",
        "coming soon",
    ];
    signs.iter().any(|sign| lower.contains(sign))
}

/// Whether a returned value is an error that says "not implemented".
fn error(expression: Node<'_>) -> Option<Unfinished> {
    let expression = shape::bare(expression);
    match Call::of(expression) {
        Some(call) if makes_error(call.last()) => said(expression),
        Some(_) => None,
        None => named(expression),
    }
}

/// Whether a call of that name makes an error, as far as its words tell.
fn makes_error(name: &str) -> bool {
    matches!(
        name,
        "New" | "Errorf" | "Error" | "Wrap" | "Wrapf" | "WithMessage"
    ) || phrases::name_words(name)
        .iter()
        .any(|word| matches!(word.as_str(), "error" | "err" | "errorf" | "unimplemented"))
}

/// `ErrNotImplemented`, `codes.Unimplemented`. A known error of that name may be what callers ask for.
fn named(expression: Node<'_>) -> Option<Unfinished> {
    let mut names = std::iter::once(expression)
        .chain(expression.descendants().take(MESSAGE_NODES_MAX))
        .filter(|it| it.is_any(&["identifier", "field_identifier"]));
    let says = names.any(|it| {
        let joined = phrases::name_words(it.text()).concat();
        joined.contains("notimplemented")
            || joined.contains("unimplemented")
            || joined.contains("notyetimplemented")
    });
    says.then_some(Unfinished::Perhaps)
}

/// `not implemented on windows` is an answer; `not implemented` is none.
fn tone(message: &str) -> Unfinished {
    let lower = message.to_lowercase();
    let after = lower
        .split_once("implemented")
        .map_or("", |(_, after)| after);
    let bounded = [
        " on ", " for ", " by ", " in ", " with ", " when ", " under ",
    ];
    let owed = message.trim_start().starts_with("TODO")
        || message.contains("TODO:")
        || [
            "not yet",
            "implement me",
            "implement this",
            "to be implemented",
        ]
        .iter()
        .any(|it| lower.contains(it));
    match (bounded.iter().any(|word| after.starts_with(word)), owed) {
        (true, _) => Unfinished::Perhaps,
        (false, true) => Unfinished::Owed,
        (false, false) => Unfinished::Plainly,
    }
}
