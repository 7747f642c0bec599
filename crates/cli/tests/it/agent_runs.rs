//! An agent of somebody else works on a run: it is started for each turn, its hooks ask the run, and what it claims is verified. The
//! agent here is a script that speaks as Claude Code does.

use serde_json::Value;

use crate::support::{Said, World};

/// What speaks as the agent.
const WORKER: &str = include_str!("agent_runs/worker.sh");
/// A token as a secret of the repository.
const TOKEN: &str = concat!("ghp_", "c7Kd0Qw9ZrT4xVb2NmL8pHs6JfG3yCe5Ua1Xk");

/// A world whose check wants `right` in `answer.txt`, and an agent that does this, turn by turn; none where this machine gives no
/// whole sandbox.
fn world_of(turns: &[&str], more: &str) -> Option<World> {
    let files = [
        ("check.sh", "grep -q right answer.txt\n"),
        ("answer.txt", "right\n"),
        ("notes.txt", &format!("the token is {TOKEN}\n")),
    ];
    let world = World::new(&files).held();
    std::fs::create_dir_all(world.path("home/agent/turns")).expect("a folder");
    world.program("agent/worker.sh", WORKER);
    for (at, turn) in turns.iter().enumerate() {
        let path = world.path(&format!("home/agent/turns/{}.sh", at + 1));
        std::fs::write(path, turn).expect("a turn");
    }
    let program = world.path("home/agent/worker.sh");
    world.configure(&format!(
        "agents:\n  default: mine\n  mine: {{profile: claude, command: ['{}']}}\n\
         verification: {{commands: ['sh check.sh'], levels: [1, 2, 3, 4]}}\n{more}",
        program.display()
    ));
    let doctor = world.json(&["doctor", "--json"]);
    let whole = doctor["summary"]["sandbox"]["whole"].as_bool();
    whole.expect("doctor says it").then_some(world)
}

fn run(world: &World, more: &[&str]) -> Said {
    world.run(&[&["run", "--mode", "quick", "make the answer better"], more].concat())
}

/// The newest run.
fn run_of(world: &World) -> String {
    let status = world.json(&["status", "--json"]);
    status["run"].as_str().expect("a run").to_owned()
}

/// All lines of it.
fn lines(world: &World) -> Vec<Value> {
    let log = world.run(&["log", "--json", &run_of(world)]);
    let lines = log.out.lines();
    lines
        .map(|it| serde_json::from_str(it).expect("a line"))
        .collect()
}

/// A file of the agent's home.
fn own(world: &World, name: &str) -> String {
    let path = format!("state/agents/{}/task/.claude/{name}", run_of(world));
    std::fs::read_to_string(world.path(&path)).unwrap_or_default()
}

fn count(lines: &[Value], pointer: &str) -> usize {
    lines
        .iter()
        .filter(|it| it.pointer(pointer).is_some())
        .count()
}

#[test]
fn from_a_task_to_a_merged_branch_with_one_correction() {
    let turns = [
        "does 'git push --force origin main'\ndoes 'cat notes.txt'\nwrites answer.txt 'left\\n'\nends 'All is done.'\n",
        "writes answer.txt 'right, this time\\n'\nends 'Now it is.'\n",
    ];
    let Some(world) = world_of(&turns, "") else {
        return;
    };
    let said = run(&world, &[]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(
        world.git(&["show", "main:answer.txt"]),
        "right, this time\n"
    );
    // What was refused was told why, and the token was masked in what the agent was shown.
    assert!(
        own(&world, "refused").contains("git-safety"),
        "{}",
        own(&world, "refused")
    );
    let shown = own(&world, "shown");
    assert!(
        shown.contains(TOKEN) && shown.contains("[secret:"),
        "{shown}"
    );
    // The second turn goes on with the session, and is told what is missing and nothing else.
    assert!(!own(&world, "arguments-1").contains("--resume"));
    assert!(own(&world, "arguments-2").contains("--resume\ns-1\n"));
    let (first, second) = (own(&world, "prompt-1"), own(&world, "prompt-2"));
    assert!(first.contains("make the answer better"), "{first}");
    assert!(
        second.contains("sh check.sh") && !second.contains("make the answer"),
        "{second}"
    );
    let lines = lines(&world);
    assert_eq!(count(&lines, "/event/decided/allowed/action/delegate"), 2);
    assert_eq!(count(&lines, "/event/seen/session/proposed"), 4);
    assert_eq!(count(&lines, "/event/decided/correcting"), 1);
    let all = serde_json::to_string(&lines).expect("lines");
    assert!(!all.contains(TOKEN));
    let status = world.json(&["status", "--json"]);
    assert_eq!(status["cost"]["total"], 20_000, "{status}");
    assert_eq!(status["tool_calls"], 4, "{status}");
    assert_eq!(world.run(&["ledger", "verify"]).code, 0);
    let replay = world.run(&["ledger", "replay", &run_of(&world)]);
    assert_eq!(replay.code, 0, "{replay:?}");
}
