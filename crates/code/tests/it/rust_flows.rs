//! Whether data gets through Rust code: errors, results, parameters, state, answers; and whether tests can fail.

use code::Certainty;

use crate::read;

/// Every finding of a text as `reason certainty`, hollow bodies included.
fn found(source: &str) -> Vec<String> {
    let facts = read("a.rs", source);
    let stubs = facts.stubs.iter();
    let mut found: Vec<String> = stubs
        .filter(|stub| stub.certainty != Certainty::Faint)
        .map(|stub| {
            let certain = stub.certainty == Certainty::Certain;
            format!(
                "{:?} {}",
                stub.reason,
                if certain { "certain" } else { "likely" }
            )
        })
        .collect();
    found.sort();
    found
}

fn check(cases: &[(&str, &str)]) {
    for (source, wanted) in cases {
        let wanted: Vec<&str> = wanted.split(", ").filter(|it| !it.is_empty()).collect();
        assert_eq!(found(source), wanted, "{source}");
    }
}

/// The same inside a function that does more.
fn check_inside(cases: &[(&str, &str)]) {
    for (source, wanted) in cases {
        let source =
            format!("fn around(db: &Db) -> Result<u8, E> {{ start(db)?; {source} finish(db) }}");
        let wanted: Vec<&str> = wanted.split(", ").filter(|it| !it.is_empty()).collect();
        assert_eq!(found(&source), wanted, "{source}");
    }
}

#[test]
fn errors_that_are_dropped() {
    check_inside(&[
        ("save(db).ok();", "SwallowedError likely"),
        ("if let Err(_) = save(db) {}", "SwallowedError likely"),
        // The compiler warns of an error with a name that nobody reads.
        ("if let Err(e) = save(db) {}", "SwallowedError certain"),
        (
            "if let Err(e) = save(db) { /* the next run mends it */ }",
            "SwallowedError likely",
        ),
        ("if let Err(_e) = save(db) {}", "SwallowedError likely"),
        (
            "match save(db) { Ok(x) => go(x), Err(_) => {} }",
            "SwallowedError likely",
        ),
        (
            "match save(db) { Ok(x) => go(x), Err(_) => () }",
            "SwallowedError likely",
        ),
        (
            "match save(db) { Ok(x) => go(x), Err(err) => {} }",
            "SwallowedError certain",
        ),
        (
            "let v = match load(db) { Ok(x) => x, Err(error) => Vec::new() }; go(v);",
            "SwallowedError certain",
        ),
        (
            "let v = match load(db) { Ok(x) => x, Err(_) => vec![] }; go(v);",
            "SwallowedError likely",
        ),
        (
            "match save(db) { Ok(x) => go(x), Err(_) => return Ok(()) }",
            "SwallowedError likely",
        ),
        (
            "let v = fs::read_to_string(p).unwrap_or_default(); go(v);",
            "SwallowedError likely",
        ),
        (
            "let v = text.parse::<u8>().unwrap_or_default(); go(v);",
            "SwallowedError likely",
        ),
        (
            "let v = db.fetch_all(q).await.unwrap_or_else(|_| Vec::new()); go(v);",
            "SwallowedError likely",
        ),
        (
            "let v = db.query(q).unwrap_or(vec![]); go(v);",
            "SwallowedError likely",
        ),
        ("save(db).map_err(|_| ())?;", ""),
        ("save(db).or_else(|_| Ok(()))?;", "SwallowedError likely"),
        // Honest.
        ("if let Err(e) = save(db) { warn!(\"{e}\"); }", ""),
        ("if let Err(e) = save(db) { return Err(e.into()); }", ""),
        (
            "match save(db) { Ok(x) => go(x), Err(e) => log::error!(\"{}\", e) }",
            "",
        ),
        ("match find(db) { Ok(x) => Some(x), Err(_) => None };", ""),
        (
            "match save(db) { Ok(x) => Ok(x), Err(E::Gone) => Ok(vec![]), Err(e) => Err(e) }",
            "",
        ),
        ("match rx.recv() { Ok(x) => go(x), Err(_) => break }", ""),
        (
            "match save(db) { Ok(x) => go(x), Err(E::Gone) => go(2), Err(other) => fail(other) }",
            "",
        ),
        (
            "let v = map.get(k).copied().unwrap_or_default(); go(v);",
            "",
        ),
        ("let v = env.var(k).unwrap_or(8080); go(v);", ""),
        ("save(db).map_err(|_| Error::Save)?;", ""),
        ("save(db).map_err(Error::from)?;", ""),
        ("let v = first(db).or_else(|_| second(db))?; go(v);", ""),
        ("let ok = save(db).ok(); go(ok);", ""),
    ]);
    // What is told not to warn is no warning.
    check(&[(
        "#![allow(unused_variables)]\nfn f(a: A) { if let Err(e) = go(a) {} }",
        "SwallowedError likely",
    )]);
}

#[test]
fn results_that_are_thrown_away() {
    check_inside(&[
        ("let rows = db.all_of(q)?;", "NeverRead likely"),
        ("let _ = tx.send(1);", ""),
        ("let _ = writeln!(out, \"x\");", ""),
        ("let _ = guard;", ""),
        ("let _ = handle.join();", ""),
        ("let _guard = lock.lock();", ""),
        ("let _span = span.enter();", ""),
        ("let rows = db.query(q)?; go(rows);", ""),
        ("let rows = db.query(q)?; println!(\"{rows:?}\");", ""),
        ("db.execute(q).await?;", ""),
        ("list.insert(1);", ""),
    ]);
    check(&[
        (
            "impl Drop for A { fn drop(&mut self) { let _ = self.file.flush(); } }",
            "",
        ),
        // To ask, not to read the answer, and to give a fixed one.
        (
            "fn f(db: &Db) -> Vec<U> { let rows = db.query(Q); rows.map(U::of) }",
            "",
        ),
    ]);
}

#[test]
fn parameters_that_nobody_reads() {
    check(&[
        (
            "pub fn page(db: &Db, limit: usize) -> Vec<U> { db.all() }",
            "ParameterIgnored likely",
        ),
        (
            "impl S { fn f(&self, key: &str) -> u8 { self.go() } }",
            "ParameterIgnored likely",
        ),
        (
            "pub fn page(db: &Db, _limit: usize) -> Vec<U> { db.all() }",
            "ParameterIgnored likely",
        ),
        ("fn page(db: &Db, _limit: usize) -> Vec<U> { db.all() }", ""),
        (
            "pub fn page(db: &Db, _limit: usize) -> Vec<U> { db.all() }\nfn m() { route(\"/\", page); }",
            "",
        ),
        (
            "pub fn page<'a>(db: &Db, _scope: &'a Scope, _of: PhantomData<U>) -> Vec<U> { db.all() }",
            "",
        ),
        (
            "pub fn page(_db: &Db, _limit: usize) -> Result<Vec<U>, E> { Err(E::of(\"no pages here\")) }",
            "",
        ),
        (
            "pub fn page(db: &Db, limit: usize) -> Vec<U> { sql!(db, \"{limit}\") }",
            "",
        ),
        (
            "pub fn page(db: &Db, limit: usize) -> Vec<U> { db.all(format!(\"{limit:>3}\")) }",
            "",
        ),
        (
            "impl T for S { fn f(&self, key: &str) -> u8 { self.go() } }",
            "",
        ),
        ("trait T { fn f(&self, key: &str) -> u8 { self.go() } }", ""),
        ("#[cfg(windows)]\nfn f(key: &str) -> u8 { go() }", ""),
        ("#[instrument]\nfn f(key: &str) -> u8 { go() }", ""),
        ("fn f(key: &str) -> S { S { key, a: go() } }", ""),
        ("#[allow(unused)]\nfn f(key: &str) -> u8 { go() }", ""),
        ("#[test]\nfn f(key: &str) { go(); assert!(done()); }", ""),
    ]);
}

#[test]
fn state_that_is_never_fed() {
    check(&[
        // `mut` that nothing makes use of is a warning.
        (
            "fn f(a: A) -> Vec<U> { let mut out = Vec::new(); for x in a { out.push(x); } out }",
            "",
        ),
        (
            "fn f(a: A) -> Vec<U> { let mut out = Vec::new(); a.read_to_end(&mut out); out }",
            "",
        ),
        (
            "fn f(a: A) -> Vec<U> { let mut out = Vec::new(); fill!(out, a); out }",
            "",
        ),
        (
            "fn f(a: A) -> String { let out = String::new(); a.go(out) }",
            "",
        ),
        (
            "struct S { items: Vec<U> }\nimpl S { fn new() -> S { S { items: Vec::new() } }\nfn all(&self) -> &[U] { &self.items }\nfn add(&mut self, u: U) { self.items.push(u); } }",
            "",
        ),
        (
            "struct S { items: Vec<U> }\nimpl S { fn new() -> S { S { items: vec![] } }\nfn with(mut self, items: Vec<U>) -> S { self.items = items; self }\nfn all(&self) -> &[U] { &self.items } }",
            "",
        ),
        (
            "struct S { items: Vec<U> }\nimpl S { fn of(items: Vec<U>) -> S { S { items } }\nfn new() -> S { S { items: vec![] } }\nfn all(&self) -> &[U] { &self.items } }",
            "",
        ),
        (
            "struct S { pub items: Vec<U> }\nimpl S { fn new() -> S { S { items: vec![] } }\nfn all(&self) -> &[U] { &self.items } }",
            "",
        ),
        (
            "#[derive(Deserialize)]\nstruct S { items: Vec<U> }\nimpl S { fn new() -> S { S { items: vec![] } }\nfn all(&self) -> &[U] { &self.items } }",
            "",
        ),
        (
            "struct S { items: Vec<U> }\nimpl S { fn new() -> Self { Self { items: Vec::new() } } }",
            "NeverRead likely",
        ),
    ]);
}

#[test]
fn answers_that_are_the_same_whatever_is_asked() {
    check(&[
        // Honest.
        (
            "async fn health() -> impl IntoResponse { StatusCode::OK }",
            "",
        ),
        (
            "#[get(\"/ping\")]\nasync fn ping() -> HttpResponse { HttpResponse::Ok().body(\"pong\") }",
            "",
        ),
        (
            "#[get(\"/\")]\nasync fn index() -> Html<&'static str> { Html(\"<h1>hi</h1>\") }",
            "",
        ),
        (
            "async fn not_found() -> impl IntoResponse { (StatusCode::NOT_FOUND, \"nothing here\") }",
            "",
        ),
        (
            "async fn list_users(State(db): State<Db>) -> Json<Vec<U>> { Json(db.all()) }",
            "",
        ),
        (
            "async fn show(Path(id): Path<u8>) -> Json<Value> { Json(json!({ \"id\": id })) }",
            "",
        ),
        (
            "async fn remove(State(db): State<Db>, Path(id): Path<u8>) -> StatusCode { db.remove(id); StatusCode::NO_CONTENT }",
            "",
        ),
        (
            "async fn about() -> Json<Value> { Json(json!({ \"name\": \"x\" })) }",
            "",
        ),
    ]);
}

#[test]
fn assertions_that_always_hold() {
    let test = |body: &str| format!("#[test]\nfn t() {{ {body} }}");
    let cases = [
        ("assert!(true);", "certain"),
        ("assert!(!false);", "certain"),
        ("assert_eq!(1, 1);", "certain"),
        ("assert_eq!(\"a\", \"a\", \"why {}\", 1);", "certain"),
        ("assert_ne!(1, 2);", "certain"),
        ("assert!(1 == 1);", "certain"),
        ("assert!(go() || !go());", "certain"),
        ("assert!(!x.ok || x.ok);", "certain"),
        ("let r = go(); assert!(r.is_ok() || r.is_err());", "certain"),
        (
            "assert!(find(1).is_none() || find(1).is_some());",
            "certain",
        ),
        ("let v = go(); assert!(v.len() >= 0);", "certain"),
        ("let r = go(); assert!(matches!(r, _));", "certain"),
        ("let expected = 4; assert_eq!(expected, 4);", "certain"),
        ("let a = \"x\"; let b = \"x\"; assert_eq!(a, b);", "certain"),
        ("let _ = go(); assert!(true, \"it ran\");", "certain"),
        ("let x = go(1); assert_eq!(x, x);", "certain"),
        ("let s = go(); assert!(s <= 1.0 || s > 1.0);", "certain"),
        ("let s = go(); assert!(s >= 0.0 || s <= 1.0);", "certain"),
        ("assert!(go() == 1 || go() != 1);", "certain"),
        (
            "let all = vec![go(1), go(2)]; assert_eq!(all.len(), 2);",
            "certain",
        ),
        (
            "let all = [go(1), go(2)]; assert_eq!(2, all.len());",
            "certain",
        ),
        ("assert!(go().iter().count() >= 0);", "certain"),
        // How `Eq` is tested.
        ("let x = X::new(); assert_eq!(x, x);", "likely"),
        ("assert_eq!(X::empty(), X::empty());", "likely"),
        ("assert_eq!(go(1), go(1));", "certain"),
        ("let x = s.go(1); assert_eq!(x, s.go(1));", "certain"),
        ("let x = s.go(1); s.run(); assert_eq!(x, s.go(1));", ""),
        (
            "let r = go(); assert!(matches!(r, Ok(_) | Err(_)));",
            "certain",
        ),
        // It says what it holds, and goes on with it.
        (
            "let n = 0; assert_eq!(n, 0); assert_eq!(go(n), 3);",
            "likely",
        ),
        ("let expected = 4; assert_eq!(expected, go());", ""),
        ("let mut n = 0; n += go(); assert_eq!(n, 0);", ""),
        ("let n = 1; let n = go(n); assert_eq!(n, 1);", ""),
        ("assert_eq!(go(), 1);", ""),
        ("assert!(go());", ""),
        ("let r = go(); assert!(r.is_ok());", ""),
        ("assert!(a == b || c);", ""),
        ("assert!(a.is_ok() || b.is_err());", ""),
        ("let v = go(); assert!(v.len() >= 1);", ""),
        ("assert!(matches!(go(), Some(_)));", ""),
        ("assert_ne!(go(1), go(2));", ""),
        ("let s = go(); assert!(s < 0.0 || s > 1.0);", ""),
        ("let s = go(); assert!(s <= 1.0 || other > 1.0);", ""),
        (
            "let mut all = vec![go(1)]; fill(&mut all); assert_eq!(all.len(), 1);",
            "",
        ),
        ("let all = vec![go(1); 2]; assert_eq!(all.len(), 3);", ""),
        ("let all = smallvec![1, 2]; assert_eq!(all.len(), 2);", ""),
    ];
    for (body, certainty) in cases {
        let wanted = match certainty {
            "" => Vec::new(),
            certainty => vec![format!("ConstantAssertion {certainty}")],
        };
        assert_eq!(found(&test(body)), wanted, "{body}");
    }
}

#[test]
fn tables_without_rows() {
    let test = |table: &str, rest: &str| {
        format!(
            "#[test]\nfn t() {{ {table} for case in &cases {{ assert_eq!(go(case), 1); }} {rest} }}"
        )
    };
    let vain = "ConstantAssertion certain";
    let cases = [
        (test("let cases: Vec<Case> = Vec::new();", ""), vain),
        (test("let cases: [(u8, u8); 0] = [];", ""), vain),
        (test("const cases: &[u8] = &[];", ""), vain),
        (
            test("let cases = vec![];", "").replace("&cases", "cases.iter()"),
            vain,
        ),
        (test("let cases = [];", "assert!(go(2));"), ""),
        (test("let cases = [1, 2];", ""), ""),
        (
            test("let mut cases = Vec::new(); fill(&mut cases);", ""),
            "",
        ),
        (
            test("let cases = Vec::new(); let cases = more(cases);", ""),
            "",
        ),
    ];
    for (source, wanted) in cases {
        check(&[(source.as_str(), wanted)]);
    }
}

#[test]
fn tests_that_assert_nothing() {
    check(&[
        (
            "#[test]\nfn t() { let a = build(); a.run(); }",
            "NoAssertion likely",
        ),
        (
            "#[tokio::test]\nasync fn t() { run().await; println!(\"done\"); }",
            "NoAssertion likely",
        ),
        ("#[test]\nfn t() { let _ = run(); }", "NoAssertion likely"),
        ("#[test]\nfn t() { run().unwrap(); }", ""),
        ("#[test]\nfn t() -> Result<(), E> { run()?; Ok(()) }", ""),
        ("#[test]\nfn t() { check_all(run()); }", ""),
        (
            "fn holds(x: u8) { assert_eq!(x, go()); }\n#[test]\nfn t() { holds(run()); }",
            "",
        ),
        ("#[test]\n#[should_panic]\nfn t() { run(); }", ""),
        ("#[test]\nfn t() { if run() != 1 { panic!(\"no\"); } }", ""),
        ("#[test]\nfn t() { insta::assert_snapshot!(run()); }", ""),
        ("#[test]\nfn t() { each! { assert!(run()); } }", ""),
        // The compiler is what checks here.
        ("#[test]\nfn t() { is_send::<A>(); }", ""),
        (
            "#[test]\nfn t() { fn is_send<T: Send>(t: T) -> T { t.go() } is_send(go()); }",
            "",
        ),
        ("#[test]\nfn t() { let _: &dyn Tr = &go(); }", ""),
    ]);
}

#[test]
fn what_modules_below_fill_is_not_known_here() {
    let source = |before: &str| {
        format!(
            "{before}struct S {{ items: Vec<U> }}\nimpl S {{ fn new() -> S {{ S {{ items: vec![] }} }}\n\
             fn all(&self) -> &[U] {{ &self.items }} }}"
        )
    };
    check(&[(&source("mod fills;\n"), "")]);
}

/// A function that returns a `Result`, drops what fails in it, and can't tell of any of it.
#[test]
fn errors_that_can_never_be_told() {
    check(&[
        (
            "pub fn all(&mut self, globs: I) -> Result<&mut B, Error> { for glob in globs { let _ = Glob::new(glob).map(|it| self.pats.push(it)); } Ok(self) }",
            "SwallowedError likely",
        ),
        (
            "pub fn all(lines: &str) -> Result<Vec<u8>, E> { let mut found = start(); for line in lines.lines() { if let Ok(it) = decode(line) { found.push(it); } } Ok(found) }",
            "SwallowedError likely",
        ),
        (
            "pub fn all(lines: &str) -> Result<Vec<u8>, E> { let mut found = start(); for line in lines.lines() { if let Ok(it) = decode(line) { found.push(it); } } seal(found) }",
            "",
        ),
        (
            "pub fn all(lines: &str) -> Result<Vec<u8>, E> { let mut found = start(); for line in lines.lines() { found.push(decode(line)?); if let Ok(it) = more(line) { found.push(it); } } Ok(found) }",
            "",
        ),
        (
            "pub fn all(lines: &str) -> Vec<u8> { let mut found = start(); for line in lines.lines() { if let Ok(it) = decode(line) { found.push(it); } } found }",
            "",
        ),
        (
            "impl T for S { fn all(&self, lines: &str) -> Result<Vec<u8>, E> { let mut found = start(); if let Ok(it) = decode(lines) { found.push(it); } Ok(found) } }",
            "",
        ),
    ]);
}

#[test]
fn answers_that_are_always_the_same_one() {
    check(&[
        (
            "impl M { pub fn flag(&self, nm: &str) -> Option<bool> { if self.has(nm) { return Some(true); } None } }",
            "FixedValue likely",
        ),
        (
            "impl E { pub fn index(&self) -> Option<usize> { match *self { E::Odd { .. } => Some(0), E::A | E::B => None } } }",
            "FixedValue likely",
        ),
        (
            "impl E { pub fn index(&self) -> Option<usize> { match *self { E::Odd => Some(0), E::A => Some(1), E::B => None } } }",
            "",
        ),
        (
            "impl M { pub fn flag(&self, nm: &str) -> Option<bool> { if self.has(nm) { return Some(self.on); } None } }",
            "",
        ),
        (
            "pub fn op(c: char) -> Option<Op> { if c == '+' { Some(Op::Plus) } else { None } }",
            "",
        ),
        // A note owns up to it.
        (
            "impl M { pub fn given(&self) -> usize { // FIXME count them\n 1 } }",
            "FixedValue certain",
        ),
        ("impl M { pub fn given(&self) -> usize { 1 } }", ""),
    ]);
}

#[test]
fn a_parameter_that_is_only_dismissed() {
    check(&[
        (
            "impl O { pub fn usage(&self, brief: &str, width: usize) -> String { let _ = width; self.text(brief) } }",
            "ParameterIgnored likely",
        ),
        (
            "impl O { pub fn usage(&self, brief: &str, width: usize) -> String { let _ = self.set(width); self.text(brief) } }",
            "",
        ),
    ]);
}

#[test]
fn fields_that_nobody_reads() {
    let with = |field: &str, rest: &str| {
        format!(
            "#[derive(Debug)]\npub struct Filter<L> {{ inner: L, {field} }}\n\
             impl<L> Filter<L> {{ pub fn new(prefix: P, inner: L) -> Filter<L> {{ Filter {{ inner, prefix }} }}\n\
             pub fn log(&self, it: &R) {{ self.inner.log(it) }}\n{rest} }}\n"
        )
    };
    let unread = "NeverRead likely";
    let cases = [
        (with("prefix: P", ""), unread),
        (with("#[allow(dead_code)]\nprefix: P", ""), unread),
        (
            with(
                "prefix: P",
                "pub fn set(&mut self, to: P) { self.prefix = to; }",
            ),
            unread,
        ),
        (
            with("prefix: P", "pub fn of(&self) -> &P { &self.prefix }"),
            "",
        ),
        (
            with(
                "prefix: P",
                "pub fn of(self) -> P { let Filter { prefix, .. } = self; prefix }",
            ),
            "",
        ),
        (
            with("prefix: P", "pub fn of(&self) { show!(self.prefix) }"),
            "",
        ),
        (with("pub prefix: P", ""), ""),
        (with("prefix: MutexGuard<P>", ""), ""),
        (
            with("prefix: P", "").replace("Debug", "Debug, PartialEq"),
            "",
        ),
        (format!("mod below;\n{}", with("prefix: P", "")), ""),
    ];
    for (source, wanted) in cases {
        check(&[(source.as_str(), wanted)]);
    }
}
