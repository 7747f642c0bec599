//! The report as a page and as JSON.

use ledger::report::{Item, ItemKind, ItemStatus, Report, ReportStatus};
use serde::Deserialize;

use crate::world::World;

const AT: &str = "2026-11-20T10:00:00Z";

fn sample() -> Report {
    let world = |text: &str| {
        World::new(
            "  truths:\n    - \"Appending twice stores once\"\n    - \"It is pretty: \\\"very\\\"\"\n  artifacts:\n    - path: src/ledger.rs\n      \
             min_lines: 3\n      exports: [Ledger]\n  key_links:\n    - from: src/main.rs\n      to: src/ledger.rs\n      via: call in run()\n",
        )
        .file("src/ledger.rs", "pub struct Ledger(Vec<u8>);\nimpl Ledger {\n    pub fn append(&mut self, x: u8) { self.0.push(x); }\n}\n")
        .file("src/lib.rs", "pub mod ledger;\n")
        .file("src/main.rs", text)
        .ran("cargo test ledger", 0)
    };
    let mut before = world("fn main() {}\n");
    before.plan.tasks[0].must_haves.truths[0].commands = vec!["cargo test ledger".to_owned()];
    let mut after = world("mod ledger;\nfn main() {}\n");
    after.plan = before.plan.clone();
    after.previous = Some(before.report());
    after.options.superpowers = true;
    after.report()
}

#[test]
fn the_page_is_for_programs_and_for_people() {
    insta::assert_snapshot!(verify::markdown(&sample(), "greeter", AT), @r#"
    ---
    phase: "01-x"
    verified: 2026-11-20T10:00:00Z
    status: gaps_found
    score: "3/5 must-haves verified"
    behavior_unverified: 1
    looked_at: "2 files of the plan; 1 command was run"
    re_verification:
      previous_status: gaps_found
      previous_score: "3/5"
      gaps_closed: []
      gaps_remaining:
        - "src/main.rs -> src/ledger.rs"
      regressions: []
    gaps:
      - truth: "src/main.rs -> src/ledger.rs"
        status: partial
        reason: "imported, line 1, and never used"
        artifacts:
          - path: "src/main.rs"
            issue: "imported, line 1, and never used"
        missing:
          - "use `src/ledger.rs` in `src/main.rs`: call in run()"
    behavior_unverified_items:
      - truth: "It is pretty: \"very\""
        test: "none"
        expected: "It is pretty: \"very\""
        why_human: "no evidence speaks of it: the plan binds no command, test or level"
    human_verification:
      - test: "It is pretty: \"very\""
        expected: "It is pretty: \"very\""
        why_human: "no evidence speaks of it: the plan binds no command, test or level"
    ---

    # Verification of 01-x in greeter

    **gaps_found**: 3/5 must-haves verified. Looked at 2 files of the plan; 1 command was run. Tree `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`.

    ## Truths

    | | what | state | level | why | evidence |
    |---|---|---|---|---|---|
    | ✓ | Appending twice stores once | VERIFIED |  | its commands passed | e1 |
    | ? | It is pretty: "very" | PRESENT_BEHAVIOR_UNVERIFIED |  | no evidence speaks of it: the plan binds no command, test or level |  |

    ## Artifacts

    | | what | state | level | why | evidence |
    |---|---|---|---|---|---|
    | ✓ | src/ledger.rs | VERIFIED | 3 | it is reached: src/lib.rs -> src/ledger.rs |  |

    ## Key links

    | | what | state | level | why | evidence |
    |---|---|---|---|---|---|
    | ✗ | src/main.rs -> src/ledger.rs | PARTIAL | 3 | imported, line 1, and never used |  |

    ## Commands and gates

    | | what | state | level | why | evidence |
    |---|---|---|---|---|---|
    | ✓ | cargo test ledger | PASSED |  | exit code 0 | e1 |

    ## What is missing

    - src/main.rs -> src/ledger.rs: imported, line 1, and never used (`link-unused`)
      - use `src/ledger.rs` in `src/main.rs`: call in run()

    ## What a person has to look at

    - It is pretty: "very": no evidence speaks of it: the plan binds no command, test or level

    ## Since the report before

    It was gaps_found with 3/5.

    - still open: src/main.rs -> src/ledger.rs

    ## What did not take part

    - `superpowers`: whether the change means what was asked was not judged: there is no semantic evaluator yet
    "#);
}

#[test]
fn the_same_as_json() {
    let json = serde_json::to_string_pretty(&verify::json(&sample(), "greeter", AT)).unwrap();
    insta::assert_snapshot!(json, @r#"
    {
      "behavior_unverified": 1,
      "feedback": [
        {
          "category": "semantic",
          "confidence": 1.0,
          "details": {},
          "fix_suggestion": "use `src/ledger.rs` in `src/main.rs`: call in run()",
          "fixable": true,
          "level": 3,
          "location": {
            "column": null,
            "file": "src/main.rs",
            "line": 1
          },
          "message": "src/main.rs -> src/ledger.rs: imported, line 1, and never used",
          "rule": "link-unused",
          "status": "fail"
        },
        {
          "category": "semantic",
          "confidence": 1.0,
          "details": {},
          "fix_suggestion": "bind it in the plan: `commands: [...]`, `tests: [names]`, or `artifact:` with `level:`",
          "fixable": false,
          "level": null,
          "location": null,
          "message": "It is pretty: \"very\": no evidence speaks of it: the plan binds no command, test or level",
          "rule": "truth-without-evidence",
          "status": "warning"
        }
      ],
      "gaps": [
        {
          "truth": "src/main.rs -> src/ledger.rs",
          "status": "partial",
          "reason": "imported, line 1, and never used",
          "artifacts": [
            {
              "path": "src/main.rs",
              "issue": "imported, line 1, and never used"
            }
          ],
          "missing": [
            "use `src/ledger.rs` in `src/main.rs`: call in run()"
          ]
        }
      ],
      "human_verification": [
        {
          "test": "It is pretty: \"very\"",
          "expected": "It is pretty: \"very\"",
          "why_human": "no evidence speaks of it: the plan binds no command, test or level"
        }
      ],
      "items": [
        {
          "evidence": [
            "e1"
          ],
          "fixable": false,
          "id": "truth:Appending twice stores once",
          "kind": "truth",
          "level": null,
          "location": null,
          "missing": [],
          "reason": "its commands passed",
          "status": "verified",
          "text": "Appending twice stores once",
          "word": "VERIFIED"
        },
        {
          "evidence": [],
          "fixable": false,
          "id": "truth:It is pretty: \"very\"",
          "kind": "truth",
          "level": null,
          "location": null,
          "missing": [
            "bind it in the plan: `commands: [...]`, `tests: [names]`, or `artifact:` with `level:`"
          ],
          "reason": "no evidence speaks of it: the plan binds no command, test or level",
          "rule": "truth-without-evidence",
          "status": "human",
          "text": "It is pretty: \"very\"",
          "word": "PRESENT_BEHAVIOR_UNVERIFIED"
        },
        {
          "evidence": [],
          "fixable": false,
          "id": "artifact:src/ledger.rs",
          "kind": "artifact",
          "level": 3,
          "location": null,
          "missing": [],
          "path": "src/ledger.rs",
          "reason": "it is reached: src/lib.rs -> src/ledger.rs",
          "status": "verified",
          "word": "VERIFIED"
        },
        {
          "evidence": [],
          "fixable": true,
          "from": "src/main.rs",
          "id": "key_link:src/main.rs -> src/ledger.rs",
          "kind": "key_link",
          "level": 3,
          "location": {
            "column": null,
            "file": "src/main.rs",
            "line": 1
          },
          "missing": [
            "use `src/ledger.rs` in `src/main.rs`: call in run()"
          ],
          "reason": "imported, line 1, and never used",
          "rule": "link-unused",
          "status": "failed",
          "to": "src/ledger.rs",
          "word": "PARTIAL"
        },
        {
          "evidence": [
            "e1"
          ],
          "fixable": false,
          "id": "gate:cargo test ledger",
          "kind": "gate",
          "level": null,
          "location": null,
          "missing": [],
          "reason": "exit code 0",
          "status": "verified",
          "text": "cargo test ledger",
          "word": "PASSED"
        }
      ],
      "looked_at": {
        "commands": {
          "known": 1,
          "run": 1
        },
        "files": 2,
        "functions": 0,
        "of_change": false,
        "tests": 0
      },
      "parts": [
        {
          "verifier": "levels",
          "duration_ms": 0
        },
        {
          "verifier": "superpowers",
          "duration_ms": 0,
          "skipped": "whether the change means what was asked was not judged: there is no semantic evaluator yet"
        }
      ],
      "phase": "01-x",
      "project": "greeter",
      "re_verification": {
        "previous_status": "gaps_found",
        "previous_score": "3/5",
        "gaps_closed": [],
        "gaps_remaining": [
          "src/main.rs -> src/ledger.rs"
        ],
        "regressions": []
      },
      "score": "3/5 must-haves verified",
      "status": "gaps_found",
      "tree": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      "verified": "2026-11-20T10:00:00Z"
    }
    "#);
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Front {
    phase: String,
    verified: String,
    status: String,
    score: String,
    behavior_unverified: u32,
    #[serde(default)]
    looked_at: Option<String>,
    #[serde(default)]
    re_verification: Option<Again>,
    #[serde(default)]
    gaps: Vec<Gap>,
    #[serde(default)]
    behavior_unverified_items: Vec<Behaviour>,
    #[serde(default)]
    human_verification: Vec<Human>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Again {
    previous_status: String,
    previous_score: String,
    gaps_closed: Vec<String>,
    gaps_remaining: Vec<String>,
    regressions: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Gap {
    truth: String,
    status: String,
    reason: String,
    artifacts: Vec<Issue>,
    missing: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Issue {
    path: String,
    issue: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Behaviour {
    truth: String,
    test: String,
    expected: String,
    why_human: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Human {
    test: String,
    expected: String,
    why_human: String,
}

fn read_back(page: &str) -> Front {
    let rest = page.strip_prefix("---\n").expect("at byte 0");
    let (yaml, _) = rest.split_once("\n---\n").expect("it ends");
    serde_saphyr::from_str(yaml).unwrap_or_else(|error| panic!("{error}\n{yaml}"))
}

#[test]
fn the_front_matter_reads_back() {
    let report = sample();
    let front = read_back(&verify::markdown(&report, "greeter", AT));
    assert_eq!(
        (front.phase.as_str(), front.verified.as_str()),
        ("01-x", AT)
    );
    assert_eq!(
        (front.status.as_str(), front.score.as_str()),
        ("gaps_found", "3/5 must-haves verified")
    );
    assert_eq!(front.behavior_unverified, 1);
    let looked = "2 files of the plan; 1 command was run";
    assert_eq!(front.looked_at.as_deref(), Some(looked));
    let again = front.re_verification.expect("there was one before");
    assert_eq!(
        (
            again.previous_status.as_str(),
            again.previous_score.as_str()
        ),
        ("gaps_found", "3/5")
    );
    assert_eq!(again.gaps_remaining, ["src/main.rs -> src/ledger.rs"]);
    assert!(again.gaps_closed.is_empty() && again.regressions.is_empty());
    let gap = &front.gaps[0];
    assert_eq!(
        (gap.truth.as_str(), gap.status.as_str()),
        ("src/main.rs -> src/ledger.rs", "partial")
    );
    assert_eq!(
        (gap.artifacts[0].path.as_str(), &gap.artifacts[0].issue),
        ("src/main.rs", &gap.reason)
    );
    assert_eq!(gap.missing.len(), 1);
    let truth = "It is pretty: \"very\"";
    assert_eq!(front.behavior_unverified_items[0].truth, truth);
    assert_eq!(front.behavior_unverified_items[0].expected, truth);
    assert!(!front.behavior_unverified_items[0].why_human.is_empty());
    assert_eq!(front.behavior_unverified_items[0].test, "none");
    assert_eq!(
        (
            front.human_verification[0].test.as_str(),
            front.human_verification[0].expected.as_str()
        ),
        (truth, truth)
    );
    assert!(!front.human_verification[0].why_human.is_empty());
}

#[test]
fn the_status_stands_unquoted_at_the_start_of_its_line() {
    let page = verify::markdown(&sample(), "greeter", AT);
    let lines: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("status:"))
        .collect();
    assert_eq!(lines, ["status: gaps_found"]);
    assert!(
        page.lines()
            .any(|line| line == "score: \"3/5 must-haves verified\"")
    );
}

#[test]
fn no_text_breaks_the_page() {
    for text in [
        "a\nstatus: passed\n---\n",
        "\"quoted\" and \\back\\",
        "- dash",
        "# hash",
        "a: b",
        "{",
        "[",
        "*x",
        "&x",
        "!x",
        "%x",
        "@x",
        "`x`",
        "'",
        "|",
        "<b>",
        "",
        "\u{1b}[31m\u{0}\u{85}\u{2028}\u{feff}\u{202e}",
        "账本 é 🦀",
        "\ttab\r",
    ] {
        let item = Item {
            id: format!("truth:{text}"),
            kind: ItemKind::Truth,
            text: text.to_owned(),
            path: Some(text.to_owned()),
            status: ItemStatus::Failed,
            word: "FAILED".to_owned(),
            level: None,
            reason: text.to_owned(),
            location: None,
            evidence: vec![text.to_owned()],
            missing: vec![text.to_owned(), "b".to_owned()],
            fixable: true,
            derived: false,
            rule: String::new(),
        };
        let human = Item {
            status: ItemStatus::Human,
            ..item.clone()
        };
        let report = Report {
            phase: text.to_owned(),
            tree: None,
            status: ReportStatus::GapsFound,
            items: vec![item, human],
            feedback: Vec::new(),
            re_verification: None,
            parts: Vec::new(),
            accepted: Vec::new(),
            looked_at: None,
            inputs: None,
        };
        let page = verify::markdown(&report, "greeter", text);
        let front = read_back(&page);
        assert_eq!(
            (
                &front.phase,
                &front.gaps[0].truth,
                &front.gaps[0].missing[0]
            ),
            (&text.to_owned(), &text.to_owned(), &text.to_owned())
        );
        assert_eq!(front.verified, text);
        assert_eq!(front.human_verification[0].test, text);
        assert_eq!(front.status, "gaps_found");
        assert_eq!(
            page.lines()
                .filter(|line| line.starts_with("status:"))
                .count(),
            1,
            "{page}"
        );
        assert!(
            page.lines()
                .filter(|line| line.starts_with("| ✗"))
                .all(|row| row.replace("\\|", "").matches('|').count() == 7),
            "{page}"
        );
    }
}
