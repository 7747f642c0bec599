//! Limits of the loop other than money. What is over them parks the run; a new segment goes on from there.

use ledger::event::{Decided, Limit, Need};
use ledger::money::Usd;
use ledger::phase::{Phase, Stop};

use crate::state::{ActKind, CallStatus, OpenAct, Pending, State};
use crate::step_context::StepContext;
use crate::{budget, stops};

/// Which limit is reached, in words.
fn reached(state: &State, limits: &ledger::options::Limits) -> Option<String> {
    let counts = &state.counts;
    let since = |now: u32, then: u32| now.saturating_sub(then);
    let over =
        |what: &str, now: u32, max: u32| (now >= max).then(|| format!("{what}: {now} of {max}"));
    over(
        "model requests",
        since(counts.turns, counts.segment.turns),
        limits.turns_max,
    )
    .or_else(|| {
        over(
            "tool calls",
            since(counts.tool_calls, counts.segment.tool_calls),
            limits.tool_calls_max,
        )
    })
    .or_else(|| out_of_time(state, limits))
}

/// Milliseconds of activity in the present segment.
fn active_ms(state: &State) -> u64 {
    let before = state.counts.segment.active_ms;
    state.clock.active_ms.saturating_sub(before)
}

/// Whether the time is used up, in words.
fn out_of_time(state: &State, limits: &ledger::options::Limits) -> Option<String> {
    let active = active_ms(state);
    (active >= limits.total_time_ms).then(|| {
        format!(
            "time: {} s of {} s",
            active.checked_div(1000).unwrap_or(0),
            limits.total_time_ms.checked_div(1000).unwrap_or(0)
        )
    })
}

/// Holds what runs against the limits of time and money. At the limit nothing new starts, and what runs is cancelled
/// after `budget.grace_s` seconds more; for that a timer is set as soon as anything runs. Money ends only an agent's work:
/// verification costs none. Says whether the run must go no further for now.
///
/// A verified candidate is merged all the same: that takes no time, and the work is done.
pub(crate) fn watch(context: &mut StepContext<'_>) -> bool {
    match context.state.phase {
        Phase::Planning | Phase::Executing | Phase::Validating => {}
        Phase::Idle
        | Phase::Parsing
        | Phase::Merging
        | Phase::Done
        | Phase::Fail
        | Phase::Stopped => {
            return false;
        }
    }
    let limits = context.options.limits.clone();
    let out = out_of_time(&context.state, &limits);
    if !runs(&context.state) {
        return match out {
            // Whoever is asked is still there; the answer comes first.
            Some(_) if context.state.attended && !context.state.questions.is_empty() => true,
            Some(what) => {
                end(context, &what);
                true
            }
            None => false,
        };
    }
    let grace_ms = u64::from(context.options.budget.grace_s).saturating_mul(1000);
    let over = active_ms(&context.state) >= limits.total_time_ms.saturating_add(grace_ms);
    let works = matches!(context.state.phase, Phase::Planning | Phase::Executing);
    let spent = works && budget::spent(context);
    let rang = context.state.alarm.filter(|it| it.rang).map(|it| it.limit);
    if over || spent && rang == Some(Limit::Money) {
        let money = format!("money: {} are spent", context.state.purse.spent.total());
        end(context, &out.unwrap_or(money));
        return true;
    }
    set_alarm(context, grace_ms, spent);
    out.is_some()
}

/// Whether anything is under way that could be cancelled, or is about to be.
fn runs(state: &State) -> bool {
    let under_way = |open: &OpenAct| match open.kind {
        ActKind::Model { .. } | ActKind::World { .. } | ActKind::Inspect { .. } => !open.cancelled,
        ActKind::Timer { .. } => false,
    };
    let weighed = |it: &Pending| matches!(it.status, CallStatus::Weighing);
    let mut calls = state.tasks.values().flat_map(|it| &it.calls);
    state.acts.values().any(under_way) || calls.any(weighed)
}

/// The timer for the limit that ends first what runs now, unless it stands already.
fn set_alarm(context: &mut StepContext<'_>, grace_ms: u64, spent: bool) {
    let limits = &context.options.limits;
    let left = limits
        .total_time_ms
        .saturating_add(grace_ms)
        .saturating_sub(active_ms(&context.state));
    let standing = context.state.alarm.filter(|it| !it.rang);
    let (limit, wait_ms) = match standing.map(|it| it.limit) {
        Some(Limit::Money) => return,
        Some(Limit::Time) if !spent => return,
        Some(Limit::Time) | None if spent && grace_ms < left => (Limit::Money, grace_ms),
        Some(Limit::Time) => return,
        None => (Limit::Time, left),
    };
    let decided = Decided::Wake {
        act: context.act(),
        at_ms: context.now_ms().saturating_add(wait_ms.max(1)),
        why: match limit {
            Limit::Time => "the limit of time".to_owned(),
            Limit::Money => "the limit of money".to_owned(),
        },
        limit: Some(limit),
    };
    context.decide(decided);
}

/// Cancels what still runs, and parks.
fn end(context: &mut StepContext<'_>, what: &str) {
    let grace_s = context.options.budget.grace_s;
    let late = if runs(&context.state) {
        format!("; what still ran was cancelled {grace_s} s after it")
    } else {
        String::new()
    };
    let why = format!("a limit is reached ({what}){late}");
    stops::park(context, Stop::BudgetExhausted, why, vec![Need::Budget]);
}

/// Parks the run if a limit or the purse is used up. Says whether it may go on.
pub(crate) fn hold(context: &mut StepContext<'_>) -> bool {
    let limits = context.options.limits.clone();
    if let Some(what) = reached(&context.state, &limits) {
        stops::park(
            context,
            Stop::BudgetExhausted,
            format!("a limit is reached ({what})"),
            vec![Need::Budget],
        );
        return false;
    }
    if !budget::allows(context) {
        if context.state.purse.reserved > Usd::ZERO {
            // What other tasks have set aside may come back.
            return false;
        }
        let left = context.state.purse.remaining();
        let total = context.state.purse.total;
        let reserve = budget::reserve(context);
        let floor = context.options.budget.floor;
        let why = if reserve > left && reserve >= floor {
            format!(
                "{left} of {total} are left, and for each request {reserve} is set aside (`budget.reserve`)"
            )
        } else {
            format!(
                "{left} of {total} are left; below {floor} nothing new is spent (`budget.floor`)"
            )
        };
        stops::park(context, Stop::BudgetExhausted, why, vec![Need::Budget]);
        return false;
    }
    true
}

/// Whether one more verification is within its limit.
pub(crate) fn may_verify(state: &State, limits: &ledger::options::Limits) -> bool {
    let counts = &state.counts;
    counts
        .verifications
        .saturating_sub(counts.segment.verifications)
        <= limits.verify_attempts_max
}

/// Whether entering a phase once more would be a deadlock.
pub(crate) fn deadlocked(state: &State, limits: &ledger::options::Limits, to: Phase) -> bool {
    let entered = state.counts.entered.get(&to).copied().unwrap_or(0);
    limits.deadlock_detection && entered >= limits.state_cycles_max
}

#[cfg(test)]
pub(crate) mod tests {
    use ledger::options::{Limits, OnDeadlock};

    /// Small limits, so that tests reach them.
    pub(crate) fn limits() -> Limits {
        Limits {
            total_time_ms: 3_600_000,
            state_cycles_max: 10,
            deadlock_detection: true,
            on_deadlock: OnDeadlock::EscalateToHuman,
            turns_max: 100,
            tool_calls_max: 200,
            verify_attempts_max: 10,
            delegations_max: 0,
            tasks_parallel_max: 4,
            tool_timeout_s: 120,
            check_timeout_s: 600,
            idle_turns_nudge: 10,
            idle_turns_max: 20,
            repeats_max: 4,
            nonsense_max: 3,
            model_failures_max: 6,
            wait_in_process_ms: 300_000,
            provider_wait_ms: 3_600_000,
        }
    }
}
