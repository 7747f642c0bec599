//! The gates against labelled rows, through the binary. Scores may only get better: whoever lowers a number here made
//! the gates better, whoever has to raise one made them worse.

use std::path::PathBuf;

use serde_json::Value;

use crate::support::World;

/// Misses, downgrades, friction and over-blocked rows that are known, by file.
const KNOWN: [(&str, [u64; 4]); 4] = [
    ("shell_commands.jsonl", [0, 0, 0, 0]),
    ("paths.jsonl", [0, 0, 0, 0]),
    ("secrets.jsonl", [0, 0, 0, 0]),
    ("injections.jsonl", [0, 0, 0, 0]),
];
const COUNTS: [&str; 4] = ["misses", "downgrades", "friction", "overblocks"];

fn file(name: &str) -> String {
    let top = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus/security");
    top.join(name).display().to_string()
}

#[test]
fn the_gates_get_no_worse() {
    let world = World::new(&[]);
    for (name, known) in KNOWN {
        let args = ["gate", "test", "--sandbox", "whole", "--list", "--json"];
        let said = world.run(&[&args[..], &[&file(name)]].concat());
        let told: Value = serde_json::from_str(&said.out).expect(&said.err);
        assert_eq!(said.code, i32::from(told["total"]["misses"] != 0), "{name}");
        assert!(told["total"]["n"].as_u64() > Some(10), "{name}: {told}");
        for (count, most) in COUNTS.iter().zip(known) {
            let found = told["total"][count].as_u64().expect("a count");
            assert!(
                found <= most,
                "{name}: {found} {count}, and {most} were known: {:#}",
                told["wrong"]
            );
        }
    }
}

#[test]
fn a_miss_is_told_and_is_the_exit_status() {
    let world = World::new(&[]);
    let row = |id: &str, path: &str, expected: &str| {
        format!(
            r#"{{"id": "{id}", "family": "made_up", "op": "read", "path": "{path}", "cwd": "@WT@",
            "phase": "implement", "platform": "linux", "setup": [], "expected": "{expected}", "why": "So."}}"#
        )
        .replace('\n', " ")
    };
    let delivery = r#"{"id": "W", "family": "hook", "requests": [], "expected": "reject"}"#;
    let rows = [
        row("A", "src/lib.rs", "deny"),
        row("B", "src/lib.rs", "allow"),
    ];
    world.write("rows.jsonl", &format!("{}\n{delivery}\n", rows.join("\n")));
    let args = [
        "gate",
        "test",
        "--list",
        "--timings",
        "--out",
        "decisions.jsonl",
        "rows.jsonl",
    ];
    let said = world.run(&args);
    assert_eq!(said.code, 1, "{}", said.err);
    for words in [
        "miss      A made_up: expected deny, got allow",
        "misses 100.00 %",
        "1 rows are deliveries",
        "a decision takes",
    ] {
        assert!(said.out.contains(words), "{words}: {}", said.out);
    }
    assert!(!said.out.contains(" B made_up"), "{}", said.out);
    let decisions = world.read("decisions.jsonl").expect("decisions");
    let first: Value = serde_json::from_str(decisions.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&first["id"], &first["decision"]),
        (&"A".into(), &"allow".into())
    );
    assert_eq!(decisions.lines().count(), 2, "{decisions}");
}

#[test]
fn rows_that_cannot_be_read_are_bad_input() {
    let world = World::new(&[]);
    world.write("rows.jsonl", "{\"id\": 1}\n");
    let said = world.run(&["gate", "test", "rows.jsonl"]);
    assert_eq!(said.code, 2, "{}", said.out);
    assert!(said.err.contains("rows.jsonl:1"), "{}", said.err);
    assert_eq!(world.run(&["gate", "test", "none.jsonl"]).code, 2);
}

/// What stands on the disk decides, not what a path looks like; and what comes between decision and act is noticed.
#[test]
fn rows_are_judged_by_what_stands_there() {
    let world = World::new(&[]);
    let row = |id: &str, setup: &str, expected: &str| {
        format!(
            r#"{{"id": "{id}", "family": "links", "op": "read", "path": "src/notes", "cwd": "@WT@", "phase": "implement", "platform": "linux", "setup": [{setup}], "expected": {expected}}}"#
        )
    };
    let plain = r#"{"t": "file", "path": "@WT@/src/notes", "content": "x\n"}"#;
    let rows = [
        row("plain", plain, r#""allow""#),
        row(
            "link",
            r#"{"t": "symlink", "path": "@WT@/src/notes", "target": "@HOME@/notes.txt"}"#,
            r#"["ask", "deny"]"#,
        ),
        row(
            "key",
            r#"{"t": "symlink", "path": "@WT@/src/notes", "target": "@HOME@/.ssh/id_ed25519"}"#,
            r#""deny""#,
        ),
        row(
            "inside",
            r#"{"t": "symlink", "path": "@WT@/src/notes", "target": "lib.rs"}"#,
            r#""allow""#,
        ),
        row(
            "pipe",
            r#"{"t": "fifo", "path": "@WT@/src/notes"}"#,
            r#"["ask", "deny"]"#,
        ),
        row(
            "socket",
            r#"{"t": "socket", "path": "@WT@/src/notes"}"#,
            r#"["ask", "deny"]"#,
        ),
        row(
            "race",
            &format!(
                r#"{plain}, {{"t": "race", "when": "after the check", "do": "replace @WT@/src/notes by a symlink to @HOME@/notes.txt"}}"#
            ),
            r#""deny""#,
        ),
    ];
    world.write("rows.jsonl", &rows.join("\n"));
    let said = world.run(&["gate", "test", "--list", "rows.jsonl"]);
    assert_eq!(said.code, 0, "{}\n{}", said.out, said.err);
    assert!(
        said.out.contains("friction 0.00 %, over-blocked 0.00 %"),
        "{}",
        said.out
    );
}

/// The friction is that of the machine: what builds runs unasked only where a sandbox holds it.
#[test]
fn rows_are_judged_with_the_sandbox_that_there_is() {
    let row = r#"{"id": "A", "family": "build", "command": "cargo build", "cwd_context": "wt-rust", "phase": "implement", "shell": "bash", "expected": "allow", "why": "It builds."}"#;
    let judged = |world: &World, more: &[&str]| {
        world.write("rows.jsonl", row);
        let args = [&["gate", "test", "--json", "rows.jsonl"], more].concat();
        let told: Value = serde_json::from_str(&world.run(&args).out).expect("JSON");
        (
            told["sandboxed"].clone(),
            told["total"]["friction"].as_u64(),
        )
    };
    let none = World::new(&[]);
    assert_eq!(judged(&none, &[]), (false.into(), Some(1)));
    assert_eq!(
        judged(&none, &["--sandbox", "whole"]),
        (true.into(), Some(0))
    );
    let held = World::new(&[]).held();
    let (sandboxed, friction) = judged(&held, &[]);
    let found = held.run(&["doctor", "--json"]).out;
    let found: Value = serde_json::from_str(found.lines().last().unwrap()).expect("JSON");
    assert_eq!(sandboxed, found["summary"]["sandbox"]["whole"]);
    assert_eq!(friction, Some(u64::from(sandboxed == false)));
    assert_eq!(
        judged(&held, &["--sandbox", "none"]),
        (false.into(), Some(1))
    );
    let said = held.run(&["gate", "test", "--sandbox", "none", "rows.jsonl"]);
    assert!(
        said.out.ends_with("judged as without a sandbox\n"),
        "{}",
        said.out
    );
}
