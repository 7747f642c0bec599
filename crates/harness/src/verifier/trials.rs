//! Level 5 of the verifier alone: which breaks are tried, what is remembered of them, and what is said meanwhile.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use ledger::action::Declared;
use ledger::event::Inspection;
use ledger::evidence::Evidence;
use ledger::observation::ChangedFile;
use ledger::options::Verification;
use ledger::plan::Plan;
use ledger::verdict::Inputs;
use tools::outside_run::ByHand;
use tools::process::start_of;
use tools::scratch::Leave;
use verify::{Files, Guarded, How, Outcome, PlaceTrial, Suspect, Trial, Tried};

use super::Request;
use super::evidence::WorkingTree;
use super::remembered::Remembered;
use crate::environment::apart;
use crate::mutation_test::{self, Attempt, Bounds, Found, Past};
use crate::repository::Site;

/// What level 5 asks about.
pub(super) struct Level<'a> {
    site: &'a Site,
    request: &'a Request,
    plan: &'a Plan,
    options: &'a Verification,
    evidence: &'a [Evidence],
    /// What was found in the files, and of the links between them.
    files: &'a Files<'a>,
    /// The change, and what was found in its files.
    changed: &'a [ChangedFile],
    inspections: &'a [Inspection],
    /// What starts commands, where some are to be run.
    by_hand: Option<&'a ByHand>,
}

impl<'a> Level<'a> {
    pub(super) fn new(
        (site, request): (&'a Site, &'a Request),
        (plan, options): (&'a Plan, &'a Verification),
        (evidence, files): (&'a [Evidence], &'a Files<'a>),
        (changed, inspections): (&'a [ChangedFile], &'a [Inspection]),
        by_hand: Option<&'a ByHand>,
    ) -> Self {
        Self {
            site,
            request,
            plan,
            options,
            evidence,
            files,
            changed,
            inspections,
            by_hand,
        }
    }

    /// Leave to copy the working tree, and to run there what passed.
    fn leave(&self) -> Option<Leave> {
        let declared = self.green().into_iter().map(|command| {
            let argv = shell::argv_of(command).unwrap_or_default();
            Declared {
                build: verify::build_command(&argv),
                argv,
                command: command.to_owned(),
            }
        });
        let root = self.site.repo.root.clone();
        let by_hand = self.by_hand?;
        Some(by_hand.leave(root, declared.collect(), apart))
    }

    /// Tries everything. `failed`: items that failed before; within the same bounds, what they speak of is tried first.
    pub(super) fn tried(
        &self,
        on: (&Inputs, &mut WorkingTree),
        failed: &[String],
        told: &mut dyn FnMut(&str),
    ) -> Tried {
        let trials = self.trials(on, failed, told);
        Tried {
            guards: self.guards(told),
            places: self.places(&trials, told),
            trials,
        }
    }

    /// Where breaks go unnoticed, whether the commands test the copies at all: something may lead them elsewhere.
    fn places(&self, trials: &[Trial], told: &mut dyn FnMut(&str)) -> Vec<PlaceTrial> {
        let survived = trials.iter().any(|it| it.outcome == Outcome::Survived);
        let Some(leave) = self.leave().filter(|_| survived) else {
            return Vec::new();
        };
        let unreadable = verify::shipped_code(self.changed, self.inspections);
        if unreadable.is_empty() {
            return Vec::new();
        }
        told("making the change unreadable in a scratch copy, to see whether the commands test it");
        let place = Place::new(self.site);
        let bounds = Bounds::from(self.options.falsify);
        let of = (&*unreadable, &*self.green());
        mutation_test::places(&leave, &place.path, of, bounds)
    }

    /// The commands that passed; none where it is off.
    fn green(&self) -> Vec<&str> {
        if !self.request.commands || !self.options.levels.contains(&5) {
            return Vec::new();
        }
        let green = self.evidence.iter().filter(|it| it.is_green());
        green.filter_map(|it| it.command.as_deref()).collect()
    }

    /// Breaks what the artifacts provide and drops links, where commands that passed claim to cover them.
    fn trials(
        &self,
        (inputs, working): (&Inputs, &mut WorkingTree),
        failed: &[String],
        told: &mut dyn FnMut(&str),
    ) -> Vec<Trial> {
        let (site, green) = (self.site, self.green());
        sweep(site);
        let root = &site.repo.root;
        let suspects = mutation_test::chosen(root, (self.plan, self.options), self.files, &green);
        let leave = self.leave().filter(|_| !suspects.is_empty());
        let Some(leave) = leave else {
            return Vec::new();
        };
        let first = |it: &Suspect| {
            let names = match &it.link {
                None => ["artifact:", "gate:falsifiable:"].map(|of| format!("{of}{}", it.path)),
                Some(link) => ["key_link:", "gate:falsifiable:"].map(|of| format!("{of}{link}")),
            };
            failed.iter().any(|it| names.contains(it))
        };
        let order: Vec<bool> = suspects.iter().map(first).collect();
        let bounds = Bounds {
            resumes: true,
            ..Bounds::from(self.options.falsify)
        };
        let of = (&*suspects, self.request.fresh);
        let mut memory = Memory {
            kept: Remembered::open(site, inputs, of),
            inputs,
            working,
            stands: false,
            seconds: bounds.time_max.as_secs(),
            told,
            ended: 0,
            open: 0,
        };
        let place = Place::new(site);
        let attempt = Attempt {
            leave: &leave,
            place: &place.path,
            suspects: &suspects,
            first: &order,
            bounds,
            stop: &AtomicBool::new(false),
        };
        mutation_test::run(&attempt, &mut memory)
    }

    /// Puts violations in place of what prohibitions guard, where their checks passed.
    fn guards(&self, told: &mut dyn FnMut(&str)) -> Vec<Guarded> {
        let all = mutation_test::guarded(self.plan, &self.green());
        let leave = self.leave().filter(|_| !all.is_empty());
        let Some(leave) = leave else {
            return Vec::new();
        };
        told(&format!(
            "putting violations in place in a scratch copy, to see who notices: {} prohibitions",
            all.len()
        ));
        let place = Place::new(self.site);
        let bounds = Bounds::from(self.options.falsify);
        mutation_test::guards(&leave, &place.path, &all, bounds)
    }
}

/// What was not tried, and why: a sentence for each reason.
pub(super) fn left(trials: &[Trial]) -> Vec<String> {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for trial in trials {
        if let Outcome::Untried(why) = &trial.outcome {
            let count = reasons.entry(why).or_default();
            *count = count.saturating_add(1);
        }
    }
    let said = reasons.into_iter().map(|(why, count)| {
        let all = trials.len();
        format!("level 5: {count} of {all} trials were not made: {why}")
    });
    said.collect()
}

/// Remembers trials, and says how they go.
struct Memory<'a> {
    kept: Remembered<'a>,
    inputs: &'a Inputs,
    working: &'a mut WorkingTree,
    /// Whether the copies are known to be of the very tree that the outcomes would be kept for.
    stands: bool,
    seconds: u64,
    told: &'a mut dyn FnMut(&str),
    /// Trials that have ended, of so many that are made now.
    ended: usize,
    open: usize,
}

impl Past for Memory<'_> {
    fn outcome(&self, suspect: &Suspect) -> Option<Outcome> {
        self.kept.outcome(suspect)
    }

    fn planned(&mut self, remembered: usize, open: usize, all: usize) {
        if remembered > 0 {
            (self.told)(&format!("{remembered} of {all} trials are remembered"));
        }
        self.open = open;
        if open > 0 {
            (self.told)(&format!(
                "breaking things in scratch copies, to see who notices: {open} of {all} trials, in at most {} s",
                self.seconds
            ));
        }
    }

    fn copied(&mut self) {
        self.stands = self.working.is(&self.inputs.tree);
    }

    fn ended(&mut self, suspect: &Suspect, found: &Found) {
        self.ended = self.ended.saturating_add(1);
        let unbuilt = matches!(found.outcome, Outcome::Unbuilt(_));
        if unbuilt && suspect.instead.is_some() {
            self.open = self.open.saturating_add(1);
        }
        let (path, broken) = (&suspect.path, &suspect.broken);
        let (how, came) = (How::from(broken.kind).words(), found.outcome.words());
        (self.told)(&format!(
            "{} of {}: {path}: `{}` {how}: {came}",
            self.ended, self.open, broken.name
        ));
        if !self.stands || !found.settled {
            return;
        }
        if let Err(error) = self.kept.keep(suspect, &found.outcome) {
            // Once is enough.
            self.stands = false;
            (self.told)(&format!("trials are not remembered: {error}"));
        }
    }
}

/// What the folders of scratch copies are called that verifications make.
const FOLDER: &str = "verify-";
/// How often a folder is made that is swept away before it is held.
const TRIES: usize = 3;

/// Where scratch copies of this process are made. It is held while it is used, so that what was left by one that was
/// killed is known to be nobody's, wherever that one lived.
pub(super) struct Place {
    pub(super) path: PathBuf,
    _held: Option<File>,
}

impl Place {
    pub(super) fn new(site: &Site) -> Self {
        let pid = std::process::id();
        let start = i32::try_from(pid).ok().and_then(start_of).unwrap_or(0);
        let path = folder(site).join(format!("{FOLDER}{pid}-{start}"));
        let hold = || {
            fs::create_dir_all(&path).ok()?;
            let held = File::open(&path).ok()?;
            held.lock_shared().ok()?;
            path.is_dir().then_some(held)
        };
        // Where it can't be made, no copy can be either, and the trials say so.
        let _held = (0..TRIES).find_map(|_| hold());
        Self { path, _held }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // The copies are gone by now.
        let _ = fs::remove_dir(&self.path);
    }
}

/// Takes away what verifications left that were killed. What can't be taken away is tried again next time.
fn sweep(site: &Site) {
    let Ok(entries) = fs::read_dir(folder(site)) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_ours = name.to_str().is_some_and(|it| it.starts_with(FOLDER));
        let Some(left) = is_ours.then(|| File::open(entry.path()).ok()).flatten() else {
            continue;
        };
        if left.try_lock().is_ok() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn folder(site: &Site) -> PathBuf {
    crate::held::scratch(&site.config().state_dir)
}
