//! Honest changes of tests in Rust, Go and Java that look like weakening.

use super::none_fail;

#[test]
fn honest_changes_of_rust_tests_pass() {
    const A: &str = "tests/a.rs";
    const ONE: &str = "#[test]\nfn a() { assert_eq!(add(1, 2), 3); }";
    none_fail(&[
        (
            "renamed",
            &[(
                A,
                ONE,
                "#[test]\nfn adds_numbers() { assert_eq!(add(1, 2), 3); }",
            )],
        ),
        ("moved", &[(A, ONE, ""), ("tests/b.rs", "", ONE)]),
        (
            "moved into the source",
            &[
                (A, ONE, ""),
                (
                    "src/a.rs",
                    "fn add() {}",
                    "fn add() {}\n#[cfg(test)]\nmod tests { #[test]\nfn a() { assert_eq!(add(1, 2), 3); } }",
                ),
            ],
        ),
        (
            "formatted",
            &[(
                A,
                ONE,
                "#[test]\nfn a() {\n    assert_eq!(\n        add(1, 2),\n        3,\n    );\n}",
            )],
        ),
        (
            "made a table",
            &[(
                A,
                "#[test]\nfn a() { assert_eq!(f(1), 2); }\n#[test]\nfn b() { assert_eq!(f(2), 3); }\n#[test]\nfn c() { assert_eq!(f(3), 4); }",
                "#[rstest]\n#[case(1, 2)]\n#[case(2, 3)]\n#[case(3, 4)]\nfn all(#[case] x: u8, #[case] y: u8) { assert_eq!(f(x), y); }",
            )],
        ),
        (
            "made one loop over another",
            &[(
                A,
                "const ALL: [&str; 3] = [\"a\", \"b\", \"c\"];\n\
                 #[test]\nfn spaces() { for it in ALL.iter() { assert_eq!(&undo(&indent(it, \"    \")), it); } }\n\
                 #[test]\nfn tabs() { for it in ALL.iter() { assert_eq!(&undo(&indent(it, \"\\t\\t\")), it); } }",
                "const ALL: [&str; 3] = [\"a\", \"b\", \"c\"];\n\
                 #[test]\nfn both() { for by in [\"    \", \"\\t\\t\"] { for it in ALL.iter() { assert_eq!(&undo(&indent(it, by)), it); } } }",
            )],
        ),
        (
            "subject removed",
            &[
                (
                    A,
                    "#[test]\nfn a() { assert_eq!(add(1, 2), 3); }\n#[test]\nfn b() { assert_eq!(old_way(1), 3); }",
                    ONE,
                ),
                (
                    "src/lib.rs",
                    "pub fn add() {}\npub fn old_way(x: u8) -> u8 { 3 }",
                    "pub fn add() {}",
                ),
            ],
        ),
        (
            "strengthened",
            &[(
                A,
                "#[test]\nfn a() { assert!(f().is_some()); }",
                "#[test]\nfn a() { assert_eq!(f(), Some(3)); }",
            )],
        ),
        (
            "is_empty",
            &[(
                A,
                "#[test]\nfn a() { assert_eq!(f().len(), 0); }",
                "#[test]\nfn a() { assert!(f().is_empty()); }",
            )],
        ),
        (
            "bool",
            &[(
                A,
                "#[test]\nfn a() { assert_eq!(is_ok(1), true); }",
                "#[test]\nfn a() { assert!(is_ok(1)); }",
            )],
        ),
        (
            "expectation with its source",
            &[
                (A, ONE, "#[test]\nfn a() { assert_eq!(add(1, 2), 4); }"),
                (
                    "src/lib.rs",
                    "pub fn add(a: u8, b: u8) -> u8 { a + b }",
                    "pub fn add(a: u8, b: u8) -> u8 { a + b + 1 }",
                ),
            ],
        ),
        (
            "whole value",
            &[(
                A,
                "#[test]\nfn a() { let x = f(); assert_eq!(x.a, 31); assert_eq!(x.b, 42); }",
                "#[test]\nfn a() { assert_eq!(f(), X { a: 31, b: 42 }); }",
            )],
        ),
        (
            "unwrap dropped",
            &[(
                A,
                "#[test]\nfn a() { let x = f().unwrap(); assert_eq!(x, 3); }",
                "#[test]\nfn a() { let x = f(); assert_eq!(x, 3); }",
            )],
        ),
        (
            "new tests",
            &[(
                A,
                ONE,
                "#[test]\nfn a() { assert_eq!(add(1, 2), 3); }\n#[test]\nfn b() { add(3, 4).unwrap(); }",
            )],
        ),
        (
            "helper",
            &[(
                A,
                "#[test]\nfn a() { assert_eq!(f(1), 2); assert_eq!(f(2), 3); }",
                "fn check(x: u8, y: u8) { assert_eq!(f(x), y); }\n#[test]\nfn a() { check(1, 2); check(2, 3); }",
            )],
        ),
        (
            "feature flag",
            &[(
                "src/lib.rs",
                "pub fn f() -> u8 { 1 }",
                "#[cfg(feature = \"x\")]\npub fn f() -> u8 { 2 }\n#[cfg(not(feature = \"x\"))]\npub fn f() -> u8 { 1 }",
            )],
        ),
        (
            "compile test",
            &[(
                A,
                ONE,
                "#[test]\nfn a() { assert_eq!(add(1, 2), 3); }\nfn assert_send<T: Send>() {}\n#[test]\nfn is_send() { assert_send::<Foo>(); }",
            )],
        ),
    ]);
}

#[test]
fn honest_changes_of_go_tests_pass() {
    const A: &str = "a_test.go";
    none_fail(&[
        (
            "three tests that are rows of one",
            &[(
                A,
                "func TestGrow(t *testing.T) {\n\tb := New(1)\n\tb.Grow()\n\tif b.a != 2 { t.Fatal(b) }\n}\nfunc TestShrink(t *testing.T) {\n\tb := New(4)\n\tb.Shrink()\n\tif b.a != 2 { t.Fatal(b) }\n}",
                "func TestSizes(t *testing.T) {\n\ttests := []struct { before int; do func(*Box); after int }{\n\t\t{1, (*Box).Grow, 2},\n\t\t{4, (*Box).Shrink, 2},\n\t}\n\tfor _, tt := range tests {\n\t\tbox := New(tt.before)\n\t\ttt.do(box)\n\t\tif want := New(tt.after); !reflect.DeepEqual(box, want) {\n\t\t\tt.Errorf(\"%v gave %v, want %v\", tt.before, box, want)\n\t\t}\n\t}\n}",
            )],
        ),
        (
            "a helper that takes more",
            &[(
                A,
                "func same(t *testing.T, got, want U) {\n\tif got != want { t.Error(got) }\n}\nfunc TestA(t *testing.T) {\n\tsame(t, f(x), want)\n}",
                "func same(t *testing.T, got, want U, loose bool) {\n\tif loose && got.Near(want) { return }\n\tif got != want { t.Error(got) }\n}\nfunc TestA(t *testing.T) {\n\tsame(t, f(x), want, false)\n}",
            )],
        ),
        (
            "a helper that says more where it leaves",
            &[(
                A,
                "func same(t *testing.T, got, want *U) {\n\tif got.a != want.a { t.Error(got) }\n}\nfunc TestA(t *testing.T) {\n\tsame(t, f(x), want)\n}",
                "func same(t *testing.T, got, want *U) {\n\tif want == nil {\n\t\tif got != nil { t.Error(got) }\n\t\treturn\n\t}\n\tif got.a != want.a { t.Error(got) }\n}\nfunc TestA(t *testing.T) {\n\tsame(t, f(x), want)\n}",
            )],
        ),
        (
            "a helper in two",
            &[(
                A,
                "func check(t *testing.T, got U) {\n\tif got.a != 1 { t.Error(got) }\n\tif got.b != 2 { t.Error(got) }\n}\nfunc TestA(t *testing.T) {\n\tcheck(t, f(x))\n}",
                "func check(t *testing.T, got U) {\n\tif got.a != 1 { t.Error(got) }\n}\nfunc checkB(t *testing.T, got U) {\n\tif got.b != 2 { t.Error(got) }\n}\nfunc TestA(t *testing.T) {\n\tcheck(t, f(x))\n\tcheckB(t, f(x))\n}",
            )],
        ),
        (
            "testify",
            &[(
                A,
                "func TestA(t *testing.T) {\n\tgot := Add(1, 2)\n\tif got != 3 {\n\t\tt.Errorf(\"x\")\n\t}\n}",
                "func TestA(t *testing.T) {\n\tgot := Add(1, 2)\n\tassert.Equal(t, 3, got)\n}",
            )],
        ),
        (
            "table",
            &[(
                A,
                "func TestA(t *testing.T) { if f(1) != 2 { t.Fatal(1) } }\nfunc TestB(t *testing.T) { if f(2) != 3 { t.Fatal(1) } }",
                "func TestF(t *testing.T) {\n\tcases := []struct{ a, b int }{{1, 2}, {2, 3}}\n\tfor _, c := range cases {\n\t\tt.Run(\"x\", func(t *testing.T) {\n\t\t\tif got := f(c.a); got != c.b {\n\t\t\t\tt.Errorf(\"x\")\n\t\t\t}\n\t\t})\n\t}\n}",
            )],
        ),
        (
            "cmp",
            &[(
                A,
                "func TestA(t *testing.T) { if got := f(1); !reflect.DeepEqual(got, want) { t.Fatal(1) } }",
                "func TestA(t *testing.T) { if diff := cmp.Diff(want, f(1)); diff != \"\" { t.Fatal(diff) } }",
            )],
        ),
        (
            "renamed",
            &[(
                A,
                "func TestA(t *testing.T) { assert.Equal(t, 3, Add(1, 2)) }",
                "func TestAdd(t *testing.T) { assert.Equal(t, 3, Add(1, 2)) }",
            )],
        ),
        (
            "error text",
            &[(
                A,
                "func TestA(t *testing.T) {\n\t_, err := f()\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n}",
                "func TestA(t *testing.T) {\n\t_, err := f()\n\tif err != nil {\n\t\tt.Fatalf(\"f: %v\", err)\n\t}\n}",
            )],
        ),
        (
            "short",
            &[(
                A,
                "func TestA(t *testing.T) { if f() != 3 { t.Fatal(1) } }",
                "func TestA(t *testing.T) {\n\tif testing.Short() {\n\t\tt.Skip(\"slow\")\n\t}\n\tif f() != 3 { t.Fatal(1) }\n}",
            )],
        ),
        (
            "example",
            &[(
                A,
                "package a\n",
                "package a\nfunc ExampleAdd() {\n\tfmt.Println(Add(1, 2))\n\t// Output: 3\n}",
            )],
        ),
        (
            "subject removed",
            &[
                (
                    A,
                    "func TestOld(t *testing.T) { assert.Equal(t, 3, OldWay(1)) }\nfunc TestA(t *testing.T) { assert.Equal(t, 3, Add(1, 2)) }",
                    "func TestA(t *testing.T) { assert.Equal(t, 3, Add(1, 2)) }",
                ),
                (
                    "a.go",
                    "package a\nfunc OldWay(x int) int { return 3 }\nfunc Add() {}",
                    "package a\nfunc Add() {}",
                ),
            ],
        ),
        (
            "require",
            &[(
                A,
                "func TestA(t *testing.T) { assert.Equal(t, 3, Add(1, 2)) }",
                "func TestA(t *testing.T) { require.Equal(t, 3, Add(1, 2)) }",
            )],
        ),
        (
            "rows added",
            &[(
                A,
                "func TestA(t *testing.T) {\n\tfor _, c := range []int{1, 2} {\n\t\tif f(c) != c { t.Fatal(c) }\n\t}\n}",
                "func TestA(t *testing.T) {\n\tfor _, c := range []int{1, 2, 3} {\n\t\tif f(c) != c { t.Fatal(c) }\n\t}\n}",
            )],
        ),
    ]);
}

#[test]
fn honest_changes_of_java_tests_pass() {
    const A: &str = "src/test/java/ATest.java";
    const FULL: &str = "class ATest { @Test void a() { assertEquals(3, add(1, 2)); } }";
    none_fail(&[
        (
            "AssertJ",
            &[(
                A,
                FULL,
                "class ATest { @Test void a() { assertThat(add(1, 2)).isEqualTo(3); } }",
            )],
        ),
        (
            "near enough",
            &[(
                A,
                "class ATest { @Test void a() { assertEquals(0.75, share(x)); assertEquals(1500.0, far(x)); } }",
                "class ATest { @Test void a() { assertEquals(0.75, share(x), 1e-9); assertEquals(1500.0, far(x), 1.0); } }",
            )],
        ),
        (
            "JUnit 5",
            &[(
                A,
                "public class ATest { @Test(expected = IOException.class) public void a() { f(); } }",
                "class ATest { @Test void a() { assertThrows(IOException.class, () -> f()); } }",
            )],
        ),
        (
            "renamed",
            &[(
                A,
                FULL,
                "class ATest { @Test void addsNumbers() { assertEquals(3, add(1, 2)); } }",
            )],
        ),
        (
            "nested",
            &[(
                A,
                FULL,
                "class ATest { @Nested class Add { @Test void a() { assertEquals(3, add(1, 2)); } } }",
            )],
        ),
        (
            "parametrised",
            &[(
                A,
                "class ATest { @Test void a() { assertEquals(2, f(1)); } @Test void b() { assertEquals(3, f(2)); } }",
                "class ATest { @ParameterizedTest @CsvSource({\"1,2\", \"2,3\"}) void all(int x, int y) { assertEquals(y, f(x)); } }",
            )],
        ),
        (
            "moved",
            &[
                (A, FULL, ""),
                (
                    "src/test/java/BTest.java",
                    "",
                    "class BTest { @Test void a() { assertEquals(3, add(1, 2)); } }",
                ),
            ],
        ),
        (
            "condition",
            &[(
                A,
                "class ATest { @Test void a() { assertEquals(true, isOk(1)); } }",
                "class ATest { @Test void a() { assertTrue(isOk(1)); } }",
            )],
        ),
        (
            "message",
            &[(
                A,
                FULL,
                "class ATest { @Test void a() { assertEquals(3, add(1, 2), \"sum\"); } }",
            )],
        ),
        (
            "subject removed",
            &[
                (
                    A,
                    "class ATest { @Test void a() { assertEquals(3, add(1, 2)); } @Test void old() { assertEquals(3, oldWay()); } }",
                    FULL,
                ),
                (
                    "src/main/java/A.java",
                    "class A { int add() { return 3; } int oldWay() { return 3; } }",
                    "class A { int add() { return 3; } }",
                ),
            ],
        ),
        (
            "hamcrest",
            &[(
                A,
                "class ATest { @Test void a() { assertThat(add(1, 2), is(3)); } }",
                "class ATest { @Test void a() { assertThat(add(1, 2), is(equalTo(3))); } }",
            )],
        ),
        (
            "collaborator mocked",
            &[(
                A,
                FULL,
                "class ATest { @Test void a() { when(repo.find(1)).thenReturn(7); assertEquals(3, add(1, 2)); } }",
            )],
        ),
    ]);
}

/// Assertions that moved to another file, and tests that became rows of a class that runs once for each.
#[test]
fn honest_changes_of_whole_classes_pass() {
    const A: &str = "src/test/java/a/ATest.java";
    const B: &str = "src/test/java/a/Util.java";
    none_fail(&[
        (
            "a function that asserts moved",
            &[
                (
                    A,
                    "class ATest { @Test void a() { compareBytes(\"x\", f(1), g()); } private void compareBytes(String s, byte[] a, byte[] b) { assertEquals(s, a.length, b.length); assertArrayEquals(a, b); } }",
                    "class ATest { @Test void a() { Util.compareBytes(\"x\", f(1), g()); } }",
                ),
                (
                    B,
                    "class Util { }",
                    "class Util { static void compareBytes(String s, byte[] a, byte[] b) { assertEquals(s, a.length, b.length); assertArrayEquals(a, b); } }",
                ),
            ],
        ),
        (
            "made rows of a class",
            &[
                (
                    A,
                    "class ATest { @Test public void one() { assertEquals(\"a b\", decode(\"=a_b\")); } @Test public void two() { assertEquals(\"c d\", decode(\"=c_d\")); } }",
                    "",
                ),
                (
                    "src/test/java/a/RowsTest.java",
                    "",
                    "@RunWith(Parameterized.class) public class RowsTest { @Parameters(name = \"{0}\") public static Iterable<Object[]> rows() { return Arrays.asList(new Object[][] { { \"a b\", \"=a_b\" }, { \"c d\", \"=c_d\" } }); } @Parameter(0) public String wanted; @Parameter(1) public String coded; @Test public void decodes() { assertEquals(wanted, decode(coded)); } }",
                ),
            ],
        ),
    ]);
}
