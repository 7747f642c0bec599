//! Tests that assert nothing: those that leave what they prepared, and those to which it may be enough to run.

use super::all_read;

#[test]
fn rust_leaves_what_it_prepared() {
    all_read(
        "tests/a.rs",
        &[
            (
                "#[test]\nfn a() { let mut r = Router::new(); }",
                "a => NoAssertion!",
            ),
            (
                "#[test]\nfn a() { for (text, kind) in [(\"x\", 1)] { } }",
                "a x1 => NoAssertion!",
            ),
            ("#[test]\nfn a() { todo!() }", "a => NotImplemented!"),
            // It may be enough that these run.
            (
                "#[test]\nfn a() { for n in 0..3 { add(n); } }",
                "a => NoAssertion?",
            ),
            (
                "#[test]\nfn a() { let _guard = lock(); run(); }",
                "a => NoAssertion?",
            ),
            (
                "#[test]\nfn a() { let mut r = Router::new(); r.add(1); }",
                "a => NoAssertion?",
            ),
        ],
    );
}

#[test]
fn java_leaves_what_it_prepared() {
    let test = |body: &str| format!("class ATest {{ @Test void a() {{ {body} }} }}");
    let cases = [
        ("String x = f(1); x = f(2);", "a => NoAssertion!"),
        ("String x = f(1);", "a => NoAssertion!"),
        ("for (int p : PRIMES) { }", "a => NoAssertion!"),
        (
            "String x = f(1); System.out.println(x);",
            "a => NoAssertion?",
        ),
        ("mail.setPriority(HIGH);", "a => NoAssertion?"),
    ];
    for (body, wanted) in cases {
        all_read("src/test/java/ATest.java", &[(&test(body), wanted)]);
    }
}

#[test]
fn scripts_leave_what_they_prepared() {
    let test = |body: &str| format!("it('keys', function (done) {{ {body} }});");
    let cases = [
        ("const x = parse('a');", "keys => NoAssertion!"),
        ("var named = { toJSON: 1 };", "keys => NoAssertion!"),
        ("t.plan(3); run();", "keys => NoAssertion!"),
        // What the runner lends may well assert.
        ("done.resolves(ready());", "keys"),
        (
            "t.plan(1); run(function (out) { t.sameAs(out, 2); });",
            "keys => NoAssertion?",
        ),
        (
            "run(app, function (err) { done(); });",
            "keys => NoAssertion!",
        ),
        // Whoever is called back is all that is asked; or an error goes on.
        ("on('x', function () { done(); });", "keys"),
        ("run(app, function (err) { done(err); });", "keys"),
        (
            "run(app, function (err) { if (err) throw err; done(); });",
            "keys | loose err = false",
        ),
        ("const x = parse('a'); use({ x });", "keys => NoAssertion?"),
        ("const w = new Widget();", "keys => NoAssertion?"),
    ];
    for (body, wanted) in cases {
        all_read("test/a.test.js", &[(&test(body), wanted)]);
    }
    let inner = "test('a', function (s2t) { s2t.equal(f(), 2); });";
    all_read("test/a.test.js", &[(inner, "a | exact f ( ) = 2")]);
}

#[test]
fn python_leaves_what_it_prepared() {
    let test = |body: &str| format!("def test_a(path):\n    {body}\n");
    let cases = [
        ("session(path)\n    pass", "test_a => NoAssertion!"),
        ("x = f(1)\n    x = f(2)", "test_a => NoAssertion!"),
        ("return TestSuite(a)", "test_a"),
        ("for n in [1]:\n        add(n)", "test_a x1 => NoAssertion?"),
        (
            "try:\n        add(1)\n    except KeyError:\n        pass",
            "test_a => NoAssertion?",
        ),
    ];
    for (body, wanted) in cases {
        all_read("tests/test_a.py", &[(&test(body), wanted)]);
    }
}

#[test]
fn go_only_logs_what_is_wrong() {
    let test = |body: &str| format!("package a\nfunc TestA(t *testing.T) {{\n{body}\n}}\n");
    let cases = [
        (
            "if err := Load(\"a\"); err != nil {\nt.Logf(\"bad %v\", err)\n}",
            "TestA => NoAssertion!",
        ),
        ("t.Log(\"fine\")\nadd(1)", "TestA => NoAssertion?"),
        (
            "if testing.Verbose() {\nt.Log(1)\n}\nif add(1) != 2 {\nt.Error(1)\n}",
            "TestA | exact add ( 1 ) = 2",
        ),
    ];
    for (body, wanted) in cases {
        all_read("a_test.go", &[(&test(body), wanted)]);
    }
}
