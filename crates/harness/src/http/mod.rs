//! What is served: a listener for deliveries of forges, which answers only what is on the disk.
//!
//! Reading order: [`check`] (what it is told about forges), [`genuine`] (as the room `forge` says it), [`limits`], [`report`] (what it tells), [`health`] (what it
//! shares with those around it), [`listen`] (its life), `connection` (one of them), `routes` (what is answered), `body`
//! (reading one without trusting anybody), `writer` (many become durable at once).
//!
//! It does not know what a delivery means, and holds nothing back: whoever works on deliveries reads them from the store.

mod body;
pub mod check;
mod connection;
pub mod genuine;
pub mod health;
pub mod limits;
pub mod listen;
pub mod report;
mod routes;
#[cfg(test)]
mod tests;
mod writer;
