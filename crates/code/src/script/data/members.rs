//! What a file does with members, by name: what it sets, with what, and what it looks at.

use std::collections::{BTreeMap, BTreeSet};

use crate::parts::{How, Setting};
use crate::scan::Scan;
use crate::script::data::name_uses::{EMPTYING, FILLING, PLACES_MAX};
use crate::script::data::state::Stage;
use crate::script::shape;
use crate::script::values::{self, Value};
use crate::syntax::Node;

/// How deep a value is followed.
const DEPTH_MAX: u8 = 6;

/// How long a text may be that may be a name.
const NAME_BYTES_MAX: usize = 60;

/// What is known of one name.
#[derive(Default)]
struct Known {
    read: bool,
    how: Option<How>,
    /// It starts as something that may be filled from elsewhere, once it is handed on.
    holds: bool,
    handed: bool,
}

/// Members by name, while a file is read.
#[derive(Default)]
pub(in crate::script) struct Members<'t> {
    names: BTreeMap<&'t str, Known>,
    said: BTreeSet<&'t str>,
}

/// Finds them.
pub(in crate::script) fn find(stage: &Stage<'_, '_>) -> BTreeMap<String, Setting> {
    let mut members = Members::default();
    let kinds = [
        "property_identifier",
        "private_property_identifier",
        "shorthand_property_identifier",
        "shorthand_property_identifier_pattern",
        "identifier",
        "string",
    ];
    for node in stage.scan.live_of(&kinds) {
        members.look(stage, node);
    }
    if let Some((_, markup)) = &stage.shown {
        for node in markup.tree.all().filter(|n| n.is_leaf() && n.is_named()) {
            members.said.insert(node.text());
        }
    }
    members.finish(stage.scan)
}

impl<'t> Members<'t> {
    fn look(&mut self, stage: &Stage<'_, 't>, node: Node<'t>) {
        let Some(parent) = node.parent() else { return };
        match node.kind() {
            "property_identifier" | "private_property_identifier" => match parent.kind() {
                "member_expression" => self.member(node, parent),
                "pair" if node.field_name() == "key" => self.set(node, parent.field("value")),
                "pair_pattern" => self.known(node).read = true,
                "public_field_definition" => match parent.field("value") {
                    Some(value) => self.set(node, Some(value)),
                    None => self.how(node, How::Never),
                },
                "property_signature" => self.how(node, How::Never),
                "method_definition" | "method_signature" | "abstract_method_signature" => {
                    self.how(node, How::Computed);
                }
                "jsx_attribute" => {
                    let value = parent.named().nth(1);
                    let value = value.map(|v| match v.is("jsx_expression") {
                        true => v.named().next().unwrap_or(v),
                        false => v,
                    });
                    match value {
                        Some(value) => self.set(node, Some(value)),
                        None => self.how(node, How::Constant),
                    }
                }
                _ => self.known(node).read = true,
            },
            "shorthand_property_identifier" => {
                let how = named(node, node, DEPTH_MAX);
                self.how(node, how);
            }
            "shorthand_property_identifier_pattern" => {
                let read = !only_passed_on(stage, node);
                self.known(node).read |= read;
            }
            "identifier" if parent.is("required_parameter") && is_field(parent) => {
                self.how(node, How::Given);
                let body = parent.ancestors().nth(1).and_then(|f| f.field("body"));
                let used = body.is_some_and(|body| {
                    let mut inside = body.descendants();
                    inside.any(|n| n.is("identifier") && n.text() == node.text())
                });
                self.known(node).read |= used;
            }
            "string" => {
                let text = shape::string(node).unwrap_or("");
                let specifier = node.field_name() == "source";
                let value = parent.is_any(&["pair", "jsx_attribute", "literal_type"]);
                if !specifier && !value && may_name(text) {
                    self.said.insert(text);
                }
                // A type may take members out of another by their names.
                if parent.is("literal_type") && may_name(text) {
                    let mut around = node.ancestors().take(4);
                    if around.any(|n| n.is_any(&["type_arguments", "lookup_type"])) {
                        self.said.insert(text);
                    }
                }
            }
            _ => {}
        }
    }

    fn known(&mut self, name: Node<'t>) -> &mut Known {
        self.names.entry(name.text()).or_default()
    }

    fn how(&mut self, name: Node<'t>, how: How) {
        let known = self.known(name);
        known.how = known.how.max(Some(how));
    }

    fn set(&mut self, name: Node<'t>, value: Option<Node<'t>>) {
        let Some(value) = value else {
            return self.how(name, How::Computed);
        };
        let how = how(value, DEPTH_MAX);
        self.how(name, how);
        let holds = shape::bare(value).is_any(&["array", "object", "new_expression"]);
        self.known(name).holds |= holds;
    }

    /// `x.name`, wherever it stands.
    fn member(&mut self, name: Node<'t>, member: Node<'t>) {
        let Some(around) = member.parent() else {
            return;
        };
        let statement = around
            .parent()
            .is_some_and(|p| p.is("expression_statement"));
        match (around.kind(), member.field_name()) {
            ("assignment_expression", "left") => self.set(name, around.field("right")),
            ("augmented_assignment_expression", "left") => {
                let operator = around.field("operator").map_or("", Node::text);
                match operator {
                    "||=" | "??=" => self.set(name, around.field("right")),
                    _ => self.how(name, How::Computed),
                }
                self.known(name).read |= !statement;
            }
            ("update_expression", _) => {
                self.how(name, How::Computed);
                self.known(name).read |= !statement;
            }
            ("pair_pattern" | "array_pattern" | "rest_pattern" | "object_pattern", _)
            | ("for_in_statement", "left") => self.how(name, How::Computed),
            ("subscript_expression", "object") if is_written(around) => {
                self.how(name, How::Computed);
            }
            ("member_expression", "object") => self.through(name, around),
            _ if sets_its_like(name.text(), member) => {}
            _ => {
                let known = self.known(name);
                known.read = true;
                // What is made of its parts is something else.
                let copied =
                    around.is("spread_element") && around.parent().is_some_and(|it| it.is("array"));
                known.handed |= !copied
                    && !matches!(
                        around.kind(),
                        "binary_expression"
                            | "unary_expression"
                            | "template_substitution"
                            | "parenthesized_expression"
                            | "subscript_expression"
                            | "if_statement"
                    );
            }
        }
    }

    /// `x.name.more`: a call that only fills it is no look at it.
    fn through(&mut self, name: Node<'t>, outer: Node<'t>) {
        let method = outer.field("property").map_or("", Node::text);
        let call = outer
            .parent()
            .filter(|p| p.is("call_expression") && outer.field_name() == "function");
        let alone = call
            .and_then(Node::parent)
            .is_some_and(|p| p.is("expression_statement"));
        let fills = FILLING.contains(&method);
        let changes = call.is_some() && (fills || EMPTYING.contains(&method));
        let written = is_written(outer);
        if (changes && fills) || written {
            self.how(name, How::Computed);
        }
        self.known(name).read |= !(changes && alone);
    }

    fn finish(self, scan: &Scan<'t>) -> BTreeMap<String, Setting> {
        let Members { names, said } = self;
        let mut set: BTreeMap<String, Setting> = BTreeMap::new();
        for (name, known) in names {
            let filled = known.holds && known.handed;
            let how = known.how.unwrap_or(How::Never);
            let setting = Setting {
                read: known.read || said.contains(name),
                how: if filled { How::Computed } else { how },
            };
            set.insert(name.to_owned(), setting);
        }
        // Other files may keep what this one says the name of.
        for name in said {
            set.entry(name.to_owned()).or_insert(Setting {
                read: true,
                how: How::Never,
            });
        }
        set.into_iter().take(scan.limits.items_max).collect()
    }
}

/// Whether a text may be the name of a member.
fn may_name(text: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    !text.is_empty() && text.len() < NAME_BYTES_MAX && text.chars().all(plain)
}

/// Whether a parameter is a field too: `constructor(private limit: number)`.
pub(in crate::script) fn is_field(parameter: Node<'_>) -> bool {
    parameter.child("accessibility_modifier").is_some() || parameter.child("readonly").is_some()
}

/// Whether an expression is assigned to, stepped or deleted.
fn is_written(expression: Node<'_>) -> bool {
    let Some(parent) = expression.parent() else {
        return false;
    };
    match parent.kind() {
        "assignment_expression" | "augmented_assignment_expression" => {
            expression.field_name() == "left"
        }
        "update_expression" => true,
        _ => false,
    }
}

/// Whether a value only goes, by itself or with one to stand in for it, into a field of its own name:
/// `this.limit = options.limit ?? 10`.
fn sets_its_like(name: &str, value: Node<'_>) -> bool {
    let mut at = value;
    for _ in 0..DEPTH_MAX {
        let Some(parent) = at.parent() else {
            return false;
        };
        match parent.kind() {
            "parenthesized_expression" | "non_null_expression" | "as_expression" => {}
            "binary_expression" => {
                let operator = parent.field("operator").map_or("", Node::text);
                if !matches!(operator, "??" | "||") || at.field_name() != "left" {
                    return false;
                }
            }
            "assignment_expression" => {
                let left = parent.field("left").filter(|_| at.field_name() == "right");
                return left.is_some_and(|left| {
                    let own = left.field("object").is_some_and(|o| o.is("this"));
                    own && left.field("property").is_some_and(|p| p.text() == name)
                });
            }
            _ => return false,
        }
        at = parent;
    }
    false
}

/// Whether all that is done with what a pattern takes is to keep it in a field of its own name.
fn only_passed_on(stage: &Stage<'_, '_>, bound: Node<'_>) -> bool {
    let Some(function) = bound.ancestors().find(|n| n.is_any(&shape::FUNCTIONS)) else {
        return false;
    };
    let places = stage.places.name(bound.text());
    let first = places.partition_point(|n| n.start() < function.start());
    let inside = places.get(first..).unwrap_or_default().iter();
    let inside = inside.take_while(|n| n.start() < function.end());
    let inside: Vec<&Node<'_>> = inside.take(PLACES_MAX).collect();
    !inside.is_empty() && inside.iter().all(|n| sets_its_like(bound.text(), **n))
}

/// With what something is set by a value.
fn how(value: Node<'_>, depth: u8) -> How {
    let value = shape::bare(value);
    let Some(depth) = depth.checked_sub(1) else {
        return How::Computed;
    };
    if let Some(known) = values::value(value) {
        return match known {
            Value::Fixed => How::Constant,
            Value::Nothing | Value::Default if value.is("false") => How::Constant,
            Value::Nothing | Value::Default => How::Empty,
        };
    }
    let side = |field| value.field(field).map_or(How::Computed, |n| how(n, depth));
    match value.kind() {
        "identifier" if matches!(value.text(), "Infinity" | "NaN") => How::Constant,
        "identifier" => named(value, value, depth),
        "member_expression" => {
            let object = value.field("object").map(shape::bare);
            match object.filter(|o| o.is("identifier")) {
                Some(object) => named(object, value, depth),
                None => How::Computed,
            }
        }
        "binary_expression" => match value.field("operator").map_or("", Node::text) {
            "??" | "||" => side("left").max(side("right")),
            _ => How::Computed,
        },
        "ternary_expression" => side("consequence").max(side("alternative")),
        _ => How::Computed,
    }
}

/// With what a name sets: with what the function was given, or with what stands at the top of a module.
fn named(name: Node<'_>, at: Node<'_>, depth: u8) -> How {
    let functions = at.ancestors().filter(|n| n.is_any(&shape::FUNCTIONS));
    let mut inside = false;
    for function in functions.take(usize::from(depth)) {
        inside = true;
        let patterns = shape::parameters(function);
        let mut bound = patterns.iter().flat_map(|pattern| shape::bound(*pattern));
        if bound.any(|bound| bound.name.text() == name.text()) {
            return How::Given;
        }
        let mut declared = function
            .descendants()
            .take(5_000)
            .filter(|n| n.is_any(&["variable_declarator", "catch_clause", "for_in_statement"]));
        let local = declared.any(|n| {
            let pattern = n.field("name").or_else(|| n.field("parameter"));
            let pattern = pattern.or_else(|| n.field("left"));
            let bound = pattern.map_or_else(Vec::new, shape::bound);
            bound.iter().any(|bound| bound.name.text() == name.text())
        });
        if local {
            return How::Computed;
        }
    }
    match inside && at.is("identifier") {
        true => How::Constant,
        false => How::Computed,
    }
}
