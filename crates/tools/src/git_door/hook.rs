//! Hooks of an agent that works in the sandbox: what they are told goes out over the same socket, and the answer comes back. The
//! driver of the run answers; where it can't be reached nobody does, and the hook refuses.

use std::fmt;
use std::io;
use std::os::unix::net::UnixStream;
use std::sync::{Arc, mpsc};

use super::places;
use super::wire::{Answer, Ask, HookAnswer, TALK_MAX, receive, send};

/// By this variable an agent of a run, and with it its hooks, are told the name of the run.
pub const RUN_VARIABLE: &str = "INTERLOCK_RUN";

/// Who answers hooks. What they are told is hostile, and as long as it likes up to the size of a message.
#[derive(Clone)]
pub struct HookAsks(Arc<AnswerHook>);

/// Takes an event, and gives its answer to whoever waits for it.
type AnswerHook = dyn Fn(Vec<u8>, mpsc::Sender<HookAnswer>) + Send + Sync;

impl HookAsks {
    /// Hooks are answered by this; it returns at once.
    pub fn new(answer: impl Fn(Vec<u8>, mpsc::Sender<HookAnswer>) + Send + Sync + 'static) -> Self {
        Self(Arc::new(answer))
    }

    /// Asks, and waits as long as agents may be kept waiting.
    pub(super) fn ask(&self, event: Vec<u8>) -> Answer {
        let (answer, answered) = mpsc::channel();
        (self.0)(event, answer);
        match answered.recv_timeout(TALK_MAX) {
            Ok(answer) => Answer::Hook(answer),
            Err(_) => Answer::Refused("the run gave no answer in time".to_owned()),
        }
    }
}

impl fmt::Debug for HookAsks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HookAsks")
    }
}

/// Whether this process belongs to an agent of a run: then nobody but the driver of that run answers its hooks.
#[must_use]
pub fn is_of_a_run() -> bool {
    std::env::var_os(RUN_VARIABLE).is_some() || places::socket().exists()
}

/// Asks the driver of the run about an event.
///
/// # Errors
/// The driver can't be reached, gives no answer in time, or does not answer hooks.
pub fn ask_run(event: Vec<u8>) -> io::Result<HookAnswer> {
    let mut stream = UnixStream::connect(places::socket())?;
    // The other side is the first to give up.
    let patience = TALK_MAX.saturating_add(TALK_MAX);
    stream.set_read_timeout(Some(patience))?;
    stream.set_write_timeout(Some(TALK_MAX))?;
    send(&mut stream, &Ask::Hook(event))?;
    match receive(&mut stream)? {
        Answer::Hook(answer) => Ok(answer),
        Answer::Refused(why) => Err(io::Error::other(why)),
        Answer::Done | Answer::Committed { .. } | Answer::NothingToCommit | Answer::Kept(_) => {
            Err(io::Error::other("it is no answer to a hook"))
        }
    }
}
