//! Replaying a run: would this program, at each thing seen, decide again what stands in the ledger?
//!
//! In normal life older decisions are folded and never made anew; this is the exception. After each comparison the
//! state goes on from what stands in the ledger, so one difference does not drag all that follows along.

use engine::state::State;
use engine::step::Decision;
use gate::Policies;
use ledger::event::{Decided, Event, Seen};
use ledger::ids::{RunId, Seq, TaskId};
use ledger::wire::v1::Line;
use serde::{Serialize, Serializer};

/// Divergences that are kept; more are only counted.
const KEPT_MAX: usize = 20;

/// What came of replaying a run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Replay {
    /// Things seen, each decided upon again.
    pub seen: usize,
    /// Decisions in the ledger that were compared.
    pub decided: usize,
    /// Things seen that were answered otherwise.
    pub diverged: usize,
    /// Where, and how; the first twenty.
    pub divergences: Vec<Divergence>,
}

/// The first difference in what was decided on one thing seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Divergence {
    /// The line that differs; where the ledger has no such line, the one where it would stand.
    pub seq: Seq,
    /// The thing seen that was decided upon; `None` for decisions before anything was seen.
    pub seen: Option<Seq>,
    /// What stands in the ledger.
    #[serde(serialize_with = "shown")]
    pub expected: Option<Decision>,
    /// What this program decides.
    #[serde(serialize_with = "shown")]
    pub found: Option<Decision>,
}

impl Replay {
    /// Whether this program decides all of it again.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.diverged == 0
    }
}

/// Decides again on each thing seen, in the order of the lines, and compares. Lines that a rewind took back are
/// compared where they stand; at the rewind it goes on from the lines that still count.
#[must_use]
pub fn replay(run: &RunId, lines: &[Line]) -> Replay {
    let mut out = Replay::default();
    let mut player = Player {
        state: State::new(run.clone()),
        policies: None,
    };
    let mut rest = lines;
    let mut done = 0_usize;
    while !rest.is_empty() {
        let (seen, after) = first_seen(rest);
        let taken = usize::from(seen.is_some());
        let decided = after
            .iter()
            .take_while(|it| matches!(it.event, Event::Decided(_)))
            .count();
        let until = done.saturating_add(taken);
        let found = seen.map_or_else(Vec::new, |(line, seen)| {
            let until = lines.get(..until).unwrap_or(lines);
            player.take_in(line, seen, until);
            // A rewind is written while nobody drives; then nothing is decided until the next driver comes.
            let nobody = matches!(seen, Seen::Rewound { .. }) && decided == 0;
            if nobody {
                Vec::new()
            } else {
                player.decide(seen)
            }
        });
        let (expected, next) = after.split_at_checked(decided).unwrap_or((after, &[]));
        out.compare(seen.map(|it| it.0.seq), player.state.seq, expected, found);
        expected.iter().for_each(|it| player.apply(it));
        out.seen = out.seen.saturating_add(taken);
        done = until.saturating_add(decided);
        rest = next;
    }
    out
}

/// The first line if it is something seen, and the lines after it; all of them otherwise.
fn first_seen(lines: &[Line]) -> (Option<(&Line, &Seen)>, &[Line]) {
    match lines.split_first() {
        Some((line, rest)) => match &line.event {
            Event::Seen(seen) => (Some((line, seen)), rest),
            Event::Decided(_) => (None, lines),
        },
        None => (None, lines),
    }
}

struct Player {
    state: State,
    policies: Option<Policies>,
}

impl Player {
    /// Takes in what was seen; `until` is all lines up to it.
    fn take_in(&mut self, line: &Line, seen: &Seen, until: &[Line]) {
        match seen {
            Seen::Rewound { .. } => {
                self.state = engine::fold::fold(self.state.run.clone(), until);
            }
            Seen::Opened(opened) => {
                self.policies = Some(Policies::compile(&opened.options.policies).0);
                self.apply(line);
            }
            Seen::Claimed(_)
            | Seen::Replied { .. }
            | Seen::ModelFailed { .. }
            | Seen::Proposed { .. }
            | Seen::Finished { .. }
            | Seen::Scanned { .. }
            | Seen::Inspected { .. }
            | Seen::Measured { .. }
            | Seen::Compared { .. }
            | Seen::Falsified { .. }
            | Seen::Ranked { .. }
            | Seen::Connected(_)
            | Seen::Server(_)
            | Seen::Session(_)
            | Seen::Board(_)
            | Seen::Gathered { .. }
            | Seen::Told(_)
            | Seen::Woke { .. }
            | Seen::Notified(_)
            | Seen::Interrupted => self.apply(line),
        }
    }

    fn decide(&self, seen: &Seen) -> Vec<Decision> {
        match &self.policies {
            Some(policies) => engine::step(&self.state, seen, policies),
            None => Vec::new(),
        }
    }

    fn apply(&mut self, line: &Line) {
        engine::fold::apply(
            &mut self.state,
            line.seq,
            line.epoch,
            &line.stamp,
            &line.event,
        );
    }
}

impl Replay {
    /// Holds what stands in the ledger against what was decided now. `last` is the line before.
    fn compare(&mut self, seen: Option<Seq>, last: Seq, expected: &[Line], found: Vec<Decision>) {
        self.decided = self.decided.saturating_add(expected.len());
        let mut expected = expected.iter();
        let mut found = found.into_iter();
        let mut seq = last;
        loop {
            let (line, now) = (expected.next(), found.next());
            if line.is_none() && now.is_none() {
                return;
            }
            seq = line.map_or(seq.next(), |it| it.seq);
            let then = line.and_then(decision);
            if then != now {
                return self.diverge(Divergence {
                    seq,
                    seen,
                    expected: then,
                    found: now,
                });
            }
        }
    }

    fn diverge(&mut self, divergence: Divergence) {
        self.diverged = self.diverged.saturating_add(1);
        if self.divergences.len() < KEPT_MAX {
            self.divergences.push(divergence);
        }
    }
}

/// A decision as JSON: its task, and what was decided.
fn shown<S: Serializer>(decision: &Option<Decision>, ser: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Shown<'a> {
        task: &'a Option<TaskId>,
        decided: &'a Decided,
    }
    let shown = decision.as_ref().map(|it| Shown {
        task: &it.task,
        decided: &it.decided,
    });
    shown.serialize(ser)
}

fn decision(line: &Line) -> Option<Decision> {
    match &line.event {
        Event::Decided(decided) => Some(Decision {
            task: line.stamp.task.clone(),
            decided: decided.clone(),
        }),
        Event::Seen(_) => None,
    }
}
