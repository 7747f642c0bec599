//! Phases of several plans: which are run, in which order, and what is written when they are done.

use std::collections::BTreeMap;

use ledger::action::Written;
use ledger::ids::{RelPath, TaskId};
use ledger::plan::Plan;
use ledger::promise::{Promise, Source, SourceFile};
use proptest::prelude::*;
use spec::phase::Done;
use spec::{Problem, Severity, Work, phase};

const FOLDER: &str = ".planning/phases/02-parser";

const ROADMAP: &str = "# Roadmap: Tool

## Phases

- [x] **Phase 1: Ledger** - Store events (completed 2026-01-02)
- [ ] **Phase 2: Parser** - Read plans
- [ ] **Phase 2.1: Fix** (INSERTED)
- [ ] **Phase 20: Later** - Not now

## Phase Details

### Phase 1: Ledger
**Goal**: Events are kept
**Plans**: 1 plan

### Phase 2: Parser
**Goal**: Plans are read
  and judged.
**Depends on**: Phase 1
**Requirements**: [PARS-01, PARS-02]  <!-- both -->
**Success Criteria** (what must be TRUE):
  1. A good plan is accepted
  2. A bad plan is refused,
     with its place
**Plans**: 3 plans (small ones)

Plans:
- [ ] 02-01: Read names
- [ ] **02-02**: Read files
- [ ] 02-03-PLAN.md
- [ ] 02-010: Not this one

```
- [ ] 02-01: an example
```

### Phase 20: Later
**Goal**: Something else
**Plans**: 2 plans

## Progress

| Phase | Plans Complete | Status | Completed |
|-------|----------------|--------|-----------|
| 1. Ledger | 1/1 | Complete | 2026-01-02 |
| 2. Parser | 0/3 | Not started | - |
| 20. Later | 0/2 | Not started | - |
";

/// A plan with a number, what it depends on, and the files that it changes.
fn plan(number: &str, depends: &str, files: &[&str]) -> String {
    let list: String = files.iter().map(|it| format!("  - \"{it}\"\n")).collect();
    let wave = if depends.is_empty() { 1 } else { 2 };
    format!(
        "---\nphase: 02-parser\nplan: \"{number}\"\ntype: execute\nwave: {wave}\ndepends_on: [{depends}]\n\
         files_modified:\n{list}autonomous: true\nrequirements:\n  - PARS-{number}\nmust_haves:\n  truths:\n    \
         - \"Plan {number} is true\"\n  artifacts:\n    - path: \"{}\"\n---\n\n<objective>\nDo the work of {number}. \
         At once.\n</objective>\n\n<tasks>\n<task type=\"auto\">\n  <name>Do</name>\n  <files>{}</files>\n  \
         <action>Write it.</action>\n  <verify><automated>cargo test p{number}</automated></verify>\n  \
         <done>Done {number}</done>\n</task>\n</tasks>\n",
        files[0],
        files.join(", ")
    )
}

fn file(path: &str, text: &str) -> SourceFile {
    SourceFile {
        path: path.to_owned(),
        text: text.to_owned(),
    }
}

fn below(name: &str, text: &str) -> SourceFile {
    file(&format!("{FOLDER}/{name}"), text)
}

/// Two plans side by side, and one after both.
fn three() -> Vec<SourceFile> {
    vec![
        below("02-01-PLAN.md", &plan("01", "", &["src/names.rs"])),
        below("02-02-PLAN.md", &plan("02", "", &["src/files.rs"])),
        below(
            "02-03-PLAN.md",
            &plan("03", "\"01\", 02-02", &["src/lib.rs"]),
        ),
    ]
}

fn with(more: impl IntoIterator<Item = SourceFile>) -> Vec<SourceFile> {
    let mut files: BTreeMap<String, SourceFile> = three()
        .into_iter()
        .map(|it| (it.path.clone(), it))
        .collect();
    files.extend(more.into_iter().map(|it| (it.path.clone(), it)));
    files.into_values().collect()
}

fn summary(name: &str, status: &str) -> SourceFile {
    below(
        name,
        &format!("---\nphase: 02-parser\nplan: \"01\"\n{status}\n---\n\n# Summary\n"),
    )
}

/// Why nothing is left to be done.
fn nothing_left(files: &[SourceFile]) -> String {
    match phase::read(FOLDER, files).map(|it| it.work) {
        Ok(Work::Done(why)) => why,
        other => panic!("{other:?}"),
    }
}

fn said(problems: &[Problem]) -> String {
    problems.iter().map(|it| format!("{it}\n\n")).collect()
}

#[track_caller]
fn good(files: &[SourceFile]) -> (Promise, Plan, Vec<Problem>) {
    let spec = phase::read(FOLDER, files).unwrap_or_else(|problems| panic!("{}", said(&problems)));
    let plan = spec.plan().unwrap().clone();
    (spec.promise, plan, spec.problems)
}

#[track_caller]
fn refused(files: &[SourceFile], message: &str) {
    let problems = match phase::read(FOLDER, files) {
        Ok(spec) => panic!("accepted: {:?}", shape(spec.plan().unwrap())),
        Err(problems) => problems,
    };
    assert_eq!(problems[0].severity, Severity::Error, "errors come first");
    let found = problems
        .iter()
        .any(|it| it.severity == Severity::Error && format!("{it}").contains(message));
    assert!(found, "`{message}` is not in:\n{}", said(&problems));
}

#[track_caller]
fn warned(files: &[SourceFile], message: &str) -> Plan {
    let (_, plan, problems) = good(files);
    let found = problems.iter().any(|it| format!("{it}").contains(message));
    assert!(found, "`{message}` is not in:\n{}", said(&problems));
    plan
}

/// Each task with its wave and what it depends on.
fn shape(plan: &Plan) -> Vec<String> {
    plan.tasks
        .iter()
        .map(|task| {
            let before: Vec<&str> = task.depends_on.iter().map(TaskId::as_str).collect();
            format!("{} {} [{}]", task.wave, task.id, before.join(" "))
        })
        .collect()
}

#[test]
fn plans_become_tasks_of_one_promise() {
    let mut files = three();
    files.push(file(".planning/ROADMAP.md", ROADMAP));
    let (promise, plan, problems) = good(&files);
    assert!(problems.is_empty(), "{}", said(&problems));
    assert_eq!(
        shape(&plan),
        [
            "1 02-parser-01 []",
            "1 02-parser-02 []",
            "2 02-parser-03 [02-parser-01 02-parser-02]"
        ]
    );
    assert_eq!(plan.title, "Parser");
    assert_eq!(plan.phase.as_deref(), Some("02-parser"));
    assert_eq!(promise.objective, "Plans are read and judged.");
    assert_eq!(
        promise.acceptance,
        [
            "A good plan is accepted",
            "A bad plan is refused, with its place",
            "Plan 01 is true",
            "Plan 02 is true",
            "Plan 03 is true"
        ]
    );
    assert_eq!(promise.requirements, ["PARS-01", "PARS-02", "PARS-03"]);
    assert_eq!(
        promise.allowed_scope,
        ["src/names.rs", "src/files.rs", "src/lib.rs"]
    );
    assert_eq!(promise.done_when, ["Done 01", "Done 02", "Done 03"]);
    assert_eq!(promise.required_evidence, ["verify"]);
    assert_eq!(plan.tasks[0].steps[0].commands, ["cargo test p01"]);
    let source = Source::Phase {
        path: FOLDER.to_owned(),
        files,
    };
    let read = spec::read(&source).unwrap();
    assert_eq!(read.work, spec::Work::Planned(plan));
}

#[test]
fn without_a_roadmap_the_plans_speak_for_themselves() {
    let (promise, plan, _) = good(&three());
    assert_eq!(plan.title, "parser");
    assert_eq!(
        promise.objective,
        "Do the work of 01. At once.\n\nDo the work of 02. At once.\n\nDo the work of 03. At once."
    );
    let changed = with([below(
        "02-01-PLAN.md",
        &plan_text_with("Do the work", "Do all"),
    )]);
    assert_ne!(good(&changed).0.source, promise.source);
}

fn plan_text_with(from: &str, to: &str) -> String {
    let text = plan("01", "", &["src/names.rs"]);
    assert!(text.contains(from));
    text.replacen(from, to, 1)
}

#[test]
fn dependencies_have_many_forms() {
    for token in [
        "01",
        "1",
        "02-01",
        "2-1",
        "02-01-names",
        "02-01-Names-PLAN.md",
        "02-01-names-PLAN",
        "02-parser-01",
    ] {
        let files = [
            below("02-01-names-PLAN.md", &plan("01", "", &["a.rs"])),
            below(
                "02-02-PLAN.md",
                &plan("02", &format!("\"{token}\""), &["b.rs"]),
            ),
        ];
        let (_, plan, problems) = good(&files);
        assert_eq!(
            shape(&plan),
            ["1 02-parser-01 []", "2 02-parser-02 [02-parser-01]"],
            "{token}"
        );
        assert!(problems.is_empty(), "{}", said(&problems));
    }
    for token in ["01-04", "01-ledger-04", "1-4-slug"] {
        let depends = format!("\"{token}\"");
        let plan = warned(
            &[below(
                "02-02-PLAN.md",
                &plan("02", &depends, &["b.rs"]).replace("wave: 2", "wave: 1"),
            )],
            &format!("plan `{token}` of another phase comes first"),
        );
        assert_eq!(shape(&plan), ["1 02-parser-02 []"]);
    }
    for (token, message) in [
        (
            "02-09",
            "it depends on `02-09`, which is no plan of this phase",
        ),
        ("02-01-other", "which is no plan of this phase"),
        ("09", "which is no plan of this phase"),
        ("names", "which is no plan of this phase"),
        ("02-parser-0l", "did you mean `02-parser-01`?"),
    ] {
        let text = plan("02", &format!("\"{token}\""), &["b.rs"]);
        refused(&with([below("02-02-PLAN.md", &text)]), message);
    }
}

#[test]
fn names_of_plan_files_have_many_forms() {
    let text = |number: &str, depends: &str| plan(number, depends, &[&format!("{number}.rs")]);
    for (first, second) in [
        ("PLAN.md", "plans/PLAN-02-more.md"),
        ("2-PLAN-01-first.md", "02-02-slug-PLAN.md"),
        ("plans/PLAN-01.md", "plans/PLAN-02.md"),
    ] {
        let files = [
            below(first, &text("01", "")),
            below(second, &text("02", "\"01\"")),
        ];
        let (_, plan, _) = good(&files);
        assert_eq!(
            shape(&plan),
            ["1 02-parser-01 []", "2 02-parser-02 [02-parser-01]"],
            "{first}"
        );
    }
    let not = [
        "02-01-PLAN-OUTLINE.md",
        "02-01-PLAN.pre-bounce.md",
        "02-01-PLAN-REVIEW.md",
        "02-RESEARCH.md",
        "old/02-01-PLAN.md",
    ];
    let files: Vec<SourceFile> = not
        .iter()
        .map(|name| below(name, "no plan at all"))
        .collect();
    refused(&files, "the folder holds no plan");
    assert_eq!(good(&with(files)).1, good(&three()).1);
}

#[test]
fn circles_are_named() {
    let files = [
        below("02-01-PLAN.md", &plan("01", "03", &["a.rs"])),
        below("02-02-PLAN.md", &plan("02", "01", &["b.rs"])),
        below("02-03-PLAN.md", &plan("03", "02", &["c.rs"])),
        below("02-04-PLAN.md", &plan("04", "03", &["d.rs"])),
    ];
    refused(
        &files,
        "plans depend on each other in a circle, `02-01` → `02-03` → `02-02` → `02-01`",
    );
    refused(
        &[below("02-01-PLAN.md", &plan("01", "01", &["a.rs"]))],
        "the plan depends on itself, `02-01` → `02-01`",
    );
}

#[test]
fn the_order_of_dependence_counts_and_not_the_wave() {
    let text = plan("03", "02", &["src/lib.rs"]).replace("wave: 2", "wave: 1");
    let plan = warned(
        &with([below("02-03-PLAN.md", &text)]),
        "`wave` is 1, and the plan depends on `02-02`, whose wave is 1",
    );
    assert_eq!(plan.tasks[2].wave, 2);
}

#[test]
fn a_wave_ends_before_the_next_begins() {
    let in_wave = |number: &str, depends: &str, wave: u32, file: &str| {
        let text = plan(number, depends, &[file]);
        let (head, tail) = text.split_once("wave: ").unwrap();
        let (_, tail) = tail.split_once('\n').unwrap();
        let text = format!("{head}wave: {wave}\n{tail}");
        below(&format!("02-{number}-PLAN.md"), &text)
    };
    for (files, expected) in [
        // By the wave alone, be the file the same or another.
        (
            vec![in_wave("01", "", 1, "a.rs"), in_wave("02", "", 2, "a.rs")],
            vec!["1 02-parser-01 []", "2 02-parser-02 [02-parser-01]"],
        ),
        (
            vec![in_wave("01", "", 1, "a.rs"), in_wave("02", "", 2, "b.rs")],
            vec!["1 02-parser-01 []", "2 02-parser-02 [02-parser-01]"],
        ),
        // Tests come first, in a wave 0.
        (
            vec![in_wave("01", "", 1, "a.rs"), in_wave("02", "", 0, "b.rs")],
            vec!["1 02-parser-02 []", "2 02-parser-01 [02-parser-02]"],
        ),
        // A wave that follows from what a plan depends on adds nothing to it.
        (
            vec![
                in_wave("01", "", 1, "a.rs"),
                in_wave("02", "", 1, "b.rs"),
                in_wave("03", "01", 2, "c.rs"),
            ],
            vec![
                "1 02-parser-01 []",
                "1 02-parser-02 []",
                "2 02-parser-03 [02-parser-01]",
            ],
        ),
        // One that says a later one waits for all that comes before.
        (
            vec![
                in_wave("01", "", 1, "a.rs"),
                in_wave("02", "01", 2, "b.rs"),
                in_wave("03", "", 3, "c.rs"),
            ],
            vec![
                "1 02-parser-01 []",
                "2 02-parser-02 [02-parser-01]",
                "3 02-parser-03 [02-parser-02]",
            ],
        ),
        // Dependencies count where a wave says otherwise.
        (
            vec![in_wave("01", "02", 1, "a.rs"), in_wave("02", "", 2, "a.rs")],
            vec!["1 02-parser-02 []", "2 02-parser-01 [02-parser-02]"],
        ),
    ] {
        assert_eq!(shape(&good(&files).1), expected);
    }
}

#[test]
fn of_plans_that_touch_one_file_the_later_waits() {
    let waits = ["1 02-parser-01 []", "2 02-parser-02 [02-parser-01]"];
    let third = below("02-03-PLAN.md", &plan("03", "02", &["src/lib.rs"]));
    let message =
        "plans `02-01` and `02-02` both touch `src/names.rs`: this one waits for the other";
    let text = plan("02", "", &["src/files.rs", "src/names.rs"]);
    let deletes = plan("02", "", &["src/files.rs"])
        .replace("autonomous", "files_deleted: [src/names.rs]\nautonomous");
    for (text, message) in [
        (text, message),
        (deletes, message),
        (plan("02", "", &["SRC/Names.rs"]), message),
        (plan("02", "", &["src/"]), "both touch `src/`"),
        (plan("02", "", &["src/*.rs"]), "both touch `src/*.rs`"),
        (
            plan("02", "", &["src/names.rs/more.rs"]),
            "both touch `src/names.rs/more.rs`",
        ),
    ] {
        let files = with([below("02-02-PLAN.md", &text), third.clone()]);
        let plan = warned(&files, message);
        assert_eq!(shape(&plan)[..2], waits, "{message}");
    }
    let ordered = plan("02", "01", &["src/names.rs"]);
    let third = plan("03", "02", &["src/lib.rs"]).replace("wave: 2", "wave: 3");
    let files = with([
        below("02-02-PLAN.md", &ordered),
        below("02-03-PLAN.md", &third),
    ]);
    assert!(good(&files).2.is_empty());
    let through = [
        below("02-01-PLAN.md", &plan("01", "", &["a.rs"])),
        below("02-02-PLAN.md", &plan("02", "01", &["b.rs"])),
        below(
            "02-03-PLAN.md",
            &plan("03", "02", &["a.rs"]).replace("wave: 2", "wave: 3"),
        ),
    ];
    assert!(good(&through).2.is_empty());
}

#[test]
fn superseded_plans_are_left_out() {
    let old = plan("02", "", &["src/names.rs"]).replace("wave: 1", "wave: 1\nstatus: Superseded");
    let third = below("02-03-PLAN.md", &plan("03", "01", &["src/lib.rs"]));
    let (_, plan, problems) = good(&with([below("02-02-PLAN.md", &old), third]));
    assert_eq!(
        shape(&plan),
        ["1 02-parser-01 []", "2 02-parser-03 [02-parser-01]"]
    );
    assert!(problems.is_empty(), "{}", said(&problems));
    refused(
        &with([below("02-02-PLAN.md", &old)]),
        "plan `02-02` is superseded, and this one depends on it",
    );
}

#[test]
fn plans_that_are_done_are_left_out_and_their_dependents_run() {
    for status in ["status: complete", "subsystem: x", "status: \"done\""] {
        let (promise, plan, problems) = good(&with([summary("02-01-SUMMARY.md", status)]));
        assert_eq!(
            shape(&plan),
            ["1 02-parser-02 []", "2 02-parser-03 [02-parser-02]"]
        );
        assert_eq!(promise.requirements, ["PARS-02", "PARS-03"]);
        assert!(problems.is_empty(), "{}", said(&problems));
    }
    let no_front = below("02-01-SUMMARY.md", "# Done\n");
    assert_eq!(good(&with([no_front])).1.tasks.len(), 2);
    let failed = summary("02-01-SUMMARY.md", "status: blocked # a failure");
    assert_eq!(good(&with([failed])).1.tasks.len(), 3);
    // What is done no longer has to be a good plan.
    let broken = below("02-01-PLAN.md", "---\nphase: [\n---\n");
    assert_eq!(
        good(&with([broken, summary("02-01-SUMMARY.md", "")]))
            .1
            .tasks
            .len(),
        2
    );
    let all = ["02-01", "02-02", "02-03"].map(|it| summary(&format!("{it}-SUMMARY.md"), ""));
    assert_eq!(nothing_left(&with(all)), "every plan of the phase is done");
}

#[test]
fn order_holds_through_plans_that_are_done() {
    let files = [
        below("02-01-PLAN.md", &plan("01", "", &["a.rs"])),
        below("02-02-PLAN.md", &plan("02", "01", &["b.rs"])),
        below(
            "02-03-PLAN.md",
            &plan("03", "02", &["a.rs"]).replace("wave: 2", "wave: 3"),
        ),
        summary("02-02-SUMMARY.md", "status: complete"),
    ];
    let (_, plan, problems) = good(&files);
    assert_eq!(
        shape(&plan),
        ["1 02-parser-01 []", "2 02-parser-03 [02-parser-01]"]
    );
    assert!(problems.is_empty(), "{}", said(&problems));
}

#[test]
fn what_was_halted_stops_all_that_depends_on_it() {
    let fourth = below(
        "02-04-PLAN.md",
        &plan("04", "03", &["d.rs"]).replace("wave: 2", "wave: 3"),
    );
    for status in [
        "status: halted",
        "status: Halted # by design",
        "status: 'halted'",
    ] {
        let files = with([summary("02-01-SUMMARY.md", status), fourth.clone()]);
        let plan = warned(
            &files,
            "the plan is left out: its summary says that it was halted",
        );
        assert_eq!(shape(&plan), ["1 02-parser-02 []"]);
        warned(
            &files,
            "the plan is left out: it waits for `02-01`, which was halted",
        );
        assert_eq!(good(&files).2.len(), 3);
    }
    let not = with([summary("02-01-SUMMARY.md", "status: halted#nospace")]);
    assert_eq!(good(&not).1.tasks.len(), 2);
    let both = ["02-01", "02-02"].map(|it| summary(&format!("{it}-SUMMARY.md"), "status: halted"));
    assert_eq!(
        nothing_left(&with(both)),
        "every plan is done, was halted, or waits for one that was"
    );
    let elsewhere = file(
        ".planning/phases/01-ledger/01-04-SUMMARY.md",
        "---\nstatus: halted\n---\n",
    );
    let text = plan("02", "01-04", &["src/files.rs"]);
    let plan = warned(
        &with([below("02-02-PLAN.md", &text), elsewhere]),
        "it waits for a plan of another phase, which was halted",
    );
    assert_eq!(shape(&plan), ["1 02-parser-01 []"]);
}

#[test]
fn plans_have_names_of_their_own() {
    let twin = below("02-04-PLAN.md", &plan("01", "", &["d.rs"]));
    let text = plan("03", "02-02", &["src/lib.rs"]);
    refused(
        &with([twin.clone(), below("02-03-PLAN.md", &text)]),
        "plan `02-01` has the same `phase` and `plan`",
    );
    refused(&with([twin]), "`01` can be any of `02-01`, `02-04`");
    let other = below("02-04-PLAN.md", &plan("05", "", &["d.rs"]));
    warned(
        &with([other]),
        "`plan` is `05`, and its file's name says otherwise",
    );
}

#[test]
fn every_plan_is_judged_as_if_it_were_alone() {
    refused(
        &with([below(
            "02-02-PLAN.md",
            &plan_text_with("cargo test p01", "cargo\u{7} test"),
        )]),
        "a command holds a control character",
    );
    refused(
        &with([below("02-02-PLAN.md", "nothing")]),
        "no front matter at the start of the file",
    );
    let many: Vec<SourceFile> = (0..=phase::PLANS_MAX)
        .map(|at| below(&format!("02-{at:03}-PLAN.md"), ""))
        .collect();
    refused(&many, "more than 200 plans");
    refused(&[], "the folder holds no plan");
}

#[test]
fn requirements_of_the_roadmap_without_a_plan_are_told_of() {
    let text = plan("02", "", &["src/files.rs"]).replace("PARS-02", "PARS-01");
    let files = with([
        below("02-02-PLAN.md", &text),
        file(".planning/ROADMAP.md", ROADMAP),
    ]);
    let (_, _, problems) = good(&files);
    insta::assert_snapshot!(said(&problems), @r"
    warning: no plan of the phase covers requirement `PARS-02`
      --> .planning/ROADMAP.md:20:1
       |
    20 | **Requirements**: [PARS-01, PARS-02]  <!-- both -->
       | ^
    ");
}

fn done(id: &str) -> Done {
    Done {
        task: TaskId::new(id).unwrap(),
        title: "Read names".to_owned(),
        changed: vec![
            RelPath::new("src/names.rs").unwrap(),
            RelPath::new("src/a \"b\".rs").unwrap(),
        ],
        verified: vec![
            "Names are\nread".to_owned(),
            "`cargo test names` passes".to_owned(),
        ],
        minutes: 75,
    }
}

fn closed(opened: &[SourceFile], now: &[SourceFile], ids: &[&str]) -> Vec<(String, String)> {
    let done: Vec<Done> = ids.iter().map(|id| done(id)).collect();
    phase::close(FOLDER, opened, now, &done, "2026-11-20")
        .into_iter()
        .map(|Written { path, content }| (path.to_string(), content.unwrap()))
        .collect()
}

/// The lines that differ, each as it was and as it is.
fn difference(before: &str, after: &str) -> String {
    let (before, after): (Vec<&str>, Vec<&str>) =
        (before.split('\n').collect(), after.split('\n').collect());
    assert_eq!(before.len(), after.len());
    let pairs = before.iter().zip(&after).filter(|(a, b)| a != b);
    pairs.map(|(a, b)| format!("- {a}\n+ {b}\n")).collect()
}

#[test]
fn a_plan_that_is_done_has_a_summary_and_its_mark() {
    let files = with([file(".planning/ROADMAP.md", ROADMAP)]);
    let written = closed(&files, &files, &["02-parser-01"]);
    let paths: Vec<&str> = written.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        paths,
        [
            ".planning/ROADMAP.md",
            ".planning/phases/02-parser/02-01-SUMMARY.md"
        ]
    );
    insta::assert_snapshot!(difference(ROADMAP, &written[0].1), @r"
    - **Plans**: 3 plans (small ones)
    + **Plans**: 1/3 plans executed (small ones)
    - - [ ] 02-01: Read names
    + - [x] 02-01: Read names
    - | 2. Parser | 0/3 | Not started | - |
    + | 2. Parser | 1/3 | In Progress | - |
    ");
    insta::assert_snapshot!(written[1].1);
    // What was written makes the plan done for whoever reads the phase next.
    let mut after = files.clone();
    after.push(file(&written[1].0, &written[1].1));
    assert_eq!(good(&after).1.tasks.len(), 2);
}

#[test]
fn a_phase_that_is_done_is_marked_as_done() {
    let files = with([
        file(".planning/ROADMAP.md", ROADMAP),
        summary("02-01-SUMMARY.md", ""),
    ]);
    let written = closed(&files, &files, &["02-parser-02", "02-parser-03"]);
    assert_eq!(written.len(), 3);
    insta::assert_snapshot!(difference(ROADMAP, &written[0].1), @r"
    - - [ ] **Phase 2: Parser** - Read plans
    + - [x] **Phase 2: Parser** - Read plans (completed 2026-11-20)
    - **Plans**: 3 plans (small ones)
    + **Plans**: 3/3 plans complete (small ones)
    - - [ ] 02-01: Read names
    + - [x] 02-01: Read names
    - - [ ] **02-02**: Read files
    + - [x] **02-02**: Read files
    - - [ ] 02-03-PLAN.md
    + - [x] 02-03-PLAN.md
    - | 2. Parser | 0/3 | Not started | - |
    + | 2. Parser | 3/3 | Complete    | 2026-11-20 |
    ");
    let mut now = files.clone();
    for (path, text) in &written {
        now.retain(|it| it.path != *path);
        now.push(file(path, text));
    }
    assert_eq!(
        closed(&files, &now, &["02-parser-02", "02-parser-03"]),
        [],
        "nothing changes twice"
    );
    let crlf = with([
        file(".planning/ROADMAP.md", &ROADMAP.replace('\n', "\r\n")),
        summary("02-01-SUMMARY.md", ""),
    ]);
    let again = closed(&crlf, &crlf, &["02-parser-02", "02-parser-03"]);
    assert_eq!(again[0].1, written[0].1.replace('\n', "\r\n"));
}

#[test]
fn only_what_belongs_to_the_phase_is_marked() {
    let files = three();
    assert_eq!(closed(&files, &files, &["02-parser-09"]), []);
    assert_eq!(closed(&files, &files, &[]), []);
    assert_eq!(
        closed(&files, &files, &["02-parser-01"]).len(),
        1,
        "there is no roadmap"
    );
    // A plan that was added while others ran is still to be done.
    let mut now = with([file(".planning/ROADMAP.md", ROADMAP)]);
    now.push(below("02-04-PLAN.md", &plan("04", "", &["d.rs"])));
    let opened = with([file(".planning/ROADMAP.md", "old")]);
    let written = closed(
        &opened,
        &now,
        &["02-parser-01", "02-parser-02", "02-parser-03"],
    );
    assert!(
        written[0]
            .1
            .contains("| 2. Parser | 3/4 | In Progress | - |")
    );
    assert!(written[0].1.contains("- [ ] **Phase 2: Parser**"));
    // What is folded away as shipped stays as it is.
    let folded = format!("<details>\n{ROADMAP}\n</details>\n");
    let now = with([file(".planning/ROADMAP.md", &folded)]);
    let written = closed(&now, &now, &["02-parser-01"]);
    assert_eq!(written.len(), 1, "{written:?}");
    // A summary stands beside its plan, wherever that is.
    let nested = [below("plans/PLAN-01-a.md", &plan("01", "", &["a.rs"]))];
    let written = closed(&nested, &nested, &["02-parser-01"]);
    assert_eq!(
        written[0].0,
        ".planning/phases/02-parser/plans/SUMMARY-01-a.md"
    );
}

/// A phase of any shape.
fn any_phase() -> impl Strategy<Value = Vec<SourceFile>> {
    let one = (
        prop::collection::vec(1..7_usize, 0..3),
        prop::collection::vec(0..9_usize, 1..3),
        prop::sample::select(vec!["", "", "", "", "complete", "halted", "superseded"]),
    );
    prop::collection::vec(one, 1..7).prop_map(|plans| {
        let mut files = Vec::new();
        for (at, (depends, paths, state)) in plans.into_iter().enumerate() {
            let number = format!("{:02}", at + 1);
            let depends: Vec<String> = depends.iter().map(|it| format!("\"02-{it:02}\"")).collect();
            let mut paths: Vec<String> = paths.iter().map(|it| format!("src/{it}.rs")).collect();
            paths.sort();
            paths.dedup();
            let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
            let mut text = plan(&number, &depends.join(", "), &paths);
            match state {
                "" => {}
                "superseded" => text = text.replace("autonomous", "status: superseded\nautonomous"),
                status => files.push(summary(
                    &format!("02-{number}-SUMMARY.md"),
                    &format!("status: {status}"),
                )),
            }
            files.push(below(&format!("02-{number}-PLAN.md"), &text));
        }
        files
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_accepted_can_be_run(files in any_phase(), seed in any::<u64>()) {
        let read = phase::read(FOLDER, &files);
        let mut shuffled = files.clone();
        shuffled.sort_by_key(|it| it.path.len() as u64 ^ seed.rotate_left(u32::from(it.path.as_bytes()[it.path.len() - 9])));
        shuffled.reverse();
        prop_assert_eq!(&read, &phase::read(FOLDER, &shuffled));
        let Ok(spec) = read else {
            let problems = read.unwrap_err();
            prop_assert!(problems.iter().any(|it| it.severity == Severity::Error));
            return Ok(());
        };
        let tasks = match spec.work {
            Work::Planned(plan) => plan.tasks,
            Work::Done(_) => return Ok(()),
            Work::Unplanned => panic!("a phase has plans"),
        };
        prop_assert!(!tasks.is_empty());
        let before = |id: &TaskId| -> Vec<TaskId> {
            let mut all: Vec<TaskId> = Vec::new();
            let mut open = vec![id.clone()];
            while let Some(id) = open.pop() {
                for it in &tasks.iter().find(|it| it.id == id).unwrap().depends_on {
                    if !all.contains(it) {
                        all.push(it.clone());
                        open.push(it.clone());
                    }
                }
            }
            all
        };
        for task in &tasks {
            let last = task.depends_on.iter().map(|id| tasks.iter().find(|it| it.id == *id).unwrap().wave).max();
            prop_assert_eq!(task.wave, last.unwrap_or(0) + 1);
            for other in &tasks {
                let ordered = before(&task.id).contains(&other.id) || before(&other.id).contains(&task.id);
                if task.id != other.id && !ordered {
                    prop_assert!(!task.files.files().any(|it| other.files.names(it.as_str())));
                }
            }
        }
        let ids: Vec<&str> = tasks.iter().map(|it| it.id.as_str()).collect();
        let mut now = files.clone();
        now.push(file(".planning/ROADMAP.md", ROADMAP));
        prop_assert_eq!(closed(&files, &now, &ids).len(), ids.len() + 1);
    }

    #[test]
    fn any_texts_are_answered(plan in "\\PC{0,40}", text in "[-a-z:\\[\\]#*|0-9 \\n\\r]{0,120}", name in "[A-Za-z0-9/.-]{0,16}") {
        let files = with([
            below("02-02-PLAN.md", &format!("---\n{text}\n---\n{plan}")),
            below(&format!("{name}PLAN.md"), &plan),
            file(".planning/ROADMAP.md", &format!("{text}\n{ROADMAP}{text}")),
            below("02-03-SUMMARY.md", &text),
        ]);
        let _ = phase::read(FOLDER, &files);
        let _ = closed(&files, &files, &["02-parser-01"]);
    }
}
