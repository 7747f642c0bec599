//! Other policies over the runs of these tests: a stricter rule shows exactly the actions that it would have stopped.

use std::collections::BTreeSet;

use ledger::wire::v1::{self, Line};
use ledger::{event::Event, event::Seen, facts::Fact, facts::Question, ids::Hash};
use serde_json::Value;

use crate::agent::{call, done, shell, turn, write};
use crate::crash::story::{self, CHECKS, PLAN, real};
use crate::support::{Said, World};

/// A world with a finished run: a stub, a command that asks and is approved, gaps, a correction.
fn finished() -> (World, String) {
    let world = story::world();
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(&world);
    story::to_the_end(&world, &run);
    (world, run)
}

/// What `gate backtest` says as JSON, and how it ends.
fn backtest(world: &World, code: i32, more: &[&str]) -> Value {
    let args = [&["gate", "backtest", "--json"], more].concat();
    let said = world.run(&args);
    assert_eq!(said.code, code, "{said:?}");
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {said:?}"))
}

fn counts(told: &Value) -> [u64; 4] {
    ["same", "stricter", "looser", "unknown"]
        .map(|it| told["counts"][it].as_u64().expect("a number"))
}

/// A policy file with one rule.
fn policy(world: &World, action: &str, test: &str) -> String {
    let path = world.path("home/tried.yml");
    let text = format!("rules:\n  - name: tried\n    action: {action}\n    {test}\n");
    std::fs::write(&path, text).expect("a policy file");
    path.to_str().expect("UTF-8").to_owned()
}

/// Tool and arguments of every call of a run that was judged, with the number of the last line that proposed it.
fn proposed(world: &World, run: &str) -> Vec<(u64, String)> {
    let mut calls: Vec<(String, String)> = Vec::new();
    let mut found: Vec<(u64, String, String)> = Vec::new();
    for line in story::lines(world, run) {
        let seen = &line["event"]["seen"];
        for it in seen["replied"]["reply"]["calls"]
            .as_array()
            .into_iter()
            .flatten()
        {
            let text = |name: &str| it[name].as_str().expect("a text").to_owned();
            calls.push((text("id"), format!("{} {}", text("tool"), text("args"))));
        }
        if let Some(id) = seen["proposed"]["call"].as_str() {
            let (_, words) = calls.iter().rfind(|it| it.0 == id).expect("its reply");
            let seq = line["seq"].as_u64().expect("a number");
            // An action that waited for a person is proposed again.
            found.retain(|it| it.1 != id || it.2 != *words);
            found.push((seq, id.to_owned(), words.clone()));
        }
    }
    found.into_iter().map(|it| (it.0, it.2)).collect()
}

/// Lines that decide on a command that is to be run as evidence.
fn checks(world: &World, run: &str) -> BTreeSet<u64> {
    let lines = story::lines(world, run);
    let checks = lines
        .iter()
        .filter(|it| it["event"]["decided"]["gated"]["checkpoint"] == "pre-verify-command");
    checks
        .map(|it| it["seq"].as_u64().expect("a number"))
        .collect()
}

fn seqs(told: &Value, list: &str) -> BTreeSet<u64> {
    let rows = told[list].as_array().expect("a list");
    let seqs: BTreeSet<u64> = rows
        .iter()
        .map(|it| it["seq"].as_u64().expect("a number"))
        .collect();
    assert_eq!(seqs.len(), rows.len(), "one row an action: {told}");
    seqs
}

#[test]
fn unchanged_policies_change_nothing() {
    let (world, run) = finished();
    let actions = (proposed(&world, &run).len() + checks(&world, &run).len()) as u64;
    assert!(actions >= 10, "{actions}");
    let told = backtest(&world, 0, &[]);
    assert_eq!(counts(&told), [actions, 0, 0, 0], "{told}");
    let said = world.run(&["gate", "backtest"]);
    let words =
        format!("1 run, {actions} actions: {actions} same, 0 stricter, 0 looser, 0 unknown\n");
    assert_eq!((said.code, said.out, said.err), (0, words, String::new()));
    // The disk has changed since, and is not looked at.
    std::fs::remove_dir_all(world.repository().join("src")).expect("files that go");
    let told = backtest(&world, 0, &["--run", &run]);
    assert_eq!(counts(&told), [actions, 0, 0, 0], "{told}");
}

#[test]
fn a_stricter_rule_shows_exactly_what_it_would_have_stopped() {
    let (world, run) = finished();
    let all = proposed(&world, &run);
    let actions = all.len() + checks(&world, &run).len();
    let named = |what: &str| -> BTreeSet<u64> {
        let named = all.iter().filter(|it| it.1.contains(what));
        named.map(|it| it.0).collect()
    };
    // A command that a person approved: one action, although two lines propose it.
    let file = policy(&world, "deny", "when: command.contains('tool.sh')");
    let told = backtest(&world, 1, &["--policies", &file]);
    assert_eq!(counts(&told), [actions as u64 - 1, 1, 0, 0], "{told}");
    assert_eq!(seqs(&told, "changed"), named("tool.sh"));
    let row = &told["changed"][0];
    assert_eq!(
        (&row["then"], &row["now"], &row["change"]),
        (&"ask".into(), &"deny".into(), &"stricter".into())
    );
    assert_eq!(
        (&row["by"][0]["policy"], &row["by"][0]["id"]),
        (&"rules".into(), &"rule-tried".into())
    );
    assert_eq!(row["run"], run.as_str());
    // Every write of one file, and no other.
    let file = policy(
        &world,
        "ask",
        "when: tool == 'write' && paths.exists(it, it == 'src/slug.rs')",
    );
    let told = backtest(&world, 1, &["--policies", &file]);
    let writes = named("src/slug.rs");
    assert!(writes.len() >= 3, "{all:?}");
    assert_eq!(seqs(&told, "changed"), writes, "{told}");
    // The same from a configuration, in words.
    let config = world.path("home/candidate.yml");
    let text = "guardrails:\n  rules:\n    - name: no tools\n      pattern: 'tool\\.sh'\n      action: deny\n      message: none here\n";
    std::fs::write(&config, text).expect("a configuration");
    let said = world.run(&[
        "--config",
        config.to_str().expect("UTF-8"),
        "gate",
        "backtest",
    ]);
    assert_eq!(said.code, 1, "{said:?}");
    let seq = named("tool.sh").into_iter().next().expect("a line");
    let begins = format!("{run}@{seq}  ask → deny  shell ");
    assert!(said.out.starts_with(&begins), "{said:?}");
    assert!(
        said.out.contains("    by rules/rule-no-tools: none here\n"),
        "{said:?}"
    );
    assert!(
        said.out.contains(" 1 stricter, 0 looser, 0 unknown\n"),
        "{said:?}"
    );
    // What is not listed is counted.
    let file = policy(&world, "deny", "pattern: '.'");
    let told = backtest(&world, 1, &["--policies", &file, "--limit", "2"]);
    assert_eq!(counts(&told), [0, actions as u64, 0, 0], "{told}");
    assert_eq!(
        (seqs(&told, "changed").len(), &told["left_out"]),
        (2, &(actions - 2).into())
    );
    // A command that the harness runs as evidence.
    let file = policy(&world, "deny", "when: command == 'sh check.sh'");
    let told = backtest(&world, 1, &["--policies", &file]);
    assert_eq!(seqs(&told, "changed"), checks(&world, &run), "{told}");
    assert_eq!(told["changed"][0]["action"], "verify sh check.sh");
}

#[test]
fn a_looser_rule_shows_what_it_would_have_let_through() {
    let (world, run) = finished();
    let file = policy(&world, "allow", "pattern: 'sh tool\\.sh'");
    let told = backtest(&world, 1, &["--policies", &file]);
    let actions = proposed(&world, &run).len() + checks(&world, &run).len();
    assert_eq!(counts(&told), [actions as u64 - 1, 0, 1, 0], "{told}");
    let row = &told["changed"][0];
    assert_eq!(
        (&row["then"], &row["now"], &row["change"]),
        (&"ask".into(), &"allow".into(), &"looser".into())
    );
    assert!(row["gone"][0]["policy"].is_string(), "{row}");
}

#[test]
fn what_a_rewind_took_back_counts_where_it_stood() {
    let shell = turn(&[shell("sh tool.sh one")]);
    let read = turn(&[call("read", serde_json::json!({ "path": "src/lib.rs" }))]);
    let replies = [read, shell, turn(&real()), turn(&[done()])];
    let world = story::world_of(&replies, false, "");
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(&world);
    let lines = story::lines(&world, &run);
    let replied = story::seq_of(&lines, |it| it["seen"]["replied"].is_object());
    let said = world.run(&["rewind", &format!("{run}@{}", replied - 1)]);
    assert_eq!(said.code, 0, "{said:?}");
    let _stopped = world.run(&["resume", &run, "--hint", "again"]);
    story::to_the_end(&world, &run);
    let told = backtest(&world, 0, &[]);
    assert_eq!(told["counts"]["unknown"], 0, "{told}");
    let file = policy(&world, "deny", "pattern: '^read '");
    let told = backtest(&world, 1, &["--policies", &file]);
    let lines = story::lines(&world, &run);
    let rewound = story::seq_of(&lines, |it| it["seen"]["rewound"].is_object());
    // It was read before the rewind and after it: the script begins anew.
    let rows = seqs(&told, "changed");
    assert_eq!(rows.len(), 2, "{told}");
    assert!(
        rows.first() < Some(&rewound) && rows.last() > Some(&rewound),
        "{told}"
    );
}

/// Rewrites the lines of a run, as an older program would have written them: the chain holds.
fn rewrite(world: &World, run: &str, change: impl Fn(&mut Line)) {
    let db = rusqlite::Connection::open(world.path("state/ledger.db")).expect("the ledger");
    let mut rows = db
        .prepare("SELECT key, bytes FROM lines WHERE key >> 40 = (SELECT no FROM runs WHERE id = ?1) ORDER BY key")
        .expect("a query");
    let rows: Vec<(i64, Vec<u8>)> = rows
        .query_map([run], |row| Ok((row.get(0)?, row.get(1)?)))
        .expect("rows")
        .collect::<Result<_, _>>()
        .expect("lines");
    let mut before = Hash::default();
    for (key, bytes) in rows {
        let mut line = v1::decode(&bytes).expect("a line");
        change(&mut line);
        let bytes = v1::encode(&line).expect("bytes");
        before = v1::chain(&before, &bytes);
        db.execute(
            "UPDATE lines SET bytes = ?2, hash = ?3 WHERE key = ?1",
            rusqlite::params![key, bytes, before.0],
        )
        .expect("a line that changes");
    }
    db.execute(
        "UPDATE runs SET hash = ?2 WHERE id = ?1",
        rusqlite::params![run, before.0],
    )
    .expect("a head");
    std::fs::remove_dir_all(world.path("state/heads")).expect("the witness of the last lines");
}

#[test]
fn a_fact_that_was_not_recorded_is_unknown() {
    let (world, run) = finished();
    let all = proposed(&world, &run);
    rewrite(&world, &run, |line| {
        if let Event::Seen(Seen::Proposed { facts, .. }) = &mut line.event {
            let slug = Question::Path("src/slug.rs".to_owned());
            facts.retain(|it: &Fact| it.question() != slug);
        }
    });
    let writes: BTreeSet<u64> = all
        .iter()
        .filter(|it| it.1.contains("src/slug.rs"))
        .map(|it| it.0)
        .collect();
    let told = backtest(&world, 1, &[]);
    let unknown = writes.len() as u64;
    let actions = (all.len() + checks(&world, &run).len()) as u64;
    assert_eq!(counts(&told), [actions - unknown, 0, 0, unknown], "{told}");
    assert_eq!(seqs(&told, "unknown"), writes);
    assert_eq!(
        told["unknown"][0]["missing"][0],
        "what stands at `src/slug.rs`"
    );
    assert_eq!(told["changed"], serde_json::json!([]));
    let said = world.run(&["gate", "backtest"]);
    assert!(
        said.out.contains("allow → unknown  write src/slug.rs"),
        "{said:?}"
    );
    assert!(
        said.out
            .contains("    not recorded: what stands at `src/slug.rs`\n"),
        "{said:?}"
    );
    // What is denied whatever stands there is known.
    let file = policy(&world, "deny", "pattern: '^write src/slug'");
    let told = backtest(&world, 1, &["--policies", &file]);
    assert_eq!(counts(&told)[1..], [unknown, 0, 0], "{told}");
}

/// Nothing of ours shows.
fn clear(said: &Said, words: &[&str]) {
    for word in words {
        assert!(said.err.contains(word), "no `{word}`: {said:?}");
    }
    let all = format!("{}{}", said.out, said.err);
    assert!(
        !all.contains("panicked") && !all.contains("Error {"),
        "{said:?}"
    );
}

#[test]
fn a_damaged_run_is_told_and_the_others_count() {
    let (world, run) = finished();
    let again = world.run(&["run", "something else"]);
    assert_ne!(again.code, 2, "{again:?}");
    let told = backtest(&world, 0, &[]);
    assert_eq!(told["runs"], 2, "{told}");
    let db = rusqlite::Connection::open(world.path("state/ledger.db")).expect("the ledger");
    let break_line =
        "UPDATE lines SET bytes = CAST(replace(CAST(bytes AS TEXT), 'slug', 'plug') AS BLOB)
        WHERE key = (SELECT no << 40 FROM runs WHERE id = ?1) + 7";
    assert_eq!(
        db.execute(break_line, [&run]).expect("a line that changes"),
        1
    );
    let foreign =
        "UPDATE lines SET bytes = ?2 WHERE key = (SELECT no << 40 FROM runs WHERE id = ?1) + 9";
    let row = b"{\"v\":9,\"somebody\":\"else\"}".to_vec();
    db.execute(foreign, rusqlite::params![run, row])
        .expect("a line that changes");
    drop(db);
    let said = world.run(&["gate", "backtest"]);
    assert_eq!(said.code, 2, "{said:?}");
    clear(
        &said,
        &[&run, "line ", &format!("interlock ledger verify {run}")],
    );
    assert!(said.out.starts_with("1 run, "), "{said:?}");
    let told = backtest(&world, 2, &["--run", &run]);
    assert_eq!(
        (&told["runs"], &told["unreadable"][0]["run"]),
        (&0.into(), &run.as_str().into())
    );
}

#[test]
fn what_is_asked_for_wrongly_is_said() {
    let world = World::scripted(story::FILES, &story::script(), CHECKS);
    let said = world.run(&["gate", "backtest"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("nothing to decide again"), "{said:?}");
    let bad = policy(&world, "deny", "when: nothing ==");
    for (args, words) in [
        (
            &["--run", "nosuch"][..],
            &["nosuch", "interlock status"][..],
        ),
        (&["--since", "whenever"], &["whenever", "2026-11-01"]),
        (&["--policies", "nosuch.yml"], &["nosuch.yml"]),
        (&["--policies", &bad], &["tried.yml"]),
    ] {
        let said = world.run(&[&["gate", "backtest"], args].concat());
        assert_eq!(said.code, 2, "{said:?}");
        clear(&said, words);
    }
}

#[test]
fn runs_are_chosen_by_when_they_were_opened() {
    let script =
        serde_json::json!({ "replies": [turn(&[write("a.txt", "a\n")]), turn(&[done()])] });
    let world = World::scripted(&[], &script.to_string(), "");
    let said = world.run(&["run", "write it"]);
    assert_eq!(said.code, 0, "{said:?}");
    for (since, runs) in [
        ("1d", 1),
        ("2020-01-01", 1),
        ("2020-01-01T08:00:00Z", 1),
        ("2999-01-01", 0),
    ] {
        let told = backtest(&world, 0, &["--since", since]);
        assert_eq!(told["runs"], runs, "{since}: {told}");
    }
}
