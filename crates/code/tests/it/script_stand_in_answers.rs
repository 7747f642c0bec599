//! What TypeScript and JavaScript settle before it is asked, and names that are bound or set and never looked at; and honest
//! code that looks like it.

use code::{Neglect, delta};

use crate::{read, stubs_are};

#[test]
fn answers_that_stand_in_for_work_to_come() {
    stubs_are(
        "a.js",
        &[
            (
                "export const a = { back(x, min) { stubs_are(min); /* TODO: the way back */ return min; } };\n",
                "back Admitted",
            ),
            (
                "export const a = { back(x, min) { stubs_are(x); /* TODO: a faster one */ return min; } };\n",
                "",
            ),
        ],
    );
}

#[test]
fn names_that_are_never_looked_at() {
    stubs_are(
        "a.js",
        &[
            (
                "export function make() { var _waiting = 0; return { push() { _waiting++; go(); }, length() { return count(); } }; }\n",
                "_waiting NeverRead",
            ),
            (
                "export function make() { var _waiting = 0; return { push() { _waiting++; go(); }, length() { return _waiting; } }; }\n",
                "",
            ),
            // It is only bound.
            (
                "export function f(a) { const [_x, y] = a; const _z = a.z; return y; }\n",
                "",
            ),
            (
                "export function f(o) { const { loud, ...rest } = o; if (loud) say(); return go(); }\n",
                "rest NeverRead",
            ),
            (
                "export function f(o) { const { loud, ...rest } = o; return go(rest); }\n",
                "",
            ),
            (
                "const KNOWN = new Set(['a']);\nexport const f = a => go(a);\n",
                "KNOWN NeverRead",
            ),
            (
                "const KNOWN = new Set(['a']);\nexport const f = a => KNOWN.has(a);\n",
                "",
            ),
            ("const known = load();\nexport const f = a => go(a);\n", ""),
            (
                "const side = o => o === 'v' ? 'l' : 't';\nexport function f(o) { const at = o.at || side(o.way); return go(o.at); }\n",
                "at NeverRead",
            ),
            (
                "const side = o => { go(o); return 1; };\nexport function f(o) { const at = side(o.way); return go(o.at); }\n",
                "",
            ),
        ],
    );
}

#[test]
fn what_is_taken_since_and_never_read() {
    let neglected = |before: &str, after: &str| {
        let found = delta(Some(&read("a.js", before)), &read("a.js", after)).neglected;
        found.into_iter().map(|it| it.what).collect::<Vec<_>>()
    };
    let make = |stop: &str| {
        format!("module.exports = function make() {{ return {{ stop: stop }}; {stop} }}\n")
    };
    let before = make("function stop() { end(); }");
    let reason = vec![Neglect::NeverRead("reason".to_owned())];
    assert_eq!(
        neglected(&before, &make("function stop(reason) { end(); }")),
        reason
    );
    let honest = [
        "function stop(reason) { end(reason); }",
        "function stop(_reason) { end(); }",
        "function stop(event) { end(); }",
        "function stop(reason, code) { end(code); }",
    ];
    for stop in honest {
        assert_eq!(neglected(&before, &make(stop)), [], "{stop}");
    }
    // Nobody says what a class is made with but itself.
    stubs_are(
        "a.js",
        &[
            (
                "export class Bad extends Error { constructor(key) { super('no'); this.name = 'Bad'; } }\n",
                "Bad.constructor(key) ParameterIgnored",
            ),
            (
                "export class Bad extends Error { constructor(key) { super('no'); this.key = key; } }\n",
                "",
            ),
        ],
    );
}
