//! Where local values come from: which calls made them, and whether the text itself settles them.

use std::collections::{BTreeMap, BTreeSet};

use super::chain;
use super::token::{Run, Sort, Tokens};
use super::vocabulary;
use crate::syntax::{Node, Tree};

/// How many variables a value is followed through.
const DEPTH_MAX: u8 = 3;

/// Most names of one pattern.
const PATTERN_MAX: usize = 64;

struct Origin {
    byte: usize,
    value: Run,
    /// Set by this one declaration to this one value.
    plain: bool,
}

/// A place that sets a variable.
pub(super) struct Set<'t> {
    pub(super) byte: usize,
    pub(super) name: &'t str,
    /// What it is set to; empty where that is not written there.
    pub(super) value: Run,
}

/// Declarations and assignments by name, in source order.
pub(super) struct Origins<'t>(BTreeMap<&'t str, Vec<Origin>>);

impl<'t> Origins<'t> {
    pub(super) fn of(tree: &'t Tree<'t>, tokens: &Tokens<'t>) -> Origins<'t> {
        let mut found = Origins(BTreeMap::new());
        for node in tree.all() {
            let fields = match node.kind() {
                "let_declaration" | "let_condition" => ("pattern", "value"),
                "variable_declarator" => ("name", "value"),
                "assignment"
                | "short_var_declaration"
                | "assignment_expression"
                | "assignment_statement" => ("left", "right"),
                "augmented_assignment"
                | "augmented_assignment_expression"
                | "compound_assignment_expr" => ("left", ""),
                "update_expression" | "inc_statement" | "dec_statement" => {
                    found.touch(node);
                    continue;
                }
                "for_statement" | "for_in_statement" | "range_clause" | "for_expression" => {
                    found.touch(
                        node.field("left")
                            .or_else(|| node.field("pattern"))
                            .unwrap_or(node),
                    );
                    continue;
                }
                _ => continue,
            };
            found.declare(tokens, node, fields);
        }
        found
    }

    fn declare(&mut self, tokens: &Tokens<'t>, node: Node<'t>, (left, right): (&str, &str)) {
        let Some(pattern) = node.field(left) else {
            return;
        };
        let value = node
            .field(right)
            .map(|it| tokens.of_node(it))
            .unwrap_or_default();
        let is_mutable = node.children().any(|it| it.is("mutable_specifier"));
        let single = match pattern.kind() {
            "identifier" => true,
            "expression_list" => pattern.named().count() == 1,
            _ => false,
        };
        for name in names(pattern) {
            self.0.entry(name.text()).or_default().push(Origin {
                byte: name.start(),
                value,
                plain: single && !is_mutable && !value.is_empty(),
            });
        }
    }

    fn touch(&mut self, node: Node<'t>) {
        for name in names(node) {
            self.0.entry(name.text()).or_default().push(Origin {
                byte: name.start(),
                value: Run::default(),
                plain: false,
            });
        }
    }

    /// Every place that sets a variable, in source order.
    pub(super) fn in_order(&self) -> Vec<Set<'t>> {
        let all = self.0.iter().flat_map(|(name, places)| {
            places.iter().map(|it| Set {
                byte: it.byte,
                name,
                value: it.value,
            })
        });
        let mut all: Vec<Set<'t>> = all.collect();
        all.sort_by_key(|it| it.byte);
        all
    }

    /// The value of a local, where exactly one place within the test or helper sets it.
    pub(super) fn settled(&self, name: &str, scope: crate::facts::ByteRange) -> Option<Run> {
        let all = self.0.get(name)?;
        let from = all.partition_point(|it| it.byte < scope.start);
        let mut inside = all.iter().skip(from).take_while(|it| it.byte < scope.end);
        let only = inside.next()?;
        (inside.next().is_none() && only.plain).then_some(only.value)
    }

    /// The calls that made what stands in a run, through local variables too.
    pub(super) fn callees(&self, tokens: &Tokens<'t>, run: Run) -> BTreeSet<String> {
        let (mut found, mut plumbing) = (BTreeSet::new(), BTreeSet::new());
        self.collect(tokens, run, DEPTH_MAX, &mut found, &mut plumbing);
        if found.is_empty() { plumbing } else { found }
    }

    /// Whether what is expected comes from the very functions that are asked. `A.name()` and `B.name()` are two functions
    /// where types or constants bear them.
    pub(super) fn is_same_work(&self, tokens: &Tokens<'t>, subject: Run, expected: Run) -> bool {
        let asked = self.callees(tokens, subject);
        let told = self.callees(tokens, expected);
        let (here, there) = (receivers(tokens, subject), receivers(tokens, expected));
        let mut both = asked.intersection(&told);
        both.any(|name| {
            let (Some(one), Some(other)) = (here.get(&**name), there.get(&**name)) else {
                return true;
            };
            let fixed = |it: &String| it.starts_with(char::is_uppercase);
            let apart = one.is_disjoint(other) && one.iter().chain(other).all(fixed);
            !apart
        })
    }

    fn collect(
        &self,
        tokens: &Tokens<'t>,
        run: Run,
        depth: u8,
        found: &mut BTreeSet<String>,
        plumbing: &mut BTreeSet<String>,
    ) {
        for chain in chain::chains(tokens, run.cut()) {
            for link in chain.links.iter().filter(|it| it.open.is_some()) {
                let list = if vocabulary::is_plumbing(link.name) {
                    &mut *plumbing
                } else {
                    &mut *found
                };
                if !link.name.is_empty() {
                    list.insert(link.name.to_owned());
                }
            }
            let Some(depth) = depth.checked_sub(1) else {
                continue;
            };
            // The key of an object, and the name of an argument, are no variables.
            if is_key(chain.node) {
                continue;
            }
            // What is called by itself is what it is, not what made it.
            if chain.links.first().is_some_and(|it| it.open.is_some()) {
                continue;
            }
            let byte = chain.node.start();
            let Some(all) = self.0.get(chain.first()) else {
                continue;
            };
            let before = all.partition_point(|it| it.byte < byte);
            let last = before.checked_sub(1).and_then(|it| all.get(it));
            if let Some(last) = last.filter(|it| it.value.end <= chain.run.start) {
                self.collect(tokens, last.value, depth, found, plumbing);
            }
            if found.len() > PATTERN_MAX {
                return;
            }
        }
    }
}

/// Whether a name says which part of an object or which argument a value is for.
fn is_key(node: Node<'_>) -> bool {
    let argument = node.parent().is_some_and(|it| it.is("keyword_argument"));
    node.is_any(&["property_identifier", "field_identifier"])
        || argument && node.field_name() == "name"
}

/// What the functions that are called in a run are called on, as far as names say it: `A.b` of `A.b.name()`.
fn receivers<'t>(tokens: &Tokens<'t>, run: Run) -> BTreeMap<&'t str, BTreeSet<String>> {
    let mut found: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for chain in chain::chains(tokens, run.cut()) {
        let mut path = Vec::new();
        for link in &chain.links {
            if link.open.is_some() {
                let on = found.entry(link.name).or_default();
                on.insert(path.join("."));
            }
            path.push(link.name);
        }
    }
    found
}

fn names<'t>(pattern: Node<'t>) -> Vec<Node<'t>> {
    if pattern.is_leaf() {
        return Vec::from([pattern]);
    }
    let leaves = pattern.descendants().take(PATTERN_MAX);
    leaves
        .filter(|it| {
            it.is_leaf()
                && (it.kind().ends_with("identifier")
                    || it.is("shorthand_property_identifier_pattern"))
        })
        .collect()
}

/// Names that build a value out of literals and nothing else. Collections and conversions are none: they may be what is
/// tested.
const BUILDERS: [&str; 8] = ["vec", "Some", "Ok", "Err", "list", "dict", "set", "tuple"];

/// Whether a run is made of literals alone.
pub(super) fn is_constant(tokens: &Tokens<'_>, run: Run) -> bool {
    if run.is_empty() || run.end.saturating_sub(run.start) > 200 {
        return false;
    }
    run.indices().all(|at| match tokens.sort(at) {
        Some(Sort::Text | Sort::Number | Sort::Value) => true,
        Some(Sort::Name) => {
            let next = tokens.text(at.saturating_add(1));
            let is_key = tokens
                .get(at)
                .is_some_and(|it| it.node.is("property_identifier"))
                && next == ":";
            is_key || (BUILDERS.contains(&tokens.text(at)))
        }
        Some(Sort::Open | Sort::Close) => !matches!(tokens.text(at), "${"),
        Some(Sort::Sign) => !matches!(
            tokens.text(at),
            "=>" | "->" | "lambda" | "function" | "func" | "async" | "|" | "for" | "yield" | "..."
        ),
        None => false,
    }) && run.indices().any(|at| {
        matches!(
            tokens.sort(at),
            Some(Sort::Text | Sort::Number | Sort::Value | Sort::Open)
        )
    })
}

/// Whether a condition asks Go's library about literals alone: `strings.Contains("abc", "b")`.
pub(super) fn asks_literals(tokens: &Tokens<'_>, run: Run) -> bool {
    let at = |further: usize| tokens.text(run.start.saturating_add(further));
    let given = Run {
        start: run.start.saturating_add(3),
        end: run.end,
    };
    let texts = given
        .indices()
        .any(|at| tokens.sort(at) == Some(Sort::Text));
    let plain = given.indices().all(|at| {
        matches!(
            tokens.sort(at),
            Some(Sort::Text | Sort::Number | Sort::Value | Sort::Open | Sort::Close)
        ) || tokens.text(at) == ","
    });
    matches!(at(0), "strings" | "bytes") && at(1) == "." && at(3) == "(" && texts && plain
}
