//! Hooks of the person's, through the binary: what they are told, what their answers do, and that one that can't be asked holds
//! what it was to be asked about.

use serde_json::{Value, json};

use crate::agent::{done, shell, turn, write};
use crate::support::{Said, World};
use crate::unattended::is_held;

/// A run in which `make-it` is called and `notes.md` is written, with these hooks.
fn ran(hooks: &str) -> (World, Said) {
    ran_in(World::scripted, hooks, "echo made > made.txt")
}

fn ran_in(
    world: impl Fn(&[(&str, &str)], &str, &str) -> World,
    hooks: &str,
    command: &str,
) -> (World, Said) {
    let replies = [
        turn(&[shell(command)]),
        turn(&[write("notes.md", "notes\n")]),
        turn(&[done()]),
    ];
    let script = json!({ "after": "repeat", "replies": replies }).to_string();
    let world = world(&[], &script, &format!("hooks:\n{hooks}\n"));
    let said = world.run(&["run", "--mode", "quick", "write notes.md"]);
    (world, said)
}

/// The newest run.
fn run_of(world: &World) -> String {
    let status = world.run(&["status", "--json"]).out;
    let newest = status
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    let newest = newest.max_by_key(|it: &Value| it["opened_ms"].as_u64());
    newest.expect("a run")["run"]
        .as_str()
        .expect("a name")
        .to_owned()
}

/// Its lines.
fn lines(world: &World) -> Vec<Value> {
    let export = world.run(&["ledger", "export", &run_of(world)]);
    let lines = export.out.lines();
    lines
        .map(|line| serde_json::from_str::<Value>(line).expect("a line")["line"].clone())
        .collect()
}

/// What agents were told of calls that were answered without being carried out.
fn refusals(world: &World) -> Vec<String> {
    let all = lines(world);
    let told = all.iter().filter_map(|line| {
        let answer = &line["event"]["decided"]["answered"]["observation"];
        (answer["status"] == "refused")
            .then(|| answer["text"].as_str().unwrap_or_default().to_owned())
    });
    told.collect()
}

fn heard(world: &World) -> Vec<Value> {
    let text = std::fs::read_to_string(world.path("home/heard")).unwrap_or_default();
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("an event is one line of JSON"))
        .collect()
}

/// Writes down what it is told.
const HEARS: &str = r#"run: [sh, -c, 'cat >> "$HOME/heard"; echo >> "$HOME/heard"']"#;

#[test]
fn hooks_are_told_what_is_done_and_what_came_of_it() {
    let hooks = format!(
        "  before:\n  - {{name: one, {HEARS}}}\n  - {{name: phases, on: {{phase: [validating, merging, done]}}, {HEARS}}}\n  \
         after:\n  - {{name: two, on: {{checkpoint: post-write}}, {HEARS}}}\n  - {{name: gone, on: {{phase: [executing, done]}}, {HEARS}}}"
    );
    let (world, said) = ran(&hooks);
    assert_eq!(said.code, 0, "{said:?}");
    let heard = heard(&world);
    let names: Vec<(&str, &str)> = heard
        .iter()
        .map(|it| {
            let name = it["hook_event_name"].as_str().unwrap();
            let about = ["tool_name", "to_phase", "from_phase"];
            let about = about.iter().find_map(|field| it[*field].as_str());
            (name, about.unwrap())
        })
        .collect();
    let expected = [
        ("PreToolUse", "shell"),
        ("PreToolUse", "write"),
        ("PostToolUse", "write"),
        ("PreToolUse", "done"),
        ("PrePhase", "validating"),
        ("PostPhase", "executing"),
        ("PrePhase", "merging"),
        ("PrePhase", "done"),
        ("PostPhase", "done"),
    ];
    assert_eq!(names, expected, "{heard:#?}");
    let first = &heard[0];
    assert_eq!(first["tool_input"]["command"], "echo made > made.txt");
    assert_eq!(first["phase"], "executing");
    assert_eq!(first["session_id"], run_of(&world).as_str());
    assert!(first["cwd"].as_str().unwrap().contains("worktrees"));
    let after = &heard[2]["tool_response"];
    assert_eq!(after["status"], "ok", "{heard:#?}");
}

#[test]
fn a_no_refuses_the_call_and_the_agent_hears_why() {
    let hooks = "  before:\n  - name: no shell\n    on: {tool: shell}\n    run: [sh, -c, 'echo not today >&2; exit 2']";
    let (world, said) = ran(hooks);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(refusals(&world), ["the hook `no shell` says no: not today"]);
    assert!(
        said.err.contains("hook “no shell” says no: not today"),
        "{said:?}"
    );
    let json = "  before:\n  - name: by JSON\n    on: {checkpoint: pre-write}\n    run: [echo, '{\"decision\": \"block\", \"reason\": \"no notes\"}']";
    let (world, said) = ran(json);
    assert!(
        !world
            .git(&["ls-tree", "--name-only", "main"])
            .contains("notes.md"),
        "{said:?}"
    );
    assert!(
        refusals(&world)[0].ends_with("the hook `by JSON` says no: no notes"),
        "{:?}",
        refusals(&world)
    );
}

#[test]
fn a_hook_that_cannot_be_asked_closes() {
    let broken = [
        (
            "crashes",
            "[sh, -c, 'echo oops >&2; exit 1']",
            "it ended with status 1: oops",
        ),
        ("is killed", "[sh, -c, 'kill -9 $$']", "ended by signal 9"),
        ("hangs", "[sleep, '1000']", "ended after 1 s"),
        (
            "rubbish",
            "[echo, '{\"decision\": 17']",
            "begins like JSON and is none",
        ),
        (
            "unknown word",
            "[echo, '{\"decision\": \"perhaps\"}']",
            "`perhaps` is no decision",
        ),
        ("missing", "[no-such-program-anywhere]", "not started"),
        (
            "floods",
            "[sh, -c, 'head -c 9000000 /dev/zero | tr \"\\\\0\" x; exit 3']",
            "it ended with status 3",
        ),
    ];
    for (name, run, why) in broken {
        let hooks = format!(
            "  before:\n  - {{name: {name}, on: {{tool: shell}}, timeout_s: 1, run: {run}}}"
        );
        let (world, said) = ran(&hooks);
        assert_eq!(said.code, 0, "{said:?}");
        let told = refusals(&world).join("\n");
        assert!(
            told.contains(&format!("the hook `{name}` can't be asked")) && told.contains(why),
            "{name}: {told}"
        );
        assert!(
            !world
                .git(&["ls-tree", "--name-only", "main"])
                .contains("made.txt")
        );
    }
}

#[test]
fn a_no_before_a_phase_parks_the_run_and_is_asked_again() {
    let hooks = "  before:\n  - name: gate\n    on: {phase: merging}\n    run: [sh, -c, 'test -e \"$HOME/open\" || { echo closed; exit 2; }']";
    let (world, said) = ran(hooks);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(
        said.out.contains("the hook `gate` says no: closed"),
        "{said:?}"
    );
    let run = &run_of(&world);
    assert_eq!(world.run(&["resume", run]).code, 3);
    std::fs::write(world.path("home/open"), "").unwrap();
    let said = world.run(&["resume", run]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        world
            .git(&["ls-tree", "--name-only", "main"])
            .contains("notes.md")
    );
}

#[test]
fn what_a_hook_changes_is_the_tasks_and_what_it_says_is_heard() {
    let hooks = "  after:\n  - name: adds\n    on: {tool: write}\n    run: [sh, -c, 'echo added >> notes.md']\n  \
                 - name: says\n    on: {tool: write}\n    run: [sh, -c, 'echo use British spelling >&2; exit 2']";
    let (world, said) = ran(hooks);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        world
            .git(&["show", "main:notes.md"])
            .contains("notes\nadded")
    );
    let all = lines(&world);
    let nudged = |line: &&Value| line["event"]["decided"]["nudged"]["about"] == "hook";
    let nudge = all.iter().find(nudged).expect("the agent is told");
    assert_eq!(
        nudge["event"]["decided"]["nudged"]["text"],
        "[the hook `says` says] use British spelling"
    );
}

#[test]
fn a_hook_that_cannot_be_told_afterwards_holds_the_run() {
    let hooks =
        "  after:\n  - name: gone\n    on: {tool: write}\n    run: [no-such-program-anywhere]";
    let (world, said) = ran(hooks);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.out.contains("the hook `gone` can't be"), "{said:?}");
    assert!(
        !world
            .git(&["ls-tree", "--name-only", "main"])
            .contains("notes.md")
    );
}

#[test]
fn a_failure_is_told() {
    let script = json!({ "after": "repeat", "replies": [turn(&[shell("exit 7")]), turn(&[done()]), turn(&[done()])] });
    let hooks = format!(
        "hooks:\n  on_failure:\n  - {{name: calls, on: {{tool: shell}}, {HEARS}}}\n  - {{name: runs, {HEARS}}}\n"
    );
    let world = World::scripted(&[], &script.to_string(), &hooks);
    let said = world.run(&["run", "--mode", "quick", "write notes.md"]);
    assert_eq!(said.code, 1, "{said:?}");
    let heard = heard(&world);
    assert_eq!(
        heard[0]["hook_event_name"], "PostToolUseFailure",
        "{heard:#?}"
    );
    assert_eq!(heard[0]["tool_response"]["exit_code"], 7);
    assert_eq!(heard.last().unwrap()["hook_event_name"], "RunFailed");
    assert!(!heard.last().unwrap()["reason"].as_str().unwrap().is_empty());
}

#[test]
fn a_hook_may_keep_a_command_from_being_evidence() {
    let script = json!({ "after": "repeat", "replies": [turn(&[write("notes.md", "notes\n")]), turn(&[done()])] });
    let more = "hooks:\n  before:\n  - name: no tests\n    on: {checkpoint: pre-verify-command}\n    run: [sh, -c, 'exit 2']\n\
                verification: {levels: [1, 2, 3, 4], commands: ['true']}\n";
    let world = World::scripted(&[], &script.to_string(), more);
    let said = world.run(&["run", "--mode", "quick", "write notes.md"]);
    assert_ne!(said.code, 0, "{said:?}");
    let unchecked = lines(&world);
    let why = unchecked
        .iter()
        .find_map(|line| line["event"]["decided"]["unchecked"]["why"].as_str())
        .expect("it is not run");
    assert!(why.contains("the hook `no tests` says no"), "{why}");
}

#[test]
fn a_projects_hooks_count_once_it_is_trusted_and_never_outside() {
    let hooks = "  before:\n  - {name: mine, on: {tool: shell}, run: [sh, -c, 'exit 0']}";
    let replies = [
        turn(&[shell("echo made > made.txt")]),
        turn(&[write("notes.md", "notes\n")]),
        turn(&[done()]),
    ];
    let script = json!({ "after": "repeat", "replies": replies }).to_string();
    let theirs =
        "hooks:\n  before:\n  - {name: theirs, on: {tool: shell}, run: [sh, -c, 'exit 2']}\n";
    let files = [(".interlock/config.yml", theirs)];
    let world = World::scripted(&files, &script, &format!("hooks:\n{hooks}\n"));
    let said = world.run(&["run", "--mode", "quick", "write notes.md"]);
    assert!(refusals(&world).is_empty(), "{said:?}");
    assert!(said.err.contains("hooks.before"), "{said:?}");
    assert_eq!(world.run(&["trust"]).code, 0);
    world.run(&["run", "--mode", "quick", "write notes.md again"]);
    let all = refusals(&world);
    assert!(all[0].contains("`theirs` says no"), "{all:?}");
    world.write(
        ".interlock/config.yml",
        "hooks:\n  before:\n  - {name: theirs, run: [x], outside: true}\n",
    );
    world.run(&["trust"]);
    let said = world.run(&["config", "check"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(
        said.words()
            .contains("only your own configuration lets a hook run outside"),
        "{said:?}"
    );
}

#[test]
fn a_hook_that_says_nothing_that_can_be_is_refused_when_it_is_read() {
    let wrong = [
        ("{name: a}", "run"),
        ("{name: a, run: x}", "run"),
        ("{name: a, run: []}", "a program and its arguments"),
        ("{name: a, run: [x], on: {tool: shel}}", "shell"),
        (
            "{name: a, run: [x], on: {checkpoint: post-tool}}",
            "pre-tool",
        ),
        (
            "{name: a, run: [x], on: {phase: executing}}",
            "neither `tool` nor `checkpoint`",
        ),
        ("{name: a, run: [x], of: {}}", "on"),
        ("{name: a, run: [x], timeout_s: 0}", "timeout_s"),
    ];
    for (hook, told) in wrong {
        let world = World::scripted(&[], "{}", &format!("hooks:\n  before:\n  - {hook}\n"));
        let said = world.run(&["config", "check"]);
        assert_eq!(said.code, 2, "{hook}: {said:?}");
        assert!(said.words().contains(told), "{hook}: {said:?}");
    }
    let twice = "hooks:\n  before:\n  - {name: a, run: [x]}\n  - {name: a, run: [y]}\n";
    let world = World::scripted(&[], "{}", twice);
    assert!(
        world
            .run(&["config", "check"])
            .words()
            .contains("`a` twice")
    );
}

#[test]
fn a_hook_is_held_like_a_command_unless_its_owner_says_otherwise() {
    let looks = "run: [sh, -c, 'test ! -e \"$HOME/.ssh/key\" || { echo it is there; exit 2; }']";
    let held = |files: &[(&str, &str)], script: &str, more: &str| {
        let world = World::scripted(files, script, more).held();
        let ssh = world.path("home/.ssh");
        std::fs::create_dir_all(&ssh).unwrap();
        std::fs::write(ssh.join("key"), "secret\n").unwrap();
        world
    };
    let inside = format!("  before:\n  - {{name: looks, on: {{tool: shell}}, {looks}}}");
    let (world, said) = ran_in(held, &inside, "echo made > made.txt");
    if !is_held(&world) {
        return;
    }
    assert_eq!(said.code, 0, "{said:?}");
    assert!(refusals(&world).is_empty(), "{:?}", refusals(&world));
    let outside =
        format!("  before:\n  - {{name: looks, outside: true, on: {{tool: shell}}, {looks}}}");
    let (world, _) = ran_in(held, &outside, "echo made > made.txt");
    assert!(
        refusals(&world)[0].contains("it is there"),
        "{:?}",
        refusals(&world)
    );
}
