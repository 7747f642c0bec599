//! A target that somebody amends, resets or rebases while a run is under way: what they took out stays out, and what the
//! run itself changed comes in.

use serde_json::{Value, json};

use crate::agent::{call, done, scene, script, shell, turn, work, write};
use crate::crash::story;
use crate::support::{Said, World};

/// A run that has written a file and waits for an answer; what the person does meanwhile; then the answer.
fn meanwhile(world: &World, rewrite: impl FnOnce(&World)) -> Said {
    let said = world.run(&["run", "--mode", "quick", "add n"]);
    assert_eq!(said.code, 3, "{said:?}");
    let run = story::name(world);
    rewrite(world);
    world.run(&["deny", &run, &story::question(world, &run), "no"])
}

fn asks_then_writes(replies: &[Value]) -> String {
    let mut all = vec![turn(&[shell("sh nothing.sh")])];
    all.extend(replies.iter().cloned());
    json!({ "replies": all }).to_string()
}

/// `one` has `a.txt`; `two` adds `leak.txt` and `b.txt`.
fn world(replies: &[Value], more: &str) -> World {
    let world = World::scripted(&[("a.txt", "x\n")], &asks_then_writes(replies), more);
    world.write("leak.txt", "internal\n");
    world.write("b.txt", "b\n");
    commit(&world, "two");
    world
}

fn commit(world: &World, message: &str) {
    world.git(&["add", "--all"]);
    world.git(&["commit", "--quiet", "-m", message]);
}

fn files(world: &World) -> Vec<String> {
    let all = world.git(&["ls-tree", "-r", "--name-only", "main"]);
    all.lines().map(str::to_owned).collect()
}

/// Nothing that can be reached from the target has the file, and the run's own is there.
fn stays_out(world: &World, said: &Said, path: &str) {
    assert_eq!(said.code, 0, "{said:?}");
    assert!(files(world).contains(&"n.txt".to_owned()), "{said:?}");
    let ever = world.git(&["log", "--format=%h", "main", "--", path]);
    assert_eq!(ever, "", "{path} is back: {said:?}");
    assert!(
        said.words().contains("the target was rewritten since"),
        "{said:?}"
    );
    assert_eq!(world.git(&["status", "--porcelain"]), "", "{said:?}");
    story::ledger_holds(world, &story::name(world));
}

#[test]
fn what_an_amended_commit_no_longer_has_stays_out() {
    let world = world(&work("n.txt", "y\n"), "");
    let said = meanwhile(&world, |world| {
        world.git(&["rm", "--quiet", "leak.txt"]);
        world.git(&["commit", "--quiet", "--amend", "-m", "two, without it"]);
    });
    stays_out(&world, &said, "leak.txt");
    assert_eq!(files(&world), ["a.txt", "b.txt", "n.txt"]);
    let subjects = world.git(&["log", "--format=%s", "main"]);
    assert_eq!(subjects, "add n\ntwo, without it\nstart\n");
    // The commits that went are named.
    assert!(said.words().contains(" two"), "{said:?}");
}

#[test]
fn commits_that_a_reset_took_back_stay_back() {
    let world = world(&work("n.txt", "y\n"), "");
    let said = meanwhile(&world, |world| {
        world.git(&["reset", "--quiet", "--hard", "HEAD~1"]);
    });
    stays_out(&world, &said, "leak.txt");
    assert_eq!(files(&world), ["a.txt", "n.txt"]);
    assert_eq!(world.git(&["rev-list", "--count", "main"]), "2\n");
}

#[test]
fn a_rebase_that_drops_a_commit_in_the_middle_keeps_it_dropped() {
    let world = world(&work("n.txt", "y\n"), "");
    world.write("c.txt", "c\n");
    commit(&world, "three");
    let said = meanwhile(&world, |world| {
        world.git(&["rebase", "--quiet", "--onto", "HEAD~2", "HEAD~1"]);
    });
    stays_out(&world, &said, "leak.txt");
    assert_eq!(files(&world), ["a.txt", "c.txt", "n.txt"]);
}

#[test]
fn a_history_without_a_common_commit_takes_the_change_alone() {
    let world = world(&work("n.txt", "y\n"), "");
    let said = meanwhile(&world, |world| {
        world.git(&["checkout", "--quiet", "--orphan", "fresh"]);
        world.git(&["rm", "--quiet", "-f", "leak.txt"]);
        world.git(&["commit", "--quiet", "-m", "everything, anew"]);
        world.git(&["branch", "--quiet", "-M", "main"]);
    });
    stays_out(&world, &said, "leak.txt");
    assert_eq!(world.git(&["rev-list", "--count", "main"]), "2\n");
}

/// The run changed the very file that was taken out: it does not come back by that, and the agent is told.
#[test]
fn a_removed_file_that_the_run_had_changed_stays_out() {
    let edit = call(
        "edit",
        json!({"path": "leak.txt", "old": "internal", "new": "internal, more"}),
    );
    let second = scene("was taken out of `main` meanwhile", &work("n.txt", "y\n"));
    let first = json!([
        turn(&[shell("sh nothing.sh")]),
        turn(&[edit, write("n.txt", "y\n")]),
        turn(&[done()]),
    ]);
    let script = json!({"scenes": [second], "replies": first}).to_string();
    let world = World::scripted(&[("a.txt", "x\n")], &script, "");
    world.write("leak.txt", "internal\n");
    commit(&world, "two");
    let said = meanwhile(&world, |world| {
        world.git(&["rm", "--quiet", "leak.txt"]);
        world.git(&[
            "commit",
            "--quiet",
            "--amend",
            "--allow-empty",
            "-m",
            "none",
        ]);
    });
    assert_eq!(said.code, 0, "{said:?}");
    let ever = world.git(&["log", "--format=%h", "main", "--", "leak.txt"]);
    assert_eq!(ever, "", "{said:?}");
    assert_eq!(files(&world), ["a.txt", "n.txt"]);
}

/// The same, and the agent writes it anew all the same: told once, then a person looks.
#[test]
fn a_removed_file_that_the_agent_brings_back_waits_for_a_person() {
    let again = [
        turn(&[write("leak.txt", "internal, again\n")]),
        turn(&[done()]),
    ];
    let scenes = [
        scene("was taken out of `main` meanwhile", &again),
        scene("verification found gaps", &again),
    ];
    let edit = call(
        "edit",
        json!({"path": "leak.txt", "old": "internal", "new": "internal, more"}),
    );
    let first = [
        turn(&[shell("sh nothing.sh")]),
        turn(&[edit, write("n.txt", "y\n")]),
        turn(&[done()]),
    ];
    let script = json!({"scenes": scenes, "replies": first}).to_string();
    let world = World::scripted(&[("a.txt", "x\n")], &script, "");
    world.write("leak.txt", "internal\n");
    commit(&world, "two");
    let said = meanwhile(&world, |world| {
        world.git(&["rm", "--quiet", "leak.txt"]);
        world.git(&[
            "commit",
            "--quiet",
            "--amend",
            "--allow-empty",
            "-m",
            "none",
        ]);
    });
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.words().contains("would bring it back"), "{said:?}");
    let ever = world.git(&["log", "--format=%h", "main", "--", "leak.txt"]);
    assert_eq!(ever, "", "{said:?}");
}

/// A correction takes in what the target had got meanwhile; then that is taken back there.
#[test]
fn what_a_correction_took_in_goes_again_when_the_target_does_without_it() {
    let ask = || turn(&[shell("sh nothing.sh")]);
    let right = [ask(), turn(&[write("n.txt", "right\n")]), turn(&[done()])];
    let wrong = [ask(), turn(&[write("n.txt", "wrong\n")]), turn(&[done()])];
    let script = script(&[
        scene("verification found gaps", &right),
        scene("add n", &wrong),
    ]);
    let more = "verification:\n  commands: [\"grep -q right n.txt\"]\n  levels: [1, 2, 3, 4]\n";
    let world = World::scripted(&[("a.txt", "x\n")], &script, more);
    let said = meanwhile(&world, |world| {
        world.write("leak.txt", "internal\n");
        commit(world, "leak");
    });
    assert_eq!(said.code, 3, "{said:?}");
    let run = story::name(&world);
    let taken = world.git(&["log", "--format=%s", &format!("interlock/{run}")]);
    assert!(taken.contains("leak"), "{taken}");
    world.git(&["reset", "--quiet", "--hard", "HEAD~1"]);
    let said = world.run(&["deny", &run, &story::question(&world, &run), "no"]);
    stays_out(&world, &said, "leak.txt");
    assert_eq!(files(&world), ["a.txt", "n.txt"]);
}
