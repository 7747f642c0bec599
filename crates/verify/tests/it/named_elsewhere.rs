//! What nothing imports and some text of the tree names: a build file, settings, a string of code, a style, a macro that takes a
//! folder. And names that only prose, tests or nothing hold.

use crate::changes::wrong;

const PACKAGE: &str = "{ \"name\": \"app\", \"main\": \"src/index.ts\", \"private\": true }\n";
const INDEX: &str = "console.log(process.argv);\n";

/// What is said of `path`, new in a tree where `other` holds a text.
fn said(path: &str, text: &str, others: &[(&str, &str)]) -> Vec<String> {
    let mut before = vec![("package.json", PACKAGE), ("src/index.ts", INDEX)];
    before.extend(others);
    let after: Vec<(&str, &str)> = before.iter().copied().chain([(path, text)]).collect();
    let before = &before[1..];
    wrong(before, &after[1..])
}

#[track_caller]
fn is_known(path: &str, text: &str, others: &[(&str, &str)]) {
    assert_eq!(said(path, text, others), Vec::<String>::new(), "{others:?}");
}

#[track_caller]
fn is_told(path: &str, text: &str, others: &[(&str, &str)]) {
    assert!(!said(path, text, others).is_empty(), "{others:?}");
}

const CODE: &str = "export function draw() {\n  return 'drawn';\n}\n";

#[test]
fn a_file_that_a_build_file_takes() {
    is_known(
        "tools/serve.mjs",
        CODE,
        &[("Dockerfile", "FROM node\nCOPY tools/serve.mjs /app/\n")],
    );
    is_known(
        "tools/serve.mjs",
        CODE,
        &[("deploy/run.yml", "command: [node, ./tools/serve.mjs]\n")],
    );
    is_told(
        "tools/serve.mjs",
        CODE,
        &[("README.md", "Start tools/serve.mjs.\n")],
    );
    is_told(
        "tools/serve.mjs",
        CODE,
        &[("Dockerfile", "FROM node\n# COPY tools/serve.mjs /app/\n")],
    );
}

#[test]
fn a_file_whose_name_is_put_together() {
    let loads = "import { resolve } from 'node:path';\nconst dir = 'src/plugins';\nimport(resolve(dir, 'auto-close'));\n";
    is_known("src/plugins/auto-close.ts", CODE, &[("src/load.js", loads)]);
    let folder = "for (const name of readdirSync('./src/views')) load(name);\n";
    is_known("src/views/list.ts", CODE, &[("src/all.js", folder)]);
    let test = "import { vi } from 'vitest';\nvi.mock('../src/lists');\n";
    is_told("src/lists.ts", CODE, &[("test/lists.test.ts", test)]);
}

#[test]
fn a_value_that_a_style_binds() {
    let page = |style: &str| {
        format!(
            "<script setup lang=\"ts\">\nconst themeColour = pick();\nfunction pick() {{ return 'red'; }}\n</script>\n<template><p>x</p></template>\n<style>\np {{ color: {style}; }}\n</style>\n"
        )
    };
    let main = "import Page from './Page.vue';\nPage.mount();\n";
    let before = [
        ("src/index.ts", main),
        ("src/Page.vue", "<template><p>x</p></template>\n"),
    ];
    let used = page("v-bind(themeColour)");
    let after = [before[0], ("src/Page.vue", used.as_str())];
    assert_eq!(wrong(&before, &after), Vec::<String>::new());
}

#[test]
fn a_module_that_a_macro_takes() {
    let lib = "automod::dir!(pub \"src/commands\");\n";
    let shared = "pub fn fill_in(text: &str) -> String {\n    text.trim().to_owned()\n}\n";
    let uses =
        "pub fn run(text: &str) -> String {\n    crate::commands::shared::fill_in(text)\n}\n";
    let manifest = ("Cargo.toml", "[package]\nname = \"app\"\n");
    let before = [
        manifest,
        ("src/lib.rs", lib),
        ("src/commands/list.rs", uses),
    ];
    let after = [
        before[0],
        before[1],
        before[2],
        ("src/commands/shared.rs", shared),
    ];
    assert_eq!(wrong(&before, &after), Vec::<String>::new());
}

#[test]
fn a_name_that_settings_and_strings_hold() {
    let python = "def send_digest(user):\n    return user.mail('digest')\n";
    let main = "import tasks\n\nif __name__ == '__main__':\n    print(tasks)\n";
    let tree = |path: &'static str, text: &'static str| {
        let before = [("main.py", main), ("tasks.py", ""), (path, text)];
        let after = [before[0], ("tasks.py", python), before[2]];
        wrong(&before, &after)
    };
    assert!(tree("settings.yml", "beat: { task: tasks.send_digest }\n").is_empty());
    assert!(
        tree(
            "schedule.py",
            "BEAT = {'task': 'tasks.send_digest'}\nprint(BEAT)\n"
        )
        .is_empty()
    );
    assert!(!tree("notes.md", "tasks.send_digest sends a digest\n").is_empty());
    assert!(!tree("words.py", "print('could not send_digest of it')\n").is_empty());
}

#[test]
fn what_only_tests_of_a_macros_folder_use() {
    let common = "pub fn fill_in(text: &str) -> String {\n    text.trim().to_owned()\n}\n";
    let uses = "use crate::common;\n#[test]\nfn fills() {\n    assert_eq!(common::fill_in(\" a\"), \"a\");\n}\n";
    let main = "automod::dir!(\"tests/suite\");\n";
    let before = [
        ("Cargo.toml", "[package]\nname = \"app\"\n"),
        ("src/lib.rs", "pub fn run() -> usize { 3 }\n"),
        ("tests/suite/main.rs", main),
        ("tests/suite/common.rs", "pub fn one() -> usize { 1 }\n"),
    ];
    let after = [
        before[0],
        before[1],
        before[2],
        ("tests/suite/common.rs", common),
        ("tests/suite/fills.rs", uses),
    ];
    let found = wrong(&before, &after);
    assert!(!found.iter().any(|it| it.contains("fill_in")), "{found:?}");
}
