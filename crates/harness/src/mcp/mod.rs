//! What Interlock offers to any client of the Model Context Protocol: verification, decisions of the gates, how runs stand. Nothing
//! here changes a repository, answers a question or lifts a refusal: that is a person's.
//!
//! `offered` is what there is; `serve` speaks the protocol, and is the only place that knows its types.

mod offered;
mod serve;

pub use serve::{NotServed, serve};
