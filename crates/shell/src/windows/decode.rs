//! Base64 and the two text codes that commands hide in.

/// Longest encoded text, in bytes.
const ENCODED_MAX: usize = 65_536;

/// The bytes of a Base64 text; blanks and missing padding don't matter.
pub(crate) fn base64(text: &str) -> Option<Vec<u8>> {
    if text.len() > ENCODED_MAX {
        return None;
    }
    let mut bits = 0_u32;
    let mut count = 0_u32;
    let mut out = Vec::new();
    let kept = text.trim_end_matches(['=', ' ', '\n', '\r']);
    for c in kept.chars().filter(|c| !c.is_whitespace()) {
        let value = match c {
            'A'..='Z' => u32::from(c).saturating_sub(65),
            'a'..='z' => u32::from(c).saturating_sub(71),
            '0'..='9' => u32::from(c).saturating_add(4),
            '+' => 62,
            '/' => 63,
            _ => return None,
        };
        bits = (bits << 6) | value;
        count = count.saturating_add(6);
        if count >= 8 {
            count = count.saturating_sub(8);
            out.push(u8::try_from((bits >> count) & 0xff).ok()?);
            bits &= (1_u32 << count).saturating_sub(1);
        }
    }
    Some(out)
}

/// UTF-16, low byte first, as `-EncodedCommand` takes it.
pub(crate) fn utf16(bytes: &[u8]) -> Option<String> {
    let units: Vec<u16> = bytes
        .chunks(2)
        .filter_map(|pair| match pair {
            [low, high] => Some(u16::from_le_bytes([*low, *high])),
            _ => None,
        })
        .collect();
    String::from_utf16(&units).ok()
}

/// The text of an encoded command.
pub(crate) fn command(text: &str) -> Option<String> {
    let bytes = base64(text)?;
    utf16(&bytes).filter(|it| !it.chars().any(|c| c.is_control() && !c.is_whitespace()))
}
