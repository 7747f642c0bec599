//! Level 5: what artifacts provide is broken in scratch copies, and the evidence that claims to cover it is run. Nothing
//! is broken where the person works.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ledger::ids::RelPath;
use ledger::options::Verification;
use ledger::plan::Plan;
use tools::acts::{Standing, standing};
use tools::sandbox::{Command, Exit};
use tools::scratch::{self, Scratch};
use verify::{Fixtures, Guarded, Outcome, Suspect, Trial};

use crate::session::Runner;

/// Largest fixture, in bytes.
const FIXTURE_BYTES_MAX: u64 = 1024 * 1024;

/// How much may be tried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// Breaks.
    pub(crate) breaks_max: usize,
    /// Wall time of all together.
    pub(crate) time_max: Duration,
    /// Scratch copies side by side.
    pub(crate) copies: usize,
}

impl From<ledger::options::Falsify> for Bounds {
    fn from(options: ledger::options::Falsify) -> Self {
        let count = |it: u32| usize::try_from(it).unwrap_or(usize::MAX);
        Self {
            breaks_max: count(options.breaks_max),
            time_max: Duration::from_secs(u64::from(options.time_s)),
            copies: count(options.copies),
        }
    }
}

/// Largest file that is broken, in bytes.
const FILE_BYTES_MAX: u64 = 1024 * 1024;

/// What is worth breaking: artifacts that a command which passed claims to cover.
pub(crate) fn chosen(
    root: &Path,
    plan: &Plan,
    options: &Verification,
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
    let mut suspects = verify::suspects(plan, options, text);
    for suspect in &mut suspects {
        suspect.commands.retain(|it| green.contains(&it.as_str()));
    }
    suspects.retain(|it| !it.commands.is_empty());
    suspects
}

/// Tries suspects, most telling first; of those that are tried at all, the ones that `first` marks before the others.
/// What comes of them stands in the order of the suspects. A command that does not pass in an unbroken copy says
/// nothing about broken ones; where no copy can be made, nothing is tried, and each trial says so. `stop`: no
/// further one is begun.
pub(crate) fn run(
    root: &Path,
    place: &Path,
    suspects: &[Suspect],
    first: &[bool],
    bounds: Bounds,
    stop: &AtomicBool,
) -> Vec<Trial> {
    let suspects = suspects.get(..bounds.breaks_max).unwrap_or(suspects);
    let mut order: Vec<usize> = (0..suspects.len()).collect();
    order.sort_by_key(|at| !first.get(*at).copied().unwrap_or(false));
    let end = Instant::now() + bounds.time_max;
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Trial)>> = Mutex::new(Vec::new());
    let copies = bounds.copies.min(suspects.len());
    let work = |number: usize| {
        let mut bench = Bench::new(root, &place.join(number.to_string()));
        loop {
            let taken = order.get(next.fetch_add(1, Ordering::Relaxed)).copied();
            let Some((at, suspect)) = taken.and_then(|at| Some((at, suspects.get(at)?))) else {
                return;
            };
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let outcome = match &mut bench {
                Ok(bench) => bench.outcome(suspect, end),
                Err(why) => Outcome::Untried(why.clone()),
            };
            if let Ok(mut done) = done.lock() {
                done.push((at, trial(suspect, outcome)));
            }
        }
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..copies)
            .map(|it| scope.spawn(move || work(it)))
            .collect();
        for thread in running {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
    // The copies are gone by now; this is the empty folder around them.
    let _ = std::fs::remove_dir(place);
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, trial)| trial).collect()
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
pub(crate) fn guards(root: &Path, place: &Path, all: &[Fixtures], bounds: Bounds) -> Vec<Guarded> {
    let end = Instant::now() + bounds.time_max;
    let mut bench = Bench::new(root, &place.join("guards"));
    let mut put = |it: &Fixtures, fixture: &RelPath| match &mut bench {
        Ok(bench) => bench.put(it, fixture, (root, end)),
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
        name: suspect.broken.name.clone(),
        line: suspect.broken.line,
        how: suspect.broken.kind.into(),
        outcome,
    }
}

/// One scratch copy, and what its commands did while nothing was broken.
struct Bench {
    scratch: Scratch,
    runner: Runner,
    sound: Vec<(String, Option<Duration>)>,
}

impl Bench {
    fn new(root: &Path, place: &Path) -> Result<Self, String> {
        let _ = std::fs::remove_dir_all(place);
        let failed = |error: String| format!("no scratch copy can be made: {error}");
        Ok(Self {
            scratch: Scratch::of(root, place, &scratch::Limits::default())
                .map_err(|error| failed(error.to_string()))?,
            runner: Runner::new().map_err(|error| failed(error.to_string()))?,
            sound: Vec::new(),
        })
    }

    fn outcome(&mut self, suspect: &Suspect, end: Instant) -> Outcome {
        self.tried(&suspect.path, &suspect.commands, end, |text| {
            let text = text.ok_or("the file can't be read")?;
            suspect
                .broken
                .apply(text)
                .ok_or("the file is not what it was")
        })
    }

    /// Puts a fixture in place of a target.
    fn put(&mut self, it: &Fixtures, fixture: &RelPath, (root, end): (&Path, Instant)) -> Outcome {
        let text = match standing(root, fixture, FIXTURE_BYTES_MAX) {
            Standing::Text(text) => text,
            Standing::Absent
            | Standing::Directory
            | Standing::LinkOutside
            | Standing::Special
            | Standing::TooLarge(_)
            | Standing::NotText => {
                return Outcome::Untried(format!("`{fixture}` can't be read as a text"));
            }
        };
        // Nothing is written through a link that leads out of the copy.
        match standing(root, &it.target, FIXTURE_BYTES_MAX) {
            Standing::Text(_) => self.tried(&it.target, &it.commands, end, |_| Ok(text)),
            Standing::Absent
            | Standing::Directory
            | Standing::LinkOutside
            | Standing::Special
            | Standing::TooLarge(_)
            | Standing::NotText => {
                Outcome::Untried(format!("`{}` can't be read as a text", it.target))
            }
        }
    }

    /// Changes a file, asks the commands that pass otherwise, and puts it back.
    fn tried(
        &mut self,
        path: &RelPath,
        commands: &[String],
        end: Instant,
        changed: impl FnOnce(Option<&str>) -> Result<String, &'static str>,
    ) -> Outcome {
        let file = self.scratch.root().join(path.as_str());
        let sound: Vec<(String, Duration)> = commands
            .iter()
            .filter_map(|command| Some((command.clone(), self.sound(command, end)?)))
            .collect();
        if sound.is_empty() {
            return Outcome::Untried("no command passes in an unbroken copy, in time".to_owned());
        }
        let text = std::fs::read_to_string(&file).ok();
        let changed = match changed(text.as_deref()) {
            Ok(changed) => changed,
            Err(why) => return Outcome::Untried(why.to_owned()),
        };
        if let Err(error) = std::fs::write(&file, changed) {
            return Outcome::Untried(format!("the file can't be written: {error}"));
        }
        let outcome = self.noticed(&sound, end);
        let back = match text {
            Some(text) => std::fs::write(&file, text),
            None => std::fs::remove_file(&file),
        };
        match back {
            Ok(()) => outcome,
            Err(error) => {
                // The copy is of no more use: nothing passes in it from here on.
                self.sound.iter_mut().for_each(|(_, it)| *it = None);
                Outcome::Untried(format!("the file can't be put back: {error}"))
            }
        }
    }

    fn noticed(&self, commands: &[(String, Duration)], end: Instant) -> Outcome {
        for (command, before) in commands {
            // What takes much longer than before hangs on the break: that is noticed too.
            let limit = before.saturating_mul(4) + Duration::from_secs(10);
            let left = end.saturating_duration_since(Instant::now());
            if left < *before {
                return Outcome::Untried("the time for it was up".to_owned());
            }
            match self.passes(command, limit.min(left)) {
                Some(_) => {}
                None if Instant::now() >= end => {
                    return Outcome::Untried("the time for it was up".to_owned());
                }
                None => return Outcome::Noticed(command.clone()),
            }
        }
        Outcome::Survived
    }

    /// How long a command takes in this copy while nothing is broken, if it passes.
    fn sound(&mut self, command: &str, end: Instant) -> Option<Duration> {
        if let Some((_, known)) = self.sound.iter().find(|(it, _)| it == command) {
            return *known;
        }
        let left = end.saturating_duration_since(Instant::now());
        let found = self.passes(command, left);
        self.sound.push((command.to_owned(), found));
        found
    }

    fn passes(&self, command: &str, limit: Duration) -> Option<Duration> {
        let argv = gate::argv_of(command)?;
        let mut job = Command::new(argv, self.root());
        job.timeout = limit;
        job.merge_stderr = true;
        let output = self.runner.run(job);
        match output.exit {
            Exit::Exited(0) => Some(output.duration),
            Exit::Exited(_)
            | Exit::Signalled(_)
            | Exit::TimedOut
            | Exit::Cancelled
            | Exit::NotStarted(_)
            | Exit::Lost => None,
        }
    }

    fn root(&self) -> PathBuf {
        self.scratch.root().to_owned()
    }
}
