//! Rows of a corpus: what somebody asked of the gates, in which surroundings, and which answers are right.
//!
//! Reading order: `row` (a line becomes a row), `setting` (the surroundings that a row presumes), `setup`
//! (what stands on the disk), `cases` (what is asked), `judge` (what the gates answer), `score` (how
//! good the answers were). Nothing here looks at the disk: whoever runs a row lays its things out, and passes in the facts.

mod cases;
pub mod judge;
pub mod row;
pub mod score;
pub mod setting;
pub mod setup;

pub use judge::Got;
pub use row::{Answer, Case, Row, read_row};
pub use score::{Kind, Scores, Tally, grade};
pub use setting::Setting;
pub use setup::{Object, Race};
