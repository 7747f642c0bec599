//! Tests in Go: functions and suite methods named `Test..`, and what Ginkgo is given. Subtests belong to the test that runs
//! them.

use super::{Raw, call_at_top, joined};
use crate::syntax::{Node, Tree};
use crate::test_model::suite::Skip;

/// Statements of one test that are looked at.
const STATEMENTS_MAX: usize = 400;

/// Nodes of one test in which a skip is looked for.
const NODES_MAX: usize = 2_000;

pub(super) fn find<'t>(path: &str, tree: &'t Tree<'t>) -> Vec<Raw<'t>> {
    if !path.ends_with("_test.go") {
        return Vec::new();
    }
    let whole = constraint(tree);
    let mut found: Vec<Raw<'t>> = tree
        .all()
        .filter_map(|it| match it.kind() {
            "function_declaration" | "method_declaration" => function(it),
            "call_expression" => spec(it),
            _ => None,
        })
        .collect();
    for raw in &mut found {
        if let Some(whole) = whole {
            raw.skip(whole);
        }
    }
    found
}

fn function<'t>(node: Node<'t>) -> Option<Raw<'t>> {
    let name = node.field("name")?.text();
    let is_test = ["Test", "Fuzz", "Example"].iter().any(|start| {
        let rest = name.strip_prefix(start);
        rest.is_some_and(|it| !it.starts_with(|c: char| c.is_lowercase()))
    });
    if !is_test || name == "TestMain" {
        return None;
    }
    let mut raw = Raw::new(name, node, node.field("body")?);
    if node.is("method_declaration") {
        let receiver = node.field("receiver").map_or("", Node::text);
        if !receiver.contains("uite") && !receiver.contains("Test") {
            return None;
        }
        let class = receiver
            .trim_matches(['(', ')'])
            .rsplit([' ', '*'])
            .next()
            .unwrap_or("");
        raw.group = class.to_owned();
    } else if node
        .field("parameters")
        .is_none_or(|it| it.named().next().is_none())
        && !name.starts_with("Example")
    {
        return None;
    }
    switched(&mut raw);
    Some(raw)
}

fn switched(raw: &mut Raw<'_>) {
    const SKIPS: [&str; 5] = ["t.Skip", "s.T().Skip", "b.Skip", "f.Skip", "suite.T().Skip"];
    let off = call_at_top(raw.body, &SKIPS).or_else(|| only_in_short(raw.body));
    if let Some(off) = off {
        raw.switch(Skip::Always, off, off.text());
        return;
    }
    let skips = raw.body.descendants().take(NODES_MAX).find(|it| {
        it.is("selector_expression") && matches!(it.text(), "t.Skip" | "t.Skipf" | "t.SkipNow")
    });
    if let Some(skips) = skips {
        let statement = skips.ancestors().find(|it| it.is("expression_statement"));
        let by = statement.unwrap_or(skips);
        raw.switch(Skip::Sometimes, by, by.text());
    }
}

/// `if !testing.Short() { t.Skip() }`: it is passed over wherever nobody is in a hurry.
fn only_in_short(body: Node<'_>) -> Option<Node<'_>> {
    let list = body.child("statement_list");
    let mut inside = list.into_iter().flat_map(Node::named).take(STATEMENTS_MAX);
    inside.find(|it| {
        let condition = it.field("condition").map_or("", Node::text);
        let asked = condition.split_whitespace().collect::<String>();
        it.is("if_statement")
            && matches!(
                asked.as_str(),
                "!testing.Short()" | "testing.Short()==false"
            )
            && it
                .field("consequence")
                .is_some_and(|it| it.text().contains(".Skip"))
    })
}

/// `It("does", func() { .. })`
fn spec<'t>(node: Node<'t>) -> Option<Raw<'t>> {
    let name = node
        .field("function")
        .filter(|it| it.is("identifier"))?
        .text();
    if !matches!(
        name,
        "It" | "Specify" | "PIt" | "XIt" | "FIt" | "PSpecify" | "XSpecify" | "FSpecify"
    ) {
        return None;
    }
    let arguments = node.field("arguments")?;
    let text = arguments
        .named()
        .next()
        .filter(|it| it.kind().ends_with("string_literal"))?;
    let body = arguments
        .named()
        .filter(|it| it.is("func_literal"))
        .last()?
        .field("body")?;
    let mut raw = Raw::new(text.text().trim_matches(['"', '`']), node, body);
    raw.focused = name.starts_with('F');
    if name.starts_with(['P', 'X']) {
        raw.skip(Skip::Always);
    }
    let mut around = Vec::new();
    for group in node.ancestors().filter(|it| it.is("call_expression")) {
        let text = group.field("function").map_or("", Node::text);
        let is_group = ["Describe", "Context", "When"]
            .iter()
            .any(|it| text.trim_start_matches(['P', 'X', 'F']) == *it);
        if is_group {
            if text.starts_with(['P', 'X']) {
                raw.skip(Skip::Always);
            }
            raw.focused |= text.starts_with('F');
            let first = group.field("arguments").and_then(|it| it.named().next());
            around.push(first.map_or("", Node::text).trim_matches('"').to_owned());
        }
    }
    raw.group = joined(around);
    Some(raw)
}

/// A build constraint: under which conditions the file is built at all.
fn constraint(tree: &Tree<'_>) -> Option<Skip> {
    let comments = tree.root()?.children().take_while(|it| it.is("comment"));
    let line = comments
        .filter_map(|it| it.text().strip_prefix("//go:build "))
        .next()?;
    Some(match line.trim() {
        "ignore" | "never" | "disabled" => Skip::Always,
        _ => Skip::Sometimes,
    })
}
