//! What is known of agents of others: their cards, their events, their settings.

mod cards;
mod events;
mod settings;
mod streams;
