//! The proxy of sandboxes: what it reads, what it reaches, what it passes on.

mod heads;
mod targets;
