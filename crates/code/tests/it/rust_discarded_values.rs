//! Values of Rust that are put aside, choices that ask nothing, copies that are held against themselves; and honest code that
//! looks like it.

use code::{Certainty, Reason};

use crate::read;

/// Findings as `what reason`, faint ones left out.
fn found(source: &str) -> Vec<String> {
    let facts = read("src/a.rs", source);
    let sure = |it: &&code::Stub| it.certainty != Certainty::Faint;
    let stubs = facts.stubs.iter().filter(sure);
    stubs
        .map(|it| format!("{} {:?}", it.what, it.reason))
        .collect()
}

#[track_caller]
fn check(source: &str, wanted: &str) {
    let found = found(source);
    assert!(found.iter().any(|it| it == wanted), "{source}\n{found:?}");
}

#[track_caller]
fn fine(source: &str, what: &str) {
    let found = found(source);
    let said = found.iter().any(|it| it.starts_with(what));
    assert!(!said, "{source}\n{found:?}");
}

#[test]
fn what_is_worked_out_and_put_aside() {
    let method = |line: &str, rest: &str| {
        format!(
            "pub struct A {{ at: u64, by: u64 }}\nimpl A {{ pub fn step(&self) -> Result<u64, E> {{ let now = self.at; {line} {rest} Ok(now) }} }}"
        )
    };
    check(
        &method("let _next = self.at.saturating_add(self.by);", ""),
        "_next NeverRead",
    );
    check(
        &method("let _text = self.shown(now)?;", ""),
        "_text NeverRead",
    );
    fine(
        &method(
            "let _next = self.at.saturating_add(self.by);",
            "log(_next);",
        ),
        "_next",
    );
    // It may be tried for its error alone, or do its work by being held.
    fine(&method("let _ok = self.check_all(now)?;", ""), "_ok");
    fine(&method("let _guard = self.enter(now)?;", ""), "_guard");
    fine(
        &method("let _skipped = reader.next_line(&mut buffer)?;", ""),
        "_skipped",
    );
}

#[test]
fn what_is_taken_out_and_let_go() {
    let method = |inner: &str| {
        format!(
            "pub struct A {{ title: Option<String> }}\nimpl A {{ pub fn show(&self) -> String {{ let mut out = String::new(); if let Some(title) = &self.title {{ {inner} }} out }} }}"
        )
    };
    check(
        &method("let _ = title; out.push_str(\"# made\");"),
        "title ParameterIgnored",
    );
    fine(
        &method("let _ = title; out.push_str(title);"),
        "title ParameterIgnored",
    );
    check(
        "fn run<N>(all: &[u8], mut told: N) -> usize where N: FnMut(&u8) { for _it in all { let _ = &mut told; } all.len() }",
        "told ParameterIgnored",
    );
    fine(
        "fn run<N>(all: &[u8], mut told: N) -> usize where N: FnMut(&u8) { for it in all { told(it); } all.len() }",
        "told",
    );
    // What is no callback may be there for others.
    fine(
        "pub fn run(all: &[u8], level: u8) -> usize { let _ = level; all.len() }",
        "level ParameterIgnored",
    );
}

#[test]
fn choices_that_ask_nothing() {
    let function = |arms: &str| {
        format!(
            "pub enum Unit {{ Thousand, Binary }}\nimpl Unit {{ pub fn base(self) -> u64 {{ match self {{ {arms} }} }} }}"
        )
    };
    check(
        &function("Self::Thousand => 1000, Self::Binary => 1000,"),
        "Unit::base FixedValue",
    );
    fine(
        &function("Self::Thousand => 1000, Self::Binary => 1024,"),
        "Unit::base",
    );
    // One digit is a width, a rank, a count of which all are one.
    fine(
        &function("Self::Thousand => 1, Self::Binary => 1,"),
        "Unit::base",
    );
    fine(&function("Self::Thousand => run(), _ => walk(),"), "match");
}

#[test]
fn copies_that_are_held_against_themselves() {
    let test = |name: &str, line: &str| {
        let source = format!("#[test]\nfn {name}() {{ let text = render(); {line} }}\n");
        let facts = read("tests/a.rs", &source);
        let mut stubs = facts.stubs.iter();
        stubs.any(|it| it.reason == Reason::ConstantAssertion && it.certainty == Certainty::Certain)
    };
    assert!(test("shows", "assert_eq!(text, text.clone());"));
    assert!(!test("clones_are_alike", "assert_eq!(text, text.clone());"));
    assert!(!test("shows", "assert_eq!(text, other.clone());"));
}

#[test]
fn what_is_named_only_so_that_it_counts_as_used() {
    let function = |line: &str| {
        format!("pub fn f(given: u8) {{ let (one, other) = parts(given); {line} go(given); }}\n")
    };
    check(&function("let _ = (one, other);"), "(one, other) NeverRead");
    fine(&function("let _ = (given, given);"), "(given");
    fine(&function("let _ = (one, call(other));"), "(one");
    fine(&function("let _ = join(one, other);"), "(one");
}

#[test]
fn a_text_that_is_built_and_not_given() {
    let function = |last: &str| {
        format!(
            "pub fn f(text: &str) -> String {{ let mut plain = String::with_capacity(text.len()); for part in text.split('-') {{ plain.push_str(part); }} {last} }}\n"
        )
    };
    check(&function("text.to_string()"), "plain of f NeverRead");
    fine(&function("plain"), "plain");
}
