//! The inputs of a test that runs more than once: rows of a table, marks with values, elements of a list that a loop goes
//! through.

use super::row_providers;
use super::suite::Rows;
use super::tables::{Tables, elements};
use super::test_cases::Raw;
use super::token::Tokens;
use crate::facts::ByteRange;
use crate::language::Language;
use crate::syntax::Node;

/// Most inputs kept of one test.
const ROWS_MAX: usize = 500;

/// Most nodes of a body in which a table is looked for.
const NODES_MAX: usize = 6_000;

/// How far around a test a loop is looked for, in nodes.
const AROUND_MAX: usize = 16;

/// Loops around one test that are looked at.
const LOOPS_MAX: usize = 4;

/// Members of a class of tests that are looked at.
const MEMBERS_MAX: usize = 1_000;

/// The inputs of a test; `None` where nothing says that it has several.
pub(super) fn of<'t>(
    language: Language,
    tables: &Tables<'t>,
    tokens: &Tokens<'t>,
    raw: &Raw<'t>,
) -> Option<Rows> {
    let mut rows = Rows::default();
    let mut several = false;
    for mark in &raw.marks {
        several |= by_mark(language, tables, tokens, *mark, &mut rows);
    }
    if !several && language == Language::Java {
        several = by_class(tokens, raw, &mut rows);
    }
    if !several {
        several = by_loop(language, tables, tokens, raw, &mut rows);
    }
    if !several && matches!(language, Language::TypeScript | Language::Tsx) {
        several = by_loop_around(tables, tokens, raw, &mut rows);
    }
    if !several && let Some(handed) = tables.walkers.rows(tables, tokens, raw.body) {
        rows.texts.extend(handed);
        several = true;
    }
    if rows.texts.len() > ROWS_MAX {
        rows.texts.truncate(ROWS_MAX);
        rows.more = true;
    }
    several.then_some(rows)
}

/// The rows of a class that JUnit 4 runs once for each: `@Parameters static Iterable<Object[]> rows()`.
fn by_class<'t>(tokens: &Tokens<'t>, raw: &Raw<'t>, rows: &mut Rows) -> bool {
    let class = raw.body.ancestors().find(|it| it.is("class_declaration"));
    let marked = |it: Node<'t>, word: &str| {
        let mut marks = it.named().filter(|it| it.is("modifiers"));
        marks.any(|it| it.text().contains(word))
    };
    let Some(class) = class.filter(|it| marked(*it, "Parameterized")) else {
        return false;
    };
    let members = class.field("body").into_iter().flat_map(Node::named);
    let source = members
        .take(MEMBERS_MAX)
        .find(|it| it.is("method_declaration") && marked(*it, "@Parameters"));
    let lists = source
        .into_iter()
        .flat_map(Node::descendants)
        .take(NODES_MAX);
    let mut lists = lists.filter(|it| {
        let row = |it: Node<'_>| it.is_any(&["array_initializer", "array_creation_expression"]);
        let mut parts = elements(*it).peekable();
        it.is_any(&["array_initializer", "argument_list"])
            && parts.peek().is_some()
            && parts.all(row)
            // The one argument that is a whole table is no row.
            && !elements(*it).any(|it| it.text().starts_with("new Object[][]"))
    });
    match lists.next() {
        Some(list) => rows
            .texts
            .extend(elements(list).map(|it| tokens.words(tokens.of_node(it)))),
        None => rows.more = true,
    }
    true
}

/// The lists that loops around a test go through: `rows.forEach((row) => test(row.name, ..))`. Where loops stand in each
/// other, the test runs for each pair.
fn by_loop_around<'t>(
    tables: &Tables<'t>,
    tokens: &Tokens<'t>,
    raw: &Raw<'t>,
    rows: &mut Rows,
) -> bool {
    let lists = raw.body.ancestors().take(AROUND_MAX).filter_map(|node| {
        let over = match node.kind() {
            "for_in_statement" => node.field("right"),
            "call_expression" => node
                .field("function")
                .filter(|it| {
                    it.field("property")
                        .is_some_and(|it| it.text() == "forEach")
                })
                .and_then(|it| it.field("object")),
            _ => None,
        };
        tables.literal(over?)
    });
    let mut texts: Vec<String> = Vec::new();
    for list in lists.take(LOOPS_MAX) {
        let own = elements(list).map(|it| tokens.words(tokens.of_node(it)));
        let own: Vec<String> = own.take(ROWS_MAX.saturating_add(1)).collect();
        texts = match texts.is_empty() {
            true => own,
            false => {
                let pairs = own
                    .iter()
                    .flat_map(|one| texts.iter().map(move |it| format!("{one} {it}")));
                pairs.take(ROWS_MAX.saturating_add(1)).collect()
            }
        };
    }
    rows.texts.append(&mut texts);
    rows.texts.len() > 1
}

fn by_mark<'t>(
    language: Language,
    tables: &Tables<'t>,
    tokens: &Tokens<'t>,
    mark: Node<'t>,
    rows: &mut Rows,
) -> bool {
    let text: String = mark.text().chars().take(60).collect();
    let has = |words: &[&str]| words.iter().any(|it| text.contains(it));
    match language {
        Language::Python => decorated(tables, tokens, mark, &text, rows),
        Language::TypeScript | Language::Tsx => {
            if !has(&[".each", ".for"]) && !mark.text().contains(".each") {
                return false;
            }
            let table = mark.field("arguments");
            match table.filter(|it| it.is("arguments")) {
                Some(arguments) => listed(tables, tokens, arguments.named().next(), rows),
                None => templated(table, rows),
            }
            true
        }
        Language::Rust => {
            let one = has(&["case(", "case::", "test_case"]);
            if one {
                rows.texts.push(tokens.words(tokens.of_node(mark)));
            }
            one
        }
        Language::Java => annotated(tokens, mark, &text, rows),
        Language::Go | Language::Vue | Language::Other => false,
    }
}

/// `@pytest.mark.parametrize("a", [1, 2])` and its like.
fn decorated<'t>(
    tables: &Tables<'t>,
    tokens: &Tokens<'t>,
    mark: Node<'t>,
    text: &str,
    rows: &mut Rows,
) -> bool {
    let has = |words: &[&str]| words.iter().any(|it| text.contains(it));
    if has(&["given", "fuzz"]) {
        rows.more = true;
        return true;
    }
    if !has(&["parametrize", "parameterized", "ddt.data", "@data"]) {
        return false;
    }
    let call = mark.named().next().and_then(|it| it.field("arguments"));
    let mut arguments = call
        .into_iter()
        .flat_map(Node::named)
        .filter(|it| !it.is("keyword_argument"));
    let at = usize::from(has(&["parametrize"]));
    listed(tables, tokens, arguments.nth(at), rows);
    true
}

/// `@ValueSource(ints = {1, 2})` and its like.
fn annotated(tokens: &Tokens<'_>, mark: Node<'_>, text: &str, rows: &mut Rows) -> bool {
    let has = |words: &[&str]| words.iter().any(|it| text.contains(it));
    let counted = has(&["ValueSource", "CsvSource", "EnumSource"]);
    if !counted
        && !has(&[
            "MethodSource",
            "CsvFileSource",
            "ArgumentsSource",
            "FieldSource",
            "dataProvider",
        ])
    {
        return false;
    }
    let mut inside = mark.descendants().take(200);
    match inside
        .find(|it| it.is("element_value_array_initializer"))
        .filter(|_| counted)
    {
        Some(list) => rows
            .texts
            .extend(list.named().map(|it| tokens.words(tokens.of_node(it)))),
        None => match row_providers::by_method(tokens, mark) {
            Some(list) => rows.texts.extend(list),
            None => rows.more = true,
        },
    }
    true
}

/// Rows of a table that is written as a template: each line after the first.
fn templated(table: Option<Node<'_>>, rows: &mut Rows) {
    let Some(table) = table else {
        rows.more = true;
        return;
    };
    let lines = table
        .text()
        .trim_matches('`')
        .lines()
        .map(str::trim)
        .filter(|it| !it.is_empty());
    rows.texts.extend(
        lines
            .skip(1)
            .map(|it| it.split_whitespace().collect::<Vec<_>>().join(" ")),
    );
}

/// The elements of a list, or of the one list of the file that bears the name.
fn listed<'t>(tables: &Tables<'t>, tokens: &Tokens<'t>, list: Option<Node<'t>>, rows: &mut Rows) {
    match list.and_then(|it| tables.literal(it)) {
        Some(list) => rows
            .texts
            .extend(elements(list).map(|it| tokens.words(tokens.of_node(it)))),
        None => rows.more = true,
    }
}

/// The longest list that a loop of the body goes through, be it of one element or of none.
fn by_loop<'t>(
    language: Language,
    tables: &Tables<'t>,
    tokens: &Tokens<'t>,
    raw: &Raw<'t>,
    rows: &mut Rows,
) -> bool {
    let mut best: Vec<String> = Vec::new();
    let mut listed = false;
    let mut loops = 0_u32;
    let mut sizes = Vec::new();
    for node in raw.body.descendants().take(NODES_MAX) {
        let over = match (language, node.kind()) {
            (Language::Python, "for_statement")
            | (Language::Go, "range_clause")
            | (Language::TypeScript | Language::Tsx, "for_in_statement") => node.field("right"),
            (Language::Rust, "for_expression") | (Language::Java, "enhanced_for_statement") => {
                node.field("value")
            }
            (Language::TypeScript | Language::Tsx, "call_expression") => node
                .field("function")
                .filter(|it| {
                    it.field("property")
                        .is_some_and(|it| it.text() == "forEach")
                })
                .and_then(|it| it.field("object")),
            _ => continue,
        };
        loops = loops.saturating_add(1);
        let list = over
            .filter(|_| loops <= 8)
            .and_then(|it| tables.literal(it));
        listed |= list.is_some();
        let texts: Vec<String> = list
            .into_iter()
            .flat_map(elements)
            .take(ROWS_MAX.saturating_add(1))
            .map(|it| tokens.words(tokens.of_node(it)))
            .collect();
        rows.times = rows.times.max(times(node, texts.len(), &sizes));
        let mut around = std::iter::once(node).chain(node.ancestors());
        if let Some(body) = around.find_map(|it| it.field("body")) {
            sizes.push((body.bytes(), texts.len()));
        }
        if texts.len() > best.len() {
            best = texts;
        }
    }
    rows.texts.append(&mut best);
    listed
}

/// How often a loop of some length runs through, within the loops around it.
fn times(inner: Node<'_>, length: usize, around: &[(ByteRange, usize)]) -> usize {
    let outer = around
        .iter()
        .filter(|(body, _)| body.start <= inner.start() && inner.end() <= body.end);
    let outer = outer.map(|(_, length)| (*length).max(1));
    outer.fold(length, usize::saturating_mul).min(ROWS_MAX)
}
