//! Level 5 in a run: what the candidate's artifacts provide is broken in scratch copies, its links are dropped, and
//! violations of its prohibitions are put in place there, beside the driver.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ledger::event::Seen;
use ledger::ids::{ActId, TaskId};
use verify::{Files, Tried};

use super::{Driver, Report, Running};
use crate::falsify::{self, Attempt, Bounds, NoPast};

impl Driver<'_> {
    /// Begins the trials. They are reported when they are done; an interrupted driver's are begun anew by the next.
    pub(super) fn falsify(&mut self, act: ActId, commands: &[String]) {
        let task = self.state.acts.get(&act).and_then(|it| it.task.clone());
        let (Some(task), Some(plan), Some(opened)) =
            (task, self.state.plan.clone(), self.state.opened.clone())
        else {
            return;
        };
        let options = &opened.options.verification;
        let green: Vec<&str> = commands.iter().map(String::as_str).collect();
        let root = self.workshop.worktree(&task).map(|repo| repo.root.clone());
        let suspects = root.as_deref().map_or_else(Vec::new, |root| {
            let found = self.state.validation.found.as_deref();
            let files = Files::new(found.map_or(&[], Vec::as_slice));
            falsify::chosen(root, (&plan, options), &files, &green)
        });
        let fixtures = falsify::guarded(&plan, &green);
        let nothing = suspects.is_empty() && fixtures.is_empty();
        let (Some(root), false) = (root, nothing) else {
            return self.tried(act, task, &Tried::default());
        };
        let place = self.scratch.join(self.state.run.to_string());
        let bounds = Bounds::from(options.falsify);
        let stop = Arc::new(AtomicBool::new(false));
        self.running.insert(act, Running::Beside(Arc::clone(&stop)));
        let report = self.report.clone();
        std::thread::spawn(move || {
            let attempt = Attempt {
                root: &root,
                place: &place,
                suspects: &suspects,
                first: &[],
                bounds,
                stop: &stop,
            };
            let trials = falsify::run(&attempt, &mut NoPast);
            let guards = match fixtures.is_empty() {
                true => Vec::new(),
                false => falsify::guards(&root, &place, &fixtures, bounds),
            };
            // Where nobody listens any more, the next driver tries again.
            let _gone = report.send(Report::Trials(act, task, Tried { trials, guards }));
        });
    }

    /// What came of the trials.
    pub(super) fn tried(&mut self, act: ActId, task: TaskId, tried: &Tried) {
        self.running.remove(&act);
        let facts = tried.facts();
        self.queue
            .push_back((Some(task), Seen::Falsified { act, facts }));
    }
}
