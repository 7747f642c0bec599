//! What is seen of a batch while it runs: a line for each change of a run, and on a terminal one that moves for each run.

use std::collections::BTreeMap;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use ledger::event::{Event, Stamp};
use ledger::ids::{RunId, Seq};
use ledger::money::Usd;
use ledger::phase::Phase;

use crate::args::Global;
use crate::render::batch::{self, Row};
use crate::render::{Style, Teller};
use crate::screen;

/// Somebody who looks on.
pub(super) struct Show {
    quiet: bool,
    style: Style,
    /// On a terminal.
    bars: Option<MultiProgress>,
    /// The runs under way.
    runs: BTreeMap<RunId, Seat>,
}

/// A run under way.
struct Seat {
    line: usize,
    task: String,
    bar: Option<ProgressBar>,
    /// Tells the whole story, where that is wanted.
    teller: Option<Teller>,
}

impl Show {
    pub(super) fn new(global: &Global) -> Self {
        let quiet = global.quiet || global.json;
        Self {
            quiet,
            style: screen::progress_style(global.verbose),
            bars: (!quiet && screen::is_watched()).then(MultiProgress::new),
            runs: BTreeMap::new(),
        }
    }

    pub(super) fn begun(&mut self, row: &Row, run: &RunId) {
        self.say(&batch::begun(row, run));
        let bar = self.bars.as_ref().map(|it| it.add(spinner()));
        let verbose = self.style.verbose;
        let seat = Seat {
            line: row.line,
            task: row.task.clone(),
            bar,
            teller: verbose.then(|| Teller::new(&self.style, true).of(run)),
        };
        self.runs.insert(run.clone(), seat);
    }

    pub(super) fn line(
        &mut self,
        run: &RunId,
        stands: (Usd, Phase),
        (seq, stamp, event): &(Seq, Stamp, Event),
    ) {
        let Some(seat) = self.runs.get_mut(run) else {
            return;
        };
        if let Some(bar) = &seat.bar {
            bar.set_message(batch::under_way(
                run,
                (seat.line, &seat.task),
                stands,
                &self.style,
            ));
        }
        let told = match &mut seat.teller {
            Some(teller) => teller.tell(*seq, stamp, event),
            None => batch::change(event).unwrap_or_default(),
        };
        for line in told.lines().filter(|it| !it.trim().is_empty()) {
            self.say(&format!("{run}  {line}"));
        }
    }

    pub(super) fn over(&mut self, row: &Row) {
        if let Some(bar) = row
            .run
            .as_ref()
            .and_then(|run| self.runs.remove(run))
            .and_then(|it| it.bar)
        {
            bar.finish_and_clear();
        }
        if let Some(words) = batch::left(row) {
            self.say(&words);
        }
    }

    fn say(&self, text: &str) {
        if self.quiet {
            return;
        }
        match &self.bars {
            Some(bars) => bars.suspend(|| screen::say(text)),
            None => screen::say(text),
        }
    }
}

fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_style(
        ProgressStyle::with_template("{spinner} {wide_msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner()),
    );
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}
