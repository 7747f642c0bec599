//! Masking of a text that comes in pieces, and of one too long to be looked at whole: part by part, each with a view
//! of what follows, so that nothing is cut in two. The parts depend on the text alone, not on how it came.

use std::ops::Range;

use super::scan::{Hit, scan};
use super::{Found, Level, OPEN};
use ledger::ids::Hash;

/// Length of a part, in bytes, up to the next good place for a cut.
const PART_BYTES: usize = 64 << 10;
/// How much of what follows a part is looked at with it, in bytes.
const AHEAD_BYTES: usize = 16 << 10;
/// Most that is looked at together, in bytes, where a secret goes on and on: what is longer is masked in pieces.
const TOGETHER_BYTES_MAX: usize = 1 << 20;
/// Rounds of masking: masking may bring a border to light where another match begins.
const ROUNDS_MAX: usize = 16;

/// Masks a text that comes in pieces. What comes out, joined, is what [`redact`](super::redact) makes of the whole;
/// up to 80 KiB are held back until more comes.
#[derive(Debug, Default)]
pub struct Stream {
    held: String,
}

impl Stream {
    /// Takes the next piece in, and gives out what is settled.
    pub fn push(&mut self, text: &str) -> String {
        self.held.push_str(text);
        let mut out = String::new();
        let mut at = 0;
        while let Some(part) = part(self.held.get(at..).unwrap_or_default(), false) {
            out.push_str(&mask(self.held.get(at..).unwrap_or_default(), &part).0);
            at = at.saturating_add(part.length);
        }
        self.held.drain(..at);
        out
    }

    /// The rest; nothing more comes.
    #[must_use]
    pub fn finish(self) -> String {
        masked(&self.held).0
    }
}

/// A whole text masked, and what was found.
pub(super) fn masked(text: &str) -> (String, Vec<Found>) {
    let mut out = String::with_capacity(text.len());
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let Some(part) = part(rest, true) else { break };
        let (clean, here) = mask(rest, &part);
        out.push_str(&clean);
        found.extend(here.into_iter().map(|it| moved(it, at)));
        at = at.saturating_add(part.length);
    }
    (out, found)
}

/// What stands in a whole text, examples among it, without masking.
pub(super) fn inspected(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let Some(part) = part_with(rest, true, scan) else {
            break;
        };
        let here = part.hits.iter().filter(|it| it.range.start < part.length);
        found.extend(here.map(|it| moved(plain(it), at)));
        at = at.saturating_add(part.length);
    }
    found
}

fn plain(hit: &Hit) -> Found {
    Found {
        kind: hit.kind,
        level: hit.level,
        range: hit.range.clone(),
    }
}

fn moved(found: Found, by: usize) -> Found {
    let range = found.range.start.saturating_add(by)..found.range.end.saturating_add(by);
    Found { range, ..found }
}

/// The beginning of a text, up to a place where nothing is cut in two.
struct Part {
    length: usize,
    hits: Vec<Hit>,
}

fn part(text: &str, last: bool) -> Option<Part> {
    part_with(text, last, settled)
}

/// The next part, or nothing if more of the text is needed.
fn part_with(text: &str, last: bool, look: fn(&str) -> Vec<Hit>) -> Option<Part> {
    let mut together = PART_BYTES.saturating_add(AHEAD_BYTES);
    loop {
        if text.len() <= together {
            return last.then(|| Part {
                length: text.len(),
                hits: look(text),
            });
        }
        let view = text.get(..text.floor_char_boundary(together))?;
        let hits = look(view);
        let open = hits.iter().any(|it| {
            it.extent.end.saturating_add(64) >= view.len()
                && it.extent.start < PART_BYTES.saturating_add(AHEAD_BYTES / 2)
        });
        if open && together < TOGETHER_BYTES_MAX {
            together = together.saturating_mul(2);
            continue;
        }
        return Some(Part {
            length: cut(view, &hits),
            hits,
        });
    }
}

/// A place after the length of a part where a line or at least a word ends, and that no hit goes over.
fn cut(view: &str, hits: &[Hit]) -> usize {
    let mut place = border(view, PART_BYTES);
    let mut extents: Vec<&Range<usize>> = hits.iter().map(|it| &it.extent).collect();
    extents.sort_by_key(|it| it.start);
    for extent in extents {
        if extent.start < place && place < extent.end {
            place = border(view, extent.end);
        }
    }
    place.min(view.len())
}

/// The next end of a line, or of a word if the line goes on too long.
fn border(view: &str, from: usize) -> usize {
    let rest = view.as_bytes().get(from..).unwrap_or_default();
    let near = rest.get(..AHEAD_BYTES / 2).unwrap_or(rest);
    let line = near.iter().position(|byte| *byte == b'\n');
    let word = || {
        near.iter().position(|byte| {
            byte.is_ascii() && !byte.is_ascii_alphanumeric() && !b"_-+/=.%~\\\"'`:".contains(byte)
        })
    };
    let found = line
        .or_else(word)
        .map(|at| at.saturating_add(1))
        .unwrap_or_default();
    view.ceil_char_boundary(from.saturating_add(found).min(view.len()))
}

/// What is to be masked in a text, when masking it brings nothing more to light.
fn settled(text: &str) -> Vec<Hit> {
    let mut hits: Vec<Hit> = Vec::new();
    let mut shown: Option<Shown> = None;
    for _ in 0..ROUNDS_MAX {
        let now = shown.as_ref().map_or(text, |it| it.text.as_str());
        let mut more: Vec<Hit> = scan(now)
            .into_iter()
            .filter(|it| it.level != Level::Doubtful)
            .collect();
        if more.is_empty() {
            break;
        }
        if let Some(shown) = &shown {
            for it in &mut more {
                it.range = shown.origin(it.range.start)..shown.origin(it.range.end);
                it.extent = shown.origin(it.extent.start)..shown.origin(it.extent.end);
            }
        }
        hits.extend(more);
        hits.sort_by_key(|it| it.range.start);
        shown = Some(Shown::of(
            text,
            hits.iter().map(|it| (it.kind, it.range.clone())),
        ));
    }
    hits
}

/// The part with its secrets replaced, and what they were.
fn mask(text: &str, part: &Part) -> (String, Vec<Found>) {
    let text = text.get(..part.length).unwrap_or(text);
    let found: Vec<Found> = part
        .hits
        .iter()
        .filter(|it| it.range.start < part.length)
        .map(plain)
        .collect();
    let shown = Shown::of(text, found.iter().map(|it| (it.kind, it.range.clone())));
    (shown.text, found)
}

/// A text with markers in it, and the way back to the places in the original.
struct Shown {
    text: String,
    /// For each marker: where it stands, and what it stands for.
    markers: Vec<(Range<usize>, Range<usize>)>,
}

impl Shown {
    fn of(original: &str, secrets: impl Iterator<Item = (&'static str, Range<usize>)>) -> Self {
        let mut text = String::with_capacity(original.len());
        let mut markers = Vec::new();
        let mut at = 0;
        for (kind, range) in secrets {
            let range = range.start.max(at)..range.end.min(original.len());
            let Some(secret) = original.get(range.clone()).filter(|it| !it.is_empty()) else {
                continue;
            };
            text.push_str(original.get(at..range.start).unwrap_or_default());
            let digest = Hash::of(secret.as_bytes()).hex();
            let digits = digest.get(..8).unwrap_or_default();
            let from = text.len();
            text.push_str(&format!("{OPEN}{kind}:{digits}]"));
            at = range.end;
            markers.push((from..text.len(), range));
        }
        text.push_str(original.get(at..).unwrap_or_default());
        Self { text, markers }
    }

    /// The place in the original of a place in the text; inside a marker, the end of what it stands for.
    fn origin(&self, place: usize) -> usize {
        let count = self.markers.partition_point(|(here, _)| here.start < place);
        let last = count.checked_sub(1).and_then(|at| self.markers.get(at));
        last.map_or(place, |(here, there)| {
            there.end.saturating_add(place.saturating_sub(here.end))
        })
    }
}
