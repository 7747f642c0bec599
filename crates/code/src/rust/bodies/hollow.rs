//! Whether the body of a Rust function holds work. Only the outside of its statements is looked at: a
//! body with any real statement is substantive.

use std::collections::BTreeSet;

use crate::parts::{Body, Certainty, Hollow, Reason};
use crate::phrases;
use crate::rust::bodies::body::{is_logging, statements};
use crate::rust::bodies::surroundings::Setting;
use crate::rust::return_values::constant_results;
use crate::rust::return_values::request_handlers;
use crate::rust::values::{self, Value};
use crate::syntax::Node;

/// A body of more nodes than this holds something.
const HOLLOW_NODES_MAX: u32 = 600;

/// How much code before a `todo!()` is searched for ways out, in nodes.
const WAYS_OUT_NODES_MAX: usize = 4_096;

/// How deep calls on literals are followed into each other.
const MADE_DEPTH_MAX: u8 = 4;

/// How many lines of documentation are read.
const DOC_LINES_MAX: usize = 60;

/// First words of names that promise to get something from somewhere, or to work something out.
const LOOKS_UP: [&str; 25] = [
    "load",
    "fetch",
    "find",
    "search",
    "query",
    "list",
    "read",
    "count",
    "compute",
    "calculate",
    "total",
    "sum",
    "collect",
    "lookup",
    "estimate",
    "measure",
    "now",
    "today",
    "random",
    "generate",
    "elapsed",
    "average",
    "mean",
    "median",
    "hostname",
];

/// A function as it is judged.
struct Function<'t> {
    name: &'t str,
    returns: Option<Node<'t>>,
    /// Names that parameters bind, `self` left out.
    parameters: BTreeSet<&'t str>,
    /// How many parameters there are, `self` left out.
    arity: usize,
    /// It is for types in general, and what it asks of them may be its point.
    generic: bool,
    block: Node<'t>,
    setting: Setting,
}

/// Judges the body of a `function_item`; [`Body::None`] for anything else.
pub(in crate::rust) fn judge(node: Node<'_>, setting: Setting) -> Body {
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
        generic: node.field("type_parameters").is_some(),
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
            [] => None,
            [single] => self.single(*single, &logs),
            [_, ..] => None,
        }
    }

    fn empty(&self) -> Option<(Reason, Certainty)> {
        let setting = &self.setting;
        if setting.test_function {
            return None;
        }
        let words = phrases::name_words(self.name);
        let first = words.first().map_or("", String::as_str);
        let silent = self.arity == 0 && self.returns.is_none();
        let expected = setting.in_trait
            || setting.configured
            || setting.for_tests
            || setting.idle_type
            || matches!(first, "assert" | "is" | "visit")
            || self.name.starts_with('_')
            || self.name == "main"
            || phrases::promises_nothing(self.name)
            || (self.arity > 0 && self.parameters.is_empty())
            || (silent && (self.generic || self.stands_in() || self.says_so()));
        Some((Reason::Empty, sure_unless(expected)))
    }

    /// Whether it belongs to a type without fields that only its own crate sees, as the half of a `cfg` does that
    /// has nothing to do.
    fn stands_in(&self) -> bool {
        let item = self.block.parent();
        let visibility = item.and_then(|item| item.child("visibility_modifier"));
        self.setting.fieldless && visibility.is_some_and(|it| it.text() != "pub")
    }

    /// Whether its documentation calls it a no-op, which counts only for what is given nothing and returns nothing.
    fn says_so(&self) -> bool {
        let Some(item) = self.block.parent() else {
            return false;
        };
        item.lead()
            .trim_end()
            .lines()
            .rev()
            .map(str::trim_start)
            .take(DOC_LINES_MAX)
            .take_while(|line| line.starts_with("//") || line.starts_with('#'))
            .any(|line| line.contains("no-op") || line.contains("does nothing"))
    }

    /// Whether the compiler warns of its parameters if it does not read them. Honest code is free of such warnings.
    fn is_warned_of(&self) -> bool {
        let setting = &self.setting;
        let excused = setting.in_trait
            || setting.quiet
            || setting.configured
            || setting.for_tests
            || setting.idle_type;
        !excused && !self.parameters.is_empty()
    }

    fn single(&self, statement: Node<'_>, logs: &[Node<'_>]) -> Option<(Reason, Certainty)> {
        let expression = values::unwrap(statement);
        if values::fails_unimplemented(expression) {
            return Some((Reason::NotImplemented, Certainty::Certain));
        }
        // Whether one is there and well, a handler answers alike each time.
        if self.setting.handler && request_handlers::is_fixed(self.name) {
            return None;
        }
        let written = || values::written(expression).filter(|_| self.setting.hangs);
        if let Some(value) = values::value(expression).or_else(written) {
            return self.constant(value, logs);
        }
        if self.arity > 0 && !self.setting.in_trait && !self.name.contains("default") {
            let made = constant_results::built(expression, MADE_DEPTH_MAX);
            if let Some(value) = made.filter(|_| !self.setting.configured) {
                return self.constant(value, logs);
            }
        }
        self.passes_on(expression)
            .then_some((Reason::Identity, Certainty::Likely))
    }

    fn constant(&self, value: Value, logs: &[Node<'_>]) -> Option<(Reason, Certainty)> {
        let setting = &self.setting;
        let silent =
            (setting.in_trait || setting.idle_type) && self.parameters.is_empty() && !setting.hangs;
        let excused = setting.is_default || setting.test_function;
        if silent || excused || phrases::promises_nothing(self.name) {
            return None;
        }
        let output = self.name == "main" || phrases::promises_output(self.name);
        if !logs.is_empty() && (output || value == Value::Unit) {
            return None;
        }
        let owed = self.is_owed();
        let unread = self.is_warned_of() && !logs.iter().any(|log| self.uses_parameters(*log));
        let certainty = sure_unless(!unread && !owed);
        let asked = self.arity > 0 || setting.hangs || owed;
        match value {
            Value::Unit => Some((Reason::DefaultValue, certainty)),
            Value::Default if asked => Some((Reason::DefaultValue, certainty)),
            Value::Fixed if asked => Some((Reason::FixedValue, certainty)),
            Value::Default if self.looks_up() => Some((Reason::DefaultValue, Certainty::Likely)),
            Value::Fixed if self.looks_up() => Some((Reason::FixedValue, Certainty::Likely)),
            Value::Default | Value::Fixed => None,
        }
    }

    /// Whether a note in it says that work is left.
    fn is_owed(&self) -> bool {
        let notes = self.block.children().filter(|it| it.is_extra());
        let mut words = notes.flat_map(|it| it.text().split(|c: char| !c.is_alphanumeric()));
        words.any(|word| matches!(word, "TODO" | "FIXME" | "XXX" | "TBD"))
    }

    /// Whether it has the name of something that goes and gets what it returns.
    fn looks_up(&self) -> bool {
        let words = phrases::name_words(self.name);
        let first = words.first().map_or("", String::as_str);
        !self.setting.in_trait && !self.setting.configured && LOOKS_UP.contains(&first)
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
            && !self.name.starts_with("assert_")
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

fn sure_unless(doubtful: bool) -> Certainty {
    match doubtful {
        true => Certainty::Likely,
        false => Certainty::Certain,
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
    let excused = message.excused()
        || setting.for_tests
        || (setting.in_trait
            && message.is_unimplemented()
            && (setting.is_default || message.says_something()))
        || (setting.is_default && message.is_panic());
    Some((
        Reason::NotImplemented,
        sure_unless(leaves_before || excused),
    ))
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
