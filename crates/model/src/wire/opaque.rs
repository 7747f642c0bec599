//! What only the provider understands (thinking with its signature, encrypted reasoning), kept word for word with its
//! place between words and calls, and given back to the same model by the same wire.
//!
//! The order matters to providers, and a reply has no order between words and calls: so it is written down here.

use std::fmt::Write as _;

use ledger::options::Wire;
use ledger::reply::Call;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::prompt::{Prompt, Said};

/// The items of one reply.
#[derive(Serialize, Deserialize)]
pub(crate) struct Opaque<'a> {
    wire: Wire,
    /// The model that was asked: another one could not read its items.
    model: String,
    #[serde(borrow)]
    parts: Vec<Part<'a>>,
}

/// One item, or the place of something that the reply holds by itself.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Part<'a> {
    /// An item, as it came.
    #[serde(borrow)]
    Raw(&'a RawValue),
    /// So many bytes of the words.
    Text(usize),
    /// A call, by its number.
    Call(usize),
}

/// What is to be sent of one reply, in order.
pub(crate) enum Piece<'a> {
    /// An item, as it came.
    Raw(&'a RawValue),
    /// Words, not blank.
    Text(&'a str),
    /// A call.
    Call(&'a Call),
}

/// The parts as they are read.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    json: String,
    raw: bool,
}

impl Parts {
    pub(crate) fn text(&mut self, bytes: usize) {
        self.part(format_args!("{{\"text\":{bytes}}}"));
    }

    pub(crate) fn call(&mut self, nth: usize) {
        self.part(format_args!("{{\"call\":{nth}}}"));
    }

    /// An item; it must be JSON.
    pub(crate) fn raw(&mut self, json: &str) {
        self.raw = true;
        self.part(format_args!("{{\"raw\":{json}}}"));
    }

    fn part(&mut self, part: std::fmt::Arguments<'_>) {
        let comma = if self.json.is_empty() { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(self.json, "{comma}{part}");
    }

    /// The whole, as it stands in a reply; nothing if there was no item.
    pub(crate) fn done(self, wire: Wire, model: &str) -> Option<String> {
        let wire = serde_json::to_string(&wire).ok()?;
        let model = serde_json::to_string(model).ok()?;
        self.raw.then(|| {
            format!(
                "{{\"wire\":{wire},\"model\":{model},\"parts\":[{}]}}",
                self.json
            )
        })
    }
}

/// What is sent of a reply of before: in the order it had, or, where that no longer fits, items, words, calls.
pub(crate) fn pieces<'a>(said: &'a Said<'_>, wire: Wire, prompt: &Prompt<'_>) -> Vec<Piece<'a>> {
    let parts = said
        .opaque
        .and_then(|text| serde_json::from_str::<Opaque<'a>>(text).ok())
        .filter(|opaque| opaque.wire == wire && opaque.model == prompt.model)
        .map(|opaque| opaque.parts)
        .unwrap_or_default();
    in_order(said, &parts).unwrap_or_else(|| {
        let raws = parts.iter().filter_map(|part| match part {
            Part::Raw(raw) => Some(Piece::Raw(raw)),
            Part::Text(_) | Part::Call(_) => None,
        });
        let words = words(&said.text).into_iter();
        let calls = said.calls.iter().map(Piece::Call);
        raws.chain(words).chain(calls).collect()
    })
}

/// The pieces by the parts, if these name each byte and each call just once.
fn in_order<'a>(said: &'a Said<'_>, parts: &[Part<'a>]) -> Option<Vec<Piece<'a>>> {
    let mut left: &str = &said.text;
    let mut calls = said.calls.iter();
    let mut pieces = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Part::Raw(raw) => pieces.push(Piece::Raw(raw)),
            Part::Text(bytes) => {
                let (head, tail) = left.split_at_checked(*bytes)?;
                left = tail;
                pieces.extend(words(head));
            }
            Part::Call(nth) => {
                let call = calls.next()?;
                let at = said.calls.len() - calls.len() - 1;
                pieces.extend((at == *nth).then_some(Piece::Call(call)));
                (at == *nth).then_some(())?;
            }
        }
    }
    (left.is_empty() && calls.len() == 0).then_some(pieces)
}

/// Providers refuse a text that is blank.
fn words(text: &str) -> Option<Piece<'_>> {
    (!text.trim().is_empty()).then_some(Piece::Text(text))
}
