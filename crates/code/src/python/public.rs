//! Which names a Python file offers: what `__all__` says, or else every name without an underscore in front.

use std::collections::BTreeMap;

use super::shape;
use crate::scan::Scan;
use crate::syntax::Node;

/// How many lists that are put together are looked at.
const SUMS_MAX: usize = 64;

/// What a file offers to others.
pub(super) struct Public<'t> {
    /// The names in `__all__`, with their lines; `None` where there is no `__all__`.
    listed: Option<BTreeMap<&'t str, u32>>,
    /// Part of `__all__`, or of the module itself, is put together while the program runs.
    pub(super) computed: bool,
    /// `__all__` speaks of something else: of the functions and classes of the module, which are several, it names none.
    aside: bool,
}

impl<'t> Public<'t> {
    pub(super) fn of(scan: &Scan<'t>) -> Public<'t> {
        let mut public = Public {
            listed: None,
            computed: false,
            aside: false,
        };
        let mut own: Vec<&str> = Vec::new();
        let kinds = [
            "assignment",
            "augmented_assignment",
            "call",
            "function_definition",
            "class_definition",
        ];
        for node in scan.live_of(&kinds) {
            match node.kind() {
                "assignment" | "augmented_assignment" => public.assigned(node),
                "call" => public.called(node),
                "function_definition" => {
                    let name = node.field("name").map_or("", Node::text);
                    let outer = shape::at_module_level(node);
                    public.computed |= name == "__getattr__" && outer;
                    own.extend(Some(name).filter(|name| outer && is_public(name)));
                }
                "class_definition" if shape::at_module_level(node) => {
                    let name = node.field("name").map_or("", Node::text);
                    own.extend(Some(name).filter(|name| is_public(name)));
                }
                _ => {}
            }
        }
        let listed = public.listed.iter().flatten();
        let named = listed.filter(|(name, _)| own.contains(name)).count();
        public.aside = named == 0 && own.len() > 2;
        public
    }

    /// Whether a name at the level of the module is offered.
    pub(super) fn has(&self, name: &str) -> bool {
        match &self.listed {
            Some(listed) if listed.contains_key(name) => true,
            Some(_) if !self.computed && !self.aside => false,
            Some(_) | None => is_public(name),
        }
    }

    /// The names that `__all__` lists.
    pub(super) fn listed(&self) -> impl Iterator<Item = (&'t str, u32)> {
        let listed = self.listed.iter().flatten();
        listed.map(|(name, line)| (*name, *line))
    }

    /// Whether there is an `__all__`.
    pub(super) fn is_listed(&self) -> bool {
        self.listed.is_some()
    }

    fn assigned(&mut self, assignment: Node<'t>) {
        let (Some(left), Some(right)) = (assignment.field("left"), assignment.field("right"))
        else {
            return;
        };
        if !shape::at_module_level(assignment) {
            return;
        }
        if left.text() == "__all__" {
            let names = std::mem::take(&mut self.listed);
            let adds = assignment.is("augmented_assignment");
            self.listed = Some(
                names
                    .filter(|_| adds || in_branch(assignment))
                    .unwrap_or_default(),
            );
            self.add(right);
        } else if left.is("subscript") {
            self.computed |= left.field("value").is_some_and(|v| v.text() == "globals()");
        }
    }

    /// `__all__.append(..)`, `__all__.extend(..)`, `globals().update(..)`.
    fn called(&mut self, call: Node<'t>) {
        let Some(callee) = shape::callee(call) else {
            return;
        };
        let object = callee.field("object").map_or("", Node::text);
        let method = shape::last_name(callee);
        match (object, method) {
            ("__all__", "append" | "extend" | "insert") if shape::at_module_level(call) => {
                self.listed.get_or_insert_default();
                if let Some(given) = shape::arguments(call).last() {
                    self.add(given);
                }
            }
            ("__all__", "remove") => {
                let name = shape::arguments(call).next().and_then(shape::string);
                if let (Some(listed), Some(name)) = (&mut self.listed, name) {
                    listed.remove(name);
                }
            }
            ("globals()" | "vars()", "update") if shape::at_module_level(call) => {
                self.computed = true
            }
            _ => {}
        }
    }

    /// Adds the names of a list, or of lists that are put together.
    fn add(&mut self, list: Node<'t>) {
        let mut open = vec![list];
        let mut sums = 0usize;
        while let Some(node) = open.pop() {
            sums = sums.saturating_add(1);
            if sums > SUMS_MAX {
                self.computed = true;
                return;
            }
            match node.kind() {
                "list" | "tuple" | "set" | "expression_list" => {
                    for part in node.named() {
                        match part.kind() {
                            "list_splat" => open.extend(part.named().next()),
                            _ => self.add_name(part),
                        }
                    }
                }
                "parenthesized_expression" => open.extend(node.named().next()),
                "binary_operator" => {
                    open.extend(node.field("left"));
                    open.extend(node.field("right"));
                }
                "string" => self.add_name(node),
                // What another module offers comes in by `from .. import *`, which is looked at by itself.
                "attribute" if shape::last_name(node) == "__all__" => {}
                _ => self.computed = true,
            }
        }
    }

    fn add_name(&mut self, node: Node<'t>) {
        match shape::string(node) {
            Some(name) => {
                let listed = self.listed.get_or_insert_default();
                listed.entry(name).or_insert(node.line());
            }
            None => self.computed = true,
        }
    }
}

/// Whether a name may be taken by others where no `__all__` says so. `__version__` and its like are meant for them.
pub(super) fn is_public(name: &str) -> bool {
    let special = name.starts_with("__") && name.ends_with("__") && name.len() > 4;
    (special && name != "__all__") || !name.starts_with('_')
}

/// Whether a statement at the level of the module stands under a condition.
fn in_branch(node: Node<'_>) -> bool {
    node.ancestors().any(|n| {
        n.is_any(&[
            "if_statement",
            "try_statement",
            "with_statement",
            "for_statement",
        ])
    })
}
