//! Weaker tests in Rust, Go and Java.

use super::all_fail;

#[test]
fn weaker_tests_in_rust_fail() {
    const A: &str = "tests/a.rs";
    all_fail(&[
        (
            "assertion-weakened",
            &[(
                A,
                "#[test]\nfn a() { assert_eq!(add(1, 2), 3); }",
                "#[test]\nfn a() { assert!(add(1, 2) > 0); }",
            )],
        ),
        (
            "assertion-weakened",
            &[(
                A,
                "#[test]\nfn a() { assert_eq!(parse(\"a\"), Ok(3)); }",
                "#[test]\nfn a() { assert!(parse(\"a\").is_ok()); }",
            )],
        ),
        (
            "test-cannot-fail",
            &[(
                A,
                "#[test]\nfn a() { assert_eq!(add(1, 2), 3); }",
                "#[test]\nfn a() { let _ = add(1, 2); assert!(true); }",
            )],
        ),
        (
            "test-cannot-fail",
            &[(
                A,
                "#[test]\nfn a() { assert_eq!(add(1, 2), 3); }",
                "#[test]\nfn a() { add(1, 2); }",
            )],
        ),
        (
            "test-skipped",
            &[(
                A,
                "#[test]\nfn a() { assert_eq!(add(1, 2), 3); }",
                "#[test]\n#[ignore = \"flaky\"]\nfn a() { assert_eq!(add(1, 2), 3); }",
            )],
        ),
        (
            "test-removed",
            &[(
                A,
                "#[test]\nfn a() { assert_eq!(add(1, 2), 3); }\n#[test]\nfn b() { assert_eq!(sub(1, 2), 3); }",
                "#[test]\nfn a() { assert_eq!(add(1, 2), 3); }",
            )],
        ),
        (
            "test-removed",
            &[(
                A,
                "#[test]\nfn a() { assert_eq!(add(1, 2), 3); }",
                "// #[test]\n// fn a() { assert_eq!(add(1, 2), 3); }\nfn b() {}",
            )],
        ),
        (
            "assertion-removed",
            &[(
                A,
                "#[test]\nfn a() { let x = f(); assert_eq!(x.a, 3); assert_eq!(x.b, 4); }",
                "#[test]\nfn a() { let x = f(); assert_eq!(x.a, 3); }",
            )],
        ),
        (
            "assertion-hidden",
            &[(
                A,
                "#[test]\nfn a() { let x = f(); assert_eq!(x.unwrap(), 3); assert_eq!(g(), 1); }",
                "#[test]\nfn a() { let x = f(); if x.is_some() { assert_eq!(x.unwrap(), 3); } assert_eq!(g(), 1); }",
            )],
        ),
        (
            "assertion-hidden",
            &[(
                A,
                "#[test]\nfn a() { f(); assert_eq!(g(), 1); assert_eq!(h(), 2); }",
                "#[test]\nfn a() { f(); assert_eq!(g(), 1); return; assert_eq!(h(), 2); }",
            )],
        ),
        (
            "rows-removed",
            &[(
                A,
                "#[rstest]\n#[case(1, 2)]\n#[case(2, 3)]\n#[case(3, 4)]\nfn a(#[case] x: u8, #[case] y: u8) { assert_eq!(f(x), y); }",
                "#[rstest]\n#[case(1, 2)]\nfn a(#[case] x: u8, #[case] y: u8) { assert_eq!(f(x), y); }",
            )],
        ),
        (
            "expectation-changed",
            &[(
                A,
                "#[test]\nfn a() { assert_eq!(add(1, 2), 3); }",
                "#[test]\nfn a() { assert_eq!(add(1, 2), 4); }",
            )],
        ),
        (
            "assertion-vacuous",
            &[(
                A,
                "#[test]\nfn a() { assert_eq!(add(1, 2), 3); assert_eq!(g(), 1); }",
                "#[test]\nfn a() { let x = add(1, 2); assert_eq!(x, x); assert_eq!(g(), 1); }",
            )],
        ),
        (
            "test-cannot-fail",
            &[(
                "src/a.rs",
                "pub fn f() -> u8 { 1 }",
                "pub fn f() -> u8 { 1 }\n#[cfg(test)]\nmod tests { #[test]\nfn works() { assert_eq!(2, 2); } }",
            )],
        ),
    ]);
}

#[test]
fn weaker_tests_in_go_fail() {
    const A: &str = "a_test.go";
    const HEAD: &str = "func TestA(t *testing.T) {\n\tif got := Add(1, 2); got != 3 {\n\t\tt.Errorf(\"got %d\", got)\n\t}\n}";
    all_fail(&[
        (
            "test-cannot-fail",
            &[(
                A,
                HEAD,
                "func TestA(t *testing.T) {\n\tgot := Add(1, 2)\n\tt.Logf(\"got %d\", got)\n}",
            )],
        ),
        (
            "test-cannot-fail",
            &[(A, HEAD, "func TestA(t *testing.T) {\n\t_ = Add(1, 2)\n}")],
        ),
        (
            "test-skipped",
            &[(
                A,
                HEAD,
                "func TestA(t *testing.T) {\n\tt.Skip(\"flaky\")\n\tif got := Add(1, 2); got != 3 {\n\t\tt.Errorf(\"got %d\", got)\n\t}\n}",
            )],
        ),
        (
            "assertion-weakened",
            &[(
                A,
                HEAD,
                "func TestA(t *testing.T) {\n\tif got := Add(1, 2); got < 0 {\n\t\tt.Errorf(\"got %d\", got)\n\t}\n}",
            )],
        ),
        (
            "assertion-weakened",
            &[(
                A,
                "func TestA(t *testing.T) { assert.Equal(t, 3, Add(1, 2)) }",
                "func TestA(t *testing.T) { assert.NotNil(t, Add(1, 2)) }",
            )],
        ),
        (
            "test-cannot-fail",
            &[(
                A,
                "func TestA(t *testing.T) { assert.Equal(t, 3, Add(1, 2)) }",
                "func TestA(t *testing.T) { Add(1, 2); assert.True(t, true) }",
            )],
        ),
        (
            "rows-removed",
            &[(
                A,
                "func TestA(t *testing.T) {\n\tcases := []struct{ a, b int }{{1, 2}, {2, 3}, {3, 4}}\n\tfor _, c := range cases {\n\t\tif f(c.a) != c.b { t.Fatal(c) }\n\t}\n}",
                "func TestA(t *testing.T) {\n\tcases := []struct{ a, b int }{{1, 2}, {2, 3}}\n\tfor _, c := range cases {\n\t\tif f(c.a) != c.b { t.Fatal(c) }\n\t}\n}",
            )],
        ),
        (
            "rows-removed",
            &[(
                A,
                "func TestA(t *testing.T) {\n\tcases := []struct{ a, b int }{{1, 2}, {2, 3}, {3, 4}}\n\tfor i := range cases {\n\t\tif f(cases[i].a) != cases[i].b { t.Fatal(i) }\n\t}\n}",
                "func TestA(t *testing.T) {\n\tcases := []struct{ a, b int }{{1, 2}}\n\tfor i := range cases {\n\t\tif f(cases[i].a) != cases[i].b { t.Fatal(i) }\n\t}\n}",
            )],
        ),
        (
            "helper-weakened",
            &[(
                A,
                "func same(t *testing.T, got, want map[string]string) {\n\tfor k := range want {\n\t\tif got[k] != want[k] { t.Error(k) }\n\t}\n}\nfunc TestA(t *testing.T) {\n\tsame(t, f(x), want)\n}",
                "func same(t *testing.T, got, want map[string]string) {\n\tfor k := range want {\n\t\tif len(got) > 0 { continue }\n\t\tif got[k] != want[k] { t.Error(k) }\n\t}\n}\nfunc TestA(t *testing.T) {\n\tsame(t, f(x), want)\n}",
            )],
        ),
        (
            "helper-weakened",
            &[(
                A,
                "func check(t *testing.T, got U) {\n\tif got.a != 1 { t.Error(got) }\n\tif got.b != 2 { t.Error(got) }\n}\nfunc TestA(t *testing.T) {\n\tcheck(t, f(x))\n}",
                "func check(t *testing.T, got U) {\n\tif got.a != 1 { t.Error(got) }\n}\nfunc TestA(t *testing.T) {\n\tcheck(t, f(x))\n}",
            )],
        ),
        // Each row is held to less, and one row more makes nothing good.
        (
            "assertion-weakened",
            &[(
                A,
                "func TestA(t *testing.T) {\n\tcases := []struct{ a, b int }{{1, 2}, {2, 3}}\n\tfor _, c := range cases {\n\t\tgot, want := f(c.a), c.b\n\t\tif got != want { t.Fatal(c) }\n\t}\n}",
                "func TestA(t *testing.T) {\n\tcases := []struct{ a, b int }{{1, 2}, {2, 3}, {3, 4}}\n\tfor _, c := range cases {\n\t\tgot, want := f(c.a), c.b\n\t\tif diff := got - want; diff < -2 || diff > 2 { t.Fatal(c) }\n\t}\n}",
            )],
        ),
        // Every test calls its table the same.
        (
            "rows-removed",
            &[(
                A,
                "func TestA(t *testing.T) {\n\tcases := []struct{ a, b int }{{7, 8}}\n\tfor _, c := range cases {\n\t\tif g(c.a) != c.b { t.Fatal(c) }\n\t}\n}\nfunc TestB(t *testing.T) {\n\tcases := []struct{ a, b int }{{1, 2}, {2, 3}, {3, 4}}\n\tfor _, c := range cases {\n\t\tif f(c.a) != c.b { t.Fatal(c) }\n\t}\n}",
                "func TestA(t *testing.T) {\n\tcases := []struct{ a, b int }{{7, 8}}\n\tfor _, c := range cases {\n\t\tif g(c.a) != c.b { t.Fatal(c) }\n\t}\n}\nfunc TestB(t *testing.T) {\n\tcases := []struct{ a, b int }{{1, 2}, {2, 3}}\n\tfor _, c := range cases {\n\t\tif f(c.a) != c.b { t.Fatal(c) }\n\t}\n}",
            )],
        ),
        (
            "test-removed",
            &[(
                A,
                "func TestA(t *testing.T) { assert.Equal(t, 3, Add(1, 2)) }\nfunc TestB(t *testing.T) { assert.Equal(t, 3, Sub(1, 2)) }",
                "func TestA(t *testing.T) { assert.Equal(t, 3, Add(1, 2)) }",
            )],
        ),
        (
            "test-removed",
            &[(
                A,
                "func TestB(t *testing.T) { assert.Equal(t, 3, Sub(1, 2)) }",
                "func testB(t *testing.T) { assert.Equal(t, 3, Sub(1, 2)) }",
            )],
        ),
        (
            "tolerance-loosened",
            &[(
                A,
                "func TestA(t *testing.T) { assert.InDelta(t, 3.0, f(), 0.001) }",
                "func TestA(t *testing.T) { assert.InDelta(t, 3.0, f(), 10) }",
            )],
        ),
        (
            "test-skipped",
            &[(
                A,
                "package a\nfunc TestA(t *testing.T) { assert.Equal(t, 3, Add(1, 2)) }",
                "//go:build ignore\n\npackage a\nfunc TestA(t *testing.T) { assert.Equal(t, 3, Add(1, 2)) }",
            )],
        ),
        (
            "assertion-removed",
            &[(
                A,
                "func TestA(t *testing.T) {\n\tgot, err := f()\n\trequire.NoError(t, err)\n\tassert.Equal(t, 3, got)\n}",
                "func TestA(t *testing.T) {\n\t_, err := f()\n\trequire.NoError(t, err)\n}",
            )],
        ),
    ]);
}

#[test]
fn weaker_tests_in_java_fail() {
    const A: &str = "src/test/java/ATest.java";
    const FULL: &str = "class ATest { @Test void a() { assertEquals(3, add(1, 2)); } }";
    all_fail(&[
        (
            "assertion-weakened",
            &[(
                A,
                FULL,
                "class ATest { @Test void a() { assertNotNull(add(1, 2)); } }",
            )],
        ),
        (
            "test-cannot-fail",
            &[(
                A,
                FULL,
                "class ATest { @Test void a() { add(1, 2); assertTrue(true); } }",
            )],
        ),
        (
            "test-cannot-fail",
            &[(
                A,
                FULL,
                "class ATest { @Test void a() { int r = 3; assertEquals(3, r); } }",
            )],
        ),
        (
            "test-skipped",
            &[(
                A,
                FULL,
                "class ATest { @Disabled @Test void a() { assertEquals(3, add(1, 2)); } }",
            )],
        ),
        (
            "test-skipped",
            &[(
                A,
                FULL,
                "@Ignore class ATest { @Test void a() { assertEquals(3, add(1, 2)); } }",
            )],
        ),
        (
            "test-removed",
            &[(
                A,
                FULL,
                "class ATest { void a() { assertEquals(3, add(1, 2)); } }",
            )],
        ),
        (
            "error-widened",
            &[(
                A,
                "class ATest { @Test void a() { assertThrows(IOException.class, () -> f()); } }",
                "class ATest { @Test void a() { assertThrows(Exception.class, () -> f()); } }",
            )],
        ),
        (
            "assertion-hidden",
            &[(
                A,
                FULL,
                "class ATest { @Test void a() { try { assertEquals(3, add(1, 2)); } catch (Throwable t) { } } }",
            )],
        ),
        (
            "rows-removed",
            &[(
                A,
                "class ATest { @ParameterizedTest @ValueSource(ints = {1, 2, 3}) void a(int x) { assertTrue(f(x)); } }",
                "class ATest { @ParameterizedTest @ValueSource(ints = {1}) void a(int x) { assertTrue(f(x)); } }",
            )],
        ),
        (
            "subject-mocked",
            &[(
                A,
                "class ATest { @Test void a() { assertEquals(3, svc.load(1)); } }",
                "class ATest { @Test void a() { when(svc.load(1)).thenReturn(3); assertEquals(3, svc.load(1)); } }",
            )],
        ),
        (
            "tolerance-loosened",
            &[(
                A,
                "class ATest { @Test void a() { assertEquals(0.75, share(x)); } }",
                "class ATest { @Test void a() { assertEquals(0.75, share(x), 1.0); } }",
            )],
        ),
        // Nothing but a call of `fail` says what it holds.
        (
            "test-removed",
            &[
                (
                    A,
                    "class ATest { @Test void a() { assertEquals(1, f(x)); } @Test void b() { try { g(x); fail(\"no\"); } catch (IllegalStateException e) { } } }",
                    "",
                ),
                (
                    "BTest.java",
                    "",
                    "class BTest { @Test void a() { assertEquals(1, f(x)); } }",
                ),
            ],
        ),
        (
            "tolerance-loosened",
            &[(
                A,
                "class ATest { @Test void a() { assertEquals(1.0, f(), 0.001); } }",
                "class ATest { @Test void a() { assertEquals(1.0, f(), 1.0); } }",
            )],
        ),
        (
            "assertion-removed",
            &[(
                A,
                "class ATest { @Test void a() { assertThat(f().name()).isEqualTo(\"x\"); assertThat(f().age()).isEqualTo(3); } }",
                "class ATest { @Test void a() { assertThat(f().name()).isEqualTo(\"x\"); } }",
            )],
        ),
    ]);
}

/// A function that tests call to assert, and that only writes to the log now; tests that wait for a variable.
#[test]
fn tests_that_nobody_hears_fail() {
    const A: &str = "a_test.go";
    all_fail(&[
        (
            "helper-weakened",
            &[(
                A,
                "package a\nfunc expect(t *testing.T, a, b any) { if a != b { t.Errorf(\"%v %v\", a, b) } }\nfunc TestA(t *testing.T) { expect(t, f(1), 2) }",
                "package a\nfunc expect(t *testing.T, a, b any) { if a != b { t.Logf(\"%v %v\", a, b) } }\nfunc TestA(t *testing.T) { expect(t, f(1), 2) }",
            )],
        ),
        (
            "test-skipped",
            &[
                (
                    "a.go",
                    "package a",
                    "package a\nfunc F(n int) int { return n + 1 }",
                ),
                (
                    A,
                    "",
                    "package a\nfunc TestF(t *testing.T) { if os.Getenv(\"SLOW\") == \"\" { t.Skip() }; if F(1) != 2 { t.Error() } }",
                ),
            ],
        ),
    ]);
}
