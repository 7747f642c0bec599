//! What is there and changes nothing: a number of tries that only a message tells, a parameter under another name, an answer
//! that is the same either way, an option of a command line that nobody asks for.

use std::collections::BTreeSet;

use crate::parts::{Certainty, Reason, Stub};
use crate::phrases;
use crate::rust::attributes::Attributes;
use crate::rust::data::dropped_errors;
use crate::rust::values;
use crate::scan::Scan;
use crate::syntax::Node;

/// How much of a function or a condition is searched, in nodes.
const NODES_MAX: usize = 20_000;

/// Macros that tell somebody something.
const TEXTS: [&str; 11] = [
    "print", "println", "eprint", "eprintln", "panic", "bail", "anyhow", "debug", "info", "warn",
    "error",
];

/// Finds them.
pub(in crate::rust) fn find<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> Vec<Stub> {
    let mut found = unasked(scan);
    found.extend(only_for_tests(scan, attributes));
    for node in scan.live_of(&["function_item"]) {
        if found.len() >= scan.limits.items_max {
            break;
        }
        if scan.in_test(node) {
            continue;
        }
        if answers_alike(node) {
            let name = node.field("name").map_or("", Node::text);
            let what = format!("answer of {name}");
            found.push(Stub::likely(node.line(), what, Reason::FixedValue));
            continue;
        }
        let away = || only_put_away(node).filter(|_| !is_of_a_trait(node));
        if let Some(what) = away().or_else(|| only_said(node)) {
            found.push(Stub::likely(node.line(), what, Reason::ParameterIgnored));
        }
    }
    found
}

/// A bound that a function is given and that only texts tell.
fn only_said(node: Node<'_>) -> Option<String> {
    let body = node
        .field("body")
        .filter(|it| (it.size() as usize) < NODES_MAX)?;
    let name = node.field("name")?;
    let listed = node.field("parameters")?.named();
    let names = listed
        .filter_map(|it| it.field("pattern"))
        .filter(|it| it.is("identifier") && phrases::is_bound(it.text()));
    let said = |parameter: &Node<'_>| {
        let text = parameter.text();
        let mut places = 0_u32;
        let only = body.descendants().all(|it| match it.kind() {
            "identifier" if it.text() == text => {
                places = places.saturating_add(1);
                in_text(it)
            }
            "shorthand_field_identifier" => it.text() != text,
            "string_content" => {
                let held = values::captures(it.text()).any(|name| name == text);
                places = places.saturating_add(u32::from(held));
                !held || in_text(it)
            }
            _ => true,
        });
        only && places > 0
    };
    let mut names = names.filter(said);
    let parameter = names.next()?;
    Some(format!("{}({})", name.text(), parameter.text()))
}

/// Whether every way through a function ends in the same `true` or `false`, and all that it does is to look and to leave.
fn answers_alike(node: Node<'_>) -> bool {
    let asked = node
        .field("parameters")
        .is_some_and(|it| it.named().any(|it| it.is("parameter")));
    let changes = node
        .field("parameters")
        .is_some_and(|it| it.text().contains("mut "));
    let Some(body) = node.field("body").filter(|_| asked && !changes) else {
        return false;
    };
    let in_trait = is_of_a_trait(node);
    let statements: Vec<Node<'_>> = body.named().filter(|it| !it.is_extra()).collect();
    let Some((last, before)) = statements.split_last().filter(|(_, it)| !it.is_empty()) else {
        return false;
    };
    let last = values::unwrap(*last);
    let looks = |it: &Node<'_>| match it.kind() {
        "let_declaration" => true,
        "expression_statement" => values::unwrap(*it).is("if_expression"),
        "if_expression" => true,
        _ => false,
    };
    let mut inside = body.descendants().take(NODES_MAX);
    let works = inside.any(|it| {
        it.is_any(&[
            "assignment_expression",
            "compound_assignment_expr",
            "mutable_specifier",
            "try_expression",
        ])
    });
    let answers = body.descendants().filter(|it| it.is("return_expression"));
    let mut answers = answers
        .map(|it| it.named().next().map_or("", Node::text))
        .peekable();
    !in_trait
        && last.is("boolean_literal")
        && before.iter().all(looks)
        && !works
        && answers.peek().is_some()
        && answers.all(|it| it == last.text())
}

fn is_of_a_trait(node: Node<'_>) -> bool {
    let mut around = node.ancestors();
    around.any(|it| it.is("trait_item") || it.is("impl_item") && it.field("trait").is_some())
}

/// A parameter that is only put under another name, `let _observer = observer;`, and never looked at.
fn only_put_away(node: Node<'_>) -> Option<String> {
    const KEPT: [&str; 8] = [
        "guard", "lock", "permit", "handle", "keep", "span", "token", "lease",
    ];
    let body = node
        .field("body")
        .filter(|it| (it.size() as usize) < NODES_MAX)?;
    let name = node.field("name")?;
    // Where one of several is built, or a word says why, the others look at it.
    let excused = body.text().contains("cfg")
        || body.descendants().any(Node::is_extra) && {
            let mut notes = body.descendants().filter(|it| it.is_extra());
            notes.any(|it| it.text().to_lowercase().contains("unused"))
        };
    let patterns = node
        .field("parameters")?
        .named()
        .filter_map(|it| it.field("pattern"));
    let mut names = patterns.filter(|it| it.is("identifier") && !it.text().starts_with('_'));
    let put = |parameter: &Node<'_>| {
        let text = parameter.text();
        if KEPT.iter().any(|it| text.contains(it)) {
            return false;
        }
        let held = |it: Node<'_>| {
            it.is("string_content") && values::captures(it.text()).any(|name| name == text)
        };
        let mut places = body.descendants().filter(|it| {
            it.is_any(&["identifier", "shorthand_field_identifier"]) && it.text() == text
                || held(*it)
        });
        let only = places.next().filter(|_| places.next().is_none());
        let away = only
            .and_then(Node::parent)
            .filter(|it| it.is("let_declaration"));
        let away = away.filter(|_| only.is_some_and(|it| it.field_name() == "value"));
        let pattern = away
            .and_then(|it| it.field("pattern"))
            .map_or("", Node::text);
        pattern.len() > 1 && pattern.starts_with('_') && !KEPT.iter().any(|it| pattern.contains(it))
    };
    let parameter = names.find(put).filter(|_| !excused)?;
    Some(format!("{}({})", name.text(), parameter.text()))
}

/// Functions that are built for tests alone, and whose twin for everybody else answers nothing.
fn only_for_tests<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> Vec<Stub> {
    let marked = |node: Node<'t>, sign: &str| {
        attributes.before(node).iter().any(|it| {
            let text: String = it.text().split_whitespace().collect();
            text == sign
        })
    };
    let functions: Vec<Node<'t>> = scan.live_of(&["function_item"]).collect();
    let named = |it: Node<'t>| it.field("name").map_or("", Node::text);
    let works = |it: Node<'t>| {
        let body = it.field("body").into_iter().flat_map(Node::named);
        let body: Vec<Node<'t>> = body.filter(|it| !it.is_extra()).take(2).collect();
        !body
            .iter()
            .all(|it| values::value(values::unwrap(*it)).is_some())
    };
    let tested: BTreeSet<&str> = functions
        .iter()
        .filter(|it| marked(**it, "#[cfg(test)]") && works(**it))
        .map(|it| named(*it))
        .collect();
    let idle = functions.iter().filter(|it| {
        marked(**it, "#[cfg(not(test))]") && !works(**it) && tested.contains(named(**it))
    });
    let found = idle.map(|it| Stub {
        line: it.line(),
        what: named(*it).to_owned(),
        reason: Reason::DefaultValue,
        certainty: Certainty::Certain,
        test: false,
    });
    found.take(scan.limits.items_max).collect()
}

/// Whether a place is one of what a macro makes a message of.
fn in_text(node: Node<'_>) -> bool {
    const TOLD: [&str; 7] = [
        "Err",
        "map_err",
        "ok_or",
        "ok_or_else",
        "context",
        "with_context",
        "expect",
    ];
    let mut around = node.ancestors().take_while(|it| !it.is("function_item"));
    let Some(named) = around.find(|it| it.is("macro_invocation")) else {
        return false;
    };
    let name = named.field("macro").map_or("", Node::text);
    let name = name.rsplit("::").next().unwrap_or(name);
    let mut calls = around.filter(|it| it.is("call_expression"));
    match name {
        "format" => calls.any(|it| {
            let called = it.field("function").map_or("", Node::text);
            let last = called.rsplit(['.', ':']).next().unwrap_or(called);
            TOLD.contains(&last) || called.contains("Error")
        }),
        name => TEXTS.contains(&name),
    }
}

/// Options of clap's builder, `Arg::new("limit")`, that nobody asks for. Only where all that is made of the matches is to ask
/// them one by one.
fn unasked(scan: &Scan<'_>) -> Vec<Stub> {
    let mut declared: Vec<Node<'_>> = Vec::new();
    let mut asked: BTreeSet<&str> = BTreeSet::new();
    let mut holders: BTreeSet<&str> = BTreeSet::new();
    let nodes = scan.live_of(&["string_content", "let_declaration"]);
    for node in nodes.filter(|it| !scan.in_test(*it)) {
        match node.kind() {
            "string_content" => match option(node) {
                Some(()) => declared.push(node),
                None if describes_option(node) => {}
                None => {
                    asked.insert(node.text());
                }
            },
            "let_declaration" => {
                let value = node.field("value").and_then(dropped_errors::outer_call);
                let matches = value
                    .and_then(dropped_errors::called)
                    .is_some_and(|it| it.starts_with("get_matches"));
                let name = node
                    .field("pattern")
                    .filter(|it| matches && it.is("identifier"));
                holders.extend(name.map(Node::text));
            }
            _ => {}
        }
    }
    if declared.is_empty() || holders.is_empty() {
        return Vec::new();
    }
    let given_on = scan.live().any(|it| {
        let alone = it.is("identifier") && holders.contains(it.text());
        let parent = it.parent();
        let named = parent.is_some_and(|it| it.is_any(&["let_declaration", "field_expression"]));
        alone && !named || it.text() == "subcommand"
    });
    if given_on {
        return Vec::new();
    }
    let unasked = declared.into_iter().filter(|it| !asked.contains(it.text()));
    let found = unasked.map(|it| Stub {
        line: it.line(),
        what: format!("option {}", it.text()),
        reason: Reason::NeverRead,
        certainty: Certainty::Likely,
        test: false,
    });
    found.take(scan.limits.items_max).collect()
}

/// Whether a text is one of what describes an option: `Arg::new("limit").long("limit")`.
fn describes_option(content: Node<'_>) -> bool {
    let mut around = content.ancestors().take(16);
    around.any(|it| {
        let text = it.text().trim_start_matches("clap::");
        it.is("call_expression")
            && (text.starts_with("Arg::new(") || text.starts_with("Arg::with_name("))
    })
}

/// Whether a text is the name that `Arg::new` or `Arg::with_name` is given, of an option that clap does not heed itself.
fn option(content: Node<'_>) -> Option<()> {
    let literal = content.parent().filter(|it| it.is("string_literal"))?;
    let call = literal
        .parent()?
        .parent()
        .filter(|it| it.is("call_expression"))?;
    let function = call.field("function")?.text();
    let makes = function.ends_with("Arg::new") || function.ends_with("Arg::with_name");
    let chain = call.ancestors().take(24).take_while(|it| {
        it.is_any(&["field_expression", "call_expression"]) && it.start() == call.start()
    });
    let own = [
        "ArgAction::Help",
        "ArgAction::Version",
        ".hide(",
        ".requires",
    ];
    let whole = chain.last().map_or("", Node::text);
    (makes && !own.iter().any(|it| whole.contains(it))).then_some(())
}
