//! What older programs wrote without a field reads as it was meant then, and the usual case is still not written.

use ledger::options::{Limits, PolicySet, Rule, RuleOrigin};
use serde_json::{Value, json};

fn keys(value: &impl serde::Serialize) -> Vec<String> {
    let value = serde_json::to_value(value).expect("it can be written");
    let object = value.as_object().expect("an object");
    object.keys().cloned().collect()
}

#[test]
fn rules_without_an_origin_are_the_users() {
    let old = json!({"name": "x", "pattern": "rm", "action": "ask"});
    let rule: Rule = serde_json::from_value(old).expect("an old rule");
    assert_eq!(rule.origin, RuleOrigin::User);
    assert!(!keys(&rule).contains(&"origin".to_owned()));
    let project = Rule {
        origin: RuleOrigin::Project,
        ..rule
    };
    let written = serde_json::to_value(&project).expect("it can be written");
    assert_eq!(written["origin"], "project");
    let read: Rule = serde_json::from_value(written).expect("as written");
    assert_eq!(read, project);
}

#[test]
fn a_projects_rules_allow_nothing_unless_it_is_said() {
    let names = [
        "protected_branches",
        "danger_patterns",
        "secret_patterns",
        "rules",
        "hooks",
        "declared",
        "protected_paths",
    ];
    let old: Value = names.iter().map(|it| (*it, json!([]))).collect();
    let set: PolicySet = serde_json::from_value(old.clone()).expect("an old set");
    assert!(!set.project_may_allow && set.required.is_empty());
    assert_eq!(serde_json::to_value(&set).expect("it can be written"), old);
    let on = PolicySet {
        project_may_allow: true,
        ..set
    };
    assert!(keys(&on).contains(&"project_may_allow".to_owned()));
}

#[test]
fn older_programs_worked_on_one_task_after_the_other() {
    let old = json!({
        "total_time_ms": 1, "state_cycles_max": 1, "deadlock_detection": true, "on_deadlock": "pause",
        "turns_max": 1, "tool_calls_max": 1, "verify_attempts_max": 1, "delegations_max": 1,
        "tool_timeout_s": 1, "check_timeout_s": 1, "idle_turns_nudge": 1, "idle_turns_max": 1,
        "repeats_max": 1, "nonsense_max": 1, "model_failures_max": 1, "wait_in_process_ms": 1,
    });
    let limits: Limits = serde_json::from_value(old).expect("old limits");
    assert_eq!(limits.tasks_parallel_max, 1);
    assert_eq!(limits.provider_wait_ms, 8 * 3_600_000, "a night");
}
