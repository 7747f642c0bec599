//! The driver's side of one conversation with a supervisor: who waits for which command, and what has come of them.

use std::collections::VecDeque;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream as Socket;
use std::sync::{Arc, Mutex};

use rustix::net::Shutdown;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::net::UnixStream;

use super::channel::{Asks, lock, write};
use super::command::{Exit, Output};
use super::running::Starter;
use super::tree;
use super::waiting::{Shared, Waiting, no_sandbox};
use super::wire::{Answer, Frames};
use crate::proxy::Acceptor;

/// A conversation. When it is closed, the supervisor ends what it started, and itself.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) asks: Arc<Asks>,
    shared: Arc<Mutex<Shared>>,
    pub(super) reader: tokio::task::JoinHandle<()>,
}

impl Link {
    /// Begins it, at our end of a pair of sockets. Must be called within a runtime.
    /// `acceptor` gets the socket of a sandbox's way out, if it has one.
    pub(super) fn over(
        ours: Socket,
        same_processes: bool,
        acceptor: Option<Acceptor>,
    ) -> io::Result<Self> {
        ours.set_nonblocking(true)?;
        let asks = Arc::new(Asks::new(UnixStream::from_std(ours)?));
        let shared = Shared {
            same_processes,
            acceptor,
            ..Shared::default()
        };
        let shared = Arc::new(Mutex::new(shared));
        let writer = tokio::spawn(write(Arc::clone(&asks)));
        let reader = tokio::spawn(read(Arc::clone(&asks), Arc::clone(&shared), writer));
        Ok(Self {
            asks,
            shared,
            reader,
        })
    }

    /// Tells it once the sandbox stands that was asked for.
    pub(super) fn tell_when_it_stands(&self, stands: std::sync::mpsc::Sender<()>) {
        lock(&self.shared).stands = Some(stands);
    }

    /// Something with which threads start commands.
    pub(super) fn starter(&self) -> Starter {
        Starter::new(Arc::clone(&self.asks), Arc::clone(&self.shared))
    }

    /// Nothing is asked any more.
    pub(super) fn close(&self, half: Shutdown) {
        lock(&self.shared).gone = true;
        self.asks.close(half);
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.close(Shutdown::Both);
    }
}

/// Hands answers to who waits for them, until the channel ends; then ends what is left.
async fn read(asks: Arc<Asks>, shared: Arc<Mutex<Shared>>, writer: tokio::task::JoinHandle<()>) {
    let mut frames = Frames::default();
    let mut buffer = vec![0; 32 * 1024];
    let mut fds = VecDeque::new();
    'channel: loop {
        match asks.receive(&mut buffer, &mut fds).await {
            Ok(0) | Err(_) => break,
            Ok(count) => frames.push(&buffer[..count]),
        }
        loop {
            let Ok(body) = frames.next() else {
                break 'channel;
            };
            let Some(body) = body else { break };
            let Ok(answer) = Answer::decode(body) else {
                break 'channel;
            };
            deliver(&shared, answer, &mut fds);
        }
        frames.shrink();
    }
    writer.abort();
    let mut shared = lock(&shared);
    shared.gone = true;
    for waiting in std::mem::take(&mut shared.waiting).into_values() {
        if let Some(Err(why)) = &shared.entered {
            let _nobody_waits = waiting.output.send(Output::not_started(no_sandbox(why)));
            continue;
        }
        lose(waiting);
    }
}

fn deliver(shared: &Mutex<Shared>, answer: Answer, fds: &mut VecDeque<OwnedFd>) {
    let mut shared = lock(shared);
    let same_processes = shared.same_processes;
    match answer {
        Answer::Entered(entered) => {
            if let Some(stands) = shared.stands.take().filter(|_| entered.is_ok()) {
                let _nobody_waits = stands.send(());
            }
            if let Some(acceptor) = shared.acceptor.take() {
                acceptor.take(fds.drain(..));
            }
            shared.entered = Some(entered);
        }
        Answer::Started { id, pid, start } => {
            if let Some(waiting) = shared.waiting.get_mut(&id) {
                waiting.process = same_processes.then_some((pid, start));
                waiting
                    .progress
                    .send_modify(|progress| progress.pid = Some(pid));
            }
        }
        Answer::Progress { id, bytes, last } => {
            if let Some(waiting) = shared.waiting.get_mut(&id) {
                waiting.progress.send_modify(|progress| {
                    progress.bytes = bytes;
                    progress.last = String::from_utf8_lossy(&last).into_owned();
                });
            }
        }
        Answer::Finished { id, output } => {
            if let Some(waiting) = shared.waiting.remove(&id) {
                let _nobody_waits = waiting.output.send(*output);
            }
        }
    }
}

/// The supervisor went away under a command: ends its group, if it is still the one we knew. A supervisor of a sandbox ends when its own
/// channel does, and only it can end what it holds and take away what is private to it.
fn lose(waiting: Waiting) {
    if let Some((pid, start)) = waiting.process
        && !waiting.supervises
        && tree::start_of(pid) == Some(start)
        && let Some(group) = Pid::from_raw(pid)
    {
        let _gone = kill_process_group(group, Signal::KILL);
    }
    let _nobody_waits = waiting.output.send(Output::nothing(Exit::Lost));
}
