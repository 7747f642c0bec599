//! Deeds on pull requests.

use ledger::forge::{Deed, ForgeKind, LineComment, MergeHow, ReviewVerdict};
use serde_json::{Value, json};

use crate::kit::{client, commit, done, login, pull, user, with};
use crate::server::{Asked, Then, json as status, ok, serve, serve_by};

const GITEA: ForgeKind = ForgeKind::Gitea;
const GITHUB: ForgeKind = ForgeKind::Github;
const PULLS: &str = "/api/v1/repos/acme/widgets/pulls";

fn me() -> Then {
    ok(user("coder-bot"))
}

fn none() -> Then {
    ok(json!([]))
}

fn open(draft: bool, reviewers: &[&str]) -> Deed {
    Deed::OpenPull {
        head: "feat/x".into(),
        base: "main".into(),
        title: "T".into(),
        body: "Closes #4".into(),
        draft,
        reviewers: reviewers.iter().map(|name| login(name)).collect(),
    }
}

#[tokio::test]
async fn a_pull_request_is_opened_and_reviews_are_asked_for_separately() {
    let server = serve(vec![
        me(),
        none(),
        status(201, &pull()),
        ok(pull()),
        none(),
        status(201, &json!([])),
    ])
    .await;
    let (made, text) = done(&client(ForgeKind::Forgejo, &server), open(true, &["bob"])).await;
    let made = made.unwrap();
    assert_eq!((made.number, made.stood), (Some(9), false));
    assert_eq!(made.url, format!("{}/acme/widgets/pulls/9", server.url));
    assert_eq!(text, "open pull request in `acme/widgets`: done");
    let sent = server.sent(&format!("POST {PULLS}"));
    let expected =
        json!({"head": "feat/x", "base": "main", "title": "WIP: T", "body": "Closes #4"});
    assert_eq!(sent, [expected]);
    let asked = server.sent(&format!("POST {PULLS}/9/requested_reviewers"));
    assert_eq!(asked, [json!({"reviewers": ["bob"]})]);
}

#[tokio::test]
async fn github_is_asked_by_owner_and_branch_and_has_drafts() {
    let server = serve(vec![me(), none(), status(201, &pull())]).await;
    let (made, _) = done(&client(GITHUB, &server), open(true, &[])).await;
    let made = made.unwrap();
    assert_eq!(made.url, format!("{}/acme/widgets/pull/9", server.url));
    let asked = server.asked();
    let search = "GET /api/v3/repos/acme/widgets/pulls?state=open&head=acme%3Afeat%2Fx&base=main&per_page=100&page=1";
    assert_eq!(asked[1].line, search);
    assert_eq!(
        (&asked[2].body["draft"], &asked[2].body["title"]),
        (&json!(true), &json!("T"))
    );
}

#[tokio::test]
async fn one_that_exists_already_is_taken() {
    let exists = json!({"message": "pull request already exists for these targets"});
    let fork = with(
        pull(),
        json!({"number": 8, "head": {"ref": "feat/x", "sha": "c".repeat(40), "repo": {"id": 99}}}),
    );
    let other = with(
        pull(),
        json!({"number": 7, "base": {"ref": "dev", "repo": {"id": 7}}}),
    );
    for refusal in [409, 422] {
        let found = json!([fork, other, pull()]);
        let server = serve(vec![me(), none(), status(refusal, &exists), ok(found)]).await;
        let (made, _) = done(&client(GITEA, &server), open(false, &[])).await;
        assert_eq!(made.map(|it| (it.number, it.stood)), Some((Some(9), true)));
    }
    let nothing = json!({"message": "no commits between main and feat/x"});
    let server = serve(vec![me(), none(), status(422, &nothing), none()]).await;
    let (made, text) = done(&client(GITEA, &server), open(false, &[])).await;
    assert_eq!(made, None);
    assert!(
        text.ends_with("the forge refuses it: no commits between main and feat/x"),
        "{text}"
    );
}

#[tokio::test]
async fn a_reviewer_who_cannot_be_asked_does_not_undo_the_opening() {
    let refused = json!({"message": "bob can't review"});
    let server = serve(vec![
        me(),
        none(),
        status(201, &pull()),
        ok(pull()),
        none(),
        status(422, &refused),
    ])
    .await;
    let (made, text) = done(&client(GITEA, &server), open(false, &["bob"])).await;
    assert_eq!(made.and_then(|it| it.number), Some(9));
    assert!(
        text.contains("done; reviews were not requested: the forge refuses it"),
        "{text}"
    );
}

fn edit(title: Option<&str>, draft: Option<bool>) -> Deed {
    Deed::EditPull {
        number: 9,
        title: title.map(Into::into),
        body: None,
        draft,
    }
}

#[tokio::test]
async fn a_draft_of_gitea_is_in_its_title() {
    let titled =
        |title: &str, draft: bool| ok(with(pull(), json!({"title": title, "draft": draft})));
    for (now, is_draft, deed, expected) in [
        ("wip: [WIP] T", true, edit(None, Some(false)), Some("T")),
        ("T", false, edit(None, Some(true)), Some("WIP: T")),
        ("WIP: T", true, edit(Some("U"), None), Some("WIP: U")),
        ("T", false, edit(Some("U"), None), Some("U")),
        ("T", false, edit(Some("T"), Some(false)), None),
        ("WIP: T", true, edit(None, Some(true)), None),
    ] {
        let server = serve(vec![
            me(),
            titled(now, is_draft),
            titled(now, is_draft),
            ok(pull()),
        ])
        .await;
        let (made, _) = done(&client(GITEA, &server), deed).await;
        assert_eq!(made.map(|it| it.stood), Some(expected.is_none()), "{now}");
        let sent = server.sent(&format!("PATCH {PULLS}/9"));
        let expected: Vec<Value> = expected
            .map(|title| json!({"title": title}))
            .into_iter()
            .collect();
        assert_eq!(sent, expected, "{now}");
    }
}

#[tokio::test]
async fn a_draft_of_github_needs_its_other_api() {
    let draft = || ok(with(pull(), json!({"draft": true})));
    let server = serve(vec![me(), draft(), draft(), ok(json!({"data": {}}))]).await;
    let (made, text) = done(&client(GITHUB, &server), edit(None, Some(false))).await;
    assert_eq!(made.map(|it| it.stood), Some(false), "{text}");
    let asked = server.asked().pop().unwrap();
    assert_eq!(asked.line, "POST /api/graphql");
    assert!(
        asked.body["query"]
            .as_str()
            .unwrap()
            .contains("markPullRequestReadyForReview")
    );
    assert_eq!(asked.body["variables"], json!({"id": "PR_x"}));
    let refused = json!({"data": null, "errors": [{"message": "not allowed"}]});
    let server = serve(vec![me(), draft(), draft(), ok(refused), draft()]).await;
    let (made, text) = done(&client(GITHUB, &server), edit(None, Some(false))).await;
    assert!(
        made.is_none() && text.ends_with("the forge refuses it: not allowed"),
        "{text}"
    );
}

fn review(verdict: ReviewVerdict) -> Deed {
    Deed::Review {
        number: 9,
        commit: commit('c'),
        verdict,
        body: "Good".into(),
        comments: vec![LineComment {
            path: "a.rs".into(),
            line: 3,
            body: "odd".into(),
        }],
        mark: "r1".into(),
    }
}

#[tokio::test]
async fn a_review_is_said_in_the_words_of_the_forge() {
    let others = || ok(with(pull(), json!({"user": user("alice")})));
    let gitea = json!({"path": "a.rs", "body": "odd", "new_position": 3});
    let github = json!({"path": "a.rs", "body": "odd", "line": 3, "side": "RIGHT"});
    for (kind, verdict, word, comment) in [
        (GITEA, ReviewVerdict::Approved, "APPROVED", &gitea),
        (GITEA, ReviewVerdict::Changes, "REQUEST_CHANGES", &gitea),
        (GITHUB, ReviewVerdict::Approved, "APPROVE", &github),
        (GITHUB, ReviewVerdict::Comment, "COMMENT", &github),
    ] {
        let mut answers = vec![me(), none()];
        if verdict != ReviewVerdict::Comment {
            answers.push(others());
        }
        answers.push(ok(json!({"id": 70})));
        let server = serve(answers).await;
        let (made, _) = done(&client(kind, &server), review(verdict)).await;
        assert_eq!(made.map(|it| (it.number, it.id)), Some((Some(9), Some(70))));
        let sent = server.asked().pop().unwrap().body;
        let expected = json!({"event": word, "body": "Good\n\n<!-- interlock:r1 -->", "commit_id": "c".repeat(40),
            "comments": [comment]});
        assert_eq!(sent, expected);
    }
}

#[tokio::test]
async fn a_review_of_ones_own_pull_request_is_not_tried() {
    let server = serve(vec![me(), none(), ok(pull())]).await;
    let (made, text) = done(&client(GITEA, &server), review(ReviewVerdict::Approved)).await;
    assert_eq!(made, None);
    assert!(
        text.ends_with("nobody can approve their own pull request or ask for changes in it"),
        "{text}"
    );
}

#[tokio::test]
async fn a_review_that_stands_is_found_even_if_it_was_dismissed() {
    let ours = json!({"id": 70, "user": user("coder-bot"), "state": "APPROVED", "dismissed": true,
        "body": "Good\n\n<!-- interlock:r1 -->"});
    let server = serve(vec![me(), ok(json!([ours])), none()]).await;
    let (made, _) = done(&client(GITEA, &server), review(ReviewVerdict::Approved)).await;
    assert_eq!(made.map(|it| (it.id, it.stood)), Some((Some(70), true)));
}

#[tokio::test]
async fn a_review_is_asked_for_again_after_one_was_given() {
    let stands = || ok(json!([pull()]));
    let asks = format!("POST {PULLS}/9/requested_reviewers");
    // The pull request still lists who has reviewed it.
    let stale = || ok(with(pull(), json!({"requested_reviewers": [user("bob")]})));
    let entry = |id: u64, state: &str| json!({"id": id, "user": user("bob"), "state": state});
    let given = json!([entry(1, "REQUEST_REVIEW"), entry(2, "APPROVED")]);
    let server = serve(vec![
        me(),
        stands(),
        stale(),
        ok(given),
        none(),
        status(201, &json!([])),
    ])
    .await;
    let (made, _) = done(&client(GITEA, &server), open(false, &["bob"])).await;
    assert_eq!(made.map(|it| it.stood), Some(true));
    assert_eq!(server.sent(&asks), [json!({"reviewers": ["bob"]})]);
    let asked = json!([entry(2, "APPROVED"), entry(3, "REQUEST_REVIEW")]);
    for (kind, answers) in [
        (GITEA, vec![me(), stands(), stale(), ok(asked), none()]),
        (GITHUB, vec![me(), stands(), stale()]),
    ] {
        let server = serve(answers).await;
        let (made, text) = done(&client(kind, &server), open(false, &["bob"])).await;
        assert_eq!(made.map(|it| it.stood), Some(true));
        assert!(text.ends_with("it stood already"), "{text}");
        assert!(server.lines().iter().all(|line| line.starts_with("GET")));
    }
}

fn merge(delete_branch: bool) -> Deed {
    Deed::MergePull {
        number: 9,
        head: commit('c'),
        how: MergeHow::Squash,
        delete_branch,
    }
}

fn merged() -> Value {
    with(pull(), json!({"state": "closed", "merged": true}))
}

fn later() -> Then {
    status(405, &json!({"message": "Please try again later"}))
}

#[tokio::test]
async fn a_merge_names_the_head() {
    for (kind, line, body) in [
        (
            GITEA,
            format!("POST {PULLS}/9/merge"),
            json!({"Do": "squash", "head_commit_id": "c".repeat(40)}),
        ),
        (
            GITHUB,
            "PUT /api/v3/repos/acme/widgets/pulls/9/merge".to_owned(),
            json!({"merge_method": "squash", "sha": "c".repeat(40)}),
        ),
    ] {
        let server = serve(vec![
            me(),
            ok(pull()),
            ok(pull()),
            Then::Say(200, "", String::new()),
        ])
        .await;
        let (made, _) = done(&client(kind, &server), merge(false)).await;
        assert_eq!(made.map(|it| (it.number, it.stood)), Some((Some(9), false)));
        assert_eq!(server.sent(&line), [body]);
    }
}

#[tokio::test]
async fn a_merge_that_is_not_allowed_yet_is_tried_a_few_times() {
    let unknown = || ok(with(pull(), json!({"mergeable": null})));
    let server = serve(vec![
        me(),
        ok(pull()),
        ok(pull()),
        later(),
        unknown(),
        unknown(),
        Then::Say(200, "", String::new()),
    ])
    .await;
    let (made, _) = done(&client(GITEA, &server), merge(false)).await;
    assert_eq!(made.map(|it| it.stood), Some(false));
    // For ever: a bounded number of times, and then what the forge said.
    let server = serve_by(|asked: &Asked| match asked.line.as_str() {
        line if line.ends_with("/user") => me(),
        line if line.starts_with("POST") => later(),
        _ => ok(pull()),
    })
    .await;
    let (made, text) = done(&client(GITEA, &server), merge(false)).await;
    assert!(
        made.is_none() && text.ends_with("Please try again later"),
        "{text}"
    );
    assert_eq!(server.sent(&format!("POST {PULLS}/9/merge")).len(), 3);
}

#[tokio::test]
async fn a_merge_that_conflicts_is_told_at_once() {
    let conflicting = || ok(with(pull(), json!({"mergeable": false})));
    let server = serve(vec![
        me(),
        conflicting(),
        conflicting(),
        later(),
        conflicting(),
    ])
    .await;
    let (made, text) = done(&client(GITEA, &server), merge(false)).await;
    assert_eq!(made, None);
    assert!(
        text.contains("it cannot be merged") && text.contains("Please try again later"),
        "{text}"
    );
    assert_eq!(server.asked().len(), 5);
}

#[tokio::test]
async fn a_merge_of_another_head_is_not_tried() {
    let moved = || {
        ok(with(
            pull(),
            json!({"head": {"ref": "feat/x", "sha": "d".repeat(40), "repo": {"id": 7}}}),
        ))
    };
    let server = serve(vec![me(), moved(), moved()]).await;
    let (made, text) = done(&client(GITEA, &server), merge(false)).await;
    assert!(
        made.is_none() && text.ends_with("its head is `dddddddddd` and not `cccccccccc`"),
        "{text}"
    );
    let closed = || ok(with(pull(), json!({"state": "closed"})));
    let server = serve(vec![me(), closed(), closed()]).await;
    let (made, text) = done(&client(GITEA, &server), merge(false)).await;
    assert!(made.is_none() && text.ends_with("it is closed"), "{text}");
    let elsewhere = with(
        merged(),
        json!({"head": {"ref": "feat/x", "sha": "d".repeat(40)}}),
    );
    let server = serve(vec![me(), ok(elsewhere)]).await;
    let (made, text) = done(&client(GITEA, &server), merge(false)).await;
    assert!(
        made.is_none() && text.contains("merged already, at `dddddddddd`"),
        "{text}"
    );
}

#[tokio::test]
async fn a_merge_whose_answer_got_lost_is_seen_and_its_branch_goes() {
    let tip = || ok(json!({"commit": {"id": "c".repeat(40)}}));
    let server = serve(vec![
        me(),
        ok(pull()),
        ok(pull()),
        Then::Say(504, "", String::new()),
        ok(merged()),
        ok(merged()),
        tip(),
        Then::Say(204, "", String::new()),
    ])
    .await;
    let (made, text) = done(&client(GITEA, &server), merge(true)).await;
    assert_eq!(made.map(|it| it.stood), Some(true), "{text}");
    let lines = server.lines();
    assert_eq!(
        lines.last().unwrap(),
        "DELETE /api/v1/repos/acme/widgets/branches/feat%2Fx"
    );
    // A branch that moved on stays, and the merge stands.
    let moved = || ok(json!({"commit": {"id": "d".repeat(40)}}));
    let server = serve(vec![me(), ok(merged()), ok(merged()), moved()]).await;
    let (made, text) = done(&client(GITEA, &server), merge(true)).await;
    assert_eq!(made.map(|it| it.stood), Some(true));
    assert!(
        text.contains("its branch was not deleted: `feat/x` stands at `dddddddddd`"),
        "{text}"
    );
}

#[tokio::test]
async fn a_branch_goes_by_its_name_and_one_that_is_gone_is_no_failure() {
    let head = json!({"commit": {"id": "c".repeat(40), "sha": "c".repeat(40)}});
    for (kind, line) in [
        (GITEA, "DELETE /api/v1/repos/acme/widgets/branches/feat%2Fx"),
        (
            GITHUB,
            "DELETE /api/v3/repos/acme/widgets/git/refs/heads/feat/x",
        ),
    ] {
        let server = serve(vec![
            me(),
            ok(merged()),
            ok(merged()),
            ok(head.clone()),
            Then::Say(204, "", String::new()),
        ])
        .await;
        let (_, text) = done(&client(kind, &server), merge(true)).await;
        assert!(text.ends_with("it stood already"), "{text}");
        assert_eq!(server.lines()[4], line);
    }
    let here = ok(json!({"id": 7, "full_name": "acme/widgets"}));
    let gone = status(404, &json!({}));
    let server = serve(vec![me(), ok(merged()), ok(merged()), gone, here]).await;
    let (_, text) = done(&client(GITEA, &server), merge(true)).await;
    assert!(text.ends_with("it stood already"), "{text}");
    assert!(server.lines().iter().all(|line| line.starts_with("GET")));
}
