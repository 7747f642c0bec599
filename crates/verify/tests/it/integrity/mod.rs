//! Changes of tests and checks in five languages: those that weaken them, with the rule that finds each, and honest ones
//! that look like it.

mod branches;
mod changed_behaviour;
mod checks;
mod honest_compiled;
mod honest_scripted;
mod macro_tests;
mod made_into_tables;
mod matched_tests;
mod new_tests_skipped;
mod python_tables;
mod python_weaker;
mod renamed_tests;
mod rewritten_tests;
mod split_tests;
mod stand_ins;
mod tests_by_name;
mod unrun_functions;
mod weak_new_tests;
mod weaker_compiled;
mod weaker_helpers;
mod weaker_scripted;
mod with_setup;
mod wording;

use verify::integrity::{Change, Finding, Planned, weakened};

/// A path with its text before and after; an empty text stands for a file that is not there.
type File<'t> = (&'t str, &'t str, &'t str);

fn findings<'t>(files: &[File<'t>]) -> Vec<Finding> {
    let some = |text: &'t str| Some(text).filter(|it| !it.is_empty());
    let changes: Vec<Change<'_>> = files
        .iter()
        .map(|(path, before, after)| Change {
            path,
            before: some(before),
            after: some(after),
        })
        .collect();
    weakened(&changes, &Planned::default())
}

/// Every change must fail by that rule. All wrong answers are shown at once.
fn all_fail(table: &[(&str, &[File<'_>])]) {
    let mut wrong = String::new();
    for (rule, files) in table {
        let found = findings(files);
        if !found.iter().any(|it| is_of(it, rule) && it.failed) {
            wrong.push_str(&format!(
                "\n{rule} is not found in {files:#?}, but {found:#?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Whether a finding is of a rule, or of the one that says the same of a test that was there before, or is new.
fn is_of(found: &Finding, rule: &str) -> bool {
    const BOTH: [(&str, &str); 3] = [
        ("test-cannot-fail", "test-emptied"),
        ("test-skipped", "new-test-skipped"),
        ("assertion-removed", "assertion-removed-with-setup"),
    ];
    let mut both = BOTH.iter().filter(|it| it.0 == rule);
    found.rule.id() == rule || both.any(|it| it.1 == found.rule.id())
}

/// No change may fail. All wrong answers are shown at once.
fn none_fail(table: &[(&str, &[File<'_>])]) {
    let mut wrong = String::new();
    for (name, files) in table {
        let failed: Vec<_> = findings(files).into_iter().filter(|it| it.failed).collect();
        if !failed.is_empty() {
            wrong.push_str(&format!("\n{name}: {failed:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
