//! Functions that somebody hands in to decide, and whose answer nothing looks at: `visit func(T) bool`, called as a statement.

use crate::go::bodies::stubs::Finding;
use crate::go::shape::Head;
use crate::parts::{Certainty, Reason};
use crate::syntax::Node;

/// A body of more nodes than this is not searched.
const BODY_NODES_MAX: u32 = 50_000;

/// The first parameter that says yes or no each time it is called, and is heeded nowhere.
pub(in crate::go) fn find(function: Node<'_>) -> Option<Finding<'_>> {
    let body = function
        .field("body")
        .filter(|it| it.size() <= BODY_NODES_MAX)?;
    let own = function.field("name")?.text();
    let head = Head::of(function);
    let deciding = head.parameters.iter().filter(|it| decides(it.of));
    let mut unheeded = deciding
        .filter_map(|it| it.name)
        .filter(|name| is_only_called(body, name));
    let name = unheeded.next()?;
    let what = format!("{own}({name})");
    let (reason, certainty) = (Reason::ResultDiscarded, Certainty::Certain);
    Some(Finding::new(function, what, reason, certainty))
}

/// `func(..) bool`
fn decides(of: Node<'_>) -> bool {
    let result = of.field("result").filter(|_| of.is("function_type"));
    result.is_some_and(|it| it.text() == "bool")
}

/// Whether all that is done with a function is to call it as a statement, or to ask whether there is one.
fn is_only_called(body: Node<'_>, name: &str) -> bool {
    let mut called = false;
    for node in body.descendants() {
        if !(node.is("identifier") && node.text() == name) {
            continue;
        }
        let Some(parent) = node.parent() else {
            return false;
        };
        let whole = parent
            .parent()
            .is_some_and(|it| it.is("expression_statement"));
        let calls = parent.is("call_expression") && node.field_name() == "function" && whole;
        let asks =
            parent.is("binary_expression") && parent.field("right").is_some_and(|it| it.is("nil"));
        if !(calls || asks) {
            return false;
        }
        called |= calls;
    }
    called
}
