//! What specifiers of TypeScript and JavaScript mean in a tree, and where programs begin.

use std::sync::Arc;

use code::{Language, Limits, facts};
use project::{Project, Target, is_manifest};

/// A tree of these files.
fn tree(files: &[(&str, &str)]) -> Project {
    let paths = files.iter().map(|(path, _)| (*path).to_owned());
    let code = files
        .iter()
        .filter(|(path, _)| Language::of_path(path).is_script());
    let code = code.map(|(path, text)| {
        let facts = facts(Language::of_path(path), text, &Limits::default());
        ((*path).to_owned(), Arc::new(facts))
    });
    let manifests: Vec<(String, String)> = files
        .iter()
        .filter(|(path, _)| is_manifest(path))
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect();
    Project::new(paths, code, &manifests)
}

/// What every import of a file means: paths, or one word.
fn meant(project: &Project, path: &str) -> Vec<String> {
    let imports = project.facts(path).map_or(&[][..], |facts| &facts.imports);
    let targets = imports
        .iter()
        .map(|import| match project.resolve(path, import) {
            Target::Files(files) => files.join(" "),
            Target::Outside => "outside".to_owned(),
            Target::Missing => "missing".to_owned(),
            Target::Shut(..) => "shut".to_owned(),
            Target::Unknown(_) => "unknown".to_owned(),
        });
    targets.collect()
}

/// Checks what a specifier means when it stands in a file of a tree.
fn check(from: &str, others: &[(&str, &str)], cases: &[(&str, &str)]) {
    for (specifier, expected) in cases {
        let source = match specifier.contains(['(', '`']) {
            true => format!("{specifier};\n"),
            false => format!("import '{specifier}';\n"),
        };
        let mut files = others.to_vec();
        files.push((from, &source));
        assert_eq!(meant(&tree(&files), from), [*expected], "{specifier}");
    }
}

#[test]
fn relative_names() {
    let others = [
        ("src/b.ts", ""),
        ("src/both.ts", ""),
        ("src/both.js", ""),
        ("src/d.jsx", ""),
        ("src/e.mts", ""),
        ("src/f/index.tsx", ""),
        ("src/g/package.json", "{ \"main\": \"./start.js\" }"),
        ("src/g/start.js", ""),
        ("src/h.vue", ""),
        ("src/i.svelte", ""),
        ("src/j.json", "{}"),
        ("src/k.svg", ""),
        ("src/l.module.ts", ""),
        ("src/m.ios.tsx", ""),
        ("src/m.android.tsx", ""),
        ("src/n.d.ts", ""),
        ("src/index.ts", ""),
        ("top.ts", ""),
    ];
    check(
        "src/a.ts",
        &others,
        &[
            ("./b", "src/b.ts"),
            ("./b.js", "src/b.ts"),
            ("./b.ts", "src/b.ts"),
            ("./both.js", "src/both.ts"),
            ("./d", "src/d.jsx"),
            ("./d.js", "src/d.jsx"),
            ("./e.mjs", "src/e.mts"),
            ("./f", "src/f/index.tsx"),
            ("./f/", "src/f/index.tsx"),
            ("./f/index.js", "src/f/index.tsx"),
            ("./g", "src/g/start.js"),
            ("./h.vue", "src/h.vue"),
            ("./i.svelte", "src/i.svelte"),
            ("./j.json", "src/j.json"),
            ("./k.svg", "src/k.svg"),
            ("./k.svg?url", "src/k.svg"),
            ("./b?worker", "src/b.ts"),
            ("./l.module", "src/l.module.ts"),
            ("./m", "src/m.ios.tsx src/m.android.tsx"),
            ("./n", "src/n.d.ts"),
            (".", "src/index.ts"),
            ("./", "src/index.ts"),
            ("../top", "top.ts"),
            ("./gone", "missing"),
            ("./b.css", "missing"),
            ("../../top", "unknown"),
            ("./generated/client", "unknown"),
            ("./routeTree.gen", "unknown"),
            ("./+types/route", "unknown"),
        ],
    );
    check(
        "src/a.js",
        &others,
        &[("./both.js", "src/both.js"), ("./both", "src/both.ts")],
    );
}

#[test]
fn names_from_outside() {
    let others = [
        ("src/react.ts", ""),
        ("package.json", "{ \"dependencies\": { \"vue\": \"3\" } }"),
    ];
    check(
        "src/a.ts",
        &others,
        &[
            ("react", "outside"),
            ("vue", "outside"),
            ("@scope/name/deep", "outside"),
            ("node:fs", "outside"),
            ("fs", "outside"),
            ("bun:test", "outside"),
            ("virtual:pwa", "outside"),
            ("https://deno.land/x/a.ts", "outside"),
        ],
    );
}

#[test]
fn names_that_a_compiler_maps() {
    let others = [
        (
            "web/tsconfig.json",
            "{ // c\n \"extends\": \"../tsconfig.base\", \"compilerOptions\": { \"baseUrl\": \"./src\", \"paths\": { \"@/*\": [\"*\", \"../gen/*\",], \"env\": [\"./env.ts\"] } } }",
        ),
        ("web/src/lib/db.ts", ""),
        ("web/src/env.ts", ""),
        ("web/gen/api.ts", ""),
        (
            "tsconfig.base.json",
            "{ \"compilerOptions\": { \"paths\": { \"#top/*\": [\"./shared/*\"] } } }",
        ),
        ("shared/x.ts", ""),
        (
            "api/tsconfig.json",
            "{ \"extends\": [\"../tsconfig.base.json\"] }",
        ),
        ("api/y.ts", ""),
    ];
    check(
        "web/src/a.ts",
        &others,
        &[
            ("@/lib/db", "web/src/lib/db.ts"),
            ("@/lib/db.js", "web/src/lib/db.ts"),
            ("@/api", "web/gen/api.ts"),
            ("env", "web/src/env.ts"),
            ("lib/db", "web/src/lib/db.ts"),
            ("@/lib/gone", "missing"),
            ("@other/lib", "outside"),
        ],
    );
    check(
        "api/a.ts",
        &others,
        &[("#top/x", "shared/x.ts"), ("#top/gone", "missing")],
    );
    let referred = [
        (
            "tsconfig.json",
            "{ \"files\": [], \"references\": [{ \"path\": \"./tsconfig.app.json\" }] }",
        ),
        (
            "tsconfig.app.json",
            "{ \"compilerOptions\": { \"paths\": { \"~/*\": [\"./app/*\"] } } }",
        ),
        ("app/x.ts", ""),
    ];
    check(
        "app/a.ts",
        &referred,
        &[("~/x", "app/x.ts"), ("~/gone", "missing")],
    );
    let as_one = [
        (
            "tsconfig.json",
            "{ \"compilerOptions\": { \"rootDirs\": [\"src\", \"made\"] } }",
        ),
        ("made/views/b.ts", ""),
    ];
    check(
        "src/views/a.ts",
        &as_one,
        &[("./b", "made/views/b.ts"), ("./c", "missing")],
    );
    let circle = [
        ("tsconfig.json", "{ \"extends\": \"./tsconfig.b.json\" }"),
        (
            "tsconfig.b.json",
            "{ \"extends\": [\"./tsconfig.json\", \"./tsconfig.b.json\"] }",
        ),
    ];
    check("a.ts", &circle, &[("@/x", "unknown"), ("x", "outside")]);
}

#[test]
fn packages_of_one_workspace() {
    let others = [
        (
            "package.json",
            "{ \"private\": true, \"workspaces\": [\"packages/*\", \"!packages/old\"] }",
        ),
        (
            "packages/ui/package.json",
            "{ \"name\": \"@acme/ui\", \"exports\": { \".\": { \"types\": \"./dist/index.d.ts\", \"import\": \"./dist/index.js\" }, \"./icons/*\": \"./dist/icons/*.js\", \"./internal/*\": null, \"./style.css\": \"./style.css\" } }",
        ),
        ("packages/ui/src/index.ts", ""),
        ("packages/ui/src/icons/add.tsx", ""),
        ("packages/ui/src/internal/x.ts", ""),
        ("packages/ui/style.css", ""),
        (
            "packages/core/package.json",
            "{ \"name\": \"core\", \"main\": \"lib/main.js\" }",
        ),
        ("packages/core/src/main.ts", ""),
        ("packages/core/util.js", ""),
        ("packages/bare/package.json", "{ \"name\": \"bare\" }"),
        ("packages/bare/index.js", ""),
        ("packages/old/package.json", "{ \"name\": \"old\" }"),
        ("packages/old/index.js", ""),
        (
            "packages/web/package.json",
            "{ \"name\": \"web\", \"imports\": { \"#db\": \"./src/db.ts\", \"#lib/*\": \"./src/lib/*.js\", \"#fs\": \"node:fs\" }, \"dependencies\": { \"old\": \"1\" } }",
        ),
        ("packages/web/src/db.ts", ""),
        ("packages/web/src/lib/x.ts", ""),
        ("packages/web/src/index.ts", ""),
    ];
    check(
        "packages/web/src/a.ts",
        &others,
        &[
            ("@acme/ui", "packages/ui/src/index.ts"),
            ("@acme/ui/icons/add", "packages/ui/src/icons/add.tsx"),
            ("@acme/ui/style.css", "packages/ui/style.css"),
            ("@acme/ui/src/index", "missing"),
            ("@acme/ui/icons/gone", "unknown"),
            ("core", "packages/core/src/main.ts"),
            ("core/util", "packages/core/util.js"),
            ("bare", "packages/bare/index.js"),
            ("old", "outside"),
            ("web", "packages/web/src/index.ts"),
            ("#db", "packages/web/src/db.ts"),
            ("#lib/x", "packages/web/src/lib/x.ts"),
            ("#lib/gone", "missing"),
            ("#fs", "outside"),
        ],
    );
    let pnpm = [
        (
            "pnpm-workspace.yaml",
            "# all\npackages:\n  # ours\n  - 'libs/**' # deep\n  - \"!**/test/**\"\ncatalog:\n  - no\n",
        ),
        ("libs/a/b/package.json", "{ \"name\": \"deep\" }"),
        ("libs/a/b/src/index.ts", ""),
        ("other/package.json", "{ \"name\": \"other\" }"),
        ("other/index.ts", ""),
    ];
    check(
        "libs/x/a.ts",
        &pnpm,
        &[("deep", "libs/a/b/src/index.ts"), ("other", "unknown")],
    );
    let linked = [
        (
            "package.json",
            "{ \"dependencies\": { \"shared\": \"file:./shared\", \"react\": \"19\" } }",
        ),
        (
            "shared/package.json",
            "{ \"name\": \"shared\", \"main\": \"x.js\" }",
        ),
        ("shared/x.js", ""),
        ("vendor/react/package.json", "{ \"name\": \"react\" }"),
        ("vendor/react/index.js", ""),
    ];
    check(
        "a.js",
        &linked,
        &[("shared", "shared/x.js"), ("react", "outside")],
    );
}

#[test]
fn aliases_of_builds() {
    let vite =
        |alias: &str| format!("export default defineConfig({{ resolve: {{ alias: {alias} }} }});");
    let cases = [
        ("{ '@': path.resolve(__dirname, './src'), }", "src/x.ts"),
        ("{ '@': resolve(__dirname, 'src') }", "src/x.ts"),
        (
            "{ '@': fileURLToPath(new URL('./src', import.meta.url)) }",
            "src/x.ts",
        ),
        ("{ '@/': `${__dirname}/src/` }", "src/x.ts"),
        ("{ '@': '/src' }", "src/x.ts"),
        ("[{ find: '@', replacement: '/src' }]", "src/x.ts"),
        (
            "[{ find: /^@\\//, replacement: path.join(__dirname, 'src/') }]",
            "src/x.ts",
        ),
        ("{ '@': path.resolve(__dirname, 'lib') }", "missing"),
        ("{ '@': somewhere() }", "unknown"),
    ];
    for (alias, expected) in cases {
        let config = vite(alias);
        check(
            "src/a.ts",
            &[("vite.config.ts", &config), ("src/x.ts", "")],
            &[("@/x", expected)],
        );
    }
    check(
        "src/a.ts",
        &[("src/x.ts", "")],
        &[
            ("@/x", "src/x.ts"),
            ("~/x", "src/x.ts"),
            ("@/y", "unknown"),
            ("/src/x.ts", "src/x.ts"),
        ],
    );
    check(
        "main.ts",
        &[
            (
                "deno.json",
                "{ \"imports\": { \"lib/\": \"./lib/\", \"std\": \"jsr:@std/x\" } }",
            ),
            ("lib/x.ts", ""),
        ],
        &[("lib/x.ts", "lib/x.ts"), ("std", "outside")],
    );
}

#[test]
fn patterns_of_files() {
    let others = [
        ("src/pages/A.vue", ""),
        ("src/pages/b.ts", ""),
        ("src/pages/deep/c.ts", ""),
        ("src/pages/deep/d.test.ts", ""),
        ("src/w.ts", ""),
        (
            "tsconfig.json",
            "{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"./src/*\"] } } }",
        ),
    ];
    check(
        "src/a.ts",
        &others,
        &[
            ("import.meta.glob('./pages/*.ts')", "src/pages/b.ts"),
            (
                "import.meta.glob('./pages/**/*.ts')",
                "src/pages/b.ts src/pages/deep/c.ts src/pages/deep/d.test.ts",
            ),
            (
                "import.meta.glob('./pages/*.{vue,ts}')",
                "src/pages/A.vue src/pages/b.ts",
            ),
            ("import.meta.glob('/src/pages/*.vue')", "src/pages/A.vue"),
            ("import.meta.glob('@/pages/*.vue')", "src/pages/A.vue"),
            ("import.meta.glob('./none/*.ts')", "unknown"),
            (
                "import(`./pages/${name}.ts`)",
                "src/pages/b.ts src/pages/deep/c.ts src/pages/deep/d.test.ts",
            ),
            (
                "import(`./pages/deep/${name}`)",
                "src/pages/deep/c.ts src/pages/deep/d.test.ts",
            ),
            ("import(`@/pages/${name}.vue`)", "src/pages/A.vue"),
            (
                "require.context('./pages', false)",
                "src/pages/A.vue src/pages/b.ts",
            ),
            ("new Worker(new URL('./w.ts', import.meta.url))", "src/w.ts"),
            ("import('./pages/b')", "src/pages/b.ts"),
            ("require('./pages/b')", "src/pages/b.ts"),
        ],
    );
}

/// Why each file of a tree is an entry: `path kind`.
fn entries(files: &[(&str, &str)]) -> Vec<String> {
    let project = tree(files);
    let found = files.iter().filter_map(|(path, _)| {
        let entry = project.entry(path)?;
        Some(format!("{path} {:?}", entry.kind))
    });
    found.collect()
}

#[test]
fn programs_begin_where_manifests_say() {
    let package = "{ \"main\": \"dist/main.js\", \"bin\": { \"x\": \"./dist/cli.js\" }, \"exports\": { \"./sub\": \"./dist/sub/index.mjs\", \"./all/*\": \"./dist/all/*.js\" }, \
        \"scripts\": { \"start\": \"cross-env A=1 tsx watch src/start.ts\", \"seed\": \"node ./db/fill.js && echo x\", \"lint\": \"eslint src/util.ts\" }, \"jest\": { \"setupFiles\": [\"<rootDir>/prepare.js\"] } }";
    assert_eq!(
        entries(&[
            ("package.json", package),
            ("src/main.ts", ""),
            ("src/cli.ts", ""),
            ("src/sub/index.ts", ""),
            ("src/all/one.ts", ""),
            ("src/start.ts", ""),
            ("db/fill.js", ""),
            ("prepare.js", ""),
            ("src/util.ts", ""),
            ("src/lib/x.ts", ""),
            ("src/run.js", "#!/usr/bin/env node\n"),
        ]),
        [
            "src/main.ts Library",
            "src/cli.ts Program",
            "src/sub/index.ts Library",
            "src/all/one.ts Library",
            "src/start.ts Program",
            "db/fill.js Tool",
            "prepare.js Test",
            "src/run.js Program",
        ]
    );
}

#[test]
fn programs_begin_where_they_usually_do() {
    assert_eq!(
        entries(&[
            ("package.json", "{ \"private\": true }"),
            (
                "index.html",
                "<body><script type=\"module\" src=\"/web/boot.tsx\"></script><script>import './web/more.js'</script>"
            ),
            ("web/boot.tsx", ""),
            ("web/more.js", ""),
            ("src/index.ts", ""),
            ("src/server.ts", ""),
            ("src/App.tsx", ""),
            ("src/arc.ts", ""),
            ("src/deep/index.ts", ""),
            ("vite.config.ts", ""),
            (".eslintrc.cjs", ""),
            (".storybook/preview.ts", ""),
            ("src/Button.stories.tsx", ""),
            ("src/types.d.ts", ""),
            ("src/a.test.ts", ""),
            ("scripts/release.mjs", ""),
            ("public/sw.js", ""),
        ]),
        [
            "web/boot.tsx Program",
            "web/more.js Program",
            "src/index.ts Program",
            "src/server.ts Program",
            "vite.config.ts Tool",
            ".eslintrc.cjs Tool",
            ".storybook/preview.ts Tool",
            "src/Button.stories.tsx Tool",
            "src/types.d.ts Tool",
            "src/a.test.ts Test",
            "scripts/release.mjs Tool",
            "public/sw.js Tool",
        ]
    );
}

#[test]
fn bundles_begin_where_their_configuration_says() {
    let package = "{ \"private\": true }";
    let cases = [
        (
            "tsup.config.ts",
            "export default defineConfig({ entry: { client: './src/rsc.ts' } });",
        ),
        (
            "rollup.config.js",
            "export default [{ input: 'src/rsc.ts', output: { file: 'src/other.ts' } }];",
        ),
        (
            "webpack.config.js",
            "module.exports = { entry: './src/rsc' };",
        ),
        (
            "vite.config.ts",
            "export default { build: { lib: { entry: ['src/rsc.ts'] } } };",
        ),
        (
            "build.config.ts",
            "export default { entries: ['./src/rsc'] };",
        ),
    ];
    for (config, text) in cases {
        let files = [
            ("package.json", package),
            (config, text),
            ("src/rsc.ts", ""),
            ("src/other.ts", ""),
        ];
        let found = entries(&files);
        assert!(
            found.contains(&"src/rsc.ts Library".to_owned()),
            "{config}: {found:?}"
        );
        assert!(
            !found.iter().any(|it| it.starts_with("src/other.ts")),
            "{config}: {found:?}"
        );
    }
}

#[test]
fn frameworks_find_files_at_their_places() {
    let found = |dependency: &str, files: &[&str]| -> Vec<String> {
        let package =
            format!("{{ \"private\": true, \"dependencies\": {{ \"{dependency}\": \"1\" }} }}");
        let mut all = vec![("package.json", package.as_str())];
        all.extend(files.iter().map(|path| (*path, "")));
        let found = entries(&all).into_iter();
        found
            .filter_map(|line| line.strip_suffix(" Framework").map(str::to_owned))
            .collect()
    };
    let cases: [(&str, &[&str], &[&str]); 8] = [
        (
            "next",
            &[
                "app/chat/page.tsx",
                "app/api/chat/route.ts",
                "src/pages/x.tsx",
                "middleware.ts",
            ],
            &[
                "app/chat/List.tsx",
                "app/chat/helper.ts",
                "components/pages/x.tsx",
            ],
        ),
        (
            "nuxt",
            &[
                "pages/a.vue",
                "server/api/x.ts",
                "components/B.vue",
                "composables/useX.ts",
                "app.vue",
            ],
            &["lib/x.ts", "types/y.ts"],
        ),
        (
            "@sveltejs/kit",
            &[
                "src/routes/+page.ts",
                "src/routes/a/+server.ts",
                "src/hooks.server.ts",
            ],
            &["src/routes/a/x.ts", "src/lib/x.ts"],
        ),
        (
            "@react-router/dev",
            &["app/routes/a.tsx", "app/root.tsx", "app/routes.ts"],
            &["app/lib/x.ts"],
        ),
        (
            "astro",
            &["src/pages/a.ts", "src/middleware.ts"],
            &["src/components/a.ts"],
        ),
        ("@vercel/node", &["api/x.ts"], &["lib/x.ts"]),
        (
            "@fastify/autoload",
            &["src/routes/a.ts"],
            &["src/services/a.ts"],
        ),
        (
            "express",
            &[],
            &[
                "pages/x.tsx",
                "app/chat/page.tsx",
                "src/routes/a.ts",
                "api/x.ts",
                "components/B.vue",
            ],
        ),
    ];
    for (dependency, entries, others) in cases {
        let all: Vec<&str> = entries.iter().chain(others).copied().collect();
        assert_eq!(found(dependency, &all), entries, "{dependency}");
    }
}

#[test]
fn a_chain_of_files_is_followed_step_by_step() {
    let files = [
        (
            "src/main.ts",
            "import { Chat } from './features';\nconst Page = lazy(() => import('./Page'));\nnew Chat(Page);\n",
        ),
        (
            "src/features/index.ts",
            "export * from './chat';\nexport type { Kind } from './kind';\n",
        ),
        (
            "src/features/chat.ts",
            "export { Chat } from './chat/Chat';\n",
        ),
        (
            "src/features/chat/Chat.ts",
            "export class Chat { go() { run(); } }\n",
        ),
        ("src/features/kind.ts", "export type Kind = 1;\n"),
        ("src/Page.tsx", "export default () => <p>Hi</p>;\n"),
        (
            "src/router.ts",
            "export const routes = [{ path: '/', component: () => import('./views/Home.vue') }];\n",
        ),
        ("src/views/Home.vue", "<template><p>Hi</p></template>\n"),
    ];
    let project = tree(&files);
    assert_eq!(
        meant(&project, "src/main.ts"),
        ["src/features/index.ts", "src/Page.tsx"]
    );
    assert_eq!(
        meant(&project, "src/features/index.ts"),
        ["src/features/chat.ts", "src/features/kind.ts"]
    );
    assert_eq!(
        meant(&project, "src/features/chat.ts"),
        ["src/features/chat/Chat.ts"]
    );
    assert_eq!(meant(&project, "src/router.ts"), ["src/views/Home.vue"]);
    let types = &project.facts("src/features/index.ts").unwrap().imports[1];
    assert!(types.type_only);
    let main = project.facts("src/main.ts").unwrap();
    for import in &main.imports {
        let used = code::links::used(main, import, None);
        assert!(
            matches!(used, code::links::Used::Yes { .. }),
            "{}",
            import.path
        );
    }
}

/// What is loaded into a variable that was there already is used by whoever uses that variable.
#[test]
fn loaded_where_it_is_wanted() {
    let files = [
        (
            "package.json",
            "{ \"name\": \"p\", \"main\": \"index.js\" }",
        ),
        (
            "index.js",
            "exports.load = function (name) {\n  var parser = known[name];\n  switch (name) {\n    case 'json':\n      parser = require('./lib/json');\n      break;\n  }\n  return (known[name] = parser);\n};\n",
        ),
        (
            "lib/json.js",
            "module.exports = function json(text) {\n  return parse(text);\n};\n",
        ),
    ];
    let project = tree(&files);
    let link = project.link("index.js", "lib/json.js");
    assert!(matches!(link, project::Link::Used(..)), "{link:?}");
}

/// A barrel of CommonJS hands on what it loads under a name.
#[test]
fn handed_on_by_a_loaded_barrel() {
    let files = [
        (
            "package.json",
            "{ \"name\": \"p\", \"main\": \"index.js\" }",
        ),
        (
            "index.js",
            "const { rename } = require('./lib');\nexports.load = function (name) {\n  return rename(name);\n};\n",
        ),
        (
            "lib/index.js",
            "module.exports = {\n  rename: require('./rename.js'),\n  other: require('./other.js'),\n};\n",
        ),
        (
            "lib/rename.js",
            "module.exports = function rename(text) {\n  return text + 1;\n};\n",
        ),
        (
            "lib/other.js",
            "module.exports = function other(text) {\n  return text + 1;\n};\n",
        ),
    ];
    let project = tree(&files);
    let link = project.link("index.js", "lib/rename.js");
    assert!(matches!(link, project::Link::Used(..)), "{link:?}");
    let link = project.link("index.js", "lib/other.js");
    assert!(!matches!(link, project::Link::Used(..)), "{link:?}");
}
