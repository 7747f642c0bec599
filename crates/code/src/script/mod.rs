//! Reading TypeScript and JavaScript.

use std::collections::BTreeSet;

use crate::complexity;
use crate::facts::{ByteRange, Facts, Region};
use crate::parts::{Definition, Reason};
use crate::ranges::Ranges;
use crate::read::Limits;
use crate::scan::{self, Scan};
use crate::syntax::{Node, Tree};
use crate::unused_results;

mod bodies;
mod data;
mod decorators;
mod error_handling;
mod exports;
mod exposed;
mod imports;
mod items;
mod loads;
mod options;
mod parameter_use;
mod regions;
mod return_values;
mod shape;
mod test_assertions;
mod uses;
mod values;

use data::name_uses::Places;
use data::state::Stage;

/// Where statements stand.
const CONTAINERS: [&str; 6] = [
    "program",
    "statement_block",
    "class_body",
    "switch_body",
    "switch_case",
    "switch_default",
];

/// The code in the template of a component, as far as its scripts are concerned.
pub(crate) struct Markup<'t> {
    /// Its expressions and handlers, as statements.
    pub(crate) tree: &'t Tree<'t>,
    /// Expressions that are assigned to without an assignment (`v-model`).
    pub(crate) assigned: Ranges,
    /// Names that the template itself fills.
    pub(crate) filled: BTreeSet<&'t str>,
    /// Names of loops and slots, with where they are good.
    pub(crate) hidden: Vec<(&'t str, ByteRange)>,
    /// What is never shown.
    pub(crate) dead: Vec<Region>,
}

/// Fills in what TypeScript syntax says.
pub(crate) fn read(tree: &Tree<'_>, limits: &Limits, facts: &mut Facts) {
    read_with(tree, limits, None, facts);
}

/// The same for a script that a template belongs to.
pub(crate) fn read_with(
    tree: &Tree<'_>,
    limits: &Limits,
    markup: Option<&Markup<'_>>,
    facts: &mut Facts,
) {
    facts.regions = regions::find(tree);
    facts.statements = scan::statements(tree, &CONTAINERS);
    let scan = Scan::new(tree, limits, &facts.regions);
    facts.imports = imports::find(&scan);
    facts.exports = exports::find(&scan, &facts.imports);
    let mut items = items::find(&scan, &facts.exports);
    let places = Places::of(tree);
    bodies::excuses::soften(&mut items.definitions, &places);
    facts.truncated |= items.truncated;
    facts.starts = starts(&scan);
    uses::find(&scan, &items.definitions, &[], facts);
    facts.stubs = bodies::stubs::find(&scan, &items.definitions);
    flow(&scan, &places, markup, &items.definitions, facts);
    facts.definitions = items.definitions;
    complexity::fill(&scan, &mut facts.definitions);
    if let Some(markup) = markup {
        facts.regions.extend(regions::find(markup.tree));
        let shown = Scan::new(markup.tree, limits, &markup.dead);
        uses::find(&shown, &[], &markup.hidden, facts);
    }
}

/// Adds what only shows when uses are looked at together: state, answers, parameters, tests.
fn flow(
    scan: &Scan<'_>,
    places: &Places<'_>,
    markup: Option<&Markup<'_>>,
    definitions: &[Definition],
    facts: &mut Facts,
) {
    let shown = markup.map(|markup| (Places::of(markup.tree), markup));
    let stage = Stage {
        scan,
        places,
        shown: shown.as_ref().map(|(places, markup)| (places, *markup)),
    };
    let mut found = data::state::find(&stage, facts);
    found.extend(data::data_flow::find(&stage, definitions));
    let mut unread = parameter_use::find(&stage, definitions, facts);
    // Of a function that looks at none of its parameters, it is said once.
    let told: BTreeSet<u32> = found
        .iter()
        .filter(|stub| stub.reason == Reason::ParameterIgnored)
        .map(|stub| stub.line)
        .collect();
    unread.retain(|stub| stub.what.contains('.') || !told.contains(&stub.line));
    found.append(&mut unread);
    found.extend(return_values::promised_results::find(&stage, definitions));
    if scan.tree.error_nodes == 0 {
        found.extend(data::unread_locals::find(&stage));
        found.extend(options::flags::find(&stage));
        found.extend(bodies::unchanging_values::find(&stage));
        found.extend(data::no_effect_code::find(&stage, definitions));
        found.extend(data::overwritten_values::find(&stage));
        found.extend(options::only_validated_options::find(&stage));
        found.extend(options::unread_props::find(&stage));
        found.extend(bodies::discarded_objects::find(&stage, facts));
        found.extend(bodies::stand_in_answers::find(&stage));
        found.extend(data::unread_members::find(&stage));
        found.extend(options::untaken_arguments::find(&stage));
    }
    found.extend(test_assertions::constant_assertions::find(
        scan,
        &facts.imports,
        definitions,
    ));
    facts.set = data::members::find(&stage);
    options::choices::mark(&stage, definitions, &mut facts.set);
    unused_results::mark(scan, &unused_results::SCRIPT, &mut facts.set);
    facts.fields = data::fields::find(scan);
    facts.made = Some(error_handling::error_reports::made(scan));
    facts.tells = error_handling::error_reports::tells(scan);
    facts.stubs.append(&mut found);
    facts.stubs = scan::settle(std::mem::take(&mut facts.stubs));
    facts.stubs.truncate(scan.limits.items_max);
}

/// Where the file says that it runs by itself.
fn starts(scan: &Scan<'_>) -> Option<u32> {
    let mut nodes = scan.live_of(&["hash_bang_line", "binary_expression", "if_statement"]);
    let found = nodes.find(|node| match node.kind() {
        "hash_bang_line" => true,
        "binary_expression" => {
            let sides = ["left", "right"].map(|side| node.field(side).map_or("", Node::text));
            sides.contains(&"require.main") && sides.contains(&"module")
        }
        "if_statement" => {
            let condition = node.field("condition").and_then(|c| c.named().next());
            condition.is_some_and(|c| c.text() == "import.meta.main")
        }
        _ => false,
    });
    found.map(Node::line)
}
