//! Connections of commands to hosts outside, through the proxy of their sandbox: where to and how much, never what.

use serde::{Deserialize, Serialize};

use crate::ids::ActId;

/// What commands connected to, or tried to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Connected {
    /// One connection.
    One(Connection),
    /// Further ones of the same command, counted only.
    More(MoreConnections),
}

/// One connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Connection {
    /// The command that ran in the sandbox when it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<ActId>,
    /// The host in its canonical form; empty where the request named none that could be read.
    pub host: String,
    /// The port; 0 where none could be read.
    pub port: u16,
    /// The address that it led to, once there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Why it was refused or came to nothing, in half a sentence; `None`: it was carried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Bytes that left.
    pub bytes_out: u64,
    /// Bytes that came in.
    pub bytes_in: u64,
    /// From the request to the end, in milliseconds.
    pub duration_ms: u64,
}

/// Connections of one command beyond those that are told one by one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoreConnections {
    /// The command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<ActId>,
    /// How many were refused, or came to nothing.
    pub refused: u64,
    /// How many were carried.
    pub carried: u64,
    /// Bytes that left with these.
    pub bytes_out: u64,
    /// Bytes that came in with these.
    pub bytes_in: u64,
}
