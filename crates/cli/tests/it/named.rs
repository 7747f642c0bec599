//! Truths that are bound to tests by name, in runs: what a check prints says whether they ran and passed.

use serde_json::Value;

use crate::agent::{done, turn};
use crate::crash::story;
use crate::support::World;

/// A runner that tells of one test, then of much else, and passes whatever comes of it.
fn check(tells: &str) -> String {
    format!(
        "grep -q 'pub fn slug' src/slug.rs || exit 1\necho '{tells}'\ni=0\nwhile [ $i -lt 200 ]; do i=$((i+1)); echo \"note $i\"; done\n"
    )
}

fn world(tells: &str) -> World {
    let plan = story::FILES.iter().find(|(path, _)| *path == story::PLAN);
    let plan = plan.map_or("", |(_, text)| text).replace(
        "    - \"A title becomes a slug\"\n",
        "    - {truth: A title becomes a slug, tests: [makes_a_slug]}\n",
    );
    let script = serde_json::json!({
        "scenes": [],
        "replies": [turn(&story::real()), turn(&[done()]), turn(&[done()]), turn(&[done()])],
        "after": "repeat",
    });
    let files = [
        ("src/lib.rs", "//! Words.\n"),
        ("check.sh", &*check(tells)),
        (story::PLAN, plan.as_str()),
    ];
    World::scripted(&files, &script.to_string(), story::CHECKS)
}

/// How the truth stands in the last report of the run, and why.
fn truth(world: &World) -> (String, String) {
    let said = world.run(&["show", &story::name(world), "--report", "--json"]);
    let report: Value = serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{said:?}"));
    let items = report["items"].as_array().expect("items");
    let found = items.iter().find(|it| it["kind"] == "truth");
    let text = |key: &str| {
        found
            .and_then(|it| it[key].as_str())
            .unwrap_or_default()
            .to_owned()
    };
    (text("status"), text("reason"))
}

#[test]
fn a_run_reads_the_tests_that_truths_are_bound_to() {
    let world = world("test slug::makes_a_slug ... ok");
    let said = world.run(&["run", story::PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
    let (status, reason) = truth(&world);
    assert_eq!(status, "verified", "{reason}");
    assert!(reason.contains("makes_a_slug"), "{reason}");
    assert_eq!(
        world.read("src/slug.rs").as_deref(),
        Some(story::REAL),
        "merged"
    );
    story::ledger_holds(&world, &story::name(&world));
}

#[test]
fn a_named_test_that_did_not_pass_is_a_gap_in_a_run() {
    for (tells, says) in [
        ("test slug::makes_a_slug ... FAILED", "failed"),
        ("test slug::makes_a_slug ... ignored", "skipped"),
        ("test slug::other ... ok", "no test `makes_a_slug` was run"),
    ] {
        let world = world(tells);
        let said = world.run(&["run", story::PLAN]);
        assert_ne!(said.code, 0, "{tells}: {said:?}");
        let (status, reason) = truth(&world);
        assert_eq!(status, "failed", "{tells}: {reason}");
        assert!(reason.contains(says), "{tells}: {reason}");
        assert_eq!(world.read("src/slug.rs"), None, "{tells}: not merged");
    }
}
