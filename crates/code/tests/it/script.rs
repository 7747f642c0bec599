//! What only TypeScript and JavaScript have: ways to load, ways to start.

use code::ImportKind;

use crate::read;

#[test]
fn modules_are_loaded_in_many_ways() {
    use ImportKind::{Dynamic, Require};
    let cases: [(&str, &[(&str, ImportKind)]); 25] = [
        (
            "import(`./pages/${name}.vue`);",
            &[("./pages/**.vue", Dynamic)],
        ),
        (
            "import('./pages/' + name + '.js');",
            &[("./pages/**.js", Dynamic)],
        ),
        (
            "require(`../langs/${a}/${b}`);",
            &[("../langs/**/**", Require)],
        ),
        ("import(`./all`);", &[("./all", Dynamic)]),
        ("import(name);", &[]),
        ("import(`${name}.js`);", &[]),
        ("import('a' + b);", &[]),
        (
            "import.meta.glob('./pages/*.ts', { eager: true });",
            &[("./pages/*.ts", Dynamic)],
        ),
        (
            "import.meta.glob(['./a/*.ts', '!./a/x.ts', '@/b/**/*.vue']);",
            &[("./a/*.ts", Dynamic), ("@/b/**/*.vue", Dynamic)],
        ),
        (
            "require.context('./x', true, /\\.vue$/);",
            &[("./x/**/*.vue", Dynamic)],
        ),
        ("require.context('./x/', false);", &[("./x/*", Dynamic)]),
        (
            "require.context('./x', true, /a|b/);",
            &[("./x/**/*", Dynamic)],
        ),
        ("require.resolve('./x');", &[("./x", Require)]),
        ("require.resolve('./x', { paths: [dir] });", &[]),
        (
            "new Worker(new URL('./w', import.meta.url));",
            &[("./w", Dynamic)],
        ),
        (
            "const u = new URL('./w.ts', import.meta.url);",
            &[("./w.ts", Dynamic)],
        ),
        ("const u = new URL('./w.wasm', import.meta.url);", &[]),
        ("const u = new URL('/w.ts', location.href);", &[]),
        (
            "run(path.join(__dirname, 'lib', 'worker.js'));",
            &[("./lib/worker.js*", Dynamic)],
        ),
        (
            "use(require(path.join(__dirname, 'plugins', name + '.js')));",
            &[("./plugins/**.js*", Dynamic)],
        ),
        ("require(path.join(__dirname, name + '.js'));", &[]),
        ("read(path.join(__dirname, 'data.json'));", &[]),
        ("run(path.join(root, 'worker.js'));", &[]),
        ("// import.meta.glob('./x/*.ts')", &[]),
        ("if (false) { import(`./x/${a}.ts`); }", &[]),
    ];
    for (source, expected) in cases {
        let facts = read("a.ts", source);
        let found: Vec<(&str, ImportKind)> = facts
            .imports
            .iter()
            .map(|i| (i.path.as_str(), i.kind))
            .collect();
        assert_eq!(found, expected, "{source}");
    }
}

#[test]
fn a_file_may_start_by_itself() {
    let cases = [
        ("#!/usr/bin/env node\ngo();\n", Some(1)),
        ("go();\nif (require.main === module) { main(); }\n", Some(2)),
        ("if (module === require.main) main();\n", Some(1)),
        ("if (import.meta.main) { main(); }\n", Some(1)),
        ("export function main() { go(); }\n", None),
        ("// #!/usr/bin/env node\n", None),
        ("const a = 'require.main === module';\n", None),
    ];
    for (source, expected) in cases {
        assert_eq!(read("a.js", source).starts, expected, "{source}");
    }
}
