//! Ending runs that rest, taking back a run that was merged, and what is told of both.

use std::io::Read as _;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::agent::{call, done, shell, turn, write};
#[cfg(debug_assertions)]
use crate::crash::others;
use crate::crash::story::{self, PLAN, real};
use crate::support::{Said, World};

/// A run that a person ended: it is over, waits for nobody, counts for nothing, and what it made is kept.
fn is_over(world: &World, run: &str, said: &Said) {
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.out.contains(&format!("run {run} is stopped")),
        "{said:?}"
    );
    let status = story::status(world);
    assert_eq!(
        (&status["phase"], &status["stop"]),
        (&json!("stopped"), &json!("stopped"))
    );
    assert_eq!(status["ended"], true, "{status}");
    let table = world.run(&["status"]).out;
    assert!(
        table.contains("stopped") && !table.contains("blocked"),
        "{table}"
    );
    assert_eq!(world.run(&["inbox"]).out, "nothing waits for a person\n");
    assert_eq!(world.json(&["stats", "--json"])["settled"], 0);
    let worktrees = world.git(&["worktree", "list"]);
    assert_eq!(worktrees.lines().count(), 1, "{worktrees}");
    let again = world.run(&["resume", run]);
    assert_eq!(again.code, 2, "{again:?}");
    assert!(
        again.err.contains("has ended: stopped by a person"),
        "{again:?}"
    );
    let again = world.run(&["stop", run]);
    assert_eq!(again.code, 0, "{again:?}");
    assert!(again.out.contains("has ended before"), "{again:?}");
    story::ledger_holds_so_far(world, run);
}

#[test]
fn a_run_that_waits_for_an_answer_is_ended_and_its_work_is_kept() {
    let ask = turn(&[call("ask", json!({ "question": "Dashes or underscores?" }))]);
    let world = story::world_of(&[turn(&real()), ask], false, "");
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(&world);
    let said = world.run(&["stop", &run, "--reason", "not now"]);
    is_over(&world, &run, &said);
    assert!(said.out.contains("stays on `interlock/"), "{said:?}");
    let branches = world.git(&["branch", "--list", "interlock/*"]);
    assert!(branches.contains(&run), "{branches}");
    // What was not committed yet is kept by a ref.
    let refs = world.git(&["for-each-ref", "--format=%(refname)", "refs/interlock/"]);
    let kept = |name: &str| {
        world
            .git(&["ls-tree", "-r", "--name-only", name])
            .contains("src/slug.rs")
    };
    assert!(refs.lines().any(kept), "{refs}");
    let log = world.run(&["log", &run]).out;
    assert!(
        log.contains("ends the run") && log.contains("not now"),
        "{log}"
    );
}

#[test]
fn a_run_whose_model_is_refused_is_ended_without_any_model() {
    let refuses = json!({"replies": [{"fail": {"kind": "rejected", "times": 0}}]});
    let world = World::scripted(story::FILES, &refuses.to_string(), story::CHECKS);
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(&world);
    world.configure("project: {name: slugs}\n");
    let said = world.run(&["stop", &run]);
    is_over(&world, &run, &said);
}

/// Killed while a batch of lines is durable and nothing of it performed, at each of some lines: nothing goes on before it
/// ends, least of all a merge.
#[cfg(debug_assertions)]
#[test]
fn a_run_whose_process_is_gone_is_ended_wherever_it_was() {
    let world = story::world_of(&[turn(&real()), turn(&[done()])], false, "");
    let mut started = story::start(&world, &["run", PLAN], None);
    assert_eq!(started.halted(), Err(0), "{}", started.said());
    let lines = story::lines(&world, &story::name(&world));
    let allowed = |what: &'static str| {
        story::seq_of(&lines, |it| {
            let allowed = &it["decided"]["allowed"];
            !allowed["action"][what].is_null() || !allowed[what].is_null()
        })
    };
    for at in [allowed("call"), allowed("commit"), allowed("merge")] {
        let world = story::world_of(&[turn(&real()), turn(&[done()])], false, "");
        let before = world.git(&["rev-parse", "main"]);
        let mut started = story::start(&world, &["run", PLAN], Some(("INTERLOCK_HALT_AT", at)));
        assert_eq!(started.halted(), Ok(()), "{at}: {}", started.said());
        started.kill();
        let run = story::name(&world);
        let said = world.run(&["stop", &run]);
        is_over(&world, &run, &said);
        assert_eq!(world.git(&["rev-parse", "main"]), before, "{at}");
    }

    // The target was moved, and nobody wrote that down: it is merged, whatever is wanted now.
    let world = story::world_of(&[turn(&real()), turn(&[done()])], false, "");
    let halt = ("INTERLOCK_HALT_AFTER_ACTS_OF", allowed("merge"));
    let mut started = story::start(&world, &["run", PLAN], Some(halt));
    assert_eq!(started.halted(), Ok(()), "{}", started.said());
    started.kill();
    let run = story::name(&world);
    let said = world.run(&["stop", &run]);
    assert!(said.out.contains("was done already"), "{said:?}");
    assert_eq!(story::status(&world)["stop"], "done");
    assert_eq!(world.read("src/slug.rs").as_deref(), Some(story::REAL));
    story::ledger_holds(&world, &run);
}

#[cfg(debug_assertions)]
#[test]
fn a_run_that_is_driven_is_stopped_first_and_ended_by_the_next() {
    let world = others::lingering();
    let started = others::under_way(&world);
    let run = story::name(&world);
    let said = world.run(&["stop", &run]);
    assert!(said.out.contains("once more ends it"), "{said:?}");
    assert_eq!(started.wait(), 3);
    let status = story::status(&world);
    assert_eq!(
        (&status["stop"], &status["ended"]),
        (&json!("stopped"), &json!(false))
    );
    let said = world.run(&["stop", &run]);
    is_over(&world, &run, &said);
    story::nobody_left(&world);
}

#[test]
fn a_run_that_is_merged_goes_back_only_if_that_is_wanted_and_is_merged_once() {
    let world = story::world_of(&[turn(&real()), turn(&[done()])], true, "");
    assert_eq!(world.run(&["run", PLAN]).code, 0);
    let run = story::name(&world);
    let lines = story::lines(&world, &run);
    let worked = story::seq_of(&lines, |it| it["seen"].get("replied").is_some());
    let place = format!("{run}@{worked}");
    let merged = world.git(&["rev-parse", "main"]);

    let said = world.run(&["rewind", &place]);
    assert_eq!(said.code, 2, "{said:?}");
    for words in [
        "was merged since",
        merged[..10].trim(),
        "--force",
        "git revert",
    ] {
        assert!(said.err.contains(words), "{words}: {said:?}");
    }
    assert_eq!(
        story::lines(&world, &run).len(),
        lines.len(),
        "nothing was written"
    );

    assert_eq!(world.run(&["rewind", &place, "--force"]).code, 0);
    let said = world.run(&["resume", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.git(&["rev-parse", "main"]), merged, "no second merge");
    assert!(
        said.err.contains("has all of it already") || said.err.contains("done"),
        "{said:?}"
    );
    story::ledger_holds_so_far(&world, &run);
}

#[test]
fn the_inbox_of_all_repositories_says_which_one() {
    let ask = turn(&[call("ask", json!({ "question": "Dashes or underscores?" }))]);
    let world = story::world_of(&[ask], false, "");
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let other = world.path("other");
    std::fs::create_dir_all(&other).expect("a folder");
    let here = |args: &[&str]| world.finish(world.command(args).current_dir(&other));
    let init = std::process::Command::new("git")
        .args(["init", "--quiet"])
        .arg(&other)
        .status();
    assert!(init.expect("git starts").success());
    assert_eq!(here(&["inbox"]).out, "nothing waits for a person\n");
    let all = here(&["inbox", "--all"]);
    assert!(all.out.contains("Dashes or underscores?"), "{all:?}");
    assert!(all.out.contains("repo with spaces"), "{all:?}");
    let json: Value = serde_json::from_str(&here(&["inbox", "--all", "--json"]).out).expect("JSON");
    let repository = json["repository"].as_str().unwrap_or_default();
    assert!(repository.ends_with("repo with spaces"), "{json}");

    // The command that is shown answers from here, and the one that is shown at home needs no repository.
    let run = json["run"].as_str().expect("a run").to_owned();
    let question = json["question"].as_str().expect("a question");
    let command = format!("interlock -C '{repository}' answer {run} {question} \"...\"");
    assert_eq!(json["answer_with"], serde_json::json!([command]));
    assert!(all.out.contains(&format!("→ {command}\n")), "{all:?}");
    let at_home = format!("→ interlock answer {run} {question} \"...\"\n");
    for args in [&["inbox"][..], &["inbox", "--all"]] {
        assert!(world.run(args).out.contains(&at_home), "{args:?}");
    }
    let said = here(&[
        "-C",
        repository,
        "answer",
        &run,
        question,
        "dashes",
        "--no-resume",
    ]);
    assert_eq!(said.code, 0, "{said:?}");
}

#[test]
fn the_inbox_says_with_which_command_a_parked_run_goes_on() {
    let look = turn(&[call("read", json!({ "path": "check.sh" }))]);
    let world = story::world_of(&[look], true, "loop: {turns_max: 2}\n");
    assert_eq!(world.run(&["run", PLAN]).code, 5);
    let waits = world.json(&["--json", "inbox"]);
    let run = waits["run"].as_str().expect("a run");
    assert!(waits["park"].is_object(), "{waits}");
    let shown = waits["answer_with"][0].as_str().expect("a command");
    assert!(
        shown.starts_with(&format!("interlock resume {run}")),
        "{waits}"
    );
    assert!(world.run(&["inbox"]).out.contains(shown), "{waits}");
}

#[test]
fn a_reader_of_an_export_that_has_had_enough_is_no_error() {
    let world = story::world_of(&[turn(&real()), turn(&[done()])], false, "");
    assert_eq!(world.run(&["run", PLAN]).code, 0);
    let run = story::name(&world);
    let mut command = world.command(&["ledger", "export", &run]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("interlock starts");
    drop(child.stdout.take());
    let mut said = String::new();
    let mut err = child.stderr.take().expect("a pipe");
    err.read_to_string(&mut said).expect("words");
    let status = child.wait().expect("our child");
    assert_eq!((status.code(), said.as_str()), (Some(0), ""));
}

/// What a reply asks is asked at once, and carried out in its order once all of it is answered.
#[test]
fn the_questions_of_a_reply_are_asked_together() {
    let commands = [
        "cargo build --offline",
        "echo between > between.txt",
        "cargo test --offline",
    ];
    let calls = commands.map(shell);
    let replies = [
        turn(&calls),
        turn(&[write("notes.md", "notes\n")]),
        turn(&[done()]),
    ];
    let script = json!({ "after": "repeat", "replies": replies }).to_string();
    let world = World::scripted(&[], &script, "");
    let said = world.run(&["run", "--mode", "quick", "write notes.md"]);
    assert_eq!(said.code, 3, "{said:?}");
    let asked = said.out.matches("may it do this?").count();
    assert_eq!(asked, 2, "{said:?}");
    let status = world.json(&["status", "--json"]);
    let run = status["run"].as_str().expect("a run").to_owned();
    let inbox = world.run(&["inbox", "--json"]).out;
    let mut questions: Vec<String> = inbox
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .filter_map(|it| it["question"].as_str().map(str::to_owned))
        .collect();
    // In either order: the first call waits for its own answer.
    questions.reverse();
    assert_eq!(questions.len(), 2, "{inbox}");
    let codes = questions
        .iter()
        .map(|it| world.run(&["approve", &run, it]).code);
    assert_eq!(codes.collect::<Vec<_>>(), [3, 0]);
    let log = world.run(&["log", &run]).out;
    let places = [
        "shell cargo build --offline —",
        "shell echo between",
        "shell cargo test --offline —",
    ]
    .map(|it| log.rfind(it).unwrap_or_else(|| panic!("{it}: {log}")));
    assert!(places.is_sorted(), "{log}");
}
