//! Ways to break a function: the text afterwards, and that it still parses.

use code::{BreakKind, Limits, Reading, breaks};

use crate::read;

/// Every break of a text, applied, without the message.
fn broken(path: &str, source: &str) -> Vec<String> {
    let facts = read(path, source);
    let found = breaks(&facts, source, &Limits::default());
    let kind = |kind| match kind {
        BreakKind::Fails => "fails",
        BreakKind::ReturnsNothing => "nothing",
    };
    found
        .iter()
        .map(|it| {
            let text = it.apply(source).unwrap();
            assert_eq!(read(path, &text).reading, Reading::Parsed, "{text}");
            assert_eq!(text.lines().count(), source.lines().count(), "{text}");
            let text = text.replace(code::MESSAGE, "!");
            format!("{} {}: {}", it.name, kind(it.kind), text.trim_end())
        })
        .collect()
}

fn check(path: &str, source: &str, expected: &[&str]) {
    assert_eq!(broken(path, source), expected, "{source}");
}

#[test]
fn each_language_in_its_own_way() {
    check(
        "a.rs",
        "fn f(a: u8) -> Result<Vec<u8>, E> { g(a) }\n",
        &[
            "f fails: fn f(a: u8) -> Result<Vec<u8>, E> { if true { panic!(\"!\") }  g(a) }",
            "f nothing: fn f(a: u8) -> Result<Vec<u8>, E> { if true { return Ok(Vec::new()); }  g(a) }",
        ],
    );
    check(
        "a.ts",
        "export const f = (a: number) => g(a);\n",
        &[
            "f fails: export const f = (a: number) => { throw new Error(\"!\"); };",
            "f nothing: export const f = (a: number) => { return undefined as any; };",
        ],
    );
    check(
        "a.js",
        "class A { m() { g(); } }\n",
        &[
            "m fails: class A { m() { throw new Error(\"!\");  g(); } }",
            "m nothing: class A { m() { return undefined;  g(); } }",
        ],
    );
    // The scripts of a component, where they stand.
    check(
        "a.vue",
        "<template><p @click=\"() => { go(1); }\">{{ f(1) }}</p></template>\n<script setup lang=\"ts\">\nconst f = (a: number) => g(a);\n</script>\n",
        &[
            "f fails: <template><p @click=\"() => { go(1); }\">{{ f(1) }}</p></template>\n<script setup lang=\"ts\">\nconst f = (a: number) => { throw new Error(\"!\"); };\n</script>",
            "f nothing: <template><p @click=\"() => { go(1); }\">{{ f(1) }}</p></template>\n<script setup lang=\"ts\">\nconst f = (a: number) => { return undefined as any; };\n</script>",
        ],
    );
    check(
        "b.vue",
        "<script>\nexport default { methods: { m() { g(); } } };\n</script>\n<style>p { color: red }</style>\n",
        &[
            "m fails: <script>\nexport default { methods: { m() { throw new Error(\"!\");  g(); } } };\n</script>\n<style>p { color: red }</style>",
            "m nothing: <script>\nexport default { methods: { m() { return undefined;  g(); } } };\n</script>\n<style>p { color: red }</style>",
        ],
    );
    check("c.vue", "<template><p>{{ f(1) }}</p></template>\n", &[]);
    check(
        "a.go",
        "package a\n\nfunc f(a int) (n int, err error) { return g(a) }\n",
        &[
            "f fails: package a\n\nfunc f(a int) (n int, err error) { if true { panic(\"!\") };  return g(a) }",
            "f nothing: package a\n\nfunc f(a int) (n int, err error) { if true { return *new(int), *new(error) };  return g(a) }",
        ],
    );
    check(
        "A.java",
        "class A { int f(int a) { return g(a); } }\n",
        &[
            "f fails: class A { int f(int a) { if (true) throw new AssertionError(\"!\");  return g(a); } }",
            "f nothing: class A { int f(int a) { if (true) return 0;  return g(a); } }",
        ],
    );
    check(
        "a.py",
        "def f(a) -> list[int]:\n    \"\"\"Words.\"\"\"\n    return g(a)\n",
        &[
            "f fails: def f(a) -> list[int]:\n    \"\"\"Words.\"\"\"\n    raise AssertionError(\"!\"); return g(a)",
            "f nothing: def f(a) -> list[int]:\n    \"\"\"Words.\"\"\"\n    return []; return g(a)",
        ],
    );
}

#[test]
fn a_block_that_begins_with_a_compound_statement() {
    let source = "def f(a):\n    if a:\n        return g(a)\n    return 1\n";
    let facts = read("a.py", source);
    let first = &breaks(&facts, source, &Limits::default())[0];
    let text = first.apply(source).unwrap();
    assert_eq!(read("a.py", &text).reading, Reading::Parsed, "{text}");
}

#[test]
fn the_largest_comes_first_and_tests_are_left_alone() {
    let source = "fn a() { b() }\nfn c() { d(); e(); f() }\n#[cfg(test)]\nmod tests { fn t() { a(); a(); a(); a(); } }\n";
    let names: Vec<String> = breaks(&read("a.rs", source), source, &Limits::default())
        .into_iter()
        .filter(|it| it.kind == BreakKind::Fails)
        .map(|it| it.name)
        .collect();
    assert_eq!(names, ["c", "a"]);
}

#[test]
fn what_might_not_compile_is_not_proposed() {
    check(
        "a.rs",
        "fn f() -> impl Iterator<Item = u8> { g() }\n",
        &["f fails: fn f() -> impl Iterator<Item = u8> { if true { panic!(\"!\") }  g() }"],
    );
    check("a.rs", "trait T { fn f(&self); }\n", &[]);
    check("a.rb", "def f\nend\n", &[]);
}
