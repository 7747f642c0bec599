//! Under which names one file uses another.

use project::Project;

/// The names that the first file uses of the last one; the others stand between them.
#[track_caller]
fn names(expected: &[&str], files: &[(&str, &str)]) {
    let project = Project::read(files.iter().copied());
    let (from, to) = (files[0].0, files[files.len() - 1].0);
    let found = project.names_between(from, to);
    assert_eq!(found, expected, "{from} -> {to}: {}", files[0].1);
}

#[test]
fn scripts_name_what_they_import() {
    let slug = (
        "src/slug.ts",
        "export const make = (a: string) => a;\nexport const is = 1;\nexport type Slug = string;\n",
    );
    let barrel = (
        "src/all.ts",
        "export * from './slug';\nexport const other = 1;\n",
    );
    let from = |text: &'static str| ("src/a.ts", text);
    names(
        &["make", "one"],
        &[
            from("import { make, is as one, Slug } from './slug';\nmake(one);\n"),
            slug,
        ],
    );
    names(
        &["s"],
        &[from("import * as s from './slug';\ns.make(1);\n"), slug],
    );
    names(
        &["make"],
        &[
            from("import { make, other } from './all';\nmake(other);\n"),
            barrel,
            slug,
        ],
    );
    names(
        &["all.make"],
        &[
            from("import * as all from './all';\nall.make(all.other);\n"),
            barrel,
            slug,
        ],
    );
    names(
        &["slug"],
        &[
            (
                "src/a.js",
                "const slug = require('./slug');\nslug.make(1);\n",
            ),
            ("src/slug.js", "exports.make = (a) => a;\n"),
        ],
    );
    names(
        &["Chat"],
        &[
            (
                "src/A.vue",
                "<template><Chat/></template>\n<script setup>\nimport Chat from './Chat.vue';\n</script>\n",
            ),
            ("src/Chat.vue", "<template><p>x</p></template>\n"),
        ],
    );
    // Not used, in tests alone, handed on: nothing of it would be missed here, or all of it elsewhere.
    names(&[], &[from("import { make } from './slug';\n"), slug]);
    names(
        &[],
        &[
            from("import { make } from './slug';\nexport { is } from './slug';\nmake(1);\n"),
            slug,
        ],
    );
    names(&[], &[from("import './slug';\n"), slug]);
}

#[test]
fn python_names_modules_and_what_is_in_them() {
    let slug = ("app/slug.py", "def make(a):\n    return a\n");
    let from = |text: &'static str| ("app/main.py", text);
    names(
        &["make"],
        &[from("from app.slug import make\nmake(1)\n"), slug],
    );
    names(
        &["s"],
        &[
            from("from app import slug as s\ns.make(1)\n"),
            ("app/__init__.py", ""),
            slug,
        ],
    );
    names(
        &["app.slug", "app.slug.make"],
        &[
            from("import app.slug\napp.slug.make(1)\n"),
            ("app/__init__.py", ""),
            slug,
        ],
    );
    names(
        &["make"],
        &[from("from app.slug import *\nmake(1)\n"), slug],
    );
    names(
        &[],
        &[
            ("app/__init__.py", "from app.slug import make\nmake(1)\n"),
            slug,
        ],
    );
}

#[test]
fn rust_names_modules_and_paths() {
    let slug = ("src/slug.rs", "pub fn make() {}\npub struct Slug;\n");
    let from = |text: &'static str| ("src/main.rs", text);
    names(
        &["slug", "slug::make"],
        &[from("mod slug;\nfn main() { slug::make() }\n"), slug],
    );
    names(
        &["make", "slug"],
        &[
            from("mod slug;\nuse slug::make;\nfn main() { make() }\n"),
            slug,
        ],
    );
    names(
        &["crate::slug::make"],
        &[
            ("src/a.rs", "pub fn a() { crate::slug::make() }\n"),
            ("src/main.rs", "mod a;\nmod slug;\nfn main() { a::a() }\n"),
            slug,
        ],
    );
    names(
        &[],
        &[
            (
                "src/lib.rs",
                "mod slug;\npub use slug::make;\npub fn a() { make() }\n",
            ),
            slug,
        ],
    );
}

#[test]
fn go_and_java_name_what_is_in_the_package() {
    let module = ("go.mod", "module x\n");
    let slug = (
        "slug/slug.go",
        "package slug\n\nfunc Make() {}\n\nfunc Log() {}\n",
    );
    names(
        &["slug.Make"],
        &[
            (
                "main.go",
                "package main\n\nimport \"x/slug\"\n\nfunc main() { slug.Make() }\n",
            ),
            module,
            ("slug/other.go", "package slug\n\nfunc Other() {}\n"),
            slug,
        ],
    );
    names(
        &["s.Make"],
        &[
            (
                "main.go",
                "package main\n\nimport s \"x/slug\"\n\nfunc main() { s.Make() }\n",
            ),
            module,
            slug,
        ],
    );
    names(
        &["Make"],
        &[
            ("slug/a.go", "package slug\n\nfunc A() { Make() }\n"),
            module,
            slug,
        ],
    );
    let slug = (
        "src/main/java/a/Slug.java",
        "package a;\n\npublic class Slug { public static int of() { return 1; } }\n",
    );
    names(
        &["Slug"],
        &[
            (
                "src/main/java/a/App.java",
                "package a;\n\nclass App { int f() { return Slug.of(); } }\n",
            ),
            slug,
        ],
    );
    names(
        &["Slug"],
        &[
            (
                "src/main/java/b/App.java",
                "package b;\n\nimport a.Slug;\n\nclass App { int f() { return Slug.of(); } }\n",
            ),
            slug,
        ],
    );
    names(
        &["Slug"],
        &[
            (
                "src/main/java/b/App.java",
                "package b;\n\nimport a.*;\n\nclass App { int f() { return Slug.of(); } }\n",
            ),
            slug,
        ],
    );
    names(
        &["of"],
        &[
            (
                "src/main/java/b/App.java",
                "package b;\n\nimport static a.Slug.of;\n\nclass App { int f() { return of(); } }\n",
            ),
            slug,
        ],
    );
}
