//! Answers and words that the plan asks for and the change leaves out: a method that always answers the same, one of several
//! words that may be given; and plans that only look as if they asked.

use crate::world::{World, named};

const MANIFEST: (&str, &str) = (
    "package.json",
    "{ \"name\": \"app\", \"main\": \"src/index.ts\", \"private\": true }\n",
);
const INDEX: &str = "import { runAll } from './run';\nimport { show } from './show';\n\
                     export function main(rows) {\n  show(runAll(rows));\n}\n";
const RUN: &str = "export function runAll(rows) {\n  return rows.filter((row) => row.open).length;\n}\n\
                   export function runEach(rows) {\n  return rows.map((row) => runAll([row]));\n}\n";
const SHOW: &str = "export function show(text) {\n  console.log(text);\n}\n";

/// The gates of these kinds that a plan of these words is told of, where these files changed.
fn told(says: &str, changed: &[(&str, &str)], kind: &str) -> Vec<String> {
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    world.plan.title = says.to_owned();
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
    if kind == "unwritten" {
        return named(&report, "the plan asks for `");
    }
    let found = report
        .items
        .iter()
        .filter(|it| it.path.as_deref() == Some(kind));
    found.map(|it| it.id.clone()).collect()
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
        told(says, &files, "src/reader.ts")
    };
    assert_eq!(gates("Reader.lineNumber() says where.", "1").len(), 1);
    assert!(gates("Reader.lineNumber() says where.", "this.at").is_empty());
    assert!(gates("Reader.lineNumber() is always 1.", "1").is_empty());
    assert!(gates("Add a reader.", "1").is_empty());
}

#[test]
fn words_that_the_plan_lists() {
    let gates = |says: &str, text: &str| {
        let index = format!("{INDEX}export {{ write }} from './write';\n");
        let files = [("src/index.ts", index.as_str()), ("src/write.ts", text)];
        told(says, &files, "unwritten")
    };
    let two = "export function write(rows, as) {\n  if (as === 'csv') return rows.join();\n  \
               if (as === 'json') return JSON.stringify(rows);\n  throw new Error(as);\n}\n";
    let says = "write(rows, as) takes csv, json or xml.";
    assert_eq!(gates(says, two), ["xml"]);
    let three = two.replace("throw", "if (as === 'xml') return tags(rows);\n  throw");
    assert!(gates(says, &three).is_empty());
    // All else is the third; or the list is no list of texts.
    let rest = two.replace("throw new Error(as)", "return rows.join('\\n') /* lines */");
    assert!(gates("write(rows, as) takes csv, json or lines.", &rest).is_empty());
    assert!(gates("write is quick, small and sound.", two).is_empty());
}
