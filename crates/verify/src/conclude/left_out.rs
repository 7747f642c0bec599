//! What stands in a worktree and is no part of the tree that would be merged: nobody who merges it gets it.

use ledger::observation::{LeftOut, LeftOutWhy};
use ledger::report::{Category, ItemKind};

use super::judgement::Judged;
use super::{ReportBuilder, note};
use crate::rules::LEFT_OUT;

impl ReportBuilder {
    /// A person says whether the work is whole without it. What tools can make again is only said.
    pub(super) fn left_out(&mut self, it: &LeftOut) {
        let path = it.path.as_str();
        let why = it.reason();
        if it.why == LeftOutWhy::Remade {
            let text = format!("left out, since {why}: no part of what is merged");
            let note = note::note(&LEFT_OUT.into(), Category::Quality, path, None, text);
            return self.feedback.push(note);
        }
        let reason = format!("{why}, so it is no part of what would be merged");
        let judged = Judged::human("UNCERTAIN", LEFT_OUT, reason)
            .mend("say whether the work is whole without it; the worktree that holds it stays");
        let id = format!("gate:left-out:{path}");
        self.judge(ItemKind::Gate, &id, path, Some(path), judged);
    }
}
