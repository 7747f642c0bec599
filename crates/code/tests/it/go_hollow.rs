//! Which bodies of Go hold no work, how sure that is, and which honest bodies only look alike.

use code::{Body, Certainty};

use crate::read;

/// The judgement on the last function or method of a file of package `a`.
fn verdict(source: &str) -> String {
    let facts = read("a.go", &format!("package a\n{source}\n"));
    let mut bodies = facts.definitions.iter().filter(|it| it.body != Body::None);
    match bodies.next_back().map(|it| it.body) {
        None | Some(Body::None) => "none".to_owned(),
        Some(Body::Substantive) => "work".to_owned(),
        Some(Body::Hollow(hollow)) => {
            let sure = match hollow.certainty {
                Certainty::Certain => "certain",
                Certainty::Likely => "likely",
                Certainty::Faint => "faint",
            };
            format!("{:?} {sure}", hollow.reason)
        }
    }
}

fn check(cases: &[(&str, &str)]) {
    for (source, wanted) in cases {
        assert_eq!(verdict(source), *wanted, "{source}");
    }
}

/// A type that does work, so that an empty method of it stands out.
const WORKS: &str = "type S struct { n int }\nfunc (s *S) Add(n int) { s.n += n }\n";

#[test]
fn functions_without_work() {
    check(&[
        ("func Save(u User) {}", "Empty certain"),
        ("func Save() {}", "Empty certain"),
        ("func Save() { return }", "Empty certain"),
        (
            "func Save(u User) {\n\t// TODO: save it\n}",
            "Empty certain",
        ),
        ("func (s *S) Save(u User) {\n\t// TODO\n}", "Empty certain"),
        ("func Save(u User) { _ = u }", "Empty certain"),
        (
            "func F() int { panic(\"not implemented\") }",
            "NotImplemented certain",
        ),
        ("func F() int { panic(\"TODO\") }", "NotImplemented certain"),
        (
            "func F(x int) int { y := x; _ = y; panic(fmt.Sprintf(\"TODO: %d\", 1)) }",
            "NotImplemented certain",
        ),
        (
            "func F() error { return errors.New(\"not implemented\") }",
            "NotImplemented certain",
        ),
        (
            "func F() (int, error) { return 0, fmt.Errorf(\"F: not yet implemented\") }",
            "NotImplemented certain",
        ),
        (
            "func F() { log.Fatal(\"not implemented\") }",
            "NotImplemented certain",
        ),
        (
            "func (s *S) Get(id int) (*T, error) { panic(\"unimplemented\") }",
            "NotImplemented certain",
        ),
        (
            "func F() error { return ErrNotImplemented }",
            "NotImplemented likely",
        ),
        (
            "func Save(u User) error { return nil }",
            "DefaultValue likely",
        ),
        (
            "func Find(id int) (*User, error) { return nil, nil }",
            "DefaultValue likely",
        ),
        (
            "func Load() (*User, error) { return nil, nil }",
            "DefaultValue likely",
        ),
        (
            "func (s *S) List() ([]User, error) { return nil, nil }",
            "DefaultValue likely",
        ),
        (
            "func Find(id int) User { return User{} }",
            "DefaultValue likely",
        ),
        (
            "func Find(id int) *User { return &User{} }",
            "DefaultValue likely",
        ),
        (
            "func Find(id int) User { var u User; return u }",
            "DefaultValue likely",
        ),
        (
            "func Find(id int) (u User, err error) { return }",
            "DefaultValue likely",
        ),
        (
            "func List(q Q) []User { return []User{} }",
            "DefaultValue likely",
        ),
        (
            "func List(q Q) []User { return make([]User, 0) }",
            "DefaultValue likely",
        ),
        (
            "func Total(q Q) int64 { return int64(0) }",
            "DefaultValue likely",
        ),
        (
            "func (s *S) Save(u User) error { s.mu.Lock(); defer s.mu.Unlock(); return nil }",
            "DefaultValue likely",
        ),
        (
            "func Find(id int) (*User, error) {\n\t// TODO: ask the database\n\treturn nil, nil\n}",
            "DefaultValue certain",
        ),
        (
            "func Price(q Q) int {\n\treturn 42 // placeholder\n}",
            "FixedValue certain",
        ),
        ("func Valid(q Q) bool { return true }", "FixedValue likely"),
        (
            "func Token(q Q) string { return \"abc\" }",
            "FixedValue likely",
        ),
        (
            "func Total(q Q) float64 { return 42.5 }",
            "FixedValue likely",
        ),
        (
            "func Total(q Q) int { n := 40 + 2; return n }",
            "FixedValue likely",
        ),
        (
            "func User(id int) (*User, error) { return &User{ID: 1, Name: \"Ann\"}, nil }",
            "FixedValue likely",
        ),
        (
            "func Users(id int) []User { users := []User{{ID: 1}}; return users }",
            "FixedValue likely",
        ),
        (
            "func Encrypt(text string) string { return text }",
            "Identity likely",
        ),
        (
            "func Encrypt(text []byte) ([]byte, error) { return text, nil }",
            "Identity likely",
        ),
        (
            "var Save = func(u User) error { return nil }",
            "DefaultValue likely",
        ),
    ]);
}

#[test]
fn methods_without_work() {
    for (method, wanted) in [
        ("func (s *S) Save(u User) {}", "Empty certain"),
        (
            "func (s *S) Check() error { return nil }",
            "DefaultValue likely",
        ),
        // An interface may ask for these.
        ("func (s *S) OnClose(c Conn) {}", "Empty likely"),
        ("func (s *S) Close() error { return nil }", "work"),
        ("func (s *S) Save(User) {}", "Empty likely"),
        (
            "func (s *S) Save(u User) {\n\t// nothing to keep here\n}",
            "Empty likely",
        ),
        (
            "// Save does nothing.\nfunc (s *S) Save(u User) {}",
            "Empty likely",
        ),
        (
            "type Saver interface { Save(u User) }\nfunc (s *S) Save(u User) {}",
            "Empty likely",
        ),
        (
            "func (t *T) Save(u User) { t.x() }\nfunc (s *S) Save(u User) {}",
            "Empty likely",
        ),
    ] {
        assert_eq!(verdict(&format!("{WORKS}{method}")), wanted, "{method}");
    }
    // Where nothing else is done with the type, nothing may be the point.
    assert_eq!(verdict("func (s *S) Save(u User) {}"), "Empty likely");
}

#[test]
fn what_only_looks_alike() {
    check(&[
        ("func (nopCloser) Close() error { return nil }", "work"),
        ("func (NullLogger) Log(string) {}", "work"),
        ("func (*BadExpr) exprNode() {}", "work"),
        ("func (x *BadExpr) exprNode() {}", "Empty likely"),
        ("func (n *NoopTracer) Start(name string) {}", "Empty likely"),
        (
            "func (d *discardStore) Save(u User) error { return nil }",
            "work",
        ),
        (
            "func (n nullCache) Get(key string) (any, bool) { return nil, false }",
            "work",
        ),
        (
            "func (f *FakeClock) Now(zone string) int { return 0 }",
            "work",
        ),
        (
            "func (UnimplementedServer) Get(context.Context, *Req) (*Resp, error) { return nil, status.Errorf(codes.Unimplemented, \"method Get not implemented\") }",
            "NotImplemented likely",
        ),
        (
            "func (mockStore) Get(id int) int { panic(\"not implemented\") }",
            "NotImplemented likely",
        ),
        ("func main() {}", "Empty likely"),
        ("func init() {}", "Empty likely"),
        ("func noop() {}", "Empty likely"),
        ("func discard(_ int) {}", "Empty likely"),
        ("func isReader[T io.Reader](x T) {}", "Empty likely"),
        ("//go:noinline\nfunc sink(x int) {}", "Empty likely"),
        ("var hook = func(x int) {}", "Empty likely"),
        ("func Compute(x int) int", "none"),
        (
            "type T struct{}\ntype I interface { Do() }\nvar X = 1",
            "none",
        ),
        ("func (s *S) Len() int { return 0 }", "work"),
        ("func (s *S) Name() string { return \"s\" }", "work"),
        ("func (s *S) Kind() Kind { return KindA }", "work"),
        ("func DefaultTags() []string { return nil }", "work"),
        ("func Limit() int { return 10 }", "work"),
        ("func New() *S { return &S{} }", "work"),
        (
            "func NewStore(db *DB) *Store { return &Store{db: db} }",
            "work",
        ),
        ("func Wrap(x int) *int { return &x }", "work"),
        ("func ToName(x string) string { return x }", "work"),
        (
            "func (c identityCodec) Encode(b []byte) ([]byte, error) { return b, nil }",
            "work",
        ),
        (
            "func F(x X) int { if x.a { return 1 }; panic(\"not implemented\") }",
            "NotImplemented likely",
        ),
        (
            "func F() error { return errors.New(\"not implemented on windows\") }",
            "NotImplemented likely",
        ),
        (
            "func F(id int) error { return fmt.Errorf(\"todo %d not found\", id) }",
            "work",
        ),
        ("func MustF(x int) int { panic(\"bad\") }", "work"),
        (
            "func F(x int) error { return errors.New(\"operation not supported\") }",
            "work",
        ),
        (
            "func F(m string) int { panic(\"unexpected \" + m) }",
            "work",
        ),
        ("func PrintHelp(w W) { fmt.Println(\"usage\") }", "work"),
        (
            "func (l *Logger) Infof(f string, a ...any) { l.Logf(f, a...) }",
            "work",
        ),
        ("func (s *S) Wait() { s.mu.Lock(); s.mu.Unlock() }", "work"),
        ("func F(x int) { select {} }", "work"),
        ("func F(x int) { go run() }", "work"),
        ("func F(x int) error { return run() }", "work"),
        (
            "func F(x int) (n int, err error) { n, err = run(); return }",
            "work",
        ),
    ]);
    let constrained =
        "//go:build !linux\n\npackage a\nfunc Setup(x int) {}\nfunc Size(x int) int { return 0 }\n";
    let facts = read("a.go", constrained);
    let bodies: Vec<Body> = facts.definitions.iter().map(|it| it.body).collect();
    assert!(matches!(bodies[0], Body::Hollow(it) if it.certainty == Certainty::Likely));
    assert_eq!(bodies[1], Body::Substantive);
}

#[test]
fn handlers_that_answer_with_what_stands_in_the_text() {
    let handlers = [
        ("{}", "Empty certain"),
        (
            "{ http.Error(w, \"not implemented\", http.StatusNotImplemented) }",
            "NotImplemented certain",
        ),
        (
            "{ w.WriteHeader(http.StatusNotImplemented) }",
            "NotImplemented likely",
        ),
        ("{ s.next.ServeHTTP(w, r) }", "work"),
        ("{ next(w, r) }", "work"),
        ("{ fmt.Fprintln(w, r.URL.Path) }", "work"),
        ("{ json.NewEncoder(w).Encode(s.list()) }", "work"),
        ("{ http.NotFound(w, r) }", "work"),
        ("{ http.Redirect(w, r, \"/\", 302) }", "work"),
    ];
    for (body, wanted) in handlers {
        let source = format!("func (s *S) users(w http.ResponseWriter, r *http.Request) {body}");
        assert_eq!(verdict(&source), wanted, "{body}");
    }
    let frameworks = [
        (
            "func users(c *gin.Context) { c.JSON(200, list(c)) }",
            "work",
        ),
        (
            "func health(c *gin.Context) { c.JSON(200, gin.H{\"ok\": true}) }",
            "work",
        ),
        (
            "func healthz(w http.ResponseWriter, r *http.Request) { w.Write([]byte(\"ok\")) }",
            "work",
        ),
        (
            "func notImplementedHandler(w http.ResponseWriter, r *http.Request) { http.Error(w, \"not implemented\", 501) }",
            "NotImplemented likely",
        ),
        (
            "func run(ctx context.Context) error { return nil }",
            "DefaultValue likely",
        ),
    ];
    check(&frameworks);
}

#[test]
fn a_damaged_body_is_never_certain() {
    assert_eq!(verdict("func bad(x int { }"), "Empty likely");
}
