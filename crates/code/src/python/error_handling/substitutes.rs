//! What is done in the place of what failed: an empty thing is made, or what was begun is put away and nobody is told.

use crate::parts::{Certainty, Reason};
use crate::python::bodies::stubs::Finding;
use crate::python::error_handling::{errors, excuses};
use crate::python::shape;
use crate::python::values;
use crate::syntax::Node;

/// `cls()`, `Shop(*args)`: a new thing made of nothing that says what went wrong.
pub(in crate::python) fn makes_empty(value: Node<'_>) -> bool {
    let callee = shape::callee(value).map_or("", Node::text);
    let class = callee == "cls" || callee == "type(self)" || callee.starts_with(char::is_uppercase);
    let wrong = ["Error", "Exception", "Fail", "Bad", "Response", "Result"];
    let told = wrong.iter().any(|it| callee.contains(it));
    let splat = |it: Node<'_>| it.is_any(&["list_splat", "dictionary_splat"]);
    value.is("call") && class && !told && shape::arguments(value).all(splat)
}

/// `os.unlink(path)`, be it within a `try` of its own that drops what goes wrong.
pub(in crate::python) fn tidies(statement: Node<'_>) -> bool {
    const AWAY: [&str; 9] = [
        "unlink", "remove", "rmtree", "close", "rollback", "cleanup", "rmdir", "discard", "release",
    ];
    if statement.is("try_statement") {
        let tried = statement.field("body").into_iter();
        let mut tried = tried.flat_map(shape::statements).peekable();
        let some = tried.peek().is_some();
        let clauses = statement.named().filter(|it| it.is("except_clause"));
        let mut handled = clauses.filter_map(|it| it.child("block"));
        let quiet = handled.all(|it| shape::statements(it).all(shape::is_pass));
        return some && tried.all(tidies) && quiet;
    }
    let call = shape::bare(statement);
    let value = call.is("call") && values::value(call).is_none();
    value && statement.is("expression_statement") && AWAY.contains(&shape::called(call))
}

/// An error that is caught by its name and for which a literal is given: `except KeyError: return None`. Right, unless the
/// plan says of that very error that it is raised.
pub(in crate::python) fn answered(clause: Node<'_>) -> Option<Finding<'_>> {
    let body = clause.child("block")?;
    let names: Vec<&str> = errors::caught(clause).collect();
    let last = shape::statements(body).last()?;
    let given = shape::is_pass(last) || errors::gives_up(last) || errors::stands_in(last);
    // Of what says yes or no, the answer tells.
    let tells = last
        .named()
        .next()
        .is_some_and(|it| it.is_any(&["true", "false"]));
    let given = given && !tells && !excuses::looks_for_modules(clause);
    let raises = body.descendants().any(|it| it.is("raise_statement"));
    (given && !raises && !names.is_empty()).then(|| Finding {
        certainty: Certainty::Faint,
        ..Finding::likely(
            clause,
            &format!("except {}", names.join(" ")),
            Reason::SwallowedError,
        )
    })
}
