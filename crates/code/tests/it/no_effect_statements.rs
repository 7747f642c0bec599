//! What comes to nothing by its own form, alike in Rust, Go and Java; and what a Go function makes and leaves as it was.

use code::{Certainty, Reason};

use crate::go_findings::check;
use crate::read;

/// What of a file counts as put over.
fn found(path: &str, source: &str) -> Vec<String> {
    let facts = read(path, source);
    let likely = facts
        .stubs
        .iter()
        .filter(|it| it.certainty == Certainty::Likely);
    let sorts = likely.filter(|it| it.reason == Reason::FixedValue);
    sorts.map(|it| it.what.clone()).collect()
}

#[test]
fn answers_put_over() {
    let cases: [(&str, &str, &[&str]); 6] = [
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
            "class A { int f(List<Integer> all) { int n = 0; for (int it : all) { n += it; } n = 0; return n; } }",
            &["n"],
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
