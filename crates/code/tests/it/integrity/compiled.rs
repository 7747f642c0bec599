//! Tests in Rust, Go and Java, as they are read.

use super::all_read;

#[test]
fn rust_tests_are_read() {
    all_read(
        "tests/a.rs",
        &[
            (
                "#[test]\nfn a() { assert_eq!(add(1, 2), 3); }",
                "a | exact add ( 1 , 2 ) = 3",
            ),
            (
                "#[test]\nfn a() { assert_eq!(3, add(1, 2), \"m {}\", 1); }",
                "a | exact add ( 1 , 2 ) = 3",
            ),
            (
                "#[test]\nfn a() { let n = 3; assert_eq!(f(), n); }",
                "a | exact f ( ) = 3",
            ),
            (
                "#[test]\nfn a() { assert!(f().is_ok()); }",
                "a | loose f ( ) . is_ok ( ) = true",
            ),
            (
                "#[test]\nfn a() { assert!(f() && g() == 2); }",
                "a | partial f ( ) = true | exact g ( ) = 2",
            ),
            (
                "#[test]\nfn a() { f().unwrap(); }",
                "a | loose f ( ) . unwrap ( ) = -",
            ),
            (
                "#[test]\nfn a() -> R { f()?; Ok(()) }",
                "a | loose f ( ) ? = -",
            ),
            (
                "#[test]\nfn a() { f(); assert!(true); }",
                "a | vacuous true = - => ConstantAssertion!",
            ),
            (
                "#[test]\nfn a() { let x = 3; assert_eq!(x, 3); }",
                "a | vacuous x = 3 => ConstantAssertion!",
            ),
            (
                "#[test]\nfn a() { assert!(v.len() >= 0); }",
                "a | vacuous v . len ( ) = 0 => ConstantAssertion?",
            ),
            ("#[test]\nfn a() { f(); }", "a => NoAssertion?"),
            // What a program that is started has to do.
            (
                "#[test]\nfn a() { cmd().arg(1).assert().failure(); }",
                "a | partial cmd ( ) . arg ( 1 ) = -",
            ),
            (
                "#[test]\nfn a() { cmd().assert().success().stdout(\"x\"); }",
                "a | loose cmd ( ) = - | exact cmd ( ) = \"x\"",
            ),
            (
                "#[test]\nfn a() { cmd().assert().code(2).stderr(contains(1)); }",
                "a | exact cmd ( ) = 2 | partial cmd ( ) = contains ( 1 )",
            ),
            // It compares, and nobody looks.
            (
                "#[test]\nfn a() { if let Ok(x) = f() { let _same = x == 1; } }",
                "a => NoAssertion!",
            ),
            // That something could be made for it is no assertion of a test; that it works is.
            (
                "fn made() -> R { let r = R::new(); r.add(1).unwrap(); r }\n#[test]\nfn a() { let r = made(); println!(\"{}\", r.at(2)); }",
                "a => NoAssertion?",
            ),
            (
                "fn made() -> R { let r = R::new(); r.add(1).unwrap(); r }\n#[test]\nfn a() { let r = made(); r.at(2).unwrap(); }",
                "a | loose r . at ( 2 ) . unwrap ( ) = -",
            ),
            (
                "#[test]\nfn a() { println!(\"{}\", f()); }",
                "a => NoAssertion?",
            ),
            // Whether these assert, others say.
            ("#[test]\nfn a() { let mut p = f(); next!(p, Start); }", "a"),
            (
                "#[test]\nfn a() { crate::tests::Runner::new().run(); }",
                "a",
            ),
            ("#[test]\nfn a() { common::same(f()); }", "a"),
            (
                "#[test]\nfn a() { #[derive(Error)]\nstruct E { a: u8 } let _ = E { a: 1 }; }",
                "a",
            ),
            ("#[not(nightly)]\n#[test]\nfn a() {}", "a => EmptyTest?"),
            ("#[test]\nfn a() {}", "a => EmptyTest!"),
            (
                "#[test]\n#[ignore = \"slow\"]\nfn a() { assert_eq!(f(), 3); }",
                "a skipped | exact f ( ) = 3",
            ),
            (
                "#[cfg(any())]\nmod off { #[test] fn a() { assert_eq!(f(), 2); } }",
                "a skipped | exact f ( ) = 2 unreachable",
            ),
            (
                "#[test]\n#[should_panic(expected = \"boom\")]\nfn a() { f(); }",
                "a | throws the test = \"boom\"",
            ),
            (
                "#[rstest]\n#[case(1, 2)]\n#[case(2, 3)]\nfn a(#[case] x: u8, #[case] y: u8) { assert_eq!(f(x), y); }",
                "a x2 | exact f ( x ) = y",
            ),
            (
                "#[test]\nfn a() { for (x, y) in [(1, 2), (2, 3)] { assert_eq!(f(x), y); } }",
                "a x2 | exact f ( x ) = y",
            ),
            (
                "fn check_it(x: u8) { assert!(f(x)); }\n#[test]\nfn a() { check_it(3); }",
                "a | partial 3 = -",
            ),
            (
                "#[test]\nfn a() { assert_send::<Foo>(); }",
                "a | exact assert_send :: < Foo > ( ) = -",
            ),
            (
                "#[test]\nfn a() { assert_width!(\"x\", 3); }",
                "a | exact \"x\" = 3",
            ),
            (
                "#[test]\nfn a() { let x = f(); if let Some(y) = x { assert_eq!(y, 3); } }",
                "a | exact y = 3 guarded",
            ),
            (
                "#[test]\nfn a() { f(); return; assert_eq!(f(), 3); }",
                "a | exact f ( ) = 3 unreachable => NoAssertion!",
            ),
            (
                "proptest! {\n    #[test]\n    fn a(x in 0..3u8) { prop_assert_eq!(f(x), x); }\n}",
                "a | exact f ( x ) = x",
            ),
            ("// #[test]\n// fn a() {}\nfn b() { assert_eq!(1, 1); }", ""),
        ],
    );
}

#[test]
fn go_tests_are_read() {
    all_read(
        "a_test.go",
        &[
            (
                "func TestA(t *testing.T) { got := f(1); if got != 3 { t.Errorf(\"x\") } }",
                "TestA | exact got = 3",
            ),
            (
                "func TestA(t *testing.T) { if err != nil { t.Fatal(err) } }",
                "TestA | loose err = nil",
            ),
            (
                "func TestA(t *testing.T) { if !reflect.DeepEqual(f(), want) { t.Error(1) } }",
                "TestA | exact f ( ) = want",
            ),
            (
                "func TestA(t *testing.T) { if !errors.Is(err, ErrX) { t.Error(1) } }",
                "TestA | throws err = ErrX",
            ),
            (
                "func TestA(t *testing.T) { assert.Equal(t, 3, f(1)) }",
                "TestA | exact f ( 1 ) = 3",
            ),
            (
                "func TestA(t *testing.T) { require.NoError(t, err) }",
                "TestA | loose err = -",
            ),
            (
                "func TestA(t *testing.T) { assert.True(t, true) }",
                "TestA | vacuous true = - => ConstantAssertion!",
            ),
            (
                "func TestA(t *testing.T) { t.Log(f()) }",
                "TestA => NoAssertion!",
            ),
            (
                "func TestA(t *testing.T) { t.Skip(\"x\"); assert.Equal(t, 3, f()) }",
                "TestA skipped | exact f ( ) = 3 unreachable",
            ),
            (
                "func TestA(t *testing.T) { for _, c := range cs { t.Run(c.name, func(t *testing.T) { t.Skip(\"x\"); assert.Equal(t, 3, f()) }) } }",
                "TestA skipped | exact f ( ) = 3 unreachable",
            ),
            (
                "func TestA(t *testing.T) { check := func() { assert.Equal(t, 3, f()) }; _ = 1; assert.Equal(t, 4, g()) }",
                "TestA | exact f ( ) = 3 unreachable | exact g ( ) = 4",
            ),
            (
                "func TestA(t *testing.T) { check := func() { assert.Equal(t, 3, f()) }; check() }",
                "TestA | exact f ( ) = 3 | exact check ( ) = -",
            ),
            (
                "func TestA(t *testing.T) { t.Log(ShouldSkip(r)) }",
                "TestA => NoAssertion!",
            ),
            (
                "func TestA(t *testing.T) { checkAll(t, run(r)); t.Log(r) }",
                "TestA | exact t , run ( r ) = -",
            ),
            (
                "func TestA(t *testing.T) { cs := []struct{ a, b int }{{1, 2}, {2, 3}}; for _, c := range cs { if f(c.a) != c.b { t.Fatal(c) } } }",
                "TestA x2 | exact f ( c . a ) = c . b",
            ),
            (
                "func TestA(t *testing.T) { g := NewWithT(t); g.Expect(f()).To(Equal(3)); g.Expect(err).NotTo(HaveOccurred()) }",
                "TestA | exact f ( ) = 3 | loose err = -",
            ),
            (
                "func (s *MySuite) TestA() { s.Equal(3, f()) }",
                "TestA | exact f ( ) = 3",
            ),
            (
                "func TestA(t *testing.T) { m.On(\"Get\", 1).Return(3); assert.Equal(t, 3, m.Get(1)) }",
                "TestA | exact m . Get ( 1 ) = 3 => MocksSubject!",
            ),
            (
                "func check2(t *testing.T) { if f() != 3 { t.Fatal(1) } }\nfunc TestA(t *testing.T) { check2(t) }",
                "TestA | exact t = -",
            ),
            (
                "func ExampleA() { fmt.Println(f())\n// Output: 3\n}",
                "ExampleA",
            ),
            ("func Testing(t *testing.T) { f() }", ""),
        ],
    );
}

#[test]
fn java_tests_are_read() {
    all_read(
        "src/test/java/ATest.java",
        &[
            (
                "class A { @Test void a() { assertEquals(3, add(1, 2)); } }",
                "a | exact add ( 1 , 2 ) = 3",
            ),
            (
                "class A { @Test void a() { assertTrue(x.equals(3)); } }",
                "a | exact x = 3",
            ),
            (
                "class A { @Test void a() { assertThat(f()).isEqualTo(3); } }",
                "a | exact f ( ) = 3",
            ),
            (
                "class A { @Test void a() { assertThat(f(), is(not(nullValue()))); } }",
                "a | loose f ( ) = -",
            ),
            (
                "class A { @Test void a() { assertThrows(X.class, () -> f()); } }",
                "a | throws ( ) -> f ( ) = X . class",
            ),
            (
                "class A { @Test(expected = X.class) public void a() { f(); } }",
                "a | throws the test = X . class",
            ),
            (
                "class A { @Test void a() { verify(m).save(3); } }",
                "a | exact verify ( m ) . save ( 3 ) = 3",
            ),
            (
                "class A { @Test void a() { add(1, 2); assertTrue(true); } }",
                "a | vacuous true = - => ConstantAssertion!",
            ),
            (
                "class A { @Test void a() { when(s.get(1)).thenReturn(3); assertEquals(3, s.get(1)); } }",
                "a | exact s . get ( 1 ) = 3 => MocksSubject!",
            ),
            (
                "class A { @Test void a() { try { f(); fail(); } catch (X e) { } } }",
                "a | partial fail = false",
            ),
            (
                "class A { @Test void a() { try { assertEquals(3, f()); } catch (Exception e) { } } }",
                "a | exact f ( ) = 3",
            ),
            (
                "class A { @Test void a() { try { assertEquals(3, f()); } catch (Throwable e) { } } }",
                "a | exact f ( ) = 3 swallowed => NoAssertion?",
            ),
            (
                "@Disabled class A { @Test void a() { assertEquals(3, f()); } }",
                "a skipped | exact f ( ) = 3",
            ),
            (
                "class A { @ParameterizedTest @ValueSource(ints = {1, 2}) void a(int x) { assertTrue(f(x)); } }",
                "a x2 | partial f ( x ) = true",
            ),
            (
                "class A { @Test void a() { if (f() != 3) throw new AssertionError(); } }",
                "a | exact f ( ) = 3",
            ),
            ("class A { void a() { assertEquals(3, f()); } }", ""),
        ],
    );
}
