//! How much the store takes. More is refused, never cut.

/// Bytes of one line.
pub const LINE_BYTES_MAX: u64 = 16 << 20;

/// Bytes of the lines that one call of [`crate::Store::lines`] returns, unless the first alone has more.
pub const BATCH_BYTES_MAX: usize = 8 << 20;

/// Number of a line in its run.
pub const SEQ_MAX: u64 = (1 << 40) - 1;

/// Bytes of each text that describes a run.
pub const TEXT_BYTES_MAX: u64 = 8 << 10;

/// Bytes of one message and its sender.
pub const MESSAGE_BYTES_MAX: u64 = 256 << 10;

/// Messages that one look into the inbox returns.
pub const MESSAGES_MAX: u32 = 1000;

/// Bytes of one blob.
pub const BLOB_BYTES_MAX: u64 = 64 << 20;

/// Bytes of one cached state.
pub const CACHE_BYTES_MAX: u64 = 64 << 20;

/// Bytes of the body of one delivery.
pub const DELIVERY_BYTES_MAX: u64 = 64 << 20;

/// Bytes of the headers that are kept of one delivery.
pub const DELIVERY_HEADERS_BYTES_MAX: u64 = 16 << 10;

/// Bytes of the id of a delivery, of its event, and of the name of its forge.
pub const DELIVERY_NAME_BYTES_MAX: u64 = 255;

/// Deliveries that are read or forgotten at once.
pub const DELIVERIES_MAX: usize = 1000;
