//! Values beside those that only look like them, and disguises that are seen through, each in a text of its own.

use gate::redact;

use crate::secrets::made;

fn is_masked(text: &str) -> bool {
    redact(text).text != text
}

#[test]
fn a_value_is_told_from_what_only_looks_like_one() {
    for (value, masked) in [
        ("aB3dE5gH7jkL9mN1pQ3sT5vW7xYz2b", true),
        // A piece again and again, and few different characters.
        ("aB3dE5gH7jaB3dE5gH7jaB3dE5gH7j", false),
        ("a1B2c3D4e5F6g7", true),
        ("a1B2a1B2a1B2a1", false),
        // Words with a digit or two.
        ("RED7-blue42-GREEN9-yellow3-black81", false),
        ("rEd7-bLu42e-GrEeN9-yeL3low-bLaC81k", true),
        // A token whose checksum is wrong is an example of one.
        ("ghp_aB3dE5gH7jkL9mN1pQ3sT5vW7xYz2bAc4dE5", false),
        // Code.
        ("aB3dE5gH7::jkL9mN1pQ3sT5vW7x", false),
    ] {
        let text = format!("api_key = \"{value}\"\n");
        assert_eq!(is_masked(&text), masked, "{}", redact(&text).text);
    }
}

#[test]
fn a_token_is_seen_through_its_disguise_and_nothing_else_is_hidden() {
    let token = made("ghp_{g36}");
    let backwards: String = token.chars().rev().collect();
    let body = token.trim_start_matches("ghp_");
    let (head, tail) = body.split_at(12);
    for hidden in [
        token.clone(),
        backwards,
        format!("ghp&#95;{body}"),
        format!("ghp_{head}\" + \"{tail}"),
        format!("ghp%5f{body}"),
    ] {
        let text = format!("before it \"{hidden}\" after it\n");
        let shown = redact(&text).text;
        assert!(!shown.contains(tail), "{text}{shown}");
        assert!(shown.starts_with("before it "), "{text}{shown}");
        assert!(shown.ends_with(" after it\n"), "{text}{shown}");
        assert_ne!(shown, text);
    }
    let other: String = made("xyz_{g36}").chars().rev().collect();
    assert!(!is_masked(&format!("before it {other} after it\n")));
}

/// Where a shape says little, what fills it has to look as if somebody had drawn it.
#[test]
fn a_shape_that_is_filled_with_few_letters_is_no_secret() {
    assert!(is_masked(&made("see p8e-{l32} there\n")));
    assert!(!is_masked(
        "see p8e-aaaaaaaabaaaacaaaadaaaaeaaaafaaa there\n"
    ));
}
