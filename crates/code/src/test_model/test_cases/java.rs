//! Tests in Java: methods with an annotation of JUnit, TestNG or jqwik, and those that JUnit 3 finds by their names.

use std::collections::BTreeSet;

use super::{Raw, joined};
use crate::syntax::{Node, Tree};
use crate::test_model::suite::Skip;

const TESTS: [&str; 9] = [
    "Test",
    "ParameterizedTest",
    "RepeatedTest",
    "TestFactory",
    "TestTemplate",
    "Theory",
    "Property",
    "Example",
    "RetryingTest",
];

/// How much of a test is searched for calls, in nodes.
const NODES_MAX: usize = 6_000;

pub(super) fn find<'t>(tree: &'t Tree<'t>) -> Vec<Raw<'t>> {
    let methods = tree.of(&["method_declaration"]);
    methods.filter_map(method).collect()
}

fn annotations<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let modifiers = node.child("modifiers").into_iter().flat_map(Node::named);
    modifiers
        .filter(|it| it.is_any(&["annotation", "marker_annotation"]))
        .take(32)
        .collect()
}

fn name(annotation: Node<'_>) -> &str {
    let name = annotation.field("name").map_or("", Node::text);
    name.rsplit('.').next().unwrap_or(name)
}

fn method<'t>(node: Node<'t>) -> Option<Raw<'t>> {
    let own = annotations(node);
    let classes: Vec<Node<'t>> = node
        .ancestors()
        .filter(|it| it.is("class_declaration"))
        .collect();
    let title = node.field("name")?.text();
    // What is given something is called by others, whatever its name.
    let alone = node
        .field("parameters")
        .is_none_or(|it| it.named().all(Node::is_extra));
    let by_name = title.starts_with("test")
        && alone
        && classes.first().is_some_and(|it| {
            it.field("superclass")
                .is_some_and(|it| it.text().ends_with("TestCase"))
        });
    if !by_name && !own.iter().any(|it| TESTS.contains(&name(*it))) {
        return None;
    }
    let mut raw = Raw::new(title, node, node.field("body")?);
    for annotation in &own {
        mark(&mut raw, *annotation);
        if TESTS.contains(&name(*annotation)) {
            thrown(&mut raw, *annotation);
        }
    }
    for class in &classes {
        for annotation in annotations(*class) {
            mark(&mut raw, annotation);
        }
        raw.may_be_empty |= class.field("superclass").is_some();
    }
    let by_mark = own
        .iter()
        .any(|it| matches!(name(*it), "TestFactory" | "Property"));
    raw.asserts_by_mark = by_mark || classes.first().is_some_and(|it| asks_above(raw.body, *it));
    raw.marks = own;
    let names = classes
        .iter()
        .map(|it| it.field("name").map_or("", Node::text).to_owned());
    raw.group = joined(names.collect());
    Some(raw)
}

fn mark(raw: &mut Raw<'_>, annotation: Node<'_>) {
    match name(annotation) {
        "Disabled" | "Ignore" => raw.switch(Skip::Always, annotation, annotation.text()),
        "Test" if annotation.text().replace(' ', "").contains("enabled=false") => {
            raw.switch(Skip::Always, annotation, annotation.text())
        }
        other
            if other.starts_with("DisabledOn")
                || other.starts_with("DisabledIf")
                || other.starts_with("Enabled") =>
        {
            raw.skip(Skip::Sometimes);
        }
        _ => {}
    }
}

/// `@Test(expected = X.class)`
fn thrown(raw: &mut Raw<'_>, annotation: Node<'_>) {
    let pairs = annotation
        .field("arguments")
        .into_iter()
        .flat_map(Node::named);
    for pair in pairs.filter(|it| it.is("element_value_pair")).take(16) {
        let key = pair.field("key").map_or("", Node::text);
        if matches!(key, "expected" | "expectedExceptions") {
            let value = pair
                .field("value")
                .map(|it| it.text().replace(".class", " . class"));
            raw.throws = Some((annotation.line(), value));
        }
    }
}

/// Whether a method is called by its plain name that the class does not define, but may have from the one that it extends.
fn asks_above(body: Node<'_>, class: Node<'_>) -> bool {
    if class.field("superclass").is_none() {
        return false;
    }
    let members = class.field("body").into_iter().flat_map(Node::named);
    let own = members.filter(|it| it.is("method_declaration"));
    let own: BTreeSet<&str> = own
        .filter_map(|it| it.field("name").map(Node::text))
        .collect();
    let mut calls = body.descendants().take(NODES_MAX).filter(|it| {
        let plain = it.is("method_invocation") && it.field("object").is_none();
        let called = it.field("name").map_or("", Node::text);
        plain && !own.contains(called) && !called.starts_with("set")
    });
    calls.next().is_some()
}
