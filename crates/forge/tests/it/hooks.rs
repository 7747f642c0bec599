//! Hooks are made anew, never changed.

use forge::client::{HookSeen, HookStands, HookWanted, events};
use forge::secret::Secret;
use ledger::forge::ForgeKind;
use serde_json::json;

use crate::kit::{client, repo};
use crate::server::{json as status, ok, serve};

const URL: &str = "https://interlock.example/hooks/home";

fn hook(id: u64, url: &str, events: serde_json::Value) -> serde_json::Value {
    json!({"id": id, "active": true, "events": events, "config": {"url": url, "content_type": "json"}})
}

#[tokio::test]
async fn a_hook_is_made_in_place_of_ours_and_read_back() {
    let back = json!([
        "issues",
        "issue_comment",
        "pull_request",
        "pull_request_review_approved",
        "pull_request_review_rejected",
        "pull_request_review_comment",
        "push"
    ]);
    let server = serve(vec![
        ok(json!([
            hook(1, "https://other.example", json!([])),
            hook(2, URL, json!(["push"])),
            hook(3, URL, json!([]))
        ])),
        ok(json!([])),
        status(204, &json!(null)),
        status(404, &json!({})),
        status(201, &json!({"id": 4})),
        ok(hook(4, URL, back)),
    ])
    .await;
    let wanted = HookWanted {
        url: URL.into(),
        secret: Secret::new("hook-secret"),
    };
    let made = client(ForgeKind::Gitea, &server)
        .make_hook(&repo(), &wanted)
        .await
        .unwrap();
    let lines = server.lines();
    let hooks = "/api/v1/repos/acme/widgets/hooks";
    assert_eq!(
        lines[2..],
        [
            format!("DELETE {hooks}/2"),
            format!("DELETE {hooks}/3"),
            format!("POST {hooks}"),
            format!("GET {hooks}/4")
        ]
    );
    let sent = &server.sent(&lines[4])[0];
    assert_eq!(sent["config"]["secret"], "hook-secret");
    assert_eq!(sent["events"], json!(events(ForgeKind::Gitea)));
    assert_eq!(sent["type"], "gitea");
    // Review comes back as its kinds; what the forge dropped is told.
    let lacking = made.lacking(ForgeKind::Gitea);
    assert!(lacking.contains(&"status") && !lacking.contains(&"pull_request_review"));
    assert!(!format!("{wanted:?}").contains("hook-secret"));
}

#[test]
fn a_hook_for_some_kinds_of_an_event_lacks_the_event() {
    let lacking = |words: &[&str]| {
        let hook = HookSeen {
            id: 1,
            url: URL.to_owned(),
            active: true,
            is_json: true,
            events: words.iter().map(|word| (*word).to_owned()).collect(),
        };
        hook.lacking(ForgeKind::Gitea)
    };
    let approvals = lacking(&["pull_request_review_approved", "issues_only"]);
    for word in ["issues", "pull_request", "pull_request_review"] {
        assert!(approvals.contains(&word), "{word}: {approvals:?}");
    }
    assert!(lacking(&["*"]).is_empty());
}

#[tokio::test]
async fn a_hook_is_found_once_or_often_or_not() {
    let server = serve(vec![
        ok(json!([hook(1, "https://other.example", json!([]))])),
        ok(json!([])),
        ok(json!([hook(2, &format!("{URL}/"), json!([]))])),
        ok(json!([])),
        ok(json!([hook(2, URL, json!([])), hook(3, URL, json!([]))])),
        ok(json!([])),
    ])
    .await;
    let it = client(ForgeKind::Forgejo, &server);
    assert_eq!(it.find_hook(&repo(), URL).await, Ok(HookStands::Missing));
    let found = it.find_hook(&repo(), URL).await.unwrap();
    assert!(matches!(&found, HookStands::Once(hook) if hook.id == 2 && hook.is_json));
    let found = it.find_hook(&repo(), URL).await.unwrap();
    assert!(matches!(&found, HookStands::Often(hooks) if hooks.len() == 2));
}
