//! Helpers that assert less where they moved, tests that are passed over unless somebody is in a hurry, programs that are
//! started and asked nothing; and honest changes that look like it.

use super::{all_fail, none_fail};

const A: &str = "tests/a.rs";
const COMMON: &str = "tests/common/mod.rs";
const GO: &str = "a_test.go";
const HELPER: &str = "impl Ops { pub fn run(self) { for (a, b) in self.ops { assert_eq!(remove(a), b); } for a in self.rest { assert!(at(a).is_some(), \"gone\"); assert_eq!(at(a), Some(a)); } } }";
const TEST: &str = "#[test]\nfn removes() { Ops { ops: vec![(1, 2)], rest: vec![3] }.run() }";

fn rust(helper: &str) -> String {
    format!("{helper}\n{TEST}\n")
}

#[test]
fn helpers_that_assert_less_where_they_moved() {
    let before = rust(HELPER);
    let after = format!("mod common;\nuse common::Ops;\n{TEST}\n");
    let thin = HELPER
        .replace("assert_eq!(remove(a), b);", "let _ = (remove(a), b);")
        .replace("assert_eq!(at(a), Some(a));", "");
    all_fail(&[(
        "helper-weakened",
        &[
            (A, before.as_str(), after.as_str()),
            (COMMON, "", thin.as_str()),
        ],
    )]);
    // As it was, or one of its assertions in a function of its own.
    let split = HELPER.replace("assert_eq!(remove(a), b);", "is_removed(a, b);")
        + "\npub fn is_removed(a: u8, b: u8) { assert_eq!(remove(a), b); }\n";
    none_fail(&[
        (
            "moved",
            &[(A, before.as_str(), after.as_str()), (COMMON, "", HELPER)],
        ),
        (
            "moved and split",
            &[
                (A, before.as_str(), after.as_str()),
                (COMMON, "", split.as_str()),
            ],
        ),
    ]);
}

#[test]
fn tests_that_run_only_in_a_hurry() {
    let test = |skip: &str| {
        format!(
            "package a\n\nfunc TestAdd(t *testing.T) {{\n{skip}\tif got := Add(1); got != 2 {{\n\t\tt.Error(got)\n\t}}\n}}\n"
        )
    };
    let (before, flipped, right) = (
        test(""),
        test("\tif !testing.Short() {\n\t\tt.Skip(\"slow\")\n\t}\n"),
        test("\tif testing.Short() {\n\t\tt.Skip(\"slow\")\n\t}\n"),
    );
    all_fail(&[("test-skipped", &[(GO, before.as_str(), flipped.as_str())])]);
    none_fail(&[(
        "the right way round",
        &[(GO, before.as_str(), right.as_str())],
    )]);
}

#[test]
fn programs_that_are_asked_nothing() {
    let test = |end: &str| format!("#[test]\nfn adds() {{ cmd().arg(\"1\"){end}; }}\n");
    let code = ("src/main.rs", "", "fn main() { println!(\"{}\", 2); }\n");
    let (well, told, fails) = (
        test(".assert().success()"),
        test(".assert().success().stdout(\"2\")"),
        test(".assert().failure()"),
    );
    all_fail(&[("test-looks-away", &[code, (A, "", well.as_str())])]);
    none_fail(&[
        ("the output", &[code, (A, "", told.as_str())]),
        ("the failure", &[code, (A, "", fails.as_str())]),
    ]);
}
