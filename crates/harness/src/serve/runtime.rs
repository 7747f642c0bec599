//! The runtimes of the daemon's threads.

use super::error::NotServed;

/// One thread with timers and sockets.
pub(super) fn for_one_thread() -> Result<tokio::runtime::Runtime, NotServed> {
    crate::session::one_thread().map_err(NotServed::Thread)
}
