//! What a Java file defines, and which of it other files can name.

use std::collections::BTreeSet;

use super::regions;
use super::shape;
use crate::java::bodies::hollow;
use crate::parts::{Body, Definition, DefinitionKind, Export, ExportKind, Exported};
use crate::scan::{Items, Scan};
use crate::syntax::Node;

/// Most marks kept for one definition.
const MARKS_MAX: usize = 32;

/// Methods that serialisation calls, private as they are.
const OF_STREAMS: [&str; 5] = [
    "readObject",
    "writeObject",
    "readObjectNoData",
    "readResolve",
    "writeReplace",
];

/// Annotations that are there for the compiler and whoever reads: they register nothing.
const OF_COMPILER: [&str; 9] = [
    "SuppressWarnings",
    "SafeVarargs",
    "FunctionalInterface",
    "Deprecated",
    "Nullable",
    "NonNull",
    "NotNull",
    "Nonnull",
    "CheckReturnValue",
];

/// Definitions and exports, in source order.
pub(super) fn find(scan: &Scan<'_>) -> Items {
    let mut items = Items::default();
    for node in scan.live() {
        let Some((name, kind)) = define(node) else {
            continue;
        };
        if items.definitions.len() >= scan.limits.items_max {
            items.truncated = true;
            break;
        }
        let place = Place::of(node);
        let found = definition(node, name, kind, &place, scan);
        items.exports.extend(export(node, name, &found, &place));
        items.definitions.push(found);
    }
    // Overloads share a name.
    let of = |export: &Export| (export.module.clone(), export.name.clone());
    let mut seen = BTreeSet::new();
    items.exports.retain(|export| seen.insert(of(export)));
    items
}

/// What a node defines: its name, and what sort of thing it is.
fn define(node: Node<'_>) -> Option<(&str, DefinitionKind)> {
    let kind = match node.kind() {
        "class_declaration" | "record_declaration" => DefinitionKind::Struct,
        "enum_declaration" => DefinitionKind::Enum,
        "interface_declaration" | "annotation_type_declaration" => DefinitionKind::Trait,
        "module_declaration" => DefinitionKind::Module,
        "enum_constant" => DefinitionKind::Constant,
        "method_declaration" => match node.parent().is_some_and(|p| p.is("program")) {
            true => DefinitionKind::Function,
            false => DefinitionKind::Method,
        },
        "annotation_type_element_declaration" => DefinitionKind::Method,
        // Other code writes `new C()` and `C::new`.
        "constructor_declaration" | "compact_constructor_declaration" => {
            return Some(("new", DefinitionKind::Method));
        }
        "variable_declarator" => field(node)?,
        "formal_parameter" => {
            let list = node.parent()?;
            let of_record = list.parent()?.is("record_declaration");
            of_record.then_some(DefinitionKind::Variable)?
        }
        _ => return None,
    };
    Some((node.field("name")?.text(), kind))
}

/// A field of a class. What only the class itself can see is none of a file's definitions, constants aside.
fn field(declarator: Node<'_>) -> Option<DefinitionKind> {
    let declaration = declarator.parent()?;
    let modified = |modifier| shape::has(declaration, modifier);
    match declaration.kind() {
        "constant_declaration" => Some(DefinitionKind::Constant),
        "field_declaration" if modified("static") && modified("final") => {
            Some(DefinitionKind::Constant)
        }
        "field_declaration" if modified("static") || !modified("private") => {
            Some(DefinitionKind::Variable)
        }
        _ => None,
    }
}

/// Where a definition stands.
struct Place<'t> {
    /// The types around it, outermost first.
    owners: Vec<&'t str>,
    /// How far the types around it can be named.
    reach: Exported,
    /// It stands in code that runs, or in a type without a name.
    nested: bool,
}

impl<'t> Place<'t> {
    fn of(node: Node<'t>) -> Place<'t> {
        let mut place = Place {
            owners: Vec::new(),
            reach: Exported::Yes,
            nested: false,
        };
        for around in node.ancestors() {
            let kind = around.kind();
            if shape::TYPES.contains(&kind) || kind == "enum_constant" {
                let name = around.field("name").map(Node::text);
                place.owners.extend(name.map(shape::short));
                place.reach = place.reach.max(visibility(around));
            }
            let runs = shape::FUNCTIONS.contains(&kind)
                || matches!(
                    kind,
                    "object_creation_expression"
                        | "lambda_expression"
                        | "block"
                        | "static_initializer"
                );
            if runs {
                place.nested = true;
                break;
            }
        }
        place.owners.reverse();
        place
    }
}

/// How far a declaration can be named by its own modifiers.
fn visibility(declaration: Node<'_>) -> Exported {
    let holder = declaration.parent();
    let holder = match holder.filter(|p| p.is_any(&["formal_parameters"])) {
        Some(list) => list.parent(),
        None => holder,
    };
    let open = [
        "interface_body",
        "annotation_type_body",
        "record_declaration",
    ];
    if shape::has(declaration, "private") {
        Exported::No
    } else if declaration.is("enum_constant")
        || holder.is_some_and(|p| p.is_any(&open))
        || shape::has(declaration, "public")
        || shape::has(declaration, "protected")
    {
        Exported::Yes
    } else {
        Exported::Restricted
    }
}

/// The node whose modifiers count: for a variable the whole declaration.
fn declaration(node: Node<'_>) -> Node<'_> {
    match node.is("variable_declarator") {
        true => node.parent().unwrap_or(node),
        false => node,
    }
}

fn definition(
    node: Node<'_>,
    name: &str,
    kind: DefinitionKind,
    place: &Place<'_>,
    scan: &Scan<'_>,
) -> Definition {
    let declared = declaration(node);
    let mut names = place.owners.clone();
    names.push(name);
    let marks = shape::annotations(declared).map(shape::annotation_name);
    let marks = marks.filter(|mark| !OF_COMPILER.contains(mark));
    Definition {
        name: names.join("."),
        module: String::new(),
        kind,
        span: declared.span(),
        exported: match place.nested {
            true => Exported::No,
            false => place.reach.max(own_visibility(declared)),
        },
        secret: node.is("method_declaration")
            && shape::has(node, "private")
            && !OF_STREAMS.contains(&name),
        body: match shape::FUNCTIONS.contains(&node.kind()) {
            true => hollow::judge(node, regions::is_test(node)),
            false => Body::None,
        },
        complexity: 0,
        marks: marks.take(MARKS_MAX).map(str::to_owned).collect(),
        test: scan.in_test(node),
        nested: place.nested,
    }
}

/// The constructors of an enum are its own.
fn own_visibility(declared: Node<'_>) -> Exported {
    let of_enum = declared.is("constructor_declaration")
        && shape::class_of(declared).is_some_and(|class| class.is("enum_declaration"));
    match of_enum {
        true => Exported::No,
        false => visibility(declared),
    }
}

/// What other files can import: types, and by `import static` whatever of them needs no instance.
fn export(node: Node<'_>, name: &str, found: &Definition, place: &Place<'_>) -> Option<Export> {
    let declared = declaration(node);
    let in_interface = declared.is("constant_declaration");
    let importable = shape::TYPES.contains(&declared.kind())
        || declared.is("enum_constant")
        || in_interface
        || shape::has(declared, "static");
    let kind = match found.exported {
        Exported::Yes | Exported::TypeOnly => ExportKind::Value,
        Exported::Restricted => ExportKind::Restricted,
        Exported::No => return None,
    };
    (importable && !place.nested).then(|| Export {
        name: name.to_owned(),
        local: (found.name != name).then(|| found.name.clone()),
        module: place.owners.join("."),
        kind,
        line: found.span.line,
    })
}

/// Types that take members over from types which this file does not define.
pub(super) fn heirs(scan: &Scan<'_>, definitions: &[Definition]) -> BTreeSet<String> {
    let own: BTreeSet<&str> = definitions.iter().map(|d| d.name.as_str()).collect();
    let mut found = BTreeSet::new();
    for node in scan.live_of(&shape::TYPES) {
        let foreign = |parent: &&str| !own.contains(*parent) && *parent != "Serializable";
        let Some(name) = node.field("name") else {
            continue;
        };
        if shape::supertypes(node).iter().any(foreign) {
            let mut names = Place::of(node).owners;
            names.push(name.text());
            found.insert(names.join("."));
        }
    }
    found
}

/// The line of a `main` method that the Java launcher starts.
pub(super) fn starts(scan: &Scan<'_>) -> Option<u32> {
    let mut methods = scan.live_of(&["method_declaration"]);
    methods.find(|method| starts_here(*method)).map(Node::line)
}

fn starts_here(method: Node<'_>) -> bool {
    let named = method.field("name").is_some_and(|n| n.text() == "main");
    let void = method.field("type").is_some_and(|t| t.is("void_type"));
    let mut parameters = shape::parameters(method);
    let texts = |parameter: Node<'_>| {
        let array = parameter.is("spread_parameter")
            || shape::parameter_type(parameter).is_some_and(|t| t.is("array_type"))
            || parameter.field("dimensions").is_some();
        array && shape::parameter_type(parameter).is_some_and(|t| shape::type_name(t) == "String")
    };
    let first = parameters.next();
    let takes_texts = first.is_some_and(texts) && parameters.next().is_none();
    // Without a class around it a bare `void main()` starts too.
    let alone = method.parent().is_some_and(|p| p.is("program"));
    let open = shape::has(method, "public")
        || shape::class_of(method).is_some_and(|class| class.is("interface_declaration"));
    let classic = open && shape::has(method, "static") && takes_texts;
    named && void && (classic || (alone && (takes_texts || first.is_none())))
}
