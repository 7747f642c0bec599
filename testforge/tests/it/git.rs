//! Real git against the forge.

use serde_json::json;
use testforge::{Access, Kind, Protection};

use crate::kit::{REPO, Stage, git};

#[test]
fn clone_push_and_fetch_over_http() {
    let stage = Stage::new(Kind::Gitea);
    let folder = tempfile::tempdir().unwrap();
    let url = stage.forge.git_url_as(REPO, "coder", &stage.coder);
    git(folder.path(), &["clone", "-q", &url, "w"]).unwrap();
    let work = folder.path().join("w");
    assert!(work.join("README.md").exists());
    // Larger than what git sends in one piece.
    let large: String = (0..400_000_u64)
        .map(|n| format!("{}\n", n.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
        .collect();
    std::fs::write(work.join("large.txt"), large).unwrap();
    git(&work, &["add", "."]).unwrap();
    git(&work, &["commit", "-q", "-m", "large"]).unwrap();
    git(
        &work,
        &["push", "-q", "origin", "HEAD:refs/heads/feat/large"],
    )
    .unwrap();
    let head = git(&work, &["rev-parse", "HEAD"]).unwrap();
    assert_eq!(stage.forge.branches(REPO).unwrap()["feat/large"], head);
    let made = stage
        .forge
        .commit(REPO, "boss", "main", "on the forge", &[("b", Some("b\n"))])
        .unwrap();
    git(&work, &["fetch", "-q", "origin", "main"]).unwrap();
    assert_eq!(git(&work, &["rev-parse", "FETCH_HEAD"]).unwrap(), made);
    assert_eq!(
        stage.forge.file(REPO, "main", "b").unwrap().as_deref(),
        Some("b")
    );
}

#[test]
fn who_may_not_is_refused() {
    let stage = Stage::new(Kind::Gitea);
    let folder = tempfile::tempdir().unwrap();
    let clone = |url: &str, name: &str| git(folder.path(), &["clone", "-q", url, name]);
    assert!(clone(&stage.forge.git_url(REPO), "nobody").is_err());
    assert!(clone(&stage.forge.git_url_as(REPO, "coder", "wrong"), "wrong").is_err());
    assert!(
        clone(
            &stage.forge.git_url_as(REPO, "reviewer", &stage.coder),
            "other"
        )
        .is_err()
    );
    let url = stage.forge.git_url_as(REPO, "reader", &stage.reader);
    clone(&url, "reader").unwrap();
    let work = folder.path().join("reader");
    git(&work, &["commit", "-q", "--allow-empty", "-m", "no"]).unwrap();
    assert!(git(&work, &["push", "-q", "origin", "HEAD:refs/heads/no"]).is_err());
    stage
        .forge
        .allow(REPO, "reader", Some(Access::Write))
        .unwrap();
    git(&work, &["push", "-q", "origin", "HEAD:refs/heads/yes"]).unwrap();
    stage.forge.revoke(&stage.reader);
    assert!(git(&work, &["fetch", "-q"]).is_err());
}

#[test]
fn a_protected_branch_takes_merges_but_no_pushes() {
    let stage = Stage::new(Kind::Gitea);
    let rule = Protection {
        branch: "main".into(),
        ..Protection::default()
    };
    stage.forge.protect(REPO, rule).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let url = stage.forge.git_url_as(REPO, "coder", &stage.coder);
    git(folder.path(), &["clone", "-q", &url, "w"]).unwrap();
    let work = folder.path().join("w");
    git(&work, &["commit", "-q", "--allow-empty", "-m", "no"]).unwrap();
    let why = git(&work, &["push", "-q", "origin", "HEAD:main"]).unwrap_err();
    assert!(why.contains("protected branch main"), "{why}");
    let n = stage.pull("feat/a", "A", "");
    let boss = stage.client(&stage.boss);
    let merged = boss.here("POST", &format!("/pulls/{n}/merge"), json!({"Do": "merge"}));
    assert_eq!(merged.status, 200, "{}", merged.text);
}

#[test]
fn two_who_push_to_the_same_branch_do_not_both_win() {
    let stage = Stage::new(Kind::Gitea);
    let folder = tempfile::tempdir().unwrap();
    let url = stage.forge.git_url_as(REPO, "coder", &stage.coder);
    for name in ["a", "b"] {
        git(folder.path(), &["clone", "-q", &url, name]).unwrap();
        let work = folder.path().join(name);
        git(&work, &["commit", "-q", "--allow-empty", "-m", name]).unwrap();
    }
    git(&folder.path().join("a"), &["push", "-q", "origin", "main"]).unwrap();
    assert!(git(&folder.path().join("b"), &["push", "-q", "origin", "main"]).is_err());
}
