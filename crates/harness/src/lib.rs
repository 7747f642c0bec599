//! Where brain and hands meet. It decides nothing: what to do comes from `engine`, leave to do it from `ledger`.
//!
//! Reading order: [`config`] (what a person configured), [`runs`] (opening, taking and reading runs), [`drive`] (the
//! loop that joins state, ledger and hands).
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

pub mod accepted;
pub mod agent_session;
pub mod agent_turn;
pub mod authorise;
pub mod backtest;
pub mod batch;
pub mod chain;
pub mod config;
pub mod demo;
pub mod doctor;
pub mod drive;
mod environment;
mod error_words;
pub mod forge_files;
pub mod forges;
pub mod from_issue;
pub mod gate_service;
mod given_variables;
pub mod held;
pub mod http;
pub mod ingress_redaction;
pub mod mcp;
mod measure;
pub mod moved_repository;
pub mod mutation_test;
mod notices;
pub mod open_spec;
pub mod overview;
pub mod plans;
mod project;
pub mod publishing;
pub mod repository;
pub mod resume_options;
pub mod rules;
pub mod runs;
pub mod serve;
pub mod session;
pub mod source;
pub mod stale_checkouts;
mod timestamp;
mod tool_servers;
pub mod trial;
pub mod verifier;
