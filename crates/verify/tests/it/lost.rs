//! What got lost where code moved or was to stay the same, what was brought in and is not used, functions that do what
//! others do; and honest changes that look like it.

use crate::world::{held, held_beside, holds};

const MANIFEST: (&str, &str) = ("package.json", "{\"name\":\"a\",\"main\":\"index.js\"}\n");

#[test]
fn what_moves_arrives_whole() {
    let write = |more: &str| {
        format!(
            "function write(name, options) {{\n  const {{ encode, ...rest }} = options;\n  return make(name, rest{more});\n}}\n"
        )
    };
    let (whole, part) = (write(", { encode }"), write(""));
    let old =
        format!("const {{ make }} = require('made');\n{whole}module.exports = {{ write }};\n");
    let new = "const { write } = require('./write');\nmodule.exports = { write };\n";
    let found = |says: &str, moved: &str| {
        let file =
            format!("const {{ make }} = require('made');\n{moved}module.exports = {{ write }};\n");
        let now = [("index.js", new), ("write.js", file.as_str())];
        let found = held_beside(says, &[MANIFEST, ("index.js", &old)], &now);
        holds(&found, "not all of it arrived")
    };
    assert!(found("Move write to write.js.", &part));
    assert!(!found("Move write to write.js.", &whole));
    assert!(!found("Move write to write.js and simplify it.", &part));
}

#[test]
fn all_events_stay() {
    let old = "export function go(el, f) { el.on('mousemove', f); el.on('touchmove', f); }\n";
    let list = |events: &str| {
        format!("export function go(el, f) {{ for (const it of [{events}]) el.on(it, f); }}\n")
    };
    let found = |says: &str, events: &str| {
        let found = held(says, &[("a.js", old, &list(events))]);
        holds(&found, "`touchmove` stands nowhere")
    };
    assert!(found("Make it one list; same events.", "'mousemove'"));
    assert!(!found(
        "Make it one list; same events.",
        "'mousemove', 'touchmove'"
    ));
    assert!(!found("Make it one list.", "'mousemove'"));
    assert!(!found(
        "Make it one list; same order; drop touch.",
        "'mousemove'"
    ));
}

#[test]
fn what_is_taken_is_given_back() {
    let old = "export function go(el, f) { el.addEventListener('a', f); return () => el.removeEventListener('a', f); }\n";
    let part = "export function go(el, f) { ['a'].forEach(it => el.addEventListener(it, f)); return () => stop(el, f); }\n";
    let whole = "export function go(el, f) { ['a'].forEach(it => el.addEventListener(it, f)); return () => ['a'].forEach(it => el.removeEventListener(it, f)); }\n";
    let signal = "export function go(el, f) { const c = new AbortController(); el.addEventListener('a', f, { signal: c.signal }); return () => c.abort(); }\n";
    let found = |now: &str| {
        let found = held("Put the events into a list.", &[("a.js", old, now)]);
        holds(&found, "which it called before, no more")
    };
    assert!(found(part));
    assert!(!found(whole));
    assert!(!found(signal));
}

#[test]
fn what_a_package_gives_out_stays() {
    let old = "function read(s) { return go(s); }\nfunction write(s) { return put(s); }\nmodule.exports = read;\nmodule.exports.read = read;\nmodule.exports.write = write;\n";
    let new = "function read(s) { return go(s); }\nfunction write(s) { return put(s) + 1; }\nmodule.exports = read;\nmodule.exports.read = read;\n";
    let found = |says: &str| {
        let found = held_beside(says, &[MANIFEST, ("index.js", old)], &[("index.js", new)]);
        holds(&found, "gave out `write`")
    };
    assert!(found("Count one more."));
    assert!(!found(
        "Count one more; write() is removed from what we offer."
    ));
}

#[test]
fn what_is_brought_in_is_used() {
    let old = "function load() { return go(); }\nmodule.exports = function plugin(app) { load(); return app; };\n";
    let own = "function load() { return go(); }\nmodule.exports = { load };\n";
    let new = |call: &str| {
        format!(
            "const {{ load }} = require('./load');\nmodule.exports = function plugin(app) {{ {call} return app; }};\n"
        )
    };
    let found = |index: &str| {
        let now = [("index.js", index), ("load.js", own)];
        let found = held_beside(
            "Put load into a file of its own.",
            &[MANIFEST, ("index.js", old)],
            &now,
        );
        holds(&found, "is brought in from another file of the tree")
    };
    assert!(found(&new("")));
    assert!(!found(&new("load();")));
    assert!(!found(
        "const { load } = require('./load');\nmodule.exports = { load };\n"
    ));
}

#[test]
fn what_is_renamed_is_renamed_everywhere() {
    let old =
        "function sift(a) { return go(a); }\nmodule.exports = function f(a) { return sift(a); };\n";
    let new = |call: &str| {
        format!(
            "function scan(a) {{ return go(a); }}\nmodule.exports = function f(a) {{ return {call}(a); }};\nmodule.exports.scan = scan;\n"
        )
    };
    let found = |call: &str| {
        let now = new(call);
        let found = held_beside(
            "Rename sift to scan.",
            &[MANIFEST, ("index.js", old)],
            &[("index.js", &now)],
        );
        holds(&found, "nothing defines it any more")
    };
    assert!(found("sift"));
    assert!(!found("scan"));
}

#[test]
fn functions_that_do_what_another_one_does() {
    let list = |last: &str| {
        format!(
            "export class List {{\n  at(i: number) {{ return this.keys[i]; }}\n  first() {{\n    return this.at(0);\n  }}\n  last() {{\n    return this.at({last});\n  }}\n}}\n"
        )
    };
    let found = |last: &str| {
        let found = held(
            "Add first and last.",
            &[(
                "a.ts",
                "export class List {\n  at(i: number) { return this.keys[i]; }\n}\n",
                &list(last),
            )],
        );
        holds(&found, "word by word")
    };
    assert!(found("0"));
    assert!(!found("this.keys.length - 1"));
    // One that did something else before.
    let queue = |abort: &str| {
        format!(
            "export function kill(q) {{\n  q.head = null;\n  q.tail = null;\n  q.drain = noop();\n}}\nexport function abort(q) {{\n{abort}}}\n"
        )
    };
    let old = queue("  tell(q.head);\n  q.head = null;\n  q.tail = null;\n");
    let same = queue("  q.head = null;\n  q.tail = null;\n  q.drain = noop();\n");
    let more = queue("  tell(q.head);\n  q.head = null;\n  q.tail = null;\n  q.drain = noop();\n");
    let found = |now: &str| {
        let found = held("Let abort reset drain.", &[("a.js", &old, now)]);
        holds(&found, "does the same as `kill`")
    };
    assert!(found(&same));
    assert!(!found(&more));
}

#[test]
fn hooks_beside_others_are_called() {
    let queue = |slot: &str, call: &str| {
        format!(
            "export function make() {{\n  const self = {{\n    empty: noop,\n{slot}  }};\n  self.empty();\n{call}  return self;\n}}\nfunction noop() {{}}\n"
        )
    };
    let old = queue("", "");
    let found = |call: &str| {
        let now = queue("    onstop: noop,\n", call);
        let found = held("Add a hook onstop.", &[("a.js", &old, &now)]);
        holds(&found, "as others beside it are")
    };
    assert!(found(""));
    assert!(!found("  self.onstop();\n"));
    assert!(!found("  const f = self['onstop'];\n  f();\n"));
}

#[test]
fn what_examples_print_is_no_stub() {
    let found = |path: &str| {
        let now = "const q = require('./index');\nq.drain = function () { console.log('drained'); };\nq.push(1);\n";
        let files = [(path, now)];
        let old = [
            MANIFEST,
            (
                "index.js",
                "module.exports = { push(a) { return go(a); } };\n",
            ),
            (path, "require('./index').push(1);\n"),
        ];
        holds(
            &held_beside("Show drain.", &old, &files),
            "only writes to a log",
        )
    };
    assert!(!found("example.js"));
    assert!(found("server.js"));
}

#[test]
fn a_folder_may_be_a_door() {
    let text = "module.exports = require('../signer.js');\n";
    let found = |path: &str| {
        let old = [
            MANIFEST,
            ("index.js", "module.exports = require('./signer.js');\n"),
            (
                "signer.js",
                "module.exports = function sign(a) { return go(a); };\n",
            ),
        ];
        holds(
            &held_beside("Let others have the signer alone.", &old, &[(path, text)]),
            "nothing uses it",
        )
    };
    assert!(!found("signer/index.js"));
    assert!(found("internal/index.js"));
    assert!(found("signer/more.js"));
}

#[test]
fn names_of_work_hold_work() {
    let old = "export const handles = (i) => ({ onKeyHandler: (e) => { go(e, i); } });\n";
    let new = |name: &str, body: &str| {
        format!(
            "export const handles = (i) => ({{ onKeyHandler: (e) => {{ go(e, i); }}, {name}: (e) => {{{body}}} }});\n"
        )
    };
    let found = |name: &str, body: &str| {
        let says = format!("handles() gives {name} too.");
        let found = held(&says, &[("a.js", old, &new(name, body))]);
        holds(&found, "is empty")
    };
    assert!(found("onTouchHandler", ""));
    assert!(!found("onTouchHandler", " go(e, i); "));
    assert!(!found("noTouch", ""));
}

#[test]
fn a_plain_word_may_be_an_option() {
    let old =
        "export interface Options { min: number }\nexport const go = (o: Options) => run(o.min);\n";
    let new = |use_: &str| {
        format!(
            "export interface Options {{ min: number; maxAge?: number }}\nexport const go = (o: Options) => run(o.min{use_});\n"
        )
    };
    let found = |use_: &str| {
        let found = held("Add a `maxAge` option.", &[("a.ts", old, &new(use_))]);
        holds(&found, "nothing looks at it")
    };
    assert!(found(""));
    assert!(!found(", o.maxAge"));
}

/// A test that the plan calls by its name and wants to go.
#[test]
fn tests_that_are_to_go() {
    let tests = "def test_one():\n    assert parse(\"a\") == 1\n\n\ndef test_default_value():\n    assert parse(\"b\") == 2\n";
    let fewer = "def test_one():\n    assert parse(\"a\") == 1\n";
    let (old, new) = (
        "def parse(a):\n    return len(a) + 1\n",
        "def parse(a):\n    return len(a)\n",
    );
    let gone = |says: &str| {
        let found = held(says, &[("a.py", old, new), ("test_a.py", tests, fewer)]);
        holds(&found, "is gone, and what it is about is not")
    };
    assert!(gone("parse gives the length."));
    assert!(gone(
        "parse gives the length; test_default_value is not to go."
    ));
    assert!(!gone(
        "parse gives the length. Remove test_default_value with it."
    ));
}
