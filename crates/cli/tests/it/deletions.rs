//! Files that a task takes away: what it names, what its plan lists and what it made itself go without a question.

use serde_json::{Value, json};

use crate::agent::{call, done, shell, turn, write};
use crate::support::World;

/// A run of a task with these calls: its status, and whether `old.txt` is still on main.
fn ran(task: &str, calls: &[Value]) -> (i32, bool) {
    let mut replies: Vec<Value> = calls
        .iter()
        .map(|it| turn(std::slice::from_ref(it)))
        .collect();
    replies.push(turn(&[done()]));
    let script = json!({ "after": "repeat", "replies": replies }).to_string();
    let files = [
        ("old.txt", "old\n"),
        ("z.txt", "z\n"),
        ("lib/old.md", "x\n"),
    ];
    let world = World::scripted(&files, &script, "");
    let said = world.run(&["run", "--mode", "quick", task]);
    let left = world.git(&["ls-tree", "-r", "--name-only", "main"]);
    (said.code, left.lines().any(|name| name == "old.txt"))
}

#[test]
fn what_the_task_names_may_go() {
    for calls in [
        vec![call("delete", json!({ "path": "old.txt" }))],
        vec![shell("git mv old.txt new.txt")],
        vec![call("run", json!({ "argv": ["rm", "old.txt"] }))],
        vec![write("new.txt", "old\n"), shell("unlink old.txt")],
    ] {
        assert_eq!(ran("rename old.txt", &calls), (0, false), "{calls:?}");
    }
}

#[test]
fn what_the_task_made_may_go_again() {
    let calls = [
        write("tmp.txt", "x\n"),
        call("delete", json!({ "path": "tmp.txt" })),
        shell("mkdir -p out && touch out/b.txt && rm out/b.txt"),
        write("new.txt", "y\n"),
    ];
    assert_eq!(ran("add new.txt", &calls), (0, true));
}

#[test]
fn what_nobody_named_waits_for_a_person() {
    for calls in [
        vec![call("delete", json!({ "path": "old.txt" }))],
        vec![shell("git rm old.txt")],
        vec![shell("git rm --cached old.txt && rm old.txt")],
        vec![shell("mv old.txt z2.txt")],
    ] {
        let (code, stands) = ran("tidy z.txt", &calls);
        assert!(code != 0 && stands, "{calls:?}");
    }
}
