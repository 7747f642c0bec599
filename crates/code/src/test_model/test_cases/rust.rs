//! Tests in Rust: functions with a test attribute, and those inside `proptest!` and its like.

use super::{Raw, joined};
use crate::syntax::{Node, Tree};
use crate::test_model::suite::Skip;
use crate::test_model::token::{Tokens, quoted};

/// Last words of attributes that make a function a test.
const TESTS: [&str; 9] = [
    "test",
    "rstest",
    "test_case",
    "quickcheck",
    "wasm_bindgen_test",
    "proptest",
    "traced_test",
    "apply",
    "test_log",
];

/// Macros whose body holds test functions.
const MACROS: [&str; 2] = ["proptest", "quickcheck"];

/// Attributes that leave a test what it is.
const PLAIN: [&str; 9] = [
    "ignore",
    "should_panic",
    "cfg",
    "cfg_attr",
    "allow",
    "expect",
    "doc",
    "timeout",
    "case",
];

pub(super) fn find<'t>(tree: &'t Tree<'t>, tokens: &Tokens<'t>) -> Vec<Raw<'t>> {
    let mut found = Vec::new();
    let mut pending: Vec<Node<'t>> = Vec::new();
    for node in tree.all() {
        let parent = node.parent().map(|it| it.id());
        if pending
            .last()
            .is_some_and(|it| it.parent().map(|it| it.id()) != parent && it.end() <= node.start())
        {
            pending.clear();
        }
        match node.kind() {
            "attribute_item" => pending.push(node),
            "function_item" => found.extend(function(node, &std::mem::take(&mut pending))),
            "macro_invocation" => in_macro(tokens, node, &mut found),
            _ if node.is_named()
                && !node.is_extra()
                && pending.last().is_some_and(|it| it.end() <= node.start()) =>
            {
                pending.clear()
            }
            _ => {}
        }
    }
    found
}

fn name(attribute: Node<'_>) -> &str {
    let path = attribute
        .child("attribute")
        .and_then(|it| it.named().next())
        .map_or("", Node::text);
    path.rsplit("::").next().unwrap_or(path)
}

fn function<'t>(node: Node<'t>, attributes: &[Node<'t>]) -> Option<Raw<'t>> {
    let names: Vec<&str> = attributes.iter().map(|it| name(*it)).collect();
    // A template lists inputs, for tests that apply it.
    if !names.iter().any(|it| TESTS.contains(it)) || names.contains(&"template") {
        return None;
    }
    let mut raw = Raw::new(node.field("name")?.text(), node, node.field("body")?);
    if let Some(first) = attributes.first() {
        let mut span = first.span();
        span.end_line = raw.span.end_line;
        span.bytes.end = raw.span.bytes.end;
        raw.span = span;
    }
    for attribute in attributes {
        mark(&mut raw, *attribute);
    }
    let returns_truth = node
        .field("return_type")
        .is_some_and(|it| matches!(it.text(), "bool" | "TestResult"));
    raw.asserts_by_mark =
        names.contains(&"quickcheck") && returns_truth || returned_by_cases(attributes);
    // What other attributes make of an empty function, they alone know.
    raw.may_be_empty = names
        .iter()
        .any(|it| !TESTS.contains(it) && !PLAIN.contains(it))
        || names.contains(&"apply");
    raw.asserts_by_mark |= compiles(raw.body);
    raw.marks = attributes.to_vec();
    let mut around = Vec::new();
    for module in node.ancestors().filter(|it| it.is("mod_item")) {
        around.push(module.field("name").map_or("", Node::text).to_owned());
    }
    raw.group = joined(around);
    Some(raw)
}

/// Whether the items in a test are what it checks: that they compile.
fn compiles(body: Node<'_>) -> bool {
    let mut inside = body.named().filter(|it| !it.is_extra()).peekable();
    let item = |it: Node<'_>| {
        let kind = it.kind();
        kind.ends_with("_item")
            && !matches!(kind, "function_item" | "attribute_item" | "const_item")
    };
    inside.peek().is_some() && inside.any(item)
}

/// `#[test_case(1 => 2)]` compares what the function returns.
fn returned_by_cases(attributes: &[Node<'_>]) -> bool {
    attributes
        .iter()
        .any(|it| name(*it) == "test_case" && it.text().contains("=>"))
}

fn mark(raw: &mut Raw<'_>, attribute: Node<'_>) {
    let text = attribute.text();
    match name(attribute) {
        "ignore" => raw.switch(Skip::Always, attribute, text),
        "cfg_attr" if text.contains("ignore") => raw.skip(Skip::Sometimes),
        "cfg" => {
            let inner: String = text.chars().filter(|c| !c.is_whitespace()).collect();
            let never = [
                "#[cfg(any())]",
                "#[cfg(FALSE)]",
                "#[cfg(false)]",
                "#[cfg(not(test))]",
            ];
            if never.contains(&inner.as_str()) {
                raw.switch(Skip::Always, attribute, "");
            } else if inner != "#[cfg(test)]" {
                raw.skip(Skip::Sometimes);
            }
        }
        "should_panic" => {
            let expected = text.split('"').nth(1).map(quoted);
            raw.throws = Some((attribute.line(), expected));
        }
        _ => {}
    }
}

/// `fn name(..) { .. }` inside `proptest! { .. }`, where no grammar reads.
fn in_macro<'t>(tokens: &Tokens<'t>, node: Node<'t>, found: &mut Vec<Raw<'t>>) {
    let is_one = node
        .field("macro")
        .is_some_and(|it| MACROS.iter().any(|name| it.text().ends_with(name)));
    let Some(tree) = node.child("token_tree").filter(|_| is_one) else {
        return;
    };
    let mut named: Option<Node<'t>> = None;
    let mut after_fn = false;
    let _ = tokens;
    for child in tree.children() {
        match child.kind() {
            "fn" => after_fn = true,
            "identifier" if after_fn => {
                (named, after_fn) = (Some(child), false);
            }
            "token_tree" if child.text().starts_with('{') => {
                if let Some(name) = named.take() {
                    let mut raw = Raw::new(name.text(), child, child);
                    raw.is_empty = child.children().filter(|it| it.is_named()).count() == 0;
                    raw.may_be_empty = true;
                    raw.asserts_by_mark = node
                        .field("macro")
                        .is_some_and(|it| it.text().ends_with("quickcheck"));
                    found.push(raw);
                }
            }
            _ => {}
        }
    }
}
