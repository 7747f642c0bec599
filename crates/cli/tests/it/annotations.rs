//! What a service that runs CI shows beside the code.

use serde_json::Value;

use crate::support::World;

/// A change that leaves work undone, and one that is worth a note; a file whose name has to be escaped.
fn world() -> World {
    let world = World::new(&[
        (
            "Cargo.toml",
            "[package]\nname = \"a\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
        ),
        (
            "src/lib.rs",
            "pub mod b;\n\npub fn one() -> u8 {\n    1\n}\n",
        ),
        ("src/b.rs", "pub fn half(n: u8) -> u8 {\n    n / 2\n}\n"),
        ("notes/a, 100%:b.md", "one\n"),
    ]);
    world.write(
        "src/lib.rs",
        "pub mod b;\n\npub fn one() -> u8 {\n    1\n}\n\n/// Two of it.\npub fn two(n: u8) -> u8 {\n    todo!(\"100% later\")\n}\n",
    );
    std::fs::remove_file(world.repository().join("notes/a, 100%:b.md")).expect("removed");
    world
}

#[test]
fn gaps_and_notes_are_workflow_commands() {
    let said = world().run(&[
        "verify",
        "--base",
        "main",
        "--no-commands",
        "--annotations",
        "github",
    ]);
    assert_eq!(said.code, 1, "{said:?}");
    let errors: Vec<&str> = said
        .out
        .lines()
        .filter(|it| it.starts_with("::error "))
        .collect();
    let [error] = errors.as_slice() else {
        panic!("one gap: {said:?}")
    };
    assert!(
        error.starts_with("::error file=src/lib.rs,line=8,title=interlock "),
        "{error}"
    );
    let note = "::warning file=notes/a%2C 100%25%3Ab.md,title=interlock ";
    assert!(said.out.lines().any(|it| it.starts_with(note)), "{said:?}");
    assert!(said.out.lines().all(|it| it.starts_with("::")), "{said:?}");
    assert!(said.err.contains("gaps_found"), "{said:?}");
}

#[test]
fn gaps_and_notes_are_a_code_quality_report() {
    let world = world();
    let said = || {
        let said = world.run(&[
            "verify",
            "--base",
            "main",
            "--no-commands",
            "--annotations",
            "gitlab",
        ]);
        assert_eq!(said.code, 1, "{said:?}");
        let rows: Vec<Value> = serde_json::from_str(&said.out).expect("JSON alone");
        rows
    };
    let rows = said();
    let gap = rows
        .iter()
        .find(|it| it["severity"] == "major")
        .expect("a gap");
    assert_eq!(gap["location"]["path"], "src/lib.rs");
    assert_eq!(gap["location"]["lines"]["begin"], 8);
    let mut prints: Vec<&str> = rows
        .iter()
        .filter_map(|it| it["fingerprint"].as_str())
        .collect();
    prints.sort_unstable();
    prints.dedup();
    assert_eq!(prints.len(), rows.len(), "each is one of its own: {rows:?}");
    // The same finding on another line is the same finding.
    let text = world.read("src/lib.rs").expect("a text");
    world.write("src/lib.rs", &format!("//! Words.\n\n{text}"));
    let moved = said();
    let moved = moved
        .iter()
        .find(|it| it["severity"] == "major")
        .expect("a gap");
    assert_eq!(moved["location"]["lines"]["begin"], 10);
    assert_eq!(moved["fingerprint"], gap["fingerprint"]);
}
