//! Taking away what is left over: everything in it is kept first, and where that can't be it stays.

use std::fs;
use std::path::{Path, PathBuf};

use crate::acts::{NotCleared, Workshop, in_use};
use crate::git::Repo;
use ledger::ids::{GitId, RunId, TaskId};
use tempfile::TempDir;

use super::git::{git, repository, write};

/// A repository with a worktree of run `r1`, as a run leaves it.
struct Kit {
    _room: TempDir,
    root: PathBuf,
    base: PathBuf,
    worktree: PathBuf,
    task: TaskId,
}

impl Kit {
    fn new() -> Self {
        let (room, root) = repository();
        let base = root.parent().expect("a parent").join("worktrees");
        let worktree = base.join("r1/01");
        let repo = Repo::discover(&root).expect("a repository");
        let tip = GitId::new(git(&root, "rev-parse HEAD")).expect("an id");
        let made = repo.worktree_add(&worktree, "interlock/r1-01", &tip);
        made.and_then(crate::git::Checkout::wait)
            .expect("a worktree");
        Self {
            _room: room,
            root,
            base,
            worktree,
            task: TaskId::new("01").expect("a name"),
        }
    }

    fn clear(&self, directory: &Path) -> Result<Vec<String>, NotCleared> {
        let repo = Repo::discover(&self.root).expect("a repository");
        let run = RunId::new("r1").expect("a name");
        let papers = self.base.join("papers");
        Workshop::new(repo, run, self.base.clone(), papers, true).clear(&self.task, directory)
    }
}

#[test]
fn files_and_commits_of_a_worktree_are_kept_before_it_goes() {
    let kit = Kit::new();
    write(&kit.worktree, "new.txt", "not committed\n");
    write(&kit.worktree, "a.txt", "changed\n");
    fs::write(kit.root.join(".git/worktrees/01/index.lock"), "").expect("a file");
    let kept = kit.clear(&kit.worktree).expect("it goes");
    assert_eq!(
        kept,
        [
            "refs/interlock/r1/snapshots/01",
            "refs/heads/interlock/r1-01"
        ]
    );
    assert!(!kit.base.join("r1").exists());
    assert_eq!(git(&kit.root, "worktree list").lines().count(), 1);
    let at = |path: &str| git(&kit.root, &format!("show {}:{path}", kept[0]));
    assert_eq!(
        (&*at("new.txt"), &*at("a.txt")),
        ("not committed", "changed")
    );
}

#[test]
fn commits_that_no_branch_has_get_a_ref() {
    let kit = Kit::new();
    git(&kit.worktree, "checkout -q --detach");
    write(&kit.worktree, "new.txt", "committed\n");
    git(&kit.worktree, "add -A");
    git(&kit.worktree, "commit -qm lonely");
    let lonely = git(&kit.worktree, "rev-parse HEAD");
    let kept = kit.clear(&kit.worktree).expect("it goes");
    let refs = git(
        &kit.root,
        &format!("for-each-ref --format=%(refname) --contains={lonely}"),
    );
    assert!(refs.contains("refs/interlock/r1/kept/"), "{kept:?}: {refs}");
}

#[test]
fn what_can_not_be_kept_stays() {
    let kit = Kit::new();
    write(&kit.worktree, "inner/a.txt", "a\n");
    git(&kit.worktree.join("inner"), "init -q");
    let left = kit.clear(&kit.worktree);
    assert!(matches!(&left, Err(NotCleared::LeftOut(_))), "{left:?}");
    assert!(kit.worktree.join("inner/a.txt").exists());
}

#[test]
fn only_worktrees_of_the_run_go() {
    let kit = Kit::new();
    let foreign = kit.base.join("mine");
    git(
        &kit.root,
        &format!("worktree add -q -b mine {}", foreign.display()),
    );
    for directory in [&kit.root, &foreign, &kit.worktree.join("src")] {
        let left = kit.clear(directory);
        assert!(left.is_err(), "{}: {left:?}", directory.display());
    }
    assert!(foreign.join("a.txt").exists() && kit.root.join("a.txt").exists());
}

#[test]
fn git_forgets_only_a_worktree_whose_folder_is_gone() {
    let kit = Kit::new();
    let repo = Repo::discover(&kit.root).expect("a repository");
    let one = || repo.registered().expect("the books").remove(0);
    assert_eq!(one().branch.as_deref(), Some("interlock/r1-01"));
    assert!(one().exists && repo.forget(&one()).is_err());
    fs::remove_dir_all(&kit.worktree).expect("it is gone");
    let gone = one();
    assert!(!gone.exists);
    git(&kit.root, "worktree lock 01");
    assert!(repo.forget(&gone).is_err(), "it is another one by now");
    git(&kit.root, "worktree unlock 01");
    repo.forget(&gone).expect("forgotten");
    assert_eq!(repo.registered().expect("the books"), []);
}

#[test]
fn a_folder_that_is_worked_in_is_told_from_one_that_is_not() {
    let kit = Kit::new();
    let folder = kit.base.join("r1");
    assert!(!in_use(&folder) && !in_use(&kit.base.join("r2")));
    let held = fs::File::open(&folder).expect("a folder");
    held.try_lock_shared().expect("nobody else");
    assert!(in_use(&folder));
}
