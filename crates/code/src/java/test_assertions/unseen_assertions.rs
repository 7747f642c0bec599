//! Java assertions that stand where their failure shows nowhere, or where nothing ever comes.

use crate::java::bodies::hollow;
use crate::java::shape;
use crate::java::test_assertions::broad_assertions;
use crate::java::values::{self, Value};
use crate::phrases;
use crate::syntax::Node;

/// How much of one test is looked at, in nodes.
const TEST_NODES_MAX: usize = 20_000;

/// Words of names of tests for which it is enough that something can be made.
const MAKES: [&str; 9] = [
    "construct",
    "constructor",
    "constructors",
    "constructs",
    "create",
    "creates",
    "creation",
    "instance",
    "new",
];

/// Whether an assertion of a test can't make it fail.
pub(in crate::java) fn is_vain(assertion: Node<'_>, test: Node<'_>) -> bool {
    if looks_at_the_made(assertion, test) || broad_assertions::lets_all_pass(assertion, test) {
        return true;
    }
    let mut inner = assertion;
    for around in assertion.ancestors() {
        if around.id() == test.id() {
            break;
        }
        let vain = match around.kind() {
            "try_statement" => {
                let tried = around.field("body").map(Node::id) == Some(inner.id());
                tried && shape::method(assertion) != "fail" && catches_failures(around)
            }
            "enhanced_for_statement" => around
                .field("value")
                .is_some_and(|it| inner.field_name() == "body" && is_empty(it, test)),
            "for_statement" => inner.field_name() == "body" && never_turns(around),
            "if_statement" => {
                inner.field_name() == "consequence" && is_spared_if_empty(around, test)
            }
            "lambda_expression" => is_let_lie(around, test) || is_hushed(around, test),
            "catch_clause" => inner.field_name() == "body" && may_be_spared(around, test),
            _ => false,
        };
        if vain {
            return true;
        }
        inner = around;
    }
    false
}

/// `if (!done.isEmpty()) { assertEquals(all, done); }`: where nothing has come, nothing is asked.
fn is_spared_if_empty(fork: Node<'_>, test: Node<'_>) -> bool {
    let Some(condition) = fork.field("condition").map(shape::bare) else {
        return false;
    };
    let negated = condition.is("unary_expression") && condition.child("!").is_some();
    let asked = match negated {
        true => condition.field("operand"),
        false => condition.field("left").filter(|_| {
            let right = condition.field("right").map_or("", Node::text);
            let operator = condition.field("operator").map_or("", Node::text);
            matches!((operator, right), (">" | "!=", "0") | (">=", "1"))
        }),
    };
    let counted = |call: Node<'_>| match negated {
        true => shape::method(call) == "isEmpty",
        false => matches!(shape::method(call), "size" | "length"),
    };
    let of_name = asked
        .map(shape::bare)
        .filter(|it| it.is("method_invocation") && counted(*it))
        .and_then(|it| it.field("object"))
        .is_some_and(|it| it.is("identifier"));
    let outermost = fork.parent().map(Node::id) == test.field("body").map(Node::id);
    of_name && outermost && fork.field("alternative").is_none()
}

/// Whether a test makes the very thing that its class is named after, keeps it under a name, and never names it again.
pub(in crate::java) fn leaves_its_subject(test: Node<'_>, body: Node<'_>) -> bool {
    let class = shape::class_of(test).and_then(|class| class.field("name"));
    let class = class.map_or("", Node::text);
    let subject = class
        .strip_suffix("Tests")
        .or_else(|| class.strip_suffix("Test"))
        .or_else(|| class.strip_prefix("Test"));
    let Some(subject) = subject.filter(|it| !it.is_empty()) else {
        return false;
    };
    let name = test.field("name").map_or("", Node::text);
    let words = phrases::name_words(name);
    let makes = words.iter().any(|word| {
        let word = word.as_str();
        MAKES.contains(&word) || matches!(word, "throws" | "close" | "register" | "no" | "not")
    });
    let mut inside = body.descendants().take(TEST_NODES_MAX);
    let kept = inside.find_map(|it| {
        let local = it.parent()?.is("local_variable_declaration");
        let value = it
            .field("value")
            .filter(|_| it.is("variable_declarator") && local)?;
        let made = value.is("object_creation_expression")
            && value.child("class_body").is_none()
            && value.field("type").map_or("", shape::type_name) == subject;
        it.field("name").filter(|_| made)
    });
    let Some(kept) = kept.filter(|_| !makes) else {
        return false;
    };
    let uses = body.descendants().take(TEST_NODES_MAX);
    let uses = uses.filter(|it| it.is("identifier") && it.text() == kept.text());
    // Another one of the kind may be what is asked.
    let mut others = body
        .descendants()
        .take(TEST_NODES_MAX)
        .filter(|it| it.is_any(&["type_identifier", "identifier"]) && it.text() == subject);
    uses.take(2).count() == 1 && others.by_ref().take(3).count() == 2
}

/// `T t = new T(); t.work(); assertNotNull(t);`: what the test made itself is there, and what came of it nobody looks at.
fn looks_at_the_made(assertion: Node<'_>, test: Node<'_>) -> bool {
    let given: Vec<Node<'_>> = shape::arguments(assertion).take(3).collect();
    let subject = match given.as_slice() {
        [single] => Some(*single),
        [a, b] if a.is("string_literal") => Some(*b),
        [a, b] if b.is("string_literal") => Some(*a),
        [] | [_, _, ..] => None,
    };
    let Some(subject) = subject.filter(|it| it.is("identifier")) else {
        return false;
    };
    let name = test.field("name").map_or("", Node::text);
    let makes = phrases::name_words(name);
    let makes = makes.iter().any(|word| MAKES.contains(&word.as_str()));
    if makes || shape::method(assertion) != "assertNotNull" {
        return false;
    }
    let uses = test.descendants().take(TEST_NODES_MAX);
    let uses = uses.filter(|it| it.is("identifier") && it.text() == subject.text());
    let (mut made, mut works) = (false, false);
    for node in uses.filter(|it| it.id() != subject.id()) {
        let Some(parent) = node.parent() else {
            return false;
        };
        match (parent.kind(), node.field_name()) {
            ("variable_declarator", "name") => {
                let value = parent.field("value").map(shape::bare);
                made = value.is_some_and(|it| it.is("object_creation_expression"));
            }
            ("assignment_expression", "left") => return false,
            ("method_invocation", "object") => {
                works |= parent
                    .parent()
                    .is_some_and(|it| it.is("expression_statement"));
            }
            _ => {}
        }
    }
    made && works
}

/// Whether a test that runs for each of several inputs is given none.
pub(in crate::java) fn has_no_inputs(test: Node<'_>) -> bool {
    shape::annotations(test).any(|it| {
        let arguments = it.field("arguments");
        let mut lists = arguments.into_iter().flat_map(Node::descendants);
        match shape::annotation_name(it) {
            "ValueSource" | "CsvSource" => {
                let mut lists = lists
                    .filter(|it| it.is("element_value_array_initializer"))
                    .peekable();
                lists.peek().is_some() && lists.all(|it| it.named().next().is_none())
            }
            "MethodSource" => {
                let name = lists.find_map(shape::string);
                let name = name.or_else(|| test.field("name").map(Node::text));
                name.is_some_and(|name| gives_nothing(name, test))
            }
            _ => false,
        }
    })
}

fn gives_nothing(source: &str, test: Node<'_>) -> bool {
    let class = shape::class_of(test).and_then(|it| it.field("body"));
    let members = class.into_iter().flat_map(Node::named);
    let mut named = members.take(shape::MEMBERS_MAX).filter(|it| {
        it.is("method_declaration")
            && it.id() != test.id()
            && it.field("name").is_some_and(|it| it.text() == source)
    });
    let body = named.next().and_then(|it| it.field("body"));
    body.is_some_and(|body| match shape::statements(body).as_slice() {
        [single] if single.is("return_statement") => {
            values::value(shape::expression(*single)) == Some(Value::Default)
        }
        [] | [_] | [_, _, ..] => false,
    })
}

/// Whether another test of the class asserts something outside of a `catch`: beside it, one that only runs is no sham.
fn others_assert(test: Node<'_>) -> bool {
    let class = shape::class_of(test).and_then(|it| it.field("body"));
    let members = class.into_iter().flat_map(Node::named);
    let others = members
        .take(shape::MEMBERS_MAX)
        .filter(|it| it.is("method_declaration") && it.id() != test.id());
    let mut calls = others
        .flat_map(|it| it.descendants().take(TEST_NODES_MAX))
        .filter(|it| it.is("method_invocation"));
    calls.any(|call| {
        let caught = || call.ancestors().take(8).any(|it| it.is("catch_clause"));
        shape::method(call).starts_with("assert") && !caught()
    })
}

/// Whether what a `catch` asserts is never asked where nothing is thrown: the `try` ends without a word.
fn may_be_spared(clause: Node<'_>, test: Node<'_>) -> bool {
    let body = clause.parent().and_then(|it| it.field("body"));
    let ends = body.is_some_and(|it| {
        it.descendants().take(TEST_NODES_MAX).any(|it| {
            it.is_any(&["throw_statement", "return_statement", "break_statement"])
                || it.is("method_invocation") && {
                    let words = phrases::name_words(shape::method(it));
                    words
                        .iter()
                        .any(|word| matches!(word.as_str(), "fail" | "assert" | "failed"))
                }
        })
    });
    // A mark that it was caught may be looked at afterwards.
    let marks = clause
        .descendants()
        .any(|it| it.is("assignment_expression"));
    let again = ["for_statement", "enhanced_for_statement", "while_statement"];
    let looped = clause
        .ancestors()
        .take_while(|it| it.id() != test.id())
        .any(|it| it.is_any(&again));
    !ends && !marks && !looped && !others_assert(test)
}

/// Whether a failed assertion is caught, and at most printed.
fn catches_failures(tried: Node<'_>) -> bool {
    let mut clauses = tried.named().filter(|it| it.is("catch_clause"));
    clauses.any(|clause| {
        let types = clause.child("catch_formal_parameter");
        let types = types.and_then(|it| it.child("catch_type")).into_iter();
        let mut types = types.flat_map(Node::named).map(shape::type_name);
        let failures = types.any(|it| {
            matches!(
                it,
                "AssertionError" | "AssertionFailedError" | "Error" | "Throwable"
            )
        });
        let statements = clause.field("body").map(shape::statements);
        let silent = |it: &Node<'_>| hollow::is_log(shape::expression(*it));
        failures && statements.is_some_and(|all| all.iter().all(silent))
    })
}

/// Whether nothing is in what a loop goes through.
fn is_empty(value: Node<'_>, test: Node<'_>) -> bool {
    let value = shape::bare(value);
    if !value.is("identifier") {
        return values::value(value) == Some(Value::Default);
    }
    let uses = test.descendants().take(TEST_NODES_MAX);
    let uses = uses.filter(|it| it.is("identifier") && it.text() == value.text());
    let mut begins = 0_usize;
    for node in uses.filter(|it| it.id() != value.id()) {
        let declared = node.parent().filter(|it| it.is("variable_declarator"));
        let empty = declared.and_then(|it| it.field("value")).map(shape::bare);
        if empty.is_none_or(|it| values::value(it) != Some(Value::Default)) {
            return false;
        }
        begins = begins.saturating_add(1);
    }
    begins == 1
}

/// `for (int i = 0; i < 0; i++)`.
fn never_turns(turning: Node<'_>) -> bool {
    let Some(condition) = turning.field("condition").map(shape::bare) else {
        return false;
    };
    let side = |field| condition.field(field).map_or("", Node::text);
    let name = side("left");
    let init = turning.field("init").and_then(|it| it.field("declarator"));
    let from = init.filter(|it| it.field("name").is_some_and(|it| it.text() == name));
    let from = from.and_then(|it| it.field("value")).map_or("", Node::text);
    side("operator") == "<" && from == "0" && side("right") == "0"
}

/// Whether a lambda is given to a function of the class that runs it and drops whatever it throws.
fn is_hushed(lambda: Node<'_>, test: Node<'_>) -> bool {
    let call = lambda.parent().and_then(Node::parent);
    let own = call.filter(|it| it.is("method_invocation") && it.field("object").is_none());
    let Some(name) = own.map(shape::method) else {
        return false;
    };
    let class = shape::class_of(test).and_then(|it| it.field("body"));
    let members = class.into_iter().flat_map(Node::named);
    let mut named = members.take(shape::MEMBERS_MAX).filter(|it| {
        it.is("method_declaration") && it.field("name").is_some_and(|it| it.text() == name)
    });
    let body = named.next().and_then(|it| it.field("body"));
    body.is_some_and(|body| {
        let mut inside = body.descendants().take(TEST_NODES_MAX);
        inside.any(|it| it.is("try_statement") && catches_failures(it))
    })
}

/// Whether a lambda is put into a variable that nobody uses.
fn is_let_lie(lambda: Node<'_>, test: Node<'_>) -> bool {
    let declarator = lambda.parent().filter(|it| it.is("variable_declarator"));
    let local = declarator.filter(|it| {
        let around = it.parent();
        around.is_some_and(|it| it.is("local_variable_declaration"))
    });
    let Some(name) = local.and_then(|it| it.field("name")) else {
        return false;
    };
    let uses = test.descendants().take(TEST_NODES_MAX);
    let uses = uses.filter(|it| it.is("identifier") && it.text() == name.text());
    uses.take(2).count() == 1
}
