//! Who may do what, where the forge does not say so.

use forge::client::Failure;
use ledger::forge::{ForgeKind, Standing};
use serde_json::json;

use crate::kit::{client, login, repo, user};
use crate::server::{Then, json as status, ok, serve_by};

#[tokio::test]
async fn who_can_be_assigned_writes_only_where_no_team_lets_readers_be() {
    let team = |units: serde_json::Value| json!({"id": 3, "units_map": units});
    let owners = || team(json!({"repo.code": "owner", "repo.pulls": "owner"}));
    let writers = team(json!({"repo.code": "write", "repo.wiki": "none"}));
    let lookers = team(json!({"repo.code": "read", "repo.pulls": "none"}));
    let readers = team(json!({"repo.code": "read", "repo.pulls": "read"}));
    let writes_wiki = team(json!({"repo.code": "read", "repo.wiki": "write"}));
    for (teams, expected) in [
        (
            ok(json!([owners(), writers, lookers])),
            Some(Standing::Write),
        ),
        (ok(json!([owners(), readers])), None),
        (ok(json!([owners(), writes_wiki])), None),
        (ok(json!([owners(), {"id": 4, "units_map": null}])), None),
        (ok(json!([])), None),
        (status(404, &json!({})), None),
        (status(403, &json!({})), None),
    ] {
        let server = serve_by(move |asked| {
            let path = asked.line.split('?').next().unwrap_or_default();
            match path.rsplit('/').next() {
                Some("permission") => status(403, &json!({})),
                Some("teams") if !asked.line.ends_with("page=1") => ok(json!([])),
                Some("teams") => teams.clone(),
                Some("assignees") => ok(json!([user("alice")])),
                _ => Then::Drop,
            }
        })
        .await;
        let it = client(ForgeKind::Gitea, &server);
        let may = it.permission(&repo(), &login("alice")).await;
        match expected {
            Some(_) => {
                assert_eq!(may.ok(), expected);
                let other = it.permission(&repo(), &login("mallory")).await;
                assert!(matches!(other, Ok(Standing::None)), "{other:?}");
            }
            None => assert!(matches!(may, Err(Failure::Forbidden { .. })), "{may:?}"),
        }
    }
}
