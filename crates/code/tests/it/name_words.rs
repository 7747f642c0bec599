//! The words that names are made of.

use code::name_words;

#[test]
fn words_of_names() {
    for (name, words) in [
        ("handleLogIn", "handle log in"),
        ("handle_log_in", "handle log in"),
        ("HandleLogIn", "handle log in"),
        ("parseHTTPBody", "parse httpbody"),
        ("v8Engine", "v8 engine"),
        ("V8Engine", "v8 engine"),
        ("__init__", "init"),
        ("A-B", "a b"),
        ("", ""),
        ("$", ""),
        ("größeÄndern", "größe ändern"),
    ] {
        assert_eq!(name_words(name).join(" "), words, "{name}");
    }
}

/// A name of ASCII alone is cut by other code than one with letters beyond it.
#[test]
fn letters_beyond_ascii_change_nothing_for_the_others() {
    const LETTERS: [&str; 9] = ["a", "B", "cd", "EF", "1", "_", "-", ".", "X9y"];
    for first in LETTERS {
        for next in LETTERS {
            for last in LETTERS {
                let name = [first, next, last].concat();
                let mut words = name_words(&name);
                words.push("é".to_owned());
                assert_eq!(name_words(&format!("{name}_é")), words, "{name}");
            }
        }
    }
}
