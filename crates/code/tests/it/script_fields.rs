//! What TypeScript keeps, makes and answers: fields that nothing reads, names that nothing looks at, errors made and
//! told, answers that stand for another; and honest code that looks like it.

use code::{Certainty, How, Reason};

use crate::read;

/// Findings that weigh in new code, as `what reason`.
fn found(path: &str, source: &str) -> Vec<String> {
    let facts = read(path, source);
    let stubs = facts.stubs.iter().filter(|it| {
        it.certainty != Certainty::Faint
            && matches!(
                it.reason,
                Reason::FixedValue
                    | Reason::NeverRead
                    | Reason::ParameterIgnored
                    | Reason::NotImplemented
                    | Reason::NoAssertion
            )
    });
    stubs
        .map(|s| format!("{} {:?}", s.what, s.reason))
        .collect()
}

fn check(path: &str, cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        let expected: Vec<&str> = expected.split_terminator('|').collect();
        assert_eq!(found(path, source), expected, "{source}");
    }
}

#[test]
fn names_that_nothing_looks_at() {
    check(
        "a.ts",
        &[
            (
                "export function f(o) { const limit = o.limit ?? 3; return o.items; }",
                "limit NeverRead",
            ),
            (
                "export function f(o) { const { items, limit } = o; return items; }",
                "limit NeverRead",
            ),
            (
                "export function f(o) { let n = 0; for (const i of o) { n += 1; go(i); } }",
                "n NeverRead",
            ),
            (
                "export function f(o) { const retry = () => go(o); go(o); }",
                "retry NeverRead",
            ),
            (
                "export function f(o) { const start = Date.now(); go(o); }",
                "start NeverRead",
            ),
            (
                "export function f(o) { const limit = o.limit; return o.items.slice(0, limit); }",
                "",
            ),
            (
                "export function f(o) { const { limit, ...rest } = o; return rest; }",
                "",
            ),
            (
                "export function f(o) { const timer = setInterval(go, 5); o(); }",
                "",
            ),
            (
                "export function f(o) { const _unused = o.limit; return o; }",
                "",
            ),
            (
                "export function f(o) { let n; while ((n = o.next())) go(); }",
                "",
            ),
            (
                "export function f(o) { const size = o; return { size }; }",
                "",
            ),
            (
                "export function f(o) { const K = o.kind; return typeof K; }",
                "",
            ),
            (
                "export function f(o) { for (const k in o) { return true; } return false; }",
                "",
            ),
            ("export const limit = 3; const other = limit;", ""),
        ],
    );
}

#[test]
fn answers_that_stand_for_another() {
    check(
        "a.ts",
        &[
            (
                "export function listenerCount(name) { return map[name] ? 1 : 0; }",
                "listenerCount FixedValue",
            ),
            (
                "export class M { #online = true; set(v) { this.#online = v; this.tell(this.#online); } isOnline() { return true; } }",
                "M.isOnline FixedValue",
            ),
            (
                "export abstract class R { updateGcTime(_t: number) { this.gcTime = 5 * 60; } }",
                "R.updateGcTime(_t) ParameterIgnored",
            ),
            (
                "export function compare(a, b) { return a > b ? 1 : 0; }",
                "",
            ),
            (
                "export function countAll(a) { return a ? a.length : 0; }",
                "",
            ),
            (
                "export class M { #online = true; set(v) { this.#online = v; } isOnline() { return this.#online; } }",
                "",
            ),
            (
                "export class M { kind = 'm'; isLeaf() { return true; } }",
                "",
            ),
            (
                "export class R { updateGcTime(t: number) { this.gcTime = t; } }",
                "",
            ),
            ("export class R { setDone(_e) { this.ready = true; } }", ""),
        ],
    );
}

#[test]
fn parameters_that_nobody_forces() {
    check(
        "a.tsx",
        &[
            (
                "export const Toaster = ({ items, limit }) => <ul>{items}</ul>;",
                "Toaster(limit) ParameterIgnored",
            ),
            (
                "export function useToaster(o, limit = 3) { return go(o); }",
                "useToaster(limit) ParameterIgnored",
            ),
            (
                "class Base { run() { go(); } }\nexport class A extends Base { add(item, limit) { this.all.push(item); return this.all; } }",
                "A.add(limit) ParameterIgnored",
            ),
            (
                "export const Row = ({ items, ...rest }) => <ul {...rest}>{items}</ul>;",
                "",
            ),
            (
                "class Base { add(item, limit) { return limit(item); } }\nexport class A extends Base { add(item, limit) { this.all.push(item); return this.all; } }",
                "",
            ),
            (
                "import { Base } from './base';\nexport class A extends Base { add(item, limit) { this.all.push(item); return this.all; } }",
                "",
            ),
        ],
    );
}

#[test]
fn what_is_said_to_come() {
    check(
        "a.js",
        &[
            (
                "function zsh() { throw new Error('zsh is not supported yet'); }\nmodule.exports = { zsh };",
                "zsh NotImplemented",
            ),
            (
                "export function f(kind, x) { switch (kind) { case 'a': return go(x); default: throw new Error(`${kind} is not yet supported`); } }",
                "f NotImplemented",
            ),
            (
                "export function f(kind, x) { if (kind !== 'a') throw new Error('not supported: ' + kind); return go(x); }",
                "",
            ),
        ],
    );
}

#[test]
fn assertions_that_nothing_gets_to() {
    check(
        "a.test.js",
        &[
            (
                "test('any', function (t) { var e = new E(); e.onAny(function (n) { t.equal(n, 'a'); }); t.end(); });",
                "any NoAssertion",
            ),
            (
                "it('any', () => { const e = new E(); e.on('x', (v) => { expect(v).toBe(1); }); });",
                "any NoAssertion",
            ),
            (
                "it('any', () => { const e = new E(); e.on('x', (v) => { expect(v).toBe(1); }); e.emit('x', 1); });",
                "",
            ),
            (
                "it('any', (done) => { const e = open(); e.on('x', (v) => { expect(v).toBe(1); done(); }); });",
                "",
            ),
            (
                "it('any', async () => { const e = open(); e.on('x', (v) => { expect(v).toBe(1); }); await e.end; });",
                "",
            ),
            (
                "it('any', () => { const e = new E(); e.on('x', (v) => { expect(v).toBe(1); }); expect(e.size).toBe(1); });",
                "",
            ),
        ],
    );
}

/// Fields as `owner.name`, private ones with `-`; and what is known of a name.
#[test]
fn fields_and_what_is_done_with_them() {
    for (source, fields, name, looked_at, how) in [
        (
            "class Q { constructor(o) { this.limit = o.limit ?? 5; } run() { return this.go(); } }",
            "Q.limit",
            "limit",
            false,
            How::Given,
        ),
        (
            "class Q { constructor(o) { this.limit = o.limit; } run() { return this.limit; } }",
            "Q.limit",
            "limit",
            true,
            How::Given,
        ),
        (
            "import { plain } from './s';\nclass H { constructor() { this.style = plain; } run() { return this.go(); } }",
            "H.style",
            "style",
            false,
            How::Constant,
        ),
        (
            "class Q { private hits = 0; run() { return this.hits; } }",
            "-Q.hits",
            "hits",
            true,
            How::Empty,
        ),
        (
            "class Q { private hits = 0; run() { this.hits++; return 1; } }",
            "-Q.hits",
            "hits",
            false,
            How::Computed,
        ),
        (
            "class Q { #all = []; add(x) { this.#all.push(x); } }",
            "-Q.#all",
            "#all",
            false,
            How::Computed,
        ),
        (
            "class Q { #all = []; add(x) { fill(this.#all); } }",
            "-Q.#all",
            "#all",
            true,
            How::Computed,
        ),
        (
            "export interface QueueOptions { limit?: number }\nexport const d = { limit: 3 };",
            "QueueOptions.limit",
            "limit",
            false,
            How::Constant,
        ),
        (
            "function Q(o) { this.limit = o.limit; }\nQ.prototype.run = function () { return 1; };",
            "Q.limit",
            "limit",
            false,
            How::Given,
        ),
        (
            "class Q { constructor({ limit }) { this.limit = limit; } run() { return this.go(); } }",
            "Q.limit",
            "limit",
            false,
            How::Given,
        ),
    ] {
        let facts = read("a.ts", source);
        let said = facts.fields.iter().map(|it| {
            let mark = if it.private { "-" } else { "" };
            format!("{mark}{}.{}", it.owner, it.name)
        });
        assert_eq!(said.collect::<Vec<_>>().join(" "), fields, "{source}");
        let set = facts.set.get(name).unwrap();
        assert_eq!((set.read, set.how), (looked_at, how), "{source}");
    }
}

#[test]
fn fields_that_others_may_look_at() {
    for source in [
        "export class E extends Error { constructor(m, flag) { super(m); this.flag = flag; } }",
        "export class Token { constructor(kind, text) { this.kind = kind; this.text = text; } }",
        "export class Q { constructor(o) { Object.assign(this, o); this.limit = 1; } run() { return this.x; } }",
        "@Component({})\nexport class Q { limit = 1; run() { return this.x; } }",
        "export interface User { id?: string; email?: string }",
        "export interface ListProps extends Base { size?: number }",
        "export interface ListProps { size?: number }\nexport const List = (p) => go({ ...p });",
    ] {
        let facts = read("a.ts", source);
        assert!(facts.fields.is_empty(), "{source}: {:?}", facts.fields);
    }
}

#[test]
fn errors_made_and_told() {
    for (source, made) in [
        (
            "class AError extends Error {}\nthrow new AError();",
            "AError Error",
        ),
        (
            "class AError extends Error {}\nmodule.exports = { AError };",
            "Error",
        ),
        (
            "class AError extends Error {}\nexports.AError = AError;",
            "Error",
        ),
        ("import { AError } from './a';\nexport { AError };", ""),
        (
            "import { AError } from './a';\nif (e instanceof AError) go();",
            "",
        ),
        (
            "import { AError } from './a';\nfail(AError, 'x');",
            "AError",
        ),
        ("const e = require('./a');\nthrow new e.AError();", "AError"),
    ] {
        let facts = read("a.js", source);
        let mut found: Vec<&str> = facts.made.iter().flatten().map(String::as_str).collect();
        found.sort_unstable();
        assert_eq!(found.join(" "), made, "{source}");
    }
    for (source, lines) in [
        ("function f() {\nthrow x; }", 1),
        ("function f() {\nthis.program.error('x'); }", 1),
        ("function f(cb) {\ncb(err); }", 1),
        ("function f() {\nprocess.exitCode = 1; }", 1),
        ("function f() {\nreturn go(1); }", 0),
    ] {
        let facts = read("a.js", source);
        assert_eq!(facts.tells.len(), lines, "{source}");
    }
}

#[test]
fn errors_that_are_dropped_as_honest_code_drops_them() {
    for (source, faint) in [
        (
            "function read(p) { try { return parse(p); } catch (e) { // no usable file\n return {}; } }",
            1,
        ),
        (
            "function read(p, d) { try { return parse(p); } catch { return d; } }",
            1,
        ),
        (
            "function read(p) { return load(p).catch(() => fallback); }",
            1,
        ),
        (
            "function isRegex(p) { try { new RegExp(p); return true; } catch { return false; } }",
            0,
        ),
        (
            "function works(m, v) { try { m.call(v); return true; } catch (e) { return false; } }",
            0,
        ),
        (
            "function read(p) { try { return parse(p); } catch (e) { // the file may not exist\n return {}; } }",
            0,
        ),
        (
            "function read(p) { try { return parse(p); } catch (e) { if (e.code !== 'ENOENT') throw e; return {}; } }",
            0,
        ),
        (
            "function read(p) { try { return parse(p); } catch (e) { return { failed: true }; } }",
            0,
        ),
    ] {
        let facts = read("a.js", source);
        let found = facts
            .stubs
            .iter()
            .filter(|it| it.certainty == Certainty::Faint);
        assert_eq!(found.count(), faint, "{source}");
    }
}

#[test]
fn assertions_that_no_code_can_fail() {
    let vacuous = |source: &str| {
        let facts = read("a.test.ts", source);
        let mut stubs = facts.stubs.iter();
        stubs.any(|it| {
            it.certainty == Certainty::Certain
                && matches!(it.reason, Reason::ConstantAssertion | Reason::NoAssertion)
        })
    };
    for source in [
        "it('adds', () => { expect(add(1, 2)).toBe(add(1, 2)); });",
        "it('adds', () => { const want = add(1, 2); expect(add(1, 2)).toEqual(want); });",
        "it('adds', () => { expect(add(1).length).toBeGreaterThanOrEqual(0); });",
        "it('adds', () => { const r = add(1); expect(r >= 0 || r < 0).toBe(true); });",
        "it('adds', () => { expect(add(1) || true).toBe(true); });",
        "test('adds', (t) => { t.ok(add(1).length >= 0); t.end(); });",
        "import { add } from './add';\nit('adds', () => { add(1); expect(add).toBeDefined(); });",
        "const rows = [];\nit.each(rows)('adds %s', (r) => { expect(add(r)).toBe(1); });",
        "it('adds', () => { const rows = []; for (const r of rows) { expect(add(r)).toBe(1); } });",
        "[].forEach((r) => { it('adds', () => { expect(add(r)).toBe(1); }); });",
    ] {
        assert!(vacuous(source), "{source}");
    }
    for source in [
        "it('gives the same each time', () => { expect(add(1)).toBe(add(1)); });",
        "it('adds', () => { expect(add(1)).toBe(sum(1)); });",
        "it('adds', () => { expect(make()).toEqual(make()); });",
        "it('adds', () => { expect(add(1).length).toBeGreaterThanOrEqual(1); });",
        "it('adds', () => { const r = add(1); expect(r >= 0 || r < -5).toBe(true); });",
        "import { add } from './add';\nit('is exported', () => { expect(add).toBeDefined(); });",
        "const rows = [];\nrows.push(1);\nit.each(rows)('adds %s', (r) => { expect(add(r)).toBe(1); });",
        "it('adds', () => { const rows = []; fill(rows); for (const r of rows) { expect(add(r)).toBe(1); } });",
        "it('adds', () => { const seen = []; run(seen); expect(seen).toEqual([]); });",
    ] {
        assert!(!vacuous(source), "{source}");
    }
}
