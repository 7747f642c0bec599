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
