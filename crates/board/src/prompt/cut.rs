//! Texts of others at their longest.

/// Bytes of the text of an issue or pull request.
pub(super) const BODY_BYTES_MAX: usize = 32 * 1024;
/// Bytes of a change.
pub(super) const CHANGE_BYTES_MAX: usize = 128 * 1024;
/// Bytes of one comment or report.
pub(super) const SAID_BYTES_MAX: usize = 6 * 1024;
/// Bytes of a title, or of one line about something.
pub(super) const LINE_BYTES_MAX: usize = 300;
/// Comments, the last ones.
pub(super) const COMMENTS_MAX: usize = 40;
/// Other issues.
pub(super) const PRIOR_MAX: usize = 20;
/// Notices.
pub(super) const NOTICES_MAX: usize = 20;

/// Stands where something was cut off.
const CUT: &str = "\n[…]";

/// A text of at most so many bytes, without blanks at its end.
pub(super) fn cut(text: &str, bytes_max: usize) -> String {
    let text = text.trim_end();
    if text.len() <= bytes_max {
        return text.to_owned();
    }
    let end = (0..=bytes_max).rev().find(|at| text.is_char_boundary(*at));
    let kept = text.get(..end.unwrap_or(0)).unwrap_or("");
    format!("{kept}{CUT}")
}

/// A text as one line.
pub(super) fn line(text: &str) -> String {
    let text = text.replace(char::is_control, " ");
    cut(text.trim(), LINE_BYTES_MAX).replace('\n', " ")
}
