//! The gates at their public surface.

mod coverage;
mod examples;
mod integrity;
mod laws;
mod outside;
mod parts;
mod redaction;
mod rules;
mod scripts;
mod secrets;
mod stations;
mod wire;
mod world;
