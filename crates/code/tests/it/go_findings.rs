//! Places in Go code that look like work left undone: dropped errors, state that nobody feeds, tests that cannot fail.

use code::Certainty;

use crate::read;

/// Every finding as `line what reason certainty`.
pub(crate) fn found(source: &str) -> Vec<String> {
    let facts = read("a.go", source);
    let stubs = facts.stubs.iter();
    stubs
        .filter(|it| it.certainty != Certainty::Faint)
        .map(|it| format!("{} {} {:?} {:?}", it.line, it.what, it.reason, it.certainty))
        .collect()
}

pub(crate) fn check(cases: &[(&str, &[&str])]) {
    for (source, wanted) in cases {
        let text = format!("package a\n{source}\n");
        assert_eq!(found(&text), *wanted, "{source}");
    }
}

#[test]
fn errors_that_are_dropped() {
    check(&[
        (
            "func f() { if err := g(); err != nil {\n}\nh() }",
            &["2 if err SwallowedError Certain"],
        ),
        (
            "func f() error { err := g(); if err != nil { return nil }; return h() }",
            &["2 if err SwallowedError Likely"],
        ),
        (
            "func f() (*T, error) { x, err := g(); if err != nil { return nil, nil }; return x, h() }",
            &["2 if err SwallowedError Likely"],
        ),
        (
            "func f() { x, err := g(); _ = err; h(x) }",
            &["2 _ = err SwallowedError Certain"],
        ),
        (
            "func f(d time.Duration) { _ = d.Round(to); g(d) }",
            &["2 _ = d.Round ResultDiscarded Certain"],
        ),
        (
            "func f() { _ = g(); h() }",
            &["2 _ = g ResultDiscarded Likely"],
        ),
        (
            "func f(all []Option) error { _ = store(all); return h() }",
            &["2 _ = store SwallowedError Likely"],
        ),
        (
            "func f(all []Option) error { _ = getOptions(all); return h() }",
            &["2 _ = getOptions ResultDiscarded Likely"],
        ),
        (
            "import \"strconv\"\nfunc f(s string) int { n, _ := strconv.Atoi(s); return n + 1 }",
            &["3 _ of strconv.Atoi ResultDiscarded Likely"],
        ),
        (
            "func g() (int, error) { return h() }\nfunc f() int { n, _ := g(); return n + 1 }",
            &["3 _ of g ResultDiscarded Likely"],
        ),
        (
            "func save() error { return h() }\nfunc f() { save(); h() }",
            &["3 save SwallowedError Likely"],
        ),
        (
            "import \"encoding/json\"\nfunc f(b []byte) T { var t T; json.Unmarshal(b, &t); return t }",
            &["3 Unmarshal SwallowedError Likely"],
        ),
        (
            "func f() { defer func() { recover() }(); g() }",
            &["2 recover SwallowedError Likely"],
        ),
        (
            "func load() bool { defer func() { recover() }(); return g() }",
            &["2 recover SwallowedError Likely"],
        ),
        // What panics is no: asking is done by trying.
        (
            "func IsNil(x any) bool { defer func() { recover() }(); return x == nil || g(x).IsNil() }",
            &[],
        ),
        (
            "func f(db *DB) { db.Query(\"select 1\"); g() }",
            &["2 Query ResultDiscarded Likely"],
        ),
        (
            "func f(db *DB) error { _, err := db.Query(\"select 1\"); return err }",
            &["2 Query ResultDiscarded Likely"],
        ),
    ]);
}

#[test]
fn errors_that_are_dropped_for_a_reason() {
    check(&[
        (
            "func f() error { err := g(); if err != nil { return err }; return h() }",
            &[],
        ),
        (
            "func f() error { err := g(); if err != nil { log.Print(err); return nil }; return h() }",
            &[],
        ),
        (
            "func f() error { err := g(); if errors.Is(err, io.EOF) { return nil }; return err }",
            &[],
        ),
        (
            "func f() *T { x, err := g(); if err != nil { return nil }; return x }",
            &[],
        ),
        (
            "func f() (x T, err error) { x, err = g(); if err != nil { return }; return h(x) }",
            &[],
        ),
        (
            "func f() error { err := g(); if err != nil {\n// It is gone already.\nreturn nil }; return h() }",
            &[],
        ),
        ("func f() { defer r.Close(); g() }", &[]),
        ("func f() { _ = r.Close(); g() }", &[]),
        ("func f() { _, _ = fmt.Fprintln(w, 1); g() }", &[]),
        ("func f() { _ = g() // it cannot fail\n}", &[]),
        ("func f() { v, _ := m[k]; w, _ := v.(T); g(w) }", &[]),
        (
            "import \"strings\"\nfunc f(s string) string { a, _, _ := strings.Cut(s, \":\"); return a }",
            &[],
        ),
        (
            "func g() (int, bool) { return h() }\nfunc f() int { n, _ := g(); return n + 1 }",
            &[],
        ),
        ("func f() { for s.Scan() { g(s.Text()) }; s.Scan() }", &[]),
        (
            "type T struct{}\nfunc (t T) run() error { return h() }\nfunc f(run func()) { run(); h() }",
            &[],
        ),
        ("func f() { if err := g(); err != nil { retry() } }", &[]),
        // No error, and no choice either.
    ]);
}

#[test]
fn work_left_on_one_of_the_ways() {
    check(&[
        (
            "func f(x int) int { if x > 1 { panic(\"TODO: large\") }; return g(x) }",
            &["2 f NotImplemented Certain"],
        ),
        (
            "func f(x int) int { switch x { case 1: return g(x) }; panic(\"not implemented\") }",
            &["2 f NotImplemented Likely"],
        ),
        (
            "func f(x int) error { if x > 1 { return errors.New(\"not implemented\") }; return g(x) }",
            &["2 f NotImplemented Likely"],
        ),
        (
            "func f(x int) int { if x > 1 { panic(\"out of range\") }; return g(x) }",
            &[],
        ),
    ]);
}

#[test]
fn handlers_without_a_name() {
    check(&[
        (
            "func f() { http.HandleFunc(\"/favicon.ico\", func(w http.ResponseWriter, r *http.Request) {}) }",
            &["2 /favicon.ico Empty Likely"],
        ),
        (
            "func f() { http.HandleFunc(\"/users\", func(w http.ResponseWriter, r *http.Request) {}) }",
            &["2 /users Empty Certain"],
        ),
        (
            "func f() { r.GET(\"/users\", func(c *gin.Context) {\n// TODO: list\n}) }",
            &["2 GET /users Empty Certain"],
        ),
        (
            "func f() { r.Post(\"/users\", func(w http.ResponseWriter, r *http.Request) { s.save(w, r) }) }",
            &[],
        ),
        ("func f() { m.Get(\"users\", func(x int) {}) }", &[]),
    ]);
}

#[test]
fn parameters_that_are_not_looked_at() {
    check(&[
        (
            "func Score(items []Item) float64 { r := rand(); s := r * 2; return s + base() }",
            &["2 Score ParameterIgnored Likely"],
        ),
        (
            "func (s *S) FindByEmail(ctx C, email string) (*User, error) { u := s.first(ctx); return u, nil }",
            &["2 FindByEmail: email ParameterIgnored Likely"],
        ),
        (
            "func Score(items []Item) float64 { r := rand(); return r * len(items) }",
            &[],
        ),
        (
            "func run(cmd *Cmd, args []string) error { a := b(cmd); return a.Run() }",
            &[],
        ),
        ("func hook(_ int) error { a := b(); return a.Run() }", &[]),
        (
            "func (s *S) Serve(req Req) error { s.n++; return s.next() }",
            &[],
        ),
    ]);
}

/// Findings in a file of tests with one test of that body.
fn in_test(body: &str) -> Vec<String> {
    let text = format!("package a\nimport \"testing\"\nfunc TestAdd(t *testing.T) {{ {body} }}\n");
    found(&text)
}

#[test]
fn tests_that_cannot_fail() {
    let cases: [(&str, &[&str]); 23] = [
        ("t.Log(\"fine\")", &["3 TestAdd NoAssertion Certain"]),
        ("Add(1, 2)", &["3 TestAdd NoAssertion Likely"]),
        (
            "got := Add(1, 2); t.Logf(\"%d\", got)",
            &["3 TestAdd NoAssertion Certain"],
        ),
        (
            "got := 3; if got != 3 { t.Fatal() }",
            &["3 TestAdd ConstantAssertion Certain"],
        ),
        (
            "Add(1, 2); if 1 != 1 { t.Fatal() }",
            &["3 assertion ConstantAssertion Certain"],
        ),
        (
            "Add(1, 2); if false { t.Fatal() }",
            &["3 assertion ConstantAssertion Certain"],
        ),
        (
            "got := Add(1, 2); if got != got { t.Fatal() }",
            &["3 assertion ConstantAssertion Likely"],
        ),
        (
            "Add(1, 2); assert.True(t, true)",
            &["3 assertion ConstantAssertion Certain"],
        ),
        (
            "Add(1, 2); require.Equal(t, 3, 3)",
            &["3 assertion ConstantAssertion Certain"],
        ),
        (
            "got := Add(1, 2); assert.Equal(t, got, got)",
            &["3 assertion ConstantAssertion Certain"],
        ),
        (
            "Add(1, 2); assert.NoError(t, nil)",
            &["3 assertion ConstantAssertion Certain"],
        ),
        (
            "Add(1, 2); assert.True(t, 1 == 1, \"sum\")",
            &["3 assertion ConstantAssertion Certain"],
        ),
        (
            "add := func(a int) int { return a + 1 }; if add(1) != 2 { t.Fatal() }",
            &["3 TestAdd ConstantAssertion Certain"],
        ),
        // Nothing stands in them: that is told where tests are compared.
        ("", &[]),
        ("\n// TODO: test it\n", &[]),
        ("t.Skip(\"later\")", &[]),
        // Honest ones.
        ("add := add(1, 2); if add != 3 { t.Fatal() }", &[]),
        (
            "if got := Add(1, 2); got != 3 { t.Errorf(\"%d\", got) }",
            &[],
        ),
        ("assert.Equal(t, 3, Add(1, 2))", &[]),
        ("check(t, Add(1, 2), 3)", &[]),
        (
            "for _, c := range cases { t.Run(c.name, func(t *testing.T) { if Add(c.a, c.b) != c.want { t.Fatal() } }) }",
            &[],
        ),
        (
            "defer func() { if recover() == nil { t.Fatal() } }(); Add(1, 2)",
            &[],
        ),
        (
            "run = func() int { return 3 }; if Add(1, 2) != 3 { t.Fatal() }",
            &[],
        ),
    ];
    for (body, wanted) in cases {
        assert_eq!(in_test(body), wanted, "{body}");
    }
}

#[test]
fn stand_ins_of_tests_are_not_held_against_them() {
    let text = "package a\nimport \"testing\"\nfunc handler(x int) {}\ntype s struct{}\n\
        func (s) Get() int { panic(\"not implemented\") }\nfunc TestA(t *testing.T) { run(t, handler, s{}) }\n\
        func BenchmarkA(b *testing.B) {}\nfunc ExampleA() {}\n";
    assert!(
        found(text).iter().all(|it| it.ends_with("Likely")),
        "{:?}",
        found(text)
    );
    let built = "package a\nimport \"testing\"\n// Nothing to test: that it compiles is the test.\nfunc TestA(t *testing.T) {}\n";
    assert_eq!(found(built), [""; 0]);
}

#[test]
fn one_parameter_that_nobody_forces() {
    check(&[
        (
            "func Max(max int) func(H) H { return func(next H) H { return wrap(next) } }",
            &["2 Max(max) ParameterIgnored Likely"],
        ),
        (
            "func Max(max int) func(H) H { return func(next H) H { return wrap(next, max) } }",
            &[],
        ),
        (
            "func Maybe(mw func(H) H, when func(*R) bool) func(H) H { return mw }",
            &["2 Maybe(when) ParameterIgnored Likely"],
        ),
        // Somebody else says what these take.
        ("func a(x T, n int) int { return n }\nvar b = a", &[]),
        (
            "type F func(x T, n int) int\nfunc a(x T, n int) int { return n }",
            &[],
        ),
        ("func a(c *Context, n int) int { return g(c) }", &[]),
    ]);
}

#[test]
fn errors_of_other_files_of_the_package() {
    check(&[
        (
            "func New() (U, error) { now, seq, _ := GetTime(); return u(now, seq), nil }",
            &["2 _ of GetTime SwallowedError Likely"],
        ),
        (
            "func New(r R) (U, error) { u, _ := NewFrom(r); make(u); return u, nil }",
            &["2 _ of NewFrom SwallowedError Likely"],
        ),
        (
            "func Run() error { defer func() { _ = finish() }(); return work() }",
            &["2 _ = finish SwallowedError Likely"],
        ),
        // Nobody asked whether it is an error that is dropped here.
        (
            "func F(s string) (U, error) { a, _ := split(s); return g(a) }",
            &[],
        ),
        (
            "func Run() error { defer func() { _ = closeAll() }(); return work() }",
            &[],
        ),
    ]);
}

#[test]
fn bodies_that_only_panic_under_a_note() {
    check(&[(
        "func F(n int) int {\n// TODO: implement\npanic(\"unreachable\")\n}",
        &["2 F NotImplemented Certain"],
    )]);
}
