//! Which file a path of Rust means, and where Rust code begins, on small trees.

use std::sync::Arc;

use code::{Language, Limits, facts};
use project::{EntryKind, Project, Target};

/// A tree from `(path, text)`; what ends in `.toml` is a manifest.
fn tree(files: &[(&str, &str)]) -> Project {
    let paths = files.iter().map(|(path, _)| (*path).to_owned());
    let code = files.iter().filter(|(path, _)| !path.ends_with(".toml"));
    let read = code.map(|(path, text)| {
        let facts = facts(Language::of_path(path), text, &Limits::default());
        ((*path).to_owned(), Arc::new(facts))
    });
    let manifests = files.iter().filter(|(path, _)| path.ends_with(".toml"));
    let manifests: Vec<(String, String)> = manifests
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect();
    Project::new(paths, read, &manifests)
}

/// What the import of that path in a file means: files side by side, or the name of the answer.
fn meant(project: &Project, from: &str, path: &str) -> String {
    let facts = project.facts(from).unwrap();
    let Some(import) = facts.imports.iter().find(|it| it.path == path) else {
        let all: Vec<&str> = facts.imports.iter().map(|it| it.path.as_str()).collect();
        panic!("{from} has no {path}, but {all:?}");
    };
    match project.resolve(from, import) {
        Target::Files(files) => files.join(" "),
        Target::Outside => "outside".to_owned(),
        Target::Missing => "missing".to_owned(),
        Target::Shut(..) => "shut".to_owned(),
        Target::Unknown(_) => "unknown".to_owned(),
    }
}

fn check(files: &[(&str, &str)], cases: &[(&str, &str, &str)]) {
    let project = tree(files);
    for (from, path, wanted) in cases {
        assert_eq!(meant(&project, from, path), *wanted, "{from}: {path}");
    }
}

fn entries(files: &[(&str, &str)], cases: &[(&str, Option<EntryKind>)]) {
    let project = tree(files);
    for (path, wanted) in cases {
        assert_eq!(project.entry(path).map(|it| it.kind), *wanted, "{path}");
    }
}

const PACKAGE: (&str, &str) = (
    "Cargo.toml",
    "[package]\nname = \"my-app\"\nedition = \"2024\"\n",
);

#[test]
fn declarations_are_what_makes_a_module() {
    check(
        &[
            PACKAGE,
            (
                "src/lib.rs",
                "mod a;\npub mod b;\nmod gone;\nmod inline { pub mod deep; }\n#[path = \"odd/place.rs\"] mod moved;\n",
            ),
            (
                "src/a.rs",
                "mod under;\nuse crate::b::f;\nuse crate::c::g;\nuse super::b::f as h;\n",
            ),
            ("src/a/under.rs", "use super::X;\nuse super::super::b;\n"),
            ("src/b/mod.rs", "mod side;\npub fn f() {}\n"),
            (
                "src/b/side.rs",
                "use crate::moved::child::Y;\nuse crate::inline::deep::Z;\n",
            ),
            ("src/c.rs", "pub fn g() {}\nuse crate::b::f;\n"),
            ("src/inline/deep.rs", "use self::no::T;\n"),
            ("src/odd/place.rs", "pub mod child;\n"),
            ("src/odd/child.rs", "pub struct Y;\n"),
        ],
        &[
            ("src/lib.rs", "a", "src/a.rs"),
            ("src/lib.rs", "b", "src/b/mod.rs"),
            ("src/lib.rs", "gone", "missing"),
            ("src/lib.rs", "deep", "src/inline/deep.rs"),
            ("src/lib.rs", "odd/place.rs", "src/odd/place.rs"),
            ("src/a.rs", "under", "src/a/under.rs"),
            ("src/a.rs", "crate::b::f", "src/b/mod.rs"),
            // `src/c.rs` is there, and no `mod c;` is.
            ("src/a.rs", "crate::c::g", "missing"),
            ("src/a.rs", "super::b::f", "src/b/mod.rs"),
            ("src/a/under.rs", "super::X", "src/a.rs"),
            ("src/a/under.rs", "super::super::b", "src/b/mod.rs"),
            ("src/b/mod.rs", "side", "src/b/side.rs"),
            (
                "src/b/side.rs",
                "crate::moved::child::Y",
                "src/odd/child.rs",
            ),
            (
                "src/b/side.rs",
                "crate::inline::deep::Z",
                "src/inline/deep.rs",
            ),
            ("src/odd/place.rs", "child", "src/odd/child.rs"),
            ("src/inline/deep.rs", "self::no::T", "missing"),
            // Undeclared itself, it still says what it would use.
            ("src/c.rs", "crate::b::f", "src/b/mod.rs"),
        ],
    );
}

#[test]
fn names_that_modules_pass_on() {
    check(
        &[
            PACKAGE,
            (
                "src/lib.rs",
                "mod real;\nmod all;\npub use real::inner as nick;\npub use all::*;\npub use real::Kind;\nmod user;\nmod circle;\n",
            ),
            ("src/real.rs", "pub mod inner;\npub enum Kind { A }\n"),
            ("src/real/inner.rs", "pub fn f() {}\n"),
            ("src/all.rs", "pub mod sub;\n"),
            ("src/all/sub.rs", "pub fn g() {}\n"),
            (
                "src/user.rs",
                "use crate::nick::f;\nuse crate::sub::g;\nuse crate::Kind::A;\nuse crate::real::{self, inner};\nuse crate::Kind;\n\
                 pub fn go() { inner::f(); real::inner::f(); std::mem::drop(1); }\n\
                 mod tests { use super::*; fn t() { inner::f(); } }\n",
            ),
            (
                "src/circle.rs",
                "use self::x as y;\nuse self::y as x;\npub use crate::circle::*;\nuse crate::circle::x::z;\n",
            ),
        ],
        &[
            ("src/user.rs", "crate::nick::f", "src/real/inner.rs"),
            ("src/user.rs", "crate::sub::g", "src/all/sub.rs"),
            ("src/user.rs", "crate::Kind::A", "src/real.rs"),
            ("src/user.rs", "crate::Kind", "src/lib.rs src/real.rs"),
            ("src/user.rs", "crate::real::inner", "src/real/inner.rs"),
            ("src/user.rs", "inner::f", "src/real/inner.rs"),
            ("src/user.rs", "real::inner::f", "src/real/inner.rs"),
            ("src/user.rs", "std::mem::drop", "outside"),
            ("src/circle.rs", "crate::circle::x::z", "missing"),
        ],
    );
    let project = tree(&[
        PACKAGE,
        (
            "src/lib.rs",
            "pub mod a;\nmod t { use super::*; fn f() { a::go(); } }\n",
        ),
        ("src/a.rs", "pub fn go() {}\n"),
    ]);
    assert_eq!(meant(&project, "src/lib.rs", "a::go"), "src/a.rs");
}

#[test]
fn crates_of_a_workspace() {
    check(
        &[
            (
                "Cargo.toml",
                "[workspace]\nmembers = [\"crates/*\"]\n[workspace.dependencies]\nthe-core = { path = \"crates/core\" }\nserde = \"1\"\n\
                 short = { path = \"crates/long-name\", package = \"long-name\" }\n[patch.crates-io]\nvendored = { path = \"vendor/v\" }\n",
            ),
            (
                "crates/core/Cargo.toml",
                "[package]\nname = \"the-core\"\nedition = \"2021\"\n",
            ),
            (
                "crates/core/src/lib.rs",
                "pub mod part;\npub use part::Deep;\n",
            ),
            ("crates/core/src/part.rs", "pub struct Deep;\n"),
            (
                "crates/long-name/Cargo.toml",
                "[package]\nname = \"long-name\"\nedition = \"2021\"\n[lib]\nname = \"given\"\npath = \"lib/start.rs\"\n",
            ),
            ("crates/long-name/lib/start.rs", "pub fn f() {}\n"),
            (
                "vendor/v/Cargo.toml",
                "[package]\nname = \"vendored\"\nedition = \"2021\"\n",
            ),
            ("vendor/v/src/lib.rs", ""),
            (
                "crates/app/Cargo.toml",
                "[package]\nname = \"app\"\nedition = \"2021\"\n[dependencies]\nthe-core.workspace = true\nserde = { workspace = true }\n\
                 short = { workspace = true }\nvendored = \"2\"\n[target.'cfg(unix)'.dependencies]\ngiven2 = { path = \"../long-name\", package = \"long-name\" }\n\
                 [dev-dependencies]\nlong-name = { path = \"../long-name\" }\n",
            ),
            (
                "crates/app/src/main.rs",
                "use the_core::part::Deep;\nuse the_core::Deep as D;\nuse serde::Serialize;\nuse short::f;\nuse given2::f as g;\nuse given::f as h;\n\
                 use vendored::x;\nuse other_crate::y;\nfn main() { the_core::part::run(); ::the_core::part::walk(); }\n",
            ),
        ],
        &[
            (
                "crates/app/src/main.rs",
                "the_core::part::Deep",
                "crates/core/src/part.rs",
            ),
            (
                "crates/app/src/main.rs",
                "the_core::Deep",
                "crates/core/src/lib.rs crates/core/src/part.rs",
            ),
            (
                "crates/app/src/main.rs",
                "the_core::part::run",
                "crates/core/src/part.rs",
            ),
            (
                "crates/app/src/main.rs",
                "::the_core::part::walk",
                "crates/core/src/part.rs",
            ),
            ("crates/app/src/main.rs", "serde::Serialize", "outside"),
            (
                "crates/app/src/main.rs",
                "short::f",
                "crates/long-name/lib/start.rs",
            ),
            (
                "crates/app/src/main.rs",
                "given2::f",
                "crates/long-name/lib/start.rs",
            ),
            (
                "crates/app/src/main.rs",
                "given::f",
                "crates/long-name/lib/start.rs",
            ),
            (
                "crates/app/src/main.rs",
                "vendored::x",
                "vendor/v/src/lib.rs",
            ),
            ("crates/app/src/main.rs", "other_crate::y", "outside"),
        ],
    );
}

#[test]
fn programs_and_tests_see_their_library_by_its_name() {
    check(
        &[
            PACKAGE,
            ("src/lib.rs", "pub mod a;\nextern crate self as me;\n"),
            ("src/a.rs", "use me::a;\n"),
            (
                "src/main.rs",
                "mod cli;\nuse my_app::a::f;\nuse crate::cli::run;\nuse crate::a::f as no;\n",
            ),
            ("src/cli.rs", "use crate::Main;\n"),
            ("src/bin/tool.rs", "mod part;\nuse my_app::a::f;\n"),
            ("src/bin/part.rs", ""),
            ("src/bin/big/main.rs", "mod part;\n"),
            ("src/bin/big/part.rs", "use crate::Root;\n"),
            ("tests/one.rs", "mod common;\nuse my_app::a::f;\n"),
            ("tests/two.rs", "mod common;\n"),
            ("tests/common/mod.rs", "use crate::Shared;\n"),
            ("examples/x.rs", "use my_app::a::f;\n"),
        ],
        &[
            ("src/main.rs", "my_app::a::f", "src/a.rs"),
            ("src/main.rs", "crate::cli::run", "src/cli.rs"),
            // The library's module is no module of the program.
            ("src/main.rs", "crate::a::f", "missing"),
            ("src/cli.rs", "crate::Main", "src/main.rs"),
            ("src/bin/tool.rs", "my_app::a::f", "src/a.rs"),
            ("src/bin/tool.rs", "part", "src/bin/part.rs"),
            ("src/bin/big/main.rs", "part", "src/bin/big/part.rs"),
            ("src/bin/big/part.rs", "crate::Root", "src/bin/big/main.rs"),
            ("tests/one.rs", "common", "tests/common/mod.rs"),
            ("tests/one.rs", "my_app::a::f", "src/a.rs"),
            (
                "tests/common/mod.rs",
                "crate::Shared",
                "tests/one.rs tests/two.rs",
            ),
            ("examples/x.rs", "my_app::a::f", "src/a.rs"),
        ],
    );
}

#[test]
fn what_macros_and_attributes_bring_in() {
    check(
        &[
            PACKAGE,
            (
                "src/lib.rs",
                "cfg_if::cfg_if! { if #[cfg(unix)] { mod unix; pub use unix::X; } else { #[path = \"win.rs\"] mod windows; } }\n\
                 #[cfg_attr(unix, path = \"u.rs\")] #[cfg_attr(windows, path = \"w.rs\")] mod sys;\n\
                 include!(\"more.rs\");\ninclude!(concat!(env!(\"OUT_DIR\"), \"/gen.rs\"));\n\
                 const T: &str = include_str!(\"../data/t.txt\");\nconst G: &str = include_str!(\"no.txt\");\n\
                 const C: &str = include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/data/t.txt\"));\n\
                 mod user;\n",
            ),
            ("src/unix.rs", ""),
            ("src/win.rs", ""),
            ("src/u.rs", "use super::extra;\n"),
            ("src/more.rs", "pub mod extra;\n"),
            ("src/extra.rs", ""),
            (
                "src/user.rs",
                "use crate::unix::X;\nuse crate::extra::f;\nuse crate::generated::g;\n#[derive(S)]\nstruct A {\n#[serde(with = \"crate::extra::ser\")]\na: u8 }\n\
                 macro_rules! m { () => { $crate::extra::call() } }\n",
            ),
            ("data/t.txt", ""),
        ],
        &[
            ("src/lib.rs", "unix", "src/unix.rs"),
            ("src/lib.rs", "win.rs", "src/win.rs"),
            ("src/lib.rs", "u.rs", "src/u.rs"),
            ("src/lib.rs", "w.rs", "src/u.rs"),
            ("src/lib.rs", "sys", "src/u.rs"),
            ("src/lib.rs", "more.rs", "src/more.rs"),
            (
                "src/lib.rs",
                "concat!(env!(\"OUT_DIR\"),\"/gen.rs\")",
                "unknown",
            ),
            (
                "src/lib.rs",
                "concat!(env!(\"CARGO_MANIFEST_DIR\"),\"/data/t.txt\")",
                "data/t.txt",
            ),
            ("src/lib.rs", "../data/t.txt", "data/t.txt"),
            ("src/lib.rs", "no.txt", "missing"),
            ("src/more.rs", "extra", "src/extra.rs"),
            ("src/u.rs", "super::extra", "src/extra.rs"),
            ("src/user.rs", "crate::unix::X", "src/unix.rs"),
            ("src/user.rs", "crate::extra::f", "src/extra.rs"),
            ("src/user.rs", "crate::extra::ser", "src/extra.rs"),
            ("src/user.rs", "crate::extra::call", "src/extra.rs"),
            // The build may write it.
            ("src/user.rs", "crate::generated::g", "unknown"),
        ],
    );
}

#[test]
fn modules_that_a_macro_declares() {
    check(
        &[
            PACKAGE,
            (
                "src/lib.rs",
                "macro_rules! table { ($($m:ident),*) => { $(mod $m;)* const ALL: &[u8] = &[$($m::A),*]; } }\ntable!(one, two);\n",
            ),
            (
                "src/one.rs",
                "use super::two::A;\nuse crate::three::A as B;\n",
            ),
            ("src/two.rs", "pub const A: u8 = 1;\n"),
            ("src/three.rs", "pub const A: u8 = 1;\n"),
        ],
        &[
            ("src/lib.rs", "self::one", "src/one.rs"),
            ("src/lib.rs", "self::two", "src/two.rs"),
            ("src/one.rs", "super::two::A", "src/two.rs"),
            ("src/one.rs", "crate::three::A", "missing"),
        ],
    );
}

#[test]
fn the_first_edition_begins_at_the_root() {
    let files = |edition: &'static str| {
        [
            ("Cargo.toml", edition),
            ("src/lib.rs", "mod a;\nmod b;\n"),
            ("src/a.rs", "use b::f;\nfn g() { ::b::f(); }\n"),
            ("src/b.rs", "pub fn f() {}\n"),
        ]
    };
    let old = tree(&files("[package]\nname = \"x\"\n"));
    assert_eq!(meant(&old, "src/a.rs", "b::f"), "src/b.rs");
    assert_eq!(meant(&old, "src/a.rs", "::b::f"), "src/b.rs");
    let new = tree(&files("[package]\nname = \"x\"\nedition = \"2018\"\n"));
    assert_eq!(meant(&new, "src/a.rs", "b::f"), "outside");
    assert_eq!(meant(&new, "src/a.rs", "::b::f"), "outside");
}

#[test]
fn without_a_manifest_the_usual_places_hold() {
    check(
        &[
            (
                "src/main.rs",
                "mod a;\nuse crate::a::f;\nuse std::fmt;\nuse my_app::a::f as g;\n",
            ),
            ("src/a.rs", "use super::M;\n"),
            ("loose/x.rs", "mod y;\nuse std::io;\n"),
            ("loose/x/y.rs", ""),
        ],
        &[
            ("src/main.rs", "crate::a::f", "src/a.rs"),
            ("src/main.rs", "std::fmt", "outside"),
            // It may be the package itself.
            ("src/main.rs", "my_app::a::f", "unknown"),
            ("src/a.rs", "super::M", "src/main.rs"),
            ("loose/x.rs", "y", "loose/x/y.rs"),
            ("loose/x.rs", "std::io", "outside"),
        ],
    );
}

#[test]
fn where_code_begins() {
    use EntryKind::{Framework, Library, Program, Test, Tool};
    entries(
        &[
            (
                "Cargo.toml",
                "[package]\nname = \"app\"\nedition = \"2024\"\nautobenches = false\n[[bin]]\nname = \"odd\"\npath = \"tools/odd.rs\"\n\
                 [[example]]\nname = \"e\"\n[workspace]\nmembers = [\"in\"]\nexclude = [\"apart\"]\n",
            ),
            ("build.rs", "fn main() {}\n"),
            (
                "src/lib.rs",
                "mod a;\nmod ffi;\nmod list;\n#[cfg(test)]\nmod tests;\n",
            ),
            ("src/main.rs", "fn main() {}\n"),
            ("src/a.rs", "fn main() {}\n"),
            (
                "src/ffi.rs",
                "#[unsafe(no_mangle)]\npub extern \"C\" fn f() {}\n#[no_mangle]\npub extern \"C\" fn g() {}\n",
            ),
            (
                "src/list.rs",
                "#[distributed_slice(ALL)]\nstatic A: u8 = 1;\n",
            ),
            ("src/tests.rs", "#[test]\nfn t() {}\n"),
            (
                "src/orphan.rs",
                "#[no_mangle]\npub fn f() {}\nfn main() {}\n",
            ),
            ("src/orphan_tests.rs", "#[test]\nfn t() {}\n"),
            ("src/bin/t.rs", "fn main() {}\n"),
            ("tools/odd.rs", "fn main() {}\n"),
            ("tools/even.rs", "fn main() {}\n"),
            ("examples/e.rs", "fn main() {}\n"),
            ("benches/b.rs", "fn main() {}\n"),
            ("tests/it/main.rs", "mod known;\n"),
            ("tests/it/known.rs", "#[test]\nfn t() {}\n"),
            ("tests/it/forgotten.rs", "#[test]\nfn t() {}\n"),
            ("tests/one.rs", "#[test]\nfn t() {}\n"),
            ("tests/ui/bad.rs", "fn main() { let x: u8 = \"\"; }\n"),
            (
                "in/Cargo.toml",
                "[package]\nname = \"in\"\n[lib]\nproc-macro = true\n",
            ),
            ("in/src/lib.rs", ""),
            ("out/Cargo.toml", "[package]\nname = \"out\"\n"),
            ("out/src/lib.rs", ""),
            ("apart/Cargo.toml", "[package]\nname = \"apart\"\n"),
            ("apart/src/main.rs", ""),
        ],
        &[
            ("build.rs", Some(Tool)),
            ("src/lib.rs", Some(Library)),
            ("src/main.rs", Some(Program)),
            ("src/a.rs", None),
            ("src/ffi.rs", Some(Library)),
            ("src/list.rs", Some(Framework)),
            ("src/tests.rs", Some(Test)),
            ("src/orphan.rs", None),
            ("src/orphan_tests.rs", None),
            ("src/bin/t.rs", Some(Program)),
            ("tools/odd.rs", Some(Program)),
            ("tools/even.rs", None),
            ("examples/e.rs", Some(Tool)),
            ("benches/b.rs", None),
            ("tests/it/main.rs", Some(Test)),
            ("tests/it/known.rs", Some(Test)),
            ("tests/it/forgotten.rs", None),
            ("tests/one.rs", Some(Test)),
            ("tests/ui/bad.rs", Some(Test)),
            ("in/src/lib.rs", Some(Library)),
            // Its workspace does not know of it, so nothing builds it.
            ("out/src/lib.rs", None),
            ("apart/src/main.rs", Some(Program)),
        ],
    );
    entries(
        &[("script.rs", "fn main() {}\n"), ("part.rs", "fn f() {}\n")],
        &[("script.rs", Some(Program)), ("part.rs", None)],
    );
}

#[test]
fn hostile_trees_end() {
    let itself = "#[path = \"lib.rs\"] mod a;\n#[path = \"lib.rs\"] mod b;\npub use a::*;\npub use b::*;\nuse crate::a::zz::q;\n";
    check(
        &[PACKAGE, ("src/lib.rs", itself)],
        &[("src/lib.rs", "crate::a::zz::q", "missing")],
    );
    let manifest = format!("[package]\nname = \"a\"\n{}", "[[bin]\n[a.b=".repeat(2_000));
    let deep = "[".repeat(50_000);
    for text in [
        manifest.as_str(),
        deep.as_str(),
        "\u{0}",
        "package = 1",
        "[lib]\npath = 3\n[package]\nname=[]",
    ] {
        let project = tree(&[
            ("Cargo.toml", text),
            ("src/lib.rs", "mod a;\n"),
            ("src/a.rs", ""),
        ]);
        assert_eq!(meant(&project, "src/lib.rs", "a"), "src/a.rs");
    }
}

#[test]
fn what_is_declared_is_reached_by_its_tests_or_its_users() {
    use project::Reach;
    let project = tree(&[
        PACKAGE,
        (
            "src/lib.rs",
            "mod used;\nmod idle;\nmod shelf;\nmod tested;\npub(crate) mod near;\n#[cfg(test)]\nmod tests;\n\
             pub fn go(link: L) { for used in link { used::go(used); } }\n",
        ),
        (
            "src/used.rs",
            "pub(crate) fn go(x: u8) { crate::shelf::a::go(x) }\n",
        ),
        ("src/idle.rs", "pub(crate) fn go() { work(1) }\n"),
        ("src/near.rs", "pub(crate) fn go() { work(1) }\n"),
        ("src/shelf/mod.rs", "pub(crate) mod a;\nmod b;\n"),
        ("src/shelf/a.rs", "pub(crate) fn go(x: u8) { work(x) }\n"),
        ("src/shelf/b.rs", "pub(crate) fn go(x: u8) { work(x) }\n"),
        (
            "src/tested.rs",
            "fn go() -> u8 { work(1) }\n#[cfg(test)]\nmod tests { #[test]\nfn t() { assert_eq!(super::go(), 1); } }\n",
        ),
        ("src/tests.rs", "mod deep;\nfn helper() { work(1) }\n"),
        (
            "src/tests/deep.rs",
            "#[test]\nfn t() { assert!(work(1)); }\n",
        ),
        (
            "src/lost.rs",
            "use crate::used::go;\npub fn f() { go(1) }\n",
        ),
        ("tests/it/main.rs", "mod world;\nmod cases;\n"),
        ("tests/it/world.rs", "pub fn world() { work(1) }\n"),
        (
            "tests/it/cases.rs",
            "proptest! { #[test] fn t() { work(1) } }\n",
        ),
        (
            "tests/it/lost.rs",
            "#[test]\nfn t() { assert!(work(1)); }\n",
        ),
    ]);
    let reach = |path: &str| match project.wiring(path).reach {
        Reach::From(_) => "from",
        Reach::Tests => "tests",
        Reach::Nothing => "nothing",
        Reach::NoEntry => "no entry",
        Reach::Unknown(_) => "unknown",
    };
    let cases = [
        // A variable of the same name hides no module.
        ("src/used.rs", "from"),
        ("src/idle.rs", "nothing"),
        // `pub(crate)` offers it, and nobody takes it.
        ("src/near.rs", "nothing"),
        ("src/shelf/mod.rs", "from"),
        ("src/shelf/a.rs", "from"),
        ("src/shelf/b.rs", "nothing"),
        ("src/tested.rs", "tests"),
        ("src/tests.rs", "tests"),
        ("src/tests/deep.rs", "tests"),
        ("src/lost.rs", "nothing"),
        ("tests/it/world.rs", "tests"),
        ("tests/it/cases.rs", "tests"),
        ("tests/it/lost.rs", "nothing"),
    ];
    for (path, wanted) in cases {
        assert_eq!(reach(path), wanted, "{path}");
    }
}

/// A module that gives methods to types of others does so by being declared, features or not.
#[test]
fn a_declared_module_that_adds_to_others_is_used() {
    use project::Reach;
    let adding = "impl serde::Serialize for crate::Id { fn serialize(&self) -> R { go(&self.0) } }\n#[cfg(test)]\nmod tests { use super::*; }\n";
    let lib = "#[cfg(feature = \"serde\")]\nmod serde;\nmod shelf;\n#[macro_use]\nmod macros;\nmod own;\npub struct Id(u8);\n\
               #[cfg(test)]\nmod tests { use super::*; #[test]\nfn t() { assert_eq!(Id(1).serialize(), 1); } }\n";
    let of = |root: &str| {
        tree(&[
            PACKAGE,
            (root, lib),
            ("src/serde.rs", adding),
            ("src/shelf/mod.rs", "mod more;\n"),
            ("src/shelf/more.rs", adding),
            (
                "src/macros.rs",
                "#[macro_export]\nmacro_rules! say { () => {}; }\n",
            ),
            (
                "src/own.rs",
                "struct Own(u8);\nimpl Own { fn go(&self) -> u8 { work(self.0) } }\n",
            ),
        ])
    };
    let reach = |root: &str, path: &str| match of(root).wiring(path).reach {
        Reach::From(_) => "from",
        Reach::Tests => "tests",
        Reach::Nothing => "nothing",
        Reach::NoEntry => "no entry",
        Reach::Unknown(_) => "unknown",
    };
    for (root, path, wanted) in [
        ("src/lib.rs", "src/serde.rs", "from"),
        ("src/lib.rs", "src/shelf/mod.rs", "from"),
        ("src/lib.rs", "src/shelf/more.rs", "from"),
        ("src/lib.rs", "src/macros.rs", "from"),
        ("src/lib.rs", "src/own.rs", "nothing"),
        ("src/main.rs", "src/serde.rs", "unknown"),
    ] {
        assert_eq!(reach(root, path), wanted, "{root}: {path}");
    }
}

#[test]
fn a_guard_uses_what_it_names() {
    use project::SymbolUse;
    let project = tree(&[
        PACKAGE,
        (
            "src/main.rs",
            "fn main() { match read() { word if says(word) && go() => work(word), says => drop(says) } }\n\
             fn says(word: W) -> bool { word.is_long() }\nfn idle(word: W) -> bool { word.is_long() }\n",
        ),
    ]);
    let facts = project.facts("src/main.rs").expect("facts");
    let used = |name: &str| {
        let found = facts.definitions.iter().find(|it| it.name == name);
        project.symbol("src/main.rs", found.expect("a definition"))
    };
    assert!(matches!(used("says"), SymbolUse::Used(..)));
    assert_eq!(used("idle"), SymbolUse::Nobody);
}

#[test]
fn features_that_no_manifest_declares() {
    let source = "#[cfg(feature = \"range\")]\nmod range;\n#[cfg(any(unix, feature = \"extra\"))]\nfn f() { if cfg!(feature = \"text\") { go(); } }\n\
        #[cfg_attr(feature = \"serde\", derive(Serialize))]\nstruct S { feature: u8 }\n\
        #[cfg(test)]\nmod tests { #[cfg(feature = \"old\")]\nfn g() { go(); } }\n\
        #[cfg(all(test, feature = \"slow\"))]\nmod more { fn g() { go(); } }\n";
    let cases = [
        ("", "extra 3, range 1, serde 5, slow 10, text 4"),
        (
            "[features]\nrange = []\ntext = [\"range\"]\n[dependencies]\nserde = { version = \"1\", optional = true }\n",
            "extra 3, slow 10",
        ),
        (
            "[lints.rust]\nunexpected_cfgs = { level = \"warn\", check-cfg = ['cfg(feature, values(any()))'] }\n",
            "",
        ),
    ];
    for (more, wanted) in cases {
        let manifest = format!("[package]\nname = \"a\"\nedition = \"2021\"\n{more}");
        let project = tree(&[("a/Cargo.toml", &manifest), ("a/src/lib.rs", source)]);
        let found: Vec<String> = project
            .undeclared("a/src/lib.rs")
            .into_iter()
            .map(|(name, line)| format!("{name} {line}"))
            .collect();
        assert_eq!(found.join(", "), wanted, "{more}");
    }
    let project = tree(&[("src/lib.rs", source)]);
    assert_eq!(project.undeclared("src/lib.rs"), []);
}

#[test]
fn a_name_is_bound_where_its_pattern_ends() {
    // (code, whether the function `list` is used by it)
    let cases = [
        (
            "fn f(x: &[u8]) { for list in x.iter().filter_map(list) { g(list); } }",
            true,
        ),
        (
            "fn f(x: u8) { if let Some(list) = list(x) { g(list); } }",
            true,
        ),
        (
            "fn f(x: u8) { while let Some(list) = list(x) { g(list); } }",
            true,
        ),
        ("fn f(x: &[u8]) { for list in x { g(list); } }", false),
        (
            "fn f(x: Option<u8>) { if let Some(list) = x && list > 1 { g(list); } }",
            false,
        ),
        (
            "fn f(x: Option<u8>) { if let Some(list) = x { g(list); } else { list(1); } }",
            true,
        ),
    ];
    for (source, used) in cases {
        let facts = crate::read("src/a.rs", source);
        assert_eq!(facts.references.contains_key("list"), used, "{source}");
    }
}
