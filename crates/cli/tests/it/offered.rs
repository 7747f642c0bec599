//! Commands that any page offers: each is run as it would be pasted, in a world that was brought to the same place.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::agent::{call, done, scene, script, shell, turn, write};
use crate::support::{Said, World};

/// Most commands of one page: more would be a test that runs for ever.
const OFFERED_MAX: usize = 12;

/// What was offered: lines that are a command, behind an arrow or indented, and commands in backticks of a help line.
fn offered(said: &Said) -> Vec<String> {
    let text = format!("{}\n{}", said.out, said.err);
    let mut found: Vec<String> = Vec::new();
    let mut take = |command: &str| {
        let command = command.trim().to_owned();
        if command.starts_with("interlock ") && !found.contains(&command) {
            found.push(command);
        }
    };
    for line in text.lines() {
        let plain = line.trim_start().trim_start_matches("→ ");
        if let Some(list) = line.strip_prefix("  → ") {
            // Two of them may stand in one line; what follows in wide gaps is an explanation.
            list.split(", interlock ")
                .enumerate()
                .for_each(|(at, it)| match at {
                    0 => take(it),
                    _ => take(&format!("interlock {it}")),
                });
        } else if plain.starts_with("interlock ") {
            let end = plain.find("   ").unwrap_or(plain.len());
            take(&plain[..end]);
        }
        if line.starts_with("help: ") {
            line.split('`').skip(1).step_by(2).for_each(&mut take);
        }
    }
    found
}

/// Runs a command as a shell would.
fn pasted(world: &World, command: &str) -> Said {
    let program = Path::new(env!("CARGO_BIN_EXE_interlock"));
    let folder = program.parent().expect("a folder").display();
    let ours = world.command(&[]);
    let mut sh = Command::new("sh");
    sh.args(["-c", command])
        .current_dir(world.repository())
        .env_clear();
    for (name, value) in ours.get_envs() {
        if let Some(value) = value {
            sh.env(name, value);
        }
    }
    let path = std::env::var("PATH").unwrap_or_default();
    sh.env("PATH", format!("{folder}:{path}"))
        .stdin(std::process::Stdio::null());
    world.finish(&mut sh)
}

/// Runs each command that a scenario ends with offering, each in a world of its own.
#[track_caller]
fn all_work(scenario: impl Fn() -> (World, Said), least: &[&str]) {
    let (_, said) = scenario();
    let count = offered(&said).len();
    let all = offered(&said).join("\n");
    for verb in least {
        assert!(all.contains(verb), "no `{verb}` in {all}: {said:?}");
    }
    assert!((1..=OFFERED_MAX).contains(&count), "{all}");
    for at in 0..count {
        let (world, said) = scenario();
        let command = &offered(&said)[at];
        let done = pasted(&world, command);
        assert!(![2, 4, 70].contains(&done.code), "{command}: {done:?}");
        assert!(!done.err.contains("error:"), "{command}: {done:?}");
    }
}

fn scripted(replies: &[Value]) -> World {
    let checks = "verification: {levels: [1, 2, 3, 4], commands: [\"true\"]}\n";
    World::scripted(
        &[("a.txt", "one\n")],
        &script(&[scene("", replies)]),
        checks,
    )
}

fn run(replies: &[Value]) -> (World, Said) {
    let world = scripted(replies);
    let said = world.run(&["run", "add b.txt"]);
    (world, said)
}

fn rest() -> [Value; 2] {
    [turn(&[write("b.txt", "two\n")]), turn(&[done()])]
}

fn after(first: Value) -> Vec<Value> {
    [vec![first], rest().to_vec()].concat()
}

#[test]
fn a_question_with_options_offers_answers() {
    let options = json!({"question": "Which format?", "options": ["json", "yaml"]});
    let asks = turn(&[call("ask", options)]);
    all_work(|| run(&after(asks.clone())), &["interlock answer "]);
}

#[test]
fn a_permission_offers_yes_grant_rule_and_no() {
    let install = turn(&[shell("npm install leftpad")]);
    let verbs = [
        "approve ",
        "--question a5 # for this run",
        "--rule --apply",
        "deny ",
    ];
    all_work(|| run(&after(install.clone())), &verbs);
}

#[test]
fn no_rule_is_offered_where_none_lifts_it() {
    let compound = turn(&[shell("mkdir -p out && curl -o out/x http://x.example/a")]);
    let (_, said) = run(&after(compound.clone()));
    assert_eq!(said.code, 3, "{said:?}");
    assert!(!said.out.contains("--rule"), "{said:?}");
    all_work(|| run(&after(compound.clone())), &["approve ", "deny "]);
}

#[test]
fn a_rule_that_is_offered_is_written() {
    let (world, said) = run(&after(turn(&[shell("npm install leftpad")])));
    let all = offered(&said);
    let rule = all.iter().find(|it| it.contains("--rule")).expect("a rule");
    assert_eq!(pasted(&world, rule).code, 0);
    let file = world.path("home/.config/interlock/policies/authorised.yml");
    let text = std::fs::read_to_string(file).expect("a rule");
    assert!(text.contains("npm install leftpad"), "{text}");
}

#[test]
fn a_run_that_is_done_offers_log_and_diff() {
    all_work(|| run(&rest()), &["interlock log ", "interlock diff "]);
}

#[test]
fn a_run_that_failed_offers_log_and_diff() {
    all_work(
        || run(&[turn(&[done()]), turn(&[done()])]),
        &["interlock log "],
    );
}

#[test]
fn a_plan_offers_yes_and_no() {
    let plan = json!({"title": "Together", "tasks": [{
        "id": "one", "title": "Add b.txt", "brief": "Write b.txt.", "files": ["b.txt"],
        "depends_on": [], "requirements": [],
        "must_haves": {"truths": [{"text": "it holds", "commands": ["true"]}]},
    }]});
    let scenario = || {
        let replies = [vec![turn(&[call("plan", plan.clone())])], rest().to_vec()].concat();
        let world = scripted(&replies);
        let said = world.run(&["plan", "add b.txt"]);
        (world, said)
    };
    let (_, said) = scenario();
    assert!(said.out.contains("interlock deny "), "{said:?}");
    all_work(scenario, &["interlock approve ", "interlock deny "]);
}

#[test]
fn the_inbox_and_show_offer_what_works() {
    for page in ["inbox", "show"] {
        let scenario = || {
            let (world, _) = run(&after(turn(&[shell("npm install leftpad")])));
            let status = world.json(&["status", "--json"]);
            let runs = status.as_array().or_else(|| status["runs"].as_array());
            let name = runs.map_or(&status["run"], |it| &it[0]["run"]);
            let name = name.as_str().expect("a name").to_owned();
            let args = if page == "show" {
                vec!["show", &name]
            } else {
                vec!["inbox"]
            };
            let said = world.run(&args);
            (world, said)
        };
        all_work(scenario, &["approve ", "deny "]);
    }
}

/// A world whose one check never passes.
fn failing() -> (World, Said) {
    let checks = "verification: {levels: [1, 2, 3, 4], commands: [\"grep -q never b.txt\"]}\n";
    let again = [
        rest().to_vec(),
        rest().to_vec(),
        rest().to_vec(),
        rest().to_vec(),
    ]
    .concat();
    let world = World::scripted(&[("a.txt", "one\n")], &script(&[scene("", &again)]), checks);
    let said = world.run(&["run", "add b.txt"]);
    (world, said)
}

#[test]
fn a_run_that_is_stuck_offers_to_go_on() {
    let (_, said) = failing();
    assert_eq!(said.code, 3, "{said:?}");
    all_work(failing, &["interlock resume "]);
}

#[test]
fn a_merge_that_waits_for_a_checkout_offers_to_go_on() {
    let scenario = || {
        let world = scripted(&[turn(&[write("a.txt", "two\n")]), turn(&[done()])]);
        world.write("a.txt", "of a person\n");
        let said = world.run(&["run", "change a.txt"]);
        (world, said)
    };
    let (_, said) = scenario();
    assert_eq!(said.code, 3, "{said:?}");
    all_work(scenario, &["interlock resume "]);
}

#[test]
fn a_run_that_was_stopped_offers_what_is_left_of_it() {
    let scenario = || {
        let (world, _) = run(&after(turn(&[shell("npm install leftpad")])));
        let name = crate::crash::story::name(&world);
        let said = world.run(&["stop", &name]);
        assert_eq!(said.code, 0, "{said:?}");
        let said = world.run(&["show", &name]);
        (world, said)
    };
    let (world, said) = scenario();
    for command in offered(&said) {
        let done = pasted(&world, &command);
        assert!(![2, 4, 70].contains(&done.code), "{command}: {done:?}");
    }
}

#[test]
fn a_limit_that_is_reached_offers_to_go_on() {
    let scenario = || {
        let replies = script(&[scene("", &after(turn(&[write("c.txt", "three\n")])))]);
        let limits =
            "loop: {turns_max: 1}\nverification: {levels: [1, 2, 3, 4], commands: [\"true\"]}\n";
        let world = World::scripted(&[("a.txt", "one\n")], &replies, limits);
        let said = world.run(&["run", "add b.txt"]);
        (world, said)
    };
    let (_, said) = scenario();
    assert_eq!(said.code, 5, "{said:?}");
    all_work(scenario, &["interlock resume "]);
}

#[test]
fn a_configuration_that_is_not_trusted_names_what_trusts_it() {
    let scenario = || {
        let world = World::new(&[("a.txt", "one\n")]);
        world.write(
            ".interlock/config.yml",
            "models: {default: x, x: {provider: openai, model: y}}\n",
        );
        let said = world.run(&["run", "add b.txt"]);
        (world, said)
    };
    let (_, said) = scenario();
    assert_eq!(said.code, 2, "{said:?}");
    all_work(scenario, &["interlock trust"]);
}

#[test]
fn what_a_killed_driver_left_is_offered_to_be_mended() {
    let scenario = || {
        let (world, _) = run(&after(turn(&[shell("npm install leftpad")])));
        let name = crate::crash::story::name(&world);
        assert_eq!(world.run(&["stop", &name]).code, 0);
        world.git(&["branch", &format!("interlock/{name}-left"), "main"]);
        let said = world.run(&["doctor"]);
        (world, said)
    };
    all_work(scenario, &["interlock doctor --mend"]);
}

#[test]
fn a_run_that_nothing_checks_says_so_and_names_the_key() {
    let world = World::scripted(&[("a.txt", "one\n")], &script(&[scene("", &rest())]), "");
    let said = world.run(&["run", "add b.txt"]).words();
    assert!(
        said.contains("nothing checks this: no command is configured"),
        "{said}"
    );
    assert!(said.contains("`verification.commands`"), "{said}");
    let (_, checked) = run(&rest());
    assert!(
        !checked.words().contains("nothing checks this"),
        "{checked:?}"
    );
}

#[test]
fn what_is_needed_is_not_cut_in_a_pipe() {
    let compound = turn(&[shell("mkdir -p out && curl -o out/x http://x.example/a")]);
    let (_, said) = run(&after(compound));
    let (_, needs) = said.out.split_once("needs").expect("needs");
    assert!(!needs.contains('…'), "{needs}");
    assert!(needs.contains("[shell-mutation/no-sandbox]"), "{needs}");
}
