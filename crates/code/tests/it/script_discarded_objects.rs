//! What TypeScript writes out and comes to nothing: arms that are alike, errors thrown to be dropped, listeners that are only
//! taken away, objects that are made and left; and honest code that looks like it.

use code::{Certainty, Reason};

use crate::read;

fn check(cases: &[(&str, &[&str])]) {
    for (source, expected) in cases {
        let facts = read("a.ts", source);
        let weighs = |it: &&code::Stub| {
            let reason = matches!(
                it.reason,
                Reason::NeverRead | Reason::SwallowedError | Reason::ParameterIgnored
            );
            reason && it.certainty != Certainty::Faint
        };
        let stubs = facts.stubs.iter().filter(weighs);
        let found: Vec<String> = stubs
            .map(|s| format!("{} {:?}", s.what, s.reason))
            .collect();
        assert_eq!(found, *expected, "{source}");
    }
}

#[test]
fn errors_thrown_to_be_dropped() {
    check(&[
        (
            "export function f(o) { try { if (o.n !== 1) { throw new TypeError('n'); } } catch (e) { o.n = 1; } return go(o); }",
            &["catch SwallowedError"],
        ),
        // Something else may fail as well.
        (
            "export function f(t) { try { const n = JSON.parse(t); if (!n) { throw new Error('n'); } return n; } catch (e) { return other(t); } }",
            &[],
        ),
        (
            "export function f(o) { try { if (o.n !== 1) { throw new TypeError('n'); } } catch (e) { tell(e); } return go(o); }",
            &[],
        ),
        // For whoever stops at every error.
        (
            "export function warn(m) { console.error(m); try { throw new Error(m); } catch (_) { m = ''; } }",
            &[],
        ),
    ]);
}

#[test]
fn objects_that_are_made_and_left() {
    let head = "const { Lru } = require('./lru');\n";
    for (rest, expected) in [
        (
            "const tags = new Map();\nconst recent = new Lru(1000);\nmodule.exports = (k) => tags.get(k);\n",
            true,
        ),
        (
            "const recent = new Lru(1000);\nmodule.exports = (k) => recent.get(k);\n",
            false,
        ),
        (
            "const app = new Lru(document.body);\nmodule.exports = (k) => go(k);\n",
            false,
        ),
        (
            "const watcher = new Worker(1000);\nmodule.exports = (k) => go(k);\n",
            false,
        ),
    ] {
        let facts = read("a.js", &format!("{head}{rest}"));
        let mut left = facts.stubs.iter();
        let left = left.any(|it| it.reason == Reason::NeverRead);
        assert_eq!(left, expected, "{rest}");
    }
}

#[test]
fn what_is_no_use_of_a_name() {
    let uses = |source: &str, name: &str| read("a.ts", source).references.contains_key(name);
    let hung = "const starts = (a: string) => a.trim();\nstarts.autoRemove = (v: string) => !v;\n";
    assert!(!uses(hung, "starts"));
    assert!(uses(
        &format!("{hung}export const all = {{ starts }};\n"),
        "starts"
    ));
    let asked = "import run from './run';\nprocess.exitCode = typeof run === 'function' ? 0 : 2;\n";
    assert!(!uses(asked, "run"));
    assert!(uses(&asked.replace("? 0", "? run()"), "run"));
}

#[test]
fn parameters_that_only_go_round() {
    let source = |use_it: &str| {
        format!(
            "export function advance(n: number, timeout: number): number {{ {use_it} if (n > 0) {{ return advance(n - 1, timeout); }} return n; }}"
        )
    };
    let ignored = |text: &str| {
        let facts = read("a.ts", text);
        let mut stubs = facts.stubs.iter();
        stubs.any(|it| it.reason == Reason::ParameterIgnored && it.certainty == Certainty::Faint)
    };
    assert!(ignored(&source("")));
    assert!(!ignored(&source("if (n > timeout) { return 0; }")));
}
