//! An agent of somebody else works on a run: it is started for each turn, its hooks ask the run, and what it claims is verified. The
//! agent here is a script that speaks as Claude Code does.

mod past_hooks;
mod plans;

use serde_json::Value;

use crate::crash::story;
use crate::support::{Said, World};

/// What speaks as the agent.
const WORKER: &str = include_str!("agent_runs/worker.sh");
/// A token as a secret of the repository.
pub(crate) const TOKEN: &str = concat!("ghp_", "c7Kd0Qw9ZrT4xVb2NmL8pHs6JfG3yCe5Ua1Xk");

/// A world whose check wants `right` in `answer.txt`, and an agent that does this, turn by turn; none where this machine gives no
/// whole sandbox.
fn world_of(turns: &[&str], more: &str) -> Option<World> {
    world_with((WORKER, "profile: claude"), turns, more)
}

/// The same with an agent that is this script, and is configured like this.
pub(crate) fn world_with(
    (script, configured): (&str, &str),
    turns: &[&str],
    more: &str,
) -> Option<World> {
    let files = [
        ("check.sh", "grep -q right answer.txt\n"),
        ("answer.txt", "right\n"),
        ("notes.txt", &format!("the token is {TOKEN}\n")),
    ];
    let world = World::new(&files).held();
    std::fs::create_dir_all(world.path("home/agent/turns")).expect("a folder");
    world.program("agent/worker.sh", script);
    for (at, turn) in turns.iter().enumerate() {
        let path = world.path(&format!("home/agent/turns/{}.sh", at + 1));
        std::fs::write(path, turn).expect("a turn");
    }
    let program = world.path("home/agent/worker.sh");
    world.configure(&format!(
        "agents:\n  default: mine\n  mine: {{{configured}, command: ['{}']}}\n\
         verification: {{commands: ['sh check.sh'], levels: [1, 2, 3, 4]}}\n{more}",
        program.display()
    ));
    // What others left on this machine is told in lines before the last one.
    let doctor = world.run(&["doctor", "--json"]).out;
    let doctor = doctor.lines().last().expect("a summary");
    let doctor: Value = serde_json::from_str(doctor).expect("JSON");
    let whole = doctor["summary"]["sandbox"]["whole"].as_bool();
    whole.expect("doctor says it").then_some(world)
}

pub(crate) fn run(world: &World, more: &[&str]) -> Said {
    world.run(&[&["run", "--mode", "quick", "make the answer better"], more].concat())
}

/// The newest run.
pub(crate) fn run_of(world: &World) -> String {
    let status = world.json(&["status", "--json"]);
    status["run"].as_str().expect("a run").to_owned()
}

/// All lines of it.
pub(crate) fn lines(world: &World) -> Vec<Value> {
    let log = world.run(&["log", "--json", &run_of(world)]);
    let lines = log.out.lines();
    lines
        .map(|it| serde_json::from_str(it).expect("a line"))
        .collect()
}

/// The turns of a run, as they were allowed.
pub(crate) fn delegated(world: &World) -> Vec<Value> {
    let at = "/event/decided/allowed/action/delegate";
    let lines = lines(world);
    lines
        .iter()
        .filter_map(|it| it.pointer(at).cloned())
        .collect()
}

/// What the agent was told for a turn, from 1.
pub(crate) fn prompt(world: &World, turn: usize) -> String {
    let turns = delegated(world);
    turns[turn - 1]["prompt"]
        .as_str()
        .expect("a prompt")
        .to_owned()
}

/// What hooks were answered where they refused.
pub(crate) fn refused(world: &World) -> String {
    let lines = lines(world);
    let answers = lines
        .iter()
        .filter_map(|it| it.pointer("/event/decided/session/answered"));
    let refused = answers.filter(|it| it["answer"] == "deny");
    refused.map(|it| format!("{}\n", it["words"])).collect()
}

pub(crate) fn count(lines: &[Value], pointer: &str) -> usize {
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
        refused(&world).contains("git-safety"),
        "{}",
        refused(&world)
    );
    assert_eq!(world.git(&["show", "main:masked.txt"]), "yes\n");
    // The second turn goes on with the session, and is told what is missing and nothing else.
    let resumes = delegated(&world)
        .iter()
        .map(|it| it["resumes"].clone())
        .collect::<Vec<_>>();
    assert_eq!(resumes, [Value::Null, "s-1".into()]);
    assert_eq!(delegated(&world)[1]["resumes"], "s-1");
    let (first, second) = (prompt(&world, 1), prompt(&world, 2));
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
    // Its home, with copies of what proves who the person is, is gone with the worktree.
    assert!(
        !world
            .path(&format!("state/agents/{}", run_of(&world)))
            .exists()
    );
    let status = world.json(&["status", "--json"]);
    assert_eq!(status["cost"]["total"], 20_000, "{status}");
    assert_eq!(status["tool_calls"], 4, "{status}");
    assert_eq!(world.run(&["ledger", "verify"]).code, 0);
    let replay = world.run(&["ledger", "replay", &run_of(&world)]);
    assert_eq!(replay.code, 0, "{replay:?}");
}

/// The words of the first line that lowers trust.
pub(crate) fn lowered(world: &World) -> Option<String> {
    let lines = lines(world);
    let found = lines.iter().find_map(|it| {
        it.pointer("/event/decided/session/trust_lowered/why")
            .and_then(Value::as_str)
    });
    found.map(str::to_owned)
}

#[test]
fn what_asks_waits_for_a_person_and_goes_on_in_the_same_session() {
    let turns = [
        "does 'sh unknown.sh'\nwrites answer.txt 'right, and more\\n'\nends 'That is all I can do.'\n",
        "does 'sh unknown.sh'\nends 'Now it is.'\n",
    ];
    let Some(world) = world_of(&turns, "") else {
        return;
    };
    world.write("unknown.sh", "echo made >made.txt\n");
    world.git(&["add", "--all"]);
    world.git(&["commit", "--quiet", "-m", "a script"]);
    let said = run(&world, &[]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(refused(&world).contains("a person is asked"));
    let question = story::question(&world, &run_of(&world));
    let said = world.run(&["approve", &run_of(&world), &question]);
    assert_eq!(said.code, 0, "{said:?}");
    let told = prompt(&world, 2);
    assert!(told.contains("A person allows this, once"), "{told}");
    assert_eq!(world.git(&["show", "main:made.txt"]), "made\n");
}

#[test]
fn a_person_says_no_and_the_agent_is_told() {
    let turns = [
        "does 'sh unknown.sh'\nends 'I wait.'\n",
        "writes answer.txt 'right, without\\n'\nends 'Then without.'\n",
    ];
    let Some(world) = world_of(&turns, "") else {
        return;
    };
    world.write("unknown.sh", "echo made >made.txt\n");
    assert_eq!(run(&world, &[]).code, 3);
    let said = world.run(&[
        "deny",
        &run_of(&world),
        &story::question(&world, &run_of(&world)),
        "not this one",
    ]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(prompt(&world, 2).contains("not this one"));
}

#[test]
fn an_agent_that_dies_is_not_started_for_ever() {
    let turns = [
        "echo 'no such option' >&2; exit 7\n",
        "exit 7\n",
        "exit 7\n",
    ];
    let Some(world) = world_of(&turns, "loop: {model_failures_max: 1}\n") else {
        return;
    };
    let said = run(&world, &[]);
    assert_eq!(said.code, 3, "{said:?}");
    let words = "exit code 7: no such option";
    assert!(
        said.err.contains(words) || said.out.contains(words),
        "{said:?}"
    );
    assert_eq!(
        count(&lines(&world), "/event/decided/allowed/action/delegate"),
        1
    );
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let Some(world) = world_of(&[], "") else {
        return;
    };
    world.configure("agents: {default: mine, mine: {profile: claude, command: [no-such-agent]}}\n");
    let said = run(&world, &[]);
    assert_eq!(said.code, 3, "{said:?}");
    let words = "`no-such-agent` is not found";
    assert!(
        said.out.contains(words) && said.out.contains("agents.mine.command"),
        "{said:?}"
    );
    let said = run(&world, &["--agent", "claud"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(
        said.err.contains("there is no agent `claud`")
            && said.err.contains("did you mean `claude`"),
        "{said:?}"
    );
}

#[test]
fn a_provider_that_limits_the_rate_is_waited_for() {
    let turns = [
        "fails 429 'too many requests'\n",
        "writes answer.txt 'right, later\\n'\nends 'Done.'\n",
    ];
    let Some(world) = world_of(&turns, "") else {
        return;
    };
    let said = run(&world, &[]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(count(&lines(&world), "/event/decided/wake"), 1 + 1);
}

#[test]
fn it_is_ended_once_it_has_spent_what_was_left() {
    let turns = [
        "printf '{\"type\":\"assistant\",\"message\":{\"id\":\"m\",\"model\":\"claude-sonnet-4-5\",\"content\":[],\"usage\":{\"input_tokens\":9000000,\"output_tokens\":1}},\"session_id\":\"s-1\"}\\n'\nsleep 3000\n",
    ];
    let Some(world) = world_of(&turns, "") else {
        return;
    };
    let said = run(&world, &[]);
    assert_eq!(said.code, 5, "{said:?}");
    story::nobody_left(&world);
}

#[test]
fn a_turn_that_takes_too_long_is_ended_with_all_that_it_started() {
    let turns = ["(setsid sleep 3000 &)\nsleep 3000 &\nsleep 3000\n"];
    let more = "loop: {max_total_time: 1}\nbudget: {grace_s: 0}\n";
    let Some(world) = world_of(&turns, more) else {
        return;
    };
    let said = run(&world, &[]);
    assert_eq!(said.code, 5, "{said:?}");
    story::nobody_left(&world);
}

#[test]
fn what_floods_or_is_no_json_is_passed_over() {
    let turns = [
        "head -c 40000000 /dev/zero | tr '\\0' x\necho\nyes '{\"type\": [' | head -100000\nwrites answer.txt 'right, loud\\n'\nends 'Done.'\n",
    ];
    let Some(world) = world_of(&turns, "") else {
        return;
    };
    let said = run(&world, &[]);
    assert_eq!(said.code, 0, "{said:?}");
    let largest = lines(&world).iter().map(|it| it.to_string().len()).max();
    assert!(largest < Some(60_000), "{largest:?}");
}

#[test]
fn a_name_of_a_session_is_no_option() {
    let turns = [
        "printf '{\"type\":\"system\",\"session_id\":\"--dangerous\"}\\n' | sed 's/s-1/x/'\nwrites answer.txt 'left\\n'\nends 'Done.'\n",
        "writes answer.txt 'right again\\n'\nends 'Done.'\n",
    ];
    let Some(world) = world_of(&turns, "") else {
        return;
    };
    run(&world, &[]);
    let all = serde_json::to_string(&delegated(&world)).expect("turns");
    assert!(!all.contains("--dangerous"), "{all}");
}

#[test]
fn a_hook_that_cannot_ask_the_run_refuses() {
    let world = World::new(&[("a.txt", "a\n")]);
    let mut command = world.command(&["hook", "claude"]);
    let event = r#"{"session_id":"s","cwd":"/","hook_event_name":"PreToolUse","tool_name":"Read","tool_input":{"file_path":"/a"}}"#;
    std::fs::write(world.path("event"), event).expect("an event");
    let input = std::fs::File::open(world.path("event")).expect("an event");
    let said = world.finish(command.env("INTERLOCK_RUN", "k3f9").stdin(input));
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("the run can't be asked"), "{said:?}");
    // It is not for the session of a person: nothing is written for it.
    assert!(!world.path("state/ledger.db").exists());
}

/// Starts a run, and kills what drives it once the agent has left this file in its home.
pub(crate) fn killed_under_way(world: &World, mark: &str) {
    let args = ["run", "--mode", "quick", "make the answer better"];
    let mut started = story::start(world, &args, None);
    story::until("the agent is under way", || {
        if let Some(status) = started.child.try_wait().expect("our child") {
            panic!("it ended with {status}: {}", started.said());
        }
        let homes = std::fs::read_dir(world.path("state/agents"))
            .ok()?
            .flatten();
        let begun = |it: std::fs::DirEntry| it.path().join("task").join(mark).exists();
        homes.into_iter().any(begun).then_some(())
    });
    started.kill();
    story::nobody_left(world);
}

#[test]
fn a_driver_that_was_killed_goes_on_with_the_session() {
    let turns = [
        "does 'ls'\necho half >answer.txt\ntouch \"$own/begun\"\nsleep 3000\n",
        "writes answer.txt 'right, after all\\n'\nends 'Done.'\n",
    ];
    let Some(world) = world_of(&turns, "") else {
        return;
    };
    killed_under_way(&world, ".claude/begun");
    let said = world.run(&["resume", &run_of(&world)]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(delegated(&world)[1]["resumes"], "s-1");
    assert!(
        prompt(&world, 2).contains("Your turn was cut off"),
        "{}",
        prompt(&world, 2)
    );
    assert_eq!(
        world.git(&["show", "main:answer.txt"]),
        "right, after all\n"
    );
    story::ledger_holds(&world, &run_of(&world));
}

#[test]
fn calls_of_an_agent_are_decided_again_under_other_policies() {
    let turns = [
        "does 'git push --force origin main'\ndoes 'cat notes.txt'\nwrites answer.txt 'right\\n'\nends Done.\n",
    ];
    let Some(world) = world_of(&turns, "") else {
        return;
    };
    assert_eq!(run(&world, &[]).code, 0);
    let backtest = |more: &[&str], code: i32| -> Value {
        let said = world.run(&[&["gate", "backtest", "--json"], more].concat());
        assert_eq!(said.code, code, "{said:?}");
        serde_json::from_str(&said.out).expect("JSON")
    };
    // The same policies say the same of each, the one of verification too.
    let same = backtest(&[], 0);
    assert_eq!(same["counts"]["same"], 4, "{same}");
    let stricter = world.path("home/stricter.yml");
    let rule = "rules:\n  - {name: no-cat, action: deny, pattern: 'cat notes'}\n";
    std::fs::write(&stricter, rule).expect("a policy file");
    let told = backtest(&["--policies", stricter.to_str().expect("UTF-8")], 1);
    assert_eq!(told["counts"]["stricter"], 1, "{told}");
    let row = &told["changed"][0];
    assert!(
        row["action"]
            .as_str()
            .expect("words")
            .contains("cat notes.txt"),
        "{row}"
    );
    assert_eq!(row["task"], "task", "{row}");
}
