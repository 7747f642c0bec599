//! What every delivery in the repository tells: all of it, as text beside this file, and the doubtful cases one by one.

use std::fmt::Write as _;

use forge::delivery::{NotGenuine, Unread, read};
use ledger::forge::{
    BranchTip, CheckState, CommentAction, ForgeKind, IssueAction, Login, Origin, PullAction,
    PullSeen, ReviewVerdict, What,
};
use ledger::ids::GitId;
use serde_json::Value;

use crate::corpus::{FOLDERS, deliveries, one, secret};

/// Long texts are shown by their beginning and length.
fn shown(value: Value) -> Value {
    match value {
        Value::String(text) if text.chars().count() > 90 => {
            let begin: String = text.chars().take(60).collect();
            Value::String(format!("{begin}... ({} bytes)", text.len()))
        }
        Value::Array(items) => items.into_iter().map(shown).collect(),
        Value::Object(map) => map
            .into_iter()
            .map(|(key, one)| (key, shown(one)))
            .collect(),
        other @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => other,
    }
}

/// What the deliveries of a folder tell.
fn told(folder: &str) -> String {
    let mut text = String::new();
    for delivery in deliveries(folder) {
        let envelope = delivery.envelope();
        let (kind, event) = (envelope.kind, &envelope.event);
        write!(text, "{}: {} {event}", delivery.name, kind.word()).unwrap();
        let read: Result<_, String> = match envelope.open(&delivery.body, &[secret()]) {
            Ok(json) => read(kind, event, &json).map_err(|why: Unread| why.to_string()),
            Err(why @ (NotGenuine::Wrong | NotGenuine::EmptySignature)) => Err(why.to_string()),
            Err(why) => panic!("{}: {why}", delivery.name),
        };
        let read = match read {
            Ok(read) => read,
            Err(why) => {
                writeln!(text, " REFUSED {why}").unwrap();
                continue;
            }
        };
        writeln!(text, " {}", read.action).unwrap();
        for fact in read.facts {
            assert_eq!(fact.origin, Origin::Delivery);
            let by = fact.by.map_or("-".to_owned(), |by| by.to_string());
            let what = shown(serde_json::to_value(&fact.what).unwrap());
            writeln!(text, "  {} {by}: {what}", fact.repo).unwrap();
        }
        for subject in read.look {
            writeln!(text, "  LOOK {subject}").unwrap();
        }
    }
    text
}

#[test]
fn every_delivery_tells_what_it_told_before() {
    for folder in FOLDERS {
        let name = folder.rsplit('/').next().unwrap();
        insta::assert_snapshot!(name, told(folder));
    }
}

/// The facts against the bodies, field by field, for every recorded delivery about an issue or a pull request.
#[test]
fn facts_say_what_the_bodies_say() {
    let (mut issues, mut pulls, mut comments) = (0, 0, 0);
    for folder in FOLDERS {
        for delivery in deliveries(folder) {
            let Ok(raw) = serde_json::from_slice::<Value>(&delivery.body) else {
                continue;
            };
            let sent = delivery.envelope();
            let read = read(sent.kind, &sent.event, &delivery.body).unwrap();
            for fact in read.facts {
                assert_eq!(
                    raw_text(
                        &raw,
                        &["/repository/full_name", "/run/repository/full_name"]
                    ),
                    fact.repo.as_str()
                );
                match fact.what {
                    What::Issue { issue, .. } => {
                        let raw = &raw["issue"];
                        assert_eq!(raw["number"], issue.number);
                        assert_eq!(raw["title"].as_str(), Some(issue.title.as_str()));
                        assert_eq!(raw["body"].as_str(), Some(issue.body.as_str()));
                        assert_eq!(raw["state"] == "open", issue.open);
                        assert_eq!(logins(&raw["assignees"]), issue.assignees);
                        assert_eq!(raw["comments"], issue.comments);
                        assert_eq!(raw["closed_at"].is_null(), issue.closed_ms == 0);
                        assert_eq!(
                            raw["user"]["login"].as_str(),
                            issue.author.as_ref().map(Login::as_str)
                        );
                        issues += 1;
                    }
                    What::Pull { pull, .. } => {
                        let raw = &raw["pull_request"];
                        assert_eq!(raw["number"], pull.number);
                        assert_eq!(raw["title"].as_str(), Some(pull.title.as_str()));
                        assert_eq!(raw["draft"], pull.draft);
                        assert_eq!(raw["merged"], pull.merged);
                        assert_eq!(
                            raw["merged_by"]["login"].as_str(),
                            pull.merged_by.as_ref().map(Login::as_str)
                        );
                        assert_eq!(
                            raw["head"]["sha"].as_str(),
                            pull.head.commit.as_ref().map(GitId::as_str)
                        );
                        // A head whose branch is gone keeps its name in the label alone.
                        let head = raw["head"]["ref"].as_str().unwrap();
                        let head = match head.starts_with("refs/pull/") {
                            true => raw["head"]["label"].as_str().unwrap(),
                            false => head,
                        };
                        assert_eq!(head, pull.head.branch);
                        assert_eq!(raw["base"]["ref"].as_str(), Some(pull.base.as_str()));
                        assert_eq!(logins(&raw["assignees"]), pull.assignees);
                        assert!(!pull.from_fork);
                        pulls += 1;
                    }
                    What::Comment { comment, .. } => {
                        assert_eq!(raw["comment"]["id"], comment.id);
                        assert_eq!(raw["comment"]["body"].as_str(), Some(comment.body.as_str()));
                        assert_eq!(raw["issue"]["number"], comment.number);
                        comments += 1;
                    }
                    What::Review(_)
                    | What::ReviewRequest { .. }
                    | What::Check { .. }
                    | What::Pushed { .. }
                    | What::BranchDeleted { .. }
                    | What::DeployFailed { .. }
                    | What::Other { .. } => {}
                }
            }
        }
    }
    assert!(
        issues > 100 && pulls > 60 && comments > 15,
        "{issues} {pulls} {comments}"
    );
}

fn raw_text<'a>(raw: &'a Value, places: &[&str]) -> &'a str {
    let mut found = places.iter().filter_map(|place| raw.pointer(place));
    found.next().and_then(Value::as_str).unwrap()
}

fn logins(users: &Value) -> Vec<Login> {
    let users = users.as_array().into_iter().flatten();
    let names = users.map(|user| user["login"].as_str().unwrap());
    names.map(|name| Login::new(name).unwrap()).collect()
}

fn commit(digit: char) -> GitId {
    GitId::new(digit.to_string().repeat(40)).unwrap()
}

/// What these texts of a delivery tell.
fn said(kind: ForgeKind, event: &str, json: &str) -> (Vec<What>, Vec<u64>) {
    let read = read(kind, event, json.as_bytes()).unwrap();
    let facts = read.facts.into_iter().map(|fact| fact.what).collect();
    let look = read.look.into_iter().map(|subject| subject.number);
    (facts, look.collect())
}

const REPO: &str = r#""repository": {"id": 7, "full_name": "Acme/widgets.rs"}"#;

/// Every field of a delivery that a fact has a place for, once.
#[test]
fn nothing_of_a_pull_request_is_lost() {
    let sha = "c".repeat(40);
    let json = format!(
        r#"{{"action": "closed", {REPO}, "sender": {{"id": 3, "login": "carol"}}, "pull_request": {{
            "number": 9, "title": "T", "body": "B", "user": {{"id": 4, "login": "dave"}}, "state": "closed", "merged": true,
            "merged_at": "2026-11-20T08:00:01Z", "merged_by": {{"id": 3, "login": "carol"}}, "draft": true,
            "head": {{"ref": "refs/pull/9/head", "label": "dave:feat/x", "sha": "{sha}", "repo": {{"id": 8}}}},
            "base": {{"ref": "main", "repo": {{"id": 7}}}}, "assignee": {{"id": 4, "login": "dave"}},
            "labels": [{{"name": "a"}}, {{"name": ""}}], "created_at": "2026-11-20T08:00:00Z",
            "updated_at": "2026-11-20T08:00:02Z"}}}}"#
    );
    let read = read(ForgeKind::Github, "pull_request", json.as_bytes()).unwrap();
    let [fact] = read.facts.as_slice() else {
        panic!("{read:?}")
    };
    assert_eq!(fact.repo.as_str(), "Acme/widgets.rs");
    assert_eq!(fact.by, Some(Login::new("carol").unwrap()));
    let at_ms = 1_795_161_600_000;
    let pull = PullSeen {
        number: 9,
        title: "T".into(),
        body: "B".into(),
        author: Some(Login::new("dave").unwrap()),
        open: false,
        merged: true,
        merged_by: Some(Login::new("carol").unwrap()),
        draft: true,
        head: BranchTip {
            branch: "feat/x".into(),
            commit: Some(commit('c')),
        },
        from_fork: true,
        base: "main".into(),
        assignees: vec![Login::new("dave").unwrap()],
        labels: Some(vec!["a".into()]),
        created_ms: at_ms,
        updated_ms: at_ms + 2000,
        closed_ms: at_ms + 1000,
    };
    let expected = What::Pull {
        action: PullAction::Closed,
        pull: Box::new(pull),
    };
    assert_eq!(fact.what, expected);
}

#[test]
fn nobody_is_named_who_cannot_be() {
    for (sender, by) in [
        (r#"{"id": -1, "login": "Ghost"}"#, None),
        (r#"{"id": 5, "login": ""}"#, None),
        (r#"{"id": 5, "login": "a b"}"#, None),
        ("null", None),
        (
            r#"{"id": -2, "login": "gitea-actions"}"#,
            Some("gitea-actions"),
        ),
        (
            r#"{"id": 5, "login": "dependabot[bot]"}"#,
            Some("dependabot[bot]"),
        ),
    ] {
        let json = format!(
            r#"{{{REPO}, "sender": {sender}, "ref": "refs/heads/a", "after": "{}"}}"#,
            "c".repeat(40)
        );
        let read = read(ForgeKind::Gitea, "push", json.as_bytes()).unwrap();
        let told = read.facts[0].by.as_ref().map(Login::as_str);
        assert_eq!(told, by, "{sender}");
    }
}

#[test]
fn labels_of_label_events_are_believed_of_github_alone() {
    let issue = r#""issue": {"number": 4, "labels": [{"name": "x"}]}"#;
    for (kind, event, action, labels, look) in [
        (
            ForgeKind::Gitea,
            "issue_label",
            "label_updated",
            None,
            vec![4],
        ),
        (
            ForgeKind::Forgejo,
            "issue_label",
            "label_cleared",
            None,
            vec![4],
        ),
        (
            ForgeKind::Github,
            "issues",
            "labeled",
            Some(vec!["x".to_owned()]),
            vec![],
        ),
        (
            ForgeKind::Gitea,
            "issues",
            "opened",
            Some(vec!["x".to_owned()]),
            vec![],
        ),
    ] {
        let json = format!(r#"{{{REPO}, "action": "{action}", {issue}}}"#);
        let (facts, looked) = said(kind, event, &json);
        let [What::Issue { issue, .. }] = facts.as_slice() else {
            panic!("{facts:?}")
        };
        assert_eq!((&issue.labels, looked), (&labels, look), "{action}");
    }
}

#[test]
fn what_could_not_be_loaded_is_looked_at() {
    for (event, json, number) in [
        ("pull_request", r#""number": 46, "pull_request": null"#, 46),
        (
            "pull_request_review_approved",
            r#""number": 46, "pull_request": null"#,
            46,
        ),
        ("issues", r#""number": 7, "issue": {"number": 0}"#, 7),
        (
            "issue_comment",
            r#""issue": {"number": 0}, "comment": {"id": 3, "issue_url": "http://x/a/b/issues/12"}"#,
            12,
        ),
    ] {
        let (_, look) = said(ForgeKind::Gitea, event, &format!("{{{REPO}, {json}}}"));
        assert_eq!(look, [number], "{event}");
    }
}

#[test]
fn checks_of_every_kind_of_event_and_word() {
    let sha = "d".repeat(40);
    for (kind, event, json, context, state, branch) in [
        (
            ForgeKind::Gitea,
            "status",
            format!(r#""sha": "{sha}", "context": "ci", "state": "skipped""#),
            "ci",
            CheckState::Neutral,
            None,
        ),
        (
            ForgeKind::Gitea,
            "status",
            format!(r#""sha": "{sha}", "context": "ci", "state": "error""#),
            "ci",
            CheckState::Error,
            None,
        ),
        (
            ForgeKind::Github,
            "status",
            format!(
                r#""sha": "{sha}", "context": "ci", "state": "success", "branches": [{{"name": "main"}}]"#
            ),
            "ci",
            CheckState::Success,
            Some("main"),
        ),
        (
            ForgeKind::Github,
            "check_run",
            format!(
                r#""check_run": {{"head_sha": "{sha}", "name": "lint", "status": "completed", "conclusion": "timed_out", "check_suite": {{"head_branch": "a"}}}}"#
            ),
            "lint",
            CheckState::Failure,
            Some("a"),
        ),
        (
            ForgeKind::Github,
            "check_run",
            format!(
                r#""check_run": {{"head_sha": "{sha}", "name": "lint", "status": "in_progress", "conclusion": null}}"#
            ),
            "lint",
            CheckState::Pending,
            None,
        ),
        (
            ForgeKind::Gitea,
            "workflow_job",
            format!(
                r#""workflow_job": {{"head_sha": "{sha}", "name": "test", "status": "completed", "conclusion": "cancelled"}}"#
            ),
            "test",
            CheckState::Neutral,
            None,
        ),
        (
            ForgeKind::Gitea,
            "workflow_run",
            format!(
                r#""workflow_run": {{"head_sha": "{sha}", "path": "ci.yml@refs/heads/a", "status": "waiting"}}"#
            ),
            "ci.yml",
            CheckState::Pending,
            None,
        ),
    ] {
        let (facts, _) = said(kind, event, &format!("{{{REPO}, {json}}}"));
        let expected = What::Check {
            commit: commit('d'),
            context: context.into(),
            state,
            branch: branch.map(Into::into),
            at_ms: 0,
        };
        assert_eq!(facts, [expected], "{event} {json}");
    }
}

#[test]
fn events_of_github_that_no_sample_shows() {
    let sha = "e".repeat(40);
    let pull = format!(r#""pull_request": {{"number": 5, "head": {{"sha": "{sha}"}}}}"#);
    let seen = |facts: &[What]| match facts {
        [What::Pull { action, .. }, ..] => *action,
        other => panic!("{other:?}"),
    };
    for (action, expected) in [
        ("ready_for_review", PullAction::Edited),
        ("converted_to_draft", PullAction::Edited),
        ("labeled", PullAction::Seen),
        ("closed", PullAction::Closed),
    ] {
        let json = format!(r#"{{{REPO}, "action": "{action}", {pull}}}"#);
        let (facts, look) = said(ForgeKind::Github, "pull_request", &json);
        assert_eq!((seen(&facts), look), (expected, vec![]), "{action}");
    }
    let json = format!(
        r#"{{{REPO}, "action": "review_requested", {pull}, "requested_team": {{"name": "t"}}}}"#
    );
    let (facts, look) = said(ForgeKind::Github, "pull_request", &json);
    assert!(matches!(
        &facts[1],
        What::ReviewRequest {
            reviewer: None,
            removed: false,
            ..
        }
    ));
    assert_eq!(look, [5]);
    for (action, state) in [("dismissed", "dismissed"), ("edited", "approved")] {
        let json = format!(
            r#"{{{REPO}, "action": "{action}", {pull}, "review": {{"id": 2, "state": "{state}", "user": {{"login": "a"}}}}}}"#
        );
        let (facts, look) = said(ForgeKind::Github, "pull_request_review", &json);
        assert_eq!((facts.len(), look), (1, vec![5]), "{action}");
    }
    let json = format!(r#"{{{REPO}, "action": "transferred", "issue": {{"number": 5}}}}"#);
    let (facts, _) = said(ForgeKind::Github, "issues", &json);
    assert!(matches!(
        &facts[0],
        What::Issue {
            action: IssueAction::Deleted,
            ..
        }
    ));
    let json = format!(
        r#"{{{REPO}, "deployment": {{"sha": "{sha}", "environment": "prod"}},
            "deployment_status": {{"state": "failure", "description": "no route", "created_at": "2026-11-20T08:00:00Z"}}}}"#
    );
    let failed = What::DeployFailed {
        commit: Some(commit('e')),
        environment: "prod".into(),
        description: "no route".into(),
        at_ms: 1_795_161_600_000,
    };
    let (facts, _) = said(ForgeKind::Github, "deployment_status", &json);
    assert_eq!(facts, [failed]);
    let fine = json.replace("failure", "success");
    let (facts, _) = said(ForgeKind::Github, "deployment_status", &fine);
    assert!(matches!(&facts[0], What::Other { event } if event == "deployment_status"));
}

#[test]
fn a_push_that_takes_a_branch_away() {
    let gone = format!(
        r#"{{{REPO}, "ref": "refs/heads/a/b", "before": "{}", "after": "{}"}}"#,
        "c".repeat(40),
        "0".repeat(40)
    );
    let (facts, _) = said(ForgeKind::Github, "push", &gone);
    assert_eq!(
        facts,
        [What::BranchDeleted {
            branch: "a/b".into()
        }]
    );
}

#[test]
fn long_texts_are_shortened() {
    let body = "ä".repeat(40 << 10);
    let json = format!(
        r#"{{{REPO}, "action": "created", "issue": {{"number": 3}}, "comment": {{"id": 1, "body": "{body}"}}}}"#
    );
    let (facts, _) = said(ForgeKind::Gitea, "issue_comment", &json);
    let [
        What::Issue { .. },
        What::Comment {
            action: CommentAction::Created,
            comment,
        },
    ] = facts.as_slice()
    else {
        panic!("{facts:?}")
    };
    assert_eq!(comment.body.len(), 64 << 10);
    assert_eq!(comment.author, None);
}

#[test]
fn recorded_reviews_say_what_was_said() {
    let told = |name: &str| {
        let read = one("recorded/forgejo-14", name).read();
        let mut facts = read.facts.into_iter().map(|fact| fact.what);
        facts.find_map(|what| {
            let What::Review(it) = what else { return None };
            Some((it.reviewer.to_string(), it.verdict, it.body))
        })
    };
    let review = |who: &str, verdict, body: &str| Some((who.to_owned(), verdict, body.to_owned()));
    let (changes, approved) = (ReviewVerdict::Changes, ReviewVerdict::Approved);
    assert_eq!(
        told("056"),
        review("reviewer-bot", changes, "Please fix @coder-bot")
    );
    assert_eq!(told("060"), review("reviewer-bot", approved, ""));
    // A comment on a line alone.
    assert_eq!(
        told("059"),
        review("planner-bot", ReviewVerdict::Comment, "")
    );
}
