//! How a layout is enforced on Linux: [`namespaces`] and [`mounts`] decide what exists, [`landlock`] what may be done with
//! it, [`seccomp`] what may be asked of the kernel, [`limits`] how much.

mod landlock;
mod limits;
mod loopback;
mod mount_table;
mod mounts;
mod namespaces;
mod seccomp;
mod step;

use std::net::{Ipv4Addr, TcpListener};
use std::os::fd::OwnedFd;

use super::layout::{Layout, Means, Network, PROXY_PORT, Sandbox};

/// Moves this process, which must have one thread, into namespaces in which its next child builds a sandbox.
///
/// # Errors
/// Why not, as a sentence.
pub(crate) fn enter_namespaces(network: Network) -> Result<(), String> {
    namespaces::enter(network).map_err(|error| format!("the machine gives no namespaces: {error}"))
}

/// Builds the sandbox around this process, which must be the first of its namespaces. Hands out the sockets that lead out, if it
/// has a network of its own: that of the proxy, then one for each port that is forwarded.
///
/// # Errors
/// Why not, as a sentence.
pub(crate) fn build(layout: &Layout) -> Result<Vec<OwnedFd>, String> {
    let mut leads_out = Vec::new();
    if layout.network == Network::Loopback {
        loopback::switch_on().map_err(|error| format!("there is no loopback: {error}"))?;
        for port in [PROXY_PORT].iter().chain(&layout.forwarded) {
            let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, *port));
            let socket =
                socket.map_err(|error| format!("there is no socket for port {port}: {error}"))?;
            leads_out.push(OwnedFd::from(socket));
        }
    }
    mounts::build(layout).map_err(|fault| fault.to_string())?;
    give_up_rights(layout, Means::Namespaces)?;
    Ok(leads_out)
}

/// Limits this process and takes every capability from it and from what it starts.
///
/// # Errors
/// Why not, as a sentence.
pub(crate) fn give_up_rights(layout: &Layout, means: Means) -> Result<(), String> {
    limits::limit(layout, means).map_err(|error| format!("limits can't be set: {error}"))?;
    namespaces::give_up_capabilities().map_err(|error| format!("rights can't be given up: {error}"))
}

/// Restricts this thread and everything that it starts.
///
/// # Errors
/// Why not, as a sentence.
pub(crate) fn restrict(sandbox: &Sandbox) -> Result<(), String> {
    let Sandbox { layout, means } = sandbox;
    let landlock =
        landlock::restrict(layout, *means).map_err(|error| format!("Landlock: {error}"))?;
    if *means == Means::Landlock && !landlock {
        return Err("the kernel has no Landlock".to_owned());
    }
    seccomp::restrict(*means, layout.network).map_err(|error| format!("seccomp: {error}"))
}
