//! The repository's own hooks: named where they are not run, and asked before a merge where the person wants it.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use super::{commit, run, world};
use crate::agent::{scene, shell, turn, work};
use crate::support::World;

const ASKED: &str = "hooks: {repository: run}\n";
const NEW: &str = "n.txt";

/// Puts a hook into a folder of the repository, or of git.
fn hook(world: &World, path: &str, script: &str) {
    let path = world.repository().join(path);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a file");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&path, mode).expect("a mode");
}

/// A world whose agent adds a file, and in which a hook of `.git/hooks` has a say.
fn asked(name: &str, script: &str) -> World {
    let world = world(&[("a.txt", "x\n")], &work(NEW, "y\n"), ASKED);
    hook(&world, &format!(".git/hooks/{name}"), script);
    world
}

#[test]
fn hooks_are_named_at_the_start_and_at_the_end_wherever_they_stand() {
    let places = [
        (".git/hooks/pre-commit", None, Some("pre-commit")),
        (
            ".githooks/commit-msg",
            Some(".githooks"),
            Some("commit-msg"),
        ),
        (
            "../home/own hooks/prepare-commit-msg",
            Some("~/own hooks"),
            Some("prepare-commit-msg"),
        ),
        // A stub of husky without a script.
        (".husky/_/post-merge", Some(".husky/_"), None),
    ];
    for (path, folder, name) in places {
        let world = world(&[("a.txt", "x\n")], &work(NEW, "y\n"), "");
        hook(&world, path, "exit 1");
        commit(&world, "hooks");
        if let Some(folder) = folder {
            world.set_up("core.hooksPath", folder);
        }
        let said = run(&world);
        assert_eq!(said.code, 0, "{path}: {said:?}");
        assert_eq!(said.words().contains("hooks"), name.is_some(), "{said:?}");
        if let Some(name) = name {
            let line = format!("this repository's hooks are not run: {name}");
            assert!(said.words().contains(&line), "{said:?}");
            let line = format!("this repository's hooks were not run: {name}");
            assert!(said.words().contains(&line), "{said:?}");
        }
    }
}

#[test]
fn a_hook_sees_the_change_and_lets_it_pass() {
    let script = "test -z \"$(git status --porcelain | grep -v '^A  n.txt')\" || exit 2
test \"$(git diff --cached --name-status)\" = \"A\tn.txt\" || exit 3
test \"$(cat n.txt)\" = y || exit 4
test \"$(git log -1 --format=%s)\" = start || exit 5
echo seen >> \"$(git rev-parse --git-common-dir)/seen\"";
    let world = asked("pre-commit", script);
    let said = run(&world);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.read(NEW).as_deref(), Some("y\n"));
    assert!(world.repository().join(".git/seen").exists());
    assert!(
        said.words()
            .contains("have a say before the merge: pre-commit"),
        "{said:?}"
    );
    assert!(!said.words().contains("not run"), "{said:?}");
}

#[test]
fn the_veto_of_a_hook_goes_back_with_what_it_said() {
    let script = json!({
        "scenes": [scene("no such words here", &work(NEW, "allowed\n"))],
        "replies": work(NEW, "FORBIDDEN\n"),
    });
    let world = World::scripted(&[("a.txt", "x\n")], &script.to_string(), ASKED);
    hook(
        &world,
        ".git/hooks/pre-commit",
        "if git diff --cached | grep '^+.*FORBIDDEN'; then echo no such words here; exit 1; fi",
    );
    let said = run(&world);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.words().contains("no such words here"), "{said:?}");
    assert_eq!(world.read(NEW).as_deref(), Some("allowed\n"));
}

/// One that never lets anything pass, in each of the places where it is asked.
#[test]
fn nothing_is_merged_past_a_hook_that_is_asked() {
    for (name, script) in [
        ("pre-commit", "exit 1"),
        ("pre-merge-commit", "echo no; exit 7"),
        ("commit-msg", "grep -q TICKET- \"$1\""),
        // It would write into the message of a commit that stands.
        ("commit-msg", "echo 'Change-Id: I1' >> \"$1\""),
        // It would change the work.
        ("pre-commit", "echo formatted >> n.txt; git add n.txt"),
    ] {
        let world = asked(name, script);
        let said = run(&world);
        assert_ne!(said.code, 0, "{name}, {script}: {said:?}");
        assert_eq!(
            world.git(&["ls-tree", "--name-only", "main"]).trim(),
            "a.txt"
        );
        assert_eq!(world.git_of_person(&["status", "--porcelain"]), "");
    }
}

#[test]
fn a_message_that_a_hook_likes_is_merged_as_it_is() {
    let world = asked("commit-msg", "grep -q 'do it' \"$1\"");
    let said = run(&world);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.read(NEW).as_deref(), Some("y\n"));
}

/// Somebody else may have written it meanwhile.
#[test]
fn a_hook_that_is_not_what_it_was_is_not_run() {
    let [write, done] = work(NEW, "y\n");
    let replies = [turn(&[shell("sh nothing.sh")]), write, done];
    let world = world(&[("a.txt", "x\n")], &replies, ASKED);
    hook(&world, ".git/hooks/pre-commit", "exit 0");
    let said = run(&world);
    assert_eq!(said.code, 3, "{said:?}");
    hook(
        &world,
        ".git/hooks/pre-commit",
        "touch \"$(git rev-parse --git-common-dir)/ran\"",
    );
    let name = crate::crash::story::name(&world);
    let said = world.run(&["deny", &name, "a5", "no"]);
    assert_ne!(said.code, 0, "{said:?}");
    assert!(
        said.words()
            .contains("is not what it was when the run began"),
        "{said:?}"
    );
    assert!(!world.repository().join(".git/ran").exists());
    assert_eq!(
        world.git(&["ls-tree", "--name-only", "main"]).trim(),
        "a.txt"
    );
}

#[test]
fn a_file_of_the_project_lets_no_hook_run_unless_it_is_trusted() {
    let world = world(
        &[
            ("a.txt", "x\n"),
            (".interlock/config.yml", "hooks: {repository: run}\n"),
        ],
        &work(NEW, "y\n"),
        "",
    );
    hook(
        &world,
        ".git/hooks/pre-commit",
        "touch \"$(git rev-parse --git-common-dir)/ran\"",
    );
    let said = run(&world);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(!world.repository().join(".git/ran").exists());
    assert!(
        said.words().contains("hooks are not run: pre-commit"),
        "{said:?}"
    );
}

#[test]
fn the_first_configuration_proposes_what_hooks_do() {
    let cases = [
        (
            ".pre-commit-config.yaml",
            "repos: []\n",
            "pre-commit run --all-files",
        ),
        (
            "lefthook.yml",
            "pre-commit: {}\n",
            "lefthook run pre-commit --all-files",
        ),
        (
            ".husky/pre-commit",
            "#!/bin/sh\n. \"$(dirname \"$0\")/_/husky.sh\"\n\nnpm run lint\n",
            "npm run lint",
        ),
    ];
    for (path, text, line) in cases {
        let world = World::new(&[("a.txt", "x\n"), (path, text)]);
        let said = world.run(&["init"]);
        assert_eq!(said.code, 0, "{said:?}");
        assert!(said.out.contains(&format!("`{line}`")), "{said:?}");
        assert!(said.out.contains(path), "{said:?}");
        let written = world.read(".interlock/config.yml").expect("a file");
        assert!(
            written.contains(&format!("#    - \"{line}\" # {path}")),
            "{written}"
        );
        assert_eq!(world.run(&["config", "check"]).code, 0);
    }
}
