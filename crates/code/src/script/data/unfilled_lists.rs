//! `data() { return { items: [] } }` of Vue's components: lists that the template shows and nothing ever fills.

use crate::parts::{Reason, Stub};
use crate::script::data::name_uses::{self, PLACES_MAX, Touch};
use crate::script::data::state::{Stage, certain_if};
use crate::script::shape;
use crate::script::values::{self, Value};
use crate::syntax::Node;

/// Most fields of one component that are looked at.
const FIELDS_MAX: usize = 300;

/// Finds fields that are never fed.
pub(in crate::script) fn find(stage: &Stage<'_, '_>) -> Vec<Stub> {
    if stage.shown.is_none() {
        return Vec::new();
    }
    let Some(object) = stage
        .scan
        .live_of(&["method_definition", "pair"])
        .find_map(returned)
    else {
        return Vec::new();
    };
    let open = is_open(stage, object);
    let fields = object.named().filter(|n| n.is("pair")).take(FIELDS_MAX);
    let found = fields.filter_map(|pair| {
        let name = shape::key(pair.field("key")?)?;
        let value = pair.field("value").map(shape::bare)?;
        if values::value(value) != Some(Value::Default) || !value.is_any(&["array", "object"]) {
            return None;
        }
        let screen = stage.on_screen(name)?;
        let places = stage.places.member(name);
        let inside: Vec<Touch> = places
            .iter()
            .take(PLACES_MAX)
            .map(|n| name_uses::touch(*n))
            .collect();
        let all = || screen.iter().chain(&inside);
        let fed =
            places.len() >= PLACES_MAX || all().any(|t| matches!(t, Touch::Fed | Touch::Passed));
        let shown = screen.contains(&Touch::Shown);
        (shown && !fed).then(|| Stub {
            line: pair.line(),
            what: name.to_owned(),
            reason: Reason::StateNeverFed,
            certainty: certain_if(!open && value.is("array")),
            test: false,
        })
    });
    found.collect()
}

/// The object that a component's `data` returns.
fn returned(node: Node<'_>) -> Option<Node<'_>> {
    let key = node.field("name").or_else(|| node.field("key"))?;
    let function = match node.kind() {
        "method_definition" => node,
        "pair" => node.field("value").and_then(shape::function_of)?,
        _ => return None,
    };
    if key.text() != "data" || !node.parent()?.is("object") {
        return None;
    }
    let body = function.field("body")?;
    if !body.is("statement_block") {
        return Some(shape::bare(body)).filter(|b| b.is("object"));
    }
    let given = body.named().find(|n| n.is("return_statement"))?;
    Some(shape::expression(given)).filter(|value| value.is("object"))
}

/// Whether fields may be filled by ways that names do not show: `this` goes elsewhere, a field is named at run time,
/// or other components are mixed in.
fn is_open(stage: &Stage<'_, '_>, object: Node<'_>) -> bool {
    let spread = object.named().any(|n| n.is("spread_element"));
    let hidden = stage.scan.live().any(|node| match node.kind() {
        "this" => node.parent().is_some_and(|p| !p.is("member_expression")),
        "pair" => node
            .field("key")
            .is_some_and(|k| matches!(k.text(), "mixins" | "extends")),
        "property_identifier" => matches!(node.text(), "$set" | "$data" | "$patch"),
        _ => false,
    });
    spread || hidden
}
