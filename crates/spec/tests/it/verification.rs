//! Pages of earlier verifications, ours and those of others; nothing in them can do harm.

use ledger::report::ReportStatus;
use spec::verification::read;

#[test]
fn a_page_of_another_tool_is_read() {
    let page = "---\r\nphase: 01-x\r\nstatus: gaps_found\r\nscore: 1/2\r\ngaps:\r\n  - truth: \"It: works\"\r\n    \
                status: failed\r\n  - plain words\r\n---\r\n# Text\r\n";
    let page = read(page).expect("a page");
    assert_eq!(page.status, ReportStatus::GapsFound);
    assert_eq!(page.score, "1/2");
    assert_eq!(page.failed, ["It: works", "plain words"]);
    assert_eq!(
        (page.inputs, page.again, page.verified.len()),
        (None, None, 0)
    );
}

#[test]
fn what_is_no_page_is_none() {
    let long = format!("---\nstatus: passed\nx: \"{}\"\n---\n", "y".repeat(5 << 20));
    let deep = format!("---\nstatus: passed\nx: {}\n---\n", "[".repeat(10_000));
    for text in [
        "",
        "---",
        "---\n---\n",
        "---\nscore: 1/2\n---\n",
        "---\nstatus: Passed\n---\n",
        "---\nstatus: [passed]\n---\n",
        "---\nstatus: passed\n",
        "---\nstatus: passed\nstatus: gaps_found\n---\n",
        "---\nstatus: &a passed\nscore: *a\n---\n",
        "text\n---\nstatus: passed\n---\n",
        &long,
        &deep,
    ] {
        let shown: String = text.chars().take(60).collect();
        assert_eq!(read(text), None, "{shown}");
    }
}

#[test]
fn half_of_the_inputs_are_none() {
    let front = |inputs: &str| format!("---\nstatus: passed\ninputs:\n{inputs}\n---\n");
    let (tree, policy) = ("a".repeat(40), "b".repeat(64));
    let whole = format!("  tree: {tree}\n  policy: {policy}\n  checker: x");
    assert!(read(&front(&whole)).expect("a page").inputs.is_some());
    for inputs in [
        whole.replace("tree", "three"),
        whole.replace(&policy, "b"),
        whole.replace(&tree, "../../etc/passwd"),
        whole.replace("checker", "chequer"),
    ] {
        assert_eq!(
            read(&front(&inputs)).expect("a page").inputs,
            None,
            "{inputs}"
        );
    }
}
