//! How a tree asserts in its tests, learnt from the tests of before and from the helpers that new ones call; and new tests that
//! assert by none of it.

use crate::changes::wrong;

/// What is said of the tests of a change.
fn vacuous(before: &[(&str, &str)], after: &[(&str, &str)]) -> Vec<String> {
    let found = wrong(before, after).into_iter();
    let of_tests = |it: &String| it.contains("test-cannot-fail") || it.contains("test-looks-away");
    found.filter(of_tests).collect()
}

/// Neither of these trees may be told that its new test asserts nothing.
#[track_caller]
fn asserts(before: &[(&str, &str)], path: &str, old: &str, new: &str) {
    let whole = format!("{old}{new}");
    let after: Vec<(&str, &str)> = before
        .iter()
        .map(|(at, text)| {
            if *at == path {
                (*at, whole.as_str())
            } else {
                (*at, *text)
            }
        })
        .collect();
    assert_eq!(vacuous(before, &after), Vec::<String>::new());
}

/// This one has to be told so.
#[track_caller]
fn asserts_nothing(before: &[(&str, &str)], path: &str, old: &str, new: &str) {
    let whole = format!("{old}{new}");
    let after: Vec<(&str, &str)> = before
        .iter()
        .map(|(at, text)| {
            if *at == path {
                (*at, whole.as_str())
            } else {
                (*at, *text)
            }
        })
        .collect();
    assert!(!vacuous(before, &after).is_empty(), "{whole}");
}

/// Tests of before, each with its own name, and one more.
fn several(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

#[test]
fn a_builder_whose_last_call_is_another_crates() {
    let test = |name: &str, end: &str| {
        format!("#[test]\nfn {name}() {{\n    Case::new().text(\"a b\").arg(\"--all\"){end};\n}}\n")
    };
    let old = format!(
        "use case::Case;\n{}",
        several(4, |at| test(&format!("lists_{at}"), ".success()"))
    );
    let before = [
        ("src/main.rs", "fn main() {}\n"),
        ("tests/lists.rs", old.as_str()),
    ];
    asserts(
        &before,
        "tests/lists.rs",
        &old,
        &test("lists_more", ".success()"),
    );
    asserts_nothing(
        &before,
        "tests/lists.rs",
        &old,
        &test("lists_more", ".arg(\"b\")"),
    );
}

#[test]
fn a_method_of_what_a_fixture_gives() {
    let test = |name: &str, end: &str| {
        format!(
            "def test_{name}(tester):\n    tester.makepyfile(\"x = 1\")\n    result = tester.runpytest()\n    {end}\n\n"
        )
    };
    let old = several(4, |at| {
        test(
            &format!("shows_{at}"),
            "result.stdout.fnmatch_lines([\"*1 passed*\"])",
        )
    });
    let before = [
        ("app/__init__.py", ""),
        ("tests/test_shows.py", old.as_str()),
    ];
    let ends = "result.stdout.fnmatch_lines([\"*2 failed*\"])";
    asserts(&before, "tests/test_shows.py", &old, &test("more", ends));
    asserts_nothing(
        &before,
        "tests/test_shows.py",
        &old,
        &test("more", "result.stdout.read()"),
    );
}

#[test]
fn a_helper_of_the_tests_that_asserts_through_others() {
    let helper = "package e2e\n\nimport \"testing\"\n\ntype Scenario struct { t *testing.T }\n\nfunc NewScenario(t *testing.T) *Scenario { return &Scenario{t: t} }\n\nfunc (s *Scenario) Step(name string, args ...string) *Scenario {\n\ts.run(args)\n\treturn s\n}\n\nfunc (s *Scenario) run(args []string) {\n\tt := s.t\n\tif len(args) == 0 {\n\t\tt.Fatal(\"nothing to run\")\n\t}\n}\n\nfunc (s *Scenario) Note(name string) {}\n";
    let test = |name: &str, step: &str| {
        format!("func Test{name}(t *testing.T) {{\n\ts := NewScenario(t)\n\ts.{step}\n}}\n")
    };
    let old = format!(
        "package e2e\n\nimport \"testing\"\n\n{}",
        test("Up", "Step(\"up\", \"a\")")
    );
    let before = [
        ("go.mod", "module example.com/app\n"),
        ("e2e/scenario_test.go", helper),
        ("e2e/up_test.go", old.as_str()),
    ];
    asserts(
        &before,
        "e2e/up_test.go",
        &old,
        &test("Down", "Step(\"down\", \"b\")"),
    );
    asserts_nothing(
        &before,
        "e2e/up_test.go",
        &old,
        &test("Down", "Note(\"down\")"),
    );
}

#[test]
fn a_helper_with_type_arguments_and_a_macro() {
    let helper = "export function roundTrip<T>(value: T) {\n  expect(JSON.parse(JSON.stringify(value))).toEqual(value);\n}\nexport function draw(value: unknown) {\n  return String(value);\n}\n";
    let test = |call: &str| {
        format!(
            "import {{ roundTrip, draw }} from './support/trips';\nimport {{ parse }} from '../src/parse';\ntest('goes there', () => {{\n  {call}\n}});\n"
        )
    };
    let before = [
        (
            "src/parse.ts",
            "export function parse(text: string) {\n  return { text };\n}\n",
        ),
        ("test/support/trips.ts", helper),
        ("test/trips.test.ts", ""),
    ];
    asserts(
        &before,
        "test/trips.test.ts",
        "",
        &test("roundTrip<Trip>(parse('a'));"),
    );
    asserts_nothing(&before, "test/trips.test.ts", "", &test("parse('a');"));
    let common = "macro_rules! same {\n    ($a:expr, $b:expr) => {\n        assert_eq!(format!(\"{:?}\", $a), $b)\n    };\n}\n";
    let test = "#[test]\nfn reads() {\n    same!(app::read(\"a\"), \"A\");\n}\n";
    let before = [
        (
            "src/lib.rs",
            "pub fn read(text: &str) -> String { text.to_uppercase() }\n",
        ),
        ("tests/common/mod.rs", common),
        ("tests/reads.rs", "#[macro_use]\nmod common;\n"),
    ];
    asserts(&before, "tests/reads.rs", before[2].1, test);
}

#[test]
fn what_a_mock_was_asked_in_order_and_what_a_story_says() {
    let java = |body: &str| {
        format!("package a;\nclass LogTest {{\n  @Test\n  void tells() {{\n    {body}\n  }}\n}}\n")
    };
    let path = "src/test/java/a/LogTest.java";
    let before = [
        (
            "src/main/java/a/Log.java",
            "package a;\npublic class Log { void skip() { out.info(\"x\"); } }\n",
        ),
        (path, ""),
    ];
    let asked = java(
        "log.skip();\n    InOrder inOrder = inOrder(logger);\n    inOrder.verify(logger).info(\"x\");",
    );
    asserts(&before, path, "", &asked);
    let story = java(
        "ThrowingCallable code = () -> new Log().skip();\n    thenCode(code).doesNotThrowAnyException();",
    );
    asserts(&before, path, "", &story);
    asserts_nothing(
        &before,
        path,
        "",
        &java("new Log().skip();\n    logger.info(new Log().toString());"),
    );
    let go = "package a\n\nimport \"testing\"\n\nfunc TestFits(t *testing.T) {\n\tvar reader func(string) string\n\tvar _ Reader = reader\n}\n";
    let before = [
        ("a.go", "package a\n\ntype Reader = func(string) string\n"),
        ("a_test.go", ""),
    ];
    asserts(&before, "a_test.go", "", go);
}
