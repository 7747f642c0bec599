//! Work that the form of a statement loses, in TypeScript and Python: sums that nobody keeps, values that are overwritten at
//! once. And honest code that looks like each.

use code::Certainty;

use crate::read;

/// What is found in a file, but what is only faint.
fn found(path: &str, source: &str) -> Vec<String> {
    let facts = read(path, source);
    let found = facts.stubs.iter();
    let found = found.filter(|s| s.certainty != Certainty::Faint);
    found
        .map(|s| format!("{} {:?}", s.what, s.reason))
        .collect()
}

fn check(path: &str, cases: &[(&str, &[&str])]) {
    for (source, wanted) in cases {
        assert_eq!(found(path, source), *wanted, "{source}");
    }
}

#[test]
fn what_typescript_loses() {
    check(
        "a.ts",
        &[
            (
                "export function show(rows) { let text = go(rows); text = ''; return text; }",
                &["text NeverRead"],
            ),
            (
                "export class Shelf { get mean(): number { if (this.size === 0) { return 0; } return 0; } size = 3; }",
                &["Shelf.mean FixedValue"],
            ),
        ],
    );
}

#[test]
fn what_typescript_keeps() {
    for source in [
        // What has to be tried may be there to fail, and layouts are asked for by their size.
        "export function can(a) { try { a + 1; go(a); } catch (e) { throw new Fault(e); } }",
        "export function flow(el) { el.offsetHeight; return go(el); }",
        "export function put(rows) { rows.a && rows.go(); new Thing(rows); }",
        // The same is asked twice: the first line is a heading.
        "export function second(rows) { let row = rows.next(); row = rows.next(); return row; }",
        "export function show(rows) { let text = go(rows); text = text.trim; return text; }",
        "export function show(rows) { let at = 0; at = rows; return at; }",
        // A single name, or a word why: the stream is used up.
        "export async function drain(rows) { for await (const [a, b] of rows) {} }",
        "export function drain(rows) { for (const row of rows) {} }",
        "export function drain(rows) { for (const [a, b] of rows) { /* until it ends */ } }",
        "export function fill(rows, strict) { for (const row of rows) { if (strict) { continue; } go(row); } }",
        "export function fill(rows, strict) { if (strict) { return; } go(rows); }",
        "export function fill(rows) { for (const row of rows) { if (go(row)) { continue; } } }",
        "export class Shelf { get mean(): number { if (this.size === 0) { return 0; } return this.sum / this.size; } size = 3; sum = 1; }",
    ] {
        assert_eq!(found("a.ts", source), Vec::<String>::new(), "{source}");
    }
}

#[test]
fn what_python_loses() {
    check(
        "shop/cart.py",
        &[
            (
                "def show(rows, head):\n    text = go(rows)\n    if head:\n        head + '\\n' + text\n    return text\n",
                &["statement ResultDiscarded"],
            ),
            (
                "def show(rows):\n    text = go(rows)\n    text = ''\n    return text\n",
                &["text NeverRead"],
            ),
            (
                "def save(rows, path):\n    go(rows)\n    with open(path, 'w') as file:\n        pass\n",
                &["file NeverRead"],
            ),
            (
                "import json\n\ndef save(rows, file):\n    data = json.dumps(rows)\n    file.flush()\n",
                &["data NeverRead"],
            ),
            (
                "def mean(rows, size):\n    total = rows / size\n    return go(rows, size)\n",
                &["total NeverRead"],
            ),
            (
                "class Shelf:\n    def mean(self):\n        if not self.rows:\n            return 0.0\n        return 0.0\n",
                &["Shelf.mean FixedValue"],
            ),
        ],
    );
}

#[test]
fn what_python_keeps() {
    for source in [
        "def can(a, b):\n    try:\n        a + 1\n        go(b)\n    except TypeError as error:\n        raise ValueError from error\n",
        // Operators of others may do something: tasks are put in order, routes joined.
        "def flow(first, second):\n    first >> second\n    go(first | second)\n",
        "def second(rows):\n    row = next(rows)\n    row = next(rows)\n    return row\n",
        "def show(rows):\n    text = go(rows)\n    text = text + 'x'\n    return text\n",
        "def drain(rows):\n    for row in rows:\n        pass\n",
        "def drain(rows):\n    for a, b in rows:\n        pass  # Until it ends.\n    return go(rows)\n",
        "def last(rows):\n    for a, b in rows:\n        pass\n    return a, b\n",
        "def fill(rows, strict):\n    for row in rows:\n        if strict:\n            continue\n        go(row)\n",
        "def fill(rows, strict):\n    if strict:\n        return\n    go(rows)\n",
        "def touch(path):\n    with open(path, 'w'):\n        pass\n    go(path)\n",
        "def save(rows, path):\n    with open(path, 'w') as file:\n        go(rows, file)\n",
        "class Shelf:\n    def mean(self):\n        if not self.rows:\n            return 0.0\n        return sum(self.rows) / len(self.rows)\n",
    ] {
        assert_eq!(
            found("shop/cart.py", source),
            Vec::<String>::new(),
            "{source}"
        );
    }
}
