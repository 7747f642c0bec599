//! Reading Java.

use crate::complexity;
use crate::facts::Facts;
use crate::read::Limits;
use crate::scan::{self, Scan};
use crate::syntax::Tree;
use crate::unused_results;

mod bodies;
mod data;
mod error_handling;
mod generated;
mod imports;
mod items;
mod parameter_use;
mod regions;
mod return_values;
mod scopes;
mod shape;
mod slips;
mod test_assertions;
mod uses;
mod values;

/// Where statements stand.
const CONTAINERS: [&str; 10] = [
    "program",
    "block",
    "class_body",
    "interface_body",
    "annotation_type_body",
    "enum_body",
    "enum_body_declarations",
    "constructor_body",
    "switch_block",
    "switch_block_statement_group",
];

/// Fills in what Java syntax says.
pub(crate) fn read(tree: &Tree<'_>, limits: &Limits, facts: &mut Facts) {
    facts.regions = regions::find(tree);
    facts.statements = scan::statements(tree, &CONTAINERS);
    let scan = Scan::new(tree, limits, &facts.regions);
    facts.package = package(tree);
    let items = items::find(&scan);
    facts.truncated |= items.truncated;
    facts.exports = items.exports;
    facts.starts = items::starts(&scan);
    let names = scopes::Names::of(tree, &items.definitions);
    let written = uses::find(&scan, &names, facts);
    facts.imports = imports::find(&scan);
    facts.imports.extend(written);
    facts.imports.sort_by_key(|import| import.line);
    facts.stubs = bodies::stubs::find(&scan, &items.definitions);
    let idle = data::fields::fill(&scan, &names, facts);
    unused_results::mark(&scan, &unused_results::JAVA, &mut facts.set);
    facts.stubs.extend(idle);
    facts.stubs = scan::settle(std::mem::take(&mut facts.stubs));
    error_handling::silent_handlers::fill(&scan, facts);
    parameter_use::fill(&scan, &items.definitions, facts);
    facts.macro_words = generated::words(&scan);
    facts.heirs = items::heirs(&scan, &items.definitions);
    facts.definitions = items.definitions;
    complexity::fill(&scan, &mut facts.definitions);
}

/// The package that the file says it belongs to.
fn package(tree: &Tree<'_>) -> String {
    let mut top = tree.root().into_iter().flat_map(crate::syntax::Node::named);
    let declared = top.find(|n| n.is("package_declaration"));
    let name = declared.and_then(|it| {
        let mut parts = it.named();
        parts.find(|n| n.is_any(&["scoped_identifier", "identifier"]))
    });
    name.map_or_else(String::new, |name| imports::plain(name.text()))
}

/// A name as it is asked for, in the words of the definitions: without package and parameters, `.` for `#` and `::`;
/// a type inside another may be named without it.
pub(crate) fn asked(facts: &Facts, name: &str) -> String {
    let name = name.split('(').next().unwrap_or(name).trim();
    let name = name.replace("::", ".").replace('#', ".");
    let within = name
        .strip_prefix(facts.package.as_str())
        .and_then(|rest| rest.strip_prefix('.'));
    let name = within.unwrap_or(&name);
    let known = |d: &crate::parts::Definition| d.name == name;
    if !name.contains('.') || facts.definitions.iter().any(known) {
        return name.to_owned();
    }
    let tail = format!(".{name}");
    let mut longer = facts.definitions.iter().filter(|d| d.name.ends_with(&tail));
    longer
        .next()
        .map_or_else(|| name.to_owned(), |d| d.name.clone())
}
