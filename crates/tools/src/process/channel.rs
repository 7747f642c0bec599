//! The channel between driver and supervisor. The driver's requests go straight into the socket, and through a queue only
//! while that is full; each end takes descriptors along with bytes.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::io::{Errno, IoSliceMut};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, Shutdown, recvmsg, sendmsg, shutdown,
};
use tokio::io::Interest;
use tokio::net::UnixStream;
use tokio::sync::Notify;

use super::wire::Ask;

/// The way to the supervisor: straight into the socket, and through a queue while that is full.
#[derive(Debug)]
pub(super) struct Asks {
    channel: UnixStream,
    backlog: Mutex<VecDeque<Message>>,
    more: Notify,
}

#[derive(Debug)]
struct Message {
    bytes: Vec<u8>,
    sent: usize,
    fds: Vec<OwnedFd>,
}

impl Asks {
    pub(super) fn new(channel: UnixStream) -> Self {
        Self {
            channel,
            backlog: Mutex::default(),
            more: Notify::new(),
        }
    }

    /// Closes one half of the channel, or both.
    pub(super) fn close(&self, half: Shutdown) {
        let _closed_already = shutdown(&self.channel, half);
    }

    /// Waits for bytes from the supervisor; none means that it has gone.
    pub(super) async fn receive(
        &self,
        buffer: &mut [u8],
        fds: &mut VecDeque<OwnedFd>,
    ) -> io::Result<usize> {
        let receive = || Ok(receive(&self.channel, buffer, fds)?);
        self.channel.async_io(Interest::READABLE, receive).await
    }

    /// Sends what the socket takes now, without waiting for the runtime; leaves the rest to it.
    pub(super) fn send(&self, ask: &Ask, fds: Vec<OwnedFd>) {
        let mut backlog = lock(&self.backlog);
        backlog.push_back(Message {
            bytes: ask.encode(),
            sent: 0,
            fds,
        });
        let more = backlog.len() > 1 || push(&self.channel, &mut backlog).is_err();
        drop(backlog);
        if more {
            self.more.notify_one();
        }
    }
}

/// Carries into the channel what did not fit when it was sent.
pub(super) async fn write(asks: Arc<Asks>) {
    loop {
        asks.more.notified().await;
        let drain = || push(&asks.channel, &mut lock(&asks.backlog));
        // The reader sees the end of the channel and answers for everything.
        if asks
            .channel
            .async_io(Interest::WRITABLE, drain)
            .await
            .is_err()
        {
            return;
        }
    }
}

/// Sends messages in order until none is left or the socket is full.
fn push(channel: &UnixStream, backlog: &mut VecDeque<Message>) -> io::Result<()> {
    while let Some(message) = backlog.front_mut() {
        let rest = message.bytes.get(message.sent..).unwrap_or_default();
        match send(channel, rest, &message.fds) {
            Ok(count) => {
                message.sent += count;
                message.fds.clear();
            }
            Err(Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        }
        if message.sent == message.bytes.len() {
            backlog.pop_front();
        }
    }
    Ok(())
}

/// Sends bytes, and descriptors with the first of them.
pub(super) fn send(channel: impl AsFd, bytes: &[u8], fds: &[OwnedFd]) -> Result<usize, Errno> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    let borrowed: Vec<_> = fds.iter().map(AsFd::as_fd).collect();
    if !borrowed.is_empty() && !ancillary.push(SendAncillaryMessage::ScmRights(&borrowed)) {
        return Err(Errno::INVAL);
    }
    sendmsg(
        channel,
        &[IoSlice::new(bytes)],
        &mut ancillary,
        SendFlags::empty(),
    )
}

/// A lock nobody holds across anything that can fail: what was poisoned is still whole.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Descriptors in one message at most.
const FDS_MAX: usize = 4;

/// Reads bytes, and descriptors that came with them.
pub(super) fn receive(
    channel: impl AsFd,
    buffer: &mut [u8],
    fds: &mut VecDeque<OwnedFd>,
) -> Result<usize, Errno> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(FDS_MAX))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let flags = RecvFlags::empty();
    #[cfg(target_os = "linux")]
    let flags = flags | RecvFlags::CMSG_CLOEXEC;
    let message = recvmsg(
        channel,
        &mut [IoSliceMut::new(buffer)],
        &mut ancillary,
        flags,
    )?;
    for item in ancillary.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = item {
            fds.extend(rights);
        }
    }
    Ok(message.bytes)
}
