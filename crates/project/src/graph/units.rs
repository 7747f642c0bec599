//! Packages whose files share one scope: which file defines which name. Each is read once.

use std::collections::BTreeMap;

use super::Id;
use crate::Project;
use code::DefinitionKind;
use code::Language;

/// Names by package, and by the files that an import of a package means.
#[derive(Default)]
pub(super) struct Units {
    pub(super) names: BTreeMap<(Language, String, String), BTreeMap<String, Vec<Id>>>,
    pub(super) folders: BTreeMap<Vec<String>, BTreeMap<String, Vec<Id>>>,
}

/// The key under which files stand that run when their package is loaded.
pub(super) const LOADED: &str = "init()";

/// Which files define which names, methods by their last word.
pub(super) fn names_of(
    project: &Project,
    ids: &BTreeMap<String, Id>,
    files: &[String],
) -> BTreeMap<String, Vec<Id>> {
    let mut names: BTreeMap<String, Vec<Id>> = BTreeMap::new();
    for file in files {
        let (Some(id), Some(facts)) = (ids.get(file), project.facts(file)) else {
            continue;
        };
        let own = facts.definitions.iter().filter(|it| !it.nested);
        // What is inside a Java type is named behind it.
        let java = facts.language == Language::Java;
        for definition in own.filter(|it| !(java && it.name.contains('.'))) {
            let last = definition.name.rsplit(['.', ':']).next().unwrap_or("");
            let name = match (last, definition.kind) {
                ("init", DefinitionKind::Function) => LOADED,
                (last, _) => last,
            };
            let homes = names.entry(name.to_owned()).or_default();
            if homes.last() != Some(id) {
                homes.push(*id);
            }
            let owner = definition.name.split_once('.').map(|(owner, _)| owner);
            let offered = last.starts_with(char::is_uppercase) && facts.language == Language::Go;
            if let Some(owner) = owner.filter(|_| offered) {
                let homes = names.entry(methods_of(owner)).or_default();
                if homes.last() != Some(id) {
                    homes.push(*id);
                }
            }
        }
    }
    names
}

/// The entry of the files with methods of a type of Go that others may call, be it through an interface.
pub(super) fn methods_of(owner: &str) -> String {
    format!("{owner}.")
}
