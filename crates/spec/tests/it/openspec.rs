//! What a change folder and a main spec may say, and what they may not: one row for each rule.

use ledger::promise::SourceFile;
use spec::openspec::{self, Item, Kind};
use spec::{Problem, Severity};

pub(crate) const CHANGE: &str = "openspec/changes/add-limit";
pub(crate) const DELTA: &str = "openspec/changes/add-limit/specs/runner/spec.md";
pub(crate) const NEW: &str = "openspec/changes/add-limit/specs/area/alarm/spec.md";
pub(crate) const META: &str = "openspec/changes/add-limit/.openspec.yaml";
pub(crate) const PROPOSAL: &str = "openspec/changes/add-limit/proposal.md";
pub(crate) const TASKS: &str = "openspec/changes/add-limit/tasks.md";
pub(crate) const MAIN: &str = "openspec/specs/runner/spec.md";

pub(crate) const MAIN_TEXT: &str = "\
# runner Specification

## Purpose
The runner starts the tasks of a plan and watches over each of them until it ends.

## Requirements

### Requirement: Timeouts
The runner SHALL end an attempt after ten minutes.

#### Scenario: too slow
- **WHEN** ten minutes are over
- **THEN** the attempt is ended

### Requirement: Output
The runner MUST keep what an attempt prints.

#### Scenario: kept
- **WHEN** an attempt prints a line
- **THEN** the line is kept
";

pub(crate) const DELTA_TEXT: &str = "\
## ADDED Requirements

### Requirement: Retry limit
The runner SHALL stop a task after the configured number of failed attempts.

#### Scenario: limit reached
- **WHEN** a task has failed as often as the limit allows
- **THEN** no further attempt is started
- **AND** the task is escalated
";

const PROPOSAL_TEXT: &str = "\
# Change: Limit retries

## Why
Unbounded retries burned a night of budget; a hard limit bounds the damage of one bad task.

## What Changes
- Add a retry limit to the runner.
";

pub(crate) const TASKS_TEXT: &str = "\
## 1. Runner
- [ ] 1.1 Add the limit to the configuration
- [ ] 1.2 Run `cargo test retry`
";

const REQUIREMENT: &str = "\
### Requirement: NAME
It SHALL be so.

#### Scenario: once
- **WHEN** it is
- **THEN** it is
";

/// A requirement that is good by itself.
pub(crate) fn requirement(name: &str) -> String {
    REQUIREMENT.replace("NAME", name)
}

/// The good change and its main spec, with some files in place of theirs; an empty text takes a file away.
pub(crate) fn folder(changed: &[(&str, &str)]) -> Vec<SourceFile> {
    let good = [
        (MAIN, MAIN_TEXT),
        (PROPOSAL, PROPOSAL_TEXT),
        (TASKS, TASKS_TEXT),
        (META, "schema: spec-driven\ncreated: 2026-11-20\n"),
        (DELTA, DELTA_TEXT),
    ];
    let mut files: Vec<SourceFile> = Vec::new();
    for (path, text) in good.iter().chain(changed) {
        files.retain(|file| file.path != *path);
        if !text.is_empty() {
            files.push(SourceFile {
                path: (*path).to_owned(),
                text: (*text).to_owned(),
            });
        }
    }
    files
}

pub(crate) fn said(problems: &[Problem]) -> String {
    let all: Vec<String> = problems.iter().map(Problem::to_string).collect();
    all.join("\n\n")
}

fn of(problems: &[Problem], severity: Severity) -> Vec<String> {
    let some = problems.iter().filter(|it| it.severity == severity);
    some.map(|it| format!("{} | {}", it.message, it.help.as_deref().unwrap_or("")))
        .collect()
}

/// These files make the change unusable, this is the first thing said of it, and it is said where it belongs.
#[track_caller]
fn refused(changed: &[(&str, &str)], file: &str, message: &str) {
    let problems = openspec::check_change(CHANGE, &folder(changed));
    let first = problems
        .first()
        .unwrap_or_else(|| panic!("accepted, and not `{message}`"));
    assert_eq!(first.severity, Severity::Error, "{}", said(&problems));
    let text = format!(
        "{} | {}",
        first.message,
        first.help.as_deref().unwrap_or("")
    );
    assert!(
        text.contains(message),
        "`{message}` is not in:\n{}",
        said(&problems)
    );
    assert_eq!(first.file, file, "{}", said(&problems));
    assert!(openspec::read(CHANGE, &folder(changed)).is_err());
}

/// These files leave the change usable, and this is all that is said of it.
#[track_caller]
fn warned(changed: &[(&str, &str)], messages: &[&str]) {
    let problems = openspec::check_change(CHANGE, &folder(changed));
    assert!(
        of(&problems, Severity::Error).is_empty(),
        "{}",
        said(&problems)
    );
    let warnings = of(&problems, Severity::Warning);
    assert_eq!(warnings.len(), messages.len(), "{}", said(&problems));
    for (warning, message) in warnings.iter().zip(messages) {
        assert!(
            warning.contains(message),
            "`{message}` is not in:\n{}",
            said(&problems)
        );
    }
}

/// The whole delta of the capability `runner`.
#[track_caller]
fn delta_refused(delta: &str, message: &str) {
    refused(&[(DELTA, delta)], DELTA, message);
}

#[test]
fn the_good_change_is_good() {
    warned(&[], &[]);
    let items = openspec::check("openspec", &folder(&[]));
    assert!(items.iter().all(Item::is_valid));
    let kinds: Vec<(Kind, &str)> = items.iter().map(|it| (it.kind, it.id.as_str())).collect();
    assert_eq!(kinds, [(Kind::Change, "add-limit"), (Kind::Spec, "runner")]);
}

#[test]
fn a_change_touches_a_requirement_or_says_that_it_does_not() {
    let skip = "schema: spec-driven\nskip_specs: true\n";
    refused(
        &[(DELTA, "")],
        "openspec/changes/add-limit/specs",
        "touches no requirement",
    );
    warned(&[(DELTA, ""), (META, skip)], &[]);
    refused(
        &[(META, skip)],
        META,
        "`skip_specs` is set, and there are files",
    );
    let note = "openspec/changes/add-limit/specs/runner/notes.md";
    refused(
        &[(DELTA, ""), (META, skip), (note, "a note")],
        META,
        "`skip_specs` is set",
    );
    warned(&[(note, "a note")], &[]);
}

#[test]
fn a_delta_stands_where_it_is_read() {
    let top = "openspec/changes/add-limit/specs/spec.md";
    let flat = "openspec/changes/add-limit/specs/runner.md";
    let beside = "openspec/changes/add-limit/specs/runner/more.MD";
    let hidden = "openspec/changes/add-limit/specs/.old/runner/more.md";
    refused(
        &[(top, "words")],
        top,
        "a delta stands where nobody reads it",
    );
    refused(
        &[(flat, DELTA_TEXT), (DELTA, "")],
        flat,
        "a delta stands where nobody reads it",
    );
    refused(
        &[(beside, DELTA_TEXT)],
        beside,
        "a delta stands where nobody reads it",
    );
    warned(&[(hidden, DELTA_TEXT)], &[]);
}

#[test]
fn a_delta_has_sections_with_entries() {
    delta_refused("# Words\n\nNothing more.\n", "has no section of a delta");
    delta_refused("## ADDED Requirements\n\nwords\n", "hold no requirement");
    delta_refused(
        "##  ADDED  Requirements\n\nwords\n",
        "has no section of a delta",
    );
    delta_refused(
        "```\n## ADDED Requirements\n```\n",
        "has no section of a delta",
    );
    let empty = format!("{DELTA_TEXT}\n## REMOVED Requirements\n- Output\n");
    warned(
        &[(DELTA, &empty)],
        &["`## REMOVED Requirements` holds no requirement"],
    );
}

#[test]
fn a_requirement_says_something_and_has_a_scenario() {
    let with = |body: &str| format!("## ADDED Requirements\n\n### Requirement: Limit\n{body}");
    let scenario = "\n#### Scenario: once\n- **WHEN** it is\n";
    for (body, message) in [
        (scenario.to_owned(), "says nothing below its heading"),
        (
            format!("```\nIt SHALL.\n```\n{scenario}"),
            "says nothing below its heading",
        ),
        ("It SHALL be.\n".to_owned(), "has no scenario"),
        (
            "It SHALL be.\n\n### Scenario: once\n- **WHEN** it is\n".to_owned(),
            "has no scenario",
        ),
        (
            "It SHALL be.\n\n##### Scenario: once\n- **WHEN** it is\n".to_owned(),
            "has no scenario",
        ),
        (
            "It SHALL be.\n\n```\n#### Scenario: once\n- x\n```\n".to_owned(),
            "has no scenario",
        ),
        (
            "It SHALL be.\n\n#### Scenario: once\n\n#### Scenario: twice\n".to_owned(),
            "are empty",
        ),
    ] {
        delta_refused(&with(&body), message);
    }
    let any = with("It SHALL be.\n\n#### Edge case\nwords\n");
    warned(&[(DELTA, &any)], &[]);
    let header =
        "## ADDED Requirements\n\n### Requirement: It SHALL be\n\n#### Scenario: once\nwords\n";
    delta_refused(header, "belongs on the line below the heading");
    let id = with(&format!("**ID**: R-1 MUST\n{scenario}"));
    warned(&[(DELTA, &id)], &[]);
}

#[test]
fn words_that_should_be_there_are_missed() {
    let soft = DELTA_TEXT.replace("SHALL", "shall");
    warned(
        &[(DELTA, &soft)],
        &["ADDED `Retry limit` holds neither SHALL nor MUST"],
    );
    let within = DELTA_TEXT.replace("SHALL", "SHALLOWLY and MUSTY");
    warned(&[(DELTA, &within)], &["holds neither SHALL nor MUST"]);
    let later = DELTA_TEXT.replace("SHALL", "shall,\nand it MUST,");
    warned(&[(DELTA, &later)], &[]);
}

#[test]
fn no_two_operations_contradict_each_other() {
    let limit = requirement("Limit");
    let output = requirement("Output");
    let removed = "## REMOVED Requirements\n\n### Requirement: Output\n";
    let renamed = |from: &str, to: &str| {
        format!(
            "## RENAMED Requirements\n- FROM: `### Requirement: {from}`\n- TO: `### Requirement: {to}`\n"
        )
    };
    for (delta, message) in [
        (
            format!("## ADDED Requirements\n\n{limit}\n{limit}"),
            "ADDED names `Limit` twice",
        ),
        (
            format!("## ADDED Requirements\n\n{limit}\n## added requirements\n\n{limit}"),
            "ADDED names `Limit` twice",
        ),
        (
            format!("## MODIFIED Requirements\n\n{output}\n{output}"),
            "MODIFIED names `Output` twice",
        ),
        (
            format!("{removed}### Requirement: Output\n"),
            "REMOVED names `Output` twice",
        ),
        (
            format!("## MODIFIED Requirements\n\n{output}\n{removed}"),
            "`Output` is both MODIFIED and REMOVED",
        ),
        (
            format!("## MODIFIED Requirements\n\n{output}\n## ADDED Requirements\n\n{output}"),
            "`Output` is both ADDED and MODIFIED",
        ),
        (
            format!("## ADDED Requirements\n\n{output}\n{removed}"),
            "`Output` is both ADDED and REMOVED",
        ),
        (
            format!(
                "## MODIFIED Requirements\n\n{output}\n{}",
                renamed("Output", "Log")
            ),
            "MODIFIED names `Output`, which is renamed",
        ),
        (
            format!(
                "## ADDED Requirements\n\n{limit}\n{}",
                renamed("Output", "Limit")
            ),
            "both ADDED and what another one is renamed to",
        ),
        (
            format!("{removed}\n{}", renamed("Output", "Log")),
            "`Output` is both RENAMED and REMOVED",
        ),
        (
            format!("{removed}\n{}", renamed("output", "Log")),
            "REMOVED spells it `Output`",
        ),
        (
            format!("{}{}", renamed("Output", "Log"), renamed("Output", "Logs")),
            "`Output` is renamed twice",
        ),
        (
            format!("{}{}", renamed("Output", "Log"), renamed("Timeouts", "Log")),
            "two requirements are renamed to `Log`",
        ),
        (
            "## RENAMED Requirements\n- FROM: `### Requirement: Output`\n".to_owned(),
            "`FROM` of `Output` has no `TO`",
        ),
        (
            "## RENAMED Requirements\n- TO: `### Requirement: Output`\n".to_owned(),
            "`TO` of `Output` has no `FROM`",
        ),
    ] {
        delta_refused(&delta, message);
    }
}

#[test]
fn a_delta_fits_the_main_spec() {
    let modified = |name: &str| format!("## MODIFIED Requirements\n\n{}", requirement(name));
    let renamed = |from: &str, to: &str| {
        format!(
            "## RENAMED Requirements\n- FROM: `### Requirement: {from}`\n- TO: `### Requirement: {to}`\n"
        )
    };
    let added = |name: &str| format!("## ADDED Requirements\n\n{}", requirement(name));
    for (delta, message) in [
        (
            modified("Nothing"),
            "MODIFIED names `Nothing`, which `runner` does not have",
        ),
        (
            modified("output"),
            "it has `Output`: write the name as it stands there",
        ),
        (
            modified("Output"),
            "drops scenarios that stand today: `kept`",
        ),
        (
            renamed("Nothing", "Log"),
            "RENAMED names `Nothing`, which `runner` does not have",
        ),
        (
            renamed("output", "Timeouts"),
            "RENAMED names `output`, which `runner` does not have",
        ),
        (
            renamed("Output", "Timeouts"),
            "there is a requirement `Timeouts` already",
        ),
        (
            renamed("Output", "time-outs").replace("time-outs", "TIMEOUTS"),
            "differs from `TIMEOUTS` only in its spelling",
        ),
        (
            added("Output"),
            "there is a requirement `Output` in `runner` already",
        ),
        (
            added("OUTPUT"),
            "`Output` is there, and differs from `OUTPUT` only in its spelling",
        ),
        (
            "## REMOVED Requirements\n- `### Requirement: Nothing`\n".to_owned(),
            "REMOVED names `Nothing`",
        ),
        (
            "## REMOVED Requirements\n### Requirement: output\n".to_owned(),
            "it has `Output`",
        ),
    ] {
        delta_refused(&delta, message);
    }
    warned(&[(DELTA, &renamed("Output", "OUTPUT"))], &[]);
    warned(
        &[(DELTA, &renamed("Gone", "Output"))],
        &["`Output` is called so already"],
    );
    let same = "## ADDED Requirements\n\n### Requirement: Output\nThe runner MUST keep what an attempt prints.\n\n\
                #### Scenario: kept\n- **WHEN** an attempt prints a line\n- **THEN** the line is kept\n";
    warned(
        &[(DELTA, same)],
        &["`Output` stands already, word for word"],
    );
}

#[test]
fn a_renamed_requirement_is_modified_by_its_new_name() {
    let both = "## RENAMED Requirements\n- FROM: `### Requirement: Output`\n- TO: `### Requirement: Log`\n\n\
                ## MODIFIED Requirements\n\n### Requirement: Log\nIt MUST be kept.\n\n#### Scenario: SCENARIO\n- **WHEN** x\n";
    warned(&[(DELTA, &both.replace("SCENARIO", "kept"))], &[]);
    delta_refused(
        &both.replace("SCENARIO", "other"),
        "MODIFIED `Log` drops scenarios that stand today: `kept`",
    );
}

#[test]
fn a_new_capability_has_only_what_is_added() {
    let removed = "## REMOVED Requirements\n\n### Requirement: Output\n";
    refused(
        &[(NEW, removed)],
        NEW,
        "there is no main spec of `area/alarm`",
    );
    let modified = format!("## MODIFIED Requirements\n\n{}", requirement("Output"));
    refused(
        &[(NEW, &modified)],
        NEW,
        "there is no main spec of `area/alarm`",
    );
    warned(
        &[(NEW, DELTA_TEXT)],
        &["nobody says what the new capability `area/alarm` is for"],
    );
    let purpose = "# Delta\n\n## Purpose\nThe alarm tells people what stopped, and why it did, without delay.\n\n";
    warned(&[(NEW, &format!("{purpose}{DELTA_TEXT}"))], &[]);
    let hidden = format!("<!--\n{purpose}-->\n{DELTA_TEXT}");
    warned(&[(NEW, &hidden)], &["nobody says what"]);
    let breaking = format!("## Purpose\n```\n{DELTA_TEXT}");
    refused(&[(NEW, &breaking)], NEW, "has no section of a delta");
    let told = format!(
        "{PROPOSAL_TEXT}\n## Capabilities\n- `area/alarm`: tells people what stopped, and why it did so, at once\n"
    );
    warned(&[(NEW, DELTA_TEXT), (PROPOSAL, &told)], &[]);
    warned(
        &[(DELTA, &format!("{purpose}{DELTA_TEXT}"))],
        &["`runner` has a purpose already, and keeps it"],
    );
}

#[test]
fn the_last_requirement_goes_only_with_its_capability() {
    let removed =
        "## REMOVED Requirements\n- `### Requirement: Timeouts`\n+ ### Requirement: Output\n";
    let retire = "schema: spec-driven\nretire_capabilities: true\n";
    delta_refused(removed, "set `retire_capabilities: true`");
    warned(&[(DELTA, removed), (META, retire)], &[]);
    let noted = format!("{MAIN_TEXT}\n## Notes\nwords\n");
    refused(
        &[(DELTA, removed), (META, retire), (MAIN, &noted)],
        DELTA,
        "its main spec holds more than requirements: `## Notes`",
    );
}

#[test]
fn what_comes_out_has_to_be_good() {
    let fence = format!("{MAIN_TEXT}\n```\nnever closed\n");
    refused(
        &[(MAIN, &fence)],
        DELTA,
        "nobody would find `Retry limit` in it",
    );
    let twice = format!("{MAIN_TEXT}\n{}", requirement("Output"));
    refused(
        &[(MAIN, &twice)],
        DELTA,
        "can't be changed before it is mended: requirement `Output` stands here a second",
    );
    let note = format!("{DELTA_TEXT}\n### Documentation\nwords\n");
    delta_refused(
        &note,
        "would not be a good main spec afterwards: `Documentation` has no scenario",
    );
}

#[test]
fn what_is_passed_over_is_said() {
    let orphan = format!("{DELTA_TEXT}\n## Notes\n\n{}", requirement("Lost"));
    warned(
        &[(DELTA, &orphan)],
        &["requirement `Lost` stands in no section of a delta"],
    );
    let before = DELTA_TEXT.replace(
        "## ADDED Requirements\n",
        "## ADDED Requirements\n\n### Documentation\nwords\n",
    );
    warned(
        &[(DELTA, &before)],
        &["`### Documentation` is no requirement, and is passed over"],
    );
    delta_refused(
        &format!("{DELTA_TEXT}\n### Requirement:\nIt SHALL.\n"),
        "a requirement has no name",
    );
}

#[test]
fn names_and_headings_are_read_as_people_write_them() {
    let unicode = MAIN_TEXT.replace("Output", "Ausgabe der Läufe 日志");
    let delta = "\u{feff}# Delta for runner\r\n\r\n## modified requirements\r\n\r\n\
                 ###   requirement:   Ausgabe der Läufe 日志   ###\r\nIt MUST be kept.\r\n\r\n\
                 #### kept ####\r\n- **WHEN** x\r\n";
    warned(&[(MAIN, &unicode), (DELTA, delta)], &[]);
    let sharp = MAIN_TEXT.replace("Output", "C#");
    let delta =
        "## REMOVED Requirements\n### Requirement: C#\n**Reason**: gone\n**Migration**: none\n";
    warned(&[(MAIN, &sharp), (DELTA, delta)], &[]);
    let fenced = DELTA_TEXT.replace(
        "#### Scenario",
        "~~~~md\n~~~\n## REMOVED Requirements\n### Requirement: Fenced\n~~~~\n\n#### Scenario",
    );
    warned(&[(DELTA, &fenced)], &[]);
}

#[test]
fn metadata_is_good_or_refused() {
    for (text, message) in [
        ("schema: [", "not valid YAML"),
        ("- schema\n", "has to be a map, not a list"),
        ("created: 2026-11-20\n", "has no `schema`"),
        ("schema: ''\n", "schema is empty"),
        (
            "schema: spec-driven\ncreated: yesterday\n",
            "`created` is `yesterday`",
        ),
        (
            "schema: spec-driven\nskip_specs: maybe\n",
            "`skip_specs` is neither `true` nor `false`",
        ),
        (
            "schema: spec-driven\nretire_capabilities: \"true\"\n",
            "neither `true` nor `false`",
        ),
        (
            "schema: spec-driven\naffected_areas: docs\n",
            "has to be a list",
        ),
        (
            "schema: spec-driven\ninitiative: {store: a, name: b}\n",
            "`initiative` has no",
        ),
        (
            "schema: spec-driven\ninitiative: {store: A, id: b}\n",
            "`store` is `A`",
        ),
    ] {
        refused(&[(META, text)], META, message);
    }
    warned(
        &[(META, "schema: mine\n")],
        &["schema `mine` is not known here"],
    );
    warned(
        &[(META, "schema: spec-driven\nskip_spec: true\n")],
        &["did you mean `skip_specs`?"],
    );
    warned(&[(META, "")], &[]);
}

#[test]
fn a_proposal_and_tasks_are_wished_for() {
    warned(&[(PROPOSAL, "")], &["the change has no proposal"]);
    warned(
        &[(PROPOSAL, "## Why\nwords\n")],
        &["the proposal has no `## What Changes`"],
    );
    warned(&[(TASKS, "")], &[]);
    warned(&[(TASKS, "# Tasks\n\n<!--\n- none\n-->\nwords\n")], &[]);
    warned(&[(TASKS, "## 1. Do\n- this\n")], &["no line has a box"]);
    warned(
        &[(
            TASKS,
            "## 1. Do\n- [ ] 2.1 this\n- [x] 2.1 that\n## More\n- [ ] 2.1 free\n",
        )],
        &[
            "task `2.1` stands below `1. Do`",
            "task `2.1` stands below",
            "task `2.1` stands here a second time",
        ],
    );
}

#[test]
fn a_main_spec_has_a_purpose_and_requirements() {
    let with = |from: &str, to: &str| {
        assert!(MAIN_TEXT.contains(from), "`{from}` is not in the main spec");
        MAIN_TEXT.replacen(from, to, 1)
    };
    let errors = [
        (
            with("## Purpose\n", "## About\n"),
            "the main spec has no `## Purpose`",
        ),
        (
            with(
                "The runner starts the tasks of a plan and watches over each of them until it ends.",
                "",
            ),
            "is empty",
        ),
        (
            with("## Requirements", "## Needs"),
            "the main spec has no `## Requirements`",
        ),
        (
            "## Purpose\nwords\n\n## Requirements\n".to_owned(),
            "has no requirement",
        ),
        (
            with("The runner MUST keep what an attempt prints.", ""),
            "`Output` says nothing below its heading",
        ),
        (
            with("#### Scenario: kept", "Scenario: kept"),
            "`Requirement: Output` has no scenario with content",
        ),
        (
            with(
                "- **WHEN** an attempt prints a line\n- **THEN** the line is kept\n",
                "",
            ),
            "has no scenario with content",
        ),
        (
            with("Requirement: Output", "Requirement: Timeouts"),
            "requirement `Timeouts` stands here a second time",
        ),
        (
            with(
                "### Requirement: Output",
                "## Other\n\n### Requirement: Output",
            ),
            "stands outside of `## Requirements`",
        ),
        (
            with(
                "### Requirement: Output",
                "## added requirements\n\n### Requirement: Output",
            ),
            "belongs into a change",
        ),
        (
            with("### Requirement: Output", "### Requirement:"),
            "a requirement has no name",
        ),
    ];
    for (text, message) in errors {
        let item = &openspec::check("openspec", &folder(&[(MAIN, &text), (DELTA, "")]))[1];
        let found = of(&item.problems, Severity::Error);
        assert!(
            found.iter().any(|it| it.contains(message)),
            "`{message}` is not in:\n{}",
            said(&item.problems)
        );
        assert!(!item.is_valid());
    }
    let warnings = [
        (
            with(
                "The runner starts the tasks of a plan and watches over each of them until it ends.",
                "Runs.",
            ),
            "fewer than 50",
        ),
        (
            with("The runner starts", "TODO: The runner starts"),
            "nobody has written the purpose yet",
        ),
        (
            with("The runner MUST keep", "The runner keeps"),
            "requirement `Output` holds neither SHALL nor MUST",
        ),
    ];
    for (text, message) in warnings {
        let item = &openspec::check("openspec", &folder(&[(MAIN, &text)]))[1];
        assert!(item.is_valid(), "{}", said(&item.problems));
        let found = of(&item.problems, Severity::Warning);
        assert!(
            found.iter().any(|it| it.contains(message)),
            "`{message}` is not in:\n{}",
            said(&item.problems)
        );
    }
    let bare = with(
        "### Requirement: Output",
        "### The runner keeps what it prints",
    );
    assert!(openspec::check("openspec", &folder(&[(MAIN, &bare)]))[1].is_valid());
}

#[test]
fn two_changes_that_touch_one_requirement_are_told_so() {
    let other = "openspec/changes/drop-output/specs/runner/spec.md";
    let third = "openspec/changes/rename-output/specs/runner/spec.md";
    let archived = "openspec/changes/archive/2026-01-01-old/specs/runner/spec.md";
    let removed = "## REMOVED Requirements\n- `### Requirement: Output`\n";
    let renamed = "## RENAMED Requirements\n- FROM: `### Requirement: Output`\n- TO: `### Requirement: RETRY  limit`\n";
    let files = folder(&[(other, removed), (third, renamed), (archived, removed)]);
    let items = openspec::check("openspec/", &files);
    let errors: Vec<(String, Vec<String>)> = items
        .iter()
        .map(|item| (item.id.clone(), of(&item.problems, Severity::Error)))
        .collect();
    let lines: Vec<String> = errors
        .iter()
        .flat_map(|(id, said)| said.iter().map(move |it| format!("{id}: {it}")))
        .collect();
    insta::assert_snapshot!(lines.join("\n"), @r"
    add-limit: `add-limit` touches requirement `Retry limit` of `runner`, and so does `rename-output` | finish one first, then write the other one against what stands then
    drop-output: `drop-output` touches requirement `Output` of `runner`, and so does `rename-output` | finish one first, then write the other one against what stands then
    rename-output: `rename-output` touches requirement `Output` of `runner`, and so does `drop-output` | finish one first, then write the other one against what stands then
    rename-output: `rename-output` touches requirement `RETRY  limit` of `runner`, and so does `add-limit` | finish one first, then write the other one against what stands then
    ");
    let alone = folder(&[(other, removed)]);
    assert!(
        openspec::check("openspec", &alone)
            .iter()
            .all(Item::is_valid)
    );
}

#[test]
fn a_problem_names_its_place() {
    let delta = "\u{feff}# Delta\r\n\r\n## ADDED Requirements\r\n\r\n### Requirement: Liste 清单\r\nIt SHALL.\r\n";
    let problems = openspec::check_change(CHANGE, &folder(&[(DELTA, delta)]));
    insta::assert_snapshot!(said(&problems), @r"
    error: ADDED `Liste 清单` has no scenario
     --> openspec/changes/add-limit/specs/runner/spec.md:5:1
      |
    5 | ### Requirement: Liste 清单
      | ^
    help: write `#### Scenario: name`, and below it `- **WHEN** …` and `- **THEN** …`
    ");
}

#[test]
fn what_is_needed_is_named() {
    let files = folder(&[(NEW, DELTA_TEXT)]);
    let own = files.iter().map(|file| file.path.as_str());
    assert_eq!(
        openspec::needed("./openspec/changes/add-limit/", own),
        [
            "openspec/specs/area/alarm/spec.md",
            "openspec/specs/runner/spec.md"
        ]
    );
}
