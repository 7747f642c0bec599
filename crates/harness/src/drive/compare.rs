//! Commands that failed in a run and that nobody declared: run with the work and without it in scratch copies, beside the
//! driver.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ledger::event::Seen;
use ledger::evidence::{Evidence, Unfit};
use ledger::ids::{ActId, TaskId};
use tools::sandbox::Exit;

use super::{Driver, Report, Running};
use crate::baseline::{ALIKE, Copied, LEAVES, MOMENT, Work, fails_alike};

impl Driver<'_> {
    /// Begins the comparison. It is reported when it is done; an interrupted driver's is begun anew by the next.
    pub(super) fn compare(&mut self, act: ActId, commands: &[String]) {
        let Some(task) = self.state.acts.get(&act).and_then(|it| it.task.clone()) else {
            return;
        };
        let of = |command: &String| {
            let mut all = self.state.evidence.iter().rev();
            all.find(|it| it.command.as_ref() == Some(command)).cloned()
        };
        let failed: Vec<Evidence> = commands.iter().filter_map(of).collect();
        let Some(work) = self.work(&task) else {
            return self.compared(act, task, Vec::new());
        };
        let place = self.scratch.join(self.state.run.to_string());
        let stop = Arc::new(AtomicBool::new(false));
        self.running.insert(act, Running::Beside(Arc::clone(&stop)));
        let report = self.report.clone();
        std::thread::spawn(move || {
            let unfit = unfit(&work, &failed, &place, &stop);
            let _ = std::fs::remove_dir(&place);
            // Where nobody listens any more, the next driver compares again.
            let _gone = report.send(Report::Compared(act, task, unfit));
        });
    }

    /// What came of the comparison.
    pub(super) fn compared(&mut self, act: ActId, task: TaskId, unfit: Vec<Unfit>) {
        self.running.remove(&act);
        self.queue
            .push_back((Some(task), Seen::Compared { act, unfit }));
    }

    fn work(&mut self, task: &TaskId) -> Option<Work> {
        let candidate = self.state.validation.candidate.clone()?;
        let seconds = self.state.opened.as_ref()?.options.limits.check_timeout_s;
        Some(Work {
            repo: self.workshop.worktree(task)?.clone(),
            base: candidate.target_tip.clone(),
            changed: candidate.changed.clone(),
            timeout: Duration::from_secs(u64::from(seconds)),
        })
    }
}

/// Those that say nothing of the work. What was printed in the worktree is not kept whole, so each is run both ways.
fn unfit(work: &Work, failed: &[Evidence], place: &Path, stop: &AtomicBool) -> Vec<Unfit> {
    let mut copies = None;
    let mut all = Vec::new();
    for evidence in failed {
        let Some(command) = evidence.command.as_deref() else {
            continue;
        };
        let why = match evidence.exit_code {
            Some(0) => Some(LEAVES),
            Some(_) | None => {
                let both = || {
                    let without = Copied::without(work, &place.join("without"));
                    without.and_then(|it| Ok((it, Copied::with(work, &place.join("with"))?)))
                };
                let copies = copies.get_or_insert_with(both).as_ref().ok();
                copies.and_then(|(without, with)| compared(command, (without, with), stop))
            }
        };
        all.extend(why.map(|why| Unfit {
            command: command.trim().to_owned(),
            why: why.to_owned(),
        }));
    }
    all
}

fn compared(
    command: &str,
    (without, with): (&Copied, &Copied),
    stop: &AtomicBool,
) -> Option<&'static str> {
    let goes_on = || !stop.load(Ordering::Relaxed);
    let after = goes_on().then(|| with.run(command)).flatten()?;
    if after.exit == Exit::Exited(0) {
        return Some(MOMENT);
    }
    let asks = goes_on() && without.knows(command);
    let before = asks.then(|| without.run(command)).flatten()?;
    fails_alike(&before, (&after.exit, &after.stdout.text)).then_some(ALIKE)
}
