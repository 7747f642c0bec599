//! What a Java method says or asks and does not keep, what is given and goes nowhere, halves that do not agree; and honest
//! code that looks like it.

use crate::read;

/// The findings of a class: how sure, reason and what.
fn said(members: &str) -> Vec<String> {
    let source = format!("public final class Box {{ {members} }}");
    let facts = read("src/main/java/com/acme/Box.java", &source);
    let all = facts.stubs.iter();
    all.map(|it| format!("{:?} {:?} {}", it.certainty, it.reason, it.what))
        .collect()
}

#[track_caller]
fn found(members: &str, wanted: &str) {
    let found = said(members);
    assert!(found.iter().any(|it| it == wanted), "{members}\n{found:?}");
}

#[track_caller]
fn fine(members: &str, part: &str) {
    let found = said(members);
    assert!(
        !found.iter().any(|it| it.contains(part)),
        "{members}\n{found:?}"
    );
}

const DOC: &str = "/**\n     * A half.\n     * @param n a number\n     * @throws BadNumberException if {@code n < 2}\n     */\n";

#[test]
fn a_quiet_answer_where_an_error_is_told() {
    let body = |guard: &str, rest: &str| {
        format!("{DOC} public int half(int n) {{ if ({guard}) {{ {rest} }} return run(n) / 2; }}")
    };
    found(
        &body("n < 2", "return 0;"),
        "Likely SwallowedError if (n < 2)",
    );
    fine(
        &body("n < 2", "throw new BadNumberException(n);"),
        "Swallowed",
    );
    fine(&body("n < 2", "return fail(n);"), "Swallowed");
    // Another number is another case, which the comment says nothing of.
    fine(&body("n < 7", "return 0;"), "Swallowed");
    let null = DOC.replace("BadNumberException", "NullPointerException");
    let text = body("n < 2", "return 0;").replace(DOC, &null);
    fine(&text, "Swallowed");
}

#[test]
fn a_place_that_is_held_against_a_length() {
    found(
        "String at(int place) { return place >= 0 && place < names.length ? names[0] : null; } String[] names = load();",
        "Likely ParameterIgnored at(place)",
    );
    fine(
        "String at(int place) { return place >= 0 && place < names.length ? names[place] : null; } String[] names = load();",
        "at(place)",
    );
    // Whether there are enough is all that is asked.
    fine(
        "String lead(int least) { return least < names.length ? String.join(\",\", names) : names[0] + run(); } String[] names = load();",
        "Likely ParameterIgnored lead(other)",
    );
}

#[test]
fn equality_and_hash() {
    let class = |equals: &str| {
        format!(
            "private final int wide; private final int high; @Override public boolean equals(Object o) {{ if (!(o instanceof Box)) {{ return false; }} Box that = (Box) o; return {equals}; }} @Override public int hashCode() {{ return 31 * wide + high; }}"
        )
    };
    found(
        &class("wide == that.wide"),
        "Likely ParameterIgnored equals(high)",
    );
    fine(&class("wide == that.wide && high == that.high"), "equals(");
    // What another method compares is not known.
    fine(&class("wide == that.wide && sameHeight(that)"), "equals(");
}

#[test]
fn what_is_given_and_goes_nowhere() {
    for (members, wanted) in [
        (
            "static long fall(int n, int k) { Checks.checkBoth(n, k); return run(n); }",
            "Faint ParameterIgnored fall(k)",
        ),
        (
            "static Rule only(Rule rule, int... places) { final int[] sorted = places.clone(); Arrays.sort(sorted); return run(rule); }",
            "Faint ParameterIgnored only(places)",
        ),
        (
            "Box putAll(Iterable<String> all) { for (String it : all) { Objects.requireNonNull(it); } count(); return this; }",
            "Faint ParameterIgnored putAll(all)",
        ),
        (
            "public int before(int n) { if (n < 2) { throw new X(n); } return n; }",
            "Faint Identity before(n)",
        ),
        (
            "public Box clearAll() { return this; }",
            "Faint Identity clearAll(this)",
        ),
        (
            "public static boolean areApart(int a, int b) { int least = Math.min(a, b); if (least < 1) { throw new X(least); } return true; }",
            "Faint FixedValue Box.areApart",
        ),
    ] {
        found(members, wanted);
    }
    for (members, part) in [
        (
            "static long fall(int n, int k) { Checks.checkBoth(n, k); return run(n, k); }",
            "fall(k)",
        ),
        // To refuse is all that it is for.
        (
            "static void notNull(String a) { if (a == null) { throw new X(a); } }",
            "notNull(a)",
        ),
        // How far a place may go is what the other number is for.
        (
            "static int at(int place, int length) { Objects.checkIndex(place, length); return run(place); }",
            "at(length)",
        ),
        (
            "static Rule only(Rule rule, int... places) { final int[] sorted = places.clone(); Arrays.sort(sorted); return run(rule, sorted); }",
            "only(places)",
        ),
        (
            "public int checkSize(int n) { if (n < 2) { throw new X(n); } return n; }",
            "Identity",
        ),
        (
            "@Override public Box clearAll() { return this; }",
            "Identity",
        ),
    ] {
        fine(members, part);
    }
}

#[test]
fn places_that_are_held_against_themselves() {
    let test = |asserts: &str| {
        let source = format!(
            "class BoxTest {{ @Test void rows() {{ int[] row = Box.row(3); {asserts} }} }}"
        );
        let facts = read("src/test/java/com/acme/BoxTest.java", &source);
        facts
            .stubs
            .iter()
            .any(|it| it.reason == code::Reason::ConstantAssertion)
    };
    assert!(test("assertEquals(row[0], row[0]);"));
    assert!(test(
        "for (int k = 0; k < 3; k++) { assertEquals(row[k], row[k]); }"
    ));
    assert!(!test("assertEquals(row[0], row[1]);"));
    assert!(!test("assertEquals(row[next()], row[next()]);"));
}
