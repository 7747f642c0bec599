//! What holds for any text that is read as Python, however broken or hostile.

use code::{ExportKind, Exporting, Keep, Language, Limits, Reading, Unreadable, facts, links};
use proptest::prelude::*;

/// Pieces of code in any order: closer to real texts than random letters.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "def f(",
        "a, ",
        "*b, **c",
        "):\n",
        "    ",
        "\t",
        "\n",
        "pass\n",
        "return ",
        "raise NotImplementedError\n",
        "class C(",
        "Base",
        "B):\n",
        "@route('/x')\n",
        "import a.b\n",
        "from . import c\n",
        "from x import *\n",
        "__all__ = [",
        "'n', ",
        "]\n",
        "if False:\n",
        "if TYPE_CHECKING:\n",
        "else:\n",
        "try:\n",
        "except:\n",
        "except Exception as e:\n",
        "finally:\n",
        "lambda x: ",
        "f'{",
        "}'",
        "'''",
        "\"",
        "\\\n",
        "# TODO\n",
        "yield\n",
        "async ",
        "await ",
        "match x:\n",
        "case C(a=b):\n",
        "global a\n",
        "x = ",
        "x: int = ",
        "[i for i in ",
        "{**a, ",
        "assert True\n",
        "def test_a():\n",
        "é",
        "\r\n",
        "\u{feff}",
        "(",
        ")",
        "=",
        ":=",
        "...",
        "del a\n",
        "with a as b:\n",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Well-formed files of a few items.
fn items() -> impl Strategy<Value = String> {
    let item = prop::sample::select(vec![
        "def a(x):\n    return b(x)\n",
        "def c(x): return None\n",
        "class S(T):\n    def m(self):\n        pass\n",
        "from .a import b, c as d\n",
        "import x.y\nx.y.go()\n",
        "@app.get('/')\nasync def view(request):\n    return await go(request)\n",
        "if False:\n    never()\n",
        "K, L = 1, 'text'\n",
        "try:\n    go()\nexcept Exception:\n    pass\n",
    ]);
    prop::collection::vec(item, 0..8).prop_map(|items| items.concat())
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![4 => pieces(), 1 => any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn places_stay_inside_the_text(source in text()) {
        let facts = facts(Language::Python, &source, &Limits::default());
        let total = facts.lines.total.max(1);
        prop_assert_eq!(facts.lines.total, facts.lines.code + facts.lines.blank + facts.lines.comment);
        for definition in &facts.definitions {
            prop_assert!(definition.span.line >= 1 && definition.span.line <= total);
            prop_assert!(definition.span.bytes.end <= source.len());
        }
        for uses in facts.references.values().chain(facts.members.values()) {
            prop_assert!(uses.iter().all(|found| found.line >= 1 && found.line <= total));
        }
        for import in &facts.imports {
            let _ = links::used(&facts, import, Some(&facts));
        }
        let masked = facts.code_only(&source, Keep::BARE);
        prop_assert_eq!(masked.len(), source.len());
    }

    #[test]
    fn a_comment_in_front_moves_facts_and_changes_none(source in items()) {
        let plain = facts(Language::Python, &source, &Limits::default());
        let moved = facts(Language::Python, &format!("# x\n{source}"), &Limits::default());
        prop_assert_eq!(plain.reading, Reading::Parsed);
        let names = |facts: &code::Facts| -> Vec<(String, code::Exported, code::Body)> {
            let definitions = facts.definitions.iter();
            definitions.map(|d| (d.name.clone(), d.exported, d.body)).collect()
        };
        prop_assert_eq!(names(&plain), names(&moved));
        prop_assert_eq!(plain.exports.len(), moved.exports.len());
        prop_assert_eq!(plain.imports.len(), moved.imports.len());
        prop_assert_eq!(plain.stubs.len(), moved.stubs.len());
    }

    #[test]
    fn exports_are_defined_or_come_from_elsewhere(source in items()) {
        let facts = facts(Language::Python, &source, &Limits::default());
        for export in &facts.exports {
            let defined = facts.definitions.iter().any(|d| d.name == export.name);
            let passed_on = matches!(export.kind, ExportKind::Reexport { .. });
            prop_assert!(defined || passed_on, "{}", export.name);
            let answer = facts.export_of(&export.name);
            prop_assert!(!matches!(answer, Exporting::No(_)), "{}", export.name);
        }
    }

    #[test]
    fn a_cut_text_is_read_too(source in items(), at in 0usize..400) {
        let at = at.min(source.len());
        let _ = facts(Language::Python, &source[..at], &Limits::default());
    }
}

#[test]
fn hostile_texts_end_soon() {
    let n = 20_000;
    let numbered = |line: &dyn Fn(usize) -> String| (0..n / 4).map(line).collect::<String>();
    let texts = [
        format!("x = f({})\n", "'a.b',".repeat(n)),
        format!("__all__ = [{}]\n", "'a',".repeat(n)),
        format!("x = f'{}'\n", "{a}b".repeat(n)),
        format!("x{}\n", ".a()".repeat(n / 2)),
        format!("x = {}b\n", "a and ".repeat(n / 2)),
        format!("if a:\n    b()\n{}", "elif c:\n    d()\n".repeat(n / 2)),
        format!("{}def f(): pass\n", "@a\n".repeat(n)),
        format!(
            "class TestA:\n{}",
            numbered(&|i| format!("    def m{i}(self): pass\n"))
        ),
        format!(
            "def f():\n{}",
            numbered(&|i| format!("    a{i} = []\n    return a{i}\n"))
        ),
        numbered(&|i| format!("import a.b{i}\na.b{i}.c()\n")),
        (0..300)
            .map(|i| format!("{}def f{i}(a):\n", " ".repeat(i)))
            .collect(),
    ];
    for text in texts {
        let read = facts(Language::Python, &text, &Limits::default());
        assert_eq!(read.language, Language::Python);
    }
}

#[test]
fn comments_without_end_are_not_parsed() {
    let few = format!("x = 1\n{}y = 2\n", "# note\n".repeat(2_000));
    let many = format!("x = 1\n{}", "# note\n".repeat(100_000));
    let backslashes = format!("x = 1 \\\n{}2\n", "\\\n".repeat(100_000));
    let reading = |text: &str| facts(Language::Python, text, &Limits::default()).reading;
    assert_eq!(reading(&few), Reading::Parsed);
    assert_eq!(reading(&many), Reading::Unreadable(Unreadable::TooComplex));
    assert_eq!(
        reading(&backslashes),
        Reading::Unreadable(Unreadable::TooComplex)
    );
}
