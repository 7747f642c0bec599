//! Level 5 in runs: evidence that passes whatever is broken is a gap, until something looks at what the artifact does.

use serde_json::Value;

use crate::agent::{done, scene, turn, write};
use crate::crash::story;
use crate::support::World;

/// Looks only at whether the function is there; with the proof, at what its body begins with.
const CHECK: &str =
    "grep -q 'pub fn slug' src/slug.rs || exit 1\nif test -f proof.sh; then sh proof.sh; fi\n";

/// It stands for a test: it notices whatever is put in front of the work.
const PROOF: &str = "grep -q 'pub fn slug(.*{$' src/slug.rs\n";

const CHECKS: &str = "verification:\n  commands: [\"sh check.sh\"]\n";

fn world(more: &str) -> World {
    let plan = story::FILES.iter().find(|(path, _)| *path == story::PLAN);
    let plan = plan.map_or("", |(_, text)| text).replace(
        "  - src/lib.rs\nautonomous",
        "  - src/lib.rs\n  - proof.sh\nautonomous",
    );
    let plan = plan.replace(
        "<files>src/slug.rs, src/lib.rs</files>",
        "<files>src/slug.rs, src/lib.rs, proof.sh</files>",
    );
    let script = serde_json::json!({
        "scenes": [scene("verification found gaps", &[turn(&[write("proof.sh", PROOF)]), turn(&[done()])])],
        "replies": [turn(&story::real()), turn(&[done()])],
    });
    let files = [
        ("src/lib.rs", "//! Words.\n"),
        ("check.sh", CHECK),
        (story::PLAN, plan.as_str()),
    ];
    World::scripted(&files, &script.to_string(), &format!("{CHECKS}{more}"))
}

/// What came of the trials of each verification: (breaks that nobody noticed, all).
fn trials(world: &World, run: &str) -> Vec<(usize, usize)> {
    let lines = story::lines(world, run);
    let facts = lines.iter().filter_map(|it| {
        it["event"]["seen"]["finished"]["observation"]["outcome"]["tried"]["facts"].as_str()
    });
    facts
        .map(|facts| {
            let tried: Value = serde_json::from_str(facts).expect("trials");
            let trials = tried["trials"].as_array().expect("a list");
            let survived = trials.iter().filter(|it| it["outcome"] == "survived");
            (survived.count(), trials.len())
        })
        .collect()
}

#[test]
fn evidence_that_proves_nothing_is_a_gap_until_it_can_fail() {
    a_gap_until_it_can_fail(&world(""));
}

#[test]
fn evidence_in_a_sandbox_is_tried_as_any_other() {
    a_gap_until_it_can_fail(&world("").held());
}

fn a_gap_until_it_can_fail(world: &World) {
    let said = world.run(&["run", story::PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
    let run = story::name(world);
    assert_eq!(story::status(world)["stop"], "done", "{said:?}");
    assert!(
        said.err.contains("nothing looks at what it does"),
        "{said:?}"
    );
    assert_eq!(trials(world, &run), [(1, 1), (0, 1)], "{said:?}");
    assert_eq!(world.read("proof.sh").as_deref(), Some(PROOF));
    assert_eq!(world.read("src/slug.rs").as_deref(), Some(story::REAL));
    story::ledger_holds(world, &run);
    let left = std::fs::read_dir(world.path("state/scratch")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "scratch copies are gone");
}

#[test]
fn without_the_level_or_a_break_nothing_is_tried() {
    for more in ["  levels: [1, 2, 3, 4]\n", "  falsify: {breaks: 0}\n"] {
        let world = world(more);
        let said = world.run(&["run", story::PLAN]);
        assert_eq!(said.code, 0, "{said:?}");
        let tried = trials(&world, &story::name(&world));
        assert!(tried.iter().all(|(_, all)| *all == 0), "{more}: {tried:?}");
        assert_eq!(world.read("proof.sh"), None, "{more}");
    }
}
