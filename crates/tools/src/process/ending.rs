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
/// The part of it that supervisors of sandboxes have for ending theirs.
const SUPERVISOR_END_MAX: Duration = Duration::from_secs(2);

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

/// Ends every descendant. Orphans of what dies become our children and die in the next round. A supervisor of a sandbox
/// hears that its driver has gone too, and is given a moment to take away what is private to it.
pub(super) fn end_everything(jobs: &[Job]) {
    let supervisors: Vec<Pid> = jobs
        .iter()
        .filter(|job| job.supervises)
        .map(|job| job.pid)
        .collect();
    for job in jobs.iter().filter(|job| !job.supervises) {
        job.kill();
    }
    let begin = Instant::now();
    loop {
        let patient = begin.elapsed() < SUPERVISOR_END_MAX;
        for child in tree::own_children() {
            if !(patient && supervisors.contains(&child)) {
                end_child(child);
            }
        }
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        if !has_children() || begin.elapsed() > END_MAX {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
