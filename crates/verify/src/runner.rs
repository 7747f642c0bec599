//! What the output of a test runner says of tests by name. Only lines in a form that a runner writes count; a name that
//! stands anywhere else says nothing. A runner that names no test at all leaves the question open.

use ledger::evidence::Tests;

/// Bytes of output that are read.
const BYTES_MAX: usize = 32 << 20;
/// What stands between the words of a test's full name.
const JOINTS: [&str; 5] = ["::", " > ", " › ", "/", "."];

/// What runners begin the line with that names what failed: node, mocha and others with TAP, pytest, go, jest and vitest,
/// unittest, Maven.
const FAILING: [&str; 9] = [
    "not ok ", "FAILED ", "ERROR ", "--- FAIL", "FAIL\t", "FAIL ", "FAIL: ", "ERROR: ", "[ERROR] ",
];

/// How a test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Skipped,
    Passed,
    Failed,
}

/// Looks for tests by their names, whole or the last words of them. Of several tests of one name the worst counts.
#[must_use]
pub fn tests_in(output: &str, asked: &[String]) -> Tests {
    let mut found: Vec<(&String, Option<End>)> = asked.iter().map(|it| (it, None)).collect();
    let mut tests = Tests::default();
    let output = output.get(..BYTES_MAX.min(output.len())).unwrap_or(output);
    for line in output.lines() {
        let line = plain(line);
        let Some((name, end)) = test(line.trim()) else {
            continue;
        };
        tests.named = tests.named.saturating_add(1);
        for (asked, worst) in &mut found {
            if is_named(name, asked) {
                *worst = (*worst).max(Some(end));
            }
        }
    }
    for (name, end) in found {
        match end {
            Some(End::Passed) => tests.passed.push(name.clone()),
            Some(End::Failed) => tests.failed.push(name.clone()),
            Some(End::Skipped) => tests.skipped.push(name.clone()),
            None => {}
        }
    }
    tests
}

/// A line without the codes that colour it.
pub(crate) fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        if c == '\u{1b}' {
            for c in rest.by_ref() {
                if c.is_ascii_alphabetic() {
                    break;
                }
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a test is the one that is asked for.
fn is_named(name: &str, asked: &str) -> bool {
    let asked = asked.trim();
    let fits = |name: &str| {
        name == asked
            || JOINTS.iter().any(|joint| {
                let start = name.strip_suffix(asked);
                start.is_some_and(|it| it.ends_with(joint))
            })
    };
    // `test_it[case]` of pytest, `it()` of JUnit.
    let bare = name.split_once('[').map_or(name, |(bare, _)| bare);
    !asked.is_empty() && (fits(name) || fits(bare) || fits(name.trim_end_matches("()")))
}

/// Whether a line names a test, or a file of tests, that failed.
pub(crate) fn names_failure(line: &str) -> bool {
    // Maven counts, and says where its help is, with the same mark.
    let aside = [
        "[ERROR] Tests run:",
        "[ERROR] [Help",
        "[ERROR] Re-run",
        "[ERROR] To see",
    ];
    FAILING.iter().any(|it| line.starts_with(it)) && !aside.iter().any(|it| line.starts_with(it))
}

/// The test that a line says has failed.
pub(crate) fn failed(line: &str) -> Option<&str> {
    let failed = test(line).filter(|(_, end)| *end == End::Failed);
    failed.map(|(name, _)| name)
}

/// The test that a line tells of.
fn test(line: &str) -> Option<(&str, End)> {
    cargo(line)
        .or_else(|| go(line))
        .or_else(|| tap(line))
        .or_else(|| marked(line))
        .or_else(|| spelled(line))
}

/// `test chat::stores ... ok`, and `test_stores (chat.Test) ... ok` of unittest.
fn cargo(line: &str) -> Option<(&str, End)> {
    let (name, end) = line.rsplit_once(" ... ")?;
    let end = match end.split([' ', ',']).next()? {
        "ok" => End::Passed,
        "FAILED" | "FAIL" | "ERROR" => End::Failed,
        "ignored" | "skipped" => End::Skipped,
        _ => return None,
    };
    let name = name.strip_prefix("test ").unwrap_or(name);
    let name = name.split_once(" (").map_or(name, |(name, _)| name);
    Some((name.split_once(" - ").map_or(name, |(name, _)| name), end))
}

/// `--- PASS: TestStores (0.00s)`.
fn go(line: &str) -> Option<(&str, End)> {
    let (end, rest) = line.strip_prefix("--- ")?.split_once(": ")?;
    let end = match end {
        "PASS" => End::Passed,
        "FAIL" => End::Failed,
        "SKIP" => End::Skipped,
        _ => return None,
    };
    Some((rest.split_once(" (").map_or(rest, |(name, _)| name), end))
}

/// `ok 1 - stores`, `not ok 2 - stores`.
fn tap(line: &str) -> Option<(&str, End)> {
    let (end, rest) = match line.strip_prefix("not ok ") {
        Some(rest) => (End::Failed, rest),
        None => (End::Passed, line.strip_prefix("ok ")?),
    };
    let (number, name) = rest.split_once(' ')?;
    number.parse::<u32>().ok()?;
    let name = name.strip_prefix("- ").unwrap_or(name);
    match name.split_once(" # ") {
        Some((name, note)) if note.to_lowercase().starts_with("skip") => Some((name, End::Skipped)),
        Some((name, note)) if note.to_lowercase().starts_with("todo") => Some((name, End::Skipped)),
        Some((name, _)) => Some((name, end)),
        None => Some((name, end)),
    }
}

/// `✓ stores (3 ms)`, and `[OK]` behind a name.
fn marked(line: &str) -> Option<(&str, End)> {
    let line = line.trim_start_matches(['├', '└', '│', '─', '|', '+', '\'', ' ']);
    let mut chars = line.chars();
    let end = match chars.next()? {
        '✓' | '✔' | '√' => End::Passed,
        '✕' | '×' | '✗' | '✖' | '✘' => End::Failed,
        '○' | '↓' | '﹣' => End::Skipped,
        _ => return behind(line),
    };
    let name = chars.as_str().strip_prefix(' ')?;
    Some((without_time(name.trim()), end))
}

fn behind(line: &str) -> Option<(&str, End)> {
    for (mark, end) in [
        (" [OK]", End::Passed),
        (" ✔", End::Passed),
        (" [X]", End::Failed),
        (" ✘", End::Failed),
        (" [S]", End::Skipped),
        (" ↷", End::Skipped),
    ] {
        if let Some((name, _)) = line.split_once(mark) {
            return Some((name.trim_start_matches('-').trim(), end));
        }
    }
    None
}

/// `tests/test_chat.py::test_stores PASSED [ 50%]`, `ChatTest > stores() PASSED`, and `PASS [ 0.010s] chat stores` of
/// nextest.
fn spelled(line: &str) -> Option<(&str, End)> {
    for (word, end) in [
        ("PASSED", End::Passed),
        ("FAILED", End::Failed),
        ("ERROR", End::Failed),
        ("SKIPPED", End::Skipped),
        ("XFAIL", End::Skipped),
    ] {
        if let Some((name, rest)) = line.split_once(&format!(" {word}")) {
            let joined = name.contains("::") || name.contains(" > ");
            let ended = rest.is_empty() || rest.starts_with([' ', '\t']);
            return (joined && ended).then_some((name.trim(), end));
        }
    }
    for (word, end) in [
        ("PASS [", End::Passed),
        ("FAIL [", End::Failed),
        ("SKIP [", End::Skipped),
    ] {
        if let Some((_, name)) = line.strip_prefix(word).and_then(|it| it.split_once("] ")) {
            let name = name.trim();
            return Some((name.split_once(' ').map_or(name, |(_, name)| name), end));
        }
    }
    None
}

/// `stores (3 ms)` and `stores 3ms`, without how long it took.
fn without_time(name: &str) -> &str {
    let Some((rest, last)) = name.rsplit_once(' ') else {
        return name;
    };
    let number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    if last == "ms)" || last == "s)" {
        return rest.rsplit_once(" (").map_or(rest, |(name, _)| name);
    }
    let core = last.trim_matches(['(', ')']);
    let timed = core.ends_with("ms") || core.ends_with('s');
    if number(core) && timed { rest } else { name }
}
