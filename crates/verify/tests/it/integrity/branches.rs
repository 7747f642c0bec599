//! Tests that choose between two branches, by the system or a version, and later make the assertions of one in every run;
//! and those that only lose one.

use super::{File, findings};

fn rules(path: &str, before: &str, after: &str) -> Vec<&'static str> {
    let file: File<'_> = (path, before, after);
    findings(&[file]).iter().map(|it| it.rule.id()).collect()
}

#[test]
fn the_choice_is_gone() {
    let script = |holds: &str| {
        format!(
            "import {{ end }} from '../src/end.js';\nconst isOld = process.version < 'v20';\ntest('ends', async () => {{\n  const {{ signal, code }} = await end();\n{holds}}});\n"
        )
    };
    let now = "  expect(signal).toBe('SIGTERM');\n  expect(code).toBe(undefined);\n";
    let chosen = "  if (isOld) {\n    expect(signal).toBe(undefined);\n    expect(code).toBe('EPERM');\n  } else {\n    expect(signal).toBe('SIGTERM');\n    expect(code).toBe(undefined);\n  }\n";
    assert!(rules("test/end.test.js", &script(chosen), &script(now)).is_empty());
    let python = |holds: &str| format!("import sys\n\ndef test_end():\n    found = end()\n{holds}");
    let now = "    assert found.args == ('a',)\n";
    let chosen = "    if sys.version_info < (3, 9):\n        assert found.args == ('b',)\n    else:\n        assert found.args == ('a',)\n";
    assert!(rules("tests/test_end.py", &python(chosen), &python(now)).is_empty());
    let go = |holds: &str| {
        format!(
            "package a\nimport (\n\t\"runtime\"\n\t\"testing\"\n\t\"github.com/stretchr/testify/assert\"\n)\nfunc TestEnd(t *testing.T) {{\n\tgot := End()\n{holds}}}\n"
        )
    };
    let now = "\tassert.Equal(t, \"a\", got.Name)\n";
    let chosen = "\tif runtime.GOOS == \"windows\" {\n\t\tassert.Equal(t, \"b\", got.Name)\n\t} else {\n\t\tassert.Equal(t, \"a\", got.Name)\n\t}\n";
    assert!(rules("end_test.go", &go(chosen), &go(now)).is_empty());
    let java = |holds: &str| {
        format!(
            "class EndTest {{\n  @Test\n  void ends() {{\n    String found = End.now();\n{holds}  }}\n}}\n"
        )
    };
    let now = "    assertEquals(\"a\", found);\n";
    let chosen = "    if (Runtime.version().feature() < 17) {\n      assertEquals(\"b\", found);\n    } else {\n      assertEquals(\"a\", found);\n    }\n";
    assert!(rules("src/test/java/EndTest.java", &java(chosen), &java(now)).is_empty());
    let rust = |holds: &str| format!("#[test]\nfn ends() {{\n    let found = end();\n{holds}}}\n");
    let now = "    assert_eq!(found.name, \"a\");\n";
    let chosen = "    if cfg!(windows) {\n        assert_eq!(found.name, \"b\");\n    } else {\n        assert_eq!(found.name, \"a\");\n    }\n";
    assert!(rules("tests/end.rs", &rust(chosen), &rust(now)).is_empty());
}

#[test]
fn the_choice_stands_and_a_branch_says_less() {
    let python = |holds: &str| format!("import sys\n\ndef test_end():\n    found = end()\n{holds}");
    let chosen = "    if sys.version_info < (3, 9):\n        assert found.name == 'b'\n        assert found.code == 3\n    else:\n        assert found.name == 'a'\n";
    let less = "    if sys.version_info < (3, 9):\n        assert found.name == 'b'\n    else:\n        assert found.name == 'a'\n";
    let found = rules("tests/test_end.py", &python(chosen), &python(less));
    assert_eq!(found, ["assertion-removed"]);
    // Nothing of what was asserted is left.
    let none = "    assert found\n";
    let found = rules("tests/test_end.py", &python(chosen), &python(none));
    assert!(!found.is_empty());
    // The branch that goes asked for something that nothing asks for now.
    let other = "    if sys.version_info < (3, 9):\n        assert found.code == 3\n    else:\n        assert found.name == 'a'\n";
    let found = rules(
        "tests/test_end.py",
        &python(other),
        &python("    assert found.name == 'a'\n"),
    );
    assert_eq!(found, ["assertion-removed"]);
    // What stood before the choice was made in every run; and of the branch, `code` is asked by nothing now.
    let ahead = format!("    assert found.size == 4\n{chosen}");
    let now = "    assert found.name == 'a'\n";
    let found = rules("tests/test_end.py", &python(&ahead), &python(now));
    assert_eq!(found, ["assertion-removed", "assertion-removed"]);
}
