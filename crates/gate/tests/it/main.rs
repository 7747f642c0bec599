//! The gates at their public surface.

mod against_bash;
mod authorise;
mod coverage;
mod differential;
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
