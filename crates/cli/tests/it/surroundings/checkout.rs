//! A person's own files in the checkout of the branch that a run is merged into.

use crate::agent::{done, turn};
use crate::crash::story::{self, PLAN, real};
use crate::support::World;

fn world() -> World {
    story::world_of(&[turn(&real()), turn(&[done()])], false, "")
}

#[test]
fn a_merge_appears_beside_the_files_that_a_person_works_on() {
    let world = world();
    world.write("tool.sh", "mine\n");
    world.write("loose.txt", "mine\n");
    let said = world.run(&["run", PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(!said.out.contains("left as it is"), "{said:?}");
    assert_eq!(
        world.git(&["status", "--porcelain"]),
        " M tool.sh\n?? loose.txt\n"
    );
    assert_eq!(world.read("src/slug.rs").as_deref(), Some(story::REAL));
    assert_eq!(world.read("tool.sh").as_deref(), Some("mine\n"));
}

#[test]
fn where_a_merge_can_not_appear_the_last_words_say_what_to_do() {
    for (file, text) in [
        ("src/lib.rs", "//! Words.\n\n// Mine.\n"),
        ("src/slug.rs", "// Mine.\n"),
    ] {
        let world = world();
        world.write(file, text);
        let said = world.run(&["run", PLAN]);
        assert_eq!(said.code, 0, "{said:?}");
        assert_eq!(world.read(file).as_deref(), Some(text));
        assert!(!world.git(&["show", "main:src/slug.rs"]).is_empty());
        let left = format!("was left as it is, since `{file}`");
        assert!(said.out.contains(&left), "{said:?}");
        let next = said
            .out
            .lines()
            .find_map(|it| it.trim().strip_prefix("to bring it along: "));
        let next = next.unwrap_or_else(|| panic!("no next step: {said:?}"));
        assert!(
            next.contains("git -C '") && next.contains("/repo with spaces'"),
            "{next}"
        );
        assert!(
            next.contains("read-tree -m -u ") || next.contains(" stash pop"),
            "{next}"
        );
    }
}
