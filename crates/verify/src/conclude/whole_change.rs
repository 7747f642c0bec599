//! What is said of a change as a whole: checks that are weaker than before, what sentences of the plan say, and that not all
//! of it could be looked at.

use ledger::event::Inspection;
use ledger::report::{Category, ItemKind};

use super::ReportBuilder;
use super::findings::{Doubt, Finding};
use super::judgement::Judged;
use crate::facts::{UnmetFact, WeakenedFact, WholeFacts};
use crate::rules;

/// The facts of each change that was looked at; nothing where nobody could.
pub(super) fn wholes(inspections: &[Inspection]) -> Vec<Option<WholeFacts>> {
    let changes = inspections.iter().filter_map(|it| match it {
        Inspection::Change { facts } => Some(WholeFacts::parse(facts)),
        Inspection::File { .. } => None,
    });
    changes.collect()
}

impl ReportBuilder {
    /// That nobody could look, or not at all of it, is for a person.
    pub(super) fn looked(&mut self, whole: Option<&WholeFacts>) {
        if whole.is_none_or(|it| it.cut) {
            let reason = "not all of the change could be looked at";
            let judged = Judged::unknown(0, rules::NOT_LOOKED_AT, reason).no_level();
            let (id, text) = ("gate:change", "the whole change is looked at");
            self.judge(ItemKind::Gate, id, text, None, judged);
        }
    }
}

/// What is held against a change as a whole. `partial`: the tasks to come may write what is missing.
pub(super) fn judge(whole: &WholeFacts, partial: bool) -> Vec<Finding> {
    let unmet = whole.unmet.iter();
    let unmet = unmet.filter(|_| !partial);
    let weakened = whole.weakened.iter().map(weakened);
    unmet.map(unmet_finding).chain(weakened).collect()
}

fn unmet_finding(it: &UnmetFact) -> Finding {
    let found = Finding::new(it.rule, ("", None), "MISSING", it.message.clone());
    Finding {
        category: Category::Semantic,
        ..found.named(&it.name).level(2)
    }
}

/// A check that is weaker than before: a gap where no honest change looks like it, else something to look at.
fn weakened(it: &WeakenedFact) -> Finding {
    let found = Finding::new(it.rule, (&it.path, it.line), "WEAKENED", it.message.clone());
    found.named(&it.name).doubted(match it.failed {
        true => Doubt::None,
        false => Doubt::Much,
    })
}
