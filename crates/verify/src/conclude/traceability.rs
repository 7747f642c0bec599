//! Promise, plan and evidence: what was undertaken, how it is to be met, and that it is. Any two of them without the third
//! do not ship.

use ledger::phase::Mode;
use ledger::plan::{Plan, Task};
use ledger::report::ItemKind;

use super::ReportBuilder;
use super::input::Input;
use super::judgement::Judged;
use crate::rules::{NO_PLAN, NO_PROMISE};

impl ReportBuilder {
    /// A plan that says nothing to be held against, and a promise that says nothing at all. That evidence is missing is
    /// seen where each must-have asks for it. A sentence is promise and plan in one, also where its risk made more of it
    /// than quick mode.
    pub(super) fn three(&mut self, input: &Input<'_>) {
        if input.mode == Mode::Quick || input.partial {
            return;
        }
        let sentence =
            matches!(input.plan.tasks.as_slice(), [task] if task.id.as_str() == spec::TASK);
        if !sentence && !says_something(input.plan) && !self.items.is_empty() {
            let reason = "what passed was held against nothing: no plan says what must hold";
            self.missing("plan", reason, "say in `must_haves` what has to hold");
        }
        if input.promise.objective.trim().is_empty() && input.promise.acceptance.is_empty() {
            let reason = "nobody said what it is for: there is no promise to be kept";
            self.missing("promise", reason, "say what shall be so afterwards");
        }
    }

    fn missing(&mut self, what: &str, reason: &str, mend: &str) {
        let rule = match what {
            "plan" => NO_PLAN,
            _ => NO_PROMISE,
        };
        let judged = Judged::failed("MISSING", 0, rule, reason);
        let judged = judged.no_level().of_the_plan().mend(mend);
        let id = format!("gate:missing-{what}");
        let text = format!("a {what}");
        self.judge(ItemKind::Gate, &id, &text, None, judged);
    }
}

/// Whether a plan says what must hold, or how that is shown.
fn says_something(plan: &Plan) -> bool {
    let says = |task: &Task| {
        let mut steps = task.steps.iter();
        task.must_haves.count() > 0 || steps.any(|step| !step.commands.is_empty())
    };
    plan.tasks.iter().any(says)
}
