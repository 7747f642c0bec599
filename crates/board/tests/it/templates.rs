//! Files of templates: what is taken from them, what from our own sets, and what is wrong with them.

use board::templates::{Language, Templates};
use ledger::board::{ActionType, BusinessType};
use proptest::prelude::*;

const SEED: &str = include_str!("../../../../corpus/forge/toolchain-templates.yaml");

fn parsed(yaml: &str) -> Templates {
    Templates::parse(yaml).unwrap()
}

/// What is wrong with a file, one line each.
fn problems(yaml: &str) -> String {
    let problems = Templates::parse(yaml).unwrap_err();
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

#[test]
fn a_file_in_the_plain_form_loads_as_it_is() {
    let templates = parsed(SEED);
    assert_eq!(templates.language(), Language::Zh);
    let bug = templates.get(ActionType::IssueAssigned, BusinessType::Bug);
    assert_eq!(bug.steps.len(), 8);
    assert_eq!(bug.steps[1], "定位根因(读代码/日志,不要猜测)");
    assert!(
        bug.report
            .starts_with("[Action Report]\n**根因**:{root_cause}")
    );
    assert!(bug.report.ends_with("**CI**:{ci_status}"));
    // It has no sentences for events: those are ours.
    assert_eq!(bug.hint, "你收到一个 Bug 报告，定位根因后修复。");
    let ci = templates.get(ActionType::CiFailure, BusinessType::Feature);
    assert_eq!(ci.steps.len(), 3);
    // It has no section for reviews.
    let own = Templates::built_in(Language::Zh);
    let review = |it: &Templates| it.get(ActionType::ReviewRequest, BusinessType::Feature);
    assert_eq!(review(&templates), review(&own));
}

#[test]
fn branches_begin_as_the_steps_say() {
    let seed = parsed(SEED);
    let own = Templates::built_in(Language::En);
    for (business, in_seed, usual) in [
        (BusinessType::Feature, "fix", "feat"),
        (BusinessType::Impl, "impl", "impl"),
        (BusinessType::Bug, "fix", "fix"),
        (BusinessType::Docs, "docs", "docs"),
        (BusinessType::Refactor, "refactor", "refactor"),
        (BusinessType::Test, "test", "test"),
        (BusinessType::Infrastructure, "fix", "fix"),
    ] {
        assert_eq!(seed.branch_type(business), in_seed, "{business:?}");
        assert_eq!(own.branch_type(business), usual, "{business:?}");
    }
    let odd = parsed(
        "issue_assigned: {steps: ['on `/{issue_number}-{brief}`', 'x ../{issue_number}', 'my-fix/{issue_number}-{brief}']}",
    );
    assert_eq!(odd.branch_type(BusinessType::Bug), "my-fix");
}

#[test]
fn what_is_not_said_for_the_work_is_said_by_default_and_for_the_event() {
    let templates = parsed(
        "language: en
issue_assigned:
  hint: whole
  steps: [whole]
  bug: {steps: [bug]}
  default: {steps: [default], output_template: default}
mention:
  steps: []
  output_template: ''
",
    );
    let get = |business| {
        let it = templates.get(ActionType::IssueAssigned, business);
        (it.hint, it.steps.concat(), it.report)
    };
    let text = |hint: &str, steps: &str, report: &str| {
        (hint.to_owned(), steps.to_owned(), report.to_owned())
    };
    assert_eq!(get(BusinessType::Bug), text("whole", "bug", "default"));
    assert_eq!(get(BusinessType::Docs), text("whole", "default", "default"));
    // What is said to be empty is empty, and what is not said is ours.
    let mention = templates.get(ActionType::Mention, BusinessType::Bug);
    assert!(mention.steps.is_empty() && mention.report.is_empty());
    assert!(mention.hint.starts_with("You were mentioned."));
}

#[test]
fn our_own_sets_say_everything_with_our_means() {
    let known = [
        "issue_number",
        "pr_number",
        "branch",
        "files",
        "ci_status",
        "test_result",
        "design_doc",
        "root_cause",
        "fix_approach",
        "scope",
        "problem",
        "fix",
        "verification",
        "cause_type",
        "action",
        "deployment",
        "infrastructure",
    ];
    for language in [Language::En, Language::Zh] {
        let templates = Templates::built_in(language);
        assert_eq!(templates.language(), language);
        for action in ActionType::ALL {
            for business in BusinessType::ALL {
                let it = templates.get(action, business);
                let at = format!("{language:?} {action:?} {business:?}");
                assert!(!it.hint.is_empty(), "{at}");
                assert_eq!(it.steps.is_empty(), action.is_notice(), "{at}");
                let all = format!("{} {} {}", it.hint, it.steps.concat(), it.report);
                for foreign in ["git push", "git checkout", "curl", "localhost", "/api/"] {
                    assert!(!all.contains(foreign), "{at}: {foreign}");
                }
                for name in all.split('{').skip(1).filter_map(|it| it.split_once('}')) {
                    assert!(known.contains(&name.0), "{at}: {}", name.0);
                }
                assert!(
                    it.report.is_empty() || it.report.starts_with("[Action Report]\n"),
                    "{at}"
                );
            }
        }
        let kinds = BusinessType::ALL.map(|it| templates.get(ActionType::IssueAssigned, it).hint);
        let mut apart = kinds.to_vec();
        apart.sort();
        apart.dedup();
        assert_eq!(apart.len(), BusinessType::ALL.len());
        for needed in [
            "1.",
            "4.",
            "6.",
            "[{display_name}]",
            "open_sub_issue",
            "Parent: #{issue_number}",
        ] {
            assert!(templates.discussion().contains(needed), "{needed}");
        }
    }
}

#[test]
fn both_of_our_sets_have_the_same_reports() {
    let names = |text: &str| -> Vec<String> {
        let inner = text.split('{').skip(1).filter_map(|it| it.split_once('}'));
        inner.map(|(name, _)| name.to_owned()).collect()
    };
    let [en, zh] = [Language::En, Language::Zh].map(Templates::built_in);
    for action in ActionType::ALL {
        for business in BusinessType::ALL {
            let (en, zh) = (en.get(action, business), zh.get(action, business));
            assert_eq!(
                names(&en.report),
                names(&zh.report),
                "{action:?} {business:?}"
            );
            assert_eq!(en.steps.len(), zh.steps.len(), "{action:?} {business:?}");
        }
    }
}

#[test]
fn texts_of_a_file_take_the_place_of_ours() {
    let templates = parsed("discussion: talk\nround_review: ask");
    assert_eq!(templates.discussion(), "talk");
    assert_eq!(templates.round_review(), Some("ask"));
    let own = Templates::built_in(Language::En);
    assert!(own.discussion().contains("Rules of conduct"));
    assert_eq!(own.round_review(), None);
    let steps = parsed("round_review: {steps: [one]}");
    assert_eq!(steps.round_review(), None);
    assert_eq!(
        steps
            .get(ActionType::RoundReview, BusinessType::Feature)
            .steps,
        ["one"]
    );
}

#[test]
fn a_digest_stands_for_all_that_is_said() {
    let digest = |yaml: &str| parsed(yaml).digest();
    let empty = digest("");
    assert_eq!(empty, Templates::built_in(Language::En).digest());
    assert_eq!(empty, digest("# nothing"));
    for other in [
        "language: zh",
        "discussion: x",
        "round_review: x",
        "mention: {hint: x}",
        "mention: {steps: [x]}",
        "mention: {steps: []}",
        "mention: {output_template: x}",
    ] {
        assert_ne!(empty, digest(other), "{other}");
    }
    assert_ne!(
        digest("mention: {steps: [a, b]}"),
        digest("mention: {steps: [ab]}")
    );
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let yaml = "language: fr
issue_asigned:
  bug: {steps: [x]}
issue_assigned:
  bugs:
    steps: [x]
  feature:
    step: [x]
  docs: {steps: x}
  default: [x]
mention:
  hint: [x]
  steps:
    - a: b
nonsense: 1
";
    insta::assert_snapshot!(problems(yaml), @r"
    line 1, column 11: unknown language `fr`: `en` or `zh`
    line 2, column 1: unknown key `issue_asigned` in the file: did you mean `issue_assigned`?
    line 5, column 3: unknown key `bugs` in `issue_assigned`: did you mean `bug`?
    line 8, column 5: unknown key `step` in `feature`: did you mean `steps`?
    line 9, column 17: `steps` is to be a list of texts
    line 10, column 12: `default` is to be a section with keys
    line 12, column 9: `hint` is to be a text
    line 14, column 7: `steps` is to be a text
    line 15, column 1: unknown key `nonsense` in the file
    ");
}

#[test]
fn what_is_no_yaml_is_told_with_its_place() {
    insta::assert_snapshot!(problems("mention:\n  steps: [a\n"), @"line 2, column 10: not YAML: unclosed bracket '['");
    insta::assert_snapshot!(problems("mention: {}\nmention: {}\n"), @"line 2, column 1: the key `mention` stands twice");
    insta::assert_snapshot!(problems("- a"), @"line 1, column 1: `the file` is to be a section with keys");
    insta::assert_snapshot!(problems(&"[".repeat(1000)), @"line 1, column 256: not YAML: recursion limit exceeded");
    insta::assert_snapshot!(problems(&"a".repeat(600_000)), @"line 1, column 1: more than 524288 bytes");
    insta::assert_snapshot!(problems(&format!("mention: {{steps: [{}]}}", "x,".repeat(65))), @"line 1, column 18: more than 64 steps");
    insta::assert_snapshot!(problems(&format!("mention: {{hint: {}}}", "x".repeat(17_000))), @"line 1, column 17: more than 16384 bytes in one text");
}

proptest! {
    #[test]
    fn no_file_is_too_strange(yaml in "[a-z:{}\\[\\]\n'\"|>&*#!0-9 -]{0,200}") {
        drop(Templates::parse(&yaml));
    }
}
