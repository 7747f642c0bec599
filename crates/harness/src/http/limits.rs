//! How much the listener takes, of everything.

use std::time::Duration;

/// Nearly all deliveries have no more bytes than this.
pub const SMALL_BYTES: usize = 128 << 10;

/// Limits of the listener.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one body.
    pub body_bytes_max: usize,
    /// Bytes of all bodies that are being read or wait to become durable, of each the first [`SMALL_BYTES`].
    pub memory_bytes_max: usize,
    /// The same for what is beyond that: a few large ones never keep the others out. At the peak, all copies counted, both
    /// together take about three times as much memory.
    pub large_memory_bytes_max: usize,
    /// Time for one body, from its first byte to its last.
    pub body_time_max: Duration,
    /// Time for the head of a request; also how long a connection may wait for its next one.
    pub head_time_max: Duration,
    /// Bytes of the head of a request.
    pub head_bytes_max: usize,
    /// Headers of a request.
    pub headers_max: usize,
    /// Connections at once. More wait to be taken.
    pub connections_max: usize,
    /// How long one connection is used.
    pub connection_time_max: Duration,
    /// Deliveries that wait to become durable.
    pub waiting_max: usize,
    /// Deliveries that become durable at once.
    pub batch_max: usize,
    /// Bytes of the bodies that become durable at once, unless the last alone has more.
    pub batch_bytes_max: usize,
    /// After being told to stop: time to read and answer what has begun.
    pub stop_time_max: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes_max: 25 << 20,
            memory_bytes_max: 12 << 20,
            large_memory_bytes_max: 26 << 20,
            body_time_max: Duration::from_secs(10),
            head_time_max: Duration::from_secs(30),
            head_bytes_max: 32 << 10,
            headers_max: 96,
            connections_max: 512,
            connection_time_max: Duration::from_secs(600),
            waiting_max: 4096,
            batch_max: 512,
            batch_bytes_max: 4 << 20,
            stop_time_max: Duration::from_secs(5),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::BODY_MB_MAX;

    #[test]
    fn the_largest_body_that_may_be_set_can_be_taken_and_read() {
        let largest = usize::try_from(BODY_MB_MAX).unwrap() << 20;
        let limits = Limits::default();
        assert!(largest >= limits.body_bytes_max);
        assert!(largest - SMALL_BYTES <= limits.large_memory_bytes_max);
        assert!(largest as u64 <= store::limits::DELIVERY_BYTES_MAX);
        assert!(largest <= forge::delivery::BODY_BYTES_MAX);
    }
}
