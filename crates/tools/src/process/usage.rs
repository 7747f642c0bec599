//! What the processes of a sandbox use of the machine, looked at now and then, and which limit that passes.
//!
//! Where the kernel keeps a limit for all of them together it refuses what goes beyond; these it keeps only in control
//! groups, which an ordinary user seldom has.

use std::path::PathBuf;

use super::job::Job;
use super::tree;
use crate::sandbox::Limits;

/// A command that uses more than it may.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excess {
    /// What was used and what the limit is, as a sentence.
    pub(super) what: String,
    /// The command, if it can be told.
    pub(super) job: Option<u64>,
}

/// A limit that was passed.
#[derive(Debug, PartialEq, Eq)]
struct Passed {
    what: String,
    /// A process that has a large part in it.
    culprit: Option<i32>,
}

/// Looks at a sandbox.
pub(super) struct Watch {
    limits: Limits,
    /// A folder on the disk that its processes write to.
    disk: Option<PathBuf>,
}

/// One process.
struct Process {
    pid: i32,
    resident_bytes: u64,
}

/// A disk is filled by a command if it has taken this much of it.
const TAKEN_MIN: u64 = 256 << 20;

impl Watch {
    pub(super) fn new(limits: Limits, disk: Option<PathBuf>) -> Self {
        Self { limits, disk }
    }

    /// Bytes that are free on the disk.
    pub(super) fn disk_free(&self) -> Option<u64> {
        let stat = rustix::fs::statvfs(self.disk.as_ref()?).ok()?;
        Some(stat.f_bavail.saturating_mul(stat.f_frsize))
    }

    /// Which command uses more than it may, and of what; none if that can't be told, and all have to end.
    pub(super) fn excess(&self, jobs: &[Job], mark: &str) -> Option<Excess> {
        let running = || jobs.iter().filter(|job| job.is_running());
        let passed = self.passed(running().map(|job| job.disk_free).max()?)?;
        let marked = passed.culprit.and_then(tree::mark_of);
        let job = marked.and_then(|it| it.strip_prefix(mark)?.parse::<u64>().ok());
        Some(Excess {
            what: passed.what,
            job: job.filter(|id| running().any(|job| job.id == *id)),
        })
    }

    /// The first limit that is passed; `free_before` is what was free on the disk when the command was started.
    fn passed(&self, free_before: Option<u64>) -> Option<Passed> {
        self.passed_disk(free_before).or_else(|| {
            let all = processes();
            self.passed_processes(&all)
                .or_else(|| self.passed_memory(&all))
        })
    }

    fn passed_disk(&self, free_before: Option<u64>) -> Option<Passed> {
        let (before, now) = (free_before?, self.disk_free()?);
        let least = self.limits.disk_free_bytes;
        let filled = now < least && before.saturating_sub(now) >= TAKEN_MIN;
        filled.then(|| Passed {
            what: format!(
                "it filled the disk: {} are free, {} have to be",
                size(now),
                size(least)
            ),
            culprit: None,
        })
    }

    fn passed_processes(&self, all: &[Process]) -> Option<Passed> {
        let most = self.limits.processes as usize;
        // The kernel counts threads as well and refuses at the limit, so the processes alone stay below it.
        (all.len() >= most / 10 * 9).then(|| Passed {
            what: format!("it started {} processes, the limit is {most}", all.len()),
            culprit: None,
        })
    }

    /// Memory that several processes share counts once. To tell it takes long, so it is told only where the sum of what
    /// each can reach passes the limit.
    fn passed_memory(&self, all: &[Process]) -> Option<Passed> {
        let most = self.limits.memory_bytes;
        let reached = |all: &[Process]| all.iter().map(|it| it.resident_bytes).sum::<u64>();
        if reached(all) <= most {
            return None;
        }
        let share = |it: &Process| share_of(it.pid).unwrap_or(it.resident_bytes);
        let held: u64 = all.iter().map(share).sum();
        (held > most).then(|| Passed {
            what: format!(
                "it held {} of memory, the limit is {}",
                size(held),
                size(most)
            ),
            culprit: all
                .iter()
                .max_by_key(|it| it.resident_bytes)
                .map(|it| it.pid),
        })
    }
}

/// The processes of the sandbox, those included that have ended and that nobody has asked about yet.
fn processes() -> Vec<Process> {
    let this = rustix::process::getpid().as_raw_nonzero().get();
    // The first process of a namespace sees nobody else's.
    let all = if this == 1 {
        tree::all_pids()
    } else {
        tree::descendants(this).into_iter().collect()
    };
    let resident = |pid| {
        Some(Process {
            pid,
            resident_bytes: resident_of(pid)?,
        })
    };
    all.into_iter()
        .filter(|pid| *pid != this)
        .filter_map(resident)
        .collect()
}

/// Bytes of memory that a process can reach.
fn resident_of(pid: i32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages.saturating_mul(rustix::param::page_size() as u64))
}

/// Bytes of memory that a process holds, each shared page in equal parts.
fn share_of(pid: i32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    let kib: u64 = line.trim().split(' ').next()?.parse().ok()?;
    Some(kib.saturating_mul(1024))
}

fn size(bytes: u64) -> String {
    const UNITS: [(&str, u64); 3] = [("GB", 1 << 30), ("MB", 1 << 20), ("kB", 1 << 10)];
    let unit = UNITS.iter().find(|(_, unit)| bytes >= *unit);
    match unit {
        Some((name, unit)) => {
            let tenths = bytes.saturating_mul(10) / unit;
            format!("{}.{} {name}", tenths / 10, tenths % 10)
        }
        None => format!("{bytes} bytes"),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn watch(limits: Limits) -> Watch {
        Watch::new(limits, Some("/".into()))
    }

    #[test]
    fn memory_that_is_shared_counts_once() {
        let this = Process {
            pid: std::process::id().cast_signed(),
            resident_bytes: u64::MAX / 2,
        };
        let most = Limits {
            memory_bytes: share_of(this.pid).unwrap() * 3,
            ..Limits::default()
        };
        assert_eq!(watch(most).passed_memory(&[this]), None);
    }

    #[test]
    fn a_disk_that_was_full_before_is_nobodys_doing() {
        let most = Limits {
            disk_free_bytes: u64::MAX,
            ..Limits::default()
        };
        let watch = watch(most);
        assert_eq!(watch.passed_disk(watch.disk_free()), None);
        assert!(watch.passed_disk(Some(u64::MAX)).is_some());
    }

    #[test]
    fn sizes_are_rounded_down() {
        let sizes = [0, 1023, 1536, 16 << 30].map(size);
        assert_eq!(sizes, ["0 bytes", "1023 bytes", "1.5 kB", "16.0 GB"]);
    }
}
