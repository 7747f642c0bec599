//! Bounds that a function is given, that it tells of where they are passed, and that it never compares anything with: the
//! bound that counts is written into it.

use crate::go::bodies::stubs::Finding;
use crate::go::shape::{Call, Head};
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// A function of more nodes than this is not looked at.
const FUNCTION_NODES_MAX: u32 = 4_000;
/// How far above a name its message and its branch are looked for.
const DEPTH_MAX: usize = 12;

/// `if age > time.Hour { return fmt.Errorf("older than %s", maxAge) }`.
pub(in crate::go) fn find(function: Node<'_>) -> Vec<Finding<'_>> {
    let body = function
        .field("body")
        .filter(|it| it.size() <= FUNCTION_NODES_MAX);
    let Some(body) = body else {
        return Vec::new();
    };
    let head = Head::of(function);
    let bounds = head.parameters.iter().filter(|it| is_number(it.of.text()));
    let bounds = bounds.filter_map(|it| {
        let name = it.name?;
        (it.of.text() == "time.Duration" || bounds_by_name(name)).then_some(name)
    });
    let told = bounds.filter(|name| {
        let mut uses = body
            .descendants()
            .filter(|it| it.is("identifier") && it.text() == *name)
            .peekable();
        uses.peek().is_some() && uses.all(only_says)
    });
    let name = function.field("name").map_or("", Node::text);
    told.map(|it| {
        let what = format!("{name}({it})");
        Finding::new(function, what, Reason::ParameterIgnored, Certainty::Likely)
    })
    .collect()
}

fn is_number(of: &str) -> bool {
    const NUMBERS: [&str; 11] = [
        "time.Duration",
        "int",
        "int32",
        "int64",
        "uint",
        "uint16",
        "uint32",
        "uint64",
        "float32",
        "float64",
        "uintptr",
    ];
    NUMBERS.contains(&of)
}

/// Whether a name says that something may go no further.
fn bounds_by_name(name: &str) -> bool {
    const WORDS: [&str; 7] = [
        "max",
        "min",
        "limit",
        "threshold",
        "maximum",
        "minimum",
        "quota",
    ];
    let words = phrases::name_words(name);
    phrases::is_bound(name) || words.iter().any(|it| WORDS.contains(&it.as_str()))
}

/// Whether a name only stands in a message, in a branch that compares other things than it.
fn only_says(name: Node<'_>) -> bool {
    let calls = name.ancestors().take(DEPTH_MAX).filter_map(Call::of);
    let mut calls = calls.filter(|it| it.function.start() < name.start());
    let says = calls.next().is_some_and(|it| {
        matches!(
            it.path(),
            "fmt.Errorf" | "fmt.Sprintf" | "errors.Errorf" | "fmt.Sprint" | "errors.New"
        )
    });
    let branch = name.ancestors().find(|it| it.is("if_statement"));
    let compares = branch
        .and_then(|it| it.field("condition"))
        .is_some_and(|it| {
            let inner = std::iter::once(it).chain(it.descendants());
            let mut signs = inner
                .filter(|it| it.is("binary_expression"))
                .filter_map(|it| Some((it, it.field("operator")?.text())));
            signs.any(|(it, sign)| {
                matches!(sign, "<" | ">" | "<=" | ">=") && it.field("right").is_some_and(is_fixed)
            })
        });
    says && compares
}

/// A number, or one that is made of numbers and of units: `24 * time.Hour`.
fn is_fixed(value: Node<'_>) -> bool {
    let mut parts = std::iter::once(value).chain(value.descendants());
    !parts.any(|it| {
        let unit = it
            .parent()
            .is_some_and(|around| around.is("selector_expression"));
        it.is_any(&["call_expression", "index_expression"])
            || it.is("identifier") && !(unit && it.text() == "time")
    })
}
