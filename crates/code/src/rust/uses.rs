//! Which names a Rust file uses, token by token, so that macro arguments count like any other code.

use std::collections::BTreeSet;

use super::imports::plain_path;
use super::items::Place;
use super::values;
use crate::facts::{ByteRange, Facts};
use crate::names::{Bindings, PATTERN_NODES_MAX, Scopes, Uses};
use crate::parts::{Definition, Import, ImportKind};
use crate::ranges::Ranges;
use crate::scan::Scan;
use crate::syntax::{Node, Tree};

/// Longest path that is written down, in steps and the signs between them.
const PATH_STEPS_MAX: usize = 64;

/// Tools whose names stand before those of lints, and name no crate.
const LINTS: [&str; 4] = ["clippy::", "rustdoc::", "rustfmt::", "diagnostic::"];

/// Attributes whose strings are no code.
const PROSE_ATTRIBUTES: [&str; 7] = [
    "doc",
    "path",
    "cfg",
    "cfg_attr",
    "error",
    "deprecated",
    "expect",
];

/// Fills in references and members; returns the paths written out in code (`crate::a::f()`).
pub(super) fn find<'t>(
    scan: &Scan<'t>,
    definitions: &[Definition],
    facts: &mut Facts,
) -> Vec<Import> {
    let scopes = bindings(scan.tree).close(definitions);
    let mut uses = Uses::new(scan);
    let mut walk = Walk::of(scan);
    let mut skip_until = 0;
    for node in scan.live() {
        if node.id() < skip_until {
            continue;
        }
        if node.is_any(&[
            "use_declaration",
            "extern_crate_declaration",
            "visibility_modifier",
        ]) {
            skip_until = node.id().saturating_add(node.size());
            walk.end_path();
            continue;
        }
        if node.is("string_content") {
            strings(node, &scopes, &mut uses, &mut walk);
        }
        if node.is_leaf() && !node.is_extra() {
            walk.token(node, &scopes, &mut uses);
        }
    }
    uses.finish(facts);
    walk.paths()
}

/// The state between two tokens.
struct Walk<'t> {
    tree: &'t Tree<'t>,
    tests: Ranges,
    paths_max: usize,
    previous: &'t str,
    before: Before,
    /// The tokens of the path being read: names with `::` between them.
    path: Vec<Node<'t>>,
    /// Whole paths, each once for each module and once more for tests.
    written: Vec<Written>,
    seen: BTreeSet<(String, String, bool)>,
}

/// What stands before the first name of a path.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Before {
    #[default]
    Nothing,
    /// `<T as A>::`, of which the names are only the end.
    Type,
    /// `::`, from outside the crate.
    Root,
}

/// A path of two steps or more, where it first stands.
struct Written {
    path: String,
    module: String,
    line: u32,
    test: bool,
}

impl<'t> Walk<'t> {
    fn of(scan: &Scan<'t>) -> Walk<'t> {
        Walk {
            tree: scan.tree,
            tests: scan.test.clone(),
            paths_max: scan.limits.items_max,
            previous: "",
            before: Before::Nothing,
            path: Vec::new(),
            written: Vec::new(),
            seen: BTreeSet::new(),
        }
    }

    fn token(&mut self, token: Node<'t>, scopes: &Scopes<'_>, uses: &mut Uses<'_, '_>) {
        let name = match token.kind() {
            "identifier" | "type_identifier" | "field_identifier" | "crate" | "super" | "self" => {
                true
            }
            "shorthand_field_identifier" | "metavariable" | "primitive_type" => false,
            _ => {
                if token.text() != "::" {
                    self.end_path();
                } else if self.path.is_empty() {
                    self.before = match self.previous {
                        ">" => Before::Type,
                        _ => Before::Root,
                    };
                }
                self.previous = token.text();
                return;
            }
        };
        let continues = self.previous == "::" && !self.path.is_empty();
        if !continues && !self.path.is_empty() {
            self.end_path();
        }
        if let (true, [only]) = (continues, self.path.as_slice())
            && only.is("primitive_type")
        {
            // `u8::MAX`: the module or type of that name, not a type in a signature.
            uses.reference(only.text(), *only);
        }
        if name && (self.previous == "::" || self.previous == ".") {
            uses.member(plain(token.text()), token);
        } else if name && counts(token) && (self.is_head(token) || scopes.is_free(token)) {
            uses.reference(plain(token.text()), token);
        }
        self.path.push(token);
        self.previous = token.text();
    }

    /// Whether a path begins with a name: then it is a module's or a crate's, which no variable hides.
    fn is_head(&self, token: Node<'t>) -> bool {
        let next = self.tree.node(token.id().saturating_add(1));
        is_small(token.text()) && next.is_some_and(|next| next.text() == "::")
    }

    fn end_path(&mut self) {
        let path = std::mem::take(&mut self.path);
        let before = std::mem::take(&mut self.before);
        let (Some(first), [_, _, ..]) = (path.first(), path.as_slice()) else {
            return;
        };
        let rooted = matches!(first.text(), "crate" | "self" | "super" | "$crate");
        let module = first.is("identifier") && is_small(first.text());
        let counts = match before {
            Before::Nothing => rooted || module,
            Before::Type => false,
            Before::Root => module,
        };
        let made = path.iter().skip(1).any(|n| n.is("metavariable"));
        if path.len() > PATH_STEPS_MAX || !counts || made {
            return;
        }
        let words: Vec<&str> = path.iter().map(|n| n.text()).collect();
        let written = words.join("::");
        match before {
            Before::Root => self.write(&format!("::{written}"), *first),
            Before::Nothing | Before::Type => self.write(written.trim_start_matches('$'), *first),
        }
    }

    fn write(&mut self, path: &str, at: Node<'t>) {
        let path = plain_path(path);
        if LINTS.iter().any(|tool| path.starts_with(tool)) {
            return;
        }
        let (module, test) = (Place::of(at).module_path(), self.tests.contains(at.start()));
        let key = (path, module, test);
        if self.written.len() >= self.paths_max || self.seen.contains(&key) {
            return;
        }
        self.seen.insert(key.clone());
        let (path, module, test) = key;
        let line = at.line();
        self.written.push(Written {
            path,
            module,
            line,
            test,
        });
    }

    fn paths(mut self) -> Vec<Import> {
        self.end_path();
        let written = self.written.into_iter();
        written
            .map(|found| Import {
                path: found.path,
                names: Vec::new(),
                line: found.line,
                kind: ImportKind::Path,
                type_only: false,
                module: found.module,
                test: found.test,
            })
            .collect()
    }
}

fn is_small(name: &str) -> bool {
    plain(name).starts_with(|c: char| c.is_lowercase() || c == '_')
}

/// Whether a token may be a use at all: not a name being defined, a label, a field or `Self`.
fn counts(token: Node<'_>) -> bool {
    let Some(parent) = token.parent() else {
        return false;
    };
    let defines = token.field_name() == "name"
        && !parent.is_any(&[
            "scoped_identifier",
            "scoped_type_identifier",
            "struct_expression",
        ]);
    let head = token.field_name() == "type" && parent.is("impl_item");
    !(defines
        || head
        || token.is_any(&["field_identifier", "crate", "super", "self"])
        || parent.is_any(&["lifetime", "label"])
        || matches!(token.text(), "_" | "Self"))
}

/// Names inside strings that the compiler reads: format captures, and paths in attributes.
fn strings<'t>(
    content: Node<'t>,
    scopes: &Scopes<'_>,
    uses: &mut Uses<'_, '_>,
    walk: &mut Walk<'t>,
) {
    let text = content.text();
    let Some(holder) = content.parent().and_then(Node::parent) else {
        return;
    };
    let attribute = content.ancestors().take(4).find(|n| n.is("attribute"));
    if let Some(attribute) = attribute {
        let head = attribute.named().next().map_or("", Node::text);
        let path = text
            .chars()
            .all(|c| c.is_alphanumeric() || c == '_' || c == ':');
        if path && !PROSE_ATTRIBUTES.contains(&head) {
            if text.contains("::") && text.starts_with(|c: char| c.is_lowercase()) {
                walk.write(text, content);
            }
            let mut words = text.split("::").filter(|word| !word.is_empty());
            words
                .by_ref()
                .take(1)
                .for_each(|first| uses.reference(first, content));
            words.for_each(|word| uses.member(word, content));
        }
    } else if holder.is("token_tree") && text.contains('{') {
        for name in values::captures(text) {
            if scopes.is_free_at(name, content.start()) {
                uses.reference(name, content);
            }
        }
    }
}

fn plain(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// Names bound by patterns, parameters and generics.
fn bindings<'t>(tree: &'t Tree<'t>) -> Bindings<'t> {
    let mut bindings = Bindings::default();
    let kinds = [
        "let_declaration",
        "parameter",
        "closure_parameters",
        "match_arm",
        "for_expression",
        "let_condition",
        "type_parameter",
        "const_parameter",
    ];
    for node in tree.of(&kinds) {
        let within = |up: usize| node.ancestors().nth(up).map(Node::bytes);
        let (pattern, scope) = match node.kind() {
            "let_declaration" => {
                let block = within(0).map(|mut block| {
                    block.start = node.end();
                    block
                });
                (node.field("pattern"), block)
            }
            "parameter" => (node.field("pattern"), within(1)),
            "closure_parameters" => (Some(node), within(0)),
            "match_arm" => (node.field("pattern"), Some(node.bytes())),
            // What is gone through is asked for before the name is there.
            "for_expression" => (node.field("pattern"), node.field("body").map(Node::bytes)),
            "let_condition" => (node.field("pattern"), condition_scope(node)),
            "type_parameter" | "const_parameter" => (node.field("name"), within(1)),
            _ => continue,
        };
        let (Some(pattern), Some(scope)) = (pattern, scope) else {
            continue;
        };
        // A guard reads names and binds none; `if let` in one is a condition of its own.
        let guard = pattern.field("condition").map(Node::start);
        let inner = pattern.descendants().take(PATTERN_NODES_MAX);
        let inner = inner.take_while(|it| guard.is_none_or(|guard| it.start() < guard));
        for name in std::iter::once(pattern).chain(inner).filter(|n| binds(*n)) {
            bindings.bind(name, scope);
        }
    }
    bindings
}

/// From the end of the condition to that of the branch it guards: what is looked at stands outside.
fn condition_scope(condition: Node<'_>) -> Option<ByteRange> {
    let guarded = condition
        .ancestors()
        .find(|n| n.is_any(&["if_expression", "while_expression", "match_arm"]))?;
    let branch = ["consequence", "body", "value"].iter().find_map(|f| {
        let field = guarded.field(f)?;
        (field.start() >= condition.end()).then_some(field)
    })?;
    Some(ByteRange {
        start: condition.end(),
        end: branch.end(),
    })
}

/// Whether a name inside a pattern is bound by it; constants and variants are not.
fn binds(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else {
        return false;
    };
    match node.kind() {
        "shorthand_field_identifier" => true,
        "type_identifier" => parent.is("type_parameter") && node.field_name() == "name",
        "identifier" => {
            let generic = parent.is("const_parameter");
            let path = parent.is("scoped_identifier") || node.field_name() == "type";
            let small = node
                .text()
                .starts_with(|c: char| c.is_lowercase() || c == '_');
            generic || (small && !path)
        }
        _ => false,
    }
}
