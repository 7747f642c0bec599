//! What a pull request closes: each row is one that a real server was asked about.

use board::text::closes;

#[test]
fn keywords_close_as_on_the_forge() {
    for (body, expected) in [
        ("Closes #1, #2", &[1][..]),
        ("Closes #1, closes #2", &[1, 2]),
        ("FIXES: #3", &[3]),
        ("(fixes #9)", &[9]),
        ("[closes #9]", &[9]),
        ("Closes #9.", &[9]),
        ("close !9", &[9]),
        ("`Closes #4`", &[]),
        ("```\nCloses #5\n```", &[]),
        ("> Closes #6", &[6]),
        ("resolves#7", &[]),
        ("closing #8", &[]),
        ("Refs #10", &[]),
        ("Implements #10", &[]),
        ("Closes  #11", &[]),
        ("Closes\n#12", &[]),
        ("Closes:#12", &[]),
        ("encloses #12", &[]),
        ("x-closes #12", &[]),
        ("**Closes** #13", &[13]),
        ("- Closes #14\n- fixed #15", &[14, 15]),
        ("Closes #16 closes #16 Closes #16", &[16]),
        ("Closes #17a", &[]),
        ("Closes #18, #19.\nResolved: #19", &[18, 19]),
        ("Closes owner/repo#20", &[]),
        ("Closes https://forge/owner/repo/issues/21", &[]),
        ("<!-- Closes #22 -->", &[]),
        ("Closes [#23](https://x)", &[]),
        ("Reopens #24", &[]),
        ("Closes #0", &[]),
        ("Closes #99999999999999999999999", &[]),
    ] {
        assert_eq!(closes("", body), expected, "{body:?}");
    }
}

#[test]
fn every_keyword_closes_in_any_case() {
    for word in [
        "close", "closes", "closed", "fix", "fixes", "fixed", "resolve", "resolves", "resolved",
    ] {
        for word in [word.to_owned(), word.to_uppercase()] {
            assert_eq!(closes("", &format!("so it {word} #7")), [7], "{word}");
        }
    }
}

#[test]
fn the_title_closes_too() {
    assert_eq!(
        closes("fix: export (closes #3)", "Closes #4\nCloses #3"),
        [3, 4]
    );
}
