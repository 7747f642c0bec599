//! Snapshots against git itself: the same trees, only what changed, and the way back.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::git::Repo;
use crate::snapshot::{Limits, SnapshotError, Snapshots, index_tree};
use ledger::ids::GitId;
use ledger::observation::{LeftOut, LeftOutWhy};
use tempfile::TempDir;

use super::git::{git, rel, repository, write};

/// A fresh worktree of a small repository, with its snapshots.
fn worktree() -> (TempDir, Repo, GitId, Snapshots) {
    let (room, root) = repository();
    let repo = Repo::discover(&root).unwrap();
    let (_, base) = repo.branch().unwrap();
    let path = room.path().join("tree");
    let tree = repo
        .worktree_add(&path, "task", &base)
        .unwrap()
        .wait()
        .unwrap();
    let snapshots = Snapshots::open(&tree, "run-1/task", &base, Limits::default()).unwrap();
    (room, tree, base, snapshots)
}

/// The tree that git would make of everything in a worktree.
fn tree_by_git(root: &Path) -> String {
    git(root, "add -A");
    let tree = git(root, "write-tree");
    git(root, "reset -q");
    tree
}

fn changed(snapshot: &crate::snapshot::Snapshot) -> Vec<String> {
    snapshot
        .changed
        .iter()
        .map(|change| format!("{} {}", change.kind, change.path))
        .collect()
}

#[test]
fn makes_the_trees_that_git_makes() {
    let (_room, repo, base, mut snapshots) = worktree();
    let root = repo.root.clone();
    assert_eq!(
        index_tree(&repo).as_ref(),
        Some(&repo.tree_of(&base).unwrap())
    );
    assert_eq!(snapshots.scan("nothing yet").unwrap(), None);

    write(&root, "a.txt", "changed\n");
    write(&root, "new/deep/file.txt", "new\n");
    write(&root, "new.txt", "sorts between new and new/\n");
    write(&root, "new-er", "x\n");
    write(&root, "run.sh", "#!/bin/sh\n");
    fs::set_permissions(root.join("run.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    symlink("nowhere/at all", root.join("link")).unwrap();
    write(&root, ".gitignore", "*.log\n");
    write(&root, "noise.log", "ignored\n");
    fs::remove_file(root.join("src/b.txt")).unwrap();
    let first = snapshots.scan("first").unwrap().unwrap();
    let expected = [
        "A .gitignore",
        "M a.txt",
        "A link",
        "A new-er",
        "A new.txt",
        "A new/deep/file.txt",
        "A run.sh",
        "D src/b.txt",
    ];
    assert_eq!(changed(&first), expected);
    assert_eq!(first.tree.as_str(), tree_by_git(&root));
    assert_eq!(snapshots.scan("again").unwrap(), None);
    // Git finds the ref, its history down to the base, and nothing broken.
    let log = git(&root, "log --format=%s refs/interlock/run-1/task");
    assert_eq!(log, "first\nfirst");
    git(&root, "fsck --strict");
    assert_eq!(repo.tree_of(&first.commit).unwrap(), first.tree);

    // A file where a folder was, and the other way round.
    fs::remove_dir_all(root.join("new")).unwrap();
    write(&root, "new", "a file now\n");
    fs::remove_file(root.join("a.txt")).unwrap();
    write(&root, "a.txt/b", "a folder now\n");
    let second = snapshots.scan("second").unwrap().unwrap();
    assert_eq!(
        changed(&second),
        ["D a.txt", "A a.txt/b", "A new", "D new/deep/file.txt"]
    );
    assert_eq!(second.tree.as_str(), tree_by_git(&root));
}

#[test]
fn sees_a_change_that_hides_its_time_and_size() {
    let (_room, repo, _base, mut snapshots) = worktree();
    let file = repo.root.join("a.txt");
    write(&repo.root, "a.txt", "aaa\n");
    snapshots.scan("one").unwrap().unwrap();
    // At once: within the same tick of the clock, and of the same size.
    write(&repo.root, "a.txt", "bbb\n");
    assert_eq!(
        changed(&snapshots.scan("two").unwrap().unwrap()),
        ["M a.txt"]
    );
    // With its old time stamp put back.
    let stamp = fs::metadata(&file).unwrap().modified().unwrap();
    write(&repo.root, "a.txt", "ccc\n");
    fs::File::options()
        .write(true)
        .open(&file)
        .unwrap()
        .set_modified(stamp)
        .unwrap();
    assert_eq!(
        changed(&snapshots.scan("three").unwrap().unwrap()),
        ["M a.txt"]
    );
    // A new time stamp alone is no change.
    let later = SystemTime::now() + Duration::from_secs(5);
    fs::File::options()
        .write(true)
        .open(&file)
        .unwrap()
        .set_modified(later)
        .unwrap();
    assert_eq!(snapshots.scan("four").unwrap(), None);
}

#[test]
fn touches_only_the_named_paths() {
    let (_room, repo, _base, mut snapshots) = worktree();
    write(&repo.root, "a.txt", "named\n");
    write(&repo.root, "other.txt", "not named\n");
    fs::remove_file(repo.root.join("src/b.txt")).unwrap();
    let paths = ["a.txt", "src/b.txt", "none", "src"].map(rel);
    let touched = snapshots.touch(&paths, "touch").unwrap().unwrap();
    assert_eq!(changed(&touched), ["M a.txt", "D src/b.txt"]);
    assert_eq!(snapshots.touch(&paths, "again").unwrap(), None);
    assert_eq!(
        changed(&snapshots.scan("rest").unwrap().unwrap()),
        ["A other.txt"]
    );
}

#[test]
fn goes_back_and_keeps_what_stood_there() {
    let (room, repo, base, mut snapshots) = worktree();
    let root = repo.root.clone();
    let start = repo.tree_of(&base).unwrap();
    write(&root, "a.txt", "work\n");
    write(&root, "deep/er/new.txt", "work\n");
    symlink("a.txt", root.join("link")).unwrap();
    fs::remove_dir_all(root.join("src")).unwrap();
    write(&root, "src", "a file where a folder was\n");
    let work = snapshots.scan("work").unwrap().unwrap();
    write(&root, "a.txt", "more work, not in any snapshot\n");
    let staged = git(&root, "ls-files -s");

    let back = snapshots.restore(&start).unwrap().unwrap();
    assert_eq!(back.tree, start);
    assert_eq!(git(&root, "status --porcelain"), "");
    assert!(!root.join("deep").exists());
    assert_eq!(git(&root, "ls-files -s"), staged);
    let before = git(&root, "show refs/interlock/run-1/task~1:a.txt");
    assert_eq!(before, "more work, not in any snapshot");

    let again = snapshots.restore(&work.tree).unwrap().unwrap();
    assert_eq!(again.tree, work.tree);
    assert_eq!(
        fs::read_link(root.join("link")).unwrap(),
        Path::new("a.txt")
    );
    assert_eq!(snapshots.restore(&work.tree).unwrap(), None);

    // Links do not lead a restore out of the worktree.
    let outside = room.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::remove_dir_all(root.join("deep")).unwrap();
    symlink(&outside, root.join("deep")).unwrap();
    snapshots.restore(&work.tree).unwrap();
    assert!(!outside.join("er").exists());
    assert!(root.join("deep/er/new.txt").is_file());
}

#[test]
fn goes_on_after_a_restart() {
    let (_room, repo, base, mut snapshots) = worktree();
    write(&repo.root, "a.txt", "one\n");
    let first = snapshots.scan("first").unwrap().unwrap();
    drop(snapshots);
    let mut snapshots = Snapshots::open(&repo, "run-1/task", &base, Limits::default()).unwrap();
    assert_eq!(snapshots.last(), Some(&first.commit));
    assert_eq!(snapshots.scan("nothing new").unwrap(), None);
    write(&repo.root, "src/b.txt", "two\n");
    let second = snapshots.scan("second").unwrap().unwrap();
    assert_eq!(changed(&second), ["M src/b.txt"]);
    assert_eq!(second.tree.as_str(), tree_by_git(&repo.root));
}

#[test]
fn keeps_to_its_limits_and_out_of_other_repositories() {
    let (_room, repo, base, _) = worktree();
    let root = repo.root.clone();
    write(&root, "inner/file.txt", "x\n");
    git(&root.join("inner"), "init -q");
    write(&root, "large.bin", &"x".repeat(200));
    write(&root, "node_modules/a/index.js", "x\n");
    let tag = "Signature: 8a477f597d28d172789f06886806bc55\n";
    write(&root, "out/CACHEDIR.TAG", tag);
    // Ignored, and yet in the tree, as git has it.
    write(&root, ".gitignore", "a.txt\n");
    let limits = Limits {
        file_bytes_max: 100,
        ..Limits::default()
    };
    let mut snapshots = Snapshots::open(&repo, "x/y", &base, limits).unwrap();
    let snapshot = snapshots.scan("s").unwrap().unwrap();
    let left_out = LeftOut::new;
    let expected = [
        left_out("inner", LeftOutWhy::Repository),
        left_out("large.bin", LeftOutWhy::TooLarge),
        left_out("node_modules", LeftOutWhy::Remade),
        left_out("out", LeftOutWhy::Remade),
    ];
    assert_eq!(snapshots.left_out(), expected);
    assert_eq!(changed(&snapshot), ["A .gitignore"]);
    write(&root, "a.txt", "still tracked\n");
    assert_eq!(changed(&snapshots.scan("t").unwrap().unwrap()), ["M a.txt"]);

    let limits = Limits {
        files_max: 3,
        ..Limits::default()
    };
    let mut snapshots = Snapshots::open(&repo, "x/z", &base, limits).unwrap();
    assert!(matches!(
        snapshots.scan("s"),
        Err(SnapshotError::TooManyFiles(3))
    ));

    let room = tempfile::tempdir().unwrap();
    git(room.path(), "init -q --object-format=sha256");
    git(room.path(), "commit -q --allow-empty -m x");
    let repo = Repo::discover(room.path()).unwrap();
    let (_, base) = repo.branch().unwrap();
    let opened = Snapshots::open(&repo, "x/y", &base, Limits::default());
    assert!(matches!(opened, Err(SnapshotError::Sha256)));
}

#[test]
fn reads_every_version_of_the_index() {
    let (_room, repo, _base, _) = worktree();
    for version in ["2", "3", "4"] {
        git(
            &repo.root,
            &format!("update-index --index-version {version}"),
        );
        write(&repo.root, "a.txt", version);
        git(&repo.root, "add a.txt");
        git(&repo.root, "write-tree");
        assert_eq!(
            index_tree(&repo).map(|id| id.to_string()),
            Some(git(&repo.root, "write-tree")),
            "version {version}"
        );
        survives_damage(&repo);
    }
}

/// A damaged index may be read wrongly, but it never brings us down.
fn survives_damage(repo: &Repo) {
    let file = repo.git_dir.join("index");
    let whole = fs::read(&file).unwrap();
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0xFF;
        fs::write(&file, &damaged).unwrap();
        index_tree(repo);
        fs::write(&file, &whole[..at]).unwrap();
        index_tree(repo);
    }
    fs::write(&file, &whole).unwrap();
}
