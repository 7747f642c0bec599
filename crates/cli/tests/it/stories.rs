//! What people write, taken to a merged branch: an OpenSpec change in TypeScript, an OpenAPI file in Python, a phase of
//! four plans in Rust. The checks look at the real files and need no compiler.

use serde_json::{Value, json};

use crate::agent::{call, done, scene, script, turn, work, write};
use crate::crash::story::{self, CHECKS};
use crate::support::World;

/// An OpenSpec change.
mod change {
    use super::*;

    const FOLDER: &str = "openspec/changes/add-retry-limit";
    const SPEC: &str = "openspec/specs/runner/spec.md";
    const MAIN: &str = "# runner\n\n## Purpose\nThe runner starts tasks and keeps what they print, one after the other.\n\n\
        ## Requirements\n\n### Requirement: Timeouts\nThe runner SHALL end a task after its time.\n\n\
        #### Scenario: time is up\n- **WHEN** a task runs longer than its time\n- **THEN** it is ended\n";
    const DELTA: &str = "## ADDED Requirements\n\n### Requirement: Retry limit\nThe runner SHALL stop a task after the \
        configured number of failed attempts.\n\n#### Scenario: limit reached\n- **WHEN** a task has failed as often as the \
        limit allows\n- **THEN** no further attempt is started\n\n## RENAMED Requirements\n\
        - FROM: `### Requirement: Timeouts`\n- TO: `### Requirement: Attempt timeouts`\n";
    const TASKS: &str = "## 1. Runner\n- [ ] 1.1 Add `retryLimit` to `src/runner.ts`\n- [ ] 1.2 Run `sh check.sh`\n\n\
        ## 2. Manual\n- [ ] 2.1 Say it in `docs/runner.md`\n";
    const PROPOSAL: &str = "## Why\nUnbounded retries burned a night of budget; a hard limit bounds the damage of one bad \
        task.\n\n## What Changes\n- Add a retry limit to the runner.\n\n## Capabilities\n### Modified Capabilities\n\
        - `runner`: retry limit\n\n## Impact\nRunner.\n";
    const RUNNER: &str = "export interface Options {\n  retryLimit: number;\n}\n\nexport function mayRetry(failed: number, \
        options: Options): boolean {\n  return failed < options.retryLimit;\n}\n";

    fn world(more: &str) -> World {
        let files = [
            (SPEC, MAIN),
            (
                "openspec/changes/add-retry-limit/.openspec.yaml",
                "schema: spec-driven\ncreated: 2026-11-20\n",
            ),
            ("openspec/changes/add-retry-limit/proposal.md", PROPOSAL),
            ("openspec/changes/add-retry-limit/tasks.md", TASKS),
            (
                "openspec/changes/add-retry-limit/specs/runner/spec.md",
                DELTA,
            ),
            ("src/runner.ts", "export interface Options {}\n"),
            ("check.sh", "grep -q retryLimit src/runner.ts\n"),
        ];
        let scenes = [
            scene(
                "# Task: Runner",
                &[
                    // The main specs are the harness's to change.
                    turn(&[write(SPEC, "nothing is required\n")]),
                    turn(&[write("src/runner.ts", RUNNER)]),
                    turn(&[done()]),
                ],
            ),
            scene(
                "# Task: Manual",
                &[
                    turn(&[write(
                        "docs/runner.md",
                        "# Runner\n\nA task is retried as often as `retryLimit` says.\n",
                    )]),
                    // Notes beside the change go to the archive with it.
                    turn(&[write(&format!("{FOLDER}/notes.md"), "Thoughts.\n")]),
                    turn(&[done()]),
                ],
            ),
        ];
        World::scripted(&files, &script(&scenes), &format!("{CHECKS}{more}"))
    }

    #[test]
    fn a_change_goes_to_a_merged_branch_and_its_archive() {
        let world = world("");
        let said = world.run(&["run", FOLDER, "--archive"]);
        assert_eq!(said.code, 0, "{said:?}");
        assert_eq!(world.read("src/runner.ts").as_deref(), Some(RUNNER));
        assert!(
            world.read(&format!("{FOLDER}/tasks.md")).is_none(),
            "the folder is in the archive"
        );
        let spec = world.read(SPEC).expect("the main spec");
        assert!(
            spec.contains("### Requirement: Retry limit")
                && spec.contains("### Requirement: Attempt timeouts"),
            "{spec}"
        );
        let archived = world.git(&[
            "ls-tree",
            "-r",
            "--name-only",
            "main",
            "openspec/changes/archive",
        ]);
        let tasks = archived
            .lines()
            .find(|it| it.ends_with("-add-retry-limit/tasks.md"))
            .expect("archived tasks");
        let tasks = world.read(tasks).expect("tasks");
        assert!(
            !tasks.contains("[ ]") && tasks.contains("[x] 2.1"),
            "{tasks}"
        );
        assert!(archived.contains("-add-retry-limit/notes.md"), "{archived}");
        let run = story::name(&world);
        // The work and its pages came with one move of the target.
        assert!(
            world
                .git(&["log", "--format=%s", "main"])
                .contains("Close openspec/changes/add-retry-limit")
        );
        story::ledger_holds(&world, &run);
    }

    #[test]
    fn without_archive_only_the_boxes_are_ticked() {
        let world = world("");
        let said = world.run(&["run", FOLDER]);
        assert_eq!(said.code, 0, "{said:?}");
        assert_eq!(world.read(SPEC).as_deref(), Some(MAIN));
        let tasks = world.read(&format!("{FOLDER}/tasks.md")).expect("tasks");
        assert_eq!(tasks, TASKS.replace("[ ]", "[x]"));
    }

    #[test]
    fn a_change_that_is_not_committed_is_told_so() {
        let world = world("");
        world.write(&format!("{FOLDER}/tasks.md"), "## 1. Other\n- [ ] 1.1 Do\n");
        let said = world.run(&["run", FOLDER]);
        assert_eq!(said.code, 2, "{said:?}");
        assert!(
            said.err
                .contains("tasks.md` has changes that are not committed"),
            "{said:?}"
        );
    }

    /// The requirement is another one by now: archiving would overwrite what somebody else decided.
    #[test]
    fn an_archive_is_refused_where_the_base_moved() {
        let check = "grep -q retryLimit src/runner.ts || exit 1\n[ -e \"$HOME/moved\" ] && exit 0\ntouch \"$HOME/moved\"\n\
                     cd \"$HOME/../repo with spaces\" && sed -i 's/after its time/after ten seconds/' openspec/specs/runner/spec.md && \
                     git -c user.name=t -c user.email=t@example.invalid commit -qam theirs\n";
        let world = world("");
        world.write("check.sh", check);
        world.git(&["commit", "-qam", "another check"]);
        let said = world.run(&["run", FOLDER, "--archive"]);
        assert_eq!(said.code, 3, "{said:?}");
        assert!(said.out.contains("Timeouts"), "{said:?}");
        let spec = world.read(SPEC).expect("the main spec");
        assert!(
            spec.contains("after ten seconds") && !spec.contains("Retry limit"),
            "{spec}"
        );
        story::ledger_holds_so_far(&world, &story::name(&world));
    }

    #[test]
    fn what_is_wrong_with_a_change_is_said_before_anything_runs() {
        for (delta, words) in [
            ("", "touches no requirement"),
            (
                "## MODIFIED Requirements\n\n### Requirement: Nobody\nThe runner SHALL be.\n\n#### Scenario: a\n- **WHEN** a\n- **THEN** b\n",
                "Nobody",
            ),
        ] {
            let world = world("");
            if delta.is_empty() {
                std::fs::remove_dir_all(world.repository().join(FOLDER).join("specs"))
                    .expect("a folder");
            } else {
                world.write(&format!("{FOLDER}/specs/runner/spec.md"), delta);
            }
            let said = world.run(&["run", FOLDER]);
            assert_eq!(said.code, 2, "{said:?}");
            assert!(said.err.contains(words), "no `{words}` in {said:?}");
            assert!(world.run(&["status"]).out.contains("no runs yet"));
        }
    }
}

/// An OpenAPI file with five operations: it holds no plan, so the model makes one.
mod api {
    use super::*;

    const API: &str = "openapi: 3.0.3\ninfo: {title: Notes, version: '1'}\npaths:\n  /notes:\n    get:\n      operationId: listNotes\n      \
        responses: {'200': {description: All, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Note'}}}}}}\n    \
        post:\n      operationId: addNote\n      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}\n      \
        responses: {'201': {description: Made}}\n  /notes/{id}:\n    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]\n    \
        get:\n      operationId: getNote\n      responses: {'200': {description: One, content: {application/json: {schema: {$ref: '#/components/schemas/Note'}}}}}\n    \
        put:\n      operationId: changeNote\n      responses: {'204': {description: Changed}}\n    \
        delete:\n      operationId: dropNote\n      responses: {'204': {description: Gone}}\ncomponents:\n  schemas:\n    Note: {type: object, required: [text], \
        properties: {text: {type: string}}}\n";
    const CHECK: &str = "for f in notes/*.py; do grep -q '^def ' \"$f\" || exit 1; done\n";

    fn task(id: &str, file: &str, after: &[&str], requirements: &[&str]) -> Value {
        let truths: Vec<Value> = requirements
            .iter()
            .map(|it| json!({"text": format!("{it} answers as described"), "commands": ["sh check.sh"]}))
            .collect();
        json!({"id": id, "title": format!("Make {id}"), "brief": id, "files": [file], "depends_on": after,
               "requirements": requirements, "must_haves": {"truths": truths, "artifacts": [{"path": file, "contains": "def "}]}})
    }

    fn plan(leave_out: bool) -> Value {
        let change = if leave_out {
            vec!["changeNote"]
        } else {
            vec!["changeNote", "dropNote"]
        };
        let tasks = [
            task("read", "notes/read.py", &[], &["listNotes", "getNote"]),
            task("add", "notes/add.py", &[], &["addNote"]),
            task("change", "notes/change.py", &["read"], &change),
        ];
        turn(&[call("plan", json!({"title": "Notes", "tasks": tasks}))])
    }

    fn code(names: &[&str]) -> String {
        let one = |name: &&str| format!("def {name}(store):\n    return list(store)\n\n\n");
        names.iter().map(one).collect()
    }

    #[test]
    fn five_operations_are_planned_covered_and_merged() {
        let scenes = [
            // The first plan forgets an operation, and is told which.
            scene("# Task: Plan:", &[plan(true), plan(false)]),
            scene(
                "# Task: Make read",
                &work("notes/read.py", &code(&["list_notes", "get_note"])),
            ),
            scene(
                "# Task: Make add",
                &work("notes/add.py", &code(&["add_note"])),
            ),
            scene(
                "# Task: Make change",
                &work("notes/change.py", &code(&["change_note", "drop_note"])),
            ),
        ];
        let world = World::scripted(
            &[("api.yaml", API), ("check.sh", CHECK)],
            &script(&scenes),
            CHECKS,
        );
        let said = world.run(&["run", "api.yaml"]);
        assert_eq!(said.code, 0, "{said:?}");
        for file in ["notes/read.py", "notes/add.py", "notes/change.py"] {
            assert!(world.read(file).is_some(), "{file}: {said:?}");
        }
        let run = story::name(&world);
        let lines = story::lines(&world, &run);
        let answered = |it: &&Value| {
            it["event"]["decided"]["answered"]["observation"]["text"]
                .as_str()
                .is_some_and(|it| it.contains("dropNote"))
        };
        assert_eq!(
            lines.iter().filter(answered).count(),
            1,
            "the forgotten operation is named"
        );
        let promised = lines.iter().find_map(|it| {
            it["event"]["decided"]["promised"]["requirements"]
                .as_array()
                .cloned()
        });
        assert_eq!(promised.expect("a promise").len(), 5);
        story::ledger_holds(&world, &run);
    }

    #[test]
    fn a_reference_to_nothing_is_an_error_with_its_place() {
        let world = World::scripted(
            &[("api.yaml", &API.replace("Note: {type", "Nota: {type"))],
            &script(&[]),
            CHECKS,
        );
        let said = world.run(&["run", "api.yaml"]);
        assert_eq!(said.code, 2, "{said:?}");
        assert!(
            said.err.contains("api.yaml:7:110") && said.err.contains("Nota"),
            "{said:?}"
        );
    }
}

/// A phase of four plans in two waves.
mod phase {
    use super::*;

    const FOLDER: &str = ".planning/phases/01-words";
    const ROADMAP: &str =
        "# Roadmap\n\n- [ ] **Phase 1: Words** - counting and joining\n- [ ] **Phase 2: More**\n";

    fn plan(number: u32, wave: u32, after: &str, file: &str, name: &str) -> String {
        format!(
            "---\nphase: 01-words\nplan: \"{number:02}\"\ntype: execute\nwave: {wave}\ndepends_on: [{after}]\nfiles_modified:\n  - {file}\n\
             autonomous: true\nrequirements:\n  - WORD-{number:02}\nmust_haves:\n  truths:\n    - \"{name} works\"\n  artifacts:\n    \
             - path: \"{file}\"\n      provides: \"{name}\"\n      contains: \"pub \"\n---\n\n<objective>\nMake {name}.\n</objective>\n\n\
             <tasks>\n<task type=\"auto\">\n  <name>Write {name}</name>\n  <files>{file}</files>\n  <action>Write it.</action>\n  \
             <verify><automated>sh check.sh</automated></verify>\n  <done>It is there.</done>\n</task>\n</tasks>\n"
        )
    }

    fn module(name: &str) -> String {
        format!(
            "//! {name}.\n\n/// It.\npub fn {name}(text: &str) -> usize {{\n    text.len()\n}}\n"
        )
    }

    fn world(more: &str) -> World {
        let plans = [
            (1, 1, "", "src/count.rs", "count"),
            (2, 1, "", "src/join.rs", "join"),
            (3, 2, "\"01\"", "src/twice.rs", "twice"),
            (4, 2, "\"01-01\", \"01-02\"", "src/lib.rs", "lib"),
        ];
        let mut files = vec![
            ("check.sh".to_owned(), "for f in src/*.rs; do [ -e \"$f\" ] || continue; grep -q 'pub ' \"$f\" || exit 1; done\n".to_owned()),
            (".planning/ROADMAP.md".to_owned(), ROADMAP.to_owned()),
        ];
        for (number, wave, after, file, name) in plans {
            files.push((
                format!("{FOLDER}/01-{number:02}-PLAN.md"),
                plan(number, wave, after, file, name),
            ));
        }
        let files: Vec<(&str, &str)> = files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()))
            .collect();
        let scenes = [
            scene(
                "# Task: Make count.",
                &work("src/count.rs", &module("count")),
            ),
            scene("# Task: Make join.", &work("src/join.rs", &module("join"))),
            scene(
                "# Task: Make twice.",
                &work("src/twice.rs", &module("twice")),
            ),
            scene(
                "# Task: Make lib.",
                &work(
                    "src/lib.rs",
                    "//! Words.\n\npub mod count;\npub mod join;\npub mod twice;\n",
                ),
            ),
        ];
        World::scripted(&files, &script(&scenes), &format!("{CHECKS}{more}"))
    }

    #[test]
    fn four_plans_in_two_waves_are_merged_with_their_summaries() {
        let world = world("");
        let said = world.run(&["run", FOLDER]);
        assert_eq!(said.code, 0, "{said:?}");
        for name in ["count", "join", "twice", "lib"] {
            assert!(
                world.read(&format!("src/{name}.rs")).is_some(),
                "{name}: {said:?}"
            );
        }
        for number in 1..=4 {
            let summary = world
                .read(&format!("{FOLDER}/01-{number:02}-SUMMARY.md"))
                .expect("a summary");
            assert!(
                summary.starts_with("---\n") && summary.contains("completed:"),
                "{summary}"
            );
        }
        let roadmap = world.read(".planning/ROADMAP.md").expect("the roadmap");
        assert!(
            roadmap.contains("- [x] **Phase 1: Words**")
                && roadmap.contains("- [ ] **Phase 2: More**"),
            "{roadmap}"
        );
        story::ledger_holds(&world, &story::name(&world));
        // All of it is done: there is nothing left to run.
        let again = world.run(&["run", FOLDER]);
        assert_eq!(again.code, 0, "{again:?}");
        assert!(again.out.contains("nothing is left to do"), "{again:?}");
    }

    #[test]
    fn plans_in_a_circle_are_refused_and_those_in_each_others_way_wait() {
        let world = world("");
        world.write(
            &format!("{FOLDER}/01-01-PLAN.md"),
            &plan(1, 1, "\"03\"", "src/count.rs", "count"),
        );
        let said = world.run(&["run", FOLDER]);
        assert_eq!(said.code, 2, "{said:?}");
        assert!(said.err.contains("circle"), "{said:?}");
        world.write(
            &format!("{FOLDER}/01-01-PLAN.md"),
            &plan(1, 1, "", "src/join.rs", "count"),
        );
        let said = world.run(&["plan", FOLDER, "--check"]);
        assert_eq!(said.code, 0, "{said:?}");
        assert!(said.err.contains("both touch `src/join.rs`"), "{said:?}");
    }
}

/// A whole folder of changes at once: two that would overwrite each other are told.
#[test]
fn all_changes_of_a_folder_are_checked_together() {
    let main = "# a\n\n## Purpose\nA capability that is there to be changed by two at once, for a test.\n\n## Requirements\n\n\
                ### Requirement: One\nIt SHALL be.\n\n#### Scenario: a\n- **WHEN** a\n- **THEN** b\n";
    let delta = "## MODIFIED Requirements\n\n### Requirement: One\nIt SHALL be otherwise.\n\n#### Scenario: a\n- **WHEN** a\n- **THEN** c\n";
    let world = World::new(&[
        ("openspec/specs/a/spec.md", main),
        ("openspec/changes/first/specs/a/spec.md", delta),
        (
            "openspec/changes/second/specs/b/spec.md",
            &delta.replace("MODIFIED", "ADDED"),
        ),
    ]);
    let said = world.run(&["plan", "openspec", "--check"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.out.contains("2 changes, 1 spec: all can be used"),
        "{said:?}"
    );
    world.write("openspec/changes/second/specs/a/spec.md", delta);
    let said = world.run(&["plan", "openspec", "--check"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(
        said.out.contains("first") && said.out.contains("second") && said.out.contains("One"),
        "{said:?}"
    );
    let json = world.json(&["plan", "openspec", "--check", "--json"]);
    assert_eq!(json["invalid"], 2);
    let said = world.run(&["plan", "openspec"]);
    assert_eq!(said.code, 2, "{said:?}");
}

/// An agent that says again that it is done, and changed nothing, is told so; what was found of the same tree stands.
#[test]
fn a_claim_without_a_change_commits_and_checks_nothing_anew() {
    let written = turn(&[write("b.txt", "two\n")]);
    let replies = [written.clone(), turn(&[done()]), written, turn(&[done()])];
    let checks = "verification: {levels: [1, 2, 3, 4], commands: [\"test ! -f b.txt\"]}\ncorrection: {max_retries: 1}\n";
    let script = script(&[scene("", &replies)]);
    let world = World::scripted(&[("a.txt", "one\n")], &script, checks);
    let said = world.run(&["run", "add b.txt"]);
    let told = |text: &str| said.err.matches(text).count();
    assert_eq!(told("✓ committed "), 1, "{said:?}");
    assert!(told("nothing new to commit") >= 1, "{said:?}");
    assert_eq!(told("✗ test ! -f b.txt · exit 1"), 1, "{said:?}");
    assert_eq!(told("the run branch is at"), 1, "{said:?}");
    assert!(
        told("as before · what was found of it stands") >= 1,
        "{said:?}"
    );
}
