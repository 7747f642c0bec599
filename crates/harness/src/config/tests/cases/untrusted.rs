//! A project's file that was not trusted never loosens anything.

use std::collections::BTreeSet;

use ledger::options::{Options, RuleAction};
use serde_json::{Map, Value as Json, json};

use crate::config::keys::{KEYS, Key};
use crate::config::kind::{Form, Kind};
use crate::config::serve::ServeSettings;
use crate::config::tests::{Ground, SAMPLE};
use crate::config::{Config, Detected};

/// Files that are tried; each has about a third of all keys.
const FILES: u64 = 150;

/// Numbers that follow from a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((mixed ^ (mixed >> 27)) >> 8) % sides.max(1)
    }

    fn value(&mut self, kind: &Kind) -> Json {
        match kind {
            Kind::Switch => (self.roll(2) == 0).into(),
            Kind::Choice(words) => {
                words[usize::try_from(self.roll(words.len() as u64)).unwrap_or(0)].into()
            }
            Kind::Count(min, max) => {
                let span = [1, 20, 1_000, u64::MAX][usize::try_from(self.roll(4)).unwrap_or(0)];
                (min + self.roll((max - min + 1).min(span))).into()
            }
            #[expect(clippy::cast_precision_loss, reason = "a thousandth is near enough")]
            Kind::Decimal(min, max) => {
                (min + (max - min) * self.roll(1_000) as f64 / 1_000.0).into()
            }
            Kind::Text(Form::Reached) => format!("h{}.example", self.roll(9)).into(),
            Kind::Text(Form::Url | Form::SecretUrl) => {
                format!("https://h{}.example", self.roll(9)).into()
            }
            Kind::Text(Form::Variable) => format!("V{}", self.roll(9)).into(),
            Kind::Text(
                Form::Line | Form::Argument | Form::Path | Form::Below | Form::Glob | Form::Regex,
            ) => format!("w{}", self.roll(9)).into(),
            Kind::Rule => {
                let action = ["allow", "ask", "deny"][usize::try_from(self.roll(3)).unwrap_or(0)];
                json!({"name": format!("r{}", self.roll(1_000_000)), "pattern": "p", "action": action, "message": "m"})
            }
            Kind::Requirement => {
                json!({"when": format!("w{}", self.roll(9)), "kind": "verify", "message": "m"})
            }
            Kind::Hook(_) => json!({"name": format!("h{}", self.roll(1_000_000)), "run": ["x"]}),
            Kind::List(item, _) => (0..self.roll(4)).map(|_| self.value(item)).collect(),
        }
    }

    /// A file with some keys of the table.
    fn file(&mut self, fits: impl Fn(&Key) -> bool) -> String {
        let mut root = Map::new();
        for key in KEYS.iter().filter(|key| fits(key)) {
            if self.roll(3) == 0 {
                let name = match key.path.starts_with("verification.rules.") {
                    // Only rules that there are have a key.
                    true => ["todo-left", "empty-body"]
                        .get(self.roll(2) as usize)
                        .copied()
                        .unwrap_or_default()
                        .to_owned(),
                    false => format!("n{}", self.roll(2)),
                };
                let path = key.path.replace('*', &name);
                let words: Vec<&str> = path.split('.').collect();
                put(&mut root, &words, self.value(&key.kind));
            }
        }
        Json::Object(root).to_string()
    }
}

fn put(section: &mut Map<String, Json>, words: &[&str], value: Json) {
    match words {
        [last] => {
            section.insert((*last).to_owned(), value);
        }
        [first, rest @ ..] => {
            let below = section.entry(*first).or_insert_with(|| json!({}));
            put(below.as_object_mut().expect("a section"), rest, value);
        }
        [] => {}
    }
}

/// Keys that a random user file may have: those that need others to be valid are left out.
fn is_simple(key: &Key) -> bool {
    ![
        "models.",
        "tools.llm",
        "agents.default",
        "mcp.",
        "correction.escalate_action",
        "forge.",
        "merge.",
        "roster.",
    ]
    .iter()
    .any(|start| key.path.starts_with(start))
        || key.path.contains("price")
}

/// What the second set of options holds less than the first. Written by hand and not from the table: it names every
/// field, so that a new one has to be thought about here too.
fn looser(before: &Options, after: &Options) -> Vec<String> {
    let mut loose: Vec<String> = Vec::new();
    let mut need = |what: &str, is_strict: bool| {
        if !is_strict {
            loose.push(what.to_owned());
        }
    };
    let Options {
        project,
        mode,
        limits,
        budget,
        policies,
        plan,
        correction,
        context,
        verification,
        risk,
        models,
        agent,
        servers,
        hooks,
    } = after;
    need("project", *project == before.project);
    need("mode", *mode >= before.mode);
    need("models", *models == before.models);
    need("agents", *agent == before.agent);
    need("servers", *servers == before.servers);
    need("hooks", *hooks == before.hooks);
    need("plan.approve", plan.approve >= before.plan.approve);

    let was = &before.limits;
    need("on_deadlock", limits.on_deadlock == was.on_deadlock);
    need(
        "deadlock_detection",
        limits.deadlock_detection >= was.deadlock_detection,
    );
    let lower = [
        (limits.total_time_ms, was.total_time_ms),
        (limits.state_cycles_max.into(), was.state_cycles_max.into()),
        (limits.turns_max.into(), was.turns_max.into()),
        (limits.tool_calls_max.into(), was.tool_calls_max.into()),
        (
            limits.verify_attempts_max.into(),
            was.verify_attempts_max.into(),
        ),
        (limits.delegations_max.into(), was.delegations_max.into()),
        (
            limits.tasks_parallel_max.into(),
            was.tasks_parallel_max.into(),
        ),
        (limits.tool_timeout_s.into(), was.tool_timeout_s.into()),
        (limits.check_timeout_s.into(), was.check_timeout_s.into()),
        (limits.idle_turns_nudge.into(), was.idle_turns_nudge.into()),
        (limits.idle_turns_max.into(), was.idle_turns_max.into()),
        (limits.repeats_max.into(), was.repeats_max.into()),
        (limits.nonsense_max.into(), was.nonsense_max.into()),
        (
            limits.model_failures_max.into(),
            was.model_failures_max.into(),
        ),
        (limits.wait_in_process_ms, was.wait_in_process_ms),
        (plan.attempts_max.into(), before.plan.attempts_max.into()),
        (budget.total.0, before.budget.total.0),
        (budget.grace_s.into(), before.budget.grace_s.into()),
        (
            correction.retries_max.into(),
            before.correction.retries_max.into(),
        ),
        (
            correction.total_attempts_max.into(),
            before.correction.total_attempts_max.into(),
        ),
        (context.tokens_max.into(), before.context.tokens_max.into()),
        (
            context.history_turns_max.into(),
            before.context.history_turns_max.into(),
        ),
        (
            context.relevance_ttl_s.into(),
            before.context.relevance_ttl_s.into(),
        ),
        (risk.files_max.into(), before.risk.files_max.into()),
        (risk.deletes_max.into(), before.risk.deletes_max.into()),
        (
            verification.thresholds["complexity"].into(),
            before.verification.thresholds["complexity"].into(),
        ),
    ];
    for (at, (now, was)) in lower.into_iter().enumerate() {
        need(&format!("number {at}: {now} over {was}"), now <= was);
    }

    need("warn_pct", budget.warn_pct >= before.budget.warn_pct);
    need(
        "stop_on_exhausted",
        budget.stop_on_exhausted >= before.budget.stop_on_exhausted,
    );
    need("floor", budget.floor >= before.budget.floor);
    need("reserve", budget.reserve >= before.budget.reserve);
    need(
        "prices",
        budget.prices == before.budget.prices && budget.ceiling == before.budget.ceiling,
    );

    let holds = |after: &[String], before: &[String]| {
        let after: BTreeSet<_> = after.iter().collect();
        before.iter().all(|item| after.contains(item))
    };
    let was = &before.policies;
    need(
        "protected_branches",
        holds(&policies.protected_branches, &was.protected_branches),
    );
    need(
        "danger_patterns",
        holds(&policies.danger_patterns, &was.danger_patterns),
    );
    need(
        "secret_patterns",
        holds(&policies.secret_patterns, &was.secret_patterns),
    );
    need(
        "protected_paths",
        holds(&policies.protected_paths, &was.protected_paths),
    );
    need("hooks", policies.hooks == was.hooks);
    need("allowed tools", policies.allowed_tools == was.allowed_tools);
    need("declared", policies.declared == was.declared);
    need(
        "project may allow",
        policies.project_may_allow == was.project_may_allow,
    );
    need("broken", holds(&policies.broken, &was.broken));
    need(
        "rules kept",
        was.rules.iter().all(|rule| policies.rules.contains(rule)),
    );
    let new = || {
        policies
            .rules
            .iter()
            .filter(|rule| !was.rules.contains(rule))
    };
    need(
        "no rule allows",
        new().all(|rule| rule.action != RuleAction::Allow),
    );
    need("no rule speaks", new().all(|rule| rule.message.is_none()));

    let was = &before.correction;
    need(
        "escalate_on",
        holds(&correction.escalate_on, &was.escalate_on),
    );
    need(
        "escalation",
        correction.escalate_action == was.escalate_action && correction.notify == was.notify,
    );

    let was = &before.context;
    let same = (
        context.compression,
        context.include_history,
        context.relevance_pct,
    );
    need(
        "context",
        same == (was.compression, was.include_history, was.relevance_pct),
    );

    let was = &before.verification;
    need("commands", verification.commands == was.commands);
    need(
        "levels",
        was.levels
            .iter()
            .all(|level| verification.levels.contains(level)),
    );
    need("superpowers", verification.superpowers >= was.superpowers);
    let goes_on = verification.superpowers_continue_on_fail;
    need(
        "continue_on_fail",
        goes_on <= was.superpowers_continue_on_fail,
    );
    need("archon", holds(&verification.archon, &was.archon));
    need(
        "coverage",
        verification.thresholds["coverage"] >= was.thresholds["coverage"],
    );
    loose
}

/// What is not in the options must be the same, but for what depends on the folder.
fn rest(config: &Config) -> impl PartialEq + use<> {
    (
        config.project_name.clone(),
        config.open_spec_path.clone(),
        config.target_branch.clone(),
        config.state_dir.clone(),
        config.store.clone(),
        config.worktree_base.clone(),
        config.endpoints.clone(),
        config.executor.clone(),
        config.verify_commands.clone(),
        config.notices.clone(),
        config.forges.clone(),
        ServeSettings {
            timeout_s: 0,
            attempts_max: 0,
            rounds_max: 0,
            ..config.serve.clone()
        },
    )
}

/// What limits tasks of a forge: each may only be less.
fn task_limits(config: &Config) -> [u32; 3] {
    let serve = &config.serve;
    [serve.timeout_s, serve.attempts_max, serve.rounds_max]
}

#[test]
fn never_loosens_anything() {
    let mut tightened = 0;
    for seed in 0..FILES {
        let mut dice = Dice(seed);
        let mut ground = Ground::new().untrusted();
        if seed % 2 == 0 {
            ground = ground.user(dice.file(is_simple));
        }
        if seed % 3 == 0 {
            ground = ground
                .env("INTERLOCK_LOOP__TURNS_MAX", "50")
                .flag("guardrails.danger_patterns", "mine");
        }
        let before = ground.loaded().config;
        let (project, seeds) = (dice.file(|_| true), dice.file(|_| true));
        let ground = ground
            .project(&project)
            .file("repo/.gsd/config.yml", &seeds);
        let after = ground.loaded().config;
        let detected = Detected::default();
        let loose = looser(&before.options(&detected), &after.options(&detected));
        assert!(
            loose.is_empty(),
            "seed {seed}: {loose:?}\n{project}\n{seeds}"
        );
        assert!(rest(&before) == rest(&after), "seed {seed}");
        let limits = task_limits(&before).into_iter().zip(task_limits(&after));
        assert!(limits.into_iter().all(|(was, is)| is <= was), "seed {seed}");
        tightened += u64::from(before != after);
    }
    assert!(
        tightened > FILES / 2,
        "it may tighten, and did so only {tightened} times"
    );
}

#[test]
fn tightens_what_it_may_and_says_what_it_may_not() {
    let loaded = Ground::new()
        .project(
            "budget: {total: 2, floor: 0.01}
loop: {turns_max: 1000, tool_calls_max: 5}
guardrails:
  protected_branches: [dev]
  rules:
    - {name: ok, pattern: a, action: allow}
    - {name: no, pattern: b, action: deny}
hooks: {enabled: []}
verification: {commands: ['true'], superpowers: {enabled: true}}
",
        )
        .untrusted()
        .loaded();
    let options = loaded.config.options(&Detected::default());
    assert_eq!(options.budget.total.dollars(), 2.0);
    assert_eq!(options.limits.tool_calls_max, 5);
    assert!(options.verification.superpowers);
    assert_eq!(options.policies.rules.len(), 1);
    assert_eq!(
        loaded.notice().as_deref(),
        Some(
            "`.interlock/config.yml` is not trusted and may only tighten; ignored: `budget.floor` \
             (.interlock/config.yml:1), `loop.turns_max` (.interlock/config.yml:2), `guardrails.rules` \
             (.interlock/config.yml:6), and 2 more; read it, then `interlock trust` accepts it"
        )
    );
    assert!(
        loaded
            .yaml()
            .contains("total: 2.0  # .interlock/config.yml:1 (not trusted)")
    );
}

#[test]
fn the_sample_untrusted_brings_its_guardrails() {
    let loaded = Ground::new().project(SAMPLE).untrusted().loaded();
    let options = loaded.config.options(&Detected::default());
    assert!(
        options
            .policies
            .protected_branches
            .contains(&"dev".to_owned())
    );
    assert_eq!(options.models.executor, "");
    assert_eq!(
        loaded.config.worktree_base,
        loaded.config.state_dir.join("worktrees")
    );
    assert_eq!(
        loaded.notice().map(|notice| notice.lines().count()),
        Some(1)
    );
}
