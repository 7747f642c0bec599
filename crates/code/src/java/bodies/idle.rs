//! Branches and loops of Java that are there and do nothing: a choice that is looked at and changes nothing, a loop that
//! turns once at most, a line number that never counts.

use crate::java::bodies::stubs::Finding;
use crate::java::bodies::twins;
use crate::java::shape;
use crate::java::slips;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// How much of a method, a loop or a condition is searched, in nodes.
const NODES_MAX: usize = 20_000;

/// Members of a class that are looked at.
const MEMBERS_MAX: usize = 1_000;

/// What does nothing where a statement stands.
pub(in crate::java) fn find(node: Node<'_>) -> Option<Finding> {
    match node.kind() {
        "if_statement" => choice(node).or_else(|| same_either_way(node)),
        "for_statement" => turns_once(node),
        "enhanced_for_statement" => in_vain(node)
            .or_else(|| slips::passes_over(node))
            .or_else(|| twins::leaves_at_once(node)),
        "method_declaration" => without_effect(node)
            .or_else(|| leaves_all(node))
            .or_else(|| twins::differ(node)),
        "variable_declarator" => place(node)
            .or_else(|| never_fed(node))
            .or_else(|| slips::orders_nothing(node))
            .or_else(|| slips::stays_constant(node)),
        _ => None,
    }
}

fn finding(what: String, reason: Reason, certainty: Certainty) -> Finding {
    Finding {
        what,
        reason,
        certainty,
    }
}

/// `if (verbose) {}`: it is looked at, and that is all.
fn choice(node: Node<'_>) -> Option<Finding> {
    const WORKS: [&str; 3] = [
        "assignment_expression",
        "update_expression",
        "object_creation_expression",
    ];
    let condition = node.field("condition")?;
    let block = node.field("consequence").filter(|it| it.is("block"))?;
    let empty = block.named().next().is_none() && !block.children().any(Node::is_extra);
    let alone = node.field("alternative").is_none();
    let mut parts = condition.descendants().take(NODES_MAX);
    let works = |it: Node<'_>| it.is_any(&WORKS) || it.is("method_invocation") && !looks(it);
    (empty && alone && !parts.any(works)).then(|| {
        let what = format!("if {}", condition.text());
        finding(what, Reason::Idle, Certainty::Certain)
    })
}

/// `if (no.contains(text)) return false; return false;`: whatever is found, the answer is the same.
fn same_either_way(node: Node<'_>) -> Option<Finding> {
    let then = node.field("consequence")?;
    let only = match then.is("block") {
        true => {
            let mut inside = then.named();
            inside.next().filter(|_| inside.next().is_none())?
        }
        false => then,
    };
    let here = node.parent().map(Node::id);
    let next = node.next().filter(|it| it.parent().map(Node::id) == here)?;
    let same = plain_answer(only)? == plain_answer(next)? && node.field("alternative").is_none();
    let condition = node.field("condition")?;
    same.then(|| {
        let what = format!("if {}", condition.text());
        finding(what, Reason::Idle, Certainty::Likely)
    })
}

/// The text of what a `return` hands back, where it is a name or a literal.
fn plain_answer(statement: Node<'_>) -> Option<&str> {
    let answer = statement
        .named()
        .next()
        .filter(|_| statement.is("return_statement"))?;
    let plain = answer.kind().ends_with("_literal")
        || answer.is_any(&["true", "false", "identifier", "field_access"]);
    plain.then_some(answer.text())
}

/// `for (int i = 0; i < n; i++) { ..; break; }`.
fn turns_once(node: Node<'_>) -> Option<Finding> {
    let counts = node.field("condition").is_some() && node.field("update").is_some();
    let body = node.field("body").filter(|it| it.is("block"))?;
    let last = shape::statements(body).last().copied()?;
    let leaves = last.is("return_statement") || last.text() == "break;";
    let mut inside = body.descendants().take(NODES_MAX);
    let again = inside.any(|it| it.is_any(&["continue_statement", "labeled_statement"]));
    (counts && leaves && !again)
        .then(|| finding("for".to_owned(), Reason::Idle, Certainty::Certain))
}

/// Whether a call says by its name that it only looks.
fn looks(call: Node<'_>) -> bool {
    const LOOKS: [&str; 22] = [
        "get", "is", "has", "contains", "equals", "size", "length", "name", "key", "value",
        "entry", "values", "keys", "matches", "starts", "ends", "trim", "to", "hidden", "index",
        "char", "empty",
    ];
    let words = phrases::name_words(shape::method(call));
    // `item.tags().contains(tag)`: what is asked is a member of a record.
    let member = || {
        let asked = call.field_name() == "object" && call.parent().is_some_and(looks);
        let steps = ["next", "poll", "pop", "take", "read", "remove", "advance"];
        asked
            && shape::arguments(call).next().is_none()
            && !words.first().is_some_and(|it| steps.contains(&it.as_str()))
    };
    words
        .first()
        .is_some_and(|word| LOOKS.contains(&word.as_str()))
        || member()
}

/// Whether statements change nothing outside themselves: they look, and that is all.
fn changes_nothing(block: Node<'_>) -> bool {
    block
        .descendants()
        .take(NODES_MAX)
        .all(|it| match it.kind() {
            "method_invocation" => looks(it),
            "expression_statement"
            | "object_creation_expression"
            | "assignment_expression"
            | "update_expression"
            | "return_statement"
            | "throw_statement"
            | "break_statement"
            | "yield_statement"
            | "lambda_expression"
            | "synchronized_statement"
            | "try_statement"
            | "assert_statement"
            | "while_statement"
            | "do_statement" => false,
            _ => true,
        })
}

/// A loop over things that are looked at, and nothing comes of it.
fn in_vain(node: Node<'_>) -> Option<Finding> {
    let body = node.field("body").filter(|it| it.is("block"))?;
    let works = body.named().any(|it| !it.is_extra());
    let empty = || !works && goes_through_given(node);
    (!body.is_broken() && (empty() || works && changes_nothing(body)))
        .then(|| finding("for".to_owned(), Reason::Idle, Certainty::Likely))
}

/// Whether a loop goes through several things that its method is given.
fn goes_through_given(node: Node<'_>) -> bool {
    let over = node.field("value").filter(|it| it.is("identifier"));
    let method = shape::function_around(node).and_then(|it| it.field("parameters"));
    let parameters = method.into_iter().flat_map(Node::named);
    let mut several = parameters.filter(|it| {
        let of = it.field("type").map_or("", Node::text);
        it.is("spread_parameter")
            || ["[]", "List", "Set", "Collection"]
                .iter()
                .any(|word| of.contains(word))
    });
    over.is_some_and(|over| {
        several.any(|it| {
            let mut names = it
                .descendants()
                .take(NODES_MAX)
                .filter(|it| it.is("identifier"));
            names.any(|it| it.text() == over.text())
        })
    })
}

/// A method that gives nothing, looks at what it is given, and changes nothing.
fn without_effect(method: Node<'_>) -> Option<Finding> {
    let body = method.field("body")?;
    let gives = method.field("type").is_some_and(|it| !it.is("void_type"));
    let statements: Vec<Node<'_>> = shape::statements(body);
    let looks = statements.iter().any(|it| it.is("if_statement"));
    (!gives && looks && !body.is_broken() && changes_nothing(body))
        .then(|| finding(String::new(), Reason::Idle, Certainty::Likely))
}

/// `void closeAll() {}`, in a class that keeps a collection of what there is to be closed.
fn leaves_all(method: Node<'_>) -> Option<Finding> {
    let body = method.field("body")?;
    let name = method.field("name")?.text();
    let words = phrases::name_words(name);
    let all = words.len() == 2 && words.last().is_some_and(|it| it == "all") || name == "clear";
    let empty = !body.named().any(|_| true) && !body.children().any(Node::is_extra);
    let class = shape::class_of(method).filter(|it| it.is("class_declaration"))?;
    let keeps = class
        .field("body")
        .into_iter()
        .flat_map(Node::named)
        .take(MEMBERS_MAX)
        .any(|it| {
            let of = it.field("type").map_or("", shape::type_name);
            let collection = ["List", "Map", "Set", "Collection", "Queue", "Deque"];
            it.is("field_declaration") && collection.iter().any(|end| of.ends_with(end))
        });
    (all && empty && keeps).then(|| finding(String::new(), Reason::Idle, Certainty::Certain))
}

/// `Map<K, V> parts = new HashMap<>(); for (..) {..} return parts;`: what is gathered in the loop is never put in.
fn never_fed(declarator: Node<'_>) -> Option<Finding> {
    const MADE: [&str; 6] = [
        "HashMap",
        "LinkedHashMap",
        "TreeMap",
        "ArrayList",
        "HashSet",
        "LinkedHashSet",
    ];
    let name = declarator.field("name")?;
    let local = declarator
        .parent()
        .filter(|it| it.is("local_variable_declaration"))?;
    let value = declarator
        .field("value")
        .filter(|it| it.is("object_creation_expression"))?;
    let of = value.field("type").map_or("", shape::type_name);
    let empty = shape::arguments(value).next().is_none() && value.child("class_body").is_none();
    let body = shape::function_around(local)?.field("body")?;
    let loops = ["while_statement", "for_statement", "enhanced_for_statement"];
    let goes_through = body
        .descendants()
        .any(|it| it.is_any(&loops) && it.start() > local.start());
    if !empty || !MADE.contains(&of) || !goes_through {
        return None;
    }
    let uses = body.descendants().take(NODES_MAX);
    let mut uses = uses
        .filter(|it| it.is("identifier") && it.text() == name.text() && it.id() != name.id())
        .peekable();
    uses.peek()?;
    let mut returned = false;
    let leaves = uses.all(|it| {
        let holder = it.parent();
        let back = holder.is_some_and(|it| it.is("return_statement"));
        returned |= back;
        // To put nothing in order leaves nothing.
        let sorts = holder.is_some_and(|of| {
            let own = shape::method(of) == "sort" && it.field_name() == "object";
            let other = of.parent().filter(|_| of.is("argument_list"));
            own || other.is_some_and(|it| it.text().starts_with("Collections.sort("))
        });
        back || sorts
    }) && returned;
    leaves.then(|| {
        finding(
            name.text().to_owned(),
            Reason::StateNeverFed,
            Certainty::Likely,
        )
    })
}

/// `int line = 1;`, which an error tells and nothing counts, though the method goes through something.
fn place(declarator: Node<'_>) -> Option<Finding> {
    let name = declarator.field("name")?;
    let local = declarator
        .parent()
        .filter(|it| it.is("local_variable_declaration"))?;
    let fixed = declarator
        .field("value")
        .is_some_and(|it| it.is("decimal_integer_literal"));
    if !fixed || !phrases::tells_a_place(name.text()) {
        return None;
    }
    let body = shape::function_around(local)?.field("body")?;
    let loops = ["while_statement", "for_statement", "enhanced_for_statement"];
    let goes_through = body.descendants().any(|it| it.is_any(&loops));
    let uses = body.descendants().take(NODES_MAX);
    let uses = uses.filter(|it| it.is("identifier") && it.text() == name.text());
    let mut told = false;
    for node in uses.filter(|it| it.id() != name.id()) {
        let parent = node.parent()?;
        let set = parent.is_any(&[
            "update_expression",
            "variable_declarator",
            "formal_parameter",
        ]) || (parent.is("assignment_expression") && node.field_name() == "left");
        if set {
            return None;
        }
        told |= node.ancestors().take(10).any(|it| it.is("throw_statement"));
    }
    (told && goes_through).then(|| {
        finding(
            name.text().to_owned(),
            Reason::FixedValue,
            Certainty::Likely,
        )
    })
}
