//! Errors that are dropped, statement by statement. Much honest code drops an error
//! on purpose and says so by the form it chooses; certain is only what the compiler itself would warn of.

use std::collections::BTreeSet;

use crate::parts::{Certainty, Reason};
use crate::rust::attributes::Attributes;
use crate::rust::data::locals::reads;
use crate::rust::error_handling::fallbacks;
use crate::rust::parameter_use;
use crate::rust::values::{self, Value};
use crate::scan::Scan;
use crate::syntax::Node;

/// How long a chain of calls is followed.
const CHAIN_MAX: usize = 32;

/// First words of what can fail because the world does not go along: files, databases, the network.
const FALLIBLE: [&str; 40] = [
    "write",
    "read",
    "save",
    "store",
    "persist",
    "insert",
    "update",
    "upsert",
    "delete",
    "create",
    "open",
    "connect",
    "query",
    "execute",
    "commit",
    "flush",
    "sync",
    "load",
    "fetch",
    "parse",
    "publish",
    "upload",
    "download",
    "rename",
    "copy",
    "append",
    "serialize",
    "deserialize",
    "decode",
    "encode",
    "migrate",
    "import",
    "export",
    "validate",
    "verify",
    "authenticate",
    "authorize",
    "from",
    "request",
    "json",
];

/// Methods whose result is the point of calling them.
const QUERIES: [&str; 16] = [
    "query",
    "query_as",
    "query_row",
    "query_map",
    "query_one",
    "query_opt",
    "query_scalar",
    "fetch_all",
    "fetch_one",
    "fetch_optional",
    "fetch_many",
    "find_one",
    "find_all",
    "find_many",
    "load_all",
    "get_results",
];

/// What is known of the file.
pub(in crate::rust) struct Context<'f, 't> {
    attributes: &'f Attributes<'t>,
    /// Functions of this file that return a `Result`.
    fallible: BTreeSet<&'t str>,
}

/// What was found: what it is called, why, how sure.
pub(in crate::rust) type Finding = (Option<&'static str>, Reason, Certainty);

/// Names of functions of a file that return a `Result`.
pub(in crate::rust) fn fallible<'t>(scan: &Scan<'t>) -> BTreeSet<&'t str> {
    let functions = scan.live_of(&["function_item"]);
    let fallible = functions.filter(|node| returns_result(*node));
    fallible
        .filter_map(|node| node.field("name"))
        .map(Node::text)
        .collect()
}

/// Whether a function says that it can fail.
pub(in crate::rust) fn returns_result(function: Node<'_>) -> bool {
    let returns = function.field("return_type").map_or("", Node::text);
    returns.contains("Result<") || returns.ends_with("Result")
}

impl<'f, 't> Context<'f, 't> {
    pub(in crate::rust) fn of(scan: &Scan<'t>, attributes: &'f Attributes<'t>) -> Context<'f, 't> {
        Context {
            attributes,
            fallible: fallible(scan),
        }
    }

    /// What one node of live code, tests aside, says about errors and results.
    pub(in crate::rust) fn look(&self, node: Node<'t>) -> Option<Finding> {
        match node.kind() {
            "match_arm" => self.arm(node),
            "if_expression" => self.if_error(node).or_else(|| self.if_failed(node)),
            "expression_statement" => statement(node),
            "let_declaration" => self.unless_good(node),
            "call_expression" => replaced(node),
            _ => None,
        }
    }

    /// `Err(_) => {}`, `Err(e) => Ok(vec![])`.
    fn arm(&self, arm: Node<'t>) -> Option<Finding> {
        let (pattern, value) = (arm.field("pattern")?, arm.field("value")?);
        let pattern = pattern.named().next()?;
        if pattern.field("type")?.text() != "Err"
            || arm.field("pattern")?.field("condition").is_some()
        {
            return None;
        }
        let says = carries_on(value).filter(|_| !fallbacks::chooses(arm))?;
        let certainty = self.certainty(pattern, value);
        let certain = certainty == Certainty::Certain;
        // `Err(_) => None` and its like are how many an honest search ends.
        (certain || says).then_some((Some("Err(_)"), Reason::SwallowedError, certainty))
    }

    /// `if let Err(e) = save() {}`.
    fn if_error(&self, node: Node<'t>) -> Option<Finding> {
        let condition = node.field("condition").filter(|c| c.is("let_condition"))?;
        let pattern = condition.field("pattern")?;
        let drops = pattern.field("type")?.text() == "Err"
            && node.field("alternative").is_none()
            && node.field("consequence").is_some_and(is_empty);
        let consequence = node.field("consequence")?;
        drops.then(|| {
            let certainty = self.certainty(pattern, consequence);
            (Some("if let Err"), Reason::SwallowedError, certainty)
        })
    }

    /// `if save().is_err() { return Ok(()); }`, where the function can fail itself.
    fn if_failed(&self, node: Node<'t>) -> Option<Finding> {
        let condition = node.field("condition")?;
        let asked = condition.field("function")?;
        let call = outer_call(asked.field("value")?)?;
        let consequence = node.field("consequence")?;
        let drops = asked.field("field")?.text() == "is_err"
            && node.field("alternative").is_none()
            && self.goes_on(node, call, consequence);
        drops.then_some((Some("is_err()"), Reason::SwallowedError, Certainty::Likely))
    }

    /// `let Ok(it) = load() else { return Ok(()) };`, where the function can fail itself.
    fn unless_good(&self, node: Node<'t>) -> Option<Finding> {
        let good = node.field("pattern")?.text().starts_with("Ok(");
        let call = outer_call(node.field("value")?)?;
        let drops = good && self.goes_on(node, call, node.field("alternative")?);
        drops.then_some((Some("let Ok"), Reason::SwallowedError, Certainty::Likely))
    }

    /// Whether a function that can fail answers that all went well where a call failed, and says no word on it.
    fn goes_on(&self, node: Node<'t>, call: Node<'t>, then: Node<'t>) -> bool {
        let around = node
            .ancestors()
            .find(|it| it.is_any(&["function_item", "closure_expression"]));
        let fails = around.is_some_and(|it| it.is("function_item") && returns_result(it));
        let asked =
            called(call).is_some_and(|name| self.fallible.contains(name)) || reaches_out(call);
        let explained = then.descendants().any(Node::is_extra) || parameter_use::is_explained(node);
        let mut inside = std::iter::once(then).chain(then.descendants());
        let block = inside.find(|it| it.is("block"));
        let only = block.map(|it| it.named().filter(|it| !it.is_extra()).collect::<Vec<_>>());
        let good = only.is_some_and(|all| match all.as_slice() {
            [only] => {
                let answer = values::unwrap(*only);
                let mut inside = std::iter::once(*only).chain(only.descendants());
                inside.any(|it| it.is("return_expression"))
                    && answer.field("function").is_some_and(|it| it.text() == "Ok")
                    && values::value(answer).is_some()
            }
            [] | [_, ..] => false,
        });
        fails && asked && good && !explained
    }

    /// An error with a name that nobody reads is one that the compiler warns of.
    fn certainty(&self, pattern: Node<'t>, body: Node<'t>) -> Certainty {
        let named = pattern
            .named()
            .filter(|n| n.is("identifier") && n.field_name() != "type")
            .find(|n| !n.text().starts_with('_'));
        let unread = named.is_some_and(|name| {
            name.text().starts_with(char::is_lowercase) && !reads(body, name.text())
        });
        let explained = body.descendants().any(Node::is_extra);
        match unread && !explained && !self.attributes.is_quiet(pattern) {
            true => Certainty::Certain,
            false => Certainty::Likely,
        }
    }
}

/// `save().ok();`.
fn statement(node: Node<'_>) -> Option<Finding> {
    let inner = node.named().next()?;
    let drops = inner.is("call_expression") && method(inner) == Some("ok");
    drops.then_some((Some(".ok()"), Reason::SwallowedError, Certainty::Likely))
}

/// Calls that put something else in the place of an error.
fn replaced(call: Node<'_>) -> Option<Finding> {
    let name = method(call)?;
    let receiver = || call.field("function")?.field("value").and_then(outer_call);
    let first = || call.field("arguments")?.named().next();
    let found = match name {
        "unwrap_or_default" => (Some(".unwrap_or_default()"), reaches_out(receiver()?)),
        "unwrap_or" => {
            let value = first().and_then(values::value)?;
            let listed = value == Value::Default
                && first()?.is_any(&["call_expression", "macro_invocation"]);
            (Some(".unwrap_or()"), listed && reaches_out(receiver()?))
        }
        "unwrap_or_else" => (
            Some(".unwrap_or_else()"),
            ignores(first()?).is_some_and(|it| it == Value::Default) && reaches_out(receiver()?),
        ),
        "or_else" => {
            let passes = first()?
                .field("body")
                .is_some_and(|body| body.text().starts_with("Ok("));
            (Some(".or_else()"), passes && ignores(first()?).is_some())
        }
        _ => return None,
    };
    let (what, holds) = found;
    holds.then_some((what, Reason::SwallowedError, Certainty::Likely))
}

/// The value of a closure that looks at nothing it is given.
fn ignores(closure: Node<'_>) -> Option<Value> {
    let parameters = closure.field("parameters")?;
    let ignores = parameters.text().trim_matches('|').trim().starts_with('_');
    let body = closure.field("body").filter(|_| ignores)?;
    values::value(values::unwrap(body))
}

/// Whether the value in the place of an error goes on as if nothing had happened; `None` where it does something.
/// True where that alone is worth a word.
fn carries_on(value: Node<'_>) -> Option<bool> {
    if is_empty(value) {
        return Some(true);
    }
    let single = match value.is("block") {
        true => {
            let mut statements = value.named();
            let only = statements.next()?;
            statements.next().is_none().then_some(only)?
        }
        false => value,
    };
    let expression = values::unwrap(single);
    let found = values::value(expression)?;
    Some(match found {
        Value::Unit => true,
        Value::Default => expression.is_any(&["call_expression", "macro_invocation"]),
        Value::Fixed => expression.text().starts_with("Ok("),
    })
}

/// Whether what a call asks is outside of the program, so that it fails for reasons worth knowing.
pub(in crate::rust) fn reaches_out(call: Node<'_>) -> bool {
    called(call).is_some_and(|name| {
        let converts = name.starts_with("from");
        let parses = matches!(name, "from_str" | "from_slice" | "from_reader");
        (may_fail(name) && (!converts || parses)) || QUERIES.contains(&name)
    })
}

pub(in crate::rust) fn may_fail(name: &str) -> bool {
    let first = name.split('_').next().unwrap_or(name);
    FALLIBLE.contains(&first)
}

/// The call inside `.await`, `?`, `.unwrap()` and `.expect(..)`.
pub(in crate::rust) fn outer_call(node: Node<'_>) -> Option<Node<'_>> {
    let mut at = node;
    for _ in 0..CHAIN_MAX {
        at = match at.kind() {
            "await_expression" | "try_expression" => at.named().next()?,
            "call_expression" => match method(at) {
                Some("unwrap" | "expect") => at.field("function")?.field("value")?,
                Some(_) | None => return Some(at),
            },
            _ => return None,
        };
    }
    None
}

pub(in crate::rust) fn method(call: Node<'_>) -> Option<&str> {
    let field = call.field("function")?.field("field")?;
    Some(field.text())
}

/// The last name of what is called.
pub(in crate::rust) fn called(call: Node<'_>) -> Option<&str> {
    let mut function = call.field("function")?;
    if function.is("generic_function") {
        function = function.field("function")?;
    }
    let name = match function.kind() {
        "field_expression" => function.field("field")?,
        "scoped_identifier" => function.field("name")?,
        "identifier" => function,
        _ => return None,
    };
    Some(name.text())
}

fn is_empty(block: Node<'_>) -> bool {
    let nothing = block.is("block") && block.children().all(|n| !n.is_named() || n.is_extra());
    block.is("unit_expression") || nothing
}
