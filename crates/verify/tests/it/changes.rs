//! What a change did: work taken out, new code that nobody uses, uses that are gone; and changes that did none of it.

use crate::world::World;

const MANIFEST: (&str, &str) = (
    "package.json",
    "{ \"name\": \"app\", \"main\": \"src/index.ts\", \"private\": true }\n",
);
const RUN: &str =
    "export function run(rows) {\n  return rows.filter((row) => row.open).length;\n}\n";
const INDEX: &str = "import { run } from './run';\nconsole.log(run(process.argv));\n";

/// The names of rules of everything that is wrong with a change, and what is said.
fn wrong(before: &[(&str, &str)], after: &[(&str, &str)]) -> Vec<String> {
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    for (path, text) in [MANIFEST].iter().chain(before) {
        world.before.insert((*path).to_owned(), (*text).to_owned());
    }
    for (path, text) in [MANIFEST].iter().chain(after) {
        world = world.file(path, text);
        let old = before.iter().find(|(other, _)| other == path);
        match old {
            None if *path != MANIFEST.0 => world = world.changed('A', path),
            Some((_, old)) if old != text => world = world.changed('M', path),
            Some(_) | None => {}
        }
    }
    let report = world.report();
    let gates = report.items.iter().filter(|it| it.id.starts_with("gate:"));
    gates
        .map(|it| format!("{}: {}", it.id, it.reason))
        .collect()
}

fn finds(before: &[(&str, &str)], after: &[(&str, &str)], id: &str, says: &str) {
    let found = wrong(before, after);
    let hit = found.iter().find(|it| it.starts_with(id));
    assert!(
        hit.is_some_and(|it| it.contains(says)),
        "{id} {says}: {found:#?}"
    );
}

#[test]
fn work_that_is_taken_out() {
    let before = [("src/index.ts", INDEX), ("src/run.ts", RUN)];
    let gutted = "export function run(rows) {\n  return [];\n}\n";
    let after = [("src/index.ts", INDEX), ("src/run.ts", gutted)];
    finds(&before, &after, "gate:gutted:src/run.ts", "did work before");
}

#[test]
fn what_nobody_uses() {
    let before = [("src/index.ts", INDEX), ("src/run.ts", RUN)];
    let more = format!("{RUN}function extra(rows) {{\n  return rows.map((row) => row.id);\n}}\n");
    let after = [("src/index.ts", INDEX), ("src/run.ts", more.as_str())];
    finds(
        &before,
        &after,
        "gate:unused:src/run.ts",
        "nobody uses `extra`",
    );
    let after = [before[0], before[1], ("src/chat.ts", RUN)];
    finds(
        &before,
        &after,
        "gate:orphaned:src/chat.ts",
        "nothing uses it",
    );
    let lost =
        "import { run } from './run';\nimport { walk } from './walk';\nwalk(run(process.argv));\n";
    let after = [("src/index.ts", lost), before[1]];
    finds(&before, &after, "gate:broken-import:src/index.ts", "./walk");
}

#[test]
fn what_is_cut_off() {
    let before = [("src/index.ts", INDEX), ("src/run.ts", RUN)];
    let after = [("src/index.ts", "console.log(process.argv);\n"), before[1]];
    finds(&before, &after, "gate:unwired:src/index.ts", "src/run.ts");
}

#[test]
fn a_head_that_anybody_can_write_excuses_nothing() {
    let before = [("src/index.ts", INDEX), ("src/run.ts", RUN)];
    let gutted = "// @generated\nexport function run(rows) {\n  return [];\n}\n";
    let after = [("src/index.ts", INDEX), ("src/run.ts", gutted)];
    let head = "its head says that a program wrote it";
    finds(&before, &after, "gate:gutted:src/run.ts", head);
}

#[test]
fn a_change_that_nobody_could_look_at_is_for_a_person() {
    let world = World::new("  truths:\n    - \"It works\"\n");
    let mut input = Vec::new();
    assert!(
        world
            .report_of(&input)
            .items
            .iter()
            .all(|it| it.id != "gate:change")
    );
    input.push(verify::not_inspected());
    let report = world.report_of(&input);
    let item = report
        .items
        .iter()
        .find(|it| it.id == "gate:change")
        .unwrap();
    assert_eq!(crate::world::answer(item), "unknown");
}

#[test]
fn honest_changes_do_none_of_it() {
    let before = [("src/index.ts", INDEX), ("src/run.ts", RUN)];
    let moved = "import { run } from './walk';\nconsole.log(run(process.argv));\n";
    let better = RUN.replace("row.open", "row.open && row.id");
    let lazy = "const { run } = await import('./run');\nconsole.log(run(process.argv));\n";
    let changes: [&[(&str, &str)]; 4] = [
        &[before[0], ("src/run.ts", better.as_str())],
        &[("src/index.ts", moved), ("src/walk.ts", RUN)],
        &[("src/index.ts", lazy), before[1]],
        &before,
    ];
    for after in changes {
        assert_eq!(wrong(&before, after), Vec::<String>::new(), "{after:?}");
    }
}

/// Of names that the plan lists together, one was written by the change and another stands nowhere.
#[test]
fn names_that_nobody_wrote() {
    let gates = |says: &str, text: &str| {
        let mut world = World::new("  truths:\n    - \"It works\"\n");
        world.plan.title = says.to_owned();
        world
            .before
            .insert("src/index.ts".to_owned(), INDEX.to_owned());
        world.before.insert("src/run.ts".to_owned(), RUN.to_owned());
        let world = world
            .file("src/index.ts", INDEX)
            .file("src/run.ts", text)
            .changed('M', "src/run.ts");
        let report = world.report();
        let found = report.items.iter().map(|it| it.id.clone());
        found
            .filter(|it| it.starts_with("gate:unwritten"))
            .collect::<Vec<_>>()
    };
    let half = format!("{RUN}export function runAll(rows) {{\n  return rows.map(run);\n}}\n");
    let cases = [
        ("Add runAll and runEach.", half.as_str(), 1),
        ("Add runAll, `runEach()` and runSome", half.as_str(), 2),
        ("Add runAll. Then GitHub shows runEach", half.as_str(), 0),
        ("Add runAll and run", half.as_str(), 0),
        // Nothing of the list is new: it speaks of something else.
        ("Add runAll and runEach.", RUN, 0),
    ];
    for (says, text, wanted) in cases {
        assert_eq!(gates(says, text).len(), wanted, "{says}");
    }
}

/// Tests that are asked for have to be among what changed, beside the code or in files of their own.
#[test]
fn tests_that_nobody_wrote() {
    let untested = |says: &str, files: &[(&str, &str)]| {
        let mut world = World::new("  truths:\n    - \"It works\"\n");
        world.plan.title = says.to_owned();
        world.before.insert("src/run.ts".to_owned(), RUN.to_owned());
        for (path, text) in files {
            let status = if *path == "src/run.ts" { 'M' } else { 'A' };
            world = world.file(path, text).changed(status, path);
        }
        let report = world.report();
        report.items.iter().any(|it| it.id == "gate:untested")
    };
    let better = RUN.replace("row.open", "row.open && row.id");
    let code = ("src/run.ts", better.as_str());
    let test = (
        "src/run.test.ts",
        "test('run', () => expect(run([])).toEqual([]));\n",
    );
    assert!(untested("Only open rows with an id. With a test.", &[code]));
    assert!(!untested(
        "Only open rows with an id. With a test.",
        &[code, test]
    ));
    assert!(!untested(
        "Only open rows with an id. The existing tests still pass.",
        &[code]
    ));
    assert!(!untested("Only open rows with an id.", &[code]));
    let beside = (
        "src/a.rs",
        "pub fn a() -> u8 { 1 }\n#[test]\nfn it() { assert_eq!(a(), 1); }\n",
    );
    assert!(!untested("Add a, and a unit test.", &[beside]));
}
