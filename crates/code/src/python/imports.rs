//! What a Python file brings in: by `import`, by a call, and by a text that names a module where such texts do.

use super::shape;
use crate::parts::{Import, ImportKind, ImportedName};
use crate::scan::Scan;
use crate::syntax::Node;

/// Longest text that may name a module, in bytes.
const SPECIFIER_BYTES_MAX: usize = 200;

/// How far around a text the call or the table is looked for that it is given to.
const AROUND_MAX: usize = 12;

/// Calls that load what a text names.
const LOADERS: [&str; 16] = [
    "include",
    "import_string",
    "import_object",
    "import_by_path",
    "import_from_string",
    "load_object",
    "load_class",
    "locate",
    "resolve_name",
    "lazy_import",
    "LazyLoader",
    "find_spec",
    "run",
    "run_module",
    "patch",
    "autodiscover_tasks",
];

/// One import, and where it stands.
pub(super) struct Brought {
    pub(super) import: Import,
    /// It stands at the level of the module, so that its names are names of the module.
    pub(super) outer: bool,
    /// Names that are given the name they have: `import a as a` says that others may take it from here.
    pub(super) again: Vec<String>,
}

pub(super) fn find(scan: &Scan<'_>) -> Vec<Brought> {
    let mut found = Vec::new();
    let kinds = [
        "import_statement",
        "import_from_statement",
        "call",
        "string_content",
    ];
    for node in scan.live_of(&kinds) {
        match node.kind() {
            "import_statement" => plain(node, scan, &mut found),
            "import_from_statement" => found.extend(from(node, scan)),
            "call" => found.extend(loaded(node, scan)),
            "string_content" => found.extend(named_by_text(node, scan)),
            _ => {}
        }
    }
    found
}

/// `import a.b, c as d`: one for each.
fn plain(node: Node<'_>, scan: &Scan<'_>, found: &mut Vec<Brought>) {
    for part in node.named() {
        let aliased = part.is("aliased_import");
        let path = match part.field("name").filter(|_| aliased) {
            Some(name) => dotted(name),
            None => dotted(part),
        };
        let first = path.split('.').next().unwrap_or(&path).to_owned();
        let alias = part.field("alias").filter(|_| aliased).map(Node::text);
        let again = alias.filter(|alias| *alias == path).map(str::to_owned);
        let local = alias.map_or(first, str::to_owned);
        let mut brought = brought(node, scan, path, ImportKind::Static);
        brought.import.names = vec![name("*", Some(&local))];
        brought.again = again.into_iter().collect();
        found.push(brought);
    }
}

/// `from a.b import c, d as e`.
fn from(node: Node<'_>, scan: &Scan<'_>) -> Option<Brought> {
    let path = dotted(node.field("module_name")?);
    let mut brought = brought(node, scan, path, ImportKind::Static);
    if node.child("wildcard_import").is_some() {
        brought.import.names.push(name("*", None));
    }
    for part in node.children().filter(|n| n.field_name() == "name") {
        let aliased = part.is("aliased_import");
        let original = match part.field("name").filter(|_| aliased) {
            Some(original) => dotted(original),
            None => dotted(part),
        };
        let alias = part.field("alias").filter(|_| aliased).map(Node::text);
        if alias == Some(original.as_str()) {
            brought.again.push(original.clone());
        }
        let local = alias.unwrap_or(&original);
        brought.import.names.push(name(&original, Some(local)));
    }
    Some(brought)
}

/// `importlib.import_module("x")` and `__import__("x")`.
fn loaded(call: Node<'_>, scan: &Scan<'_>) -> Option<Brought> {
    let kind = ImportKind::Dynamic;
    let callee = shape::callee(call)?;
    match shape::last_name(callee) {
        "import_module" | "__import__" => {}
        // Whatever stands in the package is loaded.
        "iter_modules" | "walk_packages" => {
            let own = shape::arguments(call)
                .next()
                .is_some_and(|a| a.text().contains("__path__"));
            return Some(brought(
                call,
                scan,
                if own { ".*" } else { "*" }.to_owned(),
                kind,
            ));
        }
        _ => return None,
    }
    let given = shape::arguments(call).next()?;
    let package = call.field("arguments").and_then(|list| list.named().nth(1));
    // Relative to the package that it is given, which is mostly its own.
    let own = package.is_none_or(|package| package.text().contains("__"));
    let path = match shape::string(given) {
        Some(path) if path.starts_with('.') && !own => "*".to_owned(),
        Some(path) => path.to_owned(),
        None => computed(given),
    };
    // Only the beginning is known: nobody can tell what of it is used.
    let known = shape::string(given).is_some() && path != "*";
    let mut brought = brought(call, scan, path, kind);
    if !known {
        brought.import.names.push(name("*", None));
        return Some(brought);
    }
    let bound = call
        .parent()
        .filter(|p| p.is("assignment") && call.field_name() == "right");
    let bound = bound
        .and_then(|a| a.field("left"))
        .filter(|l| l.is("identifier"));
    brought
        .import
        .names
        .extend(bound.map(|local| name("*", Some(local.text()))));
    Some(brought)
}

/// What is known of a name that is put together: `a.b.*` for `f"a.b.{c}"`, `.*` for `f"{__name__}.{c}"`, else `*`.
fn computed(given: Node<'_>) -> String {
    let first = match given.kind() {
        "binary_operator" => given.field("left"),
        _ => Some(given),
    };
    let text = first
        .map_or("", Node::text)
        .trim_start_matches(['f', 'F', 'r', 'R']);
    let text = text.trim_matches(['"', '\'']);
    let own = ["{__name__}.", "{__package__}.", "__name__", "__package__"];
    if own.iter().any(|own| text.starts_with(own)) {
        return ".*".to_owned();
    }
    let known = text.split('{').next().unwrap_or("");
    match known.rsplit_once('.') {
        Some((package, "")) if known != "." && is_path(package) => format!("{package}.*"),
        Some(("", "")) => ".*".to_owned(),
        Some(_) | None => "*".to_owned(),
    }
}

/// A text that names a module where settings, tables and loaders do: `"app.urls"`, `"app.main:app"`.
fn named_by_text(content: Node<'_>, scan: &Scan<'_>) -> Option<Brought> {
    let text = content.text();
    if text.len() > SPECIFIER_BYTES_MAX || !text.contains('.') {
        return None;
    }
    let path = text.split(':').next().unwrap_or(text);
    let dotted = path.trim_start_matches('.');
    let deep = dotted.contains('.') || path.len() > dotted.len();
    if !deep || !is_path(dotted) || !(names_one(text) || loads_texts(content)) {
        return None;
    }
    let mut brought = brought(content, scan, path.to_owned(), ImportKind::Dynamic);
    // It may be meant otherwise: a name that is not bound here says that nobody can tell what is used.
    let last = text.rsplit([':', '.']).next().unwrap_or("*");
    brought.import.names.push(name(last, None));
    brought.outer = false;
    Some(brought)
}

/// Whether a text stands in a table of the module, or is given to a call that loads.
fn loads_texts(content: Node<'_>) -> bool {
    let mut in_table = false;
    let mut given = false;
    for around in content.ancestors().take(AROUND_MAX) {
        match around.kind() {
            "dictionary" | "list" | "tuple" | "set" => in_table = true,
            "call" if LOADERS.contains(&shape::called(around)) => return true,
            "call" => given |= !in_table,
            "function_definition" | "lambda" | "comparison_operator" | "subscript" => return false,
            "assignment" => {
                let left = around.field("left");
                let table =
                    left.is_some_and(|l| l.is_any(&["identifier", "subscript", "pattern_list"]));
                return table && !given && shape::at_module_level(around);
            }
            "expression_statement" => return false,
            _ => {}
        }
    }
    false
}

/// Whether what follows a path is the name of something in the module: `app.main:app`.
fn names_one(text: &str) -> bool {
    text.split_once(':')
        .is_some_and(|(_, name)| !name.is_empty() && is_path(name))
}

/// Whether a text is names with dots between them.
fn is_path(text: &str) -> bool {
    let is_name = |word: &str| {
        word.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && word.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    !text.is_empty() && text.split('.').all(is_name)
}

/// A dotted name without white space.
fn dotted(node: Node<'_>) -> String {
    node.text()
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '\\')
        .collect()
}

fn brought(node: Node<'_>, scan: &Scan<'_>, path: String, kind: ImportKind) -> Brought {
    Brought {
        import: Import {
            path,
            names: Vec::new(),
            line: node.line(),
            kind,
            type_only: shape::for_types(node),
            module: String::new(),
            test: scan.in_test(node),
        },
        outer: kind == ImportKind::Static && shape::at_module_level(node),
        again: Vec::new(),
    }
}

fn name(original: &str, local: Option<&str>) -> ImportedName {
    ImportedName {
        name: original.to_owned(),
        local: local.map(str::to_owned),
    }
}
