//! Tests that replace the very thing they are about: functions made up and then asserted on, modules mocked away.

use std::collections::BTreeSet;

use crate::parts::{Certainty, Import, ImportKind, Reason, Stub};
use crate::scan::Scan;
use crate::script::proofs::asserts::arguments;
use crate::script::shape;
use crate::syntax::Node;

/// Most mocks of one file that are looked at.
const FOUND_MAX: usize = 2_000;

/// How much of one made up function is looked at, in nodes.
const MADE_NODES_MAX: u32 = 500;

/// Names of functions and methods that the file makes up: `const f = vi.fn(..)`, `vi.spyOn(api, "get").mock..`.
pub(in crate::script) fn made_up<'t>(scan: &Scan<'t>) -> BTreeSet<String> {
    let calls = scan.live_of(&["call_expression"]);
    let found = calls.filter_map(|call| {
        let callee = call.field("function")?;
        match callee.text() {
            "vi.fn" | "jest.fn" => {
                let declarator = call
                    .ancestors()
                    .take(4)
                    .find(|n| n.is("variable_declarator"))?;
                let direct = shape::first_name(declarator.field("value")?);
                let name = declarator.field("name").filter(|n| n.is("identifier"))?;
                if declarator.size() > MADE_NODES_MAX {
                    return None;
                }
                let known = matches!(direct, "vi" | "jest");
                let answers = declarator.field("value")?.text().contains("mockRe")
                    || !arguments(call).is_empty();
                (known && answers).then(|| name.text().to_owned())
            }
            "vi.spyOn" | "jest.spyOn" => {
                let given = arguments(call);
                let (object, method) = (
                    given.first()?,
                    given.get(1).copied().and_then(shape::string)?,
                );
                let answers = call.parent().and_then(|p| p.field("property"));
                let answers = answers.is_some_and(|p| p.text().starts_with("mock"));
                (answers && object.is("identifier")).then(|| format!("{}.{method}", object.text()))
            }
            _ => None,
        }
    });
    found.take(FOUND_MAX).collect()
}

/// `expect(f())` where `f` is made up by the test.
pub(in crate::script) fn of_a_mock(
    call: Node<'_>,
    made: &BTreeSet<String>,
) -> Option<(String, Reason, Certainty)> {
    let expects = call.field("function").is_some_and(|f| f.text() == "expect");
    let value = arguments(call).first().copied().filter(|_| expects)?;
    let callee = value
        .field("function")
        .filter(|_| value.is("call_expression"))?;
    let name = callee.text();
    made.contains(name)
        .then(|| (name.to_owned(), Reason::MocksSubject, Certainty::Likely))
}

/// The module that a call replaces, with its line.
fn replaced<'t>(call: Node<'t>) -> Option<(u32, &'t str)> {
    let callee = call.field("function")?;
    let mocks = matches!(
        callee.text(),
        "vi.mock" | "jest.mock" | "vi.doMock" | "jest.doMock"
    );
    let path = call
        .field("arguments")?
        .named()
        .next()
        .and_then(shape::string)?;
    mocks.then_some((call.line(), path))
}

/// Every file of the tree that the test brings in is replaced.
pub(in crate::script) fn all_replaced(scan: &Scan<'_>, imports: &[Import]) -> Option<Stub> {
    let calls = scan.live_of(&["call_expression"]);
    let replaced: Vec<(u32, &str)> = calls.filter_map(replaced).take(FOUND_MAX).collect();
    let (line, _) = replaced.first()?;
    let paths: BTreeSet<&str> = replaced.iter().map(|(_, path)| *path).collect();
    let local = |path: &str| {
        path.starts_with(['.', '/', '#']) || path.starts_with("@/") || path.starts_with("~/")
    };
    let mut own = imports
        .iter()
        .filter(|i| !i.type_only && i.kind != ImportKind::SideEffect);
    let mut brought = own.by_ref().filter(|i| local(&i.path)).peekable();
    brought.peek()?;
    let all = brought.all(|i| paths.contains(i.path.as_str()) && !i.path.contains('*'));
    let original = ["importActual", "requireActual", "importOriginal"];
    let keeps = || scan.live().any(|n| original.contains(&n.text()));
    let libraries = [
        "vitest",
        "jest",
        "@jest/",
        "@testing-library/",
        "react",
        "vue",
        "node:",
        "@vue/",
        "sinon",
        "supertest",
    ];
    let subject_outside = imports.iter().any(|i| {
        !i.type_only && !local(&i.path) && !libraries.iter().any(|known| i.path.starts_with(known))
    });
    if !all || subject_outside || keeps() {
        return None;
    }
    let what = replaced.first().map_or("", |(_, path)| path);
    Some(Stub {
        line: *line,
        what: what.to_owned(),
        reason: Reason::MocksSubject,
        certainty: Certainty::Likely,
        test: true,
    })
}
