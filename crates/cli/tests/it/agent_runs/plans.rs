//! An agent of somebody else makes the plan of a run.

use serde_json::Value;

use super::{WORKER, delegated, lowered, prompt, refused, run_of, world_with};

/// A plan as an agent would end its turn with it, within a text in JSON.
fn plan(tasks: &Value) -> String {
    let plan = serde_json::json!({"title": "A better answer", "tasks": tasks}).to_string();
    let words = format!("Here it is:\n```json\n{plan}\n```\nThat is all.");
    serde_json::to_string(&words)
        .expect("JSON")
        .trim_matches('"')
        .to_owned()
}

#[test]
fn an_agent_that_plans_looks_is_told_what_does_not_hold_and_has_its_plan_carried_out() {
    let task = serde_json::json!([{
        "id": "answer", "title": "Write the answer", "brief": "Write the right answer.", "files": ["answer.txt"],
        "depends_on": [], "requirements": [],
        "must_haves": {"truths": [{"text": "The answer is right", "commands": ["sh check.sh"]}], "artifacts": [], "key_links": []},
    }]);
    let nowhere = serde_json::json!([{
        "id": "answer", "title": "Write the answer", "brief": "Write it.", "files": ["../answer.txt"],
        "depends_on": [], "requirements": [], "must_haves": {},
    }]);
    let turns = [
        "writes answer.txt 'left\\n'\nends 'I would rather not plan.'\n".to_owned(),
        format!("ends '{}'\n", plan(&nowhere)),
        format!("ends '{}'\n", plan(&task)),
        "writes answer.txt 'right, as planned\\n'\nends 'All is done.'\n".to_owned(),
    ];
    let turns: Vec<&str> = turns.iter().map(String::as_str).collect();
    let configured = "profile: claude, roles: [executor, planner]";
    let Some(world) = world_with((WORKER, configured), &turns, "") else {
        return;
    };
    let said = world.run(&["run", "--mode", "normal", "make the answer better"]);
    assert_eq!(said.code, 0, "{said:?} {:?}", lowered(&world));
    assert_eq!(
        world.git(&["show", "main:answer.txt"]),
        "right, as planned\n"
    );
    // Who plans only looks.
    assert!(
        refused(&world).contains("role-only-looks"),
        "{}",
        refused(&world)
    );
    assert!(
        prompt(&world, 1).contains("Schema of the plan"),
        "{}",
        prompt(&world, 1)
    );
    assert!(
        prompt(&world, 2).contains("hold no plan"),
        "{}",
        prompt(&world, 2)
    );
    assert!(
        prompt(&world, 3).contains("../answer.txt"),
        "{}",
        prompt(&world, 3)
    );
    assert!(
        prompt(&world, 4).contains("Write the right answer."),
        "{}",
        prompt(&world, 4)
    );
    let replay = world.run(&["ledger", "replay", &run_of(&world)]);
    assert_eq!(replay.code, 0, "{replay:?}");
}

#[test]
fn an_agent_whose_plans_never_hold_waits_for_a_person() {
    let turns = ["ends 'No plan.'\n"; 4];
    let configured = "profile: claude, roles: [planner]";
    let model = "models: {default: none, none: {provider: scripted, model: nothing.json}}\n";
    let Some(world) = world_with((WORKER, configured), &turns, model) else {
        return;
    };
    world.write("nothing.json", "{\"replies\": []}");
    let said = world.run(&["run", "--mode", "normal", "make the answer better"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.words().contains("3 plans were made"), "{said:?}");
    assert_eq!(delegated(&world).len(), 3);
}
