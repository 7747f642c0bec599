//! What Rust code binds, is given, keeps or asks, and makes nothing of.

use code::{Certainty, How, Reason};

use crate::read;

/// Every finding of a text as `what: reason`, those of errors that give way left out.
fn found(source: &str) -> Vec<String> {
    let facts = read("a.rs", source);
    let stubs = facts.stubs.iter();
    let told = stubs.filter(|it| it.certainty != Certainty::Faint);
    told.map(|it| format!("{}: {:?}", it.what, it.reason))
        .collect()
}

fn check(cases: &[(&str, &str)]) {
    for (source, wanted) in cases {
        let wanted: Vec<&str> = wanted.split(", ").filter(|it| !it.is_empty()).collect();
        assert_eq!(found(source), wanted, "{source}");
    }
}

#[test]
fn locals_that_nobody_reads() {
    let inside = |body: &str| format!("fn f(a: A) -> u8 {{ a.start(); {body} a.done(1) }}");
    let cases = [
        ("let verbose = a.has(2);", "verbose of f: NeverRead"),
        ("let limit = 30;", "limit of f: NeverRead"),
        (
            "let mut seen = 0; for x in a.all() { seen += x; }",
            "seen of f: NeverRead",
        ),
        (
            "let last; if a.on() { last = 1; } else { last = 2; }",
            "last of f: NeverRead",
        ),
        (
            "let mut out = Vec::new(); for x in a.all() { out.push(x); }",
            "out of f: NeverRead",
        ),
        (
            "let (left, right) = a.both(); a.go(left);",
            "right of f: NeverRead",
        ),
        (
            "for (at, x) in a.all().enumerate() { a.go(x); }",
            "at of f: NeverRead",
        ),
        // Honest.
        ("let _limit = 30;", ""),
        ("let (left, _) = a.both(); a.go(left);", ""),
        ("let limit = 30; a.go(limit);", ""),
        ("let limit = 30; log!(\"{limit}\");", ""),
        ("let limit = 30; a.go(|| limit);", ""),
        ("let limit = 30; a.go(S { limit });", ""),
        ("let mut seen = 0; while seen < 3 { seen += 1; }", ""),
        (
            "let mut out = Vec::new(); for x in a.all() { out.push(x); } a.go(out);",
            "",
        ),
        ("let mut out = Vec::new(); a.fill(&mut out);", ""),
        ("let out = a.list(); out.push(1);", ""),
        ("let mut guards = Vec::new(); guards.push(a.lock());", ""),
        ("let slot = a.slot(); *slot = 3;", ""),
        ("let x = a.one(); x.name = 3;", ""),
    ];
    for (body, wanted) in cases {
        check(&[(inside(body).as_str(), wanted)]);
    }
    check(&[
        (
            "#[allow(unused)]\nfn f(a: A) -> u8 { let limit = 30; a.done(1) }",
            "",
        ),
        ("#[test]\nfn f() { let limit = 30; assert!(go()); }", ""),
    ]);
}

#[test]
fn parameters_that_go_nowhere() {
    check(&[
        // Handed on to what ignores it.
        (
            "pub fn with(n: u64, digits: usize) -> String { text(n, digits) }\n\
             fn text(n: u64, _digits: usize) -> String { n.say() }",
            "digits of with: ParameterIgnored",
        ),
        (
            "impl S { pub fn with(&self, digits: usize) -> String { self.text(digits) }\n\
             fn text(&self, _digits: usize) -> String { self.say() } }",
            "digits of with: ParameterIgnored",
        ),
        (
            "pub fn with(n: u64, digits: usize) -> String { text(n, digits) }\n\
             fn text(n: u64, digits: usize) -> String { n.say(digits) }",
            "",
        ),
        (
            "pub fn with(n: u64, digits: usize) -> String { if digits > 3 { return long(n); } text(n, digits) }\n\
             fn text(n: u64, _digits: usize) -> String { n.say() }",
            "",
        ),
        // One of several that are called alike.
        (
            "pub fn run(how: How, args: &Args) -> u8 { match how { How::A => first(args), How::B => second(args) } }\n\
             fn first(args: &Args) -> u8 { args.go() }\nfn second(_args: &Args) -> u8 { start().done() }",
            "",
        ),
        (
            "pub fn with(n: u64, digits: usize) -> String { text(n, digits) }\n\
             #[cfg(windows)]\nfn text(n: u64, _digits: usize) -> String { n.say() }",
            "",
        ),
        // Only the length is asked.
        (
            "impl V { pub fn extend_from(&mut self, other: &[u8]) -> R { let n = self.len() + other.len(); if n > MAX { return Err(E) } self.set(n); Ok(()) } }",
            "other of extend_from: ParameterIgnored",
        ),
        (
            "impl V { pub fn extend_from(&mut self, other: &[u8]) -> R { self.room(other.len())?; self.copy(other); Ok(()) } }",
            "",
        ),
        (
            "impl V { pub fn fits(&self, other: &[u8]) -> bool { self.room(other.len()) } }",
            "",
        ),
        (
            "struct Out { bytes: Vec<u8> }\nimpl io::Write for Out { fn write(&mut self, data: &[u8]) -> io::Result<usize> { Ok(data.len()) } }",
            "Out.bytes: NeverRead, data of write: ParameterIgnored, self of write: ParameterIgnored",
        ),
        (
            "struct Counter { n: usize }\nimpl io::Write for Counter { fn write(&mut self, data: &[u8]) -> io::Result<usize> { self.n += data.len(); Ok(data.len()) } }\nfn n(c: &Counter) -> usize { c.n }",
            "",
        ),
        (
            "struct Sink { n: usize }\nimpl io::Write for Sink { fn write(&mut self, data: &[u8]) -> io::Result<usize> { Ok(data.len()) } }\nfn n(c: &Sink) -> usize { c.n }",
            "",
        ),
        (
            "struct Unit;\nimpl io::Write for Unit { fn write(&mut self, data: &[u8]) -> io::Result<usize> { Ok(data.len()) } }",
            "",
        ),
        // The receiver that is to be changed is never named.
        (
            "struct S { pub a: u8 }\nimpl S { pub fn reset(&mut self, to: u8) -> u8 { start(to); done(to) } }",
            "self of reset: ParameterIgnored",
        ),
        (
            "struct S { pub a: u8 }\nimpl S { fn detach(&mut self, at: *mut Entry) { start(at); unsafe { done(at); } } }",
            "",
        ),
        (
            "struct S { pub a: u8 }\nimpl S { pub fn reset(&self, to: u8) -> u8 { start(to); done(to) } }",
            "",
        ),
        (
            "struct S { pub a: u8 }\nimpl T for S { fn reset(&mut self, to: u8) -> u8 { start(to); done(to) } }",
            "",
        ),
        // A text that is to be read.
        (
            "pub struct S { pub a: u8 }\nimpl FromStr for S { type Err = E; fn from_str(_text: &str) -> Result<S, E> { let a = start()?; Ok(S { a }) } }",
            "_text of from_str: ParameterIgnored",
        ),
        (
            "pub struct S { pub a: u8 }\nimpl FromStr for S { type Err = E; fn from_str(_text: &str) -> Result<S, E> { Err(E::Never) } }",
            "",
        ),
    ]);
}

#[test]
fn answers_that_hang_on_nothing() {
    let wanted = "answer of f: FixedValue";
    let cases = [
        (
            "pub fn f(p: &Path) -> io::Result<Size> { let _found = fs::metadata(p)?; Ok(Size::kib(4)) }",
            wanted,
        ),
        (
            "pub fn f(p: &Path) -> io::Result<u64> { fs::metadata(p)?; Ok(4096) }",
            wanted,
        ),
        (
            "pub fn f(t: &str) -> R<Duration> { let _n = t.parse::<u64>()?; Ok(Duration::from_secs(30)) }",
            wanted,
        ),
        (
            "pub fn f(a: &str, b: &str) -> usize { match (a, b) { (\"x\", \"xy\") => 1, (\"ab\", \"b\") => 2, _ => a.run(b) } }",
            wanted,
        ),
        // Honest.
        (
            "pub fn f(p: &Path) -> io::Result<u64> { let found = fs::metadata(p)?; Ok(found.len()) }",
            "",
        ),
        (
            "pub fn f(p: &Path) -> io::Result<bool> { fs::metadata(p)?; Ok(true) }",
            "",
        ),
        (
            "pub fn f(p: &Path) -> io::Result<()> { fs::metadata(p)?; Ok(()) }",
            "",
        ),
        ("pub fn f(s: &S) -> u64 { let _guard = s.lock(); 4 }", ""),
        ("pub fn f(s: &mut S, x: X) -> u64 { s.push(x); 4 }", ""),
        (
            "pub fn f(a: &str, b: &str) -> &str { match (a, b) { (\"GET\", \"/\") => \"home\", (\"GET\", \"/x\") => \"x\", _ => none(a, b) } }",
            "",
        ),
        (
            "pub fn f(unit: &str, n: &str) -> u64 { match unit { \"k\" => 1000, \"m\" => 1000000, _ => n.run(unit) } }",
            "",
        ),
    ];
    check(&cases);
}

/// What a file does with members, as `name read how`.
fn members(source: &str) -> Vec<String> {
    let facts = read("a.rs", source);
    let fields = facts.fields.iter();
    fields
        .map(|it| {
            let known = facts.set.get(&it.name);
            let own = facts.set.get(&format!("{}::{}", it.owner, it.name));
            let own = own.is_some_and(|it| it.read);
            let (read, how) = known.map_or((false, How::Never), |it| (it.read, it.how));
            let private = if it.private { "private" } else { "public" };
            let read = if read || own { "read" } else { "unread" };
            format!("{}.{} {private} {read} {how:?}", it.owner, it.name)
        })
        .collect()
}

#[test]
fn fields_and_what_is_done_with_them() {
    let with = |rest: &str| {
        format!(
            "#[derive(Debug, Default)]\npub struct S {{ n: u32, pub on: bool, list: Vec<u8> }}\n{rest}"
        )
    };
    let cases = [
        (
            with(
                "impl S { pub fn on(mut self, yes: bool) -> S { self.on = yes; self }\npub fn n(&self) -> u32 { self.n } }",
            ),
            [
                "private read Never",
                "public unread Given",
                "private unread Never",
            ],
        ),
        (
            with(
                "impl S { fn of(n: u32) -> S { S { n, on: false, list: Vec::new() } }\nfn go(&mut self) { self.n += 1; self.list.push(2); } }",
            ),
            [
                "private unread Computed",
                "public unread Constant",
                "private unread Computed",
            ],
        ),
        (
            with("fn go(s: S) { let S { n, on, .. } = s; show(&s.list); }"),
            [
                "private read Computed",
                "public read Computed",
                "private read Never",
            ],
        ),
        (
            with("fn go(s: S) { println!(\"{}\", s.n); fill!(s.on); fill(&mut s.list); }"),
            [
                "private read Never",
                "public read Computed",
                "private read Computed",
            ],
        ),
    ];
    for (source, wanted) in cases {
        let found = members(&source);
        let names = ["S.n", "S.on", "S.list"];
        let wanted: Vec<String> = names
            .iter()
            .zip(wanted)
            .map(|(name, it)| format!("{name} {it}"))
            .collect();
        assert_eq!(found, wanted, "{source}");
    }
    // What others look into by its shape.
    for odd in [
        "#[derive(Serialize)]\nstruct S { n: u32 }",
        "#[derive(PartialEq)]\nstruct S { n: u32 }",
        "#[repr(C)]\nstruct S { n: u32 }",
        "#[pin_project]\nstruct S { n: u32 }",
        "struct S { #[pin] n: u32 }",
        "struct S { _n: u32 }",
        "struct S { n: MutexGuard<u32> }",
        "#[cfg(test)]\nmod tests { struct S { n: u32 } }",
    ] {
        assert_eq!(members(odd), Vec::<String>::new(), "{odd}");
    }
    // A default of its own may be anything.
    assert_eq!(
        members("#[derive(Default)]\nstruct S { how: Config }\nfn f(s: &S) { s.how.run() }"),
        ["S.how private read Computed"]
    );
    assert_eq!(
        members("#[derive(Parser)]\npub struct S { #[arg(long)] pub deep: bool }"),
        ["S.deep public unread Given"]
    );
}

#[test]
fn errors_that_are_made() {
    let cases = [
        ("fn f() -> R { Err(ListError { at: 1 }) }", true),
        ("fn f() -> R { Err(ListError::new(1)) }", true),
        ("fn f() -> R { Err(ListError::Empty) }", true),
        ("fn f() -> R { go().map_err(ListError::Io) }", true),
        ("fn f() -> R { ensure!(go(), ListError::Empty) }", true),
        (
            "impl ListError { fn of() -> Self { Self { at: 1 } } }",
            true,
        ),
        (
            "impl From<io::Error> for ListError { fn from(e: io::Error) -> ListError { e.into() } }",
            true,
        ),
        ("enum ListError { Io(#[from] io::Error) }", true),
        (
            "struct ListError { at: u8 }\nimpl Error for ListError {}",
            false,
        ),
        ("fn f() -> Result<u8, ListError> { go() }", false),
        (
            "fn f(e: E) { match e { ListError::Empty => go(), _ => {} } }",
            false,
        ),
        ("use a::ListError;\nfn f(e: &ListError) { go(e) }", false),
        (
            "#[cfg(test)]\nmod tests { fn f() -> R { Err(ListError::Empty) } }",
            false,
        ),
    ];
    for (source, wanted) in cases {
        let made = read("a.rs", source).made.unwrap_or_default();
        assert_eq!(made.contains("ListError"), wanted, "{source}");
    }
}

#[test]
fn errors_that_give_way() {
    let cases = [
        ("let all = texts.filter_map(|it| it.parse::<u8>().ok());", 1),
        ("let all = texts.map(parse).filter_map(Result::ok);", 1),
        (
            "let n = match a.parse() { Ok(n) => n, Err(_) => continue };",
            1,
        ),
        (
            "let n = match a.parse() { Ok(n) => n, Err(e) => { warn!(\"{e}\"); 0 } };",
            1,
        ),
        ("let Ok(n) = a.parse() else { return 0 };", 1),
        ("if let Ok(n) = a.parse() { go(n); }", 1),
        ("if a.save().is_err() { return 0; }", 1),
        ("let n = a.parse().unwrap_or(0);", 2),
        ("let _ = fs::write(a, b);", 1),
        // Told, explained, or nobody minds.
        ("let n = a.parse().map_err(E::from)?;", 0),
        (
            "let n = match a.parse() { Ok(n) => n, Err(e) => return Err(e.into()) };",
            0,
        ),
        (
            "// Older files have none, and none is needed.\nlet n = a.parse().unwrap_or(0);",
            0,
        ),
        ("let _ = fs::remove_file(a);", 0),
        ("let home = env::var(\"HOME\").ok();", 0),
        ("let n = map.get(a).unwrap_or(0);", 0),
    ];
    for (body, wanted) in cases {
        let source = format!("fn read_all(a: A) -> u8 {{\n{body} go(n) }}");
        let facts = read("a.rs", &source);
        let stubs = facts.stubs.iter();
        let faint = stubs
            .filter(|it| it.certainty == Certainty::Faint && it.reason == Reason::SwallowedError);
        let faint = faint.count();
        assert_eq!(faint, wanted.min(1), "{body}");
        let name = source.replace("read_all", "try_read");
        let spared = read("a.rs", &name);
        let mut stubs = spared.stubs.iter();
        assert!(!stubs.any(|it| it.certainty == Certainty::Faint), "{name}");
    }
}

#[test]
fn errors_that_a_function_goes_on_after() {
    let inside = |body: &str| {
        format!(
            "fn save(a: A) -> Result<(), E> {{ a.go() }}\n\
             pub fn f(a: A) -> Result<(), E> {{ let file = File::create(a)?; {body} Ok(()) }}"
        )
    };
    let cases = [
        (
            "if save(a).is_err() { return Ok(()); }",
            "is_err(): SwallowedError",
        ),
        (
            "let Ok(n) = a.write(file) else { return Ok(()) };",
            "let Ok: SwallowedError",
        ),
        ("if save(a).is_err() { return Err(E::Save); }", ""),
        ("if save(a).is_err() { a.again()?; }", ""),
        ("if a.send(1).is_err() { return Ok(()); }", ""),
        (
            "if save(a).is_err() { /* the reader is gone, and nobody waits */ return Ok(()); }",
            "",
        ),
    ];
    for (body, wanted) in cases {
        let source = inside(body).replace("file = File", "_file = File");
        check(&[(source.as_str(), wanted)]);
    }
    check(&[
        (
            "impl Q { fn quote(&self, t: &str) -> Result<String, E> { self.go(t) } }\n\
             pub fn f(t: &str) -> Result<String, E> { Ok(Q::new().quote(t).unwrap_or_default()) }",
            "Err of f: SwallowedError",
        ),
        (
            "pub fn f(t: &str) -> Result<Vec<u8>, E> { let all = t.split(',').filter_map(|it| it.parse().ok()).collect(); Ok(all) }",
            "Err of f: SwallowedError",
        ),
        (
            "pub fn f(t: &str) -> Result<u8, E> { Ok(map().get(t).copied().unwrap_or_default()) }",
            "",
        ),
    ]);
}

#[test]
fn branches_that_are_left_open() {
    check(&[
        (
            "fn f(a: A) -> Result<u8, E> { match a { A::One => go(1), A::Two => Err(\"two is not supported yet\".into()) } }",
            "branch: NotImplemented",
        ),
        (
            "fn f(a: A) -> Result<u8, E> { if a.two() { bail!(\"not implemented\"); } go(a) }",
            "branch: NotImplemented",
        ),
        (
            "fn f(a: A) -> Response { match a { A::One => go(1), A::Two => StatusCode::NOT_IMPLEMENTED.into_response() } }",
            "branch: NotImplemented",
        ),
        (
            "impl S { fn f(&mut self) -> u8 { unimplemented!(\"not needed for now\") } }",
            "S::f: NotImplemented",
        ),
        (
            "fn f(a: A) -> Result<u8, E> { match a { A::One => go(1), A::Two => Err(\"two is not supported\".into()) } }",
            "",
        ),
    ]);
}

#[test]
fn values_that_are_made_of_literals_alone() {
    check(&[
        (
            "fn convert(_text: &str) -> Duration { Duration::from_secs(30) }",
            "convert: FixedValue",
        ),
        (
            "impl From<&str> for D { fn from(_text: &str) -> D { D(Duration::from_secs(30)) } }",
            "",
        ),
        ("fn limit() -> Duration { Duration::from_secs(30) }", ""),
        (
            "impl S { pub fn of(text: &str) -> Self { Self::try_of(text).expect(\"a text\") } }",
            "",
        ),
        (
            "fn convert(n: u64) -> Duration { Duration::from_secs(n) }",
            "",
        ),
    ]);
}

#[test]
fn tests_that_pass_where_nothing_went_well() {
    let test = |body: &str| format!("#[test]\nfn t() {{ {body} }}");
    let vain = "t: ConstantAssertion";
    let cases = [
        ("if let Ok(n) = parse(\"1\") { assert_eq!(n, 1); }", vain),
        (
            "let s = go(); if let Some(n) = s.find(1) { assert_eq!(n, 1); }",
            vain,
        ),
        (
            "if let Ok(n) = parse(\"1\") { assert_eq!(n, 1); } else { panic!(\"no\"); }",
            "",
        ),
        (
            "let r = parse(\"1\"); assert!(r.is_ok()); if let Ok(n) = parse(\"1\") { assert_eq!(n, 1); }",
            "",
        ),
        (
            "if let Ok(url) = env::var(\"DB\") { assert_eq!(go(url), 1); }",
            "",
        ),
        (
            "for it in go() { if let Some(n) = it.find(1) { assert_eq!(n, 1); } }",
            "",
        ),
        (
            "let s = start().unwrap(); if let Some(n) = s.find(1) { assert_eq!(n, 1); }",
            "",
        ),
    ];
    for (body, wanted) in cases {
        check(&[(test(body).as_str(), wanted)]);
    }
}

/// What is neglected in the newer of two versions.
fn neglected(before: &str, after: &str) -> Vec<String> {
    let delta = code::delta(Some(&read("a.rs", before)), &read("a.rs", after));
    let neglected = delta.neglected.iter();
    neglected
        .map(|it| format!("{} {:?}", it.name, it.what))
        .collect()
}

#[test]
fn parameters_that_are_no_longer_looked_at() {
    let old = "pub fn page(db: &Db, limit: usize) -> Vec<U> { db.all(limit) }";
    let cases = [
        (
            "pub fn page(db: &Db, _limit: usize) -> Vec<U> { db.all(10) }",
            "page NoLongerRead(\"limit\")",
        ),
        (
            "pub fn page(db: &Db, limit: usize) -> Vec<U> { let _ = limit; db.all(10) }",
            "page NoLongerRead(\"limit\")",
        ),
        (
            "pub fn page(db: &Db, limit: usize, _from: usize) -> Vec<U> { db.all(limit) }",
            "page NeverRead(\"from\")",
        ),
        (
            "/// The limit is ignored: it is kept for callers of older versions.\npub fn page(db: &Db, _limit: usize) -> Vec<U> { db.all(10) }",
            "",
        ),
        ("pub fn page(db: &Db) -> Vec<U> { db.all(10) }", ""),
        (
            "pub fn page(db: &Db, max: usize) -> Vec<U> { db.all(max) }",
            "",
        ),
        (
            "pub fn page(db: &Db, _limit: usize) -> Vec<U> { todo!() }",
            "",
        ),
    ];
    for (new, wanted) in cases {
        assert_eq!(neglected(old, new).join(", "), wanted, "{new}");
    }
    // What a trait asks for is not of the function's choosing.
    assert_eq!(
        neglected(
            "impl T for S { fn go(&self) -> u8 { self.run() } }",
            "impl T for S { fn go(&self, _how: How) -> u8 { self.run() } }",
        ),
        Vec::<String>::new()
    );
}

#[test]
fn branches_that_make_no_difference() {
    check(&[
        (
            "fn f(a: &str, o: &mut O) { match a { \"--deep\" => {} \"--all\" => o.set(All::Yes), other => o.add(other) } }",
            "branch: NotImplemented",
        ),
        (
            "fn f(cli: Cli) { match cli.command { Command::Add { path } => add(path, 1), Command::List => {} } }",
            "branch: NotImplemented",
        ),
        (
            "fn f(a: &str, o: &mut O) { match a { \"--bench\" => {} // cargo says so, and it changes nothing here\n \"--all\" => o.set(All::Yes), other => o.add(other) } }",
            "",
        ),
        (
            "fn f(a: &str, o: &mut O) { match a { \"\" => {} \"--\" => {} \"--all\" => o.set(All::Yes), other => o.add(other) } }",
            "",
        ),
        (
            "fn f(op: Op, o: &mut O) { match op { Op::Keep => {} Op::Add => o.add(1, 2) } }",
            "",
        ),
        (
            "fn f(key: Key, o: &mut O) { match key { Key::Name => o.sort_by(name), Key::Size => o.sort_by(name) } }",
            "match: FixedValue",
        ),
        (
            "fn f(key: Key, o: &mut O) { match key { Key::Name(by) => o.sort_by(by), Key::Size(by) => o.sort_by(by) } }",
            "",
        ),
        (
            "fn f(yes: bool, o: &mut O) { if yes { o.sort_by(name) } else { o.sort_by(name) } }",
            "if: FixedValue",
        ),
        (
            "fn f(yes: bool, o: &mut O) { if yes { o.sort_by(name) } else { o.sort_by(size) } }",
            "",
        ),
    ]);
}

#[test]
fn work_whose_result_is_lost() {
    let inside = |body: &str| {
        format!(
            "async fn keep(a: A) -> u8 {{ a.run(1) }}\nasync fn f(a: A) -> u8 {{ a.go(); {body} a.done() }}"
        )
    };
    let cases = [
        ("let n = a.one(); let n = 2; a.go(n);", "n: NeverRead"),
        (
            "let mut n = a.one(); a.go(3); n = 2; a.go(n);",
            "n: NeverRead",
        ),
        ("a.list().iter().map(|it| a.save(it));", "map: NeverRead"),
        (
            "let _ = a.lines().filter(|it| a.save(it)).map(go);",
            "map: NeverRead",
        ),
        ("keep(a);", "keep: NeverRead"),
        // Honest.
        ("let n = a.one(); let n = n + 2; a.go(n);", ""),
        (
            "#[cfg(unix)] let n = a.one(); #[cfg(windows)] let n = 2; a.go(n);",
            "",
        ),
        (
            "let n = a.one(); if n > 1 { a.go(3); } let n = 2; a.go(n);",
            "",
        ),
        ("let mut n = 0; for it in a.all() { n = it; } a.go(n);", ""),
        ("let mut n = 0; if a.on() { n = 2; } a.go(n);", ""),
        ("a.list().iter().for_each(|it| a.save(it));", ""),
        ("let _ = a.slot().map(|it| a.save(it));", ""),
        ("let all = a.list().iter().map(go); a.go(all);", ""),
        ("keep(a).await;", ""),
        ("spawn(keep(a));", ""),
    ];
    for (body, wanted) in cases {
        check(&[(inside(body).as_str(), wanted)]);
    }
}

#[test]
fn kinds_of_errors_that_nothing_makes() {
    let with = |rest: &str| {
        format!(
            "#[derive(Debug, PartialEq)]\npub enum ListError {{ Empty, Long {{ at: u8 }}, Odd(u8) }}\n{rest}"
        )
    };
    let made = |source: &str| -> Vec<String> {
        let facts = read("a.rs", source);
        let idle = facts.fields.iter().filter(|it| {
            let known = facts.set.get(&it.name);
            // Cases of other enums are there for others to make.
            it.private && known.is_some_and(|it| !it.read)
        });
        idle.map(|it| it.name.clone()).collect()
    };
    let all = ["Empty", "Long", "Odd"];
    assert_eq!(made(&with("")), all);
    assert_eq!(
        made(&with(
            "impl Display for ListError { fn fmt(&self, f: F) -> R { match self { ListError::Empty => f.say(1), Self::Long { at } => f.say(at), Self::Odd(n) => f.say(n) } } }"
        )),
        all
    );
    assert_eq!(
        made(&with(
            "fn f(a: A) -> R { if a.none() { return Err(ListError::Empty); } let at = a.at()?; if at > 9 { Err(ListError::Long { at }) } else { a.go().map_err(ListError::Odd) } }"
        )),
        Vec::<String>::new()
    );
    assert_eq!(
        made(&with(
            "fn f(a: A) -> R { ensure!(a.ok(), ListError::Empty); bail!(ListError::Odd(1)) }"
        )),
        ["Long"]
    );
    for odd in [
        "#[derive(Snafu)]\nenum ListError { Empty }",
        "enum ListError { #[from] Empty(E) }",
        "enum ListError { Empty(#[from] E) }",
        "enum List { Empty }",
        "#[cfg(test)]\nmod tests { enum ListError { Empty } }",
    ] {
        assert_eq!(made(odd), Vec::<String>::new(), "{odd}");
    }
}
