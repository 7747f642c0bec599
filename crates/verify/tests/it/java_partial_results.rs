//! Java that does less than its plan says by name: one answer for "whether", a parameter that makes no difference, an error
//! that is not thrown, a name that was to stay, a method that the sibling has; and honest changes that look like it.

use crate::world;

const POM: (&str, &str) = ("pom.xml", "<project></project>\n");
const RING: &str = "src/main/java/com/acme/Ring.java";

/// What is held against a change of these files, where the plan says this; an empty text: there was none.
fn held(says: &str, files: &[(&str, &str, &str)]) -> Vec<String> {
    let mut all = vec![(POM.0, POM.1, POM.1)];
    all.extend(files);
    world::held(says, &all)
}

fn class(members: &str) -> String {
    format!("package com.acme;\npublic final class Ring {{\n  private int k;\n{members}\n}}\n")
}

fn changed(says: &str, before: &str, now: &str) -> Vec<String> {
    held(says, &[(RING, &class(before), &class(now))])
}

const SIZE: &str = "  public int size() {\n    return k;\n  }";

#[test]
fn answers_for_whether() {
    let says = "Add Ring.isWhole(): whether nothing follows the point.";
    let no = format!("{SIZE}\n  public boolean isWhole() {{\n    return false;\n  }}");
    let works = format!("{SIZE}\n  public boolean isWhole() {{\n    return k == 1;\n  }}");
    assert_eq!(
        changed(says, SIZE, &no).len(),
        1,
        "{:?}",
        changed(says, SIZE, &no)
    );
    assert!(changed(says, SIZE, &works).is_empty());
    for says in [
        "Add Ring.isWhole(): whether it is, false here.",
        "Add Ring.isWhole(): whether it is, never for now.",
        "Add Ring.isWhole(), whether it is, unless overridden.",
        "Tidy up.",
    ] {
        assert!(changed(says, SIZE, &no).is_empty(), "{says}");
    }
    let there =
        format!("{SIZE}\n  public boolean isValid(String s) {{\n    return s != null;\n  }}");
    let says = "Add Ring.isValid(text): whether a text is JSON, nothing more.";
    assert_eq!(changed(says, SIZE, &there).len(), 1);
}

#[test]
fn a_base_that_answers_for_those_that_are_none() {
    let says = "Add Ring.isWhole(): whether nothing follows the point.";
    let base = |members: &str| class(members).replace("final class", "abstract class");
    let no = format!("{SIZE}\n  public boolean isWhole() {{\n    return false;\n  }}");
    let path = "src/main/java/com/acme/Whole.java";
    let one = |members: &str| {
        format!("package com.acme;\npublic final class Whole extends Ring {{\n{members}\n}}\n")
    };
    let whole = one("  public boolean isWhole() {\n    return size() == 1;\n  }");
    let (was, now) = (base(SIZE), base(&no));
    let before = one("");
    assert!(held(says, &[(RING, &was, &now), (path, &before, &whole)]).is_empty());
    assert_eq!(held(says, &[(RING, &was, &now)]).len(), 1);
}

#[test]
fn parameters_that_the_plan_writes() {
    let text = |body: &str| {
        format!(
            "package com.acme;\npublic interface Near {{\n  double of(String a, String b);\n  default boolean near(String a, String b, double t) {{\n    if (t < 0) {{\n      throw new IllegalArgumentException(\"t: \" + t);\n    }}\n    return {body};\n  }}\n}}\n"
        )
    };
    let before =
        "package com.acme;\npublic interface Near {\n  double of(String a, String b);\n}\n";
    let path = "src/main/java/com/acme/Near.java";
    let gates = |says: &str, body: &str| held(says, &[(path, before, &text(body))]).len();
    let says = "Give Near a default method near(a, b, t): whether it is at least t.";
    assert!(gates(says, "of(a, b) > 0.5") > 0);
    assert_eq!(gates(says, "of(a, b) >= t"), 0);
    assert_eq!(
        gates(
            "Give Near a default near(a, b, t); t is reserved.",
            "of(a, b) > 0.5"
        ),
        0
    );
    assert_eq!(gates("Give Near a default method.", "of(a, b) > 0.5"), 0);
}

#[test]
fn another_under_a_new_name() {
    let escape = "  static String escape(String s) {\n    return s.trim();\n  }";
    let pages = |body: &str| {
        format!("{escape}\n  public static String forPages(String s) {{\n    return {body};\n  }}")
    };
    let says = "Add Ring.forPages(text): as escape does it, and less-than signs too.";
    let gates = |says: &str, body: &str| changed(says, escape, &pages(body)).len();
    assert_eq!(gates(says, "escape(s)"), 1);
    assert_eq!(gates(says, "escape(s).replace(\"<\", \"&lt;\")"), 0);
    assert_eq!(
        gates("Add Ring.forPages(text): as escape does it.", "escape(s)"),
        0
    );
}

#[test]
fn a_method_that_is_to_throw() {
    let number = |caught: &str| {
        format!(
            "{SIZE}\n  public Integer number(String text) {{\n    try {{\n      return Integer.valueOf(text);\n    }} catch (NumberFormatException e) {{\n      {caught}\n    }}\n  }}\n  void check(String s) {{\n    if (s.isEmpty()) {{\n      throw new IllegalArgumentException(s);\n    }}\n  }}"
        )
    };
    let gates = |says: &str, caught: &str| changed(says, SIZE, &number(caught)).len();
    let says =
        "Add number: number throws an IllegalArgumentException that names the text if it is none.";
    assert_eq!(gates(says, "return 0;"), 1);
    assert_eq!(
        gates(says, "throw new IllegalArgumentException(text, e);"),
        0
    );
    assert_eq!(
        gates("Add number, which is 0 for what is none.", "return 0;"),
        0
    );
}

#[test]
fn a_test_that_is_the_task() {
    let path = "src/test/java/com/acme/RingTest.java";
    let test = |more: &str| {
        format!(
            "package com.acme;\nclass RingTest {{\n  @Test\n  void testSize() {{\n    assertEquals(1, new Ring().size());\n  }}\n{more}}}\n"
        )
    };
    let own = |asserts: &str| {
        test(&format!(
            "  @Test\n  void testImmutable() {{\n    Ring b = new Ring();\n    b.plus(1);\n    b.times(2);\n{asserts}  }}\n"
        ))
    };
    let says = "Test in RingTest that arithmetic leaves a ring alone.";
    let gates = |says: &str, asserts: &str| held(says, &[(path, &test(""), &own(asserts))]).len();
    assert!(gates(says, "") > 0);
    assert_eq!(gates(says, "    assertEquals(1, b.size());\n"), 0);
}
