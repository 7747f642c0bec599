//! No text makes the reader panic, and no refusal is silent.

use proptest::prelude::*;
use spec::{Severity, plan_md, sentence};

use crate::plan_md::MINIMAL;

fn check(text: &str) {
    match plan_md::read("PLAN.md", text) {
        Ok((_, plan, warnings)) => {
            assert_eq!(plan.tasks.len(), 1);
            assert!(plan.tasks[0].must_haves.count() > 0);
            assert!(!plan.tasks[0].files.is_any());
            assert!(warnings.iter().all(|p| p.severity == Severity::Warning));
        }
        Err(problems) => {
            assert!(problems.iter().any(|p| p.severity == Severity::Error));
            for problem in problems {
                assert!(problem.line as usize <= text.split('\n').count());
                assert!(!problem.to_string().contains('\u{1b}'));
            }
        }
    }
}

/// Pieces that mean something to the reader.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z<>/`~\\-:\\[\\]{}\"'|&*!#\\n \\x00\\x1b账é]{0,12}",
        prop::sample::select(vec![
            "---\n",
            "---\r\n",
            "<task type=\"auto\">",
            "</task>",
            "<action>",
            "</action>",
            "```",
            "<!--",
            "-->",
            "truths:",
            "  - ",
            "must_haves:\n",
            "path: ",
            "&a ",
            "*a",
            "? ",
            "!!str ",
            "\t",
            "%YAML 1.2\n",
        ])
        .prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(pieces in prop::collection::vec(piece(), 0..40)) {
        check(&pieces.concat());
        check(&format!("---\n{}", pieces.concat()));
    }

    #[test]
    fn a_good_plan_with_something_put_in(at in 0..MINIMAL.len(), taken in 0..40_usize, new in piece()) {
        let (head, tail) = MINIMAL.split_at(at);
        let tail = tail.get(taken..).unwrap_or("");
        check(&format!("{head}{new}{tail}"));
    }

    #[test]
    fn any_sentence(text in "\\PC{0,200}") {
        let (_, plan) = sentence(&text);
        prop_assert_eq!(plan.tasks.len(), 1);
        prop_assert!(plan.title.chars().count() <= 73);
    }
}

#[test]
fn many_blocks_that_do_not_end_are_read_in_time() {
    for piece in [
        "<action>",
        "<task type=\"auto\">\n",
        "`<name>",
        "```\n",
        "<donne>\n",
        "<!--",
    ] {
        let body = piece.repeat(250_000 / piece.len());
        let text = MINIMAL.replace("<tasks>", &format!("<tasks>{body}"));
        check(&text.chars().take(plan_md::BYTES_MAX).collect::<String>());
    }
}
