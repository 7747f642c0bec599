//! OpenAI Chat Completions, and the many servers that speak it a little differently: how a request is written, and how
//! its stream is read.

mod read;
mod write;

use std::borrow::Cow;

use ledger::options::Wire;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub(in crate::wire) use read::Reading;
pub(in crate::wire) use write::write;

/// What is given back to the same model: reasoning that belongs to calls, and what a call carried besides.
#[derive(Serialize, Deserialize)]
struct Opaque<'a> {
    wire: Wire,
    model: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reasoning_content: Option<Cow<'a, str>>,
    #[serde(borrow, default, skip_serializing_if = "Vec::is_empty")]
    extra: Vec<(usize, &'a RawValue)>,
}
