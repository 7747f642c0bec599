//! What is written once a change is done: ticks, main specs, the archive; and when nothing is.

use std::collections::BTreeMap;

use ledger::action::Written;
use ledger::promise::SourceFile;
use spec::openspec::{self, Item};

use crate::openspec::{
    CHANGE, DELTA, DELTA_TEXT, MAIN, MAIN_TEXT, META, NEW, TASKS, folder, requirement, said,
};

const DATE: &str = "2026-11-20";
const ARCHIVED: &str = "openspec/changes/archive/2026-11-20-add-limit";

/// What is written when nothing happened since the run began.
#[track_caller]
fn written(files: &[SourceFile]) -> Vec<Written> {
    openspec::close(CHANGE, files, files, Some(DATE)).unwrap_or_else(|all| panic!("{}", said(&all)))
}

/// The files with what is written.
pub(crate) fn after(files: &[SourceFile], written: &[Written]) -> Vec<SourceFile> {
    let mut all: BTreeMap<&str, &str> = BTreeMap::new();
    all.extend(files.iter().map(|it| (it.path.as_str(), it.text.as_str())));
    for one in written {
        match &one.content {
            Some(text) => all.insert(one.path.as_str(), text),
            None => all.remove(one.path.as_str()),
        };
    }
    all.into_iter()
        .map(|(path, text)| SourceFile {
            path: path.to_owned(),
            text: text.to_owned(),
        })
        .collect()
}

/// The main spec afterwards; everything that stands then is good.
#[track_caller]
fn main_spec(changed: &[(&str, &str)]) -> String {
    let files = folder(changed);
    let after = after(&files, &written(&files));
    let items = openspec::check("openspec", &after);
    for item in &items {
        assert!(item.is_valid(), "{}", said(&item.problems));
    }
    assert!(after.iter().all(|file| !file.path.starts_with(CHANGE)));
    let main = after.into_iter().find(|file| file.path == MAIN);
    main.map(|file| file.text).unwrap_or_default()
}

#[track_caller]
fn refused(opened: &[SourceFile], now: &[SourceFile], message: &str) {
    let problems = match openspec::close(CHANGE, opened, now, Some(DATE)) {
        Ok(written) => panic!("closed, with {written:?}"),
        Err(problems) => problems,
    };
    let found = problems.iter().any(|it| it.message.contains(message));
    assert!(found, "`{message}` is not in:\n{}", said(&problems));
}

#[test]
fn boxes_are_ticked_and_nothing_else() {
    let opened = folder(&[(TASKS, "- [ ] a\n")]);
    let now = folder(&[(
        TASKS,
        "\u{feff}# Tasks\r\n\r\n- [ ] a  \r\n* [x] b\r\n\t+ [] c [ ]\n1. [~] d\n- [link](x)\n- [ \t] e",
    )]);
    let written = openspec::close(CHANGE, &opened, &now, None).expect("closed");
    assert_eq!(written.len(), 1);
    assert_eq!(written[0].path.as_str(), TASKS);
    assert_eq!(
        written[0].content.as_deref(),
        Some(
            "\u{feff}# Tasks\r\n\r\n- [x] a  \r\n* [x] b\r\n\t+ [x] c [ ]\n1. [x] d\n- [link](x)\n- [x] e"
        )
    );
    let done = folder(&[(TASKS, "- [x] a\n")]);
    assert_eq!(
        openspec::close(CHANGE, &opened, &done, None),
        Ok(Vec::new())
    );
    assert_eq!(
        openspec::close(CHANGE, &folder(&[(TASKS, "")]), &done, None),
        Ok(Vec::new())
    );
    let gone = folder(&[(TASKS, "")]);
    let problems = openspec::close(CHANGE, &opened, &gone, None).expect_err("closed");
    assert_eq!(problems[0].file, TASKS);
}

#[test]
fn the_folder_goes_to_the_archive_with_every_file() {
    let extra = "openspec/changes/add-limit/notes/more.md";
    let files = folder(&[(extra, "words")]);
    let written = written(&files);
    let paths: Vec<(&str, bool)> = written
        .iter()
        .map(|it| (it.path.as_str(), it.content.is_some()))
        .collect();
    for file in files.iter().filter(|file| file.path.starts_with(CHANGE)) {
        let moved = file.path.replace(CHANGE, ARCHIVED);
        assert!(
            paths.contains(&(&moved, true)),
            "{moved} is not in {paths:?}"
        );
        assert!(paths.contains(&(&file.path, false)));
    }
    let tasks = written
        .iter()
        .find(|it| it.path.as_str().ends_with("-add-limit/tasks.md"));
    let text = tasks.and_then(|it| it.content.as_deref());
    assert_eq!(
        text,
        Some(
            "## 1. Runner\n- [x] 1.1 Add the limit to the configuration\n- [x] 1.2 Run `cargo test retry`\n"
        )
    );
    let taken = folder(&[
        (extra, "words"),
        (
            "openspec/changes/archive/2026-11-20-add-limit/tasks.md",
            "old",
        ),
    ]);
    refused(&files, &taken, "is there already");
    let problems = openspec::close(CHANGE, &files, &files, Some("today")).expect_err("closed");
    assert_eq!(problems[0].message, "`today` is no date");
}

#[test]
fn a_dated_name_keeps_its_date() {
    let path = "openspec/changes/2026-10-01-add-limit";
    let files: Vec<SourceFile> = folder(&[])
        .into_iter()
        .map(|file| SourceFile {
            path: file.path.replace(CHANGE, path),
            text: file.text,
        })
        .collect();
    let written = openspec::close(path, &files, &files, Some(DATE)).expect("closed");
    let paths: Vec<&str> = written.iter().map(|it| it.path.as_str()).collect();
    assert!(
        paths.contains(&"openspec/changes/archive/2026-10-01-add-limit/tasks.md"),
        "{paths:?}"
    );
}

#[test]
fn what_is_added_stands_at_the_end() {
    let added = DELTA_TEXT
        .strip_prefix("## ADDED Requirements\n\n")
        .expect("a section");
    assert_eq!(main_spec(&[]), format!("{MAIN_TEXT}\n{added}"));
    let noted = format!("{MAIN_TEXT}\n\n## Notes\nwords");
    assert_eq!(
        main_spec(&[(MAIN, &noted)]),
        format!("{MAIN_TEXT}\n{added}\n\n## Notes\nwords")
    );
    let open = MAIN_TEXT.trim_end();
    assert_eq!(
        main_spec(&[(MAIN, open)]),
        format!("{MAIN_TEXT}\n{}", added.trim_end())
    );
}

#[test]
fn all_four_operations_leave_the_rest_alone() {
    let first = requirement("First").replace("so.", "so.  \t");
    let main = MAIN_TEXT.replace(
        "### Requirement: Timeouts",
        &format!("{first}\n\n\n### Requirement: Timeouts"),
    );
    let main = format!("{main}\n\n\n{}\n", requirement("Last"));
    let delta = format!(
        "## RENAMED Requirements\n- FROM: `### Requirement: Timeouts`\n- TO: `### Requirement: Deadlines`\n\n\
         ## REMOVED Requirements\n### Requirement: Output\n\n\
         ## MODIFIED Requirements\n{}- **AND** more\n\n\
         ## ADDED Requirements\n{}\n{}",
        requirement("Last"),
        requirement("New"),
        requirement("Newer"),
    );
    let output = "\n\n### Requirement: Output\nThe runner MUST keep what an attempt prints.\n\n#### Scenario: kept\n\
                  - **WHEN** an attempt prints a line\n- **THEN** the line is kept";
    assert!(main.contains(output));
    let expected = main
        .replace("### Requirement: Timeouts", "### Requirement: Deadlines")
        .replace(output, "")
        .replace(
            &requirement("Last"),
            &format!("{}- **AND** more\n", requirement("Last")),
        );
    let expected = format!(
        "{}\n\n{}\n\n{}\n\n",
        expected.trim_end(),
        requirement("New").trim_end(),
        requirement("Newer").trim_end()
    );
    assert_eq!(main_spec(&[(MAIN, &main), (DELTA, &delta)]), expected);
}

#[test]
fn line_ends_stay_what_they_are() {
    let main = format!("\u{feff}{}", MAIN_TEXT.replace('\n', "\r\n"));
    let text = main_spec(&[(MAIN, &main)]);
    assert!(text.starts_with(&main));
    assert!(!text.replace("\r\n", "").contains('\n'));
    let delta = DELTA_TEXT.replace('\n', "\r\n");
    assert_eq!(main_spec(&[(DELTA, &delta)]), main_spec(&[]));
}

#[test]
fn what_stands_below_a_requirement_and_is_not_its_own_stays() {
    let note = "### The limits\nThey MUST be read.\n\n#### Scenario: read\n- **WHEN** x\n";
    let main = format!("{MAIN_TEXT}\n{note}");
    let removed = "## REMOVED Requirements\n- `### Requirement: Output`\n";
    let text = main_spec(&[(MAIN, &main), (DELTA, removed)]);
    assert!(text.ends_with(&format!("ended\n\n{note}")), "{text}");
    let modified = "## MODIFIED Requirements\n\n### Requirement: Output\nIt MUST be kept.\n\n#### Scenario: kept\n- x\n";
    let text = main_spec(&[(MAIN, &main), (DELTA, modified)]);
    assert!(text.ends_with(&format!("- x\n\n{note}")), "{text}");
    let both = format!("{modified}\n{note}");
    let text = main_spec(&[(MAIN, &main), (DELTA, &both)]);
    assert_eq!(text.matches("### The limits").count(), 1, "{text}");
}

#[test]
fn a_new_capability_gets_a_main_spec() {
    let delta =
        format!("## Purpose\nThe alarm tells people what stopped, and why it did.\n\n{DELTA_TEXT}");
    let files = folder(&[(NEW, &delta), (DELTA, "")]);
    let written = written(&files);
    let text = written
        .iter()
        .find(|it| it.path.as_str() == "openspec/specs/area/alarm/spec.md");
    insta::assert_snapshot!(text.and_then(|it| it.content.as_deref()).unwrap_or_default(), @r"
    # area/alarm Specification

    ## Purpose
    The alarm tells people what stopped, and why it did.

    ## Requirements

    ### Requirement: Retry limit
    The runner SHALL stop a task after the configured number of failed attempts.

    #### Scenario: limit reached
    - **WHEN** a task has failed as often as the limit allows
    - **THEN** no further attempt is started
    - **AND** the task is escalated
    ");
    let files = folder(&[(NEW, DELTA_TEXT), (DELTA, "")]);
    let text = after(&files, &self::written(&files));
    let text = text
        .iter()
        .find(|it| it.path == "openspec/specs/area/alarm/spec.md")
        .expect("a main spec");
    assert!(
        text.text
            .contains("TBD - created by archiving change add-limit. Update Purpose after archive.")
    );
}

#[test]
fn a_capability_goes_with_its_last_requirement_if_it_may() {
    let removed =
        "## REMOVED Requirements\n- `### Requirement: Timeouts`\n- `### Requirement: Output`\n";
    let meta = "schema: spec-driven\nretire_capabilities: true\n";
    let opened = folder(&[(DELTA, removed), (META, meta)]);
    let written = written(&opened);
    assert!(
        written
            .iter()
            .any(|it| it.path.as_str() == MAIN && it.content.is_none())
    );
    let later = format!("{MAIN_TEXT}\n{}", requirement("Later"));
    let now = folder(&[(DELTA, removed), (META, meta), (MAIN, &later)]);
    let written = openspec::close(CHANGE, &opened, &now, Some(DATE)).expect("closed");
    let main = written.iter().find(|it| it.path.as_str() == MAIN);
    assert!(
        main.and_then(|it| it.content.as_deref())
            .is_some_and(|it| it.contains("Later"))
    );
}

#[test]
fn a_requirement_that_moved_meanwhile_is_not_overwritten() {
    let modified = format!(
        "## MODIFIED Requirements\n\n{}\n#### Scenario: kept\n- x\n",
        requirement("Output")
    );
    let moved = MAIN_TEXT.replace("the line is kept", "the line is kept for a day");
    let gone = &MAIN_TEXT[..MAIN_TEXT.find("### Requirement: Output").expect("there")];
    let elsewhere = MAIN_TEXT.replace("ten minutes", "nine minutes");
    let removed = "## REMOVED Requirements\n- `### Requirement: Output`\n".to_owned();
    let renamed = "## RENAMED Requirements\n- FROM: `### Requirement: Output`\n- TO: `### Requirement: Log`\n".to_owned();
    for delta in [&modified, &removed, &renamed] {
        let opened = folder(&[(DELTA, delta)]);
        refused(
            &opened,
            &folder(&[(DELTA, delta), (MAIN, &moved)]),
            "`Output` of `runner` is not what it was",
        );
        let now = folder(&[(DELTA, delta), (MAIN, &elsewhere)]);
        let written = openspec::close(CHANGE, &opened, &now, Some(DATE)).expect("closed");
        let main = written.iter().find(|it| it.path.as_str() == MAIN);
        let text = main
            .and_then(|it| it.content.as_deref())
            .expect("a main spec");
        assert!(text.contains("nine minutes"));
    }
    for (delta, message) in [
        (&modified, "`Output` of `runner` went since"),
        (
            &renamed,
            "RENAMED names `Output`, which `runner` does not have",
        ),
    ] {
        let now = folder(&[(DELTA, delta), (MAIN, gone)]);
        refused(&folder(&[(DELTA, delta)]), &now, message);
    }
    let other = format!("{MAIN_TEXT}\n{}", requirement("Retry limit"));
    refused(
        &folder(&[]),
        &folder(&[(MAIN, &other)]),
        "`Retry limit` of `runner` came to be",
    );
    refused(
        &folder(&[]),
        &folder(&[(MAIN, "")]),
        "was there when the run began, and is gone",
    );
    let near = format!("{MAIN_TEXT}\n{}", requirement("RETRY LIMIT"));
    refused(
        &folder(&[]),
        &folder(&[(MAIN, &near)]),
        "differs from `Retry limit` only in its spelling",
    );
}

#[test]
fn what_was_verified_is_what_is_archived() {
    let opened = folder(&[]);
    let softer = DELTA_TEXT.replace("no further", "hardly any further");
    refused(
        &opened,
        &folder(&[(DELTA, &softer)]),
        "this is not what it was when the run began",
    );
    refused(
        &opened,
        &folder(&[(META, "schema: spec-driven\nretire_capabilities: true\n")]),
        "this is not what it was",
    );
    refused(
        &opened,
        &folder(&[(NEW, DELTA_TEXT)]),
        "this is not what it was",
    );
    refused(&opened, &folder(&[(TASKS, "")]), "is gone");
    let nothing = folder(&[
        (DELTA, ""),
        (META, ""),
        (TASKS, ""),
        (crate::openspec::PROPOSAL, ""),
    ]);
    refused(&opened, &nothing, "is gone");
    refused(
        &folder(&[(DELTA, "words")]),
        &opened,
        "has no section of a delta",
    );
}

#[test]
fn doing_it_twice_is_doing_it_once() {
    let removed = "## REMOVED Requirements\n- `### Requirement: Output`\n";
    let renamed = "## RENAMED Requirements\n- FROM: `### Requirement: Timeouts`\n- TO: `### Requirement: Deadlines`\n";
    for delta in [
        DELTA_TEXT.to_owned(),
        format!("{DELTA_TEXT}\n{removed}\n{renamed}"),
    ] {
        let opened = folder(&[(DELTA, &delta)]);
        let written = written(&opened);
        let done = after(&opened, &written);
        assert_eq!(
            openspec::close(CHANGE, &opened, &done, Some(DATE)),
            Ok(Vec::new())
        );
        // The main spec is written, the folder is not moved yet.
        let (specs, _): (Vec<Written>, Vec<Written>) = written
            .iter()
            .cloned()
            .partition(|it| it.path.as_str() == MAIN);
        let half = after(&opened, &specs);
        let rest = openspec::close(CHANGE, &opened, &half, Some(DATE)).expect("closed");
        assert!(rest.iter().all(|it| it.path.as_str() != MAIN));
        assert_eq!(after(&half, &rest), done);
        assert!(
            openspec::check("openspec", &done)
                .iter()
                .all(Item::is_valid)
        );
    }
}

#[test]
fn a_change_without_requirements_is_only_moved() {
    let meta = "schema: spec-driven\nskip_specs: true\n";
    let files = folder(&[(DELTA, ""), (META, meta)]);
    assert_eq!(main_spec(&[(DELTA, ""), (META, meta)]), MAIN_TEXT);
    assert!(written(&files).iter().all(|it| it.path.as_str() != MAIN));
}
