//! Level 5 where a trial does not come to its end: it has shown nothing, whatever ended it, and makes nothing pass.

use std::os::unix::fs::PermissionsExt;

use crate::support::{Said, World};
use crate::trials::{NOTICES, PLAN, plan, verify, world};

/// The other way round.
const BROKEN: &str = "! grep -q 'slugify(.*{$' src/slug.rs";

#[test]
fn a_trial_whose_time_is_up_is_not_known() {
    // With a break in place it waits for somebody who says nothing.
    let world = world("", "");
    let gate = world.path("gate");
    let made = std::process::Command::new("mkfifo").arg(&gate).status();
    assert!(made.expect("mkfifo starts").success());
    let wait = format!(
        "{NOTICES} && exit 0\nexec cat '{}'\n",
        gate.to_str().expect("a text")
    );
    world.write("check.sh", &wait);
    let (said, _) = verify(&world, &[]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.out.contains("human_needed"), "{said:?}");
    let why = "whether its evidence can fail is not known: `sh check.sh` did not end within 10 s; it takes 0.";
    assert!(said.out.contains(why), "{said:?}");
    assert!(!said.out.contains("notices"), "{said:?}");
}

#[test]
fn what_is_ended_from_outside_is_not_known() {
    let world = world(&format!("{NOTICES} || kill -KILL $$"), "");
    let (said, _) = verify(&world, &[]);
    assert_eq!(said.code, 3, "{said:?}");
    let why = "`sh check.sh`: it was ended from outside, by signal 9";
    assert!(said.out.contains(why), "{said:?}");
}

#[test]
fn what_there_is_no_time_for_makes_nothing_pass() {
    let world = world(NOTICES, ", breaks: 1");
    // One trial is enough for an artifact, so that this one passes, and says that another was left.
    assert_eq!(verify(&world, &[]).0.code, 0);
    let world = self::world("! true", "");
    world.write(
        "check.sh",
        &format!("case $PWD in */scratch/*) exit 1;; esac\n{NOTICES}\n"),
    );
    let (said, _) = verify(&world, &[]);
    assert_eq!(said.code, 3, "{said:?}");
    let why = "whether its evidence can fail is not known: no command passes in an unbroken copy";
    assert!(said.out.contains(why), "{said:?}");
}

#[test]
fn the_unbroken_copy_is_measured_with_the_file_written_anew() {
    let world = world("", "");
    let seen = world.path("seen");
    std::fs::create_dir(&seen).expect("a folder");
    // It keeps what it saw in the copies; the sum is of the content alone.
    let keep = format!(
        "case $PWD in */scratch/*) cp src/slug.rs '{}'/$(cksum <src/slug.rs | cut -d' ' -f1);; esac\n{NOTICES}\n",
        seen.display()
    );
    world.write("check.sh", &keep);
    let source = std::fs::read_to_string(world.repository().join("src/slug.rs")).expect("a text");
    let (said, _) = verify(&world, &[]);
    assert_eq!(said.code, 0, "{said:?}");
    let texts = std::fs::read_dir(&seen).expect("a folder").map(|it| {
        let path = it.expect("an entry").path();
        std::fs::read_to_string(path).expect("a text")
    });
    let unbroken: Vec<String> = texts
        .filter(|it| !it.contains("broken on purpose"))
        .collect();
    assert!(unbroken.contains(&format!("\n{source}")), "{unbroken:?}");
    assert!(!unbroken.contains(&source), "once is enough: {unbroken:?}");
}

#[test]
fn a_command_that_minds_a_blank_line_is_measured_without() {
    let world = world(
        &format!("head -n 1 src/slug.rs | grep -q . && {NOTICES}"),
        "",
    );
    let (said, runs) = verify(&world, &[]);
    assert_eq!((said.code, runs), (0, 5), "{said:?}");
}

/// A program that stands for cargo: it says on a line of the log what it was asked, and does this.
fn with_cargo(world: &World, does: &str) -> Said {
    let bin = world.path("bin");
    std::fs::create_dir_all(&bin).expect("a folder");
    let path = bin.join("cargo");
    let log = world.path("log");
    let text = format!("#!/bin/sh\necho \"$*\" >>'{}'\n{does}\n", log.display());
    std::fs::write(&path, text).expect("a program");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("a mode");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = world.command(&["verify", PLAN]);
    command.env("PATH", format!("{}:{path}", bin.display()));
    world.finish(&mut command)
}

#[test]
fn a_build_that_fails_is_no_test_that_notices() {
    let world = world("", "");
    world.configure("verification:\n  commands: [\"cargo test -q\"]\n  falsify: {copies: 1}\n");
    world.write(PLAN, &plan().replace("sh check.sh", "cargo test -q"));
    // Its build fails in words that nobody knows, and its tests start nothing.
    let blind = with_cargo(
        &world,
        &format!("case $* in *--no-run) {BROKEN} && exit 9;; esac\nexit 0"),
    );
    assert!(
        blind.out.contains("`cargo test -q` does not build with it"),
        "{blind:?}"
    );
    assert!(!blind.out.contains("notices"), "{blind:?}");
    let log = std::fs::read_to_string(world.path("log")).expect("a log");
    let tests = log.lines().filter(|it| *it == "test -q").count();
    assert_eq!(
        tests, 2,
        "here and unbroken; what does not build runs no test: {log}"
    );
    // One that builds is asked by its tests.
    let sees = with_cargo(
        &world,
        &format!("case $* in *--no-run) exit 0;; esac\n{NOTICES}"),
    );
    assert_eq!(sees.code, 0, "{sees:?}");
    assert!(sees.out.contains("`cargo test -q` notices"), "{sees:?}");
}

#[test]
fn a_tool_that_can_not_build_apart_is_asked_as_before() {
    let world = world("", "");
    world.configure("verification:\n  commands: [\"cargo test -q\"]\n  falsify: {copies: 1}\n");
    world.write(PLAN, &plan().replace("sh check.sh", "cargo test -q"));
    let old = with_cargo(
        &world,
        &format!("case $* in *--no-run) exit 2;; esac\n{NOTICES}"),
    );
    assert_eq!(old.code, 0, "{old:?}");
    assert!(old.out.contains("`cargo test -q` notices"), "{old:?}");
}
