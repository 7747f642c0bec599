//! Columns of a table of tests that its rows fill in and nothing reads: what they say is expected is compared with nothing.

use std::collections::BTreeSet;

use crate::go::bodies::stubs::Finding;
use crate::go::shape::{self, Call};
use crate::parts::{Certainty, Reason};
use crate::phrases;
use crate::syntax::Node;

/// Tables of one test that are looked at.
const TABLES_MAX: usize = 8;
/// How far above a name its call is looked for.
const DEPTH_MAX: usize = 6;

/// The first column of a test's tables that nothing compares with anything.
pub(super) fn unread<'t>(
    test: &str,
    body: Node<'t>,
    handles: &BTreeSet<&str>,
) -> Option<Finding<'t>> {
    let tables = body.descendants().filter_map(table).take(TABLES_MAX);
    tables
        .filter_map(|(name, list)| {
            let rows = list.field("body").filter(|it| it.named().count() > 0);
            rows.and_then(|_| Some((name, structure(list)?)))
        })
        .find_map(|(name, structure)| {
            let row = row(body, name)?;
            let read = read(body, row, handles)?;
            let fields = structure
                .descendants()
                .filter(|it| it.is("field_identifier"));
            let idle = fields.filter(|it| !read.contains(it.text()) && !describes(it.text()));
            let idle: Vec<Node<'t>> = idle.collect();
            // One by itself may have been left over, unless it says what is expected.
            let expected = idle.iter().find(|it| expects(it.text()));
            let several = idle.first().filter(|_| idle.len() > 1);
            let column = expected.or(several)?;
            let what = format!("column {} of {test}", column.text());
            let reason = Reason::NoAssertion;
            Some(Finding::new(*column, what, reason, Certainty::Certain))
        })
}

/// `tests := []struct{ .. }{ .. }`: the name, and the literal.
fn table(statement: Node<'_>) -> Option<(&str, Node<'_>)> {
    let (name, value) = match shape::assigned(statement) {
        Some(assigned) => match (assigned.left.as_slice(), assigned.right.as_slice()) {
            ([name], [value]) => (*name, *value),
            (_, _) => return None,
        },
        None if statement.is("var_spec") => {
            let value = statement.field("value")?.named().next()?;
            (statement.field("name")?, value)
        }
        None => return None,
    };
    value
        .is("composite_literal")
        .then_some((name.text(), value))
}

/// The struct that the rows of a table are, where it is written out.
fn structure(table: Node<'_>) -> Option<Node<'_>> {
    let of = table.field("type")?;
    let element = of.field("element").or_else(|| of.field("value"))?;
    element.is("struct_type").then_some(element)
}

/// What a row is called in the one loop over a table; nothing where the table is used otherwise.
fn row<'t>(body: Node<'t>, table: &str) -> Option<&'t str> {
    let mut row = None;
    for node in body.descendants() {
        if !node.is("identifier") || node.text() != table {
            continue;
        }
        let parent = node.parent()?;
        match parent.kind() {
            "range_clause" if node.field_name() == "right" => {
                let names = parent
                    .field("left")
                    .map_or_else(Vec::new, shape::expressions);
                let [_, value] = names.as_slice() else {
                    return None;
                };
                if row.is_some_and(|it| it != value.text()) {
                    return None;
                }
                row = Some(value.text());
            }
            "expression_list" | "var_spec" => {}
            _ => return None,
        }
    }
    row
}

/// The fields of a row that a test looks at, but to write them to a log; nothing where the row goes somewhere whole.
fn read<'t>(body: Node<'t>, row: &str, handles: &BTreeSet<&str>) -> Option<BTreeSet<&'t str>> {
    let mut found = BTreeSet::new();
    for node in body.descendants() {
        if !node.is("identifier") || node.text() != row {
            continue;
        }
        let parent = node.parent()?;
        if parent.is("selector_expression") && node.field_name() == "operand" {
            let logs = parent.ancestors().take(DEPTH_MAX).find_map(Call::of);
            let logs = logs.is_some_and(|it| {
                handles.contains(it.first()) && matches!(it.last(), "Log" | "Logf")
            });
            found.extend(parent.field("field").filter(|_| !logs).map(Node::text));
            continue;
        }
        // `for _, tt := range`, `tt := tt`.
        let own = parent.is("expression_list")
            && parent.parent().is_some_and(|it| {
                it.is("range_clause")
                    || it.is("short_var_declaration")
                        && it.field("left").map(Node::text) == it.field("right").map(Node::text)
            });
        if !own {
            return None;
        }
    }
    Some(found)
}

/// Whether a column says what has to come.
fn expects(name: &str) -> bool {
    const WORDS: [&str; 20] = [
        "want", "wants", "wanted", "expect", "expects", "expected", "exp", "out", "output",
        "result", "results", "res", "err", "error", "ok", "pos", "position", "status", "code",
        "count",
    ];
    let words = phrases::name_words(name);
    words.iter().any(|it| WORDS.contains(&it.as_str()))
}

/// Whether a column only says what its row is about.
fn describes(name: &str) -> bool {
    const WORDS: [&str; 23] = [
        "name",
        "desc",
        "description",
        "comment",
        "note",
        "title",
        "label",
        "doc",
        "about",
        "scenario",
        "id",
        "why",
        "msg",
        "message",
        "summary",
        "info",
        "purpose",
        "issue",
        "url",
        "link",
        "ref",
        "case",
        "_",
    ];
    let words = phrases::name_words(name);
    name == "_" || words.iter().any(|it| WORDS.contains(&it.as_str()))
}
