//! Functions of Rust whose answer hangs on nothing, most of which counts only where a plan asks for them; and honest code
//! that looks like it.

use code::{Certainty, Reason};

use crate::read;

/// Findings of these sorts as `what reason`, faint ones with a question mark.
fn found(source: &str) -> Vec<String> {
    let facts = read("src/a.rs", source);
    let sorts = |it: &&code::Stub| {
        matches!(
            it.reason,
            Reason::Identity | Reason::NeverRead | Reason::FixedValue
        )
    };
    let stubs = facts.stubs.iter().filter(sorts);
    stubs
        .map(|it| match it.certainty {
            Certainty::Faint => format!("{} {:?}?", it.what, it.reason),
            Certainty::Certain | Certainty::Likely => format!("{} {:?}", it.what, it.reason),
        })
        .collect()
}

fn check(cases: &[(&str, &[&str])]) {
    for (source, wanted) in cases {
        assert_eq!(found(source), *wanted, "{source}");
    }
}

#[test]
fn what_goes_in_comes_out() {
    check(&[
        (
            "pub fn align(text: &str) -> String { text.to_string() }",
            &["align Identity?"],
        ),
        (
            "impl Title for str { fn title(&self) -> String { self.to_owned() } }",
            &["str::title Identity?"],
        ),
        (
            "pub fn lines(text: &str) -> String {\n    // later\n    String::from(text)\n}",
            &["lines Identity?"],
        ),
        // Another form is the point, or there is work.
        (
            "impl From<&str> for T { fn from(it: &str) -> T { it.into() } }",
            &[],
        ),
        (
            "impl T { pub fn name(&self) -> String { self.name.clone() } }",
            &[],
        ),
        (
            "pub fn align(text: &str) -> String { text.trim().to_string() }",
            &[],
        ),
        ("pub fn align(text: &str) -> String { other(text) }", &[]),
    ]);
}

#[test]
fn errors_that_come_always_or_never() {
    check(&[
        (
            "impl S { pub fn try_put(&mut self, v: T) -> Result<u8, Full<T>> { Err(Full(v)) } }",
            &["S::try_put FixedValue?"],
        ),
        (
            "impl S { pub fn swap(&mut self, v: T) -> Result<T, T> { match self.get(v.n) { Some(it) => Ok(replace(it, v)), None => Ok(v) } } }",
            &["errors of swap FixedValue?"],
        ),
        (
            "impl S { pub fn put(&mut self, v: T) -> Result<u8, Full<T>> { if self.full() { self.grow(); } Ok(self.add(v)) } }",
            &["errors of put FixedValue?"],
        ),
        (
            "impl S { pub fn put(&mut self, v: T) -> Result<u8, E> { if self.full() { return Err(E(v)); } Ok(self.add(v)) } }",
            &[],
        ),
        (
            "impl S { pub fn put(&mut self, v: T) -> Result<u8, E> { Ok(self.add(v)?) } }",
            &[],
        ),
        (
            "impl S { pub fn put(&mut self, v: T) -> Result<u8, E> { self.add(v) } }",
            &[],
        ),
        (
            "impl W for S { fn put(&mut self, v: T) -> Result<u8, E> { Ok(self.add(v)) } }",
            &[],
        ),
        (
            "impl S { pub fn refuse(&self, v: T) -> Result<u8, E> { Err(make(v)) } }",
            &[],
        ),
        (
            "pub enum Side { Left, Right }\nimpl FromStr for Side { type Err = E; fn from_str(s: &str) -> Result<Side, E> { if s.is_empty() { return Err(E); } Ok(Side::Left) } }",
            &["answer of from_str FixedValue"],
        ),
        (
            "pub enum Side { Left, Right }\nimpl FromStr for Side { type Err = E; fn from_str(s: &str) -> Result<Side, E> { if s == \"l\" { return Ok(Side::Left); } Ok(Side::Right) } }",
            &[],
        ),
        (
            "pub enum Only { One }\nimpl FromStr for Only { type Err = E; fn from_str(s: &str) -> Result<Only, E> { if s != \"one\" { return Err(E); } Ok(Only::One) } }",
            &[],
        ),
    ]);
}

#[test]
fn bodies_that_only_begin() {
    check(&[
        (
            "impl<T> Extend<T> for S<T> { fn extend<I: IntoIterator<Item = T>>(&mut self, it: I) { let it = it.into_iter(); self.reserve(it.size_hint().0); for v in it { self.put(v); } } }",
            &[],
        ),
        (
            "impl<T> Extend<T> for S<T> { fn extend<I: IntoIterator<Item = T>>(&mut self, it: I) { let it = it.into_iter(); self.reserve(it.size_hint().0); it.for_each(|v| self.put(v)); } }",
            &[],
        ),
        (
            "impl S { pub fn ensure_room(&mut self, n: usize) { self.all.reserve(n); } }",
            &[],
        ),
        (
            "impl std::error::Error for E { fn source(&self) -> Option<&(dyn Error + 'static)> { None } }",
            &["E::source FixedValue?"],
        ),
        (
            "impl S { #[deprecated(note = \"use pair\")]\n pub fn two(&mut self, a: usize) -> u8 { self.pair(a) } }",
            &[],
        ),
        (
            "pub fn is_title(text: &str) -> bool { !text.is_empty() }",
            &["is_title FixedValue?"],
        ),
        (
            "pub fn is_blank(text: &str) -> bool { text.is_empty() }",
            &[],
        ),
        (
            "impl S { pub fn is_open(&self) -> bool { !self.all.is_empty() } }",
            &[],
        ),
    ]);
}

#[test]
fn what_is_put_where_nobody_looks() {
    check(&[
        (
            "fn main() { let mut _width = 2; if ask() { _width = parse(); } go(3); }",
            &["_width NeverRead"],
        ),
        (
            "fn main() { let mut _width = 2; if ask() { _width = parse(); } go(_width); }",
            &[],
        ),
        (
            "fn main() { let mut _guard = None; _guard = Some(lock()); go(3); }",
            &[],
        ),
        ("fn main() { let _width = 2; go(3); }", &[]),
    ]);
}
