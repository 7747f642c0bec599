//! Local variables of Java methods that nobody looks at.

use crate::java::bodies::stubs::Finding;
use crate::java::data::unread_parameters::Words;
use crate::java::parameter_use;
use crate::java::shape;
use crate::java::values;
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// How much of one method is looked at, in nodes.
const METHOD_NODES_MAX: usize = 4_000;

/// First words of calls that do nothing but answer.
const QUIET: [&str; 14] = [
    "get", "is", "has", "size", "length", "nano", "current", "now", "of", "value", "parse", "to",
    "trim", "contains",
];

/// A local variable that is never looked at.
pub(in crate::java) fn unused(declaration: Node<'_>, words: &Words<'_>) -> Option<Finding> {
    let declarators = declaration
        .named()
        .filter(|it| it.is("variable_declarator"));
    let mut found = declarators.filter_map(|it| judge(declaration, it, words));
    found.next()
}

fn judge(declaration: Node<'_>, declarator: Node<'_>, words: &Words<'_>) -> Option<Finding> {
    let name = declarator.field("name")?.text();
    let value = declarator.field("value").map(shape::bare);
    let block = declaration.parent()?;
    let said = phrases::name_words(name);
    let meant = said
        .iter()
        .any(|word| matches!(word.as_str(), "unused" | "ignored" | "ignore" | "dummy"));
    if meant || shape::annotations(declaration).next().is_some() {
        return None;
    }
    let idle = !words.within(name, declarator.end(), block.end());
    let fed = || {
        value.is_some_and(values::is_collection)
            && parameter_use::is_only_fed(name, declarator.end(), block)
    };
    if !idle && !fed() {
        let set = value.is_none_or(is_quiet)
            && is_only_set(
                name,
                words.between(name, declarator.end(), block.end()),
                block,
            );
        return set.then(|| never_read(name));
    }
    let value = value?;
    // What is made and let go may be made for what making it does.
    (!idle || is_quiet(value)).then(|| never_read(name))
}

fn never_read(name: &str) -> Finding {
    Finding {
        what: name.to_owned(),
        reason: Reason::NeverRead,
        certainty: Certainty::Likely,
    }
}

/// Whether making a value does nothing else.
fn is_quiet(value: Node<'_>) -> bool {
    let works = [
        "object_creation_expression",
        "update_expression",
        "assignment_expression",
        "lambda_expression",
    ];
    let inside = std::iter::once(value).chain(value.descendants());
    let mut inside = inside.take(METHOD_NODES_MAX);
    inside.all(|it| {
        let words = phrases::name_words(shape::method(it));
        let asks = words
            .first()
            .is_none_or(|first| QUIET.contains(&first.as_str()));
        asks && (!it.is_any(&works) || values::is_collection(it))
    })
}

/// Whether all that is done with a variable is to set it.
fn is_only_set(name: &str, places: &[usize], block: Node<'_>) -> bool {
    if block.size() as usize > METHOD_NODES_MAX || places.is_empty() {
        return false;
    }
    let uses = block
        .descendants()
        .filter(|it| it.is("identifier") && it.text() == name);
    let mut uses = uses.filter(|it| places.contains(&it.start()));
    uses.all(|it| {
        let holder = it.parent();
        let sets = holder.is_some_and(|at| match at.kind() {
            "assignment_expression" => it.field_name() == "left",
            "update_expression" => true,
            _ => false,
        });
        let statement = holder.and_then(Node::parent);
        sets && statement.is_some_and(|it| it.is("expression_statement"))
    })
}
