//! Which stretches of a Go text are comments, strings, dead code or test code.

use super::shape::{self, Call, Head};
use crate::constant::{self, Constant, Flags};
use crate::facts::{ByteRange, Region, RegionKind};
use crate::syntax::{Node, Tree};

/// Calls after which nothing runs.
const ENDS: [&str; 7] = [
    "panic",
    "os.Exit",
    "log.Fatal",
    "log.Fatalf",
    "log.Fatalln",
    "runtime.Goexit",
    "syscall.Exit",
];

/// Calls of Ginkgo that hold tests.
const SPECS: [&str; 10] = [
    "Describe",
    "Context",
    "When",
    "It",
    "Specify",
    "DescribeTable",
    "BeforeEach",
    "AfterEach",
    "BeforeSuite",
    "AfterSuite",
];

pub(super) fn find(tree: &Tree<'_>) -> Vec<Region> {
    let flags = flags(tree);
    let mut found = Vec::new();
    let in_tests = imports_testing(tree);
    if let Some(root) = tree.root().filter(|_| is_test_file(tree)) {
        push(&mut found, RegionKind::Test, root.bytes());
    }
    for node in tree.all() {
        texts(node, &mut found);
        branches(node, &flags, &mut found);
        after_the_end(node, &flags, &mut found);
        if is_test(node, in_tests) || is_spec(node) {
            push(&mut found, RegionKind::Test, node.bytes());
        }
    }
    found
}

/// The name of the package that the file says it belongs to.
pub(super) fn package<'t>(tree: &'t Tree<'t>) -> &'t str {
    let mut top = tree.root().into_iter().flat_map(Node::named);
    let clause = top.find(|it| it.is("package_clause"));
    clause
        .and_then(|it| it.child("package_identifier"))
        .map_or("", Node::text)
}

/// Whether a whole file is for tests: its package is, or it holds functions that only `go test` calls.
fn is_test_file(tree: &Tree<'_>) -> bool {
    let mut top = tree.root().into_iter().flat_map(Node::named);
    package(tree).ends_with("_test") || top.any(|it| is_test(it, false))
}

/// Whether a function is one that `go test` runs. Examples take nothing, so only a file that is about tests has them.
pub(super) fn is_test(node: Node<'_>, in_tests: bool) -> bool {
    let Some(name) = node.field("name").map(Node::text) else {
        return false;
    };
    if node.is("method_declaration") {
        let head = Head::of(node);
        let suite = head
            .receiver
            .is_some_and(|it| it.of.ends_with("Suite") || it.of.ends_with("Test"));
        return suite && in_tests && begins(name, "Test");
    }
    if !node.is("function_declaration") {
        return false;
    }
    let head = Head::of(node);
    let takes = match head.parameters.as_slice() {
        [only] => only.of.text(),
        [] | [_, ..] => "",
    };
    match takes {
        "*testing.T" | "*testing.M" => begins(name, "Test"),
        "*testing.B" => begins(name, "Benchmark"),
        "*testing.F" => begins(name, "Fuzz"),
        _ => in_tests && head.parameters.is_empty() && begins(name, "Example"),
    }
}

fn begins(name: &str, word: &str) -> bool {
    let rest = name.strip_prefix(word);
    rest.is_some_and(|rest| !rest.starts_with(char::is_lowercase))
}

/// Whether a file brings in `testing` or a library for tests.
pub(super) fn imports_testing(tree: &Tree<'_>) -> bool {
    let top = tree.root().into_iter().flat_map(Node::named);
    let imports = top.filter(|it| it.is("import_declaration"));
    let mut specs = imports.flat_map(Node::descendants);
    specs.any(|it| {
        let path = it.field("path").and_then(shape::string);
        it.is("import_spec")
            && path.is_some_and(|path| {
                path == "testing" || path.contains("testify") || path.contains("check.v")
            })
    })
}

/// `var _ = Describe("..", func() { .. })`, and `It(..)` as a statement.
fn is_spec(node: Node<'_>) -> bool {
    let Some(call) = Call::of(node).filter(|_| node.is("call_expression")) else {
        return false;
    };
    let holder = node.parent();
    let stands = holder.is_some_and(|it| it.is_any(&["expression_statement", "expression_list"]));
    stands
        && call.function.is("identifier")
        && SPECS.contains(&call.path())
        && call
            .arguments()
            .last()
            .is_some_and(|it| it.is("func_literal"))
}

fn texts(node: Node<'_>, found: &mut Vec<Region>) {
    match node.kind() {
        "comment" => push(found, RegionKind::Comment, node.bytes()),
        "interpreted_string_literal" | "raw_string_literal" if !is_specifier(node) => {
            let bytes = ByteRange {
                start: node.children().next().map_or(node.end(), Node::end),
                end: node.children().last().map_or(node.start(), Node::start),
            };
            push(found, RegionKind::String, bytes);
        }
        _ => {}
    }
}

/// Whether a string names a package: that is code, not text.
fn is_specifier(string: Node<'_>) -> bool {
    string.parent().is_some_and(|it| it.is("import_spec"))
}

fn branches(node: Node<'_>, flags: &Flags<'_>, found: &mut Vec<Region>) {
    let value = |condition: Option<Node<'_>>| constant::condition(condition?, flags);
    let (settled, when_true, when_false) = match node.kind() {
        "if_statement" => (
            value(node.field("condition")),
            node.field("consequence"),
            node.field("alternative"),
        ),
        "for_statement" => (value(loop_condition(node)), node.field("body"), None),
        "expression_case" => (case(node, flags), node.child("statement_list"), None),
        "binary_expression" => match node.field("operator").map(Node::text) {
            Some("&&") => (value(node.field("left")), node.field("right"), None),
            Some("||") => (value(node.field("left")), None, node.field("right")),
            Some(_) | None => return,
        },
        _ => return,
    };
    let Some(settled) = settled else { return };
    let never = if settled.value { when_false } else { when_true };
    let kind = match settled.flag {
        true => RegionKind::Flagged,
        false => RegionKind::Dead,
    };
    if let Some(never) = never {
        push(found, kind, never.bytes());
    }
}

fn loop_condition(node: Node<'_>) -> Option<Node<'_>> {
    let head = node.named().find(|it| it.field_name() != "body")?;
    match head.kind() {
        "for_clause" => head.field("condition"),
        "range_clause" => None,
        _ => Some(head),
    }
}

/// `case false:` in a `switch` without a subject.
fn case(node: Node<'_>, flags: &Flags<'_>) -> Option<Constant> {
    let plain = node.parent()?.field("value").is_none();
    let values = shape::expressions(node.field("value")?);
    match values.as_slice() {
        [single] if plain => constant::condition(*single, flags),
        [] | [_, ..] => None,
    }
}

/// What follows `return`, `panic(..)` and their like in the same block, up to a label that may be jumped to.
fn after_the_end(list: Node<'_>, flags: &Flags<'_>, found: &mut Vec<Region>) {
    if !list.is("statement_list") {
        return;
    }
    let after = list
        .named()
        .skip_while(|it| !diverges(*it, flags))
        .skip(1)
        .take_while(|it| !it.is("labeled_statement"));
    for statement in after {
        push(found, RegionKind::Dead, statement.bytes());
    }
}

/// Whether control never passes a statement, as far as its outside shows.
fn diverges(statement: Node<'_>, flags: &Flags<'_>) -> bool {
    match statement.kind() {
        "return_statement" | "break_statement" | "continue_statement" | "goto_statement" => true,
        "expression_statement" => {
            Call::of(statement).is_some_and(|call| ENDS.contains(&call.path()))
        }
        "if_statement" => {
            let condition = statement.field("condition");
            let settled = condition.and_then(|it| constant::condition(it, flags));
            let body = statement.field("consequence");
            settled.is_some_and(|it| it.value && !it.flag)
                && body.is_some_and(|body| {
                    shape::statements(body).any(|it| {
                        it.is("return_statement")
                            || Call::of(it).is_some_and(|c| ENDS.contains(&c.path()))
                    })
                })
        }
        _ => false,
    }
}

/// Constants bound to a boolean literal. A name bound twice is no flag.
fn flags<'t>(tree: &'t Tree<'t>) -> Flags<'t> {
    let mut flags = Flags::new();
    let mut twice = Vec::new();
    for spec in tree
        .all()
        .filter(|it| it.is_any(&["const_spec", "var_spec", "short_var_declaration"]))
    {
        let names = match spec.field("left") {
            Some(left) => shape::expressions(left),
            None => spec
                .children()
                .filter(|it| it.field_name() == "name")
                .collect(),
        };
        let values = spec
            .field("value")
            .map_or_else(Vec::new, shape::expressions);
        for (at, name) in names.iter().enumerate() {
            let value = values.get(at).filter(|it| it.is_any(&["true", "false"]));
            match value.filter(|_| spec.is("const_spec")) {
                Some(value) if flags.insert(name.text(), value.is("true")).is_none() => {}
                Some(_) | None => twice.push(name.text()),
            }
        }
    }
    for name in twice {
        flags.remove(name);
    }
    flags
}

fn push(found: &mut Vec<Region>, kind: RegionKind, bytes: ByteRange) {
    if bytes.start < bytes.end {
        found.push(Region { bytes, kind });
    }
}
