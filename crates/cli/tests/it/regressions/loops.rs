//! Runs beside and after each other: one does not touch another, and each goes on where it was.

use crate::agent::{done, scene, script, turn, write};
use crate::crash::story;
use crate::support::World;

#[test]
fn a_second_run_changes_nothing_of_one_that_waits() {
    let ask = crate::agent::call("ask", serde_json::json!({ "question": "Which words?" }));
    let scenes = [
        scene(
            "First",
            &[
                turn(&[ask]),
                turn(&[write("one.md", "1\n")]),
                turn(&[done()]),
            ],
        ),
        scene(
            "Second",
            &[turn(&[write("two.md", "2\n")]), turn(&[done()])],
        ),
    ];
    let more = "verification:\n  commands: ['sh check.sh']\n";
    let world = World::scripted(&[("check.sh", "exit 0\n")], &script(&scenes), more);
    assert_eq!(
        world.run(&["run", "--mode", "quick", "First words"]).code,
        3
    );
    let first = story::name(&world);
    let before = world.run(&["ledger", "export", &first]).out;
    let said = world.run(&["run", "--mode", "quick", "Second words"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.run(&["ledger", "export", &first]).out, before);
    let question = story::question(&world, &first);
    let said = world.run(&["answer", &first, &question, "these"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(
        (
            world.read("one.md").as_deref(),
            world.read("two.md").as_deref()
        ),
        (Some("1\n"), Some("2\n"))
    );
    story::ledger_holds(&world, &first);
}
