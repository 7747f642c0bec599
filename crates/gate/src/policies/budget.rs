//! `budget`: no new spending below the floor; a warning at the threshold.

use ledger::gate::{Checkpoint, Finding};
use ledger::money::Usd;

use super::{Asked, Policy, PolicyInfo};
use crate::context::Purse;
use crate::finding::{hard, wait_for, warning};

const NAME: &str = "budget";

pub(super) const POLICY: Policy = Policy {
    info: PolicyInfo {
        name: NAME,
        checkpoints: &Checkpoint::ALL,
        summary: "Refuses new spending below the floor, and warns at the threshold.",
        why: "A loop that can't stop spends what nobody meant to give.",
        instead: "Give the run a new budget segment, or end it.",
        matches: &[],
        passes: &[],
        strict_in_quick: true,
    },
    judge,
};

fn judge(asked: &Asked<'_>) -> Vec<Finding> {
    let purse = asked.context.purse;
    let Purse {
        remaining, floor, ..
    } = purse;
    if remaining < floor && spends(asked.checkpoint) {
        let message = format!("{remaining} is left, below the floor of {floor}");
        let next = wait_for("a new budget segment");
        return vec![if purse.stop_on_exhausted {
            hard(NAME, "below-floor", message, next)
        } else {
            warning(NAME, "below-floor", message, next)
        }];
    }
    if low(purse) {
        let message = format!("{remaining} of {} is left", purse.total);
        let next = wait_for("the end of the run, or a new budget segment");
        return vec![warning(NAME, "running-low", message, next)];
    }
    Vec::new()
}

/// What follows this checkpoint costs money: a task, a model request, another agent.
fn spends(checkpoint: Checkpoint) -> bool {
    matches!(
        checkpoint,
        Checkpoint::PreInput | Checkpoint::PreContextCompile | Checkpoint::PreDelegation
    )
}

fn low(purse: Purse) -> bool {
    let Usd(remaining) = purse.remaining;
    let Usd(total) = purse.total;
    u128::from(remaining).saturating_mul(100)
        < u128::from(total).saturating_mul(u128::from(purse.warn_pct))
}
