//! Words that a page shows to programs and not to people: comments, text that is not displayed, tiny print.

use std::sync::LazyLock;

use regex::Regex;

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

static SHAPES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let whole = |shape: &&str| {
        shape
            .replace("~STYLE~", STYLE)
            .replace(r"\b", r"(?-u:\b)")
            .replace(r"\d", "[0-9]")
    };
    UNSEEN
        .iter()
        .filter_map(|shape| Regex::new(&whole(shape)).ok())
        .collect()
});

/// A comment of a page.
static COMMENT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"<!--(?s:.{0,4000}?)-->|\[//\]: ?# ?[(\x22'][^\n]{0,2000}").ok());

/// A run of letters that may be something encoded.
static ENCODED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"[A-Za-z0-9+/_-]{24,4000}={0,2}").ok());

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
        for found in shape.find_iter(&view.text).take(FEW) {
            add(view.origin(&found.range()), found.as_str());
        }
    }
    // A comment is nothing strange; one that gives orders is.
    for found in COMMENT.iter().flat_map(|it| it.find_iter(&view.text)) {
        let span = view.origin(&found.range());
        if orders.iter().any(|at| span.contains(at)) {
            add(span, found.as_str());
        }
    }
}

/// How many are noticed of each shape.
const FEW: usize = 4;

/// How many encoded runs of a text are read.
const READ_MAX: usize = 64;

/// Orders that stand encoded in a text.
pub(super) fn encoded(text: &str, channel: Channel, noticed: &mut Vec<Noticed>) {
    for found in ENCODED
        .iter()
        .flat_map(|it| it.find_iter(text))
        .take(READ_MAX)
    {
        let Some(said) = decoded(found.as_str()) else {
            continue;
        };
        let orders = orders::find(&Folded::of_sentences(&said), channel);
        if !orders.is_empty() || orders::harms(&said) {
            noticed.push(Noticed {
                id: "runs-encoded",
                kind: Kind::Order,
                span: found.range(),
                channel,
                words: words(&said),
            });
        }
    }
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
