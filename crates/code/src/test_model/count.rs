//! What the tests in a text hold: how many there are, how many are skipped, what they assert and how firmly. Counted,
//! never judged: whoever compares two countings of one file decides.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::language::Language;
use crate::mask::Keep;
use crate::parts::Reason;
use crate::read::{Limits, facts};

/// Tests of one file, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tests {
    /// Tests, skipped ones included.
    pub tests: u32,
    /// Tests that are switched off.
    pub skipped: u32,
    /// Tests that are singled out, so that the others do not run.
    pub focused: u32,
    /// Assertions that compare with something, by no particular kind.
    pub firm: u32,
    /// Assertions that hold for many values: truthy, defined, not null, no exception.
    pub loose: u32,
    /// Assertions that hold whatever the code does.
    pub vacuous: u32,
    /// Thresholds that are set, by name, in thousandths; the lowest where a name occurs more than once.
    pub thresholds: BTreeMap<String, u64>,
}

/// Longest text that is counted, in bytes.
const BYTES_MAX: usize = 1 << 20;

/// Where nothing in a comment or a string is meant.
struct Shapes {
    tests: Regex,
    skipped: Regex,
    focused: Regex,
    firm: Regex,
    loose: Regex,
    vacuous: Regex,
}

/// Counts the tests of a file. `None`: the text is too long to be counted, or nothing is known about such files.
#[must_use]
pub fn tests(path: &str, source: &str) -> Option<Tests> {
    if source.len() > BYTES_MAX {
        return None;
    }
    let mut found = Tests {
        thresholds: thresholds(source),
        ..Tests::default()
    };
    let language = Language::of_path(path);
    let Some(shapes) = shapes(path) else {
        return (!found.thresholds.is_empty()).then_some(found);
    };
    let facts = facts(language, source, &Limits::default());
    let text = match language {
        Language::Rust
        | Language::TypeScript
        | Language::Tsx
        | Language::Vue
        | Language::Python
        | Language::Go
        | Language::Java => facts.code_only(source, Keep::BARE),
        Language::Other => without_comments(path, source),
    };
    let count = |shape: &Regex, text: &str| {
        u32::try_from(shape.find_iter(text).count()).unwrap_or(u32::MAX)
    };
    found.tests = count(&shapes.tests, &text);
    found.skipped = count(&shapes.skipped, &text);
    found.focused = count(&shapes.focused, &text);
    let vacuous = count(&shapes.vacuous, &text);
    let constant = facts
        .stubs
        .iter()
        .filter(|it| it.reason == Reason::ConstantAssertion);
    let constant = u32::try_from(constant.count()).unwrap_or(u32::MAX);
    found.vacuous = vacuous.max(constant);
    // What holds anyway is neither loose nor firm.
    let rest = shapes.vacuous.replace_all(&text, " ");
    found.loose = count(&shapes.loose, &rest);
    let by_syntax = found.vacuous.saturating_sub(vacuous);
    found.firm = count(&shapes.firm, &rest)
        .saturating_sub(found.loose)
        .saturating_sub(by_syntax);
    Some(found)
}

fn shape(shape: &str) -> Option<Regex> {
    Regex::new(shape).ok()
}

fn of(all: [&str; 6]) -> Option<Shapes> {
    let [tests, skipped, focused, firm, loose, vacuous] = all;
    Some(Shapes {
        tests: shape(tests)?,
        skipped: shape(skipped)?,
        focused: shape(focused)?,
        firm: shape(firm)?,
        loose: shape(loose)?,
        vacuous: shape(vacuous)?,
    })
}

/// Nothing matches this.
const NEVER: &str = r"[^\s\S]";

static RUST: LazyLock<Option<Shapes>> = LazyLock::new(|| {
    of([
        r"#\[\s*(?:[a-z_]+::)*(?:test|rstest|test_case|wasm_bindgen_test|proptest)\s*(?:\([^\]]*\))?\s*\]",
        r"#\[\s*ignore\b|#\[\s*cfg_attr\([^\]]*\bignore\b|#\[\s*cfg\(\s*(?:any\(\s*\)|FALSE|not\(\s*test\s*\))",
        NEVER,
        r"\b(?:debug_)?assert(?:_[a-z_]+)?!|\bprop_assert(?:_[a-z]+)?!|\bassert_[a-z_]*(?:snapshot|matches|panics)[a-z_]*!|\bpanic!|\bunreachable!|#\[\s*should_panic|\.assert\(|\.expect_err\(|\.unwrap_err\(",
        r"\bassert!\s*\(\s*[\w.:&]*\s*(?:[\w.]+\(\s*\)\.)?(?:is_ok|is_some|is_err|is_none)\(\)|\bassert!\s*\(\s*!?\s*[\w.:&()]*\.is_empty\(\)",
        r"\b(?:debug_)?assert!\s*\(\s*(?:true|!false)\b|\bassert_eq!\s*\(\s*(?:true\s*,\s*true|false\s*,\s*false|\d+\s*,\s*\d+|\(\s*\)\s*,\s*\(\s*\))",
    ])
});

static SCRIPT: LazyLock<Option<Shapes>> = LazyLock::new(|| {
    of([
        r"(?m)(?:^|[^.\w])(?:it|test|xit|xtest|fit|ftest|specify|Deno\.test)(?:\.(?:skip|only|todo|concurrent|failing|each|fails|fixme|skipIf|runIf)(?:\([^()]*\))?)*\s*[(`]",
        r"\b(?:it|test|describe|suite|context|specify)\.(?:skip|todo|fixme|skipIf)\b|(?m)(?:^|[^.\w])(?:xit|xtest|xdescribe|xcontext)\s*\(|\bthis\.skip\(|\bt\.skip\(|\bignore:\s*true|\bskip:\s*true",
        r"\b(?:it|test|describe|suite|context)\.only\b|(?m)(?:^|[^.\w])(?:fit|fdescribe|ftest)\s*\(",
        r"\bexpect\s*(?:\.\w+)?\(|\bassert(?:\.\w+)?\s*\(|\bt\.(?:is|deepEqual|like|regex|equal|same|throws|true|false|truthy|falsy|pass)\(|\.should\b",
        r"\.(?:not\.)?(?:toBeTruthy|toBeFalsy|toBeDefined|toBeUndefined|toBeNull|toBeInstanceOf|toHaveBeenCalled)\(\)|\.not\.(?:toThrow|toBeNull|toBeUndefined)\(|\bexpect\.(?:anything|any)\(|\bassert\.(?:ok|isOk|exists|isDefined|isNotNull)\(|\bt\.truthy\(|\.to\.(?:exist|be\.ok)\b",
        r"\bexpect\(\s*(?:true|1)\s*\)\.(?:toBe|toEqual|toStrictEqual)\(\s*(?:true|1)\s*\)|\bexpect\(\s*(?:true|false|1)\s*\)\.(?:toBeTruthy|toBeFalsy|toBeDefined)\(|\bassert(?:\.ok)?\(\s*(?:true|1)\s*[,)]|\bt\.pass\(",
    ])
});

static PYTHON: LazyLock<Option<Shapes>> = LazyLock::new(|| {
    of([
        r"(?m)^\s*(?:async\s+)?def\s+test\w*\s*\(",
        r"(?m)^\s*@(?:pytest\.mark\.(?:skip|skipif|xfail)|unittest\.(?:skip\w*|expectedFailure)|skip\w*)\b|\bpytest\.(?:skip|xfail|importorskip)\(|\bself\.skipTest\(|\braise\s+(?:unittest\.)?SkipTest|(?m)^\s*__test__\s*=\s*False",
        NEVER,
        r"(?m)^\s*assert\b|\bself\.assert\w+\(|\bpytest\.raises\(|\.assert_\w+\(",
        r"\bself\.assert(?:True|IsNotNone|IsInstance)\(|(?m)^\s*assert\s+\S+\s+is\s+not\s+None\s*$|^\s*assert\s+[\w.]+\s*$",
        r"(?m)^\s*assert\s+(?:True|1|not\s+False)\b|\bself\.assertTrue\(\s*True\s*\)|\bself\.assertEqual\(\s*(?:1\s*,\s*1|True\s*,\s*True)\s*\)",
    ])
});

static GO: LazyLock<Option<Shapes>> = LazyLock::new(|| {
    of([
        r"(?m)^func\s+(?:Test|Fuzz|Example|Benchmark)\w*\s*\(|\b[tb]\.Run\(",
        r"\b[tbf]\.(?:Skip|Skipf|SkipNow)\(|(?m)^//go:build\s+(?:ignore|never)",
        NEVER,
        r"\b[tbf]\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(|\b(?:assert|require|is)\.\w+\(",
        r"\b(?:assert|require)\.(?:NotNil|True|NoError|NotEmpty|NotPanics)\(",
        r"\b(?:assert|require)\.(?:True\(\s*t\s*,\s*true|Equal\(\s*t\s*,\s*(?:1\s*,\s*1|true\s*,\s*true))",
    ])
});

static JVM: LazyLock<Option<Shapes>> = LazyLock::new(|| {
    of([
        r"@(?:Test|ParameterizedTest|RepeatedTest|Theory|Fact|TestMethod|TestCase)\b|\[(?:Test|Fact|Theory|TestMethod|TestCase)\b",
        r"@(?:Disabled|Ignore)\b|\[(?:Ignore|Explicit)\b|\bSkip\s*=|\bassumeTrue\(\s*false|\benabled\s*=\s*false",
        NEVER,
        r"\b(?:Assert(?:ions|ThatCode|j)?\.)?(?:assert\w+|fail)\s*\(|\bAssert\.\w+\(|\.Should\(\)|\bexpectThrows\(|\bverify\(",
        r"\bassert(?:NotNull|True|DoesNotThrow)\(|\bAssert\.(?:NotNull|IsNotNull|True|IsTrue)\(",
        r"\bassertTrue\(\s*true\s*[,)]|\bassertEquals\(\s*(?:1\s*,\s*1|true\s*,\s*true)\s*\)|\bAssert\.(?:True|IsTrue)\(\s*true\s*\)",
    ])
});

static RUBY: LazyLock<Option<Shapes>> = LazyLock::new(|| {
    of([
        r"(?m)^\s*(?:it|specify|test|xit|fit)\b\s*[(\x22']|^\s*def\s+test_\w+",
        r"(?m)^\s*(?:xit|xdescribe|xcontext|skip|pending)\b|\bskip:\s*true",
        r"(?m)^\s*(?:fit|fdescribe|fcontext)\b|\bfocus:\s*true",
        r"\bexpect\s*[({]|(?m)^\s*(?:assert|refute)\w*\b|\.should\b",
        r"\bto(?:_not)?\s+(?:be_truthy|be_falsey|be_nil|exist)\b|\bassert_not_nil\b",
        r"\bexpect\(\s*true\s*\)\.to\b|(?m)^\s*assert\s+true\b",
    ])
});

fn shapes(path: &str) -> Option<&'static Shapes> {
    let extension = path
        .rsplit_once('.')
        .map(|(_, it)| it.to_ascii_lowercase())?;
    match extension.as_str() {
        "rs" => RUST.as_ref(),
        "ts" | "tsx" | "js" | "jsx" | "mjs" | "cjs" | "mts" | "cts" | "vue" | "svelte" => {
            SCRIPT.as_ref()
        }
        "py" => PYTHON.as_ref(),
        "go" => GO.as_ref(),
        "java" | "kt" | "kts" | "scala" | "groovy" | "cs" | "fs" => JVM.as_ref(),
        "rb" => RUBY.as_ref(),
        _ => None,
    }
}

/// Lines without what follows a comment's sign, where a grammar can't say it. A sign in a string counts as one: that
/// hides an assertion at worst on both sides of a comparison.
fn without_comments(path: &str, source: &str) -> String {
    let sign = if path.ends_with(".py") || path.ends_with(".rb") {
        "#"
    } else {
        "//"
    };
    let mut out = String::with_capacity(source.len());
    for line in source.lines() {
        let build = line.starts_with("//go:");
        let end = line.find(sign).filter(|_| !build).unwrap_or(line.len());
        out.push_str(line.get(..end).unwrap_or_default());
        out.push('\n');
    }
    out
}

/// Names and numbers of thresholds that checks are held to.
fn thresholds(source: &str) -> BTreeMap<String, u64> {
    static SET: LazyLock<Option<Regex>> = LazyLock::new(|| {
        shape(
            r#"(?i)\b(?P<n>(?:cov-?)?fail[-_]under(?:[-_](?:lines|functions|regions|branches))?|cov-fail-under|coverage[-_]?threshold|check-coverage|min(?:imum)?[-_]?coverage|coverage[-_]?min(?:imum)?|mutation[-_]?score[-_]?min|(?:branches|functions|lines|statements)(?:_min)?)["']?\s*(?:=|:|\s)\s*["']?(?P<v>\d{1,3}(?:\.\d{1,3})?)%?\b"#,
        )
    });
    let held = ["threshold", "fail_under", "fail-under", "overage"];
    if !held.iter().any(|word| source.contains(word)) {
        return BTreeMap::new();
    }
    let mut out: BTreeMap<String, u64> = BTreeMap::new();
    for found in SET.iter().flat_map(|it| it.captures_iter(source)) {
        let (Some(name), Some(value)) = (found.name("n"), found.name("v")) else {
            continue;
        };
        let name = name.as_str().to_ascii_lowercase().replace('_', "-");
        let value = thousandths(value.as_str());
        let slot = out.entry(name).or_insert(value);
        *slot = value.min(*slot);
    }
    out
}

fn thousandths(number: &str) -> u64 {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let part: String = part.chars().chain("000".chars()).take(3).collect();
    let whole: u64 = whole.parse().unwrap_or(0);
    whole
        .saturating_mul(1000)
        .saturating_add(part.parse().unwrap_or(0))
}
