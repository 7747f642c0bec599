//! Answers of a supervisor on their way to the driver, with descriptors that go along.

use std::collections::VecDeque;
use std::os::fd::OwnedFd;

use rustix::io::Errno;

use super::channel::send;
use super::wire::Answer;

/// What the channel did not take yet.
#[derive(Default)]
pub(super) struct Answers {
    bytes: VecDeque<u8>,
    /// They go with the next of the bytes.
    fds: Vec<OwnedFd>,
}

impl Answers {
    /// Puts one behind the others.
    pub(super) fn push(&mut self, answer: &Answer) {
        self.bytes.extend(answer.encode());
    }

    /// This goes with the next answer. Nothing may wait before it.
    pub(super) fn bring(&mut self, fd: OwnedFd) {
        self.fds.push(fd);
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Writes what the channel takes now; the error: it is closed.
    pub(super) fn flush(&mut self, channel: &OwnedFd) -> Result<(), Errno> {
        while !self.bytes.is_empty() {
            let (bytes, _) = self.bytes.as_slices();
            // A closed channel is an error here, not a signal: Rust programs ignore that one.
            match send(channel, bytes, &self.fds) {
                Ok(count) => {
                    drop(self.bytes.drain(..count));
                    // They are the driver's now.
                    self.fds.clear();
                }
                Err(Errno::AGAIN) => return Ok(()),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
