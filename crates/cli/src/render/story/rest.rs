//! What is told of a run that rests: it waits, it is parked, it has ended.

use ledger::event::{Need, Park};
use ledger::phase::{Phase, Stop};

use super::Teller;
use crate::render::style::{Mark, Tone};
use crate::render::text::{duration, first_line, one_line, plural, spent, time};

impl Teller {
    pub(super) fn parked(&mut self, park: &Park) {
        let until = park.needs.iter().find_map(Need::until_ms);
        if let Some(at_ms) = until {
            let (until, why) = (time(at_ms), one_line(&park.why));
            let text = format!("waits until {until}: {why}");
            self.toned(Mark::Wait, Tone::Warn, &text);
            let text = format!(
                "Ctrl-C leaves it; `interlock resume {}` tries at once",
                self.run()
            );
            return self.more(Mark::Next, Tone::Dim, &text);
        }
        if self.closing {
            return;
        }
        let text = if park.stop == Stop::Stopped {
            one_line(&park.why)
        } else {
            format!("parked, {}: {}", park.stop, one_line(&park.why))
        };
        self.toned(Mark::Stop, Tone::Warn, &text);
    }

    /// A short wait. A long one is told with why the run is parked.
    pub(super) fn waits(&mut self, wait_ms: u64, why: &str) {
        /// Longest wait that is short, in milliseconds.
        const SHORT_MS: u64 = 60_000;
        if wait_ms <= SHORT_MS {
            self.line(Mark::Wait, &format!("waits {}: {why}", duration(wait_ms)));
        }
    }

    pub(super) fn ended(&mut self, phase: Phase, why: &str) {
        if self.closing {
            return;
        }
        let dot = self.style.dot();
        if !self.live {
            self.out.push('\n');
        }
        let (mark, tone) = match phase {
            Phase::Done => (Mark::Good, Tone::Good),
            Phase::Stopped => (Mark::Stop, Tone::Warn),
            Phase::Idle
            | Phase::Parsing
            | Phase::Planning
            | Phase::Executing
            | Phase::Validating
            | Phase::Merging
            | Phase::Fail => (Mark::Bad, Tone::Bad),
        };
        let text = format!("{phase}: {}", first_line(why));
        self.task = None;
        self.toned(mark, tone, &text);
        let sum = format!(
            "{}{dot}{}{dot}{}{dot}{}",
            spent(self.spent, self.guessed),
            plural(self.turns as usize, "model request"),
            plural(self.tool_calls as usize, "tool call"),
            duration(self.at.1),
        );
        self.more(Mark::None, Tone::Dim, &sum);
    }
}
