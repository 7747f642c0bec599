//! What the room promises at its surface: plan, files and records in, report out.

mod artifacts;
mod links;
mod page;
mod reports;
mod world;
