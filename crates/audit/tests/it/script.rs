//! Words for scripts: what a model says, and with what a run is opened.

use std::collections::BTreeMap;

use ledger::event::{Ground, Opened};
use ledger::ids::{CallId, GitId, Hash};
use ledger::money::{Price, Usage, Usd};
use ledger::options::{
    Budget, Compression, ContextOptions, Correction, EscalateAction, Hooks, Limits, ModelChoice,
    OnDeadlock, Options, Planning, PolicySet, PriceBasis, Risk, Verification, Wire,
};
use ledger::phase::Mode;
use ledger::promise::Source;
use ledger::reply::{Call, Ended, FailureKind, ModelFailure, Reply};

/// What a model does when it is asked.
#[derive(Debug, Clone)]
pub(crate) enum Say {
    /// It replies.
    Reply(Reply),
    /// The request fails.
    Fail(ModelFailure),
}

/// Milliseconds that a reply takes.
pub(crate) const REPLY_MS: u64 = 900;
/// What a reply costs.
pub(crate) const REPLY_COST: Usd = Usd(12_000);

fn reply(text: &str, calls: Vec<Call>, ended: Ended) -> Say {
    Say::Reply(Reply {
        text: text.to_owned(),
        calls,
        opaque: None,
        ended,
        usage: Some(Usage {
            input: 1_000,
            cache_read: 0,
            cache_write: 0,
            output: 50,
        }),
        cost: REPLY_COST,
        model: "scripted".to_owned(),
        duration_ms: REPLY_MS,
    })
}

/// A reply with calls, written as (tool, arguments as JSON). Names are given by the world.
pub(crate) fn calls(calls: &[(&str, serde_json::Value)]) -> Say {
    let calls = calls
        .iter()
        .map(|(tool, args)| Call {
            id: CallId(String::new()),
            tool: (*tool).to_owned(),
            args: args.to_string(),
        })
        .collect();
    reply("", calls, Ended::Tools)
}

/// One call.
pub(crate) fn call(tool: &str, args: serde_json::Value) -> Say {
    calls(&[(tool, args)])
}

/// A file is written.
pub(crate) fn write(path: &str, content: &str) -> Say {
    call(
        "write",
        serde_json::json!({ "path": path, "content": content }),
    )
}

/// The task is reported as done.
pub(crate) fn done() -> Say {
    call("done", serde_json::json!({ "summary": "It greets." }))
}

/// Words without a call.
pub(crate) fn words(text: &str, ended: Ended) -> Say {
    reply(text, Vec::new(), ended)
}

/// A request fails.
pub(crate) fn fail(kind: FailureKind, retry_after_ms: Option<u64>) -> Say {
    Say::Fail(ModelFailure {
        kind,
        message: "the provider says no".to_owned(),
        retry_after_ms,
        status: Some(529),
        asked: None,
    })
}

/// A commit, tree or blob that stands for some text.
pub(crate) fn git(text: &str) -> GitId {
    GitId::new(&Hash::of(text.as_bytes()).hex()[..40]).unwrap()
}

/// How a run is opened: a sentence, with `cargo test` as the command that proves it.
pub(crate) fn opened() -> Opened {
    Opened {
        program: "0.1.0".to_owned(),
        source: Source::Sentence {
            text: "Greet the world".to_owned(),
        },
        trusted: true,
        repository: "/home/ada/greeter".to_owned(),
        target: "main".to_owned(),
        base: git("base"),
        options: options(),
        ground: Ground::default(),
        publish: None,
    }
}

fn options() -> Options {
    Options {
        project: "greeter".to_owned(),
        mode: Mode::Quick,
        limits: limits(),
        budget: Budget {
            total: Usd(5_000_000),
            warn_pct: 20,
            stop_on_exhausted: true,
            floor: Usd(100_000),
            reserve: Usd(200_000),
            grace_s: 10,
            prices: BTreeMap::new(),
            ceiling: Price {
                input: 3_000_000,
                cache_read: 300_000,
                cache_write: 3_750_000,
                output: 15_000_000,
            },
            basis: PriceBasis::Configured,
        },
        policies: PolicySet {
            protected_branches: vec!["main".to_owned()],
            danger_patterns: Vec::new(),
            secret_patterns: Vec::new(),
            rules: Vec::new(),
            hooks: Vec::new(),
            declared: vec!["cargo test".to_owned()],
            protected_paths: Vec::new(),
            project_may_allow: false,
            broken: Vec::new(),
            documentation_hosts: Vec::new(),
            allowed_tools: Vec::new(),
            required: Vec::new(),
        },
        plan: Planning::default(),
        correction: Correction {
            retries_max: 3,
            total_attempts_max: 10,
            escalate_on: Vec::new(),
            escalate_action: EscalateAction::Pause,
            notify: None,
        },
        context: ContextOptions {
            tokens_max: 60_000,
            compression: Compression::ClaudeStyle,
            include_history: true,
            history_turns_max: 4,
            relevance_pct: 30,
            relevance_ttl_s: 300,
        },
        verification: Verification {
            commands: vec!["cargo test".to_owned()],
            commands_found: false,
            prepare: Vec::new(),
            bring: Vec::new(),
            levels: vec![1, 2, 3],
            superpowers: false,
            superpowers_continue_on_fail: false,
            archon: Vec::new(),
            thresholds: BTreeMap::new(),
            type_check: Vec::new(),
            hooks: Vec::new(),
            falsify: ledger::options::Falsify::default(),
            rules: std::collections::BTreeMap::new(),
        },
        risk: Risk {
            files_max: 20,
            deletes_max: 5,
        },
        models: ModelChoice {
            executor: "default".to_owned(),
            model: "scripted".to_owned(),
            wire: Wire::Scripted,
            temperature_milli: None,
            reply_tokens_max: 4_096,
        },
        agent: None,
        servers: Vec::new(),
        hooks: Hooks::default(),
    }
}

fn limits() -> Limits {
    Limits {
        total_time_ms: 3_600_000,
        state_cycles_max: 10,
        deadlock_detection: true,
        on_deadlock: OnDeadlock::EscalateToHuman,
        turns_max: 50,
        tool_calls_max: 100,
        verify_attempts_max: 8,
        delegations_max: 0,
        tasks_parallel_max: 4,
        tool_timeout_s: 60,
        check_timeout_s: 60,
        idle_turns_nudge: 6,
        idle_turns_max: 10,
        repeats_max: 4,
        nonsense_max: 3,
        model_failures_max: 4,
        wait_in_process_ms: 300_000,
        provider_wait_ms: 8 * 3_600_000,
    }
}
