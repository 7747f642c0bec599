//! Errors that tell a place: a line or a column that is the same whatever was read. Said of the whole tree.

use project::{FieldUse, Project};

/// The fields of all files that are the same wherever they are set, as `owner`.
fn fixed(files: &[(&str, &str)]) -> Vec<String> {
    let project = Project::read(files.iter().copied());
    let fields = project.all().flat_map(|(_, facts)| &facts.fields);
    let found = fields.filter(|it| project.field(it) == FieldUse::Fixed);
    found.map(|it| it.owner.clone()).collect()
}

const TYPE: &str = "package a\nimport \"fmt\"\ntype ParseError struct { Line int; Err error }\nfunc (e *ParseError) Error() string { return fmt.Sprint(e.Line, e.Err) }\n";

#[test]
fn places_of_go() {
    let table: &[(&str, &[&str])] = &[
        (
            "func newError(err error) error { return &ParseError{Line: 1, Err: err} }",
            &["ParseError"],
        ),
        (
            "func f(err error) error { return &ParseError{Line: 1, Err: err} }\nfunc g(err error) error { return &ParseError{Line: 7, Err: err} }",
            &["ParseError"],
        ),
        (
            "func newError(line int, err error) error { return &ParseError{Line: line, Err: err} }\nfunc f(err error) error { return newError(1, err) }\nfunc g(err error) error { return newError(0, err) }",
            &["newError(line)"],
        ),
        // Honest look-alikes.
        (
            "func f(n int, err error) error { return &ParseError{Line: n, Err: err} }",
            &[],
        ),
        (
            "func f(err error) *ParseError { return &ParseError{Line: 1, Err: err} }\nfunc (p *parser) g(e *ParseError) { e.Line = p.line }",
            &[],
        ),
        (
            "func f(s string) *ParseError { e := &ParseError{Line: 1}; for range s { e.Line++ }; return e }",
            &[],
        ),
        (
            "func newError(line int, err error) error { return &ParseError{Line: line, Err: err} }\nfunc f(err error) error { return newError(1, err) }\nfunc (p *parser) g(err error) error { return newError(p.line, err) }",
            &[],
        ),
        (
            "func newError(line int, err error) error { return &ParseError{Line: line, Err: err} }",
            &[],
        ),
        (
            "type Box struct { startLine int }\nfunc f() Box { return Box{startLine: 1} }\nfunc (b Box) g() int { return b.startLine }",
            &[],
        ),
    ];
    for (source, wanted) in table {
        let text = format!("package a\n{source}\n");
        let files = [
            ("go.mod", "module x\n"),
            ("err.go", TYPE),
            ("a.go", text.as_str()),
        ];
        assert_eq!(fixed(&files), *wanted, "{source}");
    }
}

#[test]
fn places_of_java() {
    let error = "package a;\npublic class ParseError extends RuntimeException {\n  private final int line;\n  public ParseError(String m, int line) { super(m); this.line = line; }\n  public ParseError(String m) { this(m, 1); }\n  public int line() { return line; }\n}\n";
    let table: &[(&str, &[&str])] = &[
        (
            "class P { void f() { throw new ParseError(\"no\", 1); } }",
            &["ParseError(line)"],
        ),
        (
            "class P { void f() { throw new ParseError(\"no\"); } }",
            &["ParseError(line)"],
        ),
        (
            "class P { int n; void f() { throw new ParseError(\"no\", n); } }",
            &[],
        ),
        (
            "class P { void f(int n) { throw new ParseError(\"no\", n + 1); } void g() { throw new ParseError(\"no\", 1); } }",
            &[],
        ),
    ];
    for (source, wanted) in table {
        let text = format!("package a;\n{source}\n");
        let files = [
            ("src/main/java/a/ParseError.java", error),
            ("src/main/java/a/P.java", text.as_str()),
        ];
        assert_eq!(fixed(&files), *wanted, "{source}");
    }
}
