//! Looking at the candidate's files for verification.

use ledger::event::{Inspection, Seen};
use ledger::ids::{ActId, RelPath};
use tools::acts::Standing;
use verify::Content;

use super::Driver;

/// Largest file that is looked into, in bytes.
const FILE_BYTES_MAX: u64 = 4 * 1024 * 1024;

impl Driver<'_> {
    pub(super) fn inspect(&mut self, act: ActId, paths: &[String]) {
        let task = self.state.acts.get(&act).and_then(|it| it.task.clone());
        let (Some(task), Some(plan)) = (task, self.state.plan.clone()) else {
            return;
        };
        let found: Vec<Inspection> = paths
            .iter()
            .filter_map(|path| RelPath::new(path).ok())
            .map(|path| {
                let standing = self.workshop.standing(&task, &path, FILE_BYTES_MAX);
                verify::inspect(&plan, &path, content(&standing))
            })
            .collect();
        self.queue
            .push_back((Some(task), Seen::Inspected { act, found }));
    }
}

/// What stands at a path, in the verifier's words.
#[must_use]
pub(crate) fn content(standing: &Standing) -> Content<'_> {
    match standing {
        Standing::Absent => Content::Absent,
        Standing::Directory => Content::Directory,
        Standing::LinkOutside => Content::LinkOutside,
        Standing::Special => Content::Special,
        Standing::TooLarge(bytes) => Content::TooLarge(*bytes),
        Standing::NotText => Content::NotText,
        Standing::Text(text) => Content::Text(text),
    }
}
