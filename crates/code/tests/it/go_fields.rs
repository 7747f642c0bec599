//! What a Go file keeps and what it does with members; where it tells of errors, and which it makes.

use code::{Facts, How};

use crate::read;

fn facts(source: &str) -> Facts {
    read("a.go", &format!("package a\n{source}\n"))
}

/// Every field of the file, with what the file does with it.
fn fields(source: &str) -> Vec<String> {
    let facts = facts(source);
    let fields = facts.fields.iter();
    fields
        .map(|it| {
            let set = facts.set.get(&it.name).expect("a field that is declared");
            let read = if set.read { "read" } else { "unread" };
            format!("{}.{} {read} {:?}", it.owner, it.name, set.how)
        })
        .collect()
}

#[test]
fn fields_with_what_is_done_with_them() {
    let table: &[(&str, &[&str])] = &[
        (
            "type T struct { a, b int }\nfunc f(n int) *T { return &T{a: n} }\nfunc (t *T) g() int { return t.b }",
            &["T.a unread Given", "T.b read Never"],
        ),
        (
            "type T struct { A int }\nfunc f(n int) T { return T{A: n} }",
            &["T.A unread Computed"],
        ),
        (
            "type T struct { days map[string]bool }\nfunc f() T { set := g(); return T{days: set} }",
            &["T.days unread Computed"],
        ),
        (
            "type T struct { all []int; n, m int }\nfunc (t *T) f(x int) { t.all = append(t.all, x); t.n++; t.m += x }",
            &[
                "T.all unread Computed",
                "T.n unread Computed",
                "T.m unread Computed",
            ],
        ),
        (
            "type T struct { all []int; by map[int]int }\nfunc (t *T) f(x int) { t.all = nil; t.by = make(map[int]int); return t.by[x] + t.all[0] }",
            &["T.all read Empty", "T.by read Empty"],
        ),
        (
            "type T struct { by map[int]int }\nfunc (t *T) f(x int) { t.by[x] = 1; delete(t.by, x) }",
            &["T.by unread Computed"],
        ),
        (
            "type O struct { retries int; name string }\nfunc (o *O) f(fs *FlagSet) { fs.IntVar(&o.retries, \"r\", 1, \"\"); decode(&o.name) }",
            &["O.retries unread Computed", "O.name read Computed"],
        ),
        (
            "type S struct { n atomic.Int64; p sync.Map; hits int64 }\nfunc (s *S) f() { s.n.Add(1); s.p.Store(1, 2); atomic.AddInt64(&s.hits, 1) }",
            &[
                "S.n unread Computed",
                "S.p unread Computed",
                "S.hits unread Computed",
            ],
        ),
        (
            "type T struct { a, b int }\nfunc f() T { return T{1, 2} }",
            &["T.a unread Computed", "T.b unread Computed"],
        ),
        (
            "type T struct { Name string }\nfunc f() string { return `{{if .Name}}{{.Name}}{{end}}` }",
            &["T.Name read Never"],
        ),
        (
            "type T struct { a int }\nfunc (t *T) f() { _ = t.a }",
            &["T.a unread Never"],
        ),
        (
            "var ErrBig = errors.New(\"big\")\nvar errSmall = errors.New(\"small\")\nfunc f() error { return errSmall }",
            &[".ErrBig unread Constant"],
        ),
        (
            "var retries = flag.Int(\"r\", 1, \"\")\nvar limit = flag.Int(\"l\", 1, \"\")\nfunc f() int { return *limit }",
            &[".retries unread Computed"],
        ),
    ];
    for (source, wanted) in table {
        assert_eq!(fields(source), *wanted, "{source}");
    }
}

#[test]
fn fields_that_something_else_may_read() {
    let none = [
        "type T struct { A int `json:\"a\"` }",
        "type T struct { B; *C }",
        "type T struct { mu sync.Mutex; _ int; noCopy noCopy; pad [8]byte }",
        "import \"encoding/json\"\ntype T struct { A int }",
        "import \"unsafe\"\ntype T struct { a int }",
        "type T struct { a int }\nvar all map[T]bool",
        "type pairKey struct { a, b int }",
        "type T struct {\n// Reserved.\na int\nb int // unused, for the sake of old files\n}",
        "type T struct { r *zip.Reader; c context.Context }",
        "var version string",
        "var red, blue = 1, 2",
        "var limit = 3",
        "var _ I = T{}",
        "var handle = register(1)",
        "//go:embed a.txt\nvar text = \"\"",
        "func f() { type t struct { a int } }",
    ];
    for source in none {
        assert_eq!(fields(source), Vec::<String>::new(), "{source}");
    }
}

#[test]
fn members_that_a_file_sets() {
    let here = facts("func f(c *C, n int) { c.a = n; g(c.b); h(K{d: 1}); c.e[1] = 2 }");
    let set: Vec<(&str, bool, How)> = here
        .set
        .iter()
        // Of what is called and not heeded, something is said elsewhere.
        .filter(|(name, _)| !name.ends_with("()"))
        .map(|(name, it)| (name.as_str(), it.read, it.how))
        .collect();
    let wanted = [
        ("a", false, How::Given),
        ("d", false, How::Constant),
        ("e", false, How::Computed),
    ];
    assert_eq!(set, wanted);
}

#[test]
fn errors_that_are_made_and_told() {
    let made = |source: &str| {
        let made = facts(source).made.expect("a file of Go");
        made.into_iter().collect::<Vec<String>>().join(" ")
    };
    assert_eq!(
        made("func f() error { return &ParseError{1} }"),
        "ParseError"
    );
    assert_eq!(made("func f() error { return SizeError(1) }"), "SizeError");
    assert_eq!(
        made("type LostError struct{}\nfunc (e *LostError) Error() string { return \"\" }"),
        ""
    );
    let tells = |body: &str| !facts(body).tells.is_empty();
    let table = [
        (
            "func f() error { if err := g(); err != nil { return err }; return nil }",
            true,
        ),
        ("func f() { log.Fatal(1) }", true),
        (
            "func f(w http.ResponseWriter) { http.Error(w, \"no\", 400) }",
            true,
        ),
        (
            "func f(c chan error) { c <- g() ; _, err := h(); c <- err }",
            true,
        ),
        (
            "func f() { if err := g(); err != nil { usageAndExit(err) } }",
            true,
        ),
        ("func f() { if err := g(); err != nil { return } }", false),
        (
            "func f() { if err := g(); err != nil { log.Print(err) } }",
            false,
        ),
        ("func f() error { g(); return nil }", false),
        // A status for whoever started the program.
        (
            "func f() int { if err := g(); err != nil { return 2 }; return 0 }",
            true,
        ),
        (
            "func f() int { if err := g(); err != nil { return exitError }; return exitOK }",
            true,
        ),
        (
            "func f() int { if err := g(); err != nil { return exitOK }; return 0 }",
            false,
        ),
        // An error that is made to be printed is told to nobody who could act on it.
        (
            "func f() { if err := g(); err != nil { fmt.Fprintln(os.Stderr, fmt.Errorf(\"x: %w\", err)) } }",
            false,
        ),
        (
            "func f() { if err := g(); err != nil { log.Print(fmt.Errorf(\"x: %w\", err)) } }",
            false,
        ),
        (
            "func f(w io.Writer) { if err := g(); err != nil { fmt.Fprintln(w, fmt.Errorf(\"x: %w\", err)) } }",
            true,
        ),
        (
            "func f(l *list) { if err := g(); err != nil { l.add(fmt.Errorf(\"x: %w\", err)) } }",
            true,
        ),
    ];
    for (source, wanted) in table {
        assert_eq!(tells(source), wanted, "{source}");
    }
}
