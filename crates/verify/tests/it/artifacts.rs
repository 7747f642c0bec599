//! Levels 1 and 2: the traps of artifacts.

use ledger::report::ItemKind;

use crate::world::{At, World, answer, sound};

const RUST: &str = "src/a.rs";
const TS: &str = "src/a.ts";

fn world(path: &str, asks: &str, text: &str) -> World {
    World::new(&format!("  artifacts:\n    - path: {path}\n{asks}")).file(path, text)
}

#[track_caller]
fn check(path: &str, asks: &str, text: &str, expected: &str, reason: &str) {
    let world = world(path, asks, text);
    let item = world.only(ItemKind::Artifact);
    assert_eq!(answer(&item), expected, "{item:#?}");
    assert!(
        item.reason.contains(reason),
        "`{reason}` is not in `{}`",
        item.reason
    );
    sound(&world.report());
}

const GET: &str = "      exports: [get]\n";
const APPEND: &str = "      contains: \"pub fn append\"\n";

#[test]
fn a01_text_in_a_comment_is_no_code() {
    let code = "/// pub fn append\n// pub fn append\n/* pub fn append */\npub fn other() -> u8 { 1 + 2 }\n";
    check(
        RUST,
        APPEND,
        code,
        "no",
        "only in a comment or in code that never runs, line 1",
    );
    check(
        TS,
        "      contains: useEffect\n",
        "// useEffect\nexport const a = (x: number) => x * 2;\n",
        "no",
        "only in a comment",
    );
    check(
        RUST,
        APPEND,
        "pub fn append(x: u8) -> u8 { x + 1 }\n",
        "yes",
        "",
    );
    check(
        RUST,
        APPEND,
        "#[cfg(any())]\npub fn append(x: u8) -> u8 { x + 1 }\npub fn b(x: u8) -> u8 { x + 1 }\n",
        "no",
        "code that never runs",
    );
}

#[test]
fn a02_text_in_a_string_is_no_code() {
    let code = "pub fn f() -> &'static str { \"pub fn append\" }\n";
    check(RUST, APPEND, code, "no", "only in a string, line 1");
    check(
        TS,
        "      contains: useEffect\n",
        "export const a = (x: string) => x + 'useEffect';\n",
        "unknown",
        "only in a string",
    );
    check(
        RUST,
        "      contains_regex: \"fn\\\\s+append\"\n",
        code,
        "no",
        "only in a string",
    );
}

/// A list of words stands in a help text, and what documentation says stands in a comment.
#[test]
fn prose_is_looked_for_where_prose_stands() {
    let go = "package a\n\n// Deprecated: Use other\nfunc A(x int) int { return x + 1 }\n\nvar help = \"one of isc, zlib, boost\"\n";
    for (text, truth, says) in [
        ("isc, zlib, boost", "yes", ""),
        ("Deprecated: Use other", "yes", ""),
        ("Use other", "no", "only in a comment"),
        ("func A", "yes", ""),
        ("return zlib, boost", "no", "is not in it"),
    ] {
        let asks = format!("      contains: \"{text}\"\n");
        check("a.go", &asks, go, truth, says);
    }
    let hidden = "package a\n\n// func B, then, here\nfunc A(x int) int { return x + 1 }\n";
    let asks = "      contains: \"func B, then, here\"\n";
    check("a.go", asks, hidden, "no", "only in a comment");
}

/// What is said to a tool stands in a comment, and an address in a text, whatever signs it has.
#[test]
fn orders_and_addresses_stand_where_they_count() {
    let go = "package a\n\n//go:generate go run ./gen\nfunc A(x int) string { return \"fd00::9%lo\" }\n\n// type B::C\n";
    for (text, truth, says) in [
        ("go:generate", "yes", ""),
        ("fd00::9%lo", "yes", ""),
        ("B::C", "no", "only in a comment"),
    ] {
        let asks = format!("      contains: \"{text}\"\n");
        check("a.go", &asks, go, truth, says);
    }
}

/// Lines are counted as an editor does where most of them are code.
#[test]
fn lines_are_those_of_an_editor_where_most_are_code() {
    let file = |code: usize, comments: usize| {
        let code = (0..code).map(|at| format!("export const a{at} = (x: number) => x + {at};\n"));
        let comments = (0..comments).map(|at| format!("// {at} is more\n"));
        code.chain(comments).collect::<String>()
    };
    for (code, comments, truth, says) in [
        (40, 0, "yes", ""),
        (34, 22, "yes", ""),
        (27, 13, "yes", ""),
        (
            27,
            12,
            "no",
            "27 lines of code (39 with comments and blanks)",
        ),
        (
            26,
            30,
            "no",
            "26 lines of code (56 with comments and blanks)",
        ),
        (5, 60, "no", "5 lines of code"),
    ] {
        let source = file(code, comments);
        check(TS, "      min_lines: 40\n", &source, truth, says);
    }
}

/// A word that no name of code looks like is a value where it is a string by itself; in a longer one nobody can tell.
#[test]
fn values_are_looked_for_in_strings_of_their_own() {
    let code = "export const f = (x: Kind) => x.is('json') || x.is('@weekly') || x.is('ENOENT') || x.say('or as xml');\n";
    for text in ["json", "@weekly", "ENOENT"] {
        let asks = format!("      contains: \"{text}\"\n");
        check(TS, &asks, code, "yes", "is a value in its code");
    }
    check(
        TS,
        "      contains: xml\n",
        code,
        "unknown",
        "only in a string",
    );
    check(
        TS,
        "      contains_regex: xml\n",
        code,
        "no",
        "only in a string",
    );
    let code = "export const f = (x: Kind) => x.warn('MAIN_DEP001', load('java.time.Year'), '[Redacted]');\n";
    for text in ["MAIN_DEP001", "java.time.Year"] {
        let asks = format!("      contains: \"{text}\"\n");
        check(TS, &asks, code, "yes", "is a value in its code");
    }
    check(
        TS,
        "      contains: Redacted\n",
        code,
        "unknown",
        "only in a string",
    );
    check(
        TS,
        "      contains: time.Year\n",
        code,
        "unknown",
        "only in a string",
    );
    let comment = "// json\nexport const f = (x: Kind) => x.is('toml');\n";
    check(
        TS,
        "      contains: json\n",
        comment,
        "no",
        "only in a comment",
    );
    let name = "export const f = (x: Kind) => x.is('makeJson');\n";
    check(
        TS,
        "      contains: makeJson\n",
        name,
        "unknown",
        "only in a string",
    );
}

/// What can stand nowhere else is meant where it stands.
#[test]
fn what_can_be_no_code_is_looked_for_in_strings() {
    let code = "export const head = (x: Head) => x.set('Content-Length', '/api/users') + 'looks like a number';\n";
    for text in ["Content-Length", "/api/users", "looks like a number"] {
        let asks = format!("      contains: \"{text}\"\n");
        check(TS, &asks, code, "yes", "is in its code");
    }
    let code = "export const escaped = (x: Say) => same(x.escape('a & b'), 'a &amp; b &#39;');\n";
    for text in ["&amp;", "&#39;"] {
        let asks = format!("      contains: \"{text}\"\n");
        check(TS, &asks, code, "yes", "");
    }
    let code = "export const say = (x: Say) => x.put('at %02x', '6EiB', 'since 4.9.0', '12u8');\n";
    for text in ["%02x", "6EiB", "4.9.0"] {
        let asks = format!("      contains: \"{text}\"\n");
        check(TS, &asks, code, "yes", "is in its code");
    }
    let code = "test('cyclic (allowed)', () => open('#!/usr/bin/env node\\n', '/golden.json', 'Promise { ? }', 'exit_zero'));\n";
    for text in [
        "cyclic (allowed)",
        "golden.json",
        "Promise { ? }",
        "exit_zero",
    ] {
        let asks = format!("      contains: '{text}'\n");
        check(TS, &asks, code, "yes", "");
    }
    for text in ["open(1)", "let a", "a => b", "a = b", "@Test", "Map<A"] {
        let asks = format!("      contains: '{text}'\n");
        let code = format!("export const a = (x: Say) => x.say(\"{text}\");\n");
        check(TS, &asks, &code, "no", "only in a string");
    }
    // Where functions bear such names, one may have been meant.
    let keys = "def f(x):\n    return x.say('exit_zero')\n";
    let asks = "      contains: exit_zero\n";
    check("a.py", asks, keys, "unknown", "only in a string");
    let program = "#!/usr/bin/env node\nrun(1);\n";
    check(
        "bin/cmd.js",
        "      contains: '#!/usr/bin/env node'\n",
        program,
        "yes",
        "",
    );
    let code = "export const say = (x: Say) => x.put('at %02x', '6EiB', 'since 4.9.0', '12u8');\n";
    let asks = "      contains: 12u8\n";
    check(TS, asks, code, "no", "only in a string");
    let shown = "def f(x):\n    return x.say('<Local>')\n";
    check("a.py", "      contains: <Local>\n", shown, "yes", "");
    let setup = "setup(name='spam', entry_points={'eggs': ['beans = spam_beans']})\n";
    let asks = "      contains: spam_beans\n";
    check("setup.py", asks, setup, "yes", "a tool looks for");
    check("spam.py", asks, setup, "unknown", "only in a string");
    let comment = "// Content-Length\nexport const head = (x: Head) => x.get(1);\n";
    check(
        TS,
        "      contains: Content-Length\n",
        comment,
        "no",
        "only in a comment",
    );
}

#[test]
fn a03_to_a05_only_a_real_export_counts() {
    check(
        TS,
        GET,
        "export function getUsers(x: number) { return x * 2; }\n",
        "no",
        "`get` is not exported",
    );
    check(
        TS,
        GET,
        "function get(x: number) { return x * 2; }\nexport const b = get(2);\n",
        "no",
        "defined, line 1, and not exported",
    );
    check(
        TS,
        GET,
        "// export function get() {}\nexport const b = (x: number) => x + 1;\n",
        "no",
        "not exported",
    );
    check(
        RUST,
        GET,
        "fn get(x: u8) -> u8 { x + 1 }\npub fn b() -> u8 { get(1) }\n",
        "no",
        "defined, line 1",
    );
    check(
        RUST,
        GET,
        "pub(crate) fn get(x: u8) -> u8 { x + 1 }\n",
        "no",
        "within its crate alone",
    );
    check(
        RUST,
        GET,
        "pub fn get(x: u8) -> u8 { x + 1 }\n",
        "yes",
        "exports `get`",
    );
    check(
        TS,
        GET,
        "const get = (x: number) => x + 1;\nexport { get };\n",
        "yes",
        "exports `get`",
    );
    check(
        TS,
        GET,
        "export default function get(x: number) { return x + 1; }\n",
        "yes",
        "as its default",
    );
    check(
        TS,
        "      exports: [Get]\n",
        "export interface Get { a: string }\nexport const z = (x: number) => x + 1;\n",
        "yes",
        "as a type",
    );
    check(
        TS,
        GET,
        "export type get = () => void;\nexport const z = (x: number) => x + 1;\n",
        "unknown",
        "as a type alone",
    );
    check(
        RUST,
        GET,
        "pub struct S(u8);\nimpl S { pub fn get(&self) -> u8 { self.0 + 1 } }\n",
        "yes",
        "as a member, `S::get`",
    );
    check(
        RUST,
        "      exports: [\"S::get\"]\n",
        "pub struct S(u8);\nimpl S { pub fn get(&self) -> u8 { self.0 + 1 } }\n",
        "yes",
        "",
    );
}

#[test]
fn a06_and_a07_lists_in_brackets_are_read() {
    let half = "export async function GET(r: Request) { return Response.json(await all(r)); }\n";
    let both = format!(
        "{half}export async function POST(r: Request) {{ return Response.json(await put(r)); }}\n"
    );
    for list in [
        "[\"GET\", \"POST\"]",
        "[GET, POST]",
        "\n        - GET\n        - 'POST'",
    ] {
        let asks = format!("      exports: {list}\n");
        check(TS, &asks, half, "no", "`POST` is not exported");
        check(TS, &asks, &both, "yes", "");
    }
}

#[test]
fn a08_to_a10_lines_of_code_are_counted() {
    let asks = "      min_lines: 30 # at least\n";
    let code = |lines: usize| {
        (0..lines)
            .map(|i| format!("pub const A{i}: u8 = {i};\n"))
            .collect::<String>()
    };
    check(
        RUST,
        asks,
        &format!("{}{}", code(10), "\n".repeat(50)),
        "no",
        "10 lines of code (60 with comments and blanks), 30 are asked",
    );
    check(
        RUST,
        asks,
        &format!("{}{}", code(19), "// comment\n".repeat(50)),
        "no",
        "19 lines of code",
    );
    check(RUST, asks, &code(29), "no", "29 lines of code");
    check(RUST, asks, &code(30), "yes", "30 lines of code");
    check(RUST, asks, code(30).trim_end(), "yes", "30 lines of code");
}

#[test]
fn a11_and_a12_what_is_no_file_or_empty() {
    let plain = World::new("  artifacts:\n    - path: src/a.rs\n");
    for (at, reason) in [
        (At::Directory, "a folder stands there"),
        (At::LinkOutside, "symbolic link"),
        (At::Special, "no regular file"),
    ] {
        let world = World::new("  artifacts:\n    - path: src/a.rs\n").at(RUST, at);
        let item = world.only(ItemKind::Artifact);
        assert_eq!(
            (answer(&item), item.word.as_str(), item.level),
            ("no", "MISSING", Some(1))
        );
        assert!(item.reason.contains(reason), "{}", item.reason);
    }
    assert_eq!(
        plain.only(ItemKind::Artifact).reason,
        "there is no such file"
    );
    check(RUST, "", "", "no", "the file is empty");
    check(RUST, "", " \n\n", "no", "the file is empty");
    check(RUST, "", "// later\n", "no", "holds no code");
    check("pkg/__init__.py", "", "", "yes", "");
    let binary = World::new("  artifacts:\n    - path: a.png\n").at("a.png", At::NotText);
    assert_eq!(answer(&binary.only(ItemKind::Artifact)), "yes");
    for at in [At::NotText, At::TooLarge] {
        let world =
            World::new("  artifacts:\n    - path: a.bin\n      min_lines: 2\n").at("a.bin", at);
        assert_eq!(answer(&world.only(ItemKind::Artifact)), "unknown");
    }
}

#[test]
fn a13_stubs_are_not_real() {
    for body in ["todo!()", "unimplemented!()", "todo!(\"later\")"] {
        let code = format!("pub fn get(x: u8) -> u8 {{ {body} }}\n");
        check(
            RUST,
            GET,
            &code,
            "no",
            "`get`, line 1, says that it is not implemented",
        );
    }
    let code =
        "export function get(x: number): number {\n  throw new Error('not implemented');\n}\n";
    check(TS, GET, code, "no", "`get`, line 1");
    let item = world(TS, GET, code).only(ItemKind::Artifact);
    assert_eq!(
        (item.word.as_str(), item.level, item.fixable),
        ("STUB", Some(2), true)
    );
    assert_eq!(item.missing, ["do the work of `get`, line 1"]);
    assert_eq!(item.location.and_then(|it| it.line), Some(1));
    check(
        "tests/a.rs",
        "",
        "#[test]\nfn works() { assert!(true); }\n",
        "no",
        "asserts what holds whatever the code does",
    );
}

#[test]
fn what_only_may_be_hollow_is_said_and_does_not_fail() {
    let code = "pub fn get(_x: u8) -> u8 { 7 }\n";
    let world = world(RUST, GET, code).changed('M', RUST);
    let report = world.report();
    assert_eq!(answer(&world.only(ItemKind::Artifact)), "yes");
    let rules: Vec<&str> = report.feedback.iter().map(|it| &*it.rule).collect();
    assert_eq!(rules, ["fixed-value", "nothing-run"]);
}

#[test]
fn a16_to_a21_texts_of_yaml_mean_what_they_mean() {
    let code = "export const say = (x: string) => log(`say(\"hi\")`, x);\n";
    check(
        TS,
        "      contains: \"say(\\\"hi\\\")\"\n",
        code,
        "no",
        "only in a string",
    );
    check(TS, "      contains: 'log('\n", code, "yes", "");
    check(
        TS,
        "      contains: |\n        const say\n",
        code,
        "yes",
        "",
    );
    check(
        TS,
        "      contains: |\n        const nothing\n",
        code,
        "no",
        "the text `const nothing` is not in it",
    );
    check("'src/a.ts'", "", code, "no", "no such file");
    let world = World::new("  artifacts:\n    - path: 'src/a.ts'\n").file(TS, code);
    assert_eq!(answer(&world.only(ItemKind::Artifact)), "yes");
}

#[test]
fn a22_a_conflict_is_not_resolved() {
    let code = "pub fn a() -> u8 {\n<<<<<<< ours\n    1\n=======\n    2\n>>>>>>> theirs\n}\n";
    check(
        RUST,
        "",
        code,
        "no",
        "a merge conflict is not resolved, line 2",
    );
}

#[test]
fn languages_without_a_grammar_are_weak() {
    let def = "      contains: \"def append\"\n";
    check("a.rb", def, "def append(x):\n    return x\n", "yes", "weak");
    check(
        "a.rb",
        def,
        "# def append(x):\ndef other(x):\n    return x\n",
        "no",
        "only in a comment",
    );
    check(
        "a.rb",
        def,
        "# x\n# def append\nx = 1\n",
        "no",
        "only in a comment",
    );
    check(
        "a.rb",
        GET,
        "def get():\n    return 1\n",
        "unknown",
        "not known",
    );
    check(
        "a.rb",
        GET,
        "def other():\n    return 1\n",
        "no",
        "not exported",
    );
    check("a.odd", def, "def append\n", "unknown", "can't be told");
    check(
        "README.md",
        "      contains: \"# Usage\"\n",
        "# Usage\nRun it.\n",
        "yes",
        "",
    );
    check(
        "a.rb",
        "      min_lines: 2\n",
        "# a\n# b\n# c\nx = 1\n",
        "no",
        "1 lines of code",
    );
}

#[test]
fn passed_on_names_are_followed() {
    let plan =
        "  artifacts:\n    - path: src/index.ts\n      exports: [get]\n    - path: src/impl.ts\n";
    let barrel = "export { get } from './impl';\n";
    let good = "export const get = (x: number) => x + 1;\n";
    let bad = "export const other = (x: number) => x + 1;\n";
    for (index, inner, expected) in [
        (barrel, good, "yes"),
        (barrel, bad, "no"),
        ("export * from './impl';\n", good, "yes"),
        ("export * from './impl';\n", bad, "no"),
        ("export * from './elsewhere';\n", good, "no"),
        ("export * from 'elsewhere';\n", good, "unknown"),
    ] {
        let world = World::new(plan)
            .file("src/index.ts", index)
            .file("src/impl.ts", inner);
        let report = world.report();
        let item = report
            .items
            .iter()
            .find(|it| it.text == "src/index.ts")
            .unwrap();
        assert_eq!(answer(item), expected, "{index} {inner} {}", item.reason);
    }
}

#[test]
fn several_things_asked_are_all_answered() {
    let asks =
        "      min_lines: 5\n      contains: \"struct Ledger\"\n      exports: [Ledger, append]\n";
    let item = world(RUST, asks, "pub fn other(x: u8) -> u8 { x + 1 }\n").only(ItemKind::Artifact);
    assert_eq!(item.missing.len(), 4, "{item:#?}");
    assert!(item.reason.contains("; "));
}

#[test]
fn two_entries_of_one_file_have_each_their_item() {
    let world = World::new("  artifacts:\n    - path: src/a.rs\n      contains: \"fn a\"\n    - path: src/a.rs\n      contains: \"fn b\"\n")
        .file(RUST, "pub fn b(x: u8) -> u8 { x + 1 }\n");
    let report = world.report();
    sound(&report);
    let answers: Vec<_> = report
        .items
        .iter()
        .map(|it| (it.id.as_str(), answer(it)))
        .collect();
    assert_eq!(
        answers,
        [("artifact:src/a.rs", "no"), ("artifact:src/a.rs#2", "yes")]
    );
}

#[test]
fn a_name_in_the_wrong_case_is_another_file() {
    let world = World::new("  artifacts:\n    - path: src/a.rs\n    - path: src/A.rs\n")
        .file("src/A.rs", "pub fn a(x: u8) -> u8 { x + 1 }\n");
    let report = world.report();
    let item = report
        .items
        .iter()
        .find(|it| it.text == "src/a.rs")
        .unwrap();
    assert_eq!(answer(item), "no");
    assert!(
        item.reason
            .contains("`src/A.rs` differs in its letters' case")
    );
}

#[test]
fn nobody_looked_is_unknown() {
    let world = World::new("  artifacts:\n    - path: src/a.rs\n");
    let report = verify::conclude(&verify::Input {
        plan: &world.plan,
        promise: &world.promise,
        partial: false,
        gated: true,
        planned: true,
        mode: world.mode,
        options: &world.options,
        tree: None,
        inspections: &[],
        evidence: &[],
        changed: &[],
        undeclared: &[],
        lost: &[],
        told: &[],
        unfit: &[],
        unprepared: None,
        switched_off: &[],
        left_out: &[],
        trials: &[],
        places: &[],
        guards: &[],
        measured: None,
        previous: None,
    });
    sound(&report);
    assert_eq!(answer(&report.items[0]), "unknown");
}

/// Texts that people read, fields as exports, and lines as an editor counts them.
#[test]
fn what_a_plan_asks_loosely() {
    let help = "package a\n\nvar usage = \"one of isc, zlib, boost\"\n\nfunc Usage() string { return usage }\n";
    check(
        "a.go",
        "      contains: \"isc, zlib, boost\"\n",
        help,
        "yes",
        "",
    );
    let note = "package a\n\n// Old is New.\n//\n// Deprecated: Use New.\nfunc Old() int { return New() }\n";
    check(
        "a.go",
        "      contains: \"Deprecated: Use New\"\n",
        note,
        "yes",
        "",
    );
    let code = "package a\n\nvar usage = \"func Serve\"\n\nfunc Usage() string { return usage }\n";
    check(
        "a.go",
        "      contains: \"func Serve\"\n",
        code,
        "no",
        "only in a string",
    );
    let small = "package a\n\ntype timer struct{ at int }\n\nfunc (t timer) Next() int { return t.at + 1 }\n";
    check("a_test.go", "      exports: [timer]\n", small, "yes", "");
    check("a.go", "      exports: [timer]\n", small, "no", "");
    let program = small.replace("package a", "package main");
    check("main.go", "      exports: [timer]\n", &program, "yes", "");
    check("main.go", "      exports: [Timer]\n", &program, "no", "");
    let doc = "// Package a counts.\n//\n// It is half-open at first.\npackage a\n";
    check("doc.go", "      contains: half-open\n", doc, "yes", "");
    let bare =
        "// It is half-open at first.\npackage a\n\nfunc Next(at int) int { return at + 1 }\n";
    check(
        "a.go",
        "      contains: half-open\n",
        bare,
        "no",
        "only in a comment",
    );
    for (text, found) in [
        ("several threads", "yes"),
        ("deprecated", "yes"),
        ("func threads", "no"),
    ] {
        let code = format!(
            "package a\n\n// Next is for {text}.\nfunc Next(at int) int {{ return at + 1 }}\n"
        );
        let asks = format!("      contains: \"{text}\"\n");
        check("a.go", &asks, &code, found, "");
    }
    let field = "package a\n\n// Router routes.\ntype Router struct {\n\t// SavePath keeps it.\n\tSavePath bool\n\tother    int\n}\n";
    check("a.go", "      exports: [SavePath]\n", field, "yes", "");
    check("a.go", "      exports: [LosePath]\n", field, "no", "");
    let body = "\t// one\n\tn++\n".repeat(17);
    let long = format!("package a\n\nfunc F(n int) int {{\n{body}\treturn n\n}}\n");
    check("a.go", "      min_lines: 24\n", &long, "yes", "");
    check(
        "a.go",
        "      min_lines: 40\n",
        &long,
        "no",
        "lines of code",
    );
}

#[test]
fn a_key_is_the_name_of_something() {
    let asks = "      contains: exit_zero\n";
    for code in [
        "DEFAULTS = {\n    \"paths\": [],\n    \"exit_zero\": False,\n}\n",
        "def run(config):\n    return 0 if config[\"exit_zero\"] else 1\n",
        "def run(config):\n    return config.get('exit_zero', 1)\n",
    ] {
        check("src/a.py", asks, code, "yes", "");
    }
    for code in [
        "def run(log):\n    log(\"exit_zero\")\n    return 1\n",
        "__all__ = [\"exit_zero\"]\n",
        "def run(log):\n    log(\"set exit_zero for that\")\n    return 1\n",
    ] {
        check("src/a.py", asks, code, "unknown", "only in a string");
    }
    let noted = "# config[\"exit_zero\"]\ndef run(log):\n    return log(1)\n";
    check("src/a.py", asks, noted, "no", "");
}

#[test]
fn what_a_test_gives_stands_in_its_texts() {
    let asks = "      contains: \"--delay\"\n";
    let test = "package a\n\nfunc TestRead(t *testing.T) {\n\tif got := read(\"-g x --delay=2s\"); got != 2 {\n\t\tt.Error(got)\n\t}\n}\n";
    check("a_test.go", asks, test, "yes", "");
}

#[test]
fn what_other_strings_of_the_file_have_is_meant_in_one() {
    let asks = "      contains: \"#flag(quiet)\"\n";
    let page = |more: &str, code: &str| {
        format!("export const help = [\n  '--long  Say more #flag(long)',\n  {more}\n];\n{code}")
    };
    let own = "'--quiet  Say less #flag(quiet)',";
    check(TS, asks, &page(own, ""), "yes", "#flag(quiet)");
    check(TS, asks, &page("", ""), "no", "is not in it");
    let alone = "export const help = ['--quiet  Say less #flag(quiet)'];\n";
    check(TS, asks, alone, "no", "only in a string");
    let called = "class A { #flag(a) { return a + 1; } }\n";
    check(TS, asks, &page(own, called), "no", "only in a string");
}

/// Languages without a grammar here have comments too, each its own.
#[test]
fn text_in_a_comment_is_none_in_any_language() {
    for (path, text, stands) in [
        ("a.sql", "select 1 -- wanted\n", false),
        ("a.sql", "select wanted -- one\n", true),
        ("a.rb", "a # wanted\n", false),
        ("a.kt", "a /* b\nwanted */ d // e\n", false),
        ("a.kt", "a /* b\nc */ wanted // e\n", true),
        ("a.kt", "a /* never closed, wanted", false),
        ("a.md", "# wanted\n", true),
        ("a.html", "<b><!-- wanted --></b>\n", false),
        ("deploy/Dockerfile", "# wanted\nRUN a\n", false),
    ] {
        let item = world(path, "      contains: wanted\n", text).only(ItemKind::Artifact);
        assert_eq!(answer(&item) != "no", stands, "{path}: {item:#?}");
    }
}
