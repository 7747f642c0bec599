//! What comes to nothing by its own form, alike in Rust, Go and Java; and what a Go function makes and leaves as it was.

use code::{Certainty, Reason};

use crate::go_findings::check;
use crate::read;

/// What of a file counts as settled, stepped once or put over.
fn found(path: &str, source: &str) -> Vec<String> {
    let facts = read(path, source);
    let likely = facts
        .stubs
        .iter()
        .filter(|it| it.certainty == Certainty::Likely);
    let sorts = likely.filter(|it| matches!(it.reason, Reason::Idle | Reason::FixedValue));
    sorts.map(|it| it.what.clone()).collect()
}

#[test]
fn conditions_that_are_settled() {
    let cases: [(&str, &str, &[&str]); 14] = [
        (
            "a.go",
            "sort.Slice(o, func(i, j int) bool { return o[i].n < o[i].n })",
            &["o[i].n < o[i].n"],
        ),
        ("a.go", "if true || a.ok() { go1(a) }", &["true || a.ok()"]),
        ("a.go", "if a.b && false { go1(a) }", &["a.b && false"]),
        ("a.go", "if a.b == a.b { go1(a) }", &["a.b == a.b"]),
        // What is no number is not the same as itself.
        ("a.go", "if a == a { go1(a) }", &[]),
        ("a.go", "if a.b != a.b { go1(a) }", &[]),
        ("a.go", "if a.b == a.b { nan(a) }", &[]),
        // What is called may answer otherwise the second time.
        ("a.go", "if a.next() < a.next() { go1(a) }", &[]),
        ("a.go", "if a.b < a.c { go1(a) }", &[]),
        (
            "A.java",
            "if (a.b || (true)) { go(a); }",
            &["a.b || (true)"],
        ),
        ("A.java", "if (a.b <= a.b) { go(a); }", &["a.b <= a.b"]),
        ("A.java", "if (a.b && true) { go(a); }", &[]),
        ("a.rs", "if a.b || a.b { go(a) }", &["a.b || a.b"]),
        ("a.rs", "if a.next() || a.next() { go(a) }", &[]),
    ];
    for (path, body, wanted) in cases {
        let text = match path {
            "a.go" => format!("package a\nfunc f(a A) {{ {body}; end() }}\n"),
            "A.java" => format!("class A {{ void f(B a) {{ {body} end(); }} }}\n"),
            _ => format!("pub fn f(a: A) {{ {body} end() }}\n"),
        };
        assert_eq!(found(path, &text), wanted, "{body}");
    }
    let test = "package a\nfunc TestF(t *testing.T) { if a.b == a.b { t.Log(a) }; end() }\n";
    assert!(found("a_test.go", test).is_empty());
}

#[test]
fn sums_of_one_and_answers_put_over() {
    let cases: [(&str, &str, &[&str]); 9] = [
        (
            "a.go",
            "func f(all []int) int { n := 0; for _, it := range all { n += it; return n }; return n }",
            &["return n"],
        ),
        (
            "a.go",
            "func f(all []int) int { n := 0; for _, it := range all { n += it; if n > 9 { return n } }; return n }",
            &[],
        ),
        (
            "a.go",
            "func f(all map[int]int) int { for _, it := range all { return it }; return 0 }",
            &[],
        ),
        (
            "a.go",
            "func f(all []int) int { n := 0; for _, it := range all { n += it }\nn = 0\nreturn n }",
            &["n"],
        ),
        // In a branch of its own that is an answer of its own.
        (
            "a.go",
            "func f(all []int) int { n := 0; for _, it := range all { n += it }\nif n > 9 { n = 0\nreturn n }; return n }",
            &[],
        ),
        (
            "A.java",
            "class A { int f(List<Integer> all) { int n = 0; for (int it : all) { n += it; return n; } return n; } }",
            &["return n"],
        ),
        (
            "A.java",
            "class A { int f(List<Integer> all) { int n = 0; for (int it : all) { n += it; } n = 0; return n; } }",
            &["n"],
        ),
        (
            "a.rs",
            "pub fn f(all: &[u8]) -> u8 { let mut n = 0; for it in all { n += it; return n; } n }",
            &["return n"],
        ),
        (
            "a.rs",
            "pub fn f(all: &[u8]) -> u8 { let mut n = 0; for it in all { n += it; } n = 0; n }",
            &["n"],
        ),
    ];
    for (path, source, wanted) in cases {
        let text = match path {
            "a.go" => format!("package a\n{source}\n"),
            _ => source.to_owned(),
        };
        assert_eq!(found(path, &text), wanted, "{source}");
    }
}

#[test]
fn lists_that_stay_as_they_were() {
    check(&[
        (
            "func f(all []T) []T { var out []T; for _, it := range all { if it.ok { continue } }; sort.Slice(out, func(i, j int) bool { return out[i].n < out[j].n }); return out }",
            &["2 out StateNeverFed Likely"],
        ),
        (
            "func f(all []T) []T { var out []T; for _, it := range all { out = append(out, it) }; sort.Slice(out, func(i, j int) bool { return out[i].n < out[j].n }); return out }",
            &[],
        ),
        (
            "func f(all []T) []T { var out []T; for _, it := range all { it.into(&out) }; return out }",
            &[],
        ),
        (
            "func f(all []T) []T { var out []T; for _, it := range all { out = append(out, it) }; sort.Slice(out, func(i, j int) bool { return out[i].n < out[j].n }); return nil }",
            &["2 out ResultDiscarded Certain"],
        ),
        (
            "func f(all []T, out []T) []T { for _, it := range all { _ = append(out, it) }; return out }",
            &[
                "2 _ = append ResultDiscarded Likely",
                "2 append ResultDiscarded Certain",
            ],
        ),
    ]);
}

#[test]
fn writers_that_hold_back() {
    let write = |rest: &str| {
        format!(
            "package a\nfunc f(file *os.File, all []string) error {{ w := bufio.NewWriter(file); for _, it := range all {{ if _, err := fmt.Fprintln(w, it); err != nil {{ return err }} }}; {rest} }}\n"
        )
    };
    let held = |rest: &str| {
        let facts = read("a.go", &write(rest));
        let mut all = facts.stubs.iter();
        all.any(|it| it.what == "w of NewWriter" && it.reason == Reason::NeverRead)
    };
    assert!(held("return nil"));
    assert!(!held("return w.Flush()"));
    assert!(!held("return finish(w)"));
}

#[test]
fn results_that_nothing_sets() {
    check(&[
        (
            "func (s *S) Sum() (sum int) {\nfor range s.all { s.step() }\nreturn }",
            &["4 sum DefaultValue Likely"],
        ),
        (
            "func (s *S) Sum() (sum int) {\nfor range s.all { sum++ }\nreturn }",
            &[],
        ),
        (
            "func (s *S) Sum() (sum int, err error) {\nfor range s.all { s.step() }\nreturn 1, nil }",
            &[],
        ),
    ]);
}

#[test]
fn what_is_set_to_itself_or_otherwise() {
    let cases: [(&str, &[&str]); 5] = [
        (
            "A limit(int limit) { limit = limit; return this; }",
            &["limit = limit"],
        ),
        (
            "A limit(int limit) { this.limit = limit; return this; }",
            &[],
        ),
        (
            "A limit(int limit) { this.limit = 0; return this; }",
            &["this.limit = 0"],
        ),
        (
            "A limit(int limit) { this.limit = 0; check(limit); return this; }",
            &[],
        ),
        ("A reset() { this.limit = 0; return this; }", &[]),
    ];
    for (method, wanted) in cases {
        let source = format!("class A {{ int limit; {method} int use() {{ return limit; }} }}\n");
        let all = found("A.java", &source);
        let all: Vec<&String> = all.iter().filter(|it| it.contains('=')).collect();
        assert_eq!(all, wanted, "{method}");
    }
}

#[test]
fn choices_that_are_the_same_for_all() {
    let cases: [(&str, &str, &[&str]); 7] = [
        (
            "a.go",
            "sort.Slice(a.all, func(i, j int) bool { return false })",
            &["Slice"],
        ),
        ("a.go", "a.walk(func(i int) bool { return false })", &[]),
        ("A.java", "a.all.sort((x, y) -> 0);", &["sort"]),
        (
            "A.java",
            "go(a.all.stream().filter(x -> true).count());",
            &["filter"],
        ),
        ("A.java", "go(a.all.stream().mapToInt(x -> 1).sum());", &[]),
        (
            "a.rs",
            "go(a.all.iter().filter(|_| true).count());",
            &["filter"],
        ),
        ("a.rs", "go(a.all.iter().filter(|it| it.ok).count());", &[]),
    ];
    for (path, body, wanted) in cases {
        let text = match path {
            "a.go" => format!("package a\nfunc f(a A) {{ {body}; end() }}\n"),
            "A.java" => format!("class A {{ void f(B a) {{ {body} end(); }} }}\n"),
            _ => format!("pub fn f(a: A) {{ {body} end() }}\n"),
        };
        assert_eq!(found(path, &text), wanted, "{body}");
    }
}

#[test]
fn questions_of_java_that_lead_nowhere() {
    let cases: [(&str, bool); 6] = [
        (
            "for (Item it : all) { if (it.tags().contains(tag)) { } }",
            true,
        ),
        (
            "while (all.more()) { if (all.next().contains(tag)) { } }",
            false,
        ),
        ("for (Item it : all) { if (it.accept(tag)) { } }", false),
        ("all.stream().sorted(by(tag));", true),
        ("all.stream().mapToInt(it -> it.size(tag)).sum();", true),
        (
            "all.stream().map(it -> it.send(tag)).collect(toList());",
            false,
        ),
    ];
    for (body, wanted) in cases {
        let source =
            format!("class A {{ void f(List<Item> all, String tag) {{ {body} end(); }} }}\n");
        let facts = read("A.java", &source);
        let sure = facts
            .stubs
            .iter()
            .any(|it| it.certainty == Certainty::Certain);
        assert_eq!(sure, wanted, "{body}");
    }
}
