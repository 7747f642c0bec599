//! What stands behind the end of a block and is never reached: behind what leaves it, and behind a skip of the test.

use super::function_node::is_function;
use crate::facts::ByteRange;
use crate::syntax::Node;

/// Everything behind the statement that ends a block.
pub(super) fn find(block: Node<'_>, found: &mut Vec<ByteRange>) {
    let ends = |it: Node<'_>| {
        let inner = if it.is("expression_statement") {
            it.named().next()
        } else {
            Some(it)
        };
        inner.is_some_and(|it| {
            it.is_any(&[
                "return_statement",
                "throw_statement",
                "raise_statement",
                "break_statement",
                "continue_statement",
                "return_expression",
                "break_expression",
                "continue_expression",
            ]) || skips(it)
        })
    };
    let Some(last) = block.named().find(|it| ends(*it)) else {
        return;
    };
    let mut after = block.named().skip_while(|it| it.id() <= last.id());
    let first = after.find(|it| !is_function(*it) && !it.kind().ends_with("_item"));
    // Go's labels may be jumped to.
    if let Some(first) = first.filter(|it| !it.is("labeled_statement")) {
        found.push(ByteRange {
            start: first.start(),
            end: block.end(),
        });
    }
}

/// Whether a call ends a test where it stands: `t.Skip("..")`, `pytest.skip("..")`, `this.skip()`.
fn skips(call: Node<'_>) -> bool {
    const CALLS: [&str; 14] = [
        "t.Skip",
        "t.Skipf",
        "t.SkipNow",
        "s.T().Skip",
        "s.T().Skipf",
        "suite.T().Skip",
        "b.Skip",
        "f.Skip",
        "pytest.skip",
        "pytest.xfail",
        "self.skipTest",
        "this.skip",
        "ctx.skip",
        "context.skip",
    ];
    let called = call.field("function").map_or("", Node::text);
    call.is_any(&["call", "call_expression"]) && CALLS.contains(&called)
}
