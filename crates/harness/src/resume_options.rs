//! What a person may bring when a run goes on: more room, other limits, another model. The rest of a run's configuration
//! stays what it was opened with; and of what may be brought, only what was named counts, whatever the files say by now.

use ledger::options::Options;
use ledger::settings::Settings;

use crate::config::Detected;
use crate::config::agents::DEFAULT;
use crate::repository::{Call, NoSite, Site};
use crate::runs::Told;

/// The keys that name the model which writes the change, the stronger first.
const MODEL_KEYS: [&str; 2] = ["models.roles.executor", "models.default"];

/// Flags that make a model of the configuration the one that writes the change.
#[must_use]
pub fn model_flags(name: &str) -> Vec<(String, String)> {
    let flag = |key: &str| (key.to_owned(), name.to_owned());
    MODEL_KEYS.into_iter().map(flag).collect()
}

/// The flag that makes an agent of the configuration the one that works.
#[must_use]
pub fn agent_flag(name: &str) -> (String, String) {
    (DEFAULT.to_owned(), name.to_owned())
}

/// The repository as a run that goes on wants it: with the model that is named, else with that of the run, as long as it
/// is configured.
///
/// # Errors
/// [`NoSite`]: no such model.
pub fn site(site: Site, call: &Call, told: &Told, model: Option<&str>) -> Result<Site, NoSite> {
    let worker = told.state.opened.as_ref();
    let worker = worker.and_then(|it| it.options.agent.as_ref());
    let worker = worker.map_or("loop", |it| it.name.as_str());
    let mut call = call.clone();
    let site = match site.config().agent.as_deref().unwrap_or("loop") == worker {
        true => site,
        false => {
            call.flags.push(agent_flag(worker));
            Site::find(&call)?
        }
    };
    let config = site.config();
    let of_run = told.state.opened.as_ref().map(|it| &it.options.models);
    let of_run = of_run
        .map(|it| it.executor.as_str())
        .filter(|it| config.endpoints.contains_key(*it));
    let Some(name) = model.or(of_run) else {
        return Ok(site);
    };
    if config.executor.as_deref() == Some(name) {
        return Ok(site);
    }
    call.flags.extend(model_flags(name));
    Site::find(&call)
}

/// What a run is to go on with: the values of these keys, and the model as it is configured now; `None` where all is as
/// before.
///
/// # Errors
/// [`NoSite::Fixed`] for a key that a run keeps.
pub fn settings(site: &Site, told: &Told, keys: &[&str]) -> Result<Option<Settings>, NoSite> {
    let Some(opened) = &told.state.opened else {
        return Ok(None);
    };
    let now = site.config().options(&Detected::default());
    let before = &opened.options;
    let mut after = before.clone();
    for key in keys {
        if !overlay(&mut after, key, &now) {
            return Err(NoSite::Fixed {
                key: (*key).to_owned(),
                run: told.state.run.clone(),
            });
        }
        let held = key == &"context.max_tokens" && !keys.contains(&"loop.context_tokens_max");
        if let Some(most) = site.config().context_tokens_held().filter(|_| held) {
            return Err(NoSite::Held { most });
        }
    }
    if after.models != now.models && site.config().executor().is_ok() {
        after.models = now.models.clone();
        after.budget.prices = now.budget.prices.clone();
        after.budget.ceiling = now.budget.ceiling;
        after.budget.basis = now.budget.basis;
    }
    Ok(Settings::between(before, &after))
}

/// Puts the value of one key into the options of a run. Says whether the key may be set for a run that was opened before.
fn overlay(options: &mut Options, key: &str, now: &Options) -> bool {
    limits(options, key, now) || context(options, key, now) || money(options, key, now)
}

fn limits(options: &mut Options, key: &str, now: &Options) -> bool {
    let (to, from) = (&mut options.limits, &now.limits);
    match key {
        "loop.max_total_time" => to.total_time_ms = from.total_time_ms,
        "loop.max_state_cycles" => to.state_cycles_max = from.state_cycles_max,
        "loop.deadlock_detection" => to.deadlock_detection = from.deadlock_detection,
        "loop.on_deadlock" => to.on_deadlock = from.on_deadlock,
        "loop.turns_max" => to.turns_max = from.turns_max,
        "loop.tool_calls_max" => to.tool_calls_max = from.tool_calls_max,
        "loop.verify_attempts_max" => to.verify_attempts_max = from.verify_attempts_max,
        "loop.delegations_max" => to.delegations_max = from.delegations_max,
        "loop.tool_timeout_s" => to.tool_timeout_s = from.tool_timeout_s,
        "loop.check_timeout_s" => to.check_timeout_s = from.check_timeout_s,
        "loop.idle_turns_nudge" => to.idle_turns_nudge = from.idle_turns_nudge,
        "loop.idle_turns_max" => to.idle_turns_max = from.idle_turns_max,
        "loop.repeats_max" => to.repeats_max = from.repeats_max,
        "loop.nonsense_max" => to.nonsense_max = from.nonsense_max,
        "loop.model_failures_max" => to.model_failures_max = from.model_failures_max,
        "loop.provider_wait_s" => to.provider_wait_ms = from.provider_wait_ms,
        "loop.wait_in_process_s" => to.wait_in_process_ms = from.wait_in_process_ms,
        "tasks.parallel_max" => to.tasks_parallel_max = from.tasks_parallel_max,
        _ => return false,
    }
    true
}

fn context(options: &mut Options, key: &str, now: &Options) -> bool {
    let (to, from) = (&mut options.context, &now.context);
    match key {
        "context.max_tokens" | "loop.context_tokens_max" => to.tokens_max = from.tokens_max,
        "context.compression_method" => to.compression = from.compression,
        "context.include_history" => to.include_history = from.include_history,
        "context.max_history_turns" => to.history_turns_max = from.history_turns_max,
        "context.relevance_threshold" => to.relevance_pct = from.relevance_pct,
        "context.file_relevance_cache_ttl" => to.relevance_ttl_s = from.relevance_ttl_s,
        _ => return false,
    }
    true
}

/// Money, but for the sum. What is said of a model reaches a run with its choice, or with its address.
fn money(options: &mut Options, key: &str, now: &Options) -> bool {
    let (to, from) = (&mut options.budget, &now.budget);
    match key {
        "budget.warn_threshold" => to.warn_pct = from.warn_pct,
        "budget.stop_on_exhausted" => to.stop_on_exhausted = from.stop_on_exhausted,
        "budget.floor" => to.floor = from.floor,
        "budget.reserve" => to.reserve = from.reserve,
        "budget.grace_s" => to.grace_s = from.grace_s,
        _ if key.starts_with("models.price_ceiling.") => to.ceiling = from.ceiling,
        _ if key.starts_with("models.price.") => {
            to.prices = from.prices.clone();
            to.basis = from.basis;
        }
        _ => return key.starts_with("models.") || key.starts_with("tools.llm."),
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;

    /// Options as they are built in, for a repository that says nothing.
    fn options() -> Options {
        let dir = tempfile::tempdir().expect("a folder");
        let mut sources = config::Sources::new(dir.path().join("repo"));
        std::fs::create_dir(&sources.root).expect("a folder");
        let home = dir.path().join("home").display().to_string();
        sources.env = [("HOME".to_owned(), home)].into();
        let loaded = config::load(&sources).expect("a configuration");
        loaded.config.options(&Detected::default())
    }

    /// Every key that limits a run, and none that says what it may do, can be brought later.
    #[test]
    fn each_key_is_settable_or_fixed() {
        let now = options();
        for key in config::keys() {
            let settable = overlay(&mut now.clone(), key, &now);
            let limits = [
                "loop.",
                "context.",
                "tasks.",
                "models.",
                "tools.llm.",
                "budget.",
            ]
            .iter()
            .any(|it| key.starts_with(it));
            // Limits of the daemon, not of one run.
            let daemons = ["tasks.timeout_s", "tasks.attempts_max", "tasks.rounds_max"];
            let is_fixed = key == "budget.total" || daemons.contains(&key);
            assert_eq!(settable, limits && !is_fixed, "{key}");
        }
    }
}
