//! Commands that were handed to a supervisor: started from any thread, waited for, ended early.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex};

use tokio::net::unix::pipe;
use tokio::sync::{oneshot, watch};

use super::channel::{Asks, lock};
use super::command::{Command, Exit, Input, Output};
use super::waiting::{Progress, Shared, Waiting};
use super::wire::Ask;

/// Starts commands under a supervisor, from any thread, for as long as the supervisor lives.
#[derive(Clone, Debug)]
pub(crate) struct Starter {
    asks: Arc<Asks>,
    shared: Arc<Mutex<Shared>>,
}

/// A command that was handed to the supervisor. Dropping it cancels the command.
#[derive(Debug)]
pub struct Running {
    id: u64,
    asks: Arc<Asks>,
    output: oneshot::Receiver<Output>,
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "for who shows how far a command is")
    )]
    progress: watch::Receiver<Progress>,
    pipes: Option<(pipe::Sender, pipe::Receiver)>,
    finished: bool,
}

/// Ends the command it was taken from; harmless once that has ended.
#[derive(Clone, Debug)]
pub struct Cancel {
    id: u64,
    asks: Arc<Asks>,
}

impl Starter {
    pub(super) fn new(asks: Arc<Asks>, shared: Arc<Mutex<Shared>>) -> Self {
        Self { asks, shared }
    }

    /// Runs a command to its end. Not to be called where the supervisor's own runtime would have to go on meanwhile.
    pub(crate) fn run(&self, command: Command) -> Output {
        let mut running = self.spawn(command);
        let (never, lost) = oneshot::channel();
        drop(never);
        let output = std::mem::replace(&mut running.output, lost).blocking_recv();
        running.finished = true;
        output.unwrap_or_else(|_| Output::nothing(Exit::Lost))
    }

    /// Hands a command to the supervisor and returns at once. That it could not be started shows
    /// in its output.
    pub(crate) fn spawn(&self, command: Command) -> Running {
        self.spawn_with(command, Vec::new())
    }

    /// The same for a command that gets these descriptors.
    pub(super) fn spawn_with(&self, command: Command, mut fds: Vec<OwnedFd>) -> Running {
        let (sender, output) = oneshot::channel();
        let (reports, progress) = watch::channel(Progress::default());
        let mut shared = lock(&self.shared);
        let id = shared.next_id;
        shared.next_id += 1;
        let mut running = Running {
            id,
            asks: Arc::clone(&self.asks),
            output,
            progress,
            pipes: None,
            finished: false,
        };
        match running.connect(&command.stdin) {
            Ok(pipes) if !shared.gone => fds.extend(pipes),
            Ok(_) => {
                let _gone = sender.send(Output::not_started(shared.why_gone()));
                return running;
            }
            Err(error) => {
                let _gone = sender.send(Output::not_started(format!("no pipes: {error}")));
                return running;
            }
        }
        shared.waiting.insert(
            id,
            Waiting {
                output: sender,
                progress: reports,
                process: None,
                supervises: command.stdin == Input::Channel,
            },
        );
        let ask = Ask::Run {
            id,
            command: Box::new(command),
        };
        self.asks.send(&ask, fds);
        running
    }
}

impl Running {
    /// Waits for what comes of the command.
    pub(crate) async fn wait(mut self) -> Output {
        let output = (&mut self.output).await;
        self.finished = true;
        output.unwrap_or_else(|_| Output::nothing(Exit::Lost))
    }

    /// Something that can end this command while it is waited for.
    pub(crate) fn cancel(&self) -> Cancel {
        Cancel {
            id: self.id,
            asks: Arc::clone(&self.asks),
        }
    }

    /// How far the command is, as it changes.
    #[cfg(test)]
    pub(crate) fn progress(&self) -> watch::Receiver<Progress> {
        self.progress.clone()
    }

    /// The two pipes of a command with [`Input::Stream`], once: what is written to the first is
    /// its standard input, what is read from the second its standard output.
    pub(crate) fn pipes(&mut self) -> Option<(pipe::Sender, pipe::Receiver)> {
        self.pipes.take()
    }

    /// Makes the pipes of a stream; returns the child's ends.
    fn connect(&mut self, stdin: &Input) -> io::Result<Vec<OwnedFd>> {
        match stdin {
            Input::Null | Input::Bytes(_) | Input::Channel => Ok(Vec::new()),
            Input::Stream => {
                let (its_input, our_output) = io::pipe()?;
                let (our_input, its_output) = io::pipe()?;
                self.pipes = Some((
                    pipe::Sender::from_owned_fd(our_output.into())?,
                    pipe::Receiver::from_owned_fd(our_input.into())?,
                ));
                Ok(vec![its_input.into(), its_output.into()])
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.finished {
            self.cancel().now();
        }
    }
}

impl Cancel {
    /// `TERM` to the command's process group, then `KILL` after its grace.
    pub fn now(&self) {
        self.asks.send(&Ask::Cancel { id: self.id }, Vec::new());
    }
}
