//! Half of what was asked: files that the plan means to write and nobody touched, names that are to be added and stand
//! nowhere, and names that are to take part and were left alone. Each with plans that only look as if they asked.

use ledger::ids::RelPath;

use crate::world::{World, named};

const SHOP: &str = "export function applyTax(sum) {\n  return sum + sum / 5;\n}\nexport function printBill(sum) {\n  return `${sum}`;\n}\n";
const OTHER: &str = "export function sendBill(sum) {\n  return post(sum);\n}\nexport function keepBill(sum) {\n  return store(sum);\n}\n";
const INDEX: &str = "import { applyTax, printBill } from './shop';\nimport { sendBill, keepBill } from './other';\nexport const all = [applyTax, printBill, sendBill, keepBill];\n";

/// Gates of one name, of a change that adds something to the shop.
fn gates(title: &str, files: &[&str], added: &str, gate: &str) -> Vec<String> {
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    world.gated = false;
    world.plan.title = title.to_owned();
    let path = |path: &&str| RelPath::new(path).unwrap();
    world.plan.tasks[0].files = ledger::scope::Scope::of_files(files.iter().map(path));
    for (path, text) in [
        ("src/shop.ts", SHOP),
        ("src/other.ts", OTHER),
        ("src/index.ts", INDEX),
    ] {
        world.before.insert(path.to_owned(), text.to_owned());
        world = world.file(path, text);
    }
    let world = world
        .file("src/shop.ts", &format!("{SHOP}{added}"))
        .changed('M', "src/shop.ts");
    let report = world.report();
    match gate {
        "unwritten" => return named(&report, "the plan asks for `"),
        "left-alone" => return named(&report, "the plan wants `"),
        _ => {}
    }
    let found = report.items.iter().map(|it| it.id.as_str());
    let prefix = format!("gate:{gate}:");
    found
        .filter_map(|it| it.strip_prefix(&prefix))
        .map(str::to_owned)
        .collect()
}

const ROUND: &str = "export function roundBill(sum) {\n  return Math.round(sum);\n}\n";

#[test]
fn files_that_nobody_touched() {
    let cases: [(&[&str], &[&str]); 6] = [
        (&["src/shop.ts"], &[]),
        (&["src/shop.ts", "src/other.ts"], &["src/other.ts"]),
        (&["src/shop.ts", "src/new.ts"], &["src/new.ts"]),
        // Prose, locks and folders ask for nothing by themselves.
        (&["src/shop.ts", "README.md", "Cargo.lock", "src"], &[]),
        (&["src/shop.ts", "src/*.ts"], &[]),
        // Nothing of the plan is in this change.
        (&["src/other.ts", "src/index.ts"], &[]),
    ];
    for (files, wanted) in cases {
        assert_eq!(
            gates("Round bills", files, ROUND, "untouched"),
            wanted,
            "{files:?}"
        );
    }
}

#[test]
fn names_that_are_to_be_added() {
    let files = ["src/shop.ts"];
    let cases: [(&str, &[&str]); 15] = [
        (
            "Add roundBill(sum, step_size) with tests: half_up(sum).",
            &[],
        ),
        ("Add roundBill. Add floorBill(sum).", &["floorBill"]),
        (
            "Add roundBill(sum), floorBill(sum) and ceilBill(sum).",
            &["ceilBill", "floorBill"],
        ),
        ("Add `roundBill` and a helper `halfOf`.", &["halfOf"]),
        (
            "The program gets roundBill and the flag --no-cents.",
            &["--no-cents"],
        ),
        (
            "Add roundBill and the flags --cents and --no-cents.",
            &["--cents", "--no-cents"],
        ),
        ("Add roundBill.", &[]),
        ("Add roundBill, which is like floorBill(sum).", &[]),
        ("Add roundBill instead of floorBill(sum).", &[]),
        ("Add roundBill without floorBill(sum).", &[]),
        ("Add roundBill; floorBill(sum) comes later.", &[]),
        ("Add roundBill for GitHub and JavaScript.", &[]),
        (
            "Add roundBill to the command line, where curl has --fail.",
            &[],
        ),
        ("Add roundBill and Math.round(sum).", &[]),
        // Nothing of it is written.
        ("Add floorBill(sum).", &[]),
    ];
    for (title, wanted) in cases {
        assert_eq!(gates(title, &files, ROUND, "unwritten"), wanted, "{title}");
    }
}

/// Plain words in a list, of which all but one came as functions.
#[test]
fn functions_that_are_listed_by_plain_words() {
    let files = ["src/shop.ts"];
    let added = "export function ring(sum) {\n  return sum + 1;\n}\nexport function total(sum) {\n  return sum + 2;\n}\n";
    let cases: [(&str, &[&str]); 8] = [
        ("Helpers ring, total (of all) and refund.", &["refund"]),
        ("Helpers ring, total and function.", &[]),
        ("Helpers ring and total.", &[]),
        ("Helpers ring, refund and tax.", &[]),
        ("Helpers ring, total, refund and tax.", &[]),
        ("Helpers of their own, ring and total.", &[]),
        ("Helpers printBill, ring and total.", &[]),
        ("Helpers ring, printBill and total.", &[]),
    ];
    for (title, wanted) in cases {
        assert_eq!(gates(title, &files, added, "unwritten"), wanted, "{title}");
    }
}

/// What the plan writes as a call beside one that came, whatever words are around them.
#[test]
fn functions_that_are_asked_for_as_calls() {
    let files = ["src/shop.ts"];
    let cases: [(&str, &[&str]); 9] = [
        (
            "A till: roundBill(sum) rounds a bill, total(bills) sums them up.",
            &["total"],
        ),
        (
            "roundBill(sum), ceil(sum) and applyTax(sum, rate).",
            &["ceil"],
        ),
        ("roundBill(sum) and Math.round(sum) differ.", &[]),
        ("roundBill(sum) rounds; total(bills) stays away.", &[]),
        ("roundBill(sum) rounds the sum(s) of bill(s).", &[]),
        ("roundBill(sum) is what total(bills) was like.", &[]),
        ("roundBill(sum) in place of total(bills) without tax.", &[]),
        ("roundBill(sum) is used by printBill(sum).", &[]),
        ("total(bills) sums up.", &[]),
    ];
    for (title, wanted) in cases {
        assert_eq!(gates(title, &files, ROUND, "unwritten"), wanted, "{title}");
    }
}

/// A step's name that is the beginning of what is to be done, cut off within a word.
#[test]
fn names_that_are_cut_off() {
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    world.plan.title = "Add roundBill and floorBi".to_owned();
    world.plan.tasks[0].brief = "Add roundBill and floorBill.".to_owned();
    let text =
        format!("{SHOP}{ROUND}export function floorBill(sum) {{\n  return Math.floor(sum);\n}}\n");
    world
        .before
        .insert("src/shop.ts".to_owned(), SHOP.to_owned());
    let world = world.file("src/shop.ts", &text).changed('M', "src/shop.ts");
    let names = named(&world.report(), "the plan asks for `");
    assert_eq!(names, Vec::<String>::new());
}

/// New tests of a Python module, with a plan that asks for them or not.
fn weak(title: &str, old: &str, tests: &str) -> bool {
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    world.plan.title = title.to_owned();
    let code = "def add(a):\n    return a + 1\n";
    world.before.insert("shop.py".to_owned(), code.to_owned());
    if !old.is_empty() {
        world
            .before
            .insert("tests/test_shop.py".to_owned(), old.to_owned());
    }
    let kind = if old.is_empty() { 'A' } else { 'M' };
    let world = world
        .file("shop.py", code)
        .file("tests/test_shop.py", &format!("{old}{tests}"))
        .changed(kind, "tests/test_shop.py");
    let items = world.report().items;
    items
        .iter()
        .any(|it| it.id == "gate:plan-test-weak:tests/test_shop.py")
}

#[test]
fn tests_that_hold_nothing() {
    let import = "from shop import add\n";
    let one = "def test_one():\n    assert add(1) is not None\n";
    let two = "def test_two():\n    assert isinstance(add(2), int)\n";
    let real = "def test_real():\n    assert add(1) == 2\n";
    let new = |parts: &[&str]| parts.concat();
    assert!(weak("Add add", "", &new(&[import, one, two])));
    assert!(weak("Add add, with tests.", "", &new(&[import, one])));
    assert!(weak("Add add, with tests.", &new(&[import, real]), one));
    // One beside others, one that nobody asked for, and those that were there.
    assert!(!weak(
        "Add add, with tests.",
        "",
        &new(&[import, one, real])
    ));
    assert!(!weak("Add add", "", &new(&[import, one])));
    assert!(!weak(
        "Add add, with tests.",
        &new(&[import, one, two]),
        real
    ));
}

#[test]
fn names_in_asides_and_names_that_are_texts() {
    let added = "export const tagName = 'envName';\nexport const tagPrefix = 'envPrefix';\n";
    for title in [
        "Constants tagName (envName), tagPrefix (envPrefix).",
        "Make them constants: tagName, envName and tagPrefix.",
    ] {
        let found = gates(title, &["src/shop.ts"], added, "unwritten");
        assert!(found.is_empty(), "{title} {found:?}");
    }
    let found = gates(
        "Constants tagName and tagValue.",
        &["src/shop.ts"],
        added,
        "unwritten",
    );
    assert_eq!(found, ["tagValue"]);
}
