//! A phase: a folder of several `PLAN.md` that depend on each other, with the summaries of those that are done. Each
//! plan that is to be run becomes a task; what may run side by side follows from dependencies, waves and files.
//!
//! Stricter than the tools whose format it is: a dependency that leads nowhere is an error.

mod close;
mod depends;
mod folder;
mod join;
mod names;
mod roadmap;
mod waves;
mod whole;

use std::collections::BTreeSet;

use ledger::ids::TaskId;
use ledger::plan::Plan;
use ledger::promise::SourceFile;

use crate::notes::{For, Notes};
use crate::order::{Order, order};
use crate::plan_md::{self, Part, Role};
use crate::problem::{Problem, Severity};
use crate::said::{Spec, Work};
pub use close::{Done, close};
use folder::{Folder, State};
use join::{contracted, promise, tasks, title};
pub(crate) use names::plan_name;
pub use whole::{uncovered, whole};

/// Plans of one phase.
pub const PLANS_MAX: usize = 200;

/// Whether a file is a plan of the phase in whose folder it stands, by its path below that folder.
#[must_use]
pub fn is_plan(below: &str) -> bool {
    names::plan_name(below).is_some()
}

/// Whether a file is a plan or a summary of the phase in whose folder it stands, by its path below that folder.
#[must_use]
pub fn belongs(below: &str) -> bool {
    is_plan(below) || names::is_summary(below)
}

/// The names that a plan's summary can have, by the plan's path below its folder.
#[must_use]
pub fn summaries(below: &str) -> Vec<String> {
    names::summary_names(below)
}

/// Whether a summary says that its plan is done: it does, unless it says that the work was stopped.
#[must_use]
pub fn is_end(summary: &str) -> bool {
    let status = folder::status(summary);
    !matches!(status.as_deref(), Some("halted" | "blocked"))
}

/// Reads a phase: the plans in its folder, their summaries, and the roadmap.
///
/// Plans that are done, superseded, halted or wait for a halted one are left out; where no other is left, there is nothing to
/// be done. `path` is the folder, from the repository's top, as the paths of the files are; their order does not matter.
///
/// # Errors
/// Everything that is wrong, errors first; at least one is an error.
pub fn read(path: &str, files: &[SourceFile]) -> Result<Spec, Vec<Problem>> {
    let folder = Folder::new(path, files);
    let plans = &folder.plans;
    let wrong = |message: &str, help: &str| {
        let problem = Problem::at(Severity::Error, path, "", 0, message);
        Err(vec![problem.help(help)])
    };
    if plans.is_empty() {
        let help = "its plans are called like `01-02-PLAN.md`";
        return wrong("the folder holds no plan", help);
    }
    if plans.len() > PLANS_MAX {
        let message = format!("the folder holds more than {PLANS_MAX} plans");
        return wrong(&message, "make several phases of it");
    }
    let mut reader = Reader {
        notes: plans
            .iter()
            .map(|it| Notes::of(&it.file.path, &it.file.text, For::Running))
            .collect(),
        folder: &folder,
    };
    let spec = reader.spec(path);
    let mut problems = reader.problems();
    let failed = problems.iter().any(|it| it.severity == Severity::Error);
    match spec {
        Ok(spec) if !failed => Ok(Spec { problems, ..spec }),
        Ok(_) => Err(problems),
        Err(why) => {
            if !failed {
                problems.insert(0, Problem::at(Severity::Error, path, "", 0, &why));
            }
            Err(problems)
        }
    }
}

struct Reader<'f> {
    folder: &'f Folder<'f>,
    /// One for each plan.
    notes: Vec<Notes<'f>>,
}

impl<'f> Reader<'f> {
    /// Promise and plan.
    fn spec(&mut self, path: &str) -> Result<Spec, String> {
        let plans = &self.folder.plans;
        let (depends, blocked) = self.dependence();
        let order = order(&depends).map_err(|circles| {
            self.circles(&circles);
            "plans depend on each other in a circle".to_owned()
        })?;
        let left_out = self.left_out(&order, &blocked);
        let kept: Vec<usize> = (0..plans.len())
            .filter(|at| !left_out.contains(at))
            .collect();
        if kept.is_empty() {
            let halted = plans.iter().any(|it| it.state == State::Halted);
            let why = match halted {
                true => "every plan is done, was halted, or waits for one that was",
                false => "every plan of the phase is done",
            };
            return Ok(Spec {
                promise: promise(self.folder, &[]),
                work: Work::Done(why.to_owned()),
                problems: Vec::new(),
            });
        }
        let parts = self.parts(&kept);
        self.names(&kept);
        let depends = contracted(&depends, &kept);
        let depends = self.in_waves(&parts, depends, &order);
        let promise = promise(self.folder, &parts);
        let title = title(self.folder, path);
        let phase = parts.first().map(|(_, part)| part.phase.clone());
        let tasks = tasks(parts, &depends);
        Ok(Spec {
            promise,
            work: Work::Planned(Plan {
                title,
                phase,
                tasks,
            }),
            problems: Vec::new(),
        })
    }

    fn note(&mut self, at: usize, say: impl FnOnce(&mut Notes<'f>)) {
        if let Some(notes) = self.notes.get_mut(at) {
            say(notes);
        }
    }

    /// Plans that are not run. Those that wait for a halted one are warned of.
    fn left_out(&mut self, order: &Order, blocked: &BTreeSet<usize>) -> BTreeSet<usize> {
        let plans = &self.folder.plans;
        let mut out = BTreeSet::new();
        for (at, plan) in plans.iter().enumerate() {
            let halted = |it: &usize| {
                let state = plans.get(*it).map(|it| it.state);
                state == Some(State::Halted) || blocked.contains(it)
            };
            match plan.state {
                State::Done | State::Superseded => {
                    out.insert(at);
                }
                State::Halted => {
                    out.insert(at);
                    let message = "the plan is left out: its summary says that it was halted";
                    let help = "take the summary away to run it";
                    self.note(at, |notes| notes.warn(0, message, help));
                }
                State::Open => {
                    let waits = (0..plans.len()).find(|it| order.precedes(*it, at) && halted(it));
                    if waits.is_none() && !blocked.contains(&at) {
                        continue;
                    }
                    out.insert(at);
                    let what = match waits {
                        Some(waits) => format!("`{}`, which was halted", self.name(waits)),
                        None => "a plan of another phase, which was halted".to_owned(),
                    };
                    let place = self.depends_at(at);
                    let message = format!("the plan is left out: it waits for {what}");
                    self.note(at, |notes| notes.warn(place, message, ""));
                }
            }
        }
        out
    }

    /// Reads the plans that are run. One that can't be read is missing here, and said.
    fn parts(&mut self, kept: &[usize]) -> Vec<(usize, Part)> {
        let mut parts = Vec::new();
        for at in kept.iter().copied() {
            let (Some(plan), Some(notes)) = (self.folder.plans.get(at), self.notes.get_mut(at))
            else {
                continue;
            };
            let part = plan_md::part(&plan.file.text, Role::InPhase, notes);
            if part.is_none() && !notes.failed() {
                notes.error(0, "the plan can't be read", "");
            }
            parts.extend(part.map(|part| (at, part)));
        }
        parts
    }

    /// Every plan has a name of its own, and says the number that its file has.
    fn names(&mut self, kept: &[usize]) {
        let folder = self.folder;
        let mut seen: Vec<(&TaskId, usize)> = Vec::new();
        for at in kept.iter().copied() {
            let Some(plan) = folder.plans.get(at) else {
                continue;
            };
            let (glance, place) = (&plan.glance, plan.glance.number_at);
            let by_file = plan.file_number();
            let said = names::number(&glance.number);
            if let (Some(by_file), Some(said)) = (by_file, &said)
                && by_file != said
            {
                let message = format!(
                    "`plan` is `{}`, and its file's name says otherwise",
                    glance.number
                );
                self.note(at, |notes| notes.warn(place, message, ""));
            }
            let Some(id) = &glance.id else {
                continue;
            };
            let first = seen.iter().find(|(other, _)| *other == id);
            if let Some((_, first)) = first {
                let message = format!(
                    "plan `{}` has the same `phase` and `plan`",
                    self.name(*first)
                );
                self.note(at, |notes| {
                    notes.error(place, message, "give each plan its own number")
                });
            } else {
                seen.push((id, at));
            }
        }
    }

    fn name(&self, at: usize) -> &'f str {
        self.folder.plans.get(at).map_or("", |it| it.name.as_str())
    }

    fn depends_at(&self, at: usize) -> usize {
        let plan = self.folder.plans.get(at);
        plan.map_or(0, |it| it.glance.depends_at)
    }

    /// All that was found, errors first, each in the order of the plans.
    fn problems(self) -> Vec<Problem> {
        let uncovered = self.folder.uncovered();
        let mut all: Vec<Problem> = self
            .notes
            .into_iter()
            .flat_map(Notes::into_problems)
            .chain(uncovered)
            .collect();
        all.sort_by_key(|it| it.severity);
        all
    }
}
