//! Names of branches, and what labels and titles say of the kind of work.

use board::text::{branch_issue, branch_name, business, is_deploy_failure};
use ledger::board::BusinessType;
use proptest::prelude::*;

#[test]
fn a_branch_is_named_after_its_issue() {
    for (kind, title, expected) in [
        (
            "feat",
            "[quant][sub][parent #100] Dual MA strategy",
            "feat/7-dual-ma-strategy",
        ),
        (
            "fix",
            "Fix: don't crash on CSV",
            "fix/7-fix-dont-crash-on-csv",
        ),
        ("fix", "修复 CSV 导出", "fix/7-csv"),
        ("fix", "修复导出", "fix/7-work"),
        ("fix", "", "fix/7-work"),
        ("fix", "[only][groups]", "fix/7-work"),
        ("fix", "a [b] c", "fix/7-a-b-c"),
        (
            "feat",
            "one two three four five six seven eight nine ten",
            "feat/7-one-two-three-four-five-six-seven-eight",
        ),
        (
            "feat",
            &"x".repeat(60),
            &format!("feat/7-{}", "x".repeat(40)),
        ),
        ("-../a b~", "x", "ab/7-x"),
        ("", "x", "work/7-x"),
    ] {
        assert_eq!(branch_name(kind, 7, title), expected);
    }
}

#[test]
fn a_branch_tells_its_issue() {
    for (branch, expected) in [
        ("feat/42-export", Some(42)),
        ("fix/101-", Some(101)),
        ("feat/42", None),
        ("feat/x-42", None),
        ("feat/42x-y", None),
        ("a/b/42-x", None),
        ("/42-x", None),
        ("42-x", None),
        ("feat/0-x", None),
        ("feat/-1-x", None),
        ("feat/+1-x", None),
        ("main", None),
    ] {
        assert_eq!(branch_issue(branch), expected, "{branch}");
    }
}

proptest! {
    #[test]
    fn any_branch_name_is_valid_and_read_back(kind in "\\PC{0,60}", issue in 1_u64.., title in "\\PC{0,120}") {
        let name = branch_name(&kind, issue, &title);
        prop_assert_eq!(branch_issue(&name), Some(issue));
        prop_assert!(name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_/".contains(&b)), "{}", name);
        prop_assert!(!name.starts_with('-') && !name.ends_with(['/', '-']), "{}", name);
        prop_assert!(name.len() <= 40 + 1 + 20 + 1 + 40);
    }
}

#[test]
fn labels_say_what_kind_of_work_is_wanted() {
    for (labels, expected) in [
        (&["type/feat"][..], (BusinessType::Feature, true)),
        (&["Type/Impl"], (BusinessType::Impl, true)),
        (&["priority/high", "TYPE/BUG"], (BusinessType::Bug, true)),
        (&["type/docs"], (BusinessType::Docs, true)),
        (&["type/refactor"], (BusinessType::Refactor, true)),
        (&["type/test"], (BusinessType::Test, true)),
        (&["type/test", "type/bug"], (BusinessType::Bug, true)),
        (
            &["type/bug", "area/Infrastructure-CI"],
            (BusinessType::Infrastructure, true),
        ),
        (&["infrastructure"], (BusinessType::Infrastructure, false)),
        (&["type/other"], (BusinessType::Feature, true)),
        (&["kind/bug"], (BusinessType::Feature, false)),
        (&[], (BusinessType::Feature, false)),
    ] {
        let labels: Vec<String> = labels.iter().map(|&it| it.to_owned()).collect();
        assert_eq!(business(&labels), expected, "{labels:?}");
    }
}

#[test]
fn a_failed_deployment_is_told_by_title_or_label() {
    for (title, label, expected) in [
        ("部署失败: 生产环境", "", true),
        ("[ops] 生产部署失败", "", true),
        ("Deployment FAILED: production", "", true),
        ("x", "deploy-failure", true),
        ("x", "Type/Deploy-Failure", true),
        ("部署成功", "type/bug", false),
        ("deployment", "deploy", false),
    ] {
        assert_eq!(
            is_deploy_failure(title, &[label.to_owned()]),
            expected,
            "{title} {label}"
        );
    }
}
