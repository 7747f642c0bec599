//! Level 5 in a run: what the candidate's artifacts provide is broken in scratch copies, its links are dropped, and
//! violations of its prohibitions are put in place there, beside the driver.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ledger::action::Trials;
use ledger::ids::{ActId, TaskId};
use ledger::observation::{Observation, Outcome, Status};
use tools::scratch::Leave;
use verify::{Files, Fixtures, Suspect, Tried};

use super::Driver;
use super::under_way::{Report, Running};
use crate::mutation_test::{self, Attempt, Bounds, NoPast};

impl Driver<'_> {
    /// Begins the trials that there is leave for. They are reported when they are done; an interrupted driver's are
    /// decided anew by the next.
    pub(super) fn begin_trials(&mut self, act: ActId, task: TaskId, trials: &Trials, leave: Leave) {
        let (suspects, fixtures) = self.to_break(trials, &leave);
        let unreadable = trials.unreadable.clone();
        if suspects.is_empty() && fixtures.is_empty() && unreadable.is_empty() {
            return self.trials_done(act, task, &Tried::default());
        }
        let of_run = self.scratch.join(self.state.run.to_string());
        // Who makes copies takes their folder away, each time; the one around it is what a sandbox was made around.
        let place = of_run.join("copies");
        let bounds = Bounds::from(trials.bounds);
        let stop = Arc::new(AtomicBool::new(false));
        self.running.insert(act, Running::Beside(Arc::clone(&stop)));
        let report = self.report.clone();
        let commands: Vec<String> = trials
            .commands
            .iter()
            .map(|it| it.command.clone())
            .collect();
        std::thread::spawn(move || {
            let attempt = Attempt {
                leave: &leave,
                place: &place,
                suspects: &suspects,
                first: &[],
                bounds,
                stop: &stop,
            };
            let trials = mutation_test::run(&attempt, &mut NoPast);
            let guards = match fixtures.is_empty() {
                true => Vec::new(),
                false => mutation_test::guards(&leave, &place, &fixtures, bounds),
            };
            let of = (
                &*unreadable,
                &*commands.iter().map(String::as_str).collect::<Vec<_>>(),
            );
            let places = match unreadable.is_empty() {
                true => Vec::new(),
                false => mutation_test::places(&leave, &place, of, bounds),
            };
            let tried = Tried {
                trials,
                guards,
                places,
            };
            // It stays where another look at it goes on, and is taken away by the last.
            let _not_empty = std::fs::remove_dir(&of_run);
            // Where nobody listens any more, the next driver tries again.
            let _gone = report.send(Report::Trials(act, task, tried));
        });
    }

    /// What is worth breaking on the candidate, and which violations are put in place.
    fn to_break(&self, trials: &Trials, leave: &Leave) -> (Vec<Suspect>, Vec<Fixtures>) {
        let (Some(plan), Some(opened)) = (&self.state.plan, &self.state.opened) else {
            return (Vec::new(), Vec::new());
        };
        let green: Vec<&str> = trials
            .commands
            .iter()
            .map(|it| it.command.as_str())
            .collect();
        let found = self.state.validation.found.as_deref();
        let files = Files::new(found.map_or(&[], Vec::as_slice));
        let options = &opened.options.verification;
        let suspects = mutation_test::chosen(leave.root(), (plan, options), &files, &green);
        (suspects, mutation_test::guarded(plan, &green))
    }

    /// What came of the trials.
    pub(super) fn trials_done(&mut self, act: ActId, task: TaskId, tried: &Tried) {
        self.running.remove(&act);
        let facts = tried.facts();
        let text = mutation_test::in_words(&facts);
        let observation = Observation::plain(Status::Ok, text).with(Outcome::Tried { facts });
        self.see_connections(&task);
        self.finished(act, Some(task), observation);
    }
}
