//! What a plan asks of the verifier beyond files: tests by name, levels, prohibitions, requirements, scenarios; and what
//! follows where it asks nothing.

use serde_json::Value;

use crate::support::World;
use crate::verify::{CONFIG, TONGUES};

const PLAN: &str = "docs/01-01-PLAN.md";

/// The item whose name begins so: how it stands, and why.
fn item<'v>(value: &'v Value, id: &str) -> (&'v str, &'v str) {
    let items = value["items"].as_array().expect("items");
    let found = items
        .iter()
        .find(|it| it["id"].as_str().is_some_and(|it| it.starts_with(id)));
    let found = found.unwrap_or_else(|| panic!("no `{id}` in {value}"));
    let text = |key: &str| found[key].as_str().unwrap_or_default();
    (text("status"), text("reason"))
}

/// The plan with other truths.
fn with(truths: &str) -> World {
    let [_, rust] = TONGUES;
    let world = rust.world();
    let plan = rust.plan();
    let plan = plan.replace("    - \"A title becomes a slug\"\n", truths);
    world.write(PLAN, &plan);
    world
}

#[test]
fn a_truth_bound_to_a_test_needs_that_test_to_pass() {
    let truth = "    - {truth: It makes slugs, tests: [makes_a_slug], commands: [sh tests.sh]}\n";
    let world = with(truth);
    for (script, code, status, says) in [
        (
            "echo 'test slug::makes_a_slug ... ok'\n",
            0,
            "verified",
            "ran and passed",
        ),
        (
            "echo 'test slug::other ... ok'\n",
            1,
            "failed",
            "no test `makes_a_slug` was run",
        ),
        (
            "echo 'test slug::makes_a_slug ... ignored'\n",
            1,
            "failed",
            "skipped",
        ),
        (
            "echo '12 passed, makes_a_slug among them'\n",
            3,
            "unknown",
            "names no test",
        ),
        (
            "echo 'test slug::makes_a_slug ... FAILED'; exit 1\n",
            1,
            "failed",
            "exit code 1",
        ),
    ] {
        // What it says stands in front of what makes it notice a break.
        let notice = "grep -q 'slugify(.*{$' src/slug.rs || exit 1\ngrep -q to_lowercase src/slug.rs || exit 1\n";
        world.write("tests.sh", &format!("{notice}{script}"));
        let said = world.run(&["--json", "verify", PLAN]);
        let value: Value = serde_json::from_str(&said.out).expect("JSON");
        let (found, why) = item(&value, "truth:It makes slugs");
        assert_eq!((found, said.code), (status, code), "{script}: {value}");
        assert!(why.contains(says), "{script}: {why}");
    }
    let value = world.json(&["--json", "verify", PLAN, "--no-commands"]);
    assert_eq!(item(&value, "truth:").0, "unknown", "nothing ran");
}

#[test]
fn a_truth_bound_to_a_level_stands_with_it_and_one_bound_to_nothing_says_how() {
    let [_, rust] = TONGUES;
    let world = with(
        "    - {truth: It is wired, artifact: src/slug.rs, level: 3}\n    - {truth: Nobody is sad, verification: backstop}\n",
    );
    let value = world.json(&["--json", "verify", PLAN]);
    let (status, why) = item(&value, "truth:It is wired");
    assert_eq!(
        (status, why),
        ("verified", "`src/slug.rs` stands up to level 3")
    );
    assert_eq!(
        item(&value, "truth:Nobody is sad").0,
        "human",
        "a backstop abstains"
    );
    assert_eq!(value["status"], "human_needed");
    let human = &value["human_verification"][0];
    for key in ["test", "expected", "why_human"] {
        assert!(
            human[key].as_str().is_some_and(|it| !it.is_empty()),
            "{key}: {human}"
        );
    }
    world.write(rust.slug, rust.stub);
    let value = world.json(&["--json", "verify", PLAN]);
    assert_eq!(item(&value, "truth:It is wired").0, "failed");

    let plan = rust.plan().replace(
        "  <verify><automated>sh check.sh</automated></verify>\n",
        "",
    );
    world.write(PLAN, &plan);
    world.write(rust.slug, rust.real);
    let value = world.json(&["--json", "verify", PLAN]);
    let (status, why) = item(&value, "truth:");
    assert_eq!(status, "human", "unbound is never passed");
    assert!(why.starts_with("no evidence speaks of it"), "{why}");
    assert!(
        value["items"][0]["missing"][0]
            .as_str()
            .is_some_and(|it| it.contains("tests: [names]")),
        "{value}"
    );
    assert_eq!(value["behavior_unverified"], 1);
}

#[test]
fn a_prohibition_is_shown_by_a_check_that_notices_its_violation() {
    let [_, rust] = TONGUES;
    let prohibition = |check: &str, more: &str| {
        let world = with(&format!(
            "    - \"A title becomes a slug\"\n  prohibitions:\n    - statement: \"print anything\"\n      commands: [\"{check}\"]\n{more}"
        ));
        world.write(
            "lint.sh",
            "if grep -q println src/slug.rs; then exit 1; fi\n",
        );
        world.write("blind.sh", "exit 0\n");
        world.write(
            "fix/bad.rs",
            "pub fn slugify() {\n    println!(\"x\");\n}\n",
        );
        world.write("fix/good.rs", rust.real);
        let said = world.run(&["--json", "verify", PLAN]);
        let value: Value = serde_json::from_str(&said.out).expect("JSON");
        let (status, why) = item(&value, "truth:must not: print anything");
        (status.to_owned(), why.to_owned(), world)
    };
    let fixtures = "      check_target: src/slug.rs\n      check_violation_fixture: fix/bad.rs\n      check_clean_fixture: fix/good.rs\n";
    let (status, why, world) = prohibition("sh lint.sh", fixtures);
    assert_eq!(status, "verified", "{why}");
    assert_eq!(
        world.read(rust.slug).as_deref(),
        Some(rust.real),
        "tried in a copy"
    );
    for (check, more, expected, says) in [
        (
            "sh blind.sh",
            fixtures,
            "failed",
            "can't see what is forbidden",
        ),
        (
            "sh lint.sh",
            "",
            "failed",
            "nothing shows that its check can fail",
        ),
        (
            "sh lint.sh",
            "      check_violation_fixture: fix/bad.rs\n",
            "failed",
            "in whose place",
        ),
        (
            "sh lint.sh",
            "      check_target: src/slug.rs\n      check_violation_fixture: fix/none.rs\n",
            "failed",
            "`fix/none.rs` is not there",
        ),
        (
            "sh lint.sh",
            "      check_target: src/slug.rs\n      check_violation_fixture: fix/bad.rs\n      check_clean_fixture: fix/bad.rs\n",
            "failed",
            "fails with the clean fixture too",
        ),
        (
            "sh lint.sh",
            "      verification: judgment\n",
            "human",
            "a person looks",
        ),
    ] {
        let (status, why, _) = prohibition(check, more);
        assert_eq!(status, expected, "{more}: {why}");
        assert!(why.contains(says), "{more}: {why}");
    }
}

/// A plan without must-haves, whose only task shows itself so.
fn bare(verify: &str) -> String {
    let [_, rust] = TONGUES;
    let plan = rust.plan();
    let start = plan.find("must_haves:").expect("must-haves");
    let end = plan.find("---\n\n<objective>").expect("an objective");
    let plan = format!("{}{}", &plan[..start], &plan[end..]);
    plan.replace(
        "  <verify><automated>sh check.sh</automated></verify>\n",
        verify,
    )
}

#[test]
fn must_haves_that_nobody_wrote_are_derived_and_marked() {
    let [_, rust] = TONGUES;
    let world = rust.world();
    world.write(
        PLAN,
        &bare("  <verify><automated>sh check.sh</automated></verify>\n"),
    );
    let said = world.run(&["verify", PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.err.contains("the plan has no `must_haves`"),
        "{said:?}"
    );
    assert!(said.out.contains("## What was derived"), "{said:?}");
    let value = world.json(&["--json", "verify", PLAN]);
    let derived = |id: &str| {
        let items = value["items"].as_array().expect("items");
        let found = items.iter().find(|it| it["id"] == id);
        found.unwrap_or_else(|| panic!("{id}: {value}"))["derived"].clone()
    };
    assert_eq!(derived("truth:The check passes."), true);
    assert_eq!(derived("artifact:src/slug.rs"), true);
    assert_eq!(
        derived("gate:sh check.sh"),
        Value::Null,
        "somebody declared it"
    );
    // They can fail.
    world.write(rust.slug, rust.stub);
    let value = world.json(&["--json", "verify", PLAN]);
    assert_eq!(item(&value, "artifact:src/slug.rs").0, "failed");
    // They make no pass where nothing was shown.
    world.write(rust.slug, rust.real);
    world.configure("");
    world.write(PLAN, &bare(""));
    assert_eq!(world.run(&["verify", PLAN]).code, 3);
}

/// A phase of two plans that are done; the roadmap asks for what is said.
fn phase(roadmap: &str) -> World {
    let [script, rust] = TONGUES;
    let second = script
        .plan()
        .replace("plan: \"01\"", "plan: \"02\"")
        .replace("SLUG-01", "SLUG-02");
    let check = "grep -q 'broken on purpose' src/lib.rs src/index.ts && exit 1\n\
                 grep -q 'slugify(.*{$' src/slug.rs || exit 1\ngrep -q 'slugify(.*{$' src/slug.ts || exit 1\n\
                 grep -q to_lowercase src/slug.rs || exit 1\ngrep -qi tolowercase src/slug.ts\n";
    let roadmap =
        format!("# Roadmap\n\n### Phase 1: Slugs\n**Goal**: Titles become slugs.\n{roadmap}");
    let world = World::new(&[
        (".planning/ROADMAP.md", &roadmap),
        (".planning/phases/01-slugs/01-01-PLAN.md", &rust.plan()),
        (".planning/phases/01-slugs/01-02-PLAN.md", &second),
        (
            ".planning/phases/01-slugs/01-01-SUMMARY.md",
            "---\nstatus: done\n---\n",
        ),
        ("check.sh", check),
        (rust.slug, rust.real),
        (rust.user, rust.using),
        (script.slug, script.real),
        (script.user, script.using),
    ]);
    world.configure(CONFIG);
    world
}

#[test]
fn a_requirement_of_the_phase_that_no_plan_covers_is_a_gap_by_its_id() {
    let folder = ".planning/phases/01-slugs";
    let one = format!("{folder}/01-01-PLAN.md");
    let world = phase("**Requirements**: [SLUG-01, SLUG-02]\n");
    // One that a sibling covers is covered; one in the list of requirements of another phase is no business of this one.
    world.write(
        ".planning/REQUIREMENTS.md",
        "| Requirement | Phase | Status |\n|---|---|---|\n| SLUG-01 | Phase 1 | Done |\n| PAGE-01 | Phase 10 | Pending |\n",
    );
    for path in [one.as_str(), folder] {
        let said = world.run(&["verify", path]);
        assert_eq!(said.code, 0, "{path}: {said:?}");
    }
    let world = phase("**Requirements**: [SLUG-01, SLUG-02, SLUG-03]\n");
    world.write(
        ".planning/REQUIREMENTS.md",
        "| Requirement | Phase | Status |\n|---|---|---|\n| SLUG-04 | Phase 1 | Pending |\n",
    );
    for path in [one.as_str(), folder] {
        let value = world.json(&["--json", "verify", path]);
        assert_eq!(value["status"], "gaps_found", "{path}");
        for id in ["requirement:SLUG-03", "requirement:SLUG-04"] {
            assert_eq!(item(&value, id), ("failed", "no plan covers it"), "{path}");
        }
    }
    let value = world.json(&["--json", "verify", folder, "--write"]);
    let items = value["items"].as_array().expect("items");
    let slugs = items.iter().filter(|it| it["kind"] == "artifact");
    assert_eq!(
        slugs.count(),
        2,
        "plans that are done are verified with the others"
    );
    assert!(
        world
            .read(&format!("{folder}/01-VERIFICATION.md"))
            .is_some()
    );
    let said = world.run(&["verify", folder, "--standing"]);
    assert!(said.out.contains("stands: gaps_found"), "{said:?}");
}

/// An OpenSpec change whose boxes are all ticked.
fn change(tasks: &str) -> World {
    let [_, rust] = TONGUES;
    let world = World::new(&[
        (
            "openspec/changes/add-slugs/proposal.md",
            "# Change: Slugs\n\n## Why\nTitles are not addresses, and people want to read addresses.\n\n## What Changes\n- Slugs.\n",
        ),
        ("openspec/changes/add-slugs/tasks.md", tasks),
        (
            "openspec/changes/add-slugs/specs/slugs/spec.md",
            "## ADDED Requirements\n\n### Requirement: Slugs\nThe system SHALL make slugs of titles.\n\n\
             #### Scenario: plain\n- **WHEN** a title is given\n- **THEN** a slug comes out\n\n\
             #### Scenario: empty\n- **WHEN** an empty title is given\n- **THEN** an empty slug comes out\n",
        ),
        ("check.sh", "grep -q to_lowercase src/slug.rs\n"),
        (rust.slug, rust.real),
        (rust.user, rust.using),
    ]);
    world.configure(CONFIG);
    world
}

#[test]
fn every_scenario_of_a_change_is_asked_for() {
    let folder = "openspec/changes/add-slugs";
    let world = change("## 1. Slugs\n- [x] 1.1 Write them\n- [x] 1.2 Run `sh check.sh`\n");
    let value = world.json(&["--json", "verify", folder]);
    let truths = |value: &Value, status: &str| {
        let items = value["items"].as_array().expect("items").iter();
        let items = items.filter(|it| it["kind"] == "truth" && it["status"] == status);
        items
            .map(|it| it["text"].as_str().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    let found = truths(&value, "verified");
    assert_eq!(found.len(), 2, "{value}");
    assert!(
        found[0].contains("plain") && found[1].contains("empty"),
        "{found:?}"
    );
    world.write("check.sh", "exit 1\n");
    let value = world.json(&["--json", "verify", folder]);
    assert_eq!(truths(&value, "failed").len(), 2, "{value}");
    // A change that says no command leaves each scenario to a person, by its name.
    let world = change("## 1. Slugs\n- [x] 1.1 Write them\n");
    let value = world.json(&["--json", "verify", folder]);
    assert_eq!(truths(&value, "human").len(), 2, "{value}");
    assert_eq!(value["status"], "human_needed");
    let said = world.run(&["verify", "src"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.err.contains("holds no plan"), "{said:?}");
}
