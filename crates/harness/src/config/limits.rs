//! Limits of the loop, of planning, and hooks, from their keys.

use ledger::options::{Hooks, Limits, OnDeadlock, Planning};

use super::read::Read;

pub(super) fn limits(read: &Read<'_>) -> Limits {
    Limits {
        total_time_ms: read.whole("loop.max_total_time").saturating_mul(1_000),
        state_cycles_max: read.count("loop.max_state_cycles"),
        deadlock_detection: read.switch("loop.deadlock_detection"),
        on_deadlock: match read.text("loop.on_deadlock").as_deref() {
            Some("pause") => OnDeadlock::Pause,
            Some("fail") => OnDeadlock::Fail,
            Some(_) | None => OnDeadlock::EscalateToHuman,
        },
        turns_max: read.count("loop.turns_max"),
        tool_calls_max: read.count("loop.tool_calls_max"),
        verify_attempts_max: read.count("loop.verify_attempts_max"),
        delegations_max: read.count("loop.delegations_max"),
        tasks_parallel_max: read.count("tasks.parallel_max"),
        tool_timeout_s: read.count("loop.tool_timeout_s"),
        check_timeout_s: read.count("loop.check_timeout_s"),
        idle_turns_nudge: read.count("loop.idle_turns_nudge"),
        idle_turns_max: read.count("loop.idle_turns_max"),
        repeats_max: read.count("loop.repeats_max"),
        nonsense_max: read.count("loop.nonsense_max"),
        model_failures_max: read.count("loop.model_failures_max"),
        wait_in_process_ms: read.whole("loop.wait_in_process_s").saturating_mul(1_000),
    }
}

/// How a plan is come by.
pub(super) fn planning(read: &Read<'_>) -> Planning {
    Planning {
        approve: read.switch("plan.approve"),
        attempts_max: read.count("plan.attempts_max"),
    }
}

/// Which hooks have a say.
pub(super) fn hooks(read: &Read<'_>) -> Hooks {
    Hooks {
        on_failure: read.texts("hooks.on_failure"),
        repository: read.text("hooks.repository").as_deref() == Some("run"),
    }
}
