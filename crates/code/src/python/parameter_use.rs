//! What functions do with their parameters and with errors, and parameters that nothing reads although nobody else says
//! that they must be there.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::Facts;
use crate::parameter_use::{self, Caught, Gathered};
use crate::parts::{Body, Definition, ParameterUse, Reason};
use crate::python::bodies::classes::{Classes, Role};
use crate::python::bodies::stubs::Finding;
use crate::python::data::data_flow;
use crate::python::error_handling::errors;
use crate::python::options::{callers, only_validated_parameters};
use crate::python::shape;
use crate::scan::{self, Scan};
use crate::syntax::Node;

/// Longest function that is looked at, in nodes.
const FUNCTION_NODES_MAX: u32 = 20_000;

/// How many notes near a parameter are read.
const NOTES_MAX: usize = 64;

/// How many lines of the text of a function are read.
const DOC_LINES_MAX: usize = 200;

/// How far above a name the statement is looked for that sets it right.
const CORRECTION_DEPTH_MAX: usize = 8;

/// How many functions around a function still let it be looked at.
const DEPTH_MAX: usize = 4;

/// Gathers them into the facts, and says which parameters nothing reads.
pub(super) fn find<'t>(
    scan: &Scan<'t>,
    definitions: &[Definition],
    classes: &Classes<'t>,
    facts: &mut Facts,
) -> Vec<Finding<'t>> {
    let known = scan::functions(definitions, |_| true);
    let values = callers::values(scan);
    let several = callers::several(definitions);
    let mut gathered = Gathered::default();
    let mut families: Families<'_> = BTreeMap::new();
    let mut all = Vec::new();
    for node in scan.live_of(&["function_definition"]) {
        if all.len() >= scan.limits.items_max || node.size() > FUNCTION_NODES_MAX {
            continue;
        }
        let whole = shape::decorated(node);
        let Some(definition) = known.get(&(whole.start(), whole.end())) else {
            continue;
        };
        let depth = node.ancestors().filter(|n| n.is("function_definition"));
        if depth.take(DEPTH_MAX).count() >= DEPTH_MAX {
            continue;
        }
        let Some(taken) = Taken::of(node, scan) else {
            continue;
        };
        let free = callers::is_free(node, definition, classes, &values, &several);
        if !definition.nested {
            taken.joins(&mut families);
            let known = taken.parameter_use(node, free);
            gathered.add(&definition.name, known, scan.limits.items_max);
            all.push((taken, *definition, free));
        }
    }
    facts.parameter_use = gathered.finish();
    let found = all.iter().filter_map(|(taken, definition, free)| {
        let class = shape::class_of(taken.function);
        let open = class.is_some_and(|class| classes.role(class) == Role::Open);
        let open = open
            && taken
                .function
                .field("name")
                .is_some_and(|n| n.text() != "__init__");
        taken.unread(definition, *free, open, &families)
    });
    found.collect()
}

/// How many functions with so many parameters have one of that name in that place, and how many of them do not read it.
type Families<'t> = BTreeMap<(usize, usize, &'t str), (u32, u32)>;

/// What a function takes, and what it does with it.
struct Taken<'t> {
    function: Node<'t>,
    parameters: Vec<Node<'t>>,
    read: BTreeSet<&'t str>,
    told: u32,
    dropped: u32,
    refuses: bool,
}

impl<'t> Taken<'t> {
    /// `None` where the function looks its own names up.
    fn of(function: Node<'t>, scan: &Scan<'t>) -> Option<Taken<'t>> {
        let list = function.field("parameters");
        let names = list.into_iter().flat_map(Node::named);
        let plain = names.filter(|p| {
            let typed = p.is("typed_parameter") && p.named().next().is_some_and(is_splat);
            !is_splat(*p) && !typed
        });
        let method = shape::class_of(function).is_some();
        let fixed = shape::decorators(function).any(|d| shape::last_name(d) == "staticmethod");
        let plain = plain.skip(usize::from(method && !fixed));
        let mut taken = Taken {
            function,
            parameters: plain.flat_map(shape::parameter).collect(),
            read: BTreeSet::new(),
            told: 0,
            dropped: 0,
            refuses: false,
        };
        let body = function.field("body")?;
        for node in body
            .descendants()
            .filter(|n| !scan.dead.contains(n.start()))
        {
            match node.kind() {
                "identifier" => taken.name(node),
                "except_clause" => match errors::caught_by(node) {
                    Caught::Told => taken.told = taken.told.saturating_add(1),
                    Caught::Dropped => taken.dropped = taken.dropped.saturating_add(1),
                    Caught::Answered => {}
                },
                "raise_statement" => {
                    taken.refuses |= shape::first_raised(node) == "NotImplementedError";
                }
                _ => {}
            }
        }
        let by_text = ["locals", "vars", "eval", "exec"];
        let unknown = by_text.iter().any(|name| taken.read.contains(name));
        (!unknown).then_some(taken)
    }

    fn name(&mut self, node: Node<'t>) {
        let Some(parent) = node.parent() else { return };
        let field = node.field_name();
        let other = (parent.is("attribute") && field == "attribute")
            || (parent.is("keyword_argument") && field == "name")
            || (parent.is("function_definition") && field == "name")
            || (parent.is("assignment") && field == "left");
        if !other && !corrects(node) {
            self.read.insert(node.text());
        }
    }

    /// Parameters that nothing reads, and no note excuses.
    fn ignored(&self) -> impl Iterator<Item = &'t str> {
        let names = self.parameters.iter().map(|p| p.text());
        names.filter(|name| {
            let silent = name.starts_with('_') || matches!(*name, "self" | "cls" | "mcs");
            !silent && !self.read.contains(name) && !self.excused(name)
        })
    }

    /// Whether a comment or a line of the text above the body says why a parameter is not read.
    fn excused(&self, name: &str) -> bool {
        let notes = self.function.descendants();
        let notes = notes.filter(|n| n.is_any(&["comment", "string_content"]));
        // What is said further down is said of something else.
        let body = self.function.field("body");
        let first = body.and_then(|b| shape::statements(b).next());
        let first = first.map_or(usize::MAX, Node::start);
        let mut lines = notes.take(NOTES_MAX).flat_map(|n| {
            let early = n.is("comment") && n.start() < first;
            let near = |line: &&str| line.contains(name) || early;
            n.text()
                .lines()
                .take(NOTES_MAX)
                .filter(near)
                .collect::<Vec<_>>()
        });
        lines.any(|line| parameter_use::excuses(&line.to_lowercase()))
    }

    /// Whether the text of the function says what a parameter is for.
    fn is_documented(&self, name: &str) -> bool {
        let body = self.function.field("body");
        let text = body
            .and_then(|b| b.named().next())
            .filter(|n| shape::is_docstring(*n));
        let mut lines = text
            .into_iter()
            .flat_map(|t| t.text().lines())
            .take(DOC_LINES_MAX);
        lines.any(|line| {
            let line = line
                .trim_start()
                .trim_start_matches(":param ")
                .trim_start_matches("- ");
            let rest = line.trim_start_matches('`').strip_prefix(name);
            let rest = rest.map(|rest| rest.trim_start_matches('`').trim_start());
            rest.is_some_and(|rest| rest.starts_with(':') || rest.starts_with('('))
        })
    }

    fn parameter_use(&self, node: Node<'_>, free: bool) -> ParameterUse {
        let names = self.parameters.iter().map(|p| p.text());
        let read = names.filter(|name| self.read.contains(name));
        ParameterUse {
            line: node.line(),
            reads: read.map(str::to_owned).collect(),
            ignores: self.ignored().map(str::to_owned).collect(),
            free: free && !self.refuses,
            last: None,
            told: self.told,
            dropped: self.dropped,
        }
    }

    /// A parameter that is given something else before anything has looked at it.
    fn overwritten(&self) -> Option<&'t str> {
        let body = self.function.field("body")?;
        let mut left: BTreeSet<&str> = self.parameters.iter().map(|p| p.text()).collect();
        for statement in shape::statements(body).take(NOTES_MAX) {
            let assignment = statement.child("assignment");
            let name = assignment
                .and_then(|a| a.field("left"))
                .filter(|l| l.is("identifier"))
                .map(Node::text);
            let value = assignment.and_then(|a| a.field("right"));
            let looked = value.unwrap_or(statement);
            for node in std::iter::once(looked).chain(looked.descendants()) {
                left.remove(node.text());
            }
            if let Some(name) = name.filter(|name| left.contains(name)) {
                let kept = value.is_some() && !name.starts_with('_') && !self.excused(name);
                return kept.then_some(name);
            }
            let plain = statement.is("expression_statement");
            if left.is_empty() || !plain {
                return None;
            }
        }
        None
    }

    /// What is there to be called, and is only asked whether it is there: `if on_bad is not None: continue`.
    fn never_called(&self) -> Option<&'t str> {
        let body = self.function.field("body")?;
        let names = self.parameters.iter().map(|p| p.text());
        let called = |name: &&str| {
            let callback =
                name.starts_with("on_") || name.ends_with("callback") || name.ends_with("_hook");
            callback && !self.refuses && !self.excused(name)
        };
        let mut names = names.filter(called);
        names.find(|name| {
            let uses = body
                .descendants()
                .filter(|n| n.is("identifier") && n.text() == *name);
            let uses: Vec<Node<'t>> = uses.take(NOTES_MAX).collect();
            !uses.is_empty() && uses.iter().all(|n| is_asked_for(*n))
        })
    }

    /// Counts the parameters among those of functions that are called alike.
    fn joins(&self, families: &mut Families<'t>) {
        let arity = self.parameters.len();
        for (at, name) in self.parameters.iter().enumerate() {
            let (all, ignoring) = families.entry((arity, at, name.text())).or_default();
            *all = all.saturating_add(1);
            *ignoring = ignoring.saturating_add(u32::from(!self.read.contains(name.text())));
        }
    }

    /// Whether a parameter is there because all functions that are called alike have it, and others do not read it either.
    fn is_of_a_family(&self, name: &str, families: &Families<'t>) -> bool {
        let arity = self.parameters.len();
        let mut places = self.parameters.iter().enumerate();
        let at = places.find(|(_, p)| p.text() == name);
        let known = at.and_then(|(at, p)| families.get(&(arity, at, p.text())));
        arity > 1 && known.is_some_and(|(all, ignoring)| *all > 2 && *ignoring > 1)
    }

    /// Whether a text of the file shows another function that takes the very same, `key(index, price)`: what calls it says
    /// what it takes.
    fn is_of_a_protocol(&self) -> bool {
        let whole = self.function.field("parameters").map_or("", Node::text);
        let own = self.function.field("name").map_or("", Node::text);
        let root = self.function.ancestors().last();
        let texts = root.into_iter().flat_map(Node::descendants);
        let mut texts = texts.filter(|n| n.is("string_content"));
        let named = |c: char| c.is_alphanumeric() || c == '_';
        self.parameters.len() > 1
            && texts.any(|n| {
                let shown = n.text().match_indices(whole).take(NOTES_MAX);
                let mut before = shown.filter_map(|(at, _)| n.text().get(..at));
                before.any(|it| it.ends_with(named) && !it.ends_with(own))
            })
    }

    /// The first parameter that nothing reads, where the function has work and nobody else says what it takes, or where
    /// the route of a handler names it.
    fn unread(
        &self,
        definition: &Definition,
        free: bool,
        open: bool,
        families: &Families<'t>,
    ) -> Option<Finding<'t>> {
        let works = match definition.body {
            Body::Substantive => true,
            Body::None | Body::Hollow(_) => false,
        };
        let free = free && !self.refuses;
        let whole = shape::decorated(self.function);
        let mut names = self.parameters.iter().map(|p| p.text());
        let checked =
            || names.find(|name| only_validated_parameters::only_checked(self.function, name));
        if let Some(name) = self.overwritten().or_else(checked).filter(|_| works) {
            let what = format!("{}({name})", definition.name);
            return Some(Finding::likely(whole, &what, Reason::ParameterIgnored));
        }
        if let Some(name) = self.never_called().filter(|_| works) {
            let what = format!("{}({name})", definition.name);
            return Some(Finding::likely(whole, &what, Reason::ParameterIgnored));
        }
        let mut ignored = self.ignored();
        let found = ignored.find(|name| {
            let handed = open || data_flow::HANDED.contains(name);
            let handed = handed && !self.is_documented(name);
            let handed = handed || self.is_of_a_family(name, families);
            let named =
                callers::in_route(self.function, name) || callers::in_options(self.function, name);
            (!handed && free) || named
        });
        let found = found.filter(|_| works && !self.is_of_a_protocol())?;
        let what = format!("{}({found})", definition.name);
        Some(Finding::likely(whole, &what, Reason::ParameterIgnored))
    }
}

fn is_splat(node: Node<'_>) -> bool {
    node.is_any(&["list_splat_pattern", "dictionary_splat_pattern"])
}

/// Whether a name stands where it is only set right: `if n < 1: n = 1`, `n = max(n, 1)`. That alone is no use of it.
fn corrects(name: Node<'_>) -> bool {
    let sets = |statement: Node<'_>| {
        let assignment = statement.child("assignment");
        let left = assignment.and_then(|it| it.field("left")).map(Node::text);
        left == Some(name.text())
    };
    let mut around = name.ancestors().take(CORRECTION_DEPTH_MAX);
    let kinds = ["expression_statement", "if_statement", "block"];
    let Some(statement) = around.find(|it| it.is_any(&kinds)) else {
        return false;
    };
    match statement.kind() {
        "expression_statement" => {
            let value = statement
                .child("assignment")
                .and_then(|it| it.field("right"));
            let call = value.map_or("", shape::called);
            sets(statement) && matches!(call, "max" | "min")
        }
        "if_statement" => {
            let mut inside = statement
                .field("consequence")
                .into_iter()
                .flat_map(shape::statements)
                .peekable();
            let asks = || {
                let condition = statement.field("condition").map_or("", Node::text);
                !condition.contains("None") && !condition.contains("isinstance")
            };
            statement.field("alternative").is_none()
                && asks()
                && inside.peek().is_some()
                && inside.all(sets)
        }
        _ => false,
    }
}

/// Whether a name is only asked whether it is there, in a condition that does not raise.
fn is_asked_for(name: Node<'_>) -> bool {
    let mut at = name;
    for around in name.ancestors().take(4) {
        match around.kind() {
            "comparison_operator" if around.text().contains(" None") => at = around,
            "not_operator" | "boolean_operator" | "parenthesized_expression" => at = around,
            "if_statement" | "elif_clause" => {
                let then = around.field("consequence");
                let raises =
                    then.is_some_and(|it| it.descendants().any(|n| n.is("raise_statement")));
                return at.field_name() == "condition" && !raises;
            }
            _ => return false,
        }
    }
    false
}
