//! What Python code asks for and then does not heed, and honest code that looks like it.

use code::{Certainty, Reason};

use crate::read;

/// Whether a file has a finding of that reason about something.
fn has(path: &str, source: &str, what: &str, reason: Reason) -> bool {
    let facts = read(path, source);
    let mut stubs = facts.stubs.iter();
    stubs.any(|it| it.what == what && it.reason == reason)
}

#[test]
fn the_one_option_that_nothing_asks_for() {
    let names = ["first", "second", "third", "fourth", "fifth"];
    let declared: String = names
        .iter()
        .map(|it| format!("    parser.add_argument('--{it}', action='store_true')\n"))
        .collect();
    let of = |uses: &[&str]| {
        let uses: String = uses
            .iter()
            .map(|it| format!("    run(args['{it}'])\n"))
            .collect();
        format!(
            "KEYS = ['first', 'fifth']\ndef main():\n    parser = ArgumentParser()\n{declared}    args = vars(parser.parse_args())\n{uses}    go(args)\n"
        )
    };
    let found = |uses: &[&str]| has("a.py", &of(uses), "fifth", Reason::NeverRead);
    assert!(found(&names[..4]));
    assert!(!found(&names));
    // Of several, somebody else looks at them.
    assert!(!found(&names[..3]));
}

#[test]
fn how_often_a_test_runs_is_no_input() {
    let sure = |marks: &str| {
        let source = format!("import pytest\n{marks}\ndef test_race(turn):\n    run_all(4)\n");
        let facts = read("test_a.py", &source);
        let mut stubs = facts.stubs.iter();
        stubs.any(|it| it.reason == Reason::NoAssertion && it.certainty == Certainty::Certain)
    };
    assert!(!sure("@pytest.mark.parametrize('turn', range(3))"));
    assert!(sure("@pytest.mark.parametrize('turn', [1, 2])"));
}

#[test]
fn a_failure_that_is_dropped_is_dropped_under_any_mark() {
    let source = "@shop.active\ndef test_pay():\n    shop.pay()\n    try:\n        shop.assert_paid(1)\n    except AssertionError:\n        pass\n";
    let facts = read("test_a.py", source);
    let mut stubs = facts.stubs.iter();
    assert!(
        stubs.any(|it| { it.reason == Reason::NoAssertion && it.certainty == Certainty::Certain })
    );
}
