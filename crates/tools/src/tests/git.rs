//! git with real repositories: what each verb does, and that a repository can't make it run anything.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::git::{GitError, Head, Merged, Repo, Synced};
use crate::snapshot::{Limits, Snapshots};
use ledger::action::Written;
use ledger::ids::{GitId, RelPath};
use tempfile::TempDir;

/// Runs git as a user would, for setting things up.
pub(crate) fn git(cwd: &Path, line: &str) -> String {
    let output = Command::new("git")
        .args([
            "-c",
            "user.name=A",
            "-c",
            "user.email=a@b",
            "-c",
            "init.defaultBranch=main",
        ])
        .args(line.split(' '))
        .current_dir(cwd)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "git {line}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .unwrap()
        .trim_end()
        .to_owned()
}

pub(crate) fn write(root: &Path, path: &str, text: &str) {
    let file = root.join(path);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

/// A repository with two files and one commit, in a folder with a space in its name.
pub(crate) fn repository() -> (TempDir, PathBuf) {
    let room = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(room.path()).unwrap().join("my repo");
    fs::create_dir(&root).unwrap();
    git(&root, "init -q");
    git(&root, "config user.name Tester");
    git(&root, "config user.email tester@localhost");
    write(&root, "a.txt", "one\ntwo\nthree\n");
    write(&root, "src/b.txt", "b\n");
    git(&root, "add -A");
    git(&root, "commit -qm first");
    (room, root)
}

/// Commits everything.
fn commit(root: &Path, message: &str) -> GitId {
    git(root, "add -A");
    git(root, &format!("commit -q -m {message}"));
    id(&git(root, "rev-parse HEAD"))
}

fn id(text: &str) -> GitId {
    GitId::new(text).unwrap()
}

pub(crate) fn rel(text: &str) -> RelPath {
    RelPath::new(text).unwrap()
}

#[test]
fn what_stands_in_no_tree_is_told_apart() {
    use ledger::observation::Protected;
    let (_room, root) = repository();
    let repo = Repo::discover(&root).unwrap();
    let before = repo.protected();
    let since = || Protected::moved(&before, &repo.protected());
    // Work, and what git notes down meanwhile, is nothing.
    git(&root, "checkout -q -b other");
    git(&root, "config branch.other.remote origin");
    write(&root, ".git/hooks/pre-push.sample", "exit 0\n");
    assert_eq!(since(), Vec::<String>::new());
    write(&root, ".git/hooks/pre-push", "exit 0\n");
    write(&root, ".git/info/attributes", "*.rs filter=x\n");
    git(&root, "config core.fsmonitor ./look");
    git(&root, "config --add core.fsmonitor ./look2");
    git(&root, "config core.bare true");
    assert_eq!(
        since(),
        [
            "`.git/info/attributes` is new",
            "the hook `.git/hooks/pre-push` is new",
            "the setting `core.bare` of git changed",
            "the setting `core.fsmonitor` of git is new",
        ]
    );
    // What git alone can read is compared as a whole.
    git(&root, "config core.bare false");
    git(&root, "config include.path ../more");
    git(&root, "config a.b c\\d");
    assert!(
        since().contains(&"the settings of git is new".to_owned()),
        "{:?}",
        since()
    );
}

#[test]
fn discovers_repositories_and_heads() {
    let (room, root) = repository();
    let repo = Repo::discover(&root.join("src")).unwrap();
    assert_eq!(
        (repo.root.clone(), repo.git_dir.clone()),
        (root.clone(), root.join(".git"))
    );
    let commit = id(&git(&root, "rev-parse HEAD"));
    let main = Head::Branch("main".into(), Some(commit.clone()));
    assert_eq!(repo.head().unwrap(), main);
    // Packed refs and a detached head say the same.
    git(&root, "pack-refs --all");
    assert_eq!(repo.head().unwrap(), main);
    assert_eq!(repo.resolve("main").unwrap(), commit);
    assert_eq!(repo.resolve("HEAD~0").unwrap(), commit);
    assert!(matches!(
        repo.resolve("nope"),
        Err(GitError::MissingBranch(_))
    ));
    assert!(matches!(
        repo.resolve("--all"),
        Err(GitError::MissingBranch(_))
    ));
    git(&root, "checkout -q --detach");
    assert_eq!(repo.head().unwrap(), Head::Detached(commit));
    assert!(matches!(repo.branch(), Err(GitError::DetachedHead(_))));
    assert!(matches!(
        Repo::discover(room.path()),
        Err(GitError::NotARepository(_))
    ));
    let fresh = room.path().join("fresh");
    fs::create_dir(&fresh).unwrap();
    git(&fresh, "init -q");
    let head = Repo::discover(&fresh).unwrap().head().unwrap();
    assert_eq!(head, Head::Branch("main".into(), None));
}

#[test]
fn worktrees_come_and_go() {
    let (room, root) = repository();
    let repo = Repo::discover(&root).unwrap();
    let (_, base) = repo.branch().unwrap();
    let path = room.path().join("trees/run 1");
    let tree = repo
        .worktree_add(&path, "task/one", &base)
        .unwrap()
        .wait()
        .unwrap();
    assert_eq!(fs::read_to_string(path.join("src/b.txt")).unwrap(), "b\n");
    assert_eq!(
        tree.branch().unwrap(),
        ("task/one".to_owned(), base.clone())
    );
    assert!(!tree.is_dirty().unwrap());
    // Git itself agrees that this is a worktree, in good order.
    assert_eq!(git(&path, "status --porcelain --branch"), "## task/one");
    assert!(git(&root, "worktree list --porcelain").contains("refs/heads/task/one"));
    assert_eq!(Repo::discover(&path).unwrap().common_dir, repo.common_dir);
    let listed: Vec<_> = repo
        .worktrees()
        .unwrap()
        .into_iter()
        .map(|tree| tree.branch)
        .collect();
    assert_eq!(
        listed,
        [Some("main".to_owned()), Some("task/one".to_owned())]
    );

    for (path, branch) in [
        ("x", "task/one"),
        ("x", "task"),
        ("x", "task/one/more"),
        ("x", "a b"),
    ] {
        let made = repo.worktree_add(&room.path().join(path), branch, &base);
        let expected = matches!(made, Err(GitError::Exists(_) | GitError::BadBranch(_)));
        assert!(expected, "{branch}: {made:?}");
        assert!(!room.path().join(path).exists());
    }
    assert!(matches!(
        repo.worktree_add(&path, "two", &base),
        Err(GitError::Exists(_))
    ));

    write(&path, "a.txt", "changed\n");
    assert!(tree.is_dirty().unwrap());
    assert!(repo.worktree_remove(&path, false).is_err());
    repo.worktree_remove(&path, true).unwrap();
    assert!(!path.exists());
    assert!(repo.find("refs/heads/task/one").unwrap().is_some());
    repo.delete_ref("refs/heads/task/one", &base).unwrap();
    assert_eq!(repo.find("refs/heads/task/one").unwrap(), None);
}

#[test]
fn what_differs_is_told_and_read() {
    let (_room, root) = repository();
    let repo = Repo::discover(&root).unwrap();
    let (_, first) = repo.branch().unwrap();
    write(&root, "new dir/c*.txt", "c\n");
    write(&root, "other.txt", "not named\n");
    write(&root, "a.txt", "one\ntwo\n3\n");
    fs::remove_file(root.join("src/b.txt")).unwrap();
    git(&root, "add -A");
    git(&root, "reset -q other.txt");
    git(&root, "commit -qm second");
    let (_, second) = repo.branch().unwrap();
    let changes: Vec<_> = repo.changes(&first, &second).unwrap();
    let changes: Vec<_> = changes
        .iter()
        .map(|change| (change.path.as_str(), change.kind))
        .collect();
    assert_eq!(
        changes,
        [("a.txt", 'M'), ("new dir/c*.txt", 'A'), ("src/b.txt", 'D')]
    );
    assert!(repo.is_ancestor(&first, &second).unwrap());
    assert!(!repo.is_ancestor(&second, &first).unwrap());
    let patch = repo
        .patch(&first, &second, &[rel("a.txt")], 10_000)
        .unwrap();
    assert!(patch.text.contains("-three\n+3\n") && !patch.text.contains("src/b.txt"));
    assert!(repo.patch(&first, &second, &[], 10).unwrap().truncated);
    let blobs = repo
        .read_blobs(&first, &[rel("a.txt"), rel("src"), rel("x")])
        .unwrap();
    assert_eq!(blobs, [Some(b"one\ntwo\nthree\n".to_vec()), None, None]);
    // Without git while the objects lie in files of their own, and from it once they are packed: the same.
    let tree = repo.tree_of(&first).unwrap();
    let paths = ["a.txt", "src/b.txt", "src", "x", "src/x", "a.txt/x"].map(rel);
    let loose = repo.read_blobs(&tree, &paths).unwrap();
    git(&root, "repack -q -a -d");
    git(&root, "prune-packed -q");
    assert_eq!(loose, repo.read_blobs(&tree, &paths).unwrap());
    assert_eq!(loose.iter().filter(|it| it.is_some()).count(), 2);
}

#[test]
fn merges_trees_and_swaps_refs() {
    let (_room, root) = repository();
    let repo = Repo::discover(&root).unwrap();
    let (_, base) = repo.branch().unwrap();
    git(&root, "checkout -q -b task");
    write(&root, "a.txt", "ONE\ntwo\nthree\n");
    let theirs = commit(&root, "theirs");
    git(&root, "checkout -q main");
    write(&root, "src/b.txt", "B\n");
    let ours = commit(&root, "ours");
    let Merged::Clean(tree) = repo.merge_trees(&ours, &theirs).unwrap() else {
        panic!()
    };
    let merge = repo
        .commit_tree(&tree, &[ours.clone(), theirs.clone()], "merge")
        .unwrap();

    let moved = repo.update_ref("refs/heads/main", &merge, Some(&base));
    assert!(matches!(moved, Err(GitError::RefMoved(_))), "{moved:?}");
    let moved = repo.update_ref("refs/heads/main", &merge, None);
    assert!(matches!(moved, Err(GitError::RefMoved(_))), "{moved:?}");
    repo.update_ref("refs/heads/main", &merge, Some(&ours))
        .unwrap();
    let synced = repo.sync_checkout("main", &ours, &merge).unwrap();
    assert_eq!(synced, Synced::Updated(root.clone()));
    assert_eq!(git(&root, "status --porcelain"), "");
    assert_eq!(
        fs::read_to_string(root.join("a.txt")).unwrap(),
        "ONE\ntwo\nthree\n"
    );

    git(&root, "checkout -q -b clash task~1");
    write(&root, "a.txt", "uno\ntwo\nthree\n");
    let clash = commit(&root, "clash");
    let merged = repo.merge_trees(&clash, &theirs).unwrap();
    assert!(matches!(&merged, Merged::Conflicts { files, .. } if *files == ["a.txt"]));
}

/// A repository on `main` whose branch `main` was moved under it, from the first commit to the second: that one changes
/// `a.txt`, adds `added.txt` and `dir/added.txt`, and takes `gone.txt` away.
fn moved_under() -> (TempDir, PathBuf, Repo, [GitId; 2]) {
    let (room, root) = repository();
    write(&root, "gone.txt", "gone\n");
    write(&root, ".gitignore", "*.cfg\n");
    git(&root, "add -A");
    git(&root, "commit -qm more");
    let repo = Repo::discover(&root).unwrap();
    let (_, old) = repo.branch().unwrap();
    git(&root, "checkout -q -b task");
    write(&root, "a.txt", "new\n");
    write(&root, "added.txt", "new\n");
    write(&root, "dir/added.txt", "new\n");
    write(&root, "local.cfg", "new\n");
    git(&root, "rm -q gone.txt");
    git(&root, "add -f -A . local.cfg");
    git(&root, "commit -qm new");
    let new = id(&git(&root, "rev-parse HEAD"));
    git(&root, "checkout -q main");
    repo.update_ref("refs/heads/main", &new, Some(&old))
        .unwrap();
    (room, root, repo, [old, new])
}

fn read(root: &Path, path: &str) -> String {
    fs::read_to_string(root.join(path)).unwrap()
}

/// Everything in a checkout, and how its index stands.
fn everything(root: &Path) -> (Vec<(String, String)>, String) {
    let files = git(root, "ls-files -c -o -m -z --deduplicate");
    let there = files.split('\0').filter(|it| !it.is_empty());
    let there = there.map(|it| {
        (
            it.to_owned(),
            fs::read_to_string(root.join(it)).unwrap_or_default(),
        )
    });
    (there.collect(), git(root, "ls-files -s"))
}

/// What a shell makes of the command between the backticks.
fn follow(next: &str) {
    let (_, command) = next.split_once('`').unwrap();
    let done = Command::new("sh")
        .args(["-c", command.strip_suffix('`').unwrap()])
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .unwrap();
    assert!(done.status.success(), "{command}: {done:?}");
}

#[test]
fn a_merge_appears_beside_what_was_changed_elsewhere() {
    let (_room, root, repo, [old, new]) = moved_under();
    write(&root, "src/b.txt", "mine\n");
    write(&root, "staged.txt", "mine\n");
    git(&root, "add staged.txt");
    write(&root, "loose.txt", "mine\n");
    write(&root, "other.cfg", "mine\n");
    for _ in 0..2 {
        let synced = repo.sync_checkout("main", &old, &new).unwrap();
        assert_eq!(synced, Synced::Updated(root.clone()));
        assert_eq!(
            git(&root, "status --porcelain"),
            " M src/b.txt\nA  staged.txt\n?? loose.txt".trim_start_matches('\n')
        );
    }
    assert_eq!(read(&root, "a.txt"), "new\n");
    assert_eq!(read(&root, "dir/added.txt"), "new\n");
    assert_eq!(read(&root, "local.cfg"), "new\n");
    assert!(!root.join("gone.txt").exists());
    for mine in ["src/b.txt", "staged.txt", "loose.txt", "other.cfg"] {
        assert_eq!(read(&root, mine), "mine\n", "{mine}");
    }
}

#[test]
fn a_file_that_was_changed_on_both_sides_is_left_with_all_others() {
    for (file, staged) in [("a.txt", false), ("a.txt", true), ("gone.txt", false)] {
        let (_room, root, repo, [old, new]) = moved_under();
        let mine = "one\ntwo\nthree\nmine\n";
        write(&root, file, mine);
        write(&root, "src/b.txt", "mine\n");
        if staged {
            git(&root, "add a.txt");
        }
        let before = everything(&root);
        let Synced::Left { path, why, next } = repo.sync_checkout("main", &old, &new).unwrap()
        else {
            panic!("{file} was overwritten");
        };
        assert_eq!(path, root);
        assert_eq!(why, format!("`{file}` has changes that are not committed"));
        assert_eq!(everything(&root), before, "{file}, staged: {staged}");
        assert_eq!(repo.branch().unwrap(), ("main".to_owned(), new.clone()));
        if file == "gone.txt" {
            continue;
        }
        // The command brings the merge in and keeps the change, as a conflict where there is one.
        let (_, command) = next.split_once('`').unwrap();
        let done = Command::new("sh")
            .args(["-c", command.strip_suffix('`').unwrap()])
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .output()
            .unwrap();
        assert_eq!(repo.branch().unwrap(), ("main".to_owned(), new.clone()));
        assert_eq!(git(&root, "rev-parse main"), new.as_str());
        assert_eq!(read(&root, "added.txt"), "new\n");
        let merged = read(&root, "a.txt");
        assert!(
            merged.contains("new\n") && merged.contains("mine\n"),
            "{merged}: {done:?}"
        );
        assert_eq!(read(&root, "src/b.txt"), "mine\n");
    }
}

#[test]
fn a_file_that_git_does_not_know_is_not_overwritten() {
    for (file, in_the_way) in [
        ("added.txt", "added.txt"),
        ("dir", "dir"),
        // It is ignored, which git itself takes for worthless.
        ("local.cfg", "local.cfg"),
        ("added.txt/inside.cfg", "added.txt"),
    ] {
        let (room, root, repo, [old, new]) = moved_under();
        write(&root, file, "mine\n");
        let before = everything(&root);
        let Synced::Left { why, next, .. } = repo.sync_checkout("main", &old, &new).unwrap() else {
            panic!("{file} was overwritten");
        };
        assert_eq!(
            why,
            format!("`{in_the_way}` is there and git does not know it")
        );
        assert_eq!(read(&root, file), "mine\n");
        assert_eq!(everything(&root), before, "{file}");
        assert!(next.starts_with("move it away, then `"), "{next}");
        fs::rename(root.join(in_the_way), room.path().join("aside")).unwrap();
        follow(&next);
        assert_eq!(git(&root, "status --porcelain"), "");
    }
}

#[test]
fn a_checkout_in_which_something_is_under_way_is_left() {
    let (_room, root, repo, [old, new]) = moved_under();
    fs::write(root.join(".git/MERGE_HEAD"), format!("{new}\n")).unwrap();
    let synced = repo.sync_checkout("main", &old, &new).unwrap();
    assert!(matches!(synced, Synced::Left { why, .. } if why == "a merge is in progress"));
    fs::remove_file(root.join(".git/MERGE_HEAD")).unwrap();
    git(&root, "checkout -q --detach");
    let synced = repo.sync_checkout("main", &old, &new).unwrap();
    assert_eq!(synced, Synced::NotCheckedOut);
}

#[test]
fn runs_nothing_that_the_repository_brings() {
    let (room, root) = repository();
    let canary = room.path().join("canary");
    let strike = format!("touch '{}'", canary.display());
    let script = root.join(".git/hooks/evil");
    write(&root, ".git/hooks/evil", &format!("#!/bin/sh\n{strike}\n"));
    Command::new("chmod")
        .args(["+x", script.to_str().unwrap()])
        .status()
        .unwrap();
    for hook in [
        "pre-commit",
        "post-checkout",
        "post-index-change",
        "reference-transaction",
    ] {
        fs::copy(&script, root.join(".git/hooks").join(hook)).unwrap();
    }
    let evil = script.to_str().unwrap();
    for key in [
        "core.fsmonitor",
        "core.pager",
        "core.editor",
        "diff.external",
        "gpg.program",
        "filter.evil.clean",
        "filter.evil.smudge",
        "filter.evil.process",
        "merge.evil.driver",
        "diff.evil.command",
        "diff.evil.textconv",
        "core.sshCommand",
    ] {
        let set = ["config", key, &format!("'{evil}'")];
        assert!(
            Command::new("git")
                .args(set)
                .current_dir(&root)
                .status()
                .unwrap()
                .success()
        );
    }
    for key in ["filter.evil.required", "commit.gpgSign", "core.hooksPath"] {
        let value = if key == "core.hooksPath" {
            root.join(".git/hooks")
        } else {
            "true".into()
        };
        let set = ["config", key, value.to_str().unwrap()];
        assert!(
            Command::new("git")
                .args(set)
                .current_dir(&root)
                .status()
                .unwrap()
                .success()
        );
    }
    write(
        &root,
        ".gitattributes",
        "* filter=evil diff=evil merge=evil\n",
    );
    write(
        &root,
        ".git/info/attributes",
        "* filter=evil diff=evil merge=evil\n",
    );

    let repo = Repo::discover(&root).unwrap();
    let (_, base) = repo.branch().unwrap();
    write(&root, "a.txt", "one\n");
    repo.is_dirty().unwrap();
    // Rather no commit than one signed by whatever the repository names.
    let tree = repo.tree_of(&base).unwrap();
    let unsigned = repo.commit_tree(&tree, std::slice::from_ref(&base), "x");
    assert!(
        matches!(unsigned, Err(GitError::Unsigned(_))),
        "{unsigned:?}"
    );
    git(&root, "config commit.gpgSign false");
    let repo = Repo::discover(&root).unwrap();
    let page = |text: &str| Written {
        path: rel("a.txt"),
        content: Some(text.to_owned()),
    };
    let made = |text: &str| {
        repo.commit_texts(&base, &[page(text)], "x")
            .unwrap()
            .unwrap()
    };
    let ours = made("one\n");
    let path = room.path().join("tree");
    let tree = repo
        .worktree_add(&path, "task", &base)
        .unwrap()
        .wait()
        .unwrap();
    write(&path, "a.txt", "two\n");
    let mut snapshots = Snapshots::open(&tree, "r/task", &base, Limits::default()).unwrap();
    let found = snapshots.scan("two").unwrap().unwrap();
    let theirs = made("two\n");
    assert_eq!(found.tree, repo.tree_of(&theirs).unwrap());
    repo.patch(&base, &ours, &[], 1000).unwrap();
    // A merge driver that would run is a conflict instead, never a silent choice.
    let merged = repo.merge_trees(&ours, &theirs).unwrap();
    assert!(matches!(&merged, Merged::Conflicts { files, .. } if *files == ["a.txt"]));
    repo.update_ref("refs/heads/main", &ours, Some(&base))
        .unwrap();
    repo.sync_checkout("main", &base, &ours).unwrap();
    snapshots.restore(&repo.tree_of(&base).unwrap()).unwrap();
    tree.reset_index(&base).unwrap();
    repo.worktree_remove(&path, true).unwrap();
    assert!(!canary.exists());
}

#[test]
fn other_layouts_work_through_git() {
    let (room, root) = repository();
    let path = room.path().join("elsewhere");
    fs::rename(root.join(".git"), &path).unwrap();
    write(&root, ".git", &format!("gitdir: {}\n", path.display()));
    let set = ["config", "core.worktree", root.to_str().unwrap()];
    assert!(
        Command::new("git")
            .args(set)
            .current_dir(&root)
            .status()
            .unwrap()
            .success()
    );
    let repo = Repo::discover(&root).unwrap();
    assert_eq!(repo.root, root);
    let (_, base) = repo.branch().unwrap();
    let tree = repo
        .worktree_add(&room.path().join("w"), "task", &base)
        .unwrap()
        .wait()
        .unwrap();
    assert!(tree.root.join("a.txt").exists());
    assert_eq!(tree.branch().unwrap().0, "task");
}

#[test]
fn worktrees_are_made_and_removed_by_several_at_once() {
    let (room, root) = repository();
    let repo = Repo::discover(&root).unwrap();
    let (_, base) = repo.branch().unwrap();
    let one = &|number: u8| {
        // As in another process: nothing of it is shared.
        let repo = Repo::discover(&root).unwrap();
        for turn in 0..6 {
            let path = room.path().join(format!("{number}/{turn}/_checks"));
            repo.detached_add(&path, &base).unwrap().wait().unwrap();
            let task = room.path().join(format!("{number}/{turn}/task"));
            let branch = format!("task/{number}/{turn}");
            let made = repo.worktree_add(&task, &branch, &base).unwrap();
            made.wait().unwrap();
            repo.worktree_remove(&path, true).unwrap();
            repo.worktree_prune().unwrap();
        }
    };
    std::thread::scope(|scope| {
        for number in 0..4 {
            scope.spawn(move || one(number));
        }
    });
    assert_eq!(repo.worktrees().unwrap().len(), 1 + 4 * 6);
}
