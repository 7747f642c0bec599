//! No text makes a reader panic, no refusal is silent, and what is written is always good.

use ledger::promise::SourceFile;
use proptest::prelude::*;
use spec::Severity;
use spec::openspec::{self, Kind};

use crate::openspec::{
    CHANGE, DELTA, DELTA_TEXT, MAIN, MAIN_TEXT, META, PROPOSAL, TASKS, TASKS_TEXT, folder,
    requirement, said,
};
use crate::openspec_close::after;

const DATE: &str = "2026-11-20";

/// Pieces that mean something to a reader.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-z#>`~\\-:\\[\\](){}\"'|&*!\\n\\r\\t \\x00\\x1b账é\u{feff}\u{2028}]{0,12}",
        6 => prop::sample::select(vec![
            "## ADDED Requirements\n",
            "## modified requirements\r\n",
            "## REMOVED Requirements\n",
            "## RENAMED Requirements\n",
            "## Requirements\n",
            "## Purpose\n",
            "### Requirement: Output\n",
            "### Requirement: Timeouts ###\n",
            "### Requirement: ",
            "#### Scenario: kept\n",
            "#### Scenario:\n",
            "##### deep\n",
            "- FROM: `### Requirement: Output`\n",
            "- TO: `### Requirement: Log`\n",
            "- **WHEN** x\n",
            "It SHALL be so.\n",
            "```\n",
            "~~~~\n",
            "<!--",
            "-->",
            "- [ ] 1.1 Run `make test`\n",
            "- [x] ",
            "  1) [",
            "]",
            "## 1. Group\n",
            "\r",
            "\n\n\n",
        ]).prop_map(str::to_owned),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..30).prop_map(|pieces| pieces.concat())
}

/// A requirement that is good, in one of many ways of writing it.
fn block(name: &'static str) -> impl Strategy<Value = String> {
    let head = prop::sample::select(vec![
        "### Requirement: ",
        "###  requirement:",
        "###Requirement:  ",
    ]);
    let tail = prop::sample::select(vec![
        "\n",
        " ###\n",
        "  \n\n",
        "\n```\n### Requirement: fenced\n```\n",
    ]);
    let more = prop::sample::select(vec![
        "",
        "\n",
        "\n#### Scenario: more\ntext\n\n\n",
        "\n##### deep\nx\n",
    ]);
    (head, tail, more).prop_map(move |(head, tail, more)| {
        format!("{head}{name}{tail}It SHALL be.\n\n#### Scenario: kept\n- **WHEN** x\n{more}")
    })
}

/// A good delta for a main spec with `Output` and `Timeouts`.
fn delta() -> impl Strategy<Value = String> {
    let added = prop::option::of(block("New"));
    let modified = prop::option::of(block("Output"));
    (added, modified, any::<[bool; 4]>()).prop_map(|(added, modified, [removed, renamed, crlf, bom])| {
        let mut text = String::from("# Delta\n\n");
        text.extend(added.map(|block| format!("## ADDED Requirements\n\n{block}\n")));
        text.extend(modified.map(|block| format!("## MODIFIED Requirements\n{block}\n")));
        if removed {
            text.push_str("## REMOVED Requirements\n* `### Requirement: Timeouts`\n\n");
        } else if renamed {
            text.push_str("## RENAMED Requirements\nFROM: ### Requirement: Timeouts\nTO: ### Requirement: Zeit\n");
        }
        let text = if crlf { text.replace('\n', "\r\n") } else { text };
        if bom { format!("\u{feff}{text}") } else { text }
    })
}

/// A good main spec with `Output` and `Timeouts`.
fn main_spec() -> impl Strategy<Value = String> {
    let gap = prop::sample::select(vec!["", "\n", "\n\n\n", " \n"]);
    let end = prop::sample::select(vec![
        "",
        "\n\n",
        "\n## Notes\nwords",
        "\n## Notes\n### Words\n",
    ]);
    (block("Output"), gap, block("Timeouts"), end, any::<bool>()).prop_map(
        |(output, gap, timeouts, end, crlf)| {
            let output = output.replace("#### Scenario: more\ntext\n", "");
            let head = MAIN_TEXT
                .split("### Requirement")
                .next()
                .unwrap_or_default();
            // A heading needs a blank behind its signs to be one for every reader.
            let all = format!("{head}{output}{gap}{timeouts}{end}")
                .replace("###Requirement", "### Requirement");
            if crlf { all.replace('\n', "\r\n") } else { all }
        },
    )
}

fn check(files: &[SourceFile]) {
    let items = openspec::check("openspec", files);
    let texts = |name: &str| {
        files
            .iter()
            .find(|it| it.path == name)
            .map(|it| it.text.as_str())
    };
    for problem in items.iter().flat_map(|item| &item.problems) {
        let lines = texts(&problem.file)
            .unwrap_or("")
            .split(['\n', '\r'])
            .count();
        assert!(problem.line as usize <= lines, "{problem}");
        assert!(!problem.to_string().contains('\u{1b}'));
    }
    let errors = openspec::check_change(CHANGE, files);
    let failed = errors.iter().any(|it| it.severity == Severity::Error);
    match openspec::read(CHANGE, files) {
        Ok(spec) => {
            assert!(!failed);
            assert!(
                spec.problems
                    .iter()
                    .all(|it| it.severity == Severity::Warning)
            );
            for task in spec.plan().iter().flat_map(|plan| &plan.tasks) {
                assert!(!task.steps.is_empty());
            }
        }
        Err(problems) => assert!(problems.iter().any(|it| it.severity == Severity::Error)),
    }
    match openspec::close(CHANGE, files, files, Some(DATE)) {
        Ok(written) => {
            assert!(!failed);
            good(&after(files, &written), files);
        }
        Err(problems) => assert!(failed, "{}", said(&problems)),
    }
}

/// Every main spec that a change wrote is good, and the change is gone.
fn good(done: &[SourceFile], before: &[SourceFile]) {
    for item in openspec::check("openspec", done) {
        let path = format!("openspec/specs/{}/spec.md", item.id);
        let text = |files: &[SourceFile]| {
            let file = files.iter().find(|it| it.path == path);
            file.map(|it| it.text.clone())
        };
        assert_eq!(item.kind, Kind::Spec);
        if text(done) != text(before) {
            assert!(item.is_valid(), "{}", said(&item.problems));
        }
    }
    assert_eq!(
        openspec::close(CHANGE, before, done, Some(DATE)),
        Ok(Vec::new())
    );
}

/// Whether two texts differ in nothing but what stands in a box.
fn same_but_for_boxes(before: &str, after: &str) -> bool {
    let (before, after) = (before.split('\n'), after.split('\n'));
    before.clone().count() == after.clone().count()
        && before.zip(after).all(|(before, after)| {
            let parts = |line: &str| {
                let (head, rest) = line.split_once('[')?;
                let (inside, tail) = rest.split_once(']')?;
                Some((head.to_owned(), inside.to_owned(), tail.to_owned()))
            };
            match (parts(before), parts(after)) {
                _ if before == after => true,
                (Some((head, inside, tail)), Some((new_head, new, new_tail))) => {
                    head == new_head
                        && tail == new_tail
                        && new == "x"
                        && !inside.trim().eq_ignore_ascii_case("x")
                }
                _ => false,
            }
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_in_any_file(one in text(), other in text(), place in 0..5_usize) {
        let place = [DELTA, MAIN, TASKS, META, PROPOSAL][place];
        check(&folder(&[(place, &one)]));
        check(&folder(&[(DELTA, &one), (MAIN, &other)]));
        check(&folder(&[("openspec/specs/new/spec.md", &one), ("openspec/changes/add-limit/specs/new/spec.md", &other)]));
    }

    #[test]
    fn a_good_file_with_something_put_in(which in 0..3_usize, at in 0..500_usize, taken in 0..40_usize, new in piece()) {
        let (path, good) = [(DELTA, DELTA_TEXT), (MAIN, MAIN_TEXT), (TASKS, TASKS_TEXT)][which];
        let at = at % good.len();
        let (head, tail) = good.split_at(at);
        let tail = tail.get(taken..).unwrap_or("");
        check(&folder(&[(path, &format!("{head}{new}{tail}"))]));
    }

    #[test]
    fn a_good_change_is_archived_into_good_specs(main in main_spec(), delta in delta()) {
        let files = folder(&[(MAIN, &main), (DELTA, &delta)]);
        check(&files);
        let problems = openspec::check_change(CHANGE, &files);
        let error = problems.iter().find(|it| it.severity == Severity::Error);
        // Only a delta without any operation, and one that drops the scenario `more`, are no good.
        let message = error.map(|it| it.message.as_str()).unwrap_or("no section of a delta");
        prop_assert!(
            error.is_none() || message.contains("no section of a delta") || message.contains("drops scenarios"),
            "{}", said(&problems)
        );
    }

    #[test]
    fn what_is_so_already_changes_no_byte(main in main_spec(), same in block("Output")) {
        let skip = "schema: spec-driven\nskip_specs: true\n";
        let nothing = folder(&[(MAIN, &main), (DELTA, ""), (META, skip)]);
        let same = same.replace("###Requirement", "### Requirement");
        let main = format!("{}\n## Requirements\n\n{same}", MAIN_TEXT.split("\n## Requirements").next().unwrap_or_default());
        let delta = format!("## MODIFIED Requirements\n{same}");
        let repeated = folder(&[(MAIN, &main), (DELTA, &delta)]);
        for files in [nothing, repeated] {
            let written = openspec::close(CHANGE, &files, &files, Some(DATE));
            let written = written.unwrap_or_else(|all| panic!("{}", said(&all)));
            prop_assert!(written.iter().all(|it| it.path.as_str() != MAIN));
        }
    }

    #[test]
    fn ticking_changes_only_boxes(tasks in text()) {
        let files = folder(&[(TASKS, &format!("{tasks}\n- [ ] last\n"))]);
        let written = openspec::close(CHANGE, &files, &files, None).expect("closed");
        let ticked = written[0].content.clone().expect("a text");
        let before = files.iter().find(|it| it.path == TASKS).expect("tasks");
        let split = |text: &str| text.replace('\r', "\n");
        prop_assert!(same_but_for_boxes(&split(&before.text), &split(&ticked)), "{:?}\n{:?}", before.text, ticked);
        let done = after(&files, &written);
        prop_assert_eq!(openspec::close(CHANGE, &files, &done, None), Ok(Vec::new()));
        let read = openspec::read(CHANGE, &done).expect("a change");
        prop_assert!(matches!(read.work, spec::Work::Done(_)));
    }
}

/// Texts in which a careless reader goes over everything again for each line.
#[test]
fn long_files_are_read_in_time() {
    for piece in [
        "### Requirement: a\n",
        "## ADDED Requirements\n",
        "## RENAMED Requirements\n- FROM: `### Requirement: a`\n",
        "#### Scenario: a\n",
        "### a\n",
        "```\n",
        "<!--",
        "- [ ] ",
        "- [ ] 1.1 a\n",
        "`",
        "\r",
        "\n",
    ] {
        let text = piece.repeat(30_000 / piece.len());
        let added = format!("## ADDED Requirements\n{text}");
        let main = format!("{MAIN_TEXT}{text}");
        check(&folder(&[
            (DELTA, &added),
            (MAIN, &main),
            (TASKS, &text),
            (PROPOSAL, &text),
        ]));
    }
    let many: String = (0..1_000)
        .map(|at| requirement(&format!("R {at}")))
        .collect();
    check(&folder(&[
        (DELTA, &format!("## ADDED Requirements\n{many}")),
        (MAIN, &format!("{MAIN_TEXT}\n")),
    ]));
}
