//! Tests that assert through helpers of other files, and those that only call something.

use super::all_read;

#[test]
fn helpers_of_the_package_are_handed_the_test() {
    all_read(
        "a_test.go",
        &[
            (
                "func TestA(t *testing.T) { isEqual(t, 3, f(1)) }",
                "TestA | exact t , 3 , f ( 1 ) = -",
            ),
            (
                "func TestA(t *testing.T) { for _, c := range cases { run(t, c) } }",
                "TestA | exact t , c = -",
            ),
            (
                "func TestA(t *testing.T) { list{{f(1), 3}}.compare(t) }",
                "TestA | exact t = -",
            ),
            (
                "func TestA(t *testing.T) { isNoErr(t, f(1)) }",
                "TestA | loose t , f ( 1 ) = -",
            ),
            (
                "func TestA(t *testing.T) { isEqual(t, f(1), f(1)) }",
                "TestA | vacuous t , f ( 1 ) , f ( 1 ) = - => ConstantAssertion?",
            ),
            // What makes ready, what gives something, what this file itself shows to assert nothing, and what is not handed it.
            (
                "func TestA(t *testing.T) { setUp(t); f(1) }",
                "TestA => NoAssertion?",
            ),
            (
                "func TestA(t *testing.T) { s := server(t); s.f(1) }",
                "TestA => NoAssertion?",
            ),
            (
                "func TestA(t *testing.T) { run(t) }\nfunc run(t *testing.T) { t.Helper(); f(1) }",
                "TestA => NoAssertion?",
            ),
            (
                "func TestA(t *testing.T) { f(1); t.Run(\"a\", func(t *testing.T) { f(t.Name()) }) }",
                "TestA => NoAssertion?",
            ),
        ],
    );
}

#[test]
fn helpers_are_brought_in_from_modules_of_helpers() {
    all_read(
        "tests/test_a.py",
        &[
            (
                "from .util import roundtrip\ndef test_a():\n    roundtrip(f(1))\n",
                "test_a | exact f ( 1 ) = -",
            ),
            (
                "from tests.helpers import same\ndef test_a():\n    same(f(1), 2)\n",
                "test_a | exact f ( 1 ) , 2 = -",
            ),
            // What is tested itself, and what makes ready.
            (
                "from shop.utils import add\ndef test_a():\n    add(1)\n",
                "test_a => NoAssertion?",
            ),
            (
                "from .util import make_shop\ndef test_a():\n    make_shop(1)\n",
                "test_a => NoAssertion?",
            ),
            (
                "from .util import roundtrip\ndef test_a():\n    f(1)\n",
                "test_a => NoAssertion?",
            ),
        ],
    );
}

#[test]
fn stand_ins_that_are_asked_themselves() {
    let with = |given: &str, body: &str| {
        format!("def test_a():\n    with mock.patch(\"a.f\"{given}) as f:\n        {body}\n")
    };
    let vain = [
        with(", return_value=False", "assert not f(1)"),
        with(", return_value=3", "assert f(1) == 3"),
        with(", side_effect=[1, 2]", "assert f(1) == 1"),
    ];
    for source in &vain {
        let shown = super::shown("tests/test_a.py", source);
        assert!(shown.contains("=> MocksSubject!"), "{source} {shown}");
    }
    let honest = [
        with(", return_value=3", "assert g(1) == 4"),
        with(", return_value=3", "g(1)\n        assert f.call_count == 1"),
        with(", return_value=3", "assert g(f(1)) == 4"),
        with(", return_value=3", "assert f(1).total == 4"),
        with("", "assert f(1) is not None"),
    ];
    for source in &honest {
        let shown = super::shown("tests/test_a.py", source);
        assert!(!shown.contains("MocksSubject"), "{source} {shown}");
    }
}
