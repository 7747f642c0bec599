//! What is seen of a batch while it runs: a line for each task that was left, and on a terminal one that moves for each
//! run under way, above one with the counts.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use indicatif::{MultiProgress, ProgressBar};
use ledger::event::{Event, Stamp};
use ledger::ids::{RunId, Seq};
use ledger::money::Usd;

use crate::args::Global;
use crate::render::batch::{self, Row, Tally};
use crate::render::style::Style;
use crate::render::{Activity, Teller};
use crate::screen;

/// Somebody who looks on.
pub(super) struct Show {
    quiet: bool,
    style: Style,
    since: Instant,
    /// On a terminal: the lines that move, and the last of them.
    bars: Option<(MultiProgress, ProgressBar)>,
    tally: Arc<Mutex<Tally>>,
    /// The runs under way.
    runs: BTreeMap<RunId, Seat>,
}

/// A run under way.
struct Seat {
    spent: Usd,
    activity: Arc<Mutex<Activity>>,
    bar: Option<ProgressBar>,
    /// Tells the whole story, where that is wanted.
    teller: Option<Teller>,
}

impl Show {
    pub(super) fn new(global: &Global) -> Self {
        let quiet = global.quiet || global.json;
        let since = Instant::now();
        let tally: Arc<Mutex<Tally>> = Arc::default();
        let bars = (!quiet && screen::is_watched()).then(|| {
            let bars = MultiProgress::new();
            let told = Arc::clone(&tally);
            let sum = bars.add(screen::moving(global.verbose, move |style| {
                locked(&told).line(passed_ms(since), style)
            }));
            sum.enable_steady_tick(screen::MOVES);
            (bars, sum)
        });
        Self {
            quiet,
            style: screen::progress_style(global.verbose),
            since,
            bars,
            tally,
            runs: BTreeMap::new(),
        }
    }

    pub(super) fn begun(&mut self, row: &Row, run: &RunId) {
        if self.style.verbose {
            self.say(&batch::begun(row, run));
        }
        let activity: Arc<Mutex<Activity>> = Arc::default();
        let bar = self.bars.as_ref().map(|(bars, sum)| {
            let (head, since) = (batch::head(row, &self.style), self.since);
            let told = Arc::clone(&activity);
            let bar = screen::moving(self.style.verbose, move |style| {
                batch::under_way(&head, &locked(&told), passed_ms(since), style)
            });
            let bar = bars.insert_before(sum, bar);
            bar.enable_steady_tick(screen::MOVES);
            bar
        });
        let seat = Seat {
            spent: Usd::ZERO,
            activity,
            bar,
            teller: self
                .style
                .verbose
                .then(|| Teller::new(&self.style, true).of(run)),
        };
        self.runs.insert(run.clone(), seat);
    }

    pub(super) fn line(
        &mut self,
        run: &RunId,
        spent: Usd,
        (seq, stamp, event): &(Seq, Stamp, Event),
    ) {
        let Some(seat) = self.runs.get_mut(run) else {
            return;
        };
        seat.spent = spent;
        locked(&seat.activity).take(stamp, event, passed_ms(self.since));
        let told = match &mut seat.teller {
            Some(teller) => teller.tell(*seq, stamp, event),
            None => batch::waits(event).unwrap_or_default(),
        };
        for line in told.lines().filter(|it| !it.trim().is_empty()) {
            self.say(&format!("{run}  {line}"));
        }
    }

    /// How all tasks stand now, for the counts.
    pub(super) fn counts(&self, rows: &[Row]) {
        let left = Tally::left(rows);
        let of = |row: &Row| row.summary.as_ref().map_or(0, |it| it.cost.total.0);
        // A run that goes on is counted with what it costs now.
        let is_under_way = |row: &&Row| {
            row.run
                .as_ref()
                .is_some_and(|it| self.runs.contains_key(it))
        };
        let over: u64 = rows.iter().filter(|it| !is_under_way(it)).map(of).sum();
        let now: u64 = self.runs.values().map(|it| it.spent.0).sum();
        *locked(&self.tally) = Tally {
            under_way: self.runs.len(),
            spent: Usd(over.saturating_add(now)),
            ..left
        };
    }

    pub(super) fn over(&mut self, row: &Row) {
        let seat = row.run.as_ref().and_then(|run| self.runs.remove(run));
        if let Some(bar) = seat.and_then(|it| it.bar) {
            bar.finish_and_clear();
        }
        self.say(&batch::over(row, passed_ms(self.since), &self.style));
        if let Some(words) = batch::left(row) {
            self.say(&words);
        }
    }

    /// Nothing more happens.
    pub(super) fn close(&self) {
        if let Some((_, sum)) = &self.bars {
            sum.finish_and_clear();
        }
    }

    fn say(&self, text: &str) {
        if self.quiet {
            return;
        }
        match &self.bars {
            Some((bars, _)) => bars.suspend(|| screen::say(text)),
            None => screen::say(text),
        }
    }
}

fn passed_ms(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// What a thread that fell over left is as good as before.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
