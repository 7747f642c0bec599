//! Which files a path of Go means, and where Go code begins, on small trees.

use project::{EntryKind, Link, Project, Reach, Target};

/// What an import of that path in a file means: files side by side, or the name of the answer.
fn meant(project: &Project, from: &str, path: &str) -> String {
    let facts = project.facts(from).unwrap();
    let import = facts.imports.iter().find(|it| it.path == path);
    match project.resolve(from, import.unwrap()) {
        Target::Files(files) => files.join(" "),
        Target::Outside => "outside".to_owned(),
        Target::Missing => "missing".to_owned(),
        Target::Shut(..) => "shut".to_owned(),
        Target::Unknown(_) => "unknown".to_owned(),
    }
}

/// Asks what each path means, imported by a file of the tree that is made for it.
fn check(files: &[(&str, &str)], from: &str, cases: &[(&str, &str)]) {
    for (path, wanted) in cases {
        let text = format!("package p\nimport _ \"{path}\"\n");
        let asking = [(from, text.as_str())];
        let project = Project::read(files.iter().copied().chain(asking));
        assert_eq!(meant(&project, from, path), *wanted, "{path}");
    }
}

const MODULE: (&str, &str) = (
    "go.mod",
    "module example.com/shop // the shop\n\ngo 1.22\n\nrequire (\n\tgithub.com/go-chi/chi/v5 v5.1.0\n\tgopkg.in/yaml.v3 v3.0.1 // indirect\n)\n",
);

#[test]
fn paths_of_the_module() {
    let files = [
        MODULE,
        ("shop.go", "package shop\n"),
        ("cart/cart.go", "package cart\n"),
        ("cart/cart_linux.go", "package cart\n"),
        ("cart/cart_test.go", "package cart\n"),
        (
            "cart/gen.go",
            "//go:build ignore\n\npackage main\nfunc main() { run() }\n",
        ),
        ("cart/internal/sum/sum.go", "package sum\n"),
        ("cart/sub/sub.go", "package sub\n"),
        ("cmd/shop/main.go", "package main\nfunc main() { run() }\n"),
        ("only/only_test.go", "package only\n"),
        ("docs/a.md", ""),
    ];
    check(
        &files,
        "api/api.go",
        &[
            ("example.com/shop", "shop.go"),
            ("example.com/shop/cart", "cart/cart.go cart/cart_linux.go"),
            ("example.com/shop/cart/sub", "cart/sub/sub.go"),
            ("example.com/shop/gone", "missing"),
            ("example.com/shop/only", "missing"),
            ("example.com/shop/docs", "missing"),
            // A name that only begins alike is another module.
            ("example.com/shopping/cart", "unknown"),
            // Internal to the packages below `cart`.
            ("example.com/shop/cart/internal/sum", "shut"),
            ("example.com/shop/cmd/shop", "unknown"),
            ("fmt", "outside"),
            ("net/http", "outside"),
            ("C", "outside"),
            ("github.com/go-chi/chi/v5", "outside"),
            ("github.com/go-chi/chi/v5/middleware", "outside"),
            ("gopkg.in/yaml.v3", "outside"),
            ("github.com/nobody/asked", "unknown"),
            ("shop/cart", "unknown"),
        ],
    );
    check(
        &files,
        "cart/sub/ask.go",
        &[(
            "example.com/shop/cart/internal/sum",
            "cart/internal/sum/sum.go",
        )],
    );
}

#[test]
fn several_modules_and_what_stands_in() {
    let files = [
        (
            "a/go.mod",
            "module \"example.com/a\"\nrequire example.com/c v1.0.0\nreplace example.com/c v1.0.0 => ../other\nreplace example.com/d => ../../beyond\n",
        ),
        ("a/a.go", "package a\n"),
        ("a/b/go.mod", "module example.com/a/b/v2\n"),
        ("a/b/b.go", "package b\n"),
        ("a/b/deep/deep.go", "package deep\n"),
        ("a/e/e.go", "package e\n"),
        ("other/c.go", "package c\n"),
        ("other/x/x.go", "package x\n"),
        (
            "go.work",
            "go 1.22\nuse (\n\t./a\n\t./a/b\n)\nreplace example.com/w => ./work\n",
        ),
        ("work/w.go", "package w\n"),
    ];
    check(
        &files,
        "a/ask.go",
        &[
            ("example.com/a/e", "a/e/e.go"),
            ("example.com/a/b/v2", "a/b/b.go"),
            ("example.com/a/b/v2/deep", "a/b/deep/deep.go"),
            // The folder is there, but in another module.
            ("example.com/a/b", "missing"),
            ("example.com/c", "other/c.go"),
            ("example.com/c/x", "other/x/x.go"),
            ("example.com/d", "outside"),
            ("example.com/w", "work/w.go"),
        ],
    );
    check(
        &[("a.go", "package a\n")],
        "b/b.go",
        &[("fmt", "outside"), ("github.com/me/it/a", "unknown")],
    );
}

fn entry(project: &Project, path: &str) -> Option<EntryKind> {
    project.entry(path).map(|it| it.kind)
}

#[test]
fn a_library_offers_its_packages() {
    let project = Project::read([
        ("go.mod", "module example.com/lib\n"),
        ("lib.go", "package lib\nfunc Do() { run() }\n"),
        ("doc.go", "// Package lib does.\npackage lib\n"),
        ("codec/codec.go", "package codec\nfunc Do() { run() }\n"),
        (
            "internal/core/core.go",
            "package core\nfunc Do() { run() }\n",
        ),
        ("codec/codec_test.go", "package codec\n"),
        ("cmd/lib/main.go", "package main\nfunc main() { run() }\n"),
        (
            "cmd/lib/flags.go",
            "package main\nfunc run() { go work() }\n",
        ),
        ("testdata/x.go", "package x\nfunc X() { run() }\n"),
        (
            "gen.go",
            "//go:build ignore\n\npackage main\nfunc main() { run() }\n",
        ),
        (
            "tools.go",
            "//go:build tools\n\npackage lib\nimport _ \"golang.org/x/tools/cmd/stringer\"\n",
        ),
    ]);
    for (path, wanted) in [
        ("lib.go", Some(EntryKind::Library)),
        ("codec/codec.go", Some(EntryKind::Library)),
        ("doc.go", Some(EntryKind::Tool)),
        ("tools.go", Some(EntryKind::Tool)),
        ("internal/core/core.go", None),
        ("codec/codec_test.go", Some(EntryKind::Test)),
        ("cmd/lib/main.go", Some(EntryKind::Program)),
        ("cmd/lib/flags.go", None),
        ("testdata/x.go", Some(EntryKind::Test)),
        ("gen.go", Some(EntryKind::Program)),
    ] {
        assert_eq!(entry(&project, path), wanted, "{path}");
    }
}

#[test]
fn a_program_offers_nothing() {
    let mut files = [
        ("go.mod", "module example.com/app\n"),
        ("main.go", "package main\nfunc main() { run() }\n"),
        ("store/store.go", "package store\nfunc Do() { run() }\n"),
        ("pkg/api/api.go", "package api\nfunc Do() { run() }\n"),
    ];
    let project = Project::read(files.iter().copied());
    assert_eq!(entry(&project, "store/store.go"), None);
    assert_eq!(entry(&project, "pkg/api/api.go"), None);
    // With its programs below, `pkg` is for others by custom.
    files[1].0 = "cmd/app/main.go";
    let project = Project::read(files.iter().copied());
    assert_eq!(entry(&project, "store/store.go"), None);
    assert_eq!(entry(&project, "pkg/api/api.go"), Some(EntryKind::Library));
    // Nor does one at the root that only shows how the packages are used.
    files[1].0 = "example.go";
    let project = Project::read(files.iter().copied());
    assert_eq!(entry(&project, "store/store.go"), Some(EntryKind::Library));
    // A program among the examples does not make an application.
    files[1].0 = "examples/app/main.go";
    let project = Project::read(files.iter().copied());
    assert_eq!(entry(&project, "store/store.go"), Some(EntryKind::Library));
}

#[test]
fn files_of_a_package_share_their_names() {
    let project = Project::read([
        ("go.mod", "module example.com/app\n"),
        (
            "main.go",
            "package main\nimport \"example.com/app/store\"\nfunc main() { store.Open(); serve() }\n",
        ),
        ("serve.go", "package main\nfunc serve() { go work() }\n"),
        ("idle.go", "package main\nfunc idle() { go work() }\n"),
        ("plugins.go", "package main\nfunc init() { register() }\n"),
        ("other.go", "package other\nfunc serve() { go work() }\n"),
        ("store/open.go", "package store\nfunc Open() { dial() }\n"),
        (
            "store/dial.go",
            "package store\nfunc dial() { go work() }\n",
        ),
        (
            "store/close.go",
            "package store\nfunc Close() { go work() }\n",
        ),
        (
            "store/help_test.go",
            "package store\nfunc help(t T) { go work() }\n",
        ),
        (
            "store/close_test.go",
            "package store\nimport \"testing\"\nfunc TestClose(t *testing.T) { help(t); Close() }\n",
        ),
    ]);
    assert!(matches!(
        project.link("store/close_test.go", "store/help_test.go"),
        Link::Tests(_)
    ));
    assert!(matches!(
        project.link("main.go", "serve.go"),
        Link::Used(3, 3)
    ));
    assert!(matches!(
        project.link("main.go", "store/open.go"),
        Link::Used(2, 3)
    ));
    assert_eq!(project.link("main.go", "other.go"), Link::None);
    assert_eq!(project.link("main.go", "store/close.go"), Link::None);
    for (path, wanted) in [
        ("serve.go", "main.go serve.go"),
        ("plugins.go", "main.go plugins.go"),
        ("store/dial.go", "main.go store/open.go store/dial.go"),
        ("idle.go", "nothing"),
        ("store/close.go", "tests"),
    ] {
        let reach = match project.wiring(path).reach {
            Reach::From(chain) => chain.join(" "),
            Reach::Tests => "tests".to_owned(),
            Reach::Nothing => "nothing".to_owned(),
            Reach::NoEntry | Reach::Unknown(_) => "unknown".to_owned(),
        };
        assert_eq!(reach, wanted, "{path}");
    }
}
