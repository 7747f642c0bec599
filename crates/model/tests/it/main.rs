//! Tests of the room at its public surface: against a server on the loopback, and with the scripted model.

mod http;
mod scripted;
mod server;
