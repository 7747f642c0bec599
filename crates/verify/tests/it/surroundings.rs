//! New code that looks undone by itself and follows from what stands around it, and the same without anything around it.

use crate::world::World;

/// A path with its text.
type File<'t> = (&'t str, &'t str);

/// The names of rules of everything that is wrong with a change that adds one file, or gives it another text.
fn wrong(path: &str, before: &str, after: &str, around: &[File<'_>]) -> Vec<String> {
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    for (path, text) in around {
        world.before.insert((*path).to_owned(), (*text).to_owned());
        world = world.file(path, text);
    }
    let kind = match before {
        "" => 'A',
        _ => {
            world.before.insert(path.to_owned(), before.to_owned());
            'M'
        }
    };
    let report = world.file(path, after).changed(kind, path).report();
    let gates = report.items.iter().filter(|it| it.id.starts_with("gate:"));
    gates
        .map(|it| format!("{}: {}", it.id, it.reason))
        .collect()
}

/// Each is wrong alone, and right in its surroundings. All wrong answers are shown at once.
#[test]
fn what_others_say_is_no_work_left_undone() {
    const APP: File<'_> = (
        "package.json",
        "{ \"name\": \"app\", \"main\": \"src/index.js\" }\n",
    );
    const CARGO: File<'_> = (
        "Cargo.toml",
        "[package]\nname = \"a\"\nversion = \"1.0.0\"\n",
    );
    let of = |name: &str| format!("const all = {{ name: '{name}' }};\nmodule.exports = all;\n");
    let (de, fr, it, es, sr) = (of("de"), of("fr"), of("it"), of("es"), of("sr"));
    let table = "<script>\nexport default {\n  props: { stripe: Boolean, highlightAll: Boolean },\n  computed: { on() { return this.stripe; } },\n};\n</script>\n<template><div :class=\"{ on }\" /></template>\n";
    let plain = "<script>\nexport default {\n  props: { stripe: Boolean },\n  computed: { on() { return this.stripe; } },\n};\n</script>\n<template><div :class=\"{ on }\" /></template>\n";
    let index = "import table from './table.vue';\nimport body from './body';\nimport { useScroll, useData, useFocus } from './use';\nexport default [table, body, useScroll, useData, useFocus];\n";
    type Case<'t> = (
        &'t str,
        &'t str,
        &'t str,
        &'t str,
        &'t [File<'t>],
        &'t [File<'t>],
    );
    let cases: [Case<'_>; 5] = [
        (
            "a prop that the body of the table reads",
            "src/table.vue",
            plain,
            table,
            &[
                ("src/body.js", "export default (table) => table.size();\n"),
                ("src/index.js", index),
            ],
            &[
                (
                    "src/body.js",
                    "export default (it) => (it.table.highlightAll ? it.all() : []);\n",
                ),
                ("src/index.js", index),
            ],
        ),
        (
            "one of a family that all take the same",
            "src/use-words.js",
            "",
            "export function useWords(props, context, given) {\n  const find = (name) => props.words[name] || context.word(name);\n  return { find };\n}\n",
            &[(
                "src/index.js",
                "import { useWords } from './use-words';\nexport default useWords;\n",
            )],
            &[
                (
                    "src/index.js",
                    "import { useWords } from './use-words';\nimport { useScroll, useData } from './use';\nexport default [useWords, useScroll, useData];\n",
                ),
                (
                    "src/use.js",
                    "export function useScroll(props, context, given) {\n  return given.start(props.at);\n}\nexport function useData(props, context, given) {\n  return given.load(props.from, context);\n}\n",
                ),
            ],
        ),
        (
            "the same function on another platform",
            "src/imp/other.rs",
            "pub fn create(path: &Path) -> io::Result<File> {\n    open(path)\n}\npub fn keep(path: &Path) -> io::Result<()> {\n    drop_mark(path)\n}\n",
            "pub fn create(path: &Path, _mode: Option<&Mode>) -> io::Result<File> {\n    open(path)\n}\npub fn keep(path: &Path) -> io::Result<()> {\n    drop_mark(path)\n}\n",
            &[
                (
                    "src/lib.rs",
                    "mod imp;\npub fn go(p: &Path) { imp::create(p, None); imp::keep(p); }\n",
                ),
                ("src/imp/mod.rs", "mod other;\npub use other::*;\n"),
            ],
            &[
                (
                    "src/lib.rs",
                    "mod imp;\npub fn go(p: &Path) { imp::create(p, None); imp::keep(p); }\n",
                ),
                (
                    "src/imp/mod.rs",
                    "#[cfg(unix)]\nmod unix;\n#[cfg(unix)]\npub use unix::*;\n#[cfg(not(unix))]\nmod other;\n#[cfg(not(unix))]\npub use other::*;\n",
                ),
                (
                    "src/imp/unix.rs",
                    "pub fn create(path: &Path, mode: Option<&Mode>) -> io::Result<File> {\n    open_as(path, mode)\n}\npub fn keep(path: &Path) -> io::Result<()> {\n    unlink(path)\n}\n",
                ),
            ],
        ),
        (
            "one translation more",
            "src/lang/sr.js",
            "",
            &sr,
            &[
                (
                    "src/index.js",
                    "const de = require('./lang/de');\nmodule.exports = de.name;\n",
                ),
                ("src/lang/de.js", &de),
            ],
            &[
                (
                    "src/index.js",
                    "const de = require('./lang/de');\nmodule.exports = de.name;\n",
                ),
                ("src/lang/de.js", &de),
                ("src/lang/fr.js", &fr),
                ("src/lang/it.js", &it),
                ("src/lang/es.js", &es),
                ("src/lang/pt.js", &es),
                ("src/lang/nl.js", &es),
            ],
        ),
        (
            "a door beside the manifest",
            "async.js",
            "",
            "module.exports = require('./src/async');\n",
            &[
                (
                    "src/index.js",
                    "const run = require('./async');\nmodule.exports = run;\n",
                ),
                (
                    "src/async.js",
                    "module.exports = function run(x) {\n  return x.go();\n};\n",
                ),
                ("lib/package.json", "{}\n"),
            ],
            &[
                (
                    "src/index.js",
                    "const run = require('./async');\nmodule.exports = run;\n",
                ),
                (
                    "src/async.js",
                    "module.exports = function run(x) {\n  return x.go();\n};\n",
                ),
            ],
        ),
    ];
    let mut told = String::new();
    for (name, path, before, after, alone, among) in cases {
        let manifest = if path.ends_with(".rs") { CARGO } else { APP };
        let closed = (
            "package.json",
            "{ \"name\": \"app\", \"main\": \"src/index.js\", \"exports\": { \".\": \"./src/index.js\" } }\n",
        );
        let first = if path == "async.js" { closed } else { manifest };
        let alone: Vec<_> = [&[first][..], alone].concat();
        let among: Vec<_> = [&[manifest][..], among].concat();
        let found = wrong(path, before, after, &alone);
        if found.is_empty() {
            told.push_str(&format!("\n{name}: nothing is found where it stands alone"));
        }
        let found = wrong(path, before, after, &among);
        if !found.is_empty() {
            told.push_str(&format!("\n{name}: {found:#?}"));
        }
    }
    assert!(told.is_empty(), "{told}");
}

/// A function that is on its way out may do nothing, once nobody but its tests calls it.
#[test]
fn what_is_on_its_way_out_may_do_nothing() {
    let before = "class Range {\n    /** Keeps it. */\n    public void track(Node node) {\n        node.put(KEY, this);\n    }\n    public int size() {\n        return end - start;\n    }\n}\n";
    let idle = |comment: &str| {
        format!(
            "class Range {{\n    /**\n     {comment}\n     */\n    public void track(Node node) {{}}\n    public int size() {{\n        return end - start;\n    }}\n}}\n"
        )
    };
    let path = "src/main/java/Range.java";
    let caller = |call: &str| {
        format!(
            "class Tree {{\n    void go(Range range, Node node) {{\n        {call}\n    }}\n}}\n"
        )
    };
    let cases = [
        ("@deprecated no-op; moved", "node.use(range.size());", true),
        ("@deprecated no-op; moved", "range.track(node);", false),
        ("Keeps nothing.", "node.use(range.size());", false),
        (
            "Keeps nothing.\n     */\n    @Deprecated\n    /*",
            "node.use(range.size());",
            true,
        ),
    ];
    for (comment, call, fine) in cases {
        let tree = caller(call);
        let around = [
            ("pom.xml", "<project/>\n"),
            ("src/main/java/Tree.java", tree.as_str()),
        ];
        let found = wrong(path, before, &idle(comment), &around);
        let gutted = found.iter().any(|it| it.starts_with("gate:work-removed"));
        assert_eq!(gutted, !fine, "{comment} {call}: {found:#?}");
    }
}
