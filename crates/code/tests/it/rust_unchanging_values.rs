//! What Rust has that changes nothing: bounds that only a message tells, options that nobody asks for, answers that are always the same, code for tests alone; and honest code that looks like it.

use code::{Certainty, Reason};

use crate::read;

/// Findings of these sorts, as `what reason`; `faint`: also what counts only where a plan asks for it.
fn found(source: &str, faint: bool) -> Vec<String> {
    let facts = read("src/main.rs", source);
    let sorts = |it: &&code::Stub| {
        matches!(
            it.reason,
            Reason::NeverRead
                | Reason::FixedValue
                | Reason::ParameterIgnored
                | Reason::DefaultValue
        ) && (it.certainty == Certainty::Faint) == faint
    };
    let stubs = facts.stubs.iter().filter(sorts);
    stubs
        .map(|it| format!("{} {:?}", it.what, it.reason))
        .collect()
}

fn check(cases: &[(&str, &[&str])]) {
    for (source, expected) in cases {
        assert_eq!(found(source, false), *expected, "{source}");
    }
}

#[test]
fn bounds_that_only_a_message_tells() {
    check(&[
        (
            "pub fn f(attempts: u32, t: T) -> R { go(t).map_err(|e| format!(\"after {attempts}: {e}\")) }",
            &["f(attempts) ParameterIgnored"],
        ),
        (
            "pub fn f(attempts: u32, t: T) -> R { for _ in 0..attempts { go(&t)?; } Err(format!(\"after {attempts}\")) }",
            &[],
        ),
        (
            "pub fn f(limit: u32, t: T) -> R { t.all(format!(\"{limit:>3}\")) }",
            &[],
        ),
        (
            "pub fn f(name: &str, t: T) -> R { go(t).map_err(|e| format!(\"{name}: {e}\")) }",
            &[],
        ),
    ]);
}

#[test]
fn options_that_nobody_asks_for() {
    let program = |rest: &str| {
        format!(
            "fn main() {{ let m = Command::new(\"x\").arg(Arg::new(\"limit\").long(\"limit\")).arg(Arg::new(\"all\"))\
             .get_matches(); if m.get_flag(\"all\") {{ {rest} }} }}"
        )
    };
    let unread: &[&str] = &["option limit NeverRead"];
    for (rest, expected) in [
        ("go();", unread),
        ("go(m.get_one::<u32>(\"limit\"));", &[]),
        ("run(&m);", &[]),
    ] {
        check(&[(&program(rest), expected)]);
    }
}

#[test]
fn answers_that_are_always_the_same() {
    check(&[
        (
            "impl R { pub fn accepts(&self, kind: &str) -> bool { let h = match self.find(kind) { Some(h) => h, None => return true }; \
             if h.is_empty() { return true; } true } }",
            &["answer of accepts FixedValue"],
        ),
        (
            "impl R { pub fn accepts(&self, kind: &str) -> bool { let h = match self.find(kind) { Some(h) => h, None => return true }; \
             if h.is_empty() { return false; } true } }",
            &[],
        ),
        (
            "impl Visit for R { fn visit(&self, n: N) -> bool { if n.skip() { return true; } true } }",
            &[],
        ),
        (
            "impl R { pub fn put(&mut self, n: N) -> bool { if n.skip() { return true; } self.all.push(n); true } }",
            &[],
        ),
    ]);
    let getter = |rest: &str| found(&format!("struct Iter {{ at: usize }}\n{rest}"), true);
    assert_eq!(
        getter("impl Iter { pub fn line(&self) -> usize { 1 } }"),
        ["Iter::line FixedValue"]
    );
    for honest in [
        "impl Iter { pub fn line(&self) -> usize { self.at } }",
        "impl Lines for Iter { fn line(&self) -> usize { 1 } }",
        "impl Iter { pub fn lines() -> usize { 1 } }",
    ] {
        assert!(getter(honest).is_empty(), "{honest}");
    }
}

#[test]
fn code_for_tests_alone() {
    let twin = "#[cfg(not(test))]\nfn env(_name: &str) -> Option<String> { None }\n";
    let real = "#[cfg(test)]\nfn env(name: &str) -> Option<String> { std::env::var(name).ok() }\n";
    assert_eq!(found(&format!("{real}{twin}"), false), ["env DefaultValue"]);
    // Where one of two is built, the other stands for it.
    let turned = format!("{real}{twin}")
        .replace("cfg(test)", "cfg(unix)")
        .replace("cfg(not(test))", "cfg(not(unix))");
    let facts = read("src/main.rs", &turned);
    assert!(
        facts
            .stubs
            .iter()
            .all(|it| it.certainty != Certainty::Certain)
    );
    check(&[
        (
            "pub fn observed(observer: O, a: A) -> S { let _observer = observer; start(a) }",
            &["observed(observer) ParameterIgnored"],
        ),
        (
            "pub fn held(guard: G, a: A) -> S { let _guard = guard; start(a) }",
            &[],
        ),
    ]);
}

#[test]
fn what_a_program_prints_is_read() {
    let program = |rest: &str| {
        format!(
            "#[derive(Debug)]\nstruct Args {{ count: usize }}\nfn main() {{ let a = Args {{ count: go() }}; {rest} }}"
        )
    };
    assert!(found(&program("println!(\"{:#?}\", a);"), false).is_empty());
    assert_eq!(found(&program("run(a);"), false), ["Args.count NeverRead"]);
}
