//! The work is blamed for what it does, not for what was there before: what fails in the same way on the base, what never
//! ends, what can't be started.

use super::{merged, written};
use crate::agent::{done, turn, write};
use crate::crash::story;
use crate::support::World;

/// A check that fails for want of something, exactly as without the work: a person is told before anything is paid for.
#[test]
fn what_fails_without_the_work_too_is_said_before_corrections() {
    for (what, check, ignored, beside) in [
        (
            "ignored packages",
            "test -e node_modules/it || { echo no packages >&2; exit 127; }",
            "node_modules/\n",
            "node_modules/it",
        ),
        ("a file of settings", ". ./.env\n", ".env\n", ".env"),
        (
            "an installed tool",
            "tools/bin/lint a.txt\n",
            "tools/\n",
            "tools/bin/lint",
        ),
    ] {
        let files = [
            ("a.txt", "x\n"),
            (".gitignore", ignored),
            ("check.sh", check),
        ];
        let script = serde_json::json!({"after": "repeat", "replies": [turn(&[write("a.txt", "y\n")]), turn(&[done()])]});
        let config = "verification: {commands: [\"sh check.sh\"], levels: [1, 2, 3, 4]}\n";
        let world = World::scripted(&files, &script.to_string(), config);
        // The person's own checkout has it.
        world.write(beside, "exit 0\n");
        let said = world.run(&["run", "--mode", "quick", "change it"]);
        assert_eq!(said.code, 3, "{what}: {said:?}");
        assert_eq!(story::status(&world)["corrections"], 0, "{what}: {said:?}");
        let top = beside.split('/').next().expect("a name");
        assert!(
            said.err.contains(top),
            "{what}: the cause is named: {said:?}"
        );
        assert!(said.err.contains("verification.bring"), "{what}: {said:?}");
        // Who looked at it may have it merged.
        let said = world.run(&["approve", &story::name(&world)]);
        assert_eq!(said.code, 0, "{what}: {said:?}");
        assert!(merged(&world), "{what}");
    }
}

#[test]
fn an_empty_submodule_is_named() {
    let world = World::new(&[
        ("a.txt", "x\n"),
        ("check.sh", ". ./third_party/lib/lib.sh\n"),
    ]);
    let lib = world.path("lib");
    std::fs::create_dir_all(&lib).expect("a folder");
    let place = lib.display().to_string();
    world.git(&["-C", &place, "init", "--quiet", "-b", "main"]);
    std::fs::write(lib.join("lib.sh"), "v=1\n").expect("a file");
    world.git(&["-C", &place, "add", "--all"]);
    world.git(&["-C", &place, "commit", "--quiet", "-m", "lib"]);
    world.git(&[
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        &place,
        "third_party/lib",
    ]);
    world.git(&["commit", "--quiet", "-m", "lib"]);
    let script = serde_json::json!({"after": "repeat", "replies": [turn(&[write("a.txt", "y\n")]), turn(&[done()])]});
    std::fs::write(world.path("home/agent.json"), script.to_string()).expect("a script");
    let model = world.path("home/agent.json").display().to_string();
    let config = |more: &str| {
        format!(
            "models:\n  default: written\n  written: {{provider: scripted, model: {model}}}\nverification: {{commands: [\"sh check.sh\"], levels: [1, 2, 3, 4]{more}}}\n"
        )
    };
    world.configure(&config(""));
    let said = world.run(&["run", "--mode", "quick", "change it"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.err.contains("submodule `third_party/lib`"), "{said:?}");
    assert_eq!(story::status(&world)["corrections"], 0, "{said:?}");
    world.configure(&config(", bring: [third_party/lib]"));
    let said = world.run(&["run", "--mode", "quick", "change it"]);
    assert_eq!(said.code, 0, "{said:?}");
}

/// What somebody declared may be what the work is to mend: it counts as soon as it fails otherwise.
#[test]
fn what_fails_otherwise_goes_back_to_the_agent() {
    let check = "grep -q fine a.txt || { cat a.txt; exit 1; }\n";
    let script = serde_json::json!({
        "scenes": [crate::agent::scene("verification found gaps", &[turn(&[write("a.txt", "fine\n")]), turn(&[done()])])],
        "replies": [turn(&[write("a.txt", "better\n")]), turn(&[done()])],
    });
    let config = "verification: {commands: [\"sh check.sh\"], levels: [1, 2, 3, 4]}\n";
    let world = World::scripted(
        &[("a.txt", "bad\n"), ("check.sh", check)],
        &script.to_string(),
        config,
    );
    let said = world.run(&["run", "--mode", "quick", "mend it"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(story::status(&world)["corrections"], 1, "{said:?}");
}

/// Test scripts that wait for changes unless a service runs them.
#[test]
fn scripts_that_watch_run_once() {
    for check in [
        "[ -n \"$CI\" ] && exit 0\nexec tail -f /dev/null\n",
        "case \"$CI\" in 1|true) exit 0;; esac\nexec tail -f /dev/null\n",
    ] {
        let files = [("a.txt", "x\n"), ("check.sh", check)];
        let (world, said) = written(&files, ("a.txt", "y\n"), "");
        assert_eq!(said.code, 0, "{said:?}");
        assert!(merged(&world));
    }
}

/// One that never ends is called that, and is run once for each tree.
#[test]
fn a_command_that_never_ends_is_called_that() {
    let files = [("a.txt", "x\n"), ("check.sh", "exec tail -f /dev/null\n")];
    let script = serde_json::json!({"after": "repeat", "replies": [turn(&[write("a.txt", "y\n")]), turn(&[done()])]});
    let config = "loop: {check_timeout_s: 1}\nverification: {commands: [\"sh check.sh\"], levels: [1, 2, 3, 4]}\n";
    let world = World::scripted(&files, &script.to_string(), config);
    let said = world.run(&["run", "--mode", "quick", "change it"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.err.contains("did not end within 1 s"), "{said:?}");
    assert_eq!(
        said.err.matches("did not end within 1 s · ").count(),
        1,
        "{said:?}"
    );
}

/// A program that is not there fails with the work and without it.
#[test]
fn a_program_that_is_not_there_is_nobodys_fault() {
    let files = [("a.txt", "x\n")];
    let script = serde_json::json!({"after": "repeat", "replies": [turn(&[write("a.txt", "y\n")]), turn(&[done()])]});
    let config = "verification: {commands: [\"no-such-program --check\"], levels: [1, 2, 3, 4]}\n";
    let world = World::scripted(&files, &script.to_string(), config);
    let said = world.run(&["run", "--mode", "quick", "change it"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.err.contains("can't be started"), "{said:?}");
    assert_eq!(story::status(&world)["corrections"], 0, "{said:?}");
}
