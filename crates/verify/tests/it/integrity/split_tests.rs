//! Tests that were split, with all of what they held or with less, and errors that were asked for more closely before.

use super::{all_fail, none_fail};

const PY: &str = "tests/test_a.py";
const JAVA: &str = "src/test/java/ATest.java";
const OLD: &str = "def test_a():\n    assert f('a') == 'x'\n    assert f('b') == 'y'\n    assert f('c') == 'z'\n    assert f('d') == 'w'\n";

#[test]
fn splits_that_lose_something_fail() {
    all_fail(&[
        (
            "assertion-removed",
            &[(
                PY,
                OLD,
                "def test_near():\n    assert f('a') == 'x'\n    assert f('b') == 'y'\n\ndef test_far():\n    assert f('c') == 'z'\n",
            )],
        ),
        (
            "assertion-removed",
            &[(
                "a.test.ts",
                "it('a', () => { expect(f(1)).toBe(2); expect(f(2)).toBe(3); expect(f(3)).toBe(4); });",
                "it('near', () => { expect(f(1)).toBe(2); });\nit('far', () => { expect(f(2)).toBe(3); });",
            )],
        ),
        (
            "assertion-removed",
            &[(
                JAVA,
                "class ATest { @Test void a() { assertEquals(\"x\", f(\"a\")); assertEquals(\"y\", f(\"b\")); assertEquals(\"z\", f(\"c\")); } }",
                "class ATest { @Test void near() { assertEquals(\"x\", f(\"a\")); } @Test void far() { assertEquals(\"y\", f(\"b\")); } }",
            )],
        ),
    ]);
}

#[test]
fn splits_that_keep_all_are_left_alone() {
    let table: [(&str, &str); 5] = [
        (
            "all of it",
            "def test_near():\n    assert f('a') == 'x'\n    assert f('b') == 'y'\n\ndef test_far():\n    assert f('c') == 'z'\n    assert f('d') == 'w'\n",
        ),
        (
            "the rest as a table",
            "def test_near():\n    assert f('a') == 'x'\n\n@pytest.mark.parametrize('g, w', [('b', 'y'), ('c', 'z'), ('d', 'w')])\ndef test_far(g, w):\n    assert f(g) == w\n",
        ),
        (
            "another answer",
            "def test_near():\n    assert f('a') == 'x'\n    assert f('b') == 'y'\n\ndef test_far():\n    assert f('c') == 'z'\n    assert f('d') == 'v'\n",
        ),
        (
            "in other words",
            "def test_near():\n    assert f('a') == 'x'\n    assert f('b') == 'y'\n\ndef test_far():\n    assert [f('c'), f('d')] == ['z', 'w']\n",
        ),
        (
            "in one",
            "def test_both():\n    assert f('a') == 'x'\n    assert f('b') == 'y'\n    assert f('c') == 'z'\n    assert f('d') == 'w'\n",
        ),
    ];
    for (name, after) in table {
        none_fail(&[(name, &[(PY, OLD, after)])]);
    }
    // What is gone from the sources goes from their tests.
    none_fail(&[(
        "gone",
        &[
            (
                PY,
                "def test_a():\n    assert f('a') == 'x'\n    assert f('b') == 'y'\n    assert lower('c') == 'z'\n",
                "def test_near():\n    assert f('a') == 'x'\n\ndef test_far():\n    assert f('b') == 'y'\n",
            ),
            (
                "pkg/a.py",
                "def f(x):\n    return g(x)\n\ndef lower(x):\n    return g(x)\n",
                "def f(x):\n    return g(x)\n",
            ),
        ],
    )]);
}

#[test]
fn any_error_stands_for_none_in_particular() {
    let old = "class ATest { @Test void a() { try { go(1); fail(\"no\"); } catch (final PayException e) { assertTrue(e.getCause() instanceof ParseException); } } }";
    let new = |body: &str| format!("class ATest {{ @Test void a() {{ {body} }} }}");
    for body in [
        "assertThrows(Throwable.class, () -> go(1));",
        "assertThrows(Exception.class, () -> go(1));",
    ] {
        let found = super::findings(&[(JAVA, old, &new(body))]);
        assert!(found.iter().any(|it| it.failed), "{body}: {found:?}");
    }
    let closely = "PayException e = assertThrows(PayException.class, () -> go(1)); assertTrue(e.getCause() instanceof ParseException);";
    none_fail(&[("as closely", &[(JAVA, old, &new(closely))])]);
}

/// Properties of a thing may be held one by one or all at once.
#[test]
fn parts_that_are_held_with_the_whole_are_left_alone() {
    let before = "it('a', () => { expect(f(1).x).toBe(2); expect(f(1).y).toBe(3); expect(g(3)).toBe(4); expect(g(4)).toBe(5); });";
    let after = |whole: &str| {
        format!(
            "it('near', () => {{ expect(f(1)).toMatchObject({whole}); }});\nit('far', () => {{ expect(g(3)).toBe(4); }});\nit('last', () => {{ expect(g(4)).toBe(5); }});"
        )
    };
    let both = after("{ x: 2, y: 3 }");
    none_fail(&[("whole", &[("a.test.ts", before, &both)])]);
}

/// A name in brackets is the name of a call as any other.
#[test]
fn calls_by_a_text_are_calls() {
    let before = "const test = require('tape');\ntest('a', function (t) { t.plan(1); try { f(1); } catch (e) { t.equal(e.message, 'no'); } });\n";
    let after = "const test = require('tape');\ntest('a', function (t) { t['throws'](function () { f(1); }, { message: 'no' }, 'one'); t.end(); });\n";
    none_fail(&[("stricter", &[("test/a.js", before, after)])]);
    let hollow = "const test = require('tape');\ntest('a', function (t) { t['end'](); f(1); });\n";
    all_fail(&[("assertion-removed", &[("test/a.js", before, hollow)])]);
}

#[test]
fn a_part_that_became_a_table() {
    let test = |name: &str, body: &str| {
        format!("package a\n\nfunc Test{name}(t *testing.T) {{\n{body}}}\n")
    };
    let numbers = "\tassert.Equal(t, State(0), Closed)\n\tassert.Equal(t, State(1), Open)\n";
    let words = "\tassert.Equal(t, Closed.String(), \"closed\")\n\tassert.Equal(t, Open.String(), \"open\")\n";
    let before = test("State", &format!("{numbers}{words}"));
    let table = |rows: &str| {
        let body = format!(
            "\tfor state, word := range map[State]string{{{rows}}} {{\n\t\tassert.Equal(t, word, state.String())\n\t}}\n"
        );
        let rest = test("Words", &body).replace("package a\n", "");
        format!("{}{rest}", test("State", numbers))
    };
    let (all, some) = (
        table("Closed: \"closed\", Open: \"open\""),
        table("Closed: \"closed\""),
    );
    super::none_fail(&[("all", &[("a_test.go", before.as_str(), all.as_str())])]);
    super::all_fail(&[(
        "assertion-removed",
        &[("a_test.go", before.as_str(), some.as_str())],
    )]);
}

/// A table of a test and what came beside it in a change of the code.
fn beside(rest: &str, came: &str) -> [(&'static str, String, String); 2] {
    let of = |test: &str, more: &str| {
        format!(
            "it.each([[1], [2]])('takes %d', (n) => {{ const shelf = new Shelf(); shelf.put('a', n); expect(shelf.total()).toBe(n);{test} }});\n{more}"
        )
    };
    let held = " expect([...shelf.keys()]).toEqual(['a']);";
    [
        (
            "src/a.ts",
            String::from("export class Shelf { put() {} }"),
            String::from("export class Shelf { put() {} drop() { go(); } }"),
        ),
        ("src/a.test.ts", of(held, ""), of(rest, came)),
    ]
}

#[test]
fn what_other_tests_call_stands_for_nothing_that_they_do_not_ask() {
    let changed = "it('drops', () => { const shelf = new Shelf(); shelf.put('a', 3); expect(shelf.drop()).toBe(1); });\n";
    let asked = "it('lists', () => { const shelf = new Shelf(); shelf.put('a', 3); expect([...shelf.keys()]).toEqual(['a']); });\n";
    for (rest, came, fails) in [
        ("", changed, true),
        (" expect([...shelf.keys()]).toHaveLength(1);", changed, true),
        ("", asked, false),
        (" expect([...shelf.keys()]).toEqual(['a']);", changed, false),
    ] {
        let files = beside(rest, came);
        let files: Vec<super::File<'_>> = files
            .iter()
            .map(|(path, old, new)| (*path, old.as_str(), new.as_str()))
            .collect();
        let found = super::findings(&files);
        assert_eq!(
            found.iter().any(|it| it.failed),
            fails,
            "{rest} {came} {found:#?}"
        );
    }
}
