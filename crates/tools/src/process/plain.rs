//! A short synchronous run of a trusted program with fixed arguments: the harness's own git calls.
//!
//! Not for anything an agent asked for: there is no supervisor and no sandbox here.

use std::ffi::{OsStr, OsString};
use std::io;
use std::mem::take;
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
use std::time::{Duration, Instant};

use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, Signal, kill_process_group};

/// Bytes of one stream at most; more is an error, since a cut answer would be misread.
const STREAM_BYTES_MAX: usize = 256 * 1024 * 1024;

/// Wall time of one run at most, unless it says another one.
const TIME_MAX: Duration = Duration::from_secs(300);

/// What to run.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    /// Program (absolute, or looked up in our own `PATH`) and arguments.
    pub argv: Vec<OsString>,
    /// Working directory.
    pub cwd: PathBuf,
    /// Variables set or, with `None`, taken away; the rest is inherited.
    pub env: Vec<(OsString, Option<OsString>)>,
    /// Written to its standard input, which is then closed.
    pub stdin: Vec<u8>,
    /// Bytes of standard output after which it is ended and its answer cut; without a limit, more
    /// than 256 MiB is an error.
    pub stdout_bytes_max: Option<usize>,
    /// Wall time after which it is ended.
    pub time_max: Duration,
    /// It belongs to our own group of processes, so that it can ask somebody at the terminal.
    pub foreground: bool,
}

/// What came of it.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    /// Exit status; a signal is 128 plus its number.
    pub code: i32,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Whether there was more of it than the limit.
    pub cut: bool,
    /// Standard error, whole.
    pub stderr: Vec<u8>,
}

impl Plain {
    /// A run without input, in `cwd`.
    pub(crate) fn new<I, S>(argv: I, cwd: impl AsRef<Path>) -> Self
    where
        I: IntoIterator<Item = S>,
        S: AsRef<OsStr>,
    {
        Self {
            argv: argv
                .into_iter()
                .map(|word| word.as_ref().to_owned())
                .collect(),
            cwd: cwd.as_ref().to_owned(),
            env: Vec::new(),
            stdin: Vec::new(),
            stdout_bytes_max: None,
            time_max: TIME_MAX,
            foreground: false,
        }
    }
}

/// A run that was started and not waited for.
#[derive(Debug)]
pub(crate) struct Pending {
    child: process::Child,
    stdin: Vec<u8>,
    stdout_bytes_max: Option<usize>,
    time_max: Duration,
}

/// Runs to the end.
#[cfg(not(target_os = "linux"))]
pub(crate) fn run(plain: &Plain) -> io::Result<Done> {
    start(plain)?.wait()
}

/// Becomes this program, with all that we were given. Returns only where it can't be started.
pub(crate) fn replace(argv: &[OsString]) -> io::Error {
    match argv.split_first() {
        Some((program, arguments)) => process::Command::new(program).args(arguments).exec(),
        None => io::Error::new(io::ErrorKind::InvalidInput, "nothing to run"),
    }
}

/// Starts and returns at once; [`Pending::wait`] takes the answer.
pub(crate) fn start(plain: &Plain) -> io::Result<Pending> {
    let (program, arguments) = plain
        .argv
        .split_first()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "nothing to run"))?;
    let mut command = process::Command::new(program);
    command.args(arguments).current_dir(&plain.cwd);
    if !plain.foreground {
        command.process_group(0);
    }
    for (name, value) in &plain.env {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let stdin = if plain.stdin.is_empty() {
        Stdio::null()
    } else {
        Stdio::piped()
    };
    command
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    Ok(Pending {
        child: command.spawn()?,
        stdin: plain.stdin.clone(),
        stdout_bytes_max: plain.stdout_bytes_max,
        time_max: plain.time_max,
    })
}

impl Pending {
    /// Waits for the end and takes both streams.
    pub(crate) fn wait(mut self) -> io::Result<Done> {
        let talk = self.talk();
        if !matches!(talk, Ok((_, false))) {
            end(&mut self.child);
        }
        let status = self.child.wait()?;
        let ([stdout, stderr], cut) = talk?;
        let code = status
            .code()
            .unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
        Ok(Done {
            code,
            stdout,
            cut,
            stderr,
        })
    }

    /// Feeds and reads the three pipes until both outputs have ended; says whether one was cut.
    fn talk(&mut self) -> io::Result<([Vec<u8>; 2], bool)> {
        let stdin = self.child.stdin.take().map(OwnedFd::from);
        let mut feed = Feed::new(stdin, take(&mut self.stdin))?;
        let out = Drain::new(self.child.stdout.take().map(OwnedFd::from))?;
        let err = Drain::new(self.child.stderr.take().map(OwnedFd::from))?;
        let mut drains = [out, err];
        let deadline = Instant::now() + self.time_max;
        let mut cut = false;
        while !cut && drains.iter().any(|drain| drain.pipe.is_some()) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "ran for too long"));
            }
            wait_ready(&feed, &drains, left)?;
            feed.pump()?;
            for drain in &mut drains {
                drain.pump()?;
            }
            let max = self.stdout_bytes_max.unwrap_or(usize::MAX);
            cut = drains[0].bytes.len() > max;
            drains[0].bytes.truncate(max);
        }
        Ok((drains.map(|drain| drain.bytes), cut))
    }
}

/// Bytes on their way into a child's standard input.
pub(super) struct Feed {
    pub(super) pipe: Option<OwnedFd>,
    bytes: Vec<u8>,
    written: usize,
}

impl Feed {
    pub(super) fn new(pipe: Option<OwnedFd>, bytes: Vec<u8>) -> io::Result<Self> {
        if let Some(pipe) = &pipe {
            ioctl_fionbio(pipe, true)?;
        }
        Ok(Self {
            pipe,
            bytes,
            written: 0,
        })
    }

    /// Writes what the pipe takes now; closes it at the end, or when the child reads no more.
    pub(super) fn pump(&mut self) -> io::Result<()> {
        while let Some(pipe) = &self.pipe {
            let rest = &self.bytes[self.written..];
            if rest.is_empty() {
                self.pipe = None;
                self.bytes = Vec::new();
                self.written = 0;
                return Ok(());
            }
            match rustix::io::write(pipe, rest) {
                Ok(written) => self.written += written,
                Err(Errno::AGAIN) => return Ok(()),
                Err(Errno::INTR) => {}
                Err(Errno::PIPE) => self.pipe = None,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

struct Drain {
    pipe: Option<OwnedFd>,
    bytes: Vec<u8>,
}

impl Drain {
    fn new(pipe: Option<OwnedFd>) -> io::Result<Self> {
        if let Some(pipe) = &pipe {
            ioctl_fionbio(pipe, true)?;
        }
        Ok(Self {
            pipe,
            bytes: Vec::new(),
        })
    }

    fn pump(&mut self) -> io::Result<()> {
        while let Some(pipe) = &self.pipe {
            self.bytes.reserve(16 * 1024);
            match rustix::io::read(pipe, spare_capacity(&mut self.bytes)) {
                Ok(0) => self.pipe = None,
                Ok(_) if self.bytes.len() > STREAM_BYTES_MAX => {
                    return Err(io::Error::new(
                        io::ErrorKind::FileTooLarge,
                        "too much output",
                    ));
                }
                Ok(_) | Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

fn wait_ready(feed: &Feed, drains: &[Drain; 2], left: Duration) -> io::Result<()> {
    let mut ready = Vec::with_capacity(3);
    ready.extend(
        feed.pipe
            .iter()
            .map(|pipe| PollFd::new(pipe, PollFlags::OUT)),
    );
    let open = drains.iter().filter_map(|drain| drain.pipe.as_ref());
    ready.extend(open.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
    let left = Timespec::try_from(left).map_err(io::Error::other)?;
    match poll(&mut ready, Some(&left)) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Ends the child and what shares its group, if that is its own.
fn end(child: &mut process::Child) {
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let _gone = group.map(|group| kill_process_group(group, Signal::KILL));
    let _gone = child.kill();
}
