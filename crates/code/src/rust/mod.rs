//! Reading Rust.

use std::collections::BTreeMap;

use crate::complexity;
use crate::facts::Facts;
use crate::parts::{Definition, DefinitionKind};
use crate::read::Limits;
use crate::scan::{self, Scan};
use crate::syntax::{Node, Tree};

mod attributes;
mod bodies;
pub(crate) mod cfg;
mod data;
mod error_handling;
mod imports;
mod included;
mod items;
mod parameter_use;
mod regions;
mod return_values;
mod test_assertions;
mod uses;
mod values;

/// Where statements stand.
const CONTAINERS: [&str; 4] = ["source_file", "block", "declaration_list", "match_block"];

/// Fills in what Rust syntax says.
pub(crate) fn read(tree: &Tree<'_>, limits: &Limits, facts: &mut Facts) {
    let attributes = attributes::Attributes::of(tree);
    facts.regions = regions::find(tree, &attributes);
    facts.statements = scan::statements(tree, &CONTAINERS);
    let scan = Scan::new(tree, limits, &facts.regions);
    let items = items::find(&scan, &attributes);
    facts.definitions = items.definitions;
    facts.exports = items.exports;
    let imports = imports::find(&scan, &attributes);
    facts.imports = imports.imports;
    facts.exports.extend(imports.exports);
    facts.exports.sort_by_key(|export| export.line);
    facts.truncated |= items.truncated || imports.truncated;
    let definitions = std::mem::take(&mut facts.definitions);
    let paths = uses::find(&scan, &definitions, facts);
    facts.imports.extend(paths);
    facts.imports.sort_by_key(|import| import.line);
    parameter_use::find(&scan, &attributes, &definitions, facts);
    data::fields::find(&scan, &attributes, facts);
    error_handling::error_reports::find(&scan, &attributes, facts);
    facts.stubs = bodies::stubs::find(&scan, &attributes, &definitions);
    facts.macro_words = macro_words(&scan);
    facts.features = features(&scan);
    facts.starts = starts(&definitions);
    facts.definitions = definitions;
    complexity::fill(&scan, &mut facts.definitions);
}

/// The line of the function that a program would start with.
fn starts(definitions: &[Definition]) -> Option<u32> {
    let main = definitions.iter().find(|d| {
        let top = d.module.is_empty() && !d.nested && !d.test;
        top && d.kind == DefinitionKind::Function && d.name == "main"
    });
    main.map(|d| d.span.line)
}

/// What `feature = ".."` asks for in attributes and in `cfg!`, in order of lines.
fn features(scan: &Scan<'_>) -> BTreeMap<String, u32> {
    let mut found = BTreeMap::new();
    let asking = scan.tree.of(&["identifier"]).filter(|node| {
        let word = node.text() == "feature";
        let around = |it: Node<'_>| {
            let name = match it.kind() {
                "attribute" => it.named().next(),
                "macro_invocation" => it.field("macro"),
                _ => None,
            };
            name.is_some_and(|it| matches!(it.text(), "cfg" | "cfg_attr"))
        };
        let ours = !scan.in_test(*node) || is_on_a_module(*node);
        word && ours && node.ancestors().take(8).any(around)
    });
    for node in asking {
        if found.len() >= scan.limits.items_max {
            break;
        }
        let sign = node.next().filter(|it| it.text() == "=");
        let text = sign.and_then(Node::next).map_or("", Node::text);
        let name = scan::unquoted(text);
        if !name.is_empty() && name != text {
            found.entry(name.to_owned()).or_insert(node.line());
        }
    }
    found
}

/// Whether a word of an attribute says when a whole module is built.
fn is_on_a_module(word: Node<'_>) -> bool {
    let attribute = word.ancestors().take(8).find(|it| it.is("attribute_item"));
    let mut next = attribute.and_then(Node::next);
    for _ in 0..8 {
        match next {
            Some(it) if it.is("attribute_item") || it.is_extra() => next = it.next(),
            Some(_) | None => break,
        }
    }
    next.is_some_and(|it| it.is("mod_item"))
}

/// Names inside macro calls that stand where items stand: what they define is not to be seen.
fn macro_words(scan: &Scan<'_>) -> BTreeMap<String, u32> {
    let mut words = BTreeMap::new();
    let calls = scan
        .live_of(&["macro_invocation"])
        .filter(|node| included::is_item(*node));
    for token in calls.flat_map(Node::descendants) {
        if words.len() >= scan.limits.items_max {
            break;
        }
        if token.is_any(&["identifier", "type_identifier", "primitive_type"]) {
            words.entry(token.text().to_owned()).or_insert(token.line());
        }
    }
    words
}
