//! Tasks and plans that can't be taken.

use std::io::Write as _;
use std::process::Stdio;

use super::{SOUND, refused, refused_as, sound};
use crate::support::{Said, World};

const FRONT: &str = "---\nphase: x\nplan: \"01\"\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified: [a.txt]\n\
                     autonomous: true\nrequirements: [R-1]\n";
const TASKS: &str = "<objective>x</objective>\n<tasks>\n<task type=\"auto\">\n  <name>n</name>\n  <files>a.txt</files>\n  \
                     <action>a</action>\n  <verify><automated>true</automated></verify>\n  <done>d</done>\n</task>\n</tasks>\n";

#[test]
fn what_is_wrong_in_a_plan_is_shown_where_it_stands() {
    let world = sound();
    let odd = format!(
        "{FRONT}must_haves:\n  truths: [\"\"]\n  artifacts:\n    - path: /etc/a\n  key_links:\n    - from: a\n---\n{TASKS}"
    )
    .replace("wave: 1", "wave: one")
    .replace("[a.txt]", "[../a.txt]");
    for (text, words) in [
        ("", &["no front matter", "PLAN.md:1:1"][..]),
        ("words\n", &["no front matter", "PLAN.md:1:1", "1 | words"]),
        (
            "---\nphase: 1\n",
            &[
                "the front matter does not end",
                "close it with a line `---`",
            ],
        ),
        ("---\nphase: [\n---\n", &["PLAN.md:"]),
        (
            "---\nphase: x\n---\n",
            &["the plan says nothing of what is to be done", "PLAN.md:3:1"],
        ),
        (
            &odd,
            &[
                "artifact's `path`, `/etc/a`, is no path inside the repository",
                "a key link has no `to`",
            ],
        ),
        (&"a".repeat(3 << 20), &["more than 1048576 bytes"]),
    ] {
        world.write("PLAN.md", text);
        for command in ["run", "verify"] {
            refused(&world, &[command, "PLAN.md"], 2, words);
        }
    }
    std::fs::write(world.repository().join("PLAN.md"), b"\xff\xfe").expect("a file");
    refused(&world, &["run", "PLAN.md"], 2, &["`PLAN.md` is not UTF-8"]);
    let said = world.run(&["status"]);
    assert!(said.out.starts_with("no runs yet"), "{said:?}");
}

#[test]
fn a_task_that_is_none_is_told_so() {
    let world = sound();
    std::fs::create_dir(world.repository().join("folder")).expect("a directory");
    for name in ["README.md", "NOTES", "some notes"] {
        world.write(name, "Notes\n");
    }
    for (task, words) in [
        ("", &["the task is empty", "interlock run"][..]),
        (" \n ", &["the task is empty"]),
        ("-", &["the task is empty"]),
        (
            "folder",
            &["`folder` is a directory, not a plan", "name a PLAN.md"],
        ),
        (".", &["`.` is a directory"]),
        ("nope.md", &["there is no file `nope.md`", "name a PLAN.md"]),
        ("no/pe", &["there is no file `no/pe`", "say in a few words"]),
        ("LICENSE.txt", &["there is no file `LICENSE.txt`"]),
        (
            "README",
            &["there is no file `README`", "there is `README.md`"],
        ),
        ("README.md", &["no front matter", "README.md:1:1"]),
        ("NOTES", &["no plan", "echo NOTES | interlock run -"]),
        ("some notes", &["no front matter", "some notes:1:1"]),
        (
            "https://example.invalid/issues/3",
            &[
                "no forge is configured at `example.invalid`",
                "`forge.NAME.url: https://example.invalid`",
            ],
        ),
    ] {
        refused(&world, &["run", task], 2, words);
    }
    refused(
        &world,
        &["run", "--budget", "lots", "x y"],
        2,
        &["`budget.total` must be a number"],
    );
    refused(&world, &["run", "--budget=-1", "x y"], 2, &["budget"]);
    assert!(world.run(&["status"]).out.starts_with("no runs yet"));
}

#[test]
fn a_budget_below_the_floor_opens_no_run() {
    let world = sound();
    world.write("PLAN.md", crate::crash::story::FILES[3].1);
    for task in ["add a.txt", "PLAN.md"] {
        refused(
            &world,
            &["run", "--budget", "0.05", task],
            5,
            &["below the floor of $0.1", "`--budget`", "`budget.floor`"],
        );
    }
    assert!(world.run(&["status"]).out.starts_with("no runs yet"));
    // Right at it, and below one that stops nothing.
    for more in [
        &["--budget", "0.10"][..],
        &["--budget", "0.05", "--set", "budget.floor=0.01"],
        &[
            "--budget",
            "0.05",
            "--set",
            "budget.stop_on_exhausted=false",
        ],
    ] {
        let said = sound().run(&[&["run", "add a.txt"], more].concat());
        assert_eq!(said.code, 0, "{more:?}: {said:?}");
    }
}

#[test]
fn words_are_a_task() {
    for task in [
        "refactor",
        "Refactor.",
        "fix src/lib.rs and/or README",
        "read notes.txt",
    ] {
        let world = sound();
        let said = world.run(&["run", task]);
        assert_eq!(said.code, 0, "{task}: {said:?}");
        let said = world.run(&["status"]);
        assert!(said.out.contains(task), "{said:?}");
    }
}

/// A task on standard input.
fn fed(world: &World, task: &str) -> Said {
    let mut child = world
        .command(&["run", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("interlock starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    // Whoever refuses a task need not read all of it.
    let _refused = pipe.write_all(task.as_bytes());
    drop(pipe);
    world.ended(child)
}

#[test]
fn a_long_task_is_taken_whole_and_a_too_long_one_not_at_all() {
    let world = World::scripted(
        &[("b.txt", "b\n")],
        SOUND,
        "context:\n  max_tokens: 1000000\n",
    );
    let long = format!("{}\nand the last words", "write a.txt ".repeat(15 << 10));
    let said = fed(&world, &long);
    assert_eq!(said.code, 0, "{said:?}");
    let said = world.run(&["ledger", "export", &super::name(&world)]);
    assert!(said.out.contains("and the last words"));
    let said = fed(&world, &"a ".repeat(150 << 10));
    refused_as(
        &said,
        &["run", "-"],
        2,
        &["the task is longer than 262144 bytes", "name the files"],
    );
    assert_eq!(world.run(&["--json", "status"]).out.lines().count(), 1);
}
