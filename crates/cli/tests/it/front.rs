//! The ways in which a run stops, and what it takes to go on; each is taken to its end.

use serde_json::{Value, json};

use crate::agent::{call, done, shell, turn, write};
#[cfg(debug_assertions)]
use crate::crash::others;
use crate::crash::story::{self, PLAN, real};
use crate::support::{Said, World};

fn read(path: &str) -> Value {
    turn(&[call("read", json!({ "path": path }))])
}

/// A world whose agent begins like this and then does its work, once it was told `words`.
fn world_of(begin: &[Value], words: Option<&str>, more: &str) -> World {
    let mut replies = begin.to_vec();
    let mut work = turn(&real());
    if let Some(words) = words {
        work["when"] = words.into();
    }
    replies.extend([work, turn(&[done()])]);
    story::world_of(&replies, false, more)
}

/// Runs to the stop, goes on with `then` (RUN stands for the run), and expects the end.
fn check(world: &World, code: i32, stop: &str, then: &[&str]) -> Said {
    let stopped = world.run(&["run", PLAN]);
    assert_eq!(stopped.code, code, "{stopped:?}");
    let run = story::name(world);
    assert_eq!(story::status(world)["stop"], stop, "{stopped:?}");
    story::ledger_holds_so_far(world, &run);
    let then: Vec<&str> = then
        .iter()
        .map(|it| if *it == "RUN" { &run } else { *it })
        .collect();
    let said = world.run(&then);
    assert_eq!(said.code, 0, "{said:?}");
    ended(world, &run);
    stopped
}

fn ended(world: &World, run: &str) {
    assert_eq!(story::status(world)["stop"], "done");
    assert_eq!(world.read("src/slug.rs").as_deref(), Some(story::REAL));
    story::ledger_holds(world, run);
    story::nobody_left(world);
}

#[test]
fn a_stuck_run_goes_on_with_a_hint() {
    let world = world_of(&vec![read("src/lib.rs"); 4], Some("just write it"), "");
    let said = check(
        &world,
        3,
        "stuck",
        &["resume", "RUN", "--hint", "just write it"],
    );
    assert!(said.out.contains("infinite_loop"), "{said:?}");
}

#[test]
fn a_run_without_money_goes_on_with_a_new_segment() {
    let world = world_of(&[read("src/lib.rs")], None, "");
    let script = world.path("home/agent.json");
    let script = script.to_str().expect("a path in UTF-8");
    // At a dollar for a thousand tokens, each request costs a little less than one.
    world.configure(&format!(
        "models:\n  default: written\n  written:\n    provider: scripted\n    model: {script}\n  price:\n    \
         {script}:\n      input: 1000\n      output: 1000\nbudget:\n  total: 1.5\n{}",
        story::CHECKS
    ));
    check(
        &world,
        5,
        "budget-exhausted",
        &["resume", "RUN", "--budget", "5"],
    );
    let cost = story::status(&world)["cost"]["total"].as_u64();
    assert!(cost > Some(2_000_000), "{cost:?} for three requests");
}

#[test]
fn a_run_at_a_limit_goes_on_with_a_new_segment() {
    let world = world_of(
        &[read("src/lib.rs"), read("check.sh")],
        None,
        "loop:\n  turns_max: 2\n",
    );
    check(
        &world,
        5,
        "budget-exhausted",
        &["resume", "RUN", "--budget"],
    );
}

#[test]
fn a_question_waits_for_its_answer() {
    let ask = turn(&[call("ask", json!({ "question": "Dashes or underscores?" }))]);
    let world = world_of(&[ask], Some("dashes"), "");
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(&world);
    assert_eq!(story::status(&world)["stop"], "blocked");
    // A resume without the answer is no answer.
    assert_eq!(world.run(&["resume", &run]).code, 3);
    let said = world.run(&["inbox"]);
    assert!(said.out.contains("Dashes or underscores?"), "{said:?}");
    let question = story::question(&world, &run);
    assert_eq!(world.run(&["approve", &run, "a9999"]).code, 2);
    let said = world.run(&["answer", &run, &question, "dashes"]);
    assert_eq!(said.code, 0, "{said:?}");
    ended(&world, &run);
}

#[test]
fn what_a_person_denies_is_not_done() {
    let world = world_of(&[turn(&[shell("sh tool.sh one")])], Some("not now"), "");
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(&world);
    let question = story::question(&world, &run);
    let said = world.run(&["deny", &run, &question, "not now"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(story::trace(&world), ["check"]);
    ended(&world, &run);
}

#[test]
fn an_agent_that_is_refused_again_and_again_is_unsafe() {
    let pushes = [
        "git push origin HEAD:main",
        "git push --force origin HEAD:master",
        "git push origin :main",
        "git push --mirror origin",
    ];
    let pushes: Vec<Value> = pushes.iter().map(|it| turn(&[shell(it)])).collect();
    let world = world_of(&pushes, Some("leave main alone"), "");
    check(
        &world,
        4,
        "unsafe",
        &["resume", "RUN", "--hint", "leave main alone"],
    );
}

#[cfg(debug_assertions)]
#[test]
fn ctrl_c_keeps_everything_and_leaves_nothing_running() {
    let world = others::lingering();
    let started = others::under_way(&world);
    started.signal("INT");
    assert_eq!(started.wait(), 130);
    story::nobody_left(&world);
    let run = story::name(&world);
    story::ledger_holds_so_far(&world, &run);
    let said = world.run(&["resume", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    others::finished(&world, &run);
}

#[cfg(debug_assertions)]
#[test]
fn a_run_is_stopped_from_elsewhere() {
    let world = others::lingering();
    let started = others::under_way(&world);
    let run = story::name(&world);
    let said = world.run(&["stop", &run, "--reason", "wrong branch"]);
    assert!(
        said.code == 0 && said.out.contains("told to stop"),
        "{said:?}"
    );
    assert_eq!(started.wait(), 3);
    story::nobody_left(&world);
    let status = story::status(&world);
    assert_eq!(status["stop"], "stopped");
    assert_eq!(world.run(&["inbox"]).out, "nothing waits for a person\n");
    assert!(
        status["why"]
            .as_str()
            .is_some_and(|it| it.contains("wrong branch")),
        "{status}"
    );
    let said = world.run(&["resume", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    others::finished(&world, &run);
}

/// The seq of the first line with an act of this kind that the harness itself decided on.
fn act(lines: &[Value], kind: &str) -> u64 {
    story::seq_of(lines, |it| {
        !it["decided"]["allowed"]["action"][kind].is_null()
    })
}

/// Takes a run back to a line and goes on; it ends with the same tree, and the ledger holds.
fn rewound(world: &World, run: &str, to: u64) {
    let said = world.run(&["rewind", "--force", &format!("{run}@{to}")]);
    assert_eq!(said.code, 0, "{said:?}");
    story::ledger_holds_so_far(world, run);
    let said = story::to_the_end(world, run);
    assert_eq!(
        story::status(world)["stop"],
        "done",
        "back at {to}: {said:?}"
    );
    let lines = story::lines(world, run);
    let back = lines
        .iter()
        .rposition(|it| !it["event"]["seen"]["rewound"].is_null())
        .expect("the rewind");
    let first = lines[back..]
        .iter()
        .find_map(|it| it["event"]["decided"]["allowed"]["action"].as_object())
        .and_then(|it| it.keys().next().cloned());
    assert!(
        matches!(first.as_deref(), Some("restore" | "prepare")),
        "back at {to}, the first act is {first:?}"
    );
    assert_eq!(world.read("src/slug.rs").as_deref(), Some(story::REAL));
    assert_eq!(
        world.git(&["for-each-ref", "--format=%(refname)", "refs/heads"]),
        "refs/heads/main\n"
    );
    assert_eq!(world.git(&["status", "--short"]), "");
    story::ledger_holds_so_far(world, run);
    story::nobody_left(world);
}

/// A run of the story that has ended: its name and its lines.
fn told(world: &World) -> (String, Vec<Value>) {
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(world);
    assert_eq!(world.run(&["approve", &run]).code, 0);
    let lines = story::lines(world, &run);
    (run, lines)
}

#[test]
fn a_parked_run_is_taken_back_to_any_act() {
    let world = story::world();
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(&world);
    let lines = story::lines(&world, &run);
    let before = lines.len() as u64;
    // Before the worktree was made; twice, so that it is in the way of the one that is made now.
    let to = act(&lines, "prepare");
    assert_eq!(world.run(&["rewind", &format!("{run}@{to}")]).code, 0);
    assert_eq!(world.run(&["resume", &run]).code, 3);
    rewound(&world, &run, to);
    let lines = story::lines(&world, &run);
    assert!(
        lines.len() as u64 > before,
        "nothing is taken out of the ledger"
    );
    assert_eq!(
        story::trace(&world).first().map(String::as_str),
        Some("tool one")
    );
}

#[test]
fn worktree_and_branches_follow_a_rewind() {
    // The commit, the run branch, the candidate, a write of the correction: each in a world of its own.
    for kind in ["commit", "integrate", "candidate", "check"] {
        let world = story::world();
        let (run, lines) = told(&world);
        rewound(&world, &run, act(&lines, kind));
    }
    let world = story::world();
    let (run, lines) = told(&world);
    let correcting = story::seq_of(&lines, |it| !it["decided"]["correcting"].is_null());
    rewound(&world, &run, correcting);
}

#[test]
fn there_is_no_way_back_to_a_line_that_is_not_there() {
    let world = story::world();
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(&world);
    let before = story::lines(&world, &run);
    for line in ["0", "99999", "x"] {
        let said = world.run(&["rewind", &format!("{run}@{line}")]);
        assert_eq!(said.code, 2, "{said:?}");
    }
    assert_eq!(world.run(&["rewind", &run]).code, 2);
    assert_eq!(story::lines(&world, &run), before);
    // The first line alone is half a step: it goes on from the end of that, and says so.
    let said = world.json(&["--json", "rewind", &format!("{run}@1")]);
    let stands = said["line"].as_u64().expect("a line");
    assert!(said["asked"] == 1 && stands > 1, "{said}");
    let next = &before[usize::try_from(stands).expect("a small number")];
    assert!(!next["event"]["seen"].is_null(), "a step begins: {next}");
    let said = world.run(&["rewind", &format!("{run}@1")]);
    let words = format!("is back at line {stands}, the end of the step that line 1 belongs to;");
    assert!(said.out.contains(&words), "{said:?}");
    let said = world.run(&["rewind", &format!("{run}@{stands}")]);
    let words = format!("is back at line {stands}; ");
    assert!(said.out.contains(&words), "{said:?}");
    rewound(&world, &run, 1);
}

#[test]
fn a_run_goes_on_though_nobody_reads_what_it_says() {
    let world = story::world_of(&[turn(&real()), turn(&[done()])], false, "");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = world.command(&["run", PLAN]);
    let out = writer.try_clone().expect("a pipe");
    let status = command.stderr(writer).stdout(out).status();
    assert_eq!(status.expect("interlock starts").code(), Some(0));
    assert_eq!(story::status(&world)["stop"], "done");
    // Nor does an error need a reader.
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let status = world.command(&["log", "nope"]).stderr(writer).status();
    assert_eq!(status.expect("interlock starts").code(), Some(2));
}

#[test]
fn a_changed_byte_is_found() {
    // So much that the lines are moved from the log of the database into the database itself.
    let large = |at: u32| {
        let line = format!("// line of file {at}\n");
        turn(&[write("src/slug.rs", &line.repeat(12_000))])
    };
    let world = world_of(
        &(0..8).map(large).collect::<Vec<_>>(),
        None,
        "context:\n  max_tokens: 10000000\n",
    );
    let said = world.run(&["run", PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.run(&["ledger", "verify"]).code, 0);
    let path = world.path("state/ledger.db");
    let mut bytes = std::fs::read(&path).expect("the database");
    let known = b"all tasks are in the run branch";
    let at = bytes
        .windows(known.len())
        .position(|it| it == known)
        .expect("a line in the database");
    bytes[at] ^= 1;
    std::fs::write(&path, bytes).expect("a changed file");
    let said = world.run(&["ledger", "verify"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.out.contains("DAMAGED"), "{said:?}");
    let run = story::name(&world);
    assert_ne!(world.run(&["ledger", "replay", &run]).code, 0);
}
