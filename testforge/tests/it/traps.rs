//! What real forges do that one would not think of.

use serde_json::{Value, json};
use testforge::{Kind, NewIssue};

use crate::kit::{REPO, Receiver, Stage, just, raw};

#[test]
fn a_renamed_repository_answers_301_to_everything() {
    let stage = Stage::new(Kind::Gitea);
    let coder = stage.client(&stage.coder);
    let made = coder.here("POST", "/issues", just("title", "a"));
    assert_eq!(
        (made.status, made.json()["number"].clone()),
        (201, json!(1))
    );
    let id = coder.here("GET", "", Value::Null).json()["id"].clone();
    stage.forge.move_repo(REPO, "acme/gadgets").unwrap();
    let sent_on = coder.here("POST", "/issues/1/comments", just("body", "lost"));
    assert_eq!(sent_on.status, 301);
    assert_eq!(
        sent_on.header("location"),
        Some("/api/v1/repos/acme/gadgets/issues/1/comments")
    );
    assert!(stage.forge.comments("acme/gadgets", 1).unwrap().is_empty());
    let found = coder.get(&format!("/repositories/{id}"));
    assert_eq!(found.json()["full_name"], "acme/gadgets");
}

#[test]
fn pages_lead_to_another_host() {
    let stage = Stage::new(Kind::Gitea);
    for number in 0..52 {
        let new = NewIssue {
            title: format!("{number}"),
            ..NewIssue::default()
        };
        stage.forge.open_issue(REPO, "boss", new).unwrap();
    }
    let coder = stage.client(&stage.coder);
    let first = coder.here("GET", "/issues?limit=100&state=all", Value::Null);
    assert_eq!(
        first.json().as_array().unwrap().len(),
        50,
        "never more than that"
    );
    assert_eq!(first.header("x-total-count"), Some("52"));
    let link = first.header("link").unwrap();
    assert!(link.contains("<https://forge.invalid/api/v1/repos/acme/widgets/issues?state=all&limit=50&page=2>; rel=\"next\""), "{link}");
    let second = coder.here("GET", "/issues?limit=50&page=2", Value::Null);
    assert_eq!(second.json().as_array().unwrap().len(), 2);
    assert!(!second.header("link").unwrap().contains("next"));
    assert_eq!(
        coder.here("GET", "/issues?page=9", Value::Null).json(),
        json!([])
    );
}

#[test]
fn who_sees_nothing_is_told_that_there_is_nothing() {
    let stage = Stage::new(Kind::Gitea);
    let path = format!("/api/v1/repos/{REPO}");
    let nobody = raw(&stage.forge, "GET", &path, &[], "").unwrap();
    assert_eq!(
        (nobody.status, nobody.json()["message"].clone()),
        (404, json!("not found"))
    );
    let wrong = [("Authorization", "token nonsense")];
    assert_eq!(
        raw(&stage.forge, "GET", &path, &wrong, "").unwrap().status,
        401
    );
    let unknown = stage.client(&stage.coder).get("/no/such/thing");
    assert_eq!(
        (unknown.status, unknown.header("content-type")),
        (404, Some("text/plain; charset=utf-8"))
    );
    let none = raw(&stage.forge, "GET", "/api/v1/user", &[], "").unwrap();
    assert_eq!(none.status, 401);
    stage.forge.revoke(&stage.coder);
    assert_eq!(stage.client(&stage.coder).get("/user").status, 401);
    stage.forge.set_repo(REPO, false, false).unwrap();
    assert_eq!(
        raw(&stage.forge, "GET", &path, &[], "").unwrap().status,
        200
    );
    let comment = raw(
        &stage.forge,
        "POST",
        &format!("{path}/issues"),
        &[],
        "{\"title\":\"a\"}",
    );
    assert_eq!(comment.unwrap().status, 401);
}

#[test]
fn assignees_who_cannot_be_are_422_at_creation_and_500_later() {
    let stage = Stage::new(Kind::Gitea);
    let boss = stage.client(&stage.boss);
    let make = |assignee: &str| {
        boss.here(
            "POST",
            "/issues",
            json!({"title": "a", "assignees": [assignee]}),
        )
    };
    assert_eq!(make("nobody").status, 422);
    assert_eq!(make("reader").status, 422);
    assert_eq!(make("coder").status, 201);
    let n = stage.forge.issues(REPO).unwrap()[0].number;
    let change = |assignee: &str| {
        boss.here(
            "PATCH",
            &format!("/issues/{n}"),
            json!({"assignees": [assignee]}),
        )
    };
    for login in ["nobody", "reader"] {
        let broken = change(login);
        assert_eq!(
            (broken.status, broken.json()["message"].clone()),
            (500, json!(""))
        );
    }
    assert_eq!(change("reviewer").status, 201);
    assert_eq!(stage.forge.issue(REPO, n).unwrap().assignees, ["reviewer"]);
    let alone = boss.here(
        "POST",
        &format!("/issues/{n}/assignees"),
        json!({"assignees": ["coder"]}),
    );
    assert_eq!(alone.status, 404);
    let who = boss.here("GET", "/assignees", Value::Null).json();
    let who: Vec<&str> = who
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["login"].as_str().unwrap())
        .collect();
    assert_eq!(who, ["boss", "coder", "reviewer"]);
}

#[test]
fn readers_of_an_organisation_can_be_assigned_and_may_not_write() {
    let stage = Stage::new(Kind::Gitea);
    let coder = stage.client(&stage.coder);
    let logins = |path: &str| -> Vec<Value> {
        let all = coder.here("GET", path, Value::Null).json();
        let all = all.as_array().unwrap().iter();
        all.map(|one| one.get("login").unwrap_or(&one["name"]).clone())
            .collect()
    };
    assert_eq!(logins("/teams"), ["Owners"]);
    stage.forge.add_team_reader(REPO, "reader").unwrap();
    assert_eq!(logins("/teams"), ["Owners", "Readers"]);
    assert_eq!(
        logins("/assignees"),
        ["boss", "coder", "reviewer", "reader"]
    );
    let path = "/collaborators/reader/permission";
    let told = stage
        .client(&stage.boss)
        .here("GET", path, Value::Null)
        .json();
    assert_eq!(told["permission"], "read");
    assert_eq!(coder.here("GET", path, Value::Null).status, 403);
    // A person has no teams.
    let own = json!({"name": "own"});
    assert_eq!(coder.call("POST", "/user/repos", own).status, 201);
    let none = coder.get("/repos/coder/own/teams");
    assert_eq!(none.status, 405);
}

#[test]
fn pull_requests_and_reviews_that_are_refused() {
    let stage = Stage::new(Kind::Gitea);
    let coder = stage.client(&stage.coder);
    let n = stage.pull("feat/a", "A", "");
    let pull = |head: &str| {
        coder.here(
            "POST",
            "/pulls",
            json!({"head": head, "base": "main", "title": "t"}),
        )
    };
    assert_eq!(pull("feat/a").status, 409);
    assert_eq!(pull("nothing").status, 404);
    stage
        .forge
        .make_branch(REPO, "coder", "same", "main")
        .unwrap();
    assert_eq!(pull("same").status, 422);
    let reviews = format!("/pulls/{n}/reviews");
    let own = coder.here("POST", &reviews, just("event", "APPROVED"));
    assert_eq!(own.status, 422);
    let reviewer = stage.client(&stage.reviewer);
    let empty = reviewer.here("POST", &reviews, just("event", "REQUEST_CHANGES"));
    assert_eq!(empty.status, 422);
    let inline = reviewer.here(
        "POST",
        &reviews,
        json!({"event": "COMMENT", "comments": [{"path": "feat-a.txt", "new_position": 1, "body": "hm"}]}),
    );
    assert_eq!(inline.status, 200);
    let id = inline.json()["id"].clone();
    let comments = reviewer
        .here("GET", &format!("{reviews}/{id}/comments"), Value::Null)
        .json();
    assert_eq!(
        (comments[0]["path"].clone(), comments[0]["position"].clone()),
        (json!("feat-a.txt"), json!(1))
    );
    let found = coder.here("GET", "/pulls/main/feat/a", Value::Null).json();
    assert_eq!(found["number"], n);
    assert_eq!(
        coder
            .here(
                "POST",
                &format!("/pulls/{n}/requested_reviewers"),
                json!({"reviewers": ["reviewer"]})
            )
            .status,
        201
    );
    assert_eq!(
        coder
            .here(
                "DELETE",
                &format!("/pulls/{n}/requested_reviewers"),
                json!({"reviewers": ["reviewer"]})
            )
            .status,
        204
    );
}

#[test]
fn changing_a_hook_resets_what_is_not_said() {
    let stage = Stage::new(Kind::Gitea);
    let receiver = Receiver::start();
    let boss = stage.client(&stage.boss);
    let config = json!({"url": receiver.url, "content_type": "json", "secret": "old"});
    let made = boss.here(
        "POST",
        "/hooks",
        json!({"type": "gitea", "active": true, "config": config, "branch_filter": "main",
               "authorization_header": "Bearer x", "events": ["issues", "pull_request_review", "nonsense"]}),
    );
    assert_eq!(made.status, 201);
    let shown = made.json();
    assert_eq!(shown["config"].get("secret"), None);
    let events = json!([
        "issues",
        "issue_assign",
        "issue_label",
        "issue_milestone",
        "issue_comment",
        "pull_request_review_approved",
        "pull_request_review_rejected",
        "pull_request_review_comment",
    ]);
    assert_eq!(shown["events"], events);
    let path = format!("/hooks/{}", shown["id"]);
    let changed = boss
        .here(
            "PATCH",
            &path,
            json!({"active": true, "config": {"secret": "new"}}),
        )
        .json();
    assert_eq!(changed["events"], json!(["push"]));
    assert_eq!(
        (
            changed["branch_filter"].clone(),
            changed["authorization_header"].clone()
        ),
        (json!(""), json!(""))
    );
    assert_eq!(
        boss.here("POST", &format!("{path}/tests"), Value::Null)
            .status,
        204
    );
    stage.forge.drain();
    let one = receiver.arrived().remove(0);
    assert_eq!(one.json()["before"], one.json()["after"]);
    let made_with = |secret: &str| {
        use sha2::Digest;
        let mut key = [0_u8; 64];
        key[..secret.len()].copy_from_slice(secret.as_bytes());
        let pad = |with: u8| key.iter().map(move |byte| byte ^ with).collect::<Vec<u8>>();
        let inner = sha2::Sha256::digest([pad(0x36), one.body.clone().into_bytes()].concat());
        let outer = sha2::Sha256::digest([pad(0x5c), inner.to_vec()].concat());
        outer
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    };
    assert_eq!(
        one.header("X-Gitea-Signature"),
        made_with("old"),
        "the new secret is not taken"
    );
    assert_eq!(
        stage
            .client(&stage.coder)
            .here("GET", "/hooks", Value::Null)
            .status,
        403
    );
    let list = boss.here("GET", "/hooks", Value::Null).json();
    assert_eq!(list.as_array().unwrap().len(), 1);
}

#[test]
fn permissions_are_told_to_few() {
    let stage = Stage::new(Kind::Gitea);
    let ask = |token: &str, login: &str| {
        let path = format!("/collaborators/{login}/permission");
        let got = stage.client(token).here("GET", &path, Value::Null);
        (
            got.status,
            got.json()["permission"].as_str().map(str::to_owned),
        )
    };
    assert_eq!(ask(&stage.boss, "coder"), (200, Some("write".into())));
    assert_eq!(ask(&stage.boss, "reader"), (200, Some("read".into())));
    assert_eq!(ask(&stage.coder, "CODER"), (200, Some("write".into())));
    assert_eq!(ask(&stage.coder, "boss").0, 403);
    assert_eq!(ask(&stage.boss, "nobody").0, 404);
    stage.forge.user("stranger");
    assert_eq!(ask(&stage.boss, "stranger"), (200, Some("none".into())));
}

#[test]
fn an_archived_repository_is_locked_and_a_changed_text_is_409() {
    let stage = Stage::new(Kind::Gitea);
    let boss = stage.client(&stage.boss);
    boss.here("POST", "/issues", just("title", "a"));
    let edit = |body: &str, seen: u64| {
        boss.here(
            "PATCH",
            "/issues/1",
            json!({"body": body, "content_version": seen}),
        )
        .status
    };
    assert_eq!((edit("b", 0), edit("c", 0), edit("c", 1)), (201, 409, 201));
    stage.forge.set_repo(REPO, true, true).unwrap();
    assert_eq!(
        boss.here("POST", "/issues/1/comments", just("body", "b"))
            .status,
        423
    );
}

#[test]
fn files_branches_and_lists_of_the_api() {
    let stage = Stage::new(Kind::Gitea);
    let coder = stage.client(&stage.coder);
    let made = coder.here(
        "POST",
        "/branches",
        json!({"new_branch_name": "feat/b", "old_ref_name": "main"}),
    );
    assert_eq!(made.status, 201);
    let content = "aGVsbG8K";
    let wrote = coder.here(
        "POST",
        "/contents/a/b.txt",
        json!({"content": content, "branch": "feat/b", "message": "m"}),
    );
    assert_eq!(wrote.status, 201);
    assert_eq!(
        coder
            .here("GET", "/raw/a/b.txt?ref=feat/b", Value::Null)
            .text,
        "hello"
    );
    let shown = coder.here("GET", "/branches/feat/b", Value::Null).json();
    assert_eq!(shown["commit"]["message"], "m\n");
    let compared = coder
        .here("GET", "/compare/main...feat/b", Value::Null)
        .json();
    assert_eq!(compared["total_commits"], 1);
    assert_eq!(
        coder.here("DELETE", "/branches/feat/b", Value::Null).status,
        204
    );
    assert_eq!(
        coder.here("GET", "/branches/feat/b", Value::Null).status,
        404
    );
    assert_eq!(coder.get("/version").json()["version"], "1.26.0");
    assert_eq!(coder.get("/user").json()["login"], "coder");
}
