//! Text as a person is shown it: nothing hidden, words told apart.

/// Text with every character that a terminal would not show as itself written out, cut after so many characters.
pub fn visible(text: &str, chars_max: usize) -> String {
    let mut out = String::with_capacity(text.len().min(chars_max));
    let mut shown = 0_usize;
    for c in text.chars() {
        if shown >= chars_max {
            out.push('…');
            break;
        }
        shown = shown.saturating_add(1);
        if hides(c) {
            out.push_str(&format!("<U+{:04X}>", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a character is not shown as itself: controls, line and paragraph separators, direction marks, invisible.
pub fn hides(c: char) -> bool {
    c.is_control() || turns(c) || invisible(c)
}

/// Characters that change the direction of text, or break a line without being a control character.
pub fn turns(c: char) -> bool {
    matches!(c,
        '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Characters without a shape: zero-width, fillers, tags, variation selectors of the tag plane, odd blanks.
pub fn invisible(c: char) -> bool {
    matches!(c,
        '\u{00a0}' | '\u{00ad}' | '\u{034f}' | '\u{115f}' | '\u{1160}' | '\u{1680}'
        | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2000}'..='\u{200d}'
        | '\u{202f}' | '\u{205f}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{2800}'
        | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Words as one line that a person reads as words.
pub fn joined(argv: &[String]) -> String {
    argv.iter()
        .map(|word| quoted(word))
        .collect::<Vec<_>>()
        .join(" ")
}

/// A word in single quotes unless it is plain.
#[must_use]
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@+%^~{}".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
