//! Tests, counted: what a text holds before and after it was weakened.

use code::tests;

fn counts(path: &str, source: &str) -> (u32, u32, u32, u32, u32, u32) {
    let it = tests(path, source).unwrap();
    (
        it.tests, it.skipped, it.focused, it.firm, it.loose, it.vacuous,
    )
}

#[test]
fn tests_and_assertions_are_counted_by_kind() {
    for (path, source, wanted) in [
        (
            "a.rs",
            "#[test]\nfn a() { assert_eq!(f(), 3); assert!(g().is_ok()); }",
            (1, 0, 0, 1, 1, 0),
        ),
        (
            "a.rs",
            "#[test]\n#[ignore]\nfn a() { assert!(true); }",
            (1, 1, 0, 0, 0, 1),
        ),
        (
            "a.rs",
            "// #[test]\nfn a() { let x = \"assert!(x)\"; }",
            (0, 0, 0, 0, 0, 0),
        ),
        (
            "a.rs",
            "#[tokio::test]\nasync fn a() { assert_ne!(f(), 1); }",
            (1, 0, 0, 1, 0, 0),
        ),
        (
            "a.test.ts",
            "it('a', () => { expect(f()).toBe(3); });",
            (1, 0, 0, 1, 0, 0),
        ),
        (
            "a.test.ts",
            "it('a', () => { expect(f()).toBeTruthy(); });",
            (1, 0, 0, 0, 1, 0),
        ),
        (
            "a.test.ts",
            "it.skip('a', () => { expect(f()).toBe(3); });",
            (1, 1, 0, 1, 0, 0),
        ),
        (
            "a.test.js",
            "xit('a', () => {}); test.only('b', () => { expect(1).toBe(2) });",
            (2, 1, 1, 1, 0, 0),
        ),
        (
            "test_a.py",
            "@pytest.mark.skip\ndef test_a():\n    assert f() == 3\n",
            (1, 1, 0, 1, 0, 0),
        ),
        (
            "test_a.py",
            "def test_a():\n    assert True\n",
            (1, 0, 0, 0, 0, 1),
        ),
        (
            "a_test.go",
            "func TestA(t *testing.T) {\n\tt.Skip()\n\tif f() != 3 { t.Fatal(\"x\") }\n}",
            (1, 1, 0, 1, 0, 0),
        ),
        (
            "ATest.java",
            "@Disabled\n@Test\nvoid a() { assertEquals(3, f()); }",
            (1, 1, 0, 1, 0, 0),
        ),
    ] {
        assert_eq!(counts(path, source), wanted, "{path}: {source}");
    }
}

#[test]
fn thresholds_are_read_from_settings() {
    let of = |path: &str, source: &str| {
        tests(path, source)
            .map(|it| it.thresholds)
            .unwrap_or_default()
    };
    assert_eq!(
        of(
            "jest.config.json",
            r#"{"coverageThreshold": {"global": {"branches": 80, "lines": 92.5}}}"#
        )["lines"],
        92_500
    );
    assert_eq!(
        of("setup.cfg", "[coverage:report]\nfail_under = 85\n")["fail-under"],
        85_000
    );
    assert_eq!(
        of("ci.yml", "run: pytest --cov-fail-under=70")["cov-fail-under"],
        70_000
    );
    assert!(of("a.json", r#"{"lines": 3}"#).is_empty());
    assert!(tests("a.txt", "words").is_none());
}
