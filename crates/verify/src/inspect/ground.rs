//! What every inspection of one verification stands on.

use code::project::Project;
use code::rules::Rules;
use ledger::plan::Plan;

/// The plan, the tree as it is, and the tree that the change is compared with.
pub struct Ground<'a> {
    pub(super) plan: &'a Plan,
    pub(super) project: &'a Project,
    pub(super) base: Option<&'a Project>,
    pub(super) rules: &'a Rules,
    /// Files that something reached before the change, and nothing does now.
    pub(super) lost: Vec<String>,
}

impl<'a> Ground<'a> {
    /// `base`: what the change is compared with; without one, nothing is said about what a change did.
    #[must_use]
    pub fn new(
        plan: &'a Plan,
        project: &'a Project,
        base: Option<&'a Project>,
        rules: &'a Rules,
    ) -> Self {
        Self {
            plan,
            project,
            base,
            rules,
            lost: base.map_or_else(Vec::new, |base| project.lost(base)),
        }
    }
}

impl std::fmt::Debug for Ground<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ground").finish_non_exhaustive()
    }
}
