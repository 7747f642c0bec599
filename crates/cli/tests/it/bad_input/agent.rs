//! Models that say nonsense, nothing, or the same for ever; tools that say too much; a worktree that is taken away.

use serde_json::{Value, json};

use super::{for_people, name};
use crate::support::World;

/// Runs a task with this script: its status, and how it stopped.
fn check(script: &Value, code: i32, stop: &str, words: &[&str]) {
    let world = World::scripted(&[("b.txt", "b\n")], &script.to_string(), "");
    let said = world.run(&["run", "do a thing"]);
    assert_eq!(said.code, code, "{script}: {said:?}");
    for_people(&said, words);
    let run = name(&world);
    let status = world.json(&["--json", "status"]);
    assert_eq!(
        status["stop"].as_str().unwrap_or("failed"),
        stop,
        "{script}"
    );
    if code == 3 {
        let next = format!("interlock resume {run}");
        assert!(said.out.contains(&next), "{said:?}");
        assert!(world.run(&["inbox"]).out.contains(&next), "{script}");
    }
    let said = world.run(&["ledger", "verify"]);
    assert_eq!(said.code, 0, "{said:?}");
    let said = world.run(&["ledger", "replay", &run]);
    assert_eq!(said.code, 0, "{said:?}");
}

/// The same reply again and again.
fn always(reply: &Value) -> Value {
    json!({"replies": [reply], "after": "repeat"})
}

fn call(tool: &str, args: &Value) -> Value {
    json!({"calls": [{"tool": tool, "args": args}]})
}

#[test]
fn a_model_that_makes_no_sense_is_stuck() {
    for (reply, words) in [
        (json!({"text": ""}), "Your reply was empty"),
        (json!({"text": " \n\t"}), "Your reply was empty"),
        (json!({"text": "and then I", "ended": "length"}), "cut off"),
        (
            call("frobnicate", &json!({})),
            "there is no tool `frobnicate`; the tools are: read",
        ),
        (call("", &json!({})), "there is no tool ``"),
        (
            call("write", &json!("{\"path\":")),
            "the arguments of `write` can't be read",
        ),
        (
            call("write", &json!("[]")),
            "the arguments of `write` can't be read",
        ),
        (
            call("write", &json!("null")),
            "the arguments of `write` can't be read",
        ),
        (
            call("write", &json!({"path": 3, "content": "x"})),
            "the arguments of `write` can't be read",
        ),
        (call("run", &json!({"argv": []})), "`argv` is empty"),
        (
            json!({"fail": {"kind": "nonsense", "times": 0}}),
            "could not be understood",
        ),
    ] {
        let all = [
            words,
            "3 replies in a row could not be understood",
            "--hint",
        ];
        check(&always(&reply), 3, "stuck", &all);
    }
}

#[test]
fn a_model_that_goes_in_circles_is_stuck() {
    let same = always(&call("read", &json!({"path": "b.txt"})));
    check(
        &same,
        3,
        "stuck",
        &[
            "the same action gave the same result 3 times",
            "handed over to people: the same action gave the same result 4 times in a",
            "(infinite_loop)",
        ],
    );
    let idle = always(&call("read", &json!({"path": "no{{step}}"})));
    check(
        &idle,
        3,
        "stuck",
        &["nothing durable has changed for 6 turns"],
    );
}

#[test]
fn a_model_that_does_nothing_has_failed() {
    let words = ["nothing was changed"];
    check(
        &json!({"replies": [call("done", &json!({"summary": "ok"}))]}),
        1,
        "failed",
        &words,
    );
}

/// Words without a call are for a person, as they were said.
#[test]
fn a_model_that_only_talks_is_asked_about() {
    for said in [
        "Which of the two files do you mean, b.txt or c.txt?",
        "It is done.",
        "I would begin with b.txt.\n\nThen I would look at the rest.",
    ] {
        let first = said.lines().next().unwrap_or_default();
        let goes_on = json!({"replies": [
            {"text": said},
            {"text": said},
            call("write", &json!({"path": "b.txt", "content": "more\n"})),
            call("done", &json!({"summary": "ok"})),
        ]});
        let world = World::scripted(&[("b.txt", "b\n")], &goes_on.to_string(), "");
        let parked = world.run(&["run", "do a thing"]);
        assert_eq!(parked.code, 3, "{parked:?}");
        let run = name(&world);
        let answer = format!("interlock answer {run}");
        for_people(&parked, &[first, &answer]);
        for_people(&world.run(&["inbox"]), &[first, &answer]);
        let question = crate::crash::story::question(&world, &run);
        let said = world.run(&["answer", &run, &question, "b.txt, please"]);
        assert_eq!(said.code, 0, "{said:?}");
        assert_eq!(world.read("b.txt").as_deref(), Some("more\n"));
    }
}

#[test]
fn a_provider_that_says_no_waits_for_a_person() {
    for (kind, words) in [
        ("rejected", "the provider rejects the request"),
        ("unauthorised", "the model's key is missing or refused"),
        ("quota", "the provider's quota is used up"),
    ] {
        let script = json!({"replies": [{"fail": {"kind": kind, "times": 0}}]});
        check(&script, 3, "blocked", &[words]);
    }
}

#[test]
fn hostile_words_do_not_reach_the_terminal() {
    let evil = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}gnp.exe\r";
    let script = json!({"replies": [
        {"text": evil, "calls": [{"tool": format!("x{evil}"), "args": {}}]},
        {"text": evil, "calls": [{"tool": "write", "args": {"path": format!("a{evil}"), "content": evil}}]},
        {"calls": [{"tool": "done", "args": {"summary": evil}}]},
    ]});
    let world = World::scripted(&[], &script.to_string(), "");
    let said = world.run(&["run", "do a thing"]);
    let run = name(&world);
    let mut all = vec![said];
    for args in [
        &["log", &run][..],
        &["log", "-v", &run],
        &["show", &run],
        &["status"],
        &["inbox"],
        &["show", &format!("{run}@18")],
    ] {
        all.push(world.run(args));
    }
    for said in all {
        let text = format!("{}{}", said.out, said.err);
        for bad in ['\u{1b}', '\u{7}', '\u{202e}', '\r'] {
            assert!(!text.contains(bad), "{bad:?} in {text:?}");
        }
    }
}

#[test]
fn a_megabyte_of_output_is_kept_and_only_its_ends_are_told() {
    use std::fmt::Write as _;
    let mut big = String::new();
    for line in 1..=170_000 {
        let _ = writeln!(big, "{line}");
    }
    assert!(big.len() > 1_000_000);
    let script = json!({"replies": [
        {"calls": [{"tool": "read", "args": {"path": "big.txt"}}, {"tool": "shell", "args": {"command": "cat big.txt"}}]},
        call("write", &json!({"path": "a.txt", "content": "small\n"})),
        call("done", &json!({"summary": "ok"})),
    ]});
    let world = World::scripted(&[("big.txt", &big)], &script.to_string(), "");
    let said = world.run(&["run", "do a thing"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.len() + said.err.len() < 20_000);
    let run = name(&world);
    let lines = world.run(&["ledger", "export", &run]).out;
    let longest = lines.lines().map(str::len).max().expect("lines");
    assert!(longest < 64 << 10, "{longest}");
    let finished = lines
        .lines()
        .map(|it| serde_json::from_str::<Value>(it).expect("JSON"))
        .filter(|it| it.to_string().contains("\"blob\":\""));
    let seqs: Vec<u64> = finished.filter_map(|it| it["seq"].as_u64()).collect();
    assert_eq!(seqs.len(), 2, "what was read, and what was said");
    for seq in seqs {
        let whole = world.run(&["show", &format!("{run}@{seq}")]).out;
        assert!(whole.contains("\n7499\n"), "{}", whole.len());
    }
}

#[test]
fn a_question_parks_though_more_is_to_be_done_after_it() {
    let script = json!({"replies": [
        {"calls": [
            {"tool": "run", "args": {"argv": ["sh", "build.sh"]}},
            {"tool": "write", "args": {"path": "a.txt", "content": "a\n"}},
        ]},
        call("done", &json!({"summary": "ok"})),
    ]});
    let world = World::scripted(&[("build.sh", "true\n")], &script.to_string(), "");
    let said = world.run(&["run", "do a thing"]);
    assert_eq!(said.code, 3, "{said:?}");
    for_people(&said, &["a person is asked", "interlock approve"]);
    let said = world.run(&["approve", &name(&world)]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.read("a.txt").as_deref(), Some("a\n"));
}

#[test]
fn a_worktree_that_was_taken_away_can_be_brought_back() {
    let script = json!({"replies": [
        call("write", &json!({"path": "a.txt", "content": "first\n"})),
        call("ask", &json!({"question": "which one?"})),
        call("write", &json!({"path": "c.txt", "content": "second\n"})),
        call("done", &json!({"summary": "ok"})),
    ]});
    let world = World::scripted(&[("b.txt", "b\n")], &script.to_string(), "");
    let said = world.run(&["run", "do a thing"]);
    assert_eq!(said.code, 3, "{said:?}");
    let run = name(&world);
    let question = world.json(&["--json", "inbox"])["question"]
        .as_str()
        .expect("a question")
        .to_owned();
    std::fs::remove_dir_all(world.path("state/worktrees").join(&run)).expect("removed");
    let answer = ["answer", &run, &question, "the second"];
    let said = world.run(&answer);
    super::refused_as(
        &said,
        &answer,
        2,
        &[
            "the worktree of run",
            "is gone",
            "nothing is lost",
            "git worktree add",
        ],
    );
    // What it says to do, as it says it.
    for line in said.err.lines().filter_map(|it| it.strip_prefix("  git ")) {
        let words = shell_words(line);
        world.git(&words.iter().map(String::as_str).collect::<Vec<_>>());
    }
    let said = world.run(&answer);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.read("a.txt").as_deref(), Some("first\n"));
    assert_eq!(world.read("c.txt").as_deref(), Some("second\n"));
}

/// The words of a command line with single quotes.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (nth, part) in line.split('\'').enumerate() {
        if nth % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn a_search_passes_over_secret_files() {
    let search = |pattern: &str| call("search", &json!({ "pattern": pattern }));
    let script = json!({"replies": [
        search("correct.horse"),
        search("nothing like it"),
        call("write", &json!({"path": "a.txt", "content": "a\n"})),
        call("done", &json!({"summary": "written"})),
    ]});
    let files = [
        ("b.txt", "not correct-horse\n"),
        (".env", "WORD=correct-horse\n"),
        ("conf/own.vault", "correct horse\n"),
    ];
    let world = World::scripted(
        &files,
        &script.to_string(),
        "guardrails:\n  secret_patterns: ['[.]vault$']\n",
    );
    let said = world.run(&["run", "do a thing"]);
    assert_eq!(said.code, 0, "{said:?}");
    let ledger = world.run(&["ledger", "export", &name(&world)]).out;
    assert!(ledger.contains("b.txt:1: not correct-horse"), "{ledger}");
    assert!(ledger.contains("[2 secret files not searched]"), "{ledger}");
    assert!(
        !ledger.contains("WORD=") && !ledger.contains("correct horse"),
        "{ledger}"
    );
    assert!(
        ledger.contains("no match in 1 files\\n[2 secret files"),
        "{ledger}"
    );
}
