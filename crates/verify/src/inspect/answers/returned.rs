//! What gives back something that code of TypeScript goes on taking: a listener that is added, and was removed before.

use code::Facts;

use crate::inspect::Ground;
use crate::inspect::answers::moved::is_script;
use crate::inspect::prose::speaks_of;
use crate::integrity::Change;

/// Findings that are kept.
const FOUND_MAX: usize = 20;

/// What takes something, and what gives it back.
const PAIRS: [(&str, &str); 7] = [
    ("addEventListener", "removeEventListener"),
    ("addListener", "removeListener"),
    ("setInterval", "clearInterval"),
    ("subscribe", "unsubscribe"),
    ("observe", "disconnect"),
    ("acquire", "release"),
    ("lock", "unlock"),
];

/// What gives back something that a file goes on taking, and that stood in it before.
pub(in crate::inspect) fn kept(ground: &Ground<'_>, changes: &[Change<'_>]) -> Vec<String> {
    // Whoever hands a signal over has another way.
    const OTHERS: [&str; 4] = ["AbortController", "signal", "abort", "once"];
    let Some(base) = ground.base else {
        return Vec::new();
    };
    let changes: Vec<&Change<'_>> = changes.iter().filter(|it| is_script(it)).collect();
    let uses = |facts: &Facts, name: &str| {
        facts.members.contains_key(name) || facts.references.contains_key(name)
    };
    let mut found = Vec::new();
    for change in &changes {
        let facts = base
            .facts(change.path)
            .zip(ground.project.facts(change.path));
        let Some((old, now)) = facts else { continue };
        let otherwise = OTHERS.iter().any(|it| uses(now, it) && !uses(old, it));
        let pairs = PAIRS.iter().filter(|(takes, gives)| {
            let stood = uses(old, takes) && uses(old, gives);
            let mut all = changes
                .iter()
                .filter_map(|it| ground.project.facts(it.path));
            stood && uses(now, takes) && !all.any(|it| uses(it, gives))
        });
        for (takes, gives) in pairs.filter(|_| !otherwise) {
            if !speaks_of(
                ground,
                &[gives.to_lowercase().as_str(), takes.to_lowercase().as_str()],
            ) {
                found.push(format!(
                    "{} still calls `{takes}`, and `{gives}`, which it called before, no more",
                    change.path
                ));
            }
        }
    }
    found.truncate(FOUND_MAX);
    found
}
