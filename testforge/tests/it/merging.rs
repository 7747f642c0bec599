//! Merging: what it does in git, what it closes, and what stands against it.

use serde_json::{Value, json};
use testforge::{Kind, Merge, MergeDone, NewIssue, NewReview, Protection};

use crate::kit::{REPO, Stage};

fn issue(stage: &Stage, title: &str) -> u64 {
    let new = NewIssue {
        title: title.into(),
        ..NewIssue::default()
    };
    stage.forge.open_issue(REPO, "boss", new).unwrap()
}

fn merge(how: &str) -> Merge {
    Merge {
        how: how.into(),
        ..Merge::default()
    }
}

#[test]
fn a_merge_closes_issues_and_deletes_its_branch_in_the_real_order() {
    let stage = Stage::new(Kind::Gitea);
    let (one, two, three) = (issue(&stage, "a"), issue(&stage, "b"), issue(&stage, "c"));
    let body = format!("Closes #{one}, fixes #{two}, `closes #{three}`");
    let n = stage.pull("feat/a", "A", &body);
    let receiver = stage.receiver();
    let head = stage.forge.pull(REPO, n).unwrap().head_sha;
    let done = stage.client(&stage.boss).here(
        "POST",
        &format!("/pulls/{n}/merge"),
        json!({"Do": "squash", "head_commit_id": head, "delete_branch_after_merge": true}),
    );
    assert_eq!((done.status, done.text.as_str()), (200, ""));
    let order = [
        "pull_request/closed",
        "issues/closed",
        "issues/closed",
        "push",
        "delete",
    ];
    assert_eq!(stage.told(), order);
    let open = |n: u64| stage.forge.issue(REPO, n).unwrap().open;
    assert_eq!(
        [open(one), open(two), open(three), open(n)],
        [false, false, true, false]
    );
    let commit = stage.forge.pull(REPO, n).unwrap().merged.unwrap();
    let arrived = receiver.arrived();
    assert_eq!(arrived[0].json()["pull_request"]["merged"], true);
    assert_eq!(arrived[0].json()["commit_id"], "");
    assert_eq!(arrived[1].json()["commit_id"], json!(commit));
    assert_eq!(arrived[3].json()["after"], json!(commit));
    let branches = stage.forge.branches(REPO).unwrap();
    assert_eq!(branches["main"], commit);
    assert!(!branches.contains_key("feat/a"));
    assert_eq!(
        stage
            .forge
            .file(REPO, "main", "feat-a.txt")
            .unwrap()
            .as_deref(),
        Some("one")
    );
}

#[test]
fn every_style_brings_the_work_and_the_commits_it_should() {
    for (how, count) in [
        ("merge", 5),
        ("squash", 3),
        ("rebase", 4),
        ("rebase-merge", 5),
    ] {
        let stage = Stage::new(Kind::Gitea);
        let n = stage.pull("feat/a", "A", "");
        let commit = |branch: &str, file: &str| {
            let files = [(file, Some("x\n"))];
            stage
                .forge
                .commit(REPO, "coder", branch, file, &files)
                .unwrap()
        };
        commit("feat/a", "second");
        commit("main", "elsewhere");
        stage.forge.merge(REPO, "boss", n, merge(how)).unwrap();
        for file in ["feat-a.txt", "second", "elsewhere"] {
            assert!(
                stage.forge.file(REPO, "main", file).unwrap().is_some(),
                "{how} {file}"
            );
        }
        let messages = stage.forge.messages(REPO, "main").unwrap();
        assert_eq!(messages.len(), count, "{how}: {messages:?}");
    }
}

#[test]
fn a_commit_closes_an_issue_before_its_push_is_told() {
    let stage = Stage::new(Kind::Gitea);
    let n = issue(&stage, "a");
    stage.receiver();
    let message = format!("fixes #{n} by commit");
    stage
        .forge
        .commit(REPO, "coder", "main", &message, &[("a", Some("a\n"))])
        .unwrap();
    assert_eq!(stage.told(), ["issues/closed", "push"]);
    assert!(!stage.forge.issue(REPO, n).unwrap().open);
}

#[test]
fn conflicts_drafts_wrong_heads_and_second_merges_are_refused() {
    let stage = Stage::new(Kind::Gitea);
    let commit = |branch: &str, text: &str| {
        let files = [("same", Some(text))];
        stage
            .forge
            .commit(REPO, "coder", branch, text, &files)
            .unwrap()
    };
    let n = stage.pull("feat/a", "WIP: A", "");
    let boss = stage.client(&stage.boss);
    let path = format!("/pulls/{n}/merge");
    let try_it = |more: Value| boss.here("POST", &path, more);
    assert_eq!(try_it(json!({"Do": "merge"})).status, 405);
    let ready = boss.here("PATCH", &format!("/pulls/{n}"), json!({"title": "A"}));
    assert_eq!(
        (ready.status, ready.json()["draft"].clone()),
        (201, json!(false))
    );
    let head = "0123456789012345678901234567890123456789";
    assert_eq!(
        try_it(json!({"Do": "merge", "head_commit_id": head})).status,
        409
    );
    commit("feat/a", "one\n");
    commit("main", "two\n");
    let conflict = try_it(json!({"Do": "merge"}));
    assert_eq!(
        (conflict.status, conflict.json()["message"].clone()),
        (405, json!("Please try again later"))
    );
    let shown = boss.here("GET", &format!("/pulls/{n}"), Value::Null).json();
    assert_eq!(shown["mergeable"], false);
    let files = [("same", Some("two\n"))];
    stage
        .forge
        .force_commit(REPO, "coder", ("feat/a", "main"), "anew", &files)
        .unwrap();
    let files = [("new", Some("new\n"))];
    stage
        .forge
        .commit(REPO, "coder", "feat/a", "more", &files)
        .unwrap();
    assert_eq!(
        try_it(json!({"do": "merge"})).status,
        200,
        "the new spelling too"
    );
    assert_eq!(try_it(json!({"Do": "merge"})).status, 405);
    assert_eq!(boss.here("GET", &path, Value::Null).status, 204);
}

#[test]
fn protection_asks_for_approvals_and_statuses() {
    let stage = Stage::new(Kind::Gitea);
    let boss = stage.client(&stage.boss);
    let rule = json!({
        "rule_name": "main", "required_approvals": 1, "enable_status_check": true,
        "status_check_contexts": ["ci/unit"], "block_on_rejected_reviews": true,
    });
    assert_eq!(boss.here("POST", "/branch_protections", rule).status, 201);
    let n = stage.pull("feat/a", "A", "");
    let review = |who: &str, event: &str| {
        let new = NewReview {
            event: event.into(),
            body: "b".into(),
            ..NewReview::default()
        };
        stage.forge.review(REPO, who, n, new).unwrap()
    };
    let refused = || {
        stage
            .forge
            .merge(REPO, "boss", n, merge("merge"))
            .unwrap_err()
    };
    assert!(refused().message.contains("approvals"));
    review("reader", "APPROVED");
    assert!(
        refused().message.contains("approvals"),
        "who may not write does not count"
    );
    review("reviewer", "REQUEST_CHANGES");
    review("boss", "APPROVED");
    assert!(refused().message.contains("changes"));
    review("reviewer", "APPROVED");
    assert!(refused().message.contains("checks"));
    let later = Merge {
        when_ready: true,
        ..merge("merge")
    };
    let done = stage.forge.merge(REPO, "boss", n, later).unwrap();
    assert_eq!(done, MergeDone::Scheduled);
    let head = stage.forge.pull(REPO, n).unwrap().head_sha;
    stage
        .forge
        .set_status(REPO, "coder", &head, "ci/unit", "success")
        .unwrap();
    assert!(
        stage.forge.pull(REPO, n).unwrap().merged.is_some(),
        "it waited for that alone"
    );
    let rules = boss.here("GET", "/branch_protections", Value::Null).json();
    assert_eq!(rules[0]["required_approvals"], 1);
    stage
        .forge
        .protect(
            REPO,
            Protection {
                branch: "main".into(),
                ..Protection::default()
            },
        )
        .unwrap();
}
