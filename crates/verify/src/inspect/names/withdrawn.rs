//! Names that the file by which a package of TypeScript is known gave out before, and gives out no more.

use code::ExportKind;
use code::project::EntryKind;

use crate::inspect::Ground;
use crate::inspect::answers::moved::is_script;
use crate::inspect::prose::speaks_of;
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 20;

/// Names that the file by which a package is known gave out, where the plan says nothing of taking anything away.
pub(in crate::inspect) fn withdrawn(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    const TAKEN: [&str; 14] = [
        "remov",
        "drop",
        "delet",
        "renam",
        "deprecat",
        "breaking",
        "major",
        "no longer",
        "private",
        "internal",
        "hide",
        "replac",
        "instead",
        "default export",
    ];
    let Some(base) = ground.base.filter(|_| !speaks_of(ground, &TAKEN)) else {
        return Vec::new();
    };
    let changes: Vec<&Change<'_>> = changes.iter().filter(|it| is_script(it)).collect();
    let mut found = Vec::new();
    for change in &changes {
        let facts = base
            .facts(change.path)
            .zip(ground.project.facts(change.path));
        let Some((old, now)) = facts.filter(|(old, _)| old.language.is_script()) else {
            continue;
        };
        let entry = ground.project.entry(change.path);
        let known = entry.is_some_and(|it| it.kind == EntryKind::Library);
        let open = now.exports.iter().any(|it| it.name == "*") || now.truncated;
        if !known || open {
            continue;
        }
        let names = old.exports.iter().filter(|it| match it.kind {
            ExportKind::Value => !["*", "=", "default"].contains(&it.name.as_str()),
            ExportKind::Type
            | ExportKind::Default
            | ExportKind::Namespace
            | ExportKind::Reexport { .. }
            | ExportKind::Restricted => false,
        });
        let whole = change.after.unwrap_or_default();
        // Where it goes on giving out most of what it did, and not in another manner.
        let stays = |name: &str| now.exports.iter().any(|it| it.name == name);
        let kept = old.exports.iter().filter(|it| stays(&it.name)).count();
        let gone = names.filter(|it| !stays(&it.name) && kept > 0);
        let used = gone.filter(|it| whole.contains(it.name.as_str()));
        found.extend(
            used.map(|it| format!("{} gave out `{}`, and does no more", change.path, it.name)),
        );
    }
    found.truncate(FOUND_MAX);
    found
}
