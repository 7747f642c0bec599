//! Everything that a report follows from.

use ledger::event::Inspection;
use ledger::evidence::{Evidence, Unfit};
use ledger::ids::GitId;
use ledger::measure::Measured;
use ledger::observation::{ChangedFile, LeftOut, Lost};
use ledger::options::Verification;
use ledger::phase::Mode;
use ledger::plan::Plan;
use ledger::promise::Promise;
use ledger::report::Report;

use crate::trial::{Guarded, PlaceTrial, Trial};

/// Everything that a report follows from.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// What must hold.
    pub plan: &'a Plan,
    /// What the run undertook.
    pub promise: &'a Promise,
    /// Only a part of the plan's work is in the tree: what nobody uses yet may be used by what is still to come.
    pub partial: bool,
    /// Each write passed a gate that knew the plan: what was approved there is not held against the change here.
    pub gated: bool,
    /// Somebody said what the change is to do, in a plan or as a task; else nothing but the change is known.
    pub planned: bool,
    /// How strong the gates are.
    pub mode: Mode,
    /// What counts as proof.
    pub options: &'a Verification,
    /// The candidate's tree; `None` where there is no repository, and then no evidence stands for it.
    pub tree: Option<&'a GitId>,
    /// Answers for [`crate::paths`].
    pub inspections: &'a [Inspection],
    /// Records of the run, in order; only those of this very tree count, and of one command the last.
    pub evidence: &'a [Evidence],
    /// Commands whose records say nothing of the work.
    pub unfit: &'a [Unfit],
    /// Commands that would have been run, had the one who asks not switched commands off.
    pub switched_off: &'a [String],
    /// The record of a command that was to make the checkout ready for the others, and failed.
    pub unprepared: Option<&'a Evidence>,
    /// What came of breaking artifacts, where that was tried.
    pub trials: &'a [Trial],
    /// Whether commands test this tree, where that was tried.
    pub places: &'a [PlaceTrial],
    /// What came of putting violations in place of what prohibitions guard, where that was tried.
    pub guards: &'a [Guarded],
    /// Figures for the quality gates, where they were taken.
    pub measured: Option<&'a Measured>,
    /// Everything that differs from the target's tip.
    pub changed: &'a [ChangedFile],
    /// Files that were changed and not declared.
    pub undeclared: &'a [String],
    /// What stands in the worktrees of the work and is in no tree.
    pub left_out: &'a [LeftOut],
    /// What others had changed meanwhile, and what the candidate would take away again.
    pub lost: &'a [Lost],
    /// Items that this attempt was for: what is lost again although it was told may be meant so, and a person looks.
    pub told: &'a [String],
    /// The report before, if there was one.
    pub previous: Option<&'a Report>,
}
