//! Cases on which a verifier that reads text alone gives the wrong answer.

use code::links::{self, Used};
use code::{Body, Exporting, Facts, Pattern, Place, Reading, Reason};

use crate::read;

fn places(path: &str, source: &str, pattern: &Pattern) -> Vec<(u32, Place)> {
    let facts = read(path, source);
    let hits = facts.find(source, pattern, 100);
    hits.iter().map(|hit| (hit.line, hit.place)).collect()
}

fn in_code(path: &str, source: &str, pattern: &Pattern) -> bool {
    places(path, source, pattern)
        .iter()
        .any(|(_, place)| *place == Place::Code)
}

fn uses(facts: &Facts, path: &str) -> Vec<Used> {
    let imports = facts.imports.iter().filter(|i| i.path == path);
    imports.map(|i| links::used(facts, i, None)).collect()
}

#[test]
fn a01_contained_only_in_a_comment() {
    let wanted = Pattern::literal("pub fn append").unwrap();
    assert!(!in_code(
        "a.rs",
        "// pub fn append\nfn other() { work(1); }\n",
        &wanted
    ));
    assert!(!in_code(
        "a.rs",
        "/* a /* pub fn append */ */ fn b() {}\n",
        &wanted
    ));
    assert!(!in_code(
        "a.rs",
        "/// pub fn append\npub fn other() {}\n",
        &wanted
    ));
    assert!(in_code(
        "a.rs",
        "// why\npub fn append() { work(1); }\n",
        &wanted
    ));
    let wanted = Pattern::literal("export function get").unwrap();
    assert!(!in_code(
        "a.ts",
        "// export function get() {}\nconst a = 1;\n",
        &wanted
    ));
    assert!(!in_code(
        "a.tsx",
        "const a = <p>{/* export function get */}</p>;\n",
        &wanted
    ));
}

#[test]
fn a02_contained_only_in_a_string() {
    let wanted = Pattern::literal("prisma.message").unwrap();
    for source in [
        "const a = 'prisma.message';\n",
        "const a = `prisma.message`;\n",
        "const a = /prisma.message/;\n",
        "const a = <p>prisma.message</p>;\n",
    ] {
        assert_eq!(
            places("a.tsx", source, &wanted),
            [(1, Place::String)],
            "{source}"
        );
    }
    assert!(in_code(
        "a.tsx",
        "const a = `${prisma.message}`;\n",
        &wanted
    ));
    let rust = "const A: &str = r#\"prisma.message\"#;\n";
    assert_eq!(places("a.rs", rust, &wanted), [(1, Place::String)]);
}

#[test]
fn a03_a_name_inside_another_name() {
    for (path, source) in [
        ("a.ts", "export function getUsers() { return load(); }\n"),
        (
            "a.rs",
            "pub fn get_users() -> U { load() }\npub fn forget() { go(1) }\n",
        ),
    ] {
        assert_eq!(
            read(path, source).export_of("get"),
            Exporting::No(None),
            "{path}"
        );
    }
}

#[test]
fn a04_present_but_not_exported() {
    let script = read(
        "a.ts",
        "\nfunction get() { return load(); }\nexport const b = 1;\n",
    );
    assert_eq!(script.export_of("get"), Exporting::No(Some(2)));
    let rust = read("a.rs", "fn get() -> U { load() }\n");
    assert_eq!(rust.export_of("get"), Exporting::No(Some(1)));
}

#[test]
fn a05_exported_only_in_a_comment() {
    let script = read("a.ts", "// export function get() {}\nexport {};\n");
    assert_eq!(script.export_of("get"), Exporting::No(None));
    let rust = read("a.rs", "// pub fn get() {}\nfn other() { go(1) }\n");
    assert_eq!(rust.export_of("get"), Exporting::No(None));
}

#[test]
fn a08_lines_reached_with_blanks_and_comments() {
    let source = format!(
        "export const a = 1;\n{}// b\n/*\n\n c */\n",
        "\n".repeat(50)
    );
    let lines = read("a.ts", &source).lines;
    assert_eq!(
        (lines.total, lines.code, lines.blank, lines.comment),
        (55, 1, 51, 3)
    );
}

#[test]
fn a09_a_final_newline_begins_no_line() {
    let source = "const a = 1;\n".repeat(29);
    assert_eq!(read("a.ts", &source).lines.total, 29);
    assert_eq!(read("a.ts", source.trim_end()).lines.total, 29);
    assert_eq!(read("a.py", &source).lines.total, 29);
}

#[test]
fn a12_a_file_without_a_byte() {
    for path in ["a.rs", "a.ts", "a.tsx", "a.py"] {
        let facts = read(path, "");
        assert_eq!((facts.lines.total, facts.lines.code), (0, 0), "{path}");
        assert_eq!(facts.export_of("a"), Exporting::No(None), "{path}");
    }
}

#[test]
fn a13_a_stub_that_only_says_so() {
    let sources = [
        (
            "a.ts",
            "export function f(x: number) { throw new Error('not implemented'); }\n",
        ),
        (
            "a.rs",
            "pub fn f(x: u8) -> u8 {\n    todo!()\n    let y = x;\n    y\n}\n",
        ),
    ];
    for (path, source) in sources {
        let facts = read(path, source);
        let Body::Hollow(hollow) = facts.definitions[0].body else {
            panic!("`{source}` is hollow");
        };
        assert_eq!(hollow.reason, Reason::NotImplemented, "{path}");
        assert_eq!(hollow.certainty, code::Certainty::Certain, "{path}");
    }
}

#[test]
fn a22_an_unresolved_merge() {
    let source = "fn a() { b(1); }\n<<<<<<< HEAD\nfn c() {}\n=======\nfn d() {}\n>>>>>>> other\n";
    let facts = read("a.rs", source);
    assert_eq!(facts.conflict_markers, [2, 4, 6]);
    assert!(matches!(facts.reading, Reading::Damaged { .. }));
    let heading = read("a.md", "Title\n=======\n\ntext >>>>>>> b\n");
    assert_eq!(heading.conflict_markers, [0u32; 0]);
    for signs in [6, 8] {
        let [open, close] = ["<", ">"].map(|sign| sign.repeat(signs));
        let source = format!("{open} a\n=======\n{close} b\n");
        assert_eq!(
            read("a.txt", &source).conflict_markers,
            [0u32; 0],
            "{signs}"
        );
    }
}

#[test]
fn k01_an_import_commented_out() {
    let script = read("a.ts", "// import { get } from './b';\nget();\n");
    assert_eq!(script.imports, []);
    let rust = read(
        "a.rs",
        "// use crate::b::get;\n/* mod b; */\nfn a() { get(1) }\n",
    );
    assert_eq!(rust.imports, []);
}

#[test]
fn k03_k08_a_pattern_in_the_source_of_the_link() {
    let call = Pattern::regex("fetch.*api/chat").unwrap();
    let spread =
        "async function f() {\n  const r = await fetch(\n    '/api/chat',\n    { a },\n  );\n}\n";
    assert_eq!(places("a.ts", spread, &call), [(2, Place::Code)]);
    let apart = "fetch('/api/users');\nconst x = '/api/chat';\n";
    assert_eq!(places("a.ts", apart, &call), []);
    let chain = Pattern::regex(r"prisma\.message\.(find|create)").unwrap();
    let spread = "const a = prisma\n  .message\n  .findMany();\n";
    assert_eq!(places("a.ts", spread, &chain), [(1, Place::Code)]);
    let rust = "fn f() {\n    client\n        .post(\n            \"/api/chat\",\n        )\n        .send();\n}\n";
    let posted = Pattern::regex(r#"client\.post\("/api/chat""#).unwrap();
    assert_eq!(places("a.rs", rust, &posted), [(2, Place::Code)]);
}

#[test]
fn k04_a_path_only_in_a_comment() {
    let source = "// see ./api/chat\nexport const a = 1;\n";
    let path = Pattern::literal("./api/chat").unwrap();
    assert_eq!(places("a.ts", source, &path), []);
    let imported = "import { a } from './api/chat';\na();\n";
    assert_eq!(places("a.ts", imported, &path), [(1, Place::Code)]);
}

#[test]
fn k06_a_relative_import_written_differently() {
    let source = "import { get } from '../lib/db';\nget();\n";
    let facts = read("src/app/page.tsx", source);
    let import = &facts.imports[0];
    assert!(links::resolves(
        &facts,
        import,
        "src/app/page.tsx",
        "src/lib/db.ts"
    ));
    assert!(!links::resolves(
        &facts,
        import,
        "src/app/page.tsx",
        "src/lib/db2.ts"
    ));
}

#[test]
fn k09_a_call_that_never_runs() {
    let call = Pattern::regex(r"fetch\(").unwrap();
    for source in [
        "if (false) { fetch(a); }\n",
        "if (true) { b(); } else { fetch(a); }\n",
        "if (!true) { fetch(a); }\n",
        "if (!!0 || (x && false)) { fetch(a); }\n",
        "while (false) { fetch(a); }\n",
        "false && fetch(a);\n",
        "const x = 0 ? fetch(a) : b;\n",
        "function f() { return 1; fetch(a); }\n",
        "function f() { throw x; fetch(a); }\n",
    ] {
        assert_eq!(places("a.ts", source, &call), [], "{source}");
        assert_eq!(
            read("a.ts", source).references.get("fetch"),
            None,
            "{source}"
        );
    }
    for source in [
        "fn f() { if false { fetch(a); } }\n",
        "fn f() { if !true { fetch(a); } }\n",
        "fn f() { if cfg!(any()) { fetch(a); } }\n",
        "fn f() { return; fetch(a); }\n",
        "fn f() { panic!(\"x\"); fetch(a); }\n",
        "#[cfg(any())]\nfn f() { fetch(a); }\n",
        "#[cfg(not(all()))]\nmod m { fn f() { fetch(a); } }\n",
        "fn f() { match a { b if false => fetch(a), _ => {} } }\n",
    ] {
        assert_eq!(places("a.rs", source, &call), [], "{source}");
        assert_eq!(
            read("a.rs", source).references.get("fetch"),
            None,
            "{source}"
        );
    }
    let flag = "const ON = false;\nexport function f() { if (ON) { fetch(a); } }\n";
    assert_eq!(places("a.ts", flag, &call), [(2, Place::Flagged)]);
    let settled = [
        "if (!false) { fetch(a); }
",
        "if (x || 1) { fetch(a); }
",
        "if (x && 1) { fetch(a); }
",
    ];
    for source in settled {
        assert_eq!(
            places("a.ts", source, &call),
            [(1, Place::Code)],
            "{source}"
        );
    }
    let live =
        "if (ready) { fetch(a); }\nfunction g() { return h(); function h() { fetch(b); } }\n";
    assert_eq!(
        places("a.ts", live, &call),
        [(1, Place::Code), (2, Place::Code)]
    );
}

#[test]
fn k10_a_call_only_inside_a_string() {
    let call = Pattern::regex("fetch.*api/chat").unwrap();
    let source = "const help = \"fetch('/api/chat')\";\n";
    assert_eq!(places("a.ts", source, &call), [(1, Place::String)]);
    assert_eq!(read("a.ts", source).references.get("fetch"), None);
    let lead = Pattern::regex(".*fetch.*api/chat").unwrap();
    assert_eq!(places("a.ts", source, &lead), [(1, Place::String)]);
    let rust = "const HELP: &str = \"fetch(/api/chat)\";\n";
    assert_eq!(places("a.rs", rust, &call), [(1, Place::String)]);
}

#[test]
fn k11_imported_and_never_called() {
    let idle = read(
        "a.ts",
        "import { get } from './b';\nexport const x = { get: 1 };\nx.get;\n",
    );
    assert_eq!(uses(&idle, "./b"), [Used::No]);
    let hidden = read(
        "a.ts",
        "import { get } from './b';\nfunction f(get) { return get(); }\n",
    );
    assert_eq!(uses(&hidden, "./b"), [Used::No]);
    let called = read("a.ts", "import { get } from './b';\n\nget();\n");
    assert_eq!(uses(&called, "./b"), [Used::Yes { line: 3 }]);
    let idle = read(
        "a.rs",
        "use crate::b::get;\nfn f(x: &X) -> u8 { x.get() }\n",
    );
    assert_eq!(uses(&idle, "crate::b::get"), [Used::No]);
    let called = read("a.rs", "use crate::b::get;\nfn f() { vec![get(1)]; }\n");
    assert_eq!(uses(&called, "crate::b::get"), [Used::Yes { line: 2 }]);
}

#[test]
fn k13_k16_patterns_that_are_mistakes() {
    for pattern in ["", "  ", "a*", ".*", "(a|)", "^", "$", r"\b", "x?"] {
        assert!(Pattern::regex(pattern).is_err(), "{pattern}");
    }
    assert!(Pattern::regex("(").is_err());
    assert!(Pattern::literal(" ").is_err());
    assert!(Pattern::regex(&"a".repeat(5_000)).is_err());
    assert!(Pattern::regex("(a{1000}){1000}").is_err());
    let slow = Pattern::regex("^(a+)+$").unwrap();
    let source = format!("{}!\n", "a".repeat(40));
    assert_eq!(places("a.ts", &source, &slow), []);
}

/// A comment in a body that leaves the work to somebody else, in any language; what is above a function speaks to its users.
#[test]
fn comments_that_admit_that_work_is_left() {
    let cases = [
        (
            "a.go",
            "package a\n\n// Next skips.\nfunc Next(t int) int {\n\t// Skipping is left to a\n\t// later change.\n\treturn inner(t)\n}\n",
            1,
        ),
        (
            "a.rs",
            "pub fn next(t: u8) -> u8 {\n    // The real logic is not here: it will be implemented in step two.\n    inner(t)\n}\n",
            1,
        ),
        (
            "a.py",
            "def following(t):\n    # hardcoded for now\n    return inner(t)\n",
            1,
        ),
        (
            "a.ts",
            "export function next(t: number) {\n  /* Wired up later. */\n  return inner(t);\n}\n",
            1,
        ),
        (
            "A.java",
            "class A {\n    int next(int t) {\n        // stubbed\n        return inner(t);\n    }\n}\n",
            1,
        ),
        (
            "b.rs",
            "/// Not yet implemented by most.\npub fn next(t: u8) -> u8 {\n    inner(t)\n}\n",
            0,
        ),
        (
            "b.go",
            "package a\n\nfunc Next(t int) int {\n\t// A copy, so that later changes do not affect it.\n\treturn inner(t)\n}\n",
            0,
        ),
        (
            "c.py",
            "def following(t):\n    \"\"\"Not implemented yet by most.\"\"\"\n    return inner(t)\n",
            0,
        ),
        (
            "b.py",
            "def following(t):\n    # for now and ever\n    return inner(t)\n",
            0,
        ),
        (
            "b.ts",
            "export function next(t: number) {\n  const text = 'not implemented yet';\n  return inner(t, text);\n}\n",
            0,
        ),
    ];
    for (path, source, wanted) in cases {
        let language = code::Language::of_path(path);
        let facts = code::facts(language, source, &code::Limits::default());
        let admitted = facts
            .stubs
            .iter()
            .filter(|it| it.reason == code::Reason::Admitted);
        assert_eq!(admitted.count(), wanted, "{path}: {:?}", facts.stubs);
    }
}
