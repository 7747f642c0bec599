//! What functions of Rust do with parameters and errors, by name, to be held against what they did before.

use super::attributes::Attributes;
use super::items::Place;
use super::values;
use crate::facts::Facts;
use crate::parameter_use::{self, Gathered};
use crate::parts::{Definition, ParameterUse};
use crate::phrases;
use crate::rust::bodies::surroundings::Setting;
use crate::rust::data::locals;
use crate::rust::return_values::impossible_results;
use crate::scan::Scan;
use crate::syntax::Node;

/// Longest function that is looked at, in nodes.
const NODES_MAX: u32 = 20_000;

/// Lines of notes that are read before a statement.
const NOTES_MAX: usize = 8;

/// Most parameters of one function that are looked at.
const PARAMETERS_MAX: usize = 16;

/// Methods that put something else in the place of an error.
const REPLACING: [&str; 2] = ["unwrap_or_default", "ok"];

/// Gathers them into the facts.
pub(super) fn find<'t>(
    scan: &Scan<'t>,
    attributes: &Attributes<'t>,
    definitions: &[Definition],
    facts: &mut Facts,
) {
    let mut gathered = Gathered::default();
    let handed = locals::values_of(scan);
    for node in scan.live_of(&["function_item"]) {
        let (Some(block), Some(name)) = (node.field("body"), node.field("name")) else {
            continue;
        };
        let known = definitions
            .binary_search_by_key(&node.start(), |it| it.span.bytes.start)
            .ok()
            .and_then(|at| definitions.get(at));
        let Some(definition) = known else { continue };
        if !definition.kind.is_function()
            || definition.nested
            || definition.test
            || block.size() > NODES_MAX
        {
            continue;
        }
        // Elsewhere `?` is as likely to pass on that there is nothing.
        let returns = node.field("return_type").map_or("", Node::text);
        let (told, dropped) = match returns.contains("Result") {
            true => errors(block),
            false => (0, 0),
        };
        let mut parameter_use = ParameterUse {
            line: name.line(),
            told,
            dropped,
            ..ParameterUse::default()
        };
        parameters(node, block, attributes, &mut parameter_use);
        parameter_use.free &= !handed.contains(name.text());
        gathered.add(&definition.name, parameter_use, scan.limits.items_max);
    }
    facts.parameter_use = gathered.finish();
}

/// Which parameters are read and which are not, by their names without the underscore that says so.
fn parameters<'t>(
    node: Node<'t>,
    block: Node<'t>,
    attributes: &Attributes<'t>,
    parameter_use: &mut ParameterUse,
) {
    let setting = Setting::of(node, None, attributes, false);
    let owner = Place::of(node).belonging();
    let unfinished = values::refuses(block)
        || block
            .descendants()
            .any(|it| values::unimplemented(it).is_some());
    parameter_use.free = !owner.is_some_and(|it| it.is_trait || it.implements.is_some());
    let excused = setting.quiet || setting.configured || unfinished || is_documented(node);
    let listed = node.field("parameters").into_iter().flat_map(Node::named);
    let patterns = listed
        .filter(|it| it.is("parameter"))
        .filter_map(|it| it.field("pattern"));
    let names = patterns.filter(|it| it.is("identifier"));
    for pattern in names.take(PARAMETERS_MAX) {
        let name = pattern.text().trim_start_matches('_');
        if name.is_empty() {
            continue;
        }
        if locals::looks_at(block, pattern.text()) {
            parameter_use.reads.insert(name.to_owned());
        } else if !excused && !locals::is_marker(pattern) {
            parameter_use.ignores.insert(name.to_owned());
        }
    }
}

/// Whether its documentation says why it does not look at what it is given.
fn is_documented(node: Node<'_>) -> bool {
    let lead = node.lead().trim_end().lines().rev().take(40);
    let lines = lead.map(str::trim).filter(|it| !it.starts_with("#["));
    let notes = lines.take_while(|it| it.starts_with("//"));
    notes
        .map(str::to_lowercase)
        .any(|it| parameter_use::excuses(&it))
}

/// How many errors are told, and how many are gone.
fn errors(block: Node<'_>) -> (u32, u32) {
    let (mut told, mut dropped) = (0_u32, 0_u32);
    for node in block.descendants() {
        let replaces = node.is("field_identifier")
            && REPLACING.contains(&node.text())
            && node
                .parent()
                .and_then(Node::parent)
                .is_some_and(|it| it.is("call_expression"));
        if impossible_results::tells_here(node) {
            told = told.saturating_add(1);
        } else if (replaces || impossible_results::drops_here(node)) && !is_explained(node) {
            dropped = dropped.saturating_add(1);
        }
    }
    (told, dropped)
}

/// Whether a note before the statement says why.
pub(super) fn is_explained(node: Node<'_>) -> bool {
    let mut around = std::iter::once(node).chain(node.ancestors());
    let statement = around.find(|it| it.parent().is_some_and(|up| up.is("block")));
    statement.is_some_and(|it| {
        let lines = it.lead().trim_end().lines().rev().take(NOTES_MAX);
        let mut notes = lines
            .map(str::trim)
            .take_while(|line| line.starts_with("//"));
        notes.any(phrases::gives_a_reason)
    })
}
