//! What comes to the daemon's door and is not what it should be.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use testforge::{Delivery, Kind, Options, Outcome};

use super::api::{self, Got};
use super::daemon::Daemon;
use super::stage::{SECRET, Stage};
use super::stream::Stream;
use super::{daemon, script};
use crate::agent;
use crate::ports;
use crate::support::said;

fn post(daemon: &Daemon, headers: &[(&str, &str)], body: &[u8]) -> Got {
    let path = "/hooks/local";
    api::request(&daemon.host, "POST", path, headers, body).expect("an answer")
}

fn signature(body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).expect("a key");
    mac.update(body);
    let bytes = mac.finalize().into_bytes();
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}

/// A delivery that was taken, and the stage with its daemon.
fn taken() -> (Stage, Daemon, Delivery) {
    let stage = Stage::plain(&agent::script(&[]), "");
    let daemon = stage.serve();
    stage.open("mia", "Talk", "Nobody is asked.", "", &[]);
    stage.forge().drain();
    let delivery = stage.forge().deliveries().remove(0);
    assert_eq!(delivery.outcome, Outcome::Answered(200), "{}", daemon.log());
    (stage, daemon, delivery)
}

/// Its headers with some of them changed.
fn headers<'a>(
    delivery: &'a Delivery,
    id: &'a str,
    signed: Option<&'a str>,
) -> Vec<(&'a str, &'a str)> {
    let plain = delivery.headers.iter();
    let mut all: Vec<(&str, &str)> = plain
        .filter(|(name, _)| !name.contains("Signature") && !name.contains("Delivery"))
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    all.push(("X-Gitea-Delivery", id));
    all.push(("Content-Type", "application/json"));
    if let Some(signed) = signed {
        all.push(("X-Gitea-Signature", signed));
    }
    all
}

#[test]
fn only_what_is_signed_is_taken() {
    let (stage, daemon, delivery) = taken();
    let body = delivery.body.as_bytes();
    let good = signature(body);
    let wrong = signature(b"something else");
    for signed in [
        None,
        Some(""),
        Some("00"),
        Some(wrong.as_str()),
        Some("\u{e4}"),
    ] {
        let got = post(&daemon, &headers(&delivery, "bad-1", signed), body);
        assert_eq!(got.status, 401, "{signed:?}: {got:?}");
    }
    let mut other = delivery.body.clone();
    other.push(' ');
    let got = post(
        &daemon,
        &headers(&delivery, "bad-2", Some(&good)),
        other.as_bytes(),
    );
    assert_eq!(got.status, 401, "{got:?}");
    let got = post(&daemon, &headers(&delivery, "good-1", Some(&good)), body);
    assert!((200..300).contains(&got.status), "{got:?}");
    let (code, log) = daemon.stop();
    assert_eq!(code, 0, "{log}");
    let told = stage.sound().delivered();
    assert!(!told.iter().any(|it| it.starts_with("bad")), "{told:?}");
}

#[test]
fn what_is_far_too_large_is_refused_at_once() {
    let (stage, daemon, delivery) = taken();
    let body = vec![b'x'; 100 << 20];
    let got = post(&daemon, &headers(&delivery, "large", Some("00")), &body);
    assert_eq!(got.status, 413, "{got:?}");
    let got = api::request(&daemon.host, "GET", "/healthz", &[], b"").expect("an answer");
    assert_eq!(got.status, 200, "{got:?}");
    assert_eq!(daemon.stop().0, 0);
    stage.sound();
}

#[test]
fn what_can_not_be_read_is_kept_and_said() {
    let (stage, daemon, delivery) = taken();
    let body = delivery.body.as_bytes();
    let cut = &body[..body.len() / 2];
    let bodies: [(&str, &[u8]); 5] = [
        ("cut", cut),
        ("list", b"[]"),
        ("null", b"null"),
        ("empty", b"{}"),
        ("deep", &b"[".repeat(100_000)),
    ];
    for (id, body) in bodies {
        let got = post(
            &daemon,
            &headers(&delivery, id, Some(&signature(body))),
            body,
        );
        assert!((200..300).contains(&got.status), "{id}: {got:?}");
    }
    let unknown: Vec<(&str, &str)> = headers(&delivery, "unknown", None)
        .into_iter()
        .filter(|(name, _)| !name.contains("Event"))
        .chain([
            ("X-Gitea-Event", "moon_phase"),
            ("X-Gitea-Event-Type", "moon_phase"),
        ])
        .collect();
    let good = signature(body);
    let unknown = [unknown, vec![("X-Gitea-Signature", good.as_str())]].concat();
    let got = post(&daemon, &unknown, body);
    assert!((200..300).contains(&got.status), "{got:?}");
    stage.wait(Some(&daemon), "all of them", || {
        Stream::read(&stage)
            .delivered()
            .contains(&"unknown".to_owned())
            .then_some(())
    });
    let (code, log) = daemon.stop();
    assert_eq!(code, 0, "{log}");
    let unread = stage.sound().unread();
    assert!(unread.len() >= 3, "{unread:?}");
}

#[test]
fn a_second_daemon_says_that_there_is_one() {
    let stage = Stage::plain(&agent::script(&script::story("coder")), "");
    let daemon = stage.serve();
    let second = daemon::command(&stage, "127.0.0.1:0")
        .output()
        .expect("an end");
    let second = said(second);
    assert_eq!(second.code, 2, "{second:?}");
    let words = second.words();
    assert!(
        words.contains("another daemon serves the forge `local`: process"),
        "{words}"
    );
    assert!(words.contains("help: "), "{words}");
    // The first goes on.
    let issue = stage.open("mia", "A tool", "We want it.", "type/feat", &[]);
    stage.wait(Some(&daemon), "a comment", || stage.comments(issue).pop());
}

/// The hook that is missing is made as it has to be: what it delivers is taken.
#[test]
fn a_missing_hook_is_found_and_made() {
    let stage = Stage::plain(&agent::script(&script::story("coder")), "");
    let check = |host: &str, makes: &[&str]| {
        let mut command = stage.world.command(&["serve", "--check", "--listen", host]);
        command.args(makes).envs(stage.environment());
        stage.world.finish(&mut command)
    };
    let daemon = Daemon::start(&stage);
    let missing = check(&daemon.host, &[]);
    assert_ne!(missing.code, 0, "{missing:?}");
    assert!(
        missing.words().contains("there is none for our address"),
        "{missing:?}"
    );
    let made = check(&daemon.host, &["--make-hooks"]);
    assert_eq!(made.code, 0, "{made:?}");
    let stands = check(&daemon.host, &[]);
    assert_eq!(stands.code, 0, "{stands:?}");
    for words in ["local: clock", "deliveries of acme/widgets: come here"] {
        assert!(stands.words().contains(words), "{words}: {stands:?}");
    }
    let issue = stage.open("mia", "A tool", "We want it.", "type/feat", &[]);
    stage.wait(Some(&daemon), "a comment", || stage.comments(issue).pop());
}

/// What a forge delivers is waited for, whether a daemon is there or not; the next one takes in what came.
#[test]
fn a_hook_is_tried_out() {
    for kind in [Kind::Gitea, Kind::Forgejo, Kind::Github] {
        let script = agent::script(&script::story("coder"));
        let stage = Stage::new(Options::of(kind), &script, "");
        let host = ports::unused().to_string();
        let check = |secret: &str, makes: &[&str]| {
            let args = ["serve", "--check", "--listen", &host];
            let mut command = stage.world.command(&args);
            command.args(makes).envs(stage.environment());
            stage.world.finish(command.env("HOOK_SECRET", secret))
        };
        let sound = check(SECRET, &["--make-hooks"]);
        assert_eq!(sound.code, 0, "{sound:?}");
        let came = "deliveries of acme/widgets: come here";
        assert!(sound.words().contains(came), "{sound:?}");
        let other = check("another-secret-than-that-0123456789", &[]);
        assert_ne!(other.code, 0, "{other:?}");
        let refused = "signed with another secret";
        assert!(other.words().contains(refused), "{other:?}");
        let again = check("another-secret-than-that-0123456789", &["--make-hooks"]);
        assert_eq!(again.code, 0, "{again:?}");
        let daemon = Daemon::start_at(&stage, &host);
        stage.wait(Some(&daemon), "what came before", || {
            (!Stream::read(&stage).delivered().is_empty()).then_some(())
        });
        let (code, log) = daemon.stop();
        assert_eq!(code, 0, "{log}");
    }
}

/// A hook to an address where something else answers: nothing comes.
#[test]
fn a_hook_that_leads_elsewhere_is_told() {
    let script = agent::script(&script::story("coder"));
    let public = format!("http://{}", ports::unused());
    let more = format!("serve: {{public_url: '{public}'}}\n");
    let stage = Stage::new(Options::default(), &script, &more);
    let host = ports::unused().to_string();
    let args = ["serve", "--check", "--make-hooks", "--listen", &host];
    let mut command = stage.world.command(&args);
    let said = stage.world.finish(command.envs(stage.environment()));
    assert_ne!(said.code, 0, "{said:?}");
    for words in ["do not come", &host, "serve.public_url"] {
        assert!(said.words().contains(words), "{words}: {said:?}");
    }
}
