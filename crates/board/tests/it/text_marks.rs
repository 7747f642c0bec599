//! Reports.

use board::text::is_report;

#[test]
fn a_report_is_known_by_its_mark() {
    for (body, expected) in [
        ("[Action Report]\n\n**PR**: #46", true),
        ("\n  [action REPORT]\n\n**Branch**: feat/42-export", true),
        ("\n        [Action Report] after many blanks", true),
        ("[Action Report]:\n**PR**:#43", true),
        ("Done.\n\n[Action Report]: yes", true),
        ("> [Action Report]: yes", false),
        ("Done. [Action Report]", true),
        ("## [Action Report]\nx", true),
        ("**[Action Report]**", true),
        ("> old\n\n[ACTION REPORT]", true),
        (
            "> [Action Report]\n> **PR**: #46\n\nThis is not done, the tests are missing.",
            false,
        ),
        ("> look\n[Action Report]", false),
        ("`[Action Report]`", false),
        ("```\n[Action Report]\n```", false),
        ("Begin with:\n\n    [Action Report]", false),
        ("<!-- [Action Report] -->", false),
        ("Action Report", false),
        ("[Action  Report]", false),
        ("", false),
    ] {
        assert_eq!(is_report(body), expected, "{body:?}");
    }
}
