//! A text as a reader would put it together: invisible characters and colours gone, pieces of strings joined, escapes
//! resolved.
//!
//! Only places where it differs from the text are looked at again, and only for tokens that say by their shape what
//! they are.

use std::ops::Range;

use shell::display::hides;

/// Most blanks and signs between two pieces of a string, in bytes.
const GAP_BYTES_MAX: usize = 120;

/// The text put together, and the way back.
pub(super) struct View {
    pub(super) text: String,
    /// Where the two differ: in the view, in the text from and to.
    steps: Vec<Step>,
}

#[derive(Debug, Clone, Copy)]
struct Step {
    /// Where it stands in the view.
    here: usize,
    /// How long what stands there is in the view.
    shown: usize,
    /// What it stands for in the text.
    from: usize,
    to: usize,
    /// Whether quotes and signs between two pieces were left out.
    gap: bool,
}

impl View {
    /// The view, if it differs from the text.
    pub(super) fn of(text: &str) -> Option<Self> {
        let mut view = Self {
            text: String::new(),
            steps: Vec::new(),
        };
        let mut done = 0_usize;
        let mut at = 0_usize;
        while let Some(place) = next(text, at) {
            match step(text, place) {
                Some((to, shown, gap)) => {
                    view.text
                        .push_str(text.get(done..place).unwrap_or_default());
                    let here = view.text.len();
                    view.text.extend(shown);
                    let shown = view.text.len().saturating_sub(here);
                    view.steps.push(Step {
                        here,
                        shown,
                        from: place,
                        to,
                        gap,
                    });
                    done = to;
                    at = to;
                }
                None => at = text.ceil_char_boundary(place.saturating_add(1)),
            }
        }
        if view.steps.is_empty() {
            return None;
        }
        view.text.push_str(text.get(done..).unwrap_or_default());
        Some(view)
    }

    /// The pieces of the text that a range of the view stands for, if it holds a place where the two differ.
    pub(super) fn origin(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let ended = |step: &Step| step.here.saturating_add(step.shown) <= range.start;
        let first = self.steps.partition_point(ended);
        let inner = self.steps.get(first..).unwrap_or_default();
        let inner: Vec<&Step> = inner
            .iter()
            .take_while(|step| step.here < range.end)
            .collect();
        if inner.is_empty() {
            return Vec::new();
        }
        let mut out = Vec::new();
        let mut start = self.start(range.start);
        for step in inner.iter().filter(|step| step.gap) {
            out.push(start..step.from);
            start = step.to;
        }
        out.push(start..self.end(range.end));
        out.retain(|piece| piece.start < piece.end);
        out
    }

    /// Where in the text begins what begins here in the view.
    fn start(&self, place: usize) -> usize {
        let before = |step: &Step| step.here.saturating_add(step.shown) <= place;
        self.after(self.steps.partition_point(before), place)
    }

    /// Where in the text ends what ends here in the view.
    fn end(&self, place: usize) -> usize {
        self.after(self.steps.partition_point(|step| step.here < place), place)
    }

    fn after(&self, steps: usize, place: usize) -> usize {
        let last = steps.checked_sub(1).and_then(|at| self.steps.get(at));
        last.map_or(place, |step| {
            let shown = step.here.saturating_add(step.shown);
            step.to.saturating_add(place.saturating_sub(shown))
        })
    }
}

/// The next place where a disguise might begin.
fn next(text: &str, at: usize) -> Option<usize> {
    let rest = text.as_bytes().get(at..)?;
    let found = rest.iter().position(|byte| {
        matches!(byte, b'"' | b'\'' | b'`' | b'%' | b'\\' | b'&' | b'\x1b') || *byte >= 0xc2
    })?;
    Some(at.saturating_add(found))
}

/// What is left out at a place: to where, what is shown instead, and whether two pieces are joined.
fn step(text: &str, place: usize) -> Option<(usize, Option<char>, bool)> {
    let rest = text.get(place..)?;
    let first = rest.chars().next()?;
    match first {
        '"' | '\'' | '`' => {
            joined(rest, first).map(|length| (place.saturating_add(length), None, true))
        }
        '\u{1b}' => colour(rest).map(|length| (place.saturating_add(length), None, false)),
        '%' => escaped(rest, "%", 2, place),
        '\\' if rest.starts_with("\\\n") || rest.starts_with("\\\r\n") => {
            let length = rest.trim_start_matches(['\\', '\r', '\n', ' ', '\t']).len();
            let length = rest.len().saturating_sub(length);
            (length <= GAP_BYTES_MAX).then_some((place.saturating_add(length), None, true))
        }
        '\\' => escaped(rest, "\\x", 2, place).or_else(|| escaped(rest, "\\u", 4, place)),
        '&' => escaped(rest, "&#x", 2, place)
            .map(|(to, c, gap)| (to.saturating_add(1), c, gap))
            .or_else(|| numbered(rest, place)),
        c if hides(c) => Some((place.saturating_add(c.len_utf8()), None, false)),
        c => {
            let narrow = match u32::from(c) {
                wide @ 0xff01..=0xff5e => char::from_u32(wide.saturating_sub(0xfee0))?,
                0x212a => 'K',
                0x17f => 's',
                _ => return None,
            };
            Some((place.saturating_add(c.len_utf8()), Some(narrow), false))
        }
    }
}

/// The length of what stands between two pieces of a string, from the closing quote to after the opening one.
fn joined(rest: &str, quote: char) -> Option<usize> {
    let inner = rest.strip_prefix(quote)?;
    let gap = inner.trim_start_matches([
        ' ', '\t', '\r', '\n', '+', '.', '&', ',', '\\', '<', '>', '|',
    ]);
    let length = inner.len().saturating_sub(gap.len());
    let opens = gap.strip_prefix(['"', '\'', '`']).is_some();
    // `""` alone is an empty string, or two quotes that a language doubles.
    (opens && (1..=GAP_BYTES_MAX).contains(&length))
        .then(|| length.saturating_add(2))
        .or_else(|| shell_pieces(inner, quote))
}

/// `ghp_''abc` and `"ghp_""abc"` in a shell: two pieces without anything between.
fn shell_pieces(inner: &str, quote: char) -> Option<usize> {
    let after = inner.strip_prefix(['"', '\''])?;
    let follows = after.starts_with(|c: char| c.is_ascii_alphanumeric());
    (follows && (quote == '"' || quote == '\'')).then_some(2)
}

/// `&#95;`: a character by its decimal number.
fn numbered(rest: &str, place: usize) -> Option<(usize, Option<char>, bool)> {
    let (number, _) = rest.strip_prefix("&#")?.split_once(';')?;
    let value = number.parse::<u32>().ok().filter(|_| number.len() <= 4)?;
    let shown = char::from_u32(value).filter(|c| c.is_ascii_graphic())?;
    let length = number.len().saturating_add("&#;".len());
    Some((place.saturating_add(length), Some(shown), false))
}

/// The length of what tells a terminal how to show what follows: colours, links, titles.
fn colour(rest: &str) -> Option<usize> {
    let behind = rest.strip_prefix('\u{1b}')?;
    let length = match behind.chars().next()? {
        '[' => behind.find(|c: char| ('\u{40}'..='\u{7e}').contains(&c) && c != '[')?,
        ']' => {
            let ends = behind.find(['\u{7}', '\u{1b}'])?;
            let by_two = behind.get(ends..)?.starts_with("\u{1b}\\");
            ends.saturating_add(usize::from(by_two))
        }
        '(' | ')' | '#' => 1,
        _ => 0,
    };
    // The escape itself, and the last character of what follows.
    let length = length.saturating_add(2);
    (length <= GAP_BYTES_MAX && rest.is_char_boundary(length)).then_some(length)
}

/// A character written as its number.
fn escaped(
    rest: &str,
    mark: &str,
    digits: usize,
    place: usize,
) -> Option<(usize, Option<char>, bool)> {
    let number = rest.strip_prefix(mark)?.get(..digits)?;
    let value = u32::from_str_radix(number, 16).ok()?;
    let shown = char::from_u32(value).filter(|c| c.is_ascii_graphic())?;
    let length = mark.len().saturating_add(digits);
    Some((place.saturating_add(length), Some(shown), false))
}
