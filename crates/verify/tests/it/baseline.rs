//! Whether a command that fails does so without a change too, by what runners print.

use ledger::evidence::Evidence;
use verify::{fails_alike, fails_the_same, failure};

use crate::world::record;

const CARGO: &str = "error: could not compile `chat` (lib) due to 1 previous error\n";

#[test]
fn only_what_is_named_anew_is_of_the_change() {
    let pytest = |names: &[&str], end: &str| -> String {
        let lines = names.iter();
        let lines: String = lines.map(|it| format!("FAILED {it} - {end}\n")).collect();
        format!("{lines}{} failed in 0.{}s\n", names.len(), end.len())
    };
    let go = |name: &str, time: &str| {
        format!(
            "--- FAIL: {name} ({time})\n    a_test.go:3: no\nFAIL\nFAIL\texample.com/a\t{time}\nFAIL\n"
        )
    };
    let unittest = |name: &str| format!("FAIL: {name} (tests.test_a.Sums.{name})\n");
    let maven = |name: &str, run: u32| {
        format!(
            "[ERROR] Tests run: {run}, Failures: 1\n[ERROR]   SumsTest.{name}:9 expected: <2>\n"
        )
    };
    for (without, with, alike) in [
        (
            pytest(&["a::one"], "1"),
            pytest(&["a::one"], "twenty"),
            true,
        ),
        (
            pytest(&["a::one", "a::two"], "1"),
            pytest(&["a::two"], "1"),
            true,
        ),
        (
            pytest(&["a::one"], "1"),
            pytest(&["a::one", "a::two"], "1"),
            false,
        ),
        (pytest(&["a::one"], "1"), pytest(&["a::two"], "1"), false),
        (go("TestOne", "0.01s"), go("TestOne", "0.32s"), true),
        (go("TestOne", "0.01s"), go("TestTwo", "0.01s"), false),
        (unittest("test_one"), unittest("test_one"), true),
        (unittest("test_one"), unittest("test_two"), false),
        (maven("one", 3), maven("one", 4), true),
        (maven("one", 3), maven("two", 3), false),
        (
            "not ok 3 - one\n".to_owned(),
            "not ok 7 - one\n".to_owned(),
            true,
        ),
        (
            "not ok 3 - one\n".to_owned(),
            "not ok 3 - two\n".to_owned(),
            false,
        ),
        (
            "test a::one ... FAILED\n".to_owned(),
            "test a::two ... FAILED\n".to_owned(),
            false,
        ),
        // What is not built on one side only is of the change, or was mended by it.
        (CARGO.to_owned(), CARGO.to_owned(), true),
        (
            CARGO.to_owned(),
            "test a::one ... FAILED\n".to_owned(),
            false,
        ),
        (String::new(), CARGO.to_owned(), false),
        // Nothing is named: the tests were not got to.
        (
            "sh: mocha: not found\n".to_owned(),
            "sh: mocha: not found\n".to_owned(),
            true,
        ),
        (
            pytest(&["a::one"], "1"),
            "Segmentation fault\n".to_owned(),
            false,
        ),
        (
            "Segmentation fault\n".to_owned(),
            pytest(&["a::one"], "1"),
            false,
        ),
    ] {
        assert_eq!(
            fails_alike(&failure(&without), &failure(&with)),
            alike,
            "{without}---\n{with}"
        );
    }
}

/// Somebody declared the command: only what fails exactly as before was there before.
#[test]
fn what_was_declared_fails_the_same_only_where_it_says_the_same() {
    let of = |output: &str| Evidence {
        tail: output.to_owned(),
        failure: Some(failure(output)),
        ..record("e1", "sh check.sh", Some(1))
    };
    for (without, with, same) in [
        ("sh: lib.sh: not found\n", "sh: lib.sh: not found\n", true),
        ("there is no page\n", "the page is empty\n", false),
        ("FAILED a.py::one\n", "FAILED a.py::one\n", true),
        (
            "FAILED a.py::one\nFAILED a.py::two\n",
            "FAILED a.py::one\n",
            false,
        ),
        ("", "", true),
        ("", "boom\n", false),
        (
            "npm error log: /home/me/.npm/_logs/2026-11-28T23_58_45_120Z-debug-0.log\n",
            "npm error log: /home/me/.npm/_logs/2026-11-28T23_59_02_733Z-debug-0.log\n",
            true,
        ),
        (
            "expected 3, not 4 (took 0.12s)\n",
            "expected 3, not 4 (took 0.31s)\n",
            true,
        ),
        ("expected 3, not 4\n", "expected 3, not 5\n", false),
    ] {
        let (without, with) = (of(without), of(with));
        let told = fails_the_same(&without, &with);
        assert_eq!(told, same, "{}---\n{}", without.tail, with.tail);
    }
}

/// How long something took differs from run to run; every other number says something.
#[test]
fn how_long_it_took_is_left_out_and_nothing_else() {
    let of = |output: &str| Evidence {
        tail: output.to_owned(),
        failure: Some(failure(output)),
        ..record("e1", "sh check.sh", Some(1))
    };
    for (without, with, same) in [
        (
            "no sums; finished in 0.03s",
            "no sums; finished in 1.25s",
            true,
        ),
        ("2 sums in 1m2.5s", "2 sums in 3m0.5s", true),
        ("2 sums in 1m2.5s", "3 sums in 1m2.5s", false),
        ("sums (12ms) a 3 b", "sums (7ms) a 3 b", true),
        ("sums (12ms) a 3 b", "sums (12ms) a 4 b", false),
        ("Time: 0.5 s, 3 suites", "Time: 12 s, 3 suites", true),
        ("# duration_ms 45.2", "# duration_ms 4.7", true),
        (
            "expected 3 items, 12 found at 10ms",
            "expected 3 items, 13 found at 10ms",
            false,
        ),
        ("a.b 1.2.3 v3s x12ms 5", "a.b 1.2.4 v3s x12ms 5", false),
        ("a.b 1.2.3 v3s x12ms 5", "a.b 1.2.3 v4s x12ms 5", false),
    ] {
        assert_eq!(
            fails_the_same(&of(without), &of(with)),
            same,
            "{without}\n{with}"
        );
    }
}
