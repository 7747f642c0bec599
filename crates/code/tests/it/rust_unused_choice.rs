//! What Rust code asks for and keeps to itself.

use code::Certainty;

use crate::read;

fn found(source: &str) -> Vec<String> {
    let facts = read("a.rs", source);
    let stubs = facts
        .stubs
        .iter()
        .filter(|it| it.certainty >= Certainty::Likely && !it.test);
    stubs
        .map(|it| format!("{} {:?}", it.what, it.reason))
        .collect()
}

#[test]
fn answers_of_conditions_that_nobody_asks() {
    let code = |body: &str| {
        format!(
            "impl Bag {{ pub fn keep<F>(&mut self, mut f: F) where F: FnMut(&u8) -> bool {{ for it in self.all.iter() {{ {body} }} }} }}"
        )
    };
    let lost = |body: &str| found(&code(body)).contains(&"f NeverRead".to_owned());
    assert!(lost("let _kept = f(it);"));
    assert!(lost("let _ = unsafe { f(&*it.as_ptr()) };"));
    assert!(lost("f(it);"));
    assert!(!lost("if f(it) { go(it); }"));
    assert!(!lost("let _kept = f(it); go(_kept);"));
    let visit = "pub fn walk<F: FnMut(&u8)>(all: &[u8], mut f: F) { for it in all { f(it); } }";
    assert!(found(visit).is_empty());
}

#[test]
fn comparisons_and_counts_that_are_put_aside() {
    let lost = |body: &str| {
        found(&format!(
            "impl A {{ pub fn go(&mut self, b: &A) -> bool {{ {body} }} }}"
        ))
    };
    assert_eq!(
        lost("let _same = self.kind() == b.kind(); self.run(b)"),
        ["_same NeverRead"]
    );
    assert!(lost("let same = self.kind() == b.kind(); same && self.run(b)").is_empty());
    assert_eq!(
        lost("let mut counts = self.counts; counts.hits += 1; self.run(b)"),
        ["counts NeverRead"]
    );
    assert_eq!(
        lost("let mut names = self.names.clone(); names.push(b.name()); self.run(b)"),
        ["names NeverRead"]
    );
    let twice = "if self.any() { let mut c = self.counts; c.hits += 1; } else { let mut d = self.counts; d.lost += 1; } self.run(b)";
    assert_eq!(lost(twice).len(), 2);
    for honest in [
        "let mut counts = self.counts; counts.hits += 1; self.counts = counts; self.run(b)",
        "let mut names = self.names.clone(); names.push(b.name()); self.run(&names)",
        "let counts = &mut self.counts; counts.hits += 1; self.run(b)",
        "let mut at = self.at; while at > 0 { at -= 1; } self.run(b)",
    ] {
        assert!(lost(honest).is_empty(), "{honest}: {:?}", lost(honest));
    }
}

#[test]
fn parameters_that_only_quiet_the_compiler() {
    let split = |head: &str, one: &str, other: &str| {
        let all = found(&format!(
            "pub fn a(t: &str) -> Vec<u8> {{ words(t, {one}) }} pub fn b(t: &str) -> Vec<u8> {{ words(t, {other}) }} fn words(t: &str, {head}: bool) -> Vec<u8> {{ read(t).collect() }}"
        ));
        all.iter()
            .any(|it| it.ends_with("of words ParameterIgnored"))
    };
    assert!(split("_all", "true", "false"));
    assert!(!split("_all", "true", "true"));
    assert!(!split("_all", "true", "all"));
}

/// Whether a test counts for nothing.
fn vain(test: &str) -> bool {
    let facts = read("a.rs", &format!("#[cfg(test)] mod tests {{ {test} }}"));
    let mut stubs = facts.stubs.iter();
    stubs.any(|it| it.test && it.certainty == Certainty::Certain)
}

#[test]
fn tests_that_end_before_they_ask() {
    let test = |first: &str| {
        vain(&format!(
            "#[test] fn grows() {{ let mut bag = Bag::new(3); bag.add(1); {first} assert_eq!(bag.len(), 1); }}"
        ))
    };
    assert!(test("if bag.len() < 4 { return; }"));
    assert!(!test("if bag.len() < 4 { panic!(); }"));
    assert!(!test("if std::env::var(\"CI\").is_ok() { return; }"));
    assert!(!test("assert!(bag.any()); if bag.len() < 4 { return; }"));
    let found = "let file = File::open(\"x\"); if file.is_err() { return; }";
    assert!(!vain(&format!(
        "#[test] fn reads() {{ {found} assert!(go(file).is_ok()); }}"
    )));
}

#[test]
fn calls_held_against_themselves() {
    let same = "assert_eq!(words(\"a # b\"), words(\"a # b\"));";
    assert!(vain(&format!(
        "#[test] fn words_keep_the_hash() {{ {same} }}"
    )));
    assert!(!vain(&format!(
        "#[test] fn words_are_stable() {{ {same} }}"
    )));
    let hashes = "assert_eq!(hash_of(\"a\"), hash_of(\"a\"));";
    assert!(!vain(&format!("#[test] fn equal_hash() {{ {hashes} }}")));
}
