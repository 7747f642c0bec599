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
