//! Functions that choose and then do nothing: every way through ends without a call, a change or an answer. In any language
//! with functions that give nothing.

use crate::facts::{Facts, RegionKind};
use crate::language::Language;
use crate::parts::{Body, Reason, Stub};
use crate::phrases;
use crate::scan;
use crate::syntax::{Node, Tree};

/// A body of more nodes is not looked at.
const BODY_NODES_MAX: u32 = 400;

/// How a language writes what matters here.
struct Words {
    functions: &'static [&'static str],
    choices: &'static [&'static str],
    calls: &'static [&'static str],
    /// The part of a call that says what is called.
    called: &'static str,
    /// Whatever somebody else may notice, beside calls.
    deeds: &'static [&'static str],
}

const GO: Words = Words {
    functions: &["function_declaration", "method_declaration"],
    choices: &["if_statement", "expression_switch_statement"],
    calls: &["call_expression"],
    called: "function",
    deeds: &[
        "assignment_statement",
        "inc_statement",
        "dec_statement",
        "send_statement",
        "go_statement",
        "defer_statement",
        "select_statement",
        "receive_statement",
        "func_literal",
        "for_statement",
        "goto_statement",
    ],
};
const JAVA: Words = Words {
    functions: &["method_declaration"],
    choices: &["if_statement", "switch_expression", "switch_statement"],
    calls: &["method_invocation"],
    called: "name",
    deeds: &[
        "assignment_expression",
        "update_expression",
        "object_creation_expression",
        "throw_statement",
        "assert_statement",
        "synchronized_statement",
        "try_statement",
        "lambda_expression",
        "for_statement",
        "enhanced_for_statement",
        "while_statement",
        "do_statement",
        "array_access",
    ],
};
const PYTHON: Words = Words {
    functions: &["function_definition"],
    choices: &["if_statement", "match_statement"],
    calls: &["call"],
    called: "function",
    deeds: &[
        "assignment",
        "augmented_assignment",
        "named_expression",
        "raise_statement",
        "assert_statement",
        "delete_statement",
        "yield",
        "await",
        "with_statement",
        "for_statement",
        "while_statement",
        "try_statement",
        "import_statement",
        "import_from_statement",
        "global_statement",
        "nonlocal_statement",
        "function_definition",
        "class_definition",
        "lambda",
        "print_statement",
        "exec_statement",
    ],
};
const RUST: Words = Words {
    functions: &["function_item"],
    choices: &["if_expression", "match_expression"],
    calls: &["call_expression"],
    called: "function",
    deeds: &[
        "assignment_expression",
        "compound_assignment_expr",
        "macro_invocation",
        "try_expression",
        "await_expression",
        "closure_expression",
        "for_expression",
        "while_expression",
        "loop_expression",
        "index_expression",
        "async_block",
        "unsafe_block",
        "function_item",
    ],
};

/// Finds them, tests aside.
pub(crate) fn find(tree: &Tree<'_>, facts: &Facts) -> Vec<Stub> {
    let words = match facts.language {
        Language::Go => &GO,
        Language::Java => &JAVA,
        Language::Python => &PYTHON,
        Language::Rust => &RUST,
        Language::TypeScript | Language::Tsx | Language::Vue | Language::Other => {
            return Vec::new();
        }
    };
    let mut found = Vec::new();
    for function in tree.of(words.functions) {
        let Some(body) = function
            .field("body")
            .filter(|it| it.size() <= BODY_NODES_MAX)
        else {
            continue;
        };
        let name = function.field("name").map_or("", Node::text);
        let aside = function.is_broken()
            || facts.is_in(RegionKind::Test, function.start())
            || facts.is_in(RegionKind::Dead, function.start())
            || phrases::promises_nothing(name)
            || gives(function)
            || is_for_others(function);
        if aside || !stands_still(body, words) {
            continue;
        }
        let around = scan::around(&facts.definitions, body.start());
        if around.is_some_and(|it| matches!(it.body, Body::Hollow(_)) || it.test) {
            continue;
        }
        found.push(Stub::likely(
            function.field("name").map_or(function.line(), Node::line),
            around.map_or(name, |it| &it.name).to_owned(),
            Reason::Idle,
        ));
    }
    found
}

/// Whether a function gives something back: then asking is what it is for.
fn gives(function: Node<'_>) -> bool {
    let typed = ["result", "return_type"]
        .iter()
        .any(|it| function.field(it).is_some());
    // In Java the type is always there.
    let of = function
        .field("type")
        .filter(|_| function.is("method_declaration"));
    typed && !says_nothing(function) || of.is_some_and(|it| it.text() != "void")
}

/// `-> None`, `-> ()`.
fn says_nothing(function: Node<'_>) -> bool {
    let of = function.field("return_type").map_or("", Node::text);
    matches!(of, "None" | "()")
}

/// Whether somebody else asks that it is there: a trait, an interface, a class above.
fn is_for_others(function: Node<'_>) -> bool {
    let marked = |it: Node<'_>| {
        let text = it.text();
        [
            "@Override",
            "@overload",
            "@abstractmethod",
            "abstract",
            "default",
            "native",
        ]
        .iter()
        .any(|word| text.contains(word))
    };
    let decorated = function.parent().filter(|it| it.is("decorated_definition"));
    function.child("modifiers").is_some_and(marked)
        || decorated
            .into_iter()
            .flat_map(Node::named)
            .any(|it| it.is("decorator"))
        || function
            .ancestors()
            .take(3)
            .any(|it| it.is("trait_item") || it.is("impl_item") && it.field("trait").is_some())
}

/// Whether a body chooses, and nothing that it does can be noticed.
fn stands_still(body: Node<'_>, words: &Words) -> bool {
    let mut chooses = false;
    for node in body.descendants() {
        let deed = node.is_any(words.deeds)
            || node.is_any(words.calls) && !asks(node, words)
            || node.is_any(&["return_statement", "return_expression"])
                && node.named().any(|it| !it.is_extra() && !it.is("none"))
            || node.is("unary_expression") && node.text().starts_with("<-");
        if deed {
            return false;
        }
        chooses |= node.is_any(words.choices);
    }
    chooses
}

/// Whether a call only looks at something.
fn asks(call: Node<'_>, words: &Words) -> bool {
    const ASKS: [&str; 14] = [
        "len",
        "cap",
        "size",
        "length",
        "count",
        "contains",
        "get",
        "isinstance",
        "equals",
        "has",
        "starts",
        "ends",
        "exists",
        "is",
    ];
    let called = call.field(words.called).map_or("", Node::text);
    let last = called.rsplit(['.', ':']).next().unwrap_or(called);
    let first = phrases::name_words(last).into_iter().next();
    first.is_some_and(|it| ASKS.contains(&it.as_str()))
}
