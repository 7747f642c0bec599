//! Tests that got another name and lost something on the way, and tests that were put together and ask less.

use super::{all_fail, none_fail};

const A: &str = "tests/test_a.py";

fn test(name: &str, end: &str) -> String {
    format!(
        "def test_{name}(buffer, handler):\n    formatter = JsonFormatter(timestamp=True)\n    handler.set_formatter(formatter)\n    logger.info('Hello')\n    found = json.loads(buffer.getvalue())\n{end}"
    )
}

#[test]
fn renamed_and_thinned() {
    let both = "    assert found['time'] == '2017'\n    assert found.get('old') is None\n";
    let before = test("stamp", both);
    let (loose, fewer) = (
        test(
            "stamp_is_iso",
            "    assert 'time' in found\n    assert found.get('old') is None\n",
        ),
        test("stamp_is_iso", "    assert found['time'] == '2017'\n"),
    );
    all_fail(&[
        (
            "assertion-weakened",
            &[(A, before.as_str(), loose.as_str())],
        ),
        ("assertion-removed", &[(A, before.as_str(), fewer.as_str())]),
    ]);
    let (same, more) = (
        test("stamp_is_iso", both),
        test(
            "stamp_is_iso",
            &format!("{both}    assert len(found) == 3\n"),
        ),
    );
    // Two that stand for one.
    let split = test("stamp_is_iso", "    assert found['time'] == '2017'\n")
        + &test("old_is_gone", "    assert found.get('old') is None\n");
    // One half is much as it was, the other says the same in another way.
    let reworded = test("stamp_is_iso", "    assert found['time'] == '2017'\n")
        + "\n\ndef test_old_is_gone():\n    read = load(JsonFormatter(timestamp=True))\n    assert 'old' not in read\n    assert found['time'] == '2017'\n";
    none_fail(&[
        ("renamed", &[(A, before.as_str(), same.as_str())]),
        ("more", &[(A, before.as_str(), more.as_str())]),
        ("split", &[(A, before.as_str(), split.as_str())]),
        (
            "split, and said in other words",
            &[(A, before.as_str(), reworded.as_str())],
        ),
    ]);
}

#[test]
fn the_edge_of_a_range_goes() {
    const R: &str = "tests/steps.rs";
    let edge = "#[test]\nfn stays_at_the_edge() {\n    let mut it = Steps::from(U64_MAX);\n    assert_eq!(it.next(), Some(Span::of(U64_MAX)));\n    assert_eq!(it.next(), Some(Span::of(U64_MAX)));\n}\n";
    let new = |last: &str| {
        format!(
            "#[test]\nfn is_capped() {{\n    let mut it = Steps::from(100).cap(Span::of(250));\n    assert_eq!(it.next(), Some(Span::of(100)));\n    assert_eq!(it.next(), Some(Span::of(200)));\n    assert_eq!(it.next(), Some(Span::of({last})));\n}}\n"
        )
    };
    let source = ("src/lib.rs", "pub fn a() {}\n", "pub fn a() { run(); }\n");
    let (capped, same) = (new("250"), new("U64_MAX"));
    all_fail(&[("test-removed", &[source, (R, edge, capped.as_str())])]);
    none_fail(&[("test-removed", &[source, (R, edge, same.as_str())])]);
}

#[test]
fn marks_that_leave_tests_out_by_default() {
    let ini = |line: &str| format!("[pytest]\n{line}testpaths = tests\n");
    let (before, out, told) = (
        ini(""),
        ini("addopts = -m \"not slow\"\n"),
        ini("markers =\n  slow: takes long (leave out with -m \"not slow\")\n"),
    );
    all_fail(&[(
        "check-weakened",
        &[("tox.ini", before.as_str(), out.as_str())],
    )]);
    let (ci, quick) = (
        "jobs:\n  test:\n    steps:\n      - run: pytest\n",
        "jobs:\n  test:\n    steps:\n      - run: pytest\n  quick:\n    steps:\n      - run: pytest -m \"not slow\"\n",
    );
    none_fail(&[
        ("told", &[("tox.ini", before.as_str(), told.as_str())]),
        ("beside", &[(".github/workflows/a.yml", ci, quick)]),
    ]);
}
