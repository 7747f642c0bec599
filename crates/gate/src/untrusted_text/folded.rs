//! How a text looks to a reader: letters folded to the plain letter that they look like, entities read, so that one
//! pattern finds every spelling. Each folded character knows where it came from.

use std::ops::Range;

/// A text as it looks. Only for comparing: what is shown is the text itself.
pub(super) struct Folded {
    /// In small plain letters.
    pub(super) text: String,
    /// For each folded character: its byte in `text`, and the bytes of the original that it stands for.
    from: Vec<(u32, u32, u32)>,
}

impl Folded {
    /// Character by character; line ends stay.
    pub(super) fn of(text: &str) -> Self {
        Self::build(text, false)
    }

    /// Blanks run together and lines of a paragraph are joined, so that a sentence stands on one line. Emphasis goes.
    pub(super) fn of_sentences(text: &str) -> Self {
        Self::build(text, true)
    }

    fn build(text: &str, sentences: bool) -> Self {
        let mut view = Self {
            text: String::with_capacity(text.len()),
            from: Vec::with_capacity(text.len()),
        };
        let mut at = 0_usize;
        let mut breaks = 0_u32;
        while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
            let rest = text.get(at..).unwrap_or_default();
            let (read, bytes) = written(rest).unwrap_or((c, c.len_utf8()));
            let end = at.saturating_add(bytes);
            if sentences && read.is_whitespace() {
                breaks = breaks.saturating_add(u32::from(read == '\n'));
                view.blank(at..end, breaks > 1);
            } else if !(sentences && read == '*') {
                breaks = 0;
                for plain in plain(read) {
                    view.push(plain, at..end);
                }
            }
            at = end;
        }
        view
    }

    /// One blank for a run of them; a line end for a paragraph's.
    fn blank(&mut self, at: Range<usize>, paragraph: bool) {
        let mark = if paragraph { '\n' } else { ' ' };
        if self.text.ends_with([' ', '\n']) {
            if paragraph && self.text.ends_with(' ') {
                self.text.pop();
                self.from.pop();
                self.push(mark, at);
            }
            return;
        }
        self.push(mark, at);
    }

    fn push(&mut self, c: char, from: Range<usize>) {
        let short = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        self.from
            .push((short(self.text.len()), short(from.start), short(from.end)));
        self.text.push(c);
    }

    /// The bytes of the original that a range of the folded text stands for.
    pub(super) fn origin(&self, range: &Range<usize>) -> Range<usize> {
        let place = |byte: usize| {
            self.from
                .partition_point(|(at, ..)| usize::try_from(*at).is_ok_and(|at| at < byte))
        };
        let wide = |it: u32| usize::try_from(it).unwrap_or(usize::MAX);
        let start = self.from.get(place(range.start)).map_or(0, |it| wide(it.1));
        let last = place(range.end)
            .checked_sub(1)
            .and_then(|it| self.from.get(it));
        start..last.map_or(start, |it| wide(it.2)).max(start)
    }
}

/// A character that is spelled out at the start of a text (`&lt;`, `&#60;`, `\u003c`, `%3c`), with the bytes that takes.
fn written(rest: &str) -> Option<(char, usize)> {
    let (body, after) = match rest.as_bytes().first()? {
        b'&' => entity(rest)?,
        b'\\' => {
            let digits = rest.get(2..6).filter(|_| rest.starts_with("\\u"));
            let digits = digits.or_else(|| rest.get(2..4).filter(|_| rest.starts_with("\\x")))?;
            (
                u32::from_str_radix(digits, 16).ok()?,
                digits.len().saturating_add(2),
            )
        }
        b'%' => (u32::from_str_radix(rest.get(1..3)?, 16).ok()?, 3),
        _ => return None,
    };
    let c = char::from_u32(body).filter(|c| matches!(c, ' '..='~'))?;
    Some((c, after))
}

/// A character reference, also one whose ampersand is itself written as one.
fn entity(rest: &str) -> Option<(u32, usize)> {
    /// Longest reference, in bytes.
    const BYTES_MAX: usize = 12;
    let mut body = rest.strip_prefix('&')?;
    while let Some(inner) = body.strip_prefix("amp;") {
        body = inner;
    }
    let end = body.bytes().take(BYTES_MAX).position(|b| b == b';')?;
    let name = body.get(..end)?;
    let code = match name.strip_prefix('#') {
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        },
        None => match name.to_ascii_lowercase().as_str() {
            "lt" => 0x3c,
            "gt" => 0x3e,
            "quot" => 0x22,
            "apos" => 0x27,
            "lbrack" | "lsqb" => 0x5b,
            "rbrack" | "rsqb" => 0x5d,
            "colon" => 0x3a,
            "verbar" | "vert" => 0x7c,
            "sol" => 0x2f,
            "nbsp" => 0x20,
            _ => return None,
        },
    };
    let used = rest
        .len()
        .saturating_sub(body.len())
        .saturating_add(end)
        .saturating_add(1);
    Some((code, used))
}

/// The plain small letters that a character looks like; nothing for marks that only decorate another.
fn plain(c: char) -> impl Iterator<Item = char> {
    let mark = matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{200c}' | '\u{200d}');
    let alike = alike(c);
    alike.to_lowercase().filter(move |_| !mark).map(alike_small)
}

/// The pattern with its letters folded as texts are; what is ASCII in it stays.
pub(super) fn pattern(shape: &str) -> String {
    shape
        .chars()
        .flat_map(|c| {
            if c.is_ascii() {
                c
            } else {
                alike_small(alike(c))
            }
            .to_lowercase()
        })
        .collect()
}

/// Letters and signs of other blocks that are drawn like an ASCII one.
fn alike(c: char) -> char {
    let letter = |first: char, at: u32| {
        u32::from(first)
            .checked_add(at)
            .and_then(char::from_u32)
            .unwrap_or(c)
    };
    let code = u32::from(c);
    match code {
        0..=0x7f => c,
        0xff01..=0xff5e => letter('!', code.saturating_sub(0xff01)),
        // Mathematical letters come in alphabets of 52, digits in tens.
        0x1d400..=0x1d6a3 => {
            let at = code.saturating_sub(0x1d400).checked_rem(52).unwrap_or(0);
            if at < 26 {
                letter('a', at)
            } else {
                letter('a', at.saturating_sub(26))
            }
        }
        0x1d7ce..=0x1d7ff => letter(
            '0',
            code.saturating_sub(0x1d7ce).checked_rem(10).unwrap_or(0),
        ),
        0x24b6..=0x24cf => letter('a', code.saturating_sub(0x24b6)),
        0x24d0..=0x24e9 => letter('a', code.saturating_sub(0x24d0)),
        0x1f130..=0x1f149 => letter('a', code.saturating_sub(0x1f130)),
        0x1f150..=0x1f169 => letter('a', code.saturating_sub(0x1f150)),
        0x1f170..=0x1f189 => letter('a', code.saturating_sub(0x1f170)),
        _ => sign(c),
    }
}

/// Signs that are drawn like an ASCII one.
fn sign(c: char) -> char {
    match c {
        '\u{fe64}' | '\u{2039}' | '\u{3008}' | '\u{27e8}' | '\u{2329}' | '\u{2c2}' | '\u{1438}'
        | '\u{276e}' | '\u{276c}' | '\u{29fc}' | '\u{227a}' => '<',
        '\u{fe65}' | '\u{203a}' | '\u{3009}' | '\u{27e9}' | '\u{232a}' | '\u{2c3}' | '\u{1433}'
        | '\u{276f}' | '\u{276d}' | '\u{29fd}' | '\u{227b}' => '>',
        '∣' | 'ǀ' | '│' | '┃' | '❘' | '⏐' | '¦' => '|',
        '⁄' | '∕' | '╱' | '⧸' => '/',
        '［' | '⦋' | '〔' | '【' | '⟦' => '[',
        '］' | '⦌' | '〕' | '】' | '⟧' => ']',
        '∶' | '꞉' | 'ː' | '˸' | '\u{fe55}' | '︓' | '։' => ':',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => '-',
        '‘' | '’' | '‚' | 'ʼ' | '′' => '\'',
        '“' | '”' | '„' | '«' | '»' | '″' => '"',
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => {
            ' '
        }
        '▁' => '_',
        _ => c,
    }
}

/// Small letters that are drawn like a Latin one, or are one with a sign on it.
fn alike_small(c: char) -> char {
    match c {
        'а' | 'α' | 'ɑ' | 'ᴀ' | 'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ʙ' | 'ь' => 'b',
        'с' | 'ϲ' | 'ᴄ' | 'ç' | 'ć' | 'č' => 'c',
        'ԁ' | 'ᴅ' | 'ď' => 'd',
        'е' | 'ё' | 'ε' | 'ᴇ' | 'è'..='ë' | 'ē' | 'ę' | 'ě' => 'e',
        'ꜰ' => 'f',
        'ɡ' | 'ɢ' | 'ğ' => 'g',
        'һ' | 'ʜ' => 'h',
        'і' | 'ї' | 'ι' | 'ɪ' | 'ı' | 'ì'..='ï' | 'ī' => 'i',
        'ј' | 'ᴊ' => 'j',
        'к' | 'κ' | 'ᴋ' => 'k',
        'ʟ' | 'ł' | 'ӏ' => 'l',
        'м' | 'ᴍ' => 'm',
        'ո' | 'ɴ' | 'ñ' | 'ń' | 'ň' => 'n',
        'о' | 'ο' | 'σ' | 'օ' | 'ᴏ' | 'ò'..='ö' | 'ø' | 'ō' => 'o',
        'р' | 'ρ' | 'ᴘ' => 'p',
        'ԛ' => 'q',
        'ʀ' | 'г' | 'ř' => 'r',
        'ѕ' | 'ꜱ' | 'ś' | 'š' | 'ş' => 's',
        'т' | 'τ' | 'ᴛ' | 'ț' | 'ť' => 't',
        'υ' | 'ս' | 'ᴜ' | 'ù'..='ü' | 'ū' | 'ů' => 'u',
        'ν' | 'ѵ' | 'ᴠ' => 'v',
        'ԝ' | 'ᴡ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' | 'ʏ' | 'ý' | 'ÿ' => 'y',
        'ᴢ' | 'ż' | 'ź' | 'ž' => 'z',
        _ => c,
    }
}
