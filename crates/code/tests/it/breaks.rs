//! Ways to break a function: the text afterwards, and that it still parses.

use code::{BreakKind, Limits, Reading, breaks, link_breaks};

use crate::read;

/// Every break of a text, applied, without the message.
fn broken(path: &str, source: &str) -> Vec<String> {
    let facts = read(path, source);
    let found = breaks(&facts, source, &Limits::default());
    let kind = |kind| match kind {
        BreakKind::Fails => "fails",
        BreakKind::ReturnsNothing => "nothing",
        BreakKind::DropsLink => "link",
    };
    found
        .iter()
        .map(|it| {
            let text = it.apply(source).unwrap();
            assert_eq!(read(path, &text).reading, Reading::Parsed, "{text}");
            assert_eq!(text.lines().count(), source.lines().count(), "{text}");
            let text = text.replace(code::MESSAGE, "!");
            format!("{} {}: {}", it.name, kind(it.kind), text.trim_end())
        })
        .collect()
}

fn check(path: &str, source: &str, expected: &[&str]) {
    assert_eq!(broken(path, source), expected, "{source}");
}

#[test]
fn each_language_in_its_own_way() {
    check(
        "a.rs",
        "fn f(a: u8) -> Result<Vec<u8>, E> { g(a) }\n",
        &[
            "f fails: fn f(a: u8) -> Result<Vec<u8>, E> { if true { panic!(\"!\") }  g(a) }",
            "f nothing: fn f(a: u8) -> Result<Vec<u8>, E> { if true { return Ok(Vec::new()); }  g(a) }",
        ],
    );
    check(
        "a.ts",
        "export const f = (a: number) => g(a);\n",
        &[
            "f fails: export const f = (a: number) => { throw new Error(\"!\"); };",
            "f nothing: export const f = (a: number) => { return undefined as any; };",
        ],
    );
    check(
        "a.js",
        "class A { m() { g(); } }\n",
        &[
            "m fails: class A { m() { throw new Error(\"!\");  g(); } }",
            "m nothing: class A { m() { return undefined;  g(); } }",
        ],
    );
    // The scripts of a component, where they stand.
    check(
        "a.vue",
        "<template><p @click=\"() => { go(1); }\">{{ f(1) }}</p></template>\n<script setup lang=\"ts\">\nconst f = (a: number) => g(a);\n</script>\n",
        &[
            "f fails: <template><p @click=\"() => { go(1); }\">{{ f(1) }}</p></template>\n<script setup lang=\"ts\">\nconst f = (a: number) => { throw new Error(\"!\"); };\n</script>",
            "f nothing: <template><p @click=\"() => { go(1); }\">{{ f(1) }}</p></template>\n<script setup lang=\"ts\">\nconst f = (a: number) => { return undefined as any; };\n</script>",
        ],
    );
    check(
        "b.vue",
        "<script>\nexport default { methods: { m() { g(); } } };\n</script>\n<style>p { color: red }</style>\n",
        &[
            "m fails: <script>\nexport default { methods: { m() { throw new Error(\"!\");  g(); } } };\n</script>\n<style>p { color: red }</style>",
            "m nothing: <script>\nexport default { methods: { m() { return undefined;  g(); } } };\n</script>\n<style>p { color: red }</style>",
        ],
    );
    check("c.vue", "<template><p>{{ f(1) }}</p></template>\n", &[]);
    check(
        "a.go",
        "package a\n\nfunc f(a int) (n int, err error) { return g(a) }\n",
        &[
            "f fails: package a\n\nfunc f(a int) (n int, err error) { if true { panic(\"!\") };  return g(a) }",
            "f nothing: package a\n\nfunc f(a int) (n int, err error) { if true { return *new(int), *new(error) };  return g(a) }",
        ],
    );
    check(
        "A.java",
        "class A { int f(int a) { return g(a); } }\n",
        &[
            "f fails: class A { int f(int a) { if (true) throw new AssertionError(\"!\");  return g(a); } }",
            "f nothing: class A { int f(int a) { if (true) return 0;  return g(a); } }",
        ],
    );
    check(
        "a.py",
        "def f(a) -> list[int]:\n    \"\"\"Words.\"\"\"\n    return g(a)\n",
        &[
            "f fails: def f(a) -> list[int]:\n    \"\"\"Words.\"\"\"\n    raise AssertionError(\"!\"); return g(a)",
            "f nothing: def f(a) -> list[int]:\n    \"\"\"Words.\"\"\"\n    return []; return g(a)",
        ],
    );
}

#[test]
fn a_block_that_begins_with_a_compound_statement() {
    let source = "def f(a):\n    if a:\n        return g(a)\n    return 1\n";
    let facts = read("a.py", source);
    let first = &breaks(&facts, source, &Limits::default())[0];
    let text = first.apply(source).unwrap();
    assert_eq!(read("a.py", &text).reading, Reading::Parsed, "{text}");
}

#[test]
fn the_largest_comes_first_and_tests_are_left_alone() {
    let source = "fn a() { b() }\nfn c() { d(); e(); f() }\n#[cfg(test)]\nmod tests { fn t() { a(); a(); a(); a(); } }\n";
    let names: Vec<String> = breaks(&read("a.rs", source), source, &Limits::default())
        .into_iter()
        .filter(|it| it.kind == BreakKind::Fails)
        .map(|it| it.name)
        .collect();
    assert_eq!(names, ["c", "a"]);
}

#[test]
fn what_only_says_that_it_is_done_has_nothing_to_be_missed() {
    for (path, source) in [
        (
            "a.rs",
            "fn f(&self) -> Result<(), E> {\n    // Nothing is held.\n    Ok(())\n}\n",
        ),
        (
            "a.go",
            "package a\n\nfunc (l *L) Close() error {\n\treturn nil\n}\n",
        ),
        ("a.py", "def f():\n    return None\n"),
        ("a.ts", "function f() { return undefined; }\n"),
        ("A.java", "class A { void f() { return; } }\n"),
    ] {
        check(path, source, &[]);
    }
    // An answer is one, however empty.
    for (path, source) in [
        ("a.rs", "fn f(&self) -> Option<u8> { None }\n"),
        ("a.go", "package a\n\nfunc F() []int {\n\treturn nil\n}\n"),
        ("a.py", "def f():\n    return []\n"),
        ("a.ts", "function f() { return null; }\n"),
        ("A.java", "class A { Object f() { return null; } }\n"),
    ] {
        assert!(!broken(path, source).is_empty(), "{source}");
    }
}

#[test]
fn what_might_not_compile_is_not_proposed() {
    check(
        "a.rs",
        "fn f() -> impl Iterator<Item = u8> { g() }\n",
        &["f fails: fn f() -> impl Iterator<Item = u8> { if true { panic!(\"!\") }  g() }"],
    );
    check("a.rs", "trait T { fn f(&self); }\n", &[]);
    // Nobody could miss what is not there.
    check(
        "A.java",
        "class A { private A() {} A(int a) { super(a); } }\n",
        &[],
    );
    check(
        "a.ts",
        "const f = () => {};\nclass A { m() { /* later */ } }\n",
        &[],
    );
    check("a.py", "def f():\n    pass\n\ndef g():\n    ...\n", &[]);
    check("a.go", "package a\n\nfunc f() {}\n", &[]);
    check("a.rb", "def f\nend\n", &[]);
}

/// What throws in the middle of an expression.
const THROWS: [(&str, &str); 3] = [
    ("(() => { throw new Error(\"!\"); })()", "THROW"),
    ("(_ for _ in ()).throw(AssertionError(\"!\"))", "RAISE"),
    ("(_ for _ in ()).throw(AssertionError)", "RAISE"),
];

/// Every way to break a link: what is used, and the text afterwards.
fn cut(path: &str, source: &str, names: &[&str]) -> Vec<String> {
    let facts = read(path, source);
    let names: Vec<String> = names.iter().map(|it| (*it).to_owned()).collect();
    let found = link_breaks(&facts, source, &names, &Limits::default());
    found
        .iter()
        .map(|it| {
            assert_eq!(it.kind, BreakKind::DropsLink);
            let text = it.apply(source).unwrap();
            assert_eq!(read(path, &text).reading, Reading::Parsed, "{text}");
            assert_eq!(text.lines().count(), source.lines().count(), "{text}");
            let text = text.replace(code::MESSAGE, "!");
            let plain = |text: String, (long, short): &(&str, &str)| text.replace(long, short);
            let text = THROWS.iter().fold(text, plain);
            format!("{} {}: {}", it.name, it.line, text.trim_end())
        })
        .collect()
}

/// A file, the names that come from the other one, and what stands there afterwards.
type Row<'a> = (&'a str, &'a str, &'a [&'a str], &'a [&'a str]);

fn links_are(rows: &[Row<'_>]) {
    for (path, source, names, expected) in rows {
        assert_eq!(cut(path, source, names), *expected, "{path}: {source}");
    }
}

#[test]
fn a_link_is_taken_out_of_scripts_or_throws() {
    links_are(&[
        (
            "a.ts",
            "import { router } from './r';\napp.use('/x', router);\n",
            &["router"],
            &[
                "router 2: import { router } from './r';\n{ if (false) { app.use('/x', router); } }",
                "router 2: import { router } from './r';\napp.use('/x', (THROW, router));",
            ],
        ),
        (
            "a.ts",
            "import * as api from './api';\nexport const f = (a: api.T) => g(api.send(a));\n",
            &["api"],
            &[
                "api 2: import * as api from './api';\nexport const f = (a: api.T) => g((THROW, api).send(a));",
            ],
        ),
        (
            "a.js",
            "const slug = require('./slug');\nif (x) slug.log(1); else y = { slug };\n",
            &["slug"],
            &[
                "slug 2: const slug = require('./slug');\nif (x) { if (false) { slug.log(1); } } else y = { slug: (THROW, slug) };",
                "slug 2: const slug = require('./slug');\nif (x) (THROW, slug).log(1); else y = { slug: (THROW, slug) };",
            ],
        ),
        (
            "a.jsx",
            "import { Chat } from './Chat';\nconst A = () => <Chat/>;\nconst B = () => <p><Chat>\n x</Chat></p>;\n",
            &["Chat"],
            &[
                "Chat 2: import { Chat } from './Chat';\nconst A = () => (false ? <Chat/> : null);\nconst B = () => <p>{false ? <Chat>\n x</Chat> : null}</p>;",
                "Chat 2: import { Chat } from './Chat';\nconst A = () => (THROW, <Chat/>);\nconst B = () => <p>{THROW, <Chat>\n x</Chat>}</p>;",
            ],
        ),
        (
            "a.vue",
            "<template>\n<p><chat-list :a=\"1\"/></p>\n</template>\n<script setup>\nimport ChatList from './ChatList.vue';\n</script>\n",
            &["ChatList"],
            &[
                "ChatList 2: <template>\n<p><chat-list v-if=\"false\" :a=\"1\"/></p>\n</template>\n<script setup>\nimport ChatList from './ChatList.vue';\n</script>",
            ],
        ),
        (
            "a.vue",
            "<template>{{ a }}</template>\n<script setup>\nimport { load } from './load';\nconst a = load();\n</script>\n",
            &["load"],
            &[
                "load 4: <template>{{ a }}</template>\n<script setup>\nimport { load } from './load';\nconst a = (THROW, load)();\n</script>",
            ],
        ),
        // What is handed on, what hangs on a condition, what stands in a hole: something would be left.
        (
            "a.ts",
            "import { a } from './a';\na();\nexport { a };\n",
            &["a"],
            &[],
        ),
        (
            "a.js",
            "const a = require('./a');\na();\nmodule.exports = { a };\n",
            &["a"],
            &[],
        ),
        (
            "a.vue",
            "<template><chat v-if=\"x\"/></template>\n<script setup>\nimport Chat from './Chat.vue';\n</script>\n",
            &["Chat"],
            &[],
        ),
        (
            "a.vue",
            "<template>{{ load() }}</template>\n<script setup>\nimport { load } from './load';\nload();\n</script>\n",
            &["load"],
            &[],
        ),
        // Types alone are nothing that runs.
        ("a.ts", "import { A } from './a';\nlet a: A;\n", &["A"], &[]),
    ]);
}

#[test]
fn a_link_is_taken_out_of_python_or_raises() {
    links_are(&[
        (
            "a.py",
            "from r import router\napp.include_router(router)\n",
            &["router"],
            &[
                "router 2: from r import router\nFalse and (app.include_router(router))",
                "router 2: from r import router\napp.include_router((RAISE or router))",
            ],
        ),
        (
            "a.py",
            "import slug\ndef f(a):\n    if slug.is_one(a): return f\"{slug.make(a)}\"\n    g(slug=1)\n",
            &["slug"],
            &[
                "slug 3: import slug\ndef f(a):\n    if (RAISE or slug).is_one(a): return f\"{(RAISE or slug).make(a)}\"\n    g(slug=1)",
            ],
        ),
        (
            "a.py",
            "from r import router\n@router.get('/x')\ndef f(): pass\n",
            &["router"],
            &[
                "router 2: from r import router\n\ndef f(): pass",
                "router 2: from r import router\n@(RAISE or router).get('/x')\ndef f(): pass",
            ],
        ),
        (
            "a.py",
            "from m import Model\ndef f(a: Model) -> Model:\n    return Model(a)\n",
            &["Model"],
            &[
                "Model 3: from m import Model\ndef f(a: Model) -> Model:\n    raise AssertionError(\"!\"); return (RAISE or Model)(a)",
            ],
        ),
    ]);
}

#[test]
fn a_link_is_taken_out_of_rust_or_panics() {
    let panics = "if true { panic!(\"!\") }";
    links_are(&[
        (
            "a.rs",
            "mod slug;\nfn main() { slug::init(); let _ = slug::log(1); slug::run() }\n",
            &["slug"],
            &[
                "slug 2: mod slug;\nfn main() { if false { slug::init(); } if false { let _ = slug::log(1); } if false { slug::run() } }",
                &format!(
                    "slug 2: mod slug;\nfn main() {{ {panics} slug::init(); {panics} let _ = slug::log(1); {panics} slug::run() }}"
                ),
            ],
        ),
        (
            "a.rs",
            "use crate::slug::{make, Slug};\nfn f(s: &str, t: Slug) -> Slug {\n    let a = format!(\"{}\", make(s));\n    match a { _ => Slug { a } }\n}\n",
            &["make", "Slug"],
            &[&format!(
                "Slug, make 3: use crate::slug::{{make, Slug}};\nfn f(s: &str, t: Slug) -> Slug {{ {panics} \n    {panics} let a = format!(\"{{}}\", make(s));\n    match a {{ _ => {{ {panics} Slug {{ a }} }} }}\n}}"
            )],
        ),
        (
            "a.rs",
            "fn f(s: &str) -> String { crate::slug::make(s) }\n",
            &["crate::slug::make"],
            &[&format!(
                "crate::slug::make 1: fn f(s: &str) -> String {{ {panics} crate::slug::make(s) }}"
            )],
        ),
        // What stands in no function, and what tests alone use.
        (
            "a.rs",
            "use crate::a::A;\nconst B: u8 = A + 1;\n",
            &["A"],
            &[],
        ),
        (
            "a.rs",
            "#[cfg(test)]\nmod tests { use crate::a::a; fn t() { a(); } }\n",
            &["a"],
            &[],
        ),
    ]);
}

#[test]
fn a_link_is_taken_out_of_go_and_java_or_fails() {
    let panics = "if true { panic(\"!\") };";
    let throws = "if (true) throw new AssertionError(\"!\");";
    links_are(&[
        (
            "a.go",
            "package a\n\nimport \"x/chat\"\n\nfunc f() {\n\tmux.Handle(\"/x\", chat.New(db))\n\ts.chat = chat.New(db)\n}\n",
            &["chat.New"],
            &[
                "chat.New 6: package a\n\nimport \"x/chat\"\n\nfunc f() {\n\tif false { mux.Handle(\"/x\", chat.New(db)) }\n\tif false { s.chat = chat.New(db) }\n}",
                &format!(
                    "chat.New 6: package a\n\nimport \"x/chat\"\n\nfunc f() {{\n\t{panics} mux.Handle(\"/x\", chat.New(db))\n\t{panics} s.chat = chat.New(db)\n}}"
                ),
            ],
        ),
        (
            "a.go",
            "package a\n\nvar s = slugs{}\n\nfunc f(s slugs) string { return make2(s) }\n",
            &["slugs", "make2"],
            &[&format!(
                "make2, slugs 3: package a\n\nfunc init() {{ {panics} }}; var s = slugs{{}}\n\nfunc f(s slugs) string {{ {panics}  {panics} return make2(s) }}"
            )],
        ),
        (
            "A.java",
            "class A {\n  private final Slug s = new Slug();\n  void f(boolean b) { if (b) Slug.log(1); else g(x -> Slug.of(x)); }\n}\n",
            &["Slug"],
            &[
                &format!(
                    "Slug 2: class A {{\n  {{ {throws} }} private final Slug s = new Slug();\n  void f(boolean b) {{ if (b) {{ if (false) {{ Slug.log(1); }} }} else {{ if (false) {{ g(x -> Slug.of(x)); }} }} }}\n}}"
                ),
                &format!(
                    "Slug 2: class A {{\n  {{ {throws} }} private final Slug s = new Slug();\n  void f(boolean b) {{ if (b) {{ {throws} Slug.log(1); }} else {{ {throws} g(x -> Slug.of(x)); }} }}\n}}"
                ),
            ],
        ),
        (
            "A.java",
            "class A {\n  @Checked\n  int f() { return 1; }\n}\n",
            &["Checked"],
            &["Checked 2: class A {\n  \n  int f() { return 1; }\n}"],
        ),
        (
            "A.java",
            "class A extends B { int f() { return B.g(); } }\n",
            &["B"],
            &[],
        ),
    ]);
}
