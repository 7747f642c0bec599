//! Answers that are the same whichever way a function goes: what it was given, or that there is something.

use crate::phrases;
use crate::script::shape;
use crate::syntax::Node;

/// How deep a condition is followed.
const DEPTH_MAX: u8 = 6;

/// Verbs of functions that make something else of what they are given.
const CHANGING: [&str; 34] = [
    "sort",
    "redact",
    "mask",
    "escape",
    "unescape",
    "encode",
    "decode",
    "encrypt",
    "decrypt",
    "compress",
    "sanitize",
    "sanitise",
    "strip",
    "trim",
    "format",
    "truncate",
    "reverse",
    "shuffle",
    "dedupe",
    "deduplicate",
    "uniq",
    "unique",
    "flatten",
    "invert",
    "capitalize",
    "slugify",
    "quote",
    "unquote",
    "indent",
    "minify",
    "clone",
    "round",
    "merge",
    "normalize",
];

/// Whether every way through a function gives back the one thing that it was given: there are ways, or its name says that
/// it makes something else of it.
pub(in crate::script) fn gives_back(name: &str, function: Node<'_>) -> bool {
    let own = name.rsplit('.').next().unwrap_or(name);
    let words = phrases::name_words(own);
    let first = words.first().map_or("", String::as_str);
    let slot = function
        .parent()
        .is_none_or(|it| it.is_any(&["object", "pair", "arguments", "class_body"]));
    let body = function.field("body").filter(|it| it.is("statement_block"));
    let Some(body) = body.filter(|_| !slot) else {
        return false;
    };
    let statements: Vec<Node<'_>> = body.named().filter(|it| !it.is_extra()).collect();
    let Some((end, before)) = statements.split_last() else {
        return false;
    };
    let patterns = shape::parameters(function);
    let bound = patterns.iter().flat_map(|it| shape::bound(*it));
    let given: Vec<&str> = bound.map(|it| it.name.text()).collect();
    let answer = answered(*end).filter(|it| given.contains(it));
    let Some(answer) = answer else {
        return false;
    };
    let declares = |it: &Node<'_>| it.is("lexical_declaration") || it.is("variable_declaration");
    let mut guards = before.iter().filter(|it| !declares(it)).peekable();
    let some = guards.peek().is_some();
    let same = guards.all(|it| leaves_with(*it, answer));
    let meant = phrases::promises_passing_on(own)
        || phrases::promises_nothing(own)
        || phrases::only_checks(first);
    let promised = CHANGING.contains(&first) && patterns.len() == 1;
    same && !meant && (some || promised)
}

/// The name that a statement gives back.
fn answered(statement: Node<'_>) -> Option<&str> {
    let answer = statement
        .named()
        .next()
        .filter(|_| statement.is("return_statement"))?;
    let answer = shape::bare(answer);
    answer.is("identifier").then(|| answer.text())
}

/// `if (..) return value;`
fn leaves_with(statement: Node<'_>, answer: &str) -> bool {
    let plain = statement.is("if_statement") && statement.field("alternative").is_none();
    let Some(then) = statement.field("consequence").filter(|_| plain) else {
        return false;
    };
    match then.is("statement_block") {
        true => {
            let mut inside = then.named().filter(|it| !it.is_extra());
            let first = inside.next().and_then(answered);
            first == Some(answer) && inside.next().is_none()
        }
        false => answered(then) == Some(answer),
    }
}

/// Whether a function that is to tell what is right from what is not asks no more than whether it was given anything.
/// Honest code has that too: it counts where a plan asks for the function.
pub(in crate::script) fn only_asks_for_something(name: &str, function: Node<'_>) -> bool {
    const RIGHT: [&str; 20] = [
        "valid",
        "match",
        "matches",
        "works",
        "verify",
        "verified",
        "authentic",
        "signed",
        "parses",
        "parseable",
        "supported",
        "supports",
        "allowed",
        "permitted",
        "equal",
        "equals",
        "compatible",
        "safe",
        "json",
        "email",
    ];
    const THERE: [&str; 8] = [
        "set", "given", "present", "empty", "blank", "defined", "some", "any",
    ];
    let own = name.rsplit('.').next().unwrap_or(name);
    let words = phrases::name_words(own);
    let says = |known: &[&str]| words.iter().any(|it| known.contains(&it.as_str()));
    let Some(body) = function.field("body") else {
        return false;
    };
    let only = match body.is("statement_block") {
        false => Some(body),
        true => {
            let mut inside = body.named().filter(|it| !it.is_extra());
            let only = inside.next().filter(|it| it.is("return_statement"));
            only.filter(|_| inside.next().is_none())
                .and_then(|it| it.named().next())
        }
    };
    let patterns = shape::parameters(function);
    let bound = patterns.iter().flat_map(|it| shape::bound(*it));
    let given: Vec<&str> = bound.map(|it| it.name.text()).collect();
    let asks =
        only.is_some_and(|it| !shape::bare(it).is("identifier") && is_there(it, &given, DEPTH_MAX));
    says(&RIGHT) && !says(&THERE) && asks
}

/// `Boolean(a && b)`, `!!a`, `String(a) !== ""`, `a != null`.
fn is_there(condition: Node<'_>, given: &[&str], depth: u8) -> bool {
    let condition = shape::bare(condition);
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let side = |name| condition.field(name).map(shape::bare);
    match condition.kind() {
        "identifier" => given.contains(&condition.text()),
        "unary_expression" => {
            let inner = condition.named().next().map(shape::bare);
            let twice = condition.text().starts_with("!!");
            let inner = inner.filter(|_| twice).and_then(|it| it.named().next());
            inner.is_some_and(|it| is_there(it, given, depth))
        }
        "call_expression" => {
            let callee = side("function").map_or("", |it| it.text());
            let argument = condition
                .field("arguments")
                .and_then(|it| it.named().next());
            matches!(callee, "Boolean" | "String")
                && argument.is_some_and(|it| is_there(it, given, depth))
        }
        "binary_expression" => {
            let (Some(left), Some(right)) = (side("left"), side("right")) else {
                return false;
            };
            match condition.field("operator").map_or("", Node::text) {
                "&&" | "||" => is_there(left, given, depth) && is_there(right, given, depth),
                "!==" | "!=" => {
                    matches!(right.text(), "''" | "\"\"" | "null" | "undefined")
                        && is_there(left, given, depth)
                }
                _ => false,
            }
        }
        _ => false,
    }
}
