//! The proxy of sandboxes: what it reads, what it reaches, what it passes on.

mod carried;
mod heads;
mod targets;
