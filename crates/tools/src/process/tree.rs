//! Who descends from whom, and ending it: process trees read from `/proc`.
//!
//! A process id alone names nobody for long, so everything here pairs it with its start time, or
//! asks only about our own children, whose ids can't be reused before we have reaped them.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// The environment variable that marks every process a supervisor started:
/// `<supervisor pid>.<supervisor start>.<job>`.
pub const JOB_MARK: &str = "INTERLOCK_JOB";

/// The time ending a whole tree may take.
const END_MAX: Duration = Duration::from_secs(10);

/// When the process started, in clock ticks since boot; `None` if there is no such process, or
/// if it has ended and only waits to be reaped.
#[cfg(target_os = "linux")]
pub fn start_of(pid: i32) -> Option<u64> {
    living(pid).map(|stat| stat.start)
}

/// When the process started, as a hash of what `ps` prints; `None` if there is no such process.
#[cfg(not(target_os = "linux"))]
pub fn start_of(pid: i32) -> Option<u64> {
    let argv = ["/bin/ps", "-o", "lstart=", "-p", &pid.to_string()];
    let done = super::plain::run(&super::plain::Plain::new(argv, "/")).ok()?;
    let text = String::from_utf8(done.stdout).ok()?;
    let text = text.trim();
    let fold = |sum: u64, byte: u8| sum.wrapping_mul(31).wrapping_add(u64::from(byte));
    (!text.is_empty()).then(|| text.bytes().fold(7, fold))
}

/// A name that no other process has or had: our id, and when we were started.
pub(crate) fn this_process() -> String {
    let pid = std::process::id();
    let start = start_of(pid.cast_signed()).unwrap_or(0);
    format!("{pid}-{start}")
}

/// Ends what a dead or hanging driver left: the supervisor with this id and start time, everything
/// that descends from it, and everything that carries its mark. Says whether there was anything.
pub(crate) fn end_leftover(pid: i32, start: u64) -> bool {
    let deadline = Instant::now() + END_MAX;
    let mut found = false;
    loop {
        let alive = start_of(pid) == Some(start);
        let mut doomed = marked(&format!("{pid}.{start}."));
        if alive {
            doomed.extend(descendants(pid));
        }
        doomed.remove(&pid);
        if doomed.is_empty() && !alive {
            return found;
        }
        found = true;
        if doomed.is_empty() {
            // Last, because its children would otherwise go to somebody else unseen.
            kill(pid);
        }
        doomed.into_iter().for_each(kill);
        if Instant::now() > deadline {
            return found;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// What a dead or hanging driver left: its supervisor, if it lives, everything that descends from it, and everything that
/// carries its mark. Only looks.
#[must_use]
pub fn leftovers(pid: i32, start: u64) -> BTreeSet<i32> {
    let mut found = marked(&format!("{pid}.{start}."));
    if start_of(pid) == Some(start) {
        found.extend(descendants(pid));
        found.insert(pid);
    }
    found
}

/// Living processes that work in a folder or below it, as far as we may see.
#[must_use]
pub fn within(folder: &Path) -> BTreeSet<i32> {
    let works = |pid: &i32| {
        let cwd = std::fs::read_link(format!("/proc/{pid}/cwd"));
        cwd.is_ok_and(|it| it.starts_with(folder)) && living(*pid).is_some()
    };
    all_pids().into_iter().filter(works).collect()
}

/// Sends `KILL`; that the process is gone already is fine.
fn kill(pid: i32) {
    if let Some(pid) = Pid::from_raw(pid) {
        let _gone = kill_process(pid, Signal::KILL);
    }
}

struct Stat {
    parent: i32,
    state: u8,
    #[cfg(target_os = "linux")]
    start: u64,
}

/// Parses `/proc/<pid>/stat`; the name in parentheses may hold anything, so fields count from its end.
fn stat_of(pid: i32) -> Option<Stat> {
    let text = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
    let end = text.iter().rposition(|byte| *byte == b')')?;
    let rest = std::str::from_utf8(text.get(end + 2..)?).ok()?;
    let mut fields = rest.split(' ');
    let state = *fields.next()?.as_bytes().first()?;
    let parent = fields.next()?.parse().ok()?;
    Some(Stat {
        parent,
        state,
        // Field 22 of the whole line; two of the fields behind the name are taken.
        #[cfg(target_os = "linux")]
        start: fields.nth(17)?.parse().ok()?,
    })
}

/// The process, unless it has ended.
fn living(pid: i32) -> Option<Stat> {
    stat_of(pid).filter(|stat| stat.state != b'Z')
}

/// Every process id on this machine that we can see.
pub(super) fn all_pids() -> Vec<i32> {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .collect()
}

/// Living descendants of a process, by one walk over the process table.
pub fn descendants(root: i32) -> BTreeSet<i32> {
    let table: Vec<(i32, i32)> = all_pids()
        .into_iter()
        .filter_map(|pid| Some((pid, living(pid)?.parent)))
        .collect();
    let mut found = BTreeSet::from([root]);
    loop {
        let before = found.len();
        found.extend(
            table
                .iter()
                .filter(|(_, up)| found.contains(up))
                .map(|(pid, _)| *pid)
                .collect::<Vec<_>>(),
        );
        if found.len() == before {
            found.remove(&root);
            return found;
        }
    }
}

/// Living processes whose mark starts with this.
fn marked(prefix: &str) -> BTreeSet<i32> {
    all_pids()
        .into_iter()
        .filter(|pid| {
            mark_of(*pid).is_some_and(|mark| mark.starts_with(prefix)) && living(*pid).is_some()
        })
        .collect()
}

/// The job mark in a process's environment, as it was when the process was started.
pub(super) fn mark_of(pid: i32) -> Option<String> {
    let environ = std::fs::read(format!("/proc/{pid}/environ")).ok()?;
    environ.split(|byte| *byte == 0).find_map(|item| {
        let value = item.strip_prefix(JOB_MARK.as_bytes())?.strip_prefix(b"=")?;
        String::from_utf8(value.to_vec()).ok()
    })
}

/// Children of this very process, dead ones that were not reaped included. Empty where there is
/// no `/proc`. A child may be missing while others come and go: ask again until there are none.
pub(super) fn own_children() -> Vec<Pid> {
    let Ok(tasks) = std::fs::read_dir("/proc/self/task") else {
        return Vec::new();
    };
    let mut children = Vec::new();
    for task in tasks.flatten() {
        let Ok(text) = std::fs::read_to_string(task.path().join("children")) else {
            continue;
        };
        children.extend(
            text.split_whitespace()
                .filter_map(|pid| Pid::from_raw(pid.parse().ok()?)),
        );
    }
    children
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn knows_itself() {
        let me = i32::try_from(std::process::id()).unwrap();
        assert_eq!(start_of(me), start_of(me));
        assert!(start_of(me).is_some());
        let parent = stat_of(me).unwrap().parent;
        assert!(descendants(parent).contains(&me));
        assert!(!descendants(me).contains(&me));
    }

    #[test]
    fn never_ends_a_stranger_with_the_same_id() {
        let me = i32::try_from(std::process::id()).unwrap();
        let start = start_of(me).unwrap();
        assert!(!end_leftover(me, start + 1));
    }
}
