//! Runs of several tasks over a real repository: planned by the model, side by side, brought in one by one.

use serde_json::{Value, json};

use crate::agent::{self, call, scene, turn, work_twice};
use crate::crash::story::{self, CHECKS};
use crate::support::World;

/// A crate without anything in it. The check needs no compiler: every module that stands must be declared.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("src/lib.rs", "//! Words.\n"),
    (
        "check.sh",
        "echo check >> \"$HOME/trace\"\nfor f in src/[a-k]*.rs; do [ -e \"$f\" ] || continue; grep -q 'pub fn' \"$f\" || exit 1; done\n",
    ),
];

pub(crate) const SENTENCE: &str = "count and join words";

fn task(id: &str, files: &[&str], after: &[&str], links: &Value) -> Value {
    json!({
        "id": id, "title": format!("Make {id}"), "brief": format!("Make {id}."),
        "files": files, "depends_on": after, "requirements": [],
        "must_haves": {
            "truths": [{"text": format!("{id} is there"), "commands": ["sh check.sh"]}],
            "artifacts": [{"path": files[0], "provides": id, "contains": "pub "}],
            "key_links": links,
        },
    })
}

/// Two modules side by side, then what uses both.
pub(crate) fn plan() -> Value {
    let links = json!([
        {"from": "src/lib.rs", "to": "src/count.rs", "via": "module", "pattern": "pub mod count"},
        {"from": "src/lib.rs", "to": "src/join.rs", "via": "module", "pattern": "pub mod join"},
    ]);
    json!({"title": "Words", "tasks": [
        task("count", &["src/count.rs"], &[], &json!([])),
        task("join", &["src/join.rs"], &[], &json!([])),
        task("lib", &["src/lib.rs"], &["count", "join"], &links),
    ]})
}

pub(crate) const COUNT: &str = "//! Counting.\n\n/// How many words there are.\npub fn count(text: &str) -> usize {\n    text.split_whitespace().count()\n}\n";
const JOIN: &str = "//! Joining.\n\n/// Words with blanks between them.\npub fn join(words: &[&str]) -> String {\n    words.join(\" \")\n}\n";
const LIB: &str = "//! Words.\n\npub mod count;\npub mod join;\n";

/// Every agent writes twice: a write that was cut off is made good by the next one.
pub(crate) fn script(plans: &[Value]) -> String {
    let mut planning: Vec<Value> = vec![turn(&[call("list", json!({"path": ""}))])];
    planning.extend(plans.iter().map(|it| turn(&[call("plan", it.clone())])));
    agent::script(&[
        scene("# Task: Plan:", &planning),
        scene("# Task: Make count", &work_twice("src/count.rs", COUNT)),
        scene("# Task: Make join", &work_twice("src/join.rs", JOIN)),
        scene("# Task: Make lib", &work_twice("src/lib.rs", LIB)),
    ])
}

pub(crate) fn world() -> World {
    World::scripted(FILES, &script(&[plan()]), CHECKS)
}

#[test]
fn a_sentence_is_planned_with_one_bad_plan_first_and_merged() {
    let mut bad = plan();
    bad["tasks"][2]["depends_on"] = json!(["count", "nobody"]);
    bad["tasks"][1]["files"] = json!(["src/count.rs"]);
    let world = World::scripted(FILES, &script(&[bad, plan()]), CHECKS);
    let said = world.run(&["run", "--mode", "normal", SENTENCE]);
    assert_eq!(said.code, 0, "{said:?}");
    for (path, text) in [
        ("src/count.rs", COUNT),
        ("src/join.rs", JOIN),
        ("src/lib.rs", LIB),
    ] {
        assert_eq!(world.read(path).as_deref(), Some(text), "{said:?}");
    }
    let run = story::name(&world);
    let lines = story::lines(&world, &run);
    let refused = |it: &&Value| {
        let text = &it["event"]["decided"]["answered"]["observation"]["text"];
        text.as_str().is_some_and(|it| it.contains("`nobody`"))
    };
    let refusals = lines.iter().filter(refused).count();
    assert_eq!(refusals, 1, "the bad plan goes back once: {said:?}");
    story::ledger_holds(&world, &run);
    story::nobody_left(&world);
    // Nothing is left of the worktrees, and nobody's work is unreachable.
    assert_eq!(world.git(&["worktree", "list"]).lines().count(), 1);
    assert_eq!(
        world
            .git(&["for-each-ref", "--format=%(refname)", "refs/heads"])
            .trim(),
        "refs/heads/main"
    );
}

#[test]
fn a_person_approves_the_plan() {
    let world = World::scripted(
        FILES,
        &script(&[plan()]),
        &format!("{CHECKS}plan:\n  approve: true\n"),
    );
    let said = world.run(&["run", "--mode", "normal", SENTENCE]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(
        said.out.contains("is this plan to be carried out?") && said.out.contains("wave 2: lib"),
        "{said:?}"
    );
    assert_eq!(world.read("src/count.rs"), None);
    let said = world.run(&["approve", &story::name(&world)]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.read("src/lib.rs").as_deref(), Some(LIB));
}

#[test]
fn a_task_whose_model_refuses_holds_back_only_its_dependents() {
    let mut script: Value = serde_json::from_str(&script(&[plan()])).expect("a script");
    script["scenes"][2]["replies"] = json!([{"text": "I would rather not.", "ended": "refusal"}]);
    let world = World::scripted(FILES, &script.to_string(), CHECKS);
    let said = world.run(&["run", "--mode", "normal", SENTENCE]);
    assert_eq!(said.code, 3, "{said:?}");
    let run = story::name(&world);
    let branch = format!("interlock/{run}");
    let files = world.git(&["ls-tree", "-r", "--name-only", &branch]);
    assert!(
        files.contains("src/count.rs") && !files.contains("src/join.rs"),
        "{files}"
    );
    let shown = world.run(&["show", &run]);
    assert!(
        shown.out.contains("held") && shown.out.contains("to do"),
        "{shown:?}"
    );
    story::ledger_holds_so_far(&world, &run);
}

#[cfg(debug_assertions)]
mod killed {
    use super::*;
    use crate::crash::lines::{self, Moment};

    /// Ended after each line of a run with two waves, and resumed: the same tree, nothing left, nothing twice.
    #[test]
    fn a_run_with_two_waves_that_is_killed_after_any_line_comes_out_the_same() {
        let world = world();
        let mut started = story::start(&world, &["run", "--mode", "normal", SENTENCE], None);
        assert_eq!(started.halted(), Err(0), "{}", started.said());
        let undisturbed = world.git(&["rev-parse", "main^{tree}"]);
        let moments = lines::moments(&world);
        assert!(moments.len() > 50, "{moments:?}");
        let came = lines::at_each(&moments, |moment| check(moment, &undisturbed));
        assert!(came > moments.len() / 2, "{came} of {moments:?}");
    }

    /// Says whether the moment came. Which replies come first is a matter of chance, so a run may be a few lines shorter.
    fn check(moment: Moment, undisturbed: &str) -> bool {
        let world = world();
        let args = ["run", "--mode", "normal", SENTENCE];
        let mut started = story::start(&world, &args, Some(moment));
        if let Err(code) = started.halted() {
            assert_eq!(code, 0, "{moment:?}: {}", started.said());
            return false;
        }
        let run = story::name(&world);
        started.kill();
        story::nobody_left(&world);
        let said = story::to_the_end(&world, &run);
        let context = format!("{moment:?}: {said:#?}");
        let tree = world.git(&["rev-parse", "main^{tree}"]);
        assert_eq!(tree, undisturbed, "{context}");
        let worktrees = world.git(&["worktree", "list"]);
        assert_eq!(worktrees.lines().count(), 1, "{context}");
        story::ledger_holds(&world, &run);
        story::nobody_left(&world);
        true
    }
}

#[test]
fn a_plan_is_shown_saved_and_run_from_the_saved_files() {
    let world = World::scripted(FILES, &script(&[plan()]), CHECKS);
    let said = world.run(&["plan", SENTENCE, "--save", "plans"]);
    assert_eq!(said.code, 0, "{said:?}");
    for words in [
        "wave 2",
        "lib",
        "after",
        "count, join",
        "derived",
        "interlock approve",
    ] {
        assert!(said.out.contains(words), "no `{words}` in {}", said.out);
    }
    assert_eq!(world.read("src/count.rs"), None, "nothing is carried out");
    let run = story::name(&world);
    let shown = world.json(&["plan", &run, "--json"]);
    assert_eq!(shown["plan"]["tasks"].as_array().map(Vec::len), Some(3));
    assert_eq!(shown["run"], run.as_str());
    // Nothing is overwritten unasked.
    let again = world.run(&["plan", &run, "--save", "plans"]);
    assert_eq!(again.code, 2, "{again:?}");
    assert!(again.err.contains("is there already"), "{again:?}");
    let saved = world
        .read("plans/01-words/01-03-PLAN.md")
        .expect("a file for each task");
    assert!(
        saved.contains("depends_on:") && saved.contains("src/join.rs"),
        "{saved}"
    );
}

#[test]
fn a_plan_is_checked_without_a_model() {
    let world = World::new(FILES);
    world.write("PLAN.md", "---\nphase: 1\n---\n");
    let said = world.run(&["plan", "PLAN.md", "--check"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("PLAN.md:"), "{said:?}");
    let said = world.run(&["plan", "make it faster", "--check"]);
    assert_eq!(said.code, 2, "{said:?}");
}
