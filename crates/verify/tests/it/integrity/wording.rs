//! Findings about assertions say the code as it stands in its file: on one line, whole tokens, its own blanks.

use super::{File, findings};

/// What is said of a change, all of it.
fn said(file: File<'_>) -> String {
    let found = findings(&[file]);
    let said: Vec<String> = found.into_iter().map(|it| it.message).collect();
    said.join("\n")
}

#[test]
fn code_stands_as_it_is_written_in_five_languages() {
    for (file, wanted) in [
        (
            (
                "web/a.test.ts",
                "import { load } from './a';\nit('loads', async () => {\n  const res = await load('/a');\n  expect(await res.text()).toBe('whole');\n  expect(res.status).toBe(200);\n});\n",
                "import { load } from './a';\nit('loads', async () => {\n  const res = await load('/a');\n  expect(res.status).toBe(200);\n});\n",
            ),
            "`res.text()` is not asserted any more",
        ),
        (
            (
                "tests/test_a.py",
                "from a import client\n\ndef test_a():\n    assert client.get(\n        \"/a\",\n        params={\"x\": 1},\n    ).status_code == 200\n",
                "from a import client\n\ndef test_a():\n    assert client.get(\n        \"/a\",\n        params={\"x\": 1},\n    ).status_code\n",
            ),
            "`client.get(\"/a\", params={\"x\": 1}).status_code`",
        ),
        (
            (
                "tests/a.rs",
                "#[test]\nfn totals() {\n    assert_eq!(a::total(&[1, 2]), 3);\n    assert_eq!(a::total(&[4, -1]), 3);\n}\n",
                "#[test]\nfn totals() {\n    assert_eq!(a::total(&[1, 2]), 3);\n}\n",
            ),
            "`a::total(&[4, -1])`",
        ),
        (
            (
                "a_test.go",
                "package a\n\nimport \"testing\"\n\nfunc TestName(t *testing.T) {\n\tif got := Name(\"x\", 1); got != \"x1\" {\n\t\tt.Errorf(\"got %q\", got)\n\t}\n\tif Size(&Box{2, 3}) != 6 {\n\t\tt.Error(\"size\")\n\t}\n}\n",
                "package a\n\nimport \"testing\"\n\nfunc TestName(t *testing.T) {\n\tif got := Name(\"x\", 1); got != \"x1\" {\n\t\tt.Errorf(\"got %q\", got)\n\t}\n}\n",
            ),
            "`Size(&Box{2, 3})` is not asserted any more",
        ),
        (
            (
                "src/test/java/ATest.java",
                "import static org.assertj.core.api.Assertions.assertThat;\nimport org.junit.jupiter.api.Test;\n\nclass ATest {\n    @Test\n    void reads() {\n        assertThat(new A()\n            .read(\"x\")\n            .size()).isEqualTo(3);\n        assertThat(new A().kept).isTrue();\n    }\n}\n",
                "import static org.assertj.core.api.Assertions.assertThat;\nimport org.junit.jupiter.api.Test;\n\nclass ATest {\n    @Test\n    void reads() {\n        assertThat(new A().kept).isTrue();\n    }\n}\n",
            ),
            "`new A().read(\"x\").size()` is not asserted any more",
        ),
    ] {
        let said = said(file);
        assert!(said.contains(wanted), "{wanted}\n{said}");
    }
}

#[test]
fn what_is_expected_is_as_it_is_written_and_never_empty() {
    let spy = |given: &str| {
        format!(
            "import {{ run }} from './a';\nit('calls', () => {{\n  const spy = vi.fn();\n  run(spy);\n  expect(spy).toHaveBeenCalledWith({given});\n}});\n"
        )
    };
    let text = |value: &str| {
        format!("from a import name\n\ndef test_name():\n    assert name(1) == {value}\n")
    };
    let (one, none, two) = (spy("1"), spy(""), spy("{ a: 1, b: [2, 3] }"));
    let (long, empty) = (text("'a b'"), text("''"));
    for file in [
        ("a.test.ts", one.as_str(), none.as_str()),
        ("a.test.ts", none.as_str(), one.as_str()),
        ("a.test.ts", two.as_str(), none.as_str()),
        ("test_a.py", long.as_str(), empty.as_str()),
        ("test_a.py", empty.as_str(), long.as_str()),
    ] {
        let said = said(file);
        assert!(!said.contains("``"), "{said}");
        assert!(!said.contains("( "), "{said}");
    }
    let said = said(("test_a.py", long.as_str(), empty.as_str()));
    let wanted = "`name(1)` was expected to be `'a b'` and is now expected to be `''`";
    assert!(said.contains(wanted), "{said}");
}

#[test]
fn a_long_expression_ends_behind_a_whole_token() {
    let many: Vec<String> = (100..160).map(|it| it.to_string()).collect();
    let many = many.join(", ");
    let words = "one word and another ".repeat(20);
    for given in [many.as_str(), &format!("\"{words}\"")] {
        let test = |asserts: &str| {
            format!("from a import total\n\ndef test_a():\n{asserts}    assert total([]) == 0\n")
        };
        let (before, after) = (
            test(&format!("    assert total([{given}]) == 7770\n")),
            test(""),
        );
        let said = said(("test_a.py", &before, &after));
        let quoted = said.split('`').nth(1).unwrap_or_default();
        assert!(quoted.ends_with('…'), "{said}");
        assert!(quoted.chars().count() <= 130, "{said}");
        let last = quoted.trim_end_matches('…').trim_end();
        let whole = last.ends_with(',')
            || last.ends_with("…\"")
            || last.len() > 3 && {
                let number = last.rsplit(' ').next().unwrap_or_default();
                number.len() == 3 && number.chars().all(|c| c.is_ascii_digit())
            };
        assert!(whole, "{quoted}");
    }
}
