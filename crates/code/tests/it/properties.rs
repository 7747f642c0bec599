//! What holds for any text.

use code::{Keep, Language, Limits, Reading, facts, links};
use proptest::prelude::*;

fn language() -> impl Strategy<Value = Language> {
    prop_oneof![
        Just(Language::Rust),
        Just(Language::TypeScript),
        Just(Language::Tsx),
        Just(Language::Go),
        Just(Language::Vue),
        Just(Language::Java),
        Just(Language::Other),
    ]
}

/// Pieces of code in any order: closer to real texts than random letters.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "fn f(",
        "pub ",
        "struct S",
        "impl A ",
        "{",
        "}",
        "(",
        ")",
        "=> ",
        "use a::{",
        "b, ",
        "*",
        ";",
        "\n",
        "// x\n",
        "/* y",
        "*/",
        "\"s",
        "\"",
        "'",
        "`${",
        "#[cfg(test)]",
        "#[cfg(any())]",
        "if false ",
        "if (false) ",
        "todo!()",
        "export ",
        "import ",
        "from './x'",
        "default ",
        "class C ",
        "const a = ",
        "function g(",
        "<div>",
        "</div>",
        "return ",
        "=",
        "é",
        "\r\n",
        "async ",
        "type T",
        "mod m",
        "self::",
        "crate::a",
        "throw new Error('not implemented')",
        "<<<<<<< a\n",
        "=======\n",
        ">>>>>>> b\n",
        "r#\"",
        "\"#",
        "?",
        ":",
        "&&",
        "require('./y')",
        "<script setup>",
        "<script lang=\"ts\">",
        "</script>",
        "<template>",
        "</template>",
        "<!-- ",
        " -->",
        "{{ ",
        " }}",
        "<Chat :a=\"",
        " @click='",
        " v-for=\"x in ",
        "/>",
        "func F(a int) error {",
        "func (s *S[T]) m(",
        "package a\n",
        ":= ",
        "if err != nil {",
        "switch x := y.(type) {",
        "case ",
        "map[K]V{",
        "t.Run(\"a\", func(t *testing.T) {",
        "@Override ",
        "class C extends D { ",
        "try { } catch (E e) ",
        "case X -> ",
        "new A() ",
        "import static a.B.*",
        "\u{feff}",
        "\t",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Well-formed files of a few items.
fn items() -> impl Strategy<Value = (Language, String)> {
    let rust = prop::sample::select(vec![
        "pub fn a() { b(1) }\n",
        "fn c(x: u8) -> Option<u8> { None }\n",
        "pub struct S { pub a: u8 }\nimpl S { pub fn m(&self) {} }\n",
        "use crate::a::{b, c as d};\npub use e::*;\n",
        "#[cfg(test)]\nmod t { #[test] fn u() { assert!(true) } }\n",
        "mod m { pub trait T { fn f(&self) {} } }\n",
        "#[cfg(any())]\npub fn never() {}\n",
        "/// doc\npub const K: &str = \"/* no */\";\n",
    ]);
    let script = prop::sample::select(vec![
        "export function a() { b(); }\n",
        "export const c = (x) => null, d = 1;\n",
        "export class S { m() {} }\n",
        "import { b as e } from './b';\nexport { e };\n",
        "export default function () { go(); }\n",
        "interface T { a: string }\nexport type { T };\n",
        "export const P = () => <div onClick={() => {}}>TODO</div>;\n",
        "export * from './x'; // why\n",
        "if (false) { a(); }\n",
    ]);
    let go = prop::sample::select(vec![
        "func A() { b(1) }\n",
        "func c(x int) (int, error) { return 0, nil }\n",
        "type S[T any] struct{ a T }\nfunc (s *S[T]) M() { s.a = f() }\n",
        "type I interface{ Do(x int) error }\n",
        "const (\n\tK = \"/* no */\"\n\tl = iota\n)\n",
        "var V, w = 1, func() {}\n",
        "func init() { if err := g(); err != nil {\n} }\n",
        "// Doc.\nfunc D() { if false { go e() } }\n",
    ]);
    let java = prop::sample::select(vec![
        "public class A { public void m(int a) { go(a); } }\n",
        "class B extends C { @Override void n() { } }\n",
        "public interface I { int K = 1; default boolean f(X x) { return true; } }\n",
        "public enum E { P, Q { int z() { return 1; } }; int z() { return 0; } }\n",
        "public record R(int x) { static R of() { return new R(1); } }\n",
        "class T { @Test void t() { assertTrue(true); } }\n",
        "class U { private final List<X> xs = new ArrayList<>(); int n() { return xs.size(); } }\n",
        "class V { void m() { try { go(); } catch (Exception e) { } if (false) { go(); } } }\n",
        "/** doc */\nclass W { String s = \"/* no */\"; }\n",
    ]);
    let of = |language, items| {
        let files = prop::collection::vec(items, 0..8);
        files.prop_map(move |items: Vec<&str>| (language, items.concat()))
    };
    prop_oneof![
        of(Language::Rust, rust),
        of(Language::Tsx, script),
        of(Language::Go, go),
        of(Language::Java, java)
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![4 => pieces(), 1 => any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn lines_add_up(language in language(), source in text()) {
        let lines = facts(language, &source, &Limits::default()).lines;
        prop_assert_eq!(lines.total, lines.code + lines.blank + lines.comment);
        if !source.contains('\0') {
            prop_assert_eq!(lines.total as usize, source.lines().count());
        }
    }

    #[test]
    fn masks_keep_every_place(language in language(), source in text(), strings: bool, dead: bool, tests: bool) {
        let facts = facts(language, &source, &Limits::default());
        let masked = facts.code_only(&source, Keep { strings, dead, tests });
        prop_assert_eq!(masked.len(), source.len());
        prop_assert_eq!(masked.matches('\n').count(), source.matches('\n').count());
        for (written, kept) in source.bytes().zip(masked.bytes()) {
            prop_assert!(kept == written || kept == b' ');
        }
        prop_assert_eq!(facts.strings_only(&source).len(), source.len());
    }

    #[test]
    fn places_stay_inside_the_text(language in language(), source in text()) {
        let facts = facts(language, &source, &Limits::default());
        let total = facts.lines.total.max(1);
        for definition in &facts.definitions {
            prop_assert!(definition.span.line >= 1 && definition.span.line <= total);
            prop_assert!(definition.span.bytes.end <= source.len());
        }
        for uses in facts.references.values().chain(facts.members.values()) {
            prop_assert!(uses.iter().all(|found| found.line >= 1 && found.line <= total));
        }
        for import in &facts.imports {
            let _ = links::candidates(&facts, import, "src/a.rs");
            let _ = links::used(&facts, import, Some(&facts));
        }
    }

    #[test]
    fn a_comment_in_front_moves_facts_and_changes_none((language, source) in items()) {
        let plain = facts(language, &source, &Limits::default());
        let moved = facts(language, &format!("// x\n{source}"), &Limits::default());
        prop_assert_eq!(plain.reading, Reading::Parsed);
        let names = |facts: &code::Facts| -> Vec<(String, code::Exported, code::Body)> {
            let definitions = facts.definitions.iter();
            definitions.map(|d| (d.name.clone(), d.exported, d.body)).collect()
        };
        prop_assert_eq!(names(&plain), names(&moved));
        prop_assert_eq!(plain.lines.code, moved.lines.code);
        prop_assert_eq!(plain.exports.len(), moved.exports.len());
        prop_assert_eq!(plain.imports.len(), moved.imports.len());
        prop_assert_eq!(plain.stubs.len(), moved.stubs.len());
    }

    #[test]
    fn exports_are_defined_or_come_from_elsewhere((language, source) in items()) {
        let facts = facts(language, &source, &Limits::default());
        for export in &facts.exports {
            let local = export.local.as_deref().unwrap_or(&export.name);
            let defined = facts.definitions.iter().any(|d| d.name == local);
            let passed_on = matches!(export.kind, code::ExportKind::Reexport { .. });
            prop_assert!(defined || passed_on || local == "default", "{}", export.name);
            let answer = facts.export_of(&export.name);
            prop_assert!(!matches!(answer, code::Exporting::No(_)), "{}", export.name);
        }
    }

    #[test]
    fn files_side_by_side_add_up(names in prop::collection::vec("[a-z]{4,8}", 1..6)) {
        let one = |name: &String| format!("pub fn {name}_x(a: u8) -> u8 {{ a + 1 }}\n");
        let whole: String = names.iter().map(one).collect();
        let facts = facts(Language::Rust, &whole, &Limits::default());
        prop_assert_eq!(facts.definitions.len(), names.len());
        prop_assert_eq!(facts.exports.len(), names.len());
        prop_assert_eq!(facts.lines.code as usize, names.len());
    }
}
