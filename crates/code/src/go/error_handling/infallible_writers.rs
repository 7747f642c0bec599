//! Calls that write to something held in memory: a buffer never fails, so that the error they give is none.

use crate::go::error_handling::errors::FUNCTIONS;
use crate::go::shape::{self, Call};
use crate::phrases;
use crate::syntax::Node;

/// Types that take whatever is written to them.
const TYPES: [&str; 2] = ["bytes.Buffer", "strings.Builder"];
/// Nodes of a function in which a buffer is looked for.
const NODES_MAX: usize = 20_000;

/// `writeLines(buf, lines)`, where `buf` is a buffer that the function made.
pub(in crate::go) fn takes(call: Call<'_>) -> bool {
    const WRITES: [&str; 7] = [
        "write", "print", "render", "dump", "emit", "format", "append",
    ];
    let words = phrases::name_words(call.last());
    let writes = words.iter().any(|it| WRITES.contains(&it.as_str()));
    writes && call.arguments().any(is_buffer)
}

/// Whether a value is a buffer, or the address of one, that the function around made.
fn is_buffer(value: Node<'_>) -> bool {
    let of = match value.kind() {
        "unary_expression" => value.field("operand"),
        _ => Some(value),
    };
    let Some(name) = of.filter(|it| it.is("identifier")) else {
        return false;
    };
    let function = value.ancestors().find(|it| it.is_any(&FUNCTIONS));
    let body = function.and_then(|it| it.field("body"));
    let mut inside = body.into_iter().flat_map(Node::descendants).take(NODES_MAX);
    inside.any(|it| makes(it, name.text()))
}

/// Whether a statement makes a buffer of that name.
fn makes(statement: Node<'_>, name: &str) -> bool {
    let typed = |text: &str| TYPES.contains(&text.trim_start_matches('*'));
    if statement.is("var_spec") {
        let own = statement.field("name").is_some_and(|it| it.text() == name);
        return own && statement.field("type").is_some_and(|it| typed(it.text()));
    }
    let Some(assigned) = shape::assigned(statement).filter(|it| it.declares) else {
        return false;
    };
    let ([left], [right]) = (assigned.left.as_slice(), assigned.right.as_slice()) else {
        return false;
    };
    let made = Call::of(*right).map_or("", Call::path);
    let text = right.text().trim_start_matches('&');
    left.text() == name
        && (made.starts_with("bytes.NewBuffer")
            || TYPES.iter().any(|it| {
                text.strip_prefix(it).is_some_and(|it| it.starts_with('{'))
                    || made == "new" && text.ends_with(&format!("({it})"))
            }))
}
