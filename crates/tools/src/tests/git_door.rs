//! What comes over the socket of a sandbox is hostile: what a process there asks for beyond its branch is refused.

use std::fs;
use std::io::Cursor;

use ledger::ids::GitId;
use regex::RegexSet;

use crate::git::Repo;
use crate::git_door::serve::Bounds;
use crate::git_door::wire::{Answer, Ask, Held, Line, receive, send};

struct Place {
    _room: tempfile::TempDir,
    bounds: Bounds,
    blob: GitId,
}

fn place() -> Place {
    let room = tempfile::tempdir().unwrap();
    let repo = Repo::init(room.path(), "task").unwrap();
    fs::write(room.path().join("a"), "a\n").unwrap();
    let base = repo.commit_all("first").unwrap();
    let blob = repo.store_text("b\n").unwrap();
    let bounds = Bounds {
        hooks: None,
        repo,
        base,
        never: RegexSet::new([r"\.pem$"]).unwrap(),
        aside: "refs/interlock/run/stash/task".to_owned(),
        replaced: "refs/interlock/run/kept".to_owned(),
    };
    Place {
        _room: room,
        bounds,
        blob,
    }
}

impl Place {
    fn stage(&self, path: &str, mode: &str) -> Answer {
        let held = Held {
            mode: mode.to_owned(),
            id: self.blob.clone(),
            stage: 0,
        };
        let line = Line {
            path: path.as_bytes().to_vec(),
            held: vec![held],
        };
        self.bounds.carry_out(Ask::Stage {
            pack: Vec::new(),
            lines: vec![line],
        })
    }

    fn commit(&self, message: Option<&str>, amend: bool) -> Answer {
        self.bounds.carry_out(Ask::Commit {
            message: message.map(str::to_owned),
            amend,
            allow_empty: false,
        })
    }
}

fn refused(answer: &Answer) -> bool {
    matches!(answer, Answer::Refused(_))
}

#[test]
fn only_files_of_the_worktree_are_staged() {
    let place = place();
    assert!(matches!(place.stage("b", "100644"), Answer::Done));
    let strange = [
        (".git/config", "100644"),
        ("sub/.git/hooks/x", "100755"),
        ("../b", "100644"),
        ("/etc/b", "100644"),
        ("", "100644"),
        ("nested", "160000"),
        ("folder", "040000"),
        ("b", "100644 x"),
        ("key.pem", "100644"),
    ];
    for (path, mode) in strange {
        place.stage(path, mode);
        let tree = place.bounds.repo.index_tree().unwrap();
        let changes = place
            .bounds
            .repo
            .changes(&place.bounds.base, &tree)
            .unwrap();
        let files: Vec<String> = changes.into_iter().map(|it| it.path).collect();
        assert_eq!(files, ["b"], "{path} {mode}");
    }
}

#[test]
fn commits_from_before_the_task_stay() {
    let place = place();
    assert!(refused(&place.commit(Some("Other"), true)));
    assert!(matches!(
        place.commit(Some("Nothing"), false),
        Answer::NothingToCommit
    ));
    place.stage("b", "100644");
    assert!(refused(&place.commit(Some(" \n"), false)));
    assert!(refused(&place.commit(Some(&"x".repeat(70_000)), false)));
    let Answer::Committed { commit, .. } = place.commit(Some("Mine"), false) else {
        panic!("it is committed");
    };
    let Answer::Committed { commit: again, .. } = place.commit(None, true) else {
        panic!("it is replaced");
    };
    let repo = &place.bounds.repo;
    assert_eq!(
        repo.messages(&place.bounds.base, &again, 9).unwrap()[0].trim(),
        "Mine"
    );
    // What was replaced is still there.
    let kept = format!("refs/interlock/run/kept/{}", commit.short());
    assert!(commit == again || repo.find(&kept).unwrap() == Some(commit));
}

#[test]
fn nothing_is_kept_that_is_no_commit() {
    let place = place();
    let keep = |commit: &GitId| {
        place.bounds.carry_out(Ask::Keep {
            pack: Vec::new(),
            commit: commit.clone(),
        })
    };
    assert!(refused(&keep(&place.blob)));
    assert!(refused(&keep(&GitId::new("1".repeat(40)).unwrap())));
    assert!(matches!(keep(&place.bounds.base), Answer::Done));
    let garbage = place.bounds.carry_out(Ask::Keep {
        pack: b"PACK and then nothing".to_vec(),
        commit: place.bounds.base.clone(),
    });
    assert!(refused(&garbage));
    let forget = |commit: &GitId| place.bounds.carry_out(Ask::Forget(commit.clone()));
    assert!(refused(&forget(&place.blob)));
    assert!(matches!(forget(&place.bounds.base), Answer::Done));
    assert_eq!(place.bounds.repo.branch().unwrap().1, place.bounds.base);
}

#[test]
fn messages_that_are_none_are_errors() {
    let mut whole = Vec::new();
    send(&mut whole, &Ask::Kept).unwrap();
    assert!(receive::<Ask>(&mut Cursor::new(&whole)).is_ok());
    for end in 0..whole.len() {
        assert!(receive::<Ask>(&mut Cursor::new(&whole[..end])).is_err());
    }
    let huge = [&u32::MAX.to_le_bytes()[..], b"x"].concat();
    assert!(receive::<Ask>(&mut Cursor::new(&huge)).is_err());
    let unknown = [&1u32.to_le_bytes()[..], &[99]].concat();
    assert!(receive::<Ask>(&mut Cursor::new(&unknown)).is_err());
}
