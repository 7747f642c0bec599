//! Ending what a supervisor started: one child with its group, or everything that descends from it.

use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpgid, getpgrp, kill_process,
    kill_process_group, wait, waitid,
};

use super::job::Job;
use super::tree;

/// The time ending the whole tree may take when the driver has gone.
const END_MAX: Duration = Duration::from_secs(10);

/// Whether we have children at all, dead or alive: one system call, the usual answer is no.
pub(super) fn has_children() -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::All, look), Err(Errno::CHILD))
}

/// Ends a child of ours, and its group with it.
pub(super) fn end_child(child: Pid) {
    // A group is ended as one, so that it cannot fork away; ours is not among the candidates.
    if let Ok(group) = getpgid(Some(child))
        && group == child
        && group != getpgrp()
    {
        let _gone = kill_process_group(group, Signal::KILL);
    }
    let _gone = kill_process(child, Signal::KILL);
}

/// Ends every descendant. Orphans of what dies become our children and die in the next round.
pub(super) fn end_everything(jobs: &[Job]) {
    for job in jobs {
        job.kill();
    }
    let deadline = Instant::now() + END_MAX;
    loop {
        for child in tree::own_children() {
            end_child(child);
        }
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        if !has_children() || Instant::now() > deadline {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
