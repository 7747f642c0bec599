//! Keys of the configuration that people see the effect of: each is changed here, and the change is seen.

use serde_json::json;

use crate::agent::{self, call, done, turn};
use crate::crash::story::{self, PLAN};
use crate::support::World;
use crate::verify::TONGUES;

#[test]
fn the_project_has_its_name_where_people_read_of_it() {
    let world = TONGUES[0].world();
    let plan = "docs/01-01-PLAN.md";
    let said = world.run(&["verify", plan, "--no-commands"]);
    assert!(
        said.out.contains("# Verification of 01-slugs\n"),
        "the folder's name is no part of a verdict: {said:?}"
    );
    let named = "project.name=Slug | works";
    let said = world.run(&["--set", named, "verify", plan, "--no-commands"]);
    assert!(
        said.out
            .contains("# Verification of 01-slugs in Slug \\| works\n"),
        "{said:?}"
    );
    let json = world.json(&["--json", "--set", named, "verify", plan, "--no-commands"]);
    assert_eq!(json["project"], "Slug | works");

    // A run keeps the name that it was opened with.
    let world = story::world_of(&[], false, "project: {name: Greeter}\n");
    world.run(&["run", PLAN]);
    assert_eq!(story::status(&world)["project"], "Greeter");
}

/// Finished work, checked against the plan that the key names.
fn specified(path: &str) -> World {
    let world = TONGUES[0].world();
    world.write(
        ".interlock/config.yml",
        &format!(
            "project:\n  openSpecPath: {path}\nverification:\n  commands: [\"sh check.sh\"]\n"
        ),
    );
    world.run(&["trust"]);
    world
}

#[test]
fn a_call_that_names_no_plan_takes_the_specified_one() {
    let world = specified("./docs/01-01-PLAN.md");
    let said = world.run(&["verify"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("\nstatus: passed\n"), "{said:?}");
    // From a folder below, too: the path is the repository's.
    let said = world.run(&["-C", "src", "verify", "--write"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(world.read("docs/01-01-VERIFICATION.md").is_some());

    let script = world.path("home/agent.json");
    std::fs::write(&script, r#"{"replies": []}"#).expect("a script");
    let model = format!("models.a.model={}", script.display());
    world.run(&[
        "--set",
        "models.default=a",
        "--set",
        "models.a.provider=scripted",
        "--set",
        &model,
        "run",
    ]);
    assert_eq!(story::status(&world)["title"], "Titles become slugs.");
}

#[test]
fn a_specification_that_cannot_be_read_is_named_with_its_key() {
    for (path, words) in [
        ("./spec/openapi.yaml", "`spec/openapi.yaml` is not there"),
        (
            "src/slug.ts",
            "`src/slug.ts` is in a format that is not read yet",
        ),
        ("src", "`src` is a folder that holds no plan"),
    ] {
        let world = specified(path);
        for command in ["run", "verify"] {
            let said = world.run(&[command]);
            assert_eq!((said.code, &*said.out), (2, ""), "{path}: {said:?}");
            for words in [
                words,
                "`project.open_spec_path` names it (.interlock/config.yml:2)",
                "a `PLAN.md`",
            ] {
                assert!(said.err.contains(words), "{path}: {said:?}");
            }
        }
    }
}

/// A run whose time is over while a command runs that would never end.
#[test]
fn a_command_gets_its_grace_when_the_time_is_over() {
    let hang = call("run", json!({ "argv": ["sh", "hang.sh"] }));
    let script = json!({ "replies": [turn(&[hang])] }).to_string();
    let world = World::scripted(
        &[(
            "hang.sh",
            "echo begun >> \"$HOME/begun\"\nexec tail -f /dev/null\n",
        )],
        &script,
        "verification: {commands: [\"sh hang.sh\"]}\nloop: {max_total_time: 4}\nbudget: {grace_s: 1}\n",
    );
    let said = world.run(&["run", "wait for ever"]);
    assert_eq!(said.code, 5, "{said:?}");
    assert!(world.path("home/begun").exists());
    let status = story::status(&world);
    let why = status["why"].as_str().unwrap_or_default();
    assert!(
        why.contains(" s of 4 s") && why.contains("cancelled 1 s after it"),
        "{why}"
    );
    assert_eq!(status["stop"], "budget-exhausted");
    story::nobody_left(&world);
}

/// A stub is handed in, no correction is allowed, and people take over.
fn escalated(more: &str) -> (World, String, String) {
    let mut replies = vec![turn(&story::stub()), turn(&[done()])];
    replies.extend([turn(&[done()])]);
    let more = format!("project: {{name: Greeter}}\ncorrection:\n  max_retries: 0\n{more}");
    let world = story::world_of(&replies, false, &more);
    let said = world.run(&["run", PLAN]);
    assert_eq!(said.code, 3, "{said:?}");
    let run = story::name(&world);
    let page = world.path(&format!("state/runs/{run}/HAND-OVER.md"));
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.contains("\n- project: Greeter\n"), "{page}");
    assert!(
        said.err.contains("HAND-OVER.md"),
        "people are told where it is: {said:?}"
    );
    (world, run, page)
}

#[test]
fn an_escalation_pauses_or_says_how_the_branch_is_published() {
    let push = |run: &str| format!("`git push origin interlock/{run}` publishes the branch");
    let why = |world: &World| story::status(world)["why"].to_string();
    let (world, run, page) = escalated("");
    assert!(!page.contains("git push"), "{page}");
    assert!(!why(&world).contains(&push(&run)));

    let (world, run, page) = escalated("  escalate_action: create_pr\n");
    assert!(page.contains("no forge is configured"), "{page}");
    assert!(page.contains(&push(&run)), "{page}");
    assert!(why(&world).contains(&push(&run)), "{}", why(&world));
    // The command does what it says.
    world.git(&["init", "--quiet", "--bare", "../origin.git"]);
    world.git(&["remote", "add", "origin", "../origin.git"]);
    let branch = format!("interlock/{run}");
    world.git(&["push", "--quiet", "origin", &branch]);
    let there = world.git(&["ls-remote", "origin", &branch]);
    assert!(there.contains(&branch), "{there}");
}

#[test]
fn an_escalation_calls_the_configured_command() {
    let (world, run, page) =
        escalated("  escalate_action: notify\n  notify: [sh, -c, 'cat > \"$HOME/$0\"', told]\n");
    let told = std::fs::read_to_string(world.path("home/told")).expect("somebody was told");
    let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(told["run"], run.as_str());
    assert_eq!(told["page"], page.as_str());
    assert!(told["reason"].is_string(), "{told}");
    assert!(
        std::path::Path::new(told["path"].as_str().expect("a path")).exists(),
        "{told}"
    );
    story::nobody_left(&world);
}

/// A function with so many ways through it.
fn tangled(ways: usize) -> String {
    let forks: String = (1..ways)
        .map(|it| format!("  if (n === {it}) return '{it}';\n"))
        .collect();
    format!("export function tangle(n: number): string {{\n{forks}  return String(n);\n}}\n")
}

/// The check leaves a coverage report: half of all lines ran.
const QUALITY: &[(&str, &str)] = &[
    ("figures", "SF:src/tangle.ts\nLF:10\nLH:5\nend_of_record\n"),
    (
        "check.sh",
        "mkdir -p coverage && cp figures coverage/lcov.info\n",
    ),
    ("src/tangle.ts", "export const nothing = 0;\n"),
];

#[test]
fn quality_gates_hold_what_a_run_merges() {
    let write = |ways| agent::write("src/tangle.ts", &tangled(ways));
    let script = json!({
        "scenes": [{
            "name": "the correction",
            "when": "`tangle` has 5 ways through",
            "replies": [turn(&[write(4)]), turn(&[done()])],
        }],
        "replies": [turn(&[write(5)]), turn(&[done()])],
    });
    let gates = "verification:\n  commands: [\"sh check.sh\"]\n  archon: {enabled: true, gates: [coverage, complexity, security], thresholds: {coverage: 50, complexity: 4}}\n";
    let world = World::scripted(QUALITY, &script.to_string(), gates);
    let said = world.run(&["run", "tangle it"]);
    assert_eq!(said.code, 0, "{said:?}");
    let run = story::name(&world);
    assert_eq!(story::status(&world)["corrections"], 1);
    assert_eq!(world.read("src/tangle.ts"), Some(tangled(4)));
    let page = world.run(&["show", &run, "--report"]).out;
    for row in [
        "| ✓ | complexity | PASSED |  | 1 functions, none newly over 4 |",
        "| ✓ | coverage | PASSED |  | 5 of 10 lines ran (50 %), at least 50 % are wanted |",
        "| ✓ | security | PASSED |  | 1 files, no new secret in clear |",
    ] {
        assert!(page.contains(row), "{row}: {page}");
    }
    story::ledger_holds(&world, &run);
}

/// A gate that was asked for and can't speak of code that was changed is no pass: a person looks.
#[test]
fn quality_gates_that_can_not_speak_let_nothing_through() {
    let gates = |gates: &str| {
        format!(
            "verification: {{commands: [\"sh check.sh\"], archon: {{enabled: true, gates: {gates}}}}}\n"
        )
    };
    for (asked, path, text, code) in [
        (
            "[complexity]",
            "a.c",
            "int f(int n) { return n ? 1 : 2; }\n",
            3,
        ),
        ("[type-check]", "a.c", "int f(void) { return 2; }\n", 3),
        ("[coverage]", "a.py", "def f(n):\n    return n * 2\n", 3),
        ("[security]", "a.c", "int f(void) { return 2; }\n", 0),
        (
            "[coverage, complexity, security, type-check]",
            "notes.txt",
            "two\n",
            0,
        ),
        ("[complexity]", "settings.yml", "two: 2\n", 0),
    ] {
        let script = json!({"replies": [turn(&[agent::write(path, text)]), turn(&[done()])]});
        let files = [("check.sh", "exit 0\n"), (path, "one\n")];
        let world = World::scripted(&files, &script.to_string(), &gates(asked));
        let said = world.run(&["run", "change it"]);
        assert_eq!(said.code, code, "{asked} {path}: {said:?}");
        let status = story::status(&world);
        let ended = if code == 0 { "done" } else { "blocked" };
        assert_eq!(status["stop"], ended, "{asked} {path}: {status}");
    }
}

#[test]
fn quality_gates_speak_without_a_run() {
    let plan = TONGUES[0]
        .plan()
        .replace("src/slug.ts, src/index.ts", "src/tangle.ts");
    let world = World::new(&[QUALITY, &[("PLAN.md", &plan)]].concat());
    let old = world.git(&["rev-parse", "HEAD"]);
    let secret = concat!("ghp_HV30PsfiJA2NRl", "TSkewqT0O86m6mdP1hvQqO");
    world.write("src/tangle.ts", &format!("{}// {secret}\n", tangled(6)));
    world.configure("verification: {commands: [\"sh check.sh\"], archon: {enabled: true}}\n");
    let gate = |more: &[&str], gate: &str| {
        let args = [&["--json", "verify", "PLAN.md"], more].concat();
        let report = world.json(&args);
        let items = report["items"].as_array().expect("items");
        let item = items.iter().find(|it| it["id"] == format!("gate:{gate}"));
        let skipped = report["parts"].as_array().expect("parts").iter();
        let skipped = skipped
            .filter(|it| it["verifier"] == format!("archon: {gate}"))
            .map(|it| it["skipped"].to_string())
            .next();
        let text = |it: &serde_json::Value| format!("{}: {}", it["status"], it["reason"]);
        item.map(text).or(skipped).unwrap_or_default()
    };
    let four = "verification.archon.thresholds.complexity=4";
    let all = |more: &[&str]| {
        let named = ["complexity", "security", "coverage", "type-check"];
        named.map(|name| gate(more, name))
    };
    let [complexity, security, coverage, types] = all(&["--set", four]);
    assert!(
        complexity.starts_with("\"failed\": \"src/tangle.ts:1: `tangle` has 6 ways"),
        "{complexity}"
    );
    assert!(
        security.starts_with("\"failed\": \"src/tangle.ts:9: a secret"),
        "{security}"
    );
    assert!(!security.contains(secret), "{security}");
    assert!(
        coverage.starts_with("\"failed\": \"5 of 10 lines ran (50 %)"),
        "{coverage}"
    );
    assert!(types.contains("declares no command"), "{types}");
    // The threshold counts, a report that nobody wrote anew does not, and neither does what was there before.
    assert!(gate(&[], "complexity").starts_with("\"verified\""));
    let stale = gate(&["--no-commands"], "coverage");
    assert!(stale.contains("nobody saw"), "{stale}");
    let low = "verification.archon.thresholds.coverage=50";
    assert!(gate(&["--set", low], "coverage").starts_with("\"verified\""));
    world.git(&["add", "--all"]);
    world.git(&["commit", "--quiet", "-m", "tangle"]);
    let since = ["--set", four, "--base", "HEAD"];
    assert!(gate(&since, "security").contains("no text was changed"));
    let since = ["--set", four, "--base", old.trim()];
    assert!(gate(&since, "security").starts_with("\"failed\""));
    // Only the gates that are named speak.
    let only = ["--set", "verification.archon.gates=[security]"];
    assert_eq!(gate(&only, "complexity"), "");
    assert!(gate(&only, "security").starts_with("\"failed\""));
    assert_eq!(
        gate(&["--set", "verification.archon.enabled=false"], "security"),
        ""
    );
}

/// What the agent writes tells whether its prompt named the file that the task speaks of.
#[test]
fn files_that_a_task_speaks_of_are_in_the_prompt() {
    let files: &[(&str, &str)] = &[
        ("src/cart/total.txt", "1\n"),
        ("src/cart/rounding.txt", "2\n"),
        ("src/auth/token.txt", "3\n"),
    ];
    let wrote = |more: &str| {
        let write = |word: &str| [turn(&[agent::write("seen.txt", word)]), turn(&[done()])];
        let script = json!({
            "scenes": [
                {"name": "another", "when": "src/auth/token.txt", "replies": write("another\n")},
                {"name": "named", "when": "src/cart/total.txt", "replies": write("named\n")},
            ],
            "replies": write("nothing\n"),
        });
        let world = World::scripted(files, &script.to_string(), more);
        let said = world.run(&["run", "The total of the cart is wrong"]);
        assert_eq!(said.code, 0, "{said:?}");
        world.read("seen.txt")
    };
    assert_eq!(wrote("").as_deref(), Some("named\n"));
    let none = "context: {relevance_threshold: 1.0}\n";
    assert_eq!(wrote(none).as_deref(), Some("nothing\n"));
}

/// A model that writes one file with its own name in it, and is done.
fn writing(world: &World, word: &str) -> String {
    let replies = [
        turn(&[agent::write("who.txt", &format!("{word}\n"))]),
        turn(&[done()]),
    ];
    let path = world.path(&format!("home/{word}.json"));
    std::fs::write(&path, json!({ "replies": replies }).to_string()).expect("a script");
    path.display().to_string()
}

#[test]
fn the_model_is_the_one_that_is_named() {
    let wrote = |more: &str| {
        let world = World::new(&[("a.txt", "a\n")]);
        let [seed, one, two] = ["seed", "one", "two"].map(|word| writing(&world, word));
        world.configure(&format!(
            "tools: {{llm: {{provider: scripted, model: {seed}}}}}\nmodels:\n  one: {{provider: scripted, model: {one}}}\n  \
             two: {{provider: scripted, model: {two}}}\n{more}"
        ));
        let said = world.run(&["run", "say who you are"]);
        assert_eq!(said.code, 0, "{said:?}");
        world.read("who.txt")
    };
    assert_eq!(wrote("").as_deref(), Some("seed\n"));
    assert_eq!(wrote("  default: one\n").as_deref(), Some("one\n"));
    let role = "  default: one\n  roles: {executor: two}\n";
    assert_eq!(wrote(role).as_deref(), Some("two\n"));
}

#[test]
fn branches_and_places_are_the_configured_ones() {
    let world = World::scripted(&[("a.txt", "a\n")], r#"{"replies": []}"#, "");
    let script = writing(&world, "who");
    let model = format!("models.written.model={script}");
    world.git(&["branch", "release"]);
    let set = [
        "project.target_branch=release",
        "tools.git.worktree_base=trees",
        "store=ledger",
        &model,
    ];
    let mut args: Vec<&str> = set.iter().flat_map(|it| ["--set", it]).collect();
    args.extend(["run", "say who you are"]);
    let said = world.run(&args);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.read("who.txt"), None, "`main` is left alone");
    assert_eq!(world.git(&["show", "release:who.txt"]), "who\n");
    assert!(world.repository().join("trees/.gitignore").exists());
    assert!(world.repository().join("ledger/ledger.db").exists());
    assert!(!world.path("state/ledger.db").exists());
}
