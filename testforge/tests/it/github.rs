//! The same forge, speaking as GitHub does.

use serde_json::{Value, json};
use testforge::{Kind, NewReview, WorkflowRun};

use crate::kit::{REPO, Receiver, Stage, just, new_pull, raw};

#[test]
fn issues_labels_and_comments() {
    let stage = Stage::new(Kind::Github);
    stage.receiver();
    let boss = stage.client(&stage.boss);
    let made = boss.here(
        "POST",
        "/issues",
        json!({"title": "a", "labels": ["bug", "big"], "assignees": ["coder", "nobody"]}),
    );
    assert_eq!(made.status, 201);
    assert_eq!(made.json()["assignees"].as_array().unwrap().len(), 1);
    let order = [
        "issues/opened",
        "issues/labeled",
        "issues/labeled",
        "issues/assigned",
    ];
    let mut told = stage.told();
    told.retain(|one| one != "issues/labeled");
    assert_eq!(told, [order[0], order[3]]);
    let removed = boss.here("DELETE", "/issues/1/labels/big", Value::Null);
    assert_eq!(
        (removed.status, removed.json().as_array().unwrap().len()),
        (200, 1)
    );
    assert_eq!(
        boss.here("DELETE", "/issues/1/labels/big", Value::Null)
            .status,
        404
    );
    assert_eq!(
        boss.here("POST", "/issues/1/comments", just("body", "b"))
            .status,
        201
    );
    let closed = boss.here("PATCH", "/issues/1", just("state", "closed"));
    assert_eq!(
        (closed.status, closed.json()["state"].clone()),
        (200, json!("closed"))
    );
    assert!(stage.told().contains(&"issue_comment/created".to_owned()));
    let below = raw(
        &stage.forge,
        "GET",
        &format!("/api/v3/repos/{REPO}"),
        &[],
        "",
    )
    .unwrap();
    assert_eq!(below.status, 404, "private, and nobody asked");
    let wrong = [("Authorization", "Bearer x")];
    assert_eq!(
        raw(&stage.forge, "GET", "/user", &wrong, "")
            .unwrap()
            .status,
        401
    );
    stage.forge.move_repo(REPO, "acme/gadgets").unwrap();
    let moved = boss.here("GET", "/issues/1", Value::Null);
    assert_eq!(moved.status, 301);
    assert_eq!(
        moved.header("location"),
        Some("https://forge.invalid/repositories/1/issues/1")
    );
    assert_eq!(boss.get("/repositories/1/issues/1").json()["number"], 1);
}

#[test]
fn drafts_reviews_and_merges() {
    let stage = Stage::new(Kind::Github);
    let receiver = stage.receiver();
    let coder = stage.client(&stage.coder);
    let reviewer = stage.client(&stage.reviewer);
    let files = [("a.txt", Some("a\n"))];
    stage
        .forge
        .commit(REPO, "coder", "feat/a", "work", &files)
        .unwrap();
    let made = coder.here(
        "POST",
        "/pulls",
        json!({"title": "A", "head": "acme:feat/a", "base": "main", "draft": true}),
    );
    assert_eq!(made.status, 201, "{}", made.text);
    let again = coder.here(
        "POST",
        "/pulls",
        json!({"title": "A", "head": "feat/a", "base": "main"}),
    );
    assert_eq!(again.status, 422);
    let merge = |sha: &str| {
        coder.here(
            "PUT",
            "/pulls/1/merge",
            json!({"sha": sha, "merge_method": "squash"}),
        )
    };
    let head = made.json()["head"]["sha"].as_str().unwrap().to_owned();
    assert_eq!(merge(&head).status, 405);
    let query = "mutation($id: ID!) { markPullRequestReadyForReview(input: {pullRequestId: $id}) { clientMutationId } }";
    let ready = coder.call(
        "POST",
        "/graphql",
        json!({"query": query, "variables": {"id": made.json()["node_id"]}}),
    );
    assert_eq!((ready.status, ready.json().get("errors")), (200, None));
    let unknown = coder.call(
        "POST",
        "/graphql",
        json!({"query": query, "variables": {"id": "PR_99"}}),
    );
    assert!(unknown.json()["errors"][0]["message"].is_string());
    let review = |client: &crate::kit::Client<'_>, event: &str| {
        client.here(
            "POST",
            "/pulls/1/reviews",
            json!({"event": event, "body": "b", "commit_id": head}),
        )
    };
    assert_eq!(review(&coder, "APPROVE").status, 422);
    assert_eq!(
        review(&reviewer, "APPROVED").status,
        422,
        "that is the other forges' word"
    );
    assert_eq!(review(&reviewer, "APPROVE").json()["state"], "APPROVED");
    assert_eq!(
        merge("0123456789012345678901234567890123456789").status,
        409
    );
    let merged = merge(&head);
    assert_eq!(
        (merged.status, merged.json()["merged"].clone()),
        (200, json!(true))
    );
    assert_eq!(merge(&head).status, 405);
    let told = stage.told();
    for one in [
        "pull_request/ready_for_review",
        "pull_request_review/submitted",
        "pull_request/closed",
    ] {
        assert!(told.contains(&one.to_owned()), "{one} in {told:?}");
    }
    let arrived = receiver.arrived();
    let submitted = arrived
        .iter()
        .find(|one| one.header("X-GitHub-Event") == "pull_request_review");
    assert_eq!(submitted.unwrap().json()["review"]["state"], "approved");
    assert!(
        arrived
            .iter()
            .all(|one| one.header("X-Gitea-Event").is_empty())
    );
}

#[test]
fn pushes_to_pull_requests_say_from_where() {
    let stage = Stage::new(Kind::Github);
    let n = stage.pull("feat/a", "A", "");
    let receiver = stage.receiver();
    let before = stage.forge.pull(REPO, n).unwrap().head_sha;
    let after = stage
        .forge
        .commit(REPO, "coder", "feat/a", "more", &[("m", Some("m\n"))])
        .unwrap();
    let new = NewReview {
        event: "COMMENT".into(),
        comments: vec![("m".into(), 1, "hm".into())],
        ..NewReview::default()
    };
    stage.forge.review(REPO, "reviewer", n, new).unwrap();
    let order = [
        "push",
        "pull_request/synchronize",
        "pull_request_review/submitted",
        "pull_request_review_comment/created",
    ];
    assert_eq!(stage.told(), order);
    let body = receiver.arrived()[1].json();
    assert_eq!(
        (body["before"].clone(), body["after"].clone()),
        (json!(before), json!(after))
    );
}

#[test]
fn only_merges_into_the_default_branch_close_issues() {
    let stage = Stage::new(Kind::Github);
    let boss = stage.client(&stage.boss);
    boss.here("POST", "/issues", just("title", "a"));
    stage
        .forge
        .make_branch(REPO, "boss", "other", "main")
        .unwrap();
    stage
        .forge
        .commit(REPO, "coder", "feat/a", "work", &[("a", Some("a\n"))])
        .unwrap();
    let mut new = new_pull("feat/a", "A", "Closes #1");
    new.base = "other".into();
    let n = stage.forge.open_pull(REPO, "coder", new).unwrap();
    let merge = |n: u64| {
        boss.here("PUT", &format!("/pulls/{n}/merge"), json!({}))
            .status
    };
    assert_eq!(merge(n), 200);
    assert!(stage.forge.issue(REPO, 1).unwrap().open);
    let n = stage.pull("feat/b", "B", "Closes #1");
    assert_eq!(merge(n), 200);
    assert!(!stage.forge.issue(REPO, 1).unwrap().open);
}

#[test]
fn hooks_ping_hide_their_secret_and_deliver_again_under_the_same_id() {
    let stage = Stage::new(Kind::Github);
    let receiver = Receiver::start();
    let boss = stage.client(&stage.boss);
    let config = json!({"url": receiver.url, "content_type": "json", "secret": "s"});
    let hook = json!({"name": "web", "config": config, "events": ["issues", "push"]});
    let made = boss.here("POST", "/hooks", hook.clone());
    assert_eq!(
        (made.status, made.json()["config"]["secret"].clone()),
        (201, json!("********"))
    );
    assert_eq!(boss.here("POST", "/hooks", hook).status, 422);
    let path = format!("/hooks/{}", made.json()["id"]);
    let changed = boss.here("PATCH", &path, just("active", true)).json();
    assert_eq!(
        changed["events"],
        json!(["issues", "push"]),
        "a change is partial here"
    );
    boss.here("POST", "/issues", just("title", "a"));
    stage.forge.drain();
    let list = boss
        .here("GET", &format!("{path}/deliveries"), Value::Null)
        .json();
    assert_eq!(
        (list[0]["event"].clone(), list[1]["event"].clone()),
        (json!("issues"), json!("ping"))
    );
    let again = format!("{path}/deliveries/{}/attempts", list[0]["id"]);
    assert_eq!(boss.here("POST", &again, Value::Null).status, 202);
    stage.forge.drain();
    let arrived = receiver.arrived();
    assert_eq!(
        arrived[1].header("X-GitHub-Delivery"),
        arrived[2].header("X-GitHub-Delivery")
    );
    assert_eq!(
        stage
            .client(&stage.coder)
            .here("GET", "/hooks", Value::Null)
            .status,
        404
    );
}

#[test]
fn statuses_and_checks() {
    let stage = Stage::new(Kind::Github);
    let coder = stage.client(&stage.coder);
    let sha = stage.forge.branches(REPO).unwrap()["main"].clone();
    let combined = || {
        coder
            .here("GET", &format!("/commits/{sha}/status"), Value::Null)
            .json()["state"]
            .clone()
    };
    assert_eq!(combined(), "pending", "as long as nothing is known");
    let set = |state: &str| {
        coder
            .here(
                "POST",
                &format!("/statuses/{sha}"),
                json!({"state": state, "context": "c"}),
            )
            .status
    };
    assert_eq!((set("success"), set("skipped")), (201, 422));
    assert_eq!(combined(), "success");
    let run = WorkflowRun {
        workflow: "ci.yml".into(),
        sha: sha.clone(),
        branch: "main".into(),
        event: "push".into(),
        conclusion: "failure".into(),
        ..WorkflowRun::default()
    };
    stage.receiver();
    stage.forge.workflow_run(REPO, "coder", run).unwrap();
    let checks = coder
        .here("GET", &format!("/commits/{sha}/check-runs"), Value::Null)
        .json();
    assert_eq!(checks["check_runs"][0]["conclusion"], "failure");
    let told = stage.told();
    assert!(told.contains(&"check_run/completed".to_owned()), "{told:?}");
    assert_eq!(
        told.iter()
            .filter(|one| *one == "workflow_run/completed")
            .count(),
        1
    );
}
