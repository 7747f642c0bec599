//! Whether a file is there to be read, shown or tried, and not to be run as a part of the product: what tests take in, examples,
//! recorded outputs. Told by the tree: nothing starts there and nothing reaches it.

use code::{is_any_test_path, is_beside_path};

use project::{Project, Reach};

use super::Subject;
use crate::integrity::is_snapshot;

/// Files of a folder that are asked, and how many folders above a file.
const FILES_MAX: usize = 60;
const FOLDERS_MAX: usize = 4;
/// Files of before by which a folder shows what it is for.
const FILES_MIN: usize = 2;

impl Subject<'_> {
    /// Whether this file is such a one.
    pub(super) fn is_sample(&self) -> bool {
        let (project, path) = (self.context.project, self.path.as_str());
        let tests = self.code.definitions.iter().any(|it| it.test);
        let shown = path
            .split('/')
            .any(|it| matches!(it, "examples" | "benches"));
        let beside = is_beside_path(path, self.code.language) && !is_any_test_path(path);
        if is_snapshot(path) || shown || beside {
            return true;
        }
        if project.facts(path).is_none() || tests || !is_idle(project, path) {
            return false;
        }
        is_any_test_path(path) || self.is_among_samples()
    }

    /// Whether a folder around it held only such files before the change.
    fn is_among_samples(&self) -> bool {
        let Some(base) = self.context.base else {
            return false;
        };
        let mut folder = self.path.as_str();
        for _ in 0..FOLDERS_MAX {
            let Some((above, _)) = folder.rsplit_once('/') else {
                return false;
            };
            folder = above;
            let code = base.below(folder).filter(|it| base.facts(it).is_some());
            let code: Vec<&str> = code.take(FILES_MAX).collect();
            if code.len() < FILES_MIN {
                continue;
            }
            return code.iter().all(|it| is_idle(base, it));
        }
        false
    }
}

/// Whether nothing starts in a file and nothing that starts reaches it.
fn is_idle(project: &Project, path: &str) -> bool {
    let found = project.wiring(path);
    found.entry.is_none() && matches!(found.reach, Reach::Nothing | Reach::Tests)
}
