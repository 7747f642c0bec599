//! What was verified is what is merged: nothing that stands beside the tree in the agent's worktree counts, and what no
//! snapshot takes is told, kept, and holds the merge.

use super::{generated, merged, passes_in_a_clone};
use crate::crash::story;

/// What a tool makes in the agent's worktree, and a check that needs it. None of it is part of a tree.
const BESIDE: &[(&str, &str, &str, &str)] = &[
    (
        "a file too large for a snapshot",
        "",
        "head -c 41943040 /dev/zero > new.dat",
        "test -s new.dat",
    ),
    (
        "a repository of its own",
        "",
        "git init -q vendor/lib && echo hi > vendor/lib/lib.sh",
        "test -s vendor/lib/lib.sh",
    ),
    (
        "a cache that says so",
        "",
        "mkdir -p out && echo 'Signature: 8a477f597d28d172789f06886806bc55' > out/CACHEDIR.TAG && echo 1 > out/it",
        "test -s out/it",
    ),
    (
        "installed packages",
        "",
        "mkdir -p node_modules/it && echo 1 > node_modules/it/index.js",
        "test -s node_modules/it/index.js",
    ),
    (
        "what git ignores",
        "made/\n",
        "mkdir -p made && echo 1 > made/it",
        "test -s made/it",
    ),
    (
        "what the repository ignores for this clone alone",
        "",
        "echo 'made/' >> \"$(git rev-parse --git-common-dir)/info/exclude\"; mkdir -p made && echo 1 > made/it",
        "test -s made/it",
    ),
    ("an empty folder", "", "mkdir -p empty", "test -d empty"),
    ("a pipe", "", "mkfifo pipe", "test -p pipe"),
];

#[test]
fn a_check_sees_what_a_clone_would_have() {
    for (what, ignored, makes, check) in BESIDE {
        let generate = format!("{makes}\necho y > a.txt\n");
        let files = [
            ("a.txt", "x\n"),
            (".gitignore", *ignored),
            ("check.sh", *check),
            ("gen.sh", generate.as_str()),
        ];
        let (world, said) = generated(&files, ", levels: [1, 2, 3, 4]");
        assert!(!merged(&world), "{what}: {said:?}");
        assert_ne!(said.code, 0, "{what}: {said:?}");
        assert!(
            !passes_in_a_clone(&world),
            "{what}: the case is what it says"
        );
    }
}

/// A tracked file that grew too large is merged as it was, or not at all.
#[test]
fn a_tracked_file_that_grows_too_large_holds_the_merge() {
    let files = [
        ("a.txt", "x\n"),
        ("data.bin", "small\n"),
        ("check.sh", "test -s a.txt\n"),
        (
            "gen.sh",
            "head -c 41943040 /dev/zero > data.bin; echo y > a.txt\n",
        ),
    ];
    let (world, said) = generated(&files, ", levels: [1, 2, 3, 4]");
    assert_eq!(said.code, 3, "{said:?}");
    assert!(!merged(&world), "{said:?}");
    assert!(said.err.contains("data.bin"), "{said:?}");
}

/// What nothing else has is told, holds the merge for a person, and is not destroyed with the worktree.
#[test]
fn what_no_snapshot_takes_is_told_and_kept() {
    for (path, makes, why) in [
        (
            "new.dat",
            "head -c 41943040 /dev/zero > new.dat",
            "too large",
        ),
        (
            "vendor/lib",
            "git init -q vendor/lib && echo hi > vendor/lib/lib.sh",
            "a repository of its own",
        ),
    ] {
        let generate = format!("{makes}\necho y > a.txt\n");
        let files = [
            ("a.txt", "x\n"),
            ("check.sh", "grep -q y a.txt\n"),
            ("gen.sh", generate.as_str()),
        ];
        let (world, said) = generated(&files, ", levels: [1, 2, 3, 4]");
        assert_eq!(said.code, 3, "{said:?}");
        assert!(!merged(&world), "{said:?}");
        assert!(
            said.err.contains(path) && said.err.contains(why),
            "{said:?}"
        );
        let run = story::name(&world);
        let page = world.run(&["show", &run, "--report"]).out;
        assert!(page.contains(path), "{page}");
        // A person who looked may have it merged; what was left out stays where it is.
        let said = world.run(&["approve", &run]);
        assert_eq!(said.code, 0, "{said:?}");
        assert!(merged(&world), "{said:?}");
        let kept = world.path(&format!("state/worktrees/{run}/task/{path}"));
        assert!(kept.exists(), "{said:?}");
        let told = format!("{}{}", said.out, said.err);
        assert!(told.contains("stays"), "{told}");
        // Nobody sweeps it away afterwards either.
        let said = world.run(&["doctor", "--mend"]);
        assert!(kept.exists(), "{said:?}");
        story::ledger_holds(&world, &run);
    }
}

/// What tools can make again is only said; the folder of the evidence is gone with the run.
#[test]
fn what_tools_can_make_again_is_said() {
    let files = [
        ("a.txt", "x\n"),
        ("check.sh", "grep -q y a.txt\n"),
        (
            "gen.sh",
            "mkdir -p node_modules/it && echo 1 > node_modules/it/index.js\necho y > a.txt\n",
        ),
    ];
    let (world, said) = generated(&files, ", levels: [1, 2, 3, 4]");
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("left out: node_modules"), "{said:?}");
    let run = story::name(&world);
    assert!(
        !world.path(&format!("state/worktrees/{run}")).exists(),
        "{said:?}"
    );
    assert_eq!(world.git(&["worktree", "list"]).lines().count(), 1);
}

/// What one command leaves is not there for the next, unless git ignores it or a tool marks it as its cache.
#[test]
fn a_command_does_not_live_on_what_another_left() {
    let first = "[ -e left ] && exit 9\nhead -c 41943040 /dev/zero > large.bin\ngit init -q inner\necho 1 > left\nexit 0\n";
    let second =
        "[ -e left ] && exit 8\n[ -e large.bin ] && exit 7\n[ -e inner ] && exit 6\nexit 0\n";
    let files = [
        ("a.txt", "x\n"),
        ("first.sh", first),
        ("second.sh", second),
        ("gen.sh", "echo y > a.txt\n"),
    ];
    let generates = crate::agent::call("run", serde_json::json!({"argv": ["sh", "gen.sh"]}));
    let script = serde_json::json!({"replies": [crate::agent::turn(&[generates]), crate::agent::turn(&[crate::agent::done()])]});
    let config = format!(
        "{}verification: {{commands: [\"sh first.sh\", \"sh second.sh\"], levels: [1, 2, 3, 4]}}\n",
        super::GENERATES
    );
    let world = crate::support::World::scripted(&files, &script.to_string(), &config);
    let said = world.run(&["run", "--mode", "quick", "generate it"]);
    // Files that were only added are put away; they do not make the tree another one.
    assert_eq!(said.code, 0, "{said:?}");
}
