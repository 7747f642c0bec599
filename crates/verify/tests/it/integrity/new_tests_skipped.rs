//! New tests that never run, rows that moved to a test of their own, tables of checks that hold of anything; and honest
//! changes that look like it.

use super::{all_fail, none_fail};

const T: &str = "a_test.go";
const HEAD: &str = "package a\nimport \"testing\"\n";
const CODE: (&str, &str, &str) = (
    "a.go",
    "package a\n",
    "package a\nfunc Lookup(k string) string { return k + k }\nfunc Other(k string) string { return k }\n",
);

fn go(tests: &str) -> String {
    format!("{HEAD}{tests}\n")
}

#[test]
fn new_tests_that_never_run() {
    let other =
        "func TestOther(t *testing.T) { if got := Other(\"a\"); got != \"a\" { t.Error(got) } }\n";
    let runs = "func TestLookup(t *testing.T) { if got := Lookup(\"a\"); got != \"aa\" { t.Error(got) } }\n";
    let skipped = "func TestLookup(t *testing.T) { t.Skip(\"later\")\nif got := Lookup(\"a\"); got != \"aa\" { t.Error(got) } }\n";
    let again = skipped.replace("TestLookup", "TestLookupLater");
    let off = go(&format!("{other}{skipped}"));
    let files = [CODE, (T, "", off.as_str())];
    all_fail(&[("test-skipped", &files)]);
    let beside = go(&format!("{runs}{again}"));
    let sometimes = go(&format!(
        "{other}{}",
        skipped.replace(
            "t.Skip(\"later\")",
            "if testing.Short() { t.Skip(\"slow\") }"
        )
    ));
    // That another test asks the same code makes no reason of one that lies in the change.
    all_fail(&[("test-skipped", &[CODE, (T, "", beside.as_str())])]);
    let needs = beside.replace("later", "needs a running server");
    none_fail(&[
        ("another calls it", &[CODE, (T, "", needs.as_str())]),
        (
            "only where it is slow",
            &[CODE, (T, "", sometimes.as_str())],
        ),
    ]);
}

#[test]
fn new_tests_that_hold_nothing() {
    let other =
        "func TestOther(t *testing.T) { if got := Other(\"a\"); got != \"a\" { t.Error(got) } }\n";
    let asks = "func TestLookup(t *testing.T) { if got := Lookup(\"a\"); got != \"aa\" { t.Error(got) } }\n";
    let runs = |name: &str| {
        let test =
            format!("func {name}(t *testing.T) {{ for _, k := range keys {{ Lookup(k) }} }}\n");
        go(&format!("{other}{test}"))
    };
    let alone = runs("TestLookup");
    all_fail(&[("test-cannot-fail", &[CODE, (T, "", alone.as_str())])]);
    let beside = go(&format!(
        "{asks}func TestLookupAll(t *testing.T) {{ for _, k := range keys {{ Lookup(k) }} }}\n"
    ));
    all_fail(&[("test-cannot-fail", &[CODE, (T, "", beside.as_str())])]);
    let races = runs("TestLookupRace");
    none_fail(&[("says that it runs", &[CODE, (T, "", races.as_str())])]);
}

#[test]
fn rows_that_moved_to_a_test_of_their_own() {
    let table = |rows: &str| {
        format!(
            "func TestMerge(t *testing.T) {{ tests := []struct{{ a, b, want *Config }}{{ {rows} }}\nfor _, tt := range tests {{\nt.Run(tt.name, func(t *testing.T) {{\ngot := Merge(tt.a, tt.b)\nif !reflect.DeepEqual(got, tt.want) {{ t.Fatalf(\"%v\", got) }}\n}})\n}} }}\n"
        )
    };
    let kept = "{one, two, three}, {two, one, three}";
    let old = go(&table(&format!(
        "{kept}, {{nil, one, one}}, {{one, nil, one}}"
    )));
    let apart = |checks: &str| {
        go(&format!(
            "{}func TestMerge_Nil(t *testing.T) {{ config := &Config{{Sep: \"a\"}}\n{checks} }}\n",
            table(kept)
        ))
    };
    let check = |a: &str, b: &str| {
        format!("if got := Merge({a}, {b}); !reflect.DeepEqual(got, config) {{ t.Error(got) }}\n")
    };
    let both = apart(&format!(
        "{}{}",
        check("nil", "config"),
        check("config", "nil")
    ));
    let half = apart(&check("nil", "config"));
    none_fail(&[("both moved", &[(T, old.as_str(), both.as_str())])]);
    all_fail(&[("rows-removed", &[(T, old.as_str(), half.as_str())])]);
}

#[test]
fn tables_of_checks_that_hold_of_anything() {
    let test = |check: &str| {
        go(&format!(
            "func TestStart(t *testing.T) {{ for name, h := range map[string]Handler{{ \"a\": New(), \"b\": Newer() }} {{ t.Run(name, func(t *testing.T) {{ code := serve(h)\n{check} }}) }} }}\n"
        ))
    };
    let loose = test("assert.NotZero(t, code)");
    let firm = test("assert.Equal(t, 200, code)");
    let fails = test("err := h.Close()\nassert.NoError(t, err)");
    all_fail(&[("test-looks-away", &[CODE, (T, "", loose.as_str())])]);
    none_fail(&[
        ("firm", &[CODE, (T, "", firm.as_str())]),
        ("of a failure", &[CODE, (T, "", fails.as_str())]),
    ]);
}

#[test]
fn new_tests_that_may_fail() {
    let code = (
        "shop/a.py",
        "",
        "def slug(a):\n    return '-'.join(a)\n\n\ndef done(a):\n    return a == ''\n",
    );
    let test = |mark: &str, more: &str| {
        format!(
            "import pytest\nfrom a import done, slug\n\n\ndef test_done():\n    assert done('')\n\n\n{mark}def test_slug():\n    assert slug('ab') == 'a-b'\n{more}"
        )
    };
    let runs = "\n\ndef test_slug_of_none():\n    assert slug('') == ''\n";
    let fails = test("@pytest.mark.xfail\n", "");
    let plain = test("", "");
    let beside = test("@pytest.mark.xfail\n", runs);
    let path = "tests/test_a.py";
    all_fail(&[
        ("test-skipped", &[code, (path, "", fails.as_str())]),
        ("test-skipped", &[code, (path, "", beside.as_str())]),
    ]);
    let upstream = beside.replace("xfail", "xfail(reason='upstream, see #12')");
    none_fail(&[
        ("it counts", &[code, (path, "", plain.as_str())]),
        ("another one counts", &[code, (path, "", upstream.as_str())]),
    ]);
}

#[test]
fn reasons_to_switch_a_new_test_off_that_lie_outside_the_change() {
    let runs = "func TestLookup(t *testing.T) { if got := Lookup(\"a\"); got != \"aa\" { t.Error(got) } }\n";
    for (reason, outside) in [
        ("", false),
        ("needs a running server", true),
        ("flaky on CI", false),
        ("flaky on Windows", false),
        ("fails on Windows, see #12", true),
        ("takes seconds", true),
        ("TODO: enable once the server is there", false),
        ("https://a.b/issues/1", true),
        ("depends on the pickle module", false),
        ("blocked by ABC-12", true),
        ("UTF-8 is not handled", false),
    ] {
        let off = format!(
            "func TestLookupLater(t *testing.T) {{ t.Skip(\"{reason}\")\nif got := Lookup(\"a\"); got != \"aa\" {{ t.Error(got) }} }}\n"
        );
        let tests = go(&format!("{runs}{off}"));
        let files: [super::File<'_>; 2] = [CODE, (T, "", tests.as_str())];
        match outside {
            true => none_fail(&[(reason, &files)]),
            false => all_fail(&[("test-skipped", &files)]),
        }
    }
}
