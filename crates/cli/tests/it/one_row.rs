//! One fact is one row, whichever rules find it; and a row says where, and names each thing once.

use serde_json::Value;

use crate::support::World;

/// What is found of a change of these files: rule, line and message of each gap and note.
fn found(world: &World) -> Vec<(String, u64, String)> {
    let report = world.json(&["--json", "verify", "--base", "main", "--no-commands"]);
    let all = report["feedback"].as_array().cloned().unwrap_or_default();
    let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
    let all = all.iter().filter(|it| it["rule"] != "nothing-run");
    all.map(|it| {
        let line = it["location"]["line"].as_u64().unwrap_or_default();
        (text(&it["rule"]), line, text(&it["message"]))
    })
    .collect()
}

fn rules(world: &World) -> Vec<String> {
    found(world).into_iter().map(|it| it.0).collect()
}

/// A repository whose working tree holds a change of one file.
fn changed(path: &str, before: &str, after: &str) -> World {
    let world = World::new(&[(path, before)]);
    world.write(path, after);
    world
}

const UNFINISHED: [(&str, &str, &str); 5] = [
    (
        "src/lib.rs",
        "pub fn one() -> u8 {\n    1\n}\n",
        "pub fn two(n: u8) -> u8 {\n    todo!()\n}\n",
    ),
    (
        "a.ts",
        "export function one(): number {\n  return 1;\n}\n",
        "export function two(n: number): number {\n  throw new Error('not implemented');\n}\n",
    ),
    (
        "a.py",
        "def one():\n    return 1\n",
        "def two(n):\n    raise NotImplementedError\n",
    ),
    (
        "a.go",
        "package a\n\nfunc One() int {\n\treturn 1\n}\n",
        "func Two(n int) int {\n\tpanic(\"not implemented\")\n}\n",
    ),
    (
        "src/main/java/A.java",
        "public class A {\n    public int one() {\n        return 1;\n    }\n}\n",
        "class B {\n    public int two(int n) {\n        throw new UnsupportedOperationException(\"not implemented\");\n    }\n}\n",
    ),
];

#[test]
fn work_that_says_it_is_not_done_is_told_once() {
    for (path, before, more) in UNFINISHED {
        let world = changed(path, before, &format!("{before}\n{more}"));
        let found = found(&world);
        let told = found.iter().filter(|it| {
            it.0 == "todo-left" || it.0.ends_with("-todo") || it.0.contains("not-impl")
        });
        let told: Vec<&str> = told.map(|it| it.0.as_str()).collect();
        assert_eq!(told, ["todo-left"], "{path}: {found:#?}");
    }
}

#[test]
fn what_is_switched_off_speaks_for_nothing() {
    let (path, before, more) = UNFINISHED[0];
    let world = changed(path, before, &format!("{before}\n{more}"));
    world.configure("verification:\n  rules: {todo-left: off}\n");
    let rules = rules(&world);
    assert!(rules.contains(&"rs-todo".to_owned()), "{rules:?}");
    assert!(!rules.contains(&"todo-left".to_owned()), "{rules:?}");
}

#[test]
fn a_gap_is_not_spoken_for_by_a_note() {
    let (path, before, more) = UNFINISHED[0];
    let world = changed(path, before, &format!("{before}\n{more}"));
    world.configure("verification:\n  rules: {todo-left: note, rs-todo: gap}\n");
    let said = world.run(&["verify", "--base", "main", "--no-commands"]);
    assert_eq!(said.code, 1, "{said:?}");
    let rules = rules(&world);
    assert_eq!(
        rules.iter().filter(|it| it.ends_with("todo")).count(),
        1,
        "{rules:?}"
    );
    assert!(!rules.contains(&"todo-left".to_owned()), "{rules:?}");
}

#[test]
fn a_parameter_that_is_not_read_any_more_is_told_once() {
    for (path, before, after) in [
        (
            "src/lib.rs",
            "pub fn cut(text: &str, max: usize) -> String {\n    text.chars().take(max).collect()\n}\n",
            "pub fn cut(text: &str, max: usize) -> String {\n    text.chars().rev().collect()\n}\n",
        ),
        (
            "a.py",
            "def cut(text, limit):\n    return text.strip()[:limit]\n",
            "def cut(text, limit):\n    return text.strip().lower()\n",
        ),
        (
            "a.go",
            "package a\n\nfunc Cut(text string, max int) string {\n\treturn text[:max] + tail(text)\n}\n\nfunc tail(text string) string {\n\treturn text\n}\n",
            "package a\n\nfunc Cut(text string, max int) string {\n\treturn text + tail(text)\n}\n\nfunc tail(text string) string {\n\treturn text\n}\n",
        ),
        (
            "a.ts",
            "export function cut(text: string, max: number): string {\n  return text.trim().slice(0, max);\n}\n",
            "export function cut(text: string, max: number): string {\n  return text.trim().toLowerCase();\n}\n",
        ),
    ] {
        let world = changed(path, before, after);
        let found = found(&world);
        let told = found.iter().filter(|it| it.0.starts_with("parameter-"));
        assert_eq!(told.count(), 1, "{path}: {found:#?}");
    }
}

#[test]
fn the_list_of_what_is_accepted_is_told_of_once() {
    let world = World::new(&[("a.py", "def one():\n    return 1\n")]);
    world.write(
        ".interlock/accepted.yml",
        "- rule: new-code-unused\n  place: a.py:one\n  reason: \"it is called by name\"\n",
    );
    let found = found(&world);
    let told: Vec<&str> = found
        .iter()
        .filter(|it| it.2.contains("accept") || it.0 == "judge-changed")
        .map(|it| it.0.as_str())
        .collect();
    assert_eq!(told, ["accepted-changed"], "{found:#?}");
}

#[test]
fn a_row_of_several_names_each_once_with_its_lines() {
    let before = "package a\n\nimport \"strconv\"\n\nfunc One() int {\n\treturn 1\n}\n";
    let more = "\nfunc Sum(a, b string) (int, error) {\n\tone, _ := strconv.Atoi(a)\n\ttwo, _ := strconv.Atoi(b)\n\treturn one + two, nil\n}\n";
    let world = changed("a.go", before, &format!("{before}{more}"));
    let found = found(&world);
    let rows: Vec<_> = found.iter().filter(|it| it.0 == "error-dropped").collect();
    let [(_, line, said)] = rows.as_slice() else {
        panic!("one row: {found:#?}")
    };
    assert_eq!(*line, 10, "{said}");
    assert!(
        said.contains("2 times: lines 10, 11: the `_` of `strconv.Atoi` in `Sum`"),
        "{said}"
    );
    assert_eq!(said.matches("strconv.Atoi").count(), 1, "{said}");
}
