//! Marks: the last line of a text that we wrote, by which it is found again. No reader sees it.

use ledger::forge::Login;

use crate::client::Failure;
use crate::seen;
use crate::text::shorten;
use crate::wire::User;

/// The most bytes of a text before its mark: a little less than forges take.
const BODY_BYTES_MAX: usize = 60_000;
/// The most bytes of a mark.
const MARK_BYTES_MAX: usize = 200;

/// A text with its mark.
pub(super) fn with_mark(body: &str, mark: &str) -> Result<String, Failure> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:/#@".contains(&byte);
    let is_mark = !mark.is_empty() && mark.len() <= MARK_BYTES_MAX && mark.bytes().all(is_word);
    // It ends the comment in which it stands.
    if !is_mark || mark.contains("--") {
        return Err(Failure::not_asked("its mark is no word"));
    }
    let body = shorten(body, BODY_BYTES_MAX).trim_end();
    Ok(format!("{body}\n\n{}", line(mark)).trim_start().to_owned())
}

/// Whether a text is ours and carries this mark. Only its last line counts and only under our account: what else stands in
/// it was written by others.
pub(super) fn is_ours(user: Option<&User>, body: &str, login: &Login, mark: &str) -> bool {
    seen::login(user).as_ref() == Some(login) && body.trim_end().ends_with(&line(mark))
}

/// Whether two texts are the same but for what forges change in them.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let lines = |text: &str| text.replace("\r\n", "\n").trim().to_owned();
    lines(one) == lines(other)
}

fn line(mark: &str) -> String {
    format!("<!-- interlock:{mark} -->")
}

#[cfg(test)]
mod tests {
    use super::{Login, User, is_ours, is_same, with_mark};

    #[test]
    fn a_mark_counts_at_the_end_and_under_our_account_alone() {
        let login = Login::new("Coder-Bot").unwrap();
        let user = |login: &str| User {
            id: 4,
            login: login.into(),
        };
        let body = with_mark("Done.\n", "t1.2").unwrap();
        assert_eq!(body, "Done.\n\n<!-- interlock:t1.2 -->");
        assert!(is_ours(
            Some(&user("coder-bot")),
            &format!("{body}\r\n"),
            &login,
            "t1.2"
        ));
        assert!(!is_ours(Some(&user("mallory")), &body, &login, "t1.2"));
        assert!(!is_ours(None, &body, &login, "t1.2"));
        assert!(!is_ours(Some(&user("coder-bot")), &body, &login, "t1"));
        let quoted = with_mark(&body, "t1.3").unwrap();
        assert!(!is_ours(Some(&user("coder-bot")), &quoted, &login, "t1.2"));
        assert_eq!(with_mark("", "a").unwrap(), "<!-- interlock:a -->");
    }

    #[test]
    fn marks_that_would_end_the_comment_are_none() {
        for mark in ["", "a b", "a-->", "a--b", "ä", &"x".repeat(201)] {
            assert!(with_mark("x", mark).is_err(), "{mark}");
        }
        let long = with_mark(&"ä".repeat(60_000), "m").unwrap();
        assert!(long.len() < 60_100 && long.ends_with("<!-- interlock:m -->"));
        assert!(is_same("a\r\nb\n", "a\nb") && !is_same("a", "b"));
    }
}
