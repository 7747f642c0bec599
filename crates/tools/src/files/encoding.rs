//! How a text file is written in bytes: what is read out of it, and how what replaces it is written so that nothing else
//! changes: its mark, its encoding.

/// Bytes in which a NUL makes a file binary, as git has it.
const PROBE_BYTES: usize = 8000;
/// What may stand at the beginning of a text to tell its encoding.
const MARK: char = '\u{feff}';

/// An encoding, as it can be told from the bytes alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// UTF-8, with a mark or without.
    Utf8 { marked: bool },
    /// UTF-16 with a mark, the high byte first or last.
    Utf16 { high_first: bool },
}

/// Reads a text, without its mark. `None`: it is none, or in an encoding that its bytes do not tell.
pub(super) fn decode(bytes: &[u8]) -> Option<(Encoding, String)> {
    if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        let text = utf16(rest, u16::from_le_bytes)?;
        return Some((Encoding::Utf16 { high_first: false }, text));
    }
    if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        let text = utf16(rest, u16::from_be_bytes)?;
        return Some((Encoding::Utf16 { high_first: true }, text));
    }
    if bytes.iter().take(PROBE_BYTES).any(|byte| *byte == 0) {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let unmarked = text.strip_prefix(MARK);
    let encoding = Encoding::Utf8 {
        marked: unmarked.is_some(),
    };
    Some((encoding, unmarked.unwrap_or(text).to_owned()))
}

impl Encoding {
    /// A text in this encoding; one that has a mark of its own gets no second one.
    pub(super) fn encode(self, text: &str) -> Vec<u8> {
        let unmarked = text.strip_prefix(MARK).unwrap_or(text);
        let marked = std::iter::once(MARK).chain(unmarked.chars());
        match self {
            Encoding::Utf8 { marked: false } => text.as_bytes().to_vec(),
            Encoding::Utf8 { marked: true } => marked.collect::<String>().into_bytes(),
            Encoding::Utf16 { high_first } => {
                let text: String = marked.collect();
                let bytes = |unit: u16| match high_first {
                    true => unit.to_be_bytes(),
                    false => unit.to_le_bytes(),
                };
                text.encode_utf16().flat_map(bytes).collect()
            }
        }
    }
}

/// `None` for half a unit, half a pair, or a zero: then it is something else.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (units, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = units.iter().map(|it| unit(*it)).collect();
    let whole = rest.is_empty() && !units.contains(&0);
    String::from_utf16(&units).ok().filter(|_| whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written_as_it_was() {
        let utf16 = |text: &str| Encoding::Utf16 { high_first: false }.encode(text);
        for bytes in [
            b"a\r\nb".to_vec(),
            b"\xef\xbb\xbfa\n".to_vec(),
            "ä😀\n".as_bytes().to_vec(),
            utf16("ä😀\r\n"),
            Encoding::Utf16 { high_first: true }.encode("a\n"),
            Vec::new(),
            b"\xef\xbb\xbf".to_vec(),
        ] {
            let (encoding, text) = decode(&bytes).unwrap();
            assert_eq!(encoding.encode(&text), bytes, "{text:?}");
            assert!(!text.starts_with(MARK));
        }
        assert_eq!(utf16("a")[..2], *b"\xff\xfe");
    }

    #[test]
    fn what_is_no_text_is_not_read() {
        for bytes in [
            &b"a\0b"[..],
            b"caf\xe9\n",
            b"\xff\xfea",
            b"\xff\xfea\0\0\0",
            b"\xfe\xff\xd8\x00",
            b"\xff",
        ] {
            assert_eq!(decode(bytes), None, "{bytes:?}");
        }
    }
}
