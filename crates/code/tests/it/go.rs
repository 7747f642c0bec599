//! What Go says by itself: definitions, exports, imports, uses, and which stretches are no live code.

use code::links::{self, Used};
use code::{DefinitionKind, Exporting, ImportKind, Keep, Language, Reading, code_only};

use crate::read;

/// Every definition as `name kind exported`.
fn definitions(source: &str) -> Vec<String> {
    let facts = read("a.go", source);
    assert_eq!(facts.reading, Reading::Parsed, "{source}");
    let definitions = facts.definitions.iter();
    definitions
        .map(|it| format!("{} {:?} {:?}", it.name, it.kind, it.exported))
        .collect()
}

#[test]
fn definitions_of_every_kind() {
    let source = "package a\n\
        type Ledger[T any] struct { rows []T }\n\
        func (l *Ledger[T]) Append(row T) { l.rows = append(l.rows, row) }\n\
        func (l Ledger[T]) size() int { return len(l.rows) }\n\
        type store struct{}\n\
        func (*store) Get() int { return read() }\n\
        type Reader interface { Read(p []byte) (int, error); io.Closer }\n\
        type (\n\tID = string\n\tKind int\n)\n\
        const Limit, low = 1, 2\n\
        const (\n\tA Kind = iota\n\tb\n\t_\n)\n\
        var Default, inner = New(), 1\n\
        var Hook = func() { run() }\n\
        var _ Reader = (*store)(nil)\n\
        func New() *store { local := func() { run() }; type inside struct{}; const c = 1; local(); return nil }\n\
        func init() { run() }\n";
    assert_eq!(
        definitions(source),
        [
            "Ledger Struct Yes",
            "Ledger.Append Method Yes",
            "Ledger.size Method No",
            "store Struct No",
            "store.Get Method Restricted",
            "Reader Trait Yes",
            "Reader.Read Method Yes",
            "ID TypeAlias Yes",
            "Kind TypeAlias Yes",
            "Limit Constant Yes",
            "low Constant No",
            "A Constant Yes",
            "b Constant No",
            "Default Variable Yes",
            "inner Variable No",
            "Hook Function Yes",
            "New Function Yes",
            "local Function No",
            "init Function No",
        ]
    );
    let facts = read("a.go", source);
    let nested = facts.definitions.iter().filter(|it| it.nested);
    assert_eq!(
        nested.map(|it| it.name.as_str()).collect::<Vec<_>>(),
        ["local"]
    );
    assert_eq!(facts.package, "a");
}

#[test]
fn a_capital_letter_is_what_exports() {
    let source = "package a\nfunc Save() { go run() }\nfunc save() { go run() }\nfunc SaveAll() { go run() }\n\
        type T struct{}\nfunc (t *T) Do() { t.x() }\nfunc (t *T) undo() { t.x() }\n// func Gone() {}\n\
        const text = `func Quoted() {}`\n";
    let facts = read("a.go", source);
    for (name, wanted) in [
        ("Save", Exporting::Yes(2)),
        ("save", Exporting::No(Some(3))),
        ("Sav", Exporting::No(None)),
        ("All", Exporting::No(None)),
        ("T.Do", Exporting::Yes(6)),
        ("T.undo", Exporting::No(Some(7))),
        ("Do", Exporting::Member("T.Do".to_owned())),
        ("Gone", Exporting::No(None)),
        ("Quoted", Exporting::No(None)),
    ] {
        assert_eq!(facts.export_of(name), wanted, "{name}");
    }
}

#[test]
fn where_a_program_starts() {
    for (source, wanted) in [
        ("package main\n\nfunc main() { run() }\n", Some(3)),
        ("package tool\n\nfunc main() { run() }\n", None),
        (
            "package main\n\nfunc run() { main := func() {}; main() }\n",
            None,
        ),
        (
            "package main\n\ntype T struct{}\nfunc (T) main() { run() }\n",
            None,
        ),
    ] {
        assert_eq!(read("a.go", source).starts, wanted, "{source}");
    }
}

#[test]
fn imports_and_the_names_they_go_by() {
    let cases = [
        ("import \"fmt\"\nvar x = fmt.Sprint()", "fmt as fmt"),
        ("import f \"fmt\"", "fmt as f"),
        ("import . \"fmt\"", "fmt as -"),
        ("import \"net/http\"", "net/http as http"),
        (
            "import \"github.com/go-chi/chi/v5\"",
            "github.com/go-chi/chi/v5 as chi",
        ),
        ("import \"gopkg.in/yaml.v3\"", "gopkg.in/yaml.v3 as yaml"),
        ("import \"k8s.io/api/core/v1\"", "k8s.io/api/core/v1 as v1"),
        // A package whose folder is a version: the code tells.
        (
            "import \"k8s.io/api/apps/v2\"\nvar x v2.Pod",
            "k8s.io/api/apps/v2 as v2",
        ),
        (
            "import \"github.com/a/go-money\"\nvar x money.Sum",
            "github.com/a/go-money as money",
        ),
        (
            "import \"github.com/a/json-iterator\"\nvar x = jsoniterator.New()",
            "github.com/a/json-iterator as jsoniterator",
        ),
        (
            "import \"github.com/json-iterator/go\"\nvar x = jsoniter.New()",
            "github.com/json-iterator/go as go",
        ),
    ];
    for (source, wanted) in cases {
        let facts = read("a.go", &format!("package a\n{source}\n"));
        let import = &facts.imports[0];
        let local = import.names[0].local.as_deref().unwrap_or("-");
        assert_eq!(format!("{} as {local}", import.path), wanted, "{source}");
        assert_eq!(
            (import.kind, import.names[0].name.as_str()),
            (ImportKind::Static, "*")
        );
    }
    let facts = read(
        "a.go",
        "package a\nimport (\n\t_ \"embed\"\n\t// \"gone\"\n\t\"os\"\n)\n",
    );
    let kinds: Vec<_> = facts
        .imports
        .iter()
        .map(|it| (it.path.as_str(), it.kind, it.line))
        .collect();
    assert_eq!(
        kinds,
        [
            ("embed", ImportKind::SideEffect, 3),
            ("os", ImportKind::Static, 5)
        ]
    );
}

/// Whether the first import is used.
fn used(source: &str) -> Used {
    let facts = read("a.go", &format!("package a\n{source}\n"));
    links::used(&facts, &facts.imports[0], None)
}

#[test]
fn imports_that_are_used() {
    let yes = Used::Yes { line: 3 };
    let cases = [
        ("import \"b\"\nvar x = b.New()", yes.clone()),
        ("import \"b\"\nvar x b.T", yes.clone()),
        ("import \"b\"\ntype T struct { *b.Base }", yes.clone()),
        ("import \"b\"\ntype T struct { b.Base }", yes.clone()),
        ("import \"b\"\nfunc f(b b.T) { b.Go() }", yes.clone()),
        ("import c \"b\"\nvar x = map[string]c.T{}", yes.clone()),
        ("import \"b\"\nvar x = []b.T{{A: 1}}", yes.clone()),
        (
            "import \"b\"\nfunc f[T b.Number](x T) { g(x) }",
            yes.clone(),
        ),
        (
            "import \"b\"\nfunc f() { switch x := y.(type) { case b.T: g(x) } }",
            yes,
        ),
        ("import c \"b\"\nvar x = b.New()", Used::No),
        ("import \"b\"\n// b.New()\nvar x = \"b.New()\"", Used::No),
        ("import \"b\"\nfunc f(b T) { b.Go() }", Used::No),
        ("import \"b\"\nfunc f() { b := 1; g(b) }", Used::No),
        (
            "import \"b\"\nfunc f() { for b := range x { g(b) } }",
            Used::No,
        ),
        (
            "import \"b\"\nfunc f() { if b := g(); b.ok { h(b) } }",
            Used::No,
        ),
        ("import \"b\"\nvar x = T{b: 1}", Used::No),
        ("import \"b\"\nfunc f() { if false { b.Go() } }", Used::No),
        ("import \"b\"\nfunc f() { return; b.Go() }", Used::No),
        ("import b \"x\"\nimport d \"b\"\nvar x = d.New()", Used::No),
    ];
    for (source, wanted) in cases {
        assert_eq!(used(source), wanted, "{source}");
    }
    assert!(matches!(used("import . \"b\""), Used::Unknown(_)));
    assert!(matches!(used("import _ \"b\""), Used::Yes { .. }));
    let test = "import \"b\"\nimport \"testing\"\nfunc TestX(t *testing.T) { b.Go(t) }";
    assert!(matches!(used(test), Used::InTests { .. }));
}

#[test]
fn free_names_and_names_behind_a_dot() {
    let source = "package a\n\
        type Set map[string]bool\n\
        var all = Set{Key: true}\n\
        var box = Box{Field: Value}\n\
        var rows = map[Kind]Row{First: {Name: Text}}\n\
        func (s *Stack[T]) Push(x T) (n int) { var y = x; n = Outer(y); s.field.Deep(); return }\n\
        func outer() { f := func(p int) { Inner(p) }; f(1); p.Free() }\n\
        func lone() { select { case v := <-ch: Got(v) }; v.After() }\n\
        func Label() { again: goto again }\n";
    let facts = read("a.go", source);
    let has = |name: &str| facts.references.contains_key(name);
    for name in [
        "Key", "Value", "First", "Text", "Outer", "Inner", "Got", "Box", "Row", "p", "v", "ch",
    ] {
        assert!(has(name), "{name} is used");
    }
    for name in [
        "Field", "Name", "T", "x", "y", "n", "s", "f", "again", "_", "field", "Label",
    ] {
        assert!(!has(name), "{name} is no use from outside");
    }
    for name in ["Field", "Name", "field", "Deep", "Free", "After"] {
        assert!(
            facts.members.contains_key(name),
            "{name} stands behind a dot"
        );
    }
}

#[test]
fn what_is_no_live_code() {
    let cases = [
        ("func f() { a(); return; B() }", false),
        ("func f() { a(); panic(1); B() }", false),
        ("func f() { os.Exit(1); B() }", false),
        ("func f() { log.Fatal(1); B() }", false),
        ("func f() { for { break; B() } }", false),
        ("func f() { switch x { case 1: return; B() } }", false),
        ("func f() { if false { B() } }", false),
        ("func f() { if true { a() } else { B() } }", false),
        ("func f() { if true { return }; B() }", false),
        ("func f() { for false { B() } }", false),
        ("func f() { x := false && B(); g(x) }", false),
        ("func f() { switch { case false: B() } }", false),
        ("// B()\nvar x = `B()`", false),
        // A label may be jumped to.
        ("func f() { goto end; a(); end: B() }", true),
        ("func f() { if x { return }; B() }", true),
        ("func f() { defer B(); return }", true),
        ("func f() { switch x { case false: B() } }", true),
        ("const on = false\nfunc f() { if on { B() } }", true),
        ("func f() { if true { B() } }", true),
    ];
    for (source, wanted) in cases {
        let text = format!("package a\n{source}\n");
        let live = read("a.go", &text).references.contains_key("B");
        assert_eq!(live, wanted, "{source}");
        let code = code_only(Language::Go, &text, Keep::BARE);
        assert_eq!(code.contains("B("), wanted, "{source}");
    }
}

#[test]
fn code_behind_a_constant_may_be_turned_on() {
    let source = "package a\nconst on = false\nfunc f() { if on { use() } }\n";
    let facts = read("a.go", source);
    let at = source.find("use").unwrap();
    assert!(facts.is_in(code::RegionKind::Flagged, at));
    // A variable is no constant, and a name bound twice is none either.
    for other in [
        "package a\nvar on = false\nfunc f() { if on { use() } }\n",
        "package a\nconst on = false\nfunc f() { on := g(); if on { use() } }\n",
    ] {
        let at = other.find("use").unwrap();
        assert!(
            !read("a.go", other).is_in(code::RegionKind::Flagged, at),
            "{other}"
        );
    }
}

#[test]
fn a_file_of_tests_is_a_test_from_end_to_end() {
    let tests = [
        "package a_test\nfunc Helper() { run() }\n",
        "package a\nimport \"testing\"\nfunc Helper() { run() }\nfunc TestA(t *testing.T) { Helper() }\n",
        "package a\nimport \"testing\"\nfunc Helper() { run() }\nfunc BenchmarkA(b *testing.B) { Helper() }\n",
    ];
    for source in tests {
        let facts = read("a.go", source);
        assert!(facts.definitions.iter().all(|it| it.test), "{source}");
        assert!(facts.exports.is_empty(), "{source}");
        assert!(facts.references["run"].iter().all(|it| it.test), "{source}");
    }
    // What looks at tests is none: a helper of tests, a name that only begins alike.
    for source in [
        "package a\nimport \"testing\"\nfunc Check(t *testing.T) { run(t) }\n",
        "package a\nfunc Testing(x int) { run(x) }\n",
        "package a\nimport \"testing\"\nfunc Testify(t *testing.T) { run(t) }\n",
    ] {
        assert!(!read("a.go", source).definitions[0].test, "{source}");
    }
}

#[test]
fn ways_through_a_function() {
    let source = "package a\nfunc f(x int) {\n\tif x > 1 && x < 3 { a() } else if y { b() }\n\tfor i := range z { c(i) }\n\t\
        switch x { case 1: d(); case 2, 3: e(); default: g() }\n\tselect { case <-h: i() }\n}\n";
    let facts = read("a.go", source);
    assert_eq!(facts.definitions[0].kind, DefinitionKind::Function);
    assert_eq!(facts.definitions[0].complexity, 8);
}

#[test]
fn directives_are_marks() {
    let source = "package a\n\n//export Run\nfunc Run() { go work() }\n\n//go:linkname now time.now\nfunc now() int\n\n\
        // Plain does.\nfunc Plain() { go work() }\n";
    let facts = read("a.go", source);
    let marks: Vec<_> = facts
        .definitions
        .iter()
        .map(|it| it.marks.join(" "))
        .collect();
    assert_eq!(marks, ["export", "linkname", ""]);
}

#[test]
fn a_name_is_bound_where_its_statement_ends() {
    // (body, whether the function `list` is used by it)
    let cases = [
        ("for _, list := range list(x) { g(list) }", true),
        ("list := list(x)\n\tg(list)", true),
        ("if list := list(x); list != nil { g(list) }", true),
        ("for _, list := range x { g(list) }", false),
        ("list := x\n\tg(list)", false),
    ];
    for (body, used) in cases {
        let source = format!("package a\n\nfunc f(x []int) {{\n\t{body}\n}}\n");
        let facts = read("a.go", &source);
        assert_eq!(facts.references.contains_key("list"), used, "{source}");
    }
}

#[test]
fn names_of_files_that_some_systems_build() {
    use code::is_for_platform;
    for path in [
        "a/lock_windows.go",
        "lock_linux_amd64.go",
        "sys_stub.go",
        "a_darwin_test.go",
    ] {
        assert!(is_for_platform(path), "{path}");
    }
    for path in [
        "linux.go",
        "a/windows/lock.go",
        "lock_file.go",
        "lock_test.go",
        "lock_windows.rs",
    ] {
        assert!(!is_for_platform(path), "{path}");
    }
}
