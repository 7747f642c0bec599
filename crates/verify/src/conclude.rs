//! Facts and evidence become a report. Every must-have and every command is one item; the status follows from them.

use ledger::event::Inspection;
use ledger::evidence::Evidence;
use ledger::ids::GitId;
use ledger::observation::ChangedFile;
use ledger::options::Verification;
use ledger::phase::Mode;
use ledger::plan::Plan;
use ledger::promise::Promise;
use ledger::report::{Item, ItemKind, ItemStatus, Report, ReportStatus};

/// Everything that a report follows from.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// What must hold.
    pub plan: &'a Plan,
    /// What the run undertook.
    pub promise: &'a Promise,
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
    /// Everything that differs from the target's tip.
    pub changed: &'a [ChangedFile],
    /// Files that were changed and not declared.
    pub undeclared: &'a [String],
    /// The report before, if there was one.
    pub previous: Option<&'a Report>,
}

/// How the candidate stands.
#[must_use]
pub fn conclude(input: &Input<'_>) -> Report {
    Report {
        phase: input.plan.title.clone(),
        tree: input.tree.cloned(),
        status: ReportStatus::HumanNeeded,
        items: vec![Item {
            id: "gate:verification".to_owned(),
            kind: ItemKind::Gate,
            text: "verification".to_owned(),
            path: None,
            status: ItemStatus::Unknown,
            word: "UNKNOWN".to_owned(),
            level: None,
            reason: "nothing is concluded yet".to_owned(),
            location: None,
            evidence: Vec::new(),
            missing: Vec::new(),
            fixable: false,
        }],
        feedback: Vec::new(),
        re_verification: None,
        parts: Vec::new(),
    }
}
