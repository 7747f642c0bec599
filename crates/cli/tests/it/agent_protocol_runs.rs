//! An agent that speaks the Agent Client Protocol works on a run: what it asks for is judged, and where the run does it for it, it is
//! done in the sandbox. The agent here is a script.

use crate::agent_runs::{TOKEN, count, delegated, lines, lowered, prompt, refused, run, run_of};
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
