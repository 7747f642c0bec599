//! What files export, by their language's own rules.

use code::{ExportKind, Exporting};

use crate::read;

/// Every export as `name[=local][@module] kind`.
fn exports(path: &str, source: &str) -> Vec<String> {
    let facts = read(path, source);
    let exports = facts.exports.iter();
    exports
        .map(|export| {
            let local = export
                .local
                .as_ref()
                .map_or(String::new(), |l| format!("={l}"));
            let module = match export.module.as_str() {
                "" => String::new(),
                module => format!("@{module}"),
            };
            let kind = match &export.kind {
                ExportKind::Value => "value".to_owned(),
                ExportKind::Type => "type".to_owned(),
                ExportKind::Default => "default".to_owned(),
                ExportKind::Namespace => "namespace".to_owned(),
                ExportKind::Restricted => "restricted".to_owned(),
                ExportKind::Reexport {
                    from,
                    name,
                    type_only,
                } => format!(
                    "{}{name} from {from}",
                    if *type_only { "type " } else { "" }
                ),
            };
            format!("{}{local}{module} {kind}", export.name)
        })
        .collect()
}

fn check(path: &str, cases: &[(&str, &[&str])]) {
    for (source, expected) in cases {
        assert_eq!(exports(path, source), *expected, "{source}");
    }
}

#[test]
fn rust_items() {
    check(
        "a.rs",
        &[
            ("pub fn a() {}", &["a value"]),
            ("pub async unsafe extern \"C\" fn a() {}", &["a value"]),
            (
                "pub struct A; pub enum B {} pub union C { a: u8 }",
                &["A value", "B value", "C value"],
            ),
            ("pub trait T {} pub type U = u8;", &["T value", "U value"]),
            (
                "pub const C: u8 = 1; pub static mut S: u8 = 2;",
                &["C value", "S value"],
            ),
            (
                "pub mod m; pub mod n { fn a() {} }",
                &["m namespace", "n namespace"],
            ),
            (
                "fn a() {} struct B; mod c { pub fn d() {} }",
                &["d@c restricted"],
            ),
            (
                "pub(crate) fn a() {} pub(super) struct B; pub(in crate::x) mod c;",
                &["a restricted", "B restricted", "c restricted"],
            ),
            (
                "pub mod m { pub mod n { pub fn a() {} } }",
                &["m namespace", "n@m namespace", "a@m::n value"],
            ),
            (
                "#[macro_export] macro_rules! m { () => {} } macro_rules! n { () => {} }",
                &["m value"],
            ),
            ("fn f() { pub fn inner() {} pub struct S; }", &[]),
            ("pub struct A; impl A { pub fn m(&self) {} }", &["A value"]),
            ("#[cfg(test)] pub mod tests { pub fn helper() {} }", &[]),
            ("#[cfg(any())] pub fn never() {}", &[]),
            ("pub fn r#type() {}", &["type value"]),
        ],
    );
}

#[test]
fn rust_reexports() {
    check(
        "a.rs",
        &[
            (
                "pub use a::{B, c as D};",
                &["B B from a::B", "D c from a::c"],
            ),
            (
                "pub use a::{self, b::{C, *}};",
                &["a a from a", "C C from a::b::C", "* * from a::b"],
            ),
            ("pub use crate::a::T as _;", &[]),
            ("pub(crate) use a::B;", &["B restricted"]),
            ("use a::B;", &[]),
            ("mod m { pub use a::B; }", &["B@m restricted"]),
            ("pub extern crate a;", &[]),
        ],
    );
}

#[test]
fn script_declarations() {
    check(
        "a.tsx",
        &[
            (
                "export function a() {} export async function* b() {}",
                &["a value", "b value"],
            ),
            (
                "export class A {} export abstract class B {}",
                &["A value", "B value"],
            ),
            (
                "export const a = 1, b = 2; export let c; export var d;",
                &["a value", "b value", "c value", "d value"],
            ),
            (
                "export const { a, b: { c }, ...d } = x, [e, , f = g] = y;",
                &["a value", "c value", "d value", "e value", "f value"],
            ),
            (
                "export enum A {} export const enum B { C }",
                &["A value", "B value"],
            ),
            (
                "export type A = 1; export interface B {}",
                &["A type", "B type"],
            ),
            (
                "export namespace N { export const a = 1; const b = 2; }",
                &["N namespace", "a@N value"],
            ),
            ("namespace N { export const a = 1; }", &[]),
            (
                "export declare function a(): void; export declare const b: 1;",
                &["a value", "b value"],
            ),
            ("declare module 'x' { export const a: 1; }", &[]),
            ("function a() {} class B {} const c = 1;", &[]),
        ],
    );
}

#[test]
fn script_clauses() {
    check(
        "a.tsx",
        &[
            (
                "const a = 1; export { a, a as b, a as default };",
                &["a value", "b=a value", "default=a value"],
            ),
            ("interface A {} const A = 1; export { A };", &["A value"]),
            (
                "interface A {} type B = 1; export { A, B };",
                &["A type", "B type"],
            ),
            (
                "export type { A } from './a'; const b = 1; export { type C };",
                &["A type A from ./a", "C type"],
            ),
            (
                "export { x, y as z } from './b';",
                &["x x from ./b", "z=y y from ./b"],
            ),
            (
                "export { default } from './b'; export { default as Q } from './q';",
                &["default default from ./b", "Q=default default from ./q"],
            ),
            (
                "export * from './c'; export * as ns from './d';",
                &["* * from ./c", "ns * from ./d"],
            ),
            (
                "import { x as y } from './e'; export { y, y as w };",
                &["y x from ./e", "w=y x from ./e"],
            ),
            (
                "import type { T } from './e'; export { T };",
                &["T type T from ./e"],
            ),
        ],
    );
}

#[test]
fn script_defaults_and_common_js() {
    check(
        "a.tsx",
        &[
            ("export default function () { go(); }", &["default default"]),
            (
                "export default function Chat() { go(); }",
                &["default=Chat default"],
            ),
            ("export default class A {}", &["default=A default"]),
            ("const a = 1; export default a;", &["default=a default"]),
            ("export default () => 1;", &["default default"]),
            ("export = foo;", &["==foo default"]),
            ("export as namespace Lib;", &["Lib namespace"]),
            (
                "module.exports = { a, b: c, d() { go(); }, 'e': 1, ...rest };",
                &[
                    "= default",
                    "a value",
                    "b=c value",
                    "d value",
                    "e value",
                    "* * from ",
                ],
            ),
            ("module.exports = foo;", &["==foo default"]),
            ("module.exports = require('./x');", &["* * from ./x"]),
            (
                "module.exports = { a: require('./a'), b: go(require('./b')) };",
                &["= default", "a * from ./a", "b value"],
            ),
            (
                "const c = require('./c'); module.exports = { c }; exports.d = require('./d');",
                &["= default", "c * from ./c", "d * from ./d"],
            ),
            (
                "exports.a = 1; module.exports.b = function () {};",
                &["a value", "b value"],
            ),
            ("exports.a = exports.b = c;", &["a value", "b=c value"]),
            ("exports.a = void 0; exports.a = a;", &["a=a value"]),
            (
                "Object.defineProperty(exports, 'a', { get: f });",
                &["a value"],
            ),
            ("function f() { exports.a = 1; }", &[]),
        ],
    );
}

#[test]
fn questions() {
    let reexport = |from: &str, name: &str| Exporting::Reexport {
        from: from.to_owned(),
        name: name.to_owned(),
        type_only: false,
        line: 1,
    };
    let cases = [
        (
            "a.rs",
            "pub struct L; impl L { pub fn m(&self) { a() } fn p() { a() } }",
            "L::m",
            Exporting::Yes(1),
        ),
        (
            "a.rs",
            "pub struct L; impl L { pub fn m(&self) { a() } fn p() { a() } }",
            "L::p",
            Exporting::No(Some(1)),
        ),
        (
            "a.rs",
            "pub struct L; impl L { pub fn m(&self) { a() } }",
            "m",
            Exporting::Member("L::m".into()),
        ),
        (
            "a.rs",
            "struct L; impl L { pub fn m(&self) { a() } }",
            "L::m",
            Exporting::No(Some(1)),
        ),
        (
            "a.rs",
            "pub(crate) fn a() {}",
            "a",
            Exporting::Restricted(1),
        ),
        ("a.rs", "pub use a::b::C;", "C", reexport("a::b::C", "C")),
        (
            "a.rs",
            "mod m { pub fn a() {} }\npub use m::a;",
            "a",
            Exporting::Yes(1),
        ),
        (
            "a.rs",
            "pub use a::*;",
            "b",
            Exporting::MaybeFrom(vec!["a".into()]),
        ),
        (
            "a.rs",
            "pub mod m { pub fn a() { b(1) } }",
            "m::a",
            Exporting::Yes(1),
        ),
        (
            "a.rs",
            "pub mod m { pub fn a() { b(1) } }",
            "a",
            Exporting::Yes(1),
        ),
        (
            "a.rs",
            "wrap! { pub struct A; }",
            "A",
            Exporting::Unknown("the name stands inside a macro call"),
        ),
        ("a.rs", "wrap! { pub struct A; }", "B", Exporting::No(None)),
        (
            "a.rs",
            "pub fn a() {} } fn",
            "b",
            Exporting::Unknown("parts of the file could not be read"),
        ),
        ("a.ts", "export type A = 1;", "A", Exporting::TypeOnly(1)),
        (
            "a.ts",
            "export default function Chat() { go(); }",
            "Chat",
            Exporting::AsDefault(1),
        ),
        (
            "a.ts",
            "export default function Chat() { go(); }",
            "default",
            Exporting::Yes(1),
        ),
        (
            "a.ts",
            "export { a } from './b';",
            "a",
            reexport("./b", "a"),
        ),
        (
            "a.ts",
            "export * from './b'; export * from './c';",
            "a",
            Exporting::MaybeFrom(vec!["./b".into(), "./c".into()]),
        ),
        (
            "a.ts",
            "export class A { m() { go(); } #p() { go(); } }",
            "A.m",
            Exporting::Yes(1),
        ),
        (
            "a.ts",
            "export class A { m() { go(); } #p() { go(); } }",
            "A.#p",
            Exporting::No(Some(1)),
        ),
        (
            "a.ts",
            "export const api = { get: () => load(), b: { put() { go(); } } };",
            "api.b.put",
            Exporting::Yes(1),
        ),
        (
            "a.js",
            "module.exports = { ...x };",
            "a",
            Exporting::Unknown("an object is spread into the exports"),
        ),
        ("a.rb", "def get\nend\n", "get", Exporting::Weak(1)),
        ("a.rb", "def get_users\nend\n", "get", Exporting::No(None)),
    ];
    for (path, source, name, expected) in cases {
        assert_eq!(
            read(path, source).export_of(name),
            expected,
            "{name} in {source}"
        );
    }
}

#[test]
fn what_an_object_has_that_is_exported_by_its_name() {
    check(
        "a.js",
        &[
            (
                "function open() {} function shut() {} const door = { open, close: shut }; module.exports = door;",
                &["==door default", "open value", "close=shut value"],
            ),
            (
                "function door() {} door.open = open; door.prototype.shut = shut; module.exports = door; function open() {}",
                &["==door default", "open value"],
            ),
            (
                "const door = { open }; const other = { shut }; module.exports = door.open;",
                &["= default"],
            ),
        ],
    );
}
