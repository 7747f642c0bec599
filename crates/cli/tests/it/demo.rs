//! The sample repository: what somebody sees first.

use crate::support::World;

#[test]
fn the_sample_goes_from_a_stub_to_a_merged_branch() {
    let world = World::new(&[("README.md", "# Nothing\n")]);
    let into = world.path("sample");
    let said = world.run(&["demo", "--into", &into.display().to_string()]);
    assert_eq!(said.code, 0, "{said:?}");
    for told in ["refused", "correction 1", "passed"] {
        assert!(
            said.out.contains(told) || said.err.contains(told),
            "{told}: {said:?}"
        );
    }
    let slug = std::fs::read_to_string(into.join("lib/slug.sh")).expect("a file");
    assert!(!slug.contains("TODO"), "{slug}");
    let words = ["-C", &into.display().to_string(), "ledger", "verify"];
    let said = world.run(&words);
    assert_eq!(said.code, 0, "{said:?}");
}

/// No toolchain, no shell on the path: git is all that a machine must have.
#[test]
fn the_sample_needs_git_alone() {
    let world = World::new(&[("README.md", "# Nothing\n")]);
    let (into, few) = (world.path("sample"), world.path("few"));
    std::fs::create_dir_all(&few).expect("a folder");
    let whole = std::env::var_os("PATH").unwrap_or_default();
    let git = std::env::split_paths(&whole)
        .map(|it| it.join("git"))
        .find(|it| it.is_file());
    std::os::unix::fs::symlink(git.expect("on the path"), few.join("git")).expect("a link");
    let mut command = world.command(&["demo", "--into", &into.display().to_string()]);
    let said = world.finish(command.env("PATH", few));
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("merged"), "{said:?}");
}
