//! What a Rust file defines, and which of it other files can name.

use std::collections::BTreeMap;

use super::attributes::Attributes;
use crate::parts::{Body, Definition, DefinitionKind, Export, ExportKind, Exported};
use crate::rust::bodies::hollow;
use crate::rust::bodies::surroundings::{Belongs, Setting};
use crate::scan::{Items, Scan};
use crate::syntax::Node;

/// Nodes that define something.
const DEFINING: [&str; 12] = [
    "function_item",
    "function_signature_item",
    "struct_item",
    "union_item",
    "enum_item",
    "trait_item",
    "type_item",
    "associated_type",
    "const_item",
    "static_item",
    "mod_item",
    "macro_definition",
];

/// Finds definitions and exports. Re-exports (`pub use`) are found with the imports.
pub(super) fn find<'t>(scan: &Scan<'t>, attributes: &Attributes<'t>) -> Items {
    let types = types(scan);
    let holds = holdings(scan);
    let mut items = Items::default();
    for node in scan.live_of(&DEFINING) {
        let Some(kind) = kind(node) else { continue };
        let Some(name) = node.field("name").map(Node::text) else {
            continue;
        };
        let name = name.strip_prefix("r#").unwrap_or(name);
        let place = Place::of(node);
        let test = scan.in_test(node);
        let exported = exported(node, &place, attributes, &types);
        if items.definitions.len() >= scan.limits.items_max {
            items.truncated = true;
            break;
        }
        if let Some(export) = export(node, name, &place, exported, test) {
            items.exports.push(export);
        }
        items.definitions.push(Definition {
            name: place.qualified(name),
            module: place.module_path(),
            kind: place.kind(kind),
            span: node.span(),
            exported: if test { exported.at_most() } else { exported },
            secret: is_secret(node, &place),
            body: body(node, &place, attributes, test, &holds),
            complexity: 0,
            marks: attributes.marks(node),
            test,
            nested: place.nested,
        });
    }
    items
}

/// Whether a function of a type is no part of a trait, and does not say `pub`.
fn is_secret(node: Node<'_>, place: &Place<'_>) -> bool {
    let owner = place.owner.as_ref().filter(|_| node.is("function_item"));
    owner.is_some_and(|it| !it.is_trait && it.implements.is_none())
        && visibility(node) == Exported::No
}

/// Whether a node says `pub`, and with which bound.
pub(super) fn visibility(node: Node<'_>) -> Exported {
    match node.child("visibility_modifier").map(Node::text) {
        Some("pub") => Exported::Yes,
        Some(_) => Exported::Restricted,
        None => Exported::No,
    }
}

/// Where an item stands.
pub(super) struct Place<'t> {
    modules: Vec<&'t str>,
    /// Every inline module around it is `pub`.
    public: bool,
    owner: Option<Owner<'t>>,
    /// It stands inside a function.
    pub(super) nested: bool,
}

/// Which type or trait an item belongs to, by name.
pub(super) struct Belonging<'t> {
    pub(super) name: &'t str,
    pub(super) is_trait: bool,
    /// The trait that is implemented, by its last name.
    pub(super) implements: Option<&'t str>,
}

/// The `impl` or `trait` an item belongs to.
struct Owner<'t> {
    node: Node<'t>,
    name: &'t str,
    is_trait: bool,
    /// The trait that is implemented, by its last name.
    implements: Option<&'t str>,
}

impl<'t> Place<'t> {
    pub(super) fn of(node: Node<'t>) -> Place<'t> {
        let mut place = Place {
            modules: Vec::new(),
            public: true,
            owner: None,
            nested: false,
        };
        for around in node.ancestors() {
            match around.kind() {
                "mod_item" => {
                    place.public &= visibility(around) == Exported::Yes;
                    place.modules.extend(around.field("name").map(Node::text));
                }
                "function_item" | "closure_expression" | "block" => place.nested = true,
                "impl_item" | "trait_item" if !place.nested && place.owner.is_none() => {
                    place.owner = Owner::of(around);
                }
                _ => {}
            }
        }
        place.modules.reverse();
        place
    }

    /// The inline modules around it, joined.
    pub(super) fn module_path(&self) -> String {
        self.modules.join("::")
    }

    /// Whether every inline module around it is `pub`.
    pub(super) fn is_public(&self) -> bool {
        self.public
    }

    /// The type that an `impl` is for, or the trait itself.
    pub(super) fn of_owner(node: Node<'t>) -> Option<Belonging<'t>> {
        Owner::of(node).map(|it| it.named())
    }

    /// The type or trait whose code a node stands in.
    pub(super) fn of_around(node: Node<'t>) -> Option<Belonging<'t>> {
        let mut around = node.ancestors();
        Place::of_owner(around.find(|it| it.is_any(&["impl_item", "trait_item"]))?)
    }

    /// The type or trait it belongs to.
    pub(super) fn belonging(&self) -> Option<Belonging<'t>> {
        self.owner.as_ref().map(Owner::named)
    }

    fn qualified(&self, name: &str) -> String {
        match &self.owner {
            Some(owner) if !owner.name.is_empty() => format!("{}::{name}", owner.name),
            Some(_) | None => name.to_owned(),
        }
    }

    fn kind(&self, kind: DefinitionKind) -> DefinitionKind {
        if kind == DefinitionKind::Function && self.owner.is_some() {
            DefinitionKind::Method
        } else {
            kind
        }
    }
}

impl<'t> Owner<'t> {
    fn named(&self) -> Belonging<'t> {
        Belonging {
            name: self.name,
            is_trait: self.is_trait,
            implements: self.implements,
        }
    }

    fn of(node: Node<'t>) -> Option<Owner<'t>> {
        let is_trait = node.is("trait_item");
        let named = node.field(if is_trait { "name" } else { "type" })?;
        Some(Owner {
            node,
            name: type_name(named),
            is_trait,
            implements: node.field("trait").map(type_name),
        })
    }
}

impl Exported {
    /// Test code is at most visible within the crate.
    fn at_most(self) -> Exported {
        match self {
            Exported::Yes | Exported::TypeOnly | Exported::Restricted => Exported::Restricted,
            Exported::No => Exported::No,
        }
    }
}

/// The last name of a type, without references and arguments: `Ledger` for `&'a a::Ledger<T>`.
fn type_name(node: Node<'_>) -> &str {
    let mut at = node;
    for _ in 0..16 {
        let next = match at.kind() {
            "generic_type" | "reference_type" | "pointer_type" => at.field("type"),
            "scoped_type_identifier" => at.field("name"),
            "array_type" => at.field("element"),
            "dynamic_type" | "abstract_type" => at.field("trait"),
            _ => None,
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    at.text()
}

fn kind(node: Node<'_>) -> Option<DefinitionKind> {
    Some(match node.kind() {
        "function_item" | "function_signature_item" => DefinitionKind::Function,
        "struct_item" | "union_item" => DefinitionKind::Struct,
        "enum_item" => DefinitionKind::Enum,
        "trait_item" => DefinitionKind::Trait,
        "type_item" | "associated_type" => DefinitionKind::TypeAlias,
        "const_item" => DefinitionKind::Constant,
        "static_item" => DefinitionKind::Variable,
        "mod_item" => DefinitionKind::Module,
        "macro_definition" => DefinitionKind::Macro,
        _ => return None,
    })
}

/// Types and traits of this file with their own visibility.
fn types<'t>(scan: &Scan<'t>) -> BTreeMap<&'t str, Exported> {
    let kinds = ["struct_item", "enum_item", "union_item", "trait_item"];
    let named = scan.live_of(&kinds);
    named
        .filter_map(|node| Some((node.field("name")?.text(), visibility(node))))
        .collect()
}

fn exported<'t>(
    node: Node<'t>,
    place: &Place<'t>,
    attributes: &Attributes<'t>,
    types: &BTreeMap<&str, Exported>,
) -> Exported {
    if node.is("macro_definition") {
        return if attributes.has(node, "macro_export") {
            Exported::Yes
        } else {
            Exported::No
        };
    }
    if place.nested {
        return Exported::No;
    }
    let own = match &place.owner {
        Some(owner) if owner.is_trait => visibility(owner.node),
        Some(owner) => {
            let of_type = *types.get(owner.name).unwrap_or(&Exported::Yes);
            let of_item = if owner.implements.is_some() {
                Exported::Yes
            } else {
                visibility(node)
            };
            of_type.max(of_item)
        }
        None => visibility(node),
    };
    if place.public {
        own
    } else {
        own.max(Exported::Restricted)
    }
}

fn export(
    node: Node<'_>,
    name: &str,
    place: &Place<'_>,
    exported: Exported,
    test: bool,
) -> Option<Export> {
    if place.owner.is_some() || test {
        return None;
    }
    let kind = match exported {
        Exported::Yes | Exported::TypeOnly if node.is("mod_item") => ExportKind::Namespace,
        Exported::Yes | Exported::TypeOnly => ExportKind::Value,
        Exported::Restricted => ExportKind::Restricted,
        Exported::No => return None,
    };
    let module = match node.is("macro_definition") {
        true => String::new(),
        false => place.module_path(),
    };
    Some(Export {
        name: name.to_owned(),
        local: None,
        module,
        kind,
        line: node.line(),
    })
}

fn body<'t>(
    node: Node<'t>,
    place: &Place<'t>,
    attributes: &Attributes<'t>,
    test: bool,
    holds: &BTreeMap<&str, bool>,
) -> Body {
    let owner = place.owner.as_ref().map(|owner| Belongs {
        name: owner.name,
        is_trait: owner.is_trait,
        implements: owner.implements,
        holds: holds.get(owner.name).copied(),
    });
    hollow::judge(node, Setting::of(node, owner, attributes, test))
}

/// Types of this file, and whether their values differ in anything.
pub(super) fn holdings<'t>(scan: &Scan<'t>) -> BTreeMap<&'t str, bool> {
    let types = scan.live_of(&["struct_item", "enum_item"]);
    let named = types.filter_map(|node| {
        let mut fields = node.field("body").into_iter().flat_map(Node::named);
        let holds = match node.is("enum_item") {
            true => fields.filter(|it| it.is("enum_variant")).nth(1).is_some(),
            false => fields.any(is_data),
        };
        Some((node.field("name")?.text(), holds))
    });
    named.collect()
}

/// Whether a field of a struct, or a type in a tuple, holds something: `()` and `PhantomData` are there for the compiler.
fn is_data(field: Node<'_>) -> bool {
    let plain = field.is_any(&["attribute_item", "visibility_modifier"]) || field.is_extra();
    let kind = match field.is("field_declaration") {
        true => field.field("type"),
        false => Some(field),
    };
    let empty = |kind: Node<'_>| {
        kind.is("unit_type") || kind.text() == "()" || type_name(kind) == "PhantomData"
    };
    !plain && !kind.is_some_and(empty)
}
