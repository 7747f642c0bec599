//! The gates at their public surface.

mod against_bash;
mod authorise;
mod authors;
mod configured;
mod coverage;
mod differential;
mod evidence;
mod examples;
mod integrity;
mod laws;
mod lines;
mod modules;
mod outside;
mod parts;
mod redaction;
mod rules;
mod scope;
mod scripts;
mod secrets;
mod shells;
mod shown;
mod stations;
mod unknown;
mod values;
mod wire;
mod world;
