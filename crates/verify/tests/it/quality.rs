//! The quality gates: figures in, items, feedback and skipped parts out.

use ledger::ids::RelPath;
use ledger::measure::Measured;
use ledger::report::{Category, FeedbackStatus, Item, ItemStatus, Report, ReportStatus};
use verify::{Meter, Secret};

use crate::world::{World, sound};

const MUST: &str =
    "  truths: []\n  artifacts:\n    - path: src/a.rs\n      provides: it\n  key_links: []";

/// A file that stands, and these gates.
fn world(gates: &[&str]) -> World {
    let mut world = World::new(MUST).file("src/a.rs", "pub fn a() -> u8 {\n    7\n}\n");
    world.options.archon = gates.iter().map(|it| (*it).to_owned()).collect();
    world
}

fn measured(world: &World, files: &[(&str, &str, Option<&str>)]) -> Measured {
    let mut meter = Meter::new(&world.options);
    for (path, now, before) in files {
        meter.file(&RelPath::new(path).unwrap(), now, *before, Vec::new());
    }
    meter.finish()
}

fn item<'r>(report: &'r Report, id: &str) -> Option<&'r Item> {
    report.items.iter().find(|it| it.id == id)
}

fn skipped<'r>(report: &'r Report, gate: &str) -> Option<&'r str> {
    let name = format!("archon: {gate}");
    let part = report.parts.iter().find(|it| it.verifier == name)?;
    part.skipped.as_deref()
}

/// A function with so many ways through, in Rust and in TypeScript.
fn rust(name: &str, ways: usize) -> String {
    let forks: String = (1..ways)
        .map(|it| format!("    if n == {it} {{\n        return {it};\n    }}\n"))
        .collect();
    format!("pub fn {name}(n: u32) -> u32 {{\n{forks}    0\n}}\n")
}

fn script(name: &str, ways: usize) -> String {
    let forks: String = (1..ways)
        .map(|it| format!("  if (n === {it}) return {it};\n"))
        .collect();
    format!("export function {name}(n: number): number {{\n{forks}  return 0;\n}}\n")
}

#[test]
fn a_function_with_too_many_ways_through_is_a_gap() {
    let mut world = world(&["complexity"]);
    world.options.thresholds.insert("complexity".to_owned(), 4);
    let both = format!("{}\n{}", rust("fine", 4), rust("knotted", 5));
    world.measured = Some(measured(
        &world,
        &[
            ("src/a.rs", &both, None),
            ("src/b.ts", &script("tangle", 6), None),
        ],
    ));
    let report = world.report();
    sound(&report);
    let gap = item(&report, "gate:complexity").expect("an item");
    assert_eq!(gap.status, ItemStatus::Failed);
    assert_eq!(
        gap.reason,
        "src/a.rs:14: `knotted` has 5 ways through, at most 4 are wanted; \
         src/b.ts:1: `tangle` has 6 ways through, at most 4 are wanted"
    );
    assert_eq!(
        gap.missing,
        ["split `knotted` in src/a.rs", "split `tangle` in src/b.ts"]
    );
    let said: Vec<_> = report
        .feedback
        .iter()
        .filter(|it| it.rule == "complexity" && it.status == FeedbackStatus::Fail)
        .map(|it| {
            let place = it.location.as_ref().expect("a place");
            (place.file.as_str(), place.line, it.category)
        })
        .collect();
    assert_eq!(
        said,
        [
            ("src/a.rs", Some(14), Category::Quality),
            ("src/b.ts", Some(1), Category::Quality)
        ]
    );
    // The threshold counts.
    world.options.thresholds.insert("complexity".to_owned(), 6);
    let files = [("src/a.rs", both.as_str(), None)];
    world.measured = Some(measured(&world, &files));
    let report = world.report();
    let passed = item(&report, "gate:complexity").expect("an item");
    assert_eq!(
        (passed.status, passed.reason.as_str()),
        (ItemStatus::Verified, "2 functions, none newly over 6")
    );
}

#[test]
fn what_was_so_before_is_only_noted() {
    let mut world = world(&["complexity"]);
    world.options.thresholds.insert("complexity".to_owned(), 4);
    let now = format!("{}\n{}", rust("old", 7), rust("grown", 5));
    let before = format!("{}\n{}", rust("old", 6), rust("grown", 4));
    world.measured = Some(measured(&world, &[("src/a.rs", &now, Some(&before))]));
    let report = world.report();
    let gap = item(&report, "gate:complexity").expect("an item");
    assert!(
        gap.reason.contains("`grown`") && !gap.reason.contains("`old`"),
        "{gap:?}"
    );
    let note = report
        .feedback
        .iter()
        .find(|it| it.message.contains("`old`"))
        .expect("a note");
    assert_eq!(note.status, FeedbackStatus::Warning);
    assert!(note.message.contains("it had 6 before"), "{note:?}");
    // Tests may be as they like, and so may prose.
    let test = format!("#[test]\n{}", rust("proof", 9));
    let files = [
        ("src/t.rs", test.as_str(), None),
        ("a.md", "if if if if if if", None),
    ];
    world.measured = Some(measured(&world, &files));
    let report = world.report();
    assert!(item(&report, "gate:complexity").is_none());
    assert!(skipped(&report, "complexity").is_some_and(|why| why.contains("no function")));
}

#[test]
fn a_file_that_is_not_read_whole_is_nobodys_pass() {
    let mut world = world(&["complexity", "security"]);
    let mut meter = Meter::new(&world.options);
    meter.file(
        &RelPath::new("src/a.rs").unwrap(),
        &rust("f", 2),
        None,
        Vec::new(),
    );
    meter.unreadable(&RelPath::new("src/big.rs").unwrap());
    world.measured = Some(meter.finish());
    let report = world.report();
    sound(&report);
    for gate in ["gate:complexity", "gate:security"] {
        let item = item(&report, gate).expect("an item");
        assert_eq!(item.status, ItemStatus::Unknown, "{gate}");
        assert!(item.reason.contains("src/big.rs"), "{item:?}");
    }
    assert_eq!(report.status, ReportStatus::HumanNeeded);
}

#[test]
fn coverage_is_what_a_fresh_report_says() {
    let mut world = world(&["coverage"]);
    world.options.thresholds.insert("coverage".to_owned(), 80);
    let mut check = |reports: &[(&str, &str, bool)]| {
        let mut meter = Meter::new(&world.options);
        for (path, text, fresh) in reports {
            meter.coverage(path, text, *fresh);
        }
        world.measured = Some(meter.finish());
        let report = world.report();
        sound(&report);
        let item = item(&report, "gate:coverage").map(|it| (it.status, it.reason.clone()));
        (item, skipped(&report, "coverage").map(str::to_owned))
    };
    let report = |hit: u32| format!("SF:src/a.rs\nLF:1000\nLH:{hit}\nend_of_record\n");
    let wanted =
        |hit: u32, pct: u32| format!("{hit} of 1000 lines ran ({pct} %), at least 80 % are wanted");
    for (hit, pct, status) in [
        (800, 80, ItemStatus::Verified),
        (799, 79, ItemStatus::Failed),
        (0, 0, ItemStatus::Failed),
    ] {
        let found = check(&[("lcov.info", &report(hit), true)]);
        assert_eq!(found, (Some((status, wanted(hit, pct))), None));
    }
    // What was there before says nothing, and the fresh one counts wherever it stands.
    let (none, why) = check(&[("coverage/lcov.info", &report(1000), false)]);
    assert!(none.is_none() && why.is_some_and(|it| it.contains("nobody saw")));
    let both = [
        ("coverage/lcov.info", &*report(1000), false),
        ("lcov.info", &report(10), true),
    ];
    assert_eq!(check(&both).0.map(|it| it.0), Some(ItemStatus::Failed));
    for (reports, words) in [
        (&[][..], "no command left"),
        (&[("lcov.info", "nothing", true)][..], "names no line"),
    ] {
        let (none, why) = check(reports);
        assert!(
            none.is_none() && why.is_some_and(|it| it.contains(words)),
            "{words}"
        );
    }
}

#[test]
fn a_new_secret_is_a_gap_of_security() {
    let mut world = world(&["security"]);
    let secret = |line, before| Secret {
        line,
        kind: "github-token".to_owned(),
        before,
    };
    let mut meter = Meter::new(&world.options);
    let path = RelPath::new("src/a.rs").unwrap();
    meter.file(&path, "", None, vec![secret(3, true), secret(9, false)]);
    world.measured = Some(meter.finish());
    let report = world.report();
    let gap = item(&report, "gate:security").expect("an item");
    assert_eq!(gap.status, ItemStatus::Failed);
    assert_eq!(
        gap.reason,
        "src/a.rs:9: a secret stands there in clear (github-token)"
    );
    let of = |status| {
        let feedback = report.feedback.iter();
        feedback
            .filter(|it| it.category == Category::Security && it.status == status)
            .count()
    };
    assert_eq!(
        (of(FeedbackStatus::Fail), of(FeedbackStatus::Warning)),
        (1, 1)
    );
}

#[test]
fn types_are_checked_by_the_projects_own_command() {
    let mut world = world(&["type-check"]);
    let report = world.report();
    assert!(skipped(&report, "type-check").is_some_and(|it| it.contains("declares no command")));
    assert_eq!(report.status, ReportStatus::Passed);
    world.options.type_check = vec!["cargo check".to_owned()];
    assert_eq!(
        verify::commands(&world.plan, &world.options),
        ["cargo check"]
    );
    let stands = |world: &World| {
        let report = world.report();
        let items: Vec<&Item> = report
            .items
            .iter()
            .filter(|it| it.text.contains("cargo"))
            .collect();
        assert_eq!(items.len(), 1, "{items:?}");
        (items[0].text.clone(), items[0].status)
    };
    let text = "type-check: cargo check".to_owned();
    assert_eq!(stands(&world), (text.clone(), ItemStatus::Unknown));
    let red = world.ran("cargo check", 101);
    assert_eq!(stands(&red), (text.clone(), ItemStatus::Failed));
    let green = red.ran("cargo check", 0);
    assert_eq!(stands(&green), (text, ItemStatus::Verified));
}

#[test]
fn what_is_off_is_not_spoken_of_and_what_is_missing_is() {
    let mut world = world(&[]);
    world.measured = Some(measured(&world, &[("src/a.rs", &rust("f", 99), None)]));
    let report = world.report();
    assert!(
        report
            .parts
            .iter()
            .all(|it| !it.verifier.starts_with("archon"))
    );
    assert!(
        report
            .items
            .iter()
            .all(|it| !it.id.starts_with("gate:complexity"))
    );
    world.options.archon = vec!["complexity".to_owned(), "coverage".to_owned()];
    world.options.superpowers = true;
    world.measured = None;
    let report = world.report();
    assert_eq!(skipped(&report, "complexity"), Some("nothing was measured"));
    let meaning = report
        .parts
        .iter()
        .find(|it| it.verifier == "superpowers")
        .expect("a part");
    assert!(
        meaning
            .skipped
            .as_ref()
            .is_some_and(|it| it.contains("was not judged"))
    );
    let page = verify::markdown(&report, "", "2026-11-20T10:00:00Z");
    for words in [
        "## What did not take part",
        "`archon: coverage`: nothing",
        "`superpowers`: whether",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
}

#[test]
fn a_coverage_report_is_summed_and_lines_count_where_it_has_no_sums() {
    for (text, lines, hit) in [
        ("SF:a\nLF:10\nLH:8\nend_of_record\n", 10, 8),
        (
            "SF:a\nDA:1,1\nDA:2,0\nend_of_record\nSF:b\nDA:1,5\nend_of_record",
            3,
            2,
        ),
        // The last record need not be closed, and more hits than lines are no more than all.
        ("SF:a\nLF:2\nLH:9\n", 2, 2),
        ("no report", 0, 0),
        ("LF:x\nLH:\nDA:,\n", 1, 0),
    ] {
        let mut meter = Meter::new(&world(&["coverage"]).options);
        meter.coverage("lcov.info", text, true);
        let coverage = meter.finish().coverage.expect("a report");
        assert_eq!((coverage.lines, coverage.hit), (lines, hit), "{text}");
    }
}
