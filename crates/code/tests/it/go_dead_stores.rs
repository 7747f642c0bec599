//! What a Go function makes and nobody gets, and answers that do not depend on what is asked.

use code::Certainty;

use crate::go_findings::check;
use crate::read;

#[test]
fn what_is_made_and_lost() {
    check(&[
        (
            "func f(j Job) { start := time.Now()\ntook := time.Since(start)\n_ = took; j.Run() }",
            &["3 took NeverRead Likely"],
        ),
        (
            "func (s *S) Replace(val []string) error { out := make([]int, len(val)); for i, v := range val { n, err := conv(v); if err != nil { return err }; out[i] = n }; s.changed = true; return nil }",
            &["2 out ResultDiscarded Certain"],
        ),
        (
            "func f(rows []Row) error { failed := 0; for _, row := range rows { if row.bad() { failed++; continue }; row.save() }; return nil }",
            &["2 failed NeverRead Likely"],
        ),
        (
            "func f(rows []Row) error { var total int; for _, row := range rows { total += row.n; row.save() }; return nil }",
            &["2 total NeverRead Likely"],
        ),
        (
            "func f(w io.Writer, o Options) error { var stats Stats; stats.Rows = o.Rows; return write(w, o) }",
            &["2 stats NeverRead Likely"],
        ),
        (
            "func f(w io.Writer, o Options) error { cfg := &tls.Config{}; cfg.MinVersion = o.Min; return dial(w) }",
            &["2 cfg NeverRead Likely"],
        ),
        (
            "func f(w io.Writer, names []string) error { var b strings.Builder; for _, it := range names { b.WriteString(it) }; return done(w) }",
            &["2 b NeverRead Likely"],
        ),
        (
            "func f(w io.Writer, names []string) error { b := bytes.Buffer{}; for _, it := range names { fmt.Fprintf(&b, it) }; return done(w) }",
            &["2 b NeverRead Likely"],
        ),
        (
            "func (s Counter) Add(n int) { s.total += n; log(n) }",
            &["2 s.total NeverRead Likely"],
        ),
        (
            "func (s Set) Add(n int) { s.all = append(s.all, n); log(n) }",
            &["2 s.all NeverRead Likely"],
        ),
        (
            "func (f *F) AddAll(set *goflag.FlagSet) { set.VisitAll(func(it *goflag.Flag) {\n}); f.sets = append(f.sets, set) }",
            &["2 VisitAll(it) ParameterIgnored Likely"],
        ),
    ]);
}

#[test]
fn what_is_made_and_had() {
    check(&[
        (
            "func f(rows []Row) int { n := 0; for _, row := range rows { if row.bad() { n++ } }; return n }",
            &[],
        ),
        (
            "func f() func() int { n := 0; return func() int { n++; return n } }",
            &[],
        ),
        (
            "func f(b []byte) T { var t T; t.a = 1; decode(b, &t); return g() }",
            &[],
        ),
        ("func f(b []byte) T { t := T{}; t.a = b; return t }", &[]),
        ("func f(b []byte) { t := shared(); t.a = b; g() }", &[]),
        (
            "func f(b []byte) { x := g(b)\n_ = x // what it does is enough\nh() }",
            &[],
        ),
        (
            "func f(n int) error { var wg sync.WaitGroup; wg.Add(n); go run(n); wg.Wait(); return nil }",
            &[],
        ),
        (
            "func f(k string) map[int]int { x := len(k); return map[int]int{x: 1} }",
            &[],
        ),
        (
            "func f(n int) string { var b strings.Builder; b.WriteString(k(n)); return b.String() }",
            &[],
        ),
        (
            "func (o Options) With(n int) Options { o.n = n; return o }",
            &[],
        ),
        (
            "func (o Options) run(n int) error { o.n = n; return start(o.n) }",
            &[],
        ),
        ("func (o *Options) Set(n int) { o.n = n; log(n) }", &[]),
        (
            "func (o View) Put(k string) { o.all[k] = true; o.p.n = 1; log(k) }",
            &[],
        ),
        (
            "func f(m *sync.Map) int { n := 0; m.Range(func(k, v any) bool { n++; return true }); return n }",
            &[],
        ),
        (
            "func f(m *M) { m.OnEach(func(k K) {\n// Nothing is shown in quiet mode.\n}) ; g() }",
            &[],
        ),
        (
            "func f(n int) []string { out := make([]string, n); for i := range out { out[i] = g(i) }; return out }",
            &[],
        ),
        (
            "func f(n int) []string { out := make([]string, n); copy(out, all); return out }",
            &[],
        ),
    ]);
}

#[test]
fn answers_that_depend_on_nothing() {
    check(&[
        (
            "func (f *F) GetCount(name string) (int, error) { if _, err := f.get(name, conv); err != nil { return 0, err }; return 0, nil }",
            &["2 F.GetCount DefaultValue Likely"],
        ),
        (
            "func size(path string) (int64, error) { _, err := os.Stat(path); if err != nil { return 0, err }; return 4096, nil }",
            &["2 size FixedValue Likely"],
        ),
        (
            "func quota(user string) (int, error) { if user == \"\" { return 0, errEmpty }; return 100, nil }",
            &["2 quota FixedValue Likely"],
        ),
        (
            "func find(m map[string]int, k string) (int, bool) { if _, ok := m[k]; !ok { return 0, false }; return 1, true }",
            &["2 find FixedValue Likely"],
        ),
    ]);
}

#[test]
fn templates_without_a_place_for_anything() {
    check(&[
        (
            "var listTmpl = `{{range .}}{{.}}{{end}}`\nconst jsonTmpl = `{\"total\": 1.2042}`",
            &["3 jsonTmpl FixedValue Likely"],
        ),
        (
            "var listTmpl = `{{range .}}{{.}}{{end}}`\nconst headTmpl = `HTTP/1.1 200 OK`",
            &[],
        ),
        ("const jsonTmpl = `{\"total\": %f, \"v\": 1.2042}`", &[]),
    ]);
}

#[test]
fn answers_that_depend_on_something() {
    check(&[
        (
            "func (f *F) Has(name string) (bool, error) { if _, err := f.get(name); err != nil { return false, err }; return true, nil }",
            &[],
        ),
        (
            "func exists(path string) bool { _, err := os.Stat(path); if err != nil { return false }; return true }",
            &[],
        ),
        (
            "func size(path string) (int64, error) { st, err := os.Stat(path); if err != nil { return 0, err }; return st.Size(), nil }",
            &[],
        ),
        (
            "func validate(user string) error { if user == \"\" { return errEmpty }; return nil }",
            &[],
        ),
        (
            "func run(args []string) (int, error) { if err := start(args); err != nil { return 1, err }; return 0, nil }",
            &[],
        ),
        (
            "func level(n int) (int, error) { if n < 0 { return 0, errLow }; if n > 10 { return 2, nil }; return 1, nil }",
            &[],
        ),
    ]);
}

#[test]
fn methods_that_ignore_what_they_are_given() {
    check(&[
        (
            "// Upcoming returns the next n activations.\nfunc (c *Cron) Upcoming(n int) []T { all := c.all(); sort(all); return all }",
            &["3 Cron.Upcoming(n) ParameterIgnored Likely"],
        ),
        (
            "func (c *Cron) pick(limit int) []T { all := c.all(); sort(all); return all }",
            &["2 Cron.pick(limit) ParameterIgnored Likely"],
        ),
        // No word of it, so somebody's interface may ask for it.
        (
            "func (c *Cron) Upcoming(n int) []T { all := c.all(); sort(all); return all }",
            &[],
        ),
        (
            "type I interface { pick(int) []T }\nfunc (c *Cron) pick(limit int) []T { all := c.all(); sort(all); return all }",
            &[],
        ),
        (
            "func (c *Cron) pick(limit int) []T { all := c.all(); sort(all); return all }\nfunc (d *Other) pick(limit int) []T { return d.first(limit) }",
            &[],
        ),
        (
            "func (c *Cron) pick(limit int) []T { all := c.all(); sort(all); return all }\nfunc g(c *Cron) { h(c.pick) }",
            &[],
        ),
        (
            "func (c *Cron) pick(ctx context.Context, r *http.Request) []T { all := c.all(); sort(all); return all }",
            &[],
        ),
    ]);
}

#[test]
fn work_left_for_later() {
    check(&[
        (
            "func (c *C) Explain() http.Handler { return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Error(w, \"not implemented\", http.StatusNotImplemented) }) }",
            &[
                "2 C.Explain NotImplemented Likely",
                "2 Explain NotImplemented Certain",
            ],
        ),
        (
            "func (c *C) Put(kind int) error { switch kind { case 1: return c.put(); case 2: return errors.New(\"not implemented\") }; return nil }",
            &["2 C.Put NotImplemented Certain"],
        ),
        (
            "func (c *C) Put(kind int) error { switch kind { case 1: return c.put(); default: return errors.New(\"not implemented\") } }",
            &["2 C.Put NotImplemented Likely"],
        ),
        (
            "func (c *C) Off() http.Handler { return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }) }",
            &[],
        ),
    ]);
}

#[test]
fn errors_that_are_told_to_nobody() {
    let faint = |source: &str| {
        let facts = read(
            "a.go",
            &format!("package a\nimport (\"os\"; \"strconv\")\n{source}\n"),
        );
        let stubs = facts.stubs.iter();
        let stubs = stubs.filter(|it| it.certainty == Certainty::Faint);
        stubs
            .map(|it| it.what.clone())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let table = [
        (
            "func f(p string) { data, _ := os.ReadFile(p); g(data) }",
            "_ of os.ReadFile",
        ),
        (
            "func f(p []string) { for _, s := range p { n, err := strconv.Atoi(s); if err != nil { continue }; g(n) } }",
            "if err",
        ),
        (
            "func f(p string) io.Writer { w, err := os.Create(p); if err != nil { return os.Stdout }; return w }",
            "if err",
        ),
        (
            "func f(p string) { if err := g(p); err != nil { log.Println(err) }; h() }",
            "if err",
        ),
        (
            "func f(p string) { if v, err := g(p); err == nil { h(v) } }",
            "if err",
        ),
        ("func f(w *os.File) { w.Write(b); w.Close() }", "Close"),
        (
            "func f(p string) error { if err := g(p); err != nil { return err }; return nil }",
            "",
        ),
        (
            "func f(p string) { if err := g(p); err != nil { panic(err) } }",
            "",
        ),
        (
            "func f(p string) { if err := g(p); err != nil {\n// Without it there is nothing to show.\nreturn } }",
            "",
        ),
        (
            "func hasFile(p string) bool { if _, err := os.Stat(p); err != nil { return false }; return true }",
            "",
        ),
        ("func f(w *os.File) { defer w.Close(); g(w) }", ""),
        (
            "func f(w *csv.Writer) error { w.Flush(); return w.Error() }",
            "",
        ),
        ("func f(m map[int]int) { v, _ := m[1]; g(v) }", ""),
    ];
    for (source, wanted) in table {
        assert_eq!(faint(source), wanted, "{source}");
    }
}
