//! Many tasks at once: they merge side by side, one that waits or fails keeps no other from it, and the same batch again
//! goes on where it was.

use serde_json::{Value, json};

use crate::agent::{done, scene, shell, turn, work, work_twice, write};
use crate::crash::story::{self, CHECKS};
use crate::support::{Said, World};

/// An agent that writes one file and is done.
fn writes(words: &str, path: &str, text: &str) -> Value {
    scene(words, &work_twice(path, text))
}

/// A world with these scenes; the check passes on whatever is there.
fn world(scenes: &[Value], more: &str) -> World {
    let script = json!({ "scenes": scenes, "replies": [turn(&[done()])] });
    let files = [("shared.txt", "one\ntwo\nthree\n"), ("check.sh", "true\n")];
    World::scripted(&files, &script.to_string(), &format!("{CHECKS}{more}"))
}

/// Writes a batch beside the repository, and runs it.
fn batch(world: &World, text: &str, more: &[&str]) -> Said {
    std::fs::write(world.path("tasks.txt"), text).expect("a batch");
    again(world, more)
}

/// Runs the batch that stands there.
fn again(world: &World, more: &[&str]) -> Said {
    world.run(&[&["run", "--batch", "../tasks.txt"], more].concat())
}

/// What a batch says to programs: one object for each task in the order of lines, and the sum.
fn objects(said: &Said) -> (Vec<Value>, Value) {
    let mut all: Vec<Value> = said
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{said:?}")))
        .collect();
    let sum = all.pop().unwrap_or_else(|| panic!("nothing: {said:?}"));
    all.sort_by_key(|it| it["line"].as_u64());
    (all, sum["summary"].clone())
}

fn outcomes(all: &[Value]) -> Vec<&str> {
    all.iter().filter_map(|it| it["outcome"].as_str()).collect()
}

fn runs(world: &World) -> Vec<Value> {
    let said = world.run(&["status", "--json", "--limit", "100"]);
    let lines = said.out.lines();
    lines
        .map(|it| serde_json::from_str(it).expect("JSON"))
        .collect()
}

fn files(world: &World) -> String {
    world.git(&["ls-tree", "-r", "--name-only", "main"])
}

/// Nothing of a run is left in the repository or beside it but what is kept on purpose.
fn clean(world: &World) {
    assert_eq!(
        world.git(&["for-each-ref", "--format=%(refname)", "refs/heads"]),
        "refs/heads/main\n"
    );
    assert_eq!(world.git(&["status", "--short"]), "");
    assert_eq!(world.git(&["worktree", "list"]).lines().count(), 1);
    story::nobody_left(world);
}

#[test]
fn tasks_merge_side_by_side_and_one_that_waits_holds_up_no_other() {
    let world = world(
        &[
            writes("first", "a.txt", "a\n"),
            writes("second", "b.txt", "b\n"),
            scene(
                "third",
                &[
                    turn(&[shell("sh tool.sh")]),
                    turn(&[write("c.txt", "c\n")]),
                    turn(&[done()]),
                ],
            ),
            writes("fourth", "d.txt", "d\n"),
        ],
        "",
    );
    let text = "# four of them\nWrite the first file\n\nWrite the second file\nWrite the third file\n\
                {\"task\": \"Write the fourth file\", \"mode\": \"quick\"}\n";
    let said = batch(&world, text, &["--parallel", "3"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert_eq!(files(&world), "a.txt\nb.txt\ncheck.sh\nd.txt\nshared.txt\n");
    assert_eq!(
        world.git(&["status", "--short"]),
        "",
        "the checkout shows all merges"
    );
    assert!(said.out.contains("4 tasks"), "{said:?}");
    let waits = runs(&world).into_iter().find(|it| it["stop"] == "blocked");
    let run = waits.expect("one waits")["run"]
        .as_str()
        .expect("a name")
        .to_owned();
    let answer = format!("interlock approve {run}");
    assert!(said.out.contains(&answer), "{said:?}");
    let told: Vec<&str> = said.err.lines().filter(|it| it.contains(&run)).collect();
    let [told] = told[..] else {
        panic!("one line for each run: {said:?}")
    };
    assert!(told.contains("line 5 · blocked · "), "{told}");
    assert!(told.ends_with(" · Write the third file"), "{told}");
    assert_eq!(said.err.matches(" · merged · ").count(), 3, "{said:?}");
    for it in runs(&world) {
        story::ledger_holds_so_far(&world, it["run"].as_str().expect("a name"));
    }

    // The same batch again: what is merged stays, what waits is gone on with, and still waits.
    let said = again(&world, &["--json"]);
    assert_eq!(said.code, 3, "{said:?}");
    let (all, sum) = objects(&said);
    assert_eq!(outcomes(&all), ["merged", "merged", "parked", "merged"]);
    assert_eq!(all[2]["run"], run.as_str());
    assert_eq!(sum["outcomes"]["merged"], 3);
    assert_eq!(runs(&world).len(), 4, "nothing was begun anew");
    let said = world.run(&["approve", &run, "--no-resume"]);
    assert_eq!(said.code, 0, "{said:?}");
    let said = again(&world, &[]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(files(&world).contains("c.txt"), "{said:?}");
    clean(&world);
}

/// A rule that lets `sh meet.sh` through unasked.
const MEET_RULE: &str = "guardrails:\n  rules:\n    - name: meet\n      pattern: 'sh meet\\.sh'\n      action: allow\n      \
     applies_to: [shell]\n";

/// A command that two runs call, and that ends when both have.
const MEET: &str = "echo met >> \"$HOME/met\"\nn=0\nwhile test $(wc -l < \"$HOME/met\") -lt 2; do\n  sleep 0.05\n  \
     n=$((n+1))\n  test $n -lt 1000 || exit 1\ndone\n";

/// Two tasks that change one line, each before the other has merged.
const ONE_LINE: &str = "Write numbers in capitals\nWrite numbers as digits\n";

/// A world with both, and an agent that does this when they meet.
fn one_line(resolves: Value) -> World {
    let meets = |text: &str| {
        let [write, done] = work("shared.txt", text);
        [write, turn(&[shell("sh meet.sh")]), done]
    };
    let world = world(
        &[
            resolves,
            scene("capitals", &meets("one\nTWO\nthree\n")),
            scene("digits", &meets("one\n2\nthree\n")),
        ],
        MEET_RULE,
    );
    world.write("meet.sh", MEET);
    world.git(&["add", "--all"]);
    world.git(&["commit", "--quiet", "-m", "a place to meet"]);
    world
}

#[test]
fn of_two_that_change_the_same_line_neither_is_lost() {
    let both = "one\nTWO, or 2\nthree\n";
    let world = one_line(writes("conflicts with `main`", "shared.txt", both));
    let said = batch(&world, ONE_LINE, &["--parallel", "2"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.read("shared.txt").as_deref(), Some(both));
    let told = world.git(&["log", "--format=%s", "main"]);
    assert!(
        told.contains("capitals") && told.contains("digits"),
        "{told}"
    );
    clean(&world);
}

#[test]
fn a_conflict_that_nobody_resolves_parks_the_second_and_keeps_both() {
    let world = one_line(scene("conflicts with `main`", &[turn(&[done()])]));
    let said = batch(&world, ONE_LINE, &["--parallel", "2", "--json"]);
    assert_eq!(said.code, 3, "{said:?}");
    let (all, _) = objects(&said);
    let (merged, parked): (Vec<&Value>, Vec<&Value>) =
        all.iter().partition(|it| it["outcome"] == "merged");
    let ([merged], [parked]) = (&*merged, &*parked) else {
        panic!("{said:?}");
    };
    let of = |it: &Value| if it["line"] == 1 { "TWO" } else { "2" };
    assert_eq!(
        world.read("shared.txt"),
        Some(format!("one\n{}\nthree\n", of(merged)))
    );
    // The other one's work stands on its branch.
    let run = parked["run"].as_str().expect("a name");
    let task = world.git(&[
        "for-each-ref",
        "--format=%(refname)",
        &format!("refs/heads/interlock/{run}-*"),
    ]);
    let all = world.git(&["log", "-p", "--format=%s", task.trim()]);
    assert!(all.contains(&format!("+{}\n", of(parked))), "{all}");
}

#[test]
fn all_lines_are_checked_before_anything_runs() {
    let world = world(&[writes("first", "a.txt", "a\n")], "");
    let text = "Write the first file\nplans/missing.md\n{\"tsak\": \"x\"}\n\
                {\"task\": \"x y\", \"model\": \"nobody\"}\n{\"task\": \"x y\", \"target\": \"gone\"}\n\
                {\"task\": \"x y\", \"budget\": 0.01}\n{\"task\": \"x y\", \"budget\": \"much\"}\n-\n\
                {\"task\": \"x y\", \"archive\": true}\n";
    let said = batch(&world, text, &[]);
    assert_eq!(said.code, 2, "{said:?}");
    for words in [
        "../tasks.txt:2: there is no file `plans/missing.md`",
        "../tasks.txt:3: `tsak` is no key\n  help: did you mean `task`?",
        "../tasks.txt:4: ",
        "../tasks.txt:5: there is no branch `gone`",
        "../tasks.txt:6: the budget of $0.0100 is below the floor",
        "../tasks.txt:7: ",
        "../tasks.txt:8: `-` is no task in a batch",
        "../tasks.txt:9: only an OpenSpec change can be archived",
        "nothing was begun",
    ] {
        assert!(said.err.contains(words), "{words}: {said:?}");
    }
    assert!(!said.err.contains("tasks.txt:1:"), "{said:?}");
    assert_eq!(runs(&world).len(), 0);
    assert_eq!(files(&world), "check.sh\nshared.txt\n");
    let said = batch(&world, "# nothing\n\n", &["--json"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.out.starts_with("{\"error\""), "{said:?}");
    for args in [
        &["run", "--batch", "nowhere.txt"][..],
        &["run", "--batch", "../tasks.txt", "a task"],
        &["run", "--parallel", "2", "a task"],
        &["run", "--batch", "../tasks.txt", "--parallel", "0"],
        &["run", "--batch", "../tasks.txt", "--budget-total", "much"],
    ] {
        assert_eq!(world.run(args).code, 2, "{args:?}");
    }
}

#[test]
fn every_task_is_an_object_for_programs_and_the_last_one_is_the_sum() {
    let world = world(&[writes("first", "a.txt", "a\n")], "");
    // What the second agent says it did is not there.
    let said = batch(
        &world,
        "Write the first file\nDo nothing at all\n",
        &["--json"],
    );
    assert_eq!(said.code, 1, "{said:?}");
    assert_eq!(said.err, "", "{said:?}");
    let (all, sum) = objects(&said);
    assert_eq!(outcomes(&all), ["merged", "failed"]);
    let first = &all[0];
    assert_eq!(first["line"], 1);
    assert_eq!(first["task"], "Write the first file");
    assert_eq!(first["exit"], 0);
    assert_eq!(first["merged"], world.git(&["rev-parse", "main"]).trim());
    assert!(
        first["tokens"].as_u64() > Some(0) && first["active_ms"].is_u64(),
        "{first}"
    );
    assert!(
        all[1]["why"]
            .as_str()
            .is_some_and(|it| it.contains("nothing was changed"))
    );
    assert_eq!(sum["tasks"], 2);
    assert_eq!(sum["outcomes"]["merged"], 1);
    assert_eq!(sum["outcomes"]["failed"], 1);
    assert_eq!(sum["exit"], 1);

    // What failed stays failed until somebody says otherwise; what is merged is not done again.
    let said = again(&world, &["--json"]);
    assert_eq!((said.code, runs(&world).len()), (1, 2), "{said:?}");
    let said = again(&world, &["--again=failed", "--json"]);
    let (all, _) = objects(&said);
    assert_eq!((said.code, runs(&world).len()), (1, 3), "{said:?}");
    assert_eq!(all[0]["run"], first["run"]);
    // A line that is taken out or put in changes nothing about the others.
    let said = batch(
        &world,
        "# done before\n\n\nWrite the first file\n",
        &["--json"],
    );
    let (all, _) = objects(&said);
    assert_eq!((said.code, runs(&world).len()), (0, 3), "{said:?}");
    assert_eq!(
        (&all[0]["line"], &all[0]["run"]),
        (&json!(4), &first["run"])
    );
    // All anew: a run of its own again, which finds its work done.
    let said = again(&world, &["--again", "--json"]);
    let (all, _) = objects(&said);
    assert_ne!(all[0]["run"], first["run"], "{said:?}");
    assert_eq!(runs(&world).len(), 4);
}

#[test]
fn tasks_come_from_standard_input_too() {
    let world = world(&[writes("first", "a.txt", "a\n")], "");
    std::fs::write(world.path("tasks.txt"), "Write the first file\n").expect("a batch");
    let mut command = world.command(&["run", "--batch", "-", "--json"]);
    let input = || std::fs::File::open(world.path("tasks.txt")).expect("a file");
    let said = world.finish(command.stdin(input()));
    assert_eq!(said.code, 0, "{said:?}");
    let mut command = world.command(&["run", "--batch", "-", "--json"]);
    let said = world.finish(command.stdin(input()));
    assert_eq!((said.code, runs(&world).len()), (0, 1), "{said:?}");
}

#[test]
fn no_run_is_begun_once_all_have_cost_enough() {
    let world = world(
        &[
            writes("first", "a.txt", "a\n"),
            writes("second", "b.txt", "b\n"),
        ],
        "",
    );
    let script = world.path("home/agent.json");
    let script = script.to_str().expect("a path in UTF-8");
    world.configure(&format!(
        "models:\n  default: written\n  written:\n    provider: scripted\n    model: {script}\n  price:\n    \
         {script}:\n      input: 1000\n      output: 1000\nverification:\n  commands: ['sh check.sh']\n"
    ));
    let text = "Write the first file\nWrite the second file\n";
    let more = ["--json", "--parallel", "1", "--budget", "50"];
    let said = batch(
        &world,
        text,
        &[&more[..], &["--budget-total", "1"]].concat(),
    );
    let (all, sum) = objects(&said);
    assert_eq!(said.code, 5, "{said:?}");
    assert_eq!(outcomes(&all), ["merged", "not-begun"]);
    assert_eq!(all[1]["run"], Value::Null);
    assert!(sum["cost_usd"].as_f64() > Some(1.0), "{sum}");
    // What was spent counts when the batch goes on.
    let said = again(&world, &[&more[..], &["--budget-total", "1"]].concat());
    assert_eq!((said.code, runs(&world).len()), (5, 1), "{said:?}");
    let said = again(&world, &more);
    assert_eq!((said.code, runs(&world).len()), (0, 2), "{said:?}");
    clean(&world);
}

#[cfg(debug_assertions)]
#[test]
fn a_batch_that_was_killed_goes_on_and_does_nothing_twice() {
    let world = world(
        &[
            writes("first", "a.txt", "a\n"),
            writes("second", "b.txt", "b\n"),
            writes("third", "c.txt", "c\n"),
        ],
        "",
    );
    let text = "Write the first file\nWrite the second file\nWrite the third file\n";
    std::fs::write(world.path("tasks.txt"), text).expect("a batch");
    let args = ["run", "--batch", "../tasks.txt", "--parallel", "2"];
    let mut started = story::start(&world, &args, Some(("INTERLOCK_HALT_AT", 20)));
    assert_eq!(started.halted(), Ok(()), "{}", started.said());
    // Nobody else runs the same batch meanwhile.
    let said = world.run(&args);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(
        said.err.contains("being run by another process"),
        "{said:?}"
    );
    started.kill();
    story::nobody_left(&world);
    let begun = runs(&world);
    assert!((1..=2).contains(&begun.len()), "{begun:?}");
    assert!(
        begun.iter().all(|it| it["interrupted"] == true),
        "{begun:?}"
    );
    let said = world.run(&args);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(runs(&world).len(), 3);
    assert_eq!(files(&world), "a.txt\nb.txt\nc.txt\ncheck.sh\nshared.txt\n");
    for it in runs(&world) {
        story::ledger_holds(&world, it["run"].as_str().expect("a name"));
    }
    clean(&world);
}

#[cfg(debug_assertions)]
#[test]
fn ctrl_c_parks_what_runs_and_begins_nothing_more() {
    let world = crate::crash::others::lingering();
    let text = "Do what takes long\nDo what comes then\n";
    std::fs::write(world.path("tasks.txt"), text).expect("a batch");
    let args = [
        "run",
        "--batch",
        "../tasks.txt",
        "--parallel",
        "1",
        "--json",
    ];
    let mut started = story::start(&world, &args, None);
    story::until("the command is under way", || {
        if let Some(status) = started.child.try_wait().expect("our child") {
            panic!("it ended with {status}: {}", started.said());
        }
        story::trace(&world)
            .contains(&"lingers".to_owned())
            .then_some(())
    });
    started.signal("INT");
    assert_eq!(started.wait(), 130);
    story::nobody_left(&world);
    let out = std::fs::read_to_string(world.path("out")).expect("what it said");
    let (all, _) = objects(&Said {
        code: 130,
        out,
        err: String::new(),
    });
    assert_eq!(outcomes(&all), ["interrupted", "not-begun"]);
    let run = all[0]["run"].as_str().expect("a name");
    story::ledger_holds_so_far(&world, run);
    assert_eq!(runs(&world).len(), 1);
}

/// A run that waits is taken up by somebody while its batch goes on: the batch is not ended for it.
#[test]
fn a_parked_run_is_answered_while_its_batch_goes_on() {
    let rule = MEET_RULE.replace("meet", "wait");
    let world = world(
        &[
            scene(
                "third",
                &[
                    turn(&[shell("sh tool.sh")]),
                    turn(&[write("c.txt", "c\n")]),
                    turn(&[done()]),
                ],
            ),
            scene(
                "long",
                &[
                    turn(&[shell("sh wait.sh")]),
                    turn(&[write("d.txt", "d\n")]),
                    turn(&[done()]),
                ],
            ),
        ],
        &rule,
    );
    world.write(
        "wait.sh",
        "echo waits >> \"$HOME/trace\"\nwhile ! test -e \"$HOME/go\"; do sleep 0.05; done\n",
    );
    world.git(&["add", "--all"]);
    world.git(&["commit", "--quiet", "-m", "a command that waits"]);
    std::fs::write(
        world.path("tasks.txt"),
        "Write the third file\nDo what takes long\n",
    )
    .expect("a batch");
    let args = ["run", "--batch", "../tasks.txt", "--parallel", "1"];
    let mut started = story::start(&world, &args, None);
    story::until("the second run is under way", || {
        if let Some(status) = started.child.try_wait().expect("our child") {
            panic!("it ended with {status}: {}", started.said());
        }
        story::trace(&world)
            .contains(&"waits".to_owned())
            .then_some(())
    });
    let waits = runs(&world).into_iter().find(|it| it["stop"] == "blocked");
    let run = waits.expect("one waits")["run"]
        .as_str()
        .expect("a name")
        .to_owned();
    let said = world.run(&["approve", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    std::fs::write(world.path("home/go"), "").expect("a file");
    assert_eq!(
        started.wait(),
        0,
        "{}",
        std::fs::read_to_string(world.path("out")).unwrap_or_default()
    );
    assert_eq!(
        files(&world),
        "c.txt\ncheck.sh\nd.txt\nshared.txt\nwait.sh\n"
    );
    clean(&world);
}
