//! Ways in which a Python test holds less than it did, and changes beside each that only look so.

use super::{File, all_fail, none_fail};

const A: &str = "tests/test_a.py";
const ONE: &str = "import pytest\n\n\ndef test_a():\n    r = add(1, 2)\n    assert r == 350\n    assert isinstance(r, int)\n";
const LINE: &str = "    assert r == 350\n";

/// The rule, and what is put in the place of the line that holds the value.
const WEAKER: [(&str, &str); 9] = [
    ("assertion-weakened", "    assert r in (350, 351)\n"),
    ("assertion-weakened", "    assert r in [350, 351]\n"),
    ("assertion-weakened", "    assert r == 350 or r\n"),
    ("assertion-weakened", "    assert r == 350 or r is None\n"),
    (
        "tolerance-loosened",
        "    assert r == pytest.approx(350, abs=100)\n",
    ),
    (
        "assertion-hidden",
        "    for one in []:\n        assert r == 350\n",
    ),
    (
        "assertion-hidden",
        "    for one in range(0):\n        assert r == 350\n",
    ),
    ("assertion-weakened", "    assert r == add(2, 1)\n"),
    (
        "assertion-hidden",
        "    if r == 350:\n        assert r == 350\n",
    ),
];

const AS_FIRM: [&str; 6] = [
    "    assert 350 == r\n",
    "    assert r == pytest.approx(350)\n",
    "    assert r == 350 and r != 0\n",
    "    assert (r, 1) == (350, 1)\n",
    "    assert r == 350\n    assert r in (350, 351)\n",
    "    for value in (350,):\n        assert r == value\n",
];

#[test]
fn assertions_in_other_words() {
    for (rule, now) in WEAKER {
        let after = ONE.replace(LINE, now);
        all_fail(&[(rule, &[(A, ONE, after.as_str())])]);
    }
    for now in AS_FIRM {
        let after = ONE.replace(LINE, now);
        none_fail(&[(now, &[(A, ONE, after.as_str())])]);
    }
}

const ROWS: &str = "import pytest\n\n\n@pytest.mark.parametrize('x,y', [(1, 2), (2, 3)])\ndef test_a(x, y):\n    assert f(x) == y\n";
const RAISES: &str =
    "import pytest\n\n\ndef test_a():\n    with pytest.raises(Bad, match='no'):\n        f(1)\n";
const HELPER: &str = "def check(got, expected):\n    print(got)\n    assert got.out == expected\n\n\ndef test_a():\n    check(f(1), 2)\n";

#[test]
fn tests_that_no_runner_finds() {
    let bad: [(&str, &[File<'_>]); 8] = [
        (
            "test-removed",
            &[(
                A,
                ONE,
                "class Sums:\n    def test_a(self):\n        r = add(1, 2)\n        assert r == 350\n",
            )],
        ),
        (
            "test-removed",
            &[(
                A,
                ONE,
                "import pytest\n\n\n@pytest.fixture\ndef test_a():\n    r = add(1, 2)\n    assert r == 350\n",
            )],
        ),
        (
            "rows-removed",
            &[(
                A,
                ROWS,
                "import pytest\n\n\n@pytest.mark.parametrize('x,y', [(1, 2), pytest.param(2, 3, marks=pytest.mark.skip)])\ndef test_a(x, y):\n    assert f(x) == y\n",
            )],
        ),
        (
            "error-widened",
            &[(
                A,
                RAISES,
                "import pytest\n\n\ndef test_a():\n    with pytest.raises(Bad):\n        f(1)\n",
            )],
        ),
        (
            "helper-weakened",
            &[(
                A,
                HELPER,
                "def check(got, expected):\n    assert got.err == ''\n\n\ndef test_a():\n    check(f(1), 2)\n",
            )],
        ),
        (
            "check-weakened",
            &[("conftest.py", "", "collect_ignore = ['test_split.py']\n")],
        ),
        (
            "check-weakened",
            &[(
                "pyproject.toml",
                "[tool.pytest.ini_options]\n",
                "[tool.pytest.ini_options]\npython_functions = \"check_*\"\n",
            )],
        ),
        (
            "check-weakened",
            &[(
                "setup.cfg",
                "[tool:pytest]\n",
                "[tool:pytest]\npython_files = spec_*.py\n",
            )],
        ),
    ];
    all_fail(&bad);
    let good: [(&str, &[File<'_>]); 8] = [
        (
            "into a class",
            &[(
                A,
                ONE,
                "class TestSums:\n    def test_a(self):\n        r = add(1, 2)\n        assert r == 350\n        assert isinstance(r, int)\n",
            )],
        ),
        (
            "into a case of unittest",
            &[(
                A,
                ONE,
                "class Sums(Base):\n    def test_a(self):\n        r = add(1, 2)\n        assert r == 350\n        assert isinstance(r, int)\n",
            )],
        ),
        (
            "rows with names",
            &[(
                A,
                ROWS,
                "import pytest\n\n\n@pytest.mark.parametrize('x,y', [pytest.param(1, 2, id='a'), pytest.param(2, 3, id='b')])\ndef test_a(x, y):\n    assert f(x) == y\n",
            )],
        ),
        (
            "the message by itself",
            &[(
                A,
                RAISES,
                "import pytest\n\n\ndef test_a():\n    with pytest.raises(Bad) as info:\n        f(1)\n    assert str(info.value) == 'no'\n",
            )],
        ),
        (
            "a helper that is rewritten",
            &[(
                A,
                HELPER,
                "def check(got, expected):\n    want = str(expected)\n    assert got.out == want\n\n\ndef test_a():\n    check(f(1), 2)\n",
            )],
        ),
        (
            "a helper without noise",
            &[(
                A,
                HELPER,
                "def check(got, expected):\n    assert got.out == expected\n\n\ndef test_a():\n    check(f(1), 2)\n",
            )],
        ),
        (
            "left out where it can't run",
            &[(
                "conftest.py",
                "",
                "import sys\n\ncollect_ignore = []\nif sys.version_info < (3, 10):\n    collect_ignore.append('test_match.py')\n",
            )],
        ),
        (
            "more names of tests",
            &[(
                "pyproject.toml",
                "[tool.pytest.ini_options]\n",
                "[tool.pytest.ini_options]\npython_functions = [\"test_*\", \"check_*\"]\n",
            )],
        ),
    ];
    none_fail(&good);
}

#[test]
fn helpers_and_refusals() {
    const GO: &str = "package a\n\nimport \"testing\"\n\nfunc expect(t *testing.T, a, b any) {\n\tif a != b {\n\t\tt.Errorf(\"%v %v\", a, b)\n\t}\n}\n\nfunc TestA(t *testing.T) {\n\texpect(t, f(1), 2)\n}\n";
    const RUST: &str = "#[test]\nfn refuses() {\n    assert!(parse(\"1\").is_ok());\n    assert!(parse(\"x\").is_err());\n    assert!(parse(\"y\").is_err());\n}\n";
    let logs = GO.replace("t.Errorf", "t.Logf");
    let fatal = GO.replace("t.Errorf", "t.Fatalf");
    let fewer = RUST.replace("    assert!(parse(\"y\").is_err());\n", "");
    let table = "#[test]\nfn refuses() {\n    assert!(parse(\"1\").is_ok());\n    for text in [\"x\", \"y\"] {\n        assert!(parse(text).is_err());\n    }\n}\n";
    let firm = RUST.replace(
        "assert!(parse(\"y\").is_err())",
        "assert_eq!(parse(\"y\"), Err(Bad))",
    );
    all_fail(&[
        ("helper-weakened", &[("a_test.go", GO, logs.as_str())]),
        ("assertion-removed", &[("tests/a.rs", RUST, fewer.as_str())]),
    ]);
    none_fail(&[
        ("fatal", &[("a_test.go", GO, fatal.as_str())]),
        ("a table", &[("tests/a.rs", RUST, table)]),
        ("firmer", &[("tests/a.rs", RUST, firm.as_str())]),
    ]);
}

/// A class of Java that switches inherited tests off runs the others of its base.
#[test]
fn tests_that_came_and_never_run() {
    let tests = |mark: &str| {
        format!(
            "import org.junit.jupiter.api.*;\n\nclass GnuTest extends BaseTest {{\n    {mark}\n    @Test\n    @Disabled(\"not here\")\n    public void testLong() {{\n        assertEquals(4, F.twice(2));\n    }}\n}}\n"
        )
    };
    const CODE: File<'_> = (
        "src/main/java/F.java",
        "",
        "public class F {\n    public static int twice(int n) {\n        return n + n;\n    }\n}\n",
    );
    const TEST: &str = "src/test/java/GnuTest.java";
    all_fail(&[("test-skipped", &[CODE, (TEST, "", &tests(""))])]);
    none_fail(&[("inherited", &[CODE, (TEST, "", &tests("@Override"))])]);
}

/// What another file of tests holds against a table shows by the name of what it is handed to.
#[test]
fn tables_that_are_handed_to_a_helper() {
    let tests = |call: &str| {
        format!("use super::*;\n\n#[test]\nfn twice() {{\n    {call}(&[(1, 2)]);\n}}\n")
    };
    const CODE: File<'_> = (
        "src/lib.rs",
        "",
        "pub fn twice(n: u8) -> u8 {\n    n + n\n}\n",
    );
    const TEST: &str = "tests/it/twice.rs";
    for call in ["all_pass", "none_fails", "tableHolds"] {
        none_fail(&[(call, &[CODE, (TEST, "", &tests(call))])]);
    }
    all_fail(&[("test-cannot-fail", &[CODE, (TEST, "", &tests("run_all"))])]);
}
