//! Tests that were written anew: honest ones, and what only looks like it.

use super::{all_fail, none_fail};

const A: &str = "tests/a.rs";

#[test]
fn tests_written_anew_are_for_a_person() {
    none_fail(&[
        (
            "under another name, of another function",
            &[(
                A,
                "#[test]\nfn tree_fold1() {\n    for i in 0..100 {\n        assert_eq!((0..i).tree_fold1(|x, y| x + y), (0..i).fold1(|x, y| x + y));\n    }\n}",
                "#[test]\nfn tree_reduce() {\n    for i in 0..100 {\n        assert_eq!((0..i).tree_reduce(|x, y| x + y), (0..i).fold1(|x, y| x + y));\n    }\n}",
            )],
        ),
        (
            "what it is about is no more, though its word is",
            &[
                (
                    A,
                    "#[test]\nfn steps() { assert_eq!(count(10).step(2), 5); }\n#[test]\nfn counts() { assert_eq!(count(1), 1); }",
                    "#[test]\nfn counts() { assert_eq!(count(1), 1); }",
                ),
                (
                    "src/lib.rs",
                    "pub fn count(n: u8) -> Counter { Counter(n) }\nimpl Counter { pub fn step(&self, n: u8) -> u8 { self.0 / n } }",
                    "/// Counts; a step is one.\npub fn count(n: u8) -> Counter { Counter(n) }",
                ),
            ],
        ),
        (
            "shorter, by other means",
            &[(
                "a_test.go",
                "func TestA(t *testing.T) {\n\terr := os.Mkdir(\"./tmp\", 0755)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tgot := Write(\"./tmp/test\")\n\tif got == nil {\n\t\tt.Error(\"no error\")\n\t}\n\tif got.Error() != \"open ./tmp/test: permission denied\" {\n\t\tt.Errorf(\"%s\", got)\n\t}\n}",
                "func TestA(t *testing.T) {\n\tdir, err := os.MkdirTemp(\"\", \"test\")\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\tgot := Write(filepath.Join(dir, \"test\"))\n\tif !errors.Is(got, os.ErrPermission) {\n\t\tt.Errorf(\"%s\", got)\n\t}\n}",
            )],
        ),
        (
            "a whole suite",
            &[(
                A,
                "#[test]\nfn one() { assert_eq!(parse(\"1\"), Ok(1)); }\n#[test]\nfn two() { assert_eq!(parse(\"2\"), Ok(2)); }\n#[test]\nfn three() { assert_eq!(parse(\"3\"), Ok(3)); }",
                "#[test]\nfn reads_numbers() { assert_eq!(Reader::new(\"1 2\").all(), vec![1, 2]); }\n#[test]\nfn ends() { assert_eq!(Reader::new(\"\").all(), vec![]); }\n#[test]\nfn refuses() { assert_eq!(Reader::new(\"x\").error(), Some(At(0))); }",
            )],
        ),
        (
            "a tool that may be missing",
            &[(
                "Makefile",
                "test:\n\tgo test ./...\n",
                "GO_LINT=$(shell which golangci-lint || echo '')\ntest:\n\tgo test ./...\n",
            )],
        ),
    ]);
}

#[test]
fn what_came_does_not_hide_what_went() {
    all_fail(&[
        (
            "test-removed",
            &[(
                A,
                "#[test]\nfn parses_negative() { assert_eq!(parse(\"-1\"), Err(Sign)); }\n#[test]\nfn parses() { assert_eq!(parse(\"1\"), Ok(1)); }",
                "#[test]\nfn parses() { assert_eq!(parse(\"1\"), Ok(1)); }\n#[test]\nfn prints() { assert_eq!(Number(3).to_string(), \"3\"); }",
            )],
        ),
        (
            "test-removed",
            &[(
                A,
                "#[test]\nfn both() { let x = load(\"a\"); assert_eq!(x.left, side(7)); assert_eq!(x.right, side(8)); }",
                "#[test]\nfn sides() { let x = load(\"a\"); assert_eq!(x.left, side(7)); let _ = (x.right, side(8)); }",
            )],
        ),
        (
            "assertion-removed",
            &[(
                A,
                "#[test]\nfn both() { let x = load(\"a\"); assert_eq!(x.left, 7); assert_eq!(x.right, 8); }",
                "#[test]\nfn both() { let x = load(\"a\"); assert_eq!(x.left, 7); println!(\"{:?}\", x.right); }",
            )],
        ),
        (
            "check-weakened",
            &[(
                "Makefile",
                "test:\n\tgo test ./...\n",
                "test:\n\tgo test ./... || echo 'tests failed'\n",
            )],
        ),
    ]);
}
