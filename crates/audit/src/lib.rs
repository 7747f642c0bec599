//! What runs amount to, told from their lines alone: one run in numbers ([`mod@summary`]) and as it stands
//! ([`mod@standing`]) with the commands that give it what it waits for ([`mod@answers`]), the seven key figures over many ([`mod@figures`]), and whether this program would decide again what
//! stands in the ledger ([`mod@replay`]), or what other policies would have decided ([`mod@backtest`]). And how well the
//! gates decide what somebody labelled ([`mod@corpus`]).
//!
//! This room does not know a run that is under way, nor any hand: it reads lines. It changes nothing, and nothing here
//! is asked while a run decides.
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

pub mod answers;
pub mod backtest;
pub mod corpus;
pub mod figures;
pub mod progress;
pub mod replay;
pub mod standing;
pub mod summary;

pub use backtest::backtest;
pub use figures::{Figure, Figures, figures};
pub use progress::{Progress, progress};
pub use replay::{Divergence, Replay, replay};
pub use standing::{Standing, TaskStanding, standing};
pub use summary::{Summary, summary};
