//! Rules of the verifier at the command line: what each is, what it leads to, what a repository accepts of it. No change says
//! what it is held against.

use serde_json::Value;

use crate::support::{Said, World};

const MANIFEST: &str = "[package]\nname = \"slugs\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
const LIB: &str = "//! Slugs.\n\n/// Makes a slug.\npub fn slugify(title: &str) -> String {\n    title.to_lowercase()\n}\n";
/// Work that says itself that it is not done.
const TODO: &str = "\n/// Undoes it.\npub fn title(_slug: &str) -> String {\n    todo!()\n}\n";
/// Work that nobody uses.
const UNUSED: &str = "\nfn dashed(title: &str) -> String {\n    title.replace(' ', \"-\")\n}\n";
const LIST: &str = ".interlock/accepted.yml";
const CONFIG: &str = ".interlock/config.yml";
/// Nothing is run here.
const QUIET: [&str; 2] = ["--set", "verification.commands=[]"];

/// A crate without tests, and what the change adds to it.
fn world(added: &str) -> World {
    let world = World::new(&[("Cargo.toml", MANIFEST), ("src/lib.rs", LIB)]);
    world.write("src/lib.rs", &format!("{LIB}{added}"));
    world
}

/// Verifies the change alone.
fn verify(world: &World, more: &[&str]) -> (Said, Value) {
    let said = world.run(&[&["--json", "verify", "--base", "HEAD"], &QUIET[..], more].concat());
    let value = serde_json::from_str(&said.out).unwrap_or(Value::Null);
    (said, value)
}

/// The rules of what is open, of what is only told, and of what is accepted.
fn found(value: &Value) -> [Vec<&str>; 3] {
    let of = |key: &str, status: &str| -> Vec<&str> {
        let all = value[key].as_array().into_iter().flatten();
        let all = all.filter(|it| status.is_empty() || it["status"] == status);
        let rules = all.filter_map(|it| it["rule"].as_str());
        // What is said of every change here, and beside what these tests are about.
        let beside = ["nothing-run", "rs-todo", "judge-changed"];
        rules.filter(|it| !beside.contains(it)).collect()
    };
    [
        of("items", "failed"),
        of("feedback", "warning"),
        of("accepted", ""),
    ]
}

/// What is verified, with this exit status and these rules.
#[track_caller]
fn stands(world: &World, more: &[&str], code: i32, rules: [&[&str]; 3]) -> Value {
    let (said, value) = verify(world, more);
    assert_eq!(said.code, code, "{more:?}: {said:?}");
    assert_eq!(found(&value), rules, "{more:?}: {value}");
    value
}

/// Refused, with these words.
#[track_caller]
fn refused(said: &Said, words: &[&str]) {
    assert_eq!(said.code, 2, "{said:?}");
    for word in words {
        assert!(said.words().contains(word), "no `{word}` in {said:?}");
    }
}

fn entry(rule: &str, place: &str) -> String {
    format!("- rule: {rule}\n  place: {place}\n  reason: it is meant so\n")
}

/// What stands in the list before the change.
fn accepted_before(world: &World, text: &str) {
    let now = world.read("src/lib.rs").expect("a file");
    world.write("src/lib.rs", LIB);
    world.write(LIST, text);
    world.git(&["add", "--all"]);
    world.git(&["commit", "--quiet", "-m", "accept"]);
    world.write("src/lib.rs", &now);
}

#[test]
fn without_a_plan_a_rule_makes_what_it_has_earned() {
    let world = world(&format!("{TODO}{UNUSED}"));
    stands(&world, &[], 1, [&["todo-left"], &["new-code-unused"], &[]]);
}

#[test]
fn rules_are_switched_by_the_configuration() {
    let world = world(&format!("{TODO}{UNUSED}"));
    for (set, code, rules) in [
        (
            "todo-left=note",
            0,
            [&[][..], &["todo-left", "new-code-unused"]],
        ),
        ("todo-left=off", 0, [&[], &["new-code-unused"]]),
        (
            "new-code-unused=gap",
            1,
            [&["todo-left", "new-code-unused"], &[]],
        ),
        ("new-code-unused=off", 1, [&["todo-left"], &[]]),
    ] {
        let set = format!("verification.rules.{set}");
        let [gaps, notes] = rules;
        stands(&world, &["--set", &set], code, [gaps, notes, &[]]);
    }
}

#[test]
fn a_rule_that_does_not_exist_or_always_holds_is_an_error() {
    let world = world(TODO);
    let (said, _) = verify(&world, &["--set", "verification.rules.todo-lft=off"]);
    refused(
        &said,
        &["there is no rule `todo-lft`", "did you mean `todo-left`?"],
    );
    let (said, _) = verify(&world, &["--set", "verification.rules.command-failed=off"]);
    refused(&said, &["`command-failed` can't be switched"]);
    let (said, _) = verify(&world, &["--set", "verification.rules.todo-left=loud"]);
    refused(&said, &["does not know `loud`"]);
    world.configure("verification:\n  rules:\n    zzzzzzzz: gap\n");
    let (said, _) = verify(&world, &[]);
    refused(
        &said,
        &[
            "there is no rule `zzzzzzzz`",
            "verify --explain",
            "config.yml:3",
        ],
    );
}

#[test]
fn no_change_switches_its_own_rules_off() {
    let off = "verification:\n  rules: {todo-left: off}\n";
    let changed = world(TODO);
    changed.write(CONFIG, off);
    let (said, value) = verify(&changed, &["--trust"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert_eq!(found(&value)[0], ["todo-left"], "{value}");
    // What was merged before counts.
    let world = World::new(&[("Cargo.toml", MANIFEST), ("src/lib.rs", LIB), (CONFIG, off)]);
    world.write("src/lib.rs", &format!("{LIB}{TODO}"));
    stands(&world, &["--trust"], 0, [&[], &[], &[]]);
    // Nor does it count where it is taken away by the change.
    world.write(CONFIG, "verification:\n  rules: {todo-left: note}\n");
    let (said, value) = verify(&world, &["--trust"]);
    assert_eq!((said.code, &found(&value)[0][..]), (0, &[][..]), "{value}");
}

#[test]
fn what_it_fails_on_is_the_exit_status_alone() {
    let noted = world(UNUSED);
    let gap = world(TODO);
    for (fail_on, notes, gaps) in [("gap", 0, 1), ("note", 1, 1), ("never", 0, 0)] {
        let more = ["--fail-on", fail_on];
        stands(&noted, &more, notes, [&[], &["new-code-unused"], &[]]);
        let value = stands(&gap, &more, gaps, [&["todo-left"], &[], &[]]);
        assert_eq!(value["status"], "gaps_found");
    }
    let (said, _) = verify(&gap, &["--fail-on", "always"]);
    refused(&said, &["--fail-on"]);
    let said = gap.run(&["verify", "--base", "nowhere", "--fail-on", "never"]);
    refused(&said, &["nowhere"]);
}

#[test]
fn what_was_accepted_before_does_not_block() {
    for place in ["src/lib.rs", "src/lib.rs:title"] {
        let world = world(TODO);
        accepted_before(&world, &entry("todo-left", place));
        let value = stands(&world, &[], 0, [&[], &[], &["todo-left"]]);
        let accepted = &value["accepted"][0];
        assert_eq!(accepted["reason"], "it is meant so");
        assert_eq!(accepted["place"], place);
        assert_eq!(accepted["location"]["file"], "src/lib.rs");
        let page = world.run(&[&["verify", "--base", "HEAD"], &QUIET[..]].concat());
        assert!(page.out.contains("it is meant so"), "{page:?}");
    }
    // Of another function, of another rule, of another file.
    for other in [
        entry("todo-left", "src/lib.rs:slugify"),
        entry("new-code-unused", "src/lib.rs"),
        entry("todo-left", "Cargo.toml"),
    ] {
        let world = world(TODO);
        accepted_before(&world, &other);
        let (said, value) = verify(&world, &[]);
        assert_eq!((said.code, &found(&value)[0][..]), (1, &["todo-left"][..]));
    }
}

#[test]
fn no_change_accepts_its_own_findings() {
    let world = world(TODO);
    world.write(LIST, &entry("todo-left", "src/lib.rs"));
    let value = stands(&world, &[], 1, [&["todo-left"], &["accepted-changed"], &[]]);
    let text = value.to_string();
    assert!(text.contains("that counts after it is merged"), "{text}");
    // Nor where the list was there, and grows.
    accepted_before(&world, &entry("todo-left", "src/lib.rs:slugify"));
    let more = entry("todo-left", "src/lib.rs:title");
    let list = world.read(LIST).expect("a list");
    world.write(LIST, &format!("{list}{more}"));
    stands(&world, &[], 1, [&["todo-left"], &["accepted-changed"], &[]]);
    // One that it takes out counts still.
    accepted_before(&world, &more);
    world.git(&["rm", "--quiet", "--cached", LIST]);
    std::fs::remove_file(world.repository().join(LIST)).expect("it was there");
    let told = ["file-deleted", "accepted-changed"];
    stands(&world, &[], 0, [&[], &told, &["todo-left"]]);
}

#[test]
fn an_entry_of_what_is_gone_is_told() {
    let world = world(UNUSED);
    let gone = entry("todo-left", "src/never.rs") + &entry("fixed-value", "src/lib.rs:never");
    accepted_before(&world, &gone);
    let value = stands(
        &world,
        &[],
        0,
        [&[], &["new-code-unused", "accepted-stale"], &[]],
    );
    let text = value.to_string();
    for place in ["src/never.rs", "src/lib.rs:never"] {
        assert!(text.contains(place), "{text}");
    }
}

#[test]
fn a_list_that_is_broken_is_an_error_with_its_line() {
    for (text, words) in [
        ("- rule: [\n", [".interlock/accepted.yml:", ""]),
        ("rule: todo-left\n", ["must be a list of entries", ":1"]),
        ("- todo-left\n", ["an entry with `rule`", ":1"]),
        (
            "\n- rule: todo-lft\n  place: a\n  reason: b\n",
            ["there is no rule `todo-lft`", ":2:"],
        ),
        ("- rule: todo-left\n  place: a\n", ["lacks `reason`", ":1"]),
        (
            "- rule: todo-left\n  place: a\n  reason: ''\n",
            ["`[0].reason` must be text", ":3"],
        ),
        (
            "- rule: todo-left\n  place: a\n  reson: b\n",
            ["unknown key `[0].reson`", "did you mean `reason`?"],
        ),
    ] {
        let old = world(UNUSED);
        accepted_before(&old, text);
        let (said, _) = verify(&old, &[]);
        refused(&said, &words);
        // By the change itself: then it is a gap, for once it is merged nothing can be verified.
        let new = world(UNUSED);
        new.write(LIST, text);
        let (said, value) = verify(&new, &[]);
        assert_eq!(said.code, 1, "{said:?}");
        assert_eq!(found(&value)[0], ["accepted-unreadable"], "{value}");
        // And what mends it passes.
        old.write(LIST, "");
        let (said, _) = verify(&old, &[]);
        assert_eq!(said.code, 0, "{said:?}");
    }
}

#[test]
fn a_person_accepts_with_a_reason() {
    let world = world(TODO);
    let accept =
        |rule: &str, place: &str, why: &str| world.run(&["verify", "--accept", rule, place, why]);
    refused(
        &accept("todo-lft", "src/lib.rs", "x"),
        &["did you mean `todo-left`?"],
    );
    refused(
        &accept("command-failed", "src/lib.rs", "x"),
        &["can't be accepted"],
    );
    refused(
        &accept("todo-left", "src/never.rs", "x"),
        &["no file at `src/never.rs`"],
    );
    refused(
        &accept("todo-left", "../up.rs", "x"),
        &["no file at `../up.rs`"],
    );
    refused(
        &accept("todo-left", "src/lib.rs", " "),
        &["say in one line why"],
    );
    assert_eq!(world.read(LIST), None, "nothing was written");
    let said = accept("todo-left", "src/lib.rs:title", "waits for the \"reader\"");
    assert_eq!(said.code, 0, "{said:?}");
    refused(
        &accept("todo-left", "src/lib.rs:title", "again"),
        &["accepted already"],
    );
    let said = accept("new-code-unused", "src/lib.rs", "loaded by its name");
    assert_eq!(said.code, 0, "{said:?}");
    let list = world.read(LIST).expect("a list");
    assert!(
        list.starts_with("# Findings of `interlock verify`"),
        "{list}"
    );
    assert_eq!(list.matches("- rule: ").count(), 2, "{list}");
    accepted_before(&world, &list);
    let value = stands(&world, &[], 0, [&[], &[], &["todo-left"]]);
    assert_eq!(value["accepted"][0]["reason"], "waits for the \"reader\"");
    world.write(LIST, "nothing: [");
    refused(
        &accept("todo-left", "Cargo.toml", "x"),
        &[".interlock/accepted.yml"],
    );
}

#[test]
fn every_rule_explains_itself() {
    let world = World::new(&[]);
    let said = world.run(&["verify", "--explain", "todo-left"]);
    assert_eq!(said.code, 0, "{said:?}");
    for word in ["todo-left", "finds", "why", "instead", "gap with a plan"] {
        assert!(said.out.contains(word), "{said:?}");
    }
    refused(
        &world.run(&["verify", "--explain", "todo-lef"]),
        &["did you mean `todo-left`?"],
    );
    refused(
        &world.run(&["verify", "--explain", "~"]),
        &["lists all rules"],
    );
    let list = world.run(&["verify", "--explain"]).out;
    let all = world.json(&["--json", "verify", "--explain"]);
    let all = all["rules"].as_array().expect("rules");
    assert!(all.len() > 100, "{}", all.len());
    for rule in all {
        let id = rule["rule"].as_str().expect("an id");
        assert!(list.contains(&format!("  {id} ")), "{id}");
        let one = world.json(&["--json", "verify", "--explain", id]);
        assert_eq!(one, *rule);
        for field in ["about", "holds", "finds", "why", "languages"] {
            assert_ne!(rule[field], "", "{id}: {field}");
        }
    }
}

#[test]
fn what_a_plan_names_is_neither_switched_nor_accepted() {
    let [_, rust] = crate::verify::TONGUES;
    let world = rust.world();
    accepted_before_all(&world, &entry("todo-left", rust.slug));
    world.write(rust.slug, rust.stub);
    let plan = [
        "--json",
        "verify",
        "docs/01-01-PLAN.md",
        "--base",
        "HEAD",
        "--no-commands",
    ];
    let value = world.json(&plan);
    let items = value["items"].as_array().expect("items");
    let artifact = items
        .iter()
        .find(|it| it["kind"] == "artifact")
        .expect("one");
    assert_eq!(artifact["status"], "failed", "{value}");
    assert_eq!(artifact["rule"], "todo-left", "{value}");
    let said = world.run(
        &[
            &plan[..],
            &["--set", "verification.rules.artifact-missing=off"],
        ]
        .concat(),
    );
    refused(&said, &["`artifact-missing` can't be switched"]);
}

/// The list, committed as things stand.
fn accepted_before_all(world: &World, text: &str) {
    world.write(LIST, text);
    world.git(&["add", "--all"]);
    world.git(&["commit", "--quiet", "-m", "accept"]);
}
