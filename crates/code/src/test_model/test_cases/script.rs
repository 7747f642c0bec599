//! Tests in TypeScript and JavaScript: calls of `it`, `test` and their like with a text and a function.

use super::{Raw, call_at_top, joined};
use crate::is_test_path;
use crate::language::Language;
use crate::syntax::{Node, Tree};
use crate::test_model::suite::Skip;

/// Names that begin a test.
const TESTS: [&str; 13] = [
    "it", "test", "specify", "xit", "xtest", "fit", "ftest", "xspecify", "tape", "ava", "QUnit",
    "Deno", "pit",
];

/// Words behind such a name, none of which makes it something else.
const MODIFIERS: [&str; 19] = [
    "skip",
    "only",
    "todo",
    "each",
    "concurrent",
    "sequential",
    "failing",
    "fails",
    "fixme",
    "skipIf",
    "runIf",
    "serial",
    "cb",
    "for",
    "slow",
    "test",
    "fail",
    "if",
    "effect",
];

/// What the body of a test is given as.
const FUNCTIONS: [&str; 2] = ["arrow_function", "function_expression"];

/// Names that begin a group of tests.
const GROUPS: [&str; 8] = [
    "describe",
    "suite",
    "context",
    "xdescribe",
    "fdescribe",
    "xcontext",
    "module",
    "ddescribe",
];

/// Signs that a file holds tests whatever its name says.
const SIGNS: [&str; 6] = [
    "describe(",
    "import.meta.vitest",
    "node:test",
    "@playwright/test",
    "Deno.test",
    "@jest/globals",
];

pub(super) fn find<'t>(path: &str, tree: &'t Tree<'t>) -> Vec<Raw<'t>> {
    let in_tests =
        is_test_path(path, Language::TypeScript) || SIGNS.iter().any(|it| tree.source.contains(it));
    if !in_tests {
        return Vec::new();
    }
    tree.of(&["call_expression"]).filter_map(test).collect()
}

/// The names of a callee: `it.each(..)` is `it`, `each`.
fn words<'t>(callee: Node<'t>) -> Vec<&'t str> {
    let mut found = Vec::new();
    let mut node = Some(callee);
    for _ in 0..16 {
        let Some(it) = node else { break };
        node = match it.kind() {
            "member_expression" => {
                found.push(it.field("property").map_or("", Node::text));
                it.field("object")
            }
            "call_expression" => it.field("function"),
            "identifier" => {
                found.push(it.text());
                None
            }
            _ => return Vec::new(),
        };
    }
    found.reverse();
    found
}

fn test<'t>(node: Node<'t>) -> Option<Raw<'t>> {
    let callee = node.field("function")?;
    let words = words(callee);
    let (first, rest) = words.split_first()?;
    let modified = |rest: &[&str]| rest.iter().all(|it| MODIFIERS.contains(it));
    // `t.test(..)`, `tap.test.skip(..)`: the harness hands out what begins a test.
    let handed = matches!(rest, ["test" | "it", rest @ ..] if modified(rest))
        && arguments_of(node).is_some_and(|it| it.named().any(|it| it.is_any(&FUNCTIONS)));
    if !(TESTS.contains(first) && modified(rest) || handed) {
        return None;
    }
    let arguments = arguments_of(node)?;
    let title = arguments.named().next()?;
    let name = match title.kind() {
        "string" | "template_string" => title.text().trim_matches(['"', '\'', '`']).to_owned(),
        "identifier" | "member_expression" | "binary_expression" | "call_expression" => {
            title.text().chars().take(200).collect()
        }
        _ => return None,
    };
    let function = arguments.named().filter(|it| it.is_any(&FUNCTIONS)).last();
    let pending = function.is_none()
        && title.is("string")
        && arguments.named().count() == 1
        && *first != "test"
        || rest.contains(&"todo");
    let given = arguments
        .named()
        .nth(1)
        .filter(|it| it.is_any(&["identifier", "call_expression", "member_expression"]));
    let body = match (function, given) {
        (Some(function), _) => function.field("body")?,
        // A function that stands elsewhere: nothing can be said about what it asserts.
        (None, Some(given)) => given,
        (None, None) if pending => arguments,
        (None, None) => return None,
    };
    let mut raw = Raw::new(&name, node, body);
    raw.asserts_by_mark = function.is_none();
    raw.is_empty &= body.is("statement_block");
    raw.marks.push(callee);
    if pending {
        raw.switch(Skip::Always, callee, "");
    }
    switched(&mut raw, &words, arguments);
    grouped(&mut raw, node);
    Some(raw)
}

fn arguments_of<'t>(call: Node<'t>) -> Option<Node<'t>> {
    call.field("arguments").filter(|it| it.is("arguments"))
}

fn switched(raw: &mut Raw<'_>, words: &[&str], arguments: Node<'_>) {
    let has = |word: &str| words.contains(&word);
    let first = words.first().copied().unwrap_or("");
    let callee = raw.marks.first().copied();
    if let Some(callee) = callee {
        if has("skip") || has("todo") || has("fixme") || first.starts_with('x') {
            raw.switch(Skip::Always, callee, "");
        }
        if has("failing") || has("fails") || has("fail") {
            raw.switch(Skip::MayFail, callee, "");
        }
    }
    if has("skipIf") || has("runIf") || has("if") {
        raw.skip(Skip::Sometimes);
    }
    raw.focused |= has("only") || matches!(first, "fit" | "ftest");
    for pair in arguments
        .named()
        .filter(|it| it.is("object"))
        .flat_map(Node::named)
        .filter(|it| it.is("pair"))
        .take(16)
    {
        let (key, value) = (
            pair.field("key").map_or("", Node::text),
            pair.field("value").map_or("", Node::text),
        );
        match key {
            "skip" | "todo" | "ignore"
                if value == "true" || pair.field("value").is_some_and(|it| it.is("string")) =>
            {
                raw.switch(Skip::Always, pair, value)
            }
            "skip" | "ignore" if value != "false" => raw.skip(Skip::Sometimes),
            "only" if value == "true" => raw.focused = true,
            _ => {}
        }
    }
    let off = call_at_top(
        raw.body,
        &[
            "this.skip(",
            "t.skip(",
            "test.skip()",
            "test.fixme()",
            "ctx.skip()",
            "context.skip()",
        ],
    );
    if let Some(off) = off {
        raw.switch(Skip::Always, off, off.text());
    }
}

fn grouped(raw: &mut Raw<'_>, node: Node<'_>) {
    let mut around = Vec::new();
    for group in node.ancestors().filter(|it| it.is("call_expression")) {
        let callee = group.field("function").unwrap_or(group);
        let words = words(callee);
        let is_group = words.iter().any(|it| GROUPS.contains(it))
            || matches!(words.as_slice(), ["test" | "it", ..]);
        if !is_group {
            continue;
        }
        let first = words.first().copied().unwrap_or("");
        if words.contains(&"skip")
            || words.contains(&"fixme")
            || words.contains(&"todo")
            || first.starts_with('x')
        {
            raw.switch(Skip::Always, callee, "");
        }
        if words.contains(&"skipIf") || words.contains(&"runIf") {
            raw.skip(Skip::Sometimes);
        }
        raw.focused |= words.contains(&"only") || matches!(first, "fdescribe" | "ddescribe");
        let title = group.field("arguments").and_then(|it| it.named().next());
        around.push(
            title
                .map_or("", Node::text)
                .trim_matches(['"', '\'', '`'])
                .chars()
                .take(200)
                .collect(),
        );
    }
    raw.group = joined(around);
}
