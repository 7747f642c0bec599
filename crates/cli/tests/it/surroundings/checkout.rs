//! A person's own files in the checkout of the branch that a run is merged into: what would be overwritten holds the merge,
//! whatever else is there stays as it is, and every way out that is printed works.

use std::path::Path;
use std::process::Command;

use crate::agent::{done, turn};
use crate::crash::story::{self, PLAN, real};
use crate::support::{Said, World};

fn world() -> World {
    story::world_of(&[turn(&real()), turn(&[done()])], false, "")
}

#[test]
fn a_merge_appears_beside_the_files_that_a_person_works_on() {
    let world = world();
    world.write("tool.sh", "mine\n");
    world.write("loose.txt", "mine\n");
    let said = world.run(&["run", PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(!said.out.contains("left as it is"), "{said:?}");
    assert_eq!(
        world.git(&["status", "--porcelain"]),
        " M tool.sh\n?? loose.txt\n"
    );
    assert_eq!(world.read("src/slug.rs").as_deref(), Some(story::REAL));
    assert_eq!(world.read("tool.sh").as_deref(), Some("mine\n"));
    // That it is no part of the work was said before anything began.
    let words = "work that is not committed is no part of this run: tool.sh, loose.txt";
    assert!(said.words().contains(words), "{said:?}");
}

#[test]
fn a_clean_checkout_is_not_worth_a_word() {
    let said = world().run(&["run", PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(!said.words().contains("not committed"), "{said:?}");
}

/// What a person has there, what is said of it, and what they do about it.
struct Case {
    what: &'static str,
    /// Makes it.
    make: fn(&World),
    /// What is said.
    why: &'static str,
    /// What they do, as they are told.
    then: &'static str,
    mend: fn(&World),
    /// What stands there when all is done.
    end: fn(&World),
}

const MINE: &str = "//! Words.\n\n// Mine.\n";

fn edit(world: &World) {
    world.write("src/lib.rs", MINE);
}

fn stash(world: &World) {
    world.git(&["stash", "push", "--quiet"]);
}

/// Brings back what was put aside, and finds it beside what was merged.
fn pop(world: &World) {
    let done = Command::new("git")
        .args(["stash", "pop", "--quiet"])
        .current_dir(world.repository())
        .output();
    assert!(done.is_ok());
    let text = world.read("src/lib.rs").expect("a file");
    assert!(
        text.contains("// Mine.") && text.contains("pub mod slug;"),
        "{text}"
    );
}

fn nothing(_: &World) {}

fn move_away(world: &World) {
    let from = world.repository().join("src/slug.rs");
    std::fs::rename(from, world.path("aside")).expect("moved");
}

fn mine_is_aside(world: &World) {
    let text = std::fs::read_to_string(world.path("aside")).expect("a file");
    assert_eq!(text, "// Mine.\n");
}

/// A branch that changed the same line; merging it leaves the merge open.
fn other_branch(world: &World) {
    world.git(&["checkout", "--quiet", "-b", "other"]);
    world.write("tool.sh", "theirs\n");
    world.git(&["commit", "--quiet", "--all", "-m", "theirs"]);
    world.git(&["checkout", "--quiet", "main"]);
}

fn open(world: &World, args: &[&str]) {
    let done = Command::new("git")
        .args(["-c", "user.name=t", "-c", "user.email=t@example.invalid"])
        .args(args)
        .current_dir(world.repository())
        .output()
        .expect("git starts");
    assert!(
        !done.status.success() || args.contains(&"--no-commit"),
        "{done:?}"
    );
}

const CASES: [Case; 9] = [
    Case {
        what: "an edited file",
        make: edit,
        why: "`src/lib.rs` has changes that are not committed",
        then: "commit or stash them",
        mend: stash,
        end: pop,
    },
    Case {
        what: "a staged file",
        make: |world| {
            edit(world);
            world.git(&["add", "src/lib.rs"]);
        },
        why: "`src/lib.rs` has changes that are not committed",
        then: "commit or stash them",
        mend: stash,
        end: pop,
    },
    Case {
        what: "a file that git does not know",
        make: |world| world.write("src/slug.rs", "// Mine.\n"),
        why: "`src/slug.rs` is there and git does not know it",
        then: "move it away",
        mend: move_away,
        end: mine_is_aside,
    },
    Case {
        what: "a file that git ignores",
        make: |world| {
            let exclude = world.repository().join(".git/info/exclude");
            std::fs::create_dir_all(exclude.parent().expect("a folder")).expect("a folder");
            std::fs::write(exclude, "slug.rs\n").expect("written");
            world.write("src/slug.rs", "// Mine.\n");
        },
        why: "`src/slug.rs` is there and git does not know it",
        then: "move it away",
        mend: move_away,
        end: mine_is_aside,
    },
    Case {
        what: "a file that git is told to take for unchanged",
        make: |world| {
            world.git(&["update-index", "--assume-unchanged", "src/lib.rs"]);
            edit(world);
        },
        why: "`src/lib.rs` has changes that are not committed",
        then: "commit or stash them",
        mend: |world| {
            world.git(&["update-index", "--no-assume-unchanged", "src/lib.rs"]);
            stash(world);
        },
        end: pop,
    },
    Case {
        what: "a file that git is told to skip",
        make: |world| {
            world.git(&["update-index", "--skip-worktree", "src/lib.rs"]);
            edit(world);
        },
        why: "`src/lib.rs` has changes that are not committed",
        then: "commit or stash them",
        mend: |world| {
            world.git(&["update-index", "--no-skip-worktree", "src/lib.rs"]);
            stash(world);
        },
        end: pop,
    },
    Case {
        what: "a merge under way",
        make: |world| {
            other_branch(world);
            open(
                world,
                &["merge", "--quiet", "--no-ff", "--no-commit", "other"],
            );
        },
        why: "a merge is in progress",
        then: "merge --abort",
        mend: |world| {
            world.git(&["merge", "--abort"]);
        },
        end: nothing,
    },
    Case {
        what: "a rebase of the branch under way",
        make: |world| {
            other_branch(world);
            world.write("tool.sh", "mine\n");
            world.git(&["commit", "--quiet", "--all", "-m", "mine"]);
        },
        why: "a rebase is in progress",
        then: "rebase --abort",
        mend: |world| {
            world.git(&["rebase", "--abort"]);
        },
        end: nothing,
    },
    Case {
        what: "another git that holds the index",
        make: |world| {
            std::fs::write(world.repository().join(".git/index.lock"), "").expect("a lock");
        },
        why: "another git is at work",
        then: "if no git runs there, remove that file",
        mend: |world| {
            std::fs::remove_file(world.repository().join(".git/index.lock")).expect("gone");
        },
        end: nothing,
    },
];

/// Runs until the merge is held.
fn held(world: &World, case: &Case) -> Said {
    (case.make)(world);
    if case.what.contains("rebase") {
        // The run begins before: a rebase takes the branch from under it.
        let check = "[ -e \"$HOME/once\" ] || { touch \"$HOME/once\"; git -C \"$HOME/../repo with spaces\" -c user.name=t -c user.email=t@example.invalid rebase -q other > /dev/null 2>&1; }\n\
                     grep -q 'pub fn slug' src/slug.rs\n";
        world.write("check.sh", check);
        world.git(&["commit", "--quiet", "--all", "-m", "check"]);
    }
    world.run(&["run", PLAN])
}

#[test]
fn what_a_merge_would_overwrite_holds_it() {
    for case in &CASES {
        let world = world();
        let said = held(&world, case);
        let what = case.what;
        assert_eq!(said.code, 3, "{what}: {said:?}");
        for words in [case.why, case.then] {
            assert!(said.words().contains(words), "{what}: {words}: {said:?}");
        }
        // Nothing was moved, and nothing of the person's was touched.
        let merged = Command::new("git")
            .args(["cat-file", "-e", "main:src/slug.rs"])
            .current_dir(world.repository())
            .output()
            .expect("git starts");
        assert!(!merged.status.success(), "{what}: it is merged");
        let run = story::name(&world);
        story::ledger_holds_so_far(&world, &run);
        (case.mend)(&world);
        let said = world.run(&["resume", &run]);
        assert_eq!(said.code, 0, "{what}: {said:?}");
        assert_eq!(
            world.read("src/slug.rs").as_deref(),
            Some(story::REAL),
            "{what}"
        );
        (case.end)(&world);
        story::ledger_holds(&world, &run);
        let doctor = world.run(&["doctor"]);
        assert!(
            doctor.out.contains("nothing was left behind"),
            "{what}: {doctor:?}"
        );
    }
}

/// A file outside of a sparse checkout is nobody's work.
#[test]
fn a_sparse_checkout_follows_and_stays_sparse() {
    let world = world();
    world.write("docs/a.md", "a\n");
    world.git(&["add", "--all"]);
    world.git(&["commit", "--quiet", "-m", "docs"]);
    world.git(&["sparse-checkout", "set", "docs"]);
    assert!(world.read("src/lib.rs").is_none());
    // The plan is read from the commit's checkout, so it stays.
    let said = world.run(&["run", PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(world.read("src/slug.rs").is_none(), "{said:?}");
    assert_eq!(world.git(&["status", "--porcelain"]), "");
    assert!(!world.git(&["show", "main:src/slug.rs"]).is_empty());
}

/// Commands between back ticks, one after the other.
fn commands(text: &str) -> Vec<String> {
    let parts = text.split('`').enumerate();
    let commands = parts.filter(|(nth, _)| nth % 2 == 1);
    commands.map(|(_, command)| command.to_owned()).collect()
}

/// Does what a sentence says: what stands in the way goes as the person would have it, then the commands.
fn follow(world: &World, case: &Case, next: &str) {
    if next.starts_with("move it away") || next.starts_with("when it is done") {
        (case.mend)(world);
    }
    let all = commands(next);
    assert!(!all.is_empty(), "{next}");
    for command in all {
        let done = Command::new("sh")
            .args(["-c", &command])
            .current_dir(Path::new("/"))
            .env("HOME", world.path("home"))
            .output()
            .expect("a shell");
        // Both sides of the same line are a conflict, which git says with its status.
        let conflict = command.contains("stash apply");
        assert!(done.status.success() || conflict, "{command}: {done:?}");
    }
}

/// The branch moved all the same, as when the process dies in between: it is told until it is mended, and what is printed
/// mends it. Nobody's older stash is touched.
#[test]
fn a_checkout_that_was_left_behind_is_told_until_it_is_brought_along() {
    for case in CASES.iter().filter(|it| !it.what.contains("rebase")) {
        let what = case.what;
        if what.contains("is told") {
            // Git itself would have to be told otherwise first.
            continue;
        }
        let world = world();
        world.write("tool.sh", "older\n");
        world.git(&["stash", "push", "--quiet", "-m", "older"]);
        let said = held(&world, case);
        assert_eq!(said.code, 3, "{what}: {said:?}");
        let run = story::name(&world);
        let lines = story::lines(&world, &run);
        let commit = lines.iter().rev().find_map(|it| {
            let outcome = &it["event"]["seen"]["finished"]["observation"]["outcome"];
            outcome["candidate"]["commit"].as_str().map(str::to_owned)
        });
        let commit = commit.expect("a candidate");
        world.git(&["update-ref", "refs/heads/main", &commit]);
        let said = world.run(&["resume", &run]);
        assert_eq!(said.code, 0, "{what}: {said:?}");
        assert!(said.words().contains("left as it is"), "{what}: {said:?}");
        assert!(said.words().contains(case.why), "{what}: {said:?}");
        for command in [&["status"][..], &["inbox"], &["doctor"]] {
            let told = world.run(command);
            let words = "did not follow a merge into main";
            assert!(
                told.words().contains(words),
                "{what}: {command:?}: {told:?}"
            );
        }
        let left = &story::lines(&world, &run);
        let next = left.iter().rev().find_map(|it| {
            let outcome = &it["event"]["seen"]["finished"]["observation"]["outcome"];
            outcome["merged"]["left"]["next"]
                .as_str()
                .map(str::to_owned)
        });
        follow(&world, case, &next.expect("a way out"));
        assert_eq!(
            world.read("src/slug.rs").as_deref(),
            Some(story::REAL),
            "{what}"
        );
        assert_eq!(world.git(&["branch", "--show-current"]), "main\n", "{what}");
        let stashes = world.git(&["stash", "list"]);
        assert!(stashes.contains("older"), "{what}: {stashes}");
        let text = world.read("src/lib.rs").expect("a file");
        assert!(text.contains("pub mod slug;"), "{what}: {text}");
        assert_eq!(
            text.contains("// Mine."),
            what.contains("edited") || what.contains("staged"),
            "{text}"
        );
        let told = world.run(&["doctor"]);
        assert!(
            told.out.contains("nothing was left behind"),
            "{what}: {told:?}"
        );
        let told = world.run(&["status"]);
        assert!(!told.words().contains("did not follow"), "{what}: {told:?}");
    }
}

/// What only had to get out of the way is mended by the doctor.
#[test]
fn the_doctor_brings_a_checkout_along() {
    let case = &CASES[8];
    let world = world();
    let said = held(&world, case);
    assert_eq!(said.code, 3, "{said:?}");
    let run = story::name(&world);
    let lines = story::lines(&world, &run);
    let commit = lines.iter().rev().find_map(|it| {
        let outcome = &it["event"]["seen"]["finished"]["observation"]["outcome"];
        outcome["candidate"]["commit"].as_str().map(str::to_owned)
    });
    world.git(&[
        "update-ref",
        "refs/heads/main",
        &commit.expect("a candidate"),
    ]);
    world.run(&["resume", &run]);
    let told = world.run(&["doctor", "--mend"]);
    assert!(told.words().contains("another git is at work"), "{told:?}");
    (case.mend)(&world);
    let told = world.run(&["doctor", "--mend"]);
    assert_eq!(told.code, 0, "{told:?}");
    assert!(told.words().contains("it shows the merge"), "{told:?}");
    assert_eq!(world.git(&["status", "--porcelain"]), "");
    assert_eq!(world.read("src/slug.rs").as_deref(), Some(story::REAL));
}
