//! Tests as syntax reads them: cases, assertions, what switches them off and what makes them worth nothing.

mod compiled;
mod foreign;
mod prepared;
mod scripted;

use std::fmt::Write as _;

use code::{Certainty, Hidden, Language, Limits, Skip, Strength, Suite, facts, suite};

fn read(path: &str, source: &str) -> Suite {
    let facts = facts(Language::of_path(path), source, &Limits::default());
    suite(path, source, &facts)
}

/// One line for each test: name, how it is switched off, its inputs, its assertions, and why it can't fail.
fn shown(path: &str, source: &str) -> String {
    let mut out = String::new();
    for case in read(path, source).cases {
        out.push_str(&case.name);
        match case.skipped {
            Some(Skip::Always) => out.push_str(" skipped"),
            Some(Skip::Sometimes) => out.push_str(" sometimes"),
            Some(Skip::MayFail) => out.push_str(" may-fail"),
            None => {}
        }
        if case.focused {
            out.push_str(" focused");
        }
        if let Some(rows) = &case.rows {
            let more = if rows.more { "+" } else { "" };
            write!(out, " x{}{more}", rows.texts.len()).unwrap();
        }
        for it in &case.assertions {
            let strength = match it.strength {
                Strength::Vacuous => "vacuous",
                Strength::Loose => "loose",
                Strength::Partial => "partial",
                Strength::Throws => "throws",
                Strength::Exact => "exact",
            };
            write!(
                out,
                " | {strength} {} = {}",
                it.subject,
                it.expected.as_deref().unwrap_or("-")
            )
            .unwrap();
            match it.hidden {
                Some(Hidden::Guarded) => out.push_str(" guarded"),
                Some(Hidden::Handled) => out.push_str(" handled"),
                Some(Hidden::Unawaited) => out.push_str(" unawaited"),
                Some(Hidden::Swallowed) => out.push_str(" swallowed"),
                Some(Hidden::Unreachable) => out.push_str(" unreachable"),
                None => {}
            }
        }
        if let Some(vacuity) = &case.vacuity {
            let sure = if vacuity.certainty == Certainty::Certain {
                "!"
            } else {
                "?"
            };
            write!(out, " => {:?}{sure}", vacuity.reason).unwrap();
        }
        out.push('\n');
    }
    out
}

/// Every text with the lines that it is read as. All wrong answers are shown at once.
fn all_read(path: &str, table: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (source, wanted) in table {
        let found = shown(path, source);
        if found.trim_end() != *wanted {
            writeln!(wrong, "{source}\n  wanted {wanted}\n  found  {found}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn hostile_texts_are_read_within_bounds() {
    let deep = format!(
        "it('a', () => {{ expect({}1{}).toBe(1); }});",
        "f(".repeat(900),
        ")".repeat(900)
    );
    let wide = format!("def test_a():\n{}", "    assert f(1) == 2\n".repeat(5_000));
    let nested = format!(
        "{}{}",
        "it('a', () => { expect(f()).toBe(1); ".repeat(300),
        "});".repeat(300)
    );
    let chain = format!(
        "it('a', () => {{ expect(x){}.toBe(1); }});",
        ".not".repeat(5_000)
    );
    for (path, source) in [
        ("a.test.ts", deep),
        ("tests/test_a.py", wide),
        ("a.test.ts", nested),
        ("a.test.ts", chain),
    ] {
        let suite = read(path, &source);
        assert!(suite.damaged || !suite.cases.is_empty(), "{path}");
    }
    assert!(read("a.vue", "<script>it('a', () => {})</script>").damaged);
    assert!(read("a.test.ts", "it('a', () => { expect(").damaged);
}
