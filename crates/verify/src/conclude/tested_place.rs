//! Commands that test another place than the tree that would be merged.

use ledger::report::ItemKind;

use super::ReportBuilder;
use super::judgement::Judged;
use crate::rules::ANOTHER_PLACE;
use crate::trial::{Outcome, PlaceTrial};

/// Leads that are said.
const LEADS_SAID_MAX: usize = 3;

/// Whether some command passes although nothing of the change can be read: then breaks that go unnoticed say nothing.
pub(super) fn is_elsewhere(places: &[PlaceTrial]) -> bool {
    places.iter().any(|it| it.outcome == Outcome::Survived)
}

impl ReportBuilder {
    /// Nothing that an agent does to the code would mend it: a person looks.
    pub(super) fn place(&mut self, it: &PlaceTrial) {
        let command = it.command.as_str();
        let leads = it.leads.iter().take(LEADS_SAID_MAX).cloned();
        let leads: Vec<String> = leads.collect();
        let leads = match leads.is_empty() {
            true => String::new(),
            false => format!(" ({})", leads.join("; ")),
        };
        let reason = match &it.outcome {
            Outcome::Noticed(_) | Outcome::Unbuilt(_) => return,
            Outcome::Survived => format!(
                "`{command}` passes although nothing that the change touched can be read: it tests another place, or nothing of the change{leads}"
            ),
            Outcome::Untried(why) => {
                format!("whether `{command}` tests this tree is not known: {why}{leads}")
            }
        };
        let judged = Judged::human("UNCERTAIN", ANOTHER_PLACE, reason).mend(
            "let the tests find what stands beside them: without what leads elsewhere, or with \
             `verification.prepare` in an environment of the checkout's own",
        );
        let id = format!("gate:place:{command}");
        self.judge(ItemKind::Gate, &id, command, None, judged);
    }
}
