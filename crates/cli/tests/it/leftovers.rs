//! What commands leave in a worktree that nobody told git to ignore: reports, build output, caches. It is no work, it
//! is not merged, and it is no reason to distrust a check.

use serde_json::json;

use crate::agent::{call, done, turn};
use crate::support::World;

/// Leaves a cache with its tag, as cargo does, one by its name, and a report.
const LEAVES: &str = "mkdir -p target/debug node_modules/x\n\
    printf 'Signature: 8a477f597d28d172789f06886806bc55\\n' >target/CACHEDIR.TAG\n\
    echo made >>target/debug/out\n\
    echo made >>node_modules/x/index.js\n\
    echo made >>report.txt\n";

fn world(check: &str) -> World {
    let write = call("write", json!({"path": "notes.md", "content": "# Notes\n"}));
    let script = json!({ "replies": [turn(&[write]), turn(&[done()]), turn(&[done()])] });
    World::scripted(
        &[("check.sh", check), ("kept.txt", "as it was\n")],
        &script.to_string(),
        "verification:\n  commands: ['sh check.sh', 'sh check.sh again']\n",
    )
}

#[test]
fn build_output_is_neither_a_change_nor_merged() {
    let world = world(LEAVES);
    let said = world.run(&["run", "--mode", "quick", "Write down some notes"]);
    assert_eq!(said.code, 0, "{said:?}");
    let merged = world.git(&["ls-tree", "-r", "--name-only", "main"]);
    assert_eq!(merged, "check.sh\nkept.txt\nnotes.md\n");
}

#[test]
fn a_check_that_changes_what_it_checks_proves_nothing() {
    let world = world("echo other >kept.txt\n");
    let said = world.run(&["run", "--mode", "quick", "Write down some notes"]);
    assert_ne!(said.code, 0, "{said:?}");
    assert!(said.err.contains("changed tracked files"), "{said:?}");
    assert_eq!(world.read("kept.txt").as_deref(), Some("as it was\n"));
    assert_eq!(
        world.git(&["ls-tree", "-r", "--name-only", "main"]),
        "check.sh\nkept.txt\n"
    );
}
