//! What Go code asks for and then does not heed: answers of those who decide, errors of what reads, choices that are only
//! checked; and honest code that looks like it.

use crate::read;

/// Whether a text has a finding, as `what Reason Certainty`.
fn has(source: &str, wanted: &str) -> bool {
    let text = format!("package a\n{source}\n");
    let facts = read("a.go", &text);
    let mut stubs = facts.stubs.iter();
    stubs.any(|it| format!("{} {:?} {:?}", it.what, it.reason, it.certainty) == wanted)
}

fn check(wanted: &str, cases: &[(&str, bool)]) {
    for (source, is) in cases {
        assert_eq!(has(source, wanted), *is, "{source}");
    }
}

#[test]
fn whoever_decides_is_heeded() {
    check(
        "Each(visit) ResultDiscarded Certain",
        &[
            (
                "func (c *C) Each(visit func(n int) bool) { for _, n := range c.all() { visit(n) } }",
                true,
            ),
            (
                "func (c *C) Each(visit func(n int) bool) { if visit == nil { return }; for _, n := range c.all() { visit(n) } }",
                true,
            ),
            (
                "func (c *C) Each(visit func(n int) bool) { for _, n := range c.all() { if !visit(n) { return } } }",
                false,
            ),
            (
                "func (c *C) Each(visit func(n int) bool) { c.other.Each(visit) }",
                false,
            ),
            (
                "func (c *C) Each(visit func(n int)) { for _, n := range c.all() { visit(n) } }",
                false,
            ),
        ],
    );
    check(
        "_ = it.isOld ResultDiscarded Certain",
        &[
            (
                "func (c *C) Has(k string) bool { it, ok := c.m[k]; if ok { _ = it.isOld() }; return ok }",
                true,
            ),
            (
                "func (c *C) Has(k string) bool { it, ok := c.m[k]; return ok && !it.isOld() }",
                false,
            ),
        ],
    );
}

#[test]
fn what_was_put_in_order_is_used() {
    check(
        "own ResultDiscarded Certain",
        &[
            (
                "func f(w W, all []string) { own := append([]string(nil), all...); sort.Strings(own); w.put(all) }",
                true,
            ),
            (
                "func f(w W, all []string) { own := slices.Clone(all); slices.Sort(own); w.put(all) }",
                true,
            ),
            (
                "func f(w W, all []string) { own := slices.Clone(all); slices.Sort(own); w.put(own) }",
                false,
            ),
            (
                "func f(w W, all []string) { own := all[:]; sort.Strings(own); w.put(all) }",
                false,
            ),
        ],
    );
}

#[test]
fn what_must_be_ends_the_program() {
    check(
        "MustRead SwallowedError Likely",
        &[
            (
                "func MustRead(s string) T { v, err := read(s); if err != nil { return T{} }; return v }",
                true,
            ),
            (
                "func MustRead(s string) T { v, err := read(s); if err != nil { panic(err) }; return v }",
                false,
            ),
            (
                "func MustRead(s string) (T, error) { v, err := read(s); if err != nil { return T{}, err }; return v, nil }",
                false,
            ),
            ("func MustRead(s string) T { return Must(read(s)) }", false),
        ],
    );
}

#[test]
fn what_reads_is_asked_whether_it_came_to_the_end() {
    check(
        "NewScanner(r) SwallowedError Faint",
        &[
            (
                "func f(r io.Reader) error { lines := bufio.NewScanner(r); for lines.Scan() { use(lines.Text()) }; return nil }",
                true,
            ),
            (
                "func f(r io.Reader) error { lines := bufio.NewScanner(r); for lines.Scan() { use(lines.Text()) }; return lines.Err() }",
                false,
            ),
            (
                "func f(r io.Reader) error { lines := bufio.NewScanner(r); return all(lines) }",
                false,
            ),
        ],
    );
}

#[test]
fn a_version_of_the_language_excuses_nothing() {
    let by = "func ByKey(all S, less func(a, b E) bool) []E { out := all.list(); sort.Sort(out); return out }\n";
    let found = |head: &str| {
        let facts = read("a.go", &format!("{head}package a\n{by}"));
        facts.stubs.iter().any(|it| it.what == "ByKey(less)")
    };
    assert!(found(""));
    assert!(found("//go:build go1.21\n\n"));
    assert!(!found("//go:build windows\n\n"));
}

#[test]
fn a_choice_that_is_only_checked_is_not_read() {
    let head = "package main\nvar width = 2\nfunc main() { flag.IntVar(&width, \"width\", width, \"\"); flag.Parse(); if width < 0 { fatal(\"no\") }; ";
    let read_of = |rest: &str| {
        let facts = read("main.go", &format!("{head}{rest} }}\n"));
        let named = facts.fields.iter().any(|it| it.name == "width");
        named && facts.set.get("width").is_some_and(|it| !it.read)
    };
    assert!(read_of("run()"));
    assert!(!read_of("run(width)"));
}
