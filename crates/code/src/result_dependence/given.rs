//! What becomes of the parameters of a function: nothing reads one, or some of its values are refused and nothing else.

use super::Habit;
use super::head::{Head, statements};
use crate::language::Language;
use crate::parameters::BY_TEXT;
use crate::syntax::Node;

/// The parameters that nothing reads.
pub(super) fn unread<'h>(head: &'h Head<'_>) -> impl Iterator<Item = Habit> + use<'h> {
    let hidden = BY_TEXT.iter().any(|it| head.body.text().contains(it));
    let idle = !statements(head.body).is_empty();
    let all = head.parameters.iter().filter(move |_| idle && !hidden);
    let all = all.filter(|it| {
        let later = head.list.map_or(0, |list| places(head, list, it).len());
        **it != "_" && later <= 1 && places(head, head.body, it).is_empty()
    });
    all.map(|it| Habit::Unread(it.trim_start_matches('_').to_owned()))
}

/// Whether it does nothing but to refuse: `if n < 0 { panic!(..) }`, and nothing that follows.
pub(super) fn only_refuses(head: &Head<'_>) -> Option<Habit> {
    let all = statements(head.body);
    let refuses = !all.is_empty() && all.iter().all(|it| refuses(*it));
    refuses.then_some(Habit::OnlyRefuses)
}

/// The parameters that are only refused: `if spec not in KNOWN: raise ..`, and nothing that follows looks at it.
pub(super) fn only_checked<'h>(head: &'h Head<'_>) -> impl Iterator<Item = Habit> + use<'h> {
    let all = statements(head.body);
    let guard = |it: &Node<'_>| refuses(*it) || asserts(*it);
    let guarded = all.iter().any(guard);
    let checked = head.parameters.iter().filter(move |name| {
        let idle = |it: &&Node<'_>| guard(it) || puts_in_order(**it, name);
        let idle: Vec<&Node<'_>> = all.iter().filter(idle).collect();
        let read = places(head, head.body, name);
        guarded
            && all.len() > idle.len()
            && !read.is_empty()
            && read.iter().all(|at| {
                let mut around = idle.iter();
                around.any(|it| it.start() <= at.start() && at.end() <= it.end())
            })
    });
    checked.map(|it| Habit::OnlyChecked((*it).to_owned()))
}

/// The parameters that are functions by their names, and that are only asked for whether they are there.
pub(super) fn never_called<'h>(head: &'h Head<'_>) -> impl Iterator<Item = Habit> + use<'h> {
    let all = head.parameters.iter().filter(|it| is_for_calling(it));
    let asked = all.filter(|name| {
        let read = places(head, head.body, name);
        !read.is_empty() && read.iter().all(|it| asks_whether_there(*it))
    });
    asked.map(|it| Habit::NeverCalled((*it).to_owned()))
}

/// `on_error`, `onDone`, `error_handler`.
fn is_for_calling(name: &str) -> bool {
    const LAST: [&str; 5] = ["callback", "handler", "hook", "listener", "cb"];
    let words = crate::phrases::name_words(name);
    let last = words.last().map_or("", String::as_str);
    words.len() > 1 && words.first().is_some_and(|it| it == "on") || LAST.contains(&last)
}

/// `on_error is None`, `typeof onDone === 'function'`, `if (onDone != null)`.
fn asks_whether_there(name: Node<'_>) -> bool {
    const NOTHING: [&str; 7] = [
        "None",
        "null",
        "undefined",
        "nil",
        "'function'",
        "\"function\"",
        "null_literal",
    ];
    let mut around = name.ancestors().take(2);
    around.any(|it| {
        let compares = it.is_any(&["comparison_operator", "binary_expression"]);
        compares && it.named().any(|side| NOTHING.contains(&side.text()))
    })
}

/// `assert(n > 0)`, `Objects.requireNonNull(it)`, `assert n > 0` as a statement.
fn asserts(statement: Node<'_>) -> bool {
    const ASSERTS: [&str; 6] = [
        "invariant",
        "requireNonNull",
        "checkArgument",
        "checkNotNull",
        "debug_assert",
        "ensure",
    ];
    if statement.is("assert_statement") {
        return true;
    }
    let call = inner(statement);
    let callee = ["function", "name", "macro"]
        .into_iter()
        .find_map(|it| call.field(it));
    let object = call.field("object").map_or("", Node::text);
    let text = callee.map_or("", Node::text);
    let own = text.rsplit(['.', ':']).next().unwrap_or_default();
    own.starts_with("assert")
        || text.starts_with("assert.")
        || object == "assert"
        || ASSERTS.contains(&own)
}

/// `if (typeof time === 'string') { time = ms(time) }`: all that comes of it is the parameter in another form.
fn puts_in_order(statement: Node<'_>, name: &str) -> bool {
    let sets = |it: Node<'_>| {
        let set = inner(it);
        let left = set.field("left").map_or("", Node::text);
        set.is_any(&[
            "assignment",
            "assignment_expression",
            "assignment_statement",
        ]) && left == name
    };
    let fork = inner(statement);
    match fork.is_any(&["if_statement", "if_expression"]) {
        true => {
            let taken = fork.field("consequence").map_or_else(Vec::new, statements);
            fork.field("alternative").is_none() && !taken.is_empty() && taken.into_iter().all(sets)
        }
        false => sets(statement),
    }
}

/// What a statement holds that is an expression alone; else itself.
fn inner(statement: Node<'_>) -> Node<'_> {
    let held = statement.named().next();
    held.filter(|_| statement.is("expression_statement"))
        .unwrap_or(statement)
}

/// An `if` without another side that holds something against something, and fails. One that returns may be the answer.
fn refuses(statement: Node<'_>) -> bool {
    let fork = inner(statement);
    if !fork.is_any(&["if_statement", "if_expression"]) {
        return false;
    }
    let alone = fork.field("alternative").is_none();
    let leaves = fork.field("consequence").is_some_and(|it| {
        let all = statements(it);
        all.last().is_some_and(|last| {
            let inner = last.named().next();
            let ends = |it: Node<'_>| {
                it.is_any(&["throw_statement", "raise_statement"])
                    || it.text().starts_with("panic!")
                    || it.text().starts_with("panic(")
            };
            ends(*last) || inner.is_some_and(ends)
        })
    });
    let compares = fork.field("condition").is_some_and(|it| {
        it.within(&["binary_expression", "comparison_operator"])
            .next()
            .is_some()
            && it
                .within(&["none", "null", "nil", "undefined", "null_literal", "None"])
                .next()
                .is_none()
    });
    alone && leaves && compares
}

/// Where a name is read in a node.
fn places<'t>(head: &Head<'_>, node: Node<'t>, name: &str) -> Vec<Node<'t>> {
    const NAMES_OF_OTHERS: [&str; 3] =
        ["property_identifier", "field_identifier", "type_identifier"];
    let in_text = |it: Node<'_>| {
        head.language == Language::Rust
            && it.is("string_content")
            && (it.text().contains(&format!("{{{name}")))
    };
    let own = std::iter::once(node).filter(|it| it.is_leaf());
    let all = own.chain(node.descendants()).filter(|it| {
        let named = it.is_leaf() && it.text() == name && !NAMES_OF_OTHERS.contains(&it.kind());
        named && !is_of_another(*it) || in_text(*it)
    });
    all.collect()
}

/// The `name` of `other.name` and `f(name=1)` is none that is read.
fn is_of_another(leaf: Node<'_>) -> bool {
    let Some(around) = leaf.parent() else {
        return false;
    };
    match around.kind() {
        "attribute" => leaf.field_name() == "attribute",
        "keyword_argument" => leaf.field_name() == "name",
        "field_access" => leaf.field_name() == "field",
        _ => false,
    }
}
