//! What functions do with their parameters and with errors, and parameters that nothing reads although nobody else says
//! that they must be there.

use std::collections::BTreeSet;

use super::classes::{Classes, Role};
use super::errors;
use super::stubs::Finding;
use super::{idle, marks, shape};
use crate::deeds::{self, Caught, Gathered};
use crate::facts::Facts;
use crate::parts::{Body, Deeds, Definition, Reason};
use crate::phrases;
use crate::scan::{self, Scan};
use crate::syntax::Node;

/// Longest function that is looked at, in nodes.
const FUNCTION_NODES_MAX: u32 = 20_000;

/// How many notes near a parameter are read.
const NOTES_MAX: usize = 64;

/// How many lines of the text of a function are read.
const DOC_LINES_MAX: usize = 200;

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
    let values = values(scan);
    let several = several(definitions);
    let mut gathered = Gathered::default();
    let mut found = Vec::new();
    for node in scan.live().filter(|n| n.is("function_definition")) {
        if found.len() >= scan.limits.items_max || node.size() > FUNCTION_NODES_MAX {
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
        let free = is_free(node, definition, classes, &values, &several);
        if !definition.nested {
            found.extend(taken.unread(definition, free));
            gathered.add(
                &definition.name,
                taken.deeds(node, free),
                scan.limits.items_max,
            );
        }
    }
    facts.deeds = gathered.finish();
    found
}

/// Names that more than one method of the file bears.
fn several(definitions: &[Definition]) -> BTreeSet<&str> {
    let methods = definitions.iter().filter_map(|d| d.name.rsplit_once('.'));
    let mut seen = BTreeSet::new();
    methods
        .map(|(_, name)| name)
        .filter(|name| !seen.insert(*name))
        .collect()
}

/// Names that are handed on or kept without being called: whoever gets such a function says what it takes.
fn values<'t>(scan: &Scan<'t>) -> BTreeSet<&'t str> {
    let names = scan.live().filter(|n| n.is("identifier"));
    let handed = names.filter(|name| {
        let Some(parent) = name.parent() else {
            return false;
        };
        let whole = match parent.is("attribute") && name.field_name() == "attribute" {
            true => parent,
            false => *name,
        };
        let Some(around) = whole.parent() else {
            return false;
        };
        match around.kind() {
            "call" => whole.field_name() != "function",
            "argument_list"
            | "pair"
            | "list"
            | "tuple"
            | "set"
            | "return_statement"
            | "expression_list"
            | "dictionary"
            | "conditional_expression"
            | "boolean_operator" => true,
            "keyword_argument" | "assignment" => {
                matches!(whole.field_name(), "value" | "right")
            }
            "default_parameter" | "typed_default_parameter" => whole.field_name() == "value",
            _ => false,
        }
    });
    handed.map(Node::text).collect()
}

/// Whether nobody else is known to say what a function takes.
fn is_free(
    function: Node<'_>,
    definition: &Definition,
    classes: &Classes<'_>,
    values: &BTreeSet<&str>,
    several: &BTreeSet<&str>,
) -> bool {
    let name = function.field("name").map_or("", Node::text);
    let class = shape::class_of(function);
    let role = class.map(|class| classes.role(class));
    let own = match role {
        None => !name.starts_with("__"),
        Some(Role::Plain) => !name.starts_with("__") || name == "__init__",
        // Nobody but the class itself says what it is made of.
        Some(Role::Open) => {
            let whole = class.is_some_and(|class| classes.is_whole(class));
            let alone = whole && !name.starts_with("__") && !several.contains(name);
            name == "__init__" || alone
        }
        Some(Role::Derived | Role::Protocol) => false,
    };
    let configured = function
        .ancestors()
        .any(|n| n.is_any(&["if_statement", "try_statement", "match_statement"]));
    let bound = marks::handles(&definition.marks)
        || marks::excuses(&definition.marks)
        || marks::declares(&definition.marks)
        || marks::is_declarative(&definition.marks);
    let called = name == "main"
        || is_of_python(name)
        || (idle::is_hook(name, role) && !makes_one(function))
        || idle::promises_nothing(name)
        || answers_a_call(name);
    own && !configured && !bound && !called && !values.contains(name)
}

/// Whether a function makes another one and hands it out: what it takes is its own.
fn makes_one(function: Node<'_>) -> bool {
    let body = function.field("body").into_iter().flat_map(Node::named);
    let mut inner = BTreeSet::new();
    let mut last = None;
    for statement in body {
        if statement.is("function_definition") {
            inner.extend(statement.field("name").map(Node::text));
        }
        last = Some(statement);
    }
    let given = last.filter(|s| s.is("return_statement"));
    given
        .and_then(|s| s.named().next())
        .is_some_and(|value| inner.contains(value.text()))
}

/// Whether Python itself calls methods of a name, with what it has.
fn is_of_python(name: &str) -> bool {
    const NAMES: [&str; 12] = [
        "find_spec",
        "find_module",
        "load_module",
        "create_module",
        "exec_module",
        "find_distributions",
        "utcoffset",
        "tzname",
        "dst",
        "fromutc",
        "emit",
        "filter",
    ];
    NAMES.contains(&name)
}

/// Whether a name is one of a function that others call with what they have.
fn answers_a_call(name: &str) -> bool {
    const WORDS: [&str; 12] = [
        "callback", "handler", "handle", "hook", "listener", "default", "fallback", "dummy",
        "fake", "mock", "stub", "compat",
    ];
    let words = phrases::name_words(name);
    words.iter().any(|word| WORDS.contains(&word.as_str()))
}

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
        if !other {
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
        let mut lines = notes.take(NOTES_MAX).flat_map(|n| {
            let near = |line: &&str| line.contains(name) || n.is("comment");
            n.text()
                .lines()
                .take(NOTES_MAX)
                .filter(near)
                .collect::<Vec<_>>()
        });
        lines.any(|line| deeds::excuses(&line.to_lowercase()))
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

    fn deeds(&self, node: Node<'_>, free: bool) -> Deeds {
        let names = self.parameters.iter().map(|p| p.text());
        let read = names.filter(|name| self.read.contains(name));
        Deeds {
            line: node.line(),
            reads: read.map(str::to_owned).collect(),
            ignores: self.ignored().map(str::to_owned).collect(),
            free: free && !self.refuses,
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

    /// The first parameter that nothing reads, where the function has work and nobody else says what it takes, or where
    /// the route of a handler names it.
    fn unread(&self, definition: &Definition, free: bool) -> Option<Finding<'t>> {
        let works = match definition.body {
            Body::Substantive => true,
            Body::None | Body::Hollow(_) => false,
        };
        let free = free && !self.refuses;
        let whole = shape::decorated(self.function);
        if let Some(name) = self.overwritten().filter(|_| works) {
            let what = format!("{}({name})", definition.name);
            return Some(Finding::likely(whole, &what, Reason::ParameterIgnored));
        }
        let mut ignored = self.ignored();
        let found = ignored.find(|name| {
            let handed = super::flows::HANDED.contains(name) && !self.is_documented(name);
            let named = in_route(self.function, name) || in_options(self.function, name);
            (!handed && free) || named
        });
        let found = found.filter(|_| works)?;
        let what = format!("{}({found})", definition.name);
        Some(Finding::likely(whole, &what, Reason::ParameterIgnored))
    }
}

/// Whether the route that a handler answers to names a parameter: `/posts/<int:id>`, `/items/{id}`.
fn in_route(function: Node<'_>, name: &str) -> bool {
    let texts = shape::decorators(function).flat_map(|d| shape::arguments(d).take(1));
    let mut texts = texts.filter_map(shape::string);
    texts.any(|text| {
        let mut parts = text.split(['<', '{']).skip(1);
        parts.any(|part| {
            let inner = part.split(['>', '}']).next().unwrap_or(part);
            let any = inner.starts_with("path:") || inner.ends_with(":path");
            !any && inner.split(':').any(|word| word == name)
        })
    })
}

/// Whether a decorator makes an option of a command of that name: `@click.option("--dry-run")`.
fn in_options(function: Node<'_>, name: &str) -> bool {
    let options =
        shape::decorators(function).filter(|d| matches!(shape::called(*d), "option" | "argument"));
    let mut texts = options.flat_map(shape::arguments).filter_map(shape::string);
    texts.any(|text| text.trim_start_matches('-').replace('-', "_") == name)
}

fn is_splat(node: Node<'_>) -> bool {
    node.is_any(&["list_splat_pattern", "dictionary_splat_pattern"])
}
