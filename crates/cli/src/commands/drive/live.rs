//! The line at the terminal that tells what is under way. It comes and goes: where somebody types, nothing moves.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use audit::Progress;
use indicatif::ProgressBar;
use ledger::event::{Event, Stamp};

use crate::render::Activity;
use crate::screen;

/// The line, and what it tells.
pub(super) struct Live {
    verbose: bool,
    since: Instant,
    activity: Arc<Mutex<Activity>>,
    bar: RefCell<Option<ProgressBar>>,
}

impl Live {
    pub(super) fn new(verbose: bool) -> Self {
        Self {
            verbose,
            since: Instant::now(),
            activity: Arc::default(),
            bar: RefCell::default(),
        }
    }

    /// Takes in a line of the run, and how far the run is with it.
    pub(super) fn take(&self, stamp: &Stamp, event: &Event, progress: Option<Progress>) {
        let now_ms = passed_ms(self.since);
        let mut activity = locked(&self.activity);
        activity.take(stamp, event, now_ms);
        if let Some(progress) = progress {
            activity.stands(progress);
        }
    }

    /// A model has begun to answer.
    pub(super) fn answers(&self) {
        locked(&self.activity).answers();
    }

    /// Whether nothing happens by itself any more.
    pub(super) fn rests(&self) -> bool {
        locked(&self.activity).rests()
    }

    /// Lets it be seen, if it is not.
    pub(super) fn show(&self) {
        let (since, activity) = (self.since, Arc::clone(&self.activity));
        self.bar.borrow_mut().get_or_insert_with(|| {
            let bar = screen::moving(self.verbose, move |style| {
                locked(&activity).line(passed_ms(since), style)
            });
            bar.enable_steady_tick(screen::MOVES);
            bar
        });
    }

    /// Takes it away, without a trace.
    pub(super) fn hide(&self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    /// Prints something above it.
    pub(super) fn suspend(&self, print: impl FnOnce()) {
        match &*self.bar.borrow() {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

fn passed_ms(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// What a thread that fell over left is as good as before.
fn locked(activity: &Mutex<Activity>) -> MutexGuard<'_, Activity> {
    activity.lock().unwrap_or_else(PoisonError::into_inner)
}
