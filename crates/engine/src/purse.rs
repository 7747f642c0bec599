//! Money: set aside before, booked after, one purse for all tasks.

use ledger::event::Decided;
use ledger::money::Usd;

use crate::desk::Desk;
use crate::state::State;

/// Neither spent nor set aside.
pub(crate) fn remaining(state: &State) -> Usd {
    state
        .purse
        .total
        .minus(state.purse.spent.total())
        .minus(state.purse.reserved)
}

/// What is set aside for one request: the configured reserve, nothing for a model that costs nothing.
pub(crate) fn reserve(desk: &Desk<'_>) -> Usd {
    let budget = &desk.options.budget;
    let price = budget
        .prices
        .get(&desk.options.models.model)
        .unwrap_or(&budget.ceiling);
    let free = *price == ledger::money::Price::default();
    if free { Usd::ZERO } else { budget.reserve }
}

/// Whether so much is spent that nothing more will be, whatever comes back of what is set aside.
pub(crate) fn spent(desk: &Desk<'_>) -> bool {
    let purse = &desk.state.purse;
    let left = purse.total.minus(purse.spent.total());
    desk.options.budget.stop_on_exhausted && left < desk.options.budget.floor.max(Usd(1))
}

/// Whether one more request may be made; warns once in a segment when little is left.
pub(crate) fn allows(desk: &mut Desk<'_>) -> bool {
    let left = remaining(&desk.state);
    let budget = desk.options.budget.clone();
    let share = Usd(desk
        .state
        .purse
        .total
        .0
        .saturating_mul(u64::from(budget.warn_pct))
        .checked_div(100)
        .unwrap_or(0));
    if left < share && !desk.state.purse.warned {
        desk.decide(Decided::BudgetLow { left });
    }
    let reserve = reserve(desk);
    let enough = left >= budget.floor.max(reserve) || reserve == Usd::ZERO && left > Usd::ZERO;
    enough || !budget.stop_on_exhausted
}
