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
