//! Tests that are named after something: that look away from it, or went though it stands; and rows that the plan takes out.

use verify::integrity::{Change, Planned, weakened};

use super::{all_fail, none_fail};

const SOURCE: (&str, &str, &str) = (
    "a.go",
    "package a\n\nfunc Old() int { return 1 }\n",
    "package a\n\nfunc Old() int { return 1 }\n\nfunc Keep(n int) []int { return make([]int, n) }\n\nfunc Last(n int) int { return n - 1 }\n",
);

fn test(body: &str) -> String {
    format!(
        "package a\n\nimport \"testing\"\n\nfunc TestLast(t *testing.T) {{\n\tif got := Last(2); got != 1 {{\n\t\tt.Error(got)\n\t}}\n}}\n\nfunc TestKeep(t *testing.T) {{\n\t{body}\n}}\n"
    )
}

#[test]
fn a_test_named_after_a_function_looks_at_what_it_gives() {
    let away = test("got := Keep(2)\n\tif got == nil {\n\t\tt.Error(\"nothing\")\n\t}");
    let looks = test("got := Keep(2)\n\tif len(got) != 2 {\n\t\tt.Error(got)\n\t}");
    all_fail(&[("test-looks-away", &[SOURCE, ("a_test.go", "", &away)])]);
    // What gives nothing but an error is looked at whole.
    let error = test("err := Keep(2)\n\tif err != nil {\n\t\tt.Error(err)\n\t}");
    none_fail(&[
        ("it looks", &[SOURCE, ("a_test.go", "", &looks)]),
        ("no error", &[SOURCE, ("a_test.go", "", &error)]),
    ]);
}

#[test]
fn another_test_does_not_stand_for_one_whose_subject_stays() {
    let code = |more: &str| {
        format!(
            "package a\n\ntype Options struct {{\n\tOpenPolicy string\n{more}}}\n\nfunc Run(o Options) string {{ return o.OpenPolicy }}\n"
        )
    };
    let (old, new) = (
        code(""),
        code("\tEmbedPolicy string\n\tCloserPolicy string\n"),
    );
    let head = "package a\n\nimport \"testing\"\n";
    let test = |policy: &str, value: &str| {
        format!(
            "\nfunc Test{policy}(t *testing.T) {{\n\tgot := Run(Options{{{policy}: \"{value}\"}})\n\tif got != \"{value}\" {{\n\t\tt.Error(got)\n\t}}\n}}\n"
        )
    };
    let was = format!("{head}{}", test("OpenPolicy", "same"));
    let now = [test("EmbedPolicy", "none"), test("CloserPolicy", "none")].concat();
    let now = format!("{head}{now}");
    all_fail(&[(
        "test-removed",
        &[("a.go", &old, &new), ("a_test.go", &was, &now)],
    )]);
}

#[test]
fn a_row_may_go_where_the_plan_says_so() {
    let test = |rows: &str| {
        format!(
            "import pytest\nfrom a import f\n\n\n@pytest.mark.parametrize('n, out', [{rows}])\ndef test_f(n, out):\n    assert f(n) == out\n"
        )
    };
    let (was, now) = (
        test("(1, 'one'), (2, 'two'), (3, 'far too many')"),
        test("(1, 'one'), (2, 'two')"),
    );
    let change = [Change {
        path: "test_a.py",
        before: Some(&was),
        after: Some(&now),
    }];
    for (row, fails) in [
        (None, true),
        (Some("far too many"), false),
        (Some("none"), true),
    ] {
        let planned = Planned {
            rows: row.into_iter().map(str::to_owned).collect(),
            ..Planned::default()
        };
        let found = weakened(&change, &planned);
        assert_eq!(
            found.iter().any(|it| it.failed),
            fails,
            "{row:?}: {found:?}"
        );
    }
}

#[test]
fn what_is_asked_only_of_rows_that_say_it_may_be_asked_in_one_condition() {
    let test = |check: &str| {
        format!(
            "package a\n\nimport (\n\t\"reflect\"\n\t\"testing\"\n)\n\nfunc TestF(t *testing.T) {{\n\tfor _, tt := range rows {{\n\t\tgot := f(tt.in)\n\t\t{check}\n\t}}\n}}\n"
        )
    };
    let was = test(
        "if tt.want != nil {\n\t\t\tif !reflect.DeepEqual(got, tt.want) {\n\t\t\t\tt.Error(got)\n\t\t\t}\n\t\t}",
    );
    let now =
        test("if tt.want != nil && !reflect.DeepEqual(got, tt.want) {\n\t\t\tt.Error(got)\n\t\t}");
    none_fail(&[("one condition", &[("a_test.go", &was, &now)])]);
    let less = test("if tt.some && !reflect.DeepEqual(got, tt.want) {\n\t\t\tt.Error(got)\n\t\t}");
    all_fail(&[("assertion-weakened", &[("a_test.go", &was, &less)])]);
}

/// Tests that were made into a table whose rows say all that they said, word for word or as a part.
#[test]
fn messages_that_became_a_part_of_a_row() {
    let one = |name: &str, data: &str, says: &str| {
        format!(
            "def test_{name}():\n    with pytest.raises(ParseError) as info:\n        Config(data=\"{data}\")\n    assert \"{says}\" in str(info.value)\n\n\n"
        )
    };
    let was = [
        "import pytest\nfrom a import Config, ParseError\n\n\n",
        &one("no_section", "a=1", "no section"),
        &one("section_twice", "[a][a]", "duplicate section"),
        &one("key_twice", "[a]b=1,b=2", "duplicate name"),
    ]
    .concat();
    let table = |last: &str| {
        format!(
            "import pytest\nfrom a import Config, ParseError\n\n\n@pytest.mark.parametrize(\n    (\"data\", \"says\"),\n    [\n        (\"a=1\", \"no section header\"),\n        (\"[a][a]\", \"duplicate section 'a'\"),\n{last}    ],\n)\ndef test_refuses(data, says):\n    with pytest.raises(ParseError) as info:\n        Config(data=data)\n    assert info.value.msg == says\n"
        )
    };
    let all = table("        (\"[a]b=1,b=2\", \"duplicate name 'b'\"),\n");
    let few = table("");
    none_fail(&[("all of them", &[("test_a.py", &was, &all)])]);
    all_fail(&[("test-removed", &[("test_a.py", &was, &few)])]);
}

/// What another test puts in the same place is no answer of the code.
#[test]
fn a_test_that_stands_as_it_was() {
    let old = "class QueueTest:\n    def test_clear(self):\n        q = self.queue()\n        q.clear()\n        assert list(self.path.glob(\"q*\")) == [self.path / \"q00000\"]\n";
    let new = format!(
        "{old}\n    def test_copy(self):\n        path, self.path = self.path, self.copy()\n        q = self.queue()\n        assert q.pop() == b\"b\"\n        self.path = path\n"
    );
    none_fail(&[("beside", &[("test_a.py", old, new.as_str())])]);
}
