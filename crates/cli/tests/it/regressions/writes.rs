//! Writes: in which phase, within which plan, with which question open, after which test.

use serde_json::{Value, json};

use super::Fate::{Denied, Runs, Stops};
use super::{command, denials, found, judged, read_file, tool, write_file};
use crate::agent::{call, done, turn, write};
use crate::crash::story;
use crate::support::World;

fn files() -> World {
    World::new(&[("src/a.rs", "a\n"), ("src/b.rs", "b\n")])
}

#[test]
fn source_is_not_written_outside_of_executing() {
    let world = files();
    for phase in [
        "idle",
        "parsing",
        "planning",
        "validating",
        "merging",
        "done",
        "fail",
    ] {
        judged(
            &world,
            &json!({ "phase": phase }),
            &[
                (write_file("src/a.rs"), Denied, "source-write"),
                (write_file("src/new.rs"), Denied, "source-write"),
                (
                    tool(
                        "edit_file",
                        &json!({"path": "src/a.rs", "old": "a", "new": "b"}),
                    ),
                    Denied,
                    "source-write",
                ),
                (
                    tool("delete_file", &json!({"path": "src/a.rs"})),
                    Denied,
                    "source-write",
                ),
                (
                    command("bash", "echo x > src/a.rs"),
                    Stops,
                    "shell-mutation",
                ),
                (
                    command("bash", "sh -c 'sed -i s/a/b/ src/a.rs'"),
                    Stops,
                    "shell-mutation",
                ),
                (
                    command("powershell", "Set-Content src/a.rs x"),
                    Stops,
                    "shell-mutation",
                ),
                (
                    tool("commit", &json!({"message": "x"})),
                    Denied,
                    "tool-gateway",
                ),
                (read_file("src/a.rs"), Runs, ""),
            ],
        );
    }
}

/// A gate that wants a page of the phase before the phase's own work lets nothing begin.
#[test]
fn in_executing_what_the_plan_names_is_written_unasked() {
    let context = json!({"phase": "executing", "plan_files": ["src/a.rs", "src/new.rs"]});
    judged(
        &files(),
        &context,
        &[
            (write_file("src/a.rs"), Runs, ""),
            (write_file("src/new.rs"), Runs, ""),
            (
                tool(
                    "edit_file",
                    &json!({"path": "./src/a.rs", "old": "a", "new": "b"}),
                ),
                Runs,
                "",
            ),
        ],
    );
    let world = story::world_of(&[turn(&story::real()), turn(&[done()])], false, "");
    let said = world.run(&["run", story::PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
    let lines = story::lines(&world, &story::name(&world));
    let asked = lines
        .iter()
        .filter(|it| !it["event"]["decided"]["asked"].is_null());
    assert_eq!(asked.count(), 0, "nobody had to be asked");
    assert_eq!(world.read("src/slug.rs").as_deref(), Some(story::REAL));
}

/// The story's plan, test first, with a file for the test.
fn test_first(replies: &[Value]) -> World {
    let world = story::world_of(replies, false, "");
    let plan = world
        .read(story::PLAN)
        .expect("a plan")
        .replace("type: execute", "type: tdd")
        .replace("  - src/lib.rs\n", "  - src/lib.rs\n  - tests/slug.sh\n")
        .replace(
            "src/slug.rs, src/lib.rs<",
            "src/slug.rs, src/lib.rs, tests/slug.sh<",
        );
    world.write(story::PLAN, &plan);
    world.git(&["commit", "--quiet", "-am", "test first"]);
    world
}

#[test]
fn a_test_first_task_writes_source_once_its_test_has_failed() {
    let run = |argv: &[&str]| call("run", json!({ "argv": argv }));
    let told = |mut reply: Value, words: &str| {
        reply["when"] = words.into();
        reply
    };
    let test = write("tests/slug.sh", "grep -q 'pub fn slug' src/slug.rs\n");
    let world = test_first(&[
        turn(&story::real()),
        // A failure before there is a test shows nothing.
        told(
            turn(&[run(&["sh", "check.sh"])]),
            "waits for a test that fails",
        ),
        turn(&story::real()),
        told(
            turn(&[test, run(&["sh", "check.sh"])]),
            "waits for a test that fails",
        ),
        turn(&story::real()),
        turn(&[done()]),
    ]);
    let said = world.run(&["run", story::PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(denials(&world, "tdd"), 4, "two files, twice");
    assert_eq!(world.read("src/slug.rs").as_deref(), Some(story::REAL));
    story::ledger_holds(&world, &story::name(&world));
}

#[test]
fn a_file_that_the_plan_does_not_name_is_not_written() {
    judged(
        &files(),
        &json!({"plan_files": ["src/a.rs"]}),
        &[
            (write_file("src/b.rs"), Denied, "plan-path"),
            (write_file("src/../src/b.rs"), Denied, "plan-path"),
            (write_file("src/new.rs"), Stops, "plan-path"),
            (
                tool("delete_file", &json!({"path": "src/b.rs"})),
                Denied,
                "plan-path",
            ),
            (
                tool("delete_file", &json!({"path": "src/a.rs"})),
                Stops,
                "plan-path",
            ),
        ],
    );
    // The check is not in the plan: an agent that would rather change it does not.
    let replies = [
        turn(&[write("check.sh", "exit 0\n")]),
        turn(&story::real()),
        turn(&[done()]),
    ];
    let world = story::world_of(&replies, false, "");
    let before = world.read("check.sh");
    let said = world.run(&["run", story::PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(denials(&world, "plan-path"), 1);
    assert_eq!(world.read("check.sh"), before);
}

#[test]
fn while_a_question_is_open_nothing_is_written() {
    let policy = "source-write";
    judged(
        &files(),
        &json!({"open_question": true}),
        &[
            (write_file("src/a.rs"), Denied, policy),
            (
                tool("delete_file", &json!({"path": "src/a.rs"})),
                Denied,
                policy,
            ),
            (command("bash", "echo x > src/a.rs"), Denied, policy),
            (command("bash", "env sh -c 'rm src/a.rs'"), Denied, policy),
            (read_file("src/a.rs"), Runs, ""),
            (command("bash", "cat src/a.rs"), Runs, ""),
        ],
    );
    // What stands after the question in one reply waits for the answer.
    let [lib, slug] = story::real();
    let question = call("ask", json!({ "question": "Dashes or underscores?" }));
    let world = story::world_of(&[turn(&[question, lib, slug]), turn(&[done()])], false, "");
    assert_eq!(world.run(&["run", story::PLAN]).code, 3);
    assert_eq!(found(&world, "state", "slug.rs"), 0);
    let run = story::name(&world);
    // More is no answer.
    assert_eq!(world.run(&["resume", &run, "--hint", "go on"]).code, 3);
    assert_eq!(found(&world, "state", "slug.rs"), 0);
    let question = story::question(&world, &run);
    let said = world.run(&["answer", &run, &question, "dashes"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.read("src/slug.rs").as_deref(), Some(story::REAL));
}

#[test]
fn a_failed_tool_says_what_failed_and_nothing_is_guessed() {
    let edit = call(
        "edit",
        json!({"path": "src/slug.rs", "old": "a", "new": "b"}),
    );
    let read = call("read", json!({"path": "src/slugs.rs"}));
    let mut work = turn(&story::real());
    work["when"] = "src/slugs.rs".into();
    let world = story::world_of(&[turn(&[edit, read]), work, turn(&[done()])], false, "");
    let said = world.run(&["run", story::PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
    let changed = world.git(&["diff", "--name-only", "HEAD~1"]);
    let changed: Vec<&str> = changed
        .lines()
        .filter(|it| it.starts_with("src/"))
        .collect();
    assert_eq!(changed, ["src/lib.rs", "src/slug.rs"]);
    let lines = story::lines(&world, &story::name(&world));
    let told = lines
        .iter()
        .map(|it| &it["event"]["decided"]["answered"]["observation"]);
    let failed: Vec<&str> = told
        .filter(|it| it["status"] == "failed")
        .filter_map(|it| it["text"].as_str())
        .collect();
    assert_eq!(failed.len(), 2, "{failed:?}");
    for (text, path) in failed.iter().zip(["src/slug.rs", "src/slugs.rs"]) {
        assert!(text.contains(path), "{text}");
    }
}
