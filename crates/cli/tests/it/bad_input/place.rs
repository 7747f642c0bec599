//! Where the program is called: no repository, no commit, no branch, changes that are not committed, names that are not
//! ASCII.

use super::{SOUND, for_people, name, refused, sound};
use crate::support::World;

#[test]
fn outside_a_repository_only_the_gates_work() {
    let world = World::new(&[]);
    let home = world.path("home");
    let home = home.to_str().expect("a path");
    for args in [
        &["run", "do it"][..],
        &["resume", "x"],
        &["status"],
        &["inbox"],
        &["log", "x"],
        &["stats"],
        &["config", "show"],
        &["config", "check"],
        &["init"],
        &["trust"],
        &["verify", "PLAN.md"],
        &["ledger", "verify"],
    ] {
        let args = [&["-C", home], args].concat();
        refused(
            &world,
            &args,
            2,
            &["is not in a git repository", "`git init`", "`-C DIR`"],
        );
    }
    let said = world.run(&["-C", home, "gate", "check"]);
    assert_eq!((said.code, &*said.out), (0, ""), "{said:?}");
    refused(
        &world,
        &["-C", "no/such/place", "status"],
        2,
        &["no/such/place"],
    );
}

#[test]
fn a_repository_without_commits_is_told_to_make_one() {
    let world = sound();
    let fresh = world.path("fresh");
    std::fs::create_dir(&fresh).expect("a directory");
    let fresh = fresh.to_str().expect("a path");
    world.git(&["init", "--quiet", "-b", "main", fresh]);
    let run = ["-C", fresh, "run", "add a.txt"];
    refused(
        &world,
        &run,
        2,
        &["there is no branch `main`", "make a first commit"],
    );
    let said = world.run(&["-C", fresh, "status"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.starts_with("no runs yet"), "{said:?}");
}

#[test]
fn changes_that_are_not_committed_stay_as_they_are() {
    let world = World::scripted(&[("a.txt", "old\n"), ("b.txt", "b\n")], SOUND, "");
    world.write("a.txt", "mine\n");
    world.write("new.txt", "mine too\n");
    let said = world.run(&["run", "change a.txt"]);
    // Told when the run begins; and as the merge would write over it, that waits.
    assert_eq!(said.code, 3, "{said:?}");
    for_people(
        &said,
        &[
            "work that is not committed is no part of this run: a.txt, new.txt",
            "`a.txt` has changes that are not committed",
        ],
    );
    assert_eq!(world.git(&["show", "main:a.txt"]), "old\n");
    assert_eq!(world.read("a.txt").as_deref(), Some("mine\n"));
    assert_eq!(world.read("new.txt").as_deref(), Some("mine too\n"));
    // Work began from what was committed.
    let said = world.run(&["diff", &name(&world)]);
    assert!(
        said.out.contains("-old") && !said.out.contains("mine"),
        "{said:?}"
    );
}

#[test]
fn a_detached_head_needs_the_name_of_a_branch() {
    let world = sound();
    world.git(&["checkout", "--quiet", "--detach"]);
    let run = ["run", "add a.txt"];
    refused(
        &world,
        &run,
        2,
        &[
            "is on no branch",
            "`git switch BRANCH`",
            "`--set project.target_branch=BRANCH`",
        ],
    );
    let said = world.run(&["run", "--target", "main", "add a.txt"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.git(&["show", "main:a.txt"]), "hello\n");
    assert_eq!(world.read("a.txt"), None);
}

#[test]
fn a_target_that_is_not_there_is_named() {
    let world = sound();
    for target in ["nope", "bad name", "-x", "refs/heads/main", "a..b"] {
        let flag = format!("--target={target}");
        let missing = format!("there is no branch `{target}`");
        refused(
            &world,
            &["run", &flag, "add a.txt"],
            2,
            &[&missing, "`--set project.target_branch=BRANCH`"],
        );
    }
    let said = world.run(&["status"]);
    assert!(said.out.starts_with("no runs yet"), "{said:?}");
}

#[test]
fn names_need_not_be_ascii() {
    let script = r#"{"replies": [
        {"calls": [{"tool": "write", "args": {"path": "Größen/日本 語.txt", "content": "größer — 大きい\n"}}]},
        {"calls": [{"tool": "done", "args": {"summary": "größer"}}]}]}"#;
    let world = World::scripted(&[("Größen/vorher.txt", "klein\n")], script, "");
    let said = world.run(&["run", "mache die Größen größer 大"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(
        world.read("Größen/日本 語.txt").as_deref(),
        Some("größer — 大きい\n")
    );
    let run = name(&world);
    let said = world.run(&["log", &run]);
    for_people(&said, &["mache die Größen größer 大", "日本 語.txt"]);
    let shown = world.json(&["--json", "show", &run]);
    assert_eq!(shown["summary"]["title"], "mache die Größen größer 大");
}
