//! OpenAI Responses: how a request is written, and how its stream is read. Nothing is kept at the provider: the whole
//! conversation goes with every request, encrypted reasoning included.

mod read;
mod write;

pub(in crate::wire) use read::Reading;
pub(in crate::wire) use write::write;
