//! What a person may bring when a run goes on, and what a run keeps.

use serde_json::json;

use crate::agent::{done, turn, write};
use crate::crash::story::{self, PLAN, real};
use crate::support::World;

/// A world with two written models: the one refuses every request, the other does the work.
fn two_models() -> World {
    let refuses = json!({"replies": [{"fail": {"kind": "rejected", "times": 0}}]});
    let world = World::scripted(story::FILES, &refuses.to_string(), "");
    let works = json!({"replies": [turn(&real()), turn(&[done()])]});
    std::fs::write(world.path("home/works.json"), works.to_string()).expect("a script");
    configure(&world, "refuses");
    world
}

fn configure(world: &World, default: &str) {
    let script = |name: &str| {
        world
            .path(&format!("home/{name}.json"))
            .display()
            .to_string()
    };
    world.configure(&format!(
        "models:\n  default: {default}\n  refuses: {{provider: scripted, model: '{}'}}\n  \
         works: {{provider: scripted, model: '{}'}}\n{}",
        script("agent"),
        script("works"),
        story::CHECKS
    ));
}

fn executor(world: &World, run: &str) -> Vec<String> {
    let lines = story::lines(world, run);
    let set = lines.iter().filter_map(|line| {
        let models = &line["event"]["seen"]["told"]["body"]["settings"]["models"];
        models["executor"].as_str().map(str::to_owned)
    });
    set.collect()
}

#[test]
fn another_model_goes_on_and_stays() {
    let world = two_models();
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(&world);
    // It keeps its own model, whatever is the default by now.
    configure(&world, "works");
    assert_eq!(world.run(&["resume", &run]).code, 3);
    assert!(executor(&world, &run).is_empty(), "nothing was set");
    let said = world.run(&["resume", &run, "--model", "works"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("sets the model `works`"), "{said:?}");
    assert_eq!(executor(&world, &run), ["works"]);
    assert_eq!(world.read("src/slug.rs").as_deref(), Some(story::REAL));
    story::ledger_holds(&world, &run);
}

#[test]
fn a_model_that_is_not_there_is_an_error_that_names_those_that_are() {
    let world = two_models();
    assert_eq!(world.run(&["run", PLAN]).code, 3);
    let run = story::name(&world);
    for args in [
        vec!["resume", &run, "--model", "wroks"],
        vec!["run", "--model", "wroks", PLAN],
    ] {
        let said = world.run(&args);
        assert_eq!(said.code, 2, "{said:?}");
        for words in ["`wroks`", "did you mean `works`?", "`refuses`, `works`"] {
            assert!(said.err.contains(words), "{words}: {said:?}");
        }
    }
    // A role says who writes; the flag says it for this once.
    let more = "models: {roles: {executor: refuses}}\n";
    world.write(".interlock/config.yml", more);
    world.run(&["trust"]);
    let said = world.run(&["run", "--model", "works", PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
}

/// Limits, room and money may be brought; what a run may do, and what proves it, may not.
#[test]
fn a_run_takes_limits_and_keeps_the_rest() {
    let replies = [
        turn(&[write("src/lib.rs", "//! A.\n")]),
        turn(&real()),
        turn(&[done()]),
    ];
    let world = story::world_of(&replies, false, "loop: {turns_max: 1}\n");
    assert_eq!(world.run(&["run", PLAN]).code, 5);
    let run = story::name(&world);
    for (key, words) in [
        ("mode=quick", "is what it was opened with"),
        ("verification.levels=[1]", "is what it was opened with"),
        (
            "guardrails.protected_paths=[x]",
            "is what it was opened with",
        ),
        ("budget.total=9", "--budget"),
    ] {
        let said = world.run(&["resume", &run, "--set", key]);
        assert_eq!(said.code, 2, "{key}: {said:?}");
        assert!(said.err.contains(words), "{key}: {said:?}");
    }
    let lines = || world.run(&["ledger", "export", &run]).out.lines().count();
    let before = lines();
    let said = world.run(&[
        "resume",
        &run,
        "--set",
        "loop.context_tokens_max=2000",
        "--set",
        "context.max_tokens=nonsense",
    ]);
    assert_eq!((said.code, lines()), (2, before), "{said:?}");
    let said = world.run(&["resume", &run, "--set", "loop.turns_max=50"]);
    assert_eq!(said.code, 0, "{said:?}");
    story::ledger_holds(&world, &run);
}

/// A limit that another key holds is named, for the value would change nothing.
#[test]
fn room_that_another_key_holds_is_said() {
    let more = "loop: {turns_max: 1, context_tokens_max: 5000}\n";
    let world = story::world_of(&[turn(&real()), turn(&[done()])], false, more);
    assert_eq!(world.run(&["run", PLAN]).code, 5);
    let run = story::name(&world);
    let said = world.run(&["resume", &run, "--set", "context.max_tokens=90000"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(
        said.err
            .contains("`loop.context_tokens_max` holds every prompt at 5000 tokens"),
        "{said:?}"
    );
}

/// Half a dollar is set aside for each request; that of a request which was cut off is spent, for all that anybody knows.
#[test]
fn what_was_set_aside_for_a_request_that_was_cut_off_is_named() {
    let script = |delay_ms: u64| {
        let mut last = turn(&[done()]);
        last["delay_ms"] = delay_ms.into();
        json!({"replies": [turn(&real()), last]}).to_string()
    };
    let world = World::scripted(story::FILES, &script(60_000), "");
    let agent = world.path("home/agent.json");
    world.configure(&format!(
        "models:\n  default: written\n  written: {{provider: scripted, model: '{0}'}}\n  \
         price: {{'{0}': {{input: 1, output: 1}}}}\n{1}",
        agent.display(),
        story::CHECKS
    ));
    let started = story::start(&world, &["run", PLAN], None);
    // Once the calls of the first reply are written down, the second request is the next thing.
    let run = story::until("the second request is out", || {
        let status = world.run(&["status", "--json"]).out;
        let status: serde_json::Value = serde_json::from_str(status.lines().next()?).ok()?;
        let run = status["run"].as_str()?.to_owned();
        let lines = story::lines(&world, &run);
        let called = |it: &serde_json::Value| !it["event"]["decided"]["allowed"]["call"].is_null();
        (lines.iter().filter(|it| called(it)).count() == 2).then_some(run)
    });
    assert_eq!(world.run(&["stop", &run]).code, 0);
    assert_eq!(started.wait(), 3);
    std::fs::write(&agent, script(0)).expect("a script");
    let said = world.run(&["resume", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    let words = "$0.5000 of it was set aside for requests that were cut off";
    assert!(said.out.contains(words), "{said:?}");
    let shown = world.run(&["show", &run]);
    assert!(shown.out.contains(words), "{shown:?}");
}
