//! The driver's side: starts the supervisor, asks it to run commands, hands back what came of them.
//!
//! Nothing here waits for the supervisor to be ready: a request lies in the socket until it is.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream as Socket;
use std::path::Path;
use std::process::{self, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rustix::net::Shutdown;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::net::UnixStream;
use tokio::net::unix::pipe;
use tokio::sync::{oneshot, watch};

use super::channel::{Asks, lock, write};
use super::command::{Command, Exit, Input, Output};
use super::place::{Place, SUPERVISE_ARG};
use super::tree;
use super::wire::{Answer, Ask, Frames};
use crate::sandbox::{Sandbox, Standing};

/// The supervisor of a run. Dropping it closes the channel, which ends everything it started.
#[derive(Debug)]
pub struct Supervisor {
    process: process::Child,
    start: u64,
    asks: Arc<Asks>,
    shared: Arc<Mutex<Shared>>,
    reader: tokio::task::JoinHandle<()>,
}

/// Starts commands under a supervisor, from any thread, for as long as the supervisor lives.
#[derive(Clone, Debug)]
pub(crate) struct Starter {
    asks: Arc<Asks>,
    shared: Arc<Mutex<Shared>>,
}

/// The time the supervisor has to end everything, a little more than it takes itself.
const END_MAX: Duration = Duration::from_secs(12);

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

/// How far a command is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Its process id, once it was started.
    pub pid: Option<i32>,
    /// Bytes written so far, on both streams.
    pub bytes: u64,
    /// The end of what was written, 400 bytes at most.
    pub last: String,
}

/// Why the supervisor could not be started or ended.
#[derive(Debug, thiserror::Error)]
pub enum SupervisorError {
    /// The process could not be started.
    #[error("the supervisor can't be started")]
    Start(#[source] io::Error),
    /// The channel to it could not be made.
    #[error("there is no channel to the supervisor")]
    Channel(#[source] io::Error),
    /// It did not end as it should.
    #[error("the supervisor did not end")]
    End(#[source] io::Error),
}

#[derive(Debug, Default)]
struct Shared {
    next_id: u64,
    /// Set when the supervisor has gone: nothing can be started any more.
    gone: bool,
    /// The sandbox that was asked for, once it stands or is known not to.
    entered: Option<Result<Standing, String>>,
    waiting: BTreeMap<u64, Waiting>,
}

#[derive(Debug)]
struct Waiting {
    output: oneshot::Sender<Output>,
    progress: watch::Sender<Progress>,
    /// The first process, with its start time.
    process: Option<(i32, u64)>,
}

impl Shared {
    /// Why nothing can be started any more.
    fn why_gone(&self) -> String {
        match &self.entered {
            Some(Err(why)) => no_sandbox(why),
            Some(Ok(_)) | None => "the supervisor has gone".to_owned(),
        }
    }
}

impl Supervisor {
    /// Starts `exe`, our own binary, as a supervisor, which starts its children in a sandbox if there is to be one. Must be
    /// called within a runtime. Should the sandbox not stand, every command says so and none is started.
    pub fn start(exe: &Path, sandbox: Option<Sandbox>) -> Result<Self, SupervisorError> {
        let (ours, theirs) = Socket::pair().map_err(SupervisorError::Channel)?;
        ours.set_nonblocking(true)
            .map_err(SupervisorError::Channel)?;
        let channel = UnixStream::from_std(ours).map_err(SupervisorError::Channel)?;
        let process = process::Command::new(exe)
            .args([SUPERVISE_ARG, Place::of(sandbox.as_ref()).word()])
            .current_dir("/")
            .env_clear()
            .stdin(OwnedFd::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(SupervisorError::Start)?;
        let pid = i32::try_from(process.id()).unwrap_or(0);
        let start = tree::start_of(pid).unwrap_or(0);
        let shared = Arc::new(Mutex::new(Shared::default()));
        let asks = Arc::new(Asks::new(channel));
        let writer = tokio::spawn(write(Arc::clone(&asks)));
        let reader = tokio::spawn(read(Arc::clone(&asks), Arc::clone(&shared), writer));
        if let Some(sandbox) = sandbox {
            asks.send(&Ask::Enter(Box::new(sandbox)), Vec::new());
        }
        Ok(Self {
            process,
            start,
            asks,
            shared,
            reader,
        })
    }

    /// The supervisor's process id.
    pub fn pid(&self) -> i32 {
        i32::try_from(self.process.id()).unwrap_or(0)
    }

    /// When the supervisor was started, as [`tree::start_of`] tells it: with the id, this names
    /// the process for `crate::mending::end_leftover`.
    pub fn start_time(&self) -> u64 {
        self.start
    }

    /// Runs a command to its end. Dropping the future cancels it.
    #[cfg(test)]
    pub(crate) async fn run(&self, command: Command) -> Output {
        self.spawn(command).wait().await
    }

    /// Hands a command to the supervisor and returns at once. That it could not be started shows
    /// in its output.
    pub(crate) fn spawn(&self, command: Command) -> Running {
        self.starter().spawn(command)
    }

    /// Something with which threads start commands under this supervisor.
    pub(crate) fn starter(&self) -> Starter {
        Starter {
            asks: Arc::clone(&self.asks),
            shared: Arc::clone(&self.shared),
        }
    }

    /// Closes the channel and waits until the supervisor has ended everything and itself.
    pub async fn end(mut self) -> Result<(), SupervisorError> {
        self.close(Shutdown::Write);
        // It closes its side by ending, which is when the reader ends.
        if tokio::time::timeout(END_MAX, &mut self.reader)
            .await
            .is_err()
        {
            self.process.kill().map_err(SupervisorError::End)?;
        }
        self.process.wait().map_err(SupervisorError::End)?;
        Ok(())
    }

    fn close(&self, half: Shutdown) {
        lock(&self.shared).gone = true;
        self.asks.close(half);
    }
}

impl Starter {
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
    fn spawn(&self, command: Command) -> Running {
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
        let fds = match running.connect(&command.stdin) {
            Ok(fds) if !shared.gone => fds,
            Ok(_) => {
                let _gone = sender.send(Output::not_started(shared.why_gone()));
                return running;
            }
            Err(error) => {
                let _gone = sender.send(Output::not_started(format!("no pipes: {error}")));
                return running;
            }
        };
        shared.waiting.insert(
            id,
            Waiting {
                output: sender,
                progress: reports,
                process: None,
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

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.close(Shutdown::Both);
        let _not_yet = self.process.try_wait();
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
    #[cfg(test)]
    pub(crate) fn pipes(&mut self) -> Option<(pipe::Sender, pipe::Receiver)> {
        self.pipes.take()
    }

    /// Makes the pipes of a stream; returns the child's ends.
    fn connect(&mut self, stdin: &Input) -> io::Result<Vec<OwnedFd>> {
        match stdin {
            Input::Null | Input::Bytes(_) => Ok(Vec::new()),
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

/// Hands answers to who waits for them, until the channel ends; then ends what is left.
async fn read(asks: Arc<Asks>, shared: Arc<Mutex<Shared>>, writer: tokio::task::JoinHandle<()>) {
    let mut frames = Frames::default();
    let mut buffer = vec![0; 32 * 1024];
    'channel: loop {
        match asks.receive(&mut buffer).await {
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
            deliver(&shared, answer);
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

fn deliver(shared: &Mutex<Shared>, answer: Answer) {
    let mut shared = lock(shared);
    match answer {
        Answer::Entered(entered) => shared.entered = Some(entered),
        Answer::Started { id, pid, start } => {
            if let Some(waiting) = shared.waiting.get_mut(&id) {
                waiting.process = Some((pid, start));
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

/// The supervisor went away under a command: ends its group, if it is still the one we knew.
fn lose(waiting: Waiting) {
    if let Some((pid, start)) = waiting.process
        && tree::start_of(pid) == Some(start)
        && let Some(group) = Pid::from_raw(pid)
    {
        let _gone = kill_process_group(group, Signal::KILL);
    }
    let _nobody_waits = waiting.output.send(Output::nothing(Exit::Lost));
}

fn no_sandbox(why: &str) -> String {
    format!("there is no sandbox for it: {why}")
}
