//! The driver's side: starts the supervisor, asks it to run commands, hands back what came of them.
//!
//! Nothing here waits for the supervisor to be ready: a request lies in the socket until it is.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream as Socket;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
use std::time::Duration;

use rustix::net::Shutdown;

use super::command::{Command, Input, Output};
use super::link::Link;
use super::place::{Place, SUPERVISE_ARG};
use super::running::{Running, Starter};
use super::tree;
use super::wire::Ask;
use crate::git_door::places::Places;
use crate::git_door::serve::Handed;
use crate::proxy::Acceptor;
use crate::sandbox::Sandbox;

/// The supervisor of a run. Dropping it closes the channel, which ends everything it started.
#[derive(Debug)]
pub struct Supervisor {
    exe: PathBuf,
    process: process::Child,
    start: u64,
    link: Link,
}

/// A sandbox, with a supervisor of its own in it, which the supervisor of the run has started. Dropping it ends
/// everything in it.
#[derive(Debug)]
pub struct Enclosure {
    link: Link,
    /// The supervisor in it, as a command of the other one.
    running: Running,
}

/// The time the supervisor has to end everything, a little more than it takes itself.
const END_MAX: Duration = Duration::from_secs(12);

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

impl Supervisor {
    /// Starts `exe`, our own binary, as a supervisor. Must be called within a runtime.
    ///
    /// # Errors
    /// [`SupervisorError`].
    pub fn start(exe: &Path) -> Result<Self, SupervisorError> {
        let (ours, theirs) = Socket::pair().map_err(SupervisorError::Channel)?;
        let link = Link::over(ours, true, None).map_err(SupervisorError::Channel)?;
        let process = process::Command::new(exe)
            .args([SUPERVISE_ARG, Place::Plain.word()])
            .current_dir("/")
            .env_clear()
            .stdin(OwnedFd::from(theirs))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(SupervisorError::Start)?;
        let pid = i32::try_from(process.id()).unwrap_or(0);
        let start = tree::start_of(pid).unwrap_or(0);
        Ok(Self {
            exe: exe.to_owned(),
            process,
            start,
            link,
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

    /// Has a sandbox made, and returns at once. Should it not stand, every command in it says so and none is started. With
    /// the machine's git, what its commands have git do is carried out by who holds the other end of what is handed; `acceptor`
    /// gets the socket of its way out, if it has one.
    ///
    /// # Errors
    /// [`SupervisorError::Channel`].
    pub(crate) fn enclose(
        &self,
        mut sandbox: Sandbox,
        git: Option<(Handed, PathBuf)>,
        acceptor: Option<Acceptor>,
    ) -> Result<Enclosure, SupervisorError> {
        let (ours, theirs) = Socket::pair().map_err(SupervisorError::Channel)?;
        let link = Link::over(ours, false, acceptor).map_err(SupervisorError::Channel)?;
        let (mut places, mut handed) = (None, Vec::new());
        if let Some(((asked_on, stands), git)) = git
            && let Some(worktree) = sandbox.layout.writable.first().cloned()
        {
            sandbox.layout.readable.push(self.exe.clone());
            places = Some(Places {
                worktree,
                exe: self.exe.clone(),
                git,
            });
            link.tell_when_it_stands(stands);
            handed.push(asked_on);
        }
        let place = Place::of(&sandbox);
        let argv = [
            self.exe.as_os_str(),
            SUPERVISE_ARG.as_ref(),
            place.word().as_ref(),
        ];
        let mut command = Command::new(argv, "/");
        command.stdin = Input::Channel;
        command.timeout = Duration::MAX;
        // It ends its own tree when its channel closes, and the kernel does when it is ended.
        command.grace = Duration::ZERO;
        let running = self.link.starter().spawn_with(command, vec![theirs.into()]);
        link.asks
            .send(&Ask::Enter(Box::new(sandbox), places), handed);
        Ok(Enclosure { link, running })
    }

    /// Runs a command to its end. Dropping the future cancels it.
    #[cfg(test)]
    pub(crate) async fn run(&self, command: Command) -> Output {
        self.spawn(command).wait().await
    }

    /// Hands a command to the supervisor and returns at once. That it could not be started shows
    /// in its output.
    #[cfg(test)]
    pub(crate) fn spawn(&self, command: Command) -> Running {
        self.link.starter().spawn(command)
    }

    /// Something with which threads start commands under this supervisor.
    pub(crate) fn starter(&self) -> Starter {
        self.link.starter()
    }

    /// Closes the channel and waits until the supervisor has ended everything and itself.
    ///
    /// # Errors
    /// [`SupervisorError::End`].
    pub async fn end(mut self) -> Result<(), SupervisorError> {
        self.link.close(Shutdown::Write);
        // It closes its side by ending, which is when the reader ends.
        if tokio::time::timeout(END_MAX, &mut self.link.reader)
            .await
            .is_err()
        {
            self.process.kill().map_err(SupervisorError::End)?;
        }
        self.process.wait().map_err(SupervisorError::End)?;
        Ok(())
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.link.close(Shutdown::Both);
        let _not_yet = self.process.try_wait();
    }
}

impl Enclosure {
    /// Something with which threads start commands in the sandbox.
    pub(crate) fn starter(&self) -> Starter {
        self.link.starter()
    }

    /// Ends everything in it and waits for that.
    pub(crate) async fn end(self) {
        self.link.close(Shutdown::Write);
        let Self { link, running } = self;
        let _ended: Output = running.wait().await;
        drop(link);
    }
}
