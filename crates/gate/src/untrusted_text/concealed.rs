//! Words that a page shows to programs and not to people: comments, text that is not displayed, tiny print.

use std::sync::LazyLock;

use regex::{Regex, bytes};

use super::folded::Folded;
use super::{Channel, Kind, Noticed, orders, words};

/// Styles under which text is there and cannot be seen.
const STYLE: &str = r#"(?:display ?: ?none|visibility ?: ?hidden|font-size ?: ?0*[01](?:\.\d+)?(?:px|pt|em|rem|%)?\b|opacity ?: ?0(?:\.0\d*)?\b|color ?: ?(?:white|transparent|#fff(?:fff)?\b|rgba?\([^)]{0,30}, ?0\))|text-indent ?: ?-\d{3,}|left ?: ?-\d{4,}|(?:height|width) ?: ?0(?:px)?[;"' ]|clip ?: ?rect\(0)"#;

/// Styled text, or a reader's remark about tiny or invisible print, with words in it.
const UNSEEN: &[&str] = &[
    r#"<[a-z][^<>]{0,200}?style ?= ?["'][^"'<>]{0,200}?~STYLE~[^<>]{0,200}?> ?[^<>]{12,}"#,
    r"<[a-z][a-z0-9]*(?: [^<>]{0,120}?)? hidden(?: [^<>]{0,80})?> ?[^<>]{12,}",
    r"\b(?:0|1|one|zero|half)[- ]?(?:point|pt|px|pixel)[- ](?:font|text|print|type|letters)\b|\bwhite(?: text| letters| font)? on (?:a )?white\b|\b(?:invisible|hidden|white|tiny|transparent) (?:text|print|font|layer|letters|footnote)\b ?[):,]",
];

static SHAPES: LazyLock<Vec<bytes::Regex>> = LazyLock::new(|| {
    let whole = |shape: &&str| {
        shape
            .replace("~STYLE~", STYLE)
            .replace(r"\b", r"(?-u:\b)")
            .replace(r"\d", "[0-9]")
    };
    UNSEEN
        .iter()
        .filter_map(|shape| orders::bytewise(&whole(shape)))
        .collect()
});

/// How a comment of a page begins, or one of Markdown. How it ends is looked for in code: a bounded run of any characters
/// makes an automaton of tens of megabytes.
static COMMENT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"<!--|\[//\]: ?# ?[(\x22']").ok());

/// Bytes of a comment of a page.
const COMMENT_BYTES_MAX: usize = 16_000;
/// Bytes of a comment of Markdown, which ends with its line.
const LINE_BYTES_MAX: usize = 8_000;

/// Letters of the shortest run that may be something encoded, and of the longest that is read at once.
const ENCODED_MIN: usize = 24;
const ENCODED_MAX: usize = 4_000;

/// Compiles what the first text would otherwise wait for.
pub(super) fn compile_ahead() {
    LazyLock::force(&SHAPES);
    LazyLock::force(&COMMENT);
}

/// Adds what is concealed. `noticed` holds the orders of the same text.
pub(super) fn find(view: &Folded, channel: Channel, noticed: &mut Vec<Noticed>) {
    let orders: Vec<usize> = noticed.iter().map(|it| it.span.start).collect();
    let mut add = |span: std::ops::Range<usize>, said: &str| {
        noticed.push(Noticed {
            id: "hidden-text",
            kind: Kind::Order,
            span,
            channel,
            words: words(said),
        });
    };
    for shape in SHAPES.iter() {
        for found in shape.find_iter(view.text.as_bytes()).take(FEW) {
            let said = view.text.get(found.range()).unwrap_or_default();
            add(view.origin(&found.range()), said);
        }
    }
    // A comment is nothing strange; one that gives orders is.
    for range in comments(&view.text) {
        let span = view.origin(&range);
        if orders.iter().any(|at| span.contains(at)) {
            add(span, view.text.get(range).unwrap_or_default());
        }
    }
}

/// Where comments stand, in order and without overlaps.
fn comments(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut out: Vec<std::ops::Range<usize>> = Vec::new();
    // Where the next comment of a page ends, at or behind what was looked at.
    let mut closes = Some(0);
    for begins in COMMENT.iter().flat_map(|it| it.find_iter(text)) {
        if out.last().is_some_and(|it| begins.start() < it.end) {
            continue;
        }
        let behind = text.get(begins.end()..).unwrap_or_default();
        let end = if begins.as_str() == "<!--" {
            if closes.is_some_and(|it| it < begins.end()) {
                closes = behind.find("-->").map(|it| begins.end().saturating_add(it));
            }
            let near = |it: &usize| it.saturating_sub(begins.end()) <= COMMENT_BYTES_MAX;
            closes.filter(near).map(|it| it.saturating_add("-->".len()))
        } else {
            let line = behind.find('\n').unwrap_or(behind.len());
            let line = behind.floor_char_boundary(line.min(LINE_BYTES_MAX));
            Some(begins.end().saturating_add(line))
        };
        out.extend(end.map(|end| begins.start()..end));
    }
    out
}

/// How many are noticed of each shape.
const FEW: usize = 4;

/// How many encoded runs of a text are read.
const READ_MAX: usize = 64;

/// Orders that stand encoded in a text.
pub(super) fn encoded(text: &str, channel: Channel, noticed: &mut Vec<Noticed>) {
    for range in runs(text).take(READ_MAX) {
        let Some(said) = text.get(range.clone()).and_then(decoded) else {
            continue;
        };
        let orders = orders::find(&Folded::of_sentences(&said), channel);
        if !orders.is_empty() || orders::harms(&said) {
            noticed.push(Noticed {
                id: "runs-encoded",
                kind: Kind::Order,
                span: range,
                channel,
                words: words(&said),
            });
        }
    }
}

/// Runs of letters that may be something encoded, each with the signs that fill it up.
fn runs(text: &str) -> impl Iterator<Item = std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0_usize;
    let count = move |from: usize, most: usize, is: fn(u8) -> bool| {
        let rest = bytes.get(from..).unwrap_or_default().iter();
        rest.take(most).take_while(|it| is(**it)).count()
    };
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let letters = count(at, ENCODED_MAX, is_letter);
            let end = at.saturating_add(letters);
            if letters >= ENCODED_MIN {
                let end = end.saturating_add(count(end, 2, |it| it == b'='));
                let run = at..end;
                at = end;
                return Some(run);
            }
            at = end.saturating_add(1);
        }
        None
    })
}

/// Whether base64 is written with it.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'_' | b'-')
}

/// What base64 stands for, if it stands for plain text.
fn decoded(letters: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let (mut held, mut bits) = (0_u32, 0_u32);
    for c in letters.trim_end_matches('=').chars() {
        let value = match c {
            'A'..='Z' => u32::from(c).checked_sub(65)?,
            'a'..='z' => u32::from(c).checked_sub(71)?,
            '0'..='9' => u32::from(c).checked_add(4)?,
            '+' | '-' => 62,
            '/' | '_' => 63,
            _ => return None,
        };
        held = (held & 0xffff) << 6 | value;
        bits = bits.saturating_add(6);
        if bits >= 8 {
            bits = bits.saturating_sub(8);
            bytes.push(u8::try_from(held.checked_shr(bits)? & 0xff).ok()?);
        }
    }
    let said = String::from_utf8(bytes).ok()?;
    let plain = |c: char| !c.is_control() || c.is_whitespace();
    said.chars().all(plain).then_some(said)
}
