//! Functions that give more than yes or no, by their heads and ways out.

use code::values_given;

use crate::read;

#[test]
fn types_and_answers_that_are_more_than_yes_or_no() {
    for (path, text, value) in [
        ("a.py", "def f(a: int = g(3)) -> str:\n    pass\n", true),
        ("a.py", "def f(a) -> list[str]:\n    pass\n", true),
        ("a.py", "def f(a) -> bool:\n    pass\n", false),
        ("a.py", "def f(a) -> Thing:\n    pass\n", false),
        ("a.py", "def f(a):\n    pass\n", false),
        ("a.py", "def f(a):\n    return '-'.join(a)\n", true),
        (
            "a.py",
            "def f(a):\n    if a:\n        return f'{a}'\n    return ''\n",
            true,
        ),
        ("a.py", "def f(a):\n    return a\n", false),
        ("a.py", "def f(a):\n    return '' == a\n", false),
        (
            "a.ts",
            "export function f(a: () => void): string { return g(a); }",
            true,
        ),
        (
            "a.ts",
            "export function f(a: A): Promise<string[]> { return g(a); }",
            true,
        ),
        (
            "a.ts",
            "export function f(a: A): string | null { return g(a); }",
            false,
        ),
        (
            "a.ts",
            "export function f(a: A): Promise<boolean> { return g(a); }",
            false,
        ),
        ("a.ts", "export function f(a) { return a; }", false),
        (
            "a.js",
            "function f (a) {\n  const b = {}\n  return b\n}\n",
            true,
        ),
        (
            "a.js",
            "function f (a) {\n  const b = g(a)\n  return b\n}\n",
            false,
        ),
        (
            "a.go",
            "package a\nfunc f() string { return \"a\" }\n",
            false,
        ),
    ] {
        let given = values_given(text, &read(path, text));
        assert_eq!(given.contains("f"), value, "{text}");
    }
}
