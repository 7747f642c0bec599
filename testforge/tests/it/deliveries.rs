//! In which order what is told, how it is signed, and what goes wrong with it.

use std::process::{Command, Stdio};

use serde_json::json;
use testforge::{EditIssue, HookFaults, Kind, NewHook, NewIssue, NewReview, Outcome};

use crate::kit::{REPO, Receiver, SECRET, Stage, git, new_pull};

fn rich_issue(stage: &Stage) -> NewIssue {
    let label = stage.forge.label(REPO, "priority").unwrap();
    NewIssue {
        title: "Exporter".into(),
        body: "x".into(),
        labels: vec![label],
        assignees: vec!["coder".into()],
        milestone: Some(stage.forge.milestone(REPO, "m1").unwrap()),
        closed: false,
    }
}

#[test]
fn a_new_issue_is_told_after_its_assignments() {
    for kind in [Kind::Gitea, Kind::Forgejo] {
        let stage = Stage::new(kind);
        let receiver = stage.receiver();
        let new = rich_issue(&stage);
        stage.forge.open_issue(REPO, "boss", new).unwrap();
        let order = [
            "issue_assign/assigned",
            "issues/opened",
            "issue_label/label_updated",
            "issue_milestone/milestoned",
        ];
        assert_eq!(stage.told(), order, "{kind:?}");
        let bodies: Vec<_> = receiver.arrived().iter().map(|one| one.json()).collect();
        for body in &bodies {
            assert_eq!(body["issue"]["assignee"]["login"], "coder");
            assert_eq!(body["issue"]["labels"][0]["name"], "priority");
            assert_eq!(body["sender"]["login"], "boss");
        }
        let is_epoch = bodies[0]["issue"]["created_at"] == "1970-01-01T00:00:00Z";
        assert_eq!(is_epoch, kind == Kind::Gitea);
        assert_ne!(bodies[1]["issue"]["created_at"], "1970-01-01T00:00:00Z");
    }
}

#[test]
fn a_new_pull_request_is_told_after_its_reviewers_and_before_the_rest() {
    let stage = Stage::new(Kind::Gitea);
    stage.receiver();
    let issue = rich_issue(&stage);
    stage
        .forge
        .commit(REPO, "coder", "feat/one", "one", &[("a.txt", Some("a\n"))])
        .unwrap();
    let mut new = new_pull("feat/one", "Exporter", "Closes #1");
    new.issue = issue;
    new.reviewers = vec!["reviewer".into(), "boss".into()];
    stage.forge.open_pull(REPO, "coder", new).unwrap();
    let order = [
        "create",
        "push",
        "pull_request_review_request/review_requested",
        "pull_request_review_request/review_requested",
        "pull_request/opened",
        "pull_request_label/label_updated",
        "pull_request_milestone/milestoned",
        "pull_request_assign/assigned",
    ];
    assert_eq!(stage.told(), order);
    let log = stage.forge.deliveries();
    let body: serde_json::Value = serde_json::from_str(&log[4].body).unwrap();
    let asked = body["pull_request"]["requested_reviewers"]
        .as_array()
        .unwrap();
    assert_eq!(asked.len(), 1, "deliveries show the first alone");
    let shown = stage
        .client(&stage.coder)
        .here("GET", "/pulls/1", json!(null))
        .json();
    assert_eq!(shown["requested_reviewers"].as_array().unwrap().len(), 2);
}

#[test]
fn headers_and_signature_are_those_of_the_real_ones() {
    for (kind, folder) in [(Kind::Gitea, "gitea-1.26"), (Kind::Forgejo, "forgejo-14")] {
        let stage = Stage::new(kind);
        let receiver = stage.receiver();
        let issue = rich_issue(&stage);
        stage.forge.open_issue(REPO, "boss", issue).unwrap();
        stage.forge.drain();
        let one = receiver.arrived().remove(1);
        let first_family = match kind {
            Kind::Forgejo => "X-Forgejo-Delivery",
            Kind::Gitea | Kind::Github => "X-GitHub-Delivery",
        };
        let ours: Vec<&str> = one.headers.iter().map(|(name, _)| name.as_str()).collect();
        let first = ours.iter().find(|name| name.starts_with("X-")).unwrap();
        assert_eq!(*first, first_family);
        if let Some(recorded) = crate::shapes::recorded_headers(folder, "issues", "opened") {
            let mut ours: Vec<String> = ours
                .iter()
                .filter(|name| name.starts_with("X-"))
                .map(|name| (*name).to_owned())
                .collect();
            ours.sort();
            assert_eq!(ours, recorded);
        }
        let openssl = hmac_of(&one.body);
        assert_eq!(one.header("X-Gitea-Signature"), openssl);
        assert_eq!(
            one.header("X-Hub-Signature-256"),
            format!("sha256={openssl}")
        );
        assert_eq!(one.header("X-Gitea-Event"), "issues");
        assert_eq!(one.header("X-Gitea-Event-Type"), "issues");
        assert_eq!(one.header("X-Gitea-Delivery").len(), 36);
    }
}

/// Git's own SHA-256 is not at hand, so the known answer is made the long way: from the standard's two steps.
fn hmac_of(body: &str) -> String {
    use sha2::Digest;
    let mut key = [0_u8; 64];
    key[..SECRET.len()].copy_from_slice(SECRET.as_bytes());
    let inner: Vec<u8> = key
        .iter()
        .map(|byte| byte ^ 0x36)
        .chain(body.bytes())
        .collect();
    let outer: Vec<u8> = key
        .iter()
        .map(|byte| byte ^ 0x5c)
        .chain(sha2::Sha256::digest(inner))
        .collect();
    let digest = sha2::Sha256::digest(outer);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn edits_closing_and_comments_are_told_one_by_one() {
    let stage = Stage::new(Kind::Gitea);
    let n = stage
        .forge
        .open_issue(
            REPO,
            "boss",
            NewIssue {
                title: "a".into(),
                ..NewIssue::default()
            },
        )
        .unwrap();
    let receiver = stage.receiver();
    let edit = EditIssue {
        title: Some("b".into()),
        body: Some("c".into()),
        assignees: Some(vec!["coder".into()]),
        open: Some(false),
        ..EditIssue::default()
    };
    stage.forge.edit(REPO, "boss", n, edit.clone()).unwrap();
    // Once more changes nothing, and nothing is told.
    stage.forge.edit(REPO, "boss", n, edit).unwrap();
    let id = stage
        .forge
        .comment(REPO, "reader", n, "@coder <b> & c")
        .unwrap();
    stage
        .forge
        .edit_comment(REPO, "reader", id, "@coder <b> & c")
        .unwrap();
    stage
        .forge
        .edit_comment(REPO, "reader", id, "other")
        .unwrap();
    stage.forge.delete_comment(REPO, "reader", id).unwrap();
    let order = [
        "issues/edited",
        "issues/edited",
        "issue_assign/assigned",
        "issues/closed",
        "issue_comment/created",
        "issue_comment/edited",
        "issue_comment/deleted",
    ];
    assert_eq!(stage.told(), order);
    let arrived = receiver.arrived();
    assert_eq!(arrived[0].json()["changes"]["title"]["from"], "a");
    assert!(
        arrived[4].body.contains("<b> & c"),
        "this encoder escapes nothing"
    );
    assert_eq!(arrived[4].header("X-Gitea-Event"), "issue_comment");
}

#[test]
fn forgejo_escapes_and_tells_an_edit_without_a_change() {
    let stage = Stage::new(Kind::Forgejo);
    let n = stage
        .forge
        .open_issue(
            REPO,
            "boss",
            NewIssue {
                title: "a".into(),
                ..NewIssue::default()
            },
        )
        .unwrap();
    let receiver = stage.receiver();
    let id = stage.forge.comment(REPO, "boss", n, "<b> & c").unwrap();
    stage
        .forge
        .edit_comment(REPO, "boss", id, "<b> & c")
        .unwrap();
    stage.forge.drain();
    let arrived = receiver.arrived();
    assert_eq!(arrived.len(), 2);
    assert!(arrived[0].body.contains("\\u003cb\\u003e \\u0026 c"));
    assert_eq!(arrived[0].json()["comment"]["body"], "<b> & c");
}

#[test]
fn labels_are_told_even_if_nothing_changed_and_wrong_when_replaced() {
    let stage = Stage::new(Kind::Gitea);
    let ids: Vec<u64> = ["type/feat", "type/fix", "big"]
        .iter()
        .map(|name| stage.forge.label(REPO, name).unwrap())
        .collect();
    let new = NewIssue {
        title: "a".into(),
        ..NewIssue::default()
    };
    let n = stage.forge.open_issue(REPO, "boss", new).unwrap();
    let receiver = stage.receiver();
    let boss = stage.client(&stage.boss);
    let labels = format!("/issues/{n}/labels");
    let put =
        |method: &str, list: serde_json::Value| boss.here(method, &labels, json!({"labels": list}));
    assert_eq!(put("POST", json!([ids[0], "big"])).status, 200);
    assert_eq!(put("POST", json!(["type/fix"])).status, 200);
    assert_eq!(
        stage.forge.issue(REPO, n).unwrap().labels,
        ["big", "type/fix"]
    );
    let one = format!("{labels}/{}", ids[0]);
    assert_eq!(boss.here("DELETE", &one, json!(null)).status, 204);
    assert_eq!(put("PUT", json!([ids[0]])).json()[0]["name"], "type/feat");
    assert_eq!(boss.here("DELETE", &labels, json!(null)).status, 204);
    let updated = "issue_label/label_updated";
    let cleared = "issue_label/label_cleared";
    assert_eq!(stage.told(), [updated, updated, updated, updated, cleared]);
    let shown: Vec<usize> = receiver
        .arrived()
        .iter()
        .map(|one| one.json()["issue"]["labels"].as_array().unwrap().len())
        .collect();
    assert_eq!(
        shown,
        [2, 2, 2, 0, 1],
        "none after a replacement, the old ones after clearing"
    );
}

#[test]
fn reviews_and_pushes_to_pull_requests() {
    let stage = Stage::new(Kind::Gitea);
    let n = stage.pull("feat/one", "One", "");
    let receiver = stage.receiver();
    let review = |event: &str, body: &str| NewReview {
        event: event.into(),
        body: body.into(),
        ..NewReview::default()
    };
    stage
        .forge
        .request_reviews(REPO, "coder", n, &["reviewer"])
        .unwrap();
    let id = stage
        .forge
        .review(REPO, "reviewer", n, review("REQUEST_CHANGES", "no"))
        .unwrap();
    stage.forge.dismiss_review(REPO, "boss", n, id).unwrap();
    stage
        .forge
        .review(REPO, "reviewer", n, review("PENDING", ""))
        .unwrap();
    stage
        .forge
        .review(REPO, "reviewer", n, review("APPROVED", ""))
        .unwrap();
    stage
        .forge
        .commit(REPO, "coder", "feat/one", "two", &[("b.txt", Some("b\n"))])
        .unwrap();
    stage.forge.delete_branch(REPO, "boss", "feat/one").unwrap();
    let order = [
        "pull_request_review_request/review_requested",
        "pull_request_review_rejected/reviewed",
        "pull_request_review_approved/reviewed",
        "push",
        "pull_request_sync/synchronized",
        "delete",
        "pull_request/closed",
    ];
    assert_eq!(stage.told(), order);
    let arrived = receiver.arrived();
    assert_eq!(arrived[1].header("X-Gitea-Event"), "pull_request_rejected");
    let told = &arrived[1].json()["review"];
    assert_eq!(
        *told,
        json!({"type": "pull_request_review_rejected", "content": "no"})
    );
    let last = &arrived[6].json()["pull_request"];
    assert_eq!(last["head"]["ref"], format!("refs/pull/{n}/head"));
    assert_eq!(last["merged"], false);
    let stale = || {
        let coder = stage.client(&stage.coder);
        let list = coder.here("GET", &format!("/pulls/{n}/reviews"), json!(null));
        let list = list.json();
        let all = list.as_array().unwrap().iter();
        all.map(|one| one["stale"] == true).collect::<Vec<_>>()
    };
    assert_eq!(stale(), [false, false, false], "forges are late with it");
    assert_eq!(stale(), [true, true, true]);
}

#[test]
fn pushes_tell_branches_tags_and_the_last_five_commits() {
    let stage = Stage::new(Kind::Gitea);
    let receiver = stage.receiver();
    let folder = tempfile::tempdir().unwrap();
    let url = stage.forge.git_url_as(REPO, "coder", &stage.coder);
    git(folder.path(), &["clone", "-q", &url, "w"]).unwrap();
    let work = folder.path().join("w");
    git(&work, &["checkout", "-q", "-b", "feat/seven"]).unwrap();
    for count in 0..7 {
        let message = format!("number {count}");
        git(&work, &["commit", "-q", "--allow-empty", "-m", &message]).unwrap();
    }
    git(&work, &["push", "-q", "origin", "feat/seven"]).unwrap();
    git(&work, &["tag", "v1"]).unwrap();
    git(&work, &["push", "-q", "origin", "v1"]).unwrap();
    git(&work, &["push", "-q", "origin", ":v1", ":feat/seven"]).unwrap();
    let told = stage.told();
    assert_eq!(told[..4], ["create", "push", "push", "create"]);
    let mut last = told[4..].to_vec();
    last.sort();
    assert_eq!(last, ["delete", "delete", "push"]);
    let push = receiver.arrived()[1].json();
    assert_eq!(push["commits"].as_array().unwrap().len(), 5);
    assert_eq!(push["total_commits"], 7);
    assert_eq!(push["head_commit"]["message"], "number 6\n");
    assert_eq!(push["pusher"]["login"], "coder");
}

#[test]
fn statuses_are_told_each_time() {
    let stage = Stage::new(Kind::Gitea);
    let receiver = stage.receiver();
    let sha = stage.forge.branches(REPO).unwrap()["main"].clone();
    for state in ["pending", "failure", "failure"] {
        stage
            .forge
            .set_status(REPO, "coder", &sha, "ci/unit", state)
            .unwrap();
    }
    assert_eq!(stage.told(), ["status", "status", "status"]);
    assert_eq!(receiver.arrived()[2].json()["state"], "failure");
    let coder = stage.client(&stage.coder);
    let combined = coder
        .here("GET", "/commits/main/status", json!(null))
        .json();
    assert_eq!(combined["state"], "failure");
    assert_eq!(combined["statuses"][0]["status"], "failure");
    assert_eq!(combined["total_count"], 1);
}

fn five_comments(faults: HookFaults) -> Vec<String> {
    let stage = Stage::new(Kind::Gitea);
    let new = NewIssue {
        title: "a".into(),
        ..NewIssue::default()
    };
    let n = stage.forge.open_issue(REPO, "boss", new).unwrap();
    let receiver = stage.receiver();
    stage.forge.hook_faults(faults);
    for number in 0..5 {
        stage
            .forge
            .comment(REPO, "boss", n, &number.to_string())
            .unwrap();
    }
    stage.forge.drain();
    let arrived = receiver.arrived();
    arrived
        .iter()
        .map(|one| one.json()["comment"]["body"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn deliveries_are_shuffled_doubled_and_lost_the_same_way_each_time() {
    let none = HookFaults::default();
    assert_eq!(five_comments(none), ["0", "1", "2", "3", "4"]);
    let shuffled = HookFaults {
        seed: 7,
        shuffle_window: 5,
        ..none
    };
    let order = five_comments(shuffled);
    assert_ne!(order, ["0", "1", "2", "3", "4"]);
    assert_eq!(order, five_comments(shuffled));
    assert_ne!(
        order,
        five_comments(HookFaults {
            seed: 8,
            ..shuffled
        })
    );
    assert_eq!(
        five_comments(HookFaults {
            lose_every: 2,
            ..none
        }),
        ["0", "2", "4"]
    );
    let doubled = five_comments(HookFaults {
        double_every: 5,
        ..none
    });
    assert_eq!(doubled, ["0", "1", "2", "3", "3", "4"]);
}

#[test]
fn held_deliveries_wait_and_those_of_a_deleted_hook_are_dropped() {
    let stage = Stage::new(Kind::Gitea);
    let receiver = stage.receiver();
    let other = Receiver::start();
    let hook = stage
        .forge
        .hook(REPO, NewHook::all(&other.url, SECRET))
        .unwrap();
    stage.forge.hold();
    let new = NewIssue {
        title: "a".into(),
        ..NewIssue::default()
    };
    stage.forge.open_issue(REPO, "boss", new).unwrap();
    stage.forge.drain();
    assert!(receiver.arrived().is_empty());
    let boss = stage.client(&stage.boss);
    assert_eq!(
        boss.here("DELETE", &format!("/hooks/{hook}"), json!(null))
            .status,
        204
    );
    stage.forge.release();
    stage.forge.drain();
    assert_eq!(receiver.arrived().len(), 1);
    assert!(other.arrived().is_empty());
    let log = stage.forge.deliveries();
    assert_eq!(log[0].outcome, Outcome::Answered(200));
    assert_eq!(log[1].outcome, Outcome::Dropped);
    stage.forge.redeliver(0).unwrap();
    stage.forge.drain();
    let arrived = receiver.arrived();
    assert_eq!(arrived[0].body, arrived[1].body);
    assert_ne!(
        arrived[0].header("X-Gitea-Delivery"),
        arrived[1].header("X-Gitea-Delivery")
    );
}

#[test]
fn a_form_is_signed_over_what_it_holds() {
    let stage = Stage::new(Kind::Gitea);
    let receiver = Receiver::start();
    let hook = NewHook {
        content_type: "form".into(),
        ..NewHook::all(&receiver.url, SECRET)
    };
    stage.forge.hook(REPO, hook).unwrap();
    let new = NewIssue {
        title: "a b".into(),
        ..NewIssue::default()
    };
    stage.forge.open_issue(REPO, "boss", new).unwrap();
    stage.forge.drain();
    let one = receiver.arrived().remove(0);
    let value = one.body.strip_prefix("payload=").unwrap();
    let json = percent_encoding::percent_decode_str(value)
        .decode_utf8()
        .unwrap();
    assert_eq!(one.header("X-Gitea-Signature"), hmac_of(&json));
    assert_eq!(
        one.header("Content-Type"),
        "application/x-www-form-urlencoded"
    );
}

#[test]
fn the_signature_is_what_another_program_makes_of_it() {
    let made = Command::new("openssl")
        .args(["dgst", "-sha256", "-hmac", SECRET])
        .stdin(Stdio::null())
        .output();
    // Not everywhere is there one.
    if let Ok(made) = made {
        assert!(
            String::from_utf8_lossy(&made.stdout)
                .trim_end()
                .ends_with(&hmac_of(""))
        );
    }
}
