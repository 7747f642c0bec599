//! Texts of a bounded length for people: what is too long ends behind a whole word and outside of quotes, with a sign that
//! there is more.

/// What stands for the rest.
const MORE: char = '…';

/// A text, or as many whole words of it as there is room for. One word alone that is longer than the room is cut.
pub(crate) fn shortened(text: &str, chars_max: usize) -> String {
    if text.chars().nth(chars_max).is_none() {
        return text.to_owned();
    }
    let room = chars_max.saturating_sub(1);
    let end = text.char_indices().nth(room).map_or(text.len(), |it| it.0);
    let (head, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    let broken = head.ends_with(inside) && rest.starts_with(inside);
    let whole = match broken {
        true => head.trim_end_matches(inside),
        false => head,
    };
    // What stands in quotes stands in them whole.
    let open = whole.matches('`').count().checked_rem(2) == Some(1);
    let whole = match whole.rsplit_once('`').filter(|_| open) {
        Some((before, _)) => before,
        None => whole,
    };
    let kept = match whole.trim_end() {
        "" => head,
        whole => whole,
    };
    format!("{kept}{MORE}")
}
