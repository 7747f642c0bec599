//! Rust expressions that mean the same whatever the function is given, and those that only fail.

use crate::phrases;
use crate::scan::unquoted;
use crate::syntax::Node;

/// How deep a value is looked into.
const DEPTH_MAX: u8 = 8;

/// An expression without any input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// `()` or `Ok(())`: done, nothing to say.
    Unit,
    /// Empty, zero, `None`, `Default::default()`.
    Default,
    /// Any other literal.
    Fixed,
}

/// `todo!` or a relative, with its message.
pub(super) struct Unimplemented<'t> {
    name: &'t str,
    message: &'t str,
}

impl Unimplemented<'_> {
    pub(super) fn is_unimplemented(&self) -> bool {
        self.name == "unimplemented"
    }

    pub(super) fn is_panic(&self) -> bool {
        matches!(self.name, "panic" | "unreachable")
    }

    pub(super) fn says_something(&self) -> bool {
        !self.message.is_empty()
    }

    /// `unimplemented!("not on this platform")` is an answer, not an omission.
    pub(super) fn excused(&self) -> bool {
        self.is_unimplemented()
            && !self.message.is_empty()
            && !phrases::not_implemented(self.message)
            && !puts_off(self.message)
    }
}

/// The expression of a statement: without `;`, `return` and parentheses.
pub(super) fn unwrap(statement: Node<'_>) -> Node<'_> {
    let mut at = statement;
    for _ in 0..DEPTH_MAX {
        let inner = match at.kind() {
            "expression_statement" | "return_expression" | "parenthesized_expression" => {
                at.named().next()
            }
            _ => None,
        };
        match inner {
            Some(inner) => at = inner,
            None => break,
        }
    }
    at
}

/// Whether an expression is a macro that says "not implemented".
pub(super) fn unimplemented(expression: Node<'_>) -> Option<Unimplemented<'_>> {
    if !expression.is("macro_invocation") {
        return None;
    }
    let name = expression.field("macro")?.text();
    let message = first_string(expression).unwrap_or("");
    let says_so = || phrases::not_implemented(message);
    match name {
        "todo" | "unimplemented" => Some(Unimplemented { name, message }),
        "panic" | "unreachable" if says_so() => Some(Unimplemented { name, message }),
        _ => None,
    }
}

/// Whether all that a body does is to answer that it can't: `Err(..)`, `not_supported()`. It has no use for what it is given.
pub(super) fn refuses(block: Node<'_>) -> bool {
    let mut inside = block.named();
    let (Some(only), None) = (inside.next().map(unwrap), inside.next()) else {
        return false;
    };
    let called = only.field("function").map_or("", Node::text);
    let last = called.rsplit("::").next().unwrap_or(called);
    let words = phrases::name_words(last);
    let says = words.iter().any(|word| {
        matches!(
            word.as_str(),
            "unsupported" | "supported" | "unavailable" | "available"
        )
    });
    called == "Err" || says
}

/// Whether a message says that the work comes later.
fn puts_off(message: &str) -> bool {
    const SIGNS: [&str; 9] = [
        "not supported yet",
        "not yet supported",
        "not available yet",
        "not yet available",
        "coming soon",
        "for now",
        "follow-up",
        "work in progress",
        "not done yet",
    ];
    let lower = message.to_lowercase();
    SIGNS.iter().any(|sign| lower.contains(sign))
}

/// Whether an expression is an error that says "not implemented": `Err("not implemented")`, `bail!(..)`.
pub(super) fn fails_unimplemented(expression: Node<'_>) -> bool {
    let fails = match expression.kind() {
        "call_expression" => expression
            .field("function")
            .is_some_and(|f| f.text() == "Err"),
        "macro_invocation" => expression
            .field("macro")
            .is_some_and(|m| matches!(m.text().rsplit("::").next(), Some("bail" | "anyhow"))),
        _ => false,
    };
    let says_so = |text: &str| phrases::not_implemented(text) || puts_off(text);
    fails && first_string(expression).is_some_and(says_so)
}

/// The value of an expression that takes no input; `None` when it takes some or cannot be told.
pub(super) fn value(expression: Node<'_>) -> Option<Value> {
    fixed(expression, DEPTH_MAX)
}

/// The value of an expression that writes a literal to what it is given: `f.write_str("..")`, `write!(f, "..")`.
pub(super) fn written(expression: Node<'_>) -> Option<Value> {
    let text = match expression.kind() {
        "macro_invocation" => {
            let tokens = expression.child("token_tree")?;
            let mut inner = tokens.named();
            let (first, text, third) = (inner.next()?, inner.next()?, inner.next());
            let writes = matches!(expression.field("macro")?.text(), "write" | "writeln");
            (writes && first.is("identifier") && third.is_none()).then_some(text)?
        }
        "call_expression" => {
            let method = expression.field("function")?.field("field")?.text();
            let mut arguments = expression.field("arguments")?.named();
            let writes = matches!(method, "write_str" | "pad");
            writes.then(|| arguments.next()).flatten()?
        }
        _ => return None,
    };
    let literal = text.is_any(&["string_literal", "raw_string_literal"]);
    let captured = captures(text.text()).next().is_some();
    (literal && !captured).then(|| fixed(text, DEPTH_MAX))?
}

/// Names captured inside a format string: `{name}`, `{name:?}`.
pub(super) fn captures(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|piece| {
        let name = piece.split(['}', ':']).next()?;
        let starts = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        starts.then_some(name)
    })
}

/// The first string literal inside a node, without quotes.
fn first_string(node: Node<'_>) -> Option<&str> {
    let string = node
        .descendants()
        .find(|n| n.is_any(&["string_literal", "raw_string_literal"]))?;
    // The contents of a text with escapes are several nodes, so the whole is taken.
    Some(match string.child("string_content") {
        Some(content) if string.is("raw_string_literal") => content.text(),
        Some(_) | None => unquoted(string.text()),
    })
}

fn fixed(expression: Node<'_>, depth: u8) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    match expression.kind() {
        "unit_expression" => Some(Value::Unit),
        "boolean_literal" => Some(default_if(expression.text() == "false")),
        "integer_literal" | "float_literal" => {
            let zero = expression.text().chars().all(|c| !matches!(c, '1'..='9'));
            Some(default_if(zero))
        }
        "string_literal" => Some(default_if(expression.text().len() <= 2)),
        "raw_string_literal" | "char_literal" => Some(Value::Fixed),
        "identifier" => (expression.text() == "None").then_some(Value::Default),
        "scoped_identifier" => is_variant(expression).then_some(Value::Fixed),
        "array_expression" | "tuple_expression" => elements(expression, depth),
        "reference_expression" => fixed(expression.field("value")?, depth),
        "unary_expression" => fixed(expression.named().next()?, depth),
        "macro_invocation" => vec_macro(expression),
        "call_expression" => call(expression, depth),
        _ => None,
    }
}

/// `Ordering::Equal`, `Kind::Plain`, `u8::MAX`: a name of a type and one that begins with a capital letter.
fn is_variant(path: Node<'_>) -> bool {
    let capital = |node: Option<Node<'_>>| {
        let name = node.map_or("", |it| match it.field("name") {
            Some(name) => name.text(),
            None => it.text(),
        });
        name.starts_with(char::is_uppercase)
    };
    let owner = path.field("path");
    capital(path.field("name"))
        && (capital(owner) || owner.is_some_and(|it| it.is("primitive_type")))
}

fn call(expression: Node<'_>, depth: u8) -> Option<Value> {
    let function = expression.field("function")?;
    let mut arguments = expression.field("arguments")?.named();
    let (first, second) = (arguments.next(), arguments.next());
    let text = function.text();
    match (first, second) {
        (None, _) => match text.rsplit_once("::") {
            Some((_, "default")) => Some(Value::Default),
            Some((owner, "new")) => is_collection(owner).then_some(Value::Default),
            Some(("iter" | "std::iter" | "core::iter", "empty")) => Some(Value::Default),
            Some(_) | None => method_of_literal(function, depth),
        },
        (Some(only), None) => {
            let inner = fixed(only, depth)?;
            match text {
                "Ok" => Some(inner),
                "Some" | "Box::new" | "Arc::new" | "Rc::new" | "String::from" => {
                    Some(match inner {
                        Value::Default => Value::Default,
                        Value::Unit | Value::Fixed => Value::Fixed,
                    })
                }
                _ => None,
            }
        }
        (Some(_), Some(_)) => None,
    }
}

/// `"x".to_string()` and its like.
fn method_of_literal(function: Node<'_>, depth: u8) -> Option<Value> {
    let method = function.field("field")?.text();
    let passes = ["to_string", "into", "to_owned", "to_vec", "as_str", "clone"];
    passes
        .contains(&method)
        .then(|| fixed(function.field("value")?, depth))
        .flatten()
}

fn is_collection(path: &str) -> bool {
    let path = path.split("::<").next().unwrap_or(path);
    let name = path.rsplit("::").next().unwrap_or(path);
    [
        "Vec", "String", "HashMap", "HashSet", "BTreeMap", "BTreeSet", "VecDeque", "PathBuf",
    ]
    .contains(&name)
}

fn vec_macro(invocation: Node<'_>) -> Option<Value> {
    let name = invocation.field("macro")?.text();
    let tokens = invocation.child("token_tree")?;
    let mut inner = tokens.named();
    let literal = inner.all(|n| n.kind().ends_with("_literal"));
    match (name, tokens.named().next()) {
        ("vec", None) => Some(Value::Default),
        ("vec" | "format", Some(_)) if literal => {
            let captured = first_string(invocation).is_some_and(|s| captures(s).next().is_some());
            (!captured).then_some(Value::Fixed)
        }
        _ => None,
    }
}

fn elements(list: Node<'_>, depth: u8) -> Option<Value> {
    let mut sum = Value::Default;
    for element in list.named().take(64) {
        fixed(element, depth)?;
        sum = Value::Fixed;
    }
    Some(sum)
}

fn default_if(default: bool) -> Value {
    if default {
        Value::Default
    } else {
        Value::Fixed
    }
}
