//! Tells Rust code from comments, strings and test items, so that a check looks only where it means to.
//!
//! What it is not: a parser. It knows just enough of the lexical grammar (nested comments, raw strings, characters
//! against lifetimes) and keeps every byte at its place: what is removed becomes spaces, lines stay lines.

use std::ops::Range;

/// One file taken apart. All three texts have the length and the lines of the original.
#[derive(Debug, Clone)]
pub(crate) struct Masked {
    /// Without comments and without what is inside string and character literals (the quotes stay).
    pub code: String,
    /// Comments only.
    pub comments: String,
    /// `code` without items under `#[cfg(test)]`.
    pub product: String,
    /// The items that `product` is without.
    pub tests: String,
    /// Lines (from 1) that belong to items under `#[cfg(test)]`.
    pub test_lines: Vec<Range<usize>>,
}

/// Takes `text` apart.
pub(crate) fn mask(text: &str) -> Masked {
    let mut masker = Masker {
        text: text.as_bytes(),
        at: 0,
        code: Vec::new(),
        comments: Vec::new(),
    };
    masker.run();
    let code = into_text(masker.code);
    let comments = into_text(masker.comments);
    let cuts = test_items(&code);
    let product = part(&code, &cuts, false);
    let tests = part(&code, &cuts, true);
    let test_lines = cuts
        .iter()
        .map(|cut| line_of(&code, cut.start)..line_of(&code, cut.end) + 1)
        .collect();
    Masked {
        code,
        comments,
        product,
        tests,
        test_lines,
    }
}

/// The line (from 1) of byte `offset`.
pub(crate) fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes()
        .iter()
        .take(offset)
        .filter(|byte| **byte == b'\n')
        .count()
        + 1
}

/// Byte offsets at which `needle` stands in `code` and is not part of a longer word.
pub(crate) fn words<'a>(code: &'a str, needle: &'a str) -> impl Iterator<Item = usize> + 'a {
    let bytes = code.as_bytes();
    code.match_indices(needle)
        .map(|(at, _)| at)
        .filter(move |at| {
            let starts_word = needle.bytes().next().is_some_and(is_word);
            let ends_word = needle.bytes().last().is_some_and(is_word);
            let before = at.checked_sub(1).and_then(|i| bytes.get(i)).copied();
            let after = bytes.get(at + needle.len()).copied();
            !(starts_word && before.is_some_and(is_word) || ends_word && after.is_some_and(is_word))
        })
}

/// Is this byte part of an identifier?
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The offset just behind the bracket that closes the one at `open`; the end of the text if nothing does.
pub(crate) fn closing(code: &str, open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in code.bytes().enumerate().skip(open) {
        match byte {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    code.len()
}

/// From `start`, the first of `{` and `;` that is not inside round or square brackets.
pub(crate) fn body_or_end(code: &str, start: usize) -> Option<(usize, u8)> {
    let mut depth = 0_usize;
    for (at, byte) in code.bytes().enumerate().skip(start) {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b'{' | b';' if depth == 0 => return Some((at, byte)),
            _ => {}
        }
    }
    None
}

struct Masker<'a> {
    text: &'a [u8],
    at: usize,
    code: Vec<u8>,
    comments: Vec<u8>,
}

/// Where a byte belongs.
#[derive(Clone, Copy, PartialEq)]
enum Into {
    Code,
    Comment,
    Nowhere,
}

impl Masker<'_> {
    fn run(&mut self) {
        while let Some(byte) = self.peek(0) {
            match byte {
                b'/' if self.peek(1) == Some(b'/') => self.line_comment(),
                b'/' if self.peek(1) == Some(b'*') => self.block_comment(),
                b'"' => self.string(),
                b'r' if !self.in_word() => self.raw_or_word(),
                b'b' | b'c' if !self.in_word() && self.peek(1) == Some(b'r') => {
                    self.take(Into::Code);
                    self.raw_or_word();
                }
                b'\'' => self.quote(),
                _ => self.take(Into::Code),
            }
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    fn in_word(&self) -> bool {
        self.code.last().is_some_and(|byte| is_word(*byte))
    }

    /// Moves one byte on, into one of the texts and as a space into the others; a line end goes into all.
    fn take(&mut self, into: Into) {
        let Some(byte) = self.peek(0) else { return };
        let here = |is: bool| if is || byte == b'\n' { byte } else { b' ' };
        self.code.push(here(into == Into::Code));
        self.comments.push(here(into == Into::Comment));
        self.at += 1;
    }

    fn line_comment(&mut self) {
        while self.peek(0).is_some_and(|byte| byte != b'\n') {
            self.take(Into::Comment);
        }
    }

    fn block_comment(&mut self) {
        let mut depth = 0_usize;
        while self.peek(0).is_some() {
            match (self.peek(0), self.peek(1)) {
                (Some(b'/'), Some(b'*')) => depth += 1,
                (Some(b'*'), Some(b'/')) => depth = depth.saturating_sub(1),
                _ => {
                    self.take(Into::Comment);
                    continue;
                }
            }
            self.take(Into::Comment);
            self.take(Into::Comment);
            if depth == 0 {
                return;
            }
        }
    }

    fn string(&mut self) {
        self.take(Into::Code);
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\\' => {
                    self.take(Into::Nowhere);
                    self.take(Into::Nowhere);
                }
                b'"' => return self.take(Into::Code),
                _ => self.take(Into::Nowhere),
            }
        }
    }

    /// At an `r`: a raw string if hashes and a quote follow, else the start of a word.
    fn raw_or_word(&mut self) {
        let hashes = (1..)
            .take_while(|ahead| self.peek(*ahead) == Some(b'#'))
            .count();
        self.take(Into::Code);
        if self.peek(hashes) != Some(b'"') {
            return;
        }
        for _ in 0..=hashes {
            self.take(Into::Code);
        }
        while self.peek(0).is_some() {
            let ends = self.peek(0) == Some(b'"')
                && (1..=hashes).all(|ahead| self.peek(ahead) == Some(b'#'));
            if ends {
                (0..=hashes).for_each(|_| self.take(Into::Code));
                return;
            }
            self.take(Into::Nowhere);
        }
    }

    /// At a single quote: a character, or the start of a lifetime or label.
    fn quote(&mut self) {
        let width = self.peek(1).map_or(1, |byte| match byte {
            0xF0.. => 4,
            0xE0.. => 3,
            0xC0.. => 2,
            _ => 1,
        });
        let escaped = self.peek(1) == Some(b'\\');
        self.take(Into::Code);
        if !escaped && self.peek(width) != Some(b'\'') {
            return;
        }
        if escaped {
            self.take(Into::Nowhere);
        }
        self.take(Into::Nowhere);
        while self
            .peek(0)
            .is_some_and(|byte| byte != b'\'' && byte != b'\n')
        {
            self.take(Into::Nowhere);
        }
        self.take(Into::Code);
    }
}

/// The byte ranges of items under `#[cfg(test)]` or `#[cfg(all(test, ..))]`; all of it after `#![cfg(test)]`.
fn test_items(code: &str) -> Vec<Range<usize>> {
    if code.contains("#![cfg(test)]") {
        return std::iter::once(0..code.len()).collect();
    }
    let mut cuts: Vec<Range<usize>> = Vec::new();
    for mark in ["#[cfg(test)]", "#[cfg(all(test"] {
        for (start, _) in code.match_indices(mark) {
            if cuts.iter().any(|cut| cut.contains(&start)) {
                continue;
            }
            let Some(bracket) = code.get(start..).and_then(|rest| rest.find('[')) else {
                continue;
            };
            let after = closing(code, start + bracket);
            let end = match body_or_end(code, after) {
                Some((open, b'{')) => closing(code, open),
                Some((semicolon, _)) => semicolon + 1,
                None => code.len(),
            };
            cuts.push(start..end);
        }
    }
    cuts
}

/// The bytes inside the cuts, or those outside; the others become spaces.
fn part(code: &str, cuts: &[Range<usize>], inside: bool) -> String {
    let kept = |at: usize| cuts.iter().any(|cut| cut.contains(&at)) == inside;
    let byte_at = |(at, byte): (usize, u8)| {
        if kept(at) || byte == b'\n' {
            byte
        } else {
            b' '
        }
    };
    into_text(code.bytes().enumerate().map(byte_at).collect())
}

/// Whole characters are kept or blanked, so this never replaces anything.
fn into_text(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_are_blanked_in_place() {
        for (text, code) in [
            ("a // b\nc", "a     \nc"),
            ("a /* b /* c */ d */ e", "a                   e"),
            (r#"f("x\"y")"#, r#"f("    ")"#),
            (r##"f(r#"x"y"#)"##, r##"f(r#"   "#)"##),
            (r#"f(br"\")"#, r#"f(br" ")"#),
            ("let c = '\"'; // '", "let c = ' ';     "),
            (r"let c = '\''; x", r"let c = '  '; x"),
            (r"let c = '\u{1F600}'; x", r"let c = '         '; x"),
            ("fn f<'a>(x: &'a str)", "fn f<'a>(x: &'a str)"),
            ("let r#fn = 1; // x", "let r#fn = 1;     "),
            ("let é = 'é'; \"é\"", "let é = '  '; \"  \""),
            ("var(\"x\")", "var(\" \")"),
        ] {
            assert_eq!(mask(text).code, code, "{text}");
        }
    }

    #[test]
    fn test_items_are_cut_and_lines_stay() {
        let text = "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn b() { \"}\"; }\n}\nfn c() {}\n";
        let masked = mask(text);
        assert!(!masked.product.contains("fn b"), "{}", masked.product);
        assert!(masked.product.contains("fn a") && masked.product.contains("fn c"));
        assert_eq!(masked.product.lines().count(), text.lines().count());
        assert_eq!(masked.test_lines, std::slice::from_ref(&(2..6)));
    }

    #[test]
    fn a_test_only_import_is_cut_alone() {
        let masked = mask("#[cfg(test)]\nuse a::B;\nfn kept(x: [u8; 2]) {}\n");
        assert!(!masked.product.contains("a::B") && masked.product.contains("kept"));
    }

    #[test]
    fn words_do_not_match_inside_words() {
        let code = "unsafe_code unsafe my_unsafe unsafe{";
        assert_eq!(words(code, "unsafe").collect::<Vec<_>>(), [12, 29]);
    }
}
