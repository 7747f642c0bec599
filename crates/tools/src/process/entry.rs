//! What our binary does when it is started as a supervisor.

use std::os::fd::OwnedFd;
use std::process::ExitCode;

use super::place::{CANARY_WORD, Place};
use super::supervise::supervise;
use crate::sandbox::Network;

/// What the program does when started with [`super::SUPERVISE_ARG`]: serves the driver on standard input, a connected socket,
/// until that closes; or tries canaries, if it is told to. Call it first thing in `main`, while there is one thread.
pub fn supervise_main() -> ExitCode {
    // What whoever started us left open is not for children either.
    #[cfg(target_os = "linux")]
    close_fds::set_fds_cloexec(3, &[]);
    let word = std::env::args().nth(2).unwrap_or_default();
    if word == CANARY_WORD {
        return try_canaries();
    }
    let place = Place::ALL.into_iter().find(|it| it.word() == word);
    let channel = rustix::stdio::stdin().try_clone_to_owned();
    match (place, channel) {
        (Some(Place::BeforeNamespaces(network)), Ok(channel)) => {
            before_namespaces(channel, network)
        }
        (
            Some(place @ (Place::Plain | Place::InNamespaces | Place::Landlock | Place::Seatbelt)),
            Ok(channel),
        ) => {
            if place == Place::InNamespaces && !ends_with_parent() {
                return ExitCode::FAILURE;
            }
            supervise(channel, place)
        }
        (None, _) | (_, Err(_)) => ExitCode::FAILURE,
    }
}

/// Makes namespaces and waits for who supervises in them. The kernel ends everything there with their first process, and
/// that one with this one.
#[cfg(target_os = "linux")]
fn before_namespaces(channel: OwnedFd, network: Network) -> ExitCode {
    use super::place::SUPERVISE_ARG;
    use super::wire::Answer;

    let inside = || -> Result<std::process::Child, String> {
        crate::sandbox::enter_namespaces(network)?;
        let exe = std::env::current_exe().map_err(|error| format!("no program: {error}"))?;
        std::process::Command::new(exe)
            .args([SUPERVISE_ARG, Place::InNamespaces.word()])
            .stdin(
                channel
                    .try_clone()
                    .map_err(|error| format!("no channel: {error}"))?,
            )
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .map_err(|error| {
                format!("the first process of the namespaces can't be started: {error}")
            })
    };
    match inside() {
        Ok(mut inside) => {
            drop(channel);
            match inside.wait() {
                Ok(status) if status.success() => ExitCode::SUCCESS,
                Ok(_) | Err(_) => ExitCode::FAILURE,
            }
        }
        Err(why) => {
            // The driver takes the end of the channel for the same, without the reason.
            let _gone = rustix::io::write(&channel, &Answer::Entered(Err(why)).encode());
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn before_namespaces(_: OwnedFd, _: Network) -> ExitCode {
    ExitCode::FAILURE
}

#[cfg(target_os = "linux")]
fn ends_with_parent() -> bool {
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL)).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn ends_with_parent() -> bool {
    false
}

/// Tries what a sandbox is to prevent, and writes which of its promises are broken.
fn try_canaries() -> ExitCode {
    let asked = std::env::args().nth(3).unwrap_or_default();
    let told = serde_json::from_str(&asked)
        .and_then(|it| serde_json::to_string(&crate::sandbox::broken(&it)));
    let written =
        told.is_ok_and(|it| rustix::io::write(rustix::stdio::stdout(), it.as_bytes()).is_ok());
    if written {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
