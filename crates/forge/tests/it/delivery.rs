//! Whether a delivery is genuine, and that nothing in it brings the reader down.

use std::sync::LazyLock;

use forge::delivery::{BadEnvelope, NotGenuine, Unread, envelope, read};
use forge::secret::Secret;
use hmac::{Hmac, KeyInit as _, Mac as _};
use ledger::forge::ForgeKind;
use ledger::ids::Hash;
use proptest::prelude::*;
use sha2::Sha256;

use crate::corpus::{Delivery, FOLDERS, deliveries, one, secret};

/// What opening says of the deliveries that are not signed like the others.
fn expected(folder: &str, name: &str) -> Result<(), NotGenuine> {
    let name = name.split('_').next().unwrap();
    match (folder, name) {
        ("written", "51") | ("recorded/gitea-1.26-transport", "002") => {
            Err(NotGenuine::EmptySignature)
        }
        ("written", "52") => Err(NotGenuine::Wrong),
        // Redirected: an empty GET with the signature of a body that was not sent.
        ("recorded/gitea-1.26-transport", "004") => Err(NotGenuine::Wrong),
        _ => Ok(()),
    }
}

#[test]
fn every_signature_is_right_but_those_that_are_not() {
    let mut opened = 0;
    for folder in FOLDERS {
        for delivery in deliveries(folder) {
            let open = delivery.envelope();
            let open = open.open(&delivery.body, &[secret()]).map(drop);
            assert_eq!(open, expected(folder, &delivery.name), "{}", delivery.name);
            opened += 1;
        }
    }
    assert_eq!(opened, 66 + 313);
}

#[test]
fn one_other_byte_or_another_secret_is_not_genuine() {
    for (folder, name) in [
        ("written", "01"),
        ("written", "50"),
        ("written", "57"),
        ("written", "60"),
        ("recorded/gitea-1.26-transport", "001"),
    ] {
        let delivery = one(folder, name);
        let open = |body: &[u8], secrets: &[Secret]| {
            delivery.envelope().open(body, secrets).map(drop).err()
        };
        let other = Secret::new("another-secret");
        let body = &delivery.body;
        assert_eq!(open(body, &[other.clone(), secret()]), None, "rotation");
        assert_eq!(open(body, &[other]), Some(NotGenuine::Wrong));
        assert_eq!(open(body, &[]), Some(NotGenuine::NoSecret));
        assert_eq!(open(body, &[Secret::new(" ")]), Some(NotGenuine::NoSecret));
        let mut changed = body.clone();
        let at = changed.len() - 10;
        changed[at] = changed[at].wrapping_add(1);
        assert_eq!(open(&changed, &[secret()]), Some(NotGenuine::Wrong));
    }
}

/// The signature of nothing with an empty secret, which anybody can make.
#[test]
fn nothing_signed_with_nothing_is_not_genuine() {
    let empty = "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad";
    let headers = [
        ("x-gitea-event", "push"),
        ("X-Gitea-Delivery", "d"),
        ("X-Gitea-Signature", empty),
    ];
    let envelope = envelope(headers).unwrap();
    assert_eq!(
        envelope.open(b"", &[Secret::new("")]),
        Err(NotGenuine::NoSecret)
    );
}

#[test]
fn signatures_of_every_spelling() {
    let hex = "ab".repeat(32);
    for (name, value, expected) in [
        ("X-Gitea-Signature", hex.clone(), NotGenuine::Wrong),
        ("X-Gitea-Signature", hex.to_uppercase(), NotGenuine::Wrong),
        ("X-Gitea-Signature", hex[1..].into(), NotGenuine::Unreadable),
        (
            "X-Gitea-Signature",
            String::new(),
            NotGenuine::EmptySignature,
        ),
        (
            "X-Gitea-Signature",
            format!("sha256={hex}"),
            NotGenuine::Unreadable,
        ),
        (
            "X-Hub-Signature-256",
            format!("sha256={hex}"),
            NotGenuine::Wrong,
        ),
        (
            "X-Hub-Signature-256",
            "sha256=".into(),
            NotGenuine::EmptySignature,
        ),
        (
            "X-Hub-Signature-256",
            String::new(),
            NotGenuine::EmptySignature,
        ),
        ("X-Hub-Signature-256", hex, NotGenuine::Unreadable),
        // The old one is not looked at.
        (
            "X-Hub-Signature",
            format!("sha1={}", "ab".repeat(20)),
            NotGenuine::NotSigned,
        ),
    ] {
        let headers = [
            ("X-Gitea-Event", "push"),
            ("X-Gitea-Delivery", "d"),
            (name, value.as_str()),
        ];
        let opened = envelope(headers).unwrap().open(b"{}", &[secret()]).err();
        assert_eq!(opened, Some(expected), "{name}: {value}");
    }
}

/// GitHub signs a form as it is sent, the others what is in it.
#[test]
fn forms_are_signed_differently() {
    let form = b"payload=%7B%22a%22%3A+1%7D";
    let sign = |bytes: &[u8]| {
        let mac = Hmac::<Sha256>::new_from_slice(b"interlock-test-secret").unwrap();
        let bytes = mac.chain_update(bytes).finalize().into_bytes();
        format!("sha256={}", Hash(bytes.into()).hex())
    };
    let (raw, inner) = (sign(form), sign(b"{\"a\": 1}"));
    for (event, id, right, wrong) in [
        ("X-GitHub-Event", "X-GitHub-Delivery", &raw, &inner),
        ("X-Gitea-Event", "X-Gitea-Delivery", &inner, &raw),
    ] {
        let open = |signature: &str| {
            let headers = [
                (event, "push"),
                (id, "d"),
                (
                    "Content-Type",
                    "application/x-www-form-urlencoded; charset=utf-8",
                ),
                ("X-Hub-Signature-256", signature),
            ];
            let envelope = envelope(headers).unwrap();
            envelope
                .open(form, &[secret()])
                .map(|json| json.into_owned())
        };
        assert_eq!(open(right), Ok(b"{\"a\": 1}".to_vec()), "{event}");
        assert_eq!(open(wrong), Err(NotGenuine::Wrong), "{event}");
    }
}

#[test]
fn a_form_without_a_payload_is_not_genuine() {
    let delivery = one("written", "50");
    let opened = delivery.envelope().open(b"a=b", &[secret()]);
    assert_eq!(opened, Err(NotGenuine::NoPayload));
}

#[test]
fn the_most_special_header_tells_the_forge() {
    let all = [
        ("X-GitHub-Event", "push"),
        ("X-GitHub-Delivery", "github"),
        ("x-gitea-event", "issues"),
        ("X-GITEA-EVENT-TYPE", "issue_assign"),
        ("X-Gitea-Delivery", "gitea"),
        ("X-Forgejo-Event", "issues"),
        ("X-Forgejo-Delivery", "forgejo"),
    ];
    for (count, kind, id, event) in [
        (2, ForgeKind::Github, "github", "push"),
        (5, ForgeKind::Gitea, "gitea", "issue_assign"),
        (7, ForgeKind::Forgejo, "forgejo", "issue_assign"),
    ] {
        let told = envelope(all[..count].iter().copied()).unwrap();
        assert_eq!(
            (told.kind, told.id.as_str(), told.event.as_str()),
            (kind, id, event)
        );
    }
    // 1.23.1 leaves the event of a status empty.
    let status = one("written", "44").envelope();
    assert_eq!(
        (status.kind, status.event.as_str()),
        (ForgeKind::Gitea, "status")
    );
}

#[test]
fn headers_that_are_not_of_a_delivery() {
    let long = "x".repeat(201);
    for (headers, expected) in [
        (vec![], BadEnvelope::NoEvent),
        (
            vec![("X-Gitea-Event", ""), ("X-Gitea-Delivery", "d")],
            BadEnvelope::NoEvent,
        ),
        (
            vec![("X-Gitea-Event", "push")],
            BadEnvelope::NoId {
                header: "X-Gitea-Delivery",
            },
        ),
        (
            vec![("X-GitHub-Event", "push"), ("X-GitHub-Delivery", &long)],
            BadEnvelope::BadName {
                header: "X-GitHub-Delivery",
            },
        ),
        (
            vec![("X-GitHub-Event", "pu sh"), ("X-GitHub-Delivery", "d")],
            BadEnvelope::BadName {
                header: "X-GitHub-Event",
            },
        ),
    ] {
        assert_eq!(envelope(headers).err(), Some(expected));
    }
}

#[test]
fn what_is_no_event_is_told_so() {
    let truncated = one("written", "53");
    let sent = truncated.envelope();
    let json = sent.open(&truncated.body, &[secret()]).unwrap();
    let told = read(sent.kind, &sent.event, &json);
    assert!(matches!(told, Err(Unread::NotJson(_))), "{told:?}");
    let told = read(ForgeKind::Gitea, "issues", b"[]");
    assert!(matches!(told, Err(Unread::NotObject)), "{told:?}");
    let repo = r#""repository": {"full_name": "a/b"}"#;
    for (event, json, lacking) in [
        ("issues", "{}".to_owned(), "repository"),
        (
            "issues",
            r#"{"repository": {"full_name": "../b"}}"#.to_owned(),
            "repository",
        ),
        ("issues", format!("{{{repo}}}"), "issue"),
        (
            "pull_request",
            format!("{{{repo}, \"number\": -1}}"),
            "pull request",
        ),
        (
            "issue_comment",
            format!("{{{repo}, \"comment\": null}}"),
            "comment",
        ),
        (
            "issue_comment",
            format!("{{{repo}, \"comment\": {{\"id\": 3}}}}"),
            "number",
        ),
        ("status", format!("{{{repo}, \"sha\": \"zz\"}}"), "commit"),
        (
            "push",
            format!("{{{repo}, \"ref\": \"refs/heads/a\"}}"),
            "commit",
        ),
        (
            "create",
            format!("{{{repo}, \"ref_type\": \"branch\"}}"),
            "branch",
        ),
    ] {
        let told = read(ForgeKind::Gitea, event, json.as_bytes());
        let is_it = matches!(&told, Err(Unread::Lacks { what, .. }) if *what == lacking);
        assert!(is_it, "{event} {json}: {told:?}");
    }
    let huge = vec![b' '; (25 << 20) + 1];
    let told = read(ForgeKind::Gitea, "issues", &huge);
    assert!(matches!(told, Err(Unread::TooLarge { .. })), "{told:?}");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let told = read(
        ForgeKind::Gitea,
        "issues",
        format!("{{\"a\": {deep}}}").as_bytes(),
    );
    assert!(matches!(told, Err(Unread::NotJson(_))), "{told:?}");
}

/// Deliveries that are not too long to be read often.
static SHORT: LazyLock<Vec<Delivery>> = LazyLock::new(|| {
    let mut all = deliveries("written");
    all.retain(|one| (1..20_000).contains(&one.body.len()));
    all
});

fn any_kind() -> impl Strategy<Value = ForgeKind> {
    prop_oneof![
        Just(ForgeKind::Gitea),
        Just(ForgeKind::Forgejo),
        Just(ForgeKind::Github)
    ]
}

/// The value at some place of a JSON text replaced by another one.
fn replaced(value: &mut serde_json::Value, at: &mut usize, by: &serde_json::Value) {
    if *at == 0 {
        *value = by.clone();
    }
    *at = at.wrapping_sub(1);
    if let Some(items) = value.as_array_mut() {
        items.iter_mut().for_each(|one| replaced(one, at, by));
    } else if let Some(map) = value.as_object_mut() {
        map.values_mut().for_each(|one| replaced(one, at, by));
    }
}

proptest! {
    #[test]
    fn any_bytes_come_to_an_end(kind in any_kind(), event in "[a-z_]{0,30}", bytes in any::<Vec<u8>>()) {
        let _ = read(kind, &event, &bytes);
    }

    #[test]
    fn any_headers_come_to_an_end(headers in any::<Vec<(String, String)>>(), body in any::<Vec<u8>>()) {
        let headers = headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        if let Ok(envelope) = envelope(headers) {
            prop_assert!(envelope.open(&body, &[secret()]).is_err());
        }
    }

    #[test]
    fn a_field_of_any_type_is_no_more_than_missing(
        which in any::<prop::sample::Index>(),
        mut at in 1_usize..120,
        by in prop_oneof![
            Just("null"), Just("0"), Just("-1"), Just("\"\""), Just("\"x\""), Just("[]"), Just("{}"), Just("true"),
            Just("1e300"), Just("18446744073709551615"), Just("[null]"), Just("[{}, 3, [1]]")
        ],
    ) {
        let delivery = which.get(&SHORT);
        let envelope = delivery.envelope();
        if let Ok(mut value) = serde_json::from_slice(&delivery.body) {
            replaced(&mut value, &mut at, &serde_json::from_str(by).unwrap());
            let told = read(envelope.kind, &envelope.event, value.to_string().as_bytes());
            let is_fine = matches!(told, Ok(_) | Err(Unread::Lacks { .. }));
            prop_assert!(is_fine, "{}: {told:?}", delivery.name);
        }
    }

    #[test]
    fn cut_and_changed_bodies_come_to_an_end(
        which in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let delivery = which.get(&SHORT);
        let envelope = delivery.envelope();
        let mut body = delivery.body.clone();
        let at = at.index(body.len());
        body[at] = byte;
        let _ = read(envelope.kind, &envelope.event, &body);
        let _ = read(envelope.kind, &envelope.event, &body[..at]);
    }
}
