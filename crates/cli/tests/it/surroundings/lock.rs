//! Somebody holds the ledger and does not let go of it.

use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::agent::{call, done, shell, turn};
use crate::crash::story::{self, PLAN, real};
use crate::support::{Said, World};

/// How long anything may take that waits for the ledger, with much to spare: it waits five seconds.
const BOUND: Duration = Duration::from_secs(60);

/// Holds the ledger until dropped, like a program that hangs in the middle of a write.
fn held(world: &World) -> Connection {
    let conn = Connection::open(world.path("state/ledger.db")).expect("the ledger");
    conn.execute_batch("PRAGMA wal_autocheckpoint = 0; BEGIN EXCLUSIVE")
        .expect("nobody else holds it");
    conn
}

fn in_time(act: impl FnOnce() -> Said) -> Said {
    let start = Instant::now();
    let said = act();
    assert!(start.elapsed() < BOUND, "{said:?}");
    said
}

#[test]
fn a_ledger_that_is_held_can_be_read_and_not_written() {
    let world = story::world();
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(&world);
    let before = story::lines(&world, &run);
    let held = held(&world);
    for args in [&["status"][..], &["log", &run], &["show", &run], &["inbox"]] {
        let said = world.run(args);
        assert_eq!(said.code, 0, "{said:?}");
    }
    let rewind = format!("{run}@5");
    for args in [
        &["run", PLAN][..],
        &["approve", &run],
        &["rewind", &rewind],
        &["ledger", "verify"],
    ] {
        let said = in_time(|| world.run(args));
        assert_eq!(said.code, 2, "{args:?}: {said:?}");
        let words = "the ledger is locked by another process";
        assert!(said.err.contains(words), "{args:?}: {said:?}");
        assert!(
            said.err.contains("help: end the process that holds"),
            "{args:?}: {said:?}"
        );
    }
    drop(held);
    assert_eq!(story::lines(&world, &run), before);
    story::to_the_end(&world, &run);
    story::ledger_holds(&world, &run);
    story::nobody_left(&world);
}

/// A run in whose middle the ledger is taken away: its command waits for us, then for nothing.
#[test]
fn a_run_whose_ledger_is_taken_ends_and_goes_on_later() {
    let rule = "guardrails:\n  rules:\n    - name: wait\n      pattern: 'sh wait\\.sh'\n      action: allow\n      \
                applies_to: [shell]\n";
    let looks = call("read", serde_json::json!({ "path": "check.sh" }));
    let replies = [
        turn(&[shell("sh wait.sh")]),
        turn(&[looks]),
        turn(&real()),
        turn(&[done()]),
    ];
    let world = story::world_of(&replies, false, rule);
    world.write(
        "wait.sh",
        "echo waits >> \"$HOME/trace\"\nwhile ! test -e \"$HOME/go\"; do sleep 0.05; done\n",
    );
    world.git(&["add", "--all"]);
    world.git(&["commit", "--quiet", "-m", "a command that waits"]);
    let mut started = story::start(&world, &["run", PLAN], None);
    story::until("the command is under way", || {
        if let Some(status) = started.child.try_wait().expect("our child") {
            panic!("it ended with {status}: {}", started.said());
        }
        story::trace(&world)
            .contains(&"waits".to_owned())
            .then_some(())
    });
    let held = held(&world);
    std::fs::write(world.path("home/go"), "").expect("a file");
    assert_eq!(started.wait(), 130);
    let said = std::fs::read_to_string(world.path("out")).expect("what it said");
    assert!(
        said.contains("the ledger is locked by another process"),
        "{said}"
    );
    assert!(said.contains("`interlock resume` goes on"), "{said}");
    drop(held);
    let run = story::name(&world);
    assert_eq!(story::status(&world)["interrupted"], true);
    let said = world.run(&["resume", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.read("src/slug.rs").as_deref(), Some(story::REAL));
    story::ledger_holds(&world, &run);
    story::nobody_left(&world);
}
