//! What Java files say: definitions, exports, imports, tests and starts.

use code::{Exporting, Facts};

use crate::read;

fn java(source: &str) -> Facts {
    read("src/main/java/com/acme/A.java", source)
}

/// One line for a definition: name, kind, how far it is exported, marks.
fn definitions(source: &str) -> Vec<String> {
    let facts = java(source);
    let all = facts.definitions.iter();
    all.map(|d| {
        let marks = d.marks.join(",");
        let nested = if d.nested { " nested" } else { "" };
        let line = format!("{} {:?} {:?}{nested} {marks}", d.name, d.kind, d.exported);
        line.trim_end().to_owned()
    })
    .collect()
}

#[test]
fn definitions_with_their_names_and_reach() {
    let cases: &[(&str, &[&str])] = &[
        (
            "public class A { public void m() { } int k; private int p; private static int s; }",
            &[
                "A Struct Yes",
                "A.m Method Yes",
                "A.k Variable Restricted",
                "A.s Variable No",
            ],
        ),
        (
            "class A { public void m() { x(); } protected A() { x(); } }",
            &[
                "A Struct Restricted",
                "A.m Method Restricted",
                "A.new Method Restricted",
            ],
        ),
        (
            "public interface I { int MAX = 1; void m(); default void d() { } private void p() { x(); } }",
            &[
                "I Trait Yes",
                "I.MAX Constant Yes",
                "I.m Method Yes",
                "I.d Method Yes",
                "I.p Method No",
            ],
        ),
        (
            "public enum E { A, B { void q() { x(); } }; E() { x(); } public void z() { x(); } }",
            &[
                "E Enum Yes",
                "E.A Constant Yes",
                "E.B Constant Yes",
                "E.B.q Method Restricted",
                "E.new Method No",
                "E.z Method Yes",
            ],
        ),
        (
            "public record P(int x, int y) { public P { x(); } public static P of() { return null; } }",
            &[
                "P Struct Yes",
                "P.x Variable Yes",
                "P.y Variable Yes",
                "P.new Method Yes",
                "P.of Method Yes",
            ],
        ),
        (
            "public class A { public static class B { public void m() { x(); } } class C { public void n() { x(); } } private class D { } }",
            &[
                "A Struct Yes",
                "A.B Struct Yes",
                "A.B.m Method Yes",
                "A.C Struct Restricted",
                "A.C.n Method Restricted",
                "A.D Struct No",
            ],
        ),
        (
            "public class A { void m() { class L { void n() { x(); } } go(new R() { public void run() { x(); } }); } }",
            &[
                "A Struct Yes",
                "A.m Method Restricted",
                "L Struct No nested",
                "L.n Method No nested",
                "run Method No nested",
            ],
        ),
        (
            "@Service @RequestMapping(\"/a\") public class A { @org.x.Get @Deprecated @Override public int m() { return x(); } }",
            &[
                "A Struct Yes Service,RequestMapping",
                "A.m Method Yes Get,Override",
            ],
        ),
        (
            "public @interface N { String value() default \"\"; }",
            &["N Trait Yes", "N.value Method Yes"],
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(definitions(source), *expected, "{source}");
    }
}

fn answer(facts: &Facts, name: &str) -> String {
    match facts.export_of(name) {
        Exporting::Yes(_) => "yes".to_owned(),
        Exporting::Member(of) => format!("member {of}"),
        Exporting::Restricted(_) => "restricted".to_owned(),
        Exporting::No(_) => "no".to_owned(),
        Exporting::Unknown(_) => "unknown".to_owned(),
        other @ (Exporting::TypeOnly(_)
        | Exporting::AsDefault(_)
        | Exporting::Reexport { .. }
        | Exporting::MaybeFrom(_)
        | Exporting::Weak(_)) => format!("{other:?}"),
    }
}

#[test]
fn what_other_files_can_name() {
    let source = "package com.acme;
        public class Users extends Base {
            public static final int MAX = 3;
            public static Users of() { return new Users(); }
            public User findById(long id) { return db.get(id); }
            void inside() { go(); }
            private void own() { go(); }
            public static class Builder { public Users build() { return null; } }
            // public void gone() { }
            String text = \"public void quoted() {}\";
        }
        class Hidden { public void m() { go(); } }
        final class Plain { }";
    let cases = [
        ("Users", "yes"),
        ("com.acme.Users", "yes"),
        ("Users.findById", "yes"),
        ("Users#findById(long)", "yes"),
        ("Users::findById", "yes"),
        ("findById", "member Users.findById"),
        ("MAX", "yes"),
        ("of", "yes"),
        ("Users.MAX", "yes"),
        ("Builder", "yes"),
        ("Users.Builder", "yes"),
        ("Builder.build", "yes"),
        ("Users.inside", "restricted"),
        ("Users.own", "no"),
        ("Hidden", "restricted"),
        ("Hidden.m", "restricted"),
        ("Plain.missing", "no"),
        ("User", "no"),
        ("find", "no"),
        ("gone", "no"),
        ("quoted", "no"),
        // It may be inherited.
        ("Users.save", "unknown"),
    ];
    let facts = java(source);
    for (name, expected) in cases {
        assert_eq!(answer(&facts, name), expected, "{name}");
    }
}

#[test]
fn annotations_may_write_members() {
    let facts = java("@Data public class A { private String name; private boolean on; }");
    let plain = java("public class A { private String name; }");
    for name in ["A.getName", "A.setOn", "A.isOn", "getName", "A.builder"] {
        assert_eq!(answer(&facts, name), "unknown", "{name}");
        assert_eq!(answer(&plain, name), "no", "{name}");
    }
    assert_eq!(answer(&facts, "A.getOther"), "no");
}

#[test]
fn imports_by_every_form() {
    let source = "package com.acme.app;
import com.acme.lib.One;
import com.acme.lib.Outer.Inner;
import com.acme.all.*;
import static com.acme.lib.Tools.help;
import static com.acme.lib.Names.*;
// import com.acme.lib.Commented;
public class A {
    com.acme.full.Type field;
    void m() {
        com.acme.full.Other.run();
        Class.forName(\"com.acme.dyn.Loaded$In\");
        String s = \"import com.acme.lib.Quoted;\";
        local.Field.x();
        this.config.Limits.x();
    }
    void n(Local local) { local.Thing.x(); }
}";
    let facts = java(source);
    let all: Vec<String> = facts
        .imports
        .iter()
        .map(|it| {
            let names: Vec<String> = it
                .names
                .iter()
                .map(|n| format!("{}={}", n.name, n.local.as_deref().unwrap_or("-")))
                .collect();
            format!("{:?} {} {}", it.kind, it.path, names.join(","))
        })
        .collect();
    assert_eq!(
        all,
        [
            "Static com.acme.lib.One One=One",
            "Static com.acme.lib.Outer.Inner Inner=Inner",
            "Static com.acme.all *=-",
            "Static com.acme.lib.Tools help=help",
            "Static com.acme.lib.Names *=-",
            "Path com.acme.full.Type Type=-",
            "Path com.acme.full.Other Other=-",
            "Dynamic com.acme.dyn.Loaded.In ",
            "Path local.Field Field=-",
        ]
    );
    assert_eq!(facts.package, "com.acme.app");
}

#[test]
fn which_code_is_for_tests() {
    let cases = [
        ("class A { @Test void t() { x(); } }", true),
        ("class A { @ParameterizedTest void t() { x(); } }", true),
        (
            "public class A extends TestCase { public void testX() { x(); } }",
            true,
        ),
        (
            "@ExtendWith(M.class) class A { void helper() { x(); } }",
            true,
        ),
        ("class A { @BeforeEach void t() { x(); } }", true),
        // An aspect's advice, not a test's.
        (
            "class A { @Before(\"execution(* *(..))\") void advice() { x(); } }",
            false,
        ),
        ("class A { @VisibleForTesting void t() { x(); } }", false),
        ("class Contest { public void testament() { x(); } }", false),
    ];
    for (source, test) in cases {
        let facts = java(source);
        let last = facts.definitions.last().unwrap();
        assert_eq!(last.test, test, "{source}");
    }
}

#[test]
fn where_a_program_starts() {
    let cases = [
        (
            "public class A { public static void main(String[] args) { x(); } }",
            Some(1),
        ),
        (
            "public class A { public static void main(final String... args) { x(); } }",
            Some(1),
        ),
        (
            "interface A { static void main(String[] a) { x(); } }",
            Some(1),
        ),
        ("void main() { x(); }", Some(1)),
        (
            "public class A { static void main(String[] args) { x(); } }",
            None,
        ),
        (
            "public class A { public void main(String[] args) { x(); } }",
            None,
        ),
        (
            "public class A { public static int main(String[] args) { return 1; } }",
            None,
        ),
        (
            "public class A { public static void main(String args) { x(); } }",
            None,
        ),
        (
            "// public static void main(String[] args)\nclass A { }",
            None,
        ),
    ];
    for (source, line) in cases {
        assert_eq!(java(source).starts, line, "{source}");
    }
}

#[test]
fn ways_through_a_method() {
    let cases = [
        ("int f() { return 1; }", 1),
        (
            "int f(int a) { if (a > 1 && a < 3) { return 1; } return 2; }",
            3,
        ),
        ("void f() { for (X x : xs) { while (b) { } } }", 3),
        (
            "int f(int a) { switch (a) { case 1: case 2: return 1; default: return 2; } }",
            3,
        ),
        (
            "int f(int a) { return switch (a) { case 1 -> 1; case 2 -> 3; default -> 4; }; }",
            3,
        ),
        (
            "void f() { try { x(); } catch (A e) { y(); } catch (B e) { z(); } finally { q(); } }",
            3,
        ),
    ];
    for (method, expected) in cases {
        let facts = java(&format!("class A {{ {method} }}"));
        let last = facts.definitions.last().unwrap();
        assert_eq!(last.complexity, expected, "{method}");
    }
}

#[test]
fn hostile_texts_end_soon() {
    let deep = |unit: &str, times: usize| unit.repeat(times);
    let texts = [
        deep("class A { void m() { ", 100),
        deep("new Object() { void m() { ", 100),
        deep("a.", 5_000),
        format!("class A {{ void m() {{ {} }} }}", deep("x();", 20_000)),
        format!(
            "class A {{ @Test void m() {{ {} }} }}",
            deep("when(a.b()).thenReturn(a.b());", 4_000)
        ),
        deep(
            "class A { private List<X> xs = new ArrayList<>(); } ",
            10_000,
        ),
        deep("try { } catch (Exception e) { } ", 4_000),
        format!(
            "class A {{ Object o = {}1{}; }}",
            deep("f(", 900),
            deep(")", 900)
        ),
    ];
    for text in texts {
        let facts = java(&text);
        let _ = facts.export_of("A.m");
    }
}
