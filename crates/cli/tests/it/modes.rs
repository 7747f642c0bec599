//! How strong the gates are: said in any place, it counts for a run of one sentence, too.

use serde_json::Value;

use crate::agent::{scene, script, work};
use crate::support::World;

/// A world whose owner configures this.
fn world(own: &str) -> World {
    let replies = work("notes.txt", "notes\n");
    let more = format!("verification: {{commands: ['test -f notes.txt'], levels: [1]}}\n{own}");
    World::scripted(
        &[("README.md", "a project\n")],
        &script(&[scene("", &replies)]),
        &more,
    )
}

/// The mode that the newest run was opened in. What becomes of it is another matter.
fn opened(world: &World) -> String {
    let status = world.json(&["status", "--json", "--limit", "1"]);
    let run = status["run"].as_str().expect("a name");
    let log = world.run(&["log", run, "--json"]);
    let first: Value =
        serde_json::from_str(log.out.lines().next().unwrap_or_default()).expect("JSON");
    let mode = &first["event"]["seen"]["opened"]["options"]["mode"];
    mode.as_str().expect("a mode").to_owned()
}

#[test]
fn a_sentence_is_for_quick_where_nobody_says_anything() {
    let world = world("");
    let said = world.run(&["run", "write notes"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(opened(&world), "quick");
}

#[test]
fn the_mode_counts_from_every_place() {
    let own = world("mode: normal\n");
    own.run(&["run", "write notes"]);
    assert_eq!(opened(&own), "normal", "one's own file");
    own.run(&["run", "--set", "mode=quick", "write notes"]);
    assert_eq!(opened(&own), "quick", "the later layer counts");

    let plain = world("");
    for args in [["--mode", "normal"], ["--set", "mode=normal"]] {
        plain.run(&["run", args[0], args[1], "write notes"]);
        assert_eq!(opened(&plain), "normal", "{args:?}");
    }
    let mut command = plain.command(&["run", "write notes"]);
    plain.finish(command.env("INTERLOCK_MODE", "normal"));
    assert_eq!(opened(&plain), "normal", "the environment");
    std::fs::write(plain.path("tasks.txt"), "write notes\n").expect("a file");
    let tasks = plain.path("tasks.txt").display().to_string();
    let mut command = plain.command(&["run", "--batch", &tasks]);
    plain.finish(command.env("INTERLOCK_MODE", "normal"));
    assert_eq!(opened(&plain), "normal", "a batch");

    // A project that is not trusted may only make it stronger.
    let project = world("");
    project.write(".interlock/config.yml", "mode: normal\n");
    project.run(&["run", "write notes"]);
    assert_eq!(opened(&project), "normal", "the project's file");
    project.write(".interlock/config.yml", "mode: quick\n");
    project.run(&["run", "write notes"]);
    assert_eq!(
        opened(&project),
        "quick",
        "that is what a sentence gets anyway"
    );
}
