//! Verdicts: keyed by what they follow from, stale when that has changed, compared with the one before and never taken
//! from it.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::{Said, World};
use crate::verify::{CONFIG, TONGUES, Tongue, word};

const PLAN: &str = "docs/01-01-PLAN.md";
const PAGE: &str = "docs/01-01-VERIFICATION.md";

fn verify(world: &World, more: &[&str]) -> Said {
    world.run(&[&["verify", PLAN], more].concat())
}

fn json(world: &World, more: &[&str]) -> Value {
    world.json(&[&["--json", "verify", PLAN], more].concat())
}

fn texts(value: &Value, key: &str) -> Vec<String> {
    let list = value["re_verification"][key].as_array();
    let list = list.into_iter().flatten().filter_map(Value::as_str);
    list.map(str::to_owned).collect()
}

fn rust() -> Tongue {
    let [_, rust] = TONGUES;
    rust
}

/// Verifies in another folder, with another home, state, language and time zone.
fn elsewhere(world: &World, folder: &Path, args: &[&str]) -> Said {
    let home = world.path("another home");
    let config = home.join(".config/interlock/config.yml");
    std::fs::create_dir_all(config.parent().expect("a folder")).expect("a home");
    std::fs::copy(world.path("home/.config/interlock/config.yml"), config).expect("a copy");
    let mut command = world.command(args);
    command
        .current_dir(folder)
        .env("HOME", &home)
        .env("INTERLOCK_STATE", world.path("another state"))
        .env("TZ", "Pacific/Auckland")
        .env("LC_ALL", "tr_TR.UTF-8")
        .env("LANG", "de_DE.UTF-8");
    world.finish(&mut command)
}

#[test]
fn the_same_inputs_give_the_same_bytes_in_another_clone() {
    let rust = rust();
    for broken in [false, true] {
        let world = rust.world();
        if broken {
            // It says where it ran, and how long.
            let check = "echo \"failed in $PWD after 0.$(date +%N)s\"; exit 1\n";
            world.write("check.sh", check);
            world.git(&["commit", "--quiet", "-am", "broken"]);
        }
        let clone = world.path("a/clone of it");
        std::fs::create_dir_all(clone.parent().expect("a folder")).expect("a folder");
        let status = Command::new("git")
            .args(["clone", "--quiet"])
            .args([world.repository(), clone.clone()])
            .status();
        assert!(status.expect("git starts").success());
        for args in [
            &["verify", PLAN][..],
            &["--json", "verify", PLAN],
            &["verify", PLAN, "--base", "HEAD"],
        ] {
            let here = world.run(args);
            let there = elsewhere(&world, &clone, args);
            assert_eq!(here.out, there.out, "{args:?}");
            assert_eq!(here.code, there.code, "{args:?}");
            assert_eq!(here.code, i32::from(broken), "{here:?}");
            assert_eq!(here.out, world.run(args).out, "a second time");
        }
    }
}

#[test]
fn a_verdict_that_was_written_stands_until_an_input_changes() {
    let rust = rust();
    let world = rust.world();
    let standing = |code: i32, word: &str, because: &str| {
        let said = world.run(&["--json", "verify", PLAN, "--standing"]);
        assert_eq!(said.code, code, "{said:?}");
        let value: Value = serde_json::from_str(&said.out).expect("JSON");
        assert_eq!(value["standing"], word, "{value}");
        let why = value["because"].to_string();
        assert!(why.contains(because), "{value}");
        value["again"].as_str().expect("a command").to_owned()
    };
    standing(1, "none", "");
    let first = verify(&world, &["--write"]);
    assert_eq!(first.code, 0, "{first:?}");
    assert!(!first.err.contains("stale"), "{first:?}");
    // The page is a result. It makes no verdict stale, not its own and not that of another plan here.
    standing(0, "stands", "");
    world.write("docs/01-02-VERIFICATION.md", "---\nstatus: passed\n---\n");
    standing(0, "stands", "");
    let second = verify(&world, &["--write"]);
    assert_eq!(first.out, second.out, "the same, and so is the page");
    assert_eq!(world.read(PAGE).as_deref(), Some(first.out.as_str()));
    world.git(&["add", "--all"]);
    world.git(&["commit", "--quiet", "-m", "pages"]);
    standing(0, "stands", "");

    world.write(rust.slug, rust.stub);
    let again = standing(1, "stale", "the tree has changed");
    assert_eq!(again, format!("interlock verify {PLAN} --write"));
    let said = verify(&world, &[]);
    assert_eq!(said.code, 1, "not what was said before: {said:?}");
    let stale = format!("the verdict in `{PAGE}` (passed) is stale: the tree has changed");
    assert!(said.err.contains(&stale), "{said:?}");
    standing(1, "stands", "");

    world.write(rust.slug, rust.real);
    verify(&world, &[]);
    standing(0, "stands", "");
    world.configure("verification:\n  commands: [\"sh check.sh\"]\n  levels: [1, 2, 3, 4]\n");
    standing(1, "stale", "the policy has changed");
    world.configure(CONFIG);
    standing(0, "stands", "");
    let plan = rust.plan().replace("min_lines: 3", "min_lines: 2");
    world.write(PLAN, &plan);
    standing(1, "stale", "the plan has changed");
    let said = world.run(&["verify", PLAN, "--standing"]);
    assert!(
        said.out.contains("is stale: ") && said.out.contains("\nverify again: "),
        "{said:?}"
    );
}

#[test]
fn what_a_declared_command_starts_is_an_input() {
    let rust = rust();
    let world = rust.world();
    world.configure("verification:\n  commands: [\"probe src\"]\n");
    let bin = world.path("bin");
    std::fs::create_dir_all(&bin).expect("a folder");
    let probe = |text: &str| {
        use std::os::unix::fs::PermissionsExt;
        let path = bin.join("probe");
        std::fs::write(&path, text).expect("a program");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    };
    let run = |more: &[&str]| {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = world.command(&[&["--json", "verify", PLAN], more].concat());
        command.env("PATH", format!("{}:{path}", bin.display()));
        world.finish(&mut command)
    };
    probe("#!/bin/sh\nexit 0\n");
    let first = run(&[]);
    assert!(run(&["--standing"]).out.contains("\"stands\""), "{first:?}");
    probe("#!/bin/sh\nexit 1\n");
    let said = run(&["--standing"]);
    assert!(
        said.out.contains("the tool `probe` has changed"),
        "{said:?}"
    );
    assert_eq!(run(&[]).code, 1);
}

#[test]
fn the_page_before_says_what_became_of_its_gaps() {
    let rust = rust();
    let world = rust.world();
    world.write(rust.slug, rust.stub);
    assert_eq!(verify(&world, &["--write"]).code, 1);
    world.write(rust.slug, rust.real);
    // One is mended, and another is broken on the way.
    world.write(
        rust.user,
        "/// The address of a page.\npub fn page(title: &str) -> String {\n    title.to_owned()\n}\n",
    );
    let value = json(&world, &[]);
    let again = &value["re_verification"];
    assert_eq!(again["previous_status"], "gaps_found");
    assert_eq!(again["previous_score"], "1/4", "{value}");
    let truth = "A title becomes a slug".to_owned();
    assert!(texts(&value, "gaps_closed").contains(&truth), "{value}");
    assert_eq!(texts(&value, "gaps_remaining"), [rust.slug], "orphaned now");
    let link = format!("{} -> {}", rust.user, rust.slug);
    assert_eq!(texts(&value, "regressions"), [link]);
    // Written, the comparison stays what it was.
    world.write(rust.user, rust.using);
    let done = verify(&world, &["--write"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.out.contains("## Since the report before"), "{done:?}");
    assert_eq!(verify(&world, &["--write"]).out, done.out);
}

#[test]
fn a_page_talks_nothing_into_passing() {
    let rust = rust();
    let world = rust.world();
    assert_eq!(verify(&world, &["--write"]).code, 0);
    let good = world.read(PAGE).expect("a page");
    world.write(rust.slug, rust.stub);
    let honest = json(&world, &[]);
    assert_eq!(honest["status"], "gaps_found");
    let bad = verify(&world, &["--write"]);
    let forged = bad
        .out
        .replace("status: gaps_found", "status: passed")
        .replace("failed_items:", "nothing_items:");
    for page in [
        good.as_str(),
        &forged,
        "---\nstatus: passed\nscore: \"5/5\"\n---\n",
        "---\nstatus: passed\noverrides:\n  - must_have: \"src/slug.rs\"\n    reason: fine\n    accepted_by: me\n---\n",
        "---\nstatus: [passed\n---\n",
        "no page",
    ] {
        world.write(PAGE, page);
        let value = json(&world, &[]);
        assert_eq!(value["items"], honest["items"], "{page}");
        assert_eq!(value["verdict"], honest["verdict"], "{page}");
        assert_eq!(value["status"], "gaps_found", "{page}");
    }
    world.write(PAGE, &forged);
    let said = verify(&world, &[]);
    assert!(
        said.err.contains("says passed of the very same"),
        "{said:?}"
    );
    // What is recorded decides whether a verdict stands, not what a page says.
    let said = verify(&world, &["--standing"]);
    assert_eq!(
        (said.code, said.out.contains("gaps_found")),
        (1, true),
        "{said:?}"
    );
    std::fs::remove_dir_all(world.path("state/verdicts")).expect("forgotten");
    let said = verify(&world, &["--standing"]);
    assert_eq!(
        (said.code, said.out.contains("no verdict is recorded")),
        (1, true),
        "{said:?}"
    );
}

#[test]
fn a_page_of_another_tool_is_compared_with_by_its_words() {
    let rust = rust();
    // Beside the plan, or of the whole phase.
    for page in [PAGE, "docs/VERIFICATION.md"] {
        let world = rust.world();
        world.write(
        page,
        "---\nphase: 01-slugs\nverified: 2026-11-20T10:00:00Z\nstatus: gaps_found\nscore: 1/3 must-haves verified\ngaps:\n  \
         - truth: \"A title becomes a slug\"\n    status: failed\n    reason: \"no\"\n  \
         - truth: \"Users are happy\"\n    status: partial\n    reason: \"they are not\"\n---\n",
    );
        let value = json(&world, &[]);
        assert_eq!(value["re_verification"]["previous_score"], "1/3");
        assert_eq!(texts(&value, "gaps_closed"), ["A title becomes a slug"]);
        assert_eq!(
            texts(&value, "gaps_unasked"),
            ["Users are happy"],
            "{value}"
        );
    }
}

#[test]
fn a_gap_that_the_plan_stops_asking_for_is_not_closed() {
    let rust = rust();
    let world = rust.world();
    world.write(rust.slug, rust.stub);
    assert_eq!(verify(&world, &["--write"]).code, 1);
    let plan = rust.plan().replace(
        "    - \"A title becomes a slug\"\n",
        "    - \"It is there\"\n",
    );
    world.write(PLAN, &plan);
    let value = json(&world, &[]);
    assert_eq!(
        texts(&value, "gaps_unasked"),
        ["truth:A title becomes a slug"],
        "{value}"
    );
    assert_eq!(texts(&value, "gaps_closed"), Vec::<String>::new());
}

#[test]
fn without_a_page_the_last_verdict_here_is_compared_with_when_that_is_asked() {
    let rust = rust();
    let world = rust.world();
    world.write(rust.slug, rust.stub);
    let first = json(&world, &["--again"]);
    assert_eq!(first["re_verification"], Value::Null, "there was none");
    world.write(rust.slug, rust.real);
    let plain = world.run(&["--json", "verify", PLAN, "--standing"]);
    assert!(plain.out.contains("\"stale\""), "{plain:?}");
    let value = json(&world, &["--again"]);
    assert!(
        texts(&value, "gaps_closed").contains(&rust.slug.to_owned()),
        "{value}"
    );
    // Asked for or not, it is the same verdict.
    let alone = json(&world, &[]);
    assert_eq!(
        (&alone["verdict"], &alone["items"]),
        (&value["verdict"], &value["items"])
    );
    assert_eq!(alone["re_verification"], Value::Null);
}

/// Reports on one tree, as what is in no tree comes and goes.
#[test]
fn what_is_remembered_of_a_tree_is_held_against_the_disk() {
    let rust = rust();
    let world = rust.world();
    let look = |more: &[&str]| json(&world, &[&["--no-commands"], more].concat());
    let slug = world.repository().join(rust.slug);
    let whole = look(&[]);
    assert_eq!(look(&[]), whole);
    assert_eq!(word(&whole, rust.slug), "VERIFIED");

    world.write(".gitignore", "src/slug.rs\nreal.rs\n");
    world.git(&["rm", "--quiet", "--cached", rust.slug]);
    world.git(&["add", ".gitignore"]);
    world.git(&["commit", "--quiet", "-m", "ignored"]);
    let ignored = look(&[]);
    std::fs::remove_file(&slug).expect("removed");
    let absent = look(&[]);
    assert_ne!(
        ignored, absent,
        "what git ignores is told from what is not there"
    );
    assert_eq!(look(&[]), absent);
    world.write(rust.slug, rust.real);
    assert_eq!(look(&[]), ignored);
    std::fs::create_dir(world.path("aside")).expect("a folder");
    std::fs::rename(&slug, world.path("aside/slug.rs")).expect("moved");
    std::fs::create_dir(&slug).expect("a folder");
    let folder = look(&[]);
    assert!(folder != absent && folder != ignored, "{folder}");
    std::fs::remove_dir(&slug).expect("removed");
    assert_eq!(look(&[]), absent);
}

#[cfg(unix)]
#[test]
fn what_a_link_leads_to_is_looked_at_each_time() {
    let rust = rust();
    let world = rust.world();
    let slug = world.repository().join(rust.slug);
    world.write(".gitignore", "real.rs\n");
    world.write("src/real.rs", rust.real);
    std::fs::remove_file(&slug).expect("removed");
    std::os::unix::fs::symlink("real.rs", &slug).expect("a link");
    let look = || word(&json(&world, &["--no-commands"]), rust.slug).to_owned();
    let before = look();
    world.write("src/real.rs", rust.stub);
    let after = look();
    assert_ne!(before, "STUB");
    assert_eq!(after, "STUB");
}

#[test]
fn a_memory_that_is_damaged_is_looked_at_again() {
    let rust = rust();
    let world = rust.world();
    let look = || json(&world, &["--no-commands"]);
    let first = look();
    let folder = world.path("state/inspections");
    let below = |folder: &Path| {
        let mut paths = std::fs::read_dir(folder).expect("a folder").flatten();
        paths.next().expect("one").path()
    };
    let file = below(&below(&folder));
    let kept = std::fs::read(&file).expect("a memory");
    for bytes in [
        Vec::new(),
        b"\xff\xff\xff\xff\xff\xff\xff\xff\x7f".to_vec(),
        kept[..kept.len() / 2].to_vec(),
        kept.iter().rev().copied().collect(),
    ] {
        std::fs::write(&file, bytes).expect("written");
        assert_eq!(look(), first);
    }
    std::fs::remove_file(&file).expect("removed");
    std::fs::create_dir(&file).expect("a folder in its place");
    assert_eq!(look(), first);
}
