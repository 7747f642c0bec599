//! Repositories that stand, or are kept, in other ways than most: moved, bare with worktrees beside, partly cloned,
//! somebody else's, with other names of objects.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{commit, refused, run, world};
use crate::agent::{shell, turn, work};
use crate::crash::story;
use crate::support::{Said, World};

/// A command of ours in another directory than the world's repository.
fn ours(world: &World, directory: &Path, args: &[&str]) -> Said {
    world.finish(world.command(args).current_dir(directory))
}

/// Runs what a message offers between back ticks, or on lines of its own.
fn paste(world: &World, command: &str) {
    let done = Command::new("sh")
        .args(["-c", command])
        .current_dir(world.path("home"))
        .env("HOME", world.path("home"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .expect("a shell");
    assert!(done.status.success(), "{command}: {done:?}");
}

/// The first command between back ticks that holds this word.
fn offered(said: &Said, word: &str) -> String {
    let parts = said.err.split('`').enumerate();
    let mut commands = parts.filter(|(nth, it)| nth % 2 == 1 && it.contains(word));
    commands
        .next()
        .unwrap_or_else(|| panic!("{word}: {said:?}"))
        .1
        .to_owned()
}

/// Asks, and once it was answered writes a file.
fn asking() -> [Value; 3] {
    let [write, done] = work("n.txt", "y\n");
    [turn(&[shell("sh nothing.sh")]), write, done]
}

#[test]
fn a_run_goes_on_where_its_repository_was_moved_to() {
    let world = world(&[("a.txt", "x\n")], &asking(), "");
    let said = run(&world);
    assert_eq!(said.code, 3, "{said:?}");
    let name = story::name(&world);
    let old = world.repository();
    let new = world.path("moved");
    std::fs::rename(&old, &new).expect("moved");
    for command in [&["status"][..], &["inbox"], &["doctor"]] {
        let told = ours(&world, &new, command);
        let place = format!("it began in {}, which is gone", old.display());
        assert!(told.words().contains(&place), "{command:?}: {told:?}");
        assert!(
            told.words().contains(&format!("interlock resume {name}")),
            "{told:?}"
        );
    }
    let inbox = ours(&world, &new, &["inbox"]);
    assert!(inbox.words().contains("a5 may it do this?"), "{inbox:?}");
    let said = ours(&world, &new, &["deny", &name, "a5", "no"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(
        std::fs::read_to_string(new.join("n.txt")).ok().as_deref(),
        Some("y\n")
    );
    let told = ours(&world, &new, &["doctor"]);
    assert!(told.out.contains("nothing was left behind"), "{told:?}");
    let told = ours(&world, &new, &["status"]);
    assert!(!told.words().contains("which is gone"), "{told:?}");
}

/// With the folder of its worktrees inside, which moved as well.
#[test]
fn a_run_whose_worktrees_moved_along_says_how_it_goes_on() {
    let more = "tools: {git: {worktree_base: .trees}}\n";
    let world = world(&[("a.txt", "x\n")], &asking(), more);
    let said = run(&world);
    assert_eq!(said.code, 3, "{said:?}");
    let name = story::name(&world);
    let new = world.path("moved");
    std::fs::rename(world.repository(), &new).expect("moved");
    let said = ours(&world, &new, &["deny", &name, "a5", "no"]);
    assert_eq!(said.code, 2, "{said:?}");
    for line in said.err.lines().filter(|it| it.trim().starts_with("git ")) {
        paste(&world, &format!("cd '{}' && {line}", new.display()));
    }
    let said = ours(&world, &new, &["deny", &name, "a5", "no"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(new.join("n.txt").exists());
}

/// A copy is another repository as long as the first one stands.
#[test]
fn a_copy_does_not_take_the_runs_of_its_original() {
    let world = world(&[("a.txt", "x\n")], &asking(), "");
    let said = run(&world);
    assert_eq!(said.code, 3, "{said:?}");
    let copy = world.path("copy");
    paste(
        &world,
        &format!(
            "cp -r '{}' '{}'",
            world.repository().display(),
            copy.display()
        ),
    );
    let told = ours(&world, &copy, &["status"]);
    assert!(told.out.contains("no runs yet"), "{told:?}");
    let said = ours(&world, &copy, &["deny", &story::name(&world), "a5", "no"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.words().contains("belongs to"), "{said:?}");
}

#[test]
fn beside_the_worktrees_of_a_bare_repository_they_are_named() {
    let world = world(&[("a.txt", "x\n")], &work("n.txt", "y\n"), "");
    let project = world.path("my project");
    std::fs::create_dir(&project).expect("a folder");
    let bare = project.join(".bare");
    let from = world.repository();
    world.git_of_person(&[
        "clone",
        "--quiet",
        "--bare",
        from.to_str().expect("a path"),
        bare.to_str().expect("a path"),
    ]);
    std::fs::write(project.join(".git"), "gitdir: ./.bare\n").expect("written");
    let told = ours(&world, &project, &["status"]);
    assert_eq!(told.code, 2, "{told:?}");
    let add = offered(&told, "worktree add");
    paste(&world, &add);
    let at = project.join("main");
    for folder in [&project, &bare] {
        for command in [
            &["status"][..],
            &["run", "--mode", "quick", "do it"],
            &["doctor"],
            &["verify"],
        ] {
            let told = ours(&world, folder, command);
            assert_eq!(told.code, 2, "{command:?}: {told:?}");
            let place = format!("-C '{}'", at.display());
            assert!(told.words().contains(&place), "{command:?}: {told:?}");
        }
    }
    let said = ours(
        &world,
        &project,
        &["-C", "main", "run", "--mode", "quick", "do it"],
    );
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(
        std::fs::read_to_string(at.join("n.txt")).ok().as_deref(),
        Some("y\n")
    );
}

/// A clone without the contents of files, with a branch that was never checked out there.
fn partial() -> World {
    let world = world(
        &[("a.txt", "1\n"), ("deep/er/b.txt", "1\n")],
        &work("n.txt", "y\n"),
        "",
    );
    world.git(&["config", "uploadpack.allowFilter", "true"]);
    world.git(&["checkout", "--quiet", "-b", "other"]);
    world.write("a.txt", "2\n");
    world.write("deep/er/b.txt", "22\n");
    commit(&world, "two");
    world.git(&["checkout", "--quiet", "main"]);
    let from = format!("file://{}", world.repository().display());
    let clone = world.path("clone of it");
    world.git_of_person(&[
        "clone",
        "--quiet",
        "--filter=blob:none",
        &from,
        clone.to_str().expect("a path"),
    ]);
    let at = clone.to_str().expect("a path").to_owned();
    world.git_of_person(&["-C", &at, "branch", "--quiet", "other", "origin/other"]);
    world
}

#[test]
fn what_a_partial_clone_lacks_is_named_with_what_brings_it() {
    let world = partial();
    let clone = world.path("clone of it");
    let args = ["run", "--mode", "quick", "--target", "other", "do it"];
    let said = ours(&world, &clone, &args);
    assert_eq!(said.code, 2, "{said:?}");
    for words in ["partial clone", "2 objects of `other`", ".txt"] {
        assert!(said.words().contains(words), "{words}: {said:?}");
    }
    let told = ours(&world, &clone, &["status"]);
    assert!(told.out.contains("no runs yet"), "{told:?}");
    paste(&world, &offered(&said, "diff --shortstat"));
    let said = ours(&world, &clone, &args);
    assert_eq!(said.code, 0, "{said:?}");
    let at = clone.to_str().expect("a path").to_owned();
    let text = world.git_of_person(&["-C", &at, "show", "other:a.txt", "other:n.txt"]);
    assert_eq!(text, "2\ny\n");
}

/// What is checked out there is there, and that is enough.
#[test]
fn a_partial_clone_that_has_what_is_needed_is_like_any_other() {
    let world = partial();
    let clone = world.path("clone of it");
    let said = ours(&world, &clone, &["run", "--mode", "quick", "do it"]);
    assert_eq!(said.code, 0, "{said:?}");
}

#[test]
fn names_of_objects_by_another_hash_are_refused_with_a_way_out() {
    let world = world(&[("a.txt", "x\n")], &work("n.txt", "y\n"), "");
    let other = world.path("with sha256");
    let at = other.to_str().expect("a path").to_owned();
    world.git_of_person(&[
        "init",
        "--quiet",
        "-b",
        "main",
        "--object-format=sha256",
        &at,
    ]);
    std::fs::write(other.join("a.txt"), "x\n").expect("written");
    world.git_of_person(&["-C", &at, "add", "--all"]);
    world.git_of_person(&["-C", &at, "commit", "--quiet", "-m", "start"]);
    let said = ours(&world, &other, &["run", "--mode", "quick", "do it"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.words().contains("SHA-256"), "{said:?}");
    let told = ours(&world, &other, &["status"]);
    assert!(told.out.contains("no runs yet"), "{told:?}");
    paste(&world, &offered(&said, "fast-import"));
    let made = world.path("with sha256-sha1");
    let made_at = made.to_str().expect("a path").to_owned();
    world.git_of_person(&["-C", &made_at, "reset", "--quiet", "--hard", "main"]);
    let said = ours(&world, &made, &["run", "--mode", "quick", "do it"]);
    assert_eq!(said.code, 0, "{said:?}");
}

/// Git keeps its hands off other people's repositories until it is told otherwise. Only root can give one away, so that
/// only root can see this.
#[test]
fn another_users_repository_is_refused_until_git_is_told_to_trust_it() {
    let world = world(&[("a.txt", "x\n")], &work("n.txt", "y\n"), "");
    let given = Command::new("chown")
        .args(["-R", "12345:12345"])
        .arg(world.repository())
        .output()
        .expect("chown starts");
    if !given.status.success() {
        return;
    }
    let said = run(&world);
    refused(&world, &said, &["dubious ownership", "safe.directory"]);
    // The system's file counts, as containers have it.
    let system = world.path("system.gitconfig");
    std::fs::write(&system, "[safe]\n\tdirectory = *\n").expect("written");
    let mut command = world.command(&["run", "--mode", "quick", "do it"]);
    command
        .env("GIT_CONFIG_SYSTEM", &system)
        .env_remove("GIT_CONFIG_NOSYSTEM");
    let done = world.finish(&mut command);
    assert_eq!(done.code, 0, "{done:?}");
    // And so does what the message says.
    paste(&world, &offered(&said, "safe.directory"));
    let said = run(&world);
    assert_ne!(said.code, 2, "{said:?}");
}

#[test]
fn a_title_is_committed_as_it_was_written() {
    for title in [
        "#42 fix the crash",
        "; and no comment",
        "--amend is an option",
    ] {
        let world = world(&[("a.txt", "x\n")], &work("n.txt", "y\n"), "");
        let said = world.run(&["run", "--mode", "quick", "--", title]);
        assert_eq!(said.code, 0, "{said:?}");
        let subject = world.git(&["log", "-1", "--format=%s", "main"]);
        assert_eq!(subject.trim_end(), title);
    }
}

/// Nobody is told of a flag that `verify` has not.
#[test]
fn a_repository_without_a_commit_is_not_verified_and_that_is_said() {
    let world = world(&[("a.txt", "x\n")], &work("n.txt", "y\n"), "");
    let empty = world.path("empty");
    world.git_of_person(&["init", "--quiet", empty.to_str().expect("a path")]);
    std::fs::write(empty.join("PLAN.md"), "- [ ] write a.txt\n").expect("a file");
    for args in [&["verify", "--base", "main"][..], &["verify", "PLAN.md"]] {
        let said = ours(&world, &empty, args);
        assert_eq!(said.code, 2, "{args:?}: {said:?}");
        assert!(!said.err.contains("--target"), "{args:?}: {said:?}");
    }
    let said = ours(&world, &empty, &["verify", "--base", "main"]);
    assert!(said.err.contains("no commit yet"), "{said:?}");
}

/// A home that is a repository holds the state as well; it is no work of anybody's.
#[test]
fn a_state_folder_inside_the_repository_is_passed_over_by_git() {
    for place in ["state", ".local/state/interlock", "with space/st\u{e4}te"] {
        let world = world(&[("a.txt", "x\n")], &work("n.txt", "y\n"), "");
        let state = world.repository().join(place);
        let ours = |args: &[&str]| world.finish(world.command(args).env("INTERLOCK_STATE", &state));
        let said = ours(&["run", "--mode", "quick", "do it"]);
        assert_eq!(said.code, 0, "{place}: {said:?}");
        assert!(!said.words().contains("not committed"), "{place}: {said:?}");
        assert_eq!(
            world.git(&["ls-tree", "--name-only", "main"]),
            "a.txt\nn.txt\n"
        );
        assert_eq!(world.git_of_person(&["status", "--porcelain"]), "");
        assert!(state.join("ledger.db").exists());
        assert_eq!(ours(&["verify", "--base", "HEAD~1"]).code, 0, "{place}");
        let told = ours(&["doctor"]);
        assert!(told.out.contains("nothing was left behind"), "{told:?}");
    }
}
