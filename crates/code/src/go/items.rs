//! What a Go file defines, and which of it other packages can name.

use std::collections::BTreeSet;

use super::comments::Notes;
use super::regions;
use super::shape::{self, Head};
use crate::go::bodies::hollow::{self, Setting};
use crate::parts::{
    Body, Certainty, Definition, DefinitionKind, Export, ExportKind, Exported, Hollow,
};
use crate::scan::{Items, Scan};
use crate::syntax::Node;

/// How much of a method is searched for its receiver, in nodes.
const METHOD_NODES_MAX: usize = 4_096;

/// How many names one specification may bind.
const NAMES_MAX: usize = 1_000;

/// What is known of the whole file before its parts are looked at.
pub(super) struct File<'t> {
    pub(super) notes: Notes<'t>,
    /// Types with a method that does something with its receiver.
    workers: BTreeSet<&'t str>,
    /// Methods that an interface of the file asks for, or that more than one of its types have.
    pub(super) asked: BTreeSet<&'t str>,
    /// The file brings in `testing`, or belongs to a package of tests.
    pub(super) in_tests: bool,
}

impl<'t> File<'t> {
    pub(super) fn of(scan: &Scan<'t>, in_tests: bool) -> File<'t> {
        let methods = scan.live_of(&["method_declaration"]);
        let workers = methods.filter_map(|it| {
            let receiver = Head::of(it).receiver?;
            let name = receiver.name?;
            let mut inside = it.field("body")?.descendants().take(METHOD_NODES_MAX);
            inside
                .any(|inner| inner.is("identifier") && inner.text() == name)
                .then_some(receiver.of)
        });
        File {
            notes: Notes::of(scan.tree),
            workers: workers.collect(),
            asked: asked(scan),
            in_tests,
        }
    }
}

fn asked<'t>(scan: &Scan<'t>) -> BTreeSet<&'t str> {
    let (mut asked, mut known) = (BTreeSet::new(), BTreeSet::new());
    for node in scan.live() {
        let twice = match node.kind() {
            "method_elem" => true,
            "method_declaration" => node
                .field("name")
                .is_some_and(|it| !known.insert(it.text())),
            _ => continue,
        };
        asked.extend(node.field("name").map(Node::text).filter(|_| twice));
    }
    asked
}

/// Finds definitions and exports.
pub(super) fn find<'t>(scan: &Scan<'t>, file: &File<'t>) -> Items {
    let mut items = Items::default();
    for node in scan.live() {
        for found in define(node, scan, file) {
            if items.definitions.len() >= scan.limits.items_max {
                items.truncated = true;
                return items;
            }
            items.exports.extend(export(&found));
            items.definitions.push(found);
        }
    }
    items
}

fn export(definition: &Definition) -> Option<Export> {
    let member = definition.name.contains('.');
    let visible = definition.exported == Exported::Yes && !member && !definition.nested;
    visible.then(|| Export {
        name: definition.name.clone(),
        local: None,
        module: String::new(),
        kind: ExportKind::Value,
        line: definition.span.line,
    })
}

/// What a node defines: often nothing, seldom more than one thing.
fn define<'t>(node: Node<'t>, scan: &Scan<'t>, file: &File<'t>) -> Vec<Definition> {
    let make = |name: String, kind, at: Node<'t>, body| Definition {
        exported: exported(&name, scan.in_test(node)),
        secret: node.is("method_declaration")
            && !shape::is_public(name.rsplit('.').next().unwrap_or_default()),
        name,
        module: String::new(),
        kind,
        span: at.span(),
        body,
        complexity: 0,
        marks: marks(at, file),
        test: scan.in_test(node),
        nested: false,
    };
    let name = node.field("name").map(Node::text).filter(|it| *it != "_");
    match (node.kind(), name) {
        ("function_declaration", Some(name)) => {
            let body = judge(node, name, scan, file);
            vec![make(name.to_owned(), DefinitionKind::Function, node, body)]
        }
        ("method_declaration", Some(name)) => {
            let owner = Head::of(node).receiver.map_or("", |it| it.of);
            let body = judge(node, name, scan, file);
            vec![make(
                format!("{owner}.{name}"),
                DefinitionKind::Method,
                node,
                body,
            )]
        }
        ("type_spec" | "type_alias", Some(name)) if is_top(node) => {
            let at = whole(node);
            vec![make(name.to_owned(), kind_of(node), at, Body::None)]
        }
        ("method_elem", Some(name)) => match owner(node) {
            Some(owner) => {
                let name = format!("{owner}.{name}");
                vec![make(name, DefinitionKind::Method, node, Body::None)]
            }
            None => Vec::new(),
        },
        ("const_spec" | "var_spec", _) if is_top(node) => bound(node, file)
            .into_iter()
            .map(|(name, kind, body)| make(name.to_owned(), kind, whole(node), body))
            .collect(),
        ("short_var_declaration" | "var_spec", _) => closure(node, file)
            .into_iter()
            .map(|(name, body)| Definition {
                nested: true,
                exported: Exported::No,
                ..make(name.to_owned(), DefinitionKind::Function, node, body)
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Whether every part of a name begins with a capital letter. What others may reach through a value alone is
/// restricted: nobody can name it.
fn exported(name: &str, test: bool) -> Exported {
    let (owner, last) = name.rsplit_once('.').unwrap_or(("", name));
    let owned = owner.is_empty() || shape::is_public(owner);
    match (shape::is_public(last), owned && !test) {
        (true, true) => Exported::Yes,
        (true, false) => Exported::Restricted,
        (false, _) => Exported::No,
    }
}

/// Whether a specification stands at package level.
fn is_top(spec: Node<'_>) -> bool {
    let mut around = spec.ancestors().skip_while(|it| {
        it.is_any(&[
            "const_declaration",
            "var_declaration",
            "var_spec_list",
            "type_declaration",
        ])
    });
    around.next().is_some_and(|it| it.is("source_file"))
}

/// The declaration around a specification, if that is all it holds.
fn whole(spec: Node<'_>) -> Node<'_> {
    let parent = spec
        .parent()
        .filter(|it| it.kind().ends_with("_declaration") && it.child("(").is_none());
    parent.unwrap_or(spec)
}

fn kind_of(spec: Node<'_>) -> DefinitionKind {
    let of = spec.field("type").filter(|_| spec.is("type_spec"));
    match of.map(Node::kind) {
        Some("struct_type") => DefinitionKind::Struct,
        Some("interface_type") => DefinitionKind::Trait,
        Some(_) | None => DefinitionKind::TypeAlias,
    }
}

/// The interface of the file that a signature belongs to.
fn owner(signature: Node<'_>) -> Option<&str> {
    let interface = signature.parent().filter(|it| it.is("interface_type"))?;
    let spec = interface.parent().filter(|it| it.is("type_spec"))?;
    is_top(spec)
        .then(|| spec.field("name").map(Node::text))
        .flatten()
}

/// The names that a specification binds, with what they are bound to.
fn bound<'t>(spec: Node<'t>, file: &File<'t>) -> Vec<(&'t str, DefinitionKind, Body)> {
    let values = spec
        .field("value")
        .map_or_else(Vec::new, shape::expressions);
    let names = spec
        .children()
        .filter(|it| it.field_name() == "name" && it.is_named());
    let mut found = Vec::new();
    for (at, name) in names.enumerate().take(NAMES_MAX) {
        let function = values.get(at).filter(|it| it.is("func_literal"));
        let (kind, body) = match (spec.kind(), function) {
            ("const_spec", _) => (DefinitionKind::Constant, Body::None),
            (_, Some(function)) => {
                let body = judge_slot(*function, name.text(), file);
                (DefinitionKind::Function, body)
            }
            (_, None) => (DefinitionKind::Variable, Body::None),
        };
        if name.text() != "_" {
            found.push((name.text(), kind, body));
        }
    }
    found
}

/// A function literal that a local name is bound to.
fn closure<'t>(node: Node<'t>, file: &File<'t>) -> Option<(&'t str, Body)> {
    let (names, values) = match shape::assigned(node) {
        Some(assigned) => (assigned.left, assigned.right),
        None => {
            let names = node.children().filter(|it| it.field_name() == "name");
            let values = node
                .field("value")
                .map_or_else(Vec::new, shape::expressions);
            (names.take(2).collect(), values)
        }
    };
    match (names.as_slice(), values.as_slice()) {
        ([name], [function]) if function.is("func_literal") && name.text() != "_" => {
            Some((name.text(), judge_slot(*function, name.text(), file)))
        }
        (_, _) => None,
    }
}

fn judge<'t>(node: Node<'t>, name: &str, scan: &Scan<'t>, file: &File<'t>) -> Body {
    let receiver = Head::of(node).receiver;
    let test = regions::is_test(node, file.in_tests);
    let setting = Setting {
        name,
        slot: false,
        works: !file.asked.contains(name)
            && receiver.is_some_and(|it| file.workers.contains(it.of)),
        excused: match test {
            true => file.notes.excuse_of_test(node.line()),
            false => file.notes.excuse(node.line()),
        },
        configured: file.notes.configured || !marks(node, file).is_empty(),
        test,
    };
    match hollow::judge(node, setting) {
        // A test's stand-ins may do nothing.
        Body::Hollow(hollow) if scan.in_test(node) && !test => Body::Hollow(Hollow {
            certainty: Certainty::Likely,
            ..hollow
        }),
        body @ (Body::None | Body::Substantive | Body::Hollow(_)) => body,
    }
}

/// A function literal fills a variable, which others may fill again.
fn judge_slot<'t>(function: Node<'t>, name: &str, file: &File<'t>) -> Body {
    let setting = Setting {
        name,
        slot: true,
        works: false,
        excused: file.notes.excuse(function.line()),
        configured: file.notes.configured,
        test: false,
    };
    hollow::judge(function, setting)
}

/// Directives right above a declaration: `//go:linkname`, `//export`.
fn marks(node: Node<'_>, file: &File<'_>) -> Vec<String> {
    let words = file.notes.above(node.line()).filter_map(|comment| {
        let text = comment.text();
        let directive = text.strip_prefix("//go:").or_else(|| {
            let export = text.strip_prefix("//")?;
            export.starts_with("export ").then_some(export)
        });
        directive?.split_whitespace().next().map(str::to_owned)
    });
    words.collect()
}
