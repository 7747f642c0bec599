//! Links to other repositories stay as they are, and whoever would change one is asked.

use super::{commit, run, world};
use crate::agent::{call, done, shell, turn, write};
use crate::support::World;

use serde_json::{Value, json};

/// A repository with a submodule at `third_party/lib`, whose remote has two commits.
fn with_submodule(replies: &[Value], more: &str) -> World {
    let world = world(&[("a.txt", "x\n")], replies, more);
    world.set_up("protocol.file.allow", "always");
    let lib = world.path("lib");
    std::fs::create_dir(&lib).expect("a folder");
    let path = lib.to_str().expect("a path");
    let there = |args: &[&str]| {
        let all = [&["-C", path], args].concat();
        world.git_of_person(&all)
    };
    there(&["init", "--quiet", "-b", "main"]);
    for text in ["1", "2"] {
        std::fs::write(lib.join("lib.sh"), text).expect("a file");
        there(&["add", "--all"]);
        there(&["commit", "--quiet", "-m", text]);
    }
    there(&["branch", "old", "HEAD~1"]);
    world.git_of_person(&["submodule", "--quiet", "add", path, "third_party/lib"]);
    commit(&world, "with a library");
    world
}

fn link(world: &World) -> String {
    world.git(&["ls-tree", "main", "third_party/lib"])
}

fn rule(line: &str) -> String {
    format!(
        "guardrails: {{rules: [{{name: gen, pattern: '{line}', action: allow, applies_to: [run, shell]}}]}}\nverification: {{commands: [test -e a.txt], levels: [1, 2, 3, 4]}}\n"
    )
}

#[test]
fn nothing_is_written_below_a_submodule() {
    for path in [
        "third_party/lib/extra.sh",
        "third_party/lib/deep/er/extra.sh",
        "third_party/lib",
    ] {
        let replies = [
            turn(&[write(path, "v=2\n")]),
            turn(&[write("n.txt", "y\n")]),
            turn(&[done()]),
        ];
        let world = with_submodule(&replies, "");
        let before = link(&world);
        let said = run(&world);
        assert_eq!(link(&world), before, "{said:?}");
        assert!(before.starts_with("160000"), "{before}");
        if path != "third_party/lib" {
            assert_eq!(said.code, 0, "{said:?}");
            let told = "is below the submodule `third_party/lib`";
            assert!(said.words().contains(told), "{said:?}");
            let log = world.run(&["log", &crate::crash::story::name(&world)]);
            assert!(log.words().contains(told), "{log:?}");
        }
        assert!(
            said.words().contains("submodules are empty folders"),
            "{said:?}"
        );
    }
}

/// A command leaves a file there, or takes the folder away: the link stays, or somebody is asked.
#[test]
fn a_command_does_not_put_anything_in_the_place_of_a_submodule() {
    for (line, asks) in [
        ("echo v=2 > third_party/lib/extra.sh", false),
        ("rm -r third_party/lib; echo y > third_party/lib", true),
        ("rm -r third_party", true),
    ] {
        let script = "sh gen.sh";
        let replies = [
            turn(&[call("run", json!({"argv": ["sh", "gen.sh"]}))]),
            turn(&[done()]),
        ];
        let world = with_submodule(&replies, &rule(script));
        world.write("gen.sh", &format!("{line}\necho y > a.txt\n"));
        commit(&world, "gen");
        let before = link(&world);
        let said = run(&world);
        assert_eq!(link(&world), before, "{line}: {said:?}");
        if asks {
            assert_eq!(said.code, 3, "{line}: {said:?}");
            assert!(
                said.words()
                    .contains("submodule `third_party/lib` at commit"),
                "{said:?}"
            );
        }
    }
}

/// A link that names another commit is work like any other, once a person has looked.
#[test]
fn a_submodule_that_moves_waits_for_a_person() {
    let line = "git -C third_party/lib checkout -q origin/old";
    let script =
        format!("git -c protocol.file.allow=always submodule --quiet update --init\n{line}\n");
    let replies = [turn(&[shell("sh gen.sh")]), turn(&[done()])];
    let world = with_submodule(&replies, &rule("sh gen.sh"));
    world.write("gen.sh", &script);
    commit(&world, "gen");
    let old = world.git_of_person(&["-C", "third_party/lib", "rev-parse", "origin/old"]);
    let said = run(&world);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(
        said.out
            .contains("submodule `third_party/lib` goes from commit"),
        "{said:?}"
    );
    assert!(!link(&world).contains(old.trim()), "{said:?}");
    let run = crate::crash::story::name(&world);
    let said = world.run(&["approve", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(link(&world).contains(old.trim()), "{said:?}");
}
