//! Tests that were renamed, went with what they were about, or say the same in other words; and what only looks so.

use super::{all_fail, none_fail};

const J: &str = "src/test/java/a/SumTest.java";

fn java(tests: &str) -> String {
    format!("package a;\nclass SumTest {{\n{tests}\n}}\n")
}

#[test]
fn a_name_without_the_word_test() {
    let old = java(
        "  @Test public void testSumOfTwo() { assertEquals(3, sum(1, 2)); }\n  @Test public void testSumOfNone() { assertEquals(0, sum()); }",
    );
    let new = java(
        "  @Test void sumOfTwo() { assertEquals(3, sum(1, 2), \"two\"); }\n  @Test void sumOfNone() { assertThat(sum()).isEqualTo(0); }",
    );
    let gone = java("  @Test void sumOfTwo() { assertEquals(3, sum(1, 2), \"two\"); }");
    none_fail(&[("renamed", &[(J, old.as_str(), new.as_str())])]);
    all_fail(&[("test-removed", &[(J, old.as_str(), gone.as_str())])]);
    let py =
        |name: &str| format!("def {name}():\n    found = total([1, 2])\n    assert found == 3\n");
    let (was, now) = (
        py("test_total_of_all"),
        "class TestTotal:\n    def test_total_of_all(self):\n        found = total([1, 2])\n        assert found == 3\n",
    );
    none_fail(&[(
        "into a class",
        &[("tests/test_total.py", was.as_str(), now)],
    )]);
}

#[test]
fn an_error_that_is_expected_in_another_way() {
    let old = java(
        "  @Rule public ExpectedException thrown = ExpectedException.none();\n  @Test public void failsForNone() {\n    thrown.expect(IllegalStateException.class);\n    thrown.expectMessage(\"none\");\n    sum();\n  }",
    );
    let new = java(
        "  @Test void failsForNone() {\n    assertThatThrownBy(() -> sum()).isInstanceOf(IllegalStateException.class).hasMessage(\"none\");\n  }",
    );
    let runs = java(
        "  @Test void failsForNone() {\n    try { sum(); } catch (IllegalStateException e) { }\n  }",
    );
    none_fail(&[("another way", &[(J, old.as_str(), new.as_str())])]);
    all_fail(&[("test-cannot-fail", &[(J, old.as_str(), runs.as_str())])]);
}

#[test]
fn a_part_beside_the_whole() {
    let test = |asserts: &str| {
        java(&format!(
            "  @Test void lists() {{ assertThat(rowsOf(1)){asserts}; }}"
        ))
    };
    let old = test(".hasSize(2).containsExactly(\"a\", \"b\")");
    let whole = test(".containsExactly(\"a\", \"b\")");
    let part = test(".hasSize(2)");
    none_fail(&[("the whole stays", &[(J, old.as_str(), whole.as_str())])]);
    all_fail(&[("assertion-removed", &[(J, old.as_str(), part.as_str())])]);
    let one = test(".hasSize(1).first().isEqualTo(1)");
    let said = test(".hasSize(1).first().isOne()");
    none_fail(&[("isOne", &[(J, one.as_str(), said.as_str())])]);
}

#[test]
fn a_variable_under_another_name() {
    let go = |body: &str| {
        format!("package a\nimport \"testing\"\nfunc TestLines(t *testing.T) {{\n{body}\n}}\n")
    };
    let old = go(
        "lines := read(\"a\")\nassert.Equal(t, 3, len(lines))\nlines4 := read(\"b\")\nassert.Equal(t, 4, len(lines4))",
    );
    let new = go(
        "rows := read(\"a\")\nassert.Equal(t, 3, len(rows))\nrows4 := read(\"b\")\nassert.Equal(t, 4, len(rows4))",
    );
    let less = go("rows := read(\"a\")\nassert.Equal(t, 3, len(rows))\nread(\"b\")");
    none_fail(&[("other names", &[("a_test.go", old.as_str(), new.as_str())])]);
    all_fail(&[(
        "assertion-removed",
        &[("a_test.go", old.as_str(), less.as_str())],
    )]);
}

#[test]
fn a_test_that_went_with_its_feature() {
    let source = |more: &str| {
        format!(
            "package a;\npublic class Dates {{ Date parse(String text) {{ return null; }} {more} }}\n"
        )
    };
    let (before, after) = (
        source("static void setLenientParsing(boolean on) { lenient = on; }"),
        source(""),
    );
    let old = "package a;\nclass Dates_setLenientParsing_Test {\n  @Test void should_fail_for_no_date() { assertThatThrownBy(() -> parse(\"x\")).hasMessage(\"no date\"); }\n}\n";
    let test = "src/test/java/a/Dates_setLenientParsing_Test.java";
    let code = "src/main/java/a/Dates.java";
    none_fail(&[(
        "gone with it",
        &[(code, before.as_str(), after.as_str()), (test, old, "")],
    )]);
    let kept = source("static void setLenientParsing(boolean on) { lenient = !!on; }");
    all_fail(&[(
        "test-removed",
        &[(code, before.as_str(), kept.as_str()), (test, old, "")],
    )]);
}

#[test]
fn what_was_allowed_to_fail_and_what_came_of_a_call() {
    let py = |mark: &str, end: &str| {
        format!(
            "import pytest\n{mark}def test_refuses():\n    with pytest.raises(ValueError) as e:\n        read('x')\n{end}"
        )
    };
    let text = "    assert 'x' in str(e.value)\n    assert 'y' in str(e.value)\n";
    let (marked, plain) = (py("@pytest.mark.xfail(strict=True)\n", text), py("", ""));
    let held = py("", text);
    let path = "tests/test_read.py";
    none_fail(&[(
        "it failed before",
        &[(path, marked.as_str(), plain.as_str())],
    )]);
    all_fail(&[(
        "assertion-removed",
        &[(path, held.as_str(), plain.as_str())],
    )]);
    let test = |asserts: &str| {
        format!(
            "def test_removes(tmp_path):\n    remove = patched()\n    drop(tmp_path / 'a')\n    {asserts}\n"
        )
    };
    let (called, state) = (
        test("remove.assert_called_once()"),
        test("assert not (tmp_path / 'a').exists()"),
    );
    none_fail(&[(
        "the state",
        &[("tests/test_drop.py", called.as_str(), state.as_str())],
    )]);
}

#[test]
fn tests_that_another_one_runs() {
    let code = (
        "src/main/java/a/Sum.java",
        "",
        "package a;\npublic class Sum { int sum(int a) { return a; } }\n",
    );
    let inner = "  @Disabled(\"run by the kit\")\n  static class Inner {\n    @Test void one() { softly.assertThat(1).isEqualTo(0); }\n    @Test void two() { softly.assertThat(2).isEqualTo(0); }\n  }\n";
    let runs = "  @Test void both_fail() {\n    assertThat(kit().select(Inner.class).failed()).isEqualTo(2);\n  }";
    let other = "  @Test void sums() {\n    assertThat(new Sum().sum(2)).isEqualTo(2);\n  }";
    let (run, off) = (
        java(&format!("{inner}{runs}")),
        java(&format!("{inner}{other}")),
    );
    none_fail(&[("run by another", &[code, (J, "", run.as_str())])]);
    all_fail(&[("test-skipped", &[code, (J, "", off.as_str())])]);
}

#[test]
fn what_publishes_judges_nothing() {
    let found = |path: &str, old: &str, new: &str| super::findings(&[(path, old, new)]);
    let draft = "on: push\njobs:\n  draft:\n    steps:\n      - uses: a/drafter@v1\n";
    let newer = draft.replace("@v1", "@v2");
    assert_eq!(found(".github/workflows/release.yml", draft, &newer), []);
    let tests =
        "on: push\njobs:\n  all:\n    steps:\n      - run: npm test\n      - uses: a/b@v1\n";
    let newer = tests.replace("@v1", "@v2");
    let said = found(".github/workflows/ci.yml", tests, &newer);
    assert_eq!(
        said.iter().map(|it| it.rule).collect::<Vec<_>>(),
        ["judge-changed"]
    );
}

#[test]
fn what_is_expected_otherwise_of_another_input() {
    let test = |input: &str, wanted: &str| {
        format!(
            "def test_locks(project):\n    project.write({input})\n    project.run()\n    assert read(project / 'lock') == {wanted}\n"
        )
    };
    let old = test("'a==1'", "'a==1.0'");
    let other = test("'a==1 --hash=x'", "'a==1.0 --hash=x'");
    assert_eq!(super::findings(&[("tests/test_lock.py", &old, &other)]), []);
    let bent = test("'a==1'", "'a==2.0'");
    all_fail(&[(
        "expectation-changed",
        &[("tests/test_lock.py", old.as_str(), bent.as_str())],
    )]);
}
