//! An agent that speaks the Agent Client Protocol works on a run: what it asks for is judged, and where the run does it for it, it is
//! done in the sandbox. The agent here is a script.

use crate::agent_runs::{
    TOKEN, count, delegated, killed_under_way, lines, lowered, prompt, refused, run, run_of,
};
use crate::crash::story;
use crate::support::World;

/// What speaks as the agent.
const SPEAKER: &str = include_str!("agent_runs/speaker.sh");

fn world_of(turns: &[&str], more: &str) -> Option<World> {
    crate::agent_runs::world_with((SPEAKER, "kind: acp"), turns, more)
}

/// What came of the turns, in words.
fn failures(world: &World) -> String {
    let lines = lines(world);
    let delegated = lines
        .iter()
        .filter_map(|it| it.pointer("/event/seen/finished/observation"));
    delegated.map(|it| format!("{it}\n")).collect()
}

#[test]
fn from_a_task_to_a_merged_branch_with_one_correction() {
    let turns = [
        r#"
runs 'git push --force origin main'
case $reply in *'"exitCode":0'*) writes forced.txt yes ;; esac
reads notes.txt
case $reply in *'[secret:'*) writes masked.txt 'yes\n' ;; esac
reads long.txt
case $reply in *'the end'*) writes whole.txt 'yes\n' ;; esac
reads answer.txt
case $reply in *'"content":"right\n"'*) writes read.txt 'yes\n' ;; esac
may execute '{"command":"ls"}' && writes listed.txt 'yes\n'
runs 'echo made >made.txt; cat notes.txt; exit 3'
case $reply in *'"exitCode":3'*) writes code.txt 'three\n' ;; esac
writes answer.txt 'left\n'
ends 'All is done.'
"#,
        "writes answer.txt 'right, this time\\n'\nends 'Now it is.'\n",
    ];
    let Some(world) = world_of(&turns, "") else {
        return;
    };
    world.write(
        "long.txt",
        &format!("{}the end\n", "a line\n".repeat(30_000)),
    );
    world.git(&["add", "--all"]);
    world.git(&["commit", "--quiet", "-m", "a long file"]);
    let said = run(&world, &[]);
    assert_eq!(said.code, 0, "{said:?} {}", failures(&world));
    let merged = |file: &str| world.git(&["show", &format!("main:{file}")]);
    assert_eq!(merged("answer.txt"), "right, this time\n");
    assert_eq!(merged("masked.txt"), "yes\n");
    assert_eq!(merged("read.txt"), "yes\n");
    assert_eq!(merged("whole.txt"), "yes\n");
    assert_eq!(merged("listed.txt"), "yes\n");
    assert_eq!(merged("made.txt"), "made\n");
    assert_eq!(merged("code.txt"), "three\n");
    let files = world.git(&["ls-tree", "--name-only", "main"]);
    assert!(!files.contains("forced"), "{files}");
    assert!(
        refused(&world).contains("git-safety"),
        "{}",
        refused(&world)
    );
    // Another process speaks for the second turn, and is told all of the task again.
    assert_eq!(delegated(&world).len(), 2);
    assert!(prompt(&world, 2).contains("make the answer better"));
    assert!(prompt(&world, 2).contains("sh check.sh"));
    // What the run itself did for it is accounted for.
    assert_eq!(lowered(&world), None);
    let all = serde_json::to_string(&lines(&world)).expect("lines");
    assert!(!all.contains(TOKEN));
    assert_eq!(world.run(&["ledger", "verify"]).code, 0);
    let replay = world.run(&["ledger", "replay", &run_of(&world)]);
    assert_eq!(replay.code, 0, "{replay:?}");
}

#[test]
fn a_tool_of_its_own_is_asked_about_and_what_is_done_past_it_is_found() {
    let turns = [r#"
may execute '{"command":"git push --force origin main"}' && echo forced >"$cwd/forced.txt"
may think '{"anything":1}' && echo thought >"$cwd/thought.txt"
writes /etc/outside.txt x
case $reply in *'"error"'*) writes outside.txt 'refused\n' ;; esac
asks _unheard/of '"x":1'
case $reply in *'"error"'*) writes extension.txt 'refused\n' ;; esac
asks terminal/output '"terminalId":"never"'
case $reply in *'"error"'*) writes terminal.txt 'refused\n' ;; esac
asks terminal/kill '"terminalId":"never"'
case $reply in *'"error"'*) ;; *) writes killed.txt 'said so\n' ;; esac
echo unasked >"$cwd/sneaky.txt"
writes answer.txt 'right, and more\n'
ends Done.
"#];
    let Some(world) = world_of(&turns, "") else {
        return;
    };
    let said = run(&world, &[]);
    let why = lowered(&world).unwrap_or_default();
    assert!(
        why.ends_with("accounts for it: sneaky.txt"),
        "{why} {said:?} {}",
        failures(&world)
    );
    let words = refused(&world);
    assert!(words.contains("git-safety"), "{words}");
    let lines = lines(&world);
    // The files that it wrote through us are acts of the run; the one outside is refused.
    let by_us = lines.iter().filter(|it| {
        it.pointer("/event/seen/session/proposed/by_us")
            .is_some_and(|it| it == true)
    });
    assert_eq!(by_us.count(), 5);
    assert_eq!(
        count(&lines, "/event/seen/finished/observation/outcome/changed"),
        4
    );
}

#[test]
fn an_agent_that_dies_or_talks_nonsense_or_costs_too_much_ends_its_turn() {
    let turn_that = [
        ("exit 7\n", "exit code 7"),
        // Nothing that the protocol knows, and then silence.
        ("echo 'not json'\nexec >&-\nsleep 600\n", ""),
        ("answers \"$prompt\" '{\"stopReason\":17}'\nsleep 600\n", ""),
        (
            "answers \"$prompt\" '{\"stopReason\":\"refusal\"}'\nsleep 600\n",
            "it refuses to go on",
        ),
        ("costs 900.5\nsleep 600\n", "it was ended"),
        (
            "yes '{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{}}' | head -c 200000\nexit 7\n",
            "exit code 7",
        ),
        // More than a turn may print, in one line that never ends.
        ("head -c 70000000 /dev/zero | tr '\\0' x\nsleep 600\n", ""),
    ];
    for (turn, why) in turn_that {
        let Some(world) = world_of(&[turn, "exit 7\n", "exit 7\n", "exit 7\n"], "") else {
            return;
        };
        let said = run(&world, &[]);
        assert!([1, 3, 4, 5].contains(&said.code), "{turn}: {said:?}");
        let came = failures(&world);
        assert!(came.contains(why), "{turn}: {came}");
        assert!(!said.err.contains("panicked"), "{turn}: {said:?}");
        assert_eq!(world.run(&["ledger", "verify"]).code, 0);
    }
}

/// A world with a script that asks before it is run.
fn world_that_asks(turns: &[&str]) -> Option<World> {
    let world = world_of(turns, "")?;
    world.write("unknown.sh", "echo made >made.txt\n");
    world.git(&["add", "--all"]);
    world.git(&["commit", "--quiet", "-m", "a script"]);
    Some(world)
}

#[test]
fn a_person_answers_a_call_and_the_next_turn_does_it() {
    let turns = [
        "runs 'sh unknown.sh'\nends 'I wait.'\n",
        "runs 'sh unknown.sh'\nwrites answer.txt 'right, and more\\n'\nends 'Now it is.'\n",
    ];
    let Some(world) = world_that_asks(&turns) else {
        return;
    };
    let said = run(&world, &[]);
    assert_eq!(said.code, 3, "{said:?} {}", failures(&world));
    assert!(
        refused(&world).contains("a person is asked"),
        "{}",
        refused(&world)
    );
    let question = story::question(&world, &run_of(&world));
    let said = world.run(&["approve", &run_of(&world), &question]);
    assert_eq!(said.code, 0, "{said:?} {}", failures(&world));
    // A new session is told all of it, and of the answer.
    let told = prompt(&world, 2);
    assert!(
        told.contains("A person allows this, once") && told.contains("make the answer better"),
        "{told}"
    );
    assert_eq!(world.git(&["show", "main:made.txt"]), "made\n");
    assert_eq!(world.run(&["ledger", "replay", &run_of(&world)]).code, 0);
}

#[test]
fn a_person_says_no_to_a_call_and_the_next_turn_knows() {
    let turns = [
        "runs 'sh unknown.sh'\nends 'I wait.'\n",
        "writes answer.txt 'right, without\\n'\nends 'Then without.'\n",
    ];
    let Some(world) = world_that_asks(&turns) else {
        return;
    };
    assert_eq!(run(&world, &[]).code, 3);
    let question = story::question(&world, &run_of(&world));
    let said = world.run(&["deny", &run_of(&world), &question, "not this one"]);
    assert_eq!(said.code, 0, "{said:?} {}", failures(&world));
    assert!(
        prompt(&world, 2).contains("not this one"),
        "{}",
        prompt(&world, 2)
    );
    let files = world.git(&["ls-tree", "--name-only", "main"]);
    assert!(!files.contains("made.txt"), "{files}");
}

#[test]
fn a_driver_that_was_killed_has_the_agent_begin_anew() {
    let turns = [
        "writes begun.txt 'begun\\n'\ntouch \"$HOME/mark\"\nsleep 600\n",
        "writes answer.txt 'right, after all\\n'\nends Done.\n",
    ];
    let Some(world) = world_of(&turns, "") else {
        return;
    };
    killed_under_way(&world, "mark");
    let said = world.run(&["resume", &run_of(&world)]);
    assert_eq!(said.code, 0, "{said:?} {}", failures(&world));
    assert_eq!(
        world.git(&["show", "main:answer.txt"]),
        "right, after all\n"
    );
    // What it had written by then is there, and it is told all of the task once more.
    assert_eq!(world.git(&["show", "main:begun.txt"]), "begun\n");
    assert_eq!(delegated(&world).len(), 2);
    assert!(prompt(&world, 2).contains("make the answer better"));
    assert_eq!(world.run(&["ledger", "replay", &run_of(&world)]).code, 0);
}
