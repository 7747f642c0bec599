//! Assertions that went together with what they looked at, or of which the same is asserted less often; and those that went
//! alone.

use super::{File, findings};

/// The rules that a change of one file breaks, without those about expectations.
fn rules(path: &str, before: &str, after: &str) -> Vec<&'static str> {
    let file: File<'_> = (path, before, after);
    findings(&[file]).iter().map(|it| it.rule.id()).collect()
}

const WITH_SETUP: &[&str] = &["assertion-removed-with-setup"];

#[test]
fn the_variable_went_too() {
    let python = |asks: &str, holds: &str| {
        format!(
            "def test_refusal():\n    app = make()\n{asks}    app.close()\n    assert app.closed == 1006\n{holds}"
        )
    };
    let found = rules(
        "tests/test_app.py",
        &python(
            "    answer = app.ask('upgrade')\n",
            "    assert answer.status == 500\n    assert answer.text == 'Broken'\n",
        ),
        &python("    app.ask('upgrade')\n", ""),
    );
    assert_eq!(found, [WITH_SETUP, WITH_SETUP].concat());
    let script = |made: &str, holds: &str| {
        format!(
            "import {{ open }} from '../src/open.js';\ntest('opens', async () => {{\n  const one = open('a');\n{made}  expect(await read(one)).toBe('ok');\n{holds}}});\n"
        )
    };
    let found = rules(
        "test/open.test.ts",
        &script(
            "  const two = open({url: 'b'});\n",
            "  expect(await read(two)).toBe('ok');\n",
        ),
        &script("", ""),
    );
    assert_eq!(found, WITH_SETUP);
}

#[test]
fn the_variable_holds_something_else() {
    let java = |made: &str, holds: &str| {
        format!(
            "class UrlTest {{\n  @Test\n  void joins() {{\n    Url url = {made};\n{holds}    assertEquals(\"a/b\", join(url));\n  }}\n}}\n"
        )
    };
    let found = rules(
        "src/test/java/UrlTest.java",
        &java(
            "Url.parse(\"http://a/b\")",
            "    assertEquals(\"a\", url.host());\n",
        ),
        &java("new Url(\"a\", \"b\", null)", ""),
    );
    assert_eq!(found, WITH_SETUP);
}

#[test]
fn the_same_is_asserted_less_often() {
    let rust = |more: &str| {
        format!(
            "#[test]\nfn counts() {{\n    let mut it = Counter::new();\n    it.add();\n    assert_eq!(it.total(), 1);\n{more}}}\n"
        )
    };
    let found = rules(
        "tests/counts.rs",
        &rust("    it.add_nothing();\n    it.tick();\n    assert_eq!(it.total(), 1);\n"),
        &rust(""),
    );
    assert_eq!(found, WITH_SETUP);
}

#[test]
fn the_assertion_went_alone() {
    let go = |holds: &str| {
        format!(
            "package a\n\nimport \"testing\"\n\nfunc TestSplit(t *testing.T) {{\n\tleft, right := Split(\"a=b\")\n{holds}\tif left != \"a\" {{\n\t\tt.Fatal(left)\n\t}}\n}}\n"
        )
    };
    let found = rules(
        "a_test.go",
        &go("\tif right != \"b\" {\n\t\tt.Fatal(right)\n\t}\n"),
        &go("\t_ = right\n"),
    );
    assert_eq!(found, ["assertion-removed"]);
    // The last one of a test may not go with its variable.
    let python = |body: &str| format!("def test_sum():\n    reset()\n{body}");
    let found = rules(
        "test_sum.py",
        &python("    total = add(1, 2)\n    assert total == 3\n"),
        &python("    add(1, 2)\n"),
    );
    assert!(
        !found.is_empty() && !found.contains(&"assertion-removed-with-setup"),
        "{found:?}"
    );
}

#[test]
fn a_helper_with_type_arguments_asserts() {
    let before = "package a\n\nimport \"testing\"\n\nfunc TestBatch(t *testing.T) {\n\tt.Run(\"nil\", func(t *testing.T) {\n\t\tif b := Batch(nil); b != nil {\n\t\t\tt.Fatalf(\"expected nil, got %+v\", b)\n\t\t}\n\t})\n\tt.Run(\"two\", func(t *testing.T) {\n\t\tb := Batch(Quit, Quit)()\n\t\tif l := len(b.(BatchMsg)); l != 2 {\n\t\t\tt.Fatalf(\"expected 2, got %d\", l)\n\t\t}\n\t})\n}\n";
    let after = "package a\n\nimport \"testing\"\n\nfunc TestBatch(t *testing.T) {\n\tmany[BatchMsg](t, Batch)\n}\n\nfunc TestSequence(t *testing.T) {\n\tmany[sequenceMsg](t, Sequence)\n}\n\nfunc many[T ~[]Cmd](t *testing.T, make func(cmd ...Cmd) Cmd) {\n\tt.Run(\"nil\", func(t *testing.T) {\n\t\tif b := make(nil); b != nil {\n\t\t\tt.Fatalf(\"expected nil, got %+v\", b)\n\t\t}\n\t})\n\tt.Run(\"two\", func(t *testing.T) {\n\t\tb := make(Quit, Quit)()\n\t\tif l := len(b.(T)); l != 2 {\n\t\t\tt.Fatalf(\"expected 2, got %d\", l)\n\t\t}\n\t})\n}\n";
    let found = rules("commands_test.go", before, after);
    assert_eq!(
        found,
        [""; 0],
        "{:?}",
        findings(&[("commands_test.go", before, after)])
    );
}

#[test]
fn an_error_is_asked_for_in_another_way() {
    let java = |asks: &str| {
        format!(
            "class DecoratorsTest {{\n  @Test\n  void failsWithItsCause() throws Exception {{\n    IOException cause = new IOException(\"thrown\");\n    Stage<String> stage = Decorators.of(() -> service.fails()).get();\n{asks}  }}\n}}\n"
        )
    };
    let tried = "    try {\n      stage.toFuture().get();\n      fail(\"expected exception\");\n    } catch (Exception e) {\n      assertThat(e.getCause()).isEqualTo(cause);\n    }\n";
    let path = "src/test/java/DecoratorsTest.java";
    let asked = "    assertThatThrownBy(() -> stage.toFuture().get()).hasCause(cause);\n";
    assert_eq!(rules(path, &java(tried), &java(asked)), [""; 0]);
    // Where nothing fails if nothing is thrown, the assertion need not be reached.
    let silent = tried.replace("      fail(\"expected exception\");\n", "");
    let found = rules(path, &java(tried), &java(&silent));
    assert_eq!(found, ["assertion-hidden", "test-emptied"]);
    let script = |asks: &str| {
        format!(
            "import {{ load }} from '../src/load.js';\ntest('refuses', async () => {{\n{asks}}});\n"
        )
    };
    let tried = "  try {\n    await load('x');\n    expect.fail('expected');\n  } catch (error) {\n    expect(error.message).toBe('no x');\n  }\n";
    let asked = "  await expect(load('x')).rejects.toThrow('no x');\n";
    let path = "test/load.test.ts";
    assert_eq!(rules(path, &script(tried), &script(asked)), [""; 0]);
}

#[test]
fn that_nothing_is_thrown_is_asked() {
    let new = |body: &str| format!("from app import load\n\n\ndef test_load():\n{body}");
    let tried =
        "    try:\n        load('x')\n    except OSError:\n        assert False, 'not there'\n";
    assert_eq!(rules("test_load.py", "", &new(tried)), [""; 0]);
}

#[test]
fn a_method_of_the_same_name_is_no_helper() {
    let flask = |inner: &str, name: &str| {
        format!(
            "def test_session(app, client):\n    @app.route('/get')\n    def {name}():\n        assert not session.modified\n        return 'x'\n\n    assert client.get('/get').data == b'x'\n\n\ndef test_path(app, client):\n    make(app)\n    rv = client.get('/', '{inner}')\n    client.get('/a')\n    assert rv.path == '/foo'\n"
        )
    };
    let path = "tests/test_basic.py";
    let found = rules(path, &flask("a", "get"), &flask("a", "do_get"));
    assert_eq!(found, [""; 0], "{found:?}");
    let script = |name: &str| {
        format!(
            "function {name}(it) {{\n  expect(it.size).toBe(3);\n}}\ntest('counts', () => {{\n  const bag = open();\n  bag.check();\n  expect(bag.size).toBe(2);\n  {name}(bag);\n}});\n"
        )
    };
    let path = "test/bag.test.ts";
    let found = rules(path, &script("check"), &script("hasThree"));
    assert_eq!(found, [""; 0], "{found:?}");
}

#[test]
fn keys_of_what_is_expected_are_no_variables() {
    let script = |asks: &str| {
        format!(
            "test('nests', () => {{\n  const A = z.object({{ name: z.string() }}).readonly();\n  const result = toSchema(A);\n  {asks}\n}});\n"
        )
    };
    let was = "expect(result).toEqual({ $ref: '#', name: 'A' });";
    let now = "expect(result).toEqual({ $ref: '#/A', $defs: { A: { name: 'A' } } });";
    let found = rules("test/schema.test.ts", &script(was), &script(now));
    assert!(!found.contains(&"assertion-vacuous"), "{found:?}");
}

#[test]
fn an_assertion_became_a_row_of_a_new_test() {
    let java = |refused: &str, more: &str| {
        format!(
            "class ConversionTest {{\n  @Test\n  void testDigit() {{\n    assertEquals(0, Conversion.digit('0'));\n    assertEquals(15, Conversion.digit('F'));\n{refused}  }}\n{more}}}\n"
        )
    };
    let was = java(
        "    assertThrows(IllegalArgumentException.class, () -> Conversion.digit('G'));\n",
        "",
    );
    let now = java(
        "",
        "  @ParameterizedTest\n  @ValueSource(chars = { 'G', '/', ':' })\n  void testDigitIllegalArgument(final char ch) {\n    assertThrows(IllegalArgumentException.class, () -> Conversion.digit(ch));\n  }\n",
    );
    let path = "src/test/java/ConversionTest.java";
    assert_eq!(rules(path, &was, &now), [""; 0]);
    let less = now.replace("'G', ", "");
    assert!(rules(path, &was, &less).contains(&"assertion-removed"));
}

#[test]
fn that_something_is_on_its_way_out_goes_with_it() {
    let python = |makes: &str| {
        format!(
            "import pytest\nfrom lib import Client\n\n\ndef test_close():\n    try:\n{makes}        client.get('http://example.com')\n    finally:\n        client.close()\n"
        )
    };
    let was = python(
        "        with pytest.warns(DeprecationWarning):\n            client = Client(proxies={'https://': URL})\n",
    );
    let now = python("        client = Client(proxy=URL)\n");
    super::none_fail(&[("gone", &[("tests/test_close.py", &was, &now)])]);
}
