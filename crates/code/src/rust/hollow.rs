//! Whether the body of a Rust function holds work. Only the outside of its statements is looked at: a
//! body with any real statement is substantive.

use std::collections::BTreeSet;

use super::attributes;
use super::values::{self, Value};
use crate::parts::{Body, Certainty, Hollow, Reason};
use crate::phrases;
use crate::syntax::Node;

/// How many blocks around a single expression are unwrapped.
const UNWRAP_MAX: usize = 8;

/// A body of more nodes than this holds something.
const HOLLOW_NODES_MAX: u32 = 600;

/// How much code before a `todo!()` is searched for ways out, in nodes.
const WAYS_OUT_NODES_MAX: usize = 4_096;

const LOGGING: [&str; 16] = [
    "println",
    "print",
    "eprintln",
    "eprint",
    "dbg",
    "log",
    "trace",
    "debug",
    "info",
    "warn",
    "error",
    "event",
    "info_span",
    "debug_span",
    "span",
    "instrument",
];

/// What stands around a function.
#[derive(Clone, Copy)]
pub(super) struct Setting {
    /// It is a trait's default or implements a trait: doing nothing may be the point.
    pub(super) in_trait: bool,
    /// It is itself a test.
    pub(super) test_function: bool,
    /// Its attributes say why it may be empty: under a `cfg` a twin may do the work, `cold` is the point itself.
    pub(super) configured: bool,
}

/// A function as it is judged.
struct Function<'t> {
    name: &'t str,
    returns: Option<Node<'t>>,
    /// Names that parameters bind, `self` left out.
    parameters: BTreeSet<&'t str>,
    /// How many parameters there are, `self` left out.
    arity: usize,
    block: Node<'t>,
    setting: Setting,
}

/// Judges the body of a `function_item`; [`Body::None`] for anything else.
pub(super) fn judge(node: Node<'_>, setting: Setting) -> Body {
    let (Some(name), Some(block)) = (node.field("name"), node.field("body")) else {
        return Body::None;
    };
    if !node.is("function_item") {
        return Body::None;
    }
    let parameters = node.field("parameters");
    let patterns = || {
        parameters
            .into_iter()
            .flat_map(Node::named)
            .filter_map(pattern)
    };
    let function = Function {
        name: name.text(),
        returns: node.field("return_type"),
        parameters: patterns().flat_map(bound).collect(),
        arity: patterns().count(),
        block,
        setting,
    };
    match function.flaw() {
        Some((reason, certainty)) => Body::Hollow(Hollow {
            reason,
            certainty: if node.is_broken() {
                Certainty::Likely
            } else {
                certainty
            },
        }),
        None => Body::Substantive,
    }
}

/// Whether an attribute makes a function a test.
pub(super) fn is_test(attribute: &Node<'_>) -> bool {
    matches!(
        attributes::name(*attribute),
        "test" | "rstest" | "test_case" | "quickcheck"
    )
}

impl Function<'_> {
    fn flaw(&self) -> Option<(Reason, Certainty)> {
        let statements = statements(self.block);
        if let Some(found) = unfinished(&statements, self.setting) {
            return Some(found);
        }
        let never = self.returns.is_some_and(|r| r.is("never_type"));
        if never || self.block.size() > HOLLOW_NODES_MAX {
            return None;
        }
        let (logs, rest): (Vec<Node<'_>>, Vec<Node<'_>>) =
            statements.into_iter().partition(|s| is_logging(*s));
        match rest.as_slice() {
            [] if logs.is_empty() => self.empty(),
            [] => self.only_logs(),
            [single] => self.single(*single, !logs.is_empty()),
            [_, ..] => None,
        }
    }

    fn empty(&self) -> Option<(Reason, Certainty)> {
        let words = phrases::name_words(self.name);
        let checks = words
            .first()
            .is_some_and(|word| matches!(word.as_str(), "assert" | "is"));
        let expected = self.setting.in_trait
            || self.setting.configured
            || checks
            || self.name.starts_with('_')
            || self.name == "main"
            || phrases::promises_nothing(self.name)
            || (self.arity > 0 && self.parameters.is_empty());
        Some(match (self.setting.test_function, expected) {
            (true, _) => (Reason::EmptyTest, Certainty::Certain),
            (false, true) => (Reason::Empty, Certainty::Likely),
            (false, false) => (Reason::Empty, Certainty::Certain),
        })
    }

    fn only_logs(&self) -> Option<(Reason, Certainty)> {
        let meant = self.name == "main" || phrases::promises_output(self.name);
        (!meant && !self.setting.test_function).then_some((Reason::OnlyLogs, Certainty::Likely))
    }

    fn single(&self, statement: Node<'_>, logs: bool) -> Option<(Reason, Certainty)> {
        let expression = values::unwrap(statement);
        if values::fails_unimplemented(expression) {
            return Some((Reason::NotImplemented, Certainty::Certain));
        }
        if let Some(found) = self.panics(expression) {
            return Some(found);
        }
        if let Some(value) = values::value(expression) {
            return self.constant(value, logs);
        }
        self.passes_on(expression)
            .then_some((Reason::Identity, Certainty::Likely))
    }

    fn panics(&self, invocation: Node<'_>) -> Option<(Reason, Certainty)> {
        let name = invocation
            .field("macro")
            .filter(|_| invocation.is("macro_invocation"))?
            .text();
        let ignores = !self.uses_parameters(invocation);
        match name {
            "unreachable" if ignores && !self.setting.in_trait => {
                Some((Reason::AlwaysFails, Certainty::Certain))
            }
            "unreachable" | "panic" if ignores => Some((Reason::AlwaysFails, Certainty::Likely)),
            _ => None,
        }
    }

    fn constant(&self, value: Value, logs: bool) -> Option<(Reason, Certainty)> {
        let silent = self.setting.in_trait && self.parameters.is_empty();
        if silent || phrases::promises_nothing(self.name) || self.setting.test_function {
            return None;
        }
        if logs {
            return Some((Reason::OnlyLogs, Certainty::Likely));
        }
        match value {
            Value::Unit => Some((Reason::DefaultValue, Certainty::Likely)),
            Value::Default if self.arity > 0 => Some((Reason::DefaultValue, Certainty::Likely)),
            Value::Fixed if self.arity > 0 => Some((Reason::FixedValue, Certainty::Likely)),
            Value::Default | Value::Fixed => None,
        }
    }

    fn passes_on(&self, expression: Node<'_>) -> bool {
        let same_type = || {
            let parameter = self.block.parent()?.field("parameters")?;
            let parameter = parameter.named().find(|p| p.is("parameter"))?;
            Some(parameter.field("type")?.text() == self.returns?.text())
        };
        expression.is("identifier")
            && self.arity == 1
            && self.parameters.contains(expression.text())
            && !self.setting.in_trait
            && !phrases::promises_passing_on(self.name)
            && same_type().unwrap_or(false)
    }

    fn uses_parameters(&self, node: Node<'_>) -> bool {
        node.descendants().any(|inner| match inner.kind() {
            "identifier" => self.parameters.contains(inner.text()),
            "string_content" => values::captures(inner.text()).any(|n| self.parameters.contains(n)),
            _ => false,
        })
    }
}

/// The statements of a block that could hold work, blocks around a single expression taken off.
fn statements(block: Node<'_>) -> Vec<Node<'_>> {
    let mut block = block;
    for _ in 0..UNWRAP_MAX {
        let found: Vec<Node<'_>> = block.named().filter(|n| !is_nothing(*n)).collect();
        match found.as_slice() {
            [single] => match inner_block(*single) {
                Some(inner) => block = inner,
                None => return found,
            },
            [] | [_, ..] => return found,
        }
    }
    block.named().collect()
}

/// The block of `{ .. }`, `unsafe { .. }`, `async { .. }` and `Box::pin(async { .. })`.
fn inner_block(statement: Node<'_>) -> Option<Node<'_>> {
    let expression = values::unwrap(statement);
    match expression.kind() {
        "block" => Some(expression),
        "unsafe_block" | "async_block" => expression.child("block"),
        "call_expression" => {
            let function = expression.field("function")?;
            let argument = expression.field("arguments")?.named().next()?;
            let pins = function.text() == "Box::pin" && argument.is("async_block");
            pins.then(|| argument.child("block")).flatten()
        }
        _ => None,
    }
}

/// Items, and statements that only silence a warning: `let _ = x;`, `_ = x;`, `drop(x);`.
fn is_nothing(statement: Node<'_>) -> bool {
    let kind = statement.kind();
    let item = kind.ends_with("_item") || kind == "use_declaration" || kind == "macro_definition";
    if item || kind == "empty_statement" || kind == "label" {
        return true;
    }
    let name_or_tuple = |node: Option<Node<'_>>| {
        node.is_some_and(|n| n.is_any(&["identifier", "tuple_expression", "reference_expression"]))
    };
    let expression = values::unwrap(statement);
    match expression.kind() {
        "let_declaration" => {
            expression.field("pattern").is_some_and(|p| p.text() == "_")
                && name_or_tuple(expression.field("value"))
        }
        "assignment_expression" => {
            expression.field("left").is_some_and(|l| l.text() == "_")
                && name_or_tuple(expression.field("right"))
        }
        "call_expression" => {
            expression
                .field("function")
                .is_some_and(|f| f.text() == "drop")
                && name_or_tuple(expression.field("arguments").and_then(|a| a.named().next()))
        }
        _ => false,
    }
}

/// A `todo!()` or its like that every call runs into.
fn unfinished(statements: &[Node<'_>], setting: Setting) -> Option<(Reason, Certainty)> {
    let at = statements
        .iter()
        .position(|s| values::unimplemented(values::unwrap(*s)).is_some())?;
    let message = values::unimplemented(values::unwrap(*statements.get(at)?))?;
    let leaves_before = statements
        .iter()
        .take(at)
        .flat_map(|s| s.descendants())
        .take(WAYS_OUT_NODES_MAX)
        .any(|n| n.is_any(&["return_expression", "try_expression"]));
    let excused = message.excused() || (setting.in_trait && message.is_unimplemented());
    let certainty = match leaves_before || excused {
        true => Certainty::Likely,
        false => Certainty::Certain,
    };
    Some((Reason::NotImplemented, certainty))
}

fn is_logging(statement: Node<'_>) -> bool {
    let expression = values::unwrap(statement);
    expression.is("macro_invocation")
        && expression.field("macro").is_some_and(|name| {
            let name = name.text();
            LOGGING.contains(&name.rsplit("::").next().unwrap_or(name))
        })
}

/// The pattern of a parameter; `None` for `self`.
fn pattern(parameter: Node<'_>) -> Option<Node<'_>> {
    match parameter.kind() {
        "parameter" => parameter.field("pattern").filter(|p| !p.is("self")),
        _ => None,
    }
}

/// The names a pattern binds, those with a leading `_` left out: they say themselves that they are not used.
fn bound(pattern: Node<'_>) -> impl Iterator<Item = &str> {
    std::iter::once(pattern)
        .chain(pattern.descendants())
        .filter(|n| n.is_any(&["identifier", "shorthand_field_identifier"]))
        .map(Node::text)
        .filter(|name| !name.starts_with('_'))
}
