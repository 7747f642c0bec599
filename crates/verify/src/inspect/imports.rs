//! What a file brings in, offers and passes on, as far as the plan's links need it.

use std::collections::BTreeSet;

use code::links::{self, Used};
use code::{DefinitionKind, ExportKind, Import, ImportKind};

use super::{Subject, short};
use crate::facts::{FileFacts, ImportFact, Offer, UsedFact};
use crate::needs;

/// Imports that are kept of a file.
const IMPORTS_MAX: usize = 400;
/// Names that are kept of a file, of each sort.
const NAMES_MAX: usize = 1_000;

impl Subject<'_> {
    pub(super) fn imports(&self, facts: &mut FileFacts, ends: &BTreeSet<&str>) {
        let imports = self.code.imports.iter();
        facts.imports = imports
            .take(IMPORTS_MAX)
            .map(|import| self.import(import, ends))
            .collect();
        facts.cut |= self.code.imports.len() > IMPORTS_MAX;
        let unsure = |it: &ImportFact| matches!(it.used, UsedFact::Unknown(_));
        if facts.imports.iter().any(unsure) {
            let uses = self.code.references.iter().chain(&self.code.members);
            facts.uses = uses
                .take(NAMES_MAX)
                .filter_map(|(name, uses)| Some((name.clone(), uses.first()?.line)))
                .collect();
        }
    }

    fn import(&self, import: &Import, ends: &BTreeSet<&str>) -> ImportFact {
        let files = links::candidates(&self.code, import, self.path.as_str());
        let local = !files.is_empty();
        ImportFact {
            path: short(&import.path),
            line: import.line,
            names: import.names.iter().map(|it| short(&it.name)).collect(),
            files: files
                .into_iter()
                .filter(|it| needs::matters(it, ends))
                .collect(),
            local,
            passes: import.kind == ImportKind::Reexport,
            module: short(&import.module),
            used: match links::used(&self.code, import, None) {
                Used::Yes { line } => UsedFact::Yes(line),
                Used::InTests { line } => UsedFact::Tests(line),
                Used::No => UsedFact::No,
                Used::Unknown(why) => UsedFact::Unknown(why.to_owned()),
            },
        }
    }

    pub(super) fn offers(&self, facts: &mut FileFacts) {
        for export in self.code.exports.iter().take(NAMES_MAX) {
            let offer = match &export.kind {
                ExportKind::Reexport { .. } => Offer::Passed,
                ExportKind::Value
                | ExportKind::Type
                | ExportKind::Default
                | ExportKind::Namespace
                | ExportKind::Restricted => Offer::Own,
            };
            facts.offers.insert(short(&export.name), offer);
        }
        for definition in self.code.definitions.iter().take(NAMES_MAX) {
            if definition.kind == DefinitionKind::Trait {
                facts.traits.entry(short(&definition.name)).or_default();
            }
            if let Some((of, method)) = definition.name.split_once("::")
                && let Some(methods) = facts.traits.get_mut(of)
            {
                methods.push(short(method));
            }
        }
        facts.cut |= self.code.exports.len() > NAMES_MAX;
    }

    /// The files that a specifier written here may mean.
    pub(super) fn files_of(&self, specifier: &str) -> Vec<String> {
        let import = self
            .code
            .imports
            .iter()
            .find(|it| it.kind == ImportKind::Reexport && it.path == specifier);
        import.map_or_else(Vec::new, |import| {
            links::candidates(&self.code, import, self.path.as_str())
        })
    }
}
