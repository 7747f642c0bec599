//! What a Java file brings in: imports, types written out with their package, classes loaded by name.

use std::collections::BTreeSet;

use super::scopes::Names;
use super::shape;
use crate::parts::{Import, ImportKind, ImportedName};
use crate::scan::Scan;
use crate::syntax::Node;

/// How many words a written-out name may have.
const WORDS_MAX: usize = 32;

/// Imports at the head of the file, names in `module-info.java`, and classes loaded by their name.
pub(super) fn find(scan: &Scan<'_>) -> Vec<Import> {
    let mut found = Vec::new();
    let kinds = [
        "import_declaration",
        "method_invocation",
        "provides_module_directive",
        "uses_module_directive",
    ];
    for node in scan.live_of(&kinds) {
        match node.kind() {
            "import_declaration" => found.extend(statement(node, scan)),
            "method_invocation" => found.extend(loaded(node, scan)),
            "provides_module_directive" | "uses_module_directive" => {
                let names = node.named().map(Node::text).map(plain);
                found.extend(names.map(|path| written(&path, node, scan)));
            }
            _ => {}
        }
    }
    found
}

fn statement(node: Node<'_>, scan: &Scan<'_>) -> Option<Import> {
    let written = node
        .named()
        .find(|n| n.is_any(&["scoped_identifier", "identifier"]))?;
    let whole = plain(written.text());
    let is_static = node.children().any(|n| n.is("static"));
    let all = node.child("asterisk").is_some();
    let last = whole.rsplit('.').next().unwrap_or(&whole).to_owned();
    let path = match whole.rsplit_once('.') {
        Some((of, _)) if is_static && !all => of.to_owned(),
        Some(_) | None => whole,
    };
    let name = match all {
        true => ImportedName {
            name: "*".to_owned(),
            local: None,
        },
        false => ImportedName {
            name: last.clone(),
            local: Some(last),
        },
    };
    Some(import(path, vec![name], ImportKind::Static, node, scan))
}

/// `Class.forName("a.b.C")`.
fn loaded(call: Node<'_>, scan: &Scan<'_>) -> Option<Import> {
    if !matches!(shape::method(call), "forName" | "loadClass") {
        return None;
    }
    let name = shape::string(shape::arguments(call).next()?)?;
    let word =
        |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_');
    let path = name.replace('$', ".");
    let named = path.contains('.') && path.split('.').take(WORDS_MAX).all(word);
    named.then(|| import(path, Vec::new(), ImportKind::Dynamic, call, scan))
}

/// Types that are written out with their package where they are used, each once.
#[derive(Default)]
pub(super) struct Written {
    found: Vec<Import>,
    seen: BTreeSet<(String, bool)>,
}

impl Written {
    /// Looks at one node. What begins with a variable is no package.
    pub(super) fn look(&mut self, node: Node<'_>, names: &Names<'_>, scan: &Scan<'_>) {
        let Some(path) = path(node) else { return };
        let first = path.split('.').next().unwrap_or("");
        let package =
            node.is("scoped_type_identifier") || names.may_be_package(first, node.start());
        let room = self.found.len() < scan.limits.items_max;
        if package && room && self.seen.insert((path.clone(), scan.in_test(node))) {
            self.found.push(written(&path, node, scan));
        }
    }

    pub(super) fn finish(self) -> Vec<Import> {
        self.found
    }
}

/// `a.b.C` for a name that begins with packages and ends with a type; a longer one holds it.
fn path(node: Node<'_>) -> Option<String> {
    if !node.is_any(&[
        "scoped_type_identifier",
        "field_access",
        "scoped_identifier",
    ]) {
        return None;
    }
    let last = node
        .named()
        .last()
        .filter(|n| n.is_any(&["identifier", "type_identifier"]))?;
    // In an expression `a.b.MAX` may be a constant of a field; where only types stand, `a.b.DTO` is one.
    let wanted = |name: Node<'_>| match node.is("field_access") {
        true => is_type(name.text()),
        false => name.text().starts_with(char::is_uppercase),
    };
    if !wanted(last) {
        return None;
    }
    let longer = node
        .parent()
        .filter(|up| up.kind() == node.kind() && up.named().last().is_some_and(wanted));
    let text = node.text();
    if longer.is_some() || text.len() > 512 {
        return None;
    }
    let text = plain(text);
    let word =
        |part: &str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_');
    let mut parts = text.split('.');
    let small = |part: &&str| !part.starts_with(char::is_uppercase);
    let package = parts.clone().take_while(small).count();
    let first = text.split('.').next().unwrap_or("");
    let settled = package > 0
        && !matches!(first, "this" | "super")
        && parts.clone().count() <= WORDS_MAX
        && parts.all(word);
    settled.then_some(text)
}

/// Whether a word is a type's by the custom that all keep to: `Big`, but not `BIG` and not `small`.
fn is_type(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_uppercase)
        && (letters.any(char::is_lowercase) || word.len() == 1)
}

fn written(path: &str, node: Node<'_>, scan: &Scan<'_>) -> Import {
    let last = path.rsplit('.').next().unwrap_or(path);
    let name = ImportedName {
        name: last.to_owned(),
        local: None,
    };
    import(path.to_owned(), vec![name], ImportKind::Path, node, scan)
}

/// A name without the blanks and comments that may stand in it.
pub(super) fn plain(written: &str) -> String {
    written.chars().filter(|c| !c.is_whitespace()).collect()
}

fn import(
    path: String,
    names: Vec<ImportedName>,
    kind: ImportKind,
    node: Node<'_>,
    scan: &Scan<'_>,
) -> Import {
    Import {
        path,
        names,
        line: node.line(),
        kind,
        type_only: false,
        module: String::new(),
        test: scan.in_test(node),
    }
}
