//! What TypeScript declares and lets stand still: options of a command line that nobody asks for, counts that are never
//! stepped, errors that always tell of the same line; and honest code that looks like it.

use code::{Certainty, Reason};

use crate::read;

fn found(source: &str) -> Vec<String> {
    let facts = read("a.ts", source);
    let weighs = |it: &&code::Stub| {
        let reason = matches!(
            it.reason,
            Reason::NeverRead
                | Reason::FixedValue
                | Reason::SwallowedError
                | Reason::ParameterIgnored
                | Reason::NotImplemented
        );
        reason && it.certainty != Certainty::Faint
    };
    let stubs = facts.stubs.iter().filter(weighs);
    stubs
        .map(|s| format!("{} {:?}", s.what, s.reason))
        .collect()
}

fn check(cases: &[(&str, &[&str])]) {
    for (source, expected) in cases {
        assert_eq!(found(source), *expected, "{source}");
    }
}

#[test]
fn options_that_nobody_asks_for() {
    let head = "const p = new Command();\np.option('--json', 'as JSON').option('-q, --no-color-at-all <x>', 'quiet');\np.parse();\n";
    let unread: &[&str] = &["option colorAtAll NeverRead"];
    for (rest, expected) in [
        ("const o = p.opts();\nif (o.json) show(1);\n", unread),
        ("if (p.opts().json) show(1);\n", unread),
        ("const { json } = p.opts();\nif (json) show(1);\n", unread),
        (
            "p.action((file, options) => { if (options.json) show(file); });\n",
            unread,
        ),
        // They go on whole, or are asked for.
        ("const o = p.opts();\nif (o.json) show(o);\n", &[]),
        (
            "const { json, ...rest } = p.opts();\nshow(json, rest);\n",
            &[],
        ),
        ("show(p.opts());\n", &[]),
        (
            "const o = p.opts();\nif (o.json && o.colorAtAll) show(1);\n",
            &[],
        ),
        ("p.action((file, options) => show(file, options));\n", &[]),
        ("p.action(show);\n", &[]),
        ("export { p };\n", &[]),
    ] {
        check(&[(&format!("{head}{rest}"), expected)]);
    }
    check(&[
        (
            "const { values } = parseArgs({ options: { json: { type: 'boolean' }, limit: { type: 'string' } } });\n\
             if (values.json) show(1);\n",
            &["option limit NeverRead"],
        ),
        (
            "const { values } = parseArgs({ options: { json: { type: 'boolean' }, limit: { type: 'string' } } });\n\
             show(values);\n",
            &[],
        ),
        (
            "const argv = yargs(a).option('json', {}).option('limit', {}).parseSync();\nif (argv.json) show(1);\n",
            &["option limit NeverRead"],
        ),
        // Other things that are called so.
        ("select.option('limit', { a: 1 });\nselect.json;\n", &[]),
    ]);
}

#[test]
fn counts_that_stand_still() {
    check(&[
        (
            "export function f(text) { let line = 1; for (const it of text) { if (!it) throw new Bad(line); } }",
            &["line FixedValue"],
        ),
        (
            "export function f(text) { let line = 1; for (const it of text) { line += 1; if (!it) throw new Bad(line); } }",
            &[],
        ),
        (
            "export function f(text) { let line = 1; text.forEach(() => { line++; }); return line; }",
            &[],
        ),
        (
            "export function f(text) { let index = 0, end; ({ index, end } = go(text)); return index + end; }",
            &[],
        ),
        (
            "export function f(text) { const line = 1; return go(text, line); }",
            &[],
        ),
        (
            "export function f(text) { let limit = 10; return go(text, limit); }",
            &[],
        ),
    ]);
}

#[test]
fn errors_that_always_tell_of_the_same_line() {
    let class = "class ParseError extends Error { constructor(message: string, readonly line: number) { super(message); } }\n";
    for (rest, expected) in [
        (
            "export function f(a) { if (!a) throw new ParseError('none', 1); if (a.b) throw new ParseError('b', 1); }",
            &["line of ParseError FixedValue"][..],
        ),
        (
            "export function f(a) { if (!a) throw new ParseError('none', 1); a.forEach((it, i) => { throw new ParseError('b', i); }); }",
            &[],
        ),
        (
            "export function f(a) { throw new ParseError('none', a.line); }",
            &[],
        ),
    ] {
        check(&[(&format!("{class}{rest}"), expected)]);
    }
    check(&[(
        "class HttpError extends Error { constructor(readonly status: number) { super('x'); } }\n\
         export function f(a) { if (!a) throw new HttpError(404); }",
        &[],
    )]);
}

#[test]
fn errors_that_may_be_dropped() {
    check(&[
        (
            "export async function f(a) { try { await go(a); } catch (e) { await rm(a).catch(() => {}); throw e; } }",
            &[],
        ),
        (
            "export async function f(a) { await go(a).catch(() => {}); return a; }",
            &["catch SwallowedError"],
        ),
        (
            "const load = createRequire(import.meta.url);\nfunction f() { try { return load('paint'); } catch { return null; } }\nf();",
            &[],
        ),
        (
            "function f() { try { return read('paint'); } catch { return null; } }\nf();",
            &["catch SwallowedError"],
        ),
    ]);
}

#[test]
fn what_is_gathered_and_never_looked_at() {
    check(&[
        (
            "export function f(a) { const byId = new Map(); for (const it of a) byId.set(it.id, it); return a; }",
            &["byId NeverRead"],
        ),
        (
            "export function f(a) { const pairs = []; for (const it of a) { pairs.push(it); } return a; }",
            &["pairs NeverRead"],
        ),
        (
            "const known = new Map();\nexport function f(a) { const b = go(a); known.set(a, b); return b; }",
            &["known NeverRead"],
        ),
        (
            "const known = new Map();\nexport function f(a) { if (known.has(a)) return 1; known.set(a, 2); return go(a); }",
            &[],
        ),
        (
            "export function f(a) { const pairs = []; go(a, (it) => pairs.push(it)); return pairs; }",
            &[],
        ),
        (
            "const keptAlive = new Set();\nexport function f(a) { keptAlive.add(a); return a.start(); }",
            &[],
        ),
        (
            "export const known = new Map();\nexport function f(a) { known.set(a, 2); return a; }",
            &[],
        ),
        (
            "const known = new Map();\nfunction f(a) { known.set(a, 2); return a; }\nf(1);",
            &[],
        ),
        (
            "export function f(a) { const found = []; a.found = found; found.push(1); }",
            &[],
        ),
    ]);
}

#[test]
fn bounds_that_only_a_message_tells() {
    check(&[
        (
            "export async function f(task, attempts) { try { return await task(); } \
             catch (e) { throw new Error(`failed after ${attempts}`, { cause: e }); } }",
            &["f(attempts) ParameterIgnored"],
        ),
        (
            "export async function f(task, attempts) { for (let i = 0; i < attempts; i++) { try { return await task(); } \
             catch (e) { if (i === attempts - 1) throw new Error(`failed after ${attempts}`, { cause: e }); } } }",
            &[],
        ),
        (
            "export class D { flush(): void { throw new Error('flush is not supported yet'); } go(a) { return a.b; } }",
            &["D.flush NotImplemented"],
        ),
        (
            "export class D extends B { flush(): void { throw new Error('flush is not supported'); } go(a) { return a.b; } }",
            &[],
        ),
    ]);
}

#[test]
fn what_is_given_and_put_away() {
    check(&[
        (
            "export function make(initial = {}) { void initial; return { get: (k) => load(k) }; }",
            &["make(initial) ParameterIgnored"],
        ),
        (
            "export function Group({ delay = 100, id, ...rest }) { save(id); return make(rest); }",
            &["Group(delay) ParameterIgnored"],
        ),
        // What is taken out only is left out of the rest.
        (
            "export function Group({ delay, id, ...rest }) { save(id); return make(rest); }",
            &[],
        ),
        (
            "export function Group({ delay = 100, id, ...rest }) { save(id, delay); return make(rest); }",
            &[],
        ),
    ]);
}
