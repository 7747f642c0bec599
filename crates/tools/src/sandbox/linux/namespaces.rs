//! Namespaces of its own for a process with one thread: users, mounts, processes, network and System V objects.

use std::fs;
use std::io;

use rustix::process::{DumpableBehavior, getegid, geteuid, set_dumpable_behavior};
use rustix::thread::{
    CapabilitySet, CapabilitySets, UnshareFlags, capabilities, clear_ambient_capability_set,
    configure_capability_in_ambient_set, remove_capability_from_bounding_set, set_capabilities,
    set_no_new_privs,
};

use crate::sandbox::layout::Network;

/// What building a sandbox takes: mounts, among them overlays, which make a folder that nobody may enter; the loopback
/// device; and giving all of this up again.
const BUILDING: [CapabilitySet; 4] = [
    CapabilitySet::SYS_ADMIN,
    CapabilitySet::DAC_OVERRIDE,
    CapabilitySet::NET_ADMIN,
    CapabilitySet::SETPCAP,
];

/// Moves this process, which must have one thread, into namespaces of its own, as the same user as before. The next
/// child is the first process of the new process namespace, and may build a sandbox there.
pub(super) fn enter(network: Network) -> io::Result<()> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    let spaces =
        UnshareFlags::NEWUSER | UnshareFlags::NEWNS | UnshareFlags::NEWPID | UnshareFlags::NEWIPC;
    let spaces = match network {
        Network::Loopback => spaces | UnshareFlags::NEWNET,
        Network::Machine => spaces,
    };
    unshare(spaces)?;
    // Groups can't be given up any more, or a file that a group may not read could be read by leaving it.
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
    keep_over_exec()
}

/// Gives up every capability for good, here and for every process started from here.
pub(super) fn give_up_capabilities() -> io::Result<()> {
    clear_ambient_capability_set()?;
    for capability in CapabilitySet::all().iter() {
        // One that this kernel does not know can't be had either.
        let _unknown = remove_capability_from_bounding_set(capability);
    }
    let none = CapabilitySet::empty();
    let sets = CapabilitySets {
        effective: none,
        permitted: none,
        inheritable: none,
    };
    set_capabilities(None, sets)?;
    set_no_new_privs(true)?;
    // Children of the same user look into this process as little as into one of another user.
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    Ok(())
}

#[expect(
    deprecated,
    reason = "unsound only for descriptor tables, which are never unshared here"
)]
fn unshare(spaces: UnshareFlags) -> io::Result<()> {
    Ok(rustix::thread::unshare(spaces)?)
}

/// A process of an ordinary user loses its capabilities when it executes a program, but for these.
fn keep_over_exec() -> io::Result<()> {
    let mut sets = capabilities(None)?;
    sets.inheritable = BUILDING.into_iter().collect();
    set_capabilities(None, sets)?;
    for capability in BUILDING {
        configure_capability_in_ambient_set(capability, true)?;
    }
    Ok(())
}
