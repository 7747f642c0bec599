//! Tests that change with the code that they are about: what it gives has changed, or what they asked of it is no more.
//! Beside each, the same change of the test alone, or of code that has nothing to do with it.

use super::{all_fail, none_fail};

const J: &str = "src/test/java/ATest.java";
const P: &str = "tests/test_a.py";

const REFUSES: &str = "class ATest {\n  @Test\n  void equal() {\n    assertTrue(Text.same(\"a\", \"a\"));\n    assertThrows(NullPointerException.class, () -> Text.same(null, null));\n  }\n}";
const ANSWERS: &str = "class ATest {\n  @Test\n  void equal() {\n    assertTrue(Text.same(\"a\", \"a\"));\n    assertFalse(Text.same(null, null));\n  }\n}";
const TEXT: (&str, &str, &str) = (
    "src/main/java/Text.java",
    "class Text { static boolean same(String a, String b) { return a.equals(b); } }",
    "class Text { static boolean same(String a, String b) { return Objects.equals(a, b); } }",
);
const OPTION: &str = "def test_old_way():\n    with pytest.deprecated_call():\n        cli = Command('cli', [Argument(['x'], autocompletion=custom)])\n    assert words(cli) == ['a', 'b']\n\ndef test_words():\n    assert words(Command('x', [])) == []\n";
const NO_OPTION: &str = "def test_words():\n    assert words(Command('x', [])) == []\n";

#[test]
fn what_changes_with_its_code() {
    none_fail(&[
        ("a failure is an answer now", &[(J, REFUSES, ANSWERS), TEXT]),
        (
            "and so is its text",
            &[
                (
                    J,
                    "class ATest {\n  @Test\n  void read() {\n    assertEquals(-1, input.read());\n    final IOException e = assertThrows(IOException.class, input::read);\n    assertEquals(\"after the end\", e.getMessage());\n    input.close();\n  }\n}",
                    "class ATest {\n  @Test\n  void read() {\n    assertEquals(-1, input.read());\n    assertFalse(input.read());\n    input.close();\n  }\n}",
                ),
                (
                    "src/main/java/Input.java",
                    "class Input { int read() throws IOException { if (done) { throw new IOException(\"after the end\"); } return next(); } }",
                    "class Input { int read() { return done ? -1 : next(); } }",
                ),
            ],
        ),
        (
            "a parameter is no more, though a comment speaks of it",
            &[
                (P, OPTION, NO_OPTION),
                (
                    "src/core.py",
                    "class Argument:\n    def __init__(self, names, autocompletion=None):\n        self.names = names\n        self.autocompletion = autocompletion\n",
                    "class Argument:\n    \"\"\"One.\n\n    ``autocompletion`` is renamed to ``complete``.\n    \"\"\"\n\n    def __init__(self, names, complete=None):\n        self.names = names\n        self.complete = complete\n",
                ),
            ],
        ),
        (
            "a parameter is no more, though another function takes one of that name",
            &[
                (
                    P,
                    "def test_dump():\n    assert dump([1, 2]) == '1, 2'\n    assert dump([1, 2], allow_token=False) == '\"1\", \"2\"'\n",
                    "def test_dump():\n    assert dump([1, 2]) == '1, 2'\n",
                ),
                (
                    "src/http.py",
                    "def quote(value, allow_token=True):\n    return value if allow_token else repr(value)\n\ndef dump(items, allow_token=True):\n    return ', '.join(quote(it, allow_token) for it in items)\n",
                    "def quote(value, allow_token=True):\n    return value if allow_token else repr(value)\n\ndef dump(items):\n    return ', '.join(quote(it, True) for it in items)\n",
                ),
            ],
        ),
        (
            "what is expected is what a type of others says",
            &[(
                J,
                "class ATest {\n  @Test\n  void ascii() { assertEquals(\"US-ASCII\", Charsets.ASCII.name()); }\n}",
                "class ATest {\n  @Test\n  void ascii() { assertEquals(StandardCharsets.ASCII.name(), Charsets.ASCII.name()); }\n}",
            )],
        ),
        (
            "a helper is a test now, which is run for each",
            &[(
                J,
                "class ATest {\n  private void digest(Option... options) {\n    assertEquals(wanted(), Digest.of(path(), options));\n  }\n  @Test\n  void empty() { digest(); }\n}",
                "class ATest {\n  @ParameterizedTest\n  @MethodSource(\"all\")\n  void digest(String name, Option... options) {\n    assertEquals(wanted(name), Digest.of(path(), options));\n  }\n  @ParameterizedTest\n  @MethodSource(\"all\")\n  void empty(String name) { digest(name); }\n}",
            )],
        ),
        (
            "it held nothing before either",
            &[(
                J,
                "class ATest extends TestCase {\n  public void testPrint() { System.out.println(Idn.of(\".\")); assertTrue(true); }\n}",
                "class ATest {\n  @Test\n  void testPrint() { System.out.println(Idn.of(\".\")); assertTrue(true); }\n}",
            )],
        ),
        (
            "a method that is given something was no test",
            &[(
                J,
                "class ATest extends TestCase {\n  public void testValid() { testValid(parts, 3); }\n  public void testValid(Object[] parts, int how) { assertEquals(how, Url.check(parts)); }\n}",
                "class ATest {\n  @Test\n  void testValid() { testValid(parts, 3); }\n  void testValid(Object[] parts, int how) { assertEquals(how, Url.check(parts)); }\n}",
            )],
        ),
        (
            "what stood in an `expect` without a matcher asked nothing",
            &[(
                "src/a.test.ts",
                "it('tags', () => {\n  expect(() => {\n    const { key } = options({ key: ['a'] });\n    expectTypeOf(key).toEqualTypeOf<number>();\n  });\n});\n",
                "it('tags', () => {\n  const { key } = options({ key: ['a'] });\n  expectTypeOf(key).toEqualTypeOf<number>();\n});\n",
            )],
        ),
    ]);
}

#[test]
fn what_changes_alone() {
    all_fail(&[
        ("assertion-weakened", &[(J, REFUSES, ANSWERS)]),
        (
            "assertion-removed",
            &[
                (
                    J,
                    REFUSES,
                    "class ATest {\n  @Test\n  void equal() {\n    assertTrue(Text.same(\"a\", \"a\"));\n    Text.same(null, null);\n  }\n}",
                ),
                TEXT,
            ],
        ),
        (
            "test-removed",
            &[
                (P, OPTION, NO_OPTION),
                (
                    "src/core.py",
                    "class Argument:\n    def __init__(self, names, autocompletion=None):\n        self.names = names\n        self.autocompletion = autocompletion\n",
                    "class Argument:\n    def __init__(self, names, autocompletion=None):\n        self.names = list(names)\n        self.autocompletion = autocompletion\n",
                ),
            ],
        ),
        (
            "assertion-weakened",
            &[(
                J,
                "class ATest {\n  @Test\n  void ascii() { assertEquals(\"US-ASCII\", Charsets.nameOf(it)); }\n}",
                "class ATest {\n  @Test\n  void ascii() { assertEquals(other.nameOf(it), Charsets.nameOf(it)); }\n}",
            )],
        ),
        (
            "test-cannot-fail",
            &[(
                J,
                "class ATest extends TestCase {\n  public void testPrint() { assertEquals(\"a\", Idn.of(\".\")); }\n}",
                "class ATest {\n  @Test\n  void testPrint() { Idn.of(\".\"); assertTrue(true); }\n}",
            )],
        ),
    ]);
}
