//! What got lost where code moved or was to stay the same, what was brought in and is not used, functions that do what
//! others do; and honest changes that look like it.

use crate::world::{held, held_beside, holds};

const MANIFEST: (&str, &str) = ("package.json", "{\"name\":\"a\",\"main\":\"index.js\"}\n");

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
