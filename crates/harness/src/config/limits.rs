//! Limits of the loop, of planning, and hooks, from their keys.

use std::collections::BTreeSet;

use ledger::options::{Hooks, Limits, OnDeadlock, Planning};

use super::fault::Fault;
use super::merge::Values;
use super::problem::Problem;
use super::read::Read;
use super::value::{Layer, Value};

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
        provider_wait_ms: read.whole("loop.provider_wait_s").saturating_mul(1_000),
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
        before: read.hooks("hooks.before"),
        after: read.hooks("hooks.after"),
        failed: read.hooks("hooks.on_failure"),
        on_failure: read.texts("hooks.on_failure"),
        repository: read.text("hooks.repository").as_deref() == Some("run"),
    }
}

/// Refuses hooks that only the person's own file may have, and two that can't be told apart.
pub(super) fn check_hooks(values: &Values, problems: &mut Vec<Problem>) {
    for key in ["hooks.before", "hooks.after", "hooks.on_failure"] {
        let Some(entry) = values.entry(key) else {
            continue;
        };
        let mut names = BTreeSet::new();
        for (value, origin) in entry.value.items().iter().zip(&entry.items) {
            let Value::Hook(hook) = value else { continue };
            let of_project = matches!(origin.layer, Layer::Project | Layer::Untrusted);
            let mut wanted = |field: &str, wanted: &str, found: String| {
                let fault = Fault::Wanted {
                    key: format!("{key}.{field}"),
                    wanted: wanted.to_owned(),
                    found,
                };
                problems.push(Problem::new(fault, origin.place.clone()));
            };
            if hook.outside && of_project {
                let own =
                    "`false`: only your own configuration lets a hook run outside of the sandbox";
                wanted("outside", own, "`true`".to_owned());
            }
            if !names.insert(&hook.name) {
                let found = format!("`{}` twice", hook.name);
                wanted("name", "a name that no other hook of the list has", found);
            }
        }
    }
}
