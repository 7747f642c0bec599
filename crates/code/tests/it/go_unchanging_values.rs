//! Go that stands still where something should move, and what may.

use crate::go_tests::sure;

fn sure_of(source: &str, reason: &str) -> Vec<String> {
    let facts = crate::read("a.go", &format!("package a\n{source}\n"));
    let stubs = facts.stubs.iter();
    stubs
        .map(|it| format!("{} {:?} {:?}", it.what, it.reason, it.certainty))
        .filter(|it| it.contains(reason))
        .collect()
}

#[test]
fn answers_that_hang_on_nothing() {
    let found = |source: &str| sure_of(source, "Value");
    assert_eq!(
        found("func (c Counts) FailureRatio() float64 { if c.Failed == 0 { return 0 }; return 1 }"),
        ["Counts.FailureRatio FixedValue Likely"]
    );
    for honest in [
        "func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }",
        "func (c Counts) Ratio() float64 { if c.All == 0 { return 0 }; return c.Bad / c.All }",
        "func defaultRatio(fast bool) float64 { if fast { return 0.5 }; return 1 }",
        "func (k Kind) Weight() float64 { if k == Big { return 2 }; return 1 }",
    ] {
        assert!(found(honest).is_empty(), "{honest}: {:?}", found(honest));
    }
}

#[test]
fn panics_that_are_caught_and_gone() {
    let found = |source: &str| sure_of(source, "recover()");
    let bare = "func f(w W) { defer func() { if recover() != nil { fallback(w) } }(); g(w) }";
    assert_eq!(found(bare), ["recover() SwallowedError Likely"]);
    for honest in [
        "func f() (err error) { defer func() { if recover() != nil { err = errBad } }(); return g() }",
        "func f() { defer func() { if r := recover(); r != nil { log.Println(r) } }(); g() }",
        "func f() { defer func() { if recover() != nil { panic(\"twice\") } }(); g() }",
        "func f(w W) {\n// What it does to others is theirs.\ndefer func() { if recover() != nil { fallback(w) } }()\ng() }",
    ] {
        assert!(found(honest).is_empty(), "{honest}: {:?}", found(honest));
    }
}

#[test]
fn private_methods_look_at_what_they_are_given() {
    let found = |source: &str| sure_of(source, "ParameterIgnored");
    assert_eq!(
        found("func (h *H) isTrusted(u *url.URL) bool { return len(h.origins) > 0 }"),
        ["H.isTrusted(u) ParameterIgnored Likely"]
    );
    for honest in [
        "func (h *H) isTrusted(u *url.URL) bool { return h.origins[u.Host] }",
        "func (h *H) isTrusted(_ *url.URL) bool { return h.open }",
        "func (h *H) stop(ctx context.Context) { h.done() }",
        "func (h *H) logFailure(r *http.Request) { h.out.Printf(\"failed\") }",
        "func (h *H) first(r *http.Request) bool { return h.on }\nfunc New(h *H) T { return T{check: h.first} }",
        "func (h *H) Allow(r *http.Request) bool { return h.on }",
        "type checker interface { allow(n int) bool }\nfunc (h *H) allow(n int) bool { return h.on }",
    ] {
        assert!(found(honest).is_empty(), "{honest}: {:?}", found(honest));
    }
}

#[test]
fn tests_that_drop_what_they_made() {
    let cases: [(&str, &[&str]); 8] = [
        (
            "func TestField(t *testing.T) { h := New(func(w W, r R) { if Field(r) == \"\" { t.Error(1) } }); _ = h }",
            &["3 TestField NoAssertion"],
        ),
        (
            "func TestField(t *testing.T) { h := New(func(w W, r R) { if Field(r) == \"\" { t.Error(1) } }); h.Serve(1) }",
            &[],
        ),
        (
            "func TestCounts(t *testing.T) { for code, failures := range table() { req := newRequest(t); _, _ = Send(req, code); _ = failures } }",
            &["3 TestCounts NoAssertion"],
        ),
        (
            "func TestCounts(t *testing.T) { for code, failures := range table() { req := newRequest(t); got := Send(req, code); equal(t, failures, got) } }",
            &[],
        ),
        // To run to the end is what it asks.
        (
            "func TestNoPanic(t *testing.T) { got := Send(1); _ = got }",
            &[],
        ),
        (
            "func TestBody(t *testing.T) { w := httptest.NewRecorder(); Serve(w); if got := w.Body.String(); got != w.Body.String() { t.Error(got) } }",
            &["3 assertion ConstantAssertion"],
        ),
        (
            "func TestBody(t *testing.T) { w := httptest.NewRecorder(); Serve(w); if w == nil { t.Error(\"none\") } }",
            &["3 assertion ConstantAssertion"],
        ),
        (
            "func TestBody(t *testing.T) { w := Open(); Serve(w); if w == nil { t.Error(\"none\") }; if got := next(); got == next() { t.Error(got) } }",
            &[],
        ),
    ];
    for (source, wanted) in cases {
        assert_eq!(sure(source), wanted, "{source}");
    }
}

#[test]
fn examples_that_say_no_output() {
    let faint = |source: &str| {
        let text = format!("package a_test\nimport \"fmt\"\n{source}\n");
        let facts = crate::read("a_test.go", &text);
        let mut stubs = facts.stubs.into_iter();
        stubs.any(|it| it.what.starts_with("Example") && it.reason == code::Reason::NoAssertion)
    };
    assert!(faint("func ExampleAdd() { fmt.Println(Add(1)) }"));
    assert!(!faint(
        "func ExampleAdd() { fmt.Println(Add(1))\n// Output: 2\n}"
    ));
    assert!(!faint(
        "func ExampleAdd() { fmt.Println(Add(1))\n// Unordered output:\n// 2\n}"
    ));
}
