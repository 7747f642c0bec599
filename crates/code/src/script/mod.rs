//! Reading TypeScript and JavaScript.

use crate::complexity;
use crate::facts::Facts;
use crate::read::Limits;
use crate::scan::{self, Scan};
use crate::syntax::Tree;

mod decorators;
mod exports;
mod hollow;
mod imports;
mod items;
mod markup;
mod regions;
mod shape;
mod stubs;
mod uses;
mod values;

/// Where statements stand.
const CONTAINERS: [&str; 6] = [
    "program",
    "statement_block",
    "class_body",
    "switch_body",
    "switch_case",
    "switch_default",
];

/// Fills in what TypeScript syntax says.
pub(crate) fn read(tree: &Tree<'_>, limits: &Limits, facts: &mut Facts) {
    facts.regions = regions::find(tree);
    facts.statements = scan::statements(tree, &CONTAINERS);
    let scan = Scan::new(tree, limits, &facts.regions);
    facts.imports = imports::find(&scan);
    facts.exports = exports::find(&scan, &facts.imports);
    let items = items::find(&scan, &facts.exports);
    facts.truncated |= items.truncated;
    uses::find(&scan, &items.definitions, facts);
    facts.stubs = stubs::find(&scan, &items.definitions);
    facts.definitions = items.definitions;
    complexity::fill(&scan, &mut facts.definitions);
}
