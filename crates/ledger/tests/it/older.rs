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

/// A task as older programs wrote it, with these files and this link.
fn task(files: &Value, from: &Value, to: &Value) -> Value {
    json!({
        "id": "01-a-01", "title": "A", "brief": "a", "wave": 1, "depends_on": [], "files": files,
        "deletes": ["old.py"], "requirements": [], "tdd": false,
        "steps": [{"name": "s", "kind": "auto", "files": files, "action": "a", "commands": [], "done": ""}],
        "must_haves": {
            "truths": [], "artifacts": [],
            "key_links": [{"from": from, "to": to, "via": null, "pattern": null}],
        },
    })
}

#[test]
fn older_plans_named_files_alone() {
    use ledger::plan::{LinkEnd, Task};
    use ledger::scope::{Scope, ScopeEntry};
    let old = task(
        &json!(["src/a.py", "app/[id]/*"]),
        &json!("src/a.py"),
        &json!("b.py"),
    );
    let read: Task = serde_json::from_value(old.clone()).expect("an old task");
    assert!(read.files.names("src/a.py") && read.files.names("app/[id]/*"));
    assert!(!read.files.covers("app/[id]/page.tsx"));
    assert_eq!(read.must_haves.key_links[0].to.as_str(), "b.py");
    assert_eq!(serde_json::to_value(&read).expect("it can be written"), old);
    // A list of nothing was no limit.
    let any: Task =
        serde_json::from_value(task(&json!([]), &json!("a"), &json!("b"))).expect("old");
    assert_eq!(any.files, Scope::Any);
    // What is new stands beside it in forms that no old text has.
    let end = json!({"name": "src/a.py::root", "path": "src/a.py"});
    let files = json!(["a.py", {"folder": "src"}, {"pattern": "m/*.sql"}]);
    let new = task(&files, &end, &json!({"name": "POST /api/x"}));
    let read: Task = serde_json::from_value(new.clone()).expect("a new task");
    assert!(matches!(read.steps[0].files[1], ScopeEntry::Folder(_)));
    let link = &read.must_haves.key_links[0];
    assert_eq!(link.from.path().map(|it| it.as_str()), Some("src/a.py"));
    assert!(matches!(link.to, LinkEnd::Name { path: None, .. }));
    assert_eq!(serde_json::to_value(&read).expect("it can be written"), new);
}
