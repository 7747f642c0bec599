//! Tasks in one sentence.

use ledger::plan::MustHaves;
use spec::sentence;

#[test]
fn a_sentence_is_one_task_without_checks_of_its_own() {
    let (promise, plan) = sentence("  Rename the flag\n\nKeep the old name for a while.\n");
    assert_eq!(
        promise.objective,
        "Rename the flag\n\nKeep the old name for a while."
    );
    assert!(!promise.trusted, "trust is for whoever knows the source");
    assert_eq!(plan.title, "Rename the flag");
    assert_eq!(plan.tasks.len(), 1);
    let task = &plan.tasks[0];
    assert_eq!(task.brief, promise.objective);
    assert_eq!(task.must_haves, MustHaves::default());
    assert!(task.files.is_any());
    assert_eq!(task.wave, 1);
}

#[test]
fn titles_are_short_lines() {
    let long = "word ".repeat(40);
    for (text, title) in [
        ("", "Untitled task"),
        ("\n \n## Fix it\nnow", "Fix it"),
        ("- do\tthis", "do this"),
        ("#42 fix the crash", "#42 fix the crash"),
        ("## * #42: fix it", "#42: fix it"),
        ("###\n-\nthen this", "then this"),
        ("**bold** words", "**bold** words"),
        ("-x is no option", "-x is no option"),
        (
            long.as_str(),
            "word word word word word word word word word word word word word word…",
        ),
    ] {
        assert_eq!(sentence(text).1.title, title, "{text:?}");
    }
    let unbroken = sentence(&"账".repeat(500)).1.title;
    assert_eq!(unbroken.chars().count(), 73);
}
