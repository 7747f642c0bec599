//! The supervisor: our own binary again, one per run, that starts every child and outlives none.
//!
//! One thread and one `poll` loop. It is the subreaper of everything below it, so a process that
//! calls `setsid` and forks twice becomes its child, not somebody else's. When the channel to the
//! driver closes, however the driver died, it ends the whole tree and then itself.
//!
//! It has no parent-death signal: that would end it before it could end its tree.

use std::collections::{BTreeSet, VecDeque};
use std::os::fd::OwnedFd;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process_group, setsid, waitpid};

use super::answers::Answers;
use super::channel::receive;
use super::command::{Command, Exit, Input, Output};
use super::ending::{end_child, end_everything, has_children};
use super::job::Job;
use super::place::Place;
use super::spawn::Handed;
use super::spawner::Spawner;
use super::usage::Watch;
use super::wire::{Answer, Ask, Frames, Malformed};
use super::{lives, tree};
use crate::git_door::places::Places;
use crate::sandbox::{PrivateFolder, Sandbox, take_away};

/// Commands running at once at most.
const JOBS_MAX: usize = 256;
/// Between two reports of a long command, and between two looks for dead orphans.
const TICK: Duration = Duration::from_secs(1);
/// Between two looks at what the processes of a sandbox use.
const LOOK: Duration = Duration::from_millis(250);

/// Serves the driver on a connected socket until that closes, then ends the whole tree.
pub(super) fn supervise(channel: OwnedFd, place: Place) -> ExitCode {
    // Fails only where we lead a session already, which is as good.
    let _leader = setsid();
    #[cfg(target_os = "linux")]
    if rustix::process::set_child_subreaper(Some(getpid())).is_err() {
        return ExitCode::FAILURE;
    }
    if ioctl_fionbio(&channel, true).is_err() {
        return ExitCode::FAILURE;
    }
    let mut supervise = Supervise::new(channel, place);
    let served = supervise.serve();
    end_everything(&supervise.jobs);
    for job in supervise.jobs.iter().filter(|job| job.supervises) {
        take_away(job.pid.as_raw_nonzero().get(), lives);
    }
    supervise.private = None;
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
    out: Answers,
    jobs: Vec<Job>,
    /// Finished jobs whose background processes may stay.
    kept: BTreeSet<u64>,
    /// The start of every mark we give: our id and start time.
    mark: String,
    next_tick: Instant,
    next_look: Instant,
    closed: bool,
    place: Place,
    watch: Option<Watch>,
    /// Gone with this value.
    private: Option<PrivateFolder>,
    spawner: Spawner,
}

impl Supervise {
    fn new(channel: OwnedFd, place: Place) -> Self {
        let pid = getpid().as_raw_nonzero().get();
        Self {
            channel,
            frames: Frames::default(),
            fds: VecDeque::new(),
            out: Answers::default(),
            jobs: Vec::new(),
            kept: BTreeSet::new(),
            mark: format!("{pid}.{}.", tree::start_of(pid).unwrap_or(0)),
            next_tick: Instant::now(),
            next_look: Instant::now(),
            closed: false,
            place,
            watch: None,
            private: None,
            spawner: place.spawner(),
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
            self.look(now);
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
            let next = if self.watch.is_some() {
                self.next_look.min(self.next_tick)
            } else {
                self.next_tick
            };
            wake = Some(wake.map_or(next, |wake| wake.min(next)));
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
            Ask::Enter(sandbox, git) => self.enter(*sandbox, git.as_ref()),
            Ask::Run { id, command } => self.start(id, *command),
            Ask::Cancel { id } => {
                let now = Instant::now();
                if let Some(job) = self.jobs.iter_mut().find(|job| job.id == id) {
                    job.end(Exit::Cancelled, now);
                }
            }
        }
    }

    /// Builds the sandbox. Without it nothing is ever started here.
    fn enter(&mut self, sandbox: Sandbox, git: Option<&Places>) {
        let watch = Watch::new(
            sandbox.layout.limits,
            sandbox.layout.writable.first().cloned(),
        );
        // Without it, what has come belongs to the first command.
        let git = git.and_then(|places| Some((places, self.fds.pop_front()?)));
        let entered = self.place.enter(sandbox, git).map(|entered| {
            self.private = entered.private;
            self.spawner = entered.spawner;
            entered
                .leads_out
                .into_iter()
                .for_each(|it| self.out.bring(it));
            self.watch = Some(watch);
        });
        if let Err(why) = &entered {
            self.spawner = Spawner::Nothing(format!("there is no sandbox for it: {why}"));
        }
        self.answer(&Answer::Entered(entered));
        self.flush();
    }

    fn start(&mut self, id: u64, command: Command) {
        let handed = match command.stdin {
            Input::Null | Input::Bytes(_) => Some(Handed::Nothing),
            Input::Stream => {
                let pipes = self.fds.pop_front().zip(self.fds.pop_front());
                pipes.map(|(input, output)| Handed::Streams(input, output))
            }
            Input::Channel => self.fds.pop_front().map(Handed::Channel),
        };
        let handed = handed.ok_or_else(|| "its descriptors are missing".to_owned());
        let mark = format!("{}{id}", self.mark);
        let started = if self.jobs.len() < JOBS_MAX {
            handed.and_then(|handed| Job::start(id, &mark, command, handed, &self.spawner))
        } else {
            Err(format!("{JOBS_MAX} commands are running already"))
        };
        match started {
            Ok(mut job) => {
                job.disk_free = self.watch.as_ref().and_then(Watch::disk_free);
                let pid = job.pid.as_raw_nonzero().get();
                self.answer(&Answer::Started {
                    id,
                    pid,
                    start: tree::start_of(pid).unwrap_or(0),
                });
                self.jobs.push(job);
            }
            Err(why) => {
                let output = Output::not_started(why);
                self.answer(&Answer::Finished {
                    id,
                    output: Box::new(output),
                });
            }
        }
        self.flush();
    }

    /// Ends a command whose processes use more of the machine than they may, and all if none can be told.
    fn look(&mut self, now: Instant) {
        let Some(watch) = self.watch.as_ref().filter(|_| now >= self.next_look) else {
            return;
        };
        self.next_look = now + LOOK;
        let Some(excess) = watch.excess(&self.jobs, &self.mark) else {
            return;
        };
        let ended = |job: &&mut Job| excess.job.is_none_or(|id| job.id == id);
        for job in self.jobs.iter_mut().filter(ended) {
            job.end_now(Exit::Exceeded(excess.what.clone()), now);
        }
    }

    /// Ends what finished commands left behind.
    fn sweep(&mut self, now: Instant) {
        let waits = |job: &Job| !job.is_running() && !job.swept;
        if !self.jobs.iter().any(waits) {
            return;
        }
        if self.place == Place::InNamespaces
            && self
                .jobs
                .iter()
                .any(|job| waits(job) && job.sweep_is_long(now))
        {
            // Something forks faster than it can be looked for. The kernel ends all at once; what else runs in this
            // sandbox ends too, and says so.
            let _gone = kill_process_group(Pid::INIT, Signal::KILL);
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
            if job.supervises {
                // It does so itself, unless it was killed.
                take_away(job.pid.as_raw_nonzero().get(), lives);
            }
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
        self.out.push(answer);
    }

    /// Writes what the channel takes now.
    fn flush(&mut self) {
        if self.out.flush(&self.channel).is_err() {
            self.closed = true;
        }
    }
}
