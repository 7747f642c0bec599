//! New functions that assert and that nothing runs, tests that are switched off for a reason or for none, inputs that a test
//! passes over; and honest changes that look like it.

use super::{all_fail, none_fail};

const CODE: (&str, &str, &str) = ("src/a.py", "", "def slug(a):\n    return '-'.join(a)\n");
const JAVA: &str = "src/test/java/TestA.java";

#[test]
fn functions_that_assert_and_nothing_runs() {
    let rule = "test-never-run";
    let java = |mark: &str, more: &str| {
        format!(
            "import static org.junit.jupiter.api.Assertions.assertEquals;\nimport org.junit.jupiter.api.Test;\n\npublic class TestA {{\n    {mark}\n    public void testSlug() {{\n        assertEquals(\"a-b\", A.slug(\"ab\"));\n    }}\n{more}}}\n"
        )
    };
    let old = java("", "")
        .replace("org.junit.jupiter.api.Test", "junit.framework.TestCase")
        .replace("TestA {", "TestA extends TestCase {");
    let go = |name: &str| {
        format!(
            "package a\nimport \"testing\"\nfunc {name}(t *testing.T) {{ if f() != 3 {{ t.Fatal(1) }} }}\n"
        )
    };
    let rust = |mark: &str, more: &str| {
        format!(
            "fn f() -> u8 {{ 3 }}\n#[cfg(test)]\nmod tests {{\n    use super::*;\n    {mark}\n    fn gives_three() {{ assert_eq!(f(), 3); }}\n{more}}}\n"
        )
    };
    let python = |name: &str, more: &str| {
        format!("from a import slug\n\n\ndef {name}():\n    assert slug('ab') == 'a-b'\n{more}")
    };
    let script = |more: &str| {
        format!(
            "function checksSum() {{ expect(add(1, 2)).toBe(3); }}\nit('runs', () => {{ expect(add(0, 0)).toBe(0); }});\n{more}"
        )
    };
    let called = "\n\ndef test_all():\n    slug_joins()\n";
    all_fail(&[
        (rule, &[(JAVA, "", &java("", ""))]),
        (rule, &[("a_test.go", "", &go("testF"))]),
        (rule, &[("src/lib.rs", "", &rust("", ""))]),
        (
            rule,
            &[CODE, ("tests/test_a.py", "", &python("slug_joins", ""))],
        ),
        (rule, &[("src/a.test.ts", "", &script(""))]),
    ]);
    none_fail(&[
        ("marked", &[(JAVA, "", &java("@Test", ""))]),
        (
            "called by a test",
            &[(
                JAVA,
                "",
                &java("", "    @Test\n    public void both() { testSlug(); }\n"),
            )],
        ),
        ("found by its name", &[(JAVA, "", &old)]),
        ("a test of Go", &[("a_test.go", "", &go("TestF"))]),
        (
            "a test of Rust",
            &[("src/lib.rs", "", &rust("#[test]", ""))],
        ),
        (
            "a helper of Rust",
            &[(
                "src/lib.rs",
                "",
                &rust("", "    #[test]\n    fn all() { gives_three(); }\n"),
            )],
        ),
        (
            "a test of Python",
            &[CODE, ("tests/test_a.py", "", &python("test_slug", ""))],
        ),
        (
            "a helper of Python",
            &[CODE, ("tests/test_a.py", "", &python("slug_joins", called))],
        ),
        (
            "a helper of a script",
            &[("src/a.test.ts", "", &script("it('sums', checksSum);\n"))],
        ),
        (
            "it stood there",
            &[(
                "a_test.go",
                &go("testF"),
                &go("testF").replace("!= 3", "!= 4"),
            )],
        ),
        (
            "another file calls it",
            &[
                ("a_test.go", "", &go("testF")),
                (
                    "b_test.go",
                    "",
                    "package a\nimport \"testing\"\nfunc TestB(t *testing.T) { testF(t) }\n",
                ),
            ],
        ),
    ]);
}

#[test]
fn reasons_of_new_tests_that_are_switched_off() {
    let java = |reason: &str| {
        format!(
            "class ATest {{\n    @Test\n    void runs() {{ assertEquals(1, A.one()); }}\n    {reason}\n    @Test\n    void joins() {{ assertEquals(\"a-b\", A.slug(\"ab\")); }}\n}}\n"
        )
    };
    let rust = |mark: &str| {
        format!(
            "pub fn f() -> u8 {{ 3 }}\n#[cfg(test)]\nmod tests {{\n    #[test]\n    fn one() {{ assert_eq!(super::f(), 3); }}\n    #[test]\n    {mark}\n    fn two() {{ assert_eq!(super::f() + 1, 4); }}\n}}\n"
        )
    };
    let path = "src/test/java/ATest.java";
    let rule = "test-skipped";
    all_fail(&[
        (rule, &[(path, "", &java("@Disabled(\"flaky on CI\")"))]),
        (rule, &[(path, "", &java("@Ignore"))]),
        (rule, &[("src/a.rs", "", &rust("#[ignore]"))]),
        (
            rule,
            &[("src/a.rs", "", &rust("#[ignore = \"comes later\"]"))],
        ),
    ]);
    none_fail(&[
        (
            "a service",
            &[(path, "", &java("@Disabled(\"needs a running server\")"))],
        ),
        (
            "kept track of",
            &[(path, "", &java("@Disabled // see #12"))],
        ),
        (
            "slow",
            &[("src/a.rs", "", &rust("#[ignore = \"takes minutes\"]"))],
        ),
        (
            "a note above",
            &[(
                "src/a.rs",
                "",
                &rust("// Reads from the network.\n    #[ignore]"),
            )],
        ),
    ]);
}

#[test]
fn inputs_that_a_test_passes_over() {
    const RUST: &str = "#[test]\nfn round_trip() {\n    for words in ALL {\n        let text = join(words);\n        assert_eq!(split(&text), words);\n    }\n}\n";
    const GO: &str = "package a\nfunc TestA(t *testing.T) {\n\tfor _, c := range cases() {\n\t\tif got := f(c.a); got != c.b {\n\t\t\tt.Error(got)\n\t\t}\n\t}\n}\n";
    const PYTHON: &str = "def test_all():\n    for a in load():\n        assert f(a) == a\n";
    let rust = RUST.replace(
        "        let text",
        "        if words[0] != \"a\" {\n            continue;\n        }\n        let text",
    );
    let go = GO.replace(
        "\t\tif got",
        "\t\tif c.a != 1 {\n\t\t\tcontinue\n\t\t}\n\t\tif got",
    );
    let python = PYTHON.replace(
        "        assert",
        "        if a:\n            continue\n        assert",
    );
    let fails = GO.replace("\t\tif got", "\t\tif c.fails {\n\t\t\tif g(c.a) == nil {\n\t\t\t\tt.Error(c)\n\t\t\t}\n\t\t\tcontinue\n\t\t}\n\t\tif got");
    let rule = "assertion-hidden";
    all_fail(&[
        (rule, &[("tests/a.rs", RUST, &rust)]),
        (rule, &[("a_test.go", GO, &go)]),
        (rule, &[("tests/test_a.py", PYTHON, &python)]),
    ]);
    none_fail(&[("asserted there as well", &[("a_test.go", GO, &fails)])]);
}

#[test]
fn rows_that_stand_outside_the_test() {
    let rust = |rows: &str| {
        format!(
            "fn all(cases: &[(&str, &[&str])]) {{\n    for (input, wanted) in cases {{\n        assert_eq!(split(input), *wanted);\n    }}\n}}\n#[test]\nfn comments() {{\n    all(&[{rows}]);\n}}\n"
        )
    };
    let script = |rows: &str| {
        format!(
            "function run (t, suite) {{ suite.forEach((it) => t.equal(f(it.a), it.b)) }}\ntest('all', (t) => {{\n  const suite = [{rows}]\n  run(t, suite)\n  t.end()\n}})\n"
        )
    };
    let java = |rows: &str| {
        format!(
            "class ATest {{\n  static Stream<Arguments> rows() {{ return Stream.of({rows}); }}\n  @ParameterizedTest\n  @MethodSource(\"rows\")\n  void sums(int a, int b) {{ assertEquals(b, F.twice(a)); }}\n}}\n"
        )
    };
    let go = |rows: &str| {
        format!(
            "package a\nvar rows = []row{{{rows}}}\nfunc TestA(t *testing.T) {{ for _, c := range rows {{ if f(c.a) != c.b {{ t.Fatal(c) }} }} }}\n"
        )
    };
    let path = "src/test/java/ATest.java";
    let (ab, a) = (
        rust("(\"a\", &[\"a\"]), (\"b # c\", &[\"b\"])"),
        rust("(\"a\", &[\"a\"])"),
    );
    let (suite, cut) = (
        script("{ a: 1, b: 2 }, { a: 2, b: 4 }"),
        script("{ a: 1, b: 2 }"),
    );
    let (table, less) = (
        java("Arguments.of(1, 2), Arguments.of(2, 4)"),
        java("Arguments.of(1, 2)"),
    );
    let (thrice, once, none) = (
        go("{1, 2}, {1, 2}, {2, 4}"),
        go("{1, 2}, {2, 4}"),
        go("{1, 2}"),
    );
    let other = rust("(\"a\", &[\"a\"]), (\"b # d\", &[\"b\"])");
    let rule = "rows-removed";
    all_fail(&[
        (rule, &[("tests/a.rs", &ab, &a)]),
        (rule, &[("test/a.test.js", &suite, &cut)]),
        (rule, &[(path, &table, &less)]),
        (rule, &[("a_test.go", &thrice, &none)]),
    ]);
    none_fail(&[
        ("one came", &[("tests/a.rs", &a, &ab)]),
        ("another one", &[("tests/a.rs", &ab, &other)]),
        ("repeated ones go", &[("a_test.go", &thrice, &once)]),
        ("more rows", &[(path, &less, &table)]),
    ]);
}

#[test]
fn what_a_test_of_something_else_says_stands_for_nothing() {
    let test = |lru: &str, more: &str| {
        format!(
            "fn holds(a: Option<(&str, &str)>, b: (&str, &str)) {{ assert_eq!(a, Some(b)); }}\n#[test]\nfn lru() {{\n    let c = full();\n    {lru}\n}}\n{more}"
        )
    };
    let firm = test("holds(c.peek_lru(), (\"apple\", \"red\"));", "");
    let mru = "#[test]\nfn mru() {\n    let c = full();\n    holds(c.peek_mru(), (\"apple\", \"red\"));\n    holds(c.peek_lru(), (\"pear\", \"green\"));\n}\n";
    let loose = test("assert!(c.peek_lru().is_some());", mru);
    let kept = test("holds(c.peek_lru(), (\"apple\", \"red\"));", mru);
    all_fail(&[("assertion-weakened", &[("tests/a.rs", &firm, &loose)])]);
    none_fail(&[("kept", &[("tests/a.rs", &firm, &kept)])]);
}

#[test]
fn a_test_that_was_only_thinned_was_not_written_anew() {
    let old = "def test_prune():\n    cache = make()\n    sleep(2)\n    for k in cache:\n        assert cache.set(k)\n        assert f'{k}-new' in cache.keys()\n        assert f'{k}-old' not in cache.keys()\n";
    let now = old
        .replace(
            "    sleep(2)\n",
            "    now = time()\n    monkeypatch.setattr('shop.simple.time', lambda: now + 2)\n",
        )
        .replace("test_prune()", "test_prune(monkeypatch)");
    let half = now.replace("        assert f'{k}-old' not in cache.keys()\n", "");
    all_fail(&[("assertion-removed", &[("tests/test_a.py", old, &half)])]);
    none_fail(&[("all of it", &[("tests/test_a.py", old, &now)])]);
}

#[test]
fn tests_that_went_where_no_function_is_known() {
    const CODE: (&str, &str, &str) = (
        "index.js",
        "function split (a) { return a }\n",
        "function split (a, b) { return b(a) }\n",
    );
    let throws = "test('mapper throws', (t) => {\n  t.plan(1)\n  const input = split(() => { throw new Error() })\n  input.on('error', (err) => { t.same(err, error) })\n})\n";
    let drops = "test('drops', (t) => {\n  t.plan(3)\n  const input = split(JSON.parse, () => {})\n  input.on('data', (list) => { t.same(list, [1]) })\n  input.on('end', (more) => { t.same(more, [2]) })\n})\n";
    let moved = "test('mapper throws anew', (t) => {\n  t.plan(1)\n  const input = split(() => { throw new Error('a') }, 1)\n  input.on('error', (err) => { t.same(err, error) })\n})\n";
    let dice = "macro_rules! near { ($a:expr, $b:expr) => { assert!(($a - $b as f64).abs() < 1e-5) } }\n#[test]\nfn dice_all() {\n    near!(0.5, dice(\"ab\", \"b\"));\n    near!(0.2, dice(\"fr\", \"FR\"));\n}\n";
    let there = "#[test]\nfn some_in_common() {\n    assert_eq!(0.5, dice(\"ab\", \"b\"));\n    assert_eq!(0.2, dice(\"fr\", \"FR\"));\n}\n";
    all_fail(&[("test-removed", &[CODE, ("test.js", throws, drops)])]);
    none_fail(&[
        ("asserted of", &[CODE, ("test.js", throws, moved)]),
        (
            "said",
            &[
                ("src/lib.rs", dice, "pub fn dice() {}\n"),
                ("tests/dice.rs", "", there),
            ],
        ),
    ]);
}
