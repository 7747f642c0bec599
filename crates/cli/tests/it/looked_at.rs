//! What a verdict says of what was looked at: functions, tests and files of the change, and the commands that were run.

use serde_json::{Value, json};

use crate::support::{Said, World};

/// A file before and after the change, with how many functions and tests the change wrote in it.
const FILES: [(&str, &str, &str); 10] = [
    (
        "src/lib.rs",
        "pub fn one() -> u8 {\n    1\n}\n",
        "pub fn one() -> u8 {\n    1\n}\n\npub fn two() -> u8 {\n    one() + 1\n}\n",
    ),
    (
        "tests/two.rs",
        "",
        "#[test]\nfn two_is_two() {\n    assert_eq!(crates::two(), 2);\n}\n",
    ),
    (
        "web/sum.ts",
        "export function sum(a: number, b: number): number {\n  return a + b;\n}\n",
        "export function sum(a: number, b: number): number {\n  return b + a;\n}\n",
    ),
    (
        "web/sum.test.ts",
        "import { sum } from './sum';\nit('adds', () => { expect(sum(1, 2)).toBe(3); });\n",
        "import { sum } from './sum';\nit('adds', () => { expect(sum(1, 2)).toBe(3); });\nit('adds noughts', () => { expect(sum(0, 0)).toBe(0); });\n",
    ),
    (
        "py/area.py",
        "def area(a, b):\n    return a * b\n",
        "def area(a, b):\n    if a < 0:\n        raise ValueError(a)\n    return a * b\n",
    ),
    (
        "py/test_area.py",
        "from area import area\n\ndef test_area():\n    assert area(1, 2) == 2\n",
        "from area import area\n\ndef test_area():\n    assert area(3, 2) == 6\n",
    ),
    (
        "go/name.go",
        "package name\n\nfunc Name() string {\n\treturn \"a\"\n}\n",
        "package name\n\nfunc Name() string {\n\treturn \"a\" + \"b\"\n}\n",
    ),
    (
        "go/name_test.go",
        "package name\n",
        "package name\n\nimport \"testing\"\n\nfunc TestName(t *testing.T) {\n\tif Name() != \"ab\" {\n\t\tt.Fatal(Name())\n\t}\n}\n",
    ),
    (
        "java/src/main/java/Sign.java",
        "public class Sign {\n    public int sign(int n) {\n        return n;\n    }\n}\n",
        "public class Sign {\n    public int sign(int n) {\n        return Integer.signum(n);\n    }\n}\n",
    ),
    (
        "java/src/test/java/SignTest.java",
        "",
        "import static org.junit.jupiter.api.Assertions.assertEquals;\nimport org.junit.jupiter.api.Test;\n\nclass SignTest {\n    @Test\n    void signs() {\n        assertEquals(-1, new Sign().sign(-5));\n    }\n}\n",
    ),
];

/// A repository whose working tree holds that change of these files; without a text before, one is new.
fn changed(files: &[(&str, &str, &str)]) -> World {
    let before: Vec<(&str, &str)> = files
        .iter()
        .filter(|(_, before, _)| !before.is_empty())
        .map(|(path, before, _)| (*path, *before))
        .collect();
    let world = World::new(&before);
    for (path, _, after) in files {
        world.write(path, after);
    }
    world
}

fn verify(world: &World, more: &[&str]) -> Said {
    world.run(&[&["verify", "--base", "main"], more].concat())
}

fn looked_at(world: &World, more: &[&str]) -> Value {
    let found = world.json(&[&["--json", "verify", "--base", "main"], more].concat());
    found["looked_at"].clone()
}

#[test]
fn a_change_in_five_languages_is_counted() {
    let world = changed(&FILES);
    world.configure("verification:\n  commands: [\"true\"]\n  levels: [1, 2, 3, 4]\n");
    let said = verify(&world, &["--no-commands"]);
    let words =
        "5 functions, 5 tests, 10 files of the change; no command was run (`--no-commands`)";
    assert!(
        said.out.contains(&format!("Looked at {words}.")),
        "{said:?}"
    );
    assert!(
        said.out.contains(&format!("\nlooked_at: \"{words}\"\n")),
        "{said:?}"
    );
    assert_eq!(
        looked_at(&world, &["--no-commands"]),
        json!({
            "of_change": true,
            "files": 10,
            "functions": 5,
            "tests": 5,
            "commands": {"known": 1, "run": 0, "switched_off": true},
        })
    );
    // With the command it is a pass, which says the same of the change.
    let said = verify(&world, &[]);
    let words = "1 of 1 must-haves verified";
    assert!(!said.out.contains(words), "{said:?}");
    assert!(
        said.out
            .contains("Looked at 5 functions, 5 tests, 10 files of the change; 1 command was run."),
        "{said:?}"
    );
}

#[test]
fn what_no_grammar_reads_is_counted_by_why() {
    for (files, words) in [
        (
            &[
                ("notes.md", "one\n", "two\n"),
                ("data/a.json", "{}\n", "{\"a\": 1}\n"),
                ("LICENSE", "all\n", "some\n"),
            ][..],
            "3 files of the change, none in a language that is read (3 without code); no command was run, since none is known",
        ),
        (
            &[
                ("lib/sums.rb", "def one\n  1\nend\n", "def one\n  2\nend\n"),
                ("lib/sums.ex", "def one, do: 1\n", "def one, do: 2\n"),
            ],
            "2 files of the change, none in a language that is read (2 in a language that is not read); no command was run, since none is known",
        ),
        (
            &[
                (
                    "src/a.py",
                    "def a():\n    return 1\n",
                    "def a():\n    return 2\n",
                ),
                (
                    "src/b.py",
                    "",
                    "# Code generated by protoc. DO NOT EDIT.\ndef b():\n    return 2\n",
                ),
                ("img.png", "", "\u{0}\u{1}"),
                ("notes.md", "one\n", "two\n"),
            ],
            "1 function, no test, 4 files of the change (1 without code, 1 generated, 1 binary); no command was run, since none is known",
        ),
    ] {
        let world = changed(files);
        let said = verify(&world, &[]);
        assert!(said.out.contains(words), "{words}\n{}", said.out);
    }
}

#[test]
fn what_is_deleted_is_of_the_change_and_no_change_has_no_file() {
    let world = changed(&[(
        "a.py",
        "def a():\n    return 1\n",
        "def a():\n    return 1\n",
    )]);
    let said = verify(&world, &["--no-commands"]);
    assert!(said.out.contains("looked at no file;"), "{said:?}");
    std::fs::remove_file(world.repository().join("a.py")).expect("removed");
    let words = "1 file of the change, none in a language that is read (1 deleted)";
    let said = verify(&world, &["--no-commands"]);
    assert!(said.out.contains(words), "{said:?}");
}

#[test]
fn a_plan_says_what_of_it_was_looked_at() {
    let plan = "---\nphase: 01-x\nplan: 01\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified: [a.py]\nautonomous: true\nrequirements: []\nmust_haves:\n  truths: []\n  artifacts:\n    - path: a.py\n      provides: \"A number\"\n---\n\n<objective>A number</objective>\n\n<tasks>\n<task type=\"auto\">\n  <name>One</name>\n  <files>a.py</files>\n  <action>Give a number.</action>\n  <verify>true</verify>\n  <done>Done</done>\n</task>\n</tasks>\n";
    let code = "def a():\n    return len(\"one\")\n";
    let world = changed(&[("a.py", "", code), ("docs/01-01-PLAN.md", plan, plan)]);
    let said = world.run(&["verify", "docs/01-01-PLAN.md", "--no-commands"]);
    let words = "1 file of the plan; no command was run, since none is known";
    assert!(said.out.contains(words), "{said:?}");
    let said = world.run(&["verify", "docs/01-01-PLAN.md", "--base", "main"]);
    assert!(
        said.out
            .contains("1 function, no test, 1 file of the change; "),
        "{said:?}"
    );
}

#[test]
fn a_verdict_at_a_terminal_says_it_below_its_head() {
    let world = changed(&FILES);
    let said = verify(&world, &["--no-commands", "--annotations", "github"]);
    let words = said.words();
    assert!(
        words.contains(
            "the change since main looked at 5 functions, 5 tests, 10 files of the change;"
        ),
        "{said:?}"
    );
    assert!(!words.contains("0 of 0"), "{said:?}");
}
