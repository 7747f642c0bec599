//! Who starts the children of a supervisor: the supervisor itself, or a thread of it that has restricted itself to a
//! sandbox. What a thread gave up, its children never had; so a child in a sandbox costs no more than one outside.

use std::ffi::OsString;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use super::command::Command;
use super::spawn::{Handed, Spawned, spawn};
#[cfg(target_os = "linux")]
use crate::sandbox::Sandbox;

/// Starts children.
pub(super) enum Spawner {
    /// As they are.
    Plain,
    /// In a sandbox, with variables that lead to its private files.
    #[cfg_attr(
        not(target_os = "linux"),
        expect(dead_code, reason = "only Linux has such a thread")
    )]
    Sandboxed(SyncSender<Request>, Vec<(OsString, OsString)>),
    /// Behind the words of a program that puts it into a sandbox, with variables that lead to its private files.
    #[cfg_attr(
        not(target_os = "macos"),
        expect(dead_code, reason = "there is such a program on macOS")
    )]
    Behind(Vec<OsString>, Vec<(OsString, OsString)>),
    /// Not at all, for this reason.
    Nothing(String),
}

pub(super) struct Request {
    mark: String,
    command: Command,
    handed: Handed,
    answer: SyncSender<(Command, Result<Spawned, String>)>,
}

impl Spawner {
    /// Starts one, and gives its command back.
    pub(super) fn spawn(
        &self,
        mark: &str,
        command: Command,
        handed: Handed,
    ) -> Result<(Command, Spawned), String> {
        match self {
            Spawner::Plain => {
                let spawned = spawn(mark, &command, handed)?;
                Ok((command, spawned))
            }
            Spawner::Sandboxed(thread, private) => {
                let mut command = command;
                command.env.extend(private.iter().cloned());
                let (answer, answered) = sync_channel(1);
                let request = Request {
                    mark: mark.to_owned(),
                    command,
                    handed,
                    answer,
                };
                let gone = |_| "the thread that starts children has ended".to_owned();
                thread
                    .send(request)
                    .map_err(|error| gone(error.to_string()))?;
                let (command, spawned) =
                    answered.recv().map_err(|error| gone(error.to_string()))?;
                Ok((command, spawned?))
            }
            Spawner::Behind(words, private) => {
                let mut command = command;
                command.env.extend(private.iter().cloned());
                command.argv = [&words[..], &command.argv].concat();
                let spawned = spawn(mark, &command, handed)?;
                Ok((command, spawned))
            }
            Spawner::Nothing(why) => Err(why.clone()),
        }
    }

    /// Starts the thread and waits until it is restricted.
    #[cfg(target_os = "linux")]
    pub(super) fn sandboxed(
        sandbox: Sandbox,
        private: Vec<(OsString, OsString)>,
    ) -> Result<Self, String> {
        let (requests, requested) = sync_channel(1);
        let (ready, restricted) = sync_channel(1);
        std::thread::Builder::new()
            .name("children".to_owned())
            .spawn(move || {
                let held = crate::sandbox::restrict(&sandbox);
                let goes_on = held.is_ok();
                let _gone = ready.send(held);
                if goes_on {
                    serve(&requested);
                }
            })
            .map_err(|error| format!("no thread: {error}"))?;
        restricted.recv().map_err(|error| error.to_string())??;
        Ok(Spawner::Sandboxed(requests, private))
    }
}

#[cfg_attr(
    not(target_os = "linux"),
    expect(dead_code, reason = "only Linux has such a thread")
)]
fn serve(requested: &Receiver<Request>) {
    while let Ok(request) = requested.recv() {
        let Request {
            mark,
            command,
            handed,
            answer,
        } = request;
        let spawned = spawn(&mark, &command, handed);
        let _gone = answer.send((command, spawned));
    }
}
