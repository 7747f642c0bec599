//! Errors that a file makes, by the names of their types, and the lines on which it tells of one.

use std::collections::BTreeSet;

use crate::facts::Facts;
use crate::parts::{Field, How, Setting};
use crate::phrases;
use crate::rust::attributes::{self, Attributes};
use crate::rust::bodies::body;
use crate::rust::data::locals;
use crate::rust::items::Place;
use crate::scan::Scan;
use crate::syntax::Node;

/// Derived traits that may make any case of an enum.
const MAKING: [&str; 14] = [
    "ValueEnum",
    "Subcommand",
    "Sequence",
    "VariantArray",
    "TryFrom",
    "FromStr",
    "Snafu",
    "Fail",
    "Deserialize",
    "FromPrimitive",
    "EnumIter",
    "FromRepr",
    "EnumString",
    "Arbitrary",
];

/// Macros that tell of an error, to the caller or to a person.
const TELLING: [&str; 12] = [
    "panic",
    "bail",
    "ensure",
    "anyhow",
    "eyre",
    "eprintln",
    "eprint",
    "error",
    "warn",
    "unreachable",
    "whatever",
    "compile_error",
];

/// Fields and cases that are kept of a file.
const FIELDS_MAX: usize = 5_000;

/// Calls that do so.
const ENDING: [&str; 5] = ["unwrap", "expect", "exit", "abort", "unwrap_err"];

/// Nodes that may tell of an error, make one or declare one.
const KINDS: [&str; 11] = [
    "try_expression",
    "?",
    "identifier",
    "field_identifier",
    "macro_invocation",
    "type_identifier",
    "self",
    "enum_variant",
    "enum_item",
    "struct_item",
    "impl_item",
];

/// Fills them in.
pub(in crate::rust) fn find<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>, facts: &mut Facts) {
    let mut made = BTreeSet::new();
    let errors = errors(scan);
    let nodes = scan.live_of(&KINDS);
    for node in nodes.filter(|it| !scan.in_test(*it)) {
        if tells(node) {
            facts.tells.insert(node.line());
        }
        match node.kind() {
            "identifier" | "type_identifier" | "self" => {
                if let Some(name) = names_made(node) {
                    made.insert(name.to_owned());
                }
            }
            "enum_variant" => variant(node, attributes, &errors, facts),
            "enum_item" | "struct_item" => {
                let by_derive = attributes.before(node).iter().any(|it| {
                    let text = it.text();
                    text.contains("Snafu") || text.contains("Fail")
                });
                let by_from = || {
                    let mut inside = node.descendants().filter(|it| it.is("attribute"));
                    inside.any(|it| it.text() == "from" || it.text().starts_with("from("))
                };
                if let Some(name) = node.field("name").filter(|_| by_derive || by_from()) {
                    made.insert(name.text().to_owned());
                }
            }
            "impl_item" => {
                let of = node.field("trait").map_or("", Node::text);
                let from = of.starts_with("From<") || of.contains("::From<");
                let name = Place::of_owner(node).filter(|_| from);
                made.extend(name.map(|it| it.name.to_owned()));
            }
            _ => {}
        }
    }
    facts.made = Some(made);
    let nodes = scan.live_of(&["identifier", "type_identifier"]);
    for node in nodes.filter(|it| !scan.in_test(*it)) {
        let named = node.text().starts_with(char::is_uppercase);
        let known = facts.set.get_mut(node.text()).filter(|_| named);
        if let (Some(known), Some(parent)) = (known, node.parent()) {
            known.read |= is_value(node, parent);
        }
    }
}

/// Types of this file that are errors by their own word: `impl std::error::Error for InvalidName {}`.
fn errors<'t>(scan: &Scan<'t>) -> BTreeSet<&'t str> {
    let all = scan.live_of(&["impl_item"]);
    let told = all.filter(|it| {
        let of = it.field("trait").map_or("", Node::text);
        of == "Error" || of.ends_with("::Error")
    });
    told.filter_map(Place::of_owner).map(|it| it.name).collect()
}

/// A case of an enum of this file: somebody must make it, if it is a kind of error. It is looked for as a field is, by its
/// name.
fn variant<'t>(
    node: Node<'t>,
    attributes: &Attributes<'t>,
    errors: &BTreeSet<&str>,
    facts: &mut Facts,
) {
    let owner = node.ancestors().find(|it| it.is("enum_item"));
    let Some((owner, name)) = owner.zip(node.field("name")) else {
        return;
    };
    let of = owner.field("name").map_or("", Node::text);
    let odd = |it: &Node<'t>| {
        let text = it.text();
        let known = [
            "derive",
            "doc",
            "error",
            "allow",
            "non_exhaustive",
            "must_use",
        ];
        let by_derive = text.contains("derive") && MAKING.iter().any(|word| text.contains(word));
        !known.contains(&attributes::name(*it)) || by_derive
    };
    let around = attributes.before(owner).iter().any(odd);
    let own =
        attributes.before(node).iter().any(odd) || node.descendants().any(|it| it.is("attribute"));
    let meant = name.text().starts_with('_') || !name.text().starts_with(char::is_uppercase);
    if around || own || meant || facts.fields.len() >= FIELDS_MAX {
        return;
    }
    // Other cases may be there for others to make.
    let private = of != "Error" && (of.ends_with("Error") || errors.contains(of));
    facts.fields.push(Field {
        owner: of.to_owned(),
        name: name.text().to_owned(),
        line: name.line(),
        private,
    });
    facts.set.entry(name.text().to_owned()).or_insert(Setting {
        read: false,
        how: How::Computed,
    });
}

/// The type of errors of which a name makes one where it stands.
fn names_made<'t>(node: Node<'t>) -> Option<&'t str> {
    let parent = node.parent()?;
    let text = node.text();
    if text == "Self" {
        let own = Place::of_around(node)?.name;
        return (phrases::names_an_error(own) && is_value(node, parent)).then_some(own);
    }
    (phrases::names_an_error(text) && is_value(node, parent)).then_some(text)
}

/// Whether a name stands for a value, or for the type of one that is made here.
fn is_value(node: Node<'_>, parent: Node<'_>) -> bool {
    let declares = node.field_name() == "name"
        && parent.kind().ends_with("_item")
        && !parent.is("macro_invocation");
    if declares {
        return false;
    }
    let mut below = node;
    for around in node.ancestors().take(24) {
        match around.kind() {
            "use_declaration" | "attribute_item" | "enum_variant" | "mod_item" => return false,
            "match_pattern" | "tuple_struct_pattern" | "struct_pattern" | "or_pattern" => {
                return false;
            }
            "match_arm" if below.field_name() == "pattern" => return false,
            "let_condition" if below.field_name() == "pattern" => return false,
            "token_tree" => return !only_printed(around),
            "struct_expression" => return true,
            "scoped_type_identifier" | "scoped_identifier" | "generic_type_with_turbofish" => {}
            "generic_type" | "type_arguments" => return false,
            _ => return node.is("identifier") || around.is("call_expression"),
        }
        below = around;
    }
    false
}

/// Whether what stands in a macro is only shown, by a function that goes on: who ends the program has told enough.
fn only_printed(tokens: Node<'_>) -> bool {
    const ENDS: [&str; 6] = ["exit", "abort", "ExitCode", "panic", "bail", "Err"];
    let call = tokens.ancestors().find(|it| it.is("macro_invocation"));
    let shown = call.is_some_and(body::is_logging);
    let around = tokens.ancestors().find(|it| it.is("function_item"));
    let Some(function) = around.filter(|_| shown) else {
        return false;
    };
    let main = function.field("name").is_some_and(|it| it.text() == "main");
    let mut inside = function.descendants();
    !main && !inside.any(|it| it.is("identifier") && ENDS.contains(&it.text()))
}

/// Whether an error is told of at a place.
fn tells(node: Node<'_>) -> bool {
    match node.kind() {
        "try_expression" => true,
        "?" => node.parent().is_some_and(|it| it.is("token_tree")),
        "identifier" => match node.text() {
            "Err" => !node
                .parent()
                .is_some_and(|it| it.is("tuple_struct_pattern")),
            "exit" => true,
            _ => false,
        },
        "field_identifier" => ENDING.contains(&node.text()),
        "macro_invocation" => {
            let name = node.field("macro").map_or("", Node::text);
            let name = name.rsplit("::").next().unwrap_or(name);
            TELLING.contains(&name) || (matches!(name, "println" | "print") && ends_with_it(node))
        }
        _ => false,
    }
}

/// Whether a program's last word is the error that it ended with: `Err(it) => println!("{}", it)` in `main`.
fn ends_with_it(print: Node<'_>) -> bool {
    let around = print.ancestors().find(|it| it.is("function_item"));
    let main = around
        .and_then(|it| it.field("name"))
        .is_some_and(|it| it.text() == "main");
    let handler = print.ancestors().find_map(|it| match it.kind() {
        "match_arm" => it.field("pattern"),
        "if_expression" => it.field("condition")?.field("pattern"),
        _ => None,
    });
    let Some(pattern) = handler.filter(|it| main && it.text().starts_with("Err(")) else {
        return false;
    };
    let mut inside = pattern.descendants().filter(|it| it.is("identifier"));
    let name = inside.find(|it| it.text().starts_with(char::is_lowercase));
    name.is_some_and(|it| locals::reads(print, it.text()))
}
