//! The hands of the ledger: lines, heads, inbox, deliveries and blobs in one SQLite database in the user's state directory.
//!
//! Reading order: `place` (where it may live), `schema` (tables), `base` (one connection, and what a commit costs),
//! `store` (the front), `run` (what runs there are), `claim` (one driver per run), `run_writer` (the hot path: lines become
//! durable), `lines` (reading back), `inbox`, `deliveries` (what forges told), `blob`, `cache`, `heads` (a witness of the last lines), `write_ahead_log` (whether the
//! write-ahead log is whole), `verify`, `export`.
//!
//! This room does not know what an event means, what a turn is, or where the state directory comes from. Lines go in
//! as bytes and come out as the same bytes.
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod base;
mod blob;
mod cache;
mod claim;
mod deliveries;
mod error;
mod export;
mod heads;
mod inbox;
pub mod limits;
mod lines;
mod place;
mod run;
mod run_writer;
mod schema;
mod store;
mod verify;
mod write_ahead_log;

pub use blob::Blobs;
pub use claim::{Claim, Driver, Hold};
pub use deliveries::{Accepted, Delivery, DeliveryContent, DeliveryCounts, Forget, StoredDelivery};
pub use error::Error;
pub use run::{Filter, Meta, Run, StreamKind};
pub use run_writer::Pen;
pub use store::Store;
pub use verify::{Fault, Verdict};
pub use write_ahead_log::Tear;
