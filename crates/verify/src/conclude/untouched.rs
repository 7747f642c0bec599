//! Files that the plan means to write and that the change never touched: of two parsers, the second. A file alone may turn
//! out to need nothing; where others of the same task were written, it is work that is not done.

use std::collections::BTreeSet;

use ledger::observation::ChangedFile;
use ledger::plan::Plan;

use super::judgement::Judged;
use super::scope::goes_along;
use crate::rules::FILE_UNTOUCHED;

/// Files that are named.
const SAID_MAX: usize = 50;

/// Each of them, with what is said of it.
pub(super) fn untouched<'p>(plan: &'p Plan, changed: &[ChangedFile]) -> Vec<(&'p str, Judged)> {
    let touched: BTreeSet<&str> = changed.iter().map(|it| it.path.as_str()).collect();
    // What came under another path may be what was meant.
    let planned: BTreeSet<&str> = plan
        .tasks
        .iter()
        .flat_map(|task| task.files.files().chain(&task.deletes))
        .map(|path| path.as_str())
        .collect();
    let others = changed
        .iter()
        .filter(|it| it.kind != 'D' && !planned.contains(it.path.as_str()));
    let others: BTreeSet<&str> = others.map(|it| last(&it.path)).collect();
    let mut found: Vec<(&str, Judged)> = Vec::new();
    let mut said: BTreeSet<&str> = BTreeSet::new();
    for task in &plan.tasks {
        let files = || task.files.files().map(|path| path.as_str());
        // A task of which nothing was written was done before, or is another change's.
        if !files().any(|path| touched.contains(path)) {
            continue;
        }
        let left = files().filter(|path| {
            let code = !goes_along(path) || is_test(path);
            code && is_file(path) && !touched.contains(path) && !others.contains(last(path))
        });
        for path in left.filter(|path| said.insert(path)).take(SAID_MAX) {
            let reason = "the plan means to write it, and the change does not touch it";
            let judged = Judged::failed("MISSING", 1, FILE_UNTOUCHED, reason);
            let mend = format!("do in `{path}` what the plan asks, or take it out of the plan");
            found.push((path, judged.mend(mend)));
        }
    }
    found
}

/// Whether a path can only be that of a file. Older plans may have patterns among their files.
fn is_file(path: &str) -> bool {
    last(path).contains('.') && !path.contains(['*', '{', '['])
}

fn is_test(path: &str) -> bool {
    let language = code::Language::of_path(path);
    language.has_syntax() && code::is_test_path(path, language)
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
