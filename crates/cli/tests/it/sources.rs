//! What a task can be read from: plans, phases of several, changes, descriptions of an API.

use serde_json::json;

use crate::agent::{done, turn, write};
use crate::crash::story;
use crate::support::World;
use crate::waves;

const PHASE: &str = ".planning/phases/01-words";
const CHANGE: &str = "openspec/changes/count-words";
const ROADMAP: &str = "# Roadmap

- [ ] **Phase 1: Words** - Count and join

### Phase 1: Words
**Goal**: Words are counted and joined
**Plans**: 3 plans

Plans:
- [ ] 01-01-PLAN.md
- [ ] 01-02-PLAN.md
- [ ] 01-03-PLAN.md

| Phase | Plans Complete | Status | Completed |
|-------|----------------|--------|-----------|
| 1. Words | 0/3 | Not started | - |
";
const API: &str = "openapi: 3.1.0
info: {title: Words, version: '1'}
paths:
  /count:
    get:
      operationId: count
      responses: {'200': {description: How many}}
  /join:
    post:
      operationId: join
      responses: {'200': {description: One text}}
";

/// A plan that was saved as a phase, and committed with its roadmap.
fn saved() -> World {
    let world = waves::world();
    let said = world.run(&["plan", waves::SENTENCE, "--save", ".planning/phases"]);
    assert_eq!(said.code, 0, "{said:?}");
    world.write(".planning/ROADMAP.md", ROADMAP);
    world.git(&["add", ".planning"]);
    world.git(&["commit", "-q", "-m", "Plan words"]);
    world
}

#[test]
fn a_phase_is_run_and_closed() {
    let world = saved();
    let shown = world.json(&["plan", PHASE, "--check", "--json"]);
    let waves: Vec<u64> = shown["plan"]["tasks"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|it| it["wave"].as_u64())
        .collect();
    assert_eq!(waves, [1, 1, 2], "{shown}");

    let said = world.run(&["run", PHASE]);
    assert_eq!(said.code, 0, "{said:?}");
    for (path, words) in [
        ("src/count.rs", "pub fn count"),
        ("src/lib.rs", "pub mod join;"),
        (
            ".planning/ROADMAP.md",
            "- [x] **Phase 1: Words** - Count and join (completed ",
        ),
        (".planning/ROADMAP.md", "- [x] 01-02-PLAN.md"),
        (".planning/ROADMAP.md", "**Plans**: 3/3 plans complete"),
        (
            ".planning/phases/01-words/01-01-SUMMARY.md",
            "status: complete",
        ),
        (
            ".planning/phases/01-words/01-03-SUMMARY.md",
            "- `src/lib.rs`",
        ),
    ] {
        let text = world.read(path).unwrap_or_default();
        assert!(
            text.contains(words),
            "no `{words}` in {path}: {text}\n{said:?}"
        );
    }
    assert_eq!(story::status(&world)["title"], "Words");

    // What is done is not done again.
    let nothing = "nothing is left to do: every plan of the phase is done\n";
    for command in [&["run", PHASE][..], &["plan", PHASE, "--check"]] {
        let said = world.run(command);
        assert_eq!((said.code, &*said.out), (0, nothing), "{said:?}");
    }
    let found = world.json(&["plan", PHASE, "--check", "--json"]);
    assert_eq!(found["done"], "every plan of the phase is done");
    // So is each plan by itself; and both can be verified.
    let plan = format!("{PHASE}/01-01-PLAN.md");
    let said = world.run(&["run", &plan]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.out.contains("its summary `01-01-SUMMARY.md` stands"),
        "{said:?}"
    );
    for path in [PHASE, plan.as_str()] {
        let said = world.run(&["verify", path]);
        assert_ne!(said.code, 2, "{said:?}");
        assert!(said.out.contains("\n# Verification of "), "{said:?}");
    }
}

#[test]
fn a_phase_in_a_batch_is_not_read_again_once_it_is_merged() {
    let world = saved();
    std::fs::write(world.path("tasks.txt"), format!("{PHASE}\n")).expect("a batch");
    let said = world.run(&["run", "--batch", "../tasks.txt"]);
    assert_eq!(said.code, 0, "{said:?}");
    // By itself nothing would be left of it by now: all its plans are done.
    let said = world.run(&["run", "--batch", "../tasks.txt", "--json"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("\"outcome\":\"merged\""), "{said:?}");
    let said = world.run(&["run", "--batch", "../tasks.txt", "--again", "--json"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("\"outcome\":\"done\""), "{said:?}");
    assert!(
        said.out.contains("every plan of the phase is done"),
        "{said:?}"
    );
}

#[test]
fn a_phase_is_found_from_a_folder_below_and_by_the_configuration() {
    let world = saved();
    let said = world.run(&["-C", ".planning/phases", "plan", "01-words", "--check"]);
    assert_eq!(said.code, 0, "{said:?}");
    world.write(
        ".interlock/config.yml",
        &format!("project:\n  openSpecPath: ./{PHASE}\n"),
    );
    world.run(&["trust"]);
    let said = world.run(&["verify"]);
    assert_ne!(said.code, 2, "{said:?}");
    assert!(said.out.contains("\n# Verification of "), "{said:?}");
    // Without a dependency the second plan would get into another one's way, so it waits.
    let plan = format!("{PHASE}/01-03-PLAN.md");
    let text = world.read(&plan).unwrap_or_default();
    world.write(
        &plan,
        &text.replace("- \"src/lib.rs\"", "- \"src/lib.rs\"\n  - \"src/new/a.rs\""),
    );
    let other = world
        .read(&format!("{PHASE}/01-01-PLAN.md"))
        .unwrap_or_default();
    let other = other.replace(
        "- \"src/count.rs\"",
        "- \"src/count.rs\"\n  - \"src/join.rs\"",
    );
    world.write(&format!("{PHASE}/01-01-PLAN.md"), &other);
    let said = world.run(&["plan", PHASE, "--check"]);
    assert_eq!(said.code, 0, "{said:?}");
    for words in [
        "plans `01-01` and `01-02` both touch `src/join.rs`: this one waits for the other",
        ".planning/phases/01-words/01-02-PLAN.md:",
    ] {
        assert!(said.err.contains(words), "{said:?}");
    }
}

#[test]
fn an_api_is_planned_by_the_model_and_every_operation_is_covered() {
    let mut plan = waves::plan();
    plan["tasks"][0]["requirements"] = json!(["count"]);
    let mut missing = plan.clone();
    missing["tasks"][1]["requirements"] = json!(["joined"]);
    plan["tasks"][1]["requirements"] = json!(["join"]);
    let world = World::scripted(
        waves::FILES,
        &waves::script(&[missing, plan]),
        story::CHECKS,
    );
    world.write("api/words.yaml", API);
    let said = world.run(&["plan", "api/words.yaml", "--check"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("holds no plan"), "{said:?}");
    let said = world.run(&["run", "api/words.yaml"]);
    assert_eq!(said.code, 0, "{said:?}");
    let log = world.run(&["log", &story::name(&world), "--json"]);
    assert!(
        log.out.contains("no task covers requirement `join`"),
        "{log:?}"
    );
    assert!(world.read("src/join.rs").is_some());
}

/// A change that adds a requirement to a capability that is not there yet.
fn change() -> World {
    let replies = [
        turn(&[write("src/count.rs", waves::COUNT)]),
        turn(&[write("src/lib.rs", "//! Words.\n\npub mod count;\n")]),
        turn(&[done()]),
    ];
    let script = json!({"replies": replies}).to_string();
    let world = World::scripted(waves::FILES, &script, story::CHECKS);
    for (name, text) in [
        (
            "proposal.md",
            "## Why\nNobody knows how many words there are, and everybody who writes has to guess how long a page becomes.\n\n\
             ## What Changes\n- Words are counted\n\n## Impact\n- src/count.rs, src/lib.rs\n",
        ),
        (
            "tasks.md",
            "## 1. Counting\n\n- [ ] 1.1 Count words in src/count.rs\n- [ ] 1.2 Run `sh check.sh`\n",
        ),
        (
            "specs/words/spec.md",
            "## ADDED Requirements\n\n### Requirement: Counting\nThe library SHALL count words.\n\n#### Scenario: two \
             words\n- **WHEN** a text has two words\n- **THEN** the count is 2\n",
        ),
    ] {
        world.write(&format!("{CHANGE}/{name}"), text);
    }
    world.git(&["add", "openspec"]);
    world.git(&["commit", "-q", "-m", "Propose counting"]);
    world
}

#[test]
fn a_change_is_read_and_archived_only_where_that_is_asked_for() {
    let world = change();
    let said = world.run(&["plan", CHANGE, "--check"]);
    assert_eq!(said.code, 0, "{said:?}");
    let shown = world.json(&["plan", CHANGE, "--check", "--json"]);
    assert!(shown["plan"]["tasks"][0]["id"].is_string(), "{shown}");
    // A scenario is a truth that nothing here proves, so a person says whether it is so.
    world.run(&["run", CHANGE, "--archive"]);
    let run = story::name(&world);
    story::to_the_end(&world, &run);
    assert!(world.read(&format!("{CHANGE}/tasks.md")).is_none());
    let main = world
        .read("openspec/specs/words/spec.md")
        .unwrap_or_default();
    assert!(main.contains("### Requirement: Counting"), "{main}");
    let status = story::status(&world);
    assert_eq!(status["phase"], "done", "{status}");
}

#[test]
fn what_is_no_specification_is_told_so_before_a_run() {
    let world = waves::world();
    world.write("api.json", "{\"swagger\": \"2.0\"}");
    world.write("other.yml", "a: b\n");
    world.write(
        "openapi.yaml",
        &API.replace("'200': {description: One text}", "'200': {$ref: '#/x'}"),
    );
    world.write("notes/readme.txt", "Notes\n");
    for (task, words) in [
        ("api.json", "a Swagger 2.0 file is not read"),
        ("other.yml", "says no version in `openapi`"),
        (
            "openapi.yaml",
            "`#/x` leads nowhere: the description has no `x`",
        ),
        ("openapi.yaml", "openapi.yaml:11:33"),
        ("notes", "`notes` is a directory, not a plan"),
        ("nowhere.yaml", "there is no file `nowhere.yaml`"),
    ] {
        let said = world.run(&["run", task]);
        assert_eq!((said.code, &*said.out), (2, ""), "{task}: {said:?}");
        assert!(said.err.contains(words), "{task}: {said:?}");
    }
    let (_, plan) = story::FILES
        .iter()
        .find(|(name, _)| *name == story::PLAN)
        .expect("a plan");
    world.write(story::PLAN, plan);
    for task in ["make it faster", story::PLAN] {
        let said = world.run(&["run", task, "--archive"]);
        assert_eq!((said.code, &*said.out), (2, ""), "{task}: {said:?}");
        assert!(
            said.err.contains("only an OpenSpec change can be archived"),
            "{said:?}"
        );
    }
    assert!(world.run(&["status"]).out.starts_with("no runs yet"));
}

/// Where a word is the name of a file as well, nobody guesses what it means; a plan is one whatever its file is called.
#[test]
fn a_word_that_is_a_file_too_is_a_plan_only_where_one_stands() {
    let script =
        json!({"after": "repeat", "replies": [turn(&[write("a.txt", "a\n")]), turn(&[done()])]});
    let world = World::scripted(&[("rebuild", "#!/bin/sh\n")], &script.to_string(), "");
    let said = world.run(&["run", "rebuild"]);
    assert_eq!(said.code, 2, "{said:?}");
    let way_out = "echo rebuild | interlock run -";
    assert!(said.err.contains(way_out), "{said:?}");
    let (_, plan) = story::FILES
        .iter()
        .find(|(name, _)| *name == story::PLAN)
        .expect("a plan");
    world.write("slugs", plan);
    let said = world.run(&["plan", "slugs", "--check"]);
    assert_eq!(said.code, 0, "{said:?}");
    world.write("notes.txt", "words\n");
    let said = world.run(&["run", "notes.txt"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("no front matter"), "{said:?}");
}
