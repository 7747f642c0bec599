//! Who can name what a TypeScript or JavaScript file defines.

use std::collections::BTreeMap;

use super::items::{Found, Place};
use crate::parts::{DefinitionKind, Export, ExportKind, Exported};
use crate::syntax::Node;

/// Names that other files can reach, with how.
pub(super) struct Exposed<'e>(BTreeMap<&'e str, Exported>);

impl<'e> Exposed<'e> {
    pub(super) fn of(exports: &'e [Export]) -> Exposed<'e> {
        let mut names: BTreeMap<&str, Exported> = BTreeMap::new();
        for export in exports.iter().filter(|e| e.module.is_empty()) {
            let exported = match &export.kind {
                ExportKind::Type => Exported::TypeOnly,
                ExportKind::Value | ExportKind::Default | ExportKind::Namespace => Exported::Yes,
                ExportKind::Reexport { .. } | ExportKind::Restricted => continue,
            };
            let local = export.local.as_deref().unwrap_or(&export.name);
            let known = names.entry(local).or_insert(exported);
            *known = exported.min(*known);
        }
        Exposed(names)
    }

    fn get(&self, name: &str) -> Exported {
        self.0.get(name).copied().unwrap_or(Exported::No)
    }

    /// How far a definition can be named.
    pub(super) fn reach(&self, found: &Found<'_>, place: &Place<'_>) -> Exported {
        if place.nested {
            return Exported::No;
        }
        if found.node.is("assignment_expression") {
            return self.get(found.name);
        }
        if let Some(first) = place.modules.first() {
            return match (place.exported, self.get(first)) {
                (true, Exported::Yes) => Exported::Yes,
                (true, Exported::TypeOnly | Exported::Restricted | Exported::No) => {
                    Exported::Restricted
                }
                (false, _) => Exported::No,
            };
        }
        if found.kind != DefinitionKind::Method {
            let own = self.get(found.name);
            let type_only = matches!(
                found.kind,
                DefinitionKind::Trait | DefinitionKind::TypeAlias
            );
            return match own {
                Exported::Yes if type_only => Exported::TypeOnly,
                Exported::Yes | Exported::TypeOnly | Exported::Restricted | Exported::No => own,
            };
        }
        let private =
            found.name.starts_with('#') || found.modifier().is_some_and(|it| it != "public");
        let owner = place.owner.as_deref().unwrap_or("");
        let root = owner.split('.').next().unwrap_or(owner);
        if private {
            Exported::No
        } else {
            self.get(root)
        }
    }
}

/// Whether a method of a class is its own, by the language or, where no base can ask for it, by its name.
pub(super) fn is_secret(found: &Found<'_>, place: &Place<'_>) -> bool {
    let class = place.class.filter(|_| found.name != "constructor");
    class.is_some_and(|class| {
        let alone = class.child("class_heritage").is_none();
        found.name.starts_with('#')
            || found.modifier() == Some("private")
            || (alone && found.name.starts_with('_') && found.modifier().is_none())
    })
}

impl<'t> Found<'t> {
    /// `public`, `protected`, `private`.
    fn modifier(&self) -> Option<&'t str> {
        self.node.child("accessibility_modifier").map(Node::text)
    }
}
