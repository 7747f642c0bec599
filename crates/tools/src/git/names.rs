//! Names of files as git writes them for people: plain, or quoted like a string of C where they hold what would be
//! mistaken or can't be shown.

use std::fmt::Write as _;

/// A name as lines of the ledger hold it: as it is, or quoted where it is no UTF-8.
pub(crate) fn held(name: &[u8]) -> String {
    match std::str::from_utf8(name) {
        Ok(text) => text.to_owned(),
        Err(_) => quoted(name),
    }
}

/// A name in quotes, every byte of it told.
fn quoted(name: &[u8]) -> String {
    let mut text = String::from("\"");
    for chunk in name.utf8_chunks() {
        for letter in chunk.valid().chars() {
            match letter {
                '"' | '\\' => text.extend(['\\', letter]),
                '\t' => text.push_str("\\t"),
                '\n' => text.push_str("\\n"),
                '\r' => text.push_str("\\r"),
                letter if letter.is_control() => {
                    let mut bytes = [0; 4];
                    octal(&mut text, letter.encode_utf8(&mut bytes).as_bytes());
                }
                letter => text.push(letter),
            }
        }
        octal(&mut text, chunk.invalid());
    }
    text.push('"');
    text
}

fn octal(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        // Writing to a string can't fail.
        let _never = write!(text, "\\{byte:03o}");
    }
}

/// The bytes of a name that is written in quotes at the beginning of `text`, and what follows it. `None`: it does not
/// parse.
pub(crate) fn unquoted(text: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut rest = text.strip_prefix(b"\"")?;
    let mut name = Vec::new();
    loop {
        let (&byte, after) = rest.split_first()?;
        rest = after;
        match byte {
            b'"' => return Some((name, rest)),
            b'\\' => {
                let (&escape, after) = rest.split_first()?;
                rest = after;
                let plain = match escape {
                    b'a' => 7,
                    b'b' => 8,
                    b't' => b'\t',
                    b'n' => b'\n',
                    b'v' => 11,
                    b'f' => 12,
                    b'r' => b'\r',
                    b'"' | b'\\' => escape,
                    b'0'..=b'3' => {
                        let (digits, after) = rest.split_at_checked(2)?;
                        rest = after;
                        let digit = |byte: u8| (byte & 0xf8 == 0x30).then_some(byte - b'0');
                        let [second, third] = digits else { return None };
                        (escape - b'0') * 64 + digit(*second)? * 8 + digit(*third)?
                    }
                    _ => return None,
                };
                name.push(plain);
            }
            byte => name.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_no_text_is_told_byte_by_byte() {
        assert_eq!(held(b"caf\xe9 \"x\"\n"), "\"caf\\351 \\\"x\\\"\\n\"");
        assert_eq!(held("a\nb".as_bytes()), "a\nb");
        let name = b"\x80\x01\xc2\x85\\";
        let text = held(name);
        assert_eq!(unquoted(text.as_bytes()), Some((name.to_vec(), &b""[..])));
    }

    #[test]
    fn reads_what_git_quotes() {
        for (text, expected) in [
            ("\"a b\" x", Some(("a b".as_bytes(), " x"))),
            (
                "\"\\303\\244\\t\\\"\\\\\"",
                Some(("ä\t\"\\".as_bytes(), "")),
            ),
            ("\"\\377\"", Some((&[255][..], ""))),
            ("\"open", None),
            ("\"\\q\"", None),
            ("\"\\39\"", None),
            ("plain", None),
        ] {
            let read = unquoted(text.as_bytes());
            let read = read.as_ref().map(|(name, rest)| (name.as_slice(), *rest));
            assert_eq!(
                read,
                expected.map(|(name, rest)| (name, rest.as_bytes())),
                "{text}"
            );
        }
    }
}
