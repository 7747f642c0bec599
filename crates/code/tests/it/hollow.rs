//! Which bodies hold no work, how sure that is, and which honest bodies only look alike.

use code::{Body, Certainty, Facts};

use crate::read;

/// The judgement on the last definition that has a body.
fn verdict(facts: &Facts) -> String {
    let mut bodies = facts.definitions.iter().filter(|d| d.body != Body::None);
    match bodies.next_back().map(|d| d.body) {
        None | Some(Body::None) => "none".to_owned(),
        Some(Body::Substantive) => "work".to_owned(),
        Some(Body::Hollow(hollow)) => {
            let sure = match hollow.certainty {
                Certainty::Certain => "certain",
                Certainty::Likely => "likely",
                Certainty::Faint => "faint",
            };
            format!("{:?} {sure}", hollow.reason)
        }
    }
}

fn check(path: &str, cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        assert_eq!(verdict(&read(path, source)), *expected, "{source}");
    }
}

#[test]
fn rust_without_work() {
    check(
        "a.rs",
        &[
            ("fn f() {}", "Empty certain"),
            ("fn f(x: u8) { /* later */ }", "Empty certain"),
            ("fn f(x: u8) { let _ = x; }", "Empty certain"),
            ("fn f(x: u8) { drop(x); }", "Empty certain"),
            (
                "struct A; impl A { pub fn save(&self) {} }",
                "Empty certain",
            ),
            ("fn f() -> u8 { todo!() }", "NotImplemented certain"),
            (
                "fn f() -> u8 { todo!(\"later\") }",
                "NotImplemented certain",
            ),
            (
                "fn f() -> u8 { unimplemented!() }",
                "NotImplemented certain",
            ),
            (
                "fn f(x: u8) -> u8 { let y = x; todo!(); }",
                "NotImplemented certain",
            ),
            (
                "fn f() -> u8 { panic!(\"not implemented\") }",
                "NotImplemented certain",
            ),
            (
                "fn f() -> u8 { panic!(\"TODO: {}\", 1) }",
                "NotImplemented certain",
            ),
            (
                "async fn f() { unsafe { todo!() } }",
                "NotImplemented certain",
            ),
            (
                "fn f() -> B { Box::pin(async move { todo!() }) }",
                "NotImplemented certain",
            ),
            (
                "fn f() -> R { Err(\"not implemented\".into()) }",
                "NotImplemented certain",
            ),
            (
                "fn f() -> R { return Err(anyhow!(\"not yet implemented\")); }",
                "NotImplemented certain",
            ),
            (
                "fn f() -> R { bail!(\"unimplemented\") }",
                "NotImplemented certain",
            ),
            (
                "fn find(id: u8) -> Option<U> { None }",
                "DefaultValue certain",
            ),
            (
                "fn save(u: U) -> Result<(), E> { Ok(()) }",
                "DefaultValue certain",
            ),
            (
                "fn list(q: Q) -> Vec<U> { Vec::new() }",
                "DefaultValue certain",
            ),
            ("fn list(q: Q) -> Vec<U> { vec![] }", "DefaultValue certain"),
            (
                "fn list(q: Q) -> Result<Vec<U>, E> { Ok(Default::default()) }",
                "DefaultValue certain",
            ),
            ("fn valid(q: Q) -> bool { true }", "FixedValue certain"),
            (
                "fn token(q: Q) -> String { \"abc\".to_string() }",
                "FixedValue certain",
            ),
            ("fn total(q: Q) -> u64 { 42 }", "FixedValue certain"),
            (
                "fn encrypt(text: String) -> String { text }",
                "Identity likely",
            ),
        ],
    );
}

#[test]
fn rust_that_only_looks_alike() {
    check(
        "a.rs",
        &[
            ("trait T { fn f(&self) {} }", "Empty likely"),
            ("impl Drop for A { fn drop(&mut self) {} }", "Empty likely"),
            ("fn main() {}", "Empty likely"),
            ("fn noop() {}", "Empty likely"),
            ("fn is_send<T: Send>() {}", "Empty likely"),
            ("fn assert_safe(a: &A) { let _ = &a.b; }", "Empty likely"),
            ("#[cold] fn cold_path() {}", "Empty likely"),
            ("fn on_exit(_: App) {}", "Empty likely"),
            ("#[cfg(not(feature = \"x\"))]\nfn init() {}", "Empty likely"),
            ("impl Marker for A {}", "none"),
            ("struct A { a: u8 }\nenum B { C }\ntype D = u8;", "none"),
            (
                "fn f(x: X) -> u8 { if x.a { return 1 } todo!() }",
                "NotImplemented likely",
            ),
            (
                "fn f() -> u8 { unimplemented!(\"only on unix\") }",
                "NotImplemented likely",
            ),
            (
                "trait T { fn f(&self) -> u8 { unimplemented!() } }",
                "NotImplemented likely",
            ),
            ("fn f() -> ! { panic!(\"{}\", 1) }", "work"),
            ("fn f(m: &str) -> u8 { panic!(\"{m}\") }", "work"),
            (
                "fn f(x: X) -> u8 { match x { X::A => 1, X::B => todo!() } }",
                "work",
            ),
            (
                "impl Write for N { fn flush(&mut self) -> R { Ok(()) } }",
                "work",
            ),
            ("fn new() -> Self { Self { a: 1 } }", "work"),
            ("fn empty() -> Vec<u8> { Vec::new() }", "work"),
            ("fn name(&self) -> &str { \"a\" }", "work"),
            ("fn limit() -> usize { 10 }", "work"),
            ("fn kind(&self) -> Kind { Kind::A }", "work"),
            ("fn len(&self) -> usize { self.len }", "work"),
            ("fn print_help() { println!(\"usage\"); }", "work"),
            ("fn main() { println!(\"hello\"); }", "work"),
            ("fn wrap(x: u8) -> Option<u8> { Some(x) }", "work"),
            ("fn into_inner(x: String) -> String { x }", "work"),
            ("fn double(x: u8) -> u8 { x * 2 }", "work"),
            (
                "fn todo_not_found(id: u8) -> R { Err(\"todo not found\".into()) }",
                "work",
            ),
            ("fn f(x: u8) { go(); }", "work"),
            ("extern \"C\" { fn f(x: u8); }", "none"),
        ],
    );
}

#[test]
fn script_without_work() {
    check(
        "a.tsx",
        &[
            ("function f() {}", "Empty certain"),
            ("export const save = async (user) => {};", "Empty certain"),
            ("class A { save(user) { /* later */ } }", "Empty certain"),
            ("const handleSubmit = () => undefined;", "Empty certain"),
            (
                "function f() { throw new Error('Not implemented'); }",
                "NotImplemented certain",
            ),
            (
                "const f = () => { throw new Error(`TODO: f`); };",
                "NotImplemented certain",
            ),
            (
                "function f(a) { const b = a; throw new NotImplementedError(); }",
                "NotImplemented certain",
            ),
            (
                "const f = () => Promise.reject(new Error('not implemented'));",
                "NotImplemented certain",
            ),
            (
                "function GET() { return Response.json({ error: 'not implemented' }); }",
                "NotImplemented certain",
            ),
            (
                "const onSubmit = (e) => { e.preventDefault(); };",
                "OnlyPreventsDefault certain",
            ),
            ("function find(id) { return null; }", "DefaultValue likely"),
            (
                "async function list(q) { return []; }",
                "DefaultValue likely",
            ),
            ("const list = (q) => [] as User[];", "DefaultValue likely"),
            ("const list = (q) => ({} as User);", "DefaultValue likely"),
            (
                "function save(u) { return Promise.resolve(); }",
                "DefaultValue likely",
            ),
            ("function save(u) { return; }", "DefaultValue likely"),
            ("function total(q) { return 42; }", "FixedValue likely"),
            (
                "function user(id) { return { id: 1, name: 'Ann' }; }",
                "FixedValue likely",
            ),
            (
                "function encrypt(text: string): string { return text; }",
                "Identity likely",
            ),
        ],
    );
}

#[test]
fn script_that_only_looks_alike() {
    check(
        "a.tsx",
        &[
            ("const noop = () => {};", "Empty likely"),
            ("check.run = () => {};", "Empty likely"),
            ("class A extends B { close() {} }", "Empty likely"),
            ("class A implements B { close(a) {} }", "Empty likely"),
            ("const sink = { write(a) {} };", "Empty likely"),
            ("class A { private constructor() {} }", "Empty likely"),
            ("class A { constructor(private b: B) {} }", "work"),
            ("abstract class A { abstract go(): void; }", "none"),
            ("type A = 1; interface B { go(): void }", "none"),
            ("function over(a: string): void;", "none"),
            (
                "function f(a) { if (a) { return 1; } throw new Error('not implemented'); }",
                "NotImplemented likely",
            ),
            (
                "function assertNever(x: never): never { throw new Error('no'); }",
                "work",
            ),
            ("function fail(m) { throw new Error(m); }", "work"),
            ("const onDragOver = (e) => { e.preventDefault(); };", "work"),
            (
                "const onScroll = (e) => { e.preventDefault(); };",
                "OnlyPreventsDefault likely",
            ),
            ("function logUser(u) { console.log(u); }", "work"),
            ("const handleLogin = () => { login(); };", "work"),
            ("function empty() { return []; }", "work"),
            ("const limit = () => 10;", "work"),
            ("const run = (a) => void go(a);", "work"),
            ("class A { get kind() { return 'a'; } }", "work"),
            ("const add = (a, b) => a + b;", "work"),
            (
                "function Chat() { return <div><List items={a} /></div>; }",
                "work",
            ),
            ("function Chat() { return <div>{a}</div>; }", "work"),
            (
                "function Title() { return <h1>Welcome to the shop</h1>; }",
                "work",
            ),
            ("function Line() { return <hr />; }", "work"),
            (
                "const Wait = () => <ul><li>TODO</li><li/><li/><li/><li/></ul>;",
                "work",
            ),
            (
                "const Wide = () => <p><a>Coming</a><b>soon</b><i></i><u></u></p>;",
                "work",
            ),
            (
                "function notFound(id) { throw new Error(`todo ${id} not found`); }",
                "work",
            ),
            ("const save = (u) => api.post(u);", "work"),
        ],
    );
}

#[test]
fn bodies_that_only_log_fail_or_answer_a_request() {
    for (path, bodies) in [
        (
            "a.rs",
            &[
                "fn save(x: u8) { println!(\"saving {x}\"); }",
                "fn save(x: u8) -> R { tracing::info!(\"save\"); Ok(()) }",
                "fn f(x: u8) -> u8 { panic!(\"boom\") }",
                "#[test]\nfn t() {}",
            ][..],
        ),
        (
            "a.tsx",
            &[
                "function save(user) { console.log(user); }",
                "const onSubmit = (e) => { e.preventDefault(); console.log('x'); };",
                "function f(a) { throw new Error('boom'); }",
                "function Chat() { return <div>Placeholder</div>; }",
            ],
        ),
        (
            "a.py",
            &[
                "def save(user):\n    logger.info('saving %s', user)\n",
                "def save(user):\n    print(user)\n    return None\n",
                "def f(x):\n    raise ValueError('boom')\n",
                "@app.route('/users')\ndef users():\n    return jsonify([]), 200\n",
            ],
        ),
        (
            "a.go",
            &[
                "package a\nfunc Save(u User) { fmt.Println(u) }\n",
                "package a\nfunc Save(u User) error { log.Println(u); return nil }\n",
                "package a\nfunc F(x int) error { return errors.New(\"boom\") }\n",
                "package a\nfunc users(c *gin.Context) { c.JSON(200, []string{}) }\n",
            ],
        ),
        (
            "A.java",
            &[
                "class A { public void save(User u) { log.info(\"saving {}\", u); } }",
                "class A { public User find(long id) { throw new IllegalStateException(); } }",
                "class A { @GetMapping(\"/users\") public List<User> users() { return List.of(); } }",
            ],
        ),
    ] {
        for body in bodies {
            assert_eq!(verdict(&read(path, body)), "work", "{body}");
        }
    }
}

#[test]
fn fixed_answers_after_a_line_in_a_log() {
    for (path, body, wanted) in [
        (
            "a.rs",
            "fn find(id: u8) -> Option<U> { log::info!(\"find {id}\"); None }",
            "DefaultValue likely",
        ),
        (
            "a.py",
            "def total(cart):\n    print(cart)\n    return 0\n",
            "DefaultValue likely",
        ),
        (
            "a.go",
            "package a\nfunc Find(id int) *User { log.Println(id); return nil }\n",
            "DefaultValue likely",
        ),
        (
            "A.java",
            "class A { public boolean save(User u) { LOGGER.debug(\"save\"); return true; } }",
            "FixedValue likely",
        ),
        (
            "a.ts",
            "function total(cart) { console.log(cart); return 42; }",
            "FixedValue likely",
        ),
    ] {
        assert_eq!(verdict(&read(path, body)), wanted, "{body}");
    }
}

#[test]
fn a_damaged_body_is_never_certain() {
    assert_eq!(verdict(&read("a.rs", "fn bad( { }")), "Empty likely");
}

/// Every stub as `line what reason certainty`.
fn stubs(path: &str, source: &str) -> Vec<String> {
    let facts = read(path, source);
    let stubs = facts.stubs.iter();
    let stubs = stubs.filter(|it| it.certainty != Certainty::Faint);
    stubs
        .map(|s| format!("{} {} {:?} {:?}", s.line, s.what, s.reason, s.certainty))
        .collect()
}

#[test]
fn places_without_a_name() {
    let cases: [(&str, &str, &[&str]); 13] = [
        (
            "a.rs",
            "fn f() {\n    todo!()\n}",
            &["1 f NotImplemented Certain"],
        ),
        (
            "a.ts",
            "function f() {\n  throw new Error('not implemented');\n}",
            &["1 f NotImplemented Certain"],
        ),
        (
            "a.tsx",
            "const a = <button onClick={() => {}} />;",
            &["1 onClick Empty Certain"],
        ),
        (
            "a.tsx",
            "const a = <form onSubmit={(e) => e.preventDefault()} />;",
            &["1 onSubmit OnlyPreventsDefault Certain"],
        ),
        (
            "a.tsx",
            "const a = <i render={() => null} onClick={() => save()} />;",
            &[],
        ),
        (
            "a.ts",
            "app.get('/users', (req, res) => {});",
            &["1 GET /users Empty Certain"],
        ),
        (
            "a.ts",
            "socket.on('close', () => {});",
            &["1 on close Empty Likely"],
        ),
        (
            "a.ts",
            "save().catch(() => {});",
            &["1 catch SwallowedError Likely"],
        ),
        (
            "a.ts",
            "try { a(); } catch {}\ntry { a(); } catch (e) { /* a may fail */ }",
            &["1 catch SwallowedError Likely"],
        ),
        (
            "a.ts",
            "it('a', () => { expect(true).toBe(true); });",
            &["1 assertion ConstantAssertion Certain"],
        ),
        (
            "a.ts",
            "function f(a) { if (a) { throw new Error('not implemented'); } go(); }",
            &["1 f NotImplemented Certain"],
        ),
        (
            "a.rs",
            "fn f(x: X) -> u8 { match x { X::A => 1, X::B => todo!() } }",
            &["1 f NotImplemented Certain"],
        ),
        (
            "a.rs",
            "#[test]\nfn t() { assert!(true); assert_eq!(1, 1); assert_eq!(a(), 1); }",
            &["2 assertion ConstantAssertion Certain"],
        ),
    ];
    for (path, source, expected) in cases {
        let mut found = stubs(path, source);
        let mut expected = expected.to_vec();
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected, "{source}");
    }
}

#[test]
fn requests_that_are_answered_with_an_empty_list() {
    for (body, wanted) in [
        (
            "export async function GET() { return Response.json([]); }",
            "FixedValue certain",
        ),
        (
            "export async function GET(request: Request) { return Response.json({ items: [] }); }",
            "FixedValue certain",
        ),
        // An empty object is how many acknowledge; what is given back was looked at.
        (
            "export async function DELETE() { return Response.json({}); }",
            "work",
        ),
        (
            "export async function GET() { return Response.json({ ok: true }); }",
            "work",
        ),
        (
            "export async function GET(request) { return Response.json({ items: [], of: request.url }); }",
            "work",
        ),
    ] {
        assert_eq!(verdict(&read("route.ts", body)), wanted, "{body}");
    }
}
