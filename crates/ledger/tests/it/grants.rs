//! Grants: how long they stand, how often they serve, and what they cover.

use ledger::authorisation::{Authorisation, Binding, Terms};
use ledger::ids::{GrantId, Hash, RunId};

fn grant(terms: Terms) -> Authorisation {
    Authorisation {
        grant: GrantId(1),
        run: RunId::new("r1").unwrap(),
        finding: "secrets/secret-file".into(),
        proposal: Hash::of(b"x"),
        resource: None,
        network: None,
        what: String::new(),
        by: "ada".into(),
        given_ms: 0,
        expires_ms: terms.expires_ms,
        uses: terms.uses,
        revoked: false,
        bound: None,
    }
}

#[test]
fn a_plain_yes_serves_once_within_the_hour() {
    let hour = 60 * 60 * 1_000;
    let mut yes = grant(Terms::once(1_000));
    assert!(yes.stands(1_000) && yes.stands(1_000 + hour - 1));
    assert!(!yes.stands(1_000 + hour));
    yes.spend();
    assert!(!yes.stands(1_000));
    yes.spend();
    assert_eq!(yes.uses, 0);
    // A clock at its end makes no grant that has expired before it was given.
    assert_eq!(Terms::once(u64::MAX).expires_ms, Terms::NEVER);
}

#[test]
fn a_yes_for_the_run_is_not_used_up_and_can_be_taken_back() {
    let mut yes = grant(Terms::RUN);
    for _ in 0..3 {
        yes.spend();
    }
    assert!(yes.stands(u64::MAX - 1));
    yes.revoked = true;
    assert!(!yes.stands(0));
    let mut twice = grant(Terms {
        uses: 2,
        ..Terms::RUN
    });
    twice.spend();
    assert!(twice.stands(0));
    twice.spend();
    assert!(!twice.stands(0));
}

#[test]
fn a_grant_covers_what_was_shown_and_nothing_that_has_changed() {
    let file = |name: &str, content: &str| (name.to_owned(), Some(Hash::of(content.as_bytes())));
    let shown = Binding {
        directory: Some("/wt".into()),
        environment: None,
        scripts: vec![file("Makefile", "all:")],
        files: vec![file("a", "1")],
    };
    let with = |change: fn(&mut Binding)| {
        let mut now = shown.clone();
        change(&mut now);
        now
    };
    assert!(shown.covers(&shown));
    for (what, now) in [
        (
            "another directory",
            with(|it| it.directory = Some("/other".into())),
        ),
        (
            "another environment",
            with(|it| it.environment = Some(Hash::of(b"x"))),
        ),
        ("a script is gone", with(|it| it.scripts.clear())),
        ("a script can't be read", with(|it| it.scripts[0].1 = None)),
        (
            "a script has changed",
            with(|it| it.scripts[0].1 = Some(Hash::of(b"all: x"))),
        ),
        (
            "a file has changed",
            with(|it| it.files[0].1 = Some(Hash::of(b"2"))),
        ),
        ("a file is gone", with(|it| it.files.clear())),
    ] {
        assert!(!shown.covers(&now), "{what}");
    }
    // For more than one use, files may change, scripts not.
    let lasting = shown.clone().lasting();
    assert!(lasting.covers(&with(|it| it.files[0].1 = None)));
    assert!(!lasting.covers(&with(|it| it.scripts.clear())));
}

#[test]
fn what_nobody_read_is_no_grant_for_long() {
    let known = ("Makefile".to_owned(), Some(Hash::of(b"all:")));
    let unread = ("x.sh".to_owned(), None);
    let of = |scripts: &[&(String, Option<Hash>)]| Binding {
        scripts: scripts.iter().map(|it| (*it).clone()).collect(),
        files: vec![unread.clone()],
        ..Binding::default()
    };
    assert_eq!(of(&[]).loose(), None);
    assert_eq!(of(&[&known]).loose(), None);
    assert_eq!(of(&[&known, &unread]).loose(), Some("x.sh"));
}
