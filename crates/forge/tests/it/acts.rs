//! Deeds on issues: each is done once, however often its answer gets lost.

use forge::already_done;
use forge::client::Patience;
use ledger::forge::{CheckState, Deed, ForgeKind};
use serde_json::{Value, json};

use crate::kit::{
    act_of, client, client_with, comment, commit, done, issue, login, patience, user, with,
};
use crate::server::{Asked, Then, json as status, ok, serve, serve_by};

const GITEA: ForgeKind = ForgeKind::Gitea;
const GITHUB: ForgeKind = ForgeKind::Github;
const COMMENTS: &str = "/api/v1/repos/acme/widgets/issues/4/comments";
const MARKED: &str = "Done.\n\n<!-- interlock:t1 -->";

fn me() -> Then {
    ok(user("coder-bot"))
}

fn none() -> Then {
    ok(json!([]))
}

fn write(replace: bool) -> Deed {
    Deed::Comment {
        number: 4,
        body: "Done.".into(),
        mark: "t1".into(),
        replace,
    }
}

#[tokio::test]
async fn a_comment_is_written_with_its_mark() {
    let server = serve(vec![
        me(),
        none(),
        status(201, &comment(31, "coder-bot", MARKED)),
    ])
    .await;
    let (done, text) = done(&client(GITEA, &server), write(false)).await;
    let done = done.unwrap();
    assert_eq!(
        (done.number, done.id, done.stood),
        (Some(4), Some(31), false)
    );
    assert_eq!(
        done.url,
        format!("{}/acme/widgets/issues/4#issuecomment-31", server.url)
    );
    assert_eq!(text, "comment at `acme/widgets#4`: done");
    assert_eq!(
        server.sent(&format!("POST {COMMENTS}")),
        [json!({"body": MARKED})]
    );
}

/// Keeps what is written and loses its answer in every way there is.
#[tokio::test]
async fn a_comment_is_made_once_although_the_first_answer_got_lost() {
    for lost in [
        Then::Say(500, "", String::new()),
        Then::Say(502, "", "<html>bad gateway</html>".into()),
        Then::Say(200, "", "<html>signed out</html>".into()),
        ok(json!({})),
        Then::Cut("{\"id\": 3".into()),
        Then::Drop,
        Then::Hang,
    ] {
        let mut written: Vec<Value> = Vec::new();
        let server = serve_by(move |asked: &Asked| {
            if asked.line.ends_with("/user") {
                return me();
            }
            if asked.line.starts_with("POST") {
                let body = asked.body["body"].as_str().unwrap();
                written.push(comment(31, "coder-bot", body));
                return lost.clone();
            }
            match asked.line.ends_with("page=1") {
                true => ok(Value::Array(written.clone())),
                false => none(),
            }
        })
        .await;
        let impatient = Patience {
            exchange_ms_max: 1000,
            ..patience()
        };
        let (done, text) = done(&client_with(GITEA, &server, impatient), write(false)).await;
        let done = done.unwrap_or_else(|| panic!("{text}"));
        assert_eq!((done.id, done.stood), (Some(31), true));
        assert_eq!(text, "comment at `acme/widgets#4`: it stood already");
        assert_eq!(server.sent(&format!("POST {COMMENTS}")).len(), 1);
    }
}

#[tokio::test]
async fn what_was_not_done_is_tried_again_and_then_given_up() {
    let broken = || Then::Say(503, "", String::new());
    let server = serve(vec![
        me(),
        none(),
        broken(),
        none(),
        status(201, &comment(31, "coder-bot", MARKED)),
    ])
    .await;
    let (made, _) = done(&client(GITEA, &server), write(false)).await;
    assert_eq!(made.map(|it| (it.id, it.stood)), Some((Some(31), false)));
    let server = serve_by(move |asked: &Asked| match asked.line.as_str() {
        line if line.starts_with("POST") => broken(),
        line if line.ends_with("/user") => me(),
        _ => none(),
    })
    .await;
    let (made, text) = done(&client(GITEA, &server), write(false)).await;
    assert_eq!(made, None);
    assert_eq!(
        text,
        "comment at `acme/widgets#4` was not done: the forge failed with status 503: no reason was given"
    );
    assert_eq!(server.sent(&format!("POST {COMMENTS}")).len(), 3);
    // An answer that never comes may still be on its way: no second try.
    let server = serve_by(move |asked: &Asked| match asked.line.as_str() {
        line if line.starts_with("POST") => Then::Hang,
        line if line.ends_with("/user") => me(),
        _ => none(),
    })
    .await;
    let impatient = Patience {
        exchange_ms_max: 1000,
        ..patience()
    };
    let (made, text) = done(&client_with(GITEA, &server, impatient), write(false)).await;
    assert_eq!(made, None);
    assert_eq!(
        text,
        "comment at `acme/widgets#4`: it is not known whether it was done: the forge did not answer within 1000 ms"
    );
    assert_eq!(server.sent(&format!("POST {COMMENTS}")).len(), 1);
}

#[tokio::test]
async fn what_a_proxy_answers_says_nothing_of_the_forge_behind_it() {
    for proxy in [502, 504] {
        let server = serve_by(move |asked: &Asked| match asked.line.as_str() {
            line if line.starts_with("POST") => Then::Say(proxy, "", String::new()),
            line if line.ends_with("/user") => me(),
            _ => none(),
        })
        .await;
        let (made, text) = done(&client(GITEA, &server), write(false)).await;
        let unknown = "it is not known whether it was done: the forge failed";
        assert!(made.is_none() && text.contains(unknown), "{text}");
    }
}

#[tokio::test]
async fn what_could_not_be_looked_at_again_is_not_known() {
    let unknown = "it is not known whether it was done: the forge";
    for (refused, said) in [
        (500, "failed with status 500"),
        (422, "refuses it: no reason"),
    ] {
        let mut looks = 0;
        let server = serve_by(move |asked: &Asked| match asked.line.as_str() {
            line if line.ends_with("/user") => me(),
            line if line.starts_with("POST") => Then::Say(refused, "", String::new()),
            _ => {
                looks += 1;
                match looks {
                    1 => none(),
                    _ => Then::Say(403, "", String::new()),
                }
            }
        })
        .await;
        let (made, text) = done(&client(GITEA, &server), write(false)).await;
        let is_told = text.contains(&format!("{unknown} {said}"));
        assert!(made.is_none() && is_told, "{text}");
        // Not said again: it might stand there twice.
        assert_eq!(server.sent(&format!("POST {COMMENTS}")).len(), 1);
    }
}

#[tokio::test]
async fn a_mark_of_somebody_else_is_none_of_ours() {
    let others = json!([
        comment(20, "mallory", MARKED),
        comment(21, "coder-bot", &format!("> {MARKED}\n\nno")),
    ]);
    let server = serve(vec![
        me(),
        ok(others),
        none(),
        status(201, &comment(31, "coder-bot", MARKED)),
    ])
    .await;
    let (made, _) = done(&client(GITEA, &server), write(false)).await;
    assert_eq!(made.map(|it| (it.id, it.stood)), Some((Some(31), false)));
}

#[tokio::test]
async fn a_comment_is_replaced_where_one_stands() {
    let old = || {
        ok(json!([comment(
            20,
            "coder-bot",
            "Begun.\r\n\r\n<!-- interlock:t1 -->"
        )]))
    };
    let server = serve(vec![
        me(),
        old(),
        none(),
        old(),
        none(),
        ok(comment(20, "coder-bot", MARKED)),
    ])
    .await;
    let (made, _) = done(&client(GITEA, &server), write(true)).await;
    assert_eq!(made.map(|it| (it.id, it.stood)), Some((Some(20), false)));
    let line = "PATCH /api/v1/repos/acme/widgets/issues/comments/20";
    assert_eq!(server.sent(line), [json!({"body": MARKED})]);
    // Left as it is where it is not to be replaced, or says the same.
    for (deed, standing) in [
        (write(false), "Begun.\n\n<!-- interlock:t1 -->"),
        (write(true), MARKED),
    ] {
        let server = serve(vec![
            me(),
            ok(json!([comment(20, "coder-bot", standing)])),
            none(),
        ])
        .await;
        let (made, _) = done(&client(GITEA, &server), deed).await;
        assert_eq!(made.map(|it| (it.id, it.stood)), Some((Some(20), true)));
    }
}

#[tokio::test]
async fn a_token_of_another_account_does_nothing() {
    let server = serve(vec![ok(user("root"))]).await;
    let (made, text) = done(&client(GITEA, &server), write(false)).await;
    assert_eq!(made, None);
    assert!(
        text.ends_with("the token is that of `root`, not of `coder-bot`"),
        "{text}"
    );
    assert_eq!(server.asked().len(), 1);
}

#[tokio::test]
async fn after_a_crash_it_is_looked_and_nothing_is_done() {
    let standing = json!([comment(20, "coder-bot", MARKED)]);
    let server = serve(vec![
        me(),
        ok(standing),
        none(),
        none(),
        Then::Say(401, "", String::new()),
    ])
    .await;
    let it = client(GITEA, &server);
    let found = already_done(&it, &act_of(write(false))).await.unwrap();
    assert_eq!(found.map(|it| (it.id, it.stood)), Some((Some(20), true)));
    assert_eq!(already_done(&it, &act_of(write(false))).await, Ok(None));
    assert!(already_done(&it, &act_of(write(false))).await.is_err());
    assert!(server.lines().iter().all(|line| line.starts_with("GET")));
}

fn open_issue() -> Deed {
    Deed::OpenIssue {
        title: "New".into(),
        body: "Text".into(),
        labels: vec!["type/feat".into(), "nonsense".into()],
        assignees: vec![login("coder-bot")],
        mark: "t2".into(),
    }
}

#[tokio::test]
async fn an_issue_is_opened_with_what_the_forge_knows() {
    let labels = || ok(json!([{"id": 11, "name": "Type/Feat"}, {"id": 12, "name": "x"}]));
    for (kind, by, expected) in [
        (
            GITEA,
            "/api/v1/repos/acme/widgets/issues?state=all&created_by=coder-bot&limit=50&page=1",
            json!([11]),
        ),
        (
            GITHUB,
            "/api/v3/repos/acme/widgets/issues?state=all&creator=coder-bot&per_page=100&page=1",
            json!(["Type/Feat"]),
        ),
    ] {
        let mut answers = vec![me(), none(), labels()];
        // Without a `Link`, lists of Gitea are asked for until a page is empty.
        if kind == GITEA {
            answers.extend([none(), status(404, &json!({}))]);
        }
        answers.push(ok(json!([user("coder-bot")])));
        if kind == GITEA {
            answers.push(none());
        }
        answers.push(status(201, &json!({"id": 900, "number": 5})));
        let server = serve(answers).await;
        let (made, text) = done(&client(kind, &server), open_issue()).await;
        assert_eq!(made.map(|it| (it.number, it.stood)), Some((Some(5), false)));
        assert!(
            text.ends_with(
                "done; labels that the repository does not have were left out: `nonsense`"
            ),
            "{text}"
        );
        let asked = server.asked();
        assert_eq!(asked[1].line, format!("GET {by}"));
        let sent = &asked.last().unwrap().body;
        assert_eq!(sent["labels"], expected);
        assert_eq!(sent["body"], "Text\n\n<!-- interlock:t2 -->");
        assert_eq!(sent["assignees"], json!(["coder-bot"]));
    }
}

#[tokio::test]
async fn an_issue_that_stands_is_found_by_its_mark() {
    let ours = json!({"number": 5, "user": user("coder-bot"), "state": "closed", "body": "Text\n\n<!-- interlock:t2 -->"});
    let pull = with(ours.clone(), json!({"number": 6, "pull_request": {}}));
    let server = serve(vec![me(), ok(json!([pull, ours]))]).await;
    let (made, _) = done(&client(GITEA, &server), open_issue()).await;
    assert_eq!(made.map(|it| (it.number, it.stood)), Some((Some(5), true)));
}

#[tokio::test]
async fn who_cannot_be_assigned_is_told_and_not_tried() {
    let open = |name: &str| Deed::OpenIssue {
        title: "New".into(),
        body: "Text".into(),
        labels: Vec::new(),
        assignees: vec![login(name)],
        mark: "t2".into(),
    };
    let server = serve(vec![me(), none(), ok(json!([user("coder-bot")])), none()]).await;
    let (made, text) = done(&client(GITEA, &server), open("stranger")).await;
    assert_eq!(made, None);
    assert!(
        text.contains("`stranger` cannot be assigned in `acme/widgets`"),
        "{text}"
    );
    assert!(server.lines().iter().all(|line| line.starts_with("GET")));
    let server = serve(vec![
        me(),
        none(),
        ok(json!([user("Bob")])),
        none(),
        status(201, &json!({"id": 900, "number": 5})),
    ])
    .await;
    let (made, _) = done(&client(GITEA, &server), open("bob")).await;
    assert_eq!(made.map(|it| it.stood), Some(false));
    assert_eq!(
        server.asked().last().unwrap().body["assignees"],
        json!(["bob"])
    );
}

#[tokio::test]
async fn an_issue_is_closed_and_one_that_is_closed_stays_so() {
    let close = || Deed::SetOpen {
        number: 4,
        open: false,
    };
    let closed = || with(issue(4), json!({"state": "closed"}));
    let server = serve(vec![me(), ok(issue(4)), status(201, &closed())]).await;
    let (made, text) = done(&client(GITEA, &server), close()).await;
    assert_eq!(
        (made.map(|it| it.stood), text.as_str()),
        (Some(false), "close at `acme/widgets#4`: done")
    );
    assert_eq!(server.asked()[2].body, json!({"state": "closed"}));
    let server = serve(vec![me(), ok(closed())]).await;
    let (made, _) = done(&client(GITEA, &server), close()).await;
    assert_eq!(made.map(|it| it.stood), Some(true));
    let blocked = json!({"message": "issue has open dependencies"});
    let server = serve(vec![me(), ok(issue(4)), status(412, &blocked)]).await;
    let (made, text) = done(&client(GITEA, &server), close()).await;
    assert!(
        made.is_none() && text.ends_with("status 412: issue has open dependencies"),
        "{text}"
    );
}

#[tokio::test]
async fn a_status_is_sent_unless_it_stands() {
    let say = |state| Deed::Status {
        commit: commit('c'),
        state,
        context: "interlock".into(),
        description: "All checked".into(),
    };
    let standing = |word: &str| {
        ok(
            json!({"statuses": [{"context": "interlock", "status": word, "description": "All checked"}]}),
        )
    };
    let end = || ok(json!({"statuses": []}));
    for (state, word) in [
        (CheckState::Success, "success"),
        (CheckState::Neutral, "success"),
        (CheckState::Failure, "failure"),
        (CheckState::Error, "error"),
    ] {
        let server = serve(vec![
            me(),
            standing("pending"),
            end(),
            status(201, &json!({"id": 1})),
        ])
        .await;
        let (made, _) = done(&client(GITEA, &server), say(state)).await;
        assert_eq!(made.map(|it| it.stood), Some(false));
        let sent = server.sent(&format!(
            "POST /api/v1/repos/acme/widgets/statuses/{}",
            commit('c')
        ));
        assert_eq!(
            sent,
            [json!({"state": word, "context": "interlock", "description": "All checked"})]
        );
        let server = serve(vec![me(), standing(word), end()]).await;
        let (made, _) = done(&client(GITEA, &server), say(state)).await;
        assert_eq!(made.map(|it| it.stood), Some(true));
    }
}
