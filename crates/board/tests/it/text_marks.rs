//! Reports and risks.

use board::text::{Report, is_report, risk_mark};

#[test]
fn a_report_is_known_by_its_mark() {
    for (body, expected) in [
        ("[Action Report]\n\n**PR**: #46", Some(Report::Exact)),
        (
            "\n  [action REPORT]\n\n**Branch**: feat/42-export",
            Some(Report::Exact),
        ),
        (
            "\n        [Action Report] after many blanks",
            Some(Report::Exact),
        ),
        ("Done. [Action Report]", Some(Report::Accepted)),
        ("## [Action Report]\nx", Some(Report::Accepted)),
        ("**[Action Report]**", Some(Report::Accepted)),
        ("> old\n\n[ACTION REPORT]", Some(Report::Accepted)),
        (
            "> [Action Report]\n> **PR**: #46\n\nThis is not done, the tests are missing.",
            None,
        ),
        ("> look\n[Action Report]", None),
        ("`[Action Report]`", None),
        ("```\n[Action Report]\n```", None),
        ("Begin with:\n\n    [Action Report]", None),
        ("<!-- [Action Report] -->", None),
        ("Action Report", None),
        ("[Action  Report]", None),
        ("", None),
    ] {
        assert_eq!(is_report(body), expected, "{body:?}");
    }
}

#[test]
fn a_risk_is_known_by_its_mark() {
    for (body, expected) in [
        ("⚠️ [观察] 数据缺失", true),
        ("⚠ [Observation] data is missing", true),
        ("好的。⚠️[OBSERVATION]", true),
        ("- ⚠️ 【观察】", true),
        ("⚠️ ⚠️ [观察]", true),
        ("> ⚠️ [观察]", false),
        ("`⚠️ [观察]`", false),
        ("⚠️ 观察", false),
        ("[观察]", false),
        ("⚠️ [other]", false),
    ] {
        assert_eq!(risk_mark(body), expected, "{body:?}");
    }
}
