//! Tests of Go that can't fail for a reason of their own.

use code::Certainty;

use crate::read;

/// What is certain of the tests of a text, as `line what reason`.
pub(crate) fn sure(source: &str) -> Vec<String> {
    let text = format!("package a\nimport \"testing\"\n{source}\n");
    let facts = read("a_test.go", &text);
    let stubs = facts.stubs.iter();
    let stubs = stubs.filter(|it| it.certainty == Certainty::Certain);
    stubs
        .map(|it| format!("{} {} {:?}", it.line, it.what, it.reason))
        .collect()
}

fn check(cases: &[(&str, &[&str])]) {
    for (source, wanted) in cases {
        assert_eq!(sure(source), *wanted, "{source}");
    }
}

#[test]
fn results_that_only_the_log_sees() {
    check(&[
        (
            "func TestPause(t *testing.T) { id, err := c.Add(); if err != nil { t.Fatal(err) }; c.Pause(id); t.Logf(\"ran %d times\", job.Started()) }",
            &["3 TestPause NoAssertion"],
        ),
        (
            "func TestSum(t *testing.T) { got, err := Sum(1); if err != nil { t.Fatal(err) }; t.Log(\"sum\", got) }",
            &["3 TestSum NoAssertion"],
        ),
        (
            "func TestSum(t *testing.T) { got, err := Sum(1); if err != nil { t.Fatal(err) }; if got != 2 { t.Error(got) }; t.Log(got) }",
            &[],
        ),
        (
            "func TestSum(t *testing.T) { got, err := Sum(1); if err != nil { t.Fatal(err) }; t.Log(got); compare(t, got, 2) }",
            &[],
        ),
        (
            "func TestSum(t *testing.T) { _, err := Sum(-1); if err == nil { t.Fatal(\"no error\") }; t.Log(err) }",
            &[],
        ),
        (
            "func TestSum(t *testing.T) { if err := Sum(1); err != nil { t.Fatal(err) }; t.Log(\"done\") }",
            &[],
        ),
        // Nothing is asserted at all.
        (
            "func TestSum(t *testing.T) { got, err := Sum(1); t.Logf(\"%v (%v)\", got, err) }",
            &["3 TestSum NoAssertion"],
        ),
        (
            "func TestSum(t *testing.T) { for i := 0; i < 2; i++ { t.Log(i, Sum(i)) } }",
            &["3 TestSum NoAssertion"],
        ),
        (
            "func TestSum(t *testing.T) { t.Log(\"starts\"); Sum(1) }",
            &[],
        ),
        (
            "func TestSum(t *testing.T) { got := Sum(1); t.Log(got); check(t, got) }",
            &[],
        ),
        (
            "func TestSum(t *testing.T) { err := Sum(-1); if err == nil { t.Skip(\"nothing to sum\") } }",
            &["3 TestSum NoAssertion"],
        ),
        (
            "func TestSum(t *testing.T) { c, err := dial(); if err != nil { t.Skip(\"no network\") }; c.Sum(1) }",
            &[],
        ),
        (
            "func TestSum(t *testing.T) { if os.Getenv(\"SLOW\") == \"\" { return }; if Sum(1) != 2 { t.Error() } }",
            &["3 TestSum NoAssertion"],
        ),
        (
            "func TestSum(t *testing.T) { if os.Getenv(\"SLOW\") == \"\" { t.Skip() }; if Sum(1) != 2 { t.Error() } }",
            &[],
        ),
        // What is registered last is never called.
        (
            "func TestSum(t *testing.T) { r := New(); r.GET(\"/\", func(r *http.Request) { if r.URL.Path != \"/\" { t.Error() } }) }",
            &["3 TestSum NoAssertion"],
        ),
        (
            "func TestSum(t *testing.T) { r := New(); r.GET(\"/\", func(r *http.Request) { if r.URL.Path != \"/\" { t.Error() } }); r.ServeHTTP(w, q) }",
            &[],
        ),
        (
            "func TestSum(t *testing.T) { Walk(\".\", func(p string) { if p == \"\" { t.Error() } }) }",
            &[],
        ),
        (
            "func TestSumConcurrent(t *testing.T) { t.Log(Sum(1)) }",
            &[],
        ),
        (
            "func TestDump(t *testing.T) { got, err := Dump(1); if err != nil { t.Fatal(err) }; t.Log(got) }",
            &[],
        ),
    ]);
}

#[test]
fn tests_of_the_compiler_and_of_assertions() {
    check(&[
        ("func TestCache(t *testing.T) { var _ Cache = &LRU{} }", &[]),
        (
            "func TestRequire(t *testing.T) { s := new(Suite); assert.Panics(t, func() { s.Require().True(true) }) }",
            &[],
        ),
        (
            "func TestRun(t *testing.T) { Run(t, func() { assert.True(t, true) }); assert.Equal(t, 1, Sum(1)) }",
            &["3 assertion ConstantAssertion"],
        ),
    ]);
}

#[test]
fn comparisons_that_hold_by_themselves() {
    check(&[
        (
            "func TestLen(t *testing.T) { got := All(1); if len(got) < 0 { t.Error(got) } }",
            &["3 assertion ConstantAssertion"],
        ),
        (
            "func TestSum(t *testing.T) { want := Sum(1, 2); got := Sum(1, 2); if got != want { t.Error(got) } }",
            &["3 assertion ConstantAssertion"],
        ),
        (
            "func TestSum(t *testing.T) { got := Sum(1, 2); if got != Sum(1, 2) { t.Error(got) } }",
            &["3 assertion ConstantAssertion"],
        ),
        (
            "func TestRename(t *testing.T) { n := len(fs.All()); fs.Rename(a, b); if n != len(fs.All()) { t.Error(n) } }",
            &[],
        ),
        (
            "func TestSumIsStable(t *testing.T) { want := Sum(1, 2); got := Sum(1, 2); if got != want { t.Error(got) } }",
            &[],
        ),
        (
            "func TestNext(t *testing.T) { want := Next(1); got := Next(2); if got != want { t.Error(got) } }",
            &[],
        ),
        (
            "func TestNext(t *testing.T) { a := c.Next(); b := c.Next(); if a != b { t.Error(a) } }",
            &[],
        ),
        (
            "func TestSum(t *testing.T) { want := Sum(1, 2); c.Reset(1); want = 3; got := Sum(1, 2); if got != want { t.Error(got) } }",
            &[],
        ),
    ]);
}

#[test]
fn an_error_that_ends_a_test_which_passes() {
    let test = |begins: &str, then: &str| {
        format!(
            "func TestAll(t *testing.T) {{\n\terr := {begins}\n\tif err != nil {{\n{then}\t}}\n\tif got := find(err); got != 3 {{\n\t\tt.Errorf(\"got %d\", got)\n\t}}\n}}"
        )
    };
    let (logs, silent) = (
        test("Parse(x)", "\t\tt.Logf(\"%v\", err)\n\t\treturn\n"),
        test("a.Parse(x)", "\t\treturn\n"),
    );
    check(&[
        (&logs, &["3 TestAll NoAssertion"]),
        (&silent, &["3 TestAll NoAssertion"]),
        // It fails, it is passed over aloud, it asks for the world outside, it has looked before.
        (&test("Parse(x)", "\t\tt.Fatal(err)\n"), &[]),
        (&test("Parse(x)", "\t\tt.Error(err)\n\t\treturn\n"), &[]),
        (&test("Parse(x)", "\t\tt.Skip(err)\n\t\treturn\n"), &[]),
        (&test("net.Listen(x)", "\t\tt.Log(err)\n\t\treturn\n"), &[]),
        (
            &test(
                "Parse(x)",
                "\t\trequire.EqualError(t, err, \"bad\")\n\t\treturn\n",
            ),
            &[],
        ),
    ]);
}

#[test]
fn values_that_are_compared_with_themselves_under_another_name() {
    let row = |inside: &str| {
        format!(
            "func TestSum(t *testing.T) {{ for _, row := range rows {{ got := Sum(row.in); {inside}; t.Log(got) }} }}"
        )
    };
    for (inside, wanted) in [
        (
            "if want := row.want; want != row.want { t.Error(row) }",
            true,
        ),
        ("want := row.want; assert.Equal(t, row.want, want)", true),
        ("want := row.want; if got != want { t.Error(row) }", false),
        (
            "want := row.want; want++; if want != row.want { t.Error(row) }",
            false,
        ),
        (
            "want := row.want; fill(&row); if want != row.want { t.Error(row) }",
            false,
        ),
        (
            "old := box.n; box.add(1); if old != box.n { t.Error(row) }",
            false,
        ),
    ] {
        let found = sure(&row(inside));
        let constant = found.iter().any(|it| it.ends_with("ConstantAssertion"));
        assert_eq!(constant, wanted, "{inside}: {found:?}");
    }
}
