//! Level 5: what artifacts provide is broken in scratch copies, links are dropped there, and the evidence that claims to
//! cover them is run. Nothing is broken where the person works.

mod baseline_time;
mod outcome;
mod scratch_copy;
mod tested_place;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use ledger::ids::RelPath;
use ledger::options::Verification;
use ledger::plan::Plan;
use tools::acts::{Standing, standing};
use tools::scratch::Leave;
use verify::{Files, Fixtures, Guarded, Outcome, Suspect, Trial};

use scratch_copy::Bench;
pub(crate) use scratch_copy::Found;
pub(crate) use tested_place::places;

/// How much may be tried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Breaks.
    pub(crate) breaks_max: usize,
    /// Wall time of all together.
    pub(crate) time_max: Duration,
    /// Scratch copies side by side.
    pub(crate) copies: usize,
    /// Whether the next attempt goes on where this one ends.
    pub(crate) resumes: bool,
}

impl Bounds {
    /// Why what is beyond the number was not tried.
    fn spent(&self) -> String {
        let (count, more) = (self.breaks_max, self.more());
        format!("`verification.falsify.breaks` ends one verification after {count} trials; {more}")
    }

    /// Why what is beyond the time was not tried.
    fn late(&self) -> String {
        let (seconds, more) = (self.time_max.as_secs(), self.more());
        format!("`verification.falsify.seconds` ends trials after {seconds} s; {more}")
    }

    fn more(&self) -> &'static str {
        match self.resumes {
            true => "verify again to go on with the others, or raise it",
            false => "raise it to try more",
        }
    }
}

impl From<ledger::options::Falsify> for Bounds {
    fn from(options: ledger::options::Falsify) -> Self {
        let count = |it: u32| usize::try_from(it).unwrap_or(usize::MAX);
        Self {
            breaks_max: count(options.breaks_max),
            time_max: Duration::from_secs(u64::from(options.time_s)),
            copies: count(options.copies),
            resumes: false,
        }
    }
}

/// Largest file that is broken, in bytes.
const FILE_BYTES_MAX: u64 = 1024 * 1024;

/// What is worth breaking: artifacts and links that a command which passed claims to cover.
pub(crate) fn chosen(
    root: &Path,
    (plan, options): (&Plan, &Verification),
    files: &Files<'_>,
    green: &[&str],
) -> Vec<Suspect> {
    let text = |path: &RelPath| match standing(root, path, FILE_BYTES_MAX) {
        Standing::Text(text) => Some(text),
        Standing::Absent
        | Standing::Directory
        | Standing::LinkOutside
        | Standing::Special
        | Standing::TooLarge(_)
        | Standing::NotText => None,
    };
    let mut suspects = verify::suspects(plan, options, files, text);
    for suspect in &mut suspects {
        suspect.commands.retain(|it| green.contains(&it.as_str()));
    }
    suspects.retain(|it| !it.commands.is_empty());
    suspects
}

/// What is to be tried, and where.
pub(crate) struct Attempt<'a> {
    /// Leave to copy the tree that was verified, and to run its commands there.
    pub(crate) leave: &'a Leave,
    /// Where copies of it are made.
    pub(crate) place: &'a Path,
    /// The most telling first.
    pub(crate) suspects: &'a [Suspect],
    /// Those of them that are tried before the others, of those that are tried at all.
    pub(crate) first: &'a [bool],
    /// How much may be tried.
    pub(crate) bounds: Bounds,
    /// Whether no further trial is begun.
    pub(crate) stop: &'a AtomicBool,
}

/// What outlives one attempt. Trials are looked up in it before they are made, and told to it as they end.
pub(crate) trait Past {
    /// What came of the same trial before.
    fn outcome(&self, suspect: &Suspect) -> Option<Outcome>;
    /// So many trials need not be made again, and so many are now, of so many in all.
    fn planned(&mut self, remembered: usize, open: usize, all: usize);
    /// The copies are made: what is tried from here on is what stood there by now.
    fn copied(&mut self);
    /// A trial has ended.
    fn ended(&mut self, suspect: &Suspect, found: &Found);
}

/// Nothing is remembered.
pub(crate) struct NoPast;

impl Past for NoPast {
    fn outcome(&self, _: &Suspect) -> Option<Outcome> {
        None
    }

    fn planned(&mut self, _: usize, _: usize, _: usize) {}

    fn copied(&mut self) {}

    fn ended(&mut self, _: &Suspect, _: &Found) {}
}

/// Tries suspects, as many as the bounds allow of those of which nothing is remembered; what is remembered counts like
/// what is tried. What comes of them stands in the order of the suspects. A command that does not pass in an unbroken
/// copy says nothing about broken ones; where no copy can be made, nothing is tried, and each trial says so.
pub(crate) fn run(attempt: &Attempt<'_>, past: &mut dyn Past) -> Vec<Trial> {
    let mut done = Vec::new();
    let mut open = Vec::new();
    for (at, suspect) in attempt.suspects.iter().enumerate() {
        let mut next = Some(suspect.clone());
        while let Some(suspect) = next.take() {
            match past.outcome(&suspect) {
                Some(outcome) => {
                    next = instead(&suspect, &outcome);
                    done.push((at, trial(&suspect, outcome)));
                }
                None => open.push((at, suspect)),
            }
        }
    }
    let remembered = attempt.suspects.len().saturating_sub(open.len());
    let bounds = &attempt.bounds;
    // None at all is what was asked for, and nothing is missing then.
    let beyond = open.split_off(bounds.breaks_max.min(open.len()));
    if bounds.breaks_max > 0 {
        let spent = || Outcome::Untried(bounds.spent());
        done.extend(beyond.iter().map(|(at, it)| (*at, trial(it, spent()))));
    }
    open.sort_by_key(|(at, _)| !attempt.first.get(*at).copied().unwrap_or(false));
    past.planned(remembered, open.len(), attempt.suspects.len());
    if !open.is_empty() {
        done.extend(tried(attempt, &open, past));
    }
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, trial)| trial).collect()
}

/// What is tried in its place, where nothing was learnt of a suspect.
fn instead(suspect: &Suspect, outcome: &Outcome) -> Option<Suspect> {
    match outcome {
        Outcome::Unbuilt(_) => suspect.other(),
        Outcome::Noticed(_) | Outcome::Survived | Outcome::Untried(_) => None,
    }
}

/// Makes the copies, and then the trials in them.
fn tried(
    attempt: &Attempt<'_>,
    open: &[(usize, Suspect)],
    past: &mut dyn Past,
) -> Vec<(usize, Trial)> {
    let end = Instant::now() + attempt.bounds.time_max;
    let copies = attempt.bounds.copies.min(open.len());
    let late = attempt.bounds.late();
    let made = &|number: usize| {
        let place = attempt.place.join(number.to_string());
        Bench::new(attempt.leave, &place, (end, &late))
    };
    let benches: Vec<_> = std::thread::scope(|scope| {
        let making: Vec<_> = (0..copies)
            .map(|it| scope.spawn(move || made(it)))
            .collect();
        making.into_iter().map(joined).collect()
    });
    past.copied();
    let next = AtomicUsize::new(0);
    let work = |mut bench: Result<Bench<'_>, String>, ended: Sender<(usize, Suspect, Found)>| {
        loop {
            let taken = open.get(next.fetch_add(1, Ordering::Relaxed));
            let Some((at, suspect)) = taken.filter(|_| !attempt.stop.load(Ordering::Relaxed))
            else {
                return;
            };
            let mut next = Some(suspect.clone());
            while let Some(suspect) = next.take() {
                let found = match &mut bench {
                    Ok(bench) => bench.outcome(&suspect),
                    Err(why) => Found::untried(why.clone()),
                };
                next = instead(&suspect, &found.outcome);
                // The one who listens goes last.
                let _ = ended.send((*at, suspect, found));
            }
        }
    };
    let mut done = Vec::new();
    std::thread::scope(|scope| {
        let (ended, each) = channel();
        for bench in benches {
            let ended = ended.clone();
            scope.spawn(move || work(bench, ended));
        }
        drop(ended);
        for (at, suspect, found) in each {
            past.ended(&suspect, &found);
            done.push((at, trial(&suspect, found.outcome)));
        }
    });
    // The copies are gone by now; this is the empty folder around them.
    let _ = std::fs::remove_dir(attempt.place);
    done
}

fn joined<T>(thread: std::thread::ScopedJoinHandle<'_, T>) -> T {
    match thread.join() {
        Ok(made) => made,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// What came of recorded trials, in a few words.
#[must_use]
pub fn in_words(facts: &str) -> String {
    let trials = verify::Tried::read(facts).trials;
    let count =
        |wanted: fn(&Outcome) -> bool| trials.iter().filter(|it| wanted(&it.outcome)).count();
    let noticed = count(|it| matches!(it, Outcome::Noticed(_)));
    let survived = count(|it| matches!(it, Outcome::Survived));
    match noticed.saturating_add(survived) {
        0 => "nothing could be broken to try the evidence".to_owned(),
        tried => format!("{noticed} of {tried} breaks in scratch copies were noticed"),
    }
}

/// The prohibitions whose checks all passed, so that their fixtures say something.
pub(crate) fn guarded(plan: &Plan, green: &[&str]) -> Vec<Fixtures> {
    let mut all = verify::guards(plan);
    all.retain(|it| !it.commands.is_empty() && it.commands.iter().all(|it| green.contains(&&**it)));
    all
}

/// Puts fixtures in place of what prohibitions guard, one after the other in one scratch copy.
pub(crate) fn guards(
    leave: &Leave,
    place: &Path,
    all: &[Fixtures],
    bounds: Bounds,
) -> Vec<Guarded> {
    let (end, root) = (Instant::now() + bounds.time_max, leave.root());
    let mut bench = Bench::new(leave, &place.join("guards"), (end, &bounds.late()));
    let mut put = |it: &Fixtures, fixture: &RelPath| match &mut bench {
        Ok(bench) => bench.put(it, fixture, root).outcome,
        Err(why) => Outcome::Untried(why.clone()),
    };
    let done = all.iter().map(|it| Guarded {
        truth: it.truth.clone(),
        violated: put(it, &it.violation),
        clean: it.clean.as_ref().map(|clean| put(it, clean)),
    });
    let done = done.collect();
    drop(bench);
    let _ = std::fs::remove_dir(place);
    done
}

fn trial(suspect: &Suspect, outcome: Outcome) -> Trial {
    Trial {
        path: suspect.path.as_str().to_owned(),
        link: suspect.link.clone(),
        name: suspect.broken.name.clone(),
        line: suspect.broken.line,
        how: suspect.broken.kind.into(),
        asked: suspect.asked,
        outcome,
    }
}
