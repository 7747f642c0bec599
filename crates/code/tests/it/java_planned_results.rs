//! Slips of Java that its compiler takes, methods that say something only where a plan asks for them, tests that let all pass;
//! and honest code that looks like it.

use code::Certainty;

use crate::read;

/// The findings of a class: how sure, reason and what.
fn said(path: &str, source: &str) -> Vec<String> {
    let facts = read(path, source);
    let all = facts.stubs.iter();
    all.map(|it| format!("{:?} {:?} {}", it.certainty, it.reason, it.what))
        .collect()
}

fn of_class(members: &str) -> Vec<String> {
    said(
        "src/main/java/com/acme/A.java",
        &format!("public class A {{ protected int k; {members} }}"),
    )
}

#[test]
fn slips() {
    let found = [
        (
            "int far(String s1, String s2) { if (s1.equals(s2)) return 0; Map<String, Integer> p1 = profile(s1); Map<String, Integer> p2 = profile(s1); return differ(p1, p2); }",
            "Likely ParameterIgnored far(s2)",
        ),
        (
            "int far(List<A> left, List<A> right) { if (left == right) return 0; Set<A> leftSet = setOf(left); Set<A> rightSet = setOf(left); return differ(leftSet, rightSet); }",
            "Likely ParameterIgnored far(right)",
        ),
        (
            "static final Comparator<A> BY_SIZE = (a, b) -> 0;",
            "Likely FixedValue BY_SIZE",
        ),
        (
            "public List<String> list(String name) { value(name); return Collections.emptyList(); } private Object value(String name) { if (!all.containsKey(name)) throw new X(name); return all.get(name); }",
            "Certain DefaultValue A.list",
        ),
        (
            "public double similarity(String a, String b) { if (a == null) { throw new X(); } if (a.equals(b)) { return 1; } return 0.5; }",
            "Likely FixedValue A.similarity",
        ),
        (
            "public String toMixed() { // mixed numbers: next release\n return toString(); }",
            "Likely Admitted A.toMixed",
        ),
        (
            "public static void main(String[] args) { } static int run(String[] args, PrintStream out) { out.println(args.length); return 0; }",
            "Certain Empty A.main",
        ),
    ];
    for (members, wanted) in found {
        let said = of_class(members);
        let sure = wanted.split_once(' ').map_or(wanted, |it| it.1);
        let there = said
            .iter()
            .any(|it| it == wanted || it.ends_with(sure) && !it.starts_with("Faint"));
        assert!(there, "{members}: {said:?}");
    }
    let honest = [
        "int far(String s1, String s2) { Map<String, Integer> p1 = profile(s1); Map<String, Integer> p2 = profile(s2); return differ(p1, p2); }",
        "int next2(Reader in, Reader in2) { int b1 = readByte(in); int b2 = readByte(in); return b1 + b2; }",
        "static final Comparator<A> NONE = (a, b) -> 0;",
        "static final Comparator<A> BY_SIZE = (a, b) -> a.k - b.k;",
        "int sum(Set<String> all) { int n = 0; for (String key : all) { if (key == null) { continue; } n += key.length(); } return n; }",
        "void go() { fill(new HashMap<>()); } private void fill(Map<String, String> to) { to.put(\"a\", \"b\"); }",
        "void go() { each(this::fill); } private void fill(Map<String, String> to) { to.put(\"a\", \"b\"); }",
        "void go() { find(\"fill\"); } private void fill(Map<String, String> to) { to.put(\"a\", \"b\"); }",
        "private void readObject(ObjectInputStream in) { k = in.readInt(); }",
        "static A sum(A... all) { A sum = A.ZERO; for (A it : all) { sum = sum.plus(it); } return sum; }",
        "List<A> all(A... all) { List<A> sum = new ArrayList<>(); for (A it : all) { sum.add(it); } return sum; }",
        "public double weight(Kind a) { if (a == Kind.B) { return 1; } return 0.5; }",
        "public String asText() { // as JSON\n return toString(); }",
        "double show(D d, String a, String b) { return d.distance(a, b); }",
        "static void notNull(String s1, String s2) { if (s1 == null) { throw new X(\"s1\"); } if (s2 == null) { throw new X(\"s2\"); } }",
        "private static String nonFinite(Object value) { if (Boolean.getBoolean(\"strict\")) throw new X(\"no number: \" + value); return \"null\"; } String go(Object v) { return nonFinite(v); }",
    ];
    for members in honest {
        let mut said = of_class(members);
        said.retain(|it| !it.starts_with("Faint"));
        assert!(said.is_empty(), "{members}: {said:?}");
    }
}

#[test]
fn a_main_that_is_empty_by_design() {
    let run = "static int run(String[] args) { return args.length; }";
    let said = of_class(&format!(
        "public static void main(String[] args) {{ // nothing to do by design\n }} {run}"
    ));
    assert!(!said.iter().any(|it| it.starts_with("Certain")), "{said:?}");
}

#[test]
fn what_a_plan_may_ask_about() {
    let found = [
        (
            "public boolean isWhole() { return false; }",
            "Faint FixedValue A.isWhole",
        ),
        (
            "@Deprecated public int size() { return 3; }",
            "Faint DefaultValue A.size",
        ),
        (
            "public boolean isValid(String text) { return text != null; }",
            "Faint FixedValue A.isValid",
        ),
        (
            "public static String forPages(String s) { return escape(s); }",
            "Faint Identity A.forPages",
        ),
    ];
    for (members, wanted) in found {
        let said = of_class(members);
        assert!(said.iter().any(|it| it == wanted), "{members}: {said:?}");
    }
    let interface = |member: &str| {
        let text = format!("public interface A {{ double of(String a, String b); {member} }}");
        said("src/main/java/com/acme/A.java", &text)
    };
    let found = [
        (
            "default boolean near(String a, String b, double t) { if (!(t >= 0 && t <= 1)) { throw new X(\"t: \" + t); } return true; }",
            "Faint FixedValue A.near",
        ),
        (
            "default boolean near(String a, String b, double t) { if (!(t >= 0 && t <= 1)) { throw new X(\"t: \" + t); } return of(a, b) > 0.5; }",
            "Faint ParameterIgnored near(t)",
        ),
        (
            "default String first(String s, List<String> all) { return all.isEmpty() ? null : all.get(0); }",
            "Faint ParameterIgnored first(s)",
        ),
    ];
    for (member, wanted) in found {
        let said = interface(member);
        assert!(said.iter().any(|it| it == wanted), "{member}: {said:?}");
    }
    let heeds = "default boolean near(String a, String b, double t) { if (t < 0) { throw new X(\"t\"); } return of(a, b) >= t; }";
    assert!(interface(heeds).is_empty(), "{:?}", interface(heeds));
    assert!(of_class("public boolean isWhole() { return k == 1; }").is_empty());
}

#[test]
fn tests_that_let_all_pass() {
    let test = |field: &str, body: &str| {
        let text = format!("class ShareTest {{ {field} @Test void values() {{ {body} }} }}");
        let facts = read("src/test/java/com/acme/ShareTest.java", &text);
        let all = facts.stubs.iter();
        let sure = all.filter(|it| it.certainty == Certainty::Certain && it.test);
        sure.count() > 0
    };
    let own = "private final Share share = new Share();";
    let found = [
        (
            "",
            "assertThrows(X.class, () -> { throw new X(\"broken\"); });",
        ),
        ("", "assertEquals(0.5, share.of(\"a\", \"b\"), 1.0);"),
        (
            "",
            "final String expected = error.getMessage(); // as it is\n assertEquals(expected, error.getMessage());",
        ),
        (own, "assertEquals(7, \"karolin\".length());"),
        ("", "assertNotNull(Share.HALF); assertNotNull(Share.WHOLE);"),
    ];
    for (field, body) in found {
        assert!(test(field, body), "{body}");
    }
    let honest = [
        ("", "assertThrows(X.class, () -> { share.of(null); });"),
        ("", "assertThrows(X.class, () -> share.of(null));"),
        ("", "assertEquals(0.5, share.of(\"a\", \"b\"), 1e-9);"),
        ("", "assertEquals(0.5, share.of(\"a\", \"b\"), 0.25);"),
        ("", "assertEquals(1.0, elapsedSeconds(), 1.0);"),
        ("", "assertEquals(120.0, share.sum(), 1.0);"),
        (own, "assertEquals(7, share.of(\"a\"));"),
        (own, "assertEquals(7, Share.most());"),
        (
            "",
            "assertNotNull(Share.HALF); assertEquals(1, Share.WHOLE.get());",
        ),
        ("", "assertNotNull(Share.half);"),
        ("", "assertNotNull(share.HALF);"),
    ];
    for (field, body) in honest {
        assert!(!test(field, body), "{body}");
    }
}
