//! The runtimes of the daemon's threads.

use super::error::NotServed;

/// One thread with timers and sockets.
pub(super) fn for_one_thread() -> Result<tokio::runtime::Runtime, NotServed> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(NotServed::Thread)
}
