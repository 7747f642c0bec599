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

fn good(text: &str) -> (Promise, Plan, Vec<Problem>) {
    plan_md::read("PLAN.md", text).unwrap_or_else(|problems| panic!("{}", said(&problems)))
}

fn said(problems: &[Problem]) -> String {
    problems
        .iter()
        .map(|problem| format!("{problem}\n\n"))
        .collect()
}

/// The minimal plan with one text put in place of another.
fn with(from: &str, to: &str) -> String {
    assert!(
        MINIMAL.contains(from),
        "`{from}` is not in the minimal plan"
    );
    MINIMAL.replacen(from, to, 1)
}

/// The change makes the plan unusable, and one of its errors says this.
#[track_caller]
fn refused(from: &str, to: &str, message: &str) {
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
fn warned(from: &str, to: &str, message: &str) -> Plan {
    let (_, plan, warnings) = good(&with(from, to));
    let found = warnings
        .iter()
        .any(|problem| problem.severity == Severity::Warning && problem.message.contains(message));
    assert!(found, "`{message}` is not in:\n{}", said(&warnings));
    plan
}

/// The change leaves the plan usable, and nothing is said.
#[track_caller]
fn accepted(from: &str, to: &str) -> Plan {
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
    let path = "- path: \"src/ledger.rs\"\n      provides";
    refused(
        path,
        "- src/a.rs\n    - provides",
        "an artifact has to be a map",
    );
    refused(path, "- provides", "an artifact has no `path`");
    refused(
        "path: \"src/ledger.rs\"",
        "path:",
        "has to be text, not nothing",
    );
    refused(
        "path: \"src/ledger.rs\"",
        "path: [a]",
        "has to be text, not a list",
    );
    refused("path: \"src/ledger.rs\"", "path: \"\"", "is empty");
    refused(
        "path: \"src/ledger.rs\"",
        "path: ../../../etc/passwd",
        "leaves the worktree",
    );
    refused(
        "path: \"src/ledger.rs\"",
        "path: src/../../x",
        "leaves the worktree",
    );
    refused(
        "path: \"src/ledger.rs\"",
        "path: /etc/passwd",
        "it is absolute",
    );
    refused("path: \"src/ledger.rs\"", "path: C:/x", "it is absolute");
    refused("path: \"src/ledger.rs\"", "path: ..\\..\\x", "backslash");
    refused("path: \"src/ledger.rs\"", "path: src/", "is a folder");
    refused("path: \"src/ledger.rs\"", "path: src/*.rs", "is a pattern");
    refused("contains: ", "contain: ", "did you mean `contains`?");
    refused("contains: ", "Contains: ", "did you mean `contains`?");
    refused(
        "min_lines: 40",
        "min-lines: 40",
        "did you mean `min_lines`?",
    );
    refused("min_lines: 40", "min_lines: many", "`min_lines` is `many`");
    refused("min_lines: 40", "min_lines: 0", "`min_lines` is `0`");
    refused("min_lines: 40", "min_lines: -3", "`min_lines` is `-3`");
    refused("contains: \"pub fn append\"", "contains: \"\"", "is empty");
    refused(
        "- Ledger\n",
        "- pub struct Ledger\n",
        "is no name that a file can export",
    );
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
fn links_that_could_not_be_checked_are_errors() {
    refused(
        "      to: \"src/ledger.rs\"\n",
        "",
        "a key link has no `to`",
    );
    refused(
        "- from: \"src/main.rs\"\n      to",
        "- to",
        "a key link has no `from`",
    );
    refused("to: \"src/ledger.rs\"", "to: ''", "is empty");
    refused(
        "to: \"src/ledger.rs\"",
        "to: ../x.rs",
        "leaves the worktree",
    );
    refused(
        "to: \"src/ledger.rs\"",
        "too: src/ledger.rs",
        "did you mean `to`?",
    );
    let link = "- from: \"src/main.rs\"\n      to: \"src/ledger.rs\"\n      via: \"module import and call in run()\"\n      pattern: \"ledger::Ledger\"\n";
    refused(
        link,
        "- \"src/main.rs -> src/ledger.rs\"\n",
        "a key link has to be a map",
    );
    for pattern in ["", "x*", "(a|)", "^", "$", "\\\\b", "()", "a?"] {
        let to = format!("pattern: \"{pattern}\"");
        let message = if pattern.is_empty() {
            "is empty"
        } else {
            "matches the empty string"
        };
        refused("pattern: \"ledger::Ledger\"", &to, message);
    }
    for pattern in [".", ".+", "\\\\S"] {
        let to = format!("pattern: \"{pattern}\"");
        refused("pattern: \"ledger::Ledger\"", &to, "matches any text");
    }
    for pattern in ["(", "[a", "(?=x)y", "(a)\\\\1", "a{5000}{5000}"] {
        let to = format!("pattern: \"{pattern}\"");
        refused(
            "pattern: \"ledger::Ledger\"",
            &to,
            "is no regular expression",
        );
    }
    accepted("pattern: \"ledger::Ledger\"", "pattern: \"^(a+)+$\"");
    accepted(
        "pattern: \"ledger::Ledger\"",
        "pattern: \"fetch.*api\\\\/chat\"",
    );
    warned(
        "to: \"src/ledger.rs\"",
        "to: api/chat",
        "looks like an address",
    );
}

#[test]
fn fields_of_the_front_matter_are_strict() {
    refused("type: execute", "type: exeute", "did you mean `execute`?");
    refused("type: execute\n", "", "has no `type`");
    refused("wave: 1", "wave: 0", "`wave` is `0`");
    refused("wave: 1", "wave: -1", "`wave` is `-1`");
    refused("wave: 1", "wave: 1.5", "`wave` is `1.5`");
    refused("wave: 1", "wave: one", "`wave` is `one`");
    refused("wave: 1", "wave: [1]", "has to be text, not a list");
    refused("wave: 1", "waves: 1", "did you mean `wave`?");
    refused(
        "autonomous: true",
        "autonomous: yes",
        "write `true` or `false`",
    );
    refused(
        "wave: 1",
        "wave: 1\nwave: 2",
        "`wave` stands here a second time",
    );
    refused(
        "wave: 1",
        "wave: 1\nstatus: Superseded",
        "this plan is superseded",
    );
    refused(
        "wave: 1",
        "wave: 1\nstatus: draft",
        "unknown status `draft`",
    );
    refused(
        "wave: 1",
        "wave: 1\ngap_closure: True",
        "can only be `true`",
    );
    refused(
        "wave: 1",
        "wave: 1\nartifacts:\n  - path: x",
        "no key `artifacts`",
    );
    refused("wave: 1", "wave: &w 1", "anchors and aliases");
    refused("wave: 1", "wave: *w", "not valid YAML");
    refused("wave: 1", "wave: !!int 1", "tag `!!int` is not accepted");
    refused("wave: 1", "wave: 1\n? [a]\n: b", "a key has to be text");
    refused("wave: 1", "wave: \"1", "not valid YAML");
    refused(
        "depends_on: []",
        "depends_on: [\"01\"]",
        "depends on itself",
    );
    refused(
        "depends_on: []",
        "depends_on: \"00\"",
        "has to be a list, not text",
    );
    refused(
        "  - src/main.rs\n",
        "  - src/main.rs\nfiles_deleted: [src/main.rs]\n",
        "modified and deleted",
    );
    refused(
        "files_modified:\n  - src/ledger.rs\n  - src/main.rs",
        "files_modified: []",
        "names no file that it changes",
    );
    warned("wave: 1", "wave: 2", "wave 2 depends on nothing");
    warned(
        "depends_on: []",
        "depends_on: [\"00\"]",
        "plan `00` comes first",
    );
    warned(
        "requirements:\n  - LEDG-01",
        "requirements: []",
        "covers no requirement",
    );
    warned(
        "  - src/main.rs\n",
        "  - src/main.rs\n  - src/main.rs\n",
        "a second time",
    );
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
    refused(first, "\u{feff}---\nphase", "no front matter at the start");
    refused(first, "---- \nphase", "no front matter at the start");
    refused("---\n\n<objective>", "\n<objective>", "does not end");
    refused("Durable", "Dur\0able", "holds a NUL byte");
    assert!(plan_md::read("PLAN.md", "").is_err());
    assert!(plan_md::read("PLAN.md", "---\n---\n").is_err());
}

#[test]
fn something_must_be_had() {
    let truths = "  truths:\n    - \"Appending an event twice with one id stores it once\"\n";
    let artifacts =
        &MINIMAL[MINIMAL.find("  artifacts:").unwrap()..MINIMAL.find("  key_links:").unwrap()];
    let plan = warned(artifacts, "", "has truths alone");
    assert_eq!(plan.tasks[0].must_haves.artifacts, []);
    let without = with(truths, "").replace(artifacts, "");
    let problems = plan_md::read("PLAN.md", &without).unwrap_err();
    assert!(said(&problems).contains("neither artifacts nor truths"));
    let without = with(truths, "").replace(artifacts, "  artifacts: []\n");
    let problems = plan_md::read("PLAN.md", &without).unwrap_err();
    assert!(said(&problems).contains("neither artifacts nor truths"));
    refused(
        "  artifacts:\n",
        "  artefacts:\n",
        "did you mean `artifacts`?",
    );
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
    refused(line, "- verification: backstop", "a truth has no `truth`");
    refused(line, "- {truth: a, statement: b}", "a truth is said twice");
    refused(
        line,
        "- {truth: a, verification: none}",
        "unknown verification `none`",
    );
    refused(line, "- User can: see it", "quote the sentence");
    refused(line, "- \"a\\e[31mb\"", "holds a control character");
    refused(line, "- []", "a truth has to be a map, not a list");
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
    refused(links, &without, "dismissed without a reason");
    let bare = format!("  prohibitions:\n    - never log\n{links}");
    refused(links, &bare, "a prohibition has to be a map, not text");
}

#[test]
fn tasks_are_steps() {
    let task = "<task type=\"auto\">";
    refused(
        task,
        "<task type=\"automatic\">",
        "unknown task type `automatic`",
    );
    refused(task, "<task>", "a task has no `type`");
    refused(
        task,
        "<task type=\"checkpoint:decision\">",
        "a plan with a checkpoint is not autonomous",
    );
    refused(
        "<name>Task 1: write the ledger</name>",
        "",
        "a task has no `<name>`",
    );
    refused(
        "<name>Task 1: write the ledger</name>",
        "<name> </name>",
        "a task has no `<name>`",
    );
    refused(
        "  <done>",
        "<action>again</action>  <done>",
        "a second `<action>`",
    );
    refused("</action>", "", "`<action>` is not closed");
    refused("  <done>", "</action><done>", "`</action>` closes nothing");
    refused("</tasks>", "", "`<tasks>` is not closed");
    refused(
        "src/ledger.rs, src/main.rs<",
        "src/ledger.rs, src/other.rs<",
        "`src/other.rs` is not in `files_modified`",
    );
    refused(
        "src/ledger.rs, src/main.rs<",
        "../x<",
        "leaves the worktree",
    );
    refused(
        "<automated>cargo test ledger</automated>",
        "<automated></automated>",
        "`<automated>` is empty",
    );
    refused(
        "Durable append. Purpose: replay. Output: ledger module used by main.",
        " ",
        "has no `<objective>`",
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
        "  - src/main.rs\n  - app/[id]/{x}?.tsx\nfiles_deleted: [old.rs]\n",
    ));
    assert_eq!(
        promise.allowed_scope,
        [
            "src/ledger.rs",
            "src/main.rs",
            "app/[[]id[]]/[{]x[}][?].tsx",
            "old.rs"
        ]
    );
    assert_eq!(plan.tasks[0].deletes.len(), 1);
    let files = "files_modified:\n  - src/ledger.rs\n  - src/main.rs";
    let text = with(files, "files_modified: []\nfiles_deleted: [old.rs]")
        .replace("<files>src/ledger.rs, src/main.rs", "<files>old.rs");
    let (_, plan, _) = good(&text);
    assert_eq!(
        plan.tasks[0].files, plan.tasks[0].deletes,
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
    assert_eq!(plan.tasks[0].files.len(), 2);
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
        ("{truth: a, test: [b]}", "did you mean `tests`"),
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
    // What is there and says nothing is a mistake, as it was.
    refused(own, "must_haves: {}\n", "neither artifacts nor truths");
}
