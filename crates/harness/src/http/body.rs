//! Reading a body without trusting anybody: it takes no more memory than has arrived, none that others need, and no more
//! time than it may.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;

use axum::body::{Body, HttpBody as _};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::limits::{Limits, SMALL_BYTES};
use super::report::Refusal;

/// Memory that is set aside before the first byte has arrived, where a body says that it is so large.
const FIRST_BYTES_MAX: usize = 64 << 10;

/// Memory for all bodies together.
pub(super) struct Memory {
    /// For the first bytes of each.
    small: Arc<Semaphore>,
    /// For the rest.
    large: Arc<Semaphore>,
}

/// Memory that is in use as long as this is there.
#[derive(Debug)]
pub(super) struct InUse {
    small: OwnedSemaphorePermit,
    large: OwnedSemaphorePermit,
}

/// A body, and the memory that it counts for.
pub(super) struct Held {
    pub(super) bytes: Vec<u8>,
    pub(super) memory: InUse,
}

impl Memory {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            small: Arc::new(Semaphore::new(limits.memory_bytes_max)),
            large: Arc::new(Semaphore::new(limits.large_memory_bytes_max)),
        }
    }

    /// For so many bytes more, of a body of which there are so many.
    pub(super) fn take(&self, there: usize, more: usize) -> Result<InUse, Refusal> {
        let small = more.min(SMALL_BYTES.saturating_sub(there));
        Ok(InUse {
            small: take(&self.small, small)?,
            large: take(&self.large, more - small)?,
        })
    }
}

impl InUse {
    fn merge(&mut self, more: InUse) {
        self.small.merge(more.small);
        self.large.merge(more.large);
    }
}

/// Reads a body to its end. `length` is what the request says of it, if it does.
pub(super) async fn read(
    body: Body,
    length: Option<u64>,
    limits: &Limits,
    memory: &Memory,
) -> Result<Held, Refusal> {
    let length = length.map_or(Ok(0), usize::try_from);
    let length = length.map_err(|_| Refusal::TooLarge)?;
    if length > limits.body_bytes_max {
        return Err(Refusal::TooLarge);
    }
    let whole = collect(body, length, limits.body_bytes_max, memory);
    let read = timeout(limits.body_time_max, whole).await;
    read.unwrap_or(Err(Refusal::Slow))
}

async fn collect(
    mut body: Body,
    length: usize,
    bytes_max: usize,
    memory: &Memory,
) -> Result<Held, Refusal> {
    let mut bytes = Vec::with_capacity(length.min(FIRST_BYTES_MAX));
    let mut in_use = memory.take(0, 0)?;
    while let Some(frame) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        let frame = frame.map_err(|_| Refusal::Cut)?;
        // Trailers say nothing that we ask for.
        let Ok(data) = frame.into_data() else {
            continue;
        };
        if data.len() > bytes_max.saturating_sub(bytes.len()) {
            return Err(Refusal::TooLarge);
        }
        in_use.merge(memory.take(bytes.len(), data.len())?);
        bytes.extend_from_slice(&data);
    }
    Ok(Held {
        bytes,
        memory: in_use,
    })
}

fn take(memory: &Arc<Semaphore>, bytes: usize) -> Result<OwnedSemaphorePermit, Refusal> {
    let bytes = u32::try_from(bytes).map_err(|_| Refusal::TooLarge)?;
    let taken = Arc::clone(memory).try_acquire_many_owned(bytes);
    taken.map_err(|_| Refusal::Busy)
}
