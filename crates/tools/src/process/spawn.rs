//! Starting a child: which file is executed, what it inherits, and why it could not be.

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

use super::command::{Command, Input};
use super::tree::JOB_MARK;

/// A child that was started.
pub(super) struct Spawned {
    pub(super) process: process::Child,
    /// Our end of the one pipe of a merged output.
    pub(super) stdout: Option<OwnedFd>,
}

/// Descriptors that came with a command.
pub(super) enum Handed {
    Nothing,
    /// Its standard input and output.
    Streams(OwnedFd, OwnedFd),
    /// A socket as its standard input.
    Channel(OwnedFd),
}

/// Starts the process. Absolute program and no closures, so that the standard library can use
/// `posix_spawn`, which does not copy our page tables.
pub(super) fn spawn(mark: &str, command: &Command, handed: Handed) -> Result<Spawned, String> {
    let (name, arguments) = command
        .argv
        .split_first()
        .ok_or("there is no program to start")?;
    if !command.cwd.is_absolute() {
        return Err(format!(
            "working directory `{}` is not absolute",
            command.cwd.display()
        ));
    }
    let program =
        locate(name, command).ok_or_else(|| format!("there is no program `{}`", name.display()))?;
    let mut spawned = process::Command::new(program);
    spawned
        .arg0(name)
        .args(arguments)
        .current_dir(&command.cwd)
        .process_group(0);
    spawned
        .env_clear()
        .envs(command.env.iter().map(|(name, value)| (name, value)));
    spawned.env(JOB_MARK, mark);
    let mut stdout = None;
    spawned.stderr(Stdio::piped());
    match handed {
        Handed::Streams(input, output) => {
            spawned.stdin(input).stdout(output);
        }
        Handed::Channel(channel) => {
            spawned.stdin(channel).stdout(Stdio::piped());
        }
        Handed::Nothing if command.merge_stderr => {
            let (ours, theirs) = io::pipe().map_err(|error| format!("no pipe: {error}"))?;
            let twin = theirs
                .try_clone()
                .map_err(|error| format!("no pipe: {error}"))?;
            spawned.stdout(theirs).stderr(twin);
            stdout = Some(OwnedFd::from(ours));
        }
        Handed::Nothing => {
            spawned.stdout(Stdio::piped());
        }
    }
    match &command.stdin {
        Input::Null => spawned.stdin(Stdio::null()),
        Input::Bytes(_) => spawned.stdin(Stdio::piped()),
        Input::Stream | Input::Channel => &mut spawned,
    };
    let process = spawned
        .spawn()
        .map_err(|error| refusal(name, command, &error))?;
    Ok(Spawned { process, stdout })
}

/// The file to execute: from `PATH`, or relative to the working directory if it holds a slash.
fn locate(name: &OsString, command: &Command) -> Option<PathBuf> {
    if name.as_bytes().contains(&b'/') {
        return Some(command.cwd.join(name));
    }
    let path = command.env.iter().rev().find(|(key, _)| key == "PATH");
    let path = path.map_or_else(
        || OsString::from("/usr/bin:/bin"),
        |(_, value)| value.clone(),
    );
    // An empty or relative entry would mean whatever lies in the working directory.
    std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|file| is_executable(file))
}

fn is_executable(file: &Path) -> bool {
    file.is_file() && rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}

fn refusal(name: &OsString, command: &Command, error: &io::Error) -> String {
    if !command.cwd.is_dir() {
        return format!(
            "working directory `{}` does not exist",
            command.cwd.display()
        );
    }
    format!("`{}` can't be started: {error}", name.display())
}
