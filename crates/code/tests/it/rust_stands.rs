//! Rust code that stands still: methods that tests alone call, sets that nothing is put into, shares that are all or nothing;
//! errors that are turned into success; and what looks like it.

use code::{Certainty, Reason};

use crate::read;

fn found(source: &str, reason: Reason) -> Vec<String> {
    let facts = read("src/a.rs", source);
    let stubs = facts.stubs.iter().filter(|it| it.reason == reason);
    stubs
        .map(|it| match it.certainty {
            Certainty::Faint => format!("{}?", it.what),
            Certainty::Certain | Certainty::Likely => it.what.clone(),
        })
        .collect()
}

fn check(reason: Reason, cases: &[(&str, &[&str])]) {
    for (source, wanted) in cases {
        assert_eq!(found(source, reason), *wanted, "{source}");
    }
}

#[test]
fn methods_that_tests_alone_call() {
    let with = |inside: &str, after: &str| {
        format!(
            "pub struct Stats {{ n: u64 }}\nimpl Stats {{\n{inside}\n}}\n{after}\n#[cfg(test)]\nmod tests {{ #[test] fn a() {{ let mut s = super::Stats {{ n: 0 }}; s.record(1); assert_eq!(s.n, 1); }} }}\n"
        )
    };
    let record = "fn record(&mut self, b: u8) { self.n += u64::from(b); }";
    let cases: [(String, &[&str]); 7] = [
        (with(record, ""), &["record()"]),
        // Others call it, name it, or can see it.
        (
            with(record, "pub fn go(s: &mut Stats) { s.record(1); }"),
            &[],
        ),
        (
            with(
                record,
                "pub fn go(s: &mut Stats) { each(Stats::record, s); }",
            ),
            &[],
        ),
        (with(record, "mod other;"), &[]),
        (with(&format!("pub {record}"), ""), &[]),
        (with(&format!("#[allow(dead_code)]\n{record}"), ""), &[]),
        (with(&format!("#[cfg(test)]\n{record}"), ""), &[]),
    ];
    for (source, wanted) in cases {
        assert_eq!(found(&source, Reason::Idle), wanted, "{source}");
    }
    let of_a_trait = "struct S;\nimpl T for S { fn record(&self) { go(1); go(2); } }\n#[cfg(test)]\nmod tests { #[test] fn a() { super::S.record(); } }\n";
    assert!(found(of_a_trait, Reason::Idle).is_empty());
}

#[test]
fn sets_that_nothing_is_put_into() {
    let make = |line: &str, within: &str| {
        format!(
            "fn from_iter<I: IntoIterator<Item = u8>>(given: I) -> Set {{ {line} for it in given {{ {within} }} set }}"
        )
    };
    let cases: [(String, &[&str]); 4] = [
        (
            make("let set = Set::new();", "Pattern::new(it);"),
            &["set of from_iter"],
        ),
        (make("let mut set = Set::new();", "set.insert(it);"), &[]),
        (make("let set = Set::new();", "set.insert(it);"), &[]),
        (make("let set = Set::with(3);", "go(it);"), &[]),
    ];
    for (source, wanted) in cases {
        assert_eq!(found(&source, Reason::StateNeverFed), wanted, "{source}");
    }
}

#[test]
fn shares_that_are_all_or_nothing() {
    check(
        Reason::FixedValue,
        &[
            (
                "impl Counts { pub fn failure_ratio(&self) -> f64 { if self.failed == 0 { 0.0 } else { 1.0 } } }",
                &["answer of failure_ratio"],
            ),
            (
                "impl Counts { pub fn failure_ratio(&self) -> f64 { if self.all == 0 { return 0.0; } self.failed / self.all } }",
                &[],
            ),
            (
                "pub fn default_ratio(fast: bool) -> f64 { if fast { 0.5 } else { 1.0 } }",
                &[],
            ),
            (
                "pub fn weight(big: bool) -> f64 { if big { 2.0 } else { 1.0 } }",
                &[],
            ),
        ],
    );
}

#[test]
fn errors_that_become_success() {
    check(
        Reason::SwallowedError,
        &[
            (
                "pub fn open(p: &Path) -> Result<Out> { match File::create(p) { Ok(f) => Ok(Out::File(f)), Err(_) => Ok(Out::Stdout(stdout())) } }",
                &["Err(_)?"],
            ),
            (
                "pub fn open(p: &Path) -> Result<Out> { match File::create(p) { Ok(f) => Ok(Out::File(f)), Err(e) => Err(e.into()) } }",
                &[],
            ),
            (
                "pub fn open(p: &Path) -> Result<Out> { match File::create(p) { Ok(f) => Ok(Out::File(f)), Err(e) => Ok(Out::Failed(e)) } }",
                &[],
            ),
            (
                "pub fn list(t: &str) -> Result<Vec<u8>, E> { check(t)?; Ok(t.split(',').filter_map(|it| it.parse().ok()).collect()) }",
                &[".parse().ok()?"],
            ),
            (
                "pub fn list(t: &str) -> Vec<u8> { t.split(',').filter_map(|it| it.parse().ok()).collect() }",
                &[".ok()?"],
            ),
        ],
    );
}
