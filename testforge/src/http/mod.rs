//! HTTP, as much of it as clients and git need: one thread for each connection, bodies read whole.

mod cgi;
mod listen;
mod message;

pub(crate) use cgi::{is_git, serve_git};
pub(crate) use listen::Server;
pub(crate) use message::{Answer, Ask, basic, from_base64, to_base64};
