//! What is asked of a forge, what is made of its answers, and what every kind of trouble there is called.

use forge::client::{Failure, Patience};
use ledger::forge::{CheckState, Fact, ForgeKind, Origin, ReviewVerdict, Standing, What};
use ledger::ids::GitId;
use serde_json::json;

use crate::kit::{
    TOKEN, client, client_with, comment, commit, issue, login, patience, pull, repo, user, with,
};
use crate::server::{Then, json as status, ok, serve, serve_by};

const GITEA: ForgeKind = ForgeKind::Gitea;
const GITHUB: ForgeKind = ForgeKind::Github;

#[tokio::test]
async fn a_request_is_what_the_forge_expects() {
    for (kind, line, headers) in [
        (
            GITEA,
            "GET /api/v1/repos/acme/widgets/issues/4",
            vec![format!("authorization: token {TOKEN}")],
        ),
        (
            GITHUB,
            "GET /api/v3/repos/acme/widgets/issues/4",
            vec![
                format!("authorization: Bearer {TOKEN}"),
                "accept: application/vnd.github+json".to_owned(),
                "x-github-api-version: 2022-11-28".to_owned(),
            ],
        ),
    ] {
        let server = serve(vec![ok(issue(4))]).await;
        let seen = client(kind, &server).issue(&repo(), 4).await.unwrap();
        assert_eq!(
            (seen.number, seen.title.as_str(), seen.open),
            (4, "T", true)
        );
        assert_eq!(seen.labels, Some(vec!["type/feat".to_owned()]));
        let asked = server.asked().remove(0);
        assert_eq!(asked.line, line);
        for header in headers {
            assert!(asked.head.contains(&header), "{}", asked.head);
        }
    }
}

#[tokio::test]
async fn every_status_has_a_name_and_no_token_is_shown() {
    let said = json!({"message": format!("no {TOKEN} here")});
    let message = || "no *** here".to_owned();
    for (code, expected) in [
        (401, Failure::Unauthorised { message: message() }),
        (403, Failure::Forbidden { message: message() }),
        (
            404,
            Failure::NotFound {
                what: "acme/widgets/issues/4".into(),
            },
        ),
        (405, Failure::NotNow { message: message() }),
        (409, Failure::Conflict { message: message() }),
        (422, Failure::Unprocessable { message: message() }),
        (
            423,
            Failure::Unexpected {
                status: 423,
                message: message(),
            },
        ),
    ] {
        let server = serve(vec![status(code, &said)]).await;
        let failure = client(GITEA, &server).issue(&repo(), 4).await.unwrap_err();
        assert_eq!(failure, expected);
        assert!(!format!("{failure} {failure:?}").contains(TOKEN));
        assert_eq!(server.asked().len(), 1, "{code} is not tried again");
    }
}

#[tokio::test]
async fn what_only_reads_is_tried_again_a_few_times() {
    let broken = || Then::Say(500, "", String::new());
    for trouble in [
        broken(),
        Then::Say(503, "retry-after: 0\r\n", "<html>".into()),
        Then::Say(429, "retry-after: 0\r\n", String::new()),
        Then::Cut("{\"number\": 4".into()),
        Then::Drop,
    ] {
        let server = serve(vec![trouble, ok(issue(4))]).await;
        let seen = client(GITEA, &server).issue(&repo(), 4).await;
        assert_eq!(seen.map(|it| it.number), Ok(4));
    }
    let server = serve(vec![broken(), broken(), broken(), ok(issue(4))]).await;
    let failure = client(GITEA, &server).issue(&repo(), 4).await.unwrap_err();
    assert!(matches!(failure, Failure::Server { status: 500, .. }));
    assert_eq!(server.asked().len(), 3);
    // It asks for more patience than there is.
    let server = serve(vec![Then::Say(429, "retry-after: 3600\r\n", String::new())]).await;
    let failure = client(GITEA, &server).issue(&repo(), 4).await.unwrap_err();
    assert_eq!(
        failure,
        Failure::RateLimited {
            retry_after_ms: Some(3_600_000)
        }
    );
}

#[tokio::test]
async fn what_is_no_answer_is_named() {
    let impatient = || Patience {
        exchange_ms_max: 500,
        answer_bytes_max: 5000,
        again_ms: vec![],
        ..patience()
    };
    let large = format!("{{\"number\": 4, \"body\": \"{}\"}}", "x".repeat(6000));
    for (answer, expected) in [
        (Then::Hang, Failure::TimedOut { ms: 500 }),
        (
            Then::Say(200, "", "<html><body>Sign in</body></html>".into()),
            Failure::NotJson,
        ),
        (
            Then::Say(200, "", large),
            Failure::TooLarge { bytes_max: 5000 },
        ),
        (
            ok(json!([])),
            Failure::WrongShape {
                what: "acme/widgets/issues/4".into(),
            },
        ),
        (
            ok(json!({"number": "4"})),
            Failure::WrongShape {
                what: "acme/widgets/issues/4".into(),
            },
        ),
        (
            ok(json!({"number": 5})),
            Failure::WrongShape {
                what: "acme/widgets/issues/4".into(),
            },
        ),
    ] {
        let server = serve(vec![answer]).await;
        let client = client_with(GITEA, &server, impatient());
        assert_eq!(client.issue(&repo(), 4).await, Err(expected));
    }
    let server = serve(vec![Then::Drop]).await;
    let client_of_it = client_with(GITEA, &server, impatient());
    let failure = client_of_it.issue(&repo(), 4).await.unwrap_err();
    assert!(matches!(failure, Failure::Cut { .. }), "{failure:?}");
    // Nobody listens there: a port that no other test is given.
    let mut gone = serve(vec![]).await;
    "http://127.0.0.1:1".clone_into(&mut gone.url);
    let failure = client_with(GITEA, &gone, impatient())
        .whoami()
        .await
        .unwrap_err();
    assert!(matches!(failure, Failure::NotReached { .. }), "{failure:?}");
}

#[tokio::test]
async fn a_renamed_repository_is_found_by_its_id_and_no_redirect_is_followed() {
    let elsewhere = serve(vec![]).await;
    let to = format!("location: {}/api/v1/repos/acme/gadgets\r\n", elsewhere.url);
    let to: &'static str = to.leak();
    let moved = || Then::Say(301, to, String::new());
    let now = json!({"id": 7, "full_name": "acme/gadgets"});
    let server = serve(vec![moved(), ok(now), ok(issue(4))]).await;
    let it = client(GITEA, &server);
    it.remember(&repo(), 7);
    assert_eq!(it.issue(&repo(), 4).await.map(|it| it.number), Ok(4));
    let lines = [
        "GET /api/v1/repos/acme/widgets/issues/4",
        "GET /api/v1/repositories/7",
        "GET /api/v1/repos/acme/gadgets/issues/4",
    ];
    assert_eq!(server.lines(), lines);
    // Without its id, with another one in the answer, or with the same name, nothing is known.
    for (remembered, found) in [
        (false, json!({})),
        (true, json!({"id": 8, "full_name": "acme/other"})),
        (true, json!({"id": 7, "full_name": "ACME/Widgets"})),
    ] {
        let server = serve(vec![moved(), ok(found)]).await;
        let it = client(GITEA, &server);
        if remembered {
            it.remember(&repo(), 7);
        }
        let what = "acme/widgets/issues/4".to_owned();
        assert_eq!(it.issue(&repo(), 4).await, Err(Failure::Moved { what }));
    }
    assert_eq!(elsewhere.asked().len(), 0);
}

#[tokio::test]
async fn lists_are_read_to_their_end_and_only_the_page_is_taken_from_a_link() {
    let link = "link: <https://evil.example/api/v1/x?page=2&limit=50>; rel=\"next\"\r\n";
    let one = |id: u64| json!([comment(id, "alice", "x")]).to_string();
    let last = "link: <https://evil.example/api/v1/x?page=1>; rel=\"first\"\r\n";
    let server = serve(vec![
        Then::Say(200, link, one(1)),
        Then::Say(200, last, one(2)),
    ])
    .await;
    let comments = client(GITEA, &server).comments(&repo(), 4).await.unwrap();
    let ids: Vec<u64> = comments.iter().map(|it| it.id).collect();
    assert_eq!(ids, [1, 2]);
    let path = "GET /api/v1/repos/acme/widgets/issues/4/comments?limit=50&page=";
    assert_eq!(server.lines(), [format!("{path}1"), format!("{path}2")]);
    // Without a link, until a page is empty or comes again.
    let server = serve(vec![ok(json!([{"id": 1}, 3, null])), ok(json!(null))]).await;
    let comments = client(GITEA, &server).comments(&repo(), 4).await.unwrap();
    assert_eq!(comments.len(), 1);
    let server = serve_by(|_| ok(json!([user("alice")]))).await;
    let logins = client(GITEA, &server).assignable(&repo()).await.unwrap();
    assert_eq!((logins, server.asked().len()), (vec![login("alice")], 2));
    // One without an end is none.
    let mut id = 0;
    let server = serve_by(move |_| {
        id += 1;
        ok(json!([comment(id, "alice", "x")]))
    })
    .await;
    let few = Patience {
        pages_max: 3,
        ..patience()
    };
    let failure = client_with(GITEA, &server, few).comments(&repo(), 4).await;
    assert_eq!(failure, Err(Failure::TooMany { pages_max: 3 }));
    assert!(server.lines()[0].ends_with("?limit=50&page=1"));
}

#[tokio::test]
async fn a_list_of_github_without_a_link_is_one_page() {
    let server = serve(vec![ok(json!([comment(1, "alice", "x")]))]).await;
    let comments = client(GITHUB, &server).comments(&repo(), 4).await.unwrap();
    assert_eq!(comments.len(), 1);
    assert_eq!(
        server.lines(),
        ["GET /api/v3/repos/acme/widgets/issues/4/comments?per_page=100&page=1"]
    );
}

#[tokio::test]
async fn accounts_repositories_and_permissions() {
    let server = serve(vec![
        ok(user("coder-bot")),
        ok(
            json!({"id": 7, "full_name": "acme/widgets", "default_branch": "main", "private": true,
            "permissions": {"admin": false, "push": true, "pull": true}}),
        ),
        ok(json!({"permission": "owner"})),
        status(404, &json!({})),
        ok(json!({"id": 7, "full_name": "acme/widgets"})),
        status(403, &json!({})),
        status(
            405,
            &json!({"message": "repo is not owned by an organization"}),
        ),
        ok(json!([user("alice")])),
        ok(json!([])),
    ])
    .await;
    let it = client(GITEA, &server);
    assert_eq!(it.whoami().await.unwrap().login, login("coder-bot"));
    let found = it.repository(&repo()).await.unwrap();
    assert_eq!((found.id, found.permission), (7, Standing::Write));
    assert!(!found.archived && found.default_branch == "main");
    for (name, expected) in [
        ("alice", Standing::Admin),
        ("stranger", Standing::None),
        ("alice", Standing::Write),
    ] {
        let may = it.permission(&repo(), &login(name)).await;
        assert_eq!(may, Ok(expected), "{name}");
    }
}

#[tokio::test]
async fn a_branch_is_missing_only_where_its_repository_is_not() {
    let here = json!({"id": 7, "full_name": "acme/widgets"});
    let server = serve(vec![
        ok(json!({"name": "feat/x", "commit": {"id": "c".repeat(40)}})),
        status(404, &json!({})),
        ok(here),
        status(404, &json!({})),
        status(404, &json!({})),
        ok(json!({"commit": {"id": "main"}})),
    ])
    .await;
    let it = client(GITEA, &server);
    assert_eq!(it.branch(&repo(), "feat/x").await, Ok(Some(commit('c'))));
    assert_eq!(
        server.lines(),
        ["GET /api/v1/repos/acme/widgets/branches/feat%2Fx"]
    );
    assert_eq!(it.branch(&repo(), "gone").await, Ok(None));
    let lost = it.branch(&repo(), "gone").await;
    assert_eq!(
        lost,
        Err(Failure::NotFound {
            what: "acme/widgets".into()
        })
    );
    let odd = it.branch(&repo(), "odd").await;
    assert!(matches!(odd, Err(Failure::WrongShape { .. })));
}

fn whats(facts: Vec<Fact>) -> Vec<What> {
    assert!(
        facts
            .iter()
            .all(|it| it.origin == Origin::Look && it.by.is_none())
    );
    facts.into_iter().map(|it| it.what).collect()
}

#[tokio::test]
async fn a_look_at_an_issue_tells_its_comments() {
    let server = serve(vec![
        ok(issue(4)),
        ok(json!([comment(31, "alice", "hello")])),
        ok(json!([])),
    ])
    .await;
    let facts = whats(client(GITEA, &server).look(&repo(), 4).await.unwrap());
    let [What::Issue { issue, .. }, What::Comment { comment, .. }] = facts.as_slice() else {
        panic!("{facts:?}")
    };
    assert_eq!((issue.number, issue.comments), (4, 1));
    assert_eq!((comment.id, comment.number), (31, 4));
}

fn review(id: u64, login: &str, state: &str) -> serde_json::Value {
    json!({"id": id, "user": user(login), "state": state, "body": "b", "commit_id": "c".repeat(40),
        "submitted_at": "2026-11-20T08:00:03Z"})
}

#[tokio::test]
async fn a_look_at_a_pull_request_tells_all_of_it() {
    let reviews = json!([
        review(1, "bob", "REQUEST_REVIEW"),
        review(2, "bob", "APPROVED"),
        review(3, "carol", "COMMENT"),
        review(4, "carol", "REQUEST_REVIEW"),
        with(
            review(5, "dave", "REQUEST_CHANGES"),
            json!({"dismissed": true})
        ),
        review(6, "erin", "PENDING"),
    ]);
    let statuses = json!({"state": "failure", "statuses": [
        {"context": "ci / test", "status": "failure", "created_at": "2026-11-20T08:00:04Z"},
        {"context": "ci / old", "status": "skipped"},
    ]});
    let issue = with(
        issue(9),
        json!({"pull_request": {"merged": false}, "comments": 0}),
    );
    // What the pull request itself says of reviewers is stale.
    let pull = with(pull(), json!({"requested_reviewers": [user("bob")]}));
    let server = serve(vec![
        ok(issue),
        ok(pull),
        ok(reviews),
        ok(json!([])),
        ok(statuses),
        ok(json!({"statuses": null})),
    ])
    .await;
    let facts = whats(client(GITEA, &server).look(&repo(), 9).await.unwrap());
    let [
        What::Pull { pull, .. },
        What::ReviewRequest {
            reviewer,
            removed: false,
            ..
        },
        What::Review(approved),
        What::Review(commented),
        What::Check {
            context,
            state: CheckState::Failure,
            ..
        },
        What::Check {
            state: CheckState::Neutral,
            ..
        },
    ] = facts.as_slice()
    else {
        panic!("{facts:?}")
    };
    assert_eq!(pull.head.commit, Some(commit('c')));
    assert_eq!(reviewer, &Some(login("carol")));
    assert_eq!(
        (approved.id, approved.verdict),
        (Some(2), ReviewVerdict::Approved)
    );
    assert_eq!(commented.reviewer, login("carol"));
    assert_eq!(context, "ci / test");
}

#[tokio::test]
async fn a_look_since_tells_issues_pull_requests_and_comments() {
    let pull_as_issue = with(issue(9), json!({"pull_request": {}}));
    let server = serve(vec![
        ok(json!([issue(4), pull_as_issue])),
        ok(json!([])),
        ok(pull()),
        ok(json!([])),
        ok(json!({"statuses": []})),
        ok(json!([comment(31, "alice", "hello"), {"id": 32}])),
        ok(json!([])),
    ])
    .await;
    let facts = whats(
        client(GITEA, &server)
            .look_since(&repo(), 1_795_161_600_000)
            .await
            .unwrap(),
    );
    assert!(
        matches!(
            facts.as_slice(),
            [What::Issue { .. }, What::Pull { .. }, What::Comment { .. }]
        ),
        "{facts:?}"
    );
    let since = "since=2026-11-20T08%3A00%3A00Z&limit=50&page=1";
    let lines = server.lines();
    let issues = format!("GET /api/v1/repos/acme/widgets/issues?state=all&{since}");
    let comments = format!("GET /api/v1/repos/acme/widgets/issues/comments?{since}");
    assert_eq!((&lines[0], &lines[5]), (&issues, &comments));
}

#[tokio::test]
async fn checks_of_github_are_statuses_and_runs() {
    let server = serve_by(|asked| {
        if asked.line.contains("/annotations") {
            let told = asked.line.contains("/check-runs/5/") && asked.line.contains("page=1");
            return ok(match told {
                true => json!([{"path": "a.rs", "start_line": 3, "annotation_level": "failure", "message": "odd"}]),
                false => json!([]),
            });
        }
        if asked.line.contains("page=2") {
            return ok(json!({"statuses": [], "check_runs": []}));
        }
        ok(json!({"state": "pending", "statuses": [{"context": "ext", "state": "success"}], "check_runs": [
            {"id": 5, "name": "lint", "status": "completed", "conclusion": "failure", "output": {"title": "1 error"}},
            {"id": 6, "name": "test", "status": "in_progress", "conclusion": null},
        ]}))
    })
    .await;
    let it = client(GITHUB, &server);
    let combined = it.combined_status(&repo(), &commit('c')).await.unwrap();
    let expected = [
        ("ext".to_owned(), CheckState::Success),
        ("lint".to_owned(), CheckState::Failure),
        ("test".to_owned(), CheckState::Pending),
    ];
    assert_eq!(combined.checks, expected);
    let logs = it.failed_job_logs(&repo(), &commit('c')).await.unwrap();
    assert_eq!(logs.len(), 1);
    assert_eq!(logs[0].text, "1 error\n\n\na.rs:3: failure: odd");
}

#[tokio::test]
async fn logs_of_failed_jobs_are_read_by_their_end() {
    let sha = GitId::new("c".repeat(40)).unwrap();
    let log = format!("{}\nerror: the last line\n", "x".repeat(300_000));
    let server = serve(vec![
        ok(json!({"workflow_runs": [
            {"id": 1, "head_sha": "d".repeat(40), "status": "completed", "conclusion": "failure"},
            {"id": 2, "head_sha": sha.as_str(), "status": "completed", "conclusion": "failure"},
        ]})),
        ok(json!({"workflow_runs": []})),
        ok(json!({"jobs": [{"id": 3, "name": "test", "status": "completed", "conclusion": "failure"},
            {"id": 4, "name": "later", "status": "completed", "conclusion": "skipped"}]})),
        ok(json!({"jobs": []})),
        Then::Say(200, "content-type: text/plain\r\n", log),
    ])
    .await;
    let small = Patience {
        answer_bytes_max: 100_000,
        ..patience()
    };
    let logs = client_with(GITEA, &server, small)
        .failed_job_logs(&repo(), &sha)
        .await
        .unwrap();
    assert_eq!(logs.len(), 1);
    assert!(logs[0].text.len() <= 16 << 10 && logs[0].text.ends_with("error: the last line\n"));
    // Forgejo has no such calls.
    let server = serve(vec![
        Then::Say(404, "", "404 page not found".into()),
        ok(json!({"statuses": [{"context": "ci", "status": "failure", "description": "Failing after 2s"}]})),
        ok(json!({"statuses": []})),
    ])
    .await;
    let logs = client(ForgeKind::Forgejo, &server)
        .failed_job_logs(&repo(), &sha)
        .await
        .unwrap();
    assert_eq!(
        (logs[0].name.as_str(), logs[0].text.as_str()),
        ("ci", "Failing after 2s")
    );
}
