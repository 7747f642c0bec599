//! One running child of the supervisor: started, fed, listened to, timed, ended.

use std::collections::BTreeSet;
use std::io;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, WaitStatus, kill_process_group, waitid,
    waitpid,
};

use super::command::{Command, Exit, Input, Output};
use super::keep::Kept;
use super::plain::Feed;
use super::spawn::Handed;
use super::spawner::Spawner;

/// How long output is awaited after the end of the first process, if something holds it open.
const DRAIN_MAX: Duration = Duration::from_millis(500);
/// How long the hunt for what a command left behind may take.
const SWEEP_MAX: Duration = Duration::from_secs(3);
/// How long it takes until all processes of a sandbox are ended with it.
const SWEEP_LONG: Duration = Duration::from_millis(500);
/// Bytes read of one stream before the others get their turn.
const TURN_BYTES_MAX: usize = 256 * 1024;

/// One child.
pub(super) struct Job {
    pub(super) id: u64,
    pub(super) pid: Pid,
    pub(super) keep_background: bool,
    pub(super) progress: bool,
    /// It is the supervisor of a sandbox.
    pub(super) supervises: bool,
    /// Processes left behind and ended so far.
    pub(super) strays: BTreeSet<i32>,
    /// Nothing is left of the command but its first process, or we gave up looking.
    pub(super) swept: bool,
    /// Bytes at the last progress report.
    pub(super) reported: u64,
    /// Bytes that were free on the disk when it was started, if that is watched.
    pub(super) disk_free: Option<u64>,
    exit_fd: Option<OwnedFd>,
    stdin: Feed,
    streams: [Stream; 2],
    started: Instant,
    deadline: Option<Instant>,
    grace: Duration,
    ending: Option<Ending>,
    ended: Option<(WaitStatus, Instant)>,
}

struct Stream {
    pipe: Option<OwnedFd>,
    kept: Kept,
}

struct Ending {
    why: Exit,
    kill_at: Option<Instant>,
}

impl Job {
    /// Starts the child. The error is a sentence for the one who asked.
    pub(super) fn start(
        id: u64,
        mark: &str,
        command: Command,
        handed: Handed,
        spawner: &Spawner,
    ) -> Result<Self, String> {
        let started = Instant::now();
        let (command, mut child) = spawner.spawn(mark, command, handed)?;
        let pid = i32::try_from(child.process.id())
            .ok()
            .and_then(Pid::from_raw);
        let pid = pid.ok_or("the child has no id")?;
        let supervises = command.stdin == Input::Channel;
        let bytes = match command.stdin {
            Input::Bytes(bytes) => bytes,
            Input::Null | Input::Stream | Input::Channel => Vec::new(),
        };
        let stdin = Feed::new(child.process.stdin.take().map(OwnedFd::from), bytes);
        let stdout = child
            .stdout
            .or(child.process.stdout.take().map(OwnedFd::from));
        let stderr = child.process.stderr.take().map(OwnedFd::from);
        let (max, spill_max) = (command.output_bytes_max, command.spill_bytes_max);
        let spill_err = command.spill.clone().map(|mut path| {
            path.as_mut_os_string().push(".err");
            path
        });
        let stream = |pipe: Option<OwnedFd>, spill| -> io::Result<Stream> {
            pipe.as_ref()
                .map(|pipe| ioctl_fionbio(pipe, true))
                .transpose()?;
            Ok(Stream {
                pipe,
                kept: Kept::new(max, spill, spill_max),
            })
        };
        let set_up = || -> io::Result<_> {
            Ok((
                stdin?,
                [stream(stdout, command.spill)?, stream(stderr, spill_err)?],
            ))
        };
        let (stdin, streams) = set_up().map_err(|error| {
            let _gone = kill_process_group(pid, Signal::KILL);
            format!("its pipes can't be used: {error}")
        })?;
        let mut job = Self {
            id,
            pid,
            keep_background: command.keep_background,
            progress: command.progress,
            supervises,
            strays: BTreeSet::new(),
            swept: false,
            reported: 0,
            disk_free: None,
            exit_fd: exit_fd(pid),
            stdin,
            streams,
            started,
            deadline: started.checked_add(command.timeout),
            grace: command.grace,
            ending: None,
            ended: None,
        };
        job.pump();
        Ok(job)
    }

    /// Whether the first process is still there.
    pub(super) fn is_running(&self) -> bool {
        self.ended.is_none()
    }

    /// Everything that should wake the supervisor.
    pub(super) fn interests<'a>(&'a self, into: &mut Vec<PollFd<'a>>) {
        into.extend(
            self.stdin
                .pipe
                .iter()
                .map(|pipe| PollFd::new(pipe, PollFlags::OUT)),
        );
        let open = self
            .streams
            .iter()
            .filter_map(|stream| stream.pipe.as_ref());
        into.extend(open.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        if self.is_running() {
            into.extend(self.exit_fd.iter().map(|fd| PollFd::new(fd, PollFlags::IN)));
        }
    }

    /// When this job wants to be looked at again, whatever happens.
    pub(super) fn wake_at(&self, now: Instant) -> Option<Instant> {
        if let Some((_, at)) = self.ended {
            let soon = now + Duration::from_millis(1);
            return Some(if self.swept { at + DRAIN_MAX } else { soon });
        }
        let blind = self
            .exit_fd
            .is_none()
            .then(|| now + Duration::from_millis(5));
        let limit = match &self.ending {
            Some(ending) => ending.kill_at,
            None => self.deadline,
        };
        [blind, limit].into_iter().flatten().min()
    }

    /// Moves bytes in and out as far as that goes without waiting.
    pub(super) fn pump(&mut self) {
        if self.stdin.pump().is_err() {
            self.stdin.pipe = None;
        }
        for stream in &mut self.streams {
            stream.pump();
        }
    }

    /// Starts to end the child early: `TERM` now, `KILL` after its grace.
    pub(super) fn end(&mut self, why: Exit, now: Instant) {
        if self.ending.is_some() || !self.is_running() {
            return;
        }
        let signal = if self.grace.is_zero() {
            Signal::KILL
        } else {
            Signal::TERM
        };
        let _gone = kill_process_group(self.pid, signal);
        let kill_at = (!self.grace.is_zero()).then(|| now + self.grace);
        self.ending = Some(Ending { why, kill_at });
    }

    /// Ends the child and its group at once for this reason.
    pub(super) fn end_now(&mut self, why: Exit, now: Instant) {
        self.grace = Duration::ZERO;
        self.end(why, now);
    }

    /// Ends the child and its group at once, if the child was not reaped yet.
    pub(super) fn kill(&self) {
        if self.is_running() {
            let _gone = kill_process_group(self.pid, Signal::KILL);
        }
    }

    /// Applies the clock: the time-out, and the end of a grace.
    pub(super) fn tick(&mut self, now: Instant) {
        if self.deadline.is_some_and(|deadline| deadline <= now) {
            self.end(Exit::TimedOut, now);
        }
        if let Some(ending) = &mut self.ending
            && ending.kill_at.is_some_and(|at| at <= now)
            && self.ended.is_none()
        {
            ending.kill_at = None;
            let _gone = kill_process_group(self.pid, Signal::KILL);
        }
    }

    /// Takes in the end of the first process, if it has come, and ends its group.
    pub(super) fn reap(&mut self, now: Instant) {
        if self.ended.is_some() {
            return;
        }
        // Looked at first and reaped last: until then nobody else can have this id.
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        if !matches!(waitid(WaitId::Pid(self.pid), look), Ok(Some(_))) {
            return;
        }
        if !self.keep_background {
            let _gone = kill_process_group(self.pid, Signal::KILL);
        }
        if let Ok(Some((_, status))) = waitpid(Some(self.pid), WaitOptions::NOHANG) {
            self.ended = Some((status, now));
            self.swept = self.keep_background;
        }
    }

    /// Whether the hunt for strays takes so long that something flees from it.
    pub(super) fn sweep_is_long(&self, now: Instant) -> bool {
        self.ended.is_some_and(|(_, at)| at + SWEEP_LONG < now)
    }

    /// Whether the hunt for strays has taken too long.
    pub(super) fn sweep_is_over(&self, now: Instant) -> bool {
        self.ended.is_some_and(|(_, at)| at + SWEEP_MAX < now)
    }

    /// Whether everything has come that will come.
    pub(super) fn is_done(&self, now: Instant) -> bool {
        let closed = self.streams.iter().all(|stream| stream.pipe.is_none());
        self.ended
            .is_some_and(|(_, at)| self.swept && (closed || at + DRAIN_MAX <= now))
    }

    /// Bytes written so far, and the end of what was written.
    pub(super) fn written(&self) -> (u64, Vec<u8>) {
        let [out, err] = &self.streams;
        let last = if out.kept.bytes() > 0 { out } else { err };
        (
            out.kept.bytes().saturating_add(err.kept.bytes()),
            last.kept.last(400),
        )
    }

    pub(super) fn into_output(self) -> Output {
        let [stdout, stderr] = self.streams.map(|stream| stream.kept.into_captured());
        let ended = self.ended;
        let exit = match self.ending {
            Some(ending) => ending.why,
            None => ended.map_or(Exit::Lost, |(status, _)| exit_of(status)),
        };
        let duration = ended.map_or(Duration::ZERO, |(_, at)| at - self.started);
        Output {
            exit,
            stdout,
            stderr,
            duration,
            strays: u32::try_from(self.strays.len()).unwrap_or(u32::MAX),
        }
    }
}

impl Stream {
    fn pump(&mut self) {
        let mut buffer: Vec<u8> = Vec::with_capacity(16 * 1024);
        let mut turn = 0;
        while let Some(pipe) = &self.pipe
            && turn < TURN_BYTES_MAX
        {
            buffer.clear();
            match rustix::io::read(pipe, spare_capacity(&mut buffer)) {
                Ok(0) => self.pipe = None,
                Ok(count) => {
                    turn += count;
                    self.kept.push(&buffer);
                }
                Err(Errno::AGAIN) => return,
                Err(Errno::INTR) => {}
                Err(_) => self.pipe = None,
            }
        }
    }
}

fn exit_of(status: WaitStatus) -> Exit {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => Exit::Exited(code),
        (None, Some(signal)) => Exit::Signalled(signal),
        (None, None) => Exit::Lost,
    }
}

/// A descriptor that becomes readable when the child has ended; without one we look now and then.
fn exit_fd(pid: Pid) -> Option<OwnedFd> {
    #[cfg(target_os = "linux")]
    return rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok();
    #[cfg(not(target_os = "linux"))]
    {
        let _ = pid;
        None
    }
}
