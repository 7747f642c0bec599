//! Tests that were written anew: honest ones, and what only looks like it.

use super::{all_fail, none_fail};

const A: &str = "tests/a.rs";

#[test]
fn tests_written_anew_are_for_a_person() {
    none_fail(&[
        (
            "under another name, of another function",
            &[(
                A,
                "#[test]\nfn tree_fold1() {\n    for i in 0..100 {\n        assert_eq!((0..i).tree_fold1(|x, y| x + y), (0..i).fold1(|x, y| x + y));\n    }\n}",
                "#[test]\nfn tree_reduce() {\n    for i in 0..100 {\n        assert_eq!((0..i).tree_reduce(|x, y| x + y), (0..i).fold1(|x, y| x + y));\n    }\n}",
            )],
        ),
        (
            "what it is about is no more, though its word is",
            &[
                (
                    A,
                    "#[test]\nfn steps() { assert_eq!(count(10).step(2), 5); }\n#[test]\nfn counts() { assert_eq!(count(1), 1); }",
                    "#[test]\nfn counts() { assert_eq!(count(1), 1); }",
                ),
                (
                    "src/lib.rs",
                    "pub fn count(n: u8) -> Counter { Counter(n) }\nimpl Counter { pub fn step(&self, n: u8) -> u8 { self.0 / n } }",
                    "/// Counts; a step is one.\npub fn count(n: u8) -> Counter { Counter(n) }",
                ),
            ],
        ),
        (
            "shorter, by other means",
            &[(
                "a_test.go",
                "func TestA(t *testing.T) {\n\terr := os.Mkdir(\"./tmp\", 0755)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tgot := Write(\"./tmp/test\")\n\tif got == nil {\n\t\tt.Error(\"no error\")\n\t}\n\tif got.Error() != \"open ./tmp/test: permission denied\" {\n\t\tt.Errorf(\"%s\", got)\n\t}\n}",
                "func TestA(t *testing.T) {\n\tdir, err := os.MkdirTemp(\"\", \"test\")\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\tgot := Write(filepath.Join(dir, \"test\"))\n\tif !errors.Is(got, os.ErrPermission) {\n\t\tt.Errorf(\"%s\", got)\n\t}\n}",
            )],
        ),
        (
            "a whole suite",
            &[(
                A,
                "#[test]\nfn one() { assert_eq!(parse(\"1\"), Ok(1)); }\n#[test]\nfn two() { assert_eq!(parse(\"2\"), Ok(2)); }\n#[test]\nfn three() { assert_eq!(parse(\"3\"), Ok(3)); }",
                "#[test]\nfn reads_numbers() { assert_eq!(Reader::new(\"1 2\").all(), vec![1, 2]); }\n#[test]\nfn ends() { assert_eq!(Reader::new(\"\").all(), vec![]); }\n#[test]\nfn refuses() { assert_eq!(Reader::new(\"x\").error(), Some(At(0))); }",
            )],
        ),
        (
            "from JUnit 4 to 5: what to say comes last",
            &[(
                "src/test/java/ATest.java",
                "class ATest {\n  @Test\n  public void sizes() {\n    Properties props = load();\n    assertEquals(\"number of properties in \" + props, 4, props.size());\n  }\n}",
                "class ATest {\n  @Test\n  void sizes() {\n    Properties props = load();\n    assertEquals(4, props.size(), \"number of properties in \" + props);\n  }\n}",
            )],
        ),
        (
            "from JUnit 4 to 5: an error is asked for where it is thrown",
            &[(
                "src/test/java/ATest.java",
                "class ATest {\n  @Test(expected = IndexException.class)\n  public void bounds() {\n    char[] hex = Hex.encode(data, 9, 10);\n    assertArrayEquals(new char[] { '6' }, hex);\n  }\n}",
                "class ATest {\n  @Test\n  void bounds() {\n    assertThrows(IndexException.class, () -> Hex.encode(data, 9, 10));\n  }\n}",
            )],
        ),
        (
            "a table that a method makes",
            &[(
                "src/test/java/ATest.java",
                "class ATest {\n  @Test\n  public void number() throws Exception {\n    assertEquals(1.5, Handler.create(\"1.5\", N));\n  }\n  @Test\n  public void text() throws Exception {\n    assertEquals(\"String\", Handler.create(\"String\", S));\n  }\n  @Test\n  public void date() throws Exception {\n    assertEquals(\"2020\", Handler.create(\"2020\", D));\n  }\n}",
                "class ATest {\n  static Stream<Arguments> values() { return Stream.of(Arguments.of(\"1.5\", N, 1.5), Arguments.of(\"a\", S, \"a\"), Arguments.of(\"2020\", D, \"2020\")); }\n  @ParameterizedTest\n  @MethodSource(\"values\")\n  void creates(String text, Class<?> of, Object wanted) throws Exception {\n    assertEquals(wanted, Handler.create(text, of));\n  }\n}",
            )],
        ),
        (
            "its class has another name",
            &[
                (
                    "src/test/java/EncoderAbstractTest.java",
                    "public abstract class EncoderAbstractTest {\n  @Test\n  public void isLocaleIndependent() { assertEquals(\"a\", encoder().encode(\"A\")); }\n}",
                    "",
                ),
                (
                    "src/test/java/AbstractEncoderTest.java",
                    "",
                    "public abstract class AbstractEncoderTest {\n  @Test\n  public void isLocaleIndependent() { String found = encoder().encode(\"A\"); assertEquals(\"a\", found); }\n}",
                ),
            ],
        ),
        (
            "each input is checked for all",
            &[(
                "tests/test_a.py",
                "def test_option(run):\n    r = run([])\n    assert not r.failed\n    assert 'A:[1]' in r.output\n    r = run(['--a=2'])\n    assert not r.failed\n    assert 'A:[2]' in r.output\n    r = run(['--a=x'])\n    assert r.failed\n    assert 'no number' in r.output\n",
                "@pytest.mark.parametrize(('args', 'expect', 'failed'), [([], 'A:[1]', False), (['--a=2'], 'A:[2]', False), (['--a=x'], 'no number', True)])\ndef test_option(run, args, expect, failed):\n    r = run(args)\n    assert expect in r.output\n    assert r.failed is failed\n",
            )],
        ),
        (
            "of a type, or of one that is derived from it",
            &[(
                "tests/test_a.py",
                "def test_timeout(http):\n    with pytest.raises(MaxRetryError) as e:\n        http.request('GET', '/', timeout=1)\n    assert type(e.value.reason) == ReadTimeoutError\n",
                "def test_timeout(http):\n    with pytest.raises(MaxRetryError) as e:\n        http.request('GET', '/', timeout=1)\n    assert isinstance(e.value.reason, ReadTimeoutError)\n",
            )],
        ),
        (
            "two bounds in one matcher",
            &[(
                "src/test/java/ATest.java",
                "class ATest {\n  @Test\n  void next() { int result = Random.next(33, 42); assertTrue(result >= 33 && result < 42); }\n}",
                "class ATest {\n  @Test\n  void next() { int result = Random.next(33, 42); assertThat(result, allOf(greaterThanOrEqualTo(33), lessThan(42))); }\n}",
            )],
        ),
        (
            "what a class above asserts",
            &[
                (
                    "src/test/java/LongTest.java",
                    "",
                    "class LongTest extends AbstractNumberTest {\n  @Test\n  void testLong() throws Exception { Bean info = new Bean(); info.setValue(\"0\"); valueTest(info, true); }\n  @Test\n  void testMax() throws Exception { Bean info = new Bean(); info.setValue(\"9\"); valueTest(info, true); }\n}",
                ),
                (
                    "src/main/java/Longs.java",
                    "class Longs {}",
                    "class Longs { boolean fits(String s) { return s.length() < 2; } }",
                ),
            ],
        ),
        (
            "nothing is on its way out any more",
            &[(
                "tests/test_a.py",
                "def test_run(app):\n    with pytest.deprecated_call():\n        app.before(go)\n    assert app.run() == 3\n",
                "def test_run(app):\n    app.before(go)\n    assert app.run() == 3\n",
            )],
        ),
        (
            "a report that nobody waits for",
            &[(
                ".github/workflows/ci.yml",
                "jobs:\n  test:\n    steps:\n      - name: Test\n        run: pytest\n      - name: Upload\n        uses: upload/action@v3\n",
                "jobs:\n  test:\n    steps:\n      - name: Test\n        run: pytest\n      - name: Upload\n        uses: upload/action@v3\n        continue-on-error: true\n",
            )],
        ),
        (
            "a tool that may be missing",
            &[(
                "Makefile",
                "test:\n\tgo test ./...\n",
                "GO_LINT=$(shell which golangci-lint || echo '')\ntest:\n\tgo test ./...\n",
            )],
        ),
    ]);
}

#[test]
fn what_came_does_not_hide_what_went() {
    all_fail(&[
        (
            "test-removed",
            &[(
                A,
                "#[test]\nfn parses_negative() { assert_eq!(parse(\"-1\"), Err(Sign)); }\n#[test]\nfn parses() { assert_eq!(parse(\"1\"), Ok(1)); }",
                "#[test]\nfn parses() { assert_eq!(parse(\"1\"), Ok(1)); }\n#[test]\nfn prints() { assert_eq!(Number(3).to_string(), \"3\"); }",
            )],
        ),
        (
            "test-removed",
            &[(
                A,
                "#[test]\nfn both() { let x = load(\"a\"); assert_eq!(x.left, side(7)); assert_eq!(x.right, side(8)); }",
                "#[test]\nfn sides() { let x = load(\"a\"); assert_eq!(x.left, side(7)); let _ = (x.right, side(8)); }",
            )],
        ),
        (
            "assertion-removed",
            &[(
                A,
                "#[test]\nfn both() { let x = load(\"a\"); assert_eq!(x.left, 7); assert_eq!(x.right, 8); }",
                "#[test]\nfn both() { let x = load(\"a\"); assert_eq!(x.left, 7); println!(\"{:?}\", x.right); }",
            )],
        ),
        (
            "check-weakened",
            &[(
                ".github/workflows/ci.yml",
                "jobs:\n  test:\n    steps:\n      - name: Build\n        run: make\n      - name: Test\n        run: pytest\n",
                "jobs:\n  test:\n    steps:\n      - name: Build\n        run: make\n      - name: Test\n        continue-on-error: true\n        run: pytest\n",
            )],
        ),
        (
            "check-weakened",
            &[(
                "Makefile",
                "test:\n\tgo test ./...\n",
                "test:\n\tgo test ./... || echo 'tests failed'\n",
            )],
        ),
    ]);
}
