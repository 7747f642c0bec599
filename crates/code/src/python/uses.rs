//! Which names a Python file uses, and which of them mean something from outside.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::Brought;
use super::scopes;
use super::shape;
use crate::facts::Facts;
use crate::names::{Scopes, Uses};
use crate::parts::{Definition, Import, ImportKind};
use crate::scan::Scan;
use crate::syntax::Node;

/// Calls whose second text is a name behind a dot.
const BY_NAME: [&str; 6] = [
    "getattr",
    "setattr",
    "hasattr",
    "delattr",
    "attrgetter",
    "methodcaller",
];

/// How many steps of a dotted path are followed.
const STEPS_MAX: usize = 16;

/// Fills in references and members; answers with the paths of modules written out in code.
pub(super) fn find(
    scan: &Scan<'_>,
    definitions: &[Definition],
    brought: &[Brought],
    facts: &mut Facts,
) -> Vec<Import> {
    let scopes = scopes::bindings(scan.tree).close(definitions);
    let mut uses = Uses::new(scan);
    let mut paths = Paths::of(brought);
    let mut skip_until = 0;
    let kinds = [
        "import_statement",
        "import_from_statement",
        "future_import_statement",
        "global_statement",
        "nonlocal_statement",
        "identifier",
        "string_content",
    ];
    for node in scan.live_of(&kinds) {
        if node.id() < skip_until {
            continue;
        }
        match node.kind() {
            "import_statement"
            | "import_from_statement"
            | "future_import_statement"
            | "global_statement"
            | "nonlocal_statement" => {
                skip_until = node.id().saturating_add(node.size());
            }
            "identifier" => name(node, &scopes, &mut uses, &mut paths, scan),
            "string_content" => text(node, &scopes, &mut uses),
            _ => {}
        }
    }
    uses.finish(facts);
    paths.found
}

fn name<'t>(
    node: Node<'t>,
    scopes: &Scopes<'t>,
    uses: &mut Uses<'_, 't>,
    paths: &mut Paths,
    scan: &Scan<'t>,
) {
    let Some(parent) = node.parent() else { return };
    let field = node.field_name();
    match parent.kind() {
        "attribute" if field == "attribute" => return uses.member(node.text(), node),
        "dotted_name" => return pattern(node, parent, scopes, uses),
        "member_type"
            if parent
                .named()
                .next()
                .is_none_or(|first| first.id() != node.id()) =>
        {
            return uses.member(node.text(), node);
        }
        "keyword_argument" if field == "name" => return,
        "keyword_pattern"
            if parent
                .named()
                .next()
                .is_some_and(|first| first.id() == node.id()) =>
        {
            return;
        }
        "function_definition" | "class_definition" if field == "name" => return,
        _ => {}
    }
    if scopes.is_free(node) {
        uses.reference(node.text(), node);
        paths.follow(node, scan);
    }
}

/// A dotted name outside imports stands in a pattern: `case Color.RED:`, `case Point(x, y):`.
fn pattern<'t>(node: Node<'t>, dotted: Node<'t>, scopes: &Scopes<'t>, uses: &mut Uses<'_, 't>) {
    let first = dotted
        .named()
        .next()
        .is_some_and(|first| first.id() == node.id());
    if !first {
        uses.member(node.text(), node);
    } else if scopes.is_free(node) {
        uses.reference(node.text(), node);
    }
}

/// Names inside texts that Python reads: annotations written as texts, and the names of attributes.
fn text<'t>(content: Node<'t>, scopes: &Scopes<'t>, uses: &mut Uses<'_, 't>) {
    let Some(string) = content.parent() else {
        return;
    };
    let holder = string.parent();
    let call = holder
        .filter(|h| h.is("argument_list"))
        .and_then(Node::parent);
    if call.is_some_and(|call| BY_NAME.contains(&shape::called(call))) {
        if content
            .text()
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
        {
            content
                .text()
                .split('.')
                .for_each(|word| uses.member(word, content));
        }
        return;
    }
    let bound = holder.filter(|h| h.is("keyword_argument") && string.field_name() == "value");
    let bound = bound
        .and_then(|h| h.field("name"))
        .is_some_and(|n| n.text() == "bound");
    let cast = call.is_some_and(|call| {
        let first = shape::arguments(call)
            .next()
            .is_some_and(|first| first.id() == string.id());
        shape::called(call) == "cast" && first
    });
    let annotation = || string.ancestors().take(STEPS_MAX).any(|n| n.is("type"));
    if !(bound || cast || annotation()) {
        return;
    }
    let mut before = ' ';
    for word in content
        .text()
        .split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_'))
    {
        let bare = word.trim_end_matches(|c: char| !(c.is_alphanumeric() || c == '_'));
        let is_name = bare.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if is_name && before == '.' {
            uses.member(bare, content);
        } else if is_name && scopes.is_free_at(bare, content.start()) {
            uses.reference(bare, content);
        }
        before = word.chars().last().unwrap_or(' ');
    }
}

/// Modules that are imported whole, and the paths below them that the code writes out.
struct Paths {
    /// Where each name leads.
    modules: BTreeMap<String, String>,
    seen: BTreeSet<String>,
    found: Vec<Import>,
}

impl Paths {
    fn of(brought: &[Brought]) -> Paths {
        let mut modules = BTreeMap::new();
        for import in brought.iter().map(|b| &b.import) {
            for name in import.names.iter().filter(|n| n.name == "*") {
                let Some(local) = &name.local else { continue };
                let below = import.path.strip_prefix(local.as_str());
                let path = match below.is_some_and(|rest| rest.starts_with('.')) {
                    true => local,
                    false => &import.path,
                };
                if import.kind == ImportKind::Static {
                    modules.insert(local.clone(), path.clone());
                }
            }
        }
        Paths {
            modules,
            seen: BTreeSet::new(),
            found: Vec::new(),
        }
    }

    /// Writes down `a.b.c` where `a` is a module: `a.b` may be one too.
    fn follow<'t>(&mut self, first: Node<'t>, scan: &Scan<'t>) {
        let Some(module) = self.modules.get(first.text()) else {
            return;
        };
        let mut path = module.clone();
        let mut at = first;
        for _ in 0..STEPS_MAX {
            let above = at
                .parent()
                .filter(|p| p.is("attribute") && at.field_name() == "object");
            let Some((above, step)) = above.and_then(|a| Some((a, a.field("attribute")?))) else {
                break;
            };
            path.push('.');
            path.push_str(step.text());
            at = above;
        }
        // One step below a module is a name of it.
        let deep =
            path.split('.').filter(|step| !step.is_empty()).count() > 2 || module.contains('.');
        if !deep || path == *module || self.found.len() >= scan.limits.items_max {
            return;
        }
        if self.seen.insert(path.clone()) {
            self.found.push(Import {
                path,
                names: Vec::new(),
                line: first.line(),
                kind: ImportKind::Path,
                type_only: shape::for_types(first),
                module: String::new(),
                test: scan.in_test(first),
            });
        }
    }
}
