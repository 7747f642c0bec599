//! Tests that were made into tables: rows that went missing on the way, and tables that hold all of it.

use super::{all_fail, none_fail};

const A: &str = "src/test/java/com/acme/ATest.java";

fn test(body: &str) -> String {
    format!(
        "package com.acme;\nclass ATest {{\n  @Test\n  void values() {{\n{body}\n  }}\n  @Test\n  void other() {{\n    assertEquals(9, A.of(\"i\"));\n  }}\n}}\n"
    )
}

const LINES: &str = "    assertEquals(\"one\", A.of(1));\n    assertEquals(\"two\", A.of(2));\n    assertEquals(\"three\", A.of(3));";

fn table(rows: &str, more: &str) -> String {
    test(&format!(
        "    final Object[][] cases = {{\n{rows}\n    }};\n    for (final Object[] it : cases) {{\n      assertEquals(it[0], A.of((Integer) it[1]));\n    }}\n{more}"
    ))
}

#[test]
fn rows_that_went_missing() {
    let before = test(LINES);
    let one = table("      {\"one\", 1},", "");
    let two = table("      {\"one\", 1},\n      {\"two\", 2},", "");
    all_fail(&[
        ("rows-removed", &[(A, before.as_str(), one.as_str())]),
        ("rows-removed", &[(A, before.as_str(), two.as_str())]),
    ]);
    let all = table(
        "      {\"one\", 1},\n      {\"two\", 2},\n      {\"three\", 3},",
        "",
    );
    let beside = table(
        "      {\"one\", 1},\n      {\"two\", 2},",
        "    assertEquals(\"three\", A.of(3));",
    );
    // One of them stood there twice.
    let twice = test(&format!("{LINES}\n    assertEquals(\"two\", A.of(2));"));
    none_fail(&[
        ("all of them", &[(A, before.as_str(), all.as_str())]),
        ("one beside", &[(A, before.as_str(), beside.as_str())]),
        ("twice", &[(A, twice.as_str(), all.as_str())]),
    ]);
}

/// What was asked at each place of a list may stand in a row as the whole list.
#[test]
fn a_list_is_compared_as_a_whole() {
    let test = |body: &str| {
        format!("package a\n\nimport \"testing\"\n\nfunc TestWaits(t *testing.T) {{\n{body}}}\n")
    };
    let at = |place: u8, value: u8| {
        format!("\tif b[{place}] != {value}*time.Minute {{\n\t\tt.Error(\"wrong\")\n\t}}\n")
    };
    let lines = ["\tb := Waits(3)\n".to_owned(), at(0, 7), at(1, 8), at(2, 9)];
    let old = test(&lines.concat());
    let table = |rows: &str| {
        test(&format!(
            "\tfor _, c := range []struct {{\n\t\tn int\n\t\texpected []time.Duration\n\t}}{{\n\t\t{rows}\n\t}} {{\n\t\tsame(t, Waits(c.n), c.expected)\n\t}}\n"
        )) + "\nfunc same(t *testing.T, got, expected []time.Duration) {\n\tfor i := range expected {\n\t\tif got[i] != expected[i] {\n\t\t\tt.Errorf(\"wrong %v\", got[i])\n\t\t}\n\t}\n}\n"
    };
    let all = table("{3, []time.Duration{7 * time.Minute, 8 * time.Minute, 9 * time.Minute}},");
    let few = table("{3, []time.Duration{7 * time.Minute, 8 * time.Minute}},");
    none_fail(&[("all", &[("a_test.go", old.as_str(), all.as_str())])]);
    all_fail(&[("rows-removed", &[("a_test.go", old.as_str(), few.as_str())])]);
}
