//! What agents are told: the words of a request, from the state that it is made of.

use engine::{prompt, toolbox};
use ledger::event::Ask;
use ledger::observation::{ChangeFacts, TestFacts};
use ledger::phase::Mode;
use ledger::promise::Source;
use ledger::reply::Ended;
use serde_json::json;

use crate::planned::{GREET, MAIN};
use crate::script::{call, done, opened, words, write};
use crate::waves;
use crate::world::World;

/// A section of the prompt that comes next.
pub(crate) fn section(world: &World, name: &str) -> String {
    let task = world.state.current().expect("a task");
    let sections = prompt::sections(&world.state, task);
    let found = sections.iter().find(|it| it.name == name);
    found.map(|it| it.text.to_string()).unwrap_or_default()
}

#[test]
fn a_planner_hears_all_that_is_wanted() {
    let text = "Greet the world\n\nIn every language that we ship.";
    for (trusted, fences) in [(true, 0), (false, 1)] {
        let mut opened = opened();
        opened.options.mode = Mode::Normal;
        opened.trusted = trusted;
        opened.source = Source::Sentence {
            text: text.to_owned(),
        };
        let mut world = World::open(opened, true, []);
        while world.state.current().is_none() {
            assert!(world.once(), "{}", world.tail(9));
        }
        let told = section(&world, "task");
        assert!(told.contains("In every language that we ship."), "{told}");
        assert_eq!(told.matches("</untrusted").count(), fences, "{told}");
    }
}

/// When room is short, a call is told in one line: what it was about, and what came of it.
#[test]
fn a_call_is_remembered_by_its_target_and_its_end() {
    for (tool, args, exit, expected) in [
        (
            "read",
            json!({"path": "src/lib.rs"}),
            0,
            "read src/lib.rs: ok",
        ),
        ("search", json!({"pattern": "old"}), 0, "search old: ok"),
        (
            "run",
            json!({"argv": ["cargo", "test"]}),
            0,
            "run cargo test: ok",
        ),
        ("shell", json!({"command": "ls -l"}), 0, "shell ls -l: ok"),
        ("read", json!({"path": ".env"}), 0, "read .env: refused"),
        (
            "read",
            json!({"path": "none.rs"}),
            0,
            "read none.rs: failed",
        ),
        ("read", json!({}), 0, "read : invalid"),
    ] {
        let mut world = World::open(opened(), false, [call(tool, args)]);
        world.own_exits = [exit].into();
        let answered = |world: &World| {
            let task = world.state.current();
            task.is_some_and(|it| it.turns.len() > 1)
        };
        while !answered(&world) {
            assert!(world.once(), "{}", world.tail(9));
        }
        let turns = format!("{:?}", world.state.current().expect("a task").turns);
        assert!(
            turns.contains(&format!("\"{expected}\"")),
            "{expected}: {turns}"
        );
    }
}

/// Where the plan says test first, a declared command that fails on a new test is red; one that does not start is not.
#[test]
fn red_is_a_declared_command_that_failed_on_a_test() {
    let cases = [
        (true, "test", 101, true),
        (true, "test", 0, false),
        (true, "test", 127, false),
        (true, "build", 101, false),
        (false, "test", 101, false),
    ];
    for (tests, word, exit, expected) in cases {
        let mut task = waves::task("a", "src/a.rs", &[]);
        task["tdd"] = json!(true);
        task["files"] = json!(["src/a.rs", "tests/a.rs"]);
        let test = write(
            "tests/a.rs",
            "#[test]\nfn a() {\n    assert_eq!(greeter::a(), 1);\n}\n",
        );
        let run = call("run", json!({"argv": ["cargo", word]}));
        let script = [waves::plan(&[task])].into_iter();
        let mut opened = opened();
        opened.options.mode = Mode::Normal;
        let mut world = World::open(
            opened,
            false,
            script.chain(tests.then_some(test)).chain([run]),
        );
        world.own_exits = [exit].into();
        while !world.script.is_empty() {
            assert!(world.once(), "{}", world.tail(9));
        }
        for _ in 0..8 {
            world.once();
        }
        let red = world.state.tasks.get(&waves::id("a")).map(|it| it.red);
        assert_eq!(
            red,
            Some(expected),
            "{tests} {word} {exit}\n{}",
            world.tail(12)
        );
    }
}

/// Tests that were taken away are owed for until a person has looked.
#[test]
fn a_weakened_test_waits_for_a_person() {
    let tests = |tests| TestFacts {
        tests,
        firm: tests,
        ..TestFacts::default()
    };
    for (now, asked) in [(3, false), (2, true)] {
        let mut world = crate::planned::planned([
            write("src/greet.rs", GREET),
            write("src/main.rs", MAIN),
            done(),
        ]);
        let facts = ChangeFacts {
            tests_before: Some(tests(3)),
            tests: Some(tests(now)),
            ..ChangeFacts::default()
        };
        world.counted.insert("src/greet.rs", facts);
        world.go();
        let items = world.state.questions.values().flat_map(|it| match &it.ask {
            Ask::Review { items } => items.clone(),
            Ask::Permission { .. }
            | Ask::Plan { .. }
            | Ask::Tools { .. }
            | Ask::Question { .. } => Vec::new(),
        });
        let items: Vec<String> = items
            .filter(|it| it.starts_with("test-integrity: "))
            .collect();
        assert_eq!(!items.is_empty(), asked, "{items:?}\n{}", world.tail(12));
        assert_eq!(!world.state.owed().is_empty(), asked);
        // The agent is told of it as long as it is open, however much of the history is left out.
        let task = world.state.last_task().expect("a task");
        let sections = prompt::sections(&world.state, task);
        let open = sections.iter().find(|it| it.name == "open-findings");
        assert_eq!(open.is_some_and(|it| it.pinned), asked);
        assert!(open.is_none_or(|it| it.text.contains("[test-integrity/")));
    }
}

#[test]
fn a_worker_hears_the_plan_and_what_will_be_verified() {
    let mut world = crate::planned::planned([]);
    while world.state.current().is_none() {
        assert!(world.once(), "{}", world.tail(9));
    }
    let told = section(&world, "task");
    for part in [
        "# Task: ",
        "A greeting. Purpose: friendliness.",
        "## Step 1: Task 1: greet\n\nAdd greet(name) and call it from main.\n",
        "Done when: Tests pass and main uses it.\n",
        "## What is verified afterwards\n",
        "- Greeting somebody says their name\n",
        "- file src/greet.rs: the greeting; contains `pub fn greet`; at least 3 lines of code\n",
        "- src/main.rs uses src/greet.rs (module and call)\n",
        "Files that you may create or change: src/greet.rs, src/main.rs\n",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

/// A sentence is told word for word, and as somebody else's where it comes from outside.
#[test]
fn a_sentence_is_told_as_it_was_said() {
    for trusted in [true, false] {
        let mut opened = opened();
        opened.trusted = trusted;
        opened.options.mode = Mode::Quick;
        let mut world = World::open(opened, false, []);
        while world.state.plan.is_none() && !world.rests() {
            assert!(world.once(), "{}", world.tail(9));
        }
        let told = section(&world, "task");
        assert!(told.contains("Greet the world"), "{told}");
        assert_eq!(told.contains("<untrusted"), !trusted, "{told}");
    }
}

/// An attempt that is for gaps is told each of them: what, why, and where.
#[test]
fn a_correction_is_told_what_is_missing() {
    let stub = write("src/greet.rs", "pub fn greet() {}\n");
    for (script, exits, parts) in [
        (
            vec![crate::runs::hello(), done()],
            vec![1],
            vec!["\n- cargo test [", "]: exit code 1"],
        ),
        (
            vec![stub, done()],
            vec![0],
            vec!["is empty\n  at src/greet.rs:1\n  missing: do the work of `greet`"],
        ),
    ] {
        let mut world = World::open(opened(), false, script);
        world.exits = exits.into();
        while world.state.correction.total == 0 {
            assert!(world.once(), "{}", world.tail(9));
        }
        let told = section(&world, "gaps");
        assert!(
            told.starts_with("# Attempt 2: verification found gaps"),
            "{told}"
        );
        for part in parts {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
}

/// What a request costs is its words and the tools that are sent with it.
#[test]
fn the_tools_are_counted_with_the_prompt() {
    for mode in [Mode::Quick, Mode::Normal] {
        let mut opened = opened();
        opened.options.mode = mode;
        let mut world = World::open(opened, false, []);
        while world.state.current().is_none() {
            assert!(world.once(), "{}", world.tail(9));
        }
        let tools = toolbox::of(&world.state);
        let tools = tools.iter();
        let tools = tools.map(|it| it.name.len() + it.description.len() + it.schema.len());
        let task = world.state.current().expect("a task");
        let prompt = prompt::compile(&world.state, task);
        let system: usize = prompt.system.iter().map(|it| it.len()).sum();
        let all = system + prompt.task.len() + tools.sum::<usize>();
        assert_eq!(usize::try_from(prompt.trace.bytes), Ok(all));
    }
}

/// The rules of the house: what passes unasked is told as it is configured, and no request is made without them.
#[test]
fn what_the_gates_let_through_is_told_and_can_not_be_left_out() {
    for (mode, declared, expected) in [
        (
            Mode::Quick,
            vec!["cargo test", "cargo doc"],
            "; `cargo test`, `cargo doc`. Other commands wait for a person.",
        ),
        (
            Mode::Quick,
            vec![],
            "read-only commands. Other commands wait for a person.",
        ),
        (
            Mode::Normal,
            vec!["cargo test"],
            "Commands that the project declares: `cargo test`.",
        ),
        (
            Mode::Normal,
            vec![],
            "The project declares no command that could prove anything.",
        ),
    ] {
        let mut opened = opened();
        opened.options.mode = mode;
        opened.options.policies.declared = declared.into_iter().map(str::to_owned).collect();
        let mut world = World::open(opened, false, []);
        while world.state.current().is_none() {
            assert!(world.once(), "{}", world.tail(9));
        }
        let told = section(&world, "gates");
        assert!(told.ends_with(expected), "{told}");
        let task = world.state.current().expect("a task");
        let pinned = prompt::pinned(&world.state, task, 0);
        assert_eq!(pinned, ["charter", "gates", "task"]);
    }
}

/// Files are looked for by all words in which a task is spoken of.
#[test]
fn a_task_is_about_its_sentence_its_steps_and_its_truths() {
    let about = |mut world: World| {
        while world.state.current().is_none() {
            assert!(world.once(), "{}", world.tail(9));
        }
        prompt::about(&world.state, world.state.current().expect("a task"))
    };
    let by_plan = about(crate::planned::planned([]));
    for part in [
        "A greeting.",
        "Task 1: greet",
        "Add greet(name) and call it from main.",
        "Greeting somebody says their name",
    ] {
        assert!(by_plan.contains(part), "{part}: {by_plan}");
    }
    let by_sentence = about(World::open(opened(), false, []));
    assert!(by_sentence.contains("Greet the world"), "{by_sentence}");
}

/// A reply that says nothing, or stops in the middle, is answered by what is wrong with it.
#[test]
fn an_empty_and_a_cut_reply_are_answered() {
    for (reply, expected) in [
        (words(" ", Ended::Turn), "Your reply was empty."),
        (
            words("I will", Ended::Length),
            "Your reply was cut off at its limit.",
        ),
    ] {
        let mut world = World::open(opened(), false, [reply]);
        while world.state.counts.turns == 0 {
            assert!(world.once(), "{}", world.tail(9));
        }
        let turns = format!("{:?}", world.state.current().expect("a task").turns);
        assert!(turns.contains(expected), "{turns}");
    }
}
