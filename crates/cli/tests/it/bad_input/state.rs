//! The state directory and the ledger in it: not usable, damaged, held by somebody else; names of runs that are none.

use super::{name, refused, refused_as, sound};
use crate::support::World;

#[test]
fn a_state_directory_that_cannot_be_used_is_named() {
    let world = sound();
    std::fs::write(world.path("state"), "a file").expect("a file");
    for args in [&["status"][..], &["run", "do it"], &["ledger", "verify"]] {
        refused(
            &world,
            args,
            2,
            &["cannot use", "state", "`INTERLOCK_STATE`"],
        );
    }
    refused(
        &world,
        &["--store", "b.txt", "status"],
        2,
        &["cannot use", "b.txt"],
    );
    let inside = world.repository().join("state");
    world.write("state/trusted.json", "{}");
    world.git(&["add", "state"]);
    let said = world.finish(world.command(&["status"]).env("INTERLOCK_STATE", inside));
    refused_as(
        &said,
        &["status"],
        2,
        &["inside the repository", "committed", "`INTERLOCK_STATE`"],
    );
    let said = world.finish(
        world
            .command(&["status"])
            .env_remove("INTERLOCK_STATE")
            .env_remove("HOME"),
    );
    refused_as(&said, &["status"], 2, &["`HOME` is not set"]);
}

/// What runs as root can write everywhere; the rest must be told where it can't.
#[test]
#[cfg(unix)]
fn a_state_directory_that_cannot_be_written_is_named() {
    use std::os::unix::fs::PermissionsExt as _;
    let world = sound();
    let state = world.path("state");
    std::fs::create_dir(&state).expect("a directory");
    let mode = |mode| {
        std::fs::set_permissions(&state, std::fs::Permissions::from_mode(mode)).expect("a mode")
    };
    mode(0o500);
    let is_root = std::fs::write(state.join("probe"), "").is_ok();
    let said = world.run(&["run", "add a.txt"]);
    mode(0o700);
    if is_root {
        assert_eq!(said.code, 0, "{said:?}");
    } else {
        refused_as(&said, &["run"], 2, &["cannot use", "`INTERLOCK_STATE`"]);
    }
}

#[test]
fn a_ledger_that_is_none_is_not_written_over() {
    let world = sound();
    assert_eq!(world.run(&["run", "add a.txt"]).code, 0);
    let run = name(&world);
    for rest in ["ledger.db-wal", "ledger.db-shm"] {
        let _not_there = std::fs::remove_file(world.path("state").join(rest));
    }
    let noise: Vec<u8> = (0..40_000_u32)
        .map(|it| (it.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let path = world.path("state/ledger.db");
    std::fs::write(&path, &noise).expect("a file");
    for args in [
        &["status"][..],
        &["run", "do it"],
        &["log", &run],
        &["ledger", "verify"],
        &["stats"],
    ] {
        refused(
            &world,
            args,
            2,
            &[
                "the ledger's file is damaged",
                "move `ledger.db` out of the way",
            ],
        );
    }
    assert_eq!(
        std::fs::read(&path).expect("the file"),
        noise,
        "nothing is written into it"
    );
    std::fs::remove_file(&path).expect("removed");
    assert!(world.run(&["status"]).out.starts_with("no runs yet"));
    world.git(&["reset", "--quiet", "--hard", "HEAD~1"]);
    assert_eq!(world.run(&["run", "add it again"]).code, 0);
}

#[test]
fn names_that_are_none_are_told_with_those_that_are_near() {
    let world = sound();
    assert_eq!(world.run(&["run", "add a.txt"]).code, 0);
    let run = name(&world);
    let mut near: Vec<char> = run.chars().collect();
    near.swap(3, 4);
    near[7] = if near[7] == 'x' { 'y' } else { 'x' };
    let near: String = near.into_iter().collect();
    let missing = format!("no run `{near}`");
    for args in [
        &["log", &near][..],
        &["show", &near],
        &["diff", &near],
        &["resume", &near],
        &["stop", &near],
        &["approve", &near],
        &["deny", &near, "a1"],
        &["answer", &near, "a1", "x"],
        &["rewind", &format!("{near}@3")],
        &["ledger", "verify", &near],
        &["ledger", "export", &near],
        &["ledger", "replay", &near],
    ] {
        refused(
            &world,
            args,
            2,
            &[&missing, &run, "`interlock status` lists the runs"],
        );
    }
    for odd in ["", "../../etc/passwd", "%", "*", "a\u{1b}[2Jb", "ä"] {
        let said = world.run(&["log", odd]);
        refused_as(&said, &["log", odd], 2, &["no run"]);
        assert!(!said.err.contains('\u{1b}'), "{said:?}");
    }
    let at = format!("{run}@");
    refused(
        &world,
        &["show", &format!("{at}9999")],
        2,
        &["has lines 1 to"],
    );
    refused(
        &world,
        &["show", &format!("{at}x")],
        2,
        &["`x` is no line number", &format!("`{run}@12`")],
    );
    refused(
        &world,
        &["rewind", &run],
        2,
        &["`rewind` needs a line", "RUN@SEQ"],
    );
    refused(
        &world,
        &["approve", &run],
        2,
        &["asks nothing", "`interlock inbox`"],
    );
    refused(&world, &["answer", &run, "a1", "x"], 2, &["asks nothing"]);
    refused(
        &world,
        &["resume", &run],
        2,
        &["has ended", "interlock show"],
    );
    // The beginning of a name is enough.
    assert_eq!(world.run(&["log", &run[..6]]).code, 0);
}

#[test]
fn a_run_of_another_repository_is_left_alone() {
    let world = World::scripted(&[], r#"{"replies": [{"text": ""}], "after": "repeat"}"#, "");
    assert_eq!(world.run(&["run", "do it"]).code, 3);
    let run = name(&world);
    let other = world.path("other");
    std::fs::create_dir(&other).expect("a directory");
    let other = other.to_str().expect("a path");
    world.git(&["init", "--quiet", "-b", "main", other]);
    let resume = ["-C", other, "resume", &run];
    refused(
        &world,
        &resume,
        2,
        &["belongs to", "go there, or name it with `-C`"],
    );
    let said = world.run(&["-C", other, "status"]);
    assert!(said.out.starts_with("no runs yet"), "{said:?}");
    let said = world.run(&["-C", other, "status", "--all"]);
    assert!(said.out.contains(&run), "{said:?}");
}
