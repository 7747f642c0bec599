//! How a specifier names another file.

use code::links;

use crate::read;

/// Checks each `(from, source, to)`; `!` before `to` means that it must not be meant.
fn check(cases: &[(&str, &str, &str)]) {
    for (from, source, to) in cases {
        let facts = read(from, source);
        let (wanted, to) = to.strip_prefix('!').map_or((true, *to), |to| (false, to));
        let mut imports = facts.imports.iter();
        let found = imports.any(|import| links::resolves(&facts, import, from, to));
        assert_eq!(found, wanted, "{from}: {source} -> {to}");
    }
}

#[test]
fn relative_specifiers() {
    check(&[
        ("src/a.ts", "import './b';", "src/b.ts"),
        ("src/a.ts", "import './b';", "src/b.tsx"),
        ("src/a.ts", "import './b';", "src/b/index.ts"),
        ("src/a.ts", "import './b';", "src/b.d.ts"),
        ("src/a.ts", "import './b.js';", "src/b.ts"),
        ("src/a.ts", "import './b.js';", "src/b.js"),
        ("src/a.ts", "import './b.jsx';", "src/b.tsx"),
        ("src/a.mts", "import './b.mjs';", "src/b.mts"),
        ("src/a.ts", "import './b.module';", "src/b.module.ts"),
        ("src/a.ts", "import './b.json';", "src/b.json"),
        ("src/x/a.ts", "import '../b';", "src/b.ts"),
        ("src/x/a.ts", "import '../../b';", "b.ts"),
        ("src/x/a.ts", "import '..';", "src/index.ts"),
        ("src/x/a.ts", "import '.';", "src/x/index.tsx"),
        ("src/x/a.ts", "import './';", "src/x/index.js"),
        ("a.ts", "import './b?raw';", "b.ts"),
        ("a.ts", "const x = await import('./b');", "b.ts"),
        ("a.js", "const x = require('./b');", "b.js"),
        ("a.ts", "export * from './b';", "b.ts"),
        (
            "a.tsx",
            "const P = lazy(() => import('./pages/P'));",
            "pages/P.tsx",
        ),
        ("src/a.ts", "import './b';", "!src/bb.ts"),
        ("src/a.ts", "import './b';", "!b.ts"),
        ("src/a.ts", "import 'b';", "!src/b.ts"),
        ("src/a.ts", "import '@/b';", "!src/b.ts"),
        ("src/a.ts", "import '../../../b';", "!b.ts"),
        ("src/a.ts", "import '/b';", "!b.ts"),
        ("src/a.ts", "// import './b';", "!src/b.ts"),
    ]);
}

#[test]
fn rust_modules() {
    check(&[
        ("src/main.rs", "mod ledger;", "src/ledger.rs"),
        ("src/lib.rs", "mod ledger;", "src/ledger/mod.rs"),
        ("src/a.rs", "mod b;", "src/a/b.rs"),
        ("src/a/mod.rs", "mod b;", "src/a/b.rs"),
        ("src/a/mod.rs", "mod b;", "!src/a/mod/b.rs"),
        ("src/a.rs", "mod b;", "!src/b.rs"),
        ("src/lib.rs", "mod a { mod b; }", "src/a/b.rs"),
        (
            "src/lib.rs",
            "#[path = \"other/b.rs\"] mod b;",
            "src/other/b.rs",
        ),
        ("src/lib.rs", "#[path = \"other/b.rs\"] mod b;", "!src/b.rs"),
        ("src/bin/tool.rs", "mod b;", "src/bin/b.rs"),
        ("src/bin/tool/main.rs", "mod b;", "src/bin/tool/b.rs"),
        ("tests/it/main.rs", "mod b;", "tests/it/b.rs"),
        ("crates/x/src/lib.rs", "mod b;", "crates/x/src/b.rs"),
        ("src/lib.rs", "mod b { fn f() { go(1) } }", "!src/b.rs"),
        ("src/lib.rs", "// mod b;", "!src/b.rs"),
    ]);
}

#[test]
fn rust_paths() {
    check(&[
        ("src/main.rs", "use crate::ledger::Ledger;", "src/ledger.rs"),
        (
            "src/main.rs",
            "use crate::ledger::Ledger;",
            "src/ledger/mod.rs",
        ),
        ("src/main.rs", "use crate::ledger;", "src/ledger.rs"),
        ("src/main.rs", "use crate::ledger::*;", "src/ledger.rs"),
        (
            "src/main.rs",
            "use crate::ledger::Kind::A;",
            "src/ledger.rs",
        ),
        (
            "src/main.rs",
            "use crate::{ledger::{Ledger, Line}, other};",
            "src/ledger.rs",
        ),
        ("src/main.rs", "use crate::Thing;", "src/lib.rs"),
        ("src/a/b.rs", "use super::c::D;", "src/a/c.rs"),
        ("src/a/b.rs", "use super::super::c::D;", "src/c.rs"),
        ("src/a/b.rs", "use self::c::D;", "src/a/b/c.rs"),
        ("src/a/b.rs", "use super::D;", "src/a.rs"),
        ("src/a/b.rs", "use super::D;", "src/a/mod.rs"),
        ("src/a/mod.rs", "use super::D;", "src/lib.rs"),
        ("src/a.rs", "mod t { use super::b::C; }", "src/a/b.rs"),
        ("src/lib.rs", "mod a; use a::B;", "src/a.rs"),
        ("src/lib.rs", "fn f() { crate::a::go(1); }", "src/a.rs"),
        (
            "src/lib.rs",
            "fn f() { vec![crate::a::T::new()]; }",
            "src/a.rs",
        ),
        ("src/lib.rs", "pub use crate::a::B;", "src/a.rs"),
        ("crates/x/src/a.rs", "use crate::b::C;", "crates/x/src/b.rs"),
        ("src/main.rs", "use crate::ledger::Ledger;", "!src/led.rs"),
        ("src/main.rs", "use crate::a::b::c;", "!src/a.rs"),
        ("src/lib.rs", "use std::fs::File;", "!src/std/fs.rs"),
        ("src/lib.rs", "use a::B;", "!src/a.rs"),
        (
            "crates/x/src/a.rs",
            "use crate::b::C;",
            "!crates/y/src/b.rs",
        ),
        ("src/a.rs", "use super::super::super::b;", "!src/b.rs"),
        ("src/lib.rs", "// use crate::a::B;", "!src/a.rs"),
        (
            "src/lib.rs",
            "const A: &str = \"crate::a::B\";",
            "!src/a.rs",
        ),
    ]);
}

#[test]
fn the_first_that_exists_is_meant() {
    let facts = read("src/a.ts", "import { x } from './b';");
    let import = &facts.imports[0];
    let meant =
        |files: &[&str]| links::resolve(&facts, import, "src/a.ts", |path| files.contains(&path));
    assert_eq!(
        meant(&["src/b/index.ts", "src/b.ts"]).as_deref(),
        Some("src/b.ts")
    );
    assert_eq!(
        meant(&["src/b/index.ts"]).as_deref(),
        Some("src/b/index.ts")
    );
    assert_eq!(meant(&["b.ts"]), None);
}
