//! Names that the plan wants others to be able to import, and that no file of the change offers (Python).

use std::collections::BTreeSet;

use code::project::is_test_path;
use code::{Exporting, Facts, Language};

use crate::inspect::Ground;
use crate::inspect::known::{is_fresh, last};
use crate::inspect::prose::{begins, names, sentences, speaks_otherwise, split};
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 20;

/// What is not offered, each as a sentence.
pub(in crate::inspect) fn unoffered(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    let Some(base) = ground.base else {
        return Vec::new();
    };
    let source = |it: &&Change<'_>| {
        let language = Language::of_path(it.path);
        language == Language::Python && !is_test_path(it.path, language)
    };
    let files = changes.iter().filter(source);
    let files: Vec<&Facts> = files
        .filter_map(|it| ground.project.facts(it.path))
        .collect();
    let mut found = BTreeSet::new();
    for text in sentences(ground) {
        // The name is the first that the text has; "export it" stands behind it.
        let asks = split(text).any(|it| {
            let lower = it.to_lowercase();
            let export = ["export it", "exported", "export them", "in __all__"];
            export.iter().any(|sign| begins(&lower, sign)) && !speaks_of_less(it)
        });
        let fresh = names(text).into_iter();
        let mut fresh = fresh.filter(|it| is_fresh(ground.project, base, it));
        let Some(name) = fresh.next().filter(|_| asks) else {
            continue;
        };
        let defined = files
            .iter()
            .any(|it| it.definitions.iter().any(|it| last(it) == name));
        if defined && !files.iter().any(|it| may_offer(it, name)) {
            found.insert(format!(
                "the plan wants `{name}` exported, and no module of the change offers it"
            ));
        }
    }
    found.into_iter().take(FOUND_MAX).collect()
}

/// Whether a clause says that something is not to be exported; that it is to be so like another says nothing of the sort.
fn speaks_of_less(clause: &str) -> bool {
    let bare = clause.replace(" like ", " ").replace(" same ", " ");
    speaks_otherwise(&bare)
}

fn may_offer(facts: &Facts, name: &str) -> bool {
    match facts.export_of(name) {
        Exporting::No(_) | Exporting::Member(_) | Exporting::Restricted(_) => false,
        Exporting::Yes(_)
        | Exporting::TypeOnly(_)
        | Exporting::AsDefault(_)
        | Exporting::Reexport { .. }
        | Exporting::MaybeFrom(_)
        | Exporting::Weak(_)
        | Exporting::Unknown(_) => true,
    }
}
