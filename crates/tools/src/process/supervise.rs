//! The supervisor: our own binary again, one per run, that starts every child and outlives none.
//!
//! One thread and one `poll` loop. It is the subreaper of everything below it, so a process that
//! calls `setsid` and forks twice becomes its child, not somebody else's. When the channel to the
//! driver closes, however the driver died, it ends the whole tree and then itself.
//!
//! It has no parent-death signal: that would end it before it could end its tree.

use std::collections::{BTreeSet, VecDeque};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, IoSliceMut, ioctl_fionbio};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendFlags, recvmsg, send};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpgid, getpgrp, getpid, kill_process,
    kill_process_group, setsid, wait, waitid, waitpid,
};

use super::command::{Command, Exit, Input, Output};
use super::job::Job;
use super::tree;
use super::wire::{Answer, Ask, Frames, Malformed};

/// The hidden argument that makes the binary a supervisor.
pub const SUPERVISE_ARG: &str = "__supervise";

/// Commands running at once at most.
const JOBS_MAX: usize = 64;
/// The time ending the whole tree may take when the driver has gone.
const END_MAX: Duration = Duration::from_secs(10);
/// Between two reports of a long command, and between two looks for dead orphans.
const TICK: Duration = Duration::from_secs(1);
/// Descriptors in one message at most.
const FDS_MAX: usize = 4;

/// What the program does when started with [`SUPERVISE_ARG`]: serves the driver on standard
/// input, a connected socket, until that closes. Call it first thing in `main`.
pub fn supervise_main() -> ExitCode {
    // Fails only where we lead a session already, which is as good.
    let _leader = setsid();
    #[cfg(target_os = "linux")]
    if rustix::process::set_child_subreaper(Some(getpid())).is_err() {
        return ExitCode::FAILURE;
    }
    let Ok(channel) = rustix::stdio::stdin().try_clone_to_owned() else {
        return ExitCode::FAILURE;
    };
    if ioctl_fionbio(&channel, true).is_err() {
        return ExitCode::FAILURE;
    }
    let mut supervise = Supervise::new(channel);
    let served = supervise.serve();
    end_everything(&supervise.jobs);
    if served.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

struct Supervise {
    channel: OwnedFd,
    frames: Frames,
    /// Descriptors that came with frames not yet taken.
    fds: VecDeque<OwnedFd>,
    /// Bytes of answers that the channel did not take yet.
    out: VecDeque<u8>,
    jobs: Vec<Job>,
    /// Finished jobs whose background processes may stay.
    kept: BTreeSet<u64>,
    /// The start of every mark we give: our id and start time.
    mark: String,
    next_tick: Instant,
    closed: bool,
}

impl Supervise {
    fn new(channel: OwnedFd) -> Self {
        let pid = getpid().as_raw_nonzero().get();
        Self {
            channel,
            frames: Frames::default(),
            fds: VecDeque::new(),
            out: VecDeque::new(),
            jobs: Vec::new(),
            kept: BTreeSet::new(),
            mark: format!("{pid}.{}.", tree::start_of(pid).unwrap_or(0)),
            next_tick: Instant::now(),
            closed: false,
        }
    }

    fn serve(&mut self) -> Result<(), Malformed> {
        while !self.closed {
            self.wait();
            self.listen()?;
            let now = Instant::now();
            for job in &mut self.jobs {
                job.pump();
                job.reap(now);
                // What it wrote last may have come between the two.
                if !job.is_running() {
                    job.pump();
                }
                job.tick(now);
            }
            self.sweep(now);
            self.finish(now);
            self.tick(now);
            self.flush();
        }
        Ok(())
    }

    /// Sleeps until something can be done.
    fn wait(&self) {
        let now = Instant::now();
        let mut wake = self.jobs.iter().filter_map(|job| job.wake_at(now)).min();
        if !self.jobs.is_empty() {
            wake = Some(wake.map_or(self.next_tick, |wake| wake.min(self.next_tick)));
        }
        let left = wake.map(|wake| wake.saturating_duration_since(now));
        let left = left.and_then(|left| Timespec::try_from(left).ok());
        let mut interests = PollFlags::IN;
        if !self.out.is_empty() {
            interests |= PollFlags::OUT;
        }
        let mut ready = vec![PollFd::new(&self.channel, interests)];
        for job in &self.jobs {
            job.interests(&mut ready);
        }
        // An interrupted or failed wait is a wake-up like any other.
        let _count = poll(&mut ready, left.as_ref());
    }

    /// Takes in what the driver said.
    fn listen(&mut self) -> Result<(), Malformed> {
        let mut buffer = vec![0; 16 * 1024];
        loop {
            match receive(&self.channel, &mut buffer, &mut self.fds) {
                Ok(0) => {
                    self.closed = true;
                    return Ok(());
                }
                Ok(count) => self.frames.push(&buffer[..count]),
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => continue,
                Err(_) => {
                    self.closed = true;
                    return Ok(());
                }
            }
            while let Some(body) = self.frames.next()? {
                let ask = Ask::decode(body)?;
                self.obey(ask);
            }
        }
        self.frames.shrink();
        Ok(())
    }

    fn obey(&mut self, ask: Ask) {
        match ask {
            Ask::Run { id, command } => self.start(id, *command),
            Ask::Cancel { id } => {
                let now = Instant::now();
                if let Some(job) = self.jobs.iter_mut().find(|job| job.id == id) {
                    job.end(Exit::Cancelled, now);
                }
            }
        }
    }

    fn start(&mut self, id: u64, command: Command) {
        let pipes = match command.stdin {
            Input::Stream => self.fds.pop_front().zip(self.fds.pop_front()),
            Input::Null | Input::Bytes(_) => None,
        };
        let started = if self.jobs.len() < JOBS_MAX {
            Job::start(id, &format!("{}{id}", self.mark), command, pipes)
        } else {
            Err(format!("{JOBS_MAX} commands are running already"))
        };
        match started {
            Ok(job) => {
                let pid = job.pid.as_raw_nonzero().get();
                self.answer(&Answer::Started {
                    id,
                    pid,
                    start: tree::start_of(pid).unwrap_or(0),
                });
                self.jobs.push(job);
            }
            Err(why) => {
                let output = Output {
                    exit: Exit::NotStarted(why),
                    stdout: Default::default(),
                    stderr: Default::default(),
                    duration: Duration::ZERO,
                    strays: 0,
                };
                self.answer(&Answer::Finished {
                    id,
                    output: Box::new(output),
                });
            }
        }
        self.flush();
    }

    /// Ends what finished commands left behind.
    fn sweep(&mut self, now: Instant) {
        let waits = |job: &Job| !job.is_running() && !job.swept;
        if !self.jobs.iter().any(waits) {
            return;
        }
        let (strays, reaped) = if has_children() {
            self.strays()
        } else {
            (Vec::new(), false)
        };
        let idle = !self.jobs.iter().any(Job::is_running);
        for job in self.jobs.iter_mut().filter(|job| waits(job)) {
            let mut quiet = !reaped;
            for (stray, owner) in &strays {
                // One that hides its mark goes when nothing else runs whose it could be.
                if owner.map_or(idle, |owner| owner == job.id) {
                    job.strays.insert(stray.as_raw_nonzero().get());
                    end_child(*stray);
                    quiet = false;
                }
            }
            job.swept = quiet || job.sweep_is_over(now);
        }
    }

    /// Our children that are no command's first process and belong to no kept one, with the job
    /// whose mark they carry, if that is one of ours. Dead ones are reaped on the way; says whether
    /// there were any, because their own children may have become ours since we looked.
    fn strays(&self) -> (Vec<(Pid, Option<u64>)>, bool) {
        let first = |child: &Pid| {
            self.jobs
                .iter()
                .any(|job| job.is_running() && job.pid == *child)
        };
        let mut strays = Vec::new();
        let mut reaped = false;
        for child in tree::own_children().iter().filter(|child| !first(child)) {
            if !matches!(waitpid(Some(*child), WaitOptions::NOHANG), Ok(None)) {
                reaped = true;
                continue;
            }
            let mark = tree::mark_of(child.as_raw_nonzero().get());
            let job = mark.and_then(|mark| mark.strip_prefix(&self.mark)?.parse().ok());
            if job.is_some_and(|job| self.kept.contains(&job)) {
                continue;
            }
            let known = |id: &u64| self.jobs.iter().any(|job| job.id == *id);
            strays.push((*child, job.filter(known)));
        }
        (strays, reaped)
    }

    /// Answers for the jobs of which nothing more will come.
    fn finish(&mut self, now: Instant) {
        let mut index = 0;
        while let Some(job) = self.jobs.get(index) {
            if !job.is_done(now) {
                index += 1;
                continue;
            }
            let job = self.jobs.remove(index);
            if job.keep_background {
                self.kept.insert(job.id);
            }
            let answer = Answer::Finished {
                id: job.id,
                output: Box::new(job.into_output()),
            };
            self.answer(&answer);
        }
    }

    /// Once a second while something runs: reports, and reaps orphans that ended by themselves.
    fn tick(&mut self, now: Instant) {
        if now < self.next_tick {
            return;
        }
        self.next_tick = now + TICK;
        let mut reports = Vec::new();
        for job in self
            .jobs
            .iter_mut()
            .filter(|job| job.progress && job.is_running())
        {
            let (bytes, last) = job.written();
            if bytes != job.reported {
                job.reported = bytes;
                reports.push(Answer::Progress {
                    id: job.id,
                    bytes,
                    last,
                });
            }
        }
        // Reports are dropped, answers never, while the driver does not listen.
        if self.out.is_empty() {
            reports.iter().for_each(|report| self.answer(report));
        }
        if !self.jobs.is_empty() {
            let _reaped = self.strays();
        }
    }

    fn answer(&mut self, answer: &Answer) {
        self.out.extend(answer.encode());
    }

    /// Writes what the channel takes now.
    fn flush(&mut self) {
        while !self.out.is_empty() {
            let (bytes, _) = self.out.as_slices();
            // A closed channel is an error here, not a signal: Rust programs ignore that one.
            match send(&self.channel, bytes, SendFlags::empty()) {
                Ok(count) => drop(self.out.drain(..count)),
                Err(Errno::AGAIN) => return,
                Err(Errno::INTR) => {}
                Err(_) => {
                    self.closed = true;
                    return;
                }
            }
        }
    }
}

/// Reads bytes and descriptors from the channel.
fn receive(
    channel: &OwnedFd,
    buffer: &mut [u8],
    fds: &mut VecDeque<OwnedFd>,
) -> Result<usize, Errno> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(FDS_MAX))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let flags = RecvFlags::empty();
    #[cfg(target_os = "linux")]
    let flags = flags | RecvFlags::CMSG_CLOEXEC;
    let message = recvmsg(
        channel,
        &mut [IoSliceMut::new(buffer)],
        &mut ancillary,
        flags,
    )?;
    for item in ancillary.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = item {
            fds.extend(rights);
        }
    }
    Ok(message.bytes)
}

/// Whether we have children at all, dead or alive: one system call, the usual answer is no.
fn has_children() -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::All, look), Err(Errno::CHILD))
}

/// Ends a child of ours, and its group with it.
fn end_child(child: Pid) {
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
fn end_everything(jobs: &[Job]) {
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
