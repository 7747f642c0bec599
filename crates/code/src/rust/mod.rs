//! Reading Rust.

use std::collections::BTreeMap;

use crate::complexity;
use crate::facts::Facts;
use crate::read::Limits;
use crate::scan::{self, Scan};
use crate::syntax::{Node, Tree};

mod attributes;
pub(crate) mod cfg;
mod hollow;
mod imports;
mod items;
mod regions;
mod stubs;
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
    facts.stubs = stubs::find(&scan, &definitions);
    facts.macro_words = macro_words(&scan);
    facts.definitions = definitions;
    complexity::fill(&scan, &mut facts.definitions);
}

/// Names inside macro calls that stand where items stand: what they define is not to be seen.
fn macro_words(scan: &Scan<'_>) -> BTreeMap<String, u32> {
    let mut words = BTreeMap::new();
    let calls = scan.live().filter(|node| {
        let mut around = node
            .ancestors()
            .skip_while(|n| n.is("expression_statement"));
        let places = ["source_file", "declaration_list"];
        node.is("macro_invocation") && around.next().is_some_and(|p| p.is_any(&places))
    });
    for token in calls.flat_map(Node::descendants) {
        if words.len() >= scan.limits.items_max {
            break;
        }
        if token.is_any(&["identifier", "type_identifier"]) {
            words.entry(token.text().to_owned()).or_insert(token.line());
        }
    }
    words
}
