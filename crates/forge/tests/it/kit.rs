//! Clients of a forge on the loopback, permits, and things as forges write them.

use std::sync::OnceLock;

use forge::Client;
use forge::client::{Credential, Endpoint, Patience};
use ledger::action::Action;
use ledger::event::{Decided, Event, Stamp};
use ledger::forge::{Deed, ForgeAct, ForgeDone, ForgeKind, Login, RepoName};
use ledger::ids::{ActId, GitId, RunId};
use ledger::journal::{Broken, Disk, Draft, Head, Journal, Row, Seal};
use ledger::observation::{Observation, Outcome, Status};
use ledger::permit::Permit;
use serde_json::{Value, json};

use crate::server::Server;

pub(crate) const TOKEN: &str = "t0ken-of-coder-bot";

pub(crate) fn repo() -> RepoName {
    RepoName::new("acme/widgets").unwrap()
}

pub(crate) fn login(name: &str) -> Login {
    Login::new(name).unwrap()
}

pub(crate) fn commit(digit: char) -> GitId {
    GitId::new(digit.to_string().repeat(40)).unwrap()
}

/// Nothing is waited for between tries.
pub(crate) fn patience() -> Patience {
    Patience {
        again_ms: vec![0, 0],
        merge_again_ms: vec![0, 0],
        ..Patience::default()
    }
}

pub(crate) fn client_with(kind: ForgeKind, server: &Server, patience: Patience) -> Client {
    let endpoint = Endpoint {
        kind,
        base_url: server.url.clone(),
        patience,
    };
    Client::new(endpoint, Credential::new(TOKEN)).unwrap()
}

pub(crate) fn client(kind: ForgeKind, server: &Server) -> Client {
    client_with(kind, server, patience())
}

/// A disk that takes everything and keeps nothing.
struct Open;

impl Disk for Open {
    fn commit(&mut self, _: &RunId, _: u64, _: &[Row]) -> Result<(), Broken> {
        Ok(())
    }
}

pub(crate) fn act_of(deed: Deed) -> ForgeAct {
    ForgeAct {
        forge: "home".into(),
        repo: repo(),
        login: login("coder-bot"),
        deed,
    }
}

/// Leave for a deed.
pub(crate) fn permit(deed: Deed) -> Permit<ForgeAct> {
    static SEAL: OnceLock<Seal> = OnceLock::new();
    let seal = SEAL.get_or_init(|| Seal::take().unwrap());
    let action = Action::Forge(act_of(deed));
    let run = RunId::new("r1").unwrap();
    let mut journal = Journal::new(seal, Open, run, 1, Head::default());
    let allowed = Decided::Allowed {
        act: ActId(7),
        call: None,
        digest: action.digest(),
        action: None,
    };
    let stamp = Stamp {
        at_ms: 1,
        mono_ms: 1,
        task: None,
    };
    let event = Event::Decided(allowed);
    let mut entries = journal.append(vec![Draft { stamp, event }]).unwrap();
    Permit::redeem(entries.pop().unwrap(), action).unwrap()
}

/// Carries out a deed: what it came to and what was said of it.
pub(crate) async fn done(client: &Client, deed: Deed) -> (Option<ForgeDone>, String) {
    let (id, observation) = forge::act(client, permit(deed)).await;
    assert_eq!(id, ActId(7));
    let Observation {
        status,
        text,
        outcome,
        ..
    } = observation;
    assert!(!text.contains(TOKEN), "{text}");
    if let Outcome::OnForge(done) = outcome {
        assert_eq!(status, Status::Ok);
        return (Some(done), text);
    }
    assert_eq!((status, outcome.is_plain()), (Status::Failed, true));
    (None, text)
}

pub(crate) fn user(login: &str) -> Value {
    json!({"id": 4, "login": login})
}

pub(crate) fn issue(number: u64) -> Value {
    json!({
        "number": number, "title": "T", "body": "B", "user": user("alice"), "state": "open",
        "assignees": [user("coder-bot")], "labels": [{"id": 1, "name": "type/feat"}], "comments": 1,
        "created_at": "2026-11-20T08:00:00Z", "updated_at": "2026-11-20T08:00:01Z",
    })
}

pub(crate) fn comment(id: u64, login: &str, body: &str) -> Value {
    json!({
        "id": id, "user": user(login), "body": body, "created_at": "2026-11-20T08:00:02Z",
        "issue_url": "https://evil.example/acme/widgets/issues/4", "pull_request_url": "",
    })
}

/// An open pull request number 9 at commit `c`.
pub(crate) fn pull() -> Value {
    json!({
        "number": 9, "node_id": "PR_x", "title": "T", "body": "B", "user": user("coder-bot"), "state": "open",
        "merged": false, "mergeable": true, "draft": false,
        "head": {"ref": "feat/x", "sha": "c".repeat(40), "repo": {"id": 7}},
        "base": {"ref": "main", "sha": "a".repeat(40), "repo": {"id": 7}},
        "requested_reviewers": [], "labels": [], "assignees": null,
        "created_at": "2026-11-20T08:00:00Z", "updated_at": "2026-11-20T08:00:01Z",
    })
}

/// The same with other fields.
pub(crate) fn with(mut value: Value, fields: Value) -> Value {
    for (name, field) in fields.as_object().unwrap() {
        value[name] = field.clone();
    }
    value
}
