//! What the plan says by name and the change leaves undone: a file that it was to change, a function that it was to go
//! through, a method whose answer it asks for; and plans that name such things to explain something.

use crate::world::World;

const MANIFEST: (&str, &str) = (
    "package.json",
    "{ \"name\": \"app\", \"main\": \"src/index.ts\", \"private\": true }\n",
);
const INDEX: &str = "import { runAll } from './run';\nimport { show } from './show';\n\
                     export function main(rows) {\n  show(runAll(rows));\n}\n";
const RUN: &str = "export function runAll(rows) {\n  return rows.filter((row) => row.open).length;\n}\n\
                   export function runEach(rows) {\n  return rows.map((row) => runAll([row]));\n}\n";
const SHOW: &str = "export function show(text) {\n  console.log(text);\n}\n";

/// The gates of these kinds that a plan of these words and files is told of, where these files changed.
fn told(says: &str, planned: &[&str], changed: &[(&str, &str)], kind: &str) -> Vec<String> {
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    world.plan.title = says.to_owned();
    let task = &mut world.plan.tasks[0];
    task.files = planned
        .iter()
        .map(|it| ledger::ids::RelPath::new(it).unwrap())
        .collect();
    for (path, text) in [
        MANIFEST,
        ("src/index.ts", INDEX),
        ("src/run.ts", RUN),
        ("src/show.ts", SHOW),
    ] {
        world.before.insert(path.to_owned(), text.to_owned());
        world = world.file(path, text);
    }
    for (path, text) in changed {
        let status = if world.before.contains_key(*path) {
            'M'
        } else {
            'A'
        };
        world = world.file(path, text).changed(status, path);
    }
    let report = world.report();
    let found = report.items.iter().filter(|it| it.id.starts_with(kind));
    found.map(|it| it.id.clone()).collect()
}

#[test]
fn a_file_that_was_to_be_changed() {
    let better = RUN.replace("row.open", "row.open && row.id");
    let run = ("src/run.ts", better.as_str());
    let both = ["src/run.ts", "src/show.ts"];
    let gates = |says: &str, planned: &[&str], changed: &[(&str, &str)]| {
        told(says, planned, changed, "gate:untouched")
    };
    assert_eq!(
        gates("Only rows with an id are run and shown.", &both, &[run]),
        ["gate:untouched:src/show.ts"]
    );
    let shown = SHOW.replace("text)", "text ?? '-')");
    let show = ("src/show.ts", shown.as_str());
    assert!(gates("Only rows with an id.", &both, &[run, show]).is_empty());
    assert!(gates("Only rows with an id.", &["src/run.ts"], &[run]).is_empty());
    assert!(
        gates(
            "Only rows with an id; show.ts stays as it is.",
            &both,
            &[run]
        )
        .is_empty()
    );
    // What is new is no work left; prose is not looked at; and work on something else says nothing.
    assert!(gates("Rows.", &["src/run.ts", "src/new.ts", "README.md"], &[run]).is_empty());
    assert!(gates("Rows.", &["src/index.ts", "src/show.ts"], &[run]).is_empty());
}

#[test]
fn a_function_that_the_work_was_to_go_through() {
    let gates = |says: &str, changed: &[(&str, &str)]| told(says, &[], changed, "gate:unmentioned");
    let shown = SHOW.replace("text)", "text ?? '-')");
    let show = ("src/show.ts", shown.as_str());
    let through = "import { runEach } from './run';\nexport function show(rows) {\n  \
                   console.log(runEach(rows).join());\n}\n";
    let through = ("src/show.ts", through);
    let cases: [(&str, &(&str, &str), &[&str]); 9] = [
        (
            "show prints the rows with runEach",
            &show,
            &["gate:unmentioned:runEach"],
        ),
        ("show prints the rows with runEach", &through, &[]),
        (
            "Text is shown. runAll asks for it.",
            &show,
            &["gate:unmentioned:runAll"],
        ),
        (
            "Add trim in show.ts, called by runEach",
            &show,
            &["gate:unmentioned:runEach"],
        ),
        ("show prints a dash, like runEach does", &show, &[]),
        ("show works together with runEach", &show, &[]),
        ("show prints a dash without runEach", &show, &[]),
        ("show prints a dash where runEach calls it", &show, &[]),
        ("show prints with runNone", &show, &[]),
    ];
    for (says, changed, wanted) in cases {
        assert_eq!(gates(says, &[*changed]), wanted, "{says}");
    }
    // One that stands on what changed took it up.
    let deeper = RUN.replace("row.open", "row.open && row.id");
    assert!(gates("runEach asks for the id", &[("src/run.ts", &deeper)]).is_empty());
}

#[test]
fn a_method_whose_answer_was_asked_for() {
    let class = |answer: &str| {
        format!(
            "export class Reader {{\n  at = 0;\n  next() {{\n    this.at += 1;\n    return this.at;\n  }}\n  \
             lineNumber() {{\n    return {answer};\n  }}\n}}\n"
        )
    };
    let gates = |says: &str, answer: &str| {
        let text = class(answer);
        let index =
            format!("{INDEX}import {{ Reader }} from './reader';\nnew Reader().lineNumber();\n");
        let files = [
            ("src/index.ts", index.as_str()),
            ("src/reader.ts", text.as_str()),
        ];
        told(says, &[], &files, "gate:stub:src/reader.ts")
    };
    assert_eq!(gates("Reader.lineNumber() says where.", "1").len(), 1);
    assert!(gates("Reader.lineNumber() says where.", "this.at").is_empty());
    assert!(gates("Reader.lineNumber() is always 1.", "1").is_empty());
    assert!(gates("Add a reader.", "1").is_empty());
}
