//! The forms that hold for every command: help with an example, JSON that parses, an empty store, the demo.

use serde_json::{Value, json};

use super::{for_people, name};
use crate::support::{Said, World};

/// The commands that a help text lists.
fn listed(help: &str) -> Vec<String> {
    help.lines()
        .skip_while(|it| *it != "Commands:")
        .skip(1)
        .take_while(|it| it.starts_with("  "))
        .filter_map(|it| it.split_whitespace().next())
        .filter(|it| *it != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_help_has_an_example() {
    let world = World::new(&[]);
    let mut todo = vec![Vec::<String>::new()];
    let mut seen = 0;
    while let Some(path) = todo.pop() {
        let mut args: Vec<&str> = path.iter().map(String::as_str).collect();
        args.push("--help");
        let said = world.run(&args);
        assert_eq!((said.code, &*said.err), (0, ""), "{args:?}");
        let (_, examples) = said
            .out
            .split_once("Example:\n")
            .unwrap_or_else(|| panic!("{args:?} shows no example"));
        let own = format!("interlock {}", path.join(" "));
        assert!(
            examples.contains(own.trim_end()),
            "{args:?} shows an example of something else: {examples}"
        );
        assert!(
            said.out.lines().all(|it| it.chars().count() <= 120),
            "{args:?}: {}",
            said.out
        );
        seen += 1;
        for command in listed(&said.out) {
            todo.push([path.clone(), vec![command]].concat());
        }
    }
    assert!(seen > 25, "{seen} commands");
}

#[test]
fn an_unknown_word_is_told_with_what_is_near() {
    let world = World::new(&[]);
    for (args, words) in [
        (
            &["stauts"][..],
            &["unrecognized subcommand 'stauts'", "status"][..],
        ),
        (
            &["status", "--jsno"],
            &["unexpected argument '--jsno'", "--json"],
        ),
        (
            &["run"],
            &[
                "no task is named",
                "project.open_spec_path",
                "interlock run \"",
            ],
        ),
        (
            &["verify"],
            &["no plan is named", "interlock verify PLAN.md"],
        ),
        (
            &["run", "--mode", "fast", "x"],
            &["invalid value 'fast'", "quick, normal"],
        ),
        (&["status", "--limit", "many"], &["invalid value 'many'"]),
        (&["completions", "tcsh"], &["invalid value 'tcsh'", "bash"]),
        (&["gate"], &["interlock gate"]),
        (&[], &["Usage: interlock"]),
    ] {
        let said = world.run(args);
        assert_eq!((said.code, &*said.out), (2, ""), "{args:?}: {said:?}");
        for_people(&said, words);
    }
}

#[test]
fn completions_are_scripts() {
    let world = World::new(&[]);
    for (shell, word) in [
        ("bash", "complete -F"),
        ("zsh", "#compdef interlock"),
        ("fish", "complete -c interlock"),
    ] {
        let said = world.run(&["completions", shell]);
        assert_eq!(said.code, 0, "{said:?}");
        assert!(
            said.out.contains(word) && said.out.contains("approve"),
            "{shell}"
        );
    }
}

#[test]
fn an_empty_store_is_no_error() {
    let world = World::new(&[]);
    for (args, words) in [
        (&["status"][..], "no runs yet; `interlock run"),
        (&["inbox"], "nothing waits for a person"),
        (&["stats"], "no data"),
        (&["ledger", "verify"], "no runs yet"),
    ] {
        let said = world.run(args);
        assert_eq!((said.code, &*said.err), (0, ""), "{args:?}");
        for_people(&said, &[words]);
        let json = world.run(&[&["--json"], args].concat());
        assert_eq!(json.code, 0, "{args:?}");
        values(&json);
    }
}

/// Every value that was printed: one, or one a line.
fn values(said: &Said) -> Vec<Value> {
    if let Ok(one) = serde_json::from_str(&said.out) {
        return vec![one];
    }
    said.out
        .lines()
        .map(|it| {
            serde_json::from_str(it).unwrap_or_else(|error| panic!("{error}: {it}: {said:?}"))
        })
        .collect()
}

#[test]
fn every_command_speaks_json() {
    let script = json!({"replies": [
        {"calls": [{"tool": "ask", "args": {"question": "which one?", "options": ["a", "b"]}}]},
        {"calls": [{"tool": "write", "args": {"path": "a.txt", "content": "a\n"}}]},
        {"calls": [{"tool": "done", "args": {"summary": "ok"}}]},
    ]});
    let world = World::scripted(&[("b.txt", "b\n")], &script.to_string(), "");
    world.write(
        "calls.jsonl",
        "{\"id\":\"c\",\"tool\":\"read_file\",\"args\":{\"path\":\"a\"}}\nwords\n",
    );
    let check = |args: &[&str], code: i32| -> Vec<Value> {
        let args = [&["--json"], args].concat();
        let said = world.run(&args);
        assert_eq!(said.code, code, "{args:?}: {said:?}");
        assert_eq!(said.err, "", "{args:?}: nothing beside it");
        let values = values(&said);
        assert!(!values.is_empty(), "{args:?}");
        values
    };
    let parked = check(&["run", "add a.txt"], 3);
    assert_eq!(
        (&parked[0]["stop"], &parked[0]["exit"]),
        (&json!("blocked"), &json!(3))
    );
    let run = name(&world);
    let run = run.as_str();
    let question = check(&["inbox"], 0)[0]["question"]
        .as_str()
        .expect("a question")
        .to_owned();
    assert_eq!(parked[0]["questions"], json!([question]));
    check(&["answer", run, &question, "the first", "--no-resume"], 0);
    let done = check(&["resume", run], 0);
    check(&["stop", run], 0);
    assert_eq!(
        (&done[0]["stop"], &done[0]["run"]),
        (&json!("done"), &json!(run))
    );
    assert!(done[0]["merged"].is_string(), "{done:?}");
    for args in [
        &["status"][..],
        &["status", "--all"],
        &["log", run],
        &["show", run],
        &["show", &format!("{run}@1")],
        &["show", run, "--report"],
        &["diff", run],
        &["stats"],
        &["stats", "--all"],
        &["ledger", "verify"],
        &["ledger", "export", run],
        &["ledger", "replay", run],
        &["gate", "policies"],
        &["config", "show"],
        &["config", "check"],
        &["config", "schema"],
        &["trust"],
        &["init"],
        &["rewind", "--force", &format!("{run}@3")],
    ] {
        check(args, 0);
    }
    let answers = check(&["gate", "check", "calls.jsonl"], 1);
    assert_eq!(
        answers.len(),
        2,
        "the line that can't be read is answered too"
    );
}

#[test]
fn the_demo_speaks_json() {
    let world = World::new(&[]);
    let said = world.finish(
        world
            .command(&["demo", "--json"])
            .env("TMPDIR", world.path("")),
    );
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(said.out.lines().count(), 1, "{said:?}");
    let value: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(
        (&value["stop"], &value["report"]),
        (&json!("done"), &json!("passed"))
    );
    let there = world.path("there");
    std::fs::create_dir(&there).expect("a directory");
    let there = there.to_str().expect("a path");
    super::refused(&world, &["demo", "--into", there], 2, &["is there already"]);
}
