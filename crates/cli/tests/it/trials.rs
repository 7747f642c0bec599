//! Level 5 of the verifier alone, piece by piece: what was tried on a tree is remembered, and the next one goes on.

use std::io::BufRead;
use std::os::unix::fs::PermissionsExt;

use crate::support::{Said, World};
use crate::verify::TONGUES;

pub(crate) const PLAN: &str = "docs/01-01-PLAN.md";
const CONFIG: &str = "verification:\n  commands: [\"sh check.sh\"]\n  falsify: {copies: 1";
/// It stands for a test: it notices whatever is put in front of the work.
pub(crate) const NOTICES: &str = "grep -q 'slugify(.*{$' src/slug.rs";

/// A plan of one artifact; what becomes of links is another matter.
pub(crate) fn plan() -> String {
    let [_, rust] = TONGUES;
    let whole = rust.plan();
    let (before, links) = whole.split_once("  key_links:\n").expect("links");
    let (_, after) = links.split_once("---\n").expect("an end");
    format!("{before}---\n{after}")
}

/// A project whose check says in a file outside each time that it runs.
pub(crate) fn world(check: &str, more: &str) -> World {
    let [_, rust] = TONGUES;
    let world = rust.world();
    let log = world.path("log");
    let check = format!("echo run >>'{}'\n{check}\n", log.display());
    world.write("check.sh", &check);
    world.write(PLAN, &plan());
    world.configure(&format!("{CONFIG}{more}}}\n"));
    world
}

/// Verifies, and says how often the check ran meanwhile.
pub(crate) fn verify(world: &World, more: &[&str]) -> (Said, usize) {
    let log = world.path("log");
    let _ = std::fs::remove_file(&log);
    let said = world.run(&[&["verify", PLAN], more].concat());
    let runs = std::fs::read_to_string(log).map_or(0, |it| it.lines().count());
    (said, runs)
}

/// The only file of remembered trials.
fn memory(world: &World) -> std::path::PathBuf {
    let mut folder = world.path("state/trials");
    loop {
        let mut entries = std::fs::read_dir(&folder).expect("a folder");
        let path = entries.next().expect("an entry").expect("an entry").path();
        assert!(entries.next().is_none(), "one in {}", folder.display());
        match path.is_dir() {
            true => folder = path,
            false => return path,
        }
    }
}

const REMEMBERED: &str = "2 of 2 trials are remembered";

#[test]
fn a_trial_is_made_once_on_a_tree() {
    let world = world(NOTICES, "");
    let (first, runs) = verify(&world, &[]);
    assert_eq!(first.code, 0, "{first:?}");
    assert_eq!(runs, 4, "here, in the unbroken copy, and for each break");
    assert!(!first.err.contains("remembered"), "{first:?}");
    let (second, runs) = verify(&world, &[]);
    assert_eq!((&second.out, second.code), (&first.out, 0));
    assert_eq!(runs, 1, "evidence is never remembered");
    assert!(second.err.contains(REMEMBERED), "{second:?}");
    let left = std::fs::read_dir(world.path("state/scratch")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "nothing of what is copied stays");
    let (fresh, runs) = verify(&world, &["--fresh"]);
    assert_eq!((&fresh.out, runs), (&first.out, 4), "{fresh:?}");
    assert_eq!(verify(&world, &[]).1, 1);
    // Another tree is another matter, and the one before is still known.
    world.write("notes.txt", "one\n");
    assert_eq!(verify(&world, &[]).1, 4);
    std::fs::remove_file(world.repository().join("notes.txt")).expect("removed");
    assert_eq!(verify(&world, &[]).1, 1);
    // What somebody else's evidence noticed is not noticed by this.
    let other = plan().replace("sh check.sh", "sh  check.sh");
    world.write(PLAN, &other);
    assert_eq!(
        verify(&world, &[]).1,
        6,
        "two commands now, of which the first notices"
    );
}

#[test]
fn each_trial_says_how_it_ended() {
    let world = world("! grep -q 'if true { panic!' src/slug.rs", "");
    let (quiet, _) = verify(&world, &["--quiet", "--fresh"]);
    assert!(!quiet.err.contains("src/slug.rs"), "{quiet:?}");
    let said = world.run(&["verify", PLAN, "--fresh"]);
    let json = world.run(&["--json", "verify", PLAN, "--fresh"]);
    for said in [&said, &json] {
        let lines = said.err.lines().filter(|it| it.contains(" of 2: "));
        let lines: Vec<&str> = lines.collect();
        assert_eq!(
            lines,
            [
                "1 of 2: src/slug.rs: `slugify` fails at once: `sh check.sh` notices",
                "2 of 2: src/slug.rs: `slugify` returns at once with nothing: nobody notices",
            ],
            "{said:?}"
        );
    }
    let value: serde_json::Value = serde_json::from_str(&json.out).expect("JSON alone");
    assert_eq!(value["status"], "gaps_found");
}

#[test]
fn what_does_not_build_says_nothing_and_another_break_is_tried() {
    let [_, rust] = TONGUES;
    // Stands for a compiler: it does not take what fails in the first function.
    let check = "if grep -q 'slugify(.*{ if true { panic!' src/slug.rs; then\n\
        echo 'error: could not compile `slugs` (lib) due to 1 previous error'; exit 101\nfi\n";
    for (notices, code, said) in [
        (
            "! grep -q 'broken on' src/slug.rs",
            1,
            "returns at once with nothing",
        ),
        (
            "! grep -q '{ if true {' src/slug.rs",
            0,
            "notices when `is_none` fails",
        ),
    ] {
        let world = world(&format!("{check}{notices}"), "");
        let more = "\n/// Is it one?\npub fn is_slug(text: &str) -> bool {\n    text.chars().all(char::is_alphanumeric)\n}\n\
            \n/// Is it none?\npub fn is_none(text: &str) -> bool {\n    !is_slug(text)\n}\n";
        world.write(rust.slug, &format!("{}{more}", rust.real));
        let (first, _) = verify(&world, &[]);
        assert_eq!(first.code, code, "{first:?}");
        assert!(first.out.contains(said), "{first:?}");
        let why = "whether evidence can fail is not known for `slugify`: `sh check.sh` does not build with it";
        assert!(first.out.contains(why), "{first:?}");
        assert!(!first.out.contains("nothing runs it"), "{first:?}");
        // In its place the smallest function fails; it is remembered with the others.
        let told = "`is_none` fails at once: `sh check.sh` notices";
        assert!(first.err.contains(told), "{first:?}");
        let (second, runs) = verify(&world, &[]);
        assert_eq!((&second.out, runs), (&first.out, 1), "{second:?}");
        assert!(second.err.contains("4 of 4 trials are"), "{second:?}");
    }
}

#[test]
fn what_a_command_starts_is_part_of_a_trial() {
    let world = world("", "");
    world.configure("verification:\n  commands: [\"probe src\"]\n");
    world.write(PLAN, &plan().replace("sh check.sh", "probe src"));
    let bin = world.path("bin");
    std::fs::create_dir_all(&bin).expect("a folder");
    let probe = |text: &str| {
        let path = bin.join("probe");
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a program");
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).expect("a mode");
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = world.command(&["verify", PLAN]);
        command.env("PATH", format!("{}:{path}", bin.display()));
        world.finish(&mut command)
    };
    assert_eq!(probe(NOTICES).code, 0);
    assert!(probe(NOTICES).err.contains(REMEMBERED));
    let blind = probe("exit 0");
    assert_eq!(blind.code, 1, "{blind:?}");
    assert!(blind.out.contains("nothing runs it"), "{blind:?}");
}

#[test]
fn what_bounds_left_is_tried_next_time() {
    let world = world(NOTICES, ", breaks: 1");
    let first = verify(&world, &[]);
    assert_eq!((first.0.code, first.1), (0, 3), "{first:?}");
    let why =
        "`verification.falsify.breaks` ends one verification after 1 trials; verify again to go on";
    assert!(
        first
            .0
            .err
            .contains(&format!("level 5: 1 of 2 trials were not made: {why}"))
    );
    let note = "1 of 2 breaks were tried; whether evidence can fail is not known for `slugify`: ";
    assert!(first.0.out.contains(&format!("{note}{why}")), "{first:?}");
    let second = verify(&world, &[]);
    assert_eq!((second.0.code, second.1), (0, 3), "{second:?}");
    assert!(second.0.err.contains("1 of 2 trials are"), "{second:?}");
    assert!(!second.0.err.contains("not made"), "{second:?}");
    assert!(!second.0.out.contains("were tried"), "{second:?}");
    let third = verify(&world, &[]);
    assert_eq!(third.1, 1, "{third:?}");
    assert_eq!(third.0.out, second.0.out, "both counted there");
    // One that survives is found by going on, though it is not tried again itself.
    world.write("check.sh", "! grep -q 'broken on purpose' src/slug.rs\n");
    assert_eq!(verify(&world, &[]).0.code, 0);
    for _ in 0..2 {
        let (said, _) = verify(&world, &[]);
        assert_eq!(said.code, 1, "{said:?}");
        assert!(said.out.contains("nothing looks at what"), "{said:?}");
    }
}

#[test]
fn what_there_was_no_time_for_is_tried_next_time() {
    // In a copy it waits for somebody who says nothing, until its time is up.
    let world = world("", ", seconds: 1");
    let gate = world.path("gate");
    let made = std::process::Command::new("mkfifo").arg(&gate).status();
    assert!(made.expect("mkfifo starts").success());
    let wait = format!(
        "case $PWD in */scratch/*) test ! -p '{0}' || cat '{0}';; esac\n{NOTICES}\n",
        gate.display()
    );
    world.write("check.sh", &wait);
    let (said, _) = verify(&world, &[]);
    let why = "`verification.falsify.seconds` ends trials after 1 s; verify again to go on";
    let told = format!("level 5: 2 of 2 trials were not made: {why}");
    assert!(said.err.contains(&told), "{said:?}");
    assert!(said.out.contains("0 of 2 breaks were tried; "), "{said:?}");
    assert!(said.out.contains(why), "{said:?}");
    std::fs::remove_file(gate).expect("removed");
    world.configure(&format!("{CONFIG}}}\n"));
    let (said, _) = verify(&world, &[]);
    assert!(!said.err.contains("not made"), "{said:?}");
    assert!(!said.err.contains("remembered"), "{said:?}");
}

/// Whether this very process was started with `SIGINT` ignored, as far as the system says so.
fn is_interrupt_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|it| it.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|it| u64::from_str_radix(it.trim(), 16).ok());
    mask.is_some_and(|it| it & 0b10 != 0)
}

#[test]
fn a_verification_that_is_killed_leaves_no_process_and_no_copy_for_long() {
    let world = world(NOTICES, ", seconds: 600");
    let pipe = world.path("pipe");
    // In a copy, processes in the group of the command, in one of their own, and of nobody any more. Each holds the pipe
    // open, and would write into it if it lived on.
    let late = "sleep 120; echo late >&3";
    let check = format!(
        "case $PWD in */scratch/*) if test -p '{0}'; then\n\
         exec 3>'{0}'\n({late}) &\nsetsid sh -c '{late}' &\nsh -c '(trap \"\" TERM HUP; {late}) &'\n\
         setsid sh -c 'setsid sh -c \"{late}\" &'\necho up >&3\nwait\nfi;; esac\n{NOTICES}\n",
        pipe.display()
    );
    world.write("check.sh", &check);
    let copies = || std::fs::read_dir(world.path("state/scratch")).map_or(0, Iterator::count);
    for signal in ["TERM", "INT", "KILL"] {
        // Whoever is started in the background of a shell inherits that, and so does what it starts.
        if signal == "INT" && is_interrupt_ignored() {
            continue;
        }
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo starts").success());
        let mut command = world.command(&["verify", PLAN]);
        command.stdout(std::process::Stdio::null());
        command.stderr(std::process::Stdio::null());
        let mut child = command.spawn().expect("interlock starts");
        let pipe_end = std::fs::File::open(&pipe).expect("somebody writes");
        let mut lines = std::io::BufReader::new(pipe_end).lines();
        assert_eq!(lines.next().expect("a line").expect("a text"), "up");
        let id = child.id().to_string();
        let kill = std::process::Command::new("kill")
            .args(["-s", signal, &id])
            .status();
        assert!(kill.expect("kill starts").success());
        assert!(!child.wait().expect("an end").success());
        // It ends when nobody holds it open any more.
        assert_eq!(lines.map_while(Result::ok).count(), 0, "{signal}");
        assert_eq!(copies(), 1, "{signal}");
        std::fs::remove_file(&pipe).expect("removed");
        let (said, _) = verify(&world, &[]);
        assert_eq!((said.code, copies()), (0, 0), "{signal}: {said:?}");
        // So that there is something to try again.
        std::fs::remove_dir_all(world.path("state/trials")).expect("forgotten");
    }
}

#[test]
fn what_came_of_nothing_is_not_remembered() {
    // What crashes by itself noticed, but perhaps not next time.
    let world = world(&format!("{NOTICES} || kill -SEGV $$"), "");
    for _ in 0..2 {
        let (said, runs) = verify(&world, &[]);
        assert_eq!((said.code, runs), (0, 4), "{said:?}");
    }
    // Nor what is tried beside files that are in no tree, and may be others next time.
    let world = self::world(NOTICES, "");
    world.git(&["init", "--quiet", "inner"]);
    world.write("inner/notes.txt", "one\n");
    for _ in 0..2 {
        let (said, runs) = verify(&world, &[]);
        assert_eq!((said.code, runs), (0, 4), "{said:?}");
    }
}

#[test]
fn a_hostile_memory_is_forgotten() {
    let world = world(NOTICES, "");
    let (honest, _) = verify(&world, &[]);
    let file = memory(&world);
    let good = std::fs::read_to_string(&file).expect("a file");
    assert!(good.contains("\"noticed\":0"), "{good}");
    let deep = "[".repeat(200_000);
    let many = format!("{}{good}", " ".repeat(2 << 20));
    for bad in [
        "",
        "{}",
        "nothing",
        &deep,
        &good[..good.len() / 2],
        &many,
        &good.replace("\"v\":1", "\"v\":2"),
        &good.replace("{\"noticed\":0}", "{\"noticed\":18446744073709551615}"),
        &good.replace("{\"noticed\":0}", "{\"noticed\":\"true\"}"),
        &good.replace("{\"noticed\":0}", "{\"untried\":\"x\"}"),
    ] {
        std::fs::write(&file, bad).expect("a file");
        let (said, runs) = verify(&world, &[]);
        let start: String = bad.chars().take(80).collect();
        assert_eq!((&said.out, runs), (&honest.out, 4), "{start}: {said:?}");
        assert_eq!(verify(&world, &[]).1, 1, "{start}: and it is well again");
    }
    // Nothing is there to be read or written.
    std::fs::remove_file(&file).expect("removed");
    std::fs::create_dir(&file).expect("a folder");
    let (said, runs) = verify(&world, &[]);
    assert_eq!((&said.out, runs), (&honest.out, 4), "{said:?}");
    assert!(said.err.contains("trials are not remembered: "), "{said:?}");
}

#[test]
fn copies_share_nothing_that_commands_build() {
    let say = "printf '%s|%s|%s\\n' \"$CARGO_TARGET_DIR\" \"$PYTHONPATH\" \"$PYTHONDONTWRITEBYTECODE\" >>\"$TMPDIR/env\"";
    let world = world(&format!("{say}\n{NOTICES}"), "");
    for (path, text) in [
        ("Cargo.toml", "[workspace]\n"),
        ("setup.py", "\n"),
        ("src/a.py", "a = 1\n"),
    ] {
        world.write(path, text);
    }
    let said = {
        let mut command = world.command(&["verify", PLAN]);
        let root = world.repository().canonicalize().expect("a folder");
        command.env("CARGO_TARGET_DIR", "/nowhere/target");
        command.env("PYTHONPATH", format!("{}/lib:/usr/lib/own", root.display()));
        command.env("TMPDIR", world.path(""));
        world.finish(&mut command)
    };
    assert_eq!(said.code, 0, "{said:?}");
    let seen = std::fs::read_to_string(world.path("env")).expect("a log");
    let mut lines = seen.lines();
    let first = lines.next().expect("the worktree");
    // What the worktree builds is the user's business; what Python imports is what stands there, not what was installed.
    let root = world.repository().canonicalize().expect("a folder");
    let root = root.display();
    assert_eq!(
        first,
        format!("/nowhere/target|{root}/src:{root}:{root}/lib:/usr/lib/own|1")
    );
    assert_eq!(lines.clone().count(), 3, "{seen}");
    for line in lines {
        let parts: Vec<&str> = line.split('|').collect();
        let [target, python, compiled] = parts.as_slice() else {
            panic!("{line}");
        };
        let copy = target.strip_suffix("/target").expect("below the copy");
        assert!(copy.contains("/scratch/"), "{line}");
        assert_eq!(
            *python,
            format!("{copy}/src:{copy}:{copy}/lib:/usr/lib/own")
        );
        assert_eq!(*compiled, "1");
    }
}

#[test]
fn a_command_that_changes_the_tree_is_told_with_the_files() {
    let world = world("echo 1 >made.txt", "");
    let (said, _) = verify(&world, &[]);
    assert_eq!(said.code, 1, "{said:?}");
    let told = "`sh check.sh` did not leave the tree as it was: `made.txt`; neither it nor";
    assert!(said.err.contains(told), "{said:?}");
    assert!(
        said.out
            .contains("but it changed files that git does not ignore"),
        "{said:?}"
    );
}
