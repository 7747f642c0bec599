//! Whether what is imported is used, and which names a file uses at all.

use code::links::{self, Used};

use crate::read;

/// The use of the first import.
fn first(path: &str, source: &str, target: Option<(&str, &str)>) -> Used {
    let facts = read(path, source);
    let target = target.map(|(path, source)| read(path, source));
    links::used(&facts, &facts.imports[0], target.as_ref())
}

#[test]
fn script_imports() {
    let yes = |line| Used::Yes { line };
    let cases = [
        ("import A from './a';\nnew A();", yes(2)),
        ("import * as a from './a';\na.go();", yes(2)),
        ("import { a as b } from './a';\nb();", yes(2)),
        ("import { a as b } from './a';\na();", Used::No),
        ("import { A } from './a';\nconst x = <A />;", yes(2)),
        ("import { A } from './a';\nconst x = <A.B />;", yes(2)),
        ("import { a } from './a';\nconst x = { a };", yes(2)),
        (
            "import { a } from './a';\nconst x = { a: 1 }; x.a;",
            Used::No,
        ),
        ("import { T } from './a';\nlet x: T<number>;", yes(2)),
        ("import { a } from './a';\n@a() class B {}", yes(2)),
        ("import { a } from './a';\nexport { a };", yes(2)),
        ("import { a } from './a';\nexport default a;", yes(2)),
        ("import { a } from './a';\nconst s = `${a()}`;", yes(2)),
        (
            "import { a } from './a';\nconst s = 'a()'; // a()",
            Used::No,
        ),
        ("import { a } from './a';\nif (false) { a(); }", Used::No),
        ("import { a } from './a';\nconst f = (a) => a;", Used::No),
        (
            "import { a } from './a';\nfunction f() { const a = 1; return a; }",
            Used::No,
        ),
        (
            "import { a } from './a';\nfunction f({ a }) { return a; }",
            Used::No,
        ),
        (
            "import { a } from './a';\ntry {} catch (a) { log(a); }",
            Used::No,
        ),
        (
            "import { a } from './a';\ntype F = (a: string) => void;",
            Used::No,
        ),
        (
            "import { a } from './a';\nfunction f({ b = a }) { return b; }",
            yes(2),
        ),
        (
            "import { a } from './a';\nit('x', () => { a(); });",
            Used::InTests { line: 2 },
        ),
        ("import './a';", yes(1)),
        ("export * from './a';", yes(1)),
        ("const { a } = await import('./a');", Used::No),
        ("const { a } = await import('./a');\na();", yes(2)),
        ("import('./a').then((m) => m.go());", yes(1)),
        (
            "const P = lazy(() => import('./P'));\nconst x = <P />;",
            yes(2),
        ),
        ("const P = lazy(() => import('./P'));", Used::No),
        ("const a = require('./a');\na.b();", yes(2)),
        (
            "const a = require('./a');\nres.a = function () { a(); };",
            yes(2),
        ),
        (
            "async function f() {\nconst A = (await import('./a')).default;\nnew A(); }",
            yes(3),
        ),
        (
            "async function f() {\nconst { b } = await import('./a'); }",
            Used::No,
        ),
        ("const a = require('./a').b;", Used::No),
        ("require('./a');", yes(1)),
    ];
    for (source, expected) in cases {
        assert_eq!(first("a.tsx", source, None), expected, "{source}");
    }
}

#[test]
fn rust_imports() {
    let yes = |line| Used::Yes { line };
    let cases = [
        ("use a::b;\nfn f() { b(); }", yes(2)),
        ("use a::b;\nfn f() { b::c(); }", yes(2)),
        ("use a::b as c;\nfn f() { b(); }", Used::No),
        ("use a::B;\nfn f(x: B) {}", yes(2)),
        ("use a::b;\nfn f() { println!(\"{}\", b(1)); }", yes(2)),
        ("use a::B;\nfn f() { println!(\"{B}\"); }", yes(2)),
        ("use a::B;\n#[derive(B)] struct C;", yes(2)),
        ("use a::b;\n#[serde(default = \"b\")] struct C;", yes(2)),
        ("use a::b;\nfn f() { // b()\n}", Used::No),
        ("use a::b;\nfn f() { \"b()\"; x.b(); y::b(); }", Used::No),
        ("use a::b;\nfn f(b: u8) -> u8 { b }", Used::No),
        ("use a::b;\nfn f() { let b = 1; b }", Used::No),
        (
            "use a::b;\nfn f() { |b| b; for b in c { b } if let Some(b) = d { b } }",
            Used::No,
        ),
        ("use a::b;\nfn f() { let x = b(1); let b = x; }", yes(2)),
        (
            "use a::b;\n#[cfg(test)] mod t { use super::*; fn f() { b() } }",
            Used::InTests { line: 2 },
        ),
        ("use a::b;\n#[cfg(any())] fn f() { b() }", Used::No),
        ("use a::b;\nfn f() { if false { b() } }", Used::No),
        (
            "use a::Write;\nfn f(x: X) { x.write() }",
            Used::Unknown("it may be a trait, used through its methods"),
        ),
        (
            "use a::T as _;",
            Used::Unknown("imported for its methods alone"),
        ),
        (
            "use a::*;\nfn f() { b() }",
            Used::Unknown("everything is imported"),
        ),
        ("use a as b;\nuse b::c;\nfn f() { c() }", yes(3)),
        ("use a as b;\nuse b::c;", Used::No),
        ("pub(crate) use a::b;", yes(1)),
        ("use std::u8;\nfn f() { u8::max_value() }", yes(2)),
        ("use std::u8;\nfn f(a: u8) {}", Used::No),
        ("use a::b;\n#[b] fn f() {}", yes(2)),
        (
            "#[macro_use] mod a;",
            Used::Unknown("its macros may be used"),
        ),
        ("pub use a::b;", yes(1)),
        ("mod a;\nfn f() { a::go() }", yes(2)),
        ("mod a;\nuse a::go;\nfn f() { go() }", yes(3)),
        ("mod a;\nuse crate::a::go;\nfn f() { go() }", yes(3)),
        ("mod a;\nuse a::go;", Used::No),
        ("mod a;", Used::No),
        ("pub mod a;", yes(1)),
        ("fn f() { crate::a::go() }", yes(1)),
    ];
    for (source, expected) in cases {
        assert_eq!(first("src/lib.rs", source, None), expected, "{source}");
    }
}

#[test]
fn the_target_settles_what_one_file_cannot() {
    let a_trait = ("a.rs", "pub trait Write { fn write(&self); }");
    let other = ("a.rs", "pub struct Write;");
    let calls = "use a::Write;\nfn f(x: X) { x.write() }";
    let idle = "use a::Write;\nfn f(x: X) { x.read() }";
    let at = |line| Used::Yes { line };
    assert_eq!(first("b.rs", calls, Some(a_trait)), at(2));
    assert_eq!(first("b.rs", idle, Some(a_trait)), Used::No);
    assert_eq!(first("b.rs", calls, Some(other)), Used::No);
    let all = "use a::*;\nfn f() { go() }";
    assert_eq!(first("b.rs", all, Some(("a.rs", "pub fn go() {}"))), at(2));
    assert_eq!(
        first("b.rs", all, Some(("a.rs", "pub fn stay() {}"))),
        Used::No
    );
}

#[test]
fn a_name_is_no_use_of_itself() {
    let facts = read("a.rs", "fn f(n: u8) { f(n - 1) }\nfn g() { f(1) }");
    let lines: Vec<u32> = facts.references["f"].iter().map(|u| u.line).collect();
    assert_eq!(lines, [2]);
    let facts = read("a.ts", "function f() { f(); }\nf();");
    let lines: Vec<u32> = facts.references["f"].iter().map(|u| u.line).collect();
    assert_eq!(lines, [2]);
}
