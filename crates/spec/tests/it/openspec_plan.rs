//! What a change promises, and what its tasks make a plan of.

use ledger::plan::{Plan, Task};
use ledger::promise::{Promise, Source, SourceFile};
use spec::{Problem, Work, openspec};

use crate::openspec::{CHANGE, DELTA, DELTA_TEXT, META, PROPOSAL, TASKS, folder, said};

fn good(changed: &[(&str, &str)]) -> (Promise, Option<Plan>, Vec<Problem>) {
    let spec = openspec::read(CHANGE, &folder(changed));
    let spec = spec.unwrap_or_else(|problems| panic!("{}", said(&problems)));
    let plan = spec.plan().cloned();
    (spec.promise, plan, spec.problems)
}

fn tasks(text: &str) -> Vec<Task> {
    let (_, plan, _) = good(&[(TASKS, text)]);
    plan.map(|plan| plan.tasks).unwrap_or_default()
}

/// The commands that one line gives its step.
fn commands(line: &str) -> Vec<String> {
    let tasks = tasks(&format!("- [ ] {line}\n"));
    tasks[0].steps[0].commands.clone()
}

#[test]
fn a_full_change_is_read_whole() {
    let tasks = "\
# Tasks

## 1. Runner
Keep the configuration small.

- [x] 1.1 Name the key
- [ ] 1.2 Add the limit
  to `config.rs`, with its default
- [ ] 1.3 Run `cargo test retry`

## 2. Done long ago
- [x] 2.1 Talk about it

## 3. Docs <!-- last -->
- [ ] 3.1 Say it in the manual
- [ ] 3.2 Verify with `make docs`
";
    let delta = format!(
        "{DELTA_TEXT}\n## MODIFIED Requirements\n\n### Requirement: Output\nThe runner MUST keep what an attempt \
         prints.\n\n#### Scenario: kept\nGIVEN a run\n- **WHEN** an attempt prints a line,\n  or several of them.\n\
         - **THEN:** they are kept.\n\n## RENAMED Requirements\n- FROM: `### Requirement: Timeouts`\n\
         - TO: `### Requirement: Attempt timeouts`\n"
    );
    let design = "openspec/changes/add-limit/design.md";
    let files = folder(&[
        (TASKS, tasks),
        (DELTA, &delta),
        (design, "One counter for each task.\n"),
    ]);
    let source = Source::Change {
        path: CHANGE.to_owned(),
        files,
        archive: true,
    };
    let spec = spec::read(&source).unwrap_or_else(|problems| panic!("{}", said(&problems)));
    assert!(spec.problems.is_empty(), "{}", said(&spec.problems));
    insta::assert_debug_snapshot!((&spec.promise, spec.plan()));
}

#[test]
fn without_boxes_somebody_has_to_plan() {
    for text in ["", "# Tasks\n\nnone yet\n"] {
        let (promise, plan, _) = good(&[(TASKS, text)]);
        assert_eq!(plan, None);
        assert_eq!(promise.acceptance.len(), 1);
        assert!(promise.required_evidence.is_empty());
    }
}

#[test]
fn a_change_whose_boxes_are_all_ticked_is_done() {
    for tasks in [
        "- [x] 1.1 this\n",
        "## 1. Do\n- [x] 1.1 this\n\n## 2. More\n* [X] 2.1 that\n",
        "## 1. Do\n- [x] 1.1 Run `make test`\n\n## 2. Nothing\n",
    ] {
        let files = folder(&[(TASKS, tasks)]);
        let spec = openspec::read(CHANGE, &files).expect("a change");
        let why = "every task of the change is ticked";
        assert_eq!(spec.work, Work::Done(why.to_owned()), "{tasks}");
        assert_eq!(spec.plan(), None);
        // What it asks for can still be looked at.
        let whole = openspec::whole(CHANGE, &files).expect("a change");
        let plan = whole.plan().expect("a plan");
        assert_eq!(plan.tasks[0].must_haves.truths.len(), 1, "{tasks}");
    }
    // One open box is enough to be done.
    let files = folder(&[(TASKS, "- [x] 1.1 this\n- [ ] 1.2 that\n")]);
    let spec = openspec::read(CHANGE, &files).expect("a change");
    assert_eq!(spec.plan().expect("a plan").tasks[0].steps.len(), 1);
}

#[test]
fn tasks_without_a_command_are_proved_by_a_person() {
    let (_, plan, problems) = good(&[(
        TASKS,
        "## 1. Do\n- [ ] 1.1 this\n\n## 2. More\n- [ ] 2.1 that\n",
    )]);
    assert_eq!(problems.len(), 1, "{}", said(&problems));
    assert!(problems[0].message.contains("no task names a command"));
    let tasks = plan.expect("a plan").tasks;
    assert_eq!(tasks[0].must_haves.count(), 0);
    assert_eq!(tasks[1].must_haves.truths.len(), 1);
    assert!(tasks[1].must_haves.truths[0].commands.is_empty());
    assert!(tasks.iter().all(|task| task.must_haves.derived));
}

#[test]
fn a_change_without_requirements_is_proved_by_its_last_boxes() {
    let skip = "schema: spec-driven\nskip_specs: true\n";
    let text = "## 1. Do\n- [ ] 1.1 this\n\n## 2. More\n- [ ] 2.1 that\n- [ ] 2.2 Run `make`\n";
    let (promise, plan, _) = good(&[(DELTA, ""), (META, skip), (TASKS, text)]);
    assert!(promise.requirements.is_empty());
    let last = &plan.expect("a plan").tasks[1].must_haves.truths;
    let texts: Vec<(&str, usize)> = last
        .iter()
        .map(|it| (it.text.as_str(), it.commands.len()))
        .collect();
    assert_eq!(texts, [("2.1 that", 0), ("2.2 Run `make`", 1)]);
}

#[test]
fn groups_have_ids_of_their_own_and_wait_for_each_other() {
    let text = "- [ ] first\n## 2. Two\n- [ ] a\n## Loose\n- [ ] b\n## 2. Again\n- [ ] c\n   ## 7. Seven\n- [ ] d\n";
    let tasks = tasks(text);
    let ids: Vec<&str> = tasks.iter().map(|task| task.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "add-limit-1",
            "add-limit-2",
            "add-limit-3",
            "add-limit-5",
            "add-limit-7"
        ]
    );
    let titles: Vec<&str> = tasks.iter().map(|task| task.title.as_str()).collect();
    assert_eq!(
        titles,
        ["Limit retries: first", "Two", "Loose", "Again", "Seven"]
    );
    for (before, task) in tasks.iter().zip(&tasks[1..]) {
        assert_eq!(task.depends_on, std::slice::from_ref(&before.id));
        assert_eq!(task.wave, before.wave + 1);
    }
    assert!(tasks[..4].iter().all(|task| task.requirements.is_empty()));
    assert_eq!(tasks[4].requirements, ["runner/Retry limit"]);
}

#[test]
fn every_kind_of_box_is_a_step() {
    let text = "\u{feff}- [ ] a\r\n* [] b\r\n+ [~] c\r\n  1. [ ] d\r\n2) [ ]e\r\n- [x] done\r\n- [A](link) no\r\n\
                - [ ](link) f\r\n- [WIP] no\r\n```\r\n- [ ] g\r\n```\r\n";
    let tasks = tasks(text);
    let names: Vec<&str> = tasks[0]
        .steps
        .iter()
        .map(|step| step.name.as_str())
        .collect();
    assert_eq!(names, ["a", "b", "c", "d", "e", "(link) f", "g"]);
    assert!(tasks[0].brief.contains("Done already: done"));
}

#[test]
fn a_long_name_of_a_change_still_makes_an_id() {
    let path = format!("openspec/changes/{}", "very-long-".repeat(12));
    let files: Vec<SourceFile> = folder(&[])
        .into_iter()
        .map(|file| SourceFile {
            path: file.path.replace(CHANGE, &path),
            text: file.text,
        })
        .collect();
    let spec =
        openspec::read(&path, &files).unwrap_or_else(|problems| panic!("{}", said(&problems)));
    let id = spec.plan().expect("a plan").tasks[0].id.clone();
    assert_eq!(id.as_str().len(), 64);
    assert!(id.as_str().ends_with("-1"));
}

#[test]
fn a_command_is_what_a_verb_says_is_run() {
    for (line, found) in [
        ("1.3 Run `cargo test retry`", vec!["cargo test retry"]),
        ("Run `make`", vec!["make"]),
        (
            "1.1 Re-run `make test` and `cargo doc --no-deps`",
            vec!["make test", "cargo doc --no-deps"],
        ),
        (
            "Verify with `npm test -- retry`.",
            vec!["npm test -- retry"],
        ),
        (
            "**Verify**: `npm test -- retry` passes",
            vec!["npm test -- retry"],
        ),
        ("All tests pass: `cargo test`", vec!["cargo test"]),
        ("Verify that `cargo test` passes", vec!["cargo test"]),
        ("Add it, then run ``echo `date` ``", vec!["echo `date`"]),
        (
            "Run `RUST_LOG=debug cargo test`",
            vec!["RUST_LOG=debug cargo test"],
        ),
        ("Run `$ ./check --quick`", vec!["./check --quick"]),
        ("Check `make`", vec![]),
        ("Check `config.yaml` for the key", vec![]),
        ("Verify that `limit reached` is printed", vec![]),
        ("Add a test `retry limit`", vec![]),
        ("Run `Runner::stop()` at the end", vec![]),
        ("Verify `GET /users` answers", vec![]),
        ("Rename `old name` to `new name`", vec![]),
        ("Before each run `cache clear` is called", vec![]),
        ("Run `unclosed", vec![]),
        ("Run ` `", vec![]),
    ] {
        assert_eq!(commands(line), found, "{line}");
    }
    let below = tasks("- [ ] Prove it\n  - Run: `cargo test`\n\n  and `no more`\n");
    assert_eq!(below[0].steps[0].commands, ["cargo test"]);
}

#[test]
fn the_title_says_what_the_proposal_says() {
    for (title, found) in [
        ("# Change: Limit retries", "Limit retries"),
        ("# Proposal", "add limit"),
        ("# Limit retries", "Limit retries"),
        ("# Changes to retries", "Changes to retries"),
        ("## Why\nwords", "add limit"),
    ] {
        let (_, plan, _) = good(&[(PROPOSAL, &format!("{title}\n"))]);
        assert_eq!(plan.expect("a plan").title, found);
    }
}

#[test]
fn the_promise_changes_with_every_file() {
    let source = |changed: &[(&str, &str)]| good(changed).0.source;
    let first = source(&[]);
    assert_eq!(first, source(&[]));
    assert_ne!(first, source(&[(TASKS, "- [ ] other\n")]));
    assert_ne!(
        first,
        source(&[("openspec/changes/add-limit/notes.md", "words")])
    );
}
