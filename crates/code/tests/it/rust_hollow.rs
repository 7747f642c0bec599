//! Rust bodies that hold no work, how sure that is, and honest ones that look the same.

use code::{Body, Certainty};

use crate::read;

/// The judgement on the function that is called `f`, or on the last one.
fn verdict(source: &str) -> String {
    let facts = read("a.rs", source);
    let bodies = || facts.definitions.iter().filter(|d| d.body != Body::None);
    let named = bodies().find(|d| d.name == "f" || d.name.ends_with("::f"));
    match named.or_else(|| bodies().next_back()).map(|d| d.body) {
        None | Some(Body::None) => "none".to_owned(),
        Some(Body::Substantive) => "work".to_owned(),
        Some(Body::Hollow(hollow)) => {
            let sure = hollow.certainty == Certainty::Certain;
            let sure = if sure { "certain" } else { "likely" };
            format!("{:?} {sure}", hollow.reason)
        }
    }
}

fn check(cases: &[(&str, &str)]) {
    for (source, wanted) in cases {
        assert_eq!(verdict(source), *wanted, "{source}");
    }
}

/// The compiler warns of a parameter that nobody reads, so a finished body does not have one.
#[test]
fn a_fixed_answer_to_a_question_that_nobody_reads() {
    check(&[
        (
            "pub fn f(id: u64) -> Option<User> { None }",
            "DefaultValue certain",
        ),
        (
            "pub fn f(id: u64) -> Option<User> { let _ = id; None }",
            "DefaultValue certain",
        ),
        (
            "pub async fn f(q: &str, db: &Db) -> Result<Vec<U>, E> { Ok(vec![]) }",
            "DefaultValue certain",
        ),
        (
            "impl Store { pub fn f(&self, user: User) -> Result<(), E> { Ok(()) } }",
            "DefaultValue certain",
        ),
        (
            "fn f(Point { x, y }: Point) -> f64 { 0.0 }",
            "DefaultValue certain",
        ),
        (
            "fn f(a: u8) -> String { String::from(\"ok\") }",
            "FixedValue certain",
        ),
        // A leading underscore keeps the compiler silent.
        (
            "pub fn f(_id: u64) -> Option<User> { None }",
            "DefaultValue likely",
        ),
        (
            "#[allow(unused_variables)]\nfn f(id: u64) -> Option<User> { None }",
            "DefaultValue likely",
        ),
        (
            "#![allow(unused)]\nfn f(id: u64) -> Option<User> { None }",
            "DefaultValue likely",
        ),
        (
            "#[expect(unused_variables)]\nmod m { pub fn f(id: u64) -> Option<User> { None } }",
            "DefaultValue likely",
        ),
        // What a macro makes of its parameters can't be seen.
        (
            "#[instrument]\nfn f(id: u64) -> Option<User> { None }",
            "DefaultValue likely",
        ),
        (
            "#[cfg(not(unix))]\nfn f(id: u64) -> bool { false }",
            "DefaultValue likely",
        ),
        (
            "#[cfg(not(feature = \"net\"))]\nmod imp { pub fn f(id: u64) -> bool { false } }",
            "DefaultValue likely",
        ),
        (
            "impl Log for A { fn f(&self, m: &Meta) -> bool { false } }",
            "DefaultValue likely",
        ),
        (
            "trait T { fn f(&self, m: &Meta) -> bool { false } }",
            "work",
        ),
        (
            "impl NullStore { pub fn f(&self, id: u64) -> Option<User> { None } }",
            "DefaultValue likely",
        ),
        (
            "#[cfg(test)]\nmod tests { fn f(id: u64) -> Option<User> { None } }",
            "DefaultValue likely",
        ),
    ]);
}

#[test]
fn what_is_asked_of_nobody_and_still_looked_up() {
    check(&[
        (
            "impl S { pub fn load_users(&self) -> Vec<U> { Vec::new() } }",
            "DefaultValue likely",
        ),
        ("pub fn count_orders() -> u64 { 42 }", "FixedValue likely"),
        (
            "impl S { pub fn total_cents(&self) -> u64 { 1999 } }",
            "FixedValue likely",
        ),
        (
            "pub fn default_tags() -> Vec<String> { Vec::new() }",
            "work",
        ),
        ("pub fn max_retries() -> u32 { 3 }", "work"),
        (
            "impl S { pub fn name(&self) -> &'static str { \"s\" } }",
            "work",
        ),
        (
            "impl S { pub const fn new() -> Self { Self { items: Vec::new() } } }",
            "work",
        ),
        ("impl S { pub fn len(&self) -> usize { 0 } }", "work"),
        (
            "impl Source for S { fn load_all(&self) -> Vec<U> { Vec::new() } }",
            "work",
        ),
        (
            "impl Default for S { fn default() -> Self { S { a: 1 } } }",
            "work",
        ),
    ]);
}

#[test]
fn empty_bodies_that_are_meant() {
    check(&[
        (
            "struct A { b: u8 }\nimpl A { pub fn f(&mut self) {} }",
            "Empty certain",
        ),
        ("struct A;\nimpl A { pub fn f(&self) {} }", "Empty certain"),
        (
            "impl A { pub fn f(&self, user: User) { /* later */ } }",
            "Empty certain",
        ),
        // The half of a `cfg` that has nothing to do.
        (
            "struct A;\nimpl A { pub(crate) fn f(&self) {} }",
            "Empty likely",
        ),
        (
            "#[cfg(not(metrics))]\nmod imp { pub(crate) fn f() {} }",
            "Empty likely",
        ),
        (
            "#[cfg(not(fork))]\nimpl A { fn f(&mut self) {} }",
            "Empty likely",
        ),
        (
            "#[cfg(feature = \"fork\")]\nimpl A { fn f(&mut self) {} }",
            "Empty certain",
        ),
        (
            "impl A {\n/// While this is a no-op, calling it says what is meant.\n#[inline]\npub fn f(&self) {} }",
            "Empty likely",
        ),
        // Words do not talk what is given something out of using it.
        (
            "impl A {\n/// This is a no-op.\npub fn f(&self, user: User) {} }",
            "Empty certain",
        ),
        (
            "// This was once a no-op.\n\nfn other() { go(1) }\nfn f() {}",
            "Empty certain",
        ),
        ("fn f<T: Send>() {}", "Empty likely"),
        ("fn visit_ident<V>(v: &mut V, i: &Ident) {}", "Empty likely"),
        (
            "impl DiscardSink { pub fn f(&self, x: u8) {} }",
            "Empty likely",
        ),
        ("impl Log for A { fn f(&self) {} }", "Empty likely"),
    ]);
}

#[test]
fn tests_without_statements() {
    check(&[
        // The compiler runs this one.
        (
            "#[test]\nfn f() { fn is_send<T: Send>() {} const _: fn() = is_send::<A>; }",
            "work",
        ),
        ("#[cfg(test)]\nmod tests { fn f() {} }", "Empty likely"),
        (
            "#[cfg(test)]\nmod tests { impl Clock for A { fn f(&self) -> u64 { todo!() } } }",
            "NotImplemented likely",
        ),
        (
            "#[cfg(test)]\nmod tests { #[test]\nfn f() { todo!() } }",
            "NotImplemented certain",
        ),
    ]);
}

#[test]
fn bodies_that_only_fail() {
    check(&[
        (
            "trait T { fn f(&self) -> u8 { panic!(\"f is not implemented\") } }",
            "NotImplemented likely",
        ),
        (
            "trait T { fn f(&self) -> u8 { todo!() } }",
            "NotImplemented certain",
        ),
        (
            "impl T for A { fn f(&self) -> u8 { panic!(\"not implemented\") } }",
            "NotImplemented certain",
        ),
        (
            "#[cfg(not(feature = \"tls\"))]\nfn f() -> u8 { unimplemented!(\"needs the feature tls\") }",
            "NotImplemented likely",
        ),
        (
            "fn f(k: K) -> u8 { match k { K::A => 1, K::B => unreachable!() } }",
            "work",
        ),
    ]);
}

#[test]
fn names_captured_after_an_escape_are_read() {
    check(&[
        (
            r##"fn f(a: &str) -> String { format!("x: \"y\"\n{a}") }"##,
            "work",
        ),
        (
            r##"fn f(a: &str) -> String { format!("x: \"y\"\n{}", a) }"##,
            "work",
        ),
        (
            r##"fn f(a: &str) -> String { format!("x: \"y\"\n") }"##,
            "FixedValue certain",
        ),
    ]);
}

/// What a type says about itself hangs on its values, if it has more than one.
#[test]
fn an_answer_of_a_value_that_is_the_same_for_all() {
    check(&[
        (
            "struct T(u8);\nimpl fmt::Display for T { fn fmt(&self, o: &mut F) -> R { o.write_str(\"We Are\") } }",
            "FixedValue likely",
        ),
        (
            "struct T<S: A>(pub S);\nimpl<S: A> Display for T<S> { fn fmt(&self, o: &mut F) -> R { write!(o, \"ten\") } }",
            "FixedValue likely",
        ),
        (
            "enum E { A, B }\nimpl Display for E { fn fmt(&self, o: &mut F) -> R { write!(o, \"A\") } }",
            "FixedValue likely",
        ),
        (
            "struct Words { left: Vec<S> }\nimpl Iterator for Words { fn next(&mut self) -> Option<S> { None } }",
            "DefaultValue likely",
        ),
        (
            "impl V { pub fn f(&self, other: &Self) -> Ordering { Ordering::Equal } }",
            "FixedValue certain",
        ),
        (
            "struct T(u8);\nimpl Display for T { fn fmt(&self, o: &mut F) -> R { write!(o, \"{}\", self.0) } }",
            "work",
        ),
        (
            "struct T;\nimpl Display for T { fn fmt(&self, o: &mut F) -> R { o.write_str(\"T\") } }",
            "work",
        ),
        (
            "struct T { _private: () }\nimpl Display for T { fn fmt(&self, o: &mut F) -> R { o.write_str(\"T\") } }",
            "work",
        ),
        (
            "struct NameError { name: S }\nimpl Display for NameError { fn fmt(&self, o: &mut F) -> R { o.write_str(\"bad name\") } }",
            "work",
        ),
        (
            "struct Empty<T>(PhantomData<T>);\nimpl<T> Iterator for Empty<T> { fn next(&mut self) -> Option<T> { None } }",
            "work",
        ),
        (
            "struct T(u8);\nimpl Kind for T { fn f(&self) -> Kind { Kind::Plain } }",
            "work",
        ),
    ]);
}

/// What stands in a table of functions takes what all of that place take, and answers for its kind.
#[test]
fn functions_of_a_table() {
    let sure = |source: &str| {
        let facts = read("a.rs", source);
        let mut stubs = facts.stubs.iter().filter(|it| it.what == "is_unique");
        stubs.next().map(|it| it.certainty)
    };
    let body = "fn is_unique(_: &Data) -> bool { false }";
    let table = "static TABLE: Vtable = Vtable { is_unique: is_unique, clone: copy };";
    assert_eq!(sure(&format!("{table}\n{body}")), Some(Certainty::Faint));
    let called = "static TABLE: Vtable = Vtable { is_unique: is_unique(&DATA) };";
    assert_eq!(sure(&format!("{called}\n{body}")), Some(Certainty::Likely));
}
