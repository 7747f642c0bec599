//! Money: set aside before, booked after, one purse for all tasks.

use ledger::event::Decided;
use ledger::money::Usd;

use crate::step_context::StepContext;

/// What is set aside for one request: the configured reserve, nothing for a model that costs nothing.
pub(crate) fn reserve(context: &StepContext<'_>) -> Usd {
    let budget = &context.options.budget;
    let price = budget
        .prices
        .get(&context.options.models.model)
        .unwrap_or(&budget.ceiling);
    let free = *price == ledger::money::Price::default();
    if free { Usd::ZERO } else { budget.reserve }
}

/// Whether so much is spent that nothing more will be, whatever comes back of what is set aside.
pub(crate) fn spent(context: &StepContext<'_>) -> bool {
    let purse = &context.state.purse;
    let left = purse.total.minus(purse.spent.total());
    context.options.budget.stop_on_exhausted && left < context.options.budget.floor.max(Usd(1))
}

/// Whether one more request may be made; warns once in a segment when little is left.
pub(crate) fn allows(context: &mut StepContext<'_>) -> bool {
    let left = context.state.purse.remaining();
    let budget = context.options.budget.clone();
    let share = Usd(context
        .state
        .purse
        .total
        .0
        .saturating_mul(u64::from(budget.warn_pct))
        .checked_div(100)
        .unwrap_or(0));
    if left < share && !context.state.purse.warned {
        context.decide(Decided::BudgetLow { left });
    }
    let reserve = reserve(context);
    let enough = left >= budget.floor.max(reserve) || reserve == Usd::ZERO && left > Usd::ZERO;
    enough || !budget.stop_on_exhausted
}
