//! What is put into a sandbox, by the process that builds it: the socket, and a program that is found as `git`.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use rustix::net::{SocketAddrUnix, bind, listen};

use super::client::GIT_ARG;
use super::places::{Places, programs, socket, worktree};

/// Questions that wait to be taken at most.
const WAITING_MAX: i32 = 64;
/// Verbs that only look, so that nothing about them has to be asked: they go straight to the machine's git.
const STRAIGHT: &str =
    "status|log|diff|show|rev-parse|ls-files|grep|blame|cat-file|rev-list|describe|version";

/// Puts it there.
pub(crate) fn furnish(places: &Places, asked_on: &OwnedFd) -> io::Result<()> {
    fs::create_dir_all(programs())?;
    bind(asked_on, &SocketAddrUnix::new(socket())?)?;
    listen(asked_on, WAITING_MAX)?;
    fs::write(worktree(), places.worktree.as_os_str().as_bytes())?;
    let program = programs().join("git");
    fs::write(&program, script(places).as_bytes())?;
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755))
}

fn script(places: &Places) -> OsString {
    let [git, exe] = [&places.git, &places.exe].map(|it| quoted(it));
    let lines = [
        b"#!/bin/sh\ncase $1 in ".as_slice(),
        STRAIGHT.as_bytes(),
        b") exec ",
        &git,
        b" \"$@\" ;; esac\nexec ",
        &exe,
        b" ",
        GIT_ARG.as_bytes(),
        b" ",
        &git,
        b" \"$@\"\n",
    ];
    OsString::from_vec(lines.concat())
}

/// A path as one word for a shell.
fn quoted(path: &Path) -> Vec<u8> {
    let inside = path.as_os_str().as_bytes().iter();
    let inside = inside.flat_map(|byte| match byte {
        b'\'' => br"'\''".to_vec(),
        byte => vec![*byte],
    });
    [b"'".to_vec(), inside.collect(), b"'".to_vec()].concat()
}
