//! Back-testing: what other policies would have said of every action of a run: what its agent proposed, and the commands
//! that were to be run as evidence.
//!
//! Each is decided again where it stands in the run (its phase, plan, task, money, what was read before) with the facts
//! that were recorded with it; nothing is asked anew, for the world has changed since. What a person granted then is
//! taken off both sides: the question is what the policies say. Limits and money stay those of the run. Sessions of agents
//! that act by themselves are decided again in the same way.

mod changed;
mod compare;
mod declared;
mod sessions;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use engine::redecide::{Judged, JudgedCall, checked, judged, judged_call};
use engine::state::State;
use gate::Policies;
use ledger::event::{Decided, Event, Seen};
use ledger::gate::{Checkpoint, GateDecision};
use ledger::ids::{CallId, RunId, Seq, TaskId};
use ledger::session::SessionSeen;
use ledger::wire::v1::Line;

use changed::Place;
use sessions::Sessions;

pub use changed::{Changed, Counts, Now};
pub use declared::Candidate;

/// Takes lines one after the other, as long as it wants more.
pub type Sink<'a> = dyn FnMut(&Line) -> ControlFlow<()> + 'a;

/// Decides again on the actions of a run. `read` hands over its lines in order, beginning with the one of that number; it is
/// asked more than once, so that no run has to be held in memory. Each action that changes, or can't be told, goes to
/// `each`, nearly in the order of the lines.
///
/// # Errors
/// Those of `read`.
pub fn backtest<E>(
    run: &RunId,
    candidate: &Candidate,
    read: impl Fn(Seq, &mut Sink<'_>) -> Result<(), E>,
    each: &mut dyn FnMut(Changed),
) -> Result<Counts, E> {
    let mut trying = Trying {
        state: State::new(run.clone()),
        candidate,
        policies: None,
        waiting: None,
        told: None,
        held: BTreeMap::new(),
        sessions: Sessions::default(),
        counts: Counts::default(),
        each,
    };
    let mut rewinds: Vec<Rewind> = Vec::new();
    let mut from = Seq(1);
    loop {
        let mut rewound = None;
        read(from, &mut |line| {
            rewound = Rewind::of(line);
            if rewound.is_some() {
                return ControlFlow::Break(());
            }
            trying.take(line);
            ControlFlow::Continue(())
        })?;
        trying.settle(None);
        let Some(rewind) = rewound else {
            return Ok(trying.counts);
        };
        rewinds.push(rewind);
        trying.state = standing(run, &rewinds, rewind.at, &read)?;
        from = rewind.at.next();
    }
}

/// A line that took others back.
#[derive(Debug, Clone, Copy)]
struct Rewind {
    at: Seq,
    to: Seq,
}

impl Rewind {
    fn of(line: &Line) -> Option<Self> {
        match &line.event {
            Event::Seen(Seen::Rewound { to }) => Some(Self {
                at: line.seq,
                to: *to,
            }),
            Event::Seen(_) | Event::Decided(_) => None,
        }
    }

    fn takes_back(&self, seq: Seq) -> bool {
        seq > self.to && seq < self.at
    }
}

/// The state after a rewind: the lines up to it that still count, as [`engine::fold::fold`] has them.
fn standing<E>(
    run: &RunId,
    rewinds: &[Rewind],
    until: Seq,
    read: &impl Fn(Seq, &mut Sink<'_>) -> Result<(), E>,
) -> Result<State, E> {
    let mut state = State::new(run.clone());
    read(Seq(1), &mut |line| {
        if rewinds.iter().any(|it| it.takes_back(line.seq)) {
            engine::fold::pass_over(&mut state, line);
        } else {
            apply(&mut state, line);
        }
        if line.seq < until {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })?;
    Ok(state)
}

fn apply(state: &mut State, line: &Line) {
    engine::fold::apply(state, line.seq, line.epoch, &line.stamp, &line.event);
}

/// How an action of a run changes; `None`: it does not.
fn of_run(place: Place<'_>, then: &[GateDecision], judged: &Judged) -> Option<Changed> {
    let action = gate::canonical(&judged.proposal);
    compare::compared(place, then, action, &judged.decision, &judged.missing)
}

/// A call of an agent of somebody else, what the candidate says of it, and what was decided then.
struct Told {
    seq: Seq,
    task: Option<TaskId>,
    judged: JudgedCall,
    then: Vec<GateDecision>,
}

/// One run under way.
struct Trying<'a> {
    state: State,
    candidate: &'a Candidate,
    /// The candidate for this run, once it is opened.
    policies: Option<Policies>,
    /// The newest proposal, until the decisions that stand behind it were read.
    waiting: Option<Waiting>,
    /// Actions of the last reply of each task. One that waited for a person, or for a driver after a crash, is judged
    /// again in a later line, and counts once.
    held: BTreeMap<(Option<TaskId>, CallId), Option<Changed>>,
    /// The newest call of an agent of somebody else, until the decisions that stand behind it were read.
    told: Option<Told>,
    /// What there is in a stream of a session instead.
    sessions: Sessions,
    counts: Counts,
    each: &'a mut dyn FnMut(Changed),
}

/// A proposal, what the candidate says of it, and what was decided then.
struct Waiting {
    seq: Seq,
    task: Option<TaskId>,
    call: CallId,
    /// `None`: the call can't be read any more.
    judged: Option<Judged>,
    then: Vec<GateDecision>,
}

impl Waiting {
    /// Whether a decision is one of those about this proposal: they follow it at once.
    fn takes(&self, decision: &GateDecision) -> bool {
        let next = match self.then.as_slice() {
            [] => Checkpoint::PreTool,
            [_] => Checkpoint::PreWrite,
            [..] => return false,
        };
        decision.checkpoint == next
    }
}

impl Trying<'_> {
    fn take(&mut self, line: &Line) {
        if let Some(changed) = self.sessions.take(line, self.candidate) {
            return self.tell(changed);
        }
        if let (Event::Decided(Decided::Gated(decision)), Some(waiting)) =
            (&line.event, &mut self.waiting)
            && waiting.takes(decision)
        {
            waiting.then.push(decision.clone());
            return apply(&mut self.state, line);
        }
        if let (Event::Decided(Decided::Gated(decision)), Some(told)) =
            (&line.event, &mut self.told)
        {
            told.then.push(decision.clone());
            return apply(&mut self.state, line);
        }
        self.hold();
        self.hold_told();
        self.check(line);
        apply(&mut self.state, line);
        match &line.event {
            Event::Seen(Seen::Opened(opened)) => {
                self.policies = Some(self.candidate.for_run(&opened.options));
            }
            Event::Seen(Seen::Proposed { call, facts }) => {
                let policies = self.policies.as_ref();
                self.waiting = Some(Waiting {
                    seq: line.seq,
                    task: line.stamp.task.clone(),
                    call: call.clone(),
                    judged: policies.and_then(|it| judged(&self.state, call, facts, it)),
                    then: Vec::new(),
                });
            }
            Event::Seen(Seen::Session(seen)) => self.told = self.told_again(line, seen),
            // New calls may have the names of those before.
            Event::Seen(Seen::Replied { .. }) => self.settle(Some(&line.stamp.task)),
            Event::Seen(
                Seen::Claimed(_)
                | Seen::ModelFailed { .. }
                | Seen::Finished { .. }
                | Seen::Scanned { .. }
                | Seen::Inspected { .. }
                | Seen::Measured { .. }
                | Seen::Compared { .. }
                | Seen::Falsified { .. }
                | Seen::Ranked { .. }
                | Seen::Connected(_)
                | Seen::Server(_)
                | Seen::Gathered { .. }
                | Seen::Told(_)
                | Seen::Woke { .. }
                | Seen::Notified(_)
                | Seen::Board(_)
                | Seen::Interrupted
                | Seen::Rewound { .. },
            )
            | Event::Decided(_) => {}
        }
    }

    /// A call that an agent of somebody else told of, judged anew.
    fn told_again(&self, line: &Line, seen: &SessionSeen) -> Option<Told> {
        let task = line.stamp.task.clone();
        let (of, policies) = task.as_ref().zip(self.policies.as_ref())?;
        let judged = judged_call(&self.state, of, seen, policies)?;
        Some(Told {
            seq: line.seq,
            task,
            judged,
            then: Vec::new(),
        })
    }

    /// A decision about a command that is to be run as evidence stands by itself: it is made before its line.
    fn check(&mut self, line: &Line) {
        let Event::Decided(Decided::Gated(decision)) = &line.event else {
            return;
        };
        if decision.checkpoint != Checkpoint::PreVerifyCommand {
            return;
        }
        let task = line.stamp.task.as_ref();
        let policies = self.policies.as_ref();
        let Some(judged) = policies.and_then(|it| checked(&self.state, task, it)) else {
            return;
        };
        let place = Place {
            run: &self.state.run,
            seq: line.seq,
            task,
        };
        let changed = of_run(place, std::slice::from_ref(decision), &judged);
        self.tell(changed);
    }

    fn tell(&mut self, changed: Option<Changed>) {
        self.counts.count(changed.as_ref().map(|it| &it.now));
        if let Some(changed) = changed {
            (self.each)(changed);
        }
    }

    /// The decisions about the newest proposal are complete. One about which nothing was decided did not come to it.
    fn hold(&mut self) {
        let Some(waiting) = self.waiting.take().filter(|it| !it.then.is_empty()) else {
            return;
        };
        let place = Place {
            run: &self.state.run,
            seq: waiting.seq,
            task: waiting.task.as_ref(),
        };
        let changed = match &waiting.judged {
            Some(judged) => of_run(place, &waiting.then, judged),
            None => Some(compare::unread(place, &waiting.call, &waiting.then)),
        };
        self.held.insert((waiting.task, waiting.call), changed);
    }

    /// The decisions about the newest call of an agent are complete. One about which nothing was decided was refused before it came
    /// to it. The next call is told of anew, whatever came of this one.
    fn hold_told(&mut self) {
        let Some(told) = self.told.take().filter(|it| !it.then.is_empty()) else {
            return;
        };
        let place = Place {
            run: &self.state.run,
            seq: told.seq,
            task: told.task.as_ref(),
        };
        let JudgedCall {
            action,
            decision,
            missing,
        } = told.judged;
        let changed = compare::compared(place, &told.then, action, &decision, &missing);
        self.tell(changed);
    }

    /// Nothing more comes about the actions of a task, or of all: they are counted and told.
    fn settle(&mut self, task: Option<&Option<TaskId>>) {
        self.hold();
        self.hold_told();
        let mut settled = Vec::new();
        self.held.retain(|(of, _), changed| {
            let is_settled = task.is_none_or(|task| task == of);
            if is_settled {
                settled.push(changed.take());
            }
            !is_settled
        });
        settled.sort_by_key(|it| it.as_ref().map(|it| it.seq));
        for changed in settled {
            self.tell(changed);
        }
    }
}
