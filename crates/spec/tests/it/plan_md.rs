//! What a `PLAN.md` may say, and what it may not.

use ledger::plan::{Plan, StepKind};
use ledger::promise::Promise;
use spec::{Problem, Severity, plan_md};

pub(crate) const MINIMAL: &str = r#"---
phase: 01-ledger
plan: "01"
type: execute
wave: 1
depends_on: []
files_modified:
  - src/ledger.rs
  - src/main.rs
autonomous: true
requirements:
  - LEDG-01
must_haves:
  truths:
    - "Appending an event twice with one id stores it once"
  artifacts:
    - path: "src/ledger.rs"
      provides: "append and read of events"
      min_lines: 40
      contains: "pub fn append"
      exports:
        - Ledger
  key_links:
    - from: "src/main.rs"
      to: "src/ledger.rs"
      via: "module import and call in run()"
      pattern: "ledger::Ledger"
---

<objective>
Durable append. Purpose: replay. Output: ledger module used by main.
</objective>

<tasks>
<task type="auto">
  <name>Task 1: write the ledger</name>
  <files>src/ledger.rs, src/main.rs</files>
  <action>Add Ledger::append(id, body); ignore a known id; call it from run().</action>
  <verify><automated>cargo test ledger</automated></verify>
  <done>Tests pass and main uses Ledger.</done>
</task>
</tasks>
"#;

pub(crate) fn good(text: &str) -> (Promise, Plan, Vec<Problem>) {
    plan_md::read("PLAN.md", text).unwrap_or_else(|problems| panic!("{}", said(&problems)))
}

pub(crate) fn said(problems: &[Problem]) -> String {
    problems
        .iter()
        .map(|problem| format!("{problem}\n\n"))
        .collect()
}

/// The minimal plan with one text put in place of another.
pub(crate) fn with(from: &str, to: &str) -> String {
    assert!(
        MINIMAL.contains(from),
        "`{from}` is not in the minimal plan"
    );
    MINIMAL.replacen(from, to, 1)
}

/// The change makes the plan unusable, and one of its errors says this.
#[track_caller]
pub(crate) fn refused(from: &str, to: &str, message: &str) {
    let text = with(from, to);
    let problems = match plan_md::read("PLAN.md", &text) {
        Ok((_, _, warnings)) => panic!("accepted, with {}", said(&warnings)),
        Err(problems) => problems,
    };
    let found = problems.iter().any(|problem| {
        let help = problem.help.as_deref().unwrap_or("");
        problem.severity == Severity::Error
            && format!("{} | {help}", problem.message).contains(message)
    });
    assert!(found, "`{message}` is not in:\n{}", said(&problems));
}

/// The change leaves the plan usable, and one of its warnings says this.
#[track_caller]
pub(crate) fn warned(from: &str, to: &str, message: &str) -> Plan {
    let (_, plan, warnings) = good(&with(from, to));
    let found = warnings
        .iter()
        .any(|problem| problem.severity == Severity::Warning && problem.message.contains(message));
    assert!(found, "`{message}` is not in:\n{}", said(&warnings));
    plan
}

/// The change leaves the plan usable, and nothing is said.
#[track_caller]
pub(crate) fn accepted(from: &str, to: &str) -> Plan {
    let (_, plan, warnings) = good(&with(from, to));
    assert!(warnings.is_empty(), "{}", said(&warnings));
    plan
}

#[test]
fn the_minimal_plan_is_read_whole() {
    let (promise, plan, warnings) = good(MINIMAL);
    assert!(warnings.is_empty(), "{}", said(&warnings));
    insta::assert_debug_snapshot!((promise, plan));
}

#[test]
fn written_text_of_numbers_is_kept() {
    let plan = accepted("plan: \"01\"", "plan: 02");
    assert_eq!(plan.tasks[0].id.as_str(), "01-ledger-02");
    let plan = accepted("phase: 01-ledger", "phase: 0x1F_7e1");
    assert_eq!(plan.phase.as_deref(), Some("0x1F_7e1"));
}

#[test]
fn names_that_can_be_no_id_become_one() {
    for (phase, id) in [
        ("01 the/ledger", "01-the-ledger-01"),
        ("01-账本", "01-01"),
        ("..", "01"),
        ("a/../b", "a-b-01"),
    ] {
        let plan = accepted("phase: 01-ledger", &format!("phase: \"{phase}\""));
        assert_eq!(plan.tasks[0].id.as_str(), id, "{phase}");
    }
}

#[test]
fn forms_of_yaml_are_alike() {
    let block = good(MINIMAL).1;
    for (from, to) in [
        ("exports:\n        - Ledger", "exports: [\"Ledger\"]"),
        ("exports:\n        - Ledger", "exports: Ledger"),
        (
            "exports:\n        - Ledger",
            "exports: [ Ledger ] # the type",
        ),
        ("exports:\n        - Ledger", "exports:\n      - 'Ledger'"),
        ("min_lines: 40", "min_lines: 40 # at least"),
        ("path: \"src/ledger.rs\"", "path: 'src/ledger.rs'"),
        ("path: \"src/ledger.rs\"", "path: src/ledger.rs # note"),
        ("path: \"src/ledger.rs\"", "path: ./src//ledger.rs"),
        (
            "contains: \"pub fn append\"",
            "contains: |\n        pub fn append",
        ),
        (
            "contains: \"pub fn append\"",
            "contains: >-\n        pub fn\n        append",
        ),
        ("contains: \"pub fn append\"", "\"contains\": pub fn append"),
        (
            "files_modified:\n  - src/ledger.rs\n  - src/main.rs",
            "files_modified: [src/ledger.rs, \"src/main.rs\"]",
        ),
    ] {
        assert_eq!(accepted(from, to), block, "{to}");
    }
    let crlf = good(&MINIMAL.replace('\n', "\r\n")).1;
    assert_eq!(crlf, block);
}

#[test]
fn escapes_of_yaml_are_undone() {
    let plan = accepted(
        "pattern: \"ledger::Ledger\"",
        r#"pattern: "prisma\\.message\\.(find|create)""#,
    );
    let link = &plan.tasks[0].must_haves.key_links[0];
    assert_eq!(
        link.pattern.as_deref(),
        Some(r"prisma\.message\.(find|create)")
    );
    let plan = accepted("contains: \"pub fn append\"", r#"contains: "say(\"hi\")""#);
    let artifact = &plan.tasks[0].must_haves.artifacts[0];
    assert_eq!(artifact.contains.as_deref(), Some("say(\"hi\")"));
}

#[test]
fn artifacts_that_could_not_be_checked_are_errors() {
    for (path, message) in [
        ("path: ../../../etc/passwd", "leaves the worktree"),
        ("path: src/../../x", "leaves the worktree"),
        ("path: /etc/passwd", "it is absolute"),
        ("path: ~/notes/a.md", "it is absolute"),
        ("path: C:/x", "it is absolute"),
        ("path: ..\\..\\x", "backslash"),
    ] {
        refused("path: \"src/ledger.rs\"", path, message);
    }
    refused(
        "min_lines: 40",
        "contains_regex: \"a(\"",
        "is no regular expression",
    );
    warned(
        "to: \"src/ledger.rs\"",
        "to: src/main.rs",
        "is linked to itself",
    );
    warned(
        "path: \"src/ledger.rs\"",
        "path: src/other.rs",
        "is not in `files_modified`",
    );
}

#[test]
fn fields_of_the_front_matter_that_make_it_unusable() {
    for (from, to, message) in [
        (
            "wave: 1",
            "wave: 1\nwave: 2",
            "`wave` stands here a second time",
        ),
        (
            "wave: 1",
            "wave: 1\nstatus: Superseded",
            "this plan is superseded",
        ),
        ("wave: 1", "wave: &w 1", "anchors and aliases"),
        ("wave: 1", "wave: *w", "not valid YAML"),
        ("wave: 1", "wave: !!int 1", "tag `!!int` is not accepted"),
        ("wave: 1", "wave: 1\n? [a]\n: b", "a key has to be text"),
        ("wave: 1", "wave: \"1", "not valid YAML"),
        (
            "depends_on: []",
            "depends_on: [\"01\"]",
            "depends on itself",
        ),
    ] {
        refused(from, to, message);
    }
    for (from, to, message) in [
        ("wave: 1", "wave: 2", "wave 2 depends on nothing"),
        (
            "depends_on: []",
            "depends_on: [\"00\"]",
            "plan `00` comes first",
        ),
        (
            "requirements:\n  - LEDG-01",
            "requirements: []",
            "covers no requirement",
        ),
        (
            "  - src/main.rs\n",
            "  - src/main.rs\n  - src/main.rs\n",
            "a second time",
        ),
    ] {
        warned(from, to, message);
    }
    accepted(
        "wave: 1",
        "wave: 1\ngap_closure: true\ntags: [x]\nestimate: {tokens: 5, confidence: low}",
    );
    accepted(
        "wave: 1",
        "wave: \"1\"\nuser_setup:\n  - service: db\n    env_vars:\n      - name: A",
    );
}

#[test]
fn depth_and_number_of_values_are_bounded() {
    refused(
        "wave: 1",
        &format!("wave: {}1{}", "[".repeat(40), "]".repeat(40)),
        "not valid YAML",
    );
    let many = format!("wave: 1\ntags: [{}]", "a, ".repeat(300_000));
    refused("wave: 1", &many, "more than 200000 values");
    let long = format!("wave: 1\ntags: [{}]", "a".repeat(1_100_000));
    refused("wave: 1", &long, "more than 1048576 bytes");
}

#[test]
fn front_matter_stands_at_byte_0_and_ends() {
    let first = "---\nphase";
    refused(first, "\n---\nphase", "no front matter at the start");
    refused(first, " ---\nphase", "no front matter at the start");
    assert_eq!(accepted(first, "\u{feff}---\nphase"), good(MINIMAL).1);
    refused(
        first,
        "\u{feff}\n---\nphase",
        "no front matter at the start",
    );
    refused(first, "---- \nphase", "no front matter at the start");
    refused("---\n\n<objective>", "\n<objective>", "does not end");
    refused("Durable", "Dur\0able", "holds a NUL byte");
    assert!(plan_md::read("PLAN.md", "").is_err());
    assert!(plan_md::read("PLAN.md", "---\n---\n").is_err());
}

#[test]
fn without_artifacts_only_commands_can_prove_anything() {
    let truths = "  truths:\n    - \"Appending an event twice with one id stores it once\"\n";
    let artifacts =
        &MINIMAL[MINIMAL.find("  artifacts:").unwrap()..MINIMAL.find("  key_links:").unwrap()];
    let plan = warned(artifacts, "", "has truths alone");
    assert_eq!(plan.tasks[0].must_haves.artifacts, []);
    for artifacts_left in ["", "  artifacts: []\n"] {
        let without = with(truths, "").replace(artifacts, artifacts_left);
        let (_, plan, warnings) = good(&without);
        assert!(said(&warnings).contains("neither artifacts nor truths"));
        assert_eq!(plan.tasks[0].must_haves.key_links.len(), 1);
    }
    accepted(truths, "");
}

#[test]
fn truths_have_several_forms() {
    let line = "- \"Appending an event twice with one id stores it once\"";
    for (to, text, backstop, commands) in [
        ("- a  folded\n      truth", "a folded truth", false, &[][..]),
        ("- truth: seen", "seen", false, &[]),
        (
            "- {statement: seen, verification: backstop}",
            "seen",
            true,
            &[],
        ),
        (
            "- truth: seen\n      commands: [cargo test a, cargo test b]",
            "seen",
            false,
            &["cargo test a", "cargo test b"],
        ),
    ] {
        let plan = accepted(line, to);
        let truth = &plan.tasks[0].must_haves.truths[0];
        assert_eq!(
            (truth.text.as_str(), truth.backstop),
            (text, backstop),
            "{to}"
        );
        assert_eq!(truth.commands, commands, "{to}");
    }
    refused(line, "- \"a\\e[31mb\"", "holds a control character");
    for (to, message, text, backstop) in [
        (
            "- verification: seen",
            "has no key `verification`",
            "verification: seen",
            true,
        ),
        (
            "- {truth: a, statement: b}",
            "a truth is said twice",
            "a",
            false,
        ),
        (
            "- {truth: a, verification: none}",
            "unknown verification `none`",
            "a",
            true,
        ),
        (
            "- User can: see it",
            "has to be text, not a map",
            "User can: see it",
            false,
        ),
        ("- [a, b]", "has to be text, not a list", "a, b", true),
    ] {
        let message = if to == "- verification: seen" {
            "a truth has no `truth`"
        } else {
            message
        };
        let plan = warned(line, to, message);
        let truth = &plan.tasks[0].must_haves.truths[0];
        assert_eq!(
            (truth.text.as_str(), truth.backstop),
            (text, backstop),
            "{to}"
        );
    }
}

#[test]
fn prohibitions_fail_closed() {
    let links = "  key_links:\n";
    for (form, kept) in [
        ("{statement: log secrets}", false),
        (
            "{statement: log secrets, status: resolved, verification: test}",
            false,
        ),
        (
            "{statement: log secrets, status: unresolved, verification: judgment}",
            true,
        ),
    ] {
        let plan = accepted(links, &format!("  prohibitions:\n    - {form}\n{links}"));
        let truth = plan.tasks[0].must_haves.truths.last().unwrap();
        assert_eq!(truth.backstop, kept, "{form}");
        assert_eq!(
            truth.guard.is_none(),
            kept,
            "to a person, or to a check: {form}"
        );
        assert_eq!(truth.text, "must not: log secrets");
    }
    let dismissed =
        format!("  prohibitions:\n    - {{statement: s, status: dismissed, reason: r}}\n{links}");
    let plan = warned(links, &dismissed, "a prohibition is dismissed");
    assert_eq!(plan.tasks[0].must_haves.truths.len(), 1);
    let without = format!("  prohibitions:\n    - {{statement: s, status: dismissed}}\n{links}");
    let plan = warned(links, &without, "dismissed without a reason: it counts");
    assert_eq!(plan.tasks[0].must_haves.truths.len(), 2);
    let bare = format!("  prohibitions:\n    - never log\n{links}");
    let plan = warned(links, &bare, "a prohibition is a text alone");
    let truth = &plan.tasks[0].must_haves.truths[1];
    assert_eq!(
        (truth.text.as_str(), truth.backstop),
        ("must not: never log", true)
    );
}

#[test]
fn tasks_are_steps() {
    let task = "<task type=\"auto\">";
    refused(
        task,
        "<task type=\"checkpoint:decision\">",
        "a plan with a checkpoint is not autonomous",
    );
    refused(
        "<action>Add Ledger::append(id, body); ignore a known id; call it from run().</action>",
        "",
        "a task has no `<action>`",
    );
    for leaf in ["files", "verify", "done"] {
        let from = MINIMAL.find(&format!("<{leaf}>")).unwrap();
        let to = MINIMAL.find(&format!("</{leaf}>")).unwrap();
        warned(
            &MINIMAL[from..to],
            &format!("<{leaf}>"),
            &format!("a task has no `<{leaf}>`"),
        );
    }
    warned(
        "<done>Tests pass and main uses Ledger.</done>",
        "\n<donne>x</donne>",
        "unknown block `<donne>`",
    );
    warned(
        "<automated>cargo test ledger</automated>",
        "cargo test",
        "holds no command",
    );
    warned(
        "<automated>cargo test ledger</automated>",
        "<automated>MISSING: wave 0</automated>",
        "is missing",
    );
    warned(
        "<action>",
        "<reversibility rating=\"one-way\">x</reversibility><action>",
        "follows no decision",
    );
    let start = MINIMAL.find("<tasks>").unwrap();
    let plan = warned(&MINIMAL[start..], "", "the plan has no task");
    assert_eq!(plan.tasks[0].steps, []);
}

#[test]
fn what_a_person_has_to_check_is_a_backstop() {
    let plan = accepted(
        "</automated></verify>",
        "</automated>\n<human-check>It looks\n  good</human-check></verify>",
    );
    let truth = &plan.tasks[0].must_haves.truths[1];
    assert_eq!(
        (truth.text.as_str(), truth.backstop),
        ("It looks good", true)
    );
}

#[test]
fn a_checkpoint_is_for_a_person() {
    let task = &MINIMAL[MINIMAL.find("<task type").unwrap()..MINIMAL.find("</tasks>").unwrap()];
    let text = with("autonomous: true", "autonomous: false").replace(
        task,
        "<task type='checkpoint:human-verify' gate=\"blocking\"><name>Look</name>\
         <what-built>A page</what-built><how-to-verify>Open it</how-to-verify>\
         <resume-signal>say so</resume-signal></task>",
    );
    let (_, plan, warnings) = good(&text);
    assert!(warnings.is_empty(), "{}", said(&warnings));
    let step = &plan.tasks[0].steps[0];
    assert_eq!(step.kind, StepKind::HumanVerify);
    assert_eq!(step.action, "A page\n\nOpen it");
}

#[test]
fn text_with_angle_brackets_is_text() {
    let action = "Add Ledger::append(id, body); ignore a known id; call it from run().";
    for text in [
        "Make a `Vec<u8>` of it, with Vec<name> too; a < b && c > d",
        "Write `<task>` and `</action>` as they are",
        "```xml\n<task type=\"auto\">\n</action>\n</task>\n```\nthen go on",
        "~~~\n</task>\n~~~",
        "<!-- </action> --> done",
    ] {
        // A code span hides a closing tag of a container, not of the leaf itself.
        let text = text.replace("`</action>`", "`</task>`");
        let plan = accepted(action, &format!("\n{text}\n"));
        assert_eq!(plan.tasks[0].steps[0].action, text);
    }
    let plan = accepted(
        "<automated>cargo test ledger</automated>",
        "<automated>test \"$(a <x | b >y)\" = `c`</automated>",
    );
    assert_eq!(
        plan.tasks[0].steps[0].commands,
        ["test \"$(a <x | b >y)\" = `c`"]
    );
    let plan = accepted(
        "<automated>cargo test ledger</automated>",
        "<automated>`cargo test`</automated>\n<automated>b</automated>",
    );
    assert_eq!(plan.tasks[0].steps[0].commands, ["cargo test", "b"]);
    let example = "Prose with ```\n\n```md\n<tasks>\n<task type=\"x\">\n```\n\n<tasks>";
    assert_eq!(accepted("<tasks>", example), good(MINIMAL).1);
}

#[test]
fn files_in_other_lists_are_read_alike() {
    for list in [
        "src/ledger.rs\n  src/main.rs",
        "- `src/ledger.rs`\n- src/main.rs\n",
        "src/ledger.rs,src/main.rs,",
    ] {
        let plan = accepted("src/ledger.rs, src/main.rs<", &format!("{list}<"));
        assert_eq!(plan, good(MINIMAL).1, "{list}");
    }
}

#[test]
fn scope_is_the_files_letter_by_letter() {
    let (promise, plan, _) = good(&with(
        "  - src/main.rs\n",
        "  - src/main.rs\n  - app/[id]/{x}.tsx\nfiles_deleted: [old.rs]\n",
    ));
    assert_eq!(
        promise.allowed_scope,
        [
            "src/ledger.rs",
            "src/main.rs",
            "app/[[]id[]]/[{]x[}].tsx",
            "old.rs"
        ]
    );
    assert_eq!(plan.tasks[0].deletes.len(), 1);
    let files = "files_modified:\n  - src/ledger.rs\n  - src/main.rs";
    let text = with(files, "files_modified: []\nfiles_deleted: [old.rs]")
        .replace("<files>src/ledger.rs, src/main.rs", "<files>old.rs");
    let (_, plan, _) = good(&text);
    assert_eq!(
        plan.tasks[0].files.files().collect::<Vec<_>>(),
        plan.tasks[0].deletes.iter().collect::<Vec<_>>(),
        "no file would mean any file"
    );
}

#[test]
fn a_plan_that_only_checks_is_bounded_by_what_it_checks() {
    let start = MINIMAL.find("<tasks>").unwrap();
    let files = "files_modified:\n  - src/ledger.rs\n  - src/main.rs";
    let text = with(&MINIMAL[start..], "").replace(files, "files_modified: []");
    let (promise, plan, _) = good(&text);
    assert_eq!(promise.allowed_scope, ["src/ledger.rs", "src/main.rs"]);
    assert_eq!(plan.tasks[0].files.entries().len(), 2);
}

#[test]
fn tests_first_by_plan_or_by_task() {
    assert!(accepted("type: execute", "type: tdd").tasks[0].tdd);
    assert!(accepted("type=\"auto\"", "type=\"auto\" tdd=\"true\"").tasks[0].tdd);
    assert!(!accepted("type=\"auto\"", "type=\"auto\" tdd=\"false\"").tasks[0].tdd);
}

#[test]
fn truths_are_bound_to_tests_and_levels() {
    let line = "    - \"Appending an event twice with one id stores it once\"";
    let put = |truth: &str| format!("    - {truth}");
    let plan = accepted(
        line,
        &put("{truth: It stores, tests: [stores_once, twice], artifact: src/ledger.rs, level: 3}"),
    );
    let truth = &plan.tasks[0].must_haves.truths[0];
    assert_eq!(truth.tests, ["stores_once", "twice"]);
    let level = truth.level.as_ref().unwrap();
    assert_eq!((level.artifact.as_str(), level.level), ("src/ledger.rs", 3));
    let plan = accepted(line, &put("{truth: It stores, artifact: src/ledger.rs}"));
    let level = plan.tasks[0].must_haves.truths[0].level.as_ref();
    assert_eq!(level.map(|it| it.level), Some(5), "all of them");
    for (truth, message) in [
        ("{truth: a, level: 3}", "a `level` of nothing"),
        (
            "{truth: a, artifact: src/ledger.rs, level: 6}",
            "`level` is `6`",
        ),
        (
            "{truth: a, artifact: src/ledger.rs, level: 0}",
            "`level` is `0`",
        ),
        (
            "{truth: a, artifact: src/ledger.rs, level: high}",
            "`level` is `high`",
        ),
        (
            "{truth: a, artifact: src/main.rs}",
            "bound to `src/main.rs`",
        ),
        ("{truth: a, artifact: ../x.rs}", "a truth's `artifact`"),
    ] {
        refused(line, &put(truth), message);
    }
}

#[test]
fn a_prohibition_names_its_fixtures() {
    let links = "  key_links:\n";
    let put = |form: &str| format!("  prohibitions:\n    - {form}\n{links}");
    let form = "{statement: log secrets, commands: [sh lint.sh], check_target: src/a.rs, check_violation_fixture: fix/bad.rs, \
                check_clean_fixture: fix/good.rs, check_kind: lint-rule, check_rule: no-log}";
    let plan = accepted(links, &put(form));
    let truth = plan.tasks[0].must_haves.truths.last().unwrap();
    let guard = truth.guard.as_ref().unwrap();
    assert_eq!(truth.commands, ["sh lint.sh"]);
    let paths = [&guard.target, &guard.violation, &guard.clean];
    let paths = paths.map(|it| it.as_ref().map_or("", |it| it.as_str()));
    assert_eq!(paths, ["src/a.rs", "fix/bad.rs", "fix/good.rs"]);
    let out = "{statement: s, check_violation_fixture: ../bad.rs}";
    refused(links, &put(out), "check_violation_fixture");
}

#[test]
fn must_haves_that_are_not_there_are_derived() {
    let start = MINIMAL.find("must_haves:").unwrap();
    let end = MINIMAL.find("---\n\n<objective>").unwrap();
    let own = &MINIMAL[start..end];
    for bare in ["", "must_haves:\n"] {
        let plan = warned(own, bare, "the plan has no `must_haves`");
        let must = &plan.tasks[0].must_haves;
        assert!(must.derived);
        let truth = &must.truths[0];
        assert_eq!(truth.text, "Tests pass and main uses Ledger.");
        assert_eq!(truth.commands, ["cargo test ledger"]);
        let paths: Vec<&str> = must.artifacts.iter().map(|it| it.path.as_str()).collect();
        assert_eq!(paths, ["src/ledger.rs", "src/main.rs"]);
    }
    // Without a task there is still something to be true, and no command that says so.
    let tasks = MINIMAL.find("<tasks>").unwrap();
    let text = MINIMAL[..tasks].replace(own, "");
    let (_, plan, _) = good(&text);
    let truth = &plan.tasks[0].must_haves.truths[0];
    assert!(truth.text.starts_with("Durable append"), "{truth:?}");
    assert!(truth.commands.is_empty());
    // What is there and says nothing, or says it otherwise, asks for no less.
    for (bare, message) in [
        ("must_haves: {}\n", "neither artifacts nor truths"),
        ("must_haves: []\n", "has to be a map, not a list"),
        (
            "must_haves: \"see the roadmap\"\n",
            "is the text `see the roadmap`",
        ),
        (
            "must_haves:\n  truths: []\n",
            "neither artifacts nor truths",
        ),
    ] {
        let must = warned(own, bare, message).tasks.remove(0).must_haves;
        assert!(must.derived && must.count() == 3, "{bare}");
    }
}
