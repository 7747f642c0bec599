//! Assertions that no code can fail, beyond plain literals: `x || true`, a length that is not below nothing, a call that
//! is compared with itself, an import that is there; and loops over tables without a row.

use std::collections::BTreeSet;

use crate::parts::Import;
use crate::scan::Scan;
use crate::script::shape;
use crate::script::test_assertions::constant_assertions;
use crate::script::values::{self, Value};
use crate::syntax::Node;

/// How much of one function is looked at, in nodes.
const NODES_MAX: usize = 5_000;

/// Comparisons for equality.
const EQUAL: [&str; 12] = [
    "toBe",
    "toEqual",
    "toStrictEqual",
    "eq",
    "eql",
    "equal",
    "equals",
    "deepEqual",
    "strictEqual",
    "deepStrictEqual",
    "is",
    "same",
];

/// What a file's tests may lean on.
pub(in crate::script) struct Ground<'t> {
    imported: BTreeSet<&'t str>,
    empty: BTreeSet<&'t str>,
}

impl<'t> Ground<'t> {
    pub(in crate::script) fn of(scan: &Scan<'t>, imports: &'t [Import]) -> Ground<'t> {
        let names = imports.iter().flat_map(|import| import.names.iter());
        Ground {
            imported: names.filter_map(|name| name.local.as_deref()).collect(),
            empty: empty_tables(scan),
        }
    }

    /// Whether an assertion holds whatever the code does.
    pub(in crate::script) fn holds(&self, call: Node<'_>) -> bool {
        let Some((actual, how, wanted)) = parts(call) else {
            return false;
        };
        match (how, wanted) {
            ("toBeGreaterThanOrEqual", Some(wanted)) => is_size(actual) && wanted.text() == "0",
            ("toBeGreaterThan", Some(wanted)) => is_size(actual) && wanted.text() == "-1",
            ("toBe" | "toEqual" | "toStrictEqual", Some(wanted)) if wanted.is("true") => {
                always(actual)
            }
            ("toBeTruthy" | "ok" | "isTrue" | "true", None) => always(actual),
            ("toBeDefined", None) => {
                self.imported.contains(actual.text()) && !is_about(call, &ABOUT_EXPORTS)
            }
            (how, Some(wanted)) if EQUAL.contains(&how) && wanted.is("number") => {
                is_size_of_a_list(actual)
            }
            (how, Some(wanted)) if EQUAL.contains(&how) => {
                of_itself(call, actual, wanted) && !is_about(call, &ABOUT_SAMENESS)
            }
            _ => false,
        }
    }

    /// Whether a call, or a loop, goes over a table without a row.
    pub(in crate::script) fn runs_never(&self, node: Node<'_>) -> bool {
        let empty = |table: Node<'_>| {
            let table = shape::bare(table);
            (table.is("array") && table.named().next().is_none())
                || picks_none(table)
                || (table.is("identifier") && self.empty.contains(table.text()))
        };
        match node.kind() {
            "for_in_statement" => {
                node.field("right").is_some_and(empty) && node.field("body").is_some_and(checks)
            }
            "call_expression" => {
                let Some(callee) = node.field("function") else {
                    return false;
                };
                let given = node.field("arguments");
                let each = callee.field("function").filter(|f| {
                    let first = shape::test_word(*f);
                    shape::last_name(*f) == "each" && matches!(first, "it" | "test" | "describe")
                });
                if each.is_some() {
                    let table = callee.field("arguments").and_then(|a| a.named().next());
                    return table.is_some_and(empty);
                }
                shape::last_name(callee) == "forEach"
                    && callee.field("object").is_some_and(empty)
                    && given.is_some_and(checks)
            }
            _ => false,
        }
    }
}

/// Words of a title that say that to be there is what is tested.
const ABOUT_EXPORTS: [&str; 8] = [
    "export",
    "expose",
    "defin",
    "import",
    "exist",
    "available",
    "load",
    "there",
];

/// Words of a title that say that to give the same twice is what is tested.
const ABOUT_SAMENESS: [&str; 18] = [
    "keeps",
    "kept",
    "once",
    "rememb",
    "same",
    "memo",
    "cache",
    "stable",
    "determin",
    "idempot",
    "singleton",
    "identical",
    "referen",
    "consistent",
    "reuse",
    "twice",
    "again",
    "equal",
];

/// Whether the title of the test around, or of what holds it, has one of these in it.
fn is_about(call: Node<'_>, words: &[&str]) -> bool {
    let around = call.ancestors().filter(|n| n.is("call_expression"));
    let titles = around.filter_map(|n| {
        let first = n.field("arguments").and_then(|a| a.named().next())?;
        shape::string(first)
    });
    let mut titles = titles.map(str::to_lowercase);
    titles.any(|title| words.iter().any(|word| title.contains(word)))
}

/// What an assertion looks at, how, and what it wants.
fn parts(call: Node<'_>) -> Option<(Node<'_>, &str, Option<Node<'_>>)> {
    let callee = call
        .field("function")
        .filter(|_| call.is("call_expression"))?;
    let given = constant_assertions::arguments(call);
    let (first, last) = (shape::first_name(callee), shape::last_name(callee));
    if let Some(actual) = constant_assertions::expected_value(callee) {
        return Some((actual, last, given.first().copied()));
    }
    let direct = callee.field("object").is_some_and(|o| o.is("identifier"));
    match (first, given.as_slice()) {
        ("assert" | "t", [actual, wanted, ..]) if direct && EQUAL.contains(&last) => {
            Some((*actual, last, Some(*wanted)))
        }
        ("assert", [actual, ..]) if callee.is("identifier") => Some((*actual, "ok", None)),
        ("assert" | "t", [actual, ..]) if direct => Some((*actual, last, None)),
        _ => None,
    }
}

/// Whether a value is a number that is never below nothing.
fn is_size(value: Node<'_>) -> bool {
    value.is("member_expression") && matches!(shape::last_name(value), "length" | "size")
}

/// `[a, b].length`
fn is_size_of_a_list(value: Node<'_>) -> bool {
    let list = value.field("object").filter(|_| is_size(value));
    list.map(shape::bare)
        .is_some_and(|it| it.is("array") && !it.named().any(|n| n.is("spread_element")))
}

/// `rows.filter(({ on }) => on)`, where the list is written out and no row of it has one.
fn picks_none(table: Node<'_>) -> bool {
    let callee = table
        .field("function")
        .filter(|_| table.is("call_expression"));
    let Some(callee) = callee.filter(|it| shape::last_name(*it) == "filter") else {
        return false;
    };
    let given = table.field("arguments").and_then(|it| it.named().next());
    let Some(flag) = given.and_then(shape::function_of).and_then(asked_flag) else {
        return false;
    };
    let list = callee.field("object").map(shape::bare);
    let list = list.and_then(|it| match it.kind() {
        "array" => Some(it),
        "identifier" => written_out(it),
        _ => None,
    });
    let Some(list) = list else { return false };
    let mut rows = list
        .named()
        .filter(|it| !it.is_extra())
        .take(NODES_MAX)
        .peekable();
    let without = |row: Node<'_>| {
        let keys = row
            .named()
            .map(|it| it.field("key").or_else(|| it.field("name")));
        row.is("object")
            && row
                .named()
                .all(|it| it.is_any(&["pair", "method_definition", "comment"]))
            && !keys
                .flatten()
                .any(|it| shape::key(it).is_none_or(|key| key == flag))
    };
    rows.peek().is_some() && rows.all(without)
}

/// The member that is all that a function asks of what it is given: `({ on }) => on`, `it => it.on`.
fn asked_flag(function: Node<'_>) -> Option<&str> {
    let body = function.field("body").map(shape::bare)?;
    let patterns = shape::parameters(function);
    let [given] = patterns.as_slice() else {
        return None;
    };
    match body.kind() {
        "identifier" if given.is("object_pattern") => {
            let mut bound = shape::bound(*given).into_iter();
            let bound = bound.find(|it| it.name.text() == body.text())?;
            Some(bound.key.unwrap_or(bound.name).text())
        }
        "member_expression" => {
            let of = body.field("object")?;
            (of.text() == given.text()).then(|| shape::last_name(body))
        }
        _ => None,
    }
}

/// The list that a constant of the file is set with, where nothing else is done with it but to go over it.
fn written_out(name: Node<'_>) -> Option<Node<'_>> {
    let root = name.ancestors().last()?;
    let mut named = root
        .descendants()
        .filter(|it| it.is("identifier") && it.text() == name.text());
    let mut list = None;
    let plain = named.all(|it| {
        let Some(parent) = it.parent() else {
            return false;
        };
        match parent.kind() {
            "variable_declarator" if it.field_name() == "name" => {
                let first = list.is_none();
                list = parent
                    .field("value")
                    .map(shape::bare)
                    .filter(|it| it.is("array"));
                first
            }
            "member_expression" => matches!(shape::last_name(parent), "filter" | "forEach" | "map"),
            _ => false,
        }
    });
    list.filter(|_| plain)
}

/// Whether a condition is true whatever its parts are.
fn always(condition: Node<'_>) -> bool {
    let condition = shape::bare(condition);
    let (Some(left), Some(right)) = (condition.field("left"), condition.field("right")) else {
        return false;
    };
    let (left, right) = (shape::bare(left), shape::bare(right));
    match condition.field("operator").map_or("", Node::text) {
        "||" => {
            let literal = |n: Node<'_>| n.is("true");
            literal(left)
                || literal(right)
                || always(left)
                || always(right)
                || excludes(left, right)
        }
        ">=" => is_size(left) && right.text() == "0",
        ">" => is_size(left) && right.text() == "-1",
        _ => false,
    }
}

/// Whether one of two comparisons of the same holds wherever the other does not.
fn excludes(left: Node<'_>, right: Node<'_>) -> bool {
    let part = |n: Node<'_>, field| n.field(field).map_or("", Node::text).to_owned();
    let same = ["left", "right"]
        .iter()
        .all(|field| !part(left, field).is_empty() && part(left, field) == part(right, field));
    let (a, b) = (part(left, "operator"), part(right, "operator"));
    let pairs = [(">=", "<"), (">", "<="), ("===", "!=="), ("==", "!=")];
    same && pairs
        .iter()
        .any(|(x, y)| (a == *x && b == *y) || (a == *y && b == *x))
}

/// Whether both sides are what one and the same call of the tested code gives.
fn of_itself(assertion: Node<'_>, actual: Node<'_>, wanted: Node<'_>) -> bool {
    let kept = |side: Node<'_>| -> Option<String> {
        let side = shape::bare(side);
        let call = match side.kind() {
            "call_expression" => side,
            "identifier" => declared(assertion, side.text())?,
            _ => return None,
        };
        Some(call.text().split_whitespace().collect())
    };
    // What is kept under two names may have changed in between; a name and itself are seen elsewhere.
    let direct = [actual, wanted]
        .iter()
        .any(|side| shape::bare(*side).is("call_expression"));
    let (Some(a), Some(b)) = (kept(actual), kept(wanted)) else {
        return false;
    };
    let argued = shape::bare(actual)
        .field("arguments")
        .or_else(|| shape::bare(wanted).field("arguments"));
    let argued = argued.is_some_and(|a| a.named().next().is_some());
    direct && argued && a == b
}

/// The call that a constant of the function around was set with.
fn declared<'t>(place: Node<'t>, name: &str) -> Option<Node<'t>> {
    let function = place.ancestors().find(|n| n.is_any(&shape::FUNCTIONS))?;
    let mut inside = function
        .descendants()
        .take(NODES_MAX)
        .filter(|n| n.is("variable_declarator"));
    let found = inside.find(|n| n.field("name").is_some_and(|n| n.text() == name))?;
    let constant = found
        .parent()
        .and_then(|p| p.field("kind"))
        .is_some_and(|kind| kind.text() == "const");
    let value = found.field("value").map(shape::bare)?;
    (constant && value.is("call_expression")).then_some(value)
}

/// Whether anything in it asserts, or is a test.
fn checks(node: Node<'_>) -> bool {
    let mut calls = node
        .descendants()
        .take(NODES_MAX)
        .filter(|n| n.is("call_expression"));
    calls.any(|n| {
        let callee = n.field("function").map_or("", Node::text);
        matches!(callee, "it" | "test" | "tap.test" | "t.test")
            || constant_assertions::checks(callee)
    })
}

/// Names of lists without a row that nothing puts one into.
fn empty_tables<'t>(scan: &Scan<'t>) -> BTreeSet<&'t str> {
    let declared = scan.live_of(&["variable_declarator"]);
    let declared = declared.filter(|n| {
        let value = n.field("value").map(shape::bare);
        let constant = n.parent().and_then(|p| p.field("kind"));
        constant.is_some_and(|kind| kind.text() == "const")
            && value.is_some_and(|v| v.is("array") && values::value(v) == Some(Value::Default))
    });
    let mut found: BTreeSet<&str> = declared
        .filter_map(|n| n.field("name").filter(|n| n.is("identifier")))
        .map(Node::text)
        .collect();
    if found.is_empty() {
        return found;
    }
    for name in scan.live_of(&["identifier"]) {
        if found.contains(name.text()) && !only_gone_over(name) {
            found.remove(name.text());
        }
    }
    found
}

/// Whether a name is declared at its place, or only gone over.
fn only_gone_over(name: Node<'_>) -> bool {
    let Some(parent) = name.parent() else {
        return false;
    };
    match parent.kind() {
        "variable_declarator" => name.field_name() == "name",
        "for_in_statement" => name.field_name() == "right",
        "member_expression" => shape::last_name(parent) == "forEach",
        "arguments" => {
            let callee = parent.parent().and_then(|call| call.field("function"));
            callee.is_some_and(|callee| shape::last_name(callee) == "each")
        }
        _ => false,
    }
}
