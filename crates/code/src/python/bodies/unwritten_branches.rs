//! Branches that are not written yet: they say so by an error, or on the console.

use crate::parts::Reason;
use crate::python::bodies::no_op_statements;
use crate::python::bodies::stubs::Finding;
use crate::python::shape;
use crate::python::values::{self, Refusal};
use crate::syntax::Node;

/// A branch that is not written yet. One that is refused for a reason is an answer.
pub(super) fn unfinished(node: Node<'_>) -> Option<Finding<'_>> {
    match values::refusal(node)? {
        Refusal::Unfinished => Some(Finding::likely(node, "", Reason::NotImplemented)),
        // Whoever says that it will come has not left it to others.
        Refusal::Promised | Refusal::Marked => {
            Some(Finding::likely(node, "raise", Reason::NotImplemented))
        }
        Refusal::Unsupported if is_the_choice(node) => {
            Some(Finding::likely(node, "raise", Reason::NotImplemented))
        }
        Refusal::Abstract | Refusal::Unsupported => None,
    }
}

/// `if merge: raise NotImplementedError("merging")`: all that an option of its function does, and no word says why not.
fn is_the_choice(raised: Node<'_>) -> bool {
    const REFUSES: [&str; 12] = [
        "not ",
        "n't",
        "unsupported",
        "cannot",
        "only",
        "without",
        "requires",
        "must",
        "invalid",
        "unknown",
        "no ",
        "use ",
    ];
    let fork = raised
        .ancestors()
        .find(|it| it.is_any(&["if_statement", "function_definition"]));
    let asked = fork
        .and_then(|it| it.field("condition"))
        .filter(|it| it.is("identifier"));
    let function = raised.ancestors().find(|it| it.is("function_definition"));
    let given = function.into_iter().flat_map(shape::parameters);
    let said = raised.text().to_lowercase();
    let typed = shape::first_raised(raised) == "NotImplementedError";
    let option = asked.is_some_and(|asked| given.into_iter().any(|it| it.text() == asked.text()));
    option && typed && !REFUSES.iter().any(|it| said.contains(it))
}

/// A line on the console in the place of work: `print("not supported yet")`.
pub(super) fn says_to_come(statement: Node<'_>) -> Option<Finding<'_>> {
    let said = shape::first_text(statement);
    let to_come = values::is_to_come(said) && no_op_statements::logs(statement);
    to_come.then(|| Finding::likely(statement, "print", Reason::NotImplemented))
}
