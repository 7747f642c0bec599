//! Making a clean checkout ready: commands that prepare it, and what is brought beside it.

use super::{merged, written};
use crate::agent::{done, turn, write};
use crate::crash::story;
use crate::support::World;

/// A run whose agent writes `a.txt`; checked by `check.sh`, in a checkout that is made ready as `more` says.
fn run(
    files: &[(&str, &str)],
    more: &str,
    beside: &[(&str, &str)],
) -> (World, crate::support::Said) {
    let script = serde_json::json!({"after": "repeat", "replies": [turn(&[write("a.txt", "y\n")]), turn(&[done()])]});
    let config = format!(
        "loop: {{check_timeout_s: 5}}\nverification: {{commands: [\"sh check.sh\"], levels: [1, 2, 3, 4], {more}}}\n"
    );
    let world = World::scripted(files, &script.to_string(), &config);
    for (path, text) in beside {
        world.write(path, text);
    }
    let said = world.run(&["run", "--mode", "quick", "change it"]);
    (world, said)
}

const NEEDS: &str = "test -s packages/it && grep -q y a.txt\n";

#[test]
fn commands_prepare_the_checkout_once_for_a_tree() {
    let prepare = "mkdir -p packages && echo 1 >> packages/it && echo prepared >> \"$HOME/log\"\n";
    let files = [
        ("a.txt", "x\n"),
        (".gitignore", "packages/\n"),
        ("prepare.sh", prepare),
        ("check.sh", NEEDS),
    ];
    let (world, said) = run(&files, "prepare: [\"sh prepare.sh\"]", &[]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(merged(&world));
    let log = std::fs::read_to_string(world.path("home/log")).expect("a log");
    assert_eq!(log, "prepared\n", "{said:?}");
    assert!(
        said.err.contains("makes the checkout ready: sh prepare.sh"),
        "{said:?}"
    );
    story::ledger_holds(&world, &story::name(&world));
}

#[test]
fn what_git_ignores_is_brought_and_stays_the_persons() {
    let files = [
        ("a.txt", "x\n"),
        (".gitignore", "packages/\n.env\n"),
        (
            "check.sh",
            ". ./.env && test \"$V\" = 7 && echo changed > packages/it && grep -q y a.txt\n",
        ),
    ];
    let beside = [("packages/it", "mine\n"), (".env", "V=7\n")];
    let (world, said) = run(&files, "bring: [packages/, .env]", &beside);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(
        world.read("packages/it").as_deref(),
        Some("mine\n"),
        "a copy is changed, not the person's"
    );
    assert!(
        !world
            .git(&["ls-tree", "-r", "--name-only", "main"])
            .contains("packages")
    );
}

/// Links that lead into the person's checkout lead into the clean one there.
#[test]
fn what_is_brought_leads_nowhere_else() {
    let check = "test \"$(cat packages/work)\" = y\n";
    let files = [
        ("a.txt", "x\n"),
        (".gitignore", "packages/\n"),
        ("check.sh", check),
    ];
    let script = serde_json::json!({"after": "repeat", "replies": [turn(&[write("a.txt", "y\n")]), turn(&[done()])]});
    for absolute in [true, false] {
        let config = "verification: {commands: [\"sh check.sh\"], levels: [1, 2, 3, 4], bring: [packages]}\n";
        let world = World::scripted(&files, &script.to_string(), config);
        let packages = world.repository().join("packages");
        std::fs::create_dir_all(&packages).expect("a folder");
        let target = match absolute {
            true => world.repository().join("a.txt"),
            false => "../a.txt".into(),
        };
        std::os::unix::fs::symlink(target, packages.join("work")).expect("a link");
        let said = world.run(&["run", "--mode", "quick", "change it"]);
        assert_eq!(said.code, 0, "{said:?}");
    }
}

#[test]
fn what_can_not_be_brought_is_told() {
    let files = [
        ("a.txt", "x\n"),
        ("tracked/it", "1\n"),
        (".gitignore", "packages/\n"),
        ("check.sh", "exit 0\n"),
    ];
    for (bring, why) in [
        ("packages", "is not there"),
        ("tracked", "part of the tree already"),
    ] {
        let (_, said) = run(&files, &format!("bring: [{bring}]"), &[]);
        assert_eq!(said.code, 0, "{said:?}");
        assert!(said.err.contains(why), "{said:?}");
    }
    // What git would not ignore there would be part of the tree: nothing is run on another one.
    let (world, said) = run(&files, "bring: [loose]", &[("loose/it", "1\n")]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(!merged(&world));
    assert!(said.err.contains("ignored by git"), "{said:?}");
    for wrong in ["../outside", "/etc", "a/../../b"] {
        let (_, said) = run(&files, &format!("bring: [\"{wrong}\"]"), &[]);
        assert_eq!(said.code, 2, "{said:?}");
        assert!(said.err.contains("verification.bring"), "{said:?}");
    }
}

/// A preparation that fails or hangs with the work and without it is nobody's fault; one that the work breaks is.
#[test]
fn preparations_that_fail_are_told_apart() {
    let files = |prepare: &'static str| {
        [
            ("a.txt", "x\n"),
            ("prepare.sh", prepare),
            ("check.sh", "exit 0\n"),
        ]
    };
    let more = "prepare: [\"sh prepare.sh\"]";
    let (world, said) = run(&files("echo no network >&2\nexit 4\n"), more, &[]);
    assert_eq!(said.code, 3, "{said:?}");
    assert_eq!(story::status(&world)["corrections"], 0, "{said:?}");
    assert!(said.err.contains("sh prepare.sh"), "{said:?}");
    // Long lines are broken for the terminal.
    let words: Vec<&str> = said.err.split_whitespace().collect();
    assert!(
        words.join(" ").contains("in the same way without it"),
        "{said:?}"
    );

    let (world, said) = run(&files("grep -q x a.txt\n"), more, &[]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(!merged(&world));
    assert_ne!(story::status(&world)["corrections"], 0, "{said:?}");

    let (world, said) = run(&files("exec tail -f /dev/null\n"), more, &[]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(!merged(&world));
    assert!(said.err.contains("did not end within 5 s"), "{said:?}");
}

/// A preparation that changes what git tracks changes what would be verified: it is told, and nothing is merged.
#[test]
fn a_preparation_leaves_the_tree_alone() {
    let files = [
        ("a.txt", "x\n"),
        ("lock", "1\n"),
        ("prepare.sh", "echo 2 > lock\n"),
        ("check.sh", "exit 0\n"),
    ];
    let (world, said) = run(&files, "prepare: [\"sh prepare.sh\"]", &[]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(!merged(&world));
    assert!(said.err.contains("changed"), "{said:?}");
}

#[test]
fn nobody_prepares_without_being_trusted() {
    let files = [
        ("a.txt", "x\n"),
        ("check.sh", "exit 0\n"),
        ("prepare.sh", "echo ran >> \"$HOME/log\"\n"),
        (
            ".interlock/config.yml",
            "verification: {prepare: [\"sh prepare.sh\"], bring: [.env]}\n",
        ),
    ];
    let (world, said) = written(&files, ("a.txt", "y\n"), "");
    assert_eq!(said.code, 0, "{said:?}");
    assert!(!world.path("home/log").exists(), "{said:?}");
    assert!(
        said.err.contains("verification.prepare"),
        "it is said: {said:?}"
    );
}
