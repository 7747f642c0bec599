//! What a process tries in a sandbox that is on trial, and the answers: each attempt is a promise that should make it fail.

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What a sandbox promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Promise {
    /// The home folder is not read.
    Home,
    /// Nothing outside the worktree is changed.
    Outside,
    /// The repository's folder of git is not changed.
    Git,
    /// Protected names in the worktree are not changed.
    Protected,
    /// No process outside is seen or signalled.
    Processes,
    /// No process is looked into.
    Tracing,
    /// Servers of this machine and of others are not reached.
    Network,
    /// What tests start on loopback is reached.
    Loopback,
    /// No namespace is made, so that nothing is mounted.
    Namespaces,
}

impl Promise {
    /// All of them.
    pub const ALL: [Promise; 9] = [
        Promise::Home,
        Promise::Outside,
        Promise::Git,
        Promise::Protected,
        Promise::Processes,
        Promise::Tracing,
        Promise::Network,
        Promise::Loopback,
        Promise::Namespaces,
    ];

    /// The promise, for people.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Promise::Home => "the home folder is not read",
            Promise::Outside => "nothing outside the worktree is changed",
            Promise::Git => "commits, branches and hooks are not changed",
            Promise::Protected => "protected files in the worktree are not changed",
            Promise::Processes => "no process outside is seen or ended",
            Promise::Tracing => "no process is looked into",
            Promise::Network => "no server outside is reached",
            Promise::Loopback => "servers that tests start are reached",
            Promise::Namespaces => "nothing is mounted",
        }
    }
}

/// Where the canaries are.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Canaries {
    pub(crate) home: PathBuf,
    pub(crate) outside: PathBuf,
    pub(crate) git: PathBuf,
    pub(crate) protected: PathBuf,
    /// A server of the machine.
    pub(crate) port: u16,
    /// A process of the machine.
    pub(crate) pid: i32,
}

/// The promises that are broken here, by trying.
pub(crate) fn broken(canaries: &Canaries) -> Vec<Promise> {
    Promise::ALL
        .into_iter()
        .filter(|promise| is_broken(*promise, canaries))
        .collect()
}

fn is_broken(promise: Promise, canaries: &Canaries) -> bool {
    match promise {
        Promise::Home => fs::read(&canaries.home).is_ok(),
        Promise::Outside => writes(&canaries.outside),
        Promise::Git => writes(&canaries.git),
        Promise::Protected => writes(&canaries.protected),
        Promise::Processes => sees(canaries.pid),
        Promise::Tracing => looks_into_parent(),
        Promise::Network => reaches(canaries.port) || sends(),
        Promise::Loopback => !serves(),
        Promise::Namespaces => makes_namespace(),
    }
}

fn writes(path: &Path) -> bool {
    let file = fs::OpenOptions::new().append(true).open(path);
    file.is_ok_and(|mut it| it.write_all(b"changed").is_ok())
}

fn sees(pid: i32) -> bool {
    let signalled = rustix::process::Pid::from_raw(pid).map(rustix::process::test_kill_process);
    signalled.is_some_and(|it| it.is_ok()) || Path::new(&format!("/proc/{pid}/status")).exists()
}

/// Whether another process's memory can be opened: that of who started this one, which is as near as any.
fn looks_into_parent() -> bool {
    let parent = rustix::process::getppid().map_or(1, |it| it.as_raw_nonzero().get());
    fs::File::open(format!("/proc/{parent}/mem")).is_ok()
        || fs::read(format!("/proc/{parent}/environ")).is_ok()
}

fn reaches(port: u16) -> bool {
    TcpStream::connect_timeout(&([127, 0, 0, 1], port).into(), Duration::from_secs(2)).is_ok()
}

/// Whether a datagram leaves. The address is one of those for documentation.
fn sends() -> bool {
    let socket = std::net::UdpSocket::bind(("0.0.0.0", 0));
    socket.is_ok_and(|it| it.send_to(b"x", ("192.0.2.1", 9)).is_ok())
}

fn serves() -> bool {
    let server = std::net::TcpListener::bind(("127.0.0.1", 0));
    let address = server.as_ref().ok().and_then(|it| it.local_addr().ok());
    address.is_some_and(|it| TcpStream::connect_timeout(&it, Duration::from_secs(2)).is_ok())
}

#[cfg(target_os = "linux")]
#[expect(
    deprecated,
    reason = "unsound only for descriptor tables, which are never unshared here"
)]
fn makes_namespace() -> bool {
    rustix::thread::unshare(rustix::thread::UnshareFlags::NEWUSER).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn makes_namespace() -> bool {
    false
}
