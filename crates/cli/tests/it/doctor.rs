//! What is left behind by drivers that were killed, by runs that were given up, and by people: found, told, mended where
//! nothing is lost by it; and what is not ours, or still needed, stays.

use serde_json::{Value, json};

use crate::agent::{done, turn};
use crate::crash::story::{self, PLAN};
use crate::support::{Said, World};

/// A world whose agent does nothing: its runs are given up, and leave a worktree and branches.
fn world() -> World {
    let script = json!({ "replies": [turn(&[done()])], "after": "repeat" });
    World::scripted(&[("a.txt", "one\n")], &script.to_string(), "")
}

/// A run that was given up; its name.
fn given_up(world: &World) -> String {
    let said = world.run(&["run", "Do something about it"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(worktree(world, &story::name(world)).is_dir());
    story::name(world)
}

/// The only worktree of a run.
fn worktree(world: &World, run: &str) -> std::path::PathBuf {
    let folder = world.path(&format!("state/worktrees/{run}"));
    let mut entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    let found = entries.next().map(|it| it.path());
    found.unwrap_or(folder)
}

/// Git in the worktree of a run.
fn git_in(world: &World, run: &str, args: &[&str]) -> String {
    let path = worktree(world, run);
    let path = path.to_str().expect("a path in UTF-8");
    world.git(&[&["-C", path], args].concat())
}

fn branches(world: &World) -> String {
    world.git(&["for-each-ref", "--format=%(refname)", "refs/heads"])
}

/// Nothing is found any more.
fn clean(world: &World) {
    let said = world.run(&["doctor"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("nothing was left behind"), "{said:?}");
    let said = world.run(&["doctor", "--mend"]);
    assert!(said.out.contains("nothing was left behind"), "{said:?}");
}

/// The findings as programs read them, without the sum.
fn found(said: &Said) -> Vec<Value> {
    let lines = said.out.lines();
    let all = lines.map(|it| serde_json::from_str(it).unwrap_or_else(|_| panic!("{said:?}")));
    let all: Vec<Value> = all.collect();
    assert!(
        all.last().is_some_and(|it| it["summary"].is_object()),
        "{said:?}"
    );
    all.into_iter()
        .filter(|it| it["summary"].is_null())
        .collect()
}

/// Kinds of what asks for something.
fn kinds(found: &[Value]) -> Vec<&str> {
    let open = found.iter().filter(|it| it["weight"] != "note");
    open.filter_map(|it| it["kind"].as_str()).collect()
}

#[test]
fn nothing_is_found_where_nothing_is_left() {
    clean(&world());
    let world = story::world();
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(&world);
    // It waits, and keeps what it needs.
    clean(&world);
    assert!(worktree(&world, &run).join("src/slug.rs").exists());
    story::to_the_end(&world, &run);
    clean(&world);
}

#[test]
fn a_worktree_goes_once_all_in_it_is_kept() {
    let world = world();
    let run = given_up(&world);
    std::fs::write(worktree(&world, &run).join("mine.txt"), "not committed\n").expect("a file");
    let said = world.run(&["doctor"]);
    assert_eq!(said.code, 1, "{said:?}");
    let path = worktree(&world, &run);
    assert!(
        said.out.contains(&format!("worktree {}", path.display())),
        "{said:?}"
    );
    assert!(
        said.out.contains(&format!("run {run} was given up")),
        "{said:?}"
    );
    assert!(said.out.contains("interlock doctor --mend"), "{said:?}");
    assert!(
        path.join("mine.txt").exists(),
        "without --mend it only tells"
    );

    let said = world.run(&["doctor", "--mend"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        !world.path(&format!("state/worktrees/{run}")).exists(),
        "{said:?}"
    );
    let snapshots = format!("refs/interlock/{run}/snapshots");
    let kept = world.git(&["for-each-ref", "--format=%(refname)", &snapshots]);
    assert!(said.out.contains(kept.trim()), "{said:?}");
    let text = world.git(&["show", &format!("{}:mine.txt", kept.trim())]);
    assert_eq!(text, "not committed\n");
    assert_eq!(
        branches(&world),
        "refs/heads/main\n",
        "main has their commits"
    );
    assert_eq!(world.git(&["worktree", "list"]).lines().count(), 1);
    clean(&world);
    story::ledger_holds(&world, &run);
}

#[test]
fn commits_that_nothing_else_has_stay_on_their_branch() {
    let world = world();
    let run = given_up(&world);
    std::fs::write(worktree(&world, &run).join("mine.txt"), "committed\n").expect("a file");
    git_in(&world, &run, &["add", "--all"]);
    git_in(&world, &run, &["commit", "--quiet", "-m", "by hand"]);
    let lonely = git_in(&world, &run, &["rev-parse", "HEAD"]);
    let said = world.run(&["doctor", "--mend"]);
    assert_eq!(said.code, 0, "{said:?}");
    let left = branches(&world);
    assert_eq!(left.lines().count(), 2, "{left}");
    let holds = world.git(&["branch", "--contains", lonely.trim()]);
    assert!(holds.contains(&format!("interlock/{run}-")), "{holds}");
    assert!(
        said.out.contains("no other ref has its commits"),
        "{said:?}"
    );
    assert!(said.out.contains("git branch -D interlock/"), "{said:?}");
    clean(&world);
    // Once somebody has them, the branch is only a name.
    world.git(&["branch", "mine", lonely.trim()]);
    assert_eq!(world.run(&["doctor"]).code, 1);
    assert_eq!(world.run(&["doctor", "--mend"]).code, 0);
    assert_eq!(branches(&world), "refs/heads/main\nrefs/heads/mine\n");
    clean(&world);
}

#[test]
fn what_is_not_ours_is_not_touched() {
    let world = world();
    let run = given_up(&world);
    let foreign = world.path("mine");
    let gone = world.path("gone");
    let looking = world.path("looking");
    let path = |it: &std::path::Path| it.to_str().expect("UTF-8").to_owned();
    world.git(&["worktree", "add", "--quiet", "-b", "mine", &path(&foreign)]);
    world.git(&["worktree", "add", "--quiet", "-b", "gone", &path(&gone)]);
    std::fs::remove_dir_all(&gone).expect("a disk that is away");
    world.git(&["branch", "interlock/features"]);
    world.git(&[
        "worktree",
        "add",
        "--quiet",
        &path(&looking),
        &format!("interlock/{run}"),
    ]);
    std::fs::write(foreign.join("b.txt"), "not committed\n").expect("a file");
    let said = world.run(&["doctor", "--mend"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("has it checked out"), "{said:?}");
    assert!(foreign.join("b.txt").exists() && looking.join("a.txt").exists());
    assert_eq!(world.git(&["worktree", "list"]).lines().count(), 4);
    let left = branches(&world);
    for name in [
        "mine",
        "gone",
        "interlock/features",
        &format!("interlock/{run}"),
    ] {
        assert!(
            left.contains(&format!("refs/heads/{name}\n")),
            "{name}: {left}"
        );
    }
    clean(&world);
}

#[test]
fn a_worktree_that_somebody_locked_or_works_in_stays() {
    let world = world();
    let run = given_up(&world);
    let path = worktree(&world, &run);
    let path = path.to_str().expect("UTF-8");
    world.git(&["worktree", "lock", "--reason", "I look at it", path]);
    let said = world.run(&["doctor", "--mend"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.out.contains("somebody locked it: I look at it"),
        "{said:?}"
    );
    world.git(&["worktree", "unlock", path]);
    if cfg!(target_os = "linux") {
        let mut command = std::process::Command::new("sh");
        command
            .args(["-c", "echo ready; read line"])
            .current_dir(path);
        let input = std::process::Stdio::piped;
        let mut child = command
            .stdin(input())
            .stdout(input())
            .spawn()
            .expect("sh starts");
        let mut ready = [0; 6];
        let out = child.stdout.as_mut().expect("a pipe");
        std::io::Read::read_exact(out, &mut ready).expect("it says so");
        let said = world.run(&["doctor", "--mend"]);
        assert_eq!(said.code, 1, "{said:?}");
        let words = format!("somebody works in it: process {}", child.id());
        assert!(said.out.contains(&words), "{said:?}");
        drop(child.stdin.take());
        child.wait().expect("our child");
    }
    assert_eq!(world.run(&["doctor", "--mend"]).code, 0);
    clean(&world);
}

#[test]
fn files_that_a_snapshot_leaves_out_keep_their_worktree() {
    let world = world();
    let run = given_up(&world);
    let inner = worktree(&world, &run).join("inner");
    std::fs::create_dir(&inner).expect("a folder");
    world.git(&["-C", inner.to_str().expect("UTF-8"), "init", "--quiet"]);
    let said = world.run(&["doctor", "--mend"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.out.contains("a snapshot of it leaves out"), "{said:?}");
    assert!(inner.exists());
}

#[test]
fn worktrees_of_no_run_and_books_about_nothing_go() {
    let world = world();
    let run = given_up(&world);
    std::fs::write(worktree(&world, &run).join("mine.txt"), "not committed\n").expect("a file");
    for name in ["ledger.db", "ledger.db-wal", "ledger.db-shm"] {
        let _not_there = std::fs::remove_file(world.path(&format!("state/{name}")));
    }
    // As long as somebody drives it, into whichever ledger, it is theirs.
    let held =
        std::fs::File::open(world.path(&format!("state/worktrees/{run}"))).expect("a folder");
    held.try_lock_shared().expect("nobody else");
    clean(&world);
    drop(held);
    let said = world.run(&["doctor", "--mend"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.out
            .contains(&format!("no run of this ledger is called {run}")),
        "{said:?}"
    );
    let kept = world.git(&[
        "grep",
        "-h",
        "not",
        &format!("refs/interlock/{run}/snapshots/{}", task(&world, &run)),
    ]);
    assert_eq!(kept, "not committed\n");
    clean(&world);

    let run = given_up(&world);
    std::fs::remove_dir_all(worktree(&world, &run)).expect("somebody removed it");
    let said = world.run(&["doctor"]);
    assert!(said.out.contains("and its folder is gone"), "{said:?}");
    assert!(
        said.out.contains("folder "),
        "the folder of its run is empty: {said:?}"
    );
    assert_eq!(world.run(&["doctor", "--mend"]).code, 0);
    assert!(
        !world
            .git(&["worktree", "list", "--porcelain"])
            .contains(&run)
    );
    assert!(!world.path(&format!("state/worktrees/{run}")).exists());
    clean(&world);
}

/// The name of the task of a run, from its snapshots.
fn task(world: &World, run: &str) -> String {
    let refs = world.git(&[
        "for-each-ref",
        "--format=%(refname)",
        &format!("refs/interlock/{run}/snapshots"),
    ]);
    refs.trim().rsplit('/').next().expect("a name").to_owned()
}

#[test]
fn a_worktree_that_was_never_finished_goes() {
    let world = world();
    let run = given_up(&world);
    let books = git_in(&world, &run, &["rev-parse", "--absolute-git-dir"]);
    std::fs::write(format!("{}/locked", books.trim()), "being made\n").expect("a file");
    std::fs::write(format!("{}/index.lock", books.trim()), "").expect("a file");
    std::fs::remove_file(format!("{}/index", books.trim())).expect("no index yet");
    let said = world.run(&["doctor", "--mend", "--json"]);
    assert_eq!(said.code, 0, "{said:?}");
    let found = found(&said);
    let worktree = found
        .iter()
        .find(|it| it["kind"] == "worktree")
        .expect("it is found");
    assert!(
        worktree["why"]
            .as_str()
            .is_some_and(|it| it.contains("never finished"))
    );
    assert_eq!(worktree["mended"], true);
    clean(&world);
}

#[test]
fn a_folder_that_git_does_not_know_is_left_to_a_person() {
    let world = world();
    let run = given_up(&world);
    let path = worktree(&world, &run);
    let books = git_in(&world, &run, &["rev-parse", "--absolute-git-dir"]);
    std::fs::remove_dir_all(books.trim()).expect("git forgot it");
    let said = world.run(&["doctor", "--mend"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.out.contains("git knows no worktree there"), "{said:?}");
    assert!(path.join("a.txt").exists());
    std::fs::remove_dir_all(&path).expect("a person removes it");
    assert_eq!(world.run(&["doctor", "--mend"]).code, 0);
    clean(&world);
}

#[cfg(debug_assertions)]
#[test]
fn a_run_whose_driver_was_killed_is_told_and_keeps_what_is_its() {
    let world = story::world();
    let mut started = story::start(&world, &["run", PLAN], Some(("INTERLOCK_HALT_AT", 20)));
    assert_eq!(started.halted(), Ok(()), "{}", started.said());
    let run = story::name(&world);
    // As long as it is driven nothing is the matter.
    clean(&world);
    started.kill();
    story::nobody_left(&world);
    let before = story::lines(&world, &run);
    let said = world.run(&["doctor", "--mend"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(
        said.out.contains(&format!("interlock resume {run}")),
        "{said:?}"
    );
    assert!(worktree(&world, &run).is_dir());
    assert_eq!(story::lines(&world, &run), before, "nobody else writes");
    story::to_the_end(&world, &run);
    story::ledger_holds(&world, &run);
    clean(&world);
}

#[cfg(all(debug_assertions, target_os = "linux"))]
#[test]
fn processes_that_a_killed_driver_left_are_ended() {
    use crate::crash::others;
    let world = others::lingering();
    let started = others::under_way(&world);
    let run = story::name(&world);
    let lines = story::lines(&world, &run);
    let claimed = lines.iter().find_map(|it| {
        let claimed = &it["event"]["seen"]["claimed"];
        claimed["supervisor"]["pid"].as_u64()
    });
    let supervisor = claimed.expect("a supervisor").to_string();
    let signal = |name: &str| {
        let sent = std::process::Command::new("kill")
            .args(["-s", name, &supervisor])
            .status();
        assert!(sent.expect("kill starts").success());
    };
    // Nothing of a run that is driven is touched.
    let said = world.run(&["doctor", "--mend"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(story::processes(&world).len() > 4);
    // A supervisor that hangs does not see that its driver is gone.
    signal("STOP");
    started.kill();
    let said = world.run(&["doctor", "--json"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert_eq!(kinds(&found(&said)), ["process", "run"], "{said:?}");
    assert!(
        found(&said)[0]["what"]
            .as_str()
            .is_some_and(|it| it.contains(&supervisor))
    );
    let said = world.run(&["doctor", "--mend"]);
    assert_eq!(said.code, 1, "the run is to be resumed: {said:?}");
    story::nobody_left(&world);
    let said = world.run(&["doctor", "--json"]);
    assert_eq!(kinds(&found(&said)), ["run"], "{said:?}");
    assert_eq!(world.run(&["resume", &run]).code, 0);
    others::finished(&world, &run);
    clean(&world);
}

#[test]
fn locks_that_git_left_are_removed_and_those_of_others_are_not() {
    let world = story::world();
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(&world);
    let books = git_in(&world, &run, &["rev-parse", "--absolute-git-dir"]);
    let ours = [
        world
            .repository()
            .join(format!(".git/refs/heads/interlock/{run}.lock")),
        world
            .repository()
            .join(format!(".git/refs/interlock/{run}/snapshots/01.lock")),
        std::path::PathBuf::from(books.trim()).join("index.lock"),
    ];
    let theirs = [
        world.repository().join(".git/refs/heads/main.lock"),
        world.repository().join(".git/index.lock"),
        world
            .repository()
            .join(".git/refs/heads/interlock/features.lock"),
    ];
    for path in ours.iter().chain(&theirs) {
        std::fs::write(path, "").expect("a file");
    }
    let said = world.run(&["doctor", "--mend", "--json"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(kinds(&found(&said)), ["lock", "lock", "lock"], "{said:?}");
    assert!(ours.iter().all(|it| !it.exists()));
    assert!(theirs.iter().all(|it| it.exists()));
    for path in &theirs {
        std::fs::remove_file(path).expect("ours to remove");
    }
    story::to_the_end(&world, &run);
    clean(&world);
}

#[test]
fn homes_of_agents_and_servers_go_once_their_run_is_over() {
    let world = world();
    let run = given_up(&world);
    for home in ["agents", "mcp"] {
        for run in [run.as_str(), "nobodys"] {
            let folder = world.path(&format!("state/{home}/{run}/task"));
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(folder.join("kept.json"), "{}").expect("a file");
        }
    }
    let said = world.run(&["doctor"]);
    assert!(
        said.words().contains("copies of what proves who you are"),
        "{said:?}"
    );
    assert!(
        said.words().contains("what its servers of tools kept"),
        "{said:?}"
    );
    assert!(!said.words().contains("nobodys"), "{said:?}");
    let said = world.run(&["doctor", "--mend"]);
    assert_eq!(said.code, 0, "{said:?}");
    for home in ["agents", "mcp"] {
        assert!(!world.path(&format!("state/{home}/{run}")).exists());
        // It may be that of another ledger.
        assert!(
            world
                .path(&format!("state/{home}/nobodys/task/kept.json"))
                .exists()
        );
    }
    clean(&world);
}

#[test]
fn files_that_were_never_finished_are_removed() {
    let world = world();
    given_up(&world);
    assert_eq!(world.run(&["doctor", "--mend"]).code, 0);
    // Nobody has this id: it is above what the system gives.
    let dead = [
        world.path("state/blobs/ab/new-4194999-0"),
        world
            .repository()
            .join(".git/objects/ab/tmp_obj_interlock4194999_0"),
    ];
    let own = std::process::id();
    let alive = world.path(&format!("state/blobs/ab/new-{own}-0"));
    for path in dead.iter().chain([&alive]) {
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, "").expect("a file");
    }
    let said = world.run(&["doctor", "--json"]);
    assert_eq!(kinds(&found(&said)), ["file", "file"], "{said:?}");
    assert_eq!(world.run(&["doctor", "--mend"]).code, 0);
    assert!(dead.iter().all(|it| !it.exists()) && alive.exists());
    clean(&world);
}

#[test]
fn a_ledger_whose_end_is_lost_is_told() {
    let world = world();
    let run = given_up(&world);
    assert_eq!(world.run(&["doctor", "--mend"]).code, 0);
    let db = rusqlite::Connection::open(world.path("state/ledger.db")).expect("the ledger");
    db.execute_batch("DELETE FROM lines WHERE key = (SELECT max(key) FROM lines)")
        .expect("a cut tail");
    drop(db);
    let said = world.run(&["doctor"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.out.contains("the tail was cut"), "{said:?}");
    assert!(
        said.out.contains(&format!("interlock ledger verify {run}")),
        "{said:?}"
    );
}

#[test]
fn other_repositories_are_looked_at_when_asked_for() {
    let world = world();
    let other = world.path("other");
    let gone = world.path("third");
    for path in [&other, &gone] {
        let path = path.to_str().expect("UTF-8");
        world.git(&["clone", "--quiet", ".", path]);
        let said = world.run(&["-C", path, "run", "Do something about it"]);
        assert_eq!(said.code, 1, "{said:?}");
    }
    std::fs::remove_dir_all(&gone).expect("a repository that goes");
    clean(&world);
    let said = world.run(&["doctor", "--all"]);
    assert_eq!(said.code, 1, "{said:?}");
    let words = format!(
        "repository {} — it is gone, and the ledger has 1 of its runs",
        gone.display()
    );
    assert!(said.out.contains(&words), "{said:?}");
    let said = world.run(&["doctor", "--all", "--mend", "--json"]);
    let found = found(&said);
    let worktree = found
        .iter()
        .find(|it| it["kind"] == "worktree")
        .expect("it is found");
    assert_eq!(worktree["repository"], other.to_str().expect("UTF-8"));
    assert_eq!(worktree["mended"], true, "{said:?}");
    let branches = world.git(&["-C", other.to_str().expect("UTF-8"), "branch"]);
    assert_eq!(branches, "* main\n");
    // What stood in the one that is gone can't be kept in it: it stays.
    assert_eq!(kinds(&found).last(), Some(&"folder"), "{said:?}");
    assert_eq!(said.code, 1);
    assert_eq!(
        std::fs::read_dir(world.path("state/worktrees"))
            .expect("a folder")
            .count(),
        1
    );
}
