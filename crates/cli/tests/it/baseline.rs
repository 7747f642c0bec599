//! Commands that nobody declared: what fails without the change too says nothing of it, and never that it is good.

use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::agent::{done, scene, turn, write};
use crate::crash::story;
use crate::support::{Said, World};

const BASE: &str = "def add(a, b):\n    return a + b\n";
const WORK: &str = "def add(a, b):\n    return a + b\n\n\ndef twice(a):\n    return add(a, a)\n";
const TESTS: &str = "from src.sums import add\n\n\ndef test_add():\n    assert add(1, 1) == 2\n";
const NEW_TESTS: &str = "from src.sums import add, twice\n\n\ndef test_add():\n    assert add(1, 1) == 2\n\n\ndef test_twice():\n    assert twice(2) == 4\n";

/// A project whose tests pytest runs, and the change on it that is looked at. `pytest` is a script of ours.
struct Project {
    world: World,
}

impl Project {
    fn new(files: &[(&str, &str)], work: &[(&str, &str)]) -> Self {
        let project = [
            ("pyproject.toml", "[tool.pytest.ini_options]\n"),
            ("src/sums.py", BASE),
            ("tests/test_sums.py", TESTS),
        ];
        let world = World::new(&[&project[..], files].concat());
        world.git(&["checkout", "--quiet", "-b", "work"]);
        let done = [("src/sums.py", WORK), ("tests/test_sums.py", NEW_TESTS)];
        for (path, text) in done.iter().chain(work) {
            world.write(path, text);
        }
        world.git(&["add", "--all"]);
        world.git(&["commit", "--quiet", "-m", "work"]);
        Self { world }
    }

    /// What is said where `pytest` is this script, or where there is none.
    fn verify(&self, pytest: Option<&str>, more: &[&str]) -> (Said, Value) {
        // A machine may have a pytest: where none is wanted, there is nothing but what we need.
        let whole = std::env::var("PATH").unwrap_or_default();
        let few = self.world.path("few");
        for program in ["git", "sh"] {
            let mut places = std::env::split_paths(&whole).map(|it| it.join(program));
            let at = places.find(|it| it.is_file()).expect("on the path");
            std::fs::create_dir_all(&few).expect("a folder");
            let link = few.join(program);
            if !link.exists() {
                std::os::unix::fs::symlink(at, link).expect("a link");
            }
        }
        let mut path = few.display().to_string();
        if let Some(text) = pytest {
            path = with_pytest(&self.world, text);
        }
        let mut command = self.world.command(&["verify", "--base", "main", "--json"]);
        command.args(more).env("PATH", path);
        let said = self.world.finish(&mut command);
        let report = serde_json::from_str(&said.out).unwrap_or_else(|_| panic!("{said:?}"));
        (said, report)
    }

    #[track_caller]
    fn stands(&self, pytest: Option<&str>, status: &str, why: &str) {
        let (said, report) = self.verify(pytest, &[]);
        assert_eq!(report["status"], status, "{said:?}");
        let items = report["items"].as_array().expect("items");
        let item = items.iter().find(|it| it["id"] == "gate:pytest");
        let item = item.unwrap_or_else(|| panic!("no command: {said:?}"));
        let reason = item["reason"].as_str().unwrap_or_default();
        assert!(reason.contains(why), "{reason}");
    }
}

/// The path on which `pytest` is this script.
fn with_pytest(world: &World, text: &str) -> String {
    let bin = world.path("bin");
    std::fs::create_dir_all(&bin).expect("a folder");
    let file = bin.join("pytest");
    std::fs::write(&file, format!("#!/bin/sh\n{text}\n")).expect("a program");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).expect("a mode");
    let whole = std::env::var("PATH").unwrap_or_default();
    format!("{}:{whole}", bin.display())
}

/// One test that fails with the base already.
const ONE: &str = "echo 'FAILED tests/test_sums.py::test_add - no database'\nexit 1";

#[test]
fn a_program_that_is_not_there_says_nothing() {
    let project = Project::new(&[], &[]);
    project.stands(None, "human_needed", "it can't be started");
}

#[test]
fn what_fails_without_the_change_too_goes_to_a_person() {
    let project = Project::new(&[], &[]);
    let why = "it fails in the same way without it";
    project.stands(Some(ONE), "human_needed", why);
    // How long it took and what the failure is worded like are not how it fails.
    let timed =
        "echo \"FAILED tests/test_sums.py::test_add - at $$\"\necho \"1 failed in 0.$$s\"\nexit 1";
    project.stands(Some(timed), "human_needed", why);
    project.stands(
        Some("echo \"sh: mocha: not found\"\nexit 127"),
        "human_needed",
        why,
    );
}

#[test]
fn what_only_fails_with_the_change_is_a_gap() {
    let project = Project::new(&[], &[("broken", "yes\n")]);
    let alone =
        "if [ -e broken ]; then echo 'FAILED tests/test_sums.py::test_twice - 5'; exit 1; fi";
    project.stands(Some(alone), "gaps_found", "test_twice");
    // Another one fails besides, or in another way.
    let besides = format!(
        "{}\n{ONE}",
        "[ -e broken ] && echo 'FAILED tests/test_sums.py::test_twice - 5'"
    );
    project.stands(Some(&besides), "gaps_found", "exit code 1");
    project.stands(
        Some("[ -e broken ] && exit 2\nexit 5"),
        "gaps_found",
        "exit code 2",
    );
    let build = "[ -e broken ] && echo 'error: could not compile `a` (lib) due to 1 previous error'\nexit 1";
    project.stands(Some(build), "gaps_found", "exit code 1");
}

#[test]
fn what_passes_the_next_time_is_evidence_of_nothing() {
    let project = Project::new(&[(".gitignore", "ran\n")], &[("broken", "yes\n")]);
    let once = "[ -e broken ] || exit 0\nif [ -e ran ]; then exit 0; fi\necho 1 >ran\nexit 1";
    let why = "it fails one time and passes the next";
    project.stands(Some(once), "human_needed", why);
}

#[test]
fn what_was_deleted_is_there_again_without_the_change() {
    let project = Project::new(&[("kept/data.txt", "1\n")], &[("added/data.txt", "2\n")]);
    std::fs::remove_dir_all(project.world.repository().join("kept")).expect("removed");
    let needs = "if [ -e kept/data.txt ] && [ ! -e added/data.txt ] && ! grep -q twice src/sums.py; then exit 0; fi\nexit 1";
    project.stands(Some(needs), "gaps_found", "exit code 1");
}

#[test]
fn what_git_ignores_is_there_without_the_change_too() {
    let project = Project::new(&[(".gitignore", "installed\n")], &[]);
    project.world.write("installed/it", "yes\n");
    let needs = "[ -e installed/it ] || exit 0\nexit 1";
    project.stands(Some(needs), "human_needed", "in the same way");
}

#[test]
fn what_somebody_declared_has_to_pass_whatever_it_did_before() {
    let project = Project::new(&[], &[]);
    project
        .world
        .configure("verification:\n  commands: [pytest]\n");
    project.stands(Some(ONE), "gaps_found", "exit code 1");
    project.stands(None, "gaps_found", "it can't be started: ");
}

#[test]
fn a_way_of_testing_that_is_new_has_nothing_to_be_compared_with() {
    let world = World::new(&[("src/sums.py", BASE)]);
    world.git(&["checkout", "--quiet", "-b", "work"]);
    world.write("pyproject.toml", "[tool.pytest.ini_options]\n");
    world.write("tests/test_sums.py", TESTS);
    world.git(&["add", "--all"]);
    world.git(&["commit", "--quiet", "-m", "work"]);
    let project = Project { world };
    project.stands(Some("exit 1"), "gaps_found", "exit code 1");
}

#[test]
fn files_that_are_left_behind_make_no_gap_of_a_command_that_nobody_declared() {
    let project = Project::new(&[], &[]);
    let why = "leaves files behind";
    project.stands(Some("echo 1 >report.txt"), "human_needed", why);
}

#[test]
fn nothing_outside_is_touched_through_a_link() {
    for (ignored, status) in [("", "human_needed"), ("src\n", "gaps_found")] {
        let project = Project::new(&[], &[(".gitignore", ignored)]);
        let outside = project.world.path("outside");
        std::fs::create_dir_all(&outside).expect("a folder");
        std::fs::write(outside.join("sums.py"), "mine\n").expect("a file");
        let src = project.world.repository().join("src");
        std::fs::remove_dir_all(&src).expect("removed");
        std::os::unix::fs::symlink(&outside, &src).expect("a link");
        let (said, report) = project.verify(Some(ONE), &[]);
        // A link that is part of the change is gone without it; one that git ignores stays, and is not followed.
        assert_eq!(report["status"], status, "{said:?}");
        let refused = said.err.contains("there is nothing to compare with");
        assert_eq!(refused, !ignored.is_empty(), "{said:?}");
        let kept = std::fs::read_to_string(outside.join("sums.py"));
        assert_eq!(kept.expect("the file"), "mine\n");
    }
}

/// A run in a project whose tests `pytest` runs, as was found there; its plan names no command. The
/// agent hands in the work at once, and in a correction writes `mended`.
fn run(pytest: &str) -> (World, Said) {
    let plan = story::FILES.iter().find(|(path, _)| *path == story::PLAN);
    let plan = plan.map_or("", |(_, text)| text).replace(
        "src/slug.rs, src/lib.rs</files>",
        "src/slug.rs, src/lib.rs, mended</files>",
    );
    let plan = plan
        .replace(
            "  - src/lib.rs\nautonomous",
            "  - src/lib.rs\n  - mended\nautonomous",
        )
        .replace(
            "- \"A title becomes a slug\"",
            "- {truth: A title becomes a slug, artifact: src/slug.rs, level: 3}",
        )
        .replace(
            "  <verify><automated>sh check.sh</automated></verify>\n",
            "",
        );
    let script = serde_json::json!({
        "scenes": [scene("verification found gaps", &[turn(&[write("mended", "yes\n")]), turn(&[done()])])],
        "replies": [turn(&story::real()), turn(&[done()])],
    });
    let files = [
        ("pyproject.toml", "[tool.pytest.ini_options]\n"),
        (
            "tests/test_sums.py",
            "def test_add():\n    assert 1 + 1 == 2\n",
        ),
        ("src/lib.rs", "//! Words.\n"),
        (story::PLAN, plan.as_str()),
    ];
    let world = World::scripted(
        &files,
        &script.to_string(),
        "verification:\n  levels: [1, 2, 3, 4]\n",
    );
    let path = with_pytest(&world, pytest);
    let mut command = world.command(&["run", story::PLAN]);
    command.env("PATH", path);
    let said = world.finish(&mut command);
    (world, said)
}

/// How commands ended that were run on the base, since they failed with the work.
fn without(world: &World) -> Vec<i64> {
    let lines = story::lines(world, &story::name(world));
    let is_baseline = |act: &Value| {
        lines.iter().any(|it| {
            let allowed = &it["event"]["decided"]["allowed"];
            allowed["act"] == *act && allowed["action"]["check"]["purpose"] == "baseline"
        })
    };
    let finished = lines.iter().filter_map(|it| {
        let finished = &it["event"]["seen"]["finished"];
        let evidence = &finished["observation"]["outcome"]["checked"];
        is_baseline(&finished["act"]).then(|| evidence["exit_code"].as_i64())?
    });
    finished.collect()
}

#[test]
fn a_run_asks_a_person_where_found_tests_failed_before_it() {
    let (world, said) = run(ONE);
    assert_eq!(without(&world), [1], "{said:?}");
    let why = "it fails in the same way";
    assert!(said.err.contains(why), "{said:?}");
    assert_eq!(story::status(&world)["stop"], "blocked", "{said:?}");
    assert!(
        said.err.contains("`pytest` says nothing of this work"),
        "{said:?}"
    );
    assert!(!said.err.contains("correction"), "{said:?}");
    let left = std::fs::read_dir(world.path("state/scratch")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "scratch copies are gone");
    // Nobody can talk it into green; who looked at it may have it merged.
    let run = story::name(&world);
    let said = world.run(&["approve", &run]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(
        world.read("src/slug.rs").as_deref(),
        Some(story::REAL),
        "{said:?}"
    );
    story::ledger_holds(&world, &run);
}

#[test]
fn a_run_mends_what_found_tests_say_of_its_work() {
    let fails = "[ -e src/slug.rs ] && [ ! -e mended ] && echo 'FAILED tests/test_sums.py::test_slug' && exit 1\nexit 0";
    let (world, said) = run(fails);
    assert_eq!(without(&world), [0], "{said:?}");
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(world.read("mended").as_deref(), Some("yes\n"), "{said:?}");
}

#[test]
fn a_run_tests_what_stands_in_its_own_worktree() {
    let (world, said) = run("case \"$PYTHONPATH\" in \"$PWD/src:$PWD\"*) exit 0;; esac\nexit 3");
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(without(&world), Vec::<i64>::new(), "{said:?}");
}
