//! What a person would not see: terminal escapes, characters without a shape, characters that turn the text round.
//! Emoji, accents and scripts that need joiners or run from right to left stay legible.

use super::{Channel, Kind, Noticed, words};

/// Takes out what is hidden, and says so. Line ends other than `\n` and `\r\n` become `\n`.
pub(super) fn strip(text: &str, channel: Channel, noticed: &mut Vec<Noticed>) -> String {
    let mut out = Taken::new(text.len());
    let mut rest = text;
    let mut base: Option<char> = None;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        if let Some(left) = escape(c, after) {
            let escaped = rest.len().saturating_sub(left.len());
            let body = rest.get(..escaped).unwrap_or_default();
            if !colours(body) {
                out.hide("terminal-escapes", body);
            }
            rest = left;
            continue;
        }
        if c == '\u{1f3f4}'
            && let Some(left) = flag(after)
        {
            let bytes = rest.len().saturating_sub(left.len());
            out.text.push_str(rest.get(..bytes).unwrap_or_default());
            (rest, base) = (left, Some(c));
            continue;
        }
        let next = after.chars().next();
        match fate(base, c, next) {
            Fate::Stays => {
                out.text.push(c);
                base = Some(c);
            }
            Fate::Breaks => {
                out.text.push('\n');
                base = Some('\n');
            }
            Fate::Goes => out.hide("hidden-characters", c.encode_utf8(&mut [0; 4])),
        }
        rest = after;
    }
    out.finish(channel, noticed)
}

/// What becomes of a character.
enum Fate {
    Stays,
    /// It stands for the end of a line.
    Breaks,
    Goes,
}

fn fate(base: Option<char>, c: char, next: Option<char>) -> Fate {
    let stays = |yes: bool| if yes { Fate::Stays } else { Fate::Goes };
    let of = |test: fn(char) -> bool| base.is_some_and(test);
    let then = |test: fn(char) -> bool| next.is_some_and(test);
    match c {
        '\n' | '\t' => Fate::Stays,
        '\r' if next == Some('\n') => Fate::Stays,
        '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Fate::Breaks,
        c if c.is_control() => Fate::Goes,
        '\u{200e}' | '\u{200f}' | '\u{61c}' => stays(of(right_to_left) || then(right_to_left)),
        '\u{200d}' => stays(of(emoji) && then(pictured) || of(joining) && then(joining)),
        '\u{200c}' => stays(of(joining) && then(joining)),
        '\u{200b}' => stays(of(unspaced) && then(unspaced)),
        '\u{fe0e}' | '\u{fe0f}' => stays(of(has_two_faces)),
        '\u{fe00}'..='\u{fe0d}' => stays(of(ideograph) || of(symbol)),
        '\u{e0100}'..='\u{e01ef}' => stays(of(ideograph)),
        '\u{180b}'..='\u{180d}' | '\u{180f}' => stays(of(mongolian)),
        '\u{2800}' => stays(of(braille) || then(braille)),
        c => stays(!shapeless(c)),
    }
}

/// Characters that have no shape of their own, and none that they lend to another.
fn shapeless(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
        || u32::from(c) & 0xfffe == 0xfffe
}

fn right_to_left(c: char) -> bool {
    matches!(c,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}')
        && c != '\u{61c}'
}

/// Scripts in which joiners decide about the shape of letters.
fn joining(c: char) -> bool {
    matches!(c,
        '\u{600}'..='\u{61b}' | '\u{61d}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17b3}' | '\u{17b6}'..='\u{17ff}' | '\u{1820}'..='\u{18af}' | '\u{fb50}'..='\u{fdff}')
}

/// Scripts without blanks between words, where an invisible one says where a line may break.
fn unspaced(c: char) -> bool {
    matches!(c,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17b3}' | '\u{17b6}'..='\u{17ff}')
}

fn mongolian(c: char) -> bool {
    matches!(c, '\u{1820}'..='\u{18af}')
}

fn braille(c: char) -> bool {
    matches!(c, '\u{2801}'..='\u{28ff}')
}

fn ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn symbol(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{22ff}' | '\u{1000}'..='\u{109f}' | '\u{a840}'..='\u{a87f}')
}

/// What can take part in an emoji of several characters.
fn emoji(c: char) -> bool {
    matches!(c,
        '\u{fe0f}' | '\u{20e3}' | '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{2600}'..='\u{27bf}'
        | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// An emoji that is drawn by itself.
fn pictured(c: char) -> bool {
    emoji(c) && !matches!(c, '\u{fe0f}' | '\u{20e3}')
}

/// What is drawn in two ways, as a letter or as a picture.
fn has_two_faces(c: char) -> bool {
    let plain = matches!(c, '#' | '*' | '0'..='9' | '\u{a9}' | '\u{ae}');
    let blocks = matches!(
        c,
        '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{24c2}' | '\u{25a0}'
            ..='\u{25ff}'
                | '\u{2934}'
                | '\u{2935}'
                | '\u{3030}'
                | '\u{303d}'
                | '\u{3297}'
                | '\u{3299}'
    );
    plain || blocks || emoji(c) && c != '\u{fe0f}'
}

/// The rest after the flag of a region, which is written as a black flag and up to six hidden letters.
fn flag(after: &str) -> Option<&str> {
    const LETTERS_MAX: usize = 6;
    let letters = after
        .chars()
        .take_while(|c| matches!(c, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}'))
        .take(LETTERS_MAX.saturating_add(1))
        .count();
    if letters == 0 || letters > LETTERS_MAX {
        return None;
    }
    // Characters of that plane have four bytes.
    let left = after.get(letters.saturating_mul(4)..)?;
    left.strip_prefix('\u{e007f}')
}

/// The rest after a terminal escape that starts with this character, if it does.
fn escape(c: char, after: &str) -> Option<&str> {
    match c {
        '\u{9b}' => Some(sequence(after)),
        '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}' => Some(string(after)),
        '\u{1b}' => {
            let kind = after.chars().next();
            let body = kind.and_then(|kind| after.get(kind.len_utf8()..));
            Some(match (kind, body) {
                (Some('['), Some(body)) => sequence(body),
                (Some(']' | 'P' | 'X' | '^' | '_'), Some(body)) => string(body),
                (Some('(' | ')' | '#' | ' ' | '%'), Some(body)) => {
                    rest_after(body, |c| c.is_ascii_graphic())
                }
                (Some('0'..='~'), Some(body)) => body,
                (Some(_) | None, _) => after,
            })
        }
        _ => None,
    }
}

/// After a control sequence: parameters, then one letter.
fn sequence(body: &str) -> &str {
    let left = body.trim_start_matches(|c: char| matches!(c, ' '..='?'));
    rest_after(left, |c| matches!(c, '@'..='~'))
}

/// After a control string, which ends with a bell or an escape. One that does not end takes only its own line with it.
fn string(body: &str) -> &str {
    let end = body
        .find(['\u{7}', '\u{1b}', '\u{9c}', '\n'])
        .unwrap_or(body.len());
    let left = body.get(end..).unwrap_or_default();
    let left = left.strip_prefix("\u{1b}\\").unwrap_or(left);
    rest_after(left, |c| matches!(c, '\u{7}' | '\u{9c}'))
}

fn rest_after(text: &str, one: fn(char) -> bool) -> &str {
    match text.chars().next() {
        Some(c) if one(c) => text.get(c.len_utf8()..).unwrap_or_default(),
        Some(_) | None => text,
    }
}

/// Whether an escape only colours text or clears a line, as programs do all the time.
fn colours(escape: &str) -> bool {
    let body = escape.strip_prefix("\u{1b}[");
    body.is_some_and(|body| body.ends_with(['m', 'K']) && !body.contains('?'))
}

/// What stays, and what was taken out of it.
struct Taken {
    text: String,
    /// Each run: its name, where it stood, how many pieces, what it would have said.
    runs: Vec<(&'static str, usize, usize, String)>,
}

impl Taken {
    fn new(bytes: usize) -> Self {
        Self {
            text: String::with_capacity(bytes),
            runs: Vec::new(),
        }
    }

    /// Notes that a piece was taken out here.
    fn hide(&mut self, id: &'static str, piece: &str) {
        /// Most runs that are told apart.
        const RUNS_MAX: usize = 20;
        /// Longest hidden words that are kept of a run, in bytes.
        const SAID_BYTES_MAX: usize = 400;
        let at = self.text.len();
        let full = self.runs.len() >= RUNS_MAX;
        let goes_on = self
            .runs
            .last()
            .is_some_and(|(was, start, ..)| full || *was == id && *start == at);
        if !goes_on {
            self.runs.push((id, at, 0, String::new()));
        }
        if let Some((_, _, pieces, said)) = self.runs.last_mut() {
            *pieces = pieces.saturating_add(1);
            if said.len() < SAID_BYTES_MAX {
                said.extend(piece.chars().filter_map(spoken));
            }
        }
    }

    fn finish(self, channel: Channel, noticed: &mut Vec<Noticed>) -> String {
        for (id, at, pieces, said) in self.runs {
            let said = words(&said);
            let words = match said.is_empty() {
                true => format!("{pieces} of them"),
                false => format!("{pieces} of them, saying `{said}`"),
            };
            noticed.push(Noticed {
                id,
                kind: Kind::Hidden,
                span: at..at,
                channel,
                words,
            });
        }
        self.text
    }
}

/// What a hidden character says: the tag plane mirrors ASCII, and escapes have visible parts.
fn spoken(c: char) -> Option<char> {
    match u32::from(c) {
        tag @ 0xe0020..=0xe007e => char::from_u32(tag.saturating_sub(0xe0000)),
        0x20..=0x7e => Some(c),
        _ => None,
    }
}
