//! Reading Go.

use std::collections::BTreeMap;

use crate::complexity;
use crate::facts::Facts;
use crate::parts::{Definition, DefinitionKind};
use crate::read::Limits;
use crate::scan::{self, Scan};
use crate::syntax::{Node, Tree};
use crate::unused_results;

mod bodies;
mod comments;
mod data;
mod error_handling;
mod imports;
mod items;
mod parameter_use;
mod platform;
mod regions;
mod return_values;
mod shape;
mod test_assertions;
mod uses;
mod values;
mod words;

pub use platform::is_for_platform;

/// Where statements stand.
const CONTAINERS: [&str; 8] = [
    "source_file",
    "statement_list",
    "expression_case",
    "type_case",
    "import_spec_list",
    "var_spec_list",
    "const_declaration",
    "type_declaration",
];

/// Fills in what Go syntax says.
pub(crate) fn read(tree: &Tree<'_>, limits: &Limits, facts: &mut Facts) {
    facts.regions = regions::find(tree);
    facts.statements = scan::statements(tree, &CONTAINERS);
    regions::package(tree).clone_into(&mut facts.package);
    let scan = Scan::new(tree, limits, &facts.regions);
    facts.imports = imports::find(&scan);
    let file = items::File::of(&scan, regions::imports_testing(tree));
    let items = items::find(&scan, &file);
    facts.truncated |= items.truncated;
    facts.exports = items.exports;
    facts.starts = starts(&facts.package, &items.definitions);
    uses::find(&scan, &items.definitions, facts);
    let others = data::unused_parameters::Others::of(&scan);
    facts.features = tags(tree);
    facts.stubs = bodies::stubs::find(&scan, &file, &facts.imports, &items.definitions, &others);
    parameter_use::fill(&scan, &file, &items.definitions, &others, facts);
    data::fields::fill(&scan, &file, facts);
    unused_results::mark(&scan, &unused_results::GO, &mut facts.set);
    error_handling::error_reports::fill(&scan, facts);
    facts.definitions = items.definitions;
    complexity::fill(&scan, &mut facts.definitions);
}

/// Tags without which the file is not built: `//go:build integration`, and not `linux`, `go1.20`, `a || b`, `!race`.
fn tags(tree: &Tree<'_>) -> BTreeMap<String, u32> {
    const OWN: [&str; 12] = [
        "cgo",
        "race",
        "msan",
        "asan",
        "gc",
        "gccgo",
        "ignore",
        "tools",
        "purego",
        "appengine",
        "boringcrypto",
        "tinygo",
    ];
    let head = tree.root().into_iter().flat_map(Node::children);
    let mut found = BTreeMap::new();
    for comment in head.take_while(|it| it.is("comment")) {
        let condition = comment.text().strip_prefix("//go:build ").unwrap_or("");
        if condition.contains("||") {
            continue;
        }
        let parts = condition
            .split("&&")
            .map(|it| it.trim().trim_matches(['(', ')']));
        let plain =
            |it: &&str| !it.is_empty() && it.chars().all(|c| c.is_alphanumeric() || c == '_');
        let known = |it: &str| OWN.contains(&it) || is_for_platform(&format!("x_{it}.go"));
        let tags = parts.filter(plain).filter(|it| !known(it));
        found.extend(tags.map(|it| (it.to_owned(), comment.line())));
    }
    found
}

/// Where the program begins, if the file holds its `main`.
fn starts(package: &str, definitions: &[Definition]) -> Option<u32> {
    let mut functions = definitions.iter().filter(|it| !it.nested);
    let main = functions.find(|it| it.name == "main" && it.kind == DefinitionKind::Function);
    main.filter(|_| package == "main").map(|it| it.span.line)
}
