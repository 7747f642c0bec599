//! A prompt is compiled, not written: sections with source, priority and budget in, prompt and render trace out.
//!
//! Reading order: [`section`] (the pieces), [`history`] (what was said), [`tokens`] and `weight` (how large all of it is),
//! `window` (what of the history goes in), [`capsule`] (what stands in for the rest), [`mod@compile`] (all of it together).
//!
//! Same state, same prompt, byte for byte. This room does not know providers, wire formats, or the disk.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::arithmetic_side_effects,
        clippy::disallowed_methods,
        clippy::disallowed_types
    )
)]

pub mod capsule;
pub mod compile;
pub mod history;
pub mod relevance;
pub mod section;
pub mod tokens;
mod weight;
mod window;

#[cfg(test)]
mod tests;
