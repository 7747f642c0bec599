//! Go that is not like its own kind: fields that are not handed over, calls that are handed nothing, methods that differ from
//! their sisters, bounds that only a message tells; and honest code that looks like it.

use crate::read;

/// What is found in a file, of one reason.
fn found(source: &str, reason: &str) -> Vec<String> {
    let facts = read("a.go", &format!("package a\n{source}\n"));
    let stubs = facts.stubs.iter();
    stubs
        .map(|it| format!("{} {:?} {:?}", it.what, it.reason, it.certainty))
        .filter(|it| it.contains(reason))
        .collect()
}

const CONFIG: &str =
    "type Config struct { Delim, Glue, Prefix, Empty string; NoTrim bool; Right []int }\n";

#[test]
fn fields_that_are_not_handed_over() {
    let merge = |more: &str| {
        format!(
            "{CONFIG}func Merge(a, b *Config) *Config {{ var result Config = *a\nif b.Delim != \"\" {{ result.Delim = b.Delim }}\nif b.Glue != \"\" {{ result.Glue = b.Glue }}\nif b.Prefix != \"\" {{ result.Prefix = b.Prefix }}\nif b.Empty != \"\" {{ result.Empty = b.Empty }}\nif b.NoTrim {{ result.NoTrim = true }}\n{more}return &result }}"
        )
    };
    assert_eq!(
        found(&merge(""), "StateNeverFed"),
        ["Config.Right of a copy StateNeverFed Likely"]
    );
    let honest = [
        merge("if len(b.Right) > 0 { result.Right = b.Right }\n"),
        merge("result.Right = append([]int(nil), b.Right...)\n"),
        // What is copied whole is only touched up.
        format!(
            "{CONFIG}func (c *Config) Clone() *Config {{ d := *c\nd.Delim = fix(c.Delim)\nd.Glue = fix(c.Glue)\nd.Prefix = fix(c.Prefix)\nd.Empty = fix(c.Empty)\nreturn &d }}"
        ),
        // Half of them is a choice.
        format!(
            "{CONFIG}func style(d, c *Config) {{ d.Delim = c.Delim\nd.Glue = c.Glue\nd.Prefix = c.Prefix }}"
        ),
        "type T struct { A, B, C, D string; mu sync.Mutex }\nfunc take(d, c *T) { d.A = c.A\nd.B = c.B\nd.C = c.C\nd.D = c.D }".to_owned(),
    ];
    for text in honest {
        assert!(found(&text, "of a copy").is_empty(), "{text}");
    }
}

#[test]
fn calls_that_are_handed_nothing() {
    let run = |two: &str| {
        format!(
            "func (p *Parser) Parse(s string) (string, error) {{ if s == \"`\" {{ return run(s, p.Dir, p.Timeout) }}\nout, err := run(s, p.Dir, {two})\nreturn out, err }}"
        )
    };
    assert_eq!(
        found(&run("0"), "run"),
        ["run(.. Timeout) ParameterIgnored Faint"]
    );
    for honest in [
        run("p.Timeout"),
        run("p.Timeout * 2"),
        run("5"),
        "func (p *P) A(s string) string { return run(s, p.Dir, p.Timeout) }\nfunc (p *P) B(s string) string { return run(s, p.Dir, 0) }".to_owned(),
        "func (p *P) A(s string) string { if s == \"\" { return run(p.Dir, p.Timeout) }\nreturn run(s, 0) }".to_owned(),
    ] {
        assert!(found(&honest, "(..").is_empty(), "{honest}");
    }
}

#[test]
fn sisters_that_are_not_alike() {
    const ALL: &str = "func (h *M) AddLiveCheck(name string, check Check) { h.inner.AddLiveCheck(name, h.wrap(name, check)) }\nfunc (h *M) AddReadyCheck(name string, check Check) { h.inner.AddReadyCheck(name, h.wrap(name, check)) }\nfunc (h *M) LiveEndpoint(w W, r R) { h.inner.LiveEndpoint(w, r) }\nfunc (h *M) ReadyEndpoint(w W, r R) { h.inner.ReadyEndpoint(w, r) }\n";
    for (method, wanted) in [
        (
            "func (h *M) AddStartupCheck(name string, check Check) { h.inner.AddStartupCheck(name, check) }",
            "M.AddStartupCheck, which leaves out",
        ),
        (
            "func (h *M) StartupEndpoint(w W, r R) { h.inner.ReadyEndpoint(w, r) }",
            "M.StartupEndpoint, which does the work of ReadyEndpoint",
        ),
    ] {
        let found = found(&format!("{ALL}{method}"), "Idle");
        assert!(
            found.iter().any(|it| it.starts_with(wanted)) && found.len() == 1,
            "{method}: {found:?}"
        );
    }
    for honest in [
        "func (h *M) AddStartupCheck(name string, check Check) { h.inner.AddStartupCheck(name, h.wrap(name, check)) }",
        "func (h *M) StartupEndpoint(w W, r R) { h.inner.StartupEndpoint(w, r) }",
        "func (h *M) StartupEndpoint(w W, r R) { h.log(r)\nh.inner.StartupEndpoint(w, r) }",
        "func (h *M) StartupEndpoint(w W, r R) { w.WriteHeader(204) }",
    ] {
        let found = found(&format!("{ALL}{honest}"), "which");
        assert!(found.is_empty(), "{honest}: {found:?}");
    }
    // Sisters that differ among themselves say nothing.
    let mixed = "func (s *S) GetUser(id int) User { return s.users[id] }\nfunc (s *S) GetGroup(id int) User { return s.db.Find(id) }\nfunc (s *S) GetRole(id int) User { return s.roles[id] }";
    assert!(found(mixed, "which").is_empty());
}

#[test]
fn bounds_that_only_a_message_tells() {
    let check = |condition: &str| {
        format!(
            "func FileAge(path string, maxAge time.Duration) Check {{ return func() error {{ info, err := os.Stat(path)\nif err != nil {{ return err }}\nif {condition} {{ return fmt.Errorf(\"%s is older than %s\", path, maxAge) }}\nreturn nil }} }}"
        )
    };
    assert_eq!(
        found(
            &check("time.Since(info.ModTime()) > time.Hour"),
            "ParameterIgnored"
        ),
        ["FileAge(maxAge) ParameterIgnored Likely"]
    );
    assert_eq!(
        found(
            "func size(n int, limit uint64) error { m := measure(n)\nif m > 1024 { return fmt.Errorf(\"%d > %d\", m, limit) }\nreturn nil }",
            "ParameterIgnored"
        ),
        ["size(limit) ParameterIgnored Likely"]
    );
    for honest in [
        check("time.Since(info.ModTime()) > maxAge"),
        check("info.isOld()"),
        check("time.Since(info.ModTime()) > s.age"),
        "func tooLarge(n, max int) error { return fmt.Errorf(\"%d > %d\", n, max) }".to_owned(),
        "func late(err error, timeout time.Duration) error { if err != nil { return fmt.Errorf(\"after %s: %w\", timeout, err) }\nreturn nil }".to_owned(),
        "func row(n int, line int) error { if n > 3 { return fmt.Errorf(\"line %d\", line) }\nreturn nil }".to_owned(),
    ] {
        let found = found(&honest, "ParameterIgnored");
        assert!(found.is_empty(), "{honest}: {found:?}");
    }
}

#[test]
fn results_that_stay_empty() {
    let parse = |inner: &str| {
        format!(
            "func (p *P) Parse(line string) (envs []string, args []string, err error) {{ words, err := p.words(line)\nif err != nil {{ return nil, nil, err }}\nenvs = []string{{}}\nargs = []string{{}}\nfor _, it := range words {{ if isEnv(it) {{ {inner} }} else {{ args = append(args, it) }} }}\nreturn envs, args, nil }}"
        )
    };
    assert_eq!(
        found(&parse("continue"), "StateNeverFed"),
        ["envs StateNeverFed Likely"]
    );
    assert!(found(&parse("envs = append(envs, it)"), "StateNeverFed").is_empty());
    assert!(found(&parse("fill(&envs, it)"), "StateNeverFed").is_empty());
}

#[test]
fn what_is_written_to_memory() {
    const WRITE: &str =
        "func writeLines(w io.Writer, n int) (int, error) { return fmt.Fprint(w, n) }\n";
    for (source, dropped) in [
        (
            "func f(n int) string { buf := bytes.NewBuffer(nil)\nwriteLines(buf, n)\nreturn buf.String() }",
            false,
        ),
        (
            "func f(n int) string { var b strings.Builder\n_, _ = writeLines(&b, n)\nreturn b.String() }",
            false,
        ),
        (
            "func f(w io.Writer, n int) error { writeLines(w, n)\nreturn nil }",
            true,
        ),
        (
            "func f(n int) error { out := open(n)\nwriteLines(out, n)\nreturn nil }",
            true,
        ),
    ] {
        let found = found(&format!("{WRITE}{source}"), "SwallowedError Likely");
        assert_eq!(!found.is_empty(), dropped, "{source}: {found:?}");
    }
}

#[test]
fn columns_of_tables_that_nothing_reads() {
    let test = |inner: &str| {
        format!(
            "package a\nimport \"testing\"\nfunc TestParse(t *testing.T) {{ tests := []struct {{ name, line string; pos int }}{{ {{\"a\", \"b\", 1}}, {{\"c\", \"d\", 2}} }}\nfor _, tt := range tests {{ {inner} }} }}\n"
        )
    };
    let found = |inner: &str| {
        let facts = read("a_test.go", &test(inner));
        let stubs = facts.stubs.iter().filter(|it| it.what.contains("column"));
        stubs.map(|it| it.what.clone()).collect::<Vec<_>>()
    };
    for inner in [
        "_, _ = Parse(tt.line)",
        "got, err := Parse(tt.line)\nif err != nil { t.Fatal(err) }\nt.Logf(\"%d %v\", tt.pos, got)",
        "tt := tt\nt.Run(tt.name, func(t *testing.T) { if _, err := Parse(tt.line); err != nil { t.Fatal(err) } })",
    ] {
        assert_eq!(found(inner), ["column pos of TestParse"], "{inner}");
    }
    for inner in [
        "if got := Parse(tt.line); got != tt.pos { t.Errorf(\"%s: %d\", tt.name, got) }",
        "check(t, tt)",
        "check(t, tt.line, tt.pos)",
        "if got := Parse(tt.line); got != tests[0].pos { t.Error(got) }",
        // One that is left over, and says nothing of what comes.
        "if got := Parse(tt.name); got != tt.pos { t.Error(got) }",
    ] {
        assert!(found(inner).is_empty(), "{inner}");
    }
}

#[test]
fn literals_that_the_library_is_asked_about() {
    let vacuous = |condition: &str| {
        let text = format!(
            "package a\nimport \"testing\"\nfunc TestA(t *testing.T) {{ Process()\nif !{condition} {{ t.Error(1) }} }}\n"
        );
        let facts = read("a_test.go", &text);
        code::suite("a_test.go", &text, &facts)
            .cases
            .iter()
            .any(|it| it.vacuity.is_some())
    };
    assert!(vacuous("strings.Contains(\"ABC\", \"A\")"));
    assert!(!vacuous("strings.Contains(out, \"A\")"));
    assert!(!vacuous("words.Contains(\"ABC\", \"A\")"));
}
