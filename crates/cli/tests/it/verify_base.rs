//! What `--base` means where the clone does not hold all of it.

use crate::support::World;

const RUST: &str = "pub fn one() -> u8 {\n    1\n}\n";

/// A project with a change on a branch `work`, and a clone of it made with these words.
fn cloned(words: &[&str]) -> (World, World) {
    let origin = World::new(&[
        (
            "Cargo.toml",
            "[package]\nname = \"a\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
        ),
        ("src/lib.rs", RUST),
        ("notes/a.md", "one\n"),
        ("notes/b.md", "two\n"),
    ]);
    origin.git(&["switch", "--quiet", "-c", "work"]);
    origin.write(
        "src/lib.rs",
        &format!("{RUST}\npub fn two() -> u8 {{\n    one() + 1\n}}\n"),
    );
    origin.git(&["commit", "--quiet", "-am", "work"]);
    let clone = World::new(&[]);
    let place = clone.repository();
    std::fs::remove_dir_all(&place).expect("an empty project");
    let from = format!("file://{}", origin.repository().display());
    let to = place.display().to_string();
    origin.git(
        &[
            &["clone", "--quiet", "--branch", "work"],
            words,
            &[&from, &to],
        ]
        .concat(),
    );
    (origin, clone)
}

#[test]
fn a_shallow_clone_says_what_brings_the_base() {
    let (_origin, clone) = cloned(&["--depth", "1"]);
    let said = clone.run(&["verify", "--base", "origin/main", "--no-commands"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(
        said.err
            .contains("no revision `origin/main` in this clone, which is shallow"),
        "{said:?}"
    );
    assert!(said.err.contains("git fetch --unshallow"), "{said:?}");
    // The tip alone is no base: where both parted is not known.
    clone.git(&[
        "fetch",
        "--quiet",
        "--depth",
        "1",
        "origin",
        "main:refs/remotes/origin/main",
    ]);
    let said = clone.run(&["verify", "--base", "origin/main", "--no-commands"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(
        said.err
            .contains("where the change parted from `origin/main` is not in it"),
        "{said:?}"
    );
    clone.git(&["fetch", "--quiet", "--unshallow", "origin"]);
    let said = clone.run(&["verify", "--base", "origin/main", "--no-commands"]);
    assert_eq!(said.code, 3, "{said:?}");
}

#[test]
fn what_a_sparse_checkout_leaves_out_is_not_deleted() {
    for (kind, kept) in [
        ("--cone", "src"),
        ("--no-cone", "/*\n!/notes"),
        ("--sparse-index", "src"),
    ] {
        let (_origin, clone) = cloned(&["--no-checkout"]);
        clone.git(&["sparse-checkout", "set", kind, kept]);
        clone.git(&["checkout", "--quiet", "work"]);
        assert!(!clone.repository().join("notes/a.md").exists());
        let said = clone.run(&["verify", "--base", "origin/main", "--no-commands"]);
        assert_eq!(said.code, 3, "{kind}: {said:?}");
        assert!(!said.out.contains("deleted"), "{kind}: {said:?}");
        // What is deleted where it was checked out is.
        clone.write("src/more.rs", "//! More.\n");
        clone.git(&["add", "src/more.rs"]);
        clone.git(&["commit", "--quiet", "-m", "more"]);
        std::fs::remove_file(clone.repository().join("src/more.rs")).expect("removed");
        let said = clone.run(&["verify", "--base", "HEAD", "--no-commands"]);
        assert!(
            said.out.contains("src/more.rs: it was deleted"),
            "{kind}: {said:?}"
        );
    }
}

#[test]
fn a_base_that_is_the_head_has_no_change() {
    let (_origin, clone) = cloned(&[]);
    let said = clone.run(&["verify", "--base", "work", "--no-commands"]);
    assert!(said.err.contains("nothing differs from `work`"), "{said:?}");
}

#[test]
fn a_base_on_another_root_is_told() {
    let (_origin, clone) = cloned(&[]);
    clone.git(&["switch", "--quiet", "--orphan", "other"]);
    clone.write("src/lib.rs", RUST);
    clone.git(&["add", "--all"]);
    clone.git(&["commit", "--quiet", "-m", "another beginning"]);
    let said = clone.run(&["verify", "--base", "origin/main", "--no-commands"]);
    assert!(said.err.contains("have no commit in common"), "{said:?}");
    let said = clone.run(&["verify", "--base", "gone", "--no-commands"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(
        said.err.contains("`git fetch` brings those of another"),
        "{said:?}"
    );
}
