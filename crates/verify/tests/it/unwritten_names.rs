//! What the plan writes out and nothing holds: names, statuses, messages, tests that are never built; errors of which the
//! plan says what comes of them; and honest work that looks like it.

use crate::world::{self, holds};

/// What is held against changed files beside another, where the plan says this; an empty text: there was none.
pub(crate) fn held(says: &str, files: &[(&str, &str, &str)]) -> Vec<String> {
    let mut all = vec![("other/Makefile", "all:\n", "all:\n")];
    all.extend(files);
    world::held(says, &all)
}

const CARGO: (&str, &str, &str) = (
    "Cargo.toml",
    "[package]\nname = \"a\"\n",
    "[package]\nname = \"a\"\n",
);

#[test]
fn names_that_stand_nowhere() {
    let lib = |more: &str| {
        format!("pub fn read_all() -> u8 {{ go() }}\npub enum ErrorKind {{ Syntax{more} }}\n")
    };
    let absent = |says: &str, more: &str| {
        let now = lib(more);
        let files = [
            CARGO,
            (
                "src/lib.rs",
                "pub fn read_all() -> u8 { go() }\n",
                now.as_str(),
            ),
        ];
        holds(&held(says, &files), "no code holds that name")
    };
    // How things are is no demand.
    assert!(!absent(
        "Texts for FooBarSystem are read otherwise. Add ErrorKind and read_all.",
        ""
    ));
    let says = "ErrorKind says what was wrong: Syntax, or NotAscii.";
    assert!(absent(says, ""));
    assert!(!absent(says, ", NotAscii"));
    // In another manner, in what was there, not wanted, none of ours.
    assert!(!absent(
        "ErrorKind says what was wrong: not_ascii.",
        ", NotAscii"
    ));
    assert!(!absent("ErrorKind is what readAll gives.", ""));
    assert!(!absent("ErrorKind is written without NotAscii.", ""));
    assert!(!absent(
        "ErrorKind, as JavaScript has it. See src/notAscii.rs, and test_not_ascii.",
        ""
    ));
    // Of what nobody wrote nothing else is asked.
    assert!(!absent("The reader says NotAscii.", ""));
}

#[test]
fn statuses_that_are_never_answered() {
    let go = |body: &str| {
        format!(
            "package a\n\nimport \"net/http\"\n\nfunc serve(w http.ResponseWriter, r *http.Request) {{\n\t{body}\n}}\n"
        )
    };
    let absent = |says: &str, body: &str| {
        let now = go(body);
        let files = [
            ("go.mod", "module a\n", "module a\n"),
            ("a.go", "", now.as_str()),
        ];
        holds(&held(says, &files), "the status")
    };
    let says = "An unknown path gets 404, another method 405 with an Allow header.";
    let known = "w.WriteHeader(404)";
    assert!(absent(says, known));
    for whole in [
        "w.WriteHeader(code(404, 405))",
        "http.NotFound(w, r); w.WriteHeader(http.StatusMethodNotAllowed)",
        "notFound(w); methodNotAllowed(w)",
        // One question for all that refuse.
        "if got.StatusCode >= 400 { refuse(w, got) }",
    ] {
        assert!(!absent(says, whole), "{whole}");
    }
    assert!(!absent("The list has 404 entries at most.", known));
    assert!(!absent(
        "A request with another method never gets 405.",
        known
    ));
}

#[test]
fn messages_without_quotes() {
    let absent = |says: &str, body: &str| {
        let now = format!(
            "package a;\npublic class Parser {{ public void add(String it) {{ {body} }} }}\n"
        );
        let files = [("src/main/java/a/Parser.java", "", now.as_str())];
        holds(&held(says, &files), "writes out what is said")
    };
    let says = "One header more is an IllegalStateException with the message too many headers.";
    assert!(absent(says, "if (full()) { return; } all.add(it);"));
    let told =
        "if (full()) { throw new IllegalStateException(\"too many headers\"); } all.add(it);";
    assert!(!absent(says, told));
    assert!(!absent(
        "Anything else is an error with the message that the other types use.",
        "all.add(it);"
    ));
}

#[test]
fn what_cannot_be_done_is_told() {
    let dropped = |says: &str, handler: &str| {
        let old = "import sys\n\n\ndef main(args):\n    if not args:\n        sys.exit(2)\n    for f in args:\n        show(f)\n";
        let now = format!(
            "import sys\n\n\ndef main(args):\n    failed = False\n    if not args:\n        sys.exit(2)\n    for f in args:\n        try:\n            file = open(f)\n        except OSError as e:\n{handler}            continue\n        print(file.read())\n    return failed\n"
        );
        let files = [
            ("pkg/__init__.py", "", ""),
            ("pkg/cli.py", old, now.as_str()),
        ];
        holds(&held(says, &files), "drops an error")
    };
    let says = "Several files in turn; one that cannot be opened is told on standard error, and the status is 4 in the end.";
    assert!(dropped(says, ""));
    assert!(!dropped(says, "            print(e, file=sys.stderr)\n"));
    assert!(!dropped(says, "            failed = True\n"));
    // To pass over it is what is asked; nothing is said of it.
    assert!(!dropped(
        "Several files; one that cannot be opened is skipped.",
        ""
    ));
    assert!(!dropped(
        "Several files in turn, and the status is 4 where there is none.",
        ""
    ));
}

#[test]
fn errors_of_others_are_handed_on() {
    let dropped = |says: &str, handler: &str| {
        let old = "class Lock:\n    def acquire(self):\n        if self.held:\n            raise Timeout(self)\n        self.lock()\n";
        let now = format!(
            "class Lock:\n    def acquire(self, on_wait=None):\n        if self.held:\n            raise Timeout(self)\n        if on_wait is not None:\n            try:\n                on_wait(self.waited)\n            except Exception:\n{handler}        self.lock()\n"
        );
        let files = [
            ("pkg/__init__.py", "", ""),
            ("pkg/lock.py", old, now.as_str()),
        ];
        holds(&held(says, &files), "drops an error")
    };
    let logs = "                _LOGGER.debug(\"failed\")\n";
    let says =
        "acquire takes on_wait. An exception of the function ends the waiting and is raised.";
    assert!(dropped(says, logs));
    assert!(!dropped(
        says,
        "                self.count -= 1\n                raise\n"
    ));
    assert!(!dropped(
        "acquire takes on_wait. An exception of the function is logged, and not raised.",
        logs
    ));
}

#[test]
fn tests_that_look_at_nothing_are_none() {
    let untested = |body: &str| {
        let test = format!(
            "package a;\nimport org.junit.Test;\nimport static org.junit.Assert.*;\npublic class MapsTest {{\n    @Test\n    public void testPrefix() throws Exception {{ {body} }}\n}}\n"
        );
        let files = [
            (
                "src/main/java/a/Maps.java",
                "",
                "package a;\npublic class Maps { public static String prefix(String s) { return run(s); } }\n",
            ),
            ("src/test/java/a/MapsTest.java", "", test.as_str()),
        ];
        holds(
            &held("Add Maps.prefix. With a test.", &files),
            "the plan asks for tests",
        )
    };
    assert!(untested("Maps.prefix(\"a\");"));
    assert!(!untested("assertEquals(\"env.a\", Maps.prefix(\"a\"));"));
    assert!(!untested("verifyPrefix(Maps.prefix(\"a\"));"));
    // That it can be made, or that something else runs, may be all there is to see.
    assert!(!untested("new Maps();"));
    assert!(!untested("Other.start(\"a\");"));
}

#[test]
fn what_all_siblings_tell() {
    let converter = |name: &str, handler: &str| {
        format!(
            "package a;\npublic class {name} implements Converter {{\n    public Object convert(String text) {{\n        try {{\n            return {name}s.parse(text);\n        }} catch (IllegalArgumentException e) {{\n            {handler}\n        }}\n    }}\n}}\n"
        )
    };
    let throws = "throw new ParameterException(text);";
    let (one, two, three) = (
        converter("One", throws),
        converter("Two", throws),
        converter("Three", throws),
    );
    let dropped = |says: &str, handler: &str, known: usize| {
        let new = converter("Span", handler);
        let old = [
            ("src/main/java/a/One.java", one.as_str()),
            ("src/main/java/a/Two.java", two.as_str()),
            ("src/main/java/a/Three.java", three.as_str()),
        ];
        let mut files: Vec<(&str, &str, &str)> = old
            .iter()
            .take(known)
            .map(|it| (it.0, it.1, it.1))
            .collect();
        files.push(("src/main/java/a/Span.java", "", new.as_str()));
        holds(&held(says, &files), "drops an error")
    };
    let says = "Span is a converter too, for spans of time.";
    assert!(dropped(says, "return Spans.ZERO;", 3));
    assert!(!dropped(says, throws, 3));
    // Too few to say what is usual; another way is what is asked.
    assert!(!dropped(says, "return Spans.ZERO;", 2));
    assert!(!dropped(
        "Span is a converter too, and falls back to no time.",
        "return Spans.ZERO;",
        3
    ));
}

#[test]
fn values_given_instead_as_asked() {
    let code = "pub fn read(t: &str) -> Result<Vec<f32>, Error> {\n    let mut all = Vec::new();\n    for it in t.split(',') {\n        all.push(weight(it));\n        check(it)?;\n    }\n    Ok(all)\n}\nfn weight(t: &str) -> f32 {\n    t.split('=')\n        .nth(1)\n        .and_then(|it| it.parse().ok())\n        .unwrap_or(1.0)\n}\n";
    let dropped = |says: &str| {
        let files = [CARGO, ("src/lib.rs", "pub fn go() {}\n", code)];
        holds(&held(says, &files), "drops an error")
    };
    assert!(!dropped(
        "Add read(&str) -> Result<Vec<f32>, Error>: 1.0 for a weight that is no number; one that can't be parsed is an error."
    ));
}
