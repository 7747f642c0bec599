//! What a plan says in so many words, against what the texts of a change say: messages, an exit status, texts of a mere move,
//! a default that stays, one of several methods, a text that is to be refused; and names that a crate keeps to itself.

use ledger::report::{Item, ItemKind};

use crate::world::{World, answer};

const MANIFEST: &str = "[package]\nname = \"app\"\nversion = \"0.1.0\"\n";

/// Gates of one kind, of a change with that plan; of each file the text before, empty where there was none, and now.
fn gates(says: &str, files: &[(&str, &str, &str)], kind: &str) -> Vec<String> {
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    world.plan.title = says.to_owned();
    let other = (
        "src/main/java/a/Other.java",
        "package a;\npublic class Other { }\n",
    );
    world.before.insert(other.0.to_owned(), other.1.to_owned());
    world = world.file(other.0, other.1);
    for (path, before, now) in files {
        if !before.is_empty() {
            world
                .before
                .insert((*path).to_owned(), (*before).to_owned());
        }
        world = world.file(path, now);
        if before != now {
            world = world.changed(if before.is_empty() { 'A' } else { 'M' }, path);
        }
    }
    let items = world.report().items;
    let undone = |it: &&Item| matches!(it.word.as_str(), "STUB" | "HOLLOW");
    let found = items.iter().filter(|it| match kind {
        "undone" => undone(it),
        kind => it.rule == kind,
    });
    found.map(|it| it.id.clone()).collect()
}

#[test]
fn one_of_several_methods_that_a_visitor_has() {
    let class = |text: &str| {
        format!(
            "package a;\npublic class Names implements Visitor {{\n    private final Set<String> names = new TreeSet<>();\n    \
             public Set<String> names() {{ return names; }}\n    @Override public void visitVariable(String name) {{ names.add(name); }}\n    \
             @Override public boolean visitSection(String name) {{ {text} }}\n    @Override public boolean visitInclude(String name) {{ return false; }}\n}}\n"
        )
    };
    let told = |says: &str, text: &str| {
        let now = class(text);
        gates(
            says,
            &[("src/main/java/a/Names.java", "", now.as_str())],
            "undone",
        )
        .len()
    };
    let works = "names.add(name); return true;";
    let says = "Add Names, which collects the names of variables and sections.";
    assert_eq!(told(says, works), 0);
    assert_eq!(told(says, "return true;"), 1);
    assert_eq!(
        told("Add Names: variables, sections and includes.", works),
        1
    );
}

#[test]
fn what_is_no_number_is_refused() {
    let class = |otherwise: &str| {
        format!(
            "package a;\npublic final class SizeParser {{\n    public static long parse(String text) {{\n        long value;\n        try {{\n            \
             value = Long.parseLong(text);\n        }} catch (NumberFormatException ex) {{\n            {otherwise}\n        }}\n        \
             if (value < 0) {{ throw new IllegalArgumentException(text); }}\n        return value * 2;\n    }}\n}}\n"
        )
    };
    let told = |says: &str, otherwise: &str| {
        let now = class(otherwise);
        gates(
            says,
            &[("src/main/java/a/SizeParser.java", "", now.as_str())],
            "undone",
        )
        .len()
    };
    let says = "Add SizeParser, which throws IllegalArgumentException for what is no number.";
    assert_eq!(told(says, "return 1L << 20;"), 1);
    assert_eq!(told(says, "throw new IllegalArgumentException(text);"), 0);
    assert_eq!(
        told(
            "Add SizeParser, which throws IllegalArgumentException below 0.",
            "return 1L << 20;"
        ),
        0
    );
}

#[test]
fn what_a_crate_keeps_to_itself() {
    let exports = |root: &str, head: &str| {
        let plan = "  artifacts:\n    - path: src/seed.rs\n      exports: [seed]\n";
        let path = if head.contains("fn main") {
            "src/main.rs"
        } else {
            "src/lib.rs"
        };
        let world = World::new(plan)
            .file("Cargo.toml", MANIFEST)
            .file(path, &format!("{root}\n{head}"))
            .file(
                "src/seed.rs",
                "pub(crate) fn seed(x: u64) -> u64 { x ^ 7 }\n",
            );
        answer(&world.only(ItemKind::Artifact))
    };
    let lib = "pub fn go() -> u64 { seed::seed(1) }\n";
    assert_eq!(exports("mod seed;", lib), "yes");
    assert_eq!(exports("pub mod seed;", lib), "no");
    assert_eq!(exports("mod seed;\npub use seed::*;", lib), "no");
    assert_eq!(exports("", lib), "no");
    assert_eq!(
        exports("pub mod seed;", "fn main() { seed::seed(1); }\n"),
        "yes"
    );
}

#[test]
fn a_module_that_has_only_to_be_declared() {
    let link = |via: &str, user: &str| {
        let plan = format!(
            "  artifacts:\n    - path: src/seed.rs\n  key_links:\n    - from: src/lib.rs\n      to: src/seed.rs\n      via: {via}\n"
        );
        let world = World::new(&plan)
            .file("Cargo.toml", MANIFEST)
            .file("src/lib.rs", "mod seed;\npub mod draw;\n")
            .file(
                "src/seed.rs",
                "pub(crate) fn seed(x: u64) -> u64 { x ^ 7 }\n",
            )
            .file("src/draw.rs", user);
        answer(&world.only(ItemKind::KeyLink))
    };
    let uses = "pub fn draw() -> u64 { crate::seed::seed(1) }\n";
    assert_eq!(link("mod seed", uses), "yes");
    assert_eq!(link("seed::seed", uses), "no");
    assert_eq!(link("mod seed", "pub fn draw() -> u64 { 1 }\n"), "no");
    let tests = "pub fn draw() -> u64 { 1 }\n#[cfg(test)]\nmod tests { #[test] fn t() { assert_eq!(crate::seed::seed(1), 6); } }\n";
    assert_eq!(link("mod seed", tests), "no");
}
