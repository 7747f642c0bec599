//! Limits of the loop other than money. What is over them parks the run; a new segment goes on from there.

use ledger::event::Need;
use ledger::phase::{Phase, Stop};

use crate::desk::Desk;
use crate::state::State;
use crate::stops;

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
    .or_else(|| {
        let active = state
            .clock
            .active_ms
            .saturating_sub(counts.segment.active_ms);
        (active >= limits.total_time_ms).then(|| {
            format!(
                "time: {} s of {} s",
                active.checked_div(1000).unwrap_or(0),
                limits.total_time_ms.checked_div(1000).unwrap_or(0)
            )
        })
    })
}

/// Parks the run if a limit or the purse is used up. Says whether it may go on.
pub(crate) fn hold(desk: &mut Desk<'_>) -> bool {
    let limits = desk.options.limits.clone();
    if let Some(what) = reached(&desk.state, &limits) {
        stops::park(
            desk,
            Stop::BudgetExhausted,
            format!("a limit is reached ({what})"),
            vec![Need::Budget],
        );
        return false;
    }
    if !crate::purse::allows(desk) {
        let left = crate::purse::remaining(&desk.state);
        let why = format!("{left} of {} are left", desk.state.purse.total);
        stops::park(desk, Stop::BudgetExhausted, why, vec![Need::Budget]);
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
            tool_timeout_s: 120,
            check_timeout_s: 600,
            idle_turns_nudge: 10,
            idle_turns_max: 20,
            repeats_max: 4,
            nonsense_max: 3,
            model_failures_max: 6,
            wait_in_process_ms: 300_000,
        }
    }
}
