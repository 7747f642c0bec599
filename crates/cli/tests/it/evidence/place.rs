//! Tests of the very tree that would be merged: a check that finds the person's own checkout instead says nothing of the work.

use super::merged;
use crate::agent::{done, turn, write};
use crate::crash::story;
use crate::support::{Said, World};

const GOOD: &str = "def add(a, b):\n    return a + b\n";
const BROKEN: &str = "def add(a, b):\n    return a - b\n";

/// How what the tests take hold of is found. What stands for an interpreter is a shell that looks the sources up as
/// interpreters do: in a record of what was installed, on the way up, by an absolute path.
struct Layout {
    what: &'static str,
    /// The file of the package, from the repository's root.
    source: &'static str,
    /// The check.
    check: &'static str,
    /// What is set up beside the repository.
    set_up: fn(&World),
}

const BY_RECORD: &str = "place=$(cat \"$HOME/.local/lib/python3.11/site-packages/calc.pth\")\n\
    grep -q 'a + b' \"$place/calc.py\"\n";
const ON_THE_WAY_UP: &str = "place=$PWD\n\
    while [ ! -e \"$place/node_modules/calc\" ]; do place=$(dirname \"$place\"); [ \"$place\" != / ] || exit 1; done\n\
    grep -q 'a + b' \"$place/node_modules/calc/calc.js\"\n";

fn record(world: &World, folder: &str) {
    let site = world.path("home/.local/lib/python3.11/site-packages");
    std::fs::create_dir_all(&site).expect("a folder");
    let leads_to = world.repository().join(folder);
    std::fs::write(site.join("calc.pth"), leads_to.display().to_string()).expect("a record");
}

fn link(world: &World, folder: &str) {
    let packages = world.path("node_modules");
    std::fs::create_dir_all(&packages).expect("a folder");
    std::os::unix::fs::symlink(world.repository().join(folder), packages.join("calc"))
        .expect("a link");
}

const LAYOUTS: &[Layout] = &[
    Layout {
        what: "a package at the top, installed from there",
        source: "calc.py",
        check: BY_RECORD,
        set_up: |world| record(world, ""),
    },
    Layout {
        what: "sources in a folder of their own",
        source: "src/calc.py",
        check: BY_RECORD,
        set_up: |world| record(world, "src"),
    },
    Layout {
        what: "one package of several",
        source: "libs/calc/src/calc.py",
        check: BY_RECORD,
        set_up: |world| record(world, "libs/calc/src"),
    },
    Layout {
        what: "a package of a workspace, linked above both",
        source: "packages/calc/calc.js",
        check: ON_THE_WAY_UP,
        set_up: |world| link(world, "packages/calc"),
    },
];

/// A run whose agent writes the package anew.
fn changed(layout: &Layout, text: &str, levels: &str) -> (World, Said) {
    let script = serde_json::json!({"after": "repeat",
        "replies": [turn(&[write(layout.source, text)]), turn(&[done()])]});
    let config = format!("verification: {{commands: [\"sh check.sh\"], levels: {levels}}}\n");
    let files = [(layout.source, GOOD), ("check.sh", layout.check)];
    let world = World::scripted(&files, &script.to_string(), &config);
    (layout.set_up)(&world);
    let said = world.run(&["run", "--mode", "quick", "speed up add"]);
    (world, said)
}

#[test]
fn a_broken_change_is_not_merged_because_the_checkout_is_whole() {
    for layout in LAYOUTS {
        for levels in ["[1, 2, 3, 4]", "[1, 2, 3, 4, 5]"] {
            let (world, said) = changed(layout, BROKEN, levels);
            assert!(!merged(&world), "{}: {said:?}", layout.what);
            assert_eq!(said.code, 3, "{}: {said:?}", layout.what);
        }
    }
}

/// What is right is not sent back to the agent for it: a person is told what the tests take hold of.
#[test]
fn a_right_change_is_held_for_a_person_and_the_cause_is_named() {
    for layout in LAYOUTS {
        let right = GOOD.replace("a + b", "a + b  # quick");
        let (world, said) = changed(layout, &right, "[1, 2, 3, 4, 5]");
        assert_eq!(said.code, 3, "{}: {said:?}", layout.what);
        assert_eq!(story::status(&world)["corrections"], 0, "{}", layout.what);
        let run = story::name(&world);
        let page = world.run(&["show", &run, "--report"]).words();
        assert!(page.contains("another place"), "{}: {page}", layout.what);
        let name = world.repository().display().to_string();
        assert!(page.contains(&name), "{}: {page}", layout.what);
        let said = world.run(&["approve", &run]);
        assert_eq!(said.code, 0, "{}: {said:?}", layout.what);
        assert!(merged(&world), "{}", layout.what);
    }
}

/// Where the tests take hold of what they are beside, nothing is said.
#[test]
fn tests_of_the_tree_itself_are_believed() {
    let layout = Layout {
        what: "sources beside the check",
        source: "src/calc.py",
        check: "grep -q 'a + b' src/calc.py\n",
        set_up: |_| {},
    };
    let right = GOOD.replace("a + b", "a + b  # quick");
    let (world, said) = changed(&layout, &right, "[1, 2, 3, 4]");
    assert_eq!(said.code, 0, "{said:?}");
    assert!(merged(&world));
    let (world, said) = changed(&layout, BROKEN, "[1, 2, 3, 4]");
    assert_ne!(said.code, 0, "{said:?}");
    assert!(!merged(&world));
}
