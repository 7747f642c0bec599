//! What keeps an assertion of a test from failing: a `try` around it that drops the failure, an error that is asked for
//! of code that is not under test, an answer that the test itself told a stand-in to give, one call compared with itself.

use std::collections::{BTreeMap, BTreeSet};

use crate::phrases;
use crate::python::bodies::no_op_statements;
use crate::python::error_handling::errors;
use crate::python::{builtins, shape};
use crate::syntax::Node;

/// How much of one statement is looked at, in nodes.
const NODES_MAX: usize = 2_000;

/// How many names of one thing are followed.
const NAMES_MAX: usize = 4;

/// How many statements of a test are looked at.
const STATEMENTS_MAX: usize = 200;

/// Names that every test has, beside those of Python.
const KNOWN: [&str; 6] = [
    "pytest",
    "mock",
    "ValueError",
    "KeyError",
    "TypeError",
    "Exception",
];

/// Whether a failure of an assertion is caught by what stands around it in the test, and dropped.
pub(in crate::python) fn is_dropped(assertion: Node<'_>) -> bool {
    let mut inside = assertion;
    for around in assertion.ancestors() {
        if around.is("function_definition") {
            let outer = shape::holder(around).filter(|h| h.is("function_definition"));
            return outer.is_some_and(|outer| nobody_calls(around, outer));
        }
        if around.is("for_statement") && around.field("right").is_some_and(is_empty) {
            return true;
        }
        if around.is("try_statement") && inside.field_name() == "body" {
            let clauses = around.named().filter(|n| n.is("except_clause"));
            let mut catching = clauses.filter(|clause| errors::catches_failures(*clause));
            if catching.next().is_some_and(is_silent) {
                return true;
            }
        }
        inside = around;
    }
    false
}

/// Whether a function inside another one is named nowhere there.
fn nobody_calls(inner: Node<'_>, outer: Node<'_>) -> bool {
    let name = inner.field("name").map_or("", Node::text);
    let names = outer.descendants().filter(|n| n.is("identifier"));
    let here = names.filter(|n| n.text() == name && n.field_name() != "attribute");
    shape::decorators(inner).next().is_none() && here.take(2).count() == 1
}

/// Whether nothing stands in a literal list: `[]`, `range(0)`.
fn is_empty(value: Node<'_>) -> bool {
    let none = value.is_any(&["list", "tuple", "dictionary"]) && value.named().next().is_none();
    none || value.text() == "range(0)"
}

/// Whether a test is run for none of the rows that it is given: `parametrize("x", [])`.
pub(in crate::python) fn has_no_rows(function: Node<'_>) -> bool {
    let mut rows = shape::decorators(function).filter(|d| shape::called(*d) == "parametrize");
    rows.any(|d| shape::arguments(d).nth(1).is_some_and(is_empty))
}

/// Whether a test names nothing but what it makes itself: it looks at no code but its own.
pub(in crate::python) fn is_closed(function: Node<'_>, body: Node<'_>) -> bool {
    let foreign = |n: Node<'_>| {
        n.is_any(&[
            "class_definition",
            "import_statement",
            "import_from_statement",
            "global_statement",
        ])
    };
    let large = usize::try_from(body.size()).is_ok_and(|size| size > NODES_MAX);
    if large || !shape::parameters(function).is_empty() {
        return false;
    }
    let mut own: BTreeSet<&str> = BTreeSet::new();
    let mut named: Vec<&str> = Vec::new();
    for node in body.descendants().take(NODES_MAX) {
        if foreign(node) {
            return false;
        }
        let Some(parent) = node.parent().filter(|_| node.is("identifier")) else {
            continue;
        };
        let field = node.field_name();
        let tail = (parent.is("attribute") && field == "attribute")
            || (parent.is("keyword_argument") && field == "name");
        if is_bound(node, parent) {
            own.insert(node.text());
        } else if node.text() == "self" && parent.is("attribute") {
            let asserts = shape::last_name(parent).starts_with("assert");
            named.extend((!asserts).then_some("self"));
        } else if !tail {
            named.push(node.text());
        }
    }
    named
        .iter()
        .all(|name| own.contains(name) || KNOWN.contains(name) || builtins::is_builtin(name))
}

/// Whether a name is given something where it stands.
fn is_bound(name: Node<'_>, parent: Node<'_>) -> bool {
    let target = ["assignment", "for_statement", "for_in_clause"];
    let patterns = [
        "parameters",
        "lambda_parameters",
        "as_pattern_target",
        "pattern_list",
    ];
    (parent.is_any(&target) && name.field_name() == "left")
        || (parent.is("function_definition") && name.field_name() == "name")
        || parent.is_any(&patterns)
}

/// Whether a clause does nothing, or only writes it down.
fn is_silent(clause: Node<'_>) -> bool {
    let body = clause.child("block");
    let mut statements = body.into_iter().flat_map(shape::statements);
    statements.all(|s| {
        let leaves = s.is_any(&["continue_statement", "break_statement"])
            || (s.is("return_statement") && s.named().next().is_none());
        shape::is_pass(s) || leaves || no_op_statements::logs(s)
    })
}

/// Whether the last thing a test does is to try something, and any way out of that is as good as another.
pub(in crate::python) fn only_tries(body: Node<'_>) -> bool {
    let statements: Vec<Node<'_>> = shape::statements(body).take(STATEMENTS_MAX).collect();
    let Some((last, before)) = statements.split_last() else {
        return false;
    };
    let prepares = |s: &Node<'_>| s.is_any(&["expression_statement", "import_from_statement"]);
    // `for text in bad: try: parse(text)`: the same for each.
    let turned = last.field("body").filter(|_| last.is("for_statement"));
    let mut turned = turned.into_iter().flat_map(shape::statements);
    let tried = match (turned.next(), turned.next()) {
        (Some(only), None) => only,
        (Some(_), Some(_)) | (None, _) => *last,
    };
    let plain =
        tried.is("try_statement") && tried.named().all(|n| n.is_any(&["block", "except_clause"]));
    plain
        && before.iter().all(prepares)
        && tried
            .named()
            .filter(|n| n.is("except_clause"))
            .all(is_silent)
}

/// Whether a `with` that asks for an error holds nothing that could be under test: `{}["a"]`, `raise KeyError`, `int("x")`.
pub(in crate::python) fn raises_by_itself(statement: Node<'_>) -> bool {
    const OF_PYTHON: [&str; 8] = ["int", "float", "str", "list", "dict", "len", "set", "tuple"];
    let items = statement.children().find(|n| n.is("with_clause"));
    let mut asked = items
        .into_iter()
        .flat_map(Node::named)
        .filter_map(|item| item.field("value"))
        .map(|value| match value.is("as_pattern") {
            true => value.named().next().unwrap_or(value),
            false => value,
        });
    let (Some(call), None) = (asked.next(), asked.next()) else {
        return false;
    };
    let raises = matches!(
        shape::called(call),
        "raises" | "assertRaises" | "assertRaisesRegex"
    );
    let Some(body) = statement.field("body").filter(|_| raises) else {
        return false;
    };
    let error = |name: &str| name.ends_with("Error") || matches!(name, "Exception" | "Warning");
    let mut parts = body.descendants().take(NODES_MAX).peekable();
    let some = shape::statements(body)
        .next()
        .is_some_and(|s| !shape::is_pass(s));
    some && parts.all(|n| {
        let name = n.is("identifier");
        let foreign = n.is_any(&["with_statement", "function_definition", "class_definition"]);
        !foreign && (!name || OF_PYTHON.contains(&n.text()) || error(n.text()))
    })
}

/// Stand-ins of a test, with what they were told to give, and names that are bound once.
#[derive(Default)]
pub(in crate::python) struct Given<'t> {
    /// What is replaced, with the text of what it gives.
    told: BTreeMap<&'t str, &'t str>,
    bound: BTreeMap<&'t str, Node<'t>>,
    several: BTreeSet<&'t str>,
}

impl<'t> Given<'t> {
    /// `patch.object(module, "name", return_value=x)`, `patch("module.name", return_value=x)`.
    pub(in crate::python) fn replaces(&mut self, name: &'t str, call: Node<'t>) {
        let list = call.field("arguments");
        let mut named = list.into_iter().flat_map(Node::named);
        let value = named
            .find(|n| n.field("name").is_some_and(|n| n.text() == "return_value"))
            .and_then(|n| n.field("value"));
        if let Some(value) = value.filter(|value| !value.is("call")) {
            self.told.insert(name, value.text());
        }
    }

    /// `name = value`.
    pub(in crate::python) fn binds(&mut self, assignment: Node<'t>) {
        let name = assignment.field("left").filter(|n| n.is("identifier"));
        let (Some(name), Some(value)) = (name, assignment.field("right")) else {
            return;
        };
        if self.bound.insert(name.text(), shape::bare(value)).is_some() {
            self.several.insert(name.text());
        }
    }

    /// Whether an assertion compares a call with what the same call gave: `expected = f(a)`, `assert f(a) == expected`.
    pub(in crate::python) fn is_one_call(&self, assertion: Node<'t>, test: &str) -> bool {
        const MEANT: [&str; 24] = [
            "same",
            "equal",
            "equals",
            "equality",
            "eq",
            "hash",
            "cache",
            "cached",
            "caches",
            "memo",
            "deterministic",
            "stable",
            "idempotent",
            "repeat",
            "repeated",
            "repeatable",
            "twice",
            "again",
            "consistent",
            "singleton",
            "identity",
            "reproducible",
            "seed",
            "pure",
        ];
        let words = phrases::name_words(test);
        if words.iter().any(|word| MEANT.contains(&word.as_str())) {
            return false;
        }
        let Some([left, right]) = compared(assertion) else {
            return false;
        };
        let expects = [left, right].iter().any(|side| {
            let words = phrases::name_words(side.text());
            let expected = ["expected", "expect", "want", "wanted", "correct", "desired"];
            side.is("identifier") && words.iter().any(|word| expected.contains(&word.as_str()))
        });
        let [one, other] = [self.value(left), self.value(right)];
        if left.text() == right.text() && self.is_one_result(left, &words) {
            return true;
        }
        // Two names of one result; one name twice may ask whether a thing equals itself.
        let named = left.is("identifier") && right.is("identifier") && left.text() != right.text();
        let small = !shape::called(one).starts_with(char::is_uppercase);
        if named && one.is("call") && small && one.id() == other.id() {
            return true;
        }
        let direct = left.is("call") && right.is("call");
        let name = shape::called(one);
        let makes = name.starts_with(char::is_uppercase) || matches!(name, "" | "next" | "hash");
        let given = shape::arguments(one).next().is_some();
        one.text() == other.text() && one.is("call") && given && !makes && (expects || direct)
    }

    /// Whether one result, or what one object tells, is all that there is on both sides, and no thing of the test's own making:
    /// `doc = db.get(1)`, `assert doc == doc`; `assert cart.total() == cart.total()`.
    fn is_one_result(&self, side: Node<'t>, words: &[String]) -> bool {
        const MEANT: [&str; 10] = [
            "comparison",
            "compare",
            "compares",
            "reflexive",
            "self",
            "itself",
            "operator",
            "operators",
            "nan",
            "comparable",
        ];
        const MOVES: [&str; 12] = [
            "next", "pop", "popleft", "read", "readline", "random", "choice", "now", "time",
            "send", "recv", "get",
        ];
        let meant = words.iter().any(|word| MEANT.contains(&word.as_str()));
        let value = self.value(side);
        let made = shape::called(value).starts_with(char::is_uppercase);
        let own = match side.is("identifier") {
            true => !value.is("call") || value.id() == side.id() || made,
            false => {
                let words = phrases::name_words(shape::called(side));
                let first = words.first().map_or("", String::as_str);
                let told = shape::callee(side).is_some_and(|it| {
                    let object = it.field("object").filter(|_| it.is("attribute"));
                    object.is_some_and(|it| it.is("identifier"))
                });
                let bare = shape::arguments(side).next().is_none();
                !told || !bare || MOVES.contains(&first)
            }
        };
        !meant && !own
    }

    /// What a name was bound to, where it was bound once, and so was each name between.
    fn value(&self, node: Node<'t>) -> Node<'t> {
        let mut at = node;
        for _ in 0..NAMES_MAX {
            let plain = at.is("identifier") && !self.several.contains(at.text());
            let bound = self.bound.get(at.text()).filter(|_| plain).copied();
            // `a = b = c`.
            let inner = at.field("right").filter(|_| at.is("assignment"));
            match bound.or(inner) {
                Some(bound) => at = bound,
                None => break,
            }
        }
        at
    }
}

/// Both sides of an assertion that two things are equal.
fn compared(assertion: Node<'_>) -> Option<[Node<'_>; 2]> {
    let (left, right) = match assertion.is("assert_statement") {
        true => {
            let condition = shape::bare(assertion.named().next()?);
            let equal = condition
                .children()
                .find(|n| n.field_name() == "operators")
                .filter(|operator| operator.text() == "==");
            let mut sides = condition.named().filter(|_| equal.is_some());
            (
                sides.next()?,
                sides.next().filter(|_| condition.named().count() == 2)?,
            )
        }
        false => {
            let mut sides = shape::arguments(assertion);
            let equal = shape::called(assertion).starts_with("assertEqual");
            (sides.next().filter(|_| equal)?, sides.next()?)
        }
    };
    Some([shape::bare(left), shape::bare(right)])
}
