//! How much the store takes. More is refused, never cut.

/// Bytes of one line.
pub const LINE_BYTES_MAX: u64 = 16 << 20;

/// Bytes of the lines that one call of [`crate::Store::lines`] returns, unless the first alone has more.
pub const BATCH_BYTES_MAX: usize = 8 << 20;

/// Number of a line in its run.
pub const SEQ_MAX: u64 = (1 << 40) - 1;

/// Bytes of each text that describes a run.
pub const TEXT_BYTES_MAX: u64 = 8 << 10;
